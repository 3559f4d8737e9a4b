"""Content becomes a list: recognised, read, counted, checked against the ruleset. The one way in for every kind.

What a list is: a photo by its first bytes; else text, of the kind asked for, else of the ruleset's kind where it reads
as one, else plain text. Free text and photos are taken as they are: nothing in them is counted, a judge looks at them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pareo.core.lists import decks, teams_vgc
from pareo.core.lists.limits import epic_total, reminders, squad_problems
from pareo.core.lists.photo_parts import picture_only
from pareo.core.lists.photos import PHOTO_LIMIT, photo_media, require_photo
from pareo.core.lists.plain import plain_text
from pareo.core.lists.squad_text import read_squad_text, split_squads, squad_text
from pareo.core.lists.squads import FACTION_NAMES, Squad
from pareo.core.lists.xws import looks_like_json, read_xws, split_xws
from pareo.core.model.list_rules import ListRules
from pareo.core.model.lists import KINDS, LOCK
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import Note

_TEAM = 2  # squads that one text may hold


@dataclass(frozen=True, slots=True)
class ReadList:
    """A list that was handed in, read and checked."""

    kind: str
    media: str
    content: bytes  # what is kept
    text: str = ""  # for showing; a squad in the plain form, whatever it came in
    squad: Squad | None = None
    deck: decks.Deck | None = None
    team: teams_vgc.Team | None = None
    points: int | None = None
    epic: int | None = None
    faction: str = ""
    cards: int | None = None
    problems: tuple[Note, ...] = ()
    reminders: tuple[str, ...] = ()

    @property
    def sha256(self) -> str:
        return teams_vgc.fingerprint(self.content)


def read_lists_of(content: bytes | str, rules: ListRules, kind: str | None = None) -> tuple[ReadList, ...]:
    """The list, or the two of a team in one text. BadInput, in one sentence, for what cannot be read."""
    if kind is not None and kind not in KINDS:
        raise BadInput(
            "list-kind",
            "“{kind}” is not a kind of list. Choose one of: {known}.",
            kind=kind[:40],
            known=", ".join(KINDS),
        )
    if len(content) > PHOTO_LIMIT:
        raise BadInput(
            "list-file-large", "The file is larger than {limit} MB: that can't be a list.", limit=PHOTO_LIMIT // 2**20
        )
    if isinstance(content, bytes) and (kind == "photo" or photo_media(content) is not None):
        media = require_photo(content)
        return (ReadList(LOCK if kind == LOCK else "photo", media, picture_only(content, media)),)
    if kind == "photo":
        raise BadInput("photo-unknown", "The file is not a photo: use JPEG, PNG or WebP.")
    text = plain_text(content)
    chosen = kind or _recognise_kind(text, rules)
    if chosen == "squad":
        is_xws = looks_like_json(text)
        parts = split_xws(text) if is_xws else split_squads(text)
        if len(parts) > _TEAM:
            raise BadInput("squad-several", "The text has {count} squads: a player has 1, a team 2.", count=len(parts))
        return tuple(_read_squad(part, rules, read_xws if is_xws else read_squad_text) for part in parts)
    return (_READERS[chosen](text, rules),)


def read_list(content: bytes | str, rules: ListRules, kind: str | None = None) -> ReadList:
    """The one list in this content; BadInput for several."""
    lists = read_lists_of(content, rules, kind)
    if len(lists) != 1:
        raise BadInput("squad-one", "The text has {count} squads: hand in one at a time.", count=len(lists))
    return lists[0]


def _recognise_kind(text: str, rules: ListRules) -> str:
    """The ruleset's kind; for a deck without any number of cards, free text."""
    if rules.kind == "deck" and not decks.looks_like_deck(text):
        return "text"
    return rules.kind


def _read_squad(text: str, rules: ListRules, read: Callable[[str], Squad]) -> ReadList:
    squad = read(text)
    limits = rules.squad
    return ReadList(
        "squad",
        "text/plain",
        text.encode(),
        squad_text(squad),
        squad=squad,
        points=squad.points,
        epic=epic_total(squad, limits),
        faction=FACTION_NAMES.get(squad.faction, squad.faction),
        problems=squad_problems(squad, limits),
        reminders=reminders([squad], limits),
    )


def _read_deck(text: str, rules: ListRules) -> ReadList:
    deck = decks.read_deck(text)
    return ReadList(
        "deck",
        "text/plain",
        text.encode(),
        text,
        deck=deck,
        cards=deck.total,
        problems=decks.deck_problems(deck, rules.deck),
    )


def _read_vgc(text: str, rules: ListRules) -> ReadList:
    team = teams_vgc.read_team(text)
    return ReadList(
        "vgc", "text/plain", text.encode(), text, team=team, problems=teams_vgc.team_problems(team, rules.vgc)
    )


def _read_text(text: str, _rules: ListRules) -> ReadList:
    return ReadList("text", "text/plain", text.encode(), text)


def _read_lock(text: str, _rules: ListRules) -> ReadList:
    return ReadList(LOCK, "text/plain", text.encode(), text)


_READERS = {"deck": _read_deck, "vgc": _read_vgc, "text": _read_text, LOCK: _read_lock}
