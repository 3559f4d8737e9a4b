"""What the guide says about a chess open is done, in every language, by the words that stand in bold there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from hall_server import Server
from hall_stage import Stage
from pareo.app.views.now_rows import open_tables
from pareo.core.words.languages import LANGUAGES
from pareo.web.guide.markdown import bold_words
from pareo.web.guide.pages import source

pytestmark = pytest.mark.slow

PLAYERS = "Elena Ricci, 2105\nBruno Salas, 2040\nCarla Prado, 1980\nDavi Moura, 1900"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_chess_open_by_the_guide(
    shared_server: Server, stage: Stage, new_page: Callable[..., Any], lang: str
) -> None:
    (new, chess, called, create, read, here, pair, publish, box, again, rounds, standings, share, close, players
     ) = bold_words(source(lang, "chess-open"))
    page = new_page(lang=lang)
    shared_server.let_in(page)
    page.goto(f"{shared_server.url}/language/{lang}?back=/console")

    page.get_by_role("link", name=new).click()
    page.locator("label.game", has_text=chess).click()
    page.get_by_label(called).fill(f"Guide {lang}")
    page.locator("aside").get_by_role("button", name=create).click()
    expect(page).to_have_url(re.compile(f"/console/guide-{lang}$"))
    slug = f"guide-{lang}"
    page.locator("textarea").fill(PLAYERS)
    page.get_by_role("button", name=read).click()
    page.locator("main form button.primary").first.click()  # enter them
    page.get_by_role("button", name=here).click()
    page.get_by_role("link", name=pair).click()
    page.get_by_role("dialog").get_by_role("button", name=publish).click()
    page.locator("section.next button.primary").click()  # and start it
    line = page.get_by_label(box)
    for table in open_tables(stage.desk.open(slug).state):
        expect(line).to_be_editable()
        line.fill(f"{table} 1-0")
        line.press("Enter")
    expect(page.get_by_role("link", name=again)).to_be_visible()
    tabs = page.get_by_role("navigation").first
    for label in (rounds, standings, share, players):
        expect(tabs.get_by_role("link", name=label, exact=True)).to_be_visible()
    tabs.get_by_role("link", name=standings, exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("Ricci")
    assert close, "the last step is that of every event (test_click_budget)"
