"""Cuts of any size: who goes in, who has a bye, who meets whom, who ends where; and that they survive (PN-ASY)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import undo
from pareo.app.commands.people import leaving
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, rounds
from pareo.app.queries.pages import event_tables, public_view
from pareo.app.queries.rounds import verify as verifying
from pareo.core.pairing.bracket import next_round, places, rounds_needed
from pareo.core.rules.cuts import check_playable, shared_cut
from pareo.core.text.errors import NeedsConfirmation, OutsideRules, Refused
from pareo.core.verify.inputs import BracketInput
from pareo.core.verify.tables import bracket_pairs
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins

S26 = "pokemon-tcg-2026"

# By hand: size → byes, and the pairs of the first round (seed against seed).
FIRST = {
    2: (0, [(1, 2)]),
    3: (1, [(2, 3)]),
    4: (0, [(1, 4), (2, 3)]),
    5: (3, [(4, 5)]),
    6: (2, [(3, 6), (4, 5)]),
    7: (1, [(2, 7), (3, 6), (4, 5)]),
    8: (0, [(1, 8), (2, 7), (3, 6), (4, 5)]),
    9: (7, [(8, 9)]),
    10: (6, [(7, 10), (8, 9)]),
    11: (5, [(6, 11), (7, 10), (8, 9)]),
    12: (4, [(5, 12), (6, 11), (7, 10), (8, 9)]),
    13: (3, [(4, 13), (5, 12), (6, 11), (7, 10), (8, 9)]),
    14: (2, [(3, 14), (4, 13), (5, 12), (6, 11), (7, 10), (8, 9)]),
    15: (1, [(2, 15), (3, 14), (4, 13), (5, 12), (6, 11), (7, 10), (8, 9)]),
    16: (0, [(1, 16), (2, 15), (3, 14), (4, 13), (5, 12), (6, 11), (7, 10), (8, 9)]),
    17: (15, [(16, 17)]),
}


@pytest.mark.req("PN-ASY-4")
@pytest.mark.parametrize("size", FIRST)
def test_the_first_round_by_hand(size: int) -> None:
    byes, pairs = FIRST[size]
    drawn = next_round(range(1, size + 1), ())
    assert sorted(drawn.pairs) == pairs
    assert drawn.byes == tuple(range(1, byes + 1)), "the top seeds wait"
    assert bracket_pairs(BracketInput(tuple(range(1, size + 1)), (), third_place=False)) == {
        frozenset(p) for p in pairs
    }


@pytest.mark.req("PN-ASY-4", "PN-ASY-5", "PN-ASY-7")
@pytest.mark.parametrize("size", FIRST)
def test_no_byes_later_and_places_by_swiss(size: int) -> None:
    """The better seed always wins: the seeds are the places, each round is best against worst, byes only at first."""
    played: list[list[tuple[int, int, int]]] = []
    for number in range(rounds_needed(size)):
        drawn = next_round(range(1, size + 1), played)
        assert not number or not drawn.byes
        left = len(drawn.pairs) * 2
        assert not number or sorted(drawn.pairs) == [(k, left + 1 - k) for k in range(1, left // 2 + 1)]
        played.append([(a, b, a) for a, b in drawn.pairs])
    assert places(range(1, size + 1), played, by="swiss") == tuple((no, no) for no in range(1, size + 1))


@pytest.mark.req("PN-ASY-7")
@pytest.mark.parametrize(
    ("size", "rounds", "order"),
    [
        # 5: 5 beats 4; then 5 beats 1 and 3 beats 2; 5 beats 3.
        (5, [[(4, 5)], [(1, 5), (2, 3)], [(3, 5)]], [5, 3, 1, 2, 4]),
        # 6: 6 beats 3, 5 beats 4; then 5 beats 1, 6 beats 2; 6 beats 5.
        (6, [[(3, 6), (4, 5)], [(1, 5), (2, 6)], [(5, 6)]], [6, 5, 1, 2, 3, 4]),
        # 10: 9 and 10 win; 9 beats 1, 10 beats 2, 6 beats 3, 5 beats 4; 9 beats 5, 10 beats 6; 10 beats 9.
        (
            10,
            [[(8, 9), (7, 10)], [(1, 9), (2, 10), (3, 6), (4, 5)], [(5, 9), (6, 10)], [(9, 10)]],
            [10, 9, 5, 6, 1, 2, 3, 4, 7, 8],
        ),
        # 11: 9, 10 and 11 win; 9 beats 1, 10 beats 2, 11 beats 3, 5 beats 4; 9 beats 5, 11 beats 10; 11 beats 9.
        (
            11,
            [[(8, 9), (7, 10), (6, 11)], [(1, 9), (2, 10), (3, 11), (4, 5)], [(5, 9), (10, 11)], [(9, 11)]],
            [11, 9, 5, 10, 1, 2, 3, 4, 6, 7, 8],
        ),
        # 13: 9 to 13 win; 9 beats 1, 10 beats 2, 11 beats 3, 13 beats 12; 13 beats 9, 11 beats 10; 13 beats 11.
        (
            13,
            [
                [(8, 9), (7, 10), (6, 11), (5, 12), (4, 13)],
                [(1, 9), (2, 10), (3, 11), (12, 13)],
                [(9, 13), (10, 11)],
                [(11, 13)],
            ],
            [13, 11, 9, 10, 1, 2, 3, 12, 4, 5, 6, 7, 8],
        ),
    ],
)
def test_final_places_by_hand(size: int, rounds: list[list[tuple[int, int]]], order: list[int]) -> None:
    seeds = range(1, size + 1)
    played: list[list[tuple[int, int, int]]] = []
    for matches in rounds:
        assert sorted(next_round(seeds, played).pairs) == sorted(matches)
        assert bracket_pairs(BracketInput(tuple(seeds), tuple(map(tuple, played)), third_place=False)) == {
            frozenset(match) for match in matches
        }
        played.append([(a, b, b) for a, b in matches])
    assert [no for _, no in places(seeds, played, by="swiss")] == order
    assert [place for place, _ in places(seeds, played, by="swiss")] == list(seeds)


@pytest.mark.req("PN-ASY-1", "PN-ASY-2", "PN-ASY-3")
def test_the_size_follows_from_the_record_of_the_base_place() -> None:
    points = [36, 34, 33, 33, 32, 31, 31, 31, 31, 31, 31, 30, 30, 28]
    found = shared_cut(points, 8, 16)
    assert (found.size, found.byes, found.sharing) == (11, 5, 11)
    assert str(found.reason) == "Place 8 has 31 points; 11 players have 31 or more. Play-off of 11, byes: 5."
    assert shared_cut(points, 6, 16).size == 11
    assert shared_cut(points, 5, 16).size == 5
    assert shared_cut(points, 4, 16).size == 4
    assert shared_cut([9] * 17, 8, 16).size == 16
    assert "at most 16 advance. Play-off of 16," in str(shared_cut([9] * 17, 8, 16).reason)
    assert shared_cut([9] * 40, 8, 32).size == 32
    assert shared_cut([9] * 40, 8, 0).size == 40
    assert shared_cut([9, 6, 3], 8, 16).size == 3, "fewer than the base"


def shared(folder: Path, size: int, *, cut: int = 4, played: int = 3, **settings: str) -> Stage:
    stage = Stage(
        folder,
        S26,
        style="swiss+cut",
        table="two-phase",
        rounds=str(played),
        cut=str(cut),
        date="2026-01-10",
        **settings,
    )
    stage.enter(size)
    stage.play(played, lower_number_wins)
    return stage


def cut_pod(stage: Stage) -> list[int]:
    return list(stage.pod("masters-cut").members)


def play_cut(stage: Stage) -> None:
    while len(stage.pod("masters-cut").rounds) < stage.pod("masters-cut").planned:
        rounds.pair(stage.ctx, stage.slug)
        rounds.publish(stage.ctx, stage.slug, confirmed=True)
        rounds.start(stage.ctx, stage.slug, confirmed=True)
        stage.report_all(lambda a, b: "2-0" if a < b else "0-2")
        rounds.finish(stage.ctx, stage.slug)


@pytest.mark.req("PN-ASY-1", "PN-ASY-9", "PN-ASY-10", "PN-ASY-6", "PN-ASY-7")
def test_a_cut_is_computed_played_verified_and_shown(tmp_path: Path) -> None:
    stage = shared(tmp_path, 12)
    swiss = [stage.no(row.player) for row in event_tables.standing_rows(stage.ctx, stage.slug)]
    points = [row.points for row in event_tables.standing_rows(stage.ctx, stage.slug)]
    expected = sum(p >= points[3] for p in points)
    assert expected > 4, "the record of the fourth is shared"
    done = advance.advance(stage.ctx, stage.slug, to="cut")
    assert f"{expected} players have {points[3]} or more. Play-off of {expected}, byes: " in " ".join(
        map(str, done.notes)
    )
    assert cut_pod(stage) == swiss[:expected]
    play_cut(stage)
    final = [stage.no(row.player) for row in event_tables.standing_rows(stage.ctx, stage.slug)]
    assert final[expected:] == swiss[expected:], "those outside keep their places"
    assert set(final[:expected]) == set(swiss[:expected])
    assert all(verdict.ok for verdict in verifying.verify(stage.ctx, stage.slug))
    shown = public_view.shown_brackets(stage.ctx.open(stage.slug))[0]
    assert shown.view.size == 8
    assert list(map(str, shown.titles)) == ["Top cut", "Top 4", "Final"]
    assert stage.pod("masters-cut").planned == 3


@pytest.mark.req("PN-ASY-9")
def test_any_size_where_the_rules_allow_it_and_elsewhere_only_with_a_reason(tmp_path: Path) -> None:
    stage = shared(tmp_path, 12)
    with pytest.raises(NeedsConfirmation):
        advance.advance(stage.ctx, stage.slug, to="cut", size=3)
    advance.advance(stage.ctx, stage.slug, to="cut", size=3, confirmed=True)
    assert len(cut_pod(stage)) == 3
    cup = Stage(tmp_path / "..", S26, style="swiss+cut", rounds="3", date="2026-01-10")
    cup.enter(12)
    cup.play(3, lower_number_wins)
    with raises_code(OutsideRules, "cut-power"):
        advance.advance(cup.ctx, cup.slug, to="cut", size=6)
    advance.advance(cup.ctx, cup.slug, to="cut", size=6, override="asked by the league")
    assert len(cup.pod("masters-cut").members) == 6
    with raises_code(OutsideRules, "cut-power"):
        check_playable(6, 12)
    with raises_code(Refused, "cut-players", players=12):
        check_playable(14, 12, asymmetrical=True)


@pytest.mark.req("PN-ASY-8")
def test_who_dropped_before_is_not_counted_and_who_leaves_after_is_not_replaced(tmp_path: Path) -> None:
    stage = shared(tmp_path, 12)
    swiss = [stage.no(row.player) for row in event_tables.standing_rows(stage.ctx, stage.slug)]
    leaving.drop(stage.ctx, stage.slug, f"p{swiss[0]}")
    left = [row for row in event_tables.standing_rows(stage.ctx, stage.slug) if stage.no(row.player) != swiss[0]]
    advance.advance(stage.ctx, stage.slug, to="cut")
    before = cut_pod(stage)
    assert swiss[0] not in before
    assert len(before) == sum(row.points >= left[3].points for row in left), "the base place is the fourth of who stays"
    rounds.pair(stage.ctx, stage.slug)
    leaving.drop(stage.ctx, stage.slug, f"p{before[0]}")
    assert cut_pod(stage) == before


@pytest.mark.req("PN-ASY-3")
def test_who_misses_the_maximum_is_named_with_the_tiebreak(tmp_path: Path) -> None:
    stage = Stage(tmp_path, S26, style="swiss+cut", table="two-phase", rounds="1", cut="8", date="2026-01-10")
    stage.enter(40)
    stage.play(1, lower_number_wins)
    done = advance.advance(stage.ctx, stage.slug, to="cut")
    said = " ".join(map(str, done.notes))
    assert len(cut_pod(stage)) == 16
    assert "20 players have 3 or more; at most 16 advance. Play-off of 16, byes: 0" in said
    assert "level on points but out on" in said
    names = said.partition("but out on")[2]
    assert names.count(",") == 3, "four of twenty"


@pytest.mark.req("PN-ASY-10")
def test_undo_and_a_correction_make_it_again(tmp_path: Path) -> None:
    stage = shared(tmp_path, 12)
    points = [row.points for row in event_tables.standing_rows(stage.ctx, stage.slug)]
    size = sum(p >= points[3] for p in points)
    done = advance.advance(stage.ctx, stage.slug, to="cut")
    undo.undo(stage.ctx, stage.slug, done.seq)
    assert "masters-cut" not in stage.t.pods
    advance.advance(stage.ctx, stage.slug, to="cut")
    assert len(cut_pod(stage)) == size
    last = stage.pod("masters").rounds[3]
    worse = next(m for m in last.matches.values() if m.result is not None and m.result.a is not m.result.b)
    results.report(stage.ctx, stage.slug, round_no=3, table=worse.table, result="=")
    again = advance.advance(stage.ctx, stage.slug, to="cut", again=True)
    rows = event_tables.standing_rows(stage.ctx, stage.slug, after=3)
    expected = sum(row.points >= rows[3].points for row in rows)
    assert len(cut_pod(stage)) == expected
    assert f". Play-off of {expected}, byes: " in " ".join(map(str, again.notes))
