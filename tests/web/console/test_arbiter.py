"""The arbiter at the console: a round by hand with its two buttons, numbers, pairs kept apart, what is rated."""

from __future__ import annotations

import html

import pytest

from pareo.app.accounts.permissions import Role
from pareo.app.base.fide_warnings import leave
from pareo.app.commands.people import players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.core.model.editions import CLAIM
from pareo.core.tournament.tournament import Tournament
from pareo.web.app_state import AppState
from support.web.console import ConsoleClient, create_cup


def open_event(app_state: AppState, count: int = 6, **settings: str) -> str:
    slug = create_cup(app_state, "Abierto", "chess-fide", count=count, **{"rounds": "4", **settings})
    for no in range(1, count + 1):
        players.edit(app_state.ctx, slug, f"p{no}", {"rating": str(2400 - 50 * no)})
    return slug


def state(app_state: AppState, slug: str) -> Tournament:
    return app_state.ctx.open(slug).state


def play(app_state: AppState, browser: ConsoleClient, slug: str, number: int) -> None:
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug)
    rounds.start(app_state.ctx, slug)
    for table in state(app_state, slug).pods["main"].rounds[number].matches:
        browser.post(f"/console/{slug}/rounds/{number}/report", table=str(table), result="1-0", seen="")
    rounds.finish(app_state.ctx, slug)


@pytest.mark.req("F-35", "F-36")
def test_a_round_by_hand_begins_and_ends_with_a_button(app_state: AppState) -> None:
    slug, browser = open_event(app_state), ConsoleClient(app_state)
    browser.post(f"/console/{slug}/rounds/pair")
    page = browser.get(f"/console/{slug}/rounds/1")
    assert f'action="/console/{slug}/rounds/by-hand"' in page
    assert "by-hand-done" not in page
    page = browser.post(f"/console/{slug}/rounds/by-hand", pod="main", number="1")
    assert browser.path == f"/console/{slug}/rounds/1"
    assert state(app_state, slug).by_hand == {("main", 1): True}
    assert "This is the pairing by the rules." in page
    assert "being paired by hand" in browser.get(f"/console/{slug}/rounds")
    browser.post(f"/console/{slug}/rounds/swap", a="p1", b="p2", number="1")
    page = browser.get(f"/console/{slug}/rounds/1")
    assert "2 boards differ from the pairing by the rules." in page
    assert page.count('class="differs"') == 2
    page = browser.post(f"/console/{slug}/rounds/by-hand-done", pod="main", number="1")
    assert (browser.status, "Show the consequences" in page) == (409, True)
    page = browser.post(f"/console/{slug}/rounds/by-hand-done", pod="main", number="1", yes="1")
    assert (browser.status, "Type HAND to continue" in page) == (409, True)
    browser.post(f"/console/{slug}/rounds/by-hand-done", pod="main", number="1", yes="1", word="HALF")
    assert state(app_state, slug).by_hand == {("main", 1): True}
    browser.post(f"/console/{slug}/rounds/by-hand-done", pod="main", number="1", yes="1", word="hand")
    assert browser.path == f"/console/{slug}/rounds/1"
    assert state(app_state, slug).by_hand == {("main", 1): False}
    browser.post(f"/console/{slug}/rounds/by-hand", pod="main", number="1")
    assert state(app_state, slug).by_hand == {("main", 1): True}, "opened again, its mark is gone"
    browser.post(f"/console/{slug}/rounds/pair", pod="main", again="1")
    assert state(app_state, slug).by_hand == {}, "and paired again it is the engine's"


@pytest.mark.req("F-35")
def test_outside_chess_there_is_no_such_phase_on_the_page(app_state: AppState) -> None:
    slug, browser = create_cup(app_state), ConsoleClient(app_state)
    browser.post(f"/console/{slug}/rounds/pair")
    page = browser.get(f"/console/{slug}/rounds/1")
    assert "/rounds/by-hand" not in page
    assert "By hand" in page
    assert f"/console/{slug}/arbiter" not in page


@pytest.mark.req("F-40", "F-38")
def test_a_published_round_is_swapped_for_a_reason_and_each_warning_is_seen(app_state: AppState) -> None:
    slug, browser = open_event(app_state), ConsoleClient(app_state)
    browser.post(f"/console/{slug}/rounds/pair")
    browser.post(f"/console/{slug}/rounds/publish")
    page = browser.get(f"/console/{slug}/rounds/swap?a=p1&b=p2")
    assert "Swap them" in page
    assert 'name="yes"' not in page, "a warning of FIDE mode is not confirmed before it is seen"
    page = browser.post(f"/console/{slug}/rounds/swap", a="p1", b="p2", number="1")
    assert (browser.status, "Why are you changing it?" in page) == (409, True)
    page = browser.post(f"/console/{slug}/rounds/swap", a="p1", b="p2", number="1", reason="late-entry")
    assert (browser.status, "only for a reason the rules name" in page) == (409, True)
    browser.post(f"/console/{slug}/rounds/swap", a="p1", b="p2", number="1", reason="late-entry", yes="1")
    assert state(app_state, slug).by_hand == {("main", 1): True}


@pytest.mark.req("F-30", "F-44", "F-20")
def test_numbers_pairs_and_what_is_rated(app_state: AppState) -> None:
    slug, browser = open_event(app_state), ConsoleClient(app_state)
    there = f"/console/{slug}/arbiter"
    page = browser.get(there)
    assert f"Pareo {CLAIM}." in page
    assert "Assigned when round 1 is paired" in page
    page = " ".join(browser.post(f"{there}/forbid", a="p1", b="p4", rounds="1-2").split())
    assert "Ana1 Brasa</bdi> – <bdi>Ana4 Brasa" in page
    assert "rounds 1–2" in page
    browser.post(f"{there}/forbid", a="p1", b="p4", take_back="1")
    assert not state(app_state, slug).settings.get("forbidden")
    play(app_state, browser, slug, 1)
    browser.post(f"{there}/forbid", a="p1", b="p4")
    assert browser.status == 422
    players.edit(app_state.ctx, slug, "p6", {"rating": "2600"})
    page = browser.post(f"{there}/renumber")
    assert (browser.status, "6→1" in page) == (409, True)
    browser.post(f"{there}/renumber", yes="1")
    assert browser.status == 409
    page = browser.post(f"{there}/renumber", yes="1", word="RENUMBER")
    assert "6 → 1 <bdi>Ana6 Brasa" in page
    browser.post(f"{there}/renumber", a="p1")
    assert browser.status == 422
    play(app_state, browser, slug, 2)
    page = browser.post(f"{there}/rating-correction", number="1", table="1", result="½-½")
    assert (browser.status, "is rated instead of" in page) == (409, True)
    page = browser.post(f"{there}/rating-correction", number="1", table="1", result="½-½", yes="1")
    assert "Round 1, table 1" in page
    page = browser.post(f"{there}/rating-correction", number="one", table="1", result="½-½", yes="1")
    assert (browser.status, "Enter the round and table" in page) == (422, True)


@pytest.mark.req("F-45")
def test_an_adjourned_game_that_is_decided_is_asked_about_once(app_state: AppState) -> None:
    slug, browser = open_event(app_state), ConsoleClient(app_state)
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug)
    rounds.start(app_state.ctx, slug)
    rounds.pair(app_state.ctx, slug)  # nobody has reported: all games are adjourned
    correct = f"/console/{slug}/rounds/1/correct"
    page = browser.get(f"{correct}?table=1&result=1-0")
    assert "The standings change" in page
    seen = page.split('name="seen" value="')[1].split('"')[0]
    page = browser.post(correct, table="1", result="1-0", seen=seen)
    assert (browser.status, "counted as a draw for later pairings" in page) == (409, True)
    browser.post(correct, table="1", result="1-0", seen=seen, yes="1")
    assert browser.status == 200
    told = state(app_state, slug).pods["main"].rounds[1].matches[1].result
    assert told is not None
    assert told.a.won


def test_only_who_may(app_state: AppState) -> None:
    slug = open_event(app_state)
    rounds.pair(app_state.ctx, slug)
    commands = (
        "rounds/by-hand",
        "rounds/by-hand-done",
        "arbiter/renumber",
        "arbiter/forbid",
        "arbiter/rating-correction",
    )
    for role in (Role.SCOREKEEPER, Role.JUDGE):
        browser = ConsoleClient(app_state, role, slug)
        browser.get(f"/console/{slug}/arbiter")
        assert browser.status in (403, 404), role
        for path in commands:
            browser.post(f"/console/{slug}/{path}", a="p1", b="p2")
            assert browser.status in (403, 404), (role, path)
    assert state(app_state, slug).by_hand == {}


@pytest.mark.req("F-6")
def test_outside_fide_mode_every_page_and_screen_says_so(app_state: AppState) -> None:
    slug, browser = open_event(app_state), ConsoleClient(app_state)
    play(app_state, browser, slug, 1)
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug)
    console = (
        "",
        "/players",
        "/players/1",
        "/rounds",
        "/rounds/1",
        "/rounds/2",
        "/rounds/2/hand",
        "/standings",
        "/standings/1",
        "/standings/cross",
        "/ratings",
        "/views",
        "/papers",
        "/phones",
        "/announcement",
        "/settings",
        "/settings/help",
        "/settings/fide-mode",
        "/staff",
        "/journal",
        "/second-opinion",
        "/floor",
        "/rounds/1/correct",
        "/rounds/swap",
        "/players/late",
        "/clubs",
        "/registration",
    )
    public = ("", "/tables", "/names", "/standings", "/rounds")
    screens = ("pairings", "names", "standings", "clock", "announcements", "auto")
    pages = [
        *(f"/console/{slug}{path}" for path in console),
        *(f"/e/{slug}{path}" for path in public),
        *(f"/screen/{slug}/{what}" for what in screens),
    ]
    inside = {path: "outside fide mode" in browser.get(path).lower() for path in pages}
    assert not [path for path, said in inside.items() if said]
    leave(app_state.ctx, slug, reason="the sponsor wants king of the hill", confirmed=True, word="LEAVE")
    app_state.response_cache.clear()
    for path in pages:
        page = browser.get(path)
        assert browser.status == 200, path
        assert "outside fide mode" in page.lower(), path
    asked = browser.post(f"/console/{slug}/delete", slug=slug)
    assert "outside fide mode" in asked.lower() or browser.path == "/console"


@pytest.mark.req("F-64")
def test_who_has_withdrawn_is_marked_on_pages(app_state: AppState) -> None:
    slug, browser = open_event(app_state), ConsoleClient(app_state)
    play(app_state, browser, slug, 1)
    paths = (f"/console/{slug}/standings", f"/console/{slug}/players", f"/e/{slug}/standings")
    assert not [path for path in paths if ">dropped<" in browser.get(path)]
    browser.post(f"/console/{slug}/players/3/drop", kind="drop")
    app_state.response_cache.clear()
    for path in paths:
        page = browser.get(path)
        assert ">withdrawn<" in "".join(page.split()), path
    browser.post(f"/console/{slug}/players/3/undrop")
    app_state.response_cache.clear()
    assert not [path for path in paths if ">dropped<" in "".join(browser.get(path).split())]


@pytest.mark.req("F-66")
def test_the_next_round_asks_who_has_withdrawn(app_state: AppState) -> None:
    slug, browser = open_event(app_state), ConsoleClient(app_state)
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug)
    rounds.start(app_state.ctx, slug)
    for table, result in ((1, "1-0F"), (2, "1-0"), (3, "1-0")):
        browser.post(f"/console/{slug}/rounds/1/report", table=str(table), result=result, seen="")
    gone = state(app_state, slug).pods["main"].rounds[1].matches[1].b
    page = browser.get(f"/console/{slug}/next")
    assert page.count('name="withdrawn"') == 2
    assert "Lost last round by forfeit:" in page
    page = browser.post(f"/console/{slug}/next")
    assert (browser.status, "They've withdrawn" in html.unescape(page)) == (409, True)
    browser.post(f"/console/{slug}/next", yes="1", withdrawn="drop")
    assert state(app_state, slug).entrants[gone].drop is not None
    assert len(state(app_state, slug).pods["main"].rounds[2].matches) == 2


@pytest.mark.req("F-59", "F-60", "F-61")
def test_byes_on_the_sheet_of_a_player(app_state: AppState) -> None:
    slug, browser = open_event(app_state), ConsoleClient(app_state)
    there = f"/console/{slug}/players/1"
    assert 'name="no_half_bye"' in browser.get(there)
    rows = {"absent.rows": "1", "absent.1.round": "2", "absent.1.points": "1"}
    page = browser.post(there, **rows, pronouns="ella")
    assert "a full-point bye (round 2) is deprecated by FIDE" in page, "told"
    page = browser.post(there, **{**rows, "absent.1.round": "4", "absent.1.points": "½"})
    assert (browser.status, "half-point bye in the last round" in page) == (409, True)
    browser.post(there, **rows, no_half_bye="yes")
    assert state(app_state, slug).entrants[1].no_half_bye
    assert '<option value="yes" selected' in " ".join(browser.get(there).split())
    page = browser.post(there, **{**rows, "absent.1.points": "½"}, yes="1")
    assert (browser.status, "without the right to a half-point bye" in page) == (422, True)
    other = create_cup(app_state, "Cartas", "pokemon-tcg-2019-07")
    assert 'name="no_half_bye"' not in browser.get(f"/console/{other}/players/1")


@pytest.mark.req("F-71")
def test_what_looks_wrong_stands_in_the_preview(app_state: AppState) -> None:
    slug, browser = open_event(app_state), ConsoleClient(app_state)
    text = "first,last,fide_id,title,rating,shoe\nLia,Mar,7,XM,0,39\nNoe,Sol,7,,2000,\n"
    page = browser.post(f"/console/{slug}/players/import", text=text)
    for said in (
        "left out: shoe",
        "line 2: Lia Mar: “XM” is not a FIDE title.",
        "line 2: Lia Mar: a rating of 0",
        "line 3: Noe Sol: Lia Mar already has the FIDE ID 7.",
    ):
        assert said in page


@pytest.mark.req("F-43")
def test_without_all_results_nothing_is_final(app_state: AppState) -> None:
    slug, browser = open_event(app_state, 4, rounds="1"), ConsoleClient(app_state)
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug)
    rounds.start(app_state.ctx, slug)
    for table, result in ((1, "adjourned"), (2, "1-0")):
        browser.post(f"/console/{slug}/rounds/1/report", table=str(table), result=result, seen="")
    rounds.finish(app_state.ctx, slug)
    said = "1 result missing or adjourned."
    for path in (f"/console/{slug}/standings", f"/e/{slug}/standings"):
        assert said in browser.get(path), path
    shown = (f"/console/{slug}", f"/e/{slug}", f"/screen/{slug}/auto")
    assert not [path for path in shown if 'class="podium"' in browser.get(path)]
    page = browser.post(f"/console/{slug}/close")
    assert (browser.status, "no final standings and no rating report yet" in page) == (422, True)
    results.report(app_state.ctx, slug, round_no=1, table=1, result="½-½", confirmed=True)
    app_state.response_cache.clear()
    assert said not in browser.get(f"/e/{slug}/standings")
    assert [path for path in shown if 'class="podium"' in browser.get(path)] == list(shown)
