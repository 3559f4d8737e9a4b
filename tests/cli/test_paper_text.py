"""Papers for a terminal: everything that is printed as PDF, readable as plain text."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pareo.app.commands.rounds import rounds
from pareo.app.papers.cards import FiseCard
from pareo.cli.paper_text import BRACKET_WIDTH, SLIP_WIDTH, sheets, table_sheet
from pareo.cli.text_table import width
from pareo.core.model.entities import Status
from pareo.print.cards import card_data, card_titles
from pareo.print.document import Part, PrintDocument, PrintOptions
from pareo.print.pairings import seating_list
from pareo.print.papers import gather
from pareo.print.words import words
from support.events.papers import CARD, PaperStage


def document(*parts: Part, lang: str = "en") -> PrintDocument:
    return PrintDocument("Paper", "Copa del Río", "", "a4", lang, parts, words(lang))


def papers(stage: PaperStage, kind: str, **options: Any) -> list[str]:
    return sheets(gather(kind, stage.ctx, stage.slug, PrintOptions(**options)))


def row_of(text: str, start: str) -> list[str]:
    """The cells of the table row that begins so."""
    line = next(line for line in text.splitlines() if "|" in line and line.split("|")[0].strip() == start)
    return [cell.strip() for cell in line.split("|")]


# --- slips ------------------------------------------------------------------------------------------------------------

ANA = {"name": "Ana Prado", "number": "4", "record": "2-0-1", "faction": "Rebel", "squad": "298"}
BRUNO = {"name": "Bruno Teixeira", "number": "9", "record": "2-1-0", "faction": "Imperial", "squad": "300"}
SLIP: dict[str, Any] = {
    "round": "Round 3",
    "table": "17",
    "group": "Masters",
    "a": ANA,
    "b": BRUNO,
    "beside": ["", ""],
    "draw": True,
    "elimination": False,
    "numbers": [],
    "chooser": "",
    "higher": "",
    "lines": [],
}


def slip_text(kind: str = "outcome", *, draft: bool = False, **changed: Any) -> str:
    part = {"part": "slips", "kind": kind, "per_page": 5, "draft": draft, "pages": [[SLIP | changed]]}
    (text,) = sheets(document(part))
    return text


@pytest.mark.req("P-RUN-2")
def test_a_slip_has_round_table_names_records_boxes_and_signatures() -> None:
    text = slip_text()
    for part in (
        "Copa del Río · Masters",
        "Round 3",
        "Table 17",
        "A  Ana Prado",
        "B  Bruno Teixeira",
        "No. 4 · 2-0-1",
        "No. 9 · 2-1-0",
        "A [ ] wins",
        "B [ ] wins",
        "[ ] Draw",
        "[ ] Double loss",
    ):
        assert part in text
    assert text.count("Signature") == 2
    assert "Draw" not in slip_text(draw=False)
    assert "DRAFT" not in text
    assert "DRAFT" in slip_text(draft=True)


def test_a_scrabble_slip_has_scores_and_who_starts() -> None:
    text = slip_text("scores", beside=["starts", ""], lines=["Score"])
    first, second = (next(line for line in text.splitlines() if name in line) for name in ("Ana", "Bruno"))
    assert first.endswith("starts")
    assert "starts" not in second
    assert "Score   A ____" in text


@pytest.mark.req("A-70")
def test_a_slip_of_several_games_has_a_line_for_each_or_for_their_number(tmp_path: Path) -> None:
    for ruleset, setting, expected in (
        ("scrabble-fise", {"games": "2"}, ["Game 1   A ____", "Game 2   A ____"]),
        ("swiss", {"best_of": "3"}, ["Games won   A ____"]),
    ):
        stage = PaperStage(tmp_path / ruleset, ruleset, **setting)
        stage.enter(4)
        rounds.pair(stage.ctx, stage.slug)
        (first, *_) = papers(stage, "slips")
        assert all(line in first for line in expected)
        assert "Score " not in first
        stage.ctx.store.close()


@pytest.mark.req("X-28", "X-19")
def test_a_squad_slip_says_totals_who_chooses_initiative_and_the_numbers_drawn() -> None:
    text = slip_text("squads")
    assert "Squad total        A 298        B 300" in text
    assert "Points destroyed   A ________   B ________" in text
    assert "A [ ]   B [ ]\n" in text
    assert "Same faction" not in text
    assert "Had initiative" not in text
    assert "A [ ]   B [×]   Bruno Teixeira" in slip_text("squads", chooser="b")
    assert "A black · B white" in slip_text("squads", numbers=["black", "white"])
    assert "Had initiative:   A [ ]   B [ ]" in slip_text("squads", elimination=True)


@pytest.mark.parametrize("kind", ["outcome", "scores", "squads"])
def test_long_and_wide_names_do_not_break_a_slip(kind: str) -> None:
    for name in ("Maximiliana de los Ángeles Fernández-Echeverría y Torres", "山田太郎" * 12):
        side = ANA | {"name": name}
        text = slip_text(kind, a=side, b=side, group=name * 2, beside=["White", "Black"], chooser="a")
        assert max(map(width, text.splitlines())) <= SLIP_WIDTH


def test_slips_come_in_the_order_of_the_tables_in_the_events_language(tmp_path: Path) -> None:
    stage = PaperStage(tmp_path, "swiss")
    stage.enter(14)
    rounds.pair(stage.ctx, stage.slug)
    found = papers(stage, "slips", lang="es")
    assert [int(re.findall(r"Mesa (\d+)", text)[0]) for text in found] == list(range(1, 8))
    stage.ctx.store.close()


# --- cards, score sheets, seating -------------------------------------------------------------------------------------


def card_text(card: FiseCard) -> str:
    part = {"part": "cards", "titles": card_titles(words("en")), "cards": [card_data(card, "en")], "per_page": 2}
    (text,) = sheets(document(part))
    return text


@pytest.mark.req("S-14")
def test_a_card_has_every_column_of_the_document() -> None:
    text = card_text(CARD)
    for part in ("Club Club del Sur", "Tournament no. 12", "2024-05-04", "Ana Prado", "No. 4", "Initials", "S-B"):
        assert part in text
    assert row_of(text, "1") == ["1", "9", "+", "1", "1", "412", "412", "", "3"]
    assert row_of(text, "2") == ["2", "3", "−", "½", "1½", "390", "802", "", "(2½)"]
    assert row_of(text, "3") == ["3", "rest", "", "1", "2½", "", "802", "", ""]
    assert row_of(text, "4") == ["4", "7", "−", "1", "3½", "401", "1203", "", "1½"]
    assert row_of(text, "5") == ["5", "", "", "", "", "", "", "", ""]
    assert row_of(text, "Total S-B") == ["Total S-B", "4½"]
    bars = {tuple(i for i, sign in enumerate(line) if sign in "|+") for line in text.splitlines()[4:6]}
    assert len(bars) == 1, "columns line up"
    assert "Club ________" in card_text(replace(CARD, club=""))


@pytest.mark.req("X-26")
def test_a_score_sheet_has_the_margin_of_each_round_and_the_total(tmp_path: Path) -> None:
    stage = PaperStage(tmp_path, "xwing-epic-duel", rounds="3")
    stage.enter(2)
    stage.play(1, "153-124 time")
    texts = papers(stage, "score-sheets")
    m = stage.ctx.open(stage.slug).state.pods["main"].rounds[1].matches[1]
    own, other = (stage.ctx.open(stage.slug).name(no) for no in (m.a, m.b))
    text = next(text for text in texts if text.splitlines()[1] == own)
    assert row_of(text, "1") == ["1", other, "153", "124", "5", "329"]
    assert row_of(text, "3") == ["3", "", "", "", "", ""]
    assert row_of(text, "") == ["", "Total", "", "", "5", "329"]
    stage.ctx.store.close()


@pytest.mark.req("X-24")
def test_the_seating_is_found_by_player_number(tmp_path: Path) -> None:
    stage = PaperStage(tmp_path, "xwing-epic-duel", rounds="2")
    stage.enter(5)
    stage.open_round(to=Status.PUBLISHED)
    (part,) = seating_list(stage.ctx, stage.slug, PrintOptions(lang="es"))
    lines = table_sheet(part).splitlines()
    assert lines[0] == "Ronda 1"
    seats = {int(line.split("|")[0]): line.split("|")[2].strip() for line in lines[3:]}
    event = stage.ctx.open(stage.slug)
    for m in event.state.pods["main"].rounds[1].matches.values():
        assert (seats.pop(m.a), seats.pop(m.b)) == (f"{m.table}A", f"{m.table}B")
    assert list(seats.values()) == ["–"]
    stage.ctx.store.close()


# --- brackets ---------------------------------------------------------------------------------------------------------


def slot(seed: int | str = "", name: str = "", score: str = "") -> dict[str, Any]:
    return {"seed": str(seed), "name": name, "score": score, "won": False}


@pytest.mark.req("P-SE-8")
def test_a_small_bracket_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pareo.cli.paper_text.BRACKET_WIDTH", 40)
    columns = [
        [slot(1, "Ana", "0"), slot(4, "Dora", "1"), slot(2, "山田"), slot("", "bye")],
        [slot(4, "Dora"), slot()],
        [slot()],
    ]
    third = {"title": "Third place", "top": slot(1, "Ana"), "bottom": slot(3, "Caio"), "winner": "Caio"}
    part = {"part": "bracket", "heading": "Cut", "columns": columns, "third": third, "winner": "Winner", "wide": True}
    (text,) = sheets(document(part))
    assert text.splitlines() == [
        "Copa del Río · Cut",
        "",
        "  1 Ana ──── 0 ┐",
        "               ├4 Dora ──────┐",
        "  4 Dora ─── 1 ┘             │",
        "                             ├ ________",
        "  2 山田 ──────┐             │",
        "               ├─────────────┘",
        "    bye ───────┘",
        "",
        "Third place:  1 Ana – 3 Caio  →  Caio",
    ]


@pytest.mark.req("P-SE-8")
@pytest.mark.parametrize(("count", "parts"), [(8, 1), (32, 1), (53, 3), (128, 5)])
def test_bracket_sheets_show_everybody_in_a_hundred_columns(tmp_path: Path, count: int, parts: int) -> None:
    stage = PaperStage(tmp_path, "pokemon-tcg-2019-07", style="elimination", names="full")
    stage.enter(count, division="master")
    rounds.pair(stage.ctx, stage.slug)
    found = papers(stage, "bracket")
    assert len(found) == parts
    text = "".join(found)
    assert max(map(width, text.splitlines())) <= BRACKET_WIDTH
    event = stage.ctx.open(stage.slug)
    first = "".join(found[: parts - 1] or found)
    for no in event.state.entrants:
        assert len(re.findall(rf"^ *\d+ {event.name(no)} ─", first, re.MULTILINE)) == 1
    size = 1 << (count - 1).bit_length()
    assert len(re.findall(r"^ +bye ─", first, re.MULTILINE)) == size - count
    # Each match is one upright between two lines.
    assert text.count("├") == text.count("┐") == size - 1
    stage.ctx.store.close()


@pytest.mark.req("PN-MAT-6", "PN-MAT-8")
def test_a_slip_of_the_elimination_names_who_chooses_and_offers_no_double_loss() -> None:
    text = slip_text(elimination=True, draw=False, higher="Ana Prado (higher seed) chooses who goes first in game 1")
    assert "Ana Prado (higher seed) chooses" in text
    assert "Double loss" not in text
    assert "Double loss" in slip_text()
