"""Facts about rounds: drafted, changed, published, started, their results, finished, and the next phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pareo.core.journal.fact import Fact
from pareo.core.journal.rows import (
    PublishedRound,
    ResultAt,
    RoundFact,
    RoundKey,
    key_rows,
    pod_row,
    read_keys,
    read_pod,
    read_result,
    read_results,
    read_round,
    result_row,
    results_rows,
    round_row,
)
from pareo.core.state.model import Pod
from pareo.core.state.outcome import Result

Data = Mapping[str, Any]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Formed:
    """Pods formed when round 1 was paired, or formed anew."""

    pods: tuple[Pod, ...]
    unformed: tuple[str, ...] = ()  # those of the draft before
    start_nos: tuple[tuple[int, int], ...] = ()  # (entrant, number in the starting list)


@dataclass(frozen=True, slots=True)
class Paired(Fact):
    """Rounds drafted."""

    action: ClassVar[str] = "paired"
    rounds: tuple[RoundFact, ...]
    formed: Formed | None = None

    @property
    def unformed(self) -> tuple[str, ...]:
        return self.formed.unformed if self.formed is not None else ()

    def stored(self) -> Row:
        row: Row = {"rounds": [round_row(r) for r in self.rounds]}
        if self.formed is not None:
            row["pods"] = [pod_row(p) for p in self.formed.pods]
            row["unformed"] = self.formed.unformed
            row["start_nos"] = self.formed.start_nos
        return row

    @classmethod
    def read(cls, data: Data) -> Paired:
        formed = None
        if "pods" in data:
            formed = Formed(
                tuple(read_pod(row) for row in data["pods"]),
                tuple(data.get("unformed", ())),
                tuple((no, start_no) for no, start_no in data.get("start_nos", ())),
            )
        return cls(tuple(read_round(row) for row in data["rounds"]), formed)


@dataclass(frozen=True, slots=True)
class Redrawn(Paired):
    """Drafts made again."""

    action: ClassVar[str] = "redrawn"


@dataclass(frozen=True, slots=True)
class Swapped(Paired):
    """Rounds changed by hand, repaired, or read from a file."""

    action: ClassVar[str] = "swapped"


@dataclass(frozen=True, slots=True)
class Published(Fact):
    """Rounds that everybody sees."""

    action: ClassVar[str] = "published"
    rounds: tuple[PublishedRound, ...]

    def stored(self) -> Row:
        return {"rounds": [{"pod": r.pod, "number": r.number, "seed": r.seed} for r in self.rounds]}

    @classmethod
    def read(cls, data: Data) -> Published:
        return cls(tuple(PublishedRound(row["pod"], row["number"], row["seed"]) for row in data["rounds"]))


@dataclass(frozen=True, slots=True)
class Started(Fact):
    """Rounds whose pairings are locked."""

    action: ClassVar[str] = "started"
    rounds: tuple[RoundKey, ...]

    def stored(self) -> Row:
        return {"rounds": key_rows(self.rounds)}

    @classmethod
    def read(cls, data: Data) -> Started:
        return cls(read_keys(data["rounds"]))


@dataclass(frozen=True, slots=True)
class Finished(Fact):
    """Rounds with all their results."""

    action: ClassVar[str] = "finished"
    rounds: tuple[RoundKey, ...]

    def stored(self) -> Row:
        return {"rounds": key_rows(self.rounds)}

    @classmethod
    def read(cls, data: Data) -> Finished:
        return cls(read_keys(data["rounds"]))


INTENTIONAL = "intentional draw"  # the reason of a draw like any other that was agreed


@dataclass(frozen=True, slots=True)
class Results(Fact):
    """Results reported, corrected or taken back."""

    action: ClassVar[str] = "results"
    results: tuple[ResultAt, ...]
    reason: str = ""

    def stored(self) -> Row:
        row: Row = {"results": results_rows(self.results)}
        return {**row, "reason": self.reason} if self.reason else row

    @classmethod
    def read(cls, data: Data) -> Results:
        return cls(read_results(data["results"]), data.get("reason", ""))


@dataclass(frozen=True, slots=True)
class Advanced(Fact):
    """The pods of the next phase, and those whose players went on."""

    action: ClassVar[str] = "advanced"
    pods: tuple[Pod, ...]
    closes: tuple[str, ...]
    unformed: tuple[str, ...] = ()  # made again after a correction

    def stored(self) -> Row:
        row: Row = {"pods": [pod_row(p) for p in self.pods], "closes": self.closes}
        return {**row, "unformed": self.unformed} if self.unformed else row

    @classmethod
    def read(cls, data: Data) -> Advanced:
        pods = tuple(read_pod(row) for row in data["pods"])
        return cls(pods, tuple(data["closes"]), tuple(data.get("unformed", ())))


@dataclass(frozen=True, slots=True)
class RatingCorrected(Fact):
    """What is rated of a game of an older round; pairings and standings stay as they are."""

    action: ClassVar[str] = "rating-corrected"
    pod: str
    number: int
    table: int
    result: Result

    def stored(self) -> Row:
        return {"pod": self.pod, "number": self.number, "table": self.table, "result": result_row(self.result)}

    @classmethod
    def read(cls, data: Data) -> RatingCorrected:
        return cls(data["pod"], data["number"], data["table"], read_result(data["result"]))


@dataclass(frozen=True, slots=True)
class HandPhase(Fact):
    """A round is changed by hand from now on, or that has come to its end (FIDE mode)."""

    action: ClassVar[str] = "hand"
    rounds: tuple[RoundKey, ...]
    open: bool

    def stored(self) -> Row:
        return {"rounds": key_rows(self.rounds), "open": self.open}

    @classmethod
    def read(cls, data: Data) -> HandPhase:
        return cls(read_keys(data["rounds"]), data["open"])


ROUND_FACTS = (Paired, Redrawn, Swapped, Published, Started, Finished, Results, Advanced, HandPhase, RatingCorrected)
