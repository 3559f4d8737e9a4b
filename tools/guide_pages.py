"""The guide's pages outside the program: `guide_pages.py` writes docs/guide from src/pareo/web/guide."""

from __future__ import annotations

import sys
from pathlib import Path

from pareo.core.text.languages import DOCUMENT_LANGUAGES
from pareo.web.guide.pages import INDEX, PAGES, page_text

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs" / "guide"
_NOTE = "<!-- Made by tools/guide_pages.py from src/pareo/web/guide: change it there. -->\n\n"


def as_document(lang: str, name: str) -> str:
    """A page for docs/guide: its pictures stay where they are."""
    return _NOTE + page_text(lang, name).replace("(../pictures/", "(../../../src/pareo/web/guide/pictures/")


def documents() -> dict[Path, str]:
    return {
        DOCS / lang / f"{name}.md": as_document(lang, name) for lang in DOCUMENT_LANGUAGES for name in (INDEX, *PAGES)
    }


def main() -> int:
    for path, text in documents().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
