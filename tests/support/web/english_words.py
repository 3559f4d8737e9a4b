"""English words that another language does not have: what must not be left in a text of that language.

A word is English if our English texts have it and those of the language do not.
"""

from __future__ import annotations

import re
from functools import cache

from pareo.locale.catalogue import _read

TYPED = "153-124 destroyed"  # begins the sentence that says which words are typed as they stand
_WORD = re.compile(r"[^\W\d_]{3,}")
_NAMES = {"king", "hill"}  # of a method: the same everywhere


def words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


@cache
def english_only_words(lang: str) -> frozenset[str]:
    one, many = _read("es")
    english = {word for text in (*one, *many) for word in words(text.rpartition("\x04")[2])} - _NAMES
    singles, plurals = _read(lang)
    texts = [*singles.values(), *(form for forms in plurals.values() for form in forms)]
    return frozenset(english - {word for text in texts if not text.startswith(TYPED) for word in words(text)})
