"""Settings of an event that stand in for a part of its ruleset: the order of the tie-breaks, the two rating lists,
how a shared pod reads the table of rounds, the year whose ships count.

The tournament's ruleset is the one in force: replay lays these settings over it, so that whoever ranks, explains or
rates needs to look in one place only. Taken back, the part is again as the ruleset's own text has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.ruleset_file import parse_ruleset


def override_part(name: str, read: Callable[[str], object]) -> Callable[[Ruleset, object], Ruleset]:
    """Lays a setting's text over this part of a ruleset; None: as it is written."""

    def lay(ruleset: Ruleset, value: object) -> Ruleset:
        value_read = getattr(parse_ruleset(ruleset.text, name=ruleset.id), name) if value is None else read(str(value))
        changes: dict[str, Any] = {name: value_read}
        return replace(ruleset, **changes)

    return lay


def override_rounds_from(ruleset: Ruleset, value: object) -> Ruleset:
    """Shared pods read the table with their largest division or with all players (3.3.5 can be read both ways)."""
    if ruleset.divisions is None:
        return ruleset
    written = parse_ruleset(ruleset.text, name=ruleset.id).divisions if value is None else None
    chosen = written.rounds_from if written is not None else str(value)
    return replace(ruleset, divisions=replace(ruleset.divisions, rounds_from=chosen))


def override_field(name: str, field: str) -> Callable[[Ruleset, object], Ruleset]:
    """Lays a setting's value over one field of a part of a ruleset; None: as it is written."""

    def lay(ruleset: Ruleset, value: object) -> Ruleset:
        rules = getattr(ruleset, name)
        if rules is None:
            return ruleset
        chosen = getattr(getattr(parse_ruleset(ruleset.text, name=ruleset.id), name), field) if value is None else value
        changes: dict[str, Any] = {name: replace(rules, **{field: chosen})}
        return replace(ruleset, **changes)

    return lay


_YEAR = re.compile(r"(?:19|20)[0-9]{2}")


def with_ships_of_year(ruleset: Ruleset, date: object) -> Ruleset:
    """Squads are checked with the ships of the event's year; without a date, with those of the ruleset's."""
    if ruleset.lists.kind != "squad":
        return ruleset
    match = _YEAR.search(str(date)) if date is not None else None
    year = int(match[0]) if match else parse_ruleset(ruleset.text, name=ruleset.id).lists.squad.year
    return replace(ruleset, lists=replace(ruleset.lists, squad=replace(ruleset.lists.squad, year=year)))
