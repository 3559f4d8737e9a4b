"""What is typed while an answer is on its way is not lost with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from support.browser.server import Server
from support.web.server_events import ServerStage

pytestmark = pytest.mark.slow


def test_typed_while_the_answer_is_on_its_way(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]
) -> None:
    slug = stage.event("escrito")
    page = new_page()
    shared_server.log_in(page)
    page.goto(f"{shared_server.url}/console/{slug}/settings")
    held: list[Any] = []

    def hold(route: Any) -> None:  # the first answer waits
        if held:
            route.continue_()
        held.append(route)

    page.route("**/settings", hold)
    minutes = page.get_by_role("spinbutton", name="Minutes per round")
    minutes.fill("40")
    with page.expect_request("**/settings"):
        minutes.dispatch_event("change")
    minutes.fill("45")  # the answer to 40 is not here yet
    held[0].continue_()
    expect(page.get_by_role("status").filter(has_text="Saved at")).to_be_visible()
    expect(minutes).to_have_value("45")
    expect(page.locator('input[name="was.round_minutes"]')).to_have_value("45")
    assert stage.ctx.open(slug).state.settings["round_minutes"] == 45


def test_a_step_that_is_on_its_way_is_not_overtaken(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]
) -> None:
    """The page hears of its own step before the answer is there: it waits for the answer, which leads elsewhere."""
    slug = stage.event("adelante", rounds="3")
    stage.open(slug)
    stage.report(slug)
    page = new_page()
    shared_server.log_in(page)
    page.goto(f"{shared_server.url}/console/{slug}")
    held: list[Any] = []

    def hold(route: Any) -> None:
        route.fetch(max_redirects=0)  # it is done, and the answer is on its way
        held.append(route)

    page.route("**/now/finish", hold)
    looked: list[Any] = []
    page.on("requestfinished", lambda one: looked.append(one) if one.headers.get("pareo-live") else None)
    page.get_by_role("button", name="Post standings first").click(no_wait_after=True)
    while len(looked) < 2:  # it has looked, has stayed, and looks again
        page.wait_for_event("requestfinished")
    held[0].fulfill(content_type="text/html", body="<h1>The answer</h1>")
    expect(page.get_by_role("heading", level=1)).to_have_text("The answer")
