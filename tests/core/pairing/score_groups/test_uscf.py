"""The US Chess Swiss: the worked example, each limit, and what holds in every round."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.core.model.pairing_contract import Candidate, PairingInput, PairingResult
from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing.round_cost import cheapest_pairs, foes_of
from pareo.core.pairing.score_groups.records import USCF_REASONS as REASONS
from pareo.core.pairing.score_groups.uscf import UscfInput, pair_uscf, pairing_order
from pareo.core.pairing.score_groups.uscf_colours import clash, history, white_of


def uscf_input(
    points: str | list[int],
    ratings: Mapping[int, int | None] | None = None,
    colours: Mapping[int, str] | None = None,
    *,
    met: str = "",
    rested: tuple[int, ...] = (),
    tags: Mapping[int, str] | None = None,
    **more: object,
) -> UscfInput:
    """Players 1 … n with these points; rated 2000, 1900 … unless said."""
    scores = list(map(int, points.split())) if isinstance(points, str) else points
    foes: dict[int, set[int]] = {}
    for pair in met.split():
        a, b = map(int, pair.split("-"))
        foes.setdefault(a, set()).add(b)
        foes.setdefault(b, set()).add(a)
    clubs = tags or {}
    candidates = tuple(
        Candidate(no, score, bye_ok=no not in rested, tags=(clubs[no],) if no in clubs else ())
        for no, score in enumerate(scores, 1)
    )
    table = PairingInput(
        candidates,
        {no: frozenset(f) for no, f in foes.items()},
        "",
        balance_starts=True,
        **more,  # type: ignore[arg-type]
    )
    known = ratings or {c.no: 2100 - 100 * c.no for c in candidates}
    return UscfInput(table, known, colours or {})


def pairs(result: PairingResult) -> str:
    """Who meets whom, without colours, in board order."""
    return " ".join("{}-{}".format(*sorted((match.a, match.b))) for match in result.matches)


def boards(result: PairingResult) -> str:
    return " ".join(f"{match.a}-{match.b}" for match in result.matches)


@pytest.mark.req("SP-2")
def test_round_one_is_upper_half_against_lower_half_with_colours_alternating() -> None:
    given_round = uscf_input("0 0 0 0 0 0")
    assert boards(pair_uscf(given_round)) == "1-4 5-2 3-6"
    other = UscfInput(given_round.pairing_input, given_round.ratings, {}, top_has_white=False)
    assert boards(pair_uscf(other)) == "4-1 2-5 6-3"


@pytest.mark.req("SP-2")
def test_the_worked_example_interchanges_for_59_points() -> None:
    ratings = {1: 2279, 2: 2062, 3: 2003, 4: 1846}
    result = pair_uscf(uscf_input("2 2 2 2", ratings, {1: "W", 2: "B", 3: "W", 4: "B"}))
    assert boards(result) == "2-1 4-3"
    assert "switched-to-equalise" in result.matches[0].reasons


@pytest.mark.req("SP-2")
@pytest.mark.parametrize(
    ("ratings", "expected"),
    [
        # 1-3 and 2-4 clash. Transposed 1-4 2-3: |3 − 4| or |1 − 2|; interchanged 1-2 3-4: |2 − 3| or |1 − 4|.
        ((2400, 2100, 1800, 1600), "1-4 2-3"),  # 200: just allowed
        ((2400, 2100, 1800, 1599), "1-3 2-4"),  # 201: not
        ((2400, 2000, 1800, 1500), "1-2 3-4"),  # the interchange is 200
        ((2400, 2000, 1799, 1500), "1-3 2-4"),
        ((2000, 1990, 1500, 1200), "1-4 2-3"),  # the upper two are only 10 apart
        ((2000, 1900, 1800, 1700), "1-4 2-3"),  # alike: the transposition
    ],
)
def test_equalising_may_cost_200_points(ratings: tuple[int, ...], expected: str) -> None:
    known = dict(enumerate(ratings, 1))
    assert pairs(pair_uscf(uscf_input("2 2 2 2", known, {1: "W", 2: "B", 3: "W", 4: "B"}))) == expected


@pytest.mark.req("SP-2")
@pytest.mark.parametrize(
    ("ratings", "expected"),
    [
        ((2400, 2100, 1800, 1720), "1-4 2-3"),  # 80: just allowed
        ((2400, 2100, 1800, 1719), "1-3 2-4"),
        ((2400, 1980, 1900, 1500), "1-2 3-4"),
        ((2400, 1981, 1900, 1500), "1-3 2-4"),
    ],
)
def test_alternating_may_cost_80_points(ratings: tuple[int, ...], expected: str) -> None:
    known = dict(enumerate(ratings, 1))
    assert pairs(pair_uscf(uscf_input("2 2 2 2", known, {1: "BW", 2: "WB", 3: "BW", 4: "WB"}))) == expected


def test_no_switch_for_colours_makes_a_repeat_or_leaves_the_group() -> None:
    colours = {1: "W", 2: "B", 3: "W", 4: "B"}
    ratings = {1: 2279, 2: 2062, 3: 2003, 4: 1846}
    assert pairs(pair_uscf(uscf_input("2 2 2 2", ratings, colours, met="1-2"))) == "1-4 2-3"
    assert pairs(pair_uscf(uscf_input("2 2 2 2", ratings, colours, met="1-2 2-3"))) == "1-3 2-4"
    assert pairs(pair_uscf(uscf_input("2 2 0 0", ratings, {1: "W", 2: "W", 3: "B", 4: "B"}))) == "1-2 3-4"


@pytest.mark.req("SP-22")
def test_colours_can_be_ignored() -> None:
    heard = uscf_input("2 2 2 2", {1: 2279, 2: 2062, 3: 2003, 4: 1846}, {1: "W", 2: "B", 3: "W", 4: "B"})
    silent = UscfInput(
        PairingInput(heard.pairing_input.candidates, heard.pairing_input.met, "", balance_starts=False),
        heard.ratings,
        heard.colours,
    )
    assert boards(pair_uscf(silent)) == "1-3 2-4"


@pytest.mark.req("SP-2")
def test_a_repeat_is_avoided_by_the_nearest_transposition() -> None:
    assert pairs(pair_uscf(uscf_input("2 2 2 2 2 2", met="1-4"))) == "1-5 2-4 3-6"
    assert pairs(pair_uscf(uscf_input("2 2 2 2 2 2", met="3-6"))) == "1-4 2-6 3-5"
    # 1 has met the whole lower half: an interchange across the middle.
    assert pairs(pair_uscf(uscf_input("2 2 2 2 2 2", met="1-4 1-5 1-6"))) == "1-3 2-5 4-6"


@pytest.mark.req("SP-2")
def test_the_lowest_of_an_odd_group_drops_and_meets_the_highest_he_can() -> None:
    result = pair_uscf(uscf_input("2 2 2 0 0 0"))
    assert pairs(result) == "1-2 3-4 5-6"
    assert result.matches[1].reasons[0] == "odd-player"
    assert pairs(pair_uscf(uscf_input("2 2 2 0 0 0", met="3-4"))) == "1-2 3-5 4-6"
    # 3 can meet nobody of the next group: the next above 3 drops.
    assert pairs(pair_uscf(uscf_input("2 2 2 0 0 0", met="3-4 3-5 3-6"))) == "1-3 2-4 5-6"
    # All three have met one another: all three drop.
    assert pairs(pair_uscf(uscf_input("2 2 2 0 0 0", met="1-2 1-3 2-3"))) == "1-4 2-5 3-6"


@pytest.mark.req("SP-2")
def test_the_bye_goes_to_the_lowest_rated_of_the_lowest_group_once() -> None:
    assert pair_uscf(uscf_input("2 2 0 0 0")).bye == 5
    ratings = {1: 2000, 2: 1900, 3: 1500, 4: 1400, 5: 1600}
    assert pair_uscf(uscf_input("2 2 0 0 0", ratings)).bye == 4
    result = pair_uscf(uscf_input("2 2 0 0 0", rested=(4, 5)))
    assert (result.bye, result.bye_reasons, result.cost.repeat_bye) == (3, ("bye-above",), 0)
    again = pair_uscf(uscf_input("2 2 0", rested=(1, 2, 3)))
    assert (again.bye, again.bye_reasons, again.cost.repeat_bye) == (3, ("bye-again",), 1)


def test_rank_is_score_then_rating_then_the_table() -> None:
    assert pairing_order(uscf_input("0 2 2 2 0", {1: 1500, 2: None, 3: 1700, 4: 1800, 5: 1500})) == [4, 3, 2, 1, 5]


def test_clubs_are_kept_apart_inside_a_group() -> None:
    result = pair_uscf(uscf_input("0 0 0 0", tags={1: "Riverside", 3: "Riverside"}))
    assert (pairs(result), result.cost.avoided) == ("1-4 2-3", 0)
    stuck = pair_uscf(uscf_input("2 2 0 0", tags={1: "Riverside", 2: "Riverside"}))
    assert (pairs(stuck), stuck.cost.avoided) == ("1-2 3-4", 1)
    assert "avoided" in stuck.matches[0].reasons


@pytest.mark.req("S-5")
@pytest.mark.parametrize(
    ("one", "two", "white", "why"),
    [
        ("W", "B", 2, "colour-equalises"),
        ("WBW", "WB", 2, "colour-equalises"),
        ("WBB", "BWBB", 2, "colour-equalises"),
        ("WB", "BW", 1, "colour-alternates"),
        ("BW", "WB", 2, "colour-alternates"),
        ("WBW", "BWW", 1, "colour-history"),  # in the round before the last 1 had black
        ("WB", "WB", 1, "colour-of-the-higher"),
        ("BW", "BW", 2, "colour-of-the-higher"),
        ("W-", "W", 2, "colour-of-the-higher"),
        ("", "WB", 2, "colour-alternates"),
        ("", "", 1, "colour-by-board"),
    ],
)
def test_who_has_white(one: str, two: str, white: int, why: str) -> None:
    colours = {1: history(one, 0), 2: history(two, 0)}
    assert white_of(1, 2, colours, higher_white=True) == (white, why)


def test_without_sequences_the_starts_say_who_must_equalise() -> None:
    assert history("", 2).due == "B"
    assert history("", -1).due == "W"
    assert clash(history("", 1), history("W", 0)) == (1, 0)
    assert clash(history("BW", 0), history("W", 0)) == (0, 1)
    assert clash(history("", 0), history("W", 0)) == (0, 0)


def next_input(asked_before: UscfInput, result: PairingResult, chance: SeededRandom) -> UscfInput:
    """The next round's input after random results."""
    points = {c.no: c.points for c in asked_before.pairing_input.candidates}
    met = {no: set(asked_before.pairing_input.met.get(no, ())) for no in points}
    colours = {no: asked_before.colours.get(no, "") for no in points}
    for match in result.matches:
        gained = chance.below(3)
        points[match.a] += gained
        points[match.b] += 2 - gained
        met[match.a].add(match.b)
        met[match.b].add(match.a)
        colours[match.a] += "W"
        colours[match.b] += "B"
    rested = {c.no for c in asked_before.pairing_input.candidates if not c.bye_ok}
    if result.bye is not None:
        points[result.bye] += 2
        colours[result.bye] += "-"
        rested.add(result.bye)
    candidates = tuple(Candidate(no, score, bye_ok=no not in rested) for no, score in points.items())
    table = PairingInput(candidates, {no: frozenset(f) for no, f in met.items()}, "", balance_starts=True)
    return UscfInput(table, asked_before.ratings, colours)


@pytest.mark.req("SP-2", "S-2")
@given(st.integers(2, 14), st.integers(1, 9), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_everybody_is_paired_and_nobody_twice_where_that_can_be(count: int, rounds: int, seed: int) -> None:
    chance = SeededRandom(str(seed))
    ratings = {no: 1000 + chance.below(1200) if chance.below(8) else None for no in range(1, count + 1)}
    now = uscf_input([0] * count, ratings)
    for _ in range(rounds):
        result = pair_uscf(now)
        seen = [no for match in result.matches for no in (match.a, match.b)]
        assert sorted(seen + ([result.bye] if result.bye else [])) == list(range(1, count + 1))
        foes = foes_of(now.pairing_input)
        players = [c.no for c in now.pairing_input.candidates if c.no != result.bye]
        fewest = sum(b in foes[a] for a, b in cheapest_pairs(players, foes))
        assert result.cost.rematches == fewest
        assert all(reason in REASONS for match in result.matches for reason in match.reasons)
        assert pair_uscf(now) == result
        now = next_input(now, result, chance)


@pytest.mark.req("SP-19")
def test_five_hundred_players_keep_scores_together_and_colours_equal() -> None:
    chance = SeededRandom("hall")
    now = uscf_input([0] * 501, {no: 2400 - 3 * no for no in range(1, 502)})
    for number in range(5):
        result = pair_uscf(now)
        assert result.cost.rematches == 0
        assert sum(below for below, _ in result.cost.gaps) <= 2 * number + 1
        now = next_input(now, result, chance)
    balance = [abs(c.count("W") - c.count("B")) for c in now.colours.values()]
    assert max(balance) <= 2
    assert sum(b == 2 for b in balance) <= 5
