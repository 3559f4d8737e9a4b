"""The life of a round: paired, published, started, finished; and changes by hand before it starts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from pareo.app.base.batch import begin_batch
from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.base.fide_warnings import Warnings
from pareo.app.commands.results.fide_results import adjourn, to_be_adjourned, warn_of_old_adjournments
from pareo.app.commands.rounds.confirmations import (
    check_start,
    check_withdrawn,
    settle_absent,
    settle_arrivals,
    settle_withdrawn,
)
from pareo.app.commands.rounds.hand_phase import check_ended, compare
from pareo.app.commands.rounds.walkovers import with_walkovers
from pareo.app.queries.event.fide_settings import too_many_rounds
from pareo.app.queries.event.staff import check_first_round
from pareo.app.queries.people.divisions_by_age import age_notes
from pareo.app.queries.people.start_numbers import acceleration_notes, numbering_notes, start_numbers
from pareo.app.queries.rounds.first_round import check_teams, form, preview
from pareo.app.queries.rounds.pairing_methods import PairingOptions, choose_method
from pareo.app.queries.rounds.stale_drafts import check_fresh, round_label, round_of
from pareo.core.journal.codecs import PublishedRound, RoundFact, RoundKey
from pareo.core.journal.facts import parts_of
from pareo.core.journal.round_facts import Finished, Formed, Published, Redrawn, RoundsPaired, Started
from pareo.core.model.entities import Phase, Pod, Round, Status
from pareo.core.model.games import game_of
from pareo.core.model.random_source import round_seed
from pareo.core.pairing.registry import MANUAL, find_method
from pareo.core.rules import actions
from pareo.core.rules.actions import PodStage, stage_of
from pareo.core.settings.rounds import DAY2_ROUNDS, ROUNDS
from pareo.core.text.errors import NeedsConfirmation, Refused
from pareo.core.text.messages import Note, join_notes, plural, text_note
from pareo.core.tournament.drafting import draft, drafted_round, taken_tables
from pareo.core.tournament.pairing_methods import is_robin
from pareo.core.tournament.progress import is_over, is_playing, next_number
from pareo.core.tournament.tournament import ELIMINATION, Tournament


def live_pods(t: Tournament, pod_id: str | None) -> list[Pod]:
    """The pod that was named, or all that have not ended."""
    if pod_id is not None:
        pod = t.pod(pod_id)
        if pod.closed:
            raise Refused("pod-closed", "{pod} is finished: its players have advanced.", pod=pod.id)
        return [pod]
    return [p for p in t.pods.values() if not p.closed]


def _ready(t: Tournament, action: str, pod_id: str | None, *, confirmed: bool = False) -> list[Pod]:
    """Pods for which the action is possible now; if none is, the reasons."""
    actions.check_any_round(action, any_round=bool(t.pods))
    ready: list[Pod] = []
    first_problem: Exception | None = None
    for pod in live_pods(t, pod_id):
        try:
            actions.check_action_rule(
                actions.action_rule(action, stage_of(pod)), what=round_label(pod), confirmed=confirmed
            )
        except (Refused, NeedsConfirmation) as problem:
            if isinstance(problem, NeedsConfirmation):
                raise
            first_problem = first_problem or problem
        else:
            ready.append(pod)
    if ready:
        return ready
    if first_problem is not None:
        raise first_problem
    raise Refused("nothing-ready", "There is no round to {action}: pair one first.", action=text_note(action))


# --- pairing -------------------------------------------------------------------------------------------------------


def pair(
    ctx: Context,
    slug: str,
    *,
    pod: str | None = None,
    again: bool = False,
    method: str | None = None,
    first_move: str | None = None,
    not_here: str | None = None,
    withdrawn: str | None = None,
    arrivals: str | None = None,
    confirmed: bool = False,
    override: str | None = None,
    client: str | None = None,
) -> JournalResult[RoundsPaired]:
    """Drafts the next round of every pod that is ready, or makes a draft again.

    `method`: for this round only (SP-2); else as set, else the ruleset's. `first_move`: who of the first table starts
    in round 1, “top”, “bottom” or “lot” (SP-21). `not_here`: what becomes of those who have not checked in, “drop”,
    “out” or “pair” (A-14). `withdrawn`: what becomes of those who lost the last round by forfeit, “drop” or “stay”
    (F-66). `arrivals`: what registered players are who come for the first time in a later round, “late” or “off” (B-2).
    `override`: why they may come after the last round for that (B-10).
    """
    if done := ctx.find_repeat(slug, client):
        return _as_pairing(done)
    steps = begin_batch(ctx, slug)
    event = steps.draft
    options = PairingOptions(method or "", first_move or "")
    if not again and (playing := to_be_adjourned(event.state, live_pods(event.state, pod))):
        adjourn(steps, event, playing)
        finish(steps, slug, pod=pod)
    notes = list(steps.notes)
    _check_method(event.state, options)
    paired = to_be_paired(event.state, pod, again=again)
    if not again:
        check_withdrawn(event, paired, withdrawn=withdrawn, confirmed=confirmed)
    notes += settle_absent(steps, event, paired, not_here=not_here, confirmed=confirmed)
    if not again:
        notes += settle_withdrawn(steps, event, paired, withdrawn=withdrawn)
    notes += settle_arrivals(steps, event, paired, arrivals=arrivals, confirmed=confirmed, override=override)
    done = _record_pairing(steps, event, options, pod=pod, again=again, confirmed=confirmed)
    steps.notes[:] = [*notes, *done.notes]
    return _as_pairing(steps.commit_plainly(client=client))


def _as_pairing(done: JournalResult[Any]) -> JournalResult[RoundsPaired]:
    """The answer to `pair` where games were adjourned or players settled in the same entry: its pairing."""
    last = next((part for part in reversed(parts_of(done.fact)) if isinstance(part, RoundsPaired)), done.fact)
    return replace(done, fact=last)


def _check_method(t: Tournament, options: PairingOptions) -> None:
    """FIDE mode knows one method; a round by hand is another matter, and held against it."""
    warnings = Warnings(t)
    usual = t.ruleset.robin.schedule if t.style == "round-robin" else t.ruleset.swiss.system
    if options.method and options.method not in (usual, MANUAL):
        warnings.add("method", method=text_note(find_method(options.method).title_in(game_of(t.ruleset))))
    warnings.check_confirmed()


def to_be_paired(t: Tournament, pod: str | None, *, again: bool) -> set[int] | None:
    """Who is in the pods that are about to be paired for the coming round; None: pods are still to form."""
    if not t.pods:
        return None
    status = Status.DRAFTED if again else Status.FINISHED
    ready = [p for p in live_pods(t, pod) if p.last_round is not None and p.last_round.status is status]
    return {no for p in ready if again or not is_over(p) for no in p.members}


def _record_pairing(
    ctx: Context,
    event: LoadedTournament,
    options: PairingOptions,
    *,
    pod: str | None,
    again: bool,
    confirmed: bool,
) -> JournalResult[RoundsPaired]:
    t = event.state
    if not t.pods or (again and (pod is None or list(t.pods) == [pod]) and not t.started):
        # Nothing has started: pods form anew.
        return _pair_first(ctx, event, options, again=again, confirmed=confirmed)
    if again:
        pods = _ready(t, "pair-again", pod, confirmed=confirmed)
        rounds, left = _draft_rounds(event, [(p, _last(p).number) for p in pods], options)
        return ctx.record(event, Redrawn(rounds), notes=[*_warnings(rounds), *left])
    ready = _ready(t, "pair", pod)
    pods = [p for p in ready if not is_over(p)]
    if not pods:
        for p in live_pods(t, pod):
            if p not in ready:  # others have ended, this one waits for something else
                actions.check_action_rule(actions.action_rule("pair", stage_of(p)), what=round_label(p))
        raise _all_played(t, pod)
    rounds, left = _draft_rounds(event, [(p, next_number(p)) for p in pods], options)
    warnings = Warnings(t)
    warn_of_old_adjournments(t, warnings)
    notes = [*warnings.notes, *_warnings(rounds), *left]
    return ctx.record(event, warnings.attach_to(RoundsPaired(rounds)), notes=notes)


def _draft_rounds(
    event: LoadedTournament, next_rounds: Sequence[tuple[Pod, int]], options: PairingOptions
) -> tuple[tuple[RoundFact, ...], list[Note]]:
    """The rounds of several pods; a pod in which nobody is left to play stays behind with its reason."""
    rounds: list[RoundFact] = []
    problems_: list[Refused] = []
    for p, number in next_rounds:
        drawn = {q.id for q, same in next_rounds if same == number}
        try:
            rounds.append(_draft_round(event, p, number, options, drawn=drawn, others=rounds))
        except Refused as problem:
            problems_.append(problem)
    if not rounds:
        raise problems_[0]
    return tuple(rounds), [problem.note for problem in problems_]


def _all_played(t: Tournament, pod: str | None) -> Refused:
    pods = live_pods(t, pod)
    if all(p.phase in ELIMINATION for p in pods):
        return Refused("elimination-over", "The elimination is over: see the standings.")
    if all(is_robin(p) for p in pods):
        return Refused("robin-over", "Everyone has played everyone: see the standings.")
    names = ", ".join(p.id for p in pods if p.phase not in ELIMINATION)
    return Refused(
        "rounds-over",
        "All Swiss rounds of {pods} have been played: advance to the next phase, or see the standings.",
        pods=names,
    )


def _pair_first(
    ctx: Context, event: LoadedTournament, options: PairingOptions, *, again: bool, confirmed: bool
) -> JournalResult[RoundsPaired]:
    """Round 1: pods form (anew, if it is drafted again) and are paired."""
    t = event.state
    for p in t.pods.values():
        actions.check_action_rule(
            actions.action_rule("pair-again", stage_of(p)), what=round_label(p), confirmed=confirmed
        )
    if again and not t.pods:
        actions.check_action_rule(actions.action_rule("pair-again", PodStage.REGISTRATION), what=text_note("Round 1"))
    check_teams(event)
    check_first_round(event)
    before = max((n for (_, number), n in t.drafts.items() if number == 1), default=0)
    start_nos = start_numbers(event)
    formed, rounds = next(
        drawn
        for draft_no in count(before + 1)
        if _seeds_allowed(t, (drawn := _first_rounds(event, options, start_nos, draft_no))[1])
    )
    kind = Redrawn if again else RoundsPaired
    warnings = Warnings(t)
    too_many_rounds(t, warnings, max(p.planned for p in formed))
    fact = warnings.attach_to(kind(tuple(rounds), Formed(tuple(formed), tuple(sorted(t.pods)), tuple(start_nos))))
    notes = [*warnings.notes, *_warnings(rounds), *age_notes(event), *numbering_notes(t), *acceleration_notes(event)]
    return ctx.record(event, fact, notes=notes)


def _first_rounds(
    event: LoadedTournament, options: PairingOptions, start_nos: Iterable[tuple[int, int]], draft_no: int
) -> tuple[list[Pod], list[RoundFact]]:
    """The pods of round 1, and the round of each."""
    t = event.state
    formed = form(event, draft_no)
    if not formed:
        raise Refused("too-few", "A round needs at least 2 players; this event has {count}.", count=len(t.entrants))
    coming = preview(t, formed, start_nos)
    rounds: list[RoundFact] = []
    for p in formed:
        seed = round_seed(event.secret, p.id, p.first_round, draft_no)
        chosen, top = choose_method(coming, p, p.first_round, seed, options)
        drafted = draft(coming, p, p.first_round, seed, method=chosen, top=top)
        taken = {m.table for other in rounds for m in other.matches}
        round_fact = drafted_round(coming, drafted, p, draft_no=draft_no, taken=taken)
        rounds.append(with_walkovers(coming, p, round_fact))
    return formed, rounds


def _seeds_allowed(t: Tournament, rounds: Sequence[RoundFact]) -> bool:
    """May rounds be drawn from these seeds? Those of a draft that was undone may be known: from them the same comes
    again, so that nobody can fish by undoing, or nothing."""
    undone = [(t.taken_back.get((r.pod, r.number), {}).get(r.draft), r.seats) for r in rounds]
    return all(before is None or before == seats for before, seats in undone)


def _draft_round(
    event: LoadedTournament,
    p: Pod,
    number: int,
    options: PairingOptions,
    *,
    drawn: Collection[str],
    others: Sequence[RoundFact],
) -> RoundFact:
    """One drafted round. `drawn` are the pods drawn for the same round, `others` those done."""
    t = event.state
    if p.phase not in ELIMINATION and sum(is_playing(t.entrants[no], number) for no in p.members) < 2:
        raise _too_few_left(p, number)
    taken = taken_tables(t, drawn, number)
    taken |= {m.table for other in others if other.number == number for m in other.matches}
    for draft_no in count(t.drafts.get((p.id, number), 0) + 1):
        seed = round_seed(event.secret, p.id, number, draft_no)
        chosen, top = choose_method(t, p, number, seed, options)
        drafted = draft(t, p, number, seed, method=chosen, top=top)
        round_fact = with_walkovers(t, p, drafted_round(t, drafted, p, draft_no=draft_no, taken=taken))
        if _seeds_allowed(t, [round_fact]):
            return round_fact
    raise AssertionError("the numbers do not end")


def _too_few_left(p: Pod, number: int) -> Refused:
    """With how to end the pod after the rounds it has played: for this pod alone, others may have played more."""
    played = number - p.first_round
    if not played or is_robin(p):
        return Refused("too-few-left", "{what}: fewer than 2 players are left to pair.", what=round_label(p, number))
    key = DAY2_ROUNDS.key if p.phase is Phase.DAY2 else ROUNDS.key
    return Refused(
        "too-few-left-to-go-on",
        "{what}: fewer than 2 players are left to pair; set {key}={played} for {pod} to end it.",
        what=round_label(p, number),
        key=key,
        played=played,
        pod=p.id,
    )


def _warnings(rounds: Sequence[RoundFact]) -> list[Note]:
    return [join_notes(": ", (round_of(r.pod, r.number), problem)) for r in rounds for problem in problems(r.cost)]


def problems(cost: Mapping[str, Any]) -> list[Note]:
    """What must be seen before a draft is published (P-SW-6)."""
    notes = []
    if count := cost.get("rematches"):
        notes.append(
            plural(
                "rematches-forced",
                "{count} rematch: no pairing can avoid it.",
                "{count} rematches: no pairing can avoid them.",
                count=count,
            )
        )
    if cost.get("repeat_bye"):
        notes.append(text_note("a player gets a second bye: everyone has already had one."))
    if count := cost.get("forbidden"):
        notes.append(
            plural(
                "forbidden-forced",
                "{count} barred pairing could not be avoided.",
                "{count} barred pairings could not be avoided.",
                count=count,
            )
        )
    return notes


# --- publish, start, finish ----------------------------------------------------------------------------------------


def publish(
    ctx: Context,
    slug: str,
    *,
    pod: str | None = None,
    confirmed: bool = False,
    word: str = "",
    start_in: int = 0,
    client: str | None = None,
) -> JournalResult[Published]:
    """Shows the drafted rounds to everybody; their seeds are told from now on. What was changed by hand has ended, and
    is held against the engine's round (FIDE mode: `word`). `start_in`: they start after so many minutes; 0: as set."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    rows = []
    warnings = Warnings(t, confirmed, word)
    for p in _ready(t, "publish", pod):
        last = _last(p)
        check_fresh(event, p, last)
        compare(event, p, last.number, warnings)
        seen = problems(last.cost)
        if seen and not confirmed:
            raise NeedsConfirmation(
                "publish-warnings",
                "{what}: {problems}",
                what=round_label(p),
                problems=join_notes(" ", seen),
            )
        seed = round_seed(event.secret, p.id, last.number, last.draft)
        rows.append(PublishedRound(p.id, last.number, seed))
    warnings.check_confirmed()
    return ctx.record(event, warnings.attach_to(Published(tuple(rows), start_in)), client=client, notes=warnings.notes)


def _last(p: Pod) -> Round:
    last = p.last_round
    if last is None:
        raise Refused("nothing-paired", "{pod}: no round has been paired yet.", pod=p.id)
    return last


def start(
    ctx: Context, slug: str, *, pod: str | None = None, confirmed: bool = False, client: str | None = None
) -> JournalResult[Started]:
    """Locks the pairings; results come in."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    check_first_round(event)
    rows = []
    pods = _ready(event.state, "start", pod)
    for p in pods:
        check_fresh(event, p, _last(p))
        check_ended(event.state, p, _last(p).number)
        rows.append(RoundKey(p.id, _last(p).number))
    check_start(event, pods, confirmed=confirmed)
    return ctx.record(event, Started(tuple(rows)), client=client)


def finish(ctx: Context, slug: str, *, pod: str | None = None, client: str | None = None) -> JournalResult[Finished]:
    """Closes the rounds in which every table has a result."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    rows = []
    waiting: list[Note] = []
    for p in _ready(event.state, "finish", pod):
        last = _last(p)
        missing = sorted(last.open_tables)
        if missing:
            tables = ", ".join(map(str, missing[:12])) + (" …" if len(missing) > 12 else "")
            waiting.append(
                plural(
                    "waiting",
                    "{what} is waiting for {count} result: table {tables}",
                    "{what} is waiting for {count} results: tables {tables}",
                    count=len(missing),
                    what=round_label(p),
                    tables=tables,
                )
            )
        else:
            rows.append(RoundKey(p.id, last.number))
    if not rows:
        raise Refused("results-missing", "{waiting}.", waiting=join_notes("; ", waiting))
    return ctx.record(event, Finished(tuple(rows)), client=client, notes=waiting)
