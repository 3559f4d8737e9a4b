"""The program itself: that it runs, where its data live, letting phones in, stopping it; and what a first start offers.

Only the owner comes here. A demonstration event is an event like any other: it can be deleted.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pareo import __version__
from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context
from pareo.app.commands.event import demonstration, events
from pareo.app.operations.backups import default_folder, list_backups
from pareo.core.text.errors import PareoError, Refused
from pareo.store.sqlite.store import SqliteStore
from pareo.web.console.phones import let_phones_in
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View, status_of


class ProgramStatus(NamedTuple):
    """What the page of the program shows."""

    version: str
    address: str
    database: str  # empty where it is no file
    backups: str
    same_disk: bool  # the backups are in the folder of the database: no other was set
    last_backup: str  # UTC; empty if there is none
    can_stop: bool
    phones: bool  # are they let in?
    can_switch: bool
    needs_password: bool


def program_card(view: View) -> ProgramStatus:
    """Values of the page of the program."""
    app_state, keeper = view.app_state, view.app_state.backup_keeper
    folder = keeper.folder if keeper is not None else None
    newest = next(iter(list_backups(folder, keeper.store.path)), None) if keeper is not None and folder else None
    database = str(Path(app_state.store.path).absolute()) if isinstance(app_state.store, SqliteStore) else ""
    return ProgramStatus(
        __version__,
        view.home,
        database,
        str(folder or ""),
        folder is not None and folder.absolute() == default_folder(Path(database)),
        newest.made if newest is not None else "",
        app_state.stop is not None,
        app_state.lan_listener.is_open,
        app_state.lan_listener.can_switch,
        not app_state.accounts.owner_has_password(),
    )


def _page(view: View, problem: PareoError | None = None) -> Html:
    return view.page(
        "console/program.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        program=program_card(view),
    )


@page("/program", Right.OWNER)
def program_page(view: View) -> Html:
    """The status of the program: that it runs, and where its data live."""
    return _page(view)


@command("/program/stop", Right.OWNER)
def stop(view: View) -> Html:
    """Stops the server; everything entered is on the disk already."""
    if view.app_state.stop is None:
        return _page(view, Refused("stop-elsewhere", "This server was started by another program: stop it there."))
    view.app_state.stop()
    return view.page("console/program_stopped.html", program=program_card(view))


@command("/program/phones", Right.OWNER)
def phones(view: View, data: Form) -> Html:
    """Lets phones in before there is an event, or shuts them out."""
    try:
        if data.get("wish") == "off":
            view.app_state.lan_listener.close()
        else:
            let_phones_in(view, data.get("password", ""))
    except PareoError as problem:
        return _page(view, problem)
    return view.go("/program")


@command("/program/demonstration", Right.CREATE)
def demonstration_event(view: View) -> Html:
    """Creates the demonstration event, or opens the one that exists."""
    slug = demonstration.SLUG
    if slug in view.look(events.SlugIndex):
        return view.go(f"/console/{slug}")

    def again(problem: PareoError) -> Html:
        return view.page("problem.html", status=status_of(problem), problem=problem, heading=str(status_of(problem)))

    def make(ctx: Context) -> None:
        demonstration.fill(ctx)

    return view.act(make, onward=f"/console/{slug}", again=again, long=True)


ROUTES = [program_page, stop, phones, demonstration_event]
