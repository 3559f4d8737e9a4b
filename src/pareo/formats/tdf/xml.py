"""XML as TOM writes it: read safely from strangers, and written in TOM's own shape.

Reading refuses document types and entities altogether (no billion laughs, no files, no addresses), and is bounded in
bytes, elements, attributes and depth while it reads. Every element remembers the characters it was written with (its
`Shape`): what nobody changed is written with them again, whatever its entities, line ends, comments and empty elements
look like. What is new is written with TOM's indentation and its habits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from xml.parsers import expat

from pareo.core.words.errors import BadInput

SIZE_LIMIT = 32 * 1024 * 1024
ELEMENTS_LIMIT = 1_000_000
ATTRIBUTES_LIMIT = 1_000_000
DEPTH_LIMIT = 24  # TOM's own files are eight deep


class Shape(NamedTuple):
    """The characters of an element in its file."""

    lead: str  # what stands before its start tag: line end and indentation
    head: str = ""  # the start tag; empty: to be made anew
    body: str = ""  # what stands before its end tag: the text, or after the last child the indentation
    tail: str = ""  # the end tag; empty: it has none, or without a head is made anew too


class Node:
    """An element: its attributes in order, its own text (without that between its children), its children."""

    __slots__ = ("attrs", "children", "shape", "tag", "text")

    def __init__(
        self, tag: str, attrs: dict[str, str] | None = None, text: str = "", children: list[Node] | None = None,
        shape: Shape | None = None,
    ) -> None:  # fmt: skip
        self.tag = tag
        self.attrs = {} if attrs is None else attrs
        self.text = text
        self.children = [] if children is None else children
        self.shape = shape

    def __eq__(self, other: object) -> bool:
        """The same content, however it is written."""
        return (
            isinstance(other, Node)
            and self.tag == other.tag
            and self.attrs == other.attrs
            and self.text == other.text
            and self.children == other.children
        )

    __hash__ = None  # type: ignore[assignment]

    def find(self, *path: str) -> Node | None:
        """The first element down a path of tags."""
        here: Node | None = self
        for tag in path:
            here = next((child for child in here.children if child.tag == tag), None) if here is not None else None
        return here

    def all(self, *path: str) -> Iterator[Node]:
        """Every element with the last tag, below the first ones of the tags before it."""
        above = self.find(*path[:-1])
        return iter(()) if above is None else (child for child in above.children if child.tag == path[-1])

    def value(self, *path: str, default: str = "") -> str:
        """The text of an element down a path, without spaces at its ends."""
        found = self.find(*path)
        return default if found is None else found.text.strip()


def leaf(tag: str, text: object) -> Node:
    """An element that holds text only."""
    return Node(tag, None, str(text))


@dataclass(frozen=True, slots=True)
class Document:
    """A file: its root, and what is around it."""

    root: Node
    prolog: str = '<?xml version="1.0" encoding="UTF-8"?>\n'
    epilog: str = "\n"
    line_end: str = "\n"
    codec: str = "utf-8"


# --- reading ----------------------------------------------------------------------------------------------------------

_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_CODECS = {b"utf-8": "utf-8", b"us-ascii": "ascii", b"iso-8859-1": "latin-1"}  # a byte order mark is a character
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_TAG = re.compile(rb"""<[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>""")
_MARK = "\ufeff"


def parse(data: bytes, *, limit: int = SIZE_LIMIT) -> Node:
    """The root element of a document."""
    return parse_document(data, limit=limit).root


def parse_document(data: bytes, *, limit: int = SIZE_LIMIT) -> Document:
    """A file with the characters it was written with, if its encoding is one of those that such files have."""
    if len(data) > limit:
        raise BadInput("xml-too-large", "The file is larger than a tournament can be.")
    codec = _codec(data)
    try:
        text = data.decode(codec) if codec else ""
    except UnicodeError:
        codec = ""
    if not codec or text.encode(codec) != data:
        return Document(_Reader(data).read())
    return parse_text(text, codec)


def parse_text(text: str, codec: str = "utf-8") -> Document:
    """A file that is decoded already; `codec` is what it will be written in."""
    mark = _MARK if text.startswith(_MARK) else ""
    reader = _Reader(text.removeprefix(_MARK).encode(), "utf-8")
    root = reader.read()
    ends = text.find("\n")
    line_end = "\r\n" if ends > 0 and text[ends - 1] == "\r" else "\n"
    return Document(root, mark + reader.prolog, reader.epilog, line_end, codec)


def _codec(data: bytes) -> str:
    """The encoding, as the file says; empty if it is none of the usual ones."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return codec
    declared = _DECLARED.match(data)
    return "utf-8" if declared is None else _CODECS.get(declared[1].lower(), "")


class _Reader:
    """One document. Elements have shapes if it is known to be UTF-8, so that it can be cut into characters."""

    def __init__(self, data: bytes, encoding: str | None = None) -> None:
        self.prolog, self.epilog = "", ""
        self._data = data
        self._shapes = encoding is not None
        self._parser = expat.ParserCreate(encoding)
        self._at = 0  # the end of the last tag
        self._strings: dict[bytes, str] = {}  # indentation and tags are much the same everywhere
        self._top = Node("")
        self._stack = [self._top]
        self._texts: list[str] = []
        self._elements = 0
        self._attributes = 0

    def read(self) -> Node:
        parser = self._parser
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._texts.append
        parser.StartDoctypeDeclHandler = _refuse_doctype
        parser.EntityDeclHandler = _refuse_doctype
        try:
            parser.Parse(self._data, True)  # noqa: FBT003 (the last piece)
        except expat.ExpatError as error:
            raise BadInput("xml-broken", "The file is not sound XML: {problem} in line {line}.",
                           problem=expat.ErrorString(error.code), line=error.lineno) from None  # fmt: skip
        except (LookupError, UnicodeError, ValueError):  # an encoding that does not exist, or not for XML
            raise BadInput("xml-encoding", "The file is written in an encoding that cannot be read.") from None
        finally:
            parser.StartElementHandler = parser.EndElementHandler = None  # they hold the file
        root = self._top.children[0]
        if root.shape is not None:
            self.prolog, self.epilog = root.shape.lead, self._cut(self._at, len(self._data))
        return root

    def _start(self, tag: str, attrs: dict[str, str]) -> None:
        node = Node(tag, attrs)
        stack = self._stack
        above = stack[-1]
        texts = self._texts
        if len(texts) == 1 and texts[0].isspace():  # indentation, nearly always
            texts.clear()
        elif texts:
            self._keep_text(above)
        above.children.append(node)
        stack.append(node)
        self._elements += 1
        self._attributes += len(attrs)
        if self._elements > ELEMENTS_LIMIT or self._attributes > ATTRIBUTES_LIMIT:
            raise BadInput("xml-too-large", "The file is larger than a tournament can be.")
        if len(stack) > DEPTH_LIMIT:
            raise BadInput("xml-too-deep", "The file is nested deeper than a tournament can be.")
        if self._shapes:
            begin, end = self._tag_here()
            node.shape = Shape(self._cut(self._at, begin), self._cut(begin, end))
            self._at = end

    def _end(self, _tag: str) -> None:
        node = self._stack.pop()
        if self._texts:
            self._keep_text(node)
        if node.shape is not None and not node.shape.head.endswith("/>"):
            begin, end = self._tag_here()
            node.shape = node.shape._replace(body=self._cut(self._at, begin), tail=self._cut(begin, end))
            self._at = end

    def _tag_here(self) -> tuple[int, int]:
        found = _TAG.match(self._data, self._parser.CurrentByteIndex)
        if found is None:  # the parser has seen it whole
            raise AssertionError("a tag ends")
        return found.span()

    def _cut(self, begin: int, end: int) -> str:
        piece = self._data[begin:end]
        if len(piece) > 40:
            return piece.decode("utf-8")
        text = self._strings.get(piece)
        if text is None:
            text = self._strings[piece] = piece.decode("utf-8")
        return text

    def _keep_text(self, node: Node) -> None:
        text = "".join(self._texts)
        self._texts.clear()
        if text.strip():
            node.text += text  # between children too; TOM writes none there
        elif "\n" not in text and not node.children:
            node.text += text  # spaces may be a value; line ends are indentation


def _refuse_doctype(*_declared: object) -> None:
    raise BadInput("xml-doctype", "The file declares a document type or entities: such files are not read.")


# --- writing ----------------------------------------------------------------------------------------------------------

_IDS = ("userid", "id")
_ID = re.compile(r"""(\s(userid|id)\s*=\s*)("[^"]*"|'[^']*')""")
_LISTS = frozenset(
    {"players", "pods", "pod", "subgroups", "rounds", "matches", "standings", "finalsoptions", "options",
     "blockedranges"}
)  # fmt: skip
_NOT_XML = {code: "" for code in (*range(32), 0xFFFE, 0xFFFF) if code not in (9, 10, 13)}
_TEXT = {**_NOT_XML, **str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&apos;", '"': "&quot;", "\r": "&#13;"})}  # fmt: skip
_QUOTED = {**_TEXT, **str.maketrans({"\n": "&#10;", "\t": "&#9;"})}


def write(root: Node, ids: Mapping[str, str] | None = None) -> bytes:
    """A document of this root. `ids` replaces ids of players, wherever they are attributes, by others."""
    return write_document(Document(root), ids)


def write_document(document: Document, ids: Mapping[str, str] | None = None) -> bytes:
    """The file: what has a shape keeps it, the rest is as TOM writes it: tabs, one element a line, lists open even if
    they are empty.
    """
    text = document_text(document, ids).encode("utf-8", "replace").decode()  # half of a surrogate pair is no character
    return text.encode(document.codec, "xmlcharrefreplace")


def document_text(document: Document, ids: Mapping[str, str] | None = None) -> str:
    """The file's characters."""
    return document.prolog + element_text(document.root, ids, document.line_end) + document.epilog


def element_text(node: Node, ids: Mapping[str, str] | None = None, line_end: str = "\n") -> str:
    """One element's characters, without what stands before it."""
    parts: list[str] = []
    _write(node, "", line_end, parts, ids or {})
    parts[0] = ""  # the lead
    return "".join(parts)


def _write(node: Node, above: str, line: str, parts: list[str], ids: Mapping[str, str]) -> None:
    """`line`: a line's end, and the indentation of the next one."""
    shape, children = node.shape, node.children
    parts.append(line if shape is None else shape.lead)
    if shape is not None and (shape.tail or (shape.head and not (node.text or children))):
        parts.append(_with_ids(shape.head, node, ids) if shape.head else _head(node, ids))
        body, tail = shape.body, shape.tail
    elif not children:
        parts.append(_childless(node, above, line, ids))
        return
    else:
        parts += [_head(node, ids), escaped(node.text)]
        body, tail = line, f"</{node.tag}>"
    for child in children:
        _write(child, node.tag, line + "\t", parts, ids)
    parts += [body, tail]


def escaped(text: str) -> str:
    """A text as it stands between tags."""
    return text.translate(_TEXT)


def _with_ids(head: str, node: Node, ids: Mapping[str, str]) -> str:
    """The start tag as it was, with other ids."""
    if not ids or not any(node.attrs.get(key) in ids for key in _IDS):
        return head

    def other(found: re.Match[str]) -> str:
        new = ids.get(node.attrs.get(found[2], ""))
        return found[0] if new is None else f"{found[1]}{found[3][0]}{new.translate(_QUOTED)}{found[3][0]}"

    return _ID.sub(other, head)


def _attributes(node: Node, ids: Mapping[str, str]) -> str:
    written = ""
    for key, value in node.attrs.items():
        shown = ids.get(value, value) if ids and key in _IDS else value
        written += f' {key}="{shown.translate(_QUOTED)}"'
    return written


def _head(node: Node, ids: Mapping[str, str]) -> str:
    return f"<{node.tag}{_attributes(node, ids)}{' ' if node.tag == 'round' else ''}>"


def _childless(node: Node, above: str, line: str, ids: Mapping[str, str]) -> str:
    tag, text, attrs = node.tag, escaped(node.text), _attributes(node, ids)
    if tag == "player" and attrs and not text and above in ("players", "pod"):
        return f"<player{attrs} />"
    if attrs and not text and tag not in _LISTS and tag != "round":
        return f"<{tag}{attrs}/>"
    return f"<{tag}{attrs}>{line if tag in _LISTS and not text else text}</{tag}>"
