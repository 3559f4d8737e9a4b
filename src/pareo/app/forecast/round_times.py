"""During the day: when this round ends, and when the last one does, from the rounds that were played so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from pareo.app.base.context import LoadedTournament
from pareo.app.base.timestamps import moment
from pareo.app.queries.event.advice import cuts_of, second_day_rounds
from pareo.app.screens.now_page import open_tables
from pareo.core.day_plan.times import DayTimes, Playing, rest_of_day, round_ends_in
from pareo.core.model.entities import Pod, Status
from pareo.core.rules.advice import usual_minutes
from pareo.core.settings.rounds import ROUND_MINUTES
from pareo.core.text.messages import Note, note
from pareo.core.tournament.tournament import ELIMINATION, Tournament

_LONGEST = 240  # minutes from one start to the next: what is more is a night or a meal


@dataclass(frozen=True, slots=True)
class DayAhead:
    """What is to be expected of the rest of the day."""

    round_no: int
    minutes: int  # until the round ends
    out: int  # tables still playing, in whichever pod
    ends: str  # UTC: when the last round ends
    margin: int  # minutes, nine times of ten
    final: bool  # the last round is that of an elimination
    top: int = 0  # of a round of it: so many may still win; 2 is the final
    says: str = ""


def day_ahead(event: LoadedTournament, now: str) -> DayAhead | None:
    """What to expect of the rest of the day, by the pod that plays longest; None where no clock runs."""
    t = event.state
    of_pods = [one for p in t.pods.values() if (one := _pod_ahead(t, p, now)) is not None]
    longest = max(of_pods, key=lambda one: (one.ends, one.round_no), default=None)
    if longest is None:
        return None
    whole = replace(longest, out=len(open_tables(t)))
    return replace(whole, says=_sentence(t, whole))


def _pod_ahead(t: Tournament, p: Pod, now: str) -> DayAhead | None:
    last = p.last_round
    if p.closed or last is None or last.status is not Status.STARTED:
        return None
    clock = t.floor.clocks.get((p.id, last.number))
    if clock is None:
        return None
    times = _times(t)
    elapsed = max(0.0, (moment(now) - moment(clock.started)).total_seconds() / 60 - clock.paused_seconds / 60)
    out = len(last.open_tables)
    playing, played = Playing(elapsed, out, clock.minutes), _played_rounds(t, p)
    remaining, final = _remaining_rounds(t, p)
    rest = rest_of_day(remaining, times, played, playing)
    ends = moment(now) + timedelta(minutes=rest.middle)
    return DayAhead(
        last.number,
        round(round_ends_in(playing, times, played)),
        out,
        ends.strftime("%Y-%m-%dT%H:%M:%SZ"),
        max(1, round((rest.high - rest.low) / 2)),
        final,
        _top(t, p, last.number),
    )


def _times(t: Tournament) -> DayTimes:
    minutes = t.setting(ROUND_MINUTES) or usual_minutes(t.ruleset) or 50
    return DayTimes(minutes, t.ruleset.round.overtime_minutes or 5, cut_minutes=t.ruleset.round.cut_minutes)


def _remaining_rounds(t: Tournament, p: Pod) -> tuple[list[tuple[int, int]], bool]:
    """The rounds still to be started: tables and minutes (0: as the Swiss rounds); and whether a final is the last."""
    last = p.last_round
    number = last.number if last is not None else p.first_round
    tables = len(last.matches) if last is not None else max(1, len(p.members) // 2)
    left = p.first_round + p.planned - 1 - number
    if p.phase in ELIMINATION:
        return [(max(1, tables >> (i + 1)), t.ruleset.round.cut_minutes) for i in range(left)], True
    rounds = [(tables, 0)] * left
    today = t.style == "swiss+cut" and not second_day_rounds(t, p)  # else the play-off is on another day
    size = max((cut.size for cut in cuts_of(t, p)), default=0) if today else 0
    while size > 1:
        rounds.append((max(1, size // 2), t.ruleset.round.cut_minutes))
        size = (size + 1) // 2
    return rounds, len(rounds) > left


def _top(t: Tournament, p: Pod, number: int) -> int:
    knockout = p.phase in ELIMINATION and t.style != "double-elimination"
    return 2 << (p.first_round + p.planned - 1 - number) if knockout else 0


def _played_rounds(t: Tournament, p: Pod) -> list[tuple[float, int]]:
    """Rounds played: minutes from their start to the next one's, and their tables."""
    starts = sorted((number, clock.started) for (pod, number), clock in t.floor.clocks.items() if pod == p.id)
    lengths = []
    for (number, start), (following, next_start) in pairwise(starts):
        minutes = (moment(next_start) - moment(start)).total_seconds() / 60
        if following == number + 1 and 0 < minutes < _LONGEST and number in p.rounds:
            lengths.append((minutes, len(p.rounds[number].matches)))
    return lengths


def local_time(t: Tournament, utc: str) -> str:
    """A time in the zone of the event, to five minutes."""
    at = moment(utc).astimezone(ZoneInfo(t.zone) if t.zone else UTC)
    return (at + timedelta(minutes=2.5 - (at.minute + 2.5) % 5, seconds=-at.second)).strftime("%H:%M")


def _sentence(t: Tournament, one: DayAhead) -> Note:
    """“Round 4 ends in about 6 minutes, tables still playing: 3; the final ends at 17:40 ± 15 minutes.”"""
    facts = {
        "round": one.round_no,
        "minutes": one.minutes,
        "out": one.out,
        "time": local_time(t, one.ends),
        "margin": 5 * -(-one.margin // 5),
        "top": one.top,
    }
    if one.top == 2:
        return Note("day-the-final", "The final ends at {time} ± {margin} minutes.", facts)
    if one.top:
        return Note(
            "day-top",
            "Top {top} ends in about {minutes} minutes; tables still playing: {out}. The final ends at {time} ± "
            "{margin} minutes.",
            facts,
        )
    if one.final:
        return Note(
            "day-final",
            "Round {round} ends in about {minutes} minutes; tables still playing: {out}. The final ends at {time} "
            "± {margin} minutes.",
            facts,
        )
    return note(
        "day-last",
        "Round {round} ends in about {minutes} minutes; tables still playing: {out}. The last round ends at {time} "
        "± {margin} minutes.",
        **facts,
    )
