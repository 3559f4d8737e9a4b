"""Checking rounds that were drawn: each is held against what was known when it was paired.

The journal is folded entry by entry; at each pairing the input is rebuilt from the state just before it. Rounds of a
bracket are checked against the bracket.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pareo.app.desk import Desk, fact_of
from pareo.core.bracket import next_round
from pareo.core.chance import round_seed
from pareo.core.drafting import bracket_rounds, pairing_input
from pareo.core.errors import BadInput, NotFound
from pareo.core.fold import Fact, apply, begin, entrant_from_data, pod_from_data
from pareo.core.methods import ROBIN_METHODS, is_robin, usual_method
from pareo.core.model import Pod
from pareo.core.outcome import Outcome
from pareo.core.pairing.contract import PairingInput
from pareo.core.pairing.robin import robin_table, single_length
from pareo.core.tournament import ELIMINATION, Tournament
from pareo.core.verify import seating, verify_round
from pareo.core.verify_dutch import verify_dutch


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round as it was drawn, with what it was drawn from."""

    pod: str
    number: int
    given: PairingInput | None  # None: a bracket
    bracket: frozenset[frozenset[int]]  # the pairs the bracket demands
    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    certificate: dict[str, Any]
    by_hand: bool


def verify(desk: Desk, slug: str, *, round_no: int | None = None) -> list[dict[str, Any]]:
    """One row per round checked: ok, proved, how, and what is wrong. The chain of the journal is checked first."""
    entries = desk.store.verify(slug)
    drawn = _drawn(desk, slug)
    if round_no is not None:
        drawn = {key: d for key, d in drawn.items() if key[1] == round_no}
        if not drawn:
            raise NotFound("no-round-anywhere", "Round {round} has not been paired.", round=round_no)
    rows = [_checked(d) for _, d in sorted(drawn.items(), key=lambda item: (item[0][1], item[0][0]))]
    for row in rows:
        row["entries"] = entries
    return rows


def _drawn(desk: Desk, slug: str) -> dict[tuple[str, int], Drawn]:
    entries = desk.store.read(slug)
    facts = [fact_of(entry) for entry in entries]
    undone = {f.data["seq"] for f in facts if f.action == "undone"}
    t = begin(facts[0])
    secret = desk.store.secret(slug)
    if t.commitment and hashlib.sha256(secret.encode()).hexdigest() != t.commitment:
        raise BadInput("seed-changed", "The secret seed is not the one that was fixed when the tournament was created.")
    drawn: dict[tuple[str, int], Drawn] = {}
    for fact in facts[1:]:
        if fact.action == "undone" or fact.seq in undone:
            continue
        if fact.action == "advanced":
            _discard(drawn, fact)
        if fact.action in ("paired", "redrawn", "swapped") or (fact.action == "late" and fact.data.get("round")):
            _collect(t, fact, drawn, secret)
        apply(t, fact)
    return drawn


def _collect(t: Tournament, fact: Fact, drawn: dict[tuple[str, int], Drawn], secret: str) -> None:
    """The rounds of one entry, with inputs from the state before it."""
    before = _with_new_pods(t, fact)
    rows = fact.data["rounds"] if "rounds" in fact.data else [fact.data["round"]]
    _discard(drawn, fact)
    for row in rows:
        pod = before.pods[row["pod"]]
        number = row["number"]
        given = None
        demanded: frozenset[frozenset[int]] = frozenset()
        if pod.phase in ELIMINATION:
            asked = next_round(pod.members, bracket_rounds(pod, number), third_place=pod.third_place)
            demanded = frozenset(frozenset(p) for p in asked.pairs)
        else:
            method = row.get("system") or usual_method(before, pod)
            top = row.get("top_starts", True) if number == pod.first_round and not pod.sources else None
            seed = round_seed(secret, pod.id, number, row["draft"])
            given = pairing_input(before, pod, number, seed, method=method, top=top)
            demanded = _table_pairs(given) if is_robin(pod) else demanded
        drawn[(pod.id, number)] = Drawn(
            pod.id,
            number,
            given,
            demanded,
            tuple((m[1], m[2]) for m in row["matches"]),
            next((s[0] for s in row["sitting"] if s[1] in (Outcome.BYE.value, Outcome.REST.value)), None),
            dict(row.get("certificate", {})),
            row.get("proof") in ("by hand", "repaired"),
        )


def _table_pairs(given: PairingInput) -> frozenset[frozenset[int]]:
    """The pairs that the table of a round robin has in this round."""
    names = {number: no for no, number in given.numbers.items()}
    cycles = 2 if given.planned > single_length(len(names)) else 1
    drawn = robin_table(given.system, len(names), cycles)[given.round_no - 1]
    return frozenset(frozenset((names[a], names[b])) for a, b in drawn.pairs)


def _discard(drawn: dict[tuple[str, int], Drawn], fact: Fact) -> None:
    """Rounds of pods that were made anew are gone."""
    for key in [k for k in drawn if k[0] in fact.data.get("unformed", ())]:
        del drawn[key]


def _with_new_pods(t: Tournament, fact: Fact) -> Tournament:
    entrants = dict(t.entrants)
    for no, start_no in fact.data.get("start_nos", ()):
        entrants[no] = replace(entrants[no], start_no=start_no)
    pods: dict[str, Pod] = dict(t.pods)
    if "pods" in fact.data:
        pods = {row["id"]: pod_from_data(row) for row in fact.data["pods"]}
    if fact.action == "late":
        entrant = entrant_from_data(fact.data["entrant"])
        entrants[entrant.no] = entrant
        pod = pods[fact.data["pod"]]
        pods[pod.id] = replace(pod, members=(*pod.members, entrant.no))
    return replace(t, entrants=entrants, pods=pods)


def _eased(given: PairingInput, pairs: Sequence[tuple[int, int]]) -> PairingInput:
    """Forbidden pairs that could not be kept apart were told before the round was published: they are no fault."""
    used = {(min(p), max(p)) for p in pairs} & given.forbidden
    return replace(given, forbidden=given.forbidden - used) if used else given


def _checked_table(d: Drawn, given: PairingInput) -> dict[str, Any]:
    """A round of a round robin: everybody once, and the pairs are those of the table."""
    wrong = [str(finding) for finding in seating(given, d.pairs, d.bye)]
    other = d.bracket != frozenset(frozenset(p) for p in d.pairs)
    told = ["The matches are not those of the table."] if other and not wrong else []
    violations = wrong + ([] if d.by_hand else told)
    return {"ok": not violations, "proved": not violations and not other, "method": "table", "violations": violations,
            "warnings": told if d.by_hand else []}


def _checked(d: Drawn) -> dict[str, Any]:
    row: dict[str, Any] = {"pod": d.pod, "round": d.number}
    if d.given is None:
        right = d.bracket == frozenset(frozenset(p) for p in d.pairs)
        problem = [] if right else ["The matches are not those of the bracket."]
        return {**row, "ok": right, "proved": right, "method": "bracket", "violations": problem, "warnings": []}
    if d.given.system in ROBIN_METHODS:
        return {**row, **_checked_table(d, d.given)}
    if d.given.system == "dutch":
        verdict = verify_dutch(_eased(d.given, d.pairs), d.pairs, d.bye, strict=not d.by_hand)
    else:
        verdict = verify_round(d.given, d.pairs, d.bye, certificate=d.certificate or None, strict=not d.by_hand)
    return {
        **row,
        "ok": verdict.ok,
        "proved": verdict.proved,
        "method": verdict.method,
        "violations": [str(f) for f in verdict.violations],
        "warnings": [str(f) for f in verdict.warnings],
    }
