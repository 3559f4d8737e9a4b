"""Settings of chess events: what results are worth, which rating counts, byes asked for, norms."""

from __future__ import annotations

from dataclasses import replace

from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.settings.setting import TEXT, YES_NO, Setting, SettingGroup, SettingType, number
from pareo.core.standings.points import scoring_fault
from pareo.core.text.errors import BadInput, Refused
from pareo.core.text.numbers import points_text, read_points


def _is_chess(ruleset: Ruleset) -> bool:
    return ruleset.results.chess


def read_worth(text: str, unit: int) -> int:
    """“½”, “1.5”, “3” in the smallest unit; ValueError on anything else, or below nothing."""
    plain = text.strip().replace("1/2", "½")
    value = read_points((plain.replace("½", "") or "0") + ".5" if plain.endswith("½") else plain, unit)
    if value < 0:
        raise ValueError(text)
    return value


def read_scoring(text: str, unit: int) -> tuple[int, int, int]:
    """Win, draw and loss: “1-½-0”, “3-1-0”, “3/1/0”."""
    parts = text.strip().replace("1/2", "½").replace("/", "-").split("-")
    if len(parts) != 3:
        raise ValueError(text)
    win, draw, loss = (read_worth(part, unit) for part in parts)
    return win, draw, loss


def _scoring_text(typed: str, unit: int) -> str:
    return "-".join(points_text(value, unit) for value in read_scoring(typed, unit))


def _pab_text(typed: str, unit: int) -> str:
    return points_text(read_worth(typed, unit), unit)


def with_scoring(ruleset: Ruleset, value: object) -> Ruleset:
    """The ruleset with these points; a bye has what was set for it, else the points of a win."""
    written = parse_ruleset(ruleset.text, name=ruleset.id).points
    if value is None:
        points = dict(written)
    else:
        win, draw, loss = read_scoring(str(value), ruleset.unit)
        nothing = dict.fromkeys((Outcome.LATE_LOSS, Outcome.FORFEIT_LOSS, Outcome.ABSENT, Outcome.REST), 0)
        points = {
            **{outcome: win for outcome in Outcome if outcome.won},
            **nothing, Outcome.DRAW: draw, Outcome.REQUESTED_BYE: draw, Outcome.LOSS: loss,
        }  # fmt: skip
    if ruleset.pab is not None:
        points[Outcome.BYE] = ruleset.pab
    return replace(ruleset, points=points)


def with_pab(ruleset: Ruleset, value: object) -> Ruleset:
    """The ruleset with this pairing-allocated bye."""
    if value is not None:
        worth = read_worth(str(value), ruleset.unit)
        return replace(ruleset, pab=worth, points={**ruleset.points, Outcome.BYE: worth})
    written = parse_ruleset(ruleset.text, name=ruleset.id).points
    scored = any(ruleset.points[one] != written[one] for one in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS))
    usual = ruleset.points[Outcome.WIN] if scored else written[Outcome.BYE]
    return replace(ruleset, pab=None, points={**ruleset.points, Outcome.BYE: usual})


def _check_scoring(ruleset: Ruleset, value: str, typed: str) -> None:
    _check_chess(ruleset, "scoring")
    _check_points(with_scoring(ruleset, value), "scoring", typed)
    win, draw, loss = read_scoring(value, ruleset.unit)
    if not loss <= draw <= win or win <= loss:
        raise BadInput(
            "scoring-order",
            "scoring={value}: a win must be worth more than a loss, with a draw in between.",
            value=typed,
        )


def _check_pab(ruleset: Ruleset, value: str, typed: str) -> None:
    _check_chess(ruleset, "pab")
    _check_points(with_pab(ruleset, value), "pab", typed)


def _check_chess(ruleset: Ruleset, key: str) -> None:
    if not _is_chess(ruleset):
        raise Refused("setting-chess", "“{key}” is a setting of chess events.", key=key)


def _check_points(ruleset: Ruleset, key: str, typed: str) -> None:
    if problem := scoring_fault(ruleset.points):
        raise BadInput("scoring-fault", "{key}={value}: {problem}.", key=key, value=typed, problem=problem)


_RATINGS = {
    "FIDE": "the FIDE rating",
    "NRO": "the national rating",
    "FIDON": "the FIDE rating, else the national one",
    "NIDOF": "the national rating, else the FIDE one",
    "HBFN": "the higher of the two",
    "LBFN": "the lower of the two",
    "OTHER": "another rating",
}


def _read_rating(typed: str, _unit: int) -> str:
    word = typed.strip().upper()
    if word not in _RATINGS:
        raise ValueError(typed)
    return word


SCORING = Setting(
    "scoring",
    "Points for results",
    SettingGroup.ROUNDS,
    SettingType(str, _scoring_text),
    meaning="points of a win, a draw and a loss",
    takes="1-½-0, 3-1-0 or any 3 numbers",
    help="Win, draw and loss.",
    example="3-1-0",
    concerns=_is_chess,
    check=_check_scoring,
    over=with_scoring,
    usual=lambda ruleset: "-".join(
        points_text(ruleset.points[o], ruleset.unit) for o in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)
    ),
)
PAB = Setting(
    "pab",
    "Pairing-allocated bye",
    SettingGroup.ROUNDS,
    SettingType(str, _pab_text),
    meaning="points of the pairing-allocated bye",
    takes="1, ½ or 0: at most a win",
    help="Points for the player left over when the number is odd.",
    example="½",
    concerns=_is_chess,
    check=_check_pab,
    over=with_pab,
    usual=lambda ruleset: points_text(ruleset.points[Outcome.BYE], ruleset.unit),
)
TOURNAMENT_RATING = Setting(
    "tournament_rating",
    "Rating of the event",
    SettingGroup.PAIRING,
    SettingType(str, _read_rating, choices=lambda _ruleset: _RATINGS),
    meaning="rating used to number the players and in tie-breaks",
    takes="FIDE, NRO, FIDON, NIDOF, HBFN, LBFN or OTHER",
    help="The first rating is FIDE's, the second the national one.",
    example="FIDON",
    more="Players are numbered by FIDE rating; those without one by national rating.",
    before_start=True,
    concerns=_is_chess,
)
ACCELERATION_RULES = Setting(
    "acceleration_rules",
    "Rules of the acceleration",
    SettingGroup.PAIRING,
    TEXT,
    meaning="how the event is accelerated, as announced to players",
    takes="text",
    help="Needed for acceleration other than Baku; printed with the announcement.",
    example="The first half has one point more in rounds 1 and 2.",
    concerns=_is_chess,
    styles=("swiss", "swiss+cut"),
)
HALF_BYES = Setting(
    "half_byes",
    "Half-point byes",
    SettingGroup.REGISTRATION,
    number(0, 20),
    meaning="half-point byes that a player may request",
    takes="a number",
    help="You'll be asked before more are given.",
    example="1",
    concerns=_is_chess,
    usual=lambda _ruleset: "1",
)
NORMS = Setting(
    "norms",
    "Norms can be made",
    SettingGroup.EVENT,
    YES_NO,
    meaning="an event in which title norms can be made",
    takes="yes or no",
    help="No half-point bye in the last round then.",
    example="yes",
    concerns=_is_chess,
)
