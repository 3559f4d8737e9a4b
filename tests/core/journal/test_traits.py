"""Facts declare what they are like, a batch is like its parts, and nobody lists actions elsewhere (B-41)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pareo
from pareo.core.journal.codecs import PublishedRound, ResultAt, RoundKey
from pareo.core.journal.fact import Fact, Traits, Undoing, combine_traits
from pareo.core.journal.facts import ACTIONS, Batch, LeftFideMode, SettingsSet, TournamentCreated, Undone
from pareo.core.journal.floor_facts import Claimed, ClockSet, JudgeCalled
from pareo.core.journal.people_facts import Edited, Forgotten, Removed
from pareo.core.journal.round_facts import Finished, Published, Redrawn, Results, RoundsPaired, Started, Swapped
from pareo.core.journal.tom_facts import Saved, TomNoted
from pareo.core.model.outcome import Outcome, Result

SOURCE = Path(pareo.__file__).parent
KEY = RoundKey("masters", 1)
CLOCK = ClockSet((KEY,), "2026-11-15T10:00:00Z", 50)
PUBLISHED = Published((PublishedRound("masters", 1, "seed"),))
WON = Result(Outcome.WIN, Outcome.LOSS)


@pytest.mark.req("B-41")
def test_a_batch_is_like_its_parts() -> None:
    clocks, shown = Batch((CLOCK, CLOCK)), Batch((Finished((KEY,)), RoundsPaired(()), PUBLISHED))
    assert not any((clocks.traits.publishes, clocks.traits.backed_up, clocks.traits.told_to_phones))
    assert clocks.traits.undone_beside_tom
    assert shown.traits.publishes
    assert shown.traits.backed_up
    assert shown.traits.told_to_phones
    assert shown.traits.draws
    assert not shown.traits.undone_beside_tom, "one part is not ours to undo"
    assert not Batch((Finished((KEY,)), RoundsPaired(()))).traits.publishes, "it only drew"
    assert not Batch((JudgeCalled(1, 1), CLOCK)).traits.from_players, "the staff did a part of it"
    assert not clocks.traits.personal
    assert Batch((CLOCK, Edited(1, {"club": "A"}))).traits.personal


@pytest.mark.req("B-41")
def test_the_strictest_part_says_whether_a_batch_can_be_undone() -> None:
    assert Batch((CLOCK, CLOCK)).traits.undoing is Undoing.ALLOWED
    begun = Batch((Started((KEY,)), CLOCK)).traits
    assert (begun.undoing, begun.undoing_reason) == (Undoing.OUTSIDE, Started.class_traits.undoing_reason)
    assert Batch((Started((KEY,)), Removed(1))).traits.undoing is Undoing.DATA_GONE
    assert Batch((Removed(1), Forgotten(1))).traits.undoing is Undoing.NEVER
    assert combine_traits(()) == Traits()
    assert combine_traits([Traits(from_players=True)]) == Traits(from_players=True)


@pytest.mark.req("B-41")
def test_traits_that_depend_on_what_a_fact_holds() -> None:
    assert Edited(1, {"club": "A"}).traits.undoing is Undoing.ALLOWED
    assert Edited(1, {}, ("contact",)).traits.undoing is Undoing.OLD_DATA_UNKNOWN
    assert TomNoted(no=3).traits.from_players
    assert not TomNoted("table 4").traits.from_players
    assert Claimed(1, 1, 2, WON).traits.stands_alone
    assert not Claimed(1, 1, 2, WON, (ResultAt("masters", 1, 1, WON),)).traits.stands_alone, "it needs the round"


@pytest.mark.req("B-41")
def test_the_traits_of_actions_that_somebody_asks_for() -> None:
    def having(name: str) -> set[type[Fact]]:
        return {kind for kind in ACTIONS.values() if getattr(kind.class_traits, name)}

    assert having("publishes") == having("backed_up") == {Published}
    assert having("told_to_phones") == {Published, Saved}
    assert having("draws") == {RoundsPaired, Redrawn}
    assert having("from_players") == {Claimed, JudgeCalled}
    assert having("open_results") == {Claimed, Results}
    assert having("undoes") == {Undone}
    assert having("from_tom") == {Saved}
    never = {kind for kind in ACTIONS.values() if kind.class_traits.undoing is Undoing.NEVER}
    assert never == {TournamentCreated, LeftFideMode, Forgotten, Saved}
    assert all(kind.class_traits.undoing_reason for kind in (*never, Started))
    assert SettingsSet({}).traits.relabels
    assert Swapped.class_traits.changes_rounds
    assert not Swapped.class_traits.draws


# --- nobody lists actions elsewhere -----------------------------------------------------------------------------------

OTHER_WORDS = {"app/commands/people/roster.py": "states of a round"}
"""Modules in which words stand together that actions are called by too, and what they are there."""


def action_lists(tree: ast.AST) -> Iterator[tuple[int, list[str]]]:
    """Where a module compares an action with words, or lists words that are all actions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            words = [w for side in sides for w in _words(side)]
            if words and any(_is_action(side) for side in sides):
                yield node.lineno, words
        elif isinstance(node, ast.Set | ast.Tuple | ast.List | ast.Dict):
            items = node.keys if isinstance(node, ast.Dict) else node.elts
            words = [w for item in items if item is not None for w in _words(item)]
            if len(words) > 1 and len(words) == len(items):
                yield node.lineno, words


def _words(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) and node.value in ACTIONS else []
    if isinstance(node, ast.Set | ast.Tuple | ast.List):
        return [w for item in node.elts for w in _words(item)]
    return []


def _is_action(node: ast.expr) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "action") or (
        isinstance(node, ast.Name) and node.id == "action"
    )


@pytest.mark.req("B-41")
def test_no_module_lists_actions() -> None:
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        lists = (
            [] if name.startswith(("core/journal/", "core/replay/")) else [*action_lists(ast.parse(path.read_text()))]
        )
        if lists:
            found[name] = lists
    assert {name: lists for name, lists in found.items() if name not in OTHER_WORDS} == {}
    assert OTHER_WORDS.keys() <= found.keys(), "an exception that is no longer needed"


@pytest.mark.req("B-41")
def test_no_template_lists_actions() -> None:
    words = "|".join(map(re.escape, ACTIONS))
    asked = re.compile(rf"(?:line|entry|row)\.action\s*(?:==|in)[^%}}]*\"(?:{words})\"")
    for path in SOURCE.rglob("*.html"):
        assert asked.search(path.read_text()) is None, path


def test_the_walk_sees_what_it_is_for() -> None:
    seen = list(action_lists(ast.parse('x = step.action in ("published", "together")\nSET = {"applied", "saved"}\n')))
    assert [words for _, words in seen] == [["published", "together"], ["applied", "saved"], ["published", "together"]]
