"""The order of a list of players by any chain of criteria (SP-6), and with it the starting numbers (S-7).

A chain is written as a text: `rating,-club,last,random`. Each criterion sorts as lists usually do (ratings, averages,
titles from the highest, names from A, numbers from 1); a minus before it turns it round. Who has no value comes last
either way. `random` draws lots among those who are equal so far (Swiss Perfect's “randomise unsorted groups”);
`random:WORD` draws other lots. Without it equal players stay in order of entry. The lots come from the caller: nothing
here draws.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pareo.core.model.player_fields import FieldOrder, criteria, title_rank
from pareo.core.text.alphabet import alphabetical

RANDOM = "random"
LIMIT = 12  # criteria of a chain
_WORD = re.compile(r"[A-Za-z0-9_-]{1,40}")

Values = Mapping[str, Any]  # of one player, by criterion
Lots = Callable[[str], Mapping[int, int]]  # the lots drawn under a label


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion that players are sorted by."""

    key: str
    turned: bool = False  # the other way round
    word: str = ""  # of `random`: which lots

    def __str__(self) -> str:
        return f"{'-' * self.turned}{self.key}{':' * bool(self.word)}{self.word}"


def _text_key(value: Any) -> str:
    return alphabetical(str(value or ""))


def _low_key(value: Any) -> int | None:
    return int(value) if value else None


def _high_key(value: Any) -> int | None:
    return None if value is None else -int(value)


def _title_key(value: Any) -> int | None:
    return title_rank(str(value)) if value else None


_KEYS: Mapping[FieldOrder, Callable[[Any], Any]] = {
    FieldOrder.FROM_A: _text_key,
    FieldOrder.HIGHEST: _high_key,
    FieldOrder.LOWEST: _low_key,
    FieldOrder.BY_TITLE: _title_key,
}
CRITERIA: Mapping[str, Callable[[Any], Any]] = {
    "start_no": _low_key,
    "no": _low_key,  # order of entry
    **{f.name: _KEYS[how] for f, how in criteria()},
    "status": _text_key,
    RANDOM: _low_key,
}
PUBLIC_CRITERIA = ("start_no", "no", *(f.name for f, _ in criteria() if f.public), RANDOM)
"""What a list for everybody may be sorted by: an order by age would tell ages."""


def parse_order(text: str) -> tuple[Criterion, ...]:
    """The chain that a text says; ValueError with the part that cannot be read."""
    chain: list[Criterion] = []
    for part in filter(None, (part.strip() for part in re.split(r"[,;\s]+", text))):
        key, colon, word = part.removeprefix("-").removeprefix("+").partition(":")
        named = key == RANDOM and bool(_WORD.fullmatch(word))
        if key not in CRITERIA or (colon and not named) or any(key == c.key for c in chain) or len(chain) == LIMIT:
            raise ValueError(part)
        chain.append(Criterion(key, part.startswith("-"), word))
    return tuple(chain)


def order_text(chain: Sequence[Criterion]) -> str:
    """The criteria as the setting writes them."""
    return ",".join(map(str, chain))


def sort_players(players: Mapping[int, Values], chain: Sequence[Criterion], lots: Lots) -> list[int]:
    """The players' numbers in this order.

    Stable sorts from the last criterion to the first: each may be turned, and who has no value stays at the end.
    """
    nos = sorted(players)
    for criterion in reversed(chain):
        read = CRITERIA[criterion.key]
        if criterion.key == RANDOM:
            drawn = lots(criterion.word)
            nos.sort(key=lambda no: drawn[no], reverse=criterion.turned)
            continue
        keys = {no: read(players[no].get(criterion.key)) for no in nos}
        known = [no for no in nos if keys[no] not in (None, "")]
        known.sort(key=keys.__getitem__, reverse=criterion.turned)
        nos = [*known, *(no for no in nos if keys[no] in (None, ""))]
    return nos
