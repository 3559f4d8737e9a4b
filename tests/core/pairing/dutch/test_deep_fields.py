"""What the engine takes as a whole because it can be paired whoever is taken away, really can be."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from pareo.core.pairing.dutch.bitgraph import bits, mask_of
from pareo.core.pairing.dutch.exact import _all_below_is_deep, _is_deep
from pareo.core.pairing.dutch.round_field import field_of
from pareo.core.pairing.dutch.unpaired import Unpaired
from support.pairing.dutch_events import DutchEvent
from support.pairing.dutch_rounds import play_rounds


@pytest.mark.req("SP-4", "SP-19")
@pytest.mark.parametrize("clubs", [2, 3, 5])
def test_a_deep_field_is_paired_whoever_is_taken_away(clubs: int) -> None:
    """Two clubs of one size are not deep: two taken from one of them leave the other without opponents."""
    dice = Random(f"deep {clubs}")
    event = DutchEvent(dice, 60, 4, troubles=0.0)
    club = {no: i % clubs for i, no in enumerate(sorted(event.numbers))}
    event.forbidden = frozenset((a, b) for a, b in combinations(sorted(club), 2) if club[a] == club[b])
    seen = 0
    for given in play_rounds(event):
        un = Unpaired(field_of(given))
        for level in range(1, un.field.levels):
            below = list(bits(un.below.players(level + 1)))
            for q in (2, 4, 6):
                if not (_all_below_is_deep(un, level, [], q) or _is_deep(un, level, [], q)):
                    continue
                seen += 1
                for _ in range(10):
                    gone = dice.sample(below, 2 * dice.randint(0, q // 2) + len(below) % 2)
                    assert un.pairs_up(mask_of(below) & ~mask_of(gone)), (given.round_no, level, q)
    assert (seen > 0) == (clubs > 2)
