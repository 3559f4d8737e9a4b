"""The settings that are small tables, row by row (SP-3, SP-4, SP-6, SP-24)."""

from __future__ import annotations

from collections.abc import Sequence

from pareo.core.pairing.acceleration import BAKU, parts_of
from pareo.core.pairing.barred import FIELDS, LAST, read_barred
from pareo.core.pairing.seating import parse_ranges
from pareo.core.settings.player_order import parse_order
from pareo.core.settings.setting import NONE
from pareo.core.settings.small_table import Row, SettingColumn, SmallTable
from pareo.core.standings.ratings.rules import METHODS, RATING_OPTIONS

_SAME = {"club": "of one club", "federation": "of one federation", "together": "travelling together"}
_YES_NO = {"yes": "Yes", "no": "No"}


def _span(first: str, last: str) -> str:
    """“3-6”, or “3” where the last is not said."""
    return f"{first.strip()}-{last.strip()}" if last.strip() else first.strip()


# --- barred pairings: club:1-2;federation -----------------------------------------------------------------------------


def _barred_rows(text: str) -> list[Row]:
    if text == NONE:
        return []
    return [
        {
            "field": b.field,
            "first": str(b.first) if b.first > 1 or b.last < LAST else "",
            "last": str(b.last) if b.last < LAST else "",
        }
        for b in read_barred(text)
    ]


def _barred_text(rows: Sequence[Row]) -> str:
    return ";".join(_barred_part(row) for row in rows)


def _barred_part(row: Row) -> str:
    first, last = row.get("first", "").strip(), row.get("last", "").strip()
    if not first and not last:
        return row["field"]
    return f"{row['field']}:{first or 1}-{last or LAST}"


BARRED_ROWS = SmallTable(
    (
        SettingColumn("field", "Players", {name: _SAME[name] for name in FIELDS}),
        SettingColumn("first", "from round", needed=False),
        SettingColumn("last", "to round", needed=False),
    ),
    _barred_rows,
    _barred_text,
    none=NONE,
)


# --- acceleration: 1-7:4:3-6 ------------------------------------------------------------------------------------------


def _group_row(part: str) -> Row:
    numbers, points, rounds = part.split(":")
    low, _, high = numbers.partition("-")
    first, last = rounds.split("-") if "-" in rounds else ("1", rounds)
    return {"low": low, "high": high, "points": points, "first": first, "last": last}


def _group_part(row: Row) -> str:
    first, last = row.get("first", "").strip(), row["last"].strip()
    rounds = f"{first}-{last}" if first not in ("", "1") else last
    return f"{row['low'].strip()}-{row['high'].strip()}:{row['points'].strip()}:{rounds}"


ACCELERATION_ROWS = SmallTable(
    (
        SettingColumn("low", "Numbers from"),
        SettingColumn("high", "to"),
        SettingColumn("points", "points more", kind="decimal"),
        SettingColumn("first", "from round", needed=False),
        SettingColumn("last", "to round"),
    ),
    lambda text: [] if text == BAKU else [_group_row(part) for part in parts_of(text)],
    lambda rows: " ".join(_group_part(row) for row in rows),
)


# --- prizes: 1:100 3-4:25 ---------------------------------------------------------------------------------------------


def _prize_row(part: str) -> Row:
    places, _, amount = part.partition(":")
    low, _, high = places.partition("-")
    return {"first": low, "last": high, "amount": amount}


PRIZE_ROWS = SmallTable(
    (
        SettingColumn("first", "Place"),
        SettingColumn("last", "to place", needed=False),
        SettingColumn("amount", "each gets", kind="decimal"),
    ),
    lambda text: [_prize_row(part) for part in text.replace(";", " ").split()],
    lambda rows: " ".join(f"{_span(row['first'], row.get('last', ''))}:{row['amount'].strip()}" for row in rows),
)


# --- orders: rating,-club,last ----------------------------------------------------------------------------------------


ORDER_WORDS = {
    "last": "surname, from A",
    "-last": "surname, from Z",
    "first": "first name, from A",
    "rating": "rating, highest first",
    "-rating": "rating, lowest first",
    "rating2": "second rating, highest first",
    "-rating2": "second rating, lowest first",
    "average": "average score, highest first",
    "title": "title",
    "club": "club, from A",
    "-club": "club, from Z",
    "federation": "federation, from A",
    "-federation": "federation, from Z",
    "division": "division",
    "birth_year": "oldest first",
    "-birth_year": "youngest first",
    "sex": "sex",
    "start_no": "start number",
    "no": "registration order",
    "-no": "latest entry first",
    "random": "by lot",
}
"""What a list of players can be sorted by, each in both directions where that makes sense."""

ORDER_ROWS = SmallTable(
    (SettingColumn("by", "Sort by", ORDER_WORDS),),
    lambda text: [{"by": str(criterion)} for criterion in parse_order(text)],
    lambda rows: ",".join(row["by"] for row in rows),
    ordered=True,
)

COLUMN_WORDS = {
    "points": "points",
    "record": "wins and losses",
    "number": "start number",
    "rating": "rating",
    "rating2": "second rating",
    "club": "club",
    "federation": "federation",
    "division": "division",
}
COLUMN_ROWS = SmallTable(
    (SettingColumn("what", "Next to the names", COLUMN_WORDS),),
    lambda text: [] if text == NONE else [{"what": word} for word in text.split(",")],
    lambda rows: ",".join(row["what"] for row in rows),
    ordered=True,
    none=NONE,
)


# --- rating lists: fide k=20 forfeits=no ------------------------------------------------------------------------------


_METHOD_NAMES = {
    NONE: "no ratings",
    "fide-average": "FIDE, by the average of the opponents",
    "fide": "FIDE, game by game",
    "uscf": "US Chess",
    "pzszach": "Polish federation (PZSzach)",
}


def _rating_rows(text: str) -> list[Row]:
    method, *words = text.split()
    return [{"method": method, **{key: value for key, _, value in (word.partition("=") for word in words)}}]


def _rating_text(rows: Sequence[Row]) -> str:
    row = rows[0]
    if row["method"] == NONE:
        return NONE
    words = [f"{word}={row[word].strip()}" for word in RATING_OPTIONS if row.get(word, "").strip()]
    return " ".join([row["method"], *words])


RATING_ROWS = SmallTable(
    (
        SettingColumn("method", "Method", {NONE: _METHOD_NAMES[NONE], **{m: _METHOD_NAMES[m] for m in METHODS}}),
        SettingColumn(
            "k",
            "K",
            {
                "10": "10",
                "15": "15",
                "16": "16",
                "20": "20",
                "24": "24",
                "30": "30",
                "32": "32",
                "40": "40",
                "fide": "40, 20 or 10 by the FIDE rules",
            },
            blank="default",
            needed=False,
        ),
        SettingColumn("forfeits", "Forfeits are rated", _YES_NO, blank="default", needed=False),
        SettingColumn(
            "cap",
            "Largest difference that counts",
            {"yes": "400", "no": "any difference counts"},
            blank="default",
            needed=False,
        ),
        SettingColumn("lowest", "Lowest valid rating", needed=False),
        SettingColumn("perfect", "Difference of a perfect score", needed=False),
        SettingColumn("bonus", "Bonus of US Chess", needed=False),
        SettingColumn(
            "per",
            "Matches of several games",
            {"game": "each game is rated", "match": "the match is rated"},
            blank="default",
            needed=False,
        ),
    ),
    _rating_rows,
    _rating_text,
    one=True,
)


# --- tables nobody may use: 5-8,12 ------------------------------------------------------------------------------------


def table_numbers(text: str) -> list[int]:
    """“5-8,12” as numbers."""
    return [number for low, high in parse_ranges(text) for number in range(low, high + 1)]


def table_ranges(numbers: Sequence[int]) -> str:
    """Numbers as “5-8,12”."""
    spans: list[list[int]] = []
    for number in sorted(set(numbers)):
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in spans)
