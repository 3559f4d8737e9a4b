"""Facts: each action reads what it writes, and writes the bytes that version 0.1.0 wrote."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from pareo.app.base.context import encode_fact
from pareo.core.journal.codecs import RoundFact
from pareo.core.journal.fact import Fact, encode
from pareo.core.journal.facts import ACTIONS, decode
from pareo.core.journal.floor_facts import Announced, JudgeCalled
from pareo.core.journal.people_facts import Edited, Removed
from pareo.core.journal.round_facts import Formed
from pareo.core.journal.tom_facts import TOM_FACTS, Structure
from pareo.core.model.entities import Match, Pod
from pareo.core.text.errors import BadInput
from support.errors import raises_code
from support.paths import ROOT

V0_1_0 = ROOT / "tests" / "fixtures" / "v0_1_0"
WORDS = st.text(min_size=1, max_size=5)
SMALL: Mapping[str, st.SearchStrategy[Any]] = {
    "override": st.none() | WORDS,
    "pods": st.lists(
        st.builds(
            Pod,
            id=...,
            phase=...,
            members=...,
            divisions=...,
            section=...,
            planned=...,
            first_round=...,
            sources=...,
            third_place=...,
            first_table=...,
        ),
        max_size=2,
    ).map(tuple),
    "matches": st.lists(st.builds(Match, table=..., a=..., b=..., result=st.none(), reasons=...)).map(tuple),
}
MAPPINGS = {
    "changes",
    "settings",
    "cost",
    "certificate",  # whatever JSON holds
    "planned",
    "third_place",
    "first_tables",
    "pod_settings",
}


def values_of(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Values of a class of ours with every field drawn; those that hold other such classes are drawn in turn."""
    anything = st.none() | st.booleans() | st.integers() | WORDS
    found: dict[str, Any] = {}
    for f in fields(kind):
        if f.name in SMALL:
            found[f.name] = SMALL[f.name]
        elif f.name == "pod_settings":
            each = st.dictionaries(WORDS, st.dictionaries(WORDS, anything, max_size=2), max_size=2)
            found[f.name] = st.none() | each if f.default is None else each
        elif f.name in MAPPINGS:
            drawn = st.dictionaries(WORDS, anything, max_size=3)
            found[f.name] = st.none() | drawn if f.default is None else drawn
        elif f.name == "rounds" and "RoundFact" in str(f.type):
            found[f.name] = st.lists(values_of(RoundFact), max_size=2).map(tuple)
        elif f.name == "round" and "RoundFact" in str(f.type):
            found[f.name] = st.none() | values_of(RoundFact)
        elif f.name == "parts":
            found[f.name] = st.lists(values_of(Removed), max_size=2).map(tuple)
        elif f.name == "structure":
            found[f.name] = values_of(Structure)
        elif f.name == "formed":
            found[f.name] = st.none() | values_of(Formed)
        else:
            found[f.name] = ...
    return st.builds(kind, **found)


def stored_and_read(fact: Fact) -> Fact:
    """The fact as it is read from what was stored."""
    return decode(2, fact.action, json.loads(json.dumps(encode(fact))))


@pytest.mark.parametrize("action", sorted(ACTIONS))
@settings(max_examples=40, phases=(Phase.explicit, Phase.generate))  # a fact is small: no need to shrink it
@given(st.data())
def test_a_fact_is_read_as_it_was_written(action: str, data: st.DataObject) -> None:
    fact = data.draw(values_of(ACTIONS[action]))
    if isinstance(fact, Announced):  # one or the other: a line, or the number of one that goes
        fact = replace(fact, text="", at="") if fact.withdraw else fact
    if isinstance(fact, JudgeCalled):  # who calls and when, or that one came
        fact = replace(fact, no=0, at="") if fact.came else fact
    assert stored_and_read(fact) == fact


def test_changed_fields_of_an_entrant_keep_their_types() -> None:
    fact = Edited(3, {"absent": frozenset({4, 2}), "bye_points": ((2, 1),), "rating": None}, ("last",))
    assert stored_and_read(fact) == fact
    assert encode(fact)["changes"]["absent"] == [2, 4], "in order, so that the same change is the same bytes"


def test_actions_are_named_by_their_class() -> None:
    assert all(kind.action == action and issubclass(kind, Fact) for action, kind in ACTIONS.items())
    assert len({kind.action for kind in ACTIONS.values()}) == len(ACTIONS) == 44


def _stored() -> Iterator[tuple[str, str, bytes]]:
    """(where, action, data) of every entry of the database and of every bundle."""
    with contextlib.closing(sqlite3.connect(f"file:{V0_1_0 / 'hall.db'}?mode=ro", uri=True)) as db:
        for action, data in db.execute("SELECT action, data FROM entry"):
            yield "hall.db", action, data if isinstance(data, bytes) else data.encode()
    for path in sorted((V0_1_0 / "bundles").glob("*.pareo")):
        with zipfile.ZipFile(path) as bundle:
            for line in bundle.read("journal.jsonl").splitlines():
                entry = json.loads(line)
                text = json.dumps(entry["data"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
                assert text.encode() in line, "the entry's own bytes"
                yield path.name, entry["action"], text.encode()


def test_every_entry_of_0_1_0_is_written_again_byte_for_byte() -> None:
    seen = set()
    for where, action, data in _stored():
        assert encode_fact(decode(1, action, json.loads(data))) == data, f"{where}: {action}"
        seen.add(action)
    assert seen == set(ACTIONS) - {
        "applied",
        "declined",
        "judge",
        "closed",
        "together",
        "left-fide-mode",
        "hand",
        "rating-corrected",
        "renumbered",
        *(kind.action for kind in TOM_FACTS),
    }  # those came later


def test_keys_that_are_not_known_are_passed_over_and_a_reason_stays() -> None:
    fact = decode(9, "removed", {"no": 3, "colour": "red", "override": "the head judge says so"})
    assert fact.override == "the head judge says so"
    assert encode(fact) == {"no": 3, "override": "the head judge says so"}


@pytest.mark.parametrize("action", [*sorted(set(ACTIONS) - {"noted", "tom-note", "tom-stopped"}), "invented"])
def test_data_that_is_no_fact_is_told_in_a_sentence(action: str) -> None:
    with raises_code(BadInput, "journal-unreadable", says=f"Entry 7 of the journal \\({action}\\)") as caught:
        decode(7, action, {})
    assert caught.value.code == "journal-unreadable"
