"""Checks of lists: drawn at random, due when the Swiss turns into elimination, recorded with what came of them.

One check is one entry. What a penalty does to the event goes the way everything else goes: a lost match is the result
that `results.report` would enter, a disqualification is the drop that `leaving.drop` would make; both are tried in a
dry run and then written with the check, so that undo takes all of it back. Notes are personal data and are stored
outside the journal.
"""

from __future__ import annotations

from dataclasses import replace

from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.commands.people.leaving import SENT_AWAY, drop
from pareo.app.commands.results.enter_result import report
from pareo.app.commands.rounds.dry_run import dry_run
from pareo.app.queries.lists.deadlines import checks_due
from pareo.app.queries.lists.views import entrant_no
from pareo.app.rows.lists import CheckRow
from pareo.core.journal.codecs import ResultAt
from pareo.core.journal.floor_facts import CheckOutcome, ChecksDrawn
from pareo.core.journal.people_facts import Dropped
from pareo.core.model.entities import Drop, Match, Phase, Pod, Round, Status
from pareo.core.model.floor import LIST_CHECK
from pareo.core.model.list_checks import (
    OUTCOMES,
    Check,
    check_counts,
    draw_number,
    draw_players,
    draw_seed,
    draw_tables,
)
from pareo.core.model.outcome import Outcome
from pareo.core.results.games_text import match_format_of
from pareo.core.text.alphabet import alphabetical
from pareo.core.text.errors import BadInput, NotFound, Refused
from pareo.core.text.messages import Note, note, phrases
from pareo.core.tournament.tournament import ELIMINATION, Tournament, outcome_of
from pareo.store.protocol import PersonChange

NOTES = "check_notes"  # in a person's data: entry that recorded the check → what the judge wrote
_NOTE_LIMIT = 2000
_PLAYING = (Status.PUBLISHED, Status.STARTED)


# --- drawing ----------------------------------------------------------------------------------------------------------


def draw_checks(
    ctx: Context,
    slug: str,
    *,
    count: int,
    round_no: int | None = None,
    tables: bool = False,
    pod: str | None = None,
    client: str | None = None,
) -> JournalResult[ChecksDrawn]:
    """Draws players, or whole tables, of a round that is published or being played."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    number = current_round(t) if round_no is None else round_no
    rounds = _playing(t, number, pod)
    checks = t.floor.checks
    drawn = {c.no for c in checks.items if c.cause == "drawn" and c.round_no == number}
    free = [m for r in rounds for m in r.matches.values()]
    draw = draw_number(checks, number)
    seed, had = draw_seed(event.secret, number, draw), check_counts(checks.items)
    if tables:
        whole = {m.table: (m.a, m.b) for m in free if not {m.a, m.b} & drawn and t.is_active(m.a) and t.is_active(m.b)}
        _check_count(count, len(whole), number)
        chosen = draw_tables(whole, count, had, seed)
    else:
        seats = [(m.table, no) for m in free for no in (m.a, m.b) if no not in drawn and t.is_active(no)]
        _check_count(count, len(seats), number)
        chosen = draw_players(seats, count, had, seed)
    return ctx.record(event, ChecksDrawn(number, draw, tables, tuple(sorted(chosen)), pod), client=client)


def current_round(t: Tournament) -> int:
    """The latest round that is published or being played; 0 if there is none."""
    return max((r.number for p in t.pods.values() for r in p.rounds.values() if r.status in _PLAYING), default=0)


def _playing(t: Tournament, number: int, pod: str | None) -> list[Round]:
    """The rounds of this number in which checks can be drawn. In the cut everybody is checked: nothing is drawn."""
    pods = [t.pod(pod)] if pod is not None else list(t.pods.values())
    rounds = [r for p in pods if p.phase is not Phase.CUT and (r := p.rounds.get(number)) and r.status in _PLAYING]
    if not rounds:
        raise Refused(
            "checks-not-playing",
            "You can only draw checks while a Swiss round is published or in progress.",
        )
    return rounds


def _check_count(count: int, free: int, number: int) -> None:
    if count < 1:
        raise BadInput("checks-count", "Draw at least 1 check, not {count}.", count=count)
    if count > free:
        raise Refused(
            "checks-too-many",
            "Only {free} more can be drawn in round {round}, not {count}.",
            free=free,
            round=number,
            count=count,
        )


# --- looking ----------------------------------------------------------------------------------------------------------


def checks_view(ctx: Context, slug: str, *, round_no: int | None = None, open_only: bool = False) -> list[CheckRow]:
    """Checks drawn, due and recorded, by round, table and name; those still to be made first."""
    event = ctx.open(slug)
    t = event.state
    rows = [_row(event, c) for c in t.floor.checks.items if c.no in t.entrants]
    rows += [_row(event, _due(t, pod, no)) for pod, no in checks_due(t)]
    if round_no is not None:
        rows = [row for row in rows if row.round_no == round_no]
    if open_only:
        rows = [row for row in rows if not row.outcome]
    return sorted(rows, key=lambda r: (bool(r.outcome), -r.round_no, r.table or 0, alphabetical(r.name), r.seq))


def _row(event: LoadedTournament, c: Check) -> CheckRow:
    return CheckRow(
        c.seq, c.round_no, c.no, event.id(c.no), event.name(c.no), c.table, c.cause, c.outcome, c.by, _note_of(event, c)
    )


def _note_of(event: LoadedTournament, c: Check) -> str:
    notes = event.person(event.state.entrants[c.no]).get(NOTES)
    return str(notes.get(str(c.recorded), "")) if isinstance(notes, dict) and c.recorded else ""


def _due(t: Tournament, pod_id: str, no: int) -> Check:
    pod = t.pods[pod_id]
    last = pod.last_round
    match = last.match_of(no) if last is not None and last.status is not Status.DRAFTED else None
    number = last.number if last is not None and match is not None else pod.first_round
    return Check(0, number, no, "cut", match.table if match is not None else None, pod_id)


def open_check(event: LoadedTournament, no: int, round_no: int | None = None) -> Check | None:
    """The check of somebody that is still to be made, the latest drawn first."""
    checks = event.state.floor.checks.items
    fits = [c for c in checks if c.no == no and not c.outcome and round_no in (None, c.round_no)]
    if fits:
        return fits[-1]
    due = (_due(event.state, pod, n) for pod, n in checks_due(event.state) if n == no)
    return next((c for c in due if round_no is None or c.round_no <= round_no), None)


# --- recording --------------------------------------------------------------------------------------------------------


def record_check(
    ctx: Context,
    slug: str,
    who: str | int,
    *,
    outcome: str,
    notes: str = "",
    round_no: int | None = None,
    client: str | None = None,
) -> JournalResult[CheckOutcome]:
    """What came of a check: of the one drawn or due, else of one made without either. Recording again corrects.

    `who` is an id, a name or (int) an entrant's number.
    """
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    no = entrant_no(event, who)
    if outcome not in OUTCOMES:
        raise BadInput(
            "check-outcome",
            "There is no outcome “{outcome}”. Choose one of: {known}.",
            outcome=outcome[:40],
            known=phrases(OUTCOMES),
        )
    check = _check_to_record(event, no, round_no)
    number = check.round_no if round_no is None else round_no
    fact = CheckOutcome(no, number, check.cause, outcome, ctx.actor, check.seq or None, check.table, check.pod)
    answers: list[Note] = []
    if _ends_match(t, outcome):
        results, answers = _lose_match(ctx, event, no, number)
        fact = replace(fact, results=results)
    elif outcome == "game-loss":
        answers.append(
            note("check-game-loss", "{name} loses a game of the match: count it in the result.", name=event.name(no))
        )
    elif outcome == "disqualification":
        out, answers = _disqualify(ctx, event, no)
        if out is not None:
            fact = replace(fact, drop=Drop(out.after, out.kind, out.reason), results=out.results)
    before, now = (_ends_match(t, o) or o == "disqualification" for o in (check.outcome, outcome))
    if before and not now:
        answers.append(
            note(
                "check-corrected",
                "Changes from the earlier outcome of this check stay: undo them, or correct them by hand.",
            )
        )
    people = _write_notes(event, no, notes)
    return ctx.record(event, fact, people=people, client=client, notes=answers)


def one_game(t: Tournament) -> bool:
    """Is a match one game here, by the ruleset and by the event's own number of games?"""
    return t.ruleset.checks.one_game and match_format_of(t.ruleset.results).games == 1


def _ends_match(t: Tournament, outcome: str) -> bool:
    """A lost game is a lost match where a match is one game."""
    return outcome == "match-loss" or (outcome == "game-loss" and one_game(t))


def _check_to_record(event: LoadedTournament, no: int, round_no: int | None) -> Check:
    """The check that is recorded: still to be made, or recorded already in this round, or a new one."""
    waiting = open_check(event, no, round_no)
    if waiting is not None:
        return waiting
    t = event.state
    number = _round_of(t, no) if round_no is None else round_no
    before = [c for c in t.floor.checks.items if c.no == no and c.round_no == number]
    if before:
        return before[-1]
    if round_no is not None and round_no > max((n for p in t.pods.values() for n in p.rounds), default=0):
        raise NotFound("no-round-anywhere", "Round {round} has not been paired.", round=round_no)
    place = _match_in(t, no, number)
    return Check(0, number, no, "other", place[2].table if place is not None else None)


def _round_of(t: Tournament, no: int) -> int:
    """The round somebody is in: their latest that is not a draft; 0 before the first."""
    numbers = [
        r.number
        for p in t.pods.values()
        if no in p.members
        for r in p.rounds.values()
        if r.status is not Status.DRAFTED
    ]
    return max(numbers, default=0)


def _match_in(t: Tournament, no: int, number: int) -> tuple[Pod, Round, Match] | None:
    for pod in t.pods.values():
        r = pod.rounds.get(number)
        match = r.match_of(no) if r is not None else None
        if r is not None and match is not None:
            return pod, r, match
    return None


def _lose_match(ctx: Context, event: LoadedTournament, no: int, number: int) -> tuple[tuple[ResultAt, ...], list[Note]]:
    """The match goes to the opponent by forfeit, as any result is reported: same checks, same window, same notes.

    A match that is lost already stays as it was played.
    """
    place = _match_in(event.state, no, number)
    if place is None:
        raise Refused(
            "check-no-match",
            "{name} has no match left to lose in round {round}: record the check in the round of their next match.",
            name=event.name(no),
            round=number,
        )
    match = place[2]
    other = match.opponent_of(no)
    mine, theirs = outcome_of(match, no), outcome_of(match, other)
    facts = {"name": event.name(no), "round": number, "table": match.table, "other": event.name(other)}
    if mine in (Outcome.LOSS, Outcome.FORFEIT_LOSS):
        return (), [
            note(
                "check-lost-already",
                "{name} had already lost the match at table {table} in round {round}: that result stays.",
                **facts,
            )
        ]
    if theirs is Outcome.FORFEIT_LOSS and place[0].phase in ELIMINATION:
        raise Refused(
            "check-one-goes-on",
            "{other} has already lost the match at table {table}, and in elimination one player must advance: "
            "decide who, and correct the result first.",
            **facts,
        )
    if theirs is Outcome.FORFEIT_LOSS:  # by a check of their own list, or because they left
        result = "0-0F"
        lost = note(
            "check-both-lost",
            "{name} loses the match of round {round} at table {table}. {other} had already lost it, so no one wins.",
            **facts,
        )
    else:
        result = "0-1F" if match.a == no else "1-0F"
        lost = note(
            "check-match-lost", "{name} loses the match of round {round} at table {table}; {other} wins it.", **facts
        )
    done = report(  # the judge has decided: nothing is asked again
        dry_run(ctx), event.state.slug, round_no=number, table=match.table, result=result, confirmed=True
    )
    return done.fact.results, [lost, *(n for n in done.notes if isinstance(n, Note))]


def _disqualify(ctx: Context, event: LoadedTournament, no: int) -> tuple[Dropped | None, list[Note]]:
    left = event.state.entrants[no].drop
    if left is not None and left.kind in SENT_AWAY:
        return None, []
    done = drop(dry_run(ctx), event.state.slug, event.id(no), kind="disqualified", reason=LIST_CHECK)
    out = note("check-out", "{name} is disqualified.", name=event.name(no))
    return done.fact, [out, *(n for n in done.notes if isinstance(n, Note))]


def _write_notes(event: LoadedTournament, no: int, notes: str) -> list[PersonChange]:
    """The judge's notes, stored outside the journal under the entry that is about to be written."""
    text = notes.replace("\r\n", "\n").strip()
    if not text:
        return []
    if len(text) > _NOTE_LIMIT or any(ord(c) < 32 and c not in "\n\t" for c in text):
        raise BadInput("check-notes", "Check notes are plain text, up to {limit} characters.", limit=_NOTE_LIMIT)
    entrant = event.state.entrants[no]
    person = dict(event.person(entrant))
    written = dict(person.get(NOTES) or {})
    written[str(event.state.seq + 1)] = text
    return [PersonChange(entrant.persons[entrant.captain], {**person, NOTES: written})]


def remove_check_notes(event: LoadedTournament, no: int, seq: int) -> list[PersonChange]:
    """What goes with a check that is undone: the notes written with it."""
    entrant = event.state.entrants[no]
    person = dict(event.person(entrant))
    written = dict(person.get(NOTES) or {})
    if written.pop(str(seq), None) is None:
        return []
    rest = {key: value for key, value in person.items() if key != NOTES}
    return [PersonChange(entrant.persons[entrant.captain], {**rest, NOTES: written} if written else rest)]
