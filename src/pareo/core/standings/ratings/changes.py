"""The rating view: what an event does to everybody's rating, by the ruleset's method.

Methods: "fide-average" (one look-up with the whole-number average of the rated opponents, no interpolation, no cap on
the difference unless the rules say so: Swiss Perfect's way and the FISE example's, S-15), "fide" (game by game,
differences cut to 400 unless switched off), "uscf" and "pzszach". The arithmetic of each is in a module of its own;
here the games are taken from the ledger.

Choices: the average is rounded half up; the share of points is rounded half up to hundredths before the performance
table is read; a player whose rating is below the ruleset's lowest valid rating counts as unrated; a change is rounded
half away from zero; games against unrated opponents are left out (PZSzach: they have no category, 1000). A player with
an own K keeps it with both FIDE methods.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import RatingRules
from pareo.core.standings.player_records import Ledger, PlayerRecord, RoundRecord
from pareo.core.standings.ratings.fide import (
    FIDE_CAP,
    FIDE_PERFECT,
    PERFECT,
    RatingHistory,
    fide_expected,
    fide_k,
    performance_difference,
    round_half_away,
    round_half_up,
)
from pareo.core.standings.ratings.pzszach import NO_CATEGORY, pzszach_rating
from pareo.core.standings.ratings.uscf import Strength, intermediate, uscf_change
from pareo.core.text.errors import NotFound

_PLAYED = {Outcome.WIN: 2, Outcome.MODIFIED_WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}
_FORFEITED = {Outcome.FORFEIT_WIN: 2, Outcome.FORFEIT_LOSS: 0}
_NOTHING_KNOWN = RatingHistory()


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

    opponents: tuple[Strength, ...]
    halves: tuple[int, ...]

    @property
    def score(self) -> Fraction:
        return Fraction(sum(self.halves), 2)

    @property
    def whole(self) -> tuple[int, ...]:
        """The opponents' ratings as whole numbers."""
        return tuple(int(rating) for rating in self.opponents)

    @property
    def average(self) -> int:
        return round_half_up(Fraction(sum(self.opponents), len(self.opponents)))


Change = tuple[Fraction | None, int | None, int | None]
"""Expected score, change and new rating."""

Method = Callable[[int | None, Games, RatingHistory, RatingRules], Change]


def rating_row(
    no: int,
    rating: int | None,
    score: Fraction,
    games: int,
    average: int | None,
    *,
    k: int,
    cap: int | None = None,
) -> RatingRow:
    """The rating line of a score in so many games against opponents of that average ("fide-average", S-15)."""
    if games == 0 or average is None:
        return RatingRow(no, rating, Fraction(0), 0, None, None, None, None, rating)
    performance = average + performance_difference(score / games, perfect=PERFECT)
    if rating is None:
        return RatingRow(no, None, score, games, None, None, average, performance, None)
    expected = games * fide_expected(rating, (average,), cap=cap)
    change = round_half_away((score - expected) * k)
    return RatingRow(no, rating, score, games, expected, change, average, performance, rating + change)


def rating_view(
    ledger: Ledger,
    ratings: Mapping[int, int | None],
    rules: RatingRules,
    *,
    histories: Mapping[int, RatingHistory] | None = None,
) -> tuple[RatingRow, ...]:
    """Everybody's rating line, by number. `known`: the players' rating histories. NotFound: no such method."""
    method = METHODS.get(rules.method)
    if method is None:
        raise NotFound(
            "rating-method-unknown",
            "There is no rating method “{id}”. Choose one of: {known}.",
            id=rules.method,
            known=", ".join(METHODS),
        )
    valid = {no: rating for no, rating in ratings.items() if rating is not None and rating >= rules.lowest}
    if rules.method == "pzszach":
        valid = {no: valid.get(no, NO_CATEGORY) for no in ledger.accounts}
    histories = histories or {}
    perfect = _perfect(rules)
    strengths: Mapping[int, Strength] = valid
    if rules.method == "uscf":
        strengths = _after_first_pass(ledger, valid, histories, rules)
    rows = []
    for no in sorted(ledger.accounts):
        games = _games(ledger.accounts[no], valid, rules)
        rating = valid.get(no)
        if not games.opponents:
            rows.append(RatingRow(no, rating, Fraction(0), 0, None, None, None, None, rating))
            continue
        against = _games(ledger.accounts[no], strengths, rules) if strengths is not valid else games
        expected, change, new = method(rating, against, histories.get(no, _NOTHING_KNOWN), rules)
        count = len(games.opponents)
        performance = games.average + performance_difference(games.score / count, perfect=perfect)
        rows.append(RatingRow(no, rating, games.score, count, expected, change, games.average, performance, new))
    return tuple(rows)


def _games(account: PlayerRecord, ratings: Mapping[int, Strength], rules: RatingRules) -> Games:
    return rated_games(account, ratings, rate_forfeits=rules.rate_forfeits, per=rules.per)


def _after_first_pass(
    ledger: Ledger, ratings: Mapping[int, int], histories: Mapping[int, RatingHistory], rules: RatingRules
) -> Mapping[int, Strength]:
    """US Chess: the intermediate ratings, by which opponents are rated (A-32)."""
    strengths: dict[int, Strength] = dict(ratings)
    for no, rating in ratings.items():
        games = _games(ledger.accounts[no], ratings, rules) if no in ledger.accounts else Games((), ())
        if games.opponents:
            before = histories.get(no, _NOTHING_KNOWN).games
            strengths[no] = intermediate(rating, games.whole, games.score, games=before, bonus=rules.bonus)
    return strengths


def _perfect(rules: RatingRules) -> int:
    """dp(1): 999 from the average (Swiss Perfect), 800 otherwise (FIDE), unless the rules say another."""
    if rules.perfect is not None:
        return rules.perfect
    return PERFECT if rules.method == "fide-average" else FIDE_PERFECT


def _cap(rules: RatingRules) -> int | None:
    """The largest difference that counts: FIDE corrects, Swiss Perfect's average does not (S-15)."""
    if rules.cap is None:
        return FIDE_CAP if rules.method == "fide" else None
    return rules.cap or None


def _k(rating: int, history: RatingHistory, rules: RatingRules, *, games: int) -> int:
    """The player's own K, if there is one; else by the FIDE rules or the fixed one."""
    if history.k is not None:
        return history.k
    return fide_k(rating, history, games=games) if rules.k_by_rules else rules.k


def rated_games(
    account: PlayerRecord, ratings: Mapping[int, Strength], *, rate_forfeits: bool, per: str = "game"
) -> Games:
    """The games of an account against rated opponents; forfeits where they are rated, games without a move never."""
    halves_of = _PLAYED | _FORFEITED if rate_forfeits else _PLAYED
    rated = [
        (ratings[line.opponent], halves)
        for line in account.lines
        if line.opponent is not None and line.opponent in ratings and line.outcome in halves_of and line.rated
        for halves in (_each_game(line, halves_of[line.outcome]) if per == "game" else [halves_of[line.outcome]])
    ]
    return Games(tuple(rating for rating, _ in rated), tuple(halves for _, halves in rated))


def _each_game(line: RoundRecord, halves: int) -> list[int]:
    """The half points of every game of a line; which of several games was won makes no difference to any method."""
    if line.halves is None:
        return [halves]
    won, of = line.halves
    games = of // 2
    return [max(0, min(2, won - 2 * game)) for game in range(games)]


def _from_average(rating: int | None, games: Games, history: RatingHistory, rules: RatingRules) -> Change:
    count = len(games.opponents)
    k = rules.k if rating is None else _k(rating, history, rules, games=count)
    row = rating_row(0, rating, games.score, count, games.average, k=k, cap=_cap(rules))
    return row.expected, row.change, row.new


def _per_game(rating: int | None, games: Games, history: RatingHistory, rules: RatingRules) -> Change:
    if rating is None:
        return None, None, None
    expected = fide_expected(rating, games.whole, cap=_cap(rules))
    change = round_half_away(_k(rating, history, rules, games=len(games.opponents)) * (games.score - expected))
    return expected, change, rating + change


def _uscf(rating: int | None, games: Games, history: RatingHistory, rules: RatingRules) -> Change:
    change = uscf_change(rating, games.opponents, games.score, games=history.games, bonus=rules.bonus)
    new = round_half_up(change.new)
    if rating is None:
        return None, None, new
    return Fraction(round_half_up(change.expected * 10_000), 10_000), new - rating, new


def _pzszach(rating: int | None, games: Games, _history: RatingHistory, _rules: RatingRules) -> Change:
    own = NO_CATEGORY if rating is None else rating
    wins, losses = games.halves.count(2), games.halves.count(0)
    new = round_half_up(pzszach_rating(own, games.whole, wins=wins, losses=losses))
    return None, new - own, new


METHODS: Mapping[str, Method] = {
    "fide-average": _from_average,
    "fide": _per_game,
    "uscf": _uscf,
    "pzszach": _pzszach,
}
