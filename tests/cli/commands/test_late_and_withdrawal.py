"""The first round that a player plays and the first that they no longer play, as Swiss Perfect's form names them."""

from __future__ import annotations

import pytest

from support.command_line import CommandLine, lower_wins

CSV = "id,first,last,Ronda tardía,Retiro\n" + "".join(
    f"{i},Ana,Prado{i:02d},{late},{gone}\n"
    for i, late, gone in ((1, "", ""), (2, "", ""), (3, "", ""), (4, "", ""), (5, "", ""), (6, "2", "3"), (7, "", "3"))
)


def played(pareo: CommandLine, slug: str, number: int) -> set[str]:
    rows = pareo.pairings(slug, "--round", str(number))
    return {who for row in rows if row["kind"] in ("match", "bye") for who in (row["a"], row["b"]) if who}


def evening(pareo: CommandLine, csv: str = CSV) -> str:
    slug = str(pareo.json("new", "Tarde", "--ruleset", "scrabble-fise", "--rounds", "4")["slug"])
    pareo("players", "import", slug, pareo.file("p.csv", csv))
    return slug


@pytest.mark.req("B-24", "SP-5")
def test_ronda_tardia_is_the_first_round_played_and_retiro_the_first_not_played(pareo: CommandLine) -> None:
    slug = evening(pareo)
    for _ in range(3):
        pareo.play_round(slug, lower_wins)
    rounds = [played(pareo, slug, number) for number in (1, 2, 3)]
    assert ["6" in there for there in rounds] == [False, True, False]  # late 2, withdrawal 3: round 2 only
    assert ["7" in there for there in rounds] == [True, True, False]
    row = next(r for r in pareo.json("players", "list", slug) if r["id"] == "6")
    assert (row["late_from"], row["until"]) == (2, 2)


@pytest.mark.req("B-24")
def test_both_commands_take_the_round_from_which_a_player_plays(pareo: CommandLine) -> None:
    slug = evening(pareo)
    pareo("players", "add", slug, "--id", "8", "--first", "Eva", "--last", "Sol", "--late-from", "3")
    pareo.play_round(slug, lower_wins)
    late = ("late", slug, "--id", "9", "--first", "Ivo", "--last", "Luz", "--late-from")
    assert "from round 4" in pareo.refusal(*late, "4")[1]
    pareo(*late, "4", "--yes")
    for _ in range(3):
        pareo.play_round(slug, lower_wins)
    rounds = [played(pareo, slug, number) for number in (1, 2, 3, 4)]
    assert ["8" in there for there in rounds] == [False, False, True, True]
    assert ["9" in there for there in rounds] == [False, False, False, True]
    assert pareo("verify", slug).code == 0


@pytest.mark.req("B-24")
def test_a_round_that_is_paired_is_too_early_and_one_after_the_last_too_late(pareo: CommandLine) -> None:
    slug = evening(pareo)
    pareo.play_round(slug, lower_wins)
    pareo.open_round(slug)
    late = ("late", slug, "--first", "Ivo", "--last", "Luz", "--late-from")
    assert pareo.refusal(*late, "2")[0] == "late-from-past"
    assert pareo.refusal(*late, "5")[0] == "late-nothing-left"


@pytest.mark.req("B-24")
def test_who_withdraws_in_round_1_plays_no_round(pareo: CommandLine) -> None:
    slug = str(pareo.json("new", "Tarde", "--ruleset", "scrabble-fise", "--rounds", "4")["slug"])
    path = pareo.file("p.csv", "first,last,Retiro\nAna,Sol,1\n")
    assert pareo.refusal("players", "import", slug, path)[0] == "csv-withdrawal"
