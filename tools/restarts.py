"""Restarts two servers behind nginx, one after the other, while people work and look on, and names every request that
failed. `python tools/restarts.py --times 20`; a part of `make soak`.

Clients keep their connection, as browsers do: pages for everybody, the console, results over the API with an
Idempotency-Key, and forms of the console, which have none and are sent once.
"""

from __future__ import annotations

import argparse
import http.client
import json
import signal
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from pareo.store import open_store  # noqa: E402
from support.execution import wait_until  # noqa: E402
from support.postgres import Cluster  # noqa: E402
from support.web.nginx import NAME, Site, SiteConnection, serve_site  # noqa: E402
from support.web.server import SLUG  # noqa: E402

TABLES = 16
WRITERS = 4
DRAIN = 5.0  # as in deploy/pareo@.service: longer than nginx shuns a server that was away (fail_timeout)


@dataclass(slots=True)
class Day:
    """What was asked, and what came of it."""

    requests: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)  # lines of servers that say 500, or what nobody thought of
    missing: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)


class Browser:
    """One connection that is kept, and its cookies."""

    def __init__(self, site: Site, day: Day) -> None:
        self.site, self.day = site, day
        self.connection = SiteConnection(site.front.port, site.trust)
        self.csrf = ""

    def ask(self, kind: str, method: str, path: str, body: str | None = None, **headers: str) -> bool:
        sent = {"host": NAME} | {name.replace("_", "-"): value for name, value in headers.items()}
        self.day.requests[kind] += 1
        try:
            self.connection.request(method, path, body, sent)
            answer = self.connection.getresponse()
            text = answer.read().decode()
        except (OSError, http.client.HTTPException) as problem:
            self.connection.close()
            self.day.failed.append(f"{kind}: {problem!r}")
            return False
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie" and value.startswith("pareo_csrf="):
                self.csrf = value.split(";")[0].partition("=")[2]
        if answer.status >= 400:
            self.day.failed.append(f"{kind}: {answer.status} {text[:200]!r}")
        return answer.status < 400

    def console(self, kind: str, path: str) -> bool:
        return self.ask(kind, "GET", path, cookie=self.cookies)

    def form(self, kind: str, path: str, **fields: str) -> bool:
        body = urlencode({**fields, "_csrf_token": self.csrf})
        return self.ask(
            kind,
            "POST",
            path,
            body,
            cookie=self.cookies,
            content_type="application/x-www-form-urlencoded",
            sec_fetch_site="same-origin",
        )

    @property
    def cookies(self) -> str:
        return f"pareo_session={self.site.session}" + (f"; pareo_csrf={self.csrf}" if self.csrf else "")


def restart_under_load(folder: Path, times: int) -> Day:
    """Each server is stopped as for an upgrade and started again, `times` times, in turn, under load."""
    cluster = Cluster(folder / "one").make().start()
    try:
        with serve_site(cluster.app(cluster.new_database()), 2 * TABLES, drain=DRAIN) as site:
            return _run_day(site, times)
    finally:
        cluster.stop()


class Work:
    """Everybody who asks, each in a thread, until it is enough."""

    def __init__(self, site: Site, day: Day) -> None:
        self.site, self.day, self.enough = site, day, threading.Event()
        self.keys: list[str] = []  # of results that were answered
        self.notes: list[str] = []  # announcements that were answered
        jobs = [
            *((self.report, no) for no in range(WRITERS)),
            *((self.announce, no) for no in range(2)),
            *((self.look, no) for no in range(2)),
        ]
        self.people = [threading.Thread(target=self._go_on, args=job) for job in jobs]

    def _go_on(self, job: Callable[[Browser, int, int], None], no: int) -> None:
        browser = Browser(self.site, self.day)
        with closing(browser.connection):
            for turn in count():
                if self.enough.is_set():
                    return
                job(browser, no, turn)

    def report(self, browser: Browser, no: int, turn: int) -> None:
        key, table = f"{no}-{turn}", 1 + (no + WRITERS * turn) % TABLES
        path = f"/api/v1/events/{SLUG}/rounds/1/tables/{table}/result"
        body = json.dumps({"result": ("1-0", "0-1")[turn // TABLES % 2]})
        if browser.ask(
            "result",
            "PUT",
            path,
            body,
            authorization=f"Bearer {self.site.token}",
            content_type="application/json",
            idempotency_key=key,
        ):
            self.keys.append(key)

    def announce(self, browser: Browser, no: int, turn: int) -> None:
        if not browser.csrf or turn % 5 == 0:
            browser.console("console", f"/console/{SLUG}/floor")
        if browser.form("form", f"/console/{SLUG}/floor/announce", text=f"n{no}-{turn}"):
            self.notes.append(f"n{no}-{turn}")

    def look(self, browser: Browser, _no: int, turn: int) -> None:
        browser.ask("public", "GET", f"/e/{SLUG}" + ("", "/standings")[turn % 2])


def _run_day(site: Site, times: int) -> Day:
    day = Day()
    work = Work(site, day)
    for one in work.people:
        one.start()
    try:
        for turn in range(times):
            _restart(site, day, turn % 2)
            print(f"{turn + 1}: {sum(day.requests.values())} asked, {len(day.failed)} failed", flush=True)
    finally:
        work.enough.set()
        for one in work.people:
            one.join()
    for at in range(2):
        _read_log(site, day, at)
    day.logged += [line for line in site.front.error_log.splitlines() if "no live upstreams" in line]
    _count(site, day, work.keys, work.notes)
    return day


def _restart(site: Site, day: Day, at: int) -> None:
    before = sum(day.requests.values())
    wait_until(lambda: sum(day.requests.values()) >= before + 100)
    site.servers[at].popen.send_signal(signal.SIGTERM)
    site.servers[at].popen.wait(timeout=120)
    _read_log(site, day, at)
    site.servers[at].kill()
    site.servers[at] = site.start(at)
    site.servers[at].wait_for(r"Pareo is ready: (\S+)")


def _read_log(site: Site, day: Day, at: int) -> None:
    for line in list(site.servers[at].lines):
        if not line.startswith("{"):
            if not line.startswith(("Pareo is ready", "Press Enter", "Open it as")):
                day.logged.append(line.rstrip())
        elif json.loads(line)["status"] >= 500:
            day.logged.append(line.rstrip())


def _count(site: Site, day: Day, keys: list[str], notes: list[str]) -> None:
    store = open_store(site.address)
    store.verify(SLUG)
    entries = store.read(SLUG)
    store.close()
    clients = Counter(entry.client for entry in entries if entry.client)
    announced = Counter(json.loads(entry.data).get("text") for entry in entries if entry.action == "announced")
    day.missing = [key for key in keys if not clients[key]] + [text for text in notes if not announced[text]]
    day.twice = [str(key) for key, times in (clients + announced).items() if times > 1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=6)
    times = parser.parse_args().times
    with tempfile.TemporaryDirectory(prefix="pareo-pg-") as folder:
        Path(folder).chmod(0o755)
        day = restart_under_load(Path(folder), times)
    print(
        f"asked: {dict(day.requests)}; failed: {len(day.failed)}; missing: {len(day.missing)}; twice: {len(day.twice)}"
    )
    for line in (*day.failed, *day.logged, *day.missing, *day.twice):
        print(line)
    return 1 if day.failed or day.missing or day.twice else 0


if __name__ == "__main__":
    sys.exit(main())
