"""Players who register themselves: who gets in, who waits, and what is left of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.event.undo import undo
from pareo.app.commands.floor.floor import is_here
from pareo.app.commands.people import registration
from pareo.app.commands.rounds import rounds
from pareo.app.queries.floor.attention import attention_items
from pareo.core.text.errors import BadInput, Refused
from pareo.store import open_store
from support.errors import raises_code

NOW = "2026-11-16T10:00:00.000000Z"


@pytest.fixture
def ctx_and_clock(tmp_path: Path) -> Iterator[tuple[Context, list[str]]]:
    now = [NOW]
    made = Context(open_store(str(tmp_path / "x.db")), now=lambda: now[0])
    yield made, now
    made.store.close()


def cup(ctx: Context, **settings: str) -> str:
    return events.create(
        ctx,
        events.NewEvent(
            "Copa", "pokemon-tcg-2019-07", slug="copa", seed="s", settings={"registration": "yes", **settings}
        ),
    )


def person(name: str, **more: str) -> dict[str, str]:
    return {"first": name, "last": "Prado", "birth_year": "2001", **more}


def test_in_while_there_are_places_then_waiting(ctx_and_clock: tuple[Context, list[str]]) -> None:
    ctx, _ = ctx_and_clock
    slug = cup(ctx, registration_limit="2")
    done = [registration.register(ctx, slug, person(name)) for name in ("Ana", "Bel", "Ciro", "Dora")]
    assert [(d.no, d.entered) for d in done] == [(1, True), (2, True), (3, False), (4, False)]
    event = ctx.open(slug)
    assert [row.name for row in registration.waiting_rows(event)] == ["Ciro Prado", "Dora Prado"]
    assert [registration.place_in_line(event.state, no) for no in (1, 3, 4)] == [0, 1, 2]
    assert [(n.kind, n.who, n.number) for n in attention_items(event)] == [("registration", "Ciro Prado", 2)]
    registration.withdraw(ctx, slug, 1)  # a place is free: who waits first moves up
    event = ctx.open(slug)
    assert sorted(event.state.entrants) == [2, 3]
    assert list(event.state.applicants) == [4]
    registration.admit(ctx, slug, 4)  # the desk may, whatever the limit
    assert sorted(ctx.open(slug).state.entrants) == [2, 3, 4]


def test_the_desk_confirms_where_it_wants_to(ctx_and_clock: tuple[Context, list[str]]) -> None:
    ctx, _ = ctx_and_clock
    slug = cup(ctx, registration_confirm="yes")
    assert not registration.register(ctx, slug, person("Ana")).entered
    registration.register(ctx, slug, person("Bel"))
    assert registration.admit_all(ctx, slug) == 2
    undo(ctx, slug)  # it was one entry: both wait again, with their names
    event = ctx.open(slug)
    assert list(event.state.applicants) == [1, 2]
    assert registration.applicant_name(event, 2) == "Bel Prado"


@pytest.mark.parametrize(
    ("settings", "given", "code"),
    [
        ({"registration": "no"}, person("Ana"), "registration-closed"),
        ({"registration_until": "2026-11-16 09:00"}, person("Ana"), "registration-closed"),
        ({"registration_guardian": "yes"}, person("Ana"), "registration-guardian"),
        ({}, {"first": "Ana", "last": "Prado"}, "registration-birth-year"),
        ({}, {"first": "Ana", "birth_year": "2001"}, "registration-name"),
        ({}, person("Ana", birth_year="soon"), "bad-birth-year"),
    ],
)
def test_what_cannot_be_registered_changes_nothing(
    ctx_and_clock: tuple[Context, list[str]], settings: dict[str, str], given: dict[str, str], code: str
) -> None:
    ctx, _ = ctx_and_clock
    slug = cup(ctx, **settings)
    head = ctx.store.head(slug)
    with pytest.raises((BadInput, Refused)) as problem:
        registration.register(ctx, slug, given)
    assert problem.value.code == code
    assert ctx.store.head(slug) == head


def test_nobody_registers_twice_and_not_after_the_first_round_is_published(
    ctx_and_clock: tuple[Context, list[str]],
) -> None:
    ctx, _ = ctx_and_clock
    slug = cup(ctx, registration_fields="none")
    for name in ("Ana", "Bel", "Ciro", "Dora"):
        registration.register(ctx, slug, {"first": name, "last": "Prado", "birth_year": "1800"})  # not asked, not kept
    assert all("birth_year" not in p for p in ctx.open(slug).people.values())
    with raises_code(Refused, "registration-twice"):
        registration.register(ctx, slug, {"first": "ANA", "last": "prado"})
    rounds.pair(ctx, slug)  # a draft is nobody's business: who registers meanwhile waits
    assert not registration.register(ctx, slug, {"first": "Eva", "last": "Prado"}).entered
    rounds.publish(ctx, slug, confirmed=True)
    with raises_code(Refused, "registration-closed"):
        registration.register(ctx, slug, {"first": "Fil", "last": "Prado"})


def test_players_check_themselves_in(ctx_and_clock: tuple[Context, list[str]]) -> None:
    ctx, _ = ctx_and_clock
    slug = cup(ctx)
    registration.register(ctx, slug, person("Ana"))
    registration.check_in_alone(ctx, slug, 1)
    assert is_here(ctx.open(slug).state, 1)
    events.change_settings(ctx, slug, {"player_check_in": "no"})
    with raises_code(Refused, "check-in-at-desk"):
        registration.check_in_alone(ctx, slug, 1)


def test_what_was_given_goes_when_it_is_declined_or_its_time_is_over(
    ctx_and_clock: tuple[Context, list[str]],
) -> None:
    ctx, now = ctx_and_clock
    slug = cup(ctx, registration_limit="1", registration_fields="birth_year,contact")
    for name in ("Ana", "Bel", "Ciro"):
        registration.register(ctx, slug, person(name, contact=f"{name}@example.org"))
    registration.decline(ctx, slug, 2)
    assert sorted(p["first"] for p in ctx.store.people(slug).values()) == ["Ana", "Ciro"]
    now[0] = "2027-02-15T10:00:00.000000Z"  # 91 days later
    assert registration.erase_expired(ctx, slug) == 0
    now[0] = "2027-02-18T10:00:00.000000Z"
    assert registration.erase_expired(ctx, slug) == 2
    kept = ctx.store.people(slug)
    assert [p["first"] for p in kept.values()] == ["Ana"]
    assert all("contact" not in p for p in kept.values())
    assert registration.erase_expired(ctx, slug) == 0


def test_a_list_comes_with_the_registration(ctx_and_clock: tuple[Context, list[str]]) -> None:
    """Where it is asked for: handed in by who is in, told to who waits, and refused with everything if unreadable."""
    ctx, _ = ctx_and_clock
    slug = cup(ctx, registration_limit="1", registration_fields="birth_year,list")
    deck = "4 Squirtle MEW 7\n56 Basic Water Energy SVE 3\n"
    assert registration.register(ctx, slug, person("Ana", list=deck)) == (1, True, ())
    kept = ctx.open(slug).state.lists.current(1)
    assert kept is not None
    assert kept.by_player
    waits = registration.register(ctx, slug, person("Bel", list=deck))
    assert (waits.entered, [note.code for note in waits.notes]) == (False, ["list-once-in"])
    with pytest.raises(BadInput):
        registration.register(ctx, slug, person("Ciro", list="\0"))
    assert len(ctx.open(slug).state.applicants) == 1
    events.change_settings(ctx, slug, {"lists": "off"})
    assert registration.terms(ctx.open(slug), ctx.now()).asked == ("birth_year",)
