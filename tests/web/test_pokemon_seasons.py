"""The current seasons on pages, phones and paper: overtime, help at time, seeds, no-shows, open lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.lists import submit as lists
from pareo.app.commands.results import enter_result
from pareo.app.commands.rounds import advance, rounds
from pareo.app.queries.pages.event_tables import journal_rows
from pareo.core.model.entities import Match
from pareo.print.papers import render
from support.events.papers import pdf_text
from support.web.public import PublicStage, make_players, visible_text

DECK = "".join(f"4 Card {letter}\n" for letter in "ABCDEFGHIJ") + "20 Fire Energy\n"


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[PublicStage]:
    made = PublicStage(
        tmp_path, "pokemon-tcg-2027", rounds="3", style="swiss+cut", cut="4", player_reports="yes", names="full"
    )
    made.enter(make_players(9))
    yield made
    made.store.close()


def matches(stage: PublicStage, pod: str = "masters") -> list[Match]:
    last = stage.ctx.open("copa").state.pods[pod].last_round
    assert last is not None
    return list(last.matches.values())


def to_the_cut(stage: PublicStage) -> list[Match]:
    stage.play(3)
    advance.advance(stage.ctx, "copa", to="cut", confirmed=True)
    stage.open()
    return matches(stage, "masters-cut")


# --- the clock --------------------------------------------------------------------------------------------------------


@pytest.mark.req("PN-MAT-4")
def test_every_clock_goes_on_with_the_turns(cup: PublicStage) -> None:
    cup.open()
    floor.start_clock(cup.ctx, "copa", minutes=1)
    ctx, visitor = cup.staff(), cup.visitor()
    pages = [
        ctx.get("/console/copa"),
        ctx.get("/console/copa/floor"),
        ctx.get("/console/copa/rounds"),
        visitor.get("/e/copa"),
        visitor.get(cup.own_address(matches(cup)[0].a)),
        ctx.get("/screen/copa/clock"),
    ]
    for page in pages:
        clock = re.search(r'<\w+ class="[^"]*clock[^"]*"[^>]*role="timer"[^>]*>', page)
        assert clock is not None
        assert 'data-turns="+3 turns"' in clock[0]
        assert 'data-over="900"' in clock[0]
    told = visitor.client.get("/api/v1/public/events/copa/clock").json()[0]
    assert (told["turns"], told["overtime_minutes"], told["over"]) == (3, 15, False)
    events.change_settings(cup.ctx, "copa", {"extra_turns": "0"})
    assert "data-turns" not in ctx.get("/console/copa/floor")


@pytest.mark.req("PN-MAT-5")
def test_the_floor_page_helps_judges_at_time_in_four_languages(cup: PublicStage) -> None:
    ctx = cup.staff()
    for lang, said in {
        "en": "prize cards decide",
        "es": "deciden las cartas de Premio",
        "pt": "decidem as cartas de Prêmio",
        "it": "decidono le carte Premio",
    }.items():
        ctx.client.headers["accept-language"] = lang
        page = visible_text(ctx.get("/console/copa/floor"))
        assert page.count(said) == 2, "in games 1 and 3 of an elimination match"


# --- ties -------------------------------------------------------------------------------------------------------------


@pytest.mark.req("PN-MAT-6")
def test_a_tie_in_the_cut_is_refused_by_desk_phone_file_and_api(cup: PublicStage) -> None:
    m = to_the_cut(cup)[0]
    ctx, phone = cup.staff(), cup.visitor()
    at, me = "/console/copa/rounds/4", cup.own_address(m.a)
    page = phone.get(me)
    assert 'value="1-1"' not in page
    assert 'value="="' not in page
    token = {"authorization": f"Bearer {cup.accounts.make_token('test', Role.OWNER)}"}
    client: TestClient[Any] = cup.visitor().client
    must, there = "one of the two must advance", f"/api/v1/events/copa/rounds/4/tables/{m.table}/result"
    for said in ("=", "0-0", "1-1"):
        assert must in ctx.post(f"{at}/enter", 422, line=f"{m.table} {said}")
        assert must in ctx.post(f"{at}/report", 422, table=str(m.table), result=said)
        assert must in ctx.post(f"{at}/bulk", 422, text=f"{m.table} {said}")
        phone.post(f"{me}/report", 422, round="4", result=said)
        answer = client.put(there, json={"result": said}, headers=token)
        assert (answer.status_code, answer.json()["error"]) == (422, "result-needs-winner")
    assert matches(cup, "masters-cut")[0].result is None


@pytest.mark.req("PN-MAT-7")
def test_the_phone_has_one_button_for_an_agreed_draw(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "pokemon-tcg-2027", rounds="3", style="swiss", best_of="3", player_reports="yes")
    stage.enter(make_players(4))
    stage.open()
    m = matches(stage)[0]
    for no in (m.a, m.b):
        phone, me = stage.visitor(), stage.own_address(no)
        assert "Agreed tie" in phone.get(me)
        phone.post(f"{me}/report", 303, round="1", result="=")
    result = matches(stage)[0].result
    assert result is not None
    assert result.tally == (0, 0, 3)
    stage.store.close()


# --- seeds ------------------------------------------------------------------------------------------------------------


@pytest.mark.req("PN-MAT-8")
def test_slip_and_phone_name_the_higher_seed(cup: PublicStage) -> None:
    found = to_the_cut(cup)
    event = cup.ctx.open("copa")
    seeds = event.state.pods["masters-cut"].members
    slips = pdf_text(render("slips", cup.ctx, "copa"))
    for m in found:
        higher, lower = sorted((m.a, m.b), key=seeds.index)
        assert f"{event.name(higher)} (higher seed) chooses who goes first in game 1" in slips
        assert "You are the higher seed: you choose" in visible_text(cup.visitor().get(cup.own_address(higher)))
        assert "Your opponent is the higher seed" in visible_text(cup.visitor().get(cup.own_address(lower)))
    assert "Double loss" not in slips, "one of the two must advance"
    assert "higher seed" not in pdf_text(render("slips", cup.ctx, "copa", round_no=1))


# --- not at the table -------------------------------------------------------------------------------------------------


@pytest.mark.req("PN-MAT-9")
def test_the_floor_page_offers_it_when_the_clock_has_run(cup: PublicStage, monkeypatch: pytest.MonkeyPatch) -> None:
    cup.open()
    m = matches(cup)[0]
    who = cup.ctx.open("copa").id(m.b)
    floor.start_clock(cup.ctx, "copa", minutes=50)
    ctx = cup.staff()
    assert "Available once the clock has run for 10 minutes" in visible_text(ctx.get("/console/copa/floor"))
    assert "not yet run for 10 minutes" in ctx.post("/console/copa/floor/no-show", 422, who=who, round="1")
    monkeypatch.setattr("pareo.app.commands.floor.no_show.seconds_left", lambda clock, _now: 40 * 60)
    page = ctx.get("/console/copa/floor")
    assert "Match loss and drop" in page
    assert f'value="{who}"' in page
    assert cup.ctx.open("copa").state.entrants[m.b].drop is None
    ctx.post("/console/copa/floor/no-show", 303, who=who, round="1")
    assert cup.ctx.open("copa").state.entrants[m.b].drop is not None
    assert "not at the table" in visible_text(ctx.get("/console/copa/journal"))


# --- open lists -------------------------------------------------------------------------------------------------------


def hand_in(stage: PublicStage) -> None:
    for no in stage.ctx.open("copa").state.entrants:
        lists.hand_in(stage.ctx, "copa", no, DECK.replace("Card A", f"Secret {no}"))


@pytest.mark.req("PN-LIST-1")
def test_the_opponent_of_the_running_match_and_nobody_else(cup: PublicStage) -> None:
    hand_in(cup)
    cup.open()
    first = matches(cup)[0]
    ctx = cup.staff()
    assert "In the top cut, opponents see each other's lists" in visible_text(ctx.get("/console/copa/lists"))
    ctx.post("/console/copa/lists/settings", 303, lists_opened="yes")
    assert cup.ctx.open("copa").state.settings["lists_opened"] is True
    assert "lists_opened" in str(journal_rows(cup.ctx, "copa")[-1].data), "the journal records it"
    assert f"Secret {first.b}" not in cup.visitor().get(cup.own_address(first.a)), "not in the Swiss"
    ctx.post("/console/copa/lists/settings", 303, lists_opened="no")
    cup.report()
    rounds.finish(cup.ctx, "copa")
    cup.play(2)
    advance.advance(cup.ctx, "copa", to="cut", confirmed=True)
    cup.open()
    one, two = matches(cup, "masters-cut")

    def seen(no: int) -> set[int]:
        page = cup.visitor().get(cup.own_address(no))
        theirs = page[page.index('id="their-list"') :] if 'id="their-list"' in page else ""
        return {int(found) for found in re.findall(r"Secret (\d+)", theirs.split("</section>")[0])}

    assert seen(one.a) == set(), "not before the organiser opens them"
    ctx.post("/console/copa/lists/settings", 303, lists_opened="yes")
    assert seen(one.a) == {one.b}
    assert seen(one.b) == {one.a}
    outside = next(no for no in cup.ctx.open("copa").state.entrants if no not in (one.a, one.b, two.a, two.b))
    assert seen(outside) == set()
    for path in ("/e/copa", "/e/copa/tables", "/e/copa/bracket", "/e/copa/standings"):
        assert "Secret" not in cup.visitor().get(path)
    cup.visitor().get("/e/copa/lists", 404)
    enter_result.report(cup.ctx, "copa", round_no=4, table=one.table, result="2-0")
    assert seen(one.a) == set(), "until the result is in"
    assert seen(two.a) == {two.b}
    ctx.post("/console/copa/lists/settings", 303, lists_opened="no")
    assert seen(two.a) == set()


@pytest.mark.req("PN-LIST-1")
def test_from_when_on_is_a_setting_and_both_lists_of_a_table_are_printed(cup: PublicStage) -> None:
    hand_in(cup)
    cup.open()
    one, two = matches(cup)[:2]
    for when in ("always", "phase2", "cut", "never"):
        events.change_settings(cup.ctx, "copa", {"lists_open": when, "lists_opened": "yes"})
        assert (f"Secret {one.b}" in cup.visitor().get(cup.own_address(one.a))) is (when == "always")
        assert ("Close the lists" in cup.staff().get("/console/copa/lists")) is (when != "never")
    text = pdf_text(render("table-lists", cup.ctx, "copa", tables=(one.table,)))
    assert f"Secret {one.a}" in text
    assert f"Secret {one.b}" in text
    assert f"Secret {two.a}" not in text
    everybody = pdf_text(render("table-lists", cup.ctx, "copa"))
    assert all(f"Secret {no}" in everybody for m in matches(cup) for no in (m.a, m.b))
    assert cup.staff().client.get(f"/console/copa/papers/table-lists.pdf?tables={one.table}").content[:4] == b"%PDF"
    cup.visitor().get("/console/copa/papers/table-lists.pdf", 303)
