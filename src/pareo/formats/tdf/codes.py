"""TOM's codes and ours: categories, outcomes, styles, dates. Found in its save files; `docs/formats.md` lists them."""

from __future__ import annotations

import re
from collections.abc import Collection

from pareo.core.model.outcome import Outcome, Result
from pareo.core.rules import birth_years
from pareo.core.rules.birth_years import season_years
from pareo.core.text.numbers import integer_or

JUNIOR, SENIOR, MASTER = "junior", "senior", "master"
DIVISIONS = (JUNIOR, SENIOR, MASTER)
CATEGORY = {JUNIOR: "0", SENIOR: "1", MASTER: "2"}
DIVISION = {category: division for division, category in CATEGORY.items()}
POD_DIVISIONS = {
    "0": (JUNIOR,),
    "1": (SENIOR,),
    "2": (MASTER,),
    "8": (JUNIOR, SENIOR),
    "9": (SENIOR, MASTER),
    "10": DIVISIONS,
}
# TOM has no round robin and no double elimination: read as Swiss, and as a single one (the last of equals)
TYPE = {"round-robin": "2", "double-elimination": "1", "elimination": "1", "swiss": "2", "swiss+cut": "3"}
STYLE = {code: style for style, code in TYPE.items()}
ELIMINATION_ROUND = "1"

_WIN_A, _WIN_B = Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.LOSS, Outcome.WIN)
DRAW = Result(Outcome.DRAW, Outcome.DRAW)
BOTH_LOST = Result(Outcome.LOSS, Outcome.LOSS)
RESULTS = {"1": _WIN_A, "2": _WIN_B, "3": DRAW, "6": BOTH_LOST, "10": BOTH_LOST}
OPEN, DELETED, DOUBLE_LOSS = "0", "9", "10"
SITTINGS = {"4": Outcome.EARNED_BYE, "5": Outcome.BYE, "8": Outcome.LATE_LOSS}
SITTING_CODE = {outcome: code for code, outcome in SITTINGS.items()}

_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})(?: \d{1,2}:\d{2}(?::\d{2})?)?")


def outcome_code(result: Result | None) -> str:
    """TOM's code of a match's outcome. A forfeit is a win like any other there."""
    if result is None:
        return OPEN
    if result.a.won:
        return "1"
    if result.b.won:
        return "2"
    return "3" if result.a is Outcome.DRAW else DOUBLE_LOSS


def pod_category(divisions: Collection[str], others: Collection[Collection[str]]) -> str:
    """TOM's category of a pod. Two divisions are 8 or 9 only where the third has a pod of its own, else 10."""
    if len(divisions) == 1:
        return CATEGORY.get(next(iter(divisions)), "2")
    own = set(divisions)
    if own == {JUNIOR, SENIOR} and any(MASTER in other for other in others):
        return "8"
    if own == {SENIOR, MASTER} and any(JUNIOR in other for other in others):
        return "9"
    return "10"


def date_parts(text: str) -> tuple[int, int, int] | None:
    """Year, month and day of TOM's MM/DD/YYYY, if that is what it is."""
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return None
    month, day, year = (int(part) for part in match.groups())
    return (year, month, day) if 1 <= month <= 12 and 1 <= day <= 31 and year >= 1000 else None


def iso_date(text: str) -> str:
    """“11/30/2025” as 2025-11-30; empty if it is no date."""
    parts = date_parts(text)
    return "" if parts is None else f"{parts[0]:04}-{parts[1]:02}-{parts[2]:02}"


def tom_date(text: str) -> str:
    """“2025-11-30” as 11/30/2025; empty if it is no date."""
    match = re.fullmatch(r"(\d{4})-(\d{2})-(\d{2})", text.strip())
    return f"{match[2]}/{match[3]}/{match[1]}" if match else ""


def season_of(text: str) -> int | None:
    """The season of a date as TOM writes it (PN-SEA-1)."""
    return birth_years.season_of(iso_date(text))


def division_by_birth(year: int, season: int) -> str:
    junior, senior = season_years(season)
    return JUNIOR if year >= junior else SENIOR if year >= senior else MASTER


def int_in(text: str, default: int = 0, *, low: int = 0, high: int = 100_000) -> int:
    """A whole number of a file, or the default if it is none or out of bounds."""
    if not text:
        return default
    value = integer_or(text.strip(), 9, default)
    return value if low <= value <= high else default
