"""One event that cannot be read: a row of its own in every list, and nothing happens to the others."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.rounds import rounds
from pareo.app.operations import backup_scheduler, backups
from pareo.app.queries.event.overview import cards
from pareo.app.queries.rounds import verify as verifying
from pareo.cli.main import main
from pareo.core.text.errors import BadInput, NeedsConfirmation, Refused
from pareo.formats.bundle import export_bundle, export_raw, import_bundle, verify_bundle
from pareo.store import NewEntry, SqliteStore, canonical
from pareo.web.app_state import AppState
from support.errors import raises_code
from support.web.application import create_app
from support.web.console import ConsoleClient, create_cup, open_app_state

pytestmark = pytest.mark.req("R-3")
JUNK = b"\xff\x00\x9d half an entry"


@pytest.fixture
def app_state(tmp_path: Path) -> Iterator[AppState]:
    app_state = open_app_state(tmp_path)
    create_cup(app_state, "Sound")
    create_cup(app_state, "Torn")
    yield app_state
    app_state.store.close()


def path_of(app_state: AppState) -> Path:
    assert isinstance(app_state.store, SqliteStore)
    return app_state.store.path


def damage(app_state: AppState, statement: str, *values: object) -> None:
    """Changes bytes behind the program's back; what it keeps in memory goes, as after a start."""
    app_state.store.close()
    with sqlite3.connect(path_of(app_state)) as db:
        db.execute(statement, values)
    db.close()
    app_state.ctx = Context(app_state.store)


def tear_entry(app_state: AppState) -> None:
    damage(app_state, "UPDATE entry SET data = ? WHERE seq = 2 AND tournament = 2", JUNK)


def tear_name(app_state: AppState) -> None:
    damage(app_state, "UPDATE tournament SET name = CAST(x'ff41' AS TEXT) WHERE key = 2")


def tear_head(app_state: AppState) -> None:
    damage(app_state, "UPDATE entry SET hash = CAST(x'ff41' AS TEXT) WHERE tournament = 2")


def tear_everything(app_state: AppState) -> None:
    damage(app_state, "DELETE FROM entry WHERE tournament = 2")


def tear_person(app_state: AppState) -> None:
    damage(app_state, "UPDATE person SET data = ? WHERE tournament = 2", JUNK)


TEARS = [tear_entry, tear_name, tear_head, tear_everything, tear_person]


@pytest.mark.parametrize("tear", TEARS)
def test_the_others_go_on_and_it_can_be_saved_and_deleted(
    app_state: AppState, tear: Callable[[AppState], None]
) -> None:
    tear(app_state)
    rows = {row.slug: row for row in events.list_events(app_state.ctx, every_row=True)}
    assert not rows["sound"].damaged
    assert rows["torn"].damaged or tear is tear_head
    assert rounds.pair(app_state.ctx, "sound").action == "paired"
    with zipfile.ZipFile(io.BytesIO(export_raw(app_state.store, "torn"))) as archive:
        saved = archive.read("entry.jsonl").decode().splitlines()
        assert b"Torn" in archive.read("tournament.jsonl") or tear is tear_name
    assert len(saved) == (0 if tear is tear_everything else 2)
    if tear is tear_entry:
        assert "base64" in saved[1]
        assert json.loads(saved[0])["action"] == "created"
    made = backups.back_up(path_of(app_state))
    assert backups.examine(made.path).damaged == ("torn",)
    assert made.damaged
    with raises_code(NeedsConfirmation, "restore-damaged", events="torn"):
        backups.restore(made.path, made.path.with_name("again.db"))
    assert backups.restore(made.path, made.path.with_name("again.db"), confirmed=True).tournaments == 2
    events.remove(app_state.ctx, "torn")
    assert [row.slug for row in events.list_events(app_state.ctx, every_row=True)] == ["sound"]
    assert not backups.back_up(path_of(app_state)).damaged


def test_pages_of_the_file_that_are_damaged(app_state: AppState) -> None:
    """SQLite itself cannot read the journal of one event."""
    for number in range(3, 40):
        app_state.ctx.store.append(
            "torn",
            NewEntry("2026-11-16T10:00:00Z", "x", "noted", canonical({"text": "mark" * 500})),
            expected=number - 1,
        )
    create_cup(app_state, "Third")
    app_state.store.close()
    path = path_of(app_state)
    content = bytearray(path.read_bytes())
    pages = [at for at in range(4096, len(content), 4096) if content[at : at + 4096].count(b"noted")]
    middle = pages[len(pages) // 2]
    content[middle : middle + 200] = b"\x55" * 200
    path.write_bytes(content)
    app_state.ctx = Context(app_state.store)
    assert {s.slug for s in app_state.store.tournaments()} == {"sound", "torn", "third"}
    found = {card.slug: card.problem for card in cards(app_state.ctx, events.list_events(app_state.ctx))}
    assert found["torn"] is not None
    assert (found["sound"], found["third"]) == (None, None)
    with zipfile.ZipFile(io.BytesIO(export_raw(app_state.store, "torn"))) as archive:
        assert b"entry" in archive.read("unread.txt")
        assert json.loads(archive.read("entry.jsonl").splitlines()[0])["action"] == "created"
    made = backups.back_up(path)
    assert made.damaged
    assert backups.examine(made.path).damaged == ("torn",)
    events.remove(app_state.ctx, "torn")
    assert {s.slug for s in app_state.store.tournaments()} == {"sound", "third"}
    fresh = create_cup(app_state, "Fresh")
    assert app_state.ctx.open(fresh).state.name == "Fresh", "nothing of the damaged event comes back in a new one"
    assert app_state.store.verify(fresh) == app_state.store.verify("third")


def test_a_copy_that_went_wrong_is_no_backup(app_state: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    """Damage that only the copy has is a failed copy."""
    usual = backups._copy

    def careless(source: Path, target: Path) -> None:
        usual(source, target)
        with sqlite3.connect(target) as db:
            db.execute("UPDATE entry SET data = ? WHERE seq = 2 AND tournament = 2", (JUNK,))
        db.close()

    monkeypatch.setattr(backups, "_copy", careless)
    with pytest.raises(BadInput):
        backups.back_up(path_of(app_state))
    assert backups.list_backups(backups.default_folder(path_of(app_state))) == []


def test_the_newest_copy_without_damage_is_never_let_go(app_state: AppState) -> None:
    sound = backups.back_up(path_of(app_state))
    tear_entry(app_state)
    for _ in range(3):
        backups.back_up(path_of(app_state))
    backups.prune(sound.path.parent, keep=1, days=0)
    assert [b.damaged for b in backups.list_backups(sound.path.parent)] == [True, False]


def test_the_keeper_goes_on(app_state: AppState) -> None:
    tear_entry(app_state)
    watch = backup_scheduler.keeper_for(app_state.store)
    assert watch is not None
    watch._begin()
    assert watch.step(0) is not None
    rounds.pair(app_state.ctx, "sound")
    rounds.publish(app_state.ctx, "sound", confirmed=True)
    assert watch.step(1) is not None


def test_at_the_console(app_state: AppState) -> None:
    tear_entry(app_state)
    browser = ConsoleClient(app_state)
    page = browser.get("/console")
    assert browser.status == 200
    assert "This event is damaged; the other events are fine." in page
    assert "Entry 2 of the journal" in page
    assert 'href="/console/sound"' in page
    browser.get("/console/torn")
    assert browser.status == 422
    saved = browser.client.get("/console/torn/export/raw")
    assert (saved.status_code, saved.content[:2]) == (200, b"PK")
    assert "You can first export the readable part as “raw”" in browser.post("/console/torn/delete", slug="torn")
    browser.post("/console/torn/delete", slug="torn", yes="1")
    assert [s.slug for s in app_state.store.tournaments()] == ["sound"]


def test_by_the_api(app_state: AppState) -> None:
    tear_entry(app_state)
    head = {"authorization": f"Bearer {app_state.accounts.make_token('t', Role.OWNER)}"}
    with TestClient(create_app(app_state)) as client:
        assert client.get("/api/v1/events/torn", headers=head).json()["error"] == "journal-unreadable"
        listed = {e["slug"]: e.get("damaged", False) for e in client.get("/api/v1/events", headers=head).json()}
        assert listed == {"sound": False, "torn": True}
        assert client.get("/api/v1/events/torn/export?raw=true", headers=head).content[:2] == b"PK"
        assert client.delete("/api/v1/events/torn?confirm=true", headers=head).status_code == 200
        assert client.get("/api/v1/events/sound", headers=head).status_code == 200


def test_by_command(app_state: AppState, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tear_entry(app_state)
    app_state.store.close()
    db = ["--db", str(path_of(app_state))]
    assert main([*db, "list"]) == 0
    told = capsys.readouterr()
    assert "torn: this event is damaged" in told.out + told.err
    assert main([*db, "export", "torn", "raw", "-o", str(tmp_path / "torn.zip")]) == 0
    assert zipfile.is_zipfile(tmp_path / "torn.zip")
    assert main([*db, "delete", "torn", "--yes"]) == 0
    capsys.readouterr()
    assert main([*db, "list", "--json"]) == 0
    assert [row["slug"] for row in json.loads(capsys.readouterr().out)] == ["sound"]


def test_a_bundle_is_folded_before_it_is_stored(app_state: AppState) -> None:
    """Sealed by a sound chain, and yet no tournament: it would stand in the list and never open."""
    app_state.store.append(
        "torn",
        NewEntry("2026-11-16T10:00:00Z", "x", "removed", canonical({"no": 99})),
        expected=2,
    )  # a fact like any other, but nobody is number 99
    bundle = export_bundle(app_state.store, "torn")
    for refuse in (lambda: import_bundle(app_state.store, bundle, slug="again"), lambda: verify_bundle(bundle)):
        with pytest.raises(BadInput) as caught:
            refuse()
        assert caught.value.code == "journal-unreadable"
    assert {s.slug for s in app_state.store.tournaments()} == {"sound", "torn"}


# --- what `verify` finds, and a log without its database --------------------------------------------------------------


@pytest.mark.req("R-6")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE person SET data = CAST(replace(data, 'A', 'B') AS BLOB) WHERE tournament = 2 AND rowid_like",
        "UPDATE person SET data = x'ff' WHERE tournament = 2 AND rowid_like",
        "DELETE FROM person WHERE tournament = 2 AND rowid_like",
    ],
)
def test_verify_finds_a_damaged_person(app_state: AppState, statement: str) -> None:
    person = app_state.ctx.open("torn").state.entrants[3].persons[0]
    damage(app_state, statement.replace("rowid_like", "id = ?"), person)
    with raises_code(BadInput, "people-damaged", who="#3") as caught:
        verifying.verify(app_state.ctx, "torn")
    assert caught.value.code == "people-damaged"
    verifying.verify(app_state.ctx, "sound")


@pytest.mark.req("R-6")
@pytest.mark.parametrize("lost", ["cut", "missing"])
def test_verify_finds_a_log_that_was_cut_or_lost(app_state: AppState, tmp_path: Path, lost: str) -> None:
    path = path_of(app_state)
    app_state.store.close()  # what was written so far is in the file, what follows only in its log
    rounds.pair(app_state.ctx, "torn")
    copy = tmp_path / "copy" / path.name
    copy.parent.mkdir()
    for ending in ("", "-wal", "-heads"):  # as a killed process leaves them
        copy.with_name(path.name + ending).write_bytes(path.with_name(path.name + ending).read_bytes())
    log = copy.with_name(f"{path.name}-wal")
    if lost == "missing":
        log.unlink()
    else:
        log.write_bytes(log.read_bytes()[:-4096])
    store = SqliteStore(copy)
    with pytest.raises(BadInput) as caught:
        store.verify("torn")
    assert caught.value.code == "journal-cut"
    assert "Entry 3 of torn was confirmed, but the journal ends at entry 2" in str(caught.value)
    store.close()
    assert app_state.store.verify("torn") == 3


@pytest.mark.req("R-6")
@pytest.mark.parametrize("left", [None, b""])
def test_a_log_without_its_database_is_never_deleted(app_state: AppState, tmp_path: Path, left: bytes | None) -> None:
    path = path_of(app_state)
    alone = tmp_path / "alone" / path.name
    alone.parent.mkdir()
    log = alone.with_name(f"{path.name}-wal")
    log.write_bytes(path.with_name(f"{path.name}-wal").read_bytes())
    if left is not None:
        alone.write_bytes(left)
    before = log.read_bytes()
    assert before
    with pytest.raises(Refused) as caught:
        SqliteStore(alone).tournaments()
    assert caught.value.code == "store-log-alone"
    assert log.name in str(caught.value)
    assert log.read_bytes() == before
    assert alone.exists() is (left is not None)
