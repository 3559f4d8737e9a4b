"""Lists of an event in the console: who is missing, every list at a glance, handing one in, versions, the code.

Staff see them; the registration desk hands in until they are locked, a judge may change one later and gives a reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, urlencode

from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.event.events import change_settings
from pareo.app.commands.lists import submit as lists
from pareo.app.queries.event.overview import is_all_played
from pareo.app.queries.lists import deadlines as list_terms
from pareo.app.queries.lists import views as list_views
from pareo.app.queries.lists.deadlines import locked_for
from pareo.app.queries.lists.open_lists import open_from
from pareo.app.rows import lists as list_rows
from pareo.core.lists.ships import SHIPS
from pareo.core.model.lists import LOCK
from pareo.core.settings.lists import LISTS_OPENED
from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.setting import SettingGroup
from pareo.core.text.alphabet import plain_letters
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.text.numbers import whole_or
from pareo.pages.render import Values
from pareo.pages.table_help import has_table_help
from pareo.web.console.event import event_facts
from pareo.web.console.list_sheets import shown_lists
from pareo.web.forms.list_form import list_content
from pareo.web.forms.query import query_number, query_value
from pareo.web.forms.squad_form import MORE, form_row_count, squad_of_form
from pareo.web.route_decorators import Form, Upload, command, page
from pareo.web.view import Html, View, status_of

PAGE = 100


def address(slug: str, no: int | None = None, **query: object) -> str:
    path = f"/console/{quote(slug)}/lists" + (f"/{no}" if no is not None else "")
    params = {key: value for key, value in query.items() if value not in (None, "")}
    return f"{path}?{urlencode(params)}" if params else path


# --- all lists --------------------------------------------------------------------------------------------------------


@page("/console/{slug:str}/lists", Right.STAFF)
def lists_page(slug: str, view: View) -> Html:
    """Who is missing, and the state of every list."""
    return show_lists(view, slug)


def show_lists(
    view: View, slug: str, problem: PareoError | None = None, typed: Mapping[str, str] | None = None
) -> Html:
    only, text, at = query_value(view, "only"), query_value(view, "q"), query_number(view, "page") or 1

    def facts(ctx: Context) -> Values:
        event = ctx.open(slug)
        all_lists = list_views.lists_view(ctx, slug)
        rows = [row for row in all_lists.rows if _fits(row, only, text)]
        pages = max(1, -(-len(rows) // PAGE))
        page_no = min(max(1, at), pages)
        expected = [row for row in all_lists.rows if row.active]
        return {
            "event": event_facts(event),
            "seen": all_lists,
            "rows": rows[(page_no - 1) * PAGE : page_no * PAGE],
            "found": len(rows),
            "page_no": page_no,
            "pages": pages,
            "missing": [r for r in all_lists.rows if r.missing],
            "unlocked": [r for r in all_lists.rows if r.lock_missing],
            "here": sum(r.handed_in for r in expected),
            "wanted": len(expected),
            "settings": dict(event.state.settings),
            "warnings": list_terms.list_warnings(event.state),
            "help": has_table_help(event.state.ruleset),
            "teams": event.state.ruleset.entrant == "team",
            "over": is_all_played(event.state),
            "open_from": open_from(event.state),
            "opened": bool(event.state.setting(LISTS_OPENED)),
        }

    return view.page(
        "console/lists.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        slug=slug,
        tab="lists",
        typed=typed or {},
        only=only,
        q=text,
        **view.look(facts),
    )


def _fits(row: list_rows.ListRow, only: str, text: str) -> bool:
    if only == "missing" and not (row.missing or row.lock_missing):
        return False
    if only == "problems" and not row.problems:
        return False
    if only == "here" and not row.handed_in:
        return False
    words = plain_letters(text).split()
    return all(word in plain_letters(f"{row.name} {row.person_name} {row.player}") for word in words)


@command("/console/{slug:str}/lists/settings", Right.EVENT)
def settings(slug: str, view: View, data: Form) -> Html:
    """Saves the settings about lists: wanted or not, the deadline, public or not, teams locked or not."""

    def work(ctx: Context) -> CommandResult:
        changes = {key: data[key] for key, s in SETTINGS.items() if s.group is SettingGroup.LISTS and key in data}
        changes = {k: v.replace("T", " ") if k == "lists_deadline" else v for k, v in changes.items()}
        return change_settings(ctx, slug, changes)

    return view.act(work, onward=address(slug), form=data, again=lambda p: show_lists(view, slug, p, data))


# --- one list ---------------------------------------------------------------------------------------------------------


@page("/console/{slug:str}/lists/{no:int}", Right.STAFF)
def list_page(slug: str, no: int, view: View) -> Html:
    """One entrant's list or lists, their versions, and the form to hand in another."""
    return show_list(view, slug, no)


def show_list(
    view: View, slug: str, no: int, problem: PareoError | None = None, typed: Mapping[str, str] | None = None
) -> Html:
    typed = typed or {}
    version = query_number(view, "version")
    rows = form_row_count(str(typed.get("rows") or query_value(view, "rows")))

    def facts(ctx: Context) -> Values:
        event = ctx.open(slug)
        t = event.state
        t.entrant(no)
        all_lists = list_views.lists_view(ctx, slug)
        sheets = shown_lists(ctx, view, slug, no, version)
        return {
            "event": event_facts(event),
            "no": no,
            "name": event.name(no),
            "id": event.id(no),
            "sheets": sheets,
            "kind": all_lists.kind,
            "locked": all_lists.locked,
            "mode": all_lists.mode,
            "qr_locked": all_lists.qr_locked,
            "ruleset_note": all_lists.note,
            "left": t.entrants[no].drop is not None,
            "help": has_table_help(t.ruleset),
        }

    person = int(typed["person"]) if str(typed.get("person", "")) in ("0", "1") else 0
    return view.page(
        "console/list.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        slug=slug,
        tab="lists",
        typed=typed,
        version=version,
        form_rows=rows,
        more=rows + MORE,
        ships=SHIPS,
        person=person,
        **view.look(facts),
    )


def _person(data: Upload) -> int | None:
    return whole_or(str(data.get("person") or ""), 2, None)


def _hand_in(slug: str, no: int, view: View, data: Upload) -> Html:
    """Hands in a list from the paste field, a file or a photo; against a limit or the lock only with a reason."""
    typed = {key: value for key, value in data.items() if isinstance(value, str)}

    def work(ctx: Context) -> CommandResult:
        if data.get("form") == "squad":
            content: bytes | str = squad_of_form(typed)
        else:
            content = list_content(data)
        if isinstance(content, str):
            typed["text"] = content  # should a reason be asked for, the answer brings it again
        elif locked_for(ctx.open(slug).state, no) and view.may("judge", slug) and not typed.get("override"):
            raise BadInput(
                "list-file-locked",
                "Round 1 has started and lists are locked: give the reason for the change next to the photo.",
            )
        return lists.hand_in(
            ctx,
            slug,
            no,
            content,
            kind=LOCK if data.get("what") == LOCK else None,
            person=_person(data),
            at_desk=not view.may("judge", slug),
            override=typed.get("override") or None,
        )

    return view.act(work, onward=address(slug, no), form=typed, again=lambda p: show_list(view, slug, no, p, typed))


@command("/console/{slug:str}/lists/{no:int}/hand-in", Right.CHECK_IN)
def hand_in(slug: str, no: int, view: View, data: Upload) -> Html:
    """Hands in a list at the registration desk."""
    return _hand_in(slug, no, view, data)


@command("/console/{slug:str}/lists/{no:int}/change", Right.JUDGE)
def change(slug: str, no: int, view: View, data: Upload) -> Html:
    """Hands in a list as a judge, who may change a locked one."""
    return _hand_in(slug, no, view, data)


@command("/console/{slug:str}/lists/{no:int}/withdraw", Right.JUDGE)
def withdraw(slug: str, no: int, view: View, data: Form) -> Html:
    """Withdraws a list: it counts as not handed in."""

    def work(ctx: Context) -> CommandResult:
        return lists.withdraw(
            ctx, slug, no, person=_person(data), lock=data.get("what") == "lock", override=data.get("override") or None
        )

    return view.act(work, onward=address(slug, no), form=data, again=lambda p: show_list(view, slug, no, p, data))


@command("/console/{slug:str}/lists/{no:int}/compare", Right.JUDGE)
def compare(slug: str, no: int, view: View, data: Form) -> Html:
    """Compares the code that was scanned now with the one that was stored."""
    try:
        comparison = view.look(
            lambda ctx: list_views.compare_lock(ctx, slug, no, data.get("scanned", ""), person=_person(data))
        )
    except PareoError as problem:
        return show_list(view, slug, no, problem, data)
    texts = view.texts
    answer = (
        texts.gettext("Same code: this is the team that was locked in.")
        if comparison.same
        else texts.gettext("DIFFERENT code: this is not the team that was locked in.")
    )
    onward = f"/console/{quote(slug)}/checks/{no}" if data.get("back") == "check" else address(slug, no)
    return view.go(onward, [answer])


@page("/console/{slug:str}/lists/{no:int}/photo", Right.STAFF)
def photo(slug: str, no: int, view: View) -> Response[bytes]:
    """The photo of a list, for staff only."""
    picture = view.look(
        lambda ctx: list_views.photo(
            ctx,
            slug,
            no,
            person=query_number(view, "person") or 0,
            version=query_number(view, "version"),
            lock=query_value(view, "what") == "lock",
        )
    )
    return Response(picture.data, media_type=picture.media, headers={"content-disposition": "inline"})


ROUTES = [lists_page, settings, list_page, hand_in, change, withdraw, compare, photo]
