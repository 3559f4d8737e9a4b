"""A club evening on a phone: tick who is here, play, apply the ratings."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from support.browser.organiser import Organiser
from support.browser.server import Server

pytestmark = pytest.mark.slow

LIST = "name,rating,club\nXoana Xiada,1500,CLUB XESTA\nXurxo Xeada,1550,CLUB XESTA\nXulia Xarda,1600,CLUB XESTA\n"


@pytest.mark.req("SP-8", "SP-17")
def test_who_is_here_on_a_phone(shared_server: Server, new_page: Callable[..., Any]) -> None:
    page = new_page(width=360, height=740)
    shared_server.log_in(page)
    url = shared_server.url
    page.goto(f"{url}/console/directory/import")
    page.get_by_label(re.compile("or the rows")).fill(LIST)
    page.get_by_label("Fix capitals").check()
    page.get_by_role("button", name="Preview changes").click()
    expect(page.get_by_text("3 new", exact=True)).to_be_visible()
    page.get_by_role("button", name="Import the list").click()
    expect(page.get_by_role("link", name="Xulia Xarda")).to_be_visible()

    me = Organiser(page, url)
    me.create("Noite Xesta", "scrabble-fise", rounds="1")
    slug = "noite-xesta"
    page.goto(f"{url}/console/{slug}/here")
    find = page.get_by_placeholder("Type a name; press Enter to tick it")
    for typed in ("xoana", "xeada"):
        find.fill(typed)
        find.press("Enter")
        expect(find).to_have_value("")
    expect(page.locator("#pick-count")).to_have_text("2")
    page.get_by_label(re.compile(r"^\s*Xulia Xarda")).check()
    page.get_by_label(re.compile("Not listed")).fill("XIAN XUNQUEIRA")
    page.get_by_label("Fix capitals").check()
    page.locator(".here-bar").get_by_role("button", name="Enter and pair round 1").click()
    page.get_by_role("button", name="Enter them as new players").click()
    expect(page).to_have_url(re.compile(f"/console/{slug}/rounds"))

    page.goto(f"{url}/console/{slug}/directory")
    expect(page.get_by_text("4 of 4 players are in the directory")).to_be_visible()
    expect(page.get_by_text("Ratings are applied when all rounds are done.")).to_be_visible()

    me.everywhere("publish")
    me.everywhere("start")
    for table in me.tables(1):
        me.type_line(f"{table.number} 400 350")
    me.everywhere("finish")
    page.goto(f"{url}/console/{slug}/settings")
    page.get_by_role("link", name="Ratings and series").click()
    page.get_by_role("button", name=re.compile("^Apply the ratings")).click()
    expect(page.get_by_role("heading", name="Applied changes")).to_be_visible()

    page.goto(f"{url}/console/new?like={slug}")
    page.get_by_label("Event name").fill("Noite Xesta 2")
    page.locator("aside").get_by_role("button", name="Create the event").click()
    page.get_by_role("button", name="Tick everyone from last time").click()
    expect(page.locator("#pick-count")).to_have_text("4")
