"""Which device a player's page is open on: a random cookie that says nothing else, the same for every event.

It tells two phones apart behind one router (U-3, R-17). It proves nothing: who deletes it is a new device, which is why
claims are limited by address too.
"""

from __future__ import annotations

import re
import secrets

from litestar.datastructures import Cookie

from pareo.app.accounts.permissions import Role
from pareo.web.view import Html, View

DEVICE_COOKIE = "pareo_device"
_DAYS_400 = 400 * 24 * 3600
_TEXT = re.compile(r"[A-Za-z0-9_-]{22}")


def client_address(view: View) -> str:
    """Where the request comes from; behind a trusted proxy what that says (`serve --proxy`)."""
    client = view.request.scope.get("client")
    return str(client[0]) if client else ""


def device_of(view: View) -> str:
    """The device's own text; empty if it has none yet."""
    text = view.request.cookies.get(DEVICE_COOKIE, "")
    return text if _TEXT.fullmatch(text) else ""


def mark_device(view: View, answer: Html, device: str = "") -> Html:
    """Gives a device that has no cookie one."""
    if not device_of(view):
        answer.cookies.append(
            Cookie(
                key=DEVICE_COOKIE,
                value=device or new_device(),
                httponly=True,
                samesite="lax",
                max_age=_DAYS_400,
                path="/e",
                secure=view.request.url.scheme == "https",
            )
        )
    return answer


def new_device() -> str:
    return secrets.token_urlsafe(16)


def reporting_device(view: View, slug: str) -> str:
    """The mark of the device that reports. A phone that said “It's me” is the device it said so on, whatever it sends
    now; who has the personal link is known by the cookie, or without one by the link."""
    claimed = any(grant.role is Role.CLAIMED for grant in view.identity.grants)
    device = "" if claimed else device_of(view)
    return view.app_state.accounts.device_mark(slug, device) if device else view.identity.device
