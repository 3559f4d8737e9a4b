"""The players of a Dutch round as the checker sees them: scores, colours, floats, and who may meet whom (C1 – C3).

Written from the rules (C.04.3, section 1); shares nothing with `pairing.dutch`. Players are known by their places in
the order of the table (score, then pairing number), sets of them by masks of bits; the bye is the place behind the
last player. `levels` are score groups counted from the lowest, 1, 2, 3 …; the bye's is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Candidate, PairingInput, PastRound
from pareo.core.verify.dutch_colours import ColourCounts, colours_of


class DutchCheckPlayer(NamedTuple):
    """One player of a Dutch round, as the checker sees it."""

    no: int
    points: int  # as paired by
    number: int  # pairing number: place among all who are or were paired, by start number
    colours: ColourCounts
    bye_ok: bool
    top: bool  # a topscorer of the last round (1.8)
    opponents: frozenset[int]  # met over the board
    tags: frozenset[str]
    down: tuple[bool, bool]  # floated down (1.4) in the last round, in the one before
    up: tuple[bool, bool]
    unplayed: int


class DutchCheckField:
    """The players of a Dutch round and who may meet whom, as the checker sees them."""

    def __init__(self, pairing_input: PairingInput) -> None:
        self.pairing_input = pairing_input
        past = {no: [p for p in rows if p.round_no < pairing_input.round_no] for no, rows in pairing_input.past.items()}
        history = _History(past)
        numbers = _pairing_numbers(pairing_input, past)
        last = pairing_input.planned > 0 and pairing_input.round_no >= pairing_input.planned
        self.players = {
            c.no: _player(c, history, numbers[c.no], pairing_input, last=last) for c in pairing_input.candidates
        }
        self.order = sorted(self.players, key=lambda no: (-self.players[no].points, self.players[no].number))
        self.place = {no: i for i, no in enumerate(self.order)}
        scores = sorted({p.points for p in self.players.values()})
        self.scores = scores
        self.level = [1 + scores.index(self.players[no].points) for no in self.order] if scores else []
        self.level.append(0)  # the bye
        self.bye = len(self.order)

    def may_meet(self, a: int, b: int) -> bool:
        """Is the pair within C1 and C3, and not a forbidden one?"""
        return next(self.against(a, b), None) is None

    def against(self, a: int, b: int) -> Iterator[str]:
        """The codes of the absolute rules (C1, C3, forbidden pairs) that a pair breaks."""
        one, two = self.players[a], self.players[b]
        if (
            b in one.opponents
            or a in two.opponents
            or b in self.pairing_input.met.get(a, ())
            or a in self.pairing_input.met.get(b, ())
        ):
            yield "rematch"
        if (min(a, b), max(a, b)) in self.pairing_input.forbidden:
            yield "forbidden-pair"
        same = one.colours.absolute and one.colours.absolute == two.colours.absolute
        if self.pairing_input.balance_starts and same and not (one.top or two.top):
            yield "same-colour-due"

    def share_tag(self, a: int, b: int) -> bool:
        """Are they an avoided pair: of one club, or come together?"""
        return not self.players[a].tags.isdisjoint(self.players[b].tags)

    def graph(self, *, clubs_apart: bool, bye_eligible: Sequence[int]) -> list[int]:
        """Whom each may meet, as masks by place; the bye may go to `bye_eligible` (numbers)."""
        size = len(self.order)
        near = [((1 << size) - 1) ^ (1 << i) for i in range(size)]
        groups_apart: dict[object, int] = {}
        for i, no in enumerate(self.order):
            p = self.players[no]
            if self.pairing_input.balance_starts and p.colours.absolute and not p.top:
                groups_apart[p.colours.absolute] = groups_apart.get(p.colours.absolute, 0) | 1 << i
            for tag in p.tags if clubs_apart else ():
                groups_apart["club", tag] = groups_apart.get(("club", tag), 0) | 1 << i
        for together in groups_apart.values():
            for i in places(together):
                near[i] &= ~together
        for no in self.order:
            met = self.players[no].opponents | self.pairing_input.met.get(no, frozenset())
            for other in met & self.place.keys():
                self._part(near, no, other)
        for low, high in self.pairing_input.forbidden:
            if low in self.place and high in self.place:
                self._part(near, low, high)
        bye_mask = sum(1 << self.place[no] for no in bye_eligible)
        for i in places(bye_mask):
            near[i] |= 1 << size
        return [*near, bye_mask]

    def _part(self, near: list[int], a: int, b: int) -> None:
        i, j = self.place[a], self.place[b]
        near[i] &= ~(1 << j)
        near[j] &= ~(1 << i)


def places(mask: int) -> Iterator[int]:
    """The places in a set, from the top of the table."""
    for i, bit in enumerate(reversed(f"{mask:b}")):
        if bit == "1":
            yield i


class _History:
    """Everybody's rounds so far; rounds nobody has do not exist."""

    def __init__(self, past: Mapping[int, Sequence[PastRound]]) -> None:
        self.past = past
        self.rounds = sorted({p.round_no for rows in past.values() for p in rows})
        self.at = {(no, p.round_no): p for no, rows in past.items() for p in rows}

    def was_played(self, p: PastRound) -> bool:
        """Was there a game on the table, as far as either side knows?"""
        if p.opponent is None:
            return False
        other = self.at.get((p.opponent, p.round_no))
        return p.outcome.played and (other.outcome.played if other is not None else True)

    def score(self, no: int, round_no: int) -> int:
        """The score a round was paired by, virtual points included."""
        so_far = sum(p.points for p in self.past.get(no, ()) if p.round_no < round_no)
        row = self.at.get((no, round_no))
        return so_far + (row.virtual if row is not None else 0)

    def float_direction(self, no: int, back: int, loss: int) -> int:
        """The float of the last round (`back` 1) or the one before: −1 down, 1 up (1.4)."""
        if len(self.rounds) < back:
            return 0
        p = self.at.get((no, self.rounds[-back]))
        if p is None:
            return 0
        if self.was_played(p) and p.opponent is not None:
            own_score, opponent_score = self.score(no, p.round_no), self.score(p.opponent, p.round_no)
            return (opponent_score > own_score) - (opponent_score < own_score)
        return -1 if p.outcome is Outcome.BYE or p.points > loss else 0


def _player(
    c: Candidate, history: _History, number: int, pairing_input: PairingInput, *, last: bool
) -> DutchCheckPlayer:
    past = history.past.get(c.no, ())
    games = [p for p in past if history.was_played(p)]
    had_bye = any(
        p.outcome is Outcome.BYE or (not history.was_played(p) and p.points >= pairing_input.win) for p in past
    )
    floats = [history.float_direction(c.no, back, pairing_input.loss) for back in (1, 2)]
    return DutchCheckPlayer(
        no=c.no,
        points=c.points,
        number=number,
        colours=colours_of(games if pairing_input.balance_starts else ()),
        bye_ok=c.bye_ok and not had_bye,
        top=last and 2 * (c.points - c.virtual) > pairing_input.win * len(history.rounds),
        opponents=frozenset(p.opponent for p in games if p.opponent is not None),
        tags=frozenset(c.tags),
        down=(floats[0] < 0, floats[1] < 0),
        up=(floats[0] > 0, floats[1] > 0),
        unplayed=len(history.rounds) - len(games),
    )


def _pairing_numbers(pairing_input: PairingInput, past: Mapping[int, Sequence[PastRound]]) -> dict[int, int]:
    """Places by start number among all who are paired now or have been (C.04.2: late entrants have none before)."""
    known = {c.no for c in pairing_input.candidates}
    for no, rows in past.items():
        if any(p.opponent is not None or p.outcome is Outcome.BYE for p in rows):
            known.add(no)
        known.update(p.opponent for p in rows if p.opponent is not None)
    last = max(pairing_input.numbers.values(), default=0) + 1
    order = sorted(known, key=lambda no: (pairing_input.numbers.get(no, last), no))
    return {no: i for i, no in enumerate(order, 1)}
