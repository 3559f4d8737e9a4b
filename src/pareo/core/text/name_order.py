"""First and last name of names that stand in one cell: which comes first is decided for a whole list at once.

A comma, capitals (“ACOSTA BLANCO Lidia”), particles (“De Santis Marco”) and known given names tell. Where they do not,
the order is not sure, and the list's reader asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from pareo.core.text.alphabet import plain_letters
from pareo.core.text.given_names import PARTICLES, count_given, is_given_name, is_surname_too

_CLEARLY = 3  # so many times as many names speak for an order as against it


class NameOrder(Enum):
    """Which name stands first."""

    FIRST_LAST = "first-last"
    LAST_FIRST = "last-first"


class FoundOrder(NamedTuple):
    """The order of the names of a list, and whether it can be otherwise."""

    order: NameOrder
    sure: bool


def find_order(names: Iterable[str]) -> FoundOrder:
    """The order in which the names of a list are written; a name with a comma, or of one word, says nothing of it.

    >>> find_order(["Ana García", "Bruno López"])
    FoundOrder(order=<NameOrder.FIRST_LAST: 'first-last'>, sure=True)
    >>> find_order(["García Ana", "López Bruno"])
    FoundOrder(order=<NameOrder.LAST_FIRST: 'last-first'>, sure=False)
    """
    words = [name.split() for name in names if "," not in name and len(name.split()) > 1]
    if not words:
        return FoundOrder(NameOrder.FIRST_LAST, sure=True)
    if all(0 < _capital_words(name) < len(name) for name in words):
        return FoundOrder(NameOrder.LAST_FIRST, sure=True)
    signs = [_sign(name) for name in words]
    forward, backward = signs.count(1), signs.count(-1)
    if backward > forward:
        return FoundOrder(NameOrder.LAST_FIRST, sure=False)
    return FoundOrder(NameOrder.FIRST_LAST, sure=forward > 0 and forward >= _CLEARLY * backward)


def split_name(name: str, order: NameOrder = NameOrder.FIRST_LAST) -> tuple[str, str]:
    """First and last name. A comma decides by itself.

    >>> split_name("Ruiz Soto, Ana"), split_name("Ana Ruiz Soto"), split_name("Carlos Alberto Benítez")
    (('Ana', 'Ruiz Soto'), ('Ana', 'Ruiz Soto'), ('Carlos Alberto', 'Benítez'))
    >>> split_name("De Santis Marco", NameOrder.LAST_FIRST), split_name("ACOSTA BLANCO Lidia", NameOrder.LAST_FIRST)
    (('Marco', 'De Santis'), ('Lidia', 'ACOSTA BLANCO'))
    """
    last, comma, first = name.partition(",")
    if comma:
        return " ".join(first.split()), " ".join(last.split())
    words = name.split()
    if order is NameOrder.FIRST_LAST or len(words) < 2:
        at = count_given(words)
        return " ".join(words[:at]), " ".join(words[at:])
    at = _capital_words(words)
    if not 0 < at < len(words):
        at = len(words) - 1
        while at > 1 and is_given_name(words[at - 1]) and is_given_name(words[at]):
            at -= 1
    return " ".join(words[at:]), " ".join(words[:at])


def _capital_words(words: Sequence[str]) -> int:
    """How many of the first words are written in capitals, a particle before them included."""
    count = 0
    for word in words:
        if len(word) < 2 or not word.isupper():
            break
        count += 1
    return count


def _sign(words: Sequence[str]) -> int:
    """1: this name begins with the given name; -1: it ends with it; 0: it does not tell."""
    if plain_letters(words[0]) in PARTICLES:
        return -1
    if any(plain_letters(word) in PARTICLES for word in words[1:-1]) and not is_given_name(words[-1]):
        return 1
    return is_given_name(words[0]) - (is_given_name(words[-1]) and not is_surname_too(words[-1]))
