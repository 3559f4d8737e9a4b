"""`python -m markup` checks every template, `python -m markup --write` formats them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from .layout import format_template

TEMPLATES = Path(__file__).resolve().parents[2] / "src" / "pareo" / "pages" / "templates"


def main(arguments: Sequence[str]) -> int:
    wrong = 0
    for path in sorted(TEMPLATES.rglob("*.html")):
        source = path.read_text(encoding="utf-8")
        result = format_template(source)
        if result == source:
            continue
        if "--write" in arguments:
            path.write_text(result, encoding="utf-8")
        else:
            wrong += 1
            print(f"{path.relative_to(TEMPLATES)}: not formatted; `make format` does it")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
