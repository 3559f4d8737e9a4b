"""Calls about rounds: pair, change by hand, publish, start, finish, clock, advance, results, standings, bracket."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from pareo.app.beside.interim import staff_standings
from pareo.app.floor import floor
from pareo.app.results import report as results
from pareo.app.rights import Right
from pareo.app.rounds import advance as advancing
from pareo.app.rounds import by_hand, methods, next_round, rounds
from pareo.app.views.event_rows import pairing_rows
from pareo.app.views.public import shown_brackets
from pareo.app.views.rows import Pairing, StandingRow
from pareo.web.api.bodies import (
    AdvanceBody,
    ClockBody,
    HandRoundBody,
    NextBody,
    PairBody,
    PodBody,
    ResultBody,
    ResultsBody,
    SwapBody,
    TogetherBody,
)
from pareo.web.api.brackets import told_bracket
from pareo.web.api.declare import Here, deleting, putting, reading, reason, writing, written
from pareo.web.api.public import RoundNo
from pareo.web.api.rows import Bracket, Written

_TAG = "rounds"
_RESULT = "/events/{slug:str}/rounds/{number:int}/tables/{table:int}/result"
_Name = Annotated[str | None, QueryParameter(max_length=80)]
_After = Annotated[int | None, QueryParameter(ge=0, le=1000, description="Default: the last finished one.")]


@writing("/events/{slug:str}/next", Right.ROUNDS, _TAG)
def go_on(slug: str, view: Here, data: NextBody, client: str | None) -> Written:
    """Finishes what is all in, pairs and publishes the next round of every pod, as one entry."""
    return written(view, lambda desk: next_round.next_round(
        desk, slug, pod=data.pod, not_here=data.not_here, withdrawn=data.withdrawn, confirmed=data.confirm,
        word=data.word, client=client,
    ), long=view.look(lambda desk: methods.takes_long(desk, slug)))


@writing("/events/{slug:str}/pair", Right.ROUNDS, _TAG)
def pair(slug: str, view: Here, data: PairBody, client: str | None) -> Written:
    """Drafts the next round of every pod that is ready, or of one. `again` makes the draft anew."""
    return written(view, lambda desk: rounds.pair(
        desk, slug, pod=data.pod, again=data.again, method=data.method, first_move=data.first_move,
        not_here=data.not_here, withdrawn=data.withdrawn, confirmed=data.confirm, client=client,
    ), long=view.look(lambda desk: methods.takes_long(desk, slug, data.method)))


@writing("/events/{slug:str}/publish", Right.ROUNDS, _TAG)
def publish(slug: str, view: Here, data: PodBody, client: str | None) -> Written:
    """Shows the drafted rounds to everybody."""
    return written(view, lambda desk: rounds.publish(
        desk, slug, pod=data.pod, confirmed=data.confirm, word=data.word, client=client
    ))


@writing("/events/{slug:str}/start", Right.ROUNDS, _TAG)
def start(slug: str, view: Here, data: PodBody, client: str | None) -> Written:
    """Starts the published rounds: their pairings are locked, results come in."""
    return written(view, lambda desk: rounds.start(
        desk, slug, pod=data.pod, confirmed=data.confirm, client=client
    ))


@writing("/events/{slug:str}/finish", Right.ROUNDS, _TAG)
def finish(slug: str, view: Here, data: PodBody, client: str | None) -> Written:
    """Closes the rounds in which every table has a result."""
    return written(view, lambda desk: rounds.finish(desk, slug, pod=data.pod, client=client))


@writing("/events/{slug:str}/swap", Right.ROUNDS, _TAG)
def swap(slug: str, view: Here, data: SwapBody, client: str | None) -> Written:
    """Two players of a round that has not started change places."""
    return written(view, lambda desk: by_hand.swap(
        desk, slug, data.a, data.b, confirmed=data.confirm, reason=data.reason, client=client
    ))


@writing("/events/{slug:str}/together", Right.ROUNDS, _TAG)
def put_together(slug: str, view: Here, data: TogetherBody, client: str | None) -> Written:
    """Pairs two players of a round that has not started; whom they were to meet waits for another."""
    return written(view, lambda desk: by_hand.put_together(
        desk, slug, data.a, data.b, table=data.table, confirmed=data.confirm, reason=data.reason, client=client
    ))


@writing("/events/{slug:str}/repair", Right.ROUNDS, _TAG)
def repair(slug: str, view: Here, data: PodBody, client: str | None) -> Written:
    """After a fix, pairs again as few players as possible."""
    return written(view, lambda desk: by_hand.repair(desk, slug, pod=data.pod, client=client))


@putting("/events/{slug:str}/rounds/{number:int}/pairings", Right.ROUNDS, _TAG)
def import_round(slug: str, number: int, view: Here, data: HandRoundBody, client: str | None) -> Written:
    """A whole round made by hand."""
    return written(view, lambda desk: by_hand.import_pairings(
        desk, slug, data.new(), round_no=number, confirmed=data.confirm, word=data.word, reason=data.reason,
        client=client,
    ))


@writing("/events/{slug:str}/clock", Right.ROUNDS, _TAG)
def start_clock(slug: str, view: Here, data: ClockBody, client: str | None) -> Written:
    """Starts the clock of every round that is being played."""
    return written(view, lambda desk: floor.start_clock(desk, slug, minutes=data.minutes, client=client))


@writing("/events/{slug:str}/clock/pause", Right.ROUNDS, _TAG)
def pause_clock(slug: str, view: Here, client: str | None) -> Written:
    """Stops the running clocks, or lets the stopped ones run on."""
    return written(view, lambda desk: floor.pause_clock(desk, slug, client=client))


@writing("/events/{slug:str}/advance", Right.ROUNDS, _TAG)
def advance(slug: str, view: Here, data: AdvanceBody, client: str | None) -> Written:
    """Goes on to the second day or to the elimination; then pair."""
    return written(view, lambda desk: advancing.advance(
        desk, slug, to=data.to, pod=data.pod, size=data.size, again=data.again, confirmed=data.confirm,
        override=reason(data.override), client=client,
    ))


@putting(_RESULT, Right.REPORT, "results")
def report(slug: str, number: int, table: int, *, view: Here, data: ResultBody, client: str | None) -> Written:
    """The result of one table. Reporting again corrects, inside the ruleset's window."""
    results.check_may(lambda at: view.identity.may_report(slug, at), table)
    return written(view, lambda desk: results.report(
        desk, slug, round_no=number, table=table, result=data.result, confirmed=data.confirm, client=client
    ))


@deleting(_RESULT, Right.REPORT, "results")
def take_back(slug: str, number: int, table: int, view: Here, client: str | None) -> Written:
    """Empties a result that was entered for the wrong table, while the round is being played."""
    results.check_may(lambda at: view.identity.may_report(slug, at), table)
    return written(view, lambda desk: results.take_back(desk, slug, round_no=number, table=table, client=client))


@writing("/events/{slug:str}/rounds/{number:int}/results", Right.REPORT, "results")
def report_many(slug: str, number: int, view: Here, data: ResultsBody, client: str | None) -> Written:
    """Several results of a round, all or none. Results that stand already are corrected."""
    terms = results.Terms(may=lambda at: view.identity.may_report(slug, at), confirmed=data.confirm)
    return written(view, lambda desk: results.import_results(
        desk, slug, data.new(), round_no=number, terms=terms, client=client
    ))


@reading("/events/{slug:str}/pairings", Right.STAFF, _TAG)
def show_pairings(slug: str, view: Here, round_no: RoundNo = None, pod: _Name = None) -> list[Pairing]:
    """Pairings with their reasons, drafts included: for staff."""
    return list(view.hall.look(lambda desk: pairing_rows(desk, slug, round_no=round_no, pod=pod)))


@reading("/events/{slug:str}/standings", Right.STAFF, "results")
def show_standings(
    slug: str, view: Here, after: _After = None, pod: _Name = None, division: _Name = None
) -> list[StandingRow]:
    """Standings with the ids and full names that staff know."""
    return view.hall.look(lambda desk: staff_standings(desk, slug, after=after, pod=pod, division=division))


@reading("/events/{slug:str}/bracket", Right.STAFF, "results")
def show_bracket(slug: str, view: Here) -> list[Bracket]:
    """The eliminations, drafts included; players by number."""
    return view.hall.look(
        lambda desk: [told_bracket(b) for b in shown_brackets(desk.open(slug), staff=True)]
    )


ROUTES = [
    go_on, pair, publish, start, finish, swap, put_together, repair, import_round, start_clock, pause_clock, advance,
    report, take_back, report_many, show_pairings, show_standings, show_bracket,
]
