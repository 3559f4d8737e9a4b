"""Sequences of saves, replayed: after each of them the event is what that save alone says (BT, scenarios 1 to 5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pareo.app.desk import Desk
from pareo.formats.tdf.follow import read_save, take
from pareo.formats.tdf.saves import save_bytes
from pareo.formats.tdf.tom import export
from stage import named
from tom_saves import Tom, followed, read_next, same_as_fresh


def challenge() -> Tom:
    """From the empty file to the end: an earned bye, a late player, a drop."""
    tom = Tom.with_players((9, 1990), rounds="3")
    tom.enter([replace(named(10)[9], id="5010", birth_year=1991, byes=1)])
    tom.pair()
    tom.play(every=2)
    tom.drop("5003")
    tom.late(replace(named(12)[11], id="5012", birth_year=1992))
    tom.pair()
    tom.play(every=2)
    tom.pair()
    tom.play()
    return tom


def cup() -> Tom:
    """A division of twelve with a cut of four beside another."""
    tom = Tom.with_players((12, 1990), (6, 2017), rounds="3", style="swiss+cut")
    for _ in range(3):
        tom.pair()
        tom.play(every=3)
    tom.cut(4, "masters")
    tom.pair()
    tom.play(every=1)
    tom.pair()
    tom.play()
    return tom


EVENTS = {"challenge": challenge, "cup": cup}


@pytest.fixture(params=EVENTS, scope="module")
def tom(request: pytest.FixtureRequest) -> Tom:
    return EVENTS[request.param]()


@pytest.mark.req("BT-DIFF-1", "BT-DIFF-2", "BT-FIN-1")
def test_after_each_save_the_event_is_what_that_save_says(tom: Tom) -> None:
    desk, slug = followed(tom.saves[:1])
    for data in tom.saves[1:]:
        before = desk.open(slug).state.seq
        take(desk, slug, read_next(data))
        assert desk.open(slug).state.seq <= before + 1
        same_as_fresh(desk, slug, data)
    again = Desk(desk.store)
    assert again.open(slug).state == desk.open(slug).state
    assert len(desk.store.tournaments()) == 1
    assert export(desk, slug).data == tom.saves[-1]


@pytest.mark.req("BT-DIFF-1")
@pytest.mark.parametrize("kept", [slice(None, None, 2), slice(1, None, 3), slice(-1, None), slice(3, None, 5)])
def test_saves_may_be_missing(tom: Tom, kept: slice) -> None:
    saves = [*tom.saves[kept], tom.saves[-1]]
    desk, slug = followed(saves)
    same_as_fresh(desk, slug, tom.saves[-1])


@pytest.mark.req("BT-DIFF-3")
def test_every_save_is_kept_as_it_came(tom: Tom) -> None:
    desk, slug = followed(tom.saves)
    event = desk.open(slug)
    assert event.state.beside is not None
    by_hash = {read_save(data).sha256: data for data in tom.saves}
    assert len(event.state.beside.saves) > 10
    for save in event.state.beside.saves:
        assert save_bytes(desk, event, save.number) == by_hash[save.sha256]
