"""Which of a player's two ratings counts in an event: for its numbers and for its tie-breaks (TRF26, 172)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pareo.core.model.entities import Entrant
from pareo.core.settings.chess import TOURNAMENT_RATING
from pareo.core.tournament.tournament import Tournament

Rating = int | None


def _nonzero(*values: Rating) -> list[int]:
    return [value for value in values if value]


_RATING_BY: Mapping[str, Callable[[Rating, Rating], Rating]] = {
    "FIDE": lambda fide, _national: fide,
    "NRO": lambda _fide, national: national,
    "FIDON": lambda fide, national: fide or national,
    "NIDOF": lambda fide, national: national or fide,
    "HBFN": lambda fide, national: max(_nonzero(fide, national), default=None),
    "LBFN": lambda fide, national: min(_nonzero(fide, national), default=None),
    "OTHER": lambda fide, _national: fide,
}


def rating_in(t: Tournament, e: Entrant) -> Rating:
    """The rating of an entrant that counts in the event: FIDE's (the first), the national (the second), or either."""
    return _RATING_BY[t.setting(TOURNAMENT_RATING) or "FIDE"](e.rating, e.rating2)
