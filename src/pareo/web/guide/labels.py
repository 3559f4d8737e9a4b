"""The program's own words in the guide: `{Publish round 1}` in a page is what the catalogue says for it, in bold.

The English name stands in every language's page, so that a page cannot name a button that is called otherwise.
"""

from __future__ import annotations

import re
from functools import cache

from pareo.locale.catalogue import catalogue, english_texts, in_game

_NAME = re.compile(r"\{([^{}\n]+)\}")
_PLACE = re.compile(r"%\((\w+)\)s")
_FEWEST_LETTERS = 3  # a text of places alone would be anything


def label_names(text: str) -> list[str]:
    """The names in braces of a page, in their order."""
    return _NAME.findall(text)


def with_labels(text: str, lang: str, game: str = "") -> str:
    """A page with its names in braces said in this language, in bold; LookupError if the program never says one."""

    def bold(match: re.Match[str]) -> str:
        label = label_in(match[1], lang, game)
        if label is None:
            raise LookupError(f"The program never says “{match[1]}”.")
        return f"**{label}**"

    return _NAME.sub(bold, text)


def label_in(label: str, lang: str, game: str = "") -> str | None:
    """What the program says in this language where it says `label` in English; None if it never says that."""
    spoken = catalogue(in_game(lang, game))
    if label in english_texts() or label == "?":
        return spoken.gettext(label)
    for text in _texts_with_places():
        match = _match(text, label)
        if match is not None:
            inside = {key: label_in(value, lang, game) or value for key, value in match.groupdict().items()}
            return spoken.gettext(text) % inside
    return None


@cache
def _texts_with_places() -> list[str]:
    """The texts with places for a name or number, those with most words of their own first."""
    placed = [text for text in english_texts() if _PLACE.search(text) and len(_PLACE.sub("", text)) > _FEWEST_LETTERS]
    return sorted(placed, key=lambda text: (-len(_PLACE.sub("", text)), text))


def _match(text: str, label: str) -> re.Match[str] | None:
    parts = _PLACE.split(text)  # words, name, words, name, words
    if not all(words in label for words in parts[::2]):
        return None
    pattern = "".join(f"(?P<{part}>.+)" if i % 2 else re.escape(part) for i, part in enumerate(parts))
    return re.fullmatch(pattern, label)
