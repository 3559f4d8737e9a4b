"""Opening one SQLite file: whose it is, which schema it has, how it is written, and what its errors mean.

A file that is not ours, is newer than this program, or cannot be written is told apart before anything is changed.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import time
from pathlib import Path
from typing import Any, NoReturn

from pareo.core.text.errors import BadInput, PareoError, Refused
from pareo.store.identity_keys import keys_in_data

SCHEMA_VERSION = 10
_APPLICATION_ID = 0x50415245  # "PARE": tells our files from those of other programs

_NO_ROOM = frozenset(
    {sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_FULL}
)
# Of the process and not of a store: once a file's log has its index in our memory, all our connections must share it.
_alone: set[Path] = set()

_HEADER = 100  # bytes of SQLite's own header: it takes a shorter file for an empty one

# One tuple of statements per schema version, in order; a release only ever adds to the end.
_MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tournament (
            key INTEGER PRIMARY KEY,
            slug TEXT NOT NULL UNIQUE,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            ruleset TEXT NOT NULL,
            created TEXT NOT NULL,
            secret TEXT NOT NULL
        )""",
        # Clustered by journal: the last entry is one descent of the tree, a whole journal is one walk.
        """CREATE TABLE entry (
            tournament INTEGER NOT NULL REFERENCES tournament (key) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            version INTEGER NOT NULL,
            time TEXT NOT NULL,
            actor TEXT NOT NULL,
            action TEXT NOT NULL,
            data BLOB NOT NULL,
            client TEXT,
            hash TEXT NOT NULL,
            PRIMARY KEY (tournament, seq)
        ) WITHOUT ROWID""",
        "CREATE UNIQUE INDEX entry_client ON entry (tournament, client) WHERE client IS NOT NULL",
        """CREATE TABLE person (
            tournament INTEGER NOT NULL REFERENCES tournament (key) ON DELETE CASCADE,
            id TEXT NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (tournament, id)
        ) WITHOUT ROWID""",
        # Accounts (`store.sqlite.accounts`). Times are seconds since 1970; secrets are here only as their SHA-256.
        """CREATE TABLE account (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            folded TEXT NOT NULL UNIQUE,
            password TEXT,
            created REAL NOT NULL,
            disabled REAL
        ) WITHOUT ROWID""",
        # By the tournament's key, not its slug: a new tournament must never inherit the staff of an old short name.
        """CREATE TABLE account_grant (
            account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            role TEXT NOT NULL,
            tournament INTEGER REFERENCES tournament (key) ON DELETE CASCADE,
            first_table INTEGER,
            last_table INTEGER
        )""",
        "CREATE UNIQUE INDEX account_grant_once ON account_grant (account, role, ifnull(tournament, 0))",
        """CREATE TABLE token (
            id TEXT PRIMARY KEY,
            hash TEXT NOT NULL UNIQUE,
            label TEXT NOT NULL,
            role TEXT NOT NULL,
            tournament INTEGER REFERENCES tournament (key) ON DELETE CASCADE,
            first_table INTEGER,
            last_table INTEGER,
            created REAL NOT NULL,
            expires REAL,
            revoked REAL
        ) WITHOUT ROWID""",
        """CREATE TABLE session (
            hash TEXT PRIMARY KEY,
            account TEXT REFERENCES account (id) ON DELETE CASCADE,
            token TEXT REFERENCES token (id) ON DELETE CASCADE,
            created REAL NOT NULL,
            seen REAL NOT NULL,
            expires REAL NOT NULL,
            CHECK ((account IS NULL) <> (token IS NULL))
        ) WITHOUT ROWID""",
        """CREATE TABLE one_time_link (
            hash TEXT PRIMARY KEY,
            account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            expires REAL NOT NULL,
            used REAL
        ) WITHOUT ROWID""",
        "CREATE TABLE login_attempt (name TEXT NOT NULL, at REAL NOT NULL)",
        "CREATE TABLE server_key (one INTEGER PRIMARY KEY CHECK (one = 1), key BLOB NOT NULL)",
        # By the tournament's random id: a renewed link stays renewed when the tournament is deleted and put back.
        """CREATE TABLE player_link (
            tournament TEXT NOT NULL,
            no INTEGER NOT NULL,
            generation INTEGER NOT NULL,
            PRIMARY KEY (tournament, no)
        ) WITHOUT ROWID""",
    ),
    # The directory of people (`store.sqlite.directory`). Personal data are in `data` alone: forgetting empties it and
    # leaves the numbers. Tournaments by their random id: they may be deleted, renamed or put back.
    (
        "CREATE TABLE directory_state (one INTEGER PRIMARY KEY CHECK (one = 1), generation INTEGER NOT NULL)",
        "INSERT INTO directory_state (one, generation) VALUES (1, 0)",
        """CREATE TABLE directory_person (
            id TEXT PRIMARY KEY,
            version INTEGER NOT NULL,
            data BLOB,
            rating INTEGER,
            games INTEGER NOT NULL,
            rating2 INTEGER,
            games2 INTEGER NOT NULL
        ) WITHOUT ROWID""",
        "CREATE TABLE directory_club (id TEXT PRIMARY KEY, version INTEGER NOT NULL, data BLOB NOT NULL) WITHOUT ROWID",
        # One application per tournament and list, whoever else tries at the same moment.
        """CREATE TABLE directory_application (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            tournament TEXT NOT NULL,
            list INTEGER NOT NULL,
            slug TEXT NOT NULL,
            name TEXT NOT NULL,
            date TEXT NOT NULL,
            hash TEXT NOT NULL,
            time TEXT NOT NULL,
            actor TEXT NOT NULL,
            UNIQUE (tournament, list)
        )""",
        """CREATE TABLE directory_rating (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            person TEXT NOT NULL REFERENCES directory_person (id) ON DELETE CASCADE,
            list INTEGER NOT NULL,
            kind TEXT NOT NULL,
            application INTEGER REFERENCES directory_application (key) ON DELETE CASCADE,
            before INTEGER,
            change INTEGER,
            after INTEGER,
            games INTEGER NOT NULL,
            games_after INTEGER NOT NULL,
            date TEXT NOT NULL,
            reason TEXT NOT NULL,
            actor TEXT NOT NULL,
            time TEXT NOT NULL
        )""",
        "CREATE INDEX directory_rating_person ON directory_rating (person, list, key)",
        "CREATE INDEX directory_rating_application ON directory_rating (application)",
        """CREATE TABLE directory_link (
            tournament TEXT NOT NULL,
            player TEXT NOT NULL,
            person TEXT NOT NULL REFERENCES directory_person (id) ON DELETE CASCADE,
            PRIMARY KEY (tournament, player)
        ) WITHOUT ROWID""",
    ),
    # Series and duplicate events (`store.sqlite.series`). A series knows tournaments by their random id and people by a
    # keyed hash: no name is in it. Score sheets of a duplicate event are rows of their own: there may be thousands.
    (
        """CREATE TABLE series (
            key INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            slug TEXT NOT NULL,
            name TEXT NOT NULL,
            created TEXT NOT NULL,
            version INTEGER NOT NULL,
            secret TEXT NOT NULL,
            data BLOB NOT NULL,
            UNIQUE (kind, slug)
        )""",
        """CREATE TABLE series_change (
            series INTEGER NOT NULL REFERENCES series (key) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            time TEXT NOT NULL,
            actor TEXT NOT NULL,
            action TEXT NOT NULL,
            told TEXT NOT NULL,
            PRIMARY KEY (series, version)
        ) WITHOUT ROWID""",
        """CREATE TABLE score_sheet (
            series INTEGER NOT NULL REFERENCES series (key) ON DELETE CASCADE,
            id TEXT NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (series, id)
        ) WITHOUT ROWID""",
    ),
    # Attachments (`pareo.store.sqlite.attachments`): lists and photos, each of one person.
    (
        """CREATE TABLE attachment (
            tournament INTEGER NOT NULL REFERENCES tournament (key) ON DELETE CASCADE,
            id TEXT NOT NULL,
            person TEXT NOT NULL,
            media TEXT NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (tournament, id)
        )""",
        "CREATE INDEX attachment_person ON attachment (tournament, person)",
    ),
    # People's rows are checked by a digest (`store.sqlite.people`); where backups went is remembered.
    (
        "ALTER TABLE person ADD COLUMN digest BLOB",
        "CREATE TABLE backup_folder (path TEXT PRIMARY KEY) WITHOUT ROWID",
    ),
    # The directory's rows say in which generation they were written, so that only what is new need be read.
    (
        "ALTER TABLE directory_person ADD COLUMN changed INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE directory_club ADD COLUMN changed INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX directory_person_changed ON directory_person (changed)",
        "CREATE INDEX directory_club_changed ON directory_club (changed)",
        "CREATE TABLE directory_gone (id TEXT PRIMARY KEY, changed INTEGER NOT NULL) WITHOUT ROWID",
    ),
    # Phones that said “It's me”, by the hash of what they hold; and notes of the server: the Wi-Fi, whether
    # phones are let in, what each screen shows.
    (
        """CREATE TABLE phone (
            tournament TEXT NOT NULL,
            no INTEGER NOT NULL,
            hash TEXT NOT NULL UNIQUE,
            since REAL NOT NULL,
            PRIMARY KEY (tournament, no)
        ) WITHOUT ROWID""",
        "CREATE TABLE hall_note (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    ),
    # By what tournaments are found without reading their journals (`store.sqlite.labels`), and by what somebody is
    # known in another one (`store.identity_keys`).
    (
        """CREATE TABLE event_label (
            label TEXT NOT NULL,
            tournament INTEGER NOT NULL REFERENCES tournament (key) ON DELETE CASCADE,
            PRIMARY KEY (label, tournament)
        ) WITHOUT ROWID""",
        "CREATE INDEX event_label_tournament ON event_label (tournament)",
        "INSERT INTO event_label (label, tournament) SELECT '', key FROM tournament",
        "ALTER TABLE person ADD COLUMN member TEXT",
        "ALTER TABLE person ADD COLUMN born TEXT",
        "UPDATE person SET member = member_in(data), born = born_in(data)",
        "CREATE INDEX tournament_id ON tournament (id)",
        "CREATE INDEX directory_application_slug ON directory_application (slug)",
    ),
    # What requests with a client's id asked and were answered (`store.sqlite.answers`). One that wrote an entry has no
    # `seq`: its entry is found by the id.
    (
        """CREATE TABLE answer (
            tournament INTEGER NOT NULL REFERENCES tournament (key) ON DELETE CASCADE,
            client TEXT NOT NULL,
            asked TEXT NOT NULL,
            notes BLOB NOT NULL,
            time TEXT NOT NULL,
            seq INTEGER,
            version INTEGER,
            actor TEXT,
            action TEXT,
            data BLOB,
            PRIMARY KEY (tournament, client)
        ) WITHOUT ROWID""",
        "CREATE INDEX answer_unchanged ON answer (tournament, time) WHERE seq IS NOT NULL",
    ),
    # Which device said “It's me” for whom, from which address, and whether the desk released it. A row without a hash
    # is a name that was asked for while another phone had it.
    (
        """CREATE TABLE phone_claim (
            tournament TEXT NOT NULL,
            no INTEGER NOT NULL,
            hash TEXT NOT NULL,
            device TEXT NOT NULL,
            address TEXT NOT NULL,
            at REAL NOT NULL,
            released INTEGER NOT NULL DEFAULT 0
        )""",
        "CREATE INDEX phone_claim_at ON phone_claim (tournament, at)",
        "CREATE INDEX phone_claim_device ON phone_claim (tournament, device)",
        "CREATE INDEX phone_claim_no ON phone_claim (tournament, no)",
        "CREATE INDEX phone_claim_hash ON phone_claim (hash)",
    ),
)


def open_file(path: Path, wait: float) -> sqlite3.Connection:
    """A connection ready for use; creates the file and its folder where there is none.

    On a full disk there is no room for the index of the log, which SQLite keeps in a file beside it. Then the index is
    kept in memory: everything can be read, by this process alone for as long as it runs (R-12).
    """
    _prepare_file(path)
    try:
        return _connect(path, wait, alone=path in _alone)
    except sqlite3.Error as error:
        if path in _alone or getattr(error, "sqlite_errorcode", None) not in _NO_ROOM:
            raise_as_pareo_error(error, path)
    try:
        db = _connect(path, wait, alone=True)
    except sqlite3.Error as error:
        raise_as_pareo_error(error, path)
    _alone.add(path)
    return db


def _connect(path: Path, wait: float, *, alone: bool) -> sqlite3.Connection:
    db: sqlite3.Connection | None = None
    try:
        where = f"{path.absolute().as_uri()}?vfs=unix-excl" if alone else path
        db = sqlite3.connect(where, timeout=wait, isolation_level=None, check_same_thread=False, uri=alone)
        version = _check_owner(db, path)
        # FULL: in WAL mode every commit is synced, so an acknowledged result survives a power cut.
        for pragma in ("foreign_keys=ON", "secure_delete=ON", "synchronous=FULL", "trusted_schema=OFF"):
            db.execute(f"PRAGMA {pragma}")
        _use_wal(db, wait)
        if version < SCHEMA_VERSION:
            if version:
                from pareo.store.sqlite.before_upgrade import keep_copy  # noqa: PLC0415  (rare, and start-up is felt)

                keep_copy(db, path)
            _migrate(db)
    except BaseException:
        if db is not None:
            db.close()
        raise
    return db


def raise_as_pareo_error(error: sqlite3.Error, path: Path) -> NoReturn:
    """Raise what an error of SQLite means to the user, or the error itself where it is a bug of ours."""
    meaning = _as_pareo_error(error, path)
    if meaning is None:
        raise error
    raise meaning from error


def _as_pareo_error(error: sqlite3.Error, path: Path) -> PareoError | None:
    code = getattr(error, "sqlite_errorcode", None)
    where = str(path)
    if code is None:
        # The module itself could not decode a column: only damage puts such bytes there.
        return damage_error(path) if "decode" in str(error).lower() else None
    match code & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Refused("store-locked", "Another program is using {path}: try again.", path=where)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return _readonly(path)
        case sqlite3.SQLITE_CORRUPT:
            return damage_error(path)
        case sqlite3.SQLITE_NOTADB:
            return _not_ours(path)
        case sqlite3.SQLITE_FULL:
            return Refused("store-full", "The disk of {path} is full: nothing was saved.", path=where)
        case sqlite3.SQLITE_IOERR:
            return Refused("store-unreadable", "The disk of {path} reports an error: check it.", path=where)
        case sqlite3.SQLITE_ERROR if "no such table" in str(error) or "no such column" in str(error):
            return damage_error(path)
        case _:
            return None


def all_rows(db: sqlite3.Connection, statement: str, values: tuple[object, ...] = ()) -> list[Any]:
    """What a statement finds. A row that cannot be read does not leave it open: an open one would lock the file."""
    with contextlib.closing(db.execute(statement, values)) as cursor:
        return cursor.fetchall()


def is_damage(error: sqlite3.Error, path: Path) -> bool:
    """Does the error mean that the file itself is damaged?"""
    meaning = _as_pareo_error(error, path)
    return meaning is not None and meaning.code == "store-damaged"


def damage_error(path: Path) -> BadInput:
    return BadInput("store-damaged", "{path} is damaged: make a copy of it, then restore a backup.", path=str(path))


def _not_ours(path: Path) -> BadInput:
    return BadInput("store-not-a-database", "{path} is not a Pareo database.", path=str(path))


def _readonly(path: Path) -> Refused:
    return Refused("store-readonly", "{path} or its folder cannot be read and written.", path=str(path))


def _prepare_file(path: Path) -> None:
    """Refuse folders; make sure there is a file.

    The file itself is never opened but by SQLite: closing any other handle on it would drop this process's locks, and
    another process could then throw away the log that we go on writing to (SQLite, "How To Corrupt", 2.2).
    """
    try:
        _refuse_log_alone(path)
        if path.exists() and (not path.is_file() or 0 < path.stat().st_size < _HEADER):
            raise _not_ours(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            # It will hold children's names: nobody else on this machine needs to read it.
            with contextlib.suppress(FileExistsError):
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        if error.errno in {errno.ENOTDIR, errno.EEXIST}:
            raise _not_ours(path) from error
        raise _readonly(path) from error


def _refuse_log_alone(path: Path) -> None:
    """SQLite deletes the log of a database that is missing or empty; but the log may hold all that is left.

    The log is looked at first: whoever makes a new database writes into the file before there is a log.
    """
    log = path.with_name(f"{path.name}-wal")
    if not log.is_file() or log.stat().st_size == 0 or (path.exists() and path.stat().st_size > 0):
        return
    raise Refused(
        "store-log-alone",
        "{path} is missing or empty, but its log {log} is there and may hold the last results. Put the database "
        "back next to it, or restore a backup to another file. To start over, move the log away.",
        path=str(path),
        log=log.name,
    )


def _check_owner(db: sqlite3.Connection, path: Path) -> int:
    """The schema version of the file, 0 for an empty one."""
    # All three at one moment: another process may be making the file ours between two looks.
    db.execute("BEGIN")
    filled = db.execute("SELECT EXISTS (SELECT * FROM sqlite_master)").fetchone()[0]
    owner = db.execute("PRAGMA application_id").fetchone()[0]
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    db.execute("ROLLBACK")
    if filled and owner != _APPLICATION_ID:
        raise _not_ours(path)
    if version > SCHEMA_VERSION:
        raise BadInput(
            "store-file-newer",
            "{path} was written by a newer version of Pareo: install that version to open it.",
            path=str(path),
        )
    return version


def _use_wal(db: sqlite3.Connection, wait: float) -> None:
    """Switching to WAL does not wait for other programs by itself as other statements do."""
    until = time.monotonic() + wait
    while True:
        try:
            db.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _migrate(db: sqlite3.Connection) -> None:
    """Bring the file to today's schema in one transaction; another process may have just done so."""
    db.create_function("member_in", 1, lambda data: keys_in_data(data).member)
    db.create_function("born_in", 1, lambda data: keys_in_data(data).born)
    db.execute("BEGIN IMMEDIATE")
    try:
        version: int = db.execute("PRAGMA user_version").fetchone()[0]
        for statements in _MIGRATIONS[version:]:
            for statement in statements:
                db.execute(statement)
        if version < SCHEMA_VERSION:
            db.execute(f"PRAGMA application_id={_APPLICATION_ID}")
            db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
