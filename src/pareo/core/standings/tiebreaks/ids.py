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
        "buchholz-cut-1",
        "buchholz-cut-2",
        "brightwell",
        "koya",
        "games-won",
        "opponents-rating-sum",
        "opponents-rating-average",
        "rating-sum",
        "aro",
        "performance",
        "games-black",
        "wins-black",
        "rounds-played",
        "fore-buchholz",
        "average-buchholz",
        "opponents-performance",
    }
)

PERCENT = "percent"  # a string such as "25%"
NUMBER = "number"  # a whole number, 0 or more

_UNPLAYED = ("nothing", "draws", "fide-2009", "fide-2024", "fide-2026")
_UNRATED = ("left-out", "zero")

# Tie-break → option → what it may be: PERCENT, NUMBER, or the words allowed.
TIEBREAK_OPTIONS: Mapping[str, Mapping[str, str | tuple[str, ...]]] = {
    "owp": {"floor": PERCENT, "cap": PERCENT},
    "oowp": {"floor": PERCENT, "cap": PERCENT},
    "sonneborn-berger": {"draws": ("none", "half"), "unplayed": _UNPLAYED, "low": NUMBER},
    "head-to-head": {"drawn": ("lot",)},
    "buchholz": {"unplayed": _UNPLAYED},
    "buchholz-cut-1": {"unplayed": _UNPLAYED},
    "buchholz-cut-2": {"unplayed": _UNPLAYED},
    "median-buchholz": {"high": NUMBER, "low": NUMBER, "cut": ("both", "by-score"), "unplayed": _UNPLAYED},
    "brightwell": {"c": NUMBER, "game": NUMBER},
    "koya": {"limit": PERCENT},
    "wins": {"count": ("all", "played")},
    "progressive": {"cut": NUMBER},
    "spread": {"cap": NUMBER},
    "direct-encounter": {"met": ("all", "fide")},
    "opponents-rating-sum": {"unrated": _UNRATED},
    "opponents-rating-average": {"unrated": _UNRATED},
    "rating-sum": {"unrated": _UNRATED},
    "aro": {"unrated": _UNRATED, "low": NUMBER},
    "performance": {"perfect": NUMBER},
    "opponents-performance": {"perfect": NUMBER},
    "fore-buchholz": {"unplayed": _UNPLAYED},
    "average-buchholz": {"unplayed": _UNPLAYED},
}
