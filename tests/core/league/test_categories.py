"""Categories, promotion and relegation, titles."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pareo.core.league.categories import (
    Achievement,
    ExchangeRules,
    Period,
    Title,
    best_performers,
    category_of,
    exchange,
    title_of,
    total_achievements,
)
from pareo.core.text.errors import BadInput, Refused
from pareo.rulesets.series_presets import preset_plan
from support.errors import raises_code


@pytest.mark.req("S-NAT-4")
@pytest.mark.parametrize(
    ("rating", "average", "expected"),
    [
        (2000, None, "A"),
        (1999, None, "B"),
        (None, 400, "A"),
        (None, Fraction(799, 2), "B"),
        (None, None, "B"),
        (1950, 430, "B"),
        (2050, 380, "A"),
    ],
)
def test_venezuela_parts_at_2000_or_an_average_of_400(
    rating: int | None, average: int | Fraction | None, expected: str
) -> None:
    assert category_of(preset_plan("venezuela").categories, rating=rating, average=average) == expected


@pytest.mark.req("S-NAT-2")
def test_argentina_has_four_categories_by_elo() -> None:
    limits = (2100, 1900, 1700, None)
    four = [replace(c, rating_from=limit) for c, limit in zip(preset_plan("argentina").categories, limits, strict=True)]
    found = [category_of(four, rating=r) for r in (2100, 2099, 1899, 1699, None)]
    assert found == ["A1", "A2", "B", "C", "C"]


URUGUAY = ExchangeRules()  # the best 2 of B and the last 2 of A change places
UPPER = (
    Achievement("Ada", 5, 2000),
    Achievement("Bea", 3, 1900),
    Achievement("Cai", 1, 1950),
    Achievement("Dov", 1, 1700),
)
LOWER = (
    Achievement("Eva", 4, 1500),
    Achievement("Fay", 4, 1600),
    Achievement("Gus", 2, 1990),
    Achievement("Hal", 0, 900),
)


@pytest.mark.req("S-NAT-3")
def test_uruguay_exchanges_the_best_two_and_the_last_two() -> None:
    after = exchange(UPPER, LOWER, URUGUAY)
    assert after.up == ("Fay", "Eva")  # as many wins: more points go first
    assert after.down == ("Cai", "Dov")
    assert after.upper == ("Ada", "Bea", "Fay", "Eva")
    assert after.lower == ("Cai", "Dov", "Gus", "Hal")


@pytest.mark.req("S-NAT-3")
def test_wins_and_points_of_the_period_are_added_up() -> None:
    march = [Achievement("Ada", 2, 1100), Achievement("Bea", 3, 1000)]
    april = [Achievement("Ada", Fraction(3, 2), 900), Achievement("Bea", Fraction(1, 2), 1000)]
    assert total_achievements([march, april]) == (
        Achievement("Ada", Fraction(7, 2), 2000),
        Achievement("Bea", Fraction(7, 2), 2000),
    )
    may = [Achievement("Bea", 0, 1)]
    assert [f.name for f in total_achievements([march, april, may])] == ["Bea", "Ada"]


@pytest.mark.req("S-NAT-3")
def test_the_period_is_a_setting() -> None:
    two = [Period.TWO_MONTHS.of(2026, month, 1) for month in (1, 2, 3, 12)]
    assert two == [(2026, 1), (2026, 1), (2026, 2), (2026, 6)]
    half = [Period.HALF_MONTH.of(2026, month, day) for month, day in ((1, 15), (1, 16), (2, 1), (12, 31))]
    assert half == [(2026, 1), (2026, 2), (2026, 3), (2026, 24)]
    assert preset_plan("uruguay").period is Period.TWO_MONTHS


@pytest.mark.req("S-NAT-3")
def test_level_at_the_border_needs_lots() -> None:
    level = (*UPPER[:1], Achievement("Bea", 1, 1950), Achievement("Cai", 1, 1950), Achievement("Dov", 1, 1700))
    with raises_code(Refused, "category-level", a="Bea", b="Cai"):
        exchange(level, LOWER, URUGUAY)
    assert exchange(level, LOWER, URUGUAY, lots={"Bea": 7, "Cai": 3}).down == ("Bea", "Dov")
    assert exchange(level, LOWER, URUGUAY, lots={"Bea": 3, "Cai": 7}).down == ("Cai", "Dov")


@pytest.mark.req("S-NAT-3")
def test_the_upper_category_keeps_its_size() -> None:
    short = exchange(UPPER, LOWER[:1], URUGUAY)
    assert (short.up, short.down) == (("Eva",), ("Dov",))
    filled = exchange(UPPER[:3], LOWER, ExchangeRules(size=4))
    assert filled.up == ("Fay", "Eva", "Gus")
    assert len(filled.upper) == 4
    with raises_code(BadInput, "category-large", size=3):
        exchange(UPPER, LOWER, ExchangeRules(size=3))
    with raises_code(BadInput, "category-both"):
        exchange(UPPER, UPPER, URUGUAY)


@pytest.mark.req("S-NAT-7")
def test_titles_are_data_with_the_federation_s_own_limits() -> None:
    britain = preset_plan("britain").titles
    assert [t.name for t in britain] == ["Grand Master", "Expert"]
    assert title_of(britain, rating=9999, games=999) is None  # no limit is invented
    limits = (Title("grand-master", "Grand Master", 195, 150), Title("expert", "Expert", 180, 50))
    found = [title_of(limits, rating=r, games=g) for r, g in ((195, 150), (195, 149), (180, 49), (179, 999))]
    assert [t.id if t else None for t in found] == ["grand-master", "expert", None, None]
    year = {"Ada": (2100, 30), "Bea": (2150, 3), "Cai": (2100, 12)}
    assert best_performers(year, games=10) == ("Ada", "Cai")
    assert best_performers(year) == ("Bea",)
    assert best_performers({}) == ()
