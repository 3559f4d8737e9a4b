"""King of the hill: neighbours of the table meet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pareo.core.model.pairing_contract import Candidate, PairingInput, PairingResult
from pareo.core.pairing.round_cost import cheapest_pairs, foes_of
from pareo.core.pairing.score_groups.king import pair_king
from pareo.core.pairing.score_groups.records import KING_REASONS as REASONS


def field(count: int, met: str = "", *, rested: tuple[int, ...] = (), **more: object) -> PairingInput:
    """A table 1 … count with the pairs that have met, such as "1-2 3-4"."""
    foes: dict[int, set[int]] = {}
    for pair in met.split():
        a, b = map(int, pair.split("-"))
        foes.setdefault(a, set()).add(b)
        foes.setdefault(b, set()).add(a)
    candidates = tuple(Candidate(no, 2 * (count - no), bye_ok=no not in rested) for no in range(1, count + 1))
    return PairingInput(candidates, {no: frozenset(f) for no, f in foes.items()}, "", **more)  # type: ignore[arg-type]


def pairs_text(result: PairingResult) -> str:
    return " ".join(f"{match.a}-{match.b}" for match in result.matches)


@pytest.mark.req("SP-2")
def test_first_against_second_third_against_fourth() -> None:
    result = pair_king(field(6, "1-2 5-6"))
    assert (pairs_text(result), result.bye, result.cost.rematches) == ("1-2 3-4 5-6", None, 2)
    assert result.matches[0].reasons == ("next-in-table", "rematch")


@pytest.mark.req("SP-2")
def test_without_rematches_the_next_one_not_met() -> None:
    result = pair_king(field(6, "1-2 5-6"), rematches=False)
    # 2 passes over 4: otherwise 5 and 6 would be left, who have met.
    assert (pairs_text(result), result.cost.rematches) == ("1-3 2-5 4-6", 0)
    assert result.matches[0].reasons == ("passed-over",)


def test_where_everybody_has_met_the_fewest_rematches() -> None:
    result = pair_king(field(4, "1-2 1-3 1-4 2-3"), rematches=False)
    assert result.cost.rematches == 1
    assert sorted(no for match in result.matches for no in (match.a, match.b)) == [1, 2, 3, 4]


def test_the_last_who_has_not_rested_rests() -> None:
    assert pair_king(field(5)).bye == 5
    result = pair_king(field(5, rested=(4, 5)))
    assert (result.bye, result.bye_reasons, pairs_text(result)) == (3, ("rest-last",), "1-2 4-5")
    assert pair_king(field(3, rested=(1, 2, 3))).bye_reasons == ("rest-again",)
    # If the last rested, 1 and 2 would have to meet again.
    assert pair_king(field(3, "1-2"), rematches=False).bye == 2


def test_forbidden_pairs_are_avoided_even_where_rematches_are_not() -> None:
    assert pairs_text(pair_king(field(4, forbidden=frozenset({(1, 2)})))) == "1-3 2-4"


def test_who_started_less_starts() -> None:
    table = PairingInput((Candidate(1, 2, starts=1), Candidate(2, 2, starts=-1)), {}, "", balance_starts=True)
    assert pair_king(table).matches == ((2, 1, ("next-in-table", "start-balance")),)


@given(st.integers(2, 9), st.sets(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=20), st.booleans())
def test_everybody_is_paired_with_the_fewest_rematches(count: int, met: set[tuple[int, int]], rematches: bool) -> None:
    pairs = " ".join(f"{a}-{b}" for a, b in met if a < b <= count)
    given_field = field(count, pairs)
    result = pair_king(given_field, rematches=rematches)
    seen = [no for match in result.matches for no in (match.a, match.b)] + ([result.bye] if result.bye else [])
    assert sorted(seen) == list(range(1, count + 1))
    assert all(reason in REASONS for match in result.matches for reason in match.reasons)
    if not rematches:
        foes = foes_of(given_field)
        best = sum(b in foes[a] for a, b in cheapest_pairs(list(range(1, count + 1)), foes) if a and b)
        assert result.cost.rematches == best
