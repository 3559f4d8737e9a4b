"""What a front end says of an event, in a form that can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class EventAnswer:
    """An answer of one front end. None: it is not asked, or does not say. Entrants are numbers."""

    partial: bool = False  # it speaks of some entrants or tables only
    plan: tuple[int, ...] | None = None  # rounds of each pod that players enter, before day 2 and cut
    rounds: Mapping[str, int] | None = None  # pod → its last planned round
    cuts: Mapping[int, int] | None = None  # entrant in first place → how many of that table go on
    status: Mapping[str, str] | None = None  # pod → where it is
    over: bool | None = None
    places: Mapping[int, int] | None = None
    earlier: Mapping[tuple[int, int], int] | None = None  # (round, entrant) → place after it
    points: Mapping[int, float] | None = None
    records: Mapping[int, tuple[int, int, int]] | None = None  # won, lost, tied
    winners: Mapping[int, int] | None = None  # place on a podium
    pairs: frozenset[tuple[int, frozenset[int]]] | None = None  # (table, who meets) of rounds that go on
    sitting: frozenset[int] | None = None  # who has no opponent in them
    missing: frozenset[int] | None = None  # tables without a result in rounds being played


class Disagreement(NamedTuple):
    """Two front ends that tell one thing differently."""

    what: str
    one: str
    other: str
    says_one: object
    says_other: object

    def __str__(self) -> str:
        return f"{self.what}: {self.one} says {self.says_one}, {self.other} says {self.says_other}"


def disagreements(answers: Mapping[str, Iterable[EventAnswer]]) -> list[Disagreement]:
    """Every value on which a front end differs from the first one that gives it."""
    found = []
    told = [(name, answer) for name, many in answers.items() for answer in many]
    for field in fields(EventAnswer)[1:]:
        said = [(name, a.partial, getattr(a, field.name)) for name, a in told]
        said = [one for one in said if one[2] is not None]
        for name, partial, value in said[1:]:
            first, _, reference = said[0]
            if value != (_same_part(reference, value) if partial else reference):
                found.append(Disagreement(field.name, first, name, *_apart(reference, value, partial=partial)))
    return found


def _same_part(whole: Any, part: Any) -> Any:
    """What a whole answer says of those that a part speaks of."""
    if isinstance(whole, Mapping):
        return {key: whole.get(key) for key in part}
    return whole & part if isinstance(whole, frozenset) else whole


def _apart(one: Any, other: Any, *, partial: bool) -> tuple[object, object]:
    """The parts in which two values differ."""
    one = _same_part(one, other) if partial and isinstance(one, Mapping) else one
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
        return {key: one.get(key) for key in keys}, {key: other.get(key) for key in keys}
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return sorted(one - other, key=str), sorted(other - one, key=str)
    return one, other
