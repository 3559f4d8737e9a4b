"""The store on one SQLite file: the journals, and beside them accounts, the directory, series and duplicate events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pareo.store.sqlite.journal import SqliteJournal

if TYPE_CHECKING:
    from pareo.core.season.documents import DuplicateDocument, SeriesDocument
    from pareo.store.sqlite.accounts import SqliteAccounts
    from pareo.store.sqlite.directory import SqliteDirectory
    from pareo.store.sqlite.series import SqliteSeries

# ruff: noqa: PLC0415 - what stands beside the journals is imported where it is used: the start-up is felt


class SqliteStore(SqliteJournal):
    """See `pareo.store.protocol.Store`."""

    def accounts(self) -> SqliteAccounts:
        from pareo.store.sqlite.accounts import SqliteAccounts

        return SqliteAccounts(self)

    def directory(self) -> SqliteDirectory:
        from pareo.store.sqlite.directory import SqliteDirectory

        return SqliteDirectory(self)

    def series(self) -> SqliteSeries[SeriesDocument]:
        from pareo.core.season.documents import SeriesDocument
        from pareo.store.sqlite.series import SqliteSeries

        return SqliteSeries(self, "series", SeriesDocument)

    def duplicates(self) -> SqliteSeries[DuplicateDocument]:
        from pareo.core.season.documents import DuplicateDocument
        from pareo.store.sqlite.series import SqliteSeries

        return SqliteSeries(self, "duplicate", DuplicateDocument)
