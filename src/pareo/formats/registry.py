"""Every file a tournament is written to or read from: one record per format, and everything else asks it.

A file that comes in is recognised by content, never by its name. Its reader gives the whole tournament as plain values
(`event.Reading`); these are checked, become facts and are stored in one transaction: all of it or nothing. Files come
from strangers: what is too large, or a zip that unpacks to far more than it is, is refused before any reader sees it.
`pareo.pages.exports` adds the public pages as files.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from pareo.app.base.context import Context
from pareo.app.commands.event.events import check_reserved
from pareo.app.commands.event.fide_copies import leave_like_copies, outside_note
from pareo.app.queries.pages.event_tables import pairing_rows, player_rows, standing_rows
from pareo.app.rows.tables import PairingRow
from pareo.core.model.player_fields import BY_NAME, FieldStorage
from pareo.core.text.errors import BadInput, NotFound
from pareo.core.text.messages import phrases, plural, text_note
from pareo.formats import bundle, event_json, tsh
from pareo.formats.anonymous import anonymous_bundle
from pareo.formats.checked_trf.rating_report import export_rating
from pareo.formats.checked_trf.reading import read_checked
from pareo.formats.exchange.event import ImportReport, Reading, Writing
from pareo.formats.exchange.rebuild import describe_event, rebuild
from pareo.formats.list_juggler import read as list_juggler
from pareo.formats.list_juggler import write as list_juggler_write
from pareo.formats.swiss_perfect import read as swiss_perfect
from pareo.formats.tables import csv_writer
from pareo.formats.tables import views as xlsx_views
from pareo.formats.tdf import tom as tdf
from pareo.formats.trf import read as trf
from pareo.formats.trf import write as trf_write

SIZE_LIMIT = 128 * 1024 * 1024
"""Bytes a file may have."""

_UNPACKED_LIMIT = 512 * 1024 * 1024
_RATIO_LIMIT = 200
_RATIO_FROM = 1024 * 1024  # below this size a good ratio harms nobody
_PARTS_LIMIT = 1000
_THE_FILE = text_note("The file")
_NO_ZIP = (
    zipfile.BadZipFile, struct.error, EOFError, IndexError, OSError, OverflowError, RuntimeError, ValueError
)  # fmt: skip


_JSON, _ZIP, _TEXT, _CSV = "application/json", "application/zip", "text/plain; charset=utf-8", "text/csv; charset=utf-8"
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class FormatReader(Protocol):
    """The tournament of a file. `name` is the file's name, as a name of last resort."""

    def __call__(self, data: bytes, /, *, name: str, ruleset: str | None) -> Reading: ...


Writer = Callable[[Context, str, str, str | None], Writing]  # context, slug, language, pod


@dataclass(frozen=True, slots=True)
class Importer:
    """How tournaments come in from a format."""

    id: str
    title: str
    is_mine: Callable[[bytes], bool]  # never raises
    read: FormatReader | None  # None: a journal, taken as it is
    order: int  # what recognises most strictly comes first
    carries_ruleset: bool = False  # the file holds its own rules: no other can be asked for


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A kind of file."""

    id: str
    title: str
    ending: str
    media: str
    write: Writer | None
    reads: Importer | None = None
    public: bool = False  # holds nothing that is not on the public pages
    # Fields of players that it cannot hold: those that its writer or docs/formats.md names anyway, and those that are
    # reported by name where a player has one.
    documented_losses: frozenset[str] = frozenset()
    reported_losses: frozenset[str] = frozenset()

    @property
    def binary(self) -> bool:
        return self.media in (_ZIP, _XLSX)

    @property
    def lost_fields(self) -> frozenset[str]:
        """Fields of players that do not come back when the file is read again."""
        return self.documented_losses | self.reported_losses

    def export(self, ctx: Context, slug: str, lang: str, pod: str | None) -> Writing:
        """The file, and what of the event it cannot hold."""
        if self.write is None:
            raise NotFound(
                "no-such-format",
                "There is no format “{format}”. Choose one of: {known}.",
                format=self.id,
                known=", ".join(EXPORTERS),
            )
        writing = self.write(ctx, slug, lang, pod)
        filled = _filled_fields(ctx, slug, self.reported_losses)
        return (
            replace(writing, left_out=(*writing.left_out, f"of the players: {', '.join(filled)}"))
            if filled
            else writing
        )


def _filled_fields(ctx: Context, slug: str, names: frozenset[str]) -> list[str]:
    """Those of the fields that say something of somebody."""
    if not names:
        return []
    event = ctx.open(slug)
    entrants = event.state.entrants.values()
    people = [event.people.get(person, {}) for e in entrants for person in e.persons]
    return [
        name
        for name, f in BY_NAME.items()
        if name in names
        and (
            any(person.get(name) for person in people)
            if f.home is FieldStorage.PERSON
            else any(getattr(e, name) not in (None, "", 0, frozenset()) for e in entrants)
        )
    ]


def _fields(names: str) -> frozenset[str]:
    """Names of fields, each of them one there is."""
    return frozenset(BY_NAME[name].name for name in names.split())


def _view(name: str, title: str) -> FileFormat:
    return FileFormat(f"csv-{name}", title, "csv", _CSV, lambda d, s, *_: Writing(xlsx_views.write_csv(d, s, name)))


def _all_pairings(ctx: Context, slug: str) -> list[PairingRow]:
    numbers = sorted({number for pod in ctx.open(slug).state.pods.values() for number in pod.rounds})
    return [row for number in numbers for row in pairing_rows(ctx, slug, round_no=number)]


def _is_swiss_perfect(data: bytes) -> bool:
    """A zip with a .TRN table, or that table alone (dBase III with its column of surnames)."""
    if data[:1] == b"\x03":
        return b"SURNAME" in data[:2048]
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return any(name.lower().endswith(".trn") for name in archive.namelist())
    except _NO_ZIP:
        return False


_TRF_DOCUMENTED = _fields("id club division nickname contact notes until bonus")
_TRF_REPORTED = _fields("together faction games games2 k average estimate own_no team captain fixed_table no_half_bye")
_MORE_REPORTED = _fields(
    "together division games games2 k average estimate own_no team captain byes absent late_from "
    "until fixed_table bonus birth_date title sex intl_id local_id no_half_bye"
)
_TSH_DOCUMENTED = _fields("id birth_year club federation rating2 contact notes games absent title local_id")
FORMATS: tuple[FileFormat, ...] = (
    FileFormat(
        "pareo",
        "Pareo bundle: everything",
        "pareo",
        _ZIP,
        lambda d, s, *_: Writing(bundle.export_bundle(d.store, s)),
        Importer("pareo", "Pareo bundle (.pareo)", bundle.is_bundle, None, 1, carries_ruleset=True),
    ),
    FileFormat(
        "json",
        "public data (JSON)",
        "json",
        _JSON,
        lambda d, s, *_: Writing(event_json.write_public(d, s)),
        public=True,
    ),
    FileFormat(
        "event-json",
        "Pareo event with personal data (JSON)",
        "json",
        _JSON,
        lambda d, s, *_: Writing(event_json.export(d, s)),
        Importer("pareo-json", "Pareo event (JSON)", event_json.recognise, event_json.read, 4),
    ),
    FileFormat(
        "xlsx", "spreadsheet of every view", "xlsx", _XLSX, lambda d, s, *_: Writing(xlsx_views.write_xlsx(d, s))
    ),
    FileFormat(
        "tdf",
        "TOM save file",
        "tdf",
        "application/xml",
        lambda d, s, *_: tdf.export(d, s),
        Importer("tdf", "TOM save file (.tdf)", tdf.is_tdf, tdf.read, 2),
        documented_losses=_fields("club federation rating rating2 team together faction"),
        reported_losses=_fields(
            "captain games games2 k average estimate own_no absent until bonus contact notes "
            "birth_date title sex intl_id local_id no_half_bye"
        ),
    ),
    FileFormat(
        "swiss-perfect",
        "Swiss Perfect 98",
        "zip",
        _ZIP,
        None,
        Importer(
            "swiss-perfect",
            "Swiss Perfect 98 (.trn, .sco and .ini, or one zip of them)",
            _is_swiss_perfect,
            swiss_perfect.read,
            3,
        ),
    ),
    FileFormat(
        "trf",
        "FIDE report (TRF26)",
        "trf",
        _TEXT,
        lambda d, s, *_: trf_write.export(d, s),
        Importer("trf", "FIDE report (TRF16, TRF26)", trf.recognise, read_checked, 6),
        documented_losses=_TRF_DOCUMENTED,
        reported_losses=_TRF_REPORTED,
    ),
    FileFormat(
        "trf16",
        "FIDE report (TRF16)",
        "trf",
        _TEXT,
        lambda d, s, *_: trf_write.export(d, s, version="trf16"),
        documented_losses=_TRF_DOCUMENTED | _fields("absent"),
        reported_losses=_TRF_REPORTED,
    ),
    FileFormat(
        "trf-rating",
        "FIDE rating report (TRF26)",
        "trf",
        _TEXT,
        lambda d, s, *_: export_rating(d, s),
        documented_losses=_TRF_DOCUMENTED,
        reported_losses=_TRF_REPORTED,
    ),
    FileFormat(
        "tsh",
        "tsh division",
        "t",
        _TEXT,
        lambda d, s, _, pod: tsh.write(describe_event(d, s), pod=pod),
        Importer("tsh", "tsh division (.t)", tsh.recognise, tsh.read, 7),
        documented_losses=_TSH_DOCUMENTED,
        reported_losses=(_MORE_REPORTED | _fields("faction nickname")) - _TSH_DOCUMENTED,
    ),
    FileFormat(
        "list-juggler",
        "List Juggler (JSON)",
        "json",
        _JSON,
        lambda d, s, *_: list_juggler_write.export(d, s),
        Importer("list-juggler", "List Juggler or Cryodex (JSON)", list_juggler.recognise, list_juggler.read, 5),
        documented_losses=_fields("id birth_year club federation rating rating2 faction nickname contact notes"),
        reported_losses=_MORE_REPORTED,
    ),
    FileFormat(
        "csv-players",
        "players (CSV, to import again)",
        "csv",
        _CSV,
        lambda d, s, *_: Writing(csv_writer.write_players(player_rows(d, s))),
        reported_losses=_fields("together faction games games2 k nickname contact notes no_half_bye"),
    ),
    FileFormat(
        "csv-pairings",
        "pairings of all rounds (CSV)",
        "csv",
        _CSV,
        lambda d, s, *_: Writing(csv_writer.write_pairings(_all_pairings(d, s))),
    ),
    FileFormat(
        "csv-standings",
        "standings (CSV)",
        "csv",
        _CSV,
        lambda d, s, *_: Writing(csv_writer.write_standings(standing_rows(d, s))),
    ),
    *(
        _view(name, title)
        for name, title in (
            ("cross-table", "cross table (CSV)"),
            ("cross-table-grid", "cross table of a round robin (CSV)"),
            ("ratings", "ratings (CSV)"),
            ("ratings-2", "ratings of the second list (CSV)"),
            ("information", "pairing information (CSV)"),
            ("cards", "individual cards (CSV)"),
            ("journal", "journal (CSV)"),
        )
    ),
    FileFormat(
        "anonymous",
        "Pareo bundle without names, for reporting a fault",
        "pareo",
        _ZIP,
        lambda d, s, *_: Writing(anonymous_bundle(d.store, s)),
    ),
    FileFormat(
        "raw",
        "every stored row of a damaged event",
        "zip",
        _ZIP,
        lambda d, s, *_: Writing(bundle.export_raw(d.store, s)),
    ),
)
EXPORTERS: Mapping[str, FileFormat] = {f.id: f for f in FORMATS if f.write is not None}
IMPORTERS: Mapping[str, Importer] = {
    importer.id: importer
    for importer in sorted((f.reads for f in FORMATS if f.reads is not None), key=lambda i: i.order)
}
"""Importers by id, in the order in which they are asked whether a file is theirs."""


def recognise(data: bytes, name: str = "") -> Importer:
    """The importer of a file. The name is only for the sentence that says that there is none."""
    if not data:
        raise BadInput("import-empty", "{file} is empty.", file=name or _THE_FILE)
    if len(data) > SIZE_LIMIT:
        raise BadInput("import-larger-than-event", "{file} is too large for a tournament.", file=name or _THE_FILE)
    _check_zip(data, name)
    for importer in IMPORTERS.values():
        if importer.is_mine(data):
            return importer
    raise BadInput(
        "format-unknown", "{file} is not a tournament file we can import. We read: {known}.",
        file=name or _THE_FILE, known=phrases(importer.title for importer in IMPORTERS.values()),
    )  # fmt: skip


def import_file(
    ctx: Context,
    data: bytes,
    *,
    name: str = "",
    ruleset: str | None = None,
    slug: str | None = None,
    confirmed: bool = False,
) -> ImportReport:
    """Stores the tournament of a file of any known format. If it fails, nothing has changed."""
    importer = recognise(data, name)
    if ruleset is not None and importer.carries_ruleset:
        raise BadInput("ruleset-carried", "{file} contains its own ruleset: don't give one.",
                       file=name or _THE_FILE)  # fmt: skip
    return import_as(ctx, importer, data, name=name, ruleset=ruleset, slug=slug, confirmed=confirmed)


def import_as(
    ctx: Context,
    importer: Importer,
    data: bytes,
    *,
    name: str = "",
    ruleset: str | None = None,
    slug: str | None = None,
    confirmed: bool = False,
) -> ImportReport:
    """Stores a file of a known format: its reader's values are checked, turned into facts and stored at once."""
    check_reserved(slug)
    if importer.read is None:
        report = bundle.verify_bundle(data)
        new_slug = bundle.import_bundle(ctx.store, data, slug=slug)
        return ImportReport(
            new_slug,
            importer.id,
            (
                plural("took-entries", "{count} entry", "{count} entries", count=report.entries),
                plural("took-people", "{count} person", "{count} people", count=report.people),
            ),
            notes=leave_like_copies(ctx, new_slug),
        )
    reading = importer.read(data, name=name, ruleset=ruleset)
    new_slug = rebuild(ctx, reading.event, slug=slug, differs=reading.differs, confirmed=confirmed)
    notes = reading.compare(ctx, new_slug) if reading.compare is not None else ()
    left_fide = ctx.open(new_slug).state.left_fide
    if left_fide is not None and left_fide.reason != reading.event.left_fide:
        notes = (*notes, outside_note(left_fide.reason))
    return ImportReport(new_slug, importer.id, reading.took, reading.skipped, (*reading.notes, *notes))


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
    compressed = sum(part.compress_size for part in parts)
    if len(parts) > _PARTS_LIMIT or size > _UNPACKED_LIMIT or (size > _RATIO_FROM and size > compressed * _RATIO_LIMIT):
        raise BadInput("import-bomb", "{file} is too large for a tournament when unpacked.", file=name or _THE_FILE)
