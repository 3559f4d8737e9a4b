"""Every requirement id that code, tests or documents name is defined in docs/requirements, exactly once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.paths import ROOT

PAGES = ROOT / "docs" / "requirements"
PLACES = ("src", "tests", "tools", "bench", "docs")
SUFFIXES = {".py", ".md", ".toml", ".html", ".js", ".css", ".typ", ".sql", ".sh"}
ID = r"(?:(?:P|PN|BT)-[A-Z][A-Z0-9]*|S-NAT|SP|[SXFARBU])-\d{1,3}"
NAMED = re.compile(rf"(?<![\w-]){ID}(?!\w)")
DEFINED = re.compile(rf"- ({ID}) ")
WHOLE = re.compile(rf"- {ID} \S.*[.)…] \(.+\)")
FAMILIES = {
    "pokemon.md": {"P"},
    "scrabble.md": {"S", "SP"},
    "xwing.md": {"X"},
    "pokemon-now.md": {"PN"},
    "beside-tom.md": {"BT"},
    "fide.md": {"F"},
    "findings.md": {"A", "B", "U", "R"},
}


def definitions(pages: Path = PAGES) -> list[tuple[str, str, str]]:
    """Id, page with line number, and the line itself, of every definition."""
    return [
        (match[1], f"{page.name}:{number}", line)
        for page in sorted(pages.glob("*.md"))
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        if (match := DEFINED.match(line))
    ]


def named_ids(text: str) -> Iterator[tuple[int, str]]:
    """Line number and id of every requirement that a text names."""
    for number, line in enumerate(text.splitlines(), 1):
        for match in NAMED.finditer(line):
            yield number, match[0]


def files() -> list[Path]:
    found = [path for place in PLACES for path in (ROOT / place).rglob("*") if path.suffix in SUFFIXES]
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(found)]


def test_every_id_that_is_named_is_defined() -> None:
    defined = {name for name, _, _ in definitions()}
    missing = []
    named = set()
    for path in files():
        if path == Path(__file__):
            continue
        for number, name in named_ids(path.read_text(encoding="utf-8")):
            named.add(name)
            if name not in defined:
                missing.append(f"{path.relative_to(ROOT)}:{number}: {name} has no line in docs/requirements")
    assert not missing, "\n".join(missing)
    assert len(named) > 400  # the files were really read


def test_no_id_is_defined_twice() -> None:
    where: dict[str, list[str]] = {}
    for name, place, _ in definitions():
        where.setdefault(name, []).append(place)
    twice = [f"{name}: {', '.join(places)}" for name, places in where.items() if len(places) > 1]
    assert not twice, "\n".join(twice)


def test_every_line_has_a_text_and_a_source_and_stands_on_its_page() -> None:
    for name, place, line in definitions():
        assert WHOLE.fullmatch(line), f"{place}: not of the form “- ID text (source)”"
        assert name.split("-")[0] in FAMILIES[place.split(":")[0]], f"{place}: {name} belongs on another page"


def test_the_index_names_every_page() -> None:
    index = (PAGES / "README.md").read_text(encoding="utf-8")
    assert {page.name for page in PAGES.glob("*.md")} == {"README.md", *FAMILIES}
    for page in FAMILIES:
        assert f"[{page}]({page})" in index


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ('@pytest.mark.req("P-SW-3", "S-NAT-7")', ["P-SW-3", "S-NAT-7"]),
        ("PN-ASY-10 and P-LATE-1, -3; F-122 … F-142.", ["PN-ASY-10", "P-LATE-1", "F-122", "F-142"]),
        ("the curve P-256, UTF-8, SHA-256, ISO-8859-1, F-12345, [A-Z0-9], SP-1a, XX-3", []),
    ],
)
def test_what_an_id_looks_like(text: str, ids: list[str]) -> None:
    assert [name for _, name in named_ids(text)] == ids
