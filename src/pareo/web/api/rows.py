"""What the API answers. Every field is described: the OpenAPI page is made from here."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Points = int | float
_Text = Annotated[str, Meta(max_length=2000)]


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong."""

    error: Annotated[str, Meta(description="A stable code.", examples=["no-such-tournament"])]
    message: Annotated[str, Meta(description="One sentence for people.")]
    confirm: Annotated[bool, Meta(description="Repeat with `confirm: true` to do it.")] = False
    override: Annotated[bool, Meta(description="Repeat with `override: \"reason\"` to do it all the same.")] = False


class Written(msgspec.Struct, frozen=True):
    """A command was done."""

    seq: Annotated[int, Meta(description="Number of its journal entry.", examples=[12])]
    action: Annotated[str, Meta(description="The journal's word for it.", examples=["published"])]
    notes: Annotated[list[str], Meta(description="What the organiser should know.")]


class Created(msgspec.Struct, frozen=True):
    """A new event."""

    slug: Annotated[str, Meta(description="Its short name in addresses.", examples=["spring-cup"])]


class Deleted(msgspec.Struct, frozen=True):
    """It is gone."""

    deleted: str


class RulesetLine(msgspec.Struct, frozen=True):
    """One ruleset that events can be created with."""

    id: Annotated[str, Meta(examples=["pokemon-tcg-2019-07"])]
    title: str
    document: str
    edition: str


class SettingLine(msgspec.Struct, frozen=True):
    """One setting an event can have."""

    key: Annotated[str, Meta(examples=["rounds"])]
    meaning: str
    takes: Annotated[str, Meta(description="What a value looks like.", examples=["a number from 1"])]
    per_pod: bool
    before_start: Annotated[bool, Meta(description="Must be decided before round 1 starts.")]


class EventLine(msgspec.Struct, frozen=True):
    """One event of a list."""

    slug: Annotated[str, Meta(examples=["spring-cup"])]
    name: Annotated[str, Meta(examples=["Spring Cup"])]
    ruleset: str


class PodState(msgspec.Struct, frozen=True):
    """Where a pod is."""

    pod: Annotated[str, Meta(examples=["masters"])]
    phase: Annotated[str, Meta(examples=["swiss"])]
    divisions: list[str]
    players: int
    active: int
    round: Annotated[int, Meta(description="0 before the first.")]
    rounds: Annotated[int, Meta(description="Number of the last planned round.")]
    status: Annotated[str, Meta(description="registration, drafted, published, started, finished or over")]
    closed: bool
    section: int | None = None
    open_tables: list[int] = []
    actions: Annotated[list[str], Meta(description="What can be done now.")] = []
    method: Annotated[str | None, Meta(description="How its round was paired; none: a bracket.")] = None
    next_method: Annotated[str | None, Meta(description="How its next round will be, unless another is chosen.")] = None


class Advice(msgspec.Struct, frozen=True):
    """What the document's tables propose for a pod."""

    pod: str
    rounds: int
    day2_rounds: int
    cut: int
    total_rounds: int


class EventState(msgspec.Struct, frozen=True):
    """An event, for staff."""

    slug: str
    name: str
    ruleset: str
    style: Annotated[str, Meta(description="swiss, elimination or swiss+cut")]
    sanctioned: bool
    players: int
    settings: dict[str, Any]
    pods: list[PodState]
    advice: list[Advice]
    warnings: list[str]
    actions: list[str]
    seq: Annotated[int, Meta(description="Number of the last journal entry.")]


class Player(msgspec.Struct, frozen=True):
    """An entrant, for staff."""

    id: Annotated[str, Meta(description="The id he was entered with, else his number.", examples=["17"])]
    no: Annotated[int, Meta(description="Order of entry; the public API knows him by it.")]
    name: str
    first: str
    last: str
    division: str
    club: str
    federation: str
    byes: int
    absent: list[int]
    absent_points: Annotated[dict[str, Points], Meta(description="Points of rounds asked off, if not the usual.")]
    status: Annotated[str, Meta(description="active, dropped, disqualified, expelled or no-show")]
    checked_in: bool
    birth_year: int | None = None
    rating: int | None = None
    rating2: int | None = None
    games: int | None = None
    games2: int | None = None
    k: int | None = None
    start_no: int | None = None
    pod: str | None = None
    fixed_table: int | None = None
    late_from: int | None = None
    until: Annotated[int | None, Meta(description="The last round he plays.")] = None
    average: int | None = None
    bonus: Annotated[Points, Meta(description="Points for pairing only.")] = 0
    birth_date: Annotated[str, Meta(description="YYYY-MM-DD, if it was given.")] = ""
    title: str = ""
    sex: Annotated[str, Meta(description="f, m or computer")] = ""
    intl_id: str = ""
    local_id: str = ""
    members: list[dict[str, Any]] | None = None
    drop: dict[str, Any] | None = None


class Terms(msgspec.Struct, frozen=True):
    """What arriving now costs a late player."""

    pod: str
    losses: Annotated[list[int], Meta(description="Rounds he loses.")]
    first_round: int
    joins_current: bool
    sentence: str


class Pairing(msgspec.Struct, frozen=True):
    """A match, or somebody without an opponent, in a round."""

    phase: Annotated[str, Meta(examples=["swiss"])]
    pod: str
    round: int
    kind: Annotated[str, Meta(description="match, bye, earned-bye, requested-bye, late-loss or absent")]
    a: Annotated[str, Meta(description="Who starts.")]
    name_a: str
    status: Annotated[str, Meta(description="of the round: drafted, published, started or finished")]
    table: int | None = None
    b: str | None = None
    name_b: str | None = None
    result: Annotated[str | None, Meta(examples=["1-0"])] = None
    points_a: Points | None = None
    points_b: Points | None = None
    reasons: Annotated[list[str], Meta(description="Why these two; for staff.")] = []


class Record(msgspec.Struct, frozen=True):
    """Matches won, lost and tied."""

    wins: int
    losses: int
    ties: int


class Tiebreak(msgspec.Struct, frozen=True):
    """One tie-break's value."""

    value: Annotated[str | int | float | None, Meta(description="As it is shown.")]
    exact: Annotated[str | None, Meta(description="The fraction that ranks.")] = None


class StandingRow(msgspec.Struct, frozen=True):
    """A place."""

    __qualname__ = "told_StandingRow"  # its name in the API's description, where another row has the same
    table: Annotated[str, Meta(description="Which standings this row is of.")]
    rank: int
    player: str
    name: str
    pod: str
    division: str
    points: Points
    record: Record
    tiebreaks: dict[str, Tiebreak]
    status: str
    decided_by: Annotated[str | None, Meta(description="What put him above the next.")] = None


class BracketPair(msgspec.Struct, frozen=True):
    """One match of a bracket, from the top of the sheet down. An empty side is not known yet."""

    table: int | None = None
    a: str | None = None
    b: str | None = None
    name_a: str | None = None
    name_b: str | None = None
    seed_a: int | None = None
    seed_b: int | None = None
    result: str | None = None
    winner: str | None = None


class Bracket(msgspec.Struct, frozen=True):
    """An elimination."""

    pod: str
    divisions: list[str]
    size: int
    rounds: list[list[BracketPair]]
    champion: str | None = None
    champion_name: str | None = None
    third: BracketPair | None = None


class ClockRow(msgspec.Struct, frozen=True):
    """The clock of a round that is being played."""

    pod: str
    round: int
    started: Annotated[str, Meta(description="UTC.", examples=["2026-11-15T10:00:00.000000Z"])]
    minutes: int
    seconds_left: Annotated[int, Meta(description="At `now`; negative after time.")]
    paused: bool
    now: Annotated[str, Meta(description="The server's time.")]


class ExtensionRow(msgspec.Struct, frozen=True):
    """Extra minutes of a table."""

    round: int
    table: int
    minutes: int
    reason: str = ""


class AnnouncementRow(msgspec.Struct, frozen=True):
    """A line for screens and phones."""

    seq: int
    at: str
    text: str


class PublicEvent(msgspec.Struct, frozen=True):
    """An event, for everybody."""

    slug: str
    name: str
    ruleset: str
    zone: Annotated[str, Meta(examples=["Europe/Madrid"])]
    players: int
    pods: list[PodState]
    announcements: list[AnnouncementRow]
    version: Annotated[str, Meta(description="Changes whenever anything changes; `/e/SLUG/live` tells of it.")]


class Claim(msgspec.Struct, frozen=True):
    """What players reported of a table themselves."""

    round: int
    table: int
    by: dict[str, str]
    disputed: bool
    result: str | None = None


class PenaltyRow(msgspec.Struct, frozen=True):
    """What a judge gave to somebody."""

    seq: int
    round: int
    player: str
    name: str
    kind: str
    reason: str
    by: str


class JournalRow(msgspec.Struct, frozen=True):
    """Who did what when."""

    seq: int
    time: Annotated[str, Meta(description="UTC.")]
    actor: str
    action: str
    data: dict[str, Any]
    hash: str
    undone_by: int | None = None


class Verdict(msgspec.Struct, frozen=True):
    """A round that was checked; the chain of the journal was checked before."""

    pod: str
    round: int
    ok: bool
    proved: bool
    method: str
    violations: list[str]
    warnings: list[str]
    entries: int


class TokenRow(msgspec.Struct, frozen=True):
    """A token in a list; its text was shown once, when it was made."""

    id: str
    label: str
    role: str
    created: float
    revoked: bool
    expires: float | None = None
    tables: list[int] | None = None


class NewToken(msgspec.Struct, frozen=True):
    """A new token. Keep it: it is not shown again."""

    token: str


class PlayerLink(msgspec.Struct, frozen=True):
    """The address of a player's own page."""

    link: Annotated[str, Meta(description="The signed part.")]
    path: Annotated[str, Meta(examples=["/e/spring-cup/p/17-…"])]


class Own(msgspec.Struct, frozen=True):
    """A player's own matches in published rounds."""

    player: str
    name: str
    status: str
    matches: list[Pairing]


class StaffRow(msgspec.Struct, frozen=True):
    """Somebody who works at the event."""

    id: str
    name: str
    role: str
    has_password: bool
    disabled: bool
    everywhere: bool
    tables: list[int] | None = None


class NewStaff(msgspec.Struct, frozen=True):
    """A new account; without a password, the link that lets it in once."""

    id: str
    link: str | None = None


class ReckonedTerm(msgspec.Struct, frozen=True):
    """One line of a sum or a mean, as an exact fraction."""

    round: int
    opponent: int | None
    value: str
    note: str = ""
    counted: bool = True


class ReckonedStep(msgspec.Struct, frozen=True):
    """One tie-break of the ruleset's order, term by term."""

    tiebreak: str
    kind: str
    terms: list[ReckonedTerm]
    total: str | None
    decided: bool
    options: str = ""
    plus: Annotated[int, Meta(description="What a performance adds to the mean.")] = 0


class Reckoned(msgspec.Struct, frozen=True):
    """How a place came about."""

    no: int
    rank: int
    points: float
    decided_by: str | None
    steps: list[ReckonedStep]
