"""The field of a random Swiss round as the pairing code sees it, and what a pair costs.

`RandomField` is the input in lean form: players by their numbers, sorted, so that the order of the input means nothing.
A draw shuffles first, so that the numbers mean nothing either. `CostWeights` turns the lexicographic cost
of the design (repeated bye, forbidden pairs, rematches, bye group, rematches of each record group, gaps and mixed pairs
in the ruleset's order, avoided pairs) into one whole number: a mixed-radix number whose digits cannot overflow, so that
adding the costs of pairs compares as the cost of the round does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import Protocol

from pareo.core.model.pairing_contract import Candidate, PairingInput, Priority
from pareo.core.pairing.round_cost import puts_rematches_low

NOBODY: frozenset[int] = frozenset()
NO_TAGS: frozenset[str] = frozenset()
_NO, _POINTS, _DIVISION, _BYE_OK, _TAGS = map(itemgetter, range(5))

Pair = tuple[int, int]
Clash = Callable[[int, int], bool]


class ByPlayer(Protocol):
    """A number for each player: a list where their numbers allow it, which is quicker in a large field; or a dict."""

    def __getitem__(self, no: int, /) -> int: ...


@dataclass(frozen=True, slots=True)
class CostWeights:
    """The weight of each digit of a round's cost, as the certificate's "lexicographic" scale states them."""

    repeat_bye: int
    forbidden: int
    rematch: int
    bye_group: int
    rematch_in: tuple[int, ...]  # per record group from the top: a rematch whose higher player is of it (B-13)
    count: tuple[int, ...]  # per record group from the top: a player of it paired below it
    difference: tuple[int, ...]  # … and each point of difference
    mixed: int
    avoided: int


@dataclass(frozen=True, slots=True)
class RandomField:
    """The players of a random Swiss round. Record groups are numbered from the top, divisions from 0."""

    players: list[int]  # sorted
    records: list[int]  # the record group of each, in the same order
    group: ByPlayer
    levels: list[int]  # the points of each record group
    division: ByPlayer
    divisions: int
    met: Mapping[int, frozenset[int]]
    forbidden: Mapping[int, frozenset[int]]
    barred: Mapping[int, frozenset[int]]  # met or forbidden
    tags: Mapping[int, frozenset[str]]  # only tags that at least two players share
    may_have_bye: frozenset[int]  # those who are eligible; everybody if nobody is
    repeat_bye: bool  # nobody is eligible (and the field is odd): somebody gets a second bye
    gaps_first: bool
    rematches_low: bool = False  # a rematch that cannot be avoided is put as low as possible (B-13)

    def clash(self) -> Clash:
        """A function that says whether two players should be kept apart: met, forbidden or avoided."""
        barred, tags = self.barred, self.tags
        if not tags:
            return lambda a, b: b in barred.get(a, NOBODY)
        return lambda a, b: b in barred.get(a, NOBODY) or not tags.get(a, NO_TAGS).isdisjoint(tags.get(b, NO_TAGS))


def field_of(pairing_input: PairingInput) -> RandomField:
    """The field of a random Swiss round: the pairing input in lean form."""
    candidates = sorted(pairing_input.candidates, key=_NO)
    players = list(map(_NO, candidates))
    points = list(map(_POINTS, candidates))
    levels = sorted(set(points), reverse=True)
    rank = {level: i for i, level in enumerate(levels)}
    records = list(map(rank.__getitem__, points))
    group = _by_player(players, records)
    names = {name: i for i, name in enumerate(sorted(set(map(_DIVISION, candidates))))}
    if len(names) > 1:
        division = _by_player(players, list(map(names.__getitem__, map(_DIVISION, candidates))))
    else:
        division = _by_player(players, [0] * len(players))
    forbidden = _forbidden(pairing_input, frozenset(players)) if pairing_input.forbidden else {}
    barred: Mapping[int, frozenset[int]] = pairing_input.met
    if forbidden:
        barred = {
            no: pairing_input.met.get(no, NOBODY) | forbidden.get(no, NOBODY) for no in {*pairing_input.met, *forbidden}
        }
    eligible: frozenset[int] = NOBODY
    if len(players) % 2:
        eligible = frozenset(no for no, ok in zip(players, map(_BYE_OK, candidates), strict=True) if ok)
    repeat_bye = len(players) % 2 == 1 and not eligible
    return RandomField(
        players=players,
        records=records,
        group=group,
        levels=levels,
        division=division,
        divisions=max(1, len(names)),
        met=pairing_input.met,
        forbidden=forbidden,
        barred=barred,
        tags=_shared_tags(candidates),
        may_have_bye=frozenset(players) if repeat_bye else eligible,
        repeat_bye=repeat_bye,
        gaps_first=pairing_input.order[0] is Priority.GAPS,
        rematches_low=puts_rematches_low(pairing_input),
    )


def _by_player(players: Sequence[int], values: list[int]) -> ByPlayer:
    """`players` are sorted."""
    if not players or players[0] < 0 or players[-1] > 4 * len(players):
        return dict(zip(players, values, strict=True))
    if players[-1] - players[0] == len(players) - 1:
        return [0] * players[0] + values
    by_number = [0] * (players[-1] + 1)
    for no, value in zip(players, values, strict=True):
        by_number[no] = value
    return by_number


def _forbidden(pairing_input: PairingInput, present: frozenset[int]) -> dict[int, frozenset[int]]:
    opponents: dict[int, set[int]] = {}
    for a, b in pairing_input.forbidden:
        if a in present and b in present:
            opponents.setdefault(a, set()).add(b)
            opponents.setdefault(b, set()).add(a)
    return {no: frozenset(others) for no, others in opponents.items()}


def _shared_tags(candidates: Sequence[Candidate]) -> dict[int, frozenset[str]]:
    if not any(map(_TAGS, candidates)):
        return {}
    tag_counts: dict[str, int] = {}
    for tag in chain.from_iterable(set(c.tags) for c in candidates):
        tag_counts[tag] = tag_counts.get(tag, 0) + 1
    shared = {c.no: frozenset(tag for tag in c.tags if tag_counts[tag] > 1) for c in candidates if c.tags}
    return {no: tags for no, tags in shared.items() if tags}


def weights_of(field: RandomField) -> CostWeights:
    """The weights of a round's cost, from the least significant digit up: base = largest possible total + 1."""
    n, groups = len(field.players), len(field.levels)
    weight = 1

    def digit(largest: int) -> int:
        nonlocal weight
        place_value, weight = weight, weight * (largest + 1)
        return place_value

    avoided = digit(n)
    mixed = digit(n) if field.gaps_first else 0
    count, difference = [0] * groups, [0] * groups
    for g in reversed(range(groups)):
        difference[g] = digit(n * (field.levels[g] - field.levels[-1]))
        count[g] = digit(n)
    if not field.gaps_first:
        mixed = digit(n)
    rematch_in = [digit(n) if field.rematches_low else 0 for _ in range(groups)][::-1]
    bye_group = digit(groups)
    rematch = digit(n)
    forbidden = digit(n)
    return CostWeights(
        repeat_bye=digit(n),
        forbidden=forbidden,
        rematch=rematch,
        bye_group=bye_group,
        rematch_in=tuple(rematch_in),
        count=tuple(count),
        difference=tuple(difference),
        mixed=mixed,
        avoided=avoided,
    )


def structure_cost(field: RandomField, weights: CostWeights) -> Callable[[int, int, int, int], int]:
    """A function for what a pair costs by records and divisions: (group, division, group, division) → cost."""
    levels, count, difference, mixed = field.levels, weights.count, weights.difference, weights.mixed

    def pair_cost(group_a: int, division_a: int, group_b: int, division_b: int) -> int:
        total = 0 if division_a == division_b else mixed
        if group_a != group_b:
            top, low = (group_a, group_b) if group_a < group_b else (group_b, group_a)
            total += count[top] + difference[top] * (levels[top] - levels[low])
        return total

    return pair_cost


def conflict_cost(field: RandomField, weights: CostWeights) -> Callable[[int, int], int]:
    """A function for what a pair of players costs as such: forbidden, met before, sharing a tag."""
    met, forbidden, tags, group = field.met, field.forbidden, field.tags, field.group

    def pair_cost(a: int, b: int) -> int:
        total = 0
        if b in met.get(a, NOBODY):
            total += weights.rematch + weights.rematch_in[min(group[a], group[b])]
        if forbidden and b in forbidden.get(a, NOBODY):
            total += weights.forbidden
        if tags and not tags.get(a, NO_TAGS).isdisjoint(tags.get(b, NO_TAGS)):
            total += weights.avoided
        return total

    return pair_cost


def bye_cost(field: RandomField, weights: CostWeights, no: int) -> int:
    """What it costs to give this player the bye."""
    below = len(field.levels) - 1 - field.group[no]
    is_repeat = field.repeat_bye or no not in field.may_have_bye
    return below * weights.bye_group + (weights.repeat_bye if is_repeat else 0)


def edge_matrix(field: RandomField, weights: CostWeights, nodes: Sequence[int]) -> list[list[int]]:
    """The cost of every pair of these players; number 0 stands for the bye."""
    structure, conflict = structure_cost(field, weights), conflict_cost(field, weights)
    group, division = field.group, field.division
    matrix = [[0] * len(nodes) for _ in nodes]
    for i, a in enumerate(nodes):
        row = matrix[i]
        for j in range(i):
            b = nodes[j]
            if a and b:
                value = structure(group[a], division[a], group[b], division[b]) + conflict(a, b)
            else:
                value = bye_cost(field, weights, a or b)
            row[j] = matrix[j][i] = value
    return matrix
