"""The rows of a round that was repaired or changed by hand, with what it costs now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from pareo.app.desk import Event
from pareo.app.rounds.stale import stale
from pareo.app.rounds.walkovers import with_walkovers
from pareo.core.journal.fold import result_to_data, sitting_to_data
from pareo.core.pairing.chance import round_seed
from pareo.core.pairing.contract import PairingInput
from pareo.core.pairing.drafting import cost_summary, first_table, pairing_input, sitting_out, taken_tables
from pareo.core.pairing.methods import MANUAL, ROBIN_METHODS, is_robin, round_method, usual_method
from pareo.core.pairing.registry import pair
from pareo.core.pairing.repair import Repaired, repair_round
from pareo.core.pairing.seating import parse_ranges, seat
from pareo.core.state.model import Entrant, Pod, Round, Status
from pareo.core.state.outcome import Outcome
from pareo.core.state.settings.hall import BLOCKED_TABLES
from pareo.core.state.tournament import ELIMINATION
from pareo.core.verify.round import cost_of
from pareo.core.words.errors import Refused


def round_row(p: Pod, r: Round, matches: Iterable[Sequence[Any]], sitting: Iterable[Sequence[Any]]) -> dict[str, Any]:
    """A round changed by hand, as a journal row: same draft, same status."""
    rows = sorted((list(m) for m in matches), key=lambda m: m[0])
    row: dict[str, Any] = {
        "pod": p.id,
        "number": r.number,
        "draft": r.draft,
        "status": r.status.value,
        "matches": rows,
        "sitting": [list(s) for s in sitting],
        "proof": "by hand",
        "cost": {},
        **_kept(r),
    }
    if r.seed:
        row["seed"] = r.seed
    return row


def _kept(r: Round) -> dict[str, Any]:
    """A round changed by hand keeps its method and who was to start."""
    return {**({"system": r.system} if r.system else {}), **({} if r.top_starts else {"top_starts": False})}


def checked_row(event: Event, pod: Pod, row: dict[str, Any]) -> dict[str, Any]:
    """The row with the cost of its pairs computed."""
    method = row.get("system") or usual_method(event.state, pod)
    given = pairing_input(event.state, pod, row["number"], "", method=method)
    known = {c.no for c in given.candidates}
    pairs = [(m[1], m[2]) for m in row["matches"] if m[1] in known and m[2] in known]
    inside = {no for p in pairs for no in p}
    byes = [s[0] for s in row["sitting"] if s[1] == Outcome.BYE.value and s[0] in known]
    bye = byes[0] if byes else None
    paired = replace(
        given, candidates=tuple(c for c in given.candidates if c.no in inside or c.no == bye)
    )
    row["cost"] = cost_summary(cost_of(paired, pairs, bye))
    again = sum(not c.bye_ok for c in given.candidates if c.no in byes)
    if again:  # by hand several may get the bye
        row["cost"]["repeat_bye"] = again
    return row


def repaired_row(event: Event, pod_id: str, *, adding: Entrant | None = None) -> dict[str, Any] | None:
    """The pod's open round repaired for the entrants as they are now; None if nothing is wrong with it.

    With `adding`, as if that late player were already in the pod.
    """
    t = event.state
    pod = t.pods[pod_id]
    r = pod.last_round
    if r is None or pod.phase in ELIMINATION:
        raise Refused("repair-nothing", "Nothing to repair: no drafted or published round has become wrong.")
    if adding is not None:
        t = replace(t, entrants={**t.entrants, adding.no: adding})
        pod = replace(pod, members=(*pod.members, adding.no))
        if r.status is Status.STARTED:
            return _seated_alone(event, pod, r, adding)
    seed = round_seed(event.secret, pod_id, r.number, r.draft) + "/repair"
    given = pairing_input(t, pod, r.number, seed, method=round_method(t, pod, r))
    pairs = [(m.a, m.b) for m in r.matches.values()]
    bye = next((s.no for s in r.sitting if s.outcome in (Outcome.BYE, Outcome.REST)), None)
    if adding is None and next(stale(t, pod, r), None) is None and _still_right(given, pairs, bye, r):
        return None
    fixed = _filled_up(given, pairs, bye) if r.system == MANUAL else None
    fixed = fixed or _repaired(given, pairs, bye)
    table_of = {frozenset((m.a, m.b)): m for m in r.matches.values()}
    kept = [table_of[frozenset(p)] for p in fixed.kept]
    used = {m.table for m in kept}
    taken = taken_tables(event.state, pod_id, r.number) | used
    tables = seat(
        [(a, b) for a, b, _ in fixed.made],
        first_table=first_table(event.state, pod),
        taken=taken,
        fixed={no: e.fixed_table for no in pod.members if (e := t.entrants[no]).fixed_table is not None},
        blocked=parse_ranges(event.state.setting(BLOCKED_TABLES, pod_id) or ""),
    )
    matches: list[list[Any]] = [[m.table, m.a, m.b, list(m.reasons)] for m in kept]
    matches += [[n, a, b, [*why, "repaired"]] for n, (a, b, why) in zip(tables, fixed.made, strict=True)]
    sitting = [sitting_to_data(s) for s in sitting_out(t, pod, r.number).values()]
    if fixed.bye is not None:
        free = Outcome.REST if is_robin(pod) else Outcome.BYE
        sitting.append([fixed.bye, free.value, list(fixed.bye_reasons)])
    whole = [(m[1], m[2]) for m in matches]
    row: dict[str, Any] = {
        "pod": pod_id,
        "number": r.number,
        "draft": r.draft,
        "status": r.status.value,
        "matches": sorted(matches, key=lambda m: m[0]),
        "sitting": sitting,
        "proof": "repaired",
        "cost": cost_summary(cost_of(given, whole, fixed.bye)),
        **_kept(r),
    }
    if r.seed:
        row["seed"] = r.seed
    return with_walkovers(t, pod, row)


def _repaired(given: PairingInput, pairs: list[tuple[int, int]], bye: int | None) -> Repaired:
    """As few pairs as possible broken up. The table of a round robin, and the Dutch rules, know only one round: pairs
    that are in it stay where they are."""
    if given.system not in _ONE_ROUND:
        return repair_round(given, pairs, bye)
    fresh = pair(given)
    old = set(pairs)
    kept = tuple((m.a, m.b) for m in fresh.matches if (m.a, m.b) in old)
    made = tuple((m.a, m.b, m.reasons) for m in fresh.matches if (m.a, m.b) not in old)
    return Repaired(kept, made, fresh.bye, fresh.bye_reasons)


_ONE_ROUND = ("dutch", *ROBIN_METHODS)


def _filled_up(given: PairingInput, pairs: list[tuple[int, int]], bye: int | None) -> Repaired | None:
    """A round that is being put together by hand: its pairs stay, who is left is paired. None if that cannot be."""
    if given.system in ROBIN_METHODS:
        return None
    known = {c.no for c in given.candidates}
    whole = tuple(p for p in pairs if known.issuperset(p))
    rests = bye if bye in known else None
    inside = {no for p in whole for no in p} | {rests}
    free = tuple(c for c in given.candidates if c.no not in inside)
    if not free or (rests is not None and len(free) % 2 == 1):
        return None
    try:
        drawn = pair(replace(given, candidates=free))
    except Refused:
        return None
    made = tuple((m.a, m.b, m.reasons) for m in drawn.matches)
    bye, why = (drawn.bye, drawn.bye_reasons) if rests is None else (rests, ("kept",))
    return Repaired(whole, made, bye, why)


def _still_right(given: PairingInput, pairs: list[tuple[int, int]], bye: int | None, r: Round) -> bool:
    """Everybody who should play is in the round once, nobody else is, and no better round exists.

    A round made by hand is right as long as it costs what its maker has seen.
    """
    inside = [no for p in pairs for no in p] + ([bye] if bye is not None else [])
    if sorted(inside) != sorted(c.no for c in given.candidates):
        return False
    cost = cost_of(given, pairs, bye)
    if given.system in ROBIN_METHODS:
        return {frozenset(p) for p in pairs} == {frozenset((m.a, m.b)) for m in pair(given).matches}
    if r.proof == "by hand":
        return cost_summary(cost) == dict(r.cost)
    return cost.vector(given.order) <= pair(given).cost.vector(given.order)


def _seated_alone(event: Event, pod: Pod, r: Round, adding: Entrant) -> dict[str, Any]:
    """2009, 3.1.4: a player added after the round has started meets the one who has the bye, if there is one."""
    bye = next((s for s in r.sitting if s.outcome is Outcome.BYE), None)
    if bye is None:
        raise Refused(
            "late-nobody-free",
            "Round {round} of {pod} has started and nobody has a bye: there is no opponent for a late player.",
            round=r.number, pod=pod.id,
        )
    taken = set(r.matches) | taken_tables(event.state, pod.id, r.number)
    table = seat([(bye.no, adding.no)], first_table=first_table(event.state, pod), taken=taken, fixed={})[0]
    matches: list[list[Any]] = [[m.table, m.a, m.b, list(m.reasons)] for m in r.matches.values()]
    matches.append([table, bye.no, adding.no, ["late-player"]])
    sitting = [sitting_to_data(s) for s in r.sitting if s.no != bye.no]
    row = round_row(pod, r, matches, sitting)
    row["results"] = [[m.table, result_to_data(m.result)] for m in r.matches.values() if m.result is not None]
    row["cost"] = dict(r.cost)
    return row
