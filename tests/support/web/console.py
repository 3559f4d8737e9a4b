"""A client of the console's pages that is logged in, and a small event."""

from __future__ import annotations

from pathlib import Path

from litestar.testing import TestClient

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.passwords import Passwords
from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.store.sqlite.store import SqliteStore
from pareo.web.access import SESSION_COOKIE
from pareo.web.app_state import AppState
from support.events.stage import new_event
from support.web.application import create_app


def open_app_state(folder: Path) -> AppState:
    """The web state on a new file, with passwords that cost nothing."""
    store = SqliteStore(folder / "test.db")
    cheap = Passwords(time_cost=1, memory_cost=8, parallelism=1)
    return AppState(store, Accounts(store.accounts(), passwords=cheap, later=lambda work: work()))


class ConsoleClient:
    """Somebody logged in: follows redirects, carries the CSRF token."""

    def __init__(self, app_state: AppState, role: Role = Role.OWNER, slug: str = "*") -> None:
        user = app_state.accounts.create_user(f"{role.id} of {slug}", role, slug)
        self.client = TestClient(create_app(app_state))
        self.client.cookies.set(SESSION_COOKIE, app_state.accounts.enter(app_state.accounts.one_time_link(user.id)))
        self.client.get("/login")
        self.status = 0
        self.path = ""

    def get(self, path: str) -> str:
        return self._seen(self.client.get(path))

    def post(self, path: str, /, **data: str) -> str:
        form = {"_csrf_token": str(self.client.cookies.get("pareo_csrf")), **data}
        return self._seen(self.client.post(path, data=form))

    def _seen(self, answer: object) -> str:
        self.status, self.path = answer.status_code, answer.url.path  # type: ignore[attr-defined]
        return str(answer.text)  # type: ignore[attr-defined]


def create_cup(
    app_state: AppState,
    name: str = "Copa Faro",
    ruleset: str = "pokemon-tcg-2019-07",
    born: int | None = 1990,
    count: int = 8,
    **settings: str,
) -> str:
    slug = events.create(app_state.ctx, new_event(name, ruleset, settings=settings, seed="s"))
    people = [NewPlayer(first=f"Ana{i}", last="Brasa", id=f"p{i}", birth_year=born) for i in range(1, count + 1)]
    if people:
        players.enter(app_state.ctx, slug, people)
    return slug
