"""Messages to a player's phone: the “tell me” of their own page, and the worker that shows them.

`push_card` gives what public/me_push.html shows.
"""

from __future__ import annotations

from typing import NamedTuple

from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.core.text.errors import BadInput, NotFound, Refused
from pareo.pages.links import static_file
from pareo.web.push.endpoints import LONGEST, parse_endpoint
from pareo.web.push.subscriptions import mark_of
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View


class PushCard(NamedTuple):
    """For the script of a player's page: our public key, and the marks of the player's browsers that get messages."""

    key: str
    marks: str


def push_card(view: View, slug: str, no: int) -> PushCard | None:
    """The card of a player's page; None where no messages are sent."""
    push = view.app_state.push
    if not push.is_on(view.home) or view.look(lambda ctx: ctx.open(slug).state.closed):
        return None
    endpoints = push.subscriptions.of_player(view.app_state.store.summary(slug).id, no)
    return PushCard(push.sender.public, " ".join(mark_of(one.address) for one in endpoints))


def _player(view: View, slug: str) -> int:
    no = view.identity.player_of(slug)
    if no is None or not view.look(lambda ctx: no in ctx.open(slug).state.entrants):
        raise NotFound("no-own-page", "This link doesn't belong to anyone at this event.")
    return no


@page("/e/{slug:str}/me/push.js", Right.PUBLIC)
def worker(slug: str) -> Response[bytes]:
    """The worker of one event: a browser ties its messages to the folder where it lies."""
    del slug
    script = static_file("push-worker.js")
    return Response(script, media_type="text/javascript", headers={"cache-control": "no-cache"})


@command("/e/{slug:str}/me/push", Right.OWN)
def tell_me(slug: str, view: View, data: Form) -> Html:
    """Subscribes this browser to messages about its player's table."""
    no = _player(view, slug)
    if push_card(view, slug, no) is None:
        raise Refused("push-off", "Notifications are turned off here.")
    one = parse_endpoint(data, view.lang)
    view.app_state.version(slug)  # from now on it is watched
    view.app_state.push.subscriptions.add(view.app_state.store.summary(slug).id, no, one)
    return view.go(f"/e/{slug}/me", (view.texts.gettext("This phone will notify you when your table is ready."),))


@command("/e/{slug:str}/me/push/off", Right.OWN)
def tell_me_no_more(slug: str, view: View, data: Form) -> Html:
    """Ends the messages to this browser."""
    no = _player(view, slug)
    event = view.app_state.store.summary(slug).id
    if not data.get("endpoint"):
        raise BadInput("push-endpoint", "This browser did not name a push service.")
    view.app_state.push.subscriptions.remove(event, no, {mark_of(data["endpoint"][: 2 * LONGEST])})
    return view.go(f"/e/{slug}/me", (view.texts.gettext("Notifications are off on this phone."),))


ROUTES = [worker, tell_me, tell_me_no_more]
