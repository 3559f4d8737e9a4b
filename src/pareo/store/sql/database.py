"""What accounts, directory and series need of a database: one moment to read at, one transaction to write in.

Their statements are the same for SQLite and PostgreSQL: `?` for each value, no words that only one of them knows.
Every public method of a part is one piece of work that may run again from its start: where writers meet, PostgreSQL
lets one of them through and asks the others to repeat.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from pareo.core.text.errors import BadInput

T = TypeVar("T")
Part = TypeVar("Part")


class Rows(Protocol):
    """What a statement found, or how many rows it changed."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Db(Protocol):
    """An open connection, inside a reading or a writing."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows: ...


class Database(Protocol):
    """The transactions of a store, which all its parts use."""

    def reading(self, *, together: bool = False) -> AbstractContextManager[Db]:
        """`together`: several statements that must see the same moment."""

    def writing(self) -> AbstractContextManager[Db]:
        """One transaction: whole and durable when it ends, or nothing of it."""

    def retry(self, work: Callable[[], T]) -> T:
        """Does the work; repeats it where the database asks for that."""

    def wipe(self) -> None:
        """Makes sure that what was erased leaves no bytes, as far as the database can promise that."""

    def damage_error(self) -> BadInput:
        """The error for rows that cannot have been written by us."""


def retry_methods(part: type[Part]) -> type[Part]:
    """Each public method runs through `retry` of the part's database."""
    for name, method in list(vars(part).items()):
        if not name.startswith("_") and callable(method):
            setattr(part, name, _repeatable(method))
    return part


def _repeatable(method: Callable[..., T]) -> Callable[..., T]:
    @functools.wraps(method)
    def work(self: Any, *args: Any, **kwargs: Any) -> T:
        return self._db.retry(lambda: method(self, *args, **kwargs))  # type: ignore[no-any-return]

    return work
