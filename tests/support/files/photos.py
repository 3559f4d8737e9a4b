"""The smallest possible photos, with what phones write into them."""

from __future__ import annotations

import struct
import zlib

SECRET = b"GPS 42.2406 -8.7207 phone of Iria"


def jpeg_part(mark: int, content: bytes) -> bytes:
    return bytes([0xFF, mark]) + struct.pack(">H", len(content) + 2) + content


def exif(upright: int = 0, order: str = ">") -> bytes:
    """With a secret in it, and which way is up if asked."""
    mark = b"MM" if order == ">" else b"II"
    rows = [struct.pack(f"{order}HHI4s", 0x010F, 2, 4, b"Fono")]
    if upright:
        rows.append(struct.pack(f"{order}HHIHH", 0x0112, 3, 1, upright, 0))
    head = mark + struct.pack(f"{order}HIH", 42, 8, len(rows))
    return b"Exif\0\0" + head + b"".join(rows) + struct.pack(f"{order}I", 0) + SECRET


def jpeg(*parts: bytes, after: bytes = b"") -> bytes:
    """A JPEG with these parts before the picture, and something after its end."""
    frame = jpeg_part(0xC0, b"\x08\0\x01\0\x01\x01\x01\x11\0")
    scan = jpeg_part(0xDA, b"\x01\x01\0\0\x3f\0") + b"\x12\xff\0\x34\xff\xd0\x56"
    jfif = jpeg_part(0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0")
    return b"\xff\xd8" + jfif + b"".join(parts) + frame + scan + scan + b"\xff\xd9" + after


def png_part(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(*parts: bytes, after: bytes = b"") -> bytes:
    head = png_part(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    picture = png_part(b"IDAT", zlib.compress(b"\0\0"))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(parts) + picture + png_part(b"IEND", b"") + after


def webp_part(kind: bytes, content: bytes) -> bytes:
    return kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def webp(*parts: bytes, flags: int = 0, after: bytes = b"") -> bytes:
    body = b"WEBP" + webp_part(b"VP8X", bytes([flags]) + bytes(9)) + webp_part(b"VP8 ", b"odd") + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body + after


JPEG, PNG, WEBP = jpeg(), png(), webp()
