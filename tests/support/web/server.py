"""A server in a process of its own on an event that is being played, and requests to it."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Role
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.rounds import rounds
from pareo.store import open_store
from pareo.store.sqlite.store import SqliteStore
from support.events.stage import make_players
from support.execution import wait_until

SLUG = "copa"
_START = """
import sys
{prelude}
from pareo.web.server import serve
serve(sys.argv[1] or None, "127.0.0.1", int(sys.argv[2]), open_browser=False, demo=not sys.argv[1], engine=sys.argv[3],
      **{options!r})
"""


class ServerProcess:
    """A server in a process of its own, and the lines it has printed. `prelude`: code that makes something go wrong in
    that process. `handles`: how many files and connections it may have open. `options`: more of what `serve` takes."""

    def __init__(
        self,
        db: str,
        engine: str = "granian",
        port: int = 0,
        *,
        prelude: str = "",
        handles: int | None = None,
        **options: object,
    ) -> None:
        limit = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({handles}, {handles}))"
        limit = limit if handles else ""
        start = _START.format(prelude=f"{limit}\n{prelude}", options=options)
        self.popen = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", start, db, str(port), engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "DISPLAY": ""},
        )
        self.lines: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self.popen.stdout or ():
            self.lines.append(line)

    @property
    def text(self) -> str:
        return "".join(self.lines)

    def wait_for(self, pattern: str) -> str:
        """Waits until the server prints this; the first group of it."""
        wait_until(lambda: self._search(pattern) is not None or self.popen.poll() is not None, self.lines)
        match = self._search(pattern)
        assert match is not None, f"never printed {pattern}: {self.text}"
        return match[1]

    def _search(self, pattern: str) -> re.Match[str] | None:
        return re.search(pattern, self.text)

    def type_line(self, text: str = "") -> None:
        """Somebody types at the server's window."""
        assert self.popen.stdin is not None
        self.popen.stdin.write(text + "\n")
        self.popen.stdin.flush()

    def stop(self, how: int = signal.SIGINT) -> int:
        self.popen.send_signal(how)
        return self.popen.wait(timeout=120)

    def kill(self) -> None:
        """Ends the process, whatever state it is in."""
        if self.popen.poll() is None:
            self.popen.kill()
        self.popen.wait(timeout=120)
        for pipe in (self.popen.stdin, self.popen.stdout):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()


@dataclass
class EventServer:
    """The server, its address, and a token and a session of its owner."""

    process: ServerProcess
    token: str
    session: str
    port: int = 0
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self, method: str, path: str, body: Any = None, *, staff: bool = True, timeout: float = 120.0, **headers: str
    ) -> tuple[int, str]:
        """Status and text of one request on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if staff and path.startswith("/api/"):
            sent["authorization"] = f"Bearer {self.token}"
        elif staff:
            sent["cookie"] = f"pareo_session={self.session}"
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            sent.setdefault("content-type", "application/json")
        try:
            connection.request(method, path, body=data, headers=sent)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def report(self, table: int, result: str = "1-0") -> tuple[int, str]:
        return self.ask("PUT", f"/api/v1/events/{SLUG}/rounds/1/tables/{table}/result", {"result": result})

    def results(self) -> dict[int, str]:
        """The results by table."""
        status, text = self.ask("GET", f"/api/v1/events/{SLUG}/pairings")
        assert status == 200, text
        return {row["table"]: row["result"] for row in json.loads(text) if row["result"] is not None and row["table"]}

    def player_link(self, db: Path, no: int) -> str:
        """The signed part of the address of a player's own page."""
        store = SqliteStore(db)
        accounts = Accounts(store.accounts())
        try:
            return accounts.player_link(SLUG, no)
        finally:
            accounts.close()
            store.close()

    def raw(self, sent: bytes, *, timeout: float = 120.0) -> bytes:
        """Everything that comes back until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as connection:
            connection.sendall(sent)
            received = b""
            while part := connection.recv(65536):
                received += part
            return received


def start_event(db: Path | str, count: int = 24, *, start: bool = True) -> tuple[str, str]:
    """An event in its first round, or before it; a token and a session of the owner."""
    store = open_store(str(db))
    ctx = Context(store)
    events.create(ctx, events.NewEvent("Copa", "pokemon-tcg-2019-07", slug=SLUG, seed="s"))
    players.enter(ctx, SLUG, make_players(count, division="master"), confirmed=True)
    if start:
        rounds.pair(ctx, SLUG)
        rounds.publish(ctx, SLUG, confirmed=True)
        rounds.start(ctx, SLUG)
    accounts = Accounts(store.accounts())
    session = accounts.enter(accounts.one_time_link(accounts.ensure_owner().id))
    token = accounts.make_token("test", Role.OWNER)
    accounts.server_key()  # as after a first start
    accounts.close()
    store.close()
    return token, session


@contextlib.contextmanager
def serve_event(db: Path, *, count: int = 24, prelude: str = "", handles: int | None = None) -> Iterator[EventServer]:
    """The event on a running server."""
    token, session = start_event(db, count)
    with serve_database(db, token, session, prelude=prelude, handles=handles) as server:
        yield server


@contextlib.contextmanager
def serve_database(
    db: Path | str, token: str, session: str, *, prelude: str = "", handles: int | None = None
) -> Iterator[EventServer]:
    """A server on a database that is there."""
    process = ServerProcess(str(db), prelude=prelude, handles=handles)
    try:
        port = int(process.wait_for(r"Pareo is ready: http://127\.0\.0\.1:(\d+)"))
        yield EventServer(process, token, session, port)
    finally:
        process.kill()
