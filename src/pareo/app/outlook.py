"""An event at a glance for the organiser: its pods as they are or would form, what the document says of them, and the
one thing to do next. Words are chosen by whoever shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pareo.app.advising import Shape, division_sizes, pod_advice, shapes
from pareo.app.desk import Desk, Event
from pareo.core.actions import allowed_actions, stage_of
from pareo.core.advice import Advice, Note, review, round_length_notes, style_notes
from pareo.core.drafting import is_over, next_number
from pareo.core.model import Pod
from pareo.core.sections import swiss_rounds_with_sections
from pareo.core.tournament import ELIMINATION, Tournament


@dataclass(frozen=True, slots=True)
class Next:
    """The next thing to do: "players", "pair", "publish", "start", "report", "finish", "advance" or "over"."""

    action: str
    round_no: int = 0
    open_tables: int = 0


@dataclass(frozen=True, slots=True)
class PodOutlook:
    """One pod, formed or about to form."""

    id: str
    divisions: tuple[tuple[str, int], ...]  # title and players
    players: int
    active: int
    phase: str  # "" before it has formed
    status: str  # as `parts.status_badge` shows it
    round_no: int
    rounds: int  # the last round's number
    open_tables: int
    advice: Advice | None
    set_rounds: int | None  # what the organiser chose
    set_cut: int | None
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """The whole event."""

    pods: tuple[PodOutlook, ...]
    notes: tuple[Note, ...]
    step: Next


@dataclass(frozen=True, slots=True)
class Card:
    """An event in a list."""

    slug: str
    name: str
    ruleset: str
    date: str
    place: str
    players: int
    status: str
    round_no: int


def outlook(event: Event) -> Outlook:
    """Everything the overview page shows of the pods."""
    t = event.state
    pods = [_formed(t, p) for p in t.pods.values()] or [_forming(t, shape) for shape in shapes(t)]
    minutes = t.number("round_minutes")
    notes = style_notes(t.ruleset, t.style) + (round_length_notes(t.ruleset, minutes) if minutes is not None else ())
    return Outlook(tuple(pods), tuple(notes), next_step(t))


def card(desk: Desk, slug: str) -> Card:
    """An event as its card in the list shows it."""
    t = desk.open(slug).state
    pods = [p for p in t.pods.values() if not p.closed]
    statuses = [_status(p) for p in pods]
    order = ("started", "published", "drafted", "finished", "over")
    status = min(statuses, key=order.index) if statuses else "registration"
    return Card(
        slug=t.slug, name=t.name, ruleset=t.ruleset.title, date=str(t.settings.get("date") or ""),
        place=str(t.settings.get("place") or ""), players=len(t.entrants), status=status,
        round_no=max((p.last_round.number for p in pods if p.last_round is not None), default=0),
    )


def _status(pod: Pod) -> str:
    stage = stage_of(pod).value
    return "over" if stage == "finished" and is_over(pod) else stage


def _titles(t: Tournament, members: Sequence[int], divisions: Sequence[str]) -> tuple[tuple[str, int], ...]:
    rules = t.ruleset.divisions
    sizes = division_sizes(t, tuple(members))
    return tuple((d.title, sizes.get(d.id, 0)) for d in rules.divisions if d.id in divisions) if rules else ()


def _forming(t: Tournament, shape: Shape) -> PodOutlook:
    advice = pod_advice(t, shape.divisions, shape.members)
    sections = t.number("sections", shape.id) or 1
    return PodOutlook(
        id=shape.id, divisions=_titles(t, shape.members, shape.divisions), players=len(shape.members),
        active=len(shape.members), phase="", status="registration", round_no=0,
        rounds=t.number("rounds", shape.id) or swiss_rounds_with_sections(advice.rounds, sections), open_tables=0,
        advice=advice, set_rounds=t.number("rounds", shape.id), set_cut=t.number("cut", shape.id),
        notes=_pod_notes(t, shape.id, advice),
    )


def _formed(t: Tournament, p: Pod) -> PodOutlook:
    last = p.last_round
    name = p.id.rsplit("-", 1)[0] if p.section else p.id
    advice = None
    if not p.sources:
        together = [q for q in t.root_pods() if q is p or (p.section and q.divisions == p.divisions)]
        advice = pod_advice(t, p.divisions, tuple(no for q in together for no in q.members))
    return PodOutlook(
        id=p.id, divisions=_titles(t, p.members, p.divisions), players=len(p.members),
        active=sum(t.is_active(no) for no in p.members), phase=p.phase.value, status=_status(p),
        round_no=last.number if last else 0, rounds=p.first_round + p.planned - 1,
        open_tables=len(last.open_tables) if last and last.status.value == "started" else 0,
        advice=advice, set_rounds=t.number("rounds", name), set_cut=t.number("cut", name),
        notes=_pod_notes(t, name, advice) if advice is not None else (),
    )


def _pod_notes(t: Tournament, pod: str, advice: Advice) -> tuple[Note, ...]:
    """What the document says against the plan (P-CUT-6, P-CUT-8)."""
    sections = t.number("sections", pod) or 1
    rounds, cut = t.number("rounds", pod), t.number("cut", pod)
    return advice.notes + review(
        t.ruleset, advice,
        rounds=rounds if rounds is not None else swiss_rounds_with_sections(advice.rounds, sections),
        cut=cut if cut is not None else advice.cut,
        day2_rounds=t.number("day2_rounds", pod) or advice.day2_rounds,
        sections=sections,
        premier=t.flag("championship_points"),
        exception=bool(t.settings.get("exception")),
        division_cuts=dict(advice.division_cuts) if cut is None else None,
    )


_ORDER = ("drafted", "published", "started", "finished")
_STEPS = {"drafted": "publish", "published": "start"}


def next_step(t: Tournament) -> Next:
    """The most pressing thing, by the action table: a draft waits for publishing before anybody waits for results."""
    if not t.pods:
        enough = sum(e.drop is None for e in t.entrants.values()) >= 2 and "pair" in allowed_actions(None)
        return Next("pair", 1) if enough else Next("players")
    pods = [p for p in t.pods.values() if not p.closed]
    for status in _ORDER:
        here = [p for p in pods if _status(p) == status and not (status == "finished" and is_over(p))]
        if not here:
            continue
        number = max(p.last_round.number for p in here if p.last_round is not None)
        if status == "started":
            left = sum(len(p.last_round.open_tables) for p in here if p.last_round is not None)
            return Next("report" if left else "finish", number, left)
        if status == "finished":
            return Next("pair", min(next_number(p) for p in here))
        return Next(_STEPS[status], number)
    if any(_goes_on(t, p) for p in pods):
        return Next("advance")
    return Next("over")


def _goes_on(t: Tournament, pod: Pod) -> bool:
    """Does this pod, whose rounds are played, have a second day or a cut before it?"""
    if pod.phase in ELIMINATION or t.style != "swiss+cut":
        return False
    cut = t.number("cut", pod.id)
    return cut != 0 and "advance" in allowed_actions(pod)
