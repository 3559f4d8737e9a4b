"""What the page “Now” shows of an event: the tables as tiles, what needs the organiser, the podium. Names are full: it
is the staff's page. Quick for thousands of tables: from `BARE_FROM` on a tile is its number and its state."""

from __future__ import annotations

from dataclasses import dataclass

from pareo.app.base.batch import begin_batch
from pareo.app.base.context import Context, LoadedTournament
from pareo.app.commands.floor.floor import disputed_tables, missing_lists
from pareo.app.commands.results.fide_results import missing_results
from pareo.app.commands.results.typed_results import claims_at
from pareo.app.commands.rounds import rounds
from pareo.app.queries.people.divisions_by_age import unknown_ages, without_birth_year
from pareo.app.screens.attention import attention_items
from pareo.app.screens.day_progress import DayProgress, DayStage, PodNow
from pareo.app.screens.podium import Laureate, has_played, laureates, steps_of
from pareo.core.model.entities import Match, Round, Status
from pareo.core.model.outcome import Outcome
from pareo.core.rules.actions import all_results_in
from pareo.core.text.messages import Note
from pareo.core.tom.matches import SyncState, sync_state_of
from pareo.core.tournament.tables import per_division, tables
from pareo.core.tournament.tournament import Tournament

BARE_FROM = 40  # tables
_MOST_NEEDS = 12


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
        state = "clash" if len(set(claims.values())) == 2 else "half"
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


def round_of_table(t: Tournament, table: int) -> int:
    """The round being played that has this table, else the newest being played; 0 where none is."""
    playing = [r for p in t.pods.values() if not p.closed for r in p.rounds.values() if r.status is Status.STARTED]
    here = [r.number for r in playing if table in r.matches]
    return max(here or [r.number for r in playing], default=0)


# --- needs you --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NowItem:
    """Something that waits for the organiser."""

    kind: str  # "judge", "conflict", "dispute", "registration", "lists", "age" or "printer"
    round_no: int = 0
    table: int = 0
    names: tuple[str, str] = ("", "")
    claims: tuple[tuple[str, str, str], ...] = ()  # name, result, verdict
    count: int = 0
    note: Note | None = None
    no: int = 0  # whose sheet helps


def now_items(event: LoadedTournament) -> tuple[NowItem, ...]:
    """What waits for the organiser, the most pressing first."""
    t = event.state
    attention = attention_items(event)
    items = [NowItem("judge", one.round_no, one.table, (one.who, "")) for one in attention if one.kind == "judge"]
    items += [
        NowItem("conflict", one.round_no, one.table, (one.who, ""))
        for one in [one for one in attention if one.kind == "conflict"][:_MOST_NEEDS]
    ]
    items += [_dispute_item(event, *at) for at in disputed_tables(event)[:_MOST_NEEDS]]
    items += [NowItem("registration", count=one.number) for one in attention if one.kind == "registration"]
    if not t.started:
        lists = missing_lists(event)
        if lists.number:
            items.append(NowItem("lists", count=lists.number))
        ages = without_birth_year(event)
        age_notes = unknown_ages(event, map(event.name, ages))
        items += [NowItem("age", no=ages[0], count=len(ages), note=note) for note in age_notes]
    return tuple(items)


def _dispute_item(event: LoadedTournament, number: int, table: int) -> NowItem:
    _, _, match = event.state.find_table(number, table)
    return NowItem(
        "dispute", number, table, (event.name(match.a), event.name(match.b)), tuple(claims_at(event, number, match))
    )


# --- the podium -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NowPodium:
    """The first places of a division, or of a pod without divisions."""

    name: str  # division or pod
    places: tuple[Laureate, ...]

    def steps(self) -> list[tuple[int, list[Laureate]]]:
        return steps_of(self.places)


def podiums(ctx: Context, slug: str) -> tuple[NowPodium, ...]:
    """The podium of every table whose pods have played everything; a last round that is all in counts."""
    event = ctx.open(slug)
    if any(map(all_results_in, event.state.pods.values())):
        steps = begin_batch(ctx, slug)
        rounds.finish(steps, slug)
        event = steps.draft
    t = event.state
    if missing_results(t):  # no final standings yet (F-43)
        return ()
    done = [table for table in tables(t, lots=event.lots()) if all(has_played(t, pod) for pod in table.pods)]
    return tuple(
        NowPodium(table.division or table.id, laureates(t, table, event.name))
        for table in per_division(t, done)
        if table.rows
    )
