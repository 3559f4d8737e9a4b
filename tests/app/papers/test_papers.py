"""What is printed for the tables, as values: draws on slips, cards, the seating."""

from __future__ import annotations

import pytest

from pareo.app.papers.cards import card_rows, sonneborn_berger
from pareo.app.papers.seating import SeatAssignment, seating
from pareo.app.papers.slips import identification, initiative_chooser
from pareo.core.model.random_source import SeededRandom
from support.events.papers import CARD


@pytest.mark.req("X-28")
def test_white_and_black_are_drawn_only_for_one_faction() -> None:
    assert identification("Rebel", "Imperial", SeededRandom("x")) is None
    assert identification("", "", SeededRandom("x")) is None
    drawn = [identification("Rebel", "rebel ", SeededRandom(str(i))) for i in range(40)]
    assert set(drawn) == {("white", "black"), ("black", "white")}
    assert identification("Rebel", "Rebel", SeededRandom("7")) == identification("Rebel", "Rebel", SeededRandom("7"))


def test_the_lower_squad_total_chooses_initiative() -> None:
    assert initiative_chooser(298, 300) == "a"
    assert initiative_chooser(300, 299) == "b"
    assert initiative_chooser(None, 300) is None
    assert initiative_chooser(300, 300) is None
    assert {initiative_chooser(300, 300, SeededRandom(str(i))) for i in range(20)} == {"a", "b"}


@pytest.mark.req("S-14")
def test_only_the_beaten_are_summed_and_totals_run() -> None:
    assert sonneborn_berger(CARD) == 18  # quarter points: 3 + 1½
    assert [row.total for row in card_rows(CARD)] == [2, 3, 5, 7, None]
    assert [row.scrabble_total for row in card_rows(CARD)] == [412, 802, 802, 1203, None]


@pytest.mark.req("X-24")
def test_the_seating_is_found_by_player_number() -> None:
    seats = seating([(1, 5, 2), (2, 3, 4)], sitting=[1])
    assert seats == (
        SeatAssignment(1, None, None),
        SeatAssignment(2, 1, "b"),
        SeatAssignment(3, 2, "a"),
        SeatAssignment(4, 2, "b"),
        SeatAssignment(5, 1, "a"),
    )
