"""A Scrabble evening with scores, and X-Wing teams with the ways a game can end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from support.browser.organiser import Organiser
from support.browser.server import Server

pytestmark = pytest.mark.slow

CLUB = (
    ("Alda Mar", 1900),
    ("Bento Río", 1850),
    ("Clara Sol", 1800),
    ("Duarte Vento", 1750),
    ("Elvira Lúa", 1700),
    ("Fausto Neve", 1650),
    ("Greta Bruma", 1600),
    ("Hilario Orballo", 1550),
)


@pytest.mark.req("S-8", "S-13")
def test_scrabble_evening(shared_server: Server, new_page: Callable[..., Any]) -> None:
    page = new_page()
    shared_server.log_in(page)
    me = Organiser(page, shared_server.url)
    me.create("Noite de Scrabble", "scrabble-fise", rounds="3")
    me.paste("\n".join(f"{name}, {rating}" for name, rating in CLUB), 8)

    me.open_round()
    tables = me.tables(1)
    names = [name for name, _ in CLUB]
    assert {frozenset((t.a, t.b)) for t in tables} == {frozenset((names[i], names[i + 4])) for i in range(4)}
    for t in tables:  # the first in the alphabet wins, whoever starts
        me.type_line(f"{t.number} {'400 350' if t.a < t.b else '350 400'}")
    me.everywhere("finish")

    me.open_round()
    first, *others = me.tables(2)
    field = page.get_by_label("Table and result")
    field.fill(f"{first.number} 412-380")
    expect(page.locator("#echo")).to_contain_text(f"{first.a} wins")
    field.press("Enter")
    expect(page.locator(f"#t-{first.number}")).to_contain_text("412-380")
    for t in others:
        me.type_line(f"{t.number} =" if t is others[-1] else f"{t.number} 390-390")
    me.everywhere("finish")
    table = me.standings()
    winner = next(row for row in table if row[1] == first.a)
    assert winner[2] == "2"
    assert "812" in winner, "400 of round 1 and 412 of round 2 on the table"
    assert len(table) == 8


@pytest.mark.req("X-9", "X-10", "X-11", "X-22")
def test_xwing_teams(shared_server: Server, new_page: Callable[..., Any]) -> None:
    page = new_page()
    shared_server.log_in(page)
    me = Organiser(page, shared_server.url)
    me.create("Batalla por parejas", "xwing-epic-team", rounds="2")
    teams = ("Alas Grises", "Banda Norte", "Cometa", "Dársena")
    people = (
        "Ana Uno",
        "Blas Dos",
        "Carme Tres",
        "Dámaso Catro",
        "Edit Cinco",
        "Fermín Seis",
        "Gala Sete",
        "Hebe Oito",
    )
    lines = "\n".join(f"{name}, {teams[i // 2]}{', capitán' if i % 2 else ''}" for i, name in enumerate(people))
    me.paste(lines, 8, entrants=4)
    me.go("/players?view=details")
    expect(page.get_by_role("row").filter(has_text="Alas Grises")).to_contain_text("Ana Uno, Blas Dos (captain)")

    me.open_round()
    expect(page.get_by_role("main")).to_contain_text("required lists are missing")
    page.get_by_role("button", name="Yes, do it").click()
    one, two = me.tables(1)
    me.type_line(f"{one.number} 153 124 d")  # a win: 400 + 29, 400 − 29
    field = page.get_by_label("Table and result")
    field.fill(f"{two.number} 130 124")  # how it ended is missing: nothing is entered, the line comes back
    field.press("Enter")
    expect(page.locator("#said li").first).to_have_attribute("data-state", "bad")
    expect(field).to_have_value(f"{two.number} 130 124")
    me.type_line(f"{two.number} 130 124 t")  # less than 12 at time: a modified win
    me.everywhere("finish")

    rows = {row[1]: row for row in me.standings()}
    assert rows[one.a][2] == "5"
    assert rows[two.a][2] == "3", "a modified win"
    assert rows[one.b][2] == rows[two.b][2] == "0"
    margins = {one.a: 429, one.b: 371, two.a: 406, two.b: 394}
    for team, margin in margins.items():
        assert str(margin) in rows[team], (team, rows[team])
    assert [row[1] for row in me.standings()] == [one.a, two.a, two.b, one.b]
    page.get_by_role("link", name=re.compile("Place 2:")).click()
    expect(page.locator("#why")).to_contain_text("Margin of victory")
