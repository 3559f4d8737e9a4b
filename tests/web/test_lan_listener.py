"""Letting phones in and out: a second listener of the running server, who may switch it, and what codes say (A-61)."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest

from pareo.core.text.addresses import is_loopback_address, wifi_text
from pareo.core.text.errors import NotFound, Refused
from pareo.print.qr import qr_inline, qr_svg
from pareo.web import lan_listener
from pareo.web.host_names import known_names
from pareo.web.lan_listener import KEPT_HOURS, LanListener, own_addresses
from pareo.web.visitors import HERE_SECONDS, Visitors
from support.errors import raises_code
from support.web.public import PublicStage, make_players
from support.web.server import SLUG, EventServer, serve_event

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


@pytest.mark.req("A-61")
@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://127.0.0.1:8000/e/x", True),
        ("http://localhost/e/x", True),
        ("http://[::1]:8000", True),
        ("", True),
        ("127.0.0.9", True),
        ("http://0.0.0.0:8000", True),
        ("http://192.168.1.40:8000/e/x", False),
        ("https://cup.example.org", False),
    ],
)
def test_no_code_leads_a_phone_to_itself(address: str, here: bool) -> None:
    assert is_loopback_address(address) is here
    assert bool(qr_inline(address)) is not here
    assert bool(qr_svg(address)) is not here


def test_the_code_of_a_wifi_says_it_all() -> None:
    assert wifi_text("Sala", "a;b") == "WIFI:T:WPA;S:Sala;P:a\\;b;;"
    assert wifi_text("Sala", "") == "WIFI:T:nopass;S:Sala;;"
    assert qr_inline(wifi_text("Sala", "a;b")).startswith("<svg")


class ListenerLoop:
    """A gate on an event loop of its own, with listeners that only remember where they listen."""

    def __init__(self, **more: object) -> None:
        self.note = ""
        self.listening: list[str] = []
        self.networks = ["10.0.0.5"]
        self.now = 1_000_000.4
        self.gate = LanListener(
            note=lambda: self.note, keep=self._keep, now=lambda: self.now, addresses=lambda: self.networks, **more
        )  # type: ignore[arg-type]
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.attending = asyncio.run_coroutine_threadsafe(self.gate.run(8000, self._listen), self.loop)
        self.run(asyncio.sleep(0))

    def run(self, work: Awaitable[object]) -> None:
        async def wait() -> None:
            await work

        asyncio.run_coroutine_threadsafe(wait(), self.loop).result(30)

    def _keep(self, text: str) -> None:
        self.note = text

    async def _listen(self, host: str) -> Callable[[], Awaitable[None]]:
        self.listening.append(host)

        async def stop() -> None:
            self.listening.remove(host)

        return stop

    def close(self) -> None:
        self.attending.cancel()
        self.run(asyncio.sleep(0.05))
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


def test_open_follow_the_network_and_close() -> None:
    rig = ListenerLoop()
    own = known_names((), open_to_network=False, home=lambda: "http://127.0.0.1:8000")
    assert not rig.gate.names(own).accepts(b"10.0.0.5:8000")
    rig.gate.open()
    assert rig.listening == ["10.0.0.5"]
    assert rig.gate.home == "http://10.0.0.5:8000"
    assert rig.gate.names(own).home() == "http://10.0.0.5:8000"
    assert rig.gate.names(own).open
    rig.networks = ["192.168.7.7"]  # the laptop joins another Wi-Fi
    rig.run(rig.gate._follow())
    assert rig.listening == ["192.168.7.7"]
    rig.gate.close()
    assert rig.listening == []
    assert rig.note == ""
    assert rig.gate.names(own) is own
    rig.close()


def test_on_several_networks_it_is_open_on_each_and_codes_lead_to_the_chosen_one() -> None:
    rig = ListenerLoop()
    rig.networks = ["10.0.0.5", "192.168.7.7"]
    rig.gate.open()
    assert rig.listening == ["10.0.0.5", "192.168.7.7"]
    assert rig.gate.home == "http://10.0.0.5:8000"
    rig.gate.prefer("192.168.7.7")
    rig.run(rig.gate._follow())  # as after a restart, from what is kept
    assert rig.gate.homes == ["http://192.168.7.7:8000", "http://10.0.0.5:8000"]
    assert rig.listening == ["10.0.0.5", "192.168.7.7"]
    with raises_code(NotFound, "phones-address"):
        rig.gate.prefer("192.168.9.9")
    rig.networks = ["10.0.0.5"]  # that Wi-Fi is gone
    rig.run(rig.gate._follow())
    assert rig.gate.home == "http://10.0.0.5:8000"
    rig.gate.close()
    assert rig.gate.homes == []
    rig.close()


def test_a_hotspot_that_leads_nowhere_is_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    here = [
        ("lo", "127.0.0.1"),
        ("docker0", "172.17.0.1"),
        ("eth0", "169.254.8.8"),
        ("wlan0", "10.42.0.1"),
        ("tun0", "10.8.0.2"),
    ]
    monkeypatch.setattr(lan_listener, "interfaces", lambda: iter(here))
    monkeypatch.setattr(lan_listener.socket, "gethostname", lambda: "localhost")
    found = own_addresses()
    assert [a for a in found if a in dict(map(reversed, here))] == ["10.42.0.1", "169.254.8.8"]  # type: ignore[arg-type]
    assert found[-1] == "169.254.8.8"  # what a machine gives itself comes last


def test_a_wish_is_kept_for_a_day_and_no_longer() -> None:
    rig = ListenerLoop()
    rig.note = "1000000"  # from the command line, or before a crash
    rig.run(rig.gate._follow())
    assert rig.listening == ["10.0.0.5"]
    rig.now += KEPT_HOURS * 3600
    rig.run(rig.gate._follow())
    assert rig.listening == []
    rig.close()


def test_without_a_password_or_a_network_nobody_is_let_in() -> None:
    rig = ListenerLoop(ready=lambda: False)
    with pytest.raises(Refused):
        rig.gate.open()
    rig.networks = []
    with raises_code(Refused, "phones-no-network"):
        rig.gate.open()
    assert rig.listening == []
    rig.close()
    with raises_code(Refused, "phones-elsewhere"):
        LanListener().open()


def test_phones_are_counted_and_forgotten() -> None:
    now = [0.0]
    seen = Visitors(now=lambda: now[0])
    assert seen.count() == (0, None)
    for phone in range(3):
        seen.record(f"10.0.0.{phone}", b"Browser")
    seen.record("10.0.0.1", b"Browser")
    now[0] = 12
    assert seen.count() == (3, 12)
    now[0] = HERE_SECONDS + 1
    assert seen.count().number == 0


@pytest.mark.req("A-61")
def test_only_who_organises_switches_and_pages_say_why_there_is_no_code(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path)
    stage.enter(make_players(4))
    stage.app_state.own_names = known_names(("testserver.local",), open_to_network=False)
    object.__setattr__(stage.app_state.own_names, "home", lambda: "http://127.0.0.1:8000")
    stage.visitor().post("/console/copa/phones/open", 303)  # to the login
    staff = stage.staff()
    for path in ("/console/copa/staff/links", "/console/copa/players/1", "/console/copa/registration"):
        text = staff.get(path)
        assert "Only this computer can open these pages right now" in text, path
        assert '<img src="/console/copa/staff/links' not in text
    staff.get("/console/copa/staff/links/1/qr.svg", 404)
    assert 'class="qr' not in staff.get("/screen/copa/welcome")
    stage.store.close()


async def _stop() -> None:
    """Nothing listens."""


def test_the_page_lets_one_choose_among_networks(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path)
    stage.enter(make_players(4))
    stage.app_state.own_names = known_names(("testserver.local",), open_to_network=False)
    object.__setattr__(stage.app_state.own_names, "home", lambda: "http://127.0.0.1:8000")
    way = stage.app_state.lan_listener
    way.addresses = lambda: ["10.0.0.5", "192.168.7.7"]
    way._port, way._open = 8000, {"10.0.0.5": _stop, "192.168.7.7": _stop}
    staff = stage.staff()
    text = staff.get("/console/copa/phones")
    assert '<dd class="address">10.0.0.5:8000/e/copa</dd>' in text
    assert 'value="192.168.7.7:8000"' in text
    staff.post("/console/copa/phones/address", 303, address="192.168.7.7:8000")
    text = staff.get("/console/copa/phones")
    assert '<dd class="address">192.168.7.7:8000/e/copa</dd>' in text
    assert 'value="10.0.0.5:8000"' in text
    staff.post("/console/copa/phones/address", 404, address="192.168.9.9:8000")
    stage.store.close()


def form(hosted: EventServer, path: str, **fields: str) -> int:
    """The owner sends a form of the console; its status."""
    line = http.client.HTTPConnection("127.0.0.1", hosted.port, timeout=120)
    session = f"pareo_session={hosted.session}"
    line.request("GET", "/console", headers={"cookie": session})
    answer = line.getresponse()
    answer.read()
    token = re.search(r"pareo_csrf=([^;]+)", answer.headers["set-cookie"] or "")
    assert token is not None
    body = urlencode({**fields, "_csrf_token": token[1]})
    head = {"cookie": f"{session}; pareo_csrf={token[1]}", "content-type": "application/x-www-form-urlencoded"}
    line.request("POST", path, body=body, headers=head)
    status = line.getresponse().status
    line.close()
    return status


def test_a_real_server_lets_phones_in_and_out(tmp_path: Path) -> None:
    """On the network's own address, before, while and after; who works on this machine notices nothing."""
    addresses = own_addresses()
    if not addresses:
        pytest.skip("this machine is on no network")
    with serve_event(tmp_path / "hall.db", count=4) as hosted:
        network = f"http://{addresses[0]}:{hosted.port}/healthz"

        def reached() -> bool:
            direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            try:
                with direct.open(network, timeout=10) as answer:
                    return bool(json.loads(answer.read())["status"] == "ok")
            except (urllib.error.URLError, OSError):
                return False

        assert not reached()
        assert form(hosted, f"/console/{SLUG}/phones/open") == 422  # the owner has no password yet
        assert not reached()
        assert form(hosted, f"/console/{SLUG}/phones/open", password="a long password") == 303
        assert reached()
        assert f"{addresses[0]}:{hosted.port}/e/{SLUG}" in hosted.ask("GET", f"/console/{SLUG}/phones")[1]
        assert form(hosted, f"/console/{SLUG}/phones/close") == 303
        assert not reached()
        assert hosted.ask("GET", f"/console/{SLUG}")[0] == 200
