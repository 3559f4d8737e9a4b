"""Lists of people into and out of the directory, and its clubs."""

from __future__ import annotations

from litestar.datastructures import UploadFile
from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.league import directory, directory_clubs, directory_lists
from pareo.app.league.directory_lists import ListRowFate
from pareo.app.league.directory_snapshot import load_directory
from pareo.app.rows.league import DirectoryPerson
from pareo.core.text.errors import BadInput, PareoError
from pareo.formats.tables.csv_files import decode_text
from pareo.formats.tables.directory_files import read_people, write_people
from pareo.formats.tables.mapping import ListKind, as_csv
from pareo.web.console.league.directory import ROOT, read_number
from pareo.web.route_decorators import Form, Upload, command, page
from pareo.web.view import Html, View, status_of

_PREVIEW_ROWS = 500


# --- a list -----------------------------------------------------------------------------------------------------------


def _import_page(view: View, text: str = "", problem: PareoError | None = None) -> Html:
    return view.page(
        "console/directory_import.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        text=text,
        rows=None,
        tidy=False,
    )


@page("/console/directory/import", Right.DIRECTORY)
def import_page(view: View) -> Html:
    """Where a list is pasted or a file chosen."""
    return _import_page(view)


@command("/console/directory/import", Right.DIRECTORY)
def preview_import(view: View, data: Upload) -> Html:
    """Shows what will happen to each row. Nothing is written."""
    pasted, upload = str(data.get("text") or ""), data.get("file")
    try:
        raw = upload.file.read() if isinstance(upload, UploadFile) and upload.filename else b""
        text = decode_text(as_csv(raw, ListKind.PLAYERS)) if raw else pasted
        if not text.strip():
            raise BadInput("import-nothing", "Paste some lines or choose a file.")
        return _preview(view, text, tidy=data.get("tidy") == "yes")
    except PareoError as problem:
        return _import_page(view, pasted, problem)


def _preview(view: View, text: str, *, tidy: bool, problem: PareoError | None = None) -> Html:
    notes: list[str] = []
    rows = read_people(text.encode(), notes=notes)
    with view.app_state.open_separate_context(view.identity) as ctx:  # a long list takes seconds: nobody waits for it
        planned = directory_lists.preview(ctx, rows, tidy=tidy)
    counts = {fate.value: sum(p.fate is fate for p in planned) for fate in ListRowFate}
    order = [ListRowFate.WRONG, ListRowFate.UNCLEAR, ListRowFate.CHANGED, ListRowFate.NEW, ListRowFate.KNOWN]
    ordered = sorted(planned, key=lambda p: order.index(p.fate))
    return view.page(
        "console/directory_import.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        text=text,
        rows=ordered[:_PREVIEW_ROWS],
        hidden_rows=max(0, len(ordered) - _PREVIEW_ROWS),
        counts=counts,
        file_notes=notes,
        tidy=tidy,
    )


@command("/console/directory/import/enter", Right.DIRECTORY)
def enter_import(view: View, data: Form) -> Html:
    """Enters the list into the directory, in one step."""
    text, tidy = data.get("text", ""), data.get("tidy") == "yes"

    def again(problem: PareoError) -> Html:
        try:
            return _preview(view, text, tidy=tidy, problem=problem)
        except PareoError:
            return _import_page(view, text, problem)

    return view.act(
        lambda ctx: directory_lists.import_list(ctx, read_people(text.encode()), tidy=tidy),
        onward=ROOT,
        form=data,
        again=again,
        long=True,
    )


@page("/console/directory/people.csv", Right.DIRECTORY)
def export(view: View) -> Response[bytes]:
    """Everybody in the directory, as a CSV file that can be imported again."""

    def gather(ctx: Context) -> list[DirectoryPerson]:
        snapshot = load_directory(ctx)
        return directory.person_rows(snapshot, [snapshot.people[pid] for pid in snapshot.order])

    headers = {"content-disposition": 'attachment; filename="people.csv"'}
    return Response(write_people(view.look(gather)), headers=headers, media_type="text/csv; charset=utf-8")


# --- clubs ------------------------------------------------------------------------------------------------------------


def _clubs_page(view: View, problem: PareoError | None = None) -> Html:
    clubs = view.look(lambda ctx: directory_clubs.club_rows(load_directory(ctx)))
    return view.page(
        "console/directory_clubs.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        clubs=clubs,
    )


@page("/console/directory/clubs", Right.DIRECTORY)
def clubs_page(view: View) -> Html:
    """All clubs of the directory."""
    return _clubs_page(view)


@command("/console/directory/clubs", Right.DIRECTORY)
def change_clubs(view: View, data: Form) -> Html:
    """Adds a club, changes one, or merges two (once confirmed)."""

    def change(ctx: Context) -> CommandResult | None:
        fields = {key: data.get(key, "") for key in directory_clubs.FIELDS}
        if data.get("merge"):
            directory_clubs.merge_clubs(ctx, data.get("club", ""), data["merge"], confirmed=bool(data.get("yes")))
        elif data.get("club"):
            version = read_number(data.get("version", ""), "version")
            directory_clubs.edit_club(ctx, data["club"], fields, version=version)
        else:
            directory_clubs.add_club(ctx, fields["name"], short=fields["short"], city=fields["city"])
        return None

    return view.act(change, onward=f"{ROOT}/clubs", form=data, again=lambda problem: _clubs_page(view, problem))


ROUTES = [change_clubs, clubs_page, enter_import, export, import_page, preview_import]
