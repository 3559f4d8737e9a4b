"""Whole events played by the engine, with what was foretold in every round beside how they ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from stages.open_fields import WAYS, goal_of, goes_on

from pareo import rulesets
from pareo.core.outlook.bounds import Verdict
from pareo.core.outlook.field import Field, Goal, Open
from pareo.core.outlook.prospects import prospects
from pareo.core.pairing.chance import Chance
from pareo.core.plan.play import InPlay, Setup, begin, end, finish, pair_next, result_of
from pareo.core.standings.ledger import Line
from pareo.core.standings.standings import standings
from pareo.core.state.outcome import Outcome


def field_in(event: InPlay) -> Field:
    """The event as the outlook sees it, with its open matches."""
    waiting = tuple(Open(i, a, b) for i, (a, b) in enumerate(event.games, 1))
    rules = event.setup.ruleset.seeding
    return Field(event.ledger(), rules, waiting, event.round_no, event.setup.rounds - event.round_no, event.here, 1, 20)


def foretold_wrongly(players: int, rounds: int, rules: str, seed: str, *, drops: float = 0.02) -> tuple[int, int]:
    """Plays one event. How many verdicts were given, and how many of them did not come true.

    Who is “out” is out among those who were there: who has been told so and is in because others left was told the
    truth. So places are counted among those who were there when it was said.
    """
    chance = Chance(seed, f"goal/{players}")
    event = begin(Setup(rulesets.load(rules), players, rounds, draws=0.1, drops=drops), seed)
    goal = goal_of(chance, field_in(event))
    said: list[tuple[int, frozenset[int], Verdict]] = []
    for _ in range(rounds):
        pair_next(event, seed)
        _ask(said, event, goal)
        words = Chance(seed, f"half/{event.round_no}").words(len(event.games) + 1)
        while len(event.games) > players // 4:
            a, b = event.games.pop(0)
            end(event, a, b, result_of(event, a, b, words[len(event.games)], words[len(event.games)] * 7 % 2**64))
        _ask(said, event, goal)
        finish(event, seed)
        _ask(said, event, goal)
    wrong = 0
    rows = [(row.no, row.points) for row in standings(event.ledger(), event.setup.ruleset.seeding)]
    now = goes_on(goal, [row for row in rows if row[0] in event.here])
    then: dict[frozenset[int], set[int]] = {}
    for no, here, verdict in said:
        if here not in then:
            then[here] = goes_on(goal, [row for row in rows if row[0] in here])
        if no in event.here:
            wrong += (no not in now) if verdict is Verdict.IN else (no in then[here])
    return len(said), wrong


def _ask(said: list[tuple[int, frozenset[int], Verdict]], event: InPlay, goal: Goal) -> None:
    found = prospects(field_in(event), [goal], "seed", with_odds=False)
    said += [(p.no, event.here, p.verdict) for p in found if p.verdict is not Verdict.OPEN]


def last_round(players: int, rounds: int, rules: str, size: int, seed: str, *, worlds: int = 100,
               steps: int = 60) -> tuple[int, int]:
    """Before the last round is played: players who were decided, and those who at most could be.

    Who is in in one world and out in another cannot be decided; such worlds are sought by lot, and for each who is
    left by bending the results for or against him.
    """
    event = begin(Setup(rulesets.load(rules), players, rounds, draws=0.1), seed)
    for number in range(1, rounds + 1):
        pair_next(event, seed)
        if number < rounds:
            finish(event, seed)
    field = field_in(event)
    goal = Goal("cut", size, field.here)
    found = {p.no: p.verdict for p in prospects(field, [goal], "seed", with_odds=False)}
    cases: dict[int, set[bool]] = {no: set() for no in field.here}

    def end_so(world: Sequence[tuple[Outcome, Outcome]]) -> list[int]:
        accounts = dict(field.ledger.accounts)
        for m, (a, b) in zip(field.open, world, strict=True):
            for no, other, outcome in ((m.a, m.b, a), (m.b, m.a, b)):
                line = Line(rounds, outcome, other, field.ruleset.points[outcome], started=no == m.a)
                accounts[no] = replace(accounts[no], lines=(*accounts[no].lines, line))
        rows = standings(replace(field.ledger, accounts=accounts), field.ruleset)
        order = [row.no for row in rows if row.no in field.here]
        for place, no in enumerate(order, 1):
            cases[no].add(place <= size)
        return order

    for i in range(worlds):
        end_so([WAYS[word % 100 // 33] for word in Chance(seed, f"world/{i}").words(len(field.open))])
    for no in (no for no, verdict in found.items() if verdict is Verdict.OPEN and len(cases[no]) == 1):
        _sought(field, event, no, 1 if cases[no] == {False} else -1, end_so, Chance(seed, f"sought/{no}"), steps)
    wrong = [no for no, verdict in found.items() if verdict is not Verdict.OPEN and len(cases[no]) > 1]
    assert not wrong, (seed, wrong)
    return sum(v is not Verdict.OPEN for v in found.values()), sum(len(seen) == 1 for seen in cases.values())


def _sought(field: Field, event: InPlay, no: int, sign: int, end_so: Callable[..., list[int]],
            chance: Chance, steps: int) -> None:
    """Looks for a world that lifts somebody over the line (or below it): table by table what is best for him, then
    changed bit by bit as long as his place gets better."""
    worth = field.ruleset.points
    seat = next((m for m in field.open if no in m[1:]), None)
    met = {x: {line.opponent for line in lines} for x, lines in event.lines.items()}
    for own in WAYS:
        mine = event.points[no] + (0 if seat is None else worth[own[0 if seat.a == no else 1]])
        rivals = [x for m in field.open for x in m[1:] if any(event.points[x] + worth[w] == mine for w, _ in WAYS)]
        pull = {x: sum(x in met[r] for r in rivals) / (len(rivals) + 1) - 2 * (x in met[no]) for x in event.lines}

        def harm(way: tuple[Outcome, Outcome], m: Open, mine: int = mine, pull: dict[int, float] = pull) -> float:
            ends = [(x, event.points[x] + worth[way[i]]) for i, x in enumerate((m.a, m.b))]
            above = sum(p > mine for _, p in ends) + 0.5 * sum(p == mine for _, p in ends)
            return above + 0.1 * sum(pull[x] * worth[way[i]] / worth[Outcome.WIN] for i, x in enumerate((m.a, m.b)))

        world = [own if no in m[1:] else min(WAYS, key=lambda way, m=m: sign * harm(way, m)) for m in field.open]
        place = end_so(world).index(no)
        for _ in range(steps):
            tried = [*world]
            for _ in range(1 + chance.below(2)):
                at = chance.below(len(world))
                if no not in field.open[at][1:]:
                    tried[at] = WAYS[chance.below(4)]
            new = end_so(tried).index(no)
            if sign * new <= sign * place:
                world, place = tried, new
