"""A whole Pokémon cup at the console: from the guided page to the champion."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from support.browser.organiser import Organiser, Table, earlier_name_wins
from support.browser.server import Server

pytestmark = pytest.mark.slow

JUNIORS = ("Alba Rey", "Biel Sanz", "Cora Teixo", "Dani Urbano", "Elsa Vidal", "Fito Yagüe", "Gara Zas")
SENIORS = ("Abel Antas", "Bea Borrell", "Caio Cobas", "Dora Duro", "Enzo Erice", "Flor Feijoo", "Guim Galán")
MASTERS = (
    "Ada Abril",
    "Bruno Brasa",
    "Celia Cano",
    "Diego Dorna",
    "Eva Estévez",
    "Fran Freire",
    "Gema Gil",
    "Hugo Hierro",
    "Inés Iborra",
)


def _list() -> str:
    born = {JUNIORS: 2010, SENIORS: 2005, MASTERS: 1990}
    return "\n".join(f"{name}, {year}" for names, year in born.items() for name in names)


@pytest.mark.req("P-AGE-2", "P-LATE-4", "P-CUT-1", "P-TB-10")
def test_whole_cup(shared_server: Server, new_page: Callable[..., Any]) -> None:
    page = new_page()
    shared_server.log_in(page)
    me = Organiser(page, shared_server.url)
    _create_event(me)
    me.paste(_list(), 23)
    me.tab("Now")
    for pod, size in (("Juniors", 7), ("Seniors", 7), ("Masters", 9)):
        expect(page.locator(".card").filter(has_text=pod).last).to_contain_text(f"Players {size}")

    # Round 1, with a wrong result for Ada (or, if she has the bye, Bruno): the slip was read the wrong way round.
    me.open_round()
    wrong = min((t for t in me.tables(1) if t.a in MASTERS), key=lambda t: min(t.a, t.b))
    winner, loser = sorted((wrong.a, wrong.b))
    me.play(1, lambda a, b: earlier_name_wins(b, a) if winner in (a, b) else earlier_name_wins(a, b))

    _late(me)
    _dropped(me, "Inés Iborra" if loser != "Inés Iborra" else "Hugo Hierro")

    me.open_round()
    me.play(2)
    _correct_result(me, wrong, winner)
    me.open_round()
    me.play(3)
    assert me.standings("Juniors")[0][1] == "Alba Rey"
    assert me.standings("Seniors")[0][1] == "Abel Antas"

    me.open_round()  # only the Masters have a fourth round
    assert all(t.a in (*MASTERS, "Lola Lenta") for t in me.play(4))
    table = me.standings("Masters")
    assert table[0][:3] == ["1", "Ada Abril", "12"]
    assert len(table) == 10, "who dropped stays in the standings"
    assert any("dropped" in row[1] for row in table)

    _cut(me)


def _create_event(me: Organiser) -> None:
    me.create("Copa do Faro", "pokemon-tcg-2019-07", date="2019-10-05")  # the season says who is a Junior


def _late(me: Organiser) -> None:
    """The losses stand there before anything is written (P-LATE-4)."""
    page = me.page
    me.tab("Players")
    page.get_by_role("link", name="Late player").click()
    page.get_by_label("First name").fill("Lola")
    page.get_by_label("Last name").fill("Lenta")
    page.get_by_label("Birth year", exact=True).fill("1995")
    me.press("Show the terms")
    cost = page.get_by_role("region", name="Effects")
    expect(cost).to_contain_text("Losses")
    expect(cost).to_contain_text("1 (round 1)")
    expect(cost).to_contain_text("Ranks below on-time players with the same record")
    me.press("Enter on these terms")
    me.go("/players?view=details")
    expect(page.locator("#how-many")).to_contain_text("24 entered")
    expect(page.get_by_role("row").filter(has_text="Lola Lenta")).to_contain_text("late")


def _dropped(me: Organiser, name: str) -> None:
    page = me.page
    me.tab("Players")
    page.get_by_role("link", name=name).click()
    page.get_by_text("Drop from the event").click()
    me.press("Drop")
    if page.get_by_role("heading", name="Are you sure?").count():
        me.press("Yes, do it")
    expect(page.get_by_role("main")).to_contain_text("dropped")


def _correct_result(me: Organiser, table: Table, winner: str) -> None:
    """What it changes is shown first; then it is done."""
    page = me.page
    me.go("/rounds/1")
    row = page.locator(f"#t-{table.number}")
    row.get_by_role("link", name="Correct").click()
    page.get_by_role("link", name=f"{winner.partition(' ')[0]} won", exact=True).click()
    told = page.get_by_role("status")
    expect(told).to_contain_text("The standings change")
    for name in (table.a, table.b):
        expect(told.get_by_role("row").filter(has_text=name)).to_contain_text(re.compile(r"\d+ → \d+"))
    me.press("Correct it")
    expect(row).to_contain_text(f"{winner.partition(' ')[0]} won")


def _cut(me: Organiser) -> None:
    page = me.page
    me.rounds()
    expect(page.get_by_role("heading", name="All groups at once")).to_have_count(0)
    page.get_by_role("region", name="Masters").get_by_role("link", name="Advance to the top cut").click()
    expect(page.locator("ol.seeds li")).to_have_count(4)
    expect(page.locator("ol.seeds li").first).to_have_text("Ada Abril")
    me.press("Yes, advance them")
    me.open_round()
    semis = me.play(5)
    assert len(semis) == 2
    me.open_round()
    final = me.play(6)
    assert len(final) == 1
    assert "Ada Abril" in (final[0].a, final[0].b)

    me.go("/bracket")
    picture = page.get_by_role("group", name="Bracket")
    expect(picture).to_contain_text("Champion")
    expect(picture.locator(".bout.champion")).to_contain_text("Ada Abril")
    runner_up = ({final[0].a, final[0].b} - {"Ada Abril"}).pop()
    assert [row[1] for row in me.standings("Masters")][:2] == ["Ada Abril", runner_up]
    visitor = page.context.new_page()
    visitor.goto(f"{me.url}/e/{me.slug}/bracket")
    expect(visitor.get_by_role("img", name="Bracket").locator("text.champion")).to_contain_text("Ada A.")
    expect(visitor.get_by_role("main")).not_to_contain_text("Abril")  # names in public are short where minors play
    visitor.close()
