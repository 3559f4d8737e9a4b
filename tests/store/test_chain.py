"""The chain of hashes and canonical JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from pareo.core.text.errors import BadInput
from pareo.store import Entry, SqliteStore, canonical, verify_chain
from pareo.store.chain import START, link
from support.errors import raises_code
from support.paths import ROOT

ID = "00112233445566778899aabbccddeeff"
DOCS = ROOT / "docs" / "journal.md"


def journal(length: int) -> list[Entry]:
    entries: list[Entry] = []
    before = START
    for seq in range(1, length + 1):
        facts: dict[str, Any] = {
            "seq": seq,
            "version": 1,
            "time": f"2019-07-17T12:00:0{seq}.000000Z",
            "actor": "ada",
            "action": "reported",
            "data": canonical({"table": seq}),
            "client": f"request-{seq}",
        }
        before = link(before, ID, **facts)
        entries.append(Entry(tournament="cup", hash=before, **facts))
    return entries


def test_canonical_json_is_sorted_tight_and_in_utf_8() -> None:
    class Fact(msgspec.Struct):
        z: int
        a: str

    assert canonical({"b": [1, 2.5, None], "a": "ñ\n\x01"}) == b'{"a":"\xc3\xb1\\n\\u0001","b":[1,2.5,null]}'
    assert canonical(Fact(1, "½")) == '{"a":"½","z":1}'.encode()


def test_text_that_is_no_unicode_is_refused_in_one_sentence() -> None:
    with pytest.raises(BadInput) as refusal:
        canonical({"name": "\ud800"})
    assert refusal.value.code == "not-text"


def test_the_hash_is_over_exactly_the_documented_bytes() -> None:
    data = canonical({"table": 7, "result": "½-½"})
    line = (
        f'["{START}","{ID}",1,1,"2019-07-17T12:00:00.000000Z","Zoë \\"Z\\"","reported",'
        '{"result":"½-½","table":7},null]'
    )
    sealed = link(
        START,
        ID,
        seq=1,
        version=1,
        time="2019-07-17T12:00:00.000000Z",
        actor='Zoë "Z"',
        action="reported",
        data=data,
        client=None,
    )
    assert sealed == hashlib.sha256(line.encode()).hexdigest()


def test_the_example_of_the_documentation_is_true() -> None:
    examples = [block for block in DOCS.read_text(encoding="utf-8").split("```") if block.startswith("chain\n")]
    assert len(examples) == 1
    hashed, told = examples[0].strip().splitlines()[1:]
    assert told == "sha256 = " + hashlib.sha256(hashed.encode()).hexdigest()
    before, tournament_id, seq, version, time, actor, action, _, client = msgspec.json.decode(hashed)
    data = hashed[hashed.index("{") : hashed.rindex("}") + 1].encode()
    facts = {"seq": seq, "version": version, "time": time, "actor": actor, "action": action, "client": client}
    assert told.endswith(link(before, tournament_id, data=data, **facts))


def test_a_sound_journal_verifies_and_gives_its_last_hash() -> None:
    entries = journal(4)
    assert verify_chain(ID, entries) == entries[-1].hash


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"time": "2019-07-17T12:00:04.000000Z"},
        {"actor": "eve"},
        {"action": "dropped"},
        {"data": b'{"table":9}'},
        {"data": b'{"table": 3}'},
        {"client": None},
        {"hash": "f" * 64},
        {"seq": 4},
    ],
)
def test_a_changed_entry_is_named(change: dict[str, Any]) -> None:
    entries = journal(5)
    entries[2] = msgspec.structs.replace(entries[2], **change)
    with raises_code(BadInput, "chain-broken", seq=3) as refusal:
        verify_chain(ID, entries)
    assert (refusal.value.code, refusal.value.params["seq"]) == ("chain-broken", 3)


def test_missing_swapped_and_foreign_entries_are_found() -> None:
    entries = journal(4)
    for broken, seq in (
        (entries[1:], 1),
        ([entries[0], entries[2], entries[3]], 2),
        ([entries[0], entries[2], entries[1], entries[3]], 2),
        ([*entries, entries[3]], 5),
        ([], 1),
    ):
        with pytest.raises(BadInput) as refusal:
            verify_chain(ID, broken)
        assert refusal.value.params["seq"] == seq
    with raises_code(BadInput, "chain-broken", seq=1):
        verify_chain("f" * 32, entries)


def test_a_well_chained_entry_that_is_no_fact_is_refused() -> None:
    for time, data in (
        ("yesterday", b"{}"),
        ("2019-07-17T12:00:00+02:00", b"{}"),
        ("2019-07-17T12:00:00Z", b"[1]"),
        ("2019-07-17T12:00:00Z", b'{"a":1}\n'),
        ("2019-07-17T12:00:00Z", b'{"a":"\xff"}'),
        ("2019-07-17T12:00:00Z", b'{"a":' + b"[" * 9000 + b"]" * 9000 + b"}"),
    ):
        facts: dict[str, Any] = {
            "seq": 1,
            "version": 1,
            "time": time,
            "actor": "",
            "action": "x",
            "data": data,
            "client": None,
        }
        with pytest.raises(BadInput):
            verify_chain(ID, [Entry("cup", hash=link(START, ID, **facts), **facts)])


def test_one_request_has_one_entry() -> None:
    first, second = journal(2)
    facts: dict[str, Any] = {
        name: getattr(second, name) for name in ("seq", "version", "time", "actor", "action", "data")
    } | {"client": first.client}
    doubled = Entry("cup", hash=link(first.hash, ID, **facts), **facts)
    with raises_code(BadInput, "chain-broken", seq=2):
        verify_chain(ID, [first, doubled])


def test_a_changed_row_of_the_database_is_named(
    store: SqliteStore, new: Callable[..., Entry], add: Callable[..., Entry]
) -> None:
    new()
    for head in (1, 2, 3):
        add(head)
    assert store.verify("cup") == 4
    store._connection().execute("UPDATE entry SET data = ? WHERE seq = 3", (b'{"table":99}',))
    with raises_code(BadInput, "chain-broken", seq=3):
        store.verify("cup")
