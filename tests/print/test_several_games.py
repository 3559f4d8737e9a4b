"""Slips, cards and cross table of matches of several games (A-42, A-70)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pareo.app.commands.results import enter_result
from pareo.app.commands.rounds import rounds
from pareo.app.papers.cards import CardGame, CardLine, FiseCard, card_rows
from pareo.print.document import PrintOptions
from pareo.print.papers import gather, render
from support.events.papers import PaperStage, pdf_text


def part(stage: PaperStage, kind: str, **options: Any) -> Mapping[str, Any]:
    return gather(kind, stage.ctx, stage.slug, PrintOptions(**options)).parts[0]


@pytest.mark.req("A-42", "S-14")
def test_the_card_of_two_games_has_a_line_for_each(tmp_path: Path) -> None:
    stage = PaperStage(tmp_path, "scrabble-fise", rounds="2", games="2")
    stage.enter(4)
    stage.open_round()
    enter_result.report(stage.ctx, "copa", round_no=1, table=1, result="412-380 350-401")
    enter_result.report(stage.ctx, "copa", round_no=1, table=2, result="1½-½ 812-700")
    rounds.finish(stage.ctx, "copa")
    made = {card["name"]: card["rows"] for card in part(stage, "cards")["cards"]}
    (a, b), (c, _) = [(m.a, m.b) for m in stage.t.pods["main"].rounds[1].matches.values()]
    name = stage.ctx.open("copa").name
    # round.game, opponent, start, points, total, Scrabble points, total, initials, Sonneborn-Berger
    assert made[name(a)] == [
        ["1.1", str(b), "+", "1", "1", "412", "412", "", "(1)"],
        ["1.2", "", "−", "0", "1", "350", "762", "", ""],
        ["2.1", *[""] * 8],
        ["2.2", *[""] * 8],
    ]
    assert [row[2:7] for row in made[name(b)][:2]] == [["−", "0", "0", "380", "380"], ["+", "1", "1", "401", "781"]]
    assert [row[2:7] for row in made[name(c)][:2]] == [["+", "", "", "", ""], ["", "1½", "1½", "812", "812"]], (
        "where the single games are not known, all of it stands on the last line"
    )
    text = pdf_text(render("cards", stage.ctx, "copa"))
    assert text.count("1.2") == text.count("2.1") == 4
    stage.ctx.store.close()


@pytest.mark.req("A-70")
def test_the_match_s_points_stand_with_its_last_game() -> None:
    line = CardLine(
        1, 7, first=True, points=2, scrabble=800, games=(CardGame(True, None, 400), CardGame(False, None, 400))
    )
    rows = card_rows(FiseCard("", "", "", "Ana", 1, 2, (line, CardLine(2, None, points=2)), games=3))
    assert [(row.line.round_no, row.game, row.opens, row.total, row.scrabble_total) for row in rows] == [
        (1, 1, True, 0, 400),
        (1, 2, False, 2, 800),
        (1, 3, False, None, None),
        (2, 1, True, None, None),
        (2, 2, False, None, None),
        (2, 3, False, 4, 800),
    ]


@pytest.mark.req("A-70")
@pytest.mark.parametrize(
    ("ruleset", "settings", "lines", "per_page"),
    [
        ("pokemon-tcg-2019-07", {"best_of": "3"}, ["Games won"], 4),
        ("scrabble-fise", {"games": "2"}, ["Game 1", "Game 2"], 3),
        ("scrabble-fise", {"games": "5"}, [f"Game {n}" for n in range(1, 6)], 2),
        ("scrabble-fise", {}, ["Score"], 4),
        ("pokemon-tcg-2019-07", {}, [], 5),
    ],
)
def test_a_slip_has_room_for_its_games(
    tmp_path: Path, ruleset: str, settings: dict[str, str], lines: list[str], per_page: int
) -> None:
    stage = PaperStage(tmp_path, ruleset, **settings)
    stage.enter(4)
    stage.open_round()
    slips = part(stage, "slips")
    assert slips["per_page"] == per_page
    assert {tuple(slip["lines"]) for page in slips["pages"] for slip in page} == {tuple(lines)}
    text = pdf_text(render("slips", stage.ctx, "copa"))
    assert all(text.count(line) == 4 for line in lines)
    stage.ctx.store.close()


@pytest.mark.req("A-70")
def test_the_cross_table_has_the_games(tmp_path: Path) -> None:
    stage = PaperStage(tmp_path, "pokemon-tcg-2019-07", best_of="3", rounds="2")
    stage.enter(4)
    stage.play(1, "2-1")
    rows = part(stage, "crosstable")["rows"]
    assert sorted(row[2][-3:] for row in rows) == ["1–2", "1–2", "2–1", "2–1"]
    stage.ctx.store.close()
