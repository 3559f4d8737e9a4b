"""Calls about events that TOM runs: how one stands, and saves that are sent from the machine where TOM runs
(BT-START-3)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar.params import QueryParameter
from msgspec import Meta

from pareo.app.accounts.permissions import Right
from pareo.app.rows.tom import BesideRow
from pareo.app.tom import running, views
from pareo.formats.tdf.follow import read_save, take_save
from pareo.web.api.bodies import RequestBody
from pareo.web.api.route_decorators import api_get, api_post, run_command
from pareo.web.api.rows import Written
from pareo.web.route_decorators import Here

_TAG = "beside TOM"
_Confirm = Annotated[bool, QueryParameter(description="Also accept a save file that has lost all its rounds.")]


class SaveTaken(msgspec.Struct, frozen=True):
    """What became of a save."""

    taken: Annotated[bool, Meta(description="False: nothing in it was new.")]
    sha256: str
    seq: Annotated[int, Meta(description="The event's last journal entry.")]


class NoteBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A note for whoever sits at TOM."""

    text: Annotated[str, Meta(min_length=1, max_length=200, examples=["table 4: Ana R. drops"])]


class SettleBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Whose result is right."""

    round: Annotated[int, Meta(ge=1)]
    table: Annotated[int, Meta(ge=1)]
    ours: Annotated[bool, Meta(description="True: our result is right, to be corrected in TOM. False: TOM's is right.")]


@api_get("/events/{slug:str}/beside", Right.STAFF, _TAG)
def show_beside(slug: str, view: Here) -> BesideRow:
    """The state of an event run in TOM: rounds, results to enter in TOM, conflicts, notes."""
    return view.app_state.look(lambda ctx: views.overview(ctx, slug))


@api_post("/events/{slug:str}/beside/saves", Right.EVENT, _TAG)
def send_save(slug: str, view: Here, body: bytes, confirm: _Confirm = False) -> SaveTaken:  # noqa: FBT002
    """Reads a save file of TOM. The .tdf file is the body of the request (application/octet-stream); sending the same
    file twice has no effect.
    """
    save = read_save(body)
    with view.app_state.open_separate_context(view.identity) as ctx:
        done = take_save(ctx, slug, save, confirmed=confirm)
        seq = ctx.open(slug).state.seq
    view.app_state.following.add(slug)
    return SaveTaken(done is not None, save.sha256, seq)


@api_post("/events/{slug:str}/beside/publish", Right.ROUNDS, _TAG)
def publish_round(slug: str, view: Here, client: str | None) -> Written:
    """Publishes the rounds that TOM has paired."""
    return run_command(view, lambda ctx: running.publish_now(ctx, slug, client=client))


@api_post("/events/{slug:str}/beside/hold", Right.ROUNDS, _TAG)
def hold_round(slug: str, view: Here, client: str | None) -> Written:
    """Holds the rounds until they are published by hand."""
    return run_command(view, lambda ctx: running.hold(ctx, slug, client=client))


@api_post("/events/{slug:str}/beside/notes", Right.CHECK_IN, _TAG)
def note_for_tom(slug: str, view: Here, data: NoteBody, client: str | None) -> Written:
    """Leaves a note for the TOM desk."""
    return run_command(view, lambda ctx: running.leave_note(ctx, slug, data.text, client=client))


@api_post("/events/{slug:str}/beside/settle", Right.REPORT, _TAG)
def settle_conflict(slug: str, view: Here, data: SettleBody, client: str | None) -> Written:
    """Settles a conflict with TOM: chooses the right result."""
    return run_command(
        view,
        lambda ctx: running.settle(ctx, slug, round_no=data.round, table=data.table, ours=data.ours, client=client),
    )


@api_post("/events/{slug:str}/beside/stop", Right.EVENT, _TAG)
def stop_following(slug: str, view: Here, client: str | None) -> Written:
    """Stops following TOM; the event continues here."""
    view.app_state.following.drop(slug)
    return run_command(view, lambda ctx: running.stop(ctx, slug, client=client))


ROUTES = [show_beside, send_save, publish_round, hold_round, note_for_tom, settle_conflict, stop_following]
