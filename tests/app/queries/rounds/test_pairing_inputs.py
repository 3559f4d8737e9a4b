"""The list a chess round was paired from (C.04.1, 9), on screen and on paper; virtual points stand there only."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import msgspec
import pytest

from pareo.app.commands.people import players
from pareo.app.commands.people.renumber import renumber
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import next_round, rounds
from pareo.app.queries.pages.event_tables import standing_rows
from pareo.app.queries.pages.pairing_information import information_rows
from pareo.app.queries.rounds.pairing_inputs import drawn_from, inputs_drawn
from pareo.app.rows.people import Information
from pareo.formats.tables.views import csv_of, information_table
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from support.events.stage import Stage, chess_event, lower_number_wins


def rows(stage: Stage, number: int | None = None) -> dict[str, Information]:
    return {row.player: row for row in information_rows(stage.ctx, stage.slug, round_no=number)}


def pairing_list(stage: Stage, number: int) -> list[tuple[object, ...]]:
    """What the list says of everybody before the round."""
    return [
        (r.start_no, r.player, r.points, r.virtual, r.starts, r.due, r.floats_down, r.floats_up, r.opponents, r.byes)
        for r in information_rows(stage.ctx, stage.slug, round_no=number)
    ]


@pytest.mark.req("F-46")
def test_the_list_of_a_round_says_what_it_was_paired_from(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 7)
    stage.play(1, lower_number_wins)
    players.edit(stage.ctx, stage.slug, "p1", {"absent": "2:½"})
    stage.play(1, lower_number_wins)
    rounds.pair(stage.ctx, stage.slug)
    found = rows(stage)
    assert next((r.round, r.start_no) for r in found.values()) == (3, 2)
    assert (found["p1"].points, found["p1"].starts, found["p1"].byes) == (1.5, found["p1"].starts[0] + ".", [2])
    assert found["p1"].floats_down == [2], "points without play are a downfloat (C.04.3, 1.4.3)"
    given = drawn_from(stage.ctx, stage.slug, round_no=3)
    unit = stage.t.ruleset.unit
    for c in given.candidates:
        row = found[f"p{c.no}"]
        assert row.paired_by == c.points / unit
        assert {int(who[1:]) for who in row.opponents} == set(given.met[c.no])
    for m in stage.pod().rounds[3].matches.values():
        for own, other in ((m.a, m.b), (m.b, m.a)):
            row = found[f"p{own}"]
            assert (row.table, row.opponent) == (m.table, f"p{other}")
            assert row.why
            assert all(" " in said for said in row.why), "a sentence, no code"


@pytest.mark.req("F-46")
def test_what_was_decided_later_is_not_in_the_list(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.open_round()
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="adjourned")
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    next_round.next_round(stage.ctx, stage.slug, confirmed=True)
    before = pairing_list(stage, 2)
    first = stage.pod().rounds[1].matches[1]
    assert [row[2] for row in before if row[1] in (f"p{first.a}", f"p{first.b}")] == [0.5, 0.5]
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="0-1", confirmed=True)
    renumber(stage.ctx, stage.slug, swap=("p1", "p2"), confirmed=True, word="RENUMBER")
    assert pairing_list(stage, 2) == before
    rounds.start(stage.ctx, stage.slug)
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug)
    assert pairing_list(stage, 2) == before
    assert rows(stage, 3)["p1"].start_no == 2
    assert {row[1]: row[2] for row in pairing_list(stage, 3)}[f"p{first.b}"] >= 1, "the next list has it"


@pytest.mark.req("F-46", "F-33")
def test_who_did_not_play_has_met_nobody(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.open_round()
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="1-0F")
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug, withdrawn="stay")
    first = stage.pod().rounds[1].matches[1]
    found = rows(stage)
    assert [found[f"p{no}"].opponents for no in (first.a, first.b)] == [[], []]
    assert [found[f"p{no}"].starts for no in (first.a, first.b)] == [".", "."]
    assert found[f"p{first.a}"].floats_down == [1]


@pytest.mark.req("F-46", "F-57")
def test_the_list_is_a_paper_with_colours_floats_virtual_points_and_reasons(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 9, acceleration="baku")
    stage.play(1, lower_number_wins)
    rounds.pair(stage.ctx, stage.slug)
    part, why = gather("information", stage.ctx, stage.slug, PrintOptions(lang="en", round_no=2)).parts
    heads = [column["title"] for column in part["columns"]]
    assert heads == [
        "No.",
        "Name",
        "Points",
        "Virtual",
        "Starts",
        "Due",
        "Floats",
        "Met",
        "Rested",
        "Table",
        "Opponent",
    ]
    lines = {row[1]: dict(zip(heads, row, strict=True)) for row in part["rows"]}
    found = rows(stage, 2)
    assert len(lines) == 9
    for row in found.values():
        line = lines[row.name]
        assert line["Virtual"] == ("+1" if row.virtual else "")
    top = lines[found["p1"].name]
    assert (top["Points"], top["Virtual"], len(top["Starts"])) == ("1", "+1", 1)
    assert top["Met"] == found["p1"].opponents[0][1:]
    assert [row[0] for row in why["rows"]] == ["1", "2", "3", "4", "–"]
    for table, name, opponent, said in why["rows"]:
        row = next(r for r in found.values() if r.name == name)
        assert (opponent, said) == (row.opponent_name or "bye", " ".join(row.why)), "in full"
        assert table == "–" or row.starts_now == "+", "White first"
    bye = next(r for r in found.values() if r.byes)
    assert (lines[bye.name]["Rested"], lines[bye.name]["Floats"]) == ("1", "↓1")


@pytest.mark.req("F-57")
def test_virtual_points_are_in_the_list_and_in_no_standings(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 8, acceleration="baku")
    stage.play(1, lower_number_wins)
    rounds.pair(stage.ctx, stage.slug)
    found = rows(stage)
    assert {row.player: row.virtual for row in found.values()} == {f"p{i}": float(i <= 4) for i in range(1, 9)}
    assert all(row.paired_by == row.points + row.virtual for row in found.values())
    assert "virtual" in csv_of(information_table(stage.ctx, stage.slug, 2, None)).decode().partition("\n")[0]
    standings = standing_rows(stage.ctx, stage.slug)
    assert sorted(row.points for row in standings) == [0, 0, 0, 0, 1, 1, 1, 1]
    assert not [row for row in standings if "virtual" in msgspec.json.encode(row).decode()]
    paper = str(gather("standings", stage.ctx, stage.slug, PrintOptions(lang="en")).parts).lower()
    assert "virtual" not in paper


def test_a_round_of_one_step_has_its_input(tmp_path: Path) -> None:
    """Finishing, pairing and publishing as one entry draws the round all the same."""
    stage = chess_event(tmp_path)
    for _ in range(2):
        next_round.next_round(stage.ctx, stage.slug, confirmed=True)
        rounds.start(stage.ctx, stage.slug)
        stage.report_all(lower_number_wins)
    found = inputs_drawn(stage.ctx, stage.slug)
    assert sorted(found) == [("main", 1), ("main", 2)]
    assert {c.points for c in found["main", 2].candidates} == {0, 2}
    assert asdict(drawn_from(stage.ctx, stage.slug, round_no=2)) == asdict(found["main", 2])
