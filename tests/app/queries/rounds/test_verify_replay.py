"""`verify` reads the journal by itself: it sees what a broken pairing does not, and agrees with a healthy one."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pareo.app.base.context import Context, decode_entries
from pareo.app.commands.event import events, undo
from pareo.app.commands.people import leaving
from pareo.app.commands.results import enter_result
from pareo.app.commands.rounds import rounds
from pareo.app.queries.rounds.pairing_inputs import inputs_drawn
from pareo.app.queries.rounds.verify import verify
from pareo.core.journal.facts import TournamentCreated
from pareo.core.model.pairing_contract import PairingInput
from pareo.core.pairing.registry import METHODS
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.tournament import drafting
from pareo.core.verify.inputs import rounds_drawn
from support.events.pairing_walk import SWISS, walk
from support.events.random_organiser import RULESETS, WEIGHTS, Organiser, options
from support.events.stage import Stage, lower_number_wins, make_players

Breakage = Callable[..., Any]


def inputs_by_checker(ctx: Context, slug: str) -> dict[tuple[str, int], PairingInput]:
    journal = decode_entries(ctx.store.read(slug))
    created = journal[0].fact
    assert isinstance(created, TournamentCreated)
    drawn = rounds_drawn(parse_ruleset(created.ruleset, name=created.ruleset_id), journal, METHODS)
    return {key: d.source for key, d in drawn.items() if isinstance(d.source, PairingInput)}


def without_lot(given: PairingInput) -> PairingInput:
    """Neither the seed nor, for king of the hill, the place in the standings is the checker's business."""
    by_number = tuple(sorted(given.candidates)) if given.system == "king" else given.candidates
    return replace(given, seed="", candidates=by_number)


def agree(ctx: Context, slug: str) -> int:
    """The pairing's inputs and the checker's are the same; how many rounds that were."""
    own, pairing = inputs_by_checker(ctx, slug), inputs_drawn(ctx, slug)
    assert own.keys() == pairing.keys()
    for key, given in pairing.items():
        assert without_lot(own[key]) == without_lot(given), key
    return len(own)


# --- a pairing that is broken -----------------------------------------------------------------------------------------


def violations(stage: Stage) -> list[str]:
    return [text for row in verify(stage.ctx, stage.slug) for text in row.violations]


def break_drafting(monkeypatch: pytest.MonkeyPatch, name: str, lie: Breakage) -> None:
    assert hasattr(drafting, name)
    monkeypatch.setattr(drafting, name, lie)


@pytest.mark.req("A-72", "P-SW-6")
@pytest.mark.parametrize("ruleset", ["swiss", "scrabble-fise", "pokemon-tcg-2019-07", "xwing-epic-duel"])
def test_rematches_are_seen_where_the_pairing_forgets_who_met(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ruleset: str
) -> None:
    def nobody_met(t: Any, _rounds: object, **_options: object) -> dict[int, set[int]]:
        return {no: set() for no in t.entrants}

    break_drafting(monkeypatch, "opponents_met", nobody_met)
    stage = Stage(tmp_path, ruleset, rounds="4")
    stage.enter(6)
    result = {"scrabble-fise": "400-300", "xwing-epic-duel": "153-124 destroyed"}.get(ruleset, "1-0")
    stage.play(4, result)
    met = [pair for number in stage.pod().rounds for pair in stage.pairs(number)]
    assert len(met) > len(set(met)), "no rematch: the test shows nothing"
    found = violations(stage)
    assert found
    assert "met" in str(found) or "rematch" in str(found)


@pytest.mark.req("A-72", "P-SW-3")
def test_a_second_bye_is_seen_where_the_pairing_forgets_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_drafting(monkeypatch, "had_bye", lambda _rounds: set())
    stage = Stage(tmp_path, "swiss", rounds="5")
    stage.enter(7)
    stage.play(5, lower_number_wins)
    rested = [s.no for r in stage.pod().rounds.values() for s in r.sitting]
    assert len(rested) > len(set(rested)), "no second bye: the test shows nothing"
    assert any("has already had a bye" in text for text in violations(stage))


@pytest.mark.req("A-72", "P-SW-4")
def test_pairs_of_unequal_records_are_seen_where_the_pairing_forgets_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_drafting(monkeypatch, "points_of", lambda t, _rounds: dict.fromkeys(t.entrants, 0))
    stage = Stage(tmp_path, "swiss", rounds="3")
    stage.enter(8)
    stage.play(3, lower_number_wins)
    assert any("paired down" in text or "pair" in text for text in violations(stage))


@pytest.mark.req("A-72", "P-AGE-4")
def test_mixed_pairs_are_seen_where_the_pairing_forgets_divisions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = drafting.pairing_input

    def blind(*args: Any, **options: Any) -> PairingInput:
        given = honest(*args, **options)
        return replace(given, candidates=tuple(c._replace(division="") for c in given.candidates))

    break_drafting(monkeypatch, "pairing_input", blind)
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", rounds="3")
    stage.enter(4, division="junior")
    people = [replace(p, id=f"s{i}") for i, p in enumerate(make_players(8)[4:], 1)]
    stage.enter([replace(p, division="senior") for p in people])
    stage.play(2, lower_number_wins)
    assert any("division" in text for text in violations(stage))


@pytest.mark.req("A-72")
def test_who_was_paired_though_he_had_left_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(tmp_path, "swiss", rounds="3")
    stage.enter(6)
    stage.play(1, lower_number_wins)
    leaving.drop(stage.ctx, stage.slug, "p2")
    leaving.drop(stage.ctx, stage.slug, "p3")
    honest = drafting.is_playing
    break_drafting(monkeypatch, "is_playing", lambda e, number: honest(replace(e, drop=None), number))
    rounds.pair(stage.ctx, stage.slug)
    name = stage.ctx.open(stage.slug).name(2)
    assert f"Player {name} does not take part in this round." in violations(stage)


@pytest.mark.req("A-72")
def test_who_was_left_out_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(tmp_path, "swiss", rounds="3")
    stage.enter(6)
    honest = drafting.is_playing
    break_drafting(monkeypatch, "is_playing", lambda e, number: e.no not in (4, 5) and honest(e, number))
    rounds.pair(stage.ctx, stage.slug)
    name = stage.ctx.open(stage.slug).name(4)
    assert f"Player {name} has neither an opponent nor the bye." in violations(stage)


# --- a pairing that is right ------------------------------------------------------------------------------------------


@pytest.mark.req("A-72")
@pytest.mark.parametrize("at", range(len(RULESETS)), ids=RULESETS)
def test_both_readings_agree_whatever_the_organiser_does(at: int) -> None:
    seen = 0
    for seed in (at, at + len(RULESETS)):
        chance = random.Random(seed)
        machine = Organiser()
        try:
            machine.begin(
                ruleset=RULESETS[at],
                style=("", "swiss+cut")[seed % 2],
                size=chance.choice([8, 9, 13]),
                rounds_=4,
                played=1,
            )
            for _ in range(35):
                name = chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
                if name != "undrop" or machine.gone():
                    getattr(machine, name)(**options(name, chance))
            seen += agree(machine.ctx, machine.slug)
        finally:
            machine.teardown()
    assert seen >= 2


@pytest.mark.req("A-72")
@pytest.mark.parametrize(
    ("ruleset", "methods"),
    [
        ("chess-club", ("dutch",)),
        ("chess-club", ("uscf", "king")),
        ("scrabble-fise", ("fise",)),
        ("swiss", SWISS),
    ],
)
def test_both_readings_agree_in_every_system(tmp_path: Path, ruleset: str, methods: tuple[str, ...]) -> None:
    for seed in range(40, 46):
        stage = walk(tmp_path, seed, methods=methods, ruleset=ruleset)
        assert agree(stage.ctx, stage.slug)


@pytest.mark.req("A-72", "SP-1")
@pytest.mark.parametrize("cycles", ["1", "2"])
def test_both_readings_agree_in_a_round_robin(tmp_path: Path, cycles: str) -> None:
    stage = Stage(tmp_path, "chess-round-robin", cycles=cycles)
    stage.enter(5)
    stage.play(2, "1-0")
    leaving.drop(stage.ctx, stage.slug, "p2")
    stage.play(2, "=")
    assert agree(stage.ctx, stage.slug) == 4


@pytest.mark.req("A-72", "SP-4", "SP-10")
def test_both_readings_agree_with_forfeits_games_and_corrections(tmp_path: Path) -> None:
    stage = Stage(
        tmp_path,
        "chess-club",
        rounds="5",
        meet_again_after_forfeit="yes",
        games="2",
        acceleration="1-2:1:2 3-4:0.5:3",
        barred="club:1-2,federation",
    )
    stage.enter(4, club="Faro", federation="POR")
    stage.enter([replace(p, id=f"q{i}", federation="ESP") for i, p in enumerate(make_players(9)[4:])])
    stage.play(1, "1½-½")
    stage.play(1, "1-0F")
    enter_result.report(stage.ctx, stage.slug, round_no=1, table=1, result="0-2")
    events.change_settings(stage.ctx, stage.slug, {"meet_again_after_forfeit": "no"})
    rounds.pair(stage.ctx, stage.slug)
    undo.undo(stage.ctx, stage.slug)
    leaving.drop(stage.ctx, stage.slug, "p1")
    stage.play(1, "1-1")
    leaving.undrop(stage.ctx, stage.slug, "p1")
    rounds.pair(stage.ctx, stage.slug)
    assert agree(stage.ctx, stage.slug) == 4
    assert not violations(stage)
