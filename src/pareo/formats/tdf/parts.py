"""A save read with the one before at hand: parts that are in both, byte for byte, are not read again.

TOM writes the whole event at every save, though little more than one round has changed. The parts are the lists of
players and the rounds: each is read alone, with a source of its own, in which also what was made of it is remembered
(`Source.memo`). What is around them is read as a file with an empty element in the place of each. A file in which this
could go wrong (comments, other markup, an unusual encoding) or does go wrong is read whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from pareo.core.text.errors import BadInput
from pareo.formats.tdf.xml import ELEMENTS_LIMIT, SIZE_LIMIT, Source, XmlDocument, XmlNode, parse_document, parse_text

_START = re.compile(rb"<(round|players)(?:\s[^<>]*)?(?<!/)>")
_PLAIN = b'<?xml version="1.0" encoding="UTF-8"?>'  # as every file of TOM begins
T = TypeVar("T")


def parse_parts(data: bytes, before: XmlDocument | None = None) -> XmlDocument:
    """The document that `parse_document` gives, made of parts: those of `before` where they are the same."""
    if len(data) > SIZE_LIMIT or not data.startswith(_PLAIN) or b"<!" in data or b"<?" in data[len(_PLAIN) :]:
        return parse_document(data)
    try:
        return _parse(data, _parts_by_bytes(before))
    except (BadInput, ValueError):  # also of characters
        return parse_document(data)  # which says what is wrong, if anything is


def make_once(node: XmlNode, what: str, make: Callable[[XmlNode], T]) -> T:
    """What `make` gives for a part, made once and cached; for any other element made each time. It must follow from the
    element alone."""
    source = node.source
    if source is None or node.first:
        return make(node)
    if what not in source.memo:
        source.memo[what] = make(node)
    value: T = source.memo[what]
    return value


def _parts_by_bytes(before: XmlDocument | None) -> dict[bytes, XmlNode]:
    source = before.root.source if before is not None else None
    nodes = [node for _, _, node in source.parts] if source is not None else []
    return {node.source.data: node for node in nodes if node.source is not None}


def _parse(data: bytes, known: dict[bytes, XmlNode]) -> XmlDocument:
    around: list[bytes] = []
    parts: dict[int, XmlNode] = {}  # by where its empty element stands
    at = length = elements = 0
    for begin, end, tag in _places(data):
        piece = data[begin:end]
        node = known.pop(piece, None) or parse_text(piece.decode()).root  # one that is there twice is read twice
        around += [data[at:begin], b"<%b/>" % tag]
        length += begin - at
        parts[length] = node
        length += len(tag) + 3
        elements += len(node.source.marks) // 2 if node.source is not None else 0
        at = end
    document = parse_text(b"".join([*around, data[at:]]).decode())
    source = document.root.source
    if source is None or elements + len(source.marks) // 2 > ELEMENTS_LIMIT:
        raise BadInput("xml-too-large", "The file is too large for a tournament.")
    _put_in(document.root, source, parts)
    if len(source.parts) != len(parts):
        raise AssertionError("every part has its place")
    return document


def _places(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Where each part begins and ends. One inside another is none: the outer one does not end where it should."""
    at = 0
    while (match := _START.search(data, at)) is not None:
        closing = b"</%b>" % match[1]
        end = data.find(closing, match.end())
        if end < 0:
            raise ValueError("a part that does not end")
        at = end + len(closing)
        yield match.start(), at, match[1]


def _put_in(root: XmlNode, source: Source, parts: Mapping[int, XmlNode]) -> None:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for i, child in enumerate(node.children):
            part = parts.get(source.marks[child.first])
            if part is not None:
                node.children[i] = part
                source.parts.append((source.marks[child.first], source.over(child.last), part))
            elif child.children:
                waiting.append(child)
