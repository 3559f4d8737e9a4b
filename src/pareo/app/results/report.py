"""Results: reported, corrected inside the ruleset's window, imported for a whole round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pareo.app.desk import Desk, Event, Recorded
from pareo.app.rounds.stale import round_of
from pareo.core.journal.round_facts import Results
from pareo.core.journal.rows import ResultAt
from pareo.core.rules import actions
from pareo.core.rules.actions import stage_of
from pareo.core.state.model import Match, Pod, Round, Status
from pareo.core.state.outcome import Outcome, Result
from pareo.core.state.result_text import flip, parse_result
from pareo.core.state.tournament import ELIMINATION, Tournament, winner_of
from pareo.core.words.errors import BadInput, NotFound, PareoError, Refused
from pareo.core.words.notes import Note, note


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A row of a results file: a table, or the two players (read in the row's order), and the result."""

    result: str
    table: int | None = None
    a: str = ""
    b: str = ""
    where: str = ""


def report(
    desk: Desk, slug: str, *, round_no: int, table: int, result: str, client: str | None = None
) -> Recorded[Results]:
    """The result of one table. Reporting again corrects."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    actions.check_begun("report", begun=bool(event.state.pods))
    pod, r, match = event.state.find_table(round_no, table)
    parsed = checked_result(event, pod, result, "")
    notes = _checked_change(event, pod, r, match, parsed)
    fact = Results((ResultAt(pod.id, round_no, table, parsed),))
    return desk.record(event, fact, client=client, notes=notes)


def take_back(desk: Desk, slug: str, *, round_no: int, table: int, client: str | None = None) -> Recorded[Results]:
    """Empties a result that was entered for the wrong table, while the round is being played."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    pod, r, match = event.state.find_table(round_no, table)
    if r.status is not Status.STARTED or match.result is None:
        raise Refused("nothing-to-take-back", "Table {table} of round {round} has no result that can be taken back.",
                      table=table, round=round_no)
    return desk.record(event, Results((ResultAt(pod.id, round_no, table, None),)), client=client)


def import_results(
    desk: Desk, slug: str, rows: Sequence[ResultRow], *, round_no: int, client: str | None = None
) -> Recorded[Results]:
    """The results of a round from a file: all of them or none, one entry."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    t = event.state
    by_player = _matches_by_player(t, round_no)
    found: list[ResultAt] = []
    notes: list[Note] = []
    seen: set[int] = set()
    for row in rows:
        try:
            pod, r, match, turned = _row_match(event, row, round_no, by_player)
            if match.table in seen:
                raise BadInput("table-twice", "{where}table {table} is used twice.", where="", table=match.table)
            seen.add(match.table)
            parsed = checked_result(event, pod, row.result, "")
            parsed = flip(parsed) if turned else parsed
            notes += _checked_change(event, pod, r, match, parsed)
        except PareoError as problem:
            if not row.where:
                raise
            raise type(problem)(problem.code, "{where}: {problem}", where=row.where, problem=problem.note) from None
        found.append(ResultAt(pod.id, round_no, match.table, parsed))
    if not found:
        raise BadInput("results-none", "The file has no results.")
    return desk.record(event, Results(tuple(found)), client=client, notes=list(dict.fromkeys(notes)))


def _matches_by_player(t: Tournament, round_no: int) -> dict[int, tuple[Pod, Round, Match]]:
    return {
        no: (pod, r, m)
        for pod in t.pods.values()
        if (r := pod.rounds.get(round_no)) is not None
        for m in r.matches.values()
        for no in (m.a, m.b)
    }


def _row_match(
    event: Event, row: ResultRow, round_no: int, by_player: dict[int, tuple[Pod, Round, Match]]
) -> tuple[Pod, Round, Match, bool]:
    if row.table is not None:
        return (*event.state.find_table(round_no, row.table), False)
    a, b = event.find(row.a), event.find(row.b)
    found = by_player.get(a)
    if found is None or b not in (found[2].a, found[2].b) or a == b:
        raise NotFound("not-paired", "{a} and {b} do not meet in round {round}.",
                       a=event.name(a), b=event.name(b), round=round_no)
    return (*found, found[2].a != a)


def checked_result(event: Event, pod: Pod, text: str, where: str) -> Result:
    """The result that a text says under the ruleset."""
    t = event.state
    rules = t.ruleset.results
    try:
        result = parse_result(text, rules, elimination=pod.phase in ELIMINATION)
    except PareoError as problem:
        if not where:
            raise
        raise BadInput(problem.code, "{where}: {problem}", where=where, problem=problem.note) from None
    if not rules.draws and result.a is Outcome.DRAW:
        raise BadInput("no-draws", "This ruleset knows no draws: “{text}” cannot be a result.", text=text)
    return result


def _checked_change(event: Event, pod: Pod, r: Round, match: Match, new: Result) -> list[Note]:
    """Whether the result may be entered or corrected now; what the organiser should know of it."""
    t = event.state
    if r is pod.last_round:
        actions.check(actions.rule("report", stage_of(pod)), what=round_of(pod.id, r.number))
    if r.status is Status.STARTED:
        return []
    if r.status is not Status.FINISHED:
        raise Refused("round-not-started", "Round {round} of {pod} has not started: start it first.",
                      round=r.number, pod=pod.id)
    if match.result == new:
        return []
    _check_window(t, pod, r)
    if pod.phase in ELIMINATION:
        _check_bracket(pod, r, match, new)
    cut = next((p for p in t.successors(pod.id) if not _begun(p)), None)
    if cut is not None:
        return [note("old-record-cut", "{pod} was formed with the old record: advance again before it starts, or leave "
                     "it as it is.", pod=cut.id)]
    following = next((p.rounds[r.number + 1] for p in (pod, *t.successors(pod.id)) if r.number + 1 in p.rounds), None)
    if following is not None and following.status in (Status.DRAFTED, Status.PUBLISHED):
        return [note("old-record-open", "Round {round} was paired with the old record: repair it before it starts, or "
                     "start it and the round after will be right.", round=r.number + 1)]
    if following is not None:
        return [note("old-record", "Round {round} was paired with the old record; the next round will be right.",
                     round=r.number + 1)]
    return []


def _begun(pod: Pod) -> bool:
    return any(r.status in (Status.STARTED, Status.FINISHED) for r in pod.rounds.values())


def _check_window(t: Tournament, pod: Pod, r: Round) -> None:
    """P-RUN-4: a result can be corrected until pairings of the second following round are made."""
    window = t.ruleset.correction_rounds
    if window is None:
        return
    later = [pod, *t.successors(pod.id), *(q for p in t.successors(pod.id) for q in t.successors(p.id))]
    made = max((n for p in later for n in p.rounds), default=0)
    if made >= r.number + window:
        raise Refused(
            "correction-too-late",
            "Results of round {round} cannot be corrected any more: pairings of round {made} have been made "
            "(a result can be corrected until round {last} is paired).",
            round=r.number, made=made, last=r.number + window,
        )


def _check_bracket(pod: Pod, r: Round, match: Match, new: Result) -> None:
    """Once the next round of a bracket is paired, who went on cannot change."""
    changed = winner_of(match) != winner_of(Match(match.table, match.a, match.b, new))
    if changed and r.number + 1 in pod.rounds:
        raise Refused(
            "bracket-moved-on",
            "Round {next} of {pod} has been paired: who won at table {table} cannot change any more. Undo that pairing "
            "first.",
            next=r.number + 1, pod=pod.id, table=match.table,
        )
