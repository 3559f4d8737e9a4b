"""Elements and statements with what they enclose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .tokens import BRANCHES, HARD, OPENERS, SPACE, VOID, Token

NEVER_NESTED = {"td": ("td", "th"), "th": ("td", "th"), "tr": ("tr", "td", "th"), "li": ("li",), "option": ("option",)}
EMPTY = frozenset(("said-list",))  # boxes that look different when there is nothing in them
UNSEEN = "hide"
FLOATING = frozenset(("tick", UNSEEN))  # labels that are not a line of their own
# flex and grid boxes: whitespace between their children does not show
PARTED = frozenset(
    (
        "bar-form",
        "bar-in",
        "brand",
        "check",
        "chips",
        "choices",
        "claims",
        "clock-card",
        "clock-line",
        "closing",
        "echo-who",
        "entry-line",
        "event-facts",
        "facts",
        "fields",
        "filters",
        "grid",
        "head",
        "head-facts",
        "here-bar",
        "inline",
        "languages",
        "line",
        "list-head",
        "next-step",
        "now",
        "order-buttons",
        "outcomes",
        "own-head",
        "own-table",
        "pager",
        "pair",
        "people",
        "pick",
        "place",
        "pod-head",
        "qr-line",
        "refused",
        "row",
        "savebar",
        "screen-foot",
        "screen-head",
        "searchbar",
        "seat",
        "setting",
        "split",
        "start-form",
        "tick",
        "undo-card",
        "versus",
        "whos",
        "with-names",
    )
)


@dataclass(slots=True)
class Node:
    """A token, a tag, an element or a statement with its branches; `first` and `last` are tokens."""

    kind: str  # leaf, tag, element, group
    first: int
    last: int
    name: str = ""
    heads: list[Node] = field(default_factory=list)  # the opening tag; the statements of a group
    bodies: list[list[Node]] = field(default_factory=list)
    close: Node | None = None

    @property
    def children(self) -> Iterator[Node]:
        for body in self.bodies:
            yield from body


def tree(tokens: Sequence[Token]) -> list[Node]:
    """What stands side by side at the top."""
    return Builder(tokens).root.bodies[0]


class Builder:
    """Closes what HTML closes by itself; a tag without its partner in the same statement stands alone."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.root = Node("group", 0, 0, bodies=[[]])
        self.stack = [self.root]
        for i, token in enumerate(tokens):
            leaf = Node("leaf", i, i, token.name)
            if token.kind == "open":
                while self.depth(NEVER_NESTED.get(token.name, ())) == 0:
                    self.finish(None)
                self.begin(Node("tag", i, i, token.name, [leaf], [[]]))
            elif token.kind == "end":
                self.end_of_tag(leaf, void=token.name in VOID or token.text == "/>")
            elif token.kind == "close" or token.verbatim:
                self.close(leaf)
            elif token.kind == "stmt":
                self.statement(leaf)
            else:
                self.stack[-1].bodies[-1].append(leaf)
        while len(self.stack) > 1:
            self.finish(None)

    def begin(self, node: Node) -> None:
        self.stack[-1].bodies[-1].append(node)
        self.stack.append(node)

    def finish(self, close: Node | None) -> None:
        node = self.stack.pop()
        node.close = close
        node.last = (close or [node.heads[-1], *node.bodies[-1]][-1]).last

    def depth(self, names: Sequence[str]) -> int | None:
        """How far up the innermost of these elements is open, not looking out of a statement."""
        for depth, node in enumerate(reversed(self.stack)):
            if node.kind != "element":
                return None
            if node.name in names:
                return depth
        return None

    def end_of_tag(self, leaf: Node, *, void: bool) -> None:
        tag = self.stack[-1]
        self.finish(leaf)
        if not void:
            self.stack[-1].bodies[-1].pop()
            self.begin(Node("element", tag.first, leaf.last, leaf.name, [tag], [[]]))

    def close(self, leaf: Node) -> None:
        depth = self.depth([leaf.name])
        if depth is None:
            self.stack[-1].bodies[-1].append(leaf)
            return
        for _ in range(depth):
            self.finish(None)
        self.finish(leaf)

    def statement(self, leaf: Node) -> None:
        if leaf.name in OPENERS:
            self.begin(Node("group", leaf.first, leaf.last, leaf.name, [leaf], [[]]))
            return
        if leaf.name not in BRANCHES and not leaf.name.startswith("end"):
            self.stack[-1].bodies[-1].append(leaf)
            return
        while self.stack[-1].kind != "group":
            self.finish(None)
        if leaf.name in BRANCHES:
            self.stack[-1].heads.append(leaf)
            self.stack[-1].bodies.append([])
        else:
            self.finish(leaf)


def part(tokens: Sequence[Token], nodes: Sequence[Node], *, inside: bool) -> None:
    """Elements that the style sheets part from what is beside them: children of flex and grid boxes, and labels."""
    for node in nodes:
        if node.kind == "group":
            part(tokens, list(node.children), inside=inside)
        if node.kind not in ("element", "tag"):
            continue
        class_names = classes(tokens, node)
        if (inside and UNSEEN not in class_names) or (node.name == "label" and not FLOATING & class_names):
            first, last = tokens[node.first], tokens[node.last]
            first.before = SPACE if first.before == HARD else first.before
            last.after = SPACE if last.after == HARD else last.after
        if node.kind == "element":
            exact(tokens, node, class_names)
            part(tokens, node.bodies[0], inside=bool(PARTED & class_names))


def exact(tokens: Sequence[Token], node: Node, class_names: set[str]) -> None:
    """Where whitespace at the edges of an element's content does show: behind a text that is out of sight, and in a box
    that looks different when there is nothing in it.
    """
    body, close = node.bodies[0], node.close
    if close and body and UNSEEN in classes(tokens, body[-1]):
        tokens[close.first].before = HARD
    if close and (node.name == "td" or EMPTY & class_names) and may_be_empty(tokens, body):
        tokens[node.heads[0].last].after = tokens[close.first].before = HARD


def may_be_empty(tokens: Sequence[Token], nodes: Sequence[Node]) -> bool:
    """Is there nothing that certainly shows? Style sheets ask for empty cells, and whitespace is not empty."""
    return all(node.kind == "group" or (node.kind == "leaf" and tokens[node.first].jinja) for node in nodes)


def classes(tokens: Sequence[Token], node: Node) -> set[str]:
    """The words of an element's class attribute, those of statements in it left out."""
    if node.kind not in ("element", "tag"):
        return set()
    tag = node.heads[0] if node.kind == "element" else node
    attributes = [token.text[6:] for token in tokens[tag.first : tag.last] if token.text.startswith("class=")]
    return {word for text in attributes for word in re.sub(r"\{[{%].*?[}%]\}", "\0", text.strip("\"'")).split()}
