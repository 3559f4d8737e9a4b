"""Words on pages: pods and reasons as people call them, dates as they write them, calm pages when something breaks."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from litestar import get
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Right
from pareo.app.commands.event import events, undo
from pareo.app.commands.floor import floor
from pareo.app.commands.people import leaving, players, roster
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.results import typed_results as scoring
from pareo.app.commands.rounds import rounds
from pareo.app.queries.event import overview
from pareo.app.queries.people import late_terms
from pareo.app.screens.round_tables import pod_cards
from pareo.app.wording.journal_words import reason_text
from pareo.app.wording.pod_words import label_named, namer
from pareo.core.model.entities import Status
from pareo.formats.tables.csv_files import read_players
from pareo.locale.texts import texts
from pareo.pages import public_pages as public
from pareo.pages.bracket_layout import NAME_SIZE, NAME_WIDTH, TIGHT_NAME, fit_name, fit_or_shrink_name
from pareo.pages.links import asset
from pareo.web.app import create as with_more
from pareo.web.app_state import AppState
from support.web.application import create_app
from support.web.console import ConsoleClient, create_cup

TWO_DAYS = "pokemon-tcg-2019-04"


def play(app_state: AppState, slug: str) -> None:
    """One round of every pod, from draft to end."""
    begin(app_state, slug)
    for p in list(app_state.ctx.open(slug).state.pods.values()):
        last = p.last_round
        if last is not None and last.status is Status.STARTED:
            rows = [results.ResultRow("1-0", table=m.table) for m in last.matches.values()]
            results.import_results(app_state.ctx, slug, rows, round_no=last.number)
    rounds.finish(app_state.ctx, slug)


def begin(app_state: AppState, slug: str) -> None:
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug, confirmed=True)
    rounds.start(app_state.ctx, slug)


def spanish(app_state: AppState) -> ConsoleClient:
    browser = ConsoleClient(app_state)
    browser.client.cookies.set("pareo_language", "es")
    return browser


def main_part(page: str) -> str:
    """What can be read on a page: no addresses, no hidden fields."""
    return re.sub(r"<[^>]*>", " ", page[page.index("<main") : page.index("</main>")])


# --- what follows the Swiss rounds ------------------------------------------------------------------------------------


def test_a_pod_without_a_cut_is_over(app_state: AppState) -> None:
    """Eight Masters have no cut in the document's table; nobody is asked to go on to one (P-CUT-6)."""
    slug = create_cup(app_state, style="swiss+cut", rounds="1")
    play(app_state, slug)
    card = pod_cards(app_state.ctx, slug)[0]
    assert (card.status, card.following, card.targets) == ("over", "", ())
    assert next(step.reason for step in card.steps if step.action == "advance")
    browser = ConsoleClient(app_state)
    assert "rounds/advance" not in browser.get(f"/console/{slug}/rounds")
    assert overview.is_all_played(app_state.ctx.open(slug).state)
    events.change_settings(app_state.ctx, slug, {"cut": "4"}, override="told at noon")
    card = pod_cards(app_state.ctx, slug)[0]
    assert (card.status, card.following, card.targets) == ("finished", "advance", ("cut",))
    assert not overview.is_all_played(app_state.ctx.open(slug).state)
    assert "Advance to the top cut" in browser.get(f"/console/{slug}/rounds")


def test_only_the_pod_with_a_cut_goes_on(app_state: AppState) -> None:
    slug = create_cup(app_state, style="swiss+cut", rounds="1")
    young = [NewPlayer(first=f"Nino{i}", birth_year=2010) for i in range(8)]
    players.enter(app_state.ctx, slug, young)
    events.change_settings(app_state.ctx, slug, {"cut": "2"}, pod="masters")
    play(app_state, slug)
    assert {c.id: c.targets for c in pod_cards(app_state.ctx, slug)} == {"juniors": (), "masters": ("cut",)}


def test_a_set_none_is_no_cut(app_state: AppState) -> None:
    slug = create_cup(app_state, count=24, style="swiss+cut", rounds="1")
    play(app_state, slug)
    assert pod_cards(app_state.ctx, slug)[0].targets == ("cut",)
    events.change_settings(app_state.ctx, slug, {"cut": "none"}, override="told at noon")
    assert pod_cards(app_state.ctx, slug)[0].targets == ()


def test_a_second_day_only_where_there_is_one(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset=TWO_DAYS, count=24, style="swiss+cut", rounds="1")
    play(app_state, slug)
    assert "day2" not in pod_cards(app_state.ctx, slug)[0].targets
    events.change_settings(app_state.ctx, slug, {"day2_rounds": "2"}, override="told at noon")
    assert pod_cards(app_state.ctx, slug)[0].targets[0] == "day2"
    assert "Advance to day 2" in ConsoleClient(app_state).get(f"/console/{slug}/rounds")


# --- pods -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("masters", "Máster"),
        ("juniors+seniors", "Júnior + Sénior"),
        ("masters-cut", "Máster · play-off"),
        ("masters-2", "Máster · section 2"),
        ("masters-day2", "Máster · day 2"),
        ("all", "Júnior + Sénior + Máster"),
        ("main", "Everyone"),
        ("Ana Brasa", "Ana Brasa"),
        ("masters-x", "masters-x"),
        ("", ""),
    ],
)
def test_an_id_of_a_pod_is_said_in_words(
    app_state: AppState, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    words = texts("es")
    own = {
        "Juniors": "Júnior",
        "Seniors": "Sénior",
        "Masters": "Máster",
        "play-off": "play-off",
        "day 2": "day 2",
        "section %(number)s": "section %(number)s",
        "Everyone": "Everyone",
    }
    monkeypatch.setattr(words, "_one", own)
    slug = create_cup(app_state, count=0)
    assert namer(words, app_state.ctx.open(slug).state)(name) == said


def test_a_pod_that_has_formed_and_one_that_has_not_have_the_same_label(app_state: AppState) -> None:
    slug = create_cup(app_state)
    before = label_named(app_state.ctx.open(slug).state, "masters")
    rounds.pair(app_state.ctx, slug)
    assert label_named(app_state.ctx.open(slug).state, "masters") == before is not None


def test_no_page_shows_the_id_of_a_pod(app_state: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(texts("es")._one, "Masters", "Máster")
    slug = create_cup(app_state, style="swiss+cut", cut="2", rounds="1")
    players.enter(app_state.ctx, slug, [NewPlayer(first=f"Nino{i}", birth_year=2010) for i in range(8)])
    browser = spanish(app_state)
    pages = ["", "/settings", "/settings?pod=masters"]
    played = [
        *pages,
        "/players",
        "/players/1",
        "/rounds",
        "/rounds/1",
        "/rounds/1?pod=masters",
        "/standings",
        "/journal",
    ]
    for path in pages:
        text = main_part(browser.get(f"/console/{slug}{path}"))
        assert (browser.status, "Máster" in text, "masters" in text) == (200, True, False), path
    play(app_state, slug)
    for path in [*played, "/rounds/advance?to=cut&pod=masters"]:
        text = main_part(browser.get(f"/console/{slug}{path}"))
        assert (browser.status, "Máster" in text, "masters" in text) == (200, True, False), path


def test_errors_and_notes_name_pods_in_words(app_state: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(texts("es")._one, "Masters", "Máster")
    slug = create_cup(app_state)
    browser = spanish(app_state)
    begin(app_state, slug)
    page = main_part(browser.post(f"/console/{slug}/rounds/pair", pod="masters", again="1"))
    assert browser.status in (409, 422)
    assert "Máster" in page
    assert "masters" not in page
    page = main_part(browser.post(f"/console/{slug}/settings", pod="masters", rounds="20", override="told at noon"))
    assert "Máster: " in page  # what the document says of 20 rounds


# --- dates ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "15 November 2026"),
        ("es", "15 de noviembre de 2026"),
        ("it", "15 novembre 2026"),
    ],
)
def test_a_date_is_written_as_people_write_it(lang: str, said: str) -> None:
    assert texts(lang).date("2026-11-15") == said
    assert texts(lang).date("next Sunday") == "next Sunday"
    assert texts(lang).date("") == ""


def test_pages_show_the_date_in_words(app_state: AppState) -> None:
    slug = create_cup(app_state, date="2026-11-15", place="<b>Sala</b>")
    browser = spanish(app_state)
    for path in ("/console", f"/console/{slug}", f"/e/{slug}"):
        page = browser.get(path)
        assert "15 de noviembre de 2026" in page, path
        assert "2026-11-15" not in page, path
        assert "<b>Sala</b>" not in page
    page = browser.get(f"/console/{slug}/announcement")
    sheets = re.findall(r'<ul class="sheet" lang="(\w\w)"[^>]*>(.*?)</ul>', page, re.DOTALL)
    assert "15 novembre 2026" in dict(sheets)["it"]


# --- reasons ----------------------------------------------------------------------------------------------------------


def test_reasons_the_program_gives_are_said_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    words = texts("es")
    for english, said in (
        ("not checked in", "no vino"),
        ("the same person as {id}", "igual a {id}"),
        ("intentional draw", "acordado"),
    ):
        monkeypatch.setitem(words._one, english, said)
    assert reason_text(words, "not checked in") == "no vino"
    assert reason_text(words, "the same person as p3") == "igual a p3"
    assert reason_text(words, "intentional draw") == "acordado"
    assert reason_text(words, "went home") == "went home"


def test_journal_and_player_page_say_them(app_state: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(texts("es@pokemon")._one, "not checked in", "no se ha presentado")
    slug = create_cup(app_state)
    floor.check_in(app_state.ctx, slug, [f"p{i}" for i in range(2, 9)])
    roster.drop_missing(app_state.ctx, slug, confirmed=True)
    browser = spanish(app_state)
    for path in ("/players/1", "/journal"):
        page = browser.get(f"/console/{slug}{path}")
        assert "no se ha presentado" in page
        assert "not checked in" not in page


@pytest.mark.req("A-69")
def test_an_intentional_draw_is_told_in_the_journal(app_state: AppState) -> None:
    slug = create_cup(app_state)
    begin(app_state, slug)
    scoring.enter(app_state.ctx, slug, round_no=1, table=1, typed=scoring.AGREED, may=lambda _: True)
    assert "intentional tie" in ConsoleClient(app_state).get(f"/console/{slug}/journal")


# --- one by one -------------------------------------------------------------------------------------------------------


def test_the_question_before_forgetting_a_team_says_what_stays(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="xwing-epic-team", count=0)
    names = ["Ana", "Bruno", "Celia"]
    size = app_state.ctx.open(slug).state.ruleset.team_size
    players.enter(
        app_state.ctx,
        slug,
        [NewPlayer(first=n, last="Faro", team="Los Faros", captain=n == "Ana") for n in names[:size]],
    )
    browser = ConsoleClient(app_state)
    question = browser.post(f"/console/{slug}/players/1/forget")
    assert "The team name and its results stay" in question
    browser.post(f"/console/{slug}/players/1/forget", yes="1")
    page = browser.get(f"/console/{slug}/players/1")
    assert "Los Faros" in page
    assert "Ana" not in page


def test_a_conflict_names_its_table_so_that_its_question_can_go(app_state: AppState) -> None:
    slug = create_cup(app_state)
    begin(app_state, slug)
    browser = ConsoleClient(app_state)
    form = {"_csrf_token": str(browser.client.cookies.get("pareo_csrf"))}
    answers = [
        browser.client.post(
            f"/console/{slug}/rounds/1/enter", data={**form, "line": line, "seen": seen}, headers={"HX-Request": "true"}
        ).text
        for line, seen in (("1 1", ""), ("1 2", ""), ("1 2", "1-0"))
    ]
    assert ['data-table="1"' in answer for answer in answers] == [True] * 3
    assert ["Replace it with my result" in answer for answer in answers] == [False, True, False]


def test_long_bold_names_end_before_their_score() -> None:
    for name in ("Maximiliano Wamm-Mommsen", "WWWWWWWWWWWWWWWWWWWW", "漢字" * 12, "I" * 60):
        cut = fit_name(name, NAME_WIDTH, NAME_SIZE)
        assert cut.endswith("…")
        assert len(cut) < len(name)
    assert fit_name("Ana Ruiz", NAME_WIDTH, NAME_SIZE) == "Ana Ruiz"
    assert len(fit_name("W" * 30, NAME_WIDTH, NAME_SIZE)) < len(fit_name("i" * 90, NAME_WIDTH, NAME_SIZE))


def test_a_long_name_in_a_bracket_is_smaller_before_it_is_cut() -> None:
    said = [
        fit_or_shrink_name(name, NAME_WIDTH, NAME_SIZE, TIGHT_NAME)
        for name in ("Ana Ruiz", "Wilhelmina-Gwendolyn M.", "Maximiliana Esperanza da Conceição")
    ]
    assert said == [("Ana Ruiz", ""), ("Wilhelmina-Gwendolyn M.", "tight"), ("Maximiliana Esperanza da…", "tight")]


def test_a_files_notes_are_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    words = texts("es")
    monkeypatch.setitem(words._one, "Unknown columns were left out: {names}.", "Sin {names}.")
    monkeypatch.setitem(words._one, "line {number}", "línea {number}")
    notes: list[str] = []
    found = read_players(b"first,shoe size\nAna,38\n", notes=notes)
    assert notes == ["Unknown columns were left out: shoe size."]
    assert words.note(notes[0]) == "Sin shoe size."
    assert (found[0].where, words.note(found[0].where)) == ("line 2", "línea 2")


@pytest.mark.parametrize("module", [events, late_terms, leaving, players, rounds, undo])
def test_sentences_have_no_words_of_the_command_line(module: ModuleType) -> None:
    source = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    explained = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(source)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    }
    said = [node.value for node in ast.walk(source) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    assert [text for text in said if "`" in text and text not in explained] == []


# --- nothing here, and bugs -------------------------------------------------------------------------------------------


def test_an_unknown_event_is_headed_as_such(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    for path in ("/console/nowhere", "/console/nowhere/rounds", "/e/nowhere"):
        page = browser.get(path)
        assert browser.status == 404
        assert "Page not found" in page
        assert "Something went wrong" not in page


def test_every_answer_has_the_security_headers_and_only_marked_files_are_kept(app_state: AppState) -> None:
    client = ConsoleClient(app_state).client
    style = asset("pareo.css")
    kept = {}
    for path in (
        "/console",
        "/nowhere",
        "/console/nowhere",
        "/static/nowhere.css",
        "/static/pareo.css",
        "/healthz",
        style,
    ):
        answer = client.get(path)
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], path
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-type"].count("charset") <= 1
        kept[path] = "immutable" in answer.headers["cache-control"]
    assert [path for path, is_kept in kept.items() if is_kept] == [style]


@get("/break", opt={"right": Right.PUBLIC}, sync_to_thread=False)
def breaks() -> str:
    raise RuntimeError("the secret inside")


@get("/api/break", opt={"right": Right.PUBLIC}, sync_to_thread=False)
def breaks_api() -> str:
    raise RuntimeError("the secret inside")


def test_a_bug_gives_a_calm_page_and_a_traceback(app_state: AppState, capfd: pytest.CaptureFixture[str]) -> None:
    client: TestClient[Any] = TestClient(with_more(app_state, extra=[breaks, breaks_api]))
    client.cookies.set("pareo_language", "es")
    answer = client.get("/break")
    assert answer.status_code == 500
    assert answer.headers["content-type"].startswith("text/html")
    assert "default-src" in answer.headers["content-security-policy"]
    assert '<html lang="es"' in answer.text
    assert texts("es").gettext("Something went wrong") in answer.text
    assert "secret" not in answer.text
    told = capfd.readouterr().err
    assert "GET /break failed:" in told
    assert "RuntimeError: the secret inside" in told
    assert client.get("/api/break").json() == {"error": "http-500", "message": "Internal Server Error"}


def test_a_bug_on_a_public_page_is_calm_and_tried_again(
    app_state: AppState, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    slug = create_cup(app_state)
    monkeypatch.setattr("pareo.web.response_cache.AT_MOST_EVERY", 0.0)
    client: TestClient[Any] = TestClient(create_app(app_state))

    def broken(*_: object) -> str:
        raise RuntimeError("the secret inside")

    with monkeypatch.context() as patch:
        patch.setitem(public.PAGES, "tables", broken)  # type: ignore[arg-type]
        answer = client.get(f"/e/{slug}/tables")
    assert (answer.status_code, "Something went wrong" in answer.text, "secret" in answer.text) == (500, True, False)
    assert "RuntimeError: the secret inside" in capfd.readouterr().err
    assert client.get(f"/e/{slug}/tables").status_code == 200
