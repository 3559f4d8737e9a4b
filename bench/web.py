"""The web application under load: public pages against nginx, listeners, the console, results acknowledged meanwhile.

Everything is on the loopback address, in processes of their own, and bounded: about a minute in all. What is not
installed here (wrk, nginx) is said in its row.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bench import web_siege
from bench.web_server import PLAYERS, SLUG, Row, Running, call, end, free_port, get, serving, wait

LISTENERS = 1000
SECONDS, TURNS = 1, 4  # of each wrk run; how often
# The least that an ASGI application can do: what granian itself allows on this machine.
_LEAST = """
import asyncio, sys
from pathlib import Path
from granian.constants import Interfaces
from granian.server.embed import Server
body = Path(sys.argv[1]).read_bytes()
head = [(b"content-type", b"text/html"), (b"content-length", str(len(body)).encode())]
async def app(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": body})
asyncio.run(Server(app, port=int(sys.argv[2]), interface=Interfaces.ASGINL, websockets=False).serve())
"""
_NGINX = """
{user} worker_processes 1; daemon off; pid {folder}/pid; error_log /dev/null;
events {{ worker_connections 512; }}
http {{
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; types {{ text/html html; }}
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{ listen 127.0.0.1:{port}; root {folder}/static; }}
}}
"""


# --- public pages -----------------------------------------------------------------------------------------------------


def _wrk(url: str, *headers: str) -> float:
    """Requests a second."""
    more = [part for header in headers for part in ("-H", header)]
    command = ["wrk", "-t1", "-c32", f"-d{SECONDS}s", *more, url]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    match = re.search(r"Requests/sec:\s+([\d.]+)", output)
    if match is None or "Non-2xx" in output:
        raise LookupError(f"{url} did not answer as it should: {output}")
    return float(match[1])


@contextmanager
def _nginx(folder: Path, body: bytes) -> Iterator[str]:
    """nginx with these bytes as a file."""
    root = folder / "static"
    root.mkdir()
    (root / "page.html").write_bytes(body)
    port = free_port()
    config = folder / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""  # else its worker may not read our folder
    config.write_text(_NGINX.format(user=user, folder=folder, port=port))
    process = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(config)], stderr=subprocess.DEVNULL)
    try:
        wait(f"http://127.0.0.1:{port}/page.html")
        yield f"http://127.0.0.1:{port}/page.html"
    finally:
        end(process)


@contextmanager
def _least(folder: Path, body: bytes) -> Iterator[str]:
    """An application that only answers with these bytes, in the same kind of server as ours."""
    file, port = folder / "body", free_port()
    file.write_bytes(body)
    command = [sys.executable, "-c", _LEAST, str(file), str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait(f"http://127.0.0.1:{port}/")
        yield f"http://127.0.0.1:{port}/"
    finally:
        end(process)


def _public_rows(ours: Running, folder: Path) -> list[Row]:
    what = f"public pairings page, {PLAYERS:,} players"
    if shutil.which("wrk") is None:
        return [(what, "wrk not installed", "–", "–")]
    page = _pairings_page(ours)
    plain, _ = get(page)
    packed, headers = get(page, accept_encoding="gzip")
    requests: dict[str, tuple[str, ...]] = {
        "plain": (page,),
        "gzip": (page, "Accept-Encoding: gzip"),
        "304": (page, f"If-None-Match: {headers['etag']}"),
    }
    with ExitStack() as running:
        for label, body in (("plain", plain), ("gzip", packed)):
            subfolder = folder / label
            subfolder.mkdir()
            if shutil.which("nginx") is not None:
                requests[f"{label} nginx"] = (running.enter_context(_nginx(subfolder, body)),)
            requests[f"{label} least"] = (running.enter_context(_least(subfolder, body)),)
        rate = _rates(requests)
    table: list[Row] = []
    for label, body in (("plain", plain), ("gzip", packed)):
        mine, theirs, least = rate[label], rate.get(f"{label} nginx"), rate[f"{label} least"]
        title = f"{what}, {len(body) / 1000:.0f} kB {label}"
        if theirs is None:
            table.append((title, f"{mine:,.0f} requests/s", "nginx not installed", "–"))
        else:
            table.append(
                (
                    title,
                    f"{mine:,.0f} requests/s",
                    f"{theirs:,.0f} nginx, same bytes",
                    f"{mine / theirs:.2f} (at least 0.4)",
                )
            )
        table.append(
            (title, f"{mine:,.0f} requests/s", f"{least:,.0f} an empty ASGI application", f"{mine / least:.2f}")
        )
    table.append(
        (
            "the same, unchanged (304)",
            f"{rate['304']:,.0f} requests/s",
            f"{rate['plain']:,.0f} whole page",
            f"{rate['304'] / rate['plain']:.2f} (at least 1)",
        )
    )
    return table


def _rates(requests: dict[str, tuple[str, ...]]) -> dict[str, float]:
    """The best of several short runs of each, taken in turn: other work on the machine then hits all of them alike."""
    rates = dict.fromkeys(requests, 0.0)
    for _ in range(TURNS):
        for key, arguments in requests.items():
            rates[key] = max(rates[key], _wrk(*arguments))
    return rates


def _pairings_page(ours: Running) -> str:
    """The public page with all pairings."""
    for name in ("pairings", "tables", ""):
        url = f"{ours.url}/e/{SLUG}/{name}".rstrip("/")
        try:
            get(url)
        except OSError:
            continue
        return url
    raise LookupError("no public page")


# --- listeners, and results meanwhile ---------------------------------------------------------------------------------


async def _listener(port: int, delays: list[float], ready: asyncio.Event, begin: list[float], count: list[int]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /e/{SLUG}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n".encode())
    await writer.drain()
    first = True
    try:
        while True:
            line = await reader.readline()
            if not line:
                return
            if line.startswith(b"data:"):
                if first:
                    first = False
                    count[0] += 1
                    if count[0] == LISTENERS:
                        ready.set()
                elif begin:
                    delays.append(time.perf_counter() - begin[0])
                    return
    finally:
        writer.close()


async def _listeners(ours: Running) -> tuple[int, float]:
    """How many listeners learned of an announcement, and after how long the last did."""
    delays: list[float] = []
    ready, count = asyncio.Event(), [0]
    begin: list[float] = []
    tasks = []
    for i in range(LISTENERS):
        tasks.append(asyncio.ensure_future(_listener(ours.port, delays, ready, begin, count)))
        if i % 50 == 49:
            await asyncio.sleep(0.02)
    await asyncio.wait_for(ready.wait(), 20)
    begin.append(time.perf_counter())
    await asyncio.to_thread(call, ours, "POST", "announcements", b'{"text": "The next round is published"}')
    await asyncio.wait(tasks, timeout=10)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return len(delays), max(delays, default=0.0)


def _load(ours: Running, seconds: int) -> threading.Thread:
    """Phones that ask for the page all the time."""
    page = _pairings_page(ours)
    command = ["wrk", "-t1", "-c32", f"-d{seconds}s", "-H", "Accept-Encoding: gzip", page]
    thread = threading.Thread(target=lambda: subprocess.run(command, check=False, capture_output=True))
    thread.start()
    return thread


def _result_rows(ours: Running) -> list[Row]:
    """Results reported one after another while phones ask for pages."""
    loaded = shutil.which("wrk") is not None
    phones = _load(ours, 8) if loaded else None
    time.sleep(0.5)
    times: list[float] = []
    until = time.perf_counter() + 6
    table = 0
    while time.perf_counter() < until and table < 400:
        table += 1
        times.append(call(ours, "PUT", f"rounds/1/tables/{table}/result", b'{"result": "1-0"}') * 1000)
    if phones is not None:
        phones.join()
    pairings = json.loads(get(f"{ours.url}/api/v1/public/events/{SLUG}/pairings")[0])
    stored = sum(row["result"] is not None for row in pairings if row["table"] <= table)
    p50, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
    load = "32 connections asking for pages" if loaded else "no load: wrk not installed"
    return [
        (
            f"a result acknowledged, durable, under load ({load})",
            f"p50 {p50:.0f} ms, p99 {p99:.0f} ms",
            "–",
            f"{stored} of {len(times)} kept",
        )
    ]


def _rendering_rows(ours: Running) -> list[Row]:
    """Results coming in, twenty a second, while the public page is asked for and so rendered after each change, and
    while nobody asks; in turns, from table 1001 on."""
    times: dict[bool, list[float]] = {False: [], True: []}
    for turn in range(2 * TURNS):
        rendered, over = turn % 2 == 1, threading.Event()
        asking = threading.Thread(target=_ask_on, args=(_pairings_page(ours), over))
        if rendered:
            asking.start()
        for table in range(1001 + 40 * turn, 1041 + 40 * turn):
            took = call(ours, "PUT", f"rounds/1/tables/{table}/result", b'{"result": "1-0"}')
            times[rendered].append(took * 1000)
            time.sleep(max(0.0, 0.05 - took))
        over.set()
        if rendered:
            asking.join()
    with_pages, alone = statistics.median(times[True]), statistics.median(times[False])
    return [
        (
            "R-5: a result acknowledged while the public page is rendered",
            f"p50 {with_pages:.1f} ms",
            f"p50 {alone:.1f} ms without",
            f"{with_pages / alone:.2f} (at most 1.2)",
        )
    ]


def _ask_on(page: str, over: threading.Event) -> None:
    while not over.wait(0.02):
        get(page, accept_encoding="gzip")


def _page_times(ours: Running, path: str) -> tuple[list[float], bytes]:
    """Milliseconds of each of some answers, and the last of them."""
    times = []
    body = b""
    for _ in range(7):
        start = time.perf_counter()
        body, _head = get(f"{ours.url}{path}", cookie=f"pareo_session={ours.session}")
        times.append((time.perf_counter() - start) * 1000)
    return times, body


def _console_rows(ours: Running) -> list[Row]:
    table: list[Row] = []
    for what, path in (
        (f"console page of a round of {PLAYERS // 2:,} tables", f"/console/{SLUG}/rounds/1"),
        (f"Now with {PLAYERS // 2:,} tables playing", f"/console/{SLUG}"),
    ):
        times, body = _page_times(ours, path)
        table.append(
            (f"{what} ({len(body) / 1000:.0f} kB)", f"{statistics.median(times[1:]):.0f} ms", "–", "at most 150 ms")
        )
    if body.count(b'class="tile ') != PLAYERS // 2 or b"Number 17" in body:
        raise LookupError("from forty tables on a tile is its number")
    return table


def _screen_rows(ours: Running) -> list[Row]:
    """Pictures of the projector are gathered once: the first costs, the others are ready."""
    times, _body = _page_times(ours, f"/screen/{SLUG}/names")
    first, ready = times[0], statistics.median(times[1:])
    return [
        (
            f"a projector's picture of {PLAYERS:,} names, once it is made",
            f"{ready:.1f} ms",
            f"{first:.0f} ms the first time",
            f"{ready / first:.2f}",
        )
    ]


def _try_rows(what: str, work: Any, *arguments: Any) -> list[Row]:
    """A part that cannot run says so, and the others still do."""
    try:
        table: list[Row] = work(*arguments)
    except (OSError, LookupError, TimeoutError, subprocess.SubprocessError) as problem:
        return [(what, f"failed: {problem}", "–", "–")]
    return table


def _listener_rows(ours: Running) -> list[Row]:
    count, last = asyncio.run(_listeners(ours))
    return [(f"{LISTENERS:,} listeners learn of a change", f"{count:,} within {last:.2f} s", "–", "at most 2 s")]


def rows() -> list[Row]:
    """The table's rows: what, ours, peer, ratio."""
    with tempfile.TemporaryDirectory() as name, serving(Path(name)) as ours:
        return [
            *_try_rows("public pairings page", _public_rows, ours, Path(name)),
            *_try_rows("console page of a round", _console_rows, ours),
            *_try_rows("a projector's picture", _screen_rows, ours),
            *_try_rows(f"{LISTENERS:,} listeners learn of a change", _listener_rows, ours),
            *_try_rows("a result acknowledged while the public page is rendered", _rendering_rows, ours),
            *_try_rows("a result acknowledged under load", _result_rows, ours),
            *web_siege.rows(),
        ]


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
