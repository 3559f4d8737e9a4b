"""Phones and screens at the venue: letting phones in, the Wi-Fi, how many are here; screens added by their digits.

`phones_card` and `screens_card` give what console/phones_card.html and console/screens_card.html show, for any page
that includes them. The organiser may let phones in; only the owner sets the owner's password.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from pareo.app.accounts.permissions import Right, Role
from pareo.app.base.context import Context
from pareo.core.text.addresses import wifi_text
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, NotFound, PareoError, Refused
from pareo.core.text.messages import text_note
from pareo.pages.screen_pages import KINDS
from pareo.print.qr import qr_inline
from pareo.web.access import SESSION_COOKIE
from pareo.web.console.event import frame
from pareo.web.console.push import switch_card
from pareo.web.route_decorators import Form, command, page
from pareo.web.screens import screen_note_key, screen_settings
from pareo.web.view import Html, View, status_of
from pareo.web.wording.now_words import Reach

WIFI = "wifi"  # key of the server note
PARTS = ("", "A-L", "M-Z", "A-F", "G-L", "M-R", "S-Z")  # for two screens, or for four


class PhonesCard(NamedTuple):
    """What the card about phones shows."""

    open: bool
    can_switch: bool
    needs_password: bool  # the owner has none yet
    owner: bool  # who looks may set it
    address: str  # of the public page; empty while only this computer can open it
    qr: str
    number: int
    ago: int | None
    wifi: str
    wifi_password: str
    wifi_qr: str
    others: tuple[str, ...] = ()  # addresses on its other networks, without “http://”


def _wifi(view: View) -> tuple[str, str]:
    try:
        stored = json.loads(view.app_state.accounts.server_note(WIFI) or "{}")
        return str(stored.get("name", "")), str(stored.get("password", ""))
    except (ValueError, AttributeError):
        return "", ""


def phones_card(view: View, slug: str) -> PhonesCard:
    """Values of the card about phones."""
    gate, visitors = view.app_state.lan_listener, view.app_state.visitors.count()
    reached = not view.only_here
    address = view.address(f"/e/{slug}") if reached else ""
    name, password = _wifi(view)
    return PhonesCard(
        gate.is_open or reached,
        gate.can_switch,
        not view.app_state.accounts.owner_has_password(),
        view.may("owner", slug),
        address,
        qr_inline(address),
        visitors.number,
        visitors.ago,
        name,
        password,
        qr_inline(wifi_text(name, password)) if name else "",
        tuple(home.removeprefix("http://") for home in gate.homes if not address.startswith(f"{home}/")),
    )


class ScreenRow(NamedTuple):
    """A screen of the event."""

    id: str
    label: str
    on: bool
    kind: str
    part: str


def screens_card(view: View, slug: str) -> list[ScreenRow]:
    """The screens that were added, and whether each is on."""
    rows = []
    for token in view.app_state.accounts.tokens(slug):
        if token.grant.role is Role.SCREEN and not token.revoked:
            content = screen_settings(view.app_state.accounts, slug, token.label)
            on = view.app_state.screens.is_on(f"{slug}/{token.label}")
            rows.append(ScreenRow(token.id, token.label, on, content.get("kind", "auto"), content.get("part", "")))
    return rows


def reach(view: View, slug: str) -> Reach:
    """Where a published round can be seen now: on phones, on screens."""
    return Reach(
        view.app_state.lan_listener.is_open or not view.only_here, any(screen.on for screen in screens_card(view, slug))
    )


def _page(view: View, slug: str, problem: PareoError | None = None) -> Html:
    return view.page(
        "console/phones.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        phones=phones_card(view, slug),
        screens=screens_card(view, slug),
        kinds=KINDS,
        parts=PARTS,
        screen_address=view.address("/screen"),
        push=switch_card(view, slug),
        **view.look(lambda ctx: frame(ctx, slug, "share")),
    )


@page("/console/{slug:str}/phones", Right.EVENT)
def phones_page(slug: str, view: View) -> Html:
    """The page that lets phones in and adds screens."""
    return _page(view, slug)


@page("/console/{slug:str}/phones/here", Right.STAFF)
def phones_here(slug: str, view: View) -> Html:
    """How many phones are here: a part of the page that is loaded again by itself."""
    view.look(lambda ctx: ctx.open(slug))
    return view.page("console/phones_here.html", phones=phones_card(view, slug), slug=slug)


@page("/console/{slug:str}/phones/poster", Right.EVENT)
def poster(slug: str, view: View) -> Html:
    """The QR codes, large, to be printed and hung up."""
    return view.page(
        "console/poster.html", phones=phones_card(view, slug), **view.look(lambda ctx: frame(ctx, slug, "share"))
    )


def _do(view: View, slug: str, work: Callable[[], None]) -> Html:
    try:
        view.look(lambda ctx: ctx.open(slug))
        work()
    except PareoError as problem:
        return _page(view, slug, problem)
    return view.go(f"/console/{slug}/phones")


@command("/console/{slug:str}/phones/open", Right.EVENT)
def let_in(slug: str, view: View, data: Form) -> Html:
    """Lets phones in; where the owner has no password yet, it is set with it."""

    return _do(view, slug, lambda: let_phones_in(view, data.get("password", ""), slug))


def let_phones_in(view: View, password: str, slug: str | None = None) -> None:
    """Opens the gate for phones; where the owner has no password yet, it is set first."""
    accounts = view.app_state.accounts
    if not accounts.owner_has_password():
        if not view.may("owner", slug):
            raise Refused("phones-owner", "The owner has no password yet, and only the owner can let phones in.")
        if not password:
            raise BadInput(
                "password-needed", "Set a password first: without one, anyone in the hall could sign in as the owner."
            )
        session = view.request.cookies.get(SESSION_COOKIE, "")
        accounts.set_password(accounts.ensure_owner().id, password, keep=session)
    view.app_state.lan_listener.open()


@command("/console/{slug:str}/phones/close", Right.EVENT)
def shut_out(slug: str, view: View) -> Html:
    """Shuts phones out again."""

    def work() -> None:
        view.app_state.lan_listener.close()
        view.app_state.visitors.clear()

    return _do(view, slug, work)


@command("/console/{slug:str}/phones/address", Right.EVENT)
def choose_address(slug: str, view: View, data: Form) -> Html:
    """Chooses the network whose address the QR codes lead to, where this computer is on several."""
    return _do(view, slug, lambda: view.app_state.lan_listener.prefer(data.get("address", "").partition(":")[0]))


@command("/console/{slug:str}/phones/wifi", Right.EVENT)
def keep_wifi(slug: str, view: View, data: Form) -> Html:
    """Saves the Wi-Fi of the venue, for the QR code that joins it."""

    def work() -> None:
        name = clean_line(data.get("wifi", ""), text_note("name"), 32)
        password = data.get("wifi_password", "").strip()
        if len(password) > 63 or (password and not password.isprintable()):
            raise BadInput("wifi-password", "A Wi-Fi password has at most 63 characters.")
        text = json.dumps({"name": name, "password": password}) if name else ""
        view.app_state.accounts.save_server_note(WIFI, text)

    return _do(view, slug, work)


# --- screens ----------------------------------------------------------------------------------------------------------


@command("/console/{slug:str}/screens/add", Right.EVENT)
def add_screen(slug: str, view: View, data: Form) -> Html:
    """Adds the screen that shows these four digits."""
    accounts = view.app_state.accounts

    def make() -> str:
        used_labels = {token.label for token in accounts.tokens(slug)}
        name = clean_line(data.get("label", ""), text_note("name"), 60) or view.texts.gettext("Screen")
        label = next(text for n in range(1, 1000) if (text := name if n == 1 else f"{name} {n}") not in used_labels)
        view.app_state.screens.record_seen(f"{slug}/{label}")  # it shows its digits: it is on
        return accounts.make_token(label, Role.SCREEN, slug)

    return _do(view, slug, lambda: view.app_state.screens.add(data.get("code", ""), slug, view.identity.name, make))


def _screen(view: View, slug: str, data: Form) -> ScreenRow:
    screen = next((row for row in screens_card(view, slug) if row.id == data.get("screen", "")), None)
    if screen is None:
        raise NotFound("no-such-screen", "This screen no longer exists.")
    return screen


@command("/console/{slug:str}/screens/shows", Right.EVENT)
def set_screen(slug: str, view: View, data: Form) -> Html:
    """Sets what a screen shows from now on."""

    def work() -> None:
        row = _screen(view, slug, data)
        kind, part = data.get("kind", "auto"), data.get("part", "")
        if kind not in ("auto", *KINDS) or part not in PARTS:
            raise BadInput("screen-shows", "Choose what the screen shows.")
        content = {key: value for key, value in (("kind", kind), ("part", part)) if value and value != "auto"}
        view.app_state.accounts.save_server_note(
            screen_note_key(slug, row.label), json.dumps(content) if content else ""
        )

    return _do(view, slug, work)


@command("/console/{slug:str}/screens/remove", Right.EVENT)
def remove_screen(slug: str, view: View, data: Form) -> Html:
    """Removes a screen from the event; it shows digits again."""

    def work() -> None:
        row = _screen(view, slug, data)
        view.app_state.accounts.revoke_token(row.id, slug)
        view.app_state.accounts.save_server_note(screen_note_key(slug, row.label), "")

    return _do(view, slug, work)


@command("/console/{slug:str}/players/{no:int}/phone", Right.CHECK_IN)
def release_phone(slug: str, no: int, view: View) -> Html:
    """Releases the phone that said “It's me” for this player: another one may say so."""

    def check_entrant(ctx: Context) -> None:
        ctx.open(slug).state.entrant(no)

    view.look(check_entrant)
    view.app_state.forget_phone(slug, no)
    return view.go(f"/console/{slug}/players/{no}", (view.texts.gettext("Another phone can now use “It's me”."),))


ROUTES = [
    phones_page,
    phones_here,
    poster,
    let_in,
    shut_out,
    choose_address,
    keep_wifi,
    add_screen,
    set_screen,
    remove_screen,
    release_phone,
]
