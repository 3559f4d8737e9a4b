"""A game nobody thought of is one file: played, ranked, printed and carried away without a line of Python (A-70)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from support.command_line import CommandLine
from support.paths import ROOT

TEXT = """
id = "boccia-doubles"
title = "Boccia doubles"
game = "Boccia"
styles = ["swiss", "swiss+cut"]

[document]
title = "House rules"
edition = "2026"
language = "en"

[points]
win = 2
draw = 1
loss = 0

[results]
kind = "scores"
games = 3
decide = "best-of"
draws = false
cut_games = 5

[swiss]
system = "random"

[[tiebreaks]]
id = "gw"
floor = "33.33%"

[[tiebreaks]]
id = "omw"
floor = "33.33%"

[[tiebreaks]]
id = "spread"
"""
GAMES = {
    frozenset("12"): "8-5 3-8 8-7",
    frozenset("34"): "8-0 8-6",
    frozenset("13"): "8-2 5-8 8-4",
    frozenset("24"): "2-8 8-6 1-8",
    frozenset("14"): "8-6 8-6",
    frozenset("23"): "8-7 7-8 6-8",
}


def of(a: str, b: str) -> str:
    """The match of these two, the first side's points first."""
    games = GAMES[frozenset((a, b))].split()
    return " ".join(game if a < b else "-".join(reversed(game.split("-"))) for game in games)


@pytest.mark.req("A-70")
def test_a_fifth_game_is_one_file(tmp_path: Path) -> None:
    sources = [path for path in (ROOT / "src").rglob("*.py") if "occia" in path.read_text(encoding="utf-8")]
    assert not sources, "no Python file knows it"
    pareo = CommandLine(tmp_path)
    slug = pareo("new", "Copa", "--ruleset-file", pareo.file("boccia.toml", TEXT), "--rounds", "3", "--seed", "s")
    slug = slug.out.strip()
    pareo("players", "import", slug, pareo.file("p.csv", "id,first,last\n1,Ana,A\n2,Bea,B\n3,Caio,C\n4,Dora,D\n"))
    for _ in range(3):
        pareo.play_round(slug, lambda row: of(row["a"], row["b"]))
    assert pareo.refusal("report", slug, "--round", "3", "--table", "1", "8-5", "5-8")[0] == "result-no-draws"
    table = {row["player"]: row for row in pareo.json("standings", slug)}
    assert {who: row["points"] for who, row in table.items()} == {"1": 6, "2": 0, "3": 4, "4": 2}
    # Games won of games played: 1 has 6 of 8, 2 has 3 of 9, 3 has 5 of 8, 4 has 2 of 7 (raised to 33.33 %).
    floor = Fraction(3333, 10000)
    shares = {"1": Fraction(6, 8), "2": max(floor, Fraction(3, 9)), "3": Fraction(5, 8), "4": floor}
    assert {who: Fraction(row["tiebreaks"]["gw"]["exact"]) for who, row in table.items()} == shares
    matches = {"1": Fraction(1), "2": floor, "3": Fraction(2, 3), "4": Fraction(1, 3)}
    for who, row in table.items():
        mean = sum((share for other, share in matches.items() if other != who), Fraction(0)) / 3
        assert Fraction(row["tiebreaks"]["omw"]["exact"]) == mean
    spread = {who: row["tiebreaks"]["spread"]["value"] for who, row in table.items()}
    assert spread == {who: _spread(who) for who in "1234"}
    assert pareo("verify", slug).code == 0
    assert "boccia-doubles" in pareo("show", slug).out
    pareo("print", "slips", slug, "--round", "3", "-o", str(tmp_path / "slips.pdf"))
    bundle = str(tmp_path / "copa.pareo")
    pareo("export", slug, "pareo", "-o", bundle)
    other = CommandLine(tmp_path / "other")
    other.folder.mkdir()
    other("import", bundle)
    again = {row["player"]: row for row in other.json("standings", slug)}
    assert again == table


def _spread(who: str) -> int:
    scores = [
        tuple(map(int, game.split("-")))
        for pair in GAMES
        if who in pair
        for game in of(who, next(iter(pair - {who}))).split()
    ]
    return sum(mine - theirs for mine, theirs in scores)
