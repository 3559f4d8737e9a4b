"""Championship Points: kinds of events, bands of places, the best of each kind (PN-CP-1, PN-CP-2)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.core.league.series import EventKind, Placing, SeriesEvent, grand_prix
from pareo.core.league.series_rules import parse_series_rules
from pareo.core.text.errors import BadInput
from pareo.rulesets.series_presets import preset_plan, preset_text
from support.errors import raises_code

REGIONAL = (350, 325, 300, 280, 200, 160, 120, 80, 60, 40, 20)
INTERNATIONAL = (500, 480, 420, 380, 300, 240, 180, 140, 100, 80, 40)
LAST = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
LEAST = (4, 8, 17, 33, 65, 129, 257, 513, 1025, 2049)


def kind(preset: str, name: str) -> EventKind:
    places = preset_plan(preset).places
    assert places is not None
    return next(kind for kind in places.kinds if kind.id == name)


@pytest.mark.req("PN-CP-2")
@pytest.mark.parametrize(("name", "points"), [("regional", REGIONAL), ("international", INTERNATIONAL)])
def test_every_band_at_both_ends_and_from_its_number_of_players_on(name: str, points: tuple[int, ...]) -> None:
    table = kind("championship-points-2026", name).points
    assert table is not None
    least = (LEAST[0], *LEAST)  # first and second place from 4 players on
    for first, last, gives, players in zip((1, *(n + 1 for n in LAST)), LAST, points, least, strict=False):
        for place in (first, last):
            assert table.of(place, 5000, 0) == table.of(place, players, 0) == gives
            assert table.of(place, players - 1, 0) == 0
    assert table.of(1025, 5000, 0) == 0
    plan = preset_plan("championship-points-2026")
    assert "video game" in plan.title
    assert any("check the points" in note for note in plan.notes)


def event(number: int, of: str, order: str) -> SeriesEvent:
    return SeriesEvent(f"e{number}", tuple(Placing(name, at) for at, name in enumerate(order, 1)), kind=of)


LIMITS = {
    "challenge": ("challenge", 4),
    "cup": ("cup", 4),
    "regional": ("major", 5),
    "special": ("major", 5),
    "international": ("major", 5),
}


def rules_with_leagues() -> str:
    """The preset, with points for Challenges and Cups as an organiser would write them in."""
    text = preset_text("championship-points-2027")
    for name, points in (("challenge", "15, 12, 10, 8"), ("cup", "50, 40, 32, 25")):
        text = text.replace(f'id = "{name}"\n', f'id = "{name}"\npoints = {{ table = [{points}] }}\n')
    return text


@pytest.mark.req("PN-CP-1")
def test_the_best_four_challenges_four_cups_and_five_championships() -> None:
    rules = parse_series_rules(rules_with_leagues(), name="x").places
    assert rules is not None
    played = [event(n, "challenge", "ABCD") for n in range(6)]
    played += [event(10 + n, "cup", "BACD") for n in range(5)]
    played += [event(20 + n, "regional", "ACBD") for n in range(3)]
    played += [event(30 + n, "special", "CABD") for n in range(2)] + [event(40, "international", "DCBA")]
    rows = {row.name: row for row in grand_prix(played, rules)}
    # 4 players: first and second place pay only. A: 4·15 + 4·40 + (3·350 + 2·325); the International's 0 is a sixth.
    assert rows["A"].points == 60 + 160 + 1050 + 650
    assert sum(score.counts for score in rows["A"].scores) == 4 + 4 + 5
    # C: 4·10 + 4·32 + of 325, 325, 325, 350, 350, 480 the best five: by points, not by place.
    assert rows["C"].points == 40 + 128 + 480 + 350 + 350 + 325 + 325
    assert rows["D"].points == 32 + 100 + 500
    tied = grand_prix([event(1, "cup", "AB"), event(2, "cup", "BA")], rules)
    assert [row.place for row in tied] == [1, 1], "as many points is the same place"


@pytest.mark.req("PN-CP-1")
@given(st.lists(st.tuples(st.sampled_from(sorted(LIMITS)), st.permutations("ABCDE")), max_size=16))
@settings(max_examples=60)
def test_against_a_second_reckoning(drawn: list[tuple[str, list[str]]]) -> None:
    rules = parse_series_rules(rules_with_leagues(), name="x").places
    assert rules is not None
    played = [event(n, of, "".join(order)) for n, (of, order) in enumerate(drawn)]
    money = {
        "challenge": (15, 12, 10, 8, 0),
        "cup": (50, 40, 32, 25, 0),
        "regional": (350, 325, 0, 0, 0),
        "special": (350, 325, 0, 0, 0),
        "international": (500, 480, 0, 0, 0),
    }
    for row in grand_prix(played, rules):
        total = 0
        for group in ("challenge", "cup", "major"):
            got = [money[of][order.index(row.name)] for of, order in drawn if LIMITS[of][0] == group]
            total += sum(sorted(got, reverse=True)[: 5 if group == "major" else 4])
        assert row.points == Fraction(total)


@pytest.mark.req("PN-CP-1")
def test_what_is_not_known_is_said_and_asked_for() -> None:
    plan = preset_plan("championship-points-2027")
    assert plan.places is not None
    assert sum(note.startswith("Not confirmed") for note in plan.notes) == 2
    with raises_code(BadInput, "series-kind-points", kind="cup"):
        grand_prix([event(1, "cup", "AB")], plan.places)
    with raises_code(BadInput, "series-kind"):
        grand_prix([event(1, "", "AB")], plan.places)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[kinds]]\nid = "a"\n[[kinds]]\nid = "a"\n', "the same kind twice"),
        ('best = 3\n[[kinds]]\nid = "a"\n', "every kind of event says itself"),
        ("[points]\nbands = [[2, 5, 0], [1, 3, 0]]\n", "places must rise"),
        ("[points]\nbands = [[1, 5, 0], [2, 6, 0]]\n", "points must fall"),
        ('[[kinds]]\nid = "a"\ncolour = "red"\n', "colour"),
    ],
)
def test_rules_that_cannot_be(text: str, said: str) -> None:
    with raises_code(BadInput, "ruleset-invalid", says=said):
        parse_series_rules(f'title = "x"\ncount = "places"\n{text}', name="x")
