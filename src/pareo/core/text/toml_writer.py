"""Reading TOML without floats, laying one file over another, and writing it back, always in the same way.

A ruleset that extends another is stored with its tournament as one self-contained text: this module makes that text.
It knows nothing about rulesets.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal

Table = dict[str, object]


def read_toml(text: str) -> Table:
    """The text as plain values; numbers with a point come as Decimal, so that 0.1 stays 0.1."""
    return tomllib.loads(text, parse_float=Decimal)


def lay_over(base: Mapping[str, object], upper: Mapping[str, object]) -> Table:
    """The base with the upper file's values: tables are merged key by key, everything else is replaced."""
    merged: Table = dict(base)
    for key, value in upper.items():
        below = merged.get(key)
        merged[key] = lay_over(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


def without_key(table: Mapping[str, object], path: str) -> Table | None:
    """The table without one dotted key; None if there is no such key."""
    head, _, rest = path.partition(".")
    if head not in table:
        return None
    if not rest:
        return {key: value for key, value in table.items() if key != head}
    below = table[head]
    smaller = without_key(below, rest) if isinstance(below, dict) else None
    return None if smaller is None else {**table, head: smaller}


def write_toml(table: Mapping[str, object]) -> str:
    """The table as TOML: plain values first, then a section for each table inside it, in the order given."""
    return "\n".join(_section(table, ())) + "\n"


def _section(table: Mapping[str, object], path: tuple[str, ...]) -> Iterable[str]:
    plain = {key: value for key, value in table.items() if not isinstance(value, dict)}
    if path and (plain or not table):
        yield ""
        yield f"[{'.'.join(_key(part) for part in path)}]"
    for key, value in plain.items():
        yield f"{_key(key)} = {_value(value, several_lines=True)}"
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _section(value, (*path, key))


def _key(key: str) -> str:
    bare = key.replace("-", "").replace("_", "")
    return key if bare.isascii() and bare.isalnum() else _string(key)


def _string(text: str) -> str:
    # A JSON string is a TOML basic string, but for DEL, which TOML wants escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: object, *, several_lines: bool = False) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, int | Decimal):
        return str(value)
    if isinstance(value, list):
        items = [_value(item) for item in value]
        if several_lines and sum(map(len, items)) > 80:
            return "[\n" + "".join(f"  {item},\n" for item in items) + "]"
        return f"[{', '.join(items)}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    raise TypeError(f"no way to write a {type(value).__name__}")  # dates: the reader refuses them before
