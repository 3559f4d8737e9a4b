"""Standings and the cross table on paper, with the names that the event shows in public."""

from __future__ import annotations

from collections.abc import Iterable

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.commands.results.fide_results import missing_results
from pareo.app.queries.pages.cross_table import CrossTable, CrossTableCell, cross_table
from pareo.app.queries.pages.event_tables import entrant_status, standing_tables
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.pages.public_view import check_after, finished_numbers, label_of_table
from pareo.app.queries.pages.ratings import rated_lists
from pareo.app.wording.number_text import figure
from pareo.core.standings.standings import Standing
from pareo.core.standings.tiebreaks.registry import TIEBREAKS, find
from pareo.core.text.errors import Refused
from pareo.core.tournament.tables import StandingTable, with_joint
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


def chosen_tables(ctx: Context, slug: str, wish: PrintOptions) -> list[StandingTable]:
    """The tables asked for; those of shared pods for each division, then joint (P-AGE-5)."""
    event = ctx.open(slug)
    check_after(event.state, wish.after)
    found = standing_tables(ctx, slug, after=wish.after, pod=wish.pod, division=wish.division)
    if not any(table.rows for table in found):
        raise Refused("no-standings", "There are no standings yet: pair round 1 first.")
    if wish.division is not None:
        return found
    return with_joint(event.state, found)


def after_words(event: LoadedTournament, wish: PrintOptions) -> str:
    done = finished_numbers(event.state)
    after = wish.after if wish.after is not None else done[-1] if done else 0
    said = words(wish.lang)
    return said["after-round"].format(number=after) if after else said["before-start"]


def standings(ctx: Context, slug: str, wish: PrintOptions) -> list[Part]:
    """Every table with its tie-breaks."""
    event = ctx.open(slug)
    when = after_words(event, wish)
    return [standing_table(event, table, wish, when) for table in chosen_tables(ctx, slug, wish)]


def standing_table(event: LoadedTournament, table: StandingTable, wish: PrintOptions, when: str) -> Part:
    """One table: place, name, the rating where the event rates (A-45), points, record, the tie-breaks that have a
    number, and what decided the place."""
    t = event.state
    said = words(wish.lang)
    numbered = [v.id for v in table.rows[0].values if any(_has(row, v.id) for row in table.rows)] if table.rows else []
    numbered = [x for x in numbered if find(x).column]
    # Divisions are told where several play together, unless the table is one division's own.
    divided = not table.division and len({t.entrants[row.no].division for row in table.rows}) > 1
    rated = bool(rated_lists(t)) and any(t.entrants[row.no].rating is not None for row in table.rows)
    columns = [
        column(said["place"], "auto", "right", "strong"),
        column(said["name"], "1fr", kind="name"),
        *([column(said["division"], "auto")] if divided else []),
        *([column(said["rating"], "auto", "right")] if rated else []),
        column(said["points"], "auto", "right", "strong"),
        column(said["record"], "auto", "center"),
        *(column(_tiebreak_heading(x, wish.lang), "auto", "right") for x in numbered),
        column(said["decided"], "auto", "left", "faint"),
    ]
    titles = {d.id: d.title for d in t.ruleset.divisions.divisions} if t.ruleset.divisions else {}
    rows = []
    for row in table.rows:
        division = t.entrants[row.no].division
        title = titles.get(division, division)
        rows.append(
            [
                str(row.rank),
                _name(event, row.no, wish.lang),
                *([printable(said.get(f"division-{title}", title))] * divided),
                *([figure(t.entrants[row.no].rating, wish.lang)] * rated),
                figure(t.ruleset.show_points(row.points), wish.lang),
                f"{row.wins}-{row.losses}-{row.ties}",
                *(_value(row, x, wish.lang) for x in numbered),
                _decided(row, wish.lang),
            ]
        )
    heading = " · ".join(filter(None, (pod_words(label_of_table(t, table), wish.lang), when)))
    return table_part(
        heading,
        columns,
        rows,
        size=8.5,
        wide=len(numbered) >= _WIDE_FROM - 3,
        short=28,
        note=_beside(event, table, wish),
    )


def _beside(event: LoadedTournament, table: StandingTable, wish: PrintOptions) -> str:
    """Results that are missing (F-43), and who has no place (F-49, F-65)."""
    said, gap = words(wish.lang), missing_results(event.state) if wish.after is None else 0
    names = ", ".join(printable(public_name(event, no)) for no in table.unranked)
    return " ".join(
        filter(
            None,
            (
                said["results-missing"].format(count=gap) if gap else "",
                said["not-ranked"].format(names=names) if names else "",
            ),
        )
    )


def _has(row: Standing, tiebreak: str) -> bool:
    return any(v.id == tiebreak and v.shown is not None for v in row.values)


def _value(row: Standing, tiebreak: str, lang: str) -> str:
    found = next((v for v in row.values if v.id == tiebreak), None)
    if found is None or found.shown is None:
        return ""
    return figure(found.shown, lang, percent=find(tiebreak).percent)


def _name(event: LoadedTournament, no: int, lang: str) -> str:
    """As in public, and marked if he has left (F-64)."""
    status = entrant_status(event.state, no)
    left = "" if status == "active" else f" ({words(lang)[f'left-{status}']})"
    return printable(public_name(event, no)) + left


def _decided(row: Standing, lang: str) -> str:
    if not row.decided_by:
        return ""
    said = words(lang)
    if f"by-{row.decided_by}" in said or row.decided_by not in TIEBREAKS:
        return said.get(f"by-{row.decided_by}", row.decided_by)
    tiebreak = find(row.decided_by)
    return catalogue(lang).gettext(tiebreak.decided) if tiebreak.decided else _tiebreak_heading(tiebreak.id, lang)


def _tiebreak_heading(tiebreak_id: str, lang: str) -> str:
    """The short name of a tie-break; a language may have a shorter one for paper."""
    tiebreak = find(tiebreak_id)
    return words(lang).get(f"tb-{tiebreak_id}", catalogue(lang).gettext(tiebreak.short))


# --- cross table ------------------------------------------------------------------------------------------------------


def crosstables(ctx: Context, slug: str, wish: PrintOptions) -> list[Part]:
    """Everybody's opponents by place, round by round."""
    event = ctx.open(slug)
    if not finished_numbers(event.state):
        raise Refused("no-cross-table", "The cross table fills when a round is finished.")
    found = standing_tables(ctx, slug, after=wish.after, pod=wish.pod, division=None)
    when = after_words(event, wish)
    return [_cross(event, _pages(ctx, slug, table.id, wish), wish, when, table) for table in found if table.rows]


def _pages(ctx: Context, slug: str, table: str, wish: PrintOptions) -> Iterable[CrossTable]:
    """The app shows a hundred at a time; paper has room for all."""
    first = cross_table(ctx, slug, pod=table, after=wish.after)
    yield first
    for page in range(2, first.pages + 1):
        yield cross_table(ctx, slug, pod=table, after=wish.after, page=page)


def _cross(
    event: LoadedTournament, pages: Iterable[CrossTable], wish: PrintOptions, when: str, table: StandingTable
) -> Part:
    said = words(wish.lang)
    shown_pages = list(pages)
    rounds, by_number = shown_pages[0].rounds, shown_pages[0].by_number
    columns = [
        column(said["place"], "auto", "right", "strong"),
        *([column(said["number"], "auto", "right")] if by_number else []),
        column(said["name"], "1fr", kind="name"),
        *(column(str(n), "auto", "center") for n in rounds),
        column(said["points"], "auto", "right", "strong"),
    ]
    rows = [
        [
            str(row.place),
            *([str(row.number)] if by_number else []),
            _name(event, row.no, wish.lang),
            *(_cell(cell, wish.lang) for cell in row.cells),
            figure(row.points, wish.lang),
        ]
        for page in shown_pages
        for row in page.rows
    ]
    heading = " · ".join(filter(None, (pod_words(label_of_table(event.state, table), wish.lang), when)))
    return table_part(
        heading,
        columns,
        rows,
        size=8,
        wide=len(rounds) > _WIDE_FROM,
        note=said["signs-number" if by_number else "signs"],
    )


def _cell(cell: CrossTableCell, lang: str) -> str:
    if cell.outcome in _SIGNS:
        return f"{cell.named}{_SIGNS[cell.outcome]} {cell.games}".rstrip()
    return words(lang).get(f"sitting-{cell.outcome}", cell.outcome) if cell.outcome else ""
