"""The rows that are shown of one player: entrant, card, pairing information, rating. See `rows`."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from pareo.app.rows.tables import Inner, MatchRecordRow, Points, Row, TiebreakRow


class TeamMemberRow(Inner, frozen=True):
    """One of a team."""

    name: str
    id: str | None
    captain: bool


class Left(Inner, frozen=True):
    """After which round somebody left, how and why."""

    after: int
    kind: str
    reason: str


class PlayerRow(Row, frozen=True, kw_only=True):
    """An entrant, for staff."""

    id: Annotated[str, Meta(description="The id the player was entered with, otherwise their number.", examples=["17"])]
    no: Annotated[int, Meta(description="Order of entry; the public API identifies the player by it.")]
    name: str
    first: str
    last: str
    birth_year: int | None = None
    birth_date: Annotated[str, Meta(description="YYYY-MM-DD, if it was given.")] = ""
    title: str = ""
    sex: Annotated[str, Meta(description="f, m or computer")] = ""
    intl_id: str = ""
    local_id: str = ""
    division: str
    club: str
    federation: str
    rating: int | None = None
    rating2: int | None = None
    games: int | None = None
    games2: int | None = None
    k: int | None = None
    average: int | None = None
    estimate: Annotated[int | None, Meta(description="Chess: estimated rating of a player without a rating.")] = None
    own_no: Annotated[int | None, Meta(description="Start number, if it was set by hand.")] = None
    start_no: int | None = None
    pod: str | None = None
    byes: int
    absent: list[int]
    absent_points: Annotated[dict[str, Points], Meta(description="Points for requested byes, if not the usual.")]
    fixed_table: int | None = None
    late_from: int | None = None
    until: Annotated[int | None, Meta(description="The player's last round.")] = None
    bonus: Annotated[Points, Meta(description="Points for pairing only.")] = 0
    status: Annotated[str, Meta(description="active, dropped, disqualified, expelled or no-show")]
    members: list[TeamMemberRow] | None = None
    drop: Left | None = None

    unsaid: ClassVar = ("estimate", "own_no", "members", "drop")
    columns: ClassVar = (
        "id",
        "no",
        "first",
        "last",
        "birth_year",
        "birth_date",
        "sex",
        "title",
        "division",
        "club",
        "federation",
        "rating",
        "rating2",
        "intl_id",
        "local_id",
        "start_no",
        "pod",
        "byes",
        "absent",
        "bonus",
        "fixed_table",
        "late_from",
        "until",
        "status",
    )
    member_columns: ClassVar = ("id", "name", "team", "captain", "club", "federation", "status")

    @property
    def member_cells(self) -> list[tuple[str | None, ...]]:
        """One line per member of a team."""
        return [
            (m.id, m.name, self.id, "yes" * m.captain, self.club, self.federation, self.status)
            for m in self.members or ()
        ]


class StaffPlayerRow(PlayerRow, frozen=True, kw_only=True):
    """An entrant, for staff."""

    checked_in: bool


class PublicPlayer(Row, frozen=True, kw_only=True):
    """An entrant, as everybody may know him."""

    player: Annotated[str, Meta(description="Number in the list of entries.")]
    name: str
    listed: Annotated[str, Meta(description="The name as lists sort it.")]
    division: str
    club: str
    federation: str
    status: str
    start_no: int | None = None
    rating: int | None = None
    rating2: int | None = None


class CardRound(Inner, frozen=True, kw_only=True):
    """One round of a player's card, from his side."""

    round: int
    pod: str
    phase: str
    status: str
    kind: str
    table: int | None = None
    opponent: str | None = None
    opponent_no: int | None = None
    opponent_name: str | None = None
    opponent_start_no: int | None = None
    opponent_rating: int | None = None
    starts: bool | None = None
    result: str | None = None
    outcome: str | None = None
    points: Points | None = None
    total: Points = 0
    games: str | None = None  # each game of a match of several, where they are known

    unsaid: ClassVar = ("games",)
    columns: ClassVar = (
        "round",
        "pod",
        "table",
        "kind",
        "opponent",
        "opponent_name",
        "opponent_start_no",
        "opponent_rating",
        "starts",
        "result",
        "points",
        "total",
    )

    def plain(self) -> dict[str, object]:
        """Fields for `--json`: without an opponent, `kind` comes after the fields that are empty."""
        data = super().plain()
        if self.kind == "match":
            return data
        ends = {key: data.pop(key) for key in ("kind", "outcome", "points", "total")}
        return data | ends


class PlayerCardRow(Row, frozen=True, kw_only=True):
    """One player's whole tournament. For staff."""

    player: str
    no: int
    name: str
    start_no: int | None = None
    rating: int | None = None
    rating2: int | None = None
    title: str
    club: str
    federation: str
    division: str
    status: str
    rank: int | None = None
    points: Points
    record: MatchRecordRow
    tiebreaks: dict[str, TiebreakRow]
    rounds: list[CardRound]


class Information(Row, frozen=True, kw_only=True):
    """One player before a round, and the opponent it gives him. For staff."""

    pod: str
    round: int
    player: str
    name: str
    start_no: int | None = None
    rating: int | None = None
    points: Points
    virtual: Annotated[Points, Meta(description="Points for pairing only: bonus and acceleration.")]
    paired_by: Points
    starts: Annotated[str, Meta(description="+ first move or white, - second, . no game", examples=["+-."])]
    due: str
    due_strength: Annotated[str, Meta(description="absolute, strong, mild or empty")]
    floats_down: list[int]
    floats_up: list[int]
    opponents: list[str]
    byes: Annotated[list[int], Meta(description="Rounds without an opponent.")]
    status: str
    table: int | None = None
    kind: str | None = None
    opponent: str | None = None
    opponent_name: str | None = None
    starts_now: str
    reasons: list[str]
    why: Annotated[list[str], Meta(description="The reasons as sentences.")]

    columns: ClassVar = (
        "pod",
        "round",
        "player",
        "name",
        "start_no",
        "rating",
        "points",
        "virtual",
        "paired_by",
        "starts",
        "due",
        "due_strength",
        "floats_down",
        "floats_up",
        "opponents",
        "byes",
        "status",
        "table",
        "kind",
        "opponent",
        "opponent_name",
        "starts_now",
        "reasons",
        "why",
    )


class PlayerRatingRow(Row, frozen=True, kw_only=True):
    """One player's line of the rating view; null where there is nothing to compute."""

    player: str
    no: int
    name: str
    rating: int | None
    games: int
    score: float
    expected: float | None
    change: int | None
    average: int | None
    performance: int | None
    new: int | None
    rated: bool

    columns: ClassVar = (
        "player",
        "name",
        "rating",
        "games",
        "score",
        "expected",
        "change",
        "average",
        "performance",
        "new",
    )


class WaitingPerson(msgspec.Struct, frozen=True):
    """Somebody who registered and waits."""

    no: int
    name: str
    division: str
    club: str
    at: str
    guardian: bool
