"""The floor of the event: clock, extra time, penalties, announcements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from urllib.parse import quote

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.floor import floor
from pareo.app.commands.floor.no_show import due_tables, not_at_the_table
from pareo.app.screens.round_tables import clock_of, round_numbers
from pareo.app.wording.journal_words import reason_text
from pareo.core.model.entities import Status
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.text.messages import text_note
from pareo.core.text.numbers import whole_or_refuse
from pareo.pages.render import Values
from pareo.web.console.event import event_facts
from pareo.web.console.results import show_table
from pareo.web.console.rounds import address
from pareo.web.forms.query import query_value
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View, status_of


@page("/console/{slug:str}/floor", Right.STAFF)
def floor_page(slug: str, view: View) -> Html:
    """Clock, extra time, penalties, announcements: everything but pairings and results."""
    query = {key: query_value(view, key) for key in ("round", "table", "who") if query_value(view, key)}
    return show_floor(view, slug, typed=query)


def show_floor(
    view: View, slug: str, problem: PareoError | None = None, typed: Mapping[str, str] | None = None
) -> Html:
    def facts(ctx: Context) -> Values:
        event = ctx.open(slug)
        t = event.state
        numbers = round_numbers(t)
        playing = any(r.status is Status.STARTED for p in t.pods.values() for r in p.rounds.values())
        now = numbers[0] if numbers else 0
        return {
            "event": event_facts(event),
            "clock": clock_of(ctx, slug),
            "playing": playing,
            "round_no": now,
            "minutes": floor.clock_minutes(t),
            "empty": due_tables(event, ctx.now()),
            "no_show_minutes": t.ruleset.round.no_show_minutes,
            "at_time": t.ruleset.round.at_time,
            "at_time_cut": t.ruleset.round.at_time_cut,
            "extensions": sorted(
                (e for e in t.floor.extensions.values() if e.round_no == now and e.minutes), key=lambda e: e.table
            ),
            "penalties": [(p, event.name(p.no)) for p in reversed(t.floor.penalties)],
            "announcements": list(reversed(t.floor.announcements)),
        }

    return view.page(
        "console/floor.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        slug=slug,
        tab="rounds",
        kinds=floor.PENALTIES,
        typed=typed or {},
        reason_said=partial(reason_text, view.texts),
        version=view.app_state.version(slug),
        **view.look(facts),
    )


def _do(view: View, slug: str, data: Mapping[str, str], work: Callable[[Context], CommandResult]) -> Html:
    """Runs a command and returns to the page that sent it: the floor, the rounds, or a table."""
    number, table = data.get("round", ""), data.get("table", "")
    if data.get("back") == "table" and number.isdecimal() and table.isdecimal():
        return view.act(
            work,
            onward=address(slug, number, "table", table),
            form=data,
            again=lambda p: show_table(view, slug, int(number), int(table), p, typed=data),
        )
    onward = f"/console/{quote(slug)}/floor" if data.get("back") != "rounds" else address(slug)
    return view.act(work, onward=onward, form=data, again=lambda p: show_floor(view, slug, p, data))


def _whole(data: Mapping[str, str], key: str, what: str) -> int:
    text = data.get(key, "").strip()
    return whole_or_refuse(
        text, 6, BadInput("not-a-number", "{what}: “{text}” is not a whole number.", what=what, text=text[:40])
    )


@command("/console/{slug:str}/clock/start", Right.ROUNDS)
def clock_start(slug: str, view: View, data: Form) -> Html:
    """Starts the clock of the rounds being played, or starts it anew."""

    def work(ctx: Context) -> CommandResult:
        minutes = _whole(data, "minutes", text_note("Minutes")) if data.get("minutes", "").strip() else None
        return floor.start_clock(ctx, slug, minutes=minutes)

    return _do(view, slug, data, work)


@command("/console/{slug:str}/clock/pause", Right.ROUNDS)
def clock_pause(slug: str, view: View, data: Form) -> Html:
    """Pauses the clock, or lets it run on."""
    return _do(view, slug, data, lambda ctx: floor.pause_clock(ctx, slug))


@command("/console/{slug:str}/floor/extend", Right.JUDGE)
def extend(slug: str, view: View, data: Form) -> Html:
    """Gives a table extra minutes."""

    def work(ctx: Context) -> CommandResult:
        return floor.extend(
            ctx,
            slug,
            round_no=_whole(data, "round", "Round"),
            table=_whole(data, "table", "Table"),
            minutes=_whole(data, "minutes", text_note("Minutes")),
            reason=data.get("reason", ""),
        )

    return _do(view, slug, data, work)


@command("/console/{slug:str}/floor/penalise", Right.JUDGE)
def penalise(slug: str, view: View, data: Form) -> Html:
    """Records a penalty of a player, or a note."""

    def work(ctx: Context) -> CommandResult:
        return floor.penalise(
            ctx,
            slug,
            data.get("who", ""),
            round_no=_whole(data, "round", "Round"),
            kind=data.get("kind", ""),
            reason=data.get("reason", ""),
        )

    return _do(view, slug, data, work)


@command("/console/{slug:str}/floor/no-show", Right.JUDGE)
def no_show(slug: str, view: View, data: Form) -> Html:
    """Gives a player who is not at the table the match loss, and drops them."""

    def work(ctx: Context) -> CommandResult:
        return not_at_the_table(ctx, slug, data.get("who", ""), round_no=_whole(data, "round", "Round"))

    return _do(view, slug, data, work)


@command("/console/{slug:str}/floor/announce", Right.EVENT)
def announce(slug: str, view: View, data: Form) -> Html:
    """Puts a line on screens and phones."""
    return _do(view, slug, data, lambda ctx: floor.announce(ctx, slug, data.get("text", "")))


@command("/console/{slug:str}/floor/withdraw", Right.EVENT)
def withdraw(slug: str, view: View, data: Form) -> Html:
    """Takes an announcement off the screens."""
    return _do(view, slug, data, lambda ctx: floor.withdraw_announcement(ctx, slug, _whole(data, "seq", "Number")))


ROUTES = [floor_page, clock_start, clock_pause, extend, penalise, no_show, announce, withdraw]
