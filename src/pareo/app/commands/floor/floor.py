"""On the floor: check-in, reports by the players themselves, penalties, extra time, announcements, the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from pareo.app.base.batch import begin_batch
from pareo.app.base.context import CommandResult, Context, JournalResult, LoadedTournament
from pareo.app.base.timestamps import moment
from pareo.app.commands.results.enter_result import (
    check_doubts,
    concession_notes,
    draw_notes,
    read_result,
    result_doubts,
)
from pareo.app.queries.rounds.coming_rounds import coming_round_of, out_of_step
from pareo.core.journal.codecs import ResultAt, RoundKey
from pareo.core.journal.floor_facts import Announced, CheckedIn, Claimed, ClockSet, Extended, Penalised
from pareo.core.model.entities import Entrant, Match, Phase, Pod, Round, Status
from pareo.core.model.floor import Clock
from pareo.core.model.games import game_of
from pareo.core.results.result_text import flip_result
from pareo.core.rules.advice import usual_minutes
from pareo.core.settings.public import PLAYER_REPORTS
from pareo.core.settings.rounds import ROUND_MINUTES
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, NotFound, Refused
from pareo.core.text.messages import phrases, text_note
from pareo.core.tournament.tournament import ELIMINATION, Tournament

_USUAL_MINUTES = 50
_OWN_CLOCKS = ("chess", "scrabble")
PENALTIES = ("note", "caution", "warning", "game-loss", "match-loss", "disqualification")


def check_in(
    ctx: Context, slug: str, who: Sequence[str], *, here: bool = True, client: str | None = None
) -> JournalResult[CheckedIn]:
    """Marks people as present for the coming round, or takes that back."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    nos = [event.find(text) for text in who]
    if not nos:
        raise BadInput("check-in-none", "There is no one to check in.")
    coming = coming_round_of(event.state)
    return ctx.record(event, CheckedIn(tuple(nos), here, max(coming[no] for no in nos)), client=client)


def present(t: Tournament) -> frozenset[int]:
    """Who is here for the coming round and has not left; nobody where check-in is not used.

    Who has checked in stays here until somebody says otherwise; a second day begins anew. Of the others those are here
    who played the round before, unless check-in is taken again.
    """
    return frozenset(_present_among(t, t.entrants))


def is_here(t: Tournament, no: int) -> bool:
    """Is this entrant present? Like `present` for one alone: thousands of phones ask for their own page at once."""
    return no in _present_among(t, (no,))


def _present_among(t: Tournament, numbers: Iterable[int]) -> list[int]:
    checked = t.floor.checked
    day2 = max((p.first_round for p in t.pods.values() if p.phase is Phase.DAY2), default=1)
    if all(number < day2 for number in checked.values()):
        return []
    latest, apart = out_of_step(t)
    coming = coming_round_of(t) if apart else {}
    anew = {n for no, n in checked.items() if n == coming.get(no)} if apart else {latest} & set(checked.values())

    def played_on(no: int, e: Entrant) -> bool:
        number = coming.get(no, latest)
        return 1 < number > -checked.get(no, 0) and (
            e.late_from >= number if number in anew else number - 1 not in e.absent
        )

    return [
        no for no in numbers if (e := t.entrants[no]).drop is None and (checked.get(no, 0) >= day2 or played_on(no, e))
    ]


def claim(
    ctx: Context,
    slug: str,
    *,
    no: int,
    round_no: int,
    result: str,
    device: str = "",
    confirmed: bool = False,
    client: str | None = None,
) -> JournalResult[Claimed]:
    """A player's report, from that player's side (1-0 is “I won”). Two equal reports are the result; different ones
    wait for the scorekeeper, and so do two from one device (U-3). What looks like a slip is asked first, unless
    `confirmed`."""
    return ctx.retry_on_conflict(
        lambda: _record_claim(
            ctx, slug, no=no, round_no=round_no, result=result, device=device, confirmed=confirmed, client=client
        )
    )


def _record_claim(
    ctx: Context, slug: str, *, no: int, round_no: int, result: str, device: str, confirmed: bool, client: str | None
) -> JournalResult[Claimed]:
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    if t.setting(PLAYER_REPORTS) is False:
        raise Refused("reports-off", "Players don't report their own results at this event: tell the scorekeeper.")
    pod, r, match = own_match(t, no, round_no)
    if r.status is not Status.STARTED:
        raise Refused("claim-closed", "Round {round} is not in progress, so you can't report a result.", round=round_no)
    if match.result is not None:
        raise Refused(
            "claim-done", "Table {table} already has a result. If it is wrong, tell the scorekeeper.", table=match.table
        )
    other = match.opponent_of(no)
    parsed = read_result(event, pod, round_no, result, (no, other))
    seen = parsed if match.a == no else flip_result(parsed)
    check_doubts(result_doubts(event, match, seen, result), confirmed=confirmed)
    agreed: tuple[ResultAt, ...] = ()
    theirs = t.floor.claims.get((round_no, match.table), {}).get(other)
    notes = [*concession_notes(event, match, seen, result), *draw_notes(event, match, seen)]
    if theirs is None:
        notes.append(text_note("Reported. It counts once your opponent reports the same result."))
    elif theirs == seen and device and device == t.floor.claim_devices.get((round_no, other)):
        notes.append(text_note("Both reports came from the same phone: the scorekeeper will come to your table."))
    elif theirs == seen:
        agreed = (ResultAt(pod.id, round_no, match.table, seen),)
        notes.append(text_note("Both reports match: the result is in."))
    else:
        notes.append(text_note("Your opponent reported something different: the scorekeeper will come to your table."))
    fact = Claimed(round_no, match.table, no, seen, agreed, device)
    known = t.floor.claims.get((round_no, match.table), {}).get(no), t.floor.claim_devices.get((round_no, no), "")
    if not agreed and known == (seen, device):
        return ctx.answer_unchanged(event, fact, client=client, notes=notes)  # it is known already
    return ctx.record(event, fact, client=client, notes=notes)


def own_match(t: Tournament, no: int, round_no: int) -> tuple[Pod, Round, Match]:
    """Where an entrant plays in a round."""
    for pod in t.pods.values():
        r = pod.rounds.get(round_no)
        if r is not None:
            for match in r.matches.values():
                if no in (match.a, match.b):
                    return pod, r, match
    raise NotFound("no-match", "You have no match in round {round}.", round=round_no)


def penalise(
    ctx: Context, slug: str, who: str, *, round_no: int, kind: str, reason: str, client: str | None = None
) -> JournalResult[Penalised]:
    """Records a penalty. A lost match is also entered as a result, by the scorekeeper."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    if kind not in PENALTIES:
        raise BadInput(
            "penalty-unknown", "Unknown penalty “{kind}”. Choose one of: {known}.", kind=kind, known=phrases(PENALTIES)
        )
    why = clean_line(reason, text_note("reason"), 500)
    return ctx.record(event, Penalised(event.find(who), round_no, kind, why, ctx.actor), client=client)


def extend(
    ctx: Context, slug: str, *, round_no: int, table: int, minutes: int, reason: str = "", client: str | None = None
) -> JournalResult[Extended]:
    """Extra minutes for one table, shown on the clock page."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    event.state.find_table(round_no, table)
    if not 0 <= minutes <= 120:
        raise BadInput(
            "extra-minutes-out-of-range", "Extra time can be 0 to 120 minutes, not {minutes}.", minutes=minutes
        )
    fact = Extended(round_no, table, minutes, clean_line(reason, text_note("reason"), 500))
    return ctx.record(event, fact, client=client)


def announce(ctx: Context, slug: str, text: str, *, client: str | None = None) -> JournalResult[Announced]:
    """A line for screens and phones."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    announcement = clean_line(text, text_note("announcement"), 300)
    if not announcement:
        raise BadInput("announcement-empty", "An announcement needs a text.")
    return ctx.record(event, Announced(announcement, ctx.now()), client=client)


def withdraw_announcement(ctx: Context, slug: str, seq: int, *, client: str | None = None) -> JournalResult[Announced]:
    """Takes an announcement off the screens."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    if all(a.seq != seq for a in event.state.floor.announcements):
        raise NotFound("no-announcement", "There is no such announcement.")
    return ctx.record(event, Announced(withdraw=seq), client=client)


# --- the clock ------------------------------------------------------------------------------------------------------


def clock_minutes(t: Tournament) -> int:
    """What the clock of the rounds being played starts with: as set, else as the rules propose (PN-MAT-3)."""
    playing = [p for p in t.pods.values() if p.last_round is not None and p.last_round.status is Status.STARTED]
    bracket = bool(playing) and all(p.phase in ELIMINATION for p in playing)
    return minutes_of(t, bracket=bracket) or _USUAL_MINUTES


def start_clock(
    ctx: Context, slug: str, *, minutes: int | None = None, rounds: Sequence[RoundKey] = (), client: str | None = None
) -> JournalResult[ClockSet]:
    """Starts (or restarts) the clock of these rounds, or of every round that is being played."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    playing = tuple(
        RoundKey(p.id, r.number)
        for p in t.pods.values()
        for r in p.rounds.values()
        if r.status is Status.STARTED and (not rounds or RoundKey(p.id, r.number) in rounds)
    )
    if not playing:
        raise Refused("clock-nothing", "No round is in progress: start the round first.")
    length = minutes or clock_minutes(t)
    if not 1 <= length <= 600:
        raise BadInput("minutes-out-of-range", "A round lasts 1 to 600 minutes, not {minutes}.", minutes=length)
    return ctx.record(event, ClockSet(playing, ctx.now(), length), client=client)


def minutes_of(t: Tournament, *, bracket: bool) -> int:
    """How long the rounds that come are: those of a bracket have minutes of their own; 0: no clock for all."""
    return (bracket and t.ruleset.round.cut_minutes) or round_minutes(t)


def round_minutes(t: Tournament) -> int:
    """How long a round is, as set or as the document says, else 50; 0: every table has a clock of its own."""
    minutes = t.setting(ROUND_MINUTES) or usual_minutes(t.ruleset)
    return minutes or (0 if game_of(t.ruleset) in _OWN_CLOCKS else _USUAL_MINUTES)


def lengthen_clock(ctx: Context, slug: str, minutes: int, *, client: str | None = None) -> CommandResult:
    """More minutes for everybody: the running clocks go on."""

    def longer(clock: Clock) -> Clock:
        if not 1 <= clock.minutes + minutes <= 600:
            raise BadInput(
                "minutes-out-of-range",
                "A round lasts 1 to 600 minutes, not {minutes}.",
                minutes=clock.minutes + minutes,
            )
        return replace(clock, minutes=clock.minutes + minutes)

    return _set_clocks(ctx, slug, longer, client)


def pause_clock(ctx: Context, slug: str, *, client: str | None = None) -> CommandResult:
    """Stops the running clocks; where none runs, lets the stopped ones run on. Each keeps its own time."""
    now = ctx.now()
    stops = any(not clock.paused_at for clock in running_clocks(ctx.open(slug)).values())

    def toggle(clock: Clock) -> Clock:
        if stops:
            return clock if clock.paused_at else replace(clock, paused_at=now)
        rested = int((moment(now) - moment(clock.paused_at)).total_seconds())
        return replace(clock, paused_at="", paused_seconds=clock.paused_seconds + rested)

    return _set_clocks(ctx, slug, toggle, client)


def _set_clocks(ctx: Context, slug: str, change: Callable[[Clock], Clock], client: str | None) -> CommandResult:
    """Every clock of a round being played, changed; where pods started at different times, in one entry."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    clocks = shared_clocks(event)
    if not clocks:
        raise Refused("clock-not-running", "No clock is running.")
    steps = begin_batch(ctx, slug)
    for clock, keys in clocks.items():
        if (new := change(clock)) != clock:
            rounds = tuple(RoundKey(*key) for key in keys)
            fact = ClockSet(rounds, new.started, new.minutes, new.paused_at, new.paused_seconds)
            steps.record(steps.draft, fact)
    return steps.commit_plainly(client=client)


def _playing(t: Tournament, pod: str, number: int) -> bool:
    return pod in t.pods and number in t.pods[pod].rounds and t.pods[pod].rounds[number].status is Status.STARTED


def seconds_left(clock: Clock, now: str) -> int:
    """Seconds until time; negative after it."""
    until = moment(clock.paused_at or now)
    return clock.minutes * 60 + clock.paused_seconds - int((until - moment(clock.started)).total_seconds())


def running_clocks(event: LoadedTournament) -> dict[tuple[str, int], Clock]:
    """Clocks of rounds that are being played."""
    t = event.state
    return {key: clock for key, clock in t.floor.clocks.items() if _playing(t, *key)}


def shared_clocks(event: LoadedTournament) -> dict[Clock, list[tuple[str, int]]]:
    """Running clocks, each with its rounds: pods whose rounds started together share one."""
    together: dict[Clock, list[tuple[str, int]]] = {}
    for key, clock in running_clocks(event).items():
        together.setdefault(clock, []).append(key)
    return together
