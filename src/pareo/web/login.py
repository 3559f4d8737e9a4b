"""Coming in: the one-time link of a first start, logging in and out, choosing a language."""

from __future__ import annotations

import asyncio
from functools import partial
from urllib.parse import urlsplit

from litestar.datastructures import Cookie

from pareo.app.accounts.permissions import Right
from pareo.core.text.errors import PareoError
from pareo.core.text.languages import LANGUAGES
from pareo.web.access import SESSION_COOKIE
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View

BROWSER_COOKIE = "pareo_browser"  # that somebody has logged in with it before; it opens nothing
_DAYS_14, _DAYS_400 = 14 * 24 * 3600, 400 * 24 * 3600
_STATUS = {"login-busy": 503, "login-later": 429}


def _session_response(view: View, session: str) -> Html:
    response = view.go("/console")
    marks = view.app_state.accounts.marked_browser(session, view.request.cookies.get(BROWSER_COOKIE, ""))
    for key, value, seconds in ((SESSION_COOKIE, session, _DAYS_14), (BROWSER_COOKIE, marks, _DAYS_400)):
        response.cookies.append(
            Cookie(
                key=key,
                value=value,
                httponly=True,
                samesite="strict",
                max_age=seconds,
                path="/",
                secure=view.request.url.scheme == "https",
            )
        )
    return response


@page("/enter/{token:str}", Right.PUBLIC)
def enter(token: str, view: View) -> Html:
    """The link printed at the start: good once."""
    return _session_response(view, view.app_state.accounts.enter(token))


@page("/login", Right.PUBLIC)
def login_page(view: View) -> Html:
    """The form for name and password."""
    return view.page("login.html")


@command("/login", Right.PUBLIC)
async def login(view: View, data: Form) -> Html:
    """Checks name and password; too many wrong ones must wait. No thread that others need waits with them."""
    known = view.request.cookies.get(BROWSER_COOKIE, "")
    try:
        checking = view.app_state.accounts.login_soon(data.get("name", ""), data.get("password", ""), known)
        session = await asyncio.wrap_future(checking)
    except PareoError as problem:
        again = partial(view.page, "login.html", status=_STATUS.get(problem.code, 422), problem=problem, typed=data)
        return await view.app_state.public_workers.run(again)
    return await asyncio.to_thread(_session_response, view, session)


@command("/logout", Right.PUBLIC)
def logout(view: View) -> Html:
    """Ends the session here and everywhere it was copied to."""
    session = view.request.cookies.get(SESSION_COOKIE)
    if session:
        view.app_state.accounts.logout(session)
    response = view.go("/login")
    response.delete_cookie(SESSION_COOKIE, path="/")
    return response


@page("/language/{wanted:str}", Right.PUBLIC)
def language_link(wanted: str, view: View) -> Html:
    """Keeps the chosen language in this browser; a link, as public pages are the same bytes for everybody.

    Back to the public page the link stood on, as the browser names it, else to `back`.
    """
    came = urlsplit(view.request.headers.get("referer", ""))
    here = view.request.url
    inside = came.netloc == here.netloc and came.path.startswith("/e/")
    query = f"?{came.query}" if came.query else ""
    back = came.path + query if inside else view.request.query_params.get("back", "/")
    return _language_response(view, wanted, back)


def _language_response(view: View, language: str, back: str) -> Html:
    response = view.go(back if _is_ours(back) else "/")
    if language in LANGUAGES:
        year = 365 * 24 * 3600
        response.cookies.append(Cookie(key="pareo_language", value=language, samesite="lax", max_age=year, path="/"))
    return response


def _is_ours(address: str) -> bool:
    """Is it a path of this server? Browsers read // and /\\ as the beginning of another server's address."""
    return address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()


ROUTES = [enter, login_page, login, logout, language_link]
