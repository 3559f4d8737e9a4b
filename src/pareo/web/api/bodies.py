"""What the API is asked. Unknown fields are refused: a typing error must not look like success."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results.enter_result import ResultRow
from pareo.app.commands.rounds.manual_changes import HandPairing
from pareo.app.queries.people.requested_byes import read_rounds_off
from pareo.core.model.player_fields import FIELDS, FieldType, PlayerField
from pareo.core.pairing.registry import swiss_methods

_Short = Annotated[str, Meta(max_length=500)]
_Long = Annotated[str, Meta(max_length=5000)]
_Number = Annotated[int, Meta(ge=0, le=100_000)]
_Round = Annotated[int, Meta(ge=1, le=1000)]
_Minutes = Annotated[int, Meta(ge=0, le=600)]
_Pod = Annotated[_Short | None, Meta(description="Only this pod; default: every pod that is ready.")]
_Confirm = Annotated[bool, Meta(description="Confirm: the answer 409 gave the consequences.")]
_Word = Annotated[_Short, Meta(description="FIDE mode: the word shown with the consequences.")]
_Withdrawn = Annotated[
    _Short | None,
    Meta(description="FIDE mode: players who forfeited the last round have withdrawn (drop), or stay (stay)."),
]
_Arrivals = Annotated[
    _Short | None,
    Meta(
        description="Registered players who are here for the first time in a later round: late, or had the rounds off."
    ),
]
_Reason = Annotated[
    _Short,
    Meta(description="Reason for changing a published pairing: rules, late-entry, unpaired, result or interest."),
]
_Override = Annotated[_Short | None, Meta(description="Against the document, with this reason; it is recorded.")]


class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request's body."""


class NewEventBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A new event."""

    name: Annotated[_Short, Meta(examples=["Spring Cup"])]
    ruleset: Annotated[_Short, Meta(examples=["pokemon-tcg-2027"])] = ""
    game: Annotated[_Short, Meta(description="tcg, vgc or go: the rules of the season of the date.")] = ""
    slug: Annotated[str, Meta(max_length=80)] | None = None
    settings: dict[str, _Short] = {}
    like: Annotated[_Short | None, Meta(description="Copy the settings of this earlier event.")] = None
    with_players: bool = False
    ruleset_text: Annotated[str, Meta(max_length=200_000, description="Your own ruleset, as TOML.")] | None = None


class SettingsBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Settings to change; an empty text takes one back."""

    changes: Annotated[dict[str, _Short], Meta(examples=[{"rounds": "5", "cut": "8"}])]
    pod: _Short | None = None
    override: _Override = None
    confirm: _Confirm = False
    word: _Word = ""


class LeaveFideBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Why the event leaves FIDE mode, for ever."""

    reason: _Short
    confirm: _Confirm = False
    word: _Word = ""


class _PlayerAsked(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A person to enter. Only a name is required."""

    def new(self, where: str = "") -> NewPlayer:
        values = {f: value for f in self.__struct_fields__ if (value := getattr(self, f)) is not None}
        worths = [f"{number}:{points}" for number, points in values.pop("absent_points").items()]
        rounds, worth = read_rounds_off(",".join([*map(str, values["absent"]), *worths]))
        return NewPlayer(**{**values, "absent": rounds, "absent_values": worth, "where": where})


_TYPES: Mapping[FieldType, tuple[Any, Any]] = {  # and what it is when nothing is said
    FieldType.LINE: (_Short, ""),
    FieldType.TEXT: (_Long, ""),
    FieldType.POINTS: (_Short, ""),
    FieldType.NUMBER: (_Number | None, None),
    FieldType.ROUND: (_Number | None, None),
    FieldType.COUNT: (_Number, 0),
    FieldType.YES: (bool, False),
    FieldType.ROUNDS: (Annotated[list[_Round], Meta(max_length=100)], []),
}
_EXAMPLES = {"first": ["Iria"], "last": ["Bouza"]}
_ABSENT_POINTS = Annotated[
    dict[str, _Short],
    Meta(
        description="Points for requested byes by round, where they differ from the ruleset's.", examples=[{"3": "½"}]
    ),
]


def _body_field(field: PlayerField) -> tuple[str, Any, Any]:
    """A field of the body, as its record says."""
    kind, default = _TYPES[field.kind]
    if field.about:
        kind = Annotated[kind, Meta(description=field.about)]
    if field.name in _EXAMPLES:
        kind = Annotated[kind, Meta(examples=_EXAMPLES[field.name])]
    return field.name, kind, default


if TYPE_CHECKING:
    PlayerBody = _PlayerAsked
else:
    PlayerBody = msgspec.defstruct(
        "PlayerBody",
        [*map(_body_field, FIELDS), ("absent_points", _ABSENT_POINTS, {})],
        bases=(_PlayerAsked,),
        namespace={"__doc__": _PlayerAsked.__doc__},
        module=__name__,
        frozen=True,
        forbid_unknown_fields=True,
    )


class PlayersBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """People to enter before round 1 starts, all or none."""

    players: Annotated[list[PlayerBody], Meta(min_length=1, max_length=10_000)]
    confirm: _Confirm = False
    override: _Override = None


class EditBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Fields to change, as text."""

    changes: Annotated[dict[str, _Long], Meta(examples=[{"club": "Torre Norte"}])]
    confirm: _Confirm = False
    override: _Override = None


class LateBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A late player. Without `confirm` the answer is 409 and says what it costs him."""

    player: PlayerBody
    section: _Number | None = None
    this_round: bool = False
    confirm: _Confirm = False
    override: _Override = None


class LeaveBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """How somebody leaves."""

    no_show: Annotated[bool, Meta(description="A no-show.")] = False
    reason: _Short = ""


class DisqualifyBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Why somebody is sent away."""

    expelled: Annotated[bool, Meta(description="Expelled rather than disqualified (X-Wing).")] = False
    reason: _Short = ""


class ConfirmationBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Something that cannot be taken back."""

    confirm: _Confirm = False


class CheckInBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Who is here for the coming round."""

    players: Annotated[list[_Short], Meta(min_length=1, max_length=10_000, examples=[["1", "2"]])]
    here: bool = True


class UndropBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Taking a drop back."""

    override: _Override = None


class NextBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Which pods go on. Without `confirm` the answer is 409 if something is to be seen first."""

    pod: _Pod = None
    not_here: Annotated[
        _Short | None,
        Meta(
            description="Players not checked in: drop them, sit them out this round (out), or pair them anyway.",
            examples=["out"],
        ),
    ] = None
    withdrawn: _Withdrawn = None
    arrivals: _Arrivals = None
    confirm: _Confirm = False
    word: _Word = ""
    override: _Override = None
    start_in: Annotated[int, Meta(ge=0, le=99, description="Start the rounds after so many minutes; 0: as set.")] = 0


class PairBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Which pods to pair, and how."""

    pod: _Pod = None
    again: Annotated[bool, Meta(description="Pair the draft again.")] = False
    method: Annotated[
        _Short | None,
        Meta(description=f"For this round: {', '.join(swiss_methods())}; default: as set.", examples=["uscf"]),
    ] = None
    first_move: Annotated[
        _Short | None, Meta(description="First move at table 1 in round 1: top, bottom or lot.", examples=["lot"])
    ] = None
    not_here: Annotated[
        _Short | None,
        Meta(
            description="Players not checked in: drop them, sit them out this round (out), or pair them anyway.",
            examples=["out"],
        ),
    ] = None
    withdrawn: _Withdrawn = None
    arrivals: _Arrivals = None
    override: _Override = None
    confirm: _Confirm = False


class PodBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Which pods."""

    pod: _Pod = None
    confirm: _Confirm = False
    word: _Word = ""


class PairTogetherBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Two players to be paired by hand; without the second the first rests."""

    a: _Short
    b: _Short = ""
    table: _Number | None = None
    confirm: _Confirm = False
    reason: _Reason = ""


class SwapBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Two players of a round that has not started."""

    a: _Short
    b: _Short
    confirm: _Confirm = False
    reason: _Reason = ""


class RenumberBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Numbers as the list gives them today, or two players who change numbers."""

    swap: Annotated[list[_Short], Meta(max_length=2, description="Empty, or two players.", examples=[["4", "9"]])] = []
    confirm: _Confirm = False
    word: _Word = ""


class ForbidBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Two players who are kept apart."""

    a: _Short
    b: _Short
    rounds: Annotated[_Short, Meta(description="Only in these rounds; default: all.", examples=["1-3"])] = ""


class RatedBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """What is rated of a game of an older round."""

    result: Annotated[_Short, Meta(examples=["1-0"])]
    confirm: _Confirm = False


class HandPairBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """One pair of a round made by hand; without `b` a bye."""

    a: _Short
    b: _Short = ""
    table: _Number | None = None
    result: _Short = ""


class HandRoundBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A whole round made by hand."""

    pairings: Annotated[list[HandPairBody], Meta(min_length=1, max_length=10_000)]
    confirm: _Confirm = False
    word: _Word = ""
    reason: _Reason = ""

    def new(self) -> list[HandPairing]:
        return [HandPairing(p.a, p.b, p.table, p.result, where=f"row {i}") for i, p in enumerate(self.pairings, 1)]


class ResultBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """The result of a table, as the document writes it."""

    result: Annotated[_Short, Meta(examples=["1-0", "412-380", "153-124 destroyed"])]
    confirm: _Confirm = False


class ResultLine(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A result by table, or by the two players in the row's order."""

    result: Annotated[_Short, Meta(examples=["1-0"])]
    table: _Number | None = None
    a: _Short = ""
    b: _Short = ""


class ResultsBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Several results of a round, all or none."""

    results: Annotated[list[ResultLine], Meta(min_length=1, max_length=10_000)]
    confirm: _Confirm = False

    def new(self) -> list[ResultRow]:
        return [ResultRow(r.result, r.table, r.a, r.b, where=f"row {i}") for i, r in enumerate(self.results, 1)]


class ClaimBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """What a player reports, from his side: 1-0 is “I won”."""

    round: _Round
    result: Annotated[_Short, Meta(examples=["1-0"])]
    confirm: _Confirm = False


class PenaltyBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A penalty."""

    player: _Short
    round: _Round
    kind: Annotated[_Short, Meta(examples=["warning"], description="note, caution, warning, game-loss, match-loss …")]
    reason: _Short = ""


class ExtensionBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Extra time for a table."""

    round: _Round
    table: _Number
    minutes: _Minutes
    reason: _Short = ""


class RegistrationBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Somebody who registers: first and last name, and what the event asks for besides."""

    fields: Annotated[dict[str, _Short], Meta(examples=[{"first": "Ana", "last": "Ruiz", "birth_year": "2001"}])]
    guardian: bool = False


class JudgeBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """The round in which a player calls a judge."""

    round: Annotated[int, Meta(ge=1, le=1000)]


class AnnouncementBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A line for screens and phones."""

    text: Annotated[_Short, Meta(examples=["Lunch until 14:00"])]


class ClockBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """How long the round is; without it the event's or the document's length."""

    minutes: _Minutes | None = None


class AdvanceBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Going on to the next phase."""

    to: Annotated[_Short, Meta(examples=["cut"], description="day2 or cut")]
    pod: _Pod = None
    size: _Number | None = None
    again: bool = False
    confirm: _Confirm = False
    override: _Override = None


class UndoBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Taking the last command back."""

    seq: (
        Annotated[int, Meta(ge=1, le=2**53, description="The entry to undo: refused if there is a newer one.")] | None
    ) = None
    override: _Override = None


class TokenBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A token for a program or a screen."""

    label: Annotated[_Short, Meta(examples=["stream overlay"])]
    role: Annotated[_Short, Meta(examples=["screen"])]
    first_table: _Number | None = None
    last_table: _Number | None = None
    days: Annotated[int, Meta(ge=1, le=3650)] | None = None


class StaffBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Somebody who works at the event."""

    name: Annotated[_Short, Meta(examples=["Elsa Prado"])]
    role: Annotated[_Short, Meta(examples=["scorekeeper"])]
    password: Annotated[str, Meta(max_length=200)] | None = None  # without one: a link that lets in once
    first_table: _Number | None = None
    last_table: _Number | None = None
