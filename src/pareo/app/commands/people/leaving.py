"""Leaving a tournament and coming back: drops, disqualifications, entries taken out, people forgotten."""

from __future__ import annotations

from dataclasses import replace

from pareo.app.base.context import Context, JournalResult, LoadedTournament, person_name
from pareo.app.operations.backups import notes_on_forgotten
from pareo.app.queries.event.staff import check_may_play
from pareo.app.queries.people.late_terms import joining, late_terms, registered_arrival_breach
from pareo.core.journal.codecs import ResultAt, RoundKey
from pareo.core.journal.people_facts import Dropped, Forgotten, Joining, Removed, Undropped
from pareo.core.model.entities import Match, Pod, Round, Status
from pareo.core.model.outcome import Outcome, Result
from pareo.core.settings.phases import BOTH_OUT
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, NeedsConfirmation, Refused
from pareo.core.text.messages import Note, note, phrases, text_note
from pareo.core.tournament.pairing_methods import is_robin
from pareo.core.tournament.tournament import ELIMINATION, Tournament
from pareo.store.protocol import PersonChange

FORFEIT_TO_B = Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN)
FORFEIT_TO_A = Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
FORFEIT_BOTH = Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS)
LEAVING = ("drop", "disqualified", "expelled", "no-show")
SENT_AWAY = ("disqualified", "expelled")


def drop(
    ctx: Context,
    slug: str,
    who: str,
    *,
    kind: str = "drop",
    reason: str = "",
    client: str | None = None,
) -> JournalResult[Dropped]:
    """A player leaves (or is sent away). An unfinished match of a published or started round goes to the opponent."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    no = event.find(who)
    if kind not in LEAVING:
        raise BadInput(
            "drop-kind", "Unknown kind of drop “{kind}”. Choose one of: {known}.", kind=kind, known=phrases(LEAVING)
        )
    reason = clean_line(reason, text_note("reason"), 500)
    left = t.entrants[no].drop
    if left is not None and kind in SENT_AWAY and left.kind not in SENT_AWAY:
        # Sent away after leaving: only the record changes.
        return ctx.record(event, Dropped(no, left.after, kind, reason), client=client)
    if left is not None:
        raise Refused("already-dropped", "{name} has already dropped.", name=event.name(no))
    pod = current_pod(t, no)
    notes: list[Note] = []
    results: tuple[ResultAt, ...] = ()
    last = pod.last_round if pod else None
    if pod is not None and last is not None:
        match = last.match_of(no)
        if pod.phase in ELIMINATION:
            results, notes = _leave_bracket(event, pod, last, no, kind)
        elif (
            match is not None
            and match.result is None
            and (last.status in (Status.PUBLISHED, Status.STARTED) or is_robin(pod))
        ):
            other = match.opponent_of(no)
            results = (_forfeit(pod, last, match, no),)
            notes.append(
                note(
                    "forfeit-win",
                    "{name} wins round {round} at table {table} by forfeit.",
                    name=event.name(other),
                    round=last.number,
                    table=match.table,
                )
            )
        elif (
            last.status is Status.DRAFTED
            and not is_robin(pod)
            and (match is not None or any(s.no == no for s in last.sitting))
        ):
            notes.append(
                note(
                    "drafted-with",
                    "Round {round} of {pod} is a draft with this player: pair it again or repair it.",
                    round=last.number,
                    pod=pod.id,
                )
            )
    after = max((r.number for p in (t.chain(pod) if pod else []) for r in _taken_part(p, no)), default=0)
    return ctx.record(event, Dropped(no, after, kind, reason, results), client=client, notes=notes)


def _taken_part(pod: Pod, no: int) -> list[Round]:
    """Rounds of the pod that have been started, or finished, with this entrant in them."""
    started = (Status.STARTED, Status.FINISHED)
    return [
        r
        for r in pod.rounds.values()
        if r.status in started and (r.match_of(no) is not None or any(s.no == no for s in r.sitting))
    ]


def _leave_bracket(
    event: LoadedTournament, pod: Pod, last: Round, no: int, kind: str
) -> tuple[tuple[ResultAt, ...], list[Note]]:
    """P-SE-3: nobody drops from a bracket; who asks to, or is disqualified, loses the match whatever its state."""
    match = last.match_of(no)
    if _is_out(pod, no):
        if kind in SENT_AWAY:
            return (), []
        raise Refused("bracket-out", "{name} is already out of the bracket of {pod}.", name=event.name(no), pod=pod.id)
    if match is None:  # a bye: the next match is lost
        return (), [note("bracket-next-lost", "{name} will lose the next match of the bracket.", name=event.name(no))]
    if not event.state.is_active(match.opponent_of(no)):  # both have left: both lose
        if event.state.setting(BOTH_OUT) == "refused":
            raise Refused(
                "both-out",
                "Both players of table {table} would be out: one of the two must advance.",
                table=match.table,
            )
        return (ResultAt(pod.id, last.number, match.table, FORFEIT_BOTH),), []
    lost = note(
        "bracket-lost", "{name} loses the match at table {table} (elimination).", name=event.name(no), table=match.table
    )
    return (_forfeit(pod, last, match, no),), [lost]


def _is_out(pod: Pod, no: int) -> bool:
    """Has this entrant lost a match of the bracket in finished rounds, or two of a double elimination?"""
    played = ((r, m) for r in pod.rounds.values() if r.status is Status.FINISHED and (m := r.match_of(no)) is not None)
    lost = sum(m.result is not None and not (m.result.a if m.a == no else m.result.b).won for _, m in played)
    return lost > pod.double


def _forfeit(pod: Pod, round_: Round, match: Match, loser: int) -> ResultAt:
    result = FORFEIT_TO_B if match.a == loser else FORFEIT_TO_A
    return ResultAt(pod.id, round_.number, match.table, result)


def current_pod(t: Tournament, no: int) -> Pod | None:
    """The latest pod an entrant plays in: the cut before day 2 before day 1."""
    latest: Pod | None = None
    for pod in t.pods.values():
        if no in pod.members and (latest is None or latest.id in pod.sources or not pod.closed):
            latest = pod
    return latest


def undrop(
    ctx: Context, slug: str, who: str, *, override: str | None = None, client: str | None = None
) -> JournalResult[Undropped]:
    """Takes a drop back; rounds missed meanwhile count as not played. `override`: why somebody who was never there may
    come after the last round for that (B-10)."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    no = event.find(who)
    entrant = t.entrants[no]
    if entrant.drop is None:
        raise Refused("not-dropped", "{name} has not dropped.", name=event.name(no))
    for person in entrant.persons:  # who works here since leaving may not come back to play
        check_may_play(t, person_name(event.people.get(person, {})))
    pod = current_pod(t, no)
    absent: list[RoundKey] = []
    new_place: Joining | None = None
    late_from: int | None = None
    results: tuple[ResultAt, ...] = ()
    notes: list[Note] = []
    if pod is None and t.started:  # marked as absent before the pods formed, and now here
        terms = late_terms(event, entrant.division, section=None, this_round=False)
        breach = registered_arrival_breach(t, [t.pods[terms.pod]])
        if breach is not None and not override:
            raise breach
        new_place, late_from = joining(t, terms, entrant.division), terms.first_round
        notes.append(terms.sentence)
    if pod is not None:
        if pod.phase in ELIMINATION:
            raise Refused(
                "bracket-no-return",
                "{name} has lost in the bracket of {pod} and can't come back.",
                name=event.name(no),
                pod=pod.id,
            )
        if pod.closed:
            raise Refused("pod-closed", "{pod} is finished: its players have advanced.", pod=pod.id)
        for r in pod.rounds.values():
            inside = r.match_of(no) is not None or any(s.no == no for s in r.sitting)
            if not inside and r.status is not Status.DRAFTED:
                absent.append(RoundKey(pod.id, r.number))
        last = pod.last_round
        open_round = (Status.PUBLISHED, Status.DRAFTED) if is_robin(pod) else (Status.PUBLISHED,)
        match = last.match_of(no) if last is not None and last.status in open_round else None
        if last is not None and match is not None and match.result is not None:
            results = (ResultAt(pod.id, last.number, match.table, None),)  # the forfeit of a match not begun
    fact = Undropped(no, tuple(absent), new_place, late_from, results)
    return ctx.record(event, fact, client=client, override=override, notes=notes)


def remove(ctx: Context, slug: str, who: str, *, client: str | None = None) -> JournalResult[Removed]:
    """Takes out somebody who was entered by mistake, before any round is paired."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    if event.state.pods:
        raise Refused("remove-too-late", "Rounds have already been paired: drop the player instead.")
    no = event.find(who)
    people = [PersonChange(p, None) for p in event.state.entrants[no].persons]
    return ctx.record(event, Removed(no), people=people, client=client)


def forget_question(name: str) -> NeedsConfirmation:
    return NeedsConfirmation("forget-confirm", "All data of {name} would be erased for good.", name=name)


def forget(ctx: Context, slug: str, who: str, *, client: str | None = None) -> JournalResult[Forgotten]:
    """Erases a person's data for good; results and the chain stay (shown by number)."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    no = event.find(who)
    entrant = event.state.entrants[no]
    erased = [PersonChange(person, None) for person in entrant.persons]
    done = ctx.record(event, Forgotten(no), people=erased, client=client)
    for person in entrant.persons:
        ctx.store.forget(slug, person)  # until the bytes are gone from the file
    return replace(done, notes=(*done.notes, *notes_on_forgotten(ctx, entrant.persons)))
