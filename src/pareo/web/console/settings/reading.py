"""What the settings page sends, as the texts of the settings.

A control of several fields is sent with a mark (`KEY.rows`): without it the setting was not on the page. Buttons such
as `KEY.up.2`, `KEY.remove.1`, `KEY.add` and `KEY.reset` change the rows first; whatever comes out is saved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pareo.core.model.ruleset import Ruleset
from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.setting import Setting
from pareo.core.settings.small_table import SmallTable
from pareo.core.settings.table_settings import table_ranges
from pareo.core.standings.tiebreaks.codes import CODES
from pareo.core.standings.tiebreaks.order import NONE
from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from pareo.core.text.numbers import whole_or

MOST_ROWS = 120  # more than there are tie-breaks
Row = dict[str, str]


class ButtonPress(NamedTuple):
    """A pressed button of a control: its setting, what it does, and at which row."""

    key: str
    what: str
    at: int

    @classmethod
    def read(cls, text: str) -> ButtonPress | None:
        """The press of a button such as “tiebreaks.up.2”; None where none was pressed, or one of another control."""
        key, _, rest = text.partition(".")
        what, _, at = rest.partition(".")
        return cls(key, what, whole_or(at, 3, 0)) if key in SETTINGS and what else None


def incomplete(data: Mapping[str, str], key: str) -> bool:
    """Is a row only half filled in? It changes nothing yet, and the page keeps it."""
    table, rows = SETTINGS[key].kind.table, sent_rows(data, key)
    return table is not None and len(table.complete(rows)) < sum(any(map(str.strip, row.values())) for row in rows)


def typed_text(data: Mapping[str, str], key: str, ruleset: Ruleset) -> str | None:
    """The text of a setting that the form sends; None where the form does not have it."""
    setting, pressed = SETTINGS[key], ButtonPress.read(data.get("do", ""))
    own_press = pressed if pressed is not None and pressed.key == key else None
    if own_press is not None and own_press.what == "reset":
        return ""
    if f"{key}.rows" in data:
        return _many(data, setting, ruleset, own_press)
    if f"{key}.switch" in data:  # what it usually is; an unticked box is not sent
        chosen = "yes" if data.get(key) == "yes" else "no"
        return "" if chosen == data[f"{key}.switch"] else chosen
    if f"{key}.as" in data:  # as recommended, or a number of one's own
        return data.get(key, "").strip() if data[f"{key}.as"] == "own" else ""
    if key not in data:
        return None
    return data[key].strip().replace("T", " ") if setting.kind.field == "moment" else data[key].strip()


def _many(data: Mapping[str, str], setting: Setting[object], ruleset: Ruleset, pressed: ButtonPress | None) -> str:
    kind = data[f"{setting.key}.rows"]
    rows = move_rows(sent_rows(data, setting.key), pressed)
    if kind == "tables":
        return table_ranges([n for n in range(1, 1000) if data.get(f"{setting.key}.{n}") == "yes"])
    if kind == "years":
        return ";".join(f"{row['id']}={row.get('year', '').strip()}" for row in rows)
    if kind == "order":
        if pressed is not None and pressed.what == "add" and data.get(f"{setting.key}.more") in TIEBREAKS:
            rows.append({"id": data[f"{setting.key}.more"]})
        return _order_text(rows)
    table = setting.kind.table
    return _table_text(table, rows, setting, ruleset) if table is not None else ""


def sent_rows(data: Mapping[str, str], key: str) -> list[Row]:
    """The rows of the form, in their order: fields such as “barred.2.first”."""
    rows: list[Row] = []
    for n in range(1, MOST_ROWS + 1):
        before = f"{key}.{n}."
        row = {name.removeprefix(before): text[:200] for name, text in data.items() if name.startswith(before)}
        if row:
            rows.append(row)
    return rows


def move_rows(rows: Sequence[Row], pressed: ButtonPress | None) -> list[Row]:
    """The rows after a button was pressed; a button that does not fit leaves them as they are."""
    chosen = list(rows)
    if pressed is None or not 1 <= pressed.at <= len(chosen):
        return chosen
    at = pressed.at - 1
    if pressed.what == "remove":
        del chosen[at]
    target = at + {"up": -1, "down": 1}.get(pressed.what, 0)
    if target != at and 0 <= target < len(chosen):
        chosen[at], chosen[target] = chosen[target], chosen[at]
    return chosen


def _order_text(rows: Sequence[Row]) -> str:
    """The rows as a text of tie-breaks: “buchholz; wins count=played”. Only options of that tie-break are kept."""
    tiebreaks = []
    for row in rows:
        id_ = row.get("id", "").strip()
        option_names = TIEBREAKS[id_].options if id_ in TIEBREAKS else {}
        options = [f"{name}={''.join(row[name].split())}" for name in option_names if row.get(name, "").strip()]
        if id_:
            tiebreaks.append(" ".join([id_, *(option.replace(";", "").replace(",", "") for option in options)]))
    return ("," if all(one in CODES for one in tiebreaks) else "; ").join(tiebreaks) or NONE


def _table_text(table: SmallTable, rows: Sequence[Row], setting: Setting[object], ruleset: Ruleset) -> str:
    complete = table.complete(rows)
    if complete:
        return table.text(complete)
    usual = setting.usual(ruleset) if setting.usual is not None else ""
    return table.none if usual else ""
