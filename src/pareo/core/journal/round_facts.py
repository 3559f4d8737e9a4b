"""Facts about rounds: drafted, changed, published, started, their results, finished, and the next phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
from pareo.core.journal.fact import Fact, Stored, Traits, Undoing
from pareo.core.journal.history import (
    HistorySentence,
    MatchEnding,
    PodNames,
    tell,
    tell_count,
    tell_reason,
    tell_result,
    tell_rounds,
)
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
    word: ClassVar[str] = "paired"
    class_traits: ClassVar = Traits(left_to_tom=True, draws=True, changes_rounds=True)
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

    def history(self) -> Iterable[HistorySentence]:
        who = {one.proof for one in self.rounds}
        if who == {"TOM"}:
            return tell_rounds("Round {round} was paired by TOM: {pods}.", self.rounds)
        if who == {"by hand"}:
            return tell_rounds("Round {round} was paired by hand: {pods}.", self.rounds)
        return tell_rounds("Round {round} was paired: {pods}.", self.rounds)


@dataclass(frozen=True, slots=True)
class Redrawn(RoundsPaired):
    """Drafts made again."""

    action: ClassVar[str] = "redrawn"
    word: ClassVar[str] = "paired again"

    def history(self) -> Iterable[HistorySentence]:
        return tell_rounds("Round {round} was paired again: {pods}.", self.rounds)


@dataclass(frozen=True, slots=True)
class Swapped(RoundsPaired):
    """Rounds changed by hand, repaired, or read from a file."""

    action: ClassVar[str] = "swapped"
    word: ClassVar[str] = "changed by hand"
    class_traits: ClassVar = Traits(left_to_tom=True, changes_rounds=True, built_on=True)

    def history(self) -> Iterable[HistorySentence]:
        return tell_rounds("Round {round} was changed by hand: {pods}.", self.rounds)


@dataclass(frozen=True, slots=True)
class Published(Fact):
    """Rounds that everybody sees."""

    action: ClassVar[str] = "published"
    word: ClassVar[str] = "published"
    class_traits: ClassVar = Traits(publishes=True, milestone=True, backed_up=True, told_to_phones=True)
    codecs: ClassVar = {"rounds": PUBLISHED}
    omit_defaults: ClassVar[tuple[str, ...]] = ("start_in",)
    rounds: tuple[PublishedRound, ...]
    start_in: int = 0  # minutes after which they start, as the person chose who published them; 0: nobody chose

    def history(self) -> Iterable[HistorySentence]:
        return tell_rounds("Round {round} was published: {pods}.", self.rounds)


@dataclass(frozen=True, slots=True)
class Started(Fact):
    """Rounds whose pairings are locked."""

    action: ClassVar[str] = "started"
    word: ClassVar[str] = "started"
    class_traits: ClassVar = Traits(
        milestone=True,
        built_on=True,
        undoing=Undoing.OUTSIDE,
        undoing_reason="Once a round has started, its pairings are locked. Undoing the start unlocks them",
    )
    codecs: ClassVar = {"rounds": KEYS}
    rounds: tuple[RoundKey, ...]

    def history(self) -> Iterable[HistorySentence]:
        return tell_rounds("Round {round} was started: {pods}.", self.rounds)


@dataclass(frozen=True, slots=True)
class Finished(Fact):
    """Rounds with all their results."""

    action: ClassVar[str] = "finished"
    word: ClassVar[str] = "finished"
    class_traits: ClassVar = Traits(left_to_tom=True, milestone=True)
    codecs: ClassVar = {"rounds": KEYS}
    rounds: tuple[RoundKey, ...]

    def history(self) -> Iterable[HistorySentence]:
        return tell_rounds("Round {round} was finished: {pods}.", self.rounds)


INTENTIONAL = "intentional draw"  # the reason of a draw like any other that was agreed


@dataclass(frozen=True, slots=True)
class Results(Fact):
    """Results reported, corrected or taken back."""

    action: ClassVar[str] = "results"
    word: ClassVar[str] = "results"
    own_words: ClassVar = ("reason",)
    class_traits: ClassVar = Traits(open_results=True, undone_beside_tom=True)
    codecs: ClassVar = {"results": RESULTS}
    omit_defaults: ClassVar = ("reason",)
    results: tuple[ResultAt, ...]
    reason: str = ""

    def history(self) -> Iterable[HistorySentence]:
        count = len(self.results)
        if count == 1:
            yield tell_result(self.results[0].number, self.results[0].table, self.results[0].result)
        else:
            yield tell_count(
                "{count} result of round {round} was recorded.",
                "{count} results of round {round} were recorded.",
                count=count,
                round=self.results[0].number if count else "",
            )
        yield from tell_reason(self.reason)


@dataclass(frozen=True, slots=True)
class Advanced(Fact):
    """The pods of the next phase, and those whose players went on."""

    action: ClassVar[str] = "advanced"
    word: ClassVar[str] = "next phase"
    class_traits: ClassVar = Traits(left_to_tom=True, changes_rounds=True)
    codecs: ClassVar = {"pods": PODS, "closes": TUPLE, "unformed": TUPLE}
    omit_defaults: ClassVar = ("unformed",)
    pods: tuple[Pod, ...]
    closes: tuple[str, ...]
    unformed: tuple[str, ...] = ()  # made again after a correction

    def history(self) -> Iterable[HistorySentence]:
        pods = PodNames(tuple(pod.id for pod in self.pods), tuple(len(pod.members) for pod in self.pods))
        yield tell("The next phase was made: {pods}.", pods=pods)


@dataclass(frozen=True, slots=True)
class RatingCorrected(Fact):
    """What is rated of a game of an older round; pairings and standings stay as they are."""

    action: ClassVar[str] = "rating-corrected"
    word: ClassVar[str] = "rating correction"
    codecs: ClassVar = {"result": RESULT}
    pod: str
    number: int
    table: int
    result: Result

    def history(self) -> Iterable[HistorySentence]:
        yield tell(
            "Round {round}, table {table}: for the ratings it counts as: {result}.",
            round=self.number,
            table=self.table,
            result=MatchEnding(self.number, self.table, self.result),
        )


@dataclass(frozen=True, slots=True)
class HandPhase(Fact):
    """A round is changed by hand from now on, or that has come to its end (FIDE mode)."""

    action: ClassVar[str] = "hand"
    word: ClassVar[str] = "pairing by hand"
    codecs: ClassVar = {"rounds": KEYS}
    rounds: tuple[RoundKey, ...]
    open: bool

    def history(self) -> Iterable[HistorySentence]:
        if self.open:
            return tell_rounds("Round {round} is being paired by hand: {pods}.", self.rounds)
        return tell_rounds("Pairing round {round} by hand is done: {pods}.", self.rounds)


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
