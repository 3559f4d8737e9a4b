"""With real browsers: an organiser beside TOM from `pareo beside FOLDER` to a conflict, a rewind and the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import strftime
from typing import Any

import pytest

from pareo.app.accounts.accounts import Accounts
from pareo.app.commands.results import enter_result as results
from pareo.store import open_store
from support.browser.server import Server
from support.files.tom import TomEvent

expect: Any = pytest.importorskip("playwright.sync_api").expect

PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}


class TomSetup:
    """TOM with its folder, and `pareo beside` on it."""

    def __init__(self, folder: Path) -> None:
        data = folder / "TOM_DATA" / "data"
        data.mkdir(parents=True)
        self.tom = TomEvent.with_players((8, 1990), rounds="3", date=strftime("%Y-%m-%d"))
        self.file = data / "copa.tdf"
        self.save(self.tom.saves[-1])
        self.server = Server(folder / "hall.db", verb=("beside", str(data)))
        self.server.start()
        self.slug = "copa-del-faro"

    def save(self, data: bytes) -> None:
        """As TOM may: another file, put in the place of the first."""
        new = self.file.with_suffix(".new")
        new.write_bytes(data)
        new.replace(self.file)

    def enter(self, table: int, result: str) -> None:
        """Typed into TOM, and saved."""
        results.report(self.tom.ctx, self.tom.slug, round_no=1, table=table, result=result)
        self.save(self.tom.save())

    def own_pages(self, table: int) -> tuple[str, str]:
        match = self.tom.t.find_table(1, table)[2]
        store = open_store(str(self.server.db))
        accounts = Accounts(store.accounts())
        link = f"{self.server.url}/e/{self.slug}/me/"
        a, b = (link + accounts.player_link(self.slug, no) for no in (match.a, match.b))
        store.close()
        return a, b


@pytest.fixture
def tom_setup(chromium: object, tmp_path: Path) -> Iterator[TomSetup]:
    made = TomSetup(tmp_path)
    yield made
    made.server.stop()


@pytest.mark.req("BT-SCR-2", "BT-SCR-1", "BT-START-1", "BT-BACK-1", "BT-CON-1", "BT-DIFF-5")
def test_an_organiser_beside_tom(tom_setup: TomSetup, new_page: Callable[..., Any]) -> None:
    page, projector, phone, other = new_page(), new_page(width=1920, height=1080), new_page(**PHONE), new_page(**PHONE)
    url, slug = tom_setup.server.url, tom_setup.slug
    tom_setup.server.log_in(page)
    page.goto(f"{url}/console/{slug}/beside")
    tom_setup.server.log_in(projector)
    projector.goto(f"{url}/screen/{slug}/pairings")
    here = page.get_by_role("main")
    expect(here).to_contain_text("Nothing pending")
    tom_setup.save(tom_setup.tom.pair())
    expect(here).to_contain_text("Round 1 is paired")  # nobody reloads
    page.get_by_role("button", name="Publish now").click()
    expect(here).to_contain_text("4 tables still open")
    expect(projector.locator("body")).to_contain_text("Round 1")

    mine, theirs = tom_setup.own_pages(1)
    phone.goto(mine)
    phone.get_by_role("button", name="I won").click()
    expect(phone.get_by_role("heading", name="You reported: I won")).to_be_visible()
    other.goto(theirs)
    other.get_by_role("button", name="I lost").click()
    expect(other.get_by_role("main")).to_contain_text("It counts once it is in TOM")
    expect(here).to_contain_text("1 result to enter in TOM")
    page.get_by_role("link", name="To enter in TOM").first.click()
    lines = page.locator(".type-line")
    expect(lines).to_have_count(1)

    tom_setup.enter(1, "0-1")  # a typing error
    expect(lines).to_have_count(0)
    expect(phone.get_by_role("main")).to_contain_text("the desk is checking")
    page.goto(f"{url}/console/{slug}/beside")
    expect(page.get_by_role("main")).to_contain_text("both players agreed")
    page.get_by_role("button", name="Keep ours").click()
    expect(page.get_by_role("main")).to_contain_text("correct it: TOM has 0-1")
    tom_setup.enter(1, "1-0")
    expect(page.get_by_role("main")).to_contain_text("Nothing pending")
    expect(phone.get_by_role("main")).to_contain_text("Confirmed: you won.")

    for table in (2, 3):
        tom_setup.enter(table, "1-0")
    expect(page.get_by_role("main")).to_contain_text("1 table still open")
    tom_setup.save(tom_setup.tom.saves[2])  # TOM crashed, and the round begins anew: all that was known is to be typed
    expect(page.get_by_role("main")).to_contain_text("TOM went back to an earlier state")
    expect(page.get_by_role("main")).to_contain_text("3 results to enter in TOM")
    for screen in (page, phone):
        assert screen.evaluate("document.documentElement.scrollWidth <= innerWidth")
