"""Double elimination: who loses twice is out (PN-GO-1).

Contract as in `bracket`: pure questions about a list of seeds and the rounds played so far, each round its decided
matches. With 2^k lines the winners' bracket has k rounds and the losers' bracket 2(k − 1):

    round 1         winners' round 1
    round 2j        winners' round j + 1, and losers' round 2j − 1
    round 2j + 1    losers' round 2j: who comes from the losers' side meets who has just lost above
    round 2k        the final, and round 2k + 1 a second one if the losers' side won the first

Who comes down is laid in turned round, or half a bracket further, so that two meet again as late as can be. **Choice:**
of a match that both lost nobody comes down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from pareo.core.pairing.bracket import (
    BracketMatch,
    BracketSlot,
    BracketView,
    DecidedMatch,
    RoundDraw,
    Rounds,
    bracket_order,
    losers_of,
    match_of,
    rounds_needed,
)
from pareo.core.text.errors import BadInput, Refused
from pareo.core.text.messages import Note, note, text_note

LEAST = 4
Matches = tuple[BracketMatch, ...]


@dataclass(frozen=True, slots=True)
class DoubleView:
    """A double elimination: both brackets and the finals, as far as they are known."""

    size: int
    winners: tuple[Matches, ...]
    losers: tuple[Matches, ...]
    final: BracketMatch
    second: BracketMatch | None = None  # there is one only if the losers' side won the first
    champion: int | None = None

    def in_round(self, number: int) -> Matches:
        """The matches of a round (counted from 1), those of the winners' bracket first."""
        depth = len(self.winners)
        if number >= 2 * depth:
            last = {2 * depth: self.final, 2 * depth + 1: self.second}.get(number)
            return (last,) if last is not None else ()
        above = self.winners[number // 2] if number == 1 or number % 2 == 0 else ()
        below = self.losers[number - 2] if number > 1 else ()
        return above + below


Parts = tuple[str, BracketView, frozenset[int], tuple[Note, ...]]


def double_parts(view: DoubleView) -> Iterator[Parts]:
    """The parts of a double elimination's sheet: name of the part, its matches, the rounds it is played in, titles."""
    depth = len(view.winners)
    above = [note("bracket-round", "Round {number}", number=i) for i in range(1, depth)]
    below = [note("bracket-round", "Round {number}", number=i) for i in range(1, 2 * depth - 2)]
    first = None if view.second is not None else view.champion
    yield (
        "winners",
        BracketView(view.size, view.winners),
        frozenset((1, *range(2, 2 * depth, 2))),
        (*above, _WINNERS_FINAL),
    )
    yield (
        "losers",
        BracketView(2 * len(view.losers[0]), view.losers),
        frozenset(range(2, 2 * depth)),
        (*below, _LOSERS_FINAL),
    )
    yield "final", BracketView(2, ((view.final,),), first), frozenset((2 * depth,)), (text_note("Final"),)
    if view.second is not None:
        yield (
            "second-final",
            BracketView(2, ((view.second,),), view.champion),
            frozenset((2 * depth + 1,)),
            (text_note("Second final"),),
        )


_WINNERS_FINAL, _LOSERS_FINAL = text_note("Final of the winners' bracket"), text_note("Final of the losers' bracket")


def most_rounds(entrants: int) -> int:
    """How many rounds a double elimination has with a second final: 8 players 7. BadInput below four players."""
    if entrants < LEAST:
        raise BadInput(
            "double-size",
            "A double elimination needs at least {least} players, not {entrants}.",
            least=LEAST,
            entrants=entrants,
        )
    return 2 * rounds_needed(entrants) + 1


def next_round(seeds: Sequence[int], rounds: Rounds) -> RoundDraw:
    """The next round of a double elimination: pairs of the winners' bracket first, and who advances without a match.

    Raises Refused where results are missing or the bracket has been played to the end.
    """
    view = double_view(seeds, rounds)
    number = len(rounds) + 1
    if any(not match.decided for round_no in range(1, number) for match in view.in_round(round_no)):
        raise Refused("round-open", "Results of round {round} are missing.", round=len(rounds))
    matches = view.in_round(number)
    if not matches:
        raise Refused("bracket-over", "The bracket has been played to the end.")
    seed_of = {no: seed for seed, no in enumerate(seeds, 1)}
    pairs: list[tuple[int, int]] = []
    byes: list[int] = []
    for match in matches:
        players = sorted((s.no for s in (match.top, match.bottom) if s.no is not None), key=seed_of.__getitem__)
        if len(players) == 2:
            pairs.append((players[0], players[1]))
        else:
            byes.extend(players)
    return RoundDraw(tuple(pairs), tuple(sorted(byes, key=seed_of.__getitem__)))


def double_view(seeds: Sequence[int], rounds: Rounds = ()) -> DoubleView:
    """Both brackets of a double elimination as far as they are known. BadInput when a match was played elsewhere."""
    most_rounds(len(seeds))
    if len(set(seeds)) != len(seeds):
        raise BadInput("bracket-twice", "A player is in the list of seeds twice.")
    return _Sheet(seeds, rounds).build_view()


@dataclass(slots=True)
class _Sheet:
    """Lays the players of one round into the next."""

    seeds: Sequence[int]
    rounds: Rounds
    winners: list[Matches] = field(default_factory=list)
    losers: list[Matches] = field(default_factory=list)

    def build_view(self) -> DoubleView:
        depth = rounds_needed(len(self.seeds))
        size = 1 << depth
        slots = [
            BracketSlot("player", self.seeds[place - 1], place) if place <= len(self.seeds) else BracketSlot("bye")
            for place in bracket_order(size)
        ]
        for number in range(1, 2 * depth):
            results = self._results(number)
            if number == 1 or number % 2 == 0:
                self.winners.append(_matches(slots, results))
                slots = [_winner_slot(match) for match in self.winners[-1]]
            if number > 1:
                self.losers.append(_matches(self._losers_round_slots(number - 1), results))
            _check_used(results, number)
        top, bottom = slots[0], _winner_slot(self.losers[-1][0])
        final = self._final_match(top, bottom, 2 * depth)
        second = (
            self._final_match(top, bottom, 2 * depth + 1)
            if final.decided and final.winner == bottom.no and top.no is not None and bottom.no is not None
            else None
        )
        last = second if second is not None else final
        return DoubleView(size, tuple(self.winners), tuple(self.losers), final, second, last.winner)

    def _losers_round_slots(self, index: int) -> list[BracketSlot]:
        """The slots of a losers' round, counted from 1."""
        if index == 1:
            return [self._loser_slot(match) for match in self.winners[0]]
        from_losers = [_winner_slot(match) for match in self.losers[-1]]
        if index % 2:
            return from_losers
        from_winners = [self._loser_slot(match) for match in self.winners[index // 2]]
        half = len(from_winners) // 2
        from_winners = from_winners[::-1] if index % 4 == 2 else from_winners[half:] + from_winners[:half]
        return [slot for both in zip(from_losers, from_winners, strict=True) for slot in both]

    def _final_match(self, top: BracketSlot, bottom: BracketSlot, number: int) -> BracketMatch:
        results = self._results(number)
        match = match_of(top, bottom, results)
        _check_used(results, number)
        return match

    def _results(self, number: int) -> dict[frozenset[int], DecidedMatch]:
        matches = self.rounds[number - 1] if number <= len(self.rounds) else ()
        return {frozenset((a, b)): (a, b, winner) for a, b, winner in matches}

    def _loser_slot(self, match: BracketMatch) -> BracketSlot:
        """The slot that a match of the winners' bracket sends down: its loser."""
        if not match.decided:
            return BracketSlot("open")
        if match.winner is None:
            return BracketSlot("nobody")
        losers = losers_of(match)
        return (
            next(slot for slot in (match.top, match.bottom) if slot.no == losers[0]) if losers else BracketSlot("bye")
        )


def _winner_slot(match: BracketMatch) -> BracketSlot:
    if not match.decided:
        return BracketSlot("open")
    if match.winner is not None:
        return next(slot for slot in (match.top, match.bottom) if slot.no == match.winner)
    return BracketSlot("bye" if match.top.no is None and match.bottom.no is None else "nobody")


def _matches(slots: Sequence[BracketSlot], results: dict[frozenset[int], DecidedMatch]) -> Matches:
    return tuple(match_of(top, bottom, results) for top, bottom in zip(slots[::2], slots[1::2], strict=True))


def _check_used(results: dict[frozenset[int], DecidedMatch], number: int) -> None:
    for a, b, _ in results.values():
        raise BadInput(
            "bracket-mismatch",
            "Players {a} and {b} do not meet in round {round} of this bracket.",
            a=a,
            b=b,
            round=number,
        )


def places(seeds: Sequence[int], rounds: Rounds = ()) -> tuple[tuple[int, int], ...]:
    """(place, entrant) of a double elimination, the first place first.

    Players eliminated in the same losers' round share a place (5, 5, 7, 7); those still playing share the first.
    """
    if len(seeds) < LEAST:  # a list that is still being filled
        return tuple((1, no) for no in seeds)
    view = double_view(seeds, rounds)
    losers_by_round = _losers_by_round(view)
    eliminated = {no for losers in losers_by_round for no in losers}
    ranking = [(1, no) for no in seeds if no not in eliminated]
    if view.champion is not None:
        second = next(slot.no for slot in (view.final.top, view.final.bottom) if slot.no != view.champion)
        ranking = [(1, view.champion), *([(2, second)] if second is not None else [])]
        ranking += [(1, no) for no in seeds if no not in eliminated | {view.champion, second}]
    place = 3 if len(seeds) > 2 else 1
    seed_of = {no: seed for seed, no in enumerate(seeds, 1)}
    for losers, losers_count in zip(reversed(losers_by_round), reversed(_losers_per_round(len(seeds))), strict=True):
        ranking += [(place, no) for no in sorted(losers, key=seed_of.__getitem__)]
        place += losers_count
    return tuple(ranking)


def _losers_by_round(view: DoubleView) -> list[list[int]]:
    """Who is eliminated in each losers' round, and who was by a match of the winners' bracket that both lost."""
    losers = [[no for match in matches for no in losers_of(match)] for matches in view.losers]
    for index, matches in enumerate(view.winners):
        double_losses = [no for match in matches if match.decided and match.winner is None for no in losers_of(match)]
        losers[max(0, 2 * index - 2)] += double_losses
    return losers


@cache
def _losers_per_round(count: int) -> list[int]:
    """How many are eliminated in each losers' round: it follows from the number of players alone."""
    seeds = range(1, count + 1)
    rounds: list[list[DecidedMatch]] = []
    for _ in range(2 * rounds_needed(count) - 1):
        rounds.append([(a, b, a) for a, b in next_round(seeds, rounds).pairs])
    return [len(losers) for losers in _losers_by_round(double_view(seeds, rounds))]
