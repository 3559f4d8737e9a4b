"""Papers that print by themselves when a round of TOM is published: each once, and never in the way."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.results import enter_result as results
from pareo.app.tom import running
from pareo.core.text.errors import Refused
from pareo.formats.tdf.watch import follow
from pareo.print import spool
from pareo.web.tom import printing
from pareo.web.tom.printing import Printing
from support.errors import raises_code
from support.files.tom import follow_save, simple_save
from support.web.console import ConsoleClient, open_app_state

R1 = [(0, 1, 2, 1), (0, 3, 4, 2), (0, 5, 6, 3), (0, 7, 8, 4)]
DONE = [(1, a, b, table) for _, a, b, table in R1]
R2 = [(0, 1, 3, 1), (0, 5, 7, 2), (0, 2, 4, 3), (0, 6, 8, 4)]
AGAIN = [(0, 1, 5, 1), (0, 3, 7, 2), *R2[2:]]


class PrinterSetup:
    """A server with a printer that can be looked at."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.app_state = open_app_state(folder)
        self.file = folder / "copa.tdf"
        self.file.write_bytes(simple_save())
        self.slug = follow(self.app_state.ctx, str(self.file))
        self.papers: list[str] = []
        self.problem: Refused | None = None
        self.set_kinds: list[tuple[object, ...]] = []
        monkeypatch.setattr(printing, "typeset", self._typeset)
        self.start()

    def _typeset(self, document: object) -> bytes:
        parts = document.parts  # type: ignore[attr-defined]
        tables = [
            slip["table"] for part in parts for page in part.get("pages", ()) for slip in page if isinstance(slip, dict)
        ]
        self.set_kinds.append((document.title, *tables))  # type: ignore[attr-defined]
        return b"%PDF"

    def start(self, run: Callable[[Callable[[], None]], None] = lambda work: work(), *, printer: bool = True) -> None:
        """The server starts (again)."""
        old = self.app_state.printing
        self.app_state.printing = Printing(
            old.look,
            old.note,
            old.keep,
            old.folder,
            lambda: "http://10.0.0.5:8000",
            printer=lambda: printer,
            send=self._send,
            run=run,
        )

    def _send(self, _pdf: bytes, title: str) -> None:
        if self.problem is not None:
            raise self.problem
        self.papers.append(title)

    def turn(self) -> list[str]:
        """One turn; what came out of the printer."""
        before = len(self.papers)
        self.app_state.printing.turn(self.app_state.ctx, [self.slug])
        return self.papers[before:]

    def publish(self, *rounds: list[tuple[int, int, int, int]]) -> None:
        follow_save(self.app_state.ctx, self.slug, simple_save(*rounds))
        running.publish_now(self.app_state.ctx, self.slug)

    def wants(self, kinds: str) -> None:
        events.change_settings(self.app_state.ctx, self.slug, {"tom_print": kinds})


@pytest.fixture
def printer_setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PrinterSetup]:
    made = PrinterSetup(tmp_path, monkeypatch)
    yield made
    made.app_state.store.close()


@pytest.mark.req("BT-PRN-1")
def test_slips_print_once_when_a_round_is_published_and_only_where_that_is_wanted(printer_setup: PrinterSetup) -> None:
    printer_setup.publish(R1)
    assert printer_setup.turn() == []  # off, unless somebody wants it
    follow_save(printer_setup.app_state.ctx, printer_setup.slug, simple_save(DONE))
    printer_setup.wants("slips")
    follow_save(printer_setup.app_state.ctx, printer_setup.slug, simple_save(DONE, R2))
    assert printer_setup.turn() == []  # paired, not published: TOM may pair it again
    running.publish_now(printer_setup.app_state.ctx, printer_setup.slug)
    assert printer_setup.turn() == [f"{printer_setup.slug}-round-2-masters-slips"]
    assert printer_setup.set_kinds[-1][1:] == ("1", "2", "3", "4")
    assert printer_setup.turn() == []
    printer_setup.start()  # the server starts again
    assert printer_setup.turn() == []


@pytest.mark.req("BT-PRN-1", "BT-PUB-2")
def test_paired_again_gives_slips_of_the_changed_tables_alone_and_back_again_none(printer_setup: PrinterSetup) -> None:
    printer_setup.wants("all")
    printer_setup.publish(DONE, R2)
    assert printer_setup.turn() == [
        f"{printer_setup.slug}-round-2-masters-{kind}" for kind in ("slips", "pairings-names", "pairings-tables")
    ]
    follow_save(printer_setup.app_state.ctx, printer_setup.slug, simple_save(DONE, AGAIN))
    assert len(printer_setup.turn()) == 3
    assert printer_setup.set_kinds[-3][1:] == ("1", "2")
    assert printer_setup.turn() == []
    follow_save(
        printer_setup.app_state.ctx, printer_setup.slug, simple_save(DONE, [(0, 1, 5, 1), (0, 7, 3, 9), *R2[2:]])
    )
    printer_setup.turn()
    assert printer_setup.set_kinds[-3][1:] == ("9",)


@pytest.mark.req("BT-PRN-1")
def test_a_round_that_was_going_on_when_papers_were_wished_for_is_left_alone(printer_setup: PrinterSetup) -> None:
    printer_setup.publish(R1)
    results.report(printer_setup.app_state.ctx, printer_setup.slug, round_no=1, table=1, result="1-0")
    printer_setup.wants("pairings")
    assert printer_setup.turn() == []


@pytest.mark.req("BT-PRN-1")
def test_without_a_printer_papers_wait_as_files_and_those_of_earlier_rounds_go(printer_setup: PrinterSetup) -> None:
    printer_setup.wants("slips")
    printer_setup.start(printer=False)
    printer_setup.publish(R1)
    printer_setup.turn()
    folder = printer_setup.app_state.printing.folder
    assert folder is not None
    assert [p.name for p in folder.iterdir()] == [f"{printer_setup.slug}-round-1-masters-slips.pdf"]
    assert not printer_setup.app_state.printing.problems
    assert str(folder) in ConsoleClient(printer_setup.app_state).get(f"/console/{printer_setup.slug}/beside")
    printer_setup.publish(DONE, R2)
    printer_setup.turn()
    assert [p.name for p in folder.iterdir()] == [f"{printer_setup.slug}-round-2-masters-slips.pdf"]
    printer_setup.app_state.printing.folder = None
    follow_save(printer_setup.app_state.ctx, printer_setup.slug, simple_save(DONE, AGAIN))
    printer_setup.turn()
    assert "No printer" in str(printer_setup.app_state.printing.problems[printer_setup.slug])


@pytest.mark.req("BT-PRN-1")
def test_a_printer_that_fails_is_one_sentence_and_stops_nothing(printer_setup: PrinterSetup) -> None:
    printer_setup.wants("slips")
    printer_setup.problem = Refused("printer-refused", "The printer says: {problem}", problem="out of paper")
    printer_setup.publish(R1)
    printer_setup.turn()
    owner = ConsoleClient(printer_setup.app_state)
    said = f"The printouts of round 1 were not printed: {printer_setup.problem}"
    assert said in owner.get(f"/console/{printer_setup.slug}")
    assert said in owner.get(f"/console/{printer_setup.slug}/beside")
    assert printer_setup.app_state.printing.folder is not None
    assert len(list(printer_setup.app_state.printing.folder.iterdir())) == 1  # it waits as a file
    assert printer_setup.turn() == []  # not again by itself
    printer_setup.file.write_bytes(simple_save(DONE))
    printer_setup.app_state.follow_tom()  # following goes on
    assert said not in owner.post(f"/console/{printer_setup.slug}/beside/printed")
    printer_setup.problem = None
    printer_setup.publish(DONE, R2)
    assert len(printer_setup.turn()) == 1


@pytest.mark.req("BT-PRN-1")
def test_nobody_waits_for_the_printer_and_a_killed_server_prints_nothing_twice(printer_setup: PrinterSetup) -> None:
    printer_setup.wants("slips")
    begun: list[Callable[[], None]] = []
    printer_setup.start(begun.append)
    printer_setup.publish(R1)
    assert printer_setup.turn() == []  # it is being set, elsewhere
    assert printer_setup.turn() == []
    assert len(begun) == 1
    printer_setup.start()  # killed before the printer had it
    assert printer_setup.turn() == []
    assert "check whether the printouts came out" in str(printer_setup.app_state.printing.problems[printer_setup.slug])
    printer_setup.start()
    printer_setup.turn()
    assert not printer_setup.app_state.printing.problems  # told once
    printer_setup.app_state.printing.keep(json.dumps(["nobody", "can read this"]))
    printer_setup.start()
    assert len(printer_setup.turn()) == 1


def test_the_spooler_is_asked_in_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lp = tmp_path / "lp"
    lp.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\ncat > {tmp_path}/got\n', encoding="utf-8")
    lp.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert spool.has_printer()
    spool.spool(b"%PDF", "copa-round-1")
    assert (tmp_path / "got").read_bytes() == b"%PDF"
    assert "-t copa-round-1" in (tmp_path / "asked").read_text(encoding="utf-8")
    lp.write_text('#!/bin/sh\necho "lp: no default destination" >&2\nexit 1\n', encoding="utf-8")
    with raises_code(Refused, "printer-refused", says="no default destination"):
        spool.spool(b"%PDF", "copa-round-1")
    lp.unlink()
    assert not spool.has_printer()
    with raises_code(Refused, "printer-refused"):
        spool.spool(b"%PDF", "copa-round-1")
