"""Standings and the cross table on paper, with the names that the event shows in public."""

from __future__ import annotations

from collections.abc import Iterable

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.pages.cross_table import CrossTable, CrossTableCell, cross_table
from pareo.app.queries.pages.event_tables import entrant_status, standing_tables
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.pages.public_view import check_after, finished_numbers
from pareo.app.queries.pages.ratings import rated_lists
from pareo.app.queries.results.missing_results import missing_results
from pareo.app.wording.number_text import figure
from pareo.app.wording.pod_words import label_of_table
from pareo.core.standings.standings import Standing
from pareo.core.standings.tiebreaks.registry import TIEBREAKS, find_tiebreak
from pareo.core.text.errors import Refused
from pareo.core.tournament.tables import StandingTable, last_counted, with_joint_tables
from pareo.locale.catalogue import catalogue
from pareo.print.document import Part, PrintOptions, column, pod_words, printable, table_part
from pareo.print.words import words

_SIGNS = {
    "win": "+",
    "modified-win": "+",
    "forfeit-win": "+F",
    "draw": "=",
    "loss": "−",
    "forfeit-loss": "−F",
}
_WIDE_FROM = 9  # columns of tie-breaks or rounds that no longer fit upright


def chosen_tables(ctx: Context, slug: str, options: PrintOptions) -> list[StandingTable]:
    """The tables asked for; those of shared pods for each division, then joint (P-AGE-5)."""
    event = ctx.open(slug)
    check_after(event.state, options.after)
    tables = standing_tables(ctx, slug, after=options.after, pod=options.pod, division=options.division)
    if not any(table.rows for table in tables):
        raise Refused("no-standings-yet", "No standings yet: pair round 1 first.")
    if options.division is not None:
        return tables
    return with_joint_tables(event.state, tables)


def _heading(event: LoadedTournament, table: StandingTable, options: PrintOptions) -> str:
    """“Seniors · after round 3”: the table, and the last round that counts in it."""
    after = last_counted(event.state, table, options.after)
    labels = words(options.lang)
    when = labels["after-round"].format(number=after) if after else labels["before-start"]
    return " · ".join(filter(None, (pod_words(label_of_table(event.state, table), options.lang), when)))


def standings(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """The standings of every table, with their tie-breaks."""
    event = ctx.open(slug)
    return [standing_table(event, table, options) for table in chosen_tables(ctx, slug, options)]


def standing_table(event: LoadedTournament, table: StandingTable, options: PrintOptions) -> Part:
    """One table: place, name, the rating where the event rates (A-45), points, record, the tie-breaks that have a
    number, and what decided the place."""
    t = event.state
    labels = words(options.lang)
    tiebreaks = [v.id for v in table.rows[0].values if any(_has(row, v.id) for row in table.rows)] if table.rows else []
    tiebreaks = [x for x in tiebreaks if find_tiebreak(x).column]
    # Divisions are shown where several play together, unless the table is one division's own.
    divided = not table.division and len({t.entrants[row.no].division for row in table.rows}) > 1
    rated = bool(rated_lists(t)) and any(t.entrants[row.no].rating is not None for row in table.rows)
    columns = [
        column(labels["place"], "auto", "right", "strong"),
        column(labels["name"], "1fr", kind="name"),
        *([column(labels["division"], "auto")] if divided else []),
        *([column(labels["rating"], "auto", "right")] if rated else []),
        column(labels["points"], "auto", "right", "strong"),
        column(labels["record"], "auto", "center"),
        *(column(_tiebreak_heading(x, options.lang), "auto", "right") for x in tiebreaks),
        column(labels["decided"], "auto", "left", "faint"),
    ]
    titles = {d.id: d.title for d in t.ruleset.divisions.divisions} if t.ruleset.divisions else {}
    rows = []
    for row in table.rows:
        division = t.entrants[row.no].division
        title = titles.get(division, division)
        rows.append(
            [
                str(row.rank),
                _name(event, row.no, options.lang),
                *([printable(labels.get(f"division-{title}", title))] * divided),
                *([figure(t.entrants[row.no].rating, options.lang)] * rated),
                figure(t.ruleset.show_points(row.points), options.lang),
                f"{row.wins}-{row.losses}-{row.ties}",
                *(_value(row, x, options.lang) for x in tiebreaks),
                _decided_text(row, options.lang),
            ]
        )
    heading = _heading(event, table, options)
    return table_part(
        heading,
        columns,
        rows,
        size=8.5,
        wide=len(tiebreaks) >= _WIDE_FROM - 3,
        short=28,
        note=_table_note(event, table, options),
    )


def _table_note(event: LoadedTournament, table: StandingTable, options: PrintOptions) -> str:
    """Results that are missing (F-43), and who has no place (F-49, F-65)."""
    labels, gap = words(options.lang), missing_results(event.state) if options.after is None else 0
    names = ", ".join(printable(public_name(event, no)) for no in table.unranked)
    return " ".join(
        filter(
            None,
            (
                labels["results-missing"].format(count=gap) if gap else "",
                labels["not-ranked"].format(names=names) if names else "",
            ),
        )
    )


def _has(row: Standing, tiebreak: str) -> bool:
    return any(v.id == tiebreak and v.shown is not None for v in row.values)


def _value(row: Standing, tiebreak: str, lang: str) -> str:
    value = next((v for v in row.values if v.id == tiebreak), None)
    if value is None or value.shown is None:
        return ""
    return figure(value.shown, lang, percent=find_tiebreak(tiebreak).percent)


def _name(event: LoadedTournament, no: int, lang: str) -> str:
    """A player's name as in public, marked if they have left (F-64)."""
    status = entrant_status(event.state, no)
    left = "" if status == "active" else f" ({words(lang)[f'left-{status}']})"
    return printable(public_name(event, no)) + left


def _decided_text(row: Standing, lang: str) -> str:
    if not row.decided_by:
        return ""
    labels = words(lang)
    if f"by-{row.decided_by}" in labels or row.decided_by not in TIEBREAKS:
        return labels.get(f"by-{row.decided_by}", row.decided_by)
    tiebreak = find_tiebreak(row.decided_by)
    return catalogue(lang).gettext(tiebreak.decided) if tiebreak.decided else _tiebreak_heading(tiebreak.id, lang)


def _tiebreak_heading(tiebreak_id: str, lang: str) -> str:
    """The short name of a tie-break; a language may have a shorter one for paper."""
    tiebreak = find_tiebreak(tiebreak_id)
    return words(lang).get(f"tb-{tiebreak_id}", catalogue(lang).gettext(tiebreak.short))


# --- cross table ------------------------------------------------------------------------------------------------------


def crosstables(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """Everybody's opponents by place, round by round."""
    event = ctx.open(slug)
    if not finished_numbers(event.state):
        raise Refused("no-cross-table", "The cross table fills when a round is finished.")
    tables = standing_tables(ctx, slug, after=options.after, pod=options.pod, division=None)
    return [_cross(event, _pages(ctx, slug, table.id, options), options, table) for table in tables if table.rows]


def _pages(ctx: Context, slug: str, table: str, options: PrintOptions) -> Iterable[CrossTable]:
    """All pages of a cross table: the app shows a hundred players at a time, paper has room for all."""
    first = cross_table(ctx, slug, pod=table, after=options.after)
    yield first
    for page in range(2, first.pages + 1):
        yield cross_table(ctx, slug, pod=table, after=options.after, page=page)


def _cross(event: LoadedTournament, pages: Iterable[CrossTable], options: PrintOptions, table: StandingTable) -> Part:
    labels = words(options.lang)
    all_pages = list(pages)
    rounds, by_number = all_pages[0].rounds, all_pages[0].by_number
    columns = [
        column(labels["place"], "auto", "right", "strong"),
        *([column(labels["number"], "auto", "right")] if by_number else []),
        column(labels["name"], "1fr", kind="name"),
        *(column(str(n), "auto", "center") for n in rounds),
        column(labels["points"], "auto", "right", "strong"),
    ]
    rows = [
        [
            str(row.place),
            *([str(row.number)] if by_number else []),
            _name(event, row.no, options.lang),
            *(_cell(cell, options.lang) for cell in row.cells),
            figure(row.points, options.lang),
        ]
        for page in all_pages
        for row in page.rows
    ]
    heading = _heading(event, table, options)
    return table_part(
        heading,
        columns,
        rows,
        size=8,
        wide=len(rounds) > _WIDE_FROM,
        note=labels["signs-number" if by_number else "signs"],
    )


def _cell(cell: CrossTableCell, lang: str) -> str:
    if cell.outcome in _SIGNS:
        return f"{cell.named}{_SIGNS[cell.outcome]} {cell.games}".rstrip()
    return words(lang).get(f"sitting-{cell.outcome}", cell.outcome) if cell.outcome else ""
