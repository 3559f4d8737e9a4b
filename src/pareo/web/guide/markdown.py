"""The little of markdown that the guide needs, as HTML: headings, lists, paragraphs, pictures, **bold**, *slanted*,
`typed`, [links](page.md).

Contract: the text is ours, and escaped all the same. Anything else stands as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from markupsafe import Markup, escape

Address = Callable[[str], str]  # what stands in the text → where it leads here

_MARKS = re.compile(
    r"!\[(?P<alt>[^\]]*)\]\((?P<picture>[^)]*)\)|\[(?P<words>[^\]]*)\]\((?P<page>[^)]*)\)|\*\*(?P<bold>.+?)\*\*"
    r"|\*(?P<slanted>[^*]+)\*|`(?P<typed>[^`]+)`"
)
_ITEM = re.compile(r"(?:(?P<number>\d+)\.|-) (?P<text>.*)")


def html(text: str, address: Address) -> Markup:
    """A page of markdown as HTML; `address`: where its links lead."""
    return Markup("\n").join(_block(block, address) for block in _blocks(text))


def title(text: str) -> str:
    """The page's first heading."""
    return text.partition("\n")[0].removeprefix("# ")


def _blocks(text: str) -> Iterator[list[str]]:
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = [line for line in block.splitlines() if line.strip()]
        if lines:
            yield lines


def _block(lines: list[str], address: Address) -> Markup:
    first = lines[0]
    if first.startswith("#"):
        level = min(len(first) - len(first.lstrip("#")), 3)
        return Markup("<h{level}>{text}</h{level}>").format(level=level, text=_inline(first.lstrip("# "), address))
    items = [match for line in lines if (match := _ITEM.fullmatch(line))]
    if len(items) == len(lines):
        rows = Markup("").join(Markup("<li>{}</li>").format(_inline(item["text"], address)) for item in items)
        start = items[0]["number"]
        if start is None:
            return Markup("<ul>{}</ul>").format(rows)
        return Markup('<ol start="{}">{}</ol>').format(start, rows)
    return Markup("<p>{}</p>").format(_inline(" ".join(lines), address))


def _inline(text: str, address: Address) -> Markup:
    parts, at = Markup(""), 0
    for mark in _MARKS.finditer(text):
        parts += escape(text[at : mark.start()]) + _mark_html(mark, address)
        at = mark.end()
    return parts + escape(text[at:])


def _mark_html(mark: re.Match[str], address: Address) -> Markup:
    kind = mark.lastgroup
    if kind == "picture":
        return Markup('<img src="{}" alt="{}" loading="lazy">').format(address(mark["picture"]), mark["alt"])
    if kind == "page":
        return Markup('<a href="{}">{}</a>').format(address(mark["page"]), mark["words"])
    tag = {"bold": "b", "slanted": "em", "typed": "code"}[str(kind)]
    return Markup("<{tag}>{text}</{tag}>").format(tag=tag, text=mark[str(kind)])
