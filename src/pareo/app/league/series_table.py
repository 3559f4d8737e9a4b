"""The table of a series from the standings of its tournaments, with each row's arithmetic.

Only finished tournaments count; those still running, gone, or of which it is not clear which table counts, are named
in a note. A table is cached until the series, one of its journals or the directory changes.

Choices: who never played (no round, not even a bye) and who was disqualified has no place in the series; in an event
with several tables (divisions, sections) the series must say which one counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.base.lru_cache import CacheSlot
from pareo.app.league.series_people import SeriesPeople, SeriesPerson, join_people
from pareo.app.queries.event.overview import is_all_played
from pareo.app.queries.pages.public_view import cached_tables
from pareo.app.rows.league import SeriesPart, SeriesRow
from pareo.core.league.documents import CountedEvent
from pareo.core.league.series_rules import SeriesPlan, parse_series_rules
from pareo.core.league.series_tables import EventResult, EventShare, PlayedEvent, PlayedGame, TableLine, series_table
from pareo.core.model.outcome import Outcome
from pareo.core.settings.event import DATE
from pareo.core.standings.player_records import RoundRecord as RoundLine
from pareo.core.standings.standings import Standing
from pareo.core.text.alphabet import alphabetical
from pareo.core.text.errors import NotFound
from pareo.core.text.messages import Note, note, plural, title
from pareo.core.tournament.progress import counted_rounds
from pareo.core.tournament.records import lines_of
from pareo.core.tournament.tables import StandingTable, division_tables
from pareo.core.tournament.tournament import Tournament
from pareo.store.protocol import Summary
from pareo.store.series_protocol import StoredSeries

COUNTED, RUNNING, GONE, UNCLEAR = "counted", "running", "gone", "unclear"
_VIEWS: CacheSlot[tuple[object, ...], SeriesView] = CacheSlot(16)


@dataclass(frozen=True, slots=True)
class SeriesEventRow:
    """One tournament of the series. `status`: counted, running, gone, or unclear (which of its tables?)."""

    slug: str
    name: str
    day: str  # its date, or the day it was created
    period: str
    weight: Fraction
    table: str
    status: str
    players: int = 0
    kind: str = ""


@dataclass(frozen=True, slots=True)
class SeriesView:
    """A series as it stands, for one period."""

    stored: StoredSeries
    plan: SeriesPlan
    period: str
    periods: tuple[str, ...]  # that have events, the latest last
    events: tuple[SeriesEventRow, ...]
    played: tuple[PlayedEvent, ...]  # of the period; their ids are places in `events`
    everything: tuple[PlayedEvent, ...]  # of all periods
    lines: tuple[TableLine, ...]
    people: SeriesPeople
    notes: tuple[Note, ...]

    @property
    def by_id(self) -> dict[str, SeriesPerson]:
        return {p.id: p for p in self.people.everybody}

    @property
    def staff_notes(self) -> tuple[Note, ...]:
        """All notes: those for everybody, those of the rules, and those that name people."""
        return (*self.notes, *map(title, self.plan.notes), *self.people.notes)


def plan_of(stored: StoredSeries) -> SeriesPlan:
    """The rules that are stored with the series."""
    return parse_series_rules(stored.data.rules, name=stored.slug)


def person_id(name: str) -> str:
    """The person in a name of the core's table: it sorts by name, then tells people apart by id."""
    return name.rpartition("\0")[2]


def _core_name(p: SeriesPerson) -> str:
    return f"{alphabetical(p.name)}\0{p.id}"


# --- events -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _OpenedEvent:
    """A tournament of the series, looked up."""

    row: SeriesEventRow
    tournament: str
    event: LoadedTournament | None
    table: StandingTable | None


def _load_events(
    ctx: Context, stored: StoredSeries
) -> list[tuple[CountedEvent, Summary | None, LoadedTournament | None]]:
    """The tournaments of the series as the database has them now."""
    here = {s.id: s for s in ctx.store.with_ids([entry.id for entry in stored.data.events])}
    return [
        (entry, summary, ctx.open_listed(summary) if summary is not None else None)
        for entry in stored.data.events
        for summary in (here.get(entry.id),)
    ]


def _open_events(
    plan: SeriesPlan, events: Iterable[tuple[CountedEvent, Summary | None, LoadedTournament | None]]
) -> list[_OpenedEvent]:
    opened = []
    for entry, summary, event in events:
        weight, table_id = Fraction(entry.weight), entry.table
        if summary is None or event is None:
            row = SeriesEventRow(entry.slug, entry.name, "", "", weight, table_id, GONE, kind=entry.kind)
            opened.append(_OpenedEvent(row, entry.id, None, None))
            continue
        t = event.state
        day = event_day(t.setting(DATE) or "", summary.created)
        table, status = _counting_table(event, table_id)
        row = SeriesEventRow(
            summary.slug,
            t.name,
            day.isoformat(),
            plan.period.label(day.year, day.month, day.day),
            weight,
            table_id,
            status,
            len(table.rows) if table is not None else len(t.entrants),
            entry.kind,
        )
        opened.append(_OpenedEvent(row, summary.id, event, table))
    return opened


def event_day(text: str, created: str) -> date:
    """When an event was played: its date, else the day it was created."""
    for candidate in (text.strip(), created[:10]):
        try:
            return date.fromisoformat(candidate)
        except ValueError:
            continue
    return date(1970, 1, 1)


def _counting_table(event: LoadedTournament, table_id: str) -> tuple[StandingTable | None, str]:
    if not is_all_played(event.state):
        return None, RUNNING
    tables = tables_of(event)
    if table_id:
        chosen = next((x for x in tables if table_id in (x.id, x.division)), None)
        return chosen, COUNTED if chosen is not None else UNCLEAR
    whole = [x for x in tables if "/" not in x.id]
    return (whole[0], COUNTED) if len(whole) == 1 else (None, UNCLEAR)


def tables_of(event: LoadedTournament) -> list[StandingTable]:
    """All tables of an event, those of shared pods also per division."""
    return [x for table in cached_tables(event, None) for x in (table, *division_tables(event.state, table))]


# --- people and what they did -----------------------------------------------------------------------------------------


def _ranking(table: StandingTable) -> list[Standing]:
    """The rows of those who have a place in the series, ranked among themselves: shared places stay shared."""
    rows = [r for r in table.rows if not r.disqualified and r.wins + r.losses + r.ties > 0]
    ranked: list[Standing] = []
    rank = before = 0
    for at, row in enumerate(rows, 1):
        rank, before = (rank if row.rank == before else at), row.rank
        ranked.append(row._replace(rank=rank))
    return ranked


def _games(t: Tournament) -> Mapping[int, Sequence[RoundLine]]:
    return lines_of(t.ruleset, [r for p in t.pods.values() for r in counted_rounds(t, p)])


def _game(t: Tournament, line: RoundLine) -> PlayedGame | None:
    if not line.outcome.played or line.opponent is None:
        return None
    halves = 2 if line.outcome.won else int(line.outcome is Outcome.DRAW)
    return PlayedGame(line.score, halves, t.entrants[line.opponent].rating)


def _played_event(opened: _OpenedEvent, at: int, people: SeriesPeople, *, games: bool) -> PlayedEvent:
    if opened.event is None or opened.table is None:
        return PlayedEvent(str(at), ())
    t = opened.event.state
    lines = _games(t) if games else {}
    players = []
    for row in _ranking(opened.table):
        played_games = tuple(g for x in lines.get(row.no, ()) if (g := _game(t, x)) is not None)
        players.append(
            EventResult(
                _core_name(people.of[at, row.no]),
                row.rank,
                Fraction(row.points, t.ruleset.unit),
                row.wins + Fraction(row.ties, 2),
                played_games,
                t.entrants[row.no].rating,
            )
        )
    return PlayedEvent(str(at), tuple(players), opened.row.weight, opened.row.kind)


# --- the view ---------------------------------------------------------------------------------------------------------


def series_view(ctx: Context, stored: StoredSeries, period: str | None = None) -> SeriesView:
    """The series with its table; of a series with periods the latest one, or the one asked for."""
    events = _load_events(ctx, stored)
    heads = tuple((event.state.slug, event.hash) if event is not None else None for _, _, event in events)
    key = (
        stored.secret,
        stored.version,
        stored.slug,
        stored.data.same,
        heads,
        period,
        ctx.store.directory().generation(),
    )

    def make() -> SeriesView:
        plan = plan_of(stored)
        return _build_view(ctx, stored, plan, _open_events(plan, events), period)

    return ctx.caches[_VIEWS].get_or_create(key, make)


def _build_view(
    ctx: Context, stored: StoredSeries, plan: SeriesPlan, opened: Sequence[_OpenedEvent], period: str | None
) -> SeriesView:
    counting = [o for o in opened if o.table is not None and o.event is not None]
    periods = tuple(sorted({o.row.period for o in counting}))
    chosen = _choose_period(period, periods)
    people = join_people(
        ctx,
        stored,
        [
            (o.tournament, o.event, [r.no for r in _ranking(o.table)])
            for o in counting
            if o.event is not None and o.table is not None
        ],
    )
    games = plan.count != "places" or bool(plan.categories) or bool(plan.titles)
    everything = tuple(_played_event(o, at, people, games=games) for at, o in enumerate(counting))
    events = tuple(o.row for o in opened)
    index = {id(o): i for i, o in enumerate(opened)}
    everything = tuple(replace(e, id=str(index[id(o)])) for o, e in zip(counting, everything, strict=True))
    played = tuple(e for o, e in zip(counting, everything, strict=True) if o.row.period == chosen)
    return SeriesView(
        stored,
        plan,
        chosen,
        periods,
        events,
        played,
        everything,
        series_table(plan, played, _categories_in(stored, people, chosen)),
        people,
        tuple(_event_notes(plan, events)),
    )


def _categories_in(stored: StoredSeries, people: SeriesPeople, period: str) -> dict[str, str]:
    """The category everybody played a period in: as recorded before that period's own moves."""
    latest: dict[str, tuple[int, str]] = {}
    for at, step in enumerate(stored.data.categories):
        if step.period == period:
            break
        for key, category in step.who.items():
            latest[key] = (at, category)
    categories: dict[str, str] = {}
    for p in people.everybody:
        if known := [latest[key] for key in p.keys if key in latest]:
            categories[_core_name(p)] = max(known)[1]
    return categories


def _choose_period(period: str | None, periods: Sequence[str]) -> str:
    if not period:
        return periods[-1] if periods else ""
    if period not in periods:
        raise NotFound(
            "series-period",
            "No event of the series was finished in the period {period}. Choose one of: {known}.",
            period=period[:40],
            known=", ".join(periods) or "–",
        )
    return period


def _event_notes(plan: SeriesPlan, events: Iterable[SeriesEventRow]) -> list[Note]:
    rows = list(events)
    notes = []
    names = {status: ", ".join(row.name for row in rows if row.status == status) for status in (RUNNING, GONE, UNCLEAR)}
    if who := names[RUNNING]:
        notes.append(note("series-running", "Not finished, and not counted yet: {events}.", events=who))
    if who := names[GONE]:
        notes.append(note("series-gone", "No longer in this database, and not counted: {events}.", events=who))
    if who := names[UNCLEAR]:
        notes.append(
            note(
                "series-unclear",
                "Not counted, because no table has been chosen: {events}.",
                events=who,
            )
        )
    if plan.events:
        done = sum(row.status == COUNTED for row in rows)
        notes.append(
            plural(
                "series-planned",
                "{count} of {planned} events has been played.",
                "{count} of {planned} events have been played.",
                count=done,
                planned=plan.events,
            )
        )
    return notes


# --- rows -------------------------------------------------------------------------------------------------------------


def display_number(value: Fraction | int) -> int | float:
    """A number as people read it: whole if it is, else with at most two decimals, a half rounded up."""
    exact = Fraction(value)
    if exact.denominator == 1:
        return int(exact)
    return (200 * exact.numerator + exact.denominator) // (2 * exact.denominator) / 100


def series_rows(view: SeriesView, *, public: bool = False) -> list[SeriesRow]:
    """The table as rows: place, person, value and every part of it. `public`: names as the events show them."""
    people = view.by_id
    rows = []
    for line in view.lines:
        p = people[person_id(line.name)]
        rows.append(
            SeriesRow(
                place=line.place,
                person=None if public else p.id,
                name=p.public if public else p.name,
                points=display_number(line.value),
                exact=str(line.value),
                second=line.second,
                decided_by=line.decided_by,
                category=line.category or None,
                parts=[_part_row(view, part) for part in line.parts],
            )
        )
    return rows


def _part_row(view: SeriesView, part: EventShare) -> SeriesPart:
    return SeriesPart(
        event=view.events[int(part.event)].slug,
        place=part.place,
        points=display_number(part.value),
        exact=str(part.value),
        counts=part.counts,
        second=part.points,
        games=part.games or None,
    )
