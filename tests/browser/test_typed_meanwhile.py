"""What is typed while an answer is on its way is not lost with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from hall_server import Server

pytestmark = pytest.mark.slow


def test_typed_while_the_answer_is_on_its_way(shared_server: Server, new_page: Callable[..., Any]) -> None:
    page = new_page()
    shared_server.let_in(page)
    page.goto(f"{shared_server.url}/console/new")
    held: list[Any] = []
    page.route(re.compile(r"/console/new\?"), held.append)
    with page.expect_request(re.compile(r"/console/new\?")):
        page.get_by_label("Game and rules").select_option("pokemon-tcg-2019-07")
    page.get_by_label("Expected players").fill("9")
    answered = len(held)
    page.route(re.compile(r"/console/new\?"), lambda route: route.continue_())
    for route in held[:answered]:
        route.continue_()
    expect(page.get_by_label("Expected players")).to_have_value("9")
    expect(page.locator("#advice")).to_contain_text("4 rounds")
    expect(page.get_by_label("Expected players")).to_have_value("9")
