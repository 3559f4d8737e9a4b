"""Lists as the staff pages show them: each with its problems, its lock code, and its versions."""

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
    sheets: list[ListSheet] = []
    for row in list_views.own_lists(ctx, slug, no).rows:
        current = _list_or_none(ctx, slug, no, row.person, version=version)
        lock = _list_or_none(ctx, slug, no, row.person, lock=True)
        sheets.append(
            ListSheet(
                row,
                current,
                lock,
                tuple(view.note(problem) for problem in current.problems) if current is not None else (),
                tuple(view.texts.gettext(text) for text in current.reminders) if current is not None else (),
                event.state.lists.history(no, row.person)[::-1],
            )
        )
    return sheets


def _list_or_none(
    ctx: Context, slug: str, no: int, person: int, *, version: int | None = None, lock: bool = False
) -> list_rows.ShownList | None:
    try:
        return list_views.list_shown(ctx, slug, no, person=person, version=version, lock=lock)
    except NotFound:
        return None
