"""FIDE mode: who is in it, what each level asks, and what is locked after the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo import rulesets
from pareo.app.base.fide_warnings import leave
from pareo.app.commands.event import events, undo
from pareo.app.commands.people import players
from pareo.app.commands.rounds import manual_changes, rounds
from pareo.app.queries.event.fide_remarks import remarks
from pareo.app.queries.event.fide_settings import paired_otherwise
from pareo.app.queries.pages.event_tables import standing_rows
from pareo.app.queries.rounds.verify import verify
from pareo.core.journal.facts import SettingsSet
from pareo.core.model.editions import CLAIM
from pareo.core.model.outcome import Outcome
from pareo.core.settings.registry import SETTINGS
from pareo.core.text.errors import BadInput, NeedsConfirmation, NeedsTypedWord, Refused
from pareo.core.tournament.fide_mode import RULES, TABLE, FideStage, Level, warning_level
from pareo.formats.bundle import export_bundle, import_bundle
from support.errors import raises_code
from support.events.stage import CHESS_CLUB, Stage, chess_event, lower_number_wins


def change(stage: Stage, **settings: str) -> events.JournalResult[events.SettingsSet]:
    yes, word = settings.pop("yes", ""), settings.pop("word", "")
    return events.change_settings(stage.ctx, stage.slug, settings, confirmed=bool(yes), word=word)


@pytest.mark.req("F-1")
@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [("chess-fide", True), ("chess-round-robin", True), ("swiss", None), ("chess-uscf", None), ("chess-club", None)],
)
def test_chess_begins_in_fide_mode_and_that_is_told(tmp_path: Path, ruleset: str, expected: bool | None) -> None:
    stage = Stage(tmp_path, ruleset)
    assert events.show_event(stage.ctx, stage.slug).fide_mode is expected
    assert stage.t.fide_mode is bool(expected)


@pytest.mark.req("F-2", "F-7")
def test_the_table_has_a_level_for_every_row_and_stage_and_nothing_lowers_it() -> None:
    assert len(TABLE) == len(RULES)
    for rule in RULES:
        assert len(rule.levels) == len(FideStage)
        assert bool(rule.word) == (Level.CONSEQUENCES in rule.levels) == bool(rule.follows), rule.id
        assert rule.cite
    settings = {rule.id for rule in RULES if rule.setting}
    assert {"scoring", "pab", "rounds", "acceleration", "barred", "tiebreaks", "method"} <= settings
    assert not any("fide" in key or "warn" in key for key in SETTINGS), "no setting switches warnings off"
    assert warning_level("renumber", FideStage.BEFORE) is Level.CONFIRM
    assert warning_level("renumber", FideStage.STARTED) is Level.CONSEQUENCES
    assert warning_level("renumber", FideStage.FOURTH) is Level.REFUSED


@pytest.mark.req("F-3", "F-4", "F-5", "F-7")
def test_leaving_takes_a_reason_and_two_steps_and_is_for_ever(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.play(1, lower_number_wins)
    ctx, slug = stage.ctx, stage.slug
    with pytest.raises(NeedsConfirmation) as first:
        leave(ctx, slug, reason="two games a round")
    assert first.value.more
    assert not isinstance(first.value, NeedsTypedWord)
    with pytest.raises(NeedsTypedWord) as second:
        leave(ctx, slug, reason="two games a round", confirmed=True)
    assert second.value.word == "LEAVE"
    assert "LEAVE" in str(second.value)
    assert "permanent" in str(second.value)
    with pytest.raises(BadInput):
        leave(ctx, slug, reason=" . ", confirmed=True, word="LEAVE")
    assert stage.t.fide_mode
    leave(ctx, slug, reason="two games a round", confirmed=True, word="leave")
    assert not stage.t.fide_mode
    assert stage.t.warned[-1].rule == "leave"
    assert stage.t.warned[-1].actor == "organiser"
    assert remarks(stage.t) == ["### Left FIDE mode @ Round 1: two games a round"]
    with raises_code(Refused, "undo-never", says="cannot return"):
        undo.undo(ctx, slug)
    with pytest.raises(Refused):
        leave(ctx, slug, reason="again", confirmed=True, word="LEAVE")
    copy = import_bundle(ctx.store, export_bundle(ctx.store, slug), slug="copy")
    assert ctx.open(copy).state.left_fide is not None
    fresh = events.create(ctx, events.NewEvent("Next year", "", like=slug, with_players=True))
    assert ctx.open(fresh).state.fide_mode, "another event is another matter"


@pytest.mark.req("F-9", "F-10")
@pytest.mark.parametrize(("key", "value"), [("scoring", "1-1-0"), ("scoring", "3-2-0"), ("pab", "2"), ("pab", "1.5")])
def test_points_that_cannot_be_are_refused(tmp_path: Path, key: str, value: str) -> None:
    stage = chess_event(tmp_path)
    with pytest.raises(BadInput):
        change(stage, **{key: value})
    house = CHESS_CLUB.replace("fide_mode = false", "[points]\nunit = 2\nwin = 1\ndraw = 1\nloss = 0")
    with raises_code(BadInput, "ruleset-invalid", says="2 draws"):
        events.create(stage.ctx, events.NewEvent("Other", "", ruleset_text=house))
    with raises_code(BadInput, "ruleset-invalid", says="bye"):
        events.create(stage.ctx, events.NewEvent("Other", "", ruleset_text=house.replace("draw = 1", "bye = 3")))


@pytest.mark.req("F-8", "F-11")
def test_scoring_and_pab_are_set_before_round_1_and_then_locked(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 5)
    change(stage, pab="½")
    change(stage, scoring="3-1-0")
    points = stage.t.ruleset.points
    assert (points[Outcome.WIN], points[Outcome.DRAW], points[Outcome.BYE]) == (6, 2, 1), "in half points"
    stage.play(1, "1-0")
    assert sorted(row.points for row in standing_rows(stage.ctx, stage.slug)) == [0, 0, 0.5, 3, 3]
    for key in ("scoring", "pab"):
        with raises_code(Refused, "fide-refused"):
            change(stage, **{key: ""})
    stage.play(1, "=")
    assert [row.verdict for row in verify(stage.ctx, stage.slug)] == ["as the engine pairs"] * 2


@pytest.mark.req("F-11")
def test_one_setting_says_what_the_bye_is_worth(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 5)
    with raises_code(Refused, "setting-pab"):
        change(stage, bye_points="draw")
    assert not SETTINGS["bye_points"].concerns(stage.t.ruleset)
    change(stage, pab="0")
    change(stage, pab="")
    assert stage.t.ruleset.points[Outcome.BYE] == stage.t.ruleset.points[Outcome.WIN]
    change(stage, scoring="3-1-0")
    change(stage, pab="½")
    change(stage, pab="")
    assert stage.t.ruleset.points[Outcome.BYE] == 6, "as a win"
    # A journal from before the other setting was there folds as it did.
    event = stage.ctx.open(stage.slug)
    stage.ctx.record(event, SettingsSet({"scoring": None, "bye_points": "draw"}))
    assert stage.t.ruleset.points[Outcome.BYE] == stage.t.ruleset.points[Outcome.DRAW] == 1
    stage.play(2, "1-0")
    assert {row.verdict for row in verify(stage.ctx, stage.slug)} == {"as the engine pairs"}


@pytest.mark.req("F-12", "F-2")
def test_another_number_of_rounds_after_the_start_asks_twice_and_stands_in_the_report(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    change(stage, rounds="4")
    stage.play(1, lower_number_wins)
    with pytest.raises(NeedsConfirmation):
        change(stage, rounds="3")
    with pytest.raises(NeedsTypedWord):
        change(stage, rounds="3", yes="1", word="OTHER")
    done = change(stage, rounds="3", yes="1", word="ROUNDS")
    assert done.fact.seen[0].level == 4
    assert stage.pod().planned == 3
    assert remarks(stage.t) == ["### Configuration @ Round 1: 3 rounds instead of 4"]
    with pytest.raises(NeedsConfirmation):
        change(stage, rounds="2")


@pytest.mark.req("F-12")
def test_a_round_that_becomes_the_last_one_is_checked_again(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 8, rounds="5")
    stage.play(2, lower_number_wins)
    pod = stage.pod()
    assert paired_otherwise(stage.t, pod, 4) == [], "round 2 is the last of neither"
    rounds.pair(stage.ctx, stage.slug)
    pairs = list(stage.pod().rounds[3].matches.values())
    manual_changes.swap(stage.ctx, stage.slug, f"p{pairs[0].a}", f"p{pairs[1].a}", confirmed=True)
    (told,) = paired_otherwise(stage.t, stage.pod(), 3)
    assert "boards differ" in told
    with raises_code(NeedsConfirmation, "fide-confirm", says="the last round"):
        change(stage, rounds="3")


@pytest.mark.req("F-13", "F-14", "F-16", "F-17")
def test_what_is_settled_before_round_1_and_what_is_never_allowed(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    for changes in ({"method": "random"}, {"colours": "ignored"}, {"games": "2"}, {"meet_again_after_forfeit": "no"}):
        with raises_code(Refused, "fide-refused"):
            change(stage, **changes)
    with raises_code(Refused, "fide-refused"):
        players.edit(stage.ctx, stage.slug, "p1", {"bonus": "1"})
    with raises_code(Refused, "fide-refused"):
        events.create(stage.ctx, events.NewEvent("Other", "chess-fide", settings={"method": "uscf"}))
    change(stage, barred="club:1")
    change(stage, acceleration="baku")
    rounds.pair(stage.ctx, stage.slug)
    for changes in ({"acceleration": ""}, {"acceleration": "1-2:1:2"}, {"barred": "none"}):
        with raises_code(Refused, "fide-refused"):
            change(stage, **changes)
    with raises_code(Refused, "fide-refused"):
        rounds.pair(stage.ctx, stage.slug, again=True, method="uscf")
    leave(stage.ctx, stage.slug, reason="for fun", confirmed=True, word="LEAVE")
    change(stage, method="random", colours="ignored", barred="none")


@pytest.mark.req("F-15")
def test_other_tiebreaks_after_the_start_ask_twice_with_the_old_list(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    change(stage, tiebreaks="buchholz; wins")
    stage.open_round()
    with pytest.raises(NeedsConfirmation):
        change(stage, tiebreaks="wins")
    change(stage, tiebreaks="wins", yes="1", word="TIEBREAKS")
    (line,) = remarks(stage.t)
    assert line.startswith("### Configuration @ Round 1: tie-breaks wins instead of ")


@pytest.mark.req("F-18")
def test_more_rounds_than_players_can_play_are_told(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 6)
    assert "6 players can play at most 5 rounds; 9 are set." in change(stage, rounds="9").notes
    assert "6 players can play at most 5 rounds; 9 are set." in rounds.pair(stage.ctx, stage.slug).notes
    assert not any("at most" in note for note in change(stage, rounds="5").notes)


@pytest.mark.req("F-21")
def test_the_word_fide_names_no_service() -> None:
    assert CLAIM == "follows C.04 and C.07 of 2026; not endorsed by FIDE"
    for name in ("chess-fide", "chess-round-robin"):
        ruleset = rulesets.load(name)
        assert "FIDE" not in ruleset.title
        assert any("not endorsed by FIDE" in note for note in ruleset.notes)
    assert rulesets.load("chess-fide").title == "Chess, Dutch system (C.04.3, 2026)"
