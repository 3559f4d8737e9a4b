"""The store on PostgreSQL: the journals, accounts, the directory, series and duplicate events."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pareo.core.league.documents import DuplicateDocument, SeriesDocument
from pareo.store.postgres.connection import PATIENCE
from pareo.store.postgres.database import PostgresDatabase
from pareo.store.postgres.journal import PostgresJournal
from pareo.store.postgres.notices import PostgresNotices
from pareo.store.sql.accounts import SqlAccounts
from pareo.store.sql.directory import SqlDirectory
from pareo.store.sql.series import SqlSeries


class PostgresStore(PostgresJournal):
    """See `pareo.store.protocol.Store`."""

    def __init__(self, address: str, *, patience: float | None = None) -> None:
        super().__init__(PostgresDatabase(address, patience=PATIENCE if patience is None else patience))

    def tables(self) -> PostgresDatabase:
        return self._db

    def metrics(self) -> dict[str, float]:
        c, pool = self._db.counts, self._db.pool
        return {
            "appends_total": c.appends,
            "append_seconds_total": c.append_seconds,
            "append_moved_total": c.moved,
            "races_total": c.races,
            "connections_lost_total": c.lost,
            "answers_unknown_total": c.unknown,
            "pool_in_use": pool.in_use,
            "pool_waiting": pool.waiting,
        }

    def notices(self, on_change: Callable[[Sequence[str] | None], None]) -> PostgresNotices:
        return PostgresNotices(self._db.address, on_change)

    def close(self) -> None:
        self._db.close()

    def accounts(self) -> SqlAccounts:
        return SqlAccounts(self._db)

    def directory(self) -> SqlDirectory:
        return SqlDirectory(self._db)

    def series(self) -> SqlSeries[SeriesDocument]:
        return SqlSeries(self._db, "series", SeriesDocument)

    def duplicates(self) -> SqlSeries[DuplicateDocument]:
        return SqlSeries(self._db, "duplicate", DuplicateDocument)
