"""What a result is worth: by outcome, by its games, or by the margin of its scores."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pareo import rulesets
from pareo.core.model.outcome import Outcome, Result
from pareo.core.model.ruleset import ScaleStep
from pareo.core.standings.points import result_points

SWISS = rulesets.load("swiss")
BRIDGE = replace(SWISS, points_from="margin", scale=(ScaleStep(0, 10, 10), ScaleStep(3, 12, 8), ScaleStep(9, 16, 4)))
WIN, LOSS = Outcome.WIN, Outcome.LOSS


@pytest.mark.req("A-70")
@pytest.mark.parametrize(
    ("a", "b", "worth"),
    [
        (40, 40, (10, 10)),
        (42, 40, (10, 10)),
        (43, 40, (12, 8)),
        (40, 43, (8, 12)),
        (48, 40, (12, 8)),
        (49, 40, (16, 4)),
        (0, 90, (4, 16)),
    ],
)
def test_a_margin_is_read_from_the_table(a: int, b: int, worth: tuple[int, int]) -> None:
    result = Result(WIN if a > b else LOSS, LOSS if a > b else WIN, score_a=a, score_b=b)
    assert result_points(BRIDGE, result) == worth


@pytest.mark.req("A-70")
def test_without_scores_or_games_the_outcome_counts() -> None:
    table = SWISS.points
    for rules in (BRIDGE, replace(SWISS, points_from="games"), SWISS):
        assert result_points(rules, Result(WIN, LOSS)) == (table[WIN], table[LOSS])
    assert result_points(SWISS, Result(WIN, LOSS, score_a=40, score_b=3)) == (table[WIN], table[LOSS])
    half = Result(WIN, LOSS, halves_a=3, halves_b=1)
    whole = table[WIN]
    assert result_points(replace(SWISS, points_from="games"), half) == (whole * 3 // 4, whole // 4)
