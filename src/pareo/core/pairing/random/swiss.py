"""Random Swiss pairing: `pair_random(pairing_input)` draws one of the optimal rounds, and knows that it is one.

What "optimal" means is the pairing contract of the design: fewest repeated byes, forbidden pairs and rematches, the
lowest bye, then rematches as low as possible (from version 2 on), then gaps and mixed divisions in the ruleset's order,
then fewest avoided pairs. Three ways lead there:

- up to twelve players all optimal rounds are counted and one is drawn, each equally likely ("enumerated");
- a plan that no round can beat is filled with players at random ("bound"; `greedy`);
- where that cannot be done, an exact minimum-cost matching of the players concerned ("exact"; `matching_graph`).

The same input and seed give the same round on every machine, whatever the order of the candidates. Nothing is read
but the input.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pareo.core.model.pairing_contract import Cost, PairedMatch, PairingInput, PairingResult
from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing import reasons
from pareo.core.pairing.matching import match_all
from pareo.core.pairing.random.costs import (
    NO_TAGS,
    NOBODY,
    CostWeights,
    Pair,
    RandomField,
    bye_cost,
    edge_matrix,
    field_of,
    weights_of,
)
from pareo.core.pairing.random.divisions_first import pair_by_division
from pareo.core.pairing.random.greedy import GroupLine, lines_of
from pareo.core.pairing.random.group_lines import PairedLine, solve_line
from pareo.core.pairing.random.matching_graph import Tuning
from pareo.core.pairing.random.small_fields import draw_cheapest

_LABEL = "random-swiss"
_SMALL = 120  # up to here the kernel over the whole field is quick, and gives a certificate


def pair_random(pairing_input: PairingInput, tuning: Tuning = Tuning()) -> PairingResult:  # noqa: B008 (frozen)
    """Pair a random Swiss round: one of the optimal rounds, with its cost, reasons and how optimality is known."""
    chance = SeededRandom(pairing_input.seed, _LABEL)
    field = field_of(pairing_input)
    if not field.players:
        return PairingResult((), None, Cost(), "enumerated")
    weights = weights_of(field)
    if len(field.players) <= tuning.largest_enumerated:
        nodes = chance.shuffled([*field.players, *([0] if len(field.players) % 2 else [])])
        node_pairs = draw_cheapest(edge_matrix(field, weights, nodes), chance)
        pairs = [(nodes[u], nodes[v]) for u, v in node_pairs]
        bye = next((a or b for a, b in pairs if not (a and b)), 0)
        matches = [(a, b) for a, b in pairs if a and b]
        return _build_result(pairing_input, field, matches, bye, proof="enumerated", certificate={})
    paired = _solve(field, weights, chance, tuning)
    clean = paired.value < weights.rematch
    certifiable = paired.plain or (paired.proof == "exact" and len(field.players) <= _SMALL)
    certificate = _certificate(field, weights) if certifiable and tuning.certified else {}
    return _build_result(
        pairing_input, field, paired.pairs, paired.taken, proof=paired.proof, certificate=certificate, clean=clean
    )


def _solve(field: RandomField, weights: CostWeights, chance: SeededRandom, tuning: Tuning) -> PairedLine:
    if field.gaps_first or field.divisions == 1:
        return solve_line(field, weights, _whole(field, weights, chance), chance, tuning)
    if not tuning.kernel_only:
        paired = pair_by_division(field, weights, chance, tuning)
        if paired is not None and (paired.proof == "bound" or len(field.players) > _SMALL):
            return paired
    # Divisions come first, but rematches or the bye come before them: no borders, and the bound is not a plan here.
    everything = replace(tuning, borders=False, kernel_only=True)
    return solve_line(field, weights, _whole(field, weights, chance), chance, everything)


def _whole(field: RandomField, weights: CostWeights, chance: SeededRandom) -> GroupLine:
    """The whole field as one line, with the bye in the lowest record group that has somebody eligible."""
    (line,) = lines_of(field, chance, by_division=False)
    if len(field.players) % 2 == 0:
        return line
    lowest = max(field.may_have_bye, key=lambda no: (field.group[no], no))
    hole = line.groups.index(field.group[lowest])
    cost = bye_cost(field, weights, lowest)
    return replace(line, hole=hole, takers=field.may_have_bye, hole_cost=cost, bye=True)


def _certificate(field: RandomField, weights: CostWeights) -> dict[str, object]:
    """The dual of the exact matching on the contract's own scale, which proves that no round costs less."""
    nodes = sorted([*field.players, *([0] if len(field.players) % 2 else [])])
    solved = match_all(edge_matrix(field, weights, nodes))
    return {
        "scale": "lexicographic",
        "players": nodes,
        "potentials": [str(y) for y in solved.potentials],
        "blossoms": [{"members": [nodes[i] for i in b.members], "value": str(b.value)} for b in solved.blossoms],
    }


def _build_result(
    pairing_input: PairingInput,
    field: RandomField,
    pairs: list[Pair],
    bye: int,
    *,
    proof: str,
    certificate: Mapping[str, object],
    clean: bool = False,
) -> PairingResult:
    """The result: the higher record first, tables by record, every match with its reasons, the cost counted anew.

    `clean`: it is known that nobody meets again.
    """
    group, division, levels = field.group, field.division, field.levels
    count, total = [0] * len(field.levels), [0] * len(field.levels)
    met, forbidden, tags = field.met.get, field.forbidden.get, field.tags.get
    some_forbidden, some_tags, several_divisions = bool(field.forbidden), bool(field.tags), field.divisions > 1
    met_again = [0] * len(field.levels)
    breaches = mixed = avoided = 0
    size = len(field.levels)
    tables: dict[int, list[Pair]] = {}  # by their records, then by the facts about them
    for pair in pairs:  # in random order: every cell was shuffled
        a, b = pair
        ga, gb = group[a], group[b]
        facts = 0
        if ga != gb:
            if ga > gb:
                a, b, ga, gb = b, a, gb, ga
                pair = (a, b)  # noqa: PLW2901 (the higher record comes first)
            count[ga] += 1
            total[ga] += levels[ga] - levels[gb]
            facts = _DOWN
        if several_divisions and division[a] != division[b]:
            mixed += 1
            facts |= _OTHER
        if not clean and b in met(a, NOBODY):
            met_again[ga] += 1
            facts |= _MET
        if some_forbidden and b in forbidden(a, NOBODY):
            breaches += 1
            facts |= _BARRED
        if some_tags and not tags(a, NO_TAGS).isdisjoint(tags(b, NO_TAGS)):
            avoided += 1
            facts |= _SHARED
        key = (ga * size + gb) * _ALL + facts
        if key in tables:
            tables[key].append(pair)
        else:
            tables[key] = [pair]
    matches = tuple(_explain_matches(tables, _Reasons(pairing_input, field, count)))
    cost = Cost(
        repeat_bye=int(bool(bye) and field.repeat_bye),
        forbidden=breaches,
        rematches=sum(met_again),
        bye_group=size - 1 - group[bye] if bye else 0,
        rematch_groups=tuple(met_again) if field.rematches_low else (),
        gaps=tuple(zip(count, total, strict=True)),
        mixed=mixed,
        avoided=avoided,
    )
    return PairingResult(matches, bye or None, cost, proof, certificate, _bye_reasons(pairing_input, field, bye))


def _explain_matches(tables: Mapping[int, list[Pair]], reasons_of: _Reasons) -> list[PairedMatch]:
    """The matches in table order; equal reasons are one tuple that they share."""
    make = tuple.__new__  # what PairedMatch's own constructor calls
    matches: list[PairedMatch] = []
    for key in sorted(tables):
        records, facts = divmod(key, _ALL)
        reason = reasons_of[facts, records // reasons_of.size]
        matches += [make(PairedMatch, (a, b, reason)) for a, b in tables[key]]
    return matches


_DOWN, _OTHER, _MET, _BARRED, _SHARED, _ALL = 1, 2, 4, 8, 16, 32


class _Reasons(dict[tuple[int, int], tuple[str, ...]]):
    """Reasons by (facts about the pair, its higher record group): one shared tuple for all alike."""

    def __init__(self, pairing_input: PairingInput, field: RandomField, down: list[int]) -> None:
        super().__init__()
        self.first = pairing_input.round_no == 1
        self.size = len(field.levels)
        self.field, self.down = field, down

    def __missing__(self, key: tuple[int, int]) -> tuple[str, ...]:
        facts, top = key
        codes: list[str] = []
        if facts & _DOWN:
            codes.append(reasons.PAIRED_DOWN)
            codes += self.why_down(facts, top)
        else:
            codes.append(reasons.FIRST_ROUND if self.first else reasons.SAME_RECORD)
        if self.field.divisions > 1:
            codes.append(reasons.OTHER_DIVISION if facts & _OTHER else reasons.SAME_DIVISION)
        if facts & _MET:
            codes += [reasons.REMATCH, *([reasons.REMATCH_LOW] if self.field.rematches_low else [])]
        for fact, reason in ((_BARRED, reasons.FORBIDDEN), (_SHARED, reasons.AVOIDED)):
            if facts & fact:
                codes.append(reason)
        self[key] = tuple(codes)
        return self[key]

    def why_down(self, facts: int, top: int) -> list[str]:
        """One player down: the group was odd. More: where records come first, only conflicts can force it."""
        if self.down[top] == 1:
            return [reasons.ODD_GROUP]
        if self.field.gaps_first or self.field.divisions == 1:
            return [reasons.CONFLICT_AVOIDED if self.field.forbidden else reasons.REMATCH_AVOIDED]
        return [] if facts & _OTHER else [reasons.DIVISION_KEPT]


def _bye_reasons(pairing_input: PairingInput, field: RandomField, bye: int) -> tuple[str, ...]:
    if not bye:
        return ()
    if field.repeat_bye:
        return (reasons.REPEAT_BYE,)
    if pairing_input.round_no == 1:
        return (reasons.FIRST_ROUND,)
    if field.group[bye] == len(field.levels) - 1:
        return (reasons.LOWEST_RECORD,)
    lowest = max(field.group[no] for no in field.may_have_bye)
    return (reasons.ONLY_ELIGIBLE if field.group[bye] == lowest else reasons.REMATCH_AVOIDED,)
