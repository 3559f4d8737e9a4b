"""Papers for a terminal: the values that are set as PDF, laid out as plain text in the document's language.

Contract: a gathered document in, sheets of text out: one for each slip, card or bracket. Nothing is said here that the
document does not say; blanks to write on are underscores, boxes to tick are [ ].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pareo.cli.text_table import fit, pad, width
from pareo.print.document import Part, PrintDocument

SLIP_WIDTH = 78
BRACKET_WIDTH = 100
_BLANK = "_" * 8
_BOX = "[ ]"
_SCORE_SHEET = 6  # columns; its second one has names, every other column of a card has figures


def sheets(document: PrintDocument) -> list[str]:
    """Every sheet of the document."""
    return [text for part in document.parts for text in _LAYOUTS[part["part"]](document, part)]


def _sheet(lines: Iterable[str]) -> str:
    return "\n".join(line.rstrip() for line in lines) + "\n"


# --- tables and cards -------------------------------------------------------------------------------------------------


def _ruled_table(titles: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool]) -> list[str]:
    """A table with lines between its columns."""
    widths = [max(map(width, cells)) for cells in zip(titles, *rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        return " | ".join(pad(c, w, right=r) for c, w, r in zip(cells, widths, right, strict=True))

    return [line(titles), "-+-".join("-" * w for w in widths), *map(line, rows)]


def table_sheet(part: Part) -> str:
    """A table of a document, under its heading."""
    right = [column["align"] == "right" for column in part["columns"]]
    lines = _ruled_table([column["title"] for column in part["columns"]], part["rows"], right)
    return _sheet(filter(None, (part["heading"], *lines, part["note"])))


def _cards(document: PrintDocument, part: Part) -> list[str]:
    return [_card(document, part["titles"], card) for card in part["cards"]]


def _card(document: PrintDocument, titles: Sequence[str], card: Mapping[str, Any]) -> str:
    has_names = len(titles) == _SCORE_SHEET
    lines = _ruled_table(titles, card["rows"], [not (has_names and i == 1) for i in range(len(titles))])
    total = []
    if card["total_word"]:
        last = width(lines[0].rpartition("|")[2]) - 1
        before = width(lines[0]) - last - 3
        total = [f"{pad(card['total_word'], before, right=True)} | {pad(card['total'], last, right=True)}"]
    facts = "   ".join(f"{word} {value or _BLANK}" for word, value in card["facts"])
    return _sheet([f"{document.event} · {document.title}", card["name"], facts, "", *lines, *total])


# --- slips ------------------------------------------------------------------------------------------------------------


def _slips(document: PrintDocument, part: Part) -> list[str]:
    """In the order of the tables: pages are made up so that the cut piles lie one after another."""
    ordered = [page[row] for row in range(part["per_page"]) for page in part["pages"] if row < len(page)]
    return [_slip(document, part, slip) for slip in ordered]


def _slip(document: PrintDocument, part: Part, slip: Mapping[str, Any]) -> str:
    words = document.words
    edge = "-" * SLIP_WIDTH
    where = f"{slip['round']}   {words['table']} {slip['table']}"
    room = SLIP_WIDTH - width(where)
    about = fit(" · ".join(filter(None, (document.event, slip["group"]))), room - 2)
    boxes = _squads(words, slip) if part["kind"] == "squads" else _outcomes(words, slip)
    sign = f"{words['slip-signature']} A {'_' * 20}   {words['slip-signature']} B {'_' * 20}"
    return _sheet(
        [
            edge,
            pad(about, room) + where,
            words["draft"] if part["draft"] else "",
            _side("A", slip["a"], words, slip["beside"][0]),
            _side("B", slip["b"], words, slip["beside"][1]),
            "",
            *boxes,
            *filter(None, [slip["higher"]]),
            "",
            sign,
            edge,
        ]
    )


def _side(letter: str, side: Mapping[str, str], words: Mapping[str, str], extra: str) -> str:
    number = f"{words['number']} {side['number']}" if side["number"] else ""
    details = " · ".join(filter(None, (number, side["record"], side["faction"], extra)))
    return fit(f"{letter}  {pad(fit(side['name'], 40), 40)}  {details}", SLIP_WIDTH)


def _outcomes(words: Mapping[str, str], slip: Mapping[str, Any]) -> list[str]:
    """Outcomes to tick; scores, or the games of a match of several, come first (S-13)."""
    lines = [f"{word}   A {_BLANK}   B {_BLANK}" for word in slip["lines"]]
    draw = [f"{_BOX} {words['slip-draw']}"] if slip["draw"] else []
    return [
        *lines,
        "     ".join(
            [
                f"A {_BOX} {words['slip-wins']}",
                *draw,
                f"B {_BOX} {words['slip-wins']}",
                *([] if slip["elimination"] else [f"{_BOX} {words['slip-both-lose']}"]),
            ]
        ),
    ]


def _squads(words: Mapping[str, str], slip: Mapping[str, Any]) -> list[str]:
    """Squad totals, who chooses initiative, points destroyed, how it ended (X-11, X-13, X-19, X-28)."""
    both = max(width(words["slip-squad"]), width(words["slip-destroyed"]))
    totals = "   ".join(f"{letter} {pad(slip[letter.lower()]['squad'] or _BLANK, 8)}" for letter in "AB")
    chooser = "   ".join(f"{letter} {'[×]' if slip['chooser'] == letter.lower() else _BOX}" for letter in "AB")
    name = f"   {slip[slip['chooser']]['name']}" if slip["chooser"] else ""
    ended = "   ".join(f"{_BOX} {words[key]}" for key in ("slip-destruction", "slip-time"))
    lines = [
        f"{pad(words['slip-squad'], both)}   {totals}",
        f"{pad(words['slip-destroyed'], both)}   A {_BLANK}   B {_BLANK}",
        f"{words['slip-chooses']}:",
        fit(f"   {chooser}{name}", SLIP_WIDTH),
        f"{words['slip-ended']}:   {ended}   {words['slip-conceded']}: A {_BOX}   B {_BOX}",
    ]
    if slip["elimination"]:
        lines.append(f"{words['slip-initiative']}:   A {_BOX}   B {_BOX}")
    if slip["numbers"]:
        lines.append(f"{words['slip-same-faction']}: A {slip['numbers'][0]} · B {slip['numbers'][1]}")
    return lines


# --- brackets ---------------------------------------------------------------------------------------------------------


def _bracket(document: PrintDocument, part: Part) -> list[str]:
    """Every line of every round, joined; the winner's line in the last column."""
    columns = part["columns"]
    if any(len(above) == len(below) for above, below in pairwise(columns)):  # a losers' bracket does not halve
        return [_sheet([f"{document.event} · {part['heading'] or document.title}", *_matches(columns)])]
    cell = max(8, BRACKET_WIDTH * 7 // 10 // max(1, len(columns) - 1))
    first = max(16, min(BRACKET_WIDTH - cell * (len(columns) - 1), 30))
    edges = [0, *(first + cell * i for i in range(len(columns)))]
    rows = [_bracket_row(columns, edges, row) for row in range(2 * len(columns[0]) - 1)]
    third = [] if part["third"] is None else ["", _third(part["third"])]
    return [_sheet([f"{document.event} · {part['heading'] or document.title}", "", *rows, *third])]


def _matches(columns: Sequence[Sequence[Mapping[str, Any]]]) -> Iterator[str]:
    """Round by round, a line for each match."""
    for number, column in enumerate(columns[:-1], 1):
        yield ""
        for a, b in zip(column[::2], column[1::2], strict=True):
            sides = (f"{side['seed']} {side['name']} {side['score']}".strip() or _BLANK for side in (a, b))
            yield f"{number}.  {' – '.join(sides)}"


def _bracket_row(columns: Sequence[Sequence[Mapping[str, Any]]], edges: Sequence[int], row: int) -> str:
    """One label, half way between the two lines it comes from, and the uprights to its left and right."""
    level = ((row + 1) & -(row + 1)).bit_length() - 1  # the lines of a column are twice as far apart as before
    line = ""
    for i, column in enumerate(columns):
        if i == level:
            slot = row >> (level + 1)
            last = i == len(columns) - 1
            label = _label(column[slot], edges[i + 1] - edges[i], seeds=3 if i == 0 else 0, last=last)
            line = pad(line, edges[i]) + label + ("" if last else "┘" if slot % 2 else "┐")
        elif i < len(columns) - 1:
            span, at = 4 << i, (row + 1) % (4 << i)  # a pair's upright runs from a quarter to three quarters
            if span // 4 < at < 3 * span // 4:
                line = pad(line, edges[i + 1] - 1) + ("├" if at == span // 2 else "│")
    return line


def _label(slot: Mapping[str, Any], room: int, *, seeds: int, last: bool) -> str:
    if last:
        return f" {fit(slot['name'] or _BLANK, room - 1)}"
    score = f" {slot['score']} " if slot["score"] else ""
    seed = pad(slot["seed"], seeds, right=True)
    name = fit(f"{seed} {slot['name']}" if slot["name"] else "", room - 3 - width(score)).rstrip()
    line = f"{name} " if name.strip() else ""
    return line + "─" * (room - 1 - width(line) - width(score)) + score


def _third(third: Mapping[str, Any]) -> str:
    both = (third["top"], third["bottom"])
    sides = (f"{side['seed']} {side['name']} {side['score']}".strip() or _BLANK for side in both)
    return f"{third['title']}:  {' – '.join(sides)}  →  {third['winner'] or _BLANK}"


_LAYOUTS = {"cards": _cards, "slips": _slips, "bracket": _bracket}
