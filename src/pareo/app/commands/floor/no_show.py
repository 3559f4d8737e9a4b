"""Who is not at the table: when the rules' minutes have run, the floor page offers match loss and drop (PN-MAT-9).

Nothing happens by itself: somebody presses it, and it is one entry of the journal with one step back.
"""

from __future__ import annotations

from typing import NamedTuple

from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.commands.floor.floor import own_match, running_clocks, seconds_left
from pareo.app.commands.people.leaving import drop
from pareo.core.journal.people_facts import Dropped
from pareo.core.model.entities import Status
from pareo.core.text.errors import Refused
from pareo.core.text.messages import text_note

REASON = text_note("not at the table")


class Empty(NamedTuple):
    """A table without a result, and its two players."""

    round_no: int
    table: int
    a: tuple[str, str]  # id and name
    b: tuple[str, str]


def due_tables(event: LoadedTournament, now: str) -> list[Empty]:
    """Tables still without a result whose clock has run as long as the rules wait; none before."""
    t, due = event.state, []
    limit = 60 * t.ruleset.round.no_show_minutes
    for (pod, number), clock in running_clocks(event).items():
        if limit and 60 * clock.minutes - seconds_left(clock, now) >= limit:
            due += [
                Empty(number, m.table, (event.id(m.a), event.name(m.a)), (event.id(m.b), event.name(m.b)))
                for m in t.pods[pod].rounds[number].matches.values()
                if m.result is None
            ]
    return sorted(due, key=lambda one: (one.round_no, one.table))


def not_at_the_table(
    ctx: Context, slug: str, who: str, *, round_no: int, client: str | None = None
) -> JournalResult[Dropped]:
    """Match loss and drop of somebody who has not come, once the clock has run long enough."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    no = event.find(who)
    _, r, match = own_match(event.state, no, round_no)
    if r.status is not Status.STARTED or match.result is not None:
        raise Refused(
            "no-show-played",
            "Table {table} of round {round} is not waiting for a player.",
            table=match.table,
            round=round_no,
        )
    if all(one.table != match.table or one.round_no != round_no for one in due_tables(event, ctx.now())):
        raise Refused(
            "no-show-early",
            "The clock has not yet run for {minutes} minutes.",
            minutes=event.state.ruleset.round.no_show_minutes,
        )
    return drop(ctx, slug, who, kind="no-show", reason=REASON, client=client)
