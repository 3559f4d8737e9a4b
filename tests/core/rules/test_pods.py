"""Divisions by birth year, and the pods they form."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pareo import rulesets
from pareo.core.model.ruleset import Division, DivisionRules
from pareo.core.rules.pods import division_of, form_pods, pod_id, pod_rounds_size
from pareo.core.text.errors import BadInput
from support.errors import raises_code


def rules(ruleset_id: str = "pokemon-tcg-2019-07") -> DivisionRules:
    found = rulesets.load(ruleset_id).divisions
    assert found is not None
    return found


def pods(junior: int, senior: int, master: int) -> str:
    """The pods in short: "J S+M"."""
    formed = form_pods(rules(), {"junior": junior, "senior": senior, "master": master})
    return " ".join("+".join(name[0].upper() for name in pod) for pod in formed)


@pytest.mark.req("P-AGE-1")
@pytest.mark.parametrize(
    ("year", "then", "now"),
    [
        (1960, "master", "master"),
        (1992, "master", "master"),
        (1993, "senior", "master"),
        (1996, "senior", "master"),
        (1997, "junior", "master"),
        (2003, "junior", "master"),
        (2004, "junior", "senior"),
        (2007, "junior", "senior"),
        (2008, "junior", "junior"),
        (2015, "junior", "junior"),
    ],
)
def test_division_by_birth_year(year: int, then: str, now: str) -> None:
    assert division_of(rules("pokemon-2009"), year) == then
    assert division_of(rules(), year) == now


def test_a_birth_year_outside_every_division_is_refused() -> None:
    only = DivisionRules((Division("u12", "Under 12", 2010, 2020),))
    assert division_of(only, 2010) == "u12"
    with raises_code(BadInput, "birth-year-no-division", year=2009):
        division_of(only, 2009)


@pytest.mark.req("P-AGE-2")
def test_six_in_every_division_play_separately() -> None:
    assert pods(6, 6, 6) == "J S M"
    assert pods(6, 0, 6) == "J M"
    assert pods(0, 6, 20) == "S M"
    assert pods(5, 6, 6) != "J S M"


@pytest.mark.req("P-AGE-3")
@pytest.mark.parametrize(
    ("counts", "formed"),
    [
        ((4, 8, 9), "J+S M"),  # the document's example: four Juniors play with the Seniors
        ((3, 3, 6), "J+S M"),
        ((5, 6, 6), "J+S M"),
        ((6, 5, 6), "J S+M"),  # Junior by themselves, the small Senior division goes up
        ((6, 6, 5), "J S+M"),
        ((6, 3, 3), "J S+M"),
        ((2, 2, 10), "J+S+M"),  # Junior and Senior together are still too few
        ((3, 10, 5), "J+S+M"),
        ((10, 2, 2), "J+S+M"),
        ((1, 1, 1), "J+S+M"),
        ((0, 3, 10), "S+M"),
        ((3, 0, 10), "J+M"),
        ((0, 0, 3), "M"),  # alone: its own pod, however small
        ((4, 0, 0), "J"),
        ((0, 0, 0), ""),
    ],
)
def test_a_small_division_shares_a_pod(counts: tuple[int, int, int], formed: str) -> None:
    assert pods(*counts) == formed


def test_any_number_of_divisions() -> None:
    names = ("u10", "u12", "u14", "open")
    four = DivisionRules(tuple(Division(name, name, None, None) for name in names))
    assert form_pods(four, dict(zip(names, (3, 3, 2, 9), strict=True))) == (("u10", "u12"), ("u14", "open"))
    assert form_pods(four, dict(zip(names, (7, 7, 7, 1), strict=True))) == (("u10",), ("u12",), ("u14", "open"))


def test_names_of_pods() -> None:
    assert pod_id(rules(), ("master",)) == "masters"
    assert pod_id(rules(), ("junior", "senior")) == "juniors+seniors"
    assert pod_id(rules(), ("senior", "master")) == "seniors+masters"
    assert pod_id(rules(), ("junior", "senior", "master")) == "all"
    assert pod_id(None, ()) == "main"
    assert pod_id(None, ("",)) == "main"


@pytest.mark.req("P-AGE-6")
def test_the_largest_division_decides_the_rounds_or_the_pod_as_a_setting() -> None:
    counts = {"junior": 5, "senior": 11, "master": 16}
    pod = ("junior", "senior", "master")
    assert pod_rounds_size(rules("pokemon-2009"), counts, pod) == 16
    assert pod_rounds_size(replace(rules(), rounds_from="pod"), counts, pod) == 32
    assert pod_rounds_size(rules(), counts, ("senior",)) == 11
    assert pod_rounds_size(None, {"": 26}, ("",)) == 26
