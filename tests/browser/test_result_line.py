"""The one line for results, on Now and on a round's page: the same keys, the same answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from support.browser.server import Server
from support.web.server_events import ServerStage

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("path", ["", "/rounds/1"])
def test_the_line_has_the_same_keys_everywhere(
    path: str, shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]
) -> None:
    slug = stage.event(f"a-lina-{len(path)}")
    stage.open(slug)
    a, b = stage.at_table(slug, 2)
    first, second = stage.ctx.open(slug).name(a), stage.ctx.open(slug).name(b)
    page = new_page()
    shared_server.log_in(page)
    page.goto(f"{shared_server.url}/console/{slug}{path}")
    line, echo = page.get_by_label("Table and result"), page.locator("#echo")
    expect(line).to_be_focused()

    page.keyboard.type("2 1")
    expect(echo).to_contain_text(f"Table 2: {first} wins against {second}")
    page.keyboard.press("Escape")
    expect(line).to_have_value("")
    expect(echo).to_be_empty()

    page.keyboard.press("?")
    expect(page.locator("#keys")).to_have_attribute("open", "")
    expect(line).to_have_value("")
    page.keyboard.press("?")
    expect(page.locator("#keys[open]")).to_have_count(0)

    page.keyboard.type("2 9-9")  # wrong, and not red before Enter
    expect(echo).to_contain_text("is not a valid result")
    expect(line).not_to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Enter")
    expect(page.locator("#said li").first).to_have_attribute("data-state", "bad")
    expect(line).to_have_attribute("aria-invalid", "true")
    expect(line).to_have_value("2 9-9")
    page.keyboard.type("2 2")  # it was selected: the next keys replace it
    expect(line).to_have_value("2 2")
    expect(line).not_to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Enter")
    said = page.locator("#said li").first
    expect(said).to_have_attribute("data-state", "ok")
    expect(said).to_contain_text(f"{second.split(' ')[0]} won")
    expect(said.locator(".win")).to_have_text(second)
    expect(page.locator("#said .bad")).to_have_count(0)  # what could not be read is done with

    said.get_by_role("button", name="Undo").click()
    expect(said).to_contain_text("no result")
    assert stage.ctx.open(slug).state.find_table(1, 2)[2].result is None
    line.focus()
    page.keyboard.press("F2")
    expect(page.get_by_role("heading", level=1)).to_contain_text("bulk entry")


def test_views_and_search_of_a_round_are_links_and_addresses(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]
) -> None:
    slug = stage.event("vistas")
    stage.open(slug)
    page = new_page()
    shared_server.log_in(page)
    page.goto(f"{shared_server.url}/console/{slug}")
    page.get_by_role("link", name="Rounds", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1")  # the round, not a list of groups
    rows = page.locator("tr[id^='t-']")
    expect(rows).to_have_count(4)
    page.locator("#t-3 button").first.click()
    expect(page.get_by_role("link", name="Still playing 3")).to_be_visible()  # counted without a reload
    page.get_by_role("link", name="Still playing 3").click()
    expect(rows).to_have_count(3)
    expect(page).to_have_url(re.compile("only=playing"))
    page.get_by_role("link", name="With a result 1").click()
    expect(rows).to_have_count(1)
    page.get_by_role("link", name="All tables 4").click()
    someone = stage.ctx.open(slug).name(stage.at_table(slug, 4)[0])
    page.get_by_role("searchbox").fill(someone)
    expect(rows).to_have_count(1)
    expect(page.locator("#t-4")).to_contain_text(someone)
    assert page.get_by_role("button", name="Filter").count() == 0
