"""Standing tables: who is where after a round, through Swiss, day 2 and the bracket.

One table per pod that players entered; sections of a division become one table once they have a common cut, and a
shared pod becomes one table per division once each division has its own bracket.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pareo.core.model.entities import Phase, Pod, Round
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing import double
from pareo.core.pairing.bracket import places
from pareo.core.standings.player_records import Ledger, PlayerRecord
from pareo.core.standings.standings import SHARED, Standing, merge_by_standing, rank_division, standings
from pareo.core.tournament.progress import bracket_round, counted_rounds
from pareo.core.tournament.records import ledger_of, lines_of
from pareo.core.tournament.tournament import ELIMINATION, Tournament

BRACKET = "bracket"  # what decided a place of the cut
CUT = "cut"  # in the cut, above everybody outside (P-CUT-3)
SECOND_DAY = "day2"  # on day 2, above others: all of them, or those with the same points (PN-PH2-3, B-12)


@dataclass(frozen=True, slots=True)
class StandingTable:
    """A table of standings: the places of all who are ranked together."""

    id: str
    pods: tuple[str, ...]  # pods that players entered
    rows: tuple[Standing, ...]
    division: str = ""  # a table of one division of a shared pod
    unranked: tuple[int, ...] = ()  # who has no place: in the cross table only (F-49, F-65)


def tables(t: Tournament, *, after: int | None = None, lots: Mapping[int, int] | None = None) -> list[StandingTable]:
    """All tables after a round (None: after the last one that counts)."""
    result: list[StandingTable] = []
    seen: set[str] = set()
    for root in t.root_pods():
        if root.id in seen:
            continue
        if root.phase is Phase.ELIMINATION:
            result.append(StandingTable(root.id, (root.id,), _bracket_only(t, root, after, lots)))
            continue
        cuts = [
            p for p in t.pods.values() if p.phase is Phase.CUT and _comes_from(t, p, root.id) and _has_begun(p, after)
        ]
        together = _sections_of(t, root, cuts)
        seen |= {p.id for p in together}
        swiss = [_swiss_table(t, p, after, lots) for p in together]
        base = swiss[0] if len(swiss) == 1 else merge_by_standing(swiss, t.ruleset)
        name = root.id if len(together) == 1 else root.id.rsplit("-", 1)[0]
        pods = tuple(p.id for p in together)
        split = [p for p in cuts if set(p.divisions) != set(root.divisions)]
        if not split:
            rows = _with_bracket(t, cuts[0], base, after) if cuts else base
            ranked = {row.no for row in rows}
            out = tuple(no for p in together for no in p.members if no not in ranked)
            result.append(StandingTable(name, pods, rows, unranked=out))
            continue
        for division in root.divisions:
            part = rank_division(base, [row.no for row in base if t.entrants[row.no].division == division])
            cut = next((p for p in split if division in p.divisions), None)
            rows = _with_bracket(t, cut, part, after) if cut is not None else part
            result.append(StandingTable(division, pods, rows, division))
    return result


def last_counted(t: Tournament, table: StandingTable, after: int | None = None) -> int:
    """The round after which a table stands: the last one that counts in its pods and in the phases that follow them; 0
    before any."""
    own = [
        p
        for p in t.pods.values()
        if any(_comes_from(t, p, root) for root in table.pods)
        and (not table.division or not p.divisions or table.division in p.divisions)
    ]
    return max((r.number for p in own for r in counted_rounds(t, p, after)), default=0)


def _comes_from(t: Tournament, cut: Pod, root: str) -> bool:
    return any(p.id == root for p in t.chain(cut))


def _has_begun(pod: Pod, after: int | None) -> bool:
    return after is None or after >= pod.first_round


def _sections_of(t: Tournament, root: Pod, cuts: Sequence[Pod]) -> list[Pod]:
    """The root alone, or all sections that feed the same cut."""
    if not cuts or root.section is None:
        return [root]
    ids = {p.id for cut in cuts for p in t.chain(cut)}
    return [p for p in t.root_pods() if p.id in ids]


def _swiss_table(t: Tournament, root: Pod, after: int | None, lots: Mapping[int, int] | None) -> tuple[Standing, ...]:
    """Day 1 with the players of day 2 in that day's order: on top, or by points among all (P-TB-9, PN-PH2-3, B-12)."""
    first = standings(ledger_of(t, root, after=after, lots=lots), t.ruleset)
    second = second_day(t, root, after)
    if second is None:
        return first
    top = standings(ledger_of(t, second, after=after, lots=lots), t.ruleset)
    rules = t.ruleset.second_day
    by_points = rules is not None and rules.ranking == "points" and rules.carry_points
    return _merge_by_points(top, first) if by_points else stack_tables(top, first, SECOND_DAY)


def second_day(t: Tournament, root: Pod, after: int | None) -> Pod | None:
    """Day 2 of the players of a pod, once a round of it counts: it ranks them from then on (P-TB-9)."""
    return next((p for p in t.successors(root.id) if p.phase is Phase.DAY2 and counted_rounds(t, p, after)), None)


def _merge_by_points(second: Sequence[Standing], first: Sequence[Standing]) -> tuple[Standing, ...]:
    """Both days in one order: by points, and on equal points who played the second day first (2019, 3.3.6; B-12).

    Who left after day 1 with more points than others have at the end stands above them. Among players of the same day
    its own tie-breaks decide; percentages start again on the second, so that those of two days are not compared.
    """
    played = {row.no for row in second}
    rest = rank_division(first, [row.no for row in first if row.no not in played])
    merged = sorted((*second, *rest), key=lambda row: (row.disqualified, -row.points, row.no not in played))
    rows: list[Standing] = []
    for place, row in enumerate(merged, 1):
        above = rows[-1] if rows else None
        reason = row.decided_by
        if above is None:
            reason = None
        elif row.disqualified and not above.disqualified:
            reason = "disqualified"
        elif above.points != row.points:
            reason = "points"
        elif (above.no in played) != (row.no in played):
            reason = SECOND_DAY
        rank = rows[-1].rank if rows and reason == SHARED else place
        rows.append(row._replace(rank=rank, decided_by=reason))
    return tuple(rows)


def stack_tables(top: Sequence[Standing], base: Sequence[Standing], reason: str) -> tuple[Standing, ...]:
    """The top rows, then the rest of the base below them in its own order: those outside keep their place (P-CUT-2)."""
    above = {row.no for row in top}
    rest = rank_division(base, [row.no for row in base if row.no not in above])
    rows = list(top)
    for i, row in enumerate(rest):
        rows.append(row._replace(rank=row.rank + len(top), decided_by=reason if i == 0 else row.decided_by))
    return tuple(rows)


def _with_bracket(t: Tournament, cut: Pod, base: Sequence[Standing], after: int | None) -> tuple[Standing, ...]:
    """The cut's players by the bracket, everybody else as in the Swiss."""
    rounds = counted_rounds(t, cut, after)
    by_no = {row.no: row for row in base}
    top: list[Standing] = []
    for place, no in _bracket_places(cut, rounds):
        if no not in by_no:  # sent away, and without a place
            continue
        reason = None if not top else BRACKET if rounds else _seeded_by(t.ruleset, top[-1], by_no[no])
        top.append(by_no[no]._replace(rank=place, decided_by=reason))
    if not rounds:  # nothing played yet: the seeds are the places
        top = [row._replace(rank=i) for i, row in enumerate(top, 1)]
    return stack_tables(top, base, CUT)


def _seeded_by(ruleset: Ruleset, above: Standing, row: Standing) -> str | None:
    """What put one seed below another before the elimination is played (X-12)."""
    if not ruleset.cut.order:
        return row.decided_by
    if ruleset.points_lead and above.points != row.points:
        return "points"
    index = {heading.id: i for i, heading in enumerate(row.headings)}
    differs = (one for one in ruleset.cut.order if one in index and above.keys[index[one]] != row.keys[index[one]])
    return next(differs, CUT)


def _bracket_only(t: Tournament, root: Pod, after: int | None, lots: Mapping[int, int] | None) -> tuple[Standing, ...]:
    """Pure elimination: places by who beat whom (P-SE-5)."""
    counted = counted_rounds(t, root, after)
    lines = lines_of(t.ruleset, counted)
    seats = {no: seat for seat, no in enumerate(t.player_list_order(), 1)}
    accounts = {
        no: PlayerRecord(no, tuple(lines.get(no, ())), t.entrants[no].division, seat=seats[no]) for no in root.members
    }
    ledger = Ledger(accounts, tuple(r.number for r in counted), root.planned, lots or {})
    by_no = {row.no: row for row in standings(ledger, t.ruleset)}
    return tuple(
        by_no[no]._replace(rank=place, decided_by=None if i == 0 else BRACKET)
        for i, (place, no) in enumerate(_bracket_places(root, counted))
    )


def _bracket_places(pod: Pod, counted: Sequence[Round]) -> tuple[tuple[int, int], ...]:
    """(place, entrant) by the bracket as it was played; raises where its matches do not fit its seeds."""
    rounds = [bracket_round(r) for r in counted]
    if pod.phase is Phase.CUT:
        return places(pod.members, rounds, by="swiss", third_place=pod.third_place)
    if pod.double:
        return double.places(pod.members, rounds)
    return places(pod.members, rounds, by="victor", third_place=pod.third_place)


def check_brackets(t: Tournament) -> None:
    """Raises where the matches of a bracket do not fit its seeds. Nobody outside it is ranked for that."""
    for pod in t.pods.values():
        if pod.phase in ELIMINATION:
            _bracket_places(pod, counted_rounds(t, pod))


def division_tables(t: Tournament, table: StandingTable) -> list[StandingTable]:
    """The table of a shared pod once more per division (P-AGE-5); empty where there is only one."""
    divisions = t.pods[table.pods[0]].divisions
    if table.division or len(divisions) < 2:
        return []
    result = []
    for division in divisions:
        members = [row.no for row in table.rows if t.entrants[row.no].division == division]
        if members:
            rows = rank_division(table.rows, members)
            result.append(StandingTable(f"{table.id}/{division}", table.pods, rows, division))
    return result


def per_division(t: Tournament, tables: Iterable[StandingTable]) -> list[StandingTable]:
    """The tables with the places that count: the best of each division wins it, whatever the joint place of a shared
    pod (Play! Pokémon July 2019, 3.1.2)."""
    return [part for table in tables for part in division_tables(t, table) or [table]]


def with_joint_tables(t: Tournament, tables: Iterable[StandingTable]) -> list[StandingTable]:
    """The tables per division, and after the divisions of a shared pod its joint table."""
    return [part for table in tables for part in (*division_tables(t, table), table)]
