"""Calls about series, categories, club standings and duplicate events.

A series belongs to the whole server: its calls need a token of the server, not of one event. What everybody may see has
names as the events show them, and no ids of people.
"""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.league import categories, duplicate, series
from pareo.app.rows.league import CategoryRow, ClubLine, DuplicateDetails, DuplicateLine, SeriesDetails, SeriesLine
from pareo.app.screens.club_standings import ClubOptions, club_rows
from pareo.core.text.errors import BadInput, Refused
from pareo.web.api.league.series_bodies import (
    CategoriesBody,
    NewDuplicateBody,
    NewSeriesBody,
    SameBody,
    SeriesChangeBody,
    SeriesEventBody,
    SheetsBody,
)
from pareo.web.api.route_decorators import api_delete, api_get, api_patch, api_post, api_put, run_command
from pareo.web.api.rows import Created, Written
from pareo.web.route_decorators import Here

_TAG = "series"
_Period = Annotated[str | None, QueryParameter(max_length=40, description="2026, 2026-05 … Default: the latest one.")]
_Few = Annotated[int | None, QueryParameter(ge=0, le=100_000)]
_Some = Annotated[int | None, QueryParameter(ge=1, le=100_000)]
_By = Annotated[str | None, QueryParameter(max_length=20, description="club or federation")]
_Confirm = Annotated[bool, QueryParameter(description="Confirm.")]


# --- everybody --------------------------------------------------------------------------------------------------------


@api_get("/public/series", Right.PUBLIC, _TAG)
def public_list(view: Here) -> list[SeriesLine]:
    """All series."""
    return view.app_state.look(series.list_series)


@api_get("/public/series/{series_slug:str}", Right.PUBLIC, _TAG)
def public_series(series_slug: str, view: Here, period: _Period = None) -> SeriesDetails:
    """The table of a series, with names as its events show them."""
    try:
        return view.app_state.look(lambda ctx: series.show_series(ctx, series_slug, period, public=True))
    except Refused:  # its sentence may hold a name that everybody must not see
        raise Refused(
            "series-unsettled", "The table isn't available right now: the organiser needs to clear up a name first."
        ) from None


@api_get("/public/events/{slug:str}/clubs", Right.PUBLIC, _TAG)
def public_clubs(slug: str, view: Here) -> list[ClubLine]:
    """The club standings after the last finished round, counted as the event is set."""
    return view.app_state.look_public(slug, lambda ctx: club_rows(ctx, slug, public=True))


@api_get("/public/duplicates", Right.PUBLIC, _TAG)
def public_duplicates(view: Here) -> list[DuplicateLine]:
    """All duplicate events."""
    return view.app_state.look(duplicate.list_duplicates)


@api_get("/public/duplicates/{duplicate_slug:str}", Right.PUBLIC, _TAG)
def public_duplicate(duplicate_slug: str, view: Here) -> DuplicateDetails:
    """The ranking of a duplicate event."""
    return view.app_state.look(lambda ctx: duplicate.show_duplicate(ctx, duplicate_slug, public=True))


# --- staff ------------------------------------------------------------------------------------------------------------


@api_get("/events/{slug:str}/clubs", Right.STAFF, _TAG)
def show_clubs(
    slug: str, view: Here, *, best: _Few = None, minimum: _Some = None, by: _By = None, after: _Some = None
) -> list[ClubLine]:
    """The club standings, counted as asked."""
    options = ClubOptions(best, minimum, by, (), after)
    return view.app_state.look(lambda ctx: club_rows(ctx, slug, options))


@api_post("/series", Right.CREATE, _TAG)
def create_series(view: Here, data: NewSeriesBody) -> Created:
    """Creates a series."""
    if (data.preset is None) == (data.rules is None):
        raise BadInput("series-which-rules", "Give the rules: either a preset or a text.")
    text = data.rules if data.rules is not None else series.rules_text(data.preset or "", data.changes, data.limits)
    with view.app_state.open_context(view.identity) as ctx:
        return Created(series.create(ctx, data.name, text, slug=data.slug))


@api_get("/series/{series_slug:str}", Right.CREATE, _TAG)
def show_series(series_slug: str, view: Here, period: _Period = None) -> SeriesDetails:
    """A series with full names."""
    return view.app_state.look(lambda ctx: series.show_series(ctx, series_slug, period))


@api_patch("/series/{series_slug:str}", Right.CREATE, _TAG)
def change_series(series_slug: str, view: Here, data: SeriesChangeBody) -> Written:
    """Renames a series, or changes its rules."""

    def work(ctx: Context) -> CommandResult:
        if data.name is None and data.rules is None:
            raise BadInput("series-nothing", "There is nothing to change.")
        done = series.rename(ctx, series_slug, data.name) if data.name is not None else None
        if data.rules is not None:
            done = series.change_rules(ctx, series_slug, data.rules)
        return done if done is not None else CommandResult(0, "renamed")

    return run_command(view, work)


@api_delete("/series/{series_slug:str}", Right.CREATE, _TAG)
def delete_series(series_slug: str, view: Here, confirm: _Confirm = False) -> Written:  # noqa: FBT002
    """Deletes a series for good; its tournaments stay. Needs `confirm=true`."""
    return run_command(view, lambda ctx: series.remove(ctx, series_slug, confirmed=confirm))


@api_put("/series/{series_slug:str}/events/{event_slug:str}", Right.CREATE, _TAG)
def put_event(series_slug: str, event_slug: str, view: Here, data: SeriesEventBody) -> Written:
    """Adds a tournament to the series, or changes its weight, table or position."""

    def work(ctx: Context) -> CommandResult:
        done = series.add_event(ctx, series_slug, event_slug, weight=data.weight, table=data.table, kind=data.kind)
        if data.position is not None:
            done = series.move_event(ctx, series_slug, event_slug, data.position)
        return done

    return run_command(view, work)


@api_delete("/series/{series_slug:str}/events/{event_slug:str}", Right.CREATE, _TAG)
def remove_event(series_slug: str, event_slug: str, view: Here) -> Written:
    """Removes a tournament from the series."""
    return run_command(view, lambda ctx: series.remove_event(ctx, series_slug, event_slug))


@api_post("/series/{series_slug:str}/same", Right.CREATE, _TAG)
def confirm_same(series_slug: str, view: Here, data: SameBody) -> Written:
    """Links two names as one person, or unlinks them."""

    def work(ctx: Context) -> CommandResult:
        if data.b is None:
            return series.withdraw_same_person(ctx, series_slug, data.a)
        return series.confirm_same_person(ctx, series_slug, data.a, data.b)

    return run_command(view, work)


@api_get("/series/{series_slug:str}/categories", Right.CREATE, _TAG)
def show_categories(series_slug: str, view: Here, period: _Period = None) -> list[CategoryRow]:
    """The categories, the moves and their reasons."""
    return view.app_state.look(lambda ctx: categories.category_rows(categories.propose(ctx, series_slug, period)))


@api_post("/series/{series_slug:str}/categories", Right.CREATE, _TAG)
def decide_categories(series_slug: str, view: Here, data: CategoriesBody) -> Written:
    """Records the categories, undoes the last record, or moves people by hand."""

    def work(ctx: Context) -> CommandResult:
        if data.what == "apply":
            return categories.apply(ctx, series_slug, data.period)
        if data.what == "take-back":
            return categories.take_back(ctx, series_slug)
        if data.what == "put":
            return categories.assign_category(ctx, series_slug, data.category, data.names)
        raise BadInput("category-what", "“{what}” is not one of: apply, take-back, put.", what=data.what[:40])

    return run_command(view, work)


@api_post("/duplicates", Right.CREATE, _TAG)
def create_duplicate(view: Here, data: NewDuplicateBody) -> Created:
    """Creates a duplicate event."""
    with view.app_state.open_context(view.identity) as ctx:
        return Created(duplicate.create(ctx, data.name, slug=data.slug, date=data.date, names=data.names))


@api_get("/duplicates/{duplicate_slug:str}", Right.CREATE, _TAG)
def show_duplicate(duplicate_slug: str, view: Here) -> DuplicateDetails:
    """A duplicate event with full names."""
    return view.app_state.look(lambda ctx: duplicate.show_duplicate(ctx, duplicate_slug))


@api_put("/duplicates/{duplicate_slug:str}/games/{game:int}", Right.CREATE, _TAG)
def put_sheets(duplicate_slug: str, game: int, view: Here, data: SheetsBody) -> Written:
    """Enters best possible points and sheets of one game, all or none; a sheet entered again replaces the earlier."""
    best = [duplicate.SheetRow("BEST", tuple(data.best))] if data.best is not None else []
    sheets = [duplicate.SheetRow(duplicate.sheet_name(s.name), tuple(s.turns)) for s in data.sheets]
    return run_command(view, lambda ctx: duplicate.enter(ctx, duplicate_slug, game, [*best, *sheets]))


@api_delete("/duplicates/{duplicate_slug:str}", Right.CREATE, _TAG)
def delete_duplicate(duplicate_slug: str, view: Here, confirm: _Confirm = False) -> Written:  # noqa: FBT002
    """Deletes a duplicate event and its sheets for good. Needs `confirm=true`."""
    return run_command(view, lambda ctx: duplicate.remove(ctx, duplicate_slug, confirmed=confirm))


ROUTES = [
    public_list,
    public_series,
    public_clubs,
    public_duplicates,
    public_duplicate,
    show_clubs,
    create_series,
    show_series,
    change_series,
    delete_series,
    put_event,
    remove_event,
    confirm_same,
    show_categories,
    decide_categories,
    create_duplicate,
    show_duplicate,
    put_sheets,
    delete_duplicate,
]
