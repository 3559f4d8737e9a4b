"""Calls about rounds: pair, change by hand, publish, start, finish, clock, advance, results, standings, bracket."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from pareo.app.accounts.permissions import Right
from pareo.app.commands.floor import floor
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance as advancing
from pareo.app.commands.rounds import manual_changes, next_round, rounds
from pareo.app.queries.pages.event_tables import pairing_rows
from pareo.app.queries.pages.public_view import shown_brackets
from pareo.app.queries.rounds import pairing_methods
from pareo.app.rows.tables import PairingRow, StandingRow
from pareo.app.tom.interim import staff_standings
from pareo.web.api.bodies import (
    AdvanceBody,
    ClockBody,
    HandRoundBody,
    NextBody,
    PairBody,
    PairTogetherBody,
    PodBody,
    ResultBody,
    ResultsBody,
    SwapBody,
)
from pareo.web.api.brackets import bracket_answer
from pareo.web.api.public import RoundNo
from pareo.web.api.route_decorators import api_delete, api_get, api_post, api_put, reason, run_command
from pareo.web.api.rows import Bracket, Written
from pareo.web.route_decorators import Here

_TAG = "rounds"
_RESULT = "/events/{slug:str}/rounds/{number:int}/tables/{table:int}/result"
_Name = Annotated[str | None, QueryParameter(max_length=80)]
_After = Annotated[int | None, QueryParameter(ge=0, le=1000, description="Default: the last finished one.")]


@api_post("/events/{slug:str}/next", Right.ROUNDS, _TAG)
def go_on(slug: str, view: Here, data: NextBody, client: str | None) -> Written:
    """Finishes complete rounds, then pairs and publishes the next round of every pod, as one entry."""
    return run_command(
        view,
        lambda ctx: next_round.next_round(
            ctx,
            slug,
            pod=data.pod,
            not_here=data.not_here,
            withdrawn=data.withdrawn,
            arrivals=data.arrivals,
            confirmed=data.confirm,
            word=data.word,
            override=reason(data.override),
            start_in=data.start_in,
            client=client,
        ),
        long=view.look(lambda ctx: pairing_methods.takes_long(ctx, slug)),
    )


@api_post("/events/{slug:str}/pair", Right.ROUNDS, _TAG)
def pair(slug: str, view: Here, data: PairBody, client: str | None) -> Written:
    """Drafts the next round of every pod that is ready, or of one. `again` pairs the draft again."""
    return run_command(
        view,
        lambda ctx: rounds.pair(
            ctx,
            slug,
            pod=data.pod,
            again=data.again,
            method=data.method,
            first_move=data.first_move,
            not_here=data.not_here,
            withdrawn=data.withdrawn,
            arrivals=data.arrivals,
            override=reason(data.override),
            confirmed=data.confirm,
            client=client,
        ),
        long=view.look(lambda ctx: pairing_methods.takes_long(ctx, slug, data.method)),
    )


@api_post("/events/{slug:str}/publish", Right.ROUNDS, _TAG)
def publish(slug: str, view: Here, data: PodBody, client: str | None) -> Written:
    """Publishes the drafted rounds."""
    return run_command(
        view, lambda ctx: rounds.publish(ctx, slug, pod=data.pod, confirmed=data.confirm, word=data.word, client=client)
    )


@api_post("/events/{slug:str}/start", Right.ROUNDS, _TAG)
def start(slug: str, view: Here, data: PodBody, client: str | None) -> Written:
    """Starts the published rounds and locks their pairings."""
    return run_command(view, lambda ctx: rounds.start(ctx, slug, pod=data.pod, confirmed=data.confirm, client=client))


@api_post("/events/{slug:str}/finish", Right.ROUNDS, _TAG)
def finish(slug: str, view: Here, data: PodBody, client: str | None) -> Written:
    """Finishes the rounds in which every table has a result."""
    return run_command(view, lambda ctx: rounds.finish(ctx, slug, pod=data.pod, client=client))


@api_post("/events/{slug:str}/swap", Right.ROUNDS, _TAG)
def swap(slug: str, view: Here, data: SwapBody, client: str | None) -> Written:
    """Swaps two players in a round that has not started."""
    return run_command(
        view,
        lambda ctx: manual_changes.swap(
            ctx, slug, data.a, data.b, confirmed=data.confirm, reason=data.reason, client=client
        ),
    )


@api_post("/events/{slug:str}/together", Right.ROUNDS, _TAG)
def put_together(slug: str, view: Here, data: PairTogetherBody, client: str | None) -> Written:
    """Pairs two players in a round that has not started; their previous opponents wait for another."""
    return run_command(
        view,
        lambda ctx: manual_changes.put_together(
            ctx, slug, data.a, data.b, table=data.table, confirmed=data.confirm, reason=data.reason, client=client
        ),
    )


@api_post("/events/{slug:str}/repair", Right.ROUNDS, _TAG)
def repair(slug: str, view: Here, data: PodBody, client: str | None) -> Written:
    """Re-pairs as few players as possible after a correction."""
    return run_command(view, lambda ctx: manual_changes.repair(ctx, slug, pod=data.pod, client=client))


@api_put("/events/{slug:str}/rounds/{number:int}/pairings", Right.ROUNDS, _TAG)
def import_round(slug: str, number: int, view: Here, data: HandRoundBody, client: str | None) -> Written:
    """Imports a whole round paired by hand."""
    return run_command(
        view,
        lambda ctx: manual_changes.import_pairings(
            ctx,
            slug,
            data.new(),
            round_no=number,
            confirmed=data.confirm,
            word=data.word,
            reason=data.reason,
            client=client,
        ),
    )


@api_post("/events/{slug:str}/clock", Right.ROUNDS, _TAG)
def start_clock(slug: str, view: Here, data: ClockBody, client: str | None) -> Written:
    """Starts the clock of every round in progress."""
    return run_command(view, lambda ctx: floor.start_clock(ctx, slug, minutes=data.minutes, client=client))


@api_post("/events/{slug:str}/clock/pause", Right.ROUNDS, _TAG)
def pause_clock(slug: str, view: Here, client: str | None) -> Written:
    """Pauses or resumes the clocks."""
    return run_command(view, lambda ctx: floor.pause_clock(ctx, slug, client=client))


@api_post("/events/{slug:str}/advance", Right.ROUNDS, _TAG)
def advance(slug: str, view: Here, data: AdvanceBody, client: str | None) -> Written:
    """Advances players to day 2 or the elimination; then pair."""
    return run_command(
        view,
        lambda ctx: advancing.advance(
            ctx,
            slug,
            to=data.to,
            pod=data.pod,
            size=data.size,
            again=data.again,
            confirmed=data.confirm,
            override=reason(data.override),
            client=client,
        ),
    )


@api_put(_RESULT, Right.REPORT, "results")
def report(slug: str, number: int, table: int, *, view: Here, data: ResultBody, client: str | None) -> Written:
    """Reports the result of one table. Report again to correct it, within the ruleset's window."""
    results.check_may(lambda at: view.identity.may_report(slug, at), table)
    return run_command(
        view,
        lambda ctx: results.report(
            ctx, slug, round_no=number, table=table, result=data.result, confirmed=data.confirm, client=client
        ),
    )


@api_delete(_RESULT, Right.REPORT, "results")
def take_back(slug: str, number: int, table: int, view: Here, client: str | None) -> Written:
    """Clears a result entered for the wrong table, while the round is in progress."""
    results.check_may(lambda at: view.identity.may_report(slug, at), table)
    return run_command(view, lambda ctx: results.take_back(ctx, slug, round_no=number, table=table, client=client))


@api_post("/events/{slug:str}/rounds/{number:int}/results", Right.REPORT, "results")
def report_many(slug: str, number: int, view: Here, data: ResultsBody, client: str | None) -> Written:
    """Reports several results of a round, all or none. Existing results are corrected."""
    terms = results.ResultOptions(may=lambda at: view.identity.may_report(slug, at), confirmed=data.confirm)
    return run_command(
        view, lambda ctx: results.import_results(ctx, slug, data.new(), round_no=number, terms=terms, client=client)
    )


@api_get("/events/{slug:str}/pairings", Right.STAFF, _TAG)
def show_pairings(slug: str, view: Here, round_no: RoundNo = None, pod: _Name = None) -> list[PairingRow]:
    """Pairings with their reasons, drafts included."""
    return list(view.app_state.look(lambda ctx: pairing_rows(ctx, slug, round_no=round_no, pod=pod)))


@api_get("/events/{slug:str}/standings", Right.STAFF, "results")
def show_standings(
    slug: str, view: Here, after: _After = None, pod: _Name = None, division: _Name = None
) -> list[StandingRow]:
    """Standings with the ids and full names that staff know."""
    return view.app_state.look(lambda ctx: staff_standings(ctx, slug, after=after, pod=pod, division=division))


@api_get("/events/{slug:str}/bracket", Right.STAFF, "results")
def show_bracket(slug: str, view: Here) -> list[Bracket]:
    """The eliminations, drafts included; players by number."""
    return view.app_state.look(lambda ctx: [bracket_answer(b) for b in shown_brackets(ctx.open(slug), staff=True)])


ROUTES = [
    go_on,
    pair,
    publish,
    start,
    finish,
    swap,
    put_together,
    repair,
    import_round,
    start_clock,
    pause_clock,
    advance,
    report,
    take_back,
    report_many,
    show_pairings,
    show_standings,
    show_bracket,
]
