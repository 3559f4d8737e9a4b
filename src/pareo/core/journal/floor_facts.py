"""Facts of the floor: check-in, players' reports, penalties, the clock, announcements; lists and checks of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pareo.core.journal.codecs import DROP, PAIRS, RESULT, RESULTS, SHORT_KEYS, TUPLE, ResultAt, RoundKey
from pareo.core.journal.fact import Fact, Stored, Traits, list_codec
from pareo.core.journal.history import (
    EntrantName,
    EntrantNames,
    HistorySentence,
    ListNames,
    PenaltyName,
    tell,
    tell_reason,
    tell_result,
)
from pareo.core.model.entities import Drop
from pareo.core.model.outcome import Result

Data = Mapping[str, Any]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CheckedIn(Fact):
    """People are here for a round, or not after all."""

    action: ClassVar[str] = "checked"
    word: ClassVar[str] = "check-in"
    class_traits: ClassVar = Traits(undone_beside_tom=True)
    codecs: ClassVar = {"nos": TUPLE}
    nos: tuple[int, ...]
    here: bool
    round: int

    def history(self) -> Iterable[HistorySentence]:
        names = EntrantNames(self.nos)
        if self.here:
            yield tell("Checked in for round {round}: {names}.", round=self.round, names=names)
        else:
            yield tell("Not checked in for round {round}: {names}.", round=self.round, names=names)


@dataclass(frozen=True, slots=True)
class Claimed(Fact):
    """A player's report of their own match; the second of two equal ones carries the result."""

    action: ClassVar[str] = "claimed"
    word: ClassVar[str] = "player's report"
    class_traits: ClassVar = Traits(open_results=True, from_players=True, stands_alone=True, undone_beside_tom=True)
    codecs: ClassVar = {"result": RESULT, "results": RESULTS}
    omit_defaults: ClassVar = ("results", "device")
    round: int
    table: int
    no: int
    result: Result
    results: tuple[ResultAt, ...] = ()
    device: str = ""  # the mark of the device it came from; empty: not known

    @property
    def traits(self) -> Traits:
        return _AGREED if self.results else self.class_traits

    def history(self) -> Iterable[HistorySentence]:
        yield tell("{name} reported a result.", name=EntrantName(self.no))
        yield tell_result(self.round, self.table, self.result)
        if self.results:
            yield tell("Both reports match.")


_AGREED = Claimed.class_traits._replace(stands_alone=False)  # it needs the round


@dataclass(frozen=True, slots=True)
class Penalised(Fact):
    """A penalty."""

    action: ClassVar[str] = "penalised"
    word: ClassVar[str] = "penalty"
    own_words: ClassVar = ("reason", "by")
    class_traits: ClassVar = Traits(undone_beside_tom=True)
    no: int
    round: int
    kind: str
    reason: str = ""
    by: str = ""

    def history(self) -> Iterable[HistorySentence]:
        yield tell("{name} was penalised: {kind}.", name=EntrantName(self.no), kind=PenaltyName(self.kind))
        yield from tell_reason(self.reason)


@dataclass(frozen=True, slots=True)
class Extended(Fact):
    """Extra minutes for a table."""

    action: ClassVar[str] = "extended"
    word: ClassVar[str] = "extra time"
    own_words: ClassVar = ("reason",)
    class_traits: ClassVar = Traits(undone_beside_tom=True)
    round: int
    table: int
    minutes: int
    reason: str = ""

    def history(self) -> Iterable[HistorySentence]:
        at = {"round": self.round, "table": self.table}
        yield tell("Round {round}, table {table}: {minutes} minutes more.", **at, minutes=self.minutes)
        yield from tell_reason(self.reason)


@dataclass(frozen=True, slots=True)
class Announced(Fact):
    """A line for the screens, or one taken off them."""

    action: ClassVar[str] = "announced"
    word: ClassVar[str] = "announcement"
    own_words: ClassVar = ("text",)
    class_traits: ClassVar = Traits(undone_beside_tom=True)
    text: str = ""
    at: str = ""  # UTC
    withdraw: int = 0  # the entry that announced it

    def to_row(self) -> Row:
        return {"withdraw": self.withdraw} if self.withdraw else {"text": self.text, "at": self.at}

    @classmethod
    def read(cls, data: Data) -> Announced:
        return cls(withdraw=data["withdraw"]) if data.get("withdraw") else cls(data["text"], data["at"])

    def history(self) -> Iterable[HistorySentence]:
        if self.withdraw:
            yield tell("The announcement from entry {seq} was removed from the screens.", seq=self.withdraw)
        else:
            yield tell("Announced: “{text}”", text=self.text)


@dataclass(frozen=True, slots=True)
class JudgeCalled(Fact):
    """A player calls a judge to a table; or a judge came, and the call is over."""

    action: ClassVar[str] = "judge"
    word: ClassVar[str] = "judge called"
    class_traits: ClassVar = Traits(from_players=True, stands_alone=True, undone_beside_tom=True)
    omit_defaults: ClassVar = ("no", "at", "came")
    round: int
    table: int
    no: int = 0  # who calls
    at: str = ""  # UTC
    came: bool = False

    def history(self) -> Iterable[HistorySentence]:
        at = {"round": self.round, "table": self.table}
        if self.came:
            yield tell("Round {round}, table {table}: a judge arrived.", **at)
        else:
            yield tell("Round {round}, table {table}: {name} called a judge.", **at, name=EntrantName(self.no))


@dataclass(frozen=True, slots=True)
class ClockSet(Fact):
    """The clocks of rounds, started, paused or going on."""

    action: ClassVar[str] = "clock"
    word: ClassVar[str] = "clock"
    class_traits: ClassVar = Traits(undone_beside_tom=True)
    codecs: ClassVar = {"rounds": SHORT_KEYS}
    omit_defaults: ClassVar = ("paused_at", "paused_seconds")
    rounds: tuple[RoundKey, ...]
    started: str
    minutes: int
    paused_at: str = ""
    paused_seconds: int | None = None

    def history(self) -> Iterable[HistorySentence]:
        if self.paused_at:
            yield tell("The clock of {minutes} minutes was paused.", minutes=self.minutes)
        else:
            yield tell("The clock was set to {minutes} minutes.", minutes=self.minutes)


# --- lists ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ListFact(Stored):
    """One list that was handed in: no content, but where it is kept and what was counted."""

    codecs: ClassVar = {"problems": TUPLE}
    omit_defaults: ClassVar = ("media", "points", "epic", "faction", "cards", "problems")
    person: int  # index into the entrant's persons
    number: int
    kind: str
    sha256: str
    attachment: str
    media: str = "text/plain"
    points: int | None = None
    epic: int | None = None
    faction: str = ""
    cards: int | None = None
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListHandedIn(Fact):
    """One list, or those of a whole team."""

    action: ClassVar[str] = "list"
    word: ClassVar[str] = "list handed in"
    own_words: ClassVar = ("by", "problems")
    class_traits: ClassVar = Traits(undone_beside_tom=True)
    codecs: ClassVar = {"lists": list_codec(ListFact)}
    omit_defaults: ClassVar = ("by_player", "faction", "merged")
    no: int
    at: str  # UTC
    lists: tuple[ListFact, ...]
    by: str = ""
    by_player: bool | None = None  # None: not said, so not by the player
    faction: str = ""  # a squad says its entrant's
    merged: int | None = None  # the other entry of the same person, whose list it was

    def history(self) -> Iterable[HistorySentence]:
        name, lists = EntrantName(self.no), ListNames(tuple((row.kind, row.number) for row in self.lists))
        if self.by_player:
            yield tell("{name} handed in a list: {lists}.", name=name, lists=lists)
        else:
            yield tell("The desk entered a list for {name}: {lists}.", name=name, lists=lists)


@dataclass(frozen=True, slots=True)
class ListWithdrawn(Fact):
    """A list, or the code of a team, counts as not handed in."""

    action: ClassVar[str] = "list-withdrawn"
    word: ClassVar[str] = "list withdrawn"
    sentence: ClassVar[str] = "A list of {name} was withdrawn."
    class_traits: ClassVar = Traits(undone_beside_tom=True)
    omit_defaults: ClassVar = ("lock",)
    no: int
    person: int
    lock: bool = False


@dataclass(frozen=True, slots=True)
class ChecksDrawn(Fact):
    """Whose lists will be checked."""

    action: ClassVar[str] = "drawn"
    word: ClassVar[str] = "checks drawn"
    class_traits: ClassVar = Traits(undone_beside_tom=True)
    codecs: ClassVar = {"chosen": PAIRS}
    omit_defaults: ClassVar = ("pod",)
    round: int
    draw: int  # of this round's draws, from 1
    tables: bool
    chosen: tuple[tuple[int, int], ...]  # (table, entrant)
    pod: str | None = None

    @classmethod
    def read(cls, data: Data) -> ChecksDrawn:
        return cls(data["round"], data["draw"], data.get("tables", False), PAIRS.read(data["chosen"]), data.get("pod"))

    def history(self) -> Iterable[HistorySentence]:
        names = EntrantNames(tuple(no for _, no in self.chosen))
        draw = {"round": self.round, "draw": self.draw}
        yield tell("Drawn for a check in round {round}, draw {draw}: {names}.", **draw, names=names)


@dataclass(frozen=True, slots=True)
class CheckOutcome(Fact):
    """The outcome of a check; a lost match is a result, a disqualification a drop, like any other."""

    action: ClassVar[str] = "inspected"
    word: ClassVar[str] = "list checked"
    own_words: ClassVar = ("by",)
    class_traits: ClassVar = Traits(personal=True, undone_beside_tom=True)
    codecs: ClassVar = {"drop": DROP, "results": RESULTS}
    omit_defaults: ClassVar = ("of", "table", "pod", "drop", "results")
    no: int
    round: int
    cause: str
    outcome: str
    by: str = ""
    of: int | None = None  # the entry that drew or first recorded the check
    table: int | None = None
    pod: str = ""
    drop: Drop | None = None
    results: tuple[ResultAt, ...] = ()

    def to_row(self) -> Row:
        row = Fact.to_row(self)
        return row if self.drop is None else row | {"drop": {"no": self.no, **row["drop"]}}

    def history(self) -> Iterable[HistorySentence]:
        yield tell(
            "{name} was checked in round {round}: {outcome}.",
            name=EntrantName(self.no),
            round=self.round,
            outcome=PenaltyName(self.outcome),
        )
        yield from (tell_result(one.number, one.table, one.result) for one in self.results)


FLOOR_FACTS = (
    CheckedIn,
    Claimed,
    Penalised,
    Extended,
    Announced,
    ClockSet,
    JudgeCalled,
    ChecksDrawn,
    CheckOutcome,
    ListHandedIn,
    ListWithdrawn,
)
