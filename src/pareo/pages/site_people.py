"""Parts of the exported web site that look at players one by one: ratings, cards (SP-13).

With the privacy of the whole site: names as the event shows them, published rounds only, nothing personal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.pages.cards import card_rounds, seats_of
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.pages.public_view import finished_numbers, public_tables
from pareo.app.queries.pages.ratings import rated_lists, ratings_view
from pareo.app.rows.people import CardRound, PlayerCardRow, PlayerRatingRow
from pareo.app.rows.tables import MatchRecordRow
from pareo.app.wording.number_text import signed_text
from pareo.core.standings.standings import Standing
from pareo.core.tournament.tables import per_division

CARDS_LIMIT = 1000
"""Entrants up to which everybody has a page of their own."""

Figure = Callable[[float | None], str]


class RatingShown(NamedTuple):
    """One player's line in the rating view."""

    no: int
    name: str
    cells: tuple[str, ...]  # rating, score/games, expected, change, average, performance, new


def rating_lists(ctx: Context, event: LoadedTournament, figure: Figure) -> dict[int, list[RatingShown]]:
    """The rating views of the lists this event has; none before a round is finished."""
    if not finished_numbers(event.state):
        return {}
    return {
        number: [_rating_line(event, row, figure) for row in ratings_view(ctx, event.state.slug, number)]
        for number in rated_lists(event.state)
    }


def _rating_line(event: LoadedTournament, row: PlayerRatingRow, figure: Figure) -> RatingShown:
    cells = (
        figure(row.rating),
        f"{figure(row.score)} / {row.games}",
        figure(row.expected),
        signed_text(row.change),
        figure(row.average),
        figure(row.performance),
        figure(row.new),
    )
    return RatingShown(row.no, public_name(event, row.no), cells)


def cards(event: LoadedTournament) -> list[PlayerCardRow]:
    """Everybody's tournament as far as it is published; nobody's in an event of thousands."""
    t = event.state
    if len(t.entrants) > CARDS_LIMIT:
        return []
    seats = seats_of(t)
    places: dict[int, Standing] = {row.no: row for table in per_division(t, public_tables(event)) for row in table.rows}
    rows = []
    for no, e in t.entrants.items():
        standing = places.get(no)
        rows.append(
            PlayerCardRow(
                player="",
                no=no,
                name=public_name(event, no),
                start_no=e.start_no or None,
                rating=e.rating,
                title="",
                club=e.club,
                federation=e.federation,
                division=e.division,
                status="",
                rank=standing.rank if standing else None,
                points=t.ruleset.show_points(standing.points) if standing else 0,
                record=MatchRecordRow(0, 0, 0),
                tiebreaks={},
                rounds=[_public(event, row) for row in card_rounds(event, no, drafts=False, seats=seats)],
            )
        )
    return rows


def _public(event: LoadedTournament, row: CardRound) -> CardRound:
    other = row.opponent_no
    return row if other is None else replace(row, opponent="", opponent_name=public_name(event, other))
