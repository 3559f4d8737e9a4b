"""Calling a judge: a player from the page of the table, answered by whoever comes; `attention` lists what is open."""

from __future__ import annotations

from pareo.app.base.context import Context, JournalResult
from pareo.app.commands.floor.floor import own_match
from pareo.core.journal.floor_facts import JudgeCalled
from pareo.core.model.entities import Status
from pareo.core.text.errors import NotFound, Refused
from pareo.core.text.messages import note


def call_judge(
    ctx: Context, slug: str, *, no: int, round_no: int, client: str | None = None
) -> JournalResult[JudgeCalled]:
    """An entrant calls a judge to their table. A second call for the table changes nothing."""

    def call() -> JournalResult[JudgeCalled]:
        if done := ctx.find_repeat(slug, client):
            return done
        event = ctx.open(slug)
        _, r, match = own_match(event.state, no, round_no)
        if r.status not in (Status.PUBLISHED, Status.STARTED):
            raise Refused("judge-round", "Round {round} is over: ask at the desk.", round=round_no)
        fact = JudgeCalled(round_no, match.table, no, ctx.now())
        notes = (note("judge-called", "A judge has been called to table {table}.", table=match.table),)
        if (round_no, match.table) in event.state.floor.calls:
            return ctx.answer_unchanged(event, fact, client=client, notes=notes)
        return ctx.record(event, fact, client=client, notes=notes)

    return ctx.retry_on_conflict(call)


def call_judge_to(
    ctx: Context, slug: str, *, round_no: int, table: int, client: str | None = None
) -> JournalResult[JudgeCalled]:
    """Staff call a judge to a table, on behalf of whoever plays there."""
    match = ctx.open(slug).state.find_table(round_no, table)[2]
    return call_judge(ctx, slug, no=match.a, round_no=round_no, client=client)


def take_call_back(
    ctx: Context, slug: str, *, no: int, round_no: int, client: str | None = None
) -> JournalResult[JudgeCalled]:
    """Who called a judge needs none any more. Nobody takes back the call of somebody else."""
    table = own_match(ctx.open(slug).state, no, round_no)[2].table
    call = ctx.open(slug).state.floor.calls.get((round_no, table))
    if call is not None and call.no != no:
        raise Refused("judge-called-by-other", "Your opponent called the judge; only they can cancel the call.")
    return judge_came(ctx, slug, round_no=round_no, table=table, client=client)


def judge_came(
    ctx: Context, slug: str, *, round_no: int, table: int, client: str | None = None
) -> JournalResult[JudgeCalled]:
    """A judge is there, or it is settled: the call is over."""

    def came() -> JournalResult[JudgeCalled]:
        if done := ctx.find_repeat(slug, client):
            return done
        event = ctx.open(slug)
        if (round_no, table) not in event.state.floor.calls:
            raise NotFound(
                "no-call", "No judge call is open at table {table} in round {round}.", table=table, round=round_no
            )
        return ctx.record(event, JudgeCalled(round_no, table, came=True), client=client)

    return ctx.retry_on_conflict(came)
