"""One player's whole tournament (SP-13, S-14): every round with opponent, start, result and running points.

For staff: full names, and rounds that are only drafted. The exported web site makes its own from `card_rounds`.
"""

from __future__ import annotations

from typing import Required, TypedDict

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.pages.event_tables import KINDS, entrant_status
from pareo.app.queries.pages.pairing_information import starts_matter
from pareo.app.queries.pages.public_view import cached_tables, short_result
from pareo.app.rows.people import CardRound, PlayerCardRow
from pareo.app.rows.tables import MatchRecordRow, TiebreakRow
from pareo.app.wording.match_games import each_game_text
from pareo.core.model.entities import Match, Round, Sitting, Status
from pareo.core.model.outcome import Outcome
from pareo.core.results.result_text import flip_result
from pareo.core.standings.points import result_points, sitting_points
from pareo.core.tournament.tables import per_division
from pareo.core.tournament.tournament import ELIMINATION, Tournament

_FORFEITS = (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


def card(ctx: Context, slug: str, who: str, *, after: int | None = None) -> PlayerCardRow:
    """Everything about one player's tournament, up to a round (default: all there is, drafts included)."""
    event = ctx.open(slug)
    no = event.find(who)
    return card_of(event, no, after=after)


def card_of(event: LoadedTournament, no: int, *, after: int | None = None) -> PlayerCardRow:
    t = event.state
    e = t.entrants[no]
    standing = next((row for x in per_division(t, cached_tables(event, after)) for row in x.rows if row.no == no), None)
    return PlayerCardRow(
        player=event.id(no),
        no=no,
        name=event.name(no),
        start_no=e.start_no or None,
        rating=e.rating,
        rating2=e.rating2,
        title=event.person(e).get("title") or "",
        club=e.club,
        federation=e.federation,
        division=e.division,
        status=entrant_status(t, no),
        rank=standing.rank if standing else None,
        points=t.ruleset.show_points(standing.points) if standing else 0,
        record=MatchRecordRow(standing.wins, standing.losses, standing.ties) if standing else MatchRecordRow(0, 0, 0),
        tiebreaks={v.id: TiebreakRow(v.shown, v.text) for v in standing.values} if standing else {},
        rounds=card_rounds(event, no, after=after),
    )


Seats = dict[tuple[str, int], dict[int, Match | Sitting]]


def seats_of(t: Tournament) -> Seats:
    """Where everybody is in every round: for the cards of thousands, looked up instead of searched."""
    return {(p.id, r.number): _seats(r) for p in t.pods.values() for r in p.rounds.values()}


def _seats(r: Round) -> dict[int, Match | Sitting]:
    seats: dict[int, Match | Sitting] = {s.no: s for s in r.sitting}
    for m in r.matches.values():
        seats[m.a] = seats[m.b] = m
    return seats


def card_rounds(
    event: LoadedTournament, no: int, *, after: int | None = None, drafts: bool = True, seats: Seats | None = None
) -> list[CardRound]:
    """An entrant's rounds in order, with the running points; those of a bracket give none."""
    t = event.state
    rounds = [
        (r.number, p, r)
        for p in t.pods.values()
        if seats is not None or no in p.members
        for r in p.rounds.values()
        if (after is None or r.number <= after) and (drafts or r.status is not Status.DRAFTED)
    ]
    total = 0
    rows: list[CardRound] = []
    for number, p, r in sorted(rounds, key=lambda x: x[0]):
        seat = (seats[p.id, number] if seats is not None else _seats(r)).get(no)
        if seat is None:
            continue
        gained = _points_gained(event, r, seat, no)
        if gained is not None and p.phase in ELIMINATION:
            gained = 0
        total += gained or 0
        rows.append(
            CardRound(
                round=number,
                pod=p.id,
                phase=p.phase.value,
                status=r.status.value,
                **_from_own_side(event, seat, no),
                points=None if gained is None else t.ruleset.show_points(gained),
                total=t.ruleset.show_points(total),
            )
        )
    return rows


def card_rows(ctx: Context, slug: str) -> list[tuple[str, str, CardRound]]:
    """The rounds of everybody's card with id and name, by start number."""
    event = ctx.open(slug)
    t = event.state
    seats = seats_of(t)
    order = sorted(t.entrants, key=lambda no: (t.entrants[no].start_no or no, no))
    return [(event.id(no), event.name(no), row) for no in order for row in card_rounds(event, no, seats=seats)]


def _points_gained(event: LoadedTournament, r: Round, seat: Match | Sitting, no: int) -> int | None:
    """The points an entrant gained in the round: None while it is open."""
    ruleset = event.state.ruleset
    if isinstance(seat, Match):
        return None if seat.result is None else result_points(ruleset, seat.result)[0 if seat.a == no else 1]
    return sitting_points(ruleset.points, seat) if r.status in (Status.STARTED, Status.FINISHED) else None


class _Side(TypedDict, total=False):
    kind: Required[str]
    table: int
    opponent: str
    opponent_no: int
    opponent_name: str
    opponent_start_no: int | None
    opponent_rating: int | None
    starts: bool | None
    result: str | None
    outcome: str | None
    games: str | None


def _from_own_side(event: LoadedTournament, seat: Match | Sitting, no: int) -> _Side:
    if not isinstance(seat, Match):
        return {"kind": KINDS[seat.outcome], "outcome": seat.outcome.value}
    first = seat.a == no
    other = seat.b if first else seat.a
    met = event.state.entrants[other]
    own = seat.result if first or seat.result is None else flip_result(seat.result)
    forfeit = own is not None and own.a in _FORFEITS
    return {
        "kind": "match",
        "table": seat.table,
        "opponent": event.id(other),
        "opponent_no": other,
        "opponent_name": event.name(other),
        "opponent_start_no": met.start_no or None,
        "opponent_rating": met.rating,
        "starts": first if starts_matter(event.state) and not forfeit else None,
        "result": None if own is None else short_result(own),
        "outcome": None if own is None else own.a.value,
        "games": None if own is None else each_game_text(own) or None,
    }
