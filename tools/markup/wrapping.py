"""A long piece of Jinja on several lines: broken at spaces, and between the words of a string literal."""

from __future__ import annotations

import re

from .reading import ATOM, STRING, jinja_end

WIDTH = 120
TIED = frozenset(("if", "else", "and", "or", "not", "in", "is", "~", "==", "!=", "+", "-"))  # keep what follows them
ROOM = 40  # columns: a sentence longer than a line begins where it stands if it has so much room, else on a new line


def columns(text: str) -> int:
    """How wide it is, counted in bytes: the tools that count letters are content with it too."""
    return len(text.encode())


def column(text: str, start: int) -> int:
    """Where the line stands after this text."""
    return columns(text[text.rfind("\n") + 1 :]) if "\n" in text else start + columns(text)


def wrap(text: str, col: int, indent: int, tail: int) -> str:
    """The token as it stands when it begins at this column and `tail` columns hang on its end."""
    tight = break_lines(units(text, loose=False), col, indent, tail)
    if all(columns(line) <= WIDTH for line in (" " * col + tight + " " * tail).split("\n")):
        return tight
    return break_lines(units(text, loose=True), col, indent, tail)


def break_lines(pieces: list[list[str]], col: int, indent: int, tail: int) -> str:
    lines = ""
    for k, unit in enumerate(pieces):
        hanging = tail if k + 1 == len(pieces) else 0
        width = sum(map(columns, unit)) + hanging
        fresh = indent + width <= WIDTH or col + ROOM > WIDTH
        if k and col + 1 + width > WIDTH and fresh:
            lines, col = lines + "\n" + " " * indent, indent
        elif k:
            lines, col = lines + " ", col + 1
        long = col + width > WIDTH
        for n, atom in enumerate(unit):
            after = sum(map(columns, unit[n + 1 :])) + hanging
            done = split(atom, col, indent, after) if long and re.fullmatch(STRING, atom, re.S) else atom
            lines, col = lines + done, column(done, col)
    return lines


def split(literal: str, col: int, indent: int, after: int) -> str:
    """A string literal as neighbouring literals, which Jinja joins again."""
    quote, words, done = literal[0], literal[1:-1].split(" "), literal[0]
    col += 1
    for k, word in enumerate(words):
        text = word if k + 1 == len(words) else word + " "
        if k and col + columns(text) + 1 + (after if k + 1 == len(words) else 0) > WIDTH:
            done, col = f"{done}{quote}\n{' ' * indent}{quote}", indent + 1
        done, col = done + text, col + columns(text)
    return done + quote


def units(text: str, *, loose: bool) -> list[list[str]]:
    """The pieces of a token between which a line may end, in atoms. Braces keep their neighbour unless it is loose."""
    pieces: list[list[str]] = [[]]
    at = 0
    while (start := re.compile(r"\{[{%#]").search(text, at)) is not None:
        end = jinja_end(text, start.start())
        pieces[-1] += [text[at : start.start()]] * (at < start.start())
        atoms = ATOM.findall(text[start.start() : end])
        for k, atom in enumerate(atoms):
            if atom.isspace() and (loose or (1 < k < len(atoms) - 2 and not keeps_next(atoms[k - 1]))):
                pieces.append([])
            else:
                pieces[-1].append(atom)
        at = end
    pieces[-1] += [text[at:]] * (at < len(text))
    return pieces


def keeps_next(atom: str) -> bool:
    """An operator or a key stands on the line of what follows it."""
    return atom in TIED or atom.endswith(":")
