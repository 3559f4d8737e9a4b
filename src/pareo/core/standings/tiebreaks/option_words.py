"""The options of a tie-break as they are said to a reader: “at least 25 %, at most 75 %”, not “floor=25% cap=75%”."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pareo.core.rules.reader import read_share
from pareo.core.rules.ruleset import TiebreakUse
from pareo.core.words.notes import Note, counted, joined, note, phrase

_WORDS: dict[tuple[str, object], Note] = {
    ("drawn", "lot"): phrase("the lot where they drew"),
    ("draws", "none"): phrase("draws count nothing"),
    ("draws", "half"): phrase("draws count half"),
    ("unplayed", "nothing"): phrase("unplayed rounds count nothing"),
    ("unplayed", "draws"): phrase("the opponents' unplayed rounds count as draws"),
    ("unplayed", "fide-2009"): phrase("unplayed rounds as FIDE counted them in 2009"),
    ("unplayed", "fide-2024"): phrase("unplayed rounds as FIDE counted them in 2024"),
    ("unplayed", "fide-2026"): phrase("unplayed rounds as FIDE counts them since 2026"),
    ("unplayed", "start"): phrase("an unplayed round counts the points one began with"),
    ("cut", "both"): phrase("left out at both ends"),
    ("cut", "by-score"): phrase("left out at the end that the own score says"),
    ("count", "all"): phrase("forfeits count too"),
    ("count", "played"): phrase("only games on the table"),
    ("met", "all"): phrase("only if all the tied have met"),
    ("met", "fide"): phrase("as FIDE does it"),
    ("unrated", "left-out"): phrase("who has no rating is left out"),
    ("unrated", "zero"): phrase("who has no rating counts 0"),
    ("unrated", "estimate"): phrase("who has no rating counts by his estimated one"),
    ("unrated", "drop"): phrase("not used if somebody without a rating was met"),
    ("byes", "counted"): phrase("byes count"),
    ("byes", "left-out"): phrase("byes are left out"),
    ("by", "points"): phrase("by match points"),
    ("by", "wins"): phrase("by matches won"),
}
_NUMBERS: dict[str, Callable[[int], Note]] = {
    "low": lambda n: note("option-low", "without the lowest: {value}", value=n),
    "high": lambda n: note("option-high", "without the highest: {value}", value=n),
    "cap": lambda n: note("option-cap", "at most {value} in a game", value=n),
    "unplayed": lambda n: note("option-unplayed", "{value} for a round without a game", value=n),
    "c": lambda n: note("option-c", "{value} for a round", value=n),
    "game": lambda n: note("option-game", "{value} for a game", value=n),
    "cut": lambda n: note("option-cut", "without the first rounds: {value}", value=n),
    "unrated": lambda n: note("option-unrated", "who has no rating counts {value}", value=n),
    "perfect": lambda n: note("option-perfect", "{value} more for a perfect score", value=n),
    "digits": lambda n: counted("option-digits", "rounded to {count} digit", "rounded to {count} digits", count=n),
}
_SHARES: dict[str, Callable[[str], Note]] = {
    "floor": lambda share: note("option-floor", "at least {share} %", share=share),
    "cap": lambda share: note("option-cap-share", "at most {share} %", share=share),
    "limit": lambda share: note("option-limit", "against who has at least {share} % of the points", share=share),
}
_LABELS = {
    "floor": phrase("At least"), "cap": phrase("At most"), "drawn": phrase("If they drew"), "draws": phrase("Draws"),
    "unplayed": phrase("Unplayed rounds"), "low": phrase("Lowest left out"), "high": phrase("Highest left out"),
    "cut": phrase("Left out"), "c": phrase("For a round"), "game": phrase("For a game"), "limit": phrase("At least"),
    "count": phrase("Counted"), "met": phrase("Who has met"), "unrated": phrase("Without a rating"),
    "perfect": phrase("Perfect score"), "byes": phrase("Byes"), "by": phrase("By"), "digits": phrase("Digits"),
}


def option_label(name: str) -> str:
    """What an option is called beside its field; as it is typed, if it has no words."""
    return _LABELS.get(name, name)


def choice_said(name: str, word: str) -> str:
    """One of the words that an option may be, as it is said."""
    return _WORDS.get((name, word), word)


def options_said(use: TiebreakUse) -> Note:
    """The options that the rules give, in their order; one that has no words as it is typed."""
    return joined(", ", [_said(name, value) for name, value in use.options.items()])


def _said(name: str, value: object) -> Note:
    if isinstance(value, int) and name in _NUMBERS:
        return _NUMBERS[name](value)
    share = read_share(value) if isinstance(value, str) and name in _SHARES else None
    if share is not None:
        return _SHARES[name](_percent(share))
    return _WORDS.get((name, value)) or phrase(f"{name}={value}")


def _percent(share: Fraction) -> str:
    """“25”, “33.33”."""
    return f"{float(share * 100):.2f}".rstrip("0").rstrip(".")
