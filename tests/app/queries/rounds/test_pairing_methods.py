"""Pairing methods from the ruleset to the round: chosen for event, pod and round, kept with the round, told again."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.rounds import manual_changes, rounds
from pareo.app.commands.rounds.manual_changes import HandPairing
from pareo.app.queries.pages.event_tables import pairing_rows
from pareo.app.queries.rounds import pairing_methods
from pareo.app.queries.rounds.verify import verify
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput, NeedsConfirmation, Refused
from pareo.core.tournament.pairing_methods import round_method
from support.events.stage import Stage, lower_number_wins, make_players

SWISS = ("random", "fise", "dutch", "uscf", "king")


def rated(count: int, **fields: object) -> list[players.NewPlayer]:
    return [
        players.NewPlayer(first=p.first, last=p.last, id=p.id, rating=2200 - 40 * i, **fields)  # type: ignore[arg-type]
        for i, p in enumerate(make_players(count))
    ]


def chess(folder: Path, count: int = 8, ruleset: str = "chess-club", **settings: str) -> Stage:
    stage = Stage(folder, ruleset, rounds="5", **settings)
    stage.enter(rated(count))
    return stage


def methods_of(stage: Stage) -> list[str]:
    return [round_method(stage.t, stage.pod(), r) for r in stage.pod().rounds.values()]


@pytest.mark.req("SP-2")
def test_each_round_has_the_method_it_was_asked_for_and_keeps_it(tmp_path: Path) -> None:
    stage = chess(tmp_path, 9)
    for method in SWISS:
        rounds.pair(stage.ctx, stage.slug, method=method)
        rounds.publish(stage.ctx, stage.slug, confirmed=True)
        rounds.start(stage.ctx, stage.slug)
        stage.report_all(lower_number_wins)
        rounds.finish(stage.ctx, stage.slug)
    assert methods_of(stage) == list(SWISS)
    assert [row.ok for row in verify(stage.ctx, stage.slug)] == [True] * 5
    assert stage.pod().rounds[3].system == "", "the ruleset's own method needs no word"
    assert stage.ctx.open(stage.slug).state.pods["main"].rounds[2].system == "fise", "kept in the journal"


@pytest.mark.req("SP-2")
@pytest.mark.parametrize(
    ("ruleset", "method"),
    [("chess-club", "dutch"), ("chess-uscf", "uscf"), ("swiss", "random"), ("scrabble-fise", "fise")],
)
def test_without_a_word_the_ruleset_decides(tmp_path: Path, ruleset: str, method: str) -> None:
    stage = chess(tmp_path, 6, ruleset)
    stage.play(2, lower_number_wins)
    assert methods_of(stage) == [method, method]
    shown = events.show_event(stage.ctx, stage.slug).pods[0]
    assert (shown.method, shown.next_method) == (method, method)


@pytest.mark.req("SP-2")
def test_a_setting_of_event_or_pod_changes_the_method_of_the_rounds_to_come(tmp_path: Path) -> None:
    stage = chess(tmp_path, 6)
    stage.play(1, lower_number_wins)
    events.change_settings(stage.ctx, stage.slug, {"method": "king"})
    stage.play(1, lower_number_wins)
    events.change_settings(stage.ctx, stage.slug, {"method": "uscf"}, pod="main")
    stage.open_round(to=Status.DRAFTED)
    assert methods_of(stage) == ["dutch", "king", "uscf"]
    rounds.pair(stage.ctx, stage.slug, again=True, method="random")
    assert methods_of(stage)[2] == "random", "a draft is made again by another method"
    assert next(r for r in verify(stage.ctx, stage.slug) if r.round == 3).method in ("bound", "exact")
    with pytest.raises(BadInput) as caught:
        events.change_settings(stage.ctx, stage.slug, {"method": "berger"})
    assert caught.value.code == "setting-unreadable"


@pytest.mark.req("SP-2")
def test_a_method_that_does_not_fit_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    stage = chess(tmp_path, 4)
    before = stage.t.seq
    for method, code in (("carousel", "method-unknown"), ("berger", "method-style")):
        with pytest.raises((BadInput, Refused)) as caught:
            rounds.pair(stage.ctx, stage.slug, method=method)
        assert caught.value.code == code
    assert stage.t.seq == before
    events.change_settings(stage.ctx, stage.slug, {"style": "elimination"})
    with pytest.raises(Refused) as caught:
        rounds.pair(stage.ctx, stage.slug, method="uscf")
    assert caught.value.code == "method-bracket"


@pytest.mark.req("SP-2")
def test_any_drafted_round_can_be_changed_by_hand(tmp_path: Path) -> None:
    for method in SWISS:
        stage = Stage(tmp_path / method if (tmp_path / method).mkdir() is None else tmp_path, "chess-club", rounds="5")
        stage.enter(rated(9))
        stage.play(1, lower_number_wins)
        rounds.pair(stage.ctx, stage.slug, method=method)
        first, second, *_ = stage.pod().rounds[2].matches.values()
        manual_changes.swap(stage.ctx, stage.slug, f"p{first.b}", f"p{second.b}", confirmed=True)
        assert frozenset((first.a, second.b)) in stage.pairs(2)
        assert round_method(stage.t, stage.pod(), stage.pod().rounds[2]) == method, "the method stays known"
        assert all(row.ok for row in verify(stage.ctx, stage.slug))


@pytest.mark.req("SP-2")
def test_a_manual_round_is_empty_until_it_is_filled(tmp_path: Path) -> None:
    stage = chess(tmp_path, 7)
    rounds.pair(stage.ctx, stage.slug, method="manual")
    assert not stage.pod().rounds[1].matches
    with pytest.raises(Refused) as caught:
        rounds.publish(stage.ctx, stage.slug)
    assert caught.value.code == "hand-unfinished"
    assert "7 players" in str(caught.value)
    manual_changes.put_together(stage.ctx, stage.slug, "p1", "p2")
    manual_changes.put_together(stage.ctx, stage.slug, "p3", "p4", table=9)
    manual_changes.put_together(stage.ctx, stage.slug, "p5")
    assert pairing_methods.missing_by_hand(stage.ctx, stage.slug, "main") == [6, 7]
    with pytest.raises(Refused):
        rounds.publish(stage.ctx, stage.slug)
    done = manual_changes.put_together(stage.ctx, stage.slug, "p7", "p6")
    assert done.fact.rounds[0].system == "manual"
    rounds.publish(stage.ctx, stage.slug)
    found = stage.pod().rounds[1]
    assert stage.pairs(1) == {frozenset(p) for p in ((1, 2), (3, 4), (6, 7))}
    assert found.matches[9].a == 3, "the first named starts"
    assert [(s.no, s.outcome) for s in found.sitting] == [(5, Outcome.BYE)]
    assert all(row.ok for row in verify(stage.ctx, stage.slug))


@pytest.mark.req("SP-2")
def test_putting_two_together_frees_whom_they_were_to_meet(tmp_path: Path) -> None:
    stage = chess(tmp_path, 6)
    stage.open_round(to=Status.DRAFTED)
    assert stage.pairs(1) == {frozenset(p) for p in ((1, 4), (2, 5), (3, 6))}
    manual_changes.put_together(stage.ctx, stage.slug, "p1", "p2")
    assert pairing_methods.missing_by_hand(stage.ctx, stage.slug, "main") == [4, 5]
    with pytest.raises(Refused) as caught:
        rounds.publish(stage.ctx, stage.slug)
    assert caught.value.code == "draft-stale"
    manual_changes.repair(stage.ctx, stage.slug)
    assert not pairing_methods.missing_by_hand(stage.ctx, stage.slug, "main")
    with pytest.raises(Refused) as caught:
        manual_changes.put_together(stage.ctx, stage.slug, "p1", "p1")
    assert caught.value.code == "swap-pods"
    together = sorted(next(iter(stage.pairs(1))))
    with pytest.raises(Refused) as caught:
        manual_changes.put_together(stage.ctx, stage.slug, *(f"p{no}" for no in together))
    assert caught.value.code == "swap-nothing"


@pytest.mark.req("SP-2")
def test_the_rest_of_a_manual_round_is_filled_by_the_usual_method(tmp_path: Path) -> None:
    for ruleset in ("chess-club", "chess-uscf", "swiss"):
        stage = Stage(tmp_path / ruleset if (tmp_path / ruleset).mkdir() is None else tmp_path, ruleset, rounds="4")
        stage.enter(rated(9))
        stage.play(1, lower_number_wins)
        rounds.pair(stage.ctx, stage.slug, method="manual")
        manual_changes.put_together(stage.ctx, stage.slug, "p1", "p9", confirmed=True)
        manual_changes.repair(stage.ctx, stage.slug)
        assert not pairing_methods.missing_by_hand(stage.ctx, stage.slug, "main")
        assert len(stage.pairs(2)) == 4
        assert frozenset((1, 9)) in stage.pairs(2), "what was put together stays"
        rounds.publish(stage.ctx, stage.slug, confirmed=True)


@pytest.mark.req("SP-2")
def test_a_rematch_by_hand_must_be_confirmed_and_a_file_fills_a_manual_round(tmp_path: Path) -> None:
    stage = chess(tmp_path, 4)
    stage.play(1, lower_number_wins)
    a, b = sorted(next(iter(stage.pairs(1))))
    rounds.pair(stage.ctx, stage.slug, method="manual")
    with pytest.raises(NeedsConfirmation):
        manual_changes.put_together(stage.ctx, stage.slug, f"p{a}", f"p{b}")
    manual_changes.import_pairings(
        stage.ctx, stage.slug, [HandPairing("p1", "p2"), HandPairing("p3", "p4")], round_no=2
    )
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    assert methods_of(stage) == ["dutch", "manual"]


@pytest.mark.req("SP-21")
@pytest.mark.parametrize("method", ["dutch", "uscf", "fise", "king"])
def test_who_of_the_top_table_starts_is_chosen_before_round_1(tmp_path: Path, method: str) -> None:
    stage = chess(tmp_path, 8)

    def start(who: str | None) -> int:
        rounds.pair(stage.ctx, stage.slug, method=method, first_move=who, again=bool(stage.t.pods))
        first = stage.pod().rounds[1]
        table = min(first.matches)
        assert 1 in (first.matches[table].a, first.matches[table].b), "number 1 sits at the first table"
        return first.matches[table].a

    assert start("top") == 1
    assert stage.pod().rounds[1].top_starts
    assert start("bottom") != 1
    assert not stage.pod().rounds[1].top_starts
    assert {start("lot") == 1 for _ in range(12)} == {True, False}, "both happen"
    if method in ("fise", "king"):
        assert start(None) == 1, "as it always was"
    start("bottom")
    rounds.publish(stage.ctx, stage.slug)
    assert verify(stage.ctx, stage.slug)[0].ok


@pytest.mark.req("SP-21")
def test_the_first_move_is_chosen_in_the_first_swiss_round_only(tmp_path: Path) -> None:
    stage = chess(tmp_path, 4)
    with pytest.raises(BadInput) as bad:
        rounds.pair(stage.ctx, stage.slug, first_move="north")
    assert bad.value.code == "first-move-unknown"
    stage.play(1, lower_number_wins)
    with pytest.raises(Refused) as caught:
        rounds.pair(stage.ctx, stage.slug, first_move="top")
    assert caught.value.code == "first-move-fixed"


@pytest.mark.req("SP-21")
def test_the_plan_before_round_1_says_method_and_options(tmp_path: Path) -> None:
    stage = chess(tmp_path, 4, acceleration="1-2:1:2", barred="club:1-2")
    found = pairing_methods.plan(stage.ctx.open(stage.slug))
    assert (found.method, found.colours, found.first_move) == ("dutch", True, True)
    assert dict(found.options) == {"acceleration": "1-2:1:2", "barred": "club:1-2", "meet_again_after_forfeit": "yes"}
    events.change_settings(stage.ctx, stage.slug, {"style": "round-robin", "cycles": "2"})
    found = pairing_methods.plan(stage.ctx.open(stage.slug))
    assert (found.method, found.methods, found.cycles, found.first_move) == ("berger", ("berger", "manual"), 2, False)


@pytest.mark.req("SP-2")
def test_reasons_of_every_method_have_a_sentence(tmp_path: Path) -> None:
    from pareo.core.pairing.registry import reason_sentences  # noqa: PLC0415

    stage = chess(tmp_path, 9)
    for method in SWISS:
        rounds.pair(stage.ctx, stage.slug, method=method)
        rounds.publish(stage.ctx, stage.slug, confirmed=True)
        rounds.start(stage.ctx, stage.slug)
        stage.report_all(lower_number_wins)
        rounds.finish(stage.ctx, stage.slug)
        codes = {code for row in pairing_rows(stage.ctx, stage.slug) for code in row.reasons}
        assert codes
        assert codes <= set(reason_sentences())
