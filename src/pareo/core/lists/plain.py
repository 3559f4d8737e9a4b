"""Text of a list, from anybody: bounded, decoded, without characters that cannot be seen. And names made comparable.

Size comes first: nothing is decoded or parsed before it is known to be small. Characters that hide or turn text around
(controls, bidirectional marks) are refused, not removed: a judge must see exactly what was handed in.
"""

from __future__ import annotations

import contextlib
import unicodedata

from pareo.core.text.errors import BadInput

TEXT_LIMIT = 100_000  # bytes; ten times the longest honest list
LINE_LIMIT = 2_000
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def plain_text(content: bytes | str) -> str:
    """The text of a list with line ends of one kind; BadInput in one sentence if it is none."""
    if len(content) > TEXT_LIMIT:
        raise BadInput(
            "list-large", "The list is longer than {limit} kB: that can't be a list.", limit=TEXT_LIMIT // 1000
        )
    text = content if isinstance(content, str) else _decode(content)
    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    check_visible(text)
    if not text.strip():
        raise BadInput("list-empty", "The list is empty.")
    if text.count("\n") > LINE_LIMIT:
        raise BadInput("list-lines", "The list has more than {limit} lines.", limit=LINE_LIMIT)
    return text.strip("\n") + "\n"


def check_visible(text: str) -> None:
    """Refuses characters that hide or turn text around."""
    bad = next((c for c in text if c not in "\n\t" and unicodedata.category(c) in _HIDDEN), None)
    if bad is not None:
        raise BadInput("list-control", "The list contains an invisible character (U+{code}).", code=f"{ord(bad):04X}")


def _decode(content: bytes) -> str:
    """UTF-8, or UTF-16 where the file says so, or Windows' western letters."""
    marked = next((name for mark, name in _BOMS if content.startswith(mark)), "")
    tried = (marked or "utf-8", "cp1252") if marked or b"\0" not in content else ()  # a zero byte: another kind of file
    for encoding in tried:
        with contextlib.suppress(UnicodeDecodeError):
            return content.decode(encoding)
    raise BadInput("list-not-text", "The list is neither text nor a photo (JPEG, PNG or WebP).")


def collapse_spaces(name: str) -> str:
    """One space between words, none around."""
    return " ".join(name.split())


def canonical(name: str) -> str:
    """A name as XWS writes ids: no accents, no capitals, only letters and digits ("Ala-X" → alax)."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in letters if c.isalnum() and not unicodedata.combining(c))
