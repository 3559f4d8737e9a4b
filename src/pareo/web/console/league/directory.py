"""The directory in the console: everybody with search and paging, one person with the history of his ratings.

For who may see all of it (Right.DIRECTORY everywhere); no public page shows anything of it. Lists and clubs are in
`directory_lists`, what ties it to one event in `directory_event`.
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
from pareo.app.league.directory_snapshot import SORTS, book
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
_NEW = (*_FIELDS, "rating", "games", "rating2", "games2")


def read_number(text: str, key: str = "page") -> int:
    """A small number of a form or an address."""
    return whole_or_refuse(
        text, 8, BadInput("field-number", "{key}={value}: this must be a number.", key=key, value=text[:40])
    )


# --- everybody --------------------------------------------------------------------------------------------------------


def _list_page(view: View, typed: Mapping[str, str] | None = None, problem: PareoError | None = None) -> Html:
    asked = {key: str(view.request.query_params.get(key) or "")[:200] for key in ("q", "sort", "club", "page")}
    sort = asked["sort"] if asked["sort"] in SORTS else "name"
    number = whole_or(asked["page"], 6, 1)

    def gather(ctx: Context) -> dict[str, object]:
        seen = book(ctx)
        found = directory.search(seen, asked["q"], sort=sort, club=asked["club"], page=number)
        return {
            "found": found,
            "rows": directory.person_rows(seen, found.people),
            "clubs": club_rows(seen),
            "everybody": len(seen.order),
            "second": any(p.rating2 is not None for p in seen.people.values()),
        }

    query = urlencode({k: v for k, v in {"q": asked["q"], "sort": asked["sort"], "club": asked["club"]}.items() if v})
    return view.page(
        "console/directory.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        typed=dict(typed or {}),
        wrong=wrong_field(problem),
        asked=asked,
        sort=sort,
        query=query,
        **view.look(gather),
    )


@page("/console/directory", Right.DIRECTORY)
def directory_page(view: View) -> Html:
    """Everybody, a hundred at a time."""
    return _list_page(view)


@command("/console/directory/add", Right.DIRECTORY)
def add_person(view: View, data: Form) -> Html:
    """Somebody new. A namesake is asked about first."""

    def add(ctx: Context) -> CommandResult:
        given = {key: data[key] for key in _NEW if data.get(key, "").strip()}
        person = directory.add(
            ctx, tidied_fields(given) if data.get("tidy") == "yes" else given, confirmed=bool(data.get("yes"))
        )
        seen = book(ctx)
        notes = [note("directory-added", "{name} is in the directory.", name=person.name)]
        like = [seen.people[pid].name for pid in proposals(person.name, seen.index) if pid != person.id]
        if like:
            notes.append(note("directory-alike", "Perhaps the same person: {names}.", names=", ".join(like)))
        return directory.done("directory-added", *notes)

    return view.act(add, onward=ROOT, form=data, again=lambda problem: _list_page(view, data, problem))


# --- one person -------------------------------------------------------------------------------------------------------


def _person_page(
    view: View, person: str, typed: Mapping[str, str] | None = None, problem: PareoError | None = None
) -> Html:
    def gather(ctx: Context) -> dict[str, object]:
        seen = book(ctx)
        found = seen.people.get(person)
        if found is None:
            raise no_such_person(person)
        steps = directory.history(ctx, person)
        like = [seen.people[pid] for pid in proposals(found.name, seen.index) if pid != person] if found.name else []
        return {
            "person": found,
            "row": directory.row_of(seen, found),
            "steps": list(reversed(steps)),
            "lines": [(n, line) for n in LISTS if (line := rating_line(steps, n)) is not None],
            "like": like,
            "clubs": club_rows(seen),
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
    """Details, spellings, and the ratings as a table and a line."""
    return _person_page(view, person)


def _changed(view: View, person: str, data: Mapping[str, str], change: Callable[[Context], object]) -> Html:
    """A command on one person, and back to his page."""

    def run(ctx: Context) -> CommandResult | None:
        made = change(ctx)
        return made if isinstance(made, CommandResult) else None

    return view.act(
        run,
        onward=f"{ROOT}/people/{person}",
        form=data,
        again=lambda problem: _person_page(view, person, data, problem),
    )


@command("/console/directory/people/{person:str}/edit", Right.DIRECTORY)
def edit_person(person: str, view: View, data: Form) -> Html:
    """Details; not if somebody else changed them since the page was shown."""

    def change(ctx: Context) -> object:
        version = read_number(data.get("version", ""), "version")
        return directory.edit(ctx, person, {key: data[key] for key in _FIELDS if key in data}, version=version)

    return _changed(view, person, data, change)


@command("/console/directory/people/{person:str}/alias", Right.DIRECTORY)
def alias(person: str, view: View, data: Form) -> Html:
    """Another spelling, confirmed or taken back."""
    work = directory.remove_alias if data.get("remove") else directory.add_alias
    return _changed(view, person, data, lambda ctx: work(ctx, person, data.get("name", "")))


@command("/console/directory/people/{person:str}/correct", Right.DIRECTORY)
def correct(person: str, view: View, data: Form) -> Html:
    """A rating by hand, with the reason; or the last one taken back."""

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

    return _changed(view, person, data, change)


@command("/console/directory/people/{person:str}/merge", Right.DIRECTORY)
def merge(person: str, view: View, data: Form) -> Html:
    """Another entry is the same person; asked first."""
    return _changed(
        view,
        person,
        data,
        lambda ctx: directory.merge(ctx, person, data.get("other", ""), confirmed=bool(data.get("yes"))),
    )


@command("/console/directory/people/{person:str}/forget", Right.DIRECTORY)
def forget(person: str, view: View, data: Form) -> Html:
    """Erases name and details for good; asked first."""

    def erase(ctx: Context) -> CommandResult:
        done = directory.forget(ctx, person, confirmed=bool(data.get("yes")))
        return replace(done, notes=(note("directory-forgotten-note", "The person is forgotten."), *done.notes))

    return view.act(erase, onward=ROOT, form=data, again=lambda problem: _person_page(view, person, data, problem))


ROUTES = [add_person, alias, correct, directory_page, edit_person, forget, merge, person_page]
