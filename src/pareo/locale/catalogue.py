"""Every text in the reader's language, from the gettext catalogues `{es,pt,it}.po`.

English is the key of every text, and is said where a catalogue has nothing else. `make texts` collects the texts of
the code, the templates and the rulesets. Each catalogue is read once, when it is first needed.

What a game's documents call otherwise (a bye is a “pase automático” in Pokémon, a “descanso” in Scrabble) stands in
`game_words.py`, and is said in a language like “es@pokemon”.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

from pareo.core.text.errors import NotFound, PareoError
from pareo.core.text.languages import LANGUAGES, base_language
from pareo.core.text.messages import Note
from pareo.locale.game_words import WORDS

_POD_PARAMS = ("pod", "pods", "division")  # places of a sentence in which ids of pods and divisions stand
_ACCOUNT_PARAMS = (
    "who",
    "actor",
)  # places of the account of the first start, which has no name but its role
Namer = Callable[[str], str]


class Catalogue:
    """The texts of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = base_language(lang)
        self._one, self._many = _read(lang)

    def gettext(self, text: str) -> str:
        return self._one.get(text) or self._many.get(text, (text,))[0]

    def ngettext(self, one: str, many: str, count: float) -> str:
        forms = self._many.get(one)
        if forms is None:
            return one if count == 1 else many
        return forms[0] if count == 1 else forms[-1]

    def pgettext(self, context: str, text: str) -> str:
        """A text as it is said in one place (on paper: short); as everywhere, if that place has no words of its own."""
        return self._one.get(f"{context}\x04{text}") or self.gettext(text)

    def sentence(self, problem: PareoError, pod_name: Namer = str) -> str:
        """What an error says, in this language; `pod_name` gives the ids of pods and divisions their names."""
        return self.gettext(problem.sentence).format(**self._texts_of(problem.params, pod_name))

    def note(self, note: str, pod_name: Namer = str) -> str:
        """What a note says, in this language, with the notes inside it; a text that is no note stays as it is."""
        if not isinstance(note, Note):
            return note
        sentence = (
            self.ngettext(note.sentence, note.many, note.params["count"]) if note.many else self.gettext(note.sentence)
        )
        return sentence.format(**self._texts_of(note.params, pod_name, parts=note.code == "joined"))

    def _texts_of(self, params: Mapping[str, Any], pod_name: Namer, *, parts: bool = False) -> dict[str, Any]:
        texts = dict(params)
        for key, value in params.items():
            if isinstance(value, Note):
                texts[key] = self.note(value, pod_name)
            elif isinstance(value, PareoError):
                texts[key] = self.sentence(value, pod_name)
            elif key in _ACCOUNT_PARAMS and value == "owner":
                texts[key] = self.gettext(value)
            elif isinstance(value, str) and (parts or key in _POD_PARAMS):
                texts[key] = ", ".join(map(pod_name, value.split(", ")))
        return texts


def known_language(lang: str) -> str:
    """The language, if we speak it."""
    if base_language(lang) not in LANGUAGES:
        raise NotFound(
            "language-unknown",
            "There is no language {lang}; there are: {valid}",
            lang=lang[:20],
            valid=", ".join(LANGUAGES),
        )
    return lang


@cache
def catalogue(lang: str) -> Catalogue:
    """The texts of this language, if we speak it."""
    return Catalogue(known_language(lang))


@cache
def in_game(lang: str, game: str) -> str:
    """The language as it is spoken around this game; the language itself, if the game has no words of its own in it."""
    return f"{base_language(lang)}@{game}" if (game, base_language(lang)) in WORDS else base_language(lang)


def _in_words_of(lang: str, game: str) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    one, many = _read(lang)
    if lang == "en":  # every text there is, from the catalogue of another language
        one = {text: text for text in _read("es")[0] if "\x04" not in text}
    for word in WORDS[game, lang]:
        one = {key: word.apply(key.split("\x04")[-1], text) for key, text in one.items()}
        many = {key: tuple(word.apply(key, text) for text in texts) for key, texts in many.items()}
    return one, many


@cache
def _read(lang: str) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Texts by their English, after their context if they have one; plural forms by the English singular."""
    one: dict[str, str] = {}
    many: dict[str, tuple[str, ...]] = {}
    if "@" in lang:
        return _in_words_of(*lang.split("@"))
    if lang == "en":
        return one, many
    from babel.messages.pofile import read_po  # noqa: PLC0415  # most commands speak English and need no Babel

    for message in read_po(BytesIO(files("pareo.locale").joinpath(f"{lang}.po").read_bytes()), locale=lang):
        if not message.id or message.fuzzy or not message.string:
            continue
        if isinstance(message.id, tuple):
            many[message.id[0]] = tuple(message.string)
        else:
            one[f"{message.context}\x04{message.id}" if message.context else str(message.id)] = str(message.string)
    return one, many
