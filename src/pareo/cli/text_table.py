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
    return "".join(_printable(c) for c in text)


def _printable(character: str) -> str:
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
    import wcwidth  # noqa: PLC0415 (thirty modules of tables, needed by few names)

    return wcwidth.width(text, control_codes="ignore")


def fit(text: str, columns: int) -> str:
    """The text cut with … to at most so many columns."""
    if width(text) <= columns:
        return text
    import wcwidth  # noqa: PLC0415

    return wcwidth.clip(text, 0, columns - 1, control_codes="ignore") + _MORE


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """The text filled up with blanks to so many columns."""
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def lower_heads(*heads: str) -> tuple[str, ...]:
    """The heads of a table as a terminal has them: in lower_heads letters, whatever pages do."""
    return tuple(head.lower() for head in heads)


def table(
    heads: Sequence[str], rows: Iterable[Sequence[object]], *, right: str | Sequence[str] = "", cut: int = 28,
    hide_empty: bool = True,
) -> list[str]:  # fmt: skip
    """Lines of an aligned table. `right` names the heads aligned to the right; cells are cut to `cut` columns."""
    cells = [[fit(safe(_text(cell)), cut) for cell in row] for row in rows]
    visible = [i for i in range(len(heads)) if not hide_empty or any(row[i] for row in cells)]
    to_the_right = set(right.split() if isinstance(right, str) else right)
    lines = [[heads[i] for i in visible], *([row[i] for i in visible] for row in cells)]
    widths = [max(width(row[i]) for row in lines) for i in range(len(visible))]
    sides = [heads[i] in to_the_right for i in visible]
    return [
        "  ".join(pad(cell, w, right=side) for cell, w, side in zip(row, widths, sides, strict=True)).rstrip()
        for row in lines
    ]


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:g}"
    return str(cell)
