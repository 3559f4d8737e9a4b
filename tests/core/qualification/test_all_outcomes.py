"""What is said to be certain is held against every way in which small events can end."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from pareo import rulesets
from pareo.core.model.outcome import Outcome
from pareo.core.model.random_source import SeededRandom
from pareo.core.model.ruleset import TiebreakUse
from pareo.core.qualification import exact
from pareo.core.qualification.bounds import Certainty
from pareo.core.qualification.open_field import OpenField, OpenMatch, QualificationGoal, endings
from pareo.core.qualification.prospects import qualifications
from pareo.core.standings.player_records import Ledger, PlayerRecord
from pareo.core.standings.points import with_best_of, with_games
from support.qualification.open_fields import (
    HALF,
    NOT_PLAYED,
    RULES,
    WAYS,
    qualifiers,
    random_field,
    random_goal,
    ways_of,
    worlds,
)


def _all_outcomes(field, goal):
    """Per player and own result: the set of {in, out} and the places that there are."""
    seats = {no: (i, no == m.a) for i, m in enumerate(field.open) for no in (m.a, m.b)}
    found: dict[tuple[int, str], tuple[set[bool], set[int]]] = {}
    for chosen, rows in worlds(field):
        inside = qualifiers(goal, rows)
        own = [(no, rank) for no, _, rank in rows if no in goal.members]
        for no, rank in own:
            place, result = 1 + sum(other < rank for _, other in own), ""
            if no in seats:
                at, first = seats[no]
                mine = chosen[at][0 if first else 1]
                result = "win" if mine.won else "loss" if mine.lost else "tie"
            for key in {(no, ""), (no, result)}:
                ins, places = found.setdefault(key, (set(), set()))
                ins.add(no in inside)
                places.add(place)
    return found


def _count_decided(field, goal, found, *, complete):
    truth = _all_outcomes(field, goal)
    decided = decidable = 0
    for p in found:
        for result, verdict, best, worst in [
            ("", p.verdict, p.best, p.worst),
            *((i.result, i.verdict, i.best, i.worst) for i in p.ifs if i.result),
        ]:
            ins, places = truth[p.no, result]
            if verdict is not Certainty.OPEN:
                assert ins == {verdict is Certainty.IN}, (p, result, ins)
            assert best <= min(places) <= max(places) <= worst, (p, result, places)
            if complete:
                assert (len(ins) == 1) == (verdict is not Certainty.OPEN), (p, result, ins)
                assert (best, worst) == (min(places), max(places))
            decided += verdict is not Certainty.OPEN
            decidable += len(ins) == 1
    return decided, decidable


@pytest.mark.parametrize("rules", RULES)
def test_all_worlds_decide_everybody_who_can_be_decided(rules):
    chance = SeededRandom("truth", rules)
    for _ in range(6):
        field = random_field(chance, 4 + chance.below(6), 2 + chance.below(3), chance.below(4), rules)
        goal = random_goal(chance, field)
        assert exact.countable(field)
        _count_decided(field, goal, qualifications(field, [goal], "seed"), complete=True)


@pytest.mark.parametrize("rules", RULES)
def test_bounds_never_say_in_or_out_wrongly(rules, monkeypatch):
    monkeypatch.setattr("pareo.core.qualification.prospects.countable", lambda *_: False)
    chance = SeededRandom("bounds", rules)
    decided = decidable = 0
    for _ in range(10):
        field = random_field(chance, 5 + chance.below(7), 2 + chance.below(3), 1 + chance.below(4), rules)
        goal = random_goal(chance, field)
        counts = _count_decided(field, goal, qualifications(field, [goal], "seed", with_odds=False), complete=False)
        decided, decidable = decided + counts[0], decidable + counts[1]
    assert decided >= 0.9 * decidable, (decided, decidable)


def test_bounds_leave_room_for_what_tom_rounds(monkeypatch):
    """Four digits of a mean of means of rounded shares: here they put somebody first whom the sums leave second."""
    monkeypatch.setattr("pareo.core.qualification.prospects.countable", lambda *_: False)
    chance = SeededRandom("off/1203", "")
    field = random_field(chance, 6 + chance.below(7), 3 + chance.below(3), 1 + chance.below(3), "pokemon-tom")
    goal = QualificationGoal("cut", 1 + chance.below(5), field.here)
    _count_decided(field, goal, qualifications(field, [goal], "seed", with_odds=False), complete=False)


@pytest.mark.parametrize(("rules", "waiting"), [("pokemon-tcg-2019-07", 3), ("chess-fide", 2)])
def test_a_condition_is_true_in_exactly_the_worlds_it_names(rules, waiting):
    chance = SeededRandom("conditions", "")
    said = 0
    for _ in range(8):
        field = random_field(chance, 6 + chance.below(4), 3, waiting, rules)
        goal = random_goal(chance, field)
        for p in qualifications(field, [goal], "seed"):
            for one in p.ifs:
                for chosen, rows in worlds(field):
                    way = {m.table: w for m, w in zip(field.open, chosen, strict=True)}
                    seat = next((m for m in field.open if m.table == p.table), None)
                    if seat is not None:
                        mine = way[seat.table][0 if seat.a == p.no else 1]
                        if one.result != ("win" if mine.won else "loss" if mine.lost else "tie"):
                            continue
                    inside = p.no in qualifiers(goal, rows)
                    for conditions, then in ((one.unless, False), (one.needs, True)):
                        if conditions:
                            said += 1
                            happens = any(all(_happens(x, way) for x in c) for c in conditions)
                            if set(chosen) & set(HALF) and not then:  # a warning for nothing is none
                                assert happens or inside
                            else:
                                assert (inside is then) == happens
    assert said > 100


def test_what_is_likely_is_said_with_its_exception_and_what_is_not_with_its_condition():
    """“Enough unless somebody scores at table 2” is true, and no sentence for people."""
    chance, seen = SeededRandom("likely", ""), set()
    for _ in range(40):
        field = random_field(chance, 6 + chance.below(4), 3, 2, "swiss")
        for one in (i for p in qualifications(field, [random_goal(chance, field)], "seed") for i in p.ifs):
            for said, likely in ((one.unless, True), (one.needs, False)):
                if len(said) == len(said[0] if said else ()) == 1:  # one table decides: it can be said either way
                    assert (one.odds.share >= 0.5) is likely, one
                    seen.add(likely)
    assert seen == {True, False}


def test_what_only_an_arbiter_could_give_is_no_exception_that_always_holds():
    """Where nothing but “½-0” helps, no table decides: “unless table 2 is no draw, or somebody scores there”."""
    chance, said = SeededRandom("always", ""), 0
    for _ in range(40):
        field = random_field(chance, 6 + chance.below(4), 3, 2, "chess-fide")
        ways = product((*WAYS, *NOT_PLAYED), repeat=len(field.open))
        tables = [dict(zip((m.table for m in field.open), way, strict=True)) for way in ways]
        first = QualificationGoal("first", 1, field.here, kind="first")
        for one in (i for p in qualifications(field, [first], "seed") for i in p.ifs if i.unless):
            said += 1
            assert not all(any(all(_happens(x, way) for x in c) for c in one.unless) for way in tables), one
    assert said > 20


def _happens(literal, way) -> bool:
    a, b = way[literal.table]
    happens = {
        "a": a.won,
        "b": b.won,
        "lost-a": a.lost,
        "lost-b": b.lost,
        "both": a.lost and b.lost,
        "tie": a is b is Outcome.DRAW,
    }
    return not happens[literal.how[4:]] if literal.how.startswith("not-") else happens[literal.how]


def test_every_ending_is_a_world():
    field = random_field(SeededRandom("ways"), 6, 3, 2, "swiss")
    assert len(list(worlds(field))) == len(ways_of(field)) ** 2 == 49 == len(list(exact.all_worlds(field, [])))


@pytest.mark.parametrize(("behind", "verdict"), [(6, Certainty.IN), (7, Certainty.OPEN)])
def test_a_win_by_less_is_worth_less_where_games_give_the_points(behind, verdict):
    """Of two games a win may be 1½-½: with 4 points it makes 5½, which who has 3½ can reach."""
    rules = with_games(rulesets.load("chess-fide"), 2)
    ledger = Ledger(
        {no: PlayerRecord(no, (), carried=had) for no, had in ((1, 8), (2, 0), (3, behind), (4, 0))}, (1,), 1
    )
    field = OpenField(ledger, rules, (OpenMatch(1, 1, 2), OpenMatch(2, 3, 4)), 1, 0, frozenset({1, 2, 3, 4}))
    (leader, *_) = qualifications(
        field, [QualificationGoal("first", 1, field.here, kind="first")], "seed", with_odds=False
    )
    assert {one.result: one.verdict for one in leader.ifs}["win"] is verdict
    assert {(way.points_a, way.points_b) for way in endings(rules)} == {
        (4, 0),
        (3, 1),
        (2, 2),
        (1, 3),
        (0, 4),
        (0, 0),
        (2, 0),
        (0, 2),
    }


def test_games_decide_more_than_who_wins_where_a_tiebreak_counts_them():
    rules = replace(rulesets.load("chess-uscf"), tiebreaks=(TiebreakUse("std"),))
    field = random_field(SeededRandom("games"), 6, 3, 2, "chess-uscf")
    assert exact.countable(replace(field, ruleset=rules))
    assert not exact.countable(replace(field, ruleset=with_best_of(rules, 3)))
