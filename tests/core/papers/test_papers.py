"""What is printed for the tables: slips, cards, score sheets, the bracket sheet, the seating."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pareo.core.pairing.bracket import bracket_view
from pareo.core.pairing.chance import Chance
from pareo.core.papers.slips import (
    SLIP_WIDTH,
    Card,
    CardLine,
    ScoreLine,
    ScoreSheet,
    Seat,
    Side,
    Slip,
    bracket_text,
    card_rows,
    card_text,
    identification,
    initiative_chooser,
    score_sheet_text,
    seating,
    seating_text,
    slip_text,
    sonneborn_berger,
)
from pareo.core.words.errors import BadInput

ANA = Side("Ana Prado", 4, "2-0-1", "Rebel", 298)
BRUNO = Side("Bruno Teixeira", 9, "2-1-0", "Imperial", 300)
SLIP = Slip("Copa del Río", 3, 17, ANA, BRUNO)


def row_of(text: str, start: str) -> list[str]:
    """The cells of the table row that begins so."""
    line = next(line for line in text.splitlines() if "|" in line and line.split("|")[0].strip() == start)
    return [cell.strip() for cell in line.split("|")]


@pytest.mark.req("P-RUN-2")
def test_a_slip_has_round_table_names_records_boxes_and_signatures() -> None:
    text = slip_text(SLIP)
    for part in ("Copa del Río", "Round 3", "Table 17", "Ana Prado", "Bruno Teixeira", "(2-0-1)", "(2-1-0)"):
        assert part in text
    assert "[ ] Ana Prado wins" in text
    assert "[ ] Bruno Teixeira wins" in text
    assert "[ ] draw" in text
    assert text.count("Signature") == 2


def test_no_draw_box_where_there_are_no_draws() -> None:
    assert "draw" not in slip_text(replace(SLIP, draws=False))
    assert "draw" not in slip_text(replace(SLIP, elimination=True))


def test_a_scrabble_slip_has_scores_and_who_starts() -> None:
    text = slip_text(replace(SLIP, kind="scores", starts=True))
    first, second = (next(line for line in text.splitlines() if name in line) for name in ("Ana", "Bruno"))
    assert first.endswith("starts")
    assert "starts" not in second
    assert "Score:  Ana Prado ____" in text


@pytest.mark.req("X-28")
def test_a_match_of_one_faction_is_flagged_with_the_numbers_drawn() -> None:
    squads = replace(SLIP, kind="squads")
    assert "Same faction" not in slip_text(squads)
    same = replace(squads, b=replace(BRUNO, faction=" rebel"))
    assert "one side uses white" in slip_text(same)
    assert "Ana Prado: black   Bruno Teixeira: white" in slip_text(replace(same, numbers=("black", "white")))


@pytest.mark.req("X-28")
def test_white_and_black_are_drawn_only_for_one_faction() -> None:
    assert identification("Rebel", "Imperial", Chance("x")) is None
    assert identification("", "", Chance("x")) is None
    drawn = [identification("Rebel", "rebel ", Chance(str(i))) for i in range(40)]
    assert set(drawn) == {("white", "black"), ("black", "white")}
    assert identification("Rebel", "Rebel", Chance("7")) == identification("Rebel", "Rebel", Chance("7"))


def test_the_slip_says_who_chooses_initiative() -> None:
    squads = replace(SLIP, kind="squads")
    assert "initiative (lower squad total): ____" in slip_text(squads)
    assert "initiative: Ana Prado (lower" in slip_text(replace(squads, chooser="a"))
    equal = replace(squads, chooser="b", a=replace(ANA, squad_total=300))
    assert "initiative: Bruno Teixeira (equal" in slip_text(equal)
    assert "Had initiative" not in slip_text(squads)
    assert "Had initiative:  [ ] Ana" in slip_text(replace(squads, elimination=True))


def test_the_lower_squad_total_chooses_initiative() -> None:
    assert initiative_chooser(298, 300) == "a"
    assert initiative_chooser(300, 299) == "b"
    assert initiative_chooser(None, 300) is None
    assert initiative_chooser(300, 300) is None
    assert {initiative_chooser(300, 300, Chance(str(i))) for i in range(20)} == {"a", "b"}


@pytest.mark.parametrize("kind", ["outcome", "scores", "squads"])
def test_long_names_do_not_break_a_slip(kind: str) -> None:
    long = replace(ANA, name="Maximiliana de los Ángeles Fernández-Echeverría y Torres", faction="Rebel")
    slip = Slip("Un torneo con un nombre interminable, " * 3, 12, 1500, long, long, kind, numbers=("white", "black"))  # type: ignore[arg-type]
    assert max(map(len, slip_text(replace(slip, chooser="a", starts=True)).splitlines())) <= SLIP_WIDTH


CARD = Card(
    club="Club del Sur",
    tournament_no="12",
    date="2024-05-04",
    name="Ana Prado",
    number=4,
    rounds=5,
    lines=(
        CardLine(1, 9, first=True, points=2, scrabble=412, opponent_points=6, beaten=True),
        CardLine(2, 3, first=False, points=1, scrabble=390, opponent_points=5),
        CardLine(3, None, points=2),
        CardLine(4, 7, first=False, points=2, scrabble=401, opponent_points=3, beaten=True),
    ),
)


@pytest.mark.req("S-14")
def test_a_card_has_every_column_of_the_document() -> None:
    text = card_text(CARD)
    for part in ("Club del Sur", "12", "2024-05-04", "Ana Prado", "No. 4", "Initials", "S-B"):
        assert part in text
    assert row_of(text, "1") == ["1", "9", "+", "1", "1", "412", "412", "", "3"]
    assert row_of(text, "2") == ["2", "3", "−", "½", "1½", "390", "802", "", "(2½)"]
    assert row_of(text, "3") == ["3", "rest", "", "1", "2½", "", "802", "", ""]
    assert row_of(text, "4") == ["4", "7", "−", "1", "3½", "401", "1203", "", "1½"]
    assert row_of(text, "5") == ["5", "", "", "", "", "", "", "", ""]
    assert row_of(text, "Total S-B") == ["Total S-B", "4½"]


@pytest.mark.req("S-14")
def test_only_the_beaten_are_summed_and_totals_run() -> None:
    assert sonneborn_berger(CARD) == 9  # half points: 3 + 1½
    assert [row.total for row in card_rows(CARD)] == [2, 3, 5, 7, None]
    assert [row.scrabble_total for row in card_rows(CARD)] == [412, 802, 802, 1203, None]


@pytest.mark.req("X-26")
def test_a_score_sheet_has_the_margin_of_each_round_and_the_total() -> None:
    sheet = ScoreSheet(
        "Épica", "Ana Prado", 4, 3, (ScoreLine(1, "Bruno", 153, 124, 5, 329), ScoreLine(2, "Carla", 90, 119, 0, 271))
    )
    text = score_sheet_text(sheet)
    assert row_of(text, "1") == ["1", "Bruno", "153", "124", "5", "329"]
    assert row_of(text, "2") == ["2", "Carla", "90", "119", "0", "271"]
    assert row_of(text, "3") == ["3", "", "", "", "", ""]
    assert row_of(text, "") == ["", "Total", "", "", "5", "600"]
    assert "No. 4" in text


@pytest.mark.req("X-24")
def test_the_seating_is_found_by_player_number() -> None:
    seats = seating([(1, 5, 2), (2, 3, 4)], sitting=[1])
    assert seats == (Seat(1, None, None), Seat(2, 1, "b"), Seat(3, 2, "a"), Seat(4, 2, "b"), Seat(5, 1, "a"))
    lines = seating_text(seats, {no: f"Name {no}" for no in range(1, 6)}, round_no=2).splitlines()
    assert "Round 2" in lines[0]
    assert [line.split() for line in lines[-5:]] == [
        ["1", "Name", "1", "bye"],
        ["2", "Name", "2", "1B"],
        ["3", "Name", "3", "2A"],
        ["4", "Name", "4", "2B"],
        ["5", "Name", "5", "1A"],
    ]


NAMES = {no: f"Jugadora Inventada {no}" for no in range(1, 129)}


@pytest.mark.req("P-SE-8")
@pytest.mark.parametrize("entrants", [8, 32, 53, 128])
def test_a_bracket_sheet_shows_everybody_in_a_hundred_columns(entrants: int) -> None:
    lines = bracket_text(bracket_view(range(1, entrants + 1), third_place=True), NAMES).splitlines()
    assert max(map(len, lines)) <= 100
    for no in range(1, entrants + 1):
        assert sum(line.startswith(f"{no:>3} {NAMES[no]} ─") for line in lines) == 1
    byes = sum(line.startswith("    bye") for line in lines)
    assert byes == {8: 0, 32: 0, 53: 11, 128: 0}[entrants]
    # Each match is one upright between two lines.
    assert sum(line.count("├") for line in lines) == sum(line.count("┐") for line in lines)
    assert sum(line.count("├") for line in lines) == entrants + byes - 1


@pytest.mark.req("P-SE-8")
def test_a_small_bracket_sheet_line_by_line() -> None:
    view = bracket_view((1, 2, 3, 4), [[(1, 4, 4), (2, 3, 2)], [(4, 2, 4), (1, 3, 3)]], third_place=True)
    text = bracket_text(view, {1: "Ana", 2: "Bea", 3: "Caio", 4: "Dora"}, width=40)
    assert text.splitlines() == [
        "  1 Ana ───────┐",
        "               ├4 Dora ──────┐",
        "  4 Dora ──────┘             │",
        "                             ├ Dora",
        "  2 Bea ───────┐             │",
        "               ├2 Bea ───────┘",
        "  3 Caio ──────┘",
        "",
        "Third place:  1 Ana – 3 Caio  →  Caio",
    ]


def test_a_bracket_sheet_ends_at_128() -> None:
    with pytest.raises(BadInput):
        bracket_text(bracket_view(range(1, 130)), NAMES)
