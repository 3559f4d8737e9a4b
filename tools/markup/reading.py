"""A template as tokens, with the whitespace between them as the page has it."""

from __future__ import annotations

import re

from .tokens import BLOCK, BLOCKS, HARD, HIDDEN, SPACE, VERBATIM, Token
from .tree import part, tree

# what is beside it?
UNKNOWN = frozenset(
    (
        "block",
        "endblock",
        "macro",
        "endmacro",
        "call",
        "endcall",
        "include",
        "filter",
        "endfilter",
    )
)
HELD = frozenset(("button", "select", "label"))  # whitespace at the beginning or end of their content does not show
STRING = r'"(?:[^"\\]|\\.)*"' + r"|'(?:[^'\\]|\\.)*'"
ATOM = re.compile(rf"{STRING}|\s+|[^\s\"']+", re.S)
TRANS = re.compile(r"\{%-?\s*trans\b.*?\bendtrans\s*-?%\}", re.S)


def jinja_end(source: str, at: int) -> int:
    """Where the `{{ … }}`, `{% … %}` or `{# … #}` that begins here ends."""
    if source.startswith("{#", at):
        return source.index("#}", at) + 2
    close, depth, i = ("}}" if source[at + 1] == "{" else "%}"), 0, at + 2
    while not (source.startswith(close, i) and depth == 0):
        quoted = re.compile(STRING, re.S).match(source, i)
        depth += {"{": 1, "}": -1}.get(source[i], 0)
        i = quoted.end() if quoted else i + 1
    return i + 2


def tidy(text: str) -> str:
    """A piece of Jinja with single spaces, without `-` markers, and with neighbouring string literals joined."""
    if text.startswith("{#"):
        return "{# " + " ".join(text[2:-2].strip("-").split()) + " #}"
    inner = text[2:-2].removeprefix("-").removesuffix("-").strip()
    spaced = "".join(" " if atom.isspace() else atom for atom in ATOM.findall(inner))
    atoms: list[str] = []
    for atom in ATOM.findall(spaced):
        if len(atoms) > 1 and atoms[-1] == " " and atom[0] in "\"'" and atoms[-2][0] == atom[0]:
            atoms.pop()
            atoms[-1] = atoms[-1][:-1] + atom[1:]
        elif atom[0] in ")]}" and atoms and atoms[-1] == " ":
            atoms[-1] = atom
        elif not (atom == " " and atoms and atoms[-1][-1] in "([{"):
            atoms.append(atom)
    return f"{text[:2]} {''.join(atoms)} {text[-2:]}"


def tidy_within(text: str) -> str:
    """Text or an attribute with the Jinja inside it tidied."""
    done, at = "", 0
    while (match := re.compile(r"\{[{%#]").search(text, at)) is not None:
        end = jinja_end(text, match.start())
        done, at = (
            done + text[at : match.start()] + with_markers(text[match.start() : end], tidy(text[match.start() : end])),
            end,
        )
    return done + text[at:]


def with_markers(source: str, text: str) -> str:
    """The tidied text with the `-` markers its source has."""
    return text[:2] + "-" * (source[2] == "-") + text[2:-2] + "-" * (source[-3] == "-") + text[-2:]


def jinja_token(source: str) -> Token:
    if source.startswith("{#"):
        return Token("comment", tidy(source), before=None, after=None)
    text = tidy(source)
    if source.startswith("{{"):
        side = None if HIDDEN.fullmatch(text) else HARD
        side = SPACE if text == "{{ super() }}" else side  # stands in the head of a page only
        return Token("expr", text, before=side, after=side)
    name = text.split()[1]
    side = HARD if name in UNKNOWN else None
    return Token("stmt", text, name, before=side, after=side)


def attr_end(source: str, at: int) -> int:
    """An attribute ends after its closing quote, or before whitespace, `>` or a statement."""
    i = at
    while not source[i].isspace() and source[i] != ">" and not source.startswith("{%", i):
        if source.startswith("{{", i):
            i = jinja_end(source, i)
        elif source[i] in "\"'":
            quote, i = source[i], i + 1
            while source[i] != quote:
                i = jinja_end(source, i) if source[i] == "{" and source[i + 1] in "{%#" else i + 1
            return i + 1
        else:
            i += 1
    return i


class Reader:
    """A template as tokens, and the whitespace between each of them and the next as the page will have it."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tokens: list[Token] = []
        self.gaps: list[str] = []
        self.at = self.done = 0
        self.cut = False  # did the last token end with a `-` marker?
        while self.skip():
            self.piece()
        part(self.tokens, tree(self.tokens), inside=False)

    def skip(self) -> bool:
        while self.at < len(self.source) and self.source[self.at].isspace():
            self.at += 1
        return self.at < len(self.source)

    def add(self, token: Token, end: int) -> Token:
        piece, space = self.source[self.at : end], self.source[self.done : self.at]
        if self.tokens:
            cut = self.cut or (token.jinja and piece[2] == "-")
            self.gaps.append("" if cut else effective(self.tokens[-1], token, space))
        self.tokens.append(token)
        self.cut = token.jinja and piece[-3] == "-"
        self.at = self.done = end
        return token

    def piece(self) -> None:
        source, at = self.source, self.at
        if trans := TRANS.match(source, at):
            self.add(Token("trans", tidy_within(trans.group())), trans.end())
        elif source[at] == "{" and source[at + 1] in "{%#":
            end = jinja_end(source, at)
            self.add(jinja_token(source[at:end]), end)
        elif source.startswith("<!--", at):
            end = source.index("-->", at) + 3
            self.add(Token("raw", source[at:end], before=None, after=None), end)
        elif match := re.compile(r"</([\w-]+)\s*>").match(source, at):
            name = match[1].lower()
            side = BLOCK if name in BLOCKS else HARD
            self.add(Token("close", f"</{name}>", name, SPACE if name in HELD else side, side), match.end())
        elif match := re.compile(r"<(!?[a-zA-Z][\w-]*)").match(source, at):
            self.tag(match[1].lower(), match.end())
        elif match := re.compile(r"(?:(?!\{[{%#]|<[a-zA-Z/!])\S)+").match(source, at):
            self.add(Token("text", match.group()), match.end())
        else:
            raise ValueError(f"not understood: {source[at : at + 60]}")

    def tag(self, name: str, end: int) -> None:
        source, first = self.source, len(self.tokens)
        side: int | None = BLOCK if name in BLOCKS else HARD
        opened = self.add(Token("open", f"<{name}", name, side), end)
        while self.skip() and not re.compile(r"/?>").match(source, self.at):
            if source.startswith(("{%", "{#"), self.at):
                self.piece()
                continue
            end = attr_end(source, self.at)
            text = tidy_within(source[self.at : end])
            self.add(Token("attr", text, after=SPACE if text[-1] in "\"'" else HARD), end)
        if name == "input" and any(token.text == 'type="hidden"' for token in self.tokens[first:]):
            opened.before = side = None
        shut = ">" if source[self.at] == ">" else "/>"
        inside = HARD if name in VERBATIM else SPACE if name in HELD else side
        self.add(Token("end", shut, name, BLOCK if shut == ">" else SPACE, inside), self.at + len(shut))
        if name in VERBATIM:
            end = source.index(f"</{name}>", self.at) + len(name) + 3
            self.add(Token("raw", tidy_within(source[self.at : end]), name, after=side), end)


def effective(left: Token, right: Token, space: str) -> str:
    """Whitespace as the page has it, under trim_blocks and lstrip_blocks."""
    if right.verbatim:
        return ""  # it belongs to the text of the element
    begins_line = left.trims and space.startswith("\n")
    space = space[1:] if begins_line else space
    if right.trims:
        line_start = space.rfind("\n") + 1
        space = space[:line_start] if line_start or begins_line else space
    return space
