"""What may be done when: one table, action × status of the pod's current round → verdict and reason.

It drives the command line, the server's checks, the buttons and the tests. "Impossible" stays so whatever one confirms;
"outside" is against the document and needs a recorded reason; "confirm" has a consequence that must be seen first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from pareo.core.model.entities import Phase, Pod, Round, Status
from pareo.core.text.errors import NeedsConfirmation, OutsideRules, Refused
from pareo.core.text.messages import text_note


class PodStage(Enum):
    """Where a pod is: no round yet, or the status of its last round."""

    REGISTRATION = "registration"
    DRAFTED = "drafted"
    PUBLISHED = "published"
    STARTED = "started"
    FINISHED = "finished"


class ActionVerdict(Enum):
    ALLOWED = "allowed"
    CONFIRM = "confirm"
    OUTSIDE = "outside"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class ActionRule:
    """What the table says of one action at one stage."""

    verdict: ActionVerdict
    reason: str = ""


YES = ActionRule(ActionVerdict.ALLOWED)


def _impossible(reason: str) -> ActionRule:
    return ActionRule(ActionVerdict.IMPOSSIBLE, reason)


def _confirm(reason: str) -> ActionRule:
    return ActionRule(ActionVerdict.CONFIRM, reason)


def _row(*rules: ActionRule) -> Mapping[PodStage, ActionRule]:
    return dict(zip(PodStage, rules, strict=True))


_NOT_PAIRED = _impossible("no round has been paired yet: pair first")
_IN_PLAY = "the round has started: its pairings are locked (finish it first)"
_LATE = _impossible("the event has started: enter the player as late")

# Columns: registration, drafted, published, started, finished.
TABLE: Mapping[str, Mapping[PodStage, ActionRule]] = {
    "enter": _row(
        YES,
        _confirm("round 1 is a draft already: it must be paired again"),
        _confirm("round 1 is already published: it must be paired again"),
        _LATE,
        _LATE,
    ),
    "late": _row(_impossible("no round is paired yet: just add the player"), YES, YES, YES, YES),
    "edit": _row(YES, YES, YES, YES, YES),
    "drop": _row(YES, YES, YES, YES, YES),
    "undrop": _row(YES, YES, YES, YES, YES),
    "pair": _row(
        YES,
        _impossible("the round is a draft already: pair it again, or publish it"),
        _impossible("the round is already published: pair it again before it starts, or start it"),
        _impossible(_IN_PLAY),
        YES,
    ),
    "pair-again": _row(
        _NOT_PAIRED,
        YES,
        _confirm("the round is published: players have seen their tables and will have to look again"),
        _impossible(_IN_PLAY),
        _impossible("the last round is finished: pair the next one"),
    ),
    "swap": _row(
        _NOT_PAIRED,
        YES,
        YES,
        _impossible(_IN_PLAY),
        _impossible("the round is finished: its pairings cannot be changed"),
    ),
    "publish": _row(
        _NOT_PAIRED,
        YES,
        _impossible("the round is already published: start it"),
        _impossible("the round has already started"),
        _impossible("the last round is finished: pair the next one first"),
    ),
    "start": _row(
        _NOT_PAIRED,
        _impossible("the round is only a draft: publish it first, so players can report errors"),
        YES,
        _impossible("the round has already started"),
        _impossible("the last round is finished: pair the next one first"),
    ),
    "report": _row(
        _NOT_PAIRED,
        _impossible("the round is only a draft: publish and start it first"),
        _impossible("the round has not started: start it first"),
        YES,
        YES,
    ),
    "finish": _row(
        _NOT_PAIRED,
        _impossible("the round is only a draft: publish and start it first"),
        _impossible("the round has not started: start it first"),
        YES,
        _impossible("the round is already finished"),
    ),
    "advance": _row(
        _NOT_PAIRED,
        _impossible("there is a draft: play it first"),
        _impossible("a round is published: play it first"),
        _impossible("a round is being played: finish it first"),
        YES,
    ),
}


def stage_of(pod: Pod | None) -> PodStage:
    """The stage of a pod: registration, or the status of its last round."""
    last = pod.last_round if pod is not None else None
    return PodStage.REGISTRATION if last is None else stage_of_round(last)


def stage_of_round(r: Round) -> PodStage:
    """The stage of a pod whose last round is this one."""
    return _STAGES[r.status]


def all_results_in(pod: Pod) -> bool:
    """Are all results of the round that the pod is playing there?"""
    last = pod.last_round
    return not pod.closed and last is not None and last.status is Status.STARTED and not last.open_tables


_STAGES = {
    Status.DRAFTED: PodStage.DRAFTED,
    Status.PUBLISHED: PodStage.PUBLISHED,
    Status.STARTED: PodStage.STARTED,
    Status.FINISHED: PodStage.FINISHED,
}


def action_rule(action: str, stage: PodStage) -> ActionRule:
    """What the table says of an action at a stage."""
    return TABLE[action][stage]


def check_action_rule(rule_: ActionRule, *, what: str, confirmed: bool = False, override: str | None = None) -> None:
    """Raises unless the rule is met by what was confirmed or overridden. `what` names the pod and round."""
    reason = text_note(rule_.reason)
    if rule_.verdict is ActionVerdict.IMPOSSIBLE:
        raise Refused("action-impossible", "{what}: {reason}.", what=what, reason=reason)
    if rule_.verdict is ActionVerdict.CONFIRM and not confirmed:
        raise NeedsConfirmation("action-confirm", "{what}: {reason}.", what=what, reason=reason)
    if rule_.verdict is ActionVerdict.OUTSIDE and not override:
        raise OutsideRules("action-outside", "{what}: {reason}.", what=what, reason=reason)


def check_any_round(action: str, *, any_round: bool) -> None:
    """Raises for an action that needs a round, while none has been paired anywhere."""
    if not any_round:
        check_action_rule(action_rule(action, PodStage.REGISTRATION), what=text_note("Round 1"))


def allowed_actions(pod: Pod | None) -> list[str]:
    """Actions that are not impossible for the pod now."""
    stage = stage_of(pod)
    never = {"advance", "swap"} if pod is not None and pod.phase in (Phase.CUT, Phase.ELIMINATION) else set()
    return [n for n, row in TABLE.items() if row[stage].verdict is not ActionVerdict.IMPOSSIBLE and n not in never]
