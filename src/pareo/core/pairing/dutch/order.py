"""The order of candidates of equal quality (3.2 – 3.8, section 4): transpositions, then exchanges.

A remainder, or a bracket without MDPs, of n residents in pairing order has P pairs; S1 is its first P, S2 the others.
Of two candidates the earlier has
 1. fewer exchanged players (uppers, the higher ranked of a pair, beyond place P);
 2. the smaller sum of the places of its uppers;
 3. the larger first place that leaves S1; 4. the smaller first place that enters it (4.3);
 5. the lexicographically smaller row of the uppers' opponents: the first transposition (4.2).

Here the graph is the tight one, so all candidates in it are of the same, best quality. The floater takes the place
(vertex) `slot`. Without exchange the question is bipartite: the lexicographically first perfect matching of S1 and the
slot with S2. It is found greedily, repaired along alternating paths, and made first by one backward search for each
upper: which later uppers can give up their opponent, if this one's becomes free? No step is ever taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pareo.core.pairing.dutch.bitgraph import bits, lowest, mask_of
from pareo.core.pairing.dutch.bracket import BracketPairing

_TRIES = 4000  # exchanges tried one by one, times the pairs of the group


class Remainder:
    """Residents of a bracket still to be paired, in the tight graph."""

    def __init__(self, level: int, residents: Sequence[int], adj: Mapping[int, int], slot: int | None) -> None:
        self.level, self.residents, self.slot = level, list(residents), slot
        self.adj = adj  # with the slot's neighbours
        self.pairs = (len(self.residents) - (slot is not None)) // 2

    def first_transposition(self) -> BracketPairing | None:
        """The first candidate without exchange: S1 as it is; None if it cannot be paired with S2."""
        return self._first_pairing(self.residents[: self.pairs], exchanged=False)

    def first_exchange(self) -> BracketPairing | None:
        """The first candidate with one player of each half exchanged; None: none, or too many to try."""
        for uppers in self._single_exchanges():
            pairing = self._first_pairing(uppers, exchanged=True)
            if pairing is not None:
                return pairing
        return None

    def _single_exchanges(self) -> Iterator[list[int]]:
        """By the difference of the two places, then the larger place of S1 first."""
        players, half = self.residents, self.pairs
        for difference in range(1, len(players)):
            if difference * half > _TRIES:
                return
            for i in range(half - 1, -1, -1):
                j = i + difference
                if half <= j < len(players):
                    yield [*players[:i], *players[i + 1 : half], players[j]]

    def _first_pairing(self, uppers: list[int], *, exchanged: bool) -> BracketPairing | None:
        """The lexicographically first way to give these uppers opponents among the others."""
        lowers = mask_of(self.residents) & ~mask_of(uppers)
        choice = {}
        for u in uppers:
            choice[u] = self.adj[u] & lowers
            if exchanged:
                choice[u] &= ~((2 << u) - 1)  # the upper of a pair is the higher ranked
        if self.slot is not None:
            choice[self.slot] = self.adj[self.slot] & lowers
        mate = _any_matching(choice, lowers)
        if mate is None:
            return None
        pairs = []
        waiting = mask_of(choice)
        for u in uppers:
            waiting ^= 1 << u
            if earlier := choice[u] & lowers & ((1 << mate[u]) - 1):
                self._take_earliest(u, earlier, waiting, mate, exchanged=exchanged)
            lowers ^= 1 << mate[u]
            pairs.append((u, mate[u]))
        return BracketPairing(pairs, [] if self.slot is None else [mate[self.slot]], exchanged)

    def _take_earliest(self, u: int, earlier: int, waiting: int, mate: dict[int, int], *, exchanged: bool) -> None:
        """Gives u the first opponent of `earlier` whose own upper can take another, if there is one."""
        held = mate[u]
        instead = self._releasable(held, waiting, mate, exchanged=exchanged)
        for v in bits(earlier):
            x = mate[v]
            if x not in instead:
                continue
            mate[u], mate[v] = v, u
            while True:  # each of the way takes what the next one gives up, the last what u held
                take = instead[x]
                following = mate[take]
                mate[x], mate[take] = take, x
                if take == held:
                    return
                x = following

    def _releasable(self, held: int, waiting: int, mate: Mapping[int, int], *, exchanged: bool) -> dict[int, int]:
        """For each waiting upper that can give up its opponent: the opponent it takes instead on a path to `held`."""
        instead: dict[int, int] = {}
        slot = 1 << self.slot if self.slot is not None else 0
        queue = [held]
        for v in queue:  # grows meanwhile
            near = self.adj[v] & waiting
            if exchanged:
                near &= ((1 << v) - 1) | slot
            waiting &= ~near
            for x in bits(near):
                instead[x] = v
                queue.append(mate[x])
            if not waiting:
                break
        return instead


def _any_matching(choice: Mapping[int, int], free: int) -> dict[int, int] | None:
    """A matching (both ways) that gives each vertex one of its choices; None: there is none."""
    mate: dict[int, int] = {}
    unmatched = []
    for u, near in choice.items():
        if near & free:
            v = lowest(near & free)
            mate[u], mate[v] = v, u
            free ^= 1 << v
        else:
            unmatched.append(u)
    for u in unmatched:
        end = _augment(choice, mate, u, free)
        if end is None:
            return None
        free ^= 1 << end
    return mate


def _augment(choice: Mapping[int, int], mate: dict[int, int], root: int, free: int) -> int | None:
    """Match `root` along an alternating path, breadth first; returns the end of it, or None."""
    reached_from: dict[int, int] = {}
    seen = 0
    queue = [root]
    for x in queue:  # grows meanwhile
        if near := choice[x] & free:
            end = lowest(near)
            _shift_along(mate, reached_from, x, end)
            return end
        new = choice[x] & ~seen
        seen |= new
        for v in bits(new):
            reached_from[v] = x
            queue.append(mate[v])
    return None


def _shift_along(mate: dict[int, int], reached_from: Mapping[int, int], x: int, v: int) -> None:
    """Flip the path back from v: x takes v, the vertex x was reached from takes what x had, and so on to the root."""
    while True:
        before = mate.get(x)
        mate[x], mate[v] = v, x
        if before is None:
            return
        v, x = before, reached_from[before]


class OrderDigits:
    """The order of candidates as one number per pair, for a cheapest matching; places count from 0."""

    def __init__(self, players: int, pairs: int) -> None:
        width = (players + 1).bit_length()
        self._pairs = pairs
        self._opponent = [width * (players - 1 - place) for place in range(players)]  # 5.
        at = width * players
        self._entering = [at + players - 1 - place for place in range(players)]  # 4.
        at += players - pairs
        self._leaving = [at + place for place in range(pairs)]  # 3.
        at += pairs
        self._sum = at  # 2.
        at += 2 * width
        self._exchanged = at  # 1.
        self.bits = at + width

    def of(self, upper: int, lower: int) -> int:
        """The order's number of a pair, by the places of its upper and lower player."""
        number = (upper << self._sum) + (lower - upper << self._opponent[upper])
        if upper < self._pairs:
            return number + (1 << self._leaving[upper])
        return number + (1 << self._exchanged) - (1 << self._entering[upper])
