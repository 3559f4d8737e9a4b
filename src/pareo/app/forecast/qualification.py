"""What do I need? The goals of an event (cuts, second days, first place) and what is certain of everybody.

Shared by command line, API and pages; cached as long as the journal stays as it is. Pages and API do not wait for what
takes long: that is calculated in the background (`ahead`). What players see is the organiser's choice (`outlook`):
by itself only what the points say until the last round but one is on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pareo.app.base.context import LoadedTournament
from pareo.app.base.lru_cache import CacheSlot
from pareo.app.base.public_context import head_hash
from pareo.app.forecast.qualification_cache import Moment, OutlookCache, OutlookKey, Question
from pareo.app.queries.event.advice import cuts_of, plan_of, second_day_rounds
from pareo.core.model.entities import Phase, Pod, Status
from pareo.core.qualification.bounds import Certainty
from pareo.core.qualification.open_field import OpenField, QualificationGoal, field_without_results, with_results
from pareo.core.qualification.prospects import ConditionalOutcome, Qualification, falls_short, qualifications
from pareo.core.qualification.simulation import Progress
from pareo.core.rules.sections import qualifiers_per_section
from pareo.core.settings.phases import DAY2_POINTS
from pareo.core.settings.public import OUTLOOK
from pareo.core.text.errors import BadInput, Refused
from pareo.core.tournament.tournament import ELIMINATION, Tournament

QUICK, QUICK_PLAYERS = 6_000, 1_000
"""Lines of standings, and players, that a page may wait for; a command takes its time, and so does the
background queue."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """One pod and everybody's prospects in it."""

    pod: str
    goals: tuple[QualificationGoal, ...]
    field: OpenField
    prospects: tuple[Qualification, ...] | None  # None: not known yet
    since: Moment | None = None  # of an earlier state, from which only results came in; None: as things stand
    share: float | None = None  # how far a newer one is that is being calculated; None: none is

    @property
    def known_prospects(self) -> tuple[Qualification, ...]:
        return self.prospects or ()

    def goal(self, name: str) -> QualificationGoal:
        return next(goal for goal in self.goals if goal.id == name)

    def counts(self, name: str) -> tuple[int, int, int]:
        """How many players are in, out, and neither, for one goal."""
        verdicts = [p.verdict for p in self.known_prospects if p.goal == name]
        return verdicts.count(Certainty.IN), verdicts.count(Certainty.OUT), verdicts.count(Certainty.OPEN)


@dataclass(frozen=True, slots=True)
class _PageQuestion:
    """A pod as it stands, and what a page can wait for."""

    question: Question
    quick: tuple[Qualification, ...] | None = None  # None: too many players
    enough: bool = False  # a full calculation would not say more


_OUTLOOKS: CacheSlot[tuple[str, int | None], list[Outlook]] = CacheSlot(8)
_BASES: CacheSlot[OutlookKey, tuple[str, OpenField]] = CacheSlot(16)  # of each pod, what stands while results come in
_QUESTIONS: CacheSlot[tuple[str, str, int | None], tuple[str, list[_PageQuestion]]] = CacheSlot(
    8
)  # the newest of each event


def goals_of(t: Tournament, pod: Pod) -> tuple[QualificationGoal, ...]:
    """What the players of a Swiss pod play for: the second day, the cut of each division, else its first place."""
    members, rules = frozenset(pod.members), t.ruleset.second_day
    if rules is not None and second_day_rounds(t, pod):
        _, name, advice = plan_of(t, pod)
        needed = t.setting(DAY2_POINTS, pod.id, name) or advice.points or rules.points
        return (
            QualificationGoal(
                f"{pod.id}-day2", rules.top, members, points=needed * t.ruleset.unit if needed else None, kind="day2"
            ),
        )
    if t.style == "swiss+cut":
        cuts = _cuts(t, pod)
        if cuts:
            return cuts
    groups = pod.divisions if len(pod.divisions) > 1 else ("",)
    return tuple(
        QualificationGoal(division or pod.id, 1, _of_division(t, pod, division), kind="first") for division in groups
    )


def _of_division(t: Tournament, pod: Pod, division: str) -> frozenset[int]:
    return frozenset(no for no in pod.members if not division or t.entrants[no].division == division)


def _cuts(t: Tournament, pod: Pod) -> tuple[QualificationGoal, ...]:
    planned = cuts_of(t, pod)
    if pod.section is not None:
        sections = [p for p in t.root_pods() if p.section is not None and p.divisions == pod.divisions]
        least = t.ruleset.sections.min_qualifiers if t.ruleset.sections else 2
        try:
            each = qualifiers_per_section(planned[0].size, len(sections), least)
        except Refused:
            return ()
        return (QualificationGoal(f"{planned[0].name}-cut", each, frozenset(pod.members)),) if planned[0].size else ()
    most = t.ruleset.elimination.max_cut
    return tuple(
        QualificationGoal(
            f"{(cut.division or cut.name).removesuffix('-day2')}-cut",
            cut.size,
            _of_division(t, pod, cut.division),
            shared=cut.asymmetrical,
            most=most if cut.asymmetrical else 0,
        )
        for cut in planned
        if cut.size
    )


def is_playing(pod: Pod, after: int | None = None) -> bool:
    """Is there anything to foretell: a Swiss, or a second day, that has begun and whose players have not gone on?"""
    swiss = pod.phase in (Phase.SWISS, Phase.DAY2)
    begun = any(r.status is not Status.DRAFTED for r in pod.rounds.values())
    return swiss and begun and (after is not None or not pod.closed)


def outlooks(
    event: LoadedTournament,
    *,
    after: int | None = None,
    ahead: OutlookCache | None = None,
    progress: Progress | None = None,
) -> list[Outlook]:
    """The outlook of every Swiss pod being played; `after`: as things stood when a round had ended. `ahead`: what would
    take too long is calculated there, and what is known is given."""
    if ahead is not None:
        return [_page_outlook(one, ahead) for one in _for_pages(event, after)]
    key, cached = (event.hash, after), event.caches[_OUTLOOKS]
    return cached.get(key) or cached.put(
        key,
        [
            Outlook(q.key.pod, q.goals, q.field, tuple(qualifications(q.field, q.goals, q.seed, progress=progress)))
            for q in _questions(event, after)
        ],
    )


def _questions(event: LoadedTournament, after: int | None) -> Iterator[Question]:
    t, lots = event.state, event.lots()
    if after is not None and not any(after in p.rounds for p in t.pods.values()):
        raise BadInput("after-unplayed", "Round {after} has not been paired yet.", after=after)
    for pod in t.pods.values():
        if not is_playing(pod, after) or pod.phase in ELIMINATION or (after is not None and after < pod.first_round):
            continue
        goals = goals_of(t, pod)
        ruleset = t.ruleset if goals[0].kind != "cut" else t.ruleset.seeding
        key = OutlookKey(t.slug, _viewer_key(event), pod.id, after)
        settled, base = event.caches[_BASES].get(key) or ("", None)
        if base is None or settled != event.standings_version:
            settled, base = event.caches[_BASES].put(
                key, (event.standings_version, field_without_results(t, pod, ruleset, after=after, lots=lots))
            )
        field = with_results(base, t, pod, after=after)
        seed = f"{t.slug}/{pod.id}/{field.round_no}/{len(field.open)}"
        yield Question(key, goals, field, seed, Moment(t.seq, t.steps[-1].time))


def _viewer_key(event: LoadedTournament) -> str:
    """As whom the event is seen: staff and everybody see different results where TOM runs it."""
    return event.hash.removeprefix(head_hash(event))


def _for_pages(event: LoadedTournament, after: int | None) -> list[_PageQuestion]:
    key = (event.state.slug, _viewer_key(event), after)
    head, found = event.caches[_QUESTIONS].get(key) or ("", [])
    if head != event.hash:
        found = [
            _quickly(question, len(event.state.pods[question.key.pod].members)) for question in _questions(event, after)
        ]
        event.caches[_QUESTIONS].put(key, (event.hash, found))
    return found


def _quickly(q: Question, players: int) -> _PageQuestion:
    if players > QUICK_PLAYERS:
        return _PageQuestion(q)
    rows = tuple(qualifications(q.field, q.goals, q.seed, work=QUICK))
    return _PageQuestion(q, rows, not falls_short(q.field, rows, QUICK))


def _page_outlook(asked: _PageQuestion, ahead: OutlookCache) -> Outlook:
    """What is certain, as it is now; what is open, as it was last calculated in full."""
    q, quick = asked.question, asked.quick
    if asked.enough:
        return Outlook(q.key.pod, q.goals, q.field, quick)
    answer = ahead.answer(q)
    prospects = answer.prospects
    if quick is not None and prospects is not None:
        sure = {(p.no, p.goal): p for p in quick if p.verdict is not Certainty.OPEN}
        prospects = tuple(sure.get((p.no, p.goal), p) for p in prospects)
    return Outlook(q.key.pod, q.goals, q.field, quick if prospects is None else prospects, answer.since, answer.share)


# --- what players see -------------------------------------------------------------------------------------------------


def players_see(event: LoadedTournament) -> bool:
    """Does the organiser let players see anything?"""
    return event.state.setting(OUTLOOK) != "no"


def shown_to_players(event: LoadedTournament, one: Outlook, p: Qualification) -> Qualification | None:
    """What the organiser lets players see: nothing, everything, or what points say until the last round but one."""
    choice = event.state.setting(OUTLOOK) or "points"
    played = one.field.is_last and not one.field.open and p.kind == "first"  # the standings say it
    if choice == "no" or played:
        return None
    if choice == "all" or one.field.to_come <= 1:
        return p
    if p.verdict is Certainty.OPEN and not any(i.verdict is not Certainty.OPEN for i in p.ifs):
        return None
    bare: Callable[[ConditionalOutcome], ConditionalOutcome] = lambda one: replace(one, odds=None)  # noqa: E731
    return replace(p, odds=None, ifs=tuple(bare(i) for i in p.ifs if i.verdict is not Certainty.OPEN))
