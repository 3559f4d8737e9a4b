"""The projector: a screen is added by the four digits it shows, then follows the round by itself. No login there.

Each picture is a small document kept as ready bytes; the page's script (static/screen.js) turns them and runs the
clock, and without script the browser turns them itself. Addresses with a token (`?screen=`) work as they always did.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from litestar.datastructures import Cookie
from litestar.response import Response

from pareo.app.accounts.permissions import Right, Role
from pareo.app.base.context import Context, LoadedTournament
from pareo.app.commands.rounds import autostart
from pareo.core.text.errors import NotFound
from pareo.core.text.numbers import whole_or
from pareo.pages.public_pages import announcement_rows, clock_rows, event_frame
from pareo.pages.render import render
from pareo.pages.screen_pages import KINDS, ScreenOptions, ScreenPage, build_pages
from pareo.print.qr import qr_inline
from pareo.web.access import SCREEN_COOKIE
from pareo.web.route_decorators import page
from pareo.web.screens import screen_settings
from pareo.web.view import Html, View

NEW_COOKIE = "pareo_new_screen"  # the secret of a browser that shows digits
_DAYS_400 = 400 * 24 * 3600
_PARAMS = ("tables", "pod", "part")


@page("/screen", Right.PUBLIC)
def new_screen(view: View) -> Html:
    """Shows four digits until somebody types them at the desk; then it is a screen of that event, until it is closed:
    next month the same projector shows digits again."""
    mine = next((g.slug for g in view.identity.grants if g.role is Role.SCREEN), "")
    if mine and mine != "*" and _is_running(view, mine):
        return view.go(f"/screen/{mine}/auto")
    secret = view.request.cookies.get(NEW_COOKIE, "")
    added = view.app_state.screens.take_added(secret)
    if added is not None:
        answer = view.go(f"/screen/{added.slug}/auto")
        answer.delete_cookie(NEW_COOKIE, path="/screen")
        return _with_cookie(view, answer, SCREEN_COOKIE, added.token, "/")
    new_secret, digits = view.app_state.screens.digits(secret)
    answer = view.page("screen/code.html", digits=digits, address=view.address("/screen"))
    return answer if new_secret == secret else _with_cookie(view, answer, NEW_COOKIE, new_secret, "/screen")


def _is_running(view: View, slug: str) -> bool:
    """Does the event still exist, and is it not closed?"""
    try:
        return not view.look_public(slug, lambda ctx: ctx.open(slug).state.closed)
    except NotFound:
        return False


def _with_cookie(view: View, answer: Html, key: str, value: str, path: str) -> Html:
    answer.cookies.append(
        Cookie(
            key=key,
            value=value,
            httponly=True,
            samesite="lax",
            max_age=_DAYS_400,
            path=path,
            secure=view.request.url.scheme == "https",
        )
    )
    return answer


@page("/screen/{slug:str}/{what:str}", Right.SCREEN)
def screen(slug: str, what: str, view: View) -> Response[bytes]:
    """One picture of a screen. `tables=1-200` or `part=A-L` show a part, for a hall with several projectors."""
    query = view.request.query_params
    if what not in (*KINDS, "auto"):
        raise NotFound(
            "no-screen",
            "There is no screen “{what}”. Choose one of: {known}.",
            what=what,
            known=", ".join((*KINDS, "auto")),
        )
    assigned = _assigned_display(view, slug)
    kind = assigned.get("kind", "auto") if what == "auto" else what
    chosen = {key: query[key][:40] for key in _PARAMS if query.get(key)}
    options = ScreenOptions(
        kind if kind in KINDS else "auto",
        view.game_language,
        chosen.get("part", "") or assigned.get("part", ""),
        chosen.get("tables", ""),
        chosen.get("pod", ""),
    )
    token = {"screen": query["screen"]} if query.get("screen") else {}
    number = whole_or(query.get("page", "0"), 5, 0)
    here = f"/screen/{slug}/{what}?{urlencode({**token, **chosen})}"
    address = "" if view.only_here else view.address(f"/e/{slug}")
    live = f"/e/{slug}/live{'?' if token else ''}{urlencode(token)}"
    return view.cached_response(
        ("screen", slug, options, number, here, address),
        view.app_state.public_version(slug),
        lambda: _render_picture(view, slug, options, number, {"here": here, "live": live, "address": address}),
    )


def _assigned_display(view: View, slug: str) -> dict[str, str]:
    """What staff chose for the screen that asks (`kind`, `part`); empty for others, which follow the round."""
    name = view.identity.name
    if not name.startswith("token:") or not any(g.role is Role.SCREEN for g in view.identity.grants):
        return {}
    label = name.removeprefix("token:")
    view.app_state.screens.record_seen(f"{slug}/{label}")
    return screen_settings(view.app_state.accounts, slug, label)


class Begins(NamedTuple):
    """When a published round starts by itself: in milliseconds, and in words where no script counts down."""

    at: int
    said: str


def _begins(view: View, ctx: Context, event: LoadedTournament) -> Begins | None:
    due = autostart.due_at(event, ctx.now())
    if due is None or autostart.countdown(ctx, event.state.slug) is None:
        return None
    text = view.texts.gettext("starts at %(time)s") % {"time": view.texts.time(due.isoformat(), event.state.zone)}
    return Begins(int(due.timestamp() * 1000), text)


def _render_picture(view: View, slug: str, options: ScreenOptions, number: int, more: Mapping[str, str]) -> bytes:
    def look(ctx: Context) -> tuple[ScreenPage, int, int, dict[str, object]]:
        event = ctx.open(slug)
        pages = build_pages(event, options)
        at = number % len(pages)
        clock_at = next((i for i, one in enumerate(pages) if one.kind == "clock"), -1)
        return (
            pages[at],
            at,
            len(pages),
            {
                "event": event_frame(event),
                "clocks": clock_rows(event, view.texts),
                "said": announcement_rows(event, view.texts, 1),
                "clock_at": clock_at,
                "begins": _begins(view, ctx, event),
            },
        )

    picture, at, pages, values = view.look_public(slug, look)
    return render(
        f"screen/{picture.kind}.html",
        view.game_language,
        slug=slug,
        at=at,
        pages=pages,
        seconds=picture.seconds,
        kind=picture.kind,
        qr=qr_inline(more["address"]),
        **{**values, **picture.values, **more},
    ).encode()


ROUTES = [new_screen, screen]
