"""The tables of a PostgreSQL database: which version they have, and how the owner makes and upgrades them.

Two roles: `pareo_owner` has the tables; `pareo_app`, which the servers are, reads and writes rows and can neither
change nor delete an entry of a journal. A server changes no table: it looks whether they are of its version.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import TYPE_CHECKING

from psycopg import conninfo, sql

from pareo.core.text.errors import BadInput, Refused
from pareo.store.identity_keys import keys_in_data
from pareo.store.postgres.connection import (
    LONG_PATIENCE,
    BoundedConnection,
    OutcomeUnknown,
    connect,
    database_away,
    newer,
    not_made,
)

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

OWNER, APP = "pareo_owner", "pareo_app"
_LOCK = 0x50415245  # "PARE": one upgrade at a time
_NUMBERED = re.compile(r"([0-9]{4})_[a-z_]+\.sql")
_WORKS_FROM = re.compile(rb"-- works from: ([0-9]+)\n")  # the oldest program that may go on with these tables
_AT_ONCE = 5000
# What the servers' role may do. Everything else it may read, write and delete.
_NARROW = {
    "entry": "SELECT, INSERT",
    "tournament": "SELECT, INSERT, UPDATE (slug, name, head, hash), DELETE",
    "schema_version": "SELECT",
}
# A setting of the database, so that every server and command line knows it. Asked of the catalogue: what a connection
# was told when it began may be old.
BACKUP_DAYS = """SELECT split_part(c, '=', 2) FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase,
    unnest(s.setconfig) AS c WHERE d.datname = current_database() AND s.setrole = 0 AND c LIKE 'pareo.backup_days=%'"""
_VERSION = """SELECT to_regclass('schema_version') IS NOT NULL"""


def migrations() -> list[tuple[int, Traversable]]:
    """The numbered migration files, in order."""
    folder = resources.files("pareo.store.postgres").joinpath("migrations")
    files = ((_NUMBERED.fullmatch(file.name), file) for file in folder.iterdir())
    return sorted(((int(name[1]), file) for name, file in files if name is not None), key=lambda one: one[0])


def newest() -> int:
    return migrations()[-1][0]


def version_of(connection: BoundedConnection) -> int:
    """The version of the tables; 0 where there are none."""
    if not connection.run(_VERSION).fetchone()[0]:
        return 0
    return int(connection.run("SELECT coalesce(max(version), 0) FROM schema_version").fetchone()[0])


def check_version(connection: BoundedConnection) -> None:
    """Raises unless this program may use the tables of the database."""
    version = version_of(connection)
    if version < newest():
        raise not_made()
    if version > newest() and connection.run("SELECT max(works_from) FROM schema_version").fetchone()[0] > newest():
        raise newer()


def create(address: str, *, password: str | None = None, backup_days: int | None = None) -> int:
    """Makes database, roles and tables, whatever of them is missing, as an administrator; the version of the tables.
    `backup_days`: how long its backups and logs are kept, which `forget` then promises."""
    name = conninfo.conninfo_to_dict(address).get("dbname")
    if not name:
        raise BadInput("store-unnamed", "Give a database: postgresql://HOST/NAME.")
    with _connect_patiently(conninfo.make_conninfo(address, dbname="postgres")) as connection:
        for role, can in ((OWNER, "NOLOGIN"), (APP, "LOGIN")):
            if connection.run("SELECT 1 FROM pg_roles WHERE rolname = ?", (role,)).fetchone() is None:
                connection.run(f"CREATE ROLE {role} {can}")
        if password is not None:
            encrypted = connection.pgconn.encrypt_password(password.encode(), APP.encode(), b"scram-sha-256").decode()
            _execute(
                connection, sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(APP), sql.Literal(encrypted))
            )
        if connection.run("SELECT 1 FROM pg_database WHERE datname = ?", (str(name),)).fetchone() is None:
            new_database = sql.SQL(
                "CREATE DATABASE {} OWNER {} ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
            )
            connection.run(f"GRANT {OWNER} TO CURRENT_USER")
            _execute(connection, new_database.format(sql.Identifier(str(name)), sql.Identifier(OWNER)))
        if backup_days is not None:
            set_days = sql.SQL("ALTER DATABASE {} SET pareo.backup_days = {}")
            _execute(connection, set_days.format(sql.Identifier(str(name)), sql.Literal(str(backup_days))))
        _execute(connection, sql.SQL("REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC").format(sql.Identifier(str(name))))
    with _connect_patiently(address) as connection:  # before PostgreSQL 15 everybody may make tables here
        connection.run("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        connection.run(f"GRANT USAGE, CREATE ON SCHEMA public TO {OWNER}")
    return upgrade(address)


def upgrade(address: str) -> int:
    """Brings the tables to this program's version, each step whole or not at all; the version they have then."""
    with _connect_patiently(address) as connection:
        if (
            connection.run(
                "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()"
            ).fetchone()[0]
            != "UTF8"
        ):
            raise Refused("store-encoding", "The database must have the encoding UTF8.")
        connection.run("BEGIN")
        connection.run("SELECT pg_advisory_xact_lock(?)", (_LOCK,))
        connection.run(f"SET LOCAL ROLE {OWNER}")
        connection.run(
            "CREATE TABLE IF NOT EXISTS schema_version"
            " (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())"
        )
        version = version_of(connection)
        if version > newest():
            raise newer()
        for number, file in migrations():
            if number > version:
                text = file.read_bytes()
                connection.execute(text)
                connection.run("INSERT INTO schema_version (version) VALUES (?)", (number,))
                if works_from := _WORKS_FROM.match(text):
                    connection.run(
                        "UPDATE schema_version SET works_from = ? WHERE version = ?", (int(works_from[1]), number)
                    )
                if number == 2:
                    _fill_identity_keys(connection)
        _let_app_in(connection)
        connection.run("COMMIT")
        return newest()


def _fill_identity_keys(connection: BoundedConnection) -> None:
    """Gives everybody who is there the identity keys that later versions write."""
    last: tuple[int, str] = (0, "")
    while people := connection.run(
        "SELECT tournament, id, data FROM person WHERE (tournament, id) > (?, ?) ORDER BY tournament, id LIMIT ?",
        (*last, _AT_ONCE),
    ).fetchall():
        keyed = [(key, person, *keys_in_data(data)) for key, person, data in people]
        connection.run(
            "UPDATE person SET member = u.member, born = u.born"
            " FROM unnest(?::bigint[], ?::text[], ?::text[], ?::text[]) AS u (tournament, id, member, born)"
            " WHERE person.tournament = u.tournament AND person.id = u.id",
            [list(column) for column in zip(*keyed, strict=True)],
        )
        last = people[-1][:2]


def _let_app_in(connection: BoundedConnection) -> None:
    """Grants the servers' role what it needs and no more; anew each time, so that a new table is no gap."""
    connection.run(f"GRANT USAGE ON SCHEMA public TO {APP}")
    tables = [
        row[0]
        for row in connection.run(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tableowner = ?", (OWNER,)
        )
    ]
    for table in tables:
        may = _NARROW.get(table, "SELECT, INSERT, UPDATE, DELETE")
        connection.run(f"REVOKE ALL ON {table} FROM PUBLIC, {APP}")
        connection.run(f"GRANT {may} ON {table} TO {APP}")


def excess_rights(connection: BoundedConnection) -> list[str]:
    """What the connected role may do though it should not: change the past, or tables."""
    rights = [(table, right) for table in ("entry", "schema_version") for right in ("UPDATE", "DELETE", "TRUNCATE")]
    granted = [
        f"{right} {table}"
        for table, right in rights
        if connection.run("SELECT has_table_privilege(?, ?)", (table, right)).fetchone()[0]
    ]
    may_create = connection.run("SELECT has_schema_privilege('public', 'CREATE')").fetchone()[0]
    return [*granted, "CREATE TABLE"] if may_create else granted


def _execute(connection: BoundedConnection, statement: sql.Composed) -> None:
    connection.execute(statement)


def _connect_patiently(address: str) -> BoundedConnection:
    try:
        connection = connect(address)
    except OutcomeUnknown as problem:
        raise database_away() from problem
    connection.patience = LONG_PATIENCE
    return connection
