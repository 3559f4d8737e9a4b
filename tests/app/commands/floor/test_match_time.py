"""Time on the clock, ties and double losses, seeds, no-shows: matches of the current seasons (PN-MAT-4 … PN-MAT-9)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pareo import rulesets
from pareo.app.base.context import Context
from pareo.app.commands.event import events, undo
from pareo.app.commands.floor import floor
from pareo.app.commands.floor.no_show import due_tables, not_at_the_table
from pareo.app.commands.people import leaving
from pareo.app.commands.results import enter_result, typed_results
from pareo.app.commands.rounds import advance, rounds
from pareo.app.queries.floor.overtime import Overtime, TimeLeft, overtime_of, time_left
from pareo.app.queries.pages.event_tables import standing_rows
from pareo.app.rows.tables import StandingRow
from pareo.app.screens.day_progress import DayStage, day_of
from pareo.app.screens.player_page import own_page
from pareo.app.screens.round_tables import clock_of
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput, NeedsConfirmation, Refused
from pareo.formats.tables.csv_files import read_results
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins

S25, S26, S27 = (f"pokemon-tcg-{year}" for year in (2025, 2026, 2027))
NOON = datetime(2026, 11, 15, 12, 0)  # noqa: DTZ001


class ClockedEvent(Stage):
    """An event whose clock a test sets."""

    def __init__(self, folder: Path, ruleset: str, **settings: str) -> None:
        super().__init__(folder, ruleset, date="2026-11-15", **settings)
        self.at = NOON
        self.ctx = Context(self.ctx.store, now=lambda: f"{self.at:%Y-%m-%dT%H:%M:%S.%fZ}")

    def wait(self, **time: int) -> None:
        self.at += timedelta(**time)


@pytest.fixture
def event(tmp_path: Path) -> Iterator[ClockedEvent]:
    made = ClockedEvent(tmp_path, S27, rounds="3", style="swiss+cut", cut="4", player_reports="yes")
    made.enter(9, birth_year=1990)
    yield made
    made.ctx.store.close()


def in_the_cut(event: ClockedEvent) -> tuple[int, dict[int, tuple[int, int]]]:
    """Plays the Swiss and starts the cut: its round, and who sits where."""
    event.play(3, lower_number_wins)
    advance.advance(event.ctx, event.slug, to="cut", confirmed=True)
    event.open_round()
    number = event.pod("masters-cut").first_round
    return number, {m.table: (m.a, m.b) for m in event.pod("masters-cut").rounds[number].matches.values()}


# --- PN-MAT-4 ---------------------------------------------------------------------------------------------------------


@pytest.mark.req("PN-MAT-4")
def test_turns_and_minutes_of_the_seasons() -> None:
    found = {name: rulesets.load(name).round for name in (S25, S26, S27, "pokemon-vgc-2027")}
    assert {name: (r.extra_turns, r.overtime_minutes) for name, r in found.items()} == {
        S25: (3, 0),
        S26: (1, 10),
        S27: (3, 15),
        "pokemon-vgc-2027": (0, 0),
    }


@pytest.mark.req("PN-MAT-4")
@pytest.mark.parametrize(
    ("left", "overtime", "shown"),
    [
        (61, Overtime(3, 900), TimeLeft(61)),
        (1, Overtime(3, 900), TimeLeft(1)),
        (0, Overtime(3, 900), TimeLeft(900, turns=True)),
        (-899, Overtime(3, 900), TimeLeft(1, turns=True)),
        (-900, Overtime(3, 900), TimeLeft(0, over=True)),
        (-960, Overtime(3, 900), TimeLeft(-60, over=True)),
        (0, Overtime(3), TimeLeft(0, turns=True, over=True)),
        (-5, Overtime(3), TimeLeft(-5, turns=True, over=True)),
        (0, None, TimeLeft(0, over=True)),
        (5, None, TimeLeft(5)),
    ],
)
def test_what_the_clock_shows(left: int, overtime: Overtime | None, shown: TimeLeft) -> None:
    assert time_left(left, overtime) == shown


@pytest.mark.req("PN-MAT-4")
def test_the_round_is_over_at_the_end_of_the_overtime(event: ClockedEvent) -> None:
    event.open_round()
    floor.start_clock(event.ctx, event.slug, minutes=50)

    def stage() -> DayStage:
        return day_of(event.ctx.open(event.slug), event.ctx.now()).stage

    event.wait(minutes=50)
    shown = clock_of(event.ctx, event.slug)
    assert shown is not None
    assert shown.time_left == TimeLeft(900, turns=True)
    assert stage() is DayStage.PLAYING
    event.wait(minutes=14, seconds=59)
    assert stage() is DayStage.PLAYING
    event.wait(seconds=1)
    assert stage() is DayStage.TIME_UP
    events.change_settings(event.ctx, event.slug, {"extra_turns": "1", "overtime_minutes": "20"})
    assert overtime_of(event.t) == Overtime(1, 1200)
    assert stage() is DayStage.PLAYING, "the event's own minutes"
    events.change_settings(event.ctx, event.slug, {"extra_turns": "0"})
    assert stage() is DayStage.TIME_UP


# --- PN-MAT-5 ---------------------------------------------------------------------------------------------------------


@pytest.mark.req("PN-MAT-5")
def test_the_help_card_says_how_a_match_ends_at_time() -> None:
    rules = rulesets.load(S27).round
    assert rules.at_time == (
        "In game 1: the match is a tie.",
        "After game 1 or in game 2: the winner of game 1 wins the match.",
        "Between games 2 and 3, or in game 3: the match is a tie.",
    )
    assert rules.at_time_cut == (
        "In game 1: prize cards decide.",
        "After game 1 or in game 2: the winner of game 1 wins the match.",
        "Between games 2 and 3: a tie-breaker game is played.",
        "In game 3: prize cards decide.",
    )
    assert not rulesets.load("pokemon-vgc-2027").round.at_time
    assert not rulesets.load("pokemon-go").round.at_time


# --- PN-MAT-6 ---------------------------------------------------------------------------------------------------------


@pytest.mark.req("PN-MAT-6")
@pytest.mark.parametrize("said", ["=", "0-0", "1-1", "1-1-1", "0-0F"])
def test_no_tie_and_no_double_loss_in_the_cut(event: ClockedEvent, said: str) -> None:
    number, tables = in_the_cut(event)
    table, (a, _) = next(iter(tables.items()))
    before = event.t.seq
    for refused in (
        lambda: enter_result.report(event.ctx, event.slug, round_no=number, table=table, result=said),
        lambda: typed_results.enter(
            event.ctx, event.slug, round_no=number, table=table, typed=said, may=lambda _: True
        ),
        lambda: floor.claim(event.ctx, event.slug, no=a, round_no=number, result=said),
        lambda: enter_result.import_results(
            event.ctx, event.slug, read_results(f"table,result\n{table},{said}\n".encode()), round_no=number
        ),
    ):
        with raises_code(BadInput, "result-needs-winner", says="one of the two must advance"):
            refused()
    assert event.t.seq == before


@pytest.mark.req("PN-MAT-6")
def test_both_disqualified_nobody_goes_on_and_the_next_has_a_bye(event: ClockedEvent) -> None:
    number, tables = in_the_cut(event)
    (first, (a, b)), (other, (c, _)) = tables.items()
    enter_result.report(event.ctx, event.slug, round_no=number, table=other, result="2-0")
    for no in (a, b):
        leaving.drop(event.ctx, event.slug, f"p{no}", kind="disqualified")
    result = event.pod("masters-cut").rounds[number].matches[first].result
    assert result is not None
    assert (result.a, result.b) == (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS)
    rounds.finish(event.ctx, event.slug)
    rounds.pair(event.ctx, event.slug)
    final = event.pod("masters-cut").rounds[number + 1]
    assert not final.matches
    assert [s.no for s in final.sitting] == [c]


@pytest.mark.req("PN-MAT-6", "PN-RS-4")
def test_or_a_judge_says_who_goes_on(event: ClockedEvent) -> None:
    number, tables = in_the_cut(event)
    events.change_settings(event.ctx, event.slug, {"both_out": "refused"})
    first, (a, b) = next(iter(tables.items()))
    leaving.drop(event.ctx, event.slug, f"p{a}", kind="disqualified")
    with raises_code(Refused, "both-out"):
        leaving.drop(event.ctx, event.slug, f"p{b}", kind="disqualified")
    result = event.pod("masters-cut").rounds[number].matches[first].result
    assert result is not None
    assert result.b.won


# --- PN-MAT-7 ---------------------------------------------------------------------------------------------------------


@pytest.mark.req("PN-MAT-7")
@pytest.mark.parametrize(("best_of", "said"), [("1", "½-½"), ("3", "=")])
def test_an_agreed_draw_is_a_tie_by_one_tap_of_each(tmp_path: Path, best_of: str, said: str) -> None:
    event = ClockedEvent(tmp_path, S27, rounds="3", style="swiss", best_of=best_of, player_reports="yes")
    event.enter(4, birth_year=1990)
    event.open_round()
    match = event.pod().rounds[1].matches[1]
    page = own_page(event.ctx, event.slug, match.a).reporting
    assert page is not None
    assert page.draws
    assert bool(page.agreed) == (best_of == "3")
    for no in (match.a, match.b):
        floor.claim(event.ctx, event.slug, no=no, round_no=1, result=said)
    result = event.pod().rounds[1].matches[1].result
    assert result is not None
    assert (result.a, result.b) == (Outcome.DRAW, Outcome.DRAW)
    enter_result.report(event.ctx, event.slug, round_no=1, table=2, result="1-0" if best_of == "1" else "2-0")
    rounds.finish(event.ctx, event.slug)
    assert sorted(t.points for t in _rows(event)) == [0, 1, 1, 3]
    event.ctx.store.close()


def _rows(event: ClockedEvent) -> list[StandingRow]:
    return list(standing_rows(event.ctx, event.slug))


@pytest.mark.req("PN-MAT-7", "PN-RS-4")
def test_in_the_video_game_a_tie_is_taken_with_a_warning(tmp_path: Path) -> None:
    event = ClockedEvent(tmp_path, "pokemon-vgc-2027", rounds="3", style="swiss", player_reports="yes")
    event.enter(4, birth_year=1990)
    event.open_round()
    done = enter_result.report(event.ctx, event.slug, round_no=1, table=1, result="=")
    assert any("ties are rare here" in str(note) for note in done.notes)
    match = event.pod().rounds[1].matches[2]
    assert any(
        "ties are rare" in str(n) for n in floor.claim(event.ctx, event.slug, no=match.a, round_no=1, result="=").notes
    )
    with raises_code(NeedsConfirmation, "draw-doubt"):
        typed_results.enter(event.ctx, event.slug, round_no=1, table=2, typed="=", may=lambda _: True, sure=False)
    events.change_settings(event.ctx, event.slug, {"ties": "taken"})
    assert not enter_result.report(event.ctx, event.slug, round_no=1, table=2, result="=").notes
    enter_result.report(event.ctx, event.slug, round_no=1, table=2, result="1-0")
    events.change_settings(event.ctx, event.slug, {"ties": "refused"})
    with raises_code(BadInput, "result-no-draws"):
        enter_result.report(event.ctx, event.slug, round_no=1, table=2, result="=")
    event.ctx.store.close()


# --- PN-MAT-8 ---------------------------------------------------------------------------------------------------------


@pytest.mark.req("PN-MAT-8")
def test_the_phone_of_a_cut_match_names_the_higher_seed(event: ClockedEvent) -> None:
    number, tables = in_the_cut(event)
    seeds = event.pod("masters-cut").members
    for a, b in tables.values():
        higher, lower = sorted((a, b), key=seeds.index)
        assert own_page(event.ctx, event.slug, higher).i_choose is True
        assert own_page(event.ctx, event.slug, lower).i_choose is False
    table, (a, _) = next(iter(tables.items()))
    enter_result.report(event.ctx, event.slug, round_no=number, table=table, result="2-1")
    assert own_page(event.ctx, event.slug, a).i_choose is None


@pytest.mark.req("PN-MAT-8")
def test_nobody_chooses_in_the_swiss(event: ClockedEvent) -> None:
    event.open_round()
    assert own_page(event.ctx, event.slug, event.pod().rounds[1].matches[1].a).i_choose is None


# --- PN-MAT-9 ---------------------------------------------------------------------------------------------------------


@pytest.mark.req("PN-MAT-9")
def test_who_is_not_there_after_ten_minutes(event: ClockedEvent) -> None:
    event.open_round()
    match = event.pod().rounds[1].matches[1]
    who = f"p{match.b}"
    assert due_tables(event.ctx.open(event.slug), event.ctx.now()) == []
    floor.start_clock(event.ctx, event.slug, minutes=50)
    event.wait(minutes=9, seconds=59)
    with raises_code(Refused, "no-show-early", minutes=10):
        not_at_the_table(event.ctx, event.slug, who, round_no=1)
    event.wait(seconds=1)
    assert [one.table for one in due_tables(event.ctx.open(event.slug), event.ctx.now())] == [1, 2, 3, 4]
    assert event.t.entrants[match.b].drop is None, "never by itself"
    before = event.t.seq
    not_at_the_table(event.ctx, event.slug, who, round_no=1)
    result = event.pod().rounds[1].matches[1].result
    assert result is not None
    assert (result.a, result.b) == (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
    assert event.t.entrants[match.b].drop is not None
    assert event.t.seq == before + 1, "one entry"
    assert [one.table for one in due_tables(event.ctx.open(event.slug), event.ctx.now())] == [2, 3, 4]
    with raises_code(Refused, "no-show-played"):
        not_at_the_table(event.ctx, event.slug, f"p{match.a}", round_no=1)
    undo.undo(event.ctx, event.slug)
    assert event.pod().rounds[1].matches[1].result is None
    assert event.t.entrants[match.b].drop is None


@pytest.mark.req("PN-MAT-9")
def test_a_clock_that_was_stopped_does_not_run(event: ClockedEvent) -> None:
    event.open_round()
    floor.start_clock(event.ctx, event.slug, minutes=50)
    event.wait(minutes=5)
    floor.pause_clock(event.ctx, event.slug)
    event.wait(minutes=30)
    assert due_tables(event.ctx.open(event.slug), event.ctx.now()) == []
