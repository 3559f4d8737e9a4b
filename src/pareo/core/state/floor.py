"""What happens on the floor of the hall beside pairings and results: check-in, players' claims, penalties, checks of
lists, time extensions, announcements, the clock. Facts of the journal like everything else; the standings never
depend on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pareo.core.lists import checks as lists_checked
from pareo.core.lists.checks import Checks

Data = Mapping[str, Any]

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


@dataclass(slots=True)
class Floor:
    """The floor of one tournament. Only the functions below change it."""

    checked: dict[int, int] = field(default_factory=dict)  # entrant → the round he is checked in for
    # (round, table) → entrant → the result he reported, as the journal writes results
    claims: dict[tuple[int, int], dict[int, list[Any]]] = field(default_factory=dict)
    penalties: list[Penalty] = field(default_factory=list)
    extensions: dict[tuple[int, int], Extension] = field(default_factory=dict)
    announcements: list[Announcement] = field(default_factory=list)
    clocks: dict[tuple[str, int], Clock] = field(default_factory=dict)
    staff_notes: dict[int, list[str]] = field(default_factory=dict)
    checks: Checks = field(default_factory=Checks)


def checked(floor: Floor, data: Data) -> None:
    for no in data["nos"]:
        if data["here"]:
            floor.checked[no] = data["round"]
        else:
            floor.checked.pop(no, None)


def claimed(floor: Floor, data: Data) -> None:
    table = floor.claims.setdefault((data["round"], data["table"]), {})
    table[data["no"]] = data["result"]


def penalised(floor: Floor, data: Data, seq: int) -> None:
    floor.penalties.append(
        Penalty(seq, data["round"], data["no"], data["kind"], data.get("reason", ""), data.get("by", ""))
    )


def checks_drawn(floor: Floor, data: Data, seq: int) -> None:
    lists_checked.drawn(floor.checks, data, seq)


def inspected(floor: Floor, data: Data, seq: int) -> None:
    """The outcome of a check; a penalty stands among the others, and a corrected check takes its earlier one away."""
    before = lists_checked.inspected(floor.checks, data, seq)
    if before:
        floor.penalties = [p for p in floor.penalties if p.seq != before]
    if data["outcome"] in lists_checked.PENALTIES:
        floor.penalties.append(
            Penalty(seq, data["round"], data["no"], data["outcome"], LIST_CHECK, data.get("by", ""))
        )


def extended(floor: Floor, data: Data) -> None:
    key = (data["round"], data["table"])
    floor.extensions[key] = Extension(data["round"], data["table"], data["minutes"], data.get("reason", ""))


def announced(floor: Floor, data: Data, seq: int) -> None:
    if data.get("withdraw"):
        floor.announcements = [a for a in floor.announcements if a.seq != data["withdraw"]]
    else:
        floor.announcements.append(Announcement(seq, data["at"], data["text"]))


def clock_set(floor: Floor, data: Data) -> None:
    for pod, number in data["rounds"]:
        floor.clocks[(pod, number)] = Clock(
            data["started"], data["minutes"], data.get("paused_at", ""), data.get("paused_seconds", 0)
        )
