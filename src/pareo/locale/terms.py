"""The words of each game: one record per term in `terms.toml`, and the places in translations where they are said.

A translation marks a term by the words that are said without a game, in double brackets: “Tiene [[un descanso]].” is
“Tiene un pase automático.” in Pokémon, if the record of the term says so, and “Tiene un descanso.” elsewhere. Only what
is marked changes; a marked phrase that no record has is an error. A capital letter at the beginning stays one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pareo.core.model.games import GAMES

LANGUAGES_WITH_TERMS = ("en", "es", "pt", "it")
_MARKED = re.compile(r"\[\[(.*?)\]\]")


class UnknownTerm(ValueError):
    """A translation marks a phrase that no record of `terms.toml` has in that language."""


@dataclass(frozen=True, slots=True)
class GameTerm:
    """One thing that the documents name: its words by language and game."""

    id: str
    source: str  # the documents, or whose use it is
    words: Mapping[str, tuple[str, ...]]  # by language, as they are said without a game; the word itself first
    phrases: Mapping[str, Mapping[str, Mapping[str, str]]]  # by language: those that a game says otherwise
    avoided: Mapping[str, tuple[str, ...]]  # by language: what no text says for it

    def said(self, lang: str, game: str) -> list[str]:
        """The words of this term around a game, in the order of `words`. They may hold another term, marked."""
        return [self.phrases[lang].get(word, {}).get(game) or expand(word, lang, game) for word in self.words[lang]]


@cache
def terms() -> tuple[GameTerm, ...]:
    """Every record, in the order of the file."""
    table = tomllib.loads(files("pareo.locale").joinpath("terms.toml").read_text(encoding="utf-8"))
    return tuple(_term(name, record) for name, record in table.items())


def _term(name: str, record: Mapping[str, Any]) -> GameTerm:
    fields = {"source", "not", *LANGUAGES_WITH_TERMS}
    if set(record) - fields:
        raise ValueError(f"terms.toml: {name} has an entry that is not one of {', '.join(sorted(fields))}")
    phrases: dict[str, Mapping[str, Mapping[str, str]]] = {}
    words: dict[str, tuple[str, ...]] = {}
    for lang in LANGUAGES_WITH_TERMS:
        said = record.get(lang, [])
        words[lang] = tuple(said)
        phrases[lang] = said if isinstance(said, dict) else {}
        if any(set(by_game) - set(GAMES) for by_game in phrases[lang].values()):
            raise ValueError(f"terms.toml: {name}.{lang} has words for a game that is not one of {', '.join(GAMES)}")
    avoided = {lang: tuple(never) for lang, never in record.get("not", {}).items()}
    return GameTerm(name, record.get("source", ""), words, phrases, avoided)


@cache
def words_by_game(lang: str) -> Mapping[str, Mapping[str, str]]:
    """Every phrase that may be marked in this language, with the words of each game that has its own."""
    found: dict[str, Mapping[str, str]] = {}
    for term in terms():
        for phrase, by_game in term.phrases[lang].items():
            if phrase in found:
                raise ValueError(f"terms.toml: “{phrase}” ({lang}) is in two terms")
            found[phrase] = by_game
    return found


def marked_phrases(text: str) -> list[str]:
    """The phrases that a translation marks."""
    return _MARKED.findall(text)


def expand(text: str, lang: str, game: str = "") -> str:
    """The text in the words of a game; without a game, the marks alone go."""
    if "[[" not in text:
        return text
    words = words_by_game(lang)

    def word(match: re.Match[str]) -> str:
        phrase = match[1]
        by_game = words.get(phrase)
        if by_game is not None:
            return by_game.get(game, phrase)
        by_game = words.get(phrase[:1].lower() + phrase[1:])
        if by_game is None:
            raise UnknownTerm(f"“[[{phrase}]]” is in no record of terms.toml ({lang}): {text}")
        own = by_game.get(game, phrase)
        return own[0].upper() + own[1:]

    return _MARKED.sub(word, text)
