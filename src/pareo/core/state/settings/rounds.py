"""Settings of rounds, cut and pairing."""

from __future__ import annotations

from dataclasses import replace

from pareo.core.pairing.acceleration import Acceleration, overlapping
from pareo.core.pairing.barred import read_barred
from pareo.core.pairing.registry import METHODS, robin_methods, swiss_methods
from pareo.core.rules.birth_years import check_birth_years, read_birth_years
from pareo.core.rules.file import parse_ruleset
from pareo.core.rules.overrides import rounds_from
from pareo.core.rules.pods import check_together, pod_id, read_together, with_together
from pareo.core.rules.ruleset import Ruleset
from pareo.core.rules.sections import check_count
from pareo.core.standings.points import (
    MOST_GAMES,
    can_be_best_of,
    can_have_games,
    with_best_of,
    with_best_of_cut,
    with_games,
)
from pareo.core.state.player_order import order_text, parse_order
from pareo.core.state.setting import (
    NONES,
    TEXT,
    YES_NO,
    Group,
    Kind,
    Setting,
    named,
    number,
    one_of,
    one_of_those,
    text,
    value_text,
    whole,
)
from pareo.core.state.settings.phases import check_best_of, has_asymmetrical
from pareo.core.state.settings.rows import ACCELERATION_ROWS, BARRED_ROWS, ORDER_ROWS
from pareo.core.words.errors import BadInput, Refused
from pareo.core.words.notes import either, listing


def _read_cycles(typed: str, _unit: int) -> int:
    return whole(typed, 1, 2)


def _read_cut(typed: str, _unit: int) -> int:
    """Two or more, or none."""
    value = 0 if typed.strip().lower() in NONES else whole(typed, 0)
    if value == 1:
        raise ValueError(typed)
    return value


def _cuts(ruleset: Ruleset) -> dict[str, str]:
    """To choose from: powers of two, and where the tables have others, those too."""
    rows = [row for table in ruleset.advice.tables for row in table.rows if row.asymmetrical]
    others = {cut for row in rows for cut in row.cuts if cut}
    return {"none": "None", **{str(size): f"Top {size}" for size in sorted({2, 4, 8, 16, 32, 64} | others)}}


def _check_cut(ruleset: Ruleset, value: int, typed: str) -> None:
    """A power of two, but where the rules have asymmetrical cuts (PN-TAB-5)."""
    if value & (value - 1) and not has_asymmetrical(ruleset):
        raise BadInput("setting-unreadable", "{key}={value}: this must be {takes} ({meaning}).", key=CUT.key,
                       value=typed, takes=CUT.takes, meaning=CUT.meaning)


def _swiss_titles() -> dict[str, str]:
    return {key: METHODS[key].title for key in swiss_methods()}


def _robin_tables() -> dict[str, str]:
    return {key: METHODS[key].described for key in robin_methods()}


def _together(ruleset: Ruleset) -> dict[str, str]:
    """Every way in which neighbouring divisions can play together."""
    rules = ruleset.divisions
    divisions = rules.divisions if rules is not None else ()
    found: dict[str, str] = {}
    for joined in range(1 << max(0, len(divisions) - 1)):
        groups = [[divisions[0]]] if divisions else []
        for at, division in enumerate(divisions[1:]):
            if joined >> at & 1:
                groups[-1].append(division)
            else:
                groups.append([division])
        key = ";".join("+".join(pod_id(rules, (d.id,)) for d in group) for group in groups)
        found[key] = ", ".join(" + ".join(d.title for d in group) for group in groups)
    return found


def _read_barred(typed: str) -> str:
    if typed != "none":
        read_barred(typed)
    return typed


def _read_acceleration(typed: str, unit: int) -> str:
    Acceleration.read(typed, unit)
    return typed.strip()


def _check_acceleration(ruleset: Ruleset, value: str, _typed: str) -> None:
    if found := overlapping(Acceleration.read(value, ruleset.unit)):
        a, b = found
        raise BadInput("acceleration-overlap", "The groups {a} and {b} of the acceleration overlap: nobody can be in "
                       "two at once.", a=a.numbers, b=b.numbers)


def _check_games(ruleset: Ruleset, value: int, _typed: str) -> None:
    if value != 1 and not can_have_games(ruleset):
        raise Refused("games-ruleset", "Several games per round need rules in which a draw is half a win and a loss "
                      "gives nothing; these rules are others.")


def _check_section_count(ruleset: Ruleset, value: int, _typed: str) -> None:
    check_count(ruleset.sections, value)


def _with_section_rounds(ruleset: Ruleset, value: object) -> Ruleset:
    written = parse_ruleset(ruleset.text, name=ruleset.id).sections
    chosen = written if written is None or value is None else replace(written, rounds=str(value))
    return replace(ruleset, sections=chosen)


def _check_table(ruleset: Ruleset, value: str, typed: str) -> None:
    if value not in {table.id for table in ruleset.advice.tables}:
        known = listing(table.id for table in ruleset.advice.tables)
        raise BadInput("table-unknown", "table={table}: the ruleset's tables are: {known}.", table=typed, known=known)


_STYLES = {"swiss": "Swiss rounds", "swiss+cut": "Swiss rounds, then elimination", "elimination": "Single elimination",
           "round-robin": "Round robin", "double-elimination": "Double elimination"}
_FIRST_MOVES = {"top": "the higher player", "bottom": "the lower player", "lot": "by lot"}
_SECTION_ROUNDS = {"size": "by the size of a section", "doubling": "one fewer per doubling"}
_CYCLES = {"1": "everybody once", "2": "everybody twice"}
_ROUNDS_FROM = {"largest-division": "by its largest division", "pod": "by all its players"}
_UNRATED = {"average": "by average score", "surname": "by surname", "lot": "by lot"}

_SWISS = ("swiss", "swiss+cut")
_ROBIN = ("round-robin",)

STYLE = Setting(
    "style", "Style", Group.ROUNDS, one_of(_STYLES, exact=True),
    meaning="how the event is played",
    takes="swiss, elimination, swiss+cut, round-robin or double-elimination",
    help="Swiss rounds, elimination, both, or a round robin.",
    example="swiss+cut",
    more="Eight players, say, go on to an elimination after the Swiss rounds.",
    before_start=True,
    usual=lambda ruleset: ruleset.styles[0],
)
METHOD = Setting(
    "method", "Pairing method", Group.PAIRING, one_of_those(_swiss_titles),
    meaning="how Swiss rounds are paired",
    takes=str(either(swiss_methods())),
    help="Of Swiss rounds. A round can have its own.",
    example="dutch",
    per_pod=True,
    usual=lambda ruleset: ruleset.swiss.system,
    styles=_SWISS,
)
SCHEDULE = Setting(
    "schedule", "Round robin table", Group.PAIRING, one_of_those(_robin_tables),
    meaning="table of a round robin",
    takes=str(either(robin_methods())),
    help="Berger tables, or Rutsch, where everybody moves on by one seat.",
    example="berger",
    per_pod=True, before_start=True,
    usual=lambda ruleset: ruleset.robin.schedule,
    styles=_ROBIN,
)
CYCLES = Setting(
    "cycles", "Meetings in a round robin", Group.PAIRING, Kind(int, _read_cycles, choices=lambda _ruleset: _CYCLES),
    meaning="how often everybody meets everybody in a round robin",
    takes="1 or 2",
    help="Twice: the second time with the other first move.",
    example="2",
    more="Everybody meets everybody twice, the second time with the other first move.",
    per_pod=True, before_start=True,
    usual=lambda ruleset: str(ruleset.robin.cycles),
    styles=_ROBIN,
)
GAMES = Setting(
    "games", "Games per round", Group.ROUNDS, number(1, MOST_GAMES),
    meaning="games per round",
    takes="1 to 9",
    help="With 2 or more a result is a match score such as 1½-½; every game's points count, and who starts is not "
         "balanced.",
    example="2",
    more="Two games a round: a result is 2-0, 1½-½, 1-1 and so on, and every game's points count.",
    before_start=True,
    concerns=can_have_games, check=_check_games, over=with_games,
    usual=lambda ruleset: str(ruleset.results.games),
)
BEST_OF = Setting(
    "best_of", "Games of a match", Group.ROUNDS, number(1, MOST_GAMES),
    meaning="games of a match, the best of so many",
    takes="1, 3, 5 …",
    help="With 3 a result is 2-1, 2-0, 1-1 and so on: who wins more games wins the match. The match gives the points.",
    example="3",
    before_start=True,
    concerns=can_be_best_of, check=check_best_of, over=with_best_of,
)
BEST_OF_CUT = Setting(
    "best_of_cut", "Games of a match in elimination", Group.ROUNDS, number(1, MOST_GAMES),
    meaning="games of a match in elimination, the best of so many",
    takes="1, 3, 5 …",
    help="Unless said, as many as in the other rounds.",
    example="3",
    concerns=can_be_best_of, check=check_best_of, over=with_best_of_cut,
)
COLOURS = Setting(
    "colours", "First move or colour", Group.PAIRING, one_of({"tracked": "balanced", "ignored": "ignored"}),
    meaning="who starts, or has White, is balanced",
    takes="tracked or ignored",
    help="Whether it is balanced who starts, or has White.",
    example="ignored",
)
FIRST_MOVE = Setting(
    "first_move", "First move in round 1", Group.PAIRING, one_of(_FIRST_MOVES),
    meaning="who of the first table starts, or has White, in round 1",
    takes="top, bottom or lot",
    help="Who of the first table starts, or has White, in round 1. Unless said: by lot where colours are part of the "
         "method, else the top.",
    example="lot",
    before_start=True,
)
BARRED = Setting(
    "barred", "Who must not meet", Group.PAIRING, text(_read_barred, table=BARRED_ROWS),
    meaning="who must not meet in which rounds",
    takes="club:1-2;federation:1-3 (field:first-last round), or none",
    help="Players of one club, say, do not meet in these rounds, as far as such a round exists. Without rounds: in all "
         "of them.",
    example="club:1-2;federation:1-3",
    more="Players of one club do not meet in rounds 1 and 2, those of one federation not in rounds 1 to 3, as far "
         "as a round without such pairs exists.",
    per_pod=True,
    usual=lambda ruleset: ruleset.swiss.barred,
    styles=_SWISS,
)
MEET_AGAIN = Setting(
    "meet_again_after_forfeit", "Meet again after a forfeit", Group.PAIRING, YES_NO,
    meaning="a forfeited pair may be paired again",
    takes="yes or no",
    help="Whether two players whose game was not played may be paired again.",
    example="yes",
    usual=lambda ruleset: value_text(ruleset.swiss.meet_again_after_forfeit),
    styles=_SWISS,
)
FIRST_NUMBER = Setting(
    "first_number", "First start number", Group.PAIRING, number(1, 10_000),
    meaning="first number of the starting list",
    takes="a number from 1",
    help="The starting list begins with this number.",
    example="101",
    usual=lambda _ruleset: "1",
    before_start=True,
)
ADVICE_TABLE = Setting(
    "table", "Table of the document", Group.ROUNDS,
    named(lambda ruleset: {table.id: table.title for table in ruleset.advice.tables}, translated=True),
    meaning="which of the document's tables advises",
    takes="the id of a table",
    help="Which of the document's tables recommends the rounds and the play-off.",
    check=_check_table,
    concerns=lambda ruleset: len(ruleset.advice.tables) > 1,
    usual=lambda ruleset: ruleset.advice.default,
)
ROUNDS = Setting(
    "rounds", "Swiss rounds", Group.ROUNDS, number(1),
    meaning="Swiss rounds",
    takes="a number from 1",
    help="As the document recommends, or your own number.",
    example="7",
    per_pod=True,
    styles=_SWISS,
)
DAY2_ROUNDS = Setting(
    "day2_rounds", "Swiss rounds on day 2", Group.ROUNDS, number(1),
    meaning="Swiss rounds of the second day",
    takes="a number from 1",
    help="Only for events of two days.",
    example="6",
    per_pod=True,
    concerns=lambda ruleset: ruleset.second_day is not None,
    styles=_SWISS,
)
CUT = Setting(
    "cut", "Play-off after the Swiss", Group.ROUNDS,
    Kind(int, _read_cut, lambda value: value_text(value) if value else "none", choices=_cuts),
    meaning="players who reach the elimination",
    takes="2, 4, 8, 16 … or none",
    help="How many go on to the elimination.",
    example="8",
    more="The first eight go on to the elimination. Each division has its own, also where divisions play together.",
    per_pod=True, per_division=True, check=_check_cut,
    styles=_SWISS,
)
THIRD_PLACE = Setting(
    "third_place", "Match for 3rd place", Group.ROUNDS, YES_NO,
    meaning="match for 3rd place",
    takes="yes or no",
    help="Played beside the final.",
    example="yes",
    per_pod=True, per_division=True, before_start=True,
    styles=("swiss+cut", "elimination"),
)
SECTIONS = Setting(
    "sections", "Sections", Group.DIVISIONS, number(1),
    meaning="sections a division is split into",
    takes="1, 2, 4, 8 or 16",
    help="A large division split at random: 2, 4, 8 or 16.",
    example="2",
    per_pod=True, before_start=True,
    concerns=lambda ruleset: ruleset.sections is not None, check=_check_section_count,
    styles=_SWISS,
)
SECTION_ROUNDS = Setting(
    "section_rounds", "Rounds of a section", Group.DIVISIONS, one_of(_SECTION_ROUNDS),
    meaning="how the Swiss rounds of a section are read from the document's table",
    takes="size or doubling",
    help="size: the table's row for the size of a section; doubling: that of the whole division, one round fewer each "
         "time the number of sections doubles.",
    example="doubling",
    before_start=True,
    concerns=lambda ruleset: ruleset.sections is not None, over=_with_section_rounds,
    styles=_SWISS,
)
ACCELERATION = Setting(
    "acceleration", "Acceleration", Group.PAIRING, Kind(str, _read_acceleration, table=ACCELERATION_ROWS),
    meaning="virtual points for pairing",
    takes="1-7:4:6 (from-to:points:last round, or first-last round)",
    help="These numbers of the starting list are paired as if they had some points more.",
    example="1-7:4:6",
    more="Players 1 to 7 of the starting list are paired as if they had 4 points more, up to round 6. Several "
         "groups are parted by a blank; nobody can be in two at once. The numbers are those in use: they begin with "
         "the first start number that is set. The points count for pairing only.",
    per_pod=True, check=_check_acceleration,
    styles=_SWISS,
)
ROUND_MINUTES = Setting(
    "round_minutes", "Minutes per round", Group.ROUNDS, number(1),
    meaning="length of a round",
    takes="minutes",
    help="What the clock starts with.",
    example="50",
    usual=lambda ruleset: str(ruleset.round.minutes or ""),
)
AUTOSTART = Setting(
    "autostart", "Starts by itself", Group.ROUNDS, number(0),
    meaning="minutes after publishing at which a round starts by itself",
    takes="minutes; 0: never",
    help="Minutes after publishing. 0: somebody starts it. Empty: 4 on the day of the event.",
    example="4",
    more="Published at 10:30, the round and its clock start at 10:34 unless somebody starts them before.",
)
EXCEPTION = Setting(
    "exception", "Exception", Group.ROUNDS, TEXT,
    meaning="the cut is an exception granted for this event",
    takes="the reason",
    help="Why a larger play-off than the document's is allowed; it is recorded.",
    example="Granted by the league on 3 May.",
    concerns=lambda ruleset: ruleset.advice.cut_is_maximum,
)
BIRTH_YEARS = Setting(
    "birth_years", "Birth years", Group.DIVISIONS, text(read_birth_years, field="years"),
    meaning="first birth year of each division, youngest first",
    takes="junior=2012;senior=2008 (falling)",
    help="The first birth year of each division.",
    example="junior=2012;senior=2008",
    more="Born 2012 or later: junior; 2008 to 2011: senior; before: the oldest division.",
    before_start=True,
    concerns=lambda ruleset: ruleset.divisions is not None, check=check_birth_years,
)
PODS = Setting(
    "pods", "Divisions that play together", Group.DIVISIONS,
    Kind(str, lambda typed, _unit: read_together(typed.strip()), choices=_together),
    meaning="divisions that play in one pod",
    takes="juniors+seniors;masters (pods, divisions joined by +)",
    help="Unless said: as the document has it, by the sizes of the divisions.",
    example="juniors+seniors+masters",
    more="All three divisions are paired together, each with its own standings and its own cut. A division that is "
         "not named plays in a pod of its own.",
    before_start=True,
    concerns=lambda ruleset: ruleset.divisions is not None, check=check_together, over=with_together,
)
ROUNDS_FROM = Setting(
    "rounds_from", "Rounds where divisions play together", Group.DIVISIONS, one_of(_ROUNDS_FROM),
    meaning="what the table of rounds is read with in a shared pod",
    takes="largest-division or pod",
    help="By the largest division, or by all players.",
    example="pod",
    more="5 + 11 + 16 players: 16 by the largest division, 32 by the pod.",
    before_start=True,
    concerns=lambda ruleset: ruleset.divisions is not None, over=rounds_from,
    usual=lambda ruleset: ruleset.divisions.rounds_from if ruleset.divisions else "",
)
NUMBERING = Setting(
    "numbering", "Order of the starting list", Group.PAIRING,
    text(lambda typed: order_text(parse_order(typed)), table=ORDER_ROWS),
    meaning="order of the starting list",
    takes="criteria in order, such as rating,-club,last,random",
    help="Who is equal by the first goes by the next.",
    example="rating,-club,last,random",
    more="By rating, highest first; equal ratings by club from Z, then by surname, then by lot. A minus turns a "
         "criterion round. Lots come from the event's own seed; random:2 draws others.",
    before_start=True,
)
NUMBERED_BY = Setting(
    "numbered_by", "Rating of the starting list", Group.PAIRING,
    one_of({"rating": "the first rating", "rating2": "the second (local) rating"}),
    meaning="which of two ratings numbers the players",
    takes="rating or rating2",
    help="Which rating orders the starting list.",
    example="rating2",
    more="Players are numbered by their second (local) rating; who has none comes last.",
    before_start=True,
)
UNRATED = Setting(
    "unrated", "Unrated players", Group.PAIRING, one_of(_UNRATED, exact=True),
    meaning="order of unrated players in the starting list",
    takes="average, surname or lot",
    help="How the starting list orders players without a rating.",
    example="average",
    more="Players without a rating come last, those with the best known average first.",
    before_start=True,
)
