"""A server in a process of its own with a 4,000-player event, for benchmarks; and asking it."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Role
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.rounds import rounds
from pareo.store import SqliteStore

PLAYERS = 4000
SLUG = "regional"
Row = tuple[str, str, str, str]
_SERVE = """
import sys
from pareo.web.server import serve
if int(sys.argv[3]):
    import resource
    resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[3]), int(sys.argv[3])))
serve(sys.argv[1], "127.0.0.1", int(sys.argv[2]), open_browser=False)
"""


@dataclass(slots=True)
class Running:
    """Our server with a 4,000-player event whose first round is being played."""

    url: str
    port: int
    token: str
    session: str


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _event(path: Path) -> tuple[str, str]:
    """The event; a token and a session of the owner."""
    store = SqliteStore(path)
    ctx = Context(store)
    events.create(ctx, events.NewEvent("Regional", "pokemon-tcg-2019-07", slug=SLUG, seed="bench"))
    everybody = [players.NewPlayer(first="Player", last=f"Number {i}", division="master") for i in range(PLAYERS)]
    players.enter(ctx, SLUG, everybody)
    rounds.pair(ctx, SLUG)
    rounds.publish(ctx, SLUG, confirmed=True)
    rounds.start(ctx, SLUG)
    accounts = Accounts(store.accounts())
    session = accounts.enter(accounts.one_time_link(accounts.ensure_owner().id))
    token = accounts.make_token("bench", Role.OWNER)
    store.close()
    return token, session


@contextmanager
def serving(folder: Path, *, handles: int = 0) -> Iterator[Running]:
    """`handles`: how many it may open; 0: as many as the system gives."""
    path = folder / "bench.db"
    token, session = _event(path)
    port = free_port()
    command = [sys.executable, "-W", "ignore", "-c", _SERVE, str(path), str(port), str(handles)]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}"
        wait(f"{url}/healthz")
        yield Running(url, port, token, session)
    finally:
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait(url: str) -> None:
    for _ in range(1200):  # a minute: other work may be going on
        try:
            get(url)
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(url)


def get(url: str, **headers: str) -> tuple[bytes, dict[str, str]]:
    request = urllib.request.Request(url, headers={k.replace("_", "-"): v for k, v in headers.items()})
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(request, timeout=30) as answer:
        return answer.read(), {k.lower(): v for k, v in answer.headers.items()}


def call(ours: Running, method: str, path: str, body: bytes) -> float:
    """Seconds until the API has acknowledged."""
    request = urllib.request.Request(
        f"{ours.url}/api/v1/events/{SLUG}/{path}",
        data=body,
        method=method,
        headers={"authorization": f"Bearer {ours.token}", "content-type": "application/json"},
    )
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    start = time.perf_counter()
    with direct.open(request, timeout=30) as answer:
        answer.read()
    return time.perf_counter() - start
