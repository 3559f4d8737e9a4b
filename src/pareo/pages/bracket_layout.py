"""Pictures as plain numbers: where the boxes and lines of a bracket go.

Contract: geometry and shortened names in, dataclasses out; the markup is a template's work, so names are escaped there
like everywhere else. No colours: classes of the stylesheet.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pareo.app.queries.pages.public_view import ShownBracket
from pareo.core.pairing.bracket import BracketMatch, BracketSlot
from pareo.core.text.messages import Note

BOX_WIDTH, LINE_HEIGHT = 228, 26
COLUMN, HEAD, MARGIN = 270, 34, 8
NAME_WIDTH = 184  # pixels between the seed and the right edge of a box
CHAMPION_WIDTH = 284
GAP = 10  # between a name and its score
NAME_SIZE, CHAMPION_SIZE = 15, 22  # letters as large as the projector draws them; pages draw them smaller
TIGHT_NAME, TIGHT_CHAMPION = 11, 15  # those of a long name: see screen.css, `.bracket .tight`
_THIN, _NARROW, _BROAD = frozenset("iljI.,:;'’|! "), frozenset("tfr-()"), frozenset("mwMW@%—…")


def _width(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _bold_width(sign: str) -> int:
    """About how wide a bold letter is, in hundredths of its size: names are cut rather too soon than too late."""
    cells = _width(sign)
    if cells != 1:
        return 100 * cells // 2
    if sign in _THIN or sign in _NARROW:
        return 38 if sign in _THIN else 50
    return 106 if sign in _BROAD else 78 if sign.isupper() else 69


def cut_name(name: str, width: int, measure: Callable[[str], int] = _width) -> str:
    """A name of at most so many letters' width, with … where it was longer. Wide signs count two, marks nothing."""
    used = 0
    for i, sign in enumerate(name):
        used += measure(sign)
        if used > width:
            start = name[:i]
            while start and (sum(map(measure, start)) > width - measure("…") or start.endswith(" ")):
                start = start[:-1]
            return start + "…"
    return name


def fit_name(name: str, pixels: int, size: int) -> str:
    """A name in bold letters of this size, cut to a place so many pixels wide."""
    return cut_name(name, pixels * 100 // size, _bold_width)


def fit_or_shrink_name(name: str, pixels: int, size: int, tight: int) -> tuple[str, str]:
    """(name, CSS class): a name too long for its place in bold letters is set in smaller ones before it is cut."""
    whole = fit_name(name, pixels, size)
    return (whole, "") if whole == name else (fit_name(name, pixels, tight), "tight")


def _score_width(score: str) -> int:
    return sum(map(_bold_width, score)) * NAME_SIZE // 100 + GAP if score else 0


class BoxLine(NamedTuple):
    """One player's line in a box."""

    y: int
    text: str
    full: str
    seed: str
    score: str
    look: str  # "won", "lost", "open", "bye"; with "tight" in smaller letters


class Box(NamedTuple):
    """A match."""

    x: int
    y: int
    lines: tuple[BoxLine, BoxLine]
    table: int | None


@dataclass(frozen=True, slots=True)
class BracketPicture:
    """A bracket, ready to be drawn."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    paths: tuple[str, ...]  # of our own numbers only
    columns: tuple[tuple[int, Note], ...]  # x of each round's heading, and what it is called
    third_y: int | None
    champion: str
    champion_full: str
    champion_at: tuple[int, int]
    champion_look: str


class DrawnBracket(NamedTuple):
    """A bracket and its picture."""

    shown: ShownBracket
    picture: BracketPicture


def draw_brackets(brackets: Iterable[ShownBracket]) -> list[DrawnBracket]:
    return [DrawnBracket(b, bracket_picture(b)) for b in brackets]


def bracket_picture(bracket: ShownBracket) -> BracketPicture:
    """Every round a column, every match half way between the two it comes from."""
    view = bracket.view
    pitch = 2 * LINE_HEIGHT + (22 if view.size <= 16 else 14)
    boxes: list[Box] = []
    paths: list[str] = []
    columns: list[tuple[int, Note]] = []
    middles: list[int] = []
    for index, matches in enumerate(view.rounds):
        x = MARGIN + index * COLUMN
        columns.append((x, bracket.titles[index]))
        if index == 0:
            now = [HEAD + pitch * i + LINE_HEIGHT for i in range(len(matches))]
        elif len(matches) == len(middles):  # a losers' round whose opponents come down from above
            now = middles
            paths += [f"M{x - COLUMN + BOX_WIDTH} {y}H{x}" for y in now]
        else:
            now = [(middles[2 * i] + middles[2 * i + 1]) // 2 for i in range(len(matches))]
            paths += [
                f"M{x - COLUMN + BOX_WIDTH} {middles[2 * i + side]}H{x - 21}V{now[i]}H{x}"
                for i in range(len(matches))
                for side in (0, 1)
            ]
        boxes += [_box(bracket, match, x, y - LINE_HEIGHT) for match, y in zip(matches, now, strict=True)]
        middles = now
    height = HEAD + pitch * max(1, len(view.rounds[0]))
    last = MARGIN + (len(view.rounds) - 1) * COLUMN
    third_y = None
    if view.third is not None:
        third_y = max(middles[0] + 3 * LINE_HEIGHT, HEAD) + 14
        boxes.append(_box(bracket, view.third, last, third_y))
        height = max(height, third_y + 2 * LINE_HEIGHT + MARGIN)
    paths.append(f"M{last + BOX_WIDTH} {middles[0]}H{last + COLUMN}")
    full = bracket.names[view.champion] if view.champion is not None else ""
    champion, look = fit_or_shrink_name(full, CHAMPION_WIDTH, CHAMPION_SIZE, TIGHT_CHAMPION)
    return BracketPicture(
        last + COLUMN + MARGIN + CHAMPION_WIDTH,
        height + MARGIN,
        tuple(boxes),
        tuple(paths),
        tuple(columns),
        third_y,
        champion,
        full,
        (last + COLUMN + MARGIN, middles[0]),
        f"champion {look}".strip(),
    )


def _box(bracket: ShownBracket, match: BracketMatch, x: int, y: int) -> Box:
    pair = frozenset(slot.no for slot in (match.top, match.bottom) if slot.no is not None)
    scores = bracket.scores.get(pair, {})
    lines = (
        _line(bracket.names, match.top, match, scores, y + 18),
        _line(bracket.names, match.bottom, match, scores, y + LINE_HEIGHT + 18),
    )
    return Box(x, y, lines, bracket.tables.get(pair))


def _line(
    names: Mapping[int, str], slot: BracketSlot, match: BracketMatch, scores: Mapping[int, str], y: int
) -> BoxLine:
    if slot.no is None:
        return BoxLine(y, "", "", "", "", "bye" if slot.kind == "bye" else "open")
    full = names[slot.no]
    look = "open" if not match.decided else "won" if match.winner == slot.no else "lost"
    seed = "" if slot.seed is None else str(slot.seed)
    score = scores.get(slot.no, "")
    text, tight = fit_or_shrink_name(full, NAME_WIDTH - _score_width(score), NAME_SIZE, TIGHT_NAME)
    return BoxLine(y, text, full, seed, score, f"{look} {tight}".strip())
