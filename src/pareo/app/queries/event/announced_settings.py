"""What was announced before the start stays as it was announced, where the document says so (P-ANN-1, X-1, X-2, S-3).

`Ruleset.settled` names the topics. What counts is what would be different for the players: the number of rounds of a
pod that has started, the size of its cuts, the length of a round, the prizes; a setting that says what is so already
changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pareo.app.queries.event.advice import current_shapes, pod_advice
from pareo.app.queries.event.cuts import planned_cuts
from pareo.app.queries.rounds.coming_rounds import last_started
from pareo.core.rules.advice import usual_minutes
from pareo.core.settings.phases import DAY2_POINTS
from pareo.core.settings.prizes import PRIZES
from pareo.core.settings.rounds import DAY2_ROUNDS, ROUND_MINUTES
from pareo.core.text.errors import OutsideRules
from pareo.core.text.messages import text_note, title
from pareo.core.tournament.tournament import Tournament

_TOPICS = {
    "rounds": text_note("The number of rounds"),
    "cut": text_note("The elimination"),
    "round-length": text_note("The length of the rounds"),
    "prizes": text_note("The number of prizes"),
}


def check_settled(
    t: Tournament, changes: Mapping[str, object], pod: str | None, planned: Mapping[str, int], override: str | None
) -> None:
    """OutsideRules if these settings change what players were told, and nobody says why."""
    if not t.started or override or not t.ruleset.settled:
        return
    then = _with(t, changes, pod, planned)
    before, after = _announced_values(t), _announced_values(then)
    for topic in t.ruleset.settled:
        if before[topic] != after[topic]:
            raise locked_setting_error(t, topic)


def locked_setting_error(t: Tournament, topic: str) -> OutsideRules:
    """The error for a change of what was announced."""
    return OutsideRules(
        "announced-before-the-start",
        "{what} must be announced before the start. Round 1 has started, so it stays as announced ({document}).",
        what=_TOPICS[topic],
        document=title(t.ruleset.document.title),
    )


def _with(t: Tournament, changes: Mapping[str, object], pod: str | None, planned: Mapping[str, int]) -> Tournament:
    """The event as it would be."""
    pods = {p.id: replace(p, planned=planned.get(p.id, p.planned)) for p in t.pods.values()}
    if pod is None:
        return replace(t, settings=_merge_settings(t.settings, changes), pods=pods)
    own = {**t.pod_settings, pod: _merge_settings(t.pod_settings.get(pod, {}), changes)}
    return replace(t, pod_settings=own, pods=pods)


def _merge_settings(settings: Mapping[str, object], changes: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in {**settings, **changes}.items() if value is not None}


def _announced_values(t: Tournament) -> dict[str, object]:
    """What players were told, by topic. A pod with nobody left to pair ends when it must."""
    started = {p.family for p in t.root_pods() if last_started(p)}
    rounds: dict[str, object] = {
        p.id: p.planned
        for p in t.pods.values()
        if t.chain(p)[0].family in started and sum(t.is_active(no) for no in p.members) > 1
    }
    cuts: dict[str, object] = {}
    for shape in current_shapes(t):
        if shape.id not in started:
            continue
        advice = pod_advice(t, shape)
        rounds[f"{shape.id} day 2"] = (
            t.setting(DAY2_ROUNDS, shape.id) or advice.day2_rounds,
            t.setting(DAY2_POINTS, shape.id) or advice.points,
        )
        cuts |= {cut.name: (cut.size, cut.asymmetrical) for cut in planned_cuts(t, shape.id, advice)}
    return {
        "rounds": rounds,
        "cut": cuts,
        "round-length": t.setting(ROUND_MINUTES) or usual_minutes(t.ruleset),
        "prizes": t.setting(PRIZES),
    }
