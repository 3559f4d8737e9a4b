"""The facts of a tournament in the order in which they happened, as the app would have recorded them.

From entrants and pods to journal entries (action, data). Rounds of one number are taken together; between two rounds
come, in this order, those who left, the next phases, and late players (they must be in before the round is paired).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pareo.app.people.players import entrant_data
from pareo.core.journal.fold import result_to_data
from pareo.core.state.model import Entrant, Phase, Status
from pareo.core.state.outcome import Outcome
from pareo.formats.exchange.check import Members
from pareo.formats.exchange.event import ForeignRound

Fact = tuple[str, dict[str, Any]]
_PROOF = "by hand"
_REACHED = {Status.DRAFTED: 0, Status.PUBLISHED: 1, Status.STARTED: 2, Status.FINISHED: 3}


def history(entrants: Sequence[Entrant], pods: Sequence[Members]) -> Iterator[Fact]:
    """Everything after the creation."""
    teller = _Teller(entrants, pods)
    yield from teller.entries()
    if not pods:
        yield from teller.left(None)
        return
    for number in sorted({r.number for p in pods for r in p.pod.rounds} | {1}):
        yield from teller.next_phases(number)
        yield from teller.late(number)
        yield from teller.round(number)
        yield from teller.left(number)
    yield from teller.next_phases(None)
    yield from teller.late(None)
    yield from teller.left(None)


class _Teller:
    def __init__(self, entrants: Sequence[Entrant], pods: Sequence[Members]) -> None:
        self._entrants = {e.no: e for e in entrants}
        self._pods = pods
        self._roots = [p for p in pods if not p.pod.sources]
        self._coming = {no: p for p in self._roots for no in p.nos if _comes_late(self._entrants[no], p)}
        self._late = frozenset(self._coming)
        self._leaving = {e.no: e for e in entrants if e.drop is not None}
        self._next = [p for p in pods if p.pod.sources]
        self._formed = False

    def entries(self) -> Iterator[Fact]:
        """Everybody who was there before round 1; who never played has left before the pods formed."""
        rows = [entrant_data(replace(e, drop=None, start_no=0 if self._pods else e.start_no))
                for no, e in self._entrants.items() if no not in self._late]  # fmt: skip
        if rows:
            yield "entered", {"entrants": rows}
        inside = {no for p in self._roots for no in p.nos}
        for no in [no for no in self._leaving if no not in inside]:
            yield self._drop(no)

    def late(self, before: int | None) -> Iterator[Fact]:
        """Who comes late, before this round is paired (None: after the last one); P-LATE-1."""
        for no, p in list(self._coming.items()):
            e = self._entrants[no]
            if before is not None and (e.late_from > before or not self._formed):
                continue
            del self._coming[no]
            losses = [r.number for r in p.pod.rounds if r.number < e.late_from and _sits(p, r, no)]
            yield "late", {"entrant": entrant_data(replace(e, drop=None)), "pod": p.pod.id, "losses": losses}

    def left(self, after: int | None) -> Iterator[Fact]:
        for no, e in list(self._leaving.items()):
            if no not in self._coming and e.drop is not None and (after is None or e.drop.after <= after):
                yield self._drop(no)

    def _drop(self, no: int) -> Fact:
        drop = self._leaving.pop(no).drop
        if drop is None:
            raise AssertionError("only who has left is told of")
        return "dropped", {"no": no, "after": drop.after, "kind": drop.kind, "reason": drop.reason}

    def next_phases(self, before: int | None) -> Iterator[Fact]:
        """Day 2 and the brackets, the ones from the same pods together; a bracket from day 2 after day 2."""
        ready = [p for p in self._next if before is None or p.pod.first_round <= before]
        self._next = [p for p in self._next if p not in ready]
        for sources in dict.fromkeys(p.pod.sources for p in ready):
            made = [p for p in ready if p.pod.sources == sources]
            yield "advanced", {"pods": [self._pod(p) for p in made], "closes": list(sources)}

    def _pod(self, p: Members) -> dict[str, Any]:
        pod = p.pod
        data: dict[str, Any] = {
            "id": pod.id,
            "phase": pod.phase.value,
            "members": [no for no in p.nos if pod.sources or no not in self._late],
            "divisions": list(pod.divisions),
            "planned": pod.planned,
            "first_round": pod.first_round,
            "first_table": pod.first_table,
            "third_place": pod.third_place,
        }
        if pod.section is not None:
            data["section"] = pod.section
        if pod.sources:
            data["sources"] = list(pod.sources)
        return data

    def round(self, number: int) -> Iterator[Fact]:
        """One round of every pod that has it, as far as it went."""
        found = [(p, r) for p in self._pods for r in p.pod.rounds if r.number == number]
        paired: dict[str, Any] = {"rounds": [self._row(p, r) for p, r in found]}
        if not self._formed:
            self._formed = True
            numbers = [[no, e.start_no] for no, e in self._entrants.items() if e.start_no and no not in self._late]
            paired |= {"pods": [self._pod(p) for p in self._roots], "unformed": [], "start_nos": numbers}
        yield "paired", paired
        for action, reached in (("published", Status.PUBLISHED), ("started", Status.STARTED)):
            rows: list[dict[str, Any]] = [
                {"pod": p.pod.id, "number": number} for p, r in found if _REACHED[r.status] >= _REACHED[reached]
            ]
            if rows:
                yield action, {"rounds": [{**row, "seed": ""} if action == "published" else row for row in rows]}
        results = [
            [p.pod.id, number, m.table, result_to_data(m.result)]
            for p, r in found for m in r.matches if m.result is not None
        ]  # fmt: skip
        if results:
            yield "results", {"results": results}
        finished = [{"pod": p.pod.id, "number": number} for p, r in found if r.status is Status.FINISHED]
        if finished:
            yield "finished", {"rounds": finished}

    def _row(self, p: Members, r: ForeignRound) -> dict[str, Any]:
        number = p.number
        return {
            "pod": p.pod.id,
            "number": r.number,
            "draft": 1,
            "matches": [[m.table, number[m.a], number[m.b], list(m.reasons)] for m in r.matches],
            "sitting": [
                [number[s.key], s.outcome.value, list(s.reasons), *([] if s.points is None else [s.points])]
                for s in r.sittings
                if not self._told_late(number[s.key], r.number)
            ],
            "proof": _PROOF,
            "cost": {},
            **({"system": r.system} if r.system else {}),
            **({} if r.top_starts else {"top_starts": False}),
        }

    def _told_late(self, no: int, number: int) -> bool:
        """The losses of rounds before somebody came are told when he comes."""
        return no in self._late and number < self._entrants[no].late_from


def _comes_late(e: Entrant, p: Members) -> bool:
    """Did he join a running Swiss pod, with nothing but losses before?"""
    if p.pod.phase is not Phase.SWISS or e.late_from <= p.pod.first_round:
        return False
    for r in p.pod.rounds:
        if r.number >= e.late_from:
            break
        if any(e.no in (p.number[m.a], p.number[m.b]) for m in r.matches):
            return False
        if any(p.number[s.key] == e.no and s.outcome is not Outcome.LATE_LOSS for s in r.sittings):
            return False
    return True


def _sits(p: Members, r: ForeignRound, no: int) -> bool:
    return any(p.number[s.key] == no for s in r.sittings)
