"""The pairing contract: `pair(input) -> result`.

The input holds everything a pairing may depend on, so that it can be written to JSON, replayed and attached to a bug
report. Points are whole numbers in the ruleset's smallest unit. Lists are in table order where order means anything.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput

FORMAT = "pareo-pairing-input"  # what a file with an input says of itself
VERSION = 1
T = TypeVar("T")


class Priority(Enum):
    """The two preferences whose order differs between the editions (P-AGE-4)."""

    GAPS = "gaps"  # players meet equal records
    MIXED = "mixed"  # players meet their own division


class Candidate(NamedTuple):
    """One entrant to be paired in this round."""

    no: int
    points: int  # as paired by: virtual (acceleration) and bonus points included
    division: str = ""
    bye_ok: bool = True  # may get the bye (has not had one)
    tags: tuple[str, ...] = ()  # two candidates who share a tag are an avoided pair (club, came together)
    starts: int = 0  # games started minus games not started (FISE, S-5)
    virtual: int = 0  # of `points`, those that count for pairing only (acceleration, bonus)


class PastRound(NamedTuple):
    """One earlier round of an entrant, for systems that look at more than points (FIDE Dutch, USCF)."""

    round_no: int
    outcome: Outcome
    opponent: int | None  # None: no opponent (bye, absence, late)
    starts: bool  # was `a`: had white, or the first move
    points: int  # gained in that round, virtual points not counted
    virtual: int = 0  # had for pairing only when that round was paired (acceleration, bonus): floats depend on it


@dataclass(frozen=True, slots=True)
class PairingInput:
    """Everything a round is drawn from."""

    candidates: tuple[Candidate, ...]  # in table order: the standing, or the start numbers in round 1
    met: Mapping[int, frozenset[int]]  # who has already met whom; symmetric, everyone listed has an entry or none
    seed: str
    system: str = "random"  # one of `registry.METHODS`
    order: tuple[Priority, Priority] = (Priority.GAPS, Priority.MIXED)
    forbidden: frozenset[tuple[int, int]] = frozenset()  # (low, high): must not meet if it can be helped
    round_no: int = 1
    balance_starts: bool = False  # who of a pair starts matters (S-5)
    # What follows is filled in for the systems that need it; everybody of the pod is there, also who has left.
    past: Mapping[int, tuple[PastRound, ...]] = field(default_factory=dict)  # in round order
    ratings: Mapping[int, int | None] = field(default_factory=dict)
    numbers: Mapping[int, int] = field(default_factory=dict)  # start numbers
    top_starts: bool = True  # round 1: the highest player of the first table starts (SP-21)
    planned: int = 0  # rounds in all; 0: not known
    win: int = 2  # points of a win, a draw and a loss, in the ruleset's smallest unit
    draw: int = 1
    loss: int = 0
    reversed_end: bool = True  # double round robin: the last two rounds of the first cycle change places
    objective: int = 1  # the version of what the method wants of a round: the same input always gives the same round

    def to_json(self) -> str:
        """As plain ASCII: keys in a fixed order, one player a line. `from_json` gives the same input again."""
        rows: dict[str, Any] = {
            "candidates": [c._asdict() for c in self.candidates],
            "met": {no: sorted(others) for no, others in sorted(self.met.items())},
            "forbidden": [list(pair) for pair in sorted(self.forbidden)],
            "past": {no: [_past_row(p) for p in past] for no, past in sorted(self.past.items())},
            "ratings": dict(sorted(self.ratings.items())),
            "numbers": dict(sorted(self.numbers.items())),
        }
        plain = {
            "format": FORMAT,
            "version": VERSION,
            "system": self.system,
            "round_no": self.round_no,
            "seed": self.seed,
            "order": [one.value for one in self.order],
            "balance_starts": self.balance_starts,
            "top_starts": self.top_starts,
            "planned": self.planned,
            "win": self.win,
            "draw": self.draw,
            "loss": self.loss,
        }
        if not self.reversed_end:  # said only where it is so: inputs kept from before stay the same bytes
            plain["reversed_end"] = False
        if self.objective != 1:
            plain["objective"] = self.objective
        lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in plain.items()]
        lines += [f" {json.dumps(key)}: {_by_line(value)}" for key, value in rows.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_json(cls, text: str) -> PairingInput:
        """What `to_json` wrote, perhaps changed by hand. BadInput if it is none."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as problem:
            raise unreadable_input(f"it is not JSON ({problem})") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise unreadable_input(f"“format” is not “{FORMAT}”")
        if data.get("version") != VERSION:
            raise unreadable_input(f"“version” is not {VERSION}")
        return _read(data)


class PairedMatch(NamedTuple):
    """One match and why. `a` starts (white, salida)."""

    a: int
    b: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a round costs, in the order in which it was minimised. Compared as a whole with `vector`."""

    repeat_bye: int = 0  # a second bye for somebody
    forbidden: int = 0
    rematches: int = 0
    bye_group: int = 0  # record groups below the one the bye went to
    rematch_groups: tuple[int, ...] = ()  # per record group from the top: rematches whose higher player is of it
    gaps: tuple[tuple[int, int], ...] = ()  # per record group from the top: (paired below it, sum of differences)
    mixed: int = 0
    avoided: int = 0

    def vector(self, order: tuple[Priority, Priority]) -> tuple[object, ...]:
        """The cost as one comparable value, in the ruleset's order of priorities.

        Both costs compared must be of one version of the objective: an earlier one has no `rematch_groups`.
        """
        middle: tuple[object, ...] = (self.gaps, self.mixed) if order[0] is Priority.GAPS else (self.mixed, self.gaps)
        first = (self.repeat_bye, self.forbidden, self.rematches, self.bye_group, self.rematch_groups)
        return (*first, *middle, self.avoided)


@dataclass(frozen=True, slots=True)
class PairingResult:
    """The round: matches in table order (best records first), the bye, its cost and how optimality is known."""

    matches: tuple[PairedMatch, ...]
    bye: int | None
    cost: Cost
    proof: str  # "bound", "exact", "enumerated", or "rule" (a document's procedure, no optimum claimed)
    certificate: Mapping[str, object] = field(default_factory=dict)
    bye_reasons: tuple[str, ...] = ()


# --- an input as JSON -------------------------------------------------------------------------------------------------


def _by_line(value: list[Any] | dict[int, Any]) -> str:
    """JSON with each item on a line of its own."""
    if not value:
        return "[]" if isinstance(value, list) else "{}"
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"  {json.dumps(one)}" for one in value) + "\n ]"
    return "{\n" + ",\n".join(f'  "{no}": {json.dumps(one)}' for no, one in value.items()) + "\n }"


def _past_row(p: PastRound) -> dict[str, Any]:
    return {**p._asdict(), "outcome": p.outcome.value}


def unreadable_input(problem: str) -> BadInput:
    """The error for a text that is no pairing input, with the reason."""
    return BadInput("pairing-input-unreadable", "This is not valid pairing input: {problem}.", problem=problem)


def _read(data: Mapping[str, Any]) -> PairingInput:
    whole = _Reader(data, "")
    order = tuple(_enum_member(Priority, one, "order") for one in whole.list_of("order", str))
    if len(order) != 2 or order[0] is order[1]:
        raise unreadable_input("“order” must name “gaps” and “mixed”")
    request = PairingInput(
        candidates=tuple(_read_candidate(_Reader(row, "candidates")) for row in whole.list_of("candidates", dict)),
        met={no: frozenset(_list_of_type(int, row, "met")) for no, row in whole.by_number("met")},
        seed=whole.value("seed", str),
        system=whole.value("system", str),
        order=(order[0], order[1]),
        forbidden=frozenset(_read_pair(row) for row in whole.list_of("forbidden", list)),
        round_no=whole.value("round_no", int),
        balance_starts=whole.value("balance_starts", bool),
        past={
            no: tuple(_read_past(_Reader(one, "past")) for one in _list_of_type(dict, row, "past"))
            for no, row in whole.by_number("past")
        },
        ratings={no: None if row is None else _of_type(int, row, "ratings") for no, row in whole.by_number("ratings")},
        numbers={no: _of_type(int, row, "numbers") for no, row in whole.by_number("numbers")},
        top_starts=whole.value("top_starts", bool),
        planned=whole.value("planned", int),
        win=whole.value("win", int),
        draw=whole.value("draw", int),
        loss=whole.value("loss", int),
        reversed_end=_of_type(bool, whole.data.get("reversed_end", True), "reversed_end"),
        objective=_of_type(int, whole.data.get("objective", 1), "objective"),
    )
    playing = [c.no for c in request.candidates]
    if len(set(playing)) != len(playing):
        raise unreadable_input("a number stands twice among the “candidates”")
    return request


def _read_candidate(row: _Reader) -> Candidate:
    return Candidate(
        row.value("no", int),
        row.value("points", int),
        row.value("division", str),
        row.value("bye_ok", bool),
        tuple(row.list_of("tags", str)),
        row.value("starts", int),
        row.value("virtual", int),
    )


def _read_past(row: _Reader) -> PastRound:
    opponent = None if row.data.get("opponent") is None else row.value("opponent", int)
    outcome = _enum_member(Outcome, row.value("outcome", str), "outcome")
    return PastRound(
        row.value("round_no", int),
        outcome,
        opponent,
        row.value("starts", bool),
        row.value("points", int),
        row.value("virtual", int),
    )


def _read_pair(row: list[Any]) -> tuple[int, int]:
    a, b = _list_of_type(int, row, "forbidden") if len(row) == 2 else (0, 0)
    if not 0 < a < b:
        raise unreadable_input("a pair of “forbidden” is not two numbers, the lower one first")
    return a, b


class _Reader(NamedTuple):
    """Values of an object, each of the type that is asked for."""

    data: Mapping[str, Any]
    where: str

    def value(self, key: str, kind: type[T]) -> T:
        if key not in self.data:
            raise unreadable_input(f"“{key}” is missing" + (f" in “{self.where}”" if self.where else ""))
        return _of_type(kind, self.data[key], key)

    def list_of(self, key: str, kind: type[T]) -> list[T]:
        return _list_of_type(kind, self.value(key, list), key)

    def by_number(self, key: str) -> Iterable[tuple[int, Any]]:
        for no, row in self.value(key, dict).items():
            if not (no.isascii() and no.isdigit()):
                raise unreadable_input(f"“{no}” in “{key}” is not a player's number")
            yield int(no), row


def _of_type(kind: type[T], value: object, key: str) -> T:
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise unreadable_input(f"“{key}” has a value of another kind")
    return value


def _list_of_type(kind: type[T], values: object, key: str) -> list[T]:
    return [_of_type(kind, value, key) for value in _of_type(list, values, key)]


E = TypeVar("E", bound=Enum)


def _enum_member(words: type[E], word: str, key: str) -> E:
    try:
        return words(word)
    except ValueError:
        raise unreadable_input(f"“{word}” is not a valid “{key}”") from None
