"""Whole events, played by the engine: nobody was told wrongly to be in or out, in any round."""

from __future__ import annotations

import pytest

from pareo.core.qualification.simulation import odds
from support.qualification.predictions import count_wrong_verdicts, last_round


@pytest.mark.parametrize(
    ("players", "rounds", "rules"),
    [
        (8, 3, "pokemon-tcg-2019-07"),
        (13, 4, "swiss"),
        (20, 5, "chess-fide"),
        (33, 5, "pokemon-tcg-2027"),
        (64, 6, "pokemon-tcg-2019-07"),
        (100, 4, "swiss"),
    ],
)
def test_nobody_was_told_wrongly(players, rounds, rules):
    for turn in range(1 + (players < 20)):
        said, wrong = count_wrong_verdicts(players, rounds, rules, f"played {turn}")
        assert wrong == 0
        assert said > 0


@pytest.mark.parametrize("rules", ["pokemon-tcg-2019-07", "swiss"])
def test_what_can_be_decided_before_the_last_round_is(rules):
    decided, decidable = last_round(64, 6, rules, 8, "last round", worlds=10, nodes=2_000)
    assert decided >= 0.95 * decidable  # `tools/forecast_proofs.py last` seeks harder, in more events


def test_the_margin_of_the_odds_shrinks_and_never_says_never():
    few, many = odds(0, 50), odds(500, 1000)
    assert few is not None
    assert many is not None
    assert few.share == 0
    assert few.margin > 0.05
    assert 0.02 < many.margin < 0.04
    assert odds(0, 0) is odds(6, 7) is odds(24, 24) is None  # a draw that came up seven times is no ground for a chance
    assert max(found.margin for inside in range(26) if (found := odds(inside, 25)) is not None) < 0.2
