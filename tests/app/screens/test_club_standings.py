"""Club standings of a tournament: the best scores of each club, as set or as asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import leaving
from pareo.app.screens.club_standings import ClubOptions, club_rows
from pareo.core.text.errors import BadInput, NotFound
from support.errors import raises_code
from support.events.series import League, new_player

# Everybody meets everybody: 5, 4, 3, 2, 1, 0 points in this order.
PEOPLE = [
    new_player("Ada Ríos", club="Norte", federation="UY"),
    new_player("Bea Sol", club="Sur", federation="AR"),
    new_player("Cai Mar", club="Sur", federation="UY"),
    new_player("Dov Rey", club="Norte", federation="AR"),
    new_player("Eva Luz", club="Norte", federation="AR"),
    new_player("Fil Gil"),
]


@pytest.fixture
def season(tmp_path: Path) -> League:
    made = League(tmp_path)
    made.slug = made.played("Copa", PEOPLE)  # type: ignore[attr-defined]
    return made


def clubs(season: League, **options: object) -> list[tuple[int | None, str, object]]:
    rows = club_rows(season.ctx, "copa", ClubOptions(**options))  # type: ignore[arg-type]
    return [(r.place, r.club, r.points) for r in rows]


@pytest.mark.req("SP-16")
def test_the_best_scores_of_each_club_are_added_up(season: League) -> None:
    assert clubs(season) == [(1, "Norte", 8), (2, "Sur", 7)]
    assert clubs(season, best=2) == [(1, "Norte", 7), (2, "Sur", 7)]  # 5 + 2 before 4 + 3: the best score decides
    assert clubs(season, best=1) == [(1, "Norte", 5), (2, "Sur", 4)]
    assert clubs(season, best=2, tiebreaks=("sum-of-places",)) == [(1, "Norte", 7), (1, "Sur", 7)]
    assert clubs(season, minimum=3) == [(1, "Norte", 8), (None, "Sur", 7)]
    assert clubs(season, by="federation") == [(1, "UY", 8), (2, "AR", 7)]
    assert clubs(season, after=1) != clubs(season)
    row = club_rows(season.ctx, "copa", ClubOptions(best=2))[0]
    assert [p.name for p in row.counting] == ["Ada Ríos", "Dov Rey"]
    assert [p.name for p in row.others] == ["Eva Luz"]


@pytest.mark.req("SP-16")
def test_the_event_says_how_clubs_are_counted(season: League) -> None:
    events.change_settings(season.ctx, "copa", {"club_best": "1", "club_minimum": "3", "club_by": "club"})
    assert clubs(season) == [(1, "Norte", 5), (None, "Sur", 4)]
    with pytest.raises(BadInput):
        events.change_settings(season.ctx, "copa", {"club_by": "shoe size"})


def test_the_disqualified_bring_nothing(season: League) -> None:
    leaving.drop(season.ctx, "copa", "Ada Ríos", kind="disqualified", reason="x")
    assert {c: p for _, c, p in clubs(season)}["Norte"] == 3


def test_everybody_sees_names_as_the_event_shows_them(season: League) -> None:
    events.change_settings(season.ctx, "copa", {"names": "initial"})
    rows = club_rows(season.ctx, "copa", public=True)
    assert {p.name for r in rows for p in r.counting} == {"Ada R.", "Bea S.", "Cai M.", "Dov R.", "Eva L."}


def test_what_cannot_be_asked_is_said(season: League) -> None:
    with raises_code(BadInput, "club-by"):
        clubs(season, by="town")
    with raises_code(NotFound, "club-tiebreak", name="x"):
        clubs(season, tiebreaks=("x",))
    with raises_code(BadInput, "after-unfinished", after=9):
        clubs(season, after=9)
