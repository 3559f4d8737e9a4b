"""The words of a game where several games are listed, and what papers call rules and days."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from litestar.testing import TestClient

from pareo.app.commands.rounds import rounds
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from support.web.application import create_app
from support.web.console import ConsoleClient, create_cup, open_app_state
from support.web.public import PublicStage, make_players


def read(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page[page.index("<main") :]))


@pytest.mark.req("A-69")
def test_pages_about_several_events_speak_of_each_in_the_words_of_its_game(tmp_path: Path) -> None:
    app_state = open_app_state(tmp_path)
    for name, ruleset in (("Coppa", "pokemon-tcg-2019-07"), ("Serata", "scrabble-fise")):
        slug = create_cup(app_state, name, ruleset, rounds="2")
        rounds.pair(app_state.ctx, slug)
        rounds.publish(app_state.ctx, slug, confirmed=True)
    browser, visitor = ConsoleClient(app_state), TestClient(create_app(app_state))
    browser.client.cookies.set("pareo_language", "it")
    visitor.cookies.set("pareo_language", "it")
    for page, said in (
        (browser.get("/console"), ("Girone 1", "Turno 1")),
        (visitor.get("/").text, ("girone 1 di 2", "turno 1 di 2")),
        (browser.get("/console/new"), ("Gironi", "Turni")),
        (browser.get("/console/coppa/papers"), ("prima del girone 1.",)),
    ):
        assert [word for word in said if word not in read(page)] == []
    app_state.store.close()


def test_papers_name_the_rules_and_the_day_as_their_readers_do(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "chess-fide", rounds="2", date="2026-11-15")
    stage.enter(make_players(4))
    stage.play()
    said = {
        kind: str(gather(kind, stage.ctx, "copa", PrintOptions(lang="it")).parts) for kind in ("report", "announcement")
    }
    assert "Scacchi, sistema olandese" in said["report"]
    for text in said.values():
        assert "15 novembre 2026" in text
        assert "2026-11-15" not in text
