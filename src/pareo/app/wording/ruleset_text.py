"""A ruleset as a page for a terminal: the sections of `ruleset_sections.py`, at most 100 characters wide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from pareo.app.wording.ruleset_sections import RuleLine, RulesetSection, RuleTable, ruleset_sections
from pareo.core.model.games import game_of
from pareo.core.model.ruleset import Ruleset
from pareo.core.text.messages import title
from pareo.locale.catalogue import Catalogue, catalogue, in_game

WIDTH = 100


def describe(ruleset: Ruleset, lang: str = "en") -> str:
    """The ruleset in words and tables, in the language and in the words of its game."""
    texts = catalogue(in_game(lang, game_of(ruleset)))
    head = f"{texts.gettext(ruleset.title)} ({ruleset.id})"
    first, *others = ruleset_sections(ruleset)
    parts = [
        [head, "=" * len(head), *_lines_of(texts, first)],
        *([*_heading(texts, section), *_lines_of(texts, section)] for section in others),
    ]
    return "\n\n".join(map("\n".join, parts)) + "\n"


def _heading(texts: Catalogue, section: RulesetSection) -> Iterable[str]:
    name = texts.note(section.title)
    yield name + _cited(texts, section.cite)
    yield "-" * len(name)


def _cited(texts: Catalogue, cite: str) -> str:
    return f" [{texts.note(title(cite))}]" if cite else ""


def _lines_of(texts: Catalogue, section: RulesetSection) -> Iterable[str]:
    for part in section.parts:
        if isinstance(part, RuleTable):
            yield from _columns([[texts.note(cell) for cell in row] for row in part.rows])
        else:
            yield from _wrapped(texts, part)


def _wrapped(texts: Catalogue, line: RuleLine) -> list[str]:
    mark = f"  {line.place}. " if line.place else "- " if line.listed else ""
    text = texts.note(line.text) + _cited(texts, line.cite)
    indent = " " * len(mark) if mark else "  "
    return wrap(text, WIDTH, initial_indent=mark, subsequent_indent=indent, break_on_hyphens=False)


def _columns(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    for row in rows:
        yield "  " + "   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
