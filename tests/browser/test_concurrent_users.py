"""Several people at once: phones that report, two scorekeepers at one table, a server that dies and comes back."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from pareo.app.commands.results import enter_result as results
from support.browser.organiser import Organiser
from support.browser.server import Server
from support.execution import wait_until
from support.web.server_events import ServerStage

pytestmark = pytest.mark.slow

PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}


def _phone(server: Server, new_page: Callable[..., Any], address: str) -> Any:
    page = new_page(**PHONE)
    page.goto(server.url + address)
    return page


def _claim(phone: Any, what: str) -> None:
    phone.get_by_role("button", name=what).click()  # one touch


def test_phones_report_and_the_console_sees_it(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]
) -> None:
    """Equal claims confirm; different ones go to the scorekeeper. Nobody reloads a page."""
    slug = stage.event("telefonos")
    stage.open(slug)
    console = new_page()
    shared_server.log_in(console)
    console.goto(f"{shared_server.url}/console/{slug}/rounds/1")
    console.evaluate("window.notReloaded = true")

    agreeing, arguing = (
        [_phone(shared_server, new_page, stage.own_page(slug, no)) for no in stage.at_table(slug, table)]
        for table in (1, 2)
    )
    _claim(agreeing[0], "I won")
    expect(agreeing[0].get_by_role("main")).to_contain_text("to confirm")
    expect(console.locator("#t-1")).to_contain_text("reports:")
    _claim(agreeing[1], "I lost")
    expect(agreeing[1].get_by_role("main")).to_contain_text("Confirmed")
    expect(console.locator("#t-1")).to_contain_text("both players")
    expect(console.locator("#t-1 [data-result='1-0']")).to_be_visible()
    expect(agreeing[0].get_by_role("main")).to_contain_text("Confirmed: you won")

    for phone in arguing:
        _claim(phone, "I won")
    for phone in arguing:  # both, and nobody reloads
        expect(phone.get_by_role("alert")).to_contain_text("You both reported a win.")
    dispute = console.locator("#t-2")
    expect(dispute).to_contain_text("reports don't match")
    expect(console.get_by_role("link", name="Reports differ 1")).to_be_visible()
    assert console.evaluate("window.notReloaded") is True
    dispute.locator("button[value='0-1']").click()
    expect(console.locator("#t-2 [data-result='0-1']")).to_be_visible()
    expect(console.get_by_role("link", name="Reports differ 1")).to_have_count(0)
    expect(arguing[0].get_by_role("main")).to_contain_text("Confirmed")


def test_two_scorekeepers_at_one_table(shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]) -> None:
    """The second sees what the first entered, and decides; nothing is overwritten unseen."""
    slug = stage.event("dous")
    stage.open(slug)
    first = new_page()
    shared_server.log_in(first)
    second = _scorekeeper(shared_server, first, slug, new_page())
    for page in (first, second):
        page.goto(f"{shared_server.url}/console/{slug}/rounds/1")
    second.route("**/e/*/live", lambda route: route.abort())  # a slow connection: this page does not hear of it
    second.reload()

    Organiser(first, shared_server.url).type_line("3 1")
    field = second.get_by_label("Table and result")
    field.fill("3 2")
    field.press("Enter")
    said = second.locator("#said li").first
    expect(said).to_have_attribute("data-state", "conflict")
    expect(said).to_contain_text("already has a result: Ada won, entered by")
    expect(said).to_contain_text("owner")
    expect(field).to_have_value("3 2")
    expect(first.locator("#t-3 [data-result='1-0']")).to_be_visible()
    field.press("Enter")  # seen, and meant
    expect(said).to_have_attribute("data-state", "ok")
    expect(first.locator("#t-3 [data-result='0-1']")).to_be_visible()
    expect(first.locator("#t-3")).to_contain_text("Segunda Mesa")

    # The buttons of the row know what they saw, too.
    Organiser(first, shared_server.url).type_line("4 1")
    second.locator("#t-4 button[value='0-1']").click()
    expect(second.locator("#said li").first).to_contain_text("Replace it with my result")
    expect(first.locator("#t-4 [data-result='1-0']")).to_be_visible()
    second.get_by_role("button", name="Replace it with my result").first.click()
    expect(first.locator("#t-4 [data-result='0-1']")).to_be_visible()


def _scorekeeper(server: Server, owner: Any, slug: str, page: Any) -> Any:
    """An account made on the staff page, used in another browser."""
    owner.goto(f"{server.url}/console/{slug}/staff")
    card = owner.locator("section").filter(has=owner.get_by_role("heading", name="New account"))
    card.get_by_label("Name").fill("Segunda Mesa")
    card.get_by_label("Role").select_option("scorekeeper")
    card.get_by_label(re.compile(r"^\s*Password")).fill("una clave larga")
    card.get_by_role("button", name="Create the account").click()
    expect(owner.get_by_role("region", name="Staff")).to_contain_text("Segunda Mesa")
    page.goto(server.url + "/login")
    page.get_by_label("Name").fill("Segunda Mesa")
    page.get_by_label("Password").fill("una clave larga")
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/console**")
    return page


def test_server_killed_in_mid_round(chromium: object, tmp_path: Path, new_page: Callable[..., Any]) -> None:
    """SIGKILL, and the same database on the same port again: everything acknowledged is there, pages come back."""
    server = Server(tmp_path / "hall.db")
    stage = ServerStage(server.db)
    slug = stage.event("apagon")
    stage.open(slug, clock=True)
    stage.close()
    server.start()
    try:
        _killed_and_back(server, slug, new_page)
    finally:
        server.stop()


def _killed_and_back(server: Server, slug: str, new_page: Callable[..., Any]) -> None:
    console = new_page()
    server.log_in(console)
    me = Organiser(console, server.url)
    me.slug = slug
    me.go("/rounds/1")
    me.type_line("1 1")
    before = _seconds(console.get_by_role("timer"))
    phone = _phone(server, new_page, f"/e/{slug}/tables")
    expect(phone.locator("li[data-row]").first).to_contain_text("won")
    for page in (console, phone):
        page.evaluate("window.notReloaded = true")

    server.stop(signal.SIGKILL)
    field = console.get_by_label("Table and result")
    field.fill("2 2")
    field.press("Enter")  # nobody there: it is tried again, and comes back into the field if that fails
    server.start()

    # The entry made while the server was away was tried again, or is back in the field: typed once more it is in.
    said = console.locator("#said li").first
    expect(said).not_to_have_class(re.compile("waiting"))
    if "bad" in (said.get_attribute("class") or ""):
        expect(field).to_have_value("2 2")
        field.press("Enter")
    expect(console.locator("#t-2 [data-result='0-1']")).to_be_visible()
    expect(console.locator("#t-1 [data-result='1-0']")).to_be_visible()
    expect(phone.locator("li[data-row]").nth(1)).to_contain_text("won")
    assert console.evaluate("window.notReloaded") is True
    assert phone.evaluate("window.notReloaded") is True
    console.reload()
    after = _seconds(console.get_by_role("timer"))
    assert before - 90 < after < before, "the clock went on while the server was away"
    expect(console.locator("#t-1 [data-result='1-0']")).to_be_visible()


def test_what_came_in_while_a_phone_was_not_listening_is_seen(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]
) -> None:
    """A result between the page and its stream, and one while the server does not answer."""
    slug = stage.event("entre-tanto")
    stage.open(slug)
    phone = new_page(width=360, height=740)
    held: list[Any] = []
    phone.route("**/live", lambda route: held.append(route), times=1)  # noqa: PLW0108 (no method of a list will do)
    phone.goto(f"{shared_server.url}/e/{slug}/tables")
    rows = phone.locator("li[data-row]")
    expect(rows.first).to_contain_text("playing")
    results.report(stage.ctx, slug, round_no=1, table=1, result="1-0")
    wait_until(lambda: "won" in phone.request.get(phone.url).text())  # the server knows it
    held[0].continue_()
    expect(rows.first).to_contain_text("won")

    failed: list[str] = []
    phone.on("requestfailed", lambda request: failed.append(request.url))
    phone.route("**/tables", lambda route: route.abort(), times=3)
    results.report(stage.ctx, slug, round_no=1, table=2, result="1-0")
    expect(rows.nth(1)).to_contain_text("won")
    assert len(failed) == 3


def _seconds(timer: Any) -> int:
    parts = [int(x) for x in timer.inner_text().split(":")]
    return sum(x * 60**i for i, x in enumerate(reversed(parts)))


def test_keyboard_only_round(shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]) -> None:
    """From the rounds page to the finished round without a mouse: Tab, Enter, digits."""
    slug = stage.event("teclado")
    page = new_page()
    shared_server.log_in(page)
    page.goto(f"{shared_server.url}/console/{slug}/rounds")
    _tab_to(page, "Pair round 1")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rounds/1*")
    _tab_to(page, "Publish")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rounds")
    _tab_to(page, "Start the round")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Enter results")).to_be_visible()
    _tab_to(page, "Enter results")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rounds/1*")
    expect(page.get_by_label("Table and result")).to_be_focused()  # nothing to look for: just type
    for line in ("1 1", "2 2", "3 0", "4 1f"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    for table, result in ((1, "1-0"), (2, "0-1"), (3, "½-½"), (4, "1-0F")):
        expect(page.locator(f"#t-{table} [data-result='{result}']")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("All results are in.")
    _tab_to(page, "Finish the round")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rounds")
    expect(page.get_by_role("button", name="Pair round 2").first).to_be_visible()


def _tab_to(page: Any, name: str) -> None:
    """Tab until that control has the focus; it must also show it."""
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "() => { const e = document.activeElement, s = getComputedStyle(e);"
            " return [e.innerText.trim(), s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2]; }"
        )
        if focused[0] == name:
            assert focused[1], f"the focus on “{name}” cannot be seen"
            return
    raise AssertionError(f"“{name}” was not reached with the Tab key")


def test_another_process_writes_and_closes(server: Server, chromium: object, new_page: Callable[..., Any]) -> None:
    """The command line beside the server: it writes, ends, writes again. The server sees all of it."""
    console = new_page()
    server.log_in(console)
    for slug in ("primeiro", "segundo"):
        beside = ServerStage(server.db)
        beside.event(slug)
        beside.close()
        console.goto(f"{server.url}/console/{slug}")
        expect(console.get_by_role("banner").get_by_role("link", name=slug.title(), exact=True)).to_be_visible()
