"""Rules of a series as a file: every preset can be read, every mistake is named; and the tables they make."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pareo.core.league.categories import Period
from pareo.core.league.series_rules import parse_series_rules, weight_of
from pareo.core.league.series_tables import EventResult, PlayedEvent, PlayedGame, performances, series_table
from pareo.core.text.errors import BadInput, NotFound
from pareo.rulesets.series_presets import PRESETS, preset_plan, preset_text
from support.errors import raises_code

PLACES = 'title = "T"\ncount = "places"\n[points]\ntable = [3, 2, 1]\n'


def plan(text: str) -> object:
    return parse_series_rules(text, name="my.toml")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_read_and_says_where_it_comes_from(preset: str) -> None:
    found = preset_plan(preset)
    assert found.title
    assert found.text == preset_text(preset)
    assert found.cite or not found.categories


@pytest.mark.req("S-NAT-2", "S-NAT-3", "S-NAT-4", "S-NAT-7")
def test_the_national_presets_say_what_the_document_says() -> None:
    argentina, uruguay, venezuela, britain = map(preset_plan, ("argentina", "uruguay", "venezuela", "britain"))
    assert argentina.games is not None
    assert (argentina.games.best, argentina.period) == (3, Period.MONTH)
    assert [c.id for c in argentina.categories] == ["A1", "A2", "B", "C"]
    assert uruguay.exchange is not None
    assert (uruguay.exchange.count, uruguay.period, [c.id for c in uruguay.categories]) == (
        2,
        Period.TWO_MONTHS,
        ["A", "B"],
    )
    assert venezuela.places is not None
    assert venezuela.events == 7
    assert [(c.id, c.rating_from, c.average_from) for c in venezuela.categories] == [
        ("A", 2000, 400),
        ("B", None, None),
    ]
    assert [t.name for t in britain.titles] == ["Grand Master", "Expert"]
    assert (britain.count, britain.period) == ("performance", Period.YEAR)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("count = 3", "my.toml: count: 3 is not a text"),
        ('title = "T"\ncount = "luck"', 'my.toml: count: "luck" is not one of best-games, performance, places, wins'),
        ('count = "places"\n[points]\ntable = [1]', "my.toml: title: missing"),
        ('title = "T"\ncount = "places"', "my.toml: points.table: say how places become points"),
        ('title = "T"\ncount = "places"\n[points]\ntable = [1, 2]', "my.toml: points.table: a worse place gets more"),
        ('title = "T"\ncount = "places"\n[points]\ntable = ["x"]', "my.toml: points.table: 'x' is not a number"),
        ('title = "T"\ncount = "places"\n[points]\ntable = [1e400]', "my.toml: points.table: "),
        ('title = "T"\ncount = "places"\n[points]\ntable = [nan]', "my.toml: points.table: "),
        (PLACES + "[sharing]\nties = 'all'", 'my.toml: sharing.ties: "all" is not one of best, mean, tie-break'),
        (PLACES + "[sharing]\nround = 'up'\nstep = 0", "my.toml: sharing.step: a step above 0"),
        ("tiebreaks = ['x']\n" + PLACES, 'my.toml: tiebreaks: "x" is not one of'),
        ("bset = 3\n" + PLACES, "my.toml: bset: unknown key"),
        ("events = 100000\n" + PLACES, "my.toml: events: 100000 is more than 200"),
        ('title = "T"\ncount = "wins"\nbest = 2', "my.toml: best: only places and best-games"),
        ('title = "T"\ncount = "wins"\nminimum = 2', "my.toml: minimum: only a series that counts places"),
        ('title = "T"\ncount = "best-games"\nbest = 0', "my.toml: best: at least one game must count"),
        ('title = "T"\ncount = "wins"\n[exchange]\ncount = 2', "my.toml: categories: players move between two"),
        (
            'title = "T"\ncount = "wins"\n[exchange]\n[[categories]]\nid="A"\n[[categories]]\nid="B"',
            "my.toml: period: players move after every period",
        ),
        (
            PLACES + "[[categories]]\nid='A'\nrating_from=1\n[[categories]]\nid='B'\nrating_from=2",
            "my.toml: categories: the limits rating_from must fall",
        ),
        (PLACES + "[[categories]]\nid='A'", "my.toml: categories: one category alone"),
        ("a = [" * 5000, "my.toml: TOML: "),
        ("= = =", "my.toml: TOML: "),
        ("#" * 50_000, "my.toml is too long"),
    ],
)
def test_every_mistake_is_told_with_file_key_and_reason(text: str, told: str) -> None:
    with pytest.raises(BadInput) as caught:
        plan(text)
    assert str(caught.value).startswith(told)


def test_an_unknown_preset_is_answered_with_the_known_ones() -> None:
    with pytest.raises(NotFound) as caught:
        preset_text("formula-one-1950")
    assert all(preset in str(caught.value) for preset in PRESETS)


@pytest.mark.parametrize(
    ("text", "weight"), [("2", 2), ("1.5", Fraction(3, 2)), ("1/3", Fraction(1, 3)), ("0,5", Fraction(1, 2))]
)
def test_weights_as_people_write_them(text: str, weight: Fraction) -> None:
    assert weight_of(text) == weight


@pytest.mark.parametrize("text", ["0", "-1", "x", "1/0", "1e9", "1e999999999", "nan", "1/99999", ""])
def test_what_is_no_weight_is_refused(text: str) -> None:
    with raises_code(BadInput, "series-weight"):
        weight_of(text)


@pytest.mark.parametrize(
    ("period", "day", "label"),
    [
        (Period.YEAR, (2026, 5, 20), "2026"),
        (Period.MONTH, (2026, 5, 20), "2026-05"),
        (Period.TWO_MONTHS, (2026, 5, 20), "2026-05"),
        (Period.TWO_MONTHS, (2026, 6, 1), "2026-05"),
        (Period.TWO_MONTHS, (2026, 7, 1), "2026-07"),
        (Period.HALF_MONTH, (2026, 5, 15), "2026-05-01"),
        (Period.HALF_MONTH, (2026, 5, 16), "2026-05-16"),
        (Period.ALL, (2026, 5, 16), ""),
    ],
)
def test_a_period_is_named_by_its_beginning(period: Period, day: tuple[int, int, int], label: str) -> None:
    assert period.label(*day) == label


# --- tables -----------------------------------------------------------------------------------------------------------


def event_result(name: str, place: int, *games: tuple[int, str, int | None]) -> EventResult:
    made = tuple(PlayedGame(points, int(2 * Fraction(won)), rating) for points, won, rating in games)
    wins = Fraction(sum(g.halves for g in made), 2)
    return EventResult(name, place, wins, wins, made)


@pytest.mark.req("S-NAT-2")
def test_the_three_best_games_of_two_tournaments_are_averaged() -> None:
    one = PlayedEvent(
        "one",
        (
            event_result("Ada", 1, (400, "1", None), (350, "1", None), (300, "0", None)),
            event_result("Bea", 2, (410, "1", None)),
        ),
    )
    two = PlayedEvent("two", (event_result("Ada", 1, (420, "1", None), (290, "0", None)),))
    ada, bea = series_table(preset_plan("argentina"), [one, two])
    assert (ada.name, ada.place, ada.value) == ("Ada", 1, Fraction(420 + 400 + 350, 3))
    assert [(p.event, p.value, p.counts) for p in ada.parts] == [
        ("one", 400, True),
        ("one", 350, True),
        ("one", 300, False),
        ("two", 420, True),
        ("two", 290, False),
    ]
    assert (bea.place, bea.decided_by) == (None, "minimum")


@pytest.mark.req("S-NAT-3")
def test_games_won_come_before_points() -> None:
    events = [
        PlayedEvent("one", (event_result("Ada", 1, (300, "1", None)), event_result("Bea", 2, (500, "1/2", None)))),
        PlayedEvent("two", (event_result("Cai", 1, (310, "1", None)), event_result("Dov", 2, (310, "1", None)))),
    ]
    lines = series_table(preset_plan("uruguay"), events)
    assert [(x.place, x.name, x.value, x.second, x.decided_by) for x in lines] == [
        (1, "Cai", 1, 310, None),
        (1, "Dov", 1, 310, "shared"),
        (3, "Ada", 1, 300, "secondary"),
        (4, "Bea", Fraction(1, 2), 500, "wins"),
    ]


@pytest.mark.req("S-NAT-7")
def test_the_best_performer_has_enough_games_and_the_highest_performance() -> None:
    """Opponents of 2000 on average and 3 of 4 points: 2000 + 193 (FIDE's table); 1 of 1 is 2000 + 800."""
    rated = [(0, "1", 1900), (0, "1", 2100), (0, "1", 2000), (0, "0", 2000)]
    event = PlayedEvent(
        "one",
        (
            event_result("Ada", 1, *rated),
            event_result("Bea", 2, (0, "1", 2000)),
            event_result("Cai", 3, (0, "1", None)),
        ),
    )
    assert performances([event]) == {"Ada": (2193, 4), "Bea": (2800, 1)}
    text = preset_text("britain").replace("performer_games = 10", "performer_games = 4")
    lines = series_table(parse_series_rules(text, name="x"), [event])
    assert [(x.place, x.name, x.value) for x in lines] == [(1, "Ada", 2193), (None, "Bea", 2800), (None, "Cai", 0)]


def test_a_person_has_one_place_in_an_event() -> None:
    with raises_code(BadInput, "series-twice", name="Ada"):
        series_table(preset_plan("uruguay"), [PlayedEvent("one", (event_result("Ada", 1), event_result("Ada", 2)))])
