"""Minimum-cost perfect matching in a complete graph: Edmonds' blossom algorithm, primal-dual, exact integers.

`match_all(cost)` takes a symmetric matrix of non-negative integers of any size with an even number of rows and gives
the cheapest way to pair everybody, together with the dual solution that proves it. It knows nothing of tournaments.

The dual is kept in doubled units so that every number stays whole: a potential y for each node, a value z ≥ 0 for each
blossom (an odd set of nodes), with  y_u + y_v − Σ z_B (B holds u and v) ≤ 2·cost(u, v)  for every pair. Pairs and
blossom cycles use only edges where this is an equation ("tight"), hence Σ y − Σ z_B·(|B| − 1)/2 ends as twice the cost
of the matching, and no matching can cost less.

One stage matches one more free node. It grows a tree of tight edges from that node, alternately unmatched and matched:
nodes at an even distance are OUTER, at an odd distance INNER. `Δ` is how far the dual has moved in this stage; what
happens next is the earliest of three kinds of events in a heap: an outer node gains a tight edge to a node outside the
tree (grow, or the end of the stage if that node is free), to another outer node (a blossom is shrunk), or the value of
an inner blossom falls to zero (it is opened again).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

_OUTSIDE, _OUTER, _INNER = 0, 1, 2
_GROW, _SHRINK, _OPEN = 0, 1, 2
_FREE = -1

_Event = tuple[int, int, int, int]  # (Δ at which it happens, kind, node or blossom, node)


@dataclass(frozen=True, slots=True)
class Blossom:
    """An odd set of nodes that has a positive value in the dual."""

    members: tuple[int, ...]
    value: int


@dataclass(frozen=True, slots=True)
class WeightedMatching:
    """Who is matched with whom (`mate[u] == v`), and the dual in doubled units."""

    mate: tuple[int, ...]
    potentials: tuple[int, ...]
    blossoms: tuple[Blossom, ...]


def match_all(cost: Sequence[Sequence[int]], start: Iterable[tuple[int, int]] = ()) -> WeightedMatching:
    """The cheapest perfect matching. `start`: disjoint pairs of cost 0 to begin with (they may be given up again)."""
    if len(cost) % 2:
        raise ValueError("an odd number of nodes has no perfect matching")
    search = _Search(cost)
    search.begin_with(start)
    for root in range(len(cost)):
        if search.mate[root] == _FREE:
            search.stage(root)
    return search.result()


class _Search:
    """The state of the algorithm. Nodes are 0 … n-1, blossoms get numbers from n on, reused when they are opened."""

    def __init__(self, cost: Sequence[Sequence[int]]) -> None:
        n = len(cost)
        self.n = n
        self.weight = [[2 * c for c in row] for row in cost]
        self.y = [0] * n
        self.mate = [_FREE] * n
        self.top = list(range(n))  # the outermost blossom (or the node itself) that holds a node
        size = n + n // 2 + 1
        self.parent = [_FREE] * size
        self.base = [*range(n), *[_FREE] * (size - n)]  # the one node of a blossom that is matched outside it
        self.children: list[list[int]] = [[] for _ in range(size)]  # round the cycle, any child may come first
        self.links: list[list[tuple[int, int]]] = [[] for _ in range(size)]  # links[i] joins children i and i + 1
        self.z = [0] * size
        self.unused = list(range(size - 1, n - 1, -1))
        self.label = [_OUTSIDE] * size
        self.entry: list[tuple[int, int]] = [(_FREE, _FREE)] * size  # how an inner blossom was reached: (outer, inner)
        self.delta = 0
        self.heap: list[_Event] = []
        self.near: list[int | None] = [None] * n  # least slack to an outer node (plus Δ while outside the tree)
        self.near_from = [_FREE] * n
        self.outer: list[int] = []  # nodes of the tree, whose potentials move with Δ
        self.inner: list[int] = []

    def begin_with(self, start: Iterable[tuple[int, int]]) -> None:
        """Take over pairs of cost 0 (tight while all potentials are 0), then raise the other potentials greedily."""
        for u, v in start:
            if self.weight[u][v] == 0:
                self.mate[u], self.mate[v] = v, u
        y = self.y
        for u in range(self.n):
            if self.mate[u] != _FREE:
                continue
            row = self.weight[u]
            slack, v = min((row[v] - y[v], v) for v in range(self.n) if v != u)
            y[u] = slack
            if self.mate[v] == _FREE:
                self.mate[u], self.mate[v] = v, u

    def nodes(self, b: int) -> list[int]:
        """The nodes of a blossom."""
        if b < self.n:
            return [b]
        members: list[int] = []
        for child in self.children[b]:
            members += self.nodes(child)
        return members

    # ---- one stage -------------------------------------------------------------------------------------------

    def stage(self, root: int) -> None:
        """Match one more free node, changing other pairs along one path."""
        self.label = [_OUTSIDE] * len(self.label)
        self.near = [None] * self.n
        self.delta = 0
        self.heap, self.outer, self.inner = [], [], []
        self.make_outer(self.top[root])
        while True:
            when, kind, u, v = heappop(self.heap)
            if kind == _GROW:
                b = self.top[v]
                if self.label[b] != _OUTSIDE or self.near[v] != when:
                    continue
                self.advance(when)
                if self.mate[self.base[b]] == _FREE:
                    self.augment(u, v)
                    break
                self.grow(u, v)
            elif kind == _SHRINK:
                if self.top[u] != self.top[v]:
                    self.advance(when)
                    self.shrink(u, v)
            elif self.parent[u] == _FREE and self.label[u] == _INNER and self.delta + self.z[u] // 2 == when:
                self.advance(when)
                self.open_inner(u)
        for b in {self.top[u] for u in self.outer}:
            self.open_worthless(b)

    def advance(self, when: int) -> None:
        """Move the dual on to the next event."""
        step = when - self.delta
        if not step:
            return
        self.delta = when
        y, z, n = self.y, self.z, self.n
        for u in self.outer:
            y[u] += step
        for u in self.inner:
            y[u] -= step
        for b in {self.top[u] for u in self.outer}:
            if b >= n:
                z[b] += 2 * step
        for b in {self.top[u] for u in self.inner}:
            if b >= n:
                z[b] -= 2 * step

    def make_outer(self, b: int) -> None:
        """Label a blossom outer and look at every edge that leaves it."""
        self.label[b] = _OUTER
        fresh = self.nodes(b)
        self.outer += fresh
        for u in fresh:
            self.scan(u)

    def scan(self, u: int) -> None:
        y, top, label, near, delta, heap = self.y, self.top, self.label, self.near, self.delta, self.heap
        own_top, own_potential, row = top[u], y[u], self.weight[u]
        for v, b in enumerate(top):
            if b == own_top:
                continue
            slack = row[v] - own_potential - y[v]
            kind = label[b]
            if kind == _OUTER:
                # Both ends are of one parity (tight edges join them), so half the slack is a whole number.
                heappush(heap, (delta + slack // 2, _SHRINK, u, v))
                continue
            if kind == _OUTSIDE:
                slack += delta
            best = near[v]
            if best is None or slack < best:
                near[v] = slack
                self.near_from[v] = u
                if kind == _OUTSIDE:
                    heappush(heap, (slack, _GROW, u, v))

    def make_inner(self, b: int, u: int, v: int) -> None:
        """Label a blossom inner, reached over the edge from the outer node u to its node v."""
        self.label[b] = _INNER
        self.entry[b] = (u, v)
        for w in self.nodes(b):
            self.inner.append(w)
            slack = self.near[w]
            if slack is not None:  # an edge between outer and inner keeps its slack: from here on without Δ
                self.near[w] = slack - self.delta
        if b >= self.n:
            heappush(self.heap, (self.delta + self.z[b] // 2, _OPEN, b, b))

    def grow(self, u: int, v: int) -> None:
        b = self.top[v]
        self.make_inner(b, u, v)
        self.make_outer(self.top[self.mate[self.base[b]]])

    # ---- blossoms --------------------------------------------------------------------------------------------

    def shrink(self, u: int, v: int) -> None:
        """A tight edge between two outer blossoms closes an odd cycle: make it one blossom."""
        left, left_links = self.trail(u)
        right, right_links = self.trail(v)
        while len(left) > 1 and len(right) > 1 and left[-2] == right[-2]:
            left.pop()
            right.pop()
        steps = len(left) - 1
        back = len(right) - 1
        # From the common ancestor down to u, over the edge (u, v), and up again to the ancestor.
        cycle = left[::-1] + right[:back]
        links = [*[(q, p) for p, q in left_links[:steps]][::-1], (u, v), *right_links[:back]]
        b = self.unused.pop()
        self.children[b], self.links[b] = cycle, links
        self.base[b] = self.base[left[-1]]
        self.z[b] = 0
        self.parent[b] = _FREE
        self.label[b] = _OUTER
        was_inner: list[int] = []
        for child in cycle:
            self.parent[child] = b
            inside = self.nodes(child)
            if self.label[child] == _INNER:
                was_inner += inside
            for w in inside:
                self.top[w] = b
        if was_inner:
            promoted = set(was_inner)
            self.inner = [w for w in self.inner if w not in promoted]
            self.outer += was_inner
            for w in was_inner:
                self.scan(w)

    def trail(self, u: int) -> tuple[list[int], list[tuple[int, int]]]:
        """The blossoms from u's up to the root of the tree, and the edges between them (lower end, upper end)."""
        b = self.top[u]
        path: list[int] = [b]
        links: list[tuple[int, int]] = []
        while True:
            low = self.base[b]
            high = self.mate[low]
            if high == _FREE:
                return path, links
            b = self.top[high]
            links.append((low, high))
            path.append(b)
            outer, inner = self.entry[b]
            links.append((inner, outer))
            b = self.top[outer]
            path.append(b)

    def dissolve(self, b: int) -> list[int]:
        """Take a blossom apart into its children."""
        parts = self.children[b]
        for child in parts:
            self.parent[child] = _FREE
            for w in self.nodes(child):
                self.top[w] = child
        self.unused.append(b)
        return parts

    def open_inner(self, b: int) -> None:
        """An inner blossom without value: the part of its cycle that the tree runs through stays in the tree."""
        u, v = self.entry[b]
        bottom = self.base[b]
        removed = set(self.nodes(b))
        self.inner = [w for w in self.inner if w not in removed]
        parts, links = self.dissolve(b), self.links[b]
        for child in parts:
            self.label[child] = _OUTSIDE
        count = len(parts)
        at, end = parts.index(self.top[v]), parts.index(self.top[bottom])
        step = 1 if (end - at) % count % 2 == 0 else -1  # the way round with an even number of edges alternates
        new_outer: list[int] = []
        while True:
            self.make_inner_again(parts[at], u, v)
            if at == end:
                break
            outer = (at + step) % count
            new_outer.append(parts[outer])
            at = (outer + step) % count
            u, v = links[outer] if step == 1 else links[at][::-1]
        for child in parts:
            if self.label[child] == _OUTSIDE and child not in new_outer:
                for w in self.nodes(child):
                    slack = self.near[w]
                    if slack is not None:
                        self.near[w] = slack + self.delta
                        heappush(self.heap, (slack + self.delta, _GROW, self.near_from[w], w))
        for child in new_outer:
            self.make_outer(child)

    def make_inner_again(self, b: int, u: int, v: int) -> None:
        """Label a part of an opened inner blossom inner; its nodes' slacks are already kept without Δ."""
        self.label[b] = _INNER
        self.entry[b] = (u, v)
        self.inner += self.nodes(b)
        if b >= self.n:
            heappush(self.heap, (self.delta + self.z[b] // 2, _OPEN, b, b))

    def open_worthless(self, b: int) -> None:
        """After a stage: open outermost blossoms that have no value, and their children likewise."""
        if b >= self.n and self.z[b] == 0:
            for child in list(self.dissolve(b)):
                self.open_worthless(child)

    # ---- changing pairs --------------------------------------------------------------------------------------

    def augment(self, u: int, v: int) -> None:
        """Match along the path from the free blossom of v over the edge (u, v) up to the root."""
        self.rebase(self.top[v], v)
        while True:
            outer = self.top[u]
            high = self.mate[self.base[outer]]
            self.rebase(outer, u)
            self.mate[u], self.mate[v] = v, u
            if high == _FREE:
                return
            inner = self.top[high]
            u, v = self.entry[inner]
            self.rebase(inner, v)

    def rebase(self, b: int, v: int) -> None:
        """Re-pair the inside of a blossom so that v is the node matched outside it."""
        if b < self.n or self.base[b] == v:
            return
        child = v
        while self.parent[child] != b:
            child = self.parent[child]
        self.rebase(child, v)
        parts, links = self.children[b], self.links[b]
        first, count = parts.index(child), len(parts)
        for i in range(1, count, 2):
            left, right = (first + i) % count, (first + i + 1) % count
            p, q = links[left]
            if self.mate[p] != q:
                self.rebase(parts[left], p)
                self.rebase(parts[right], q)
                self.mate[p], self.mate[q] = q, p
        self.base[b] = v

    def result(self) -> WeightedMatching:
        blossoms: list[Blossom] = []
        stack = [b for b in set(self.top) if b >= self.n]
        while stack:
            b = stack.pop()
            if self.z[b]:
                blossoms.append(Blossom(tuple(sorted(self.nodes(b))), self.z[b]))
            stack += [c for c in self.children[b] if c >= self.n]
        blossoms.sort(key=lambda blossom: blossom.members)
        return WeightedMatching(tuple(self.mate), tuple(self.y), tuple(blossoms))
