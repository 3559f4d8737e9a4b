"""What a round costs, as one number, and a lower bound of it that needs no search. Part of the checker.

**The scale** ("lexicographic"). The cost of a round is a list of digits; written with large enough bases it is one
whole number, the sum of the costs of its pairs. With n candidates, record groups g = 0 … G−1 from the top, points
p(g), digits from the most to the least significant, and base = the largest total any round can have, plus one:

    digit         of a pair (u, v), u in the group at or above v's                      base
    repeat_bye    the bye: 1 if v has had one (not bye_ok)                              n + 1
    forbidden     1 if the pair is forbidden                                            n + 1
    rematches     1 if they have met                                                    n + 1
    bye_group     the bye: number of groups below v's                                   G + 1
    rematches g   1 if they have met and u is in g         for each group from the top  n + 1
    mixed         1 if the divisions differ                (here if order = mixed first) n + 1
    count of g    1 if u is in g and v below it            \\ for each group from the    n + 1
    sum of g      p(u) − p(v) in that case                 /  top: count, then sum      n · (p(g) − p(G−1)) + 1
    mixed                                                  (here if order = gaps first)  n + 1
    avoided       1 if they share a tag                                                 n + 1

This order is that of version 2 (`objectives`); version 1 has no rematches by group, another version may have another
order. The weight of a digit is the product of the bases of all less significant digits (avoided: 1). The bye is a pair
with node 0, present when n is odd; it has the two bye digits and no other. A pair has no bye digit.

**The bound.** Forget who has met whom, who is forbidden or avoided: players are then known by (group, division) alone,
and the cheapest round can be written down from counts, in time linear in n. Every real round costs at least as much.
 - Bye: somebody eligible if there is one, in the lowest group that has one; we try each division it can come from.
 - Gaps alone: the top group leaves over one player if odd, at best to the next group, which then is one smaller, and
   so on. So exactly the groups with an odd number of players at or above them pair one down, and only to the next.
   Gaps first: with the floaters fixed so, mixed pairs are counted group by group; inside a group they are half the
   number of divisions with an odd count, and what joins two groups is only the division of the floater.
 - Mixed alone: half the number of divisions with an odd count; at that number each odd division sends exactly one
   player out and an even one none. Mixed first: the divisions are then separate fields, each paired as "gaps alone"
   less the player sent out; we try every place of that player and every way to join the odd divisions.
 - Avoided: k players with one tag among n have at least (2k − n)/2 pairs of their own, whatever else is wanted.
A bound of each digit that holds given equality of all digits before is a bound of the whole in lexicographic order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import mul

from pareo.core.model.pairing_contract import Candidate, Cost, PairingInput, Priority
from pareo.core.verify.objectives import PREFERENCES, RANDOM_1, REMATCH_GROUPS, Objective, find_objective

BYE = 0  # the node the player without an opponent is paired with
MOST_ODD_DIVISIONS = 8  # more than this (never seen) and the gaps part of the mixed-first bound is left at zero

Kind = tuple[int, str]  # (record group, division): all the bound knows of a player


class CheckField:
    """The candidates of a round, ready for costs: record groups, digits and their weights."""

    def __init__(self, pairing_input: PairingInput, objective: Objective = RANDOM_1) -> None:
        self.pairing_input = pairing_input
        self.objective = objective
        self.players: dict[int, Candidate] = {c.no: c for c in pairing_input.candidates}
        self.groups: tuple[int, ...] = tuple(sorted({c.points for c in pairing_input.candidates}, reverse=True))
        rank = {points: g for g, points in enumerate(self.groups)}
        self.group: dict[int, int] = {c.no: rank[c.points] for c in pairing_input.candidates}
        self.tags: dict[int, frozenset[str]] = {c.no: frozenset(c.tags) for c in pairing_input.candidates if c.tags}
        self.forbidden = pairing_input.forbidden | {(b, a) for a, b in pairing_input.forbidden}
        self.odd = len(pairing_input.candidates) % 2 == 1
        self._set_weights()

    def _set_weights(self) -> None:
        weight = 1
        weights: dict[str, int] = {}
        self.gap: list[tuple[int, int]] = []
        preferences = ("gaps", "mixed") if self.pairing_input.order[0] is Priority.GAPS else ("mixed", "gaps")
        self.rematch_in = [0] * len(self.groups)
        for digit in reversed(self.objective.digits):
            for name in reversed(preferences) if digit == PREFERENCES else (digit,):
                weights[name] = weight
                if name == "gaps":
                    weight = self._gap_weights(weight)
                elif name == REMATCH_GROUPS:
                    weight = self._rematch_weights(weight)
                else:
                    weight *= self._base(name)
        self.avoided, self.mixed, self.bye_group = weights["avoided"], weights["mixed"], weights["bye_group"]
        self.rematch, self.forbid = weights["rematches"], weights["forbidden"]
        self.repeat_bye = weights["repeat_bye"]

    def _base(self, digit: str) -> int:
        """One more than the digit can be."""
        return (len(self.groups) if digit == "bye_group" else len(self.players)) + 1

    def _gap_weights(self, weight: int) -> int:
        """The weights of count and sum of each group, the least of all `weight`; what weighs more than all of them."""
        lowest = self.groups[-1] if self.groups else 0
        for points in reversed(self.groups):
            total = weight
            count = total * (len(self.players) * (points - lowest) + 1)
            weight = count * (len(self.players) + 1)
            self.gap.append((count, total))
        self.gap.reverse()
        return weight

    def _rematch_weights(self, weight: int) -> int:
        """The weights of a rematch of each group, that of the lowest `weight`; what weighs more than all of them."""
        for g in reversed(range(len(self.groups))):
            self.rematch_in[g] = weight
            weight *= len(self.players) + 1
        return weight

    def kind(self, no: int) -> Kind:
        return self.group[no], self.players[no].division

    def gap_cost(self, g: int, h: int) -> int:
        """The cost of a pair from two record groups, by its gaps digits alone."""
        upper, lower = (g, h) if g < h else (h, g)
        if upper == lower:
            return 0
        count, total = self.gap[upper]
        return count + total * (self.groups[upper] - self.groups[lower])

    def kind_cost(self, a: Kind, b: Kind) -> int:
        """What a pair costs by record and division; a particular pair can only cost more."""
        return self.gap_cost(a[0], b[0]) + (self.mixed if a[1] != b[1] else 0)

    def bye_cost(self, no: int) -> int:
        below = len(self.groups) - 1 - self.group[no]
        return self.bye_group * below + (0 if self.players[no].bye_ok else self.repeat_bye)

    def have_met(self, a: int, b: int) -> bool:
        return b in self.pairing_input.met.get(a, ()) or a in self.pairing_input.met.get(b, ())

    def share_tag(self, a: int, b: int) -> bool:
        return not self.tags.get(a, frozenset()).isdisjoint(self.tags.get(b, ()))

    def extra_cost(self, a: int, b: int) -> int:
        """What a pair of players costs on top of their kinds: forbidden, met, avoided."""
        cost = self.forbid if (a, b) in self.forbidden else 0
        if self.have_met(a, b):
            cost += self.rematch + self.rematch_in[min(self.group[a], self.group[b])]
        return cost + self.avoided if self.share_tag(a, b) else cost

    def pair_cost(self, a: int, b: int) -> int:
        if BYE in (a, b):
            return self.bye_cost(a or b)
        return self.kind_cost(self.kind(a), self.kind(b)) + self.extra_cost(a, b)

    def read_gaps(self, amount: int) -> tuple[tuple[int, int], ...]:
        """The gaps of a cost number that has no other digits."""
        gaps = []
        for count, total in self.gap:
            players, amount = divmod(amount, count)
            points, amount = divmod(amount, total)
            gaps.append((players, points))
        return tuple(gaps)

    def number(self, cost: Cost) -> int:
        """The cost of a round as one number of the scale."""
        gaps = sum(
            players * count + points * total
            for (players, points), (count, total) in zip(cost.gaps, self.gap, strict=True)
        )
        high = self.repeat_bye * cost.repeat_bye + self.forbid * cost.forbidden + self.rematch * cost.rematches
        if cost.rematch_groups:
            high += sum(map(mul, cost.rematch_groups, self.rematch_in))
        return high + self.bye_group * cost.bye_group + gaps + self.mixed * cost.mixed + self.avoided * cost.avoided


def cost_of(pairing_input: PairingInput, matches: Sequence[tuple[int, int]], bye: int | None) -> Cost:
    """The cost of a round, counted directly from the definition. Unknown players are left out."""
    field = CheckField(pairing_input)
    gaps = [[0, 0] for _ in field.groups]
    rematches = [0] * len(field.groups)
    forbidden = mixed = avoided = 0
    for a, b in matches:
        if a not in field.players or b not in field.players or a == b:
            continue
        one, two = field.players[a], field.players[b]
        forbidden += (a, b) in field.forbidden
        rematches[min(field.group[a], field.group[b])] += field.have_met(a, b)
        mixed += one.division != two.division
        avoided += field.share_tag(a, b)
        if one.points != two.points:
            upper = gaps[min(field.group[a], field.group[b])]
            upper[0] += 1
            upper[1] += abs(one.points - two.points)
    bye_player = field.players.get(bye) if bye is not None else None
    return Cost(
        repeat_bye=int(bye_player is not None and not bye_player.bye_ok),
        forbidden=forbidden,
        rematches=sum(rematches),
        bye_group=0 if bye_player is None else sum(points < bye_player.points for points in field.groups),
        rematch_groups=tuple(rematches) if _counts_by_group(pairing_input) else (),
        gaps=tuple((players, points) for players, points in gaps),
        mixed=mixed,
        avoided=avoided,
    )


def _counts_by_group(pairing_input: PairingInput) -> bool:
    """Does it matter, under the version of this input, in which record group a rematch is?"""
    objective = find_objective(pairing_input.system, pairing_input.objective)
    return objective is not None and REMATCH_GROUPS in objective.digits


def lower_bound(pairing_input: PairingInput) -> Cost:
    """A cost no round of this field can go below, in the order of the ruleset."""
    field = CheckField(pairing_input)
    counts = Counter(field.kind(no) for no in field.players)
    bye_kinds: list[Kind] = []
    if field.odd:
        eligible = [c.no for c in pairing_input.candidates if c.bye_ok] or list(field.players)
        lowest = max(field.group[no] for no in eligible)
        bye_kinds = sorted({field.kind(no) for no in eligible if field.group[no] == lowest})
    gaps_first = pairing_input.order[0] is Priority.GAPS
    cheapest = _gaps_first if gaps_first else _mixed_first
    options = [cheapest(field, counts - Counter([kind])) for kind in bye_kinds] or [cheapest(field, counts)]
    mixed, gaps = min(options, key=(lambda option: option) if not gaps_first else (lambda option: option[::-1]))
    return Cost(
        repeat_bye=int(field.odd and not any(c.bye_ok for c in pairing_input.candidates)),
        bye_group=len(field.groups) - 1 - bye_kinds[0][0] if bye_kinds else 0,
        rematch_groups=(0,) * len(field.groups) if _counts_by_group(pairing_input) else (),
        gaps=field.read_gaps(gaps),
        mixed=mixed,
        avoided=_fewest_avoided(pairing_input),
    )


def _fewest_avoided(pairing_input: PairingInput) -> int:
    """A tag that most of the field shares. With an odd field the bye may go to one of them."""
    n = len(pairing_input.candidates)
    sizes = Counter(tag for c in pairing_input.candidates for tag in set(c.tags))
    return max([0, *((2 * size - n - n % 2) // 2 for size in sizes.values())])


def _by_group(counts: Mapping[Kind, int]) -> Iterator[tuple[int, dict[str, int]]]:
    """The groups that have players, from the top, with their number in each division."""
    table: dict[int, dict[str, int]] = {}
    for (group, division), count in counts.items():
        if count:
            table.setdefault(group, {})[division] = count
    yield from sorted(table.items())


def _gaps_first(field: CheckField, counts: Mapping[Kind, int]) -> tuple[int, int]:
    """(mixed, gaps) of the cheapest round by kinds, gaps being minimised first."""
    gaps, above = 0, -1
    states: dict[str | None, int] = {None: 0}  # division of the player who comes down → fewest mixed pairs so far
    for group, divisions in _by_group(counts):
        comes_down = None not in states
        if comes_down:
            gaps += field.gap_cost(above, group)
        goes_down = (sum(divisions.values()) - comes_down) % 2 == 1
        after: dict[str | None, int] = {}
        for floater, mixed in states.items():
            for leaver, more in _inside_group(divisions, floater, goes_down=goes_down):
                after[leaver] = min(after.get(leaver, mixed + more), mixed + more)
        states, above = after, group
    return states[None], gaps


def _inside_group(
    divisions: Mapping[str, int], floater: str | None, *, goes_down: bool
) -> Iterator[tuple[str | None, int]]:
    """For each division the next floater can come from: the mixed pairs with and inside the group."""
    for partner in divisions if floater is not None else (None,):
        counts = dict(divisions)
        if partner is not None:
            counts[partner] -= 1
        odd = sum(count % 2 for count in counts.values())
        with_floater = int(floater != partner)
        if not goes_down:
            yield None, with_floater + odd // 2
            continue
        for leaver, count in counts.items():
            if count:
                yield leaver, with_floater + (odd + (-1 if count % 2 else 1)) // 2


def _mixed_first(field: CheckField, counts: Mapping[Kind, int]) -> tuple[int, int]:
    """(mixed, gaps) of the cheapest round by kinds, mixed pairs being minimised first."""
    fields: dict[str, dict[int, int]] = {}
    for group, divisions in _by_group(counts):
        for division, count in divisions.items():
            fields.setdefault(division, {})[group] = count
    odd = [groups for groups in fields.values() if sum(groups.values()) % 2]
    if len(odd) > MOST_ODD_DIVISIONS:
        return len(odd) // 2, 0
    gaps = sum(_cascade(field, groups) for groups in fields.values() if sum(groups.values()) % 2 == 0)
    exit_costs = [{g: _cascade(field, {**groups, g: groups[g] - 1}) for g in groups} for groups in odd]
    join_costs = {
        (i, j): min(
            one + two + field.gap_cost(g, h) for g, one in exit_costs[i].items() for h, two in exit_costs[j].items()
        )
        for i in range(len(exit_costs))
        for j in range(i + 1, len(exit_costs))
    }
    return len(odd) // 2, gaps + _cheapest_joining(join_costs, tuple(range(len(exit_costs))))


def _cascade(field: CheckField, groups: Mapping[int, int]) -> int:
    """Gaps of one division paired by itself (an even number): each odd group passes one player to the next."""
    gaps, above = 0, -1
    for group, count in groups.items():  # from the top
        if not count:
            continue
        remaining = count
        if above >= 0:
            gaps += field.gap_cost(above, group)
            remaining -= 1
        above = group if remaining % 2 else -1
    return gaps


def _cheapest_joining(join_costs: Mapping[tuple[int, int], int], divisions: tuple[int, ...]) -> int:
    if not divisions:
        return 0
    first, *others = divisions
    return min(
        join_costs[first, other] + _cheapest_joining(join_costs, tuple(o for o in others if o != other))
        for other in others
    )
