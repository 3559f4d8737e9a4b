"""Can these players be paired without a repeat? Legal pairings of players who may meet everybody but their foes.

Who may meet is everything except the foes, so it is never written out. Edmonds' algorithm (shrinking odd cycles) makes
the answers exact; a theorem and a greedy start make them quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

Foes = Mapping[int, frozenset[int]]  # whom each player may not meet


def unpaired_count(players: Sequence[int], foes: Foes) -> int:
    """How many players every legal pairing leaves without an opponent; 0, or 1 of an odd number, where all can play."""
    count = len(players)
    if count < 2:
        return count
    # Dirac 1952: when each of n (even) has at least n/2 possible opponents, all can be paired; an odd one sits out.
    even = count - count % 2
    if even - 1 - max(len(foes[no]) for no in players) >= even // 2:
        return count % 2
    return count - 2 * (len(LegalMatching.full(players, foes).mate) // 2)


class LegalMatching:
    """A largest legal pairing of some players; pairs can be settled one by one while the rest stays pairable."""

    __slots__ = ("_apart", "_foes", "_free", "mate")

    def __init__(self, players: Iterable[int], foes: Foes, apart: frozenset[int]) -> None:
        self._free = dict.fromkeys(players)  # not settled yet, in the order of `players`
        self._foes = foes
        self._apart = apart
        self.mate: dict[int, int] = {}

    @classmethod
    def full(
        cls,
        players: Sequence[int],
        foes: Foes,
        preferred: Iterable[tuple[int, int]] = (),
        *,
        apart: frozenset[int] = frozenset(),
    ) -> LegalMatching:
        """A largest legal pairing that starts from the preferred pairs, where these are legal.

        `apart`: unless empty, its members meet only the others, and the others only them.
        """
        matching = cls(players, foes, apart)
        for a, b in preferred:
            if matching.may_meet(a, b):
                matching._join(a, b)
        matching._join_greedily()
        exposed = [no for no in matching._free if no not in matching.mate]
        for no in exposed:
            # The last exposed player of an odd number stays so.
            if len(matching.mate) + 1 >= len(matching._free):
                break
            if no not in matching.mate:
                matching._augment(no)
        return matching

    def may_meet(self, a: int, b: int) -> bool:
        return b not in self._foes[a] and (not self._apart or (a in self._apart) != (b in self._apart))

    def settle(self, a: int, b: int) -> bool:
        """Makes a and b a pair for good if the others can still all be paired; otherwise changes nothing.

        Needs a full pairing of all who are not settled.
        """
        one, two = self.mate[a], self.mate[b]
        del self._free[a], self._free[b]
        if one == b:
            return True
        if self.may_meet(one, two):
            self._join(one, two)
            return True
        del self.mate[one], self.mate[two]
        # From the one with more foes: a search that fails ends sooner there.
        if self._augment(max(one, two, key=lambda no: len(self._foes[no]))):
            return True
        self._join(a, one)
        self._join(b, two)
        self._free[a] = self._free[b] = None
        return False

    def _join(self, a: int, b: int) -> None:
        self.mate[a] = b
        self.mate[b] = a

    def _join_greedily(self) -> None:
        """Those with most foes choose first, among those with fewest."""
        queue = sorted((no for no in self._free if no not in self.mate), key=lambda no: -len(self._foes[no]))
        while len(queue) > 1:
            no = queue.pop(0)
            for i in range(len(queue) - 1, -1, -1):
                if self.may_meet(no, queue[i]):
                    self._join(no, queue.pop(i))
                    break

    def _augment(self, root: int) -> bool:
        """Finds an opponent for one who has none, by changing other pairs; False if nobody can be paired so."""
        end, came_from = _Search(root, self._free, self.mate, self.may_meet).run()
        if end is None:
            return False
        step: int | None = end
        while step is not None:
            before = came_from[step]
            following = self.mate.get(before)
            self._join(step, before)
            step = following
        return True


class _Search:
    """One search for an alternating path from a player without opponent (Edmonds 1965)."""

    __slots__ = ("_base", "_came_from", "_mate", "_may_meet", "_outer", "_players", "_root")

    def __init__(
        self, root: int, players: Mapping[int, None], mate: Mapping[int, int], may_meet: Callable[[int, int], bool]
    ) -> None:
        self._root = root
        self._players = players
        self._mate = mate
        self._may_meet = may_meet
        self._base = {no: no for no in players}  # the blossom (odd cycle) a player belongs to, by its base
        self._came_from: dict[int, int] = {}
        self._outer: dict[int, None] = {}  # an even number of steps from the root

    def run(self) -> tuple[int | None, dict[int, int]]:
        """The other end of the path, and from where each player on it was reached."""
        exposed = [no for no in self._players if no not in self._mate and no != self._root]
        queue: list[int] = []
        end = self._reach(self._root, exposed, queue)
        for no in queue:
            if end is not None:
                break
            for other in self._players:
                if self._base[other] == self._base[no] or self._mate.get(other) == no or not self._may_meet(no, other):
                    continue
                if other in self._outer:
                    for inner in self._shrink(no, other):
                        end = self._reach(inner, exposed, queue) if end is None else end
                elif other not in self._came_from:
                    self._came_from[other] = no
                    end = self._reach(self._mate[other], exposed, queue)
                if end is not None:
                    break
        return end, self._came_from

    def _reach(self, no: int, exposed: Iterable[int], queue: list[int]) -> int | None:
        """Add an outer player to the tree: an exposed player it can meet ends the path, else it joins the queue."""
        self._outer[no] = None
        queue.append(no)
        end = next((end for end in exposed if self._may_meet(no, end)), None)
        if end is not None:
            self._came_from[end] = no
        return end

    def _shrink(self, one: int, two: int) -> list[int]:
        """Two outer players may meet: their paths close a blossom, whose inner players become outer too."""
        top = self._common_base(one, two)
        blossom_bases: set[int] = set()
        self._mark(one, two, top, blossom_bases)
        self._mark(two, one, top, blossom_bases)
        new_outer: list[int] = []
        for no, base in self._base.items():
            if base in blossom_bases:
                self._base[no] = top
                if no not in self._outer:
                    new_outer.append(no)
        return new_outer

    def _common_base(self, one: int, two: int) -> int:
        """Where the two paths to the root meet."""
        visited: set[int] = set()
        step = one
        while True:
            step = self._base[step]
            visited.add(step)
            if step == self._root or step not in self._mate:
                break
            step = self._came_from[self._mate[step]]
        step = self._base[two]
        while step not in visited:
            step = self._base[self._came_from[self._mate[step]]]
        return step

    def _mark(self, no: int, child: int, top: int, blossom_bases: set[int]) -> None:
        while self._base[no] != top:
            partner = self._mate[no]
            blossom_bases.update((self._base[no], self._base[partner]))
            self._came_from[no] = child
            child = partner
            no = self._came_from[partner]
