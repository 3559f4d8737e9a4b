"""Facts about people: applied, entered, changed, taken out, late, gone and back, forgotten."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pareo.core.journal.fact import Fact, known
from pareo.core.journal.rows import (
    ResultAt,
    RoundFact,
    RoundKey,
    entrant_row,
    fields_row,
    maybe_results,
    read_entrant,
    read_fields,
    read_round,
    results_rows,
    round_row,
)
from pareo.core.state.model import Entrant

Data = Mapping[str, Any]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Entered(Fact):
    """People entered; a team that got another member stands here again, whole."""

    action: ClassVar[str] = "entered"
    entrants: tuple[Entrant, ...]

    def stored(self) -> Row:
        return {"entrants": [entrant_row(e) for e in self.entrants]}

    @classmethod
    def read(cls, data: Data) -> Entered:
        return cls(tuple(read_entrant(row) for row in data["entrants"]))


@dataclass(frozen=True, slots=True)
class Applied(Fact):
    """Somebody registered and waits: for a place, or for the desk. He is in when he is `entered` with this number."""

    action: ClassVar[str] = "applied"
    entrant: Entrant
    at: str  # UTC
    guardian: bool = False  # somebody who may say so agrees

    def stored(self) -> Row:
        return {"entrant": entrant_row(self.entrant), "at": self.at, **({"guardian": True} if self.guardian else {})}

    @classmethod
    def read(cls, data: Data) -> Applied:
        return cls(read_entrant(data["entrant"]), data["at"], bool(data.get("guardian")))


@dataclass(frozen=True, slots=True)
class Declined(Fact):
    """Somebody who had registered does not get in, or does not want to any more."""

    action: ClassVar[str] = "declined"
    no: int

    def stored(self) -> Row:
        return {"no": self.no}

    @classmethod
    def read(cls, data: Data) -> Declined:
        return cls(data["no"])


@dataclass(frozen=True, slots=True)
class Edited(Fact):
    """Fields of an entrant that everybody may see, and the names of the personal ones that changed beside it."""

    action: ClassVar[str] = "edited"
    no: int
    changes: Mapping[str, Any]  # fields of Entrant
    personal: tuple[str, ...] = ()
    merged: int | None = None  # the other entry of the same person
    merged_into: int | None = None

    def stored(self) -> Row:
        return {
            "no": self.no,
            "changes": fields_row(self.changes),
            **known(personal=list(self.personal) or None, merged=self.merged, merged_into=self.merged_into),
        }

    @classmethod
    def read(cls, data: Data) -> Edited:
        personal = tuple(data.get("personal", ()))
        return cls(data["no"], read_fields(data["changes"]), personal, data.get("merged"), data.get("merged_into"))


@dataclass(frozen=True, slots=True)
class Removed(Fact):
    """Entered by mistake, taken out before any round was paired."""

    action: ClassVar[str] = "removed"
    no: int
    merged_into: int | None = None

    def stored(self) -> Row:
        return known(no=self.no, merged_into=self.merged_into)

    @classmethod
    def read(cls, data: Data) -> Removed:
        return cls(data["no"], data.get("merged_into"))


@dataclass(frozen=True, slots=True)
class Forgotten(Fact):
    """A person's data was erased for good."""

    action: ClassVar[str] = "forgotten"
    no: int

    def stored(self) -> Row:
        return {"no": self.no}

    @classmethod
    def read(cls, data: Data) -> Forgotten:
        return cls(data["no"])


@dataclass(frozen=True, slots=True)
class Joining:
    """Into which pod somebody came, and which rounds he had missed (P-LATE-1)."""

    pod: str
    losses: tuple[int, ...] = ()
    divisions: tuple[str, ...] | None = None  # of the pod from now on, where his is new there

    def stored(self) -> Row:
        return known(pod=self.pod, losses=list(self.losses), divisions=self.divisions)

    @classmethod
    def read(cls, data: Data) -> Joining:
        divisions = data.get("divisions")
        return cls(data["pod"], tuple(data["losses"]), None if divisions is None else tuple(divisions))


@dataclass(frozen=True, slots=True)
class Late(Fact):
    """Somebody came after the pods had formed."""

    action: ClassVar[str] = "late"
    entrant: Entrant
    joining: Joining
    round: RoundFact | None = None  # the open round with him in it
    numbers: tuple[tuple[int, int], ...] = ()  # (entrant, new number) of those who move for him

    def stored(self) -> Row:
        round_ = None if self.round is None else round_row(self.round)
        row = {"entrant": entrant_row(self.entrant), **self.joining.stored(), **known(round=round_)}
        return {**row, "numbers": self.numbers} if self.numbers else row

    @classmethod
    def read(cls, data: Data) -> Late:
        round_ = data.get("round")
        numbers = tuple((no, number) for no, number in data.get("numbers", ()))
        return cls(read_entrant(data["entrant"]), Joining.read(data), read_round(round_) if round_ else None, numbers)


@dataclass(frozen=True, slots=True)
class Renumbered(Fact):
    """Pairing numbers that were corrected or exchanged; rounds up to `until` were paired with the old ones."""

    action: ClassVar[str] = "renumbered"
    numbers: tuple[tuple[int, int], ...]  # (entrant, new number)
    until: int

    def stored(self) -> Row:
        return {"numbers": self.numbers, "until": self.until}

    @classmethod
    def read(cls, data: Data) -> Renumbered:
        return cls(tuple((no, number) for no, number in data["numbers"]), data["until"])


@dataclass(frozen=True, slots=True)
class Dropped(Fact):
    """Somebody left, or was sent away; a match that was waiting for him is decided."""

    action: ClassVar[str] = "dropped"
    no: int
    after: int  # the last round he took part in
    kind: str = "drop"
    reason: str = ""
    results: tuple[ResultAt, ...] = ()

    def stored(self) -> Row:
        row: Row = {"no": self.no, "after": self.after, "kind": self.kind, "reason": self.reason}
        if self.results:
            row["results"] = results_rows(self.results)
        return row

    @classmethod
    def read(cls, data: Data) -> Dropped:
        return cls(data["no"], data["after"], data.get("kind", "drop"), data.get("reason", ""), maybe_results(data))


@dataclass(frozen=True, slots=True)
class Undropped(Fact):
    """Somebody is back; rounds he missed count as not played."""

    action: ClassVar[str] = "undropped"
    no: int
    absent: tuple[RoundKey, ...] = ()
    joining: Joining | None = None  # he had left before the pods formed
    late_from: int | None = None
    results: tuple[ResultAt, ...] = ()  # a forfeit taken back

    def stored(self) -> Row:
        row: Row = {"no": self.no, "absent": self.absent, **known(late_from=self.late_from)}
        if self.joining is not None:
            row |= self.joining.stored()
        if self.results:
            row["results"] = results_rows(self.results)
        return row

    @classmethod
    def read(cls, data: Data) -> Undropped:
        return cls(
            data["no"],
            tuple(RoundKey(pod, number) for pod, number in data.get("absent", ())),
            Joining.read(data) if "pod" in data else None,
            data.get("late_from"),
            maybe_results(data),
        )


PEOPLE_FACTS = (Applied, Declined, Entered, Edited, Removed, Late, Dropped, Undropped, Forgotten, Renumbered)
