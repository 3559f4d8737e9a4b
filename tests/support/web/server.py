"""A server in a process of its own on an event that is being played, and a client that asks it anything."""

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
from support.events.stage import named
from support.execution import wait_until

SLUG = "copa"
_START = """
import sys
{prelude}
from pareo.web.server import serve
serve(sys.argv[1] or None, "127.0.0.1", int(sys.argv[2]), open_browser=False, demo=not sys.argv[1], engine=sys.argv[3],
      **{options!r})
"""


class Started:
    """A server in a process of its own; what it said so far. `prelude`: what goes wrong in that process. `handles`: how
    many files and connections it may have open, whatever it asks for. `options`: more of what `serve` takes."""

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
        self.process = subprocess.Popen(
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
        for line in self.process.stdout or ():
            self.lines.append(line)

    @property
    def text(self) -> str:
        return "".join(self.lines)

    def said(self, pattern: str) -> str:
        wait_until(lambda: self._found(pattern) is not None or self.process.poll() is not None)
        found = self._found(pattern)
        assert found is not None, f"never said {pattern}: {self.text}"
        return found[1]

    def _found(self, pattern: str) -> re.Match[str] | None:
        return re.search(pattern, self.text)

    def type_line(self, text: str = "") -> None:
        """Somebody types at the server's window."""
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def stop(self, how: int = signal.SIGINT) -> int:
        self.process.send_signal(how)
        return self.process.wait(timeout=120)

    def end(self) -> None:
        """Whatever state it is in."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(timeout=120)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()


@dataclass
class Hosted:
    """The server, its address, and a token and a session of its owner."""

    started: Started
    token: str
    session: str
    port: int = 0
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self, method: str, path: str, body: Any = None, *, staff: bool = True, timeout: float = 120.0, **headers: str
    ) -> tuple[int, str]:
        """Status and text of one request on a connection of its own."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
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
            line.request(method, path, body=data, headers=sent)
            answer = line.getresponse()
            return answer.status, answer.read().decode()
        finally:
            line.close()

    def report(self, table: int, result: str = "1-0") -> tuple[int, str]:
        return self.ask("PUT", f"/api/v1/events/{SLUG}/rounds/1/tables/{table}/result", {"result": result})

    def results(self) -> dict[int, str]:
        """What stands at the tables."""
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
        """Everything that comes back until the server closes the line."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as line:
            line.sendall(sent)
            came = b""
            while part := line.recv(65536):
                came += part
            return came


def playing(db: Path | str, count: int = 24, *, start: bool = True) -> tuple[str, str]:
    """An event in its first round, or before it; a token and a session of the owner."""
    store = open_store(str(db))
    ctx = Context(store)
    events.create(ctx, events.NewEvent("Copa", "pokemon-tcg-2019-07", slug=SLUG, seed="s"))
    players.enter(ctx, SLUG, named(count, division="master"), confirmed=True)
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
def hosting(db: Path, *, count: int = 24, prelude: str = "", handles: int | None = None) -> Iterator[Hosted]:
    """The event on a running server."""
    token, session = playing(db, count)
    with serving(db, token, session, prelude=prelude, handles=handles) as hosted:
        yield hosted


@contextlib.contextmanager
def serving(
    db: Path | str, token: str, session: str, *, prelude: str = "", handles: int | None = None
) -> Iterator[Hosted]:
    """A server on a database that is there."""
    started = Started(str(db), prelude=prelude, handles=handles)
    try:
        port = int(started.said(r"Pareo is ready: http://127\.0\.0\.1:(\d+)"))
        yield Hosted(started, token, session, port)
    finally:
        started.end()
