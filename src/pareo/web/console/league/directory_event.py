"""One event and the directory: who is here tonight, who is who, and ratings applied at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.rounds.rounds import pair
from pareo.app.league import closing, directory, directory_events, directory_ratings, series
from pareo.app.league.directory_snapshot import DirectorySnapshot, load_directory
from pareo.core.league.directory import LISTS, MatchReason, name_key
from pareo.core.text.alphabet import alphabetical
from pareo.core.text.errors import ConfirmationChoice, NeedsConfirmation, NotFound, PareoError
from pareo.core.text.messages import text_note
from pareo.core.tournament.tournament import Tournament
from pareo.web.console.event import frame
from pareo.web.console.people.players import stage_of
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View, status_of

_MAX_PICKS = 1500  # people to tick on one page; beyond that a name is typed
_MAX_UNCLEAR = 200  # players whose identity is asked for on one page


# --- who is here ------------------------------------------------------------------------------------------------------


class Pick(NamedTuple):
    """A person who can be ticked on the page “who is here”."""

    key: str  # of the form: p-ID of the directory, e-NUMBER of the earlier event
    name: str
    club: str
    rating: int | None
    lately: bool  # was in the earlier event


def picks(ctx: Context, slug: str) -> tuple[list[Pick], int]:
    """Everybody who may be here and is not entered yet, last time's players first; and how many were left out."""
    snapshot = load_directory(ctx)
    inside = {row.match.person for row in directory_events.links(ctx, slug)}
    event = ctx.open(slug)
    names = {name_key(event.name(no)) for no in event.state.entrants}
    source = directory_events.earlier_event(ctx, slug)
    before = ctx.open(source) if source else None
    lately = directory_events.links(ctx, source) if source else []
    were_there = {row.match.person for row in lately}
    recent = [
        Pick(f"e-{row.no}", row.name, (e := before.state.entrants[row.no]).club, e.rating, lately=True)
        for row in lately
        if before is not None and row.match.person is None and name_key(row.name) not in names
    ]
    recent += [_pick(snapshot, pid, lately=True) for pid in snapshot.order if pid in were_there and pid not in inside]
    recent.sort(key=lambda pick: alphabetical(pick.name))
    others = [pid for pid in snapshot.order if pid not in were_there and pid not in inside]
    room = max(0, _MAX_PICKS - len(recent))
    if len(others) > room:  # those who played most are the likeliest to come
        likely = set(sorted(others, key=lambda pid: -(snapshot.people[pid].games + snapshot.people[pid].games2))[:room])
        included = [pid for pid in others if pid in likely]
    else:
        included = others
    return recent + [_pick(snapshot, pid, lately=False) for pid in included], len(others) - len(included)


def _pick(snapshot: DirectorySnapshot, pid: str, *, lately: bool) -> Pick:
    p = snapshot.people[pid]
    return Pick(f"p-{pid}", p.name, snapshot.club(p), p.rating, lately)


def _here_page(
    view: View, slug: str, typed: Mapping[str, str] | None = None, problem: PareoError | None = None
) -> Html:
    def gather(ctx: Context) -> dict[str, object]:
        t: Tournament = ctx.open(slug).state
        choices, left_out = picks(ctx, slug)
        return {
            **frame(ctx, slug, "players"),
            "picks": choices,
            "left_out": left_out,
            "stage": stage_of(t),
            "entered": len(t.entrants),
            "teams": t.ruleset.entrant == "team",
        }

    return view.page(
        "console/here.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        typed=dict(typed or {}),
        **view.look(gather),
    )


@page("/console/{slug:str}/here", Right.DIRECTORY)
def here_page(slug: str, view: View) -> Html:
    """Everybody of the directory and of last time, to be ticked."""
    return _here_page(view, slug)


@command("/console/{slug:str}/here", Right.DIRECTORY)
def enter_here(slug: str, view: View, data: Form) -> Html:
    """Enters who was ticked or typed; then, if wanted, drafts round 1."""
    lines = [line.strip() for line in data.get("names", "").splitlines() if line.strip()]

    def enter(ctx: Context) -> CommandResult:
        chosen = [key[2:] for key in data if key.startswith("p-")]
        again = [int(key[2:]) for key in data if key.startswith("e-") and key[2:].isdecimal() and len(key) < 10]
        try:
            done = directory_events.enter_present_players(
                ctx,
                slug,
                [*chosen, *lines],
                again=again,
                new=data.get("new") == "yes",
                tidy=data.get("tidy") == "yes",
                confirmed=bool(data.get("yes")),
            )
        except NotFound as unknown:  # new names need no box: they are asked about
            if unknown.code != "directory-who":
                raise
            question = NeedsConfirmation.from_note(unknown.note)
            raise question.choose(ConfirmationChoice("new", "yes", text_note("Enter them as new players"))) from None
        if data.get("then") == "pair":
            try:
                pair(ctx, slug)
            except PareoError as problem:  # they are entered all the same, and the rounds page goes on from here
                done = replace(done, notes=(*done.notes, problem.note))
        return done

    onward = f"/console/{slug}/rounds" if data.get("then") == "pair" else f"/console/{slug}/players"
    return view.act(enter, onward=onward, form=data, again=lambda problem: _here_page(view, slug, data, problem))


# --- who is who, and the ratings --------------------------------------------------------------------------------------


def _event_page(view: View, slug: str, problem: PareoError | None = None) -> Html:
    list_no = 2 if view.request.query_params.get("list") == "2" else 1

    def gather(ctx: Context) -> dict[str, object]:
        snapshot = load_directory(ctx)
        rows = directory_events.links(ctx, slug)
        open_rows = [row for row in rows if row.match.person is None]
        standings = [directory_ratings.list_status(ctx, slug, n) for n in LISTS]
        now = standings[list_no - 1]
        mark = now.application
        plan = closing.plan_closing(ctx, slug)
        return {
            **frame(ctx, slug, "settings"),
            "linked": len(rows) - len(open_rows),
            "players": len(rows),
            "asked": [(row, directory_events.possible_people(snapshot, row)) for row in open_rows[:_MAX_UNCLEAR]],
            "more": max(0, len(open_rows) - _MAX_UNCLEAR),
            "people": snapshot.people,
            "chosen": [
                (row, snapshot.people[row.match.person])
                for row in rows
                if row.match.how is MatchReason.CHOSEN and row.match.person is not None
            ],
            "standing": now,
            "lists": [s.list_no for s in standings if s.rated],
            "list_no": list_no,
            "changes": next((one.rows for one in plan.lists if one.list_no == list_no), ()),
            "steps": directory_ratings.applied_steps(ctx, mark) if mark is not None else [],
            "plan": plan,
            "every_series": series.list_series(ctx),
        }

    return view.page(
        "console/directory_event.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        **view.look(gather),
    )


@page("/console/{slug:str}/directory", Right.DIRECTORY)
def event_page(slug: str, view: View) -> Html:
    """The end of an evening: unclear identities, the rating changes to apply, the series."""
    return _event_page(view, slug)


def _act(view: View, slug: str, data: Mapping[str, str], work: Callable[[Context], CommandResult]) -> Html:
    onward = f"/console/{slug}/directory" + ("?list=2" if data.get("list") == "2" else "")
    return view.act(work, onward=onward, form=data, again=lambda problem: _event_page(view, slug, problem))


@command("/console/{slug:str}/directory/link", Right.DIRECTORY)
def link(slug: str, view: View, data: Form) -> Html:
    """Links a player to a person of the directory, takes that back, or adds the player as a new person."""

    def work(ctx: Context) -> CommandResult:
        player, person = data.get("player", ""), data.get("person", "")
        if data.get("unlink"):
            return directory_events.unlink(ctx, slug, player)
        if person == "new":
            return directory_events.add_to_directory(ctx, slug, [player])
        return directory_events.link(ctx, slug, player, person, alias=data.get("alias") == "yes")

    return _act(view, slug, data, work)


@command("/console/{slug:str}/directory/take", Right.DIRECTORY)
def take(slug: str, view: View, data: Form) -> Html:
    """Adds every player to the directory whom it does not know and who is like nobody in it."""
    return _act(view, slug, data, lambda ctx: directory_events.add_to_directory(ctx, slug))


@command("/console/{slug:str}/directory/apply", Right.DIRECTORY)
def apply(slug: str, view: View, data: Form) -> Html:
    """Applies the rating changes of the event to the directory; this happens once."""
    list_no = 2 if data.get("list") == "2" else 1
    return _act(
        view,
        slug,
        data,
        lambda ctx: directory_ratings.apply(ctx, slug, list_no=list_no, confirmed=bool(data.get("yes"))),
    )


@command("/console/{slug:str}/directory/take-back", Right.DIRECTORY)
def take_back(slug: str, view: View, data: Form) -> Html:
    """Takes the applied ratings back: they are as before the event."""
    list_no = 2 if data.get("list") == "2" else 1
    return _act(view, slug, data, lambda ctx: directory_ratings.take_back(ctx, slug, list_no=list_no))


@command("/console/{slug:str}/directory/close", Right.DIRECTORY)
def close(slug: str, view: View, data: Form) -> Html:
    """Closes the evening: applies the ratings and counts the event in the series."""

    def work(ctx: Context) -> CommandResult:
        result = closing.close(
            ctx, slug, to=data.get("series"), take=data.get("take") == "yes", confirmed=bool(data.get("yes"))
        )
        return directory.directory_result("closed", *result.notes)

    return _act(view, slug, data, work)


ROUTES = [apply, close, enter_here, event_page, here_page, link, take, take_back]
