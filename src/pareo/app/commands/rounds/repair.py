"""A round that was repaired or changed by hand, with what it costs now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from pareo.app.base.context import LoadedTournament
from pareo.app.commands.rounds.walkovers import with_walkovers
from pareo.app.queries.rounds.stale_drafts import stale
from pareo.core.journal.codecs import RoundFact, TableResult
from pareo.core.model.entities import NOT_DRAWN, Entrant, Match, Pod, Round, Sitting
from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import PairingInput
from pareo.core.model.random_source import round_seed
from pareo.core.pairing.registry import MANUAL, find_method, pair
from pareo.core.pairing.repair import RepairedRound, repair_round
from pareo.core.pairing.seating import parse_ranges, seat
from pareo.core.settings.hall import BLOCKED_TABLES
from pareo.core.text.errors import Refused
from pareo.core.tournament.drafting import cost_summary, first_table, pairing_input, sitting_out, taken_tables
from pareo.core.tournament.pairing_methods import is_robin, round_method, usual_method
from pareo.core.tournament.tournament import ELIMINATION
from pareo.core.verify.bound import cost_of


def changed_round(
    p: Pod, r: Round, matches: Iterable[Match], sitting: Iterable[Sitting], proof: str = "by hand"
) -> RoundFact:
    """A round changed by hand: same draft, status and method, the same who was to start."""
    return RoundFact(
        p.id,
        r.number,
        r.draft,
        tuple(sorted((_without_result(m) for m in matches), key=lambda m: m.table)),
        tuple(sitting),
        proof,
        status=r.status,
        seed=r.seed,
        system=r.system,
        top_starts=r.top_starts,
        objective=r.objective,
    )


def _without_result(m: Match) -> Match:
    """The match without its result: a round tells results apart."""
    return m if m.result is None else replace(m, result=None)


def kept_results(matches: Iterable[Match]) -> tuple[TableResult, ...]:
    """The results that these matches have."""
    return tuple(TableResult(m.table, m.result) for m in matches if m.result is not None)


def with_cost(event: LoadedTournament, pod: Pod, changed: RoundFact) -> RoundFact:
    """The round with the cost of its pairs computed."""
    method = changed.system or usual_method(event.state, pod)
    request = pairing_input(event.state, pod, changed.number, "", method=method, objective=changed.objective)
    known = {c.no for c in request.candidates}
    pairs = [(m.a, m.b) for m in changed.matches if m.a in known and m.b in known]
    inside = {no for p in pairs for no in p}
    byes = [s.no for s in changed.sitting if s.outcome is Outcome.BYE and s.no in known]
    bye = byes[0] if byes else None
    paired = replace(request, candidates=tuple(c for c in request.candidates if c.no in inside or c.no == bye))
    cost = cost_summary(cost_of(paired, pairs, bye))
    again = sum(not c.bye_ok for c in request.candidates if c.no in byes)
    if again:  # by hand several may get the bye
        cost["repeat_bye"] = again
    return replace(changed, cost=cost)


def repaired_round(
    event: LoadedTournament,
    pod_id: str,
    *,
    adding: Entrant | None = None,
    numbers: Mapping[int, int] = MappingProxyType({}),
) -> RoundFact | None:
    """The pod's open round repaired for the entrants as they are now; None if nothing is wrong with it.

    With `adding`, as if that late player were already in the pod, and others had moved to these `numbers`.
    """
    t = event.state
    pod = t.pods[pod_id]
    r = pod.last_round
    if r is None or pod.phase in ELIMINATION:
        raise Refused("repair-nothing", "Nothing to repair: every draft and published round is still valid.")
    if adding is not None:
        moved = {no: replace(t.entrants[no], start_no=number) for no, number in numbers.items()}
        t = replace(t, entrants={**t.entrants, **moved, adding.no: adding})
        pod = replace(pod, members=(*pod.members, adding.no))
    seed = round_seed(event.secret, f"{pod_id}/repair", r.number, r.draft)  # that of a published round is known
    request = pairing_input(t, pod, r.number, seed, method=round_method(t, pod, r), objective=r.objective)
    pairs = [(m.a, m.b) for m in r.matches.values()]
    bye = next((s.no for s in r.sitting if s.outcome in (Outcome.BYE, Outcome.REST)), None)
    if adding is None and next(stale(t, pod, r), None) is None and _still_right(request, pairs, bye, r):
        return None
    fixed = _complete_pairs(request, pairs, bye) if r.system == MANUAL else None
    fixed = fixed or _repair_pairs(request, pairs, bye)
    table_of = {frozenset((m.a, m.b)): m for m in r.matches.values()}
    old_tables = [table_of[frozenset(p)] for p in fixed.kept_pairs]
    used = {m.table for m in old_tables}
    taken = taken_tables(event.state, pod_id, r.number) | used
    tables = seat(
        [(a, b) for a, b, _ in fixed.new_pairs],
        first_table=first_table(event.state, pod),
        taken=taken,
        fixed={no: e.fixed_table for no in pod.members if (e := t.entrants[no]).fixed_table is not None},
        blocked=parse_ranges(event.state.setting(BLOCKED_TABLES, pod_id) or ""),
    )
    new_matches = [
        Match(n, a, b, None, (*why, "repaired")) for n, (a, b, why) in zip(tables, fixed.new_pairs, strict=True)
    ]
    sitting = list(sitting_out(t, pod, r.number).values())
    if fixed.bye is not None:
        free = Outcome.REST if is_robin(pod) else Outcome.BYE
        sitting.append(Sitting(fixed.bye, free, fixed.bye_reasons))
    whole = [(m.a, m.b) for m in (*old_tables, *new_matches)]
    repaired = changed_round(pod, r, (*old_tables, *new_matches), sitting, "repaired")
    return with_walkovers(t, pod, replace(repaired, cost=cost_summary(cost_of(request, whole, fixed.bye))))


def _repair_pairs(request: PairingInput, pairs: list[tuple[int, int]], bye: int | None) -> RepairedRound:
    """As few pairs as possible broken up. The table of a round robin, and the Dutch rules, know only one round: pairs
    that are in it stay where they are."""
    if not find_method(request.system).all_anew:
        return repair_round(request, pairs, bye)
    fresh = pair(request)
    old = set(pairs)
    kept = tuple((m.a, m.b) for m in fresh.matches if (m.a, m.b) in old)
    new = tuple((m.a, m.b, m.reasons) for m in fresh.matches if (m.a, m.b) not in old)
    return RepairedRound(kept, new, fresh.bye, fresh.bye_reasons)


def _complete_pairs(request: PairingInput, pairs: list[tuple[int, int]], bye: int | None) -> RepairedRound | None:
    """A round that is being put together by hand: its pairs stay, who is left is paired. None if that cannot be."""
    if find_method(request.system).robin:
        return None
    known = {c.no for c in request.candidates}
    whole = tuple(p for p in pairs if known.issuperset(p))
    rests = bye if bye in known else None
    inside = {no for p in whole for no in p} | {rests}
    free = tuple(c for c in request.candidates if c.no not in inside)
    if not free or (rests is not None and len(free) % 2 == 1):
        return None
    try:
        drawn = pair(replace(request, candidates=free))
    except Refused:
        return None
    new = tuple((m.a, m.b, m.reasons) for m in drawn.matches)
    bye, why = (drawn.bye, drawn.bye_reasons) if rests is None else (rests, ("kept",))
    return RepairedRound(whole, new, bye, why)


def _still_right(request: PairingInput, pairs: list[tuple[int, int]], bye: int | None, r: Round) -> bool:
    """Everybody who should play is in the round once, nobody else is, and no better round exists.

    A round made by hand is right as long as it costs what its maker has seen.
    """
    inside = [no for p in pairs for no in p] + ([bye] if bye is not None else [])
    if sorted(inside) != sorted(c.no for c in request.candidates):
        return False
    cost = cost_of(request, pairs, bye)
    if find_method(request.system).robin:
        return {frozenset(p) for p in pairs} == {frozenset((m.a, m.b)) for m in pair(request).matches}
    if r.proof in NOT_DRAWN:
        return cost_summary(cost) == dict(r.cost)
    return cost.vector(request.order) <= pair(request).cost.vector(request.order)
