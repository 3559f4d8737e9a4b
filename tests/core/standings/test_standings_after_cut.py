"""A division's standings after its bracket: places of the cut first, ranked among the division."""

from __future__ import annotations

import pytest

from pareo.core.standings.standings import Heading, Standing, rank_division


def standing(rank: int, no: int, decided_by: str | None) -> Standing:
    return Standing(rank, no, 9, 3, 0, 0, (1,), (Heading("owp", 1, 0),), decided_by)


@pytest.mark.req("P-AGE-5", "P-CUT-3")
def test_what_a_bracket_decided_stays_the_reason_between_players_of_one_division() -> None:
    table = [standing(1, 5, None), standing(2, 7, "bracket"), standing(3, 6, "cut"), standing(4, 8, "owp")]
    ranked = rank_division(table, {5, 6, 8})
    assert [(row.rank, row.no, row.decided_by) for row in ranked] == [(1, 5, None), (2, 6, "bracket"), (3, 8, "owp")]
