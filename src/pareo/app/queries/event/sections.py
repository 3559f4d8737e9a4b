"""Whether the sections an event has been given can be: asked when they are set, and again when round 1 is paired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from pareo.app.queries.event.advice import PodShape, pod_advice, shapes
from pareo.core.rules.pods import is_age_separated
from pareo.core.rules.sections import check_sections, qualifiers_per_section
from pareo.core.settings.divisions import PODS, SECTIONS
from pareo.core.settings.registry import in_force
from pareo.core.settings.rounds import ADVICE_TABLE, CUT, STYLE
from pareo.core.text.errors import Refused
from pareo.core.tournament.tournament import Tournament


def sections_of(t: Tournament, shape: PodShape) -> int:
    """The sections of a division; raises if these players cannot be split so (Play! Pokémon 2019, 3.3.3.1, 3.3.3.2)."""
    count = t.setting(SECTIONS, shape.id) or 1
    rules = t.ruleset.sections
    if count == 1:
        return count
    cut = t.setting(CUT, shape.id)
    try:
        check_sections(
            rules, division_size=len(shape.members), count=count, style=t.style, separate=ages_are_separate(t)
        )
        if cut is None:
            cut = pod_advice(t, shape).cut
        qualifiers_per_section(cut, count, rules.min_qualifiers if rules else 2)
    except Refused as problem:
        raise Refused.from_note(problem.note, pod=shape.id) from None
    return count


def ages_are_separate(t: Tournament) -> bool:
    """May divisions of this event be split: does each one with players play separately (3.3.3.1)?"""
    return is_age_separated(t.ruleset.divisions, Counter(e.division for e in t.entrants.values() if e.drop is None))


def check_sections_set(t: Tournament, changes: Mapping[str, object], pod: str | None) -> None:
    """Raises if, with these settings, a division that has players could not be split as it is set."""
    if t.started or not any(s.key in changes for s in (SECTIONS, PODS, CUT, STYLE, ADVICE_TABLE)):
        return
    before = t.settings if pod is None else t.pod_settings.get(pod, {})
    after = {key: value for key, value in {**before, **changes}.items() if value is not None}
    coming = replace(t, announced=t.announced or bool(CUT.of(changes)))
    if pod is None:
        coming.settings = after
        if PODS.key in changes:
            coming.ruleset = in_force(t.ruleset, PODS.key, changes[PODS.key])
    else:
        coming.pod_settings = {**t.pod_settings, pod: after}
    for shape in shapes(coming):
        sections_of(coming, shape)
