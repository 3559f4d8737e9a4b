"""What happens on the floor of the hall besides pairings and results: check-in, players' claims, penalties, checks of
lists, calls for a judge, time extensions, announcements, the clock. Facts of the journal like everything else; the
standings never depend on them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pareo.core.model.list_checks import Checks
from pareo.core.model.outcome import Result

LIST_CHECK = "list check"  # the reason of a penalty that a check brought; pages say it in the reader's language


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a judge gave to somebody in a round. A lost match reaches the standings as a result, not from here."""

    seq: int
    round_no: int
    no: int
    kind: str  # "caution", "warning", "game-loss", "match-loss", "disqualification", "note"
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class Extension:
    """Minutes added for one table."""

    round_no: int
    table: int
    minutes: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A line for screens and phones."""

    seq: int
    at: str
    text: str


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock: started at (UTC), so many minutes; paused since, or not."""

    started: str
    minutes: int
    paused_at: str = ""
    paused_seconds: int = 0


class Call(NamedTuple):
    """Somebody at a table asks for a judge."""

    no: int  # the entrant who asks
    at: str  # UTC


class Reported(NamedTuple):
    """Who entered the result of a table, and when. By the players: both claimed the same."""

    actor: str
    time: str
    by_players: bool = False
    agreed: bool = False  # an intentional draw


@dataclass(slots=True)
class Floor:
    """The floor of one tournament. Only replay changes it."""

    checked: dict[int, int] = field(default_factory=dict)  # entrant → from which round on they are here; -3: not for 3
    # (round, table) → entrant → the result they reported
    claims: dict[tuple[int, int], dict[int, Result]] = field(default_factory=dict)
    claim_devices: dict[tuple[int, int], str] = field(default_factory=dict)  # (round, entrant) → reported with which
    reported: dict[tuple[int, int], Reported] = field(default_factory=dict)  # (round, table) → by whom
    penalties: list[Penalty] = field(default_factory=list)
    extensions: dict[tuple[int, int], Extension] = field(default_factory=dict)
    announcements: list[Announcement] = field(default_factory=list)
    clocks: dict[tuple[str, int], Clock] = field(default_factory=dict)
    calls: dict[tuple[int, int], Call] = field(default_factory=dict)  # (round, table) → who calls a judge
    staff_notes: dict[int, list[str]] = field(default_factory=dict)
    checks: Checks = field(default_factory=Checks)
