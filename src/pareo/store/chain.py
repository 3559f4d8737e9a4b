"""The journal's entries and the chain of hashes that holds them together.

The hash of an entry is SHA-256 over one line of canonical JSON: the hash before it, the tournament's random id, and
every field of the entry. The slug is left out, so a tournament can be renamed; personal data are not in entries at
all, so a person can be forgotten. Nothing here knows where entries are stored. `docs/journal.md` states the bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec

from pareo.core.text.errors import BadInput

START = "0" * 64
"""What the first entry of a journal has instead of the hash of an earlier one."""

_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z")
_encode = msgspec.json.Encoder(order="sorted").encode
_decode_object = msgspec.json.Decoder(dict[str, Any]).decode
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading JSON of unknown origin can raise."""


class Entry(msgspec.Struct, frozen=True):
    """One fact in the journal of a tournament."""

    tournament: str  # slug; not part of the chain
    seq: int  # 1, 2, 3 … without gaps
    version: int  # schema version of `action` and `data` (see `upgrade`)
    time: str  # UTC, "2019-07-17T09:30:00.000000Z"
    actor: str
    action: str
    data: bytes  # a JSON object in canonical form
    client: str | None  # made by the client, so that a repeated request is recognised
    hash: str


def canonical(value: object) -> bytes:
    """The one way to write a value as JSON: UTF-8, keys sorted, no spaces, no line ends."""
    try:
        return _encode(value)
    except UnicodeEncodeError:
        raise BadInput("not-text", "The text contains characters that cannot be stored: type it again.") from None


def decode_data(data: bytes) -> dict[str, Any]:
    """The data of an entry. Raises one of `UNREADABLE` if it is no JSON object."""
    return _decode_object(data)


def link(
    before: str,
    tournament_id: str,
    *,
    seq: int,
    version: int,
    time: str,
    actor: str,
    action: str,
    data: bytes,
    client: str | None,
) -> str:
    """The hash of an entry that follows the entry with hash `before`."""
    return sha256(
        canonical((before, tournament_id, seq, version, time, actor, action, msgspec.Raw(data), client))
    ).hexdigest()


def well_formed(*, time: str, data: bytes) -> bool:
    """Can this be stored for ever: a UTC time, and one line that is a JSON object?"""
    if not _TIME.fullmatch(time) or not data.startswith(b"{") or not data.endswith(b"}") or b"\n" in data:
        return False
    try:
        _decode_object(data)
    except UNREADABLE:
        return False
    return True


def seal(slug: str, tournament_id: str, before: str, facts: tuple[int, int, str, str, str, bytes, str | None]) -> Entry:
    """The entry with these facts, chained to the one before. What is no entry is a bug of ours: ValueError."""
    seq, version, time, actor, action, data, client = facts
    if not well_formed(time=time, data=data):
        raise ValueError(f"not an entry: {action} at {time}: {data[:80]!r}")
    sealed = link(
        before,
        tournament_id,
        seq=seq,
        version=version,
        time=time,
        actor=actor,
        action=action,
        data=data,
        client=client,
    )
    return Entry(slug, seq, version, time, actor, action, data, client, sealed)


def verify_chain(tournament_id: str, entries: Iterable[Entry]) -> str:
    """Check a whole journal from its first entry on; the hash of the last one. Names the first bad entry."""
    before = START
    expected = 0
    clients: set[str] = set()
    for entry in entries:
        expected += 1
        if entry.seq != expected:
            raise _chain_broken(expected)
        sealed = link(
            before,
            tournament_id,
            seq=entry.seq,
            version=entry.version,
            time=entry.time,
            actor=entry.actor,
            action=entry.action,
            data=entry.data,
            client=entry.client,
        )
        if sealed != entry.hash or not well_formed(time=entry.time, data=entry.data):
            raise _chain_broken(expected)
        if entry.client is not None:
            # Two entries for one request would give a repeated request two answers.
            if entry.client in clients:
                raise _chain_broken(expected)
            clients.add(entry.client)
        before = entry.hash
    if expected == 0:
        raise _chain_broken(1)
    return before


def _chain_broken(seq: int) -> BadInput:
    return BadInput(
        "chain-broken",
        "The journal is broken at entry {seq}: it was changed or damaged after it was written.",
        seq=seq,
    )
