"""The journal's facts: one class per action, with its stored shape both ways. Nothing else looks into an entry's data.

`encode` gives what the journal stores, `decode` reads it: keys that are not known here are passed over, what cannot be
a fact raises BadInput `journal-unreadable`. Here are the facts about the event as a whole; those about people, rounds
and the floor have a module each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

from pareo.core.journal.codecs import ENTRANTS, PAIRS, ResultAt
from pareo.core.journal.fact import Codec, Fact, SeenWarning, Traits, Undoing, combine_traits, encode
from pareo.core.journal.floor_facts import FLOOR_FACTS, CheckOutcome, Claimed
from pareo.core.journal.history import HistorySentence, OwnWords, RulesName, SettingName, SettingValue, tell
from pareo.core.journal.people_facts import PEOPLE_FACTS, Dropped, Undropped
from pareo.core.journal.round_facts import ROUND_FACTS, Results
from pareo.core.journal.tom_facts import TOM_FACTS
from pareo.core.model.draws import Draws
from pareo.core.model.entities import Entrant
from pareo.core.text.errors import BadInput

Data = Mapping[str, Any]
Row = dict[str, Any]

SCHEMA = 1  # version of the facts written today


_DRAWS = Codec(asdict, lambda row: Draws(row["root"], tuple(row["pods"]), row["rounds"], row["drafts"]))


# --- the event --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TournamentCreated(Fact):
    """The first entry of every journal."""

    action: ClassVar[str] = "created"
    word: ClassVar[str] = "created"
    class_traits: ClassVar = Traits(
        undoing=Undoing.NEVER, undoing_reason="creating a tournament can't be undone: delete it instead"
    )
    codecs: ClassVar = {"entrants": ENTRANTS, "draws": _DRAWS}
    omit_defaults: ClassVar = ("pod_settings", "like", "entrants", "draws", "tiebreaks_announced")
    slug: str
    name: str
    ruleset: str  # the whole text
    ruleset_id: str = "ruleset"
    zone: str = "UTC"
    settings: Mapping[str, object] = field(default_factory=dict)
    commitment: str = ""  # SHA-256 of the secret seed
    pod_settings: Mapping[str, Mapping[str, object]] | None = None
    like: str | None = None  # the random id of the event it was copied from
    entrants: tuple[Entrant, ...] | None = None  # copied along
    draws: Draws | None = None  # the commitment to every seed; None in old journals
    tiebreaks_announced: bool = True  # False: the report it was read from does not name them

    def history(self) -> Iterable[HistorySentence]:
        yield tell("“{name}” was created with the rules “{rules}”.", name=self.name, rules=RulesName())


@dataclass(frozen=True, slots=True)
class SettingsSet(Fact):
    """Settings of the event or of one pod, and what moved with them. None: not touched."""

    action: ClassVar[str] = "set"
    word: ClassVar[str] = "settings"
    class_traits: ClassVar = Traits(relabels=True, undone_beside_tom=True)
    codecs: ClassVar = {"divisions": PAIRS}
    omit_defaults: ClassVar = ("pod", "planned", "third_place", "first_tables", "divisions")
    changes: Mapping[str, object]  # None takes a setting back
    pod: str | None = None
    planned: Mapping[str, int] | None = None  # rounds, by pod
    third_place: Mapping[str, bool] | None = None
    first_tables: Mapping[str, int] | None = None
    divisions: tuple[tuple[int, str], ...] | None = None  # (entrant, division by the new birth years)

    def history(self) -> Iterable[HistorySentence]:
        for key, value in self.changes.items():
            told = (
                tell("“{setting}” was reset to its default.", setting=SettingName(key))
                if value is None
                else tell("“{setting}” was set to {value}.", setting=SettingName(key), value=SettingValue(key, value))
            )
            yield told._replace(pod=self.pod or "")


@dataclass(frozen=True, slots=True)
class TournamentClosed(Fact):
    """The event is put away, or taken out again."""

    action: ClassVar[str] = "closed"
    word: ClassVar[str] = "event closed"
    closed: bool

    def history(self) -> Iterable[HistorySentence]:
        yield tell("The event was closed.") if self.closed else tell("The event was opened again.")


@dataclass(frozen=True, slots=True)
class LeftFideMode(Fact):
    """The event left FIDE mode, for ever: undone or not, it counts."""

    action: ClassVar[str] = "left-fide-mode"
    word: ClassVar[str] = "FIDE mode left"
    own_words: ClassVar = ("reason",)
    class_traits: ClassVar = Traits(
        undoing=Undoing.NEVER, undoing_reason="an event that has left FIDE mode cannot return to it"
    )
    round: int  # the last round paired; 0: none
    reason: str

    def history(self) -> Iterable[HistorySentence]:
        yield tell("The event left FIDE mode: {reason}.", reason=OwnWords(self.reason))


@dataclass(frozen=True, slots=True)
class Undone(Fact):
    """An earlier entry no longer counts."""

    action: ClassVar[str] = "undone"
    word: ClassVar[str] = "undo"
    sentence: ClassVar[str] = "Entry {seq} was undone."
    class_traits: ClassVar = Traits(personal=True, relabels=True, undoes=True)
    seq: int


@dataclass(frozen=True, slots=True)
class Noted(Fact):
    """Something that a format keeps outside the journal; changes nothing."""

    action: ClassVar[str] = "noted"
    word: ClassVar[str] = "note"
    sentence: ClassVar[str] = "Other content of the imported file is kept."
    omit_defaults: ClassVar = ("beside", "person")
    beside: str | None = None  # under which name
    person: str | None = None  # the random id of its record


@dataclass(frozen=True, slots=True)
class Batch(Fact):
    """Several things at once, in their order: told, and undone, as one. Its traits are those of its parts."""

    action: ClassVar[str] = "together"
    word: ClassVar[str] = "several steps"
    parts: tuple[Fact, ...]

    @property
    def traits(self) -> Traits:
        return combine_traits(part.traits for part in self.parts)

    def to_row(self) -> Row:
        return {"parts": [{"action": part.action, "data": encode(part)} for part in self.parts]}

    @classmethod
    def read(cls, data: Data) -> Batch:
        return cls(tuple(read_fact(row["action"], row["data"]) for row in data["parts"]))

    def history(self) -> Iterable[HistorySentence]:
        return (sentence for part in self.parts for sentence in part.history())


def parts_of(fact: Fact) -> tuple[Fact, ...]:
    """The single facts of a batch, or the fact itself."""
    return fact.parts if isinstance(fact, Batch) else (fact,)


# --- all of them ------------------------------------------------------------------------------------------------------

ACTIONS: Mapping[str, type[Fact]] = {
    kind.action: kind
    for kind in (
        TournamentCreated,
        SettingsSet,
        *PEOPLE_FACTS,
        *ROUND_FACTS,
        *FLOOR_FACTS,
        *TOM_FACTS,
        Noted,
        TournamentClosed,
        LeftFideMode,
        Undone,
        Batch,
    )
}

# What data that is no fact at all, or a fact that does not fit the state, fails with.
MISFITS = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError)


class JournalEntry(NamedTuple):
    """An entry of the journal: its number and its fact, who told it and when."""

    seq: int
    fact: Fact
    actor: str = ""
    time: str = ""


_WITH_RESULTS = (Results, Claimed, Dropped, Undropped, CheckOutcome)


def results_in(fact: Fact) -> tuple[ResultAt, ...]:
    """The results that a fact brings, whatever it is about."""
    if isinstance(fact, Batch):
        return tuple(result for part in fact.parts for result in results_in(part))
    return fact.results if isinstance(fact, _WITH_RESULTS) else ()


def decode(seq: int, action: str, data: Data) -> Fact:
    """The fact that an entry's stored data holds; BadInput where it cannot be read."""
    try:
        return read_fact(action, data)
    except MISFITS as misfit:
        raise unreadable_entry(seq, action, misfit) from misfit


def read_fact(action: str, data: Data) -> Fact:
    """The fact of an action and its stored data; data that is no fact raises one of MISFITS."""
    fact = ACTIONS[action].read(data)
    if "seen" in data:
        fact = replace(fact, seen=tuple(SeenWarning(*one) for one in data["seen"]))
    return replace(fact, override=data["override"]) if "override" in data else fact


def unreadable_entry(seq: int, action: str, misfit: Exception) -> BadInput:
    return BadInput(
        "journal-unreadable",
        "Entry {seq} of the journal ({action}) cannot be read: {problem} does not fit here.",
        seq=seq,
        action=action,
        problem=str(misfit),
    )
