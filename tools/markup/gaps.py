"""What may be done with the whitespace between two tokens: every way the page can be made is looked at."""

from __future__ import annotations

from collections.abc import Sequence

from .reading import Reader
from .tokens import BLOCK, BRANCHES, HARD, OPENERS, SPACE, Token

Way = tuple[int, int, int | None]
"""From one token to another, and the gap that is printed on the way."""


def flows(tokens: Sequence[Token]) -> list[Way]:
    """Every way from token to token."""
    ways: list[Way] = []
    opened: list[list[list[int]]] = []  # per open statement: its heads (if, elif, else; for, else) and ends of branches
    for i, token in enumerate(tokens):
        name = token.name if token.kind == "stmt" else ""
        if name in OPENERS:
            opened.append([[i], []])
        heads, ends = opened[-1] if opened else ([], [])
        if name in BRANCHES:
            ways.append((heads[-1], i, None))
            heads.append(i)
            ends.append(i - 1)
        elif i and name in ("endfor", "endif") and len(heads) == 1:
            ways += [(heads[0], i, None), (i - 1, i, i - 1)]
            ends.append(i - 1)
        elif i:
            ways.append((i - 1, i, i - 1))
        if name == "endif" and tokens[heads[-1]].name == "elif":
            ways.append((heads[-1], i, None))
        if name in ("endfor", "endif"):
            ways += [(end, i, end) for end in ends]
        if name == "endfor":
            ways.append((ends[0], heads[0], ends[0]))
        if name.startswith("end") and opened:
            opened.pop()
    return ways


def needs(reader: Reader) -> list[str]:
    """For every gap: must it have whitespace (`some`) or not (`none`), may it get some (`soft`), or either (`free`)?"""
    tokens, spaces = reader.tokens, reader.gaps
    ways = flows(tokens)
    after = settle([t.after for t in tokens], ways, spaces)
    before = settle([t.before for t in tokens], [(b, a, gap) for a, b, gap in ways], spaces)
    beyond = [BLOCK] * len(spaces)
    for _, to, gap in ways:
        if gap is not None:
            beyond[gap] = min(beyond[gap], before[to])
    results = []
    for i, space in enumerate(spaces):
        side = HARD if tokens[i + 1].verbatim else max(after[i], beyond[i])
        results.append("free" if side == BLOCK else "some" if space else "soft" if side == SPACE else "none")
    return results


def settle(fixed: Sequence[int | None], ways: Sequence[Way], spaces: Sequence[str]) -> list[int]:
    """What stands beyond each token, passed on along the ways until nothing changes."""
    states = [BLOCK if state is None else state for state in fixed]
    reached = {to for _, to, _ in ways}
    states = [HARD if state is None and i not in reached else states[i] for i, state in enumerate(fixed)]
    changed = True
    while changed:
        changed = False
        for start, to, gap in ways:
            seen = max(states[start], SPACE) if gap is not None and spaces[gap] else states[start]
            if fixed[to] is None and seen < states[to]:
                states[to], changed = seen, True
    return states
