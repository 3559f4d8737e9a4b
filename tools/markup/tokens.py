"""What a template is made of, and what stands beside each piece."""

from __future__ import annotations

import re
from dataclasses import dataclass

BLOCKS = frozenset(
    (
        "!doctype",
        "html",
        "head",
        "body",
        "title",
        "meta",
        "link",
        "script",
        "style",
        "header",
        "footer",
        "main",
        "nav",
        "section",
        "article",
        "aside",
        "div",
        "p",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "table",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "td",
        "th",
        "caption",
        "col",
        "colgroup",
        "form",
        "fieldset",
        "legend",
        "details",
        "summary",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "figure",
        "figcaption",
        "hr",
        "br",
        "option",
        "optgroup",
        "datalist",
        "dialog",
        "template",
        "noscript",
        "pre",
        "svg",
        "g",
        "path",
        "rect",
        "line",
        "circle",
        "text",
    )
)
VOID = frozenset(("!doctype", "meta", "link", "input", "img", "br", "hr", "col", "wbr"))
VERBATIM = frozenset(("script", "style", "pre", "textarea"))
NEVER_NESTED = {"td": ("td", "th"), "th": ("td", "th"), "tr": ("tr", "td", "th"), "li": ("li",), "option": ("option",)}
OPENERS = frozenset(("if", "for", "block", "macro", "call", "filter", "with", "autoescape"))
BRANCHES = frozenset(("elif", "else"))
HIDDEN = re.compile(r"\{\{ (parts\.)?csrf\(\) \}\}")  # a hidden field: whitespace beside it is whitespace beyond it

HARD, SPACE, BLOCK = 0, 1, 2  # what stands beside a gap, the worst of all ways the page can be made


@dataclass(slots=True)
class Token:
    """A piece that is never split by whitespace that shows. `before` and `after`: None means “as what is beyond it”."""

    kind: str  # text, raw, expr, stmt, trans, comment, open (“<a”), attr, end (“>”), close (“</a>”)
    text: str
    name: str = ""
    before: int | None = HARD
    after: int | None = HARD

    @property
    def jinja(self) -> bool:
        return self.kind in ("stmt", "trans", "comment", "expr")

    @property
    def trims(self) -> bool:
        """Does a newline after it vanish, and the indentation before it?"""
        return self.kind in ("stmt", "trans", "comment")

    @property
    def verbatim(self) -> bool:
        """The content of a pre or textarea, with its closing tag."""
        return self.kind == "raw" and bool(self.name)
