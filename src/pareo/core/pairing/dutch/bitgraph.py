"""Graphs whose vertices are bits of whole numbers, and maximum matchings in them (Edmonds), exactly.

`adj[v]` is the set of v's neighbours as a mask, so a field of 4,000 players needs 2 MB and a step over all opponents
of a player is one operation. `mate[v]` is v's partner or FREE. Nothing here knows of tournaments.

What the pairing asks of a matching with one vertex left over is which others could be left over in its place: the
outer vertices of the search from it (Gallai and Edmonds), `replaceable`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

FREE = -1
_GLANCES = 24  # neighbours looked at for a short path before the full search
_ENDS = 4

Mates = list[int]


def bits(mask: int) -> Iterator[int]:
    """The vertices of a set, the smallest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def lowest(mask: int) -> int:
    """The smallest vertex of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def mask_of(vertices: Iterable[int]) -> int:
    """The set of these vertices as a mask."""
    mask = 0
    for v in vertices:
        mask |= 1 << v
    return mask


def maximum(adj: Sequence[int], alive: int, mate: Mates) -> int:
    """Extend the matching of the vertices `alive` to a maximum one; returns the set of exposed vertices."""
    free = mask_of(v for v in bits(alive) if mate[v] == FREE)
    free = _greedy(adj, mate, free)
    untried = free
    while untried:
        root = lowest(untried)
        untried ^= 1 << root
        end = augment(adj, mate, alive, root, free)
        if end != FREE:
            free &= ~(1 << root | 1 << end)
            untried &= free
    return free


def _greedy(adj: Sequence[int], mate: Mates, free: int) -> int:
    """Match each vertex in turn with its first free neighbour that comes after it; returns the vertices left free."""
    untried = free
    while untried:
        v = lowest(untried)
        untried ^= 1 << v
        if near := adj[v] & untried:
            u = lowest(near)
            mate[v], mate[u] = u, v
            untried ^= 1 << u
            free ^= 1 << v | 1 << u
    return free


def augment(adj: Sequence[int], mate: Mates, alive: int, root: int, goal: int) -> int:
    """Match the free `root` by an alternating path to a free vertex of `goal`; returns that vertex, or FREE."""
    goal &= ~(1 << root)
    if not goal:
        return FREE
    if near := adj[root] & goal:
        end = lowest(near)
        mate[root], mate[end] = end, root
        return end
    path = _short_path(adj, mate, alive, root, goal)
    if path is None:
        return _Search(adj, mate, alive, root).path_to(goal)
    v, w, end = path
    mate[root], mate[v], mate[w], mate[end] = v, root, end, w
    return end


def _short_path(adj: Sequence[int], mate: Mates, alive: int, root: int, goal: int) -> tuple[int, int, int] | None:
    """Three steps: root – v = w – end, looked for a little from both sides."""
    near = adj[root] & alive
    for _ in range(_GLANCES):
        if not near:
            break
        v = lowest(near)
        near ^= 1 << v
        w = mate[v]
        if w != FREE and (ends := adj[w] & goal):
            return v, w, lowest(ends)
    root_neighbours = adj[root]
    for _ in range(_ENDS):
        if not goal:
            break
        end = lowest(goal)
        goal ^= 1 << end
        near = adj[end] & alive
        for _ in range(_GLANCES):
            if not near:
                break
            w = lowest(near)
            near ^= 1 << w
            v = mate[w]
            if v != FREE and root_neighbours >> v & 1:
                return v, w, end
    return None


def replaceable(adj: Sequence[int], mate: Mates, alive: int, exposed: int) -> int:
    """The vertices that a maximum matching could leave exposed in place of `exposed`, itself among them."""
    search = _Search(adj, mate, alive, exposed)
    search.path_to(0)
    return search.outer


def replaceable_at_once(adj: Sequence[int], mate: Mates, alive: int, exposed: int) -> int:
    """The vertices of `replaceable` that one step reaches: nearly always enough, and quick."""
    vertices = 1 << exposed
    for v in bits(adj[exposed] & alive):
        if mate[v] != FREE:
            vertices |= 1 << mate[v]
    return vertices


class _Search:
    """The vertices that alternating paths from one free vertex reach, odd cycles contracted (blossoms).

    Outer vertices are reached by an even number of steps, and so could be free in the root's place.
    """

    def __init__(self, adj: Sequence[int], mate: Mates, alive: int, root: int) -> None:
        self.adj, self.mate, self.alive, self.root = adj, mate, alive, root
        self.reached_from: dict[int, int] = {}  # inner vertex, or outer one of a blossom: the step before its own
        self.outer = 1 << root
        self.seen = 1 << root
        self.queue = [root]
        self.base: dict[int, int] = {}  # of vertices in blossoms
        self.inside: dict[int, int] = {}  # base → all vertices of its blossom, as a set

    def path_to(self, goal: int) -> int:
        """Search for a free vertex of `goal`: change the matching along the path and return the vertex, or FREE."""
        goal &= ~(1 << self.root)
        for v in self.queue:  # grows meanwhile
            near = self.adj[v] & self.alive
            if ends := near & goal & ~self.seen:
                end = lowest(ends)
                self.reached_from[end] = v
                self._flip(end)
                return end
            self._grow(v, near & ~self.seen)
            self._contract_blossoms(v, near)
        return FREE

    def _grow(self, v: int, new: int) -> None:
        for u in bits(new):
            if self.seen >> u & 1:
                continue
            w = self.mate[u]
            if w == FREE:
                continue  # free, and not one of those looked for
            self.reached_from[u] = v
            self.seen |= 1 << u | 1 << w
            self.outer |= 1 << w
            self.queue.append(w)

    def _contract_blossoms(self, v: int, near: int) -> None:
        """Two outer vertices next to each other close an odd cycle: all of it becomes outer."""
        base = self.base.get(v, v)
        cycles = near & self.outer & ~self.inside.get(base, 0)
        while cycles:
            u = lowest(cycles)
            cycles ^= 1 << u
            if self._base(u) == self._base(v) or self.mate[v] == u:
                continue
            cycles &= ~self._contract(u, v)

    def _contract(self, u: int, v: int) -> int:
        top = self._common_base(u, v)
        bases: set[int] = set()
        for side, other in ((v, u), (u, v)):
            step, before = side, other
            while self._base(step) != top:
                bases |= {self._base(step), self._base(self.mate[step])}
                self.reached_from[step] = before
                before = self.mate[step]
                step = self.reached_from[before]
        blossom = self.inside.get(top, 1 << top)
        for base in bases - {top}:
            members = self.inside.pop(base, 1 << base)
            blossom |= members
            for x in bits(members):
                self.base[x] = top
            for x in bits(members & ~self.outer):
                self.queue.append(x)
            self.outer |= members
            self.seen |= members
        self.inside[top] = blossom
        return blossom

    def _common_base(self, u: int, v: int) -> int:
        """Where the ways from u and v back to the root come together."""
        path = set()
        while True:
            v = self._base(v)
            path.add(v)
            if v == self.root or self.mate[v] == FREE:
                break
            v = self.reached_from[self.mate[v]]
        while self._base(u) not in path:
            u = self.reached_from[self.mate[self._base(u)]]
        return self._base(u)

    def _base(self, v: int) -> int:
        return self.base.get(v, v)

    def _flip(self, end: int) -> None:
        while True:
            before = self.reached_from[end]
            following = self.mate[before]
            self.mate[end], self.mate[before] = before, end
            if before == self.root:
                return
            end = following
