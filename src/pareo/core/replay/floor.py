"""Replay of the floor: what its facts, and those of lists and of checks, make of a tournament."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pareo.core.journal.fact import Fact
from pareo.core.journal.floor_facts import (
    Announced,
    CheckedIn,
    CheckOutcome,
    ChecksDrawn,
    Claimed,
    ClockSet,
    Extended,
    JudgeCalled,
    ListHandedIn,
    ListWithdrawn,
    Penalised,
)
from pareo.core.model.floor import LIST_CHECK, Announcement, Call, Clock, Extension, Penalty
from pareo.core.model.list_checks import CAUSES, OUTCOMES, PENALTIES, Check, Checks, Draw
from pareo.core.model.lists import KINDS, LOCK, Lists, Version
from pareo.core.tournament.tournament import Tournament


def _apply_checked_in(t: Tournament, fact: CheckedIn) -> None:
    for no in fact.nos:
        t.floor.checked[no] = fact.round if fact.here else -fact.round


def add_claim(t: Tournament, fact: Claimed) -> None:
    t.floor.claims.setdefault((fact.round, fact.table), {})[fact.no] = fact.result
    t.floor.claim_devices[fact.round, fact.no] = fact.device


def _apply_penalised(t: Tournament, fact: Penalised) -> None:
    t.floor.penalties.append(Penalty(t.seq + 1, fact.round, fact.no, fact.kind, fact.reason, fact.by))


def _apply_extended(t: Tournament, fact: Extended) -> None:
    extension = Extension(fact.round, fact.table, fact.minutes, fact.reason)
    t.floor.extensions[(fact.round, fact.table)] = extension


def _apply_announced(t: Tournament, fact: Announced) -> None:
    if fact.withdraw:
        t.floor.announcements = [a for a in t.floor.announcements if a.seq != fact.withdraw]
    else:
        t.floor.announcements.append(Announcement(t.seq + 1, fact.at, fact.text))


def _apply_clock_set(t: Tournament, fact: ClockSet) -> None:
    for pod, number in fact.rounds:
        t.floor.clocks[(pod, number)] = Clock(fact.started, fact.minutes, fact.paused_at, fact.paused_seconds or 0)


def _apply_judge_called(t: Tournament, fact: JudgeCalled) -> None:
    if fact.came:
        t.floor.calls.pop((fact.round, fact.table), None)
    else:
        t.floor.calls.setdefault((fact.round, fact.table), Call(fact.no, fact.at))


# --- checks of lists --------------------------------------------------------------------------------------------------


def record_checks_drawn(checks: Checks, fact: ChecksDrawn, seq: int) -> None:
    """Adds a drawn check for each chosen entrant."""
    checks.draws.append(Draw(seq, fact.round, fact.draw, fact.tables, fact.chosen))
    checks.items += [Check(seq, fact.round, no, "drawn", table) for table, no in fact.chosen]


def apply_check_outcome(t: Tournament, fact: CheckOutcome) -> None:
    """The outcome of a check; a penalty stands among the others, and a corrected check takes its earlier one away."""
    corrected_seq = record_check_outcome(t.floor.checks, fact, t.seq + 1)
    if corrected_seq:
        t.floor.penalties = [p for p in t.floor.penalties if p.seq != corrected_seq]
    if fact.outcome in PENALTIES:
        t.floor.penalties.append(Penalty(t.seq + 1, fact.round, fact.no, fact.outcome, LIST_CHECK, fact.by))


def record_check_outcome(checks: Checks, fact: CheckOutcome, seq: int) -> int:
    """Adds the outcome of a check; the number of the entry it corrects, or 0."""
    if fact.outcome not in OUTCOMES or fact.cause not in CAUSES:
        raise ValueError(fact.outcome)
    check = Check(seq, fact.round, fact.no, fact.cause, fact.table, fact.pod, fact.outcome, fact.by, seq)
    at = next((i for i, c in enumerate(checks.items) if c.seq == fact.of and c.no == check.no), None)
    if at is None:
        checks.items.append(check)
        return 0
    earlier = checks.items[at]
    checks.items[at] = replace(check, seq=earlier.seq, table=earlier.table if check.table is None else check.table)
    return earlier.recorded


# --- lists ------------------------------------------------------------------------------------------------------------


def add_list_versions(lists: Lists, fact: ListHandedIn, seq: int) -> None:
    """Adds the versions of lists that one entry handed in: one list, or those of a whole team."""
    for row in fact.lists:
        if row.kind not in KINDS or not isinstance(fact.at, str):
            raise ValueError(row.kind)
        version = Version(
            seq=seq,
            no=fact.no,
            person=row.person,
            number=row.number,
            kind=row.kind,
            sha256=row.sha256,
            attachment=row.attachment,
            at=fact.at,
            by=fact.by,
            by_player=bool(fact.by_player),
            media=row.media,
            points=row.points,
            epic=row.epic,
            faction=row.faction,
            cards=row.cards,
            problems=row.problems,
            override=fact.override or "",
        )
        versions = lists.locks if version.kind == LOCK else lists.versions
        key = (version.no, version.person)
        versions[key] = (*versions.get(key, ()), version)


def withdraw_list(lists: Lists, fact: ListWithdrawn) -> None:
    """Withdraws the last version of a list; it stays in the history."""
    versions = lists.locks if fact.lock else lists.versions
    key = (fact.no, fact.person)
    *before, last = versions[key]
    versions[key] = (*before, replace(last, withdrawn=True))


FLOOR_FOLD: Mapping[type[Fact], Callable[[Tournament, Any], None]] = {
    CheckedIn: _apply_checked_in,
    Penalised: _apply_penalised,
    Extended: _apply_extended,
    Announced: _apply_announced,
    ClockSet: _apply_clock_set,
    JudgeCalled: _apply_judge_called,
    ChecksDrawn: lambda t, fact: record_checks_drawn(t.floor.checks, fact, t.seq + 1),
    ListWithdrawn: lambda t, fact: withdraw_list(t.lists, fact),
}
