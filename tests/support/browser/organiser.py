"""What an organiser does at the console, by the names of fields and buttons a person sees."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import expect

Winner = Callable[[str, str], str]  # two names → what is typed for the table


def earlier_name_wins(a: str, b: str) -> str:
    return "1" if a < b else "2"


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the round page."""

    number: int
    a: str
    b: str


class Organiser:
    """An organiser with every permission, at the pages of one event."""

    def __init__(self, page: Any, url: str) -> None:
        self.page = page
        self.url = url
        self.slug = ""

    # --- getting about ------------------------------------------------------------------------------------------------

    def go(self, path: str = "") -> None:
        self.page.goto(f"{self.url}/console/{self.slug}{path}")

    def tab(self, name: str) -> None:
        link = self.page.get_by_role("navigation", name="Sections of the event").get_by_role("link", name=name)
        link.click()
        expect(link).to_have_attribute("aria-current", "page")

    def press(self, name: str, within: Any = None) -> None:
        (within or self.page).get_by_role("button", name=name, exact=True).click()

    def expect_text(self, text: str) -> None:
        """Waits until the page shows this text."""
        expect(self.page.get_by_role("main")).to_contain_text(text)

    # --- an event -----------------------------------------------------------------------------------------------------

    def create(self, name: str, ruleset: str, rounds: str = "", date: str = "") -> None:
        """A new event in three answers; then, if asked, its number of rounds on the page of the settings."""
        self.page.goto(self.url + "/console/new")
        rules = self.page.locator(f'select:has(option[value="{ruleset}"])')
        game = rules.evaluate("select => select.name").removeprefix("rules-")
        self.page.locator(f"label.game[data-game={game}]").click()
        rules.select_option(ruleset)
        self.page.get_by_label("Event name").fill(name)
        if date:
            self.page.get_by_label("Date", exact=True).fill(date)
        self.page.locator("aside").get_by_role("button", name="Create the event").click()
        self.page.wait_for_url(lambda url: not url.endswith("/new"))
        self.slug = self.page.url.rsplit("/", 1)[1]
        if rounds:
            self.go("/settings")
            self.page.locator("label", has_text="Custom").click()
            expect(self.page.get_by_role("status").filter(has_text="Saved at")).to_be_visible()
            number = self.page.get_by_role("spinbutton", name="Swiss rounds")
            number.fill(rounds)
            number.dispatch_event("change")
            expect(self.page.locator('input[name="was.rounds"]')).to_have_value(rounds)

    def paste(self, lines: str, count: int, entrants: int | None = None) -> None:
        self.tab("Players") if entrants is None else self.go("/players")
        self.page.get_by_role("link", name="Paste a list").first.click()
        self.page.get_by_label("One player per line, or cells copied from a spreadsheet").fill(lines)
        self.press("Preview changes")
        self.expect_text(f"{count} players read")
        with self.page.expect_navigation():
            self.press(f"Enter {count} players")
        self.go("/players")
        expect(self.page.locator("#how-many")).to_contain_text(f"{entrants or count} entered")

    # --- rounds -------------------------------------------------------------------------------------------------------

    def rounds(self) -> None:
        self.go("/rounds")

    def everywhere(self, action: str) -> None:
        """One step for all pods that are ready: “Publish 3 groups”, or the only pod's own button."""
        self.rounds()
        words = {
            "pair": r"^Pair (\d+ groups|round \d+)$",
            "publish": r"^Publish( \d+ groups)?$",
            "start": r"^Start (\d+ groups|the round)$",
            "finish": r"^Finish (\d+ groups|the round)$",
        }
        self.page.get_by_role("button", name=re.compile(words[action])).and_(
            self.page.locator(":enabled")
        ).first.click()
        self.page.wait_for_load_state()

    def open_round(self) -> None:
        """Pairs, publishes and starts whatever is ready."""
        self.everywhere("pair")
        self.everywhere("publish")
        self.everywhere("start")

    def tables(self, number: int) -> list[Table]:
        self.go(f"/rounds/{number}")
        rows = self.page.locator("tr[id^='t-']")
        expect(rows.first).to_be_visible()
        names = rows.evaluate_all(
            "rows => rows.map(r => [r.id.slice(2), ...[...r.querySelectorAll('td')].map(d => d.querySelector('bdi'))"
            ".filter(b => b).slice(0, 2).map(b => b.textContent)])"
        )
        return [Table(int(number), a, b) for number, a, b in names]

    def type_line(self, line: str) -> None:
        """The keyboard field: “12 1”, Enter; then the tick."""
        field = self.page.get_by_label("Table and result")
        field.fill(line)
        field.press("Enter")
        answer = self.page.locator("#said li").first
        expect(answer).to_have_attribute("data-state", "ok")
        expect(answer).to_contain_text(line.split(maxsplit=1)[0])
        expect(field).to_have_value("")

    def play(self, number: int, winner: Winner = earlier_name_wins) -> list[Table]:
        """All results of a round, typed; then the round is finished."""
        tables = self.tables(number)
        for t in tables:
            self.type_line(f"{t.number} {winner(t.a, t.b)}")
        self.expect_text("All results are in.")
        self.everywhere("finish")
        return tables

    # --- standings ----------------------------------------------------------------------------------------------------

    def standings(self, group: str = "") -> list[list[str]]:
        """The rows of the standings, cell by cell."""
        self.tab("Standings")
        if group:
            choice = self.page.get_by_role("navigation", name="Division").get_by_role("link", name=group, exact=True)
            choice.click()
            expect(choice).to_have_attribute("aria-current", "page")
        rows = self.page.get_by_role("region", name="Places").locator("tbody tr")
        expect(rows.first).to_be_visible()
        return rows.evaluate_all(  # without the words only a screen reader says
            "rows => rows.map(r => [...r.cells].map(c => { const seen = c.cloneNode(true);"
            " seen.querySelectorAll('.hide').forEach(x => x.remove());"
            " return seen.textContent.trim().replace(/\\s+/g, ' '); }))"
        )
