"""A real server on a real database, and a real browser in front of it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
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


def need(what: object, sentence: str) -> None:
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
    """`pareo serve` as a user starts it."""

    db: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[str] | None = None
    link: str = ""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "pareo", "--db", str(self.db), "serve", "--port", str(self.port), "--no-open"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(self.url + "/healthz", timeout=1).read()
                break
            except OSError:
                if self.process.poll() is not None:
                    raise AssertionError(self.process.stdout.read() if self.process.stdout else "") from None
                time.sleep(0.1)
        assert self.process.stdout is not None
        while True:
            line = self.process.stdout.readline()
            assert line, "the server said no link"
            if found := re.search(r"https?://\S+/enter/\S+", line):
                self.link = found[0]
                return

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            if self.process.stdout:
                self.process.stdout.close()
            self.process = None


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "hall.db")
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    need(CHROMIUM, "Chromium is not installed (Debian: apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: object) -> Iterator[Callable[..., object]]:
    """Opens a page in a browser context of its own: another person, another phone."""
    contexts = []

    def open_page(*, width: int = 1280, height: int = 900, lang: str = "en-GB", **options: object) -> object:
        context = chromium.new_context(viewport={"width": width, "height": height}, locale=lang, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.problems = problems
        return page

    yield open_page
    for context in contexts:
        context.close()
