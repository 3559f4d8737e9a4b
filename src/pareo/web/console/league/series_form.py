"""The rules of a series as a form: a table of points to edit, and every other rule as a control.

The rules are stored as a text (`core/league/series_rules.py` reads and checks it). The form shows what a text says,
and changes what it sends: what the form does not ask (where the rules come from, notes) stays. A form that changes
nothing leaves the text as it is, with its comments.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from pareo.core.league.series import TIEBREAKS
from pareo.core.text.errors import BadInput
from pareo.core.text.numbers import whole_or
from pareo.core.text.toml_writer import Table, read_toml, write_toml

MOST_PLACES = 64
MOST_ROWS = 12
_MAX_LENGTH = 60
_KINDS = ("table", "formula", "score")
_FORMULA = ("constant", "per_player", "per_place", "least")
_WHOLE_NUMBERS = {"best": "0", "minimum": "1", "events": "0", "performer_games": "1"}  # usual values


@dataclass(frozen=True, slots=True)
class SeriesForm:
    """What the form shows. All values as text."""

    count: str
    kind: str  # how places become points: table, formula, score
    points: tuple[str, ...]  # by place, and empty ones to go on
    beyond: str
    formula: Mapping[str, str]
    score: str
    ties: str
    round: str
    step: str
    whole: Mapping[str, str]
    period: str
    tiebreaks: tuple[str, ...]
    spare: tuple[str, ...]  # tie-breaks that are not used
    categories: tuple[Mapping[str, str], ...]
    exchange: Mapping[str, str] | None
    titles: tuple[Mapping[str, str], ...]


def form_of(text: str, typed: Mapping[str, str] | None = None) -> SeriesForm:
    """The form for the rules in `text`; with what was typed on top of it, as far as it can be read."""
    table = _read(text)
    if typed is not None and "count" in typed:
        table = apply_form(table, typed, checked=False)
    points, sharing = _table(table, "points"), _table(table, "sharing")
    kind = next((kind for kind in _KINDS if kind in points), "table")
    place_points = [_text(value) for value in _list(points.get("table"))]
    spare = max(2, 6 - len(place_points))
    formula = _table(points, "formula")
    tiebreaks = tuple(_text(name) for name in _list(table.get("tiebreaks")))
    exchange = table.get("exchange")
    return SeriesForm(
        count=_text(table.get("count")) or "places",
        kind=kind,
        points=(*place_points, *[""] * spare)[:MOST_PLACES],
        beyond=_text(points.get("beyond")) or "0",
        formula={key: _text(formula.get(key)) for key in _FORMULA},
        score=_text(points.get("score")) or "1",
        ties=_text(sharing.get("ties")) or "mean",
        round=_text(sharing.get("round")) or "none",
        step=_text(sharing.get("step")) or "1",
        whole={key: _text(table.get(key)) or usual for key, usual in _WHOLE_NUMBERS.items()},
        period=_text(table.get("period")) or "all",
        tiebreaks=tiebreaks,
        spare=tuple(name for name in TIEBREAKS if name not in tiebreaks),
        categories=_rows(table.get("categories"), ("id", "rating_from", "average_from")),
        exchange={key: _text(exchange.get(key)) for key in ("count", "size")} if isinstance(exchange, dict) else None,
        titles=_rows(table.get("titles"), ("id", "name", "rating_from", "games")),
    )


def text_of(text: str, form: Mapping[str, str]) -> str:
    """The rules as a text with what the form says; the text itself where the form changes nothing."""
    before = _read(text)
    after = apply_form(before, form)
    return text if after == before else write_toml(after)


def apply_form(before: Mapping[str, object], form: Mapping[str, str], *, checked: bool = True) -> Table:
    """The rules as a table, with the form's values. If `checked`, a field that is no number raises BadInput."""
    read = _Reader(form, checked=checked)
    count = form.get("count", "places")
    form_keys = {
        "count",
        "points",
        "sharing",
        "tiebreaks",
        "period",
        "categories",
        "exchange",
        "titles",
        *_WHOLE_NUMBERS,
    }
    remaining = {key: value for key, value in before.items() if key not in form_keys}
    result: Table = {"title": remaining.pop("title", ""), "count": count, **remaining}
    if count == "places":
        sharing = _sharing_of(read, form)
        result |= {"points": _points_of(read, form)}
        result |= {"sharing": sharing} if "sharing" in before or sharing != {"ties": "mean"} else {}
        result["tiebreaks"] = move_tiebreak(_chosen_tiebreaks(form, "tie"), form.get("do", ""))
    if form.get("period", "all") != "all":
        result["period"] = form["period"]
    for key, usual in _WHOLE_NUMBERS.items():
        if _is_used(count, key) and (value := read.whole(key)) is not None and str(value) != usual:
            result[key] = value
    if "kinds" in before and "points" not in before:  # every kind has its own
        result.pop("points", None)
    result |= _bands(read, form)
    return _in_order(
        before,
        {
            key: value
            for key, value in result.items()
            if value not in ({}, []) or (key == "tiebreaks" and key in before)
        },
    )


def move_tiebreak(names: Sequence[str], what: str) -> list[str]:
    """The tie-breaks after a button such as “up.2”; any other button leaves them as they are."""
    chosen, (action, _, at) = list(names), what.partition(".")
    index = whole_or(at, 3, 0) - 1
    target = index + {"up": -1, "down": 1}.get(action, 0)
    if target != index and 0 <= index < len(chosen) and 0 <= target < len(chosen):
        chosen[index], chosen[target] = chosen[target], chosen[index]
    return chosen


def _is_used(count: str, key: str) -> bool:
    """Does a series that counts in this way use the number of this field?"""
    counts_of = {"best": ("places", "best-games"), "minimum": ("places",), "performer_games": ("performance",)}
    return count in counts_of.get(key, (count,))


def _points_of(read: _Reader, form: Mapping[str, str]) -> Table:
    kind = form.get("points", "table")
    if kind == "score":
        return {"score": read.number("score") or 1}
    if kind == "formula":
        formula = {key: read.number(f"formula.{key}") for key in _FORMULA}
        return {"formula": {key: value for key, value in formula.items() if value is not None}}
    places = [read.number(f"place.{n}") for n in range(1, MOST_PLACES + 1)]
    while places and places[-1] is None:
        places.pop()
    points: Table = {"table": [0 if value is None else value for value in places]}
    beyond = read.number("beyond")
    return {**points, "beyond": beyond} if beyond else points


def _sharing_of(read: _Reader, form: Mapping[str, str]) -> Table:
    sharing: Table = {"ties": form.get("ties", "mean")}
    if form.get("round", "none") != "none":
        sharing |= {"round": form["round"], "step": read.number("step") or 1}
    return sharing


def _bands(read: _Reader, form: Mapping[str, str]) -> Table:
    bands: Table = {}
    if form.get("exchange") == "yes":
        bands["exchange"] = {"count": read.whole("exchange.count") or 2, "size": read.whole("exchange.size") or 0}
    categories, titles = [], []
    for n in range(1, MOST_ROWS + 1):
        if name := form.get(f"category.{n}.id", "").strip():
            limits = {key: read.whole(f"category.{n}.{key}") for key in ("rating_from", "average_from")}
            categories.append({"id": name[:_MAX_LENGTH], **{k: v for k, v in limits.items() if v is not None}})
        if name := form.get(f"title.{n}.name", "").strip():
            numbers = {key: read.whole(f"title.{n}.{key}") for key in ("rating_from", "games")}
            id_ = form.get(f"title.{n}.id", "").strip() or name.lower().replace(" ", "-")
            titles.append(
                {
                    "id": id_[:_MAX_LENGTH],
                    "name": name[:_MAX_LENGTH],
                    **{k: v for k, v in numbers.items() if v is not None},
                }
            )
    return bands | {"categories": categories, "titles": titles}


def _chosen_tiebreaks(form: Mapping[str, str], name: str) -> list[str]:
    """The tie-breaks of the form, in order; an empty choice takes one out."""
    chosen = [form[f"{name}.{n}"].strip() for n in range(1, len(TIEBREAKS) + 2) if form.get(f"{name}.{n}", "").strip()]
    return list(dict.fromkeys(chosen))


class _Reader:
    """Reads the numbers of the form."""

    def __init__(self, form: Mapping[str, str], *, checked: bool) -> None:
        self.form = form
        self.checked = checked

    def number(self, key: str) -> int | Decimal | None:
        """The number in a field, perhaps with decimals; None where nothing is typed."""
        text = self.form.get(key, "").strip().replace(",", ".")
        if not text:
            return None
        try:
            value = Decimal(text) if len(text) < 12 else Decimal("NaN")
        except InvalidOperation:
            value = Decimal("NaN")
        if not value.is_finite():
            self._wrong(key, text)
            return None
        return int(value) if value == value.to_integral_value() else value

    def whole(self, key: str) -> int | None:
        """The whole number from 0 in a field; None where nothing is typed."""
        text = self.form.get(key, "").strip()
        if not text:
            return None
        value = whole_or(text, 6, None)
        if value is None:
            self._wrong(key, text)
        return value

    def _wrong(self, key: str, text: str) -> None:
        if self.checked:
            raise BadInput("field-number", "{key}={value}: this must be a number.", key=key, value=text[:40])


def _read(text: str) -> Table:
    try:
        return read_toml(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _in_order(before: Mapping[str, object], after: Mapping[str, object]) -> Table:
    """The keys in the order of the old text, then new ones."""
    return {key: after[key] for key in [*(k for k in before if k in after), *(k for k in after if k not in before)]}


def _table(table: Mapping[str, object], key: str) -> Table:
    value = table.get(key)
    return value if isinstance(value, dict) else {}


def _list(value: object) -> Iterable[object]:
    return value if isinstance(value, list) else []


def _text(value: object) -> str:
    return "" if value is None or isinstance(value, dict | list) else str(value)


def _rows(value: object, keys: Sequence[str]) -> tuple[Mapping[str, str], ...]:
    """The rows of a table in the rules as text, and an empty row for more."""
    rows = [{key: _text(row.get(key)) for key in keys} for row in _list(value) if isinstance(row, dict)]
    return (*rows, dict.fromkeys(keys, ""))[:MOST_ROWS]
