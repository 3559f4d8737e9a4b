"""Settings as text: read exactly, or refused with what they must be."""

from __future__ import annotations

import pytest

from pareo import rulesets
from pareo.core.pairing.acceleration import VirtualPoints
from pareo.core.rules.birth_years import divisions_in_force
from pareo.core.settings.registry import SETTINGS, read_setting
from pareo.core.text.errors import BadInput
from pareo.core.text.numbers import read_points
from support.errors import raises_code


@pytest.mark.req("S-19")
def test_acceleration_is_read_in_the_smallest_unit() -> None:
    group = VirtualPoints.parse("1-7:1.5:6", 2)
    assert group == VirtualPoints(1, 7, 3, 6)
    assert [group.points_for(no, 6) for no in (1, 7, 8)] == [3, 3, 0]
    assert group.points_for(1, 7) == 0


def test_points_are_read_as_players_write_them() -> None:
    assert [read_points(text, 2) for text in ("4", "1.5", "1,5", " 0 ", "-1")] == [8, 3, 3, 0, -2]
    for bad in ("1.25", "inf", "nan", "1e3", "½", "", "1/2", "99999"):
        with pytest.raises(ValueError, match=r".*"):
            read_points(bad, 2)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("rounds", "0"),
        ("rounds", "three"),
        ("rounds", "1000000"),
        ("cut", "1"),
        ("cut", "-4"),
        ("third_place", "maybe"),
        ("acceleration", "1-7:4"),
        ("acceleration", "7-1:4:6"),
        ("acceleration", "1-7:inf:6"),
        ("acceleration", "1-7:0.3:6"),
        ("blocked_tables", "8-5"),
        ("birth_years", "junior"),
        ("birth_years", "junior=2000;senior=2005"),
        ("unrated", "dice"),
        ("style", "ladder"),
        ("rounds", "9" * 5000),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_what_it_must_be(key: str, text: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_setting(key, text, unit=2, pod=None)
    assert SETTINGS[key].takes in str(caught.value)


def test_values() -> None:
    assert read_setting("cut", "none", unit=1, pod=None) == 0
    assert read_setting("cut", "16", unit=1, pod="masters") == 16
    assert read_setting("third_place", "Sí", unit=1, pod=None) is True
    assert read_setting("third_place", "não", unit=1, pod=None) is False
    assert read_setting("rounds", " ", unit=1, pod=None) is None, "an empty text takes a setting back"


def test_unknown_settings_and_pods() -> None:
    with raises_code(BadInput, "setting-unknown", says="Settings: name, style"):
        read_setting("colour", "red", unit=1, pod=None)
    with raises_code(BadInput, "setting-not-per-pod"):
        read_setting("judge", "Ana", unit=1, pod="masters")


@pytest.mark.req("P-AGE-1")
def test_birth_years_roll_on_with_the_season() -> None:
    rules = rulesets.load("pokemon-tcg-2019-07").divisions
    assert rules is not None
    rolled = divisions_in_force(rules, text="junior=2014;senior=2010")
    assert [(d.id, d.born_from, d.born_to) for d in rolled.divisions] == [
        ("junior", 2014, None),
        ("senior", 2010, 2013),
        ("master", None, 2009),
    ]


@pytest.mark.parametrize("key", ["style", "third_place", "sections", "unrated", "birth_years"])
@pytest.mark.req("P-SE-6", "P-ANN-1")
def test_what_must_be_decided_before_the_start(key: str) -> None:
    assert SETTINGS[key].before_start
