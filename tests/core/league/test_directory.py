"""Who is who: numbers, exact names, confirmed spellings; likeness proposes and never decides."""

from __future__ import annotations

from functools import partial

import pytest

from pareo.core.league.directory import (
    MatchReason,
    Person,
    PersonIndex,
    PersonMatch,
    PlayerQuery,
    RatingResult,
    SkipReason,
    match_player,
    match_players,
    new_rating,
    proposals,
)
from support.execution import count_calls

ANA = Person("a", "Ana", "Abril", local_id="7", birth_year=1990)
BRUNO = Person("b", "Bruno", "Brasa", aliases=("Bruno Brassa",))
TWIN = Person("c", "Ana", "Ábril")


def match_name(name: str, people: tuple[Person, ...] = (ANA, BRUNO, TWIN), **more: object) -> PersonMatch:
    return match_player(PlayerQuery("x", name, **more), PersonIndex(people))  # type: ignore[arg-type]


@pytest.mark.req("SP-8")
def test_names_are_the_same_letters_whatever_capitals_and_spaces() -> None:
    assert match_name("  ana   ABRIL ") == PersonMatch(MatchReason.NAME, "a")
    assert match_name("Ana Ábril") == PersonMatch(MatchReason.NAME, "c"), "an accent is another spelling"
    assert match_name("Ana Abríl").person is None
    assert match_name("bruno brassa") == PersonMatch(MatchReason.ALIAS, "b")
    assert match_name("Brasa Bruno").person is None, "the order of the words is likeness"


def test_numbers_come_before_names() -> None:
    assert match_name("Somebody Else", numbers=("7",)) == PersonMatch(MatchReason.NUMBER, "a")
    assert match_name("Somebody Else", id="7").person is None, "an id of the event is no official number"


def test_several_of_one_name_are_nobody_until_somebody_says() -> None:
    again = Person("d", "Ana", "Abril", intl_id="99")
    found = match_name("Ana Abril", (ANA, again))
    assert found == PersonMatch(MatchReason.SEVERAL, candidates=("a", "d"))
    assert match_name("Ana Abril", (ANA, again), id="99").person == "d", "the id tells namesakes apart"
    assert match_player(PlayerQuery("x", "Ana Abril"), PersonIndex((ANA, again)), "d") == PersonMatch(
        MatchReason.CHOSEN, "d"
    )


def test_another_birth_year_contradicts_a_name() -> None:
    assert match_name("Ana Abril", birth_year=1990).person == "a"
    assert match_name("Ana Abril", birth_year=2001) == PersonMatch(MatchReason.CONTRADICTED, candidates=("a",))


def test_two_players_are_never_one_person() -> None:
    asked = [PlayerQuery("x", "Ana Abril"), PlayerQuery("y", "ana abril"), PlayerQuery("z", "Bruno Brasa")]
    found = match_players(asked, PersonIndex((ANA, BRUNO)), {})
    assert [found[ref].how for ref in "xyz"] == [MatchReason.SEVERAL, MatchReason.SEVERAL, MatchReason.NAME]
    found = match_players(asked, PersonIndex((ANA, BRUNO)), {"x": "a"})
    assert (found["x"].how, found["y"].person) == (MatchReason.CHOSEN, None)


def test_the_forgotten_are_found_by_nothing() -> None:
    gone = Person("g", forgotten=True)
    index = PersonIndex((gone,))
    assert match_player(PlayerQuery("x", ""), index).person is None
    assert match_player(PlayerQuery("x", "Ana"), index, "g").person is None


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Ana Abríl", "Ana Abril"),
        ("Abril Ana", "Ana Abril"),
        ("Ana María Abril", "Ana Abril"),
        ("A. Abril", "Ana Abril"),
        ("Bruno Brazza", "Bruno Brasa"),
        ("ANA ABRL", "Ana Abril"),
    ],
)
def test_what_is_alike_is_proposed(one: str, two: str) -> None:
    assert proposals(one, PersonIndex((ANA, BRUNO))) == (("a",) if "Abril" in two else ("b",))
    assert match_name(one, (ANA, BRUNO)).person is None


def test_what_is_not_alike_is_not_proposed() -> None:
    for other in ("Celia Cedro", "Ana Granito", "", "Bo Li"):
        assert proposals(other, PersonIndex((ANA, BRUNO))) == ()


def test_proposals_stay_quick_in_a_large_directory() -> None:
    people = [Person(f"p{i}", f"Ana{i % 97}", f"Cedro{i}") for i in range(10_000)]
    index = PersonIndex(people)
    proposals("warm up", index)
    for i in range(0, 100, 9):
        assert count_calls(partial(proposals, f"Ana{i % 97} Cedr{i}", index)) < 10_000, "not everybody is compared"


@pytest.mark.req("S-18", "SP-12")
def test_a_change_is_added_to_what_the_directory_says_now() -> None:
    assert new_rating(1500, RatingResult(1500, 5, 8, 1508)) == (8, 1508)
    assert new_rating(1520, RatingResult(1500, 5, 8, 1508)) == (8, 1528), "another event was applied in between"
    assert new_rating(None, RatingResult(None, 5, None, 1430)) == (None, 1430), "a first rating"
    assert new_rating(5, RatingResult(5, 3, -9, -4)) == (-9, 0)
    assert new_rating(1500, RatingResult(1500, 0, None, 1500)) is SkipReason.NO_GAMES
    assert new_rating(None, RatingResult(None, 5, None, None)) is SkipReason.UNRATED
    assert new_rating(1500, RatingResult(None, 5, None, None)) is SkipReason.UNKNOWN_THERE
