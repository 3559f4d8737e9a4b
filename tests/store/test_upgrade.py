"""Entries of older releases are read in today's shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pareo.core.text.errors import BadInput
from pareo.store import ENTRY_VERSION, Entry, SqliteStore, upgrade
from pareo.store.upgrade import Step, upgrade_entries
from support.errors import raises_code


def entry(version: int, action: str, data: bytes) -> Entry:
    return Entry("cup", 5, version, "2011-01-01T00:00:00Z", "ada", action, data, None, "a" * 64)


def split_the_score(action: str, data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    a, b = data.pop("score").split("-")
    return action, data | {"a": int(a), "b": int(b)}


def call_it_reported(action: str, data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return "reported", data


TABLE: dict[tuple[str, int], Step] = {("result", 1): split_the_score, ("result", 2): call_it_reported}


def test_steps_are_taken_one_after_the_other() -> None:
    old = entry(1, "result", b'{"score":"412-380","table":3}')
    assert upgrade_entries([old], table=TABLE, target=4) == [
        Entry("cup", 5, 4, old.time, "ada", "reported", b'{"a":412,"b":380,"table":3}', None, old.hash)
    ]


def test_a_younger_entry_skips_the_steps_before_it() -> None:
    read = upgrade_entries([entry(2, "result", b'{"a":1,"b":0}')], table=TABLE, target=3)
    assert (read[0].action, read[0].data, read[0].version) == ("reported", b'{"a":1,"b":0}', 3)


def test_what_did_not_change_keeps_its_bytes() -> None:
    read = upgrade_entries([entry(1, "paired", b'{"pairs": []}')], table=TABLE, target=3)
    assert (read[0].action, read[0].data, read[0].version) == ("paired", b'{"pairs": []}', 3)


def test_an_entry_of_a_newer_release_is_refused() -> None:
    with raises_code(BadInput, "entry-newer", seq=5, slug="cup") as refusal:
        upgrade_entries([entry(ENTRY_VERSION + 1, "paired", b"{}")])
    assert refusal.value.code == "entry-newer"


def test_reading_upgrades_but_the_stored_chain_stays(
    store: SqliteStore, new: Callable[..., Entry], add: Callable[..., Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    new()
    stored = add(1, action="result", data=b'{"score":"2-1","table":3}', client="tap-1")

    def tomorrow(entries: list[Entry]) -> list[Entry]:
        return upgrade_entries(entries, table=TABLE, target=3)

    for module in ("sqlite.journal", "protocol"):
        monkeypatch.setattr(f"pareo.store.{module}.upgrade_entries", tomorrow)
    read = store.read("cup", after=1)[0]
    assert (read.action, read.data, read.version) == ("reported", b'{"a":2,"b":1,"table":3}', 3)
    assert (answer := store.find_answer("cup", "tap-1")) is not None
    assert answer.entry == read
    assert store.dump("cup").entries[1] == stored
    assert store.verify("cup") == 2


def test_every_listed_step_leads_to_a_version_this_release_knows() -> None:
    assert all(1 <= version < ENTRY_VERSION for _, version in upgrade.UPGRADES)
