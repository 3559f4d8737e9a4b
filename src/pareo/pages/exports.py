"""Every way out of a tournament: the files of the formats, and the public pages as a web site."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pareo.app.base.context import Context
from pareo.core.text.errors import NotFound
from pareo.formats.exchange.event import Writing
from pareo.formats.registry import EXPORTERS, FileFormat


def _site(ctx: Context, slug: str, lang: str, _pod: str | None) -> Writing:
    from pareo.pages.site import site_zip  # noqa: PLC0415  (pages and templates, for this format alone)

    return Writing(site_zip(ctx, slug, lang=lang))


SITE = FileFormat("html", "web site (zip of HTML pages)", "zip", "application/zip", _site, public=True)


def _in_order() -> Iterator[FileFormat]:
    """The site stands before the spreadsheet."""
    for one in EXPORTERS.values():
        if one.id == "xlsx":
            yield SITE
        yield one


EXPORTS: Mapping[str, FileFormat] = {one.id: one for one in _in_order()}


def exporter(format_id: str) -> FileFormat:
    """The format that an event is written in."""
    file_format = EXPORTS.get(format_id)
    if file_format is None:
        raise NotFound(
            "no-such-format",
            "There is no format “{format}”. Choose one of: {known}.",
            format=format_id,
            known=", ".join(EXPORTS),
        )
    return file_format
