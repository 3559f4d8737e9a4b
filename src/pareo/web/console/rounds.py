"""Rounds: their life from draft to end, looking at a round, changes by hand, going on to the next phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context, LoadedTournament
from pareo.app.commands.floor import floor
from pareo.app.commands.rounds import advance as advancing
from pareo.app.commands.rounds import dry_run, manual_changes, rounds
from pareo.app.queries.floor.claims import disputed_tables
from pareo.app.queries.pages.event_tables import pairing_rows
from pareo.app.queries.people.divisions_by_age import age_notes
from pareo.app.queries.rounds import pairing_methods
from pareo.app.screens.manual_boards import hand_boards
from pareo.app.screens.round_tables import PodCard, clock_of, pod_cards, round_numbers, round_rows
from pareo.core.model.games import game_of
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.registry import METHODS, reason_sentences
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.text.numbers import whole_or_refuse
from pareo.formats.tables.csv_files import read_pairings
from pareo.pages.render import Values
from pareo.web.console.event import event_facts
from pareo.web.forms.query import query_number, query_value
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View, status_of
from pareo.web.wording.entry_help import entry_help


def address(slug: str, *parts: object, **query: object) -> str:
    """An address of the event's rounds."""
    path = "/".join(["/console", quote(slug), "rounds", *(quote(str(part)) for part in parts)])
    params = {key: value for key, value in query.items() if value not in (None, "", 0)}
    return f"{path}?{urlencode(params)}" if params else path


def reason_words(view: View) -> dict[str, str]:
    """The reasons why two players meet, by code, in the reader's language."""
    return {code: view.texts.gettext(text) for code, text in reason_sentences().items()}


def method_titles(_: Callable[[str], str], ruleset: Ruleset) -> dict[str, str]:
    """The titles of the pairing methods in the game of these rules, by id, in the reader's language."""
    return {method.id: _(method.title_in(game_of(ruleset))) for method in METHODS.values()}


# --- all pods ---------------------------------------------------------------------------------------------------------


@page("/console/{slug:str}/rounds", Right.STAFF)
def rounds_page(slug: str, view: View) -> Html:
    """Every pod with its round, its quality and the next step."""
    return show_rounds(view, slug)


def show_rounds(view: View, slug: str, problem: PareoError | None = None) -> Html:
    def facts(ctx: Context) -> Values:
        event = ctx.open(slug)
        t = event.state
        return {
            "event": event_facts(event),
            "cards": pod_cards(ctx, slug),
            "method_words": method_titles(view.texts.gettext, t.ruleset),
            "numbers": round_numbers(t),
            "players": sum(t.is_active(no) for no in t.entrants),
            "formed": bool(t.pods),
            "clock": clock_of(ctx, slug),
            "disputes": len(disputed_tables(event)),
            "plan": pairing_methods.plan(event) if not t.pods else None,
            "ages": [view.note(note) for note in age_notes(event)] if not t.started else [],
        }

    status = 200 if problem is None else status_of(problem)
    _ = view.texts.gettext
    return view.page(
        "console/rounds.html",
        status=status,
        problem=problem,
        slug=slug,
        tab="rounds",
        method_help={m.id: _(m.sentence) for m in METHODS.values()},
        version=view.app_state.version(slug),
        **view.look(facts),
    )


def _pod(data: Mapping[str, str]) -> str | None:
    return data.get("pod") or None


def _act(view: View, slug: str, data: Mapping[str, str], work: Any, onward: str, *, long: bool = False) -> Html:
    return view.act(work, onward=onward, again=lambda problem: show_rounds(view, slug, problem), form=data, long=long)


def _coming(view: View, slug: str, data: Mapping[str, str]) -> str:
    """The address of the round that is about to be drafted."""

    def number(ctx: Context) -> int:
        cards = [c for c in pod_cards(ctx, slug) if _pod(data) in (None, c.id)]
        ready = [
            c.round_no if data.get("again") else c.next_no
            for c in cards
            if c.following in ("pair", "publish") or data.get("again")
        ]
        return max(ready, default=1)

    return address(slug, view.look(number), pod=_pod(data))


@command("/console/{slug:str}/rounds/pair", Right.ROUNDS)
def pair(slug: str, view: View, data: Form) -> Html:
    """Drafts the next round, or draws a draft again."""

    def work(ctx: Context) -> CommandResult:
        return rounds.pair(
            ctx,
            slug,
            pod=_pod(data),
            again=bool(data.get("again")),
            method=data.get("method") or None,
            first_move=data.get("first_move") or None,
            not_here=data.get("not_here") or None,
            withdrawn=data.get("withdrawn") or None,
            arrivals=data.get("arrivals") or None,
            override=data.get("override") or None,
            confirmed=bool(data.get("yes")),
        )

    long = view.look(lambda ctx: pairing_methods.takes_long(ctx, slug, data.get("method")))
    return _act(view, slug, data, work, _coming(view, slug, data), long=long)


@command("/console/{slug:str}/rounds/publish", Right.ROUNDS)
def publish(slug: str, view: View, data: Form) -> Html:
    """Shows drafted rounds to everybody."""

    def work(ctx: Context) -> CommandResult:
        return rounds.publish(ctx, slug, pod=_pod(data), confirmed=bool(data.get("yes")), word=data.get("word", ""))

    return _act(view, slug, data, work, address(slug))


@command("/console/{slug:str}/rounds/start", Right.ROUNDS)
def start(slug: str, view: View, data: Form) -> Html:
    """Starts rounds, which locks their pairings; the clock starts with them if wanted."""

    def work(ctx: Context) -> CommandResult:
        done = rounds.start(ctx, slug, pod=_pod(data), confirmed=bool(data.get("yes")))
        if data.get("clock"):
            floor.start_clock(ctx, slug)
        return done

    return _act(view, slug, data, work, address(slug))


@command("/console/{slug:str}/rounds/finish", Right.ROUNDS)
def finish(slug: str, view: View, data: Form) -> Html:
    """Finishes rounds that have all their results."""
    return _act(view, slug, data, lambda ctx: rounds.finish(ctx, slug, pod=_pod(data)), address(slug))


@command("/console/{slug:str}/rounds/repair", Right.ROUNDS)
def repair(slug: str, view: View, data: Form) -> Html:
    """Re-pairs the smallest number of players after a fix (P-RUN-3)."""
    long = view.look(lambda ctx: pairing_methods.takes_long(ctx, slug))
    return _act(
        view, slug, data, lambda ctx: manual_changes.repair(ctx, slug, pod=_pod(data)), address(slug), long=long
    )


# --- one round --------------------------------------------------------------------------------------------------------


@page("/console/{slug:str}/rounds/{number:int}", Right.STAFF)
def round_page(slug: str, number: int, view: View) -> Html:
    """The tables of a round: a draft with its reasons, a round being played with its results."""
    return show_round(view, slug, number)


def show_round(view: View, slug: str, number: int, problem: PareoError | None = None, **more: Any) -> Html:
    """The round page; `more` carries what was typed and what is to be answered."""
    pod, query, only = query_value(view, "pod"), query_value(view, "q"), query_value(view, "only")

    def facts(ctx: Context) -> Values:
        event = ctx.open(slug)
        round_view = round_rows(
            ctx,
            slug,
            number,
            pod=pod or None,
            query=query,
            only=only,
            page=query_number(view, "page") or 1,
            lang=view.lang,
        )
        cards = {c.id: c for c in pod_cards(ctx, slug) if c.round_no == number}
        return {
            "event": event_facts(event),
            "shown": round_view,
            "cards": cards,
            "clock": clock_of(ctx, slug),
            "entry_help": entry_help(
                view.texts,
                round_view.kind,
                round_view.games,
                round_view.decide,
                round_view.example,
                draws=not round_view.rows or any(row.draws for row in round_view.rows),
            ),
            "waiting": _waiting(ctx, slug, list(cards.values())),
            "boards": {
                c.id: hand_boards(ctx, slug, c.id)
                for c in cards.values()
                if c.by_hand == "now" and c.status in ("drafted", "published")
            },
            "pods": [p.id for p in event.state.pods.values() if number in p.rounds],
            "numbers": round_numbers(event.state),
            "method_words": method_titles(view.texts.gettext, event.state.ruleset),
        }

    values = view.look(facts)
    return view.page(
        "console/round.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        slug=slug,
        tab="rounds",
        number=number,
        pod=pod,
        query=query,
        only=only,
        words=reason_words(view),
        version=view.app_state.version(slug),
        said=more.pop("said", None),
        typed=more.pop("typed", {}),
        echo=more.pop("echo", None),
        here=address(slug, number),
        **values,
        **more,
    )


def _waiting(ctx: Context, slug: str, cards: Sequence[PodCard]) -> dict[str, list[tuple[str, str]]]:
    """Per pod whose round is being put together by hand: id and name of those who have no opponent yet."""
    event = ctx.open(slug)
    unpaired = {
        c.id: pairing_methods.missing_by_hand(ctx, slug, c.id) for c in cards if c.status in ("drafted", "published")
    }
    return {pod: [(event.id(no), event.name(no)) for no in alone] for pod, alone in unpaired.items() if alone}


# --- by hand ----------------------------------------------------------------------------------------------------------


@command("/console/{slug:str}/rounds/{number:int}/together", Right.ROUNDS)
def together(slug: str, number: int, view: View, data: Form) -> Html:
    """Pairs two players by hand, or gives one the bye; the cost must be confirmed."""

    def work(ctx: Context) -> CommandResult:
        return manual_changes.put_together(
            ctx,
            slug,
            data.get("a", ""),
            data.get("b", ""),
            confirmed=bool(data.get("yes")),
            reason=data.get("reason", ""),
        )

    return view.act(
        work,
        onward=address(slug, number, pod=_pod(data)),
        again=lambda problem: show_round(view, slug, number, problem),
        form=data,
    )


@page("/console/{slug:str}/rounds/swap", Right.ROUNDS)
def swap_page(slug: str, view: View) -> Html:
    """What it would cost to swap two players."""
    ticked = [str(v)[:200] for v in view.request.query_params.getall("who", [])]
    first, second = ([*ticked, "", ""])[:2] if ticked else (query_value(view, "a"), query_value(view, "b"))
    if len(ticked) > 2:
        return _swap(
            view, slug, first, second, BadInput("swap-two", "Choose 2 players, not {count}.", count=len(ticked))
        )
    return _swap(view, slug, first, second, None)


def _swap(view: View, slug: str, first: str, second: str, problem: PareoError | None) -> Html:
    price = None
    if first and second and problem is None:
        try:
            price = view.look(lambda ctx: dry_run.swap_cost(ctx, slug, first, second))
        except PareoError as error:
            problem = error
    event = view.look(lambda ctx: event_facts(ctx.open(slug)))
    names = view.look(lambda ctx: [_known_as(ctx.open(slug), who) for who in (first, second)])
    status = 200 if problem is None else status_of(problem)
    return view.page(
        "console/swap.html",
        status=status,
        problem=problem,
        slug=slug,
        tab="rounds",
        event=event,
        first=names[0],
        second=names[1],
        price=price,
    )


@command("/console/{slug:str}/rounds/swap", Right.ROUNDS)
def swap(slug: str, view: View, data: Form) -> Html:
    """Swaps two players; the cost has been shown."""
    first, second = data.get("a", ""), data.get("b", "")

    def work(ctx: Context) -> CommandResult:
        return manual_changes.swap(
            ctx, slug, first, second, confirmed=bool(data.get("yes")), reason=data.get("reason", "")
        )

    onward = (
        address(slug, data.get("number", ""), pod=_pod(data)) if data.get("number", "").isdecimal() else (address(slug))
    )
    return view.act(work, onward=onward, again=lambda p: _swap(view, slug, first, second, p), form=data)


@page("/console/{slug:str}/rounds/{number:int}/hand", Right.ROUNDS)
def hand_page(slug: str, number: int, view: View) -> Html:
    """The pairings of a round as lines, to be changed by hand."""
    pod = query_value(view, "pod") or None

    def lines(ctx: Context) -> str:
        try:
            rows = pairing_rows(ctx, slug, round_no=number, pod=pod)
        except PareoError:
            return ""
        event = ctx.open(slug)
        return "\n".join(
            f"{r.table or ''},{_cell(_known_as(event, r.a))},{_cell(_known_as(event, r.b or ''))}"
            for r in rows
            if r.kind in ("match", "bye") and r.status in ("drafted", "published")
        )

    return _hand(view, slug, number, view.look(lines))


def _known_as(event: LoadedTournament, who: str) -> str:
    """A player's name as it can be typed; `who` itself where two players have the same name."""
    name = event.name(event.ids[who]) if who in event.ids else who
    try:
        return name if who not in event.ids or event.find(name) == event.ids[who] else who
    except PareoError:
        return who


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\n;') else text


def _hand(
    view: View, slug: str, number: int, text: str, problem: PareoError | None = None, *, prices: Any = None
) -> Html:
    status = 200 if problem is None else status_of(problem)
    event = view.look(lambda ctx: event_facts(ctx.open(slug)))
    return view.page(
        "console/hand.html",
        status=status,
        problem=problem,
        slug=slug,
        tab="rounds",
        event=event,
        number=number,
        text=text,
        prices=prices,
    )


@command("/console/{slug:str}/rounds/{number:int}/hand", Right.ROUNDS)
def hand(slug: str, number: int, view: View, data: Form) -> Html:
    """Checks the typed pairings, or makes them the round."""
    text = data.get("text", "")
    try:
        rows = read_pairings(text.encode())
        if data.get("do") != "use":
            prices = view.look(lambda ctx: dry_run.manual_round_cost(ctx, slug, rows, round_no=number))
            return _hand(view, slug, number, text, prices=prices)
    except PareoError as problem:
        return _hand(view, slug, number, text, problem)
    return view.act(
        lambda ctx: manual_changes.import_pairings(
            ctx,
            slug,
            rows,
            round_no=number,
            confirmed=bool(data.get("yes")),
            word=data.get("word", ""),
            reason=data.get("reason", ""),
        ),
        onward=address(slug, number),
        again=lambda problem: _hand(view, slug, number, text, problem),
        form=data,
    )


# --- the next phase ---------------------------------------------------------------------------------------------------


@page("/console/{slug:str}/rounds/advance", Right.ROUNDS)
def advance_page(slug: str, view: View) -> Html:
    """Who would go on to the second day or the elimination."""
    form = {key: query_value(view, key) for key in ("to", "pod", "size", "again")}
    return _advance(view, slug, form, None)


def _advance(view: View, slug: str, form: Mapping[str, str], problem: PareoError | None) -> Html:
    pods: list[dry_run.NextPhase] = []
    notes: tuple[str, ...] = ()
    if problem is None:
        try:
            size = _size(form)
            pods, notes = view.look(
                lambda ctx: dry_run.next_phase(
                    ctx, slug, to=form.get("to") or "cut", pod=_pod(form), size=size, again=bool(form.get("again"))
                )
            )
        except PareoError as error:
            problem = error
    event = view.look(lambda ctx: event_facts(ctx.open(slug)))
    status = 200 if problem is None else status_of(problem)
    return view.page(
        "console/rounds_advance.html",
        status=status,
        problem=problem,
        slug=slug,
        tab="rounds",
        event=event,
        given=form,
        pods=pods,
        behind=notes,
    )


def _size(form: Mapping[str, str]) -> int | None:
    text = form.get("size", "").strip()
    problem = BadInput("advance-size-text", "“{text}” is not a number of players.", text=text[:40])
    return whole_or_refuse(text, 5, problem) if text else None


@command("/console/{slug:str}/rounds/advance", Right.ROUNDS)
def advance(slug: str, view: View, data: Form) -> Html:
    """Ends the pods and forms those of the next phase."""

    def work(ctx: Context) -> CommandResult:
        return advancing.advance(
            ctx,
            slug,
            to=data.get("to") or "cut",
            pod=_pod(data),
            size=_size(data),
            again=bool(data.get("again")),
            confirmed=data.get("yes") == "1",
            override=data.get("override") or None,
        )

    return view.act(work, onward=address(slug), again=lambda p: _advance(view, slug, data, p), form=data)


ROUTES = [
    rounds_page,
    pair,
    publish,
    start,
    finish,
    repair,
    round_page,
    together,
    swap_page,
    swap,
    hand_page,
    hand,
    advance_page,
    advance,
]
