"""Tie-breaks that look at a player's own lines only."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate
from math import lcm

from pareo.core.model.outcome import Outcome
from pareo.core.standings.player_records import PlayerRecord, RoundRecord
from pareo.core.standings.tiebreaks.context import StandingsContext, TiebreakColumn
from pareo.core.standings.tiebreaks.parts import Options, TiebreakPart, explain_mean, explain_sum
from pareo.core.standings.tiebreaks.tiebreak import NUMBER, Tiebreak, int_option
from pareo.core.standings.tiebreaks.unplayed import full_lines, is_voluntary


def on_time(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """On time before late: 1 for players on time, 0 for late ones (P-TB-1)."""
    return TiebreakColumn({no: 0 if account.late else 1 for no, account in context.ledger.accounts.items()})


ON_TIME = Tiebreak(
    id="on-time",
    title="On time before late",
    short="On time",
    meaning="On-time players rank above late players.",
    per_player=on_time,
    column=False,
    decided="late",
    sentences=("On time.", "Late: ranks below on-time players with the same points."),
)


def lot(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """The lot: an order drawn once and stored (P-TB-7); low goes first. Who has no lot comes after, by number."""
    lots = context.ledger.lots
    last = max(lots.values(), default=0)
    return TiebreakColumn({no: lots[no] if no in lots else last + no for no in context.records})


LOT = Tiebreak(
    id="lot",
    title="Drawn by lot",
    short="Lot",
    meaning="An order drawn once for the whole event.",
    per_player=lot,
    higher_first=False,
    column=False,
    decided="lot",
    sentences=("The order was drawn once and stays the same; the lower number goes first: %(number)s.",),
)


def list_order(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """The order of the player list: TOM's last tie-break, and the pairing number of chess."""
    return TiebreakColumn({no: account.seat for no, account in context.ledger.accounts.items()})


LIST_ORDER = Tiebreak(
    id="list-order",
    title="Order of the player list",
    short="List order",
    meaning="The order of the player list.",
    per_player=list_order,
    higher_first=False,
    column=False,
    decided="order of the list",
    sentences=("Number %(number)s of the list.",),
)


def secondary(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """Own points on the table (Scrabble points); a rest or a no-show gives none (S-13)."""
    return TiebreakColumn(
        {no: sum(line.score or 0 for line in account.lines) for no, account in context.ledger.accounts.items()}
    )


def _secondary_parts(context: StandingsContext, _options: Options, no: int) -> Iterable[TiebreakPart]:
    for line in context.ledger.accounts[no].lines:
        scored = line.score is not None
        yield TiebreakPart(
            line.round_no, line.opponent, Fraction(line.score or 0), scored, note="" if scored else "no-score"
        )


SECONDARY = Tiebreak(
    id="secondary",
    title="Points on the table",
    short="Table points",
    meaning="The points made on the table in all games together, such as Scrabble points.",
    per_player=secondary,
    explain=explain_sum(_secondary_parts),
)


def average_secondary(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """Own points on the table per game that has points (S-NAT-1); no such game: 0."""
    scores = {
        no: [line.score for line in account.lines if line.score is not None]
        for no, account in context.ledger.accounts.items()
    }
    unit = lcm(*range(1, 1 + max(map(len, scores.values()), default=0)))
    return TiebreakColumn({no: sum(games) * (unit // max(1, len(games))) for no, games in scores.items()}, unit)


AVERAGE_SECONDARY = Tiebreak(
    id="average-secondary",
    title="Average points on the table",
    short="Average",
    meaning="Points made on the table per game.",
    per_player=average_secondary,
    explain=explain_mean(_secondary_parts),
)


def point_spread(context: StandingsContext, options: Options) -> TiebreakColumn:
    """Points for minus points against (S-NAT-5); with `cap`, no game counts more than that either way.

    With `unplayed`, a round won without a game (bye, forfeit) counts so much, and one lost or missed as much less
    (A-35: tsh, ±50); one worth something between counts nothing.
    """
    return TiebreakColumn(
        {no: sum(difference for _, difference in spreads(context, options, no)) for no in context.records}
    )


def spreads(context: StandingsContext, options: Options, no: int) -> Iterable[tuple[RoundRecord, int]]:
    """What each round of one entrant adds to the point spread."""
    most, unplayed = int_option(options, "cap", 0), int_option(options, "unplayed", 0)
    account, win = context.ledger.accounts[no], context.ruleset.points.get(Outcome.WIN, 0)
    for line in full_lines(context, account) if unplayed else account.lines:
        if unplayed and not line.outcome.played and line.outcome is not Outcome.REST:
            yield line, unplayed if line.points >= win else 0 if line.points > 0 else -unplayed
        else:
            difference = (line.score or 0) - (line.against or 0)
            yield line, max(-most, min(most, difference)) if most else difference


def _spread_parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    for line, difference in spreads(context, options, no):
        raw = Fraction((line.score or 0) - (line.against or 0)) if line.outcome.played else Fraction(difference)
        note = "" if raw == difference else "cap-of-a-game"
        yield TiebreakPart(line.round_no, line.opponent, Fraction(difference), raw=raw, note=note)


def standard_points(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """The points of 1-½-0 (FIDE C.07, STD): 1 for a round worth more than a draw, ½ for one worth as much."""
    return TiebreakColumn({no: sum(worth for _, worth in _standard(context, no)) for no in context.records}, 2)


def _standard(context: StandingsContext, no: int) -> Iterable[tuple[RoundRecord, int]]:
    """What each round is worth by 1-½-0, in halves; of a match of several games, what its games are."""
    draw = context.ruleset.points.get(Outcome.DRAW, 0)
    for line in context.ledger.accounts[no].lines:
        yield line, line.halves[0] if line.halves else 2 if line.points > draw else 1 if line.points == draw else 0


def _standard_parts(context: StandingsContext, _options: Options, no: int) -> Iterable[TiebreakPart]:
    for line, worth in _standard(context, no):
        yield TiebreakPart(line.round_no, line.opponent, Fraction(worth, 2))


STANDARD_POINTS = Tiebreak(
    id="std",
    title="Standard points",
    short="STD",
    meaning="Points as if a win were worth 1 and a draw ½, where the event counts others.",
    per_player=standard_points,
    explain=explain_sum(_standard_parts),
)


SPREAD = Tiebreak(
    id="spread",
    title="Spread",
    short="Spread",
    meaning="Points made on the table minus points of the opponents; a cap may limit each game, and rounds without a "
    "game may count.",
    per_player=point_spread,
    explain=explain_sum(_spread_parts),
    options={"cap": NUMBER, "unplayed": NUMBER},
)


def margin(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """Total margin of victory (X-12)."""
    return TiebreakColumn(
        {no: sum(line.margin for line in account.lines) for no, account in context.ledger.accounts.items()}
    )


def _margin_parts(context: StandingsContext, _options: Options, no: int) -> Iterable[TiebreakPart]:
    for line in context.ledger.accounts[no].lines:
        yield TiebreakPart(line.round_no, line.opponent, Fraction(line.margin))


MARGIN = Tiebreak(
    id="margin",
    title="Margin of victory",
    short="Margin",
    meaning="The margins of victory of all games together.",
    per_player=margin,
    explain=explain_sum(_margin_parts),
)


def progressive(context: StandingsContext, options: Options) -> TiebreakColumn:
    """The running score after each round, summed. A round without a line leaves the running score as it was.

    `cut` leaves out the running scores of the first so many rounds (FIDE C.07, 7.5 with a cut).
    """
    first = int_option(options, "cut", 0)
    keys = {no: sum(running(context, no)[first:]) for no in context.records}
    return TiebreakColumn(keys, context.ruleset.unit)


def running(context: StandingsContext, no: int) -> list[int]:
    """One entrant's running score after each finished round."""
    scored: dict[int, int] = {}
    for line in context.ledger.accounts[no].lines:
        scored[line.round_no] = scored.get(line.round_no, 0) + line.points
    return list(accumulate([scored.get(round_no, 0) for round_no in context.ledger.rounds]))


def _progressive_parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    first = int_option(options, "cut", 0)
    for at, (round_no, score) in enumerate(zip(context.ledger.rounds, running(context, no), strict=True)):
        counted = at >= first
        yield TiebreakPart(
            round_no, None, Fraction(score, context.ruleset.unit), counted, note="" if counted else "left-out"
        )


PROGRESSIVE = Tiebreak(
    id="progressive",
    title="Progressive score",
    short="Progressive",
    meaning="The points after each round, added up: early wins count more.",
    per_player=progressive,
    explain=explain_sum(_progressive_parts),
    options={"cut": NUMBER},
)


def wins(context: StandingsContext, options: Options) -> TiebreakColumn:
    """Matches won: all of them, byes and forfeits too, or (`count = "played"`) over the board only.

    FIDE's WIN (C.07, 7.1) counts the rounds that gave as much as a win (`count = "points"`).
    """
    if options.get("count") == "points":
        full = context.ruleset.points.get(Outcome.WIN, 0)
        return TiebreakColumn(
            {no: sum(line.points == full for line in account.lines) for no, account in context.ledger.accounts.items()}
        )
    if options.get("count", "all") == "all":
        return TiebreakColumn({no: record.wins for no, record in context.records.items()})
    return TiebreakColumn(
        {
            no: sum(line.outcome.won and line.outcome.played for line in account.lines)
            for no, account in context.ledger.accounts.items()
        }
    )


def _wins_parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    everything = options.get("count", "all") == "all"
    for line in context.ledger.accounts[no].lines:
        if options.get("count") == "points":
            full = line.points == context.ruleset.points.get(Outcome.WIN, 0)
            yield TiebreakPart(line.round_no, line.opponent, Fraction(full))
            continue
        counted = everything or line.outcome.played or not line.outcome.won
        note = "" if counted else "not-played"
        yield TiebreakPart(line.round_no, line.opponent, Fraction(line.outcome.won), counted, note=note)


WINS = Tiebreak(
    id="wins",
    title="Number of wins",
    short="Wins",
    meaning="All wins, byes and forfeits too, or only those over the board.",
    per_player=wins,
    explain=explain_sum(_wins_parts),
    options={"count": ("all", "played")},
)


def games_won(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """Games won over the board: `wins` of the other kind, for an order that uses both."""
    return wins(context, {"count": "played"})


def _games_won_parts(context: StandingsContext, _options: Options, no: int) -> Iterable[TiebreakPart]:
    return _wins_parts(context, {"count": "played"}, no)


GAMES_WON = Tiebreak(
    id="games-won",
    title="Games won over the board",
    short="Games won",
    meaning="Games won over the board, without byes and forfeits.",
    per_player=games_won,
    explain=explain_sum(_games_won_parts),
)


def games_black(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """Games played without the first move (FIDE C.07, 7.3: with Black); a game not played counts as White."""
    return TiebreakColumn({no: len(black_games(account)) for no, account in context.ledger.accounts.items()})


def black_games(account: PlayerRecord) -> list[RoundRecord]:
    """The games on the table in which the other side had the first move."""
    return [line for line in account.lines if line.started is False and line.outcome.played]


def _games_black_parts(context: StandingsContext, _options: Options, no: int) -> Iterable[TiebreakPart]:
    for line in black_games(context.ledger.accounts[no]):
        yield TiebreakPart(line.round_no, line.opponent, Fraction(1))


GAMES_BLACK = Tiebreak(
    id="games-black",
    title="Games played with Black",
    short="Black",
    meaning="Games played with Black, or without the first move.",
    per_player=games_black,
    explain=explain_sum(_games_black_parts),
)


def wins_black(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """Games won over the board without the first move (FIDE C.07, 7.4)."""
    accounts = context.ledger.accounts
    return TiebreakColumn(
        {no: sum(line.outcome.won for line in black_games(account)) for no, account in accounts.items()}
    )


def _wins_black_parts(context: StandingsContext, _options: Options, no: int) -> Iterable[TiebreakPart]:
    for line in black_games(context.ledger.accounts[no]):
        yield TiebreakPart(line.round_no, line.opponent, Fraction(line.outcome.won))


WINS_BLACK = Tiebreak(
    id="wins-black",
    title="Games won with Black",
    short="Black wins",
    meaning="Games won with Black, or without the first move.",
    per_player=wins_black,
    explain=explain_sum(_wins_black_parts),
)


def rounds_played(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """Rounds the player was ready to play (FIDE C.07, 7.6): all but requested byes, absences and forfeits lost."""
    return TiebreakColumn({no: len(ready_rounds(context, account)) for no, account in context.ledger.accounts.items()})


def ready_rounds(context: StandingsContext, account: PlayerRecord) -> list[RoundRecord]:
    """The lines of the finished rounds that were not voluntarily left unplayed."""
    return [line for line in full_lines(context, account) if not is_voluntary(context, line)]


def _rounds_played_parts(context: StandingsContext, _options: Options, no: int) -> Iterable[TiebreakPart]:
    for line in ready_rounds(context, context.ledger.accounts[no]):
        yield TiebreakPart(line.round_no, line.opponent, Fraction(1))


ROUNDS_PLAYED = Tiebreak(
    id="rounds-played",
    title="Rounds ready to play",
    short="Rounds",
    meaning="Rounds that the player was ready to play.",
    per_player=rounds_played,
    explain=explain_sum(_rounds_played_parts),
)


def play_off(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """The order that was decided outside, by a play-off or by hand (F-119); low goes first."""
    return TiebreakColumn({no: place for no, place in context.ledger.outside.items() if no in context.records})


PLAY_OFF = Tiebreak(
    id="play-off",
    title="Tie-break game, or entered by hand",
    short="Tie-break game",
    meaning="An order of tied players, decided elsewhere and entered by hand.",
    per_player=play_off,
    higher_first=False,
    column=False,
    decided="tie-break game",
)


def points(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """The points, with those that are given or taken in addition to the results (F-81)."""
    accounts = context.ledger.accounts
    return TiebreakColumn(
        {no: record.points + accounts[no].adjusted for no, record in context.records.items()}, context.ruleset.unit
    )


POINTS = Tiebreak(
    id="PTS",
    title="Points",
    short="PTS",
    meaning="The points themselves, where a tie-break goes before them.",
    per_player=points,
    decided="points",
)


START_NUMBER = Tiebreak(
    id="TPN",
    title="Pairing number",
    short="TPN",
    meaning="The number in the starting list; the lower goes first.",
    per_player=list_order,
    higher_first=False,
)
