"""A card-game cup of July 2019 by command line only: 23 players in three divisions, to the champion."""

from __future__ import annotations

import json

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.floor import floor
from pareo.store import open_store

BORN = {**dict.fromkeys(range(1, 7), 2010), **dict.fromkeys(range(7, 14), 2005)}


def birth_year(i: int) -> int:
    return BORN.get(i, 1991)


@pytest.mark.req("P-AGE-2", "P-RUN-6", "P-CUT-2", "P-SW-8")
def test_a_cup_from_entry_to_champion(pareo, field, favourite):
    slug = field("pokemon-tcg-2019-07", 23, born=birth_year)
    shown = pareo.json("show", slug)
    assert {(a["pod"], a["rounds"], a["cut"]) for a in shown["advice"]} == {
        ("juniors", 3, 0),
        ("seniors", 3, 0),
        ("masters", 4, 4),
    }
    for _ in range(3):
        rows = pareo.play_round(slug, favourite)
        for row in rows:  # divisions never meet (P-AGE-2)
            assert birth_year(int(row["a"])) == birth_year(int(row["b"]))
    finished = pareo.pairings(slug, "--round", "1")
    assert all(r["result"] in ("1-0", "0-1") for r in finished if r["kind"] == "match")
    loser = pareo.json("standings", slug, "--pod", "juniors")[-1]
    assert loser["record"]["wins"] == 0
    assert any(loser["player"] in (r["a"], r["b"]) for r in pareo.pairings(slug, "--round", "3"))  # P-SW-8
    pareo.play_round(slug, favourite)  # only the Masters have a fourth round
    assert {r["pod"] for r in pareo.pairings(slug, "--round", "4")} == {"masters"}

    swiss = pareo.json("standings", slug, "--pod", "masters")
    went_on = pareo.json("advance", slug, "--pod", "masters", "--to", "cut")
    assert went_on["pods"][0]["players"] == [row["player"] for row in swiss[:4]]
    seed = {row["player"]: i for i, row in enumerate(swiss)}
    upset = lambda row: "1-0" if seed[row["a"]] > seed[row["b"]] else "0-1"  # noqa: E731
    semi = pareo.play_round(slug, upset)
    assert [{r["a"], r["b"]} for r in semi] == [
        {swiss[0]["player"], swiss[3]["player"]},
        {swiss[1]["player"], swiss[2]["player"]},
    ]
    pareo.play_round(slug, upset)
    final = pareo.json("standings", slug, "--pod", "masters")
    assert [r["player"] for r in final[4:]] == [r["player"] for r in swiss[4:]]  # P-CUT-2
    assert [r["rank"] for r in final] == list(range(1, 11))
    assert [r["player"] for r in final[:4]] == [swiss[i]["player"] for i in (3, 2, 0, 1)]
    rows = pareo.json("verify", slug)
    assert len(rows) == 3 + 3 + 4 + 2
    assert all(row["ok"] for row in rows)
    assert pareo.refusal("pair", slug, "--pod", "masters-cut")[0] == "elimination-over"


def test_a_result_that_stands_already_is_said_and_is_no_entry(pareo, field, tmp_path):
    slug = field("pokemon-tcg-2019-07", 8)
    for step in ("pair", "publish", "start"):
        pareo(step, slug)
    report = ("report", slug, "--round", "1", "--table", "2", "1-0")
    pareo(*report)
    entries = len(pareo.json("journal", slug))
    assert pareo(*report).out.strip() == "Table 2 already has this result. Nothing was changed."
    file = tmp_path / "one.csv"
    file.write_text("table,result\n2,1-0\n")
    assert pareo.json("results", "import", slug, str(file), "--round", "1")["results"] == []
    assert len(pareo.json("journal", slug)) == entries


@pytest.mark.req("P-RUN-1")
def test_pairings_change_before_the_start_and_never_after(pareo, field):
    slug = field("pokemon-tcg-2019-07", 8)
    pareo("pair", slug)
    first = pareo.pairings(slug)
    assert pareo.refusal("pair", slug)[0] == "action-impossible"  # over a draft: --again
    a, b = first[0]["a"], first[1]["a"]
    pareo("swap", slug, a, b)
    assert {frozenset((r["a"], r["b"])) for r in pareo.pairings(slug)[:2]} == {
        frozenset((b, first[0]["b"])),
        frozenset((a, first[1]["b"])),
    }
    pareo("publish", slug)
    pareo("swap", slug, a, b)  # errors are reported: still open
    assert pareo.refusal("pair", slug, "--again")[0] == "action-confirm"  # players have seen it
    pareo("pair", slug, "--again", "--yes")
    assert pareo.pairings(slug)[0]["status"] == "drafted"
    assert "publish" in pareo.refusal("start", slug)[1]
    pareo("publish", slug)
    pareo("start", slug)
    head, before = pareo.head(slug), pareo.pairings(slug)
    for command in (("swap", slug, a, b), ("pair", slug, "--again", "--yes"), ("repair", slug)):
        pareo.refusal(*command)
    assert pareo.head(slug) == head
    assert pareo.pairings(slug) == before


def _round_two_with_an_error(pareo, field, favourite):
    """Round 2 is drafted; table 1 of round 1 turns out to be wrong."""
    slug = field("pokemon-tcg-2019-07", 16)
    pareo.play_round(slug, favourite)
    pareo("pair", slug)
    row = pareo.pairings(slug, "--round", "1")[0]
    other = "0-1" if row["result"] == "1-0" else "1-0"
    data = pareo.json("report", slug, "--round", "1", "--table", str(row["table"]), other)
    assert "Repair it before it starts" in data["notes"][0]
    assert "start it" in data["notes"][0]
    return slug


def _wins(pareo, slug, after):
    return {r["player"]: r["record"]["wins"] for r in pareo.json("standings", slug, "--after", str(after))}


@pytest.mark.req("P-RUN-3")
def test_a_wrong_record_repaired_with_few_changes(pareo, field, favourite):
    slug = _round_two_with_an_error(pareo, field, favourite)
    before = {frozenset((r["a"], r["b"])) for r in pareo.pairings(slug)}
    pareo("repair", slug)
    rows = pareo.pairings(slug)
    wins = _wins(pareo, slug, 1)
    assert all(wins[r["a"]] == wins[r["b"]] for r in rows)
    assert len(before & {frozenset((r["a"], r["b"])) for r in rows}) >= 6  # two of eight tables change


@pytest.mark.req("P-RUN-3")
def test_a_wrong_record_fixed_for_the_round_after(pareo, field, favourite):
    slug = _round_two_with_an_error(pareo, field, favourite)
    before = pareo.pairings(slug)
    pareo("publish", slug)
    pareo("start", slug)
    assert [(r["a"], r["b"]) for r in pareo.pairings(slug)] == [(r["a"], r["b"]) for r in before]
    pareo.play(slug, favourite)
    pareo("pair", slug)
    wins = _wins(pareo, slug, 2)
    groups = sorted(abs(wins[r["a"]] - wins[r["b"]]) for r in pareo.pairings(slug))
    assert groups[-2:] in ([0, 0], [0, 1], [1, 1])  # records are right again: at most the odd groups pair down
    assert pareo.json("verify", slug, "--round", "3")[0]["ok"]


@pytest.mark.req("P-RUN-4")
def test_corrections_inside_and_outside_the_window(pareo, field, favourite):
    slug = field("pokemon-tcg-2019-07", 8)
    pareo.play_round(slug, favourite)
    pareo.play_round(slug, favourite)
    pareo("report", slug, "--round", "1", "--table", "1", "0-0")  # round 2 is finished, round 3 not paired
    assert pareo.pairings(slug, "--round", "1")[0]["result"] == "0-0"
    pareo("pair", slug)
    head = pareo.head(slug)
    code, message = pareo.refusal("report", slug, "--round", "1", "--table", "1", "1-0")
    assert code == "correction-too-late"
    assert "round 3" in message
    assert pareo.head(slug) == head
    pareo("report", slug, "--round", "2", "--table", "1", "0-0")  # round 2 can be corrected until round 4


@pytest.mark.req("P-RUN-5")
def test_every_rounds_standings_and_pairings_stay(pareo, field, favourite):
    slug = field("pokemon-2009", 8)
    kept = []
    for number in range(1, 4):
        pareo.play_round(slug, favourite)
        kept.append((pareo.json("standings", slug), pareo.pairings(slug, "--round", str(number))))
    for number, (table, rows) in enumerate(kept, 1):
        assert pareo.json("standings", slug, "--after", str(number)) == table
        assert pareo.pairings(slug, "--round", str(number)) == rows


@pytest.mark.req("P-SW-7")
def test_undefeated_players_are_counted_until_one_is_left(pareo, field, favourite):
    slug = field("pokemon-2009", 8)
    counts = []
    for _ in range(3):
        pareo.play_round(slug, favourite)
        counts.append(pareo.json("undefeated", slug)[0]["undefeated"])
    assert counts == [4, 2, 1]
    top = pareo.json("standings", slug)[0]
    assert (top["rank"], top["record"]["losses"]) == (1, 0)
    assert pareo.refusal("pair", slug)[0] == "rounds-over"  # after the announced rounds the top of the table wins


@pytest.mark.req("P-LATE-1", "P-LATE-3", "P-LATE-4")
def test_a_late_player_is_told_the_losses_first_and_ranks_below(pareo, field, favourite):
    slug = field("pokemon-tcg-2019-07", 8, "--rounds", "4")
    pareo.play_round(slug, favourite)
    pareo.open_round(slug)
    head = pareo.head(slug)
    late = ("late", slug, "--id", "900", "--first", "Ciro", "--last", "Blanco", "--birth-year", "1996")
    code, message = pareo.refusal(*late)
    assert code == "late-confirm"
    assert "2 losses" in message
    assert "ranks below" in message
    assert pareo.head(slug) == head  # nothing before it is confirmed
    assert pareo.json(*late, "--yes")["losses"] == 2
    pareo.play(slug, favourite)
    for number in ("1", "2"):
        rows = pareo.pairings(slug, "--round", number)
        assert [r["kind"] for r in rows if r["a"] == "900"] == ["late-loss"]
    table = {r["player"]: r for r in pareo.json("standings", slug)}
    assert table["900"]["record"] == {"wins": 0, "losses": 2, "ties": 0}
    same = [r for r in table.values() if r["points"] == 0 and r["player"] != "900"]
    assert same
    assert all(r["rank"] < table["900"]["rank"] for r in same)
    assert table["900"]["decided_by"] == "on-time"


@pytest.mark.req("P-LATE-2")
def test_the_organiser_decides_about_a_round_that_has_not_started(pareo, field, favourite):
    slug = field("pokemon-tcg-2019-07", 9, "--rounds", "4")
    pareo.play_round(slug, favourite)
    pareo("pair", slug)
    pareo("publish", slug)
    late = ("late", slug, "--id", "900", "--first", "Ciro", "--birth-year", "1996", "--yes")
    assert pareo.json(*late, "--this-round")["losses"] == 1
    rows = pareo.pairings(slug)
    assert [r["kind"] for r in rows if "900" in (r["a"], r["b"])] == ["match"]
    assert all(r["kind"] == "match" for r in rows)  # ten players: nobody sits out
    pareo("undo", slug)
    assert pareo.json(*late)["losses"] == 2  # not in this round: it counts as lost
    assert [r["kind"] for r in pareo.pairings(slug) if r["a"] == "900"] == ["late-loss"]


@pytest.mark.req("P-LATE-5")
def test_championship_points_close_the_door_after_round_two(pareo, field, favourite):
    for ruleset, error in (("pokemon-tcg-2019-07", "late-too-late"), ("pokemon-tcg-2019-04", "late-should-not")):
        slug = field(ruleset, 8, "--rounds", "4", "--slug", ruleset)
        pareo("set", slug, "championship_points=yes")
        pareo.play_round(slug, favourite)
        pareo.play_round(slug, favourite)
        late = ("late", slug, "--first", "Ciro", "--birth-year", "1996", "--yes")
        assert pareo.refusal(*late)[0] == error
        if ruleset.endswith("07"):
            assert pareo.refusal(*late, "--override", "the train was late")[0] == error
            pareo("set", slug, "championship_points=no")  # casual events: any round
            pareo(*late)
        else:
            pareo(*late, "--override", "the train was late")
            assert pareo.json("journal", slug)[-1]["data"]["override"] == "the train was late"


def test_drop_and_undrop_and_forfeit(pareo, field, favourite):
    slug = field("pokemon-tcg-2019-07", 8)
    pareo.open_round(slug)
    row = pareo.pairings(slug)[0]
    data = pareo.json("drop", slug, row["a"])
    assert data["player"] == row["a"]
    assert pareo.pairings(slug)[0]["result"] == "0-1F"
    assert pareo.refusal("drop", slug, row["a"])[0] == "already-dropped"
    pareo.play(slug, favourite)
    pareo("pair", slug)
    assert row["a"] not in {r["a"] for r in pareo.pairings(slug)} | {r["b"] for r in pareo.pairings(slug)}
    pareo("undo-drop", slug, row["a"])
    assert "was paired" in pareo.refusal("publish", slug)[1]
    pareo("repair", slug)
    pareo("publish", slug)


def test_undo_takes_back_the_last_command(pareo, field, favourite):
    slug = field("pokemon-tcg-2019-07", 8)
    pareo.play_round(slug, favourite)
    before = pareo.json("standings", slug)
    pareo("pair", slug)
    last = pareo.head(slug)
    assert pareo.refusal("undo", slug, str(last - 1))[0] == "undo-not-last"
    assert pareo.json("undo", slug, str(last))["undone"] == last
    assert pareo.json("standings", slug) == before
    assert {r["round"] for r in pareo.pairings(slug)} == {1}
    rows = pareo.json("journal", slug)
    assert rows[-2]["undone_by"] == rows[-1]["seq"]
    pareo("pair", slug)
    pareo("publish", slug)
    pareo("start", slug)
    assert pareo.refusal("undo", slug)[0] == "undo-outside"
    pareo("undo", slug, "--override", "wrong button")


@pytest.mark.req("P-SEC-3")
def test_sections_never_meet_and_never_change(pareo, field, favourite):
    slug = field("pokemon-tcg-2019-07", 66)
    pareo("set", slug, "sections=2")
    members = None
    for _ in range(3):
        rows = pareo.play_round(slug, favourite)
        pods = {"masters-1": set(), "masters-2": set()}
        for row in rows:
            pods[row["pod"]] |= {row["a"], row["b"]}
        assert not pods["masters-1"] & pods["masters-2"]
        assert members in (None, pods)
        members = pods
    pareo("drop", slug, sorted(members["masters-1"])[0])
    pareo("drop", slug, sorted(members["masters-1"])[1])
    pareo.open_round(slug)
    now = {r["a"] for r in pareo.pairings(slug) if r["pod"] == "masters-2"}
    assert now <= members["masters-2"]  # nobody moves over to even out the sections
    assert json.loads(pareo("sections", slug, "--time-for", "6", "--json").out)[0]["sections"] == 2


def test_the_second_day(pareo, field, favourite):
    slug = field("pokemon-tcg-2019-07", 12, "--rounds", "2")
    pareo("set", slug, "day2_rounds=1", "cut=2")
    pareo.play_round(slug, favourite)
    pareo.play_round(slug, favourite)
    day1 = pareo.json("standings", slug)
    data = pareo.json("advance", slug, "--to", "day2", "--size", "8")
    assert set(data["pods"][0]["players"]) == {r["player"] for r in day1[:8]}
    rows = pareo.play_round(slug, favourite)
    assert {(r["phase"], r["round"]) for r in rows} == {("day2", 3)}
    pareo("advance", slug, "--to", "cut", "--size", "2", "--yes")
    assert [(r["phase"], r["round"]) for r in pareo.play_round(slug, favourite)] == [("cut", 4)]
    final = pareo.json("standings", slug)
    assert [r["rank"] for r in final] == list(range(1, 13))
    assert {r["player"] for r in final[:8]} == {r["player"] for r in day1[:8]}


@pytest.mark.req("B-12")
def test_who_drops_after_the_first_day_is_ranked_by_points(pareo, field, favourite):
    slug = field("pokemon-tcg-2019-07", 12, "--rounds", "3")
    pareo("set", slug, "day2_rounds=1", "cut=2")
    for _ in range(3):
        pareo.play_round(slug, favourite)
    gone = pareo.json("standings", slug)[0]["player"]
    pareo("drop", slug, gone)
    pareo("advance", slug, "--to", "day2", "--size", "6")
    pareo.play_round(slug, favourite)
    rows = pareo.json("standings", slug)
    place = next(i for i, row in enumerate(rows) if row["player"] == gone)
    assert [row["points"] for row in rows] == sorted((row["points"] for row in rows), reverse=True)
    assert rows[place]["decided_by"] == "day2", "another one has the same points, from day 2"
    assert rows[place + 1]["decided_by"] == "points"
    assert "not on day 2" in pareo("standings", slug).out
    pareo("advance", slug, "--to", "cut", "--size", "2", "--yes")
    pareo.play_round(slug, favourite)
    final = [row["player"] for row in pareo.json("standings", slug)]
    assert final[2:] == [row["player"] for row in rows if row["player"] not in final[:2]], "only the cut stands above"


@pytest.mark.req("A-10", "A-14")
def test_the_command_line_names_the_ways_to_go_on(pareo, field):
    slug = field("pokemon-tcg-2019-07", 8, "--rounds", "3")
    pareo("set", slug, "championship_points=yes")
    ctx = Context(open_store(str(pareo.db)))
    floor.check_in(ctx, slug, [row["id"] for row in pareo.json("players", "list", slug)][:6])
    ctx.store.close()
    code, message = pareo.refusal("pair", slug)
    assert code == "not-checked-in"
    assert "--not-here drop: Drop them. --not-here out: Leave them out of this round. --not-here pair:" in message
    pareo("pair", slug, "--not-here", "out")
    assert sum(row["kind"] == "match" for row in pareo.pairings(slug)) == 3
    pareo("publish", slug)
    code, message = pareo.refusal("start", slug)
    assert code == "start-lacks"
    assert message.endswith("Start anyway? Repeat with --yes to do it.")
    pareo("start", slug, "--yes")


@pytest.mark.req("A-4", "A-1")
def test_a_shared_pod_by_command(pareo, field, favourite):
    slug = field("pokemon-tcg-2019-07", 14, born=lambda i: 2010 if i <= 5 else 2005)
    pareo("set", slug, "style=swiss+cut")
    assert "junior no cut, senior top 4" in pareo("show", slug).out
    pareo("set", slug, "cut=2", "--pod", "seniors")
    assert "Seniors: the top 2 advance" in pareo("announce", slug).out
    pareo.play_round(slug, favourite)
    ranks = [(row["division"], row["rank"]) for row in pareo.json("standings", slug)]
    assert ranks == [*(("junior", i) for i in range(1, 6)), *(("senior", i) for i in range(1, 10))]
    said = pareo("standings", slug, "--pod", "juniors+seniors").out.splitlines()
    assert "division" in said[1]
    assert len(said) == 1 + 1 + 14 + said.count("")
