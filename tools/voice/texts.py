"""Every text that the lint reads, one `Text` for each message, paragraph or option: catalogues, pages, guide, help."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import click
from babel.messages.pofile import read_po

from pareo.cli.program import PROGRAM_NAME, program
from pareo.core.text.languages import DOCUMENT_LANGUAGES
from pareo.locale.terms import expand

ROOT = Path(__file__).resolve().parents[2]
LOCALE = Path("src/pareo/locale")
GUIDE = Path("src/pareo/web/guide")
_FENCE = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
_WORDS_TABLE = re.compile(r"^\|.*\| not \|\n(?:\|.*\n)*", re.MULTILINE)  # names banned words on purpose
_ITEM = re.compile(r"^\s*(?:[-*|#]|\d+\.)")
_UNREAD = re.compile(r"`[^`]*`|\]\([^)]*\)|<!--.*?-->", re.DOTALL)  # code, addresses of links, comments


@dataclass(frozen=True, slots=True)
class Text:
    """One text that people read; `kind` is catalogue, document or help."""

    place: str
    lang: str
    kind: str
    words: str


def catalogue_texts(lang: str, data: bytes, place: str) -> Iterator[Text]:
    """The texts of one .po file in its language; for "en" the English ones, which are its keys."""
    for message in read_po(BytesIO(data)):
        if not message.id:
            continue  # the file's own header
        said = message.id if lang == "en" else message.string
        for words in (said,) if isinstance(said, str) else said or ():
            if words:
                yield Text(f"{place}:{message.lineno}", lang, "catalogue", expand(words, lang))


def document_texts(lang: str, source: str, place: str) -> Iterator[Text]:
    """The paragraphs, list items, headings and table rows of a markdown page; code and addresses are left out."""
    prose = _FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), source)
    prose = _WORDS_TABLE.sub(lambda table: "\n" * table[0].count("\n"), prose)
    start, block = 0, ""
    for number, line in enumerate([*prose.splitlines(), ""], start=1):
        if block and (not line.strip() or _ITEM.match(line) or block.startswith("#")):
            yield Text(f"{place}:{start}", lang, "document", _UNREAD.sub("`…`", block))
            block = ""
        if line.strip():
            start = start if block else number
            block = f"{block} {line.strip()}".strip()


def command_texts(command: click.Command, name: str) -> Iterator[Text]:
    """Summary, description and options of one command."""
    places = [(name, (command.help or "").partition("Example:")[0])]
    places += [
        (f"{name} {option.opts[0]}", option.help or "") for option in command.params if isinstance(option, click.Option)
    ]
    for place, words in places:
        if words:
            yield Text(place, "en", "help", _UNREAD.sub("`…`", " ".join(words.split())))


def documents() -> list[Path]:
    """The pages people read. Requirements quote their sources and decisions are a record; both stay as written."""
    pages = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]
    pages += [page for page in sorted((ROOT / "docs").glob("*.md")) if page.name != "decisions.md"]
    return [*pages, ROOT / "packaging" / "README.md"]


def all_texts() -> Iterator[Text]:
    """Everything the lint reads."""
    for lang in DOCUMENT_LANGUAGES:
        catalogues = (ROOT / LOCALE).glob("es.po" if lang == "en" else f"{lang}[._@]*po")  # with regions and games
        for file in sorted(catalogues):
            yield from catalogue_texts(lang, file.read_bytes(), str(file.relative_to(ROOT)))
        for page in sorted((ROOT / GUIDE / lang).glob("*.md")):
            yield from document_texts(lang, page.read_text(encoding="utf-8"), str(page.relative_to(ROOT)))
    for page in documents():
        yield from document_texts("en", page.read_text(encoding="utf-8"), str(page.relative_to(ROOT)))
    yield from _help_texts(click.Context(program, info_name=PROGRAM_NAME), program)


def _help_texts(context: click.Context, command: click.Command) -> Iterator[Text]:
    yield from command_texts(command, context.command_path)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None:
                yield from _help_texts(click.Context(inner, parent=context, info_name=name), inner)
