"""Starting and stopping the web application: granian and uvicorn, the one-time link, and what is refused."""

from __future__ import annotations

import signal
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.app.accounts.accounts import Accounts
from pareo.core.text.errors import Refused
from pareo.store import SqliteStore
from pareo.web import server
from support.errors import raises_code
from support.web.server import ServerProcess


@pytest.fixture
def servers() -> Iterator[list[ServerProcess]]:
    started: list[ServerProcess] = []
    yield started
    for one in started:
        one.kill()


def get(url: str) -> tuple[int, str]:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(url, timeout=120) as answer:
        return answer.status, answer.read().decode()


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "how"), [("granian", signal.SIGINT), ("uvicorn", signal.SIGTERM)])
def test_it_starts_answers_and_stops(servers: list[ServerProcess], tmp_path: Path, engine: str, how: int) -> None:
    database = tmp_path / "hall.db"
    servers.append(ServerProcess(str(database), engine))
    url = servers[0].wait_for(r"Pareo is ready: (\S+)")
    link = servers[0].wait_for(r"(http://127\.0\.0\.1:\d+/enter/\S+)")
    assert get(f"{url}/healthz")[0] == 200
    assert link.startswith(url)
    assert get(f"{url}/api/v1/public/events") == (200, "[]")
    assert servers[0].stop(how) in (0, -how), "".join(servers[0].lines)
    assert "Traceback" not in "".join(servers[0].lines)
    reopened = SqliteStore(database)
    assert reopened.tournaments() == []
    reopened.close()


def test_behind_a_proxy_it_is_open_to_everybody_wherever_it_listens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(server._ENGINES, "granian", lambda *_: None)
    with pytest.raises(Refused) as caught:
        server.serve(str(tmp_path / "hall.db"), port=0, open_browser=False, proxies=["127.0.0.1"])
    assert caught.value.code == "serve-password"
    assert "tiger" not in str(server.no_password("postgresql://pareo_app:tiger@db1/pareo"))


@pytest.mark.slow
def test_the_demonstration_has_a_round_to_look_at_and_leaves_nothing(servers: list[ServerProcess]) -> None:
    servers.append(ServerProcess("", "granian"))
    url = servers[0].wait_for(r"Pareo is ready: (\S+)")
    status, text = get(f"{url}/api/v1/public/events/spring-cup")
    assert status == 200
    assert '"players":23' in text
    assert text.count('"round":3,') == 3
    assert '"status":"published"' in text
    assert servers[0].stop() == 0


def test_a_taken_port_is_one_sentence() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen(1)
        port = other.getsockname()[1]
        with raises_code(Refused, "serve-port", says=f"Port {port} of 127.0.0.1 is already in use"):
            server.free_address("127.0.0.1", port)


def test_a_host_that_is_not_ours_is_one_sentence() -> None:
    with pytest.raises(Refused):
        server.free_address("192.0.2.77", 0)


def test_port_zero_is_a_free_one() -> None:
    assert server.free_address("127.0.0.1", 0).port > 0


def test_the_network_needs_a_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "hall.db"
    served: list[server.Address] = []
    said: list[str] = []
    monkeypatch.setitem(server._ENGINES, "granian", lambda _app, address, _handles, _gate: served.append(address))
    monkeypatch.setattr(server, "answers", lambda _url, _seconds: True)
    monkeypatch.setattr(server, "create", lambda _hall: None)
    with raises_code(Refused, "serve-password"):
        server.serve(str(database), "0.0.0.0", 0, open_browser=False, say=said.append)
    assert served == []
    store = SqliteStore(database)
    accounts = Accounts(store.accounts())
    accounts.set_password(accounts.ensure_owner().id, "a long password")
    store.close()
    server.serve(str(database), "0.0.0.0", 0, open_browser=False, say=said.append)
    assert [a.is_local for a in served] == [False]
    assert not any("/enter/" in line for line in said), "no link that opens the console goes over the network"


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("192.168.1.5", False), ("", False)],
)
def test_what_counts_as_this_machine(host: str, local: bool) -> None:
    assert server.Address(host, 8000).is_local is local
