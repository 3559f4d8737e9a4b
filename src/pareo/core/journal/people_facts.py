"""Facts about people: applied, entered, changed, taken out, late, gone and back, forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
from pareo.core.journal.fact import Fact, Stored, Traits, Undoing
from pareo.core.journal.history import (
    EntrantName,
    EntrantNames,
    FieldNames,
    HistorySentence,
    PodNames,
    tell,
    tell_count,
    tell_reason,
    tell_result,
)
from pareo.core.model.entities import Entrant


@dataclass(frozen=True, slots=True)
class Entered(Fact):
    """People entered; a team that got another member stands here again, whole."""

    action: ClassVar[str] = "entered"
    word: ClassVar[str] = "players entered"
    class_traits: ClassVar = Traits(left_to_tom=True, personal=True, built_on=True)
    codecs: ClassVar = {"entrants": ENTRANTS}
    entrants: tuple[Entrant, ...]

    def history(self) -> Iterable[HistorySentence]:
        nos = tuple(entrant.no for entrant in self.entrants)
        names = EntrantNames(nos)
        yield tell_count("{names} was entered.", "{names} were entered.", count=len(nos), names=names)


@dataclass(frozen=True, slots=True)
class Applied(Fact):
    """Somebody registered and waits, for a place or for the desk. They are in when `entered` with this number."""

    action: ClassVar[str] = "applied"
    word: ClassVar[str] = "registered"
    class_traits: ClassVar = Traits(left_to_tom=True, personal=True, relabels=True, built_on=True)
    codecs: ClassVar = {"entrant": ENTRANT}
    omit_defaults: ClassVar = ("guardian",)
    entrant: Entrant
    at: str  # UTC
    guardian: bool = False  # somebody who may say so agrees

    def history(self) -> Iterable[HistorySentence]:
        yield tell("{name} registered.", name=EntrantName(self.entrant.no))


@dataclass(frozen=True, slots=True)
class Declined(Fact):
    """Somebody who had registered does not get in, or does not want to any more."""

    action: ClassVar[str] = "declined"
    word: ClassVar[str] = "registration ended"
    sentence: ClassVar[str] = "{name} is no longer on the waiting list."
    class_traits: ClassVar = Traits(personal=True, undoing=Undoing.DATA_GONE)
    no: int


_TOMS_FIELDS = frozenset({"division", "byes", "fixed_table", "late_from", "absent", "drop", "start_no", "own_no"})


@dataclass(frozen=True, slots=True)
class Edited(Fact):
    """Fields of an entrant that everybody may see, and the names of the personal ones that changed with them."""

    action: ClassVar[str] = "edited"
    word: ClassVar[str] = "player changed"
    class_traits: ClassVar = Traits(personal=True, relabels=True, built_on=True, undone_beside_tom=True)
    codecs: ClassVar = {"changes": FIELDS, "personal": TUPLE}
    omit_defaults: ClassVar = ("personal", "merged", "merged_into")
    no: int
    changes: Mapping[str, Any]  # fields of Entrant
    personal: tuple[str, ...] = ()
    merged: int | None = None  # the other entry of the same person
    merged_into: int | None = None

    @property
    def traits(self) -> Traits:
        undoing = Undoing.OLD_DATA_UNKNOWN if self.personal else Undoing.ALLOWED
        toms = bool(_TOMS_FIELDS & self.changes.keys() or self.merged or self.merged_into)
        return self.class_traits._replace(undoing=undoing, left_to_tom=toms)

    def history(self) -> Iterable[HistorySentence]:
        name = EntrantName(self.no)
        keys = tuple(key for key in (*self.changes, *self.personal) if key != "bye_points")  # always with “absent”
        if keys:
            yield tell("{name} was changed: {fields}.", name=name, fields=FieldNames(keys))
        else:
            yield tell("{name} was changed.", name=name)


@dataclass(frozen=True, slots=True)
class Removed(Fact):
    """Entered by mistake, taken out before any round was paired."""

    action: ClassVar[str] = "removed"
    word: ClassVar[str] = "player removed"
    sentence: ClassVar[str] = "{name} was removed."
    class_traits: ClassVar = Traits(left_to_tom=True, personal=True, undoing=Undoing.DATA_GONE)
    omit_defaults: ClassVar = ("merged_into",)
    no: int
    merged_into: int | None = None


@dataclass(frozen=True, slots=True)
class Forgotten(Fact):
    """A person's data was erased for good."""

    action: ClassVar[str] = "forgotten"
    word: ClassVar[str] = "personal data erased"
    sentence: ClassVar[str] = "The data of {name} was erased."
    class_traits: ClassVar = Traits(
        personal=True, undoing=Undoing.NEVER, undoing_reason="a person's data has been erased for good"
    )
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
    word: ClassVar[str] = "late player"
    class_traits: ClassVar = Traits(left_to_tom=True, personal=True, changes_rounds=True, built_on=True)
    codecs: ClassVar = {"entrant": ENTRANT, "round": ROUND, "numbers": PAIRS}
    omit_defaults: ClassVar = ("round", "numbers")
    inlined: ClassVar = {"joining": Joining}
    entrant: Entrant
    joining: Joining
    round: RoundFact | None = None  # the open round with the player in it
    numbers: tuple[tuple[int, int], ...] = ()  # (entrant, new number) of those who move for the player

    def history(self) -> Iterable[HistorySentence]:
        yield tell_count(
            "{name} joined {pod} late, with {count} loss.",
            "{name} joined {pod} late, with {count} losses.",
            count=len(self.joining.losses),
            name=EntrantName(self.entrant.no),
            pod=PodNames((self.joining.pod,)),
        )


@dataclass(frozen=True, slots=True)
class Renumbered(Fact):
    """Pairing numbers that were corrected or exchanged; rounds up to `until` were paired with the old ones."""

    action: ClassVar[str] = "renumbered"
    word: ClassVar[str] = "new numbers"
    codecs: ClassVar = {"numbers": PAIRS}
    numbers: tuple[tuple[int, int], ...]  # (entrant, new number)
    until: int

    def history(self) -> Iterable[HistorySentence]:
        yield tell_count(
            "{count} player has a new number.", "{count} players have new numbers.", count=len(self.numbers)
        )


@dataclass(frozen=True, slots=True)
class Dropped(Fact):
    """Somebody left, or was sent away; a match that was waiting for them is decided."""

    action: ClassVar[str] = "dropped"
    word: ClassVar[str] = "player dropped"
    class_traits: ClassVar = Traits(left_to_tom=True)
    own_words: ClassVar = ("reason",)
    codecs: ClassVar = {"results": RESULTS}
    omit_defaults: ClassVar = ("results",)
    no: int
    after: int  # the last round they took part in
    kind: str = "drop"
    reason: str = ""
    results: tuple[ResultAt, ...] = ()

    def history(self) -> Iterable[HistorySentence]:
        name = EntrantName(self.no)
        if self.kind == "disqualified":
            yield tell("{name} was disqualified.", name=name)
        elif self.kind == "expelled":
            yield tell("{name} was expelled.", name=name)
        elif self.kind == "no-show":
            yield tell("{name} was a no-show.", name=name)
        else:
            yield tell("{name} dropped.", name=name)
        yield from tell_reason(self.reason)
        yield from (tell_result(one.number, one.table, one.result) for one in self.results)


@dataclass(frozen=True, slots=True)
class Undropped(Fact):
    """Somebody is back; rounds they missed count as not played."""

    action: ClassVar[str] = "undropped"
    word: ClassVar[str] = "player re-entered"
    class_traits: ClassVar = Traits(left_to_tom=True)
    sentence: ClassVar[str] = "{name} re-entered."
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
