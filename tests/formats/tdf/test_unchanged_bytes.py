"""A save file comes back byte for byte, however it is written; a change touches its own lines only."""

from __future__ import annotations

from pathlib import Path
from xml.parsers import expat

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import leaving, players
from pareo.app.commands.results import enter_result as results
from pareo.formats.tdf.tom import export_tdf
from pareo.formats.tdf.xml import as_read, parse_document, write, write_document
from pareo.store import open_store
from support.files.imports import import_tdf
from support.files.tdf import DATA, NOON, everything, minutes, unusual


@pytest.fixture
def ctx(tmp_path: Path) -> Context:
    return Context(open_store(str(tmp_path / "events.db")), now=minutes())


FILE = write(everything()).decode()
NAMED = FILE.replace("<lastname>Brasa", "<lastname>D&apos;Brasa &quot;&#x141;&#233;&gt;", 3)
BLOCKED = FILE.replace("</additionalrounds>", "</additionalrounds>\n\t\t\t\t<blockedranges>\n\t\t\t\t</blockedranges>")
SHAPES = {
    "entities": NAMED,
    "an apostrophe as it is": FILE.replace("Brasa", "D'Brasa"),
    "an empty element over two lines": BLOCKED,
    "an empty element on one line": BLOCKED.replace("<blockedranges>\n\t\t\t\t</blockedranges>", "<blockedranges/>"),
    "empty elements": FILE.replace("<state></state>", "<state />").replace("></country>", "></country >"),
    "line ends of Windows": FILE.replace("\n", "\r\n"),
    "no line end": FILE.rstrip("\n"),
    "no line at all": FILE.replace("\n", "").replace("\t", ""),
    "a mark": "\ufeff" + NAMED,
    "quotes of the other kind": FILE.replace('userid="7"', "userid='7'").replace('"UTF-8"', "'utf-8'"),
    "comments": FILE.replace("<pods>", "<!-- pods --><pods>").replace("<starter>", "<!-- x --><starter>") + "<!-- -->",
    "characters": FILE.replace("<city>Faro", "<city><![CDATA[Faro & Olhão]]>"),
    "no declaration": FILE.partition("\n")[2],
    "blanks": FILE.replace("\t", "  ").replace("<player userid=", "<player  userid ="),
}  # fmt: skip


@pytest.mark.req("A-25", "BT-BACK-3")
@pytest.mark.parametrize("name", SHAPES)
def test_an_untouched_file_is_the_same_bytes(ctx: Context, name: str) -> None:
    data = SHAPES[name].encode()
    slug = import_tdf(ctx, data).slug
    assert export_tdf(ctx, slug) == data
    results.report(ctx, slug, round_no=2, table=3, result="0-1")
    before, after = (text.decode().replace("<", "\n<").split("\n") for text in (data, export_tdf(ctx, slug)))
    changed = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    assert [a.split()[0] for a, _ in changed] == ["<match", f"<timestamp>{NOON.split()[0]}"], "and nothing else"


@pytest.mark.req("A-25")
@pytest.mark.parametrize(
    ("codec", "encoding"),
    [("utf-16-le", "UTF-16"), ("utf-16-be", "UTF-16"), ("latin-1", "ISO-8859-1"), ("ascii", "US-ASCII")],
)
def test_other_encodings_come_back_too(ctx: Context, codec: str, encoding: str) -> None:
    mark = "\ufeff" if codec.startswith("utf-16") else ""
    text = mark + NAMED.replace('encoding="UTF-8"', f'encoding="{encoding}"')
    slug = import_tdf(ctx, text.encode(codec)).slug
    assert export_tdf(ctx, slug) == text.encode(codec)
    players.edit(ctx, slug, "2", {"last": "Łąka"})
    written = export_tdf(ctx, slug).decode(codec)
    assert ("Łąka" if mark else "&#321;&#261;ka") in written
    assert len(written.split("\n")) == len(text.split("\n"))


@pytest.mark.req("A-25")
def test_an_encoding_that_is_not_written_comes_back_as_tom_writes(ctx: Context) -> None:
    text = NAMED.replace('encoding="UTF-8"', 'encoding="windows-1252"')
    slug = import_tdf(ctx, text.encode("cp1252")).slug
    assert export_tdf(ctx, slug).decode() == NAMED.replace("&#x141;&#233;", "Łé")


@pytest.mark.req("A-25")
@pytest.mark.parametrize("body", [
    "", "<b/>", "<b></b>", "<b/><b/>", "<b/></c><c>", " <b/> > <b/>t", "<b/><!-- <c> --><b/>", "<b/><?c <d> ?>",
    "<b/><![CDATA[<c>]]><b/>", "<b c='>' d=\"/>\"/><b  >é</b  >\r\n", "<b><b><b/></b></b><b/>&lt;",
])  # fmt: skip
def test_every_element_knows_its_characters(body: str) -> None:
    element = f"<a> <c>{body}</c></a>"
    document = parse_document(f"<!-- a -->{element}\n<!-- z -->".encode())
    assert write_document(document) == f"<!-- a -->{element}\n<!-- z -->".encode()
    assert as_read(document.root) == element
    inside = [as_read(node) for node in document.root.children]
    assert "".join(inside) == element[4:-4]
    assert [shape.lead for node in document.root.children if (shape := node.shape)] == [" ", ""][: len(inside)]


def test_a_file_is_parsed_once(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    parsers = []
    make = expat.ParserCreate
    monkeypatch.setattr(expat, "ParserCreate", lambda *args: parsers.append(args) or make(*args))
    assert import_tdf(ctx, FILE.encode()).slug
    assert len(parsers) == 1


@pytest.mark.req("A-25")
@pytest.mark.parametrize("path", sorted(DATA.rglob("*.tdf")), ids=lambda path: path.stem)
def test_every_reference_file_comes_back(ctx: Context, path: Path) -> None:
    data = path.read_bytes()
    assert export_tdf(ctx, import_tdf(ctx, data).slug) == data


@pytest.mark.req("A-25")
def test_a_new_time_zone_changes_no_time_that_the_file_has(ctx: Context) -> None:
    data = FILE.encode()
    slug = import_tdf(ctx, data).slug
    events.change_settings(ctx, slug, {"zone": "Asia/Tokyo"})
    assert export_tdf(ctx, slug) == data


def test_what_is_new_is_written_with_the_line_ends_of_the_file(ctx: Context) -> None:
    slug = import_tdf(ctx, FILE.replace("\n", "\r\n").encode()).slug
    leaving.drop(ctx, slug, "6")
    written = export_tdf(ctx, slug).decode()
    assert "\t\t\t<dropped>\r\n\t\t\t\t<status>1</status>\r\n" in written
    assert written.count("\n") == written.count("\r\n")


def test_comments_go_with_the_first_who_is_forgotten(ctx: Context) -> None:
    slug = import_tdf(ctx, FILE.replace("<pods>", "<!-- Nora1 brought cake --><pods>").encode()).slug
    assert b"cake" in export_tdf(ctx, slug)
    leaving.forget(ctx, slug, "1")
    assert b"cake" not in export_tdf(ctx, slug)


def test_a_file_that_was_kept_by_an_earlier_version(ctx: Context) -> None:
    """It kept each player's element as a document of its own, without the user id."""
    data = write(unusual())
    slug = import_tdf(ctx, data).slug
    whole, event = ctx.store.dump(slug), ctx.open(slug)
    for no, node in enumerate(unusual().all("players", "player"), 1):
        del node.attrs["userid"]
        whole.people[event.state.entrants[no].persons[0]]["tdf"] = write(node).decode()
    ctx.store.delete(slug)
    ctx.store.restore(whole)
    ctx.invalidate(slug)
    assert export_tdf(ctx, slug) == data
