"""Can so many end above somebody? Sought among all ways in which the open matches can end, by branch and bound.

Every rival is a number that is a sum over the open matches, and counts if it ends above zero. The bound takes the
best ending of each match for every rival, but one ending of their own match for both who sit at it. Where the bound
does not decide, the match that the undecided rivals hang on most is ended in each way in turn. The work is counted in
nodes, so that the same question has the same answer on every machine; where they run out, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

NODES = 400
"""Nodes of one question at most."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody who counts if their number ends above zero."""

    start: int
    moves: tuple[tuple[int, ...] | None, ...]  # match → what each ending adds; None: nothing, in any way
    rest: tuple[int, int]  # between these lies what is not known better
    own: int | None  # the match that they play

    def mirror(self) -> Rival:
        """This rival with all signs turned: for the question who can stay below."""
        moves = tuple(None if move is None else tuple(-one for one in move) for move in self.moves)
        return Rival(-self.start, moves, (-self.rest[1], -self.rest[0]), self.own)


@dataclass(frozen=True, slots=True)
class _Node:
    """What is left of the question when some matches have ended."""

    sure: int  # rivals who count in any case
    waiting: tuple[int, ...]  # rivals who may or may not
    most: dict[int, int]  # of these
    least: dict[int, int]
    free: frozenset[int]  # matches on which they hang
    ended: tuple[tuple[int, int], ...] = ()  # (match, ending)


class Search:
    """One question: can at least so many of the rivals count?"""

    __slots__ = ("endings", "nodes_left", "peaks", "rivals", "target", "witness")

    def __init__(self, rivals: Sequence[Rival], endings: int, target: int = 0, nodes: int = NODES) -> None:
        self.rivals, self.endings, self.target, self.nodes_left = rivals, endings, target, nodes
        self.peaks = [tuple(None if m is None else (min(m), max(m)) for m in rival.moves) for rival in rivals]
        self.witness: tuple[tuple[int, int], ...] = ()  # endings with which so many count, if there are such

    def possible(self) -> bool | None:
        """Can so many rivals count? None: not found out within the nodes."""
        return self._explore(self._root())

    def most(self) -> int:
        """How many rivals can count by the bound alone."""
        node = self._root()
        return node.sure + self._most_undecided(node)

    def _root(self) -> _Node:
        most, least = {}, {}
        for i, rival in enumerate(self.rivals):
            spans = [peak for peak in self.peaks[i] if peak is not None]
            least[i] = rival.start + rival.rest[0] + sum(low for low, _ in spans)
            most[i] = rival.start + rival.rest[1] + sum(high for _, high in spans)
        every = frozenset(at for peaks in self.peaks for at, peak in enumerate(peaks) if peak is not None)
        return self._node(0, most, least, every, ())

    def _node(
        self,
        sure: int,
        most: dict[int, int],
        least: dict[int, int],
        free: frozenset[int],
        ended: tuple[tuple[int, int], ...],
    ) -> _Node:
        waiting = tuple(i for i, low in least.items() if low <= 0 < most[i])
        sure += sum(low > 0 for low in least.values())
        peaks = [self.peaks[i] for i in waiting]
        needed = frozenset(at for at in free if any(one[at] is not None for one in peaks))
        return _Node(sure, waiting, {i: most[i] for i in waiting}, {i: least[i] for i in waiting}, needed, ended)

    def _explore(self, node: _Node) -> bool | None:
        if node.sure >= self.target:
            self.witness = node.ended
            return True
        if node.sure + self._most_undecided(node) < self.target:
            return False
        if not node.free or self.nodes_left <= 0:
            return None
        self.nodes_left -= 1
        at = self._deciding(node)
        conclusion: bool | None = False
        for way in self._ways(node, at):
            answer = self._explore(self._with_ended(node, at, way))
            if answer is True:
                return True
            if answer is None:
                conclusion = None
        return conclusion

    def _with_ended(self, node: _Node, at: int, way: int) -> _Node:
        """The question with one match ended."""
        most, least = dict(node.most), dict(node.least)
        for i in node.waiting:
            move, peak = self.rivals[i].moves[at], self.peaks[i][at]
            if move is not None and peak is not None:
                least[i] += move[way] - peak[0]
                most[i] += move[way] - peak[1]
        return self._node(node.sure, most, least, node.free - {at}, (*node.ended, (at, way)))

    def _most_undecided(self, node: _Node) -> int:
        """The most of the undecided who can count: of two who play one another, together."""
        tables: dict[int, list[int]] = {}
        total = 0
        for i in node.waiting:
            own = self.rivals[i].own
            if own is not None and own in node.free:
                tables.setdefault(own, []).append(i)
            else:
                total += 1
        for own, seated in tables.items():
            total += (
                1
                if len(seated) == 1
                else max(sum(self._most_if(node, i, own, way) > 0 for i in seated) for way in range(self.endings))
            )
        return total

    def _most_if(self, node: _Node, i: int, at: int, way: int) -> int:
        """The most that a rival can have if a match ends so."""
        move, peak = self.rivals[i].moves[at], self.peaks[i][at]
        return node.most[i] if move is None or peak is None else node.most[i] + move[way] - peak[1]

    def _deciding(self, node: _Node) -> int:
        """The match on which the undecided hang most."""
        weight = dict.fromkeys(sorted(node.free), 0.0)
        for i in node.waiting:
            span = node.most[i] - node.least[i]
            for at in node.free:
                peak = self.peaks[i][at]
                if peak is not None:
                    weight[at] += (peak[1] - peak[0]) / span
        return max(weight, key=weight.__getitem__)

    def _ways(self, node: _Node, at: int) -> list[int]:
        """The endings that are worth trying: none that another one is as good as for everybody; the best first."""
        moves = [move for i in node.waiting if (move := self.rivals[i].moves[at]) is not None]
        columns = {way: tuple(move[way] for move in moves) for way in range(self.endings)}
        undominated: list[int] = []
        for way, column in sorted(columns.items(), key=lambda of: (-sum(of[1]), of[0])):
            if not any(all(x >= y for x, y in zip(columns[other], column, strict=True)) for other in undominated):
                undominated.append(way)
        return undominated
