"""Duplicate events (S-NAT-6): best possible points, score sheets, and the ranking for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar.datastructures import UploadFile
from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.league import duplicate
from pareo.core.text.errors import BadInput, NotFound, PareoError
from pareo.core.text.numbers import whole_or_refuse
from pareo.formats.tables.csv_files import decode_text
from pareo.formats.tables.series_files import duplicate_csv
from pareo.pages.public_pages import render_problem
from pareo.pages.render import render
from pareo.web.console.league.series import csv_file
from pareo.web.route_decorators import Form, Upload, command, page
from pareo.web.view import Html, View, status_of

ROOT = "/console/duplicate"


@page("/console/duplicate", Right.CREATE)
def duplicate_list(view: View) -> Html:
    """All duplicate events, and the form for a new one."""
    return _list_page(view)


def _list_page(view: View, typed: Mapping[str, str] | None = None, problem: PareoError | None = None) -> Html:
    return view.page(
        "console/duplicate_list.html",
        status=200 if problem is None else 422,
        problem=problem,
        typed=dict(typed or {}),
        found=list(reversed(view.look(duplicate.list_duplicates))),
    )


@command("/console/duplicate", Right.CREATE)
def create_duplicate(view: View, data: Form) -> Html:
    """Creates a duplicate event."""
    created: list[str] = []

    def work(ctx: Context) -> None:
        created.append(
            duplicate.create(ctx, data.get("name", ""), date=data.get("date", ""), names=data.get("names") or "full")
        )

    answer = view.act(work, onward=ROOT, form=data, again=lambda problem: _list_page(view, data, problem))
    return view.go(f"{ROOT}/{created[0]}") if created else answer


@page("/console/duplicate/{duplicate_slug:str}", Right.CREATE)
def one_duplicate(duplicate_slug: str, view: View) -> Html:
    """The ranking of a duplicate event, and where sheets are entered."""
    return _page(view, duplicate_slug)


def _page(view: View, slug: str, typed: Mapping[str, str] | None = None, problem: PareoError | None = None) -> Html:
    details = view.look(lambda ctx: duplicate.show_duplicate(ctx, slug))
    return view.page(
        "console/duplicate.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        typed=dict(typed or {}),
        told=details,
        following=len(details.games) + 1,
        most=duplicate.MOST_GAMES,
    )


@command("/console/duplicate/{duplicate_slug:str}/enter", Right.CREATE)
def enter_sheets(duplicate_slug: str, view: View, data: Upload) -> Html:
    """Enters score sheets from lines that were typed or pasted, or from a file."""
    pasted = str(data.get("text") or "")
    game = str(data.get("game") or "1")
    typed = {"text": pasted, "game": game}
    upload = data.get("file")

    def work(ctx: Context) -> CommandResult:
        raw = upload.file.read() if isinstance(upload, UploadFile) and upload.filename else b""
        text = decode_text(raw) if raw else pasted
        number = whole_or_refuse(game, 3, BadInput("bad-number", "“{text}” is not a number.", text=game[:40]))
        return duplicate.enter(ctx, duplicate_slug, number, duplicate.read_sheets(text))

    return view.act(
        work, onward=f"{ROOT}/{duplicate_slug}", again=lambda problem: _page(view, duplicate_slug, typed, problem)
    )


@command("/console/duplicate/{duplicate_slug:str}/remove", Right.CREATE)
def remove_sheet(duplicate_slug: str, view: View, data: Form) -> Html:
    """Erases the sheets of the named player; without a name the whole event, once confirmed."""
    if "name" in data:
        return view.act(
            lambda ctx: duplicate.remove_sheet(ctx, duplicate_slug, data["name"]),
            form=data,
            onward=f"{ROOT}/{duplicate_slug}",
            again=lambda problem: _page(view, duplicate_slug, None, problem),
        )
    return view.act(
        lambda ctx: duplicate.remove(ctx, duplicate_slug, confirmed=data.get("yes") == "1"),
        form=data,
        onward=ROOT,
        again=lambda problem: _page(view, duplicate_slug, None, problem),
    )


@page("/console/duplicate/{duplicate_slug:str}/ranking.csv", Right.CREATE)
def duplicate_file(duplicate_slug: str, view: View) -> Response[bytes]:
    """The ranking of a duplicate event as a CSV file, with full names."""
    details = view.look(lambda ctx: duplicate.show_duplicate(ctx, duplicate_slug))
    return csv_file(f"{duplicate_slug}.csv", duplicate_csv(details))


@page("/duplicate/{duplicate_slug:str}", Right.PUBLIC)
def public_duplicate(duplicate_slug: str, view: View) -> Response[Any]:
    """The ranking of a duplicate event, for everybody."""

    def make() -> bytes:
        details = view.look(lambda ctx: duplicate.show_duplicate(ctx, duplicate_slug, public=True))
        return render("public/duplicate.html", view.lang, told=details, back=f"/duplicate/{duplicate_slug}").encode()

    try:
        stored = view.app_state.store.duplicates().one(duplicate_slug)
        return view.cached_response(("duplicate", duplicate_slug, view.lang), (stored.secret, stored.version), make)
    except NotFound as problem:
        return Response(
            render_problem(problem, view.lang, 404).encode(), status_code=404, media_type="text/html; charset=utf-8"
        )


ROUTES = [
    duplicate_list,
    create_duplicate,
    one_duplicate,
    enter_sheets,
    remove_sheet,
    duplicate_file,
    public_duplicate,
]
