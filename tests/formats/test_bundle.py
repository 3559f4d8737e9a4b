"""One tournament as one file."""

from __future__ import annotations

import contextlib
import io
import tempfile
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.core.text.errors import BadInput, Conflict
from pareo.formats.bundle import export_bundle, import_bundle, is_bundle, verify_bundle
from pareo.store import NewEntry, PersonChange, SqliteStore, canonical
from support.errors import raises_code

pytestmark = pytest.mark.usefixtures("any_fact")

NOON = "2019-07-17T12:00:00.000000Z"
PARTS = ["manifest.json", "journal.jsonl", "people.json", "secret.json"]


def fill(store: SqliteStore, slug: str = "cup") -> None:
    people = [PersonChange("p1", {"first": "Nil", "last": "Quiroga"}), PersonChange("p2", {"first": "Mar"})]
    store.create(
        slug,
        NewEntry(NOON, "ada", "created", canonical({"ruleset": 'id = "house"\n'}), people=people),
        name="Copa de otoño",
        ruleset="house",
        secret="a secret seed",
    )
    for head in (1, 2, 3):
        store.append(
            slug,
            NewEntry(NOON, "Zoë", "reported", canonical({"table": head, "result": "½-½"}), client=f"tap-{head}"),
            expected=head,
        )


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[Callable[[str], SqliteStore]]:
    opened: list[SqliteStore] = []

    def store(name: str) -> SqliteStore:
        opened.append(SqliteStore(tmp_path / f"{name}.db"))
        return opened[-1]

    yield store
    for one in opened:
        one.close()


@pytest.fixture
def bundle(stores: Callable[[str], SqliteStore]) -> bytes:
    source = stores("source")
    fill(source)
    return export_bundle(source, "cup")


def unzip(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rezip(parts: dict[str, bytes], *, kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", kind) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return packed.getvalue()


def changed_manifest(data: bytes, **changes: Any) -> bytes:
    parts = unzip(data)
    parts["manifest.json"] = canonical(msgspec.json.decode(parts["manifest.json"]) | changes)
    return rezip(parts)


@pytest.mark.req("P-REC-1", "SP-15")
def test_a_tournament_is_copied_whole_in_one_file(stores: Callable[[str], SqliteStore]) -> None:
    here, there = stores("here"), stores("there")
    fill(here)
    data = export_bundle(here, "cup")
    assert import_bundle(there, data) == "cup"
    assert there.dump("cup") == here.dump("cup")
    assert there.verify("cup") == 4
    assert export_bundle(there, "cup") == data
    # The copy goes on where the original stopped.
    more = there.append("cup", NewEntry(NOON, "ada", "reported", b"{}"), expected=4)
    assert (more.seq, there.verify("cup")) == (5, 5)


def test_what_is_inside(bundle: bytes) -> None:
    parts = unzip(bundle)
    assert list(parts) == PARTS
    manifest = msgspec.json.decode(parts["manifest.json"])
    assert (manifest["format"], manifest["version"], manifest["slug"], manifest["head"]) == ("pareo", 1, "cup", 4)
    lines = parts["journal.jsonl"].splitlines()
    assert len(lines) == 4
    assert msgspec.json.decode(lines[-1])["hash"] == manifest["hash"]
    assert msgspec.json.decode(lines[-1])["data"] == {"table": 3, "result": "½-½"}
    assert b"Quiroga" not in parts["journal.jsonl"]
    assert msgspec.json.decode(parts["people.json"])["p1"] == {"first": "Nil", "last": "Quiroga"}
    assert msgspec.json.decode(parts["secret.json"]) == {"secret": "a secret seed"}


def test_the_report(bundle: bytes) -> None:
    report = verify_bundle(bundle)
    assert (report.slug, report.name, report.ruleset) == ("cup", "Copa de otoño", "house")
    assert (report.entries, report.people, report.created) == (4, 2, NOON)


def test_a_forgotten_person_is_not_exported(stores: Callable[[str], SqliteStore]) -> None:
    store = stores("here")
    fill(store)
    store.forget("cup", "p1")
    data = export_bundle(store, "cup")
    assert b"Quiroga" not in b"".join(unzip(data).values())
    assert (verify_bundle(data).entries, verify_bundle(data).people) == (4, 1)


def test_a_taken_slug(stores: Callable[[str], SqliteStore], bundle: bytes) -> None:
    store = stores("there")
    assert [import_bundle(store, bundle) for _ in range(3)] == ["cup", "cup-2", "cup-3"]
    assert import_bundle(store, bundle, slug="copa") == "copa"
    with pytest.raises(Conflict) as taken:
        import_bundle(store, bundle, slug="copa")
    assert taken.value.code == "slug-taken"
    with pytest.raises(BadInput):
        import_bundle(store, bundle, slug="../copa")
    long = changed_manifest(bundle, slug="a" * 80)
    assert [import_bundle(store, long) for _ in range(2)] == ["a" * 80, "a" * 78 + "-2"]
    assert len(store.tournaments()) == 6


@pytest.mark.req("SP-15")
def test_a_slug_that_is_a_page_of_its_own(stores: Callable[[str], SqliteStore]) -> None:
    """An older release may have called a tournament “series”: it comes in under a name that can be opened."""
    old, new = stores("old"), stores("new")
    fill(old, "series")
    data = export_bundle(old, "series")
    assert import_bundle(new, data) == "series-2"
    with raises_code(BadInput, "slug-reserved"):
        import_bundle(new, data, slug="directory")


def test_which_files_are_bundles(bundle: bytes) -> None:
    assert is_bundle(bundle)
    assert is_bundle(changed_manifest(bundle, version=7))
    for other in (
        b"",
        b"PK\x03\x04",
        b"<?xml version='1.0'?>",
        bundle[: len(bundle) // 2],
        rezip({"xl/workbook.xml": b"<workbook/>"}),
        rezip({"manifest.json": b'{"format":"other","version":1}'}),
        rezip({"manifest.json": b"[" * 5000}),
    ):
        assert not is_bundle(other)


def refusal_of(data: bytes, **options: Any) -> BadInput:
    with pytest.raises(BadInput) as caught:
        verify_bundle(data, **options)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")
    return caught.value


@pytest.mark.parametrize("data", [b"", b"PK", b"first,last\n", b"PK\x05\x06" + b"\0" * 18])
def test_not_a_zip(data: bytes) -> None:
    assert refusal_of(data).code in {"bundle-not-a-zip", "bundle-part"}


@pytest.mark.parametrize("part", PARTS)
def test_missing_double_and_unreadable_parts(bundle: bytes, part: str) -> None:
    parts = unzip(bundle)
    told = refusal_of(rezip({name: content for name, content in parts.items() if name != part}))
    assert (told.code, told.params) == ("bundle-part", {"part": part})
    packed = io.BytesIO(bundle)
    with zipfile.ZipFile(packed, "a") as archive:
        archive.comment = b""  # its seal is broken, and would be found first
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr(part, parts[part])
    assert refusal_of(packed.getvalue()).code == "bundle-part"
    for content in (b"", b"\xff", b"[]", b"7", b'{"a":1}', b'{"a":', b"[" * 5000, b'{"":{}}'):
        assert refusal_of(rezip(parts | {part: content})).code in {"bundle-content", "bundle-entry", "chain-broken"}


def test_parts_that_do_not_belong(bundle: bytes) -> None:
    parts = unzip(bundle)
    assert refusal_of(rezip(parts | {"../../evil.sh": b"x"})).code == "bundle-part-unknown"
    assert refusal_of(rezip(parts, kind=zipfile.ZIP_LZMA)).code == "bundle-part-packed"


def test_the_manifest_must_fit_the_journal(bundle: bytes) -> None:
    for change, code in (
        ({"version": 3}, "bundle-newer"),
        ({"version": 2}, "bundle-content"),  # only with attachments
        ({"format": "other"}, "bundle-foreign"),
        ({"head": 3}, "bundle-incomplete"),
        ({"hash": "0" * 64}, "bundle-incomplete"),
        ({"hash": "x"}, "bundle-content"),
        ({"id": "0" * 32}, "chain-broken"),
        ({"slug": "../cup"}, "bad-slug"),
        ({"created": "2020-01-01T00:00:00Z"}, "bundle-content"),
        ({"name": 7}, "bundle-content"),
        ({"extra": 7}, "bundle-content"),
    ):
        assert refusal_of(changed_manifest(bundle, **change)).code == code


def test_the_end_of_a_journal_cannot_be_cut_off(bundle: bytes) -> None:
    parts = unzip(bundle)
    parts["journal.jsonl"] = b"".join(parts["journal.jsonl"].splitlines(keepends=True)[:3])
    assert refusal_of(rezip(parts)).code == "bundle-incomplete"


def test_a_bomb_is_not_unpacked(bundle: bytes) -> None:
    parts = unzip(bundle)
    bomb = rezip(parts | {"people.json": b'{"p":{"a":"' + b"x" * 3_000_000 + b'"}}'})
    assert len(bomb) < 20_000
    assert refusal_of(bomb).code == "bundle-too-large"
    assert refusal_of(bundle, limit=100).code == "bundle-too-large"


def test_a_header_that_lies_about_the_size_does_not_help(bundle: bytes) -> None:
    parts = unzip(bundle)
    size = 3_000_000
    bomb = rezip(parts | {"people.json": b"x" * size})
    lying = bomb.replace(size.to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert lying != bomb
    tracemalloc.start()
    try:
        assert refusal_of(lying).code == "bundle-not-a-zip"
        assert tracemalloc.get_traced_memory()[1] < size / 3
    finally:
        tracemalloc.stop()


def test_any_changed_byte_of_the_journal_is_found(stores: Callable[[str], SqliteStore], bundle: bytes) -> None:
    parts = unzip(bundle)
    journal = parts["journal.jsonl"]
    line = 1
    for place, byte in enumerate(journal):
        for changed in {byte ^ 1, 0x20, byte ^ 0x80} - {byte}:
            damaged = journal[:place] + bytes([changed]) + journal[place + 1 :]
            told = refusal_of(rezip(parts | {"journal.jsonl": damaged}, kind=zipfile.ZIP_STORED))
            assert told.params["seq"] == line
        line += byte == 0x0A
    there = stores("there")
    with pytest.raises(BadInput):
        import_bundle(there, rezip(parts | {"journal.jsonl": journal.replace(b"tap-2", b"tap-9")}))
    assert there.tournaments() == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b',"hash"', b', "hash"'),
        (b'"actor":"Zo', b'"actor":"\\u005ao'),
        (b'"client":"tap-1"', b'"client":"tap-0","client":"tap-1"'),
        (b"}\n{", b"}\r\n{"),
        (b'"seq":2,', b'"seq":2,"more":1,'),
        (b'"seq":2', b'"seq":2.0'),
    ],
)
def test_the_same_entries_in_other_bytes_are_not_the_journal(bundle: bytes, old: bytes, new: bytes) -> None:
    parts = unzip(bundle)
    assert old in parts["journal.jsonl"]
    parts["journal.jsonl"] = parts["journal.jsonl"].replace(old, new)
    assert refusal_of(rezip(parts)).code == "bundle-entry"


def test_an_entry_of_a_newer_release(stores: Callable[[str], SqliteStore]) -> None:
    store = stores("here")
    fill(store)
    store.append("cup", NewEntry(NOON, "ada", "x", b"{}", version=99), expected=4)
    data = export_bundle(store, "cup")
    assert refusal_of(data).code == "entry-newer"
    with pytest.raises(BadInput):
        import_bundle(stores("there"), data)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_zip_damaged_anywhere_is_refused_or_the_same(data: st.DataObject) -> None:
    """Damage outside what matters (a time in a header) may pass; nothing may crash."""
    sound = _sound()
    damaged = bytearray(sound)
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(sound) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(BadInput):
        assert verify_bundle(bytes(damaged)) == verify_bundle(sound)


def _sound() -> bytes:
    if not _SOUND:
        with tempfile.TemporaryDirectory() as folder:
            store = SqliteStore(Path(folder) / "a.db")
            fill(store)
            _SOUND.append(export_bundle(store, "cup"))
            store.close()
    return _SOUND[0]


_SOUND: list[bytes] = []

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
objects = st.dictionaries(texts, values, max_size=4)


@pytest.mark.req("SP-15")
@settings(max_examples=40, deadline=None)
@given(
    entries=st.lists(st.tuples(texts, texts, objects, st.none() | st.uuids().map(str)), min_size=1, max_size=5),
    people=st.dictionaries(texts.filter(bool), objects, max_size=3),
    name=texts,
    secret=texts,
)
def test_whatever_is_stored_comes_back_identical(
    entries: list[tuple[str, str, dict[str, Any], str | None]],
    people: dict[str, dict[str, Any]],
    name: str,
    secret: str,
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        here, there = (SqliteStore(Path(folder) / f"{place}.db") for place in ("here", "there"))
        try:
            (actor, action, fact, client), *rest = entries
            changes = [PersonChange(person, data) for person, data in people.items()]
            first = NewEntry(NOON, actor, action, canonical(fact), client, people=changes)
            here.create("cup", first, name=name, ruleset="", secret=secret)
            for head, (actor, action, fact, client) in enumerate(rest, start=1):
                here.append("cup", NewEntry(NOON, actor, action, canonical(fact), client), expected=head)
            data = export_bundle(here, "cup")
            assert import_bundle(there, data) == "cup"
            assert there.dump("cup") == here.dump("cup")
            assert there.people("cup") == people
            assert export_bundle(there, "cup") == data
        finally:
            here.close()
            there.close()
