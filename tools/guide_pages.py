"""The guide's pages outside the program: `guide_pages.py` writes docs/guide from src/pareo/web/guide.

With it the tests hold the guide against the program: a bold word is a label of the program, so in every language it is
what the catalogue says for the English one (`label_in`).
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

from pareo.core.text.languages import LANGUAGES
from pareo.locale.catalogue import _read, catalogue, in_game
from pareo.web.guide.pages import INDEX, PAGES, source

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs" / "guide"
GAME = {"pokemon-cup": "pokemon", "scrabble-evening": "scrabble", "xwing-day": "xwing", "chess-open": "chess"}
_PLACE = re.compile(r"%\((\w+)\)s")
_NOTE = "<!-- Made by tools/guide_pages.py from src/pareo/web/guide: change it there. -->\n\n"


@cache
def _texts() -> tuple[dict[str, str], list[tuple[str, re.Pattern[str]]]]:
    """Every text of the program, and those with places as patterns, the most telling first."""
    plain = {text.split("\x04")[-1]: text for text in _read("es")[0]}
    placed = [text for text in plain if _PLACE.search(text) and len(_PLACE.sub("", text)) > 3]
    in_order = sorted(placed, key=lambda text: -len(_PLACE.sub("", text)))
    return plain, [(text, _as_pattern(text)) for text in in_order]


def _as_pattern(text: str) -> re.Pattern[str]:
    parts = _PLACE.split(text)  # words, name, words, name, words
    return re.compile("".join(f"(?P<{part}>.+)" if i % 2 else re.escape(part) for i, part in enumerate(parts)))


def label_in(label: str, lang: str, game: str = "") -> str | None:
    """What the program says in this language where it says `label` in English; None if it never says that."""
    plain, patterns = _texts()
    spoken = catalogue(in_game(lang, game))
    if label in plain or label == "?":
        return spoken.gettext(label)
    for text, pattern in patterns:
        match = pattern.fullmatch(label)
        if match is not None:
            inside = {key: label_in(value, lang, game) or value for key, value in match.groupdict().items()}
            return spoken.gettext(text) % inside
    return None


def as_document(lang: str, name: str) -> str:
    """A page for docs/guide: its pictures stay where they are."""
    return _NOTE + source(lang, name).replace("(../pictures/", "(../../../src/pareo/web/guide/pictures/")


def documents() -> dict[Path, str]:
    return {DOCS / lang / f"{name}.md": as_document(lang, name) for lang in LANGUAGES for name in (INDEX, *PAGES)}


def main() -> int:
    for path, text in documents().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
