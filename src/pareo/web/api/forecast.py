"""What is ahead, through the API: what players need, a comparison with other rules, and the receipts of rounds."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar.params import QueryParameter
from litestar.response import Response
from msgspec import Meta
from msgspec.structs import replace

from pareo import rulesets
from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context
from pareo.app.forecast.compare import compare_rules
from pareo.app.forecast.plan import MOST_DAYS, MOST_PLAYERS, QUICK_PLAYERS, PlanRequest, days_for, plan, prepare_plan
from pareo.app.forecast.plan_jobs import DAYS
from pareo.app.forecast.qualification_rows import look_ahead
from pareo.app.forecast.round_times import day_ahead
from pareo.app.receipts.receipt import receipt, write_receipt
from pareo.app.rows.forecast import Compared, OutlookRow, PlanRows
from pareo.app.rows.receipts import Receipt
from pareo.core.text.errors import Refused
from pareo.formats.tdf.compare import comparison_with_tom
from pareo.web.api.route_decorators import api_get
from pareo.web.route_decorators import Here

_After = Annotated[int | None, QueryParameter(ge=1, le=1000, description="The outlook as it was after this round.")]
_Player = Annotated[str | None, QueryParameter(max_length=80, description="Only this player, by ID or name.")]

_Rules = Annotated[
    str | None, QueryParameter(name="with", max_length=80, description="The other ruleset's id; none: TOM's places.")
]
_Ruleset = Annotated[str, QueryParameter(max_length=80, description="The id of a ruleset.")]
_Players = Annotated[int, QueryParameter(ge=4, le=MOST_PLAYERS, description="Players expected.")]
_Days = Annotated[int | None, QueryParameter(ge=20, le=MOST_DAYS, description="Maximum number of simulations.")]
_Start = Annotated[str, QueryParameter(max_length=5, description="Starting time of round 1.")]
_Drops = Annotated[float, QueryParameter(ge=0, le=50, description="Percent of players who drop after each round.")]
_Minutes = Annotated[int, QueryParameter(ge=0, le=600, description="Minutes per round; 0: by the rules.")]
_Tables = Annotated[int, QueryParameter(ge=0, le=9999, description="Tables in the hall; 0: enough.")]
_Rounds = Annotated[int, QueryParameter(ge=0, le=20, description="0: as the document says.")]
_Cut = Annotated[int | None, QueryParameter(ge=0, le=999, description="Default: as the document says; 0: none.")]
_Table = Annotated[str, QueryParameter(max_length=40, description="Table of the document; default: the usual one.")]
_Round = Annotated[int, QueryParameter(name="round", ge=1, le=1000)]
_Pod = Annotated[str | None, QueryParameter(max_length=80, description="Default: the first that has the round.")]


@api_get(
    "/events/{slug:str}/outlook",
    Right.STAFF,
    "results",
    headers={
        "pareo-as-of": "The journal entry that the answer describes: an earlier one than the last while a newer answer "
        "is being calculated. Players who had qualified or were out then still are.",
        "pareo-reckoning": "done; under-way: a newer answer, or that of a group that is still missing, is being "
        "calculated, ask again; not-now: something is missing and cannot be calculated at the moment.",
    },
)
def show_outlook(slug: str, view: Here, player: _Player = None, after: _After = None) -> Response[list[OutlookRow]]:
    """The players who have qualified, those who are out, and what the others need. “In” and “out” hold whatever the
    remaining results. Long calculations run in the background: the answer has what is known so far.
    """

    texts = view.texts

    def look(ctx: Context) -> Response[list[OutlookRow]]:
        outlook = look_ahead(ctx, slug, player, after=after)
        progress = outlook.age
        moment = progress.since.seq if progress.since is not None else outlook.event.state.seq
        status = "under-way" if progress.share is not None else "not-now" if progress.failed else "done"
        rows = [
            replace(row, points=float(row.points), says=[texts.note(one) for one in row.says]) for row in outlook.rows()
        ]
        return Response(rows, headers={"pareo-as-of": str(moment), "pareo-reckoning": status})

    return view.app_state.look(look)


@api_get("/events/{slug:str}/compare", Right.STAFF, "results")
def show_compared(slug: str, view: Here, other: _Rules = None) -> Compared:
    """Every place and pairing that other rules would have changed. With the paragraph; without a ruleset: the places
    that differ from TOM's.
    """
    comparison = view.app_state.look(
        lambda ctx: comparison_with_tom(ctx, slug) if other is None else compare_rules(ctx, slug, other)
    )
    texts = view.texts
    return replace(comparison, refused=[replace(one, why=texts.note(one.why)) for one in comparison.refused])


@api_get("/public/events/{slug:str}/receipt", Right.PUBLIC, "public", Receipt)
def show_receipt(slug: str, view: Here, round_no: _Round, pod: _Pod = None) -> Response[bytes]:
    """The receipt of a published round. Its seed with the path to the root fixed at creation, the journal's head, the
    cost and the certificate that nothing costs less; `/check_receipt.py` checks it."""
    return view.cached_response(
        ("api", slug, "receipt", round_no, pod),
        view.app_state.public_version(slug),
        lambda: write_receipt(
            view.app_state.look_public(slug, lambda ctx: receipt(ctx, slug, round_no=round_no, pod=pod))
        ),
        kind="application/json",
        more={"access-control-allow-origin": "*"},
    )


class DayRow(msgspec.Struct, frozen=True):
    """When this round ends, and the day."""

    round: int
    minutes: Annotated[int, Meta(description="Until the round ends, most likely.")]
    tables_out: int
    ends: Annotated[str, Meta(description="UTC: when the last round is over.")]
    margin_minutes: Annotated[int, Meta(description="9 times out of 10 it is no further off.")]
    says: str


@api_get("/events/{slug:str}/day", Right.STAFF, "results")
def show_day(slug: str, view: Here) -> DayRow | None:
    """When the round and the last round end. From the rounds played so far; null where no clock runs."""

    texts = view.texts

    def look(ctx: Context) -> DayRow | None:
        one = day_ahead(ctx.open(slug), ctx.now())
        return (
            None
            if one is None
            else DayRow(one.round_no, one.minutes, one.out, one.ends, one.margin, texts.note(one.says))
        )

    return view.app_state.look(look)


class PlayingRow(msgspec.Struct, frozen=True):
    """A plan that is being played."""

    played: Annotated[int, Meta(description="Simulations so far.")]
    share: Annotated[float, Meta(description="How far it is, from 0 to 1.")]


@api_get("/plan", Right.CREATE, "events", PlanRows, later=PlayingRow)
def show_plan(
    ruleset: _Ruleset,
    players: _Players,
    view: Here,
    *,
    start: _Start = "10:00",
    drops: _Drops = 2,
    minutes: _Minutes = 0,
    tables: _Tables = 0,
    rounds: _Rounds = 0,
    cut: _Cut = None,
    table: _Table = "",
    days: _Days = None,
) -> Response[PlanRows | PlayingRow]:
    """Simulation of a tournament day. The document's format and its neighbours, simulated with the real engine. Without
    `days`, and for up to 300 players, at once from a few; else from as many as asked for, or as half a minute allows:
    202 until then, and the same request again.
    """
    few = days is None and players <= QUICK_PLAYERS
    request = PlanRequest(
        players,
        drops / 100,
        minutes,
        tables,
        start,
        rounds,
        cut,
        days_for(players) if few else days or DAYS,
        table=table,
    )
    rules = rulesets.load(ruleset)
    if few:
        return Response(plan(rules, request))
    now = view.app_state.plan_jobs.answer(prepare_plan(rules, request))
    if now.done and now.rows is not None:
        return Response(now.rows)
    if now.share is None:
        raise Refused("plan-not-now", "Other simulations are running: try again in a minute.")
    return Response(
        PlayingRow(now.rows.days if now.rows is not None else 0, round(now.share, 2)),
        status_code=202,
        headers={"retry-after": "2"},
    )


ROUTES = [show_outlook, show_compared, show_receipt, show_day, show_plan]
