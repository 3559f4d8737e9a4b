"""What is shown: plain rows, the same for tables on a terminal, JSON and pages. Names come in here, not before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pareo.app.desk import Desk, Event
from pareo.core.pairing.columns import Values, values_before
from pareo.core.standings.points import result_points, sitting_points
from pareo.core.standings.standings import Standing, rank_division
from pareo.core.standings.tables import StandingTable, tables
from pareo.core.state.model import Match, Pod, Round, Status
from pareo.core.state.outcome import Outcome
from pareo.core.state.result_text import format_result
from pareo.core.state.settings.public import COLUMNS, read_columns
from pareo.core.state.tournament import Tournament
from pareo.core.words.errors import BadInput, NotFound
from pareo.core.words.notes import listing
from pareo.store.chain import Entry, decode_data

KINDS = {
    Outcome.BYE: "bye",
    Outcome.EARNED_BYE: "earned-bye",
    Outcome.REQUESTED_BYE: "requested-bye",
    Outcome.LATE_LOSS: "late-loss",
    Outcome.ABSENT: "absent",
    Outcome.REST: "bye",  # a round robin: the table gives no opponent, and the round no points
}


_PERSON = ("birth_date", "title", "sex", "intl_id", "local_id")  # SP-7


def player_rows(desk: Desk, slug: str) -> list[dict[str, Any]]:
    """The entrants, for staff: with birth year and all."""
    event = desk.open(slug)
    t = event.state
    rows: list[dict[str, Any]] = []
    for no, e in sorted(t.entrants.items()):
        person = event.person(e)
        row: dict[str, Any] = {
            "id": event.id(no),
            "no": no,
            "name": event.name(no),
            "first": person.get("first", ""),
            "last": person.get("last", ""),
            "birth_year": person.get("birth_year"),
            **{key: person.get(key) or "" for key in _PERSON},
            "division": e.division,
            "club": e.club,
            "federation": e.federation,
            "rating": e.rating,
            "rating2": e.rating2,
            "games": e.games,
            "games2": e.games2,
            "k": e.k,
            "average": e.average,
            "start_no": e.start_no or None,
            "pod": t.pod_of.get(no),
            "byes": e.byes,
            "absent": sorted(e.absent),
            "absent_points": {str(number): t.ruleset.show_points(points) for number, points in e.bye_points},
            "fixed_table": e.fixed_table,
            "late_from": e.late_from or None,
            "until": e.until or None,
            "bonus": t.ruleset.show_points(e.bonus),
            "status": entrant_status(t, no),
        }
        if t.ruleset.entrant == "team":
            row["members"] = [_member(event, p, i == e.captain) for i, p in enumerate(e.persons)]
        if e.drop is not None:
            row["drop"] = {"after": e.drop.after, "kind": e.drop.kind, "reason": e.drop.reason}
        rows.append(row)
    return rows


def _member(event: Event, person_id: str, captain: bool) -> dict[str, Any]:  # noqa: FBT001
    person = event.people.get(person_id, {})
    name = " ".join(filter(None, (str(person.get("first") or ""), str(person.get("last") or ""))))
    return {"name": name, "id": person.get("id"), "captain": captain}


def entrant_status(t: Tournament, no: int) -> str:
    drop = t.entrants[no].drop
    if drop is None:
        return "active"
    return "dropped" if drop.kind == "drop" else drop.kind


def pairing_rows(
    desk: Desk, slug: str, *, round_no: int | None = None, pod: str | None = None, columns: str | None = None
) -> list[dict[str, Any]]:
    """Pairings of a round (default: each pod's last one) in every pod, by table; then those without an opponent.

    `columns` names what else is told of both players (SP-23), as `columns_a` and `columns_b`.
    """
    wanted = _columns(columns) if columns else ()
    event = desk.open(slug)
    t = event.state
    found = False
    rows: list[dict[str, Any]] = []
    for p in t.pods.values():
        if pod is not None and p.id != pod:
            continue
        r = p.rounds.get(round_no) if round_no is not None else (None if p.closed else p.last_round)
        if r is not None:
            found = True
            part = list(_round_rows(event, p, r))
            rows += _with_columns(event, part, values_before(t, p, r, wanted)) if wanted else part
    if pod is not None:
        t.pod(pod)
    if round_no is not None and not found:
        raise NotFound("no-round-anywhere", "Round {round} has not been paired.", round=round_no)
    return rows


def _columns(text: str) -> tuple[str, ...]:
    try:
        return read_columns(text)
    except ValueError as problem:
        raise BadInput("column-unknown", "There is no column “{column}” (columns: {known}).",
                       column=str(problem)[:40], known=", ".join(COLUMNS)) from None


def _with_columns(event: Event, rows: Iterable[dict[str, Any]], values: Values) -> Iterable[dict[str, Any]]:
    ids = event.ids
    for row in rows:
        other = None if row["b"] is None else values(ids[row["b"]])
        yield {**row, "columns_a": values(ids[row["a"]]), "columns_b": other}


def _round_rows(event: Event, p: Pod, r: Round) -> Iterable[dict[str, Any]]:
    base = {"phase": p.phase.value, "pod": p.id, "round": r.number}
    show = event.state.ruleset.show_points
    points = event.state.ruleset.points
    for m in sorted(r.matches.values(), key=lambda m: m.table):
        yield {
            **base,
            "table": m.table,
            "kind": "match",
            "a": event.id(m.a),
            "b": event.id(m.b),
            "name_a": event.name(m.a),
            "name_b": event.name(m.b),
            **_result_cells(event, m),
            "status": r.status.value,
            "reasons": list(m.reasons),
        }
    for s in r.sitting:
        given = r.status is Status.FINISHED or r.status is Status.STARTED
        yield {
            **base,
            "table": None,
            "kind": KINDS[s.outcome],
            "a": event.id(s.no),
            "b": None,
            "name_a": event.name(s.no),
            "name_b": None,
            "result": None,
            "points_a": show(sitting_points(points, s)) if given else None,
            "points_b": None,
            "status": r.status.value,
            "reasons": list(s.reasons),
        }


def _result_cells(event: Event, m: Match) -> dict[str, Any]:
    ruleset = event.state.ruleset
    if m.result is None:
        return {"result": None, "points_a": None, "points_b": None}
    gained_a, gained_b = result_points(ruleset.points, m.result)
    return {
        "result": format_result(m.result, ruleset.results),
        "points_a": ruleset.show_points(gained_a),
        "points_b": ruleset.show_points(gained_b),
    }


def standing_tables(
    desk: Desk, slug: str, *, after: int | None = None, pod: str | None = None, division: str | None = None
) -> list[StandingTable]:
    """The tables asked for: all, one pod's, or one division's (ranked among themselves: P-AGE-5)."""
    event = desk.open(slug)
    t = event.state
    _check_after(t, after)
    found = tables(t, after=after, lots=event.lots())
    if pod is not None:
        chosen = [x for x in found if pod in (x.id, *x.pods)]
        if not chosen and pod in t.pods:  # a bracket or a second day: the table its players are in
            roots = {p.id for p in t.chain(t.pods[pod])}
            chosen = [x for x in found if roots & set(x.pods) and x.division in ("", *t.pods[pod].divisions)]
        if not chosen:
            t.pod(pod)
        found = chosen
    if division is not None:
        known = {e.division for e in t.entrants.values()}
        if division not in known:
            raise NotFound("no-division", "Nobody is in a division “{division}” (divisions: {known}).",
                           division=division, known=listing(sorted(filter(None, known))))
        found = [_of_division(t, x, division) for x in found if any(
            t.entrants[row.no].division == division for row in x.rows)]
    return found


def _check_after(t: Tournament, after: int | None) -> None:
    if after is None:
        return
    done = max((r.number for p in t.pods.values() for r in p.rounds.values() if r.status is Status.FINISHED), default=0)
    if after < 0 or after > done:
        raise BadInput("after-unfinished", "Round {after} is not finished (finished so far: {done}).",
                       after=after, done=done)


def _of_division(t: Tournament, table: StandingTable, division: str) -> StandingTable:
    if table.division == division:
        return table
    members = [row.no for row in table.rows if t.entrants[row.no].division == division]
    return StandingTable(f"{table.id}/{division}", table.pods, rank_division(table.rows, members), division)


def standing_rows(
    desk: Desk, slug: str, *, after: int | None = None, pod: str | None = None, division: str | None = None
) -> list[dict[str, Any]]:
    """Standings as rows: every tie-break's value, and what decided each place."""
    event = desk.open(slug)
    t = event.state
    rows: list[dict[str, Any]] = []
    for table in standing_tables(desk, slug, after=after, pod=pod, division=division):
        rows += [_standing_row(event, t, table, row) for row in table.rows]
    return rows


def _standing_row(event: Event, t: Tournament, table: StandingTable, row: Standing) -> dict[str, Any]:
    return {
        "table": table.id,
        "rank": row.rank,
        "player": event.id(row.no),
        "name": event.name(row.no),
        "pod": t.pod_of.get(row.no, table.id),
        "division": t.entrants[row.no].division,
        "points": t.ruleset.show_points(row.points),
        "record": {"wins": row.wins, "losses": row.losses, "ties": row.ties},
        "tiebreaks": {
            v.id: {"value": v.shown, "exact": v.text} for v in row.values
        },
        "decided_by": row.decided_by,
        "status": entrant_status(t, row.no),
    }


def undefeated(desk: Desk, slug: str) -> dict[str, int]:
    """How many are still without a loss, per table (Play! Pokémon 2009, 3.1; P-SW-7)."""
    return {
        table.id: sum(row.losses == 0 and row.ties == 0 for row in table.rows)
        for table in standing_tables(desk, slug)
    }


def listed_data(entry: Entry) -> dict[str, Any]:
    """An entry's data as it is stored, without the text of the rules."""
    return {key: value for key, value in decode_data(entry.data).items() if key != "ruleset"}


def journal_rows(desk: Desk, slug: str) -> list[dict[str, Any]]:
    """Who did what when. The rules text of the first entry is left out of the listing."""
    event = desk.open(slug)
    undone = {s.seq: s.undone_by for s in event.state.steps}
    return [
        {
            "seq": entry.seq,
            "time": entry.time,
            "actor": entry.actor,
            "action": entry.action,
            "data": listed_data(entry),
            "undone_by": undone.get(entry.seq),
            "hash": entry.hash,
        }
        for entry in desk.store.read(slug)
    ]
