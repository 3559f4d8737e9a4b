"""The directory in the console: everybody with search and paging, one person with the history of their ratings.

For those who may see all of it (Right.DIRECTORY everywhere); no public page shows anything of it. Lists and clubs are
in `directory_lists`, what ties it to one event in `directory_event`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import urlencode

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.league import directory
from pareo.app.league.directory_clubs import club_rows
from pareo.app.league.directory_lists import tidied_fields
from pareo.app.league.directory_snapshot import SORTS, load_directory
from pareo.core.league.directory import LISTS, proposals
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.text.messages import note
from pareo.core.text.numbers import whole_or, whole_or_refuse
from pareo.store.directory_protocol import no_such_person
from pareo.web.console.events import wrong_field
from pareo.web.console.league.rating_line import rating_line
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View, status_of

ROOT = "/console/directory"
_FIELDS = ("first", "last", "sex", "title", "club", "federation", "birth_year", "local_id", "intl_id", "note")
_NEW_FIELDS = (*_FIELDS, "rating", "games", "rating2", "games2")


def read_number(text: str, key: str = "page") -> int:
    """A small number of a form or an address."""
    return whole_or_refuse(
        text, 8, BadInput("field-number", "{key}={value}: this must be a number.", key=key, value=text[:40])
    )


# --- everybody --------------------------------------------------------------------------------------------------------


def _list_page(view: View, typed: Mapping[str, str] | None = None, problem: PareoError | None = None) -> Html:
    params = {key: str(view.request.query_params.get(key) or "")[:200] for key in ("q", "sort", "club", "page")}
    sort = params["sort"] if params["sort"] in SORTS else "name"
    number = whole_or(params["page"], 6, 1)

    def gather(ctx: Context) -> dict[str, object]:
        snapshot = load_directory(ctx)
        results = directory.search(snapshot, params["q"], sort=sort, club=params["club"], page=number)
        return {
            "found": results,
            "rows": directory.person_rows(snapshot, results.people),
            "clubs": club_rows(snapshot),
            "everybody": len(snapshot.order),
            "second": any(p.rating2 is not None for p in snapshot.people.values()),
        }

    query = urlencode(
        {k: v for k, v in {"q": params["q"], "sort": params["sort"], "club": params["club"]}.items() if v}
    )
    return view.page(
        "console/directory.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        typed=dict(typed or {}),
        wrong=wrong_field(problem),
        asked=params,
        sort=sort,
        query=query,
        **view.look(gather),
    )


@page("/console/directory", Right.DIRECTORY)
def directory_page(view: View) -> Html:
    """Everybody in the directory, a hundred at a time."""
    return _list_page(view)


@command("/console/directory/add", Right.DIRECTORY)
def add_person(view: View, data: Form) -> Html:
    """Adds somebody to the directory. A namesake is asked about first."""

    def add(ctx: Context) -> CommandResult:
        fields = {key: data[key] for key in _NEW_FIELDS if data.get(key, "").strip()}
        person = directory.add(
            ctx, tidied_fields(fields) if data.get("tidy") == "yes" else fields, confirmed=bool(data.get("yes"))
        )
        snapshot = load_directory(ctx)
        notes = [note("directory-added", "{name} is in the directory.", name=person.name)]
        similar = [snapshot.people[pid].name for pid in proposals(person.name, snapshot.index) if pid != person.id]
        if similar:
            notes.append(note("directory-alike", "Perhaps the same person: {names}.", names=", ".join(similar)))
        return directory.directory_result("directory-added", *notes)

    return view.act(add, onward=ROOT, form=data, again=lambda problem: _list_page(view, data, problem))


# --- one person -------------------------------------------------------------------------------------------------------


def _person_page(
    view: View, person: str, typed: Mapping[str, str] | None = None, problem: PareoError | None = None
) -> Html:
    def gather(ctx: Context) -> dict[str, object]:
        snapshot = load_directory(ctx)
        entry = snapshot.people.get(person)
        if entry is None:
            raise no_such_person(person)
        steps = directory.history(ctx, person)
        similar = (
            [snapshot.people[pid] for pid in proposals(entry.name, snapshot.index) if pid != person]
            if entry.name
            else []
        )
        return {
            "person": entry,
            "row": directory.row_of(snapshot, entry),
            "steps": list(reversed(steps)),
            "lines": [(n, chart) for n in LISTS if (chart := rating_line(steps, n)) is not None],
            "like": similar,
            "clubs": club_rows(snapshot),
        }

    values = view.look(gather)
    return view.page(
        "console/directory_person.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        typed=dict(typed or {}),
        wrong=wrong_field(problem),
        **values,
    )


@page("/console/directory/people/{person:str}", Right.DIRECTORY)
def person_page(person: str, view: View) -> Html:
    """One person: details, spellings, and the ratings as a table and a chart."""
    return _person_page(view, person)


def _act_on_person(view: View, person: str, data: Mapping[str, str], change: Callable[[Context], object]) -> Html:
    """Runs a command on one person and returns to that person's page."""

    def run(ctx: Context) -> CommandResult | None:
        result = change(ctx)
        return result if isinstance(result, CommandResult) else None

    return view.act(
        run,
        onward=f"{ROOT}/people/{person}",
        form=data,
        again=lambda problem: _person_page(view, person, data, problem),
    )


@command("/console/directory/people/{person:str}/edit", Right.DIRECTORY)
def edit_person(person: str, view: View, data: Form) -> Html:
    """Changes details of a person; refused if somebody else changed them since the page was shown."""

    def change(ctx: Context) -> object:
        version = read_number(data.get("version", ""), "version")
        return directory.edit(ctx, person, {key: data[key] for key in _FIELDS if key in data}, version=version)

    return _act_on_person(view, person, data, change)


@command("/console/directory/people/{person:str}/alias", Right.DIRECTORY)
def alias(person: str, view: View, data: Form) -> Html:
    """Adds another spelling of a person's name, or removes one."""
    work = directory.remove_alias if data.get("remove") else directory.add_alias
    return _act_on_person(view, person, data, lambda ctx: work(ctx, person, data.get("name", "")))


@command("/console/directory/people/{person:str}/correct", Right.DIRECTORY)
def correct(person: str, view: View, data: Form) -> Html:
    """Sets a rating by hand, with the reason; or takes the last correction back."""

    def change(ctx: Context) -> object:
        list_no = 2 if data.get("list") == "2" else 1
        if data.get("take_back"):
            return directory.take_back_correction(ctx, person, list_no=list_no)
        text, games = data.get("rating", "").strip(), data.get("games", "").strip()
        return directory.correct(
            ctx,
            person,
            read_number(text, "rating") if text else None,
            reason=data.get("reason", ""),
            list_no=list_no,
            games=read_number(games, "games") if games else None,
        )

    return _act_on_person(view, person, data, change)


@command("/console/directory/people/{person:str}/merge", Right.DIRECTORY)
def merge(person: str, view: View, data: Form) -> Html:
    """Merges another entry of the same person into this one, once confirmed."""
    return _act_on_person(
        view,
        person,
        data,
        lambda ctx: directory.merge(ctx, person, data.get("other", ""), confirmed=bool(data.get("yes"))),
    )


@command("/console/directory/people/{person:str}/forget", Right.DIRECTORY)
def forget(person: str, view: View, data: Form) -> Html:
    """Erases a person's name and details for good, once confirmed."""

    def erase(ctx: Context) -> CommandResult:
        done = directory.forget(ctx, person, confirmed=bool(data.get("yes")))
        return replace(
            done, notes=(note("directory-forgotten-note", "The person's data has been erased."), *done.notes)
        )

    return view.act(erase, onward=ROOT, form=data, again=lambda problem: _person_page(view, person, data, problem))


ROUTES = [add_person, alias, correct, directory_page, edit_person, forget, merge, person_page]
