"""Series of tournaments: the console's pages, and the page everybody may see.

A series belongs to the whole database: only those who may create events (for all of it) work on one. The public page
shows the finished events, and names as these events show them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Any

from litestar.response import Response
from msgspec import structs

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.event import events
from pareo.app.league import categories, duplicate, series
from pareo.app.rows.league import SeriesDetails
from pareo.app.wording.number_text import figure
from pareo.core.league.documents import CountedEvent
from pareo.core.text.errors import NotFound, PareoError
from pareo.core.text.numbers import whole_or
from pareo.formats.tables.series_files import categories_csv, series_csv
from pareo.pages.public_pages import Rendering, render_problem
from pareo.pages.render import render
from pareo.rulesets.series_presets import PRESETS, preset_text
from pareo.web.app_state import AppState
from pareo.web.console.league.series_form import form_of, text_of
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View, status_of

ROOT = "/console/series"
_MAX_OFFERED = 12  # events offered for a new series
_MAX_FREE = 200  # events that can be chosen for a series


# --- the console ------------------------------------------------------------------------------------------------------


@page("/console/series", Right.CREATE)
def series_list(view: View) -> Html:
    """All series, the newest first."""
    return view.page("console/series_list.html", series=list(reversed(view.look(series.list_series))))


@page("/console/series/new", Right.CREATE)
def new_series(view: View) -> Html:
    """The form for a new series: name and rules. A preset can be looked at and changed first."""
    return _new_page(view, {"preset": view.request.query_params.get("preset", "")})


def _new_page(view: View, form: Mapping[str, str], problem: PareoError | None = None) -> Html:
    chosen = form.get("preset", "") if form.get("preset") in PRESETS else PRESETS[0]
    text = form.get("rules") or preset_text(chosen)
    return view.page(
        "console/series_new.html",
        status=200 if problem is None else 422,
        problem=problem,
        typed=dict(form),
        presets=series.presets(),
        chosen=chosen,
        rules=text,
        form=form_of(text, form if "seen" in form else None),
        latest=view.look(lambda ctx: events.newest(ctx, _MAX_OFFERED)),
        as_text=bool(form.get("as_text")),
    )


@command("/console/series/new", Right.CREATE)
def create_series(view: View, data: Form) -> Html:
    """Creates a series. When another preset was chosen, its rules are shown first."""
    if data.get("look") or data.get("seen", data.get("preset")) != data.get("preset"):
        return _new_page(view, {"name": data.get("name", ""), "preset": data.get("preset", "")})
    if _is_move(data):
        return _new_page(view, data)
    created: list[str] = []

    def make(ctx: Context) -> None:
        preset = data.get("preset", "")
        rules = _sent_rules(data, preset_text(preset) if preset in PRESETS else "")
        created.append(series.create(ctx, data.get("name", ""), rules, file=preset or "rules"))
        chosen = [key.removeprefix("event.") for key, text in data.items() if key.startswith("event.") and text]
        for slug in chosen if not series.kinds_of(ctx, created[0]) else ():  # else each is asked its kind first
            series.add_event(ctx, created[0], slug)

    answer = view.act(make, onward=ROOT, again=lambda problem: _new_page(view, data, problem), form=data)
    return view.go(f"{ROOT}/{created[0]}") if created else answer


def _sent_rules(data: Mapping[str, str], before: str) -> str:
    """The rules of the form as a text: from its controls, or typed as a text."""
    if "count" in data and not data.get("as_text"):
        return text_of(before, data)
    return data.get("rules", "").replace("\r\n", "\n")


def _is_move(data: Mapping[str, str]) -> bool:
    """Was an arrow of the tie-breaks pressed? Then the form is only shown in the new order; nothing is written."""
    return data.get("do", "").startswith(("up.", "down."))


@page("/console/series/{series_slug:str}", Right.CREATE)
def one_series(series_slug: str, view: View) -> Html:
    """A series: the table, the events, and which names are one person."""
    return _page(view, series_slug)


def _page(view: View, slug: str, problem: PareoError | None = None, typed: Mapping[str, str] | None = None) -> Html:
    period = view.request.query_params.get("period") or None

    def look(ctx: Context) -> dict[str, object]:
        stored = series.load_series(ctx, slug)
        details, categorised, wrong = _series_details(ctx, slug, period)
        inside = {event.slug for event in details.events}
        free = [e for e in events.newest(ctx, _MAX_FREE + len(inside)) if e.slug not in inside]
        return {
            "kept": {"slug": stored.slug, "name": stored.name},
            "told": details,
            "wrong_table": wrong,
            "free": free[:_MAX_FREE],
            "has_categories": categorised,
            "kinds": series.kinds_of(ctx, slug),
        }

    values = view.look(look)
    wrong = values.pop("wrong_table")
    shown_problem = problem if problem is not None else wrong
    status = 200 if problem is None else status_of(problem)
    return view.page(
        "console/series.html",
        status=status,
        problem=shown_problem,
        typed=dict(typed or {}),
        figure=partial(figure, lang=view.lang),
        **values,
    )


def _series_details(ctx: Context, slug: str, period: str | None) -> tuple[SeriesDetails, bool, PareoError | None]:
    """The series, and whether it has categories; where a name has to be settled first, events without a table, and the
    problem."""
    try:
        plan = series.load_series_view(ctx, slug, period).plan
        return series.show_series(ctx, slug, period), bool(plan.categories or plan.titles), None
    except NotFound:
        raise
    except PareoError as problem:
        return series.show_series_without_table(ctx, slug), False, problem


def _act(view: View, slug: str, work: Callable[[Context], CommandResult | None], data: Mapping[str, str]) -> Html:
    return view.act(work, onward=f"{ROOT}/{slug}", form=data, again=lambda problem: _page(view, slug, problem, data))


@command("/console/series/{series_slug:str}/add", Right.CREATE)
def add_event(series_slug: str, view: View, data: Form) -> Html:
    """Adds a tournament to the series, or changes its weight, table or position."""

    def work(ctx: Context) -> CommandResult:
        done = series.add_event(
            ctx,
            series_slug,
            data.get("event", ""),
            weight=data.get("weight") or "1",
            table=data.get("table", ""),
            kind=data.get("kind", ""),
        )
        position = whole_or(data.get("position", ""), 4, None)
        if position is not None:
            done = series.move_event(ctx, series_slug, data.get("event", ""), position)
        return done

    return _act(view, series_slug, work, data)


@command("/console/series/{series_slug:str}/remove", Right.CREATE)
def remove_event(series_slug: str, view: View, data: Form) -> Html:
    """Takes a tournament out of the series."""
    return _act(view, series_slug, lambda ctx: series.remove_event(ctx, series_slug, data.get("event", "")), data)


@command("/console/series/{series_slug:str}/same", Right.CREATE)
def confirm_same(series_slug: str, view: View, data: Form) -> Html:
    """Records that two names are one person, or that the first is so no longer."""

    def work(ctx: Context) -> CommandResult:
        if data.get("what") == "different":
            return series.withdraw_same_person(ctx, series_slug, data.get("a", ""))
        return series.confirm_same_person(ctx, series_slug, data.get("a", ""), data.get("b", ""))

    return _act(view, series_slug, work, data)


@command("/console/series/{series_slug:str}/delete", Right.CREATE)
def delete_series(series_slug: str, view: View, data: Form) -> Html:
    """Deletes the series for good, once confirmed; its tournaments stay."""
    return view.act(
        lambda ctx: series.remove(ctx, series_slug, confirmed=data.get("yes") == "1"),
        onward=ROOT,
        form=data,
        again=lambda problem: _page(view, series_slug, problem),
    )


@page("/console/series/{series_slug:str}/rules", Right.CREATE)
def rules_page(series_slug: str, view: View) -> Html:
    """The rules of the series, to be changed."""
    return _rules_page(view, series_slug)


def _rules_page(
    view: View, slug: str, typed: Mapping[str, str] | None = None, problem: PareoError | None = None
) -> Html:
    stored, sent = view.look(lambda ctx: series.load_series(ctx, slug)), typed or {}
    text = sent["rules"] if "rules" in sent and (sent.get("as_text") or "count" not in sent) else stored.data.rules
    return view.page(
        "console/series_rules.html",
        status=200 if problem is None else 422,
        problem=problem,
        typed=dict(sent),
        kept={"slug": stored.slug, "name": stored.name},
        rules=text,
        as_text=bool(sent.get("as_text")),
        form=form_of(stored.data.rules, sent or None),
        changes=[
            structs.replace(change, time=change.time[:16].replace("T", " "))
            for change in reversed(view.look(lambda ctx: series.changes(ctx, slug)))
        ][:50],
    )


@command("/console/series/{series_slug:str}/rules", Right.CREATE)
def change_rules(series_slug: str, view: View, data: Form) -> Html:
    """Changes the rules of the series, and its name if another was typed."""
    if _is_move(data):
        return _rules_page(view, series_slug, data)

    def work(ctx: Context) -> CommandResult:
        stored = series.load_series(ctx, series_slug)
        rules = _sent_rules(data, stored.data.rules)
        if data.get("name", "").strip() != stored.name:
            series.rename(ctx, series_slug, data.get("name", ""))
        return series.change_rules(ctx, series_slug, rules)

    return view.act(
        work,
        onward=f"{ROOT}/{series_slug}",
        form=data,
        again=lambda problem: _rules_page(view, series_slug, data, problem),
    )


@page("/console/series/{series_slug:str}/table.csv", Right.CREATE)
def series_file(series_slug: str, view: View) -> Response[bytes]:
    """The table of the series as a CSV file, with full names."""
    period = view.request.query_params.get("period") or None
    return csv_file(
        f"{series_slug}.csv", series_csv(view.look(lambda ctx: series.show_series(ctx, series_slug, period)))
    )


def csv_file(name: str, data: bytes) -> Response[bytes]:
    """A response with a CSV file to download."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, headers=headers, media_type="text/csv; charset=utf-8")


# --- categories -------------------------------------------------------------------------------------------------------


@page("/console/series/{series_slug:str}/categories", Right.CREATE)
def categories_page(series_slug: str, view: View) -> Html:
    """Who is in which category, who moves and why."""
    return _categories_page(view, series_slug)


def _categories_page(view: View, slug: str, problem: PareoError | None = None) -> Html:
    period = view.request.query_params.get("period") or None

    def look(ctx: Context) -> dict[str, object]:
        stored = series.load_series(ctx, slug)
        base: dict[str, object] = {
            "kept": {"slug": stored.slug, "name": stored.name},
            "rows": [],
            "hints": [],
            "period": "",
            "periods": [],
            "decided": False,
            "bands": [],
            "titled": False,
            "refused": None,
            "recorded": [
                structs.replace(r, time=r.time[:10]) for r in reversed(categories.recorded_categories(ctx, slug))
            ],
        }
        try:
            proposal = categories.propose(ctx, slug, period)
        except NotFound:
            raise
        except PareoError as refused:
            return {**base, "refused": refused}
        return {
            **base,
            "rows": categories.category_rows(proposal),
            "hints": list(proposal.notes),
            "period": proposal.view.period,
            "periods": [p for p in proposal.view.periods if p],
            "decided": proposal.decided,
            "bands": [c.id for c in proposal.view.plan.categories],
            "titled": bool(proposal.view.plan.titles),
        }

    values = view.look(look)
    refused = values.pop("refused")
    values["rows"] = [structs.replace(row, reason=view.note(row.reason)) for row in values["rows"]]
    values["hints"] = [view.note(hint) for hint in values["hints"]]
    return view.page(
        "console/series_categories.html",
        status=200 if problem is None else status_of(problem),
        problem=problem if problem is not None else refused,
        **values,
    )


@command("/console/series/{series_slug:str}/categories", Right.CREATE)
def decide_categories(series_slug: str, view: View, data: Form) -> Html:
    """Records the proposal, takes the last record back, or puts somebody into a category by hand."""

    def work(ctx: Context) -> CommandResult:
        what = data.get("what", "")
        if what == "take-back":
            return categories.take_back(ctx, series_slug)
        if what == "put":
            return categories.assign_category(ctx, series_slug, data.get("category", ""), [data.get("name", "")])
        return categories.apply(ctx, series_slug, data.get("period") or None)

    return view.act(
        work,
        onward=f"{ROOT}/{series_slug}/categories",
        form=data,
        again=lambda problem: _categories_page(view, series_slug, problem),
    )


@page("/console/series/{series_slug:str}/categories.csv", Right.CREATE)
def categories_file(series_slug: str, view: View) -> Response[bytes]:
    """The categories as a CSV file."""
    period = view.request.query_params.get("period") or None
    rows = view.look(lambda ctx: categories.category_rows(categories.propose(ctx, series_slug, period)))
    return csv_file(f"{series_slug}-categories.csv", categories_csv(rows))


# --- everybody --------------------------------------------------------------------------------------------------------


def _head(app_state: AppState, event: CountedEvent) -> str:
    """The version of a tournament, found by its id where its short name has changed."""
    if version := app_state.version(event.slug):
        return version
    tournament = next(iter(app_state.store.with_ids([event.id])), None)
    return tournament.hash if tournament is not None else ""


def series_version(app_state: AppState, slug: str) -> Hashable:
    """A value that changes with the series, with each of its journals, and with the directory."""
    stored = app_state.store.series().one(slug)
    heads = tuple(_head(app_state, event) for event in stored.data.events)
    return stored.secret, stored.version, heads, app_state.store.directory().generation()


@page("/series", Right.PUBLIC)
def public_list(view: View) -> Response[bytes]:
    """All series and duplicate events."""

    def look(ctx: Context) -> dict[str, object]:
        return {
            "series": list(reversed(series.list_series(ctx))),
            "duplicates": list(reversed(duplicate.list_duplicates(ctx))),
        }

    values = view.look(look)
    text = render("public/series_list.html", view.lang, back="/series", **values)
    return view.cached_response(("series-list", view.lang), text, text.encode)


@page("/series/{series_slug:str}", Right.PUBLIC)
def public_series(series_slug: str, view: View) -> Response[Any]:
    """The table of the series for everybody, with names as the events show them."""
    requested = view.request.query_params.get("period", "")[:40]

    def make() -> bytes:
        return view.app_state.look(lambda ctx: _public(ctx, view, series_slug, period))().encode()

    try:
        period = (
            view.app_state.look(lambda ctx: series.known_period(ctx, series_slug, requested)) if requested else None
        )
        return view.cached_response(
            ("series", series_slug, period, view.lang), series_version(view.app_state, series_slug), make
        )
    except NotFound as problem:
        return Response(
            render_problem(problem, view.lang, 404).encode(), status_code=404, media_type="text/html; charset=utf-8"
        )


def _public(ctx: Context, view: View, slug: str, period: str | None) -> Rendering:
    unsettled = False
    try:
        details = series.show_series(ctx, slug, period, public=True)
    except NotFound:
        raise
    except PareoError:  # its sentence may hold a name that everybody must not see
        details, unsettled = series.show_series_without_table(ctx, slug), True
    notes = [] if unsettled else [view.note(note) for note in details.notes]
    return partial(
        render,
        "public/series.html",
        view.lang,
        told=details,
        figure=partial(figure, lang=view.lang),
        notes=notes,
        unsettled=unsettled,
        back=f"/series/{slug}",
    )


ROUTES = [
    series_list,
    new_series,
    create_series,
    one_series,
    add_event,
    remove_event,
    confirm_same,
    delete_series,
    rules_page,
    change_rules,
    series_file,
    categories_page,
    decide_categories,
    categories_file,
    public_list,
    public_series,
]
