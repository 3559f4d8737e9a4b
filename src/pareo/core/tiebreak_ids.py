"""The names a ruleset may use for tie-breaks, and the options each takes. The tie-breaks themselves are elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

TIEBREAK_IDS = frozenset(
    {
        "on-time",
        "owp",
        "oowp",
        "head-to-head",
        "last-opponent",
        "lot",
        "tom-owp",
        "tom-oowp",
        "list-order",
        "sonneborn-berger",
        "secondary",
        "spread",
        "average-secondary",
        "margin",
        "strength-of-schedule",
        "buchholz",
        "median-buchholz",
        "progressive",
        "wins",
        "direct-encounter",
        "berger",
    }
)

PERCENT = "percent"  # a string such as "25%"
NUMBER = "number"  # a whole number, 0 or more

_UNPLAYED = ("nothing", "draws")

# Tie-break → option → what it may be: PERCENT, NUMBER, or the words allowed.
TIEBREAK_OPTIONS: Mapping[str, Mapping[str, str | tuple[str, ...]]] = {
    "owp": {"floor": PERCENT, "cap": PERCENT},
    "oowp": {"floor": PERCENT, "cap": PERCENT},
    "sonneborn-berger": {"draws": ("none", "half")},
    "head-to-head": {"drawn": ("lot",)},
    "buchholz": {"unplayed": _UNPLAYED},
    "median-buchholz": {"high": NUMBER, "low": NUMBER, "unplayed": _UNPLAYED},
    "wins": {"count": ("all", "played")},
}
