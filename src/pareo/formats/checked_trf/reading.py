"""A report that comes in is checked like any other program's: its rounds and its places (F-87).

What is not consistent needs a confirmation in FIDE mode, is noted in the report of the import, and stays in the
file: `### Import @ Round n: …` is written with every report.
"""

from __future__ import annotations

from dataclasses import replace

from pareo import rulesets
from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.settings.chess import ACCELERATION_RULES
from pareo.core.settings.pairing import ACCELERATION
from pareo.core.text.errors import PareoError
from pareo.core.text.messages import note
from pareo.formats.exchange.event import ForeignEvent, Reading
from pareo.formats.second_opinion.opinion import OpinionRequest, second_opinion
from pareo.formats.second_opinion.report import differences
from pareo.formats.trf.head import system_word
from pareo.formats.trf.read import FORMAT, read

_TEXT_LIMIT = 500
REMARK = "### Import @ Round {round}: {what}"


def read_checked(data: bytes, *, name: str = "", ruleset: str | None = None) -> Reading:
    """The event of a report, and what a second opinion says of it; only chess can be checked."""
    reading = _with_rules(read(data, name=name, ruleset=ruleset))
    if not reading.event.pods or not _is_chess(reading.event):
        return reading
    try:
        opinion = second_opinion(name, data, OpinionRequest(pairings=_is_fide_system(reading.event)))
    except PareoError as problem:
        message = note("trf-not-checked", "Not checked: {problem}", problem=problem.note)
        return replace(reading, notes=(*reading.notes, message))
    if opinion.consistent:
        return reading
    what = differences(opinion)
    message = note("trf-not-consistent", "The second opinion found differences: {what}.", what=what)
    event = _with_remark(reading.event, REMARK.format(round=opinion.played, what=what))
    return replace(reading, event=event, notes=(*reading.notes, message), differs=what)


def _with_rules(reading: Reading) -> Reading:
    """How it is accelerated becomes a text of the event: FIDE mode asks for it (F-56)."""
    settings = reading.event.settings
    acceleration = ACCELERATION.of(settings)
    if not acceleration or not _is_chess(reading.event) or ACCELERATION_RULES.of(settings):
        return reading
    rules = {ACCELERATION_RULES.key: f"As in the report: {acceleration}"[:_TEXT_LIMIT]}
    return replace(reading, event=replace(reading.event, settings={**settings, **rules}))


def _is_chess(event: ForeignEvent) -> bool:
    return _rules(event).game == "chess"


def _is_fide_system(event: ForeignEvent) -> bool:
    """Are its rounds paired by rules that FIDE has? Rounds of others are not held against the Dutch system (B-34)."""
    return bool(system_word(_rules(event), event.settings))


def _rules(event: ForeignEvent) -> Ruleset:
    text = event.ruleset_text
    return rulesets.load(event.ruleset) if text is None else parse_ruleset(text, name=event.ruleset)


def _with_remark(event: ForeignEvent, remark: str) -> ForeignEvent:
    retained = dict(event.beside.get(FORMAT, {}))
    comments = [*retained.get("comments", ())]
    if remark not in comments:
        comments.append(remark)
    return replace(event, beside={**event.beside, FORMAT: {**retained, "comments": comments}})
