"""Whole events played by the engine: what was predicted in every round, and how they ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pareo import rulesets
from pareo.core.day_plan.simulation import (
    Setup,
    SimulatedEvent,
    add_result,
    finish_round,
    pair_next,
    result_of,
    start_event,
)
from pareo.core.day_plan.times import DayTimes, Playing, match_lengths, pace_of, rest_of_day, round_length
from pareo.core.model.random_source import SeededRandom
from pareo.core.qualification.bounds import Certainty, tiebreaks_of
from pareo.core.qualification.combined_key import CombinedKey, combine_keys, rivals_of
from pareo.core.qualification.exact import final_order, ledger_in
from pareo.core.qualification.open_field import Ending, OpenField, OpenMatch, QualificationGoal, endings
from pareo.core.qualification.prospects import qualifications
from pareo.core.qualification.search import Search
from pareo.core.standings.standings import standings
from support.qualification.open_fields import qualifiers, random_goal


def field_in(event: SimulatedEvent) -> OpenField:
    """The event as the outlook sees it, with its open matches."""
    waiting = tuple(OpenMatch(i, a, b) for i, (a, b) in enumerate(event.games, 1))
    rules = event.setup.ruleset.seeding
    return OpenField(
        event.ledger(), rules, waiting, event.round_no, event.setup.rounds - event.round_no, event.here, 1, 20
    )


def count_wrong_verdicts(players: int, rounds: int, rules: str, seed: str, *, drops: float = 0.02) -> tuple[int, int]:
    """Plays one event. How many verdicts were given, and how many of them did not come true.

    Who is “out” is out among those who were there: who has been told so and is in because others left was told the
    truth. So places are counted among those who were there when it was said.
    """
    chance = SeededRandom(seed, f"goal/{players}")
    event = start_event(Setup(rulesets.load(rules), players, rounds, draws=0.1, drops=drops), seed)
    goal = random_goal(chance, field_in(event))
    verdicts: list[tuple[int, frozenset[int], Certainty]] = []
    for _ in range(rounds):
        pair_next(event, seed)
        _add_verdicts(verdicts, event, goal)
        words = SeededRandom(seed, f"half/{event.round_no}").words(len(event.games) + 1)
        while len(event.games) > players // 4:
            a, b = event.games.pop(0)
            add_result(
                event, a, b, result_of(event, a, b, words[len(event.games)], words[len(event.games)] * 7 % 2**64)
            )
        _add_verdicts(verdicts, event, goal)
        finish_round(event, seed)
        _add_verdicts(verdicts, event, goal)
    wrong = 0
    rows = [(row.no, row.points, row.rank) for row in standings(event.ledger(), event.setup.ruleset.seeding)]
    now = qualifiers(goal, [row for row in rows if row[0] in event.here])
    then: dict[frozenset[int], set[int]] = {}
    for no, here, verdict in verdicts:
        if here not in then:
            then[here] = qualifiers(goal, [row for row in rows if row[0] in here])
        if no in event.here:
            wrong += (no not in now) if verdict is Certainty.IN else (no in then[here])
    return len(verdicts), wrong


def _add_verdicts(
    verdicts: list[tuple[int, frozenset[int], Certainty]], event: SimulatedEvent, goal: QualificationGoal
) -> None:
    rows = qualifications(field_in(event), [goal], "seed", with_odds=False)
    verdicts += [(p.no, event.here, p.verdict) for p in rows if p.verdict is not Certainty.OPEN]


def field_before_last_round(players: int, rounds: int, rules: str, seed: str) -> OpenField:
    """An event whose last round is paired, and nothing of it played."""
    event = start_event(Setup(rulesets.load(rules), players, rounds, draws=0.1), seed)
    for number in range(1, rounds + 1):
        pair_next(event, seed)
        if number < rounds:
            finish_round(event, seed)
    return field_in(event)


def last_round(
    players: int, rounds: int, rules: str, size: int, seed: str, *, worlds: int = 100, nodes: int = 20_000
) -> tuple[int, int]:
    """Before the last round is played: players who were decided, and those who at most could be.

    Who is in in one world and out in another cannot be decided. Such worlds are sought by lot, then for each who is
    left by a search with many more nodes than the outlook has; every world is played through by the real standings.
    """
    field = field_before_last_round(players, rounds, rules, seed)
    goal = QualificationGoal("cut", size, field.here)
    verdicts = {p.no: p.verdict for p in qualifications(field, [goal], "seed", with_odds=False)}
    ways = endings(field.ruleset)
    cases: dict[int, set[bool]] = {no: set() for no in field.here}

    def end_so(world: Sequence[Ending]) -> None:
        for place, row in enumerate(final_order(field, ledger_in(field, world)), 1):
            cases[row.no].add(place <= size)

    for i in range(worlds):
        end_so([ways[word % len(ways)] for word in SeededRandom(seed, f"world/{i}").words(len(field.open))])
    numbers = combine_keys(field, tiebreaks_of(field).bands)
    for no, verdict in verdicts.items():
        if verdict is Certainty.OPEN and len(cases[no]) == 1:
            for world in _contrary_worlds(field, goal, numbers, no, nodes):
                end_so(world)
    wrong = [no for no, verdict in verdicts.items() if verdict is not Certainty.OPEN and len(cases[no]) > 1]
    assert not wrong, (seed, wrong)
    return sum(v is not Certainty.OPEN for v in verdicts.values()), sum(len(seen) == 1 for seen in cases.values())


def _contrary_worlds(
    field: OpenField, goal: QualificationGoal, numbers: CombinedKey, no: int, nodes: int
) -> Iterator[list[Ending]]:
    """Worlds in which the player may be in, and some in which the player may be out."""
    ways = numbers.ways
    own = next((at for at, m in enumerate(field.open) if no in (m.a, m.b)), None)
    for way in range(len(ways)) if own is not None else (None,):
        sure, rivals = rivals_of(numbers, field, no, way, field.here - {no})
        out = Search(rivals, len(ways), goal.size - sure, nodes)
        inside = Search([rival.mirror() for rival in rivals], len(ways), sure + len(rivals) - goal.size + 1, nodes)
        for search in (out, inside):
            if search.possible():
                world = [ways[0]] * len(field.open)
                for at, ending in search.witness:
                    world[at] = ways[ending]
                if own is not None and way is not None:
                    world[own] = ways[way]
                yield world


def forecast_holds(seed: str) -> bool:
    """A day of rounds; at some moment of one of them it is asked when the last is over. Is it, then?"""
    chance, times = SeededRandom(seed), DayTimes(50, 5)
    pace, count, rounds = pace_of(chance), 4 + chance.below(60), 2 + chance.below(7)
    done = chance.below(rounds)
    seen = [(pace * round_length(chance, count, times), count) for _ in range(done)]
    matches = [pace * match_lengths(times.minutes, times.overtime)[chance.below(1024)] for _ in range(count)]
    gone = max(matches) * chance.below(1000) / 1000
    out = sum(one > gone for one in matches)
    ahead = [(count, 0)] * (rounds - done - 1)
    over = max(matches) - gone + sum(pace * round_length(chance, count, times) for _ in ahead)
    forecast = rest_of_day(ahead, times, seen, Playing(gone, out))
    return forecast.low <= over <= forecast.high
