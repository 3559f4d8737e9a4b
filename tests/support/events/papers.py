"""Events to print, and the text of a PDF."""

from __future__ import annotations

import io
import os
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.app.papers.cards import CardLine, FiseCard
from pareo.core.model.entities import Status
from pareo.core.tournament.tournament import Tournament
from pareo.store import open_store

FIRST = ("Ana", "Bruno", "Celia", "Dario", "Elsa", "Fabio", "Gala", "Hugo", "Iris", "Joel")
LAST = ("Abril", "Brasa", "Cedro", "Duna", "Estero", "Faro", "Granito", "Hiedra", "Isla", "Junco", "Lago")
NOW = "2026-05-03T12:30:00.000000Z"

CARD = FiseCard(
    club="Club del Sur",
    tournament_no="12",
    date="2024-05-04",
    name="Ana Prado",
    number=4,
    rounds=5,
    lines=(
        CardLine(1, 9, first=True, points=2, scrabble=412, opponent_points=6, summed=12),
        CardLine(2, 3, first=False, points=1, scrabble=390, opponent_points=5),
        CardLine(3, None, points=2),
        CardLine(4, 7, first=False, points=2, scrabble=401, opponent_points=3, summed=6),
    ),
)


def require_package(package: str) -> None:
    """Skips where a tool is missing, unless everything must be there."""
    try:
        __import__(package)
    except ImportError:
        message = f"{package} is not installed: PDF files cannot be looked at"
        if os.environ.get("PAREO_REQUIRE_ALL"):
            pytest.fail(message)
        pytest.skip(message)


def _without_spaces(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))


class PrintedText(str):
    """The text of a PDF without its spaces: readers see one where two letters were only moved closer."""

    __slots__ = ()

    def __contains__(self, part: str) -> bool:
        return super().__contains__(_without_spaces(part))

    def count(self, part: str) -> int:  # type: ignore[override]
        return super().count(_without_spaces(part))


def page_texts(pdf: bytes) -> list[PrintedText]:
    """The text of each page."""
    require_package("pypdf")
    from pypdf import PdfReader  # noqa: PLC0415

    return [PrintedText(_without_spaces(page.extract_text())) for page in PdfReader(io.BytesIO(pdf)).pages]


def pdf_text(pdf: bytes) -> PrintedText:
    """The text of all pages, a bar between two."""
    return PrintedText("|".join(page_texts(pdf)))


class PaperStage:
    """One event at a fixed time; names are printed in full unless set otherwise."""

    def __init__(self, folder: Path, ruleset: str, **settings: str) -> None:
        settings = {"names": "full", **settings}
        self.ctx = Context(open_store(str(folder / "events.db")), now=lambda: NOW)
        self.slug = events.create(
            self.ctx, events.NewEvent("Copa del Río", ruleset, slug="copa", seed="s", settings=settings)
        )

    @property
    def t(self) -> Tournament:
        return self.ctx.open(self.slug).state

    def enter(self, new: int | Iterable[players.NewPlayer], **fields: str) -> None:
        people = (
            new
            if not isinstance(new, int)
            else [
                players.NewPlayer(first=FIRST[i % 10], last=f"{LAST[i // 10 % 11]}{i // 110 or ''}", **fields)  # type: ignore[arg-type]
                for i in range(new)
            ]
        )
        players.enter(self.ctx, self.slug, list(people), confirmed=True)

    def open_round(self, *, to: Status = Status.STARTED) -> None:
        rounds.pair(self.ctx, self.slug)
        if to is not Status.DRAFTED:
            rounds.publish(self.ctx, self.slug, confirmed=True)
        if to is Status.STARTED:
            rounds.start(self.ctx, self.slug, confirmed=True)

    def play(self, count: int = 1, score: str = "") -> None:
        """Whole rounds: the lower number wins, or everybody has this score."""
        for _ in range(count):
            self.open_round()
            for p in self.t.pods.values():
                r = p.last_round
                if r is not None and r.status is Status.STARTED:
                    rows = [
                        results.ResultRow(score or ("1-0" if m.a < m.b else "0-1"), table=m.table)
                        for m in r.matches.values()
                    ]
                    results.import_results(self.ctx, self.slug, rows, round_no=r.number)
            rounds.finish(self.ctx, self.slug)
