"""Tie-breaks made of the opponents' points."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from pareo.core.standings.tiebreaks.book import Book, Column, open_book
from pareo.core.standings.tiebreaks.record import Options, percentage, whole
from pareo.core.standings.tiebreaks.unplayed import (
    GAMES_ONLY,
    Contribution,
    contributions,
    cut,
    cuts_voluntary_first,
    full_lines,
    plain_scores,
)
from pareo.core.state.outcome import Outcome

BRIGHTWELL = 6  # the coefficient c
GAME = 64  # all the points of a game, for Brightwell: the discs of an Othello board


def sonneborn_berger(book: Book, options: Options) -> Column:
    """The final points of the opponents beaten, only those (FISE, tie rule 6); `draws = "half"` adds half of the drawn.

    Only games on the table count: a no-show or a rest gives nothing (S-13, Choice), unless `unplayed` names a FIDE
    policy: then the stand-in's score counts as the round was scored. `low` leaves out the least opponents.
    """
    if _policy(options) == "nothing" and not whole(options, "low", 0):
        keys = _plain_berger(book, drawn=_drawn(options))
    else:
        keys = {no: sum(term.worth for term in berger_terms(book, options, no)) for no in book.records}
    return Column(keys, 2 * book.ruleset.unit)


def berger(book: Book, _options: Options) -> Column:
    """Swiss Perfect's Berger: points of the beaten plus half those of the drawn."""
    return sonneborn_berger(book, {"draws": "half"})


def _plain_berger(book: Book, *, drawn: int) -> dict[int, int]:
    """The sum without cuts or stand-ins, made in one go: four thousand players wait for it."""
    weight = dict.fromkeys(Outcome, 0)
    weight |= {Outcome.WIN: 2, Outcome.MODIFIED_WIN: 2, Outcome.DRAW: drawn}
    records = book.records
    return {
        no: sum(
            weight[line.outcome] * records[line.opponent].points for line in account.lines if line.opponent is not None
        )
        for no, account in book.ledger.accounts.items()
    }


def _drawn(options: Options) -> int:
    """How many halves of a drawn opponent's score count."""
    return 1 if options.get("draws", "none") == "half" else 0


class Weighted(NamedTuple):
    """A contribution and what it is worth by the result against it, in half units."""

    of: Contribution
    worth: int


def _worth(of: Contribution, *, drawn: int) -> int:
    """Twice the score of the beaten; once that of the drawn, and of the half points given for an unplayed round."""
    if of.outcome.won:
        return 2 * of.score
    half = of.outcome is Outcome.DRAW or (not of.outcome.played and of.points > 0)
    return drawn * of.score if half else 0


def berger_terms(book: Book, options: Options, no: int) -> list[Weighted]:
    """One entrant's terms of the sum, those cut left out: the least opponent first (FIDE C.07, 14.1)."""
    policy, low, drawn = _policy(options), whole(options, "low", 0), _drawn(options)
    terms = [Weighted(value, _worth(value, drawn=drawn)) for value in contributions(book, policy)[no]]
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


def strength_of_schedule(book: Book, _options: Options) -> Column:
    """The sum of the opponents' tournament points (X-12), forfeits included: he was paired with them."""
    records = book.records
    return Column(
        {no: sum(records[other].points for other in record.faced) for no, record in records.items()},
        book.ruleset.unit,
    )


def buchholz(book: Book, options: Options) -> Column:
    """The final scores of the opponents played, summed; `unplayed` says what rounds without a game count."""
    return _buchholz(book, options, high=0, low=0)


def fore_buchholz(book: Book, options: Options) -> Column:
    """Buchholz as if every game of the last round had been drawn (FIDE C.07, 8.3)."""
    return _buchholz(before_the_last(book), options, high=0, low=0)


def before_the_last(book: Book) -> Book:
    """The book with the pairings of the last finished round as draws."""
    last = max(book.ledger.rounds, default=0)
    draw = book.ruleset.points.get(Outcome.DRAW, 0)
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
        for no, account in book.ledger.accounts.items()
    }
    return open_book(replace(book.ledger, accounts=accounts), book.ruleset)


def average_buchholz(book: Book, options: Options) -> Column:
    """The mean of the Buchholz of the opponents played (FIDE C.07, 8.2); nobody played: 0."""
    values = buchholz(book, options).keys
    met = {no: played_with(book, no) for no in book.records}
    unit = lcm(*range(1, 1 + max(map(len, met.values()), default=0)))
    keys = {no: sum(values[other] for _, other in games) * (unit // max(1, len(games))) for no, games in met.items()}
    return Column(keys, unit * book.ruleset.unit)


def played_with(book: Book, no: int) -> list[tuple[int, int]]:
    """(round, opponent) of every game on the table."""
    return [
        (line.round_no, line.opponent)
        for line in book.ledger.accounts[no].lines
        if line.opponent is not None and line.outcome.played
    ]


def buchholz_cut_1(book: Book, options: Options) -> Column:
    """Buchholz without the lowest."""
    return _buchholz(book, options, high=0, low=1)


def buchholz_cut_2(book: Book, options: Options) -> Column:
    """Buchholz without the two lowest."""
    return _buchholz(book, options, high=0, low=2)


def median_buchholz(book: Book, options: Options) -> Column:
    """Buchholz without the `high` highest and the `low` lowest opponents (1 and 1 unless said)."""
    if options.get("cut") != "by-score":
        return _buchholz(book, options, high=whole(options, "high", 1), low=whole(options, "low", 1))
    by_cuts = {cuts: _buchholz(book, options, high=cuts[0], low=cuts[1]).keys
               for cuts in {median_cuts(book, options, no) for no in book.records}}
    keys = {no: by_cuts[median_cuts(book, options, no)][no] for no in book.records}
    return Column(keys, book.ruleset.unit)


def median_cuts(book: Book, options: Options, no: int) -> tuple[int, int]:
    """How many of the highest and of the lowest an entrant leaves out.

    `cut = "by-score"` is US Chess's modified median: who has more than half of the points leaves out only the lowest,
    who has fewer only the highest.
    """
    high, low = whole(options, "high", 1), whole(options, "low", 1)
    if options.get("cut") != "by-score":
        return high, low
    above = 2 * book.records[no].points - len(book.ledger.rounds) * book.ruleset.points[Outcome.WIN]
    return (high if above <= 0 else 0), (low if above >= 0 else 0)


def _buchholz(book: Book, options: Options, *, high: int, low: int) -> Column:
    policy = _policy(options)
    if policy in GAMES_ONLY:
        keys = {}
        for no, met in plain_scores(book, policy).items():
            keys[no] = sum(sorted(met)[low : max(low, len(met) - high)]) if high or low else sum(met)
    else:
        keys = {
            no: sum(term.score for term in buchholz_terms(book, options, no, high=high, low=low)) for no in book.records
        }
    return Column(keys, book.ruleset.unit)


def buchholz_terms(book: Book, options: Options, no: int, *, high: int, low: int) -> list[Contribution]:
    """One entrant's terms of the sum, after the cuts."""
    policy = _policy(options)
    found = contributions(book, policy)[no]
    return cut(found, high=high, low=low, voluntary_first=cuts_voluntary_first(policy)) if high or low else found


def brightwell(book: Book, options: Options) -> Column:
    """Points on the table + c · the opponents' scores; an unplayed round: half a game's points + c · own score.

    Choice: `game`, all the points there are in a game, is 64 (Othello, where the tie-break comes from) unless said.
    """
    keys = {no: sum(term for _, term in brightwell_terms(book, options, no)) for no in book.records}
    return Column(keys, 2 * book.ruleset.unit)


def brightwell_terms(book: Book, options: Options, no: int) -> list[tuple[int, int]]:
    """(round, term) of one entrant, in half units."""
    factor, game, unit = whole(options, "c", BRIGHTWELL), whole(options, "game", GAME), book.ruleset.unit
    records = book.records
    terms = []
    for line in full_lines(book, book.ledger.accounts[no]):
        if line.outcome is Outcome.REST:
            continue
        if line.opponent is not None and line.outcome.played:
            terms.append((line.round_no, 2 * (unit * (line.score or 0) + factor * records[line.opponent].points)))
        else:
            terms.append((line.round_no, unit * game + 2 * factor * records[no].points))
    return terms


def koya(book: Book, options: Options) -> Column:
    """Points made against opponents with at least half of all possible points (`limit`: another share).

    Choice: forfeits count, as all games of a round robin do; before the end, half of the points there were so far.
    """
    strong = strong_opponents(book, options)
    return Column(
        {
            no: sum(line.points for line in account.lines if line.opponent in strong)
            for no, account in book.ledger.accounts.items()
        },
        book.ruleset.unit,
    )


def strong_opponents(book: Book, options: Options) -> frozenset[int]:
    """Who reached the share of the points that Koya asks for."""
    limit = percentage(options, "limit", Fraction(1, 2))
    most = book.ruleset.points.get(Outcome.WIN, 0) * book.rounds
    return frozenset(no for no, record in book.records.items() if record.points >= limit * most)


def _policy(options: Options) -> str:
    return str(options.get("unplayed", "nothing"))
