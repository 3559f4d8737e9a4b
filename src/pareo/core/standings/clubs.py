"""Club standings inside one tournament (SP-16): the sum of the best scores of each club.

`club_standings(scores, rules)` adds the best k scores of every club (0: all), leaves clubs with too few players without
a place, and ranks by tie-breaks. Clubs are the same only if their names are equal letter for letter. Any other field,
such as the federation, can stand in for the club. Scores are whole or fractions, in players' units.

Choice: within a club players count in order of score, then place; a club with fewer players than count is ranked with
what it has, as long as it has the minimum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pareo.core.text.alphabet import alphabetical
from pareo.core.text.errors import BadInput, NotFound

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class ClubScore:
    """One player's result in the tournament."""

    name: str
    club: str
    score: Number
    place: int = 0
    secondary: int = 0


@dataclass(frozen=True, slots=True)
class ClubRules:
    """How clubs are ranked."""

    best: int = 0  # scores that count; 0: all
    minimum: int = 1  # players a club needs to be ranked
    tiebreaks: tuple[str, ...] = ("best-scores", "best-place")


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A line of the club standings. `place` is None for a club with too few players."""

    place: int | None
    club: str
    points: Fraction
    counting: tuple[ClubScore, ...]  # best first
    others: tuple[ClubScore, ...]
    decided_by: str | None  # "points", a tie-break, "shared", "minimum"; None for the first


@dataclass(frozen=True, slots=True)
class _Club:
    name: str
    counting: tuple[ClubScore, ...]
    others: tuple[ClubScore, ...]

    @property
    def points(self) -> Fraction:
        return Fraction(sum(s.score for s in self.counting))

    @property
    def everybody(self) -> tuple[ClubScore, ...]:
        return (*self.counting, *self.others)


Key = tuple[Number, ...]

TIEBREAKS: Mapping[str, Callable[[_Club], Key]] = {
    "best-scores": lambda c: tuple(s.score for s in c.counting),  # the best player's score, then the second's …
    "best-place": lambda c: (-min(s.place for s in c.counting),),
    "sum-of-places": lambda c: (-sum(s.place for s in c.counting),),
    "secondary": lambda c: (sum(s.secondary for s in c.counting),),
    "next-scores": lambda c: tuple(s.score for s in c.others),
    "more-players": lambda c: (len(c.everybody),),
    "fewer-players": lambda c: (-len(c.everybody),),
}
"""Tie-breaks between clubs; of two keys the larger goes first."""


def club_standings(scores: Iterable[ClubScore], rules: ClubRules) -> tuple[ClubRow, ...]:
    """The clubs in order of their points and the tie-breaks of the rules (SP-16). Players without a club are left out.

    NotFound: an unknown tie-break; BadInput: impossible numbers in the rules.
    """
    unknown = [name for name in rules.tiebreaks if name not in TIEBREAKS]
    if unknown:
        raise NotFound(
            "club-tiebreak",
            "There is no tie-break “{name}” between clubs. Choose one of: {known}.",
            name=unknown[0],
            known=", ".join(TIEBREAKS),
        )
    if rules.best < 0 or rules.minimum < 1:
        raise BadInput("club-rules", "The best 0 (all) or more scores count, and a club has at least 1 player.")
    clubs = _clubs(scores, rules.best)
    ranked = [c for c in clubs if len(c.everybody) >= rules.minimum]
    keys = {c.name: ((c.points,), *(TIEBREAKS[name](c) for name in rules.tiebreaks)) for c in ranked}
    rows: list[ClubRow] = []
    key_above: tuple[Key, ...] | None = None
    place = 0
    for at, c in enumerate(sorted(ranked, key=lambda c: keys[c.name], reverse=True), 1):
        key = keys[c.name]
        names = ("points", *rules.tiebreaks)
        deciding = next((n for n, a, b in zip(names, key, key_above or key, strict=True) if a != b), None)
        place = place if key_above is not None and deciding is None else at
        decided = None if key_above is None else deciding or "shared"
        rows.append(ClubRow(place, c.name, c.points, c.counting, c.others, decided))
        key_above = key
    too_small = sorted((c for c in clubs if len(c.everybody) < rules.minimum), key=lambda c: -c.points)  # then by name
    return (*rows, *(ClubRow(None, c.name, c.points, c.counting, c.others, "minimum") for c in too_small))


def _clubs(scores: Iterable[ClubScore], best: int) -> list[_Club]:
    members: dict[str, list[ClubScore]] = {}
    for s in scores:
        if s.club:
            members.setdefault(s.club, []).append(s)
    clubs = []
    for name, players in sorted(members.items(), key=lambda club: (alphabetical(club[0]), club[0])):
        players.sort(key=lambda s: (-s.score, s.place, -s.secondary, alphabetical(s.name)))
        counting = best or len(players)
        clubs.append(_Club(name, tuple(players[:counting]), tuple(players[counting:])))
    return clubs
