"""Is this a photo, and of which kind? By its first bytes, never by its name.

Photos are for staff only and never on a public page; what a phone writes into them is taken out (`photo_parts`).
"""

from __future__ import annotations

from pareo.core.text.errors import BadInput

PHOTO_LIMIT = 5 * 1024 * 1024
MEDIA = ("image/jpeg", "image/png", "image/webp")


def photo_media(content: bytes) -> str | None:
    """The media type of a JPEG, PNG or WebP; None for anything else."""
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content.startswith(b"\x89PNG\r\n\x1a\n") and content[12:16] == b"IHDR":
        return "image/png"
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return "image/webp"
    return None


def require_photo(content: bytes) -> str:
    """The media type; BadInput for what is no photo or too large."""
    if len(content) > PHOTO_LIMIT:
        raise BadInput("photo-large", "The photo is larger than {limit} MB.", limit=PHOTO_LIMIT // 2**20)
    media = photo_media(content)
    if media is None:
        raise BadInput("photo-unknown", "The file is not a photo: use JPEG, PNG or WebP.")
    return media
