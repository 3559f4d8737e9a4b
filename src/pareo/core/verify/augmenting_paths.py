"""Can a free player be matched after all? The checker's own search for alternating paths, odd cycles included.

`augment(near, mate, among, root, ends)` looks, among the players of the mask `among`, for a path from the unmatched
`root` to an unmatched player of `ends`, and changes the matching along it. `near` are masks of possible opponents,
`mate` is −1 for the unmatched. Edmonds' method, with one array of bases for the cycles; exact.
"""

from __future__ import annotations

from collections.abc import Sequence

from pareo.core.verify.dutch_field import places

NOBODY = -1


def augment(near: Sequence[int], mate: list[int], among: int, root: int, ends: int) -> bool:
    """Match the unmatched `root` by an alternating path to one of `ends`; False, and no change, if there is none."""
    if mate[root] != NOBODY:
        raise AssertionError("the root of a search is matched")
    return _Walk(near, mate, among, root).search(ends)


def match_everybody(near: Sequence[int], mate: list[int], among: int) -> bool:
    """Extend the matching to everybody of `among`; False where that is impossible."""
    for i in places(among):
        if mate[i] == NOBODY:
            exposed = sum(1 << j for j in places(among) if mate[j] == NOBODY and j != i)
            if not augment(near, mate, among, i, exposed):
                return False
    return True


class _Walk:
    def __init__(self, near: Sequence[int], mate: list[int], among: int, root: int) -> None:
        self.near, self.mate, self.among, self.root = near, mate, among, root
        self.base = list(range(len(near)))
        self.before = [NOBODY] * len(near)  # from where a player at odd distance was reached
        self.even = 1 << root
        self.queue = [root]

    def search(self, ends: int) -> bool:
        for vertex in self.queue:  # grows meanwhile
            for neighbour in places(self.near[vertex] & self.among):
                if self.base[vertex] == self.base[neighbour] or self.mate[vertex] == neighbour:
                    continue
                if self.even >> neighbour & 1:
                    self._close(vertex, neighbour)
                elif self.before[neighbour] == NOBODY:
                    partner = self.mate[neighbour]
                    if partner == NOBODY and not ends >> neighbour & 1:
                        continue
                    self.before[neighbour] = vertex
                    if partner == NOBODY:
                        self._change(neighbour)
                        return True
                    self.even |= 1 << partner
                    self.queue.append(partner)
        return False

    def _close(self, one: int, two: int) -> None:
        """An odd cycle: everybody on it gets its base, and an even distance."""
        top = self._meeting(one, two)
        bases: set[int] = set()
        for start, child in ((one, two), (two, one)):
            self._mark(start, child, top, bases)
        for i in places(self.among):
            if self.base[i] in bases:
                self.base[i] = top
                if not self.even >> i & 1:
                    self.even |= 1 << i
                    self.queue.append(i)

    def _mark(self, start: int, child: int, top: int, bases: set[int]) -> None:
        while self.base[start] != top:
            partner = self.mate[start]
            bases |= {self.base[start], self.base[partner]}
            self.before[start] = child
            child, start = partner, self.before[partner]

    def _meeting(self, one: int, two: int) -> int:
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.mate[one] == NOBODY:
                break
            one = self.before[self.mate[one]]
        while self.base[two] not in seen:
            two = self.before[self.mate[self.base[two]]]
        return self.base[two]

    def _change(self, end: int) -> None:
        while end != NOBODY:
            vertex = self.before[end]
            following = self.mate[vertex]
            self.mate[end], self.mate[vertex] = vertex, end
            end = following
