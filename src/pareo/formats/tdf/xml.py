"""XML as TOM writes it: read safely from strangers, and written in TOM's own shape.

Reading refuses document types and entities altogether (no billion laughs, no files, no addresses), and is bounded in
bytes, elements, attributes and depth while it reads. Comments and processing instructions are left out. Writing gives
TOM's indentation and its habits with empty elements, so that a file that is read and written is the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.parsers import expat

from pareo.core.words.errors import BadInput

SIZE_LIMIT = 32 * 1024 * 1024
ELEMENTS_LIMIT = 1_000_000
ATTRIBUTES_LIMIT = 1_000_000
DEPTH_LIMIT = 24  # TOM's own files are eight deep


class Node:
    """An element: its attributes in order, its own text (without that between its children), its children."""

    __slots__ = ("attrs", "children", "tag", "text")

    def __init__(
        self, tag: str, attrs: dict[str, str] | None = None, text: str = "", children: list[Node] | None = None
    ) -> None:
        self.tag = tag
        self.attrs = {} if attrs is None else attrs
        self.text = text
        self.children = [] if children is None else children

    def __eq__(self, other: object) -> bool:
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


# --- reading ----------------------------------------------------------------------------------------------------------


def parse(data: bytes, *, limit: int = SIZE_LIMIT) -> Node:
    """The root element of a document."""
    if len(data) > limit:
        raise BadInput("xml-too-large", "The file is larger than a tournament can be.")
    return _Reader().read(data)


class _Reader:
    def __init__(self) -> None:
        self._top = Node("")
        self._stack = [self._top]
        self._texts: list[str] = []
        self._elements = 0
        self._attributes = 0

    def read(self, data: bytes) -> Node:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._texts.append
        parser.StartDoctypeDeclHandler = _refuse_doctype
        parser.EntityDeclHandler = _refuse_doctype
        try:
            parser.Parse(data, True)  # noqa: FBT003 (the last piece)
        except expat.ExpatError as error:
            raise BadInput("xml-broken", "The file is not sound XML: {problem} in line {line}.",
                           problem=expat.ErrorString(error.code), line=error.lineno) from None  # fmt: skip
        except (LookupError, UnicodeError, ValueError):  # an encoding that does not exist, or not for XML
            raise BadInput("xml-encoding", "The file is written in an encoding that cannot be read.") from None
        return self._top.children[0]

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

    def _end(self, _tag: str) -> None:
        node = self._stack.pop()
        if self._texts:
            self._keep_text(node)

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
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_LISTS = frozenset(
    {"players", "pods", "pod", "subgroups", "rounds", "matches", "standings", "finalsoptions", "options"}
)
_NOT_XML = {code: "" for code in (*range(32), 0xFFFE, 0xFFFF) if code not in (9, 10, 13)}
_TEXT = str.maketrans({**_NOT_XML, "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_QUOTED = {**_TEXT, **str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})}


def write(root: Node, ids: Mapping[str, str] | None = None) -> bytes:
    """The document, as TOM writes it: tabs, one element a line, lists open even if they are empty.

    `ids` replaces ids of players, wherever they are attributes, by others.
    """
    lines: list[str] = []
    _write(root, "", "", lines, ids or {})
    return (_DECLARATION + "".join(lines)).encode("utf-8", "replace")


def _write(node: Node, above: str, indent: str, lines: list[str], ids: Mapping[str, str]) -> None:
    tag, attrs = node.tag, ""
    for key, value in node.attrs.items():
        shown = ids.get(value, value) if ids and key in _IDS else value
        attrs += f' {key}="{shown.translate(_QUOTED)}"'
    if not node.children:
        if tag == "player" and attrs and not node.text and above in ("players", "pod"):
            lines.append(f"{indent}<player{attrs} />\n")
        elif attrs and not node.text and tag not in _LISTS and tag != "round":
            lines.append(f"{indent}<{tag}{attrs}/>\n")
        elif tag in _LISTS and not node.text:
            lines.append(f"{indent}<{tag}{attrs}>\n{indent}</{tag}>\n")
        else:
            lines.append(f"{indent}<{tag}{attrs}>{node.text.translate(_TEXT)}</{tag}>\n")
        return
    lines.append(f"{indent}<{tag}{attrs} >" if tag == "round" else f"{indent}<{tag}{attrs}>")
    lines.append(f"{node.text.translate(_TEXT)}\n")
    for child in node.children:
        _write(child, tag, indent + "\t", lines, ids)
    lines.append(f"{indent}</{tag}>\n")
