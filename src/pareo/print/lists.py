"""Lists on paper: who has not handed one in, the checks, and both lists of a table. For the desk and the judges: full
names, and none of the judges' notes.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.commands.lists.list_checks import checks_view
from pareo.app.queries.lists.open_lists import at_table
from pareo.app.queries.lists.views import lists_view
from pareo.app.rows.lists import CheckRow
from pareo.core.model.entities import Match
from pareo.core.text.alphabet import alphabetical
from pareo.core.text.errors import NotFound, Refused
from pareo.print.document import Part, PrintOptions, column, printable, table_part
from pareo.print.pairings import rounds_of
from pareo.print.words import words


def missing_lists(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """A box to tick for everybody whose list, or code, is wanted and not there (P-PREM-1, X-14)."""
    if not ctx.open(slug).state.entrants:
        raise Refused("nobody-entered", "No one has been entered yet.")
    labels = words(options.lang)
    view = lists_view(ctx, slug)
    rows = sorted(view.missing, key=lambda row: (alphabetical(row.person_name), row.no, row.person))
    teams = any(row.name != row.person_name for row in rows)
    codes = view.qr_locked
    columns = [
        column("", "14mm", "center", "box"),
        column(labels["name"], "2fr", kind="name"),
        *([column(labels["team"], "1fr", kind="name")] * teams),
        column(labels["list"], "auto"),
        *([column(labels["code"], "auto")] * codes),
        column(labels["remarks"], "1fr", kind="line"),
    ]
    cells = [
        [
            "",
            printable(f"{row.person_name} ({labels['captain']})" if teams and row.captain else row.person_name),
            *([printable(row.name)] * teams),
            labels["list-missing"] if row.missing else "",
            *([labels["list-missing"] if row.lock_missing else ""] * codes),
            "",
        ]
        for row in rows
    ]
    return [table_part("", columns, cells, size=9, roomy=True, note="" if rows else labels["nobody-missing"])]


def table_lists(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """Both lists of a table, or of every table of a round, side by side (PN-LIST-1). For judges and the table."""
    event, labels = ctx.open(slug), words(options.lang)
    matches = [m for _, r in rounds_of(event.state, options.round_no, options.pod) for m in r.matches.values()]
    wanted = sorted((m for m in matches if not options.tables or m.table in options.tables), key=lambda m: m.table)
    parts = [_both_lists(event, m, f"{labels['table']} {m.table}") for m in wanted]
    if not parts:
        raise NotFound(
            "no-such-table", "There is no table {table} in this round.", table=", ".join(map(str, options.tables))
        )
    return parts


def _both_lists(event: LoadedTournament, match: Match, heading: str) -> Part:
    sides = [[line for one in entries for line in one.text.splitlines()] for entries in at_table(event, match)]
    columns = [column(printable(event.name(no)), "1fr", kind="name") for no in (match.a, match.b)]
    rows = [[printable(a), printable(b)] for a, b in zip_longest(*sides, fillvalue="")]
    return table_part(heading, columns, rows, size=9)


def checks_sheet(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """Checks still to be made, with room to write, then those recorded."""
    if not ctx.open(slug).state.entrants:
        raise Refused("nobody-entered", "No one has been entered yet.")
    labels = words(options.lang)
    rows = checks_view(ctx, slug, round_no=options.round_no)
    waiting = [row for row in rows if not row.outcome]
    parts: list[Part] = []
    if waiting:
        columns = [
            column(labels["table"], "auto", "right"),
            column(labels["name"], "2fr", kind="name"),
            column(labels["cause"], "auto"),
            column(labels["outcome"], "1fr", kind="line"),
            column(labels["remarks"], "1fr", kind="line"),
        ]
        cells = [[_table(row), printable(row.name), labels[f"cause-{row.cause}"], "", ""] for row in waiting]
        parts.append(table_part(labels["check-open"], columns, cells, size=9, roomy=True))
    return [*parts, *checks_made(rows, options.lang)] or [
        table_part("", [column(labels["name"], "1fr")], [], note=labels["no-checks"])
    ]


def checks_made(rows: list[CheckRow], lang: str, name: Callable[[int], str] | None = None) -> list[Part]:
    """The checks that have an outcome, by round: also a part of the final report, with names as in public."""
    labels = words(lang)
    done = sorted((row for row in rows if row.outcome), key=lambda row: (row.round_no, row.table or 0, row.seq))
    if not done:
        return []
    columns = [
        column(labels["in-round"], "auto", "right"),
        column(labels["table"], "auto", "right"),
        column(labels["name"], "2fr", kind="name"),
        column(labels["cause"], "auto"),
        column(labels["outcome"], "auto"),
        column(labels["checked-by"], "1fr", kind="name"),
    ]
    cells = [
        [
            str(row.round_no or ""),
            _table(row),
            printable(row.name if name is None else name(row.no)),
            labels[f"cause-{row.cause}"],
            labels[f"outcome-{row.outcome}"],
            printable(row.by),
        ]
        for row in done
    ]
    return [table_part(labels["title-checks"], columns, cells, size=9)]


def _table(row: CheckRow) -> str:
    return "" if row.table is None else str(row.table)
