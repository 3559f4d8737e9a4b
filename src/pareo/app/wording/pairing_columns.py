"""The columns next to the names in a list of pairings (SP-23): points in brackets, record, rating, number, club …

Pure: from a tournament's state to texts. All of it may be public; what is not (ids, births) cannot be chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pareo.core.model.entities import Pod, Round
from pareo.core.model.outcome import Outcome
from pareo.core.settings.public import COLUMNS, PAIRING_COLUMNS
from pareo.core.settings.setting import read_some
from pareo.core.text.languages import localized_decimals
from pareo.core.tournament.records import lines_of, points_of, swiss_rounds
from pareo.core.tournament.tournament import ELIMINATION, Tournament

DEFAULT = ("points",)

Value = str | int | float
Values = Callable[[int], dict[str, Value]]


def columns_of(t: Tournament) -> tuple[str, ...]:
    """The columns the organiser has chosen, else the points."""
    text = t.setting(PAIRING_COLUMNS) or ""
    return read_some(text, COLUMNS) if text else DEFAULT


def values_before(t: Tournament, p: Pod, r: Round, columns: Iterable[str]) -> Values:
    """A player's values before this round, by column; columns without a value are left out. In a bracket there are
    no points."""
    wanted = [c for c in columns if c not in ("points", "record") or p.phase not in ELIMINATION]
    earlier = [x for x in swiss_rounds(t, p) if x.number < r.number]
    points = points_of(t, earlier) if "points" in wanted else {}
    records = _records(t, earlier) if "record" in wanted else {}
    show = t.ruleset.show_points

    def values(no: int) -> dict[str, Value]:
        e = t.entrants[no]
        by_column: dict[str, Value] = {}
        for column in wanted:
            if column == "points":
                by_column[column] = show(points[no])
            elif column == "record":
                by_column[column] = records.get(no, "0-0-0")
            else:
                value = e.start_no or None if column == "number" else getattr(e, column)
                if value not in (None, ""):
                    by_column[column] = value
        return by_column

    return values


def _records(t: Tournament, rounds: Iterable[Round]) -> dict[int, str]:
    records: dict[int, str] = {}
    for no, lines in lines_of(t.ruleset, rounds).items():
        wins = sum(line.outcome.won for line in lines)
        ties = sum(line.outcome is Outcome.DRAW for line in lines)
        records[no] = f"{wins}-{len(lines) - wins - ties}-{ties}"
    return records


def texts_of(values: Mapping[str, Value], lang: str = "en") -> tuple[str, ...]:
    """The values as they stand next to a name: points in brackets, the number with a sign."""
    return tuple(_text(column, value, lang) for column, value in values.items())


def _text(column: str, value: Value, lang: str) -> str:
    if column == "points":
        return f"({localized_decimals(f'{value:g}', lang)})"
    return f"#{value}" if column == "number" else str(value)
