"""What the journal knows of handed-in lists: versions with their fingerprint and totals, never their content.

The content (names of cards, a photo) lives outside the journal under a random id, so that it can be forgotten. A list
belongs to one person of an entrant: a team of two hands in two (X-14). The code a video-game team is locked with
(P-PREM-3) has versions of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

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
    """All lists of a tournament, oldest version first. Only replay changes it."""

    versions: dict[Key, tuple[Version, ...]] = field(default_factory=dict)
    locks: dict[Key, tuple[Version, ...]] = field(default_factory=dict)

    def current(self, no: int, person: int = 0, *, lock: bool = False) -> Version | None:
        """The list that counts: the last one, unless it was withdrawn."""
        versions = (self.locks if lock else self.versions).get((no, person), ())
        return versions[-1] if versions and not versions[-1].withdrawn else None

    def history(self, no: int, person: int = 0, *, lock: bool = False) -> tuple[Version, ...]:
        """Every version, the withdrawn ones too."""
        return (self.locks if lock else self.versions).get((no, person), ())

    def squad_total(self, no: int, persons: int) -> int | None:
        """Squad points of an entrant, of all its players together; None while one of them is not known (X-19)."""
        totals = [v.points if (v := self.current(no, i)) is not None else None for i in range(persons)]
        known = [points for points in totals if points is not None]
        return sum(known) if len(known) == persons else None
