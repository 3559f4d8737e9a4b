"""What an operator should know about a database before servers work with it."""

from __future__ import annotations

from dataclasses import dataclass

from pareo.core.text.errors import BadInput, Refused
from pareo.store.postgres.connection import BoundedConnection, OutcomeUnknown, connect, database_away
from pareo.store.postgres.schema import BACKUP_DAYS, check_version, excess_rights, newest, version_of

_SETTINGS = """SELECT current_user, current_setting('server_version'), current_setting('synchronous_commit'),
    current_setting('synchronous_standby_names'), current_setting('data_checksums'),
    pg_encoding_to_char(d.encoding), d.datcollate FROM pg_database d WHERE d.datname = current_database()"""


@dataclass(frozen=True, slots=True)
class ServerInspection:
    """Settings, rights and versions of the server that may write."""

    server: str
    role: str
    version: int  # of the tables; 0: there are none
    newest: int  # what this program needs
    too_much: tuple[str, ...]  # what the role may do to the past
    synchronous: bool  # an answer waits for a standby
    standbys: str
    checksums: bool
    encoding: str
    collation: str
    fits: bool  # this program can work with tables of that version
    backup_days: int | None  # how long backups and logs are kept, if somebody has said

    @property
    def is_usable(self) -> bool:
        return self.fits and self.encoding == "UTF8"

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is not as the operators' page advises, in a few words each."""
        warnings = {
            "an answer does not wait for a standby: what was acknowledged can be lost with the "
            "machine": not self.synchronous,
            f"the role {self.role} may change the past ({', '.join(self.too_much)}): let servers be pareo_app": bool(
                self.too_much
            ),
            "pages are not checked by the database (data checksums are off)": not self.checksums,
            f"the collation is {self.collation}, not C: lists may come in another order": self.collation != "C",
            "the backup period is not set (database create --backup-days): `pareo forget` cannot promise a date": (
                self.backup_days is None
            ),
        }
        return tuple(text for text, is_so in warnings.items() if is_so)


def inspect(address: str) -> ServerInspection:
    """Inspects a database and changes nothing. Refused if it does not answer or does not let us in."""
    try:
        with connect(address) as connection:
            role, server, commit, standbys, checksums, encoding, collation = connection.run(_SETTINGS).fetchone()
            version = version_of(connection)
            wide = tuple(excess_rights(connection)) if version else ()
            fits = _fits(connection)
            days = connection.run(BACKUP_DAYS).fetchone()
    except OutcomeUnknown as problem:
        raise database_away() from problem
    synchronous = bool(standbys) and commit in ("on", "remote_apply")
    return ServerInspection(
        server,
        role,
        version,
        newest(),
        wide,
        synchronous,
        standbys,
        checksums == "on",
        encoding,
        collation,
        fits,
        int(days[0]) if days is not None else None,
    )


def _fits(connection: BoundedConnection) -> bool:
    try:
        check_version(connection)
    except (BadInput, Refused):
        return False
    return True
