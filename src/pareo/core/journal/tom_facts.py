"""Facts of an event that TOM runs: its saves, one entry each, and what is done here meanwhile.

A `Saved` holds what differs from the state before it, so replaying all of them gives what the last save alone says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from pareo.core.journal.codecs import (
    ENTRANTS,
    MAPPING,
    PAIRS,
    PODS,
    ROUNDS,
    SHORT_KEYS,
    TUPLE,
    RoundFact,
    RoundKey,
    read_result,
    result_row,
)
from pareo.core.journal.fact import Codec, Fact, Stored, Traits, Undoing
from pareo.core.journal.history import DropRequest, HistorySentence, SaveSummary, tell, tell_count, tell_rounds
from pareo.core.journal.tom_sync import MatchKey
from pareo.core.model.entities import Entrant, Pod, Status
from pareo.core.model.outcome import Result

Data = Mapping[str, Any]
Row = dict[str, Any]


class TomChange(NamedTuple):
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


def _read_results(rows: Iterable[Sequence[Any]]) -> tuple[TomResult, ...]:
    return tuple(
        TomResult(MatchKey(number, low, high), None if result is None else read_result(result))
        for number, low, high, result in rows
    )


def _without_empty_end(change: TomChange) -> tuple[object, ...]:
    """Without what is not said at its end."""
    row: tuple[object, ...] = change
    while len(row) > 1 and not row[-1]:
        row = row[:-1]
    return row


_RESULTS = Codec(
    lambda results: [[*key, None if result is None else result_row(result)] for key, result in results], _read_results
)
_NEWS = Codec(
    lambda news: [_without_empty_end(change) for change in news], lambda rows: tuple(TomChange(*row) for row in rows)
)
_STATUSES = Codec(
    lambda statuses: [[s.pod, s.number, s.status.value] for s in statuses],
    lambda rows: tuple(RoundStatus(pod, number, Status(status)) for pod, number, status in rows),
)


@dataclass(frozen=True, slots=True)
class Structure(Stored):
    """Pods and rounds that are new, different or gone."""

    codecs: ClassVar = {
        "pods": PODS,
        "gone_pods": TUPLE,
        "closed": TUPLE,
        "rounds": ROUNDS,
        "gone_rounds": SHORT_KEYS,
        "statuses": _STATUSES,
    }
    omit_defaults: ClassVar = ("pods", "gone_pods", "closed", "rounds", "gone_rounds", "statuses")
    pods: tuple[Pod, ...] = ()  # without rounds
    gone_pods: tuple[str, ...] = ()
    closed: tuple[str, ...] | None = None  # all pods whose players went on; None: as before
    rounds: tuple[RoundFact, ...] = ()
    gone_rounds: tuple[RoundKey, ...] = ()
    statuses: tuple[RoundStatus, ...] = ()


@dataclass(frozen=True, slots=True)
class Saved(Fact):
    """A save of TOM: what is different since the one before (BT-DIFF-1)."""

    action: ClassVar[str] = "saved"
    word: ClassVar[str] = "save of TOM"
    class_traits: ClassVar = Traits(
        personal=True,
        relabels=True,
        told_to_phones=True,
        from_tom=True,
        undoing=Undoing.NEVER,
        undoing_reason="it came from TOM",
    )
    codecs: ClassVar = {
        "news": _NEWS,
        "entrants": ENTRANTS,
        "removed": TUPLE,
        "digests": PAIRS,
        "results": _RESULTS,
        "places": PAIRS,
        "timed": SHORT_KEYS,
        "categories": MAPPING,
    }
    omit_defaults: ClassVar = (
        "news",
        "name",
        "settings",
        "pod_settings",
        "entrants",
        "removed",
        "digests",
        "results",
        "places",
        "categories",
        "timed",
        "kept",
        "person",
    )
    inlined: ClassVar = {"structure": Structure}
    number: int
    sha256: str
    kind: str = "continues"
    news: tuple[TomChange, ...] = ()
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

    def history(self) -> Iterable[HistorySentence]:
        yield HistorySentence("{save}.", {"save": SaveSummary(self)})


@dataclass(frozen=True, slots=True)
class TomSettled(Fact):
    """TOM and we had different results: who is right (BT-CON-1)."""

    action: ClassVar[str] = "tom-settled"
    word: ClassVar[str] = "conflict with TOM"
    class_traits: ClassVar = Traits(undone_beside_tom=True)
    key: MatchKey
    ours: bool

    def to_row(self) -> Row:
        return {"match": list(self.key), "ours": self.ours}

    @classmethod
    def read(cls, data: Data) -> TomSettled:
        number, low, high = data["match"]
        return cls(MatchKey(number, low, high), data["ours"])

    def history(self) -> Iterable[HistorySentence]:
        if self.ours:
            yield tell("Round {round}: our result stands; correct it in TOM.", round=self.key.number)
        else:
            yield tell("Round {round}: TOM's result stands.", round=self.key.number)


@dataclass(frozen=True, slots=True)
class TomNoted(Fact):
    """A note for the desk where TOM runs, or one that is done (BT-OWN-2)."""

    action: ClassVar[str] = "tom-note"
    word: ClassVar[str] = "note for TOM"
    own_words: ClassVar = ("text",)
    class_traits: ClassVar = Traits(undone_beside_tom=True)
    omit_defaults: ClassVar = ("text", "no", "at", "done")
    text: str = ""
    no: int = 0
    at: str = ""
    done: int = 0  # the entry of the note that is done

    @property
    def traits(self) -> Traits:
        return self.class_traits._replace(from_players=bool(self.no), stands_alone=bool(self.no))  # who wants to leave

    def history(self) -> Iterable[HistorySentence]:
        if self.done:
            yield tell("A note for TOM was ticked off.")
        else:
            yield tell("A note for TOM: “{text}”", text=self.text or DropRequest(self.no))


@dataclass(frozen=True, slots=True)
class TomHeld(Fact):
    """New rounds are not published by themselves, or are after all (BT-PUB-1)."""

    action: ClassVar[str] = "tom-held"
    word: ClassVar[str] = "round on hold"
    class_traits: ClassVar = Traits(undone_beside_tom=True)
    codecs: ClassVar = {"rounds": SHORT_KEYS}
    rounds: tuple[RoundKey, ...]
    held: bool = True

    def history(self) -> Iterable[HistorySentence]:
        if self.held:
            return tell_rounds("Round {round} is on hold until published by hand: {pods}.", self.rounds)
        return tell_rounds("Round {round} is no longer on hold: {pods}.", self.rounds)


@dataclass(frozen=True, slots=True)
class TomWritten(Fact):
    """Results that were put into a file for TOM to open (BT-BACK-3)."""

    action: ClassVar[str] = "tom-written"
    word: ClassVar[str] = "file for TOM"
    codecs: ClassVar = {"results": _RESULTS}
    results: tuple[TomResult, ...]
    sha256: str = ""  # of the file that was written

    def history(self) -> Iterable[HistorySentence]:
        yield tell_count(
            "{count} result was written into a file for TOM.",
            "{count} results were written into a file for TOM.",
            count=len(self.results),
        )


@dataclass(frozen=True, slots=True)
class TomStopped(Fact):
    """TOM's file is not followed any more: the event is an ordinary one (BT-OWN-3)."""

    action: ClassVar[str] = "tom-stopped"
    word: ClassVar[str] = "stopped following TOM"
    sentence: ClassVar[str] = "No longer following TOM's file."
    class_traits: ClassVar = Traits(built_on=True)


TOM_FACTS = (Saved, TomSettled, TomNoted, TomHeld, TomWritten, TomStopped)
