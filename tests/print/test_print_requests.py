"""Papers asked for: from the console, through the API, on the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.passwords import Passwords
from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.rounds import rounds
from pareo.cli.commands.print import KINDS as TYPED
from pareo.cli.commands.print import SIZES
from pareo.cli.main import main
from pareo.print import papers
from pareo.print.document import PAPERS
from pareo.print.papers import KINDS
from pareo.store.sqlite.store import SqliteStore
from pareo.web.app_state import AppState
from support.events.papers import pdf_text
from support.web.application import create_app

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
SLUG = "copa"


@pytest.fixture
def app_state(tmp_path: Path) -> Iterator[AppState]:
    store = SqliteStore(tmp_path / "test.db")
    cheap = Passwords(time_cost=1, memory_cost=8, parallelism=1)
    made = AppState(store, Accounts(store.accounts(), passwords=cheap, later=lambda work: work()))
    events.create(made.ctx, events.NewEvent("Copa <Faro>", "pokemon-tcg-2019-07", slug=SLUG, seed="s"))
    people = [players.NewPlayer(first=f"Ana{i}", last="Brasa", division="master") for i in range(8)]
    players.enter(made.ctx, SLUG, people)
    rounds.pair(made.ctx, SLUG)
    rounds.publish(made.ctx, SLUG, confirmed=True)
    yield made
    store.close()


def client(app_state: AppState, role: Role | None = Role.REGISTRATION) -> TestClient[Any]:
    made = TestClient(create_app(app_state))
    if role is not None:
        made.headers["authorization"] = f"Bearer {app_state.accounts.make_token(role.id, role, SLUG)}"
    return made


def test_the_page_lists_every_paper_and_each_link_works(app_state: AppState) -> None:
    browser = client(app_state)
    page = browser.get(f"/console/{SLUG}/papers?lang=es&paper=letter&round=1")
    assert page.status_code == 200
    assert "<Faro>" not in page.text
    links = [link.replace("&amp;", "&") for link in re.findall(r'href="(/console/copa/papers/[^"]+)"', page.text)]
    assert {link.split("/")[-1].split(".")[0] for link in links} == set(KINDS) - {
        "bracket",
        "crosstable",
        "ratings",
        "score-sheets",  # nothing to print yet; not this game
    }
    for link in links:
        answer = browser.get(link)
        assert answer.status_code == 200, link
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.content.startswith(b"%PDF")
    assert "Ronda 1" in pdf_text(browser.get(next(x for x in links if "slips" in x)).content)


def test_the_api_gives_the_same_paper_and_says_why_not(app_state: AppState) -> None:
    api = client(app_state)
    answer = api.get(f"/api/v1/events/{SLUG}/papers/pairings-names.pdf?lang=it")
    assert answer.status_code == 200
    assert "Ana3 B." in pdf_text(answer.content)
    for path, status in (
        ("poster.pdf", 404),
        ("slips.txt", 404),
        ("slips.pdf?round=7", 404),
        ("bracket.pdf", 422),
        ("slips.pdf?lang=xx", 422),
        ("slips.pdf?paper=a3", 422),
        ("slips.pdf?round=none", 400),
    ):
        refused = api.get(f"/api/v1/events/{SLUG}/papers/{path}")
        assert refused.status_code == status, path
        assert refused.json()["message"]
    page = api.get(f"/console/{SLUG}/papers/bracket.pdf")
    assert page.status_code == 422
    assert "text/html" in page.headers["content-type"]
    assert api.get(f"/console/{SLUG}/papers/poster.pdf").status_code == 404


def test_papers_are_for_staff(app_state: AppState) -> None:
    for role in (None, Role.SCREEN):
        outsider = client(app_state, role)
        for path in (f"/console/{SLUG}/papers/check-in.pdf", f"/api/v1/events/{SLUG}/papers/check-in.pdf"):
            answer = outsider.get(path, follow_redirects=False)
            assert answer.status_code in (303, 401, 403, 404), path
            assert not answer.content.startswith(b"%PDF")


def test_the_command_line_writes_a_file(
    app_state: AppState, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = ["--db", str(tmp_path / "test.db")]
    path = tmp_path / "slips.pdf"
    wish = ["--round", "1", "--lang", "pt", "--paper", "letter", "-o", str(path), "--json"]
    assert main([*db, "print", "slips", SLUG, *wish]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["bytes"] == path.stat().st_size
    assert "Rodada 1" in pdf_text(path.read_bytes())
    before = path.read_bytes()
    assert main([*db, "print", "bracket", SLUG, "-o", str(path)]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert path.read_bytes() == before
    assert main([*db, "print", "poster", SLUG]) == 2


def test_the_command_line_knows_every_paper() -> None:
    assert tuple(KINDS) == TYPED
    assert tuple(PAPERS) == SIZES


def test_an_address_with_a_slash_at_its_end_leads_to_the_same_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """The code on the posted pairings is that address with “/receipt” after it."""
    asked: list[str] = []
    monkeypatch.setattr(papers, "gather", lambda _kind, _desk, _slug, wish: asked.append(wish.address))
    monkeypatch.setattr(papers, "typeset", lambda _document, progress: b"")
    papers.render("pairings-tables", None, "cup", address="http://cup.example/e/cup/")
    assert asked == ["http://cup.example/e/cup"]
