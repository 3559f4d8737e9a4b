"""Tie-breaks between tied players: who met whom, and where the last opponent stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from pareo.core.model.outcome import Outcome
from pareo.core.standings.tiebreaks.context import StandingsContext, TiebreakColumn
from pareo.core.standings.tiebreaks.own_results import lot
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

    Where the last opponents are tied too, their own last opponents decide, and so on: the table is refined until
    nothing moves. What is still tied then is a circle, or has nobody left to look at. Two who were each other's last
    opponent are always a circle, whoever stands above: their own match cuts it (B-14, Choice), and until then they stay
    together. Elsewhere the opponent before the last takes over (P-TB-8, Choice), in the end the lot. A last round
    without opponent is skipped.

    The value that is shown is the place of the last opponent where that place set the player apart from the one above
    (or, at the top of the tied, from the one below). Where a circle was cut there is none; `cuts` says how.
    """
    faced = {no: record.faced[::-1] for no, record in context.records.items()}
    rivals = _decided_rivals(context, faced)
    deepest = max((len(opponents_met) for opponents_met in faced.values()), default=0)
    table = [_Tied(list(group)) for group in groups]
    back = 0
    while True:
        while back < deepest:
            refined = _refine(table, faced, back, rivals)
            if back == 0 and len(refined) == len(table):
                refined = _cut_pairs(table, rivals)
            back = back + 1 if len(refined) == len(table) else 0
            table = refined
        refined = table if context.ruleset.shared_places else _cut_by_lot(table, rivals, lot(context, {}).keys)
        if len(refined) == len(table):
            break
        table, back = refined, 0
    place = {no: index for index, tied in enumerate(table) for no in tied.numbers}
    keys = {no: place[no] for group in groups if len(group) > 1 for no in group}
    opponents, cuts = _shown(table, faced, place)
    return TiebreakColumn(keys, opponents=opponents, cuts=cuts)


PLACE, WON, LOST, BEFORE, LOT = "place", "match-won", "match-lost", "before", "lot"


class _Tied(NamedTuple):
    """Those still tied, and what set them apart from those above, among the tied of the beginning."""

    numbers: list[int]
    cut: str | None = None  # None: something else did, before this tie-break


def _decided_rivals(context: StandingsContext, faced: dict[int, tuple[int, ...]]) -> dict[int, int]:
    """Who were each other's last opponent, in a match that one of them won: player → the one who won it."""
    winner_of: dict[int, int] = {}
    for no, opponents_met in faced.items():
        other = opponents_met[0] if opponents_met else None
        if other is None or faced.get(other, ())[:1] != (no,):
            continue
        last = next(line for line in reversed(context.ledger.accounts[no].lines) if line.opponent == other)
        if last.outcome.won:
            winner_of[no] = winner_of[other] = no
    return winner_of


def _refine(table: list[_Tied], faced: dict[int, tuple[int, ...]], back: int, rivals: dict[int, int]) -> list[_Tied]:
    """Split every tied group by the place of the opponent so many rounds back; who has none goes last.

    Beyond the last opponent, rivals whose match will cut their circle count as the winner of it: they stay together.
    """
    place = {no: index for index, tied in enumerate(table) for no in tied.numbers}
    refined: list[_Tied] = []
    for tied in table:
        if len(tied.numbers) == 1:
            refined.append(tied)
            continue
        parts: dict[int, list[int]] = defaultdict(list)
        for unit in _units(tied.numbers, rivals).values() if back else ([no] for no in tied.numbers):
            parts[_place_of(faced[unit[0]], back, place)] += unit
        first, *others = sorted(parts)
        cut = BEFORE if back else PLACE
        refined += [_Tied(parts[first], tied.cut), *(_Tied(parts[key], cut) for key in others)]
    return refined


def _units(numbers: Sequence[int], rivals: dict[int, int]) -> dict[int, list[int]]:
    """The tied one by one, but two rivals among them together, the winner first."""
    units: dict[int, list[int]] = {}
    tied = set(numbers)
    for no in numbers:
        winner = rivals.get(no, no)
        both = winner != no and winner in tied
        units.setdefault(winner if both else no, [winner] if both else [no])
        if both:
            units[winner].append(no)
    return units


def _place_of(faced: Sequence[int], back: int, place: dict[int, int]) -> int:
    return place[faced[back]] if back < len(faced) else len(place)


def _cut_pairs(table: list[_Tied], rivals: dict[int, int]) -> list[_Tied]:
    """Two tied players who were each other's last opponent: the winner of their match goes above."""
    refined: list[_Tied] = []
    for tied in table:
        units = _units(tied.numbers, rivals) if len(tied.numbers) == 2 else {}
        if len(units) == 1:
            ((winner, loser),) = units.values()
            refined += [_Tied([winner], tied.cut), _Tied([loser], LOST)]
        else:
            refined.append(tied)
    return refined


def _cut_by_lot(table: list[_Tied], rivals: dict[int, int], lots: dict[int, int]) -> list[_Tied]:
    """Rivals among others with whom nothing sets them apart: the lot says who goes first, and they stay together."""
    refined: list[_Tied] = []
    for tied in table:
        units = _units(tied.numbers, rivals) if len(tied.numbers) > 1 else {}
        if not units or len(units) == len(tied.numbers):
            refined.append(tied)
            continue
        first, *others = sorted(units.values(), key=lambda unit: min(lots[no] for no in unit))
        refined += [_Tied(first, tied.cut), *(_Tied(unit, LOT) for unit in others)]
    return refined


def _shown(
    table: list[_Tied], faced: dict[int, tuple[int, ...]], place: dict[int, int]
) -> tuple[dict[int, int], dict[int, str]]:
    """The last opponents whose places are shown, and how the others were set apart.

    Inside the tied of the beginning no place is better than one above it.
    """
    opponents: dict[int, int] = {}
    cuts: dict[int, str] = {}
    worst = -1  # the place shown last among the tied of the beginning
    for tied, below in zip_longest(table, table[1:], fillvalue=_Tied([])):
        worst = -1 if tied.cut is None else worst
        cut = WON if below.cut == LOST else tied.cut if tied.cut is not None else below.cut
        last = {faced[no][0] for no in tied.numbers if faced[no]}
        for no in tied.numbers:
            # Of several still tied nobody knows yet whose opponent will stand higher.
            if cut == PLACE and faced[no] and len(last) == 1 and place[faced[no][0]] > worst:
                opponents[no] = faced[no][0]
            elif cut is not None and cut != PLACE:
                cuts[no] = cut
        worst = max([worst, *(place[opponents[no]] for no in tied.numbers if no in opponents)])
    return opponents, cuts


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
    cuts={
        WON: "They were each other's last opponents: won the match between the two.",
        LOST: "They were each other's last opponents: lost the match between the two.",
        BEFORE: "The last opponents did not separate them: the opponent before did.",
        LOT: "The last opponents did not separate them: the lot did.",
    },
)
