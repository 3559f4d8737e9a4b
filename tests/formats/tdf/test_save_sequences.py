"""Sequences of saves, replayed: after each of them the event is what that save alone says (BT, scenarios 1 to 5)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest

from pareo.app.base.context import Context
from pareo.core.model.entities import Phase
from pareo.core.tournament.tables import tables
from pareo.formats.tdf.compare import differences
from pareo.formats.tdf.follow import read_save, take_save
from pareo.formats.tdf.saves import save_bytes
from pareo.formats.tdf.tom import export
from support.events.stage import make_players
from support.files.tom import TomEvent, check_same_as_fresh, follow_saves, read_next, tom_sync


def challenge() -> TomEvent:
    """From the empty file to the end: an earned bye, a late player, a drop."""
    tom = TomEvent.with_players((9, 1990), rounds="3")
    tom.enter([replace(make_players(10)[9], id="5010", birth_year=1991, byes=1)])
    tom.pair()
    tom.play(every=2)
    tom.drop("5003")
    tom.late(replace(make_players(12)[11], id="5012", birth_year=1992))
    tom.pair()
    tom.play(every=2)
    tom.pair()
    tom.play()
    return tom


def cup() -> TomEvent:
    """A division of twelve with a cut of four beside another."""
    tom = TomEvent.with_players((12, 1990), (6, 2017), rounds="3", style="swiss+cut")
    for _ in range(3):
        tom.pair()
        tom.play(every=3)
    tom.cut(4, "masters")
    tom.pair()
    tom.play(every=1)
    tom.pair()
    tom.play()
    return tom


def shared() -> TomEvent:
    """All divisions in pod 10, an earned bye, a drop before the cut, and a bracket for the Masters (scenarios 2, 4)."""
    tom = TomEvent.with_players((2, 2017), (3, 2012), (11, 1990), style="swiss+cut")
    tom.enter([replace(make_players(20)[18], id="5019", birth_year=1991, byes=1)])
    tom.pair()
    for _ in range(tom.t.pods["all"].planned - 1):
        tom.play(every=4, results_={2: "½-½"})
        tom.pair()
    tom.play()
    tom.drop("5008")
    tom.cut(4, "masters")
    for _ in range(2):
        tom.pair()
        tom.play(every=1)
    return tom


def apart() -> TomEvent:
    """Pod 8 plays three rounds beside pod 2 with five and a top 8, each at its own pace (scenario 3)."""
    tom = TomEvent.with_players((4, 2017), (4, 2012), (24, 1990), style="swiss+cut")
    tom.pair()
    tom.play("masters", every=6)
    tom.pair("masters")
    tom.play("juniors+seniors")
    tom.play("masters", every=6)
    for _ in range(2):  # the children are through while the Masters go on
        tom.pair("juniors+seniors")
        tom.play("juniors+seniors", every=2)
    for _ in range(3):
        tom.pair("masters")
        tom.play("masters", every=6)
    tom.cut(8, "masters")
    for _ in range(3):
        tom.pair()
        tom.play(every=2)
    return tom


EVENTS = {"challenge": challenge, "cup": cup, "shared": shared, "apart": apart}


@pytest.fixture(params=EVENTS, scope="module")
def tom(request: pytest.FixtureRequest) -> TomEvent:
    return EVENTS[request.param]()


@pytest.mark.req("BT-DIFF-1", "BT-DIFF-2", "BT-FIN-1")
def test_after_each_save_the_event_is_what_that_save_says(tom: TomEvent) -> None:
    ctx, slug = follow_saves(tom.saves[:1])
    for data in tom.saves[1:]:
        before = ctx.open(slug).state.seq
        take_save(ctx, slug, read_next(data))
        assert ctx.open(slug).state.seq <= before + 1
        check_same_as_fresh(ctx, slug, data)
    again = Context(ctx.store)
    assert again.open(slug).state == ctx.open(slug).state
    assert len(ctx.store.tournaments()) == 1
    assert export(ctx, slug).data == tom.saves[-1]


@pytest.mark.req("BT-SCR-1", "BT-DIFF-2")
def test_pods_may_be_at_different_rounds_and_one_over_while_the_other_plays() -> None:
    seen: list[tuple[int, int, int]] = []  # the last round of the children, of the Masters, and of their bracket
    tom = apart()
    ctx, slug = follow_saves(tom.saves[:1])
    for data in tom.saves[1:]:
        take_save(ctx, slug, read_next(data))
        pods = ctx.open(slug).state.pods
        at = tuple(
            max(pods[pod].rounds, default=0) if pod in pods else 0
            for pod in ("juniors+seniors", "masters", "masters-cut")
        )
        if at not in seen:
            seen.append(at)  # type: ignore[arg-type]
    assert seen == [
        (0, 0, 0),
        (1, 1, 0),
        (1, 2, 0),
        (2, 2, 0),
        (3, 2, 0),
        (3, 3, 0),
        (3, 4, 0),
        (3, 5, 0),
        (3, 5, 6),
        (3, 5, 7),
        (3, 5, 8),
    ]
    assert tom_sync(ctx, slug).categories.items() >= {"juniors+seniors": "8", "masters": "2"}.items()


class NaiveRanking:
    """TOM's ranking, read from a save by hand: points, then the percentages as rules/pokemon-now.md has them (PN-TB-2,
    PN-TB-3), each rounded to four digits before it is used (PN-TB-5)."""

    def __init__(self, data: bytes) -> None:
        root = ET.fromstring(data)
        self.points: dict[str, int] = defaultdict(int)
        won: dict[str, Fraction] = defaultdict(Fraction)
        played: dict[str, int] = defaultdict(int)
        self.met: dict[str, list[str]] = defaultdict(list)
        earned: dict[str, int] = defaultdict(int)
        for match in root.iterfind("./pods/pod/rounds/round[@type='3']/matches/match"):
            code = match.attrib["outcome"]
            who = [p.attrib["userid"] for p in match if p.tag.startswith("player")]
            gets = {"1": (3, 0), "2": (0, 3), "3": (1, 1), "4": (3,), "5": (3,)}[code]
            for key, points in zip(who, gets, strict=True):
                self.points[key] += points
                if code != "5":  # a random bye is neither a win nor a round
                    played[key] += 1
                    won[key] += {3: Fraction(1), 1: Fraction(1, 2), 0: Fraction(0)}[points]
            if len(who) == 2:
                self.met[who[0]].append(who[1])
                self.met[who[1]].append(who[0])
            elif code == "4":
                earned[who[0]] += 1
        rate = {key: round(min(Fraction(1), max(Fraction(1, 4), won[key] / played[key])) * 10_000) for key in played}
        self.owp = {
            key: round(
                Fraction(sum(rate[o] for o in self.met[key]) + 10_000 * earned[key], len(self.met[key]) + earned[key])
            )
            for key in self.met
        }
        self.oowp = {
            key: round(Fraction(sum(self.owp[o] for o in opponents), len(opponents)))
            for key, opponents in self.met.items()
        }

    def key(self, who: str) -> tuple[int, int, int]:
        return self.points[who], self.owp[who], self.oowp[who]


@pytest.mark.req("BT-STD-1", "PN-TB-2", "PN-TB-3")
@pytest.mark.parametrize("name", ["shared", "apart", "cup"])
def test_no_place_outside_the_cut_differs_from_a_ranking_by_hand(name: str) -> None:
    """Scenario 2: earned byes, a shared pod with a cut; and at the end TOM's own places are ours."""
    tom = EVENTS[name]()
    ctx, slug = follow_saves(tom.saves)
    naive = NaiveRanking(tom.saves[-1])
    event = ctx.open(slug)
    compared = 0
    for table in tables(event.state):
        inside = {no for p in event.state.pods.values() if p.phase is Phase.CUT for no in p.members}
        rows = [row for row in table.rows if row.no not in inside]
        keys = [naive.key(event.id(row.no)) for row in rows]
        assert [(row.points, row.keys[1], row.keys[2]) for row in rows] == keys, table.id  # after being on time
        assert keys == sorted(keys, reverse=True), table.id
        compared += len(rows)
    assert compared > 8
    places = tom_sync(ctx, slug).places
    assert len(places) == len(event.state.entrants)
    assert [row for row in differences(ctx, slug, in_file=places) if row.place != row.tom_place] == []


@pytest.mark.req("BT-DIFF-1")
@pytest.mark.parametrize("kept", [slice(None, None, 2), slice(1, None, 3), slice(-1, None), slice(3, None, 5)])
def test_saves_may_be_missing(tom: TomEvent, kept: slice) -> None:
    saves = [*tom.saves[kept], tom.saves[-1]]
    ctx, slug = follow_saves(saves)
    check_same_as_fresh(ctx, slug, tom.saves[-1])


@pytest.mark.req("BT-DIFF-3")
def test_every_save_is_kept_as_it_came(tom: TomEvent) -> None:
    ctx, slug = follow_saves(tom.saves)
    event = ctx.open(slug)
    assert event.state.tom is not None
    by_hash = {read_save(data).sha256: data for data in tom.saves}
    assert len(event.state.tom.saves) > 10
    for save in event.state.tom.saves:
        assert save_bytes(ctx, event, save.number) == by_hash[save.sha256]
