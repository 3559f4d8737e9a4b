"""The parts of a ruleset file that are tables of numbers: age divisions, sections, rounds and cuts by players."""

from __future__ import annotations

import re
from itertools import pairwise

from pareo.core.model.ruleset import AdviceRules, AdviceTable, Division, DivisionRules, SectionRules, TableRow
from pareo.core.model.toml_reader import TomlTable

STYLES = ("swiss", "elimination", "swiss+cut", "round-robin", "double-elimination")
KNOCKOUT = ("elimination", "double-elimination")
"""Styles that are a bracket from the start."""
CONFIDENCE = (1, 2, 3)

_DAY = re.compile(r"[12]\d{3}-\d{2}-\d{2}", re.ASCII)
_PLAYERS = re.compile(r"(\d+)(?:-(\d+)|(\+))?")  # "8", "9-16", "513+"


def is_power_of_two(number: int) -> bool:
    """Is it 2, 4, 8 …? Not 1: a bracket of one is no bracket."""
    return number >= 2 and number & (number - 1) == 0


def read_divisions(block: TomlTable) -> DivisionRules:
    """Divisions youngest first: no birth year in two of them, none between two of them left out."""
    divisions = []
    for entry in block.tables("list"):
        division = Division(
            id=entry.text("id"),
            title=entry.text("title"),
            born_from=entry.whole_or_none("born_from", least=1900),
            born_to=entry.whole_or_none("born_to", least=1900),
        )
        entry.finish()
        if division.born_from and division.born_to and division.born_from > division.born_to:
            entry.wrong("born_from", "later than born_to")
        divisions.append(division)
    if not divisions or len({d.id for d in divisions}) != len(divisions):
        block.wrong("list", "at least one division, each with its own id")
    for younger, older in pairwise(divisions):
        if younger.born_from is None or older.born_to is None or older.born_to >= younger.born_from:
            block.wrong("list", f"{younger.id} and {older.id} overlap, or are not listed youngest first")
        if older.born_to + 1 < younger.born_from:
            block.wrong("list", f"no division covers birth years between {older.id} and {younger.id}")
    rules = DivisionRules(
        divisions=tuple(divisions),
        separate_from=block.whole("separate_from", 6, least=1),
        rounds_from=block.word("rounds_from", ("largest-division", "pod"), "largest-division"),
        until=block.text("until", ""),
        cite=block.text("cite", ""),
    )
    if rules.until and not _DAY.fullmatch(rules.until):
        block.wrong("until", "a day such as 2019-08-31 is needed")
    if rules.until and [d.id for d in divisions] != ["junior", "senior", "master"]:
        block.wrong("until", "seasons know the divisions junior, senior and master")
    block.finish()
    return rules


def read_sections(block: TomlTable) -> SectionRules:
    """The `[sections]` block: when and how a large division may be split."""
    counts = block.wholes("counts", (2, 4, 8, 16), least=2)
    if list(counts) != sorted(counts) or not all(map(is_power_of_two, counts)):
        block.wrong("counts", "powers of two are needed, the smallest first")
    rules = SectionRules(
        min_division=block.whole("min_division", 64, least=2),
        min_section=block.whole("min_section", 32, least=2),
        counts=counts,
        min_qualifiers=block.whole("min_qualifiers", 2, least=1),
        rounds=block.word("rounds", ("size", "doubling"), "size"),
        cite=block.text("cite", ""),
    )
    block.finish()
    return rules


def read_advice(block: TomlTable) -> AdviceRules:
    """The document's tables: rows in order, without a gap or an overlap, cuts a power of two."""
    listing = block.table("tables")
    tables = tuple(_read_advice_table(table_id, listing.table(table_id)) for table_id in listing.keys())  # noqa: SIM118
    default = block.text("default", "")
    if default not in {table.id for table in tables} and (default or tables):
        block.wrong("default", f'"{default}" is not the id of a table')
    rules = AdviceRules(
        tables=tables,
        default=default,
        one_round_fewer=block.flag("one_round_fewer", default=False),
        cut_is_maximum=block.flag("cut_is_maximum", default=False),
        least_players=block.whole("least_players", 0),
        least_rounds=block.whole("least_rounds", 0),
    )
    block.finish()
    return rules


def _read_advice_table(table_id: str, block: TomlTable) -> AdviceTable:
    style = block.word("style", STYLES)
    rows = [_read_row(entry, style=style) for entry in block.tables("rows")]
    if not rows:
        block.wrong("rows", "at least one row is needed")
    for above, below in pairwise(rows):
        if above.high is None or below.low <= above.high:
            block.wrong("rows", f"the row from {below.low} overlaps the one before it")
        if below.low > above.high + 1:
            block.wrong("rows", f"no row for {above.high + 1} to {below.low - 1} players")
    table = AdviceTable(
        id=table_id,
        title=block.text("title"),
        style=style,
        rows=tuple(rows),
        cite=block.text("cite", ""),
        source=block.text("source", ""),
        confidence=read_confidence(block, 3),
        points_confidence=read_confidence(block, 3, "points_confidence"),
    )
    block.finish()
    return table


def read_confidence(block: TomlTable, default: int, key: str = "confidence") -> int:
    """3: quoted, or several sources agree; 2: one source; 1: not confirmed."""
    value = block.whole(key, default)
    if value not in CONFIDENCE:
        block.wrong(key, "3 (quoted), 2 (one source) or 1 (not confirmed)")
    return value


def _read_row(entry: TomlTable, *, style: str) -> TableRow:
    players = entry.text("players")
    match = _PLAYERS.fullmatch(players)
    low = int(match[1]) if match else 0
    if match is None or low < 1 or (match[2] and int(match[2]) < low):
        entry.wrong("players", f'"{players}" is none of "8", "9-16", "513+"')
    cuts = entry.wholes("cut", (0,))
    asymmetrical = entry.flag("asymmetrical", default=False)
    for cut in cuts:
        if cut == 1 or (cut and not asymmetrical and not is_power_of_two(cut)):
            entry.wrong("cut", f"{cut} is not a power of 2")
        if cut and style != "swiss+cut":
            entry.wrong("cut", f"a table of style {style} has no cut")
    row = TableRow(
        low=low,
        high=None if match[3] else int(match[2] or low),
        rounds=entry.wholes("rounds", least=1),
        cuts=cuts,
        day2_rounds=entry.whole("day2", 0),
        points=entry.whole("points", 0),
        asymmetrical=asymmetrical,
        borrowed=entry.text("borrowed", ""),
    )
    if row.points and not row.day2_rounds:
        entry.wrong("points", "points for a second day without rounds")
    entry.finish()
    return row
