"""What is computed once: shared by the contexts of a server, never by two databases of one process."""

from __future__ import annotations

import shutil
from pathlib import Path

from pareo.app.accounts.accounts import Accounts
from pareo.app.base.batch import begin_batch
from pareo.app.base.context import Context
from pareo.app.base.lru_cache import Caches, CacheSlot
from pareo.app.commands.people.roster import _DIRECTORIES, Filter, search
from pareo.app.commands.rounds.dry_run import dry_run
from pareo.app.league.directory_snapshot import load_directory
from pareo.app.queries.pages.public_view import cached_tables
from pareo.store import SqliteStore
from pareo.web.app_state import AppState
from support.events.stage import Stage

NUMBERS: CacheSlot[str, int] = CacheSlot(2)


def test_a_slot_s_values_are_of_its_own_home_and_only_the_newest() -> None:
    here, there = Caches(), Caches()
    for key in ("a", "b", "c"):
        assert here[NUMBERS].get_or_create(key, lambda key=key: ord(key)) == ord(key)  # type: ignore[misc]
    assert here[NUMBERS].get("a") is None, "the oldest has gone"
    assert here[NUMBERS].get("c") == ord("c")
    assert len(there[NUMBERS]) == 0
    assert here[CacheSlot[str, int](2)].get("c") is None, "another slot"


def test_two_databases_with_the_same_journal_share_nothing(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss")
    stage.enter(4)
    stage.play()
    stage.ctx.store.close()
    first = Context(SqliteStore(shutil.copy(stage.path, tmp_path / "a.db")))
    second = Context(SqliteStore(shutil.copy(stage.path, tmp_path / "b.db")))
    one, other = first.open(stage.slug), second.open(stage.slug)
    assert one.hash == other.hash
    assert cached_tables(one, None) is cached_tables(one, None)
    assert cached_tables(one, None) is not cached_tables(other, None)
    search(one, Filter())
    assert len(other.caches[_DIRECTORIES]) == 0
    for ctx in (first, second):
        ctx.store.close()


def test_the_contexts_of_a_server_share_what_they_compute(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss")
    stage.enter(4)
    stage.play()
    app_state = AppState(stage.ctx.store, Accounts(stage.ctx.store.accounts()))
    tables = app_state.look(lambda ctx: cached_tables(ctx.open(stage.slug), None))
    snapshot = app_state.look(load_directory)
    with app_state.open_context() as ctx:
        assert cached_tables(ctx.open(stage.slug), None) is tables
        assert load_directory(begin_batch(ctx, stage.slug)) is load_directory(dry_run(ctx)) is snapshot
        draft = begin_batch(ctx, stage.slug).open(stage.slug)
        assert cached_tables(draft, None) is not tables, "a copy changes while its hash stays"
    assert app_state.look_public(stage.slug, lambda ctx: cached_tables(ctx.open(stage.slug), None)) is tables
    assert app_state.look_public(stage.slug, load_directory) is load_directory(app_state.following.ctx) is snapshot
    stage.ctx.store.close()
