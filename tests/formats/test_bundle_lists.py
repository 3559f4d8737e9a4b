"""Lists in a bundle: carried byte for byte, and refused where they do not fit the journal."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pareo.core.text.errors import BadInput
from pareo.formats.bundle import export_bundle, import_bundle, verify_bundle
from pareo.store import Attachment, NewEntry, SqliteStore, canonical

pytestmark = pytest.mark.usefixtures("any_fact")

NOON = "2026-11-15T12:00:00.000000Z"
LIST = b"4 Pikachu\n56 Fire Energy\n"
FILES = (Attachment("a1", "p1", "text/plain", LIST),)
SHA = hashlib.sha256(LIST).hexdigest()


@pytest.fixture
def bundle(tmp_path: Path) -> bytes:
    store = SqliteStore(tmp_path / "source.db")
    store.create("cup", NewEntry(NOON, "ada", "created", b"{}"), name="Cup", ruleset="house", secret="s")
    row = {"person": 0, "number": 1, "kind": "deck", "sha256": SHA, "attachment": "a1"}
    store.append(
        "cup",
        NewEntry(NOON, "ada", "list", canonical({"no": 1, "at": NOON, "lists": [row]}), attachments=FILES),
        expected=1,
    )
    made = export_bundle(store, "cup")
    store.close()
    return made


def with_parts(bundle: bytes, **parts: Any) -> bytes:
    with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
        found = {info.filename: archive.read(info) for info in archive.infolist()}
    for name, value in parts.items():
        part = name.replace("_", ".")
        if value is None:
            del found[part]
        else:
            found[part] = value if isinstance(value, bytes) else json.dumps(value).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in found.items():
            archive.writestr(name, content)
    return packed.getvalue()


def one(**changes: Any) -> dict[str, Any]:
    return {"id": "a1", "person": "p1", "media": "text/plain", "data": base64.b64encode(LIST).decode(), **changes}


def test_carried_byte_for_byte(bundle: bytes, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "target.db")
    assert import_bundle(store, bundle) == "cup"
    assert store.attachment("cup", "a1") == Attachment("a1", "p1", "text/plain", LIST)
    assert export_bundle(store, "cup") == bundle
    assert import_bundle(store, with_parts(bundle, attachments_json=[one()])) == "cup-2"
    store.close()


@pytest.mark.parametrize(
    "content",
    [
        [one(data=base64.b64encode(b"5 Pikachu").decode())],  # not what was handed in
        [one(id="a2")],
        [one(), one()],
        [one(media="text/html")],
        [one(data="***")],
        [one(extra=1)],
        [one(person="")],
        {"a1": one()},
        [7],
        b"[",
        b"[" * 100_000,
        None,  # version 2 says that there are some
    ],
)
def test_what_does_not_fit_the_journal_is_refused(bundle: bytes, content: Any) -> None:
    with pytest.raises(BadInput) as caught:
        verify_bundle(with_parts(bundle, attachments_json=content))
    assert caught.value.code == "bundle-content" or content is None
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("rows", [7, "x", [7], [{"attachment": [], "sha256": {}}], None])
def test_a_strange_entry_is_no_traceback(tmp_path: Path, rows: Any) -> None:
    store = SqliteStore(tmp_path / "odd.db")
    store.create("cup", NewEntry(NOON, "ada", "created", b"{}"), name="Cup", ruleset="house", secret="s")
    store.append(
        "cup",
        NewEntry(NOON, "ada", "list", canonical({"lists": rows}), attachments=FILES),
        expected=1,
    )
    made = export_bundle(store, "cup")
    store.close()
    with pytest.raises(BadInput):
        verify_bundle(made)
