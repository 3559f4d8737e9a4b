"""Standing tables through Swiss, second day and bracket."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from pareo import rulesets
from pareo.core.model.entities import Drop, Entrant, Match, Phase, Pod, Round, Status
from pareo.core.model.outcome import Outcome, Result
from pareo.core.tournament.tables import CUT, SECOND_DAY, tables
from pareo.core.tournament.tournament import Tournament

WIN = Result(Outcome.WIN, Outcome.LOSS)


def finished_round(number: int, *pairs: tuple[int, int]) -> Round:
    """A finished round in which the first of each pair has won."""
    return Round(number, Status.FINISHED, 1, {i: Match(i, a, b, WIN) for i, (a, b) in enumerate(pairs, 1)})


def event(*pods: Pod, size: int = 8) -> Tournament:
    entrants = {n: Entrant(n, (f"id{n}",), division="master") for n in range(1, size + 1)}
    return Tournament(
        "copa",
        "Copa",
        rulesets.load("pokemon-tcg-2019-07"),
        entrants=entrants,
        pods={p.id: p for p in pods},
        pod_of=dict.fromkeys(entrants, pods[0].id),
    )


SWISS = Pod(
    "masters",
    Phase.SWISS,
    tuple(range(1, 9)),
    ("master",),
    planned=2,
    closed=True,
    rounds={
        1: finished_round(1, (1, 8), (2, 7), (3, 6), (4, 5)),
        2: finished_round(2, (1, 4), (2, 3), (5, 8), (6, 7)),
    },
)


@pytest.mark.req("P-CUT-2", "P-CUT-3", "P-CUT-4")
def test_the_bracket_orders_the_cut_and_nobody_else() -> None:
    swiss = [row.no for row in tables(event(SWISS))[0].rows]
    seeds = tuple(swiss[:4])
    cut = Pod(
        "masters-cut",
        Phase.CUT,
        seeds,
        ("master",),
        planned=2,
        first_round=3,
        sources=("masters",),
        rounds={3: finished_round(3, (seeds[3], seeds[0]), (seeds[1], seeds[2]))},
    )
    table = tables(event(SWISS, cut))[0]
    assert [row.no for row in table.rows][2:] == [seeds[0], seeds[2], *swiss[4:]], "beaten: by Swiss standing"
    assert [row.rank for row in table.rows] == [1, 1, 3, 4, 5, 6, 7, 8]
    assert table.rows[4].decided_by == CUT
    before = tables(event(SWISS, cut), after=2)[0]
    assert [row.no for row in before.rows] == swiss, "after round 2 there was no bracket"


@pytest.mark.req("P-SE-5")
def test_pure_elimination_by_who_beat_whom() -> None:
    pod = Pod(
        "main",
        Phase.ELIMINATION,
        (1, 2, 3, 4),
        planned=2,
        rounds={1: finished_round(1, (1, 4), (3, 2)), 2: finished_round(2, (3, 1))},
    )
    table = tables(event(pod, size=4))[0]
    assert [(row.rank, row.no) for row in table.rows] == [(1, 3), (2, 1), (3, 2), (4, 4)]


@pytest.mark.req("P-SEC-5")
def test_sections_become_one_table_with_their_common_cut() -> None:
    one = Pod(
        "masters-1",
        Phase.SWISS,
        (1, 2, 3, 4),
        ("master",),
        section=1,
        planned=1,
        closed=True,
        rounds={1: finished_round(1, (1, 2), (3, 4))},
    )
    two = Pod(
        "masters-2",
        Phase.SWISS,
        (5, 6, 7, 8),
        ("master",),
        section=2,
        planned=1,
        closed=True,
        rounds={1: finished_round(1, (5, 6), (7, 8))},
    )
    assert [x.id for x in tables(event(one, two))] == ["masters-1", "masters-2"]
    cut = Pod(
        "masters-cut",
        Phase.CUT,
        (1, 3, 5, 7),
        ("master",),
        planned=2,
        first_round=2,
        sources=("masters-1", "masters-2"),
    )
    merged = tables(event(one, two, cut))
    assert [(x.id, x.pods) for x in merged] == [("masters", ("masters-1", "masters-2"))]
    assert [row.no for row in merged[0].rows[:4]] == [1, 3, 5, 7]
    assert sorted(row.no for row in merged[0].rows) == list(range(1, 9))


@pytest.mark.req("P-TB-9", "P-CUT-3")
def test_the_second_day_stands_above_the_first() -> None:
    day2 = Pod(
        "masters-day2",
        Phase.DAY2,
        (1, 2),
        ("master",),
        planned=1,
        first_round=3,
        sources=("masters",),
        rounds={3: finished_round(3, (2, 1))},
    )
    rows = tables(event(SWISS, day2))[0].rows
    assert [row.no for row in rows[:2]] == [2, 1]
    assert rows[0].points == 9, "match points of day 1 are carried"
    assert {row.no for row in rows[2:]} == {3, 4, 5, 6, 7, 8}


@pytest.mark.req("P-SEC-5")
def test_whoever_was_disqualified_in_a_section_is_below_everybody() -> None:
    one = Pod(
        "masters-1",
        Phase.SWISS,
        (1, 2),
        ("master",),
        section=1,
        planned=1,
        closed=True,
        rounds={1: finished_round(1, (1, 2))},
    )
    two = Pod(
        "masters-2",
        Phase.SWISS,
        (3, 4),
        ("master",),
        section=2,
        planned=1,
        closed=True,
        rounds={1: finished_round(1, (3, 4))},
    )
    cut = Pod(
        "masters-cut",
        Phase.CUT,
        (3, 2),
        ("master",),
        planned=1,
        first_round=2,
        sources=("masters-1", "masters-2"),
        rounds={2: finished_round(2, (3, 2))},
    )
    t = event(one, two, cut, size=4)
    t.entrants[1] = replace(t.entrants[1], drop=Drop(1, "disqualified"))
    assert [row.no for row in tables(t)[0].rows][-1] == 1


@pytest.mark.req("X-12")
def test_a_seed_says_by_what_it_stands_where_it_does() -> None:
    """X-Wing seeds by strength of schedule, whatever the standing goes by."""
    t = replace(event(SWISS), ruleset=rulesets.load("xwing-epic-duel"))
    seeds = tuple(row.no for row in tables(t)[0].rows[:4])
    cut = Pod("masters-cut", Phase.CUT, seeds, ("master",), planned=2, first_round=3, sources=("masters",))
    rows = tables(replace(t, pods={**t.pods, "masters-cut": cut}))[0].rows
    order = t.ruleset.cut.order
    for above, row in pairwise(rows[:4]):
        index = {heading.id: i for i, heading in enumerate(row.headings)}
        differs = [x for x in order if x in index and above.keys[index[x]] != row.keys[index[x]]]
        expected = "points" if above.points != row.points else differs[0] if differs else CUT
        assert row.decided_by == expected


def day2(*members: int, sources: str = "masters") -> Pod:
    """The second day after round 2: one round, the first of each pair wins."""
    pairs = list(zip(members[::2], members[1::2], strict=True))
    return Pod(
        "masters-day2",
        Phase.DAY2,
        tuple(sorted(members)),
        ("master",),
        planned=1,
        first_round=3,
        sources=(sources,),
        rounds={3: finished_round(3, *pairs)},
    )


def two_days(ruleset: str) -> Tournament:
    """1 has won both rounds and left; 2 has 9 points in the end, 4 has 6, 3 and 5 have 3 as 6 has, who stays behind."""
    t = event(SWISS, day2(2, 3, 4, 5))
    entrants = t.entrants | {1: replace(t.entrants[1], drop=Drop(2))}
    return replace(t, entrants=entrants, ruleset=rulesets.load(ruleset))


@pytest.mark.req("B-12")
@pytest.mark.parametrize("ruleset", ["pokemon-tcg-2019-04", "pokemon-tcg-2019-07", "pokemon-vgc-2019-07"])
def test_who_leaves_after_day_1_is_ranked_by_points_among_all_outside_the_cut(ruleset: str) -> None:
    rows = tables(two_days(ruleset))[0].rows
    assert [row.no for row in rows][:3] == [2, 4, 1], "behind more points, and behind the same points of day 2"
    assert {row.no for row in rows[3:5]} == {3, 5}
    assert rows[5].no == 6
    assert [row.rank for row in rows] == list(range(1, 9))
    assert [row.decided_by for row in rows[:4]] == [None, "points", SECOND_DAY, "points"]
    assert rows[5].decided_by == SECOND_DAY


@pytest.mark.req("B-12", "PN-PH2-3")
@pytest.mark.parametrize("ruleset", ["pokemon-tcg-2025", "pokemon-tcg-2027", "pokemon-tom"])
def test_since_2025_all_of_day_2_stand_above_those_left_out(ruleset: str) -> None:
    rows = tables(two_days(ruleset))[0].rows
    assert (rows[4].no, rows[4].decided_by) == (1, SECOND_DAY)


@pytest.mark.req("B-12")
def test_who_leaves_in_day_2_is_ranked_by_points_and_the_cut_stays_above() -> None:
    t = two_days("pokemon-tcg-2019-07")
    t = replace(t, entrants=t.entrants | {4: replace(t.entrants[4], drop=Drop(3))})
    cut = Pod("masters-cut", Phase.CUT, (2, 3), ("master",), planned=1, first_round=4, sources=("masters-day2",))
    cut = replace(cut, rounds={4: finished_round(4, (3, 2))})
    rows = tables(replace(t, pods=t.pods | {cut.id: cut}))[0].rows
    assert [row.no for row in rows][:5] == [3, 2, 4, 1, 5]


@pytest.mark.req("B-12")
def test_a_disqualified_player_stays_last_however_many_points_there_are() -> None:
    t = two_days("pokemon-tcg-2019-07")
    t = replace(t, entrants=t.entrants | {2: replace(t.entrants[2], drop=Drop(3, "disqualified"))})
    rows = tables(t)[0].rows
    assert (rows[-1].no, rows[-1].decided_by) == (2, "disqualified")
