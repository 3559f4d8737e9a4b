"""A real server on a real database, and a real browser in front of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support.browser.server import CHROMIUM, FLAGS, Server, require
from support.web.pages import Addresses, create_all_events
from support.web.server_events import ServerStage


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own: to be killed, for instance."""
    running = Server(tmp_path / "hall.db")
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def shared_server(chromium: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for journeys that each have an event of their own."""
    running = Server(tmp_path_factory.mktemp("hall") / "hall.db")
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def stage(shared_server: Server) -> Iterator[ServerStage]:
    """Writes events into the shared server's database."""
    found = ServerStage(shared_server.db)
    yield found
    found.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    require(CHROMIUM, "Chromium is not installed (Debian: apt-get install chromium)")
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415

    expect.set_options(timeout=60_000)  # a busy machine is no failure
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page in a browser context of its own: another person, another phone. What goes wrong on it, or leaves
    this machine, fails the test.
    """
    contexts = []
    watched: list[list[str]] = []

    def open_page(*, width: int = 1280, height: int = 900, lang: str = "en-GB", **options: object) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": height}, locale=lang, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        watched.append(watch(page))
        return page

    yield open_page
    for context in contexts:
        context.close()
    problems = [problem for found in watched for problem in found]
    assert not problems, problems


@pytest.fixture(scope="session")
def addresses(stage: ServerStage) -> Addresses:
    """Every page there is, on events with everything in them and with names that want to be markup."""
    return create_all_events(stage)


def watch(page: Any) -> list[str]:
    """Keeps a list of script errors, console errors, dialogs, answers that are the server's fault, and requests that
    would leave this machine.
    """
    problems: list[str] = []

    def console(message: Any) -> None:
        # Chromium writes every 4xx into the console: a refused command is an answer, not an error.
        if message.type == "error" and "Failed to load resource" not in message.text:
            problems.append(f"{page.url}: console: {message.text}")

    def dialog(shown: Any) -> None:
        problems.append(f"{page.url}: dialog: {shown.message}")
        shown.dismiss()

    def request(sent: Any) -> None:
        if not sent.url.startswith(("http://127.0.0.1:", "data:", "file:")):
            problems.append(f"{page.url}: request to {sent.url}")

    def response(answer: Any) -> None:
        if answer.status >= 500 or (answer.status == 404 and "/static/" in answer.url):
            problems.append(f"{page.url}: {answer.status} {answer.url}")

    page.on("console", console)
    page.on("dialog", dialog)
    page.on("request", request)
    page.on("response", response)
    page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
    return problems
