"""Entering results as a scorekeeper types them: “12 1”, “12 412-380”, “12 =”; who entered what; two people at once.

The short forms are only a way of typing: they become the results that the ruleset reads. A result that stands already
is never replaced unseen: whoever replaces it says what he saw (`seen`), else Conflict.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pareo.app.desk import Desk, Event, Recorded, fact_of
from pareo.app.results.report import ResultRow, checked_result, import_results, report, take_back
from pareo.app.rounds.rehearsal import rehearse
from pareo.core.journal.facts import told_results
from pareo.core.journal.floor_facts import Claimed, Inspected
from pareo.core.journal.people_facts import Dropped, Undropped
from pareo.core.journal.round_facts import Results
from pareo.core.journal.rows import ResultAt
from pareo.core.rules.ruleset import ResultRules
from pareo.core.state.model import Match, Pod, Status
from pareo.core.state.outcome import Outcome, Result
from pareo.core.state.result_text import format_result
from pareo.core.state.tournament import Tournament
from pareo.core.words.errors import BadInput, Conflict, Refused
from pareo.core.words.notes import line_no

TAKE_BACK = ("-", "x")
INTENTIONAL = "intentional draw"  # the reason the journal keeps
AGREED = "agreed"  # an intentional draw: a draw like any other, marked in the journal

_SHORT = {
    "1": "1-0", "2": "0-1", "0": "=", "=": "=", "½": "=", "00": "0-0",
    "1f": "1-0F", "2f": "0-1F", "00f": "0-0F", "f1": "1-0F", "f2": "0-1F", "f0": "0-0F", "0f": "0-0F",
}
_ENDINGS = {"d": "destroyed", "t": "time", "ca": "conceded-a", "cb": "conceded-b", "ia": "init-a", "ib": "init-b"}
_LINE = re.compile(r"\s*#?(\d{1,6})(?:[\s,;:]+(.*?))?\s*", re.DOTALL)
_TWO_SCORES = re.compile(r"(\d{1,5})\s*[\s,/]\s*(\d{1,5})(?=$|[\s,])")

May = Callable[[int], bool]  # may this person report the table?


def split_line(line: str) -> tuple[int, str]:
    """The table and what was typed after it."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise BadInput("line-unreadable", "“{line}”: type the number of the table, a space, then the result.",
                       line=line.strip()[:60])
    return int(found[1]), (found[2] or "").strip()


def full_result(typed: str) -> str:
    """What was typed, as the rulesets read it."""
    text = typed.strip().lower()
    if text in _SHORT:
        return _SHORT[text]
    text = _TWO_SCORES.sub(r"\1-\2", text, count=1)
    words = text.replace(",", " ").split()
    return " ".join(_ENDINGS.get(word, word) for word in words) if words else ""


def now_at(event: Event, match: Match) -> str:
    """The result that stands, as people write it; empty while the table plays."""
    return format_result(match.result, event.state.ruleset.results) if match.result is not None else ""


def check_may(may: May, table: int) -> None:
    if not may(table):
        raise Refused("table-not-yours", "Table {table} is not one of the tables you enter results for.", table=table)


def enter(
    desk: Desk, slug: str, *, round_no: int, table: int, typed: str, may: May, seen: str = "",
    client: str | None = None,
) -> Recorded[Results]:
    """One result as typed. `seen` is the result the person knows to stand there."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    pod, r, match = event.state.find_table(round_no, table)
    check_may(may, table)
    if typed.strip().lower() in TAKE_BACK:
        return take_back(desk, slug, round_no=round_no, table=table, client=client)
    if r.status is Status.FINISHED and not seen:
        raise Refused("round-finished", "Round {round} of {pod} is finished: use “Correct” beside the table.",
                      round=round_no, pod=pod.id)
    if typed == AGREED:
        return _agreed_draw(desk, event, pod, match, round_no=round_no, seen=seen, client=client)
    text = full_result(typed)
    mine = format_result(checked_result(event, pod, text, ""), _rules(event))
    _check_seen(desk, event, match, round_no=round_no, mine=mine, seen=seen)
    return report(desk, slug, round_no=round_no, table=table, result=text, client=client)


def _rules(event: Event) -> ResultRules:
    return event.state.ruleset.results


def _check_seen(desk: Desk, event: Event, match: Match, *, round_no: int, mine: str, seen: str) -> None:
    now = now_at(event, match)
    if now in ("", mine, seen):
        return
    who = reporters(desk, event.state.slug, round_no).get(match.table)
    raise Conflict(
        "result-meanwhile",
        "Table {table} already has the result {now}, entered by {who}. You typed {mine}: nothing was changed.",
        table=match.table, now=now, mine=mine, who=who.actor if who else "–",
    )


def _agreed_draw(
    desk: Desk, event: Event, pod: Pod, match: Match, *, round_no: int, seen: str, client: str | None
) -> Recorded[Results]:
    """An intentional draw: entered while the round is played, marked as such in the journal."""
    if pod.rounds[round_no].status is not Status.STARTED:
        raise Refused("round-not-playing", "Round {round} of {pod} is not being played.", round=round_no, pod=pod.id)
    result = checked_result(event, pod, "=", "")
    _check_seen(desk, event, match, round_no=round_no, mine=format_result(result, _rules(event)), seen=seen)
    fact = Results((ResultAt(pod.id, round_no, match.table, result),), INTENTIONAL)
    return desk.record(event, fact, client=client)


def enter_many(
    desk: Desk, slug: str, rows: Sequence[ResultRow], *, round_no: int, may: May, replacing: bool = False,
    client: str | None = None,
) -> Recorded[Results]:
    """Many results, all or none. Results that stand already and differ are a conflict unless `replacing`."""
    event = desk.open(slug)
    planned = import_results(rehearse(desk), slug, rows, round_no=round_no).fact.results
    for row, (_, _, table, result) in zip(rows, planned, strict=True):
        if not may(table):
            raise Refused("line-not-yours", "{where}: table {table} is not one of the tables you enter results for.",
                          where=row.where, table=table)
        now = now_at(event, event.state.find_table(round_no, table)[2])
        mine = format_result(result, _rules(event)) if result is not None else ""
        if now not in ("", mine) and not replacing:
            raise Conflict(
                "result-stands", "{where}: table {table} already has the result {now}, you typed {mine}.",
                where=row.where, table=table, now=now, mine=mine,
            )
    return import_results(desk, slug, rows, round_no=round_no, client=client)


def read_lines(text: str) -> list[ResultRow]:
    """A text area: “table result” per line, in the short forms or in full. Empty lines are skipped."""
    rows: list[ResultRow] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        where = line_no(number)
        try:
            table, typed = split_line(line)
        except BadInput as problem:
            raise BadInput(problem.code, "{where}: {problem}", where=where, problem=problem.note) from None
        if not typed:
            raise BadInput("line-no-result", "{where}: table {table} has no result.", where=where, table=table)
        rows.append(ResultRow(full_result(typed), table=table, where=where))
    if not rows:
        raise BadInput("results-none", "There are no results to enter.")
    return rows


# --- who entered what -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reported:
    """Who entered the result of a table, and when. By the players: both claimed the same."""

    actor: str
    time: str
    by_players: bool = False
    agreed: bool = False  # an intentional draw


def reporters(desk: Desk, slug: str, round_no: int) -> dict[int, Reported]:
    """By table. Reads the journal from where the round began."""
    t = desk.open(slug).state
    undone = {s.seq for s in t.steps if s.undone_by is not None}
    found: dict[int, Reported] = {}
    for entry in desk.store.read(slug, after=_since(t, round_no)):
        if entry.action not in _WITH_RESULTS or entry.seq in undone:
            continue
        fact = fact_of(entry)
        agreed = isinstance(fact, Results | Dropped) and fact.reason == INTENTIONAL
        for _, number, table, result in told_results(fact):
            if number == round_no and result is not None:
                found[table] = Reported(entry.actor, entry.time, isinstance(fact, Claimed), agreed)
    return found


_WITH_RESULTS = frozenset(kind.action for kind in (Results, Claimed, Dropped, Undropped, Inspected))


def _since(t: Tournament, round_no: int) -> int:
    """Before the first start of a round of this number: each round begun since was started by one entry at most."""
    begun = (Status.STARTED, Status.FINISHED)
    later = sum(r.status in begun for p in t.pods.values() for n, r in p.rounds.items() if n >= round_no)
    starts = [s.seq for s in t.steps if s.action == "started" and s.undone_by is None]
    return starts[-later] if 0 < later <= len(starts) else 0


# --- words ------------------------------------------------------------------------------------------------------------


def verdict(result: Result) -> str:
    """Which sentence tells the result: a, b, draw, none, and with a forfeit f-a, f-b, f-none."""
    forfeit = "f-" if Outcome.FORFEIT_LOSS in (result.a, result.b) else ""
    if result.a.won:
        return f"{forfeit}a"
    if result.b.won:
        return f"{forfeit}b"
    return "draw" if result.a is Outcome.DRAW else f"{forfeit}none"


def claims_at(event: Event, round_no: int, match: Match) -> list[tuple[str, str, str]]:
    """What the players themselves reported: name, result as written, verdict."""
    claims = event.state.floor.claims.get((round_no, match.table), {})
    found = []
    for no, result in claims.items():
        if no in (match.a, match.b):
            found.append((event.name(no), format_result(result, _rules(event)), verdict(result)))
    return found
