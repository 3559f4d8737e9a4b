"""The FISE Scrabble Swiss: inside each group of equal points the upper half meets the lower half.

`pair_fise(input) -> result` (see `pairing_contract`). The round is a rule, not an optimum and not a draw: the same
table always gives the same round, whatever the seed. Source: FISE, «El Sistema Suizo de Torneos», Reglas de pareo.

How a round is made:
1. Odd field: the last of the table who has not rested and without whom the others can be paired rests (S-10).
2. From the top, everybody with the same points forms a group. An odd group takes the first player of the next one who
   fits as its last member (rule 2). **Choice** (B-23, version 2): where that leaves somebody over, because a group or
   the players below it cannot be paired so, the round has the best gaps of all legal rounds with that rest, and each
   group takes the first players of the table with whom it has (`best_gaps`). Version 1: the fewest further players it
   needs, the first of the table that fit.
3. In a group of 2h each player, from the top, meets the first free player of the lower half not met before,
   provided the others of the group can still be paired (rule 1): the pairing a person finds by backtracking in table
   order, found here without trial and error (a full pairing is kept and repaired). Only where no such pairing exists
   may two of the upper half meet (rule 5): each then takes the lower half first, the upper half after it.
4. No pairing without a repeat exists at all: the fewest repeats, among the last of the table (**Choice**).

Avoided pairs (the same club) are kept apart inside a group where that is possible; points go first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from pareo.core.model.pairing_contract import Candidate, PairedMatch, PairingInput, PairingResult
from pareo.core.pairing.legal import Foes, LegalMatching, unpaired_count
from pareo.core.pairing.round_cost import apply_first_move, find_bye, foes_of, is_forbidden, relax_foes, round_cost
from pareo.core.pairing.score_groups.best_gaps import GapsRound

# How many sets of players are looked at before two neighbouring groups are simply put together.
_PATIENCE = 400


class _Pair(NamedTuple):
    upper: int  # the one higher in the table
    lower: int
    reasons: tuple[str, ...]


def pair_fise(pairing_input: PairingInput) -> PairingResult:
    """Pair a round by the procedure of the FISE document."""
    table = sorted(pairing_input.candidates, key=lambda c: -c.points)  # stable: the input's order inside equal points
    order = [c.no for c in table]
    by_no = {c.no: c for c in table}
    foes = foes_of(pairing_input)
    bye = find_bye(order, by_no, foes)
    playing = [no for no in order if no != bye]
    allowed_foes = _with_least_repeats(playing, foes, pairing_input)
    if pairing_input.objective == 1:
        pairs = _pair_first_legal(playing, by_no, allowed_foes)
    else:
        pairs = _pair_plain(playing, by_no, allowed_foes) or _pair_best_gaps(playing, by_no, allowed_foes)
    place = {no: i for i, no in enumerate(order)}
    pairs.sort(key=lambda p: place[p.upper])
    matches = tuple(_to_match(pair, board, by_no, pairing_input) for board, pair in enumerate(pairs, 1))
    return PairingResult(
        matches=matches,
        bye=bye,
        cost=round_cost(matches, bye, pairing_input),
        proof="rule",
        bye_reasons=_rest_reasons(bye, order, by_no),
    )


def _rest_reasons(bye: int | None, order: Sequence[int], by_no: Mapping[int, Candidate]) -> tuple[str, ...]:
    if bye is None:
        return ()
    if not by_no[bye].bye_ok:
        return ("rest-again",)
    return ("rest-last",) if bye == order[-1] else ("rest-next",)


def _with_least_repeats(playing: Sequence[int], foes: Foes, pairing_input: PairingInput) -> Foes:
    """The foes, less as few as must meet after all. Where a round without repeats exists: none.

    The players left over by a largest legal pairing must meet each other; they are looked for from the end of the
    table. Between them they make just the number of repeats that cannot be avoided.
    """
    missing = unpaired_count(playing, foes)
    if missing == 0:
        return foes
    if pairing_input.forbidden and unpaired_count(playing, foes_of(pairing_input, rematches=True)) > 0:
        return relax_foes(playing, foes, pairing_input)
    rematched: list[int] = []
    for no in reversed(playing):
        trial = {no, *rematched}
        if unpaired_count([n for n in playing if n not in trial], foes) == missing - len(trial):
            rematched.append(no)
        if len(rematched) == missing:
            break
    meeting = frozenset(rematched)
    # A rematch rather than a pair that was forbidden.
    relaxed_rows = {
        no: frozenset(x for x in foes[no] if x not in meeting or is_forbidden(no, x, pairing_input)) for no in rematched
    }
    relaxed = {**foes, **relaxed_rows}
    return relaxed if unpaired_count(playing, relaxed) == 0 else relax_foes(playing, foes, pairing_input)


def _pair_plain(playing: Sequence[int], by_no: Mapping[int, Candidate], foes: Foes) -> list[_Pair] | None:
    """Pairs everybody by rules 1 and 2 alone, group by group from the top; None if they leave somebody over."""
    clubmates = _clubmates(by_no[no] for no in playing)
    pairs: list[_Pair] = []
    remaining = list(playing)
    while remaining:
        size = _same_points(remaining, 0, by_no)
        group, rest = remaining[:size], remaining[size:]
        if max(unpaired_count(group, foes), unpaired_count(rest, foes)) != size % 2:
            return None
        if size % 2:
            following = rest[: _same_points(rest, 0, by_no)]
            joiner = next((no for no in following if _completes(no, group, rest, foes)), None)
            if joiner is None:
                return None
            group.append(joiner)
            rest.remove(joiner)
        pairs.extend(_pair_group(group, foes, clubmates, by_no, unequal="moved-up"))
        remaining = rest
    return pairs


def _completes(no: int, group: Sequence[int], rest: Sequence[int], foes: Foes) -> bool:
    """Can the group be paired in itself with this player of the rest, and the rest without?"""
    return (
        unpaired_count([*group, no], foes) == 0 and unpaired_count([other for other in rest if other != no], foes) == 0
    )


def _pair_best_gaps(playing: Sequence[int], by_no: Mapping[int, Candidate], foes: Foes) -> list[_Pair]:
    """Pairs everybody with the best gaps of all legal rounds; of those the first in table order.

    From the top each group takes the first players of the table with whom such a round exists, and is paired in
    itself as any other group.
    """
    clubmates = _clubmates(by_no[no] for no in playing)
    best = GapsRound(playing, {no: by_no[no].points for no in playing}, foes)
    pairs: list[_Pair] = []
    while best.remaining:
        group, joiners = best.next_group()
        below = best.remaining[0] if best.remaining else 0
        plain = len(joiners) == 1 and (not below or by_no[joiners[0]].points >= by_no[below].points)
        unequal = "moved-up" if plain else "smallest-gaps"
        pairs.extend(_pair_group([*group, *joiners], foes, clubmates, by_no, unequal=unequal))
    return pairs


def _pair_first_legal(playing: Sequence[int], by_no: Mapping[int, Candidate], foes: Foes) -> list[_Pair]:
    """Version 1: pairs everybody, group by group from the top. Needs that a full pairing exists, and keeps it so."""
    clubmates = _clubmates(by_no[no] for no in playing)
    pairs: list[_Pair] = []
    remaining = list(playing)
    while remaining:
        size = _same_points(remaining, 0, by_no)
        group, rest = remaining[:size], remaining[size:]
        joiners = _find_joiners(group, rest, foes)
        while joiners is None:
            # Not found in reasonable time: put the next group in as a whole.
            size += _same_points(remaining, size, by_no)
            group, rest = remaining[:size], remaining[size:]
            joiners = _find_joiners(group, rest, foes)
        unequal = "moved-up" if len(joiners) == 1 else "nearest-points"
        pairs.extend(_pair_group([*group, *joiners], foes, clubmates, by_no, unequal=unequal))
        taken = set(joiners)
        remaining = [no for no in rest if no not in taken]
    return pairs


def _same_points(players: Sequence[int], start: int, by_no: Mapping[int, Candidate]) -> int:
    """How many from `start` on have the same points."""
    end = start
    while end < len(players) and by_no[players[end]].points == by_no[players[start]].points:
        end += 1
    return end - start


def _find_joiners(group: Sequence[int], rest: Sequence[int], foes: Foes) -> list[int] | None:
    """The players of the next groups who join this one: as few as possible, then the first in table order.

    With them the group can be paired in itself, and the others without them too. None: too many ways to try.
    """
    need = max(unpaired_count(group, foes), unpaired_count(rest, foes))
    budget = [_PATIENCE]
    while need <= min(len(group), len(rest)):
        joiners = _first_joiners(group, rest, need, foes, budget)
        if joiners is not None:
            return joiners
        if budget[0] <= 0:
            return None
        need += 2
    return None if rest else []


def _first_joiners(
    group: Sequence[int], rest: Sequence[int], need: int, foes: Foes, budget: list[int]
) -> list[int] | None:
    """The first set of exactly `need` players in table order that completes the group; None: none, or no budget."""
    chosen: list[int] = []
    start = 0
    while True:
        if len(chosen) == need:
            return chosen
        size_before = len(chosen)
        for i in range(start, len(rest)):
            if budget[0] <= 0:
                return None
            budget[0] -= 1
            taken = {*chosen, rest[i]}
            # One player more can complete one player more; a set that lacks more than are still to come is hopeless.
            to_come = need - len(taken)
            if unpaired_count([*group, *chosen, rest[i]], foes) > to_come:
                continue
            if unpaired_count([no for no in rest if no not in taken], foes) <= to_come:
                chosen.append(rest[i])
                start = i + 1
                break
        if len(chosen) == size_before:
            if not chosen:
                return None
            start = rest.index(chosen.pop()) + 1


def _pair_group(
    members: Sequence[int], foes: Foes, clubmates: Foes, by_no: Mapping[int, Candidate], *, unequal: str
) -> list[_Pair]:
    """Upper half against lower half, in table order; the first pairing that breaks no rule.

    `unequal`: the reason of a pair with different points.
    """
    half = len(members) // 2
    upper, lower = list(members[:half]), list(members[half:])
    strict_foes, matching = _start(upper, lower, foes, clubmates)
    pairs: list[_Pair] = []
    while upper or lower:
        top = upper.pop(0) if upper else lower.pop(0)
        passed: dict[str, None] = {}
        for other in chain(lower, upper):
            if other in strict_foes[top]:
                passed["repeat-avoided" if other in foes[top] else "club-avoided"] = None
            elif matching.settle(top, other):
                break
            else:
                passed["kept-for-another"] = None
        reasons = ["same-points" if by_no[top].points == by_no[other].points else unequal]
        if other in upper:
            reasons.append("upper-half-pair")
            upper.remove(other)
        else:
            lower.remove(other)
        pairs.append(_Pair(top, other, (*reasons, *passed)))
    return pairs


def _start(upper: Sequence[int], lower: Sequence[int], foes: Foes, clubmates: Foes) -> tuple[Foes, LegalMatching]:
    """The strictest foes with which the group can be paired, and a full pairing of it.

    **Choice:** the halves give way before the same club meets; both give way before equal points part.
    """
    members = [*upper, *lower]
    foes_options = [foes]
    if any(no in clubmates for no in members):
        foes_options.insert(0, {no: foes[no] | clubmates.get(no, frozenset()) for no in members})
    for strict_foes in foes_options:
        for separate in (frozenset(upper), frozenset[int]()):
            matching = LegalMatching.full(members, strict_foes, zip(upper, lower, strict=True), apart=separate)
            if len(matching.mate) == len(members):
                return strict_foes, matching
    raise AssertionError("a group that cannot be paired was put together")


def _clubmates(candidates: Iterable[Candidate]) -> dict[int, frozenset[int]]:
    """The avoided opponents of each player: those who share a tag."""
    members_by_tag: dict[str, set[int]] = {}
    tagged = [c for c in candidates if c.tags]
    for c in tagged:
        for tag in c.tags:
            members_by_tag.setdefault(tag, set()).add(c.no)
    groups = {tag: frozenset(nos) for tag, nos in members_by_tag.items() if len(nos) > 1}
    clubmates: dict[int, frozenset[int]] = {}
    for c in tagged:
        mates = frozenset[int]().union(*(groups[tag] for tag in c.tags if tag in groups))
        if mates:
            clubmates[c.no] = mates - {c.no}
    return clubmates


def _to_match(pair: _Pair, board: int, by_no: Mapping[int, Candidate], pairing_input: PairingInput) -> PairedMatch:
    """The pair with the one who starts first (S-5), and what was unavoidable about it.

    **Choice:** equal in starts, the better placed starts on odd boards, as in the document's example.
    """
    up, low = by_no[pair.upper], by_no[pair.lower]
    reasons = list(pair.reasons)
    if low.no in pairing_input.met.get(up.no, ()):
        reasons.append("rematch")
    if is_forbidden(up.no, low.no, pairing_input):
        reasons.append("forbidden")
    if set(up.tags) & set(low.tags):
        reasons.append("avoided")
    swap = False
    if pairing_input.balance_starts:
        equal = up.starts == low.starts
        swap = board % 2 == 0 if equal else low.starts < up.starts
        reasons.append("start-alternates" if equal else "start-balance")
    return PairedMatch(low.no, up.no, tuple(reasons)) if swap else PairedMatch(up.no, low.no, tuple(reasons))


def fise_round(pairing_input: PairingInput) -> PairingResult:
    return apply_first_move(pairing_input, pair_fise(pairing_input))
