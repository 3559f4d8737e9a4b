"""An organiser's day counted in clicks, as a person could follow it: results by the keyboard box, check-in used, lists
handed in, phones let in, a projector added by its digits. Typing, the Enter key in a field, and phones are free.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.lists import submit
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import autostart
from pareo.app.screens.now_page import open_tables
from support.browser.server import Server
from support.web.server_events import NAMES, ServerStage

pytestmark = pytest.mark.slow

FIRST = ("Ada", "Bruno", "Carla", "Dario")
LAST = ("Abril", "Brasa", "Cedro", "Duna", "Estero", "Faro")


class ClickCounter:
    """A hand on the mouse, counted; the keyboard is free."""

    def __init__(self, page: Any, url: str, stage: ServerStage) -> None:
        self.page = page
        self.url = url
        self.stage = stage
        self.clicks = 0
        self.slug = ""

    def click(self, target: Any) -> None:
        target.click()
        self.clicks += 1

    def press(self, name: str | re.Pattern[str]) -> None:
        self.click(self.page.get_by_role("button", name=name).first)

    def says(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_role("heading", level=1).first).to_contain_text(text)

    # --- an event -----------------------------------------------------------------------------------------------------

    def make(self, game: str, name: str, lines: str, count: int) -> None:
        self.page.goto(f"{self.url}/console")
        self.click(self.page.get_by_role("link", name="New event"))
        self.click(self.page.locator(f"label.game[data-game={game}]"))
        self.page.get_by_label("Event name").fill(name)
        self.click(self.page.locator("aside").get_by_role("button", name="Create the event"))
        self.says("Enter the players")
        self.slug = self.page.url.rsplit("/", 1)[1]
        self.page.get_by_label("Players", exact=True).fill(lines)
        self.press("Preview the list")
        self.press(f"Enter {count} players")
        self.says(f"{count} players entered")

    def next_round(self, button: str, number: int) -> None:
        """The dialog, publishing, the start."""
        self.click(self.page.get_by_role("link", name=button))
        self.click(self.page.get_by_role("dialog").get_by_role("button", name=f"Publish round {number}"))
        self.says(re.compile(f"Round {number} is (on|published)"))
        self.press(re.compile("^Start "))

    def results(self, typed: Callable[[int], str]) -> None:
        """Every open table, typed; the page turns by itself when all are in."""
        box = self.page.get_by_label("Table and result")
        expect(box).to_be_visible()
        tables = open_tables(self.stage.ctx.open(self.slug).state)
        for table in tables:
            box.fill(f"{table} {typed(table)}")
            box.press("Enter")
            if table != tables[-1]:
                expect(self.page.locator("#said li").first).to_contain_text(str(table))
        expect(box).to_be_hidden()

    # --- the hall -----------------------------------------------------------------------------------------------------

    def let_phones_in(self, projector: Any) -> None:
        """With a password and the four digits of the projector typed, each followed by Enter."""
        page = self.page
        self.click(page.get_by_role("link", name="Let phones in"))
        page.get_by_label("Owner's password").fill("unha clave longa")
        page.get_by_label("Owner's password").press("Enter")
        self.says("Phones can connect")
        projector.goto(f"{self.url}/screen")
        page.get_by_label("Add a screen").fill(projector.locator(".s-code").inner_text())
        page.get_by_label("Add a screen").press("Enter")
        expect(projector.locator("body[data-kind=welcome]")).to_have_count(1)
        self.click(page.get_by_role("link", name="Done"))

    def hand_in_lists(self) -> None:
        """As everybody does on a phone."""
        event = self.stage.ctx.open(self.slug)
        for no in event.state.entrants:
            submit.hand_in(self.stage.ctx, self.slug, event.id(no), "4 Pikachu\n", kind="text")


@pytest.fixture
def hand(shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]) -> ClickCounter:
    page = new_page()
    shared_server.log_in(page)
    return ClickCounter(page, shared_server.url, stage)


def people(*, born: int = 1990) -> str:
    return "\n".join(f"{first} {last}, {born}" for last in LAST for first in FIRST)


def test_a_cup_of_24_with_five_rounds_and_top_8(server: Server, chromium: object, new_page: Callable[..., Any]) -> None:
    stage = ServerStage(server.db)
    page, projector = new_page(), new_page(width=1280, height=720)
    server.log_in(page)
    hand = ClickCounter(page, server.url, stage)
    hand.make("pokemon", "Copa dos Cliques", people(), 24)
    hand.hand_in_lists()
    events.change_settings(stage.ctx, hand.slug, {"autostart": "4"})  # as the organiser has set it before
    hand.let_phones_in(projector)
    hand.press("Check everyone in")
    hand.says("24 of 24 checked in")
    hand.click(page.get_by_role("button", name="Present Carla Faro"))  # Carla Faro does not come
    hand.says("23 of 24 checked in")
    for number in range(1, 6):
        hand.next_round("Pair round 1" if number == 1 else "Next round", number)
        hand.results(lambda _: "1")
    for top in ("top 8", "top 4", "the final"):
        hand.press(f"Publish {top}")
        if top == "top 8":  # a play-off asks for its lists to be checked, once
            hand.says("Are you sure?")
            hand.press("Yes, do it")
        hand.says(f"{top[0].upper()}{top[1:]} is on screens and phones. Start it when everyone is seated.")
        later = Context(hand.stage.store, "clock", now=_later)  # four minutes pass
        assert autostart.start_due(later, hand.slug) is not None
        hand.results(lambda _: "1")
    champion = page.locator(".podium .first b")
    expect(champion).to_have_count(1)
    hand.says(f"{champion.inner_text()} wins")
    hand.press("Podium on the screen")
    first = champion.inner_text().split(" ")[0]
    expect(projector.locator(".s-podiums .first")).to_contain_text(first)  # it turned by itself
    hand.press("Close the event")
    hand.says("Results are online")
    stage.close()
    assert hand.clicks <= 30, hand.clicks


def _later() -> str:
    return (datetime.now(UTC) + timedelta(minutes=5)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def test_a_scrabble_evening_of_8(hand: ClickCounter) -> None:
    hand.make("scrabble", "Noite dos Cliques", "\n".join(f"{f} {last}" for last in LAST[:2] for f in FIRST), 8)
    hand.press("Check everyone in")
    number = 0
    while True:
        number += 1
        hand.next_round("Pair round 1" if number == 1 else "Next round", number)
        hand.results(lambda table: f"{400 + table} 350")
        if hand.page.get_by_role("button", name="Close the event").is_visible():
            break
    hand.press("Close the event")
    hand.says("The event is closed")  # only this computer shows it
    assert number == 3
    assert hand.clicks <= 16


def test_autopilot_with_one_step_back_and_two_pods_out_of_step(hand: ClickCounter) -> None:
    page, ctx = hand.page, hand.stage.ctx
    hand.slug = hand.stage.event("fora-de-paso", NAMES[:8], style="swiss")
    players.enter(ctx, hand.slug, [NewPlayer(first=name, birth_year=2005) for name in NAMES[8:]], confirmed=True)
    events.change_settings(ctx, hand.slug, {"rounds": "1"}, pod="seniors")
    page.goto(f"{hand.url}/console/{hand.slug}")
    hand.next_round("Pair round 1", 1)
    hand.results(lambda _: "1")
    hand.click(page.get_by_role("link", name="Next round"))
    expect(page.get_by_role("dialog")).to_contain_text("Seniors: all rounds played.")
    hand.click(page.get_by_role("dialog").get_by_role("button", name="Publish round 2"))
    hand.says(re.compile("Round 2 is (on|published)"))
    expect(page.locator(".podium .first")).to_have_count(1)  # of the seniors
    hand.press("Undo")
    hand.says("Ready for round 2")
    hand.click(page.get_by_role("link", name="Next round"))
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
