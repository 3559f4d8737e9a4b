"""Backups: verified before they count, never over another file, old ones let go, made at each publish."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import leaving, players
from pareo.app.commands.rounds import rounds
from pareo.app.league import directory
from pareo.app.operations import backup_scheduler, backups
from pareo.core.text.errors import BadInput, NeedsConfirmation, NotFound, PareoError, Refused
from pareo.store import SqliteStore
from support.errors import raises_code


@pytest.fixture
def ctx(tmp_path: Path) -> Iterator[Context]:
    store = SqliteStore(tmp_path / "hall.db")
    made = Context(store)
    slug = events.create(made, events.NewEvent("Copa", "swiss", seed="x"))
    players.enter(made, slug, [players.NewPlayer(first=f"Ana{i}") for i in range(4)])
    yield made
    store.close()


def database(ctx: Context) -> Path:
    store = ctx.store
    assert isinstance(store, SqliteStore)
    return store.path


def keeper(ctx: Context) -> backup_scheduler.BackupKeeper:
    found = backup_scheduler.keeper_for(ctx.store)
    assert found is not None
    found._begin()
    return found


def test_a_copy_holds_everything_and_is_one_file(ctx: Context) -> None:
    made = backups.back_up(database(ctx))
    assert made.path.parent == database(ctx).parent / "backups"
    assert backups.examine(made.path) == backups.Content(1, 2)
    copied = SqliteStore(made.path)
    assert copied.dump("copa") == ctx.store.dump("copa")
    copied.close()
    assert [p.name for p in made.path.parent.iterdir()] == [made.name]
    assert stat.S_IMODE(made.path.stat().st_mode) & 0o077 == 0, "names of children: nobody else may read it"


def test_two_in_one_second_are_two_files(ctx: Context) -> None:
    moment = datetime(2026, 3, 1, 10, 0, 0, tzinfo=UTC)
    first, second = (backups.back_up(database(ctx), now=lambda: moment) for _ in range(2))
    assert first.path != second.path
    assert [b.path for b in backups.list_backups(first.path.parent)] == [second.path, first.path]


def test_a_damaged_copy_is_found(ctx: Context) -> None:
    made = backups.back_up(database(ctx))
    with sqlite3.connect(made.path) as db:
        db.execute("UPDATE entry SET actor = 'somebody else' WHERE seq = 2")
    db.close()
    assert "2" in str(backups.examine(made.path).problem)
    with raises_code(NeedsConfirmation, "restore-damaged", events="copa"):
        backups.restore(made.path, made.path.with_name("new.db"))
    assert not made.path.with_name("new.db").exists()
    assert backups.restore(made.path, made.path.with_name("new.db"), confirmed=True).damaged == ("copa",)
    made.path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(BadInput):
        backups.examine(made.path)


def test_restoring_makes_a_new_file_and_never_overwrites(ctx: Context, tmp_path: Path) -> None:
    made = backups.back_up(database(ctx))
    new = tmp_path / "restored" / "hall.db"
    assert backups.restore(made.path, new) == backups.Content(1, 2)
    before = new.read_bytes()
    with raises_code(Refused, "restore-exists"):
        backups.restore(made.path, new)
    assert new.read_bytes() == before
    with raises_code(Refused, "restore-exists"):
        backups.restore(made.path, database(ctx))
    with pytest.raises(NotFound):
        backups.restore(tmp_path / "nothing.db", tmp_path / "other.db")
    assert sorted(p.name for p in new.parent.iterdir()) == ["hall.db"]


def test_old_ones_go_but_one_of_each_day_stays(ctx: Context) -> None:
    begin = datetime(2026, 3, 1, 9, 0, 0, tzinfo=UTC)
    folder = backups.default_folder(database(ctx))
    for hours in range(0, 24 * 4, 8):  # three a day, four days
        backups.back_up(database(ctx), now=lambda h=hours: begin + timedelta(hours=h))
    gone = backups.prune(folder, keep=2, days=3)
    left = [b.made for b in backups.list_backups(folder)]
    assert len(gone) + len(left) == 12
    assert left[:2] == ["2026-03-05T01:00:00Z", "2026-03-04T17:00:00Z"]
    assert {made[:10] for made in left} == {"2026-03-05", "2026-03-04", "2026-03-03"}
    assert len(left) == 3


def test_a_name_cannot_lead_out_of_the_folder(ctx: Context) -> None:
    folder = backups.back_up(database(ctx)).path.parent
    for name in ("../hall.db", "/etc/passwd", "hall.db", ""):
        with pytest.raises(NotFound):
            backups.find(folder, name)


def test_a_publish_is_backed_up_at_once_other_changes_after_a_while(ctx: Context) -> None:
    watch = keeper(ctx)
    assert watch.step(0) is not None, "what was there before the start"
    assert watch.step(1) is None
    rounds.pair(ctx, "copa")
    assert watch.step(1) is None, "a draft can wait"
    assert watch.step(watch.every) is not None
    rounds.publish(ctx, "copa", confirmed=True)
    assert watch.step(1) is not None
    assert watch.step(watch.every) is None, "nothing changed since"


def test_a_keeper_that_starts_again_makes_up_for_what_it_missed(ctx: Context) -> None:
    backups.back_up(database(ctx), now=lambda: datetime(2020, 1, 1, tzinfo=UTC))
    players.enter(ctx, "copa", [players.NewPlayer(first="Zoe")])
    assert keeper(ctx).step(0) is not None
    assert keeper(ctx).step(0) is None


def test_a_failing_disk_is_told_and_tried_again(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = keeper(ctx)

    def full(*_: object, **__: object) -> backups.Backup:
        raise Refused("store-full", "The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(backup_scheduler, "back_up", full)
        watch.run_guarded(watch.make)
    assert str(watch.problem) == "The disk is full."
    watch.run_guarded(watch.make)
    assert watch.problem is None


def test_the_thread_makes_one_and_ends(ctx: Context) -> None:
    class Application:
        store = ctx.store
        backups = None
        backup_keeper: backup_scheduler.BackupKeeper | None = None

    hall = Application()
    stop = backup_scheduler.start_backups(hall)
    watch = hall.backup_keeper
    assert watch is not None
    stop()
    assert hall.backup_keeper is None
    made = backups.list_backups(watch.folder)
    assert len(made) == 1
    assert backups.examine(made[0].path).entries == 2


def test_nothing_to_back_up(tmp_path: Path) -> None:
    with raises_code(PareoError, "backup-nothing"):
        backups.back_up(tmp_path / "none.db")


# --- the clock, other disks, and what is left of killed processes -----------------------------------------------------


@pytest.mark.req("R-9")
def test_the_newest_stays_whatever_the_clock_says(ctx: Context) -> None:
    folder = backups.default_folder(database(ctx))
    for day in range(1, 6):
        backups.back_up(database(ctx), now=lambda d=day: datetime(2035, 1, d, tzinfo=UTC))  # the clock was wrong
    today = [backups.back_up(database(ctx), now=lambda m=m: datetime(2026, 11, 16, 9, m, tzinfo=UTC)) for m in (1, 2)]
    backups.prune(folder, keep=2, days=1)
    assert [b.path for b in backups.list_backups(folder)] == [today[1].path, today[0].path]
    backups.prune(folder, keep=0, days=0)
    assert [b.path for b in backups.list_backups(folder)] == [today[1].path]


@pytest.mark.req("R-9")
def test_a_start_with_a_wrong_clock_is_backed_up(ctx: Context) -> None:
    backups.back_up(database(ctx), now=lambda: datetime(2035, 1, 1, tzinfo=UTC))
    players.enter(ctx, "copa", [players.NewPlayer(first="Zoe")])
    assert keeper(ctx).step(0) is not None, "the newest copy is from the future, but does not hold this"


@pytest.mark.req("R-9")
def test_copies_of_earlier_releases_come_before(ctx: Context) -> None:
    made = backups.back_up(database(ctx), now=lambda: datetime(2020, 1, 1, tzinfo=UTC))
    old = made.path.with_name("pareo-20261115-101010.db")
    old.write_bytes(made.path.read_bytes())
    assert [b.path for b in backups.list_backups(made.path.parent)] == [made.path, old]


@pytest.mark.req("R-7")
def test_parts_of_killed_processes_go_at_the_next_start(ctx: Context) -> None:
    folder = backups.default_folder(database(ctx))
    folder.mkdir()
    gone = 2**22 + 1  # no process has such a number
    here, beside = folder / f".pareo-part-{gone}-7-copy.db", database(ctx).parent / f".pareo-part-{gone}-7-new.db-wal"
    alive = folder / f".pareo-part-{os.getppid()}-7-copy.db"
    for path in (here, beside, alive):
        path.write_bytes(b"half")
    keeper(ctx)
    assert (here.exists(), beside.exists(), alive.exists()) == (False, False, True)


@pytest.mark.req("R-7")
def test_forgetting_names_the_backups_that_still_hold_the_person(ctx: Context, tmp_path: Path) -> None:
    before = backups.back_up(database(ctx))
    stick = backups.back_up(database(ctx), tmp_path / "stick")
    store = ctx.store
    assert isinstance(store, SqliteStore)
    store.remember_backups(tmp_path / "stick")
    store.remember_backups(tmp_path / "unplugged")
    done = leaving.forget(ctx, "copa", "1")
    assert str(before.path) in done.notes[0]
    assert str(stick.path) in done.notes[0]
    assert "unplugged" in done.notes[1]
    after = backups.back_up(database(ctx))
    before.path.unlink()
    stick.path.unlink()
    after.path.unlink()
    assert not any(".db" in told for told in leaving.forget(ctx, "copa", "3").notes)


@pytest.mark.req("R-7")
def test_forgetting_in_the_directory_names_them_too(ctx: Context) -> None:
    person = directory.add(ctx, {"first": "Marta", "last": "Sol"})
    made = backups.back_up(database(ctx))
    assert str(made.path) in directory.forget(ctx, person.id, confirmed=True).notes[0]
    made.path.unlink()
    other = directory.add(ctx, {"first": "Luz"})
    backups.back_up(database(ctx))
    directory.forget(ctx, other.id, confirmed=True)
    backups.list_backups(made.path.parent)[0].path.unlink()
    backups.back_up(database(ctx))
    assert directory.forget(ctx, other.id, confirmed=True).notes == (), "it is in no copy any more"


@pytest.mark.req("R-9")
def test_the_directory_is_backed_up_too(ctx: Context) -> None:
    watch = keeper(ctx)
    watch.step(0)
    directory.add(ctx, {"first": "Marta", "last": "Sol"})
    assert watch.step(watch.every) is not None


@pytest.mark.req("R-9")
def test_a_folder_that_cannot_be_written_is_told(ctx: Context, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    watch = backup_scheduler.keeper_for(ctx.store, tmp_path / "file" / "copies")
    assert watch is not None
    watch.run_guarded(watch.make)
    assert str(tmp_path / "file" / "copies") in str(watch.problem)


@pytest.mark.req("B-52")
def test_two_databases_in_one_folder_show_their_own_copies(ctx: Context, tmp_path: Path) -> None:
    old = backups.back_up(database(ctx))  # alone in its folder
    with sqlite3.connect(old.path) as db:
        db.execute("DELETE FROM hall_note")  # as copies of earlier versions are
    other_store = SqliteStore(tmp_path / "club.db")
    other = Context(other_store)
    slug = events.create(other, events.NewEvent("Liga", "swiss", seed="y"))
    mine, theirs = backups.back_up(database(ctx)), backups.back_up(other_store.path)
    folder = mine.path.parent
    assert theirs.path.parent == folder
    assert [b.path for b in backups.list_backups(folder, database(ctx))] == [mine.path, old.path]
    assert [b.path for b in backups.list_backups(folder, other_store.path)] == [theirs.path]
    assert len(backups.list_backups(folder)) == 3
    with raises_code(NotFound, "backup-missing"):
        backups.find(folder, mine.name, other_store.path)
    other.store.delete(slug)
    assert [b.path for b in backups.list_backups(folder, other_store.path)] == [theirs.path], "it may be wanted back"
    for _ in range(3):
        backups.back_up(other_store.path)
    backups.prune(folder, other_store.path, keep=1, days=0)
    assert [b.path for b in backups.list_backups(folder, database(ctx))] == [mine.path, old.path]
    assert backups.restore(mine.path, tmp_path / "again.db").tournaments == 1
    assert backups.list_backups(folder, tmp_path / "again.db") == [b for b in backups.list_backups(folder) if b == old]
    other_store.close()


@pytest.mark.req("B-52")
def test_the_lists_of_the_command_line_are_each_database_s_own(tmp_path: Path, pareo) -> None:
    pareo("new", "Copa", "--ruleset", "swiss")
    first = pareo("backup").out
    club = SqliteStore(tmp_path / "club.db")
    events.create(Context(club), events.NewEvent("Liga", "swiss", seed="y"))
    backups.back_up(club.path)
    club.close()
    assert pareo("backup", "--list").out == first


@pytest.mark.req("B-52")
def test_a_copy_of_a_database_that_is_alone_is_found_under_its_new_name(ctx: Context, tmp_path: Path) -> None:
    made = backups.back_up(database(ctx))
    moved = tmp_path / "renamed.db"
    ctx.store.close()
    database(ctx).rename(moved)
    assert [b.path for b in backups.list_backups(made.path.parent, moved)] == [made.path]
