"""Lists as shops, clubs, schools and federations of four languages make them are read right, or asked about."""

from __future__ import annotations

import pytest

from pareo import rulesets
from pareo.core.text.errors import NeedsConfirmation
from pareo.core.text.name_order import NameOrder
from pareo.formats.tables.player_lists import ListAnswers, check_clear, understand_list
from support.errors import raises_code
from support.files.messy_sheets import MessySheet, Verdict, messy_sheets

POKEMON = rulesets.load("pokemon-tcg-2019-07")
SCRABBLE = rulesets.load("scrabble-fise")


@pytest.mark.req("U-2")
@pytest.mark.parametrize("sheet", messy_sheets(), ids=lambda sheet: sheet.name)
def test_a_sheet_is_read_as_it_is_meant(sheet: MessySheet) -> None:
    verdict, difference = sheet.read()
    assert verdict is Verdict.RIGHT, difference


@pytest.mark.req("U-2")
def test_the_order_of_names_is_asked_and_turned_for_all_rows_at_once() -> None:
    text = "García Ana 1850\nLópez Bruno 1790\n".encode()
    reading = understand_list(text, SCRABBLE)
    assert [question.kind for question in reading.questions] == ["names"]
    assert [(row.player.first, row.player.last) for row in reading.rows if row.player] == [
        ("Ana", "García"),
        ("Bruno", "López"),
    ]
    turned = understand_list(text, SCRABBLE, ListAnswers(names=NameOrder.FIRST_LAST.value))
    assert turned.questions == []
    assert [row.player.first for row in turned.rows if row.player] == ["García", "López"]


@pytest.mark.req("U-2")
def test_day_or_month_is_proved_from_all_rows_or_asked() -> None:
    dates = "First,Last,DOB\nCora,Penn,03/04/2012\nJude,Wells,05/06/2009\n"
    reading = understand_list(dates.encode(), POKEMON)
    assert [question.kind for question in reading.questions] == ["dates"]
    assert [(row.player.birth_date, row.player.birth_year) for row in reading.rows if row.player] == [
        ("", 2012),
        ("", 2009),
    ]
    answered = understand_list(dates.encode(), POKEMON, ListAnswers(dates="day"))
    assert answered.questions == []
    assert [row.player.birth_date for row in answered.rows if row.player] == ["2012-04-03", "2009-06-05"]
    proved = understand_list((dates + "Theo,Banks,01/13/1998\n").encode(), POKEMON)
    assert proved.questions == []
    assert [row.player.birth_date for row in proved.rows if row.player][:2] == ["2012-03-04", "2009-05-06"]


@pytest.mark.req("U-2", "A-12")
def test_a_missing_birth_year_is_asked_about_and_a_list_that_is_not_clear_is_not_entered_unasked() -> None:
    reading = understand_list(b"First,Last,Born\nCora,Penn,2012\nJude,Wells,\n", POKEMON)
    assert [question.kind for question in reading.questions] == ["birth"]
    check_clear(reading, confirmed=False)  # entering asks where Jude belongs
    unclear = understand_list("García Ana 1850\n".encode(), SCRABBLE)
    with raises_code(NeedsConfirmation, "list-unclear"):
        check_clear(unclear, confirmed=False)
    check_clear(unclear, confirmed=True)
