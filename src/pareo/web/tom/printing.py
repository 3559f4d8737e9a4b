"""Papers of an event run by TOM that print by themselves: each once, whatever happens (BT-PRN-1).

`turn` looks at what is due (`app.tom.papers`) and never waits: setting and printing is done in a thread of its own.
That a paper is printed is written down before it goes to the printer, so a server that is killed meanwhile does not
print it again; it says so instead. Without a printer the papers wait as files. What went wrong is one sentence under
“needs you”, and stops nothing.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pareo.app.base.context import Context
from pareo.app.base.server_log import log_bug
from pareo.app.tom.papers import DuePapers, Seats, due_papers
from pareo.core.settings.event import LANGUAGE
from pareo.core.text.errors import PareoError, Refused
from pareo.core.text.messages import Note, note
from pareo.print.document import PrintDocument, PrintOptions
from pareo.print.papers import gather
from pareo.print.spool import has_printer, spool
from pareo.print.typesetting import typeset

NOTE = "printed"  # key of a server note
_ODD = re.compile(r"[^\w-]+")

Look = Callable[[Callable[[Context], PrintDocument]], PrintDocument]


def _in_a_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="pareo-papers", daemon=True).start()


@dataclass(slots=True)
class Printing:
    """Prints the papers of followed events, and remembers what was printed and what went wrong."""

    look: Look
    note: Callable[[], str]
    keep: Callable[[str], None]
    folder: Path | None = None  # where papers wait; None: nowhere
    home: Callable[[], str] = str  # where phones find us; empty: nowhere
    printer: Callable[[], bool] = has_printer
    send: Callable[[bytes, str], None] = spool
    run: Callable[[Callable[[], None]], None] = _in_a_thread
    problems: dict[str, Note] = field(default_factory=dict)  # by slug
    waiting: dict[str, Path] = field(default_factory=dict)  # by slug: the last paper that waits as a file
    _printed: dict[str, dict[tuple[str, int], Seats]] | None = None
    _sending: dict[str, int] = field(default_factory=dict)  # by slug: the round whose papers are under way
    _busy: bool = False

    def turn(self, ctx: Context, slugs: Sequence[str]) -> None:
        """Begins to print what is due; one event at a time."""
        for slug in slugs:
            if self._busy:
                return
            due = due_papers(ctx.open(slug).state, self._printed_rounds().get(slug, {}))
            if due:
                self._begin(slug, due)

    def dismiss_problem(self, slug: str) -> None:
        """Somebody has dealt with the event's printing problem: it is shown no longer."""
        self.problems.pop(slug, None)

    # --- what was printed ---------------------------------------------------------------------------------------------

    def _printed_rounds(self) -> dict[str, dict[tuple[str, int], Seats]]:
        if self._printed is None:
            self._printed = {}
            try:
                stored = json.loads(self.note() or "{}")
                for slug, rounds in stored.get("printed", {}).items():
                    self._printed[slug] = {(pod, int(number)): _seats(seats) for pod, number, seats in rounds}
                for slug, number in stored.get("sending", {}).items():
                    self.problems[slug] = note(
                        "tom-print-unknown",
                        "Pareo stopped while printing round {round}: check whether the printouts came out.",
                        round=number,
                    )
                if stored.get("sending"):
                    self._write()  # the problem is reported once
            except (ValueError, TypeError, AttributeError):  # a note that nobody can read is none
                self._printed = {}
        return self._printed

    def _write(self) -> None:
        printed = {
            slug: [
                [pod, number, [[table, *who] for table, who in seats.items()]]
                for (pod, number), seats in rounds.items()
            ]
            for slug, rounds in self._printed_rounds().items()
        }
        self.keep(json.dumps({"printed": printed, "sending": self._sending}, separators=(",", ":")))

    # --- printing -----------------------------------------------------------------------------------------------------

    def _begin(self, slug: str, due: Sequence[DuePapers]) -> None:
        self._printed_rounds().setdefault(slug, {}).update({(one.pod, one.number): one.seats for one in due})
        self._sending[slug] = due[-1].number
        self._write()
        self._busy = True
        self.run(lambda: self._print(slug, due))

    def _print(self, slug: str, due: Sequence[DuePapers]) -> None:
        try:
            for one in due:
                for kind in one.kinds:
                    self._print_paper(slug, one, kind)
        except PareoError as problem:
            self._record_failure(slug, due[-1].number, problem.note)
        except Exception as bug:  # a sentence for people, everything about it on stderr
            log_bug(f"printing for {slug}", bug)
            self._record_failure(slug, due[-1].number, note("tom-print-bug", "something went wrong here"))
        finally:
            self._sending.pop(slug, None)
            self._write()
            self._busy = False

    def _record_failure(self, slug: str, number: int, why: Note) -> None:
        self.problems[slug] = note(
            "tom-print-failed", "The printouts of round {round} were not printed: {problem}", round=number, problem=why
        )

    def _print_paper(self, slug: str, one: DuePapers, kind: str) -> None:
        def look(ctx: Context) -> PrintDocument:
            lang = ctx.open(slug).state.setting(LANGUAGE) or "en"
            home = self.home()
            tables = one.tables if kind == "slips" else ()
            return gather(
                kind,
                ctx,
                slug,
                PrintOptions(
                    lang, round_no=one.number, pod=one.pod, tables=tables, address=f"{home}/e/{slug}" if home else ""
                ),
            )

        pdf = typeset(self.look(look))
        name = _ODD.sub("-", f"{slug}-round-{one.number}-{one.pod}-{kind}")
        if not self.printer():
            self._save_file(slug, one.number, f"{name}-changed" if one.tables else name, pdf)
            return
        try:
            self.send(pdf, name)
        except PareoError:
            self._save_file(slug, one.number, name, pdf)
            raise

    def _save_file(self, slug: str, number: int, name: str, pdf: bytes) -> None:
        """Saves a paper as a file that somebody can print; those of earlier rounds are deleted, for they hold names."""
        if self.folder is None:
            raise Refused(
                "tom-print-nowhere",
                "No printer or folder for printouts here: print them from Share.",
            )
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for old in self.folder.glob(f"{slug}-round-*.pdf"):
            if not old.name.startswith(f"{slug}-round-{number}-"):
                old.unlink(missing_ok=True)
        path = self.folder / f"{name}.pdf"
        path.write_bytes(pdf)
        path.chmod(0o600)
        self.waiting[slug] = path


def _seats(rows: Any) -> dict[int, tuple[int, int]]:
    return {int(table): (int(a), int(b)) for table, a, b in rows}
