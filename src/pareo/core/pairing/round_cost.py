"""Can these players be paired without a repeat, and what does a finished round cost? Shared by the ordered systems.

The systems that take players in order (USCF, king of the hill) ask before each step whether the others can still be
paired. The answer is exact: a theorem where opponents abound, a cheapest matching where they are scarce.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from pareo.core.model.pairing_contract import Candidate, Cost, PairedMatch, PairingInput, PairingResult
from pareo.core.pairing.legal import Foes, unpaired
from pareo.core.pairing.matching import match_all


def foes_of(given: PairingInput, *, rematches: bool = False) -> dict[int, frozenset[int]]:
    """Whom each player may not meet: those forbidden to him and, unless rematches are allowed, those he has met."""
    here = frozenset(c.no for c in given.candidates)
    barred: dict[int, set[int]] = {no: set() for no in here}
    for low, high in given.forbidden:
        if low in here and high in here:
            barred[low].add(high)
            barred[high].add(low)
    return {
        no: frozenset(barred[no] | (frozenset() if rematches else given.met.get(no, frozenset()) & here)) for no in here
    }


def cheapest(
    players: Sequence[int], foes: Foes, dear: Foes | None = None, small: Callable[[int, int], int] | None = None
) -> list[tuple[int, int]]:
    """Everybody paired with the fewest `dear` pairs, then the fewest foes, then the least sum of `small`.

    Odd: somebody is paired with 0, who may be a foe like anybody else.
    """
    nodes = [*players, 0] if len(players) % 2 else list(players)
    place = {no: i for i, no in enumerate(nodes)}
    cost = [[small(a, b) if small and a != b else 0 for b in nodes] for a in nodes]
    unit = 1 + sum(max(row) for row in cost)
    for no in players:
        for weight, apart in ((unit, foes), (unit * len(nodes), dear)):
            for other in apart[no] if apart is not None else ():
                if other in place:
                    cost[place[no]][place[other]] += weight
                    if other == 0:
                        cost[place[other]][place[no]] += weight
    mate = match_all(cost, _greedily(cost)).mate
    return [(nodes[i], nodes[j]) for i, j in enumerate(mate) if i < j]


def _greedily(cost: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Some pairs that cost nothing, to begin with."""
    free = dict.fromkeys(range(len(cost)))
    pairs = []
    while len(free) > 1:
        i = next(iter(free))
        del free[i]
        j = next((j for j in free if cost[i][j] == 0), None)
        if j is not None:
            del free[j]
            pairs.append((i, j))
    return pairs


def eased(players: Sequence[int], foes: Foes, given: PairingInput) -> Foes:
    """The foes without as few pairs as must meet after all, so that everybody can be paired.

    Where a round without repeats exists: the foes themselves. The fewest forbidden pairs, then the fewest rematches.
    """
    if unpaired(players, foes) <= len(players) % 2:
        return foes
    met = {no: given.met.get(no, frozenset()) for no in players}
    made = cheapest(players, met, foes_of(given, rematches=True))
    must = [(a, b) for a, b in made if a and b and b in foes[a]]
    freed = dict(foes)
    for a, b in must:
        freed[a] -= {b}
        freed[b] -= {a}
    return freed


def who_rests(order: Sequence[int], by_no: Mapping[int, Candidate], foes: Foes) -> int | None:
    """Odd field: the last of the order who has not rested and without whom the others can be paired."""
    if len(order) % 2 == 0:
        return None
    may = [no for no in reversed(order) if by_no[no].bye_ok] or list(reversed(order))
    best, fewest = may[0], len(order)
    least = unpaired(order, foes) - 1  # nobody's rest can help more than the one who rests
    for no in may:
        left = unpaired([n for n in order if n != no], foes)
        if left < fewest:
            best, fewest = no, left
        if left == least:
            break
    return best


def round_cost(matches: Iterable[PairedMatch], bye: int | None, given: PairingInput) -> Cost:
    """What the round costs, by the same measure as every other pairing system."""
    by_no = {c.no: c for c in given.candidates}
    levels = sorted({c.points for c in given.candidates}, reverse=True)
    below: Counter[int] = Counter()
    gap: Counter[int] = Counter()
    seen: Counter[str] = Counter()
    for match in matches:
        one, two = by_no[match.a], by_no[match.b]
        high, low = max(one.points, two.points), min(one.points, two.points)
        if high > low:
            below[high] += 1
            gap[high] += high - low
        seen["mixed"] += one.division != two.division
        seen["avoided"] += bool(set(one.tags) & set(two.tags))
        seen["forbidden"] += is_forbidden(match.a, match.b, given)
        seen["rematches"] += match.b in given.met.get(match.a, ())
    return Cost(
        repeat_bye=int(bye is not None and not by_no[bye].bye_ok),
        forbidden=seen["forbidden"],
        rematches=seen["rematches"],
        bye_group=0 if bye is None else len(levels) - 1 - levels.index(by_no[bye].points),
        gaps=tuple((below[level], gap[level]) for level in levels),
        mixed=seen["mixed"],
        avoided=seen["avoided"],
    )


def is_forbidden(a: int, b: int, given: PairingInput) -> bool:
    return (min(a, b), max(a, b)) in given.forbidden


def unwanted(a: int, b: int, given: PairingInput, by_no: Mapping[int, Candidate]) -> list[str]:
    """What is not as one would wish about a pair, as reasons."""
    found = []
    if b in given.met.get(a, ()):
        found.append("rematch")
    if is_forbidden(a, b, given):
        found.append("forbidden")
    if set(by_no[a].tags) & set(by_no[b].tags):
        found.append("avoided")
    return found


def by_first_move(given: PairingInput, drawn: PairingResult) -> PairingResult:
    """Round 1 with the other player of each table starting, if the lower of the first table was to start (SP-21)."""
    if given.top_starts or given.round_no != 1 or not given.balance_starts:
        return drawn
    return replace(drawn, matches=tuple(PairedMatch(m.b, m.a, m.reasons) for m in drawn.matches))
