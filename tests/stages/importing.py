"""Files of other programs into a store, each by the format it is of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pareo.app.desk import Desk
from pareo.formats.exchange.event import ImportReport
from pareo.formats.exchange.rebuild import rebuild
from pareo.formats.exchange.registry import IMPORTERS, import_as
from pareo.formats.swiss_perfect.read import read as read_swiss_perfect


def import_tdf(desk: Desk, data: bytes, **more: Any) -> ImportReport:
    return import_as(desk, IMPORTERS["tdf"], data, **more)


def import_trf(desk: Desk, data: bytes, **more: Any) -> ImportReport:
    """Whatever a second opinion says of it."""
    return import_as(desk, IMPORTERS["trf"], data, confirmed=True, **more)


def import_tsh(desk: Desk, data: bytes, **more: Any) -> ImportReport:
    return import_as(desk, IMPORTERS["tsh"], data, **more)


def import_list_juggler(desk: Desk, data: bytes, **more: Any) -> ImportReport:
    return import_as(desk, IMPORTERS["list-juggler"], data, **more)


def import_event_json(desk: Desk, data: bytes, **more: Any) -> ImportReport:
    return import_as(desk, IMPORTERS["pareo-json"], data, **more)


@dataclass(frozen=True, slots=True)
class SwissPerfectReport:
    """What was imported, in numbers."""

    players: int
    rounds: int
    games: int
    notes: tuple[str, ...]


def import_swiss_perfect(
    desk: Desk, files: Mapping[str, bytes] | bytes, *, ruleset: str | None = None, slug: str | None = None
) -> tuple[str, SwissPerfectReport]:
    """Files by name, which need not be a zip: the way of every importer, after recognising it."""
    reading = read_swiss_perfect(files, ruleset=ruleset)
    made = rebuild(desk, reading.event, slug=slug)
    players, rounds, games = (int(took.split()[0]) for took in reading.took)
    return made, SwissPerfectReport(players, rounds, games, reading.notes)
