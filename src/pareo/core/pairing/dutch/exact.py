"""Brackets whose bounds are not reached: cheapest matchings with the criteria, then the order, as digits.

`solve_region` and `solve_bracket` give a `Solution`. The vertices of a region are the bracket's MDPs, its residents,
then what stands for everything below: a place for the floater (`bracket_region`), or the players there themselves, down
to a *deep* group for which a few places stand (`whole_region`). `costs` holds the criteria of each pair (`criteria`),
None where two cannot be paired. Two matchings are made: one with the order of the MDPs (limbo first, then their
opponents, 3.2.2), which fixes their pairs, and one of what remains with the order of its candidates (`order`).

A group is deep if, whoever of up to `q` from above is paired into it, everything from it downwards can be completed at
the least that parity allows: everybody above has more than q opponents in it; every one of its n members has at least
(n + q + 3) / 2 opponents in it, so that what is left has a Hamilton circuit (Dirac); and if one of them is needed
further down, more than 2q + 1 of them would do. From the second group below the bracket on all that follow may be taken
together, since no criterion tells them apart: where clubs fill single groups, the field as a whole is still deep. If
the best matching uses all but one of the q places the answer is not used: the places are too few.
"""

from __future__ import annotations

from dataclasses import dataclass

from pareo.core.pairing.dutch.bitgraph import FREE, bits, mask_of, maximum
from pareo.core.pairing.dutch.bracket import Pair, ScoreBracket
from pareo.core.pairing.dutch.criteria import DutchWeights
from pareo.core.pairing.dutch.order import OrderDigits, Remainder
from pareo.core.pairing.dutch.unpaired import Unpaired
from pareo.core.pairing.matching import WeightedMatching, match_all

MOST_VERTICES = 260  # a region beyond it is not solved here: minutes instead of a second
_PLACES = (8, 16, 32)
_SMALL = 12  # a group up to here is taken in as it is

Costs = list[list[int | None]]


class TooLarge(Exception):
    """A region has more players than are solved at once: from the bracket's level down to the last one included."""

    def __init__(self, top: int, bottom: int, players: int) -> None:
        super().__init__(f"levels {top} to {bottom}: {players} players")
        self.top, self.bottom, self.players = top, bottom, players


@dataclass(frozen=True, slots=True)
class Region:
    """What one matching solves. Vertices: MDPs, residents, then those below and places."""

    bracket: ScoreBracket
    players: list[int]  # of the vertices; places have none
    places: int
    costs: Costs
    floaters: int | None = None  # how many float, where that is known


@dataclass(frozen=True, slots=True)
class Solution:
    """The solution of a region: the pairs inside the bracket, who floats, and the duals that prove it."""

    pairs: list[Pair]
    floaters: list[int]
    exchanged: bool
    duals: tuple[WeightedMatching, ...]


# -- regions ---------------------------------------------------------------------------------------------------------


def bracket_region(unpaired: Unpaired, bracket: ScoreBracket, floaters: int) -> Region | None:
    """The bracket alone, with a place for one of `floaters`; None where C6 to C8 are then not at their bounds."""
    residents = mask_of(bracket.residents)
    legal = [0] * (unpaired.size + 1)
    for i in bracket.mdps:
        legal[i] = unpaired.adj[i] & residents
    for i in bracket.residents:
        legal[i] = unpaired.adj[i] & bracket.everybody
    alive, slot = bracket.everybody, unpaired.size
    if floaters:
        alive |= 1 << slot
        legal[slot] = floaters
        for i in bits(floaters):
            legal[i] |= 1 << slot
    if maximum(legal, alive, [FREE] * (unpaired.size + 1)):
        return None
    players = [*bracket.mdps, *bracket.residents]
    places = 1 if floaters else 0
    gives_bye = bracket.level == unpaired.bye_level
    weights = _weights(unpaired, bracket, len(players) + places, bye_counts=gives_bye)
    costs: Costs = [[None] * (len(players) + places) for _ in range(len(players) + places)]
    for x, i in enumerate(players):
        for y in range(x):
            if legal[i] >> players[y] & 1:
                _set_cost(costs, x, y, weights.inside_cost(i, players[y]))
        if floaters >> i & 1:
            _set_cost(costs, x, len(players), weights.out_cost(i, bracket.level - 1, has_bye=gives_bye))
    return Region(bracket, players, places, costs, places)


def whole_region(unpaired: Unpaired, bracket: ScoreBracket, q: int) -> tuple[Region, int]:
    """The bracket with what is below, down to a group that is deep for `q` places; and the last level included."""
    players = [*bracket.mdps, *bracket.residents]
    level, places = bracket.level - 1, 0
    while level >= 0:
        group = unpaired.groups[level]
        need = min(len(players), q)
        if level > 0 and group.bit_count() > _SMALL and _is_deep(unpaired, level, players, need):
            places = need
            break
        if 0 < level < bracket.level - 1 and _all_below_is_deep(unpaired, level, players, need):
            players += bits(
                unpaired.groups[0] if not unpaired.adj[unpaired.bye] & unpaired.below.players(level + 1) else 0
            )
            places = need
            break
        players += bits(group)
        level -= 1
    places += (len(players) + places) % 2 if places else 0
    if len(players) > MOST_VERTICES:
        raise TooLarge(bracket.level, level + 1, len(players))
    weights = _weights(unpaired, bracket, len(players) + places, bye_counts=_bye_counts(unpaired, bracket))
    costs: Costs = [[None] * (len(players) + places) for _ in range(len(players) + places)]
    for x, i in enumerate(players):
        for y in range(x):
            if unpaired.adj[i] >> players[y] & 1 and x >= len(bracket.mdps):
                _set_cost(costs, x, y, _pair_cost(unpaired, weights, bracket.level, players[y], i))
        for place in range(len(players), len(costs)) if i != unpaired.bye else ():
            own_level = unpaired.level[i]
            _set_cost(
                costs,
                x,
                place,
                weights.out_cost(i, level) if own_level >= bracket.level else weights.below_cost(own_level, level),
            )
    for place in range(len(players), len(costs)):
        for other in range(len(players), place):
            _set_cost(costs, place, other, 0)
    return Region(bracket, players, places, costs), level + 1


def _pair_cost(unpaired: Unpaired, weights: DutchWeights, level: int, higher: int, lower: int) -> int:
    if unpaired.level[lower] >= level:
        return weights.inside_cost(higher, lower)
    if unpaired.level[higher] >= level:
        return weights.out_cost(higher, unpaired.level[lower], has_bye=lower == unpaired.bye)
    return weights.below_cost(unpaired.level[higher], unpaired.level[lower])


def _weights(unpaired: Unpaired, bracket: ScoreBracket, vertices: int, *, bye_counts: bool) -> DutchWeights:
    steps = unpaired.level[bracket.mdps[0]] - bracket.level if bracket.mdps else 0
    return DutchWeights(unpaired.field.players, bracket.level, steps=steps, vertices=vertices, bye_counts=bye_counts)


def _bye_counts(unpaired: Unpaired, bracket: ScoreBracket) -> bool:
    """C9 is of this bracket: it can be the one that gives the bye, everything below being paired without it."""
    if not unpaired.bye_level or bracket.level > unpaired.bye_level:
        return False
    if bracket.level == 1:
        return True
    return unpaired.pairs_up(bracket.everybody | 1 << unpaired.bye) and unpaired.pairs_up_without_bye(bracket.level)


def _is_deep(unpaired: Unpaired, level: int, above: list[int], q: int) -> bool:
    adj, group = unpaired.adj, unpaired.groups[level]
    size = group.bit_count()
    if size < 2 * q or any(2 * (adj[v] & group).bit_count() < size + q + 3 for v in bits(group)):
        return False
    if any((adj[i] & group).bit_count() <= q for i in above):
        return False
    left_over = unpaired.below.left_over(level)
    if not left_over:
        return True
    if left_over.bit_count() != 1:
        return False
    near = unpaired.below.replaceable_at_once(level)
    return sum(1 for v in bits(group) if adj[v] & near) > 2 * q + 1


def _all_below_is_deep(unpaired: Unpaired, level: int, above: list[int], q: int) -> bool:
    """Can everybody up to this level be paired among themselves, whoever of up to q is taken away?"""
    adj, bye = unpaired.adj, 1 << unpaired.bye
    everybody = unpaired.below.players(level + 1) & ~bye
    bye_eligible = adj[unpaired.bye] & everybody if unpaired.groups[0] else 0  # one of them rests
    if bye_eligible and bye_eligible.bit_count() <= q + 1:
        return False
    size, absent = everybody.bit_count(), q + (2 if bye_eligible else 0)
    if size < 2 * absent or any((adj[i] & everybody).bit_count() <= q for i in above):
        return False
    return all(2 * (adj[v] & everybody).bit_count() >= size + absent + 3 for v in bits(everybody))


def _set_cost(costs: Costs, x: int, y: int, cost: int) -> None:
    costs[x][y] = costs[y][x] = cost


# -- cheapest matchings ----------------------------------------------------------------------------------------------


def solve_region(unpaired: Unpaired, bracket: ScoreBracket) -> tuple[Solution, int]:
    """The best pairing of a bracket with what is below it, and how many vertices that took. TooLarge: too many."""
    for q in _PLACES:
        region, bottom = whole_region(unpaired, bracket, q)
        solution, used = _solve(region)
        enough = not region.places or region.places >= len(region.players) or used < region.places - 1
        if enough:
            return solution, len(region.costs)
    raise TooLarge(bracket.level, bottom, len(region.players))


def solve_bracket(region: Region) -> Solution:
    """The best pairing of a bracket whose floater, if any, is known to leave the rest at its bounds."""
    return _solve(region)[0]


def solve_order(remainder: Remainder) -> Solution:
    """The first candidate of a remainder in the tight graph, however many are exchanged."""
    players, places = remainder.residents, 0 if remainder.slot is None else 1
    if len(players) > MOST_VERTICES:
        raise TooLarge(remainder.level, remainder.level, len(players))
    costs: Costs = [[None] * (len(players) + places) for _ in range(len(players) + places)]
    for x, i in enumerate(players):
        for y in range(x):
            if remainder.adj[i] >> players[y] & 1:
                _set_cost(costs, x, y, 0)
        if remainder.slot is not None and remainder.adj[remainder.slot] >> i & 1:
            _set_cost(costs, x, len(players), 0)
    return _solve(Region(ScoreBracket.of(remainder.level, [], mask_of(players)), players, places, costs, places))[0]


def _solve(region: Region) -> tuple[Solution, int]:
    """The solution, and how many places it uses for those who are not places themselves."""
    duals = []
    mdps, everybody = len(region.bracket.mdps), len(region.bracket.mdps) + len(region.bracket.residents)
    pairs: list[Pair] = []
    matched: set[int] = set()
    floaters, used = region.floaters, region.places
    if mdps or floaters is None:
        first = match_all(_with_mdps_order(region))
        duals.append(first)
        used = sum(first.mate[place] < len(region.players) for place in range(len(region.players), len(region.costs)))
        floaters = sum(first.mate[x] >= everybody for x in range(everybody))
        for x in range(mdps):
            if (y := first.mate[x]) < everybody:
                pairs.append((region.players[x], region.players[y]))
                matched |= {x, y}
    rest = [x for x in range(len(region.costs)) if x not in matched]
    residents = [x for x in rest if mdps <= x < everybody]
    limbo = mdps - len(pairs)
    second = match_all(_with_order(region, rest, residents, (len(residents) - floaters + limbo) // 2))
    duals.append(second)
    downfloaters, exchanged = [], False
    for x, partner in zip(rest, second.mate, strict=True):
        y = rest[partner]
        if x < everybody <= y:
            downfloaters.append(region.players[x])
        elif x < y < everybody:
            pairs.append((region.players[x], region.players[y]))
            exchanged |= residents.index(x) >= (len(residents) - floaters + limbo) // 2
    return Solution(pairs, sorted(downfloaters), exchanged, tuple(duals)), used


def _with_mdps_order(region: Region) -> list[list[int]]:
    """The criteria, then who of the MDPs floats on (the lowest), then their opponents, the highest MDP's first."""
    mdps, everybody = len(region.bracket.mdps), len(region.bracket.mdps) + len(region.bracket.residents)
    width = (everybody + 1).bit_length()
    unit = width * mdps + mdps
    costs: Costs = [[None if c is None else c << unit for c in row] for row in region.costs]
    for y in range(mdps):
        for x in range(mdps, len(costs)):
            cost = costs[y][x]
            if cost is not None:
                place, order = x - mdps + 1, mdps - 1 - y
                _set_cost(costs, x, y, cost + (place << width * order if x < everybody else 1 << width * mdps + order))
    return _complete_matrix(costs)


def _with_order(region: Region, rest: list[int], residents: list[int], pairs: int) -> list[list[int]]:
    """The criteria, then the order of the remainder's candidates."""
    digits = OrderDigits(len(residents), pairs)
    costs: Costs = [[None if (c := region.costs[x][y]) is None else c << digits.bits for y in rest] for x in rest]
    index = {x: i for i, x in enumerate(rest)}
    for lower, y in enumerate(residents):
        for upper, x in enumerate(residents[:lower]):
            cost = costs[index[x]][index[y]]
            if cost is not None:
                _set_cost(costs, index[x], index[y], cost + digits.of(upper, lower))
    return _complete_matrix(costs)


def _complete_matrix(costs: Costs) -> list[list[int]]:
    """The costs as a full matrix: a pair that cannot be (None) costs more than all others together."""
    never = (1 + max((c for row in costs for c in row if c is not None), default=0)) * (len(costs) + 1)
    return [[0 if x == y else never if c is None else c for y, c in enumerate(row)] for x, row in enumerate(costs)]
