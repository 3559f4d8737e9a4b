"""A line of text as people write names."""

from __future__ import annotations

import unicodedata

from pareo.core.text.errors import BadInput

NAME_LIMIT = 200


def clean_line(text: str, what: str, limit: int = NAME_LIMIT) -> str:
    """One line of text as people write names: no control characters, single spaces, not endless."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    plain = line.isascii() and line.isprintable()  # nearly always
    bad = None if plain else next((c for c in line if unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn")), None)
    if bad is not None:
        raise BadInput(
            "text-control",
            "{what} contains an invisible character (U+{code}).",
            what=what,
            code=f"{ord(bad):04X}",
        )
    if len(line) > limit:
        raise BadInput("text-long", "{what} is longer than {limit} characters.", what=what, limit=limit)
    return line
