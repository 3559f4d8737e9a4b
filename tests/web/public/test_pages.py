"""Public pages: who sees what, and above all who does not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from pareo.app.accounts.permissions import Right, Role
from pareo.app.base.context import Context
from pareo.app.commands.floor import floor
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result
from pareo.app.commands.rounds import advance, rounds
from pareo.app.queries.pages import public_view as public_views
from pareo.app.queries.pages.public_names import listed_name, public_name
from pareo.app.queries.pages.public_view import cut_size, public_tables, short_result
from pareo.app.wording.number_text import figure
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Outcome, Result
from pareo.core.tournament.tables import tables
from pareo.pages import front_page
from pareo.pages.public_pages import PAGES, minutes_text
from pareo.pages.screen_pages import KINDS
from pareo.pages.site import site
from pareo.web.routes import ROUTES
from support.web.public import HOSTILE, Make, PublicStage, check_escaped, hostile_players, make_players

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

ADDRESSES = ("", "/tables", "/names", "/standings", "/bracket", "/rounds")


def test_everybody_finds_the_table(make: Make) -> None:
    stage = make()
    stage.enter(make_players(9))
    stage.open(Status.PUBLISHED)
    visitor = stage.visitor()
    by_name, by_table = visitor.get("/e/copa/names"), " ".join(visitor.get("/e/copa/tables").split())
    event = stage.ctx.open("copa")
    for pod in event.state.pods.values():
        for m in pod.rounds[1].matches.values():
            for no in (m.a, m.b):
                listed = re.escape(listed_name(event, no))
                assert re.search(rf"<tr data-row>\s*<td>{listed}\s*<td class=t>\s*{m.table}\s", by_name), listed
                asked = visitor.get(f"/e/copa/me?q={quote(public_name(event, no))}")
                assert re.search(rf'<span class="n">\s*{m.table}\s*</span>', asked), listed
            assert f'<b class="n">{m.table}</b>' in by_table
    assert "bye" in by_name
    assert by_table.count('<b class="n">') == 5


def test_nothing_personal_is_shown(make: Make) -> None:
    stage = make(names="initial")
    stage.enter(make_players(8))
    stage.play(1)
    stage.open()
    visitor = stage.visitor()
    for address in (*ADDRESSES, "/pulse"):
        text = visitor.get("/e/copa" + address)
        for secret in ("MEMBER", r"\b1901\b", "example.org", "allergy", "Bouza0", "Lamas1"):
            assert not re.search(secret, text), (address, secret)
    own = visitor.get(stage.own_address(1))
    assert "MEMBER" not in own
    assert "example.org" not in own
    assert "Lamas1" not in own


@pytest.mark.parametrize(
    ("how", "shown", "listed"),
    [("full", "Iria Bouza0", "Bouza0, Iria"), ("initial", "Iria B.", "Iria B."), ("nickname", "Nick0", "Nick0")],
)
def test_names_as_the_event_shows_them(make: Make, how: str, shown: str, listed: str) -> None:
    stage = make(names=how)
    stage.enter(make_players(4))
    event = stage.ctx.open("copa")
    assert public_name(event, 1) == shown
    assert listed_name(event, 1) == listed


def test_a_nickname_that_is_missing_is_not_replaced_by_the_full_name(make: Make) -> None:
    stage = make(names="nickname")
    stage.enter([players.NewPlayer(first="Noa", last="Prado"), players.NewPlayer(first="", last="Prado")])
    event = stage.ctx.open("copa")
    assert [public_name(event, no) for no in (1, 2)] == ["Noa P.", "P."]


@pytest.mark.req("P-RUN-1")
@pytest.mark.parametrize("played", [0, 1, 3])
def test_a_draft_does_not_leak(make: Make, played: int) -> None:
    stage = make()
    stage.enter(make_players(9))
    stage.play(played)
    visitor = stage.visitor()
    before = {address: visitor.get("/e/copa" + address) for address in (*ADDRESSES, "/pulse")}
    own = [_live(visitor.get(stage.own_address(no))) for no in range(1, 10)]
    rounds.pair(stage.ctx, "copa")
    stage.app_state.refresh()
    fresh = stage.visitor()
    for address, text in before.items():
        assert fresh.get("/e/copa" + address) == text, address
    assert [_live(fresh.get(stage.own_address(no))) for no in range(1, 10)] == own
    fresh.get(f"/e/copa/tables?round={played + 1}", 404)
    fresh.get(f"/e/copa/names?round={played + 1}", 404)
    staff = stage.staff()
    for kind in ("pairings", "names", "standings", "clock"):
        assert f"Round {played + 1}" not in staff.get(f"/screen/copa/{kind}")


def test_a_bracket_that_is_only_set_up_does_not_leak(make: Make) -> None:
    stage = make(cut="4", rounds="4")
    stage.enter(make_players(16))
    stage.play(4)
    visitor = stage.visitor()
    before = {address: visitor.get("/e/copa" + address) for address in ADDRESSES}
    advance.advance(stage.ctx, "copa", to="cut", size=4, override="announced aloud")
    rounds.pair(stage.ctx, "copa")
    visitor = stage.visitor()
    assert {address: visitor.get("/e/copa" + address) for address in ADDRESSES} == before
    rounds.publish(stage.ctx, "copa", confirmed=True)
    text = stage.visitor().get("/e/copa/bracket")
    assert 'class="bracket"' not in before["/bracket"]
    assert 'class="bracket"' in text
    assert re.findall(r'<text class="column"[^>]*>([^<]*)<', text) == ["Top 4", "Final"]  # after a Swiss (PN-ASY-6)


def test_a_pure_elimination_that_is_drafted_shows_no_seeds(make: Make) -> None:
    stage = make(style="elimination")
    stage.enter(make_players(8))
    rounds.pair(stage.ctx, "copa")
    assert 'class="bracket"' not in stage.visitor().get("/e/copa/bracket")
    assert public_tables(stage.ctx.open("copa")) == []


@pytest.mark.req("P-RUN-5")
def test_every_round_stays_visible(make: Make) -> None:
    stage = make()
    stage.enter(make_players(8))
    stage.play(3)
    visitor = stage.visitor()
    archive = visitor.get("/e/copa/rounds")
    for number in (1, 2, 3):
        assert f"/e/copa/tables?round={number}" in archive
        assert f"/e/copa/standings?after={number}" in archive
        text = visitor.get(f"/e/copa/tables?round={number}")
        matches = [m for p in stage.ctx.open("copa").state.pods.values() for m in p.rounds[number].matches.values()]
        assert text.count("data-row") == len(matches) == 4
    first, last = visitor.get("/e/copa/standings?after=1"), visitor.get("/e/copa/standings")
    assert "1–0" in first
    assert "3–0" in last
    assert "3–0" not in first


def test_standings_wait_for_a_finished_round(make: Make) -> None:
    stage = make()
    stage.enter(make_players(8))
    stage.open()
    stage.report()
    assert "<table" not in stage.visitor().get("/e/copa/standings")
    stage.visitor().get("/e/copa/standings?after=1", 404)
    stage.visitor().get("/e/copa/standings?after=x", 404)
    rounds.finish(stage.ctx, "copa")
    assert "<table" in stage.visitor().get("/e/copa/standings")
    stage.visitor().get("/e/copa/standings?pod=nobody", 404)


@pytest.mark.req("P-AGE-5")
def test_standings_of_a_shared_pod_per_division(make: Make) -> None:
    stage = make()
    stage.enter([*make_players(4, division="junior"), *make_players(9, division="senior")[4:]])
    stage.play(2)
    pod = next(iter(stage.ctx.open("copa").state.pods))
    text = stage.visitor().get(f"/e/copa/standings?pod={quote(pod)}/junior")
    assert text.count("data-row") == 4
    assert re.search(r"<tr data-row data-no=\d+>\s*<td>1\s*<td>", text)


def test_the_cut_line(make: Make) -> None:
    stage = make(cut="4")
    stage.enter(make_players(16))
    stage.play(1)
    event = stage.ctx.open("copa")
    table = public_tables(event)[0]
    assert cut_size(event.state, table) == 4
    text = stage.visitor().get("/e/copa/standings")
    rows = re.findall(r"<tr data-row data-no=\d+( class=[a-z-]+)?>\s*<td>(\d+)", text)
    assert [rank for look, rank in rows if "line" in look] == ["4"]


@pytest.mark.parametrize("how", ["full", "initial", "nickname"])
def test_hostile_names_stay_names(make: Make, how: str) -> None:
    stage = make(names=how, cut="4")
    stage.enter([*hostile_players(), *make_players(4)])
    stage.play(3)
    advance.advance(stage.ctx, "copa", to="cut", size=4, override="small")
    stage.open()
    floor.announce(stage.ctx, "copa", HOSTILE[0])
    visitor = stage.visitor()
    for address in ADDRESSES:
        check_escaped(visitor.get("/e/copa" + address))
    assert "&lt;script&gt;" in visitor.get("/e/copa")
    for no in range(1, 6):
        check_escaped(visitor.get(stage.own_address(no)))


def test_four_thousand_players_stay_light(make: Make) -> None:
    stage = make()
    stage.enter(make_players(4000))
    stage.open(Status.PUBLISHED)
    for name in ("tables", "names"):
        text = PAGES[name](stage.ctx, "copa", "en", {})()
        assert text.count("data-row") == (4000 if name != "tables" else 2000)
        assert len(text.encode()) < 500_000, name
    rounds.start(stage.ctx, "copa")
    stage.report()
    rounds.finish(stage.ctx, "copa")
    text = PAGES["standings"](stage.ctx, "copa", "en", {})()
    assert text.count("data-row") == 4000
    assert len(text.encode()) < 500_000


def test_the_clock_is_in_server_time_and_survives_a_restart(make: Make) -> None:
    stage = make()
    stage.enter(make_players(8))
    stage.open()
    floor.start_clock(stage.ctx, "copa", minutes=40)
    match = re.search(r'data-ends="(\d+)"', stage.visitor().get("/e/copa"))
    assert match is not None
    restarted = PAGES[""](Context(stage.store), "copa", "en", {})()
    assert f'data-ends="{match[1]}"' in restarted
    now = json.loads(stage.visitor().get("/e/copa/now"))["now"]
    assert 0 <= int(match[1]) - now <= 40 * 60 * 1000
    floor.pause_clock(stage.ctx, "copa")
    assert 'data-left="' in stage.visitor().get("/e/copa/tables")


def test_the_pulse_moves_only_for_those_it_concerns(make: Make) -> None:
    stage = make()
    stage.enter(make_players(8))
    stage.open()
    before = json.loads(stage.visitor().get("/e/copa/pulse"))
    floor.claim(
        stage.ctx,
        "copa",
        no=stage.ctx.open("copa").state.pods["masters"].rounds[1].matches[2].a,
        round_no=1,
        result="1-0",
    )
    after = json.loads(stage.visitor().get("/e/copa/pulse"))
    assert before["mark"] == after["mark"]
    assert {k for k in before["tables"] if before["tables"][k] != after["tables"][k]} == {"1-2"}
    floor.announce(stage.ctx, "copa", "Lunch")
    assert json.loads(stage.visitor().get("/e/copa/pulse"))["mark"] != before["mark"]
    stage.report()
    rounds.finish(stage.ctx, "copa")
    stage.open()
    before = json.loads(stage.visitor().get("/e/copa/pulse"))
    # The desk corrects a round that everybody has played.
    enter_result.report(stage.ctx, "copa", round_no=1, table=2, result="½-½", confirmed=True)
    assert json.loads(stage.visitor().get("/e/copa/pulse"))["mark"] != before["mark"]


def test_standings_are_made_once_while_results_of_a_round_come_in(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = make("swiss", rounds="3")
    stage.enter(make_players(8))
    stage.play()
    stage.open()
    made = []
    monkeypatch.setattr(public_views, "tables", lambda *given, **more: made.append(1) or tables(*given, **more))
    phone = stage.visitor()
    for table in (1, 2, 3):
        enter_result.report(stage.ctx, stage.slug, round_no=2, table=table, result="1-0")
        phone.get(stage.own_address(1))
        phone.get(f"/e/{stage.slug}/standings")
    assert len(made) == 1
    enter_result.report(stage.ctx, stage.slug, round_no=1, table=1, result="0-1", confirmed=True)  # a correction
    phone.get(stage.own_address(1))
    assert len(made) == 2


def test_the_list_of_events_is_made_once_per_change(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = make()
    stage.enter(make_players(8))
    made: list[str] = []
    usual = front_page.cards
    monkeypatch.setattr(front_page, "cards", lambda ctx, words: (made.append(words.lang), usual(ctx, words))[1])
    monkeypatch.setattr(stage.app_state.ctx, "now", lambda: "2026-11-14T10:00:00.000Z")
    visitor = stage.visitor()
    for _ in range(3):
        assert "8 players" in visitor.get("/")
    assert made == ["en"]
    stage.open(Status.PUBLISHED)
    assert "round 1 of" in visitor.get("/")
    visitor.client.headers["accept-language"] = "it"
    assert 'lang="it"' in visitor.get("/")
    assert made == ["en", "en", "it"]


def test_small_words() -> None:
    assert short_result(Result(Outcome.WIN, Outcome.LOSS)) == "1–0"
    assert short_result(Result(Outcome.DRAW, Outcome.DRAW)) == "½–½"
    assert short_result(Result(Outcome.LOSS, Outcome.LOSS)) == "0–0"
    assert short_result(Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN)) == "0–1 F"
    assert short_result(Result(Outcome.WIN, Outcome.LOSS, 412, 380)) == "412–380"
    assert minutes_text(2947) == "49:07"
    assert minutes_text(-12) == "-0:12"
    assert figure(4.5, "es") == "4,5"
    assert figure(4.0, "en") == "4"
    assert figure(7 / 12, "en", percent=True) == "58.33"


def _live(text: str) -> str:
    """Without the marks of the visitor's own forms, which differ from visit to visit."""
    live = text[text.index('id="live"') : text.index('class="phone-tabs"')]
    return re.sub(r'name="_csrf_token" value="[^"]*"', "", live)


FAMILY = (
    "Zubizarreta",
    "Goikoetxea",
    "Etxeberria Luar",
    "Etxeberria Lasa",
    "Arrizabalaga",
    "Arrizabalago",
    "Olazabal",
    "Lekuona",
)


def _for_everybody(handlers: Iterable[Any], above: str = "") -> Iterator[str]:
    """Every address that needs no right, of the event where it is one of an event's."""
    for handler in handlers:
        if hasattr(handler, "route_handlers"):
            yield from _for_everybody(handler.route_handlers, above + handler.path)
        elif handler.opt.get("right") is Right.PUBLIC and "GET" in handler.http_methods:
            yield from ((above + path).replace("{slug:str}", "copa") for path in handler.paths)


def test_whoever_walks_through_everything_public_meets_no_family_name(tmp_path: Path) -> None:
    """Children: every address for everybody and every page that links lead to, titles and labels included, screens, own
    pages, the API's answers, the web site. Two who are nearly called the same are told apart without their names."""
    stage = PublicStage(tmp_path, "pokemon-tcg-2027", style="swiss+cut", rounds="3", cut="4", outlook="all")
    stage.enter(
        [NewPlayer(first="Ana" if i > 1 else "Iria", last=last, birth_year=1990) for i, last in enumerate(FAMILY)]
    )
    stage.play(3)
    advance.advance(stage.ctx, "copa", to="cut", size=4, override="few")
    stage.open()
    stage.app_state.refresh()
    visit, token = stage.visitor(), stage.accounts.make_token("screen", Role.SCREEN, "copa")
    link = stage.accounts.player_link("copa", 1)
    waiting = [
        "/e/copa/me?q=ana",
        stage.own_address(1),
        *(f"/api/v1/events/copa/own/{link}{path}" for path in ("", "/list")),
        *(f"/screen/copa/{kind}?screen={token}" for kind in KINDS),
        *(f"/e/copa/{name}" for name in PAGES),
        *(path for path in _for_everybody(ROUTES) if "{" not in path),
    ]
    seen: dict[str, str] = {}
    while waiting:
        path = waiting.pop().partition("#")[0].replace("&amp;", "&")
        if path in seen or path.startswith(("/static", "/guide", "/language", "/login", "/enter")):
            continue
        seen[path] = visit.client.get(path, follow_redirects=True).text
        waiting += re.findall(r'href="(/[^"]*)"', seen[path])
    assert len(seen) > 50
    seen |= {name: content.decode("latin-1") for name, content in site(stage.ctx, "copa").items()}
    words = {word.lower() for name in FAMILY for word in name.split()}
    assert [(path, word) for path, text in seen.items() for word in words if word in text.lower()] == []
    assert "Iria Zubizarreta" in stage.staff().get("/console/copa/players")  # the staff see them whole
