"""Settings of what a round without a game is worth, and of wins at time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.overrides import override_field
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.settings.setting import Setting, SettingGroup, number, one_of
from pareo.core.text.errors import Refused

WORTH: Mapping[str, Outcome] = {"win": Outcome.WIN, "draw": Outcome.DRAW, "loss": Outcome.LOSS}
_WORTH_TITLES = {"win": "as much as a win", "draw": "as much as a draw", "loss": "as much as a loss"}


def _override_worth(outcome: Outcome) -> Callable[[Ruleset, object], Ruleset]:
    """Lays what such a round is worth over the ruleset's points; None: as it is written."""

    def lay(ruleset: Ruleset, value: object) -> Ruleset:
        like = WORTH.get(str(value))
        if like is not None:
            points = ruleset.points[like]
        else:
            written = parse_ruleset(ruleset.text, name=ruleset.id)
            points = written.points[outcome] // written.results.games * ruleset.results.games
        return replace(ruleset, points={**ruleset.points, outcome: points})

    return lay


def _usual_worth(outcome: Outcome) -> Callable[[Ruleset], str]:
    def usual_text(ruleset: Ruleset) -> str:
        return next((word for word, like in WORTH.items() if ruleset.points[like] == ruleset.points[outcome]), "")

    return usual_text


def _by_match(ruleset: Ruleset) -> bool:
    return ruleset.points_from != "margin"


def _not_chess(ruleset: Ruleset) -> bool:
    return _by_match(ruleset) and not ruleset.results.chess


def _check_not_chess(ruleset: Ruleset, _value: str, _typed: str) -> None:
    """In chess one setting says it, and journals from before it keep the other (F-11)."""
    if ruleset.results.chess:
        raise Refused(
            "setting-pab",
            "In chess “pab” sets the points for the bye when the number of players is odd: pab=1, ½ or 0.",
        )


BYE_POINTS = Setting(
    "bye_points",
    "Points for a bye",
    SettingGroup.ROUNDS,
    one_of(_WORTH_TITLES),
    meaning="points for a round without an opponent",
    takes="win, draw or loss",
    help="Points for the player left over when the number is odd.",
    example="draw",
    more="A bye is worth as many points as a draw. Earlier byes are counted again.",
    concerns=_not_chess,
    check=_check_not_chess,
    over=_override_worth(Outcome.BYE),
    usual=_usual_worth(Outcome.BYE),
    styles=("swiss", "swiss+cut"),
)
REQUESTED_BYE = Setting(
    "requested_bye",
    "Points for a requested bye",
    SettingGroup.ROUNDS,
    one_of(_WORTH_TITLES),
    meaning="points for a requested bye",
    takes="win, draw or loss",
    help="Each round of a player can have its own value.",
    example="draw",
    concerns=_by_match,
    over=_override_worth(Outcome.REQUESTED_BYE),
    usual=_usual_worth(Outcome.REQUESTED_BYE),
    styles=("swiss", "swiss+cut"),
)
MODIFIED_BELOW = Setting(
    "modified_below",
    "Modified win below",
    SettingGroup.ROUNDS,
    number(0, 1000),
    meaning="a lead of fewer points at time is a modified win",
    takes="points; 0: no modified wins",
    help="Ahead by fewer points when time is up. 0: every win is a full win.",
    example="12",
    before_start=True,
    concerns=lambda ruleset: ruleset.results.kind == "squads",
    over=override_field("results", "modified_below"),
    usual=lambda ruleset: str(ruleset.results.modified_below),
)
