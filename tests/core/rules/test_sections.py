"""Sections: sizes, limits, the draw, late players, who qualifies."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pareo import rulesets
from pareo.core.model.random_source import SeededRandom
from pareo.core.model.ruleset import SectionRules
from pareo.core.rules.advice import advise, rounds_in_sections
from pareo.core.rules.sections import (
    check_sections,
    draw_sections,
    late_section,
    propose_sections,
    qualifiers_per_section,
    section_sizes,
)
from pareo.core.text.errors import Refused
from support.errors import raises_code


def rules() -> SectionRules:
    found = rulesets.load("pokemon-tcg-2019-07").sections
    assert found is not None
    return found


def refusal(*, division_size: int = 143, count: int = 2, style: str = "swiss+cut", separate: bool = True) -> str:
    try:
        check_sections(rules(), division_size=division_size, count=count, style=style, separate=separate)
    except Refused as refused:
        return refused.code if "{" not in str(refused) else "a place was not filled in"
    return ""


@pytest.mark.req("P-SEC-1")
def test_sections_only_where_the_document_allows_them() -> None:
    assert refusal() == ""
    assert refusal(count=4) == ""
    assert refusal(count=8) == "sections-small"
    assert refusal(count=3) == "sections-count"
    assert refusal(style="swiss") == "sections-style"
    assert refusal(separate=False) == "sections-age"
    assert refusal(division_size=63) == "sections-division"
    assert refusal(division_size=64) == ""
    assert refusal(division_size=65) == ""
    assert refusal(division_size=127, count=4) == "sections-small"
    assert refusal(division_size=512, count=16) == ""
    assert refusal(division_size=511, count=16) == "sections-small"
    assert refusal(division_size=10, count=1, style="swiss") == ""
    with raises_code(Refused, "no-sections"):
        check_sections(None, division_size=200, count=2, style="swiss+cut", separate=True)


TCG, VGC, E09 = "pokemon-tcg-2019-07", "pokemon-vgc-2019-07", "pokemon-2009"


def in_sections(ruleset_id: str, players: int, count: int, reading: str = "size") -> tuple[int, ...]:
    ruleset = rulesets.load(ruleset_id)
    assert ruleset.sections is not None
    ruleset = replace(ruleset, sections=replace(ruleset.sections, rounds=reading))
    advice = advise(ruleset, sizes={"master": players}, pod=("master",), style="swiss+cut")
    return rounds_in_sections(ruleset, advice, count)


@pytest.mark.req("A-6", "P-SEC-1", "P-SEC-2")
@pytest.mark.parametrize("ruleset_id", [TCG, VGC, E09, "pokemon-tcg-2019-04"])
@pytest.mark.parametrize(
    ("players", "count", "rounds"),
    [(143, 2, 7), (143, 4, 6), (512, 16, 5), (512, 8, 6), (72, 1, 7), (36, 1, 6), (64, 1, 6), (32, 1, 5)],
)
def test_a_section_plays_the_rounds_of_its_size_as_every_example_of_the_document(
    ruleset_id: str, players: int, count: int, rounds: int
) -> None:
    assert in_sections(ruleset_id, players, count)[0] == rounds


@pytest.mark.req("A-6")
def test_the_other_reading_is_one_round_less_per_doubling() -> None:
    assert [in_sections(VGC, 512, count, "doubling")[0] for count in (1, 2, 4, 8, 16)] == [9, 8, 7, 6, 5]
    assert [in_sections(TCG, 512, count, "doubling")[0] for count in (1, 2, 4, 8, 16)] == [10, 9, 8, 7, 6]
    assert in_sections(TCG, 143, 4) == (6, 5), "one round fewer than the table is allowed here too (P-AGE-8)"


@pytest.mark.req("P-SEC-2")
@pytest.mark.parametrize(
    ("total", "count", "sizes"),
    [
        (141, 4, (36, 36, 35, 34)),
        (143, 2, (72, 71)),
        (143, 4, (36, 36, 36, 35)),
        (142, 4, (36, 36, 36, 34)),
        (144, 4, (36, 36, 36, 36)),
        (140, 4, (36, 36, 34, 34)),
        (64, 2, (32, 32)),
        (66, 2, (34, 32)),
        (65, 2, (33, 32)),
        (512, 16, (32,) * 16),
        (7, 1, (7,)),
    ],
)
def test_section_sizes(total: int, count: int, sizes: tuple[int, ...]) -> None:
    assert section_sizes(total, count) == sizes


@pytest.mark.req("P-SEC-2")
def test_at_most_one_odd_section_and_sizes_as_equal_as_that_allows() -> None:
    for count in (2, 4, 8):
        for total in range(32 * count, 32 * count + 40):
            sizes = section_sizes(total, count)
            assert sum(sizes) == total
            assert sum(size % 2 for size in sizes) == total % 2
            assert max(sizes) - min(sizes) <= 2


@pytest.mark.req("P-SEC-2")
def test_the_draw_is_random_complete_and_reproducible() -> None:
    members = range(1, 142)
    drawn = draw_sections(members, 4, SeededRandom("seed", "sections"))
    assert [len(section) for section in drawn] == [36, 36, 35, 34]
    assert sorted(no for section in drawn for no in section) == list(members)
    assert drawn == draw_sections(list(reversed(members)), 4, SeededRandom("seed", "sections"))
    assert drawn != draw_sections(members, 4, SeededRandom("other", "sections"))
    where = Counter(
        index
        for n in range(200)
        for index, section in enumerate(draw_sections(range(1, 9), 2, SeededRandom(str(n))))
        if 1 in section
    )
    assert 60 < where[0] < 140


@pytest.mark.req("P-SEC-4")
def test_a_late_player_goes_to_the_section_that_was_smallest() -> None:
    assert {late_section((36, 36, 35, 34), SeededRandom(str(n))) for n in range(30)} == {3}
    assert {late_section((36, 36, 36, 36), SeededRandom(str(n))) for n in range(60)} == {0, 1, 2, 3}
    assert {late_section((36, 36, 34, 34), SeededRandom(str(n))) for n in range(30)} == {2, 3}


@pytest.mark.req("P-SEC-5")
def test_the_same_number_qualifies_from_each_section() -> None:
    assert qualifiers_per_section(8, 2) == 4
    assert qualifiers_per_section(8, 4) == 2
    assert (qualifiers_per_section(16, 2), qualifiers_per_section(16, 4)) == (8, 4)
    for cut, count in ((8, 8), (4, 4), (8, 3)):
        with raises_code(Refused, "sections-cut"):
            qualifiers_per_section(cut, count, rules().min_qualifiers)


@pytest.mark.req("P-SEC-6")
def test_the_fewest_sections_that_fit_the_time() -> None:
    def fewest(time_for: int, size: int = 143, rounds: int = 8) -> int:
        plays = {count: rounds - (count.bit_length() - 1) for count in (1, 2, 4, 8, 16)}
        return propose_sections(rules(), division_size=size, rounds=plays, time_for=time_for)

    assert [fewest(n) for n in (9, 8, 7, 6)] == [1, 1, 2, 4]
    assert fewest(5, size=512, rounds=9) == 16
    with raises_code(Refused, "sections-small", smallest=17):
        fewest(5)
    with raises_code(Refused, "sections-not-enough"):
        fewest(2)
    with raises_code(Refused, "sections-not-enough"):
        propose_sections(None, division_size=143, rounds={1: 8}, time_for=7)
