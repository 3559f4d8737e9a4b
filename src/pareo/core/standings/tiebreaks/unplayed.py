"""What unplayed rounds are worth in tie-breaks made of the opponents' scores: the policies, round by round.

`contributions(context, options)` gives for every entrant one Contribution per round that counts. The policies:

- "nothing": the opponents' final scores; an own round without a game gives nothing.
- "draws": the same, but the opponents' own unplayed rounds count as draws in their scores.
- "fide-2009": as "draws", and an own round without a game is played against a virtual opponent who began the round with
  the same score, has what the player missed in it, and draws every later round.
- "fide-2024": FIDE C.07, article 16, until March 2026. An opponent's round that was not played on request counts as a
  draw if only voluntarily unplayed rounds follow; all other rounds count what they gave. An own round without a game
  is played against a dummy with the player's own score.
- "fide-2026": the same from March 2026: the dummy of a forfeited game has at most the adjusted score of the opponent it
  was to be played with, any other dummy at most a draw in each round so far.
- "start": the opponents' final scores, and for an own round without a game the player's starting points (Go, McMahon).

Under the two FIDE policies a cut of the lowest takes the player's voluntarily unplayed rounds first (16.5).

In a round robin (C.07, 15) a forfeited game counts as one with the opponent of the table, and there are no dummies;
`/P` of FIDE's codes asks for the same of forfeits in a Swiss (option `forfeits = "played"`).

Choices: asked-for byes, absences, late losses and rounds after leaving are voluntarily unplayed rounds, like a
forfeit lost; a round without a line (left, or not yet there) is an absence without points. A rest in a round
robin is no unplayed round: the table gives nobody to play. A bye worth a win was not refused (C.07, 16.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pareo.core.model.outcome import Outcome
from pareo.core.standings.player_records import PlayerRecord, RoundRecord
from pareo.core.standings.tiebreaks.context import StandingsContext
from pareo.core.standings.tiebreaks.parts import Options

POLICIES = ("nothing", "draws", "fide-2009", "fide-2024", "fide-2026", "start")
UNPLAYED = {"unplayed": POLICIES}  # the option that names one
GAMES_ONLY = frozenset({"nothing", "draws"})  # no stand-ins: only games on the table contribute
_FIDE = frozenset({"fide-2024", "fide-2026"})

_ASKED_FOR = frozenset({Outcome.REQUESTED_BYE, Outcome.ABSENT, Outcome.LATE_LOSS})
VOLUNTARY = _ASKED_FOR | {Outcome.FORFEIT_LOSS}


class Contribution(NamedTuple):
    """What one round adds: a score in the smallest unit. `opponent` is None for a bye and for a missed round."""

    round_no: int
    opponent: int | None
    score: int
    outcome: Outcome
    points: int  # own points of the round
    voluntary: bool = False  # goes first when the lowest are cut


def policy_of(options: Options) -> str:
    """The policy that a tie-break's options name."""
    return str(options.get("unplayed", "nothing"))


def forfeits_count(context: StandingsContext, options: Options) -> bool:
    """Does a forfeited game count as one with the opponent of the pairing (C.07, 15, or option `forfeits`)?"""
    return context.ledger.robin or options.get("forfeits") == "played"


def contributions(context: StandingsContext, options: Options) -> dict[int, list[Contribution]]:
    """Everybody's contributions, in round order; computed once for all tie-breaks of one policy."""
    policy, forfeits = policy_of(options), options.get("forfeits") == "played"
    return context.memo(
        f"contributions {policy} {forfeits}", lambda: _contributions(context, policy, forfeits=forfeits)
    )


def _contributions(context: StandingsContext, policy: str, *, forfeits: bool) -> dict[int, list[Contribution]]:
    scores = adjusted_scores(context, policy)
    if policy in GAMES_ONLY:
        return {no: _games_only(account, scores) for no, account in context.ledger.accounts.items()}
    robin = context.ledger.robin and policy in _FIDE
    forfeits = forfeits or robin
    result: dict[int, list[Contribution]] = {}
    for no, account in context.ledger.accounts.items():
        lines = [line for line in full_lines(context, account) if line.outcome is not Outcome.REST]
        if robin:
            lines = [line for line in lines if line.opponent is not None]
        result[no] = [
            Contribution(line.round_no, line.opponent, scores[line.opponent], line.outcome, line.points)
            if line.opponent is not None and (forfeits or line.outcome.played)
            else _dummy(context, no, lines, at, scores=scores, policy=policy)
            for at, line in enumerate(lines)
        ]
    return result


def plain_scores(context: StandingsContext, policy: str) -> dict[int, list[int]]:
    """Everybody's opponents' scores, for the policies without stand-ins: quicker for thousands of players."""
    scores = adjusted_scores(context, policy)
    return {
        no: [scores[line.opponent] for line in account.lines if line.opponent is not None and line.outcome.played]
        for no, account in context.ledger.accounts.items()
    }


def adjusted_scores(context: StandingsContext, policy: str) -> dict[int, int]:
    """Everybody's score as it counts for the opponents, by the policy."""
    if policy in ("nothing", "start") or (policy in _FIDE and context.ledger.robin):
        return {no: record.points for no, record in context.records.items()}
    draw = context.ruleset.points.get(Outcome.DRAW, 0)
    if policy in _FIDE:
        return {no: _fide_score(context, account, draw) for no, account in context.ledger.accounts.items()}
    scores = {}
    for no, account in context.ledger.accounts.items():
        played = [line.points for line in account.lines if line.outcome.played]
        rests = sum(line.outcome is Outcome.REST for line in account.lines)
        scores[no] = account.carried + sum(played) + draw * (context.rounds - rests - len(played))
    return scores


def full_lines(context: StandingsContext, account: PlayerRecord) -> Sequence[RoundRecord]:
    """An account's lines, with an absence for every finished round that it has none for."""
    rounds_known = {line.round_no for line in account.lines}
    missing = [
        RoundRecord(number, Outcome.ABSENT, None, 0) for number in context.ledger.rounds if number not in rounds_known
    ]
    return sorted([*account.lines, *missing], key=lambda line: line.round_no) if missing else account.lines


def cut(values: Sequence[Contribution], *, high: int, low: int, voluntary_first: bool) -> list[Contribution]:
    """The contributions without the `low` lowest and then the `high` highest, in round order."""
    lowest_first = sorted(values, key=lambda c: (not c.voluntary if voluntary_first else 0, c.score, c.round_no))
    remaining = sorted(lowest_first[low:], key=lambda c: (c.score, c.round_no))
    return sorted(remaining[: max(0, len(remaining) - high)], key=lambda c: c.round_no)


def cuts_voluntary_first(policy: str) -> bool:
    """Does a cut of the lowest take the rounds first that were voluntarily left unplayed (16.5)?"""
    return policy in _FIDE


def _games_only(account: PlayerRecord, scores: dict[int, int]) -> list[Contribution]:
    return [
        Contribution(line.round_no, line.opponent, scores[line.opponent], line.outcome, line.points)
        for line in account.lines
        if line.opponent is not None and line.outcome.played
    ]


def is_voluntary(context: StandingsContext, line: RoundRecord) -> bool:
    """Was the round voluntarily left unplayed? Not where it gave what a win gives (FIDE C.07, 16.2)."""
    return line.outcome in VOLUNTARY and line.points < context.ruleset.points.get(Outcome.WIN, 0)


def _fide_score(context: StandingsContext, account: PlayerRecord, draw: int) -> int:
    """FIDE C.07, 16.3: rounds asked off at the end of the event count as draws, all else what it gave."""
    total, at_the_end = account.carried, True
    for line in reversed(full_lines(context, account)):
        at_the_end = at_the_end and is_voluntary(context, line)
        total += draw if at_the_end and line.outcome in _ASKED_FOR else line.points
    return total


def _dummy(
    context: StandingsContext, no: int, lines: Sequence[RoundRecord], at: int, *, scores: dict[int, int], policy: str
) -> Contribution:
    """The opponent that stands in for a game that was not played."""
    line = lines[at]
    draw = context.ruleset.points.get(Outcome.DRAW, 0)
    own = context.records[no].points
    if policy == "start":
        own = context.ledger.accounts[no].carried
    elif policy == "fide-2009":
        before = context.ledger.accounts[no].carried + sum(earlier.points for earlier in lines[:at])
        win = context.ruleset.points.get(Outcome.WIN, 0)
        own = before + win - line.points + draw * (len(lines) - at - 1)
    elif policy == "fide-2026":
        so_far = draw * context.rounds  # before the end, the rounds played so far (F-118)
        own = min(own, so_far if line.opponent is None else scores[line.opponent])
    return Contribution(line.round_no, line.opponent, own, line.outcome, line.points, is_voluntary(context, line))
