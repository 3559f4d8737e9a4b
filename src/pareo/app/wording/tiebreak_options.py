"""The options of a tie-break as they are said to a reader: “at least 25 %, at most 75 %”, not “floor=25% cap=75%”."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pareo.core.model.ruleset import TiebreakUse
from pareo.core.model.toml_reader import read_share
from pareo.core.text.messages import Note, join_notes, note, plural, text_note

_WORDS: dict[tuple[str, object], Note] = {
    ("drawn", "lot"): text_note("by lot if they drew"),
    ("draws", "none"): text_note("draws count 0"),
    ("draws", "half"): text_note("draws count half"),
    ("unplayed", "nothing"): text_note("unplayed rounds count 0"),
    ("unplayed", "draws"): text_note("the opponents' unplayed rounds count as draws"),
    ("unplayed", "fide-2009"): text_note("unplayed rounds as FIDE counted them in 2009"),
    ("unplayed", "fide-2024"): text_note("unplayed rounds as FIDE counted them in 2024"),
    ("unplayed", "fide-2026"): text_note("unplayed rounds as FIDE has counted them since 2026"),
    ("unplayed", "start"): text_note("an unplayed round counts the player's starting points"),
    ("cut", "both"): text_note("left out at both ends"),
    ("cut", "by-score"): text_note("left out at the top or bottom, by the player's own score"),
    ("count", "all"): text_note("forfeits count too"),
    ("count", "played"): text_note("only games played"),
    ("met", "all"): text_note("only if all tied players have met"),
    ("met", "fide"): text_note("as FIDE does it"),
    ("unrated", "left-out"): text_note("unrated opponents are left out"),
    ("unrated", "zero"): text_note("unrated opponents count 0"),
    ("unrated", "estimate"): text_note("unrated opponents count with their estimated rating"),
    ("unrated", "drop"): text_note("not used if an unrated opponent was met"),
    ("byes", "counted"): text_note("byes count"),
    ("byes", "left-out"): text_note("byes are left out"),
    ("late", "counted"): text_note("late losses of players who have dropped count as rounds"),
    ("late", "left-out"): text_note("late losses of players who have dropped are left out"),
    ("by", "points"): text_note("by match points"),
    ("by", "wins"): text_note("by matches won"),
}
_NUMBERS: dict[str, Callable[[int], Note]] = {
    "low": lambda n: note("option-low", "without the lowest: {value}", value=n),
    "high": lambda n: note("option-high", "without the highest: {value}", value=n),
    "cap": lambda n: note("option-cap", "at most {value} in a game", value=n),
    "unplayed": lambda n: note("option-unplayed", "{value} for a round without a game", value=n),
    "c": lambda n: note("option-c", "{value} for a round", value=n),
    "game": lambda n: note("option-game", "{value} for a game", value=n),
    "cut": lambda n: note("option-cut", "without the first rounds: {value}", value=n),
    "unrated": lambda n: note("option-unrated", "unrated opponents count {value}", value=n),
    "perfect": lambda n: note("option-perfect", "{value} more for a perfect score", value=n),
    "digits": lambda n: plural("option-digits", "rounded to {count} digit", "rounded to {count} digits", count=n),
}
_SHARES: dict[str, Callable[[str], Note]] = {
    "floor": lambda share: note("option-floor", "at least {share} %", share=share),
    "cap": lambda share: note("option-cap-share", "at most {share} %", share=share),
    "limit": lambda share: note("option-limit", "against opponents with at least {share} % of the points", share=share),
}
_LABELS = {
    "floor": text_note("At least"),
    "cap": text_note("At most"),
    "drawn": text_note("If they drew"),
    "draws": text_note("Draws"),
    "unplayed": text_note("Unplayed rounds"),
    "low": text_note("Lowest left out"),
    "high": text_note("Highest left out"),
    "cut": text_note("Left out"),
    "c": text_note("For a round"),
    "game": text_note("For a game"),
    "limit": text_note("At least"),
    "count": text_note("Counted"),
    "met": text_note("Pairs that have met"),
    "unrated": text_note("Without a rating"),
    "perfect": text_note("Perfect score"),
    "byes": text_note("Byes"),
    "late": text_note("Late losses of players who have dropped"),
    "by": text_note("By"),
    "digits": text_note("Digits"),
}


def option_label(name: str) -> str:
    """The label of an option's field; the option as it is typed, if it has no words."""
    return _LABELS.get(name, name)


def describe_choice(name: str, word: str) -> str:
    """One of the words that an option may be, as it is said."""
    return _WORDS.get((name, word), word)


def describe_options(use: TiebreakUse) -> Note:
    """The options that the rules give, in their order; one that has no words as it is typed."""
    return join_notes(", ", [_describe_option(name, value) for name, value in use.options.items()])


def _describe_option(name: str, value: object) -> Note:
    if isinstance(value, int) and name in _NUMBERS:
        return _NUMBERS[name](value)
    share = read_share(value) if isinstance(value, str) and name in _SHARES else None
    if share is not None:
        return _SHARES[name](_percent(share))
    return _WORDS.get((name, value)) or text_note(f"{name}={value}")


def _percent(share: Fraction) -> str:
    """“25”, “33.33”."""
    return f"{float(share * 100):.2f}".rstrip("0").rstrip(".")
