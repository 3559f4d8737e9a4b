"""Papers as PDF: what is printed is what the views show, for every game, language and size of paper."""

from __future__ import annotations

import io
import string
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import advance
from pareo.app.queries.pages.announcement import announce
from pareo.app.queries.pages.event_tables import pairing_rows, standing_rows
from pareo.core.model.entities import Status
from pareo.core.text.errors import BadInput, NotFound, Refused
from pareo.core.text.languages import LANGUAGES
from pareo.locale.catalogue import in_game
from pareo.print.document import PrintOptions
from pareo.print.papers import KINDS, gather, render
from pareo.print.words import words
from support.events.papers import PaperStage, PrintedText, page_texts, pdf_text, require_package

Make = Callable[..., PaperStage]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    made: list[PaperStage] = []

    def build(ruleset: str = "pokemon-tcg-2019-07", **settings: str) -> PaperStage:
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(PaperStage(folder, ruleset, **settings))
        return made[-1]

    yield build
    for stage in made:
        stage.ctx.store.close()


@pytest.fixture
def cup(make: Make) -> PaperStage:
    stage = make()
    stage.enter(15, division="master", club="Torre Norte")
    stage.play(2)
    stage.open_round()
    return stage


def print_text(stage: PaperStage, kind: str, **options: object) -> PrintedText:
    return pdf_text(render(kind, stage.ctx, stage.slug, **options))  # type: ignore[arg-type]


@pytest.mark.req("P-RUN-2", "P-RUN-6")
def test_pairings_by_table_show_every_row_of_the_view(cup: PaperStage) -> None:
    text = print_text(cup, "pairings-tables")
    for row in pairing_rows(cup.ctx, cup.slug):
        assert row.name_a in text
        if row.kind == "match":
            assert f"{row.table} {row.name_a}" in text
            assert row.name_b in text
        else:
            assert f"–{row.name_a}" in text
            assert "bye" in text
    done = print_text(cup, "pairings-tables", round_no=2)
    assert "1–0" in done
    assert "Round 2" in done
    assert "Round 3" not in done


@pytest.mark.req("SP-13")
def test_everybody_finds_his_table_by_name(cup: PaperStage) -> None:
    text = print_text(cup, "pairings-names", lang="es")
    for row in pairing_rows(cup.ctx, cup.slug):
        for own, other in (("name_a", "name_b"), ("name_b", "name_a")):
            if row.kind == "match":
                first, last = getattr(row, own).split()
                assert f"{last}, {first} {row.table} {getattr(row, other)}" in text
    assert f"– {words('es@pokemon')['sitting-bye']}" in text


@pytest.mark.req("P-RUN-2")
def test_a_slip_has_round_table_names_records_boxes_and_signatures(cup: PaperStage) -> None:
    parts = gather("slips", cup.ctx, cup.slug, PrintOptions()).parts
    slips = [slip for page in parts[0]["pages"] for slip in page]
    rows = [row for row in pairing_rows(cup.ctx, cup.slug) if row.kind == "match"]
    assert len(slips) == len(rows) == 7
    text = print_text(cup, "slips")
    for row in rows:
        assert f"{row.table} {row.name_a}" in text
        assert row.name_b in text
    for word, count in (("Signature", 14), ("Table", 7), ("wins", 14), ("Tie", 7), ("Double loss", 7), ("Round 3", 7)):
        assert text.count(word) == count, word
    records = {row.name: row.record for row in standing_rows(cup.ctx, cup.slug)}
    for slip in slips:
        record = records[slip["a"]["name"]]
        assert slip["a"]["record"] == f"{record.wins}-{record.losses}-{record.ties}"
        assert slip["a"]["record"] in text


def test_cut_piles_lie_in_table_order(cup: PaperStage) -> None:
    pages = gather("slips", cup.ctx, cup.slug, PrintOptions()).parts[0]["pages"]
    piles = [[int(page[row]["table"]) for page in pages if row < len(page)] for row in range(5)]
    assert [table for pile in piles for table in pile] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.req("S-5", "S-13", "S-14")
def test_scrabble_papers(make: Make) -> None:
    stage = make("scrabble-fise", club="Faro", number="12", date="2026-05-03")
    stage.enter(7)
    stage.play(2, "412-380")
    stage.open_round()
    slips = print_text(stage, "slips", lang="es")
    assert slips.count("Puntuación") == 6
    assert slips.count(" sale") == 3
    cards = page_texts(render("cards", stage.ctx, stage.slug, lang="es"))
    assert len(cards) == 2, "four to a page (A-45)"
    text = pdf_text(render("cards", stage.ctx, stage.slug, lang="es"))
    assert text.count("Faro") == 7
    assert "Torneo n.º 12" in text
    assert "412" in text
    assert text.count("Total S-B") == 7
    assert "descansa" in text


@pytest.mark.req("X-11", "X-19", "X-26", "X-28")
def test_xwing_papers(make: Make) -> None:
    stage = make("xwing-epic-duel")
    stage.enter(6, faction="Rebel")
    stage.play(1, "153-124 time")
    stage.open_round()
    slips = print_text(stage, "slips")
    for word, count in (
        ("Squad total", 6),
        ("Points destroyed", 6),
        ("Chooses who has initiative", 3),
        ("destruction", 3),
        ("concession", 3),
        ("Same faction", 3),
        ("white", 3),
        ("black", 3),
    ):
        assert slips.count(word) == count, word
    sheets = print_text(stage, "score-sheets")
    assert sheets.count("329") >= 3
    assert sheets.count("271") >= 3


@pytest.mark.req("SP-13", "P-AGE-5")
def test_standings_show_the_views_numbers_and_divisions_apart(make: Make) -> None:
    stage = make()
    stage.enter(9, division="master")
    stage.enter(_seniors(3))
    stage.play(3)
    text = print_text(stage, "standings")
    for row in standing_rows(stage.ctx, stage.slug):
        record = row.record
        assert f"{row.rank} {row.name}" in text
        assert f"{record.wins}-{record.losses}-{record.ties}" in text
        assert f"{row.tiebreaks['owp'].value * 100:.2f}" in text
    seniors = print_text(stage, "standings", division="senior")
    assert "1 Leo0 Paz" in seniors or "1 Leo1 Paz" in seniors or "1 Leo2 Paz" in seniors
    assert "Abril" not in seniors
    assert "100,00" in print_text(stage, "standings", lang="it", after=1)


def _seniors(count: int) -> list[object]:
    return [NewPlayer(first=f"Leo{i}", last="Paz", division="senior") for i in range(count)]


@pytest.mark.req("SP-13")
def test_cross_table(cup: PaperStage) -> None:
    text = print_text(cup, "crosstable")
    best = standing_rows(cup.ctx, cup.slug)[0]
    assert f"1 {best.name}" in text
    assert "+" in text
    assert "−" in text
    assert "bye" in text


@pytest.mark.req("P-SE-8", "P-SE-6")
@pytest.mark.parametrize(("count", "sheets"), [(4, 1), (12, 1), (53, 3), (128, 5)])
def test_bracket_sheets(make: Make, count: int, sheets: int) -> None:
    stage = make(style="elimination", third_place="yes")
    stage.enter(count, division="master")
    stage.play(2)
    pages = page_texts(render("bracket", stage.ctx, stage.slug, paper="letter"))
    assert len(pages) == sheets
    text = PrintedText("|".join(pages))
    event = stage.ctx.open(stage.slug)
    for no in stage.t.entrants:
        assert event.name(no) in text
    assert text.count("Third place") == 1
    assert "Winner" in text
    assert text.count("bye") == (1 << (count - 1).bit_length()) - count


def test_roster_and_check_in_are_private_where_they_must_be(make: Make) -> None:
    stage = make(names="initial")
    stage.enter(
        [
            NewPlayer(first="Ana", last="Prado", id="4711", birth_year=2001, club="Torre"),
            NewPlayer(first="Bea", last="Quiroga", id="4712", birth_year=2002),
        ]
    )
    wall = PrintedText(print_text(stage, "roster") + print_text(stage, "badges"))
    assert "Ana P." in wall
    for private in ("Prado", "4711", "2001"):
        assert private not in wall
    ctx = print_text(stage, "check-in")
    assert "Prado, Ana" in ctx
    assert "4711" in ctx
    assert "2001" not in ctx


@pytest.mark.req("P-ANN-1")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_announcement_is_the_announcement(cup: PaperStage, lang: str) -> None:
    text = print_text(cup, "announcement", lang=lang)
    for line in announce(cup.ctx, cup.slug, lang).splitlines()[3:]:
        assert line in text


def test_the_report_holds_the_whole_event(make: Make) -> None:
    stage = make(cut="4", judge="Rita Lago")
    stage.enter(9, division="master")
    stage.play(4)
    advance.advance(stage.ctx, stage.slug, to="cut", size=4, override="agreed before")
    stage.play(2)
    text = print_text(stage, "report")
    for word in ("Rita Lago", "Winners", "Standings", "Cross table", "Players", "Winner", "Round 1", "Round 6"):
        assert word in text
    assert f"1. {standing_rows(stage.ctx, stage.slug)[0].name}" in text
    assert "Pokémon card game, July 2019" in text
    assert "Juego de cartas Pokémon, julio de 2019" in print_text(stage, "report", lang="es")


@pytest.mark.req("P-RUN-1")
def test_a_draft_says_so_on_every_page(make: Make) -> None:
    stage = make()
    stage.enter(8, division="master")
    stage.open_round(to=Status.DRAFTED)
    for kind in ("pairings-tables", "pairings-names", "entry-sheet"):
        assert all("DRAFT" in page for page in page_texts(render(kind, stage.ctx, stage.slug)))
    assert print_text(stage, "slips").count("DRAFT") == 4


def test_entry_sheet_has_every_table(cup: PaperStage) -> None:
    text = print_text(cup, "entry-sheet")
    for row in pairing_rows(cup.ctx, cup.slug):
        if row.kind == "match":
            assert f"{row.table} {row.name_a}" in text


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_paper_in_every_language_and_size(cup: PaperStage, lang: str, paper: str) -> None:
    require_package("pypdf")
    from pypdf import PdfReader  # noqa: PLC0415

    wanted = {"a4": (595, 842), "letter": (612, 792)}[paper]
    every = (lang, paper) in (("es", "letter"), ("it", "a4"))
    kinds = set(KINDS) - {"bracket", "ratings"} if every else {"pairings-names", "slips", "standings"}
    for kind in kinds:
        pdf = render(kind, cup.ctx, cup.slug, lang=lang, paper=paper, address="http://192.168.1.20:8000/e/copa")
        box = PdfReader(io.BytesIO(pdf)).pages[0].mediabox
        assert sorted((round(float(box.width)), round(float(box.height)))) == list(wanted), kind
        if kind not in ("badges", "place-cards", "slips", "cards", "score-sheets"):
            assert words(in_game(lang, "pokemon"))[f"title-{kind}"] in pdf_text(pdf), kind


def test_the_same_event_gives_the_same_bytes(cup: PaperStage) -> None:
    assert render("standings", cup.ctx, cup.slug) == render("standings", cup.ctx, cup.slug)


def test_what_is_not_there_is_refused(cup: PaperStage, make: Make) -> None:
    for error, kind, wish in (
        (NotFound, "poster", {}),
        (BadInput, "slips", {"lang": "xx"}),
        (BadInput, "slips", {"paper": "a3"}),
        (NotFound, "slips", {"round_no": 9}),
        (NotFound, "slips", {"pod": "nowhere"}),
        (Refused, "bracket", {}),
        (NotFound, "standings", {"division": "nowhere"}),
        (BadInput, "standings", {"after": 7}),
    ):
        with pytest.raises(error):
            render(kind, cup.ctx, cup.slug, **wish)  # type: ignore[arg-type]
    empty = make()
    for kind in KINDS:
        if kind in ("announcement", "report"):
            assert render(kind, empty.ctx, empty.slug).startswith(b"%PDF")
        else:
            with pytest.raises(Refused):
                render(kind, empty.ctx, empty.slug)


def test_catalogues_have_the_same_keys_and_places() -> None:
    def places(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    english = words("en")
    assert {f"title-{kind}" for kind in KINDS} | {f"about-{kind}" for kind in KINDS} <= set(english)
    for lang in LANGUAGES:
        own = words(lang)
        assert set(own) == set(english)
        assert all(places(own[key]) == places(english[key]) for key in own)
        assert all(own.values())
