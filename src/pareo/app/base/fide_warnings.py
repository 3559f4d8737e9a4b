"""FIDE mode at work: a command says what it is about to do, the table says how loudly that is warned of.

`Warnings` collects what a command would do; `settle` raises what has not been confirmed, `on` writes into the fact what
was seen, so that the journal says who confirmed what. Outside FIDE mode nothing is collected.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pareo.app.base.context import Context, F, JournalResult
from pareo.core.journal.fact import SeenWarning
from pareo.core.journal.facts import LeftFideMode
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, NeedsConfirmation, NeedsTypedWord, Refused
from pareo.core.text.messages import Note, join_notes, note, text_note
from pareo.core.tournament.fide_mode import TABLE, FideRule, Level, fide_stage, warning_level
from pareo.core.tournament.tournament import Tournament


class _RaisedWarning(NamedTuple):
    rule: FideRule
    level: Level
    note: Note
    remark: str


@dataclass(slots=True)
class Warnings:
    """What one command meets in the table, and what was confirmed beforehand."""

    t: Tournament
    confirmed: bool = False
    word: str = ""
    met: list[_RaisedWarning] = field(default_factory=list)

    def add(self, rule_id: str, *, remark: str = "", **params: object) -> None:
        """The command does what this rule is about. `remark`: for the report to FIDE, without its `###`."""
        if not self.t.fide_mode:
            return
        rule, severity = TABLE[rule_id], warning_level(rule_id, fide_stage(self.t))
        if severity is not Level.FREE:
            self.met.append(_RaisedWarning(rule, severity, Note(f"fide-{rule.id}", rule.says, params), remark))

    def check_confirmed(self) -> Warnings:
        """Raises unless everything that must be confirmed has been; the most severe first."""
        for one in self._of(Level.REFUSED):
            raise Refused(
                "fide-refused",
                "{said} FIDE mode does not allow this. If you leave FIDE mode, you can't return.",
                said=one.note,
            )
        to_confirm = [*self._of(Level.CONSEQUENCES), *self._of(Level.CONFIRM)]
        if to_confirm and not self.confirmed:
            question = NeedsConfirmation(
                "fide-confirm", "{said}", said=join_notes(" ", [one.note for one in to_confirm])
            )
            question.more = to_confirm[0].level is Level.CONSEQUENCES
            raise question
        words = self.word.upper().replace(",", " ").split()
        if left := [one for one in self._of(Level.CONSEQUENCES) if one.rule.word not in words]:
            raise _consequences(left)
        return self

    def _of(self, severity: Level) -> list[_RaisedWarning]:
        return [one for one in self.met if one.level is severity]

    @property
    def notes(self) -> list[Note]:
        """What the answer of the command adds: warnings that need no confirmation."""
        return [one.note for one in self._of(Level.TOLD)]

    @property
    def questions(self) -> list[Note]:
        """What must be confirmed, for a command that asks about something else as well."""
        return [one.note for one in (*self._of(Level.CONSEQUENCES), *self._of(Level.CONFIRM))]

    def attach_to(self, fact: F) -> F:
        """The fact with the warnings that were seen before it."""
        seen = tuple(SeenWarning(one.rule.id, int(one.level), one.remark) for one in self.met)
        return replace(fact, seen=(*fact.seen, *seen)) if seen else fact


def _consequences(left: list[_RaisedWarning]) -> NeedsTypedWord:
    words = " ".join(one.rule.word for one in left)
    consequences = dict.fromkeys(text for one in left for text in one.rule.follows)
    lines = [*(one.note for one in left), *map(text_note, consequences)]
    listed = join_notes(" ", [*lines, note("fide-word", "Type this to continue: {word}.", word=words)])
    return NeedsTypedWord("fide-consequences", "{listed}", listed=listed).type(words, *lines)


def leave(
    ctx: Context, slug: str, *, reason: str, confirmed: bool = False, word: str = "", client: str | None = None
) -> JournalResult[LeftFideMode]:
    """The event leaves FIDE mode, with a reason, for ever (F-3, F-4)."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    if not t.ruleset.fide_mode:
        raise Refused("fide-never", "This event was never in FIDE mode.")
    if t.left_fide is not None:
        raise Refused("fide-left", "The event has left FIDE mode already: {reason}", reason=t.left_fide.reason)
    text = clean_line(reason, text_note("The reason"), 300)
    if not re.search(r"\w", text):
        raise BadInput("fide-reason", "Give a reason for leaving FIDE mode.")
    warnings = Warnings(t, confirmed, word)
    warnings.add("leave", remark=f"Left FIDE mode @ Round {t.latest_round}: {text}")
    warnings.check_confirmed()
    return ctx.record(event, warnings.attach_to(LeftFideMode(t.latest_round, text)), client=client)
