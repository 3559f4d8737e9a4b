"""Every text can be translated and is: catalogues without gaps, templates that compile and hold no bare text."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from pareo.core.text.languages import DOCUMENT_LANGUAGES, LANGUAGES
from pareo.pages.render import environment
from support.paths import ROOT

SOURCE = ROOT / "src" / "pareo"
TEMPLATES = SOURCE / "pages" / "templates"
TRANSLATED = sorted(set(DOCUMENT_LANGUAGES) - {"en"})  # a region's catalogue has only what differs
# Names of things that are the same in every language, and columns of files that are typed as they stand.
SAME_EVERYWHERE = {"Pareo", "kB", "min", "CSV", "PDF", "SHA-256", "(TOM)"}
TYPED = re.compile(r"^[a-z0-9_]+(, [a-z0-9_]+)+,?$|^[?&]?[a-z]+=$|^aria-")  # columns, parts of addresses, attributes
OTHER_CUTS = re.compile(
    r"\{cut\}|%\(cut\)s|, cut [12]\b|[Cc]ut (them|out|stacks)|to be cut|are cut at|lost or cut"
    r"|swiss\+cut|day2 or cut|never, cut|^(Top )?cut$|^Choice: .*|^Swiss rounds and a cut$"
)
NO_TEXT = (
    r"\{% block \w*class %\}.*?\{% endblock %\}",
    r"\{#.*?#\}",
    r"\{%-?\s*trans\b.*?endtrans\s*-?%\}",
    r"\{\{.*?\}\}",
    r"\{%.*?%\}",
    r"<!--.*?-->",
)


def key(message: Message) -> tuple[str, str]:
    """The text in English (of a plural: for one), and where it is said."""
    return message.id if isinstance(message.id, str) else message.id[0], message.context or ""


def places(text: str) -> set[str]:
    """The named places of a text: {name} and %(name)s."""
    return set(re.findall(r"\{(\w+)\}", text)) | set(re.findall(r"%\((\w+)\)s", text))


def problems(lang: str, template: Catalog, folder: Path) -> list[str]:
    """What is missing, stale or untranslated in a language, and places that do not agree."""
    have = {key(m): m for m in read_po(BytesIO((folder / f"{lang}.po").read_bytes()), locale=lang) if m.id}
    want = {key(m) for m in template if m.id}
    found = [f"missing: {text}" for text in want - set(have)] + [f"stale: {text}" for text in set(have) - want]
    found += [f"unsure, so English is said: {text}" for text, message in have.items() if message.fuzzy]
    for text, message in have.items():
        for string in [message.string] if isinstance(message.string, str) else message.string:
            if not string:
                found.append(f"untranslated: {text}")
            elif places(text[0]) - {"num"} != places(string) - {"num"}:
                found.append(f"other places: {text} → {string}")
    return found


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """What `make texts` collects."""
    found = tmp_path_factory.mktemp("texts") / "texts.pot"
    CommandLineInterface().run(  # type: ignore[no-untyped-call]
        ["pybabel", "-q", "extract", "-F", str(ROOT / "pyproject.toml"), "-o", str(found), str(SOURCE)]
    )
    return read_po(BytesIO(found.read_bytes()))


def test_what_follows_the_swiss_is_a_play_off(texts: Catalog) -> None:
    """“Cut” is what one does with paper and with tie-breaks; values that are typed, and names of documents, stay."""
    said = [one for m in texts if m.id for one in ([m.id] if isinstance(m.id, str) else m.id)]
    wrong = [text for text in said if re.search(r"\bcuts?\b", OTHER_CUTS.sub("", text), re.I)]
    assert wrong == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_the_catalogue_is_complete(lang: str, texts: Catalog) -> None:
    found = problems(lang, texts, SOURCE / "locale")
    assert not found, "\n".join(found[:40])


def test_the_check_finds_every_sort_of_gap(tmp_path: Path) -> None:
    template = Catalog()
    for text in ("here", "not there", "{a} wins", "empty", "perhaps"):
        template.add(text)
    template.add("here", context="paper")
    (tmp_path / "es.po").write_text(
        'msgid "here"\nmsgstr "aquí"\n\nmsgid "{a} wins"\nmsgstr "gana {b}"\n\nmsgid "empty"\nmsgstr ""\n\n'
        'msgid "gone"\nmsgstr "se fue"\n\n#, fuzzy\nmsgid "perhaps"\nmsgstr "quizá"\n',
        encoding="utf-8",
    )
    found = problems("es", template, tmp_path)
    assert sorted(line.split(":")[0] for line in found) == [
        "missing",
        "missing",
        "other places",
        "stale",
        "unsure, so English is said",
        "untranslated",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "{count} rematch",
        "Round {number} of {pod}",
        "is not in it",
        "the round has already started",
        "game-loss",
        "requested-bye",
        "{where}a player needs a name.",
        "birth_year",
        "Joins {pod} from round {first} with {losses}.",
    ],
)
def test_pieces_of_sentences_are_collected(text: str, texts: Catalog) -> None:
    assert texts.get(text) is not None


@pytest.mark.parametrize("lang", sorted(LANGUAGES))
def test_every_template_compiles_in_every_language(lang: str) -> None:
    env = environment(lang)
    names = env.list_templates(extensions=["html"])
    assert len(names) > 30
    for name in names:
        env.get_template(name)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_what_a_template_says_can_be_filled_in(lang: str, texts: Catalog) -> None:
    """Templates fill in every text, also those without a place: a percent sign alone would be a page that fails."""
    said = {key(m) for m in texts if m.id and any(str(file).endswith(".html") for file, _ in m.locations)}
    assert len(said) > 1000
    for message in read_po(BytesIO((SOURCE / "locale" / f"{lang}.po").read_bytes()), locale=lang):
        if message.id and key(message) in said:
            strings = [message.string] if isinstance(message.string, str) else message.string
            for string in strings:
                assert string % dict.fromkeys(places(string), 0), string


def bare_text(source: str) -> list[str]:
    """What is left of a template without comments, gettext blocks, expressions and tags: letters there are English."""
    for pattern in NO_TEXT:
        source = re.sub(pattern, "\0", source, flags=re.S)
    source = re.sub(r"<[a-zA-Z/!][^>]*>", "\n", source)
    parts = (part.strip(" ·&?") for part in re.split(r"[\n\0]", re.sub(r"&\w+;", "", source)))
    return [
        part
        for part in parts
        if re.search(r"[^\W\d_]{2,}", part) and part not in SAME_EVERYWHERE and not TYPED.match(part)
    ]


def test_bare_text_is_seen() -> None:
    page = '<p class="x">Hello {{ name }}</p>{% trans %}Good{% endtrans %}<b>{{ _("Fine") }}</b>'
    assert bare_text(page) == ["Hello"]


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda p: str(p.relative_to(TEMPLATES)))
def test_no_template_has_text_outside_gettext(path: Path) -> None:
    assert bare_text(path.read_text(encoding="utf-8")) == []
