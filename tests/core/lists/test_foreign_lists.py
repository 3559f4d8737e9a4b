"""Lists as the players' own programs write them, and files that are almost lists."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pareo import rulesets
from pareo.core.lists.decks import card_name, deck_text, read_deck
from pareo.core.lists.plain import plain_text
from pareo.core.lists.reading import ReadList, read_list, read_lists_of
from pareo.core.text.errors import BadInput
from support.errors import raises_code

DECKS = rulesets.load("pokemon-tcg-2019-07").lists
TEAMS = rulesets.load("pokemon-vgc-2019-07").lists
SQUADS = rulesets.load("xwing-epic-duel").lists

LIVE = """Pokémon: 14
4 Charmander MEW 4
3 Charizard ex OBF 125
2 Pidgey MEW 16
1 Radiant Charizard PGO 11
1 Manaphy CRZ-GG 6
1 Mew ex MEW 151 PH
2 Pidgeot ex OBF 164

Trainer: 36
4 Arven OBF 186
4 Boss's Orders PAL 172
4 Iono PAL 185
2 Professor's Research (Professor Sada) SVI 189
2 Professor's Research (Professor Turo) SVI 190
4 Ultra Ball SVI 196
4 Rare Candy SVI 191
4 Buddy-Buddy Poffin TEF 144
4 Nest Ball SVI 181
4 Super Rod PAL 188

Energy: 10
6 Basic {R} Energy SVE 2
2 Basic {R} Energy Energy 10
2 Double Turbo Energy BRS 151

Total Cards: 60
"""
HEADINGS = (
    ("Pokémon: 14", "Trainer: 36", "Energy: 10", "Total Cards: 60"),
    ("Pokémon (14)", "Trainer (36)", "Energy (10)", "Total Cards (60)"),
    ("##Pokémon - 14", "##Trainer Cards - 36", "##Energy - 10", "Total Cards - 60"),
)
SET = """{name} @ Sitrus Berry
Ability: Intimidate
Level: 50
Tera Type: Grass
EVs: 252 HP / 4 Atk / 252 SpD
Careful Nature
IVs: 0 Spe
- Fake Out
- Protect"""
SIX = ("Flutter Mane", "Nick (Incineroar) (M)", "Type: Null", "Urshifu-Rapid-Strike", "Rillaboom (F)", "Tornadus")
PASTE = "\n\n".join(SET.format(name=name) for name in SIX)


def problems(read: ReadList) -> list[str]:
    return [problem.code for problem in read.problems]


def squad(**pilot: Any) -> str:
    return json.dumps({"faction": "rebel", "pilots": [{"name": "rookiepilot", "ship": "xwing", "points": 21, **pilot}]})


# --- decks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("headings", HEADINGS)
@pytest.mark.req("P-PREM-1")
def test_headings_of_every_program_are_read(headings: tuple[str, ...]) -> None:
    text = LIVE
    for old, new in zip(HEADINGS[0], headings, strict=True):
        text = text.replace(old, new)
    read = read_list(text, DECKS)
    assert (read.kind, read.cards, problems(read)) == ("deck", 60, [])
    assert read.deck is not None
    assert read.deck.said_total == 60
    assert {line.section for line in read.deck.cards} == {"pokemon", "trainer", "energy"}


@pytest.mark.req("P-PREM-1")
def test_whom_a_card_shows_is_no_part_of_its_name() -> None:
    five = LIVE.replace("2 Professor's Research (Professor Sada)", "3 Professor's Research (Professor Sada)")
    read = read_list(five.replace("2 Pidgey", "1 Pidgey"), DECKS)
    assert [str(p) for p in read.problems] == ["5 of Professor's Research, 4 of one name are allowed"]
    assert card_name("Unown [A] LOT 90") == "Unown"
    assert card_name("(?)") == "(?)", "a name of brackets alone stays"


@pytest.mark.req("P-PREM-1")
def test_a_deck_for_everybody_is_its_cards_alone() -> None:
    told = deck_text(read_deck("// Ana Ruiz, 600 000 000\n# her remarks\n4 Pikachu SUM 40\nEnergy: 2\n2 Fire Energy\n"))
    assert told == "4 Pikachu SUM 40\n\n2 Fire Energy\n"


# --- video-game teams -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        PASTE,
        "=== [gen9vgc] Mine ===\n" + PASTE,
        "=== [gen9vgc] Mine ===\n\n" + PASTE,
        PASTE.replace("\n", "  \r\n"),
        "\n".join(SIX),
        "\n\n".join(SIX),
    ],
)
@pytest.mark.req("P-PREM-1")
def test_a_pasted_team_has_its_six_whatever_stands_around(text: str) -> None:
    read = read_list(text, TEAMS)
    assert read.team is not None
    assert (read.team.members, problems(read)) == (SIX, [])


# --- squads -----------------------------------------------------------------------------------------------------------


@pytest.mark.req("X-14")
def test_a_ship_without_upgrades_may_have_an_empty_list_of_them() -> None:
    for empty in (None, [], {}):
        assert read_list(squad(upgrades=empty), SQUADS).points == 21
    with pytest.raises(BadInput):
        read_list(squad(upgrades=["r2d2"]), SQUADS)


@pytest.mark.req("X-15")
def test_the_last_ships_of_the_first_edition_are_in_the_table() -> None:
    read = read_list("Faction: Imperial\nMajor Vermeil (TIE Reaper) 26\n", SQUADS)
    assert problems(read) == []
    assert read.squad is not None
    assert read.squad.ships[0].size == "large"


@pytest.mark.req("X-20")
def test_a_count_of_ships_is_never_taken_for_a_name() -> None:
    with raises_code(BadInput, "squad-line"):
        read_list("Faction: Rebel\n2001 x Rookie Pilot (X-wing) 21\n", SQUADS)


# --- almost lists -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[null]", "xws-content"),
        ("[1, 2]", "xws-content"),
        ('{"points": ' + "9" * 5000 + "}", "json-unreadable"),
        (squad(points=10**12), "json-unreadable"),
        (squad(name="Ana\u2028Ruiz"), "list-control"),
        (squad(name="Ana\u2029Ruiz"), "list-control"),
    ],
)
@pytest.mark.req("X-20")
def test_what_is_almost_a_squad_is_refused_in_our_words(text: str, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_lists_of(text, SQUADS)
    assert caught.value.code == code
    assert "4300" not in str(caught.value), "a sentence of ours, not of the language"


@pytest.mark.parametrize("content", [b"\0\0\0\x18ftypheic\0\0", b"%PDF-1.7\n\0\xff", b"PK\x03\x04\0\0"])
@pytest.mark.req("X-20")
def test_another_kind_of_file_is_said_to_be_one(content: bytes) -> None:
    with raises_code(BadInput, "list-not-text"):
        plain_text(content)


def test_text_of_two_bytes_a_letter_is_read_where_it_says_so() -> None:
    assert plain_text("4 Pikachu".encode("utf-16")) == "4 Pikachu\n"
