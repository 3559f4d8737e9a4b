"""Single elimination alone and after a Swiss: walkovers, double losses, third place, places."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events, undo
from pareo.app.commands.people import late, leaving, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, manual_changes, rounds
from pareo.app.queries.pages import event_tables
from pareo.app.queries.rounds import verify as verifying
from pareo.core.model.entities import Status
from pareo.core.text.errors import BadInput, NeedsConfirmation, OutsideRules, Refused
from pareo.core.tournament.tournament import winner_of
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from pareo.store import open_store
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins, make_players

JULY = "pokemon-tcg-2019-07"


def bracket(folder: Path, size: int, ruleset: str = JULY, **settings: str) -> Stage:
    stage = Stage(folder, ruleset, style="elimination", **settings)
    stage.enter(size)
    return stage


def cut_of(folder: Path, size: int, cut: int, ruleset: str = JULY, *, played: int = 3, **settings: str) -> Stage:
    stage = Stage(folder, ruleset, style="swiss+cut", rounds=str(played), cut=str(cut), **settings)
    stage.enter(size)
    win = {"xwing-epic-duel": lambda a, b: "100-0 destroyed" if a < b else "0-100 destroyed"}.get(
        ruleset, lower_number_wins
    )
    stage.play(played, win)
    advance.advance(stage.ctx, stage.slug, to="cut", confirmed=True)  # sometimes more than the table's
    return stage


def places(stage: Stage) -> list[str]:
    return [row.player for row in event_tables.standing_rows(stage.ctx, stage.slug)]


def table_of(stage: Stage, who: int, number: int) -> tuple[int, bool]:
    """The table of a player, and whether the player is its first."""
    r = next(p.rounds[number] for p in stage.t.pods.values() if number in p.rounds and not p.closed)
    return next((m.table, m.a == who) for m in r.matches.values() if who in (m.a, m.b))


@pytest.mark.req("P-SE-3")
@pytest.mark.parametrize("status", [Status.DRAFTED, Status.PUBLISHED, Status.STARTED])
@pytest.mark.parametrize("kind", ["drop", "disqualified"])
def test_who_leaves_a_bracket_loses_the_match_whatever_its_state(tmp_path: Path, status: Status, kind: str) -> None:
    stage = bracket(tmp_path, 8)
    stage.play(1, lower_number_wins)
    stage.open_round(to=status)
    table, is_a = table_of(stage, 1, 2)
    if status is Status.STARTED:
        results.report(stage.ctx, stage.slug, round_no=2, table=table, result="1-0" if is_a else "0-1")
    leaving.drop(stage.ctx, stage.slug, "p1", kind=kind)
    match = stage.pod().rounds[2].matches[table]
    assert match.result is not None
    assert (match.result.b if is_a else match.result.a).won, "the opponent goes on"
    if status is Status.DRAFTED:
        rounds.pair(stage.ctx, stage.slug, again=True)
        assert stage.pod().rounds[2].open_tables == [
            t for t in stage.pod().rounds[2].matches if t != table_of(stage, 1, 2)[0]
        ], "drawn again, the player still loses"
        rounds.publish(stage.ctx, stage.slug)
    if status is not Status.STARTED:
        rounds.start(stage.ctx, stage.slug)
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug)
    assert all(1 not in pair for pair in stage.pairs(3))
    with raises_code(Refused, "bracket-no-return"):
        leaving.undrop(stage.ctx, stage.slug, "p1")


@pytest.mark.req("P-SE-3")
def test_who_won_and_is_disqualified_before_the_next_round_is_the_loser(tmp_path: Path) -> None:
    stage = bracket(tmp_path, 4)
    stage.play(1, lower_number_wins)
    table, _ = table_of(stage, 1, 1)
    m = stage.pod().rounds[1].matches[table]
    other = m.b if m.a == 1 else m.a
    leaving.drop(stage.ctx, stage.slug, "p1", kind="disqualified", reason="conducta")
    rounds.pair(stage.ctx, stage.slug)
    assert any(other in pair for pair in stage.pairs(2))
    loser = next(no for no in (2, 3, 4) if no != other and all(no not in pair for pair in stage.pairs(2)))
    with raises_code(Refused, "bracket-out"):
        leaving.drop(stage.ctx, stage.slug, f"p{loser}")
    leaving.drop(stage.ctx, stage.slug, f"p{loser}", kind="expelled", reason="after the match")


@pytest.mark.req("P-SE-3", "P-SE-2")
def test_who_has_a_bye_and_leaves_loses_the_next_match(tmp_path: Path) -> None:
    stage = bracket(tmp_path, 3)
    stage.open_round()
    rested = stage.pod().rounds[1].sitting[0].no
    done = leaving.drop(stage.ctx, stage.slug, f"p{rested}")
    assert "will lose the next match" in done.notes[0]
    stage.report_all()
    rounds.finish(stage.ctx, stage.slug)
    stage.open_round()
    assert not stage.pod().rounds[2].open_tables
    rounds.finish(stage.ctx, stage.slug)
    assert event_tables.standing_rows(stage.ctx, stage.slug)[0].player != f"p{rested}"


@pytest.mark.req("P-SE-4")
def test_late_into_a_bracket_only_before_round_1_starts_and_all_is_drawn_again(tmp_path: Path) -> None:
    stage = bracket(tmp_path, 8)
    rounds.pair(stage.ctx, stage.slug)
    before = stage.pairs(1)
    new = NewPlayer(first="Tadeo", last="Tarde", id="late")
    with raises_code(Refused, "late-bracket-again"):
        late.enter_late(stage.ctx, stage.slug, new, confirmed=True)
    with pytest.raises(NeedsConfirmation):
        players.enter(stage.ctx, stage.slug, [new])
    players.enter(stage.ctx, stage.slug, [new], confirmed=True)
    with raises_code(Refused, "draft-stale", says="is not in it"):
        rounds.publish(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug, pod="main", again=True)
    assert len(stage.pod().rounds[1].sitting) == 7
    assert stage.pairs(1) != before
    rounds.publish(stage.ctx, stage.slug)
    rounds.start(stage.ctx, stage.slug)
    with raises_code(Refused, "late-bracket"):
        late.enter_late(stage.ctx, stage.slug, NewPlayer(first="Otro", last="Tarde"), confirmed=True)


@pytest.mark.req("P-SE-4")
def test_rules_may_take_nobody_into_a_bracket_that_is_drawn(tmp_path: Path) -> None:
    ctx = Context(open_store(str(tmp_path / "events.db")))
    text = 'extends = "swiss"\nid = "strict"\ntitle = "Strict"\n[elimination]\nlate_before_start = false\n'
    new = events.NewEvent("Copa", "", ruleset_text=text, settings={"style": "elimination"})
    slug = events.create(ctx, new)
    players.enter(ctx, slug, make_players(8))
    rounds.pair(ctx, slug)
    with raises_code(Refused, "late-bracket-drawn"):
        players.enter(ctx, slug, [NewPlayer(first="Tadeo", last="Tarde")], confirmed=True)


@pytest.mark.req("P-SE-6")
def test_third_place_is_decided_before_the_start_even_after_the_draft(tmp_path: Path) -> None:
    stage = bracket(tmp_path, 4)
    rounds.pair(stage.ctx, stage.slug)
    events.change_settings(stage.ctx, stage.slug, {"third_place": "yes"})
    rounds.publish(stage.ctx, stage.slug)
    rounds.start(stage.ctx, stage.slug)
    with raises_code(Refused, "setting-too-late"):
        events.change_settings(stage.ctx, stage.slug, {"third_place": "no"})
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    stage.open_round()
    assert len(stage.pairs(2)) == 2, "the final and the match for third place"
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    assert places(stage)[0] == "p1"
    assert [row.rank for row in event_tables.standing_rows(stage.ctx, stage.slug)] == [1, 2, 3, 4]


@pytest.mark.req("P-SE-6", "P-CUT-5")
def test_a_double_loss_in_a_semifinal_leaves_no_match_for_third_place(tmp_path: Path) -> None:
    stage = cut_of(tmp_path, 8, 4, third_place="yes")
    stage.open_round()
    table, _ = table_of(stage, stage.pod("masters-cut").members[0], 4)
    with raises_code(BadInput, "result-needs-winner"):
        results.report(stage.ctx, stage.slug, round_no=4, table=table, result="0-0")
    match = stage.pod("masters-cut").rounds[4].matches[table]
    for no in (match.a, match.b):
        leaving.drop(stage.ctx, stage.slug, f"p{no}", kind="disqualified", reason="conducta")
    assert winner_of(stage.pod("masters-cut").rounds[4].matches[table]) is None
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug)
    last = stage.pod("masters-cut").rounds[5]
    assert len(last.matches) == 0
    assert len(last.sitting) == 1, "the finalist goes through without a match"
    rounds.publish(stage.ctx, stage.slug)
    rounds.start(stage.ctx, stage.slug)
    rounds.finish(stage.ctx, stage.slug)
    rows = event_tables.standing_rows(stage.ctx, stage.slug)
    assert rows[0].player == f"p{last.sitting[0].no}"
    assert len(rows) == 8
    assert all(row.ok for row in verifying.verify(stage.ctx, stage.slug))


@pytest.mark.req("P-CUT-1")
def test_the_cut_is_a_power_of_two_seeded_by_the_standings(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", rounds="3")
    stage.enter(9)
    with pytest.raises(BadInput):
        events.change_settings(stage.ctx, stage.slug, {"cut": "6"})
    events.change_settings(stage.ctx, stage.slug, {"cut": "8"})
    stage.play(3, lower_number_wins)
    swiss = [stage.no(player) for player in places(stage)]
    with raises_code(OutsideRules, "cut-power"):
        advance.advance(stage.ctx, stage.slug, to="cut", size=6)
    with raises_code(Refused, "cut-players", players=9):
        advance.advance(stage.ctx, stage.slug, to="cut", size=16)
    advance.advance(stage.ctx, stage.slug, to="cut", size=8, confirmed=True)
    assert list(stage.pod("masters-cut").members) == swiss[:8]
    rounds.pair(stage.ctx, stage.slug)
    best = {frozenset((swiss[i], swiss[7 - i])) for i in range(4)}
    assert stage.pairs(4, "masters-cut") == best, "best against worst"


@pytest.mark.req("P-CUT-1")
def test_the_2009_cut_is_at_most_32(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "pokemon-2009", style="swiss+cut", rounds="1")
    stage.enter(128)
    stage.play(1, lower_number_wins)
    with pytest.raises(OutsideRules):
        advance.advance(stage.ctx, stage.slug, to="cut", size=64)
    advance.advance(stage.ctx, stage.slug, to="cut", size=64, override="national championship")
    assert len(stage.pod("masters-cut").members) == 64


@pytest.mark.req("P-CUT-1")
def test_who_has_left_does_not_reach_the_cut(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", rounds="3")
    stage.enter(9)
    stage.play(3, lower_number_wins)
    first = places(stage)[0]
    leaving.drop(stage.ctx, stage.slug, first)
    advance.advance(stage.ctx, stage.slug, to="cut", size=4, confirmed=True)
    assert stage.no(first) not in stage.pod("masters-cut").members


@pytest.mark.req("P-CUT-2", "P-CUT-3", "P-CUT-4")
def test_places_after_a_top_8(tmp_path: Path) -> None:
    """The 1st seed is beaten in the top 8 and ends 5th; the 9th stays 9th."""
    stage = cut_of(tmp_path, 12, 8, played=4)
    seeds = stage.pod("masters-cut").members
    swiss = places(stage)
    stage.open_round()
    table, is_a = table_of(stage, seeds[0], 5)
    results.report(stage.ctx, stage.slug, round_no=5, table=table, result="0-1" if is_a else "1-0")
    stage.report_all(lambda a, b: "1-0" if seeds.index(a) < seeds.index(b) else "0-1")
    rounds.finish(stage.ctx, stage.slug)
    after = places(stage)
    assert after[4] == f"p{seeds[0]}"
    assert after[8:] == swiss[8:], "outside the cut all keep their places"
    assert set(after[:8]) == {f"p{no}" for no in seeds}
    stage.play(2, lambda a, b: "0-1" if seeds.index(a) < seeds.index(b) else "1-0")
    assert places(stage)[4] == f"p{seeds[0]}"
    assert places(stage)[8:] == swiss[8:]


@pytest.mark.req("P-CUT-5")
def test_third_place_after_a_cut(tmp_path: Path) -> None:
    stage = cut_of(tmp_path, 8, 4, third_place="yes")
    stage.play(1, lower_number_wins)
    losers = set(stage.pod("masters-cut").members) - {
        no for pair in [*stage.pairs(4, "masters-cut")] for no in pair if no == min(pair)
    }
    stage.open_round()
    assert frozenset(losers) in stage.pairs(5, "masters-cut")
    stage.report_all(lambda a, b: lower_number_wins(b, a) if {a, b} == losers else lower_number_wins(a, b))
    rounds.finish(stage.ctx, stage.slug)
    rows = event_tables.standing_rows(stage.ctx, stage.slug)
    assert [row.rank for row in rows] == list(range(1, 9))
    assert rows[2].player in {f"p{no}" for no in losers}


@pytest.mark.req("X-13")
def test_a_drawn_elimination_game_goes_to_who_had_the_initiative(tmp_path: Path) -> None:
    stage = cut_of(tmp_path, 8, 4, "xwing-epic-duel")
    seeds = stage.pod("main-cut").members
    rounds.pair(stage.ctx, stage.slug)
    assert stage.pairs(4, "main-cut") == {frozenset((seeds[0], seeds[3])), frozenset((seeds[1], seeds[2]))}
    rounds.publish(stage.ctx, stage.slug)
    rounds.start(stage.ctx, stage.slug, confirmed=True)
    table, is_a = table_of(stage, seeds[3], 4)
    with raises_code(BadInput, "result-needs-initiative"):
        results.report(stage.ctx, stage.slug, round_no=4, table=table, result="50-50 time")
    side = "a" if is_a else "b"
    results.report(stage.ctx, stage.slug, round_no=4, table=table, result=f"50-50 time init-{side}")
    stage.report_all("100-10 destroyed init-a")
    rounds.finish(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug)
    assert any(seeds[3] in pair for pair in stage.pairs(5, "main-cut"))


def test_a_bracket_is_not_swapped_and_who_went_on_is_not_changed_any_more(tmp_path: Path) -> None:
    stage = bracket(tmp_path, 4)
    stage.play(1, lower_number_wins)
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="1-0")
    rounds.pair(stage.ctx, stage.slug)
    m = stage.pod().rounds[1].matches[1]
    with raises_code(Refused, "swap-bracket"):
        manual_changes.swap(stage.ctx, stage.slug, "p1", "p2")
    turned = "0-1" if m.result is not None and m.result.a.won else "1-0"
    with raises_code(Refused, "bracket-moved-on"):
        results.report(stage.ctx, stage.slug, round_no=1, table=1, result=turned)
    undo.undo(stage.ctx, stage.slug)
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result=turned)
    rounds.pair(stage.ctx, stage.slug)
    assert len(gather("bracket", stage.ctx, stage.slug, PrintOptions()).parts) == 1


def test_a_swiss_pod_advances_only_when_played_and_only_once(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", rounds="2", cut="2")
    stage.enter(5)
    stage.play(1, lower_number_wins)
    with raises_code(Refused, "advance-early", played=1, planned=2):
        advance.advance(stage.ctx, stage.slug, to="cut")
    stage.play(1, lower_number_wins)
    with raises_code(BadInput, "advance-where"):
        advance.advance(stage.ctx, stage.slug, to="heaven")
    advance.advance(stage.ctx, stage.slug, to="cut", confirmed=True)
    with raises_code(Refused, "advance-none"):
        advance.advance(stage.ctx, stage.slug, to="cut")
    with raises_code(Refused, "pod-closed"):
        rounds.pair(stage.ctx, stage.slug, pod="masters")
    with raises_code(Refused, "pod-closed"):
        manual_changes.import_pairings(
            stage.ctx, stage.slug, [manual_changes.HandPairing(a, b) for a, b in [_outside(stage)]], round_no=3
        )


def _outside(stage: Stage) -> tuple[str, str]:
    cut = stage.pod("masters-cut").members
    rest = [f"p{no}" for no in range(1, 6) if no not in cut]
    return rest[0], rest[1]
