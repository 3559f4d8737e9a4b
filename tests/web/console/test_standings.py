"""Standings for staff: the arithmetic agrees with the table, prizes are shared, large fields are paged."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise

import pytest

from pareo.app.commands.people import leaving
from pareo.app.commands.rounds import advance
from pareo.app.queries.pages.cross_table import cross_table
from pareo.app.queries.pages.event_tables import standing_tables
from pareo.app.queries.pages.explain_place import arithmetic
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.pages.public_view import shown_brackets
from pareo.app.wording.number_text import two_decimals
from pareo.core.text.errors import NotFound
from pareo.pages.bracket_layout import bracket_picture, cut_name
from pareo.print import places
from pareo.print.document import PrintOptions
from pareo.web.console.standings import prizes
from support.web.public import Make, check_escaped, hostile_players, make_players

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

_BETWEEN = {"head-to-head", "last-opponent", "direct-encounter"}


def _chance(*parts: object) -> int:
    return hashlib.sha256(repr(parts).encode()).digest()[0]


def _outcome(a: int, b: int) -> str:
    return ("1-0", "0-1", "1-0", "0-1", "½-½", "1-0F", "0-0")[_chance("o", a, b) % 7]


def _score(a: int, b: int) -> str:
    return f"{300 + _chance(a, b)}-{300 + _chance(b, a)}"


def _squads(a: int, b: int) -> str:
    return f"{_chance(a, b)}-{_chance(b, a)} {('time', 'destroyed', 'conceded-a')[_chance(a + b) % 3]}"


CASES = [
    ("pokemon-tcg-2019-07", _outcome),
    ("pokemon-2009", lambda a, b: "1-0" if _chance(a, b) % 2 else "0-1"),
    ("pokemon-tom", _outcome),
    ("scrabble-fise", _score),
    ("xwing-epic-duel", _squads),
    ("swiss", _outcome),
]


@pytest.mark.req("P-TB-2", "P-TB-3", "P-TB-4", "P-TB-5", "P-TB-6", "S-12", "X-12", "A-7")
@pytest.mark.parametrize(("ruleset", "result"), CASES)
def test_the_arithmetic_agrees_with_the_standings(make: Make, ruleset: str, result: Callable[[int, int], str]) -> None:
    stage = make(ruleset)
    stage.enter(make_players(11))
    stage.play(1, result)
    leaving.drop(stage.ctx, "copa", "MEMBER0003")
    stage.play(1, result)
    leaving.drop(stage.ctx, "copa", "MEMBER0007")
    stage.play(1, result)
    for after in (1, 2, 3, None):
        for table in standing_tables(stage.ctx, "copa", after=after):
            for row in table.rows:
                told = arithmetic(stage.ctx, "copa", row.no, after)
                assert told.row == row
                for step, value in zip(told.steps, row.values, strict=True):
                    assert step.id == value.id
                    assert step.total == value.exact, (step, value)
                    if step.id == "last-opponent" and step.total is not None:
                        faced = {line.opponent for line in told.lines}
                        assert step.total in {other.rank for other in table.rows if other.no in faced}
                    if step.id not in _BETWEEN and step.kind in ("sum", "mean") and "tom" not in step.id:
                        total = sum((term.value for term in step.terms), Fraction(0))
                        assert step.total == (total / len(step.terms) if step.kind == "mean" and step.terms else total)


@pytest.mark.req("P-TB-4", "P-TB-3")
def test_floor_and_cap_are_shown(make: Make) -> None:
    stage = make()
    stage.enter(make_players(8))
    stage.play(1)
    winners = [
        m.a if m.result is not None and m.result.a.won else m.b
        for m in stage.ctx.open("copa").state.pods["masters"].rounds[1].matches.values()
    ]
    match = stage.ctx.open("copa").state.pods["masters"].rounds[1].matches[1]
    winner = winners[0]
    loser = match.b if match.a == winner else match.a
    leaving.drop(stage.ctx, "copa", stage.ctx.open("copa").id(winner))
    owp = next(step for step in arithmetic(stage.ctx, "copa", loser).steps if step.id == "owp")
    assert (owp.terms[0].value, owp.terms[0].raw, owp.terms[0].note) == (Fraction(3, 4), 1, "cap")
    owp = next(step for step in arithmetic(stage.ctx, "copa", winner).steps if step.id == "owp")
    assert (owp.terms[0].value, owp.terms[0].raw, owp.terms[0].note) == (Fraction(1, 4), 0, "floor")
    text = stage.staff().get(f"/console/copa/standings/{loser}")
    assert "lowered to the cap" in text
    assert '<span class="struck">100.00 %</span> 75.00 %' in text


@pytest.mark.req("P-TB-9")
def test_the_second_day_has_its_own_arithmetic(make: Make) -> None:
    stage = make(rounds="3", day2_rounds="2")
    stage.enter(make_players(12))
    stage.play(3)
    advance.advance(stage.ctx, "copa", to="day2", size=6)
    stage.play(2)
    for row in standing_tables(stage.ctx, "copa")[0].rows:
        told = arithmetic(stage.ctx, "copa", row.no)
        assert [step.total for step in told.steps] == [value.exact for value in row.values]
    first = arithmetic(stage.ctx, "copa", standing_tables(stage.ctx, "copa")[0].rows[0].no)
    assert first.carried > 0
    assert {line.round_no for line in first.lines} == {4, 5}


@pytest.mark.req("B-12")
def test_pages_and_printouts_rank_who_left_after_day_1_by_points(make: Make) -> None:
    stage = make(rounds="3", day2_rounds="1")
    stage.enter(make_players(12))
    stage.play(3)
    gone = standing_tables(stage.ctx, "copa")[0].rows[0].no
    name = public_name(stage.ctx.open("copa"), gone)
    leaving.drop(stage.ctx, "copa", stage.ctx.open("copa").id(gone))
    advance.advance(stage.ctx, "copa", to="day2", size=6)
    stage.play(1)
    order = [row.no for row in standing_tables(stage.ctx, "copa")[0].rows]
    place = order.index(gone) + 1
    second = set(stage.ctx.open("copa").state.pods["masters-day2"].members)
    assert 1 < place < len(second), "above those of day 2 who have fewer points"
    told = arithmetic(stage.ctx, "copa", gone)
    assert told.row.decided_by == "day2"
    assert not {no for step in told.steps for no in step.rivals} & second, "tie-breaks of two days are not compared"
    staff, guest = stage.staff(), stage.visitor()
    assert "not on day 2" in staff.get("/console/copa/standings")
    assert "<strong>not on day 2</strong>" in staff.get(f"/console/copa/standings/{gone}")
    rows = guest.client.get("/api/v1/public/events/copa/standings").json()
    assert [row["name"] for row in rows].index(name) + 1 == place
    page = guest.get("/e/copa/standings")
    assert name in page.split("<tr")[place + 1], "below the row of headings"
    printed = places.standings(stage.ctx, "copa", PrintOptions())[0]
    assert printed["rows"][place - 1][1].startswith(name)
    assert printed["rows"][place - 1][-1] == "not on day 2"


def test_the_pages(make: Make) -> None:
    stage = make(prize_table="1:100 2:50 3-4:25", cut="4", rounds="4")
    stage.enter([*hostile_players(), *make_players(12)])
    staff = stage.staff()
    assert "No standings yet" in staff.get("/console/copa/standings")
    stage.play(4)
    advance.advance(stage.ctx, "copa", to="cut", size=4, override="announced aloud")
    stage.open()
    for path in (
        "standings",
        "standings?after=2",
        "standings?find=script",
        "standings/1",
        "standings/1?after=1",
        "standings/cross",
        "standings/cross?after=1",
        "bracket",
    ):
        check_escaped(staff.get(f"/console/copa/{path}"))
    assert staff.get("/console/copa/standings?find=script").count('class="plain-link place-link"') == 1
    page = staff.get("/console/copa/standings")
    assert "Prizes" in page
    assert 'name="after"' not in page  # a round is a link, and nothing has to be sent
    assert "&amp;after=3" in page
    assert "&amp;after=4" not in page  # the last one is what is shown
    staff.get("/console/copa/standings/99", 404)
    staff.get("/console/copa/standings?pod=none", 404)
    staff.get("/console/copa/standings?after=9", 422)
    for path in ("standings", "standings/1", "standings/cross", "bracket"):
        stage.visitor().get(f"/console/copa/{path}", 303)


def test_the_next_page_of_a_cross_table_is_of_the_same_round(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pareo.web.console.standings.cross_table", partial(cross_table, per_page=5))
    stage = make(rounds="2")
    stage.enter(make_players(8))
    stage.play(2)
    page = stage.staff().get("/console/copa/standings/cross?after=1")
    assert re.search(r'rel="next" href="\?pod=\w+&amp;after=1&amp;page=2"', page)


@pytest.mark.req("A-33", "F-117")
def test_a_dropped_tie_break_is_told_to_staff_and_players(make: Make) -> None:
    for tiebreaks, told in (("aro; buchholz", True), ("aro unrated=zero; buchholz", False)):
        stage = make(rounds="3", tiebreaks=tiebreaks)
        stage.enter(make_players(6))
        stage.play(2)
        stage.open()
        for page in (stage.staff().get("/console/copa/standings"), stage.visitor().get("/e/copa/standings")):
            assert ("Not applied, because a player met an unrated opponent" in page) is told


def test_a_place_needs_a_pairing(make: Make) -> None:
    stage = make()
    stage.enter(make_players(8))
    with pytest.raises(NotFound):
        arithmetic(stage.ctx, "copa", 1)


@pytest.mark.req("S-17")
def test_shared_places_share_the_prizes(make: Make) -> None:
    stage = make("scrabble-fise", prize_table="1:100 2:50 3:25.50 4:10")
    stage.enter(make_players(6))
    stage.play(1, lambda a, b: "1-0")
    table = standing_tables(stage.ctx, "copa")[0]
    assert [row.rank for row in table.rows] == [1, 1, 1, 4, 4, 4]
    first, second = prizes(stage.ctx.open("copa"), table, "en")
    assert (first.shared, first.total, first.each, first.left_over) == (3, "175.50", "58.50", "")
    assert (second.shared, second.total, second.each, second.left_over) == (3, "10", "3.33", "0.01")
    assert two_decimals(Fraction(7, 2), "es") == "3,50"


@pytest.mark.req("SP-13")
def test_cross_table(make: Make) -> None:
    stage = make()
    stage.enter(make_players(103))
    stage.play(2)
    page = cross_table(stage.ctx, "copa", pod="masters")
    assert (page.rounds, len(page.rows), page.pages) == ((1, 2), 100, 2)
    rest = cross_table(stage.ctx, "copa", pod="masters", page=2)
    rows = {row.no: row for row in (*page.rows, *rest.rows)}
    assert len(rows) == 103
    for row in rows.values():
        for i, cell in enumerate(row.cells):
            if cell.opponent is not None:
                assert rows[cell.opponent].cells[i].opponent == row.no
                assert rows[cell.opponent].rank == cell.place
    assert sum(cell.outcome == "bye" for row in rows.values() for cell in row.cells) == 2
    assert {row.rank for row in cross_table(stage.ctx, "copa", pod="masters", page=99).rows} == {101, 102, 103}


def test_large_fields_are_paged(make: Make) -> None:
    stage = make()
    stage.enter(make_players(450))
    stage.play(1)
    staff = stage.staff()
    assert staff.get("/console/copa/standings").count('class="plain-link place-link"') == 200
    assert staff.get("/console/copa/standings?page=3").count('class="plain-link place-link"') == 50
    assert "Page 3 of 3" in staff.get("/console/copa/standings?page=99")


@pytest.mark.req("P-SE-8")
@pytest.mark.parametrize("count", [2, 4, 5, 8, 33, 64])
def test_brackets_of_every_size(make: Make, count: int) -> None:
    stage = make(style="elimination", third_place="yes")
    stage.enter(make_players(count))
    stage.play(1)
    picture = bracket_picture(shown_brackets(stage.ctx.open("copa"))[0])
    size = 1 << (count - 1).bit_length()
    assert len(picture.boxes) == size - 1 + (count > 2)
    called = {2: "Final", 4: "Semi-finals", 8: "Quarter-finals"}
    sizes = [size >> i for i in range(size.bit_length() - 1)]
    assert [title for _, title in picture.columns] == [called.get(left, f"Top {left}") for left in sizes]
    taken: set[tuple[int, int]] = set()
    for box in picture.boxes:
        assert 0 <= box.x <= picture.width - 228
        assert 0 <= box.y <= picture.height - 52
        assert (box.x, box.y) not in taken
        taken.add((box.x, box.y))
    column = sorted(box.y for box in picture.boxes if box.x == picture.boxes[0].x)
    assert all(b - a >= 52 for a, b in pairwise(column))
    won = {line.full for box in picture.boxes for line in box.lines if line.look == "won"}
    assert len(won) == size // 2


def test_names_are_cut_with_an_ellipsis() -> None:
    assert cut_name("Iria Bouza", 10) == "Iria Bouza"
    assert cut_name("Iria Bouzas", 10) == "Iria Bouz…"
    assert cut_name("Iria  Bouzas", 6) == "Iria…"
    assert cut_name("😀😀😀😀😀😀", 6) == "😀😀…"
    assert cut_name("", 5) == ""
