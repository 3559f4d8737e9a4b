"""Tie-breaks that look at a player's own lines only."""

from __future__ import annotations

from itertools import accumulate
from math import lcm

from pareo.core.standings.ledger import Account, Line
from pareo.core.standings.tiebreaks.book import Book, Column
from pareo.core.standings.tiebreaks.record import Options, whole
from pareo.core.standings.tiebreaks.unplayed import VOLUNTARY, full_lines


def on_time(book: Book, _options: Options) -> Column:
    """1 on time, 0 late (P-TB-1)."""
    return Column({no: 0 if account.late else 1 for no, account in book.ledger.accounts.items()})


def lot(book: Book, _options: Options) -> Column:
    """The order drawn once and stored (P-TB-7); low goes first. Who has no lot comes after, by number."""
    lots = book.ledger.lots
    last = max(lots.values(), default=0)
    return Column({no: lots[no] if no in lots else last + no for no in book.records})


def list_order(book: Book, _options: Options) -> Column:
    """The order of the player list: TOM's last tie-break."""
    return Column({no: account.seat for no, account in book.ledger.accounts.items()})


def secondary(book: Book, _options: Options) -> Column:
    """Own points on the table (Scrabble points); a rest or a no-show gives none (S-13)."""
    return Column(
        {no: sum(line.score or 0 for line in account.lines) for no, account in book.ledger.accounts.items()}
    )


def spread(book: Book, options: Options) -> Column:
    """Points for minus points against (S-NAT-5); with `cap`, no game counts more than that either way."""
    return Column(
        {no: sum(spreads(account, options).values()) for no, account in book.ledger.accounts.items()}
    )


def spreads(account: Account, options: Options) -> dict[int, int]:
    """What each line of an account adds to the spread, by its place."""
    most = whole(options, "cap", 0)
    found = {}
    for at, line in enumerate(account.lines):
        difference = (line.score or 0) - (line.against or 0)
        found[at] = max(-most, min(most, difference)) if most else difference
    return found


def average_secondary(book: Book, _options: Options) -> Column:
    """Own points on the table per game that has points (S-NAT-1); no such game: 0."""
    scores = {
        no: [line.score for line in account.lines if line.score is not None]
        for no, account in book.ledger.accounts.items()
    }
    unit = lcm(*range(1, 1 + max(map(len, scores.values()), default=0)))
    return Column({no: sum(games) * (unit // max(1, len(games))) for no, games in scores.items()}, unit)


def margin(book: Book, _options: Options) -> Column:
    """Total margin of victory (X-12)."""
    return Column({no: sum(line.margin for line in account.lines) for no, account in book.ledger.accounts.items()})


def progressive(book: Book, options: Options) -> Column:
    """The running score after each round, summed. A round without a line leaves the running score as it was.

    `cut` leaves out the running scores of the first so many rounds (FIDE C.07, 7.5 with a cut).
    """
    first = whole(options, "cut", 0)
    keys = {no: sum(running(book, no)[first:]) for no in book.records}
    return Column(keys, book.ruleset.unit)


def running(book: Book, no: int) -> list[int]:
    """One entrant's running score after each finished round."""
    scored: dict[int, int] = {}
    for line in book.ledger.accounts[no].lines:
        scored[line.round_no] = scored.get(line.round_no, 0) + line.points
    return list(accumulate([scored.get(round_no, 0) for round_no in book.ledger.rounds]))


def wins(book: Book, options: Options) -> Column:
    """Matches won: all of them, byes and forfeits too, or (`count = "played"`) over the board only."""
    if options.get("count", "all") == "all":
        return Column({no: record.wins for no, record in book.records.items()})
    return Column(
        {
            no: sum(line.outcome.won and line.outcome.played for line in account.lines)
            for no, account in book.ledger.accounts.items()
        }
    )


def games_black(book: Book, _options: Options) -> Column:
    """Games played without the first move (FIDE C.07, 7.3: with Black); a game not played counts as White."""
    return Column({no: len(black_games(account)) for no, account in book.ledger.accounts.items()})


def wins_black(book: Book, _options: Options) -> Column:
    """Games won over the board without the first move (FIDE C.07, 7.4)."""
    accounts = book.ledger.accounts
    return Column({no: sum(line.outcome.won for line in black_games(account)) for no, account in accounts.items()})


def black_games(account: Account) -> list[Line]:
    """The games on the table in which the other side had the first move."""
    return [line for line in account.lines if line.started is False and line.outcome.played]


def rounds_played(book: Book, _options: Options) -> Column:
    """Rounds that he was ready to play (FIDE C.07, 7.6): all but byes asked for, absences and forfeits lost."""
    return Column({no: len(ready_rounds(book, account)) for no, account in book.ledger.accounts.items()})


def ready_rounds(book: Book, account: Account) -> list[Line]:
    """The lines of the finished rounds that were not left unplayed by his own will."""
    return [line for line in full_lines(book, account) if line.outcome not in VOLUNTARY]


def games_won(book: Book, _options: Options) -> Column:
    """Games won over the board: `wins` of the other kind, for an order that uses both."""
    return wins(book, {"count": "played"})
