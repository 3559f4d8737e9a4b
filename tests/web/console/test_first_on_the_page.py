"""What stands first on the sheets of an event: settings, a player, a new event like an earlier one."""

from __future__ import annotations

import re

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import next_round, rounds
from pareo.web.app_state import AppState
from support.web.console import ConsoleClient, create_cup


def page_text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def fold(page: str, part: str) -> str:
    """What is written on a fold."""
    match = re.search(rf'id="{part}".*?<summary>(.*?)</summary>', page, re.DOTALL)
    assert match is not None, part
    return page_text(match[1])


def play_round(app_state: AppState, slug: str) -> None:
    next_round.next_round(app_state.ctx, slug, confirmed=True)
    next_round.begin(app_state.ctx, slug, confirmed=True)
    pod = next(iter(app_state.ctx.open(slug).state.pods.values()))
    rows = [results.ResultRow("1-0", table=table) for table in pod.rounds[1].matches]
    results.import_results(app_state.ctx, slug, rows, round_no=1)
    rounds.finish(app_state.ctx, slug)


def test_the_fold_of_ratings_does_not_deny_the_ratings_above_it(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="chess-fide", born=None)
    page = ConsoleClient(app_state).get(f"/console/{slug}/settings")
    assert fold(page, "about-ratings") == "Ratings Second rating list: no ratings"


@pytest.mark.parametrize(
    ("ruleset", "label"),
    [
        ("pokemon-tcg-2027", "Deck lists"),
        ("pokemon-vgc-2027", "Team lists"),
        ("xwing-epic-duel", "Squad lists"),
    ],
)
def test_lists_are_called_what_the_game_hands_in(app_state: AppState, ruleset: str, label: str) -> None:
    slug = create_cup(app_state, ruleset=ruleset)
    assert label in page_text(ConsoleClient(app_state).get(f"/console/{slug}/settings"))


def test_a_round_robin_has_no_swiss_rounds(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="chess-round-robin", born=None)
    page = page_text(ConsoleClient(app_state).get(f"/console/{slug}/settings"))
    assert "Rounds Recommended for 8 players: 7" in page
    assert "Swiss rounds Recommended" not in page


def test_a_sheet_has_few_fields_first_and_its_folds_say_what_they_hold(app_state: AppState) -> None:
    me = ConsoleClient(app_state)
    slug = create_cup(app_state, ruleset="chess-fide", born=None)
    page = me.get(f"/console/{slug}/players/1")
    first = page[page.index('class="fields"') : page.index('class="fold"')]
    assert first.count("<label") == 8
    assert fold(page, "part-rated") == "Ratings and numbers Player ID: p1"
    assert fold(page, "part-naming") == "How the name appears Ana1 Brasa in public"
    slug = create_cup(app_state, name="Copa 2")
    page = me.get(f"/console/{slug}/players/1")
    assert fold(page, "part-naming") == "How the name appears Ana1 B. in public"
    assert "Federation" in fold(page, "part-rest")
    assert "part-rated" not in page


def test_when_all_is_played_nobody_is_awaited_for_another_round(app_state: AppState) -> None:
    slug = create_cup(app_state, rounds="1", style="swiss")
    me = ConsoleClient(app_state)
    assert "Checked in for round 1" in me.get(f"/console/{slug}/players/1")
    play_round(app_state, slug)
    page = me.get(f"/console/{slug}/players/1")
    assert "Checked in for round" not in page
    assert "table" in page
    assert "· 1-0" not in page  # won or lost is said in a word
    assert "· 0-1" not in page


def test_ratings_and_series_belong_to_the_settings(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="chess-fide", born=None)
    page = ConsoleClient(app_state).get(f"/console/{slug}/directory")
    current = re.findall(r'aria-current="page">(.*?)</a>', page, re.DOTALL)
    assert [page_text(text) for text in current] == ["Settings", "Ratings and series"]


def test_the_same_again_says_its_settings_in_words_and_what_the_rules_bring(app_state: AppState) -> None:
    slug = events.create(
        app_state.ctx,
        events.NewEvent("Copa", "pokemon-tcg-2027", settings={"language": "it", "rounds": "4", "lists_public": "yes"}),
    )
    page = page_text(ConsoleClient(app_state).get(f"/console/new?like={slug}"))
    assert "Language of printouts Italiano" in page
    assert "Lists public afterwards Yes" in page
    assert "Swiss rounds 4" in page
    assert "Each round 30 minutes" in page
    assert "by the number of players" not in page.split("Your event")[1].split("Create the event")[0]


def test_before_anybody_is_entered_the_page_says_what_is_set(app_state: AppState) -> None:
    slug = events.create(
        app_state.ctx,
        events.NewEvent(
            "Copa", "pokemon-tcg-2027", settings={"date": "2026-11-21", "start": "10:30", "place": "Sala Mercurio"}
        ),
    )
    page = page_text(ConsoleClient(app_state).get(f"/console/{slug}"))
    assert "When 21 November 2026, 10:30, Sala Mercurio" in page
    assert "Each round 30 minutes" in page


def test_a_fold_is_saved_where_it_is_typed_and_a_forfeit_is_said_in_words(app_state: AppState) -> None:
    slug = create_cup(app_state)
    next_round.next_round(app_state.ctx, slug, confirmed=True)
    next_round.begin(app_state.ctx, slug, confirmed=True)
    match = app_state.ctx.open(slug).state.pods["masters"].rounds[1].matches[1]
    results.report(app_state.ctx, slug, round_no=1, table=1, result="1-0F")
    me = ConsoleClient(app_state)
    page = me.get(f"/console/{slug}/players/{match.b}")
    seating = re.search(r'id="part-seating".*?</details>', page, re.DOTALL)
    assert seating is not None
    assert "Save" in page_text(seating[0])
    assert "lost by forfeit" in page_text(page)
    assert "0-1F" not in page
    results.report(app_state.ctx, slug, round_no=1, table=1, result="2-1")
    assert "table 1 · 1-2" in page_text(me.get(f"/console/{slug}/players/{match.b}"))
