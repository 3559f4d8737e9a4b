"""Calls about events: list, create, settings, delete, import, export."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter
from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.app.base import fide_warnings
from pareo.app.commands.event import events
from pareo.app.league import closing
from pareo.app.queries.event.retention import check_kept
from pareo.app.rows.events import EventLine, EventState
from pareo.core.text.errors import NotFound
from pareo.formats.bundle import export_raw
from pareo.formats.registry import import_file
from pareo.web.api.bodies import LeaveFideBody, NewEventBody, SettingsBody
from pareo.web.api.route_decorators import api_delete, api_get, api_patch, api_post, reason, run_command
from pareo.web.api.rows import Created, Deleted, Written
from pareo.web.downloads import bundle_response
from pareo.web.route_decorators import Here

_TAG = "events"
Confirm = Annotated[bool, QueryParameter(description="Confirm.")]
Ruleset = Annotated[str | None, QueryParameter(description="Ruleset for files without their own rules.")]
Raw = Annotated[bool, QueryParameter(description="A zip of every row that can still be read, for a damaged event.")]


@api_get("/events", Right.PUBLIC, _TAG)
def list_events(view: Here) -> list[EventLine]:
    """The events where the token has a role. Without a token: none."""
    return [e.line for e in view.app_state.look(events.list_events) if view.identity.may(Right.STAFF, e.slug)]


@api_post("/events", Right.CREATE, _TAG)
def create_event(view: Here, data: NewEventBody, client: str | None) -> Created:
    """Creates an event."""
    new = events.NewEvent(
        data.name,
        data.ruleset,
        data.slug,
        data.settings,
        None,
        data.like,
        data.with_players,
        data.ruleset_text,
        game=data.game,
    )
    if data.like and not view.identity.may(Right.EVENT, data.like):
        # Copying shows the players of the other event: to somebody without a role there it does not exist.
        raise NotFound("no-such-tournament", "There is no event “{slug}”.", slug=data.like)
    with view.app_state.open_context(view.identity) as ctx:
        created = closing.create_event(ctx, new, client=client)
        return Created(created.slug, [str(note) for note in created.notes])


@api_post("/events/import", Right.CREATE, _TAG)
def import_event(
    view: Here,
    body: bytes,
    ruleset: Ruleset = None,
    confirm: Confirm = False,  # noqa: FBT002  (a query parameter)
) -> Created:
    """Imports a whole event from a file: a .pareo, or any other that `pareo import` reads. The file is the body of the
    request (application/octet-stream). A report with differences in the second opinion needs `confirm`.
    """
    with view.app_state.open_context(view.identity) as ctx:
        report = import_file(ctx, body, ruleset=ruleset, confirmed=confirm)
        return Created(report.slug, [str(note) for note in (*report.skipped, *report.notes)])


@api_get("/events/{slug:str}", Right.STAFF, _TAG)
def show_event(slug: str, view: Here) -> EventState:
    """One event: pods, status, allowed actions, settings, the document's advice and warnings."""
    return view.app_state.look(lambda ctx: events.show_event(ctx, slug))


@api_patch("/events/{slug:str}/settings", Right.EVENT, _TAG)
def change_settings(slug: str, view: Here, data: SettingsBody, client: str | None) -> Written:
    """Changes settings of the event or of one pod. Values are texts, as `GET /settings` describes; an empty value
    resets to the default.
    """
    return run_command(
        view,
        lambda ctx: events.change_settings(
            ctx,
            slug,
            data.changes,
            pod=data.pod,
            override=reason(data.override),
            confirmed=data.confirm,
            word=data.word,
            client=client,
        ),
    )


@api_post("/events/{slug:str}/leave-fide-mode", Right.EVENT, _TAG)
def leave_fide_mode(slug: str, view: Here, data: LeaveFideBody, client: str | None) -> Written:
    """Leaves FIDE mode permanently. Needs `confirm` and the word shown with the consequences."""
    return run_command(
        view,
        lambda ctx: fide_warnings.leave(
            ctx, slug, reason=data.reason, confirmed=data.confirm, word=data.word, client=client
        ),
    )


@api_delete("/events/{slug:str}", Right.OWNER, _TAG)
def delete_event(slug: str, view: Here, confirm: Confirm = False) -> Deleted:  # noqa: FBT002  (a query parameter)
    """Deletes an event, its journal and its people for good. Needs `confirm=true`."""
    with view.app_state.open_context(view.identity) as ctx:
        name = ctx.store.summary(slug).name
        if not confirm:
            raise events.removal_question(name)
        check_kept(ctx, slug, confirmed=confirm)
        events.remove(ctx, slug)
    return Deleted(slug)


@api_get("/events/{slug:str}/export", Right.EVENT, _TAG, bytes, "application/octet-stream")
def export_event(slug: str, view: Here, raw: Raw = False) -> Response[bytes]:  # noqa: FBT002  (a query parameter)
    """The whole event as one .pareo file: journal, people and seed. `raw=true`: what can be read of a damaged one."""
    if raw:
        headers = {"content-disposition": f'attachment; filename="{slug}-raw.zip"'}
        return Response(export_raw(view.app_state.store, slug), headers=headers, media_type="application/octet-stream")
    return bundle_response(view, slug)


ROUTES = [
    list_events,
    create_event,
    import_event,
    show_event,
    change_settings,
    leave_fide_mode,
    delete_event,
    export_event,
]
