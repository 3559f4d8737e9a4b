"""Duplicate events: sheets read from anything people paste, ranked by percentage, all rows or none, kept for good."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.app.base.context import Context
from pareo.app.league import duplicate
from pareo.core.text.errors import BadInput, Conflict, NeedsConfirmation, NotFound, PareoError
from pareo.store import open_store
from pareo.store.series_protocol import WriteStamp
from support.errors import raises_code

ONE = "line 2: Ada has 1 number, but the game has 2 turns: enter every turn (a dash for none)."
TURNS = "line 1: the best move of every turn has 1 to 5000 points, and a game has at most 60 turns."


def enter(ctx: Context, slug: str, text: str, game: int = 1) -> None:
    duplicate.enter(ctx, slug, game, duplicate.read_sheets(text))


def ranking(ctx: Context, slug: str) -> list[tuple[int, str, int, str]]:
    return [(r.place, r.name, r.points, r.percent) for r in duplicate.show_duplicate(ctx, slug).rows]


@pytest.mark.req("S-NAT-6")
def test_by_percentage_of_the_best_possible_with_shared_places(ctx: Context) -> None:
    slug = duplicate.create(ctx, "Tarde", date="2026-11-15")
    enter(ctx, slug, "BEST,30,40,50\nAda Ríos,30,20,-\nBea Sol,0,40,10\nCai Mar,30,40,50\n")
    assert ranking(ctx, slug) == [
        (1, "Cai Mar", 120, "100.00"),
        (2, "Ada Ríos", 50, "41.67"),
        (2, "Bea Sol", 50, "41.67"),
    ]
    enter(ctx, slug, "BEST;80\nada  ríos;80\nDov Rey;8", game=2)
    assert ranking(ctx, slug) == [
        (1, "Ada Ríos", 130, "65.00"),
        (2, "Cai Mar", 120, "60.00"),
        (3, "Bea Sol", 50, "25.00"),
        (4, "Dov Rey", 8, "4.00"),
    ]
    row = duplicate.show_duplicate(ctx, slug).rows[0]
    assert (row.by_game, row.behind, row.best_moves) == ([50, 80], 70, 2)


@pytest.mark.req("S-NAT-6")
def test_it_is_on_the_disk_and_a_sheet_entered_again_replaces_the_earlier_one(ctx: Context, tmp_path: Path) -> None:
    slug = duplicate.create(ctx, "Tarde")
    enter(ctx, slug, "BEST,30,40\nAda,30,20")
    enter(ctx, slug, "Ada,10,-")
    other = Context(open_store(str(tmp_path / "events.db")))
    assert ranking(other, slug) == [(1, "Ada", 10, "14.29")]
    duplicate.remove_sheet(other, slug, "ADA")
    assert ranking(ctx, slug) == []
    with raises_code(NotFound, "duplicate-nobody"):
        duplicate.remove_sheet(ctx, slug, "Ada")


@pytest.mark.parametrize(
    "text",
    [
        "name\t1\t2\nBEST\t30\t40\nAda\t30\t20\n",
        "Nombre;T1;T2\r\nMÁXIMO;30;40\r\nAda;30;20;;\r\n",
        '"BEST","30","40"\n"Ada","30","20"',
        "\n\n*,30,40\nAda, 30 , 20 ,\n",
    ],
)
def test_rows_as_spreadsheets_and_people_write_them(ctx: Context, text: str) -> None:
    slug = duplicate.create(ctx, "Tarde")
    enter(ctx, slug, text)
    assert ranking(ctx, slug) == [(1, "Ada", 50, "71.43")]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "There is nothing to enter."),
        ("BEST,30,x\n", "line 1: “x” is not a number of points."),
        ("BEST,30,40\nAda,30,-5", "line 2: “-5” is not a number of points."),
        ("BEST,30,40\n,30,20", "line 2: the name is missing."),
        ("BEST,30,40\nAda,31,20", "Ada, game 1, turn 1: 31 is not between 0 and the best move, 30."),
        ("BEST,30,40\nAda,30,20,10", "Ada, game 1: 3 turns; there were 2."),
        ("BEST,30,40\nAda,30", ONE),
        ("BEST,30,40\nAda,30,20\nada,1,1", "line 3: “ada” has two sheets."),
        ("BEST,30\nBEST,40", "line 2: the best possible points are given twice."),
        ("BEST,30,0", TURNS),
        ("BEST" + ",1" * 61, TURNS),
        ("Ada,30,20", "The best possible points of game 1 are missing: enter them first, in a row named BEST."),
        ("BEST,30\n" + "A" * 300 + ",1", "The name is longer than 200 characters."),
        ("BEST,30\nA\x07,1", "The name contains an invisible character (U+0007)."),
    ],
)
def test_a_bad_row_is_told_and_nothing_is_entered(ctx: Context, text: str, told: str) -> None:
    slug = duplicate.create(ctx, "Tarde")
    with pytest.raises(BadInput) as caught:
        enter(ctx, slug, text)
    assert str(caught.value) == told
    assert duplicate.show_duplicate(ctx, slug).games == []
    assert duplicate.list_duplicates(ctx)[0].games == 0


def test_changing_the_best_possible_is_refused_where_a_sheet_would_beat_it(ctx: Context) -> None:
    slug = duplicate.create(ctx, "Tarde")
    enter(ctx, slug, "BEST,30,40\nAda,30,20")
    with raises_code(BadInput, "duplicate-points", points=30, best=29):
        enter(ctx, slug, "BEST,29,40")
    with raises_code(BadInput, "duplicate-game", count=1, following=2):
        enter(ctx, slug, "BEST,29,40", game=3)
    assert duplicate.show_duplicate(ctx, slug).possible == 70


def test_two_who_enter_at_once_do_not_lose_a_sheet(ctx: Context) -> None:
    slug = duplicate.create(ctx, "Tarde")
    seen = duplicate.open_event(ctx, slug).stored
    enter(ctx, slug, "BEST,30\nAda,30")
    with raises_code(Conflict, "series-moved"):
        ctx.store.duplicates().write(slug, data=seen.data, stamp=WriteStamp(seen.version, "t", "x", "entered"))
    assert ranking(ctx, slug) == [(1, "Ada", 30, "100.00")]


def test_names_of_children_are_shown_short(ctx: Context) -> None:
    slug = duplicate.create(ctx, "Tarde", names="initial")
    enter(ctx, slug, "BEST,30\nAda Ríos,30\nBea,10")
    assert [r.name for r in duplicate.show_duplicate(ctx, slug, public=True).rows] == ["Ada R.", "Bea"]
    assert [r.name for r in duplicate.show_duplicate(ctx, slug).rows] == ["Ada Ríos", "Bea"]


def test_an_event_is_deleted_once_confirmed(ctx: Context) -> None:
    slug = duplicate.create(ctx, "Tarde")
    with pytest.raises(NeedsConfirmation):
        duplicate.remove(ctx, slug)
    duplicate.remove(ctx, slug, confirmed=True)
    with raises_code(NotFound, "no-such-duplicate"):
        duplicate.show_duplicate(ctx, slug)
    with pytest.raises(BadInput):
        duplicate.create(ctx, "x", slug="new")


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_whatever_is_pasted_ends_as_rows_or_as_one_sentence(text: str) -> None:
    try:
        rows = duplicate.read_sheets(text)
    except PareoError:
        return
    assert rows
