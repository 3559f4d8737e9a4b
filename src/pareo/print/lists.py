"""Lists on paper: who has not handed one in, and the checks. For the desk and the judges: full names; nothing of a
list's content, and none of the judges' notes.
"""

from __future__ import annotations

from collections.abc import Callable

from pareo.app.desk import Desk
from pareo.app.lists.checks import CheckRow, checks_view
from pareo.app.lists.views import lists_view
from pareo.core.words.alphabet import alphabetical
from pareo.core.words.errors import Refused
from pareo.print.document import Part, Wish, column, shown, table_part
from pareo.print.words import words


def missing_lists(desk: Desk, slug: str, wish: Wish) -> list[Part]:
    """A box to tick for everybody whose list, or code, is wanted and not there (P-PREM-1, X-14)."""
    if not desk.open(slug).state.entrants:
        raise Refused("nobody-entered", "Nobody is entered yet.")
    said = words(wish.lang)
    seen = lists_view(desk, slug)
    rows = sorted(seen.missing, key=lambda row: (alphabetical(row.person_name), row.no, row.person))
    teams = any(row.name != row.person_name for row in rows)
    codes = seen.qr_locked
    columns = [
        column("", "14mm", "center", "box"),
        column(said["name"], "2fr", kind="name"),
        *([column(said["team"], "1fr", kind="name")] * teams),
        column(said["list"], "auto"),
        *([column(said["code"], "auto")] * codes),
        column(said["remarks"], "1fr", kind="line"),
    ]
    cells = [
        ["", shown(f"{row.person_name} ({said['captain']})" if teams and row.captain else row.person_name),
         *([shown(row.name)] * teams), said["list-missing"] if row.missing else "",
         *([said["list-missing"] if row.lock_missing else ""] * codes), ""]
        for row in rows
    ]
    return [table_part("", columns, cells, size=9, roomy=True, note="" if rows else said["nobody-missing"])]


def checks_sheet(desk: Desk, slug: str, wish: Wish) -> list[Part]:
    """Checks still to be made, with room to write, then those recorded."""
    if not desk.open(slug).state.entrants:
        raise Refused("nobody-entered", "Nobody is entered yet.")
    said = words(wish.lang)
    rows = checks_view(desk, slug, round_no=wish.round_no)
    waiting = [row for row in rows if not row.outcome]
    parts: list[Part] = []
    if waiting:
        columns = [
            column(said["table"], "auto", "right"), column(said["name"], "2fr", kind="name"),
            column(said["cause"], "auto"), column(said["outcome"], "1fr", kind="line"),
            column(said["remarks"], "1fr", kind="line"),
        ]
        cells = [[_table(row), shown(row.name), said[f"cause-{row.cause}"], "", ""] for row in waiting]
        parts.append(table_part(said["check-open"], columns, cells, size=9, roomy=True))
    return [*parts, *checks_made(rows, wish.lang)] or [
        table_part("", [column(said["name"], "1fr")], [], note=said["no-checks"])
    ]


def checks_made(rows: list[CheckRow], lang: str, name: Callable[[int], str] | None = None) -> list[Part]:
    """The checks that have an outcome, by round: also a part of the final report, with names as in public."""
    said = words(lang)
    done = sorted((row for row in rows if row.outcome), key=lambda row: (row.round_no, row.table or 0, row.seq))
    if not done:
        return []
    columns = [
        column(said["in-round"], "auto", "right"), column(said["table"], "auto", "right"),
        column(said["name"], "2fr", kind="name"), column(said["cause"], "auto"), column(said["outcome"], "auto"),
        column(said["checked-by"], "1fr", kind="name"),
    ]
    cells = [
        [str(row.round_no or ""), _table(row), shown(row.name if name is None else name(row.no)),
         said[f"cause-{row.cause}"], said[f"outcome-{row.outcome}"], shown(row.by)]
        for row in done
    ]
    return [table_part(said["title-checks"], columns, cells, size=9)]


def _table(row: CheckRow) -> str:
    return "" if row.table is None else str(row.table)
