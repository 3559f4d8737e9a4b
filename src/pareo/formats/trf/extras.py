"""Acceleration, colours and forbidden pairs of a tournament report, in our settings' words and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, groupby

from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.acceleration import VirtualPoints
from pareo.core.pairing.registry import find_method
from pareo.core.settings.pairing import METHOD
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import note
from pareo.formats.trf.lines import PLAYERS_LIMIT, AccelerationLine, TrfFile

_PAIRS_LIMIT = 50_000
LAST_ROUND = 999  # of pairs that never meet
_WORK_LIMIT = 1_000_000


def acceleration_text(file: TrfFile) -> str:
    """Our setting (“1-7:1:3 1-7:0.5:4-6”): virtual points of ranges of players and rounds (F-55)."""
    if sum((min(x.high, PLAYERS_LIMIT) - x.low + 1) * (x.last - x.first + 1) for x in file.accelerated) > _WORK_LIMIT:
        raise BadInput("trf-acceleration-many", "The file has too many acceleration groups.")
    groups: list[str] = []
    # Of lines that overlap the last one holds, as in other engines; in files of ours of before they add up.
    for x in disjoint(file.accelerated, max(file.players), add=bool(file.ours)):
        rounds = x.last if x.first == 1 else f"{x.first}-{x.last}"
        groups.append(f"{x.low}-{x.high}:{x.tenths // 10}.{x.tenths % 10}:{rounds}")
    return " ".join(groups)


def disjoint(lines: Sequence[AccelerationLine], most: int, *, add: bool = True) -> list[AccelerationLine]:
    """Acceleration in lines of which no two speak of the same player in the same round (F-54)."""
    ranges: list[AccelerationLine] = []
    for low, high, points in _equal_ranges(lines, most, add=add):
        for tenths, run in groupby(enumerate(points, 1), key=lambda item: item[1]):
            rounds = [number for number, _ in run]
            ranges += [AccelerationLine(low, high, rounds[0], rounds[-1], tenths)] if tenths else []
    return ranges


def _equal_ranges(
    lines: Sequence[AccelerationLine], most: int, *, add: bool = True
) -> list[tuple[int, int, tuple[int, ...]]]:
    """Ranges of neighbouring numbers with the same points in every round (tenths); who has several adds them up."""
    by_number: dict[int, dict[int, int]] = {}
    for line in lines:
        for no in range(line.low, min(line.high, most) + 1):
            by_round = by_number.setdefault(no, {})
            for number in range(line.first, line.last + 1):
                by_round[number] = line.tenths + (by_round.get(number, 0) if add else 0)
    by_player = [
        (no, tuple(by_round.get(r, 0) for r in range(1, max(by_round) + 1)))
        for no, by_round in sorted(by_number.items())
    ]
    ranges = []
    for (points, _), items in groupby(enumerate(by_player), key=lambda item: (item[1][1], item[1][0] - item[0])):
        numbers = [no for _, (no, _) in items]
        ranges.append((numbers[0], numbers[-1], points))
    return ranges


def accelerated_lines(text: str, unit: int) -> list[AccelerationLine]:
    """The acceleration setting as ranges of players and rounds."""
    return in_tenths(VirtualPoints.read(text, unit), unit)


def in_tenths(groups: Sequence[VirtualPoints], unit: int) -> list[AccelerationLine]:
    """Groups of virtual points as the lines of a report have them. Points that tenths cannot say are left out."""
    return [
        AccelerationLine(g.low, g.high, g.first_round, g.last_round, g.points * 10 // unit)
        for g in groups
        if g.points * 10 % unit == 0 and g.points
    ]


def per_player(lines: Sequence[AccelerationLine], most: int) -> Mapping[int, tuple[int, ...]]:
    """Tenths per round of each accelerated player, for TRF16's XXA lines."""
    return {no: points for low, high, points in _equal_ranges(lines, most) for no in range(low, high + 1)}


def keeps_colours(rules: Ruleset, settings: Mapping[str, object]) -> bool:
    """Is it part of the rules who has White, or starts?"""
    return rules.swiss.starts or find_method(METHOD.of(settings) or rules.swiss.system).coloured


def forbidden_pairs(file: TrfFile, skipped: list[str]) -> list[tuple[int, ...]]:
    """Pairs of known players who must not meet: two numbers, and first and last round where it is not always (F-80)."""
    pairs: dict[tuple[int, ...], None] = {}
    work = 0
    for group, first, last in file.forbidden:
        known = sorted({no for no in group if no in file.players})
        if len(known) != len(set(group)):
            skipped.append(
                note(
                    "trf-forbidden-pairs-with-players",
                    "Barred pairings with players who are not in the file.",
                )
            )
        work += len(known) * (len(known) - 1) // 2
        if work > _PAIRS_LIMIT:
            skipped.append(
                note(
                    "trf-forbidden-pairs-beyond-the",
                    "Barred pairings after the first {pairs_limit}.",
                    pairs_limit=_PAIRS_LIMIT,
                )
            )
            break
        always = first <= 1 and last >= max(file.rounds, 1)
        span = () if always else (max(first, 1), min(last, LAST_ROUND))
        pairs |= dict.fromkeys((*pair, *span) for pair in combinations(known, 2))
    return sorted(pairs)


def by_rounds(pairs: object) -> dict[tuple[int, int], list[list[int]]]:
    """The pairs that the event keeps apart, by first and last round."""
    rounds: dict[tuple[int, int], list[list[int]]] = {}
    for a, b, *span in pairs if isinstance(pairs, list) else []:
        first, last = span or (1, LAST_ROUND)
        rounds.setdefault((first, last), []).append([a, b])
    return rounds
