"""An event whose matches are several games, on every way a result takes (A-42, A-70, PN-MAT-2)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.app.commands.event import events, undo
from pareo.app.commands.floor import floor
from pareo.app.commands.results import enter_result, typed_results
from pareo.app.commands.rounds import advance, rounds
from pareo.app.queries.pages.event_tables import pairing_rows, standing_rows
from pareo.app.queries.pages.public_view import short_result
from pareo.app.queries.pages.ratings import ratings_view
from pareo.app.queries.rounds.verify import verify
from pareo.app.screens.player_page import own_page
from pareo.app.screens.round_tables import one_row, round_rows
from pareo.core.model.outcome import Game, GameTally, Outcome
from pareo.core.model.ruleset import ResultRules, TiebreakUse
from pareo.core.results.games_text import BEST_OF
from pareo.core.standings.player_records import Ledger, PlayerRecord, RoundRecord
from pareo.core.standings.standings import standings
from pareo.core.text.errors import BadInput, Refused
from pareo.formats.registry import EXPORTERS, import_file
from pareo.formats.tables.csv_files import read_results
from support.errors import raises_code
from support.events.stage import Stage
from support.standings.ledgers import POKEMON, make_rules


def cards(folder: Path, **more: str) -> Stage:
    stage = Stage(folder, "pokemon-tcg-2019-07", rounds="2", best_of="3", **more)
    stage.enter(4, birth_year=1990)
    stage.open_round()
    return stage


def result_at(stage: Stage, table: int) -> object:
    (pod,) = [p for p in stage.t.pods.values() if p.rounds]
    return pod.last_round.matches[table].result  # type: ignore[union-attr]


@pytest.mark.req("PN-MAT-2", "A-70")
def test_typed_corrected_and_taken_back(tmp_path: Path) -> None:
    stage = cards(tmp_path)
    ctx, slug = stage.ctx, stage.slug
    typed_results.enter(ctx, slug, round_no=1, table=1, typed="2 1", may=lambda _: True)
    assert result_at(stage, 1).tally == GameTally(2, 1)  # type: ignore[attr-defined]
    typed_results.enter(ctx, slug, round_no=1, table=1, typed="1-0 0-1 0-1", may=lambda _: True, seen="2-1")
    assert result_at(stage, 1).games == (Game("a"), Game("b"), Game("b"))  # type: ignore[attr-defined]
    undo.undo(ctx, slug)
    assert result_at(stage, 1).tally == GameTally(2, 1)  # type: ignore[attr-defined]
    typed_results.enter(ctx, slug, round_no=1, table=1, typed="1 1 1", may=lambda _: True, seen="2-1")
    assert [row.result for row in pairing_rows(ctx, slug, round_no=1)] == ["1-1-1", None]
    row = one_row(ctx.open(slug), 1, 1)
    assert row.scores == ("2-0", "2-1", "1-1", "1-2", "0-2")
    shown = round_rows(ctx, slug, 1)
    assert (shown.games, shown.decide) == (3, "best-of")
    with raises_code(BadInput, "result-unreadable", says="such as 2-1"):
        enter_result.report(ctx, slug, round_no=1, table=2, result="3-0")


@pytest.mark.req("A-70")
def test_from_two_phones_and_from_a_file(tmp_path: Path) -> None:
    stage = cards(tmp_path, player_reports="yes")
    ctx, slug = stage.ctx, stage.slug
    (pod,) = stage.t.pods.values()
    match = pod.rounds[1].matches[1]
    page = own_page(ctx, slug, match.a)
    assert page.reporting is not None
    assert page.reporting.scores == ("2-0", "2-1", "1-1", "1-2", "0-2")
    floor.claim(ctx, slug, no=match.a, round_no=1, result="2-1")
    floor.claim(ctx, slug, no=match.b, round_no=1, result="1-2")
    assert result_at(stage, 1).tally == GameTally(2, 1)  # type: ignore[attr-defined]
    enter_result.import_results(ctx, slug, read_results(b"table,result\n2,0-2\n"), round_no=1)
    assert short_result(result_at(stage, 2)) == "0–2"  # type: ignore[arg-type]
    rounds.finish(ctx, slug)
    assert sorted(row.points for row in standing_rows(ctx, slug)) == [0, 0, 3, 3], "the match gives the points"
    assert all(verdict.ok for verdict in verify(ctx, slug))


@pytest.mark.req("PN-MAT-2")
def test_the_cut_has_its_own_number_of_games(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", rounds="1", cut="2", best_of_cut="3")
    stage.enter(8, birth_year=1990)
    stage.play(1, "1-0")
    advance.advance(stage.ctx, stage.slug, to="cut", size=2, override="a small final")
    stage.open_round()
    final = next(p for p in stage.t.pods.values() if p.phase.value == "cut")
    (table,) = final.rounds[final.first_round].matches
    with raises_code(BadInput, "result-needs-winner"):
        enter_result.report(stage.ctx, stage.slug, round_no=final.first_round, table=table, result="1-1")
    enter_result.report(stage.ctx, stage.slug, round_no=final.first_round, table=table, result="2-1")
    state = stage.t.pods[final.id].rounds[final.first_round].matches[table].result
    assert state is not None
    assert state.tally == GameTally(2, 1)


def test_what_cannot_be_set(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss", rounds="2")
    with raises_code(BadInput, "best-of-even"):
        events.change_settings(stage.ctx, stage.slug, {"best_of": "2"})
    events.change_settings(stage.ctx, stage.slug, {"games": "2"})
    with raises_code(Refused, "best-of-ruleset"):
        events.change_settings(stage.ctx, stage.slug, {"best_of": "3"})
    events.change_settings(stage.ctx, stage.slug, {"games": ""})
    events.change_settings(stage.ctx, stage.slug, {"best_of": "3"})
    with pytest.raises(Refused):
        events.change_settings(stage.ctx, stage.slug, {"games": "2"})


@pytest.mark.req("A-42")
def test_two_games_of_scrabble(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="1", games="2")
    stage.enter(2)
    stage.open_round()
    typed_results.enter(stage.ctx, stage.slug, round_no=1, table=1, typed="412 300 400 400", may=lambda _: True)
    rounds.finish(stage.ctx, stage.slug)
    rows = {row.rank: (row.points, row.tiebreak_value("secondary")) for row in standing_rows(stage.ctx, stage.slug)}
    assert rows == {1: (1.5, 812), 2: (0.5, 700)}, "every game gives its points, and the points on the table add up"
    assert [row.result for row in pairing_rows(stage.ctx, stage.slug, round_no=1)] == ["412-300 400-400"]
    assert all(verdict.ok for verdict in verify(stage.ctx, stage.slug))


@pytest.mark.req("A-42", "A-70")
@pytest.mark.parametrize("held", ["pareo", "event-json"])
def test_formats_that_hold_games(tmp_path: Path, held: str) -> None:
    stage = cards(tmp_path)
    stage.report_all("1-0 0-1b 1-0")
    made = EXPORTERS[held].export(stage.ctx, stage.slug, "en", None)
    again = import_file(stage.ctx, made.data, slug="otra")
    results = [
        m.result
        for p in stage.ctx.open("otra").state.pods.values()
        for r in p.rounds.values()
        for m in r.matches.values()
    ]
    assert {r.games for r in results if r} == {(Game("a"), Game("b", first="b"), Game("a"))}, again


@pytest.mark.req("A-70")
@pytest.mark.parametrize("silent", ["tdf", "trf"])
def test_formats_that_cannot_hold_games_say_so(tmp_path: Path, silent: str) -> None:
    stage = cards(tmp_path)
    stage.report_all("2-1")
    rounds.finish(stage.ctx, stage.slug)
    told = EXPORTERS[silent].export(stage.ctx, stage.slug, "en", None).left_out
    assert any("games of matches" in line for line in told)


@pytest.mark.req("A-70")
@pytest.mark.parametrize(("per", "games"), [("", 3), (" per=match", 1)])
def test_ratings_per_game_or_per_match(tmp_path: Path, per: str, games: int) -> None:
    stage = Stage(tmp_path, "swiss", rounds="1", best_of="3", rating_rules=f"fide k=20{per}")
    stage.enter(2, rating=1500)
    stage.open_round()
    stage.report_all("2-1")
    rounds.finish(stage.ctx, stage.slug)
    assert {row.games for row in ratings_view(stage.ctx, stage.slug)} == {games}


# --- tie-breaks against a naive second reckoning ----------------------------------------------------------------------

FLOORS = {"0%": Fraction(0), "33%": Fraction(33, 100), "33.33%": Fraction(3333, 10000), "1/3": Fraction(1, 3)}
Season = list[list[tuple[int, int, int, int, int]]]  # rounds of (a, b, games of a, of b, drawn); b = 0: a bye


@st.composite
def seasons(draw: st.DrawFn) -> Season:
    found: Season = []
    for _ in range(draw(st.integers(1, 5))):
        players = draw(st.permutations(range(1, draw(st.integers(3, 7)) + 1)))
        rows = [
            (a, b, *draw(st.sampled_from([(2, 0, 0), (2, 1, 0), (1, 1, 1), (0, 2, 1), (1, 0, 0), (0, 0, 3)])))
            for a, b in zip(players[::2], players[1::2], strict=False)
        ]
        if len(players) % 2:
            rows.append((players[-1], 0, 2, 0, 0))
        found.append(rows)
    return found


@pytest.mark.req("A-70")
@given(seasons(), st.sampled_from(sorted(FLOORS)), st.booleans())
@settings(max_examples=60)
def test_match_and_game_percentages(season: Season, floor_text: str, byes: bool) -> None:
    least = FLOORS[floor_text]
    own: dict[int, list[tuple[int, int, int, int, int]]] = {}  # (opponent, points, won, lost, drawn)
    lines: dict[int, list[RoundRecord]] = {}
    for number, rows in enumerate(season, 1):
        for a, b, won, lost, drawn in rows:
            for me, other, w, x in ((a, b, won, lost), (b, a, lost, won)):
                if not me:
                    continue
                outcome = Outcome.BYE if not b else Outcome.WIN if w > x else Outcome.LOSS if w < x else Outcome.DRAW
                points = 3 if w > x else 1 if w == x else 0
                own.setdefault(me, []).append((other, points, w, x, drawn))
                lines.setdefault(me, []).append(
                    RoundRecord(number, outcome, other or None, points, games=GameTally(w, x, drawn))
                )
    options = {"floor": floor_text}
    rules = make_rules(
        TiebreakUse("omw", {**options, "byes": "counted" if byes else "left-out"}),
        TiebreakUse("gw", options),
        TiebreakUse("ogw", options),
        points=POKEMON,
        results=ResultRules("outcome", games=3, decide=BEST_OF),
    )
    accounts = {no: PlayerRecord(no, tuple(mine)) for no, mine in sorted(lines.items())}
    ledger = Ledger(accounts, tuple(range(1, len(season) + 1)), 9)

    def share(no: int) -> Fraction:
        counted = [points for other, points, *_ in own[no] if other or byes]
        return max(least, Fraction(sum(counted), 3 * len(counted)) if counted else Fraction(0))

    def games(no: int) -> Fraction:
        made = sum(3 * w + drawn for _, _, w, _, drawn in own[no])
        return max(least, Fraction(made, 3 * sum(w + x + drawn for *_, w, x, drawn in own[no])))

    def mean(values: list[Fraction]) -> Fraction:
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)

    for row in standings(ledger, rules):
        met = [other for other, *_ in own[row.no] if other]
        exact = [Fraction(value.exact or 0) for value in row.values]
        assert exact == [mean([share(o) for o in met]), games(row.no), mean([games(o) for o in met])]
