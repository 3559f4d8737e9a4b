"""Compiled gettext catalogues (`.mo`): quick to read, and nothing but the standard library reads them.

The format is GNU gettext's; https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html. A key is the English
text, after its context and EOT if it has one; of a plural, both English forms with a NUL between them.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field

_MAGIC = 0x950412DE
_HEAD = struct.Struct("<7I")
CONTEXT_END = "\x04"
_HEADER = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"


@dataclass(frozen=True, slots=True)
class Messages:
    """What one catalogue says: texts by their English, plural forms by the English singular and plural."""

    one: Mapping[str, str] = field(default_factory=dict)  # “context EOT text” for a text of one place
    many: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)

    def __or__(self, other: Messages) -> Messages:
        """These, and the others in their place where they say the same."""
        return Messages({**self.one, **other.one}, {**self.many, **other.many})

    def without(self, known: Messages) -> Messages:
        """Those that are not known as they are."""
        return Messages(
            {key: text for key, text in self.one.items() if known.one.get(key) != text},
            {key: texts for key, texts in self.many.items() if known.many.get(key) != texts},
        )


def write_mo(messages: Messages) -> bytes:
    """A `.mo` file of these messages; the same messages give the same bytes."""
    pairs = {"": _HEADER, **messages.one, **{"\0".join(key): "\0".join(said) for key, said in messages.many.items()}}
    entries = sorted((key.encode(), said.encode()) for key, said in pairs.items())
    keys_at, texts_at = _HEAD.size, _HEAD.size + 8 * len(entries)
    data_at = texts_at + 8 * len(entries)
    data = bytearray()
    places: list[int] = []  # of every key, then of every text: length, offset
    for string in (*(key for key, _ in entries), *(said for _, said in entries)):
        places += (len(string), data_at + len(data))
        data += string + b"\0"
    head = _HEAD.pack(_MAGIC, 0, len(entries), keys_at, texts_at, 0, data_at)
    return head + struct.pack(f"<{len(places)}I", *places) + bytes(data)


def read_mo(data: bytes) -> Messages:
    """The messages of a `.mo` file as `write_mo` writes it."""
    magic, _, count, keys_at, texts_at, _, _ = _HEAD.unpack_from(data)
    if magic != _MAGIC:
        raise ValueError("not a compiled catalogue")
    keys, texts = (struct.unpack_from(f"<{2 * count}I", data, at) for at in (keys_at, texts_at))
    one: dict[str, str] = {}
    many: dict[tuple[str, str], tuple[str, ...]] = {}
    for i in range(0, 2 * count, 2):
        key = data[keys[i + 1] : keys[i + 1] + keys[i]].decode()
        text = data[texts[i + 1] : texts[i + 1] + texts[i]].decode()
        if "\0" in key:
            singular, plural = key.split("\0")
            many[singular, plural] = tuple(text.split("\0"))
        elif key:
            one[key] = text
    return Messages(one, many)
