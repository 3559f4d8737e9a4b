"""Opponents' points by the result against them, and sums over opponents: Berger, Brightwell, Koya, schedule."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from pareo.core.model.outcome import Outcome
from pareo.core.standings.tiebreaks.context import StandingsContext, TiebreakColumn
from pareo.core.standings.tiebreaks.parts import Options, TiebreakPart, explain_sum
from pareo.core.standings.tiebreaks.tiebreak import NUMBER, PERCENT, Tiebreak, int_option, percentage
from pareo.core.standings.tiebreaks.unplayed import (
    UNPLAYED,
    Contribution,
    contributions,
    cuts_voluntary_first,
    full_lines,
    policy_of,
)

FACTOR = 6  # Brightwell's coefficient c
GAME = 64  # all the points of a game, for Brightwell: the discs of an Othello board


def sonneborn_berger(context: StandingsContext, options: Options) -> TiebreakColumn:
    """The final points of the opponents beaten, only those (FISE, tie rule 6); `draws = "half"` adds half of the drawn.

    Only games on the table count: a no-show or a rest gives nothing (S-13, Choice), unless `unplayed` names a FIDE
    policy: then the stand-in's score counts as the round was scored. `low` leaves out the least opponents.
    """
    if policy_of(options) == "nothing" and not int_option(options, "low", 0):
        keys = _plain_berger(context, draw_halves=_draw_halves(options))
    else:
        keys = {no: sum(term.worth for term in berger_terms(context, options, no)) for no in context.records}
    return TiebreakColumn(keys, _scale(context, options))


def _by_points(options: Options) -> bool:
    """FIDE: the opponent's score times the points made in that game (C.07, 9.1), whatever results are worth."""
    return cuts_voluntary_first(policy_of(options)) and _draw_halves(options) > 0


def _scale(context: StandingsContext, options: Options) -> int:
    """What the sum is counted in: scores times points, or halves of scores."""
    return context.ruleset.unit * (context.ruleset.unit if _by_points(options) else 2)


def _plain_berger(context: StandingsContext, *, draw_halves: int) -> dict[int, int]:
    """The sum without cuts or stand-ins, made in one go: four thousand players wait for it."""
    weight = dict.fromkeys(Outcome, 0)
    weight |= {Outcome.WIN: 2, Outcome.MODIFIED_WIN: 2, Outcome.DRAW: draw_halves}
    records = context.records
    return {
        no: sum(
            weight[line.outcome] * records[line.opponent].points for line in account.lines if line.opponent is not None
        )
        for no, account in context.ledger.accounts.items()
    }


def _draw_halves(options: Options) -> int:
    """How many halves of a drawn opponent's score count."""
    return 1 if options.get("draws", "none") == "half" else 0


class Weighted(NamedTuple):
    """A contribution and what it is worth by the result against it."""

    of: Contribution
    worth: int


def _worth(of: Contribution, *, draw_halves: int) -> int:
    """Twice the score of the beaten; once that of the drawn, and of the half points given for an unplayed round."""
    if of.outcome.won:
        return 2 * of.score
    half = of.outcome is Outcome.DRAW or (not of.outcome.played and of.points > 0)
    return draw_halves * of.score if half else 0


def berger_terms(context: StandingsContext, options: Options, no: int) -> list[Weighted]:
    """One entrant's Sonneborn-Berger terms without those cut, the least opponent first (FIDE C.07, 14.1)."""
    policy, low, draw_halves = policy_of(options), int_option(options, "low", 0), _draw_halves(options)
    values = contributions(context, options)[no]
    if _by_points(options):
        terms = [Weighted(value, value.score * value.points) for value in values]
    else:
        terms = [Weighted(value, _worth(value, draw_halves=draw_halves)) for value in values]
    for _ in range(min(low, len(terms))):
        terms.remove(_least(terms, voluntary_too=cuts_voluntary_first(policy)))
    return terms


def _least(terms: list[Weighted], *, voluntary_too: bool) -> Weighted:
    """The term that a cut takes: that of the lowest opponent (FIDE C.07, 14.1).

    Under FIDE's policies the least worth of the voluntarily unplayed rounds stands against it, and the larger of the
    two goes (16.5): nobody keeps more by not playing.
    """
    rivals = [min(terms, key=lambda term: (term.of.score, term.worth, term.of.round_no))]
    if voluntary_too:
        rivals += sorted((t for t in terms if t.of.voluntary), key=lambda t: (t.worth, t.of.score, t.of.round_no))[:1]
    return max(reversed(rivals), key=lambda term: term.worth)


def _sonneborn_berger_parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    counted = set(berger_terms(context, options, no))
    unit = context.ruleset.unit
    for term in berger_terms(context, {**options, "low": 0}, no):
        raw, worth = Fraction(term.of.score, unit), Fraction(term.worth, _scale(context, options))
        note = "left-out" if term not in counted else "" if worth == raw else "half" if worth else "none"
        yield TiebreakPart(term.of.round_no, term.of.opponent, worth, term in counted, raw=raw, note=note)


SONNEBORN_BERGER = Tiebreak(
    id="sonneborn-berger",
    title="Sonneborn-Berger",
    short="S-B",
    meaning="The final points of the opponents beaten; half the points of opponents drawn with only if the rules "
    "say so.",
    per_player=sonneborn_berger,
    explain=explain_sum(_sonneborn_berger_parts),
    options={"draws": ("none", "half"), **UNPLAYED, "low": NUMBER},
)


def berger(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """Swiss Perfect's Berger: points of the beaten plus half those of the drawn."""
    return sonneborn_berger(context, {"draws": "half"})


def _berger_parts(context: StandingsContext, _options: Options, no: int) -> Iterable[TiebreakPart]:
    return _sonneborn_berger_parts(context, {"draws": "half"}, no)


BERGER = Tiebreak(
    id="berger",
    title="Berger",
    short="Berger",
    meaning="The final points of the opponents beaten, and half of those of the opponents drawn with.",
    per_player=berger,
    explain=explain_sum(_berger_parts),
)


def strength_of_schedule(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """The sum of the opponents' tournament points (X-12), forfeits included."""
    records = context.records
    return TiebreakColumn(
        {no: sum(records[other].points for other in record.faced) for no, record in records.items()},
        context.ruleset.unit,
    )


def _schedule_parts(context: StandingsContext, _options: Options, no: int) -> Iterable[TiebreakPart]:
    for line in context.ledger.accounts[no].lines:
        if line.opponent is not None:
            yield TiebreakPart(
                line.round_no, line.opponent, Fraction(context.records[line.opponent].points, context.ruleset.unit)
            )


STRENGTH_OF_SCHEDULE = Tiebreak(
    id="strength-of-schedule",
    title="Strength of schedule",
    short="Schedule",
    meaning="The points of all opponents together.",
    per_player=strength_of_schedule,
    explain=explain_sum(_schedule_parts),
)


def brightwell(context: StandingsContext, options: Options) -> TiebreakColumn:
    """Points on the table + c · the opponents' scores; an unplayed round: half a game's points + c · own score.

    Choice: `game`, all the points there are in a game, is 64 (Othello, where the tie-break comes from) unless said.
    """
    keys = {no: sum(term for _, term in brightwell_terms(context, options, no)) for no in context.records}
    return TiebreakColumn(keys, 2 * context.ruleset.unit)


def brightwell_terms(context: StandingsContext, options: Options, no: int) -> list[tuple[int, int]]:
    """The Brightwell terms of one entrant as (round, term), in half units."""
    factor, game, unit = int_option(options, "c", FACTOR), int_option(options, "game", GAME), context.ruleset.unit
    records = context.records
    terms = []
    for line in full_lines(context, context.ledger.accounts[no]):
        if line.outcome is Outcome.REST:
            continue
        if line.opponent is not None and line.outcome.played:
            terms.append((line.round_no, 2 * (unit * (line.score or 0) + factor * records[line.opponent].points)))
        else:
            terms.append((line.round_no, unit * game + 2 * factor * records[no].points))
    return terms


def _brightwell_parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    line_of = {line.round_no: line for line in full_lines(context, context.ledger.accounts[no])}
    for round_no, term in brightwell_terms(context, options, no):
        line = line_of[round_no]
        note = "" if line.outcome.played else "unplayed"
        yield TiebreakPart(round_no, line.opponent, Fraction(term, 2 * context.ruleset.unit), note=note)


BRIGHTWELL = Tiebreak(
    id="brightwell",
    title="Brightwell",
    short="Brightwell",
    meaning="Points made on the table, and 6 times the points of the opponents (or another factor).",
    per_player=brightwell,
    explain=explain_sum(_brightwell_parts),
    options={"c": NUMBER, "game": NUMBER},
)


def koya(context: StandingsContext, options: Options) -> TiebreakColumn:
    """Points made against opponents with at least half of all possible points (`limit`: another share).

    FIDE's codes move the limit by so many half points (`shift`). Choice: forfeits count, as all games of a round robin
    do; before the end, half of the points there were so far; in an odd round robin everybody rests once.
    """
    strong = strong_opponents(context, options)
    return TiebreakColumn(
        {
            no: sum(line.points for line in account.lines if line.opponent in strong)
            for no, account in context.ledger.accounts.items()
        },
        context.ruleset.unit,
    )


def strong_opponents(context: StandingsContext, options: Options) -> frozenset[int]:
    """Who reached the share of the points that Koya asks for."""
    limit = percentage(options, "limit", Fraction(1, 2))
    size = len(context.records)
    rests = context.rounds // size if context.ledger.robin and size % 2 else 0
    most = context.ruleset.points.get(Outcome.WIN, 0) * (context.rounds - rests)
    shift = options.get("shift")
    threshold = limit * most + Fraction((shift if isinstance(shift, int) else 0) * context.ruleset.unit, 2)
    return frozenset(no for no, record in context.records.items() if record.points >= threshold)


def _koya_parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    strong = strong_opponents(context, options)
    for line in context.ledger.accounts[no].lines:
        if line.opponent is not None:
            counts = line.opponent in strong
            points = Fraction(line.points, context.ruleset.unit)
            yield TiebreakPart(line.round_no, line.opponent, points, counts, note="" if counts else "below-the-limit")


KOYA = Tiebreak(
    id="koya",
    title="Koya",
    short="Koya",
    meaning="Points made against opponents with at least half of all points.",
    per_player=koya,
    explain=explain_sum(_koya_parts),
    options={"limit": PERCENT},
)
