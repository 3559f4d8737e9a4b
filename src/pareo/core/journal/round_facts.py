"""Facts about rounds: drafted, changed, published, started, their results, finished, and the next phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pareo.core.journal.codecs import (
    KEYS,
    PAIRS,
    PODS,
    PUBLISHED,
    RESULT,
    RESULTS,
    ROUNDS,
    TUPLE,
    PublishedRound,
    ResultAt,
    RoundFact,
    RoundKey,
)
from pareo.core.journal.fact import Fact, Stored
from pareo.core.model.entities import Pod
from pareo.core.model.outcome import Result

Data = Mapping[str, Any]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Formed(Stored):
    """Pods formed when round 1 was paired, or formed anew."""

    codecs: ClassVar = {"pods": PODS, "unformed": TUPLE, "start_nos": PAIRS}
    pods: tuple[Pod, ...]
    unformed: tuple[str, ...] = ()  # those of the draft before
    start_nos: tuple[tuple[int, int], ...] = ()  # (entrant, number in the starting list)


@dataclass(frozen=True, slots=True)
class RoundsPaired(Fact):
    """Rounds drafted."""

    action: ClassVar[str] = "paired"
    rounds: tuple[RoundFact, ...]
    formed: Formed | None = None

    @property
    def unformed(self) -> tuple[str, ...]:
        return self.formed.unformed if self.formed is not None else ()

    def to_row(self) -> Row:
        return {"rounds": ROUNDS.write(self.rounds), **(self.formed.to_row() if self.formed is not None else {})}

    @classmethod
    def read(cls, data: Data) -> RoundsPaired:
        return cls(ROUNDS.read(data["rounds"]), Formed.read(data) if "pods" in data else None)


@dataclass(frozen=True, slots=True)
class Redrawn(RoundsPaired):
    """Drafts made again."""

    action: ClassVar[str] = "redrawn"


@dataclass(frozen=True, slots=True)
class Swapped(RoundsPaired):
    """Rounds changed by hand, repaired, or read from a file."""

    action: ClassVar[str] = "swapped"


@dataclass(frozen=True, slots=True)
class Published(Fact):
    """Rounds that everybody sees."""

    action: ClassVar[str] = "published"
    codecs: ClassVar = {"rounds": PUBLISHED}
    rounds: tuple[PublishedRound, ...]


@dataclass(frozen=True, slots=True)
class Started(Fact):
    """Rounds whose pairings are locked."""

    action: ClassVar[str] = "started"
    codecs: ClassVar = {"rounds": KEYS}
    rounds: tuple[RoundKey, ...]


@dataclass(frozen=True, slots=True)
class Finished(Fact):
    """Rounds with all their results."""

    action: ClassVar[str] = "finished"
    codecs: ClassVar = {"rounds": KEYS}
    rounds: tuple[RoundKey, ...]


INTENTIONAL = "intentional draw"  # the reason of a draw like any other that was agreed


@dataclass(frozen=True, slots=True)
class Results(Fact):
    """Results reported, corrected or taken back."""

    action: ClassVar[str] = "results"
    codecs: ClassVar = {"results": RESULTS}
    omit_defaults: ClassVar = ("reason",)
    results: tuple[ResultAt, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Advanced(Fact):
    """The pods of the next phase, and those whose players went on."""

    action: ClassVar[str] = "advanced"
    codecs: ClassVar = {"pods": PODS, "closes": TUPLE, "unformed": TUPLE}
    omit_defaults: ClassVar = ("unformed",)
    pods: tuple[Pod, ...]
    closes: tuple[str, ...]
    unformed: tuple[str, ...] = ()  # made again after a correction


@dataclass(frozen=True, slots=True)
class RatingCorrected(Fact):
    """What is rated of a game of an older round; pairings and standings stay as they are."""

    action: ClassVar[str] = "rating-corrected"
    codecs: ClassVar = {"result": RESULT}
    pod: str
    number: int
    table: int
    result: Result


@dataclass(frozen=True, slots=True)
class HandPhase(Fact):
    """A round is changed by hand from now on, or that has come to its end (FIDE mode)."""

    action: ClassVar[str] = "hand"
    codecs: ClassVar = {"rounds": KEYS}
    rounds: tuple[RoundKey, ...]
    open: bool


ROUND_FACTS = (
    RoundsPaired,
    Redrawn,
    Swapped,
    Published,
    Started,
    Finished,
    Results,
    Advanced,
    HandPhase,
    RatingCorrected,
)
