"""Which pairs a bracket or the table of a round robin has in a round, by arithmetic of its own.

The pairing lays out sheets and moves players from seat to seat; here one sum or one fold says who meets. A slip in one
of the two is a disagreement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from pareo.core.model.pairing_contract import PairingInput
from pareo.core.verify.inputs import BracketInput

Pairs = frozenset[frozenset[int]]


def bracket_pairs(bracket: BracketInput) -> Pairs:
    """The pairs of a bracket's next round: who remains of each of its lines (P-SE-2, P-SE-3).

    A bracket of 2^k lines is folded once a round: seeds s and 2^k + 1 − s share a line. Semi-finalists who lost meet in
    the last round if that was announced (P-SE-6), where there are two of them.
    """
    total = (len(bracket.seeds) - 1).bit_length()
    rounds_played = len(bracket.rounds)
    lost = [{no for a, b, winner in matches for no in (a, b) if no != winner} for matches in bracket.rounds]
    eliminated = set().union(*lost)
    lines: dict[int, set[int]] = defaultdict(set)
    for seed, no in enumerate(bracket.seeds, 1):
        line, size = seed, 1 << total
        for _ in range(rounds_played + 1):
            line, size = min(line, size + 1 - line), size // 2
        if no not in eliminated:
            lines[line].add(no)
    pairs = {frozenset(line) for line in lines.values() if len(line) == 2}
    if bracket.third_place and 1 < total == rounds_played + 1 and len(lost[-1]) == 2:
        pairs.add(frozenset(lost[-1]))
    return frozenset(pairs)


def robin_pairs(pairing_input: PairingInput) -> Pairs:
    """The pairs of a round robin's round: their numbers add up to a total that the round gives, modulo its length."""
    names = {number: no for no, number in pairing_input.numbers.items()}
    players = len(names)
    length = players - 1 + players % 2
    double = pairing_input.planned > length
    round_no = pairing_input.round_no
    if pairing_input.system == "berger":
        # The last two of the first cycle change places (FIDE C.05), unless the event has it otherwise.
        if double and pairing_input.reversed_end and length - 1 <= round_no <= length:
            round_no = 2 * length - 1 - round_no
        return _adding_up(names, round_no + 1, length, fixed=length + 1)
    even = players % 2 == 0
    return _adding_up(names, (2 if even else 0) - 2 * (round_no - 1), length, fixed=1 if even else None)


def _adding_up(names: Mapping[int, int], total: int, length: int, *, fixed: int | None) -> Pairs:
    """All pairs of numbers with that sum modulo the length; the number that is its own partner meets `fixed`."""
    pairs = set()
    for number, no in names.items():
        if number == fixed:
            continue
        other = _partner(number, total, length, names, fixed)
        if other is not None:
            pairs.add(frozenset((no, names[other])))
    return frozenset(pairs)


def _partner(number: int, total: int, length: int, names: Mapping[int, int], fixed: int | None) -> int | None:
    if (2 * number - total) % length == 0:
        return fixed if fixed in names else None
    rest = (total - number) % length
    return next((n for n in (rest, rest + length) if n in names and n != fixed), None)
