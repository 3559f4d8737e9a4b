"""Ratings of a closed event applied to the directory, once, and taken back.

What an event gives is its rating view (`views.ratings`): the change is added to the rating the directory has now. An
application is one transaction and remembers the head of the event's journal, so that a later correction is noticed.

Choices: an event is closed when nothing is left to play. Taking back is last in, first out for its people: what was
written on top goes first. A correction after the application changes nothing by itself: take back and apply again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pareo.app.base.context import Context, SideResult
from pareo.app.base.public_context import head_hash
from pareo.app.commands.results.fide_results import check_complete
from pareo.app.league.directory import check_list, directory_result, directory_store, today
from pareo.app.league.directory_events import links, tournament_id
from pareo.app.league.directory_snapshot import load_directory
from pareo.app.queries.event.overview import is_all_played
from pareo.app.queries.pages.ratings import rated_lists, rating_rows
from pareo.app.rows.league import ChangeRow, DirectoryStatus, DirectoryStatusRow
from pareo.core.league.directory import (
    LISTS,
    Person,
    RatingHistoryStep,
    RatingResult,
    RatingSource,
    SkipReason,
    new_rating,
)
from pareo.core.settings.event import DATE
from pareo.core.text.errors import NeedsConfirmation, NotFound, PareoError, Refused
from pareo.core.text.messages import plural
from pareo.store.directory_protocol import Application, already_applied, not_applied

_MOST_NAMES = 8


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What applying the ratings of an event would do to one player."""

    no: int
    player: str
    name: str
    person: str | None
    played_with: int | None  # the player's rating in the event
    before: int | None
    change: int | None
    after: int | None
    games: int
    games_after: int
    why: SkipReason | None  # why nothing changes


def is_closed(ctx: Context, slug: str) -> bool:
    """Is everything in the event played?"""
    return is_all_played(ctx.open(slug).state)


def changes(
    ctx: Context, slug: str, list_no: int = 1, *, new: Mapping[int, Person] = MappingProxyType({})
) -> list[RatingChange]:
    """What applying the ratings of an event would change, player by player. Nothing is written.

    `new`: entrants who are about to become these people of the directory."""
    event, directory = ctx.open(slug), load_directory(ctx)
    ratings = {row.no: row for row in rating_rows(event, check_list(list_no))}
    rows = []
    for linked in links(ctx, slug):
        row = ratings[linked.no]
        person = directory.people.get(linked.match.person or "") or new.get(linked.no)
        if person is None:
            nothing = (None, None, None, row.games, 0, SkipReason.NOT_LINKED)
            rows.append(RatingChange(linked.no, linked.player, linked.name, None, row.rating, *nothing))
            continue
        before, played = person.rating_in_list(list_no)
        result = new_rating(before, RatingResult(row.rating, row.games, row.change, row.new))
        why = result if isinstance(result, SkipReason) else None
        change, after = (None, before) if isinstance(result, SkipReason) else result
        games = 0 if why else row.games
        rows.append(
            RatingChange(
                linked.no,
                linked.player,
                linked.name,
                person.id,
                row.rating,
                before,
                change,
                after,
                games,
                played + games,
                why,
            )
        )
    return rows


def change_rows(rows: Sequence[RatingChange]) -> list[ChangeRow]:
    """Rating changes as rows."""
    return [
        ChangeRow(
            player=r.player,
            name=r.name,
            person=r.person,
            played_with=r.played_with,
            before=r.before,
            change=r.change,
            after=r.after,
            games=r.games,
            why=r.why.value if r.why else None,
        )
        for r in rows
    ]


@dataclass(frozen=True, slots=True)
class PlannedApplication:
    """Rating changes of an event that may be written into the directory."""

    mark: Application
    steps: Sequence[RatingHistoryStep]
    people: Mapping[str, str]  # who was rated: random id of the person in the event → person of the directory

    def write(self, ctx: Context) -> None:
        directory_store(ctx).apply(self.mark, self.steps, self.people)


def apply(ctx: Context, slug: str, *, list_no: int = 1, confirmed: bool = False) -> SideResult:
    """Writes the rating changes of a closed event into the directory, once."""
    planned = plan_application(ctx, slug, list_no=list_no, confirmed=confirmed)
    planned.write(ctx)
    count = len(planned.steps)
    changed_note = plural("ratings-changed", "{count} rating changed.", "{count} ratings changed.", count=count)
    return directory_result("directory-applied", changed_note, slug=slug, list=list_no, changed=count)


def plan_application(
    ctx: Context,
    slug: str,
    *,
    list_no: int = 1,
    confirmed: bool = False,
    new: Mapping[int, Person] = MappingProxyType({}),
) -> PlannedApplication:
    """What `apply` would write, checked; nothing is written. `new` as in `changes`."""
    event = ctx.open(slug)
    name = event.state.name
    if application(ctx, slug, list_no) is not None:
        raise already_applied(name)
    if not is_closed(ctx, slug):
        raise Refused(
            "ratings-open", "{event} is not over: ratings are applied when all its rounds are finished.", event=name
        )
    check_complete(event.state)
    rows = changes(ctx, slug, list_no, new=new)
    outside = [r.name for r in rows if r.why is SkipReason.NOT_LINKED and r.games]
    if outside and not confirmed:
        names = ", ".join(outside[:_MOST_NAMES]) + (" …" if len(outside) > _MOST_NAMES else "")
        raise NeedsConfirmation("ratings-outside", "Not in the directory, so no rating change: {names}.", names=names)
    date = event.state.setting(DATE) or today(ctx)
    steps = [
        RatingHistoryStep(
            r.person,
            list_no,
            RatingSource.EVENT,
            r.before,
            r.change,
            r.after,
            r.games,
            r.games_after,
            date,
            actor=ctx.actor,
            time=ctx.now(),
        )
        for r in rows
        if r.person is not None and r.why is None
    ]
    if not steps:
        raise Refused("ratings-nothing", "{event} changes no rating in the directory.", event=name)
    mark = Application(tournament_id(ctx, slug), list_no, slug, name, date, head_hash(event), ctx.now(), ctx.actor)
    # Who was rated is that person in this event from now on, whoever of the same name comes into the directory later.
    entrants = event.state.entrants
    person_by_ref = {
        entrants[r.no].persons[entrants[r.no].captain]: r.person for r in rows if r.person and r.why is None
    }
    return PlannedApplication(mark, steps, person_by_ref)


def application(ctx: Context, slug: str, list_no: int = 1) -> Application | None:
    """The record of how an event was applied to a list. A deleted event is found by the short name it had."""
    try:
        return directory_store(ctx).application(tournament_id(ctx, slug), list_no)
    except NotFound:
        known = directory_store(ctx).applications_of(slug, list_no)
        here = {s.id for s in ctx.store.with_ids([a.tournament for a in known])}
        return next((a for a in reversed(known) if a.tournament not in here), None)


def take_back(ctx: Context, slug: str, *, list_no: int = 1) -> SideResult:
    """Undoes the application of an event to a list, if nothing has been written on top for these people."""
    mark = application(ctx, slug, check_list(list_no))
    if mark is None:
        raise not_applied(slug)
    count = directory_store(ctx).take_back(mark)
    undone_note = plural(
        "ratings-taken-back",
        "{count} rating was restored.",
        "{count} ratings were restored.",
        count=count,
    )
    return directory_result("directory-taken-back", undone_note, slug=slug, list=list_no, changed=count)


def applied_steps(ctx: Context, mark: Application) -> list[RatingHistoryStep]:
    """The rating steps that applying an event wrote."""
    return directory_store(ctx).steps_of_application(mark.key)


@dataclass(frozen=True, slots=True)
class EventDirectoryStatus:
    """Where an event stands with the directory, on one list."""

    list_no: int
    rated: bool  # the event has rules for this list
    closed: bool
    application: Application | None
    moved: bool  # something was written in the event's journal since
    differs: bool  # and it would give other changes now


def list_status(ctx: Context, slug: str, list_no: int = 1) -> EventDirectoryStatus:
    """Whether the ratings of an event are applied to one list, and whether the event was corrected since."""
    event = ctx.open(slug)
    mark = application(ctx, slug, check_list(list_no))
    moved = mark is not None and mark.hash != head_hash(event)
    return EventDirectoryStatus(
        list_no,
        list_no in rated_lists(event.state),
        is_closed(ctx, slug),
        mark,
        moved,
        differs=mark is not None and _differs(ctx, slug, mark),
    )


def _differs(ctx: Context, slug: str, mark: Application) -> bool:
    """Would the event give other changes or games than were applied, or give them to others?

    Who is who is not in the journal: also an event that has not moved may differ. Who was forgotten is not asked about.
    """
    event = ctx.open(slug)
    if not is_closed(ctx, slug):
        return True
    try:
        ratings = {row.no: row for row in rating_rows(event, mark.list_no)}
    except PareoError:
        return True
    people = {row.match.person: ratings[row.no] for row in links(ctx, slug) if row.match.person is not None}
    steps = {step.person: step for step in directory_store(ctx).steps_of_application(mark.key)}
    known = load_directory(ctx).people
    changed = any(
        (row := people.get(step.person)) is None or (row.change, row.games) != (step.change, step.games)
        for step in steps.values()
        if not known[step.person].forgotten
    )
    return changed or any(
        r.person not in steps for r in changes(ctx, slug, mark.list_no) if r.person is not None and r.why is None
    )


def list_status_rows(ctx: Context, slug: str) -> list[DirectoryStatusRow]:
    """How the event stands with each rating list of the directory, as rows."""
    return [_list_status_row(list_status(ctx, slug, number)) for number in LISTS]


def _list_status_row(status: EventDirectoryStatus) -> DirectoryStatusRow:
    mark = status.application
    return DirectoryStatusRow(
        list=status.list_no,
        rated=status.rated,
        closed=status.closed,
        applied=mark is not None,
        applied_at=mark.time if mark else None,
        applied_by=mark.actor if mark else None,
        moved=status.moved,
        differs=status.differs,
    )


def status(ctx: Context, slug: str) -> DirectoryStatus:
    """What is left to do with the directory at the end of an event: lists to apply, players it does not know."""
    unknown = [row.name for row in links(ctx, slug) if row.match.person is None]
    return DirectoryStatus(slug=slug, lists=list_status_rows(ctx, slug), not_in_directory=unknown)
