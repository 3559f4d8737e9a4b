"""Now: the first page of an event. It says where the day stands and the one thing to do next, shows the tables as tiles
next to what needs the organiser, and holds the steps that belong to it: who is here, the next round with its
one confirmation, one step back, the clock, the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context, LoadedTournament
from pareo.app.base.lru_cache import CacheSlot
from pareo.app.base.timestamps import moment
from pareo.app.commands.event import undo
from pareo.app.commands.floor import floor
from pareo.app.commands.people.roster import Filter, missing, search
from pareo.app.commands.rounds import autostart, next_round, rounds
from pareo.app.commands.rounds.confirmations import NOT_HERE, arrivals_note, start_lacks
from pareo.app.commands.rounds.dry_run import find_outdated_drafts
from pareo.app.forecast.round_times import day_ahead
from pareo.app.league import event_closing
from pareo.app.league.directory_events import players_to_add
from pareo.app.queries.event.overview import overview
from pareo.app.queries.floor.attention import AttentionItem
from pareo.app.queries.floor.claim_notices import claim_items
from pareo.app.queries.pages.announcement import announcement_lines
from pareo.app.queries.rounds import pairing_methods
from pareo.app.screens.day_progress import DayStage, day_of
from pareo.app.screens.now_page import now_items, open_tables, pod_tiles, staff_podiums
from pareo.app.screens.round_tables import pod_cards
from pareo.app.tom import views
from pareo.core.rules.actions import all_results_in, stage_of
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.settings.event import DATE, LANGUAGE, PLACE, START
from pareo.core.text.errors import BadInput, PareoError, Refused
from pareo.core.text.languages import DOCUMENT_LANGUAGES
from pareo.core.text.numbers import whole_or, whole_or_refuse
from pareo.pages.render import Values
from pareo.web.console.event import frame
from pareo.web.console.new_event import what_is_set
from pareo.web.console.papers import files_of
from pareo.web.console.phones import phones_card, reach, screens_card
from pareo.web.console.results import echo_of, enter_line
from pareo.web.forms.query import query_value
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View, status_of
from pareo.web.wording.entry_help import entry_help
from pareo.web.wording.now_words import Words

PILLS = 80  # people whose check-in stands on the page; more have a page of their own
_OPEN_SHOWN = 12
_GO_ON = 16  # tables of a bracket that comes
_BRACKETS: CacheSlot[str, tuple[next_round.PodRound, ...]] = CacheSlot(16)  # by the journal's head


@page("/console/{slug:str}", Right.STAFF)
def now_page(slug: str, view: View) -> Html:
    """The page “Now” of an event."""
    return show_now(view, slug)


def show_now(view: View, slug: str, problem: PareoError | None = None, **more: Any) -> Html:
    """The page “Now”; `more` carries what was typed and what is to be answered."""
    reach_now, said = reach(view, slug), more.pop("said", None)

    def gather(ctx: Context) -> Values:
        event = ctx.open(slug)
        t = event.state
        day = day_of(event, ctx.now())
        if (
            day.stage is DayStage.PLAYING and day.seconds is not None and day.time_left.turns
        ):  # the clock goes on with them
            day = replace(day, stage=DayStage.TIME_UP)
        playing = day.stage in (DayStage.PLAYING, DayStage.TIME_UP) or day.meanwhile
        open_now = open_tables(t) if playing else []
        shown_podiums = staff_podiums(ctx, slug) if day.over or day.stage in (DayStage.OVER, DayStage.CLOSED) else ()
        winners = [[one.name for one in podium.steps()[0][1]] for podium in shown_podiums]
        values: Values = {
            **frame(ctx, slug, "now"),
            "day": day,
            "stage": day.stage.value,
            "podiums": shown_podiums,
            "reach": reach_now,
            "words": Words(view.texts, view.pod, t, day, reach_now, winners=winners),
            "pods": pod_tiles(event, day) if day.stage is not DayStage.CLOSED else (),
            "needs": (
                *_printer(view, slug),
                *claim_items(event, view.app_state.accounts.claim_state(slug)),
                *now_items(event),
            ),
            "open_tables": open_now,
            "open_shown": _OPEN_SHOWN,
            "minutes": floor.minutes_of(t, bracket=day.bracket),
            "unfinished": any(map(all_results_in, t.pods.values())),
            "step": undo.last_publishing(event),
            "overview": overview(event),
            "style": t.style,
            "teams": t.ruleset.entrant == "team",
            "ahead_line": _ahead_line(view, event, ctx.now()) if day.stage is DayStage.PLAYING else "",
            "starts_in": autostart.countdown(ctx, slug),
            "start_stopped": _start_stopped(view, ctx, event),
            "standings_first": t.ruleset.standings_first,
        }
        values["tom"] = views.overview(ctx, slug) if t.follows_tom else None
        if playing:
            values["playing_round"] = t.playing_round(0)
            values["entry_help"] = entry_help(view.texts, *_form(t), *open_now[:1], draws=not day.bracket)
        if day.stage in (DayStage.CHECK_IN, DayStage.EMPTY):
            values |= _before(view, ctx, slug)
        if day.stage is DayStage.NEXT_PHASE or (day.bracket and day.stage in (DayStage.ALL_IN, DayStage.STANDINGS)):
            values["going_on"] = _going_on(ctx, slug)
        if day.stage in (DayStage.OVER, DayStage.CLOSED):
            values |= _at_the_end(view, ctx, event)
        if day.stage is DayStage.DRAFT:
            values["drawn"] = undo.last_drawing(event)
            values["cards"] = [card for card in pod_cards(ctx, slug) if card.status == "drafted"]
        if day.stage in (DayStage.DRAFT, DayStage.PUBLISHED):
            values["outdated"] = find_outdated_drafts(ctx, slug)
        if day.stage is DayStage.PUBLISHED:
            waiting = [p for p in t.pods.values() if not p.closed and stage_of(p).value == "published"]
            values["lacks"] = [view.note(note) for note in start_lacks(event, waiting)]
        return values

    return view.page(
        "console/now.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        version=view.app_state.version(slug),
        said=said,
        number=said.round_no if said is not None else 0,
        typed=more.pop("typed", {}),
        echo=more.pop("echo", None),
        phones=phones_card(view, slug),
        screens=screens_card(view, slug),
        **view.look(gather),
    )


def _start_stopped(view: View, ctx: Context, event: LoadedTournament) -> str:
    """Why a round that would start automatically does not; empty where nothing stops it."""
    slug = event.state.slug
    if autostart.seconds_until(event, ctx.now()) is None:
        return ""
    return "; ".join(map(view.note, autostart.stops(ctx, slug)))


def _at_the_end(view: View, ctx: Context, event: LoadedTournament) -> Values:
    """Values for the end of an event: the file of the game, and what closing counts or has counted."""
    slug, season = event.state.slug, view.identity.may(Right.DIRECTORY, None)
    closing = event_closing.closing_preview(ctx, slug) if season else None
    return {
        "file": files_of(view, event.state)[0][0],
        "closing": closing,
        "newcomers": len(players_to_add(ctx, slug)) if closing is not None and closing.outside else 0,
        "season": season and bool(ctx.store.series().all_documents()),
    }


def _ahead_line(view: View, event: LoadedTournament, now: str) -> str:
    ahead = day_ahead(event, now)
    return view.note(ahead.says) if ahead else ""


def _going_on(ctx: Context, slug: str) -> list[tuple[str, list[tuple[int, str, str]]]]:
    """The tables of the next round of each bracket: who has gone on, and against whom."""
    event = ctx.open(slug)

    def look() -> tuple[next_round.PodRound, ...]:
        try:
            return next_round.look(ctx, slug).rounds
        except PareoError:  # the button says what is in the way
            return ()

    coming = event.caches[_BRACKETS].get_or_create(event.hash, look)
    return [
        (r.pod, [(table, event.name(a), event.name(b)) for table, a, b in r.pairs[:_GO_ON]]) for r in coming if r.pairs
    ]


def _printer(view: View, slug: str) -> list[AttentionItem]:
    """The problem of the printer, if papers that print by themselves did not."""
    problem = view.app_state.printing.problems.get(slug)
    return [AttentionItem("printer", note=problem)] if problem is not None else []


def _form(t: Any) -> tuple[str, int, str]:
    rules = t.ruleset.results
    return rules.kind, rules.games, rules.decide


def _before(view: View, ctx: Context, slug: str) -> Values:
    """Values for the time before round 1: who is here, and how the event will be played."""
    event = ctx.open(slug)
    t = event.state
    everybody = [no for no in search(event, Filter()).all_nos if t.entrants[no].drop is None]
    away, present = set(missing(t)), floor.present(t)
    on_page = everybody if len(everybody) <= PILLS else [no for no in everybody if no in away][:PILLS]
    first = sorted(on_page, key=lambda no: no not in away)
    return {
        "people": [(no, event.name(no), t.entrants[no].club, t.entrants[no].division, no in present) for no in first],
        "hidden": len(everybody) - len(on_page),
        "starts_at": t.setting(START) or "",
        "when": t.setting(DATE) or "",
        "place": t.setting(PLACE) or "",
        "born": bool(t.ruleset.divisions),
        "fixed": what_is_set(view, t),
    }


def _act(
    view: View, slug: str, data: Mapping[str, str], work: Callable[[Context], CommandResult], *, long: bool = False
) -> Html:
    return view.act(
        work, onward=f"/console/{slug}", again=lambda problem: show_now(view, slug, problem), form=data, long=long
    )


# --- who is here ------------------------------------------------------------------------------------------------------


@command("/console/{slug:str}/now/here", Right.CHECK_IN)
def here(slug: str, view: View, data: Form) -> Html:
    """Checks a player in, or out again; without a player everybody."""

    def work(ctx: Context) -> CommandResult:
        event = ctx.open(slug)
        if data.get("who"):
            number = whole_or_refuse(
                data["who"], 8, BadInput("entrant-number", "“{text}” is not a player's number.", text=data["who"][:40])
            )
            nos = [event.state.entrant(number).no]
        else:
            nos = [no for no, e in event.state.entrants.items() if e.drop is None]
        return floor.check_in(ctx, slug, [event.id(no) for no in nos], here=data.get("here") != "no")

    return _act(view, slug, data, work)


# --- the next round ---------------------------------------------------------------------------------------------------


def _start_in(form: Form, now: str) -> int:
    """In how many minutes the rounds shall start, from the moment that the dialog offered; 0: none was chosen. A moment
    that has passed while the dialog was open is a minute from now."""
    chosen = whole_or(form.get("start_at", ""), 12, 0)
    return min(99, max(1, round((chosen - moment(now).timestamp()) / 60))) if chosen else 0


@page("/console/{slug:str}/next", Right.ROUNDS)
def next_page(slug: str, view: View) -> Html:
    """The one confirmation before the next round: what it does, and what has to be decided first."""
    reach_now, not_here = reach(view, slug), query_value(view, "not_here")
    not_here = not_here if not_here in NOT_HERE else ""

    def gather(ctx: Context) -> Values:
        event = ctx.open(slug)
        day = day_of(event, ctx.now())
        start_at = moment(ctx.now()) + timedelta(minutes=autostart.USUAL)
        values: Values = {
            **frame(ctx, slug, "now"),
            "words": Words(view.texts, view.pod, event.state, day, reach_now),
            "ahead": None,
            "auto": autostart.usual_minutes(event.state, ctx.now()),
            "start_at": int(start_at.timestamp()),
            "start_time": view.texts.time(start_at.isoformat(), event.state.zone),
        }
        try:
            ahead = next_round.look(ctx, slug, not_here=not_here or None)
        except PareoError as problem:
            return {**values, "wrong": problem}
        mentioned = (*ahead.away, *ahead.forfeited, *(no for r in ahead.rounds for no in r.byes))
        names = {no: event.name(no) for no in mentioned}
        return {
            **values,
            "ahead": ahead,
            "names": names,
            "wrong": None,
            "out": event.state.style not in KNOCKOUT,
            "teams": event.state.ruleset.entrant == "team",
            "arrived": arrivals_note(event, dict(ahead.arrived)) if ahead.arrived else None,
            "lines": [view.note(note) for note in (*ahead.lacks, *ahead.doubts)],
            "outside": [view.note(note) for note in ahead.outside],
            "behind": [view.note(note) for note in ahead.behind],
        }

    page_values = view.look(gather)
    wrong = page_values.pop("wrong")
    return view.page(
        "console/next.html",
        status=200 if wrong is None else status_of(wrong),
        problem=wrong,
        chosen=not_here,
        **page_values,
    )


@command("/console/{slug:str}/next", Right.ROUNDS)
def next_step(slug: str, view: View, data: Form) -> Html:
    """Finishes the round, pairs the next one and publishes it; or, with `look`, only drafts it."""

    def work(ctx: Context) -> CommandResult:
        not_here, withdrawn, arrivals = (data.get(key) or None for key in ("not_here", "withdrawn", "arrivals"))
        confirmed = bool(data.get("yes"))
        if data.get("look"):
            return next_round.draft(
                ctx,
                slug,
                not_here=not_here,
                withdrawn=withdrawn,
                arrivals=arrivals,
                confirmed=confirmed,
                override=data.get("override") or None,
            )
        return next_round.next_round(
            ctx,
            slug,
            not_here=not_here,
            withdrawn=withdrawn,
            arrivals=arrivals,
            confirmed=confirmed,
            word=data.get("word", ""),
            override=data.get("override") or None,
            start_in=_start_in(data, ctx.now()),
        )

    return _act(view, slug, data, work, long=view.look(lambda ctx: pairing_methods.takes_long(ctx, slug)))


@command("/console/{slug:str}/now/publish", Right.ROUNDS)
def publish(slug: str, view: View, data: Form) -> Html:
    """Publishes the drafted round."""
    return _act(
        view,
        slug,
        data,
        lambda ctx: rounds.publish(ctx, slug, confirmed=bool(data.get("yes")), word=data.get("word", "")),
    )


@command("/console/{slug:str}/now/again", Right.ROUNDS)
def again(slug: str, view: View, data: Form) -> Html:
    """Draws the draft again."""
    return _act(
        view,
        slug,
        data,
        lambda ctx: rounds.pair(ctx, slug, again=True, confirmed=bool(data.get("yes"))),
        long=view.look(lambda ctx: pairing_methods.takes_long(ctx, slug)),
    )


@command("/console/{slug:str}/now/undo", Right.ROUNDS)
def step_back(slug: str, view: View, data: Form) -> Html:
    """Undoes the last step, with everything that was done in it."""
    return _act(view, slug, data, lambda ctx: undo.undo(ctx, slug, whole_or(data.get("seq", ""), 9, None)))


@command("/console/{slug:str}/now/start", Right.ROUNDS)
def start(slug: str, view: View, data: Form) -> Html:
    """Starts the published rounds and their clock. The page has shown what they lack."""
    return _act(view, slug, data, lambda ctx: next_round.begin(ctx, slug, confirmed=bool(data.get("yes"))))


@command("/console/{slug:str}/now/wait", Right.ROUNDS)
def wait(slug: str, view: View, data: Form) -> Html:
    """Switches the automatic start off: from now on somebody starts the rounds."""
    return _act(view, slug, data, lambda ctx: autostart.off(ctx, slug))


@command("/console/{slug:str}/now/finish", Right.ROUNDS)
def finish(slug: str, view: View, data: Form) -> Html:
    """Finishes the round: its standings can be posted before the next pairings."""
    return view.act(
        lambda ctx: rounds.finish(ctx, slug),
        onward=f"/console/{slug}/standings",
        form=data,
        again=lambda problem: show_now(view, slug, problem),
    )


@command("/console/{slug:str}/now/podium", Right.ROUNDS)
def podium(slug: str, view: View, data: Form) -> Html:
    """Finishes the last round, so that phones and screens show who won. Where no screen was added this window becomes
    one."""
    onward = f"/console/{slug}" if reach(view, slug).screens else f"/screen/{slug}/auto"
    return view.act(
        lambda ctx: rounds.finish(ctx, slug),
        onward=onward,
        form=data,
        again=lambda problem: show_now(view, slug, problem),
    )


# --- the announcement before round 1 ----------------------------------------------------------------------------------


@page("/console/{slug:str}/announcement", Right.STAFF)
def announcement(slug: str, view: View) -> Html:
    """The announcement that is read out before round 1, in every language."""

    def gather(ctx: Context) -> Values:
        own = ctx.open(slug).state.setting(LANGUAGE) or view.lang
        return {
            **frame(ctx, slug, "share"),
            "sheets": {lang: announcement_lines(ctx, slug, lang) for lang in dict.fromkeys((*DOCUMENT_LANGUAGES, own))},
            "sheet_lang": own,
        }

    return view.page("console/announcement.html", **view.look(gather))


# --- the clock --------------------------------------------------------------------------------------------------------


@command("/console/{slug:str}/now/clock", Right.ROUNDS)
def clock(slug: str, view: View, data: Form) -> Html:
    """Pauses the clock or lets it run on; or gives everybody more minutes."""
    more = whole_or(data.get("more", ""), 2, 0)

    def work(ctx: Context) -> CommandResult:
        return floor.lengthen_clock(ctx, slug, more) if more else floor.pause_clock(ctx, slug)

    return _act(view, slug, data, work)


@command("/console/{slug:str}/now/turns", Right.ROUNDS)
def turns(slug: str, view: View, data: Form) -> Html:
    """Time is up: tells the open tables, or one of them, on screens and phones to finish."""
    table_no = whole_or(data.get("table", ""), 6, 0)

    def work(ctx: Context) -> CommandResult:
        tables = [table for table in open_tables(ctx.open(slug).state) if table_no in (0, table)][:40]
        if not tables:
            raise Refused("no-open-table", "No open table has that number.")
        message = view.texts.ngettext(
            "Time is up. Final turns at table %(tables)s.", "Time is up. Final turns at tables %(tables)s.", len(tables)
        )
        return floor.announce(ctx, slug, (message % {"tables": ", ".join(map(str, tables))})[:300])

    return _act(view, slug, data, work)


# --- results ----------------------------------------------------------------------------------------------------------


@command("/console/{slug:str}/enter", Right.REPORT)
def enter(slug: str, view: View, data: Form) -> Html:
    """Enters a line of the keyboard field, whichever round the table plays."""
    return enter_line(view, slug, None, data, onward=f"/console/{slug}", again=partial(show_now, view, slug))


@page("/console/{slug:str}/echo", Right.REPORT)
def echo(slug: str, view: View) -> Html:
    """Who sits at the table that is being typed, and how the result is read."""
    echo_values = view.look(lambda ctx: echo_of(ctx, view, slug, None, query_value(view, "line")))
    return view.page("console/results_echo.html", slug=slug, echo=echo_values)


# --- the end ----------------------------------------------------------------------------------------------------------


@command("/console/{slug:str}/close", Right.EVENT)
def close(slug: str, view: View, data: Form) -> Html:
    """Closes the event, or opens it again."""
    season = view.identity.may(Right.DIRECTORY, None)

    def work(ctx: Context) -> CommandResult:
        if data.get("again"):
            return event_closing.reopen_event(ctx, slug)
        return event_closing.close_event(
            ctx, slug, season=season, take=data.get("take") == "yes", confirmed=bool(data.get("yes"))
        )

    return view.act(work, onward=f"/console/{slug}", again=lambda problem: show_now(view, slug, problem), form=data)


ROUTES: Sequence[Any] = [
    now_page,
    here,
    next_page,
    next_step,
    publish,
    again,
    step_back,
    start,
    wait,
    finish,
    podium,
    clock,
    turns,
    enter,
    echo,
    close,
    announcement,
]
