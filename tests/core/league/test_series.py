"""Series of tournaments: points by place, sharing, best k of n, tie-breaks, and the national presets."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pareo.core.league.series import (
    BestGamesRules,
    OwnScore,
    Placing,
    PointsFormula,
    PointsTable,
    Rounding,
    SeriesEvent,
    SeriesRules,
    Sharing,
    best_games,
    grand_prix,
)
from pareo.core.text.errors import BadInput, NotFound
from pareo.rulesets.series_presets import preset_plan
from support.errors import raises_code

TABLE = PointsTable((10, 6, 4, 3, 2, 1))


def event(event_id: str, *names: str, weight: int | Fraction = 1, places: tuple[int, ...] = ()) -> SeriesEvent:
    given = places or tuple(range(1, len(names) + 1))
    return SeriesEvent(event_id, tuple(Placing(n, p) for n, p in zip(names, given, strict=True)), weight)


def points(rows: object) -> dict[str, Fraction]:
    return {row.name: row.points for row in rows}  # type: ignore[attr-defined]


@pytest.mark.req("SP-16")
@pytest.mark.parametrize(
    ("sharing", "rounding", "expected"),
    [
        (Sharing.MEAN, None, (Fraction(20, 3),) * 3),
        (Sharing.MEAN, Rounding(1, "nearest"), (7, 7, 7)),
        (Sharing.MEAN, Rounding(1, "down"), (6, 6, 6)),
        (Sharing.MEAN, Rounding(Fraction(1, 2), "up"), (7, 7, 7)),
        (Sharing.MEAN, Rounding(Fraction(1, 2), "nearest"), (Fraction(13, 2),) * 3),
        (Sharing.BEST, None, (10, 10, 10)),
        (Sharing.TIEBREAK, None, (10, 6, 4)),
    ],
)
def test_shared_places_share_points_as_set(
    sharing: Sharing, rounding: Rounding | None, expected: tuple[Fraction, ...]
) -> None:
    one = event("one", "Ada", "Bea", "Cai", "Dov", places=(1, 1, 1, 4))
    got = points(grand_prix([one], SeriesRules(TABLE, sharing, rounding)))
    assert got == dict(zip(("Ada", "Bea", "Cai", "Dov"), (*expected, 3), strict=True))


@pytest.mark.req("SP-16")
def test_best_k_of_n_with_weights_and_a_minimum() -> None:
    events = [
        event("one", "Ada", "Bea", "Cai"),
        event("two", "Bea", "Ada", "Cai"),
        event("final", "Cai", "Ada", weight=2),
        event("extra", "Dov"),
    ]
    rows = grand_prix(events, SeriesRules(TABLE, best=2, minimum=2))
    assert [(r.place, r.name, r.points) for r in rows] == [
        (1, "Cai", 24),
        (2, "Ada", 22),
        (3, "Bea", 16),
        (None, "Dov", 10),
    ]
    ada = rows[1]
    assert [(s.event, s.points, s.counts) for s in ada.scores] == [
        ("one", 10, True),
        ("two", 6, False),
        ("final", 12, True),
    ]
    assert rows[3].decided_by == "minimum"


@pytest.mark.req("SP-16")
def test_formula_by_place_and_own_score() -> None:
    formula = PointsFormula(constant=1, per_player=1, per_place=-1, least=2)  # players left behind, and one more
    got = points(grand_prix([event("one", "Ada", "Bea", "Cai")], SeriesRules(formula)))
    assert got == {"Ada": 3, "Bea": 2, "Cai": 2}
    scored = SeriesEvent("one", (Placing("Ada", 1, Fraction(9, 2)), Placing("Bea", 1, 3)))
    assert points(grand_prix([scored], SeriesRules(OwnScore(2)))) == {"Ada": 9, "Bea": 6}


@pytest.mark.req("SP-16")
@pytest.mark.parametrize(
    ("tiebreaks", "first", "decided"),
    [
        (("event-wins",), "Ada", "event-wins"),
        (("latest-event",), "Bea", "latest-event"),
        (("best-result",), "Ada", "best-result"),
        (("more-events",), "Bea", "more-events"),
        (("fewer-events", "event-wins"), "Ada", "fewer-events"),
    ],
)
def test_tiebreaks_of_the_series(tiebreaks: tuple[str, ...], first: str, decided: str) -> None:
    table = PointsTable((6, 3))
    events = [event("one", "Ada", "Bea"), event("two", "Xus", "Bea")]
    rows = [r for r in grand_prix(events, SeriesRules(table, tiebreaks=tiebreaks)) if r.name != "Xus"]
    assert [r.points for r in rows] == [6, 6]
    assert rows[0].name == first
    assert rows[1].decided_by == decided


@pytest.mark.req("SP-16")
def test_what_nothing_separates_shares_the_place() -> None:
    rows = grand_prix([event("one", "Ada", "Bea", "Cai", places=(1, 1, 3))], SeriesRules(TABLE, tiebreaks=()))
    assert [(r.place, r.decided_by) for r in rows] == [(1, None), (1, "shared"), (3, "points")]


@pytest.mark.req("SP-16")
def test_names_match_letter_for_letter() -> None:
    events = [event("one", "Ana Ruiz", "Bea"), event("two", "ANA RUIZ", "Bea"), event("three", "A. Ruiz", "Bea")]
    apart = points(grand_prix(events, SeriesRules(TABLE)))
    assert set(apart) == {"Ana Ruiz", "ANA RUIZ", "A. Ruiz", "Bea"}
    with raises_code(BadInput, "series-twice"):
        grand_prix([event("one", "Bea", "Bea")], SeriesRules(TABLE))


def test_wrong_series_are_refused() -> None:
    with raises_code(NotFound, "series-tiebreak", says="best-results"):
        grand_prix([], SeriesRules(TABLE, tiebreaks=("luck",)))
    with raises_code(BadInput, "series-places", right=3):
        grand_prix([event("one", "Ada", "Bea", "Cai", places=(1, 1, 2))], SeriesRules(TABLE))
    with raises_code(BadInput, "series-order"):
        grand_prix([event("one", "Ada", "Bea", places=(2, 1))], SeriesRules(TABLE))
    with raises_code(BadInput, "series-event-twice"):
        grand_prix([event("one", "Ada"), event("one", "Ada")], SeriesRules(TABLE))
    with raises_code(BadInput, "series-rounding"):
        grand_prix([event("one", "Ada")], SeriesRules(TABLE, rounding=Rounding(0)))


@pytest.mark.req("S-NAT-4")
def test_venezuela_adds_up_seven_tournaments_as_formula_one() -> None:
    venezuela = preset_plan("venezuela")
    assert venezuela.places is not None
    assert venezuela.places.points.points == (10, 6, 4, 3, 2, 1)
    winners = ["Ada", "Ada", "Bea", "Bea", "Cai", "Bea", "Ada"]
    events = []
    for number, winner in enumerate(winners, 1):
        others = [n for n in ("Ada", "Bea", "Cai", "Dov", "Eva", "Fay", "Gus") if n != winner]
        events.append(event(f"t{number}", winner, *others))
    assert len(events) == venezuela.events
    rows = grand_prix(events, venezuela.places)
    assert [(r.name, r.points) for r in rows][:3] == [("Ada", 54), ("Bea", 52), ("Cai", 34)]
    assert rows[-1].name == "Gus"
    assert rows[-1].points == 0  # the seventh place gets nothing


@pytest.mark.req("S-NAT-2")
def test_argentina_averages_the_three_best_games_of_two_tournaments() -> None:
    first = {"Ada": [400, 310, 350], "Bea": [500, 200, 210], "Cai": [600, 590]}
    second = {"Ada": [420, 300, 345], "Bea": [380, 290, 100]}
    rules = preset_plan("argentina").games
    assert rules is not None
    rows = best_games([first, second], rules)
    assert [(r.place, r.name, r.average, r.games, r.played) for r in rows] == [
        (1, "Ada", Fraction(390), (420, 400, 350), 6),
        (1, "Bea", Fraction(390), (500, 380, 290), 6),
        (None, "Cai", Fraction(595), (600, 590), 2),
    ]
    assert best_games([first], BestGamesRules(best=2))[0].average == Fraction(595)
    with raises_code(BadInput, "series-best"):
        best_games([first], BestGamesRules(best=0))


@pytest.mark.req("A-43", "S-12", "S-NAT-4")
def test_a_formal_tie_shares_the_points_of_venezuelas_championship() -> None:
    level = event("one", "Ada", "Bea", "Cai", places=(1, 1, 3))
    plan = preset_plan("venezuela")
    assert plan.places is not None
    assert [(r.name, r.points) for r in grand_prix([level], plan.places)] == [("Ada", 8), ("Bea", 8), ("Cai", 4)]
    assert plan.places.sharing is Sharing.MEAN
