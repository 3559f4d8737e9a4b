"""A club evening from one week to the next: players copied with the ratings of today, ratings and series at the end.

Nothing is computed here: `events` makes the event, `directory_ratings` applies, `series` counts. Closing may be
repeated: what is done already is noted and left, so an evening that was interrupted half way is closed by asking again.

Choices: without a series named, the evening goes where the one it was made like went, and so on back; the same table
counts there, with weight 1. Without a list named, every list the event has rules for is applied.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.results.fide_results import check_complete
from pareo.app.league import directory_events, directory_ratings, series
from pareo.app.league.directory import check_list, directory_store
from pareo.app.league.directory_events import NewPeople, earlier_event, links, tournament_id
from pareo.app.league.directory_ratings import PlannedApplication, RatingChange, change_rows
from pareo.app.league.directory_snapshot import load_directory
from pareo.app.league.series import PlannedEvent
from pareo.app.queries.pages.ratings import rated_lists
from pareo.app.rows.league import ClosingResult, GoalRow, ListChanges, SeriesDetails
from pareo.core.league.directory import Person, SkipReason
from pareo.core.settings.event import DATE
from pareo.core.text.errors import BadInput, NeedsConfirmation, NotFound, PareoError, Refused
from pareo.core.text.messages import Note, note, plural
from pareo.core.tournament.progress import counted_rounds, is_played
from pareo.core.tournament.tournament import Tournament
from pareo.store.series_protocol import StoredSeries

_MOST_PREDECESSORS = 60  # evenings looked back at for a series
_MOST_NAMES = 8
_RATING_FIELDS = ("rating", "games", "rating2", "games2")


# --- at the beginning -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CreatedEvent:
    """A new event, and what the organiser should know of its players."""

    slug: str
    notes: tuple[Note, ...] = ()


def create_event(ctx: Context, new: events.NewEvent, *, client: str | None = None) -> CreatedEvent:
    """Creates a tournament. Players copied from an earlier one have the ratings and games the directory has today."""
    if not (new.like and new.with_players):
        slug = events.create(ctx, new, client=client)
        return CreatedEvent(slug, _season_notes(ctx, slug, new))
    directory = load_directory(ctx)
    who = {row.no: row.match.person for row in links(ctx, new.like) if row.match.person is not None}
    today: dict[int, dict[str, Any]] = {}
    for no, person in who.items():
        current = directory.people[person]
        ratings = {key: getattr(current, key) for key in _RATING_FIELDS if getattr(current, key)}
        today[no] = ratings
    before = ctx.open(new.like).state.entrants
    changed = sum(
        any(getattr(before[no], key) != ratings[key] for key in ("rating", "rating2") if key in ratings)
        for no, ratings in today.items()
    )
    slug = events.create(ctx, replace(new, today=today), client=client)
    copied = ctx.open(slug).state.entrants
    links_by_ref: dict[str, str | None] = {
        copied[no].persons[copied[no].captain]: person for no, person in who.items() if no in copied
    }
    if links_by_ref:
        directory_store(ctx).link(tournament_id(ctx, slug), links_by_ref)
    changed_note = plural(
        "copied-today",
        "{count} player has a new rating from the directory.",
        "{count} players have new ratings from the directory.",
        count=changed,
    )
    return CreatedEvent(slug, (*_season_notes(ctx, slug, new), *((changed_note,) if changed else ())))


def _season_notes(ctx: Context, slug: str, new: events.NewEvent) -> tuple[Note, ...]:
    """Which rules a game took, and that today is the date where none was given (PN-RS-2, PN-SEA-4)."""
    t = ctx.open(slug).state
    notes = []
    if new.game:
        notes.append(note("ruleset-taken", "The rules are {ruleset} ({id}).", ruleset=t.ruleset.title, id=t.ruleset.id))
    settings = new.settings or {}
    if events.goes_by_season(t.ruleset) and not settings.get(DATE.key) and (date := t.setting(DATE)):
        notes.append(note("date-today", "No date given: using today, {date}.", date=date))
    return tuple(notes)


# --- at the end -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RatingListPlan:
    """What closing does to one rating list."""

    list_no: int
    done: bool  # applied before
    rows: tuple[RatingChange, ...] = ()  # what would change, if it is not applied yet

    @property
    def count(self) -> int:
        return sum(row.person is not None and row.why is None for row in self.rows)


@dataclass(frozen=True, slots=True)
class TargetSeries:
    """A series that an event is added to when it is closed."""

    slug: str
    name: str
    table: str = ""
    inside: bool = False  # it is there already


@dataclass(frozen=True, slots=True)
class ClosingPlan:
    """What closing an event would do: rating lists to apply, series to join."""

    slug: str
    lists: tuple[RatingListPlan, ...]
    goals: tuple[TargetSeries, ...]

    @property
    def outside(self) -> list[str]:
        """Who played rated games and is not in the directory."""
        return list(
            dict.fromkeys(
                row.name for one in self.lists for row in one.rows if row.why is SkipReason.NOT_LINKED and row.games
            )
        )

    @property
    def open(self) -> bool:
        """Is there a rating list to apply or a series to join?"""
        return any(one.count for one in self.lists) or any(not goal.inside for goal in self.goals)


def plan_closing(ctx: Context, slug: str, *, to: str | None = None, list_no: int | None = None) -> ClosingPlan:
    """What closing an event would do. `to`: a series; empty for none. Nothing is written."""
    event = ctx.open(slug)
    rated = rated_lists(event.state)
    if list_no is not None and check_list(list_no) not in rated:
        raise Refused(
            "ratings-no-rules", "{event} has no rating rules for list {number}.", event=event.state.name, number=list_no
        )
    numbers = rated if list_no is None else (list_no,)
    return ClosingPlan(slug, tuple(_list_plan(ctx, slug, n) for n in numbers), goals(ctx, slug, to))


def _list_plan(
    ctx: Context, slug: str, list_no: int, new: Mapping[int, Person] = MappingProxyType({})
) -> RatingListPlan:
    if directory_ratings.application(ctx, slug, list_no) is not None:
        return RatingListPlan(list_no, done=True)
    return RatingListPlan(list_no, done=False, rows=tuple(directory_ratings.changes(ctx, slug, list_no, new=new)))


def goals(ctx: Context, slug: str, to: str | None = None) -> tuple[TargetSeries, ...]:
    """The series an event goes to: the one named, else those it is in, else those of the event it was made like."""
    if to == "":
        return ()
    chain = _predecessors(ctx, slug)
    if to is not None:
        target = series.load_series(ctx, to)
        tables = _tables(target)
        table = next((tables[tournament] for tournament in chain if tournament in tables), "")
        return (TargetSeries(target.slug, target.name, table, inside=chain[0] in tables),)
    every = ctx.store.series().all_documents()
    for tournament in chain:
        if holding := [s for s in every if tournament in _tables(s)]:
            return tuple(
                TargetSeries(s.slug, s.name, _tables(s)[tournament], inside=tournament == chain[0]) for s in holding
            )
    return ()


def _predecessors(ctx: Context, slug: str) -> list[str]:
    """The event, the one it was made like, and so on back, by their random ids."""
    ids: list[str] = []
    at: str | None = slug
    while at is not None and len(ids) < _MOST_PREDECESSORS:
        ids.append(tournament_id(ctx, at))
        at = earlier_event(ctx, at)
    return ids


def _tables(stored: StoredSeries) -> dict[str, str]:
    """Which table of which event counts in a series."""
    return {e.id: e.table for e in stored.data.events}


def close(
    ctx: Context,
    slug: str,
    *,
    to: str | None = None,
    list_no: int | None = None,
    take: bool = False,
    confirmed: bool = False,
) -> ClosingResult:
    """Applies the ratings and adds the event to its series. Refused before anything is written, or done.

    `take`: players whom the directory does not know, and who are like nobody there, become people of it first.
    """
    return check_closing(ctx, slug, to=to, list_no=list_no, take=take, confirmed=confirmed).write(ctx)


@dataclass(frozen=True, slots=True)
class CheckedClosing:
    """Everything that closing writes outside the journal, with nothing left that could refuse it."""

    additions: tuple[PlannedEvent, ...]
    new: NewPeople | None
    applications: tuple[PlannedApplication, ...]
    result: ClosingResult

    @property
    def is_open(self) -> bool:
        """Is there anything to write?"""
        return bool(self.additions or self.applications or (self.new is not None and self.new.people))

    def write(self, ctx: Context) -> ClosingResult:
        """Writes it, the series first. It fails only if somebody else writes at this moment; asking again goes on."""
        for addition in self.additions:
            addition.write(ctx)
        if self.new is not None:
            self.new.save(tournament_id(ctx, self.result.slug))
        for application in self.applications:
            application.write(ctx)
        return self.result


def check_closing(
    ctx: Context,
    slug: str,
    *,
    to: str | None = None,
    list_no: int | None = None,
    take: bool = False,
    confirmed: bool = False,
) -> CheckedClosing:
    """What `close` would write, after all its checks; nothing is written."""
    event = ctx.open(slug)
    name = event.state.name
    if not directory_ratings.is_closed(ctx, slug):
        raise _not_over(event.state)
    check_complete(event.state)
    plan = plan_closing(ctx, slug, to=to, list_no=list_no)
    for one in plan.lists:
        if one.done and directory_ratings.list_status(ctx, slug, one.list_no).differs:
            raise Refused(
                "ratings-differ",
                "{event} was corrected after its ratings were applied: revert them, then close it again.",
                event=name,
            )
    if not plan.lists and not plan.goals:
        raise Refused("close-nothing", "{event} has no rating rules and no series: choose a series.", event=name)
    new = directory_events.plan_new_people(ctx, slug) if take else None
    joining = {event.name(no) for no in new.by_no} if new else set()
    outside = [name for name in plan.outside if name not in joining]
    if outside and not confirmed:
        names = ", ".join(outside[:_MOST_NAMES]) + (" …" if len(outside) > _MOST_NAMES else "")
        raise NeedsConfirmation("ratings-outside", "Not in the directory, so no rating change: {names}.", names=names)
    additions, notes = _plan_additions(ctx, slug, plan.goals, explicit=to is not None)
    if new is not None and new.people:
        notes.append(new.note)
        plan = replace(plan, lists=tuple(_list_plan(ctx, slug, one.list_no, new.by_no) for one in plan.lists))
    by_no = new.by_no if new is not None else {}
    applications = {
        one.list_no: directory_ratings.plan_application(ctx, slug, list_no=one.list_no, confirmed=confirmed, new=by_no)
        for one in plan.lists
        if not one.done and one.count
    }
    notes += [_list_note(one, applications.get(one.list_no), alone=len(plan.lists) == 1) for one in plan.lists]
    if to is None and not plan.goals and ctx.store.series().all_documents():
        notes.append(note("series-none", "The event is not in a series: choose one to add it to."))
    result = ClosingResult(
        slug=slug,
        lists=_list_rows(plan),
        notes=list(notes),
        series=[GoalRow(slug=goal.slug, name=goal.name) for goal in plan.goals],
    )
    return CheckedClosing(tuple(additions), new, tuple(applications.values()), result)


def _list_rows(plan: ClosingPlan) -> list[ListChanges]:
    return [
        ListChanges(list=one.list_no, before=one.done, changed=one.count, changes=tuple(change_rows(one.rows)))
        for one in plan.lists
    ]


def closing_row(plan: ClosingPlan) -> ClosingResult:
    """What closing an event would do, as a row."""
    return ClosingResult(
        slug=plan.slug,
        lists=_list_rows(plan),
        not_in_directory=plan.outside,
        series=[GoalRow(slug=g.slug, name=g.name, inside=g.inside) for g in plan.goals],
    )


def _plan_additions(
    ctx: Context, slug: str, targets: Sequence[TargetSeries], *, explicit: bool
) -> tuple[list[PlannedEvent], list[Note]]:
    """The series that the event is added to, and a note about each; a series that was named may refuse it."""
    additions: list[PlannedEvent] = []
    notes: list[Note] = []
    for goal in targets:
        if goal.inside:
            notes.append(note("series-there", "The event is already in the series {series}.", series=goal.name))
            continue
        try:
            additions.append(series.plan_event(ctx, goal.slug, slug, table=goal.table))
        except (BadInput, NotFound, Refused) as problem:
            if explicit:
                raise
            reason = {"series": goal.name, "problem": problem.note}
            notes.append(note("series-not-added", "Not added to the series {series}: {problem}", **reason))
        else:
            notes.append(note("series-added", "The event is now in the series {series}.", series=goal.name))
    return additions, notes


def _list_note(one: RatingListPlan, planned: PlannedApplication | None, *, alone: bool) -> Note:
    """A note about one rating list. `alone`: its number need not be named."""
    if one.done:
        return (
            note("list-applied", "The ratings had already been applied.")
            if alone
            else note(
                "numbered-list-applied", "The ratings of list {number} had already been applied.", number=one.list_no
            )
        )
    if planned is None:
        return (
            note("list-unchanged", "No ratings change.")
            if alone
            else note("numbered-list-unchanged", "No rating changes on list {number}.", number=one.list_no)
        )
    count = len(planned.steps)
    if alone:
        return plural("list-changed", "{count} rating changed.", "{count} ratings changed.", count=count)
    return plural(
        "numbered-list-changed",
        "List {number}: {count} rating changed.",
        "List {number}: {count} ratings changed.",
        count=count,
        number=one.list_no,
    )


def _not_over(t: Tournament) -> PareoError:
    """The error that an event cannot be closed yet, with what is missing."""
    if not t.pods:
        return Refused("close-not-begun", "{event} has not started: close it once its rounds are played.", event=t.name)
    waiting = [p for p in t.pods.values() if not p.closed and not is_played(t, p)]
    if not waiting:
        return Refused(
            "close-cut", "{event} is not over: the play-off or the next day is still to be played.", event=t.name
        )
    finished = min(len(counted_rounds(t, p)) for p in waiting)
    planned = max(p.planned for p in waiting)
    return Refused(
        "close-open",
        "{event} is not over: {finished} of {planned} rounds are finished.",
        event=t.name,
        finished=finished,
        planned=planned,
    )


def standings_of(ctx: Context, slugs: Sequence[str]) -> list[SeriesDetails]:
    """The tables of these series, as far as they can be made."""
    standings = []
    for slug in slugs:
        try:
            standings.append(series.show_series(ctx, slug))
        except PareoError:  # a name has to be settled there first: its own page says so
            continue
    return standings
