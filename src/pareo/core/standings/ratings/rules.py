"""The rules of a rating list in words, the same in a ruleset file and in a setting of an event (SP-24).

A setting is the method and what differs from its defaults: “uscf bonus=10 forfeits=yes lowest=100”; “none” says that
the event has no such list. In a ruleset file the same words are the keys of `[rating]` (the first list, local) and of
`[rating2]` (the other one, international: SP-12).

Choice: a setting replaces the ruleset's rules of that list as a whole; nothing is inherited from another method.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pareo.core.model.ruleset import RatingRules
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import Note, text_note
from pareo.core.text.numbers import whole_between

METHODS = ("fide-average", "fide", "uscf", "pzszach")
NONE = "none"
FIDE_CAP = 400
BY_RULES = "fide"  # k=fide: 40, 20 or 10 by the FIDE rules

_WITH_K = ("fide-average", "fide")
_YES, _NO = ("yes", "true", "on"), ("no", "false", "off")


class RatingOption(NamedTuple):
    """One option of a rating list's rules."""

    fields: Callable[[str], Mapping[str, object]]  # from the text to fields of RatingRules; ValueError if it is wrong
    takes: Note


def _yes(text: str) -> bool:
    if text in _YES or text in _NO:
        return text in _YES
    raise ValueError(text)


def _one_of(text: str, words: tuple[str, ...]) -> str:
    if text not in words:
        raise ValueError(text)
    return text


def _cap(text: str) -> int:
    if text in _YES:
        return FIDE_CAP
    return 0 if text in _NO else whole_between(text, 0, 5000)


def _k(text: str) -> Mapping[str, object]:
    return {"k_by_rules": True} if text == BY_RULES else {"k": whole_between(text, 1, 1000)}


_FORFEITS = RatingOption(lambda text: {"rate_forfeits": _yes(text)}, text_note("yes or no"))

RATING_OPTIONS: Mapping[str, RatingOption] = {
    "k": RatingOption(_k, text_note("a whole number from 1, or fide (40, 20 or 10 by the FIDE rules)")),
    "forfeits": _FORFEITS,
    "lowest": RatingOption(lambda text: {"lowest": whole_between(text, 0, 5000)}, text_note("the lowest valid rating")),
    "cap": RatingOption(
        lambda text: {"cap": _cap(text)}, text_note("yes (400), no, or the largest difference that counts")
    ),
    "perfect": RatingOption(
        lambda text: {"perfect": whole_between(text, 1, 5000)},
        text_note("the difference of a perfect score: 800 or 999"),
    ),
    "bonus": RatingOption(
        lambda text: {"bonus": whole_between(text, 0, 1000)},
        text_note("B of the USCF bonus: 14, or 10 since June 2025"),
    ),
    "per": RatingOption(lambda text: {"per": _one_of(text, ("game", "match"))}, text_note("game or match")),
}
OPTION_ALIASES: Mapping[str, str] = {"rate_forfeits": "forfeits"}  # as ruleset files have always called it


def rating_fields(key: str, text: str) -> Mapping[str, object]:
    """The fields of RatingRules that a key and its word give. KeyError: no such key; ValueError: no such word."""
    return RATING_OPTIONS[OPTION_ALIASES.get(key, key)].fields(text.strip().lower())


def read_rating_rules(text: str) -> RatingRules | None:
    """A setting's text as rules; None for “none”. BadInput says what is wrong with it."""
    method, *rest = text.split() or [""]
    if method == NONE and not rest:
        return None
    if method not in METHODS:
        raise BadInput(
            "rating-rules-method",
            "“{word}” is not a rating method: the rules of a list begin with one of: {known}.",
            word=method,
            known=", ".join((*METHODS, NONE)),
        )
    fields: dict[str, object] = {}
    for part in rest:
        key, equals, value = part.partition("=")
        key = OPTION_ALIASES.get(key, key)
        if not equals or key not in RATING_OPTIONS:
            raise BadInput(
                "rating-rules-word",
                "“{word}” is not understood; after the method there may be: {known}.",
                word=part,
                known=", ".join(f"{name}=…" for name in RATING_OPTIONS),
            )
        try:
            fields |= rating_fields(key, value)
        except ValueError:
            raise BadInput(
                "rating-rules-value", "“{word}”: this must be {takes}.", word=part, takes=RATING_OPTIONS[key].takes
            ) from None
    return RatingRules(method, **fields)  # type: ignore[arg-type]


def rating_rules_text(rules: RatingRules | None) -> str:
    """The rules as a setting would say them: the method, its K if it has one, and what differs from the defaults."""
    if rules is None:
        return NONE
    usual = RatingRules(rules.method)
    words = [rules.method]
    if rules.k_by_rules:
        words.append(f"k={BY_RULES}")
    elif rules.method in _WITH_K:
        words.append(f"k={rules.k}")
    if rules.rate_forfeits:
        words.append("forfeits=yes")
    if rules.lowest:
        words.append(f"lowest={rules.lowest}")
    if rules.cap is not None:
        words.append(f"cap={rules.cap or 'no'}")
    if rules.perfect is not None:
        words.append(f"perfect={rules.perfect}")
    if rules.bonus != usual.bonus:
        words.append(f"bonus={rules.bonus}")
    if rules.per != usual.per:
        words.append(f"per={rules.per}")
    return " ".join(words)
