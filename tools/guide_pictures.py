"""Takes the pictures of the guide from the running program, in every language: `guide_pictures.py [NAME …]`.

Events are made by the program's own functions from fixed seeds, so that two runs give the same pictures but for clocks.
Each picture is a region, in 64 colours: all of them together stay below 2 MB.
"""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import sync_playwright

from pareo.app.accounts.accounts import Accounts
from pareo.app.base.context import Context
from pareo.app.commands.event import demonstration, events
from pareo.app.commands.people.players import NewPlayer, enter
from pareo.app.commands.results.enter_result import ResultRow, import_results
from pareo.app.commands.rounds import rounds
from pareo.app.queries.pages.event_tables import pairing_rows
from pareo.core.text.languages import DOCUMENT_LANGUAGES
from pareo.store import open_store

OUT = Path(__file__).resolve().parents[1] / "src" / "pareo" / "web" / "guide" / "pictures"
CLUB = (
    "Alda Mar 2105",
    "Bento Rio 2050",
    "Clara Sol 1990",
    "Duarte Vento 1985",
    "Elvira Lua 1920",
    "Fausto Neve 1850",
    "Greta Bruma 1800",
    "Hilario Orvalho 1760",
)


class Shot(NamedTuple):
    """A page, how wide the window is, and which part of it."""

    path: str
    width: int = 1000
    height: int = 720
    part: str = ""  # a selector; empty: the window
    before: Callable[[Any], None] | None = None  # what is typed and touched first


def _play_rounds(ctx: Context, slug: str, count: int, *, scores: bool) -> None:
    for number in range(1, count + 1):
        rounds.pair(ctx, slug)
        rounds.publish(ctx, slug, confirmed=True)
        rounds.start(ctx, slug, confirmed=True)
        rows = [row for row in pairing_rows(ctx, slug) if row.table is not None]
        results = [
            f"{430 - 7 * row.table}-{390 - 3 * row.table}" if scores else ("1-0", "=", "0-1")[row.table % 3]
            for row in rows
            if row.table is not None
        ]
        import_results(
            ctx, slug, [ResultRow(text, row.table) for text, row in zip(results, rows, strict=True)], round_no=number
        )
        if number < count:
            rounds.finish(ctx, slug)


def _create_squads_event(ctx: Context) -> None:
    """An X-Wing round with two results in."""
    events.create(
        ctx,
        events.NewEvent(
            "Squadrons", "xwing-epic-duel", slug="squads", seed="guide", settings={"rounds": "3", "lists": "off"}
        ),
    )
    enter(ctx, "squads", [NewPlayer(first=f, last=n) for f, n, _ in map(str.split, CLUB)])
    rounds.pair(ctx, "squads")
    rounds.publish(ctx, "squads", confirmed=True)
    rounds.start(ctx, "squads", confirmed=True)
    import_results(ctx, "squads", [ResultRow("153-124 time", 1), ResultRow("98-180 destroyed", 2)], round_no=1)


def _open_day_fold(page: Any) -> None:
    """The fold of a new event that says how its day would go."""
    page.locator("label.game[data-game=pokemon]").click()
    page.locator("#f-name").fill("Copa Nova")
    page.locator("#f-start").fill("10:00")
    page.locator("#day > summary").click()
    page.locator("#f-players").fill("24")
    page.locator("#play-day").click()
    page.locator("#day-found svg").first.wait_for()
    page.locator("#day-found progress").wait_for(state="detached", timeout=120_000)
    page.evaluate("window.scrollTo(0, 0)")


def create_events(db: Path) -> dict[str, Shot]:
    """The events, and what is looked at."""
    store = open_store(str(db))
    ctx = Context(store, actor="Elsa Prado")
    cup = demonstration.fill(ctx)
    rounds.start(ctx, cup, confirmed=True)
    tables = [row.table for row in pairing_rows(ctx, cup) if row.table is not None]
    import_results(ctx, cup, [ResultRow("1-0" if t % 2 else "0-1", t) for t in tables if t % 3], round_no=3)
    events.change_settings(ctx, cup, {"player_reports": "yes"})
    events.create(ctx, events.NewEvent("Copa Nova", "pokemon-tcg-2026", slug="begin", seed="guide"))
    for slug, ruleset, scores in (("open", "chess-fide", False), ("letters", "scrabble-fise", True)):
        events.create(ctx, events.NewEvent("Open", ruleset, slug=slug, seed="guide", settings={"rounds": "3"}))
        enter(ctx, slug, [NewPlayer(first=f, last=n, rating=int(r)) for f, n, r in map(str.split, CLUB)])
        _play_rounds(ctx, slug, 1 if slug == "open" else 2, scores=scores)
    rounds.finish(ctx, "letters")
    events.create(
        ctx,
        events.NewEvent(
            "Open", "swiss", slug="ahead", seed="guide", settings={"rounds": "5", "style": "swiss+cut", "cut": "4"}
        ),
    )
    enter(ctx, "ahead", [NewPlayer(first=f, last=n) for f, n, _ in map(str.split, CLUB)])
    _play_rounds(ctx, "ahead", 4, scores=False)
    rounds.finish(ctx, "ahead")
    rounds.pair(ctx, "ahead")
    rounds.publish(ctx, "ahead", confirmed=True)
    _create_squads_event(ctx)
    accounts = Accounts(store.accounts())
    table = next(row for row in pairing_rows(ctx, cup) if row.table is not None and row.result is None)
    link = accounts.player_link(cup, ctx.open(cup).ids[table.a])
    store.close()
    return {
        "new": Shot("/console/new", 720, 2600, "#day", _open_day_fold),
        "begin": Shot("/console/begin", part="form.next"),
        "now": Shot(f"/console/{cup}", 1200),
        "next": Shot("/console/open/next", 860, part="section.dialog"),
        "standings": Shot("/console/letters/standings", 900, 640),
        "phones": Shot(f"/console/{cup}/phones", 860, part="main section.card"),
        "me": Shot(f"/e/{cup}/me/{link}", 390, 640),
        "outlook": Shot("/console/ahead/outlook", 1000, 640, part="main section.card"),
        "receipt": Shot("/e/ahead/receipt?round=4", 760, 1600, part="#live section.card:last-child"),
        "squads": Shot("/console/squads/rounds/1", 1200, 960),
        "history": Shot(f"/console/{cup}/journal", 1000, 860),
    }


@contextlib.contextmanager
def server(db: Path) -> Iterator[str]:
    """The program on these events; the owner's link."""
    command = [sys.executable, "-m", "pareo", "--db", str(db), "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield next(match[0] for line in process.stdout or () if (match := re.search(r"http://\S+/enter/\S+", line)))
        finally:
            process.terminate()


def reduce_colours(png: bytes) -> bytes:
    """A picture in few colours, as PNG."""
    with Image.open(io.BytesIO(png)) as picture, io.BytesIO() as buffer:
        picture.convert("RGB").quantize(64, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
        return buffer.getvalue()


def take(page: Any, home: str, shot: Shot) -> bytes:
    page.set_viewport_size({"width": shot.width, "height": shot.height})
    page.goto(home + shot.path)
    page.wait_for_load_state("networkidle") if not shot.path.startswith("/e/") else page.wait_for_timeout(500)
    if shot.before is not None:
        shot.before(page)
    return bytes((page.locator(shot.part).first if shot.part else page).screenshot())


def main(names: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        shots = create_events(Path(folder) / "guide.db")
        with server(Path(folder) / "guide.db") as link:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            first = browser.new_page()
            first.goto(link)
            state, home = first.context.storage_state(), link.partition("/enter/")[0]
            for lang in DOCUMENT_LANGUAGES:
                page = browser.new_context(locale=lang, storage_state=state).new_page()
                (OUT / lang).mkdir(parents=True, exist_ok=True)
                for name in names or shots:
                    (OUT / lang / f"{name}.png").write_bytes(reduce_colours(take(page, home, shots[name])))
            browser.close()
    print(f"{sum(p.stat().st_size for p in OUT.rglob('*.png')) / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
