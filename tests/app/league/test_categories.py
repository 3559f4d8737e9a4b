"""Categories of a series: bands by strength, changing places after a period, titles; recorded and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.league import categories, series
from pareo.core.text.errors import BadInput, NotFound, Refused
from pareo.formats.tables.series_files import series_csv
from support.errors import raises_code
from support.events.series import League, new_player

FIVE = ("Ada Ríos", "Bea Sol", "Cai Mar", "Dov Rey", "Eva Luz")


@pytest.fixture
def season(tmp_path: Path) -> League:
    return League(tmp_path)


def bands(ctx: Context, slug: str, period: str | None = None) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in categories.category_rows(categories.propose(ctx, slug, period)):
        found.setdefault(str(row.category), []).append(row.name)
    return {category: sorted(names) for category, names in found.items()}


def moves(ctx: Context, slug: str, period: str | None = None) -> dict[str, tuple[str, str]]:
    rows = categories.category_rows(categories.propose(ctx, slug, period))
    return {r.name: (r.before, r.category) for r in rows if r.move == "moves"}


def play_ranked(season: League, name: str, date: str, order: tuple[str, ...]) -> str:
    return season.played(name, order, ruleset="swiss", date=date)


def uruguay(season: League, size: int, **changes: str) -> str:
    rules = series.rules_text("uruguay", {"exchange.size": str(size), **changes})
    return series.create(season.ctx, "Liga", rules)


@pytest.mark.req("S-NAT-3")
def test_two_change_places_every_two_months(season: League) -> None:
    """A of two and B; after January/February the first A is formed, after March/April both of A and two of B change."""
    ctx = season.ctx
    liga = uruguay(season, 2)
    series.add_event(ctx, liga, play_ranked(season, "Enero", "2026-01-20", FIVE))
    series.add_event(ctx, liga, play_ranked(season, "Abril", "2026-04-20", FIVE[::-1]))
    assert bands(ctx, liga, "2026-01") == {"A": ["Ada Ríos", "Bea Sol"], "B": ["Cai Mar", "Dov Rey", "Eva Luz"]}
    categories.apply(ctx, liga, "2026-01")
    assert moves(ctx, liga) == {
        "Ada Ríos": ("A", "B"),
        "Bea Sol": ("A", "B"),
        "Dov Rey": ("B", "A"),
        "Eva Luz": ("B", "A"),
    }
    categories.apply(ctx, liga)
    assert bands(ctx, liga) == {"A": ["Dov Rey", "Eva Luz"], "B": ["Ada Ríos", "Bea Sol", "Cai Mar"]}
    with raises_code(Refused, "category-twice", period="2026-03"):
        categories.apply(ctx, liga)
    with raises_code(Refused, "category-twice"):
        categories.apply(ctx, liga, "2026-01")
    assert [r.sizes for r in categories.recorded_categories(ctx, liga)] == [{"A": 2, "B": 3}, {"A": 2, "B": 3}]
    categories.take_back(ctx, liga)
    assert moves(ctx, liga)["Ada Ríos"] == ("A", "B")
    categories.take_back(ctx, liga)
    with raises_code(Refused, "category-nothing"):
        categories.take_back(ctx, liga)


@pytest.mark.req("S-NAT-3")
def test_twice_a_month_is_the_other_meaning(season: League) -> None:
    ctx = season.ctx
    liga = uruguay(season, 2, period="half-month")
    series.add_event(ctx, liga, play_ranked(season, "Uno", "2026-01-15", FIVE))
    series.add_event(ctx, liga, play_ranked(season, "Dos", "2026-01-16", FIVE))
    assert categories.propose(ctx, liga).view.periods == ("2026-01-01", "2026-01-16")


@pytest.mark.req("S-NAT-3")
def test_the_absent_of_a_go_down_and_the_absent_of_b_stay(season: League) -> None:
    ctx = season.ctx
    liga = uruguay(season, 2, **{"exchange.count": "1"})
    series.add_event(ctx, liga, play_ranked(season, "Enero", "2026-01-20", FIVE))
    categories.apply(ctx, liga)
    series.add_event(ctx, liga, play_ranked(season, "Marzo", "2026-03-20", ("Cai Mar", "Bea Sol", "Eva Luz")))
    found = categories.propose(ctx, liga)
    assert moves(ctx, liga) == {"Ada Ríos": ("A", "B"), "Cai Mar": ("B", "A")}
    reasons = {r.name: r.reason for r in categories.category_rows(found)}
    assert reasons["Ada Ríos"] == "did not play in this period"
    assert reasons["Cai Mar"] == "2 won, 0 points"


@pytest.mark.req("S-NAT-3")
def test_level_at_the_border_is_drawn_by_lot_and_said(season: League) -> None:
    ctx = season.ctx
    liga = uruguay(season, 1)
    slug = season.open("Uno", ("Ada Ríos", "Bea Sol"), rounds="1", date="2026-01-20")
    season.round(slug, lambda a, b: "1/2-1/2")
    series.add_event(ctx, liga, slug)
    found = categories.propose(ctx, liga)
    assert [str(n) for n in found.notes if "decided by lot" in n]
    assert bands(ctx, liga) == bands(ctx, liga)
    assert len(bands(ctx, liga)["A"]) == 1


def test_people_can_be_put_by_hand(season: League) -> None:
    ctx = season.ctx
    liga = uruguay(season, 2)
    series.add_event(ctx, liga, play_ranked(season, "Enero", "2026-01-20", FIVE))
    categories.assign_category(ctx, liga, "A", ["Eva Luz", "dov rey"])
    assert moves(ctx, liga) == {"Eva Luz": ("A", "B"), "Dov Rey": ("A", "B")}
    with raises_code(NotFound, "series-category", category="C"):
        categories.assign_category(ctx, liga, "C", ["Eva Luz"])
    with raises_code(NotFound, "series-nobody", text="Zoe"):
        categories.assign_category(ctx, liga, "A", ["Zoe"])


def test_a_first_category_without_a_size_is_asked_for(season: League) -> None:
    ctx = season.ctx
    liga = uruguay(season, 0)
    series.add_event(ctx, liga, play_ranked(season, "Enero", "2026-01-20", FIVE))
    with raises_code(Refused, "category-size"):
        categories.propose(ctx, liga)


@pytest.mark.req("S-NAT-4")
def test_venezuela_divides_at_2000_or_an_average_of_400(season: League) -> None:
    ctx = season.ctx
    people = [
        new_player("Ada Ríos", rating=2000),
        new_player("Bea Sol", rating=1999),
        new_player("Cai Mar"),
        new_player("Dov Rey"),
    ]
    slug = season.open("Uno", people, ruleset="scrabble-venezuela", rounds="1")
    points = {"Ada Ríos": 300, "Bea Sol": 500, "Cai Mar": 400, "Dov Rey": 399}
    season.round(slug, lambda a, b: f"{points[a]}-{points[b]}")
    liga = series.create(ctx, "Liga", series.rules_text("venezuela"))
    series.add_event(ctx, liga, slug)
    assert bands(ctx, liga) == {"A": ["Ada Ríos", "Cai Mar"], "B": ["Bea Sol", "Dov Rey"]}
    reasons = {r.name: r.reason for r in categories.category_rows(categories.propose(ctx, liga))}
    assert reasons == {
        "Ada Ríos": "rating 2000, from 2000",
        "Bea Sol": "rating 1999",
        "Cai Mar": "average 400, from 400",
        "Dov Rey": "average 399",
    }


@pytest.mark.req("S-NAT-2")
def test_argentina_needs_limits_and_then_divides_by_elo(season: League) -> None:
    ctx = season.ctx
    people = [new_player(f"J{r} Luz", rating=r) for r in (2250, 2050, 1850, 1650)]
    slug = season.open("Uno", people, ruleset="scrabble-argentina", rounds="1", date="2026-05-02")
    season.round(slug, lambda a, b: "400-300")
    open_one = series.create(ctx, "Sin límites", series.rules_text("argentina"))
    series.add_event(ctx, open_one, slug)
    with raises_code(Refused, "category-limits", categories="A1, A2, B"):
        categories.propose(ctx, open_one)
    liga = series.create(ctx, "Liga", series.rules_text("argentina", {}, {"A1": "2200", "A2": "2000", "B": "1800"}))
    series.add_event(ctx, liga, slug)
    assert bands(ctx, liga) == {"A1": ["J2250 Luz"], "A2": ["J2050 Luz"], "B": ["J1850 Luz"], "C": ["J1650 Luz"]}


@pytest.mark.req("S-NAT-7")
def test_britain_gives_titles_by_rating_and_games_and_names_the_best_performer(season: League) -> None:
    ctx = season.ctx
    people = [
        new_player("Ada Ríos", rating=2100),
        new_player("Bea Sol", rating=1950),
        new_player("Cai Mar", rating=1500),
        new_player("Dov Rey"),
    ]
    slug = season.played("Uno", people, date="2026-05-02", ruleset="scrabble-britain")
    text = (
        series.rules_text("britain", {"performer_games": "2"})
        .replace('"Grand Master"', '"Grand Master", rating_from = 2100, games = 2')
        .replace('"Expert"', '"Expert", rating_from = 1900, games = 2')
    )
    liga = series.create(ctx, "Año", text)
    series.add_event(ctx, liga, slug)
    found = categories.category_rows(categories.propose(ctx, liga))
    rows = {r.name: (r.title, r.best_performer) for r in found}
    assert rows == {
        "Ada Ríos": ("Grand Master", True),
        "Bea Sol": ("Expert", False),
        "Cai Mar": (None, False),
        "Dov Rey": (None, False),
    }
    with raises_code(Refused, "series-no-bands"):
        categories.apply(ctx, liga)


def test_a_grand_prix_has_no_categories(season: League) -> None:
    liga = series.create(season.ctx, "Liga", series.rules_text("formula-one-2002"))
    with raises_code(Refused, "series-no-categories"):
        categories.propose(season.ctx, liga)
    with raises_code(BadInput, "series-category"):
        series.rules_text("formula-one-2002", {}, {"A": "2000"})


@pytest.mark.req("A-46", "S-NAT-3")
def test_each_category_has_a_table_of_its_own(season: League) -> None:
    ctx = season.ctx
    liga = uruguay(season, 2)
    series.add_event(ctx, liga, play_ranked(season, "Enero", "2026-01-20", FIVE))
    series.add_event(ctx, liga, play_ranked(season, "Abril", "2026-04-20", FIVE[::-1]))
    assert {row.category for row in series.show_series(ctx, liga).rows} == {None}, "nobody is in a category yet"
    categories.apply(ctx, liga, "2026-01")
    told = series.show_series(ctx, liga)
    ada, bea, cai, dov, eva = FIVE
    assert [(r.category, r.place, r.name) for r in told.rows] == [
        ("A", 1, bea),
        ("A", 2, ada),
        ("B", 1, eva),
        ("B", 2, dov),
        ("B", 3, cai),
    ]
    assert [r.decided_by for r in told.rows] == [None, "wins", None, "wins", "wins"]
    categories.apply(ctx, liga)
    after = [(r.category, r.name) for r in series.show_series(ctx, liga).rows]
    assert after == [(r.category, r.name) for r in told.rows], "the period's own moves come after it"
    assert series_csv(told).decode().splitlines()[1].startswith("A,1,Bea Sol")
