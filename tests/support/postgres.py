"""PostgreSQL servers for tests: made in a temporary folder, run by an unprivileged user, stopped afterwards.

They listen on a socket in their folder only, so that any number can run beside each other. Debian's packages have the
programs; where they are missing, tests skip with a sentence, or fail where PAREO_REQUIRE_ALL=1.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from support.execution import wait_until

_FAST = {  # what a test need not wait for: nobody pulls the plug
    "fsync": "off",
    "shared_buffers": "16MB",
    "max_wal_size": "128MB",
    "min_wal_size": "32MB",
    "wal_level": "replica",
    "max_connections": "100",
    "listen_addresses": "''",
    "autovacuum": "off",
    "log_min_messages": "fatal",
    "max_wal_senders": "4",
    "wal_keep_size": "64MB",
    "hot_standby": "on",
    "wal_receiver_timeout": "5s",
    "wal_retrieve_retry_interval": "200ms",
    "checkpoint_timeout": "1h",
    "jit": "off",
    "io_method": None,
}
_EMPTY = """DO $$ DECLARE one text; BEGIN
    FOREACH one IN ARRAY ARRAY['tournament', 'account', 'token', 'login_attempt', 'server_key', 'player_link', 'phone',
        'phone_claim', 'hall_note', 'directory_application', 'directory_person', 'directory_club', 'directory_gone',
        'series'] LOOP
        EXECUTE 'DELETE FROM ' || one;
    END LOOP;
    UPDATE directory_state SET generation = 0;
END $$"""
_names = count(1)


def find_programs() -> Path | None:
    """Where initdb and its like are, the newest of them."""
    paths = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if paths:
        return paths[-1].parent
    anywhere = shutil.which("initdb")
    return Path(anywhere).parent if anywhere else None


def require_postgres() -> Path:
    """The programs, or the end of the test."""
    folder = find_programs()
    if folder is None:
        message = "PostgreSQL is not installed (Debian: apt-get install postgresql)"
        if os.environ.get("PAREO_REQUIRE_ALL") == "1":
            pytest.fail(message)
        pytest.skip(message)
    return folder


def _unprivileged_user() -> str | None:
    """Who runs it: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _as_unprivileged() -> dict[str, Any]:
    who = _unprivileged_user()
    return {"user": who, "group": who, "extra_groups": []} if who else {}


class Cluster:
    """One PostgreSQL server; `folder` holds its data and its socket."""

    def __init__(self, folder: Path, *, settings: dict[str, str] | None = None) -> None:
        self.bin = require_postgres()
        self.folder = folder
        self.data = folder / "data"
        self.settings = {**_FAST, **(settings or {})}
        self.process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        if who := _unprivileged_user():
            shutil.chown(folder, who)

    def make(self) -> Cluster:
        self._run(
            "initdb",
            "-D",
            str(self.data),
            "-U",
            "admin",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
            "--no-instructions",
        )
        self.configure()
        return self

    def configure(self, **more: str) -> None:
        self.settings.update(more)
        text = "".join(f"{key} = {value}\n" for key, value in self.settings.items() if value is not None)
        (self.data / "postgresql.auto.conf").write_text(text + f"unix_socket_directories = '{self.folder}'\n")

    def reload(self, **more: str) -> None:
        """Other settings, without stopping."""
        self.configure(**more)
        assert self.process is not None
        self.process.send_signal(signal.SIGHUP)

    def start(self) -> Cluster:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(self.bin / "postgres"), "-D", str(self.data)],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
                **_as_unprivileged(),
            )
        wait_until(self.is_ready)
        return self

    def is_ready(self) -> bool:
        return self._code("pg_isready", "-q", "-h", str(self.folder)) == 0

    def standby(self, folder: Path, name: str) -> Cluster:
        """A second server that follows this one, under the name by which it is waited for."""
        other = Cluster(folder, settings=self.settings)
        self._run(
            "pg_basebackup",
            "-D",
            str(other.data),
            "-h",
            str(self.folder),
            "-U",
            "admin",
            "-c",
            "fast",
            "--no-sync",
            "-X",
            "stream",
        )
        other.configure(primary_conninfo=f"'host={self.folder} user=admin application_name={name}'")
        (other.data / "standby.signal").touch()
        if who := _unprivileged_user():
            shutil.chown(other.data / "standby.signal", who)
        return other.start()

    def promote(self) -> None:
        (self.data / "promote").touch()
        if who := _unprivileged_user():
            shutil.chown(self.data / "promote", who)
        assert self.process is not None
        self.process.send_signal(signal.SIGUSR1)

    def kill(self) -> None:
        """kill -9 of every process it has, at once: as if the machine were gone."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            for pid in [self.process.pid, *_children(self.process.pid)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)  # at once, its children too
            self.process.wait()
            self.process = None

    def admin(self, database: str = "postgres") -> str:
        return f"postgresql:///{database}?host={self.folder}&user=admin"

    def app(self, database: str) -> str:
        return f"postgresql:///{database}?host={self.folder}&user=pareo_app"

    def sql(
        self, statement: str, database: str = "postgres", parameters: Sequence[object] = ()
    ) -> list[tuple[object, ...]]:
        """Does something as the administrator."""
        import psycopg  # noqa: PLC0415 - not needed where PostgreSQL is not installed

        with psycopg.connect(self.admin(database), autocommit=True) as connection:
            cursor = connection.execute(statement, parameters or None)  # type: ignore[arg-type]
            return cursor.fetchall() if cursor.description else []

    def new_database(self) -> str:
        """A database with Pareo's tables."""
        from pareo.store.postgres import schema  # noqa: PLC0415

        name = f"pareo_{next(_names)}_{os.getpid()}"
        schema.create(self.admin(name))
        return name

    def _run(self, program: str, *args: str) -> None:
        subprocess.run(
            [str(self.bin / program), *args],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
            **_as_unprivileged(),
        )

    def _code(self, program: str, *args: str) -> int:
        return subprocess.run([str(self.bin / program), *args], check=False, stdout=subprocess.DEVNULL).returncode


def _children(pid: int) -> list[int]:
    pids = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError):
            if int(status.read_text().rsplit(")", 1)[1].split()[1]) == pid:
                pids.append(int(status.parent.name))
    return pids


@contextlib.contextmanager
def folder_for_clusters() -> Iterator[Path]:
    """Short, because the name of a socket may not be long, and open to whoever runs the servers."""
    require_postgres()
    folder = Path(tempfile.mkdtemp(prefix="pareo-pg-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class SharedCluster:
    """One server for all tests of a process, begun by the first that needs it."""

    def __init__(self) -> None:
        self._open = contextlib.ExitStack()
        self._cluster: Cluster | None = None
        self._name = ""
        self._dirty = False

    def cluster(self) -> Cluster:
        if self._cluster is None:
            folder = self._open.enter_context(folder_for_clusters())
            cluster = Cluster(folder / "one").make().start()
            self._open.callback(cluster.stop)
            self._name = cluster.new_database()
            self._cluster = cluster
        return self._cluster

    def address(self) -> str:
        """The database with empty tables, as the servers' role sees it: for one test at a time."""
        cluster = self.cluster()
        if self._dirty:
            cluster.sql(_EMPTY, self._name)
        self._dirty = True
        return cluster.app(self._name)

    @property
    def name(self) -> str:
        return self._name

    def close(self) -> None:
        self._open.close()
