"""The rows that are shown of rounds: pairings, standings, cross tables, the journal. Each is described here once.

The API answers with them, so its description is made from here; `--json` prints the same fields in the same order;
CSV, XLSX, pages and paper read their attributes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

Points = int | float


class Row(msgspec.Struct, frozen=True):
    """A row that is shown somewhere."""

    unsaid: ClassVar[tuple[str, ...]] = ()
    """Keys that `--json` leaves out where they have nothing to say."""

    def plain(self) -> dict[str, object]:
        """What `--json` prints: every field, in this order. Rows inside are still rows."""
        data = asdict(self)
        for key in self.unsaid:
            if data[key] in (None, {}):
                del data[key]
        return data


class Inner(Row, frozen=True):
    """A row inside another one. The API's description says only that it is an object."""


class PairingRow(Row, frozen=True, kw_only=True):
    """A match, or somebody without an opponent, in a round."""

    phase: Annotated[str, Meta(examples=["swiss"])]
    pod: str
    round: int
    table: int | None = None
    kind: Annotated[str, Meta(description="match, bye, earned-bye, requested-bye, late-loss or absent")]
    a: Annotated[str, Meta(description="The player who starts.")]
    b: str | None = None
    name_a: str
    name_b: str | None = None
    result: Annotated[str | None, Meta(examples=["1-0"])] = None
    points_a: Points | None = None
    points_b: Points | None = None
    status: Annotated[str, Meta(description="of the round: drafted, published, started or finished")]
    reasons: Annotated[list[str], Meta(description="Reasons for the pairing; for staff.")] = []

    columns: ClassVar = (
        "phase",
        "pod",
        "round",
        "table",
        "kind",
        "a",
        "name_a",
        "b",
        "name_b",
        "result",
        "points_a",
        "points_b",
        "status",
    )


class PairingWithColumns(PairingRow, frozen=True, kw_only=True):
    """A pairing with what was asked for beside the names (SP-23)."""

    columns_a: Mapping[str, str | int | float]
    columns_b: Mapping[str, str | int | float] | None


class SeatRow(Row, frozen=True, kw_only=True):
    """Where somebody sits (X-24)."""

    round: int
    pod: str
    no: int
    player: str
    name: str
    table: int | None
    side: str | None


class MatchRecordRow(Row, frozen=True):
    """Matches won, lost and tied."""

    wins: int
    losses: int
    ties: int


class TiebreakRow(Row, frozen=True):
    """One tie-break's value."""

    value: Annotated[str | int | float | None, Meta(description="As it is shown.")]
    exact: Annotated[str | None, Meta(description="The fraction that ranks.")] = None


class StandingRow(Row, frozen=True, kw_only=True):
    """A place."""

    __qualname__ = "told_StandingRow"  # its name in the API's description, where another row has the same
    table: Annotated[str, Meta(description="The standings of this row.")]
    rank: int
    player: str
    name: str
    pod: str
    division: str
    points: Points
    record: MatchRecordRow
    tiebreaks: dict[str, TiebreakRow]
    decided_by: Annotated[str | None, Meta(description="The tie-break that ranked the player above the next.")] = None
    status: str

    def tiebreak_value(self, tiebreak: str) -> str | int | float | None:
        """A tie-break's value as it is shown; None where this table does not know it."""
        row = self.tiebreaks.get(tiebreak)
        return None if row is None else row.value


def standing_cells(rows: Sequence[StandingRow]) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Standings as a table: its heads, and its lines. One column per tie-break, as shown."""
    breaks = tuple(dict.fromkeys(name for row in rows for name in row.tiebreaks))
    before = ("table", "rank", "player", "name", "pod", "division", "points", "wins", "losses", "ties")
    after = ("decided_by", "status")
    named = [f"tiebreak_{name}" if name in (*before, *after) else name for name in breaks]  # each name once (B-49)
    heads = (*before, *named, *after)
    return heads, [
        (
            row.table,
            row.rank,
            row.player,
            row.name,
            row.pod,
            row.division,
            row.points,
            row.record.wins,
            row.record.losses,
            row.record.ties,
            *map(row.tiebreak_value, breaks),
            row.decided_by,
            row.status,
        )
        for row in rows
    ]


class CrossCell(Row, frozen=True, kw_only=True, omit_defaults=True):
    """One round of a player: whom he met, and how it went."""

    round: int
    opponent: str | None = None
    place: Annotated[int | None, Meta(description="The opponent's place in this table.")] = None
    outcome: Annotated[str, Meta(examples=["win"])]
    points: Points
    score: str | None = None
    starts: Annotated[bool | None, Meta(description="Had the first move, or white.")] = None
    games: Annotated[str | None, Meta(description="Of a match of several: 2–1.")] = None

    unsaid: ClassVar = ("games",)


class CrossLine(Row, frozen=True, kw_only=True):
    """One player of a cross table."""

    table: str
    rank: int | None  # null: not ranked
    player: str
    name: str
    start_no: int | None = None
    rating: int | None = None
    points: Points
    rounds: list[CrossCell]


class TiebreakTermRow(Row, frozen=True):
    """One line of a sum or a mean, as an exact fraction."""

    round: int
    opponent: int | None
    value: str
    note: str = ""
    counted: bool = True


class TiebreakStepRow(Row, frozen=True, kw_only=True):
    """One tie-break of the ruleset's order, term by term."""

    tiebreak: str
    options: str = ""
    kind: str
    terms: list[TiebreakTermRow]
    plus: Annotated[int, Meta(description="What a performance adds to the mean.")] = 0
    total: str | None
    decided: bool
    cut: Annotated[
        str,
        Meta(description="How else it set the player apart, such as “match-won”, “match-lost”, “before” or “lot”."),
    ] = ""


class PlaceArithmetic(Row, frozen=True, kw_only=True):
    """How a place came about."""

    no: int
    rank: int
    points: float
    decided_by: str | None
    steps: list[TiebreakStepRow]


class JournalRow(Row, frozen=True, kw_only=True):
    """Who did what when."""

    seq: int
    time: Annotated[str, Meta(description="UTC.")]
    actor: str
    action: str
    data: dict[str, Any]
    undone_by: int | None = None
    hash: str

    columns: ClassVar = ("seq", "time", "actor", "action", "data", "undone_by", "hash")


class HandBoard(Row, frozen=True):
    """One line of both lists, by pairing numbers, White first; “7-0” is a bye, empty: no such board."""

    pod: str
    round: int
    played: Annotated[str, Meta(description="As the round is now.", examples=["3-8"])]
    engine: Annotated[str, Meta(description="As the rules pair it.", examples=["3-7"])]
    same: bool
    played_names: str
    engine_names: str
