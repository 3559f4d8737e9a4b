"""The typesetter: names are data, large fields fit, limits hold."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.app.commands.lists.list_checks import record_check
from pareo.app.commands.people.players import NewPlayer
from pareo.core.text.errors import Refused
from pareo.print import typesetting
from pareo.print.document import LONGEST, PrintDocument, PrintOptions, column, is_foreign, printable, table_part
from pareo.print.pairings import lay_out_columns
from pareo.print.papers import KINDS, gather, render
from pareo.print.slips import stack_pages
from pareo.print.typesetting import typeset, typeset_measured
from pareo.print.words import words
from support.events.papers import PaperStage, page_texts, pdf_text

ODD = (
    "#set page(fill: red)",
    "Ana *bold* _it_ $x^2$ @ref <lbl>",
    "\\ \" ' ` // /* -- ~",
    "#panic(1)",
    "[x](y) = + -",
    "\u202eolleH\u202c Noa",
    "\u200fדנה כהן",
    "محمد عبد الله",
    "Ζωή Παπαδοπούλου",
    "Фёдор Достоевский",
    "Zed 😀🎲⭐♥",
    "田中 太郎",
    "W" * 80,
    "María de los Ángeles Fernández-Villaverde y Gutiérrez de la Concha",
    "ß" * 60,
)


@pytest.fixture
def odd(tmp_path: Path) -> Iterator[PaperStage]:
    stage = PaperStage(tmp_path, "pokemon-tcg-2019-07", lists="required")
    stage.enter([NewPlayer(first=name, last="Ruiz", division="master", club=name[:60]) for name in ODD])
    stage.enter(1, division="master")
    stage.play(1)
    stage.open_round()
    for who in list(stage.ctx.open(stage.slug).ids):
        record_check(stage.ctx, stage.slug, who, outcome="clean")
    yield stage
    stage.ctx.store.close()


def test_names_are_printed_as_they_are_and_never_run(odd: PaperStage) -> None:
    for kind in KINDS:
        if kind in ("bracket", "announcement", "ratings"):
            continue
        text = pdf_text(render(kind, odd.ctx, odd.slug))
        assert "#set page(fill: red)" in text, kind
        assert "$x^2$ @ref" in text, kind
        assert "Παπαδοπούλου" in text, kind
        assert "Достоевский" in text, kind
        assert "Fernández-Villaverde" in text, kind


def test_the_few_pages_stay_few(odd: PaperStage) -> None:
    """A long name is made smaller: it takes no second line, so no page more than a short one does."""
    for kind, pages in (("pairings-tables", 1), ("pairings-names", 1), ("slips", 2), ("standings", 1), ("roster", 1)):
        assert len(page_texts(render(kind, odd.ctx, odd.slug))) == pages, kind


def test_what_cannot_be_printed_is_taken_out() -> None:
    assert printable("a\x00b\u202ec\u2066d\ud800") == "a b c d"
    assert printable("\u200fדנה") == "\u200fדנה"
    assert len(printable("x" * 500)) == LONGEST
    assert not is_foreign(["Ana", {"x": "Ζωή Фёдор 😀"}])
    assert is_foreign([["Ana", {"x": "田中"}]])


def document(rows: list[list[str]], **more: object) -> PrintDocument:
    columns = [column("No.", "auto", "right", "strong"), column("Name", "1fr", kind="name"), column("Club", "auto")]
    part = table_part("All", columns, rows, **more)  # type: ignore[arg-type]
    return PrintDocument("List", "Cup", "now", "a4", "en", [part], words("en"))


@pytest.mark.req("SP-19")
def test_four_thousand_names_fit_in_little_memory() -> None:
    rows = [[str(i), f"Apellido{i}, Nombre {i} y algo más", "Torre"] for i in range(4000)]
    sheet = typeset_measured(document(rows, flow=2, size=8.5))
    assert sheet.megabytes < 300
    pages = page_texts(sheet.pdf)
    assert 30 < len(pages) < 60
    assert "Apellido0, Nombre 0 y algo más" in pages[0]
    assert "Apellido3999" in pages[-1]
    assert sum(page.count("Apellido") for page in pages) == 4000


def test_long_and_short_lists_hold_the_same_text() -> None:
    rows = [[str(i), f"Nombre{i}", ""] for i in range(300)]
    short, long = (pdf_text(typeset(document(rows[:count]))) for count in (300, 299))
    assert all(f"{i}Nombre{i}" in short for i in range(300))
    assert "Nombre298" in long
    more = pdf_text(typeset(document([*rows, ["300", "Nombre300", ""]])))
    assert all(f"Nombre{i}" in more for i in range(301))


def test_columns_of_names_lose_nobody_and_leave_no_letter_alone() -> None:
    for count in (1, 2, 3, 7, 50, 51, 99, 100, 101, 333):
        lines: list[list[str]] = []
        for i in range(count):
            if i % 7 == 0:
                lines.append([chr(65 + i // 7 % 26)])
            lines.append([f"n{i}", str(i), ""])
        pages = lay_out_columns(lines, 2, 25)
        columns = [col for page in pages for col in page]
        assert [line for col in columns for line in col] == lines
        assert all(len(col) <= 25 for col in columns)
        assert all(len(col[-1]) == 3 for col in columns if col)
        assert all(len(page) == 2 for page in pages[:-1])


def test_piles_hold_every_slip_once() -> None:
    for count in range(1, 24):
        slips: list[dict[str, object]] = [{"table": i} for i in range(count)]
        pages = stack_pages(slips, 5)
        assert len(pages) == -(-count // 5)
        order = [page[row]["table"] for row in range(5) for page in pages if row < len(page)]
        assert order == list(range(count))


def test_a_paper_that_takes_too_long_is_stopped() -> None:
    rows = [[str(i), f"Nombre{i}", ""] for i in range(40000)]
    seen: list[float] = []
    with pytest.raises(Refused) as caught:
        typeset(document(rows), progress=seen.append, seconds=0.6)
    assert caught.value.code == "print-too-slow"
    assert seen
    assert seen == sorted(seen)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
def test_a_paper_that_needs_too_much_memory_is_one_sentence() -> None:
    with pytest.raises(Refused) as caught:
        typeset_measured(document([["1", "Ana", ""]]), megabytes=60)
    assert caught.value.code == "print-failed"
    assert "\n" not in str(caught.value)


def test_the_child_needs_nothing_of_ours() -> None:
    path = Path(typesetting.__file__).with_name("typesetter.py")
    code = f"import runpy, sys; runpy.run_path({str(path)!r}); print([m for m in sys.modules if m.startswith('pareo')])"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_gathering_reads_only(odd: PaperStage) -> None:
    before = odd.ctx.store.head(odd.slug)
    for kind in KINDS:
        if kind not in ("bracket", "ratings"):
            gather(kind, odd.ctx, odd.slug, PrintOptions())
    assert odd.ctx.store.head(odd.slug) == before
