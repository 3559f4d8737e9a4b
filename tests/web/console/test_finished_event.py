"""Now when everything is played: who won, what is left to do, and what stays when the event is put away."""

from __future__ import annotations

import re

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import next_round
from pareo.app.league import event_closing, series
from pareo.app.screens.day_progress import day_of
from pareo.app.screens.now_page import open_tables, staff_podiums
from pareo.locale.texts import texts
from pareo.web.app_state import AppState
from pareo.web.wording.now_words import Reach, Words
from support.events.stage import players_of_ages
from support.web.console import ConsoleClient, create_cup

NAMES = ("Ada", "Bruno", "Celia", "Dario")


def play(app_state: AppState, slug: str, *typed: str, rounds: int = 1) -> None:
    """Whole rounds: every table ends as typed, one after the other."""
    for _ in range(rounds):
        next_round.next_round(app_state.ctx, slug, confirmed=True)
        next_round.begin(app_state.ctx, slug, confirmed=True)
        t = app_state.ctx.open(slug).state
        for i, table in enumerate(open_tables(t)):
            number = next(n for p in t.pods.values() for n, r in p.rounds.items() if table in r.open_tables)
            row = results.ResultRow(typed[i % len(typed)], table=table)
            results.import_results(app_state.ctx, slug, [row], round_no=number)


def title(page: str) -> str:
    match = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    return " ".join(match[1].split()) if match else ""


def page_text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_three_divisions_have_three_champions_and_the_files_of_their_game(app_state: AppState) -> None:
    slug = create_cup(app_state, count=0, rounds="1", style="swiss")
    players.enter(app_state.ctx, slug, players_of_ages(4, 4, 4))
    play(app_state, slug, "1-0")
    me = ConsoleClient(app_state)
    page = me.get(f"/console/{slug}")
    assert title(page) == "3 champions"
    assert page.count('class="podium"') == 3
    for link in (f"/console/{slug}/papers/report.pdf", f"/console/{slug}/export/tdf", f"/console/new?like={slug}"):
        assert f'href="{link}"' in page, link
    page = me.post(f"/console/{slug}/close")
    assert title(page) == "Results are online"
    for link in (f"/console/{slug}/papers/report.pdf", f"/console/{slug}/export/tdf"):
        assert f'href="{link}"' in page, link
    assert page.count(f"/console/new?like={slug}") == 1  # the large button alone
    assert "Printouts and files" in page
    assert "Add a screen" not in page


def test_a_shared_first_place_is_one_step_of_the_podium(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="chess-round-robin", born=None, count=4)
    play(app_state, slug, "½-½", rounds=3)
    (podium,) = staff_podiums(app_state.ctx, slug)
    assert [(rank, len(people)) for rank, people in podium.steps()] == [(1, 4)]
    page = ConsoleClient(app_state).get(f"/console/{slug}")
    assert title(page) == "First place is tied"
    assert page.count('class="step"') == 1


def test_an_event_that_only_this_computer_shows_is_not_online(app_state: AppState) -> None:
    slug = create_cup(app_state, rounds="1", style="swiss")
    play(app_state, slug, "1-0")
    event_closing.close_event(app_state.ctx, slug)
    event = app_state.ctx.open(slug)
    day = day_of(event, app_state.ctx.now())
    titles = {
        phones: Words(texts("en"), str, event.state, day, Reach(phones, screens=False)).says().title
        for phones in (True, False)
    }
    assert titles == {True: "Results are online", False: "The event is closed"}


def test_before_closing_no_rating_is_promised_that_does_not_change(app_state: AppState) -> None:
    """Nobody is in the directory yet: it is said who comes into it, not that nothing changes."""
    slug = create_cup(app_state, ruleset="chess-fide", born=None, count=0, rounds="1")
    players.enter(app_state.ctx, slug, [NewPlayer(first=name, rating=2000) for name in NAMES])
    play(app_state, slug, "1-0")
    me = ConsoleClient(app_state)
    page = page_text(me.get(f"/console/{slug}"))
    assert "0 ratings" not in page
    assert "4 new people will join the directory, with their ratings" in page
    page = page_text(me.post(f"/console/{slug}/close", take="yes"))
    assert "4 ratings changed." in page
    assert "List 1" not in page
    assert "Ratings and series All counted" in page


def test_an_event_without_ratings_and_series_offers_none(app_state: AppState) -> None:
    slug = create_cup(app_state, rounds="1", style="swiss")
    play(app_state, slug, "1-0")
    me = ConsoleClient(app_state)
    assert "Ratings and series" not in me.get(f"/console/{slug}")
    series.create(app_state.ctx, "Liga", series.rules_text("formula-one-2010"))
    assert "Ratings and series Not in a series yet" in page_text(me.get(f"/console/{slug}"))


@pytest.mark.parametrize(
    ("ruleset", "line", "example"),
    [
        ("pokemon-tcg-2027", "name, birth year, club", "Ana Ferreiro, 2016"),
        ("scrabble-fise", "name, rating, club", "Ana Ferreiro, 1840"),
        ("chess-fide", "name, rating, club", "Ana Ferreiro, 1840"),
        ("xwing-epic-team", "name, team. Add the word captain", "Ana Ferreiro, Grey Wings, captain"),
    ],
)
def test_who_plays_is_asked_in_the_words_of_the_game(
    app_state: AppState, ruleset: str, line: str, example: str
) -> None:
    slug = events.create(app_state.ctx, events.NewEvent("Copa", ruleset))
    page = ConsoleClient(app_state).get(f"/console/{slug}")
    assert line in page
    assert example in page


def test_teams_are_counted_as_teams(app_state: AppState) -> None:
    slug = events.create(app_state.ctx, events.NewEvent("Copa", "xwing-epic-team", settings={"rounds": "1"}))
    wings = [NewPlayer(first=f"Ana{i}", team=f"Wing {i // 2}", captain=i % 2 == 0) for i in range(8)]
    players.enter(app_state.ctx, slug, wings)
    play(app_state, slug, "153-124 destroyed")
    assert "4 teams, 1 round, 2 matches." in page_text(ConsoleClient(app_state).get(f"/console/{slug}"))


def test_the_table_of_2009_is_posted_first_and_the_page_says_so(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="pokemon-2009", rounds="2")
    play(app_state, slug, "1-0")
    assert title(ConsoleClient(app_state).get(f"/console/{slug}")) == "Post standings, then pair round 2"


@pytest.mark.parametrize(("ruleset", "word"), [("chess-fide", "draw"), ("pokemon-tcg-2027", "tie")])
def test_a_tile_calls_an_equal_result_what_the_game_calls_it(app_state: AppState, ruleset: str, word: str) -> None:
    slug = create_cup(app_state, ruleset=ruleset, rounds="2")
    play(app_state, slug, "½-½")
    found = re.findall(r'<span class="hide">in</span>\s*(\w+)', ConsoleClient(app_state).get(f"/console/{slug}"))
    assert set(found) == {word}


def test_a_group_that_plays_on_alone_keeps_its_name_and_its_tables_come_first(app_state: AppState) -> None:
    slug = create_cup(app_state, count=0, style="swiss", rounds="2")
    players.enter(app_state.ctx, slug, players_of_ages(0, 8, 8))
    events.change_settings(app_state.ctx, slug, {"rounds": "1"}, pod="seniors")
    play(app_state, slug, "1-0")
    page = ConsoleClient(app_state).get(f"/console/{slug}")
    assert page.index("<h2>Masters</h2>") < page.index('class="podium"')


def test_when_time_is_up_the_open_tables_come_first(app_state: AppState) -> None:
    slug = create_cup(app_state, rounds="2")
    next_round.next_round(app_state.ctx, slug)
    next_round.begin(app_state.ctx, slug)
    results.import_results(app_state.ctx, slug, [results.ResultRow("1-0", table=1)], round_no=1)
    app_state.ctx.now = lambda: "2999-01-01T00:00:00.000000Z"
    page = ConsoleClient(app_state).get(f"/console/{slug}")
    assert title(page) == "Time is up; 3 tables still playing"
    assert re.findall(r'<b class="n">(\d+)</b>', page) == ["2", "3", "4", "1"]


def test_closing_takes_in_as_many_as_it_says(app_state: AppState) -> None:
    """Also who sat out, and so has no rated game."""
    slug = create_cup(app_state, ruleset="scrabble-fise", born=None, count=0, rounds="1")
    players.enter(app_state.ctx, slug, [NewPlayer(first=name, rating=1500) for name in (*NAMES, "Elsa")])
    play(app_state, slug, "412-380")
    me = ConsoleClient(app_state)
    assert "5 new people will join the directory" in page_text(me.get(f"/console/{slug}"))
    assert "5 people are new in the directory" in page_text(me.post(f"/console/{slug}/close", take="yes"))
