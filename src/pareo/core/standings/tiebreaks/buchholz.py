"""Buchholz and its kin: the final scores of the opponents, with cuts, and what rounds without a game count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm

from pareo.core.model.outcome import Outcome
from pareo.core.standings.tiebreaks.context import StandingsContext, TiebreakColumn, build_context, played_with
from pareo.core.standings.tiebreaks.parts import (
    ROUNDED,
    Explanation,
    Options,
    Parts,
    TiebreakPart,
    explain_mean,
    explain_sum,
)
from pareo.core.standings.tiebreaks.tiebreak import NUMBER, Tiebreak, int_option
from pareo.core.standings.tiebreaks.unplayed import (
    GAMES_ONLY,
    UNPLAYED,
    Contribution,
    contributions,
    cut,
    cuts_voluntary_first,
    plain_scores,
    policy_of,
)


def _buchholz(context: StandingsContext, options: Options, *, high: int, low: int) -> TiebreakColumn:
    policy = policy_of(options)
    if policy in GAMES_ONLY:
        keys = {}
        for no, scores in plain_scores(context, policy).items():
            keys[no] = sum(sorted(scores)[low : max(low, len(scores) - high)]) if high or low else sum(scores)
    else:
        keys = {
            no: sum(term.score for term in buchholz_terms(context, options, no, high=high, low=low))
            for no in context.records
        }
    return TiebreakColumn(keys, context.ruleset.unit)


def buchholz_terms(context: StandingsContext, options: Options, no: int, *, high: int, low: int) -> list[Contribution]:
    """One entrant's Buchholz terms, after the cuts."""
    policy = policy_of(options)
    terms = contributions(context, options)[no]
    return cut(terms, high=high, low=low, voluntary_first=cuts_voluntary_first(policy)) if high or low else terms


def parts_of(high: int, low: int) -> Parts:
    """A function for the parts of a Buchholz value: every opponent's score, those cut marked as left out."""
    return lambda context, options, no: _parts(context, options, no, (high, low))


def _parts(context: StandingsContext, options: Options, no: int, cuts: tuple[int, int]) -> Iterable[TiebreakPart]:
    counted = set(buchholz_terms(context, options, no, high=cuts[0], low=cuts[1]))
    for term in buchholz_terms(context, options, no, high=0, low=0):
        note = "left-out" if term not in counted else "" if term.outcome.played else "stand-in"
        score = Fraction(term.score, context.ruleset.unit)
        yield TiebreakPart(term.round_no, term.opponent, score, term in counted, note=note)


def buchholz(context: StandingsContext, options: Options) -> TiebreakColumn:
    """The final scores of the opponents played, summed; `unplayed` says what rounds without a game count."""
    return _buchholz(context, options, high=0, low=0)


BUCHHOLZ = Tiebreak(
    id="buchholz",
    title="Buchholz",
    short="Buchholz",
    meaning="The final points of all opponents together.",
    per_player=buchholz,
    explain=explain_sum(parts_of(high=0, low=0)),
    options=UNPLAYED,
    swiss_only=True,
)


def buchholz_cut_1(context: StandingsContext, options: Options) -> TiebreakColumn:
    """Buchholz without the lowest opponent."""
    return _buchholz(context, options, high=0, low=1)


BUCHHOLZ_CUT_1 = Tiebreak(
    id="buchholz-cut-1",
    title="Buchholz, cut 1",
    short="Buchholz −1",
    meaning="Buchholz without the lowest opponent.",
    per_player=buchholz_cut_1,
    explain=explain_sum(parts_of(high=0, low=1)),
    options=UNPLAYED,
    swiss_only=True,
)


def buchholz_cut_2(context: StandingsContext, options: Options) -> TiebreakColumn:
    """Buchholz without the two lowest opponents."""
    return _buchholz(context, options, high=0, low=2)


BUCHHOLZ_CUT_2 = Tiebreak(
    id="buchholz-cut-2",
    title="Buchholz, cut 2",
    short="Buchholz −2",
    meaning="Buchholz without the two lowest opponents.",
    per_player=buchholz_cut_2,
    explain=explain_sum(parts_of(high=0, low=2)),
    options=UNPLAYED,
    swiss_only=True,
)


def median_buchholz(context: StandingsContext, options: Options) -> TiebreakColumn:
    """Buchholz without the `high` highest and the `low` lowest opponents (1 and 1 unless said)."""
    if options.get("cut") != "by-score":
        return _buchholz(context, options, high=int_option(options, "high", 1), low=int_option(options, "low", 1))
    by_cuts = {
        cuts: _buchholz(context, options, high=cuts[0], low=cuts[1]).keys
        for cuts in {median_cuts(context, options, no) for no in context.records}
    }
    keys = {no: by_cuts[median_cuts(context, options, no)][no] for no in context.records}
    return TiebreakColumn(keys, context.ruleset.unit)


def median_cuts(context: StandingsContext, options: Options, no: int) -> tuple[int, int]:
    """How many of the highest and of the lowest opponents the median Buchholz of an entrant leaves out.

    `cut = "by-score"` is US Chess's modified median: who has more than half of the points leaves out only the lowest,
    who has fewer only the highest.
    """
    high, low = int_option(options, "high", 1), int_option(options, "low", 1)
    if options.get("cut") != "by-score":
        return high, low
    above = 2 * context.records[no].points - len(context.ledger.rounds) * context.ruleset.points[Outcome.WIN]
    return (high if above <= 0 else 0), (low if above >= 0 else 0)


def _median_parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    return _parts(context, options, no, median_cuts(context, options, no))


MEDIAN_BUCHHOLZ = Tiebreak(
    id="median-buchholz",
    title="Median-Buchholz",
    short="Median",
    meaning="Buchholz without the highest and the lowest opponents.",
    per_player=median_buchholz,
    explain=explain_sum(_median_parts),
    options={"high": NUMBER, "low": NUMBER, "cut": ("both", "by-score"), **UNPLAYED},
    swiss_only=True,
)


def fore_buchholz(context: StandingsContext, options: Options) -> TiebreakColumn:
    """Buchholz as if every game of the last round had been drawn (FIDE C.07, 8.3); FIDE's codes cut it."""
    high, low = _fore_cuts(options)
    return _buchholz(before_the_last(context), options, high=high, low=low)


def _fore_cuts(options: Options) -> tuple[int, int]:
    return int_option(options, "high", 0), int_option(options, "low", 0)


def before_the_last(context: StandingsContext) -> StandingsContext:
    """The context with the pairings of the last round as draws, once that round is finished (F-118)."""
    if context.rounds < context.ledger.planned:
        return context
    return context.memo("before the last", lambda: _before_the_last(context))


def _before_the_last(context: StandingsContext) -> StandingsContext:
    last = max(context.ledger.rounds, default=0)
    draw = context.ruleset.points.get(Outcome.DRAW, 0)
    accounts = {
        no: replace(
            account,
            lines=tuple(
                line._replace(outcome=Outcome.DRAW, points=draw)
                if line.round_no == last and line.opponent is not None
                else line
                for line in account.lines
            ),
        )
        for no, account in context.ledger.accounts.items()
    }
    return build_context(replace(context.ledger, accounts=accounts), context.ruleset)


def _fore_parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    return _parts(before_the_last(context), options, no, _fore_cuts(options))


FORE_BUCHHOLZ = Tiebreak(
    id="fore-buchholz",
    title="Fore Buchholz",
    short="Fore Buchholz",
    meaning="Buchholz as if all games of the last round had been drawn.",
    per_player=fore_buchholz,
    explain=explain_sum(_fore_parts),
    options=UNPLAYED,
    swiss_only=True,
)


def average_buchholz(context: StandingsContext, options: Options) -> TiebreakColumn:
    """The mean of the Buchholz of the opponents played (FIDE C.07, 8.2); nobody played: 0.

    FIDE's codes round it (`digits`, a half upwards; nobody played: no value) and may take Fore Buchholz (`fore`).
    """
    values = _averaged_buchholz(context, options)
    games_of = {no: played_with(context, no) for no in context.records}
    if (digits := int_option(options, "digits", 0)) > 0:
        scale = 10**digits
        keys = {
            no: _half_up(sum(values[other] for _, other in games) * scale, len(games) * context.ruleset.unit)
            for no, games in games_of.items() if games
        }  # fmt: skip
        return TiebreakColumn(keys, scale, digits)
    unit = lcm(*range(1, 1 + max(map(len, games_of.values()), default=0)))
    keys = {
        no: sum(values[other] for _, other in games) * (unit // max(1, len(games))) for no, games in games_of.items()
    }
    return TiebreakColumn(keys, unit * context.ruleset.unit)


def _half_up(above: int, below: int) -> int:
    return (2 * above + below) // (2 * below)


def _averaged_buchholz(context: StandingsContext, options: Options) -> Mapping[int, int]:
    return (fore_buchholz if options.get("fore") else buchholz)(context, options).keys


def _average_parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    values = _averaged_buchholz(context, options)
    for round_no, other in played_with(context, no):
        yield TiebreakPart(round_no, other, Fraction(values[other], context.ruleset.unit))


def _explain_average(context: StandingsContext, options: Options, no: int) -> Explanation:
    if not int_option(options, "digits", 0):
        return explain_mean(_average_parts)(context, options, no)
    column = average_buchholz(context, options)
    total = Fraction(column.keys[no], column.denominator) if no in column.keys else None
    return Explanation(ROUNDED, tuple(_average_parts(context, options, no)), total)


AVERAGE_BUCHHOLZ = Tiebreak(
    id="average-buchholz",
    title="Average of the opponents' Buchholz",
    short="Opp. Buchholz",
    meaning="The mean of the Buchholz of the opponents.",
    per_player=average_buchholz,
    explain=_explain_average,
    options=UNPLAYED,
    swiss_only=True,
)


def opponents_buchholz(context: StandingsContext, options: Options) -> TiebreakColumn:
    """SOSOS: the Buchholz of all opponents, added up. With `unplayed = "start"` a round without one adds the player's
    starting points for every round (Go: as OpenGotha does)."""
    return TiebreakColumn(
        {no: sum(value for *_, value in _second_terms(context, options, no)) for no in context.records},
        context.ruleset.unit,
    )


def _second_terms(context: StandingsContext, options: Options, no: int) -> list[tuple[int, int | None, int]]:
    """(round, opponent, what it adds) in the smallest unit."""
    values = context.memo(f"buchholz {sorted(options.items())}", lambda: buchholz(context, options).keys)
    terms: list[tuple[int, int | None, int]] = [(at, other, values[other]) for at, other in played_with(context, no)]
    if policy_of(options) == "start":
        account = context.ledger.accounts[no]
        rounds_played = {at for at, *_ in terms}
        terms += [
            (at, None, account.carried * context.rounds) for at in context.ledger.rounds if at not in rounds_played
        ]
    return terms


def _second_parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    for round_no, other, value in sorted(_second_terms(context, options, no), key=lambda term: term[0]):
        yield TiebreakPart(
            round_no, other, Fraction(value, context.ruleset.unit), note="" if other is not None else "stand-in"
        )


OPPONENTS_BUCHHOLZ = Tiebreak(
    id="sosos",
    title="Sum of the opponents' Buchholz",
    short="SOSOS",
    meaning="The Buchholz of all opponents together.",
    per_player=opponents_buchholz,
    explain=explain_sum(_second_parts),
    options=UNPLAYED,
    swiss_only=True,
)
