"""README and docs write the names of buttons, tabs and pages in italics, as the program says them.

Italics are for nothing else there, so a name that the program no longer has fails here. The guide takes its names from
the catalogue itself (tests/web/guide/test_guide.py).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pareo.web.guide.labels import label_in
from support.paths import ROOT

_CODE = re.compile(r"^ *```.*?^ *```|`[^`]*`", re.DOTALL | re.MULTILINE)
_ITALIC = re.compile(r"(?<![*\w\\])\*(?![*\s])([^*]+?)(?<!\s)\*(?![*\w])")
PAGES = [ROOT / name for name in ("README.md", "CHANGELOG.md", "SECURITY.md", "packaging/README.md")] + [
    page for page in sorted((ROOT / "docs").glob("*.md")) if page.name != "decisions.md"
]


def names(text: str) -> list[str]:
    """What a page has in italics, code apart."""
    return [" ".join(words.split()) for words in _ITALIC.findall(_CODE.sub("`", text))]


@pytest.mark.req("U-18")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_name_in_italics_is_one_of_the_program(page: Path) -> None:
    for name in names(page.read_text(encoding="utf-8")):
        assert label_in(name, "en") == name, f"the program has no “{name}”"


@pytest.mark.req("U-18")
def test_names_are_found_whatever_stands_around_them() -> None:
    text = "Tap *Let phones\nin*, then **not this**, `*nor this*`, 3*4*5 and *Now*."
    assert names(text) == ["Let phones in", "Now"]
    assert label_in("Push the big button", "en") is None
