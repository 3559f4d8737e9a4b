"""Settings of pairing: the method, first move, who must not meet, the starting list."""

from __future__ import annotations

from pareo.core.model.games import game_of
from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.acceleration import BAKU, VirtualPoints, find_overlap
from pareo.core.pairing.barred import read_barred
from pareo.core.pairing.registry import METHODS, robin_methods, swiss_methods
from pareo.core.settings.player_order import order_text, parse_order
from pareo.core.settings.setting import (
    YES_NO,
    Setting,
    SettingGroup,
    SettingType,
    number,
    one_of,
    one_of_those,
    parse_int,
    text,
    value_text,
)
from pareo.core.settings.table_settings import ACCELERATION_ROWS, BARRED_ROWS, ORDER_ROWS
from pareo.core.text.errors import BadInput, Refused
from pareo.core.text.messages import either_note


def _read_cycles(typed: str, _unit: int) -> int:
    return parse_int(typed, 1, 2)


def _swiss_titles(ruleset: Ruleset) -> dict[str, str]:
    return {key: METHODS[key].title_in(game_of(ruleset)) for key in swiss_methods()}


def _read_method(typed: str, _unit: int) -> str:
    if (word := typed.strip().lower()) not in swiss_methods():
        raise ValueError(typed)
    return word


def _robin_tables() -> dict[str, str]:
    return {key: METHODS[key].described for key in robin_methods()}


def _read_barred(typed: str) -> str:
    if typed != "none":
        read_barred(typed)
    return typed


def _read_acceleration(typed: str, unit: int) -> str:
    if typed.strip().lower() == BAKU:
        return BAKU
    VirtualPoints.read(typed, unit)
    return typed.strip()


def _check_acceleration(ruleset: Ruleset, value: str, _typed: str) -> None:
    if value == BAKU:
        points = ruleset.points
        if points[Outcome.WIN] != 2 * points[Outcome.DRAW] or points[Outcome.LOSS]:
            raise Refused("baku-scoring", "Baku acceleration needs a win worth 2 draws and a loss worth 0.")
        return
    if overlap := find_overlap(VirtualPoints.read(value, ruleset.unit)):
        a, b = overlap
        raise BadInput(
            "acceleration-overlap",
            "The acceleration groups {a} and {b} overlap: a player can only be in one.",
            a=a.numbers,
            b=b.numbers,
        )


_FIRST_MOVES = {"top": "the higher player", "bottom": "the lower player", "lot": "by lot"}
_CYCLES = {"1": "everyone once", "2": "everyone twice"}
_UNRATED = {"average": "by average score", "surname": "by surname", "lot": "by lot"}
_SWISS = ("swiss", "swiss+cut")
_ROBIN = ("round-robin",)

METHOD = Setting(
    "method",
    "Pairing method",
    SettingGroup.PAIRING,
    SettingType(str, _read_method, choices=_swiss_titles),
    meaning="how Swiss rounds are paired",
    takes=str(either_note(swiss_methods())),
    help="Of Swiss rounds. A round can have its own.",
    example="dutch",
    per_pod=True,
    usual=lambda ruleset: ruleset.swiss.system,
    styles=_SWISS,
)
SCHEDULE = Setting(
    "schedule",
    "Round robin table",
    SettingGroup.PAIRING,
    one_of_those(_robin_tables),
    meaning="table of a round robin",
    takes=str(either_note(robin_methods())),
    help="Berger tables, or Rutsch, where everyone moves one seat.",
    example="berger",
    per_pod=True,
    before_start=True,
    usual=lambda ruleset: ruleset.robin.schedule,
    styles=_ROBIN,
)
CYCLES = Setting(
    "cycles",
    "Meetings in a round robin",
    SettingGroup.PAIRING,
    SettingType(int, _read_cycles, choices=lambda _ruleset: _CYCLES),
    meaning="how often players meet in a round robin",
    takes="1 or 2",
    help="Twice: the second time with the other first move.",
    example="2",
    more="Everyone plays everyone twice, the second time with the other first move.",
    per_pod=True,
    before_start=True,
    usual=lambda ruleset: str(ruleset.robin.cycles),
    styles=_ROBIN,
)
REVERSE_LAST = Setting(
    "reverse_last_rounds",
    "Last two rounds of the first cycle",
    SettingGroup.PAIRING,
    SettingType(bool, YES_NO.read, choices=lambda _ruleset: {"yes": "reversed", "no": "as in the table"}),
    meaning="a double round robin reverses the last two rounds of its first cycle",
    takes="yes or no",
    help="Avoids the same colour 3 times in a row where the cycles meet. Berger tables only.",
    example="no",
    per_pod=True,
    before_start=True,
    concerns=lambda ruleset: ruleset.robin.schedule == "berger",
    usual=lambda _ruleset: "yes",
    styles=_ROBIN,
)
COLOURS = Setting(
    "colours",
    "First move or colour",
    SettingGroup.PAIRING,
    one_of({"tracked": "balanced", "ignored": "ignored"}),
    meaning="first moves or colours are balanced",
    takes="tracked or ignored",
    help="Whether first moves, or colours, are balanced.",
    example="ignored",
)
FIRST_MOVE = Setting(
    "first_move",
    "First move in round 1",
    SettingGroup.PAIRING,
    one_of(_FIRST_MOVES),
    meaning="first move, or White, at table 1 in round 1",
    takes="top, bottom or lot",
    help="The player with the first move, or White, at table 1 in round 1. Default: by lot if the method uses colours, "
    "otherwise the top player.",
    example="lot",
    before_start=True,
)
BARRED = Setting(
    "barred",
    "Barred pairings",
    SettingGroup.PAIRING,
    text(_read_barred, table=BARRED_ROWS),
    meaning="groups whose players must not meet, and in which rounds",
    takes="club:1-2;federation:1-3 (field:first-last round), or none",
    help="For example, clubmates don't meet in these rounds, as long as such a round exists. No rounds given: all "
    "of them.",
    example="club:1-2;federation:1-3",
    more="Clubmates don't meet in rounds 1 and 2, or players of one federation in rounds 1 to 3, as long as such a "
    "round exists.",
    per_pod=True,
    usual=lambda ruleset: ruleset.swiss.barred,
    styles=_SWISS,
)
MEET_AGAIN = Setting(
    "meet_again_after_forfeit",
    "Meet again after a forfeit",
    SettingGroup.PAIRING,
    YES_NO,
    meaning="players whose match was forfeited may be paired again",
    takes="yes or no",
    help="Whether two players whose game was not played may be paired again.",
    example="yes",
    usual=lambda ruleset: value_text(ruleset.swiss.meet_again_after_forfeit),
    styles=_SWISS,
)
REMATCH_AFTER = Setting(
    "rematch_after",
    "Rematches",
    SettingGroup.PAIRING,
    number(0, 99),
    meaning="after how many rounds two players may meet again",
    takes="a number of rounds; 0: never",
    help="Rounds before two players may meet again. 0: never, if a round without rematches exists.",
    example="3",
    more="Players who met in round 1 may meet again in round 5.",
    usual=lambda _ruleset: "0",
    concerns=lambda ruleset: game_of(ruleset) == "scrabble",
    styles=_SWISS,
)
FIRST_NUMBER = Setting(
    "first_number",
    "First start number",
    SettingGroup.PAIRING,
    number(1, 10_000),
    meaning="first number of the starting list",
    takes="a number from 1",
    help="The starting list begins with this number.",
    example="101",
    usual=lambda _ruleset: "1",
    before_start=True,
)
ACCELERATION = Setting(
    "acceleration",
    "Acceleration",
    SettingGroup.PAIRING,
    SettingType(str, _read_acceleration, table=ACCELERATION_ROWS),
    meaning="virtual points for pairing",
    takes="baku, or 1-7:4:6 (from-to:points:last round, or first-last round)",
    help="These players of the starting list are paired as if they had extra points.",
    example="1-7:4:6",
    more="Players 1 to 7 of the starting list are paired as if they had 4 extra points, up to round 6. Separate "
    "groups with a space; no one can be in two. The points count for pairing only.",
    per_pod=True,
    check=_check_acceleration,
    styles=_SWISS,
)
NUMBERING = Setting(
    "numbering",
    "Order of the starting list",
    SettingGroup.PAIRING,
    text(lambda typed: order_text(parse_order(typed)), table=ORDER_ROWS),
    meaning="order of the starting list",
    takes="criteria in order, such as rating,-club,last,random",
    help="If the first is equal, the next decides.",
    example="rating,-club,last,random",
    more="By rating, highest first; equal ratings by club from Z, then by surname, then by lot. A minus reverses a "
    "criterion. Lots come from the event's own seed; random:2 draws others.",
    before_start=True,
)
NUMBERED_BY = Setting(
    "numbered_by",
    "Rating of the starting list",
    SettingGroup.PAIRING,
    one_of({"rating": "the first rating", "rating2": "the second (local) rating"}),
    meaning="rating that orders the starting list",
    takes="rating or rating2",
    help="Which rating orders the starting list.",
    example="rating2",
    more="Players are numbered by their second (local) rating; those without one come last.",
    before_start=True,
)
UNRATED = Setting(
    "unrated",
    "Unrated players",
    SettingGroup.PAIRING,
    one_of(_UNRATED, exact=True),
    meaning="order of unrated players in the starting list",
    takes="average, surname or lot",
    help="How the starting list orders players without a rating.",
    example="average",
    more="Players without a rating come last, those with the best known average first.",
    before_start=True,
)
