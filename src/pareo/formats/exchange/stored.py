"""The readers of other programs' files with a store behind them: what the registry of importers takes.

Each has the registry's form: `(desk, data, *, name, ruleset, slug) -> ImportReport`. The event is stored whole or not
at all.
"""

from __future__ import annotations

from pathlib import PurePath

from pareo.app.desk import Desk
from pareo.app.event.events import clean_line
from pareo.formats import event_json, tsh
from pareo.formats.exchange.reading import Reading
from pareo.formats.exchange.rebuild import ImportReport, rebuild
from pareo.formats.list_juggler import read as list_juggler
from pareo.formats.trf import read as trf


def import_trf(desk: Desk, data: bytes, *, name: str, ruleset: str | None, slug: str | None) -> ImportReport:
    del name
    return _stored(desk, trf.read(data, ruleset=ruleset), trf.FORMAT, slug)


def import_tsh(desk: Desk, data: bytes, *, name: str, ruleset: str | None, slug: str | None) -> ImportReport:
    title = clean_line(PurePath(name.replace("\\", "/")).stem[:100], "name")
    return _stored(desk, tsh.read(data, ruleset=ruleset, name=title), tsh.FORMAT, slug)


def import_list_juggler(desk: Desk, data: bytes, *, name: str, ruleset: str | None, slug: str | None) -> ImportReport:
    del name
    return _stored(desk, list_juggler.read(data, ruleset=ruleset), list_juggler.FORMAT, slug)


def import_event_json(desk: Desk, data: bytes, *, name: str, ruleset: str | None, slug: str | None) -> ImportReport:
    del name
    return _stored(desk, event_json.read(data, ruleset=ruleset), "pareo-json", slug)


def _stored(desk: Desk, reading: Reading, format_id: str, slug: str | None) -> ImportReport:
    made = rebuild(desk, reading.event, slug=slug)
    return ImportReport(made, format_id, reading.took, reading.skipped, reading.notes)
