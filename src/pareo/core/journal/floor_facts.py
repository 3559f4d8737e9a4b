"""Facts of the floor: check-in, players' reports, penalties, the clock, announcements; lists and checks of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pareo.core.journal.fact import Fact, known
from pareo.core.journal.rows import ResultAt, RoundKey, maybe_results, read_result, result_row, results_rows
from pareo.core.state.model import Drop
from pareo.core.state.outcome import Result

Data = Mapping[str, Any]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Checked(Fact):
    """People are here for a round, or not after all."""

    action: ClassVar[str] = "checked"
    nos: tuple[int, ...]
    here: bool
    round: int

    def stored(self) -> Row:
        return {"nos": self.nos, "here": self.here, "round": self.round}

    @classmethod
    def read(cls, data: Data) -> Checked:
        return cls(tuple(data["nos"]), data["here"], data["round"])


@dataclass(frozen=True, slots=True)
class Claimed(Fact):
    """A player's report of his own match; the second of two equal ones carries the result."""

    action: ClassVar[str] = "claimed"
    round: int
    table: int
    no: int
    result: Result
    results: tuple[ResultAt, ...] = ()

    def stored(self) -> Row:
        row: Row = {"round": self.round, "table": self.table, "no": self.no, "result": result_row(self.result)}
        return {**row, "results": results_rows(self.results)} if self.results else row

    @classmethod
    def read(cls, data: Data) -> Claimed:
        result = read_result(data["result"])
        return cls(data["round"], data["table"], data["no"], result, maybe_results(data))


@dataclass(frozen=True, slots=True)
class Penalised(Fact):
    """A penalty."""

    action: ClassVar[str] = "penalised"
    no: int
    round: int
    kind: str
    reason: str = ""
    by: str = ""

    def stored(self) -> Row:
        return {"no": self.no, "round": self.round, "kind": self.kind, "reason": self.reason, "by": self.by}

    @classmethod
    def read(cls, data: Data) -> Penalised:
        return cls(data["no"], data["round"], data["kind"], data.get("reason", ""), data.get("by", ""))


@dataclass(frozen=True, slots=True)
class Extended(Fact):
    """Extra minutes for a table."""

    action: ClassVar[str] = "extended"
    round: int
    table: int
    minutes: int
    reason: str = ""

    def stored(self) -> Row:
        return {"round": self.round, "table": self.table, "minutes": self.minutes, "reason": self.reason}

    @classmethod
    def read(cls, data: Data) -> Extended:
        return cls(data["round"], data["table"], data["minutes"], data.get("reason", ""))


@dataclass(frozen=True, slots=True)
class Announced(Fact):
    """A line for the screens, or one taken off them."""

    action: ClassVar[str] = "announced"
    text: str = ""
    at: str = ""  # UTC
    withdraw: int = 0  # the entry that announced it

    def stored(self) -> Row:
        return {"withdraw": self.withdraw} if self.withdraw else {"text": self.text, "at": self.at}

    @classmethod
    def read(cls, data: Data) -> Announced:
        return cls(withdraw=data["withdraw"]) if data.get("withdraw") else cls(data["text"], data["at"])


@dataclass(frozen=True, slots=True)
class JudgeCalled(Fact):
    """A player calls a judge to a table; or a judge came, and the call is over."""

    action: ClassVar[str] = "judge"
    round: int
    table: int
    no: int = 0  # who calls
    at: str = ""  # UTC
    came: bool = False

    def stored(self) -> Row:
        row: Row = {"round": self.round, "table": self.table}
        return {**row, "came": True} if self.came else {**row, "no": self.no, "at": self.at}

    @classmethod
    def read(cls, data: Data) -> JudgeCalled:
        return cls(data["round"], data["table"], data.get("no", 0), data.get("at", ""), data.get("came", False))


@dataclass(frozen=True, slots=True)
class ClockSet(Fact):
    """The clocks of rounds, started, paused or going on."""

    action: ClassVar[str] = "clock"
    rounds: tuple[RoundKey, ...]
    started: str
    minutes: int
    paused_at: str = ""
    paused_seconds: int | None = None

    def stored(self) -> Row:
        row: Row = {"rounds": self.rounds, "started": self.started, "minutes": self.minutes}
        return row | known(paused_at=self.paused_at or None, paused_seconds=self.paused_seconds)

    @classmethod
    def read(cls, data: Data) -> ClockSet:
        rounds = tuple(RoundKey(pod, number) for pod, number in data["rounds"])
        return cls(rounds, data["started"], data["minutes"], data.get("paused_at", ""), data.get("paused_seconds"))


# --- lists ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ListFact:
    """One list that was handed in: no content, but where it is kept and what was counted."""

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

    def stored(self) -> Row:
        return known(
            person=self.person,
            number=self.number,
            kind=self.kind,
            sha256=self.sha256,
            attachment=self.attachment,
            media=None if self.media == "text/plain" else self.media,
            points=self.points,
            epic=self.epic,
            faction=self.faction or None,
            cards=self.cards,
            problems=self.problems or None,
        )

    @classmethod
    def read(cls, row: Data) -> ListFact:
        return cls(
            row["person"],
            row["number"],
            row["kind"],
            row["sha256"],
            row["attachment"],
            row.get("media", "text/plain"),
            row.get("points"),
            row.get("epic"),
            row.get("faction", ""),
            row.get("cards"),
            tuple(row.get("problems", ())),
        )


@dataclass(frozen=True, slots=True)
class ListHandedIn(Fact):
    """One list, or those of a whole team."""

    action: ClassVar[str] = "list"
    no: int
    at: str  # UTC
    lists: tuple[ListFact, ...]
    by: str = ""
    by_player: bool | None = None  # None: not said, so not by himself
    faction: str = ""  # a squad says its entrant's
    merged: int | None = None  # the other entry of the same person, whose list it was

    def stored(self) -> Row:
        rows = [row.stored() for row in self.lists]
        return {"no": self.no, "at": self.at, "by": self.by, "lists": rows} | known(
            by_player=self.by_player, faction=self.faction or None, merged=self.merged
        )

    @classmethod
    def read(cls, data: Data) -> ListHandedIn:
        return cls(
            data["no"],
            data["at"],
            tuple(ListFact.read(row) for row in data["lists"]),
            data.get("by", ""),
            data.get("by_player"),
            data.get("faction", ""),
            data.get("merged"),
        )


@dataclass(frozen=True, slots=True)
class ListWithdrawn(Fact):
    """A list, or the code of a team, counts as not handed in."""

    action: ClassVar[str] = "list-withdrawn"
    no: int
    person: int
    lock: bool = False

    def stored(self) -> Row:
        return known(no=self.no, person=self.person, lock=self.lock or None)

    @classmethod
    def read(cls, data: Data) -> ListWithdrawn:
        return cls(data["no"], data["person"], bool(data.get("lock")))


@dataclass(frozen=True, slots=True)
class ChecksDrawn(Fact):
    """Whose lists will be checked."""

    action: ClassVar[str] = "drawn"
    round: int
    draw: int  # of this round's draws, from 1
    tables: bool
    chosen: tuple[tuple[int, int], ...]  # (table, entrant)
    pod: str | None = None

    def stored(self) -> Row:
        return known(round=self.round, draw=self.draw, tables=self.tables, chosen=self.chosen, pod=self.pod)

    @classmethod
    def read(cls, data: Data) -> ChecksDrawn:
        chosen = tuple((table, no) for table, no in data["chosen"])
        return cls(data["round"], data["draw"], data.get("tables", False), chosen, data.get("pod"))


@dataclass(frozen=True, slots=True)
class Inspected(Fact):
    """The outcome of a check; a lost match is a result, a disqualification a drop, like any other."""

    action: ClassVar[str] = "inspected"
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

    def stored(self) -> Row:
        drop = self.drop
        row: Row = {"no": self.no, "round": self.round, "cause": self.cause, "outcome": self.outcome, "by": self.by}
        row |= known(of=self.of, table=self.table, pod=self.pod or None)
        if drop is not None:
            row["drop"] = {"no": self.no, "after": drop.after, "kind": drop.kind, "reason": drop.reason}
        if self.results:
            row["results"] = results_rows(self.results)
        return row

    @classmethod
    def read(cls, data: Data) -> Inspected:
        left = data.get("drop")
        return cls(
            data["no"],
            data["round"],
            data["cause"],
            data["outcome"],
            data.get("by", ""),
            data.get("of"),
            data.get("table"),
            data.get("pod", ""),
            None if left is None else Drop(left["after"], left.get("kind", "drop"), left.get("reason", "")),
            maybe_results(data),
        )


FLOOR_FACTS = (
    Checked, Claimed, Penalised, Extended, Announced, ClockSet, JudgeCalled, ChecksDrawn, Inspected, ListHandedIn,
    ListWithdrawn,
)
