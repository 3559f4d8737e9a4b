"""Every route × every role: allowed exactly where the route's right is one of the role's. No right: it fails here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import ROLES, Right, Role
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.rounds import rounds
from pareo.store import SqliteStore
from pareo.web.access import SESSION_COOKIE
from pareo.web.app import create
from pareo.web.app_state import AppState
from pareo.web.asgi import PublicPagesMiddleware

SLUG = "copa"
OTHER = "liga"
LITESTARS_OWN = "/api/schema"  # pages of the framework itself: they have no right, so nobody may see them


class RouteMethod(NamedTuple):
    """One method of one route."""

    method: str
    path: str
    names: tuple[str, ...]
    right: Right | None

    def address(self, link: str) -> str:
        known = {"slug": SLUG, "link": link, "file": "journal.csv", "file_path": "pareo.css", "path": "pareo.css"}
        filled = self.path
        for name in self.names:
            filled = filled.replace("{" + name + "}", known.get(name, "1"))
        return filled


def ways(app: Litestar) -> list[RouteMethod]:
    found = []
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            raise AssertionError(f"{route.path} is no plain route: say here who may use it")
        for handler in route.route_handlers:
            for method in sorted(handler.http_methods - {"OPTIONS", "HEAD"}):
                right = handler.opt.get("right")
                names = tuple(route.path_parameters)
                found.append(RouteMethod(method, route.path_format, names, right if isinstance(right, Right) else None))
    return found


@dataclass(slots=True)
class Application:
    """The application with one event that is being played, and the secrets of each role."""

    app_state: AppState
    client: TestClient[Any]
    ways: list[RouteMethod]
    tokens: dict[Role, str]
    elsewhere: str
    csrf: str

    def ask(self, way: RouteMethod, token: str, link: str) -> int:
        """The status; a page that sends to the login says 401."""
        head = {"x-csrftoken": self.csrf, "sec-fetch-site": "same-origin"}
        if token:
            head["authorization"] = f"Bearer {token}"
        more: dict[str, Any] = {}
        if way.method != "GET":
            more = {"json": {}} if way.path.startswith("/api/") else {"data": {"nothing": "1"}}
        for name in ("pareo_me", "pareo_no", "pareo_screen", "pareo_new_screen"):
            self.client.cookies.delete(name)
        if not token and not link.endswith("AAAA"):
            head["cookie"] = f"pareo_csrf={self.csrf}; pareo_me={link}"  # a player's phone
        answer = self.client.request(way.method, way.address(link), headers=head, follow_redirects=False, **more)
        ways_in = ("/login", f"/e/{SLUG}/me")  # of staff, and of players' phones
        if answer.status_code == 303 and answer.headers["location"] in ways_in and way.right is not Right.PUBLIC:
            return 401
        return answer.status_code


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    path: Path = tmp_path_factory.mktemp("rights") / "hall.db"
    store = SqliteStore(path)
    app_state = AppState(store, Accounts(store.accounts()))
    for slug in (SLUG, OTHER):
        events.create(app_state.ctx, events.NewEvent(slug, "swiss", slug=slug, seed="x", settings={"rounds": "3"}))
        players.enter(app_state.ctx, slug, [players.NewPlayer(first=name) for name in ("Ana", "Bea", "Caio", "Dora")])
    rounds.pair(app_state.ctx, SLUG)
    rounds.publish(app_state.ctx, SLUG, confirmed=True)
    rounds.start(app_state.ctx, SLUG)
    application = create(app_state)
    assert isinstance(application, PublicPagesMiddleware)
    litestar = application._app
    assert isinstance(litestar, Litestar)
    accounts = app_state.accounts
    given = [role for role in ROLES.values() if role not in (Role.PLAYER, Role.CLAIMED, Role.PUBLIC)]
    tokens = {role: accounts.make_token(role.id, role, "*" if role is Role.OWNER else SLUG) for role in given}
    elsewhere = accounts.make_token("elsewhere", Role.ORGANISER, OTHER)
    with TestClient(application, raise_server_exceptions=False) as client:
        client.get("/healthz")
        csrf = str(client.cookies["pareo_csrf"])
        yield Application(app_state, client, ways(litestar), tokens, elsewhere, csrf)
    store.close()


def expected(role: Role, way: RouteMethod) -> bool:
    if way.right is None:
        return False
    if way.right is Right.PUBLIC:
        return True
    # The directory holds people of all events: a role at one event opens none of it, not even through that event.
    at_event = role is Role.OWNER or ("slug" in way.names and way.right is not Right.DIRECTORY)
    if role is Role.PLAYER:
        return ("link" in way.names or way.path.startswith("/e/{slug}/me")) and way.right in role.rights
    if role is Role.CLAIMED:  # what such a phone holds is a cookie, and no link
        return "link" not in way.names and way.path.startswith("/e/{slug}/me") and way.right in role.rights
    return at_event and way.right in role.rights


def test_every_route_names_its_right(site: Application) -> None:
    without = [way.path for way in site.ways if way.right is None and not way.path.startswith(LITESTARS_OWN)]
    assert without == []
    assert len(site.ways) > 60, "the walk must see the whole application"


@pytest.mark.parametrize("role", list(ROLES.values()), ids=lambda role: role.id)
def test_each_route_for_each_role(site: Application, role: Role) -> None:
    wrong: list[str] = []
    accounts, claimed = site.app_state.accounts, ""
    for way in site.ways:
        # Asked for each time: one of the routes walked renews it, another releases the phone.
        link = accounts.player_link(SLUG, 1) if role is Role.PLAYER else "1-AAAAAAAAAAAAAAAAAAAAAA"
        if role is Role.CLAIMED:
            if accounts.phone_identity(SLUG, claimed) is None:
                claimed = accounts.claim_name(SLUG, 1, device="d", address="192.0.2.1", players=4)
            link = claimed
        status = site.ask(way, site.tokens.get(role, ""), link)
        allowed = status not in (401, 403)
        if allowed != expected(role, way):
            wrong.append(f"{way.method} {way.path} ({way.right}): {status}")
        if status >= 500:
            wrong.append(f"{way.method} {way.path}: {status}")
    assert not wrong, "\n".join(wrong)


def test_a_role_at_another_event_is_nothing_here(site: Application) -> None:
    wrong = [
        f"{way.method} {way.path}: {status}"
        for way in site.ways
        if "slug" in way.names
        and way.right is not Right.PUBLIC
        and (status := site.ask(way, site.elsewhere, "1-AAAAAAAAAAAAAAAAAAAAAA")) not in (401, 403)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_wrong_or_revoked_token_is_the_public(site: Application) -> None:
    token = site.app_state.accounts.make_token("short", Role.ORGANISER, SLUG)
    way = next(way for way in site.ways if way.path == "/api/v1/events/{slug}/players" and way.method == "GET")
    assert site.ask(way, token, "") == 200
    known = next(t for t in site.app_state.accounts.tokens(SLUG) if t.label == "short")
    site.app_state.accounts.revoke_token(known.id)
    assert site.ask(way, token, "") == 401
    assert site.ask(way, "pareo_" + "A" * 43, "") == 401


def test_no_cookie_changes_anything_through_the_api(site: Application) -> None:
    """The CSRF check of pages is switched off there; another site must not get further with the owner's cookie."""
    owner = site.app_state.accounts.ensure_owner()
    session = site.app_state.accounts.enter(site.app_state.accounts.one_time_link(owner.id))
    unsafe = [w for w in site.ways if w.path.startswith("/api/") and w.method != "GET" and "link" not in w.names]
    assert len(unsafe) > 25
    for way in unsafe:
        head = {"cookie": f"{SESSION_COOKIE}={session}"}
        answer = site.client.request(way.method, way.address(""), headers=head, json={})
        assert answer.status_code == 403, way.path
        assert "bearer token" in answer.json()["message"]
