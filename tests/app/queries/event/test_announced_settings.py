"""What was announced before the start stays, and a setting that changes nothing says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pareo import rulesets
from pareo.app.commands.event import events
from pareo.app.commands.people import late, leaving
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import advance, next_round, rounds
from pareo.app.queries.event.overview import next_phases, overview
from pareo.app.queries.pages import event_tables, public_view
from pareo.app.queries.pages.announcement import announce
from pareo.core.model.entities import Status
from pareo.core.text.errors import OutsideRules, Refused
from pareo.core.tournament.progress import is_over
from support.errors import raises_code
from support.events.stage import Stage, players_of_ages

JULY, OLD = "pokemon-tcg-2019-07", "pokemon-2009"

SETTLED = {
    "chess-fide": ("rounds",),
    "pokemon-2009": ("rounds", "cut", "prizes"),
    "pokemon-tcg-2019-04": ("rounds", "cut", "prizes"),
    "pokemon-tcg-2019-07": ("rounds", "cut", "prizes"),
    "pokemon-vgc-2019-07": ("rounds", "cut", "prizes"),
    "scrabble-fise": ("rounds",),
    "swiss": (),
    "xwing-epic-duel": ("rounds", "cut", "round-length"),
    "xwing-epic-team": ("rounds", "cut", "round-length"),
}


def start_event(folder: Path, ruleset: str = "xwing-epic-duel", count: int = 8, **settings: str) -> Stage:
    stage = Stage(folder, ruleset, **settings)
    stage.enter(count)
    stage.open_round()
    return stage


def change(stage: Stage, override: str | None = None, **changes: str) -> tuple[str, ...]:
    done = events.change_settings(stage.ctx, stage.slug, changes, override=override)
    return tuple(map(str, done.notes))


@pytest.mark.req("A-51")
@pytest.mark.parametrize("ruleset", SETTLED)
def test_which_documents_want_what_announced(ruleset: str) -> None:
    rules = rulesets.load(ruleset)
    assert rules.settled == SETTLED[ruleset]
    assert set(rules.settled) <= {*rules.announce, *(["cut"] if "elimination" in rules.announce else [])}


@pytest.mark.req("A-51", "X-1", "X-2")
@pytest.mark.parametrize(("key", "value"), [("rounds", "4"), ("cut", "2"), ("cut", "none"), ("round_minutes", "150")])
def test_what_was_announced_changes_only_with_a_reason(tmp_path: Path, key: str, value: str) -> None:
    stage = start_event(tmp_path, rounds="3", cut="4")
    head = stage.ctx.store.head(stage.slug)
    with raises_code(OutsideRules, "announced-before-the-start"):
        change(stage, **{key: value})
    assert stage.ctx.store.head(stage.slug) == head
    change(stage, "the hall closes early", **{key: value})
    assert event_tables.journal_rows(stage.ctx, stage.slug)[-1].data["override"] == "the hall closes early"


@pytest.mark.req("A-51")
def test_what_is_so_already_is_no_change(tmp_path: Path) -> None:
    stage = start_event(tmp_path, rounds="3", cut="4")
    change(stage, rounds="3", cut="4", round_minutes="180")
    change(stage, round_minutes="")
    change(stage, judge="Marta Neira")


@pytest.mark.req("A-51", "S-3")
def test_fise_settles_the_rounds_and_a_plain_swiss_nothing(tmp_path: Path) -> None:
    for name, rules in (("fise", "scrabble-fise"), ("plain", "swiss")):
        (tmp_path / name).mkdir()
        stage = start_event(tmp_path / name, rules, rounds="3")
        change(stage, round_minutes="40")
        if rules == "swiss":
            change(stage, rounds="4")
            continue
        with raises_code(OutsideRules, "announced-before-the-start", says="The number of rounds"):
            change(stage, rounds="4")


@pytest.mark.req("A-51", "P-ANN-1")
def test_before_the_start_everything_can_change(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", rounds="3")
    stage.enter(8, birth_year=1990)
    change(stage, rounds="4", cut="4")


@pytest.mark.req("A-51", "X-2")
def test_another_cut_when_advancing_needs_a_reason_too(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "xwing-epic-duel", rounds="2", cut="4")
    stage.enter(8)
    stage.play(2, "100-50 destroyed")
    with raises_code(OutsideRules, "announced-before-the-start", says="The elimination"):
        advance.advance(stage.ctx, stage.slug, to="cut", size=2)
    advance.advance(stage.ctx, stage.slug, to="cut", size=4)
    assert len(stage.pod("main-cut").members) == 4


@pytest.mark.req("A-51")
def test_a_setting_without_effect_says_so(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "xwing-epic-duel", rounds="3", style="swiss")
    stage.enter(4)
    (told,) = (one for one in change(stage, third_place="yes") if "third_place" in one)
    assert "no effect in this format" in told
    (told,) = (one for one in change(stage, day2_rounds="2", third_place="") if "day2_rounds" in one)
    assert "no effect under these rules" in told
    assert told in events.show_event(stage.ctx, stage.slug).warnings
    assert not [one for one in change(stage, day2_rounds="", cut="2", third_place="yes") if "no effect" in one]


# --- B-1: the table is read once, when round 1 of a pod starts --------------------------------------------------------


def late_player(stage: Stage, who: str, **fields: Any) -> list[str]:
    """Somebody joins late; returns what is said."""
    new = NewPlayer(first="Tadeo", last=f"Tarde {who}", id=who, **{"birth_year": 1990, **fields})
    return list(map(str, late.enter_late(stage.ctx, stage.slug, new, confirmed=True).notes))


def play_on(stage: Stage) -> None:
    while not is_over(stage.pod()):
        stage.play(1, "1-0")


def finish_round(stage: Stage) -> None:
    stage.report_all("1-0")
    rounds.finish(stage.ctx, stage.slug)


@pytest.mark.req("B-1")
@pytest.mark.parametrize(
    ("ruleset", "players", "announced", "cut", "row"),
    [
        (JULY, 8, ["3 Swiss rounds", "There is no elimination"], {}, "4 rounds, top 4"),
        (JULY, 20, ["5 Swiss rounds", "The top 4 advance"], {"masters-cut": 4}, "5 rounds, top 8"),
        (OLD, 7, ["3 Swiss rounds", "There is no elimination"], {}, "3 rounds, top 2"),
    ],
)
def test_a_late_player_changes_nothing_that_was_announced(
    tmp_path: Path, ruleset: str, players: int, announced: list[str], cut: dict[str, int], row: str
) -> None:
    stage = Stage(tmp_path, ruleset, style="swiss+cut")
    stage.enter(players, birth_year=1980)
    stage.open_round()
    sheet, seen = announce(stage.ctx, stage.slug), events.show_event(stage.ctx, stage.slug).advice
    assert all(line in sheet for line in announced)
    pod = overview(stage.ctx.open(stage.slug)).pods[0]
    said = late_player(stage, "late")
    assert f"For {players + 1} players the table would now give: {row}. It stays as announced: " in said[0]
    assert announce(stage.ctx, stage.slug) == sheet
    assert events.show_event(stage.ctx, stage.slug).advice == seen
    now = overview(stage.ctx.open(stage.slug)).pods[0]
    assert (now.rounds, now.cuts) == (pod.rounds, pod.cuts)
    finish_round(stage)
    play_on(stage)
    assert next_phases(stage.t, stage.pod()) == (("cut",) if cut else ())
    assert public_view.cut_size(stage.t, public_view.public_tables(stage.ctx.open(stage.slug))[0]) == sum(cut.values())
    if cut:
        next_round.next_round(stage.ctx, stage.slug, confirmed=True)
    else:
        with raises_code(Refused, "next-over"):
            next_round.next_round(stage.ctx, stage.slug, confirmed=True)
    assert {p.id: len(p.members) for p in stage.t.pods.values() if p.sources} == cut
    assert announce(stage.ctx, stage.slug) == sheet


@pytest.mark.req("B-1")
def test_a_late_player_of_the_same_row_is_told_no_other(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut")
    stage.enter(10, birth_year=1980)
    stage.open_round()
    assert not any("the table would now give" in one for one in late_player(stage, "late"))


@pytest.mark.req("B-1")
def test_drops_change_nothing_that_was_announced(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut")
    stage.enter(players_of_ages(0, 9, 21))
    stage.open_round()
    sheet = announce(stage.ctx, stage.slug)
    assert "The top 8 advance" in sheet
    for who in ("p10", "p11", "p12"):
        leaving.drop(stage.ctx, stage.slug, who)
    assert announce(stage.ctx, stage.slug) == sheet


@pytest.mark.req("B-1")
def test_until_round_1_starts_the_announcement_follows_the_players(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut")
    stage.enter(9, birth_year=1980)
    stage.open_round(to=Status.PUBLISHED)
    assert "The top 4 advance" in announce(stage.ctx, stage.slug)
    leaving.drop(stage.ctx, stage.slug, "p9")
    assert "There is no elimination" in announce(stage.ctx, stage.slug)


@pytest.mark.req("B-1")
def test_pods_are_fixed_one_by_one(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut")
    stage.enter(players_of_ages(0, 9, 9))
    stage.open_round(to=Status.PUBLISHED)
    rounds.start(stage.ctx, stage.slug, pod="seniors", confirmed=True)
    events.change_settings(stage.ctx, stage.slug, {"cut": "2"}, pod="masters")
    with raises_code(OutsideRules, "announced-before-the-start"):
        events.change_settings(stage.ctx, stage.slug, {"cut": "2"}, pod="seniors")


@pytest.mark.req("B-1")
@pytest.mark.parametrize(("key", "value"), [("prizes", "8"), ("cut", "2"), ("rounds", "3"), ("table", "two-day")])
def test_another_value_afterwards_needs_a_reason(tmp_path: Path, key: str, value: str) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", prizes="4")
    stage.enter(227 if key == "table" else 9, birth_year=1980)
    change(stage, prizes="6")
    stage.open_round()
    with raises_code(OutsideRules, "announced-before-the-start"):
        change(stage, **{key: value})
    change(stage, "told at noon", **{key: value})


@pytest.mark.req("B-1")
def test_the_points_of_the_second_day_stay_in_the_seasons_since_2025(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "pokemon-tcg-2027", style="swiss+cut", table="two-phase")
    stage.enter(65, birth_year=1980)
    stage.open_round()
    for key, value in (("day2_points", "10"), ("day2_rounds", "3"), ("asymmetrical", "no")):
        with raises_code(OutsideRules, "announced-before-the-start"):
            change(stage, **{key: value})


@pytest.mark.req("B-1")
def test_with_fewer_left_than_the_cut_it_is_the_largest_power_of_two_they_fill(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", rounds="1")
    stage.enter(21, birth_year=1980)
    stage.play(1)
    for who in range(1, 16):
        leaving.drop(stage.ctx, stage.slug, f"p{who}")
    done = advance.advance(stage.ctx, stage.slug, to="cut")
    assert [str(one) for one in done.notes] == [
        "masters: 6 players are left for the play-off of 8: it is a play-off of 4."
    ]
    assert len(stage.pod("masters-cut").members) == 4


@pytest.mark.req("B-1")
def test_a_division_whose_first_player_comes_late_has_no_cut(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", cut="4", rounds="2")
    stage.enter(players_of_ages(0, 9))
    stage.open_round()
    sheet = announce(stage.ctx, stage.slug)
    for who in ("j1", "j2"):
        late_player(stage, who, birth_year=2010)
    assert announce(stage.ctx, stage.slug) == sheet
    finish_round(stage)
    stage.play(1)
    advance.advance(stage.ctx, stage.slug, to="cut")
    (bracket,) = [p for p in stage.t.pods.values() if p.sources]
    assert {stage.t.entrants[no].division for no in bracket.members} == {"senior"}
