"""A list of players in any form that people have: a table with headings, a workbook, or lines as they paste them.

The command line, the pages and whoever reads a list go through here. Each row is a player, or says why it is none; what
is no row of a player (a title, a total, the headings again) is left out and named; what can be read in two ways is read
in the likelier one and asked about (U-2).
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pareo.app.commands.people.import_rows import ImportRow, find_division, read_pasted
from pareo.app.commands.people.players import NewPlayer
from pareo.core.model.player_fields import TITLES, find_date_order, read_birth_date
from pareo.core.model.ruleset import Ruleset
from pareo.core.text.errors import BadInput, NeedsConfirmation
from pareo.core.text.messages import Note, join_notes, line_no, note, plural, row_place
from pareo.core.text.name_order import FoundOrder, NameOrder, find_order, split_name
from pareo.formats.tables.csv_files import check_ids, decode_text, player_columns, read_player
from pareo.formats.tables.grid import CellGrid, read_grids
from pareo.formats.tables.headings import IGNORED, ColumnHeading, plain_header, read_heading
from pareo.formats.tables.xlsx import XlsxRow

_HEADER_WITHIN = 15  # rows: what stands above the headings is a title
_NAMED = frozenset({"name", "first", "last"})
_TOTAL = re.compile(r"(?:sub ?)?tota\w*\b.*|suma\b.*|sum\b.*|pagad[oa]s?|paid|inscritos?|iscritti|average|promedio")
_REMARK = re.compile(r"[*†]|(?:nota|note|obs)\b[:.]", re.IGNORECASE)
_UNRATED = frozenset({"", "-", "–", "—", "s/r", "sr", "nr", "unr", "unrated", "n/a", "ninguno", "nenhum"})
_RATING_MARK = re.compile(r"([0-9]{3,5})\s*(?:\*+|\([^()]*\)|[a-z])", re.IGNORECASE)
_THOUSANDS = re.compile(r"([0-9]{1,2})[.,' ]([0-9]{3})")
_SPACED_ID = re.compile(r"[0-9]+(?:[ .-][0-9]+)+")
_OTHER_TITLES = {"MI": "IM", "MF": "FM", "MC": "CM", "GMF": "WGM", "MIF": "WIM", "MFF": "WFM", "MCF": "WCM"}


@dataclass(frozen=True, slots=True)
class ListAnswers:
    """What the organiser has said of the list; empty: not asked yet."""

    names: str = ""  # a value of `NameOrder`
    dates: str = ""  # day, month: what stands first


@dataclass(frozen=True, slots=True)
class ListQuestion:
    """Something that can be read in two ways, or is missing. `kind`: a field of `ListAnswers`, or what to look at."""

    kind: str
    text: Note


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of a table: its heading, and the field it is taken for (empty: left out)."""

    heading: str
    field: str


@dataclass(slots=True)
class ListReading:
    """A list as it was understood."""

    rows: list[ImportRow]
    columns: list[ListColumn] = field(default_factory=list)
    questions: list[ListQuestion] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    has_header: bool = False
    name_order: NameOrder | None = None  # how names that stand in one cell are read


def read_list(data: bytes, rules: Ruleset, notes: list[str], *, previewed: bool) -> list[ImportRow]:
    """The rows of a list, read as is likeliest; what was asked or left out comes into the notes.

    `previewed`: the rows are shown before they are entered, so any line may be a player. Otherwise a table without
    headings must begin with a row that cannot be one: with a number in it.
    """
    reading = understand_list(data, rules, previewed=previewed)
    notes += [*(question.text for question in reading.questions), *reading.notes]
    return reading.rows


def understand_list(
    data: bytes, rules: Ruleset, answers: ListAnswers | None = None, *, previewed: bool = True
) -> ListReading:
    """The players of a list, what is unclear in it, and what was left out. Raises `BadInput` if it is none."""
    answers = answers or ListAnswers()
    grids = read_grids(data)
    if table := _choose_table(grids):
        grid, at = table
        reading = _read_table(grid, at, rules, answers, previewed=previewed)
        if len(_tables(grids)) > 1:
            text = note("list-sheets", "More than one sheet has players: only one of them was read.")
            reading.questions.append(ListQuestion("sheets", text))
    else:
        grid = max(grids, key=lambda one: len(one.rows))
        reading = _read_lines(grid, rules, answers, previewed=previewed)
    if not previewed:
        check_ids(row.player for row in reading.rows if row.player is not None)
    _ask_for_years(reading, rules)
    return reading


def list_text(data: bytes) -> str:
    """A file as the text that a page carries on: of a workbook, the sheet with the players, as CSV."""
    if not data.startswith(b"PK\x03\x04"):
        return decode_text(data)
    grids = read_grids(data)
    grid, _ = _choose_table(grids) or (max(grids, key=lambda one: len(one.rows)), 0)
    out = io.StringIO(newline="")
    csv.writer(out).writerows(row.cells for row in grid.rows)
    return out.getvalue()


def table_rows(data: bytes, *, headless: bool) -> list[tuple[str, ...]]:
    """The rows of a table below its headings; all of them if it has none (`headless`)."""
    grid = read_grids(data)[0]
    at = None if headless else _find_header(grid)
    return [row.cells for row in grid.rows[0 if headless else 1 + (at or 0) :]]


def check_clear(reading: ListReading, *, confirmed: bool) -> None:
    """Raises `NeedsConfirmation` with everything that is asked about a list, unless it is confirmed as it was read.

    A missing birth year is not asked here: entering the players asks where they belong.
    """
    asked = [question.text for question in reading.questions if question.kind != "birth"]
    if asked and not confirmed:
        raise NeedsConfirmation(
            "list-unclear", "The list can be read in more than one way. {questions}", questions=join_notes(" ", asked)
        )


def players_of(rows: Iterable[ImportRow]) -> list[NewPlayer]:
    """The players; the first row that is none says why."""
    players: list[NewPlayer] = []
    for row in rows:
        if row.problem is not None or row.player is None:
            raise row.problem or BadInput(
                "name-missing", "{where}a player needs a name.", where=row_place(line_no(row.line))
            )
        players.append(row.player)
    return players


# --- lines ------------------------------------------------------------------------------------------------------------


def _read_lines(grid: CellGrid, rules: Ruleset, answers: ListAnswers, *, previewed: bool) -> ListReading:
    """A list without headings: every line begins with a name."""
    rows = list(grid.rows)
    headed = not grid.cells and _is_title(rows[0].cells[0], first=True)
    if not previewed and not headed and not any(c.isdigit() for cell in rows[0].cells for c in cell):
        raise BadInput(
            "csv-no-name",
            "{where}: no column has the players' names (first, last or name); found: {found}.",
            where=line_no(rows[0].line),
            found=", ".join(cell[:40] for cell in rows[0].cells if cell)[:400],
        )
    left_out: list[XlsxRow] = []
    if not grid.cells:
        left_out = [row for at, row in enumerate(rows) if _is_title(row.cells[0], first=at == 0)]
        rows = [row for row in rows if row not in left_out]
    read = [replace(_pasted(row, rules, grid), line=row.line) for row in rows]
    reading = ListReading(_with_order([row for row in read if row.text], answers))
    reading.notes += _tell_left_out(left_out)
    _ask_for_order(reading, find_order([row.name for row in read if row.name]), answers)
    return reading


def _pasted(row: XlsxRow, rules: Ruleset, grid: CellGrid) -> ImportRow:
    text = "\t".join(row.cells) if grid.cells else row.cells[0]
    read = read_pasted(text, rules)
    if not read:
        return ImportRow(row.line, "")
    if read[0].problem is not None and "where" in read[0].problem.params:
        read[0].problem.params["where"] = line_no(row.line)
    player = read[0].player
    return replace(read[0], player=None if player is None else replace(player, where=line_no(row.line)))


def _is_title(line: str, *, first: bool) -> bool:
    """Is this line no player: the headings, a title above the list, a total, a remark?"""
    plain = plain_header(line)
    return bool(
        _TOTAL.fullmatch(plain)
        or _REMARK.match(line)
        or (first and (read_heading(line).field in (*_NAMED, IGNORED)) and not line[:1].isdigit())
    )


def _with_order(rows: list[ImportRow], answers: ListAnswers) -> list[ImportRow]:
    """The rows with their whole names split in the order that the list has."""
    names = [row.name for row in rows if row.name]
    order = NameOrder(answers.names) if answers.names else find_order(names).order
    return [_in_order(row, order) for row in rows]


def _in_order(row: ImportRow, order: NameOrder) -> ImportRow:
    if not row.name or row.player is None:
        return row
    first, last = split_name(row.name, order)
    return replace(row, player=replace(row.player, first=first, last=last))


# --- tables -----------------------------------------------------------------------------------------------------------


def _tables(grids: Sequence[CellGrid]) -> list[tuple[CellGrid, int]]:
    """The grids that have headings, each with the row they are in."""
    return [(grid, at) for grid in grids if grid.cells and (at := _find_header(grid)) is not None]


def _choose_table(grids: Sequence[CellGrid]) -> tuple[CellGrid, int] | None:
    """Of several tables the one with most headings."""
    return max(_tables(grids), key=lambda table: _count_headings(table[0].rows[table[1]]), default=None)


def _find_header(grid: CellGrid) -> int | None:
    """The row with the headings, if there is one: of those that could be it, the one with most of them."""
    known = [_count_headings(row) for row in grid.rows[:_HEADER_WITHIN]]
    most = max(known, default=0)
    single = grid.width == 1 and len(grid.rows[0].cells[0].split()) < 4
    return known.index(most) if most > 1 or (most and single) else None


def _count_headings(row: XlsxRow) -> int:
    """How many headings of a list of players a row has; 0 if none of them is that of the names."""
    read = [read_heading(cell) for cell in row.cells if cell]
    names = [heading for heading in read if heading.field in _NAMED]
    known = sum(heading.field is not None for heading in read)
    if not names or 2 * known < len(read):
        return 0
    return max(known, 2) if any(heading.exact for heading in names) else known


def _is_header(row: XlsxRow) -> bool:
    return _count_headings(row) > 1


def _read_table(grid: CellGrid, at: int, rules: Ruleset, answers: ListAnswers, *, previewed: bool) -> ListReading:
    head = grid.rows[at]
    width = len(head.cells)
    headings = [read_heading(cell) for cell in head.cells]
    body = grid.rows[at + 1 :]
    fields = _fields(head.cells, headings, body)
    left_out = [*grid.rows[:at], *(row for row in body if not _is_player(row, fields))]
    kept = [row for row in body if row not in left_out]
    if not kept:
        raise BadInput("csv-no-rows", "The file has a header but no players.")
    reading = ListReading(
        [], [ListColumn(cell, name or "") for cell, name in zip(head.cells, fields, strict=True)], has_header=True
    )
    _ask_for_columns(reading, headings, head.line, previewed=previewed)
    cells = [_by_field(row, fields, width) for row in kept]
    order = _order_of(fields, headings, cells)
    _ask_for_order(reading, order, answers)
    chosen = NameOrder(answers.names) if answers.names else order.order
    dates = answers.dates or _dates_of(fields, headings, cells)
    _fill_teams(reading, cells, rules)
    marked = unsure = 0
    for row, values in zip(kept, cells, strict=True):
        if row.cells[width:] and any(row.cells[width:]):
            values.clear()
        marked += _clean_rating(values)
        unsure += _clean_birth(values, dates)
        _clean_others(values, rules)
        if values.get("name") and not (values.get("first") or values.get("last")):
            values["first"], values["last"] = split_name(values.pop("name"), chosen)
        reading.rows.append(_row(row, values, width))
    _ask_about_values(reading, marked, unsure)
    unknown = [cell for cell, name in zip(head.cells, fields, strict=True) if name is None and cell]
    if unknown:
        names = ", ".join(cell[:40] for cell in unknown[:12])
        reading.notes.append(note("csv-unknown-columns", "Unknown columns were left out: {names}.", names=names))
    reading.notes += _tell_left_out(left_out)
    return reading


def _fields(heads: Sequence[str], headings: Sequence[ColumnHeading], body: Sequence[XlsxRow]) -> list[str | None]:
    """The field of each column; each field once, but for what is ignored."""
    exact = player_columns(heads, [row.cells for row in body])
    read = [
        ("birth" if field in ("birth_year", "birth_date") else field) if heading.exact else heading.field
        for field, heading in zip(exact, headings, strict=True)
    ]
    if "last" not in read and "name" not in read:
        read = ["name" if field == "first" else field for field in read]
    if "last" in read and "first" not in read:
        read = ["first" if field == "name" else field for field in read]
    if "rating" not in read:
        read = ["rating" if field == "rating2" else field for field in read]
    return [
        field
        if field == IGNORED or (field is not None and field not in read[:at])
        else None
        if field is None
        else IGNORED
        for at, field in enumerate(read)
    ]


def _is_player(row: XlsxRow, fields: Sequence[str | None]) -> bool:
    """Is this row a player, and not the headings again, a title, a total or a remark?"""
    if _is_header(row):
        return False
    values = {field: cell for field, cell in zip(fields, row.cells, strict=False) if field in _NAMED and cell}
    first_cell = next(cell for cell in row.cells if cell)
    if _REMARK.match(first_cell) or _TOTAL.fullmatch(plain_header(first_cell)):
        return False
    if not values:
        return False
    alone = bool(row.cells[0]) and not any(row.cells[1:]) and sum(bool(field) for field in fields) > 1
    words = len(" ".join(values.values()).split())
    return not alone or 1 < words < 6


def _by_field(row: XlsxRow, fields: Sequence[str | None], width: int) -> dict[str, str]:
    cells = zip(fields, row.cells[:width], strict=False)
    return {field: cell for field, cell in cells if field is not None and field != IGNORED}


def _order_of(
    fields: Sequence[str | None], headings: Sequence[ColumnHeading], cells: Sequence[Mapping[str, str]]
) -> FoundOrder:
    if "name" not in fields:
        return FoundOrder(NameOrder.FIRST_LAST, sure=True)
    told = headings[fields.index("name")].name_order
    return FoundOrder(NameOrder(told), sure=True) if told else find_order(row.get("name", "") for row in cells)


def _dates_of(
    fields: Sequence[str | None], headings: Sequence[ColumnHeading], cells: Sequence[Mapping[str, str]]
) -> str:
    """What stands first in the dates: as they prove themselves, else as the heading's language writes them."""
    if "birth" not in fields:
        return ""
    return find_date_order(row.get("birth", "") for row in cells) or headings[fields.index("birth")].date_order


def _row(row: XlsxRow, values: Mapping[str, str], width: int) -> ImportRow:
    text = ", ".join(cell for cell in row.cells if cell)[:200]
    try:
        if any(row.cells[width:]):
            raise BadInput(
                "csv-too-many-cells",
                "{where} has {count} cells, but the header has {columns} columns.",
                where=line_no(row.line),
                count=len(row.cells),
                columns=width,
            )
        return ImportRow(row.line, text, read_player(line_no(row.line), values))
    except BadInput as problem:
        return ImportRow(row.line, text, problem=problem)


# --- values -----------------------------------------------------------------------------------------------------------


def _clean_rating(values: dict[str, str]) -> int:
    """Ratings as plain numbers; 1 if one had a mark beside it that was left out."""
    marked = 0
    for name in ("rating", "rating2"):
        text = values.get(name, "")
        if text.casefold() in _UNRATED:
            values.pop(name, None)
        elif match := _THOUSANDS.fullmatch(text):
            values[name] = match[1] + match[2]
        elif match := _RATING_MARK.fullmatch(text):
            values[name] = match[1]
            marked = 1
    return marked


def _clean_birth(values: dict[str, str], order: str) -> int:
    """A birth year, and the day if it is known; 1 if a date can be read in two ways."""
    text = values.pop("birth", "")
    if not text or text in _UNRATED:
        return 0
    try:
        day = read_birth_date(text, order)
    except ValueError:
        values["birth_date" if re.search(r"[0-9][-./][0-9]", text) else "birth_year"] = (
            text  # reading it says what is wrong
        )
        return 0
    values["birth_year"] = day[:4]
    if len(day) > 4:
        values["birth_date"] = day
    return int(len(day) == 4 < len(text))


def _clean_others(values: dict[str, str], rules: Ruleset) -> None:
    for name in ("id", "intl_id", "local_id"):
        if _SPACED_ID.fullmatch(values.get(name, "")):
            values[name] = re.sub(r"\D", "", values[name])
    if title := values.get("title", "").upper():
        values["title"] = _OTHER_TITLES.get(title, title) if title not in TITLES else title
    if division := find_division(values.get("division", ""), rules):
        values["division"] = division


def _fill_teams(reading: ListReading, cells: Sequence[dict[str, str]], rules: Ruleset) -> None:
    """A team that is written once, above its players, is the team of them all."""
    if rules.entrant != "team" or not any(values.get("team") for values in cells):
        return
    team, filled = "", 0
    for values in cells:
        team = values.get("team") or team
        if not values.get("team") and team:
            values["team"], filled = team, filled + 1
    if filled:
        text = plural(
            "list-teams",
            "{count} player without a team was put into the team above.",
            "{count} players without a team were put into the team above.",
            count=filled,
        )
        reading.questions.append(ListQuestion("teams", text))


# --- questions --------------------------------------------------------------------------------------------------------


def _ask_for_columns(reading: ListReading, headings: Sequence[ColumnHeading], line: int, *, previewed: bool) -> None:
    """Two columns that say the same: the first counts, and it is asked; refused if both have a heading of ours and the
    rows are not shown before they are entered."""
    for at, heading in enumerate(headings):
        before = next((i for i, other in enumerate(headings[:at]) if other.field == heading.field), None)
        if before is None or heading.field in (None, IGNORED, "birth"):
            continue
        if not previewed and heading.exact and headings[before].exact:
            name = heading.field
            raise BadInput(
                "csv-column-twice", "{where}: the column {name} appears twice.", where=line_no(line), name=name
            )
        text = note(
            "list-columns",
            "Only the first of 2 columns was read: “{first}”, not “{second}”.",
            first=reading.columns[before].heading,
            second=reading.columns[at].heading,
        )
        reading.questions.append(ListQuestion("columns", text))


def _ask_for_order(reading: ListReading, found: FoundOrder, answers: ListAnswers) -> None:
    whole = any(row.name for row in reading.rows) or any(column.field == "name" for column in reading.columns)
    if not whole:
        return
    reading.name_order = NameOrder(answers.names) if answers.names else found.order
    if not found.sure and not answers.names:
        text = (
            note("list-last-first", "Names are read with the last name first.")
            if found.order is NameOrder.LAST_FIRST
            else note("list-first-last", "Names are read with the first name first.")
        )
        reading.questions.append(ListQuestion("names", text))


def _ask_about_values(reading: ListReading, marked: int, unsure: int) -> None:
    if unsure:
        text = plural(
            "csv-dates-unsure",
            "{count} birth date can be read in 2 ways: only its year was kept.",
            "{count} birth dates can be read in 2 ways: only their years were kept.",
            count=unsure,
        )
        reading.questions.append(ListQuestion("dates", text))
    if marked:
        text = plural(
            "list-ratings",
            "{count} rating has a mark beside it: only the number was kept.",
            "{count} ratings have a mark beside them: only the numbers were kept.",
            count=marked,
        )
        reading.questions.append(ListQuestion("ratings", text))


def _ask_for_years(reading: ListReading, rules: Ruleset) -> None:
    """Without a birth year or a division nobody knows where a player belongs (A-12)."""
    if rules.divisions is None:
        return
    players = [row.player for row in reading.rows if row.player is not None]
    missing = sum(player.birth_year is None and not player.birth_date and not player.division for player in players)
    if missing and missing < len(players):
        text = plural(
            "list-birth",
            "{count} player has neither a birth year nor a division.",
            "{count} players have neither a birth year nor a division.",
            count=missing,
        )
        reading.questions.append(ListQuestion("birth", text))


def _tell_left_out(rows: Sequence[XlsxRow]) -> list[Note]:
    """The lines that are no players, in words."""
    texts = [" ".join(filter(None, row.cells))[:60] for row in rows]
    texts = [text for text in texts if text]
    if not texts:
        return []
    return [
        plural(
            "list-left-out",
            "{count} line is not a player and was left out: {lines}.",
            "{count} lines are not players and were left out: {lines}.",
            count=len(texts),
            lines="; ".join(f"“{text}”" for text in texts[:8]) + (" …" if len(texts) > 8 else ""),
        )
    ]
