"""Cheapest perfect matching, exactly, with a proof: the checker's own solver.

`cheapest_matching(costs, start)` takes a symmetric table of whole-number costs (never negative, of any size) for an
even number of players who may all meet, and returns a matching of least total cost together with the dual values that
prove it. It knows nothing of tournaments and shares nothing with the pairing algorithms.

The proof. In doubled units (2·cost, so that halves are whole numbers) every player has a potential y and some odd
sets of players ("blossoms") a value z > 0, such that for every pair  y(u) + y(v) − Σ z(B holding both) ≤ 2·cost(u, v).
A perfect matching has at most (|B| − 1)/2 pairs inside B, so it costs, doubled, at least Σ y − Σ z·(|B| − 1)/2.
The matching returned costs exactly that.

The method is Edmonds' primal-dual one, a tree at a time. From an unmatched player an alternating tree grows along
tight pairs (equality above): S players are an even number of steps from the root, T players an odd number. When no
tight pair is left, the potentials of S rise and those of T fall by the same amount until one is. `clock` counts that
rise; instead of touching every player at every step we keep values that do not change while the clock runs:
  S player:  y = clock − lag        T player:  y = lag − clock        otherwise  y is what is stored.
Pairs between S and an outside player become tight at a fixed clock, pairs between two S players at half a fixed sum.
One tree costs O(n²) steps, all of them O(n³); a start with many free pairs leaves only few trees to grow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

OUT, S, T = 0, 1, 2
NOBODY = -1


@dataclass(frozen=True, slots=True)
class CheckedMatching:
    """A cheapest matching: who meets whom (by index), and the proof in doubled units."""

    mate: tuple[int, ...]
    potentials: tuple[int, ...]
    blossoms: tuple[tuple[tuple[int, ...], int], ...]  # (members, value)


def cheapest_matching(costs: Sequence[Sequence[int]], start: Sequence[tuple[int, int]] = ()) -> CheckedMatching:
    """A perfect matching of least cost. Pairs of `start` that cost nothing are taken over as a beginning."""
    search = _Search([[2 * cost for cost in row] for row in costs])
    for u, v in start:
        if costs[u][v] == 0:
            search.mate[u], search.mate[v] = v, u
    for root in range(len(costs)):
        if search.mate[root] == NOBODY:
            search.match(root)
    return CheckedMatching(tuple(search.mate), tuple(search.y), tuple(search.proof()))


class _Search:
    """The state between and during the growth of trees. Nodes are players (below n) and blossoms (from n)."""

    def __init__(self, costs: list[list[int]]) -> None:
        n = len(costs)
        self.n = n
        self.costs = costs
        self.mate = [NOBODY] * n
        self.y = [0] * n
        self.top = list(range(n))  # outermost node that holds the player
        # per node
        self.parent: dict[int, int] = {}
        self.members: dict[int, list[int]] = {v: [v] for v in range(n)}
        self.base = {v: v for v in range(n)}  # the member that is matched outside the node
        self.children: dict[int, list[int]] = {}  # round the odd cycle, the one with the base first
        self.links: dict[int, list[tuple[int, int]]] = {}  # link i joins child i to child i + 1
        self.z: dict[int, int] = {}
        self.next_node = n
        # of the tree that grows
        self.clock = 0
        self.side = [OUT] * n  # per player
        self.lag = [0] * n
        self.entry: dict[int, tuple[int, int]] = {}  # outermost T node: the pair (S player, member) that reached it
        self.since: dict[int, int] = {}  # outermost blossom in the tree: the clock at which it joined
        self.ready: list[int | None] = [None] * n  # outside S: clock at which a pair with S is tight, plus own y
        self.reach = [NOBODY] * n  # and the S player of that pair
        self.inner: list[tuple[int, int, int]] = []  # heap: twice the clock at which two S players become tight

    # -- one tree ------------------------------------------------------------------------------------------------

    def match(self, root: int) -> None:
        """Grow a tree from an unmatched player until it reaches another one; match along the path."""
        self.clock = 0
        self.side = [OUT] * self.n
        self.entry.clear()
        self.since.clear()
        self.ready = [None] * self.n
        self.inner.clear()
        self._join_s(self.top[root])
        while True:
            grow_at, outside = self._next_growth()
            close_at = self._next_closing()
            open_at, blossom = self._next_opening()
            now = min(at for at in (grow_at, close_at, open_at) if at is not None)
            self.clock = now
            if now == grow_at:
                node = self.top[outside]
                if self.mate[self.base[node]] == NOBODY:
                    self._augment(self.reach[outside], outside)
                    break
                self._join_t(node, (self.reach[outside], outside))
                self._join_s(self.top[self.mate[self.base[node]]])
            elif now == close_at:
                _, u, v = heappop(self.inner)
                self._close(u, v)
            else:
                self._open(blossom)
        self._settle()

    def _next_growth(self) -> tuple[int | None, int]:
        best: int | None = None
        who = NOBODY
        for v, side in enumerate(self.side):
            if side == OUT:
                at = self.ready[v]
                if at is not None:
                    at -= self.y[v]
                    if best is None or at < best:
                        best, who = at, v
        return best, who

    def _next_closing(self) -> int | None:
        while self.inner:
            twice, u, v = self.inner[0]
            if self.top[u] != self.top[v]:
                # S players hang together by tight pairs of even doubled cost: the sum is even.
                return twice // 2
            heappop(self.inner)
        return None

    def _next_opening(self) -> tuple[int | None, int]:
        best: int | None = None
        which = NOBODY
        for node in self.entry:
            if node >= self.n:
                at = self.since[node] + self.z[node] // 2
                if best is None or at < best:
                    best, which = at, node
        return best, which

    def _join_s(self, node: int) -> None:
        self.since[node] = self.clock
        for v in self.members[node]:
            self.side[v] = S
            self.lag[v] = self.clock - self.y[v]
        for v in self.members[node]:
            self._scan(v)

    def _join_t(self, node: int, entry: tuple[int, int]) -> None:
        self.since[node] = self.clock
        self.entry[node] = entry
        for v in self.members[node]:
            self.side[v] = T
            self.lag[v] = self.clock + self.y[v]

    def _scan(self, u: int) -> None:
        """Note when each pair of a new S player will be tight."""
        lag, side, top, ready = self.lag, self.side, self.top, self.ready
        own, home = lag[u], top[u]
        for w, cost in enumerate(self.costs[u]):
            if side[w] == S:
                if top[w] != home:
                    heappush(self.inner, (cost + own + lag[w], u, w))
            else:
                at, best = cost + own, ready[w]
                if best is None or at < best:
                    ready[w] = at
                    self.reach[w] = u

    def _leave_tree(self, node: int) -> None:
        """Write down the true potentials and value of an outermost node as they are at this clock."""
        first = self.members[node][0]
        if node >= self.n:
            rise = 2 * (self.clock - self.since[node])
            self.z[node] += rise if self.side[first] == S else -rise
        if self.side[first] == S:
            for v in self.members[node]:
                self.y[v] = self.clock - self.lag[v]
        else:
            for v in self.members[node]:
                self.y[v] = self.lag[v] - self.clock

    # -- blossoms ------------------------------------------------------------------------------------------------

    def _way_up(self, node: int) -> list[tuple[int, tuple[int, int]]]:
        """Nodes from here to the root, each with the pair (member, member of the next) that leads on."""
        way: list[tuple[int, tuple[int, int]]] = []
        while True:
            base = self.base[node]
            partner = self.mate[base]
            if partner == NOBODY:
                return [*way, (node, (base, NOBODY))]
            way.append((node, (base, partner)))
            above = self.top[partner]
            s_player, member = self.entry[above]
            way.append((above, (member, s_player)))
            node = self.top[s_player]

    def _close(self, u: int, v: int) -> None:
        """A tight pair of two S players closes an odd cycle: from now on it is one S node."""
        left, right = self._way_up(self.top[u]), self._way_up(self.top[v])
        while len(left) > 1 and len(right) > 1 and left[-2][0] == right[-2][0]:
            left.pop()
            right.pop()
        meeting = left.pop()[0]
        right.pop()
        children = [meeting, *(node for node, _ in reversed(left)), *(node for node, _ in right)]
        links = [(b, a) for _, (a, b) in reversed(left)] + [(u, v)] + [pair for _, pair in right]
        node = self.next_node
        self.next_node += 1
        fresh: list[int] = []
        for child in children:
            self._leave_tree(child)
            self.parent[child] = node
            if self.entry.pop(child, None) is not None:
                fresh.extend(self.members[child])
        self.members[node] = [w for child in children for w in self.members[child]]
        self.children[node], self.links[node] = children, links
        self.base[node] = self.base[meeting]
        self.z[node] = 0
        self.since[node] = self.clock
        for w in self.members[node]:
            self.top[w] = node
            self.side[w] = S
        for w in fresh:
            self.lag[w] = self.clock - self.y[w]
        for w in fresh:
            self._scan(w)

    def _open(self, node: int) -> None:
        """The value of a T blossom has fallen to 0: its way from entry to base stays in the tree, the rest leaves."""
        self._leave_tree(node)
        s_player, member = self.entry.pop(node)
        children, links = self.children[node], self.links[node]
        size = len(children)
        at = children.index(self._child_with(node, member))
        self._dissolve(node)
        # Inside, links 1, 3, 5 … are matched: from an odd child the matched pair leads forward, from an even one back.
        step = 1 if at % 2 else -1
        entry = (s_player, member)
        joining: list[int] = []
        while True:
            self._join_t(children[at], entry)
            if at == 0:
                break
            middle = at + step
            joining.append(children[middle])
            after = (middle + step) % size
            a, b = links[middle] if step == 1 else links[after]
            entry = (a, b) if step == 1 else (b, a)
            at = after
        for child in joining:
            self._join_s(child)

    def _dissolve(self, node: int) -> None:
        for child in self.children.pop(node):
            del self.parent[child]
            for v in self.members[child]:
                self.top[v] = child
                self.side[v] = OUT
        del self.links[node], self.members[node], self.base[node], self.z[node]

    def _child_with(self, node: int, member: int) -> int:
        child = member
        while self.parent[child] != node:
            child = self.parent[child]
        return child

    def _rebase(self, node: int, member: int) -> None:
        """Match inside the node so that `member` is the one left for outside."""
        if self.base[node] == member:
            return
        at = self.children[node].index(self._child_with(node, member))
        children = self.children[node] = self.children[node][at:] + self.children[node][:at]
        links = self.links[node] = self.links[node][at:] + self.links[node][:at]
        self._rebase(children[0], member)
        for i in range(1, len(children), 2):
            u, v = links[i]
            self._rebase(children[i], u)
            self._rebase(children[i + 1], v)
            self.mate[u], self.mate[v] = v, u
        self.base[node] = member

    # -- the end of a tree ---------------------------------------------------------------------------------------

    def _augment(self, s_player: int, outside: int) -> None:
        while True:
            node = self.top[s_player]
            partner = self.mate[self.base[node]]
            self._rebase(self.top[outside], outside)
            self._rebase(node, s_player)
            self.mate[s_player], self.mate[outside] = outside, s_player
            if partner == NOBODY:
                return
            s_player, outside = self.entry[self.top[partner]]

    def _settle(self) -> None:
        """Write down all values, and take apart blossoms that are worth nothing."""
        outermost = set(self.top)
        for node in outermost:
            if self.side[self.members[node][0]] != OUT:
                self._leave_tree(node)
        empty = [node for node in outermost if node >= self.n and self.z[node] == 0]
        while empty:
            children = self.children[empty[-1]]
            self._dissolve(empty.pop())
            empty.extend(child for child in children if child >= self.n and self.z[child] == 0)

    def proof(self) -> list[tuple[tuple[int, ...], int]]:
        return [(tuple(self.members[node]), value) for node, value in sorted(self.z.items()) if value]
