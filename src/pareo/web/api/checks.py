"""Calls about checks of lists. For judges and organisers only: nothing of them is public."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pareo.app.accounts.permissions import Right
from pareo.app.commands.lists import list_checks as checks
from pareo.app.rows.lists import ListCheckRow
from pareo.web.api.bodies import RequestBody
from pareo.web.api.route_decorators import api_get, api_post, run_command
from pareo.web.api.rows import Written
from pareo.web.route_decorators import Here

_TAG = "checks"
_Round = Annotated[int, Meta(ge=1, le=1000)]
_Short = Annotated[str, Meta(max_length=500)]


class DrawBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """How many checks to draw."""

    count: Annotated[int, Meta(ge=1, le=10_000)]
    round: Annotated[_Round | None, Meta(description="The round; without it the one being played.")] = None
    tables: Annotated[bool, Meta(description="Draw tables instead of players: both players are checked.")] = False
    pod: _Short | None = None


class OutcomeBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """What came of a check."""

    player: _Short
    outcome: Annotated[
        _Short,
        Meta(
            examples=["clean"],
            description="clean, corrected, caution, warning, game-loss, match-loss or disqualification",
        ),
    ]
    round: _Round | None = None
    notes: Annotated[str, Meta(max_length=2000, description="For staff only; never in the journal.")] = ""


@api_get("/events/{slug:str}/checks", Right.JUDGE, _TAG)
def list_checks(slug: str, view: Here) -> list[ListCheckRow]:
    """Checks drawn, due and recorded; open checks first."""
    return [row.for_scripts for row in view.app_state.look(lambda ctx: checks.checks_view(ctx, slug))]


@api_post("/events/{slug:str}/checks/draw", Right.JUDGE, _TAG)
def draw(slug: str, view: Here, data: DrawBody, client: str | None) -> Written:
    """Draws checks of a round from the event's secret seed. Every draw is in the journal."""
    return run_command(
        view,
        lambda ctx: checks.draw_checks(
            ctx, slug, count=data.count, round_no=data.round, tables=data.tables, pod=data.pod, client=client
        ),
    )


@api_post("/events/{slug:str}/checks", Right.JUDGE, _TAG)
def record(slug: str, view: Here, data: OutcomeBody, client: str | None) -> Written:
    """Records the outcome of a check. A match loss becomes the result, a disqualification drops the player."""
    return run_command(
        view,
        lambda ctx: checks.record_check(
            ctx, slug, data.player, outcome=data.outcome, notes=data.notes, round_no=data.round, client=client
        ),
    )


ROUTES = [list_checks, draw, record]
