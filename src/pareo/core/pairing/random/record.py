"""The record of the random Swiss.

The engine is read when the first round is paired: listing methods, and standings, need only the record.
"""

from __future__ import annotations

from pareo.core.model.pairing_contract import PairingInput, PairingResult
from pareo.core.pairing.method import PairingMethod
from pareo.core.pairing.reasons import REASONS


def _pair(pairing_input: PairingInput) -> PairingResult:
    from pareo.core.pairing.random.swiss import pair_random  # noqa: PLC0415

    return pair_random(pairing_input)


RANDOM = PairingMethod(
    id="random",
    title="Random",
    sentence="Players on equal points are paired at random; no one meets twice.",
    described="random pairings among players with the same points",
    pair=_pair,
    checker="random",
    objectives=(1, 2),  # 2: a rematch that cannot be avoided is put as low as possible
    reasons=REASONS,
    by_table=False,
)
