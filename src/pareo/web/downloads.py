"""Files that both the console and the API hand out: an event as one file, its papers as PDF."""

from __future__ import annotations

from dataclasses import replace

from litestar.response import Response

from pareo.app.base.context import Context
from pareo.core.settings.event import LANGUAGE
from pareo.core.text.errors import NotFound
from pareo.formats.bundle import export_bundle
from pareo.print.document import PrintDocument, PrintOptions
from pareo.print.papers import KINDS, find, gather
from pareo.print.typesetting import typeset
from pareo.web.view import View

SUFFIX = ".pdf"


def bundle_response(view: View, slug: str) -> Response[bytes]:
    """An event as one .pareo file to save. It is read without locking the tournament, so nobody waits for it."""
    headers = {"content-disposition": f'attachment; filename="{slug}.pareo"'}
    return Response(export_bundle(view.app_state.store, slug), headers=headers, media_type="application/octet-stream")


def kind_of(file: str) -> str:
    """The kind of paper that a file's name (“slips.pdf”) means; NotFound if there is none."""
    if not file.endswith(SUFFIX):
        raise NotFound(
            "no-paper", "There is no printout “{kind}”. Choose one of: {valid}.", kind=file[:80], valid=", ".join(KINDS)
        )
    kind = file.removesuffix(SUFFIX)
    find(kind)
    return kind


def paper_response(view: View, slug: str, file: str, options: PrintOptions) -> Response[bytes]:
    """A paper as PDF, in the event's language unless another is asked for. Never cached: it may hold full names."""
    kind = kind_of(file)
    address = "" if view.only_here else view.address(f"/e/{slug}")

    def look(ctx: Context) -> PrintDocument:
        lang = options.lang or ctx.open(slug).state.setting(LANGUAGE) or view.lang
        return gather(kind, ctx, slug, replace(options, lang=lang, address=address))

    headers = {"content-disposition": f'inline; filename="{slug}-{kind}.pdf"', "cache-control": "no-store"}
    return Response(typeset(view.app_state.look(look)), headers=headers, media_type="application/pdf")
