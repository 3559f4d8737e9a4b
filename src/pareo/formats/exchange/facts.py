"""The facts of a tournament in the order in which they happened, as the app would have recorded them.

From entrants and pods to facts. Rounds of one number are taken together; between two rounds
come, in this order, those who left, the next phases, and late players (they must be in before the round is paired).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pareo.core.journal.codecs import PublishedRound, ResultAt, RoundFact, RoundKey
from pareo.core.journal.fact import Fact
from pareo.core.journal.people_facts import Dropped, Entered, Joining, Late
from pareo.core.journal.round_facts import Advanced, Finished, Formed, Published, Results, RoundsPaired, Started
from pareo.core.model.entities import Entrant, Match, Phase, Pod, Sitting, Status
from pareo.core.model.outcome import Outcome
from pareo.formats.exchange.check import Members
from pareo.formats.exchange.event import ForeignMatch, ForeignRound

_REACHED = {Status.DRAFTED: 0, Status.PUBLISHED: 1, Status.STARTED: 2, Status.FINISHED: 3}


def history(entrants: Sequence[Entrant], pods: Sequence[Members]) -> Iterator[Fact]:
    """The facts of a tournament after its creation, in the order in which they happened."""
    timeline = _Timeline(entrants, pods)
    yield from timeline.entries()
    if not pods:
        yield from timeline.drops(None)
        return
    for number in sorted({r.number for p in pods for r in p.pod.rounds} | {1}):
        yield from timeline.next_phases(number)
        yield from timeline.late(number)
        yield from timeline.round(number)
        yield from timeline.drops(number)
    yield from timeline.next_phases(None)
    yield from timeline.late(None)
    yield from timeline.drops(None)


class _Timeline:
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
        entrants = tuple(
            replace(e, drop=None, start_no=0 if self._pods else e.start_no) if e.drop or e.start_no else e
            for no, e in self._entrants.items() if no not in self._late
        )  # fmt: skip
        if entrants:
            yield Entered(entrants)
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
            losses = tuple(r.number for r in p.pod.rounds if r.number < e.late_from and _sits_out(p, r, no))
            yield Late(replace(e, drop=None), Joining(p.pod.id, losses))

    def drops(self, after: int | None) -> Iterator[Fact]:
        for no, e in list(self._leaving.items()):
            if no not in self._coming and e.drop is not None and (after is None or e.drop.after <= after):
                yield self._drop(no)

    def _drop(self, no: int) -> Fact:
        drop = self._leaving.pop(no).drop
        if drop is None:
            raise AssertionError("only who has left has a drop")
        return Dropped(no, drop.after, drop.kind, drop.reason)

    def next_phases(self, before: int | None) -> Iterator[Fact]:
        """Day 2 and the brackets, the ones from the same pods together; a bracket from day 2 after day 2."""
        ready = [p for p in self._next if before is None or p.pod.first_round <= before]
        self._next = [p for p in self._next if p not in ready]
        for sources in dict.fromkeys(p.pod.sources for p in ready):
            yield Advanced(tuple(self._pod(p) for p in ready if p.pod.sources == sources), sources)

    def _pod(self, p: Members) -> Pod:
        pod = p.pod
        return Pod(
            pod.id,
            pod.phase,
            tuple(no for no in p.nos if pod.sources or no not in self._late),
            pod.divisions,
            pod.section,
            pod.planned,
            pod.first_round,
            pod.sources,
            pod.third_place,
            first_table=pod.first_table,
            double=pod.double,
        )

    def round(self, number: int) -> Iterator[Fact]:
        """One round of every pod that has it, as far as it went."""
        rounds = [(p, r) for p in self._pods for r in p.pod.rounds if r.number == number]
        formed: Formed | None = None
        if not self._formed:
            self._formed = True
            numbers = ((no, e.start_no) for no, e in self._entrants.items() if e.start_no and no not in self._late)
            formed = Formed(tuple(self._pod(p) for p in self._roots), start_nos=tuple(numbers))
        yield RoundsPaired(tuple(self._round(p, r) for p, r in rounds), formed)
        reached = {p.pod.id: _REACHED[r.status] for p, r in rounds}
        if published := [pod for pod, step in reached.items() if step >= _REACHED[Status.PUBLISHED]]:
            yield Published(tuple(PublishedRound(pod, number, "") for pod in published))
        if started := [pod for pod, step in reached.items() if step >= _REACHED[Status.STARTED]]:
            yield Started(tuple(RoundKey(pod, number) for pod in started))
        results = [
            ResultAt(p.pod.id, number, _table(m), m.result)
            for p, r in rounds
            for m in r.matches
            if m.result is not None
        ]
        if results:
            yield Results(tuple(results))
        if finished := [pod for pod, step in reached.items() if step == _REACHED[Status.FINISHED]]:
            yield Finished(tuple(RoundKey(pod, number) for pod in finished))

    def _round(self, p: Members, r: ForeignRound) -> RoundFact:
        number = p.number
        return RoundFact(
            p.pod.id,
            r.number,
            1,
            tuple(Match(_table(m), number[m.a], number[m.b], None, m.reasons) for m in r.matches),
            tuple(
                Sitting(number[s.key], s.outcome, s.reasons, s.points)
                for s in r.sittings
                if not self._is_before_entry(number[s.key], r.number)
            ),
            r.proof,
            system=r.system,
            top_starts=r.top_starts,
        )

    def _is_before_entry(self, no: int, number: int) -> bool:
        """Is this round one before a late player came? Its loss is recorded when they come."""
        return no in self._late and number < self._entrants[no].late_from


def _table(m: ForeignMatch) -> int:
    if m.table is None:
        raise AssertionError("checked pods have tables")
    return m.table


def _comes_late(e: Entrant, p: Members) -> bool:
    """Did the entrant join a running Swiss pod, with nothing but losses before?"""
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


def _sits_out(p: Members, r: ForeignRound, no: int) -> bool:
    return any(p.number[s.key] == no for s in r.sittings)
