"""The formatter of the templates: lines that fit, a page that stays the same, and every template format_template."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import Environment

from markup.layout import Changed, compare, format_template
from markup.reading import Reader
from support.paths import ROOT

TEMPLATES = ROOT / "src" / "pareo" / "pages" / "templates"
LONG = "a sentence that is much longer than any line of a template may be, " * 3


def render(source: str, **values: object) -> str:
    return Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(source).render(**values)


def visible_text(page: str) -> str:
    """As a browser has it: whitespace is one space, and nothing at the edges of a paragraph or at the end of a tag."""
    return re.sub(r" ?(</?p>) ?| (?=>)", r"\1", " ".join(page.split()))


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda p: str(p.relative_to(TEMPLATES)))
def test_every_template_is_formatted(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert format_template(source) == source
    assert [line for line in source.splitlines() if len(line) > 120] == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('<div class="note"><p>{{ said }}</p></div>', ['<div class="note">', "  <p>{{ said }}</p>", "</div>"]),
        (
            "<ul>{% for x in xs %}<li>{{x}}</li>{%endfor%}</ul>",
            ["<ul>", "  {% for x in xs %}", "    <li>{{ x }}</li>", "  {% endfor %}", "</ul>"],
        ),
        ("<p>one  <b>two</b>\nthree</p>", ["<p>one <b>two</b> three</p>"]),
        ("<p>{%- if x -%} one {%- endif -%} two</p>", ["<p>{% if x %}one{% endif %}two</p>"]),
        ("<tr><td>{{ a }}<td>{{ b }}</tr>", ["<tr>", "  <td>{{ a }}", "  <td>{{ b }}", "</tr>"]),
        (
            '<form>{{ parts.csrf() }}<input type="hidden" name="a"><p>x</p></form>',
            ["<form>", "  {{ parts.csrf() }}", '  <input type="hidden" name="a">', "  <p>x</p>", "</form>"],
        ),
        (
            '<div class="row"><a href="/">{{ a }}</a><b>{{ b }}</b></div>',
            ['<div class="row"><a href="/">{{ a }}</a><b>{{ b }}</b></div>'],
        ),
    ],
)
def test_layout(source: str, lines: list[str]) -> None:
    assert format_template(source).splitlines() == lines


@pytest.mark.parametrize(
    "source",
    [
        "<p>" + "{% if x %}<b>{{ x }}</b>{% else %}<i>none</i>{% endif %}," * 4 + "</p>",
        "{% macro m() %}<b>{{ x }}</b>{% endmacro %}<p>[{{ m() }}]" + "{{ x }}{% if not x %}!{% endif %}" * 9 + "</p>",
        "<p>{% for i in (1, 2) %}<i>"
        + "{{ i }}{{ x }}" * 12
        + "</i>{% if not loop.last %},{% endif %}{% endfor %}</p>",
        "<pre>\n  {{ x }}\n\n   as it stands</pre>",
        '<p><a href="/{{ x }}" class="' + "c " * 40 + '"{% if x %} hidden{% endif %}>{{ x }}</a>, {{ x }}</p>',
        "<p>" + "<b>word</b>" * 30 + "</p>",
    ],
)
@pytest.mark.parametrize("x", ["", "here"])
def test_whitespace_shows_exactly_where_it_did(source: str, x: str) -> None:
    laid = format_template(source)
    assert laid == format_template(laid)
    assert visible_text(render(laid, x=x)) == visible_text(render(source, x=x))
    if "<pre>" in source:
        assert render(laid, x=x) == render(source, x=x)


def test_a_long_sentence_is_one_text_on_several_lines() -> None:
    source = '<p title="{{ _("' + LONG + '") }}">{{ _("' + LONG + '", name=x) }}</p>'
    laid = format_template(source)
    assert max(map(len, laid.splitlines())) <= 120
    said = render(laid, _=lambda text, **_: text, x="")
    assert said.count(LONG) == 2


@pytest.mark.parametrize("other", ["<p>one<b>two</b></p>", "<p>one <b>2</b></p>", "<p>one <b>two</b></p>{{ x }}"])
def test_a_changed_page_is_refused(other: str) -> None:
    with pytest.raises(Changed):
        compare(Reader("<p>one <b>two</b></p>"), Reader(other))
