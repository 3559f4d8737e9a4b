"""The catalogues compiled: from `*.po` and `terms.toml` to the `.mo` files that `catalogue.py` reads.

    python -m pareo.locale.build

Sources, each with only what differs from the one before it: `es.po` has every text, `es_419.po` those of a region,
`es@chess.po` those that one game says in another way altogether. Compiled, a catalogue
of a region or a game holds what differs from its language, with the terms of the game filled in, so that reading one
is reading two files and nothing else. `en.po` has only the texts in which a term is marked.

A package has the compiled files alone (`hatch_build.py`). In a checkout they are made when they are first needed and
again after any change of a source; `SOURCES` beside them says what they were made from.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from pareo.core.model.games import GAMES
from pareo.core.text.languages import LANGUAGES, parent_language
from pareo.locale.mo_files import CONTEXT_END, Messages, write_mo
from pareo.locale.terms import expand

FOLDER = Path(__file__).parent
COMPILED = FOLDER / "compiled"
_SOURCES = "SOURCES"


def main() -> None:
    """Compiles every catalogue into the folder beside this module."""
    write_catalogues(compile_catalogues())


def is_current() -> bool:
    """Were the compiled catalogues made from the sources as they are now?"""
    made_from = COMPILED / _SOURCES
    return made_from.is_file() and made_from.read_text(encoding="ascii") == _digest()


def compile_catalogues() -> dict[str, bytes]:
    """Every catalogue by its language, “es”, “es-419”, “es@pokemon” …; those that say nothing new are left out."""
    sources = {path.stem: source_messages(path) for path in FOLDER.glob("*.po")}
    every: dict[str, Messages] = {}
    for lang in LANGUAGES:
        parent = parent_language(lang)
        for game in ("", *GAMES):
            name = f"{lang}@{game}" if game else lang
            known = _english(sources) if parent == "en" else Messages() if name == parent else every[parent]
            differing = _spoken(sources, lang, game).without(known)
            if (differing.one or differing.many) and differing != every.get(lang):
                every[name] = differing
    return {name: write_mo(messages) for name, messages in every.items()}


def write_catalogues(compiled: Mapping[str, bytes]) -> None:
    """Puts the compiled catalogues into their folder, each in one step: another process may be reading them."""
    COMPILED.mkdir(exist_ok=True)
    digest = _digest()
    for stale in COMPILED.glob("*.mo"):
        if stale.stem not in compiled:
            stale.unlink(missing_ok=True)
    for name, data in compiled.items():
        _replace(COMPILED / f"{name}.mo", data)
    _replace(COMPILED / _SOURCES, digest.encode("ascii"))


def source_messages(path: Path) -> Messages:
    """The messages of a `.po` file, terms still marked; unsure ones are left out."""
    from babel.messages.pofile import read_po  # noqa: PLC0415  # only to compile: reading a catalogue needs no Babel

    one: dict[str, str] = {}
    many: dict[tuple[str, str], tuple[str, ...]] = {}
    for message in read_po(BytesIO(path.read_bytes()), locale=path.stem.partition("@")[0]):
        if not message.id or message.fuzzy or not message.string:
            continue
        before = f"{message.context}{CONTEXT_END}" if message.context else ""
        if isinstance(message.id, tuple):
            many[before + message.id[0], message.id[1]] = tuple(message.string)
        else:
            one[f"{before}{message.id}"] = str(message.string)
    return Messages(one, many)


def _spoken(sources: Mapping[str, Messages], lang: str, game: str) -> Messages:
    """All that is said in a language around a game, with the game's terms."""
    parent = parent_language(lang)
    names = [parent, lang, *([f"{parent}@{game}", f"{lang}@{game}"] if game else [])]
    messages = Messages()
    for name in dict.fromkeys(names):
        messages |= sources.get(name.replace("-", "_"), Messages())
    return Messages(
        {key: expand(text, parent, game) for key, text in messages.one.items()},
        {key: tuple(expand(text, parent, game) for text in texts) for key, texts in messages.many.items()},
    )


def _english(sources: Mapping[str, Messages]) -> Messages:
    """Every English text that has words of a game, as the code says it."""
    said = sources.get("en", Messages())
    return Messages({key: key.rpartition(CONTEXT_END)[2] for key in said.one}, {key: key for key in said.many})


def _digest() -> str:
    digest = hashlib.sha256()
    for path in sorted([*FOLDER.glob("*.po"), *FOLDER.glob("*.toml"), *FOLDER.glob("*.py")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _replace(path: Path, data: bytes) -> None:
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        new.write_bytes(data)
        new.replace(path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            new.unlink()


if __name__ == "__main__":
    main()
