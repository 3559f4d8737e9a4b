"""The bracket sheet as text (P-SE-8): every line of every round, joined, to be filled in by hand or printed full.

Contract: a `BracketView` and names in, text out. Up to 128 entrants fit in 100 columns.
"""

from __future__ import annotations

from collections.abc import Mapping

from pareo.core.pairing.bracket import BracketSlot, BracketView
from pareo.core.papers.words import WORDS, fitted
from pareo.core.words.errors import BadInput

LARGEST = 128


def bracket_text(view: BracketView, names: Mapping[int, str], *, width: int = 100) -> str:
    """The sheet: seeds in the first column, the winner in the last."""
    if view.size > LARGEST:
        raise BadInput("bracket-sheet", "A bracket sheet holds {most} players at most.", most=LARGEST)
    # The first column holds whole names; later ones the seed and as much of the name as fits.
    cell = max(8, width * 7 // 10 // len(view.rounds))
    first = max(16, min(width - cell * len(view.rounds), 30))
    edges = [0, *(first + cell * i for i in range(len(view.rounds) + 1))]
    rows = [[" "] * edges[-1] for _ in range(2 * view.size - 1)]
    for index, matches in enumerate(view.rounds):
        wide = edges[index + 1] - edges[index]
        for i, slot in enumerate(slot for match in matches for slot in (match.top, match.bottom)):
            label = _label(slot, names, wide - 2, seed_width=3 if index == 0 else 0)
            line = f"{label} ".ljust(wide - 1, "─") + ("┐" if i % 2 == 0 else "┘")
            _write(rows[_row(index, i)], edges[index], line)
            if i % 2 == 0:
                _join(rows, index, i, edges[index + 1] - 1)
    champion = names[view.champion] if view.champion is not None else "_" * (cell - 2)
    _write(rows[_row(len(view.rounds), 0)], edges[-2], " " + fitted(champion, cell - 1))
    lines = ["".join(row).rstrip() for row in rows]
    if view.third is not None:
        sides = (_label(s, names, width // 4) or WORDS["by_hand"] for s in (view.third.top, view.third.bottom))
        third = names[view.third.winner] if view.third.winner is not None else WORDS["by_hand"]
        lines += ["", f"{WORDS['third_place']}:  {' – '.join(sides)}  →  {fitted(third, width // 4)}"]
    return "\n".join(lines) + "\n"


def _row(index: int, slot: int) -> int:
    """The line of a slot: half way between the two it comes from."""
    return (2 * slot + 1) * (1 << index) - 1


def _join(rows: list[list[str]], index: int, slot: int, column: int) -> None:
    """The upright between two lines, open to the right where the next round begins."""
    top, bottom = _row(index, slot), _row(index, slot + 1)
    for row in range(top + 1, bottom):
        rows[row][column] = "├" if row == (top + bottom) // 2 else "│"


def _write(row: list[str], column: int, text: str) -> None:
    row[column : column + len(text)] = text


def _label(slot: BracketSlot, names: Mapping[int, str], width: int, *, seed_width: int = 0) -> str:
    if slot.kind == "bye":
        return " " * (seed_width + 1) + WORDS["bye"]
    if slot.no is None:
        return "" if slot.kind == "open" else "×"
    return fitted(f"{slot.seed:>{seed_width}} {names[slot.no]}", width)
