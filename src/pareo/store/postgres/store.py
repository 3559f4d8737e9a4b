"""The store on PostgreSQL: the journals, and beside them accounts, the directory, series and duplicate events."""

from __future__ import annotations

from pareo.core.season.documents import DuplicateDocument, SeriesDocument
from pareo.store.postgres.connection import PATIENCE
from pareo.store.postgres.database import PostgresDatabase
from pareo.store.postgres.journal import PostgresJournal
from pareo.store.sql.accounts import SqlAccounts
from pareo.store.sql.directory import SqlDirectory
from pareo.store.sql.series import SqlSeries


class PostgresStore(PostgresJournal):
    """See `pareo.store.protocol.Store`."""

    def __init__(self, address: str, *, patience: float = PATIENCE) -> None:
        super().__init__(PostgresDatabase(address, patience=patience))

    def tables(self) -> PostgresDatabase:
        return self._db

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
