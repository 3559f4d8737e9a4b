"""A round is judged by the version of the objective it was drawn under, never by a better one of later."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pareo import pair
from pareo.app.commands.rounds import rounds
from pareo.app.queries.rounds.pairing_inputs import drawn_from, inputs_drawn
from pareo.app.queries.rounds.verify import verify
from pareo.app.receipts.receipt import matches_redraw, receipt, write_receipt
from pareo.core.journal.codecs import RoundFact, read_round, round_row
from pareo.core.journal.round_facts import RoundsPaired
from pareo.core.model.entities import Match
from pareo.core.model.pairing_contract import Candidate, PairedMatch, PairingInput, PairingResult
from pareo.core.pairing.registry import METHODS
from pareo.core.pairing.round_cost import round_cost
from pareo.core.text.errors import Refused
from pareo.core.verify.objectives import OBJECTIVES, PREFERENCES, Objective
from pareo.core.verify.round import verify_round
from pareo.formats.bundle import export_bundle, import_bundle
from pareo.verification import verify as verify_result
from support.events.receipts import load_script
from support.events.stage import Stage, lower_number_wins

check = load_script()
NOW = METHODS["random"].objective
NEXT = NOW + 1
GAPS_FIRST = ("repeat_bye", "forbidden", "bye_group", PREFERENCES, "rematches", "avoided")
"""An objective that was never in use: who meets equal records matters more than who has met before."""


def matchings(players: list[int]) -> list[list[tuple[int, int]]]:
    if not players:
        return [[]]
    first, *others = players
    return [[(first, other), *rest] for other in others for rest in matchings([no for no in others if no != other])]


def pair_by_gaps(given: PairingInput) -> PairingResult:
    """The next version, for small fields: the best of all rounds, gaps before rematches."""
    if given.objective != NEXT:
        return PAIR_NOW(given)
    best = min(
        ([PairedMatch(a, b, ()) for a, b in pairs] for pairs in matchings([c.no for c in given.candidates])),
        key=lambda pairs: (
            (cost := round_cost(pairs, None, given)).gaps,
            cost.rematches,
            [(m.a, m.b) for m in pairs],
        ),
    )
    return PairingResult(tuple(best), None, round_cost(best, None, given), "enumerated")


PAIR_NOW = METHODS["random"].pair
assert PAIR_NOW is not None


@pytest.fixture
def next_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program in which the random method has one version more, and today's is that one."""
    versions = (*METHODS["random"].objectives, NEXT)
    monkeypatch.setitem(METHODS, "random", replace(METHODS["random"], objectives=versions, pair=pair_by_gaps))
    monkeypatch.setitem(OBJECTIVES, "random", {**OBJECTIVES["random"], NEXT: Objective(GAPS_FIRST)})
    monkeypatch.setitem(check.OBJECTIVES, NEXT, GAPS_FIRST)


def play(folder: Path, count: int) -> Stage:
    """Four players: all draw, then the two of the first table win. In round 3 those with equal records have met."""
    stage = Stage(folder, "swiss", rounds="3", seed="v")
    stage.enter(4)
    stage.play(1, "1/2-1/2")
    if count > 1:
        first = stage.pod().rounds[1].matches[1]
        stage.play(1, lambda a, _b: "1-0" if a in (first.a, first.b) else "0-1")
    return stage


def found(stage: Stage) -> list[tuple[bool, bool, list[str], list[str]]]:
    return [(row.ok, row.proved, row.violations, row.warnings) for row in verify(stage.ctx, stage.slug)]


GOOD = (True, True, [], [])


# --- the same field, two orders ---------------------------------------------------------------------------------------

# 1 and 2 have two points and have met; so have 3 and 4, without points. One order parts them, the other does not.
FIELD = PairingInput(
    (Candidate(1, 2), Candidate(2, 2), Candidate(3, 0), Candidate(4, 0)),
    {1: frozenset({2}), 2: frozenset({1}), 3: frozenset({4}), 4: frozenset({3})},
    "seed",
)
AGAIN, APART = [(1, 2), (3, 4)], [(1, 3), (2, 4)]


@pytest.mark.parametrize(("version", "right", "wrong"), [(1, APART, AGAIN), (NOW, APART, AGAIN), (NEXT, AGAIN, APART)])
@pytest.mark.usefixtures("next_version")
def test_a_round_is_held_against_its_own_version(
    version: int, right: list[tuple[int, int]], wrong: list[tuple[int, int]]
) -> None:
    given = replace(FIELD, objective=version)
    verdict = verify_round(given, right, None)
    assert (verdict.ok, verdict.proved) == (True, True)
    verdict = verify_round(given, wrong, None)
    assert [finding.code for finding in verdict.violations] == ["not-optimal"]
    assert {frozenset((m.a, m.b)) for m in pair(given).matches} in (
        {frozenset(p) for p in right},
        {frozenset(p) for p in [(1, 4), (2, 3)]} if version != NEXT else None,
    )
    assert verify_result(given, pair(given)).ok


def test_an_input_that_says_nothing_is_of_version_1(monkeypatch: pytest.MonkeyPatch) -> None:
    before = pair(FIELD)
    assert "objective" not in FIELD.to_json()
    monkeypatch.setitem(METHODS, "random", replace(METHODS["random"], objectives=(1, NOW, NEXT), pair=pair_by_gaps))
    assert pair(PairingInput.from_json(FIELD.to_json())) == before, "the same input gives the same round for ever"
    second = replace(FIELD, objective=2)
    assert PairingInput.from_json(second.to_json()) == second
    with pytest.raises(Refused, match=f"version {NEXT + 1} of the pairing objective") as caught:
        pair(replace(FIELD, objective=NEXT + 1))
    assert caught.value.code == "objective-unknown"


@pytest.mark.parametrize("system", ["random", "fise", "uscf", "king"])
def test_a_version_the_checker_does_not_know_is_said_and_accuses_nobody(system: str) -> None:
    numbers = {c.no: c.no for c in FIELD.candidates}
    given = replace(FIELD, system=system, objective=7, numbers=numbers)
    for pairs in (AGAIN, APART):
        verdict = verify_round(given, pairs, None)
        assert (verdict.ok, verdict.proved, verdict.method) == (True, False, "not proved")
        assert [finding.code for finding in verdict.warnings] == ["objective-unknown"]
        assert "version 7 of the pairing objective, which this program does not know" in str(verdict.warnings[0])
    assert not verify_round(given, [(1, 2), (3, 3)], None).ok, "whether it is a round at all is known"


def test_every_method_s_versions_are_known_to_the_checker() -> None:
    for method in METHODS.values():
        if method.checker:
            assert set(method.objectives) <= OBJECTIVES[method.checker].keys()
            assert method.objective == max(method.objectives)


# --- in an event ------------------------------------------------------------------------------------------------------


def test_the_stored_form_of_version_1_has_no_word_of_it() -> None:
    row = RoundFact("main", 1, 1, (Match(1, 1, 2, None, ()),))
    assert "objective" not in round_row(row)
    assert read_round(round_row(row)) == row
    later = replace(row, objective=2)
    assert round_row(later)["objective"] == 2
    assert read_round(round_row(later)) == later


def test_past_rounds_are_judged_by_the_version_of_their_day(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = play(tmp_path, 2)
    papers = [write_receipt(receipt(stage.ctx, stage.slug, round_no=number)) for number in (1, 2)]
    assert found(stage) == [GOOD, GOOD]
    request.getfixturevalue("next_version")
    assert found(stage) == [GOOD, GOOD], "a better objective accuses no past round"
    assert [write_receipt(receipt(stage.ctx, stage.slug, round_no=number)) for number in (1, 2)] == papers
    assert all(map(matches_redraw, papers))
    stage.play(1, lower_number_wins)  # under today's
    rows = [stage.pod().rounds[number].objective for number in (1, 2, 3)]
    assert rows == [NOW, NOW, NEXT]
    assert [given.objective for given in inputs_drawn(stage.ctx, stage.slug).values()] == [NOW, NOW, NEXT]
    assert drawn_from(stage.ctx, stage.slug).objective == NEXT
    assert all(row[0] and not row[2] for row in found(stage))
    # Held against the version before, it would be wrong.
    pairs = [tuple(sorted(p)) for p in stage.pairs(3)]
    given = inputs_drawn(stage.ctx, stage.slug)[stage.pod().id, 3]
    assert verify_round(given, pairs, None).ok
    assert not verify_round(replace(given, objective=NOW), pairs, None).ok
    # Its receipt says so; a copy of the event as well.
    paper = write_receipt(receipt(stage.ctx, stage.slug, round_no=3))
    said: dict[str, Any] = json.loads(paper)
    assert (said["version"], said["objective"]) == (2, NEXT)
    assert any("no round costs less" in line for line in check.check_receipt(paper))
    assert matches_redraw(paper)
    copy = import_bundle(stage.ctx.store, export_bundle(stage.ctx.store, stage.slug), slug="copy")
    assert [r.objective for r in stage.ctx.open(copy).state.pods[stage.pod().id].rounds.values()] == [NOW, NOW, NEXT]
    # A program from before that version names it and accuses nobody; so does the script.
    monkeypatch.undo()
    assert found(stage)[:2] == [GOOD, GOOD]
    row = verify(stage.ctx, stage.slug)[2]
    assert (row.ok, row.proved, row.verdict) == (True, False, "not checked")
    assert any(f"version {NEXT} of the pairing objective" in warning for warning in row.warnings)
    assert any(f"under version {NEXT}, which this script does not know" in line for line in check.check_receipt(paper))
    assert receipt(stage.ctx, stage.slug, round_no=3).certificate is None
    with pytest.raises(Refused, match=f"version {NEXT}"):
        matches_redraw(paper)


@pytest.mark.usefixtures("next_version")
def test_a_repaired_round_keeps_its_version(tmp_path: Path) -> None:
    stage = play(tmp_path, 1)
    assert stage.pod().rounds[1].objective == NEXT
    rounds.pair(stage.ctx, stage.slug)
    drafted = stage.ctx.store.read(stage.slug)[-1]
    assert drafted.action == RoundsPaired.action
    assert f'"objective":{NEXT}'.encode() in drafted.data


def test_all_matchings_are_there() -> None:
    assert len(matchings([1, 2, 3, 4, 5, 6])) == 15
    assert {frozenset(p) for pairs in matchings([1, 2, 3, 4]) for p in pairs} == {
        frozenset(p) for p in combinations([1, 2, 3, 4], 2)
    }
