"""QR codes for pages and paper. None ever leads a phone back to itself (A-61): then there is no code."""

from __future__ import annotations

import io
from functools import lru_cache

import segno

from pareo.core.text.addresses import is_loopback_address


def _leads_nowhere(text: str) -> bool:
    return not text or (not text.startswith("WIFI:") and is_loopback_address(text))


@lru_cache(maxsize=512)
def qr_inline(text: str) -> str:
    """A code as SVG to stand in a page; empty where it would lead nowhere."""
    if _leads_nowhere(text):
        return ""
    code = segno.make(text, error="m", micro=False)
    return str(code.svg_inline(border=2, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None))


def qr_svg(text: str, *, border: int = 0, light: str | None = None, scale: int = 1) -> bytes:
    """A code as a picture of its own; empty where it would lead nowhere."""
    if _leads_nowhere(text):
        return b""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=border, dark="#000", light=light, scale=scale, xmldecl=False
    )
    return out.getvalue()
