"""The controls of a series say what its rules say: every preset goes through its form and comes back as it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pareo.core.league.series_rules import parse_series_rules
from pareo.rulesets.series_presets import PRESETS, preset_text
from pareo.web.console.league.series_form import text_of
from support.web.console import ConsoleClient, open_app_state


@pytest.fixture(scope="module")
def ctx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ConsoleClient]:
    app_state = open_app_state(Path(tmp_path_factory.mktemp("series")))
    yield ConsoleClient(app_state)
    app_state.store.close()


class FormFields(HTMLParser):
    """What a browser would send of a page: values of inputs, what is ticked, what is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        name = given.get("name", "")
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            value = given.get("value", "")
            if "selected" in given or self._select not in self.sent:
                self.sent[self._select] = value
        elif tag == "input" and name and "disabled" not in given:
            ticked = given.get("type") not in ("checkbox", "radio") or "checked" in given
            if ticked:
                self.sent[name] = given.get("value", "on")

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""


def fields(ctx: ConsoleClient, preset: str) -> dict[str, str]:
    page = FormFields()
    page.feed(ctx.get(f"/console/series/new?preset={preset}"))
    return page.sent


@pytest.mark.req("A-47")
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_comes_back_through_its_form(ctx: ConsoleClient, preset: str) -> None:
    text, sent = preset_text(preset), fields(ctx, preset)
    assert sent["count"] == parse_series_rules(text, name=preset).count
    assert text_of(text, sent) == text


def test_one_number_changed_is_one_number_changed(ctx: ConsoleClient) -> None:
    text, sent = preset_text("formula-one-2010"), fields(ctx, "formula-one-2010")
    first = next(key for key, value in sent.items() if value == "25")
    made = parse_series_rules(text_of(text, {**sent, first: "30"}), name="own")
    before = parse_series_rules(text, name="own")
    assert made.places is not None
    assert before.places is not None
    assert made.places.points != before.places.points
    assert replace(made, text="", places=replace(made.places, points=before.places.points)) == replace(before, text="")
