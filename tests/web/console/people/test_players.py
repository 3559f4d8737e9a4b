"""The console's players: quick add, paste, CSV with its preview, search, check-in, leaving, late entry, merging."""

from __future__ import annotations

import dataclasses
import html
import re

import pytest

from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.people import leaving, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import rounds
from pareo.web.app_state import AppState
from support.web.console import ConsoleClient, create_cup

HOSTILE = "<script>alert(1)</script>"


def names(page: str) -> list[str]:
    return [html.unescape(found) for found in re.findall(r'class="plain-link name"[^>]*>([^<]*)</a>', page)]


def test_quick_add_enters_and_returns_to_the_first_field(app_state: AppState) -> None:
    slug = create_cup(app_state, count=0)
    browser = ConsoleClient(app_state)
    page = browser.post(f"/console/{slug}/players/add", first="Iria", last="Bouza", birth_year="2012", club="Faro")
    assert "Iria Bouza has been entered." in page
    assert re.search(r'id="f-first"[^>]*autofocus', page)
    entrant = app_state.ctx.open(slug).state.entrants[1]
    assert (entrant.division, entrant.club) == ("junior", "Faro")


def test_a_wrong_quick_add_comes_back_as_typed(app_state: AppState) -> None:
    slug = create_cup(app_state, count=1)
    browser = ConsoleClient(app_state)
    page = browser.post(f"/console/{slug}/players/add", first="Iria", last="Bouza", birth_year="soon", club="<Faro>")
    assert browser.status == 422
    assert 'id="wrong-birth_year"' in page
    assert 'value="&lt;Faro&gt;"' in page
    page = browser.post(f"/console/{slug}/players/add", first="Iria", id="p1")
    assert browser.status == 422
    assert 'id="wrong-id"' in page
    assert len(app_state.ctx.open(slug).state.entrants) == 1


def test_namesakes_and_two_events_of_one_day_are_told(app_state: AppState) -> None:
    slug = create_cup(app_state, count=2, date="2026-11-15")
    other = create_cup(app_state, "Tarde", "swiss", date="2026-11-15", count=1)
    create_cup(app_state, "Otro día", "swiss", date="2026-11-16", count=2)
    browser = ConsoleClient(app_state)
    page = browser.get(f"/console/{slug}/players")
    assert page.count("also in Tarde") == 1
    assert "Otro día" not in page
    page = browser.post(f"/console/{other}/players/add", first="Ana2", last="Brasa", id="p2")
    assert "Also entered in Copa Faro that day." in page
    page = browser.post(f"/console/{slug}/players/add", first="ANA2", last="brasa")
    assert "A player with this name is already entered" in page


def test_the_preview_tells_the_fate_of_each_row_and_writes_nothing(app_state: AppState) -> None:
    slug = create_cup(app_state, count=1)
    browser = ConsoleClient(app_state)
    text = "Teo Lamas, 2012, Faro\nAna1 Brasa, 1990\nGala Fonte, 2011, Faro, Norte, Sur\n\nNuno Peral\tMasters\tTorre"
    page = _preview(browser, slug, text)
    assert "1 already entered" in page
    assert "2 new" in page
    assert "1 wrong" in page
    assert "“Norte” is not clear" in html.unescape(page)
    assert len(app_state.ctx.open(slug).state.entrants) == 1
    browser.post(f"/console/{slug}/players/import/enter", text=text)
    state = app_state.ctx.open(slug).state
    new = [state.entrants[no] for no in (2, 3)]
    assert [(e.division, e.club) for e in new] == [("junior", "Faro"), ("master", "Torre")]


def _preview(browser: ConsoleClient, slug: str, text: str, file: bytes = b"") -> str:
    form = {"_csrf_token": str(browser.client.cookies.get("pareo_csrf")), "text": text}
    files = {"file": ("people.csv" if file else "", file, "text/csv")}
    answer = browser.client.post(f"/console/{slug}/players/import", data=form, files=files)
    browser.status = answer.status_code
    return answer.text


def test_a_csv_file_with_bad_rows_still_shows_the_good_ones(app_state: AppState) -> None:
    slug = create_cup(app_state, count=0)
    browser = ConsoleClient(app_state)
    file = 'nombre;apellidos;nacimiento;id;color\nEva;Río;2011;a1;x\n"Leo";Mar;mil;a2;\nNoa;Sol;1999;a1;\n'.encode()
    page = html.unescape(_preview(browser, slug, "", file))
    assert "1 new" in page
    assert "2 wrong" in page
    assert "line 3: birth_year “mil” is not a year." in page
    assert "the ID “a1” is already taken." in page
    page = _preview(browser, slug, "kept <text>", b"\xff\xfe\x00")
    assert browser.status == 422
    assert "kept &lt;text&gt;" in page


def test_search_filters_and_pages(app_state: AppState) -> None:
    slug = create_cup(app_state, count=120)
    players.enter(app_state.ctx, slug, [NewPlayer(first="Álvaro", last="Núñez", birth_year=2012, club="Faro")])
    browser = ConsoleClient(app_state)
    assert len(names(browser.get(f"/console/{slug}/players"))) == 100
    assert len(names(browser.get(f"/console/{slug}/players?page=2"))) == 21
    assert names(browser.get(f"/console/{slug}/players?q=nunez+alv")) == ["Álvaro Núñez"]
    assert names(browser.get(f"/console/{slug}/players?division=junior")) == ["Álvaro Núñez"]
    leaving.drop(app_state.ctx, slug, "p7")
    assert names(browser.get(f"/console/{slug}/players?status=left")) == ["Ana7 Brasa"]


def test_check_in_one_everybody_shown_and_drop_the_rest(app_state: AppState) -> None:
    slug = create_cup(app_state, count=6)
    players.edit(app_state.ctx, slug, "p6", {"byes": "1"})
    browser = ConsoleClient(app_state, Role.REGISTRATION)
    browser.post(f"/console/{slug}/players/check-in", who="1", here_now="yes")
    browser.post(f"/console/{slug}/players/check-in", q="ana2")
    assert names(browser.get(f"/console/{slug}/players?here=yes")) == ["Ana1 Brasa", "Ana2 Brasa"]
    browser.post(f"/console/{slug}/players/check-in", who="2", here_now="no")
    assert len(names(browser.get(f"/console/{slug}/players?here=no"))) == 5
    page = browser.post(f"/console/{slug}/players/drop-missing")
    assert browser.status == 409
    assert "4 players have not checked in" in page
    browser.post(f"/console/{slug}/players/drop-missing", yes="1")
    state = app_state.ctx.open(slug).state
    assert {no: e.drop.kind for no, e in state.entrants.items() if e.drop} == dict.fromkeys((2, 3, 4, 5), "no-show")
    browser.post(f"/console/{slug}/players/add", first="Not", last="Mine")
    assert browser.status == 403


def test_every_field_of_a_player_can_be_changed(app_state: AppState) -> None:
    slug = create_cup(app_state, count=2)
    browser = ConsoleClient(app_state)
    browser.get(f"/console/{slug}/players/1")
    fields = {
        "first": "Eva",
        "last": "Río",
        "nickname": "Faro",
        "pronouns": "they/them",
        "notes": "line 1\r\nline 2",
        "byes": "2",
        "absent": "3,4",
        "fixed_table": "12",
        "club": "Torre",
        "staff": "yes",
    }
    browser.post(f"/console/{slug}/players/1", **fields)
    event = app_state.ctx.open(slug)
    entrant = event.state.entrants[1]
    assert (entrant.byes, entrant.absent, entrant.fixed_table, entrant.club) == (2, frozenset({3, 4}), 12, "Torre")
    person = event.person(entrant)
    assert (person["nickname"], person["pronouns"], person["staff"], person["notes"]) == (
        "Faro",
        "they/them",
        True,
        "line 1\nline 2",
    )
    seq = event.state.seq
    browser.post(f"/console/{slug}/players/1", **fields)
    assert app_state.ctx.open(slug).state.seq == seq
    page = browser.post(f"/console/{slug}/players/1", **{**fields, "id": "p2"})
    assert browser.status == 422
    assert 'id="wrong-id"' in page
    browser.get(f"/console/{slug}/players/99")
    assert browser.status == 404


def test_leaving_with_a_kind_and_coming_back(app_state: AppState) -> None:
    slug = create_cup(app_state)
    browser = ConsoleClient(app_state)
    page = browser.post(f"/console/{slug}/players/3/drop", kind="disqualified", reason="cheating")
    assert "disqualified" in page
    assert "cheating" in page
    browser.post(f"/console/{slug}/players/3/undrop")
    assert app_state.ctx.open(slug).state.entrants[3].drop is None


@pytest.mark.req("P-LATE-4")
def test_late_entry_shows_the_losses_before_it_is_written(app_state: AppState) -> None:
    slug = create_cup(app_state)
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug, confirmed=True)
    rounds.start(app_state.ctx, slug)
    browser = ConsoleClient(app_state, Role.REGISTRATION)
    page = browser.post(f"/console/{slug}/players/late", first="Tarde", last="Llega", birth_year="1991")
    assert "Effects" in page
    assert re.search(r"<strong>1</strong>\s+\(round 1\)", page)
    assert len(app_state.ctx.open(slug).state.entrants) == 8
    browser.post(f"/console/{slug}/players/late", first="Tarde", last="Llega", birth_year="1991", yes="1")
    assert app_state.ctx.open(slug).state.entrants[9].late_from == 2
    page = browser.post(f"/console/{slug}/players/late", first="", last="", club="kept")
    assert browser.status == 422
    assert 'value="kept"' in page


@pytest.mark.req("A-5")
def test_terms_that_have_changed_since_they_were_shown_are_shown_again(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="pokemon-2009")
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug, confirmed=True)
    browser = ConsoleClient(app_state, Role.REGISTRATION)
    form = {"first": "Tarde", "last": "Llega", "birth_year": "1991", "this_round": "yes"}
    seen = re.search(r'name="seen" value="([^"]+)"', browser.post(f"/console/{slug}/players/late", **form))
    assert seen
    assert "no loss" in seen[1]
    rounds.start(app_state.ctx, slug)
    page = browser.post(f"/console/{slug}/players/late", **form, yes="1", seen=seen[1])
    assert browser.status == 422
    assert "a late player takes a loss for it and joins in the next round" in page
    del form["this_round"]
    page = browser.post(f"/console/{slug}/players/late", **form, yes="1", seen=seen[1])
    assert "Effects" in page
    assert re.search(r"<strong>1</strong>\s+\(round 1\)", page)
    assert len(app_state.ctx.open(slug).state.entrants) == 8


def test_a_double_entry_is_merged(app_state: AppState) -> None:
    slug = create_cup(app_state, count=2)
    players.enter(app_state.ctx, slug, [NewPlayer(first="Ana1", last="Brasa", club="Faro", rating=1500)])
    browser = ConsoleClient(app_state)
    assert "Another entry has the same name" in browser.get(f"/console/{slug}/players/1")
    page = browser.post(f"/console/{slug}/players/1/merge", other="3")
    assert browser.status == 409
    assert "Ana1 Brasa (p1) and Ana1 Brasa (3) become one entry" in page
    browser.post(f"/console/{slug}/players/1/merge", other="3", yes="1")
    state = app_state.ctx.open(slug).state
    assert sorted(state.entrants) == [1, 2]
    assert (state.entrants[1].club, state.entrants[1].rating) == ("Faro", 1500)
    browser.post(f"/console/{slug}/players/1/merge", other="nobody")
    assert browser.status == 422


def test_taking_somebody_out_asks_first(app_state: AppState) -> None:
    slug = create_cup(app_state, count=3)
    browser = ConsoleClient(app_state)
    browser.post(f"/console/{slug}/players/2/remove")
    assert browser.status == 409
    assert 2 in app_state.ctx.open(slug).state.entrants
    browser.post(f"/console/{slug}/players/2/remove", yes="1")
    assert sorted(app_state.ctx.open(slug).state.entrants) == [1, 3]
    rounds.pair(app_state.ctx, slug)
    browser.post(f"/console/{slug}/players/3/remove", yes="1")
    assert browser.status == 422


def test_a_renewed_link_replaces_the_old_one(app_state: AppState) -> None:
    slug = create_cup(app_state, count=2)
    old = app_state.accounts.player_link(slug, 1)
    ConsoleClient(app_state, Role.ORGANISER, slug).post(f"/console/{slug}/staff/links/1/renew")
    assert app_state.accounts.player_identity(slug, old) is None
    assert app_state.accounts.player_link(slug, 1) != old


def test_hostile_names_are_text_on_every_page(app_state: AppState) -> None:
    slug = create_cup(app_state, count=1, date="2026-11-15")
    long = "x" * 200
    odd = NewPlayer(first=HOSTILE, last="\u202eabc🎲" + long[:150], id="<i>", club=HOSTILE, birth_year=1990)
    players.enter(app_state.ctx, slug, [odd, dataclasses.replace(odd, id="")])
    other = events.create(app_state.ctx, events.NewEvent(HOSTILE, "swiss", settings={"date": "2026-11-15"}))
    players.enter(app_state.ctx, other, [odd])
    floor.check_in(app_state.ctx, slug, ["<i>"])
    browser = ConsoleClient(app_state)
    for path in ("", "?q=script", "/2", "/import", "/late"):
        page = browser.get(f"/console/{slug}/players{path}")
        assert browser.status == 200
        assert "<script>alert" not in page
        assert "<i>" not in page
        assert " style=" not in page
    assert "<script>alert" not in _preview(browser, slug, f"{HOSTILE} {HOSTILE}, 2009, {HOSTILE}, 7, {HOSTILE}")


@pytest.mark.req("A-53", "X-14")
def test_teams_are_entered_member_by_member(app_state: AppState) -> None:
    slug = create_cup(app_state, "Equipos", "xwing-epic-team", count=0)
    browser = ConsoleClient(app_state)
    page = _preview(browser, slug, "Ana Luz, Faros, captain\nBel Mar, Faros\nCai Sol, Faros")
    assert "2 new" in page
    assert "1 wrong" in page
    page = _preview(browser, slug, "Ana Luz, Faros\nBel Mar, Faros")
    assert "2 wrong" in page
    assert "has no captain" in page
    browser.post(f"/console/{slug}/players/import/enter", text="Ana Luz, Faros\nBel Mar, capitana, Faros")
    assert names(browser.get(f"/console/{slug}/players")) == ["Faros"]
    assert "Ana Luz, Bel Mar (captain)" in browser.get(f"/console/{slug}/players")


@pytest.mark.req("A-12", "A-13")
def test_the_page_names_who_has_no_birth_year_and_shows_the_years_it_uses(app_state: AppState) -> None:
    slug = create_cup(app_state, born=None, count=2, date="2026-11-15")
    browser = ConsoleClient(app_state)
    page = browser.get(f"/console/{slug}/players")
    told = "2 players without a birth year play with the Masters: Ana1 Brasa, Ana2 Brasa."
    assert told in page
    assert "Juniors: 2015 or later · Seniors: 2011 to 2014 · Masters: 2010 or earlier" in page
    assert told in browser.get(f"/console/{slug}/rounds")
    page = browser.post(f"/console/{slug}/players/add", first="Nova", last="Cos")
    assert "1 player without a birth year plays with the Masters: Nova Cos." in page
    browser.post(f"/console/{slug}/players/1", birth_year="2012")
    assert app_state.ctx.open(slug).state.entrants[1].division == "senior"


@pytest.mark.req("A-14", "A-10")
def test_the_confirm_page_has_a_button_for_each_answer(app_state: AppState) -> None:
    slug = create_cup(app_state, championship_points="yes")
    browser = ConsoleClient(app_state)
    for i in range(1, 7):
        browser.post(f"/console/{slug}/players/check-in", who=str(i), here_now="yes")
    page = browser.post(f"/console/{slug}/rounds/pair")
    assert browser.status == 409
    assert "2 players have not checked in: Ana7 Brasa, Ana8 Brasa." in page
    for value, words in (
        ("drop", "Drop them"),
        ("out", "Leave them out of this round"),
        ("pair", "Pair them anyway"),
    ):
        assert re.search(rf'name="not_here" value="{value}">\s*{words}', page)
    assert 'name="yes"' not in page
    browser.post(f"/console/{slug}/rounds/pair", not_here="drop")
    state = app_state.ctx.open(slug).state
    assert [no for no, e in state.entrants.items() if e.drop is not None] == [7, 8]
    assert len(state.pods["masters"].rounds[1].matches) == 3
    browser.post(f"/console/{slug}/rounds/publish")
    page = browser.post(f"/console/{slug}/rounds/start")
    assert browser.status == 409
    assert "6 lists that this premier event asks for are missing" in page
    assert 'name="yes"' in page
    browser.post(f"/console/{slug}/rounds/start", yes="1")
    assert app_state.ctx.open(slug).state.started


@pytest.mark.req("A-67")
def test_checking_everybody_in_shows_them(app_state: AppState) -> None:
    """Not “Nobody fits this search”, which is what the filter “not here yet” would say then."""
    slug = create_cup(app_state)
    browser = ConsoleClient(app_state)
    page = browser.post(f"/console/{slug}/players/check-in", here="no", q="ana")
    assert len(names(page)) == 8
    assert "No one matches your search" not in page
    assert "8 entered, 8 checked in" in " ".join(page.split())


@pytest.mark.req("A-67")
@pytest.mark.parametrize("path", ["/players", "/settings", "/here"])
def test_enter_in_the_first_field_presses_the_main_button(app_state: AppState, path: str) -> None:
    """A browser presses the first button of a form: it does what the large one does."""
    slug = create_cup(app_state, player_reports="yes")
    browser = ConsoleClient(app_state)
    browser.post(f"/console/{slug}/players/check-in", who="1", here_now="yes")
    page = browser.get(f"/console/{slug}{path}")
    for form in re.findall(r"<form.*?</form>", page, re.S):
        buttons = re.findall(r"<button([^>]*)>", form)
        main = [button for button in buttons if 'class="primary' in button]
        typed = [button for button in buttons if 'type="button"' not in button]
        if main and typed:
            said = re.compile(r'(?:name|value)="([^"]*)"')
            assert said.findall(typed[0]) == said.findall(main[0]), form[:200]


def test_who_is_added_at_the_desk_is_here(app_state: AppState) -> None:
    slug = create_cup(app_state)
    browser = ConsoleClient(app_state)
    browser.post(f"/console/{slug}/players/check-in")
    browser.post(f"/console/{slug}/players/add", first="Iria", last="Bouza", birth_year="1990", here_now="yes")
    assert floor.is_here(app_state.ctx.open(slug).state, 9)


def test_rounds_off_are_rows_of_the_sheet(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="chess-fide", born=None)
    browser = ConsoleClient(app_state)
    form = {
        "absent.rows": "1",
        "absent.1.round": "2",
        "absent.1.points": "½",
        "absent.2.round": "5",
        "absent.2.points": "0",
        "absent.3.round": "",
    }
    browser.post(f"/console/{slug}/players/1", first="Ana1", last="Brasa", id="p1", **form)
    assert app_state.ctx.open(slug).state.entrants[1].absent == frozenset({2, 5})
    page = browser.get(f"/console/{slug}/players/1")
    assert 'name="absent.1.round" value="2"' in page
    assert re.search(r'<option value="½" selected>', page)
    page = browser.post(f"/console/{slug}/players/1", **{"absent.rows": "1", "absent.1.round": "never"})
    assert browser.status == 422
    assert 'value="never"' in page
