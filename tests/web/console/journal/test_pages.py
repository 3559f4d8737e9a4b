"""The journal page: words and times, filters, pages, undo after asking, downloads, backups for the owner."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Identity, Role
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.app.operations import backups
from pareo.app.operations.backup_scheduler import start_backups
from pareo.app.wording.journal_words import action_words, describe_fact
from pareo.core.journal.facts import ACTIONS, Noted
from pareo.core.journal.people_facts import Dropped, Edited
from pareo.formats.bundle import verify_bundle
from pareo.locale.texts import texts
from pareo.pages.render import account_name
from pareo.store import SqliteStore
from pareo.web.access import SESSION_COOKIE
from pareo.web.app_state import AppState
from support.web.application import create_app
from support.web.console import ConsoleClient, create_cup, open_app_state

HOSTILE = "<script>alert(1)</script>"
NAMES = ("Ana", "Bea", "=cmd|calc", HOSTILE, "\u202eOdd", "😀 Emo", "L" * 200, "Dora")
PAGE = "/console/copa/journal"


class Person:
    """Somebody at the console."""

    def __init__(self, client: TestClient[Any], app_state: AppState, role: Role, name: str) -> None:
        self.client = client
        user = app_state.accounts.create_user(name, role)
        session = app_state.accounts.enter(app_state.accounts.one_time_link(user.id))
        client.get("/healthz")
        self.csrf = str(client.cookies["pareo_csrf"])
        self.head = {"cookie": f"{SESSION_COOKIE}={session}; pareo_csrf={self.csrf}"}

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.client.get(path, headers=self.head, follow_redirects=False)
        assert answer.status_code == status, answer.text[-600:]
        return answer

    def post(self, path: str, status: int, **form: str) -> Any:
        data = {"_csrf_token": self.csrf, **form}
        answer = self.client.post(path, data=data, headers=self.head, follow_redirects=False)
        assert answer.status_code == status, answer.text[-600:]
        return answer


@pytest.fixture
def app_state(tmp_path: Path) -> Iterator[AppState]:
    store = SqliteStore(tmp_path / "hall.db")
    made = AppState(store, Accounts(store.accounts()))
    with made.open_context(Identity("Iris")) as ctx:
        settings = {"rounds": "3", "zone": "America/Bogota"}
        slug = events.create(ctx, events.NewEvent("Copa", "swiss", slug="copa", seed="x", settings=settings))
        players.enter(ctx, slug, [players.NewPlayer(first=name) for name in NAMES])
        rounds.pair(ctx, slug)
        rounds.publish(ctx, slug, confirmed=True)
        rounds.start(ctx, slug)
        results.report(ctx, slug, round_no=1, table=1, result="1-0")
    yield made
    store.close()


@pytest.fixture
def client(app_state: AppState) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(app_state)) as started:
        yield started


@pytest.fixture
def owner(client: TestClient[Any], app_state: AppState) -> Person:
    return Person(client, app_state, Role.OWNER, "Olga")


@pytest.fixture
def organiser(client: TestClient[Any], app_state: AppState) -> Person:
    return Person(client, app_state, Role.ORGANISER, "Otto")


def seqs(text: str) -> list[int]:
    return [int(n) for n in re.findall(r'class="num seq">(\d+)<', text)]


def test_it_says_who_did_what_when_newest_first(organiser: Person, app_state: AppState) -> None:
    text = organiser.get(PAGE).text
    assert seqs(text) == [6, 5, 4, 3, 2, 1]
    assert re.search(r"Round 1, table 1: .+ won\.", text)
    assert "Iris" in text
    utc = app_state.store.read("copa")[0].time
    assert texts("en").moment(utc, "America/Bogota") in html.unescape(text)
    assert texts("en").moment(utc, "UTC") not in html.unescape(text)


def test_a_round_off_is_told_once_in_the_readers_words(app_state: AppState) -> None:
    event = app_state.ctx.open("copa")
    told = Edited(1, {"absent": frozenset({2}), "bye_points": ((2, 1),)})
    assert describe_fact(texts("en"), event, told) == "Ana was changed: Requested byes."
    assert describe_fact(texts("pt"), event, told) == "Dados de Ana alterados: Byes pedidos."


def test_who_has_no_name_is_told_in_the_readers_words() -> None:
    said = texts("pt")
    assert [account_name(said, name) for name in ("owner", "player:5", "Olga")] == ["proprietário", "jogador 5", "Olga"]


def test_names_are_never_markup(organiser: Person) -> None:
    text = organiser.get(PAGE).text
    assert HOSTILE not in text
    assert html.escape(HOSTILE) in text
    assert HOSTILE not in organiser.get(f"{PAGE}?text={HOSTILE}&actor={HOSTILE}").text


def test_filters(organiser: Person) -> None:
    assert seqs(organiser.get(f"{PAGE}?action=published").text) == [4]
    assert seqs(organiser.get(f"{PAGE}?text=TABLE 1").text) == [6]
    assert seqs(organiser.get(f"{PAGE}?actor=Iris&action=started").text) == [5]
    nothing = organiser.get(f"{PAGE}?actor=Nobody").text
    assert seqs(nothing) == []
    assert "No matching entry." in nothing
    assert len(seqs(organiser.get(f"{PAGE}?before=rubbish").text)) == 6


def test_pages(organiser: Person, app_state: AppState) -> None:
    for number in range(70):
        with app_state.open_context(Identity("Iris")) as ctx:
            results.report(ctx, "copa", round_no=1, table=1, result=("0-1", "1-0")[number % 2])
    first = organiser.get(PAGE).text
    assert seqs(first) == list(range(76, 16, -1))
    older = html.unescape(re.search(r'rel="next" href="([^"]+)"', first)[1])  # type: ignore[index]
    assert seqs(organiser.get(older).text) == list(range(16, 0, -1))
    filtered = organiser.get(f"{PAGE}?action=results").text
    older = html.unescape(re.search(r'rel="next" href="([^"]+)"', filtered)[1])  # type: ignore[index]
    assert "action=results" in older
    assert len(seqs(filtered)) + len(seqs(organiser.get(older).text)) == 71


def test_undo_asks_first_and_takes_back_only_what_was_seen(organiser: Person, app_state: AppState) -> None:
    asked = organiser.post(f"{PAGE}/undo", 409, seq="6")
    assert re.search(r"Round 1, table 1: .+ won\.", asked.text)
    assert app_state.store.head("copa") == 6
    organiser.post(f"{PAGE}/undo", 422, seq="5", yes="1")
    assert app_state.store.head("copa") == 6
    assert organiser.post(f"{PAGE}/undo", 303, seq="6", yes="1").headers["location"] == PAGE
    text = organiser.get(PAGE).text
    assert "undone by 7" in text
    assert "Entry 6 was undone." in text
    assert app_state.store.read("copa", 6)[0].actor == "Otto"
    organiser.post(f"{PAGE}/undo", 409, seq="5", yes="1")  # a start: outside the rules, needs a reason
    organiser.post(f"{PAGE}/undo", 303, seq="5", yes="1", override="wrong hall")
    assert "wrong hall" in organiser.get(PAGE).text


def test_downloads(organiser: Person) -> None:
    whole = organiser.get(f"{PAGE}/copa.pareo")
    assert verify_bundle(whole.content).entries == 6
    assert "copa.pareo" in whole.headers["content-disposition"]
    sheet = organiser.get(f"{PAGE}/journal.csv")
    rows = list(csv.reader(io.StringIO(sheet.content.decode("utf-8-sig"))))
    assert [row[0] for row in rows] == ["seq", "1", "2", "3", "4", "5", "6"]
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row)
    organiser.get(f"{PAGE}/hall.db", 422)


def test_backups_are_the_owners(owner: Person, organiser: Person, app_state: AppState, tmp_path: Path) -> None:
    assert "Back up now" not in organiser.get(PAGE).text
    organiser.post(f"{PAGE}/backup", 403)
    organiser.post(f"{PAGE}/restore", 403, backup="x")
    owner.post(f"{PAGE}/backup", 303)
    made = backups.list_backups(tmp_path / "backups")
    assert made
    assert made[0].name in owner.get(PAGE).text
    owner.post(f"{PAGE}/restore", 303, backup=made[0].name)
    restored = next(tmp_path.glob("hall-restored-*.db"))
    assert backups.examine(restored).entries == 6
    owner.post(f"{PAGE}/restore", 404, backup="../hall.db")
    del app_state


def test_every_action_has_a_word_and_can_be_told(app_state: AppState) -> None:
    """What the journal can hold today; a new action must be given words here."""
    assert set(ACTIONS) == set(action_words(texts("en")))
    event = app_state.ctx.open("copa")
    told = describe_fact(texts("en"), event, Dropped(99, 1, "no-show", "ill"))
    assert told == "Player 99 was a no-show. Reason: ill."
    assert describe_fact(texts("en"), event, Noted()) == "Other content of the imported file is kept."


@pytest.mark.req("R-9")
def test_a_failing_backup_is_told_on_every_page(tmp_path: Path) -> None:
    app_state = open_app_state(tmp_path)
    (tmp_path / "stick").write_text("not a folder")
    app_state.backups = tmp_path / "stick" / "copies"
    slug = create_cup(app_state)
    stop = start_backups(app_state)
    keeper = app_state.backup_keeper
    assert keeper is not None
    keeper.run_guarded(keeper.make)
    browser = ConsoleClient(app_state)
    for path in ("/console", f"/console/{slug}", f"/console/{slug}/journal"):
        assert browser.get(path).count("The last backup failed: ") == 1
    (tmp_path / "stick").unlink()
    keeper.run_guarded(keeper.make)
    assert "The last backup failed" not in browser.get("/console")
    assert f"{app_state.backups}" in browser.get(f"/console/{slug}/journal"), "the folder asked for is the one shown"
    stop()
    app_state.store.close()
