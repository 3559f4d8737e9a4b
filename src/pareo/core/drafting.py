"""Drafting a round: who is to be paired, with what record and history, and at which table.

From the tournament's state to a `PairingInput`, and from a pairing to the rows that the journal keeps.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from pareo.core.accounts import had_bye, opponents_met, points_of, start_balance, swiss_rounds
from pareo.core.bracket import next_round
from pareo.core.chance import Chance
from pareo.core.model import Entrant, Pod, Round, Sitting
from pareo.core.outcome import Outcome
from pareo.core.pairing.contract import Candidate, Cost, PairingInput
from pareo.core.pairing.systems import pair
from pareo.core.seating import parse_ranges, seat
from pareo.core.settings import Acceleration
from pareo.core.tournament import ELIMINATION, Tournament, winner_of


@dataclass(frozen=True, slots=True)
class Draft:
    """A round that could be played: pairs with reasons in table order, and everybody who sits out."""

    pod: str
    number: int
    pairs: tuple[tuple[int, int, tuple[str, ...]], ...]
    sitting: tuple[Sitting, ...]
    proof: str
    cost: Mapping[str, Any]
    certificate: Mapping[str, object]


def next_number(pod: Pod) -> int:
    return max(pod.rounds, default=pod.first_round - 1) + 1


def sitting_out(t: Tournament, pod: Pod, number: int) -> dict[int, Sitting]:
    """Who is not paired in this round although he is in the tournament: byes earned or asked for."""
    out: dict[int, Sitting] = {}
    for no in pod.members:
        e = t.entrants[no]
        if e.drop is not None:
            continue
        if number <= e.byes:
            out[no] = Sitting(no, Outcome.EARNED_BYE, ("earned",))
        elif number in e.absent:
            out[no] = Sitting(no, Outcome.REQUESTED_BYE, ("requested",))
        elif 0 < number < e.late_from:
            out[no] = Sitting(no, Outcome.LATE_LOSS, ("late",))
    return out


def pairing_input(t: Tournament, pod: Pod, number: int, seed: str) -> PairingInput:
    """Everything the round is drawn from (design: pairing contract)."""
    rounds = [r for r in swiss_rounds(t, pod) if r.number < number]
    rules = t.ruleset.swiss
    points = points_of(t, rounds)
    resting = sitting_out(t, pod, number)
    rested = had_bye(rounds)
    balance = start_balance(rounds) if rules.starts else {}
    accelerations = Acceleration.of(t, pod.id)
    tag_fields = rules.avoid if rules.avoid_rounds[0] <= number <= rules.avoid_rounds[1] else ()
    divided = t.ruleset.divisions is not None
    candidates: list[Candidate] = []
    for no in pod.members:
        e = t.entrants[no]
        if e.drop is not None or no in resting:
            continue
        tags = _tags(e, tag_fields) if tag_fields else ()
        virtual = e.bonus
        for group in accelerations:
            virtual += group.points_for(e.start_no or e.no, number)
        division = e.division if divided else ""
        candidates.append(Candidate(no, points[no] + virtual, division, no not in rested, tags, balance.get(no, 0)))
    met = opponents_met(t, rounds, forfeits_meet=not rules.meet_again_after_forfeit)
    if rules.system == "fise":
        candidates.sort(key=lambda c: (-c.points, t.entrants[c.no].start_no or c.no))
    return PairingInput(
        candidates=tuple(candidates),
        met={c.no: frozenset(met[c.no]) for c in candidates},
        seed=seed,
        system=rules.system,
        order=rules.order,
        forbidden=_forbidden(t),
        round_no=number,
        balance_starts=rules.starts,
    )


def _tags(e: Entrant, fields: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{name}={value}" for name in fields if (value := getattr(e, name)))


def _forbidden(t: Tournament) -> frozenset[tuple[int, int]]:
    """Pairs the organiser has forbidden, as (low, high)."""
    value = t.settings.get("forbidden")
    pairs = value if isinstance(value, list) else []
    return frozenset((min(a, b), max(a, b)) for a, b in pairs)


def draft_swiss(t: Tournament, pod: Pod, number: int, seed: str) -> Draft:
    """A Swiss round of the pod."""
    given = pairing_input(t, pod, number, seed)
    result = pair(given)
    resting = list(sitting_out(t, pod, number).values())
    if result.bye is not None:
        resting.append(Sitting(result.bye, Outcome.BYE, result.bye_reasons))
    return Draft(
        pod.id,
        number,
        tuple((m.a, m.b, m.reasons) for m in result.matches),
        tuple(resting),
        result.proof,
        cost_summary(result.cost),
        result.certificate,
    )


def cost_summary(cost: Cost) -> dict[str, Any]:
    """The cost as the journal keeps it: what is not zero."""
    data: dict[str, Any] = {
        "rematches": cost.rematches,
        "paired_down": sum(count for count, _ in cost.gaps),
        "mixed": cost.mixed,
        "avoided": cost.avoided,
        "forbidden": cost.forbidden,
        "repeat_bye": cost.repeat_bye,
    }
    return {key: value for key, value in data.items() if value or key in ("rematches", "paired_down")}


def draft_elimination(t: Tournament, pod: Pod, number: int, seed: str) -> Draft:
    """The next round of a bracket. Seeds are the pod's members in order."""
    del t
    drawn = next_round(pod.members, bracket_rounds(pod, number), third_place=pod.third_place)
    starts = Chance(seed, "who is a")
    ordered = [(a, b) if starts.below(2) == 0 else (b, a) for a, b in drawn.pairs]
    return Draft(
        pod.id,
        number,
        tuple((a, b, ("bracket",)) for a, b in ordered),
        tuple(Sitting(no, Outcome.BYE, ("bracket",)) for no in drawn.byes),
        "rule",
        {},
        {},
    )


def bracket_round(r: Round) -> list[tuple[int, int, int | None]]:
    """A round as the bracket sees it: its decided matches (a, b, winner)."""
    return [(m.a, m.b, winner_of(m)) for m in r.matches.values() if m.result is not None]


def bracket_rounds(pod: Pod, before: int | None = None) -> list[list[tuple[int, int, int | None]]]:
    """All rounds of an elimination pod, as the bracket sees them."""
    return [bracket_round(r) for n, r in sorted(pod.rounds.items()) if before is None or n < before]


def draft(t: Tournament, pod: Pod, number: int, seed: str) -> Draft:
    """The pod's round, by its phase."""
    return (draft_elimination if pod.phase in ELIMINATION else draft_swiss)(t, pod, number, seed)


def draft_data(t: Tournament, drafted: Draft, pod: Pod, *, draft_no: int, taken: set[int]) -> dict[str, Any]:
    """The draft as a journal row, with tables. `taken` are the tables of other pods in the same round."""
    fixed = {no: e.fixed_table for no in pod.members if (e := t.entrants[no]).fixed_table is not None}
    blocked = parse_ranges(str(t.setting("blocked_tables", pod.id, "")))
    pairs = [(a, b) for a, b, _ in drafted.pairs]
    tables = seat(pairs, first_table=first_table(t, pod), taken=taken, fixed=fixed, blocked=blocked)
    rows = [[table, a, b, list(reasons)] for table, (a, b, reasons) in zip(tables, drafted.pairs, strict=True)]
    row: dict[str, Any] = {
        "pod": drafted.pod,
        "number": drafted.number,
        "draft": draft_no,
        "matches": sorted(rows, key=lambda r: r[0]),
        "sitting": [[s.no, s.outcome.value, list(s.reasons)] for s in drafted.sitting],
        "proof": drafted.proof,
        "cost": dict(drafted.cost),
    }
    if drafted.certificate:
        row["certificate"] = dict(drafted.certificate)
    return row


def first_table(t: Tournament, pod: Pod) -> int:
    """Where the pod's tables begin: as set for it, else where it was put (one pod after the other)."""
    own = t.pod_settings.get(pod.id, {}).get("first_table")
    return own if isinstance(own, int) else pod.first_table


def taken_tables(t: Tournament, drawn: str | Collection[str], number: int) -> set[int]:
    """Tables of the other pods (not those that are being drawn) in the round of this number."""
    own = {drawn} if isinstance(drawn, str) else drawn
    return {
        table
        for other in t.pods.values()
        if other.id not in own and number in other.rounds
        for table in other.rounds[number].matches
    }


def is_over(pod: Pod) -> bool:
    """Have all rounds of the pod been paired?"""
    return next_number(pod) > pod.first_round + pod.planned - 1

