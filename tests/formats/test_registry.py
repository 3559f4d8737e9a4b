"""One list of importers: recognised by content, bombs refused, nothing half imported."""

from __future__ import annotations

import io
import zipfile

import pytest

from pareo.app.base.context import Context
from pareo.core.text.errors import BadInput, PareoError
from pareo.formats import registry
from pareo.formats.bundle import export_bundle
from pareo.formats.exchange.rebuild import rebuild
from pareo.formats.registry import IMPORTERS, import_file, recognise
from pareo.formats.tdf.xml import write
from support.events.random_play import foreign_event
from support.files.tdf import everything
from support.paths import DATA

SP98 = DATA / "swissperfect98"


def zip_of(parts: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return packed.getvalue()


def test_the_content_decides_not_the_name(ctx: Context) -> None:
    tdf = write(everything())
    assert recognise(tdf, "players.csv").id == "tdf"
    report = import_file(ctx, tdf, name="bundle.pareo", slug="copa")
    assert (report.slug, report.format) == ("copa", "tdf")
    assert report.took
    bundle = export_bundle(ctx.store, "copa")
    assert recognise(bundle, "file.tdf").id == "pareo"
    assert import_file(ctx, bundle, name="file.tdf").slug == "copa-2"


def test_every_importer_knows_only_its_own(ctx: Context) -> None:
    mine = {"tdf": write(everything()), "pareo": export_bundle(ctx.store, rebuild(ctx, foreign_event()))}
    for data in mine.values():
        assert sum(importer.is_mine(data) for importer in IMPORTERS.values()) == 1
    table = "año;2\n".encode("utf-16")
    for junk in (b"", b"\0", b"PK\x03\x04", b"\x03" * 50, b"<a/>", b"{}", b"[", table, b"\xff" * 99):
        for importer in IMPORTERS.values():
            assert importer.is_mine(junk) is False, importer.id


def test_keys_and_titles() -> None:
    assert all(key == importer.id and importer.title for key, importer in IMPORTERS.items())
    assert {"pareo", "tdf", "swiss-perfect", "trf", "tsh", "list-juggler", "pareo-json"} == IMPORTERS.keys()


@pytest.mark.req("SP-18")
def test_swiss_perfect_in_one_zip(ctx: Context) -> None:
    if not SP98.exists():
        pytest.skip(f"reference data not there: {SP98}")
    files = {path.name: path.read_bytes() for path in SP98.glob("gonzaga*") if path.suffix != ".txt"}
    report = import_file(ctx, zip_of(files), name="what.bin")
    assert report.format == "swiss-perfect"
    assert recognise(next(data for name, data in files.items() if name.endswith(".trn"))).id == "swiss-perfect"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "import-empty"),
        (b"first,last\nAda,Luz\n", "format-unknown"),
        (zip_of({"a.txt": b"x"}), "format-unknown"),
        (zip_of({"manifest.json": b"0" * 30_000_000}), "import-bomb"),
        (zip_of({str(i): b"" for i in range(1100)}), "import-bomb"),
    ],
)
def test_what_is_refused(ctx: Context, data: bytes, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        import_file(ctx, data, name="copa.bin")
    assert caught.value.code == code
    assert "copa.bin" in str(caught.value)
    assert ctx.store.tournaments() == []


def test_what_is_too_large_is_not_looked_at(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "SIZE_LIMIT", 10)
    with pytest.raises(BadInput) as caught:
        import_file(ctx, write(everything()))
    assert caught.value.code == "import-larger-than-event"


def test_rulesets_asked_for(ctx: Context) -> None:
    report = import_file(ctx, write(everything()), ruleset="pokemon-tcg-2019-04")
    assert ctx.open(report.slug).state.ruleset.id == "pokemon-tcg-2019-04"
    with pytest.raises(PareoError):
        import_file(ctx, write(everything()), ruleset="no-such")
    with pytest.raises(BadInput) as caught:
        import_file(ctx, export_bundle(ctx.store, report.slug), ruleset="swiss")
    assert caught.value.code == "ruleset-carried"
    assert len(ctx.store.tournaments()) == 1
