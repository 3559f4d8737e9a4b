"""Can these players be paired without a repeat, and what does a finished round cost? Shared by the ordered systems.

The systems that take players in order (USCF, king of the hill) ask before each step whether the others can still be
paired. The answer is exact: a theorem where opponents abound, a cheapest matching where they are scarce.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from pareo.core.model.pairing_contract import Candidate, Cost, PairedMatch, PairingInput, PairingResult
from pareo.core.pairing.legal import Foes, unpaired_count
from pareo.core.pairing.matching import match_all


def foes_of(pairing_input: PairingInput, *, rematches: bool = False) -> dict[int, frozenset[int]]:
    """Whom each player may not meet: forbidden opponents and, unless rematches are allowed, those met before."""
    present = frozenset(c.no for c in pairing_input.candidates)
    barred: dict[int, set[int]] = {no: set() for no in present}
    for low, high in pairing_input.forbidden:
        if low in present and high in present:
            barred[low].add(high)
            barred[high].add(low)
    return {
        no: frozenset(barred[no] | (frozenset() if rematches else pairing_input.met.get(no, frozenset()) & present))
        for no in present
    }


def cheapest_pairs(
    players: Sequence[int],
    foes: Foes,
    strict_foes: Foes | None = None,
    minor_cost: Callable[[int, int], int] | None = None,
) -> list[tuple[int, int]]:
    """All players in pairs: the fewest `strict_foes` pairs, then the fewest foes, then the least sum of `minor_cost`.

    Of an odd number one player is paired with 0, who may be a foe like anybody else.
    """
    nodes = [*players, 0] if len(players) % 2 else list(players)
    index = {no: i for i, no in enumerate(nodes)}
    cost = [[minor_cost(a, b) if minor_cost and a != b else 0 for b in nodes] for a in nodes]
    unit = 1 + sum(max(row) for row in cost)
    for no in players:
        for weight, foes_of_kind in ((unit, foes), (unit * len(nodes), strict_foes)):
            for other in foes_of_kind[no] if foes_of_kind is not None else ():
                if other in index:
                    cost[index[no]][index[other]] += weight
                    if other == 0:
                        cost[index[other]][index[no]] += weight
    mate = match_all(cost, _greedy_pairs(cost)).mate
    return [(nodes[i], nodes[j]) for i, j in enumerate(mate) if i < j]


def _greedy_pairs(cost: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Disjoint pairs that cost nothing, as a start for the exact matching."""
    unmatched = dict.fromkeys(range(len(cost)))
    pairs = []
    while len(unmatched) > 1:
        i = next(iter(unmatched))
        del unmatched[i]
        j = next((j for j in unmatched if cost[i][j] == 0), None)
        if j is not None:
            del unmatched[j]
            pairs.append((i, j))
    return pairs


def relax_foes(players: Sequence[int], foes: Foes, pairing_input: PairingInput) -> Foes:
    """The foes less the fewest pairs that have to meet so that everybody can be paired.

    Where a round without repeats exists these are the foes themselves; else the fewest forbidden pairs, then the fewest
    rematches, are allowed.
    """
    if unpaired_count(players, foes) <= len(players) % 2:
        return foes
    met = {no: pairing_input.met.get(no, frozenset()) for no in players}
    pairs = cheapest_pairs(players, met, foes_of(pairing_input, rematches=True))
    forced = [(a, b) for a, b in pairs if a and b and b in foes[a]]
    relaxed = dict(foes)
    for a, b in forced:
        relaxed[a] -= {b}
        relaxed[b] -= {a}
    return relaxed


def find_bye(order: Sequence[int], by_no: Mapping[int, Candidate], foes: Foes) -> int | None:
    """The bye of an odd field: the last of the order who has had none and without whom the others can be paired."""
    if len(order) % 2 == 0:
        return None
    eligible = [no for no in reversed(order) if by_no[no].bye_ok] or list(reversed(order))
    best, fewest = eligible[0], len(order)
    least = unpaired_count(order, foes) - 1  # nobody's rest can help more than the one who rests
    for no in eligible:
        left_over = unpaired_count([n for n in order if n != no], foes)
        if left_over < fewest:
            best, fewest = no, left_over
        if left_over == least:
            break
    return best


def puts_rematches_low(pairing_input: PairingInput) -> bool:
    """Is a rematch that cannot be avoided put as low as possible? The random Swiss does, from version 2 on (B-13)."""
    return pairing_input.system == "random" and pairing_input.objective > 1


def round_cost(matches: Iterable[PairedMatch], bye: int | None, pairing_input: PairingInput) -> Cost:
    """The cost of a round in the measure that all pairing systems share (`Cost`)."""
    by_no = {c.no: c for c in pairing_input.candidates}
    levels = sorted({c.points for c in pairing_input.candidates}, reverse=True)
    below: Counter[int] = Counter()
    gap: Counter[int] = Counter()
    rematches: Counter[int] = Counter()  # by the points of the higher player
    counts: Counter[str] = Counter()
    for match in matches:
        one, two = by_no[match.a], by_no[match.b]
        high, low = max(one.points, two.points), min(one.points, two.points)
        if high > low:
            below[high] += 1
            gap[high] += high - low
        counts["mixed"] += one.division != two.division
        counts["avoided"] += bool(set(one.tags) & set(two.tags))
        counts["forbidden"] += is_forbidden(match.a, match.b, pairing_input)
        rematches[high] += match.b in pairing_input.met.get(match.a, ())
    return Cost(
        repeat_bye=int(bye is not None and not by_no[bye].bye_ok),
        forbidden=counts["forbidden"],
        rematches=rematches.total(),
        bye_group=0 if bye is None else len(levels) - 1 - levels.index(by_no[bye].points),
        rematch_groups=tuple(rematches[level] for level in levels) if puts_rematches_low(pairing_input) else (),
        gaps=tuple((below[level], gap[level]) for level in levels),
        mixed=counts["mixed"],
        avoided=counts["avoided"],
    )


def is_forbidden(a: int, b: int, pairing_input: PairingInput) -> bool:
    return (min(a, b), max(a, b)) in pairing_input.forbidden


def unwanted_reasons(a: int, b: int, pairing_input: PairingInput, by_no: Mapping[int, Candidate]) -> list[str]:
    """The reason codes of what is unwanted about a pair: a rematch, a forbidden or an avoided pair."""
    reasons = []
    if b in pairing_input.met.get(a, ()):
        reasons.append("rematch")
    if is_forbidden(a, b, pairing_input):
        reasons.append("forbidden")
    if set(by_no[a].tags) & set(by_no[b].tags):
        reasons.append("avoided")
    return reasons


def apply_first_move(pairing_input: PairingInput, result: PairingResult) -> PairingResult:
    """The result with the players of each table swapped in round 1, if the lower of the first table starts (SP-21)."""
    if pairing_input.top_starts or pairing_input.round_no != 1 or not pairing_input.balance_starts:
        return result
    return replace(result, matches=tuple(PairedMatch(m.b, m.a, m.reasons) for m in result.matches))
