"""Drawing checks: fair over seeds, reproducible, nobody twice before others once; who is due in the cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import pytest

from pareo.core.journal.floor_facts import CheckOutcome, ChecksDrawn
from pareo.core.model import list_checks as core_checks
from pareo.core.model.list_checks import (
    Check,
    Checks,
    check_counts,
    draw_number,
    draw_players,
    draw_seed,
    draw_tables,
    due_of_cut,
)
from pareo.core.model.random_source import SeededRandom
from pareo.core.replay.floor import record_check_outcome, record_checks_drawn

T = TypeVar("T")
TABLES = {table: (table, table + 6) for table in range(1, 7)}
SEATS = [(table, no) for table, pair in TABLES.items() for no in pair]
# The chi-square value that a fair draw exceeds once in 10,000: by degrees of freedom. The seeds are fixed, so a draw
# that passes today passes for ever.
LIMIT = {5: 25.7, 8: 31.8, 11: 37.4, 2: 18.4, 3: 21.1, 143: 214.7}


def chi_square(found: Counter[int], among: list[int], draws: int) -> float:
    expected = draws / len(among)
    return sum((found[item] - expected) ** 2 / expected for item in among)


@pytest.mark.req("P-PREM-2")
def test_everybody_is_drawn_equally_often_over_seeds() -> None:
    seeds = 3000
    found = Counter(no for s in range(seeds) for _, no in draw_players(SEATS, 1, {}, draw_seed(f"s{s}", 3, 1)))
    assert chi_square(found, list(range(1, 13)), seeds) < LIMIT[11]


class LazyShuffle(SeededRandom):
    """The well-known mistake: every place is swapped with any other."""

    def shuffled(self, items: Sequence[T]) -> list[T]:
        mixed = list(items)
        for i, word in enumerate(self.words(len(mixed))):
            j = word % len(mixed)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed


class UnfairRandom(SeededRandom):
    """Fair, but number 1 is let off every second time, and the next one comes."""

    def shuffled(self, items: Sequence[T]) -> list[T]:
        mixed = super().shuffled(items)
        return mixed[1:] + mixed[:1] if mixed[0] == items[0] and self.below(2) else mixed


class FewBits(SeededRandom):
    """A number of four bits, taken modulo the number of players."""

    def shuffled(self, items: Sequence[T]) -> list[T]:
        first = self.words(1)[0] % 16 % len(items)
        return [items[first], *items[:first], *items[first + 1 :]]


@pytest.mark.parametrize("unfair", [LazyShuffle, UnfairRandom, FewBits])
@pytest.mark.req("P-PREM-2")
def test_an_unfair_draw_would_be_caught(unfair: type[SeededRandom], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_checks, "SeededRandom", unfair)
    seeds = 3000
    found = Counter(no for s in range(seeds) for _, no in draw_players(SEATS, 1, {}, draw_seed(f"s{s}", 3, 1)))
    assert chi_square(found, list(range(1, 13)), seeds) > LIMIT[11]


@pytest.mark.req("P-PREM-2")
def test_one_draw_says_nothing_of_the_next() -> None:
    """Draws of two rounds of one event, and two draws of one round: every pair of players equally often."""
    seeds = 3000
    for later in ((4, 1), (3, 2)):
        found = Counter(
            draw_players(SEATS, 1, {}, draw_seed(f"s{s}", 3, 1))[0][1] * 100
            + draw_players(SEATS, 1, {}, draw_seed(f"s{s}", *later))[0][1]
            for s in range(seeds)
        )
        assert chi_square(found, [a * 100 + b for a in range(1, 13) for b in range(1, 13)], seeds) < LIMIT[143]


@pytest.mark.req("P-PREM-2")
def test_three_at_once_are_fair_too_and_so_is_each_pair() -> None:
    seeds = 3000
    drawn_ = [[no for _, no in draw_players(SEATS, 3, {}, draw_seed(f"s{s}", 1, 2))] for s in range(seeds)]
    assert all(len(set(nos)) == 3 for nos in drawn_)
    # Three different ones at a time vary less than three draws with replacement would: the limit holds all the more.
    assert chi_square(Counter(no for nos in drawn_ for no in nos), list(range(1, 13)), 3 * seeds) < LIMIT[11]
    first = Counter(nos[0] for nos in drawn_)
    assert chi_square(first, list(range(1, 13)), seeds) < LIMIT[11]


@pytest.mark.req("P-PREM-2")
def test_who_had_a_check_waits_and_the_others_share_the_chance_evenly() -> None:
    had = {1: 1, 5: 1, 9: 2}
    fresh = [no for _, no in SEATS if no not in had]
    seeds = 3000
    found: Counter[int] = Counter()
    for s in range(seeds):
        found.update(no for _, no in draw_players(SEATS, 1, had, draw_seed(f"s{s}", 4, 1)))
    assert set(found) == set(fresh)
    assert chi_square(found, fresh, seeds) < LIMIT[8]


@pytest.mark.req("P-PREM-2")
def test_nobody_twice_before_others_once() -> None:
    had: dict[int, int] = {}
    for draw in range(1, 7):
        for _, no in draw_players(SEATS, 5, had, draw_seed("cup", draw, 1)):
            had[no] = had.get(no, 0) + 1
        assert max(had.values()) - min(had.get(no, 0) for _, no in SEATS) <= 1
    assert sum(had.values()) == 30


@pytest.mark.req("P-PREM-2")
def test_tables_are_drawn_whole_and_evenly() -> None:
    seeds = 3000
    found: Counter[int] = Counter()
    for s in range(seeds):
        chosen = draw_tables(TABLES, 2, {}, draw_seed(f"s{s}", 1, 1))
        assert sorted(no for _, no in chosen) == sorted(no for table, _ in chosen[::2] for no in TABLES[table])
        found.update(table for table, _ in chosen[::2])
    assert chi_square(found, list(TABLES), 2 * seeds) < LIMIT[5]


@pytest.mark.req("P-PREM-2")
def test_tables_with_somebody_who_had_a_check_come_after_fresh_ones() -> None:
    had = {1: 1, 2: 1, 8: 1, 3: 1}  # tables 1 and 3: one of the two; table 2: both; 4, 5, 6: nobody
    seeds = 1500
    found: Counter[int] = Counter()
    for s in range(seeds):
        order = [table for table, _ in draw_tables(TABLES, 6, had, draw_seed(f"s{s}", 1, 1))[::2]]
        assert set(order[:3]) == {4, 5, 6}
        assert set(order[3:5]) == {1, 3}
        assert order[5] == 2
        found[order[0]] += 1
    assert chi_square(found, [4, 5, 6], seeds) < LIMIT[2]


@pytest.mark.req("P-PREM-2")
def test_a_draw_repeats_itself_whatever_the_order_of_the_seats() -> None:
    seed = draw_seed("cup", 2, 1)
    assert draw_players(SEATS, 4, {}, seed) == draw_players(SEATS[::-1], 4, {}, seed)
    assert draw_tables(TABLES, 3, {}, seed) == draw_tables(dict(reversed(TABLES.items())), 3, {}, seed)
    assert draw_players(SEATS, 4, {}, seed)[:2] == draw_players(SEATS, 2, {}, seed), "more checks keep the first"
    assert draw_seed("cup", 2, 2) != seed
    assert draw_seed("cup", 3, 1) != seed


def test_draws_are_counted_per_round_and_outcomes_belong_to_their_check() -> None:
    checks = Checks()
    record_checks_drawn(checks, ChecksDrawn(2, 1, tables=False, chosen=((1, 4), (3, 7))), 20)
    assert draw_number(checks, 2) == 2
    assert draw_number(checks, 3) == 1
    told = CheckOutcome(7, 2, "drawn", "warning", "Elsa", of=20)
    assert record_check_outcome(checks, told, 21) == 0
    assert checks.items == [
        Check(20, 2, 4, "drawn", 1),
        Check(20, 2, 7, "drawn", 3, "", "warning", "Elsa", 21),
    ]
    assert check_counts(checks.items) == {4: 1, 7: 1}
    again = CheckOutcome(7, 2, "drawn", "clean", "Elsa", of=20)
    assert record_check_outcome(checks, again, 25) == 21, "a correction names the entry it corrects"
    assert [c.outcome for c in checks.items] == ["", "clean"]


@pytest.mark.req("P-PREM-2")
def test_the_whole_cut_is_due_until_each_is_recorded_for_it() -> None:
    members = {"masters-cut": (3, 1, 4), "seniors-cut": (9,)}
    made = [
        Check(5, 2, 3, "drawn", 1, "", "clean", "Elsa", 6),  # during the Swiss: player 5 is due again
        Check(9, 6, 4, "cut", None, "masters-cut", "clean", "Elsa", 9),
    ]
    assert due_of_cut(members, made) == [("masters-cut", 3), ("masters-cut", 1), ("seniors-cut", 9)]
