"""Days played before the day, and forecasts during it: the intervals hold, and the same seed gives the same plan."""

from __future__ import annotations

import pytest

from pareo import rulesets
from pareo.app.commands.floor import floor
from pareo.app.forecast.plan import PlanRequest, clock, days_for, minutes_of, plan, prepare_plan
from pareo.app.forecast.round_times import day_ahead
from pareo.core.day_plan.days import DayFormat, neighbours, simulate_day, simulate_days
from pareo.core.day_plan.simulation import Setup, play_event
from pareo.core.day_plan.times import DayTimes, Playing, pace_of, rest_of_day, round_ends_in, round_length, usual_round
from pareo.core.model.pairing_contract import Candidate, PairingInput
from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing.random.matching_graph import Tuning
from pareo.core.pairing.random.swiss import pair_random
from pareo.core.pairing.registry import pair
from pareo.core.text.errors import BadInput, NotFound, Refused
from support.errors import raises_code
from support.events.stage import Stage, make_players
from support.qualification.predictions import forecast_holds


@pytest.mark.parametrize("rules", ["pokemon-tcg-2027", "chess-fide", "scrabble-fise", "swiss"])
def test_an_event_is_played_by_the_rules_own_method(rules):
    event = play_event(Setup(rulesets.load(rules), 11, 4, drops=0.05), "seed")
    assert event.round_no == 4
    for number in range(1, 5):
        met = [(no, line.opponent) for no, lines in event.lines.items() for line in lines if line.round_no == number]
        assert len(met) == len({no for no, _ in met})
        assert all((other, no) in met for no, other in met if other is not None)
    again = play_event(Setup(rulesets.load(rules), 11, 4, drops=0.05), "seed")
    assert again.lines == event.lines


def test_nine_of_ten_days_end_between_what_is_said():
    """`tools/forecast_proofs.py backtest` does it a thousand times."""
    setup, form, times = Setup(rulesets.load("swiss"), 16, 4, 0.1), DayFormat(4, 4), DayTimes(40)
    said = simulate_days(setup, [form], times, "said", 250)[0].length
    held = sum(said.low <= simulate_day(setup, form, times, f"held/{i}").length <= said.high for i in range(150))
    assert 0.82 * 150 <= held <= 0.97 * 150


def test_in_the_middle_of_a_round_nine_of_ten_forecasts_hold():
    """`tools/forecast_proofs.py backtest` does it a thousand times."""
    assert 0.86 * 300 <= sum(forecast_holds(f"middle {i}") for i in range(300)) <= 0.94 * 300


def test_during_the_day_nine_of_ten_forecasts_hold():
    times, held, count = DayTimes(50, 5), 0, 400
    for i in range(count):
        chance = SeededRandom(f"day {i}")
        pace, tables, rounds = pace_of(chance), 4 + chance.below(40), 4 + chance.below(5)
        lengths = [pace * round_length(chance, tables, times) for _ in range(rounds)]
        done = chance.below(rounds)
        said = rest_of_day([(tables, 0)] * (rounds - done), times, [(one, tables) for one in lengths[:done]])
        held += said.low <= sum(lengths[done:]) <= said.high
    assert 0.86 * count <= held <= 0.94 * count


def test_a_slow_hall_is_noticed_and_few_tables_take_turns():
    times = DayTimes(50)
    usual = rest_of_day([(20, 0)] * 3, times, [])
    slow = rest_of_day([(20, 0)] * 3, times, [(1.2 * usual_round(20, times)[0], 20)] * 3)
    assert slow.middle > 1.1 * usual.middle
    assert slow.high - slow.low < usual.high - usual.low
    assert usual_round(20, DayTimes(50, hall=10))[0] > 1.6 * usual_round(20, times)[0]
    assert round_ends_in(Playing(10, 8), times) > round_ends_in(Playing(10, 1), times) > 0
    assert round_ends_in(Playing(10, 1), times) > round_ends_in(Playing(45, 1), times) > 0
    assert round_ends_in(Playing(500, 3), times) == 0


def test_the_plan_has_the_documents_format_first_and_its_neighbours():
    found = plan(rulesets.load("pokemon-tcg-2027"), PlanRequest(24, days=20))
    assert (found.formats[0].rounds, found.formats[0].cut) == (5, 8)
    assert {f.rounds for f in found.formats} >= {4, 5, 6}
    assert {f.cut for f in found.formats} >= {4, 8}
    assert found.formats[0].earliest <= found.formats[0].ends <= found.formats[0].latest
    assert found.chart.startswith("<svg")
    assert found == plan(rulesets.load("pokemon-tcg-2027"), PlanRequest(24, days=20))
    assert neighbours(DayFormat(2, 2)) == [DayFormat(3, 2), DayFormat(2, 4), DayFormat(2, 0)]


def test_a_page_waits_for_seconds_and_a_command_for_thousands():
    assert [days_for(players) for players in (4, 40, 100, 300)] == [300, 300, 120, 40]
    assert PlanRequest(8).days == 1000


def test_formats_are_compared_on_the_same_days():
    """A round more is the same event with one round more: its players without a loss are fewer, never more."""
    setup = Setup(rulesets.load("swiss"), 24, 4, 0.1, 0.02)
    four, five, small = simulate_days(
        setup, [DayFormat(4, 4), DayFormat(5, 4), DayFormat(4, 2)], DayTimes(40), "same", 30
    )
    assert five.undefeated < four.undefeated == small.undefeated
    assert five.length.middle > four.length.middle > small.length.middle
    alone = simulate_days(setup, [DayFormat(4, 4)], DayTimes(40), "same", 30)[0]
    assert alone == four
    assert sum(one.players for one in four.records) > 30 * 20
    assert sum(one.goes_on for one in four.records) == 30 * 4
    assert sum(one.by_tiebreaks for one in four.records) == round(30 * four.missed)
    best, worst = four.records[0], four.records[-1]
    assert best.goes_on / best.players > 0.9 > worst.goes_on / worst.players


def test_two_days_end_on_two_days():
    setup = Setup(rulesets.load("pokemon-tcg-2027"), 24, 5)
    one, two = simulate_days(setup, [DayFormat(5, 4), DayFormat(5, 4, second_day=2)], DayTimes(40), "days", 20)
    assert one.second is None
    assert two.second is not None
    assert two.length.middle < 0.7 * one.length.middle
    assert abs(two.length.middle + two.second.middle - one.length.middle) < 15


def test_a_table_of_two_phases_plans_two_days():
    """Each of the document's tables can be asked for; the usual one is for one day."""
    rules = rulesets.load("pokemon-tcg-2027")
    usual, two = (plan(rules, PlanRequest(70, days=20, table=table)).formats[0] for table in ("", "two-phase"))
    assert (usual.rounds, usual.second_ends) == (7, None)
    assert two.rounds == 9
    assert two.second_ends
    with pytest.raises(NotFound):
        plan(rules, PlanRequest(70, days=20, table="three-day"))


def test_a_plan_draws_as_the_day_would():
    """Without its proof a round is the same round."""
    met = {no: frozenset({no - 1, no + 1} - {0, 31}) for no in range(1, 31)}
    given = PairingInput(tuple(Candidate(no, points=no // 3) for no in range(1, 31)), met, seed="plan")
    drawn, proved = pair_random(given, Tuning(certified=False)), pair(given)
    assert (drawn.matches, drawn.bye, drawn.cost) == (proved.matches, proved.bye, proved.cost)
    assert proved.certificate
    assert not drawn.certificate


def test_bad_wishes_are_refused():
    rules = rulesets.load("swiss")
    for wish in (
        PlanRequest(3),
        PlanRequest(8, days=1),
        PlanRequest(8, start="25:00"),
        PlanRequest(8, start="soon"),
        PlanRequest(8, tables=-1),
        PlanRequest(8, rounds=-2),
        PlanRequest(8, minutes=-5),
        PlanRequest(8, minutes=601),
        PlanRequest(8, drops=-0.1),
        PlanRequest(8, drops=0.6),
        PlanRequest(8, cut=1),
        PlanRequest(8, cut=-4),
    ):
        with pytest.raises(BadInput):
            plan(rules, wish)
    with raises_code(Refused, "cut-players", players=12):
        plan(rules, PlanRequest(12, cut=16))
    assert clock(minutes_of("23:30") + 45) == "00:15 (+1)"


def test_a_play_off_is_as_large_as_asked_and_four_play_the_documents_three_rounds():
    assert [(one.rounds, one.cut) for one in prepare_plan(rulesets.load("swiss"), PlanRequest(12, cut=8)).forms] == [
        (4, 8),
        (5, 8),
        (3, 8),
        (4, 4),
    ]
    found = plan(rulesets.load("pokemon-tcg-2027"), PlanRequest(4, days=20))
    assert [one.rounds for one in found.formats] == [3, 2]


def test_where_a_method_knows_no_round_any_more_the_day_goes_on():
    """Six play four rounds of the Dutch system: now and then nobody is left whom the colours allow."""
    found = plan(rulesets.load("chess-fide"), PlanRequest(6, days=40))
    assert [one.rounds for one in found.formats] == [3, 4, 2]


@pytest.mark.parametrize(("players", "each"), [(6, 5), (7, 6)])
def test_a_round_robin_is_planned_by_its_table(players, each):
    day = prepare_plan(rulesets.load("chess-round-robin"), PlanRequest(players, drops=0))
    assert [one.rounds for one in day.forms] == [players - 1 + players % 2]
    event = play_event(day.setup, "seed")
    for lines in event.lines.values():
        met = [line.opponent for line in lines if line.opponent is not None]
        assert len(met) == len(set(met)) == each
        assert sum(line.points for line in lines if line.opponent is None) == 0
    assert [one.rounds for one in prepare_plan(rulesets.load("chess-round-robin"), PlanRequest(7, rounds=3)).forms] == [
        3,
        4,
        2,
    ]
    with pytest.raises(Refused):
        prepare_plan(rulesets.load("chess-round-robin"), PlanRequest(300))


def test_points_on_the_table_are_played_too_where_they_decide():
    """Places by total points: with none, the first would be drawn by lot."""
    found = plan(rulesets.load("scrabble-spain-total"), PlanRequest(12, days=100))
    assert found.formats[0].best_wins > 0.35
    for lines in play_event(Setup(rulesets.load("scrabble-fise"), 8, 3, draws=0.3), "seed").lines.values():
        for line in lines:
            ahead = line.score - line.against
            assert (ahead > 0, ahead < 0) == (line.outcome.won, line.outcome.lost)


def test_the_play_off_of_a_second_day_is_not_today(tmp_path):
    for days, final in (({}, True), ({"day2_rounds": "2", "day2_points": "4"}, False)):
        (tmp_path / str(final)).mkdir()
        stage = Stage(tmp_path / str(final), "pokemon-tcg-2027", style="swiss+cut", rounds="3", cut="4", **days)
        stage.enter(make_players(12, birth_year=1990))
        stage.open_round()
        floor.start_clock(stage.ctx, stage.slug)
        one = day_ahead(stage.ctx.open(stage.slug), stage.ctx.now())
        assert one is not None
        assert one.final is final
