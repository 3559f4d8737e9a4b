"""One player's whole tournament (SP-13, S-14): every round with opponent, start, result and running points.

For staff: full names, and rounds that are only drafted. Public pages show a player's rounds by `own_page` instead.
"""

from __future__ import annotations

from typing import Any

from pareo.app.desk import Desk, Event
from pareo.app.views.event_rows import KINDS, entrant_status
from pareo.app.views.pairing_information import starts_matter
from pareo.app.views.public import kept_tables, short_result
from pareo.core.standings.points import result_points, sitting_points
from pareo.core.standings.standings import Standing
from pareo.core.state.model import Match, Round, Sitting, Status
from pareo.core.state.outcome import Outcome
from pareo.core.state.result_text import flip
from pareo.core.state.tournament import ELIMINATION, Tournament

_FORFEITS = (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


def card(desk: Desk, slug: str, who: str, *, after: int | None = None) -> dict[str, Any]:
    """Everything about one player's tournament, up to a round (default: all there is, drafts included)."""
    event = desk.open(slug)
    no = event.find(who)
    return card_of(event, no, after=after)


def card_of(event: Event, no: int, *, after: int | None = None) -> dict[str, Any]:
    t = event.state
    e = t.entrants[no]
    person = event.person(e)
    standing = next((row for x in kept_tables(event, after) for row in x.rows if row.no == no), None)
    return {
        "player": event.id(no), "no": no, "name": event.name(no), "start_no": e.start_no or None, "rating": e.rating,
        "rating2": e.rating2, "title": person.get("title") or "", "club": e.club, "federation": e.federation,
        "division": e.division, "status": entrant_status(t, no), **_place(event, standing),
        "rounds": card_rounds(event, no, after=after),
    }


def _place(event: Event, row: Standing | None) -> dict[str, Any]:
    if row is None:
        return {"rank": None, "points": 0, "record": {"wins": 0, "losses": 0, "ties": 0}, "tiebreaks": {}}
    return {
        "rank": row.rank, "points": event.state.ruleset.show_points(row.points),
        "record": {"wins": row.wins, "losses": row.losses, "ties": row.ties},
        "tiebreaks": {v.id: {"value": v.shown, "exact": v.text} for v in row.values},
    }


Seats = dict[tuple[str, int], dict[int, Match | Sitting]]


def seats_of(t: Tournament) -> Seats:
    """Where everybody is in every round: for the cards of thousands, looked up instead of searched."""
    return {(p.id, r.number): _seats(r) for p in t.pods.values() for r in p.rounds.values()}


def _seats(r: Round) -> dict[int, Match | Sitting]:
    found: dict[int, Match | Sitting] = {s.no: s for s in r.sitting}
    for m in r.matches.values():
        found[m.a] = found[m.b] = m
    return found


def card_rounds(
    event: Event, no: int, *, after: int | None = None, drafts: bool = True, seats: Seats | None = None
) -> list[dict[str, Any]]:
    """His rounds in order, with the running points; those of a bracket give none."""
    t = event.state
    found = [
        (r.number, p, r) for p in t.pods.values() if seats is not None or no in p.members for r in p.rounds.values()
        if (after is None or r.number <= after) and (drafts or r.status is not Status.DRAFTED)
    ]
    total = 0
    rows: list[dict[str, Any]] = []
    for number, p, r in sorted(found, key=lambda x: x[0]):
        seat = (seats[p.id, number] if seats is not None else _seats(r)).get(no)
        if seat is None:
            continue
        row, gained = _round_row(event, r, seat, no)
        if gained is not None and p.phase in ELIMINATION:
            gained = 0
        total += gained or 0
        rows.append({"round": number, "pod": p.id, "phase": p.phase.value, "status": r.status.value, **row,
                     "points": None if gained is None else t.ruleset.show_points(gained),
                     "total": t.ruleset.show_points(total)})
    return rows


def card_rows(desk: Desk, slug: str) -> list[dict[str, Any]]:
    """The rounds of everybody's card, one row each, by start number."""
    event = desk.open(slug)
    t = event.state
    seats = seats_of(t)
    order = sorted(t.entrants, key=lambda no: (t.entrants[no].start_no or no, no))
    return [
        {"player": event.id(no), "name": event.name(no), **row}
        for no in order for row in card_rounds(event, no, seats=seats)
    ]


def _round_row(event: Event, r: Round, seat: Match | Sitting, no: int) -> tuple[dict[str, Any], int | None]:
    """The round from his side, and the points it gave him: None while it is open."""
    if isinstance(seat, Match):
        return _match_row(event, seat, no)
    given = r.status in (Status.STARTED, Status.FINISHED)
    points = sitting_points(event.state.ruleset.points, seat) if given else None
    return {**_NOBODY, "kind": KINDS[seat.outcome], "outcome": seat.outcome.value}, points


_NOBODY: dict[str, Any] = {"table": None, "opponent": None, "opponent_no": None, "opponent_name": None,
                           "opponent_start_no": None, "opponent_rating": None, "starts": None, "result": None}


def _match_row(event: Event, m: Match, no: int) -> tuple[dict[str, Any], int | None]:
    t = event.state
    first = m.a == no
    other = m.b if first else m.a
    met = t.entrants[other]
    row: dict[str, Any] = {
        "kind": "match", "table": m.table, "opponent": event.id(other), "opponent_no": other,
        "opponent_name": event.name(other), "opponent_start_no": met.start_no or None, "opponent_rating": met.rating,
        "starts": first if starts_matter(t) else None, "result": None, "outcome": None,
    }
    if m.result is None:
        return row, None
    own = m.result if first else flip(m.result)
    if own.a in _FORFEITS:
        row["starts"] = None
    gained_a, gained_b = result_points(t.ruleset.points, m.result)
    return row | {"result": short_result(own), "outcome": own.a.value}, gained_a if first else gained_b
