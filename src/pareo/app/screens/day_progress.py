"""The day of an event as one line with stops, and where it stands on it: what pages, command line and screens call
“now”. Words are chosen by whoever shows it.

A pod that has played everything leaves the tables; the event goes on with the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from pareo.app.base.context import LoadedTournament
from pareo.app.commands.floor.floor import present, running_clocks, seconds_left
from pareo.app.commands.people.roster import missing
from pareo.app.queries.event.advice import cuts_of, planned_rounds, pod_advice, second_day_rounds, shapes
from pareo.app.queries.event.cuts import planned_cuts
from pareo.app.queries.event.overview import next_phases
from pareo.app.queries.floor.overtime import Overtime, TimeLeft, overtime_of, time_left
from pareo.core.model.entities import Pod
from pareo.core.rules.actions import stage_of
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.settings.divisions import SECTIONS
from pareo.core.tournament.progress import is_played
from pareo.core.tournament.tournament import ELIMINATION, Tournament


class DayStage(Enum):
    """Where the event stands: each has one next step."""

    EMPTY = "empty"  # nobody is entered
    CHECK_IN = "check-in"
    DRAFT = "draft"
    PUBLISHED = "published"
    PLAYING = "playing"
    TIME_UP = "time-up"
    ALL_IN = "all-in"  # every table that plays has its result
    STANDINGS = "standings"  # a round is done, its standings are posted, the next is to be paired
    NEXT_PHASE = "next-phase"  # the last Swiss round is in, and a cut or a second day follows
    OVER = "over"
    CLOSED = "closed"


_WAITING = {DayStage.DRAFT: "drafted", DayStage.PUBLISHED: "published"}  # for the organiser


@dataclass(frozen=True, slots=True)
class Stop:
    """A stop of the day: "check-in", "round", "top" (with its size; 2 is the final) or "over"."""

    kind: str
    number: int = 0  # of the round; of "top" the size
    state: str = ""  # "was", "is" or "" (still to come)
    round_no: int = 0  # where it leads


@dataclass(frozen=True, slots=True)
class PodNow:
    """A pod that still has something to play, or whose last round is in."""

    id: str
    round_no: int
    last_round: int  # of its phase
    status: str
    tables: int
    done: int
    players: int
    bracket: bool
    over: bool  # nothing follows
    waits: tuple[str, ...]  # "day2", "cut": where its players go next
    seconds: int | None = None  # left on its clock


@dataclass(frozen=True, slots=True)
class DayProgress:
    """Where an event stands now: stage, stops, pods, players, clock."""

    stage: DayStage
    round_no: int  # of the round it is about; in check-in the coming one
    stops: tuple[Stop, ...]
    pods: tuple[PodNow, ...]  # those that play
    over: tuple[PodNow, ...]  # those that have played everything
    players: int  # active
    here: int  # checked in for the coming round
    away: tuple[int, ...]  # not checked in
    seconds: int | None  # left on the clock
    paused: bool
    overtime: Overtime | None = None  # what follows when these are over

    @property
    def time_left(self) -> TimeLeft:
        """What the clock shows."""
        return time_left(self.seconds or 0, self.overtime)

    @property
    def tables(self) -> int:
        return sum(p.tables for p in self.playing or self.pods)

    @property
    def tables_done(self) -> int:
        return sum(p.done for p in self.playing or self.pods)

    @property
    def playing(self) -> tuple[PodNow, ...]:
        """The pods whose round is being played."""
        return tuple(p for p in self.pods if p.status == "started")

    @property
    def about(self) -> tuple[PodNow, ...]:
        """The pods that are drafted, or published, where those are the next step; else all of them."""
        return _about(self.stage, self.pods)

    @property
    def meanwhile(self) -> bool:
        """Do some still play while the next step is about others?"""
        return self.stage in _WAITING and any(p.done < p.tables for p in self.playing)

    @property
    def clocks_differ(self) -> bool:
        """Have pods that play different times left?"""
        return len({p.seconds for p in self.playing}) > 1

    @property
    def ends(self) -> bool:
        """Is the round that is all in the last of everything?"""
        return self.stage is DayStage.OVER

    @property
    def bracket(self) -> bool:
        """Do all that play play in a bracket?"""
        return bool(self.pods) and all(p.bracket for p in self.pods)


def day_of(event: LoadedTournament, now: str) -> DayProgress:
    """Where the event stands at this moment."""
    t = event.state
    clocks = running_clocks(event)
    left_of = {pod: seconds_left(clock, now) for (pod, _), clock in clocks.items()}
    seen = [_pod_now(t, p, left_of.get(p.id)) for p in t.pods.values() if not p.closed]
    over = tuple(p for p in seen if p.over)
    playing = tuple(p for p in seen if not p.over)
    waited = {p.id for p in seen if p.done < p.tables}
    ticking = [clock for (pod, _), clock in clocks.items() if pod in waited] or list(clocks.values())
    clock = min(ticking, key=lambda one: seconds_left(one, now), default=None)  # the first to end
    left = seconds_left(clock, now) if clock is not None else None
    overtime = overtime_of(t)
    stage = _stage(t, playing or over, None if left is None else time_left(left, overtime))
    active = sum(e.drop is None for e in t.entrants.values())
    about = _about(stage, playing or over)
    number = max((p.round_no for p in about), default=1)
    return DayProgress(
        stage,
        number,
        _stops(t, stage, about),
        playing,
        over,
        active,
        len(present(t)),
        tuple(missing(t)) if stage is DayStage.CHECK_IN else (),
        left,
        bool(clock is not None and clock.paused_at),
        overtime,
    )


def _about(stage: DayStage, pods: Sequence[PodNow]) -> tuple[PodNow, ...]:
    return tuple(p for p in pods if p.status == _WAITING.get(stage, p.status))


def _pod_now(t: Tournament, p: Pod, seconds: int | None) -> PodNow:
    r = p.last_round
    done = sum(m.result is not None for m in r.matches.values()) if r else 0
    tables = len(r.matches) if r else 0
    played = is_played(t, p)
    waits = next_phases(t, p) if played else ()
    return PodNow(
        p.id,
        r.number if r else p.first_round,
        p.first_round + p.planned - 1,
        stage_of(p).value,
        tables,
        done,
        sum(t.is_active(no) for no in p.members),
        p.phase in ELIMINATION,
        played and not waits,
        waits,
        seconds,
    )


def _stage(t: Tournament, pods: Sequence[PodNow], left: TimeLeft | None) -> DayStage:
    """The most pressing stage: a draft waits for publishing before anybody waits for results."""
    if t.closed:
        return DayStage.CLOSED
    if not pods:
        return DayStage.CHECK_IN if any(e.drop is None for e in t.entrants.values()) else DayStage.EMPTY
    if all(p.over for p in pods):
        return DayStage.OVER
    statuses = {p.status for p in pods}
    for status, stage in (("drafted", DayStage.DRAFT), ("published", DayStage.PUBLISHED)):
        if status in statuses:
            return stage
    if any(p.status == "started" and p.done < p.tables for p in pods):
        return DayStage.TIME_UP if left is not None and left.over else DayStage.PLAYING
    if all(p.waits for p in pods):
        return DayStage.NEXT_PHASE
    return DayStage.ALL_IN if "started" in statuses else DayStage.STANDINGS


# --- the line ---------------------------------------------------------------------------------------------------------


def _stops(t: Tournament, stage: DayStage, pods: Sequence[PodNow]) -> tuple[Stop, ...]:
    swiss, cut = _length(t)
    lead = max(pods, key=lambda p: (not p.over, p.players, p.round_no)) if pods else None
    at = _stop_index(t, stage, lead, swiss, cut)
    first = max((p.first_round for p in t.pods.values() if p.phase in ELIMINATION), default=swiss + 1)
    stops = [
        ("check-in", 0, 0),
        *(("round", n, n) for n in range(1, swiss + 1)),
        *(("top", cut >> i, first + i) for i in range(max(0, cut.bit_length() - 1))),
        ("over", 0, 0),
    ]
    return tuple(
        Stop(kind, number, "was" if i < at else "is" if i == at else "", round_no)
        for i, (kind, number, round_no) in enumerate(stops)
    )


def _length(t: Tournament) -> tuple[int, int]:
    """How many Swiss rounds there are at most, and how large the largest cut is (a power of 2; 0: none)."""
    if not t.pods:
        swiss, cuts = 0, []
        for shape in shapes(t):
            advice = pod_advice(t, shape)
            swiss = max(swiss, planned_rounds(t, shape, t.setting(SECTIONS, shape.id) or 1))
            cuts += [c.size for c in planned_cuts(t, shape.id, advice)]
        if t.style in KNOCKOUT:
            return 0, 1 << swiss if swiss else 0
        return swiss, _power(max(cuts, default=0)) if t.style == "swiss+cut" else 0
    rounds = [p for p in t.pods.values() if p.phase not in ELIMINATION]
    brackets = [len(p.members) for p in t.pods.values() if p.phase in ELIMINATION]
    swiss = max((p.first_round + p.planned - 1 + second_day_rounds(t, p) for p in rounds), default=0)
    if not brackets and t.style == "swiss+cut":
        brackets = [c.size for p in rounds if not p.closed for c in cuts_of(t, p)]
    return swiss, _power(max(brackets, default=0))


def _power(players: int) -> int:
    return 1 << (players - 1).bit_length() if players > 1 else 0


def _stop_index(t: Tournament, stage: DayStage, lead: PodNow | None, swiss: int, cut: int) -> int:
    """The index of the stop where the event is."""
    tops = max(0, cut.bit_length() - 1)
    if stage in (DayStage.OVER, DayStage.CLOSED):
        return 1 + swiss + tops
    if lead is None:
        return 0
    if not lead.bracket:
        return min(lead.round_no, swiss)
    pod = t.pods[lead.id]
    smaller = tops - max(0, _power(len(pod.members)).bit_length() - 1)
    return 1 + swiss + smaller + lead.round_no - pod.first_round
