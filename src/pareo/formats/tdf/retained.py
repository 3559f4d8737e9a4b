"""The file that an event was read from, kept outside the journal without its players, to be written again.

User ids stand in it as entrant numbers, `#1`, `#2` …; each player's element is kept with the personal data and goes
when the player is forgotten.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from pareo.app.base.context import LoadedTournament
from pareo.core.text.errors import PareoError
from pareo.formats.exchange.check import entrant_numbers
from pareo.formats.exchange.event import ForeignEvent
from pareo.formats.tdf.people import retained_element
from pareo.formats.tdf.write import Person
from pareo.formats.tdf.xml import SIZE_LIMIT, XmlDocument, XmlExtent, XmlNode, parse_text, read_with_other_ids

FORMAT = "tdf"
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def retained_record(document: XmlDocument, event: ForeignEvent, categories: Mapping[str, str]) -> dict[str, Any]:
    """What is kept of an imported file: the file without its players' elements, user ids as entrant numbers."""
    text = retained_text(document, event)
    compressed = base64.b64encode(zlib.compress(text, 3)).decode()
    return {"xml": compressed, "pods": dict(categories), "codec": document.codec}


def retained_text(document: XmlDocument, event: ForeignEvent) -> bytes:
    """The characters of a file that are kept, in UTF-8."""
    number = {key: f"#{no}" for key, no in entrant_numbers(event).items()}
    return read_with_other_ids(document, number, list(document.root.all("players")))


def retained_document(record: Mapping[str, Any], forgotten: Callable[[str], bool] | None = None) -> XmlDocument | None:
    """The file as it was read, without its players' elements; None if it cannot be read any more."""
    try:
        compressed = base64.b64decode(str(record.get("xml", "")), validate=True)
        text = zlib.decompressobj().decompress(compressed, SIZE_LIMIT).decode()
        if forgotten is not None and forgotten(text):
            text = _COMMENT.sub("", text)  # who knows what comments say
        return parse_text(text, str(record.get("codec", "utf-8")))
    except (binascii.Error, zlib.error, ValueError, PareoError):
        return None


def original_document(
    event: LoadedTournament, record: Mapping[str, Any], own: Mapping[int, XmlNode | None] | None = None
) -> XmlDocument | None:
    """The file as it was read, each player's element put back: those given, or the ones with their personal data."""
    if own is None:
        own = {no: element_of(event.person(e)) for no, e in event.state.entrants.items()}
    elements = {f"#{no}": node for no, node in own.items()}
    forgotten = [f'"{token}"' for token, node in elements.items() if node is None]
    document = retained_document(record, lambda text: any(token in text for token in forgotten))
    if document is None:
        return None
    players_node = document.root.find("players")
    if players_node is not None:
        nodes = [_put_back(child, elements) if child.tag == "player" else child for child in players_node.children]
        players_node.children = [node for node in nodes if node is not None]
    return document


def _put_back(child: XmlNode, elements: Mapping[str, XmlNode | None]) -> XmlNode | None:
    """A player's own element where the id stood. Its own user id does not count: that may be changed here."""
    node = elements.get(child.attrs.get("userid", ""))
    if node is None:
        return None
    lead = child.shape.lead if child.shape is not None else ""
    shape = node.shape._replace(lead=lead) if node.shape is not None else XmlExtent(lead)
    return XmlNode(node.tag, {**child.attrs, **node.attrs, **child.attrs}, node.text, node.children, shape)


def element_of(record: Person) -> XmlNode | None:
    text = record.get("tdf")
    try:
        return retained_element(text) if isinstance(text, str) else None
    except (PareoError, UnicodeError):
        return None
