"""What every page of an event needs: the values of its frame, and QR codes of its addresses."""

from __future__ import annotations

from base64 import b64encode

from pareo.app.base.context import Context, LoadedTournament
from pareo.core.model.games import game_of
from pareo.pages.render import Values
from pareo.print.qr import qr_svg


def frame(ctx: Context, slug: str, tab: str) -> Values:
    """Template values for the frame around every page of an event."""
    return {"slug": slug, "tab": tab, "event": event_facts(ctx.open(slug))}


def event_facts(event: LoadedTournament) -> Values:
    t = event.state
    return {
        "name": t.name,
        "slug": t.slug,
        "zone": t.zone,
        "game": game_of(t.ruleset),
        "fide_mode": t.fide_mode,
        "list_kind": t.ruleset.lists.kind,
    }


def qr_code(address: str) -> str:
    """A QR code as an image address that needs no further request; empty where only this computer could open it."""
    picture = qr_svg(address, border=2, light="#fff", scale=4)
    return f"data:image/svg+xml;base64,{b64encode(picture).decode()}" if picture else ""
