"""Checks of the forecasts that take too long for the suite: `tools/forecast_proofs.py PROOF [COUNT]`.

small     thousands of small events against every way in which they can end
whole     whole events of 8 to 400 players (or of one size: `whole 3 400`): not one false “in” or “out” in any round
last      the last round at 64 players: how many of those who can be decided are
receipts  rounds of small events: the script for strangers and `verify` say the same of each, and of a forged one
backtest  plans and forecasts against days that were not used to make them: nine of ten must hold
"""

# ruff: noqa: S101 (a proof that fails stops)
from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from pareo import rulesets
from pareo.core.day_plan.days import DayFormat, simulate_day, simulate_days
from pareo.core.day_plan.simulation import Setup
from pareo.core.day_plan.times import DayTimes, pace_of, rest_of_day, round_length
from pareo.core.model.random_source import SeededRandom
from pareo.core.qualification.bounds import Certainty, bounds_of, tiebreaks_of
from pareo.core.qualification.prospects import _by_bounds, qualifications
from support.events.receipts import disagreements, load_script, play_event
from support.qualification.open_fields import RULES, qualifiers, random_field, random_goal, worlds
from support.qualification.predictions import count_wrong_verdicts, forecast_holds, last_round


def small(count: int) -> None:
    """Exact verdicts must be complete, bounds must never be wrong."""
    decided = by_bounds = decidable = 0
    for turn in range(count):
        rules = RULES[turn % len(RULES)]
        chance = SeededRandom(f"small/{turn}", rules)
        field = random_field(chance, 4 + chance.below(7), 2 + chance.below(3), chance.below(5), rules)
        goal = random_goal(chance, field)
        truth: dict[int, set[bool]] = {no: set() for no in goal.members & field.here}
        for _, rows in worlds(field):
            inside = qualifiers(goal, rows)
            for no, seen in truth.items():
                seen.add(no in inside)
        exact = {p.no: p.verdict for p in qualifications(field, [goal], "seed", with_odds=False)}
        bound = {p.no: p.verdict for p in _by_bounds(field, goal, bounds_of(field, goal, tiebreaks_of(field)))}
        for no, seen in truth.items():
            sure = None if len(seen) > 1 else Certainty.IN if True in seen else Certainty.OUT
            assert exact[no] is (sure or Certainty.OPEN), (turn, no)
            assert bound[no] in (sure, Certainty.OPEN), (turn, no)
            decidable += sure is not None
            decided += exact[no] is not Certainty.OPEN
            by_bounds += bound[no] is not Certainty.OPEN
    print(f"{count} events: {decided} of {decidable} decided, none wrongly; bounds alone decide {by_bounds}")


def whole(count: int, size: int | None = None) -> None:
    total = 0
    sizes = ((8, 3), (12, 4), (20, 5), (33, 5), (64, 6), (128, 7), (250, 8), (400, 9))
    turns = range(count) if size is None else range(list(dict(sizes)).index(size), count * len(sizes), len(sizes))
    for turn in turns:
        players, rounds = sizes[turn % len(sizes)]
        verdicts, wrong = count_wrong_verdicts(players, rounds, RULES[turn % len(RULES)], f"whole {turn}")
        assert not wrong, turn
        total += verdicts
        print(f"{players} players by {RULES[turn % len(RULES)]}: {verdicts} verdicts", flush=True)
    print(f"{count} events, {total} verdicts, none wrong")


def last(count: int) -> None:
    for rules in RULES:
        decided = decidable = 0
        for turn in range(count):
            counts = last_round(64, 6, rules, 8, f"last {turn}")
            decided, decidable = decided + counts[0], decidable + counts[1]
        print(
            f"{rules}, {count} last rounds: {decided} decided of at most {decidable}: "
            f"{100 * decided / decidable:.1f} %",
            flush=True,
        )


def receipts(count: int) -> None:
    check, rounds, best, turn = load_script(), 0, 0, 0
    while rounds < count:
        seen, proved, wrong = disagreements(check, play_event(turn))
        assert not wrong, (turn, wrong)
        rounds, best, turn = rounds + seen, best + proved, turn + 1
    print(f"{rounds} rounds of {turn} events: the script agrees with verify on each; {best} are proved the best")


def backtest(count: int) -> None:
    inside = 0
    for turn in range(10):
        chance = SeededRandom(f"plan/{turn}")
        setup = Setup(rulesets.load(("swiss", "pokemon-tcg-2027")[turn % 2]), 8 + chance.below(40), 5, 0.05, 0.02)
        form, times = DayFormat(3 + chance.below(3), 4), DayTimes(30 + chance.below(40))
        expected = simulate_days(setup, [form], times, f"said {turn}", 1000)[0].length
        inside += sum(
            expected.low <= simulate_day(setup, form, times, f"held {turn}/{i}").length <= expected.high
            for i in range(count // 10)
        )
    print(f"plans: {100 * inside / (count // 10 * 10):.1f} % of {count // 10 * 10} days inside")
    inside, times = 0, DayTimes(50, 5)
    for turn in range(count):
        chance = SeededRandom(f"forecast/{turn}")
        pace, tables, rounds = pace_of(chance), 4 + chance.below(60), 4 + chance.below(6)
        lengths = [pace * round_length(chance, tables, times) for _ in range(rounds)]
        done = chance.below(rounds)
        expected = rest_of_day([(tables, 0)] * (rounds - done), times, [(one, tables) for one in lengths[:done]])
        inside += expected.low <= sum(lengths[done:]) <= expected.high
    print(f"forecasts between rounds: {100 * inside / count:.1f} % of {count} inside")
    inside = sum(forecast_holds(f"middle/{turn}") for turn in range(count))
    print(f"forecasts in the middle of a round: {100 * inside / count:.1f} % of {count} inside")


PROOFS = {
    "small": (small, 2000),
    "whole": (whole, 48),
    "last": (last, 20),
    "receipts": (receipts, 1000),
    "backtest": (backtest, 1000),
}

if __name__ == "__main__":
    names = sys.argv[1:2] or list(PROOFS)
    for name in names:
        proof, usual = PROOFS[name]
        proof(*map(int, sys.argv[2:]) if len(sys.argv) > 2 else (usual,))
