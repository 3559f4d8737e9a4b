"""One bracket, solved in stages, the cheapest first. Each is exact, none guesses, and each leaves its `proof`.

1. forced: nobody of the bracket may meet anybody of it; all float.
2. bounds: with as few floaters as parity allows a perfect matching in the tight graph (`bounds`); the MDPs take their
   first possible opponents in turn, then the first transposition, the first exchange, or the order by digits.
3. bracket: the number of floaters is at its bound, another criterion is not: a cheapest matching of the bracket.
4. region: the bracket together with what is below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pareo.core.pairing.dutch.bitgraph import FREE, Mates, augment, bits, lowest, mask_of, maximum
from pareo.core.pairing.dutch.bounds import TightGraph, allowed_floats, tight_graph
from pareo.core.pairing.dutch.bracket import BracketPairing, Pair, PairedBracket, ScoreBracket
from pareo.core.pairing.dutch.exact import Solution, bracket_region, solve_bracket, solve_order, solve_region
from pareo.core.pairing.dutch.floats import single_floaters
from pareo.core.pairing.dutch.order import Remainder
from pareo.core.pairing.dutch.proof import BOUNDS, BRACKET, EXCHANGE, FORCED, ORDER, REGION, DutchProof
from pareo.core.pairing.dutch.unpaired import Unpaired
from pareo.core.pairing.matching import WeightedMatching

_BRACKET = 160  # players of a bracket that one matching solves


class SolverStages(NamedTuple):
    """Which optional stages of the solver are used; the round is the same with any of them."""

    bounds: bool = True
    bracket: bool = True


def pair_bracket(unpaired: Unpaired, bracket: ScoreBracket, stages: SolverStages) -> PairedBracket:
    """The best pairing of a bracket that leaves everybody below pairable (C4)."""
    players = [*bracket.mdps, *bracket.residents]
    residents = mask_of(bracket.residents)
    if not any(unpaired.adj[i] & residents for i in players):
        return PairedBracket(bracket, [], players, False, DutchProof(FORCED, len(players)))  # noqa: FBT003
    floaters = _least_floaters(unpaired, bracket, len(players))
    if floaters is not None:
        paired = _by_bounds(unpaired, bracket, floaters) if stages.bounds else None
        if paired is not None:
            return paired
        region = bracket_region(unpaired, bracket, floaters) if stages.bracket and len(players) <= _BRACKET else None
        if region is not None:
            return _to_paired_bracket(bracket, solve_bracket(region), BRACKET, len(region.costs))
    solution, vertices = solve_region(unpaired, bracket)
    return _to_paired_bracket(bracket, solution, REGION, vertices)


def _to_paired_bracket(bracket: ScoreBracket, solution: Solution, method: str, vertices: int) -> PairedBracket:
    proof = DutchProof(method, vertices, solution.duals)
    return PairedBracket(bracket, solution.pairs, solution.floaters, solution.exchanged, proof)


def _least_floaters(unpaired: Unpaired, bracket: ScoreBracket, players: int) -> int | None:
    """Nought (nobody floats), or those one of whom may float alone; None where C6 to C8 ask for more than parity."""
    if unpaired.bye_level > bracket.level and unpaired.may_still_rest(bracket.mdps):
        return None
    if players % 2:
        return single_floaters(unpaired, bracket.level) or None
    return 0 if unpaired.bye_level != bracket.level and not unpaired.below.left_over(bracket.level) else None


# -- bounds ----------------------------------------------------------------------------------------------------------


def _by_bounds(unpaired: Unpaired, bracket: ScoreBracket, floaters: int) -> PairedBracket | None:
    players = unpaired.field.players
    bye_eligible = mask_of(bracket.residents) & unpaired.adj[unpaired.bye] if bracket.level == unpaired.bye_level else 0
    for allowed in allowed_floats(bracket, floaters):
        tight = tight_graph(players, unpaired.adj, bracket, floaters, allowed, bye_eligible=bye_eligible)
        paired = _in_tight_graph(unpaired, bracket, tight) if tight is not None else None
        if paired is not None:
            return paired
    return None


def _in_tight_graph(unpaired: Unpaired, bracket: ScoreBracket, tight: TightGraph) -> PairedBracket | None:
    """The first candidate in the tight graph; None if it has no perfect matching."""
    slot = unpaired.size if tight.floaters else None
    adj = dict(tight.adj)
    if slot is not None:
        adj[slot] = tight.floaters
        for i in bits(tight.floaters):
            adj[i] |= 1 << slot
    first = None if bracket.mdps else Remainder(bracket.level, bracket.residents, adj, slot).first_transposition()
    if first is None:
        mdp_pairs = _match_mdps(unpaired, bracket, adj, slot)
        if mdp_pairs is None:
            return None
    else:
        mdp_pairs = []
    mdp_opponents = {r for _, r in mdp_pairs}
    remainder = Remainder(bracket.level, [i for i in bracket.residents if i not in mdp_opponents], adj, slot)
    pairing, method, duals = _first_candidate(remainder, first, transposed=not bracket.mdps)
    vertices = len(bracket.mdps) + len(bracket.residents) + (slot is not None)
    return PairedBracket(
        bracket, [*mdp_pairs, *pairing.pairs], pairing.floaters, pairing.exchanged, DutchProof(method, vertices, duals)
    )


def _first_candidate(
    remainder: Remainder, first: BracketPairing | None, *, transposed: bool
) -> tuple[BracketPairing, str, tuple[WeightedMatching, ...]]:
    """Of a remainder that can be paired; `transposed`: without exchange has been tried, and gave `first`."""
    if not transposed:
        first = remainder.first_transposition()
    if first is not None:
        return first, BOUNDS, ()
    exchanged = remainder.first_exchange()
    if exchanged is not None:
        return exchanged, EXCHANGE, ()
    solution = solve_order(remainder)
    return BracketPairing(solution.pairs, solution.floaters, solution.exchanged), ORDER, solution.duals


def _match_mdps(unpaired: Unpaired, bracket: ScoreBracket, adj: dict[int, int], slot: int | None) -> list[Pair] | None:
    """The MDPs with their opponents: each in turn the first with whom all others can still be paired."""
    graph = [0] * (unpaired.size + 1)
    for i, near in adj.items():
        graph[i] = near
    alive = bracket.everybody | (0 if slot is None else 1 << slot)
    mate: Mates = [FREE] * (unpaired.size + 1)
    _start_matching(mate, graph, bracket, slot)
    if maximum(graph, alive, mate):
        return None
    pairs = []
    for i in bracket.mdps:
        for r in bits(graph[i] & alive):
            if mate[i] == r or _try_swap(graph, mate, alive, i, r):
                break
        alive &= ~(1 << i | 1 << mate[i])
        pairs.append((i, mate[i]))
    return pairs


def _try_swap(graph: Sequence[int], mate: Mates, alive: int, i: int, r: int) -> bool:
    """Match i with r if their old partners can be matched again; otherwise nothing changes."""
    before = list(mate)
    displaced, other = mate[i], mate[r]
    mate[i], mate[r] = r, i
    mate[displaced] = mate[other] = FREE
    if augment(graph, mate, alive & ~(1 << i | 1 << r), displaced, 1 << other) != FREE:
        return True
    mate[:] = before
    return False


def _start_matching(mate: Mates, graph: Sequence[int], bracket: ScoreBracket, slot: int | None) -> None:
    """A matching to begin with: MDPs with the first who fits, then the halves."""
    free = mask_of(bracket.residents)
    for i in bracket.mdps:
        if near := graph[i] & free:
            free ^= _match(mate, i, lowest(near))
    rest = list(bits(free))
    half = (len(rest) - (slot is not None)) // 2
    free = mask_of(rest[half:])
    for i in rest[:half]:
        if near := graph[i] & free:
            free ^= _match(mate, i, lowest(near))


def _match(mate: Mates, i: int, j: int) -> int:
    mate[i], mate[j] = j, i
    return 1 << j
