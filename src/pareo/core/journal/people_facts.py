"""Facts about people: applied, entered, changed, taken out, late, gone and back, forgotten."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pareo.core.journal.codecs import (
    ENTRANT,
    ENTRANTS,
    FIELDS,
    PAIRS,
    RESULTS,
    ROUND,
    SHORT_KEYS,
    TUPLE,
    ResultAt,
    RoundFact,
    RoundKey,
)
from pareo.core.journal.fact import Fact, Stored
from pareo.core.model.entities import Entrant


@dataclass(frozen=True, slots=True)
class Entered(Fact):
    """People entered; a team that got another member stands here again, whole."""

    action: ClassVar[str] = "entered"
    codecs: ClassVar = {"entrants": ENTRANTS}
    entrants: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class Applied(Fact):
    """Somebody registered and waits, for a place or for the desk. They are in when `entered` with this number."""

    action: ClassVar[str] = "applied"
    codecs: ClassVar = {"entrant": ENTRANT}
    omit_defaults: ClassVar = ("guardian",)
    entrant: Entrant
    at: str  # UTC
    guardian: bool = False  # somebody who may say so agrees


@dataclass(frozen=True, slots=True)
class Declined(Fact):
    """Somebody who had registered does not get in, or does not want to any more."""

    action: ClassVar[str] = "declined"
    no: int


@dataclass(frozen=True, slots=True)
class Edited(Fact):
    """Fields of an entrant that everybody may see, and the names of the personal ones that changed with them."""

    action: ClassVar[str] = "edited"
    codecs: ClassVar = {"changes": FIELDS, "personal": TUPLE}
    omit_defaults: ClassVar = ("personal", "merged", "merged_into")
    no: int
    changes: Mapping[str, Any]  # fields of Entrant
    personal: tuple[str, ...] = ()
    merged: int | None = None  # the other entry of the same person
    merged_into: int | None = None


@dataclass(frozen=True, slots=True)
class Removed(Fact):
    """Entered by mistake, taken out before any round was paired."""

    action: ClassVar[str] = "removed"
    omit_defaults: ClassVar = ("merged_into",)
    no: int
    merged_into: int | None = None


@dataclass(frozen=True, slots=True)
class Forgotten(Fact):
    """A person's data was erased for good."""

    action: ClassVar[str] = "forgotten"
    no: int


@dataclass(frozen=True, slots=True)
class Joining(Stored):
    """Into which pod somebody came, and which rounds they had missed (P-LATE-1)."""

    codecs: ClassVar = {"losses": TUPLE, "divisions": TUPLE}
    omit_defaults: ClassVar = ("divisions",)
    pod: str
    losses: tuple[int, ...] = ()
    divisions: tuple[str, ...] | None = None  # of the pod from now on, where the player's is new there


@dataclass(frozen=True, slots=True)
class Late(Fact):
    """Somebody came after the pods had formed."""

    action: ClassVar[str] = "late"
    codecs: ClassVar = {"entrant": ENTRANT, "round": ROUND, "numbers": PAIRS}
    omit_defaults: ClassVar = ("round", "numbers")
    inlined: ClassVar = {"joining": Joining}
    entrant: Entrant
    joining: Joining
    round: RoundFact | None = None  # the open round with the player in it
    numbers: tuple[tuple[int, int], ...] = ()  # (entrant, new number) of those who move for the player


@dataclass(frozen=True, slots=True)
class Renumbered(Fact):
    """Pairing numbers that were corrected or exchanged; rounds up to `until` were paired with the old ones."""

    action: ClassVar[str] = "renumbered"
    codecs: ClassVar = {"numbers": PAIRS}
    numbers: tuple[tuple[int, int], ...]  # (entrant, new number)
    until: int


@dataclass(frozen=True, slots=True)
class Dropped(Fact):
    """Somebody left, or was sent away; a match that was waiting for them is decided."""

    action: ClassVar[str] = "dropped"
    codecs: ClassVar = {"results": RESULTS}
    omit_defaults: ClassVar = ("results",)
    no: int
    after: int  # the last round they took part in
    kind: str = "drop"
    reason: str = ""
    results: tuple[ResultAt, ...] = ()


@dataclass(frozen=True, slots=True)
class Undropped(Fact):
    """Somebody is back; rounds they missed count as not played."""

    action: ClassVar[str] = "undropped"
    codecs: ClassVar = {"absent": SHORT_KEYS, "results": RESULTS}
    omit_defaults: ClassVar = ("joining", "late_from", "results")
    no: int
    absent: tuple[RoundKey, ...] = ()
    joining: Joining | None = None  # they had left before the pods formed
    late_from: int | None = None
    results: tuple[ResultAt, ...] = ()  # a forfeit taken back

    def to_row(self) -> dict[str, Any]:
        row = Fact.to_row(replace(self, joining=None))
        return row if self.joining is None else row | self.joining.to_row()

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Undropped:
        fact = super(Undropped, cls).read(data)
        return replace(fact, joining=Joining.read(data)) if "pod" in data else fact


PEOPLE_FACTS = (Applied, Declined, Entered, Edited, Removed, Late, Dropped, Undropped, Forgotten, Renumbered)
