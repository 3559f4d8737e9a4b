"""A player's own paper: the FISE tournament card (S-14) and the X-Wing score sheet (X-26).

Contract: values in, text out. Rounds not played yet are printed empty, to be filled in by hand.
"""

from __future__ import annotations

from dataclasses import dataclass

from pareo.core.papers.words import WORDS, fitted, points_text


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round on a player's card."""

    round_no: int
    opponent: int | None  # number in the starting list; None: rested
    first: bool | None = None  # had the first move; None: no game
    points: int | None = None  # in 1/unit; None: not finished
    scrabble: int | None = None
    opponent_points: int | None = None  # the opponent's final points, for Sonneborn-Berger
    beaten: bool = False  # won against him: these points are summed


@dataclass(frozen=True, slots=True)
class Card:
    """The card of one player in a tournament run by hand (FISE, «Las tarjetas de torneo»)."""

    club: str
    tournament_no: str
    date: str
    name: str
    number: int
    rounds: int  # rows to print
    lines: tuple[CardLine, ...] = ()
    unit: int = 2


@dataclass(frozen=True, slots=True)
class CardRow:
    """A line with its running totals; None where there is nothing to count yet."""

    line: CardLine
    total: int | None
    scrabble_total: int | None


def card_rows(card: Card) -> tuple[CardRow, ...]:
    """One row for each round of the card, in order, with running totals; rounds to come are empty."""
    known = {line.round_no: line for line in card.lines}
    rows: list[CardRow] = []
    total = scrabble = 0
    for round_no in range(1, card.rounds + 1):
        line = known.get(round_no, CardLine(round_no, None))
        total += line.points or 0
        scrabble += line.scrabble or 0
        done = line.points is not None
        # A rest has points but no Scrabble points; the running total stands all the same (S-13).
        rows.append(CardRow(line, total if done else None, scrabble if done else None))
    return tuple(rows)


def sonneborn_berger(card: Card) -> int:
    """The points of the opponents beaten, only those (S-12)."""
    return sum(line.opponent_points or 0 for line in card.lines if line.beaten)


def card_text(card: Card) -> str:
    """The card with the columns of the document."""
    head = (
        f"{WORDS['round']:>5} | {WORDS['card_opponent']:>5} | {WORDS['card_first']:^5} | {WORDS['card_points']:>6} "
        f"| {WORDS['card_total']:>6} | {WORDS['card_scrabble']:>12} | {WORDS['card_total']:>6} "
        f"| {WORDS['card_initials']:^8} | {WORDS['card_sb']:>7}"
    )
    total_word = f"{WORDS['total']} {WORDS['card_sb']}"
    lines = [
        f"{WORDS['tournament_no']} {card.tournament_no}",
        f"{WORDS['club']}: {card.club}   {WORDS['date']}: {card.date}",
        f"{WORDS['name']}: {card.name}   {WORDS['number']} {card.number}",
        "",
        head,
        "".join("+" if sign == "|" else "-" for sign in head),
        *(_card_line(row, card) for row in card_rows(card)),
        f"{total_word:>{len(head) - 10}} | {points_text(sonneborn_berger(card), card.unit):>7}",
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _card_line(row: CardRow, card: Card) -> str:
    line = row.line

    def shown(points: int | None) -> str:
        return "" if points is None else points_text(points, card.unit)

    rested = line.opponent is None and line.points is not None
    opponent = WORDS["rest"] if rested else "" if line.opponent is None else str(line.opponent)
    first = "" if line.first is None else "+" if line.first else "−"
    # Points of an opponent who was not beaten are listed in brackets: not summed.
    listed = shown(line.opponent_points)
    sb = listed if line.beaten or not listed else f"({listed})"
    return (
        f"{line.round_no:>5} | {opponent:>5} | {first:^5} | {shown(line.points):>6} | {shown(row.total):>6} "
        f"| {_number(line.scrabble):>12} | {_number(row.scrabble_total):>6} | {'':^8} | {sb:>7}"
    )


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One round on an X-Wing score sheet."""

    round_no: int
    opponent: str  # a name, or the word for a bye
    destroyed: int | None = None
    lost: int | None = None  # own points destroyed by the opponent
    points: int | None = None  # tournament points; None: not finished
    margin: int | None = None  # margin of victory of this round


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A player's (or team's) score sheet with the margin per round (X-26)."""

    event: str
    name: str
    number: int
    rounds: int
    lines: tuple[ScoreLine, ...] = ()

    @property
    def points(self) -> int:
        return sum(line.points or 0 for line in self.lines)

    @property
    def margin(self) -> int:
        return sum(line.margin or 0 for line in self.lines)


def score_sheet_text(sheet: ScoreSheet) -> str:
    """The sheet, with empty lines for the rounds to come."""
    known = {line.round_no: line for line in sheet.lines}
    row = "{:>5} | {:<30} | {:>9} | {:>5} | {:>6} | {:>6}"
    head = row.format(*(WORDS[w] for w in ("round", "opponent")), "+", "−", WORDS["points"], WORDS["margin"])
    lines = [
        f"{WORDS['score_sheet']}   {sheet.event}",
        f"{WORDS['name']}: {sheet.name}   {WORDS['number']} {sheet.number}",
        f"+ {WORDS['destroyed']}   − {WORDS['lost']}",
        "",
        head,
        "".join("+" if sign == "|" else "-" for sign in head),
    ]
    for round_no in range(1, sheet.rounds + 1):
        line = known.get(round_no, ScoreLine(round_no, ""))
        numbers = (_number(n) for n in (line.destroyed, line.lost, line.points, line.margin))
        lines.append(row.format(round_no, fitted(line.opponent, 30), *numbers))
    lines.append(row.format("", WORDS["total"], "", "", sheet.points, sheet.margin))
    return "\n".join(line.rstrip() for line in lines) + "\n"
