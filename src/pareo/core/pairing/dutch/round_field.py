"""What a Dutch round is paired from: scores, floats and colours (C.04.3, section 1), and who may meet whom (C1 – C3).

Contract: `field_of(input, apart) -> DutchField`. One pass over everybody's past rounds. Players stand in pairing order
(by score, then pairing number, 1.2): a player is a place in it, and sets of players are masks (`bitgraph`).

Readings, where the Handbook is silent, are those of gacrux:
- The number that decides colours (5.2.5) counts those who take part now or have ever been paired.
- Virtual points are part of the score for groups and floats, not for who is a topscorer, unless they come with the
  round's score itself.
- Rounds that are in nobody's past do not exist: they are counted without gaps.
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
    """One player of a Dutch round."""

    no: int
    level: int  # the score group, counted from the lowest: 1, 2, 3 …
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


def field_of(pairing_input: PairingInput, apart: Iterable[Iterable[int]] = ()) -> DutchField:
    """The field of a Dutch round. `apart`: groups whose members are kept apart, in addition to the forbidden pairs."""
    current, past = pairing_input.round_no, pairing_input.past
    rows = {(no, p.round_no): p for no, own_past in past.items() for p in own_past if p.round_no < current}
    rounds = sorted({number for _, number in rows})
    order, numbers = _numbering(pairing_input, rows)
    place = {no: i for i, no in enumerate(order)}
    candidates = sorted(pairing_input.candidates, key=lambda c: (-c.points, place[c.no]))
    level = {points: i for i, points in enumerate(sorted({c.points for c in candidates}), 1)}
    games = {c.no: [p for p in past.get(c.no, ()) if p.round_no < current and _was_played(p, rows)]
             for c in candidates}  # fmt: skip
    history = _History(pairing_input, games, rounds, _scores_before(past, rounds[-2:], current))
    players = tuple(_player(c, history, level[c.points], numbers[c.no]) for c in candidates)
    groups = [0] * (len(level) + 1)
    for i, p in enumerate(players):
        groups[p.level] |= 1 << i
    return DutchField(players, _legal(players, pairing_input, games, apart), tuple(groups), pairing_input.top_starts)


def _numbering(pairing_input: PairingInput, rows: Rows) -> tuple[list[int], dict[int, int]]:
    """Everybody by start number, and the pairing numbers of those who are or were paired."""
    paired = {c.no for c in pairing_input.candidates}
    everybody = set(paired)
    for (no, _), p in rows.items():
        everybody.add(no)
        if p.opponent is not None:
            paired |= {no, p.opponent}
        elif p.outcome is Outcome.BYE:
            paired.add(no)
    everybody |= paired
    last = max(pairing_input.numbers.values(), default=0) + 1
    order = sorted(everybody, key=lambda no: (pairing_input.numbers.get(no, last), no))
    return order, {no: i for i, no in enumerate((no for no in order if no in paired), 1)}


def _scores_before(
    past: Mapping[int, Sequence[PastRound]], rounds: Sequence[int], current: int
) -> dict[tuple[int, int], int]:
    """By entrant and round: the score the round was paired by, its virtual points included."""
    scores = {}
    for no, rows in past.items():
        score = 0
        own_rows = {p.round_no: p for p in rows if p.round_no < current}
        for number in sorted({*own_rows, *rounds}):
            row = own_rows.get(number)
            if number in rounds:
                scores[no, number] = score + (row.virtual if row else 0)
            score += row.points if row else 0
    return scores


class _History(NamedTuple):
    """What has been played."""

    pairing_input: PairingInput
    games: Games
    rounds: Sequence[int]
    before: Mapping[tuple[int, int], int]  # by entrant and round, of the last two: the score it was paired by


def _player(c: Candidate, history: _History, level: int, number: int) -> DutchPlayer:
    pairing_input, rounds = history.pairing_input, history.rounds
    is_last_round = 0 < pairing_input.planned <= pairing_input.round_no
    games = history.games[c.no]
    rounds_played = {p.round_no for p in games}
    floats, had_free_win = 0, False
    for p in pairing_input.past.get(c.no, ()):
        if p.round_no >= pairing_input.round_no:
            continue
        game = p.round_no in rounds_played
        had_free_win = had_free_win or (not game and (p.outcome is Outcome.BYE or p.points >= pairing_input.win))
        if p.round_no in rounds[-2:]:
            float_ = _float(c.no, p, history.before) if game else DOWN_1 * _is_downfloat(p, pairing_input.loss)
            floats |= float_ if p.round_no == rounds[-1] else float_ << 2
    sequence = "".join("w" if p.starts else "b" for p in games) if pairing_input.balance_starts else ""
    return DutchPlayer(
        c.no,
        level,
        c.points,
        number,
        colours_of(sequence),
        floats,
        is_last_round and 2 * (c.points - c.virtual) > pairing_input.win * len(rounds),
        len(rounds) - len(games),
        c.bye_ok and not had_free_win,
    )


def _was_played(p: PastRound, rows: Rows) -> bool:
    """Was there a game? Both sides must say so, where both are known."""
    if p.opponent is None or p.outcome not in _GAMES:
        return False
    other = rows.get((p.opponent, p.round_no))
    return other is None or other.outcome in _GAMES


def _is_downfloat(p: PastRound, loss: int) -> bool:
    """More than a loss without playing, or the bye: a downfloat (1.4.3)."""
    return p.points > loss or p.outcome is Outcome.BYE


def _float(no: int, p: PastRound, before: Mapping[tuple[int, int], int]) -> int:
    """The float of a game (1.4.1, 1.4.2)."""
    own_score = before.get((no, p.round_no), 0)
    opponent_score = before.get((p.opponent or 0, p.round_no), 0)
    return DOWN_1 if own_score > opponent_score else UP_1 if own_score < opponent_score else 0


def _legal(
    players: Sequence[DutchPlayer], pairing_input: PairingInput, games: Games, apart: Iterable[Iterable[int]]
) -> tuple[int, ...]:
    """Whom each may meet."""
    index = {p.no: i for i, p in enumerate(players)}
    everybody = (1 << len(players)) - 1
    legal = [everybody & ~(1 << i) for i in range(len(players))]
    for i, p in enumerate(players):
        met = pairing_input.met.get(p.no, frozenset()).union(game.opponent for game in games[p.no])
        for no in met:
            if no in index:
                _bar(legal, i, index[no])
    for colour in "wb":  # C3
        claimants = [
            i for i, p in enumerate(players)
            if p.colours.preference == colour and p.colours.strength == ABSOLUTE and not p.top
        ]  # fmt: skip
        together = mask_of(claimants)
        for i in claimants:
            legal[i] &= ~together
    for low, high in pairing_input.forbidden:
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
