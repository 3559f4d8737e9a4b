"""Ratings and the order of the tie-breaks on pages and through the API: reachable, checked, safe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.core.standings.tiebreaks.codes import CODES
from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from support.web.public import PublicStage, check_escaped, hostile_players, make_players

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

SETTINGS = "/console/copa/settings"


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[PublicStage]:
    made = PublicStage(tmp_path, "scrabble-fise", rounds="3", rating2_rules="uscf bonus=10")
    made.enter([*make_players(8, rating=1900, rating2=1500), *hostile_players()])
    made.play(2)
    yield made
    made.store.close()


@pytest.mark.req("S-18", "SP-12", "SP-13")
def test_the_rating_page(stage: PublicStage) -> None:
    staff = stage.staff()
    text = staff.get("/console/copa/ratings")
    check_escaped(text)
    assert text.count('<th scope="row"') == 12
    assert "fide-average k=10" in text
    assert "uscf bonus=10" in staff.get("/console/copa/ratings?list=2&after=1")
    assert staff.get("/console/copa/ratings?find=script").count('<th scope="row"') == 1
    staff.get("/console/copa/ratings?after=9", 422)
    stage.visitor().get("/console/copa/ratings", 303)
    assert 'href="/console/copa/ratings' in staff.get("/console/copa/standings")


def test_an_event_without_ratings_says_so(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "swiss")
    try:
        assert "no rules for a rating" in stage.staff().get("/console/copa/ratings")
        assert "no rules for a second rating" in stage.staff().get("/console/copa/ratings?list=2")
        assert "/console/copa/ratings" not in stage.staff().get("/console/copa/standings")
    finally:
        stage.store.close()


def listed_tiebreaks(text: str) -> list[str]:
    """The tie-breaks of the page's list, in order."""
    return re.findall(r'name="tiebreaks\.[0-9]+\.id" value="([A-Za-z0-9/-]+)"', text)


def tiebreaks_in_use(stage: PublicStage) -> list[tuple[str, dict[str, object]]]:
    return [(use.id, dict(use.options)) for use in stage.ctx.open("copa").state.ruleset.tiebreaks]


def order_form(*rows: str, **more: str) -> dict[str, str]:
    """The list of tie-breaks as a browser sends it: “wins count=all” is one row."""
    form = {"tiebreaks.rows": "order", **more}
    for n, row in enumerate(rows, 1):
        name, *options = row.split()
        form[f"tiebreaks.{n}.id"] = name
        form |= {f"tiebreaks.{n}.{key}": value for key, _, value in (option.partition("=") for option in options)}
    return form


@pytest.mark.req("SP-11", "SP-20", "A-47")
def test_the_order_is_edited_without_scripts(stage: PublicStage) -> None:
    staff = stage.staff()
    text = staff.get(SETTINGS)
    assert listed_tiebreaks(text) == ["sonneborn-berger", "secondary"]
    assert all((f'value="{tiebreak}"' in text) != (tiebreak in CODES) for tiebreak in TIEBREAKS)
    staff.post(SETTINGS, 303, **order_form("wins", "median-buchholz high=0 low=1", do="tiebreaks.up.2"))
    assert tiebreaks_in_use(stage) == [("median-buchholz", {"high": 0, "low": 1}), ("wins", {})]
    text = staff.get(SETTINGS)
    assert TIEBREAKS["median-buchholz"].meaning in text
    assert '<span class="changed">changed' in text
    staff.post(SETTINGS, 303, **order_form("wins", "secondary", do="tiebreaks.add", **{"tiebreaks.more": "spread"}))
    assert [key for key, _ in tiebreaks_in_use(stage)] == ["wins", "secondary", "spread"]
    staff.post(SETTINGS, 303, **order_form("wins", "secondary", "spread", do="tiebreaks.remove.1"))
    assert [key for key, _ in tiebreaks_in_use(stage)] == ["secondary", "spread"]
    staff.post(SETTINGS, 303, do="tiebreaks.reset")
    assert [key for key, _ in tiebreaks_in_use(stage)] == ["sonneborn-berger", "secondary"]
    staff.post(SETTINGS, 303, **order_form("wins", do="tiebreaks.remove.1"))
    assert tiebreaks_in_use(stage) == []


@pytest.mark.req("F-114", "F-115")
def test_chess_is_offered_the_codes_and_a_round_robin_those_that_mean_something(tmp_path: Path) -> None:
    staff = PublicStage(tmp_path, "chess-fide").staff()
    text = staff.get(SETTINGS)
    assert listed_tiebreaks(text) == ["BH/C1", "BH", "SB", "DE", "WON", "BPG"]
    assert 'value="FB/M2"' in text
    assert 'value="owp"' not in text
    staff.post(SETTINGS, 303, **order_form("SB", "DE"))
    staff.post(SETTINGS, 303, style="round-robin")
    text = staff.get(SETTINGS)
    assert 'value="KS/L-1"' in text
    assert not any(f'value="{code}"' in text for code, known in CODES.items() if known.swiss_only)
    assert "cannot be chosen there" in staff.post(SETTINGS, 422, **order_form("SB", "BH"))
    assert listed_tiebreaks(staff.get(SETTINGS)) == ["SB", "DE"]


def test_a_wrong_order_changes_nothing(stage: PublicStage) -> None:
    staff = stage.staff()
    text = staff.post(SETTINGS, 422, **order_form("wins count=<b>"))
    assert "this must be all or played" in text
    assert "is listed twice" in staff.post(SETTINGS, 422, **order_form("wins", "wins"))
    assert "There is no tie-break" in staff.post(SETTINGS, 422, **order_form("coin"))
    assert [key for key, _ in tiebreaks_in_use(stage)] == ["sonneborn-berger", "secondary"]


@pytest.mark.req("SP-20")
def test_the_glossary_has_every_tie_break(stage: PublicStage) -> None:
    text = stage.visitor().get("/tiebreaks")
    for tiebreak in TIEBREAKS.values():
        assert f'id="{tiebreak.id}"' in text
    assert "6 times the points of the opponents" in text
    public = stage.visitor().get("/e/copa/standings")
    assert "Columns explained" in public
    assert "The points made on the table in all games together" in public
    check_escaped(public)


@pytest.mark.req("SP-11")
def test_standings_show_every_tie_break_there_is(stage: PublicStage) -> None:
    """Columns, headings and the arithmetic page know all of them; a page of standings has them in the order set."""
    staff = stage.staff()
    names = list(TIEBREAKS)
    for part in (names[at : at + 26] for at in range(0, len(names), 26)):
        staff.post(SETTINGS, 303, **order_form(*part))
        assert [key for key, _ in tiebreaks_in_use(stage)] == part
        assert "StrictUndefined" not in staff.get("/console/copa/standings")
        text = staff.get("/console/copa/standings/1")
        assert text.count('class="card step') == len(part)
        stage.visitor().get("/e/copa/standings")


@pytest.mark.req("SP-24")
def test_rating_rules_on_the_settings_page(stage: PublicStage) -> None:
    staff = stage.staff()
    text = staff.get("/console/copa/settings")
    assert 'name="rating2_rules"' in text
    assert 'value="uscf bonus=10"' in text  # as text
    assert '<option value="uscf" selected>' in text
    assert 'name="rating2_rules.1.bonus" value="10"' in text
    staff.post("/console/copa/settings", 303, rating_rules="fide k=fide")
    assert "fide k=fide" in staff.get("/console/copa/ratings")
    assert "is not a rating method" in staff.post("/console/copa/settings", 422, rating_rules="elo")


@pytest.mark.req("S-18", "SP-12")
def test_ratings_and_tie_breaks_through_the_api(stage: PublicStage) -> None:
    staff = stage.staff().client
    rows = staff.get("/api/v1/events/copa/ratings?list=2&after=1").json()
    assert len(rows) == 12
    assert {"player", "no", "name", "rating", "games", "score", "expected", "change", "average", "performance", "new",
            "rated"} == set(rows[0])  # fmt: skip
    assert {row["rated"] for row in rows} == {True, False}
    assert staff.get("/api/v1/events/copa/ratings?list=3").status_code == 400
    assert staff.get("/api/v1/events/copa/ratings?after=7").status_code == 422
    assert stage.visitor().client.get("/api/v1/events/copa/ratings").status_code == 401
    known = stage.visitor().client.get("/api/v1/tiebreaks").json()
    assert [row["id"] for row in known] == list(TIEBREAKS)
    assert next(row for row in known if row["id"] == "wins")["options"] == {"count": "all or played"}
