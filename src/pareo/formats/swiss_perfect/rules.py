"""From the settings of a Swiss Perfect tournament to ours: style, pairing method, points, tie-breaks, options (SP-18).

What the .INI file does not say, or says in a way that nobody has explained, is listed in the notes and not guessed.
"""

from __future__ import annotations

from decimal import Decimal

from pareo import rulesets
from pareo.app.commands.event.events import NewEvent
from pareo.core.model.games import game_of
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.acceleration import VirtualPoints, find_overlap
from pareo.core.pairing.registry import find_method
from pareo.core.pairing.robin.rounds import MOST_PLAYERS, robin_table, single_length
from pareo.core.pairing.score_groups.records import FISE
from pareo.core.text.messages import note, text_note
from pareo.core.text.toml_writer import read_toml, write_toml
from pareo.formats.swiss_perfect.event import Notes, ScoreRowKind, SwissPerfectEvent

_MOST_GAMES = 9


def _acceleration(old: SwissPerfectEvent, notes: Notes) -> dict[str, str]:
    if not old.accelerated:
        return {}
    text = " ".join(f"{g.low}-{g.high}:{g.points}:{g.last_round}" for g in old.acceleration)
    if not text:
        notes.add(
            note(
                "sp-accelerated-pairings-were-on",
                "Accelerated pairings were on, but their groups could not be read.",
            )
        )
    elif find_overlap(VirtualPoints.read(text, 1)):
        notes.add(
            note(
                "sp-acceleration-groups-overlap-and",
                "Acceleration groups {text} overlap and were left out: set them before the next round.",
                text=text,
            )
        )
    else:
        notes.add(
            note(
                "sp-acceleration-groups-were-read",
                "Acceleration groups were read as {text}: check them before the next round.",
                text=text,
            )
        )
        return {"acceleration": text}
    return {}


def new_event(old: SwissPerfectEvent, ruleset: str | None, notes: Notes) -> NewEvent:
    """The tournament to create: under the ruleset asked for, else under the rules of the file."""
    settings = {"rounds": str(max(old.planned, old.last_round, 1)), "style": "swiss", "numbering": "no"}
    if old.organiser:
        settings["organiser"] = old.organiser
    if old.arbiter:
        settings["judge"] = old.arbiter
    if old.first_table != 1:
        settings["first_table"] = str(old.first_table)
    settings |= _acceleration(old, notes)
    if old.system == "round-robin":
        settings |= _robin(old, notes)
    first, second = (old.local_list, old.intl_list) if old.local_first else (old.intl_list, "")
    settings |= {key: value for key, value in (("rating_rules", first), ("rating2_rules", second)) if value}
    if old.club_best:
        settings["club_best"] = str(old.club_best)
    _note_unsupported(old, notes)
    name = old.name or "Swiss Perfect"
    if ruleset is not None:
        rules = rulesets.load(ruleset)
        if old.tiebreaks and old.tiebreaks != (used := tuple(use.id for use in rules.tiebreaks)):
            notes.add(
                note(
                    "sp-tie-breaks-were-has",
                    "Tie-breaks were {tiebreaks}; {ruleset} has {used}.",
                    tiebreaks=", ".join(old.tiebreaks),
                    ruleset=ruleset,
                    used=", ".join(used),
                )
            )
        before = _method(old, rules)
        if old.system == "swiss" and rules.swiss.system != before:
            game = game_of(rules)
            notes.add(
                note(
                    "sp-rounds-were-paired-by",
                    "Rounds were paired by {methods}; {ruleset} pairs by {system}.",
                    methods=text_note(find_method(before).title_in(game)),
                    ruleset=ruleset,
                    system=text_note(find_method(rules.swiss.system).title_in(game)),
                )
            )
        if old.games_per_round > 1:
            notes.add(
                note(
                    "sp-games-a-round-each",
                    "{games_per_round} games per round: each round is kept as one match, won by the higher score.",
                    games_per_round=old.games_per_round,
                )
            )
        return NewEvent(name, ruleset, settings=settings)
    settings |= _games(old, notes)
    return NewEvent(name, "swiss-perfect", settings=settings, ruleset_text=house_ruleset(old))


_METHODS = {"fide": "dutch", "uscf": "uscf"}


def _method(old: SwissPerfectEvent, rules: Ruleset) -> str:
    """The method that the file means under these rules. Choice (B-28): in Scrabble its “FIDE” is the procedure of the
    FISE document, everywhere else the Dutch system."""
    return FISE.id if old.pairing == "fide" and game_of(rules) == "scrabble" else _METHODS[old.pairing]


def _games(old: SwissPerfectEvent, notes: Notes) -> dict[str, str]:
    """Several games per round (SP-10)."""
    if old.games_per_round == 1:
        return {}
    if old.games_per_round > _MOST_GAMES or old.minor_scores:
        notes.add(
            note(
                "sp-games-a-round-each",
                "{games_per_round} games per round: each round is kept as one match, won by the higher score.",
                games_per_round=old.games_per_round,
            )
        )
        return {}
    return {"games": str(old.games_per_round)}


def _note_unsupported(old: SwissPerfectEvent, notes: Notes) -> None:
    """Notes on sections of the .INI file that are about more than this tournament."""
    if any(value not in ("", "0") for value in old.settings.get("grand prix", {}).values()):
        notes.add(
            note(
                "sp-grand-prix-a-series",
                "Grand Prix: here a series is separate from its tournaments; enter the points table in the series.",
            )
        )
    criterion = old.settings.get("clubstandings", {}).get("groupingcriteria", "")
    if criterion not in ("", "0"):
        notes.add(
            note(
                "sp-club-standings-what-criterion",
                "Club standings: criterion {criterion} is unknown, so they are grouped by club.",
                criterion=criterion[:20],
            )
        )


# --- round robin ------------------------------------------------------------------------------------------------------


def _robin(old: SwissPerfectEvent, notes: Notes) -> dict[str, str]:
    """The table that the rounds of the file follow; where they follow none, rounds to come are to be made by hand."""
    count, planned = len(old.players), max(old.planned, old.last_round)
    once = single_length(max(count, 2))
    byes = any(g.kind in (ScoreRowKind.BYE, ScoreRowKind.HALF_BYE) for games in old.rounds.values() for g in games)
    if not 2 <= count <= MOST_PLAYERS or planned > 2 * once or byes:
        why = (
            text_note("a player has points for a bye")
            if byes
            else note("sp-robin-size", "{count} players and {planned} rounds", count=count, planned=planned)
        )
        notes.add(
            note(
                "sp-a-round-robin-that",
                "This round robin is not one we know ({why}): its rounds are kept as paired by hand.",
                why=why,
            )
        )
        return {"method": "manual"}
    cycles = 2 if planned > once else 1
    schedules = [kind for kind in ("berger", "rutsch") if _follows(old, kind, cycles)]
    if not schedules:
        notes.add(
            note(
                "sp-a-round-robin-whose",
                "This round robin follows neither Berger tables nor Rutsch: its rounds are kept, and you pair "
                "later rounds by hand.",
            )
        )
        return {"method": "manual"}
    if not old.rounds:
        notes.add(
            note(
                "sp-which-table-the-round",
                "The files don't say which table the round robin uses: Berger tables are assumed.",
            )
        )
    return {"style": "round-robin", "schedule": schedules[0], "cycles": str(cycles)}


def _follows(old: SwissPerfectEvent, kind: str, cycles: int) -> bool:
    """Are all games of the file those of this table? Who started is not asked: arbiters change it."""
    number = {p.key: i for i, p in enumerate(old.players, 1)}
    table = robin_table(kind, len(old.players), cycles)
    for at, games in old.rounds.items():
        pairs = {
            frozenset((number[g.white], number[g.black])) for g in games if g.white is not None and g.black is not None
        }
        if at > len(table) or not pairs <= {frozenset(pair) for pair in table[at - 1].pairs}:
            return False
    return True


# --- the rules of the file ------------------------------------------------------------------------------------------


def house_ruleset(old: SwissPerfectEvent) -> str:
    """The rules of the .INI file, as the text of a ruleset."""
    table = read_toml(rulesets.find_text("swiss"))
    halves = any(g.kind is ScoreRowKind.HALF_BYE for games in old.rounds.values() for g in games)
    table |= {
        "id": "swiss-perfect",
        "title": "As set in Swiss Perfect",
        "shared_places": True,
        "notes": ["Made from the settings of a Swiss Perfect tournament."],
        "document": {"title": "Swiss Perfect 98, tournament options", "edition": "1998", "language": "en"},
        "points": {
            "unit": 2,
            "win": 1,
            "draw": Decimal("0.5"),
            "loss": 0,
            "requested-bye": Decimal("0.5") if halves else 0,
        },
        "results": {"kind": "scores" if old.minor_scores else "outcome", "draws": True},
        "swiss": {
            "system": _METHODS[old.pairing],
            "starts": not old.ignore_colours,
            "meet_again_after_forfeit": old.meet_again_after_forfeit,
        },
        "tiebreaks": [{"id": tiebreak, **_options(old, tiebreak)} for tiebreak in old.tiebreaks],
    }
    return write_toml(table)


def _options(old: SwissPerfectEvent, tiebreak: str) -> dict[str, object]:
    options = old.tiebreak_options
    unplayed = "draws" if options.get("buchholzadjust") else "nothing"
    if tiebreak == "buchholz":
        return {"unplayed": unplayed}
    if tiebreak == "median-buchholz":
        return {"high": options.get("mb-highestout", 1), "low": options.get("mb-lowestout", 1), "unplayed": unplayed}
    if tiebreak == "brightwell":
        return {"c": options.get("brightwellcoeff", 6)}
    return {}
