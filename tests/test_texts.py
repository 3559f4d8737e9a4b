"""Every text can be translated and is: catalogues without gaps, templates that compile and hold no bare text."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog

from pareo.core.words.languages import LANGUAGES
from pareo.web.render import environment
from where import ROOT

TEMPLATES = ROOT / "src" / "pareo" / "web" / "templates"
# Names of things that are the same in every language, and columns of files that are typed as they stand.
SAME_EVERYWHERE = {"Pareo", "kB", "min", "CSV", "PDF", "SHA-256", "(TOM)"}
TYPED = re.compile(r"^[a-z0-9_]+(, [a-z0-9_]+)+$|^[?&]?[a-z]+=$|^aria-")  # columns, parts of addresses, attributes
NO_TEXT = (r"\{% block \w*class %\}.*?\{% endblock %\}", r"\{#.*?#\}", r"\{%-?\s*trans\b.*?endtrans\s*-?%\}",
           r"\{\{.*?\}\}", r"\{%.*?%\}", r"<!--.*?-->")


def load_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pareo_texts_tool", ROOT / "tools" / "texts.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


TOOL = load_tool()


@pytest.fixture(scope="module")
def texts() -> Catalog:
    found = TOOL.collect()
    assert isinstance(found, Catalog)
    return found


@pytest.mark.parametrize("lang", sorted(set(LANGUAGES) - {"en"}))
def test_the_catalogue_is_complete(lang: str, texts: Catalog) -> None:
    found = TOOL.problems(lang, texts)
    assert not found, "\n".join(found[:40])


def test_the_check_finds_every_sort_of_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    template = Catalog()
    for text in ("here", "not there", "{a} wins", "empty"):
        template.add(text)
    (tmp_path / "es.po").write_text(
        'msgid "here"\nmsgstr "aquí"\n\nmsgid "{a} wins"\nmsgstr "gana {b}"\n\nmsgid "empty"\nmsgstr ""\n\n'
        'msgid "gone"\nmsgstr "se fue"\n', encoding="utf-8")
    monkeypatch.setattr(TOOL, "LOCALE", tmp_path)
    found = TOOL.problems("es", template)
    assert sorted(line.split(":")[1].strip() for line in found) == ["missing", "other places", "stale", "untranslated"]
    assert TOOL.problems("it", template) == ["it: no catalogue"]


@pytest.mark.parametrize("text", [
    "{count} rematch", "Round {number} of {pod}", "is not in it", "the round has already started", "game-loss",
    "requested-bye", "{where}: a player needs a name.", "birth_year",
    "Joins pod {pod} from round {first}: takes {losses}.",
])
def test_pieces_of_sentences_are_collected(text: str, texts: Catalog) -> None:
    assert texts.get(text) is not None


@pytest.mark.parametrize("lang", sorted(LANGUAGES))
def test_every_template_compiles_in_every_language(lang: str) -> None:
    env = environment(lang)
    names = env.list_templates(extensions=["html"])
    assert len(names) > 30
    for name in names:
        env.get_template(name)


def bare_text(source: str) -> list[str]:
    """What is left of a template without comments, gettext blocks, expressions and tags: letters there are English."""
    for pattern in NO_TEXT:
        source = re.sub(pattern, "\0", source, flags=re.S)
    source = re.sub(r"<[a-zA-Z/!][^>]*>", "\n", source)
    parts = (part.strip(" ·&?") for part in re.split(r"[\n\0]", re.sub(r"&\w+;", "", source)))
    return [part for part in parts if re.search(r"[^\W\d_]{2,}", part) and part not in SAME_EVERYWHERE
            and not TYPED.match(part)]


def test_bare_text_is_seen() -> None:
    page = '<p class="x">Hello {{ name }}</p>{% trans %}Good{% endtrans %}<b>{{ _("Fine") }}</b>'
    assert bare_text(page) == ["Hello"]


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda p: str(p.relative_to(TEMPLATES)))
def test_no_template_has_text_outside_gettext(path: Path) -> None:
    assert bare_text(path.read_text(encoding="utf-8")) == []
