"""On to the next round: rounds that are all in are finished, players go on to their next phase, everybody is paired and
the round is published, for every pod that is ready, as one entry of the journal (`together`).

What would be asked on the way is asked once: who is not here (A-14), what a premier event lacks (A-10), what a pairing
or a cut has that must be seen (P-SW-6, A-2). `look` says all of it beforehand; the round that is drawn is the one seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pareo.app.base.batch import BatchContext, begin_batch
from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.base.fide_warnings import Warnings
from pareo.app.commands.floor.floor import round_minutes, start_clock
from pareo.app.commands.results.fide_results import adjourn, to_be_adjourned
from pareo.app.commands.rounds import advance as advancing
from pareo.app.commands.rounds import rounds
from pareo.app.commands.rounds.confirmations import (
    LATE,
    NOT_HERE,
    OUT,
    PAIR,
    STAY,
    WITHDRAWN,
    absent,
    arrivals_breach,
    check_arrivals_word,
    no_shows,
    start_lacks,
    who_has_withdrawn,
    who_is_here,
    who_is_late,
)
from pareo.app.commands.rounds.hand_phase import compare
from pareo.app.queries.event.overview import next_phases
from pareo.app.queries.people.arrivals import first_arrivals
from pareo.app.queries.rounds.stale_drafts import round_label
from pareo.core.journal.codecs import PublishedRound
from pareo.core.journal.facts import Batch
from pareo.core.journal.round_facts import Advanced, Finished, Published
from pareo.core.model.outcome import Outcome
from pareo.core.rules.actions import PodStage, all_results_in, stage_of
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.text.errors import BadInput, NeedsConfirmation, OutsideRules, Refused
from pareo.core.text.messages import Note, join_notes
from pareo.core.tournament.progress import is_over
from pareo.core.tournament.tournament import ELIMINATION, Tournament


@dataclass(frozen=True, slots=True)
class PodRound:
    """A round that would be published."""

    pod: str
    number: int
    players: int
    tables: tuple[int, ...]  # in order
    byes: tuple[int, ...]  # entrants
    last: bool  # of its phase
    bracket: bool
    pairs: tuple[tuple[int, int, int], ...] = ()  # of a bracket: table and who meets there


@dataclass(frozen=True, slots=True)
class NextStepPreview:
    """What the next step does, and what must be seen or answered before it."""

    finished: tuple[tuple[str, int], ...]  # (pod, round)
    formed: tuple[tuple[str, int], ...]  # (bracket or second day, players)
    rounds: tuple[PodRound, ...]
    over: tuple[str, ...]  # pods that have nothing left to play
    away: tuple[int, ...]  # not checked in
    forfeited: tuple[int, ...]  # FIDE mode: who lost the last round by forfeit, and may have withdrawn
    arrived: tuple[tuple[int, int], ...]  # here for the first time in a later round, and in which: late, or had it off?
    lacks: tuple[Note, ...]
    doubts: tuple[Note, ...]  # of pairings and cuts
    outside: tuple[Note, ...]  # what needs a reason: a cut or an arrival that the document forbids
    behind: tuple[Note, ...]  # pods that stay behind, and why

    @property
    def number(self) -> int:
        return max((r.number for r in self.rounds), default=0)

    @property
    def asks(self) -> bool:
        return bool(self.away or self.forfeited or self.arrived or self.lacks or self.doubts or self.outside)


def look(ctx: Context, slug: str, *, not_here: str | None = None) -> NextStepPreview:
    """What `next_round` would do. Nothing is written."""
    return _run(ctx, slug, None, not_here, (STAY, LATE), word=_SEEN)[1]


def next_round(
    ctx: Context,
    slug: str,
    *,
    pod: str | None = None,
    not_here: str | None = None,
    withdrawn: str | None = None,
    arrivals: str | None = None,
    confirmed: bool = False,
    word: str = "",
    override: str | None = None,
    start_in: int = 0,
    client: str | None = None,
) -> JournalResult[Batch]:
    """Does all of it, or nothing. `not_here`, `withdrawn` and `arrivals` as in `rounds.pair`; confirming alone pairs
    them all the same. `override`: the reason for a cut or an arrival that the document forbids. `start_in`: publishing
    them is starting them, after so many minutes."""
    if done := ctx.find_repeat(slug, client):
        return done
    if not_here is not None and not_here not in NOT_HERE:
        raise BadInput(
            "not-here",
            "For players not checked in, choose drop, out (sit out this round) or pair, not “{word}”.",
            word=not_here[:40],
        )
    if withdrawn is not None and withdrawn not in WITHDRAWN:
        raise BadInput("withdrawn", "For no-shows choose drop or stay, not “{word}”.", word=withdrawn[:40])
    check_arrivals_word(arrivals)
    asked_for = not_here if not_here or not confirmed else PAIR
    answers = (withdrawn or STAY, arrivals or LATE)
    steps, ahead = _run(
        ctx, slug, pod, asked_for, answers, word=word if confirmed else _SEEN, override=override, start_in=start_in
    )
    if ahead.outside and not override:
        raise advancing.outside_error(ahead.outside)
    if ahead.forfeited and withdrawn is None and not confirmed:
        raise who_has_withdrawn(ctx.open(slug), ahead.forfeited)
    if ahead.away and not_here is None and not confirmed:
        raise who_is_here(ctx.open(slug), ahead.away)
    if ahead.arrived and arrivals is None and not confirmed:
        raise who_is_late(ctx.open(slug), dict(ahead.arrived))
    warnings = [*ahead.lacks, *ahead.doubts]
    if warnings and not confirmed:
        question = join_notes(" ", warnings)
        raise NeedsConfirmation("next-confirm", "{question}", question=question)
    steps.notes[:] = ahead.behind  # what was asked has been seen
    return steps.commit(client=client)


def draft(
    ctx: Context,
    slug: str,
    *,
    not_here: str | None = None,
    withdrawn: str | None = None,
    arrivals: str | None = None,
    confirmed: bool = False,
    override: str | None = None,
) -> JournalResult[Batch]:
    """Like `next_round` without publishing: staff look at the draft first, and one undo takes all of it back."""
    steps = begin_batch(ctx, slug)
    _finish(steps, slug, None)
    notes = rounds.pair(
        steps,
        slug,
        not_here=not_here,
        withdrawn=withdrawn,
        arrivals=arrivals,
        confirmed=confirmed,
        override=override,
    ).notes
    steps.notes[:] = notes
    return steps.commit()


def begin(
    ctx: Context,
    slug: str,
    *,
    pod: str | None = None,
    pods: Sequence[str] = (),
    confirmed: bool = False,
    client: str | None = None,
) -> JournalResult[Batch]:
    """Starts the published rounds, of one pod, of several or of all, and their clock where rounds have one."""
    if done := ctx.find_repeat(slug, client):
        return done
    steps = begin_batch(ctx, slug)
    parts = [rounds.start(steps, slug, pod=one, confirmed=confirmed) for one in pods or (pod,)]
    if round_minutes(steps.draft.state):
        start_clock(steps, slug, rounds=[key for part in parts for key in part.fact.rounds])
    return steps.commit(client=client)


# --- the steps --------------------------------------------------------------------------------------------------------


_SEEN = "HAND"  # only looked at: nothing is written


def _run(
    ctx: Context,
    slug: str,
    pod: str | None,
    not_here: str | None,
    answers: tuple[str, str],
    *,
    word: str,
    override: str | None = None,
    start_in: int = 0,
) -> tuple[BatchContext, NextStepPreview]:
    steps = begin_batch(ctx, slug)
    event = steps.draft
    t = event.state
    doubts: list[Note] = []
    outside: list[Note] = []
    _finish(steps, slug, pod)
    for p in [p for p in rounds.live_pods(t, pod) if stage_of(p) is PodStage.FINISHED and is_over(p)]:
        if not t.pods[p.id].closed and (to := next_phases(t, p)):
            breaches, notes = _go_on(steps, slug, p.id, to[0], override)
            outside += breaches
            doubts += notes
    away: list[int] = []
    lost: list[int] = []
    came: dict[int, int] = {}
    if _waits_for_pairing(t, pod):
        members = rounds.to_be_paired(t, _still(t, pod), again=False)
        away = absent(t, members)
        choice = not_here or (PAIR if not away or t.style in KNOCKOUT else OUT)
        lost = no_shows(t, members)
        left_out = set(away) if choice != PAIR else set()
        came = {no: number for no, number in first_arrivals(t, members).items() if no not in left_out}
        withdrawn, arrivals = answers
        if breach := arrivals_breach(t, came):
            outside.append(breach.note)
        rounds.pair(
            steps,
            slug,
            pod=_still(t, pod),
            not_here=choice,
            withdrawn=withdrawn,
            arrivals=arrivals,
            confirmed=True,
            override=override or (_SEEN if breach else None),
        )
    drafted = [p for p in rounds.live_pods(t, _still(t, pod)) if stage_of(p) is PodStage.DRAFTED]
    if not drafted:
        raise _nothing(t)
    for p in drafted:
        last = p.rounds[max(p.rounds)]
        doubts += [join_notes(": ", (round_label(p), problem)) for problem in rounds.problems(last.cost)]
        differs = Warnings(t)
        compare(event, p, last.number, differs)
        doubts += [one.note for one in differs.met]
    rounds.publish(steps, slug, pod=_still(t, pod), confirmed=True, word=word, start_in=start_in)
    return steps, _ahead(steps, event, (away, lost, came), (doubts, outside), start_lacks(event, drafted))


def _go_on(steps: BatchContext, slug: str, pod: str, to: str, override: str | None) -> tuple[list[Note], list[Note]]:
    """Takes the players of a pod to their next phase: what needs a reason, and what must be seen."""
    outside: list[Note] = []
    try:
        gone = advancing.advance(steps, slug, to=to, pod=pod, confirmed=True, override=override)
    except OutsideRules as problem:
        outside.append(problem.note)
        gone = advancing.advance(steps, slug, to=to, pod=pod, confirmed=True, override=_SEEN)
    return outside, [warning for warning in gone.notes if isinstance(warning, Note)]


def _finish(steps: BatchContext, slug: str, pod: str | None) -> None:
    t = steps.draft.state
    if missing := to_be_adjourned(t, rounds.live_pods(t, pod)):
        adjourn(steps, steps.draft, missing)  # its warnings come with the answer
    if any(all_results_in(p) for p in rounds.live_pods(t, pod)):
        rounds.finish(steps, slug, pod=pod)


def _still(t: Tournament, pod: str | None) -> str | None:
    """The pod that was named, unless its players have gone on."""
    return None if pod is None or t.pod(pod).closed else pod


def _waits_for_pairing(t: Tournament, pod: str | None) -> bool:
    if not t.pods:
        return True
    ready = (PodStage.FINISHED, PodStage.REGISTRATION)
    return any(stage_of(p) in ready and not is_over(p) for p in rounds.live_pods(t, _still(t, pod)))


def _nothing(t: Tournament) -> Refused:
    if any(stage_of(p) is PodStage.PUBLISHED for p in t.pods.values() if not p.closed):
        return Refused("next-published", "The next round is already published: start it.")
    if any(stage_of(p) is PodStage.STARTED for p in t.pods.values() if not p.closed):
        return Refused("next-playing", "A round is being played: enter its results first.")
    return Refused("next-over", "All rounds have been played.")


def _ahead(
    steps: BatchContext,
    event: LoadedTournament,
    gone: tuple[list[int], list[int], dict[int, int]],
    seen: tuple[list[Note], list[Note]],
    lacks: list[Note],
) -> NextStepPreview:
    t, (doubts, outside) = event.state, seen
    published = [row for fact in steps.facts if isinstance(fact, Published) for row in fact.rounds]
    ended = [key for fact in steps.facts if isinstance(fact, Finished) for key in fact.rounds]
    formed = [p for fact in steps.facts if isinstance(fact, Advanced) for p in fact.pods]
    return NextStepPreview(
        finished=tuple((key.pod, key.number) for key in ended),
        formed=tuple((p.id, len(p.members)) for p in formed),
        rounds=tuple(_pod_round(t, row) for row in published),
        over=tuple(p.id for p in t.pods.values() if not p.closed and stage_of(p) is PodStage.FINISHED and is_over(p)),
        away=tuple(gone[0]),
        forfeited=tuple(gone[1]),
        arrived=tuple(gone[2].items()),
        lacks=tuple(lacks),
        doubts=tuple(one for one in doubts if one not in outside),
        outside=tuple(outside),
        behind=tuple(note for note in steps.notes if isinstance(note, Note) and note not in doubts),
    )


def _pod_round(t: Tournament, row: PublishedRound) -> PodRound:
    pod = t.pods[row.pod]
    drawn = pod.rounds[row.number]
    return PodRound(
        pod.id,
        row.number,
        2 * len(drawn.matches) + sum(s.outcome is Outcome.BYE for s in drawn.sitting),
        tuple(sorted(drawn.matches)),
        tuple(s.no for s in drawn.sitting if s.outcome is Outcome.BYE),
        last=row.number == pod.first_round + pod.planned - 1,
        bracket=pod.phase in ELIMINATION,
        pairs=tuple((m.table, m.a, m.b) for _, m in sorted(drawn.matches.items())) if pod.phase in ELIMINATION else (),
    )
