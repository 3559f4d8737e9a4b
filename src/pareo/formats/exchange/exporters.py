"""Every file a tournament can be written to, in one list; the web adds its pages as files (`pareo.web.exports`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pareo.app.desk import Desk
from pareo.app.views.event_rows import pairing_rows, player_rows, standing_rows
from pareo.app.views.rows import Pairing
from pareo.formats import bundle, event_json, tsh
from pareo.formats.exchange.reading import Writing
from pareo.formats.exchange.rebuild import describe_event
from pareo.formats.list_juggler import write as list_juggler_write
from pareo.formats.tables import csv_files
from pareo.formats.tables import views as xlsx_views
from pareo.formats.tdf import tom as tdf
from pareo.formats.trf import write as trf_write

_JSON, _TEXT, _CSV = "application/json", "text/plain; charset=utf-8", "text/csv; charset=utf-8"
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True, slots=True)
class Exporter:
    """A format that tournaments go out in."""

    id: str
    title: str
    ending: str
    media: str
    write: Callable[[Desk, str, str, str | None], Writing]  # desk, slug, language, pod
    public: bool = False  # holds nothing that is not on the public pages


def _tdf(desk: Desk, slug: str, _lang: str, _pod: str | None) -> Writing:
    return Writing(tdf.export_tdf(desk, slug), tuple(tdf.export_losses(desk, slug)))


def _view(name: str, title: str) -> Exporter:
    return Exporter(f"csv-{name}", title, "csv", _CSV, lambda d, s, *_: Writing(xlsx_views.write_csv(d, s, name)))


def _all_pairings(desk: Desk, slug: str) -> list[Pairing]:
    numbers = sorted({number for pod in desk.open(slug).state.pods.values() for number in pod.rounds})
    return [row for number in numbers for row in pairing_rows(desk, slug, round_no=number)]


EXPORTERS: Mapping[str, Exporter] = {
    e.id: e
    for e in (
        Exporter("pareo", "Pareo bundle: everything", "pareo", "application/zip",
                 lambda d, s, *_: Writing(bundle.export_bundle(d.store, s))),
        Exporter("json", "public data (JSON)", "json", _JSON,
                 lambda d, s, *_: Writing(event_json.write_public(d, s)), public=True),
        Exporter("event-json", "Pareo event with personal data (JSON)", "json", _JSON,
                 lambda d, s, *_: Writing(event_json.export(d, s))),
        Exporter("xlsx", "spreadsheet of every view", "xlsx", _XLSX,
                 lambda d, s, *_: Writing(xlsx_views.write_xlsx(d, s))),
        Exporter("tdf", "TOM save file", "tdf", "application/xml", _tdf),
        Exporter("trf", "FIDE report (TRF26)", "trf", _TEXT, lambda d, s, *_: trf_write.export(d, s)),
        Exporter("trf16", "FIDE report (TRF16)", "trf", _TEXT,
                 lambda d, s, *_: trf_write.export(d, s, version="trf16")),
        Exporter("tsh", "tsh division", "t", _TEXT, lambda d, s, _, pod: tsh.write(describe_event(d, s), pod=pod)),
        Exporter("list-juggler", "List Juggler (JSON)", "json", _JSON,
                 lambda d, s, *_: list_juggler_write.export(d, s)),
        Exporter("csv-players", "players (CSV, to import again)", "csv", _CSV,
                 lambda d, s, *_: Writing(csv_files.write_players(player_rows(d, s)))),
        Exporter("csv-pairings", "pairings of all rounds (CSV)", "csv", _CSV,
                 lambda d, s, *_: Writing(csv_files.write_pairings(_all_pairings(d, s)))),
        Exporter("csv-standings", "standings (CSV)", "csv", _CSV,
                 lambda d, s, *_: Writing(csv_files.write_standings(standing_rows(d, s)))),
        *(_view(name, title) for name, title in (
            ("cross-table", "cross-table (CSV)"), ("cross-table-grid", "cross table of a round robin (CSV)"),
            ("ratings", "ratings (CSV)"), ("ratings-2", "ratings of the second list (CSV)"),
            ("information", "pairing information (CSV)"), ("cards", "individual cards (CSV)"),
            ("journal", "journal (CSV)"),
        )),
    )
}
