"""The rating view: what an event does to everybody's rating, by the ruleset's method.

Methods: "fide-average" (one look-up with the whole-number average of the rated opponents, no interpolation, no cap on
the difference: Swiss Perfect's way and the FISE example's, S-15), "fide" (game by game, differences cut to 400),
"uscf" and "pzszach". The arithmetic of each is in a module of its own; here the games are taken from the ledger.

Choices: the average is rounded half up; the share of points is rounded half up to hundredths before the performance
table is read; a player whose rating is below the ruleset's lowest valid rating counts as unrated; a change is rounded
half away from zero; games against unrated opponents are left out (PZSzach: they have no category, 1000).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pareo.core.errors import NotFound
from pareo.core.ledger import Account, Ledger
from pareo.core.outcome import Outcome
from pareo.core.ratings_fide import (
    FIDE_CAP,
    FIDE_PERFECT,
    PERFECT,
    RatedBefore,
    expected_share,
    fide_expected,
    fide_k,
    half_away,
    half_up,
    performance_difference,
)
from pareo.core.ratings_pzszach import NO_CATEGORY, pzszach_rating
from pareo.core.ratings_uscf import BONUS, uscf_change
from pareo.core.ruleset import RatingRules

__all__ = [
    "METHODS",
    "PERFECT",
    "RatedBefore",
    "RatingOptions",
    "RatingRow",
    "expected_share",
    "performance_difference",
    "rating_row",
    "rating_view",
]

_PLAYED = {Outcome.WIN: 2, Outcome.MODIFIED_WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}
_FORFEITED = {Outcome.FORFEIT_WIN: 2, Outcome.FORFEIT_LOSS: 0}
_NOTHING_KNOWN = RatedBefore()


@dataclass(frozen=True, slots=True)
class RatingOptions:
    """What a rating list may set beyond the ruleset's method, K and lowest rating (SP-24)."""

    cap: int | None = FIDE_CAP  # "fide": larger differences count as this; None: no correction
    k_by_rules: bool = False  # "fide": K 40 / 20 / 10 from what is known of the player, instead of the fixed K
    perfect: int | None = None  # dp(1); None: 999 from the average (Swiss Perfect), 800 otherwise (FIDE)
    bonus: int = BONUS  # "uscf": B


@dataclass(frozen=True, slots=True)
class RatingRow:
    """One line of the rating view (S-18). None: not to be computed (unrated, or no game against a rated opponent)."""

    no: int
    rating: int | None
    score: Fraction  # against rated opponents
    games: int  # against rated opponents
    expected: Fraction | None
    change: int | None
    average: int | None  # of the rated opponents
    performance: int | None
    new: int | None


class Games(NamedTuple):
    """A player's rated games: the opponents' ratings and the half points made, side by side."""

    opponents: tuple[int, ...]
    halves: tuple[int, ...]

    @property
    def score(self) -> Fraction:
        return Fraction(sum(self.halves), 2)

    @property
    def average(self) -> int:
        return half_up(Fraction(sum(self.opponents), len(self.opponents)))


Change = tuple[Fraction | None, int | None, int | None]
"""Expected score, change and new rating."""

Method = Callable[[int | None, Games, RatedBefore, RatingRules, RatingOptions], Change]


def rating_row(
    no: int,
    rating: int | None,
    score: Fraction,
    games: int,
    average: int | None,
    *,
    k: int,
    perfect: int = PERFECT,
) -> RatingRow:
    """What follows, from the average, from a score in so many games against opponents of that average."""
    if games == 0 or average is None:
        return RatingRow(no, rating, Fraction(0), 0, None, None, None, None, rating)
    performance = average + performance_difference(score / games, perfect=perfect)
    if rating is None:
        return RatingRow(no, None, score, games, None, None, average, performance, None)
    expected = games * expected_share(rating - average)
    change = half_away((score - expected) * k)
    return RatingRow(no, rating, score, games, expected, change, average, performance, rating + change)


def rating_view(
    ledger: Ledger,
    ratings: Mapping[int, int | None],
    rules: RatingRules,
    *,
    options: RatingOptions | None = None,
    known: Mapping[int, RatedBefore] | None = None,
) -> tuple[RatingRow, ...]:
    """Everybody's rating line, by number. `known`: what is known of the players' rating histories."""
    options = options or RatingOptions()
    method = METHODS.get(rules.method)
    if method is None:
        raise NotFound(
            "rating-method-unknown",
            "There is no rating method “{id}”. There are: {known}.",
            id=rules.method,
            known=", ".join(METHODS),
        )
    valid = {no: rating for no, rating in ratings.items() if rating is not None and rating >= rules.lowest}
    if rules.method == "pzszach":
        valid = {no: valid.get(no, NO_CATEGORY) for no in ledger.accounts}
    facts = known or {}
    rows = []
    for no in sorted(ledger.accounts):
        games = rated_games(ledger.accounts[no], valid, rate_forfeits=rules.rate_forfeits)
        rating = valid.get(no)
        if not games.opponents:
            rows.append(RatingRow(no, rating, Fraction(0), 0, None, None, None, None, rating))
            continue
        expected, change, new = method(rating, games, facts.get(no, _NOTHING_KNOWN), rules, options)
        usual = PERFECT if rules.method == "fide-average" else FIDE_PERFECT
        perfect = usual if options.perfect is None else options.perfect
        count = len(games.opponents)
        performance = games.average + performance_difference(games.score / count, perfect=perfect)
        rows.append(RatingRow(no, rating, games.score, count, expected, change, games.average, performance, new))
    return tuple(rows)


def rated_games(account: Account, ratings: Mapping[int, int], *, rate_forfeits: bool) -> Games:
    """The games of an account against rated opponents; forfeits only where they are rated."""
    halves_of = _PLAYED | _FORFEITED if rate_forfeits else _PLAYED
    rated = [
        (ratings[line.opponent], halves_of[line.outcome])
        for line in account.lines
        if line.opponent is not None and line.opponent in ratings and line.outcome in halves_of
    ]
    return Games(tuple(rating for rating, _ in rated), tuple(halves for _, halves in rated))


def _from_average(
    rating: int | None, games: Games, _known: RatedBefore, rules: RatingRules, _options: RatingOptions
) -> Change:
    row = rating_row(0, rating, games.score, len(games.opponents), games.average, k=rules.k)
    return row.expected, row.change, row.new


def _per_game(
    rating: int | None, games: Games, known: RatedBefore, rules: RatingRules, options: RatingOptions
) -> Change:
    if rating is None:
        return None, None, None
    expected = fide_expected(rating, games.opponents, cap=options.cap)
    k = fide_k(rating, known, games=len(games.opponents)) if options.k_by_rules else rules.k
    change = half_away(k * (games.score - expected))
    return expected, change, rating + change


def _uscf(
    rating: int | None, games: Games, known: RatedBefore, _rules: RatingRules, options: RatingOptions
) -> Change:
    made = uscf_change(rating, games.opponents, games.score, games=known.games, bonus=options.bonus)
    new = half_up(made.new)
    if rating is None:
        return None, None, new
    return Fraction(half_up(made.expected * 10_000), 10_000), new - rating, new


def _pzszach(
    rating: int | None, games: Games, _known: RatedBefore, _rules: RatingRules, _options: RatingOptions
) -> Change:
    own = NO_CATEGORY if rating is None else rating
    wins, losses = games.halves.count(2), games.halves.count(0)
    new = half_up(pzszach_rating(own, games.opponents, wins=wins, losses=losses))
    return None, new - own, new


METHODS: Mapping[str, Method] = {
    "fide-average": _from_average,
    "fide": _per_game,
    "uscf": _uscf,
    "pzszach": _pzszach,
}
