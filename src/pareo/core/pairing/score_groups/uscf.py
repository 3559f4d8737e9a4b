"""The US Chess Swiss (rules 27A–29E): upper half against lower half inside each score group, colours within limits.

Contract: `pair_uscf(UscfInput) -> result`. The round is a rule, not an optimum and not a draw: the same table always
gives the same round. Priorities: no rematch; equal scores; upper half against lower half; equalise colours; alternate
colours. No round without a repeat exists: the fewest repeats.

How a round is made:
1. Players are ordered by score, then rating; unrated ones after the rated, in the table's order.
2. Odd field: the lowest of the lowest score group who has had none gets the bye. **Choice:** an unrated player counts
   as the lowest; somebody above gets it where the others could not be paired otherwise.
3. From the top, players dropped from above meet the highest they can of the group. If the group is odd then, its lowest
   player drops; more than one only where the group cannot be paired in itself, or those below could not.
4. What is left of the group: number i of the upper half meets number i of the lower. Repeats are avoided by the pairing
   nearest to that (least sum of squared moves), inside the halves where that is possible.
5. Switches between boards mend colours, up to 80 or 200 points (see `uscf_colours`). **Choice:** players dropped from
   above take no part in them.
Avoided pairs (the same club) are kept apart inside a group where that is possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby
from typing import NamedTuple

from pareo.core.model.pairing_contract import Candidate, PairedMatch, PairingInput, PairingResult, PastRound
from pareo.core.pairing.legal import Foes, unpaired_count
from pareo.core.pairing.matching import match_all
from pareo.core.pairing.round_cost import find_bye, foes_of, relax_foes, round_cost, unwanted_reasons
from pareo.core.pairing.score_groups.uscf_colours import History, Pair, better_colours, history, white_of


@dataclass(frozen=True, slots=True)
class UscfInput:
    """The round's input, and what the contract's candidates do not hold.

    Colours are used if `pairing_input.balance_starts`; without sequences, `Candidate.starts` says who has to equalise.
    """

    pairing_input: PairingInput
    ratings: Mapping[int, int | None] = field(default_factory=dict)
    colours: Mapping[int, str] = field(default_factory=dict)  # "WB-W": one letter per round, "-" if not played
    top_has_white: bool = True  # round 1: the higher player of the first board (a toss decides it)


class _UscfPair(NamedTuple):
    higher: int
    lower: int
    reasons: tuple[str, ...]


def pair_uscf(uscf_input: UscfInput) -> PairingResult:
    """Pair a round by the US Chess rules (27A–29E)."""
    pairing_input = uscf_input.pairing_input
    by_no = {c.no: c for c in pairing_input.candidates}
    order = pairing_order(uscf_input)
    place = {no: i for i, no in enumerate(order)}
    foes = foes_of(pairing_input)
    bye = find_bye(order, by_no, foes)
    playing = [no for no in order if no != bye]
    foes = dict(relax_foes(playing, foes, pairing_input))
    colours = {no: history(uscf_input.colours.get(no, ""), by_no[no].starts) for no in order}
    pairs = _Round(uscf_input, by_no, place, foes, colours).pair_all(playing)
    pairs.sort(key=lambda pair: place[pair.higher])
    matches = tuple(_to_match(pair, board, uscf_input, colours, by_no) for board, pair in enumerate(pairs, 1))
    return PairingResult(
        matches, bye, round_cost(matches, bye, pairing_input), "rule", bye_reasons=_bye_reasons(bye, order, by_no)
    )


def pairing_order(uscf_input: UscfInput) -> list[int]:
    """The numbers of all candidates by score, then rating, then table order (27A, 28A)."""
    rating = uscf_input.ratings
    table = sorted(uscf_input.pairing_input.candidates, key=lambda c: (-c.points, -_sort_rating(rating.get(c.no))))
    return [c.no for c in table]


def _sort_rating(rating: int | None) -> int:
    return -1 if rating is None else rating


def _bye_reasons(bye: int | None, order: Sequence[int], by_no: Mapping[int, Candidate]) -> tuple[str, ...]:
    if bye is None:
        return ()
    if not by_no[bye].bye_ok:
        return ("bye-again",)
    return ("bye-lowest" if bye == order[-1] else "bye-above",)


class _Round:
    """One round in the making."""

    __slots__ = ("_by_no", "_colours", "_foes", "_input", "_place")

    def __init__(
        self,
        uscf_input: UscfInput,
        by_no: Mapping[int, Candidate],
        place: Mapping[int, int],
        foes: Foes,
        colours: Mapping[int, History],
    ) -> None:
        self._input, self._by_no, self._place, self._foes, self._colours = uscf_input, by_no, place, foes, colours

    def pair_all(self, playing: Sequence[int]) -> list[_UscfPair]:
        """Group by group from the top. Needs that everybody can be paired, and keeps it so."""
        groups = [list(group) for _, group in groupby(playing, key=lambda no: self._by_no[no].points)]
        pairs: list[_UscfPair] = []
        dropped: list[int] = []
        for at, group in enumerate(groups):
            below = list(chain.from_iterable(groups[at + 1 :]))
            new_pairs, dropped, members = self._meet_dropped(dropped, group, below)
            pairs += new_pairs
            if not below:
                return pairs + self._pair_group([*dropped, *members])
            drops = self._who_drops(members, groups[at + 1], dropped, below)
            pairs += self._pair_group([no for no in members if no not in drops])
            dropped = [*dropped, *(no for no in members if no in drops)]
        return pairs

    def _meet_dropped(
        self, dropped: Sequence[int], group: Sequence[int], below: Sequence[int]
    ) -> tuple[list[_UscfPair], list[int], list[int]]:
        """Players from above meet the highest they can (29D); who can meet nobody here goes on down."""
        pairs: list[_UscfPair] = []
        waiting, members = list(dropped), list(group)
        going_on: list[int] = []
        while waiting:
            no = waiting.pop(0)
            options = [x for x in (*waiting, *members) if x not in self._foes[no]]
            options.sort(key=lambda x: self._share_tag(no, x))  # stable: the highest first
            rest = [*going_on, *waiting, *members, *below]
            other = next((x for x in options if unpaired_count([y for y in rest if y != x], self._foes) == 0), None)
            if other is None:
                going_on.append(no)
                continue
            pairs.append(_UscfPair(no, other, ("odd-player",)))
            (waiting if other in waiting else members).remove(other)
        return pairs, going_on, members

    def _who_drops(
        self, members: Sequence[int], next_group: Sequence[int], dropped: Sequence[int], below: Sequence[int]
    ) -> frozenset[int]:
        """The fewest, the lowest first, without whom the group and with whom the players below can be paired."""
        foes = self._foes
        welcome = [no for no in reversed(members) if any(x not in foes[no] for x in next_group)]
        count = unpaired_count(members, foes)
        while True:
            for candidates in (welcome, list(reversed(members))):
                chosen: list[int] = []
                for no in candidates:
                    if len(chosen) == count:
                        break
                    trial = {*chosen, no}
                    to_come = count - len(trial)
                    if (
                        unpaired_count([x for x in members if x not in trial], foes) <= to_come
                        and unpaired_count([*dropped, *trial, *below], foes) <= to_come
                    ):
                        chosen.append(no)
                if len(chosen) == count and unpaired_count([*dropped, *chosen, *below], foes) == 0:
                    return frozenset(chosen)
            count += 2  # at the latest with the whole group: everybody left can be paired

    def _pair_group(self, members: Sequence[int]) -> list[_UscfPair]:
        """Upper half against lower half (27A3), repeats avoided, colours mended."""
        half = len(members) // 2
        natural = list(zip(members[:half], members[half:], strict=True))
        pairs = natural
        if any(self._dislike(a, b) for a, b in natural):
            pairs = self._nearest(members, natural)
        known = set(natural)
        reasons: dict[Pair, str] = {pair: "repeat-avoided" for pair in pairs if pair not in known}
        if self._input.pairing_input.balance_starts:
            switched: dict[Pair, str]
            pairs, switched = better_colours(
                pairs,
                colours=self._colours,
                ratings=self._input.ratings,
                place=self._place,
                dislike=self._dislike,
            )
            reasons |= switched
        return [self._to_pair(a, b, reasons.get((a, b))) for a, b in pairs]

    def _to_pair(self, a: int, b: int, reason: str | None) -> _UscfPair:
        same = self._by_no[a].points == self._by_no[b].points
        return _UscfPair(a, b, ("same-points" if same else "odd-player", *([reason] if reason else ())))

    def _share_tag(self, a: int, b: int) -> bool:
        return bool(set(self._by_no[a].tags) & set(self._by_no[b].tags))

    def _dislike(self, a: int, b: int) -> int:
        """0 welcome, 1 avoided, more than all avoided ones together: may not meet."""
        return len(self._by_no) * (b in self._foes[a]) + self._share_tag(a, b)

    def _nearest(self, members: Sequence[int], natural: Sequence[Pair]) -> list[Pair]:
        """The legal pairing nearest to the natural one; a pair inside one half only where it cannot be helped."""
        size = len(members)
        half = size // 2
        across = half**3 + 1  # more than all moves together
        worst = across * (size + 1)
        cost = [[0] * size for _ in members]
        for i, a in enumerate(members):
            for j in range(i + 1, size):
                b = members[j]
                if i < half <= j:
                    price = (j - half - i) ** 2
                else:
                    price = across + (size - 2 - i - j if j < half else i + j - size)
                price += worst * self._dislike(a, b)
                cost[i][j] = cost[j][i] = price
        start = [(i, i + half) for i, (a, b) in enumerate(natural) if not self._dislike(a, b)]
        mate = match_all(cost, start).mate
        return [(members[i], members[j]) for i, j in enumerate(mate) if i < j]


def _to_match(
    pair: _UscfPair, board: int, uscf_input: UscfInput, colours: Mapping[int, History], by_no: Mapping[int, Candidate]
) -> PairedMatch:
    """Who starts. The higher player of the first board has the colour that the toss gave, then it alternates."""
    reasons = [*pair.reasons, *unwanted_reasons(pair.higher, pair.lower, uscf_input.pairing_input, by_no)]
    if not uscf_input.pairing_input.balance_starts:
        return PairedMatch(pair.higher, pair.lower, tuple(reasons))
    higher_white = (board % 2 == 1) == uscf_input.top_has_white
    white, colour_reason = white_of(pair.higher, pair.lower, colours, higher_white=higher_white)
    black = pair.lower if white == pair.higher else pair.higher
    return PairedMatch(white, black, (*reasons, colour_reason))


def uscf_round(pairing_input: PairingInput) -> PairingResult:
    colours = {no: _letters(past, pairing_input.round_no) for no, past in pairing_input.past.items()}
    return pair_uscf(UscfInput(pairing_input, pairing_input.ratings, colours, top_has_white=pairing_input.top_starts))


def _letters(past: Iterable[PastRound], round_no: int) -> str:
    """“WB-W”: one letter per round, “-” where no game was played."""
    letters = {p.round_no: "W" if p.starts else "B" for p in past if p.opponent is not None and p.outcome.played}
    return "".join(letters.get(number, "-") for number in range(1, round_no))
