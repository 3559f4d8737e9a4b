"""What a ruleset asks of lists: the `[lists]` block of its file. Limits are data; 0 means no limit.

[lists]           kind, required ("always", "premier", "never"), open (to the opponent), note, cite
[lists.deck]      cards, copies
[lists.vgc]       least, most, locked ("premier" or "never")
[lists.squad]     points, epic, small, large, factions, year, epic_points (ship → points), cards, reminders
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pareo.core.model.toml_reader import TomlTable

LIST_KINDS = ("deck", "vgc", "squad", "text")
REQUIRED = ("always", "premier", "never")
OPEN = ("never", "cut", "phase2", "always")
SIZES = ("small", "large", "huge")
FACTIONS = ("rebel", "imperial", "scum")


@dataclass(frozen=True, slots=True)
class DeckLimits:
    """How many cards a deck has, and how many of one name (basic Energy apart)."""

    cards: int = 0
    copies: int = 0


@dataclass(frozen=True, slots=True)
class TeamLimits:
    """A video-game team: how many Pokémon, and when it must be locked by QR code (P-PREM-3)."""

    least: int = 0
    most: int = 0
    locked: str = "never"


@dataclass(frozen=True, slots=True)
class CardRule:
    """A card that may not be on ships of some sizes (X-18), by its names in any language."""

    names: tuple[str, ...]
    not_on: tuple[str, ...]
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Reminder:
    """What judge and players should remember of a card (X-18). Never a reason to refuse a list."""

    names: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class SquadLimits:
    """What a squad may have: points, ships of one type, factions, cards (X-15 … X-18)."""

    points: int = 0
    epic: int = 0
    small: int = 0  # small ships of one type
    large: int = 0
    factions: tuple[str, ...] = FACTIONS
    year: int = 0  # whose ships count: the event's, or that of the document; 0: all that ever came
    epic_points: Mapping[str, int] = field(default_factory=dict)  # id of a huge ship → its epic points
    cards: tuple[CardRule, ...] = ()
    reminders: tuple[Reminder, ...] = ()


@dataclass(frozen=True, slots=True)
class ListRules:
    """All that a ruleset asks of lists."""

    kind: str = "text"
    required: str = "never"
    deck: DeckLimits = field(default_factory=DeckLimits)
    vgc: TeamLimits = field(default_factory=TeamLimits)
    squad: SquadLimits = field(default_factory=SquadLimits)
    note: str = ""  # shown where lists are handed in
    cite: str = ""
    open: str = "never"  # from when on the opponent of the running match sees them (PN-LIST-1)


def read_lists(block: TomlTable) -> ListRules:
    """The block of a ruleset file; a file without one takes plain lists and asks for none."""
    rules = ListRules(
        kind=block.word("kind", LIST_KINDS, "text"),
        required=block.word("required", REQUIRED, "never"),
        open=block.word("open", OPEN, "never"),
        deck=_read_deck(block.table("deck")),
        vgc=_read_vgc(block.table("vgc")),
        squad=_read_squad(block.table("squad")),
        note=block.text("note", ""),
        cite=block.text("cite", ""),
    )
    block.finish()
    return rules


def _read_deck(block: TomlTable) -> DeckLimits:
    limits = DeckLimits(cards=block.whole("cards", 0), copies=block.whole("copies", 0))
    block.finish()
    return limits


def _read_vgc(block: TomlTable) -> TeamLimits:
    limits = TeamLimits(
        least=block.whole("least", 0),
        most=block.whole("most", 0),
        locked=block.word("locked", ("premier", "never"), "never"),
    )
    if limits.most and limits.least > limits.most:
        block.wrong("least", "more than most")
    block.finish()
    return limits


def _read_squad(block: TomlTable) -> SquadLimits:
    table = block.table("epic_points")
    epic_points = {ship: table.whole(ship) for ship in table.keys()}  # noqa: SIM118
    limits = SquadLimits(
        points=block.whole("points", 0),
        epic=block.whole("epic", 0),
        small=block.whole("small", 0),
        large=block.whole("large", 0),
        factions=block.words("factions", FACTIONS, FACTIONS),
        year=block.whole("year", 0),
        epic_points=epic_points,
        cards=tuple(_read_card(one) for one in block.tables("cards")),
        reminders=tuple(_read_reminder(one) for one in block.tables("reminders")),
    )
    block.finish()
    return limits


def _read_card(block: TomlTable) -> CardRule:
    rule = CardRule(names=block.words("names"), not_on=block.words("not_on", SIZES), cite=block.text("cite", ""))
    if not rule.names or not rule.not_on:
        block.wrong("names", "names of the card, and the sizes of ships it may not be on, are needed")
    block.finish()
    return rule


def _read_reminder(block: TomlTable) -> Reminder:
    reminder = Reminder(names=block.words("names"), text=block.text("text"))
    if not reminder.names:
        block.wrong("names", "at least one name of the card is needed")
    block.finish()
    return reminder
