"""Calls about the directory: people, clubs, histories; who of an event is who; ratings applied and taken back."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar.params import QueryParameter
from msgspec import Meta

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.league import directory, directory_clubs, directory_events, directory_ratings
from pareo.app.league.directory_snapshot import load_directory
from pareo.app.rows.league import (
    ChangeRow,
    DirectoryClub,
    DirectoryPerson,
    DirectoryStatusRow,
    PlayerLinkRow,
    RatingStep,
)
from pareo.core.model.player_fields import RATING_MOST
from pareo.web.api.bodies import RequestBody
from pareo.web.api.route_decorators import api_get, api_patch, api_post, run_command
from pareo.web.api.rows import Written
from pareo.web.route_decorators import Here

_TAG = "directory"
_ONE = "/directory/people/{person:str}"
_EVENT = "/events/{slug:str}/directory"
_Short = Annotated[str, Meta(max_length=500)]
_Words = Annotated[str, QueryParameter(max_length=200, description="Words of the name, club or number.")]
_Page = Annotated[int, QueryParameter(ge=1, le=100_000, description="100 people per page.")]
_ListNo = Annotated[int, QueryParameter(name="list", ge=1, le=2, description="Rating list.")]
_Confirm = Annotated[bool, Meta(description="Confirm: the answer 409 gave the consequences.")]


# --- asked ------------------------------------------------------------------------------------------------------------


class PersonBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A person to add; values are texts."""

    fields: Annotated[dict[str, _Short], Meta(examples=[{"first": "Iria", "last": "Bouza", "rating": "1540"}])]
    confirm: _Confirm = False


class PersonChangesBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Details to change, as text; an empty one empties the field."""

    changes: Annotated[dict[str, _Short], Meta(examples=[{"club": "Torre Norte"}])]
    version: Annotated[int | None, Meta(description="The version you read: 409 if it has changed since.")] = None


class SpellingBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Another spelling of somebody's name."""

    name: _Short
    remove: Annotated[bool, Meta(description="Remove it instead.")] = False


class CorrectionBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A rating set by hand."""

    reason: _Short
    rating: Annotated[int, Meta(ge=0, le=RATING_MOST)] | None = None
    games: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    list: Annotated[int, Meta(ge=1, le=2)] = 1


class ConfirmBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Something that must be confirmed."""

    confirm: _Confirm = False


class HereBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Who is here: ids, official numbers or exact names."""

    who: Annotated[list[_Short], Meta(min_length=1, max_length=5000)]
    new: Annotated[bool, Meta(description="A name not in the directory becomes a new player.")] = False
    tidy: Annotated[bool, Meta(description="Fix capital letters in new names.")] = False
    confirm: _Confirm = False


class LinkBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Who a player of the event is; without `person` what was said is taken back."""

    player: _Short
    person: _Short | None = None
    alias: Annotated[bool, Meta(description="Also record this name as a spelling of that person.")] = False


class TakeBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Players to take into the directory; none named: everybody who is unknown and like nobody."""

    players: Annotated[tuple[_Short, ...], Meta(max_length=5000)] = ()


class ApplyBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Which list."""

    list: Annotated[int, Meta(ge=1, le=2)] = 1
    confirm: _Confirm = False


# --- told -------------------------------------------------------------------------------------------------------------


class DirectoryDone(msgspec.Struct, frozen=True):
    """It is done. The directory has no journal."""

    action: str
    notes: list[str]
    person: str | None = None


# --- people and clubs -------------------------------------------------------------------------------------------------


@api_get("/directory/people", Right.DIRECTORY, _TAG)
def list_people(view: Here, q: _Words = "", page: _Page = 1) -> list[DirectoryPerson]:
    """The directory by name, a hundred people a page."""

    def look(ctx: Context) -> list[DirectoryPerson]:
        seen = load_directory(ctx)
        result = directory.search(seen, q, page=page)
        return directory.person_rows(seen, result.people) if page <= result.pages else []

    return view.app_state.look(look)


@api_post("/directory/people", Right.DIRECTORY, _TAG)
def add_person(view: Here, data: PersonBody) -> DirectoryDone:
    """Adds a person. If the name already exists, it needs `confirm`."""
    with view.app_state.open_context(view.identity) as ctx:
        return DirectoryDone("directory-added", [], directory.add(ctx, data.fields, confirmed=data.confirm).id)


@api_get(_ONE, Right.DIRECTORY, _TAG)
def show_person(person: str, view: Here) -> DirectoryPerson:
    """One person, by ID, official number or full name."""

    def look(ctx: Context) -> DirectoryPerson:
        seen = load_directory(ctx)
        return directory.row_of(seen, directory.find(seen, person))

    return view.app_state.look(look)


@api_get(_ONE + "/ratings", Right.DIRECTORY, _TAG)
def show_history(person: str, view: Here) -> list[RatingStep]:
    """A person's ratings, oldest first."""

    def look(ctx: Context) -> list[RatingStep]:
        known = directory.find(load_directory(ctx), person)
        return [directory.step_row(step) for step in directory.history(ctx, known.id)]

    return view.app_state.look(look)


@api_patch(_ONE, Right.DIRECTORY, _TAG)
def edit_person(person: str, view: Here, data: PersonChangesBody) -> DirectoryDone:
    """Changes a person's details; correct ratings separately."""
    with view.app_state.open_context(view.identity) as ctx:
        changed = directory.edit(ctx, person, data.changes, version=data.version)
    return DirectoryDone("directory-edited", [], changed.id)


@api_post(_ONE + "/spellings", Right.DIRECTORY, _TAG)
def spell_person(person: str, view: Here, data: SpellingBody) -> DirectoryDone:
    """Confirms another spelling, or removes one."""
    with view.app_state.open_context(view.identity) as ctx:
        change = directory.remove_alias if data.remove else directory.add_alias
        return DirectoryDone("directory-edited", [], change(ctx, person, data.name).id)


@api_post(_ONE + "/correct", Right.DIRECTORY, _TAG)
def correct_rating(person: str, view: Here, data: CorrectionBody) -> DirectoryDone:
    """Sets a rating by hand, with the reason."""
    with view.app_state.open_context(view.identity) as ctx:
        step = directory.correct(ctx, person, data.rating, reason=data.reason, list_no=data.list, games=data.games)
    return DirectoryDone("directory-corrected", [], step.person)


@api_post(_ONE + "/forget", Right.DIRECTORY, _TAG)
def forget_person(person: str, view: Here, data: ConfirmBody) -> DirectoryDone:
    """Erases name and details for good; ratings stay as numbers. Needs `confirm`."""
    with view.app_state.open_context(view.identity) as ctx:
        done = directory.forget(ctx, person, confirmed=data.confirm)
    return DirectoryDone(done.action, list(done.notes), **done.data)


@api_get("/directory/clubs", Right.DIRECTORY, _TAG)
def list_clubs(view: Here) -> list[DirectoryClub]:
    """All clubs by name."""
    return view.app_state.look(lambda ctx: directory_clubs.club_rows(load_directory(ctx)))


# --- one event --------------------------------------------------------------------------------------------------------


@api_post("/events/{slug:str}/here", Right.DIRECTORY, _TAG)
def enter_here(slug: str, view: Here, data: HereBody, client: str | None) -> Written:
    """Enters players from the directory, with today's ratings. Names must be exact."""
    return run_command(
        view,
        lambda ctx: directory_events.enter_present_players(
            ctx, slug, data.who, new=data.new, tidy=data.tidy, confirmed=data.confirm, client=client
        ),
    )


@api_get(_EVENT + "/links", Right.DIRECTORY, _TAG)
def show_links(slug: str, view: Here) -> list[PlayerLinkRow]:
    """Links between players and people in the directory, with possible matches."""
    return view.app_state.look(lambda ctx: directory_events.link_rows(ctx, slug))


@api_post(_EVENT + "/links", Right.DIRECTORY, _TAG)
def link_player(slug: str, view: Here, data: LinkBody) -> DirectoryDone:
    """Links a player to a person in the directory, or unlinks them."""

    def work(ctx: Context) -> CommandResult:
        if data.person is None:
            return directory_events.unlink(ctx, slug, data.player)
        return directory_events.link(ctx, slug, data.player, data.person, alias=data.alias)

    with view.app_state.open_context(view.identity) as ctx:
        return _done_row(work(ctx))


@api_post(_EVENT + "/take", Right.DIRECTORY, _TAG)
def take_players(slug: str, view: Here, data: TakeBody) -> DirectoryDone:
    """Adds new players to the directory."""
    with view.app_state.open_context(view.identity) as ctx:
        return _done_row(directory_events.add_to_directory(ctx, slug, data.players))


@api_get(_EVENT, Right.DIRECTORY, _TAG)
def show_standing(slug: str, view: Here) -> list[DirectoryStatusRow]:
    """Whether the ratings of the event are applied, by list."""
    return view.app_state.look(lambda ctx: directory_ratings.list_status_rows(ctx, slug))


@api_get(_EVENT + "/changes", Right.DIRECTORY, _TAG)
def show_changes(slug: str, view: Here, list_no: _ListNo = 1) -> list[ChangeRow]:
    """Preview of applying the ratings. Nothing is saved."""
    return view.app_state.look(lambda ctx: directory_ratings.change_rows(directory_ratings.changes(ctx, slug, list_no)))


@api_post(_EVENT + "/apply", Right.DIRECTORY, _TAG)
def apply_ratings(slug: str, view: Here, data: ApplyBody) -> DirectoryDone:
    """Applies the ratings of a closed event, once."""
    with view.app_state.open_context(view.identity) as ctx:
        return _done_row(directory_ratings.apply(ctx, slug, list_no=data.list, confirmed=data.confirm))


@api_post(_EVENT + "/take-back", Right.DIRECTORY, _TAG)
def take_ratings_back(slug: str, view: Here, data: ApplyBody) -> DirectoryDone:
    """Reverts applied ratings, if there are no later changes."""
    with view.app_state.open_context(view.identity) as ctx:
        return _done_row(directory_ratings.take_back(ctx, slug, list_no=data.list))


def _done_row(done: CommandResult) -> DirectoryDone:
    return DirectoryDone(done.action, [str(note) for note in done.notes])


ROUTES = [
    list_people,
    add_person,
    show_person,
    show_history,
    edit_person,
    spell_person,
    correct_rating,
    forget_person,
    list_clubs,
    enter_here,
    show_links,
    link_player,
    take_players,
    show_standing,
    show_changes,
    apply_ratings,
    take_ratings_back,
]
