"""Settings of an event that stand in for a part of its ruleset: the order of the tie-breaks, the two rating lists.

The tournament's ruleset is the one in force: the fold lays these settings over it, so that whoever ranks, explains or
rates needs to look in one place only. Taken back, the part is again as the ruleset's own text has it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pareo.core.rules.file import parse_ruleset
from pareo.core.rules.ruleset import Ruleset


def part(name: str, read: Callable[[str], object]) -> Callable[[Ruleset, object], Ruleset]:
    """Lays a setting's text over this part of a ruleset; None: as it is written."""

    def lay(ruleset: Ruleset, value: object) -> Ruleset:
        found = getattr(parse_ruleset(ruleset.text, name=ruleset.id), name) if value is None else read(str(value))
        changes: dict[str, Any] = {name: found}
        return replace(ruleset, **changes)

    return lay
