"""Days played before the day, and forecasts during it: the intervals hold, and the same seed gives the same plan."""

from __future__ import annotations

import pytest

from pareo import rulesets
from pareo.app.foresight.plan import Wish, clock, minutes_of, plan
from pareo.core.pairing.chance import Chance
from pareo.core.plan.days import Format, many_days, neighbours, one_day
from pareo.core.plan.play import Setup, play
from pareo.core.plan.times import Times, pace_of, rest_of_day, round_ends_in, round_length, usual_round
from pareo.core.words.errors import BadInput


@pytest.mark.parametrize("rules", ["pokemon-tcg-2027", "chess-fide", "scrabble-fise", "swiss"])
def test_an_event_is_played_by_the_rules_own_method(rules):
    event = play(Setup(rulesets.load(rules), 11, 4, drops=0.05), "seed")
    assert event.round_no == 4
    for number in range(1, 5):
        met = [(no, line.opponent) for no, lines in event.lines.items() for line in lines if line.round_no == number]
        assert len(met) == len({no for no, _ in met})
        assert all((other, no) in met for no, other in met if other is not None)
    again = play(Setup(rulesets.load(rules), 11, 4, drops=0.05), "seed")
    assert again.lines == event.lines


def test_nine_of_ten_days_end_between_what_is_said():
    """`tools/foresight.py backtest` does it a thousand times."""
    setup, form, times = Setup(rulesets.load("swiss"), 16, 4, 0.1), Format(4, 4), Times(40)
    said = many_days(setup, form, times, "said", 250).length
    held = sum(said.low <= one_day(setup, form, times, f"held/{i}").length <= said.high for i in range(150))
    assert 0.82 * 150 <= held <= 0.97 * 150


def test_during_the_day_nine_of_ten_forecasts_hold():
    times, held, count = Times(50, 5), 0, 400
    for i in range(count):
        chance = Chance(f"day {i}")
        pace, tables, rounds = pace_of(chance), 4 + chance.below(40), 4 + chance.below(5)
        lengths = [pace * round_length(chance, tables, times) for _ in range(rounds)]
        done = chance.below(rounds)
        said = rest_of_day([(tables, 0)] * (rounds - done), times, [(one, tables) for one in lengths[:done]])
        held += said.low <= sum(lengths[done:]) <= said.high
    assert 0.86 * count <= held <= 0.94 * count


def test_a_slow_hall_is_noticed_and_few_tables_take_turns():
    times = Times(50)
    usual = rest_of_day([(20, 0)] * 3, times, [])
    slow = rest_of_day([(20, 0)] * 3, times, [(1.2 * usual_round(20, times)[0], 20)] * 3)
    assert slow.middle > 1.1 * usual.middle
    assert slow.high - slow.low < usual.high - usual.low
    assert usual_round(20, Times(50, hall=10))[0] > 1.6 * usual_round(20, times)[0]
    assert round_ends_in(10, 8, times) > round_ends_in(10, 1, times) > round_ends_in(45, 1, times) > 0
    assert round_ends_in(500, 3, times) == 0


def test_the_plan_has_the_documents_format_first_and_its_neighbours():
    found = plan(rulesets.load("pokemon-tcg-2027"), Wish(24, days=20))
    assert (found.formats[0].rounds, found.formats[0].cut) == (5, 8)
    assert {f.rounds for f in found.formats} >= {4, 5, 6}
    assert {f.cut for f in found.formats} >= {4, 8}
    assert found.formats[0].earliest <= found.formats[0].ends <= found.formats[0].latest
    assert found.chart.startswith("<svg")
    assert found == plan(rulesets.load("pokemon-tcg-2027"), Wish(24, days=20))
    assert neighbours(Format(2, 2)) == [Format(3, 2), Format(2, 4), Format(2, 0)]


def test_bad_wishes_are_refused():
    rules = rulesets.load("swiss")
    for wish in (Wish(3), Wish(8, days=1), Wish(8, start="25:00"), Wish(8, start="soon")):
        with pytest.raises(BadInput):
            plan(rules, wish)
    assert clock(minutes_of("23:30") + 45) == "00:15 (+1)"
