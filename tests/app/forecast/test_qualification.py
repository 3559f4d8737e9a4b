"""What is said of whole events comes true when they go on: cuts per division, asymmetrical cuts, second days."""

from __future__ import annotations

from pareo.app.commands.people import leaving
from pareo.app.commands.results import enter_result
from pareo.app.commands.rounds import advance, rounds
from pareo.app.forecast.qualification import goals_of, outlooks
from pareo.app.forecast.qualification_cache import OutlookCache
from pareo.app.forecast.qualification_rows import by_goal, chance_words, cut_lines, outlook_rows
from pareo.app.jobs.queue import JobQueue
from pareo.core.model.entities import Phase, Status
from pareo.core.model.random_source import SeededRandom
from pareo.core.qualification.bounds import Certainty
from pareo.core.qualification.reuse import is_still_valid
from pareo.locale.catalogue import catalogue
from support.events.stage import Stage, make_players, players_of_ages

QUICKLY = OutlookCache(JobQueue(start=lambda _work: None))  # what a page can wait for, and nothing else


def random_results(seed: str):
    chance = SeededRandom(seed, "results")
    return lambda _a, _b: ("1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1-0", "0-1")[chance.below(7)]


def _add_predictions(stage: Stage, said: list[tuple[int, str, bool]]) -> None:
    for one in outlooks(stage.ctx.open(stage.slug), ahead=QUICKLY):
        said += [(p.no, p.goal, p.verdict is Certainty.IN) for p in one.prospects if p.verdict is not Certainty.OPEN]


def _play_and_check(stage: Stage, count: int, seed: str, to: str) -> int:
    said: list[tuple[int, str, bool]] = []
    result = random_results(seed)
    for _ in range(count):
        stage.open_round(to=Status.PUBLISHED)
        _add_predictions(stage, said)
        rounds.start(stage.ctx, stage.slug, confirmed=True)
        stage.report_all(result)
        _add_predictions(stage, said)
        rounds.finish(stage.ctx, stage.slug)
    _add_predictions(stage, said)
    assert {len(p.ifs) for one in outlooks(stage.ctx.open(stage.slug), ahead=QUICKLY) for p in one.prospects} == {0}
    advance.advance(stage.ctx, stage.slug, to=to, confirmed=True, override="a test")
    for no, goal, inside in said:
        pod = stage.t.pods[goal]
        assert (no in pod.members) == inside, (no, goal, inside)
    return len(said)


def test_an_asymmetrical_cut_comes_as_foretold(tmp_path):
    stage = Stage(tmp_path, "pokemon-tcg-2027", style="swiss+cut", rounds="4", cut="4", asymmetrical="yes")
    stage.enter(make_players(17, birth_year=1990))
    assert _play_and_check(stage, 4, "asymmetrical", "cut") > 17


def test_every_division_of_a_shared_pod_has_its_own_cut(tmp_path):
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", style="swiss+cut", rounds="3", cut="2")
    stage.enter(players_of_ages(juniors=5, seniors=6, masters=6))
    said = _play_and_check(stage, 3, "divisions", "cut")
    assert said > 10
    assert sum(p.phase is Phase.CUT for p in stage.t.pods.values()) > 1


def test_a_second_day_by_points_comes_as_foretold(tmp_path):
    stage = Stage(
        tmp_path, "pokemon-tcg-2027", style="swiss+cut", rounds="4", day2_rounds="2", day2_points="7", cut="4"
    )
    stage.enter(make_players(14, birth_year=1990))
    stage.open_round()
    goal = goals_of(stage.t, stage.pod())[0]
    assert (goal.kind, goal.points) == ("day2", 7 * stage.t.ruleset.unit)
    stage.report_all("1-0")
    rounds.finish(stage.ctx, stage.slug)
    assert _play_and_check(stage, 3, "second day", "day2") > 14


def test_with_one_table_left_it_says_what_it_takes(tmp_path):
    stage = Stage(tmp_path, "swiss", style="swiss+cut", rounds="3", cut="2")
    stage.enter(6)
    stage.play(2, lambda a, b: "1-0" if a < b else "0-1")
    stage.open_round()
    rows = outlook_rows(stage.ctx, stage.slug)
    assert {row.proof for row in rows} == {"exact"}
    assert all(row.margin in (None, 0) for row in rows)
    safe = [row for row in rows if row.safe_to_draw]
    assert safe, rows
    assert all(
        row.verdict == "in" or any(line.startswith("A draw is safe: place") for line in row.says) for row in safe
    )
    assert any(row.verdict == "open" for row in safe)
    assert len(cut_lines(stage.ctx, stage.slug)) == 1
    after = outlook_rows(stage.ctx, stage.slug, after=1)
    assert {row.proof for row in after} == {"bounds"}
    assert outlook_rows(stage.ctx, stage.slug, after=2) != rows


def test_without_a_cut_it_is_about_the_first_place(tmp_path):
    stage = Stage(tmp_path, "chess-fide", rounds="3")
    stage.enter(6)
    stage.play(2, lambda a, b: "1-0" if a < b else "0-1")
    stage.open_round()
    rows = outlook_rows(stage.ctx, stage.slug)
    assert {row.kind for row in rows} == {"first"}
    assert cut_lines(stage.ctx, stage.slug) == []


def test_a_cut_after_a_second_day_comes_as_foretold(tmp_path):
    stage = Stage(
        tmp_path, "pokemon-tcg-2027", style="swiss+cut", rounds="3", day2_rounds="3", day2_points="4", cut="4"
    )
    stage.enter(make_players(16, birth_year=1990))
    stage.play(3, random_results("first day"))
    advance.advance(stage.ctx, stage.slug, to="day2", confirmed=True, override="a test")
    assert _play_and_check(stage, 3, "on the second day", "cut") > 8


def test_the_cut_of_sections_comes_as_foretold(tmp_path):
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", style="swiss+cut", rounds="3", cut="4", sections="2")
    stage.enter(make_players(64, birth_year=1990))
    stage.open_round(to=Status.PUBLISHED)
    told = by_goal(outlook_rows(stage.ctx, stage.slug))
    assert [(name, len(rows)) for name, rows in told] == [("masters-1", 32), ("masters-2", 32)]
    rounds.start(stage.ctx, stage.slug, confirmed=True)
    stage.report_all(random_results("first"))
    rounds.finish(stage.ctx, stage.slug)
    assert _play_and_check(stage, 2, "sections", "cut") > 64
    assert len(stage.t.pods) == 3


def test_a_result_of_which_nothing_is_known_is_not_told(tmp_path):
    """No draw so far: none is played ahead, and “A draw: place 1 to 8” would say nothing."""
    stage = Stage(tmp_path, "swiss", style="swiss+cut", rounds="4", cut="4")
    stage.enter(8)
    stage.play(1, "1-0")
    stage.open_round()
    rows = outlook_rows(stage.ctx, stage.slug)
    assert {one.result for row in rows for one in row.ifs} == {"win", "tie", "loss"}
    assert not [line for row in rows for line in row.says if line.startswith("A draw: place 1 to 8.")]
    assert [line for row in rows for line in row.says if line.startswith("A win: ")]


def test_a_chance_is_never_called_nothing_or_everything():
    said = [chance_words(*one) for one in ((0, 0), (0, 0.06), (1, 0.004), (0.431, 0.08), (0.5, 0))]
    assert said == ["at most 1 %", "at most 6 %", "at least 99 %", "43 % ± 8", "50 %"]


def test_a_chance_is_written_as_each_language_writes_percent():
    said = [catalogue(lang).note(chance_words(0.431, 0.08)) for lang in ("en", "es", "pt", "it")]
    assert said == ["43 % ± 8", "43\u00a0% ± 8", "43% ± 8", "43% ± 8"]


def _certain_verdicts(stage: Stage) -> dict[int, tuple[str, dict[str, str]]]:
    """By player: what is certain, and what is if that player's match ends so."""
    return {
        p.no: (p.verdict.value, {i.result: i.verdict.value for i in p.ifs})
        for one in outlooks(stage.ctx.open(stage.slug))
        for p in one.known_prospects
    }


def test_an_adjourned_game_is_not_over(tmp_path):
    """It counts as a draw until it ends: nobody is out, or in, by that draw."""
    stage = Stage(tmp_path, "chess-fide", rounds="2")
    stage.enter(4)
    stage.play(1, lambda a, b: "1-0" if a < b else "0-1")
    stage.open_round()
    first, second = sorted(stage.pod().rounds[2].matches.values(), key=lambda m: m.table)
    enter_result.report(stage.ctx, stage.slug, round_no=2, table=first.table, result="adjourned", confirmed=True)
    enter_result.report(stage.ctx, stage.slug, round_no=2, table=second.table, result="1-0", confirmed=True)
    before = _certain_verdicts(stage)
    assert {before[first.a][0], before[first.b][0]} == {"open"}  # one point each: who wins is first
    assert before[second.b][0] == "out"
    enter_result.report(stage.ctx, stage.slug, round_no=2, table=first.table, result="1-0", confirmed=True)
    after = _certain_verdicts(stage)
    assert (after[first.a][0], after[first.b][0]) == ("in", "out")


def test_half_a_point_to_one_side_is_an_end_of_a_game_too(tmp_path):
    stage = Stage(tmp_path, "chess-fide", rounds="1")
    stage.enter(2)
    stage.open_round()
    (match,) = stage.pod().rounds[1].matches.values()
    verdicts = _certain_verdicts(stage)
    assert verdicts[match.a][1] == {"win": "in", "tie": "open", "loss": "open"}  # ½-½: Black is first; ½-0: White
    assert verdicts[match.b][1] == {"win": "in", "tie": "in", "loss": "open"}  # 0-0F: both


def test_who_shares_a_place_with_somebody_who_has_left_is_not_first(tmp_path):
    """One wins, six draw. When one of the six has left, nothing parts that one from the next, but it is below."""
    stage = Stage(tmp_path, "scrabble-fise", rounds="1")
    stage.enter(8)
    stage.open_round()
    first, *others = sorted(stage.pod().rounds[1].matches.values(), key=lambda m: m.table)
    stage.report_all(lambda a, _b: "400-300" if a == first.a else "350-350")
    gone = min(min(m.a, m.b) for m in others)
    leaving.drop(stage.ctx, stage.slug, stage.ctx.open(stage.slug).id(gone))
    (one,) = outlooks(stage.ctx.open(stage.slug))
    assert [p.no for p in one.known_prospects if p.verdict is Certainty.IN] == [first.a]
    assert sorted({(p.best, p.worst) for p in one.known_prospects}) == [(1, 1), (2, 2), (7, 7)]


def test_who_leaves_before_the_last_round_begins_changes_no_more_than_was_said(tmp_path):
    """An unbeaten player who leaves then counts 75 % at most for the opponents: what hangs on tie-breaks is not said
    before the round has begun."""
    stage = Stage(tmp_path, "pokemon-tcg-2027", style="swiss+cut", rounds="5", cut="4")
    stage.enter(make_players(10, birth_year=1990))
    stage.play(4, lambda a, b: "1-0" if a < b else "0-1")
    stage.open_round(to=Status.PUBLISHED)
    (one,) = outlooks(stage.ctx.open(stage.slug))
    assert (one.field.may_leave, {p.proof for p in one.known_prospects}) == (True, {"bounds"})
    rounds.start(stage.ctx, stage.slug, confirmed=True)
    (now,) = outlooks(stage.ctx.open(stage.slug))
    assert (now.field.may_leave, {p.proof for p in now.known_prospects}) == (False, {"exact"})
    known = {p.no: p.verdict for p in now.known_prospects}
    assert all(p.verdict in (Certainty.OPEN, known[p.no]) for p in one.known_prospects)
    assert not is_still_valid(now.field, one.field)
    assert is_still_valid(one.field, now.field)


def test_where_nobody_can_change_tiebreaks_by_leaving_all_is_said_at_once(tmp_path):
    stage = Stage(tmp_path, "pokemon-tcg-2027", style="swiss+cut", rounds="3", cut="2")
    stage.enter(make_players(8, birth_year=1990))
    stage.play(2, lambda a, b: "1-0" if a < b else "0-1")
    stage.open_round(to=Status.PUBLISHED)
    assert {p.proof for one in outlooks(stage.ctx.open(stage.slug)) for p in one.known_prospects} == {"exact"}
