"""Running next to TOM: following its file by one button, and the page of whoever works between TOM and the players.

The page says how old the last save is, where each pod stands, what is to be typed into TOM, and where TOM and we
differ; it publishes or holds rounds, settles conflicts and ends following. Its rows come from `app/tom/views.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from litestar.datastructures import UploadFile
from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.base.timestamps import moment
from pareo.app.tom import running, views
from pareo.core.settings.tom import TOM_SCAN, TOM_WRITE
from pareo.core.text.errors import BadInput, NeedsConfirmation, NotFound, PareoError
from pareo.core.text.messages import note
from pareo.core.text.numbers import whole_or
from pareo.formats.tdf import folder
from pareo.formats.tdf.follow import read_save
from pareo.formats.tdf.saves import save_bytes
from pareo.formats.tdf.watch import follow_save, path_of
from pareo.formats.tdf.write_back import write_back
from pareo.formats.tdf.xml import SIZE_LIMIT
from pareo.pages.render import Values
from pareo.print.code128 import bars
from pareo.web.console.event import frame
from pareo.web.route_decorators import Form, Upload, command, page
from pareo.web.view import Html, View, status_of


class TomFileStatus(NamedTuple):
    """TOM's file as the server sees it."""

    name: str
    problem: str  # what stands in the way; empty: nothing
    warned: bool
    question: str  # what the organiser is asked; empty: nothing
    stopped: bool


# --- which file -------------------------------------------------------------------------------------------------------


def _choose(view: View, problem: PareoError | None = None, typed: str = "") -> Html:
    contents, folder_path = folder.FolderContents((), ()), ""
    if view.may("owner"):  # it looks into the disk of this computer
        directory = Path(typed) if typed else folder.tom_folder() or view.app_state.following.followed_folder
        if directory is not None and directory.is_dir():
            contents, folder_path = folder.look_in(directory), str(directory)
    now = time.time()
    offers = [(offer, max(0, int(now - offer.changed) // 60)) for offer in contents.offers]
    return view.page(
        "console/follow_tom.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        offers=offers,
        copies=contents.copies,
        where=folder_path,
        typed={"path": typed},
    )


@page("/console/tom", Right.CREATE)
def choose_file(view: View, path: str = "") -> Html:
    """The events in TOM's folder, newest first; or a file that is dropped here."""
    return _choose(view, typed=path)


@command("/console/tom", Right.CREATE)
def follow_file(view: View, data: Upload) -> Html:
    """Follows the chosen files, or takes the one that was dropped."""
    chosen = data.get("path") or []
    paths = [str(one) for one in (chosen if isinstance(chosen, list) else [chosen]) if str(one).strip()]
    upload = data.get("file")
    dropped = upload.file.read(SIZE_LIMIT + 1) if isinstance(upload, UploadFile) and upload.filename else b""
    try:
        with view.app_state.open_separate_context(view.identity) as ctx:
            slugs = [_take_dropped(view, ctx, dropped)] if dropped else _follow(view, ctx, paths)
    except PareoError as problem:
        return _choose(view, problem)
    return view.go(f"/console/{slugs[0]}/beside")


def _follow(view: View, ctx: Context, paths: list[str]) -> list[str]:
    if not view.may("owner"):
        raise NotFound("tom-owner", "Only the owner can follow a file on this computer: drop the file here instead.")
    if not paths:
        raise BadInput("tom-choose", "Choose a file to follow.")
    slugs = []
    for path in paths:
        if not Path(path).is_file():
            raise NotFound("tom-no-file", "There is no file or folder {path}.", path=path[:300])
        slugs.append(view.app_state.following.follow(ctx, str(Path(path).absolute())))
    return slugs


def _take_dropped(view: View, ctx: Context, data: bytes, slug: str | None = None, *, confirmed: bool = False) -> str:
    event_slug = follow_save(ctx, read_save(data), slug=slug, confirmed=confirmed)
    view.app_state.following.add(event_slug)
    return event_slug


# --- the page ---------------------------------------------------------------------------------------------------------


def _file_status(view: View, slug: str) -> TomFileStatus | None:
    followed = view.app_state.following.file_of(slug)
    if followed is None:
        return None
    return TomFileStatus(
        Path(followed.path).name,
        view.note(followed.problem) if followed.problem is not None else "",
        followed.warned,
        view.sentence(followed.question) if followed.question is not None else "",
        followed.stopped,
    )


def _ago(then: str, now: str) -> int:
    if not then:
        return 0
    moments = [moment(text) for text in (then, now)]
    return max(0, int((moments[1] - moments[0]).total_seconds()))


def _page(view: View, slug: str, problem: PareoError | None = None, typed: str = "") -> Html:
    def gather(ctx: Context) -> Values:
        t = ctx.open(slug).state
        row = views.overview(ctx, slug)
        return {
            **frame(ctx, slug, "rounds"),
            "row": row,
            "ago": _ago(row.saved_at, ctx.now()),
            "said": view.note(row.said) if row.said else "",
            "write": t.setting(TOM_WRITE) or "off",
            "scan": bool(t.setting(TOM_SCAN)),
        }

    return view.page(
        "console/beside.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        paper=_paper(view, slug),
        file=_file_status(view, slug),
        version=view.app_state.version(slug),
        typed={"text": typed},
        **view.look(gather),
    )


class PaperStatus(NamedTuple):
    """The state of papers that print by themselves."""

    problem: str
    file: str  # that waits to be printed; empty: none


def _paper(view: View, slug: str) -> PaperStatus:
    problem, file = view.app_state.printing.problems.get(slug), view.app_state.printing.waiting.get(slug)
    return PaperStatus(
        view.note(problem) if problem is not None else "", str(file) if file is not None and view.may("owner") else ""
    )


@page("/console/{slug:str}/beside", Right.STAFF)
def tom_page(slug: str, view: View) -> Html:
    """How the event and TOM stand, on one screen."""
    return _page(view, slug)


@page("/console/{slug:str}/beside/list", Right.STAFF)
def list_page(slug: str, view: View, newest: int = 0) -> Html:
    """The results to type into TOM: to be read at arm's length, and printed."""

    def gather(ctx: Context) -> Values:
        return {
            **frame(ctx, slug, "rounds"),
            "rows": views.list_rows(ctx, slug, newest=bool(newest)),
            "for_tom": views.overview(ctx, slug).notes,
            "newest": bool(newest),
        }

    return view.page("console/beside_list.html", version=view.app_state.version(slug), **view.look(gather))


@page("/console/{slug:str}/beside/scan", Right.STAFF)
def scan_page(slug: str, view: View, at: int = 1) -> Html:
    """One number at a time, large, for a scanner in TOM's window; the next when a save shows it, or by key."""

    def gather(ctx: Context) -> Values:
        if not ctx.open(slug).state.setting(TOM_SCAN):
            raise NotFound(
                "tom-scan-off",
                "Scannable numbers are off because they have not been tested with TOM. Turn them on in Settings.",
            )
        rows = [row for row in views.list_rows(ctx, slug) if row.scan]
        position = min(max(1, at), max(1, len(rows)))
        row = rows[position - 1] if rows else None
        code_bars, width = bars(row.scan) if row is not None else ([], 0)
        return {
            **frame(ctx, slug, "rounds"),
            "row": row,
            "at": position,
            "total": len(rows),
            "bars": code_bars,
            "width": width,
        }

    try:
        values = view.look(gather)
    except NotFound as problem:
        return _page(view, slug, problem)
    return view.page("console/beside_scan.html", version=view.app_state.version(slug), **values)


def _act(view: View, slug: str, work: Callable[[Context], CommandResult], typed: str = "") -> Html:
    return view.act(work, onward=f"/console/{slug}/beside", again=lambda problem: _page(view, slug, problem, typed))


@command("/console/{slug:str}/beside/publish", Right.ROUNDS)
def publish(slug: str, view: View) -> Html:
    """Publishes the round that TOM has paired."""
    return _act(view, slug, lambda ctx: running.publish_now(ctx, slug))


@command("/console/{slug:str}/beside/hold", Right.ROUNDS)
def hold(slug: str, view: View, data: Form) -> Html:
    """Holds rounds that TOM has paired back until somebody publishes them; or publishes them by themselves again."""
    return _act(view, slug, lambda ctx: running.hold(ctx, slug, held=data.get("held") != "no"))


@command("/console/{slug:str}/beside/settle", Right.REPORT)
def settle(slug: str, view: View, data: Form) -> Html:
    """Decides whose result is right, ours or TOM's."""
    number, table = whole_or(data.get("round", ""), 4, 0), whole_or(data.get("table", ""), 6, 0)
    return _act(
        view,
        slug,
        lambda ctx: running.settle(ctx, slug, round_no=number, table=table, ours=data.get("right") == "ours"),
    )


@command("/console/{slug:str}/beside/note", Right.CHECK_IN)
def leave_note(slug: str, view: View, data: Form) -> Html:
    """Leaves a note for whoever sits at TOM, or ticks one off."""
    done, text = whole_or(data.get("done", ""), 9, 0), data.get("text", "")
    if done:
        return _act(view, slug, lambda ctx: running.tick_note(ctx, slug, done))
    return _act(view, slug, lambda ctx: running.leave_note(ctx, slug, text), text)


@command("/console/{slug:str}/beside/printed", Right.ROUNDS)
def dismiss_paper_problem(slug: str, view: View) -> Html:
    """Dismisses the warning about papers that did not print."""
    view.app_state.printing.dismiss_problem(slug)
    return view.go(f"/console/{slug}/beside")


@command("/console/{slug:str}/beside/write", Right.EVENT)
def write(slug: str, view: View) -> Html:
    """Writes the results that TOM does not have into a file next to TOM's."""

    def work(ctx: Context) -> CommandResult:
        path, done = write_back(ctx, slug)
        message = note("tom-wrote", "{file} has been saved. In TOM choose File > Open and select it.", file=path.name)
        return CommandResult(done.seq, done.action, (message,))

    return _act(view, slug, work)


@command("/console/{slug:str}/beside/save", Right.EVENT)
def drop_save(slug: str, view: View, data: Upload) -> Html:
    """Reads a save that comes by hand: from a stick, or another machine."""
    upload = data.get("file")
    raw = upload.file.read(SIZE_LIMIT + 1) if isinstance(upload, UploadFile) and upload.filename else b""
    try:
        if not raw:
            raise BadInput("tom-choose", "Choose a file to follow.")
        with view.app_state.open_separate_context(view.identity) as ctx:
            _take_dropped(view, ctx, raw, slug, confirmed=data.get("confirmed") == "yes")
    except PareoError as problem:
        return _page(view, slug, problem)
    return view.go(f"/console/{slug}/beside")


@command("/console/{slug:str}/beside/confirm", Right.EVENT)
def confirm_save(slug: str, view: View) -> Html:
    """Confirms a save that was held back."""
    followed = view.app_state.following.file_of(slug)
    if followed is not None and isinstance(followed.question, NeedsConfirmation):
        with view.app_state.open_separate_context(view.identity) as ctx:
            followed.confirm(ctx, view.app_state.following.now())
    return view.go(f"/console/{slug}/beside")


@command("/console/{slug:str}/beside/stop", Right.EVENT)
def stop(slug: str, view: View) -> Html:
    """Stops following: from now on the event goes on here."""
    view.app_state.following.drop(slug)
    return _act(view, slug, lambda ctx: running.stop(ctx, slug))


@command("/console/{slug:str}/beside/again", Right.OWNER)
def again(slug: str, view: View, data: Form) -> Html:
    """Follows the file again, at its old path or where it is now (BT-ID-2)."""
    path = data.get("path", "").strip() or view.look(lambda ctx: path_of(ctx, slug))
    try:
        if not path or not Path(path).is_file():
            raise NotFound("tom-no-file", "There is no file or folder {path}.", path=path[:300])
        with view.app_state.open_separate_context(view.identity) as ctx:
            view.app_state.following.follow(ctx, path, slug=slug, confirmed=data.get("confirmed") == "yes")
    except PareoError as problem:
        return _page(view, slug, problem)
    return view.go(f"/console/{slug}/beside")


@page("/console/{slug:str}/beside/saves/{number:int}", Right.EVENT)
def give_save(slug: str, number: int, view: View) -> Response[bytes]:
    """One of TOM's saves as it came, for the organiser alone (BT-PRI-1)."""
    data = view.look(lambda ctx: save_bytes(ctx, ctx.open(slug), number))
    headers = {"content-disposition": f'attachment; filename="{slug}-{number}.tdf"', "cache-control": "no-store"}
    return Response(data, headers=headers, media_type="application/xml")


ROUTES = [
    choose_file,
    follow_file,
    tom_page,
    list_page,
    scan_page,
    publish,
    hold,
    settle,
    leave_note,
    dismiss_paper_problem,
    write,
    drop_save,
    confirm_save,
    stop,
    again,
    give_save,
]
