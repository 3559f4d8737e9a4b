"""Standings of 4,000 players × 15 rounds against a bare numpy calculation of the same two columns."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pareo import rulesets
from pareo.core.model.outcome import Outcome
from pareo.core.model.random_source import SeededRandom
from pareo.core.standings.player_records import Ledger, PlayerRecord, RoundRecord
from pareo.core.standings.standings import standings

PLAYERS = 4000
ROUNDS = 15
_OUTCOMES = {3: Outcome.WIN, 1: Outcome.DRAW, 0: Outcome.LOSS}


def best(work: Callable[[], object], times: int = 5) -> float:
    """The shortest of several runs, in seconds."""
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        spent.append(time.perf_counter() - start)
    return min(spent)


def field() -> Ledger:
    """Random opponents, 45 % wins for either side, 10 % draws."""
    chance = SeededRandom("bench", "standings")
    lines: dict[int, list[RoundRecord]] = {no: [] for no in range(1, PLAYERS + 1)}
    for round_no in range(1, ROUNDS + 1):
        order = chance.shuffled(list(lines))
        for a, b in zip(order[::2], order[1::2], strict=True):
            drawn = chance.below(100)
            points = (3, 0) if drawn < 45 else (0, 3) if drawn < 90 else (1, 1)
            for no, other, own in ((a, b, points[0]), (b, a, points[1])):
                lines[no].append(RoundRecord(round_no, _OUTCOMES[own], other, own))
    accounts = {no: PlayerRecord(no, tuple(rows), seat=no) for no, rows in lines.items()}
    return Ledger(accounts, tuple(range(1, ROUNDS + 1)), ROUNDS, {no: no for no in lines})


def bare_numpy(ledger: Ledger) -> Callable[[], npt.NDArray[np.float64]]:
    """OWP and OOWP as two gathers and two means over ready arrays."""
    opponents = np.array([[(line.opponent or 0) - 1 for line in ledger.accounts[no].lines] for no in ledger.accounts])
    wins = np.array([[line.outcome is Outcome.WIN for line in ledger.accounts[no].lines] for no in ledger.accounts])

    def work() -> npt.NDArray[np.float64]:
        share = np.maximum(wins.mean(axis=1), 0.25)
        owp = share[opponents].mean(axis=1)
        oowp = owp[opponents].mean(axis=1)
        return np.stack([owp, oowp])

    return work


def with_corrected_result(ledger: Ledger) -> Ledger:
    """The ledger with one result turned round."""
    first = ledger.accounts[1]
    line = first.lines[0]
    other = ledger.accounts[line.opponent or 0]
    new = dict(ledger.accounts)
    new[1] = replace(first, lines=(line._replace(outcome=Outcome.WIN, points=3), *first.lines[1:]))
    new[other.no] = replace(other, lines=(other.lines[0]._replace(outcome=Outcome.LOSS, points=0), *other.lines[1:]))
    return replace(ledger, accounts=new)


def rows() -> list[tuple[str, str, str, str]]:
    """The table's rows: what, ours, peer, ratio."""
    ruleset = rulesets.load("pokemon-tcg-2019-07")
    ledger = field()
    peer = best(bare_numpy(ledger), 20)
    ours = best(lambda: standings(ledger, ruleset))
    changed = with_corrected_result(ledger)
    again = best(lambda: standings(changed, ruleset))
    check = np.asarray(bare_numpy(ledger)()[0])
    owp = {row.no: next(float(v.exact or 0) for v in row.values if v.id == "owp") for row in standings(ledger, ruleset)}
    worst = max(abs(check[no - 1] - owp[no]) for no in owp)
    if worst > 1e-9:
        raise AssertionError(f"the two disagree by {worst}")
    what = f"standings, {PLAYERS:,} players × {ROUNDS} rounds (numpy: OWP and OOWP only)"
    return [
        (what, f"{ours * 1000:.1f} ms", f"{peer * 1000:.2f} ms", f"{ours / peer:.0f} × (at most 100)"),
        (
            "the same after one corrected result",
            f"{again * 1000:.1f} ms",
            f"{ours * 1000:.1f} ms before",
            f"{again / ours:.2f} ×",
        ),
    ]


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
