"""First birth years of the divisions, as a season gives them: “junior=2012;senior=2008”, youngest first (P-AGE-1)."""

from __future__ import annotations

from dataclasses import replace

from pareo.core.rules.ruleset import Division, DivisionRules, Ruleset
from pareo.core.words.errors import BadInput
from pareo.core.words.notes import listing


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
            raise BadInput("division-unknown", "{where}there is no division “{division}” (divisions: {known}).",
                           where="birth_years: ", division=name, known=listing(known))


def _year_parts(text: str) -> list[tuple[str, str]]:
    parts = [part.partition("=") for part in text.replace(";", " ").split()]
    if not all(separator for _, separator, _ in parts):
        raise ValueError(text)
    return [(name, year) for name, _, year in parts]


def with_birth_years(rules: DivisionRules, text: str) -> DivisionRules:
    """The divisions with other first birth years, youngest first: “junior=2012 senior=2008”."""
    first = {name: int(year) for name, year in _year_parts(text)}
    divisions: list[Division] = []
    for d in rules.divisions:
        born_from = first.get(d.id, d.born_from)
        younger = divisions[-1].born_from if divisions else None
        divisions.append(replace(d, born_from=born_from, born_to=younger - 1 if younger is not None else d.born_to))
    return replace(rules, divisions=tuple(divisions))
