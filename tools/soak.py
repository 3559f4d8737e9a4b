"""Kills a real server, again and again, in the middle of its work, and proves that nothing acknowledged was lost.

    python tools/soak.py --minutes 60 [--seed TEXT] [--folder FOLDER]

`pareo serve` runs in a process of its own. Several organisers play events on it at once over the API: they enter
players, pair, publish, report results, take some back, finish; others import whole events and lists of people; the
server makes its backups meanwhile, and so does `pareo backup`. At random moments the process gets SIGKILL. After each
kill, before the next start:

- every command that was answered is in its journal, under its request id and with the number that was told;
- every journal's chain verifies, nobody's data are torn, and every file among the backups is a sound database;
- whatever got no answer is asked again with the same request id, and of what was answered a part is asked again too: it
  gets the number it got the first time, and no journal has two entries for one request.

It ends with exit code 1 and a sentence for each promise that was broken.
"""

# ruff: noqa: S311 - chance that can be repeated, no secrets

from __future__ import annotations

import argparse
import contextlib
import http.client
import itertools
import json
import math
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Role
from pareo.app.operations import backups
from pareo.core.text.errors import PareoError
from pareo.formats.bundle import export_bundle
from pareo.store import SqliteStore

ORGANISERS = 3
PLAYERS = 12
ROUNDS = 3
START_SECONDS = 120.0
ASKED_AGAIN = 24  # of the answered ones, after each kill


class Over(Exception):
    """The time is up."""


@dataclass(slots=True)
class Acknowledged:
    """A command that was answered."""

    slug: str
    client: str
    seq: int
    request: tuple[str, str, dict[str, Any]]


@dataclass(slots=True)
class Tally:
    """What happened. Lists are only ever appended to: safe between threads."""

    answered: list[Acknowledged] = field(default_factory=list)
    imported: list[str] = field(default_factory=list)  # slugs
    people: list[str] = field(default_factory=list)  # names that the directory took in
    by_kind: Counter[str] = field(default_factory=Counter)
    kills: int = 0
    killed_backups: int = 0
    asked_again: int = 0
    copies: int = 0  # backups looked at
    broken: list[str] = field(default_factory=list)

    def summary(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.by_kind.items()))
        return (
            f"{len(self.answered) + len(self.imported) + len(self.people)} commands answered ({kinds}), "
            f"{self.kills} kills of the server, {self.killed_backups} of `pareo backup`; {self.asked_again} asked "
            f"again; {self.copies} backups examined; {len(self.broken)} promises broken"
        )


class Server:
    """`pareo serve`, as a user starts it; it lives until it is killed."""

    def __init__(self, db: Path, folder: Path) -> None:
        self.db, self.folder = db, folder
        self.up = threading.Event()
        self.process: subprocess.Popen[bytes] | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])

    def start(self) -> None:
        command = [
            sys.executable,
            "-W",
            "ignore",
            "-m",
            "pareo",
            "--db",
            str(self.db),
            "serve",
            "--no-open",
            "--port",
            str(self.port),
            "--backups",
            str(self.folder),
        ]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            if self.process.poll() is not None:
                break
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
            with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(connection):
                connection.request("GET", "/healthz")
                if connection.getresponse().status == 200:
                    self.up.set()
                    return
            time.sleep(0.02)
        raise RuntimeError((self.folder / "server.log").read_text("utf-8", "replace")[-2000:])

    def kill(self) -> None:
        self.up.clear()
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None


@dataclass(slots=True)
class SharedState:
    """What all of them share."""

    server: Server
    token: str
    tally: Tally
    over: threading.Event = field(default_factory=threading.Event)

    def ask(self, method: str, path: str, body: Any = None, *, client: str = "") -> tuple[int, Any]:
        """One answer, however often the server dies before it gives one: the same request id is sent each time."""
        raw = isinstance(body, bytes)
        data = body if raw else json.dumps(body if body is not None else {}).encode()
        head = {
            "authorization": f"Bearer {self.token}",
            "content-type": "application/octet-stream" if raw else "application/json",
        }
        if client:
            head["idempotency-key"] = client
        while not self.over.is_set():
            if not self.server.up.wait(0.05):
                continue
            try:
                with contextlib.closing(
                    http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
                ) as connection:
                    connection.request(method, f"/api/v1{path}", data, head)
                    answer = connection.getresponse()
                    content = answer.read()
                    return answer.status, json.loads(content) if content else None
            except (OSError, http.client.HTTPException, ValueError):
                if raw:  # an import has no request id: who asks decides anew
                    return 0, None
                time.sleep(0.01)
        raise Over


class Organiser(threading.Thread):
    """Plays one event after another. What is not answered as it should be is a broken promise."""

    def __init__(self, shared: SharedState, name: str, seed: str) -> None:
        super().__init__(name=name, daemon=True)
        self.shared, self.chance = shared, random.Random(f"{seed}/{name}")
        self.numbers = itertools.count(1)
        self.slug = ""

    def run(self) -> None:
        try:
            for number in itertools.count(1):
                self.slug = f"{self.name}-{number}"
                self.play()
        except Over:
            return
        except Exception as bug:  # whatever it is, it must not end unseen
            self.shared.tally.broken.append(f"{self.name} stopped: {bug!r}")

    def do(self, kind: str, method: str, path: str, body: dict[str, Any]) -> int:
        """A command with a request id of its own; the number of its entry."""
        client = f"{self.slug}-{next(self.numbers)}"
        where = f"/events/{self.slug}{path}" if kind != "create" else path
        status, answer = self.shared.ask(method, where, body, client=client)
        if status not in (200, 201):
            raise AssertionError(f"{kind} {where}: {status} {answer}")
        seq = 1 if kind == "create" else int(answer["seq"])
        self.shared.tally.by_kind[kind] += 1
        self.shared.tally.answered.append(Acknowledged(self.slug, client, seq, (method, where, body)))
        return seq

    def play(self) -> None:
        self.do(
            "create",
            "POST",
            "/events",
            {"name": self.slug, "ruleset": "swiss", "slug": self.slug, "settings": {"rounds": str(ROUNDS)}},
        )
        self.do("enter", "POST", "/players", {"players": [{"first": f"P{i}", "id": str(i)} for i in range(PLAYERS)]})
        for number in range(1, ROUNDS + 1):
            self.do("pair", "POST", "/pair", {})
            if self.chance.random() < 0.3:  # a draft that is taken back, and made again
                self.do("undo", "POST", "/undo", {})
                self.do("pair", "POST", "/pair", {})
            self.do("publish", "POST", "/publish", {"confirm": True})
            self.do("start", "POST", "/start", {"confirm": True})
            for table in range(1, PLAYERS // 2 + 1):
                text = self.chance.choice(("1-0", "0-1"))
                self.do("result", "PUT", f"/rounds/{number}/tables/{table}/result", {"result": text})
                if self.chance.random() < 0.15:
                    self.do("undo", "POST", "/undo", {})
                    self.do("result", "PUT", f"/rounds/{number}/tables/{table}/result", {"result": text})
            self.do("finish", "POST", "/finish", {"confirm": True})


class Importer(threading.Thread):
    """Takes in whole events, and lists of people."""

    def __init__(self, shared: SharedState, bundle: bytes, seed: str) -> None:
        super().__init__(name="importer", daemon=True)
        self.shared, self.bundle, self.chance = shared, bundle, random.Random(f"{seed}/importer")

    def run(self) -> None:
        try:
            for number in itertools.count(1):
                status, answer = self.shared.ask("POST", "/events/import", self.bundle)
                if status in (200, 201):
                    self.shared.tally.imported.append(answer["slug"])
                    self.shared.tally.by_kind["import"] += 1
                names = [f"Person {number}-{i}" for i in range(30)]
                status, _ = self.shared.ask("POST", "/directory/import", "\n".join(["name", *names]).encode())
                if status in (200, 201):
                    self.shared.tally.people.append(names[self.chance.randrange(len(names))])
                    self.shared.tally.by_kind["list"] += 1
                self.shared.over.wait(0.2 + self.chance.random())
        except Over:
            return
        except Exception as bug:
            self.shared.tally.broken.append(f"importer stopped: {bug!r}")


class Copier(threading.Thread):
    """`pareo backup` beside the server's own backups; some of them are killed too."""

    def __init__(self, shared: SharedState, seed: str) -> None:
        super().__init__(name="copier", daemon=True)
        self.shared, self.chance = shared, random.Random(f"{seed}/copier")

    def run(self) -> None:
        server = self.shared.server
        command = [
            sys.executable,
            "-W",
            "ignore",
            "-m",
            "pareo",
            "--db",
            str(server.db),
            "backup",
            "--folder",
            str(server.folder),
        ]
        while not self.shared.over.wait(1 + 2 * self.chance.random()):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            doomed = self.chance.random() < 0.5
            try:
                _, errors = process.communicate(timeout=self.chance.random() * 1.5 if doomed else 120)
                self.shared.tally.by_kind["backup"] += process.returncode == 0
                if process.returncode not in (0, None):
                    self.shared.tally.broken.append(f"pareo backup: {errors.decode(errors='replace').strip()[-300:]}")
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                self.shared.tally.killed_backups += 1


def check(shared: SharedState, looked_at: set[str]) -> None:
    """What the disk holds while no server runs."""
    tally = shared.tally
    answered, imported, people_named = list(tally.answered), list(tally.imported), list(tally.people)
    store = SqliteStore(shared.server.db)
    try:
        heads = {s.slug: s.head for s in store.tournaments()}
        known: dict[str, dict[str, int]] = {}
        for slug in heads:
            try:
                store.verify(slug)
            except PareoError as problem:
                tally.broken.append(f"{slug}: {problem}")
            clients = [(entry.client, entry.seq) for entry in store.read(slug) if entry.client]
            known[slug] = dict(clients)
            if len(known[slug]) != len(clients):
                tally.broken.append(f"{slug}: two entries for one request")
        for one in answered:
            if known.get(one.slug, {}).get(one.client) != one.seq:
                tally.broken.append(f"{one.slug}: {one.client} was answered with entry {one.seq} and is not there")
        tally.broken += [f"{slug} was imported and is not there" for slug in imported if slug not in heads]
        _, people, _ = store.directory().everybody()
        names = {p.name for p in people}
        tally.broken += [f"{name} was taken in and is not there" for name in people_named if name not in names]
    finally:
        store.close()
    for copy in backups.list_backups(shared.server.folder):
        if copy.name in looked_at:
            continue
        looked_at.add(copy.name)
        tally.copies += 1
        try:
            wrong = backups.examine(copy.path).problem
        except PareoError as unreadable:
            wrong = unreadable
        if wrong is not None:
            tally.broken.append(f"{copy.name}: {wrong}")


def ask_again(shared: SharedState, chance: random.Random) -> None:
    """A part of what was answered, once more: the answer is the one of the first time."""
    answered = list(shared.tally.answered)
    for one in answered[-ASKED_AGAIN // 2 :] + chance.sample(answered, min(len(answered), ASKED_AGAIN // 2)):
        method, path, body = one.request
        status, answer = shared.ask(method, path, body, client=one.client)
        shared.tally.asked_again += 1
        seq = answer.get("seq", 1) if isinstance(answer, dict) else None
        if status not in (200, 201) or seq != one.seq:
            shared.tally.broken.append(f"{one.client} asked again: {status} {answer}, not entry {one.seq}")


def soak(folder: Path, seed: str, *, seconds: float = math.inf, kills: float = math.inf) -> Tally:
    """Works and kills for so long, or so often; what happened."""
    db, backup_folder = folder / "soak.db", folder / "backups"
    backup_folder.mkdir()
    store = SqliteStore(db)
    token = Accounts(store.accounts()).make_token("soak", Role.OWNER)
    shared = SharedState(Server(db, backup_folder), token, Tally())
    chance = random.Random(seed)
    looked_at: set[str] = set()
    workers: list[threading.Thread] = []
    try:
        shared.server.start()
        first = Organiser(shared, "first", seed)
        first.slug = "first-0"
        first.play()  # a whole event, to be imported again and again
        bundle = export_bundle(store, "first-0")
        store.close()
        workers += [Organiser(shared, f"org{i}", seed) for i in range(ORGANISERS)]
        workers += [Importer(shared, bundle, seed), Copier(shared, seed)]
        for worker in workers:
            worker.start()
        until = time.monotonic() + seconds
        while time.monotonic() < until and shared.tally.kills < kills and not shared.tally.broken:
            time.sleep(min(chance.expovariate(0.4), max(0.0, until - time.monotonic())))
            shared.server.kill()
            shared.tally.kills += 1
            check(shared, looked_at)
            shared.server.start()
            ask_again(shared, chance)
    finally:
        shared.over.set()
        for worker in workers:
            worker.join(60)
        shared.server.kill()
    check(shared, looked_at)
    backups.sweep(backup_folder)
    shared.tally.broken += [f"a stray part was left: {path.name}" for path in backup_folder.glob(".pareo-part-*")]
    return shared.tally


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", default=f"{os.getpid()}-{time.time_ns()}")
    parser.add_argument("--folder", type=Path, help="where to work; kept afterwards")
    options = parser.parse_args()
    print(f"soaking for {options.minutes:g} minutes, seed {options.seed}", flush=True)
    with contextlib.ExitStack() as stack:
        folder = options.folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pareo-soak-")))
        folder.mkdir(parents=True, exist_ok=True)
        tally = soak(folder, options.seed, seconds=options.minutes * 60)
    print(tally.summary())
    for sentence in tally.broken[:20]:
        print(f"  {sentence}")
    return 1 if tally.broken else 0


if __name__ == "__main__":
    sys.exit(main())
