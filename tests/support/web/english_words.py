"""English words that another language does not have: what must not be left in a text of that language.

A word is English if our English texts have it and those of the language do not.
"""

from __future__ import annotations

import re
from functools import cache

from pareo.core.model.games import GAMES
from pareo.locale.catalogue import in_game, read_messages

TYPED = "153-124 destroyed"  # begins the sentence that says which words are typed as they stand
_WORD = re.compile(r"[^\W\d_]{3,}")
_NAMES = {"king", "hill"}  # of a method: the same everywhere


def words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


@cache
def english_only_words(lang: str) -> frozenset[str]:
    english_texts = read_messages("es")
    keys = [*english_texts.one, *(singular for singular, _ in english_texts.many)]
    english = {word for text in keys for word in words(text.rpartition("\x04")[2])} - _NAMES
    spoken = [read_messages(in_game(lang, game)) for game in GAMES]
    texts = [text for said in spoken for text in said.one.values()]
    texts += [form for said in spoken for forms in said.many.values() for form in forms]
    return frozenset(english - {word for text in texts if not text.startswith(TYPED) for word in words(text)})
