"""The rows that are shown of an event that TOM runs."""

from __future__ import annotations

from dataclasses import dataclass

from pareo.core.journal.tom_sync import DeskNote


@dataclass(frozen=True, slots=True)
class TypeRow:
    """A line of the list to type into TOM: its first and second player in that order."""

    pod: str
    round: int
    table: int
    a: str
    b: str
    result: str
    winner: str  # "a", "b", or empty
    tom_has: str  # TOM's other result; empty where it has none
    agreed: bool
    untaken: bool
    from_tom: bool  # TOM had it before it went back
    at: str
    scan: str  # the number of TOM's slip; empty while scanning is off


@dataclass(frozen=True, slots=True)
class RoundRow:
    """Where a pod stands."""

    pod: str
    round: int
    status: str
    open: tuple[int, ...]  # tables without any result
    waits: bool  # not shown to everybody yet
    held: bool
    seconds: int | None  # until it is; None: when somebody says so
    changed: tuple[int, ...]  # tables that are others since it was published
    problems: tuple[str, ...]
    quality: str = ""  # what TOM pairs across scores, where fewer were possible


@dataclass(frozen=True, slots=True)
class AsideRow:
    """A result whose pair does not sit together any more."""

    round: int
    a: str
    b: str
    result: str


@dataclass(frozen=True, slots=True)
class BesideRow:
    """Everything on one screen."""

    following: bool
    saves: int
    saved_at: str
    kind: str
    said: str  # the last save in one line
    rounds: tuple[RoundRow, ...]
    to_type: tuple[TypeRow, ...]
    conflicts: tuple[TypeRow, ...]
    aside: tuple[AsideRow, ...]
    notes: tuple[DeskNote, ...]
    untaken: int
    date_warning: str = ""

    @property
    def calm(self) -> bool:
        """Green: nothing waits for anybody."""
        return not (self.to_type or self.conflicts or self.notes or any(r.problems or r.held for r in self.rounds))
