"""Who is asking, and whether the route allows it. Each route names its right; without one it is denied."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler

from pareo.app.accounts.permissions import NOBODY, Identity, Right
from pareo.core.text.errors import PareoError
from pareo.web.app_state import AppState
from pareo.web.database_unavailable import is_away

SESSION_COOKIE = "pareo_session"
PHONE_COOKIE = "pareo_me"  # that this phone is somebody's, below /e/SLUG
SCREEN_COOKIE = "pareo_screen"  # the token of a screen that was added by its digits

Connection = ASGIConnection[Any, Any, Any, Any]


def identify(connection: Connection) -> Identity:
    """Who makes the request, by bearer token, by the signed link of a player's own page or the cookie of their phone,
    by session cookie, or by the token of a screen; else the public."""
    app_state: AppState = connection.app.state.app_state
    bearer = connection.headers.get("authorization", "")
    if bearer[:7].lower() == "bearer ":
        return app_state.accounts.token_identity(bearer[7:].strip()) or NOBODY
    link = connection.path_params.get("link")
    slug = connection.path_params.get("slug")
    if isinstance(link, str) and isinstance(slug, str):
        return app_state.accounts.player_identity(slug, link) or NOBODY
    phone = connection.cookies.get(PHONE_COOKIE)
    if phone and isinstance(slug, str) and connection.url.path.startswith(f"/e/{slug}/me"):
        return app_state.accounts.phone_identity(slug, phone) or NOBODY
    session = connection.cookies.get(SESSION_COOKIE)
    if session:
        return app_state.accounts.identity(session) or NOBODY
    screen = connection.query_params.get("screen") or connection.cookies.get(SCREEN_COOKIE)
    if screen:
        return app_state.accounts.token_identity(screen) or NOBODY
    return NOBODY


def guard(connection: Connection, handler: BaseRouteHandler) -> None:
    """Denies everything that no role allows. Every handler names its right in `opt`."""
    right = handler.opt.get("right")
    try:
        identity = identify(connection)
    except PareoError as problem:
        if right is not Right.PUBLIC or not is_away(problem):
            raise
        identity = NOBODY  # what everybody may see does not wait for the database
    connection.state["identity"] = identity
    slug = connection.path_params.get("slug")
    if isinstance(right, Right) and identity.may(right, slug if isinstance(slug, str) else None):
        return
    if identity.grants:
        raise PermissionDeniedException("not allowed")
    raise NotAuthorizedException("log in first")
