"""Files of an event: every format it can be written to, and a tournament from a file."""

from __future__ import annotations

import base64
from typing import Any

from litestar.datastructures import UploadFile
from litestar.response import Response

from pareo import rulesets
from pareo.app.accounts.permissions import Right
from pareo.core.text.errors import BadInput, NeedsConfirmation, PareoError
from pareo.formats.exchange.event import ImportReport
from pareo.formats.registry import IMPORTERS, import_file
from pareo.formats.swiss_perfect.files import PARTS, zip_files
from pareo.pages.exports import exporter
from pareo.web.route_decorators import Upload, command, page
from pareo.web.view import Html, View, status_of


@page("/console/{slug:str}/export/{format_id:str}", Right.EVENT)
def export(slug: str, format_id: str, view: View) -> Response[bytes]:
    """The event as a file to download."""
    chosen = exporter(format_id)
    pod = view.request.query_params.get("pod") or None
    file = view.look(lambda ctx: chosen.export(ctx, slug, view.lang, pod))
    headers = {"content-disposition": f'attachment; filename="{slug}-{chosen.id}.{chosen.ending}"'}
    return Response(file.data, headers=headers, media_type=chosen.media)


def _page(view: View, problem: PareoError | None = None, report: ImportReport | None = None) -> Html:
    return view.page(
        "console/import_event.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        formats=[view.texts.gettext(importer.title) for importer in IMPORTERS.values()],
        rulesets=rulesets.available(),
        report=report,
    )


def _uploaded_file(data: dict[str, Any]) -> tuple[str, bytes]:
    """Name and content of the uploaded file. The three files of a Swiss Perfect tournament become one; a file sent
    before a question comes back from its hidden field."""
    if encoded := str(data.get("kept") or ""):
        try:
            return str(data.get("name") or "")[:100], base64.b64decode(encoded, validate=True)
        except ValueError:
            raise BadInput("import-no-file", "Choose a file.") from None
    field = data.get("file")
    uploads = [u for u in (field if isinstance(field, list) else [field]) if isinstance(u, UploadFile) and u.filename]
    if not uploads:
        raise BadInput("import-no-file", "Choose a file.")
    if len(uploads) == 1:
        return uploads[0].filename[:100], uploads[0].file.read()
    if not all(u.filename.lower().endswith(PARTS) for u in uploads):
        raise BadInput("import-several", "Choose one file, or the .trn, .sco and .ini of one tournament.")
    return "", zip_files({u.filename[-100:]: u.file.read() for u in uploads})


@page("/console/import", Right.CREATE)
def import_page(view: View) -> Html:
    """The page where a file of a tournament is chosen."""
    return _page(view)


@command("/console/import", Right.CREATE)
def import_event(view: View, data: Upload) -> Html:
    """Imports a tournament from a file, all of it or nothing; the page reports what was left out."""
    try:
        name, raw = _uploaded_file(data)
        ruleset = str(data.get("ruleset") or "")
        with view.app_state.open_context(view.identity) as ctx:
            report = import_file(ctx, raw, name=name, ruleset=ruleset or None, confirmed=bool(data.get("yes")))
    except NeedsConfirmation as question:
        form = {"kept": base64.b64encode(raw).decode(), "name": name, "ruleset": ruleset}
        return view.confirmation_page(question, form, back="/console/import", upload=True)
    except PareoError as problem:
        return _page(view, problem)
    return _page(view, report=report)


ROUTES = [export, import_page, import_event]
