"""Pages that are made once for every visitor hold nothing of one of them."""

from __future__ import annotations

import pytest
from litestar.testing import TestClient

from pareo.web.app_state import AppState
from support.web.application import create_app
from support.web.console import create_cup


@pytest.mark.req("B-47")
def test_the_home_page_has_no_visitor_s_query(app_state: AppState) -> None:
    create_cup(app_state)
    visitor = TestClient(create_app(app_state))
    plain = visitor.get("/").text
    app_state.response_cache.clear()
    first = visitor.get(f"/?q={'x' * 20_000}").text
    assert first == plain
    assert visitor.get("/").text == plain
