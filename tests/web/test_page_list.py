"""The list of all pages is complete: every page of the application stands in it, or says here why not."""

from __future__ import annotations

import re
from pathlib import Path

from litestar import Litestar
from litestar.routes import HTTPRoute

from pareo.pages.public_pages import PAGES
from pareo.web.app import create_litestar
from support.web.console import open_app_state
from support.web.pages import create_all_events
from support.web.server_events import ServerStage

# Addresses that answer with no page of their own, and why.
NO_PAGE = {
    "/api": "programs read it",
    "/static": "files",
    "/healthz": "programs read it",
    "/readyz": "programs read it",
    "/metrics": "programs read it",
    "/schema": "programs read it",
    "/language/": "leads back",
    "/enter/": "a link that is good once leads on",
    "/guide/pictures/": "pictures",
    "/check_receipt.py": "a script to read and to save",
}
# A part of a page, a picture, a file or an answer to a script.
PARTS = re.compile(
    r"\.(csv|svg|js|json|pdf|xlsx|zip|webmanifest)$|/echo$|/phones/here$|/outlook/ahead$|/photo$|/papers/\{file\}$|/export/\{\w+\}$"
    r"|/journal/\{file\}$|/views/csv/\{name\}$|/beside/saves/\{number\}$|^/e/\{slug\}/now$|/picture/\{\w+\}$"
)
PUBLIC_PARTS = ("pulse",)  # what an open page asks for


def pages_of(app: Litestar) -> set[str]:
    """The addresses that give a page, with the names of their parameters."""
    found = {route.path_format for route in app.routes if isinstance(route, HTTPRoute) and "GET" in route.methods}
    found |= {f"/e/{{slug}}/{name}".rstrip("/") for name in PAGES if name not in PUBLIC_PARTS}
    return {path for path in found if not path.startswith(tuple(NO_PAGE)) and not PARTS.search(path)}


def shape(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)))


def test_every_page_is_in_the_list_that_is_looked_at(tmp_path: Path) -> None:
    stage = ServerStage(tmp_path / "all.db")
    listed = [path.partition(" > ")[0].partition("?")[0] for path in create_all_events(stage).with_touched]
    stage.close()
    app_state = open_app_state(tmp_path)
    routes = pages_of(create_litestar(app_state))
    app_state.store.close()
    # An address belongs to the route with the fewest parameters that has its shape.
    taken = {
        min(fits, key=lambda route: route.count("{"))
        for path in listed
        if (fits := [route for route in routes if shape(route).fullmatch(path)])
    }
    assert len(routes) > 80
    assert sorted(routes - taken) == [], "pages that nobody looks at: tests/support/web/pages.py"
