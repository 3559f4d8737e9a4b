"""Is a bracket whose criteria are at the bounds of counting the first candidate in order?

Whoever reaches the bounds uses only *tight* pairs: those after which the bound of the others, with what the pair costs,
is still the bound. In the graph of tight pairs (those floating take a place of their own) the round is the first
candidate if no one moved down, and then no upper player of the remainder, can have an earlier opponent with everybody
else paired again. That is a question of alternating paths, one search each, however large the group is.

A floater must leave the groups below as good as the one who floats now: that is looked at (`_completes`) only for those
whom an earlier candidate would send down. Answers: True, False, or None where this way does not decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pareo.core.verify.augmenting_paths import NOBODY, augment, match_everybody
from pareo.core.verify.dutch_criteria import Criteria, clashes, kind
from pareo.core.verify.dutch_field import places

MOST_EXCHANGES = 3000  # looked at one by one
MOST_SEATED = 600  # players of a group in which exchanges are looked at


class _Unclear(Exception):
    """Not decided here."""


class Order:
    """A bracket at its bounds: `mate` is the whole round by places, `remaining` those not paired above, a mask."""

    def __init__(self, criteria: Criteria, near: Sequence[int], mate: Mapping[int, int], remaining: int) -> None:
        self.criteria, self.near, self.mate, self.remaining = criteria, near, mate, remaining
        self.field, self.level = criteria.field, criteria.level
        self.bracket = sum(1 << i for i in criteria.bracket)
        self.residents = [i for i in sorted(criteria.bracket) if self.field.level[i] == self.level]
        self.moved = [i for i in sorted(criteria.bracket) if self.field.level[i] > self.level]
        floats = [i for i in criteria.bracket if mate[i] not in criteria.inside]
        self.floater = floats[0] if len(floats) == 1 else None
        self.several = len(floats) > 1
        self.place = self.field.bye + 1  # the floater's, as one more vertex
        self.completing: dict[int, bool] = {} if self.floater is None else {self.floater: True}
        if not self.several:
            self.tight = self._tight()

    def is_first(self) -> bool | None:
        """Is no candidate of equal quality earlier? None: not decided here."""
        if self.several:
            return None
        try:
            return self._moved_are_first() and self._remainder_is_first()
        except _Unclear:
            return None

    # -- the tight graph ---------------------------------------------------------------------------------------------

    def _tight(self) -> list[int]:
        players, kinds = self.criteria.players, self.criteria.kinds()
        floats = 0 if self.floater is None else 1
        least = clashes(kinds, floats)
        members_of = {k: sum(1 << i for i in self.criteria.bracket if kind(players[i]) == k) for k in kinds}
        partners = dict.fromkeys(kinds, 0)
        for one in kinds:
            for two in kinds:
                rest = kinds.copy()
                rest.subtract([one, two])
                same = bool(one[0]) and one[0] == two[0]
                c12, c13 = clashes(rest, floats)
                if min(rest.values()) >= 0 and (c12 + same, c13 + (same and not (one[1] or two[1]))) == least:
                    partners[one] |= members_of[two]
        moved = sum(1 << i for i in self.moved)
        upfloated = sum(1 << i for i in self.residents if any(players[i].up))
        tight = [0] * (self.place + 1)
        for i in self.criteria.bracket:
            others = self.near[i] & self.bracket & partners[kind(players[i])]
            if moved >> i & 1:
                others &= ~(moved | upfloated)
            elif upfloated >> i & 1:
                others &= ~moved
            tight[i] = others
        self._without_topscorers_in_trouble(tight)
        if floats:
            for i in self._may_float(least):
                tight[i] |= 1 << self.place
                tight[self.place] |= 1 << i
        return tight

    def _may_float(self, least: tuple[int, int]) -> Iterator[int]:
        criteria = self.criteria
        gives_bye = criteria.bye_level == self.level
        for i in self.residents:
            p = criteria.players[i]
            rest = criteria.kinds()
            rest.subtract([kind(p)])
            if any(p.down) or clashes(rest, 0) != least:
                continue
            if gives_bye and not (p.bye_ok and (p.unplayed == criteria.least_unplayed() or not criteria.bye_counts)):
                continue
            yield i

    def _without_topscorers_in_trouble(self, tight: list[int]) -> None:
        """C10 and C11 are nought."""
        players = self.criteria.players
        if not any(players[i].top for i in self.criteria.bracket):
            return
        digits = {self.criteria.at["C10"], self.criteria.at["C11"]}
        for due in "WB":
            same = sum(1 << i for i in self.criteria.bracket if players[i].colours.due == due)
            for i in places(same):
                for j in places(tight[i] & same & ~((2 << i) - 1)):
                    if any(digit in digits for digit, _ in self.criteria.of_pair(i, j)):
                        tight[i] &= ~(1 << j)
                        tight[j] &= ~(1 << i)

    # -- those moved down --------------------------------------------------------------------------------------------

    def _moved_are_first(self) -> bool:
        among = self.bracket | (0 if self.floater is None else 1 << self.place)
        for i in self.moved:
            opponent = self.mate[i]
            for r in places(self.tight[i] & among & ((1 << opponent) - 1)):
                if self._can_meet(i, r, among):
                    return False
            among &= ~(1 << i | 1 << opponent)
        return True

    def _can_meet(self, i: int, r: int, among: int) -> bool:
        """Can the others be paired again if i meets r?"""
        tight = list(self.tight)
        while True:
            mate = [NOBODY] * len(tight)
            for j in places(among & self.bracket):
                mate[j] = self.mate[j] if j != self.floater else self.place
            if self.floater is not None:
                mate[self.place] = self.floater
            start, end = mate[i], mate[r]
            mate[start] = mate[end] = NOBODY
            if not augment(tight, mate, among & ~(1 << i | 1 << r), start, 1 << end):
                return False
            down = mate[self.place] if self.floater is not None else NOBODY
            if down == NOBODY or self._completes(down):
                return True
            tight[down] &= ~(1 << self.place)
            tight[self.place] &= ~(1 << down)

    # -- the remainder -----------------------------------------------------------------------------------------------

    def _remainder_is_first(self) -> bool:
        mdp_opponents = {self.mate[i] for i in self.moved}
        rest = [i for i in self.residents if i not in mdp_opponents]
        uppers = [i for i in rest if i != self.floater and i < self.mate[i]]
        half = len(uppers)
        beyond = [i for i in uppers if i >= rest[half]] if half < len(rest) else []
        if len(beyond) > 1:
            raise _Unclear
        if beyond:
            if len(rest) > MOST_SEATED:
                raise _Unclear
            if self._pairable(rest, rest[:half]):
                return False
            if any(self._pairable(rest, earlier) for earlier in self._exchanges(rest, half, uppers)):
                return False
        return self._uppers_are_first(rest, uppers)

    def _exchanges(self, rest: list[int], half: int, until: list[int]) -> Iterator[list[int]]:
        """Single exchanges in the order of the rules, before the one that was made."""
        looked_at = 0
        for distance in range(1, len(rest)):
            for leaves in range(half - 1, -1, -1):
                enters = leaves + distance
                if not half <= enters < len(rest):
                    continue
                uppers = [*rest[:leaves], *rest[leaves + 1 : half], rest[enters]]
                if uppers == until:
                    return
                looked_at += 1
                if looked_at > MOST_EXCHANGES:
                    raise _Unclear
                yield uppers

    def _choices(self, rest: list[int], uppers: list[int]) -> dict[int, int]:
        """Whom each upper may meet: lower players of the remainder, ranked behind it; the place: who may float."""
        lowers = sum(1 << i for i in rest) & ~sum(1 << i for i in uppers)
        choices = {u: self.tight[u] & lowers & ~((2 << u) - 1) for u in uppers}
        if self.floater is not None:
            choices[self.place] = self.tight[self.place] & lowers
        return choices

    def _pairable(self, rest: list[int], uppers: list[int]) -> bool:
        """Can all these uppers have opponents, with somebody who floats?"""
        choices = self._choices(rest, uppers)
        if self.floater is not None:
            choices[self.place] = sum(1 << i for i in places(choices[self.place]) if self._completes(i))
        holder: dict[int, int] = {}
        return all(self._seat(u, choices, holder, set()) for u in choices)

    def _seat(self, u: int, choices: Mapping[int, int], holder: dict[int, int], visited: set[int]) -> bool:
        for v in places(choices[u]):
            if v not in holder:
                holder[v] = u
                return True
        for v in places(choices[u]):
            if v not in visited:
                visited.add(v)
                if self._seat(holder[v], choices, holder, visited):
                    holder[v] = u
                    return True
        return False

    def _uppers_are_first(self, rest: list[int], uppers: list[int]) -> bool:
        choices = self._choices(rest, uppers)
        opponent_of = {u: self.mate[u] for u in uppers}
        if self.floater is not None:
            opponent_of[self.place] = self.floater
        settled = 0
        for at, u in enumerate(uppers):
            earlier = choices[u] & ~settled & ((1 << opponent_of[u]) - 1)
            later = [*uppers[at + 1 :], *([] if self.floater is None else [self.place])]
            if earlier and earlier & self._obtainable(opponent_of[u], later, choices, opponent_of):
                return False
            settled |= 1 << opponent_of[u]
        return True

    def _obtainable(
        self, freed: int, others: list[int], choices: Mapping[int, int], opponent_of: Mapping[int, int]
    ) -> int:
        """Opponents to be had once `freed` is free: their holders take another, and so on along a path to `freed`."""
        opponents = 0
        waiting = list(others)
        free = [freed]
        for v in free:  # grows meanwhile
            staying = []
            for x in waiting:
                if choices[x] >> v & 1 and (x != self.place or self._completes(v)):
                    opponents |= 1 << opponent_of[x]
                    free.append(opponent_of[x])
                else:
                    staying.append(x)
            waiting = staying
        return opponents

    # -- what is below -----------------------------------------------------------------------------------------------

    def _completes(self, floater: int) -> bool:
        """Would everything below be as good (C4, C8) with this one floating?"""
        if floater not in self.completing:
            self.completing[floater] = self.criteria.bye_level == self.level or self._below_completes(floater)
        return self.completing[floater]

    def _below_completes(self, floater: int) -> bool:
        if self.floater is None:
            raise AssertionError("nobody floats")
        if self.level == 1:
            return False
        group = sum(1 << i for i in places(self.remaining & ~self.bracket) if self.field.level[i] == self.level - 1)
        lower = self.remaining & ~self.bracket & ~group
        crossing = [i for i in places(group) if not group >> self.mate[i] & 1 and self.mate[i] != self.floater]
        if len(crossing) > 1 or lower >> self.mate[self.floater] & 1:
            raise _Unclear
        mate = [NOBODY] * len(self.near)
        for i in places(self.remaining & ~self.bracket):
            mate[i] = self.mate[i]
        opponent = self.mate[self.floater]
        mate[opponent] = NOBODY
        if not crossing:
            return augment(self.near, mate, group | 1 << floater, floater, 1 << opponent)
        out, taker = crossing[0], mate[crossing[0]]
        mate[out] = mate[taker] = NOBODY
        return any(
            (g == out or augment(self.near, _without(g, mate), lower | 1 << g, g, 1 << taker))
            and match_everybody(self.near, _without(g, mate), (group | 1 << floater) & ~(1 << g))
            for g in (out, *(g for g in places(group) if g != out))
        )


def _without(g: int, mate: list[int]) -> list[int]:
    """A copy of the matching without the pair of g."""
    matching = list(mate)
    if matching[g] != NOBODY:
        matching[matching[g]] = matching[g] = NOBODY
    return matching
