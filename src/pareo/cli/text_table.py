"""Plain aligned tables for a terminal: wide and combining characters keep their columns, nothing strange gets through.

Knows nothing of tournaments.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

_JOINER = "\u200d"  # holds an emoji of several people together; harmless, so it stays
_MORE = "…"


def safe(text: str) -> str:
    """One line without control, direction and other invisible characters: a name must not move the cursor."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(c) for c in text)


def _shown(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Cc", "Zl", "Zp"):
        return " " if character.isspace() else ""
    if category == "Cf":
        return character if character == _JOINER else ""
    return "?" if category == "Cs" else character


def width(text: str) -> int:
    """Columns a line takes on a terminal, as nearly as Unicode says."""
    if text.isascii():
        return len(text)
    columns = 0
    before = ""
    for character in text:
        columns += 0 if before == _JOINER else _columns(character)
        before = character
    return columns


def _columns(character: str) -> int:
    if character == _JOINER or unicodedata.category(character) in ("Mn", "Me") or _is_skin_tone(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _is_skin_tone(character: str) -> bool:
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def fitted(text: str, columns: int) -> str:
    """The text cut with … to at most so many columns."""
    if width(text) <= columns:
        return text
    kept = ""
    for character in text:
        if width(kept + character) > columns - 1:
            break
        kept += character
    return kept + _MORE


def table(
    heads: Sequence[str], rows: Iterable[Sequence[object]], *, right: str = "", cut: int = 28, hide_empty: bool = True
) -> list[str]:
    """Lines of an aligned table. `right` names the heads aligned to the right; cells are cut to `cut` columns."""
    cells = [[fitted(safe(_text(cell)), cut) for cell in row] for row in rows]
    kept = [i for i in range(len(heads)) if not hide_empty or any(row[i] for row in cells)]
    to_the_right = set(right.split())
    shown = [[heads[i] for i in kept], *([row[i] for i in kept] for row in cells)]
    widths = [max(width(row[i]) for row in shown) for i in range(len(kept))]
    sides = [heads[i] in to_the_right for i in kept]
    return [
        "  ".join(_padded(cell, w, right=side) for cell, w, side in zip(row, widths, sides, strict=True)).rstrip()
        for row in shown
    ]


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:g}"
    return str(cell)


def _padded(cell: str, columns: int, *, right: bool) -> str:
    blanks = " " * (columns - width(cell))
    return blanks + cell if right else cell + blanks
