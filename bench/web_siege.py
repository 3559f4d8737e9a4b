"""A result entered while the server is under siege: guessed passwords (R-4), a crowd of streams (R-1), random query
values (R-5). Each beside the same server left in peace, in turns, so that other work on the machine hits both alike.

Whoever attacks runs in a process of its own; the server may open 1,024 handles.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from bench.web_server import SLUG, Row, Running, call, get, serving

HANDLES = 1024
RESULTS, TURNS = 25, 4  # of each kind in each turn

_COMMON = """
import http.client, random, re, socket, sys, threading, time
from urllib.parse import urlencode
port, slug = int(sys.argv[1]), sys.argv[2]
def on(count, work):
    for _ in range(count):
        threading.Thread(target=work, daemon=True).start()
"""
_GUESSERS = """
def guess():
    line = http.client.HTTPConnection("127.0.0.1", port)
    line.request("GET", "/login")
    answer = line.getresponse()
    answer.read()
    token = re.search("pareo_csrf=([^;]+)", answer.headers["set-cookie"])[1]
    head = {"cookie": "pareo_csrf=" + token, "content-type": "application/x-www-form-urlencoded"}
    while True:
        name = "owner" if random.random() < 0.5 else "name %d" % random.randrange(1000000)
        try:
            body = urlencode({"name": name, "password": "wrong", "_csrf_token": token})
            line.request("POST", "/login", body, head)
            line.getresponse().read()
        except (OSError, http.client.HTTPException):
            line.close()
        time.sleep(0.25)
on(40, guess)
"""
_CROWD = """
lines = []
for _ in range(1300):
    line = socket.create_connection(("127.0.0.1", port))
    line.sendall(f"GET /e/{slug}/live HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n\\r\\n".encode())
    lines.append(line)
def listen():
    import selectors
    chosen = selectors.DefaultSelector()
    for line in lines:
        chosen.register(line, selectors.EVENT_READ)
    while True:
        for key, _ in chosen.select():
            if not key.fileobj.recv(65536):
                chosen.unregister(key.fileobj)
                key.fileobj.close()
on(1, listen)
"""
_CURIOUS = """
def ask():
    line = http.client.HTTPConnection("127.0.0.1", port)
    while True:
        path = random.choice(["/e/%s/standings?pod=%d", "/e/%s/tables?round=%d", "/e/%s/standings?after=%d",
                              "/api/v1/public/events/%s/pairings?pod=%d", "/e/%s/names?x=%d"])
        try:
            line.request("GET", path % (slug, random.randrange(100000)), headers={"accept-encoding": "gzip"})
            line.getresponse().read()
        except (OSError, http.client.HTTPException):
            line.close()
on(8, ask)
"""
_SIEGES = (
    ("R-4: a result while 40 guess passwords at once", _GUESSERS),
    ("R-1: a result while 1,300 ask for streams, 1,024 handles", _CROWD),
    ("R-5: a result while 8 ask for random query values", _CURIOUS),
)


@contextmanager
def _under_siege(ours: Running, script: str) -> Iterator[None]:
    """The attack has begun when the script says so, and ends with its process."""
    command = [
        sys.executable,
        "-c",
        f"{_COMMON}{script}\nprint('begun', flush=True)\ntime.sleep(600)\n",
        str(ours.port),
        SLUG,
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        if process.stdout is None or process.stdout.readline().strip() != "begun":
            raise LookupError("the attack did not begin")
        time.sleep(1)
        yield
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _siege_row(ours: Running, what: str, script: str, first: int) -> Row:
    times: dict[bool, list[float]] = {False: [], True: []}
    pages: list[float] = []
    table = first
    for turn in range(2 * TURNS):
        besieged = turn % 2 == 1
        with _under_siege(ours, script) if besieged else nullcontext():
            for _ in range(RESULTS):
                took = call(ours, "PUT", f"rounds/1/tables/{table}/result", b'{"result": "1-0"}')
                times[besieged].append(took * 1000)
                table += 1
                time.sleep(max(0.0, 0.05 - took))
            if besieged:
                start = time.perf_counter()
                get(f"{ours.url}/console/{SLUG}/rounds/1", cookie=f"pareo_session={ours.session}")
                pages.append((time.perf_counter() - start) * 1000)
        time.sleep(0.5)
    usual, then = statistics.median(times[False]), statistics.median(times[True])
    worst = statistics.quantiles(times[True], n=100)[98]
    return (
        what,
        f"p50 {then:.1f} ms, p99 {worst:.0f} ms",
        f"p50 {usual:.1f} ms in peace",
        f"{then / usual:.2f} (at most 2); console page {statistics.median(pages):.0f} ms",
    )


def rows() -> list[Row]:
    """One row per siege."""
    table: list[Row] = []
    with tempfile.TemporaryDirectory() as name, serving(Path(name), handles=HANDLES) as ours:
        for number, (what, script) in enumerate(_SIEGES):
            try:
                table.append(_siege_row(ours, what, script, 1 + number * 2 * TURNS * RESULTS))
            except (OSError, LookupError) as problem:
                table.append((what, f"failed: {problem}", "–", "–"))
    return table


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
