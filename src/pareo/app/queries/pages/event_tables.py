"""What is shown: rows, the same for tables on a terminal, JSON and pages. Names come in here, not before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import asdict

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.rows.people import Left, PlayerRow, TeamMemberRow
from pareo.app.rows.tables import JournalRow, MatchRecordRow, PairingRow, PairingWithColumns, StandingRow, TiebreakRow
from pareo.app.wording.pairing_columns import Values, values_before
from pareo.core.model.entities import Entrant, Pod, Round, Status
from pareo.core.model.outcome import Outcome
from pareo.core.results.result_text import format_result
from pareo.core.settings.public import COLUMNS
from pareo.core.settings.setting import read_some
from pareo.core.standings.points import result_points, sitting_points
from pareo.core.standings.standings import Standing, rank_division
from pareo.core.text.errors import BadInput, NotFound
from pareo.core.text.messages import list_note
from pareo.core.tournament.progress import counted_rounds
from pareo.core.tournament.tables import StandingTable, per_division, tables
from pareo.core.tournament.tournament import Tournament
from pareo.store.chain import Entry, decode_data

KINDS = {
    Outcome.BYE: "bye",
    Outcome.EARNED_BYE: "earned-bye",
    Outcome.REQUESTED_BYE: "requested-bye",
    Outcome.LATE_LOSS: "late-loss",
    Outcome.ABSENT: "absent",
    Outcome.REST: "bye",  # a round robin: the table gives no opponent, and the round no points
}


def player_rows(ctx: Context, slug: str) -> list[PlayerRow]:
    """The entrants, for staff: with birth year and all."""
    event = ctx.open(slug)
    return [_player_row(event, e) for _, e in sorted(event.state.entrants.items())]


def _player_row(event: LoadedTournament, e: Entrant) -> PlayerRow:
    t = event.state
    person = event.person(e)
    show = t.ruleset.show_points
    return PlayerRow(
        id=event.id(e.no),
        no=e.no,
        name=event.name(e.no),
        first=person.get("first", ""),
        last=person.get("last", ""),
        birth_year=person.get("birth_year"),
        birth_date=person.get("birth_date") or "",  # SP-7
        title=person.get("title") or "",
        sex=person.get("sex") or "",
        intl_id=person.get("intl_id") or "",
        local_id=person.get("local_id") or "",
        division=e.division,
        club=e.club,
        federation=e.federation,
        rating=e.rating,
        rating2=e.rating2,
        games=e.games,
        games2=e.games2,
        k=e.k,
        average=e.average,
        estimate=e.estimate,
        own_no=e.own_no,
        start_no=e.start_no or None,
        pod=t.pod_of.get(e.no),
        byes=e.byes,
        absent=sorted(e.absent),
        absent_points={str(number): show(points) for number, points in e.bye_points},
        fixed_table=e.fixed_table,
        late_from=e.late_from or None,
        until=e.until or None,
        bonus=show(e.bonus),
        status=entrant_status(t, e.no),
        members=[_member(event, p, i == e.captain) for i, p in enumerate(e.persons)]
        if t.ruleset.entrant == "team"
        else None,
        drop=None if e.drop is None else Left(e.drop.after, e.drop.kind, e.drop.reason),
    )


def _member(event: LoadedTournament, person_id: str, captain: bool) -> TeamMemberRow:  # noqa: FBT001
    person = event.people.get(person_id, {})
    name = " ".join(filter(None, (str(person.get("first") or ""), str(person.get("last") or ""))))
    return TeamMemberRow(name, person.get("id"), captain)


def entrant_status(t: Tournament, no: int) -> str:
    drop = t.entrants[no].drop
    if drop is None:
        return "active"
    return "dropped" if drop.kind == "drop" else drop.kind


def pairing_rows(
    ctx: Context, slug: str, *, round_no: int | None = None, pod: str | None = None, columns: str | None = None
) -> Sequence[PairingRow]:
    """Pairings of a round (default: each pod's last one) in every pod, by table; then those without an opponent.

    `columns` names what else is told of both players (SP-23), as `columns_a` and `columns_b`.
    """
    extra = _columns(columns) if columns else ()
    event = ctx.open(slug)
    t = event.state
    paired = False
    rows: list[PairingRow] = []
    for p in t.pods.values():
        if pod is not None and p.id != pod:
            continue
        r = p.rounds.get(round_no) if round_no is not None else (None if p.closed else p.last_round)
        if r is not None:
            paired = True
            part = pairings_of(event, p, r, event.id, event.name)
            rows += _with_columns(event, part, values_before(t, p, r, extra)) if extra else part
    if pod is not None:
        t.pod(pod)
    if round_no is not None and not paired:
        raise NotFound("no-round-anywhere", "Round {round} has not been paired.", round=round_no)
    return rows


def _columns(text: str) -> tuple[str, ...]:
    try:
        return read_some(text, COLUMNS)
    except ValueError as problem:
        raise BadInput(
            "column-unknown",
            "There is no column “{column}” (columns: {known}).",
            column=str(problem)[:40],
            known=", ".join(COLUMNS),
        ) from None


def _with_columns(event: LoadedTournament, rows: Iterable[PairingRow], values: Values) -> Iterable[PairingWithColumns]:
    ids = event.ids
    for row in rows:
        other = None if row.b is None else values(ids[row.b])
        yield PairingWithColumns(**asdict(row), columns_a=values(ids[row.a]), columns_b=other)


Shown = Callable[[int], str]


def pairings_of(
    event: LoadedTournament, p: Pod, r: Round, shown_id: Shown, name: Shown, *, public: bool = False
) -> list[PairingRow]:
    """One round, by table; then those without an opponent. The public sees no reasons, and points of matches only."""
    phase, pod, number, status = p.phase.value, p.id, r.number, r.status.value
    ruleset = event.state.ruleset
    points, show, results = ruleset.points, ruleset.show_points, ruleset.results
    rows: list[PairingRow] = []
    for m in sorted(r.matches.values(), key=lambda m: m.table):
        gained = result_points(ruleset, m.result) if m.result is not None else None
        rows.append(
            PairingRow(
                phase=phase,
                pod=pod,
                round=number,
                table=m.table,
                kind="match",
                a=shown_id(m.a),
                b=shown_id(m.b),
                name_a=name(m.a),
                name_b=name(m.b),
                result=format_result(m.result, results) if m.result is not None else None,
                points_a=show(gained[0]) if gained else None,
                points_b=show(gained[1]) if gained else None,
                status=status,
                reasons=[] if public else list(m.reasons),
            )
        )
    show_points = not public and r.status in (Status.FINISHED, Status.STARTED)
    rows += [
        PairingRow(
            phase=phase,
            pod=pod,
            round=number,
            kind=KINDS[s.outcome],
            a=shown_id(s.no),
            name_a=name(s.no),
            points_a=show(sitting_points(points, s)) if show_points else None,
            status=status,
            reasons=[] if public else list(s.reasons),
        )
        for s in r.sitting
    ]
    return rows


def standing_tables(
    ctx: Context, slug: str, *, after: int | None = None, pod: str | None = None, division: str | None = None
) -> list[StandingTable]:
    """The tables asked for: all, one pod's, or one division's (ranked among themselves: P-AGE-5)."""
    return tables_of(ctx.open(slug), after=after, pod=pod, division=division)


def tables_of(
    event: LoadedTournament, *, after: int | None = None, pod: str | None = None, division: str | None = None
) -> list[StandingTable]:
    """The standings tables of an open event: all, one pod's, or one division's (P-AGE-5)."""
    t = event.state
    _check_after(t, after)
    shown = tables(t, after=after, lots=event.lots())
    if pod is not None:
        chosen = [x for x in shown if pod in (x.id, *x.pods)]
        if not chosen and pod in t.pods:  # a bracket or a second day: the table its players are in
            roots = {p.id for p in t.chain(t.pods[pod])}
            chosen = [x for x in shown if roots & set(x.pods) and x.division in ("", *t.pods[pod].divisions)]
        if not chosen:
            t.pod(pod)
        shown = chosen
    if division is not None:
        known = {e.division for e in t.entrants.values()}
        if division not in known:
            raise NotFound(
                "no-division",
                "No one is in a division “{division}”. Divisions: {known}.",
                division=division,
                known=list_note(sorted(filter(None, known))),
            )
        shown = [
            _of_division(t, x, division)
            for x in shown
            if any(t.entrants[row.no].division == division for row in x.rows)
        ]
    return shown


def _check_after(t: Tournament, after: int | None) -> None:
    if after is None:
        return
    done = max((r.number for p in t.pods.values() for r in counted_rounds(t, p)), default=0)
    if after < 0 or after > done:
        raise BadInput(
            "after-unfinished", "Round {after} is not finished (finished so far: {done}).", after=after, done=done
        )


def _of_division(t: Tournament, table: StandingTable, division: str) -> StandingTable:
    if table.division == division:
        return table
    members = [row.no for row in table.rows if t.entrants[row.no].division == division]
    return StandingTable(f"{table.id}/{division}", table.pods, rank_division(table.rows, members), division)


def standing_rows(
    ctx: Context, slug: str, *, after: int | None = None, pod: str | None = None, division: str | None = None
) -> list[StandingRow]:
    """Standings as rows: every tie-break's value, and what decided each place.

    Places are those of a division; who names a shared pod gets its joint table.
    """
    return rows_of(ctx.open(slug), after=after, pod=pod, division=division)


def rows_of(
    event: LoadedTournament, *, after: int | None = None, pod: str | None = None, division: str | None = None
) -> list[StandingRow]:
    """The standings of an open event as rows; see `standing_rows`."""
    chosen = tables_of(event, after=after, pod=pod, division=division)
    shown = per_division(event.state, chosen) if pod is None else chosen
    return [standing_row(event, table, row, event.id, event.name) for table in shown for row in table.rows]


def not_ranked(ctx: Context, slug: str, *, after: int | None = None, pod: str | None = None) -> list[str]:
    """Names of those who have no place: sent away, or gone too early from a round robin (F-49, F-65)."""
    event = ctx.open(slug)
    return [event.name(no) for table in standing_tables(ctx, slug, after=after, pod=pod) for no in table.unranked]


def standing_row(
    event: LoadedTournament, table: StandingTable, row: Standing, shown_id: Shown, name: Shown
) -> StandingRow:
    """One place of a table."""
    t = event.state
    return StandingRow(
        table=table.id,
        rank=row.rank,
        player=shown_id(row.no),
        name=name(row.no),
        pod=t.pod_of.get(row.no, table.id),
        division=t.entrants[row.no].division,
        points=t.ruleset.show_points(row.points),
        record=MatchRecordRow(row.wins, row.losses, row.ties),
        tiebreaks={v.id: TiebreakRow(v.shown, v.text) for v in row.values},
        decided_by=row.decided_by,
        status=entrant_status(t, row.no),
    )


def count_undefeated(ctx: Context, slug: str) -> dict[str, int]:
    """How many are still without a loss, per table (Play! Pokémon 2009, 3.1; P-SW-7)."""
    return {
        table.id: sum(row.losses == 0 and row.ties == 0 for row in table.rows) for table in standing_tables(ctx, slug)
    }


def listed_data(entry: Entry) -> dict[str, object]:
    """An entry's data as it is stored, without the text of the rules."""
    return {key: value for key, value in decode_data(entry.data).items() if key != "ruleset"}


def journal_rows(ctx: Context, slug: str, *, after: int = 0, limit: int | None = None) -> list[JournalRow]:
    """Who did what when. The rules text of the first entry is left out of the listing."""
    undone = {s.seq: s.undone_by for s in ctx.open(slug).state.steps}
    return [
        JournalRow(
            seq=entry.seq,
            time=entry.time,
            actor=entry.actor,
            action=entry.action,
            data=listed_data(entry),
            undone_by=undone.get(entry.seq),
            hash=entry.hash,
        )
        for entry in ctx.store.read(slug, after=after)[:limit]
    ]
