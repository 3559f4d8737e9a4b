"""The FISE tournament card (S-14) as values: rounds with running totals; rounds not played yet are empty."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round on a player's card."""

    round_no: int
    opponent: int | None  # number in the starting list; None: rested
    first: bool | None = None  # had the first move; None: no game
    points: int | None = None  # in 1/unit; None: not finished
    scrabble: int | None = None
    opponent_points: int | None = None  # the opponent's final points, for Sonneborn-Berger
    summed: int | None = None  # what of them counts there, in 1/(2 unit): of the beaten all; None: nothing


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
    """The sum of the S-B column, in 1/(2 unit): what the standings say (S-12)."""
    return sum(line.summed or 0 for line in card.lines)
