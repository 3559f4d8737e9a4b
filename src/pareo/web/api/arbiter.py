"""Calls of the arbiter: a round by hand, new pairing numbers, pairs kept apart, what is rated of an older round.

In FIDE mode the levels of its table hold here as everywhere: 409 until `confirm`, or until `confirm` and `word`.
"""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from pareo.app.accounts.permissions import Right
from pareo.app.commands.event import forbidden
from pareo.app.commands.people import renumber as numbers
from pareo.app.commands.results import fide_results
from pareo.app.commands.rounds import hand_phase
from pareo.app.rows.tables import HandBoard
from pareo.app.screens.manual_boards import hand_boards
from pareo.web.api.bodies import ForbidBody, PodBody, RatedBody, RenumberBody
from pareo.web.api.route_decorators import api_delete, api_get, api_post, run_command
from pareo.web.api.rows import Written
from pareo.web.route_decorators import Here

_ROUND = "/events/{slug:str}/rounds/{number:int}/tables/{table:int}/rating-correction"
_FORBID = "/events/{slug:str}/forbidden"
_Pod = Annotated[str | None, QueryParameter(max_length=80)]


@api_post("/events/{slug:str}/pairings/edit", Right.ROUNDS, "rounds")
def begin(slug: str, view: Here, data: PodBody, client: str | None) -> Written:
    """Starts changing drafted or published rounds by hand. Then swap players, pair two players, or send the whole
    round.
    """
    return run_command(view, lambda ctx: hand_phase.begin(ctx, slug, pod=data.pod, client=client))


@api_post("/events/{slug:str}/pairings/done", Right.ROUNDS, "rounds")
def done(slug: str, view: Here, data: PodBody, client: str | None) -> Written:
    """Finishes changing rounds by hand: each is compared with the pairing by the rules; a difference must be confirmed
    with its word.
    """
    return run_command(
        view,
        lambda ctx: hand_phase.end(ctx, slug, pod=data.pod, confirmed=data.confirm, word=data.word, client=client),
    )


@api_get("/events/{slug:str}/pairings/compare", Right.STAFF, "rounds")
def compare(slug: str, view: Here, pod: _Pod = None) -> list[HandBoard]:
    """The last round compared with the pairing by the rules, boards that differ first."""
    return view.app_state.look(lambda ctx: hand_boards(ctx, slug, pod))


@api_post("/events/{slug:str}/renumber", Right.PLAYERS, "players")
def renumber(slug: str, view: Here, data: RenumberBody, client: str | None) -> Written:
    """Reassigns pairing numbers after a corrected rating, title or name, or swaps two."""
    return run_command(
        view,
        lambda ctx: numbers.renumber(ctx, slug, swap=data.swap, confirmed=data.confirm, word=data.word, client=client),
    )


@api_post(_FORBID, Right.EVENT, "players")
def forbid(slug: str, view: Here, data: ForbidBody, client: str | None) -> Written:
    """Bars two players from being paired, in all rounds or some; in FIDE mode only before round 1."""
    return run_command(view, lambda ctx: forbidden.forbid(ctx, slug, data.a, data.b, rounds=data.rounds, client=client))


@api_delete(f"{_FORBID}/{{a:str}}/{{b:str}}", Right.EVENT, "players")
def allow(slug: str, a: str, b: str, *, view: Here, client: str | None) -> Written:
    """Removes a barred pairing."""
    return run_command(view, lambda ctx: forbidden.forbid(ctx, slug, a, b, take_back=True, client=client))


@api_post(_ROUND, Right.ROUNDS, "results")
def correct_rating(slug: str, number: int, table: int, *, view: Here, data: RatedBody, client: str | None) -> Written:
    """Corrects a result for rating only, in a round that is otherwise final. Pairings and standings stay unchanged."""
    return run_command(
        view,
        lambda ctx: fide_results.correct_rating(
            ctx, slug, round_no=number, table=table, result=data.result, confirmed=data.confirm, client=client
        ),
    )


ROUTES = [begin, done, compare, renumber, forbid, allow, correct_rating]
