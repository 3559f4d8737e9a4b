"""Every text in the reader's language, from the compiled gettext catalogues (`build.py` makes them of `*.po`).

English is the key of every text, and is said where a catalogue has nothing else. `make texts` collects the texts of
the code, the templates and the rulesets. Each catalogue is read once, when it is first needed.

What a game's documents call otherwise (a bye is a “pase automático” in Pokémon, a “descanso” in Scrabble) is said in a
language like “es@pokemon”; `terms.toml` has the words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from pareo.core.text.errors import NotFound, PareoError
from pareo.core.text.languages import DOCUMENT_LANGUAGES, LANGUAGES, base_language, parent_language
from pareo.core.text.messages import Note
from pareo.locale.mo_files import CONTEXT_END, Messages, read_mo

_POD_PARAMS = ("pod", "pods", "division")  # places of a sentence in which ids of pods and divisions stand
_ACCOUNT_PARAMS = (
    "who",
    "actor",
)  # places of the account of the first start, which has no name but its role
Namer = Callable[[str], str]
_HERE = files("pareo.locale")


class Catalogue:
    """The texts of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = base_language(lang)
        messages = read_messages(lang)
        self._one = messages.one
        self._many = {singular: forms for (singular, _), forms in messages.many.items()}

    def gettext(self, text: str) -> str:
        return self._one.get(text) or self._many.get(text, (text,))[0]

    def ngettext(self, one: str, many: str, count: float) -> str:
        forms = self._many.get(one)
        if forms is None:
            return one if count == 1 else many
        return forms[0] if count == 1 else forms[-1]

    def pgettext(self, context: str, text: str) -> str:
        """A text as it is said in one place (on paper: short); as everywhere, if that place has no words of its own."""
        return self._one.get(f"{context}{CONTEXT_END}{text}") or self.gettext(text)

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
            "There is no language {lang}. Choose one of: {valid}.",
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
    spoken = f"{base_language(lang)}@{game}"
    return spoken if _compiled(spoken) else base_language(lang)


@cache
def english_texts() -> frozenset[str]:
    """Every text there is, without its context, from the catalogue of another language; of plurals none."""
    return frozenset(text for text in read_messages("es").one if CONTEXT_END not in text)


def read_messages(lang: str) -> Messages:
    """All that a language says, such as “es-419@pokemon”: its parent's texts, and in their place those of its own."""
    parent = parent_language(lang)
    return _messages(parent) if lang == parent else _messages(parent) | _messages(lang)


@cache
def _messages(name: str) -> Messages:
    data = _compiled(name)
    return read_mo(data) if data else Messages()


def _compiled(name: str) -> bytes:
    """A compiled catalogue; nothing if English, a region or a game has no words of its own."""
    made = _made_here()
    if made is not None:
        return made.get(name, b"")
    file = _HERE.joinpath("compiled", f"{name}.mo")
    return file.read_bytes() if file.is_file() or name in DOCUMENT_LANGUAGES[1:] else b""


@cache
def _made_here() -> Mapping[str, bytes] | None:
    """The catalogues of a checkout whose folder cannot be written; else None: then the files are there and current."""
    if not _HERE.joinpath("terms.toml").is_file():  # a package: it was built with its compiled catalogues alone
        return None
    from pareo.locale import build  # noqa: PLC0415

    if build.is_current():
        return None
    made = build.compile_catalogues()
    try:
        build.write_catalogues(made)
    except OSError:
        return made
    return None
