"""Making a command refuse at each of its checks: a check is an `if` of the program whose body raises an error.

`refuse_everywhere` runs a command again and again. Each run is stopped, by a refusal, at the first check that no run
before was stopped at; the second time that a check is reached counts as another one, because something may have been
written since the first. The last run reaches no new check and does what was asked.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from pareo.core.text.errors import PareoError, Refused

_ROOT = str(Path(sys.modules["pareo"].__file__ or "").parent)
_LOOKED_AT = tuple(f"{_ROOT}/{part}/" for part in ("app", "core", "formats"))
_READING = tuple(f"{_ROOT}/core/{part}/" for part in ("journal", "replay"))  # what they raise is damage, no refusal
_TIMES = 2
Check = tuple[str, int, int]  # file, line, and how often it was reached


class InjectedRefusal(Refused):
    """A refusal that no rule asked for."""


def refuse_everywhere(run: Callable[[], object], after_refusal: Callable[[], None], begin: Callable[[], None]) -> int:
    """How many checks the command was stopped at; `after_refusal` looks at what is there after each.

    A check whose refusal the command takes as an answer (a note says so, and it goes on) is done: then the command has
    run, and `begin` prepares the next run.
    """
    seen: set[Check] = set()
    begin()
    while True:
        stopped = _Stopper(seen)
        try:
            stopped.run(run)
        except PareoError:
            if stopped.at is None:  # the recipe is wrong: it cannot succeed
                raise
            after_refusal()
            continue
        if stopped.at is None:
            return len(seen)
        begin()


class _Stopper:
    """Stops at the first check that is not among those that were seen."""

    def __init__(self, seen: set[Check]) -> None:
        self._seen = seen
        self._reached: Counter[tuple[str, int]] = Counter()
        self.at: Check | None = None

    def run(self, work: Callable[[], object]) -> None:
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            work()
        finally:
            sys.settrace(before)

    def _call(self, frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
        return self._line if event == "call" and self.at is None and _checks_of(frame.f_code) else None

    def _line(self, frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
        if event == "line" and self.at is None and frame.f_lineno in _checks_of(frame.f_code):
            place = (frame.f_code.co_filename, frame.f_lineno)
            self._reached[place] += 1
            check = (*place, self._reached[place])
            if self._reached[place] <= _TIMES and check not in self._seen:
                self._seen.add(check)
                self.at = check
                raise InjectedRefusal("injected", "Refused here: {where}.", where=f"{Path(place[0]).name}:{place[1]}")
        return self._line


@cache
def _checks_of(code: CodeType) -> frozenset[int]:
    """The lines of a function at which it may refuse."""
    if not code.co_filename.startswith(_LOOKED_AT) or code.co_filename.startswith(_READING):
        return frozenset()
    lines = {line for _, _, line in code.co_lines() if line is not None}
    return frozenset(_checks_in(code.co_filename) & lines)


@cache
def _checks_in(file: str) -> frozenset[int]:
    tree = ast.parse(Path(file).read_text("utf-8"))
    return frozenset(node.lineno for node in ast.walk(tree) if isinstance(node, ast.If) and any(_refusals(node.body)))


def _refusals(body: list[ast.stmt]) -> Iterator[ast.Raise]:
    """The statements that raise an error of ours."""
    for statement in body:
        if isinstance(statement, ast.Raise) and statement.exc is not None:
            raised = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
            if not (isinstance(raised, ast.Name) and hasattr(builtins, raised.id)):
                yield statement
