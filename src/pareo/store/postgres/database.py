"""Transactions on PostgreSQL (`pareo.store.sql.database.Database`): reading at one moment, writing as if alone.

Writes are SERIALIZABLE: what would not have come out the same one after the other is refused by the server and runs
again here. Where the connection was lost before the commit was sent, nothing was written, and it runs again too; where
it was lost in the commit, only the caller can know whether repeating is harmless.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import psycopg
from psycopg import conninfo

from pareo.core.text.errors import BadInput, Refused
from pareo.store.postgres.connection import (
    PATIENCE,
    BoundedConnection,
    DbAdapter,
    OutcomeUnknown,
    SerializationConflict,
    database_away,
    outcome_unconfirmed,
)
from pareo.store.postgres.counts import Counts
from pareo.store.postgres.pool import Pool
from pareo.store.postgres.schema import check_version

T = TypeVar("T")
_REPEATS = 20
_PAUSE = 0.005
_RECONNECT = 0.1
_SHUT = 1.0  # seconds


class PostgresDatabase:
    """`address`: what libpq understands, with several hosts. `patience`: seconds until it is said to be away."""

    def __init__(self, address: str, *, patience: float = PATIENCE) -> None:
        try:
            conninfo.conninfo_to_dict(address)
        except psycopg.ProgrammingError:
            raise ValueError("no address") from None  # without it: it may hold a password
        self.address = address
        self.patience = patience
        self.counts = Counts()
        self.pool = Pool(address, check=check_version)
        self._shut_until = 0.0

    @contextlib.contextmanager
    def reading(self, *, together: bool = False) -> Iterator[DbAdapter]:
        with self.pool.connection() as connection:
            connection.patience = self.patience
            try:
                if together:
                    connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                yield DbAdapter(connection)
            finally:
                _end(connection)

    @contextlib.contextmanager
    def writing(self, *, harmless: bool = False) -> Iterator[DbAdapter]:
        """`harmless`: the work sees itself when it was already done, so it may be repeated after a lost commit."""
        with self.pool.connection() as connection:
            connection.patience = self.patience
            try:
                connection.run("BEGIN ISOLATION LEVEL SERIALIZABLE")
                yield DbAdapter(connection)
                try:
                    connection.run("COMMIT")
                except OutcomeUnknown:
                    self.counts.unknown += 1
                    if harmless:
                        raise
                    self.pool.drop()
                    raise outcome_unconfirmed() from None
            finally:
                _end(connection)

    def retry(self, work: Callable[[], T]) -> T:
        self.check_open()
        until, races = time.monotonic() + self.patience, 0
        while True:
            try:
                return work()
            except SerializationConflict:
                races += 1
                self.counts.races += 1
                if races > _REPEATS:
                    raise Refused("store-busy", "Too many people are changing this at once: try again.") from None
                time.sleep(random.uniform(0, _PAUSE * races))  # noqa: S311 - who goes first is nobody's secret
            except OutcomeUnknown:
                self.counts.lost += 1
                if time.monotonic() > until:
                    raise self.give_up() from None
                time.sleep(_RECONNECT)

    def check_open(self) -> None:
        """While it is known to be away nobody waits for it: who asks is told at once, and one in a while tries."""
        if time.monotonic() < self._shut_until:
            raise database_away()

    def give_up(self) -> Refused:
        """Patience has ended: for a while nobody waits for the database. The error to raise."""
        self._shut_until = time.monotonic() + _SHUT
        return database_away()

    def wipe(self) -> None:
        """Rows are gone at once; their bytes go when the database is next cleaned (`docs/operators.md`)."""

    def damage_error(self) -> BadInput:
        return BadInput(
            "store-rows-damaged", "The database contains data that Pareo can't have written: restore a backup."
        )

    def close(self) -> None:
        self.pool.drop()


def _end(connection: BoundedConnection) -> None:
    """A refusal or a failed commit: nothing of it stays."""
    if not connection.closed and connection.is_open_transaction:
        with contextlib.suppress(OutcomeUnknown):
            connection.run("ROLLBACK")
