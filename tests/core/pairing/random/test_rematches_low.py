"""B-13: a rematch that cannot be avoided is put as low as possible, in pairing, `verify`, certificate and script."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from pareo.core.model.pairing_contract import Candidate, PairingInput, Priority
from pareo.core.pairing.random.matching_graph import Tuning
from pareo.core.pairing.random.swiss import pair_random
from pareo.core.pairing.repair import repair_round
from pareo.core.pairing.round_cost import round_cost
from pareo.core.verify.bound import cost_of as counted_again
from pareo.core.verify.round import certificate_for, verify_round
from support.events.receipts import load_script

Pairs = tuple[tuple[int, int], ...]
check = load_script()
EXACT = Tuning(largest_enumerated=0)


def input_of(points: list[int], unmet: list[tuple[int, int]]) -> PairingInput:
    """Players 1, 2 … with these points; all have met but those named."""
    players = range(1, len(points) + 1)
    met = {
        no: frozenset(other for other in players if other != no and (min(no, other), max(no, other)) not in unmet)
        for no in players
    }
    return PairingInput(
        tuple(Candidate(no, own) for no, own in enumerate(points, 1)), met, "low", round_no=5, objective=2
    )


# Points 9-7-7-6-3-1. Without a rematch only 1–4, 2–3, 3–5 and 4–6 are left: one rematch cannot be avoided.
LINE = input_of([9, 7, 7, 6, 3, 1], [(1, 4), (2, 3), (3, 5), (4, 6)])
LOW, HIGH = {(1, 4), (2, 3), (5, 6)}, {(1, 2), (3, 5), (4, 6)}


def pairs_of(result: Any) -> set[tuple[int, int]]:
    return {(min(m.a, m.b), max(m.a, m.b)) for m in result.matches}


@pytest.mark.req("B-13")
@pytest.mark.parametrize("tuning", [Tuning(), EXACT])
def test_9_7_7_6_3_1(tuning: Tuning) -> None:
    result = pair_random(LINE, tuning)
    assert pairs_of(result) == LOW
    assert (result.cost.rematches, result.cost.rematch_groups) == (1, (0, 0, 0, 1, 0))
    again = next(m for m in result.matches if {m.a, m.b} == {5, 6})
    assert again.reasons[-2:] == ("rematch", "rematch-low")
    assert pairs_of(pair_random(replace(LINE, objective=1), tuning)) == HIGH, "as it was drawn before"


@pytest.mark.req("B-13")
def test_9_7_7_6_3_1_is_judged_by_the_version_it_was_drawn_under() -> None:
    for version, right, wrong in ((2, LOW, HIGH), (1, HIGH, LOW)):
        given = replace(LINE, objective=version)
        assert verify_round(given, sorted(right), None).proved
        verdict = verify_round(given, sorted(wrong), None)
        assert [finding.code for finding in verdict.violations] == ["not-optimal"]
    words = str(verify_round(LINE, sorted(HIGH), None).violations[0])
    assert words == "1 rematch of the 9-point group where 0 are possible"


@pytest.mark.req("B-13")
def test_the_fewest_rematches_stay_first_and_the_bye_stays_before() -> None:
    # One rematch at the top rather than two below it.
    given = input_of([9, 9, 3, 3, 0, 0], [(3, 4), (5, 6), (3, 5), (4, 6)])
    assert pairs_of(pair_random(given)) == {(1, 2), (3, 4), (5, 6)}
    # The lowest has the bye and a rematch is at the top; with the bye there the rematch would be at the bottom.
    result = pair_random(input_of([9, 9, 3, 3, 0], [(3, 4), (2, 4)]))
    assert (result.bye, result.cost.rematch_groups) == (5, (1, 0, 0))


@pytest.mark.req("B-13")
def test_a_repair_keeps_to_the_same_order() -> None:
    old = pair_random(LINE)
    kept = repair_round(LINE, [(m.a, m.b) for m in old.matches], None)
    assert (set(kept.kept_pairs), kept.new_pairs) == ({(m.a, m.b) for m in old.matches}, ())
    fixed = repair_round(LINE, sorted(HIGH), None)
    assert {(min(a, b), max(a, b)) for a, b, _ in fixed.new_pairs} | set(fixed.kept_pairs) == LOW
    before = replace(LINE, objective=1)
    assert set(repair_round(before, sorted(HIGH), None).kept_pairs) == HIGH


# --- every round of small fields --------------------------------------------------------------------------------------


def crowded(dice: Random) -> PairingInput:
    """Up to ten players of whom so many have met that rematches are forced."""
    n = dice.choice([4, 5, 6, 7, 8, 8, 9, 10])
    few = dice.choice([2, 3, 6])
    often = dice.choice([0.7, 0.85, 0.95])
    met: dict[int, set[int]] = {no: set() for no in range(1, n + 1)}
    for a, b in combinations(met, 2):
        if dice.random() < often:
            met[a].add(b)
            met[b].add(a)
    tagged = dice.random() < 0.3
    return PairingInput(
        tuple(
            Candidate(
                no, dice.randrange(few), dice.choice("JS"), dice.random() < 0.7, (dice.choice("ab"),) if tagged else ()
            )
            for no in met
        ),
        {no: frozenset(others) for no, others in met.items()},
        seed=f"crowded {dice.random()}",
        order=dice.choice([(Priority.GAPS, Priority.MIXED), (Priority.MIXED, Priority.GAPS)]),
        forbidden=frozenset([(1, 2)]) if dice.random() < 0.3 else frozenset(),
        round_no=5,
        objective=2,
    )


class EveryRound:
    """The cost of a round in the contract's words, and the least of all rounds: by trying every one."""

    def __init__(self, given: PairingInput) -> None:
        self.given = given
        self.who = {c.no: c for c in given.candidates}
        self.levels = sorted({c.points for c in given.candidates}, reverse=True)

    def cost(self, pairs: Pairs, bye: int | None) -> tuple[Any, ...]:
        who, given = self.who, self.given
        high = {pair: max(who[pair[0]].points, who[pair[1]].points) for pair in pairs}
        apart = {pair: abs(who[pair[0]].points - who[pair[1]].points) for pair in pairs}
        again = [pair for pair in pairs if pair[1] in given.met[pair[0]]]
        gaps = [
            (sum(apart[p] > 0 for p in pairs if high[p] == level), sum(apart[p] for p in pairs if high[p] == level))
            for level in self.levels
        ]
        mixed = sum(who[a].division != who[b].division for a, b in pairs)
        return (
            int(bye is not None and not who[bye].bye_ok),
            sum(pair in given.forbidden for pair in pairs),
            len(again),
            0 if bye is None else sum(level < who[bye].points for level in self.levels),
            [sum(high[pair] == level for pair in again) for level in self.levels],
            *((gaps, mixed) if given.order[0] is Priority.GAPS else (mixed, gaps)),
            sum(not set(who[a].tags).isdisjoint(who[b].tags) for a, b in pairs),
        )

    def all(self, players: tuple[int, ...], bye: int | None = None) -> list[tuple[Pairs, int | None]]:
        if len(players) % 2:
            return [row for no in players for row in self.all(tuple(p for p in players if p != no), no)]
        if not players:
            return [((), bye)]
        first, *others = players
        return [
            (((first, second), *pairs), bye)
            for second in others
            for pairs, _ in self.all(tuple(p for p in others if p != second), bye)
        ]

    def rounds(self) -> list[tuple[tuple[Any, ...], Pairs, int | None]]:
        return [(self.cost(pairs, bye), pairs, bye) for pairs, bye in self.all(tuple(sorted(self.who)))]


def script_field(given: PairingInput) -> Any:
    said = {
        "players": [[c.no, c.points, c.division, c.bye_ok, list(c.tags)] for c in given.candidates],
        "met": [[a, b] for a, others in given.met.items() for b in others if a < b],
        "forbidden": [list(pair) for pair in given.forbidden],
        "order": [one.value for one in given.order],
    }
    return check.Field(said, check.OBJECTIVES[given.objective])


@pytest.mark.req("B-13")
@pytest.mark.parametrize("part", range(4))
def test_against_every_round_of_fields_with_forced_rematches(part: int) -> None:
    dice = Random(f"B-13 {part}")
    forced = lower = 0
    for _ in range(20):
        given = crowded(dice)
        every = EveryRound(given)
        rounds = every.rounds()
        least = min(cost for cost, _, _ in rounds)
        for tuning in (Tuning(), EXACT):
            result = pair_random(given, tuning)
            pairs = tuple(sorted(pairs_of(result)))
            assert every.cost(pairs, result.bye) == least
            assert result.cost == counted_again(given, pairs, result.bye)
            assert result.cost == round_cost(result.matches, result.bye, given)
            # `verify` calls it the best, and the certificates convince the script.
            assert verify_round(given, pairs, result.bye, certificate=result.certificate or None).proved
            field, own = script_field(given), certificate_for(given, pairs, result.bye)
            rest = [] if result.bye is None else [(check.BYE, result.bye)]
            total = sum(field.cost(a, b) for a, b in [*pairs, *rest])
            assert field.listed(total)["rematch_groups"] == list(result.cost.rematch_groups)
            for certificate in (own, *([result.certificate] if result.certificate else [])):
                assert check.check_certificate(field, certificate, total)
        # `verify` accuses a round that is worse in this alone.
        forced += least[2] > 0
        worse = [row for row in rounds if row[0][:4] == least[:4] and row[0][4] > least[4]]
        if worse:
            lower += 1
            _, pairs, bye = dice.choice(worse)
            (finding,) = verify_round(given, pairs, bye).violations
            assert (finding.code, finding.params["what"]) == ("not-optimal", "rematches-of")
    assert forced > 10
    assert lower > 3
