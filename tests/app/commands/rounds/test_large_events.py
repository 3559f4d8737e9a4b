"""Large events: two days, and divisions split into sections."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import late
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import advance, rounds
from pareo.app.queries.event.advice import review_settings
from pareo.app.queries.pages import event_tables
from pareo.app.queries.pages.announcement import announce
from pareo.core.text.errors import Refused
from pareo.core.tournament.records import ledger_of
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins

JULY = "pokemon-tcg-2019-07"


@pytest.mark.req("P-DAY2-1", "P-TB-9", "P-CUT-7")
def test_an_event_of_two_days(tmp_path: Path) -> None:
    """230 players: 9 rounds, then those with 19 points (or the top 32) play 5 more, then the top 8."""
    stage = Stage(tmp_path, JULY, style="swiss+cut", table="two-day")
    stage.enter(230)
    advice = events.show_event(stage.ctx, stage.slug).advice[0]
    assert (advice.rounds, advice.day2_rounds, advice.cut, advice.total_rounds) == (9, 5, 8, 17)
    stage.play(9, lambda a, b: "=" if (a + b) % 7 == 0 else lower_number_wins(a, b))
    day1 = event_tables.standing_rows(stage.ctx, stage.slug)
    qualified = [row.player for row in day1 if row.points >= 19]
    done = advance.advance(stage.ctx, stage.slug, to="day2")
    members = done.fact.pods[0].members
    assert len(members) == max(len(qualified), 32)
    assert {f"p{no}" for no in members} == {row.player for row in day1[: len(members)]}
    stage.play(1, lower_number_wins)
    rows = event_tables.standing_rows(stage.ctx, stage.slug)
    before = {row.player: row.points for row in day1}
    after = {row.player: row for row in rows}
    assert {row.player for row in rows[: len(members)]} == {f"p{no}" for no in members}, "they are above the others"
    for m in stage.pod("masters-day2").rounds[10].matches.values():
        won, lost = (m.a, m.b) if m.a < m.b else (m.b, m.a)
        assert after[f"p{won}"].points == before[f"p{won}"] + 3, "match points carry over"
        # OWP restarts: the only opponent has lost (25 %) or won (100 %) the only round of this day.
        assert after[f"p{won}"].tiebreaks["owp"].exact == "1/4"
        assert after[f"p{lost}"].tiebreaks["owp"].exact == "1"
    day1_pairs = {pair for n in range(1, 10) for pair in stage.pairs(n, "masters")}
    stage.play(4, lower_number_wins)
    day2_pairs = [pair for n in range(10, 15) for pair in stage.pairs(n, "masters-day2")]
    assert not day1_pairs & set(day2_pairs), "nobody meets an opponent of day 1 again"
    advance.advance(stage.ctx, stage.slug, to="cut")
    assert len(stage.pod("masters-cut").members) == 8
    assert stage.pod("masters-cut").first_round == 15
    stage.play(3, lower_number_wins)
    assert max(stage.pod("masters-cut").rounds) == 17
    final = event_tables.standing_rows(stage.ctx, stage.slug)
    assert len(final) == 230
    assert final[0].player == f"p{min(stage.pod('masters-cut').members)}"


@pytest.mark.req("P-TB-1", "P-LATE-3")
def test_late_on_day_1_is_late_on_day_2(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", rounds="2", day2_rounds="2")
    stage.enter(5)
    stage.open_round()
    late.enter_late(stage.ctx, stage.slug, NewPlayer(first="L", last="Tarde", id="late"), confirmed=True)
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    stage.play(1, "=")
    advance.advance(stage.ctx, stage.slug, to="day2")
    stage.play(1, "=")
    tie = event_tables.standing_rows(stage.ctx, stage.slug)[-1]
    no = stage.no("late")
    assert tie.player == "late"
    pod = stage.pod("masters-day2")
    assert ledger_of(stage.t, pod).accounts[no].late
    assert not ledger_of(stage.t, pod).accounts[1].late


@pytest.mark.req("P-SEC-1", "P-SEC-2", "P-SEC-3", "P-SEC-5")
@pytest.mark.parametrize(("count", "sizes", "planned", "each"), [(2, [72, 71], 7, 4), (4, [36, 36, 36, 35], 6, 2)])
def test_143_masters_in_sections(tmp_path: Path, count: int, sizes: list[int], planned: int, each: int) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", sections=str(count))
    stage.enter(143)
    stage.play(1, lower_number_wins)
    pods = list(stage.t.pods.values())
    assert sorted((len(p.members) for p in pods), reverse=True) == sizes
    assert {p.planned for p in pods} == {planned}
    home = dict(stage.t.pod_of)
    stage.play(planned - 1, lower_number_wins)
    assert stage.t.pod_of == home, "sections are never rebalanced"
    for p in pods:
        for number in range(1, planned + 1):
            assert all(home[no] == p.id for pair in stage.pairs(number, p.id) for no in pair)
    places = {row.player: (row.pod, row.rank) for row in event_tables.standing_rows(stage.ctx, stage.slug)}
    done = advance.advance(stage.ctx, stage.slug, to="cut")
    cut = done.fact.pods[0]
    assert cut.id == "masters-cut"
    assert len(cut.members) == 8
    assert Counter(home[no] for no in cut.members) == dict.fromkeys((p.id for p in pods), each)
    assert all(places[f"p{no}"][1] <= each for no in cut.members)
    merged = event_tables.standing_rows(stage.ctx, stage.slug, pod="masters-cut")
    points = [row.points for row in merged[:8]]
    assert points == sorted(points, reverse=True), "one list by Swiss standing"
    assert [f"p{no}" for no in cut.members] == [row.player for row in merged[:8]]
    stage.play(3, lower_number_wins)
    final = event_tables.standing_rows(stage.ctx, stage.slug)
    assert len(final) == 143
    assert final[0].player == f"p{min(cut.members)}"
    assert {row.player for row in final[:8]} == {f"p{no}" for no in cut.members}


@pytest.mark.req("P-SEC-4")
def test_a_late_player_joins_the_section_that_was_smallest_at_the_start(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", sections="2")
    stage.enter(67)
    stage.open_round()
    smallest = min(stage.t.pods.values(), key=lambda p: len(p.members)).id
    largest = max(stage.t.pods.values(), key=lambda p: len(p.members)).id
    for i in range(3):
        done = late.enter_late(stage.ctx, stage.slug, NewPlayer(first="L", last=f"Tarde{i}"), confirmed=True)
        assert done.fact.joining.pod == smallest, "what happens to the sizes later does not matter"
    number = int(largest[-1])
    done = late.enter_late(stage.ctx, stage.slug, NewPlayer(first="L", last="Otra"), section=number, confirmed=True)
    assert done.fact.joining.pod == largest


@pytest.mark.req("P-SEC-1")
def test_sections_the_document_does_not_allow(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", sections="2")
    stage.enter(63)
    with raises_code(Refused, "sections-division", says="at least 64"):
        rounds.pair(stage.ctx, stage.slug)
    events.change_settings(stage.ctx, stage.slug, {"sections": "", "style": "swiss"})
    rounds.pair(stage.ctx, stage.slug)
    events.change_settings(stage.ctx, stage.slug, {"style": "elimination"})
    with raises_code(Refused, "pods-stale"):
        rounds.publish(stage.ctx, stage.slug)


@pytest.mark.req("A-8")
def test_sections_that_cannot_be_are_refused_when_they_are_set(tmp_path: Path) -> None:
    with raises_code(Refused, "sections-count", allowed="2, 4, 8, 16", count=3):
        Stage(tmp_path, JULY, sections="3")
    stage = Stage(tmp_path, JULY, style="swiss+cut")

    def put(**changes: str) -> None:
        events.change_settings(stage.ctx, stage.slug, changes)

    put(sections="16")  # nobody is entered: it may be
    stage.enter(143)
    with raises_code(Refused, "sections-small", says="masters: 16 sections of 143 players would be as small as"):
        rounds.pair(stage.ctx, stage.slug)
    with raises_code(Refused, "sections-count", count=3):
        put(sections="3")
    for count, problem in (("8", "as small as 17"), ("16", "as small as 8")):
        with raises_code(Refused, "sections-small", says=problem):
            put(sections=count)
    put(sections="4")
    for changes in ({"cut": "4"}, {"cut": "none"}, {"sections": "2", "cut": "2"}):
        with raises_code(
            Refused,
            "sections-cut",
            says=r"masters: A play-off of \d can.t take the same number of players, at least 2, from each of "
            r"\d sections",
        ):
            put(**changes)
    with raises_code(Refused, "sections-style", says="only in Swiss"):
        put(style="swiss")
    put(sections="2", cut="4")
    with raises_code(Refused, "sections-cut", says="at least 2"):
        events.change_settings(stage.ctx, stage.slug, {"cut": "2"}, pod="masters")
    assert "the top 2 of each section" in announce(stage.ctx, stage.slug)


@pytest.mark.req("A-6")
def test_how_a_sections_rounds_are_read_is_a_setting(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", sections="8", cut="16")
    stage.enter(512)
    assert "6 Swiss rounds" in announce(stage.ctx, stage.slug)
    assert not [note for note in review_settings(stage.ctx.open(stage.slug)) if "rounds;" in note]
    events.change_settings(stage.ctx, stage.slug, {"section_rounds": "doubling"})
    assert "7 Swiss rounds" in announce(stage.ctx, stage.slug)
    events.change_settings(stage.ctx, stage.slug, {"section_rounds": ""})
    rounds.pair(stage.ctx, stage.slug)
    assert {p.planned for p in stage.t.pods.values()} == {6}
