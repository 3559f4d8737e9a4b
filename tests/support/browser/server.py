"""`pareo serve` as a user starts it, and what the browser tests need on the machine."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from support.execution import wait_until
from support.paths import ROOT

CHROMIUM = shutil.which("chromium")
AXE = ROOT / ".venv" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def require(what: object, sentence: str) -> None:
    """Skip with a clear line; where everything is required, fail instead."""
    if what:
        return
    if os.environ.get("PAREO_REQUIRE_ALL") == "1":
        pytest.fail(sentence)
    pytest.skip(sentence)


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@dataclass
class Server:
    """`pareo serve`, or `pareo beside FOLDER`, as a user starts it."""

    db: Path
    port: int = field(default_factory=free_port)
    options: tuple[str, ...] = ()
    verb: tuple[str, ...] = ("serve",)
    process: subprocess.Popen[str] | None = None
    link: str = ""
    cookies: list[Any] = field(default_factory=list)  # the owner's session: the link is good once only

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(self.url + "/healthz", timeout=1).read()
        except OSError:
            assert self.process is not None
            assert self.process.stdout is not None
            assert self.process.poll() is None, self.process.stdout.read()
            return False
        return True

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "pareo",
            "--db",
            str(self.db),
            *self.verb,
            "--port",
            str(self.port),
            "--no-open",
            *self.options,
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        wait_until(self._answers, pause=0.1)
        assert self.process.stdout is not None
        while True:
            line = self.process.stdout.readline()
            assert line, "the server said no link"
            if match := re.search(r"https?://\S+/enter/\S+", line):
                self.link = match[0]
                return

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            if self.process.stdout:
                self.process.stdout.close()
            self.process = None

    def log_in(self, page: Any) -> None:
        """The owner at the console: the first time by the one-time link, then with the session it gave."""
        if self.cookies:
            page.context.add_cookies(self.cookies)
            page.goto(self.url + "/console")
        else:
            page.goto(self.link)
            self.cookies = [c for c in page.context.cookies() if c["name"] != "pareo_note"]
