"""The rows that are shown across tournaments: directory, series, categories, clubs, duplicate events, club evenings.

Each is described here once. The API answers with them, so its description is made from here; `--json` prints the same
fields in the same order; CSV, pages and tables of the terminal read their attributes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, field

from pareo.app.rows.tables import Points, Row
from pareo.store.series_protocol import DocumentChange

# --- the directory ----------------------------------------------------------------------------------------------------


class DirectoryPerson(Row, frozen=True, kw_only=True):
    """Somebody in the directory."""

    id: str
    name: str
    first: str
    last: str
    sex: str
    title: str
    club: str
    federation: str
    birth_year: int | None
    local_id: str
    intl_id: str
    rating: int | None
    games: int
    rating2: int | None
    games2: int
    aliases: list[str]
    note: str
    version: int


class RatingStep(Row, frozen=True, kw_only=True):
    """A line of a rating history."""

    date: str
    list: int
    kind: str
    event: str
    reason: str
    before: int | None
    change: int | None
    after: int | None
    games: int
    actor: str


class PersonHistory(DirectoryPerson, frozen=True, kw_only=True):
    """Somebody in the directory, with all his ratings."""

    history: list[RatingStep]


class DirectoryClub(Row, frozen=True, kw_only=True):
    """A club."""

    id: str
    name: str
    short: str
    city: str
    aliases: list[str]
    people: int
    version: int


class Named(Row, frozen=True):
    """Somebody who might be meant."""

    id: str
    name: str


class PlayerLinkRow(Row, frozen=True, kw_only=True):
    """A player of an event, and who he is."""

    player: str
    name: str
    person: str | None
    person_name: str | None
    how: Annotated[str, Meta(description="chosen, number, name, alias, several, contradicted or unknown.")]
    perhaps: list[Named]


class ListedRow(Row, frozen=True, kw_only=True):
    """A row of a list, and what happens to it."""

    line: str
    name: str
    fate: Annotated[str, Meta(description="new, known, changed, unclear or wrong.")]
    problem: str | None


class ListImportResult(Row, frozen=True, kw_only=True):
    """What a list did, or (`look`) would do; then `rows` tells each line."""

    new: int
    changed: int
    known: int
    unclear: int
    notes: list[str]
    rows: list[ListedRow]


class ChangeRow(Row, frozen=True, kw_only=True):
    """What applying would do to one player."""

    player: str
    name: str
    person: str | None
    played_with: int | None
    before: int | None
    change: int | None
    after: int | None
    games: int
    why: Annotated[str | None, Meta(description="Reason why nothing changes.")]


class DirectoryStatusRow(Row, frozen=True, kw_only=True):
    """Where an event stands with the directory, on one list."""

    __qualname__ = "directory_StandingRow"  # its name in the API's description, where another row has the same
    list: int
    rated: bool
    closed: bool
    applied: bool
    applied_at: str | None
    applied_by: str | None
    moved: Annotated[bool, Meta(description="The journal has new entries since.")]
    differs: Annotated[bool, Meta(description="Other changes would follow now: revert and apply again.")]


class DirectoryStatus(Row, frozen=True, kw_only=True):
    """Where an event stands with the directory, and who of it is nobody there."""

    slug: str
    lists: list[DirectoryStatusRow]
    not_in_directory: list[str]


# --- the end of an evening --------------------------------------------------------------------------------------------


class ListChanges(Row, frozen=True, kw_only=True):
    """One rating list."""

    list: int
    before: Annotated[bool, Meta(description="It had already been applied.")]
    changed: int
    changes: tuple[ChangeRow, ...]


class GoalRow(Row, frozen=True, kw_only=True):
    """A series."""

    slug: str
    name: str
    inside: Annotated[bool, Meta(description="The event is already in the series.")] = True


class ClosingResult(Row, frozen=True, kw_only=True):
    """What closing does."""

    slug: str
    lists: list[ListChanges]
    not_in_directory: list[str] = field(default_factory=list)
    series: list[GoalRow]
    notes: list[str] = field(default_factory=list)


# --- series -----------------------------------------------------------------------------------------------------------


class PresetRow(Row, frozen=True, kw_only=True):
    """Rules of a series that come with Pareo."""

    id: str
    title: str
    count: str
    document: str


class SeriesLine(Row, frozen=True, kw_only=True):
    """One series of a list."""

    slug: str
    name: str
    rules: str
    count: Annotated[str, Meta(description="places, best-games, wins or performance")]
    events: int
    created: str


class SeriesEventLine(Row, frozen=True, kw_only=True):
    """One event of a series."""

    slug: str
    name: str
    date: str
    period: str
    weight: Points
    table: str | None
    status: Annotated[str, Meta(description="counted, running, gone or unclear")]
    players: int
    kind: Annotated[str | None, Meta(description="Where the series has kinds of events.")] = None

    unsaid: ClassVar = ("kind",)


class SeriesPart(Row, frozen=True, kw_only=True):
    """What one event, or one game, gave."""

    event: str
    place: int | None = None
    points: Points
    exact: str
    counts: bool
    second: Annotated[int | None, Meta(description="Points on the table.")] = None
    games: Annotated[int | None, Meta(description="Rated games.")] = None


class SeriesRow(Row, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the table."""

    place: int | None
    person: Annotated[str | None, Meta(description="The id of the person in this series; for staff.")] = None
    name: str
    points: Points
    exact: str
    second: int | None = None
    decided_by: str | None = None
    category: Annotated[str | None, Meta(description="The category of the table, if categories exchange places.")] = (
        None
    )
    parts: list[SeriesPart]

    unsaid: ClassVar = ("category",)

    def by_event(self) -> dict[str, list[SeriesPart]]:
        """What each event gave: one part, or several where games are counted."""
        parts: dict[str, list[SeriesPart]] = {}
        for part in self.parts:
            parts.setdefault(part.event, []).append(part)
        return parts


class SeriesHead(Row, frozen=True, kw_only=True):
    """A series without its table."""

    slug: str
    name: str
    rules: str
    count: str
    best: int
    planned: int
    period: str | None
    periods: list[str]
    events: list[SeriesEventLine]


class SeriesDetails(SeriesHead, frozen=True, kw_only=True):
    """A series as it stands."""

    rows: list[SeriesRow]
    notes: list[str]

    @property
    def counted_events(self) -> list[SeriesEventLine]:
        """The events whose results are in the table."""
        return [event for event in self.events if event.status == "counted"]

    @property
    def columns(self) -> list[SeriesEventLine]:
        """The events of the table, in order; an event of another period has no column."""
        used = {part.event for row in self.rows for part in row.parts}
        return [event for event in self.events if event.slug in used]


class SeriesHistory(SeriesHead, frozen=True, kw_only=True):
    """A series, and who changed it when."""

    notes: list[str]
    changes: list[DocumentChange]


# --- categories -------------------------------------------------------------------------------------------------------


class CategoryRow(Row, frozen=True, kw_only=True):
    """Somebody's category: before, and as it should be."""

    person: str
    name: str
    category: str | None
    before: str | None
    move: Annotated[str, Meta(description="stays, moves or new")]
    reason: str
    rating: int | None
    title: str | None
    best_performer: bool


class RecordedCategories(Row, frozen=True, kw_only=True):
    """When categories were recorded, and how many people were in each."""

    time: str
    actor: str
    period: str | None
    sizes: Mapping[str, int]


# --- clubs and duplicate events ---------------------------------------------------------------------------------------


class ClubPlayer(Row, frozen=True):
    """A player of a club."""

    name: str
    points: Points
    place: int


class ClubLine(Row, frozen=True, kw_only=True):
    """A club's place."""

    place: int | None
    club: str
    points: Points
    players: int
    decided_by: str | None
    counting: list[ClubPlayer]
    others: list[ClubPlayer]


class DuplicateLine(Row, frozen=True, kw_only=True):
    """One duplicate event of a list."""

    slug: str
    name: str
    date: str | None
    games: int
    created: str


class DuplicateGame(Row, frozen=True):
    """One game."""

    turns: int
    possible: int


class DuplicateRow(Row, frozen=True, kw_only=True):
    """A line of the ranking."""

    place: int
    name: str
    points: int
    percent: Annotated[str, Meta(examples=["97.05"])]
    behind: int
    best_moves: int
    by_game: list[int]


class DuplicateDetails(Row, frozen=True, kw_only=True):
    """A duplicate event as it stands."""

    slug: str
    name: str
    date: str | None
    possible: int
    games: list[DuplicateGame]
    rows: list[DuplicateRow]
