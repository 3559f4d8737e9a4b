"""The server answers for its own names only, and prints its own address (R-8)."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

from pareo.core.text.errors import BadInput
from pareo.web import host_names
from pareo.web.host_names import known_names
from support.web.public import PublicStage, make_players
from support.web.server import SLUG, serve_event


@pytest.mark.slow
@pytest.mark.req("R-8")
def test_a_name_that_leads_here_is_not_answered_unless_it_is_ours(tmp_path: Path) -> None:
    with serve_event(tmp_path / "hall.db") as hosted:
        for host in (
            "evil.example",
            f"evil.example:{hosted.port}",
            "127.0.0.1.evil.example",
            "192.0.2.7",
            "a@x",
            "0.0.0.0",
            "[::]",
        ):
            for path in ("/console", f"/e/{SLUG}", f"/e/{SLUG}/live", "/api/v1/public/events", "/static/pareo.css"):
                status, text = hosted.ask("GET", path, host=host)
                assert (status, "Copa" in text) == (421, False), (host, path)
            assert (
                hosted.ask("PUT", f"/api/v1/events/{SLUG}/rounds/1/tables/1/result", {"result": "1-0"}, host=host)[0]
                == 421
            )
        assert hosted.results() == {}
        for host in ("localhost", f"LOCALHOST:{hosted.port}", "127.0.0.1", "127.0.0.2:99", f"[::1]:{hosted.port}"):
            status, text = hosted.ask("GET", f"/console/{SLUG}", host=host)
            assert status == 200, host
            told = hosted.ask("GET", "/program", host=host)[1]
            assert f">127.0.0.1:{hosted.port}<" in told, "what is printed does not come from a header"
            assert host not in re.sub(rf"127\.0\.0\.1:{hosted.port}", "", told)
            assert f"{host}/screen" not in text
            assert f"{host}/e/" not in text
            assert f"127.0.0.1:{hosted.port}/e/" not in text, "no phone is sent where it cannot come (A-61)"
        came = hosted.raw(b"GET /console HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
        assert came.split()[1] in (b"400", b"421"), "two names are none; and the line is closed"
        assert "asked for as 'evil.example'" in hosted.process.text
        assert "Traceback" not in hosted.process.text


@pytest.mark.req("R-8")
def test_the_public_address_that_is_printed_is_our_own(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path)
    stage.enter(make_players(4))
    stage.app_state.own_names = known_names(["play.example.org", "testserver.local"], open_to_network=True, port=8000)
    staff = stage.staff()
    for path in ("/console/copa", "/console/copa/phones", "/console/copa/phones/poster"):
        text = staff.get(path).replace("<wbr>", "")
        assert ">play.example.org:8000/e/copa<" in text, path
        assert "testserver.local" not in text, path
    stage.store.close()


@pytest.mark.req("R-8")
def test_on_the_network_the_machines_own_addresses_and_names_count() -> None:
    known = known_names((), open_to_network=True)
    own = socket.gethostname().split(".")[0].lower()
    assert all(known.accepts(host.encode()) for host in ("localhost", "127.0.0.1:8000", own, f"{own}.local:8000"))
    for host in (b"192.0.2.7", b"[2001:db8::7]:80", b"evil.example", b"", b"a b", b"::1"):
        assert not known.accepts(host), host
    assert not known_names((), open_to_network=False).accepts(f"{own}.local".encode())


@pytest.mark.req("R-8")
def test_an_address_of_this_machine_is_asked_for_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = {"192.0.2.7"}
    monkeypatch.setattr(host_names, "_is_of_this_machine", lambda address: str(address) in mine)
    known = known_names((), open_to_network=True)
    assert [known.accepts(b"192.0.2.7"), known.accepts(b"192.0.2.8")] == [True, False]
    mine.add("192.0.2.8")  # the laptop went to another network
    assert known.accepts(b"192.0.2.8")
    for number in range(500):
        known.accepts(f"127.0.0.1:{number}".encode())
    assert len(known._seen) <= 64


@pytest.mark.req("R-8")
def test_names_are_given_and_the_first_is_printed() -> None:
    known = known_names(["Play.Example.org", "10.1.2.3"], open_to_network=True, home=lambda: "http://x", port=8000)
    assert known.home() == "http://Play.Example.org:8000"
    assert known.accepts(b"play.example.org")
    assert known.accepts(b"10.1.2.3:8000")
    assert (
        known_names(["https://play.example.org/"], open_to_network=True, port=8000).home() == "https://play.example.org"
    )
    assert known_names(["a.example:80"], open_to_network=True, port=8000).home() == "http://a.example:80"
    assert known_names((), open_to_network=True, home=lambda: "http://x").home() == "http://x"
    for wrong in ("a b", "ftp://x", "https://x/path", "x?y", "a/b", "http://"):
        with pytest.raises(BadInput) as caught:
            known_names([wrong], open_to_network=True)
        assert caught.value.code == "serve-name"
