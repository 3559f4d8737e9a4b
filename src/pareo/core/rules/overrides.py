"""Settings of an event that stand in for a part of its ruleset: the order of the tie-breaks, the two rating lists.

The tournament's ruleset is the one in force: the fold lays these settings over it, so that whoever ranks, explains or
rates needs to look in one place only. Taken back, the part is again as the ruleset's own text has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pareo.core.ratings.rules import read_rating_rules
from pareo.core.rules.file import parse_ruleset
from pareo.core.rules.ruleset import Ruleset
from pareo.core.standings.tiebreaks.order import read_tiebreaks

_PARTS: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "tiebreaks": ("tiebreaks", read_tiebreaks),
    "rating_rules": ("rating", read_rating_rules),
    "rating2_rules": ("rating2", read_rating_rules),
}
RULES_SETTINGS = frozenset(_PARTS)


def with_setting(ruleset: Ruleset, key: str, value: object) -> Ruleset:
    """The ruleset with one of its parts as the setting says; None: as it is written."""
    part, read = _PARTS[key]
    found = getattr(parse_ruleset(ruleset.text, name=ruleset.id), part) if value is None else read(str(value))
    changes: dict[str, Any] = {part: found}
    return replace(ruleset, **changes)
