"""The journals and the people of tournaments, accounts, directory and series, in a database behind one protocol.

`open_store(where)` takes a path or an address; what it gives back is described in `pareo.store.protocol`. The store
knows nothing of rules, rounds or results.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from urllib.parse import unquote

from pareo.core.text.errors import BadInput, Refused
from pareo.store.chain import Entry, canonical, decode_data, verify_chain
from pareo.store.protocol import Attachment, NewEntry, PersonChange, Store, Summary, TournamentDump
from pareo.store.sqlite.store import SqliteStore
from pareo.store.upgrade import ENTRY_VERSION

__all__ = [
    "ENTRY_VERSION",
    "Attachment",
    "Entry",
    "NewEntry",
    "PersonChange",
    "SqliteStore",
    "Store",
    "Summary",
    "TournamentDump",
    "canonical",
    "decode_data",
    "default_path",
    "open_store",
    "verify_chain",
]

_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://(.*)", re.DOTALL)


def open_store(where: str) -> Store:
    """The store at a path, at `sqlite:///relative/path`, `sqlite:////absolute/path`, or at `postgresql://HOSTS/NAME`.

    Opened on first use.
    """
    address = _ADDRESS.fullmatch(where)
    if address is None:
        return SqliteStore(_path(where, where))
    scheme, rest = address[1].lower(), address[2]
    if scheme in {"postgresql", "postgres"}:
        return _postgres(where)
    if scheme != "sqlite" or not rest.startswith("/"):
        raise _no_address(where)
    return SqliteStore(_path(unquote(rest[1:]), where))


def _postgres(where: str) -> Store:
    try:
        from pareo.store.postgres.store import PostgresStore  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        raise Refused(
            "store-postgres", "PostgreSQL needs more than is installed here: run “pip install pareo[postgres]”."
        ) from None
    try:
        return PostgresStore(where)
    except ValueError:
        raise BadInput(
            "store-postgres-address",
            "This is not the address of a PostgreSQL database: write postgresql://HOST,HOST/NAME.",
        ) from None


def default_path() -> Path:
    """The one SQLite file in the user's data folder."""
    home = Path.home()
    if sys.platform == "win32":
        folder = _folder("APPDATA", home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = _folder("XDG_DATA_HOME", home / ".local" / "share")
    return folder / "pareo" / "pareo.db"


def _folder(variable: str, otherwise: Path) -> Path:
    """The folder a variable names; the XDG specification says to ignore a relative one."""
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else otherwise


def _path(text: str, where: str) -> Path:
    if not text or "\0" in text or text == ":memory:":
        raise _no_address(where)
    path = Path(text)
    try:
        return path.expanduser()
    except RuntimeError:  # "~somebody" who has no home here
        return path


def _no_address(where: str) -> BadInput:
    return BadInput("store-address", "“{where}” is not the address of a database: give a path.", where=where)
