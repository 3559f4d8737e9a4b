"""XML as TOM writes it: read safely from strangers, and written in TOM's own shape.

Reading refuses document types and entities altogether (no billion laughs, no files, no addresses), and is bounded in
bytes, elements, attributes and depth while it reads. Every element knows the characters it was written with (its
`XmlExtent`): what nobody changed is written with them again, whatever its entities, line ends, comments and empty
elements look like. What is new is written with TOM's indentation and its habits. While a file is read only the places
of its tags are noted (`Source`): shapes are cut out of it when somebody asks for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, NamedTuple
from xml.parsers import expat

from pareo.core.text.errors import BadInput

SIZE_LIMIT = 32 * 1024 * 1024
ELEMENTS_LIMIT = 1_000_000
ATTRIBUTES_LIMIT = 1_000_000
DEPTH_LIMIT = 24  # TOM's own files are eight deep


class XmlExtent(NamedTuple):
    """The characters of an element in its file."""

    lead: str  # what stands before its start tag: line end and indentation
    head: str = ""  # the start tag; empty: to be made anew
    body: str = ""  # what stands before its end tag: the text, or after the last child the indentation
    tail: str = ""  # the end tag; empty: it has none, or without a head is made anew too


class Source:
    """The bytes (UTF-8) that elements were read from, and where their tags stand.

    `marks` has a place for every start and every end of an element, in the order of the file: where its tag begins, or
    for the end of an element that is one tag (`<a/>`), which has no other, where that tag is over. `parts` are elements
    that were read from sources of their own, and where they belong; `memo` is what was made of the whole of it.
    """

    __slots__ = ("data", "marks", "memo", "parts")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.marks: list[int] = []
        self.memo: dict[str, Any] = {}
        self.parts: list[tuple[int, int, XmlNode]] = []

    def cut(self, begin: int, end: int | None = None) -> str:
        return self.data[begin:end].decode()

    def over(self, no: int) -> int:
        """Where the tag of a mark is over; with -1 where the file begins."""
        if no < 0:
            return 0
        at, marks, data = self.marks[no], self.marks, self.data
        if data[at : at + 1] != b"<" or data[at + 1 : at + 2] in b"!?" or (no + 1 < len(marks) and marks[no + 1] == at):
            return at  # the end of an element that is one tag: what stands here is no tag, or the next one
        match = _TAG.match(data, at)
        if match is None:  # the parser has seen it whole
            raise AssertionError("a tag ends")
        return match.end()

    def shape(self, first: int, last: int) -> XmlExtent:
        """The shape of an element that starts and ends at these marks."""
        begin, head_end, end = self.marks[first], self.over(first), self.marks[last]
        body = head_end if last == first + 1 else self.over(last - 1)
        lead, head = self.cut(self.over(first - 1), begin), self.cut(begin, head_end)
        return XmlExtent(lead, head, self.cut(body, end), self.cut(end, self.over(last)))


class XmlNode:
    """An element: its attributes in order, its own text (without that between its children), its children.

    One that was read has the marks of its start and end in its source; one with a shape of its own has none.
    """

    __slots__ = ("attrs", "children", "first", "last", "own_shape", "source", "tag", "text")
    first: int
    last: int

    def __init__(
        self, tag: str, attrs: dict[str, str] | None = None, text: str = "", children: list[XmlNode] | None = None,
        shape: XmlExtent | None = None,
    ) -> None:  # fmt: skip
        self.tag = tag
        self.attrs = {} if attrs is None else attrs
        self.text = text
        self.children = [] if children is None else children
        self.own_shape = shape
        self.source: Source | None = None

    @property
    def shape(self) -> XmlExtent | None:
        """The characters to write it with; None: as TOM would."""
        return self.own_shape if self.source is None else self.source.shape(self.first, self.last)

    @shape.setter
    def shape(self, shape: XmlExtent | None) -> None:
        self.own_shape, self.source = shape, None

    def __eq__(self, other: object) -> bool:
        """Have both the same content, however it is written?"""
        return (
            isinstance(other, XmlNode)
            and self.tag == other.tag
            and self.attrs == other.attrs
            and self.text == other.text
            and self.children == other.children
        )

    __hash__ = None  # type: ignore[assignment]

    def find(self, *path: str) -> XmlNode | None:
        """The first element down a path of tags."""
        here = self
        for tag in path:
            for child in here.children:
                if child.tag == tag:
                    here = child
                    break
            else:
                return None
        return here

    def all(self, *path: str) -> Iterator[XmlNode]:
        """Every element with the last tag, below the first ones of the tags before it."""
        above = self.find(*path[:-1])
        return iter(()) if above is None else (child for child in above.children if child.tag == path[-1])

    def value(self, *path: str, default: str = "") -> str:
        """The text of an element down a path, without spaces at its ends."""
        node = self.find(*path)
        return default if node is None else node.text.strip()


def without_shapes(root: XmlNode) -> XmlNode:
    """The element and all in it, to be written as TOM would."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        node.shape = None
        waiting += node.children
    return root


def leaf(tag: str, text: object) -> XmlNode:
    """An element that holds text only."""
    return XmlNode(tag, None, str(text))


@dataclass(frozen=True, slots=True)
class XmlDocument:
    """A file: its root, and what is around it."""

    root: XmlNode
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


def parse(data: bytes, *, limit: int = SIZE_LIMIT) -> XmlNode:
    """The root element of a document."""
    return parse_document(data, limit=limit).root


def parse_document(data: bytes, *, limit: int = SIZE_LIMIT) -> XmlDocument:
    """A file with the characters it was written with; one in an unusual encoding as TOM would write it."""
    if len(data) > limit:
        raise BadInput("xml-too-large", "The file is too large for a tournament.")
    codec = _codec(data)
    try:
        text = data.decode(codec) if codec else ""
    except UnicodeError:
        codec = ""
    if not codec or text.encode(codec) != data:
        return parse_text(write(without_shapes(_read(Source(data)))).decode())
    return parse_text(text, codec)


def parse_text(text: str, codec: str = "utf-8") -> XmlDocument:
    """A file that is decoded already; `codec` is what it will be written in."""
    mark = _MARK if text.startswith(_MARK) else ""
    source = Source(text.removeprefix(_MARK).encode())
    root = _read(source, "utf-8")
    ends = text.find("\n")
    line_end = "\r\n" if ends > 0 and text[ends - 1] == "\r" else "\n"
    prolog, epilog = source.cut(0, source.marks[root.first]), source.cut(source.over(root.last))
    return XmlDocument(root, mark + prolog, epilog, line_end, codec)


def _codec(data: bytes) -> str:
    """The encoding, as the file says; empty if it is none of the usual ones."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return codec
    declared = _DECLARED.match(data)
    return "utf-8" if declared is None else _CODECS.get(declared[1].lower(), "")


def _read(source: Source, encoding: str | None = None) -> XmlNode:
    """The root element of a document, in the encoding given or the one that it says itself; notes its marks.

    Two functions that see all they need around them: they run for every element of a file.
    """
    parser, marks, texts = expat.ParserCreate(encoding), source.marks, list[str]()
    top, new = XmlNode(""), XmlNode.__new__
    stack = [top]
    attributes, twice_most = 0, 2 * ELEMENTS_LIMIT

    def start(tag: str, attrs: dict[str, str]) -> None:
        nonlocal attributes
        node = new(XmlNode)
        node.tag, node.attrs, node.text, node.children, node.own_shape = tag, attrs, "", [], None
        node.source, node.first = source, len(marks)
        marks.append(parser.CurrentByteIndex)
        above = stack[-1]
        if len(texts) == 1 and texts[0].isspace():  # indentation, nearly always
            texts.clear()
        elif texts:
            _keep_text(above, texts)
        above.children.append(node)
        stack.append(node)
        if attrs:
            attributes += len(attrs)
        if node.first + len(stack) > twice_most or attributes > ATTRIBUTES_LIMIT:  # begun and ended, and begun
            raise BadInput("xml-too-large", "The file is too large for a tournament.")
        if len(stack) > DEPTH_LIMIT:
            raise BadInput("xml-too-deep", "The file is nested too deeply for a tournament.")

    def end(_tag: str) -> None:
        node = stack.pop()
        node.last = len(marks)
        marks.append(parser.CurrentByteIndex)
        if texts:
            _keep_text(node, texts)

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = texts.append
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = _refuse_doctype
    try:
        parser.Parse(source.data, True)  # noqa: FBT003 (the last piece)
    except expat.ExpatError as error:
        raise BadInput("xml-broken", "The file is not valid XML: {problem} in line {line}.",
                       problem=expat.ErrorString(error.code), line=error.lineno) from None  # fmt: skip
    except (LookupError, UnicodeError, ValueError):  # an encoding that does not exist, or not for XML
        raise BadInput("xml-encoding", "The file is written in an encoding that cannot be read.") from None
    finally:
        parser.StartElementHandler = parser.EndElementHandler = None  # they hold the file
    return top.children[0]


def _keep_text(node: XmlNode, texts: list[str]) -> None:
    text = "".join(texts)
    texts.clear()
    if text.strip():
        node.text += text  # between children too; TOM writes none there
    elif "\n" not in text and not node.children:
        node.text += text  # spaces may be a value; line ends are indentation


def _refuse_doctype(*_declared: object) -> None:
    raise BadInput("xml-doctype", "The file declares a document type or entities; we don't read such files.")


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


def as_read(node: XmlNode) -> str:
    """The characters of an element in its file, whatever became of it since; of one that was not read, as written."""
    source = node.source
    return element_text(node) if source is None else source.cut(source.marks[node.first], source.over(node.last))


def read_with_other_ids(document: XmlDocument, ids: Mapping[str, str], bare: Sequence[XmlNode]) -> bytes:
    """The file as it was read, in UTF-8, with other ids of players; of the players in `bare` lists nothing but that."""
    return document.prolog.encode() + _other_ids(document.root, ids, {id(node) for node in bare})


def _other_ids(top: XmlNode, ids: Mapping[str, str], bare: Set[int]) -> bytes:
    """An element and all that was read after it, with the parts in their places."""
    source = top.source
    if source is None:
        raise AssertionError("the document was read")
    data, marks = source.data, source.marks
    cuts = [(begin, end, _part_with_other_ids(part, ids, bare)) for begin, end, part in source.parts]
    waiting = [top]
    while waiting:
        node = waiting.pop()
        if node.attrs and _has_id(node, ids):
            cuts.append(_id_cut(source, node, ids))
        is_bare = id(node) in bare
        for child in node.children:
            if child.source is not source:
                continue
            if is_bare and child.tag == "player":
                cuts.append((marks[child.first], source.over(child.last), _bare_player(child, ids)))
            elif child.attrs or child.children:
                waiting.append(child)
    parts, at = [], marks[top.first]
    for begin, end, text in sorted(cuts):
        parts += [data[at:begin], text]
        at = end
    return b"".join([*parts, data[at:]])


def _id_cut(source: Source, node: XmlNode, ids: Mapping[str, str]) -> tuple[int, int, bytes]:
    """Where a start tag has the ids of players, and what stands there instead."""
    begin = source.marks[node.first]
    if len(node.attrs) == 1 and (userid := node.attrs.get("userid")) is not None:
        head = f'<{node.tag} userid="{userid}"'.encode()
        if source.data.startswith(head, begin):  # as TOM writes it: the id alone is cut out
            quote = begin + len(head) - 1
            return quote - len(userid.encode()), quote, ids[userid].translate(_QUOTED).encode()
    end = source.over(node.first)
    return begin, end, _with_ids(source.cut(begin, end), node, ids).encode()


def _part_with_other_ids(part: XmlNode, ids: Mapping[str, str], bare: Set[int]) -> bytes:
    memo = part.source.memo if part.source is not None else {}
    what = f"ids, bare {id(part) in bare}"
    if what not in memo or memo[what][0] != ids:
        memo[what] = (ids, _other_ids(part, ids, bare))
    written: bytes = memo[what][1]
    return written


def _bare_player(player: XmlNode, ids: Mapping[str, str]) -> bytes:
    userid = player.attrs.get("userid", "")
    return f'<player userid="{ids.get(userid, userid).translate(_QUOTED)}"/>'.encode()


def write(root: XmlNode, ids: Mapping[str, str] | None = None) -> bytes:
    """A document of this root. `ids` replaces ids of players, wherever they are attributes, by others."""
    return write_document(XmlDocument(root), ids)


def write_document(document: XmlDocument, ids: Mapping[str, str] | None = None) -> bytes:
    """The file: what has a shape keeps it, the rest is as TOM writes it: tabs, one element a line, lists open even if
    they are empty.
    """
    text = document_text(document, ids).encode("utf-8", "replace").decode()  # half of a surrogate pair is no character
    return text.encode(document.codec, "xmlcharrefreplace")


def document_text(document: XmlDocument, ids: Mapping[str, str] | None = None) -> str:
    """The file's characters."""
    return document.prolog + element_text(document.root, ids, document.line_end) + document.epilog


def element_text(node: XmlNode, ids: Mapping[str, str] | None = None, line_end: str = "\n") -> str:
    """One element's characters, without what stands before it."""
    parts: list[str] = []
    _write(node, "", line_end, parts, ids or {})
    parts[0] = ""  # the lead
    return "".join(parts)


def _write(node: XmlNode, above: str, line: str, parts: list[str], ids: Mapping[str, str]) -> None:
    """Appends an element's characters to `parts`. `line`: a line's end, and the indentation of the next one."""
    shape, children = node.shape, node.children
    parts.append(line if shape is None else shape.lead)
    if shape is not None and (shape.tail or (shape.head and not (node.text or children))):
        parts.append(_with_ids(shape.head, node, ids) if shape.head else _head(node, ids))
        body, tail = shape.body, shape.tail
    elif not children:
        parts.append(_childless(node, above, line, ids))
        return
    else:
        parts += [_head(node, ids), escape_text(node.text)]
        body, tail = line, f"</{node.tag}>"
    for child in children:
        _write(child, node.tag, line + "\t", parts, ids)
    parts += [body, tail]


def escape_text(text: str) -> str:
    """A text as it stands between tags."""
    return text.translate(_TEXT)


def _has_id(node: XmlNode, ids: Mapping[str, str]) -> bool:
    return node.attrs.get("userid") in ids or node.attrs.get("id") in ids


def _with_ids(head: str, node: XmlNode, ids: Mapping[str, str]) -> str:
    """The start tag as it was, with other ids."""
    if not ids or not _has_id(node, ids):
        return head

    def other(match: re.Match[str]) -> str:
        new = ids.get(node.attrs.get(match[2], ""))
        return match[0] if new is None else f"{match[1]}{match[3][0]}{new.translate(_QUOTED)}{match[3][0]}"

    return _ID.sub(other, head)


def _attributes(node: XmlNode, ids: Mapping[str, str]) -> str:
    written = ""
    for key, value in node.attrs.items():
        text = ids.get(value, value) if ids and key in _IDS else value
        written += f' {key}="{text.translate(_QUOTED)}"'
    return written


def _head(node: XmlNode, ids: Mapping[str, str]) -> str:
    return f"<{node.tag}{_attributes(node, ids)}{' ' if node.tag == 'round' else ''}>"


def _childless(node: XmlNode, above: str, line: str, ids: Mapping[str, str]) -> str:
    tag, text, attrs = node.tag, escape_text(node.text), _attributes(node, ids)
    if tag == "player" and attrs and not text and above in ("players", "pod"):
        return f"<player{attrs} />"
    if attrs and not text and tag not in _LISTS and tag != "round":
        return f"<{tag}{attrs}/>"
    return f"<{tag}{attrs}>{line if tag in _LISTS and not text else text}</{tag}>"
