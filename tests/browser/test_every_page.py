"""Every page, as `make look` does: a choice of languages, widths, light and dark, with hostile names, and axe."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from look import LOCALES, MEASURE, SCHEMES, WIDTHS, Looker, english_texts, some
from pareo.pages.exports import EXPORTS
from support.browser.server import AXE, Server, require
from support.web.pages import Addresses
from support.web.server_events import HOSTILE, ServerStage

pytestmark = pytest.mark.slow

MOST = 120


def test_every_page_in_some_language_width_and_light(
    shared_server: Server, addresses: Addresses, chromium: Any
) -> None:
    """No sideways scrolling, nothing cut off, no error, no markup made of names, no English where nobody asked."""
    require(AXE.is_file(), "axe-core is not installed (npm install --prefix .venv/axe axe-core)")
    looker = Looker(chromium, shared_server, AXE.read_text("utf-8"))
    chosen = some(addresses.with_touched, MOST)
    wrong = [line for one in chosen for line in looker.look(one)]
    page = looker.page("en")
    page.goto(shared_server.url + "/console/hostil/players")
    named = HOSTILE[0] in page.evaluate(MEASURE)["all"]
    looker.close()
    assert not wrong, "\n".join(wrong)
    assert named, "names are shown as they were typed"


def test_the_choice_is_small_and_pairs_everything() -> None:
    paths = [f"/page/{n}" for n in range(118)]
    chosen = some(paths, MOST)
    assert len(chosen) <= MOST
    assert {one.path for one in chosen} == set(paths)
    values = (LOCALES, WIDTHS, SCHEMES)
    for a, b in combinations(range(3), 2):
        assert {(one[a + 1], one[b + 1]) for one in chosen} == {(x, y) for x in values[a] for y in values[b]}
    assert len(some([*paths, *paths], MOST)) == MOST


def test_english_is_noticed() -> None:
    assert english_texts("es", [("Standings", False)]) == ["Standings"]
    assert english_texts("it", [("The table is not here", False)]) == ["The table is not here"]
    assert (
        english_texts("es", [("Clasificación", False), ("The Rock and the Roll", True), ("Swiss Perfect", False)]) == []
    )
    assert english_texts("en", [("Standings", False)]) == []


@pytest.mark.req("SP-14")
@pytest.mark.parametrize("slug", ["letras", "liga", "hostil"])
def test_the_web_site_fits_a_phone(
    slug: str, stage: ServerStage, addresses: Addresses, tmp_path: Path, new_page: Callable[..., Any]
) -> None:
    """The exported pages, opened as files: nothing is wider than the window but what scrolls in its own frame."""
    assert addresses.all  # the events are there
    with zipfile.ZipFile(io.BytesIO(EXPORTS["html"].export(stage.ctx, slug, "es", None).data)) as archive:
        archive.extractall(tmp_path)
    page = new_page(width=360, height=740)
    wrong = []
    found = sorted(tmp_path.rglob("*.html"))
    for file in found:
        page.goto(file.as_uri())
        seen = page.evaluate(MEASURE)
        if seen["over"] > 0 or seen["strange"]:
            wrong.append(f"{file.name}: {seen['over']} px too wide: {seen['wide']}, {seen['strange']} strange elements")
    assert len(found) > 8
    assert not wrong, "\n".join(wrong)
