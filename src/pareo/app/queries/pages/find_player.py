"""Finding oneself: the players whose name fits what was typed, as the public sees them.

Contract: a part of the public name will do; of what the public does not see (a family name of which only the first
letter is shown) only a whole word counts, so that nobody can spell it out letter by letter.
"""

from __future__ import annotations

from typing import NamedTuple

from pareo.app.base.context import LoadedTournament
from pareo.app.queries.pages import public_view as public_views
from pareo.app.queries.pages.public_names import public_name
from pareo.core.text.alphabet import alphabetical, plain_letters

MOST = 30


class PossiblePlayer(NamedTuple):
    """Somebody who may be meant."""

    no: int
    name: str
    table: int | None
    opponent: str
    kind: str  # as `public_views.Seat`
    division: str


def find_players(event: LoadedTournament, typed: str) -> list[PossiblePlayer]:
    """Who fits; nobody while nothing was typed."""
    words = plain_letters(typed).replace(",", " ").replace(".", " ").split()
    if not words:
        return []
    t = event.state
    nos = [no for no, e in t.entrants.items() if e.drop is None and _fits(event, no, words)]
    nos = sorted(nos, key=lambda no: (alphabetical(public_name(event, no)), no))[:MOST]
    seats = (
        {seat.no: seat for seat in public_views.seats(event, public_views.current_rounds(t), now=True)}
        if nos and t.pods
        else {}
    )
    titles = {d.id: d.title for d in t.ruleset.divisions.divisions} if t.ruleset.divisions else {}
    players = []
    for no in nos:
        seat = seats.get(no)
        division = titles.get(t.entrants[no].division, t.entrants[no].division)
        players.append(
            PossiblePlayer(
                no,
                public_name(event, no),
                seat.table if seat else None,
                seat.opponent if seat else "",
                seat.kind if seat else "",
                division,
            )
        )
    return players


def _fits(event: LoadedTournament, no: int, words: list[str]) -> bool:
    public = plain_letters(public_name(event, no)).replace(".", " ").split()
    whole = set(plain_letters(event.name(no)).split())
    return all(word in whole or any(part.startswith(word) for part in public) for word in words)
