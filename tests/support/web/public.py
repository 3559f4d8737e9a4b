"""The web application with one event on a real SQLite file, and visitors of its pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from pareo.app.accounts.accounts import Accounts
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.app.jobs.queue import JobQueue
from pareo.core.model.entities import Status
from pareo.store.sqlite.store import SqliteStore
from pareo.web.access import SESSION_COOKIE
from pareo.web.app_state import AppState
from pareo.web.asgi import Asgi, PublicPagesMiddleware
from support.web.application import inner_app

HOSTILE = ("<script>alert(1)</script>", "\u202eevil\u202c rtl", "W" * 150, "😀 Emoji & \"quotes\" 'n' {{ 7*7 }}")
FIRST = ("Iria", "Teo", "Gala", "Nuno", "Bel", "Oto", "Vera", "Dario", "Lia", "Saul", "Mina", "Hugo", "Nadia", "Clara")
LAST = ("Bouza", "Lamas", "Fonte", "Peral", "Ardit", "Quiroga", "Montiel", "Pons", "Ferran", "Ibarra", "Olmo", "Reis")


def make_players(count: int, **fields: Any) -> list[NewPlayer]:
    """People with everything the public must never see."""
    return [
        NewPlayer(
            first=FIRST[i % len(FIRST)],
            last=f"{LAST[i % len(LAST)]}{i}",
            id=f"MEMBER{i:04d}",
            birth_year=1901,
            nickname=f"Nick{i}",
            contact=f"secret{i}@example.org",
            notes=f"allergy-{i}",
            **fields,
        )
        for i in range(count)
    ]


def hostile_players() -> list[NewPlayer]:
    return [NewPlayer(first=name, last="Zz", nickname=name) for name in HOSTILE]


class PublicClient:
    """A browser without a session, or with one. Nothing is cached from an earlier visit."""

    def __init__(self, app_state: AppState, app: Asgi, session: str = "") -> None:
        app_state.response_cache.clear()
        self.client = TestClient(PublicPagesMiddleware(app, app_state), raise_server_exceptions=True)  # type: ignore[arg-type]
        self.client.headers["accept-language"] = "en"
        if session:
            self.client.cookies.set(SESSION_COOKIE, session)

    def get(self, path: str, status: int = 200) -> str:
        answer = self.client.get(path, follow_redirects=False)
        assert answer.status_code == status, f"{path}: {answer.status_code}\n{answer.text[-1500:]}"
        return answer.text

    def post(self, path: str, status: int = 200, **data: str) -> str:
        if self.client.cookies.get("pareo_csrf") is None:
            self.client.get("/")
        form = {"_csrf_token": str(self.client.cookies.get("pareo_csrf")), **data}
        answer = self.client.post(path, data=form, follow_redirects=False)
        assert answer.status_code == status, f"{path}: {answer.status_code}\n{answer.text[-1500:]}"
        return answer.text


class PublicStage:
    """The web application with one event."""

    def __init__(
        self, folder: Path, ruleset: str = "pokemon-tcg-2019-07", *, turns: JobQueue | None = None, **settings: str
    ) -> None:
        self.store = SqliteStore(folder / "hall.db")
        self.accounts = Accounts(self.store.accounts(), later=lambda work: work())
        self.app_state = AppState(self.store, self.accounts, job_queue=turns or JobQueue())
        self.app: Asgi = inner_app(self.app_state)
        self.slug = events.create(self.ctx, events.NewEvent("Copa", ruleset, slug="copa", seed="s", settings=settings))

    @property
    def ctx(self) -> Context:
        return self.app_state.ctx

    def enter(self, people: Iterable[NewPlayer]) -> None:
        players.enter(self.ctx, self.slug, list(people), confirmed=True)

    def open(self, to: Status = Status.STARTED) -> None:
        """Pairs, and publishes and starts as far as asked."""
        rounds.pair(self.ctx, self.slug)
        if to is not Status.DRAFTED:
            rounds.publish(self.ctx, self.slug, confirmed=True)
        if to is Status.STARTED:
            rounds.start(self.ctx, self.slug, confirmed=True)

    def report(self, result: Callable[[int, int], str] = lambda a, b: "1-0" if a < b else "0-1") -> None:
        for p in list(self.ctx.open(self.slug).state.pods.values()):
            last = p.last_round
            if last is not None and last.status is Status.STARTED:
                open_matches = [m for m in last.matches.values() if m.result is None]
                rows = [results.ResultRow(result(m.a, m.b), table=m.table) for m in open_matches]
                if rows:
                    results.import_results(self.ctx, self.slug, rows, round_no=last.number)

    def play(self, count: int = 1, result: Callable[[int, int], str] | None = None) -> None:
        """Whole rounds."""
        for _ in range(count):
            self.open()
            self.report(result) if result else self.report()
            rounds.finish(self.ctx, self.slug)

    def visitor(self) -> PublicClient:
        return PublicClient(self.app_state, self.app)

    def staff(self) -> PublicClient:
        owner = self.accounts.ensure_owner()
        return PublicClient(self.app_state, self.app, self.accounts.enter(self.accounts.one_time_link(owner.id)))

    def own_address(self, no: int) -> str:
        return f"/e/{self.slug}/me/{self.accounts.player_link(self.slug, no)}"


Make = Callable[..., PublicStage]


def check_escaped(text: str) -> None:
    """No name became markup, no inline script or style."""
    assert "<script>alert" not in text
    assert "7*7" in text or "{{" not in text
    assert ">49<" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"<[^>]+\sstyle=", text)
    assert not re.search(r"<[^>]+\son[a-z]+=", text)


def visible_text(html: str) -> str:
    """A page without its tags, white space folded."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
