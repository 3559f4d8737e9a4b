"""The saves of TOM that were taken, kept outside the journal: each as it came, without its players (BT-DIFF-3).

User ids stand in them as entrant numbers; each player's element is with the personal data, which go when the
player is forgotten. Most saves differ in a few lines from the one before: then only those are kept.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from pareo.app.base.context import Context, LoadedTournament
from pareo.core.journal.tom_sync import TomSave
from pareo.core.text.errors import NotFound
from pareo.formats.tdf.retained import element_of, original_document
from pareo.formats.tdf.xml import SIZE_LIMIT, XmlNode, write_document
from pareo.store.protocol import Attachment

MEDIA = "application/x-tom-save"
WHOLE_EVERY = 20  # saves: a whole one stands at most so many before any other
ELEMENT, EARLIER = "tdf", "tdf_was"  # in a person's record: the element, and those of earlier saves


def pack_save(text: bytes, head: Mapping[str, object], *, name: str, person: str, before: bytes | None) -> Attachment:
    """A save to be kept, its text without players (`retained_text`): whole, or what differs from the one before."""
    if before is not None:
        lead, trail = _common_ends(before, text)
        head = {**head, "lead": lead, "trail": trail}
        text = text[lead : len(text) - trail]
    return Attachment(name, person, MEDIA, json.dumps(head).encode() + b"\n" + zlib.compress(text, 6))


def _common_ends(one: bytes, two: bytes) -> tuple[int, int]:
    """How many bytes are the same at the beginning, and then at the end."""
    lead = _common_length(one, two)
    most = min(len(one), len(two)) - lead
    return lead, min(most, _common_length(one[::-1][:most], two[::-1][:most]))


def _common_length(one: bytes, two: bytes) -> int:
    low, high = 0, min(len(one), len(two))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == two[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def last_text(ctx: Context, slug: str, saves: Sequence[TomSave]) -> bytes | None:
    """The text that the next save is compared with; None if that shall be kept whole."""
    if not saves or len(saves) % WHOLE_EVERY == 0:
        return None
    stored = _read(ctx, slug, saves, len(saves) - 1)
    return None if stored is None else stored[0]


def _read(ctx: Context, slug: str, saves: Sequence[TomSave], index: int) -> tuple[bytes, dict[str, Any]] | None:
    """The text of a save and what is kept with it; None if it is there no longer."""
    parts: list[tuple[dict[str, Any], bytes]] = []
    for save in reversed(saves[: index + 1]):
        attachment = ctx.store.attachment(slug, save.kept) if save.kept else None
        if attachment is None:
            return None
        head, _, body = attachment.data.partition(b"\n")
        parts.append((json.loads(head), zlib.decompressobj().decompress(body, SIZE_LIMIT)))
        if "lead" not in parts[-1][0]:
            break
    text = b""
    for head_, middle in reversed(parts):
        lead, trail = head_.get("lead", 0), head_.get("trail", 0)  # none of a whole one, with which it begins
        text = text[:lead] + middle + text[len(text) - trail :]
    return text, parts[0][0]


def save_record(ctx: Context, slug: str, saves: Sequence[TomSave], index: int = -1) -> Mapping[str, Any] | None:
    """A save in the shape in which an imported file is kept."""
    stored = _read(ctx, slug, saves, index % len(saves)) if saves else None
    if stored is None:
        return None
    text, head = stored
    packed_text = base64.b64encode(zlib.compress(text, 1)).decode()
    return {"xml": packed_text, "pods": head.get("pods", {}), "codec": head.get("codec", "utf-8")}


def save_bytes(ctx: Context, event: LoadedTournament, number: int) -> bytes:
    """A save as it came: byte for byte, unless somebody was forgotten since."""
    slug, tom = event.state.slug, event.state.tom
    saves = tom.saves if tom is not None else []
    index = next((i for i, save in enumerate(saves) if save.number == number), None)
    record = save_record(ctx, slug, saves, index) if index is not None else None
    if record is None:
        raise NotFound("tom-no-save", "This event has no save file {number} of TOM.", number=number)
    elements = {no: _element_at(event.person(e), number) for no, e in event.state.entrants.items()}
    document = original_document(event, record, elements)
    if document is None:
        raise NotFound("tom-no-save", "This event has no save file {number} of TOM.", number=number)
    ids = {f"#{no}": _userid(event, no, node) for no, node in elements.items()}
    return write_document(document, ids)


def _userid(event: LoadedTournament, no: int, node: XmlNode | None) -> str:
    return node.attrs.get("userid", "") if node is not None else event.id(no)


def _element_at(record: Mapping[str, Any], number: int) -> XmlNode | None:
    """A player's element as a save had it."""
    for until, text in record.get(EARLIER, ()):
        if number <= until:
            return element_of({ELEMENT: text})
    return element_of(record)
