"""A result is one path: parse → check → append → answer.

Everybody who enters results goes it: the console's keyboard, its buttons and its bulk page, the programming interface,
the command line, files. They differ only in what they ask for (`ResultOptions`). A player's own report (`floor.claim`)
is read the same way and waits for the opponent's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.commands.results.fide_results import check_fide_results
from pareo.app.queries.rounds.correction_window import check_correctable
from pareo.app.queries.rounds.stale_drafts import round_of
from pareo.app.wording.round_words import result_said
from pareo.core.journal.codecs import ResultAt
from pareo.core.journal.round_facts import INTENTIONAL, Results
from pareo.core.model.entities import Match, Pod, Round, Status
from pareo.core.model.outcome import Ended, Outcome, Result
from pareo.core.results.result_text import (
    concedes_without_points,
    flip_result,
    format_result,
    parse_result,
    writes_half_points,
)
from pareo.core.rules import actions
from pareo.core.text.errors import BadInput, Conflict, NeedsConfirmation, NotFound, PareoError, Refused
from pareo.core.text.messages import Note, join_notes, note
from pareo.core.tournament.tournament import ELIMINATION, Tournament, winner_of

_A_LOT = 1000  # points nobody makes in one game
May = Callable[[int], bool]  # may this person report the table?


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A result to enter: a table, or the two players (read in the row's order), and the result; None takes it back."""

    result: str | None
    table: int | None = None
    a: str = ""
    b: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class ResultOptions:
    """On what terms results are entered: by whom, and knowing what."""

    may: May = lambda _table: True
    seen: str | None = None  # the result that they know of, else Conflict; None: whatever stands is replaced
    corrects: bool = True  # also in a round that is finished
    agreed: bool = False  # intentional draws: draws like any other, marked in the journal
    confirmed: bool = False  # what FIDE mode asks about, and what looks like a slip
    sure: bool = False  # what looks like a slip has been shown


@dataclass(frozen=True, slots=True)
class _Planned:
    """A row that has been read."""

    row: ResultRow
    pod: Pod
    round: Round
    match: Match
    result: Result | None


def report(
    ctx: Context,
    slug: str,
    *,
    round_no: int,
    table: int,
    result: str,
    confirmed: bool = False,
    client: str | None = None,
) -> JournalResult[Results]:
    """The result of one table. Reporting again corrects."""
    rows = [ResultRow(result, table)]
    terms = ResultOptions(confirmed=confirmed)
    return record_results(ctx, slug, lambda _event: (round_no, rows), terms=terms, client=client, check_paired=True)


def take_back(
    ctx: Context, slug: str, *, round_no: int, table: int, client: str | None = None
) -> JournalResult[Results]:
    """Empties a result that was entered for the wrong table, while the round is being played."""
    return import_results(ctx, slug, [ResultRow(None, table)], round_no=round_no, client=client)


_WHATEVER = ResultOptions()


def import_results(
    ctx: Context,
    slug: str,
    rows: Sequence[ResultRow],
    *,
    round_no: int,
    terms: ResultOptions = _WHATEVER,
    client: str | None = None,
) -> JournalResult[Results]:
    """Results of a round, all of them or none, one entry."""
    return record_results(ctx, slug, lambda _event: (round_no, rows), terms=terms, client=client)


def record_results(
    ctx: Context,
    slug: str,
    rows_of: Callable[[LoadedTournament], tuple[int, Sequence[ResultRow]]],
    *,
    terms: ResultOptions,
    client: str | None,
    check_paired: bool = False,
) -> JournalResult[Results]:
    """Reads, checks and records results. `rows_of` gives their round and rows, which may depend on the event: a result
    can be typed with the names at its table. `check_paired`: while nothing is paired, the error says what to do first.

    What others write meanwhile is none of its business, unless it is about these tables (R-11)."""
    first_seen: list[Match] = []

    def enter() -> JournalResult[Results]:
        if done := ctx.find_repeat(slug, client):
            return done
        event = ctx.open(slug)
        if check_paired:
            actions.check_any_round("report", any_round=bool(event.state.pods))
        round_no, rows = rows_of(event)
        planned = _read(event, rows, round_no, terms)
        notes = [warning for one in planned for warning in _check_planned(event, one, terms)]
        check_doubts(
            [doubt for one in planned for doubt in _doubts(event, one)],
            confirmed=terms.confirmed or terms.sure,
        )
        _check_untouched(event, first_seen, planned)
        if same := _unchanged_note(planned, terms):
            return ctx.answer_unchanged(event, Results(()), client=client, notes=(same,))
        fact = Results(
            tuple(ResultAt(one.pod.id, round_no, one.match.table, one.result) for one in planned),
            INTENTIONAL if terms.agreed else "",
        )
        if event.state.fide_mode:
            fact = check_fide_results(event.state, fact, confirmed=terms.confirmed)
        return ctx.record(event, fact, client=client, notes=list(dict.fromkeys(notes)))

    return ctx.retry_on_conflict(enter)


def _doubts(event: LoadedTournament, one: _Planned) -> list[Note]:
    """What is asked about a result that is new at its table."""
    if one.result is None or one.result == one.match.result:
        return []
    return result_doubts(event, one.match, one.result, one.row.result or "")


def _unchanged_note(planned: Sequence[_Planned], terms: ResultOptions) -> Note | None:
    """One result that stands already is no entry. That a draw was agreed is one."""
    one, more = planned[0], planned[1:]
    if more or terms.agreed or one.result is None or one.result != one.match.result:
        return None
    return note("result-same", "Table {table} already has this result. Nothing was changed.", table=one.match.table)


def _check_untouched(event: LoadedTournament, first_seen: list[Match], planned: Sequence[_Planned]) -> None:
    """Notes what stood at the tables when they were first looked at; somebody else's change of them is a conflict."""
    if not first_seen:
        first_seen += [one.match for one in planned]
    for before, one in zip(first_seen, planned, strict=True):
        if (before.a, before.b) != (one.match.a, one.match.b):
            raise Conflict(
                "table-meanwhile",
                "The players at table {table} have changed in the meantime. Check and try again.",
                table=one.match.table,
            )
        if one.match.result not in (before.result, one.result):
            raise _result_meanwhile(event, one, one.result)


# --- parse ------------------------------------------------------------------------------------------------------------


def _read(event: LoadedTournament, rows: Sequence[ResultRow], round_no: int, terms: ResultOptions) -> list[_Planned]:
    by_player = _matches_by_player(event.state, round_no) if any(row.table is None for row in rows) else {}
    planned: list[_Planned] = []
    used: set[int] = set()
    for row in rows:
        with _naming_row(row):
            pod, r, match, turned = _row_match(event, row, round_no, by_player)
            if match.table in used:
                raise BadInput("table-twice", "{where}table {table} is used twice.", where="", table=match.table)
            used.add(match.table)
        _check_may(row, match, terms.may)
        with _naming_row(row):
            _check_open(r, pod, row, terms)
            sides = (match.b, match.a) if turned else (match.a, match.b)
            result = None if row.result is None else read_result(event, pod, r.number, row.result, sides)
            planned.append(
                _Planned(row, pod, r, match, flip_result(result) if turned and result is not None else result)
            )
    if not planned:
        raise BadInput("results-none", "There are no results to enter.")
    return planned


@contextmanager
def _naming_row(row: ResultRow) -> Iterator[None]:
    """Errors raised inside name the row of the file."""
    try:
        yield
    except PareoError as problem:
        if not row.where:
            raise
        raise type(problem).from_note(problem.note, where=row.where) from None


def _matches_by_player(t: Tournament, round_no: int) -> dict[int, tuple[Pod, Round, Match]]:
    return {
        no: (pod, r, m)
        for pod in t.pods.values()
        if (r := pod.rounds.get(round_no)) is not None
        for m in r.matches.values()
        for no in (m.a, m.b)
    }


def _row_match(
    event: LoadedTournament, row: ResultRow, round_no: int, by_player: dict[int, tuple[Pod, Round, Match]]
) -> tuple[Pod, Round, Match, bool]:
    if row.table is not None:
        return (*event.state.find_table(round_no, row.table), False)
    a, b = event.find(row.a), event.find(row.b)
    place = by_player.get(a)
    if place is None or b not in (place[2].a, place[2].b) or a == b:
        raise NotFound(
            "not-paired", "{a} and {b} do not meet in round {round}.", a=event.name(a), b=event.name(b), round=round_no
        )
    return (*place, place[2].a != a)


def read_result(  # noqa: PLR0917
    event: LoadedTournament, pod: Pod, number: int, text: str, sides: tuple[int, int], where: str = ""
) -> Result:
    """The result that a text says under the ruleset, `sides` being the entrants in the text's order.

    What a side can lose, by concession too, are the squads that it handed in (X-7).
    """
    t = event.state
    rules = t.result_rules(pod, number)
    squad_a, squad_b = map(t.squad_total, sides) if t.scores_squads else (None, None)
    try:
        result = parse_result(text, rules, elimination=pod.phase in ELIMINATION, squad_a=squad_a, squad_b=squad_b)
    except PareoError as problem:
        if not where:
            raise
        raise BadInput.from_note(problem.note, where=where) from None
    if not rules.draws and result.a is Outcome.DRAW:
        raise BadInput("no-draws", "This ruleset has no draws: “{text}” can't be a result.", text=text)
    return result


# --- check ------------------------------------------------------------------------------------------------------------


def check_may(may: May, table: int) -> None:
    if not may(table):
        raise Refused("table-not-yours", "Table {table} is not assigned to you.", table=table)


def _check_may(row: ResultRow, match: Match, may: May) -> None:
    if row.where and not may(match.table):
        raise Refused(
            "line-not-yours",
            "{where}: table {table} is not assigned to you.",
            where=row.where,
            table=match.table,
        )
    check_may(may, match.table)


def _check_open(r: Round, pod: Pod, row: ResultRow, terms: ResultOptions) -> None:
    """Typed at the keyboard a result belongs to the round that is played; a past one is corrected at its table."""
    if r.status is Status.FINISHED and not terms.corrects and row.result is not None:
        raise Refused(
            "round-finished",
            "Round {round} of {pod} is finished: use “Correct” next to the table.",
            round=r.number,
            pod=pod.id,
        )
    if terms.agreed and r.status is not Status.STARTED:
        raise Refused("round-not-playing", "Round {round} of {pod} is not being played.", round=r.number, pod=pod.id)


def _check_planned(event: LoadedTournament, one: _Planned, terms: ResultOptions) -> list[Note]:
    """Whether it may be entered now, by somebody who knows this much; what the organiser should know of it."""
    if one.result is None:
        if one.round.status is not Status.STARTED or one.match.result is None:
            raise Refused(
                "nothing-to-take-back",
                "Table {table} of round {round} has no result to clear.",
                table=one.match.table,
                round=one.round.number,
            )
        return []
    _check_seen(event, one, one.result, terms)
    with _naming_row(one.row):
        notes = _check_change(event, one.pod, one.round, one.match, one.result)
    told = concession_notes(event, one.match, one.result, one.row.result or "")
    return [*notes, *told, *draw_notes(event, one.match, one.result)]


def draw_notes(event: LoadedTournament, match: Match, result: Result) -> list[Note]:
    """A draw that these rules take with a warning: in the video game the console's own timer decides (PN-MAT-7)."""
    if not event.state.ruleset.results.doubt_draws or result.a is not Outcome.DRAW:
        return []
    return [
        note(
            "draw-doubt",
            "Table {table}: ties are rare here because the game's own timer decides. Please check.",
            table=match.table,
        )
    ]


def now_at(event: LoadedTournament, match: Match) -> str:
    """The result that stands, as people write it; empty while the table plays."""
    return format_result(match.result, event.state.ruleset.results) if match.result is not None else ""


def _check_seen(event: LoadedTournament, one: _Planned, result: Result, terms: ResultOptions) -> None:
    now, mine = now_at(event, one.match), format_result(result, event.state.ruleset.results)
    if terms.seen is None or now in ("", mine, terms.seen):
        return
    table = one.match.table
    if one.row.where:
        raise Conflict(
            "result-stands",
            "{where}: table {table} already has the result {now}; you entered {mine}.",
            where=one.row.where,
            table=table,
            now=result_said(event.state.ruleset, now),
            mine=result_said(event.state.ruleset, mine),
        )
    raise _result_meanwhile(event, one, result)


def _result_meanwhile(event: LoadedTournament, one: _Planned, mine: Result | None) -> Conflict:
    table, ruleset = one.match.table, event.state.ruleset
    who = event.state.floor.reported.get((one.round.number, table))
    return Conflict(
        "result-meanwhile",
        "Table {table} already has a result: {now}, entered by {who}. You entered: {mine}. Nothing was changed.",
        table=table,
        now=result_said(ruleset, now_at(event, one.match)) or "–",
        mine="–" if mine is None else result_said(ruleset, format_result(mine, ruleset.results)),
        who=who.actor if who else "–",
    )


def _check_change(event: LoadedTournament, pod: Pod, r: Round, match: Match, new: Result) -> list[Note]:
    """Whether the result may be entered or corrected now; what the organiser should know of it."""
    t = event.state
    rule = actions.action_rule("report", actions.stage_of_round(r))
    if rule is not actions.YES:
        actions.check_action_rule(rule, what=round_of(pod.id, r.number))
    if r.status is Status.STARTED:
        return []
    if match.result == new:
        return []
    check_correctable(t, pod, r)
    if pod.phase in ELIMINATION:
        _check_bracket(pod, r, match, new)
        return []  # who goes on is the same
    if after := t.successors(pod.id):
        return [_formed_before(p) for p in after]
    return [_paired_before(pod, r.number + 1)] if r.number + 1 in pod.rounds else []


def _formed_before(pod: Pod) -> Note:
    """What a correction means for the phase after it, which was formed with the old record."""
    if not _has_started(pod):
        return note(
            "old-record-cut",
            "{pod} was formed with the old record: advance again before it starts, or leave it as it is.",
            pod=pod.id,
        )
    if pod.phase in ELIMINATION:
        return note(
            "old-record-bracket",
            "{pod} has begun with the old record: its players and their seeds stay as "
            "they are; the places below it will be right.",
            pod=pod.id,
        )
    return _paired_before(pod, max(pod.rounds))


def _paired_before(pod: Pod, number: int) -> Note:
    """What a correction means for a round that was paired with the old record: is there another one after it?"""
    more = number < pod.first_round + pod.planned - 1
    if pod.rounds[number].status in (Status.DRAFTED, Status.PUBLISHED):
        if more:
            return note(
                "old-record-open",
                "Round {round} was paired with the old record. Repair it before it starts, or start it: the "
                "following round will be right.",
                round=number,
            )
        return note(
            "old-record-open-last",
            "Round {round} was paired with the old record: repair it before it starts, "
            "or start it as it is; it is the last round, and the standings will be right.",
            round=number,
        )
    if more:
        return note(
            "old-record", "Round {round} was paired with the old record; the next round will be right.", round=number
        )
    return note(
        "old-record-last",
        "Round {round} was paired with the old record; it is the last round, and the standings will be right.",
        round=number,
    )


def _has_started(pod: Pod) -> bool:
    return any(r.status in (Status.STARTED, Status.FINISHED) for r in pod.rounds.values())


def _check_bracket(pod: Pod, r: Round, match: Match, new: Result) -> None:
    """Once the next round of a bracket is paired, who went on cannot change."""
    changed = winner_of(match) != winner_of(Match(match.table, match.a, match.b, new))
    if changed and r.number + 1 in pod.rounds:
        raise Refused(
            "bracket-moved-on",
            "Round {next} of {pod} has been paired, so the winner at table {table} can no longer change. Undo that "
            "pairing first.",
            next=r.number + 1,
            pod=pod.id,
            table=match.table,
        )


# --- ask --------------------------------------------------------------------------------------------------------------
# What can be meant but looks like a slip of the pen or of the finger is asked first, by every front end.


def check_doubts(doubts: list[Note], *, confirmed: bool) -> None:
    """Raises NeedsConfirmation with all of the doubts, unless they are confirmed."""
    if not doubts or confirmed:
        return
    if len(doubts) == 1:
        raise NeedsConfirmation.from_note(doubts[0])
    raise NeedsConfirmation("results-doubt", "{doubts}", doubts=join_notes(" ", doubts))


def result_doubts(event: LoadedTournament, match: Match, result: Result, text: str) -> list[Note]:
    """What is asked about the result of a match, as `text` wrote it."""
    kind = event.state.ruleset.results.kind
    if kind == "outcome":
        return []
    found = [*_half_points(match, result, text), *_high_scores(match, result)]
    if kind == "squads":
        found += _concession(event, match, result, text) or _impossible_totals(event, match, result)
    return found


def _half_points(match: Match, result: Result, text: str) -> list[Note]:
    """`0,5` where scores are entered: a draw, and the scores are missing (B-26)."""
    if result.a is not Outcome.DRAW or result.score_a is not None or not writes_half_points(text):
        return []
    return [
        note(
            "draw-without-scores",
            "Table {table}: this result has no scores, but scores count for the standings. Enter them, or confirm it.",
            table=match.table,
        )
    ]


def _high_scores(match: Match, result: Result) -> list[Note]:
    scores = [score for score in (result.score_a, result.score_b) if score is not None]
    if max(scores, default=0) < _A_LOT * max(1, len(result.games)):
        return []
    return [
        note(
            "score-doubt",
            "Table {table}: {score} is very high for one game. Please check.",
            table=match.table,
            score=max(scores),
        )
    ]


def conceding_player(match: Match, result: Result) -> int | None:
    """Who conceded the match; None where nobody did."""
    return {Ended.CONCEDED_A: match.a, Ended.CONCEDED_B: match.b}.get(result.ended) if result.ended else None


def concession_notes(event: LoadedTournament, match: Match, result: Result, text: str) -> list[Note]:
    """What a concession counts as: the squad of the list, which is said where no points were; without a list the
    points that the format allows, which is always said."""
    conceding = conceding_player(match, result)
    if conceding is None:
        return []
    squad = event.state.squad_total(conceding)
    if squad is None:
        return [
            note(
                "conceded-without-list",
                "Table {table}: {name} has no list on file, so the concession counts {points} points, the limit.",
                table=match.table,
                name=event.name(conceding),
                points=event.state.ruleset.results.available,
            )
        ]
    if not concedes_without_points(text):
        return []
    return [
        note(
            "conceded-squad",
            "Table {table}: {name} conceded, so the whole squad counts as destroyed: {points} points.",
            table=match.table,
            name=event.name(conceding),
            points=squad,
        )
    ]


def _concession(event: LoadedTournament, match: Match, result: Result, text: str) -> list[Note]:
    """A concession without points: what had the conceding side destroyed? (B-21)"""
    conceding = conceding_player(match, result)
    if conceding is None or not concedes_without_points(text):
        return []
    first = conceding == match.a
    return [
        note(
            "conceded-points",
            "Table {table}: how many points had {name} destroyed before conceding? Enter them, for example "
            "{example}, or confirm 0. The squad of {name} counts as destroyed: {points} points.",
            table=match.table,
            name=event.name(conceding),
            example="“80-0 conceded 1”" if first else "“0-80 conceded 2”",
            points=result.score_b if first else result.score_a,
        )
    ]


def _impossible_totals(event: LoadedTournament, match: Match, result: Result) -> list[Note]:
    """Both lists are known, and the points do not fit how the game ended (B-21)."""
    squad_a, squad_b = event.state.squad_total(match.a), event.state.squad_total(match.b)
    if squad_a is None or squad_b is None or result.ended is None:
        return []
    gone_a, gone_b = result.score_b == squad_a, result.score_a == squad_b
    if result.ended is Ended.DESTROYED and not gone_a and not gone_b:
        return [
            note(
                "no-squad-destroyed",
                "Table {table}: {score_a}-{score_b} destroys neither squad ({squad_a} and {squad_b} points by the "
                "lists), so the game cannot have ended by destruction. Please check.",
                table=match.table,
                score_a=result.score_a,
                score_b=result.score_b,
                squad_a=squad_a,
                squad_b=squad_b,
            )
        ]
    if result.ended is Ended.TIME and (gone_a or gone_b):
        return [
            note(
                "squad-destroyed-at-time",
                "Table {table}: {points} points are the whole squad of {name} by the list, so the game ended by "
                "destruction, not at time. Please check.",
                table=match.table,
                points=squad_a if gone_a else squad_b,
                name=event.name(match.a if gone_a else match.b),
            )
        ]
    return []
