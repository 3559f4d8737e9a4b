"""The store on one SQLite file: the journals, accounts, the directory, series and duplicate events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pareo.store.sqlite.journal import SqliteJournal

if TYPE_CHECKING:
    from pareo.core.league.documents import DuplicateDocument, SeriesDocument
    from pareo.store.sql.accounts import SqlAccounts
    from pareo.store.sql.directory import SqlDirectory
    from pareo.store.sql.series import SqlSeries

# ruff: noqa: PLC0415 - accounts, directory and series are imported where they are used: the start-up is felt


class SqliteStore(SqliteJournal):
    """See `pareo.store.protocol.Store`."""

    def backup_days(self) -> int:
        """Its backups are files that Pareo made (`app.backups`)."""
        return 0

    def metrics(self) -> dict[str, float]:
        """Nothing is counted: a file needs no operators."""
        return {}

    def notices(self, on_change: Callable[[Sequence[str] | None], None]) -> None:
        """None: a file sends no notices."""
        del on_change

    def tables(self) -> SqliteStore:
        return self

    def accounts(self) -> SqlAccounts:
        from pareo.store.sql.accounts import SqlAccounts

        return SqlAccounts(self)

    def directory(self) -> SqlDirectory:
        from pareo.store.sql.directory import SqlDirectory

        return SqlDirectory(self)

    def series(self) -> SqlSeries[SeriesDocument]:
        from pareo.core.league.documents import SeriesDocument
        from pareo.store.sql.series import SqlSeries

        return SqlSeries(self, "series", SeriesDocument)

    def duplicates(self) -> SqlSeries[DuplicateDocument]:
        from pareo.core.league.documents import DuplicateDocument
        from pareo.store.sql.series import SqlSeries

        return SqlSeries(self, "duplicate", DuplicateDocument)
