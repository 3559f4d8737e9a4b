"""The parts of a photo: those that make the picture stay, everything that tells of the phone and the place goes (R-10).

Contract: `picture_only` gives the bytes of the same picture without EXIF, XMP, comments, thumbnails and what follows
its end. Of EXIF one number is kept, which way is up: a list that lies on its side cannot be read. BadInput for a file
whose parts cannot be told apart: what cannot be taken out must not be kept.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator, Mapping

from pareo.core.text.errors import BadInput

_JPEG_KEPT = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}  # of the application's own parts
_JPEG_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})  # marks without a length
_NEXT_MARK = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")
_EXIF = b"Exif\0\0"
_PNG_KEPT = frozenset(
    {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"pHYs", b"bKGD"}
)
_WEBP_KEPT = frozenset({b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP"})
_WEBP_METADATA_FLAGS = 0x08 | 0x04  # “has EXIF”, “has XMP”


def picture_only(content: bytes, media: str) -> bytes:
    """The bytes of the picture without anything that tells of phone and place; BadInput if it is damaged."""
    try:
        return _STRIP[media](content)
    except (IndexError, struct.error, ValueError):
        raise BadInput("photo-broken", "The photo is damaged: take it again.") from None


# --- JPEG -------------------------------------------------------------------------------------------------------------


def _strip_jpeg(content: bytes) -> bytes:
    upright = 1
    parts = []
    for mark, part in _jpeg_parts(content):
        if mark == 0xE1 and part[4:10] == _EXIF:
            upright = _orientation(part[10:])
        is_metadata = mark in range(0xE0, 0xF0) or mark == 0xFE
        if not is_metadata or (mark in _JPEG_KEPT and part[4:].startswith(_JPEG_KEPT[mark])):
            parts.append(part)
    orientation = [_orientation_part(upright)] if 2 <= upright <= 8 else []
    return b"".join([b"\xff\xd8", *orientation, *parts])


def _jpeg_parts(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Mark and bytes of each part; a scan with the picture's own bytes that follow it. Ends with the picture."""
    at = 2
    while True:
        if content[at] != 0xFF:
            raise ValueError(at)
        while content[at + 1] == 0xFF:  # filling
            at += 1
        mark = content[at + 1]
        if mark == 0xD9:
            yield mark, b"\xff\xd9"
            return
        end = at + 2
        if mark not in _JPEG_ALONE:
            (length,) = struct.unpack_from(">H", content, end)
            end += length
            if length < 2 or end > len(content):
                raise ValueError(at)
        if mark == 0xDA:
            next_mark = _NEXT_MARK.search(content, end)
            if next_mark is None:  # cut off: what there is of it can be seen
                yield mark, content[at:]
                return
            end = next_mark.start()
        yield mark, content[at:end]
        at = end


def _orientation(tiff: bytes) -> int:
    """Which way is up; 1 where it is not said in a way that we understand."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2], "")
    try:
        (start,) = struct.unpack_from(f"{order}4xI", tiff) if order else (len(tiff),)
        (count,) = struct.unpack_from(f"{order}H", tiff, start)
        for number in range(min(count, 100)):
            tag, kind, _, value = struct.unpack_from(f"{order}HHIH", tiff, start + 2 + 12 * number)
            if (tag, kind) == (0x0112, 3):
                return int(value)
    except struct.error:
        pass
    return 1


def _orientation_part(upright: int) -> bytes:
    tiff = struct.pack(">2sHIHHHIHHI", b"MM", 42, 8, 1, 0x0112, 3, 1, upright, 0, 0)
    return b"\xff\xe1" + struct.pack(">H", 2 + len(_EXIF) + len(tiff)) + _EXIF + tiff


# --- PNG and WebP -----------------------------------------------------------------------------------------------------


def _strip_png(content: bytes) -> bytes:
    parts, at, kind = [content[:8]], 8, b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", content, at)
        end = at + 12 + length
        if end > len(content):
            raise ValueError(at)
        if kind in _PNG_KEPT:
            parts.append(content[at:end])
        at = end
    return b"".join(parts)


def _strip_webp(content: bytes) -> bytes:
    parts, at = [], 12
    last = min(len(content), 8 + struct.unpack_from("<I", content, 4)[0])
    while at + 8 <= last:
        kind, length = struct.unpack_from("<4sI", content, at)
        end = at + 8 + length
        if end > last:
            raise ValueError(at)
        if kind == b"VP8X":
            parts.append(
                content[at : at + 8] + bytes([content[at + 8] & ~_WEBP_METADATA_FLAGS]) + content[at + 9 : end]
            )
        elif kind in _WEBP_KEPT:
            parts.append(content[at:end] + b"\0" * (length % 2))
        at = end + length % 2
    if not parts:
        raise ValueError("no picture")
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


_STRIP: Mapping[str, Callable[[bytes], bytes]] = {
    "image/jpeg": _strip_jpeg,
    "image/png": _strip_png,
    "image/webp": _strip_webp,
}
