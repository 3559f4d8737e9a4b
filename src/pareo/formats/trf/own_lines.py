"""What a tournament report has no place for, in comment lines that begin with `### pareo`: read and written here.

`ruleset ID`, `late NO ROUND`, `drop NO AFTER KIND`, `byes NO COUNT`, `sat NO ROUND OUTCOME`, `tables ROUND NO@TABLE …`.
Other programs skip them (comments are allowed since TRF26, unknown lines are passed over before).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pareo.core.model.entities import Drop
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput
from pareo.core.text.numbers import whole_between
from pareo.formats.trf.lines import OURS, PLAYERS_LIMIT, ROUNDS_LIMIT

KINDS = ("drop", "disqualified", "expelled", "no-show")
_TABLES_LIMIT = 100_000
_PER_LINE = 20


@dataclass(slots=True)
class OwnLines:
    """The facts of our own lines, by player number."""

    any: bool = False
    ruleset: str = ""
    late: dict[int, int] = field(default_factory=dict)
    drops: dict[int, Drop] = field(default_factory=dict)
    byes: dict[int, int] = field(default_factory=dict)
    sat: dict[tuple[int, int], Outcome] = field(default_factory=dict)
    tables: dict[tuple[int, int], int] = field(default_factory=dict)  # (round, number of the one who starts)


def read_ours(lines: Iterable[str]) -> OwnLines:
    """The facts of our own lines, given without their beginning; BadInput names one that we do not write."""
    ours = OwnLines()
    for line in lines:
        ours.any = True
        word, *rest = line.split()
        try:
            _read_line(ours, word, rest)
        except (ValueError, IndexError):
            raise BadInput("trf-ours", "“{line}” is not a line that Pareo writes.", line=line[:60]) from None
    return ours


def _read_line(ours: OwnLines, word: str, rest: list[str]) -> None:
    if word == "ruleset":
        ours.ruleset = rest[0]
    elif word == "late":
        ours.late[_number(rest[0])] = _number(rest[1], ROUNDS_LIMIT + 1)
    elif word == "drop":
        if rest[2] not in KINDS:
            raise ValueError(rest[2])
        ours.drops[_number(rest[0])] = Drop(_number(rest[1], ROUNDS_LIMIT), rest[2])
    elif word == "byes":
        ours.byes[_number(rest[0])] = _number(rest[1], 20)
    elif word == "sat":
        ours.sat[_number(rest[0]), _number(rest[1], ROUNDS_LIMIT)] = Outcome(rest[2])
    elif word == "tables":
        round_no = _number(rest[0], ROUNDS_LIMIT)
        for seat in rest[1:]:
            no, _, table = seat.partition("@")
            ours.tables[round_no, _number(no)] = _number(table, _TABLES_LIMIT)


def _number(text: str, limit: int = PLAYERS_LIMIT) -> int:
    return whole_between(text, 0, limit)


def write_ours(ours: OwnLines) -> list[str]:
    """Our own lines, always in the same order."""
    lines = [f"ruleset {ours.ruleset}"]
    lines += [f"late {no} {first}" for no, first in sorted(ours.late.items())]
    lines += [f"drop {no} {drop.after} {drop.kind}" for no, drop in sorted(ours.drops.items())]
    lines += [f"byes {no} {count}" for no, count in sorted(ours.byes.items())]
    for (no, number), outcome in sorted(ours.sat.items(), key=lambda item: item[0]):
        lines.append(f"sat {no} {number} {outcome.value}")
    rounds: dict[int, list[str]] = {}
    for (number, no), table in sorted(ours.tables.items(), key=lambda item: (item[0][0], item[1])):
        rounds.setdefault(number, []).append(f"{no}@{table}")
    for number, seats in rounds.items():
        lines += [f"tables {number} {' '.join(seats[i : i + _PER_LINE])}" for i in range(0, len(seats), _PER_LINE)]
    return [OURS + line for line in lines]
