"""What a Dutch round is paired from: the figures of every player (C.04.3, section 1) and who may meet whom (C1 – C3).

Contract: `field_of(input, apart) -> Field`. One pass over everybody's past rounds. Players stand in pairing order (by
score, then pairing number, 1.2): a player is his place in it, and sets of players are masks (`bitgraph`).

Readings, where the Handbook is silent, are those of gacrux:
- The number that decides colours (5.2.5) counts those who take part now or have ever been paired.
- Virtual points are part of the score for groups and floats, not for who is a topscorer, unless they come with the
  round's score itself.
- Rounds that nobody has in his past do not exist: they are counted without gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Candidate, PairingInput, PastRound
from pareo.core.pairing.dutch.bitgraph import mask_of
from pareo.core.pairing.dutch.colours import ABSOLUTE, ColourHistory, colours_of

DOWN_1, UP_1, DOWN_2, UP_2 = 1, 2, 4, 8  # floats of the last round, and of the one before

Rows = Mapping[tuple[int, int], PastRound]  # by entrant and round
Games = Mapping[int, Sequence[PastRound]]  # the rounds each has really played

_GAMES = tuple(outcome for outcome in Outcome if outcome.played)


class DutchPlayer(NamedTuple):
    """One player of the round."""

    no: int
    level: int  # his score group, counted from the lowest: 1, 2, 3 …
    points: int  # as paired by
    number: int  # pairing number, for colours
    colours: ColourHistory
    floats: int  # DOWN_1 | UP_1 | DOWN_2 | UP_2 (1.4)
    top: bool  # a topscorer of the last round (1.8)
    unplayed: int  # rounds without a game (C9)
    may_rest: bool  # C2: has had no bye and no win without a game


@dataclass(frozen=True, slots=True)
class DutchField:
    """The players of the round in pairing order, and whom each may meet."""

    players: tuple[DutchPlayer, ...]
    legal: tuple[int, ...]  # C1, C3 and pairs kept apart
    groups: tuple[int, ...]  # by level; [0] is empty
    top_is_white: bool

    @property
    def levels(self) -> int:
        """How many score groups there are."""
        return len(self.groups) - 1


def field_of(given: PairingInput, apart: Iterable[Iterable[int]] = ()) -> DutchField:
    """The figures. `apart`: groups whose members are kept apart besides the forbidden pairs."""
    rows = {(no, p.round_no): p for no, past in given.past.items() for p in past if p.round_no < given.round_no}
    rounds = sorted({number for _, number in rows})
    order, numbers = _numbering(given, rows)
    place = {no: i for i, no in enumerate(order)}
    here = sorted(given.candidates, key=lambda c: (-c.points, place[c.no]))
    level = {points: i for i, points in enumerate(sorted({c.points for c in here}), 1)}
    games = {c.no: [p for p in given.past.get(c.no, ()) if p.round_no < given.round_no and _was_played(p, rows)]
             for c in here}  # fmt: skip
    history = _History(given, games, rounds, _scores_before(given.past, rounds[-2:], given.round_no))
    players = tuple(_player(c, history, level[c.points], numbers[c.no]) for c in here)
    groups = [0] * (len(level) + 1)
    for i, p in enumerate(players):
        groups[p.level] |= 1 << i
    return DutchField(players, _legal(players, given, games, apart), tuple(groups), given.top_starts)


def _numbering(given: PairingInput, rows: Rows) -> tuple[list[int], dict[int, int]]:
    """Everybody by start number, and the pairing numbers of those who are or were paired."""
    paired = {c.no for c in given.candidates}
    everybody = set(paired)
    for (no, _), p in rows.items():
        everybody.add(no)
        if p.opponent is not None:
            paired |= {no, p.opponent}
        elif p.outcome is Outcome.BYE:
            paired.add(no)
    everybody |= paired
    last = max(given.numbers.values(), default=0) + 1
    order = sorted(everybody, key=lambda no: (given.numbers.get(no, last), no))
    return order, {no: i for i, no in enumerate((no for no in order if no in paired), 1)}


def _scores_before(
    past: Mapping[int, Sequence[PastRound]], rounds: Sequence[int], current: int
) -> dict[tuple[int, int], int]:
    """By entrant and round: the score the round was paired by, its virtual points included."""
    found = {}
    for no, lines in past.items():
        score = 0
        mine = {p.round_no: p for p in lines if p.round_no < current}
        for number in sorted({*mine, *rounds}):
            line = mine.get(number)
            if number in rounds:
                found[no, number] = score + (line.virtual if line else 0)
            score += line.points if line else 0
    return found


class _History(NamedTuple):
    """What has been played."""

    given: PairingInput
    games: Games
    rounds: Sequence[int]
    before: Mapping[tuple[int, int], int]  # by entrant and round, of the last two: the score it was paired by


def _player(c: Candidate, history: _History, level: int, number: int) -> DutchPlayer:
    given, rounds = history.given, history.rounds
    last = 0 < given.planned <= given.round_no
    games = history.games[c.no]
    played = {p.round_no for p in games}
    floats, free = 0, False
    for p in given.past.get(c.no, ()):
        if p.round_no >= given.round_no:
            continue
        game = p.round_no in played
        free = free or (not game and (p.outcome is Outcome.BYE or p.points >= given.win))
        if p.round_no in rounds[-2:]:
            float_ = _float(c.no, p, history.before) if game else DOWN_1 * _gained(p, given.loss)
            floats |= float_ if p.round_no == rounds[-1] else float_ << 2
    sequence = "".join("w" if p.starts else "b" for p in games) if given.balance_starts else ""
    return DutchPlayer(
        c.no,
        level,
        c.points,
        number,
        colours_of(sequence),
        floats,
        last and 2 * (c.points - c.virtual) > given.win * len(rounds),
        len(rounds) - len(games),
        c.bye_ok and not free,
    )


def _was_played(p: PastRound, rows: Rows) -> bool:
    """Was there a game? Both sides must say so, where both are known."""
    if p.opponent is None or p.outcome not in _GAMES:
        return False
    other = rows.get((p.opponent, p.round_no))
    return other is None or other.outcome in _GAMES


def _gained(p: PastRound, loss: int) -> bool:
    """More than a loss without playing, or the bye: a downfloat (1.4.3)."""
    return p.points > loss or p.outcome is Outcome.BYE


def _float(no: int, p: PastRound, before: Mapping[tuple[int, int], int]) -> int:
    """The float of a game (1.4.1, 1.4.2)."""
    mine = before.get((no, p.round_no), 0)
    theirs = before.get((p.opponent or 0, p.round_no), 0)
    return DOWN_1 if mine > theirs else UP_1 if mine < theirs else 0


def _legal(
    players: Sequence[DutchPlayer], given: PairingInput, games: Games, apart: Iterable[Iterable[int]]
) -> tuple[int, ...]:
    """Whom each may meet."""
    index = {p.no: i for i, p in enumerate(players)}
    everybody = (1 << len(players)) - 1
    legal = [everybody & ~(1 << i) for i in range(len(players))]
    for i, p in enumerate(players):
        met = given.met.get(p.no, frozenset()).union(game.opponent for game in games[p.no])
        for no in met:
            if no in index:
                _bar(legal, i, index[no])
    for wish in "wb":  # C3
        due = [
            i for i, p in enumerate(players)
            if p.colours.wish == wish and p.colours.strength == ABSOLUTE and not p.top
        ]  # fmt: skip
        together = mask_of(due)
        for i in due:
            legal[i] &= ~together
    for low, high in given.forbidden:
        if low in index and high in index:
            _bar(legal, index[low], index[high])
    for group in apart:
        members = [index[no] for no in group if no in index]
        together = mask_of(members)
        for i in members:
            legal[i] &= ~together
    return tuple(legal)


def _bar(legal: list[int], i: int, j: int) -> None:
    legal[i] &= ~(1 << j)
    legal[j] &= ~(1 << i)
