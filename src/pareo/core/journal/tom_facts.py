"""Facts of an event that TOM runs: its saves, one entry each, and what is done beside it.

A `Saved` holds what differs from the state before it, so that folding all of them gives what the last save alone says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from pareo.core.journal.fact import Fact, known
from pareo.core.journal.rows import (
    RoundFact,
    RoundKey,
    entrant_row,
    pod_row,
    read_entrant,
    read_pod,
    read_result,
    read_round,
    result_row,
    round_row,
)
from pareo.core.state.beside import MatchKey
from pareo.core.state.model import Entrant, Pod, Status
from pareo.core.state.outcome import Result

Data = Mapping[str, Any]
Row = dict[str, Any]


class Change(NamedTuple):
    """One thing that a save tells: what, and where or of whom (BT-DIFF-2)."""

    kind: str
    round: int = 0
    table: int = 0
    no: int = 0
    pod: str = ""


class RoundStatus(NamedTuple):
    """How far a round is now."""

    pod: str
    number: int
    status: Status


class TomResult(NamedTuple):
    """What TOM says of a match now, from the side of the lower number; None: nothing any more."""

    key: MatchKey
    result: Result | None


def _result_rows(results: Iterable[TomResult]) -> list[list[Any]]:
    return [[*key, None if result is None else result_row(result)] for key, result in results]


def _read_results(rows: Iterable[Sequence[Any]]) -> tuple[TomResult, ...]:
    return tuple(TomResult(MatchKey(number, low, high), None if result is None else read_result(result))
                 for number, low, high, result in rows)


@dataclass(frozen=True, slots=True)
class Structure:
    """Pods and rounds that are new, different or gone."""

    pods: tuple[Pod, ...] = ()  # without rounds
    gone_pods: tuple[str, ...] = ()
    closed: tuple[str, ...] | None = None  # all pods whose players went on; None: as before
    rounds: tuple[RoundFact, ...] = ()
    gone_rounds: tuple[RoundKey, ...] = ()
    statuses: tuple[RoundStatus, ...] = ()

    def stored(self) -> Row:
        return known(
            pods=[pod_row(p) for p in self.pods] or None,
            gone_pods=self.gone_pods or None,
            closed=self.closed,
            rounds=[round_row(r) for r in self.rounds] or None,
            gone_rounds=[list(key) for key in self.gone_rounds] or None,
            statuses=[[s.pod, s.number, s.status.value] for s in self.statuses] or None,
        )

    @classmethod
    def read(cls, data: Data) -> Structure:
        closed = data.get("closed")
        return cls(
            tuple(read_pod(row) for row in data.get("pods", ())),
            tuple(data.get("gone_pods", ())),
            None if closed is None else tuple(closed),
            tuple(read_round(row) for row in data.get("rounds", ())),
            tuple(RoundKey(pod, number) for pod, number in data.get("gone_rounds", ())),
            tuple(RoundStatus(pod, number, Status(status)) for pod, number, status in data.get("statuses", ())),
        )


@dataclass(frozen=True, slots=True)
class Saved(Fact):
    """A save of TOM: what is different since the one before (BT-DIFF-1)."""

    action: ClassVar[str] = "saved"
    number: int
    sha256: str
    kind: str = "continues"
    news: tuple[Change, ...] = ()
    name: str | None = None
    settings: Mapping[str, object] = field(default_factory=dict)  # None takes one back
    pod_settings: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    entrants: tuple[Entrant, ...] = ()  # new or changed, whole
    removed: tuple[int, ...] = ()
    digests: tuple[tuple[str, int], ...] = ()
    structure: Structure = field(default_factory=Structure)
    results: tuple[TomResult, ...] = ()
    places: tuple[tuple[int, int], ...] | None = None
    categories: Mapping[str, str] = field(default_factory=dict)  # TOM's of pods that are new or others
    timed: tuple[RoundKey, ...] = ()  # rounds that have a start time now
    kept: str = ""
    person: str = ""

    def stored(self) -> Row:
        return {
            "number": self.number,
            "sha256": self.sha256,
            "kind": self.kind,
            **self.structure.stored(),
            **known(
                news=[list(_cut(change)) for change in self.news] or None,
                name=self.name,
                settings=dict(self.settings) or None,
                pod_settings={pod: dict(values) for pod, values in self.pod_settings.items()} or None,
                entrants=[entrant_row(e) for e in self.entrants] or None,
                removed=self.removed or None,
                digests=self.digests or None,
                results=_result_rows(self.results) or None,
                places=self.places,
                categories=dict(self.categories) or None,
                timed=[list(key) for key in self.timed] or None,
                kept=self.kept or None,
                person=self.person or None,
            ),
        }

    @classmethod
    def read(cls, data: Data) -> Saved:
        places = data.get("places")
        return cls(
            data["number"],
            data["sha256"],
            data.get("kind", "continues"),
            tuple(Change(*row) for row in data.get("news", ())),
            data.get("name"),
            data.get("settings", {}),
            data.get("pod_settings", {}),
            tuple(read_entrant(row) for row in data.get("entrants", ())),
            tuple(data.get("removed", ())),
            tuple((digest, no) for digest, no in data.get("digests", ())),
            Structure.read(data),
            _read_results(data.get("results", ())),
            None if places is None else tuple((no, place) for no, place in places),
            data.get("categories", {}),
            tuple(RoundKey(pod, number) for pod, number in data.get("timed", ())),
            data.get("kept", ""),
            data.get("person", ""),
        )


def _cut(change: Change) -> tuple[object, ...]:
    """Without what is not said at its end."""
    row: tuple[object, ...] = change
    while len(row) > 1 and not row[-1]:
        row = row[:-1]
    return row


@dataclass(frozen=True, slots=True)
class TomSettled(Fact):
    """TOM and we had different results: who is right (BT-CON-1)."""

    action: ClassVar[str] = "tom-settled"
    key: MatchKey
    ours: bool

    def stored(self) -> Row:
        return {"match": list(self.key), "ours": self.ours}

    @classmethod
    def read(cls, data: Data) -> TomSettled:
        number, low, high = data["match"]
        return cls(MatchKey(number, low, high), data["ours"])


@dataclass(frozen=True, slots=True)
class TomNoted(Fact):
    """A note for the desk where TOM runs, or one that is done (BT-OWN-2)."""

    action: ClassVar[str] = "tom-note"
    text: str = ""
    no: int = 0
    at: str = ""
    done: int = 0  # the entry of the note that is done

    def stored(self) -> Row:
        return known(text=self.text or None, no=self.no or None, at=self.at or None, done=self.done or None)

    @classmethod
    def read(cls, data: Data) -> TomNoted:
        return cls(data.get("text", ""), data.get("no", 0), data.get("at", ""), data.get("done", 0))


@dataclass(frozen=True, slots=True)
class TomHeld(Fact):
    """New rounds are not published by themselves, or are after all (BT-PUB-1)."""

    action: ClassVar[str] = "tom-held"
    rounds: tuple[RoundKey, ...]
    held: bool = True

    def stored(self) -> Row:
        return {"rounds": [list(key) for key in self.rounds], "held": self.held}

    @classmethod
    def read(cls, data: Data) -> TomHeld:
        return cls(tuple(RoundKey(pod, number) for pod, number in data["rounds"]), data.get("held", True))


@dataclass(frozen=True, slots=True)
class TomWritten(Fact):
    """Results that were put into a file for TOM to open (BT-BACK-3)."""

    action: ClassVar[str] = "tom-written"
    results: tuple[TomResult, ...]
    sha256: str = ""  # of the file that was written

    def stored(self) -> Row:
        return {"results": _result_rows(self.results), "sha256": self.sha256}

    @classmethod
    def read(cls, data: Data) -> TomWritten:
        return cls(_read_results(data["results"]), data.get("sha256", ""))


@dataclass(frozen=True, slots=True)
class TomStopped(Fact):
    """TOM's file is not followed any more: the event is an ordinary one (BT-OWN-3)."""

    action: ClassVar[str] = "tom-stopped"

    def stored(self) -> Row:
        return {}

    @classmethod
    def read(cls, data: Data) -> TomStopped:
        del data
        return cls()


TOM_FACTS = (Saved, TomSettled, TomNoted, TomHeld, TomWritten, TomStopped)
