"""The series rules that come with Pareo: one file per preset, in the order in which they are offered."""

from __future__ import annotations

from functools import cache

from pareo.core.league.series_rules import SeriesPlan, parse_series_rules
from pareo.core.text.errors import NotFound

PRESETS = (
    "formula-one-2010",
    "formula-one-2002",
    "club-grand-prix",
    "total-score",
    "championship-points-2027",
    "championship-points-2026",
    "argentina",
    "uruguay",
    "venezuela",
    "britain",
)


@cache
def preset_text(preset: str) -> str:
    """The file of one preset of series rules."""
    if preset not in PRESETS:
        raise NotFound(
            "series-preset",
            "There are no series rules “{preset}”. Choose one of: {known}.",
            preset=preset[:80],
            known=", ".join(PRESETS),
        )
    from importlib.resources import files  # noqa: PLC0415  (the command line's start-up is felt)

    return files(__package__ or __name__).joinpath("series", f"{preset}.toml").read_text(encoding="utf-8")


@cache
def preset_plan(preset: str) -> SeriesPlan:
    """One preset of series rules, read and checked."""
    return parse_series_rules(preset_text(preset), name=f"{preset}.toml")
