"""X-Wing Epic by command line only: a duel day with a top 4, and a team event."""

from __future__ import annotations

import pytest


def squads(row) -> str:
    return "153-124 destroyed" if int(row["a"]) < int(row["b"]) else "124-153 destroyed"


@pytest.mark.req("A-52", "X-11", "X-12", "X-13", "X-29")
def test_a_duel_day_with_a_drawn_semi_final(pareo, field):
    slug = field("xwing-epic-duel", 8, "--rounds", "2", "--cut", "4")
    pareo("pair", slug)
    pareo("publish", slug)
    before = pareo.pairings(slug)
    assert {r["status"] for r in before} == {"published"}  # tables are known before the clock starts
    assert sorted(r["table"] for r in before) == [1, 2, 3, 4]
    assert pareo.refusal("report", slug, "--round", "1", "--table", "1", "153-124 time")[0] == "action-impossible"
    pareo("start", slug, "--yes")
    pareo("report", slug, "--round", "1", "--table", "1", "153-124", "destroyed")
    pareo("report", slug, "--round", "1", "--table", "2", "130-124 time")
    pareo("report", slug, "--round", "1", "--table", "3", "120-80 conceded-b")
    pareo("report", slug, "--round", "1", "--table", "4", "100-100 time")
    pareo("finish", slug)
    rows = pareo.pairings(slug)
    assert [(r["points_a"], r["points_b"]) for r in rows] == [(5, 0), (3, 0), (5, 0), (1, 1)]
    margin = {r["player"]: r["tiebreaks"]["margin"]["value"] for r in pareo.json("standings", slug)}
    assert (margin[rows[0]["a"]], margin[rows[0]["b"]]) == (329, 271)
    assert len(pareo.json("score-sheets", slug)) == 8
    pareo.play_round(slug, squads)
    table = pareo.json("standings", slug)
    record = {r["player"]: (r["points"], r["tiebreaks"]["strength-of-schedule"]["value"]) for r in table}
    seeds = pareo.json("advance", slug, "--to", "cut")["pods"][0]["players"]
    assert [record[who] for who in seeds] == sorted(record.values(), reverse=True)[:4]  # not by margin
    assert seeds != [r["player"] for r in table][:4]
    after = pareo.json("standings", slug)
    assert [r["player"] for r in after][:4] == seeds
    assert {r["decided_by"] for r in after[1:4]} == {"points", "strength-of-schedule"}
    pareo.open_round(slug)
    semi = pareo.pairings(slug)
    assert {frozenset((r["a"], r["b"])) for r in semi} == {
        frozenset((seeds[0], seeds[3])),
        frozenset((seeds[1], seeds[2])),
    }
    report = ("report", slug, "--round", "3", "--table", str(semi[0]["table"]))
    assert pareo.refusal(*report, "100-100 time")[0] == "result-needs-initiative"
    pareo(*report, "100-100 time init-b")  # the draw goes to who had the initiative
    pareo("report", slug, "--round", "3", "--table", str(semi[1]["table"]), "200-90 destroyed")
    pareo("finish", slug)
    pareo.open_round(slug)
    final = pareo.pairings(slug)
    assert {final[0]["a"], final[0]["b"]} == {semi[0]["b"], semi[1]["a"]}
    pareo("report", slug, "--round", "4", "--table", str(final[0]["table"]), "90-20 destroyed")
    pareo("finish", slug)
    assert pareo.json("standings", slug)[0]["player"] == final[0]["a"]
    names = {r["id"]: r["name"] for r in pareo.json("players", "list", slug)}
    assert names[final[0]["a"]] in pareo("bracket", slug).out


@pytest.mark.req("X-27")
def test_an_expulsion_is_recorded_with_its_reason(pareo, field):
    slug = field("xwing-epic-duel", 6, "--rounds", "2")
    pareo.open_round(slug)
    row = pareo.pairings(slug)[0]
    pareo("drop", slug, row["a"], "--kind", "expelled", "--reason", "conduct")
    pareo("drop", slug, row["b"], "--disqualify", "--reason", "invalid miniature")
    listed = {r["id"]: r for r in pareo.json("players", "list", slug)}
    assert listed[row["a"]]["drop"] == {"after": 1, "kind": "expelled", "reason": "conduct"}
    assert listed[row["b"]]["status"] == "disqualified"
    data = [r["data"] for r in pareo.json("journal", slug) if r["action"] == "dropped"]
    assert [(d["kind"], d["reason"]) for d in data] == [("expelled", "conduct"), ("disqualified", "invalid miniature")]


TEAMS = """team,captain,first,last
Alba,,Iria,Mora
Alba,yes,Teo,Zea
Bruma,yes,Lia,Abad
Bruma,,Noa,Cid
Cierzo,yes,Saul,Rey
Cierzo,,Vera,Luz
Dorna,,Hugo,Pons
Dorna,yes,Mina,Olmo
Estela,yes,Ivo,Serra
"""


@pytest.mark.req("X-22")
def test_a_team_event(pareo):
    slug = pareo("new", "Flota", "--ruleset", "xwing-epic-team", "--rounds", "2", "--seed", "t").out.strip()
    pareo("players", "import", slug, pareo.file("t.csv", TEAMS))
    assert "Estela" in pareo.refusal("pair", slug)[1]  # a team of one cannot play
    pareo("players", "add", slug, "--team", "Estela", "--first", "Rita", "--last", "Moya")
    listed = {r["id"]: r for r in pareo.json("players", "list", slug)}
    assert sorted(listed) == ["Alba", "Bruma", "Cierzo", "Dorna", "Estela"]
    assert [m["name"] for m in listed["Alba"]["members"] if m["captain"]] == ["Teo Zea"]
    assert [m["name"] for m in listed["Bruma"]["members"] if m["captain"]] == ["Lia Abad"]
    for _ in range(2):
        rows = pareo.play_round(slug, lambda row: "210-180 destroyed")
        assert {r["a"] for r in rows} | {r["b"] for r in rows} < set(listed)
    byes = [r["a"] for n in "12" for r in pareo.pairings(slug, "--round", n) if r["kind"] == "bye"]
    assert len(set(byes)) == 2  # a team rests, once
    table = pareo.json("standings", slug)
    assert {r["player"] for r in table} == set(listed)
    assert {r["name"] for r in table} == set(listed)
    assert table[0]["points"] == 10
