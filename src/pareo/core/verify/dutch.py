"""The independent checker of rounds by the FIDE (Dutch) system, edition of February 2026 (Handbook C.04.3).

`verify_dutch` answers from the input of the pairing and the pairs alone (`a` has white). It is no second engine; it
proves what can be proved without one, and shares no code with gacrux or `pairing.dutch`:
 - everybody has exactly one place;
 - C1 nobody meets twice, no forbidden pair; C2 no bye for who had one or won a full point without playing; C3 no two
   players due the same colour absolutely, unless one is a topscorer of the last round;
 - C5 nobody with fewer points could have had the bye with everybody else paired;
 - C6 and C7 in every bracket from the top, given the pairs above it: no fewer players could have floated down, and
   none with fewer points, with everybody still paired (C4);
 - who has white (5.2), so nobody has a colour three times running or three times more than the other against the rules.
Avoided pairs (the same club) count as forbidden if the round has none of them; if it has, no round without them exists.
C5 to C7 need a cheapest matching only where counting does not settle them; beyond `exact_limit` players that is left
"not proved", a warning. C8 to C21, the order inside brackets, are the engine's. Method: "rule".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pareo.core.pairing.contract import Candidate, Cost, PairingInput, Past
from pareo.core.state.outcome import Outcome
from pareo.core.verify.dutch_colours import Colours, colours_of, first_is_white
from pareo.core.verify.matching import cheapest_matching
from pareo.core.verify.round import EXACT_LIMIT, Finding, Verdict, cost_of, seating

BYE = 0  # the node the player without an opponent is paired with

Pair = tuple[int, int]


def verify_dutch(
    given: PairingInput,
    matches: Sequence[Pair],
    bye: int | None,
    *,
    strict: bool = True,
    exact_limit: int = EXACT_LIMIT,
) -> Verdict:
    """Check one round. What is wrong with a round made or changed by hand (`strict=False`) is a warning."""
    cost = cost_of(given, matches, bye)
    broken = [*seating(given, matches, bye)]
    if broken:
        return _verdict("not proved", broken, [], cost)
    field = _Field(given)
    found = [*_pairs(field, matches), *_second_bye(field, bye), *_colours(field, matches)]
    doubts: list[Finding] = []
    if not found:
        try:
            found += _groups(field, matches, bye, exact_limit)
        except _TooMany:
            doubts.append(Finding("not-proved", "Whether a better round exists could not be proved."))
    if not strict:
        return _verdict("rule", [], [*found, *doubts], cost)
    return _verdict("rule", found, doubts, cost)


def _verdict(method: str, violations: list[Finding], warnings: list[Finding], cost: Cost) -> Verdict:
    return Verdict(
        ok=not violations,
        proved=False,
        method=method,
        violations=tuple(violations),
        warnings=tuple(warnings),
        cost=cost,
    )


class _TooMany(Exception):
    """More players than we solve."""


class _Player(NamedTuple):
    no: int
    points: int  # as paired by
    number: int  # pairing number: place among all who are or were paired, by start number
    colours: Colours
    bye_ok: bool
    top: bool  # a topscorer of the last round (1.8)
    opponents: frozenset[int]  # met over the board
    tags: frozenset[str]


class _Field:
    """The players of the round and who may meet whom."""

    def __init__(self, given: PairingInput) -> None:
        self.given = given
        past = {no: [p for p in rows if p.round_no < given.round_no] for no, rows in given.past.items()}
        rounds = len({p.round_no for rows in past.values() for p in rows})
        numbers = _pairing_numbers(given, past)
        last = given.planned > 0 and given.round_no >= given.planned
        self.players = {
            c.no: _player(c, past.get(c.no, ()), numbers[c.no], given, half=given.win * rounds if last else None)
            for c in given.candidates
        }

    def may_meet(self, a: int, b: int) -> bool:
        return next(self.against(a, b), None) is None

    def against(self, a: int, b: int) -> Iterator[str]:
        """Which absolute rules the pair breaks."""
        one, two = self.players[a], self.players[b]
        if b in one.opponents or a in two.opponents or b in self.given.met.get(a, ()) or a in self.given.met.get(b, ()):
            yield "rematch"
        if (min(a, b), max(a, b)) in self.given.forbidden:
            yield "forbidden-pair"
        same = one.colours.absolute and one.colours.absolute == two.colours.absolute
        if self.given.balance_starts and same and not (one.top or two.top):
            yield "same-colour-due"

    def may_meet_of_other_clubs(self, a: int, b: int) -> bool:
        return self.may_meet(a, b) and not self.avoided(a, b)

    def avoided(self, a: int, b: int) -> bool:
        return not self.players[a].tags.isdisjoint(self.players[b].tags)


def _player(c: Candidate, past: Sequence[Past], number: int, given: PairingInput, *, half: int | None) -> _Player:
    """`half`: what could be won so far, to be compared with twice the score; None: this is not the last round."""
    rested = any(p.outcome is Outcome.BYE or (not p.outcome.played and p.points >= given.win) for p in past)
    return _Player(
        no=c.no,
        points=c.points,
        number=number,
        colours=colours_of(past),
        bye_ok=c.bye_ok and not rested,
        top=half is not None and 2 * (c.points - c.virtual) > half,
        opponents=frozenset(p.opponent for p in past if p.outcome.played and p.opponent is not None),
        tags=frozenset(c.tags),
    )


def _pairing_numbers(given: PairingInput, past: Mapping[int, Sequence[Past]]) -> dict[int, int]:
    """Places by start number among all who are paired now or have been (C.04.2: late entrants have none before)."""
    known = {c.no for c in given.candidates}
    for no, rows in past.items():
        if any(p.opponent is not None or p.outcome is Outcome.BYE for p in rows):
            known.add(no)
        known.update(p.opponent for p in rows if p.opponent is not None)
    last = max(given.numbers.values(), default=0) + 1
    order = sorted(known, key=lambda no: (given.numbers.get(no, last), no))
    return {no: i for i, no in enumerate(order, 1)}


# -- pair by pair ----------------------------------------------------------------------------------------------------

_AGAINST = {
    "rematch": "Players {a} and {b} have met before.",
    "forbidden-pair": "Players {a} and {b} must not meet, and do.",
    "same-colour-due": "Players {a} and {b} must both have the same colour next and cannot meet.",
}


def _pairs(field: _Field, matches: Sequence[Pair]) -> Iterator[Finding]:
    for a, b in matches:
        for code in field.against(a, b):
            yield Finding(code, _AGAINST[code], {"a": a, "b": b})


def _second_bye(field: _Field, bye: int | None) -> Iterator[Finding]:
    if bye is not None and not field.players[bye].bye_ok:
        sentence = "Player {player} has had a bye, or a win without playing, and cannot have the bye."
        yield Finding("bye-repeated", sentence, {"player": bye})


def _colours(field: _Field, matches: Sequence[Pair]) -> Iterator[Finding]:
    """Who has white by the rules; a colour that may not be given again is told as such."""
    if not field.given.balance_starts:
        return
    for a, b in matches:
        white, black = field.players[a], field.players[b]
        higher, lower = sorted((white, black), key=lambda p: (-p.points, p.number))
        right = first_is_white(
            higher.colours, lower.colours, number=higher.number, top_is_white=field.given.top_starts
        )
        if right is None or right == (higher is white):
            continue
        wronged = next((p for p, due in ((white, "B"), (black, "W")) if p.colours.absolute == due), None)
        if wronged is not None:
            sentence = "Player {player} has the same colour a third time running, or three times more than the other."
            yield Finding("colour-too-often", sentence, {"player": wronged.no})
        else:
            sentence = "Player {a} has white against {b}; by the colour rules it is the other way round."
            yield Finding("wrong-colours", sentence, {"a": a, "b": b})


# -- group by group --------------------------------------------------------------------------------------------------


def _groups(field: _Field, matches: Sequence[Pair], bye: int | None, limit: int) -> list[Finding]:
    """C5, C6 and C7, and avoided pairs. Needs a round in which each pair is allowed."""
    players = field.players
    mates = {a: b for pair in matches for a, b in (pair, pair[::-1])}
    resting = {no for no, p in players.items() if p.bye_ok}
    allowed = field.may_meet_of_other_clubs
    for a, b in matches:
        if field.avoided(a, b):
            if _Round(allowed, resting, limit).exists([*players], mates):
                sentence = "Players {a} and {b} meet, and such pairs can be avoided."
                return [Finding("avoided-pair", sentence, {"a": a, "b": b})]
            allowed = field.may_meet
            break
    if bye is not None:
        mates[bye] = BYE
        lower = {no for no in resting if players[no].points < players[bye].points}
        if lower and _Round(allowed, lower, limit).exists([*players], mates):
            sentence = "Player {player} has the bye although somebody with fewer points can have it."
            return [Finding("bye-too-high", sentence, {"player": bye})]
        resting = {no for no in resting if players[no].points == players[bye].points}
    return [*_brackets(players, mates, _Round(allowed, resting, limit))]


def _brackets(players: Mapping[int, _Player], mates: Mapping[int, int], making: _Round) -> Iterator[Finding]:
    """C6 and C7 from the top: the number of those who float down, and their points."""
    left = dict(players)
    for place, points in enumerate(sorted({p.points for p in players.values()}, reverse=True), 1):
        members = {no for no, p in left.items() if p.points >= points}
        floats = [no for no in members if mates[no] not in members]
        from_above = any(players[no].points > points for no in floats)
        if len(floats) > len(members) % 2 or from_above:
            price = _prices(members, players)
            best = making.cheapest([*left], mates, members, price)
            if best < sum(price[no] for no in floats):
                sentence = (
                    "Score group {group}, counted from the top: {count} float down; fewer, or some with fewer points, "
                    "would do."
                )
                yield Finding("floats-needlessly", sentence, {"group": place, "count": len(floats)})
        for no in members:
            if mates[no] in members:
                del left[no]


def _prices(members: set[int], players: Mapping[int, _Player]) -> dict[int, int]:
    """What it costs that one of the bracket floats: first their number, then their points from the highest down."""
    base = len(members) + 1
    levels = sorted({players[no].points for no in members})
    weight = {points: base**i for i, points in enumerate(levels)}
    return {no: base ** len(levels) + weight[players[no].points] for no in members}


class _Round:
    """Rounds that could be made: who may meet whom, and who may rest if the number is odd."""

    def __init__(self, allowed: Callable[[int, int], bool], resting: set[int], limit: int) -> None:
        self._allowed, self._resting, self._limit = allowed, resting, limit

    def exists(self, players: list[int], mates: Mapping[int, int]) -> bool:
        """Can everybody be paired within the rules?"""
        return self.cheapest(players, mates, set(), {}) == 0

    def cheapest(
        self, players: list[int], mates: Mapping[int, int], members: set[int], price: Mapping[int, int]
    ) -> int:
        """The least sum of prices of members who meet nobody of the bracket; more than any such sum: no round."""
        nodes = [*players, BYE] if len(players) % 2 else players
        if len(nodes) > self._limit + 1:
            raise _TooMany
        never = sum(price.values()) + 1
        at = {no: i for i, no in enumerate(nodes)}
        costs = [[0] * len(nodes) for _ in nodes]
        for i, a in enumerate(nodes):
            for j in range(i):
                b = nodes[j]
                cost = never if not self._may(a, b) else self._leaving(a, b, members, price)
                costs[i][j] = costs[j][i] = cost
        given = ((a, mates.get(a, BYE)) for a in players)
        start = [(at[a], at[b]) for a, b in given if b in at and (b == BYE or a < b)]
        found = cheapest_matching(costs, start).mate
        return sum(costs[i][j] for i, j in enumerate(found) if i < j)

    def _may(self, a: int, b: int) -> bool:
        if BYE in (a, b):
            return (a or b) in self._resting
        return self._allowed(a, b)

    @staticmethod
    def _leaving(a: int, b: int, members: set[int], price: Mapping[int, int]) -> int:
        if (a in members) == (b in members):
            return 0
        return price[a if a in members else b]
