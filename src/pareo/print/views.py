"""Views on paper (SP-13, A-45): the ratings of a list, and what a round was drawn from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pareo.app.base.context import Context
from pareo.app.queries.pages.pairing_information import STARTED, information_rows, starts_matter
from pareo.app.queries.pages.pairing_information import describe_reason as reason_said
from pareo.app.queries.pages.ratings import no_ratings, rated_lists, ratings_view
from pareo.app.rows.people import Information, PlayerRatingRow
from pareo.app.wording.number_text import figure, signed_text
from pareo.core.text.errors import Refused
from pareo.locale.catalogue import catalogue
from pareo.print.document import Part, PrintOptions, column, printable, sentence, table_part
from pareo.print.words import words

_SIGNS = str.maketrans("-.", "−·")


def ratings(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """Every list of the event: rating, games, score, what was expected, change, performance, new rating."""
    labels = words(options.lang)
    lists = rated_lists(ctx.open(slug).state)
    keys = ("rating", "games", "score", "expected", "rating-change", "average", "performance", "new-rating")
    columns = [column(labels["name"], "1fr", kind="name"), *(column(labels[key], "auto", "right") for key in keys)]
    if not lists:
        raise no_ratings(ctx.open(slug).state.ruleset)
    return [
        table_part(
            labels["rating-list"].format(number=number) if len(lists) > 1 else "",
            columns,
            [_rating_cells(line, options.lang) for line in ratings_view(ctx, slug, number, options.after)],
            size=8.5,
        )
        for number in lists
    ]


def _rating_cells(line: PlayerRatingRow, lang: str) -> list[str]:
    figures = (line.rating, line.games, line.score, line.expected)
    return [
        printable(line.name),
        *("" if value is None else figure(value, lang) for value in figures),
        "" if line.change is None else signed_text(line.change),
        *("" if value is None else str(value) for value in (line.average, line.performance, line.new)),
    ]


def information(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """The list the round was paired from: points, starts, floats, opponents of everybody; then why each pair was made.
    For staff."""
    event, labels = ctx.open(slug), words(options.lang)
    rows = information_rows(ctx, slug, round_no=options.round_no, pod=options.pod)
    if not rows:
        raise Refused("nothing-paired-yet", "That round hasn't been paired yet: pair it first.")
    starts, virtual = starts_matter(event.state), any(row.virtual for row in rows)
    columns = [
        column(labels["number"], "auto", "right", "faint"),
        column(labels["name"], "1fr", kind="name"),
        column(labels["points"], "auto", "right", "strong"),
        *([column(labels["virtual"], "auto", "right")] if virtual else []),
        *([column(labels["first-moves"]), column(labels["due"])] if starts else []),
        column(labels["floats"]),
        column(labels["met"]),
        column(labels["rested"]),
        column(labels["table"], "auto", "right", "strong"),
        column(labels["opponent"], "1fr", kind="name"),
    ]
    numbers = {row.player: str(row.start_no or row.player) for row in rows}
    groups: dict[tuple[str, int], list[Information]] = {}
    for row in rows:
        groups.setdefault((row.pod, row.round), []).append(row)
    parts: list[Part] = []
    for (_, number), group in groups.items():
        lines = [_information_cells(row, options.lang, numbers, starts=starts, virtual=virtual) for row in group]
        heading = labels["round"].format(number=number)
        parts += [
            table_part(heading, columns, lines, size=8, wide=True),
            *_reasons(f"{heading} · {labels['cause']}", group, options.lang),
        ]
    return parts


def _information_cells(
    row: Information, lang: str, numbers: Mapping[str, str], *, starts: bool, virtual: bool
) -> list[str]:
    """A row of the list. `numbers`: of the starting list, by id, for the opponents met."""
    labels = words(lang)
    floats = [*(f"↓{n}" for n in row.floats_down), *(f"↑{n}" for n in row.floats_up)]
    return [
        "" if row.start_no is None else str(row.start_no),
        printable(row.name),
        figure(row.points, lang),
        *(["+" + figure(row.virtual, lang) if row.virtual else ""] if virtual else []),
        *(
            [row.starts.translate(_SIGNS), row.due.translate(_SIGNS) + "!" * (row.due_strength == "absolute")]
            if starts
            else []
        ),
        " ".join(floats),
        " ".join(numbers.get(other, other) for other in row.opponents),
        " ".join(map(str, row.byes)),
        "" if row.table is None else str(row.table),
        printable(row.opponent_name) if row.opponent_name else labels.get(f"sitting-{row.kind}", ""),
    ]


_TOGETHER = 280  # rows that are set as a table, in which sentences wrap


def _reasons(heading: str, rows: Sequence[Information], lang: str) -> Iterator[Part]:
    """Why each pair was made, board by board, then who sits out."""
    labels, translate = words(lang), catalogue(lang).gettext
    columns = [
        column(labels["table"], "auto", "right", "strong"),
        column(labels["name"], "1fr", kind="name"),
        column(labels["opponent"], "1fr", kind="name"),
        column(labels["cause"], "2.4fr"),
    ]
    boards: dict[int, Information] = {}
    for row in rows:
        if row.table is not None and (row.table not in boards or row.starts_now == STARTED):
            boards[row.table] = row
    sitting = [row for row in rows if row.table is None and row.kind]
    lines = [
        [
            "–" if row.table is None else str(row.table),
            printable(row.name),
            printable(row.opponent_name) if row.opponent_name else labels.get(f"sitting-{row.kind}", ""),
            sentence(" ".join(translate(reason_said(reason)) for reason in row.reasons)),
        ]
        for row in (*(boards[table] for table in sorted(boards)), *sitting)
    ]
    for start in range(0, len(lines), _TOGETHER):
        yield table_part("" if start else heading, columns, lines[start : start + _TOGETHER], size=8, wide=True)
