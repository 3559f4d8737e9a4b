"""Drafting a round: who is to be paired, with what record and history, and at which table.

From the tournament's state to a `PairingInput`, and from a pairing to the round that the journal keeps.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pareo.core.journal.codecs import RoundFact
from pareo.core.model.entities import Entrant, Match, Pod, Round, Sitting
from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Candidate, Cost, PairingInput
from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing import double
from pareo.core.pairing.acceleration import acceleration_number
from pareo.core.pairing.bracket import next_round
from pareo.core.pairing.registry import MANUAL, find_method, pair
from pareo.core.pairing.seating import parse_ranges, seat
from pareo.core.settings.hall import BLOCKED_TABLES, FIRST_TABLE
from pareo.core.settings.pairing import MEET_AGAIN, REMATCH_AFTER
from pareo.core.standings.points import missed_round_outcome
from pareo.core.tournament.pairing_history import (
    accelerations_of,
    forbidden_pairs,
    had_free_point,
    in_table_order,
    numbers_of,
    past_of,
)
from pareo.core.tournament.pairing_methods import (
    cycles_of,
    drawing_system,
    is_robin,
    next_method,
    reverses_last,
    top_starts,
    tracks_starts,
    usual_method,
)
from pareo.core.tournament.progress import bracket_rounds, is_playing
from pareo.core.tournament.records import had_bye, opponents_met, points_of, start_balance, swiss_rounds
from pareo.core.tournament.tournament import ELIMINATION, Tournament


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
    system: str = ""  # the method; empty: none (a bracket)
    top_starts: bool = True
    objective: int = 1


def sitting_out(t: Tournament, pod: Pod, number: int) -> dict[int, Sitting]:
    """Entrants of the tournament who are not paired in this round: byes earned or asked for, late arrivals.

    In a round robin the table goes on: who does not come loses the game by forfeit (`stays_away`).
    """
    out: dict[int, Sitting] = {}
    if is_robin(pod):
        return out
    for no in pod.members:
        e = t.entrants[no]
        if not is_playing(e, number):
            continue
        if number <= e.byes:
            out[no] = Sitting(no, Outcome.EARNED_BYE, ("earned",))
        elif number in e.absent:
            out[no] = Sitting(no, Outcome.REQUESTED_BYE, ("requested",), dict(e.bye_points).get(number))
        elif 0 < number < e.late_from:
            out[no] = Sitting(no, missed_round_outcome(t.ruleset), ("late",))
    return out


def pairing_input(
    t: Tournament,
    pod: Pod,
    number: int,
    seed: str,
    *,
    method: str = "",
    top: bool | None = None,
    objective: int | None = None,
) -> PairingInput:
    """Everything the round is drawn from (design: pairing contract). `method`: as for this round; empty: the next one.

    `top`: whether the top starts in round 1; as it was settled there, if not given. `objective`: the version
    under which a past round was drawn; today's, if not given.
    """
    system = drawing_system(t, pod, method or next_method(t, pod))
    version = find_method(system).objective if objective is None else objective
    if is_robin(pod):
        return replace(_robin_input(t, pod, number, seed, system), objective=version)
    rounds = [r for r in swiss_rounds(t, pod) if r.number < number]
    rules = t.ruleset.swiss
    tracked = tracks_starts(t, system)
    points = points_of(t, rounds) if rules.by_points else dict.fromkeys(t.entrants, 0)
    out = sitting_out(t, pod, number)
    had_byes = had_bye(rounds)
    balance = start_balance(rounds) if tracked else {}
    accelerations = accelerations_of(t, pod)
    tag_fields = rules.avoid if rules.avoid_rounds[0] <= number <= rules.avoid_rounds[1] else ()
    divided = t.ruleset.divisions is not None
    candidates: list[Candidate] = []
    for no in pod.members:
        e = t.entrants[no]
        if no in out or not is_playing(e, number):
            continue
        tags = _tags(e, tag_fields) if tag_fields else ()
        virtual = e.bonus
        for group in accelerations:
            virtual += group.points_for(acceleration_number(e), number)
        division = e.division if divided else ""
        candidates.append(
            Candidate(no, points[no] + virtual, division, no not in had_byes, tags, balance.get(no, 0), virtual)
        )
    meet_again = rules.meet_again_after_forfeit if (chosen := t.setting(MEET_AGAIN, pod.id)) is None else chosen
    rematch_after = t.setting(REMATCH_AFTER) or 0
    met = opponents_met(
        t, [r for r in rounds if not rematch_after or number - r.number <= rematch_after], forfeits_meet=not meet_again
    )
    request = PairingInput(
        candidates=tuple(candidates),
        met={c.no: frozenset(met[c.no]) for c in candidates},
        seed=seed,
        system=system,
        order=rules.order,
        forbidden=forbidden_pairs(t, pod, number, [c.no for c in candidates]),
        round_no=number,
        balance_starts=tracked,
        objective=version,
    )
    return _with_history(t, pod, request, rounds, top=top) if find_method(system).by_table else request


def _with_history(
    t: Tournament, pod: Pod, request: PairingInput, rounds: Sequence[Round], *, top: bool | None
) -> PairingInput:
    """The input with what a system needs that goes by the order of the table and by everybody's earlier rounds."""
    numbers = numbers_of(t, pod.members)
    candidates = in_table_order(t, pod, request, numbers)
    table = t.ruleset.points
    request = replace(
        request,
        candidates=tuple(candidates),
        numbers=numbers,
        ratings={no: t.entrants[no].rating for no in pod.members},
        planned=pod.first_round + pod.planned - 1,
        top_starts=top_starts(t, pod) if top is None else top,
        win=table[Outcome.WIN],
        draw=table[Outcome.DRAW],
        loss=table[Outcome.LOSS],
    )
    if not find_method(request.system).looks_back:
        return request
    past = past_of(t, pod, rounds)
    free = had_free_point(past, request.win)
    with_byes = tuple(c._replace(bye_ok=c.bye_ok and c.no not in free) for c in request.candidates)
    return replace(request, candidates=with_byes, past=past)


def _robin_input(t: Tournament, pod: Pod, number: int, seed: str, system: str) -> PairingInput:
    """A round of a round robin: everybody with their number, also who has left; points decide nothing."""
    rounds = [r for r in swiss_rounds(t, pod) if r.number < number]
    met = opponents_met(t, rounds, forfeits_meet=True) if cycles_of(t, pod.id) == 1 else {}
    return PairingInput(
        candidates=tuple(Candidate(no, 0) for no in pod.members),
        met={no: frozenset(met.get(no, ())) for no in pod.members},
        seed=seed,
        system=system,
        round_no=number - pod.first_round + 1,
        numbers=numbers_of(t, pod.members),
        planned=pod.planned,
        reversed_end=reverses_last(t, pod.id),
    )


def _tags(e: Entrant, fields: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{name}={value}" for name in fields if (value := getattr(e, name)))


def draft_swiss(t: Tournament, pod: Pod, number: int, seed: str, *, method: str = "", top: bool | None = None) -> Draft:
    """A Swiss round of the pod, or one of a round robin. By hand: nobody is paired yet."""
    method = method or next_method(t, pod)
    sitting = list(sitting_out(t, pod, number).values())
    first = top_starts(t, pod) if top is None else top
    if method == MANUAL:
        return Draft(pod.id, number, (), tuple(sitting), "by hand", {}, {}, method, first)
    request = pairing_input(t, pod, number, seed, method=method, top=top)
    result = pair(request)
    if result.bye is not None:
        outcome = Outcome.REST if is_robin(pod) else Outcome.BYE
        sitting.append(Sitting(result.bye, outcome, result.bye_reasons))
    return Draft(
        pod.id,
        number,
        tuple((m.a, m.b, m.reasons) for m in result.matches),
        tuple(sitting),
        result.proof,
        cost_summary(result.cost),
        result.certificate,
        method,
        first,
        request.objective,
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
    before = bracket_rounds(pod, number)
    upcoming = (
        double.next_round(pod.members, before)
        if pod.double
        else next_round(pod.members, before, third_place=pod.third_place)
    )
    chance = SeededRandom(seed, "who is a")
    ordered = [(a, b) if chance.below(2) == 0 else (b, a) for a, b in upcoming.pairs]
    return Draft(
        pod.id,
        number,
        tuple((a, b, ("bracket",)) for a, b in ordered),
        tuple(Sitting(no, Outcome.BYE, ("bracket",)) for no in upcoming.byes),
        "rule",
        {},
        {},
    )


def draft(t: Tournament, pod: Pod, number: int, seed: str, *, method: str = "", top: bool | None = None) -> Draft:
    """The pod's round, by its phase; a method other than the usual one is for rounds that are no bracket's."""
    if pod.phase in ELIMINATION:
        return draft_elimination(t, pod, number, seed)
    return draft_swiss(t, pod, number, seed, method=method, top=top)


def drafted_round(t: Tournament, drafted: Draft, pod: Pod, *, draft_no: int, taken: set[int]) -> RoundFact:
    """The draft as the journal keeps it, with tables. `taken` are the tables of other pods in the same round."""
    fixed = {no: e.fixed_table for no in pod.members if (e := t.entrants[no]).fixed_table is not None}
    blocked = parse_ranges(t.setting(BLOCKED_TABLES, pod.id) or "")
    pairs = [(a, b) for a, b, _ in drafted.pairs]
    tables = seat(pairs, first_table=first_table(t, pod), taken=taken, fixed=fixed, blocked=blocked)
    matches = (Match(table, a, b, None, reasons) for table, (a, b, reasons) in zip(tables, drafted.pairs, strict=True))
    return RoundFact(
        drafted.pod,
        drafted.number,
        draft_no,
        tuple(sorted(matches, key=lambda m: m.table)),
        drafted.sitting,
        drafted.proof,
        dict(drafted.cost),
        dict(drafted.certificate),
        system=_recorded_method(t, pod, drafted.system),
        top_starts=drafted.top_starts,
        objective=drafted.objective,
    )


def _recorded_method(t: Tournament, pod: Pod, method: str) -> str:
    """What a round says of its method: only what is not as usual (the table of a round robin is a setting)."""
    return "" if method == usual_method(t, pod) and not is_robin(pod) else method


def first_table(t: Tournament, pod: Pod) -> int:
    """Where the pod's tables begin: as set for it, else where it was put (one pod after the other)."""
    own = FIRST_TABLE.of(t.pod_settings.get(pod.id, {}))
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
