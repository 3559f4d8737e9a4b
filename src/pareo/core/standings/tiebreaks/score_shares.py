"""Shares of the points or wins there were: of matches and of games, a player's own and those of the opponents (A-70).

Magic's OMW %, GW % and OGW %, Yu-Gi-Oh!'s tie-breaker number. What sources count differently is an option: the least a
share counts (`floor`), whether a bye counts in a player's own share (`byes`), and whether a drawn match is worth its
points or nothing (`by`). Choices: a forfeited match was one with that opponent; an opponent met twice counts twice;
nobody met, or no game played, is 0; a rest in a round robin is no round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from pareo.core.model.outcome import Outcome
from pareo.core.standings.player_records import RoundRecord
from pareo.core.standings.tiebreaks.context import StandingsContext, TiebreakColumn
from pareo.core.standings.tiebreaks.parts import (
    Explain,
    Explanation,
    Options,
    Parts,
    TiebreakPart,
    explain_mean,
    explain_rounded_mean,
    explain_sum,
)
from pareo.core.standings.tiebreaks.percentages import bound_reached, opponents_by_round
from pareo.core.standings.tiebreaks.tiebreak import NUMBER, PERCENT, Choices, Tiebreak, int_option, percentage

PLACES = 4


class ScoreShare(NamedTuple):
    """A share as two whole numbers: `won` of `of`."""

    won: int
    of: int


class Shares(NamedTuple):
    """Everybody's share as whole numbers of 1/unit."""

    keys: Mapping[int, int]
    unit: int


def match_share(context: StandingsContext, options: Options, no: int) -> ScoreShare:
    """A player's share of the match points there were, or (`by = "wins"`) of the matches played."""
    win = context.ruleset.points[Outcome.WIN]
    without = options.get("byes") == "left-out"
    lines = [
        line
        for line in context.ledger.accounts[no].lines
        if line.outcome is not Outcome.REST and not (without and line.opponent is None and line.outcome.won)
    ]
    if options.get("by") == "wins":
        return ScoreShare(sum(line.outcome.won for line in lines), len(lines))
    return ScoreShare(sum(line.points for line in lines), win * len(lines))


def game_share(context: StandingsContext, _options: Options, no: int) -> ScoreShare:
    """A player's share of the game points there were; a drawn game is worth what a drawn match is, in proportion."""
    win, draw = context.ruleset.points[Outcome.WIN], context.ruleset.points[Outcome.DRAW]
    tallies = [line.games for line in context.ledger.accounts[no].lines if line.games is not None]
    points = sum(win * games.a + draw * games.drawn for games in tallies)
    return ScoreShare(points, win * sum(map(sum, tallies)))


Own = Callable[[StandingsContext, Options, int], ScoreShare]


def shares(context: StandingsContext, options: Options, own: Own) -> Shares:
    """Everybody's own share of the points (by `own`), never less than the floor."""

    def compute() -> Shares:
        each = {no: own(context, options, no) for no in context.records}
        floor = percentage(options, "floor", Fraction(0))
        unit = lcm(floor.denominator, *{share.of for share in each.values() if share.of})
        least = int(floor * unit)
        keys = {no: max(least, s.won * (unit // s.of)) if s.of else least for no, s in each.items()}
        return Shares(keys, unit)

    return context.memo(f"{own.__name__} {sorted(options.items())}", compute)


def _mean(context: StandingsContext, of: Shares) -> Shares:
    """The mean over the opponents met."""
    unit = lcm(*range(1, context.longest + 1))
    value_of = of.keys.__getitem__
    keys = {
        no: sum(map(value_of, record.faced)) * (unit // len(record.faced)) if record.faced else 0
        for no, record in context.records.items()
    }
    return Shares(keys, unit * of.unit)


def _column(of: Shares, options: Options) -> TiebreakColumn:
    """The values, cut off after so many digits where the ruleset says so."""
    digits = int_option(options, "digits", 0)
    if not digits:
        return TiebreakColumn(dict(of.keys), of.unit, PLACES)
    scale = 10**digits
    return TiebreakColumn({no: key * scale // of.unit for no, key in of.keys.items()}, scale, digits)


def opponents_match_share(context: StandingsContext, options: Options) -> TiebreakColumn:
    return _column(_mean(context, shares(context, options, match_share)), options)


def opponents_opponents_match_share(context: StandingsContext, options: Options) -> TiebreakColumn:
    return _column(_mean(context, _mean(context, shares(context, options, match_share))), options)


def own_game_share(context: StandingsContext, options: Options) -> TiebreakColumn:
    return _column(shares(context, options, game_share), options)


def opponents_game_share(context: StandingsContext, options: Options) -> TiebreakColumn:
    return _column(_mean(context, shares(context, options, game_share)), options)


def _own_parts(own: Own) -> Parts:
    """Every opponent's own share, with the floor where it met it."""

    def parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
        table = shares(context, options, own)
        for round_no, other in opponents_by_round(context, no):
            share = own(context, options, other)
            raw = Fraction(share.won, share.of) if share.of else Fraction(0)
            value = Fraction(table.keys[other], table.unit)
            yield TiebreakPart(round_no, other, value, raw=raw, note=bound_reached(value, raw))

    return parts


def _second_parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    means = _mean(context, shares(context, options, match_share))
    for round_no, other in opponents_by_round(context, no):
        yield TiebreakPart(round_no, other, Fraction(means.keys[other], means.unit))


def _mean_of(parts: Parts) -> Explain:
    """The mean of the parts, cut off after so many digits where the ruleset says so."""

    def explain(context: StandingsContext, options: Options, no: int) -> Explanation:
        digits = int_option(options, "digits", 0)
        if not digits:
            return explain_mean(parts)(context, options, no)
        return explain_rounded_mean(parts, lambda mean: Fraction(int(mean * 10**digits), 10**digits))(
            context, options, no
        )

    return explain


_MATCHES: Mapping[str, Choices] = {
    "floor": PERCENT,
    "byes": ("counted", "left-out"),
    "by": ("points", "wins"),
    "digits": NUMBER,
}
_GAMES: Mapping[str, Choices] = {"floor": PERCENT, "digits": NUMBER}

OMW = Tiebreak(
    id="omw",
    title="Opponents' match-win percentage",
    short="OMW",
    meaning="The mean share of match points that the opponents made.",
    per_player=opponents_match_share,
    explain=_mean_of(_own_parts(match_share)),
    options=_MATCHES,
    percent=True,
)

OOMW = Tiebreak(
    id="oomw",
    title="Opponents' opponents' match-win percentage",
    short="OOMW",
    meaning="The mean of the opponents' match-win percentages of their own opponents.",
    per_player=opponents_opponents_match_share,
    explain=_mean_of(_second_parts),
    options=_MATCHES,
    percent=True,
)

GW = Tiebreak(
    id="gw",
    title="Game-win percentage",
    short="GW",
    meaning="The share of game points that the player made.",
    per_player=own_game_share,
    options=_GAMES,
    percent=True,
)

OGW = Tiebreak(
    id="ogw",
    title="Opponents' game-win percentage",
    short="OGW",
    meaning="The mean share of game points that the opponents made.",
    per_player=opponents_game_share,
    explain=_mean_of(_own_parts(game_share)),
    options=_GAMES,
    percent=True,
)


def _is_lost(line: RoundRecord) -> bool:
    return line.outcome in (Outcome.LOSS, Outcome.FORFEIT_LOSS, Outcome.LATE_LOSS)


def rounds_lost(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """The squares of the numbers of the rounds lost, added up: who lost later goes first (Yu-Gi-Oh!, DDD)."""
    return TiebreakColumn(
        {
            no: sum(line.round_no**2 for line in account.lines if _is_lost(line))
            for no, account in context.ledger.accounts.items()
        }
    )


def _lost_parts(context: StandingsContext, _options: Options, no: int) -> Iterable[TiebreakPart]:
    for line in context.ledger.accounts[no].lines:
        if _is_lost(line):
            yield TiebreakPart(line.round_no, line.opponent, Fraction(line.round_no**2))


ROUNDS_LOST = Tiebreak(
    id="rounds-lost",
    title="Squares of the rounds lost",
    short="Lost rounds²",
    meaning="The squared numbers of the rounds lost, added up: losing later is better.",
    per_player=rounds_lost,
    explain=explain_sum(_lost_parts),
)
