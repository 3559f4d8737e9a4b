"""The tiers of an event by the document's names, in the language of the page (X-30)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo import rulesets
from pareo.app.commands.event import events
from pareo.locale.catalogue import catalogue
from support.web.console import ConsoleClient, create_cup, open_app_state

NAMES = {
    "en": ("Casual", "Competitive", "Premier"),
    "es": ("Informal", "Competitivo", "Preferente"),
    "pt": ("Informal", "Competitivo", "Premier"),
    "it": ("Informale", "Competitivo", "Premier"),
}


@pytest.mark.req("A-55", "X-21", "X-30")
@pytest.mark.parametrize("lang", NAMES)
def test_tiers_have_the_documents_names(lang: str) -> None:
    said = catalogue(lang)
    names = [said.gettext(name).partition(":")[0] for name in rulesets.load("xwing-epic-duel").tier_names.values()]
    assert tuple(names) == NAMES[lang]


@pytest.mark.req("A-55")
def test_pages_say_the_tier_in_their_language(tmp_path: Path) -> None:
    app_state = open_app_state(tmp_path)
    slug = create_cup(app_state, "Torneo", "xwing-epic-duel", count=0)
    events.change_settings(app_state.ctx, slug, {"tier": "premier"})
    browser = ConsoleClient(app_state)
    browser.client.cookies.set("pareo_language", "es")
    page = browser.get(f"/console/{slug}/settings")
    assert "Preferente: campeonatos regionales" in page
    assert "premier: regional" not in page
