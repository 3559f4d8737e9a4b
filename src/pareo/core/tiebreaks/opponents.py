"""Tie-breaks made of the opponents' points."""

from __future__ import annotations

from pareo.core.outcome import Outcome
from pareo.core.tiebreaks.book import Book, Column
from pareo.core.tiebreaks.record import Options, whole


def sonneborn_berger(book: Book, options: Options) -> Column:
    """The final points of the opponents beaten, only those (FISE, tie rule 6); `draws = "half"` adds half of the drawn.

    Only games on the table count: a no-show or a rest gives nothing (S-13, Choice).
    """
    return _berger(book, drawn=1 if options.get("draws", "none") == "half" else 0)


def berger(book: Book, _options: Options) -> Column:
    """Swiss Perfect's Berger: points of the beaten plus half those of the drawn."""
    return _berger(book, drawn=1)


def _berger(book: Book, *, drawn: int) -> Column:
    weight = dict.fromkeys(Outcome, 0)
    weight |= {Outcome.WIN: 2, Outcome.MODIFIED_WIN: 2, Outcome.DRAW: drawn}
    records = book.records
    keys = {
        no: sum(
            weight[line.outcome] * records[line.opponent].points for line in account.lines if line.opponent is not None
        )
        for no, account in book.ledger.accounts.items()
    }
    return Column(keys, 2 * book.ruleset.unit)


def strength_of_schedule(book: Book, _options: Options) -> Column:
    """The sum of the opponents' tournament points (X-12), forfeits included: he was paired with them."""
    records = book.records
    return Column(
        {no: sum(records[other].points for other in record.faced) for no, record in records.items()},
        book.ruleset.unit,
    )


def buchholz(book: Book, options: Options) -> Column:
    """The final scores of the opponents played, summed; `unplayed = "draws"` counts *their* unplayed games as draws."""
    scores = _opponents_scores(book, options)
    return Column({no: sum(met) for no, met in scores.items()}, book.ruleset.unit)


def median_buchholz(book: Book, options: Options) -> Column:
    """Buchholz without the `high` highest and the `low` lowest opponents (1 and 1 unless said)."""
    high, low = whole(options, "high", 1), whole(options, "low", 1)
    scores = _opponents_scores(book, options)
    kept = {no: sorted(met)[low : max(low, len(met) - high)] for no, met in scores.items()}
    return Column({no: sum(met) for no, met in kept.items()}, book.ruleset.unit)


def _opponents_scores(book: Book, options: Options) -> dict[int, list[int]]:
    """The scores of everybody's opponents over the board, adjusted as the options say."""
    accounts = book.ledger.accounts
    scores = {no: record.points for no, record in book.records.items()}
    if options.get("unplayed", "nothing") == "draws":
        draw = book.ruleset.points.get(Outcome.DRAW, 0)
        for no, account in accounts.items():
            played = [line.points for line in account.lines if line.outcome.played]
            scores[no] = account.carried + sum(played) + draw * (book.rounds - len(played))
    return {
        no: [scores[line.opponent] for line in account.lines if line.opponent is not None and line.outcome.played]
        for no, account in accounts.items()
    }
