"""The lines of a template, and the proof that they mean what they meant."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from .gaps import needs
from .reading import Reader, effective
from .tokens import BLOCKS, HIDDEN
from .tree import Node, tree
from .wrapping import WIDTH, column, columns, wrap


class Writer:
    """Lays the tree out: flat where it fits, else an indented line per child, words filled."""

    def __init__(self, reader: Reader) -> None:
        self.tokens = reader.tokens
        self.needs = needs(reader)
        self.out: list[str] = []
        self.col = 0
        self.cut = False  # the next token begins with a `-` marker
        self.ends = [0]  # the column after each token if all were on one line
        for i, token in enumerate(self.tokens):
            self.ends.append(self.ends[-1] + (i > 0 and self.needs[i - 1] == "some") + columns(token.text))
        self.tails = [0] * len(self.tokens)  # what hangs on each token without a place to break
        for i in reversed(range(len(self.tokens) - 1)):
            if not self.breakable(i):
                self.tails[i] = self.ends[i + 2] - self.ends[i + 1] + self.tails[i + 1]

    def page(self) -> str:
        self.fill(tree(self.tokens), 0)
        return "".join(self.out) + "\n"

    # gaps

    def easy(self, gap: int) -> bool:
        """May a line end here without a marker? Never before the end of a tag."""
        if self.tokens[gap + 1].kind == "end":
            return False
        return self.needs[gap] != "none" or (self.tokens[gap].trims and self.tokens[gap + 1].trims)

    def breakable(self, gap: int) -> bool:
        if self.tokens[gap + 1].kind == "end":
            return False
        return self.easy(gap) or self.tokens[gap].jinja or self.tokens[gap + 1].jinja

    def space(self, gap: int) -> None:
        if self.needs[gap] == "some":
            self.put(" ")

    def newline(self, gap: int, indent: int) -> None:
        """End the line here if it may end here, with a marker or an empty line where that keeps the meaning."""
        if not self.breakable(gap):
            self.space(gap)
            return
        left, right, need = self.tokens[gap], self.tokens[gap + 1], self.needs[gap]
        shows = bool(effective(left, right, "\n" + " " * indent))
        if need == "none" and shows:
            if left.jinja and (left.trims or not right.trims):
                self.out[-1] = self.out[-1][:-2] + "-" + self.out[-1][-2:]
            else:
                self.cut = True
        empty = need == "some" and not shows
        self.put("\n" * (1 + empty) + " " * indent)

    # pieces

    def put(self, text: str) -> None:
        self.out.append(text)
        self.col = column(text, self.col)

    def token(self, i: int, indent: int) -> None:
        text = self.tokens[i].text
        if self.cut:
            text, self.cut = text[:2] + "-" + text[2:], False
        if self.col + columns(text) + self.tails[i] > WIDTH:
            text = wrap(text, self.col, indent + 4, self.tails[i])
        self.put(text)

    def fits(self, first: int, last: int) -> bool:
        start = self.ends[first + 1] - columns(self.tokens[first].text)
        return self.col + self.ends[last + 1] - start + self.tails[last] < WIDTH

    def flat(self, first: int, last: int, indent: int) -> None:
        for i in range(first, last + 1):
            if i > first:
                self.space(i - 1)
            self.token(i, indent)

    # nodes

    def blocky(self, node: Node) -> bool:
        """Does it stand on lines of its own?"""
        if node.kind in ("element", "tag"):
            return node.name in BLOCKS
        if node.kind == "group":
            return any(self.blocky(child) for child in node.children)
        return self.tokens[node.first].kind in ("stmt", "comment")

    def must_wrap(self, node: Node) -> bool:
        """Does it take several lines even if one would do?"""
        if any("\n" in self.tokens[i].text for i in range(node.first, node.last + 1)):
            return True
        children = list(node.children)
        alone = len(children) == 1 and children[0].kind == "leaf"
        return any(self.must_wrap(child) or (self.blocky(child) and not alone) for child in children)

    def fill(self, nodes: Sequence[Node], indent: int) -> None:
        """Side by side as far as they fit; each on its own line where there are no words between them."""
        words = any(
            n.kind == "leaf"
            and self.tokens[n.first].kind in ("text", "expr", "trans")
            and not HIDDEN.fullmatch(self.tokens[n.first].text)
            for n in nodes
        )
        tall = False  # did the last node take several lines?
        for k, node in enumerate(nodes):
            if k:
                gap = nodes[k - 1].last
                parted = not words or tall or self.blocky(nodes[k - 1]) or self.blocky(node)
                if (self.easy(gap) and (parted or not self.fits_until(nodes, k, easy=True))) or (
                    self.breakable(gap) and not self.fits_until(nodes, k, easy=False)
                ):
                    self.newline(gap, indent)
                else:
                    self.space(gap)
            before = len(self.out)
            self.node(node, indent)
            tall = any("\n" in piece for piece in self.out[before:])

    def fits_until(self, nodes: Sequence[Node], k: int, *, easy: bool) -> bool:
        """Do this node and what hangs on it fit on the rest of the line, with the space before it?"""
        last = k
        while last + 1 < len(nodes) and not (self.easy if easy else self.breakable)(nodes[last].last):
            last += 1
        return self.fits(nodes[k].first, nodes[last].last) and not any(map(self.must_wrap, nodes[k : last + 1]))

    def node(self, node: Node, indent: int) -> None:
        if node.kind == "leaf" or (self.fits(node.first, node.last) and not self.must_wrap(node)):
            self.flat(node.first, node.last, indent)
        elif node.kind == "tag":
            self.tag(node, indent)
        elif node.kind == "element":
            self.element(node, indent)
        else:
            self.group(node, indent)

    def tag(self, node: Node, indent: int) -> None:
        parts = [node.heads[0], *node.bodies[0]]
        if node.close:
            parts.append(node.close)
        for k, part in enumerate(parts):
            if k:
                gap = parts[k - 1].last
                if part is not node.close and self.easy(gap) and not self.fits(part.first, part.last):
                    self.newline(gap, indent + 4)
                else:
                    self.space(gap)
            if part.kind == "leaf" or self.fits(part.first, part.last):
                self.flat(part.first, part.last, indent + 4)
            else:
                self.attributes(part, indent + 4)

    def attributes(self, group: Node, indent: int) -> None:
        """A long statement inside a tag: filled, not indented further."""
        for i in range(group.first, group.last + 1):
            if i > group.first:
                if self.easy(i - 1) and not self.fits(i, i):
                    self.newline(i - 1, indent)
                else:
                    self.space(i - 1)
            self.token(i, indent)

    def element(self, node: Node, indent: int) -> None:
        self.node(node.heads[0], indent)
        body, close = node.bodies[0], node.close
        if body:
            self.enter(node.heads[0], body, node.last, indent)
        if close and body and not self.glued:
            self.newline(close.first - 1, indent)
        elif close:
            self.space(close.first - 1)
        if close:
            self.token(close.first, indent)

    def enter(self, head: Node, body: Sequence[Node], last: int, indent: int) -> None:
        """The children: behind the opening where only a marker could part them and all fits, else indented."""
        self.glued = not self.easy(head.last) and self.fits(body[0].first, last) and not any(map(self.must_wrap, body))
        if self.glued:
            self.space(head.last)
            self.flat(body[0].first, body[-1].last, indent)
        else:
            self.newline(head.last, indent + 2)
            self.fill(body, indent + 2)
            self.glued = False

    def group(self, node: Node, indent: int) -> None:
        for k, (head, body) in enumerate(zip(node.heads, node.bodies, strict=True)):
            if k:
                self.newline(head.first - 1, indent)
            self.token(head.first, indent)
            if body:
                self.enter(head, body, body[-1].last, indent)
        if node.close:
            self.newline(node.close.first - 1, indent)
            self.token(node.close.first, indent)


class Changed(Exception):
    """The layout would change what the page shows."""


def format_template(source: str) -> str:
    """The source laid out; `Changed` if that cannot be done without changing the page."""
    page = source
    for _ in range(6):
        result = Writer(Reader(page)).page()
        compare(Reader(page), Reader(result))
        if result == page:
            return result
        page = result
    raise Changed("it never comes to rest")


def compare(old: Reader, new: Reader) -> None:
    """Raises `Changed` unless both have the same tokens, and the same whitespace wherever it shows."""
    for was, now in zip_longest(old.tokens, new.tokens):
        if was != now:
            raise Changed(f"{was} became {now}")
    for token, need, space in zip(old.tokens, needs(old), new.gaps, strict=False):
        if (need == "some" and not space) or (need == "none" and space):
            raise Changed(f"whitespace after {token.text!r}: {need}, but {space!r}")
