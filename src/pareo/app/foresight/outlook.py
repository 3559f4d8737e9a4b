"""What do I need? The goals of an event (cuts, second days, first place) and what is certain of everybody.

The same for command line, API and pages; kept as long as the journal stays as it is. What players see of it is the
organiser's choice (`outlook`): by itself only what the points say until the last round but one is on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pareo.app.desk import Event
from pareo.app.event.advice import cuts_of, plan_of, second_day_rounds
from pareo.app.remembered import Remembered
from pareo.core.outlook.bounds import Verdict
from pareo.core.outlook.field import Field, Goal, field_of
from pareo.core.outlook.odds import Progress
from pareo.core.outlook.prospects import If, Prospect, prospects
from pareo.core.rules.sections import qualifiers_per_section
from pareo.core.state.model import Phase, Pod, Status
from pareo.core.state.settings.phases import DAY2_POINTS
from pareo.core.state.settings.public import OUTLOOK
from pareo.core.state.tournament import ELIMINATION, Tournament
from pareo.core.words.errors import BadInput, Refused

_kept: Remembered[tuple[str, int | None, bool], list[Outlook]] = Remembered(8)
QUICK, QUICK_PLAYERS = 6_000, 1_000
"""Lines of standings, and players, that a page may wait for; a command takes its time."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """One pod and everybody's prospects in it."""

    pod: str
    goals: tuple[Goal, ...]
    field: Field
    prospects: tuple[Prospect, ...]

    def goal(self, name: str) -> Goal:
        return next(goal for goal in self.goals if goal.id == name)

    def counts(self, name: str) -> tuple[int, int, int]:
        """How many are in, out, and neither."""
        found = [p.verdict for p in self.prospects if p.goal == name]
        return found.count(Verdict.IN), found.count(Verdict.OUT), found.count(Verdict.OPEN)


def goals_of(t: Tournament, pod: Pod) -> tuple[Goal, ...]:
    """What the players of a Swiss pod play for: the second day, the cut of each division, else its first place."""
    members, rules = frozenset(pod.members), t.ruleset.second_day
    if rules is not None and second_day_rounds(t, pod):
        _, name, advice = plan_of(t, pod)
        needed = t.setting(DAY2_POINTS, pod.id, name) or advice.points or rules.points
        return (Goal(f"{pod.id}-day2", rules.top, members, points=needed * t.ruleset.unit if needed else None,
                     kind="day2"),)
    if t.style == "swiss+cut":
        found = _cuts(t, pod)
        if found:
            return found
    groups = pod.divisions if len(pod.divisions) > 1 else ("",)
    return tuple(
        Goal(division or pod.id, 1, _of_division(t, pod, division), kind="first") for division in groups
    )


def _of_division(t: Tournament, pod: Pod, division: str) -> frozenset[int]:
    return frozenset(no for no in pod.members if not division or t.entrants[no].division == division)


def _cuts(t: Tournament, pod: Pod) -> tuple[Goal, ...]:
    planned = cuts_of(t, pod)
    if pod.section is not None:
        sections = [p for p in t.root_pods() if p.section is not None and p.divisions == pod.divisions]
        least = t.ruleset.sections.min_qualifiers if t.ruleset.sections else 2
        try:
            each = qualifiers_per_section(planned[0].size, len(sections), least)
        except Refused:
            return ()
        return (Goal(f"{planned[0].name}-cut", each, frozenset(pod.members)),) if planned[0].size else ()
    most = t.ruleset.elimination.max_cut
    return tuple(
        Goal(f"{(cut.division or cut.name).removesuffix('-day2')}-cut", cut.size, _of_division(t, pod, cut.division),
             shared=cut.asymmetrical, most=most if cut.asymmetrical else 0)
        for cut in planned if cut.size
    )


def is_playing(pod: Pod, after: int | None = None) -> bool:
    """Is there anything to foretell: a Swiss, or a second day, that has begun and whose players have not gone on?"""
    swiss = pod.phase in (Phase.SWISS, Phase.DAY2)
    begun = any(r.status is not Status.DRAFTED for r in pod.rounds.values())
    return swiss and begun and (after is not None or not pod.closed)


def outlooks(
    event: Event, *, after: int | None = None, quick: bool = False, progress: Progress | None = None
) -> list[Outlook]:
    """Of every Swiss pod that is being played; `after`: as things stood when a round had ended."""
    key = (event.hash, after, quick)
    if (known := _kept.get(key)) is not None:
        return known
    t, lots = event.state, event.lots()
    if after is not None and not any(after in p.rounds for p in t.pods.values()):
        raise BadInput("after-unplayed", "Round {after} has not been paired.", after=after)
    found: list[Outlook] = []
    for pod in t.pods.values():
        if not is_playing(pod, after) or pod.phase in ELIMINATION or (after is not None and after < pod.first_round):
            continue
        if quick and len(pod.members) > QUICK_PLAYERS:
            continue
        goals = goals_of(t, pod)
        ruleset = t.ruleset if goals[0].kind != "cut" else t.ruleset.seeding
        field = field_of(t, pod, ruleset, after=after, lots=lots)
        work = QUICK if quick else None
        seed = f"{t.slug}/{pod.id}/{field.round_no}/{len(field.open)}"
        rows = prospects(field, goals, seed, work=work, progress=progress)
        found.append(Outlook(pod.id, goals, field, tuple(rows)))
    return _kept.keep(key, found)


def prospects_of(event: Event, no: int, *, quick: bool = False) -> list[tuple[Outlook, Prospect]]:
    """What is certain of one player."""
    return [(one, p) for one in outlooks(event, quick=quick) for p in one.prospects if p.no == no]


# --- what players see -------------------------------------------------------------------------------------------------


def shown_to_players(event: Event, one: Outlook, p: Prospect) -> Prospect | None:
    """What the organiser lets players see: nothing, everything, or what points say until the last round but one."""
    wish = event.state.setting(OUTLOOK) or "points"
    played = one.field.is_last and not one.field.open and p.kind == "first"  # the standings say it
    if wish == "no" or played:
        return None
    if wish == "all" or one.field.to_come <= 1:
        return p
    if p.verdict is Verdict.OPEN and not any(i.verdict is not Verdict.OPEN for i in p.ifs):
        return None
    bare: Callable[[If], If] = lambda one: replace(one, odds=None)  # noqa: E731
    return replace(p, odds=None, ifs=tuple(bare(i) for i in p.ifs if i.verdict is not Verdict.OPEN))
