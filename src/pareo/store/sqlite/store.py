"""The store on one SQLite file: the journals, and beside them accounts, the directory, series and duplicate events."""

from __future__ import annotations

from pareo.core.season.documents import DuplicateDocument, SeriesDocument
from pareo.store.sqlite.accounts import SqliteAccounts
from pareo.store.sqlite.directory import SqliteDirectory
from pareo.store.sqlite.journal import SqliteJournal
from pareo.store.sqlite.series import SqliteSeries


class SqliteStore(SqliteJournal):
    """See `pareo.store.protocol.Store`."""

    def accounts(self) -> SqliteAccounts:
        return SqliteAccounts(self)

    def directory(self) -> SqliteDirectory:
        return SqliteDirectory(self)

    def series(self) -> SqliteSeries[SeriesDocument]:
        return SqliteSeries(self, "series", SeriesDocument)

    def duplicates(self) -> SqliteSeries[DuplicateDocument]:
        return SqliteSeries(self, "duplicate", DuplicateDocument)
