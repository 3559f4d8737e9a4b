"""The directory in the database: whole writes, one winner, nothing lost, nothing left of the forgotten."""

from __future__ import annotations

import signal
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from pareo.core.league.directory import Club, Person, RatingHistoryStep, RatingSource
from pareo.core.text.errors import Conflict, NotFound, Refused
from pareo.store import SqliteStore, Store
from pareo.store.directory_protocol import Application, DirectoryStore
from support.errors import raises_code
from support.execution import let_go, start_child

ANA = Person("a1", "Ana", "Abril", club="c1", birth_year=1990, rating=1500, games=10, aliases=("Ana Abríl",), note="x")
MARK = Application("t1", 1, "evening", "Evening", "2026-01-08", "h" * 64, "2026-01-08T21:00:00Z", "ada")
STEP = RatingHistoryStep(
    "a1", 1, RatingSource.EVENT, 1500, 8, 1508, 4, 14, "2026-01-08", actor="ada", time="2026-01-08T21:00:00Z"
)

APPLIER = """
import sys
from pareo.core.league.directory import RatingHistoryStep as Step, RatingSource as Kind
from pareo.core.text.errors import PareoError
from pareo.store import open_store
from pareo.store.directory_protocol import Application

directory = open_store(sys.argv[1]).directory()
mark = Application("t1", 1, "evening", "Evening", "2026-01-08", "h", "2026-01-08T21:00:00Z", sys.argv[2])
print("ready", flush=True)
sys.stdin.readline()
try:
    directory.apply(mark, [Step("a1", 1, Kind.EVENT, 1500, 8, 1508, 4, 14, "2026-01-08")])
    print("won", flush=True)
except PareoError as problem:
    print(problem.code, flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def directory(database: Store) -> DirectoryStore:
    found = database.directory()
    found.save([ANA], [Club("c1", "Club Faro", aliases=("C. Faro",))])
    return found


def person(directory: DirectoryStore, pid: str = "a1") -> Person:
    return next(p for p in directory.everybody()[1] if p.id == pid)


def test_what_is_kept_comes_back(directory: DirectoryStore) -> None:
    generation, people, clubs = directory.everybody()
    assert people == [replace(ANA, version=1)]
    assert clubs == [Club("c1", "Club Faro", aliases=("C. Faro",), version=1)]
    assert generation == directory.generation() == 1


def test_a_version_that_has_moved_on_is_a_conflict_and_nothing_is_written(directory: DirectoryStore) -> None:
    seen = person(directory)
    directory.save([replace(seen, note="first")])
    with pytest.raises(Conflict):
        directory.save([Person("b1", "Bruno"), replace(seen, note="second")])
    assert [p.note for p in directory.everybody()[1]] == ["first"], "the other person of the same write is not there"


def test_an_event_is_applied_once_and_taken_back(directory: DirectoryStore) -> None:
    key = directory.apply(MARK, [STEP])
    assert person(directory).rating_in_list(1) == (1508, 14)
    with pytest.raises(Refused) as caught:
        directory.apply(MARK, [replace(STEP, before=1508, after=1516, games_after=18)])
    assert caught.value.code == "ratings-applied"
    assert [(s.before, s.after, s.event) for s in directory.history("a1")] == [(1500, 1508, "Evening")]
    assert directory.take_back(replace(MARK, key=key)) == 1
    assert person(directory).rating_in_list(1) == (1500, 10)
    assert directory.history("a1") == []
    with pytest.raises(NotFound):
        directory.take_back(replace(MARK, key=key))


def test_a_step_from_another_rating_is_a_conflict(directory: DirectoryStore) -> None:
    directory.save([Person("b1", "Bruno", rating=1400)])
    good = replace(STEP, person="b1", before=1400, after=1408, games=0, games_after=0)
    with pytest.raises(Conflict):
        directory.apply(MARK, [good, replace(STEP, before=1499)])
    assert person(directory, "b1").rating == 1400, "all or nothing"
    assert directory.application(MARK.tournament, MARK.list_no) is None


def test_the_last_in_goes_out_first(directory: DirectoryStore) -> None:
    first = replace(MARK, key=directory.apply(MARK, [STEP]))
    later = replace(MARK, tournament="t2", name="Later")
    second = replace(later, key=directory.apply(later, [replace(STEP, before=1508, after=1516, games_after=18)]))
    with raises_code(Refused, "ratings-on-top", later="Later"):
        directory.take_back(first)
    other_list = replace(MARK, list_no=2, tournament="t3")
    directory.apply(other_list, [replace(STEP, list_no=2, before=None, after=1300, games_after=4)])
    directory.take_back(second)
    assert directory.take_back(first) == 1, "the other list is no hindrance"
    assert person(directory).rating_in_list(2) == (1300, 4)


def test_a_correction_on_top_is_taken_back_first(directory: DirectoryStore) -> None:
    first = replace(MARK, key=directory.apply(MARK, [STEP]))
    hand = RatingHistoryStep("a1", 1, RatingSource.CORRECTION, 1508, 92, 1600, 0, 14, "2026-01-09", "typed wrong")
    directory.save(steps=[hand])
    with raises_code(Refused, "ratings-corrected-on-top"):
        directory.take_back(first)
    last = directory.history("a1")[-1]
    directory.take_back_step(last)
    with pytest.raises(Conflict):
        directory.take_back_step(last)
    with pytest.raises(Conflict):
        directory.take_back_step(directory.history("a1")[-1])  # an event's line goes with its event
    assert person(directory).rating_in_list(1) == (1508, 14)


def test_the_forgotten_leave_numbers_and_no_bytes(
    directory: DirectoryStore, database: Store, where: str, path: Path
) -> None:
    directory.save([Person("z1", "Zoraida", "Quintanilla", note="secretword", aliases=("Zora Q",))])
    directory.save(
        steps=[
            RatingHistoryStep("z1", 1, RatingSource.CORRECTION, None, None, 1700, 0, 0, "2026-01-09", "told by Zoraida")
        ]
    )
    directory.link("t1", {"player": "z1"})
    directory.forget("z1")
    gone = person(directory, "z1")
    assert (gone.name, gone.aliases, gone.forgotten, gone.rating) == ("", (), True, 1700)
    assert [(s.after, s.reason) for s in directory.history("z1")] == [(1700, "")]
    assert directory.links("t1") == {}
    if where != str(path):  # what stays in PostgreSQL's files until they are cleaned: docs/operators.md
        return
    database.close()
    bytes_left = b"".join(p.read_bytes() for p in path.parent.iterdir() if p.is_file())
    for word in (b"Zoraida", b"Quintanilla", b"secretword", b"Zora Q"):
        assert word not in bytes_left


def test_links_are_of_kept_people(directory: DirectoryStore) -> None:
    directory.link("t1", {"x": "a1"})
    assert directory.links("t1") == {"x": "a1"}
    assert directory.links("t2") == {}
    with pytest.raises(NotFound):
        directory.link("t1", {"y": "nobody"})
    directory.link("t1", {"x": None})
    assert directory.links("t1") == {}


def test_a_database_of_the_first_release_opens(path: Path) -> None:
    """A file made before there was a directory is brought up to date where it lies."""
    from pareo.store.sqlite import file as sqlite_file  # noqa: PLC0415

    with sqlite3.connect(path) as db:
        for statement in sqlite_file._MIGRATIONS[0]:
            db.execute(statement)
        db.execute(f"PRAGMA application_id={sqlite_file._APPLICATION_ID}")
        db.execute("PRAGMA user_version=1")
    db.close()
    store = SqliteStore(path)
    assert store.directory().everybody() == (0, [], [])
    store.close()


# --- several processes ------------------------------------------------------------------------------------------------


def test_of_two_processes_exactly_one_applies(directory: DirectoryStore, where: str) -> None:
    children = [start_child(APPLIER, where, "one"), start_child(APPLIER, where, "two")]
    for process in children:
        let_go(process)
    answers = [process.stdout.readline().strip() for process in children if process.stdout is not None]
    for process in children:
        process.communicate("\n")
    assert sorted(answers) == ["ratings-applied", "won"]
    assert person(directory).rating_in_list(1) == (1508, 14)
    assert len(directory.history("a1")) == 1


def test_an_applied_rating_survives_a_kill(directory: DirectoryStore, where: str, database: Store) -> None:
    process = start_child(APPLIER, where, "one")
    let_go(process)
    assert process.stdout is not None
    assert process.stdout.readline() == "won\n"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    database.close()
    assert person(directory).rating_in_list(1) == (1508, 14)
    mark = directory.application(MARK.tournament, MARK.list_no)
    assert mark is not None
    assert mark.actor == "one"
    assert directory.applications_of(MARK.slug, MARK.list_no) == [mark]
    assert directory.applications_of("other", MARK.list_no) == []
