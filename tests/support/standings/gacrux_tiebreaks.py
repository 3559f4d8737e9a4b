"""Tie-breaks as gacrux counts them: the place and the values of the requested codes, by player."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

_THEIRS = {"KS/L1": "KS/L+1", "KS/L2": "KS/L+2"}  # there a bare number is a percentage


def gacrux_tiebreaks(
    text: bytes, codes: Sequence[str], *, robin: bool = False, after: int = -1, unrated: int | None = None
) -> dict[int, tuple[int, list[Fraction | None]]]:
    file = trf2json()
    file.parse_file(text.decode(), False)
    event = file.get_tournament(1)
    options = {
        "tiebreak": [_THEIRS.get(code, code) for code in codes],
        "check": False,
        "unrated": unrated,
        "pre_determined": robin,
        "swiss": not robin,
    }
    result = tiebreak(event, after, options).compute_tiebreaks(event, options)
    return {
        row["cid"]: (row["rank"], [None if value is None else Fraction(str(value)) for value in row["tiebreakScore"]])
        for row in result["competitors"]
    }
