"""Tie-breaks between tied players: who met whom, and where the last opponent stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from pareo.core.model.outcome import Outcome
from pareo.core.standings.tiebreaks.context import StandingsContext, TiebreakColumn
from pareo.core.standings.tiebreaks.parts import Options
from pareo.core.standings.tiebreaks.tiebreak import Groups, Tiebreak
from pareo.core.standings.tiebreaks.unplayed import forfeits_count


def head_to_head(context: StandingsContext, groups: Groups, _options: Options) -> TiebreakColumn:
    """Head to head: of exactly two tied who have met, the winner goes above (Play! Pokémon July 2019, 3.1.4.1).

    More than two, not met, or as many wins each (a draw, P-TB-7): not applied. A forfeit decides as a game does.
    """
    keys: dict[int, int] = {}
    for group in groups:
        if len(group) == 2:
            a, b = group
            wins = [
                sum(line.opponent == other and line.outcome.won for line in context.ledger.accounts[no].lines)
                for no, other in ((a, b), (b, a))
            ]
            if wins[0] != wins[1]:
                keys[a], keys[b] = (1, 0) if wins[0] > wins[1] else (0, 1)
    return TiebreakColumn(keys)


HEAD_TO_HEAD = Tiebreak(
    id="head-to-head",
    title="Head to head",
    short="Head to head",
    meaning="Two tied players who have met: the winner goes first.",
    per_group=head_to_head,
    options={"drawn": ("lot",)},
    column=False,
    decided="head to head",
    sentences=("Won the match between the two.", "Lost the match between the two."),
)


def direct_encounter(context: StandingsContext, groups: Groups, options: Options) -> TiebreakColumn:
    """Direct encounter: where all the tied have met one another, the points they made among themselves.

    `met = "fide"` (FIDE C.07, 6): only games on the table count, in a round robin forfeits too (C.07, 15); who would be
    alone at the top of the tied whatever the missing games had brought goes first, and so on down; those still level
    are compared again among themselves. `forfeits = "played"` (DE/P) counts forfeits in a Swiss too.
    """
    keys: dict[int, int] = {}
    for group in groups:
        if len(group) < 2:
            continue
        if options.get("met", "all") == "fide":
            parts = _by_direct_games(context, list(group), forfeits=forfeits_count(context, options))
            if len(parts) > 1:
                keys.update({no: len(parts) - place for place, part in enumerate(parts) for no in part})
            continue
        members = set(group)
        if all(members - {no} <= set(context.records[no].faced) for no in group):
            for no in group:
                keys[no] = sum(line.points for line in context.ledger.accounts[no].lines if line.opponent in members)
    return TiebreakColumn(keys)


def _by_direct_games(context: StandingsContext, group: list[int], *, forfeits: bool) -> list[list[int]]:
    """The tied, split as far as their own games split them, best first. Who met more than once counts with the mean."""
    if len(group) < 2:
        return [group]
    members, win = set(group), context.ruleset.points.get(Outcome.WIN, 0)
    points_made: dict[int, Fraction] = {}
    points_possible: dict[int, Fraction] = {}
    for no in group:
        games: dict[int, list[int]] = defaultdict(list)
        for line in context.ledger.accounts[no].lines:
            if line.opponent in members and (forfeits or line.outcome.played):
                games[line.opponent].append(line.points)
        points_made[no] = sum((Fraction(sum(points), len(points)) for points in games.values()), Fraction(0))
        points_possible[no] = points_made[no] + win * (len(members) - 1 - len(games))
    if points_made == points_possible or context.ledger.robin:
        parts = [
            [no for no in group if points_made[no] == level]
            for level in sorted(set(points_made.values()), reverse=True)
        ]
        if len(parts) == 1:
            return parts
        return [p for part in parts for p in _by_direct_games(context, part, forfeits=forfeits)]
    rest = sorted(group, key=lambda no: (-points_made[no], -points_possible[no], no))
    first: list[list[int]] = []
    while len(rest) > 1 and all(points_possible[no] < points_made[rest[0]] for no in rest[1:]):
        first.append([rest.pop(0)])
    return [*first, *_by_direct_games(context, rest, forfeits=forfeits)] if first else [group]


DIRECT_ENCOUNTER = Tiebreak(
    id="direct-encounter",
    title="Direct encounter",
    short="Direct",
    meaning="The points that the tied players made against one another.",
    per_group=direct_encounter,
    options={"met": ("all", "fide")},
    column=False,
    decided="direct encounter",
)


def last_opponent(context: StandingsContext, groups: Groups, _options: Options) -> TiebreakColumn:
    """The standing of the last opponent, the better first (Play! Pokémon 2009, 3.1.5.1). Keys: low goes first.

    The value that is shown is the place of the opponent who separated the player from the one above (or, at the top of
    the tied, from the one below); none where it separated nobody.

    Where the last opponents are tied too, their own last opponents decide, and so on: the table is refined until
    nothing moves. What is still tied then is a circle, or has nobody left to look at; the opponent before the last
    takes over there (P-TB-8, Choice). A last round without opponent is skipped in the same way.
    """
    faced = {no: record.faced[::-1] for no, record in context.records.items()}
    deepest = max((len(opponents_met) for opponents_met in faced.values()), default=0)
    table = [_Tied(list(group)) for group in groups]
    back = 0
    while back < deepest:
        refined = _refine(table, faced, back)
        back = back + 1 if len(refined) == len(table) else 0
        table = refined
    place = {no: index for index, tied in enumerate(table) for no in tied.numbers}
    keys = {no: place[no] for group in groups if len(group) > 1 for no in group}
    opponents: dict[int, int] = {}
    for tied, below in zip_longest(table, table[1:], fillvalue=_Tied([])):
        split = tied.split if tied.split is not None else below.split
        if split is not None:
            opponents |= {no: faced[no][split] for no in tied.numbers if split < len(faced[no])}
    return TiebreakColumn(keys, opponents=opponents)


class _Tied(NamedTuple):
    """Those still tied, and how many opponents back the one was who set them apart from those above."""

    numbers: list[int]
    split: int | None = None  # None: something else did


def _refine(table: list[_Tied], faced: dict[int, tuple[int, ...]], back: int) -> list[_Tied]:
    """Split every tied group by the place of the opponent so many rounds back; who has none goes last."""
    place = {no: index for index, tied in enumerate(table) for no in tied.numbers}
    refined: list[_Tied] = []
    for tied in table:
        if len(tied.numbers) == 1:
            refined.append(tied)
            continue
        parts: dict[int, list[int]] = defaultdict(list)
        for no in tied.numbers:
            parts[_place_of(faced[no], back, place)].append(no)
        first, *others = sorted(parts)
        refined += [_Tied(parts[first], tied.split), *(_Tied(parts[key], back) for key in others)]
    return refined


def _place_of(faced: Sequence[int], back: int, place: dict[int, int]) -> int:
    return place[faced[back]] if back < len(faced) else len(place)


LAST_OPPONENT = Tiebreak(
    id="last-opponent",
    title="Last opponent's standing",
    short="Last opponent",
    meaning="The player whose last opponent ranks higher goes first.",
    per_group=last_opponent,
    higher_first=False,
    column=False,
    decided="last opponent",
    sentences=("Place of the last opponent: %(number)s.",),
)
