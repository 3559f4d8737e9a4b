"""Imports files of other programs, one function a format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pareo.app.base.context import Context
from pareo.formats.exchange.event import ImportReport
from pareo.formats.exchange.rebuild import rebuild
from pareo.formats.registry import IMPORTERS, import_as
from pareo.formats.swiss_perfect.read import read as read_swiss_perfect


def import_tdf(ctx: Context, data: bytes, **more: Any) -> ImportReport:
    return import_as(ctx, IMPORTERS["tdf"], data, **more)


def import_trf(ctx: Context, data: bytes, **more: Any) -> ImportReport:
    """Whatever a second opinion says of it."""
    return import_as(ctx, IMPORTERS["trf"], data, confirmed=True, **more)


def import_tsh(ctx: Context, data: bytes, **more: Any) -> ImportReport:
    return import_as(ctx, IMPORTERS["tsh"], data, **more)


def import_list_juggler(ctx: Context, data: bytes, **more: Any) -> ImportReport:
    return import_as(ctx, IMPORTERS["list-juggler"], data, **more)


def import_event_json(ctx: Context, data: bytes, **more: Any) -> ImportReport:
    return import_as(ctx, IMPORTERS["pareo-json"], data, **more)


@dataclass(frozen=True, slots=True)
class SwissPerfectReport:
    """What was imported, in numbers."""

    players: int
    rounds: int
    games: int
    notes: tuple[str, ...]


def import_swiss_perfect(
    ctx: Context, files: Mapping[str, bytes] | bytes, *, ruleset: str | None = None, slug: str | None = None
) -> tuple[str, SwissPerfectReport]:
    """Files by name, which need not be a zip: the way of every importer, after recognising it."""
    reading = read_swiss_perfect(files, ruleset=ruleset)
    made = rebuild(ctx, reading.event, slug=slug)
    players, rounds, games = (int(took.split()[0]) for took in reading.took)
    return made, SwissPerfectReport(players, rounds, games, reading.notes)
