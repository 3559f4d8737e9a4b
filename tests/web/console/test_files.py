"""Files in and out through the console."""

from __future__ import annotations

import io
import re
from html import unescape

import openpyxl
import pytest

from pareo.app.accounts.permissions import Role
from pareo.formats.bundle import export_bundle, is_bundle
from pareo.pages.exports import EXPORTS
from pareo.web.app_state import AppState
from support.paths import DATA
from support.web.console import ConsoleClient, create_cup


def upload(browser: ConsoleClient, path: str, data: bytes, name: str, **more: str) -> str:
    form = {"_csrf_token": str(browser.client.cookies.get("pareo_csrf")), **more}
    return browser._seen(browser.client.post(path, data=form, files={"file": (name, data)}))


@pytest.mark.req("P-REC-1", "SP-8", "SP-15")
def test_a_bundle_goes_out_and_comes_in_again(app_state: AppState) -> None:
    slug = create_cup(app_state)
    browser = ConsoleClient(app_state)
    page = browser.get(f"/console/{slug}/papers")
    for exporter in EXPORTS:
        assert f"/console/{slug}/export/{exporter}" in page
    answer = browser.client.get(f"/console/{slug}/export/pareo")
    assert is_bundle(answer.content)
    assert answer.headers["content-disposition"] == f'attachment; filename="{slug}-pareo.pareo"'
    text = upload(browser, "/console/import", answer.content, "cup.pareo")
    assert browser.status == 200
    assert f'href="/console/{slug}-2"' in text
    assert [s.slug for s in app_state.store.tournaments()] == [slug, f"{slug}-2"]


def test_what_is_no_event_is_refused_in_a_sentence_and_changes_nothing(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    text = upload(browser, "/console/import", b"\x00\x01 nothing", "x.bin")
    assert browser.status == 422
    assert "is not a tournament file we can import" in text
    assert app_state.store.tournaments() == []


def test_only_who_may_sees_the_files_of_an_event(app_state: AppState) -> None:
    slug = create_cup(app_state)
    keeper = ConsoleClient(app_state, Role.SCOREKEEPER, slug)
    assert "/export/" not in keeper.get(f"/console/{slug}/papers")
    keeper.get(f"/console/{slug}/export/event-json")
    assert keeper.status == 403
    keeper.get("/console/import")
    assert keeper.status == 403
    assert export_bundle(app_state.store, slug)


@pytest.mark.req("SP-8")
def test_players_come_from_a_workbook_with_a_preview(app_state: AppState) -> None:
    slug = create_cup(app_state, count=0)
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(("Nombre", "Apellido", "Año de nacimiento", "Club"))
    sheet.append(("Ana", "Prado", 1990, "Torre"))
    out = io.BytesIO()
    book.save(out)
    browser = ConsoleClient(app_state)
    text = upload(browser, f"/console/{slug}/players/import", out.getvalue(), "players.xlsx")
    assert browser.status == 200
    assert "Ana" in text
    assert "Prado" in text
    assert len(app_state.ctx.open(slug).state.entrants) == 0


@pytest.mark.req("SP-8")
def test_columns_of_a_list_can_be_named_by_hand(app_state: AppState) -> None:
    slug = create_cup(app_state, count=0)
    browser = ConsoleClient(app_state)
    text = "q1;q2;q3\nPrado;Ana;1990\nLuz;Bea;2009\n"
    page = browser.post(f"/console/{slug}/players/import/columns", text=text, **{"col-0": "last", "col-1": "first"})
    assert browser.status == 200
    assert '<td class="strong" dir="auto">Ana Prado' in page
    assert '<option value="last" selected>' in page
    bare = "Prado;Ana\nLuz;Bea\n"
    again = {"col-0": "last", "col-1": "first", "headless": "yes"}
    page = browser.post(f"/console/{slug}/players/import/columns", text=bare, **again)
    assert '<td class="strong" dir="auto">Ana Prado' in page
    assert '<td class="strong" dir="auto">Bea Luz' in page
    assert not app_state.ctx.open(slug).state.entrants


@pytest.mark.req("SP-18")
def test_the_three_files_of_swiss_perfect_are_one_tournament(app_state: AppState) -> None:
    source = DATA / "swissperfect98"
    parts = sorted(source.glob("*.[tsi][rcn][noi]"))
    if len(parts) != 3:
        pytest.skip("shared/data/swissperfect98 is not here")
    browser = ConsoleClient(app_state)
    form = {"_csrf_token": str(browser.client.cookies.get("pareo_csrf"))}
    sent = [("file", (part.name, part.read_bytes())) for part in parts]
    text = browser._seen(browser.client.post("/console/import", data=form, files=sent))
    assert browser.status == 200, text
    assert "148 games" in text
    browser._seen(browser.client.post("/console/import", data=form, files=[*sent, ("file", ("cup.tdf", b"<x/>"))]))
    assert browser.status == 422
    assert len(app_state.store.tournaments()) == 1


_STRANGE_REPORT = "\r".join(
    (
        "012 Torneo de la Villa",
        "XXR 3",
        f"001    1      {'Abril, Ana':33} 2100 ESP     4123456 01/99/2001  9.0    1     2 w 1",
        f"001    2      {'Brasa, Bruno':33} 1999 ESP     4123457 1999/01/02  0.0    2     1 b 0",
        "XYZ nobody knows",
        "260 001 007    1    9",
    )
).encode()


def confirm(browser: ConsoleClient, page: str) -> str:
    """What the page that asks sends back, with everything it was given."""
    assert browser.status == 409, page
    assert 'enctype="multipart/form-data"' in page
    form = {
        key: unescape(value) for key, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page)
    }
    assert form["yes"] == "1"
    sent = [(key, (None, value.encode())) for key, value in form.items()]
    return browser._seen(browser.client.post("/console/import", files=sent))


@pytest.mark.req("F-87")
def test_a_report_that_is_not_consistent_is_asked_about_and_comes_in_without_being_sent_again(
    app_state: AppState,
) -> None:
    browser = ConsoleClient(app_state)
    text = upload(browser, "/console/import", _STRANGE_REPORT, "villa.trf")
    assert "A second opinion finds differences in this report: " in text
    assert not app_state.store.tournaments()
    confirm(browser, text)
    assert browser.status == 200
    (made,) = app_state.store.tournaments()
    assert [one.rule for one in app_state.ctx.open(made.slug).state.warned] == ["import-differs"]


@pytest.mark.req("A-68")
def test_what_an_import_took_and_left_out_is_said_in_the_readers_language(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    browser.client.cookies.set("pareo_language", "es")
    text = confirm(browser, upload(browser, "/console/import", _STRANGE_REPORT, "villa.trf"))
    assert browser.status == 200, text
    for line in (
        "2 jugadores",
        "1 ronda",
        "Parejas prohibidas con jugadores que no están en el archivo.",
        "Se guardan como están, para volver a escribir el archivo: XYZ.",
    ):
        assert line in text
    assert "Kept unchanged" not in text
    assert "is not a date" not in text


@pytest.mark.req("U-2")
def test_what_is_unclear_in_a_list_is_asked_before_the_rows_and_answered_for_all_of_them(app_state: AppState) -> None:
    slug = create_cup(app_state, "Evening", "scrabble-fise", count=0)
    browser = ConsoleClient(app_state)
    address, text = f"/console/{slug}/players/import", "García Ana 1850\nLópez Bruno 1790\n"
    page = upload(browser, address, text.encode(), "list.txt")
    assert "Names are read with the last name first." in page
    assert page.index('id="questions"') < page.index('<td class="strong" dir="auto">Ana García')
    page = browser.post(f"{address}/columns", text=text, names="first-last")
    assert "Names are read" not in page
    assert '<td class="strong" dir="auto">García Ana' in page
    assert '<input type="hidden" name="names" value="first-last">' in page
    browser.post(f"{address}/enter", text=text, names="first-last")
    people = app_state.ctx.open(slug).people.values()
    assert sorted((person["first"], person["last"]) for person in people) == [("García", "Ana"), ("López", "Bruno")]


@pytest.mark.req("U-2")
def test_the_columns_are_open_above_the_errors_where_something_is_unclear(app_state: AppState) -> None:
    slug = create_cup(app_state, count=0)
    browser = ConsoleClient(app_state)
    sheet = "First;Last;DOB\nCora;Penn;03/04/2012\nJude;Wells;soon\n"
    page = upload(browser, f"/console/{slug}/players/import", sheet.encode(), "list.csv")
    assert '<details class="fold" open>' in page
    assert page.index("What each column contains") < page.index("is not a year")
    assert "Cora Penn" in page
