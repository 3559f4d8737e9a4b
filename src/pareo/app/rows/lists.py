"""What is shown of lists: values that pages, command line and API share. No content is read here."""

from __future__ import annotations

from dataclasses import dataclass

from pareo.app.rows.tables import Row
from pareo.core.lists.reading import ReadList
from pareo.core.model.lists import Version
from pareo.core.text.messages import Note, text_note

TEXT = "text/plain"

# Accepted problems, by code, where only the journal is at hand.
PROBLEM_WORDS = {
    "squad-points": text_note("too many squad points"),
    "squad-no-cost": text_note("costs are missing"),
    "squad-sum": text_note("the total is wrong"),
    "squad-epic": text_note("too many epic points"),
    "squad-epic-sum": text_note("the epic total is wrong"),
    "squad-epic-unknown": text_note("a huge ship without epic points"),
    "squad-small": text_note("too many small ships of one type"),
    "squad-large": text_note("too many large ships of one type"),
    "squad-size": text_note("a ship of unknown size"),
    "squad-no-faction": text_note("no faction"),
    "squad-faction": text_note("a faction the format does not have"),
    "squad-mixed": text_note("ships of another faction"),
    "squad-not-yet": text_note("ships of another faction"),
    "squad-unique": text_note("a unique name twice"),
    "squad-card": text_note("a card on a ship it may not be on"),
    "team-factions": text_note("two factions in one team"),
    "team-unique": text_note("a unique name twice in the team"),
    "deck-cards": text_note("a wrong number of cards"),
    "deck-sum": text_note("the total is wrong"),
    "deck-copies": text_note("too many of one name"),
    "team-large": text_note("too many Pokémon"),
    "team-small": text_note("too few Pokémon"),
}


@dataclass(frozen=True, slots=True)
class ListRow:
    """One person's list at a glance. A team has a row for each of its players."""

    no: int
    player: str  # id of the entrant
    name: str  # of the entrant
    person: int  # index among the entrant's people
    person_name: str  # of the player whose list it is; differs from `name` in a team
    captain: bool
    active: bool
    handed_in: bool
    missing: bool  # wanted, and not there
    version: int | None = None
    kind: str = ""
    at: str = ""
    by: str = ""
    by_player: bool = False
    points: int | None = None
    epic: int | None = None
    faction: str = ""
    cards: int | None = None
    counted: bool = False  # totals and limits were checked; photos and free text are looked at by a judge
    problems: tuple[Note, ...] = ()  # accepted by staff, with `override`
    override: str = ""
    sha256: str = ""
    lock_at: str = ""  # when the team's code was stored; "" if it was not
    lock_missing: bool = False


@dataclass(frozen=True, slots=True)
class ListsView:
    """All lists of an event."""

    kind: str  # of the ruleset: deck, vgc, squad, text
    mode: str  # required, optional, off
    deadline: str  # as set, in the event's zone; "" if none
    closed: bool  # players can no longer hand in
    locked: bool  # round 1 has started
    qr_locked: bool
    public: bool  # everybody may see them now
    note: str  # of the ruleset; "" if none
    rows: tuple[ListRow, ...]

    @property
    def missing(self) -> tuple[ListRow, ...]:
        return tuple(row for row in self.rows if row.missing or row.lock_missing)


@dataclass(frozen=True, slots=True)
class ShownList:
    """One version with its content, for staff and for its owner."""

    version: Version
    name: str
    person_name: str
    text: str  # "" for a photo
    media: str
    erased: bool  # its person was forgotten, or a later photo replaced it
    sound: bool  # the content is still the one that was handed in
    problems: tuple[Note, ...] = ()
    reminders: tuple[str, ...] = ()
    read: ReadList | None = None  # ships, cards or Pokémon of it
    captain: bool = False  # of a team; marked in the list

    @property
    def is_photo(self) -> bool:
        return self.media != TEXT


@dataclass(frozen=True, slots=True)
class Photo:
    media: str
    data: bytes


@dataclass(frozen=True, slots=True)
class OwnLists:
    """What a player sees of his own lists."""

    kind: str
    mode: str
    open: bool  # the player may hand in now
    deadline: str
    locked: bool
    qr_locked: bool
    note: str
    rows: tuple[ListRow, ...]
    lists: tuple[ShownList | None, ...]  # one for each row


@dataclass(frozen=True, slots=True)
class PublicList:
    """A list that everybody may read after the event."""

    no: int
    name: str  # as the event shows names
    kind: str
    text: str  # "" for a photo: that one stays with the staff
    points: int | None = None
    faction: str = ""


@dataclass(frozen=True, slots=True)
class LockCheck:
    """A code shown at a check, beside the one that was stored."""

    same: bool
    stored_at: str
    stored_sha256: str
    shown_sha256: str


class VersionLine(Row, frozen=True, kw_only=True):
    """What the journal knows of one version."""

    version: int
    kind: str
    time: str
    by: str
    by_player: bool
    sha256: str
    points: int | None
    epic: int | None
    faction: str | None
    cards: int | None
    problems: list[str]
    override: str | None
    withdrawn: bool


class ListCheckRow(Row, frozen=True, kw_only=True):
    """One check. `outcome` is null while it is to be made; `cause` is drawn, cut or other."""

    seq: int
    round: int
    table: int | None
    player: str
    name: str
    cause: str
    outcome: str | None
    by: str
    notes: str


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A check as staff see it. Without an outcome it is still to be made."""

    seq: int  # 0: due by the cut, nothing is recorded yet
    round_no: int
    no: int
    player: str
    name: str
    table: int | None
    cause: str
    outcome: str
    by: str
    notes: str

    @property
    def for_scripts(self) -> ListCheckRow:
        """The check as the API and the command line show it."""
        return ListCheckRow(
            seq=self.seq,
            round=self.round_no,
            table=self.table,
            player=self.player,
            name=self.name,
            cause=self.cause,
            outcome=self.outcome or None,
            by=self.by,
            notes=self.notes,
        )
