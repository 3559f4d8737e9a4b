"""A list of players, pasted or from a CSV file: what will happen to each row is shown before anything is written."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import replace

from litestar.datastructures import UploadFile

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.people.import_rows import ImportFate, PlannedImport, doubtful, preview, tidy_capitals, to_enter
from pareo.app.commands.people.players import enter
from pareo.app.queries.people.divisions_by_age import divisions_now
from pareo.app.wording.birth_years_text import describe_years
from pareo.core.settings.event import LANGUAGE
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.text.name_order import NameOrder
from pareo.formats.player_files import as_player_list
from pareo.formats.tables.mapping import PLAYER_FIELDS, ListKind, propose, read_sheet
from pareo.formats.tables.player_lists import (
    ListAnswers,
    ListColumn,
    ListReading,
    list_text,
    table_rows,
    understand_list,
)
from pareo.pages.render import Values
from pareo.web.console.event import frame
from pareo.web.console.people.players import division_titles, stage_of
from pareo.web.route_decorators import Form, Upload, command, page
from pareo.web.view import Html, View

_DATES = ("day", "month")
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
        text = list_text(as_player_list(raw or pasted.encode()))
        if not text.strip():
            raise BadInput("import-nothing", "Paste some lines or choose a file.")
        return _preview_page(view, slug, text, _answers(data), tidy=data.get("tidy") == "yes")
    except PareoError as problem:
        return _form_page(view, slug, pasted, problem)


@command("/console/{slug:str}/players/import/columns", Right.PLAYERS)
def choose_columns(slug: str, view: View, data: Form) -> Html:
    """Shows the preview again, with the columns and the order of names and dates as the organiser has said."""
    try:
        text = with_columns(data.get("text", ""), data) if "col-0" in data else data.get("text", "")
        return _preview_page(view, slug, text, _answers(data), tidy=data.get("tidy") == "yes")
    except PareoError as problem:
        return _form_page(view, slug, data.get("text", ""), problem)


def _answers(data: Mapping[str, object]) -> ListAnswers:
    names, dates = str(data.get("names") or ""), str(data.get("dates") or "")
    return ListAnswers(names if names in {order.value for order in NameOrder} else "", dates if dates in _DATES else "")


def columns_of(text: str, reading: ListReading) -> list[ListColumn]:
    """The columns of a table in a text, with what each is taken for. Pasted lines have none."""
    if reading.columns:
        return reading.columns
    try:
        sheet = read_sheet(text.encode())
    except BadInput:
        return []
    if sheet.width < 2 or not sheet.rows:
        return []
    proposed, first = propose(sheet, ListKind.PLAYERS), sheet.rows[0].cells
    return [ListColumn(first[i] if i < len(first) else "", field or "") for i, field in enumerate(proposed.fields)]


def with_columns(text: str, chosen: Mapping[str, str]) -> str:
    """The text with the chosen names as its header row; without a header of its own it gets one."""
    rows = table_rows(text.encode(), headless=chosen.get("headless") == "yes")
    width = max((len(row) for row in rows), default=0)
    names = [chosen.get(f"col-{i}", "") or f"column {i + 1}" for i in range(width)]
    out = io.StringIO(newline="")
    csv.writer(out).writerows([names, *rows])
    return out.getvalue()


def _plan(
    ctx: Context, slug: str, text: str, answers: ListAnswers, *, tidy: bool = False
) -> tuple[list[PlannedImport], ListReading]:
    event = ctx.open(slug)
    reading = understand_list(text.encode(), event.state.ruleset, answers)
    rows = reading.rows
    if tidy:
        language = event.state.setting(LANGUAGE) or ""
        rows = [row if row.player is None else replace(row, player=tidy_capitals(row.player, language)) for row in rows]
    return preview(ctx, event, rows), reading


def _preview_page(
    view: View, slug: str, text: str, answers: ListAnswers, problem: PareoError | None = None, *, tidy: bool = False
) -> Html:
    def gather(ctx: Context) -> Values:
        planned, reading = _plan(ctx, slug, text, answers, tidy=tidy)
        order = {ImportFate.WRONG: 0, ImportFate.KNOWN: 1, ImportFate.NEW: 2}
        rows = sorted(planned, key=lambda p: (order[p.fate], p.row.line))
        counts = {fate.value: sum(p.fate is fate for p in planned) for fate in ImportFate}
        t = ctx.open(slug).state
        return {
            **frame(ctx, slug, "players"),
            "rows": rows[:_PREVIEW_ROWS],
            "hidden_rows": max(0, len(rows) - _PREVIEW_ROWS),
            "counts": counts,
            "file_notes": [*reading.notes, *doubtful(ctx.open(slug), planned)],
            "reading": reading,
            "dates_asked": bool(answers.dates) or any(question.kind == "dates" for question in reading.questions),
            "years": view.note(describe_years(divisions_now(t))) if t.ruleset.divisions else "",
            "divisions": division_titles(view, t),
            "stage": stage_of(t),
            "teams": t.ruleset.entrant == "team",
            "columns": columns_of(text, reading),
            "fields": PLAYER_FIELDS,
        }

    return view.page(
        "console/import_preview.html",
        status=200 if problem is None else 422,
        problem=problem,
        text=text,
        tidy=tidy,
        answers=answers,
        **view.look(gather),
    )


@command("/console/{slug:str}/players/import/enter", Right.PLAYERS)
def enter_import(slug: str, view: View, data: Form) -> Html:
    """Enters the rows that were shown as new, all in one entry of the journal."""
    text, tidy, answers = data.get("text", ""), data.get("tidy") == "yes", _answers(data)

    def write(ctx: Context) -> CommandResult:
        planned, _ = _plan(ctx, slug, text, answers, tidy=tidy)
        return enter(
            ctx, slug, to_enter(planned), confirmed=bool(data.get("yes")), override=data.get("override") or None
        )

    has_pods = view.look(lambda ctx: bool(ctx.open(slug).state.pods))  # before, Now goes on with who is here
    return view.act(
        write,
        onward=f"/console/{slug}/players" if has_pods else f"/console/{slug}",
        form=data,
        again=lambda problem: _preview_page(view, slug, text, answers, problem, tidy=tidy),
    )


ROUTES = [choose_columns, enter_import, import_page, preview_import]
