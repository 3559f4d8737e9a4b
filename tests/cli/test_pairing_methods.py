"""Methods, round robins and options by the command line."""

from __future__ import annotations

from typing import Any

import pytest

PLAYERS = """name,rating,club,absent,late_from,until,bonus
Ana Ruiz,2100,Norte,,,,
Leo Paz,2050,Norte,"2:1",,,
Iria Bouza,1980,Sur,,,,
Teo Lima,1900,Sur,,,,
Mar Vega,1850,Este,"1,3:0",,,
Sol Gil,1800,Este,,,4,
Uxía Rey,1700,,,2,,0.5
"""


def event(pareo: Any, name: str, ruleset: str, *settings: str, count: int = 7) -> str:
    slug = pareo("new", name, "--ruleset", ruleset, "--seed", "x").out.strip()
    if ruleset == "chess-fide":
        pareo("leave-fide-mode", slug, "--reason", "a club evening", "--yes", "--confirm", "LEAVE")
    if settings:
        pareo("set", slug, *settings)
    file = pareo.folder / f"{slug}.csv"
    file.write_text("\n".join(PLAYERS.splitlines()[: count + 1]) + "\n", encoding="utf-8")
    pareo("players", "import", slug, str(file))
    return slug


def play_round(pareo: Any, slug: str, number: int, result: str = "1-0", *how: str) -> None:
    pareo("pair", slug, *how)
    pareo("publish", slug, "--yes")
    pareo("start", slug)
    for row in pareo.json("pairings", slug, "--round", str(number)):
        if row["kind"] == "match" and row["result"] is None:
            pareo("report", slug, "--round", str(number), "--table", str(row["table"]), result)
    pareo("finish", slug)


@pytest.mark.req("SP-2", "SP-21")
def test_methods_by_round_and_by_setting(pareo: Any) -> None:
    slug = event(pareo, "Abierto", "chess-fide", "rounds=4")
    play_round(pareo, slug, 1, "1-0", "--first-move", "bottom")
    assert pareo.json("show", slug)["pods"][0]["method"] == "dutch"
    play_round(pareo, slug, 2, "=", "--method", "uscf")
    assert "uscf" in pareo("show", slug).out
    pareo("set", slug, "method=king")
    pareo("pair", slug)
    shown = pareo.json("show", slug)["pods"][0]
    assert (shown["method"], shown["next_method"]) == ("king", "king")
    why = pareo("pairings", slug, "--why").out
    assert "The next player of the table." in why or "passed over" in why
    assert all(row["ok"] for row in pareo.json("verify", slug))
    entry = next(row for row in pareo.json("journal", slug) if row["action"] == "paired")
    assert entry["data"]["rounds"][0]["top_starts"] is False
    assert pareo.refusal("pair", slug, "--again", "--method", "dice")[0] == "method-unknown"
    assert pareo.refusal("pair", slug, "--again", "--first-move", "top")[0] == "first-move-fixed"


@pytest.mark.req("SP-2")
def test_a_round_by_hand(pareo: Any) -> None:
    slug = event(pareo, "Mano", "chess-fide", count=4)
    pareo("pair", slug, "--method", "manual")
    code, sentence = pareo.refusal("publish", slug)
    assert code == "hand-unfinished"
    assert "Ana Ruiz" in sentence
    assert "no opponent" in pareo("pair-players", slug, "1", "2", "--table", "7").out
    pareo("pair-players", slug, "3", "4")
    pareo("publish", slug)
    rows = pareo.json("pairings", slug)
    assert {(row["table"], row["a"], row["b"]) for row in rows} == {(7, "1", "2"), (1, "3", "4")}
    slug = event(pareo, "Fichero", "chess-fide", count=4)
    pareo("pair", slug, "--method", "manual")
    (pareo.folder / "round.csv").write_text("table,a,b\n1,4,1\n2,3,2\n", encoding="utf-8")
    pareo("pairings", "import", slug, str(pareo.folder / "round.csv"), "--round", "1")
    pareo("publish", slug)


@pytest.mark.req("SP-1")
def test_a_double_round_robin(pareo: Any) -> None:
    slug = event(pareo, "Liga", "chess-round-robin", "cycles=2", count=3)
    for number in range(1, 7):
        play_round(pareo, slug, number)
    pairs = [
        (row["a"], row["b"])
        for number in range(1, 7)
        for row in pareo.json("pairings", slug, "--round", str(number))
        if row["kind"] == "match"
    ]
    assert sorted(pairs) == [(a, b) for a in "123" for b in "123" if a != b], "each pair twice, each starts once"
    row = next(r for r in pareo.json("pairings", slug, "--round", "6") if r["kind"] != "match")
    assert (row["kind"], row["points_a"], row["phase"]) == ("bye", 0, "round-robin")
    assert pareo.refusal("pair", slug)[0] == "robin-over"
    assert pareo.refusal("late", slug, "--first", "Zoe", "--last", "Mora", "--yes")[0] == "late-robin"
    assert all(row["proved"] for row in pareo.json("verify", slug))
    assert "round robin" in pareo("announce", slug).out
    assert pareo.json("advise", "chess-round-robin", "--players", "9")["rounds"] == 9


@pytest.mark.req("SP-4", "SP-5", "SP-10", "SP-22")
def test_options(pareo: Any) -> None:
    slug = event(pareo, "Opciones", "swiss", "rounds=4", "games=2", "barred=club:1-2", "first_number=11")
    rows = {row["name"]: row for row in pareo.json("players", "list", slug)}
    assert rows["Mar Vega"]["absent_points"] == {"3": 0}
    assert (rows["Uxía Rey"]["late_from"], rows["Uxía Rey"]["bonus"], rows["Sol Gil"]["until"]) == (2, 0.5, 4)
    play_round(pareo, slug, 1, "1½-½")
    kinds = {row["name_a"]: row["kind"] for row in pareo.json("pairings", slug) if row["kind"] != "match"}
    assert kinds["Mar Vega"] == "requested-bye"
    assert kinds["Uxía Rey"] == "late-loss"
    play_round(pareo, slug, 2, "2-0")
    bye = next(row for row in pareo.json("pairings", slug) if row["kind"] == "requested-bye")
    assert (bye["name_a"], bye["points_a"]) == ("Leo Paz", 1)
    assert {row["start_no"] for row in pareo.json("players", "list", slug)} == set(range(11, 18))
    pareo("players", "edit", slug, "1", "absent=3:½", "until=3", "bonus=1")
    pareo("pair", slug)
    assert pareo.refusal("players", "edit", slug, "1", "absent=3:ten")[0] == "rounds-off-unreadable"
    assert pareo.refusal("set", slug, "barred=town:1")[0] == "setting-unreadable"
