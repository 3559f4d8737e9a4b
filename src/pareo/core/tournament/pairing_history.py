"""What the pairing systems that look at more than points are told: past rounds, numbers, the order of the table.

Random pairing needs none of it and is not slowed down by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pareo.core.model.entities import Entrant, Pod, Round
from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Candidate, PairingInput, PastRound
from pareo.core.pairing.acceleration import BAKU, VirtualPoints, acceleration_number, baku
from pareo.core.pairing.barred import barred_pairs, read_barred
from pareo.core.pairing.registry import find_method
from pareo.core.settings.pairing import ACCELERATION, BARRED
from pareo.core.standings.standings import standings
from pareo.core.tournament.progress import is_playing
from pareo.core.tournament.records import ledger_of, lines_of
from pareo.core.tournament.tournament import Tournament

Pasts = dict[int, tuple[PastRound, ...]]


def accelerations_of(t: Tournament, pod: Pod) -> list[VirtualPoints]:
    """The pod's groups with virtual points (SP-3)."""
    text = t.setting(ACCELERATION, pod.id) or ""
    if text != BAKU:
        return VirtualPoints.read(text, t.ruleset.unit)
    points, first = t.ruleset.points, pod.rounds.get(pod.first_round)
    if first is None:
        playing = [e for no in pod.members if is_paired_in(e := t.entrants[no], pod.first_round)]
        numbers = sorted(map(acceleration_number, playing))
        return baku(numbers, None, pod.planned, points[Outcome.WIN], points[Outcome.DRAW])
    paired = [no for m in first.matches.values() for no in (m.a, m.b)]
    paired += [s.no for s in first.sitting if s.outcome is Outcome.BYE]
    numbers_then = {no: t.numbers_in(first.number).get(no) or acceleration_number(t.entrants[no]) for no in paired}
    ordered = sorted(paired, key=numbers_then.__getitem__)
    last = ordered[min(2 * -(-len(ordered) // 4), len(ordered)) - 1] if ordered else None
    number = 0 if last is None else acceleration_number(t.entrants[last])
    return baku(sorted(numbers_then.values()), number, pod.planned, points[Outcome.WIN], points[Outcome.DRAW])


def is_paired_in(e: Entrant, number: int) -> bool:
    """Is an entrant to be paired in this round: there, without a bye that was earned or asked for?"""
    return is_playing(e, number) and number > e.byes and number not in e.absent and number >= e.late_from


def past_of(t: Tournament, pod: Pod, rounds: Iterable[Round]) -> Pasts:
    """Everybody's earlier rounds, in order, with the points that counted for pairing only."""
    groups = accelerations_of(t, pod)
    history: Pasts = {}
    for no, lines in lines_of(t.ruleset, rounds).items():
        e = t.entrants[no]
        number = acceleration_number(e)
        history[no] = tuple(
            PastRound(
                line.round_no,
                line.outcome,
                line.opponent,
                line.started is True,
                line.points,
                e.bonus + sum(group.points_for(number, line.round_no) for group in groups),
            )
            for line in lines
        )
    return history


def numbers_of(t: Tournament, members: Sequence[int]) -> dict[int, int]:
    """Numbers from 1 by start number; where none were given by rating, highest first, then by entry."""

    def place(no: int) -> tuple[int, int, int]:
        e = t.entrants[no]
        return (e.start_no, 0, 0) if e.start_no else (1 << 30, -(e.rating or 0), no)

    return {no: i for i, no in enumerate(sorted(members, key=place), 1)}


def had_free_point(past: Pasts, win: int) -> set[int]:
    """Who has had the points of a win without playing: no bye for them (FIDE C.04.3, C2; US Chess 28L)."""
    return {no for no, rows in past.items() if any(p.points >= win and not p.outcome.played for p in rows)}


def in_table_order(t: Tournament, pod: Pod, request: PairingInput, numbers: dict[int, int]) -> list[Candidate]:
    """The candidates by points, then start number, or as they stand (points for pairing first)."""
    ranks = dict[int, int]()
    if find_method(request.system).by_standing:
        ranks = {row.no: row.rank for row in standings(ledger_of(t, pod, after=request.round_no - 1), t.ruleset)}
    return sorted(request.candidates, key=lambda c: (-c.points, ranks.get(c.no, 0), numbers[c.no]))


def forbidden_pairs(t: Tournament, pod: Pod, number: int, playing: Sequence[int]) -> frozenset[tuple[int, int]]:
    """Pairs that must not meet in this round, as (low, high): those the organiser forbade, and those barred (SP-4)."""
    value = t.settings.get("forbidden")
    pairs = value if isinstance(value, list) else []
    fixed = frozenset(
        (min(a, b), max(a, b)) for a, b, *rounds in pairs if not rounds or rounds[0] <= number <= rounds[1]
    )
    text = t.setting(BARRED, pod.id) or t.ruleset.swiss.barred
    if not text or text == "none":
        return fixed
    return fixed | barred_pairs((t.entrants[no] for no in playing), read_barred(text), number)
