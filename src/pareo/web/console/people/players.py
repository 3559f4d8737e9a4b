"""The players of an event: the list with its filters, quick add, check-in. One player's own page is in `person`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context, LoadedTournament, person_name
from pareo.app.commands.floor import floor
from pareo.app.commands.people import roster
from pareo.app.commands.people.import_rows import tidy_capitals
from pareo.app.commands.people.players import NewPlayer, enter
from pareo.app.commands.people.roster import Elsewhere, Filter, RosterPage
from pareo.app.queries.pages.event_tables import entrant_status
from pareo.app.queries.people.divisions_by_age import age_notes, divisions_now
from pareo.app.queries.people.requested_byes import read_rounds_off
from pareo.app.queries.people.start_numbers import BY_RATING
from pareo.app.wording.birth_years_text import describe_years
from pareo.core.model.entities import Status
from pareo.core.model.player_fields import FIELDS, FieldType
from pareo.core.settings.event import LANGUAGE
from pareo.core.settings.player_order import parse_order
from pareo.core.settings.table_settings import ORDER_WORDS
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.text.numbers import whole_or, whole_or_refuse
from pareo.core.tournament.tournament import Tournament
from pareo.pages.render import Values
from pareo.web.console.event import frame
from pareo.web.console.events import wrong_field
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View

_TEXT = tuple(f.name for f in FIELDS if f.kind in (FieldType.LINE, FieldType.TEXT, FieldType.POINTS))
_NUMBERS = tuple(f.name for f in FIELDS if f.kind.numeric)


@dataclass(frozen=True, slots=True)
class PlayerListLine:
    """A player in the list."""

    no: int
    id: str
    name: str
    members: tuple[tuple[str, bool], ...]  # name, and whether this is the captain
    nickname: str
    pronouns: str
    staff: bool
    division: str
    born: int | None
    club: str
    rating: int | None
    pod: str
    status: str
    late: bool
    byes: int
    here: bool
    elsewhere: tuple[Elsewhere, ...]
    title: str = ""
    start_no: int = 0
    federation: str = ""
    rating2: int | None = None
    table: int | None = None  # where the player always sits
    group: str = ""  # sort key of the check-in: the position of the division


def read_player(data: Mapping[str, str]) -> NewPlayer:
    """The player that a form describes; a field that should be a number and is not raises BadInput with its name."""
    values: dict[str, Any] = {key: data.get(key, "").strip() for key in _TEXT}
    for key in _NUMBERS:
        text = data.get(key, "").strip()
        if not text:
            continue
        values[key] = whole_or_refuse(
            text, 8, BadInput("field-number", "{key}={value}: this must be a number.", key=key, value=text[:40])
        )
    values["absent"], values["absent_values"] = read_rounds_off(data.get("absent", ""))
    return NewPlayer(**values, captain=data.get("captain") == "yes")


def filter_of(params: Mapping[str, object]) -> Filter:
    """The filter of the player list, from an address or a form."""
    text = {key: str(params.get(key) or "")[:200] for key in ("q", "division", "pod", "status", "here", "page")}
    at = whole_or(text["page"], 5, 1)
    return Filter(text["q"], text["division"], text["pod"], text["status"], text["here"], at, chain_of(params))


SORTS = ("sort1", "sort2", "sort3")
_BY_DIVISION = "division,last,first"


def chain_of(params: Mapping[str, object]) -> str:
    """The order of the list, from one text or from the page's selects; criteria that cannot be read are left out."""
    lot = str(params.get("lot") or "")[:20]
    picked = [str(params.get(key) or "")[:40] for key in SORTS]
    picked = [f"{part}:{lot}" if part == "random" and lot else part for part in dict.fromkeys(picked) if part]
    text = ",".join(picked) if any(key in params for key in SORTS) else str(params.get("sort") or "")[:200]
    criteria: list[str] = []
    for part in filter(None, text.split(",")):
        try:
            criteria = [str(c) for c in parse_order(",".join([*criteria, part.strip()]))]
        except ValueError:  # twice the same, or nothing to sort by
            continue
    return ",".join(criteria)


def order_words(_: Callable[[str], str]) -> dict[str, str]:
    """What the list can be sorted by, each in both directions where that makes sense."""
    return {key: _(text) for key, text in ORDER_WORDS.items()}


def query_of(filters: Filter) -> str:
    """The filter of the player list as the query of an address."""
    parts = {
        "q": filters.text,
        "division": filters.division,
        "pod": filters.pod,
        "status": filters.status,
        "here": filters.here,
        "sort": filters.sort,
        "page": str(filters.page) if filters.page > 1 else "",
    }
    return urlencode({key: value for key, value in parts.items() if value})


def _line(
    event: LoadedTournament, no: int, elsewhere: Mapping[int, list[Elsewhere]], present: frozenset[int]
) -> PlayerListLine:
    t = event.state
    e = t.entrants[no]
    person = event.person(e)
    order = [d.id for d in t.ruleset.divisions.divisions] if t.ruleset.divisions else []
    members = (
        tuple((person_name(event.people.get(p, {})), i == e.captain) for i, p in enumerate(e.persons)) if e.team else ()
    )
    return PlayerListLine(
        no=no,
        id=event.id(no),
        name=event.name(no),
        members=members,
        nickname=str(person.get("nickname") or ""),
        pronouns=str(person.get("pronouns") or ""),
        staff=bool(person.get("staff")),
        division=e.division,
        born=person.get("birth_year"),
        club=e.club,
        rating=e.rating,
        pod=t.pod_of.get(no, ""),
        status=entrant_status(t, no),
        late=bool(e.late_from),
        byes=e.byes,
        here=no in present,
        elsewhere=tuple(elsewhere.get(no, ())),
        title=str(person.get("title") or ""),
        start_no=e.start_no,
        federation=e.federation,
        rating2=e.rating2,
        table=e.fixed_table,
        group=f"{order.index(e.division):03}" if e.division in order else "",
    )


def division_titles(view: View, t: Tournament) -> dict[str, str]:
    rules = t.ruleset.divisions
    return {d.id: view.texts.gettext(d.title) for d in rules.divisions} if rules else {}


def stage_of(t: Tournament) -> str:
    """How players are entered now: “open”, “drafted” (a question first, round 1 is drafted) or “late”."""
    if t.started:
        return "late"
    return "drafted" if any(p.rounds for p in t.pods.values()) else "open"


def _facts(view: View, event: LoadedTournament, roster_page: RosterPage) -> Values:
    t = event.state
    playing = any(
        p.last_round is not None and p.last_round.status in (Status.PUBLISHED, Status.STARTED) for p in t.pods.values()
    )
    return {
        "ages": [view.note(note) for note in age_notes(event)],
        "years": view.note(describe_years(divisions_now(t))) if t.ruleset.divisions else "",
        "divisions": division_titles(view, t),
        "pods": [p.id for p in t.root_pods()],
        "teams": t.ruleset.entrant == "team",
        "rated": t.ruleset.swiss.numbering in BY_RATING
        or t.ruleset.rating is not None
        or any(e.rating is not None for e in t.entrants.values()),
        "stage": stage_of(t),
        "missing": len(roster.missing(t)),
        "playing": playing,
        "present": len(floor.present(t)),
        "active": sum(e.drop is None for e in t.entrants.values()),
        "everybody": len(t.entrants),
        "found": roster_page,
        "numbered": any(e.start_no for e in t.entrants.values()),
        "federated": any(e.federation for e in t.entrants.values()),
        "rated2": any(e.rating2 is not None for e in t.entrants.values()),
        "here_by": _here_by(t),
    }


def _here_by(t: Tournament) -> dict[str, tuple[int, int]]:
    """How many of each division are here, and how many there are."""
    here, every, present = Counter[str](), Counter[str](), floor.present(t)
    for no, e in t.entrants.items():
        if e.drop is None:
            every[e.division] += 1
            here[e.division] += no in present
    return {division: (here[division], every[division]) for division in every}


def list_page(
    view: View,
    slug: str,
    filters: Filter,
    *,
    typed: Mapping[str, str] | None = None,
    problem: PareoError | None = None,
    added: bool = False,
    details: bool = False,
) -> Html:
    """The player list, perhaps with a quick-add form that could not be entered as typed."""

    def gather(ctx: Context) -> Values:
        event = ctx.open(slug)
        by_division = replace(filters, sort=filters.sort or _BY_DIVISION) if event.state.ruleset.divisions else filters
        roster_page = roster.search(event, filters if details else by_division)
        elsewhere = roster.elsewhere(ctx, slug)
        present = floor.present(event.state)
        lines = [_line(event, no, elsewhere, present) for no in roster_page.nos]
        return {
            **frame(ctx, slug, "players"),
            **_facts(view, event, roster_page),
            "lines": lines,
            "elsewhere": len(elsewhere),
        }

    values = view.look(gather)
    shown_filters = replace(filters, page=values["found"].page)
    return view.page(
        "console/players.html",
        status=200 if problem is None else 422,
        problem=problem,
        typed=typed or {},
        details=details,
        leaves="leaves" in view.request.query_params,
        wrong=wrong_field(problem),
        wanted=shown_filters,
        query=query_of(shown_filters),
        query_unpaged=query_of(replace(shown_filters, page=1)),
        focus_add=added or problem is not None,
        orders=order_words(view.texts.gettext),
        chosen=[*filters.sort.split(","), "", "", ""][:3],
        next_lot=_next_lot(filters.sort),
        **values,
    )


def _next_lot(sort: str) -> str:
    """The number of the lots that “draw again” asks for; empty where nothing is drawn."""
    drawn = next((part for part in sort.split(",") if part.startswith("random")), "")
    number = drawn.partition(":")[2]
    return str(int(number) + 1) if number.isdecimal() and len(number) < 6 else "2" if drawn else ""


@page("/console/{slug:str}/players", Right.STAFF)
def players_page(slug: str, view: View) -> Html:
    """Everybody, by name, a hundred at a time."""
    params = view.request.query_params
    return list_page(view, slug, filter_of(params), added="added" in params, details=_wants_details(params))


def _wants_details(params: Mapping[str, object]) -> bool:
    """Is the table with all columns wanted, or needed for a filter or an order that only it shows?"""
    return params.get("view") == "details" or any(params.get(key) for key in ("pod", "status", "sort", *SORTS))


@command("/console/{slug:str}/players/add", Right.PLAYERS)
def add_player(slug: str, view: View, data: Form) -> Html:
    """Adds one player from the quick-add form, and returns to its first field."""

    def add(ctx: Context) -> CommandResult:
        player = read_player(data)
        if data.get("tidy") == "yes":
            player = tidy_capitals(player, ctx.open(slug).state.setting(LANGUAGE) or "")
        done = enter(ctx, slug, [player], confirmed=bool(data.get("yes")), override=data.get("override") or None)
        no = max(entrant.no for entrant in done.fact.entrants)
        if data.get("here_now") == "yes":
            floor.check_in(ctx, slug, [ctx.open(slug).id(no)])
        return replace(done, notes=(*_welcome(view, ctx, slug, no), *done.notes))

    return view.act(
        add,
        onward=f"/console/{slug}" if data.get("back") == "now" else f"/console/{slug}/players?added=1",
        form=data,
        again=lambda problem: list_page(view, slug, Filter(), typed=data, problem=problem),
    )


def _welcome(view: View, ctx: Context, slug: str, no: int) -> tuple[str, ...]:
    """Messages after a player was added: the name, and what looks odd about the entry."""
    event = ctx.open(slug)
    _ = view.texts.gettext
    notes = [_("%(name)s has been entered.") % {"name": event.name(no)[:80]}]
    if event.state.ruleset.entrant != "team" and roster.namesakes(event, no):
        notes.append(_("A player with this name is already entered. If it is the same person, merge the 2 entries."))
    also = _("Also entered in %(event)s that day.")
    notes += [also % {"event": other.name[:80]} for other in roster.elsewhere(ctx, slug).get(no, ())]
    return tuple(notes)


# --- check-in ---------------------------------------------------------------------------------------------------------


@command("/console/{slug:str}/players/check-in", Right.CHECK_IN)
def check_in(slug: str, view: View, data: Form) -> Html:
    """Checks in one player, or everybody whom the filter shows; these are shown afterwards, also where the filter asked
    for who is missing (A-67)."""
    filters = filter_of(data)
    shown_filters = filters if data.get("who") else replace(filters, here="")
    query = query_of(shown_filters) + ("&view=details" if data.get("view") == "details" else "")

    def check(ctx: Context) -> CommandResult:
        event = ctx.open(slug)
        if data.get("who"):
            nos = [event.state.entrant(_number(data["who"])).no]
        else:
            nos = [no for no in roster.search(event, filters).all_nos if event.state.entrants[no].drop is None]
        return floor.check_in(ctx, slug, [event.id(no) for no in nos], here=data.get("here_now") != "no")

    return view.act(
        check,
        onward=f"/console/{slug}/players?{query}",
        form=data,
        again=lambda problem: list_page(view, slug, filters, problem=problem, details=_wants_details(data)),
    )


def _number(text: str) -> int:
    return whole_or_refuse(text, 8, BadInput("entrant-number", "“{text}” is not a player's number.", text=text[:40]))


@command("/console/{slug:str}/players/drop-missing", Right.CHECK_IN)
def drop_missing(slug: str, view: View, data: Form) -> Html:
    """Drops everybody who should play and is not here, once confirmed."""
    return view.act(
        lambda ctx: roster.drop_missing(ctx, slug, confirmed=bool(data.get("yes"))),
        onward=f"/console/{slug}/players?here=no",
        form=data,
        again=lambda problem: list_page(view, slug, Filter(here="no"), problem=problem),
    )


ROUTES = [add_player, check_in, drop_missing, players_page]
