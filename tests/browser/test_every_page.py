"""Every page: in four languages at two widths, with hostile names, and looked over by axe-core in light and dark."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from all_pages import Addresses
from hall_server import AXE, Server, need
from hall_stage import HOSTILE, Stage
from pareo.web.exports import EXPORTS

pytestmark = pytest.mark.slow

LOCALES = {"en": "en-GB", "es": "es-ES", "pt": "pt-PT", "it": "it-IT"}

ENGLISH = {"Now", "Players", "Rounds", "Standings", "Share", "Settings", "My table", "Tables", "Names"}

# What a page must be, measured in the browser: the document is not wider than the window; nothing of a name became
# an element or a script.
LOOK = """() => {
  const root = document.documentElement;
  const scrolls = (e) => e && (getComputedStyle(e).overflowX !== 'visible' || scrolls(e.parentElement));
  const wide = root.scrollWidth > root.clientWidth ? [...document.body.querySelectorAll('*')].filter((e) =>
    e.getBoundingClientRect().right > root.clientWidth + 1 && !scrolls(e.parentElement)).slice(0, 3)
    .map((e) => e.outerHTML.slice(0, 120)) : [];
  return {
    lang: root.lang, over: root.scrollWidth - root.clientWidth, wide,
    strange: document.querySelectorAll("script:not([src]), img:not([alt]), [onerror], [style*='url']").length,
    text: root.textContent, tabs: [...document.querySelectorAll('.tabs a')].map((a) => a.textContent.trim()),
  };
}"""


@pytest.mark.parametrize("lang", LOCALES)
def test_every_page_in_every_language(
    lang: str, shared_server: Server, addresses: Addresses, new_page: Callable[..., Any]
) -> None:
    """No sideways scrolling at 360 and 1280 px, no error, no markup made of names, in the language asked for."""
    page = new_page(width=360, height=740, lang=LOCALES[lang])
    shared_server.let_in(page)
    wrong, named = [], 0
    for path in addresses.all:
        page.set_viewport_size({"width": 360, "height": 740})
        answer = page.goto(shared_server.url + path, wait_until="load")
        if answer.status != (404 if "nowhere" in path else 200):
            wrong.append(f"{path}: {answer.status}")
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            seen = page.evaluate(LOOK)
            if seen["over"] > 0:
                wrong.append(f"{path} at {width}: {seen['over']} px too wide: {seen['wide']}")
            if seen["lang"] != lang or seen["strange"]:
                wrong.append(f"{path}: lang {seen['lang']}, {seen['strange']} strange elements")
            if lang != "en" and ENGLISH & set(seen["tabs"]):
                wrong.append(f"{path}: in English: {sorted(ENGLISH & set(seen['tabs']))}")
        named += HOSTILE[0] in seen["text"]
    assert not wrong, "\n".join(wrong)
    assert named > len(addresses.all) / 2, "names are shown as they were typed"


@pytest.mark.parametrize("part", ["console", "public", "screens"])
def test_axe_finds_nothing_serious(
    part: str, shared_server: Server, addresses: Addresses, new_page: Callable[..., Any]
) -> None:
    need(AXE.is_file(), "axe-core is not installed (npm install --prefix .venv/axe axe-core)")
    source = AXE.read_text("utf-8")
    page = new_page(bypass_csp=True)  # only to put axe into the page
    shared_server.let_in(page)
    wrong = []
    for path in getattr(addresses, part):
        page.goto(shared_server.url + path, wait_until="load")
        page.evaluate(source)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            assert len(found["passes"]) > 5, f"{path}: axe found nothing to look at"
            wrong += [
                f"{path} ({scheme}): {v['id']}: {v['nodes'][0]['html'][:160]} ({len(v['nodes'])})"
                for v in found["violations"] if v["impact"] in ("serious", "critical")
            ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.req("SP-14")
@pytest.mark.parametrize("slug", ["letras", "liga", "hostil"])
def test_the_web_site_fits_a_phone(
    slug: str, stage: Stage, addresses: Addresses, tmp_path: Path, new_page: Callable[..., Any]
) -> None:
    """The exported pages, opened as files: nothing is wider than the window but what scrolls in its own frame."""
    assert addresses.all  # the events are there
    with zipfile.ZipFile(io.BytesIO(EXPORTS["html"].export(stage.desk, slug, "es", None).data)) as archive:
        archive.extractall(tmp_path)
    page = new_page(width=360, height=740)
    wrong = []
    found = sorted(tmp_path.rglob("*.html"))
    for file in found:
        page.goto(file.as_uri())
        seen = page.evaluate(LOOK)
        if seen["over"] > 0 or seen["strange"]:
            wrong.append(f"{file.name}: {seen['over']} px too wide: {seen['wide']}, {seen['strange']} strange elements")
    assert len(found) > 8
    assert not wrong, "\n".join(wrong)
