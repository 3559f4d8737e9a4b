"""An event at a glance for the organiser: its pods as they are or would form, and what the document says of them. Words
are chosen by whoever shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.event.advice import (
    PodShape,
    age_style_of,
    cuts_of,
    division_sizes,
    plan_notes,
    plan_of,
    planned_rounds,
    pod_advice,
    pod_notes,
    second_day_rounds,
    shapes,
    sure_notes,
)
from pareo.app.queries.event.cuts import PlannedCut, planned_cuts
from pareo.app.rows.events import ListedEvent
from pareo.core.journal.facts import MISFITS, unreadable_entry
from pareo.core.model.entities import Pod
from pareo.core.model.games import OTHER, game_of
from pareo.core.rules.actions import stage_of
from pareo.core.rules.advice import round_length_notes, style_notes
from pareo.core.settings.divisions import SECTIONS
from pareo.core.settings.event import DATE, PLACE
from pareo.core.settings.rounds import ROUND_MINUTES
from pareo.core.text.errors import PareoError
from pareo.core.text.messages import Note
from pareo.core.tournament.progress import is_played
from pareo.core.tournament.tournament import ELIMINATION, Tournament


@dataclass(frozen=True, slots=True)
class PlannedPod:
    """One pod, formed or about to form."""

    id: str
    divisions: tuple[tuple[str, int], ...]  # title and players
    players: int
    rounds: int  # the last round's number
    cuts: tuple[PlannedCut, ...]  # of a pod that players entered
    notes: tuple[tuple[str, Note], ...]  # each with the pod or division it is about


@dataclass(frozen=True, slots=True)
class Overview:
    """The whole event."""

    pods: tuple[PlannedPod, ...]
    notes: tuple[Note, ...]
    age_style: Note | None = None  # what the document calls the way in which the divisions play


@dataclass(frozen=True, slots=True)
class EventListCard:
    """An event in a list."""

    slug: str
    name: str
    ruleset: str
    date: str
    place: str
    players: int
    status: str
    round_no: int
    game: str = OTHER
    problem: PareoError | None = None  # why it cannot be opened

    @property
    def live(self) -> bool:
        return self.status in ("drafted", "published", "started")

    @property
    def past(self) -> bool:
        return self.status in ("over", "closed")


def overview(event: LoadedTournament) -> Overview:
    """Everything the overview page shows of the pods."""
    t = event.state
    pods = [_planned_pod(t, p) for p in t.pods.values()] or [_forming(t, shape) for shape in shapes(t)]
    minutes = t.setting(ROUND_MINUTES)
    notes = style_notes(t.ruleset, t.style) + pod_notes(t) + sure_notes(t)
    if minutes is not None:
        notes += round_length_notes(t.ruleset, minutes)
    return Overview(tuple(pods), notes, age_style_of(t))


def planned_pods(event: LoadedTournament, *, formed: bool) -> list[PlannedPod]:
    """The pods that players enter, as they formed or (where nobody shall know yet) as they would form."""
    t = event.state
    if formed:
        return [_planned_pod(t, p) for p in t.root_pods()]
    return [_forming(t, shape) for shape in shapes(t)]


def card(ctx: Context, slug: str) -> EventListCard:
    """An event as its card in the list shows it."""
    t = ctx.open(slug).state
    pods = [p for p in t.pods.values() if not p.closed]
    statuses = [pod_status(t, p) for p in pods]
    order = ("started", "published", "drafted", "finished", "over")
    status = "closed" if t.closed else min(statuses, key=order.index) if statuses else "registration"
    return EventListCard(
        slug=t.slug,
        name=t.name,
        ruleset=t.ruleset.title,
        date=t.setting(DATE) or "",
        place=t.setting(PLACE) or "",
        players=len(t.entrants),
        status=status,
        round_no=max((p.last_round.number for p in pods if p.last_round is not None), default=0),
        game=game_of(t.ruleset),
    )


def cards(ctx: Context, events: Iterable[ListedEvent]) -> list[EventListCard]:
    """The cards of a list. An event that cannot be opened has one too, which says why."""
    return [_card_or_problem(ctx, one) for one in events]


def _card_or_problem(ctx: Context, one: ListedEvent) -> EventListCard:
    try:
        return card(ctx, one.slug)
    except PareoError as problem:
        error = problem
    except MISFITS as misfit:  # it replays, and yet it is no event: nothing we write
        error = unreadable_entry(one.entries, "", misfit)
    return EventListCard(
        slug=one.slug,
        name=one.name or one.slug,
        ruleset=one.ruleset,
        date="",
        place="",
        players=0,
        status="damaged",
        round_no=0,
        problem=error,
    )


def next_phases(t: Tournament, pod: Pod) -> tuple[str, ...]:
    """Where a Swiss pod goes after its last round, as set or else as advised: "day2", and after it the "cut"."""
    if pod.phase in ELIMINATION or pod.closed:
        return ()
    if second_day_rounds(t, pod):
        return ("day2",)
    return ("cut",) if t.style == "swiss+cut" and has_cut(t, pod) else ()


def has_cut(t: Tournament, pod: Pod) -> bool:
    """Is a cut set or advised for a Swiss pod? In a shared pod each division has its own (P-AGE-7)."""
    return any(planned.size for planned in cuts_of(t, pod))


def pod_status(t: Tournament, pod: Pod) -> str:
    """As it is told: a pod is over when its rounds are played and nothing follows them."""
    return "over" if is_played(t, pod) and not next_phases(t, pod) else stage_of(pod).value


def _titles(t: Tournament, members: Sequence[int], divisions: Sequence[str]) -> tuple[tuple[str, int], ...]:
    rules = t.ruleset.divisions
    sizes = division_sizes(t, tuple(members))
    return tuple((d.title, sizes.get(d.id, 0)) for d in rules.divisions if d.id in divisions) if rules else ()


def _forming(t: Tournament, shape: PodShape) -> PlannedPod:
    advice = pod_advice(t, shape)
    sections = t.setting(SECTIONS, shape.id) or 1
    return PlannedPod(
        shape.id,
        _titles(t, shape.members, shape.divisions),
        len(shape.members),
        planned_rounds(t, shape, sections),
        planned_cuts(t, shape.id, advice),
        tuple(plan_notes(t, shape.id, advice)),
    )


def _planned_pod(t: Tournament, p: Pod) -> PlannedPod:
    _, name, advice = plan_of(t, p)
    begins = not p.sources  # day 2 and the cut follow the plan of the pod they come from
    return PlannedPod(
        p.id,
        _titles(t, p.members, p.divisions),
        len(p.members),
        p.first_round + p.planned - 1,
        planned_cuts(t, name, advice) if begins else (),
        tuple(plan_notes(t, name, advice)) if begins else (),
    )


def is_all_played(t: Tournament) -> bool:
    """Is everything played, with nothing to follow?"""
    return bool(t.pods) and not any(_goes_on(t, p) for p in t.pods.values() if not p.closed)


def _goes_on(t: Tournament, pod: Pod) -> bool:
    return (pod.last_round is not None and not is_played(t, pod)) or bool(next_phases(t, pod))
