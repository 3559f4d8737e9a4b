"""Settings and a player's sheet are saved as one goes; what needs a question is asked."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from support.browser.server import Server
from support.web.server_events import ServerStage

pytestmark = pytest.mark.slow


def test_a_setting_that_asks_is_asked(shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]) -> None:
    slug = stage.event("pregunta", rounds="3")
    stage.open(slug)
    page = new_page()
    shared_server.log_in(page)
    page.goto(f"{shared_server.url}/console/{slug}/settings")
    page.locator("#f-cut").select_option("2")
    expect(page.get_by_role("heading", level=1)).to_have_text("Outside the rules")
    page.get_by_label("Reason").fill("a test")
    page.get_by_role("button", name="Yes, do it").click()
    expect(page).to_have_url(re.compile(f"/console/{slug}/settings$"))
    expect(page.locator("#f-cut")).to_have_value("2")


def test_a_players_sheet_is_saved_as_one_goes(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]
) -> None:
    slug = stage.event("hoja", rounds="3")
    page = new_page()
    shared_server.log_in(page)
    page.goto(f"{shared_server.url}/console/{slug}/players/1")
    saved = page.get_by_role("status").filter(has_text="Saved at")
    expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)

    page.get_by_label("Club").fill("Torre Norte")
    page.keyboard.press("Tab")
    expect(saved).to_be_visible()
    expect(page.locator("#who")).to_contain_text("Torre Norte")

    page.get_by_label("Birth year").fill("late")
    page.keyboard.press("Tab")
    expect(page.locator("#wrong-birth_year")).to_be_visible()
    expect(page.get_by_label("Birth year")).to_have_value("late")
    page.get_by_label("Birth year").fill("2016")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Division")).to_have_value("junior")  # it came with the year

    page.locator("#part-seating > summary").click()
    page.get_by_label("Skip round").fill("2")
    page.keyboard.press("Tab")
    expect(page.locator("#told-seating")).to_contain_text("2")
    expect(page.get_by_label("Skip round")).to_have_count(2)  # and one more to go on
    expect(page.get_by_label("Points for it").first).to_be_focused()

    page.locator("#part-contact > summary").click()
    page.get_by_label("On the staff of this event").check()
    page.get_by_label("Notes").fill("brings the clocks")
    page.keyboard.press("Tab")
    expect(page.locator("#told-contact")).to_contain_text("brings the clocks")

    event = stage.ctx.open(slug)
    entrant = event.state.entrants[1]
    assert (entrant.club, entrant.division, entrant.absent) == ("Torre Norte", "junior", {2})
    assert (event.person(entrant)["notes"], event.person(entrant)["staff"]) == ("brings the clocks", True)
