"""The ledger read once, for all tie-breaks, and the columns that tie-breaks return.

Every key is a whole number: percentages and averages are counted over a common denominator, so that four thousand
players are compared without a single Fraction and without float noise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple, TypeVar

from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import Ruleset
from pareo.core.standings.player_records import Ledger, PlayerRecord

T = TypeVar("T")

# Bound once: looking up a member of an enum class costs more than counting it.
_WIN, _LOSS, _DRAW, _MODIFIED_WIN = Outcome.WIN, Outcome.LOSS, Outcome.DRAW, Outcome.MODIFIED_WIN
_BYE, _EARNED_BYE, _FORFEIT_WIN = Outcome.BYE, Outcome.EARNED_BYE, Outcome.FORFEIT_WIN
_FORFEIT_LOSS, _LATE_LOSS = Outcome.FORFEIT_LOSS, Outcome.LATE_LOSS


class ScoreCounts(NamedTuple):
    """One entrant's lines, counted."""

    points: int  # carried points included, smallest unit
    wins: int  # WIN, MODIFIED_WIN, FORFEIT_WIN, BYE, EARNED_BYE
    losses: int  # LOSS, FORFEIT_LOSS, LATE_LOSS
    ties: int
    byes: int  # random byes; in `wins` too
    away: int  # rounds absent, or not played on request
    lines: int
    faced: tuple[int, ...]  # opponents in round order, forfeits included


@dataclass(frozen=True, slots=True)
class StandingsContext:
    """The ledger, the ruleset and everybody's record."""

    ledger: Ledger
    ruleset: Ruleset
    records: dict[int, ScoreCounts]
    longest: int  # the most rounds anybody has a line for
    cache: dict[str, Any] = field(default_factory=dict)

    def memo(self, name: str, compute: Callable[[], T]) -> T:
        """A value that several tie-breaks need, computed by the first of them; nobody changes it."""
        if name not in self.cache:
            self.cache[name] = compute()
        value: T = self.cache[name]
        return value

    @property
    def rounds(self) -> int:
        return len(self.ledger.rounds)

    def played_to_the_end(self, no: int) -> bool:
        """Did the entrant finish the phase? Dropping after its last planned round is not dropping out."""
        after = self.ledger.accounts[no].dropped_after
        if after is None:
            return True
        rounds = self.ledger.rounds
        return len(rounds) >= self.ledger.planned and bool(rounds) and after >= max(rounds)


def build_context(ledger: Ledger, ruleset: Ruleset) -> StandingsContext:
    """The context of a ledger: every account counted once, for all tie-breaks."""
    records = {no: _count(account) for no, account in ledger.accounts.items()}
    longest = max((len(account.lines) for account in ledger.accounts.values()), default=0)
    return StandingsContext(ledger, ruleset, records, longest)


def _count(account: PlayerRecord) -> ScoreCounts:
    """One account's record. By columns: half the time of every table goes into these few lines."""
    if not account.lines:
        return ScoreCounts(account.carried, 0, 0, 0, 0, 0, 0, ())
    _, outcomes, opponents, scored, *_ = zip(*account.lines)  # noqa: B905 (lines are all of one length)
    points, rounds, count = account.carried + sum(scored), len(outcomes), outcomes.count
    wins, losses = count(_WIN), count(_LOSS)
    if wins + losses == rounds:
        return ScoreCounts(points, wins, losses, 0, 0, 0, rounds, opponents)
    ties, byes = count(_DRAW), count(_BYE)
    if wins + losses + ties + byes < rounds:
        wins += count(_MODIFIED_WIN) + count(_FORFEIT_WIN) + count(_EARNED_BYE)
        losses += count(_FORFEIT_LOSS) + count(_LATE_LOSS)
    away = rounds - wins - losses - ties - byes
    faced = tuple([opponent for opponent in opponents if opponent is not None])
    return ScoreCounts(points, wins + byes, losses, ties, byes, away, rounds, faced)


def played_with(context: StandingsContext, no: int) -> list[tuple[int, int]]:
    """(round, opponent) of every game an entrant played on the table: no byes, no forfeits."""
    return [
        (line.round_no, line.opponent)
        for line in context.ledger.accounts[no].lines
        if line.opponent is not None and line.outcome.played
    ]


class TiebreakColumn(NamedTuple):
    """A tie-break's value for everybody: whole numbers over one denominator."""

    keys: dict[int, int]
    denominator: int = 1
    places: int = 2  # decimals that are shown
    opponents: dict[int, int] | None = None  # shown with the place of this opponent, not the key
    cuts: dict[int, str] | None = None  # how else somebody was set apart: a code of `Tiebreak.cuts`


class Value(NamedTuple):
    """One tie-break's value for one entrant. `numerator` is None where the tie-break was not applied."""

    id: str
    numerator: int | None
    denominator: int = 1
    places: int = 2

    @property
    def exact(self) -> int | Fraction | None:
        """The exact value of the tie-break; whole numbers as int."""
        if self.numerator is None:
            return None
        if self.numerator % self.denominator == 0:
            return self.numerator // self.denominator
        return Fraction(self.numerator, self.denominator)

    @property
    def shown(self) -> int | float | None:
        """The value as people read it: rounded half to even, a percentage as a part of one (0.5833)."""
        if self.numerator is None:
            return None
        whole, rest = divmod(self.numerator, self.denominator)
        if not rest:
            return whole
        scale: int = 10**self.places
        rounded, rest = divmod(self.numerator * scale, self.denominator)
        if 2 * rest > self.denominator or (2 * rest == self.denominator and rounded % 2):
            rounded += 1
        return rounded / scale

    @property
    def text(self) -> str | None:
        """The exact value of the tie-break as text: “7/12”, or a whole number."""
        if self.numerator is None:
            return None
        common = gcd(self.numerator, self.denominator)
        below = self.denominator // common
        return str(self.numerator // common) if below == 1 else f"{self.numerator // common}/{below}"
