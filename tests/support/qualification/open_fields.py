"""Small events cut off before their end, as the outlook sees them, and every way they can end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from pareo import rulesets
from pareo.core.model.outcome import Outcome
from pareo.core.model.random_source import SeededRandom
from pareo.core.qualification.open_field import OpenField, OpenMatch, QualificationGoal
from pareo.core.standings.player_records import Ledger, PlayerRecord, RoundRecord
from pareo.core.standings.standings import standings

RULES = ("pokemon-tcg-2019-07", "swiss", "chess-fide", "pokemon-tom", "chess-uscf", "pokemon-tcg-2027")
_W, _L, _D = Outcome.WIN, Outcome.LOSS, Outcome.DRAW
WAYS = ((_W, _L), (_L, _W), (_D, _D), (_L, _L))
_FW, _FL = Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS
NOT_PLAYED = ((_FW, _FL), (_FL, _FW), (_FL, _FL))
HALF = ((_D, _L), (_L, _D))


def ways_of(field: OpenField) -> tuple[tuple[Outcome, Outcome], ...]:
    """How a match can end; to the percentages of Pokémon a forfeit is like any other win, in chess there is ½-0."""
    if field.ruleset.game.startswith("pokemon"):
        return WAYS
    return (*WAYS, *NOT_PLAYED, *(HALF if field.ruleset.results.chess else ()))


def random_field(chance: SeededRandom, players: int, rounds: int, waiting: int, rules: str) -> OpenField:
    """A random event before the last results: so many matches of its last round are open."""
    ruleset = rulesets.load(rules)
    lines: dict[int, list[RoundRecord]] = {no: [] for no in range(1, players + 1)}
    left: tuple[OpenMatch, ...] = ()
    waiting = min(waiting, 4 if ruleset.game.startswith("pokemon") else 3)
    for number in range(1, rounds + 1):
        order = chance.shuffled(list(lines))
        order.sort(key=lambda no: -sum(line.points for line in lines[no]))
        if len(order) % 2:
            lines[order.pop()].append(RoundRecord(number, Outcome.BYE, None, ruleset.points[Outcome.BYE]))
        pairs = list(zip(order[::2], order[1::2], strict=True))
        if number == rounds:
            left = tuple(OpenMatch(i, a, b) for i, (a, b) in enumerate(pairs, 1) if i <= waiting)
            pairs = pairs[waiting:]
        for a, b in pairs:
            way = WAYS[min(3, chance.below(40) // 15 + (chance.below(30) == 0))]
            play(lines, number, a, b, NOT_PLAYED[chance.below(3)] if chance.below(40) == 0 else way, ruleset.points)
    gone = {no: rounds - 1 for no in lines if chance.below(15) == 0 and not any(no in m[1:] for m in left)}
    accounts = {
        no: PlayerRecord(
            no, tuple(rows), late=chance.below(20) == 0, seat=no, dropped_after=gone.get(no), rating=1500 + no
        )
        for no, rows in lines.items()
    }
    ledger = Ledger(accounts, tuple(range(1, rounds + 1)), rounds, {no: chance.below(1000) * 100 + no for no in lines})
    return OpenField(ledger, ruleset.seeding, left, rounds, 0, frozenset(lines) - gone.keys(), 1, 10)


def play(lines, number, a, b, way, worth) -> None:
    lines[a].append(RoundRecord(number, way[0], b, worth[way[0]], started=True))
    lines[b].append(RoundRecord(number, way[1], a, worth[way[1]], started=False))


def random_goal(chance: SeededRandom, field: OpenField) -> QualificationGoal:
    """A cut of any kind."""
    people = sorted(field.ledger.accounts)
    members = frozenset(no for no in people if chance.below(3)) if chance.below(4) == 0 else frozenset(people)
    size = 1 + chance.below(max(1, len(people) // 2))
    kind = chance.below(4)
    if kind == 0:
        return QualificationGoal("cut", size, members, shared=True, most=size + chance.below(3))
    if kind == 1:
        return QualificationGoal("day2", chance.below(2) * size, members, points=chance.below(12), kind="day2")
    if kind == 2:
        return QualificationGoal("first", 1, members, kind="first")
    return QualificationGoal("cut", size, members)


Rows = list[tuple[int, int, int]]


def worlds(field: OpenField) -> Iterator[tuple[tuple[tuple[Outcome, Outcome], ...], Rows]]:
    """Every way the open matches can end, with (player, points, rank) of who is there, best first."""
    worth = field.ruleset.points
    for chosen in product(ways_of(field), repeat=len(field.open)):
        accounts = dict(field.ledger.accounts)
        for m, way in zip(field.open, chosen, strict=True):
            for no, other, outcome, first in ((m.a, m.b, way[0], True), (m.b, m.a, way[1], False)):
                line = RoundRecord(field.round_no, outcome, other, worth[outcome], started=first)
                accounts[no] = replace(accounts[no], lines=(*accounts[no].lines, line))
        rows = standings(replace(field.ledger, accounts=accounts), field.ruleset)
        yield chosen, [(row.no, row.points, row.rank) for row in rows if row.no in field.here]


def qualifiers(goal: QualificationGoal, rows: Rows) -> set[int]:
    """The players who qualify, by the sentence of the rules instead of the program's arithmetic."""
    own = [row for row in rows if row[0] in goal.members]
    if goal.kind == "first":
        return {no for no, _, rank in own if rank == own[0][2]}
    inside = {no for no, *_ in own[: goal.size]}
    if goal.shared and own:
        enough = own[min(goal.size, len(own)) - 1][1]
        inside = {no for no, points, _ in own if points >= enough}
        inside &= {no for no, *_ in own[: goal.most]} if goal.most else inside
    if goal.points is not None:
        inside |= {no for no, points, _ in own if points >= goal.points}
    return inside
