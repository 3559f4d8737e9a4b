"""The staff of an event: who works at it and in which role, tokens for screens and programs, players' own links.

Only the owner changes accounts; the organiser makes tokens and links. A secret is shown once, when it is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from litestar.response import Response

from pareo.app.accounts.accounts import Token, User, check_may_give
from pareo.app.accounts.permissions import Grant, Right, Role, chosen_role, given_roles, token_roles
from pareo.app.base.context import Context
from pareo.app.commands.people import roster
from pareo.app.commands.people.roster import Filter
from pareo.core.pairing.seating import parse_ranges
from pareo.core.text.errors import BadInput, NotFound, PareoError
from pareo.core.text.numbers import whole_or_refuse
from pareo.pages.render import Values
from pareo.print.qr import qr_svg
from pareo.web.console.event import frame, qr_code
from pareo.web.console.people.players import query_of
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View

LINKS_PAGE = 60


@dataclass(frozen=True, slots=True)
class StaffMember:
    """An account with what it may do at this event."""

    user: User
    grants: tuple[Grant, ...]  # here, or everywhere


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret that the page shows once: a token or a link."""

    kind: str  # "token", "screen", "link"
    label: str
    text: str


def _members(users: list[User], slug: str) -> tuple[list[StaffMember], list[User]]:
    """Who works here, and who has an account but no role here."""
    inside = [StaffMember(u, tuple(g for g in u.grants if g.slug in ("*", slug))) for u in users]
    return [m for m in inside if m.grants], [m.user for m in inside if not m.grants and not m.user.disabled]


def _tokens(view: View, slug: str) -> list[tuple[Token, str]]:
    return [
        (t, datetime.fromtimestamp(t.expires, UTC).strftime("%Y-%m-%d") if t.expires else "")
        for t in view.app_state.accounts.tokens(slug)
        if not t.revoked
    ]


def _page(
    view: View,
    slug: str,
    *,
    problem: PareoError | None = None,
    typed: Mapping[str, str] | None = None,
    secret: Secret | None = None,
) -> Html:
    members, others = _members(view.app_state.accounts.users(), slug)
    return view.page(
        "console/staff.html",
        status=200 if problem is None else 422,
        problem=problem,
        typed=typed or {},
        wrong="",
        members=members,
        others=others if view.may("owner", slug) else [],
        tokens=_tokens(view, slug),
        secret=secret,
        secret_qr=qr_code(secret.text) if secret is not None and secret.kind != "token" else "",
        given=given_roles(),
        token_roles=token_roles(),
        **view.look(lambda ctx: frame(ctx, slug, "staff")),
    )


@page("/console/{slug:str}/staff", Right.EVENT)
def staff_page(slug: str, view: View) -> Html:
    """Who works at the event, and its tokens."""
    return _page(view, slug)


def _tables(data: Mapping[str, str]) -> tuple[int, int] | None:
    """A scorekeeper's tables from a range such as “1-20”; None where nothing is typed."""
    text = data.get("tables", "").strip()
    if not text:
        return None
    try:
        ranges = parse_ranges(text)
    except ValueError:
        ranges = []
    if len(ranges) != 1 or text.endswith("-"):  # half a range is none
        raise BadInput("tables-range", "Give one range of tables, such as 1-20, not “{text}”.", text=text[:40])
    return ranges[0]


def _check_event_exists(view: View, slug: str) -> None:
    view.look(lambda ctx: ctx.open(slug))


# --- accounts ---------------------------------------------------------------------------------------------------------


@command("/console/{slug:str}/staff/account", Right.OWNER)
def create_account(slug: str, view: View, data: Form) -> Html:
    """Creates an account with its role at this event; without a password, a link that lets it in once."""
    accounts = view.app_state.accounts
    try:
        _check_event_exists(view, slug)
        role = chosen_role(data.get("role", ""), given_roles())
        scope = "*" if data.get("everywhere") == "yes" else slug
        password = data.get("password") or None
        user = accounts.create_user(data.get("name", ""), role, scope, _tables(data), password)
    except PareoError as problem:
        return _page(view, slug, problem=problem, typed={k: v for k, v in data.items() if k != "password"})
    if user.has_password:
        return view.go(f"/console/{slug}/staff")
    return _entry_link(view, slug, user)


def _entry_link(view: View, slug: str, user: User) -> Html:
    link = view.address(f"/enter/{view.app_state.accounts.one_time_link(user.id, minutes=60)}")
    return _page(view, slug, secret=Secret("link", user.name, link))


@command("/console/{slug:str}/staff/give", Right.OWNER)
def give_role(slug: str, view: View, data: Form) -> Html:
    """Gives an existing account a role at this event."""
    try:
        _check_event_exists(view, slug)
        role = chosen_role(data.get("role", ""), given_roles())
        view.app_state.accounts.grant(data.get("user", ""), role, slug, _tables(data))
    except PareoError as problem:
        return _page(view, slug, problem=problem, typed=data)
    return view.go(f"/console/{slug}/staff")


@command("/console/{slug:str}/staff/change", Right.OWNER)
def change_account(slug: str, view: View, data: Form) -> Html:
    """Takes a role back, sets a password, makes an entry link, locks out or lets in again."""
    accounts, user, what = view.app_state.accounts, data.get("user", ""), data.get("what", "")
    try:
        if what == "link":
            return _entry_link(view, slug, accounts.user(user))
        if what == "revoke":
            accounts.revoke(user, chosen_role(data.get("role", ""), given_roles()), slug)
        elif what == "password":
            accounts.set_password(user, data.get("password", ""))
        elif what == "disable":
            accounts.disable_user(user)
        elif what == "enable":
            accounts.enable_user(user)
        else:
            raise NotFound("no-such-change", "Unknown account action.")
    except PareoError as problem:
        return _page(view, slug, problem=problem)
    return view.go(f"/console/{slug}/staff")


# --- tokens -----------------------------------------------------------------------------------------------------------


@command("/console/{slug:str}/staff/token", Right.EVENT)
def make_token(slug: str, view: View, data: Form) -> Html:
    """Makes a token for a screen or a program, shown once."""
    try:
        _check_event_exists(view, slug)
        role = chosen_role(data.get("token_role", ""), token_roles())
        check_may_give(view.identity, role, slug)
        days = data.get("days", "").strip()
        problem = BadInput("bad-days", "A token is valid for 1 to 3650 days, or has no expiry.")
        good_for = whole_or_refuse(days, 5, problem) if days else None
        text = view.app_state.accounts.make_token(data.get("label", ""), role, slug, None, good_for)
    except PareoError as problem:
        return _page(view, slug, problem=problem, typed=data)
    if role is Role.SCREEN:
        text = view.address(f"/screen/{slug}/auto?screen={text}")
    return _page(view, slug, secret=Secret("screen" if role is Role.SCREEN else "token", data.get("label", ""), text))


@command("/console/{slug:str}/staff/token/revoke", Right.EVENT)
def revoke_token(slug: str, view: View, data: Form) -> Html:
    """Revokes a token: it stops working at once."""
    try:
        view.app_state.accounts.revoke_token(data.get("token", ""), slug)
    except PareoError as problem:
        return _page(view, slug, problem=problem)
    return view.go(f"/console/{slug}/staff")


# --- players' links ---------------------------------------------------------------------------------------------------


@page("/console/{slug:str}/staff/links", Right.EVENT)
def links_page(slug: str, view: View, q: str = "", at: int = 1) -> Html:
    """A sheet of QR codes to cut out: each opens one player's own page."""

    def gather(ctx: Context) -> Values:
        event = ctx.open(slug)
        nos = roster.search(event, Filter(text=q[:200], status="active")).all_nos
        pages = max(1, -(-len(nos) // LINKS_PAGE))
        page_no = min(max(1, at), pages)
        on_page = nos[(page_no - 1) * LINKS_PAGE : page_no * LINKS_PAGE]
        return {
            **frame(ctx, slug, "staff"),
            "cards": [(no, event.name(no)) for no in on_page],
            "at": page_no,
            "pages": pages,
            "q": q,
            "query": query_of(Filter(text=q)),
        }

    return view.page("console/links.html", **view.look(gather))


@page("/console/{slug:str}/staff/links/{no:int}/qr.svg", Right.EVENT)
def link_qr(slug: str, no: int, view: View) -> Response[Any]:
    """The QR code of a player's own page as a picture."""
    view.look(lambda ctx: ctx.open(slug).state.entrant(no))
    address = view.address(f"/e/{slug}/me/{view.app_state.accounts.player_link(slug, no)}")
    picture = qr_svg(address, border=2, light="#fff", scale=4)
    if not picture:
        raise NotFound("only-here", "Only this computer can connect: let phones in first.")
    return Response(picture, media_type="image/svg+xml")


@page("/console/{slug:str}/staff/links/{no:int}", Right.EVENT)
def open_link(slug: str, no: int, view: View) -> Html:
    """Goes to the player's own page, as the QR code would."""
    view.look(lambda ctx: ctx.open(slug).state.entrant(no))
    return view.go(f"/e/{slug}/me/{view.app_state.accounts.player_link(slug, no)}")


@command("/console/{slug:str}/staff/links/{no:int}/renew", Right.EVENT)
def renew_link(slug: str, no: int, view: View) -> Html:
    """Makes a new link for a player; whoever had the old one is out."""
    view.look(lambda ctx: ctx.open(slug).state.entrant(no))
    view.app_state.accounts.renew_player_link(slug, no)
    return view.go(f"/console/{slug}/players/{no}")


ROUTES = [
    change_account,
    create_account,
    give_role,
    link_qr,
    links_page,
    make_token,
    open_link,
    renew_link,
    revoke_token,
    staff_page,
]
