"""Single elimination: who meets whom in a fixed bracket, and who ends where.

Contract: pure questions about a list of seeds (entrant numbers, best first) and the rounds played so far. A round is
its *decided* matches `(a, b, winner)`, in any order; a match still being played is left out; winner None is a double
loss: nobody goes on from it and the next opponent goes through without a match (**Choice**). Byes are never written
down, they follow from the seeds. Every round of the bracket is one item of the list, also one without a match.

The bracket never changes (P-SE-1, P-CUT-1, X-13): to move a player, change the list of seeds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pareo.core.text.errors import BadInput, Refused
from pareo.core.text.messages import Note, note, text_note

DecidedMatch = tuple[int, int, int | None]  # a, b, winner (None: both lost)
Rounds = Sequence[Sequence[DecidedMatch]]


class RoundDraw(NamedTuple):
    """A round to be played: pairs from the top of the bracket down (better seed first), and who goes through."""

    pairs: tuple[tuple[int, int], ...]  # with a match for third place, that one is the last
    byes: tuple[int, ...]  # first round: the top seeds (P-SE-2); later: the opponent lost to nobody


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """One line of a bracket sheet: a player, a bye, or nobody (yet)."""

    kind: Literal["player", "bye", "open", "nobody"]  # open: not known yet; nobody: both lost before
    no: int | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a bracket: two slots that lead to one. `winner` is also who advances without playing."""

    top: BracketSlot
    bottom: BracketSlot
    winner: int | None = None
    decided: bool = False


@dataclass(frozen=True, slots=True)
class BracketView:
    """The whole bracket, for drawing."""

    size: int
    rounds: tuple[tuple[BracketMatch, ...], ...]
    champion: int | None = None
    third: BracketMatch | None = None


def round_titles(view: BracketView, *, after_swiss: bool) -> tuple[Note, ...]:
    """The titles of a bracket's rounds: after a Swiss Top cut (the one with byes), Top 8, Top 4, Final (PN-ASY-6)."""
    return tuple(
        _title(
            2 * len(matches),
            first=i == 0 and any(slot.kind == "bye" for match in matches for slot in (match.top, match.bottom)),
            after_swiss=after_swiss,
        )
        for i, matches in enumerate(view.rounds)
    )


def _title(players: int, *, first: bool, after_swiss: bool) -> Note:
    if players == 2:
        return text_note("Final")
    if after_swiss and first:
        return text_note("Top cut")
    if players <= 8 and not after_swiss:
        return text_note("Semi-finals") if players == 4 else text_note("Quarter-finals")
    return note("bracket-top", "Top {players}", players=players)


def rounds_needed(entrants: int) -> int:
    """How many rounds a single elimination takes (P-SE-7): 8 players 3, 9 to 16 players 4. BadInput below two."""
    if entrants < 2:
        raise BadInput("bracket-size", "A bracket needs at least 2 players, not {entrants}.", entrants=entrants)
    return (entrants - 1).bit_length()


def bracket_order(size: int) -> tuple[int, ...]:
    """The seeds of a bracket from the top of the sheet down: 1 meets the last, and the best meet as late as possible.

    8 → 1 8 5 4 3 6 7 2, as TOM lays it out (PN-ASY-5): if the better seed always wins, every round is best against
    worst.
    """
    if size < 1 or size & (size - 1):
        raise BadInput("bracket-power", "A bracket has 2, 4, 8, 16 … places, not {size}.", size=size)
    order = [1]
    while len(order) < size:
        last = 2 * len(order) + 1
        order = [
            place for i, seed in enumerate(order) for place in ((last - seed, seed) if i % 2 else (seed, last - seed))
        ]
    return tuple(order)


def next_round(seeds: Sequence[int], rounds: Rounds, *, third_place: bool = False) -> RoundDraw:
    """The next round of a single elimination: winners of neighbouring matches meet. In the first round the top 2^k − n
    of n seeds have byes (P-SE-2).

    In the last round the losers of the semi-finals play for third place if that was announced (P-SE-6, P-CUT-5).
    Raises Refused where results are missing or the bracket has been played to the end.
    """
    total = rounds_needed(len(seeds))
    if len(rounds) >= total:
        raise Refused("bracket-over", "The bracket has been played to the end.")
    view = bracket_view(seeds, rounds, third_place=third_place)
    if any(not match.decided for matches in view.rounds[: len(rounds)] for match in matches):
        raise Refused("round-open", "Results of round {round} are missing.", round=len(rounds))
    pairs: list[tuple[int, int]] = []
    byes: list[int] = []
    seed_of = {no: seed for seed, no in enumerate(seeds, 1)}
    for match in view.rounds[len(rounds)]:
        players = sorted((s.no for s in (match.top, match.bottom) if s.no is not None), key=seed_of.__getitem__)
        if len(players) == 2:
            pairs.append((players[0], players[1]))
        else:
            byes.extend(players)
    third = view.third if len(rounds) == total - 1 else None
    if third is not None and third.top.no is not None and third.bottom.no is not None:
        pairs.append((third.top.no, third.bottom.no))
    return RoundDraw(tuple(pairs), tuple(sorted(byes, key=seed_of.__getitem__)))


def bracket_view(seeds: Sequence[int], rounds: Rounds = (), *, third_place: bool = False) -> BracketView:
    """A single-elimination bracket as far as it is known. BadInput when a match does not belong where it was played."""
    total = rounds_needed(len(seeds))
    size = 1 << total
    if len(set(seeds)) != len(seeds):
        raise BadInput("bracket-twice", "A player is in the list of seeds twice.")
    seed_of = {no: seed for seed, no in enumerate(seeds, 1)}
    slots = [
        BracketSlot("player", seeds[place - 1], place) if place <= len(seeds) else BracketSlot("bye")
        for place in bracket_order(size)
    ]
    view_rounds: list[tuple[BracketMatch, ...]] = []
    third: BracketMatch | None = None
    for index in range(total):
        results = {frozenset((a, b)): (a, b, winner) for a, b, winner in (rounds[index] if index < len(rounds) else ())}
        matches = tuple(match_of(top, bottom, results) for top, bottom in zip(slots[::2], slots[1::2], strict=True))
        if third_place and total > 1 and index == total - 1:
            third = _third_place(view_rounds[-1], seed_of, results)
        if results:
            a, b, _ = next(iter(results.values()))
            raise BadInput(
                "bracket-mismatch",
                "Players {a} and {b} do not meet in round {round} of this bracket.",
                a=a,
                b=b,
                round=index + 1,
            )
        view_rounds.append(matches)
        slots = [_winner_slot(match, seed_of) for match in matches]
    return BracketView(size, tuple(view_rounds), slots[0].no, third)


def match_of(top: BracketSlot, bottom: BracketSlot, results: dict[frozenset[int], DecidedMatch]) -> BracketMatch:
    """The match between two slots of a bracket; its result, if there is one, is removed from `results`."""
    if top.no is not None and bottom.no is not None:
        result = results.pop(frozenset((top.no, bottom.no)), None)
        if result is None:
            return BracketMatch(top, bottom)
        a, b, winner = result
        if winner not in (a, b, None):
            raise BadInput("bracket-winner", "Player {winner} did not play that match.", winner=winner)
        return BracketMatch(top, bottom, winner, decided=True)
    if "open" in (top.kind, bottom.kind):
        return BracketMatch(top, bottom)
    return BracketMatch(top, bottom, top.no if bottom.no is None else bottom.no, decided=True)


def _winner_slot(match: BracketMatch, seed_of: Mapping[int, int]) -> BracketSlot:
    if not match.decided:
        return BracketSlot("open")
    if match.winner is None:
        return BracketSlot("nobody")
    return BracketSlot("player", match.winner, seed_of[match.winner])


def _third_place(
    semifinals: Sequence[BracketMatch], seed_of: Mapping[int, int], results: dict[frozenset[int], DecidedMatch]
) -> BracketMatch | None:
    """The match of the two who lost a semi-final. **Choice:** none unless there are exactly two of them."""
    losers = sorted((no for match in semifinals for no in losers_of(match)), key=seed_of.__getitem__)
    slots = [BracketSlot("player", no, seed_of[no]) for no in losers]
    if all(match.decided for match in semifinals):
        return match_of(slots[0], slots[1], results) if len(slots) == 2 else None
    slots = [*slots, BracketSlot("open"), BracketSlot("open")]
    return BracketMatch(slots[0], slots[1])


def losers_of(match: BracketMatch) -> list[int]:
    """The players who lost a match: one, both if nobody won, or none while it is open."""
    if not match.decided:
        return []
    return [slot.no for slot in (match.top, match.bottom) if slot.no is not None and slot.no != match.winner]


def places(
    seeds: Sequence[int],
    rounds: Rounds = (),
    *,
    by: Literal["victor", "swiss"],
    third_place: bool = False,
) -> tuple[tuple[int, int], ...]:
    """(place, entrant) from the first to the last; players whom later rounds can still separate share the best place.

    Players beaten in the same round are ordered by the place of the player who beat them (`victor`, P-SE-5) or by
    their seed (`swiss`, P-CUT-4). **Choice:** without a victor (both lost) after the others of the round, by seed.
    """
    if len(seeds) < 2:  # nobody to play: a list that is still being filled
        return tuple((1, no) for no in seeds)
    view = bracket_view(seeds, rounds, third_place=third_place)
    seed_of = {no: seed for seed, no in enumerate(seeds, 1)}
    losers_set = {no for matches in view.rounds for match in matches for no in losers_of(match)}
    ranking = [(1, no) for no in seeds if no not in losers_set]
    place_of = {no: 1 for _, no in ranking}
    third = _third_ranks(view.third)
    for matches in reversed(view.rounds):
        # As many as can go on from this round end above everybody beaten in it.
        first = 1 + sum(not (match.decided and match.winner is None) for match in matches)
        losers = sorted(
            _rank_loser(no, match.winner, third.get(no), seed_of, place_of, by=by)
            for match in matches
            for no in losers_of(match)
        )
        place = first
        for i, loser in enumerate(losers):
            if i == 0 or loser.rank != losers[i - 1].rank:
                place = first + i
            ranking.append((place, loser.no))
            place_of[loser.no] = place
    return tuple(ranking)


class _RankedLoser(NamedTuple):
    """A beaten player among those beaten in the same round: equal ranks share the place."""

    rank: tuple[int, int]
    listed: tuple[int, int]
    no: int


def _rank_loser(
    no: int,
    victor: int | None,
    third: int | None,
    seed_of: Mapping[int, int],
    place_of: Mapping[int, int],
    *,
    by: Literal["victor", "swiss"],
) -> _RankedLoser:
    if third is not None:
        return _RankedLoser((0, third), (seed_of[no], 0), no)
    if by == "swiss":
        return _RankedLoser((1, seed_of[no]), (0, 0), no)
    if victor is None:
        return _RankedLoser((2, seed_of[no]), (0, 0), no)
    return _RankedLoser((1, place_of[victor]), (seed_of[victor], 0), no)


def _third_ranks(match: BracketMatch | None) -> dict[int, int]:
    """Who plays for third place: 1 for the winner, 2 for the loser, 0 for both until it is played."""
    if match is None or (match.decided and match.winner is None):
        return {}  # both lost that one too: as if it had not been played (**Choice**)
    players = [slot.no for slot in (match.top, match.bottom) if slot.no is not None]
    return {no: 0 if not match.decided else 1 if no == match.winner else 2 for no in players}
