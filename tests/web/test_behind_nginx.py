"""Two servers on PostgreSQL behind a real nginx with the site file of `deploy/`, without stickiness: one is stopped
as for an upgrade and started again, the other is killed; who works and who looks on notices nothing."""

from __future__ import annotations

import http.client
import json
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress

import pytest

from pareo.app.accounts.accounts import Accounts
from pareo.store import open_store
from support.execution import wait_until
from support.postgres import SharedCluster
from support.web.nginx import NAME, Site, SiteConnection, serve_site
from support.web.server import SLUG


@pytest.fixture
def site(postgres: SharedCluster) -> Iterator[Site]:
    with serve_site(postgres.address()) as site:
        yield site


@pytest.mark.slow
def test_a_rolling_restart_and_a_killed_server_behind_nginx(site: Site) -> None:
    what_is_for_the_inside_stays_inside(site)
    both_answer_and_no_log_tells_a_secret(site)
    a_phone_from_far_away_listens(site)
    heard: list[str] = []
    over = threading.Event()
    listener = threading.Thread(target=listen, args=(site, heard, over), daemon=True)
    listener.start()
    wait_until(lambda: len(heard) >= 1)
    answered: dict[int, str] = {}
    keys: list[str] = []

    def round_of_results(turn: int, result: str, do: Callable[[], object]) -> None:
        for table in range(1, 9):
            key = f"{turn}-{table}"
            status, _, text = site.ask(
                "PUT", f"/api/v1/events/{SLUG}/rounds/1/tables/{table}/result", {"result": result}, idempotency_key=key
            )
            site.failed += [text] if status != 200 else []
            answered[table] = result
            keys.append(key)
            for path in (f"/e/{SLUG}", f"/e/{SLUG}/standings"):
                status, _, text = site.ask("GET", path)
                site.failed += [f"{path} {status}"] if status != 200 else []
            if table == 3:
                do()

    def upgrade() -> None:
        site.servers[0].popen.send_signal(signal.SIGTERM)

    round_of_results(1, "1-0", upgrade)
    assert site.servers[0].popen.wait(timeout=120) == 0
    assert [line for line in site.lines(0) if line["status"] == 500] == []
    site.servers[0].kill()
    site.servers[0] = site.start(0)
    site.servers[0].wait_for(r"Pareo is ready: (\S+)")
    wait_until(lambda: site.ask("GET", f"/e/{SLUG}")[0] == 200 and bool(site.lines(0)), "it is asked again")
    round_of_results(2, "0-1", site.servers[1].kill)  # kill -9
    status, _, text = site.ask(
        "POST", f"/api/v1/events/{SLUG}/announcements", {"text": "Lunch"}, idempotency_key="lunch"
    )
    site.failed += [text] if status not in (200, 201) else []
    assert site.failed == [], site.front.error_log
    store = open_store(site.address)
    wait_until(lambda: heard[-1:] == [f"data: {store.summary(SLUG).hash}"], "the stream has come back")
    over.set()
    clients = [entry.client for entry in store.read(SLUG) if entry.client]
    assert store.verify(SLUG) == store.head(SLUG)
    store.close()
    assert sorted(clients) == sorted([*keys, "lunch"]), "each once"
    status, _, text = site.ask("GET", f"/api/v1/events/{SLUG}/pairings")
    assert {row["table"]: row["result"] for row in json.loads(text) if row["table"]} == answered


def what_is_for_the_inside_stays_inside(site: Site) -> None:
    for path in ("/metrics", "/readyz"):
        assert site.ask("GET", path)[0] == 404
    with closing(http.client.HTTPConnection("127.0.0.1", site.front.plain, timeout=60)) as line:
        line.request("GET", f"/e/{SLUG}", headers={"host": NAME})
        answer = line.getresponse()
        assert (answer.status, answer.getheader("location")) == (301, f"https://{NAME}/e/{SLUG}")


def both_answer_and_no_log_tells_a_secret(site: Site) -> None:
    """Both servers answer; no link is in a log; the request's id is nginx's."""
    store = open_store(site.address)
    accounts = Accounts(store.accounts())
    link = accounts.player_link(SLUG, 1)
    accounts.close()
    store.close()
    ids = set()
    for _ in range(6):
        status, head, _ = site.ask("GET", f"/e/{SLUG}/me/{link}", authorization="")
        assert status == 200
        ids.add(head["x-request-id"])
    wait_until(lambda: all(len(site.lines(at)) > 0 for at in range(2)), "no server is left out")

    def are_logged() -> bool:  # a line is written when the answer is out
        return ids <= {str(line["request"]) for at in range(2) for line in site.lines(at)}

    wait_until(are_logged)
    assert not any(link in line or "/enter/" in line for one in site.servers for line in one.lines)


def a_phone_from_far_away_listens(site: Site) -> None:
    """The servers listen on this machine alone, and are open to everybody all the same: nginx is in front."""
    with closing(http.client.HTTPConnection("127.0.0.1", site.ports[0], timeout=60)) as line:
        line.request("GET", f"/e/{SLUG}/live", headers={"host": NAME, "x-forwarded-for": "203.0.113.7"})
        assert line.getresponse().readline() == b"event: version\n"


def listen(site: Site, heard: list[str], over: threading.Event) -> None:
    """A phone: the stream, and the stream again when it ends."""
    while not over.is_set():
        with (
            suppress(OSError, http.client.HTTPException),
            closing(SiteConnection(site.front.port, site.trust)) as line,
        ):
            line.request("GET", f"/e/{SLUG}/live", headers={"host": NAME})
            answer = line.getresponse()
            if answer.status != 200:
                continue
            while text := answer.readline():
                if text.startswith(b"data: "):
                    heard.append(text.decode().strip())
                if over.is_set():
                    return
