"""What a person can be told went wrong.

Every error has a stable code, an English sentence with named places, and the values for them. A code has one meaning
and one sentence. The command line and the web pages translate the sentence and fill it in; the core only raises.
Anything that is not a PareoError is a bug.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from pareo.core.text.messages import Note


class PareoError(Exception):
    """Something the user can fix. The sentence says what is wrong, where, and what to do."""

    def __init__(self, code: str, sentence: str, /, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence
        self.params = params

    @classmethod
    def from_note(cls, says: Note, /, *, where: object = "", pod: str = "") -> Self:
        """An error that says a note, with the note's code; `where` or `pod` names the place before it."""
        if where:
            return cls(says.code, "{where}: {problem}", where=where, problem=says)
        if pod:
            return cls(says.code, "{pod}: {problem}", pod=pod, problem=says)
        if says.many:
            return cls(says.code, "{question}", question=says)
        return cls(says.code, says.sentence, **says.params)

    def __str__(self) -> str:
        return self.sentence.format(**self.params)

    @property
    def note(self) -> Note:
        """The error's sentence as a note, to be shown with something else or inside another sentence."""
        return Note(self.code, self.sentence, self.params)


class BadInput(PareoError):
    """A file, a value or a result that cannot be read; nothing was changed."""


class NotFound(PareoError):
    """No such tournament, player, table, round, ruleset …"""


class Refused(PareoError):
    """The rules or the state of the round do not allow this, whatever one confirms."""


@dataclass(frozen=True, slots=True)
class ConfirmationChoice:
    """One answer to a question that has several: what is given where, and in words."""

    field: str  # “not_here”: the option --not-here, the field of a request or a form
    value: str
    words: Note


class NeedsConfirmation(PareoError):
    """Allowed, but has a consequence that must be seen first (`--yes`), or a choice that somebody must make."""

    choices: tuple[ConfirmationChoice, ...] = ()
    more: bool = False  # confirming shows the consequences first

    def choose(self, *choices: ConfirmationChoice) -> NeedsConfirmation:
        """This question, with the answers that can be given."""
        self.choices = choices
        return self


class NeedsTypedWord(NeedsConfirmation):
    """The second step: the consequences are told, and a word that stands among them is typed (`--confirm WORD`)."""

    word: str = ""
    lines: tuple[Note, ...] = ()  # what is done and what follows, one by one

    def type(self, word: str, *lines: Note) -> NeedsTypedWord:
        """This question, with the word to be typed and its consequences as single lines."""
        self.word, self.lines = word, lines
        return self


class OutsideRules(PareoError):
    """Possible, but against the document; needs a recorded reason (`--override REASON`)."""


class LimitReached(PareoError):
    """So much of it in so short a time is nobody's use: nothing was changed."""


class Conflict(PareoError):
    """Somebody else changed the tournament in between; look again and repeat."""
