"""Anonymous streams never shut staff out (R-1): listeners are limited, handles kept in reserve."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pareo.app.accounts.accounts import Accounts
from pareo.store import SqliteStore
from pareo.web import app_state as app_state_module
from pareo.web import public_workers, streams
from pareo.web.app_state import AppState
from pareo.web.public_workers import PublicWorkerPool
from pareo.web.streams import RESERVE, STAFF_STREAMS, Streams, raise_handles
from support.browser.server import require
from support.execution import run_coroutine, wait_until
from support.web.server import SLUG, EventServer, serve_event

HANDLES, CROWD = 1024, 1300


class Listener:
    """One connection that asks for the stream."""

    def __init__(self, port: int, cookie: str = "", query: str = "") -> None:
        self.line = socket.create_connection(("127.0.0.1", port), timeout=120)
        head = f"GET /e/{SLUG}/live{query} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n"
        self.line.sendall(f"{head}{f'Cookie: {cookie}{chr(13)}{chr(10)}' if cookie else ''}\r\n".encode())

    def status(self) -> int:
        return int(self.line.recv(4096).split(b" ", 2)[1])

    def is_closed(self) -> bool:
        """By the other side."""
        return self.line.recv(4096) == b""


@contextlib.contextmanager
def crowd(hosted: EventServer, count: int) -> Iterator[list[tuple[Listener, int]]]:
    listeners: list[Listener] = []
    try:
        listeners.extend(Listener(hosted.port) for _ in range(count))
        yield [(one, one.status()) for one in listeners]
    finally:
        for one in listeners:
            one.line.close()


@pytest.mark.slow
@pytest.mark.req("R-1")
def test_thirteen_hundred_streams_leave_room_for_staff(tmp_path: Path) -> None:
    require(raise_handles() > CROWD + 100, "this process may not have enough open connections")
    with serve_event(tmp_path / "hall.db", handles=HANDLES) as hosted, crowd(hosted, CROWD) as heard:
        told = Counter(status for _, status in heard)
        assert told == {200: HANDLES - RESERVE, 503: CROWD - HANDLES + RESERVE}
        assert all(one.is_closed() for one, status in heard if status == 503), "a refusal keeps no handle"
        assert hosted.ask("GET", f"/console/{SLUG}/rounds/1")[0] == 200
        assert hosted.ask("GET", f"/console/{SLUG}")[0] == 200
        assert [hosted.report(table)[0] for table in (1, 2, 3)] == [200, 200, 200]
        assert set(hosted.results()) == {1, 2, 3}
        assert hosted.ask("GET", f"/e/{SLUG}/tables", staff=False)[0] == 200, "who is refused asks for the page"
        assert answer_to(hosted, f"pareo_session={hosted.session}") == 200, "the console still hears what changes"
        assert "Traceback" not in hosted.process.text
        assert "panicked" not in hosted.process.text


@pytest.mark.slow
@pytest.mark.req("R-1")
def test_a_place_that_was_left_is_given_again(tmp_path: Path) -> None:
    few = "from pareo.web import streams\nstreams.MOST_STREAMS = 3\n"
    with serve_event(tmp_path / "hall.db", prelude=few) as hosted:
        with crowd(hosted, 5) as heard:
            assert sorted(status for _, status in heard) == [200, 200, 200, 503, 503]
            screen = hosted.ask("POST", f"/api/v1/events/{SLUG}/tokens", {"label": "wall", "role": "screen"})[1]
            wall = f"?screen={json.loads(screen)['token']}"
            assert answer_to(hosted, query=wall) == 200, "the hall's own screens have room too"
            for cookie in (f"pareo_session={'x' * 43}", "pareo_session=", "pareo_session=[;;=", "a"):
                assert answer_to(hosted, cookie=cookie) == 503
        wait_until(lambda: answer_to(hosted) == 200, "nobody was let in again")


def answer_to(hosted: EventServer, cookie: str = "", query: str = "") -> int:
    """To one who asks for the stream and leaves again."""
    one = Listener(hosted.port, cookie, query)
    try:
        return one.status()
    finally:
        one.line.close()


@pytest.mark.req("R-1")
def test_a_reserve_is_kept_whatever_the_limit() -> None:
    assert Streams.within(1024).most == 1024 - RESERVE
    assert Streams.within(1_000_000).most == streams.MOST_STREAMS
    assert 0 < Streams.within(256).most <= 128
    assert STAFF_STREAMS < RESERVE


@pytest.mark.req("R-1")
def test_staff_have_places_of_their_own() -> None:
    room = Streams(most=2, staff=1)
    assert [room.enter(), room.enter(), room.enter()] == [True, True, False]
    assert (room.full, room.enter(staff=True), room.enter(staff=True), room.enter()) == (True, True, False, False)
    for _ in range(3):
        room.leave()
    assert (room.open, room.full, room.enter()) == (0, False, True)


@pytest.mark.req("R-1")
def test_the_limit_of_handles_is_raised_as_far_as_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    limits = [1024, 4096]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: limits.__setitem__(slice(None), list(pair)))
    assert raise_handles() == 4096
    assert raise_handles() == 4096, "never lowered"
    limits[:] = [1024, resource.RLIM_INFINITY]
    assert raise_handles() == streams.MOST_HANDLES

    def refused(_: int, pair: tuple[int, int]) -> None:
        if pair[0] > 10_240:
            raise ValueError("not more than the kernel has")
        limits[:] = list(pair)

    limits[:] = [256, resource.RLIM_INFINITY]
    monkeypatch.setattr(resource, "setrlimit", refused)
    assert raise_handles() == 10_240


# --- those who listen and those who ask, beside those who work --------------------------------------------------------


@pytest.mark.req("R-1")
def test_listeners_are_told_of_many_results_at_once_and_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "events.db")
    app_state = AppState(store, Accounts(store.accounts()))
    app_state.versions[SLUG] = "0"
    slices: list[int] = []
    nudge = AppState._notify_batch

    def counted(self: AppState, waiting: list[Any]) -> None:
        slices.append(min(len(waiting), app_state_module.AT_A_TIME))
        nudge(self, waiting)

    monkeypatch.setattr(AppState, "_notify_batch", counted)
    monkeypatch.setattr(app_state_module, "NOTIFY_EVERY", 0.05)

    async def hear() -> list[str]:
        streams = [app_state.listen(SLUG) for _ in range(120)]
        for one in streams:
            assert await anext(one) == "0"
        following = [asyncio.ensure_future(anext(one)) for one in streams]
        await asyncio.sleep(0)
        app_state._last_notified = asyncio.get_running_loop().time()  # they have just been told something
        for number in range(1, 41):
            app_state.versions[SLUG] = str(number)
            app_state._schedule_notification([SLUG])
        heard = list(await asyncio.gather(*following))
        for one in streams:
            await one.aclose()  # type: ignore[attr-defined]
        return heard

    assert run_coroutine(hear()) == ["40"] * 120, "the last of forty results, once"
    assert slices == [50, 50, 20]


@pytest.mark.req("R-5")
def test_what_the_public_asks_for_takes_two_threads_and_lets_commands_through() -> None:
    async def ask() -> tuple[int, int, list[str]]:
        first, order, now, most = PublicWorkerPool(), [], [], []
        begun, go_on = threading.Event(), threading.Event()

        def work() -> None:
            now.append(1)
            most.append(len(now))
            begun.set()
            go_on.wait(60)
            now.pop()

        waiting = [asyncio.ensure_future(first.run(work)) for _ in range(30)]
        await asyncio.to_thread(begun.wait, 60)
        go_on.set()
        await asyncio.gather(*waiting)
        with first.command():
            later = asyncio.ensure_future(first.run(lambda: order.append("page")))
            await asyncio.to_thread(lambda: [None for _ in iter(lambda: first.waited, 1)])
            order.append("command")
        await later
        first.close()
        return max(most), first.waited, order

    assert run_coroutine(ask()) == (public_workers.THREADS, 1, ["command", "page"])


@pytest.mark.req("R-5")
def test_commands_without_end_do_not_keep_the_public_waiting_for_ever() -> None:
    async def ask() -> str:
        first = PublicWorkerPool()
        with first.command():
            return await first.run(lambda: "page")

    assert run_coroutine(ask()) == "page"
