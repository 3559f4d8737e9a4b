"""Tournaments from elsewhere: rebuilt as journals, described again, refused whole when they do not fit."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import advance, rounds
from pareo.core.model.entities import Drop, Phase
from pareo.core.pairing.bracket import bracket_view, next_round, rounds_needed
from pareo.core.text.errors import BadInput, Conflict, PareoError
from pareo.core.tournament.tables import tables
from pareo.formats.exchange.brackets import seeds_of
from pareo.formats.exchange.event import (
    ForeignEvent,
    ForeignMatch,
    ForeignPlayer,
    ForeignPod,
    ForeignRound,
)
from pareo.formats.exchange.rebuild import describe_event, preview, read_retained, rebuild
from support.events.random_play import (
    WIN_A,
    comparable,
    create_event,
    foreign_event,
    play_at_random,
    random_players,
    report_open,
    tolerant,
)

# --- events played through the app ------------------------------------------------------------------------------------


def standing(event: LoadedTournament) -> list[Any]:
    return [(x.id, x.pods, x.division, x.rows) for x in tables(event.state, lots=event.lots())]


RULESETS = ("pokemon-tom", "pokemon-tcg-2019-07", "scrabble-fise", "xwing-epic-duel", "xwing-epic-team", "swiss")


@pytest.mark.req("SP-15", "SP-8")
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(5))
def test_what_is_described_is_rebuilt_the_same(ctx: Context, ruleset: str, seed: int) -> None:
    style = ("swiss", "swiss+cut", "swiss+cut", "elimination", "swiss+cut")[seed]
    slug = create_event(ctx, ruleset, style=style, rounds="3")
    play_at_random(ctx, slug, seed, count=(7, 14, 23, 9, 16)[seed], steps=(2, 5, 6, 4, 6)[seed])
    told = describe_event(ctx, slug)
    copy = rebuild(ctx, told)
    assert copy == f"{slug}-2"
    before, after = ctx.open(slug), ctx.open(copy)
    assert comparable(after.state) == comparable(before.state)
    assert standing(after) == standing(before)
    assert [after.people[p] for e in after.state.entrants.values() for p in e.persons] == [
        before.people[p] for e in before.state.entrants.values() for p in e.persons
    ]
    assert ctx.store.verify(copy) == after.state.seq
    assert describe_event(ctx, copy) == told
    assert before.state.pods, "nothing was played"


@pytest.mark.req("P-SEC-3", "P-SEC-4")
def test_sections_and_their_cut(ctx: Context) -> None:
    slug = create_event(ctx, "pokemon-tom", style="swiss+cut", sections="2", rounds="2", cut="4")
    players.enter(ctx, slug, [NewPlayer(first="Sol", last=str(i), birth_year=1990) for i in range(65)])
    chance = random.Random(4)
    for _ in range(3):
        rounds.pair(ctx, slug, arrivals="late")
        rounds.publish(ctx, slug, confirmed=True)
        rounds.start(ctx, slug)
        report_open(ctx, slug, chance)
        rounds.finish(ctx, slug)
        tolerant(lambda: advance.advance(ctx, slug, to="cut", size=4, override="prueba"))
    copy = rebuild(ctx, describe_event(ctx, slug))
    assert {p.id for p in ctx.open(copy).state.pods.values()} == {"masters-1", "masters-2", "masters-cut"}
    assert comparable(ctx.open(copy).state) == comparable(ctx.open(slug).state)
    assert standing(ctx.open(copy)) == standing(ctx.open(slug))


def test_a_rebuilt_event_goes_on(ctx: Context) -> None:
    slug = create_event(ctx, "pokemon-tom", style="swiss", rounds="3")
    players.enter(ctx, slug, random_players(random.Random(1), 8))
    chance = random.Random(2)
    rounds.pair(ctx, slug, arrivals="late")
    rounds.publish(ctx, slug)
    rounds.start(ctx, slug)
    copy = rebuild(ctx, describe_event(ctx, slug), slug="sigue")
    assert copy == "sigue"
    report_open(ctx, copy, chance)
    rounds.finish(ctx, copy)
    rounds.pair(ctx, copy, arrivals="late")
    rounds.publish(ctx, copy, confirmed=True)
    assert {p.last_round.number for p in ctx.open(copy).state.pods.values() if p.last_round} == {2}
    assert all(r.number == 1 for p in ctx.open(slug).state.pods.values() for r in p.rounds.values())


# --- events made from values ------------------------------------------------------------------------------------------


@pytest.mark.req("P-LATE-1", "P-TB-1", "P-TB-10")
def test_the_journal_tells_it_in_order(ctx: Context) -> None:
    slug = rebuild(ctx, foreign_event())
    actions = [entry.action for entry in ctx.store.read(slug)]
    assert actions == ["created", "entered", "paired", "published", "started", "results", "finished", "dropped", "late"]
    t = ctx.open(slug).state
    assert t.pods["masters"].start_size == 3
    assert t.entrants[4].drop == Drop(1, "drop", "tren")
    assert [(row.no, row.points) for row in tables(t)[0].rows] == [(1, 3), (4, 3), (2, 0), (3, 0)]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"ruleset": "no-such"}, "ruleset-unknown"),
        ({"players": foreign_event().players[:3]}, "import-pod"),
        ({"players": (*foreign_event().players, ForeignPlayer("a", first="Otra"))}, "import-player-twice"),
        ({"players": (*foreign_event().players, ForeignPlayer("e", first="Eva", id="7"))}, "id-taken"),
        ({"players": (*foreign_event().players, ForeignPlayer("e", first="Eva", birth_year=3))}, "number-out-of-range"),
        ({"players": (*foreign_event().players, ForeignPlayer("e", first="Eva", division="x"))}, "division-unknown"),
        ({"players": (*foreign_event().players, ForeignPlayer("e", first="E\0va"))}, "text-control"),
        ({"players": (*foreign_event().players, ForeignPlayer("e", first="Eva", no=9))}, "import-numbers"),
        ({"players": (*foreign_event().players, ForeignPlayer("e", first="Eva", team="T"))}, "import-team"),
        ({"pods": foreign_event().pods * 2}, "import-pod"),
        ({"pods": (replace(foreign_event().pods[0], sources=("x",)),)}, "import-pod"),
        ({"pods": (replace(foreign_event().pods[0], first_round=2),)}, "import-pod"),
        ({"pods": (replace(foreign_event().pods[0], members=("a", "b", "d")),)}, "import-pod"),
        ({"pods": (replace(foreign_event().pods[0], rounds=(ForeignRound(1, (ForeignMatch("a", "b"),)),)),)},
         "import-pod"),
        ({"pods": (replace(foreign_event().pods[0], rounds=(ForeignRound(1, (ForeignMatch("a", "a", WIN_A),)),)),)},
         "import-pod"),
        ({"pods": (ForeignPod("main", ("a", "b", "c", "d"), Phase.ELIMINATION, planned=2,
                              rounds=(ForeignRound(1, (ForeignMatch("a", "b", WIN_A),)),)),)}, "bracket-mismatch"),
    ],
)  # fmt: skip
def test_what_does_not_fit_leaves_no_trace(ctx: Context, changes: dict[str, Any], code: str) -> None:
    with pytest.raises(PareoError) as caught:
        rebuild(ctx, foreign_event(**changes))
    assert caught.value.code == code
    assert str(caught.value)
    assert ctx.store.tournaments() == []


def test_a_slug_that_was_asked_for_must_be_free(ctx: Context) -> None:
    assert rebuild(ctx, foreign_event(), slug="copa") == "copa"
    with pytest.raises(Conflict):
        rebuild(ctx, foreign_event(), slug="copa")
    with pytest.raises(BadInput):
        rebuild(ctx, foreign_event(), slug="../copa")
    assert rebuild(ctx, foreign_event()) == "copa-2"
    assert len(ctx.store.tournaments()) == 2


def test_tables_are_unique_in_a_round(ctx: Context) -> None:
    four = tuple(ForeignPlayer(key, first=key) for key in "abcdefgh")
    one = ForeignPod("one", tuple("abcd"), planned=1, rounds=(
        ForeignRound(1, (ForeignMatch("a", "b", WIN_A, 1), ForeignMatch("c", "d", WIN_A, 1))),))  # fmt: skip
    two = ForeignPod("two", tuple("efgh"), planned=1, rounds=(
        ForeignRound(1, (ForeignMatch("e", "f", WIN_A, 1), ForeignMatch("g", "h", WIN_A, -5))),))  # fmt: skip
    slug = rebuild(ctx, ForeignEvent("Mesas", "swiss", four, (one, two)))
    found = [table for p in ctx.open(slug).state.pods.values() for table in p.rounds[1].matches]
    assert sorted(found) == [1, 2, 3, 4]


def test_what_a_format_keeps_stays_beside_the_journal(ctx: Context) -> None:
    slug = rebuild(ctx, foreign_event(beside={"trf": {"lines": ["013 Ada Secreta"]}}))
    record, seq = read_retained(ctx, slug, "trf") or ({}, 0)
    assert record["lines"] == ["013 Ada Secreta"]
    assert seq == ctx.store.head(slug)
    assert read_retained(ctx, slug, "tdf") is None
    assert b"Secreta" not in b"".join(entry.data for entry in ctx.store.read(slug))
    assert describe_event(ctx, slug).beside["trf"]["lines"] == ["013 Ada Secreta"]


def test_a_preview_is_the_same_tournament(ctx: Context) -> None:
    slug = rebuild(ctx, foreign_event())
    assert comparable(preview(foreign_event())) == comparable(ctx.open(slug).state)


# --- brackets of others -----------------------------------------------------------------------------------------------


@pytest.mark.req("P-CUT-1", "P-SE-1")
def test_seeds_are_the_standings_where_the_matches_allow_it() -> None:
    semifinals = [("p1", "p4", "p1"), ("p3", "p2", "p3")]
    assert seeds_of([semifinals, [("p1", "p3", "p3")]], ["p1", "p2", "p3", "p4"]) == ("p1", "p2", "p3", "p4")


@pytest.mark.req("P-SE-1", "P-SE-2")
@pytest.mark.parametrize("count", [2, 3, 5, 6, 7, 8, 11, 16])
@pytest.mark.parametrize("seed", range(4))
def test_any_standard_bracket_has_seeds_that_lead_to_it(count: int, seed: int) -> None:
    chance = random.Random(seed * 100 + count)
    drawn = chance.sample(range(1, count + 1), count)
    played: list[list[tuple[int, int, int | None]]] = []
    byes: list[str] = []
    for number in range(rounds_needed(count)):
        draw = next_round(drawn, played, third_place=count > 3)
        if number == 0:
            byes = [str(no) for no in draw.byes]
        pairs = [chance.sample(pair, 2) for pair in chance.sample(draw.pairs, len(draw.pairs))]
        played.append([(a, b, chance.choice((a, b))) for a, b in pairs])
    named = [[(str(a), str(b), str(w)) for a, b, w in matches] for matches in played]
    for known in (named, named[:1]):
        seeds = seeds_of(known, [str(n) for n in range(1, count + 1)], byes=byes, third_place=count > 3)
        assert seeds is not None
        assert sorted(map(int, seeds)) == sorted(drawn)
        bracket_view([int(key) for key in seeds], played[: len(known)], third_place=count > 3)


def test_what_is_no_bracket_has_no_seeds() -> None:
    assert seeds_of([[("a", "b", "a")], [("a", "b", "a")]], ["a", "b"]) is None
    assert seeds_of([[("a", "b", "a"), ("c", "d", "c")], [("a", "b", "a")]], list("abcd")) is None
    assert seeds_of([], []) is None
