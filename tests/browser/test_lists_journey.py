"""Lists and checks: a player hands in on the phone, a judge checks it, the match loss stands in the standings."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from pareo.app.accounts.permissions import Role
from pareo.app.commands.lists import submit as lists
from support.browser.organiser import Organiser, earlier_name_wins
from support.browser.server import Server
from support.web.server_events import ServerStage

pytestmark = pytest.mark.slow

DECK = "\n".join(f"4 Carta {letter}" for letter in "ABCDEFGHIJ") + "\n20 Fire Energy"


@pytest.mark.req("P-PREM-1", "P-PREM-2", "A-10")
def test_from_the_phone_to_the_standings(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]
) -> None:
    slug = stage.event("listas", name="Copa das Listas", rounds="3", championship_points="yes", judge="Otto Rey")
    for who in range(2, 8):
        lists.hand_in(stage.ctx, slug, f"p{who}", DECK)

    # Ada hands in on her phone: first a card short, then right.
    phone = new_page(width=360, height=740)
    phone.goto(shared_server.url + stage.own_page(slug, 1))
    mine = phone.get_by_role("region", name="Your deck list")
    expect(mine).to_contain_text("Your list is missing.")
    mine.get_by_label(re.compile(r"^\s*Paste it")).fill(DECK.replace("20 Fire", "19 Fire"))
    mine.get_by_role("button", name="Hand in", exact=True).click()
    expect(phone.get_by_role("alert")).to_contain_text("59 cards")
    mine.get_by_label(re.compile(r"^\s*Paste it")).fill(DECK)
    mine.get_by_role("button", name="Hand in", exact=True).click()
    expect(mine).to_contain_text("Handed in: version 1")
    expect(mine).to_contain_text("60 cards")

    # The organiser sees at a glance that only Hugo's list is missing, is asked, and opens the round.
    ctx = new_page()
    shared_server.log_in(ctx)
    me = Organiser(ctx, shared_server.url)
    me.slug = slug
    me.rounds()
    expect(ctx.locator("#lists-missing")).to_contain_text("1 deck list is missing: Hugo Hierro")
    me.open_round()
    expect(ctx.get_by_role("main")).to_contain_text("1 list that this premier event asks for is missing: Hugo Hierro.")
    ctx.get_by_role("button", name="Yes, do it").click()
    phone.reload()
    expect(phone.get_by_role("region", name="Your deck list")).to_contain_text("your list is locked")

    # A judge with a phone opens Ada's check, reads the list, and gives a match loss.
    judge = new_page(width=400, height=800)
    user = stage.accounts.create_user("Otto Rey", Role.JUDGE, slug)
    judge.goto(f"{shared_server.url}/enter/{stage.accounts.one_time_link(user.id)}")
    judge.goto(f"{shared_server.url}/console/{slug}/checks")
    judge.get_by_role("textbox", name="Player").fill("Ada Abril")
    judge.get_by_role("button", name="Open the check").click()
    expect(judge.get_by_role("main")).to_contain_text("4 Carta A")
    judge.get_by_label(re.compile(r"^\s*Notes")).fill("marked sleeves")
    judge.get_by_role("button", name="Match loss").click()
    expect(judge.get_by_role("main")).to_contain_text("Ada Abril loses the match.")
    judge.get_by_role("button", name="Yes, do it").click()
    expect(judge.get_by_role("main")).to_contain_text("Match loss")
    expect(judge.get_by_role("main")).to_contain_text("marked sleeves")

    # Everybody else plays; Ada, who would have won, stands without a point.
    for t in me.tables(1):
        if "Ada Abril" not in (t.a, t.b):
            me.type_line(f"{t.number} {earlier_name_wins(t.a, t.b)}")
    me.expect_text("All results are in.")
    me.everywhere("finish")
    table = me.standings()
    ada = next(row for row in table if row[1] == "Ada Abril")
    assert ada[2] == "0"
    assert sum(row[2] == "3" for row in table) == 4

    # Nothing of it on the public pages.
    public = new_page()
    for path in ("", "/tables", "/standings"):
        public.goto(f"{shared_server.url}/e/{slug}{path}")
        assert "sleeves" not in public.content()
        assert "check" not in public.get_by_role("main").inner_text().lower()
