"""What the journal knows of handed-in lists: versions with their fingerprint and totals, never their content.

The content (names of cards, a photo) lives beside the journal under a random id, so that it can be forgotten. A list
belongs to one person of an entrant: a team of two hands in two (X-14). The code a video-game team is locked with
(P-PREM-3) has versions of its own beside the list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

Data = Mapping[str, Any]
Key = tuple[int, int]  # entrant, index of the person

LOCK = "lock"
KINDS = ("deck", "vgc", "squad", "text", "photo", LOCK)


@dataclass(frozen=True, slots=True)
class Version:
    """One list as it was handed in. Totals are None where the list does not say them."""

    seq: int  # the entry
    no: int
    person: int  # index into the entrant's persons
    number: int  # 1 for the first
    kind: str  # one of KINDS
    sha256: str  # of the content's bytes
    attachment: str  # where the content is kept
    at: str  # UTC
    by: str = ""  # who handed it in
    by_player: bool = False
    media: str = "text/plain"
    points: int | None = None  # squad points
    epic: int | None = None
    faction: str = ""
    cards: int | None = None
    problems: tuple[str, ...] = ()  # codes of the limits it is over, accepted with `override`
    override: str = ""
    withdrawn: bool = False


@dataclass(slots=True)
class Lists:
    """All lists of a tournament, oldest version first. Only the two functions below change it."""

    versions: dict[Key, tuple[Version, ...]] = field(default_factory=dict)
    locks: dict[Key, tuple[Version, ...]] = field(default_factory=dict)

    def current(self, no: int, person: int = 0, *, lock: bool = False) -> Version | None:
        """The list that counts: the last one, unless it was withdrawn."""
        kept = (self.locks if lock else self.versions).get((no, person), ())
        return kept[-1] if kept and not kept[-1].withdrawn else None

    def history(self, no: int, person: int = 0, *, lock: bool = False) -> tuple[Version, ...]:
        """Every version, the withdrawn ones too."""
        return (self.locks if lock else self.versions).get((no, person), ())

    def squad_total(self, no: int, persons: int) -> int | None:
        """Squad points of an entrant, of all its players together; None while one of them is not known (X-19)."""
        totals = [v.points if (v := self.current(no, i)) is not None else None for i in range(persons)]
        known = [points for points in totals if points is not None]
        return sum(known) if len(known) == persons else None


def handed_in(lists: Lists, data: Data, seq: int) -> None:
    """Adds the versions of one entry: one list, or those of a whole team. ValueError: it is no entry of ours."""
    for row in data["lists"]:
        if row["kind"] not in KINDS or not isinstance(data["at"], str):
            raise ValueError(row["kind"])
        version = Version(
            seq=seq,
            no=data["no"],
            person=row["person"],
            number=row["number"],
            kind=row["kind"],
            sha256=row["sha256"],
            attachment=row["attachment"],
            at=data["at"],
            by=data.get("by", ""),
            by_player=data.get("by_player", False),
            media=row.get("media", "text/plain"),
            points=row.get("points"),
            epic=row.get("epic"),
            faction=row.get("faction", ""),
            cards=row.get("cards"),
            problems=tuple(row.get("problems", ())),
            override=data.get("override", ""),
        )
        kept = lists.locks if version.kind == LOCK else lists.versions
        key = (version.no, version.person)
        kept[key] = (*kept.get(key, ()), version)


def withdrawn(lists: Lists, data: Data) -> None:
    """The last version no longer counts; it stays in the history."""
    kept = lists.locks if data.get("lock") else lists.versions
    key = (data["no"], data["person"])
    *before, last = kept[key]
    kept[key] = (*before, replace(last, withdrawn=True))
