"""What pages of the staff show of lists: each with its problems, the code beside it, and its versions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pareo.app.base.context import Context
from pareo.app.queries.lists import views as list_views
from pareo.app.rows import lists as list_rows
from pareo.core.text.errors import NotFound
from pareo.web.view import View


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
