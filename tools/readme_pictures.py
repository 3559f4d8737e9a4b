"""Takes the pictures of the README from the running program: `readme_pictures.py [NAME …]`.

The demonstration event in its third round, as the console, a phone and the projector show it; in few colours, each well
below 200 kB.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from guide_pictures import Shot, create_events, reduce_colours, server, take
from pareo.app.base.context import Context
from pareo.app.commands.floor import floor
from pareo.store import open_store

OUT = Path(__file__).resolve().parents[1] / "docs" / "screenshots"
CUP = "spring-cup"


def shots(guide: dict[str, Shot]) -> dict[str, Shot]:
    """What is looked at; the phone is that of the guide."""
    return {
        "now": Shot(f"/console/{CUP}", 1280, 1000),
        "phone": guide["me"]._replace(height=760),
        "projector": Shot(f"/screen/{CUP}/pairings", 1280, 720),
    }


def main(names: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        pictures = shots(create_events(Path(folder) / "readme.db"))
        store = open_store(str(Path(folder) / "readme.db"))
        floor.start_clock(Context(store, actor="Elsa Prado"), CUP)
        store.close()
        with server(Path(folder) / "readme.db") as link:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            page = browser.new_page(locale="en-GB", device_scale_factor=2)
            page.goto(link)
            for name in names or pictures:
                png = reduce_colours(take(page, link.partition("/enter/")[0], pictures[name]))
                (OUT / f"{name}.png").write_bytes(png)
                print(f"{name}: {len(png) / 1000:.0f} kB")
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
