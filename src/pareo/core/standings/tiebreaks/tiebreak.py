"""What a tie-break is: one record with its words, its options, how it counts and how that is explained.

The records stand next to their functions, one module per family; `registry` holds them all. Everybody who lists, reads,
counts, shows or explains a tie-break asks its record. The texts are English; pages say them in other languages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pareo.core.model.toml_reader import read_share
from pareo.core.standings.tiebreaks.context import StandingsContext, TiebreakColumn
from pareo.core.standings.tiebreaks.parts import Explain, Options

Groups = Sequence[Sequence[int]]
"""Everybody, best first: a group holds those who are still tied."""

Choices = str | tuple[str, ...]
"""What an option may be: one of some words (the first by default; with `NUMBER` also a number), or a kind."""

NUMBER = "number"  # a whole number from 0
PERCENT = "percent"  # a string such as "25%" or "1/3"

PerPlayer = Callable[[StandingsContext, Options], TiebreakColumn]
"""A value for everybody, whoever is tied."""

PerGroup = Callable[[StandingsContext, Groups, Options], TiebreakColumn]
"""A key for the members of the tied groups that this tie-break can order; nothing for the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiebreak:
    """One way to break a tie. Exactly one of the two counting functions is there."""

    id: str
    title: str
    short: str  # heading of a column
    meaning: str  # one sentence
    per_player: PerPlayer | None = None
    per_group: PerGroup | None = None
    explain: Explain | None = None  # of a value per player, round by round; None: the value says it all
    options: Mapping[str, Choices] = field(default_factory=dict)
    higher_first: bool = True
    percent: bool = False  # values are parts of one, shown as percentages
    column: bool = True  # False: its values mean nothing in a column
    decided: str = ""  # “decided by …”; empty: the short heading
    sentences: tuple[str, ...] = ()  # of a value without parts: one with %(number)s, or two, of 1 and of any other
    cuts: Mapping[str, str] = field(default_factory=dict)  # how else it can set tied players apart: code → sentence
    swiss_only: bool = False  # means nothing where everybody meets everybody (FIDE C.07, 8)
    program: str = ""  # whose own way of counting it is, where another tie-break has the same title

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the tie-break that are translated."""
        short = "" if self.short == self.id else self.short  # a code is the same in every language
        return tuple(
            filter(None, (self.title, short, self.meaning, self.decided, *self.sentences, *self.cuts.values()))
        )


def int_option(options: Options, name: str, default: int) -> int:
    """The value of an option that is a whole number, or the default."""
    value = options.get(name, default)
    return value if isinstance(value, int) else default


def percentage(options: Options, name: str, default: Fraction) -> Fraction:
    """The value of an option such as "25%", "33.33%" or "1/3", or the default."""
    text = options.get(name)
    share = read_share(text) if isinstance(text, str) else None
    return default if share is None else share


def is_valid_option(value: object, choices: Choices | None) -> bool:
    """Is the value one that an option with these choices may have?"""
    if choices == PERCENT:
        return isinstance(value, str) and read_share(value) is not None
    if choices == NUMBER:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if isinstance(choices, tuple) and NUMBER in choices:
        return is_valid_option(value, NUMBER) or (value != NUMBER and value in choices)
    return isinstance(choices, tuple) and value in choices
