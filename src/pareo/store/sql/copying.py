"""Everything outside the journals, from one database into another of either kind.

Rows keep what they hold; only the numbers by which a database knows its own rows are given anew: tournaments are found
again by their short name, applications and series by what is unique about them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pareo.core.text.errors import Refused
from pareo.store.sql.database import Database, Db

# ruff: noqa: S608 - the statements are built from constants of this module only


@dataclass(frozen=True, slots=True)
class _Table:
    """One table: its columns in order, and of which other table's rows a column holds the number."""

    name: str
    columns: str
    order: str
    of: dict[str, str] = field(default_factory=dict)


_NATURAL = {"tournament": "slug", "directory_application": "tournament, list", "series": "kind, slug"}
_STEP = "person, list, kind, application, before, change, after, games, games_after, date, reason, actor, time"
_TABLES = (
    _Table("account", "id, name, folded, password, created, disabled", "id"),
    _Table(
        "account_grant",
        "account, role, tournament, first_table, last_table",
        "account, role",
        {"tournament": "tournament"},
    ),
    _Table(
        "token",
        "id, hash, label, role, tournament, first_table, last_table, created, expires, revoked",
        "id",
        {"tournament": "tournament"},
    ),
    _Table("session", "hash, account, token, created, seen, expires", "hash"),
    _Table("one_time_link", "hash, account, expires, used", "hash"),
    _Table("server_key", "one, key", "one"),
    _Table("player_link", "tournament, no, generation", "tournament, no"),
    _Table("phone", "tournament, no, hash, since", "tournament, no"),
    _Table("phone_claim", "tournament, no, hash, device, address, at, released", "tournament, at"),
    _Table("hall_note", "key, value", "key"),
    _Table("directory_person", "id, version, data, rating, games, rating2, games2, changed", "id"),
    _Table("directory_club", "id, version, data, changed", "id"),
    _Table("directory_gone", "id, changed", "id"),
    _Table("directory_application", "tournament, list, slug, name, date, hash, time, actor", "key"),
    _Table("directory_rating", _STEP, "key", {"application": "directory_application"}),
    _Table("directory_link", "tournament, player, person", "tournament, player"),
    _Table("series", "kind, slug, name, created, version, secret, data", "key"),
    _Table("series_change", "series, version, time, actor, action, told", "series, version", {"series": "series"}),
    _Table("score_sheet", "series, id, data", "series, id", {"series": "series"}),
)
_MUST_BE_EMPTY = ("account", "server_key", "directory_person", "directory_club", "series")
_GENERATION = "SELECT generation FROM directory_state"


def read_side_tables(source: Database) -> dict[str, list[tuple[Any, ...]]]:
    """All rows outside the journals, read at one moment; what a column refers to, by what is unique about it."""
    with source.reading(together=True) as db:
        names = {table: _natural(db, table) for table in _NATURAL}
        rows = {table.name: list(_rows(db, table, names)) for table in _TABLES}
        rows["directory_state"] = [tuple(db.execute(_GENERATION).fetchone())]
    return rows


def write_side_tables(target: Database, rows: dict[str, list[tuple[Any, ...]]]) -> int:
    """Writes rows from `read_side_tables` into a database that has none of its own, all or nothing; how many."""
    with target.writing() as db:
        for name in _MUST_BE_EMPTY:
            if db.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() is not None:
                raise Refused(
                    "move-not-empty",
                    "The other database already has accounts, people or series: move everything to a new one.",
                )
        for table in _TABLES:
            keys = {other: {name: key for key, name in _natural(db, other).items()} for other in table.of.values()}
            _put(db, table, rows[table.name], keys)
        db.execute("UPDATE directory_state SET generation = ?", rows["directory_state"][0])
    return sum(map(len, rows.values()))


def _natural(db: Db, table: str) -> dict[int, tuple[Any, ...]]:
    return {row[0]: tuple(row[1:]) for row in db.execute(f"SELECT key, {_NATURAL[table]} FROM {table}")}


def _rows(db: Db, table: _Table, names: dict[str, dict[int, tuple[Any, ...]]]) -> Iterable[tuple[Any, ...]]:
    columns = table.columns.split(", ")
    for row in db.execute(f"SELECT {table.columns} FROM {table.name} ORDER BY {table.order}"):
        yield tuple(
            names[table.of[column]][value] if column in table.of and value is not None else value
            for column, value in zip(columns, row, strict=True)
        )


def _put(db: Db, table: _Table, rows: list[tuple[Any, ...]], keys: dict[str, dict[tuple[Any, ...], int]]) -> None:
    columns = table.columns.split(", ")
    marks = ", ".join("?" * len(columns))
    for row in rows:
        values = tuple(
            keys[table.of[column]][value] if column in table.of and value is not None else value
            for column, value in zip(columns, row, strict=True)
        )
        db.execute(f"INSERT INTO {table.name} ({table.columns}) VALUES ({marks})", values)
