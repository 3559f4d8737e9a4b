"""What no page can answer: 4xx, the connection closed, one line at the server's window (R-12)."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

from support.execution import wait_until
from support.web.server import SLUG, EventServer, serve_event

_IMPATIENT = "from pareo.web import request_limits as door\ndoor.BODY_SECONDS = 0.2\n"


def request(hosted: EventServer, method: str, path: str, body: bytes, **headers: str) -> bytes:
    """A request as bytes."""
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: 127.0.0.1:{hosted.port}",
        *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


def status_of(came: bytes) -> int:
    return int(came.split(b" ", 2)[1])


def lines_since(hosted: EventServer, before: int, pattern: str) -> list[str]:
    """What was said since, once this was."""
    wait_until(lambda: any(re.search(pattern, line) for line in hosted.process.lines[before:]), pattern)
    return [line for line in hosted.process.lines[before:] if line.strip()]


@pytest.mark.slow
@pytest.mark.req("R-12")
def test_what_cannot_be_answered_is_refused_in_one_line(tmp_path: Path) -> None:
    with serve_event(tmp_path / "hall.db", prelude=_IMPATIENT) as hosted:
        hosted.process.wait_for(r"(Ctrl-C)")
        for path in ("/static/%00", "/static/a%00b.css", "/e/%00", "/%0d%0ax", "/api/v1/%7f", "/e/x%1b/live"):
            before = len(hosted.process.lines)
            came = hosted.raw(request(hosted, "GET", path, b""))  # comes back because the connection was closed
            assert status_of(came) == 400, path
            (line,) = lines_since(hosted, before, "answered 400")
            assert "an address that no page has" in line
        _check_nested(hosted)
        _check_half_sent(hosted)
        assert "Traceback" not in hosted.process.text
        assert hosted.report(1)[0] == 200


def _check_nested(hosted: EventServer) -> None:
    deep = b'{"changes": ' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"}"
    token = f"Bearer {hosted.token}"
    for path, body in ((f"/api/v1/events/{SLUG}/settings", deep), ("/api/v1/events", b"[" * 100_000)):
        before = len(hosted.process.lines)
        method = "PATCH" if path.endswith("settings") else "POST"
        came = hosted.raw(
            request(
                hosted,
                method,
                path,
                body,
                authorization=token,
                content_type="application/json",
                content_length=str(len(body)),
            )
        )
        assert (status_of(came), b"nested too deeply" in came) == (400, True), came
        (line,) = lines_since(hosted, before, "nested too deeply")
        assert "answered 400" in line
    note = {"cookie": f"pareo_note={'%5B' * 20_000}"}
    assert hosted.ask("GET", "/login", staff=False, **note)[0] == 200


def _check_half_sent(hosted: EventServer) -> None:
    form = {"content_type": "application/x-www-form-urlencoded", "content_length": "1000"}
    json = {"content_type": "application/json", "content_length": "1000", "authorization": f"Bearer {hosted.token}"}
    waits = [("POST", "/login", form), ("PATCH", f"/api/v1/events/{SLUG}/settings", json)]
    for method, path, headers in waits:
        before = len(hosted.process.lines)
        came = hosted.raw(request(hosted, method, path, b"name=", **headers))
        assert status_of(came) == 408, came
        (line,) = lines_since(hosted, before, "stopped coming; answered 408")
        assert line.startswith(method)
    for method, path, headers in waits:
        before = len(hosted.process.lines)
        with socket.create_connection(("127.0.0.1", hosted.port), timeout=120) as line_out:
            line_out.sendall(request(hosted, method, path, b"name=", **headers))
        (line,) = lines_since(hosted, before, "(was cut off|stopped coming); answered 40[08]")
        assert line.startswith(method)
