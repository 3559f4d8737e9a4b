"""A list of players, pasted or from a CSV file: what will happen to each row is shown before anything is written."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import NamedTuple

from litestar.datastructures import UploadFile

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.people.import_rows import ImportFate, PlannedImport, doubtful, preview, tidy_capitals, to_enter
from pareo.app.commands.people.players import enter
from pareo.app.queries.people.divisions_by_age import divisions_now
from pareo.app.wording.birth_years_text import describe_years
from pareo.core.settings.event import LANGUAGE
from pareo.core.text.errors import BadInput, PareoError
from pareo.formats.tables.csv_files import decode_text
from pareo.formats.tables.mapping import PLAYER_FIELDS, ListKind, as_csv, propose, read_sheet
from pareo.formats.tables.player_lists import read_list
from pareo.pages.render import Values
from pareo.web.console.event import frame
from pareo.web.console.people.players import division_titles, stage_of
from pareo.web.route_decorators import Form, Upload, command, page
from pareo.web.view import Html, View


class ImportColumn(NamedTuple):
    """A column of an imported table."""

    at: int  # from 0
    head: str
    field: str  # what it is taken for; empty: left out
    header: bool  # the first row names the columns


_PREVIEW_ROWS = 500  # rows of the preview; the ones that need a look come first


# --- pages ------------------------------------------------------------------------------------------------------------


def _form_page(view: View, slug: str, text: str = "", problem: PareoError | None = None) -> Html:
    def gather(ctx: Context) -> Values:
        t = ctx.open(slug).state
        return {
            **frame(ctx, slug, "players"),
            "stage": stage_of(t),
            "divisions": division_titles(view, t),
            "teams": t.ruleset.entrant == "team",
            "fields": PLAYER_FIELDS,
        }

    return view.page(
        "console/import.html",
        status=200 if problem is None else 422,
        problem=problem,
        typed={"text": text},
        **view.look(gather),
    )


@page("/console/{slug:str}/players/import", Right.PLAYERS)
def import_page(slug: str, view: View) -> Html:
    """Where a list is pasted or a file chosen."""
    return _form_page(view, slug)


@command("/console/{slug:str}/players/import", Right.PLAYERS)
def preview_import(slug: str, view: View, data: Upload) -> Html:
    """Shows what will happen to each row. Nothing is written."""
    pasted = str(data.get("text") or "")
    upload = data.get("file")
    try:
        raw = upload.file.read() if isinstance(upload, UploadFile) and upload.filename else b""
        text = decode_text(as_csv(raw, ListKind.PLAYERS)) if raw else pasted
        if not text.strip():
            raise BadInput("import-nothing", "Paste some lines or choose a file.")
        return _preview_page(view, slug, text, tidy=data.get("tidy") == "yes")
    except PareoError as problem:
        return _form_page(view, slug, pasted, problem)


@command("/console/{slug:str}/players/import/columns", Right.PLAYERS)
def choose_columns(slug: str, view: View, data: Form) -> Html:
    """Shows the preview again, with the columns as the organiser has named them."""
    try:
        return _preview_page(view, slug, with_columns(data.get("text", ""), data), tidy=data.get("tidy") == "yes")
    except PareoError as problem:
        return _form_page(view, slug, data.get("text", ""), problem)


def columns_of(text: str) -> list[ImportColumn]:
    """The columns of a table in a text: what each is taken for, and its first value. Pasted lines have none."""
    try:
        sheet = read_sheet(text.encode())
    except BadInput:
        return []
    if sheet.width < 2 or not sheet.rows:
        return []
    proposed = propose(sheet, ListKind.PLAYERS)
    first = sheet.rows[0].cells
    return [
        ImportColumn(i, first[i] if i < len(first) else "", field or "", header=proposed.header)
        for i, field in enumerate(proposed.fields)
    ]


def with_columns(text: str, chosen: dict[str, str]) -> str:
    """The text with the chosen names as its header row; without a header of its own it gets one."""
    sheet = read_sheet(text.encode())
    names = [chosen.get(f"col-{i}", "") or f"column {i + 1}" for i in range(sheet.width)]
    body = sheet.rows if chosen.get("headless") == "yes" else sheet.rows[1:]
    out = io.StringIO(newline="")
    csv.writer(out).writerows([names, *(row.cells for row in body)])
    return out.getvalue()


def _plan(ctx: Context, slug: str, text: str, *, tidy: bool = False) -> tuple[list[PlannedImport], list[str]]:
    event = ctx.open(slug)
    notes: list[str] = []
    rows = read_list(text.encode(), event.state.ruleset, notes, previewed=True)
    if tidy:
        language = event.state.setting(LANGUAGE) or ""
        rows = [row if row.player is None else replace(row, player=tidy_capitals(row.player, language)) for row in rows]
    return preview(ctx, event, rows), notes


def _preview_page(view: View, slug: str, text: str, problem: PareoError | None = None, *, tidy: bool = False) -> Html:
    def gather(ctx: Context) -> Values:
        planned, notes = _plan(ctx, slug, text, tidy=tidy)
        order = {ImportFate.WRONG: 0, ImportFate.KNOWN: 1, ImportFate.NEW: 2}
        rows = sorted(planned, key=lambda p: (order[p.fate], p.row.line))
        counts = {fate.value: sum(p.fate is fate for p in planned) for fate in ImportFate}
        t = ctx.open(slug).state
        notes += doubtful(ctx.open(slug), planned)
        return {
            **frame(ctx, slug, "players"),
            "rows": rows[:_PREVIEW_ROWS],
            "hidden_rows": max(0, len(rows) - _PREVIEW_ROWS),
            "counts": counts,
            "file_notes": notes,
            "years": view.note(describe_years(divisions_now(t))) if t.ruleset.divisions else "",
            "divisions": division_titles(view, t),
            "stage": stage_of(t),
            "teams": t.ruleset.entrant == "team",
            "columns": columns_of(text),
            "fields": PLAYER_FIELDS,
        }

    return view.page(
        "console/import_preview.html",
        status=200 if problem is None else 422,
        problem=problem,
        text=text,
        tidy=tidy,
        **view.look(gather),
    )


@command("/console/{slug:str}/players/import/enter", Right.PLAYERS)
def enter_import(slug: str, view: View, data: Form) -> Html:
    """Enters the rows that were shown as new, all in one entry of the journal."""
    text, tidy = data.get("text", ""), data.get("tidy") == "yes"

    def write(ctx: Context) -> CommandResult:
        planned, _ = _plan(ctx, slug, text, tidy=tidy)
        return enter(ctx, slug, to_enter(planned), confirmed=bool(data.get("yes")))

    has_pods = view.look(lambda ctx: bool(ctx.open(slug).state.pods))  # before, Now goes on with who is here
    return view.act(
        write,
        onward=f"/console/{slug}/players" if has_pods else f"/console/{slug}",
        form=data,
        again=lambda problem: _preview_page(view, slug, text, problem, tidy=tidy),
    )


ROUTES = [choose_columns, enter_import, import_page, preview_import]
