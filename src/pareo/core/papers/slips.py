"""Paper for the tables: match slips and the seating list, as data and as plain text.

Contract: values in, text out. Names are given in and printed as given; nothing here knows a tournament, a page or a
printer. The data classes are also what other documents (PDF) are made from. See `papers_cards` for player cards and
score sheets, `papers_bracket` for the bracket sheet, `papers_words` for every printed word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pareo.core.pairing.chance import Chance
from pareo.core.papers.bracket import bracket_text
from pareo.core.papers.cards import (
    Card,
    CardLine,
    CardRow,
    ScoreLine,
    ScoreSheet,
    card_rows,
    card_text,
    score_sheet_text,
    sonneborn_berger,
)
from pareo.core.papers.words import WORDS, fitted

SLIP_WIDTH = 78

Kind = Literal["outcome", "scores", "squads"]
Which = Literal["a", "b"]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a slip."""

    name: str
    number: int | None = None  # number in the starting list
    record: str = ""  # "3-1-0", or the points so far
    faction: str = ""
    squad_total: int | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """One match on paper (P-RUN-2)."""

    event: str
    round_no: int
    table: int
    a: Side  # starts, where that matters
    b: Side
    kind: Kind = "outcome"
    draws: bool = True
    starts: bool = False  # say that `a` has the first move (S-5)
    colours: bool = False  # then as colours: `a` has White, `b` Black
    elimination: bool = False  # no draws; X-Wing: who had initiative is written down
    chooser: Which | None = None  # who chooses initiative, if known
    numbers: tuple[str, str] | None = None  # identification numbers of a and b, as drawn

    @property
    def words(self) -> tuple[str, str]:
        """What is said beside the players: keys of words, or nothing."""
        if not self.starts:
            return "", ""
        return ("white-pieces", "black-pieces") if self.colours else ("starts", "")

    @property
    def same_faction(self) -> bool:
        """Both squads of one faction: every miniature gets a number (X-28)."""
        return same_faction(self.a.faction, self.b.faction)


def same_faction(faction_a: str, faction_b: str) -> bool:
    """Are both factions known and the same? Capitals and spaces around do not matter."""
    one, two = faction_a.strip().casefold(), faction_b.strip().casefold()
    return bool(one) and one == two


def identification(faction_a: str, faction_b: str, chance: Chance) -> tuple[str, str] | None:
    """Draws who uses the white and who the black identification numbers; None if the factions differ (X-28)."""
    if not same_faction(faction_a, faction_b):
        return None
    return ("white", "black") if chance.below(2) == 0 else ("black", "white")


def initiative_chooser(total_a: int | None, total_b: int | None, chance: Chance | None = None) -> Which | None:
    """Who chooses initiative: the lower squad total; equal: by lot (X-19). None: a total is missing, or no lot."""
    if total_a is None or total_b is None:
        return None
    if total_a != total_b:
        return "a" if total_a < total_b else "b"
    if chance is None:
        return None
    return "a" if chance.below(2) == 0 else "b"


def slip_text(slip: Slip) -> str:
    """The slip, ready to be cut out and filled in."""
    edge = "-" * SLIP_WIDTH
    place = f"{WORDS['round']} {slip.round_no}   {WORDS['table']} {slip.table}"
    lines = [edge, f"{fitted(slip.event, SLIP_WIDTH - len(place) - 2):<{SLIP_WIDTH - len(place)}}{place}", ""]
    lines += [_side_line(slip.a, slip.words[0]), _side_line(slip.b, slip.words[1]), ""]
    lines += _SLIP_BODIES[slip.kind](slip)
    lines += ["", f"{WORDS['signature']} A ____________________   {WORDS['signature']} B ____________________", edge]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _side_line(side: Side, word: str) -> str:
    number = f"{side.number:>4} " if side.number is not None else "     "
    record = f"({side.record})" if side.record else ""
    squad = "" if side.squad_total is None else WORDS["squad"].format(points=side.squad_total)
    return f"{number}{fitted(side.name, 40):<40}  {record:<14}  {WORDS[word] if word else squad}"


def _outcome_boxes(slip: Slip) -> list[str]:
    boxes = [f"[ ] {WORDS['wins'].format(name=fitted(slip.a.name, 28))}"]
    if slip.draws and not slip.elimination:
        boxes.append(f"[ ] {WORDS['draw']}")
    boxes.append(f"[ ] {WORDS['wins'].format(name=fitted(slip.b.name, 28))}")
    return [f"{WORDS['result']}:", *(f"  {box}" for box in boxes), f"  [ ] {WORDS['both_lose']}"]


def _score_boxes(slip: Slip) -> list[str]:
    """Scrabble: the points of both; who won follows, but is ticked too so that a slip can be checked."""
    line = WORDS["by_hand"]
    return [
        f"{WORDS['score']}:  {fitted(slip.a.name, 24)} {line}   {fitted(slip.b.name, 24)} {line}",
        *_outcome_boxes(slip),
    ]


def _squad_boxes(slip: Slip) -> list[str]:
    """X-Wing: points destroyed by each side and how the game ended; everything else follows (X-11)."""
    line = WORDS["by_hand"]
    a, b = fitted(slip.a.name, 18), fitted(slip.b.name, 18)
    lines = [_chooser_line(slip)]
    if slip.same_faction:
        lines.append(_identification_line(slip))
    lines.append(f"{WORDS['destroyed']}:  {a} {line}   {b} {line}")
    lines.append(f"{WORDS['ended']}:  {WORDS['ended_ways'].format(line=line)}")
    if slip.elimination:
        lines.append(f"{WORDS['had_initiative']}:  [ ] {a}   [ ] {b}")
    return lines


def _chooser_line(slip: Slip) -> str:
    if slip.chooser is None:
        return WORDS["chooses_line"].format(line=WORDS["by_hand"])
    side = slip.a if slip.chooser == "a" else slip.b
    word = "chooses_drawn" if slip.a.squad_total == slip.b.squad_total else "chooses"
    return WORDS[word].format(name=fitted(side.name, 18))


def _identification_line(slip: Slip) -> str:
    if slip.numbers is None:
        return WORDS["identification_open"]
    colour_a, colour_b = slip.numbers
    names = {"name_a": fitted(slip.a.name, 18), "name_b": fitted(slip.b.name, 18)}
    return WORDS["identification"].format(a=WORDS[colour_a], b=WORDS[colour_b], **names)


_SLIP_BODIES = {"outcome": _outcome_boxes, "scores": _score_boxes, "squads": _squad_boxes}


class Seat(NamedTuple):
    """Where a player sits in a round."""

    number: int
    table: int | None  # None: does not play (a bye)
    side: Which | None


def seating(pairs: Iterable[tuple[int, int, int]], sitting: Iterable[int] = ()) -> tuple[Seat, ...]:
    """From (table, a, b) to the list by player number: everybody finds his seat by his number (X-24)."""
    seats = [Seat(no, None, None) for no in sitting]
    for table, a, b in pairs:
        seats += [Seat(a, table, "a"), Seat(b, table, "b")]
    return tuple(sorted(seats))


def seating_text(seats: Sequence[Seat], names: Mapping[int, str], *, round_no: int) -> str:
    """The list to hang up."""
    lines = [f"{WORDS['seating']}   {WORDS['round']} {round_no}", ""]
    lines.append(f"{WORDS['number']:>5}  {WORDS['name']:<40}  {WORDS['table']:>6}")
    for seat in seats:
        table = WORDS["bye"] if seat.table is None else f"{seat.table}{(seat.side or '').upper()}"
        lines.append(f"{seat.number:>5}  {fitted(names[seat.number], 40):<40}  {table:>6}")
    return "\n".join(lines) + "\n"


__all__ = [
    "Card",
    "CardLine",
    "CardRow",
    "ScoreLine",
    "ScoreSheet",
    "Seat",
    "Side",
    "Slip",
    "bracket_text",
    "card_rows",
    "card_text",
    "identification",
    "initiative_chooser",
    "same_faction",
    "score_sheet_text",
    "seating",
    "seating_text",
    "slip_text",
    "sonneborn_berger",
]
