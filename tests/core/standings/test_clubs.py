"""Club standings: the best scores of each club."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pareo.core.standings.clubs import ClubRules, ClubScore, club_standings
from pareo.core.text.errors import BadInput, NotFound
from support.errors import raises_code

HALF = Fraction(1, 2)
SCORES = (
    ClubScore("Ada", "Faro", 5, 1, 2100),
    ClubScore("Bea", "Cedro", 4 + HALF, 2, 2000),
    ClubScore("Cai", "Cedro", 4, 3, 1900),
    ClubScore("Dov", "Faro", 3 + HALF, 4, 2050),
    ClubScore("Eva", "Faro", 3, 5, 1800),
    ClubScore("Fay", "Cedro", 1, 7, 1700),
    ClubScore("Gus", "Duna", 2, 6, 1600),
    ClubScore("Hal", "", 4, 3, 1999),
)


@pytest.mark.req("SP-16")
def test_all_scores_or_the_best_k_are_added() -> None:
    everything = club_standings(SCORES, ClubRules())
    assert [(r.place, r.club, r.points) for r in everything] == [
        (1, "Faro", 11 + HALF),
        (2, "Cedro", 9 + HALF),
        (3, "Duna", 2),
    ]
    two = club_standings(SCORES, ClubRules(best=2, tiebreaks=()))
    assert [(r.place, r.club, r.points, r.decided_by) for r in two] == [
        (1, "Cedro", 8 + HALF, None),
        (1, "Faro", 8 + HALF, "shared"),
        (3, "Duna", 2, "points"),
    ]
    assert [s.name for s in two[1].counting] == ["Ada", "Dov"]
    assert [s.name for s in two[1].others] == ["Eva"]


@pytest.mark.req("SP-16")
@pytest.mark.parametrize(
    ("tiebreak", "first"),
    [
        ("best-scores", "Faro"),
        ("best-place", "Faro"),
        ("sum-of-places", "tie"),
        ("secondary", "Faro"),
        ("next-scores", "Faro"),
        ("more-players", "tie"),
    ],
)
def test_tiebreaks_between_clubs(tiebreak: str, first: str) -> None:
    rows = club_standings(SCORES, ClubRules(best=2, tiebreaks=(tiebreak,)))
    assert rows[1].decided_by == ("shared" if first == "tie" else tiebreak)
    if first != "tie":
        assert rows[0].club == first


@pytest.mark.req("SP-16")
def test_the_order_of_tied_clubs_follows_the_better_key() -> None:
    scores = [
        ClubScore("Ada", "Zorro", 3, 1),
        ClubScore("Bea", "Zorro", 1, 4),
        ClubScore("Cai", "Alba", 2, 2),
        ClubScore("Dov", "Alba", 2, 3),
    ]
    assert [r.club for r in club_standings(scores, ClubRules(tiebreaks=("best-scores",)))] == ["Zorro", "Alba"]
    more = [*scores, ClubScore("Eva", "Alba", 0, 5)]
    assert [r.club for r in club_standings(more, ClubRules(tiebreaks=("more-players",)))] == ["Alba", "Zorro"]
    assert [r.club for r in club_standings(more, ClubRules(tiebreaks=("fewer-players",)))] == ["Zorro", "Alba"]


@pytest.mark.req("SP-16")
def test_a_club_with_too_few_players_has_no_place() -> None:
    rows = club_standings(SCORES, ClubRules(best=2, minimum=2))
    assert [(r.place, r.club, r.decided_by) for r in rows][-1] == (None, "Duna", "minimum")
    assert len(rows) == 3


@pytest.mark.req("SP-16")
def test_clubs_are_the_same_only_letter_for_letter() -> None:
    rows = club_standings([ClubScore("Ada", "Faro", 1), ClubScore("Bea", "FARO", 1)], ClubRules())
    assert {r.club for r in rows} == {"Faro", "FARO"}


def test_wrong_rules_are_refused() -> None:
    with raises_code(NotFound, "club-tiebreak", says="best-scores"):
        club_standings(SCORES, ClubRules(tiebreaks=("luck",)))
    with raises_code(BadInput, "club-rules"):
        club_standings(SCORES, ClubRules(minimum=0))
