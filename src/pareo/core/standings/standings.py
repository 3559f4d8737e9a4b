"""Standings: everybody in order, and for each place what decided it.

`standings(ledger, ruleset)` puts points first, then the ruleset's tie-breaks in order; a ruleset may say that the
tie-breaks alone decide (S-NAT-1: total Scrabble points). The table starts as one group of tied players and each
criterion splits the groups that are left; the criterion that splits two neighbours is what decided between them.
Nothing here knows a game, a name or a round in progress.

Choices: disqualified players are ranked after everybody else, or have no place where the ruleset says so; who left a
round robin of chess too early has none either. Where a ruleset has no shared places and its tie-breaks
leave a tie, the lot decides, after what was decided outside. `decided_by` says "points", "disqualified", the id of a
tie-break, or "shared" for those who share the place of the one above.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, groupby, repeat
from operator import add, itemgetter
from typing import NamedTuple

from pareo.core.model.ruleset import Ruleset, TiebreakUse
from pareo.core.standings.player_records import Ledger
from pareo.core.standings.tiebreaks.context import ScoreCounts, StandingsContext, TiebreakColumn, Value, build_context
from pareo.core.standings.tiebreaks.own_results import PLAY_OFF, lot, play_off, points
from pareo.core.standings.tiebreaks.registry import check_use, find_tiebreak

Key = int | Fraction
SHARED = "shared"
SECTION_PLACE = "section-place"


class Heading(NamedTuple):
    """The heading of a column of tie-break values; one for the whole table."""

    id: str
    denominator: int
    places: int
    shown: Mapping[int, int] | None = None  # what is shown for each entrant where it is not the key
    cuts: Mapping[int, str] | None = None  # how else entrants were set apart (`Tiebreak.cuts`)


class Standing(NamedTuple):
    """One entrant's place. `values` are in the order of the ruleset's tie-breaks."""

    rank: int
    no: int
    points: int  # smallest unit, carried points included
    wins: int  # over the rounds that gave the points, an earlier day's too
    losses: int
    ties: int
    keys: tuple[int | None, ...]  # numerators of the values; None where a tie-break was not applied to the entrant
    headings: tuple[Heading, ...]
    decided_by: str | None  # what decided against the one above; None for the first
    disqualified: bool = False

    @property
    def values(self) -> tuple[Value, ...]:
        """The tie-breaks' values. Built on demand: most readers of a large table never look at most of them."""
        return tuple(
            Value(id_, key if shown is None else shown.get(self.no), denominator, places)
            for key, (id_, denominator, places, shown, _) in zip(self.keys, self.headings, strict=True)
        )


class StandingsTable:
    """Groups of tied players, best first, and what set each group apart from the one above."""

    __slots__ = ("decided", "groups", "size")

    def __init__(self, numbers: Sequence[int]) -> None:
        self.groups: list[list[int]] = [list(numbers)] if numbers else []
        self.size = len(numbers)
        self.decided: list[str | None] = [None] * len(self.groups)

    @property
    def tied(self) -> bool:
        return len(self.groups) < self.size

    def split(self, criterion: str, keys: Mapping[int, Key], *, higher_first: bool) -> None:
        """Split every tied group that has keys; who has none goes last. Members with equal keys keep their order."""
        if not self.tied or not keys:
            return
        everybody = len(keys) >= self.size
        groups: list[list[int]] = []
        decided: list[str | None] = []
        for group, reason in zip(self.groups, self.decided, strict=True):
            with_key = group if everybody else [no for no in group if no in keys]
            if len(group) == 1 or not with_key:
                groups.append(group)
                decided.append(reason)
                continue
            key_of = keys.__getitem__
            parts = [list(part) for _, part in groupby(sorted(with_key, key=key_of, reverse=higher_first), key_of)]
            if len(with_key) < len(group):
                parts.append([no for no in group if no not in keys])
            groups += parts
            decided += [reason, *[criterion] * (len(parts) - 1)]
        self.groups, self.decided = groups, decided

    def places(self) -> tuple[list[int], list[int], list[str | None]]:
        """Ranks, numbers and what decided, from the top; what is tied shares the place: 1, 1, 3 (S-17)."""
        if not self.tied:
            return list(range(1, self.size + 1)), [no for (no,) in self.groups], self.decided
        ranks: list[int] = []
        reasons: list[str | None] = []
        for group, reason in zip(self.groups, self.decided, strict=True):
            ranks += [len(ranks) + 1] * len(group)
            reasons += [reason, *[SHARED] * (len(group) - 1)]
        return ranks, list(chain.from_iterable(self.groups)), reasons


def standings(ledger: Ledger, ruleset: Ruleset) -> tuple[Standing, ...]:
    """The standings: everybody of the ledger by points and the ruleset's tie-breaks, with what decided each place."""
    context = build_context(ledger, ruleset)
    records = context.records
    table = StandingsTable(sorted(records))
    unplaced = {
        no: 2 if account.unranked else 1
        for no, account in ledger.accounts.items()
        if account.disqualified or account.unranked
    }
    if unplaced:
        table.split("disqualified", {no: unplaced.get(no, 0) for no in records}, higher_first=False)
    if ruleset.points_lead:
        table.split("points", points(context, {}).keys, higher_first=True)
    columns = [_apply(use, context, table) for use in ruleset.tiebreaks]
    if table.tied and ledger.outside:
        table.split(PLAY_OFF.id, play_off(context, {}).keys, higher_first=False)
    if table.tied and not ruleset.shared_places:
        table.split("lot", lot(context, {}).keys, higher_first=False)
    ranks, numbers, reasons = table.places()
    headings = tuple(
        Heading(name, column.denominator, column.places, _places_of(column.opponents, ranks, numbers), column.cuts)
        for name, column in columns
    )
    keys = zip(*(map(column.keys.get, numbers) for _, column in columns), strict=True) if columns else repeat(())
    counts = _counts(ledger, records, numbers)
    new = tuple.__new__  # Standing(...) takes half as long again, four thousand times
    rows = [
        new(Standing, (rank, no, *count, key, headings, reason, no in unplaced))
        for rank, no, count, key, reason in zip(ranks, numbers, counts, keys, reasons, strict=False)
    ]
    return tuple(rows if 2 not in unplaced.values() else [row for row in rows if unplaced.get(row.no) != 2])


def _places_of(
    opponents: Mapping[int, int] | None, ranks: Sequence[int], numbers: Sequence[int]
) -> Mapping[int, int] | None:
    """The final place of the opponent that each entrant is shown with; None where there are none."""
    if opponents is None:
        return None
    rank_of = dict(zip(numbers, ranks, strict=True))
    return {no: rank_of[opponent] for no, opponent in opponents.items()}


def _counts(ledger: Ledger, records: Mapping[int, ScoreCounts], numbers: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """Points, wins, losses and ties of each: where points were brought along, so is what they were won with."""
    counts_here: Iterable[tuple[int, ...]] = map(itemgetter(slice(4)), map(records.__getitem__, numbers))
    if any(account.adjusted for account in ledger.accounts.values()):
        more = (ledger.accounts[no].adjusted for no in numbers)
        counts_here = [(points + extra, *counts) for (points, *counts), extra in zip(counts_here, more, strict=True)]
    if not any(any(account.before) for account in ledger.accounts.values()):
        return counts_here
    before = (ledger.accounts[no].before for no in numbers)
    return ((points, *map(add, counts, more)) for (points, *counts), more in zip(counts_here, before, strict=True))


def _apply(use: TiebreakUse, context: StandingsContext, table: StandingsTable) -> tuple[str, TiebreakColumn]:
    """Split the table by one tie-break; its values for everybody it applied to."""
    tiebreak = check_use(use)
    if tiebreak.per_player is not None:
        column = tiebreak.per_player(context, use.options)
    elif tiebreak.per_group is not None and table.tied:
        column = tiebreak.per_group(context, table.groups, use.options)
    else:
        column = TiebreakColumn({})
    table.split(use.id, column.keys, higher_first=tiebreak.higher_first)
    return use.id, column


def not_applied(rows: Sequence[Standing]) -> tuple[str, ...]:
    """Tie-breaks that count something for each player, and had to be dropped for all of them (FIDE C.07, 10)."""
    return tuple(
        heading.id
        for at, heading in enumerate(rows[0].headings if rows else ())
        if find_tiebreak(heading.id).per_player is not None and all(row.keys[at] is None for row in rows)
    )


def rank_division(table: Sequence[Standing], members: Collection[int]) -> tuple[Standing, ...]:
    """The standings of some of the players, in the same order, ranked among themselves (P-AGE-5)."""
    chosen = members if isinstance(members, (set, frozenset)) else frozenset(members)
    rows: list[Standing] = []
    between: list[str] = []
    for standing in table:
        if standing.decided_by is not None:
            between.append(standing.decided_by)
        if standing.no not in chosen:
            continue
        reason = _first_reason(between, rows[-1], standing) if rows else None
        rank = rows[-1].rank if reason == SHARED else len(rows) + 1
        rows.append(standing._replace(rank=rank, decided_by=reason))
        between = []
    return tuple(rows)


def _first_reason(between: list[str], above: Standing, row: Standing) -> str:
    """What separated two players with others between them: the earliest criterion that split any of the neighbours.

    Where all of day 2 stand above the others, their points need not be more (PN-PH2-3)."""
    tiebreaks = [heading.id for heading in row.headings]
    order = ["bracket", "cut", "disqualified", "points", "day2", *tiebreaks]
    order += [PLAY_OFF.id, "lot", SECTION_PLACE, SHARED]
    if "day2" in between and above.points <= row.points:
        order.remove("points")
        order.append("points")
    return min(between, key=order.index)


def merge_by_standing(tables: Sequence[Sequence[Standing]], ruleset: Ruleset) -> tuple[Standing, ...]:
    """One list of several sections, by points and the same tie-breaks (P-SEC-5).

    Tie-breaks between tied players (head to head) compare nobody across sections: they order those tied only with
    players of their own section, as they stand there. What is tied in the end keeps the order of the section places.
    """
    section = {row.no: index for index, table in enumerate(tables) for row in table}
    row_of = {row.no: row for table in tables for row in table}
    merged = StandingsTable(sorted(row_of))
    merged.split("disqualified", {no: int(row.disqualified) for no, row in row_of.items()}, higher_first=False)
    if ruleset.points_lead:
        merged.split("points", {no: row.points for no, row in row_of.items()}, higher_first=True)
    for index, use in enumerate(ruleset.tiebreaks):
        tiebreak = find_tiebreak(use.id)
        comparable = [
            no
            for group in merged.groups
            if tiebreak.per_player is not None or len({section[no] for no in group}) == 1
            for no in group
        ]
        values = {no: _comparable(row_of[no], index) for no in comparable}
        keys = {no: value for no, value in values.items() if value is not None}
        merged.split(use.id, keys, higher_first=tiebreak.higher_first)
    if not ruleset.shared_places:
        merged.split(SECTION_PLACE, {no: row.rank for no, row in row_of.items()}, higher_first=False)
        merged.split(SECTION_PLACE, {no: no for no in row_of}, higher_first=False)
    places = zip(*merged.places(), strict=True)
    return tuple(row_of[no]._replace(rank=rank, decided_by=reason) for rank, no, reason in places)


def _comparable(row: Standing, index: int) -> Key | None:
    """A tie-break value that can be compared across tables, whose denominators differ."""
    key = row.keys[index]
    return None if key is None else Fraction(key, row.headings[index].denominator)
