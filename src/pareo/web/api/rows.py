"""Answers of the API that nothing else uses; the others are in `pareo.app.rows`. Docstrings and `Meta` become the
OpenAPI description."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pareo.app.rows.events import PodState
from pareo.app.rows.people import WaitingPerson
from pareo.app.rows.tables import PairingRow


class Answer(msgspec.Struct, frozen=True):
    """One answer to a question: repeat the request with this field."""

    field: str
    value: str
    meaning: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong."""

    error: Annotated[str, Meta(description="A stable code.", examples=["no-such-tournament"])]
    message: Annotated[str, Meta(description="One sentence for people.")]
    confirm: Annotated[bool, Meta(description="Repeat with `confirm: true` to do it.")] = False
    override: Annotated[bool, Meta(description='Repeat with `override: "reason"` to do it anyway.')] = False
    choices: Annotated[list[Answer], Meta(description="Or repeat with one of these.")] = []
    word: Annotated[str, Meta(description="Repeat with `confirm: true` and this `word`.")] = ""


class Written(msgspec.Struct, frozen=True):
    """A command was done."""

    seq: Annotated[int, Meta(description="Number of its journal entry.", examples=[12])]
    action: Annotated[str, Meta(description="The journal's word for it.", examples=["published"])]
    notes: Annotated[list[str], Meta(description="What the organiser should know.")]


class Created(msgspec.Struct, frozen=True, omit_defaults=True):
    """A new event."""

    slug: Annotated[str, Meta(description="Its short name in addresses.", examples=["spring-cup"])]
    notes: Annotated[list[str], Meta(description="Notes, such as the rules used.")] = []


class Deleted(msgspec.Struct, frozen=True):
    """It is gone."""

    deleted: str


class RulesetLine(msgspec.Struct, frozen=True):
    """One ruleset that events can be created with."""

    id: Annotated[str, Meta(examples=["pokemon-tcg-2027"])]
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


class Terms(msgspec.Struct, frozen=True):
    """What arriving now costs a late player."""

    pod: str
    losses: Annotated[list[int], Meta(description="Rounds the player loses.")]
    first_round: int
    joins_current: bool
    sentence: str


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
    part: Annotated[str, Meta(description="Of a double elimination: winners, losers, final or second-final.")] = ""


class ClockRow(msgspec.Struct, frozen=True):
    """The clock of a round that is being played."""

    pod: str
    round: int
    started: Annotated[str, Meta(description="UTC.", examples=["2026-11-15T10:00:00.000000Z"])]
    minutes: int
    seconds_left: Annotated[int, Meta(description="At `now`; negative after time.")]
    paused: bool
    now: Annotated[str, Meta(description="The server's time.")]
    turns: Annotated[int, Meta(description="Turns after time is called.")] = 0
    overtime_minutes: Annotated[int, Meta(description="For these turns; 0: no limit.")] = 0
    over: Annotated[bool, Meta(description="Is the round's time over, with these turns?")] = False


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
    version: Annotated[str, Meta(description="Changes whenever anything changes; `/e/SLUG/live` announces it.")]


class Claim(msgspec.Struct, frozen=True):
    """What players reported of a table themselves."""

    round: int
    table: int
    by: dict[str, str]
    disputed: bool
    result: str | None = None


class RegistrationRow(msgspec.Struct, frozen=True):
    """Registration by players: whether it is open, what it asks for, who waits."""

    open: bool
    asked: list[str]
    limit: int | None
    entered: int
    waiting: list[WaitingPerson]


class RegisteredRow(msgspec.Struct, frozen=True):
    """Somebody registered: his number, and whether he is in."""

    no: int
    entered: bool


class NeedRow(msgspec.Struct, frozen=True):
    """One thing that needs the staff: “judge”, “conflict”, “dispute”, “registration”, “lists”, “age” or “printer”."""

    kind: str
    round: int
    table: int
    who: str
    at: str
    said: dict[str, str]
    number: int


class PenaltyRow(msgspec.Struct, frozen=True):
    """What a judge gave to somebody."""

    seq: int
    round: int
    player: str
    name: str
    kind: str
    reason: str
    by: str


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
    matches: list[PairingRow]


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
