"""The bracket: seeding, byes, the way through, third place, and final places in both manners."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing.bracket import (
    DecidedMatch,
    bracket_order,
    bracket_view,
    next_round,
    places,
    rounds_needed,
)
from pareo.core.text.errors import BadInput, Refused

EIGHT = (11, 12, 13, 14, 15, 16, 17, 18)  # entrant numbers; seeds 1 … 8
QUARTERS: list[DecidedMatch] = [(11, 18, 18), (14, 15, 14), (17, 12, 12), (13, 16, 13)]
SEMIS: list[DecidedMatch] = [(18, 14, 14), (12, 13, 12)]


def play_bracket(seeds: list[int], chance: SeededRandom, *, third_place: bool = False) -> list[list[DecidedMatch]]:
    rounds: list[list[DecidedMatch]] = []
    for _ in range(rounds_needed(len(seeds))):
        draw = next_round(seeds, rounds, third_place=third_place)
        rounds.append([(a, b, chance.pick((a, b))) for a, b in draw.pairs])
    return rounds


@pytest.mark.req("P-SE-1", "P-CUT-1", "X-13", "PN-ASY-5")
def test_standard_bracket_keeps_the_best_apart() -> None:
    assert bracket_order(8) == (1, 8, 5, 4, 3, 6, 7, 2), "TOM's order"
    assert bracket_order(2) == (1, 2)
    order = bracket_order(32)
    while len(order) > 1:
        meetings = list(zip(order[::2], order[1::2], strict=True))
        assert all(a + b == len(order) + 1 for a, b in meetings)  # best against worst, in every round
        order = tuple(min(pair) for pair in meetings)
    with pytest.raises(BadInput):
        bracket_order(12)


@pytest.mark.req("P-CUT-1", "X-13")
def test_a_cut_of_eight_has_no_byes_and_pairs_best_with_worst() -> None:
    pairs, byes = next_round(EIGHT, ())
    assert pairs == ((11, 18), (14, 15), (13, 16), (12, 17)), "the order of TOM's tables"
    assert byes == ()


@pytest.mark.req("P-SE-2")
def test_top_seeds_get_the_byes_of_the_first_round_only() -> None:
    seeds = list(range(101, 154))
    pairs, byes = next_round(seeds, ())
    assert byes == tuple(range(101, 112))  # 53 players: 11 byes
    assert len(pairs) == 21
    rounds: list[list[DecidedMatch]] = [[(a, b, a) for a, b in pairs]]
    second = next_round(seeds, rounds)
    assert second.byes == ()
    assert len(second.pairs) == 16


def test_rounds_needed() -> None:
    assert [rounds_needed(n) for n in (2, 8, 9, 16, 17, 128, 129)] == [1, 3, 4, 4, 5, 7, 8]
    with pytest.raises(BadInput):
        rounds_needed(1)


@pytest.mark.req("X-13", "P-SE-1")
def test_winners_of_neighbouring_matches_meet_whatever_their_seed() -> None:
    assert next_round(EIGHT, [QUARTERS]).pairs == ((14, 18), (12, 13))
    # The order in which results were written does not matter.
    assert next_round(EIGHT, [QUARTERS[::-1]]).pairs == ((14, 18), (12, 13))


@pytest.mark.req("P-SE-6", "P-CUT-5")
def test_third_place_match_in_the_last_round_when_announced() -> None:
    assert next_round(EIGHT, [QUARTERS, SEMIS]).pairs == ((12, 14),)
    assert next_round(EIGHT, [QUARTERS, SEMIS], third_place=True).pairs == ((12, 14), (13, 18))
    final: list[DecidedMatch] = [(12, 14, 12), (13, 18, 18)]
    ended = places(EIGHT, [QUARTERS, SEMIS, final], by="swiss", third_place=True)
    assert ended[:4] == ((1, 12), (2, 14), (3, 18), (4, 13))
    without = places(EIGHT, [QUARTERS, SEMIS, final[:1]], by="swiss")
    assert without[:4] == ((1, 12), (2, 14), (3, 13), (4, 18))
    assert next_round((1, 2), (), third_place=True).pairs == ((1, 2),)


@pytest.mark.req("P-CUT-4", "P-CUT-2", "P-CUT-3")
def test_losers_of_one_cut_round_are_ordered_by_swiss_standing() -> None:
    ended = places(EIGHT, [QUARTERS, SEMIS, [(12, 14, 12)]], by="swiss")
    assert ended[4:] == ((5, 11), (6, 15), (7, 16), (8, 17))  # the 1st seed beaten in the top 8 ends 5th
    sixteen = list(range(1, 17))
    draw = next_round(sixteen, ())
    upset: list[DecidedMatch] = [(a, b, b if a == 1 else a) for a, b in draw.pairs]
    assert (9, 1) in places(sixteen, [upset], by="swiss")
    # The cut fills exactly the places 1 … 8: nobody of it falls behind those outside.
    assert [place for place, _ in ended] == list(range(1, 9))


@pytest.mark.req("P-SE-5")
def test_losers_are_ordered_by_the_place_of_who_beat_them() -> None:
    ended = places(EIGHT, [QUARTERS, SEMIS, [(12, 14, 12)]], by="victor")
    # 12 champion (beat 13 and 17), 14 second (beat 18 and 15).
    assert ended == ((1, 12), (2, 14), (3, 13), (4, 18), (5, 17), (6, 15), (7, 16), (8, 11))


@given(st.integers(2, 40), st.integers(0, 10_000))
@pytest.mark.req("P-SE-5", "P-SE-2")
def test_places_of_any_bracket_follow_the_victor(entrants: int, seed: int) -> None:
    seeds = SeededRandom(str(seed), "seeds").shuffled(range(1, entrants + 1))
    rounds = play_bracket(seeds, SeededRandom(str(seed)))
    ended = places(seeds, rounds, by="victor")
    assert [place for place, _ in ended] == list(range(1, entrants + 1))
    place_of = {no: place for place, no in ended}
    for decided in rounds:
        losers = sorted(((a if winner == b else b), winner) for a, b, winner in decided)
        by_loser = [victor for _, victor in sorted((place_of[no], place_of[v]) for no, v in losers if v is not None)]
        assert by_loser == sorted(by_loser)
    assert len([no for r in rounds for _, _, no in r]) == entrants - 1


def test_in_mid_event_those_still_playing_share_the_best_place() -> None:
    assert places(EIGHT, by="swiss") == tuple((1, no) for no in EIGHT)
    assert places((7,), by="victor") == ((1, 7),)
    assert places((), by="victor") == ()
    one_out = places(EIGHT, [QUARTERS[:1]], by="swiss")
    assert one_out == (*((1, no) for no in EIGHT[1:]), (5, 11))
    quarters_done = places(EIGHT, [QUARTERS], by="victor")
    assert quarters_done == ((1, 12), (1, 13), (1, 14), (1, 18), (5, 17), (5, 16), (5, 15), (5, 11))
    waiting = places(EIGHT, [QUARTERS, SEMIS], by="swiss", third_place=True)
    assert waiting[:4] == ((1, 12), (1, 14), (3, 13), (3, 18))


def test_a_double_loss_sends_nobody_on_and_the_next_opponent_through() -> None:
    both_lost: list[DecidedMatch] = [(11, 18, None), *QUARTERS[1:]]
    following = next_round(EIGHT, [both_lost])
    assert following.pairs == ((12, 13),)
    assert following.byes == (14,)
    last = next_round(EIGHT, [both_lost, [(12, 13, 13)]], third_place=True)
    assert last.pairs == ((13, 14),)  # one semi-final loser only: no match for third place
    ended = places(EIGHT, [both_lost, [(12, 13, 13)], [(13, 14, 14)]], by="victor", third_place=True)
    assert ended == ((1, 14), (2, 13), (3, 12), (4, 15), (5, 16), (6, 17), (7, 11), (8, 18))


def test_a_final_lost_by_both_has_no_champion() -> None:
    assert bracket_view((1, 2), [[(1, 2, None)]]).champion is None
    assert places((1, 2), [[(2, 1, None)]], by="victor") == ((1, 1), (2, 2))


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(Refused) as missing:
        next_round(EIGHT, [QUARTERS[:3]])
    assert missing.value.code == "round-open"
    with pytest.raises(Refused) as over:
        next_round((1, 2), [[(1, 2, 1)]])
    assert over.value.code == "bracket-over"
    with pytest.raises(BadInput) as strangers:
        bracket_view(EIGHT, [[(11, 12, 11)]])
    assert strangers.value.code == "bracket-mismatch"
    with pytest.raises(BadInput) as winner:
        bracket_view(EIGHT, [[(11, 18, 13)]])
    assert winner.value.code == "bracket-winner"
    with pytest.raises(BadInput):
        next_round((1, 1), ())


def test_the_view_shows_what_is_known() -> None:
    view = bracket_view((21, 22, 23), [[(22, 23, 23)]])
    assert [m.winner for m in view.rounds[0]] == [21, 23]
    assert view.rounds[0][0].bottom.kind == "bye"
    assert (view.rounds[1][0].top.no, view.rounds[1][0].bottom.seed) == (21, 3)
    assert not view.rounds[1][0].decided
    assert view.champion is None
    assert bracket_view((21, 22, 23)).rounds[1][0].bottom.kind == "open"
