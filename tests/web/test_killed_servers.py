"""`kill -9` of a real server on PostgreSQL in the middle of results: what was answered is there, once."""

from __future__ import annotations

import http.client
import json
import threading
from collections import Counter

import pytest

from pareo.store import open_store
from support.execution import wait_until
from support.postgres import SharedCluster
from support.web.server import SLUG, EventServer, ServerProcess, start_event

CLERKS, TURNS, KILLS = 4, 12, 2


@pytest.mark.slow
def test_a_killed_server_has_lost_nothing_that_it_answered(postgres: SharedCluster) -> None:
    address = postgres.address()
    token, session = start_event(address, 16)
    answered: dict[str, int] = {}  # the request's id, and the number of its entry
    unanswered: Counter[str] = Counter()
    broken: list[str] = []
    up = threading.Event()
    server = EventServer(ServerProcess(address, "uvicorn"), token, session)

    def started() -> None:
        server.port = int(server.process.wait_for(r"Pareo is ready: http://127\.0\.0\.1:(\d+)"))
        up.set()

    def clerk(no: int) -> None:
        for turn in range(TURNS):
            client, table = f"{no}-{turn}", no + 1
            while client not in answered and not broken:
                assert up.wait(120)
                try:
                    status, text = server.ask(
                        "PUT",
                        f"/api/v1/events/{SLUG}/rounds/1/tables/{table}/result",
                        {"result": ("1-0", "0-1")[turn % 2]},
                        idempotency_key=client,
                    )
                except (OSError, http.client.HTTPException):  # killed before, or in the middle of, its answer
                    unanswered[client] += 1
                    wait_until(up.is_set)
                    continue
                if status == 200:
                    answered[client] = json.loads(text)["seq"]
                else:
                    broken.append(f"{client}: {status} {text}")

    try:
        started()
        clerks = [threading.Thread(target=clerk, args=(no,)) for no in range(CLERKS)]
        for one in clerks:
            one.start()
        for kill in range(KILLS):
            wait_until(lambda kill=kill: len(answered) >= (kill + 1) * CLERKS * TURNS // (KILLS + 1) or bool(broken))
            up.clear()
            server.process.kill()  # SIGKILL
            server.process = ServerProcess(address, "uvicorn")
            started()
        for one in clerks:
            one.join()
    finally:
        server.process.kill()
    assert broken == []
    store = open_store(address)
    entries = store.read(SLUG)
    store.verify(SLUG)
    store.close()
    stored = Counter(entry.client for entry in entries if entry.client)
    assert max(stored.values()) == 1
    assert {entry.client: entry.seq for entry in entries if entry.client} == answered
    assert len(answered) == CLERKS * TURNS
