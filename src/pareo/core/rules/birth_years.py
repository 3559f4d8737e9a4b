"""First birth years of the divisions: the document's, a season's, or an event's own: “junior=2012;senior=2008”.

Youngest first (P-AGE-1). A document's years hold for the season it was printed for; later dates take those of their
season (PN-SEA).
"""

from __future__ import annotations

import re
from dataclasses import replace

from pareo.core.model.ruleset import Division, DivisionRules, Ruleset
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import list_note

_DAY = re.compile(r"([12]\d{3})-(\d{2})-(\d{2})", re.ASCII)


def read_birth_years(text: str) -> str:
    """The text, if it names years that fall. ValueError on anything else."""
    years = [int(year) for _, year in _year_parts(text)]
    if not years or years != sorted(years, reverse=True) or not all(1900 <= y <= 2100 for y in years):
        raise ValueError(text)
    return text


def check_birth_years(ruleset: Ruleset, text: str, _typed: str = "") -> None:
    """Raises where the text names a division that the ruleset does not have."""
    known = [d.id for d in ruleset.divisions.divisions] if ruleset.divisions else []
    for name, _ in _year_parts(text):
        if name not in known:
            raise BadInput(
                "division-unknown",
                "{where}there is no division “{division}” (divisions: {known}).",
                where="birth_years: ",
                division=name,
                known=list_note(known),
            )


def _year_parts(text: str) -> list[tuple[str, str]]:
    parts = [part.partition("=") for part in text.replace(";", " ").split()]
    if not all(separator for _, separator, _ in parts):
        raise ValueError(text)
    return [(name, year) for name, _, year in parts]


def season_of(date: str) -> int | None:
    """The Play! Pokémon season of a day, named after the year in which it ends; None where it is no day (PN-SEA-1).

    It begins on 1 September, and before 2026 on 1 July.
    """
    match = _DAY.fullmatch(date.strip())
    if match is None:
        return None
    year, month = int(match[1]), int(match[2])
    return year + (month >= (9 if year >= 2026 else 7))


def season_years(season: int) -> tuple[int, int]:
    """The first birth years of Juniors and Seniors of a season (PN-SEA-2, PN-SEA-3: 2021 kept those of 2020)."""
    junior = season - (12 if season > 2020 else 11)
    return junior, junior - 4


def divisions_in_force(
    rules: DivisionRules, *, date: str = "", text: str | None = None, season: int | None = None, usual: int = 0
) -> DivisionRules:
    """The divisions of an event: with its own years, else those of its season or its date's, else the document's.

    `usual`: the season that the document was written for, where it is one of a season (PN-SEA-4).
    """
    if text:
        return _with_years(rules, {name: int(year) for name, year in _year_parts(text)})
    day = date.strip() if season is None else ""
    of_season = season or season_of(day) or usual
    if not rules.until or not of_season or "" < day <= rules.until:
        return rules
    junior, senior = season_years(of_season)
    return _with_years(rules, {"junior": junior, "senior": senior})


def _with_years(rules: DivisionRules, first: dict[str, int]) -> DivisionRules:
    """The divisions with other first birth years, youngest first."""
    divisions: list[Division] = []
    for d in rules.divisions:
        born_from = first.get(d.id, d.born_from)
        younger = divisions[-1].born_from if divisions else None
        divisions.append(replace(d, born_from=born_from, born_to=younger - 1 if younger is not None else d.born_to))
    return replace(rules, divisions=tuple(divisions))
