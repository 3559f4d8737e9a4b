"""What the page “Now” shows of an event: the tables as tiles, what needs the organiser, the podium. Names are full: it
is the staff's page. Quick for thousands of tables: from `BARE_FROM` on a tile is its number and its state."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.floor.attention import AttentionItem, attention_items
from pareo.app.queries.floor.claims import is_disputed
from pareo.app.queries.pages.podium import Podium, podiums
from pareo.app.screens.day_progress import DayProgress, DayStage, PodNow
from pareo.core.model.entities import Match, Round, Status
from pareo.core.model.outcome import Outcome
from pareo.core.tom.matches import SyncState, sync_state_of
from pareo.core.tournament.tournament import Tournament

BARE_FROM = 40  # tables
_MOST_NEEDS = 12
_MANY = ("conflict", "dispute")


@dataclass(frozen=True, slots=True)
class Tile:
    """A table, or somebody who rests (`table` is 0)."""

    table: int
    state: str  # "", "in", "half" (one has reported), "clash" (reports differ), "bye"; with TOM "waits", "conflict"
    a: str = ""
    b: str = ""
    winner: str = ""  # "a", "b", "tie", "none"
    extra: int = 0  # minutes


@dataclass(frozen=True, slots=True)
class PodTiles:
    """The tables of one pod's round."""

    now: PodNow
    tiles: tuple[Tile, ...]


def pod_tiles(event: LoadedTournament, day: DayProgress) -> tuple[PodTiles, ...]:
    """The rounds that are about to be played or are being played, in the pods' order; when time is up, what is still
    open comes first."""
    t = event.state
    bare = sum(p.tables for p in day.pods) >= BARE_FROM
    time_up = day.stage is DayStage.TIME_UP
    pods = []
    for now in sorted(day.pods, key=lambda p: time_up and p.done == p.tables):
        r = t.pods[now.id].last_round
        if r is not None:
            played = sorted(r.matches.values(), key=lambda m: (time_up and m.result is not None, m.table))
            tiles = [_tile(event, r, m, bare=bare) for m in played]
            resting = [] if bare else [Tile(0, "bye", event.name(s.no)) for s in r.sitting if s.outcome is Outcome.BYE]
            pods.append(PodTiles(now, (*tiles, *resting)))
    return tuple(pods)


def _tile(event: LoadedTournament, r: Round, m: Match, *, bare: bool) -> Tile:
    floor = event.state.floor
    claims = floor.claims.get((r.number, m.table), {}) if m.result is None else {}
    state = "in" if m.result is not None else ""
    if claims:
        state = "clash" if is_disputed(event, r.number, m.table) else "half"
    elif m.result is not None:
        state = _tom_state(event.state, r, m)
    if bare:
        return Tile(m.table, state)
    extension = floor.extensions.get((r.number, m.table))
    return Tile(m.table, state, event.name(m.a), event.name(m.b), _winner(m), extension.minutes if extension else 0)


def _tom_state(t: Tournament, r: Round, m: Match) -> str:
    """The state of a table that has a result: it is in when TOM has it (BT-RES-2)."""
    if t.tom is None or not t.tom.following:
        return "in"
    state = sync_state_of(t, r.number, m)
    return "conflict" if state is SyncState.CONFLICT else "in" if state is SyncState.IN_TOM else "waits"


def _winner(m: Match) -> str:
    if m.result is None:
        return ""
    if m.result.a.won or m.result.b.won:
        return "a" if m.result.a.won else "b"
    return "tie" if m.result.a is Outcome.DRAW is m.result.b else "none"


def open_tables(t: Tournament) -> list[int]:
    """Tables of rounds being played that have no result, in order."""
    playing = (r for p in t.pods.values() if not p.closed for r in p.rounds.values() if r.status is Status.STARTED)
    return sorted(table for r in playing for table in r.open_tables)


# --- needs you --------------------------------------------------------------------------------------------------------


def now_items(event: LoadedTournament) -> tuple[AttentionItem, ...]:
    """What waits for the organiser, the most pressing first; of each kind as many as the page has room for."""
    shown: Counter[str] = Counter()
    items = []
    for one in attention_items(event):
        shown[one.kind] += 1
        if one.kind not in _MANY or shown[one.kind] <= _MOST_NEEDS:
            items.append(one)
    return tuple(items)


# --- the podium -------------------------------------------------------------------------------------------------------


def staff_podiums(ctx: Context, slug: str) -> list[Podium]:
    """The podiums with full names."""
    event = ctx.open(slug)
    return podiums(event, event.name)
