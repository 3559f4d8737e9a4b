"""Follows a page of the guide: label by label, in the order in which they stand there.

The page is the one the program serves in the reader's language. What is bold there is a label of the program, what is
typed is typed, what is slanted is an example to copy. Each is taken once (`label`, `typed`, `example`), and `done`
fails if the page names one that nobody used: a step of the text and a step of the journey are the same thing.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from html import unescape
from typing import Any

from playwright.sync_api import expect

from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.app.screens.now_page import open_tables
from pareo.core.model.entities import Status
from support.browser.server import Server
from support.web.server_events import ServerStage

PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}


class GuideReader:
    """One page of the guide, one organiser at the console, one event."""

    def __init__(self, server: Server, stage: ServerStage, new_page: Callable[..., Any], lang: str, name: str) -> None:
        self.server, self.stage, self.new_page, self.lang, self.name = server, stage, new_page, lang, name
        self.page = new_page(lang=lang)
        self.slug = f"{name}-{lang}"

    # --- the guide ----------------------------------------------------------------------------------------------------

    def read(self, link: str) -> None:
        """The page that a “?” leads to, as it is served to this reader."""
        answer = self.page.context.request.get(f"{self.server.url}{link}", headers={"accept-language": self.lang})
        text = answer.text()
        assert f'<html lang="{self.lang}"' in text
        article = text.partition("<article")[2].partition("</article>")[0]
        bold, typing, slanted = (
            [unescape(word) for word in re.findall(f"<{tag}>(.*?)</{tag}>", article)] for tag in ("b", "code", "em")
        )
        self.labels = deque(word for word in bold if not word.endswith(":"))
        self.typing, self.examples = deque(typing), deque(slanted)

    def label(self) -> str:
        """The next label that the page names."""
        assert self.labels, f"{self.name}: the page names no more labels"
        return self.labels.popleft()

    def typed(self) -> str:
        """The next line that it says to type."""
        assert self.typing, f"{self.name}: the page says nothing more to type"
        return self.typing.popleft()

    def example(self) -> str:
        return self.examples.popleft()

    def done(self) -> None:
        """The page has no step that was not done."""
        assert (list(self.labels), list(self.typing)) == ([], []), f"{self.name} ({self.lang}): never done"

    # --- the console --------------------------------------------------------------------------------------------------

    def sit(self, path: str = "/console") -> None:
        """At the console, in one's own language, with the page of the guide that its “?” opens (or, at the list of all
        events, the list of all pages)."""
        self.server.log_in(self.page)
        self.page.goto(f"{self.server.url}/language/{self.lang}?back={path}")
        address = str(self.page.locator("a.ask").get_attribute("href"))
        self.read(f"/guide/{self.name}" if address == "/guide" else address)

    def go(self, path: str = "") -> None:
        self.page.goto(f"{self.server.url}/console/{self.slug}{path}")

    def press(self, within: Any = None) -> None:
        """The button or link with the next label."""
        name = self.label()
        place = within or self.page.locator("main")
        place.get_by_role("button", name=name, exact=True).or_(
            place.get_by_role("link", name=name, exact=True)
        ).first.click()

    def tab(self) -> None:
        """The tab of the event with the next label."""
        name = self.label()
        self.page.locator("nav.tabs").get_by_role("link", name=name, exact=True).click()
        expect(self.page.locator("nav.tabs [aria-current=page]")).to_have_text(re.compile(rf"^\s*{re.escape(name)}"))

    def section(self) -> None:
        """The page of that tab with the next label."""
        name = self.label()
        here = self.page.locator("nav.segments").first
        here.get_by_role("link", name=name, exact=True).click()
        expect(here.locator("[aria-current=page]")).to_have_text(name)

    def make(self, game: str, *, rules: str = "") -> None:
        """“New event”, the game, the name, “Create the event”."""
        page = self.page
        page.locator("main").get_by_role("link", name=self.label(), exact=True).click()
        page.locator("label.game", has_text=game).click()
        if rules:
            page.locator(f'select:has(option[value="{rules}"])').select_option(rules)
        page.locator("#f-name").fill(self.slug)

    def create(self) -> None:
        self.page.locator("aside").get_by_role("button", name=self.label(), exact=True).click()
        expect(self.page).to_have_url(re.compile(f"/console/{self.slug}$"))

    def paste(self, lines: list[str]) -> None:
        """The players, “Read the list”, and they are entered."""
        self.page.locator("textarea").fill("\n".join(lines))
        self.press()
        self.page.locator("main form button.primary").first.click()
        expect(self.page.locator("ul.roster li").first).to_be_visible()

    def first_round(self) -> None:
        """“Everyone is here”, “Pair round 1”, “Publish round 1”, and it is started."""
        self.press()
        self.press()
        self.press(self.page.get_by_role("dialog"))
        self.start()

    def start(self) -> None:
        self.page.locator("section.next button.primary").click()
        expect(self.page.locator("#line")).to_be_visible()

    def results(self, texts: list[str]) -> None:
        """Every open table, typed with Enter: the texts in turn, and again from the first."""
        line = self.page.locator("#line")
        tables = self.open_tables()
        for i, table in enumerate(tables):
            line.fill(f"{table} {texts[i % len(texts)]}")
            line.press("Enter")
            if table != tables[-1]:
                answer = self.page.locator("#said li").first
                expect(answer).to_contain_text(str(table))
                expect(answer).to_have_attribute("data-state", "ok")
        expect(line).to_be_hidden()

    # --- straight into the database: what the guide says once and a day has several times ----------------------------

    def open_tables(self) -> list[int]:
        return open_tables(self.stage.ctx.open(self.slug).state)

    def to_the_last_result(self, text: str) -> None:
        """Whatever is left of the Swiss rounds, up to the results of the last."""
        ctx = self.stage.ctx
        while True:
            state = ctx.open(self.slug).state
            pod = next(iter(state.pods.values()))
            last = pod.last_round
            assert last is not None
            if last.status is Status.STARTED:
                rows = [results.ResultRow(text, table=m.table) for m in last.matches.values() if m.result is None]
                if rows:
                    results.import_results(ctx, self.slug, rows, round_no=last.number)
            if last.number == pod.planned:
                return
            if last.status is Status.STARTED:
                rounds.finish(ctx, self.slug)
            self.stage.open(self.slug)
