"""What an event's announcement carries, and that pages offer only what the game has."""

from __future__ import annotations

import re

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.event.events import NewEvent
from pareo.app.queries.pages.announcement import announcement_lines
from pareo.core.settings.event import CHAMPIONSHIP_POINTS, SECOND_ORGANISER
from pareo.core.settings.hall import TABLES_NOTE
from pareo.core.settings.lists import QR_LOCKED
from pareo.rulesets import load
from pareo.web.app_state import AppState
from support.command_line import CommandLine
from support.web.console import ConsoleClient, create_cup
from support.web.public import visible_text

SAID = {
    "organiser": "Lucía Vega",
    "judge": "Marta Neira",
    "place": "Centro Cívico Norte",
    "start": "16:30",
    "prizes": "3",
    "slips": "at the desk",
}


@pytest.mark.req("B-27")
def test_in_fise_the_announcement_carries_what_the_settings_promise(ctx: Context) -> None:
    slug = events.create(ctx, NewEvent("Tarde", "scrabble-fise", settings={"rounds": "5", **SAID}))
    text = "\n".join(announcement_lines(ctx, slug, "en"))
    for line in ("Lucía Vega", "Marta Neira", "Centro Cívico Norte", "16:30", "for 3 players", "at the desk"):
        assert line in text
    assert "____" not in text


@pytest.mark.req("B-27")
def test_what_fise_does_not_ask_for_leaves_no_blank(ctx: Context) -> None:
    slug = events.create(ctx, NewEvent("Tarde", "scrabble-fise", settings={"rounds": "5"}))
    assert "____" not in "\n".join(announcement_lines(ctx, slug, "en"))


@pytest.mark.req("B-27")
def test_the_command_line_and_the_console_read_out_the_same(pareo: CommandLine, app_state: AppState) -> None:
    slug = pareo.json("new", "Tarde", "--ruleset", "scrabble-fise", "--rounds", "5")["slug"]
    pareo("set", slug, *(f"{key}={value}" for key, value in SAID.items()))
    told = pareo("announce", slug).out
    for words in ("Marta Neira", "Centro Cívico Norte", "16:30", "for 3 players"):
        assert words in told
    slug = create_cup(app_state, "Tarde", "scrabble-fise", rounds="5", **SAID)
    page = visible_text(ConsoleClient(app_state).get(f"/console/{slug}/announcement"))
    for words in ("Marta Neira", "Centro Cívico Norte", "16:30", "for 3 players"):
        assert words in page


@pytest.mark.req("B-27", "B-29")
@pytest.mark.parametrize(
    ("ruleset", "offered"),
    [
        ("scrabble-fise", (False, False, False, False)),
        ("xwing-epic-duel", (True, True, False, False)),
        ("pokemon-vgc-2019-07", (False, False, True, True)),
        ("chess-fide", (False, False, False, False)),
    ],
)
def test_a_setting_without_effect_is_not_offered(ruleset: str, offered: tuple[bool, ...]) -> None:
    rules = load(ruleset)
    settings = (SECOND_ORGANISER, TABLES_NOTE, CHAMPIONSHIP_POINTS, QR_LOCKED)
    assert tuple(one.concerns(rules) for one in settings) == offered


@pytest.mark.req("B-29")
@pytest.mark.parametrize("page", ["settings", "players/1", "papers", "players"])
def test_scrabble_pages_show_nothing_of_other_games(app_state: AppState, page: str) -> None:
    slug = create_cup(app_state, "Tarde", "scrabble-fise")
    desk = ConsoleClient(app_state)
    text = desk.get(f"/console/{slug}/{page}")
    assert desk.status == 200
    for words in ("championship_points", "Championship", "qr_locked", "faction", "second_organiser", "tdf", "in TOM"):
        assert not re.search(words, text, re.IGNORECASE if words == "faction" else 0), words


@pytest.mark.req("B-29")
def test_birth_date_and_sex_stand_with_the_ordinary_fields_in_scrabble(app_state: AppState) -> None:
    slug = create_cup(app_state, "Tarde", "scrabble-fise")
    text = ConsoleClient(app_state).get(f"/console/{slug}/players/1")
    folded = text.index('id="part-')
    for name in ("birth_date", "sex"):
        assert 0 < text.index(f'name="{name}"') < folded


@pytest.mark.req("B-29")
def test_the_games_that_have_them_keep_them(app_state: AppState) -> None:
    duel = create_cup(app_state, "Duelo", "xwing-epic-duel")
    desk = ConsoleClient(app_state)
    assert 'name="faction"' in desk.get(f"/console/{duel}/players/1")
    cup = create_cup(app_state, "Copa", "pokemon-vgc-2019-07")
    assert "championship_points" in desk.get(f"/console/{cup}/settings")
    assert "tdf" in desk.get(f"/console/{cup}/papers")
