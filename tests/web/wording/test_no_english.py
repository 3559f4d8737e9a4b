"""No English on pages in Spanish, Portuguese and Italian (A-68): every page is walked, its words are looked up.

What is typed as it stands (`code`, `kbd`, `pre`) and what people brought (names of events and players, addresses,
factions) is left out.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.accounts import Accounts
from pareo.app.commands.event import events
from pareo.app.commands.results import enter_result
from pareo.app.wording.round_words import result_text
from pareo.app.wording.tiebreak_options import describe_options
from pareo.core.model.ruleset import TiebreakUse
from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from pareo.core.standings.tiebreaks.tiebreak import NUMBER, PERCENT, Tiebreak
from pareo.locale.texts import texts
from pareo.web.access import SESSION_COOKIE
from pareo.web.app_state import AppState
from support.web.application import create_app
from support.web.english_words import TYPED, english_only_words, words
from support.web.pages import EVENT_NAME, create_all_events
from support.web.server_events import HOSTILE, ServerStage

LANGUAGES = ("es", "pt", "it")
_UNREAD = re.compile(
    r"<(script|style|code|kbd|pre|textarea)\b.*?</\1>|<!--.*?-->|<input[^>]*class=\"mono\"[^>]*>"  # typed as it stands
    r"|<ul class=\"sheet\".*?</ul>"  # what is read out, in each of the four languages
    r"|https?://\S+|(?<!\w)/[\w./-]+(?![^<]*>)",
    re.DOTALL,
)
_SAID = re.compile(r'>([^<>]+)<|(?:aria-label|placeholder|title|alt)="([^"]*)"')
_DATA = (
    EVENT_NAME,
    "Nomelonguisimo",
    *HOSTILE,
    "script",
    "alert",
    "formula-one-2010",
    "uruguay",
    "Rebel",
    "Biggs Darklighter",
    "X-wing",
    "en-xogo",
    "testserver.local",
    "hostil",
    "English",  # in the menu of languages each is called by its own name
    "one-day",  # ids of tables, tie-breaks and settings, as they are typed
    "secondary",
    "phases",
    "asymmetrical",
    "[TRH 5.5.6.1 variant",  # paragraphs in their document's own words
    "carpeta «Pairing»",
)
_BROUGHT = re.compile("|".join(re.escape(text) for text in sorted(_DATA, key=len, reverse=True)))
_REASON = re.compile(r"25-10 [a-z]")  # the result of the squads with its words as they are typed


@pytest.fixture(scope="module")
def visit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, tuple[str, ...]]]:
    """Somebody logged in, and every page: among them an X-Wing result, and settings that say “none”."""
    stage = ServerStage(tmp_path_factory.mktemp("words") / "test.db")
    addresses = create_all_events(stage).all
    enter_result.report(stage.ctx, "epico", round_no=1, table=2, result="25-10 time")
    events.change_settings(stage.ctx, "en-xogo", {"cut": "none", "table": "one-day"}, override="decidido a mediodía")
    app_state = AppState(stage.store, Accounts(stage.store.accounts()))
    client = TestClient(create_app(app_state))
    owner = app_state.accounts.ensure_owner()
    client.cookies.set(SESSION_COOKIE, app_state.accounts.enter(app_state.accounts.one_time_link(owner.id)))
    yield (
        client,
        (
            *addresses,
            "/console/epico",
            "/console/epico/rounds/1",
            "/console/epico/rounds/1/bulk",
            "/console/epico/journal",
            "/console/epico/papers",
            "/e/epico",
        ),
    )
    stage.close()


def readable_texts(page: str) -> list[str]:
    """What is read on a page, or to somebody who cannot see it."""
    found = _SAID.findall(_UNREAD.sub(" ", page))
    texts = (html.unescape(text or beside) for text, beside in found)
    return [_BROUGHT.sub(" ", re.sub(r"\s+", " ", text)).strip() for text in texts if text.strip()]


@pytest.mark.req("A-68")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_is_in_the_readers_language(lang: str, visit: tuple[TestClient, tuple[str, ...]]) -> None:
    client, addresses = visit
    client.cookies.set("pareo_language", lang)
    left: dict[str, str] = {}
    for path in addresses:
        for text in readable_texts(client.get(path).text):
            if _REASON.match(text) or (words(text) & english_only_words(lang) and not text.startswith(TYPED)):
                left.setdefault(text, path)
    assert left == {}


@pytest.mark.req("A-68")
def test_a_word_of_english_is_found() -> None:
    """The net holds: what was found by hand is caught, and Spanish is not."""
    english = (
        "Card game, one day",
        "floor=25% cap=75%",
        "Choice: one bracket per division",
        "owner",
        "TOM save file (.tdf)",
        "1-0, 0-1, ½-½, 0-0 (both lose)",
    )
    assert [text for text in english if not words(text) & english_only_words("es")] == []
    assert not words("Juego de cartas, un día · por tiempo · al menos el 25 %") & english_only_words("es")
    page = '<p title="Card game">Juego</p><code>floor=25%</code><pre>draws</pre> <a href="/console/owner">Mesa</a>'
    assert readable_texts(page) == ["Card game", "Juego", "Mesa"]


@pytest.mark.req("A-68")
def test_a_result_of_squads_says_its_reason_in_words() -> None:
    assert result_text(texts("es"), "153-124 time") == "153-124 · por tiempo"
    conceded = result_text(texts("it"), "120-80 conceded-b init-a")
    assert conceded == "120-80 · il secondo ha concesso · iniziativa: il primo"
    assert result_text(texts("es"), "412-380 350-401") == "412-380 350-401"
    assert result_text(texts("es"), None) == ""


@pytest.mark.req("A-68")
@pytest.mark.parametrize("tiebreak", TIEBREAKS.values(), ids=lambda tiebreak: tiebreak.id)
def test_every_option_of_a_tiebreak_has_words(tiebreak: Tiebreak) -> None:
    for name, choices in tiebreak.options.items():
        values: tuple[object, ...] = ("25%",) if choices == PERCENT else (2,) if choices == NUMBER else choices
        for value in (2 if value == NUMBER else value for value in values):
            note = describe_options(TiebreakUse(tiebreak.id, {name: value}, ""))
            assert note
            assert f"{name}=" not in note
            assert texts("es").note(note) != note
