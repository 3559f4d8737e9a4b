"""A cup from its first page to its last in a browser that runs no script: every step is a link, a form or a fold."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from support.browser.server import Server

pytestmark = pytest.mark.slow

# No two of one first name: who won is told by it.
FIRST = (
    "Ada",
    "Bruno",
    "Carla",
    "Dario",
    "Elba",
    "Fermín",
    "Gala",
    "Hugo",
    "Iria",
    "Jano",
    "Keila",
    "Lope",
    "Mara",
    "Nuno",
    "Olga",
    "Pepe",
    "Quique",
    "Rosa",
    "Saúl",
    "Tegra",
    "Uxío",
    "Vera",
    "Wilma",
    "Xoel",
)
LAST = ("Abril", "Brasa", "Cedro", "Duna", "Estero", "Faro")
PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
LOCAL = re.compile(r"/console/([^/?#]+)")


class ScriptlessBrowser:
    """Somebody in front of pages without script."""

    def __init__(self, page: Any, url: str) -> None:
        self.page, self.url, self.slug = page, url, ""

    def go(self, path: str = "") -> None:
        self.page.goto(f"{self.url}/console/{self.slug}{path}")

    def press(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("main").get_by_role("button", name=name, exact=isinstance(name, str)).first.click()

    def follow(self, name: str) -> None:
        self.page.get_by_role("link", name=name, exact=True).first.click()

    def says(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_role("heading", level=1).first).to_contain_text(text)

    def told(self, text: str) -> None:
        expect(self.page.get_by_role("main")).to_contain_text(text)

    # --- a round ------------------------------------------------------------------------------------------------------

    def open_round(self, number: int) -> None:
        """The confirmation is a page of its own; then the clock is started."""
        self.go()
        self.follow("Pair round 1" if number == 1 else "Next round")
        self.press(f"Publish round {number}")
        self.says(f"Round {number} is published")
        self.press(re.compile("^Start "))
        self.told("tables reported")

    def tables(self, number: int) -> list[int]:
        self.go(f"/rounds/{number}?only=playing")
        return [int(row.get_attribute("id")[2:]) for row in self.page.locator("tr[id^='t-']").all()]

    def names(self, table: int) -> list[str]:
        """The two at a table of the round page."""
        return [self.page.locator(f"#t-{table} td").nth(side).locator("bdi").first.inner_text() for side in (0, 1)]

    def many(self, number: int) -> None:
        """All that are open, pasted: looked at first, then entered."""
        lines = "\n".join(f"{table} 1" for table in self.tables(number))
        self.follow("several at once")
        self.page.get_by_role("textbox", name=re.compile("Results")).fill(lines)
        self.press("Preview")
        self.told("Changes")
        self.press("Enter all of them")
        self.told("All results are in.")


@pytest.fixture
def plain(shared_server: Server, new_page: Callable[..., Any]) -> ScriptlessBrowser:
    page = new_page(java_script_enabled=False)
    shared_server.log_in(page)
    return ScriptlessBrowser(page, shared_server.url)


def test_a_cup_without_script(plain: ScriptlessBrowser, new_page: Callable[..., Any]) -> None:
    _make_event(plain)
    _registered(plain, new_page(java_script_enabled=False, **PHONE))
    plain.go()
    plain.press("Check everyone in")
    plain.says("25 of 25 checked in")
    plain.press(re.compile("Present Carla Cedro"))  # Carla Cedro does not come
    plain.says("24 of 25 checked in")

    plain.open_round(1)
    _settle_conflict(plain, [new_page(java_script_enabled=False, **PHONE) for _ in range(2)])
    _typed(plain)
    _late(plain)
    _leaves(plain, "Dario Duna")

    plain.open_round(2)
    _correct_result(plain)
    _touched(plain)
    for number in range(3, 6):
        plain.open_round(number)
        plain.many(number)
    _play_off(plain)
    plain.press("Podium on the screen")
    expect(plain.page.locator(".s-podiums .first").first).to_be_visible()  # this window is the screen
    plain.go()
    plain.press("Close the event")
    plain.says("The event is closed")  # only this computer shows it
    plain.page.goto(f"{plain.url}/e/{plain.slug}")
    expect(plain.page.locator(".podium .first").first).to_be_visible()


def _make_event(me: ScriptlessBrowser) -> None:
    me.page.goto(f"{me.url}/console")
    me.follow("New event")
    me.page.locator("label.game[data-game=pokemon]").click()
    me.page.get_by_label("Event name").fill("Copa sen Guión")
    me.page.locator("aside").get_by_role("button", name="Create the event").click()
    me.says("Enter the players")
    found = LOCAL.search(me.page.url)
    assert found is not None
    me.slug = found[1]
    people = "\n".join(f"{first} {LAST[at % len(LAST)]}, 1990" for at, first in enumerate(FIRST))
    me.page.get_by_label("Players", exact=True).fill(people)
    me.press("Preview the list")
    me.press("Enter 24 players")
    me.says("24 players entered")


def _registered(me: ScriptlessBrowser, phone: Any) -> None:
    """The desk opens it; players enter themselves."""
    me.go("/registration")
    me.page.get_by_label("Players register themselves").check()
    me.press("Save")
    phone.goto(f"{me.url}/e/{me.slug}")
    phone.get_by_role("link", name="Register").first.click()
    phone.get_by_label("First name").fill("Zeltia")
    phone.get_by_label("Last name").fill("Novoa")
    if phone.get_by_label("Year of birth").count():
        phone.get_by_label("Year of birth").fill("1991")
    phone.get_by_role("main").get_by_role("button", name="Register").click()
    expect(phone.get_by_role("main")).to_contain_text("Zeltia")


def _settle_conflict(me: ScriptlessBrowser, phones: list[Any]) -> None:
    """Both say on their phones that they won; the desk settles it by name."""
    me.go("/rounds/1")
    pairs = (me.names(table) for table in (1, 2))
    names = next(pair for pair in pairs if not any("Zeltia" in name for name in pair))  # her phone has said who it is
    for phone, name in zip(phones, names, strict=True):
        phone.goto(f"{me.url}/e/{me.slug}")
        phone.get_by_label("Your name").fill(name)
        phone.get_by_label("Your name").press("Enter")
        phone.get_by_role("button", name="It's me").click()
        phone.get_by_role("button", name="I won").click()
    expect(phones[1].get_by_role("alert")).to_contain_text("You both reported a win.")
    me.go()
    me.press(f"{names[1].split(' ')[0]} won")
    phones[0].reload()
    expect(phones[0].get_by_role("main")).to_contain_text("Confirmed")


def _typed(me: ScriptlessBrowser) -> None:
    """The line on Now, its button pressed each time; the page comes back with what was wrong."""
    open_tables = me.tables(1)
    me.go()
    line = me.page.get_by_label("Table and result")
    line.fill(f"{open_tables[0]} 9-9")
    me.press("Enter")
    expect(line).to_have_attribute("aria-invalid", "true")
    expect(line).to_have_value(f"{open_tables[0]} 9-9")
    for table in open_tables:
        line.fill(f"{table} 1")
        me.press("Enter")
    me.says("Ready for round 2")


def _late(me: ScriptlessBrowser) -> None:
    me.go("/players")
    me.follow("Late player")
    me.page.get_by_label("First name").fill("Lola")
    me.page.get_by_label("Last name").fill("Lenta")
    me.page.get_by_label("Birth year", exact=True).fill("1995")
    me.press("Show the terms")
    me.press("Enter on these terms")
    me.go("/players?view=details")
    expect(me.page.get_by_role("row").filter(has_text="Lola Lenta")).to_contain_text("late")


def _leaves(me: ScriptlessBrowser, name: str) -> None:
    me.go("/players")
    me.follow(name)
    me.page.get_by_text("Drop from the event").click()
    me.press("Drop")
    if me.page.get_by_role("heading", name="Are you sure?").count():
        me.press("Yes, do it")
    me.told("dropped")


def _correct_result(me: ScriptlessBrowser) -> None:
    """A result of round 1, while round 2 is played: what it changes is shown first."""
    me.go("/rounds/1")
    row = me.page.locator("#t-3")
    second = me.names(3)[1].split(" ")[0]
    row.get_by_role("link", name="Correct").click()
    me.follow(f"{second} won")
    me.told("The standings change")
    me.press("Correct it")
    me.go("/rounds/1")
    expect(row).to_contain_text(f"{second} won")


def _touched(me: ScriptlessBrowser) -> None:
    """The buttons in the rows are names."""
    for table in me.tables(2):
        me.page.locator(f"#t-{table} button").first.click()
        expect(me.page.locator(f"#t-{table} [data-result='1-0']")).to_be_visible()
    me.told("All results are in.")


def _play_off(me: ScriptlessBrowser) -> None:
    for number, top in enumerate(("top 8", "top 4", "the final"), 6):
        me.go()
        me.press(f"Publish {top}")
        if me.page.get_by_role("heading", name="Are you sure?").count():
            me.press("Yes, do it")
        me.press(re.compile("^Start "))
        me.many(number)
    me.go()
    me.says(re.compile(" wins"))
