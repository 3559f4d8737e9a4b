"""A directory of a hundred thousand: one file, and a search that reads nothing but what is new (R-13)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.app.base.context import Context
from pareo.app.league import directory, directory_clubs, directory_lists
from pareo.app.league import directory_snapshot as books
from pareo.app.league.directory_snapshot import DirectorySnapshot, load_directory
from pareo.core.text.errors import PareoError
from pareo.formats.tables.directory_files import read_people
from pareo.store import SqliteStore
from pareo.store.sql.directory import SqlDirectory
from support.execution import count_calls

pytestmark = pytest.mark.req("R-13")
MANY = 2500


def people(count: int) -> bytes:
    rows = (f"Ana{i},Ruiz {i % 97},Club {i % 40},{100_000 + i},{800 + i % 1500}" for i in range(count))
    return "\n".join(("first,last,club,local_id,rating", *rows)).encode()


class CountingStore:
    """What the database is asked, and how many people it is read for."""

    def __init__(self, ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
        self.statements: list[str] = []
        self.rows = 0
        usual = SqlDirectory._person

        def person(store: SqlDirectory, row: tuple[object, ...]) -> object:
            self.rows += 1
            return usual(store, row)

        monkeypatch.setattr(SqlDirectory, "_person", person)
        store = ctx.store
        assert isinstance(store, SqliteStore)
        store._connection().set_trace_callback(self.statements.append)

    def taken(self) -> tuple[int, int]:
        """Statements and rows since the last time."""
        counted = len(self.statements), self.rows
        self.statements.clear()
        self.rows = 0
        return counted


def test_a_hundred_thousand_are_one_file() -> None:
    rows = read_people(people(100_000))
    assert len(rows) == 100_000
    assert rows[-1].fields["first"] == "Ana99999"


def test_a_search_reads_only_what_was_written_since(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    directory_lists.import_list(ctx, read_people(people(MANY)))
    assert directory.search(load_directory(ctx), "ruiz 7").total > 10
    seen = CountingStore(ctx, monkeypatch)
    found = directory.search(load_directory(ctx), "ana77 ruiz")
    assert found.total == 11  # 77 and 770 to 779
    assert seen.taken() == (1, 0), "one look at the generation"
    directory.edit(ctx, found.people[0].id, {"first": "Zenobia"})
    seen.taken()
    assert directory.search(load_directory(ctx), "zenobia").total == 1
    statements, rows = seen.taken()
    assert rows == 1, "the one that was changed"
    assert statements <= 8


def test_a_search_does_not_look_at_everybody_by_himself(ctx: Context) -> None:
    """What grows with the directory is work inside one expression, not calls of ours."""
    counts = []
    for count in (200, 2000):
        directory_lists.import_list(ctx, read_people(people(count)))
        seen = load_directory(ctx)
        directory.search(seen, "ana7")
        counts.append(count_calls(lambda seen=seen: directory.search(seen, "ana1234 ruiz")))  # type: ignore[misc]
    assert counts[1] <= counts[0] + 20


def plain(seen: DirectorySnapshot) -> tuple[object, ...]:
    index = seen.index
    tables = [{k: sorted(v) for k, v in table.items() if v} for table in (index.names, index.aliases, index.numbers)]
    return seen.generation, dict(seen.people), dict(seen.clubs), index.people, tables, seen.order, seen.lines


NAMES = st.sampled_from(["Ana", "Bea", "Ñora", "Álex", "Zoe"])
CLUBS = st.sampled_from(["", "Faro", "Mar", "Río"])
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["add", "edit", "alias", "forget", "merge", "club", "clubs", "list"]),
        st.integers(0, 50),
        NAMES,
        CLUBS,
    ),
    max_size=14,
)


@settings(max_examples=25, deadline=None)
@given(STEPS)
def test_the_book_after_changes_is_the_book_read_anew(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int, str, str]]
) -> None:
    store = SqliteStore(tmp_path_factory.mktemp("book") / "hall.db")
    ctx = Context(store)
    directory.add(ctx, {"first": "Eva", "last": "Faro", "club": "Faro"})
    load_directory(ctx)
    for what, number, name, club in steps:
        seen = load_directory(ctx)
        someone = seen.order[number % len(seen.order)] if seen.order else ""
        other = seen.order[(number + 1) % len(seen.order)] if seen.order else ""
        try:
            _do(ctx, what, someone, other, name, club)
        except PareoError:
            continue
        assert plain(load_directory(ctx)) == plain(books._build_snapshot(*store.directory().everybody()))
    store.close()


def _do(ctx: Context, what: str, someone: str, other: str, name: str, club: str) -> None:
    if what == "add":
        directory.add(ctx, {"first": name, "last": "Sol", "club": club}, confirmed=True)
    elif what == "edit":
        directory.edit(ctx, someone, {"last": name, "club": club})
    elif what == "alias":
        directory.add_alias(ctx, someone, f"{name} {club}")
    elif what == "forget":
        directory.forget(ctx, someone, confirmed=True)
    elif what == "merge":
        directory.merge(ctx, someone, other, confirmed=True)
    elif what == "club":
        directory_clubs.edit_club(ctx, club, {"name": f"{club} {name}"})
    elif what == "clubs":
        directory_clubs.merge_clubs(ctx, "Faro", club, confirmed=True)
    else:
        directory_lists.import_list(ctx, read_people(f"first,last,rating\n{name},Sol,1500\nLis,{club},".encode()))
