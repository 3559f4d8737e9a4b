"""A new event in three answers, its settings saved as one goes, and tie-breaks moved by arrows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from support.browser.server import Server
from support.web.server_events import ServerStage

pytestmark = pytest.mark.slow


def test_three_answers_and_settings_as_you_go(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]
) -> None:
    page = new_page(timezone_id="America/Lima")
    shared_server.log_in(page)
    page.goto(f"{shared_server.url}/console/new")
    page.locator("label.game[data-game=scrabble]").click()
    expect(page.locator("dl.facts.if.scrabble")).to_be_visible()
    expect(page.locator("dl.facts.if.pokemon")).to_be_hidden()
    page.get_by_label("Event name").fill("Tres respuestas")
    page.get_by_label("Event name").press("Enter")
    expect(page).to_have_url(re.compile("/console/tres-respuestas$"))
    expect(page.get_by_role("main")).to_contain_text("America/Lima")

    page.goto(f"{shared_server.url}/console/tres-respuestas/settings")
    saved = page.locator("#saved")
    page.locator("#f-place").fill("Café Lisboa")
    page.locator("#f-place").press("Tab")
    expect(saved).to_contain_text("Saved at")
    page.get_by_role("button", name="Minutes per round: more").click()
    expect(page.locator('input[name="was.round_minutes"]')).not_to_have_value("")
    page.get_by_role("switch", name="Players report their own results").uncheck()  # it is on unless somebody says no
    expect(page.locator('input[name="was.player_reports"]')).to_have_value("no")

    page.locator("#about-standings > summary").click()
    order = page.locator("#set-tiebreaks .order b + .person > b")
    expect(order).to_have_text(["Sonneborn-Berger", "Points on the table"])
    page.get_by_role("button", name="Points on the table: up").click()
    expect(order).to_have_text(["Points on the table", "Sonneborn-Berger"])
    expect(page.locator("#set-tiebreaks .changed")).to_be_visible()
    page.locator("#about-hall > summary").click()
    page.locator("label.tile", has_text=re.compile(r"^\s*13\s*$")).click()
    expect(page.locator("#fold-hall")).to_contain_text("13")

    settings = stage.ctx.open("tres-respuestas").state.settings
    assert settings["place"] == "Café Lisboa"
    assert settings["player_reports"] is False
    assert settings["tiebreaks"] == "secondary; sonneborn-berger draws=none"
    assert settings["blocked_tables"] == "13"
    assert settings["zone"] == "America/Lima"

    page.get_by_role("button", name="As in the document").first.click()
    expect(order).to_have_text(["Sonneborn-Berger", "Points on the table"])
