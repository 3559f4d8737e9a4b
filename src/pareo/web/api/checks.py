"""Calls about checks of lists. For judges and organisers only: nothing of them is public."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pareo.app.lists import checks
from pareo.app.lists.rows import CheckTold
from pareo.app.rights import Right
from pareo.web.api.bodies import Asked
from pareo.web.api.declare import Here, reading, writing, written
from pareo.web.api.rows import Written

_TAG = "checks"
_Round = Annotated[int, Meta(ge=1, le=1000)]
_Short = Annotated[str, Meta(max_length=500)]


class DrawBody(Asked, frozen=True, forbid_unknown_fields=True):
    """How many checks to draw."""

    count: Annotated[int, Meta(ge=1, le=10_000)]
    round: Annotated[_Round | None, Meta(description="The round; without it the one being played.")] = None
    tables: Annotated[bool, Meta(description="Draw tables: both players of each.")] = False
    pod: _Short | None = None


class OutcomeBody(Asked, frozen=True, forbid_unknown_fields=True):
    """What came of a check."""

    player: _Short
    outcome: Annotated[_Short, Meta(
        examples=["clean"],
        description="clean, corrected, caution, warning, game-loss, match-loss or disqualification",
    )]
    round: _Round | None = None
    notes: Annotated[str, Meta(max_length=2000, description="For staff only; never in the journal.")] = ""


@reading("/events/{slug:str}/checks", Right.JUDGE, _TAG)
def list_checks(slug: str, view: Here) -> list[CheckTold]:
    """Checks drawn, due and recorded; those to be made first."""
    return [row.told for row in view.hall.look(lambda desk: checks.checks_view(desk, slug))]


@writing("/events/{slug:str}/checks/draw", Right.JUDGE, _TAG)
def draw(slug: str, view: Here, data: DrawBody, client: str | None) -> Written:
    """Draws checks of a round from the event's secret seed. Every draw stays in the journal."""
    return written(view, lambda desk: checks.draw_checks(
        desk, slug, count=data.count, round_no=data.round, tables=data.tables, pod=data.pod, client=client
    ))


@writing("/events/{slug:str}/checks", Right.JUDGE, _TAG)
def record(slug: str, view: Here, data: OutcomeBody, client: str | None) -> Written:
    """Records what came of a check. A lost match becomes a result, a disqualification a drop."""
    return written(view, lambda desk: checks.record_check(
        desk, slug, data.player, outcome=data.outcome, notes=data.notes, round_no=data.round, client=client
    ))


ROUTES = [list_checks, draw, record]
