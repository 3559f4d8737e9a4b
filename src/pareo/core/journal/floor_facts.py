"""Facts of the floor: check-in, players' reports, penalties, the clock, announcements; lists and checks of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pareo.core.journal.codecs import DROP, PAIRS, RESULT, RESULTS, SHORT_KEYS, TUPLE, ResultAt, RoundKey
from pareo.core.journal.fact import Fact, Stored, list_codec
from pareo.core.model.entities import Drop
from pareo.core.model.outcome import Result

Data = Mapping[str, Any]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CheckedIn(Fact):
    """People are here for a round, or not after all."""

    action: ClassVar[str] = "checked"
    codecs: ClassVar = {"nos": TUPLE}
    nos: tuple[int, ...]
    here: bool
    round: int


@dataclass(frozen=True, slots=True)
class Claimed(Fact):
    """A player's report of their own match; the second of two equal ones carries the result."""

    action: ClassVar[str] = "claimed"
    codecs: ClassVar = {"result": RESULT, "results": RESULTS}
    omit_defaults: ClassVar = ("results",)
    round: int
    table: int
    no: int
    result: Result
    results: tuple[ResultAt, ...] = ()


@dataclass(frozen=True, slots=True)
class Penalised(Fact):
    """A penalty."""

    action: ClassVar[str] = "penalised"
    no: int
    round: int
    kind: str
    reason: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Extended(Fact):
    """Extra minutes for a table."""

    action: ClassVar[str] = "extended"
    round: int
    table: int
    minutes: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Announced(Fact):
    """A line for the screens, or one taken off them."""

    action: ClassVar[str] = "announced"
    text: str = ""
    at: str = ""  # UTC
    withdraw: int = 0  # the entry that announced it

    def to_row(self) -> Row:
        return {"withdraw": self.withdraw} if self.withdraw else {"text": self.text, "at": self.at}

    @classmethod
    def read(cls, data: Data) -> Announced:
        return cls(withdraw=data["withdraw"]) if data.get("withdraw") else cls(data["text"], data["at"])


@dataclass(frozen=True, slots=True)
class JudgeCalled(Fact):
    """A player calls a judge to a table; or a judge came, and the call is over."""

    action: ClassVar[str] = "judge"
    omit_defaults: ClassVar = ("no", "at", "came")
    round: int
    table: int
    no: int = 0  # who calls
    at: str = ""  # UTC
    came: bool = False


@dataclass(frozen=True, slots=True)
class ClockSet(Fact):
    """The clocks of rounds, started, paused or going on."""

    action: ClassVar[str] = "clock"
    codecs: ClassVar = {"rounds": SHORT_KEYS}
    omit_defaults: ClassVar = ("paused_at", "paused_seconds")
    rounds: tuple[RoundKey, ...]
    started: str
    minutes: int
    paused_at: str = ""
    paused_seconds: int | None = None


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
    codecs: ClassVar = {"lists": list_codec(ListFact)}
    omit_defaults: ClassVar = ("by_player", "faction", "merged")
    no: int
    at: str  # UTC
    lists: tuple[ListFact, ...]
    by: str = ""
    by_player: bool | None = None  # None: not said, so not by the player
    faction: str = ""  # a squad says its entrant's
    merged: int | None = None  # the other entry of the same person, whose list it was


@dataclass(frozen=True, slots=True)
class ListWithdrawn(Fact):
    """A list, or the code of a team, counts as not handed in."""

    action: ClassVar[str] = "list-withdrawn"
    omit_defaults: ClassVar = ("lock",)
    no: int
    person: int
    lock: bool = False


@dataclass(frozen=True, slots=True)
class ChecksDrawn(Fact):
    """Whose lists will be checked."""

    action: ClassVar[str] = "drawn"
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


@dataclass(frozen=True, slots=True)
class CheckOutcome(Fact):
    """The outcome of a check; a lost match is a result, a disqualification a drop, like any other."""

    action: ClassVar[str] = "inspected"
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
