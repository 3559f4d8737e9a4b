"""A whole tournament as one file, `NAME.pareo`: to hand over, to copy to another machine, to check offline.

A zip of four parts in canonical JSON: `manifest.json`, `journal.jsonl` (one entry a line, with its hash),
`people.json` and `secret.json`; and `attachments.json` where lists were handed in (then the format's version is 2).
The zip's comment is the SHA-256 of every byte before it: packed data can be changed without changing what they unpack
to, and no byte may (version 0.1.0 wrote no comment). The same tournament always gives the same bytes. Files come from
strangers: every part is bounded, typed and checked against the chain before anything is stored, and each refusal is one
sentence.
"""

from __future__ import annotations

import base64
import hashlib
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from pareo.app.base.context import decode_entries, decode_fact
from pareo.app.commands.event.events import RESERVED, check_reserved
from pareo.core.journal.facts import Batch, parts_of
from pareo.core.journal.floor_facts import ListHandedIn
from pareo.core.lists.photos import MEDIA
from pareo.core.replay.replay import replay
from pareo.core.text.errors import BadInput, Conflict
from pareo.store import Attachment, Entry, Store, Summary, TournamentDump, canonical, verify_chain
from pareo.store.chain import UNREADABLE, decode_data
from pareo.store.protocol import check_slug
from pareo.store.upgrade import upgrade_entries

FORMAT = "pareo"
FORMAT_VERSION = 2  # what we read; a tournament without attachments is written as 1
SIZE_LIMIT = 512 * 1024 * 1024
"""Bytes a bundle may have when unpacked."""

_PARTS = ("manifest.json", "journal.jsonl", "people.json", "secret.json")
_ATTACHMENTS = "attachments.json"
_RATIO_LIMIT = 200  # hashes alone keep an honest journal below 10
_RATIO_FROM = 1024 * 1024  # below this size a good ratio harms nobody
_MANIFEST_LIMIT = 64 * 1024
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time a zip can hold: the bytes must not depend on the clock
_SEAL, _END = 64, 22  # bytes of the comment, and of the end of a zip without one
_UNZIPPABLE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    IndexError,
    OSError,
    OverflowError,
    RuntimeError,  # also NotImplementedError
    ValueError,
)

T = TypeVar("T")
_Count = Annotated[int, Meta(ge=1, le=2**53)]
_Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class _Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    created: str
    format: str
    hash: _Hash
    head: _Count
    id: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    name: str
    ruleset: str
    slug: str
    version: _Count


class _Format(msgspec.Struct, frozen=True):
    """The two fields that every version of the format has."""

    format: str
    version: _Count


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seq: _Count
    version: _Count
    time: str
    actor: str
    action: str
    data: msgspec.Raw
    client: str | None
    hash: _Hash


class _Secret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    secret: str


class _Attachment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file attached to the journal; its bytes are written in base64."""

    data: bytes
    id: Annotated[str, Meta(min_length=1, max_length=100)]
    media: str
    person: Annotated[str, Meta(min_length=1, max_length=100)]


_People = dict[Annotated[str, Meta(min_length=1)], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class BundleReport:
    """What a bundle holds, once its chain has been checked."""

    slug: str
    name: str
    ruleset: str
    tournament_id: str
    created: str
    entries: int
    head_hash: str
    people: int


def export_bundle(store: Store, slug: str) -> bytes:
    """The tournament as one file."""
    return pack_bundle(store.dump(slug))


def pack_bundle(whole: TournamentDump) -> bytes:
    """The bundle file of a tournament that was read from a store."""
    summary = whole.summary
    manifest = _Manifest(
        created=summary.created,
        format=FORMAT,
        hash=summary.hash,
        head=summary.head,
        id=summary.id,
        name=summary.name,
        ruleset=summary.ruleset,
        slug=summary.slug,
        version=FORMAT_VERSION if whole.attachments else 1,
    )
    contents = (
        canonical(manifest),
        b"".join(_write_line(entry) for entry in whole.entries),
        canonical(whole.people),
        canonical(_Secret(whole.secret)),
    )
    parts = dict(zip(_PARTS, contents, strict=True))
    if whole.attachments:
        files = sorted(whole.attachments, key=lambda one: one.id)
        parts[_ATTACHMENTS] = canonical([_Attachment(one.data, one.id, one.media, one.person) for one in files])
    return _with_seal(_zip_parts(parts))


def export_raw(store: Store, slug: str) -> bytes:
    """Whatever can be read of a tournament, however damaged: one file of JSON lines per table, a row a line, as it is
    stored (bytes that are no text in base64); `unread.txt` says what could not be read. It cannot be imported."""
    raw = store.raw(slug)
    parts = {
        f"{table}.jsonl": b"".join(canonical({k: _as_text(v) for k, v in row.items()}) + b"\n" for row in rows)
        for table, rows in raw.tables.items()
    }
    return _zip_parts({**parts, "unread.txt": "\n".join(raw.unread).encode()})


def _as_text(value: object) -> object:
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(value).decode()}


def _zip_parts(parts: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for part, content in parts.items():
            info = zipfile.ZipInfo(part, _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # the same bytes on Windows
            info.external_attr = 0o600 << 16
            archive.writestr(info, content)
    return buffer.getvalue()


def _with_seal(archive: bytes) -> bytes:
    """The zip with its seal as comment, whose length stands in the last two bytes of an archive that has none."""
    body = archive[:-2] + struct.pack("<H", _SEAL)
    return body + hashlib.sha256(body).hexdigest().encode()


def _check_seal(data: bytes) -> None:
    if data[-_END:].startswith(b"PK\5\6"):
        return  # of version 0.1.0
    if hashlib.sha256(data[:-_SEAL]).hexdigest().encode() != data[-_SEAL:]:
        raise BadInput("bundle-not-a-zip", "The file is not a .pareo bundle, or it is damaged.")


def import_bundle(store: Store, data: bytes, *, slug: str | None = None, limit: int = SIZE_LIMIT) -> str:
    """Store the tournament of a bundle; its slug here. Nothing is stored unless all of it is sound.

    Without `slug` the bundle's own is used, or the next free one ("cup-2"); a `slug` asked for must be free.
    """
    check_reserved(slug)
    whole = _unpack(data, limit)
    for name in _slugs(whole.summary.slug) if slug is None else (slug,):
        try:
            store.restore(msgspec.structs.replace(whole, summary=msgspec.structs.replace(whole.summary, slug=name)))
        except Conflict as conflict:
            if slug is not None or conflict.code != "slug-taken":
                raise
        else:
            return name
    raise AssertionError("the numbers do not end")


def verify_bundle(data: bytes, *, limit: int = SIZE_LIMIT) -> BundleReport:
    """Check a bundle without storing it; raises BadInput, which names the first bad entry of a broken journal."""
    whole = _unpack(data, limit)
    summary = whole.summary
    return BundleReport(
        slug=summary.slug,
        name=summary.name,
        ruleset=summary.ruleset,
        tournament_id=summary.id,
        created=summary.created,
        entries=len(whole.entries),
        head_hash=summary.hash,
        people=len(whole.people),
    )


def is_bundle(data: bytes) -> bool:
    """Is this a bundle of any version, sound or not? Other formats are zips too."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open("manifest.json") as part:
            manifest = msgspec.json.decode(part.read(_MANIFEST_LIMIT), type=_Format)
    except (*_UNZIPPABLE, *UNREADABLE, KeyError):
        return False
    return manifest.format == FORMAT


def _slugs(base: str) -> Iterator[str]:
    """The slug, unless another page has that address, then "cup-2", "cup-3" …"""
    if base not in RESERVED:
        yield base
    for number in count(2):
        ending = f"-{number}"
        yield base[: 80 - len(ending)] + ending


def _unpack(data: bytes, limit: int) -> TournamentDump:
    """Everything in the bundle, checked."""
    parts = _unzip(data, limit)
    _check_format(parts["manifest.json"])
    manifest = _decode_part(parts["manifest.json"], _Manifest, "manifest.json")
    entries = _read_journal(parts["journal.jsonl"], check_slug(manifest.slug))
    if verify_chain(manifest.id, entries) != manifest.hash or len(entries) != manifest.head:
        raise BadInput(
            "bundle-incomplete",
            "The bundle's journal ends with entry {seq}, but its manifest says otherwise: it is not complete.",
            seq=len(entries),
        )
    if manifest.created != entries[0].time or (manifest.version > 1) != (_ATTACHMENTS in parts):
        raise _unreadable("manifest.json")
    replay(
        decode_entries(upgrade_entries(entries))
    )  # refuses what a newer release wrote, and what is sealed but no tournament
    summary = Summary(
        slug=manifest.slug,
        id=manifest.id,
        name=manifest.name,
        ruleset=manifest.ruleset,
        created=manifest.created,
        head=manifest.head,
        hash=manifest.hash,
    )
    people = _decode_part(parts["people.json"], _People, "people.json")
    secret = _decode_part(parts["secret.json"], _Secret, "secret.json").secret
    committed = decode_data(entries[0].data).get("commitment")
    if committed and hashlib.sha256(secret.encode()).hexdigest() != committed:
        raise BadInput("seed-changed", "The secret seed is not the one that was fixed when the tournament was created.")
    return TournamentDump(summary, secret, entries, people, _read_attachments(parts.get(_ATTACHMENTS), entries))


def _read_attachments(content: bytes | None, entries: Sequence[Entry]) -> list[Attachment]:
    """The files attached to the journal, each with the fingerprint that its entry has."""
    if content is None:
        return []
    files = _decode_part(content, list[_Attachment], _ATTACHMENTS)
    fingerprints: set[tuple[str, str]] = set()
    for entry in upgrade_entries(entries):
        if entry.action in (ListHandedIn.action, Batch.action):
            handed_in = [part for part in parts_of(decode_fact(entry)) if isinstance(part, ListHandedIn)]
            fingerprints |= {(row.attachment, row.sha256) for fact in handed_in for row in fact.lists}
    if len({one.id for one in files}) != len(files):
        raise _unreadable(_ATTACHMENTS)
    for one in files:
        if (
            one.media not in (*MEDIA, "text/plain")
            or (one.id, hashlib.sha256(one.data).hexdigest()) not in fingerprints
        ):
            raise _unreadable(_ATTACHMENTS)
    return [Attachment(one.id, one.person, one.media, one.data) for one in files]


def _unzip(data: bytes, limit: int) -> dict[str, bytes]:
    """The parts, never more than `limit` bytes of them."""
    _check_seal(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            names = [info.filename for info in infos]
            for part in _PARTS:
                if names.count(part) != 1:
                    raise BadInput("bundle-part", "The bundle does not have exactly one part {part}.", part=part)
            if names.count(_ATTACHMENTS) > 1:
                raise BadInput("bundle-part", "The bundle does not have exactly one part {part}.", part=_ATTACHMENTS)
            size = sum(info.file_size for info in infos)
            compressed = sum(info.compress_size for info in infos)
            if size > limit or (size > _RATIO_FROM and size > compressed * _RATIO_LIMIT):
                raise BadInput("bundle-too-large", "The unpacked bundle is too large for a tournament.")
            return {info.filename: _read_part(archive, info) for info in infos}
    except _UNZIPPABLE as error:
        raise BadInput("bundle-not-a-zip", "The file is not a .pareo bundle, or it is damaged.") from error


def _read_part(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    if info.filename not in (*_PARTS, _ATTACHMENTS):
        raise BadInput(
            "bundle-part-unknown", "The bundle has a part that does not belong in it: {part}.", part=info.filename
        )
    if info.flag_bits & 1 or info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise BadInput(
            "bundle-part-packed", "The bundle's part {part} is packed in a way we can't read.", part=info.filename
        )
    with archive.open(info) as part:
        # With a size the unpacking itself stops there; without one a bomb whose header lies would fill the memory.
        return part.read(info.file_size + 1)


def _check_format(manifest: bytes) -> None:
    header = _decode_part(manifest, _Format, "manifest.json")
    if header.format != FORMAT:
        raise BadInput("bundle-foreign", "The file is not a Pareo bundle.")
    if header.version > FORMAT_VERSION:
        raise BadInput("bundle-newer", "The bundle was written by a newer version of Pareo: install that version.")


def _decode_part(content: bytes, kind: type[T], part: str) -> T:
    try:
        return msgspec.json.decode(content, type=kind)
    except UNREADABLE as error:
        raise _unreadable(part) from error


def _unreadable(part: str) -> BadInput:
    return BadInput("bundle-content", "The bundle's part {part} does not contain what it should.", part=part)


def _write_line(entry: Entry) -> bytes:
    line = _Line(
        seq=entry.seq,
        version=entry.version,
        time=entry.time,
        actor=entry.actor,
        action=entry.action,
        data=msgspec.Raw(entry.data),
        client=entry.client,
        hash=entry.hash,
    )
    return canonical(line) + b"\n"


def _read_journal(content: bytes, slug: str) -> list[Entry]:
    """The entries of the journal. A line that we would not write in exactly these bytes was tampered with."""
    lines = content.split(b"\n")
    if lines.pop() != b"":
        raise _bad_line(len(lines) + 1)
    decode = msgspec.json.Decoder(_Line).decode
    entries = []
    for number, text in enumerate(lines, start=1):
        try:
            line = decode(text)
        except UNREADABLE as error:
            raise _bad_line(number) from error
        facts = (line.seq, line.version, line.time, line.actor, line.action, bytes(line.data), line.client, line.hash)
        entry = Entry(slug, *facts)
        if _write_line(entry) != text + b"\n":
            raise _bad_line(number)
        entries.append(entry)
    return entries


def _bad_line(seq: int) -> BadInput:
    return BadInput("bundle-entry", "Entry {seq} of the bundle's journal cannot be read: it was changed.", seq=seq)
