"""Whatever is entered, corrected and taken back game by game, the match is what its last word says (A-42, A-70)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.app.base.context import Context
from pareo.app.commands.event import events, undo
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result
from pareo.app.commands.rounds import rounds
from pareo.app.queries.pages.event_tables import pairing_rows, standing_rows
from pareo.app.queries.rounds.verify import verify
from pareo.store.memory import MemoryStore

_points = st.tuples(st.integers(10, 600), st.integers(10, 600))
SCRABBLE = st.tuples(_points, _points).map(lambda games: " ".join(f"{a}-{b}" for a, b in games))
BEST_OF = st.sampled_from(["1-0 1-0", "1-0 0-1 1-0", "0-1 1-0 0-1", "0-1 0-1", "1-0 0-1 =", "= 1-0", "2-1", "1-1-1"])


def start_event(ruleset: str, **more: str) -> Context:
    ctx = Context(MemoryStore())
    events.create(ctx, events.NewEvent("Copa", ruleset, slug="copa", seed="s", settings={"rounds": "1", **more}))
    players.enter(ctx, "copa", [NewPlayer(first=name, birth_year=1990) for name in ("Ana", "Bea", "Caio", "Dora")])
    rounds.pair(ctx, "copa")
    rounds.publish(ctx, "copa")
    rounds.start(ctx, "copa", confirmed=True)
    return ctx


def results_by_table(ctx: Context) -> dict[int, str | None]:
    return {row.table: row.result for row in pairing_rows(ctx, "copa", round_no=1) if row.table is not None}


@st.composite
def steps(draw: st.DrawFn, results: st.SearchStrategy[str]) -> list[tuple[int, str] | None]:
    """Results entered or corrected at two tables; None takes the last step back."""
    return draw(st.lists(st.none() | st.tuples(st.integers(1, 2), results), max_size=8))


def take_steps(ctx: Context, walk: list[tuple[int, str] | None]) -> dict[int, str | None]:
    """Does the steps, and says what must stand there."""
    past: list[dict[int, str | None]] = [{1: None, 2: None}]
    for step in walk:
        if step is None:
            if len(past) > 1:
                undo.undo(ctx, "copa")
                past.pop()
        elif past[-1][step[0]] != step[1]:
            enter_result.report(ctx, "copa", round_no=1, table=step[0], result=step[1])
            past.append(past[-1] | {step[0]: step[1]})
        assert results_by_table(ctx) == past[-1]
    return past[-1]


@pytest.mark.req("A-42", "A-70")
@given(steps(SCRABBLE), SCRABBLE)
@settings(max_examples=25)
def test_games_with_points_are_corrected_taken_back_and_add_up(walk: list[tuple[int, str] | None], rest: str) -> None:
    ctx = start_event("scrabble-fise", games="2")
    stands = take_steps(ctx, walk)
    for table in (1, 2):
        if stands[table] is None:
            enter_result.report(ctx, "copa", round_no=1, table=table, result=rest)
    rounds.finish(ctx, "copa")
    expected: dict[str, tuple[Fraction, int]] = {}
    for row in pairing_rows(ctx, "copa", round_no=1):
        games = [tuple(map(int, game.split("-"))) for game in (row.result or "").split()]
        for name, me, other in ((row.name_a, 0, 1), (row.name_b or "", 1, 0)):
            won = sum(Fraction(1) if g[me] > g[other] else Fraction(1, 2) if g[me] == g[other] else 0 for g in games)
            expected[name] = (Fraction(won), sum(g[me] for g in games))
    found = {row.name: (Fraction(row.points), row.tiebreak_value("secondary")) for row in standing_rows(ctx, "copa")}
    assert found == expected
    assert sum(points for points, _ in found.values()) == 4, "four games were played"
    assert all(verdict.ok for verdict in verify(ctx, "copa"))


@pytest.mark.req("A-70")
@given(steps(BEST_OF))
@settings(max_examples=25)
def test_games_of_a_best_of_three_are_corrected_and_taken_back(walk: list[tuple[int, str] | None]) -> None:
    take_steps(start_event("swiss", best_of="3"), walk)
