"""One connection to PostgreSQL, and what its failures mean.

Three things can happen to a statement that was sent: it was done, it was refused, or nobody knows. The last is told
apart here (`OutcomeUnknown`), so that nothing is ever acknowledged, or repeated, by mistake:

- the connection broke, the server is shutting down, or it is no longer the one that may write;
- it took longer than our patience: the socket is closed, never the statement cancelled, because a commit that is
  cancelled while it waits for the standby answers with success;
- such a success came all the same, with the server's warning that the standby may not have it.
"""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Generator, Iterator, Sequence
from typing import Any

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus

from pareo.core.text.errors import BadInput, Refused
from pareo.store.sql.database import Rows

CONNECT_SECONDS = 2
PATIENCE = 10.0
LONG_PATIENCE = 600.0  # a whole journal going in or out, a schema being changed
_COMMITTED_HERE_ONLY = frozenset({"01000", "57P01"})
_AWAY = ("08", "57P0")
_AWAY_CODES = frozenset({"25006", "53300"})  # read-only: no longer the primary; too many connections: later
_WRONG = ("does not exist", "authentication failed", "no password", "pg_hba.conf", "certificate")
_RACES = (errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation)


class OutcomeUnknown(Exception):
    """Nobody knows whether the last statement was done."""


class SerializationConflict(Exception):
    """Somebody else's transaction came in between: nothing was written, the work may run again."""


class BoundedConnection(psycopg.Connection[Any]):
    """A connection whose statements end within `patience` seconds, and which notices a doubtful success."""

    patience: float = PATIENCE
    doubtful: bool = False

    def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
        return super().wait(self._with_deadline(gen), *args, **kwargs)

    def _with_deadline(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        until = time.monotonic() + self.patience
        try:
            state = next(gen)
            while True:
                ready = yield state
                if not ready and time.monotonic() > until:
                    self.pgconn.finish()  # closes the socket: the server decides alone
                    raise psycopg.OperationalError("no answer in time")
                state = gen.send(ready)
        except StopIteration as done:
            return done.value

    def run(self, statement: str, values: Sequence[Any] = (), *, prepare: bool | None = None) -> Rows:
        """Executes one statement; each `?` stands for one of the values."""
        with translate_errors():
            done = self.execute(_to_psycopg(statement), values, prepare=prepare)
        if self.doubtful:
            raise OutcomeUnknown("committed, but perhaps not on the standby")
        return done

    @property
    def is_open_transaction(self) -> bool:
        return self.info.transaction_status in {TransactionStatus.INTRANS, TransactionStatus.INERROR}

    @property
    def is_sound(self) -> bool:
        """May the next piece of work use this connection?"""
        return not self.closed and not self.doubtful and self.info.transaction_status == TransactionStatus.IDLE


class DbAdapter:
    """A connection as accounts, directory and series use it (`pareo.store.sql.database.Db`)."""

    __slots__ = ("connection",)

    def __init__(self, connection: BoundedConnection) -> None:
        self.connection = connection

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows:
        return self.connection.run(statement, values)


def connect(address: str) -> BoundedConnection:
    """A connection to the one of the hosts that may write. OutcomeUnknown, if none of them answers."""
    try:
        connection = BoundedConnection.connect(
            address,
            autocommit=True,
            connect_timeout=CONNECT_SECONDS,
            application_name="pareo",
            target_session_attrs="read-write",
            client_encoding="utf8",
        )
    except psycopg.Error as error:
        raise _meaning(error, connecting=True) from error

    def on_notice(diagnostic: errors.Diagnostic) -> None:
        if diagnostic.severity_nonlocalized == "WARNING" and diagnostic.sqlstate in _COMMITTED_HERE_ONLY:
            connection.doubtful = True

    connection.add_notice_handler(on_notice)
    return connection


@contextlib.contextmanager
def translate_errors() -> Iterator[None]:
    """Errors of the database come out as what they mean."""
    try:
        yield
    except psycopg.Error as error:
        raise _meaning(error) from error


@functools.cache
def _to_psycopg(statement: str) -> Any:
    return statement.replace("%", "%%").replace("?", "%s").encode()


def _meaning(error: psycopg.Error, *, connecting: bool = False) -> Exception:
    """What the error means: OutcomeUnknown, SerializationConflict, a PareoError, or (a bug of ours) itself."""
    code = error.sqlstate
    if isinstance(error, _RACES):
        return SerializationConflict(code or "")
    if connecting and (refusal := _refused_connection(error)):
        return refusal
    if isinstance(error, (psycopg.OperationalError, psycopg.InterfaceError)) and code is None:
        return OutcomeUnknown(str(error))
    if code is not None and (code.startswith(_AWAY) or code in _AWAY_CODES):
        return OutcomeUnknown(str(error))
    match code:
        case "42P01" | "42703":
            return not_made()
        case "42501":
            return Refused(
                "store-rights", "The database role lacks the permission: {reason}.", reason=_first_line(error)
            )
        case "53100" | "53200" | "53400":
            return Refused("store-full", "The disk of {path} is full: nothing was saved.", path="PostgreSQL")
        case None if isinstance(error, psycopg.DataError):  # a NUL in a text
            return BadInput("not-text", "The text contains characters that cannot be stored: type it again.")
        case _:
            return error


def _refused_connection(error: psycopg.Error) -> Refused | None:
    """Refused where the address or the password is wrong: waiting would not help."""
    text = str(error)
    if any(words in text for words in _WRONG):
        return Refused("store-not-let-in", "The database refused access: {reason}.", reason=_first_line(error))
    return None


def _first_line(error: psycopg.Error) -> str:
    return (str(error).splitlines() or [""])[0].rstrip(".")


def not_made() -> Refused:
    return Refused(
        "store-not-made", "The database has no tables of this version of Pareo: run “pareo database upgrade”."
    )


def newer() -> BadInput:
    return BadInput("store-newer", "The database is of a newer version of Pareo: install that version to open it.")


def database_away() -> Refused:
    return Refused("store-away", "The database is not answering. Nothing was saved: try again in a moment.")


def outcome_unconfirmed() -> Refused:
    return Refused(
        "store-unconfirmed",
        "The database connection was lost while saving: check whether it was saved before you repeat it.",
    )
