"""Parts of the exported web site that look at players one by one: ratings, the grid of a round robin, cards (SP-13).

The same privacy as everywhere on the site: names as the event shows them, published rounds only, nothing personal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pareo.app.desk import Desk, Event
from pareo.app.views.cards import card_rounds, seats_of
from pareo.app.views.cross_table import games_text, grid
from pareo.app.views.public import PodLabel, finished_numbers, label_of_table, public_tables
from pareo.app.views.public_names import public_name
from pareo.app.views.ratings import rated_lists, ratings_view
from pareo.app.views.rows_people import CardRound, RatingLine
from pareo.core.standings.standings import Standing
from pareo.core.standings.tables import StandingTable, per_division
from pareo.core.words.numbers import points_text, signed

CARDS_LIMIT = 1000
"""Entrants up to which everybody has a page of his own."""

Figure = Callable[[float | None], str]


class RatingShown(NamedTuple):
    """One player's line in the rating view."""

    no: int
    name: str
    cells: tuple[str, ...]  # rating, score/games, expected, change, average, performance, new


def rating_lists(desk: Desk, event: Event, figure: Figure) -> dict[int, list[RatingShown]]:
    """The rating views of the lists this event has; none before a round is finished."""
    if not finished_numbers(event.state):
        return {}
    return {
        number: [_rating_line(event, row, figure) for row in ratings_view(desk, event.state.slug, number)]
        for number in rated_lists(event.state)
    }


def _rating_line(event: Event, row: RatingLine, figure: Figure) -> RatingShown:
    cells = (
        figure(row.rating), f"{figure(row.score)} / {row.games}", figure(row.expected), signed(row.change),
        figure(row.average), figure(row.performance), figure(row.new),
    )
    return RatingShown(row.no, public_name(event, row.no), cells)


class GridShown(NamedTuple):
    """A cross table by opponents."""

    label: PodLabel
    rounds: tuple[int, ...]  # none: a column is an opponent
    rows: tuple[tuple[int | str, int, str, str, tuple[str, ...], int], ...]  # place, no, name, points, cells, number
    heads: tuple[str, ...]
    by_number: bool


def grid_of(desk: Desk, event: Event, table: StandingTable, after: int) -> GridShown:
    found = grid(desk, event.state.slug, pod=table.id, after=after)
    rows = tuple(
        (row.place, row.no, public_name(event, row.no), points_text(row.points),
         tuple("×" if i == j else games_text(cells) for j, cells in enumerate(found.games[i])), row.number)
        for i, row in enumerate(found.rows)
    )
    return GridShown(label_of_table(event.state, table), (), rows, found.heads, found.by_number)


class CardLine(NamedTuple):
    """One of a player's rounds."""

    round_no: int
    table: str
    opponent: str
    opponent_no: int | None
    rating: str
    start: str
    kind: str
    result: str
    points: str
    total: str


class CardShown(NamedTuple):
    """One player's tournament."""

    no: int
    name: str
    start_no: int
    rating: str
    club: str
    federation: str
    rank: int | None
    points: str
    lines: tuple[CardLine, ...]


def cards(event: Event, figure: Figure) -> list[CardShown]:
    """Everybody's tournament as far as it is published; nobody's in an event of thousands."""
    t = event.state
    if len(t.entrants) > CARDS_LIMIT:
        return []
    seats = seats_of(t)
    places: dict[int, Standing] = {row.no: row for table in per_division(t, public_tables(event)) for row in table.rows}
    made = []
    for no, e in t.entrants.items():
        rows = card_rounds(event, no, drafts=False, seats=seats)
        place = places.get(no)
        made.append(CardShown(
            no, public_name(event, no), e.start_no, figure(e.rating), e.club, e.federation,
            place.rank if place else None, figure(t.ruleset.show_points(place.points)) if place else "",
            tuple(_card_line(event, row, figure) for row in rows),
        ))
    return made


def _card_line(event: Event, row: CardRound, figure: Figure) -> CardLine:
    other = row.opponent_no
    return CardLine(
        row.round, str(row.table or ""), public_name(event, other) if other is not None else "", other,
        figure(row.opponent_rating), {True: "+", False: "−", None: ""}[row.starts], row.kind,
        " ".join(filter(None, (row.result, row.games))), figure(row.points), figure(row.total),
    )
