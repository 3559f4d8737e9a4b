"""Every file a tournament can be imported from, in one list: recognised by content, never by its name.

`recognise(data)` finds the importer, `import_file(desk, data, name=…)` runs it. An importer is a function that says
whether a file is its own (it never raises) and one that stores the tournament, all of it or nothing, and reports what
it took, what it skipped and why. Files come from strangers: what is too large, or a zip that unpacks to far more than
it is, is refused before any importer sees it.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from pareo.app.desk import Desk
from pareo.core.words.errors import BadInput
from pareo.formats import bundle, event_json, tsh
from pareo.formats.exchange.event import ImportReport
from pareo.formats.exchange.stored import import_event_json, import_list_juggler, import_trf, import_tsh
from pareo.formats.list_juggler import read as list_juggler
from pareo.formats.swiss_perfect import read as swiss_perfect
from pareo.formats.tdf import tom as tdf
from pareo.formats.trf import read as trf

__all__ = ["IMPORTERS", "ImportReport", "Importer", "import_file", "recognise"]

SIZE_LIMIT = 128 * 1024 * 1024
"""Bytes a file may have."""

_UNPACKED_LIMIT = 512 * 1024 * 1024
_RATIO_LIMIT = 200
_RATIO_FROM = 1024 * 1024  # below this size a good ratio harms nobody
_PARTS_LIMIT = 1000
_NO_ZIP = (
    zipfile.BadZipFile, struct.error, EOFError, IndexError, OSError, OverflowError, RuntimeError, ValueError
)  # fmt: skip


class Reader(Protocol):
    """Stores the tournament of a file. `name` is the file's name, for sentences and as a name of last resort."""

    def __call__(
        self, desk: Desk, data: bytes, *, name: str, ruleset: str | None, slug: str | None
    ) -> ImportReport: ...


@dataclass(frozen=True, slots=True)
class Importer:
    """A format that tournaments come in."""

    id: str
    title: str
    is_mine: Callable[[bytes], bool]
    read: Reader
    carries_ruleset: bool = False  # the file holds its own rules: no other can be asked for


def _read_bundle(desk: Desk, data: bytes, *, name: str, ruleset: str | None, slug: str | None) -> ImportReport:
    del name, ruleset
    told = bundle.verify_bundle(data)
    made = bundle.import_bundle(desk.store, data, slug=slug)
    return ImportReport(made, "pareo", (f"{told.entries} entries", f"{told.people} people"))


def _is_swiss_perfect(data: bytes) -> bool:
    """A zip with a .TRN table, or that table alone (dBase III with its column of surnames)."""
    if data[:1] == b"\x03":
        return b"SURNAME" in data[:2048]
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return any(name.lower().endswith(".trn") for name in archive.namelist())
    except _NO_ZIP:
        return False


def _read_swiss_perfect(desk: Desk, data: bytes, *, name: str, ruleset: str | None, slug: str | None) -> ImportReport:
    del name
    files = {"event.trn": data} if data[:1] == b"\x03" else data
    made, told = swiss_perfect.import_swiss_perfect(desk, files, ruleset=ruleset, slug=slug)
    took = (f"{told.players} players", f"{told.rounds} rounds", f"{told.games} games")
    return ImportReport(made, "swiss-perfect", took, (), told.notes)


IMPORTERS: Mapping[str, Importer] = {
    importer.id: importer
    for importer in (
        Importer("pareo", "Pareo bundle (.pareo)", bundle.is_bundle, _read_bundle, carries_ruleset=True),
        Importer("tdf", "TOM save file (.tdf)", tdf.is_tdf, tdf.import_tdf),
        Importer("swiss-perfect", "Swiss Perfect 98 (.trn, .sco and .ini, or one zip of them)", _is_swiss_perfect,
                 _read_swiss_perfect),
        Importer("pareo-json", "Pareo event (JSON)", event_json.recognise, import_event_json),
        Importer("list-juggler", "List Juggler or Cryodex (JSON)", list_juggler.recognise, import_list_juggler),
        Importer("trf", "FIDE report (TRF16, TRF26)", trf.recognise, import_trf),
        Importer("tsh", "tsh division (.t)", tsh.recognise, import_tsh),
    )
}
"""One line per format. The order is that of asking: what recognises most strictly comes first."""


def recognise(data: bytes, name: str = "") -> Importer:
    """The importer of a file. The name is only for the sentence that says that there is none."""
    if not data:
        raise BadInput("import-empty", "{file} is empty.", file=name or "The file")
    if len(data) > SIZE_LIMIT:
        raise BadInput("import-too-large", "{file} is larger than a tournament can be.", file=name or "The file")
    _check_zip(data, name)
    for importer in IMPORTERS.values():
        if importer.is_mine(data):
            return importer
    raise BadInput(
        "format-unknown", "{file} is not a file that a tournament can be imported from; there are: {known}.",
        file=name or "The file", known=", ".join(importer.title for importer in IMPORTERS.values()),
    )  # fmt: skip


def import_file(
    desk: Desk, data: bytes, *, name: str = "", ruleset: str | None = None, slug: str | None = None
) -> ImportReport:
    """Stores the tournament of a file of any known format. If it fails, nothing has changed."""
    importer = recognise(data, name)
    if ruleset is not None and importer.carries_ruleset:
        raise BadInput("ruleset-carried", "{file} carries its own ruleset: leave the ruleset out.",
                       file=name or "The file")  # fmt: skip
    return importer.read(desk, data, name=name, ruleset=ruleset, slug=slug)


def _check_zip(data: bytes, name: str) -> None:
    """A zip says how much it unpacks to; who lies about it is found when the part is read."""
    if data[:4] not in (b"PK\x03\x04", b"PK\x05\x06"):
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except _NO_ZIP:
        return  # no sound zip: no importer will know it
    size = sum(part.file_size for part in parts)
    packed = sum(part.compress_size for part in parts)
    if len(parts) > _PARTS_LIMIT or size > _UNPACKED_LIMIT or (size > _RATIO_FROM and size > packed * _RATIO_LIMIT):
        raise BadInput("import-bomb", "{file} unpacks to more than a tournament can be.", file=name or "The file")
