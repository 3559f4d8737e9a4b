"""A tournament's file where a list of players is asked for: its players come in, or it is sent to the right place."""

from __future__ import annotations

import pytest

from pareo.core.text.errors import BadInput
from pareo.formats.bundle import export_bundle
from pareo.formats.player_files import as_player_list
from pareo.formats.swiss_perfect.files import zip_files
from pareo.web.app_state import AppState
from support.command_line import CommandLine
from support.files.foreign_events import REPORT
from support.files.swiss_perfect import field, sco
from support.files.tom import simple_save
from support.web.console import ConsoleClient, create_cup

FILES = {
    "cup.tdf": (simple_save(), "Nora1", 8),
    "open.trf": (REPORT, "Elsa", 5),
    "CLUB.TRN": (field(6), "", 6),
    "club.zip": (zip_files({"CLUB.TRN": field(6)}), "", 6),
}
NO_LISTS = {
    "club.sco": (sco(), "list-other-part"),
    "club.ini": (b"[Tournament Info]\r\nName=Club\r\n", "list-other-part"),
    "page.html": (b"\xef\xbb\xbf<!doctype html><p>Ana</p>", "list-is-none"),
    "broken.tdf": (simple_save()[:2000], ""),
    "other.json": (b'{"players": []}', "list-is-none"),
    "paper.pdf": (b"%PDF-1.7 Ana", "list-is-none"),
}


def _upload(browser: ConsoleClient, slug: str, data: bytes, name: str) -> str:
    form = {"_csrf_token": str(browser.client.cookies.get("pareo_csrf"))}
    path = f"/console/{slug}/players/import"
    return browser._seen(browser.client.post(path, data=form, files={"file": (name, data)}))


@pytest.mark.req("B-36")
@pytest.mark.parametrize("name", FILES)
def test_the_players_of_a_tournament_s_file_come_in(app_state: AppState, pareo: CommandLine, name: str) -> None:
    data, one, count = FILES[name]
    rows = as_player_list(data).decode().splitlines()
    assert rows[0].startswith("first,last")
    assert len(rows) == count + 1
    slug = create_cup(app_state, "Lista", "chess-fide")
    page = _upload(ConsoleClient(app_state), slug, data, name)
    assert f"Enter {count} players" in page
    assert one in page
    assert "&lt;/player&gt;" not in page
    path = pareo.folder / name
    path.write_bytes(data)
    assert pareo("players", "import", slug, str(path)).out.startswith(f"Entered {count};")


@pytest.mark.req("B-36")
def test_a_pasted_file_is_recognised_too(app_state: AppState) -> None:
    slug = create_cup(app_state, "Lista", "chess-fide")
    page = ConsoleClient(app_state).post(f"/console/{slug}/players/import", text=simple_save().decode())
    assert "Enter 8 players" in page


@pytest.mark.req("B-36")
@pytest.mark.parametrize("name", NO_LISTS)
def test_what_is_no_list_is_said_to_be_none(app_state: AppState, pareo: CommandLine, name: str) -> None:
    data, code = NO_LISTS[name]
    with pytest.raises(BadInput) as refused:
        as_player_list(data)
    assert refused.value.code == (code or refused.value.code)
    slug = create_cup(app_state, "Lista", "chess-fide")
    browser = ConsoleClient(app_state)
    assert "Enter" not in _upload(browser, slug, data, name)
    assert browser.status == 422
    (pareo.folder / name).write_bytes(data)
    assert str(refused.value) in pareo("players", "import", slug, str(pareo.folder / name), code=1).err


@pytest.mark.req("B-36")
def test_a_whole_event_of_ours_is_sent_to_the_list_of_events(app_state: AppState) -> None:
    slug = create_cup(app_state)
    with pytest.raises(BadInput, match="Open it on the list of events"):
        as_player_list(export_bundle(app_state.store, slug))
