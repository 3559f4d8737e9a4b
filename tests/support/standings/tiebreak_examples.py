"""Examples of tie-breaks."""

from __future__ import annotations

from fractions import Fraction

from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import ResultRules, Ruleset, TiebreakUse
from pareo.core.standings.player_records import Ledger
from pareo.core.standings.standings import standings
from support.standings.ledgers import make_rules

HALVES = {
    **dict.fromkeys(Outcome, 0),
    **dict.fromkeys((Outcome.WIN, Outcome.FORFEIT_WIN, Outcome.BYE, Outcome.EARNED_BYE), 2),
    Outcome.DRAW: 1,
}

EXAMPLE_T = ["1-6 1-0, 2-5 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0, 5-6 ½-½", "1-5 1-0, 2-3 1-0, 4-6 1-0"]


def chess(*tiebreaks: str | TiebreakUse, results: ResultRules | None = None) -> Ruleset:
    return make_rules(*tiebreaks, points=HALVES, unit=2, results=results, shared_places=True)


def column(ledger: Ledger, rules: Ruleset) -> list[object]:
    """The values of the ruleset's only tie-break, by number."""
    rows = sorted(standings(ledger, rules), key=lambda row: row.no)
    return [row.values[0].exact for row in rows]


def half(text: str) -> list[Fraction]:
    return [Fraction(word) for word in text.split()]
