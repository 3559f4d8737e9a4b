"""The cut of each division: what is set for it, what the document proposes, and what is to be said of the two.

Settings, sheets, pages, files and going on to the cut all ask here. A cut is a property of a division, in a shared pod
too (Play! Pokémon 2019, 3.3.5; 2009: at most 25 % of each division).
"""

from __future__ import annotations

from dataclasses import dataclass

from pareo.core.rules.advice import PodAdvice, cut_limits
from pareo.core.rules.cuts import CutLimits, Judgement, judge_cut
from pareo.core.rules.pods import pod_id
from pareo.core.settings.event import is_premier
from pareo.core.settings.phases import ASYMMETRICAL
from pareo.core.settings.rounds import ADVICE_TABLE, CUT, EXCEPTION
from pareo.core.settings.setting import Setting
from pareo.core.tournament.tournament import T, Tournament


@dataclass(frozen=True, slots=True)
class PlannedCut:
    """The cut of one division, or of a pod that has one bracket."""

    name: str  # as settings and sentences call it: "seniors", or the pod's id
    division: str  # "": the pod has one bracket
    chosen: int | None  # as set; 0: none
    advised: int
    limits: CutLimits  # by the players there were at the start
    asymmetrical: bool = False  # as set, else as the document's table says: its size is a base (PN-ASY-1)

    @property
    def size(self) -> int:
        """What is announced: as set, else as the document proposes."""
        return self.advised if self.chosen is None else self.chosen


def planned_cuts(t: Tournament, pod: str, advice: PodAdvice) -> tuple[PlannedCut, ...]:
    """The cuts of a pod under the name its settings have: one, or one for each division that shares it (P-AGE-7)."""
    table = t.setting(ADVICE_TABLE)
    if not has_division_cuts(t, advice):
        limits = cut_limits(t.ruleset, advice.size, table)
        own = [name for name, _ in advice.division_sizes if name]
        homes = (pod, *(own if len(own) == 1 else ()))
        shared = t.setting(ASYMMETRICAL, *homes)
        return (
            PlannedCut(
                pod, "", t.setting(CUT, *homes), advice.cut, limits, limits.asymmetrical if shared is None else shared
            ),
        )
    advised = dict(advice.division_cuts)
    cuts = []
    for division, players in advice.division_sizes:
        limits = cut_limits(t.ruleset, players, table)
        shared = division_setting(t, ASYMMETRICAL, division, pod)
        cuts.append(
            PlannedCut(
                pod_id(t.ruleset.divisions, (division,)),
                division,
                division_setting(t, CUT, division, pod) if players else 0,  # its first player came late: no cut
                advised.get(division, 0),
                limits,
                limits.asymmetrical if shared is None else shared,
            )
        )
    return tuple(cuts)


def has_division_cuts(t: Tournament, advice: PodAdvice) -> bool:
    """Does each division of the pod have a bracket of its own?"""
    return t.ruleset.elimination.per_division and len(advice.division_sizes) > 1


def division_setting(t: Tournament, setting: Setting[T], division: str, pod: str) -> T | None:
    """What is set for the division, else for the pod it shares, else for the event."""
    return t.setting(setting, pod_id(t.ruleset.divisions, (division,)), division, pod)


def judge_planned_cut(t: Tournament, planned: PlannedCut, size: int | None = None) -> Judgement | None:
    """What the document says against a cut of this size, else of the size that is planned (P-CUT-6, P-CUT-8)."""
    return judge_cut(
        t.ruleset,
        planned.size if size is None else size,
        planned.limits,
        premier=is_premier(t.settings),
        exception=bool(t.setting(EXCEPTION)),
    )
