"""Certificates: by hand, from the checker's solver, and spoilt in every way."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping

import pytest

from pareo.core.model.pairing_contract import Candidate, PairingInput, Priority
from pareo.core.text.errors import BadInput
from pareo.core.verify.bound import CheckField
from pareo.core.verify.certificate import Certificate, check_certificate, nodes_of, solve
from pareo.core.verify.round import Verdict, verify_round
from support.errors import raises_code

GAPS_FIRST = (Priority.GAPS, Priority.MIXED)
MIXED_FIRST = (Priority.MIXED, Priority.GAPS)

# Two leaders who have met, four players below: both leaders are paired down.
SIX = PairingInput(
    (Candidate(1, 3), Candidate(2, 3), *(Candidate(no, 0) for no in range(3, 7))),
    {1: frozenset({2}), 2: frozenset({1})},
    "seed",
)
PAIRS = [(1, 3), (2, 4), (5, 6)]


def by_hand() -> dict[str, object]:
    """Each leader is worth one pair-down, the others nothing. A rematch costs more than two pair-downs."""
    down = 2 * CheckField(SIX).pair_cost(1, 3)
    return {"scale": "lexicographic", "players": [1, 2, 3, 4, 5, 6], "potentials": [str(down)] * 2 + ["0"] * 4}


def check(certificate: Mapping[str, object], pairs: list[tuple[int, int]] = PAIRS) -> Verdict:
    return verify_round(SIX, pairs, None, certificate=certificate, exact_limit=6)


@pytest.mark.req("P-SW-5", "P-SW-6")
def test_a_certificate_by_hand() -> None:
    verdict = check(json.loads(json.dumps(by_hand())))
    assert (verdict.ok, verdict.proved, verdict.method, verdict.warnings) == (True, True, "certificate", ())


def test_a_blossom_by_hand() -> None:
    """Three and three, free inside only: one pair must cross, which a value on each odd set proves."""
    round_input = PairingInput(tuple(Candidate(no, 3 if no <= 3 else 0) for no in range(1, 7)), {}, "seed")
    field = CheckField(round_input)
    cross = field.pair_cost(1, 4)
    trios = (frozenset({1, 2, 3}), frozenset({4, 5, 6}))
    proof = Certificate(dict.fromkeys(range(1, 7), cross), tuple((trio, 2 * cross) for trio in trios))
    check_certificate(field, proof)
    assert proof.lower_bound == 2 * field.number(verify_round(round_input, [(1, 2), (3, 4), (5, 6)], None).cost)
    with raises_code(BadInput, "bad-certificate", says="players 4 and 5 break"):
        check_certificate(field, Certificate(proof.potentials, ((trios[0], 2 * cross), (trios[1], 2 * cross - 1))))


@pytest.mark.req("P-SW-6")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"scale": "points"}, "its scale is not known"),
        ({"players": [1, 2, 3, 4, 5]}, "its players are not those of the round"),
        ({"players": [0, 1, 2, 3, 4, 5, 6]}, "its players are not those of the round"),
        ({"players": "123456"}, "its players are not those of the round"),
        ({"potentials": ["0"]}, "it does not have one potential for each player"),
        ({"potentials": ["a"] * 6}, "a number cannot be read"),
        ({"potentials": [0.5] * 6}, "a number cannot be read"),
        ({"blossoms": 3}, "its blossoms are not a list"),
        ({"blossoms": [{}]}, "a blossom has no members"),
        ({"blossoms": [{"members": [1, 2], "value": "2"}]}, "a blossom is not an odd set of players"),
        ({"blossoms": [{"members": [1, 2, 2], "value": "2"}]}, "a blossom is not an odd set of players"),
        ({"blossoms": [{"members": [1, 2, 9], "value": "2"}]}, "a blossom is not an odd set of players"),
        ({"blossoms": [{"members": [1, 2, 3], "value": "-2"}]}, "the value of a blossom is not positive"),
    ],
)
def test_a_spoilt_certificate_is_named_and_replaced_by_our_own_proof(change: dict[str, object], why: str) -> None:
    verdict = check(by_hand() | change)
    assert (verdict.ok, verdict.proved, verdict.method) == (True, True, "exact")
    assert [str(finding) for finding in verdict.warnings] == [f"The certificate proves nothing: {why}."]


def test_a_certificate_that_claims_too_much() -> None:
    """The sum is right, one pair is not: it must not prove anything."""
    down = 2 * CheckField(SIX).pair_cost(1, 3)
    verdict = check(by_hand() | {"potentials": [str(down + 1), str(down), "0", "0", "0", "-1"]})
    assert verdict.method == "exact"
    assert str(verdict.warnings[0]) == "The certificate proves nothing: players 1 and 3 break its inequality."


def test_a_certificate_cannot_save_a_worse_round() -> None:
    verdict = check(by_hand(), [(1, 2), (3, 4), (5, 6)])
    assert [finding.code for finding in verdict.violations] == ["not-optimal"]
    assert "other-certificate" in [finding.code for finding in verdict.warnings]


def random_round(chance: random.Random, n: int, order: tuple[Priority, Priority]) -> PairingInput:
    candidates = tuple(
        Candidate(no, chance.choice((0, 1, 3, 4, 6)), chance.choice("JSM"), bye_ok=chance.random() < 0.5)
        for no in range(1, n + 1)
    )
    met: dict[int, set[int]] = {no: set() for no in range(1, n + 1)}
    for _ in range(n * n // 4):
        a, b = chance.sample(range(1, n + 1), 2)
        met[a].add(b)
        met[b].add(a)
    return PairingInput(candidates, {no: frozenset(who) for no, who in met.items()}, "seed", order=order)


@pytest.mark.req("P-SW-3", "P-SW-5", "P-SW-6")
@pytest.mark.parametrize("n", [12, 31, 60])
@pytest.mark.parametrize("order", [GAPS_FIRST, MIXED_FIRST])
def test_certificates_of_the_solver(n: int, order: tuple[Priority, Priority]) -> None:
    """They pass as they are; raise one potential and lower another, and they do not."""
    chance = random.Random(n)
    round_input = random_round(chance, n, order)
    field = CheckField(round_input)
    pairs, bye, proof = solve(field, (), None, nodes_of(field))
    data = json.loads(json.dumps(proof.as_data()))
    verdict = verify_round(round_input, pairs, bye, certificate=data, exact_limit=0)
    assert (verdict.ok, verdict.proved, verdict.method) == (True, True, "certificate")
    # A pair of the round is tight: with one of the two raised it breaks, though the sum stays what it was.
    raised, other = data["players"].index(pairs[0][0]), data["players"].index(pairs[1][0])
    data["potentials"][raised] = str(int(data["potentials"][raised]) + 1)
    data["potentials"][other] = str(int(data["potentials"][other]) - 1)
    spoilt = verify_round(round_input, pairs, bye, certificate=data, exact_limit=0)
    assert spoilt.method != "certificate"
    assert [finding.code for finding in spoilt.warnings if "certificate" in finding.code] == ["bad-certificate"]


def test_the_bye_is_checked_too() -> None:
    """Three players, the lowest must not rest again: the certificate has the bye as player 0."""
    round_input = PairingInput(
        (Candidate(1, 6), Candidate(2, 3), Candidate(3, 0, bye_ok=False)),
        {2: frozenset({3}), 3: frozenset({2})},
        "seed",
    )
    field = CheckField(round_input)
    pairs, bye, proof = solve(field, (), None, nodes_of(field))
    assert (pairs, bye) == ([(1, 3)], 2)
    assert 0 in proof.potentials
    check_certificate(field, proof)
    with raises_code(BadInput, "bad-certificate", says="players 0 and 2 break"):
        check_certificate(field, Certificate({**proof.potentials, 0: proof.potentials[0] + 1}, proof.blossoms))
