"""The standings of a shared pod: places, winners and cards per division, and the joint table (3.1.2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pareo.app.queries.pages import event_tables
from pareo.app.queries.pages.cards import card
from pareo.formats.event_json import write_public
from pareo.formats.tables.csv_writer import write_standings
from pareo.formats.tables.views import standings_table
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from support.events.stage import Stage, players_of_ages

JULY = "pokemon-tcg-2019-07"


def higher_number_wins(a: int, b: int) -> str:
    """The higher number wins: no Junior gets near the top of the joint table."""
    return "0-1" if a < b else "1-0"


@pytest.fixture
def shared(tmp_path: Path) -> Stage:
    """Four Juniors among nine Seniors."""
    stage = Stage(tmp_path, JULY, rounds="3", cut="0")
    stage.enter(players_of_ages(4, 9))
    stage.play(3, higher_number_wins)
    return stage


@pytest.mark.req("A-4", "P-AGE-5")
def test_places_are_those_of_a_division_unless_the_pod_is_named(shared: Stage) -> None:
    rows = event_tables.standing_rows(shared.ctx, shared.slug)
    assert [(row.table, row.division, row.rank) for row in rows] == [
        *(("juniors+seniors/junior", "junior", rank) for rank in range(1, 5)),
        *(("juniors+seniors/senior", "senior", rank) for rank in range(1, 10)),
    ]
    joint = event_tables.standing_rows(shared.ctx, shared.slug, pod="juniors+seniors")
    assert [row.rank for row in joint] == list(range(1, 14))
    assert next(row for row in joint if row.division == "junior").rank > 1
    lines = write_standings(rows).decode().splitlines()
    assert [line.split(",")[:2] for line in lines[1:]] == [[row.table, str(row.rank)] for row in rows]
    assert standings_table(shared.ctx, shared.slug).rows[0][:2] == ("juniors+seniors/junior", 1)


@pytest.mark.req("A-4")
def test_the_report_has_winners_per_division(shared: Stage) -> None:
    parts = gather("report", shared.ctx, shared.slug, PrintOptions()).parts
    podiums = parts[0]["podiums"]
    assert [podium["title"] for podium in podiums] == ["Juniors", "Seniors"]
    assert [[row[0] for row in podium["rows"]] for podium in podiums] == [["1", "2", "3"]] * 2


@pytest.mark.req("A-4")
def test_paper_has_the_divisions_first_then_the_joint_table(shared: Stage) -> None:
    parts = gather("standings", shared.ctx, shared.slug, PrintOptions()).parts
    assert [part["heading"].split(" · ")[0] for part in parts] == ["Juniors", "Seniors", "Juniors + Seniors"]
    assert ["Division" in [column["title"] for column in part["columns"]] for part in parts] == [False, False, True]


@pytest.mark.req("A-4")
def test_files_and_cards_have_the_place_in_the_division(shared: Stage) -> None:
    data = json.loads(write_public(shared.ctx, shared.slug))
    assert [(table["table"], table["division"]) for table in data["event"]["standings"][-3:]] == [
        ("juniors+seniors/junior", "junior"),
        ("juniors+seniors/senior", "senior"),
        ("juniors+seniors", ""),
    ]
    best = event_tables.standing_rows(shared.ctx, shared.slug)[0]
    assert card(shared.ctx, shared.slug, best.player).rank == 1
