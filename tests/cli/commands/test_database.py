"""A database on PostgreSQL from the command line: made, checked, used for an event, moved from and to a file."""

from __future__ import annotations

import re
from pathlib import Path

from pareo.app.base.context import Context as AppDesk
from pareo.app.commands.people.leaving import forget
from pareo.core.league.directory import Club, Person, RatingHistoryStep, RatingSource
from pareo.core.league.documents import SeriesDocument
from pareo.store import open_store
from pareo.store.accounts_protocol import ClaimLimits, PhoneClaim, StoredGrant
from pareo.store.directory_protocol import Application
from pareo.store.postgres.schema import newest
from pareo.store.series_protocol import WriteStamp
from pareo.store.sql.copying import read_side_tables
from support.command_line import CommandLine
from support.postgres import SharedCluster


def command_line_at(folder: Path, address: str) -> CommandLine:
    ctx = CommandLine(folder)
    ctx.db = address  # type: ignore[assignment]
    return ctx


def output_of(ctx: CommandLine, *arguments: str) -> str:
    answer = ctx(*arguments)
    return answer.out + answer.err


def play(ctx: CommandLine) -> None:
    """A small event with a round that is over."""
    ctx("new", "Spring Cup", "--ruleset", "swiss")
    for name in ("Ana", "Bea", "Carla", "Dora"):
        ctx("players", "add", "spring-cup", "--first", name, "--last", "Ruiz")
    for step in ("pair", "publish", "start"):
        ctx(step, "spring-cup")
    for table in ("1", "2"):
        ctx("report", "spring-cup", "--round", "1", "--table", table, "1-0")
    ctx("finish", "spring-cup")


def test_a_database_is_made_checked_and_upgraded(tmp_path: Path, postgres: SharedCluster) -> None:
    cluster = postgres.cluster()
    admin, app = (
        command_line_at(tmp_path, cluster.admin("made_here")),
        command_line_at(tmp_path, cluster.app("made_here")),
    )
    assert app.refusal("list")[0] == "store-not-let-in"
    password = tmp_path / "password"
    password.write_text("not so short\n")
    made = admin.json("database", "create", "--password-file", str(password))
    assert made == {"done": "created", "version": newest()}
    kept = cluster.sql("SELECT rolpassword FROM pg_authid WHERE rolname = 'pareo_app'")[0][0]
    assert str(kept).startswith("SCRAM-SHA-256$")
    found = app.json("database", "check")
    assert (found["usable"], found["role"], found["too_much"]) == (True, "pareo_app", [])
    assert (found["synchronous"], found["collation"]) == (False, "C")
    assert "does not wait for a standby" in app("database", "check").err + app("database", "check").out
    assert admin.json("database", "check")["too_much"] != []
    cluster.sql("GRANT CREATE ON SCHEMA public TO PUBLIC", "made_here")  # as it is before PostgreSQL 15
    assert app.json("database", "check")["too_much"] == ["CREATE TABLE"]
    admin("database", "create")
    assert app.json("database", "check")["too_much"] == []
    assert admin.json("database", "upgrade") == {"done": "upgraded", "version": newest()}
    assert app.refusal("database", "upgrade")[0] == "store-rights"

    cluster.sql("INSERT INTO schema_version (version, works_from) VALUES (9999, 9999)", "made_here")
    assert app.refusal("list")[0] == admin.refusal("database", "upgrade")[0] == "store-newer"
    cluster.sql("DELETE FROM schema_version", "made_here")
    assert app.refusal("list")[0] == "store-not-made"
    assert app("database", "check", code=1).out.splitlines()[-1].startswith("Servers cannot use it")
    assert command_line_at(tmp_path, str(tmp_path / "x.db")).refusal("database", "check")[0] == "database-not-postgres"


def test_an_event_is_played_and_moved_to_a_file_and_back(tmp_path: Path, postgres: SharedCluster) -> None:
    far, near = command_line_at(tmp_path, postgres.address()), command_line_at(tmp_path, str(tmp_path / "near.db"))
    play(far)
    assert far("verify", "spring-cup").out.startswith("11 entries: the chain is intact.")
    bundle = far("export", "spring-cup", "pareo").raw
    assert far.refusal("move", "--to", str(near.db))[0] == "move-what"
    assert far.refusal("move", "spring-cup", "--to", str(near.db))[0] == "move-deletes"
    far("move", "spring-cup", "--to", str(near.db), "--yes")
    assert far.json("list") == []
    assert near("export", "spring-cup", "pareo").raw == bundle
    near("move", "spring-cup", "--to", str(far.db), "--keep")
    assert far("export", "spring-cup", "pareo").raw == bundle
    assert far.refusal("move", "spring-cup", "--to", str(near.db), "--keep")[0] == "slug-taken"
    assert far.refusal("backup")[0] == "backup-not-a-file"
    far("erase", "spring-cup", "1", "--yes")
    assert "Ana" not in far("players", "list", "spring-cup").out


def test_forget_says_from_when_on_no_backup_holds_the_person(tmp_path: Path, postgres: SharedCluster) -> None:
    cluster = postgres.cluster()
    admin, app = (
        command_line_at(tmp_path, cluster.admin("forgetful")),
        command_line_at(tmp_path, cluster.app("forgetful")),
    )
    admin("database", "create")
    play(app)
    assert "have not said when" in output_of(app, "erase", "spring-cup", "1", "--yes")
    assert "the backup period is not set" in output_of(app, "database", "check")
    admin("database", "create", "--backup-days", "30")
    assert app.json("database", "check")["backup_days"] == 30
    assert re.search(r"After \d{4}-\d\d-\d\d, no database backup", output_of(app, "erase", "spring-cup", "2", "--yes"))
    app("directory", "add", "Ana Ruiz")
    assert "After " in output_of(app, "directory", "erase", "Ana Ruiz", "--yes")
    store = open_store(cluster.app("forgetful"))
    done = forget(AppDesk(store, now=lambda: "2026-11-16T12:00:00.000000Z"), "spring-cup", "3")
    assert "After 2026-12-18, no database backup" in str(done.notes[0]), (
        "the night's cleaning, and thirty days of backups"
    )
    store.close()


def test_everything_is_moved(tmp_path: Path, postgres: SharedCluster) -> None:
    near, far = command_line_at(tmp_path, str(tmp_path / "near.db")), command_line_at(tmp_path, postgres.address())
    play(near)
    store = open_store(str(near.db))
    accounts, directory = store.accounts(), store.directory()
    ada = accounts.add_account(
        name="Ada",
        folded="ada",
        password="x",
        now=1.5,
        grants=[StoredGrant("owner"), StoredGrant("organiser", "spring-cup", (1, 4))],
    )
    accounts.add_token(hashed="t", label="Screen", grant=StoredGrant("screen", "spring-cup"), now=2.0, expires=None)
    accounts.open_session(hashed="s", account=ada.id, now=3.0, expires=9e9)
    accounts.renew_player_link("spring-cup", 1)
    accounts.take_phone("spring-cup", PhoneClaim(2, "h", "d", "a", 4.0), ClaimLimits(1, (), 1.0))
    accounts.save_server_note("gate", "5")
    key = accounts.server_key()
    directory.save([Person("a1", "Ana", "Abril", rating=1500, games=10)], [Club("c1", "Faro")])
    mark = Application("t1", 1, "evening", "Evening", "2026-01-08", "h" * 64, "2026-01-08T21:00:00Z", "ada")
    directory.apply(
        mark, [RatingHistoryStep("a1", 1, RatingSource.EVENT, 1500, 8, 1508, 4, 14, "2026-01-08")], {"p": "a1"}
    )
    stamp = WriteStamp(0, "2026-11-15T10:00:00.000000Z", "ana", "created")
    store.series().create("liga", name="Liga", data=SeriesDocument("ñ"), stamp=stamp)
    kept = read_side_tables(store.tables())
    assert {table for table, rows in kept.items() if not rows} == {"one_time_link", "directory_gone", "score_sheet"}
    near("move", "--all", "--to", str(far.db))
    other = open_store(str(far.db))
    assert read_side_tables(other.tables()) == kept
    assert other.accounts().server_key() == key
    session = other.accounts().session("s")
    assert session is not None
    assert session.account == ada
    assert far("export", "spring-cup", "pareo").raw == near("export", "spring-cup", "pareo").raw
    assert near.refusal("move", "--all", "--to", str(far.db))[0] == "move-not-empty"
    back = command_line_at(tmp_path, str(tmp_path / "back.db"))
    far("move", "--all", "--to", str(back.db))
    again = open_store(str(back.db))
    assert read_side_tables(again.tables()) == kept
    assert back("export", "spring-cup", "pareo").raw == near("export", "spring-cup", "pareo").raw
    for one in (store, other, again):
        one.close()
