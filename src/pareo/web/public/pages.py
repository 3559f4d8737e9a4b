"""Public pages on the server: what an address asks of them, and the server's time for phones."""

from __future__ import annotations

import time
from urllib.parse import parse_qsl

from litestar import get

from pareo.app.accounts.permissions import Right
from pareo.pages.public_pages import PAGES, Params, int_param
from pareo.web.app_state import AppState

_NUMBERS = ("round", "after")
_PARAMS = {"receipt": ("round", "pod"), "tables": ("round",), "names": ("round",), "standings": ("after", "pod")}


def read_params(name: str, query: bytes) -> Params:
    """The parameters that this page takes from an address, normalised. Anything else in it changes nothing."""
    keys = _PARAMS.get(name, ())
    if not query or not keys:
        return {}
    values = dict(parse_qsl(query[:2000].decode("latin-1")))
    return {key: _normalise(key, values[key]) for key in keys if key in values}


def _normalise(key: str, text: str) -> str:
    if key not in _NUMBERS:
        return text[:40]
    return str(int_param({key: text}, key))


def render_page(app_state: AppState, slug: str, name: str, lang: str, params: Params) -> str:
    """One page, now: gathered while the context is open, rendered after it is closed."""
    return app_state.look_public(slug, lambda ctx: PAGES[name](ctx, slug, lang, params))()


@get("/e/{slug:str}/now", opt={"right": Right.PUBLIC}, include_in_schema=False, sync_to_thread=False)
def now(slug: str) -> dict[str, int]:
    """The server's time in milliseconds: phones' own clocks may be wrong."""
    del slug
    return {"now": int(time.time() * 1000)}


ROUTES = [now]
