"""What the Play! Pokémon documents call the ways in which age divisions play: separated, or modified (3.1.1, 3.1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pareo.core.text.messages import Note, text_note

SEPARATED = text_note("Swiss, age-separated (pods)")
MODIFIED = text_note("Swiss, age-modified")
_SEPARATED_CUT = text_note("Swiss, age-separated, then single elimination")
_MODIFIED_CUT = text_note("Swiss, age-modified, then single elimination")


def age_style(style: str, pods: Iterable[Sequence[str]]) -> Note | None:
    """The document's name for how these divisions, pod by pod, play; None where there is only one division, or no
    Swiss."""
    shapes = [tuple(divisions) for divisions in pods]
    if style not in ("swiss", "swiss+cut") or len({name for shape in shapes for name in shape}) < 2:
        return None
    shared = any(len(shape) > 1 for shape in shapes)
    if style == "swiss":
        return MODIFIED if shared else SEPARATED
    return _MODIFIED_CUT if shared else _SEPARATED_CUT
