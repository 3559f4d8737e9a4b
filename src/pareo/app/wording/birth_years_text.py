"""The birth years of divisions as a line that people read."""

from __future__ import annotations

from pareo.core.model.ruleset import Division, DivisionRules
from pareo.core.text.messages import Note, join_notes, note, text_note


def describe_years(rules: DivisionRules) -> Note:
    """Every division with its years: “Juniors: 2015 or later · Seniors: 2011 to 2014 · Masters: 2010 or earlier”."""
    return join_notes(
        " · ",
        [
            note("division-years", "{division}: {years}", division=text_note(d.title), years=_years(d))
            for d in rules.divisions
        ],
    )


def _years(d: Division) -> Note:
    if d.born_to is None:
        return note("born-from", "{year} or later", year=d.born_from)
    if d.born_from is None:
        return note("born-to", "{year} or earlier", year=d.born_to)
    return note("born-between", "{first} to {last}", first=d.born_from, last=d.born_to)
