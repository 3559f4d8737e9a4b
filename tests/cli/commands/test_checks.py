"""Checks of lists from the command line, and the staff rules as an organiser meets them there."""

from __future__ import annotations

from typing import Any

import pytest

PLAYERS = "first,last\nIria,Bouza\nTeo,Lamas\nGala,Fonte\nNuno,Peral\nBel,Ardit\nOto,Quiroga\n"


@pytest.fixture
def cup(pareo: Any) -> Any:
    pareo("new", "Copa", "--ruleset", "pokemon-tcg-2019-07", "--seed", "s", "--rounds", "3")
    pareo("players", "import", "copa", pareo.file("players.csv", PLAYERS))
    pareo.open_round("copa")
    return pareo


@pytest.mark.req("P-PREM-2")
def test_draw_list_and_record(cup: Any) -> None:
    drawn = cup.json("checks", "draw", "copa", "--round", "1", "--count", "1", "--tables")
    assert len({row["table"] for row in drawn["checks"]}) == 1
    assert len(drawn["checks"]) == 2
    assert drawn["draw"] == 1
    text = cup("checks", "draw", "copa", "--count", "2").out
    assert "Round 1, draw 2:" in text
    who = drawn["checks"][0]["player"]
    assert [row["outcome"] for row in cup.json("checks", "list", "copa")] == [None] * 4
    done = cup.json("checks", "record", "copa", who, "--outcome", "match-loss", "--notes", "59 cards")
    assert (done["player"], done["outcome"]) == (who, "match-loss")
    lost = next(row for row in cup.pairings("copa") if who in (row["a"], row["b"]))
    assert lost["result"] == ("0-1F" if lost["a"] == who else "1-0F")
    assert len(cup.json("checks", "list", "copa", "--open")) == 3
    assert "59 cards" in cup("checks", "list", "copa").out
    assert "59 cards" not in cup("journal", "copa", "--json").out
    assert "Match loss" in cup("journal", "copa").out
    cup("undo", "copa")
    assert len(cup.json("checks", "list", "copa", "--open")) == 4
    assert all(row["result"] is None for row in cup.pairings("copa"))


def test_refusals_are_one_sentence(cup: Any) -> None:
    assert cup.refusal("checks", "draw", "copa", "--count", "20")[0] == "checks-too-many"
    assert cup.refusal("checks", "record", "copa", "77", "--outcome", "clean")[0] == "no-such-entrant"
    assert cup.refusal("checks", "record", "copa", "1", "--outcome", "shrug", code=2)[0] == "usage"
    assert cup.refusal("checks", "draw", "copa", "--round", "5", "--count", "1")[0] == "checks-not-playing"


@pytest.mark.req("X-21")
def test_staff_rules(pareo: Any) -> None:
    pareo("new", "Epic Day", "--ruleset", "xwing-epic-duel")
    pareo("set", "epic-day", "tier=premier", "organiser=Iria Bouza")
    code, message = pareo.refusal("players", "import", "epic-day", pareo.file("players.csv", PLAYERS))
    assert code == "staff-plays"
    assert "line 2" in message
    assert "Participación de los organizadores" in message
    pareo("set", "epic-day", "tier=casual")
    pareo("players", "import", "epic-day", pareo.file("players.csv", PLAYERS))
    assert pareo.refusal("pair", "epic-day")[0] == "organiser-alone"
    assert any("second organiser" in note for note in pareo.json("show", "epic-day")["warnings"])
    pareo("set", "epic-day", "second_organiser=Rui Prado")
    pareo("pair", "epic-day")


@pytest.mark.req("P-PREM-1")
def test_missing_lists_as_pdf(cup: Any) -> None:
    made = cup.json("print", "missing-lists", "copa", "-o", str(cup.folder / "missing.pdf"))
    assert made["kind"] == "missing-lists"
    assert (cup.folder / "missing.pdf").read_bytes().startswith(b"%PDF")
