"""What pages show of lists: one list with its words, the code beside it, and who is missing at a glance.

Shared by the lists page, a check and a player's own page. The text of a list is data, never markup.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar.datastructures import UploadFile

from pareo.app.base.context import Context
from pareo.app.queries.lists import views as list_views
from pareo.app.rows import lists as list_rows
from pareo.core.lists.photos import photo_media
from pareo.core.lists.plain import plain_text
from pareo.core.text.errors import BadInput, NotFound
from pareo.web.route_decorators import Upload
from pareo.web.view import View

UPLOAD_MOST = 5 * 1024 * 1024 + 1  # one byte more than a photo may have: what is larger is refused when it is read


@dataclass(frozen=True, slots=True)
class ListSheet:
    """One person's list on a page."""

    row: list_rows.ListRow
    shown: list_rows.ShownList | None  # None: nothing was handed in
    lock: list_rows.ShownList | None
    problems: tuple[str, ...] = ()
    reminders: tuple[str, ...] = ()
    versions: tuple[Any, ...] = ()


def shown_lists(ctx: Context, view: View, slug: str, no: int, version: int | None = None) -> list[ListSheet]:
    """The lists of an entrant as staff see them, one for each of its people."""
    event = ctx.open(slug)
    found: list[ListSheet] = []
    for row in list_views.own_lists(ctx, slug, no).rows:
        shown = _found(ctx, slug, no, row.person, version=version)
        lock = _found(ctx, slug, no, row.person, lock=True)
        found.append(
            ListSheet(
                row,
                shown,
                lock,
                tuple(view.note(problem) for problem in shown.problems) if shown is not None else (),
                tuple(view.texts.gettext(text) for text in shown.reminders) if shown is not None else (),
                event.state.lists.history(no, row.person)[::-1],
            )
        )
    return found


def _found(
    ctx: Context, slug: str, no: int, person: int, *, version: int | None = None, lock: bool = False
) -> list_rows.ShownList | None:
    try:
        return list_views.list_shown(ctx, slug, no, person=person, version=version, lock=lock)
    except NotFound:
        return None


def given(data: Upload) -> bytes | str:
    """What a form hands in: the photo or file if one was chosen, else the text. A file of text is text from here on."""
    for key in ("photo", "file"):
        upload = data.get(key)
        if isinstance(upload, UploadFile) and upload.filename and (raw := upload.file.read(UPLOAD_MOST)):
            return raw if len(raw) == UPLOAD_MOST or photo_media(raw) is not None else plain_text(raw)
    text = str(data.get("text") or "")
    if not text.strip():
        raise BadInput("list-nothing", "Paste the list, or choose a file or a photo.")
    return text
