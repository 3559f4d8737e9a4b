"""Now without a script: every step of a cup is a form or a link of a page; and what it costs with thousands."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest

from pareo.app.accounts.permissions import Role
from pareo.app.base.timestamps import moment
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import next_round, rounds
from pareo.app.screens.day_progress import day_of
from pareo.app.screens.now_page import open_tables
from pareo.locale.texts import texts
from pareo.web.app_state import AppState
from pareo.web.wording.now_words import Reach, Words
from support.execution import count_calls
from support.web.console import ConsoleClient, create_cup


def title(page: str) -> str:
    match = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>|\s+", " ", match[1])).strip() if match else ""


class ScriptlessBrowser(ConsoleClient):
    """A browser without a script: it follows links and sends the forms that stand on the page."""

    def press(self, page: str, button: str, **typed: str) -> str:
        """Sends the form that holds the button, with what its fields hold."""
        for form in re.findall(r"<form\b.*?</form>", page, re.DOTALL):
            words = [
                html.unescape(re.sub(r"<[^>]*>|\s+", " ", b)).strip()
                for b in re.findall(r"<button\b[^>]*>(.*?)</button>", form, re.DOTALL)
            ]
            if button in words:
                action = re.search(r'action="([^"]*)"', form)
                fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form))
                checked = re.findall(r'<input type="radio" name="([^"]*)" value="([^"]*)"\s+checked', form)
                fields.pop("_csrf_token", None)
                assert action is not None
                return self.post(action[1], **{**fields, **dict(checked), **typed})
        raise AssertionError(f"no button “{button}” on “{title(page)}”")


def test_a_cup_is_run_to_the_end_without_a_script(app_state: AppState) -> None:
    slug = create_cup(app_state, count=9, rounds="2", cut="4", style="swiss+cut")
    here = f"/console/{slug}"
    me = ScriptlessBrowser(app_state)
    page = me.press(me.get(here), "Check everyone in")
    assert title(page) == "9 of 9 checked in. Pair round 1 when you're ready."
    assert f'href="{here}/next"' in page
    for number in (1, 2):
        page = me.press(me.get(f"{here}/next"), f"Publish round {number}")
        assert title(page).startswith(f"Round {number} is on players' phones")
        page = _played(me, app_state, slug, me.press(page, "Start the clock at 50:00"))
    assert title(page) == "Top 4 is paired"
    assert 'class="podium"' not in page  # a podium waits for its final
    assert len(re.findall(r'<div class="tile">', page)) == 2  # who goes on, and against whom
    page = me.press(page, "Publish top 4")
    assert "<h1>Top 4</h1>" in re.sub(r"\s*(</?h1>)\s*", r"\1", me.get(f"/screen/{slug}/pairings"))
    page = _played(me, app_state, slug, me.press(page, "Start the clock at 50:00"))
    page = me.press(page, "Publish the final")
    page = me.press(page, "Undo")
    assert title(page) == "Ready for the final"
    page = _played(me, app_state, slug, me.press(me.press(page, "Publish the final"), "Start the clock at 50:00"))
    champion = title(page).removesuffix(" wins")
    assert f'<b dir="auto">{champion}</b>' in page
    assert page.count('class="podium"') == 1
    assert "won the final" in page
    assert "s-podiums" not in me.get(f"/screen/{slug}/auto")  # the organiser says when
    assert "s-podiums" in me.press(page, "Podium on the screen")
    page = me.post(f"{here}/close")
    assert title(page) == "Results are online"
    assert title(me.press(page, "Reopen")) == f"{champion} wins"


def _played(me: ScriptlessBrowser, app_state: AppState, slug: str, page: str) -> str:
    for table in open_tables(app_state.ctx.open(slug).state):
        assert "Table and result" in page
        page = me.press(page, "Enter", line=f"{table} 1")
    return page


def test_a_draft_can_be_drawn_again_and_taken_back(app_state: AppState) -> None:
    slug = create_cup(app_state)
    rounds.pair(app_state.ctx, slug)
    me = ScriptlessBrowser(app_state)
    page = me.press(me.get(f"/console/{slug}"), "Pair again")
    assert title(page) == "Round 1 is a draft. Only staff can see it."
    for _ in range(2):
        page = me.press(page, "Back")
    assert title(page) == "8 players entered. Check them in."


def test_a_play_off_starts_with_its_own_minutes(app_state: AppState) -> None:
    slug = create_cup(
        app_state, ruleset="pokemon-tcg-2027", count=9, rounds="1", cut="4", style="swiss+cut", round_minutes="30"
    )
    me = ScriptlessBrowser(app_state)
    next_round.next_round(app_state.ctx, slug, confirmed=True)
    _played(me, app_state, slug, me.press(me.get(f"/console/{slug}"), "Start the clock at 30:00"))
    next_round.next_round(app_state.ctx, slug, confirmed=True)
    assert "Start the clock at 75:00" in me.get(f"/console/{slug}")


def test_a_wrong_line_stays_in_the_field_and_says_why(app_state: AppState) -> None:
    slug = create_cup(app_state)
    next_round.next_round(app_state.ctx, slug)
    next_round.begin(app_state.ctx, slug)
    me = ScriptlessBrowser(app_state)
    page = me.press(me.get(f"/console/{slug}"), "Enter", line="1 9-9-9-9")
    assert me.status == 422
    assert 'value="1 9-9-9-9"' in page
    page = me.press(me.get(f"/console/{slug}"), "Enter", line="1 1")
    assert title(page) == "Round 1, playing"


def test_the_document_of_2009_posts_standings_before_pairings(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="pokemon-2009", rounds="2")
    next_round.next_round(app_state.ctx, slug, confirmed=True)
    next_round.begin(app_state.ctx, slug, confirmed=True)
    me = ScriptlessBrowser(app_state)
    page = _played(me, app_state, slug, me.get(f"/console/{slug}"))
    assert f'href="/console/{slug}/next"' not in page
    me.press(page, "Post standings")
    assert me.path == f"/console/{slug}/standings"
    assert f'href="/console/{slug}/next"' in me.get(f"/console/{slug}")


def test_the_question_counts_with_the_answer_that_is_chosen(app_state: AppState) -> None:
    slug = create_cup(app_state, count=9)
    me = ScriptlessBrowser(app_state)
    me.press(me.get(f"/console/{slug}"), "Check everyone in")
    me.post(f"/console/{slug}/now/here", who="3", here="no")
    assert "Pair 8 players" in me.get(f"/console/{slug}/next")
    page = me.get(f"/console/{slug}/next?not_here=pair")
    assert "Pair 9 players" in page
    assert "has a bye." in page
    me.press(page, "Preview", look="1")
    page = me.press(me.get(f"/console/{slug}"), "Back")
    assert title(page) == "8 of 9 checked in. Pair round 1 when you're ready."
    assert page.count('aria-pressed="true"') == 8


def test_the_line_of_the_day_leads_where_there_is_something_to_see(app_state: AppState) -> None:
    slug = create_cup(app_state, count=9, rounds="2", cut="4", style="swiss+cut")
    next_round.next_round(app_state.ctx, slug)
    page = ConsoleClient(app_state).get(f"/console/{slug}")
    rail = page[page.index("now-rail") : page.index("</ol>")]
    assert re.findall(r'href="/console/[^/]*(/[^"]*)"', rail) == ["/players", "/rounds/1"]
    assert "Top 4" in rail


def test_a_missing_birth_year_leads_to_the_sheet(app_state: AppState) -> None:
    slug = create_cup(app_state, born=None, count=1)
    me = ConsoleClient(app_state)
    assert f'<a href="/console/{slug}/players/1">Correct it</a>' in me.get(f"/console/{slug}")
    players.enter(app_state.ctx, slug, [NewPlayer(first="Leo")], confirmed=True)
    assert f'<a href="/console/{slug}/players?view=details">Correct it</a>' in me.get(f"/console/{slug}")


@pytest.mark.req("A-66")
def test_a_correction_before_the_round_starts_is_told_on_now(app_state: AppState) -> None:
    slug = create_cup(app_state, rounds="3")
    me = ScriptlessBrowser(app_state)
    next_round.next_round(app_state.ctx, slug)
    next_round.begin(app_state.ctx, slug)
    _played(me, app_state, slug, me.get(f"/console/{slug}"))
    page = me.press(me.get(f"/console/{slug}/next"), "Publish round 2")
    assert "A result was corrected" not in page
    now = app_state.ctx.open(slug).state.find_table(1, 1)[2].result
    other = "0-1" if now is not None and now.a.won else "1-0"
    me.press(me.get(f"/console/{slug}/rounds/1/correct?table=1&result={other}"), "Correct it")
    page = me.get(f"/console/{slug}")
    assert "A result was corrected after this round was paired." in page
    me.press(page, "Repair")
    assert me.status == 200
    assert "A result was corrected" not in me.get(f"/console/{slug}")


def test_the_turns_after_the_time_are_when_time_is_up(app_state: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on with them; the open tables come first and can be told."""
    slug = create_cup(app_state, ruleset="pokemon-tcg-2027", round_minutes="50")
    next_round.next_round(app_state.ctx, slug, confirmed=True)
    next_round.begin(app_state.ctx, slug, confirmed=True)
    me = ConsoleClient(app_state)
    assert title(me.get(f"/console/{slug}")) == "Round 1, playing"
    later = moment(app_state.ctx.now()) + timedelta(minutes=51)
    monkeypatch.setattr(app_state.ctx, "now", lambda: later.strftime("%Y-%m-%dT%H:%M:%SZ"))
    page = me.get(f"/console/{slug}")
    assert title(page) == "Time is up; 4 tables still playing"
    assert "Final turns at all 4 tables" in page
    assert "+3 turns" in page


def test_standings_say_that_a_round_is_in_and_not_counted(app_state: AppState) -> None:
    slug = create_cup(app_state, rounds="3")
    me = ScriptlessBrowser(app_state)
    next_round.next_round(app_state.ctx, slug)
    next_round.begin(app_state.ctx, slug)
    _played(me, app_state, slug, me.get(f"/console/{slug}"))
    page = me.get(f"/console/{slug}/standings")
    assert "All results of round 1 are in, but the round is not counted yet." in page
    page = me.press(page, "Count it now")
    assert "not counted yet" not in page
    assert "Ana1 Brasa" in page


def test_the_question_says_who_is_not_here_and_takes_one_answer(app_state: AppState) -> None:
    slug = create_cup(app_state, count=9)
    me = ScriptlessBrowser(app_state)
    me.press(me.get(f"/console/{slug}"), "Check everyone in")
    me.post(f"/console/{slug}/now/here", who="3", here="no")
    page = me.get(f"/console/{slug}/next")
    assert "1 not checked in:" in page
    me.press(page, "Publish round 1", not_here="drop")
    assert app_state.ctx.open(slug).state.entrants[3].drop is not None
    assert [s.action for s in app_state.ctx.open(slug).state.steps][-1] == "together"


def test_who_may_not_pair_sees_no_step(app_state: AppState) -> None:
    slug = create_cup(app_state)
    page = ConsoleClient(app_state, Role.SCOREKEEPER, slug).get(f"/console/{slug}")
    assert "/next" not in page


def test_from_forty_tables_on_a_tile_is_its_number_and_its_cost_grows_with_the_tables_alone(
    app_state: AppState,
) -> None:
    counts = {}
    me = ConsoleClient(app_state)
    for players_ in (100, 400):
        slug = events.create(
            app_state.ctx, events.NewEvent(f"Copa {players_}", "pokemon-tcg-2019-07", settings={"rounds": "3"})
        )
        players.enter(app_state.ctx, slug, [NewPlayer(first=f"N{i}", birth_year=1990) for i in range(players_)])
        rounds.pair(app_state.ctx, slug)
        assert f'href="/console/{slug}/rounds/1#t-9"' in me.get(f"/console/{slug}")  # where it can be swapped
        rounds.publish(app_state.ctx, slug, confirmed=True)
        next_round.begin(app_state.ctx, slug, confirmed=True)
        assert f'href="/console/{slug}/rounds/1/table/9"' in me.get(f"/console/{slug}")
        page = me.get(f"/console/{slug}")
        assert page.count('class="tile ') == players_ // 2
        assert "N17" not in page
        counts[players_] = count_calls(lambda slug=slug: me.get(f"/console/{slug}"))
    assert counts[400] - counts[100] < 300 * 40  # a few calls for each more


def test_the_bracket_that_comes_is_reckoned_once_for_each_state(
    app_state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = create_cup(app_state, rounds="1", cut="4", style="swiss+cut")
    next_round.next_round(app_state.ctx, slug)
    next_round.begin(app_state.ctx, slug)
    me = ScriptlessBrowser(app_state)
    _played(me, app_state, slug, me.get(f"/console/{slug}"))
    looks, real = [], next_round.look
    monkeypatch.setattr(next_round, "look", lambda *given: looks.append(given) or real(*given))
    for _ in range(3):
        assert me.get(f"/console/{slug}").count('<div class="tile">') == 2
    assert looks == []  # made with the page that the last result led to
    results.report(app_state.ctx, slug, round_no=1, table=1, result="0-1")  # another goes on
    for _ in range(3):
        assert me.get(f"/console/{slug}").count('<div class="tile">') == 2
    assert len(looks) == 1


def test_it_says_where_a_published_round_can_be_seen(app_state: AppState) -> None:
    """Nobody is told of phones or screens that are not there."""
    slug = create_cup(app_state)
    next_round.next_round(app_state.ctx, slug)
    event = app_state.ctx.open(slug)
    day = day_of(event, app_state.ctx.now())

    def said(*, phones: bool, screens: bool) -> tuple[str, str]:
        words = Words(texts("en"), str, event.state, day, Reach(phones, screens))
        return words.says().title, words.publishing

    assert said(phones=True, screens=True) == (
        "Round 1 is on screens and phones. Start it when everyone is seated.",
        "on screens and phones.",
    )
    assert said(phones=True, screens=False)[0].startswith("Round 1 is on players' phones.")
    assert said(phones=False, screens=True)[0].startswith("Round 1 is on the screens.")
    assert said(phones=False, screens=False) == (
        "Round 1 is published. Start it when everyone is seated.",
        "on the public pages.",
    )


def test_when_time_is_up_one_table_or_all_are_told(app_state: AppState) -> None:
    slug = create_cup(app_state)
    next_round.next_round(app_state.ctx, slug)
    next_round.begin(app_state.ctx, slug)
    me = ScriptlessBrowser(app_state)
    me.post(f"/console/{slug}/now/turns", table="2")
    me.post(f"/console/{slug}/now/turns")
    first, second = [a.text for a in app_state.ctx.open(slug).state.floor.announcements]
    assert first == "Time is up. Final turns at table 2."
    assert second.startswith("Time is up. Final turns at tables 1, 2, 3")
    me.post(f"/console/{slug}/now/turns", table="99")
    assert me.status == 422


def test_a_draft_of_several_groups_has_one_large_button(app_state: AppState) -> None:
    slug = create_cup(app_state, count=8)
    players.enter(app_state.ctx, slug, [NewPlayer(first=f"Nino{i}", birth_year=2018) for i in range(8)])
    next_round.draft(app_state.ctx, slug)
    me = ScriptlessBrowser(app_state)
    page = me.get(f"/console/{slug}/rounds/1")
    assert re.findall(r'<button class="(primary[^"]*)">\s*([^<]*?)\s*</button>', page) == [
        ("primary huge", "Publish 2 groups")
    ]
    me.press(page, "Publish 2 groups")
    assert {p.rounds[1].status.value for p in app_state.ctx.open(slug).state.pods.values()} == {"published"}


def test_a_draft_of_one_group_leaves_the_line_and_the_clock_of_the_others(app_state: AppState) -> None:
    slug = create_cup(app_state, count=8, rounds="3", style="swiss")
    players.enter(app_state.ctx, slug, [NewPlayer(first=f"Nino{i}", birth_year=2018) for i in range(8)])
    players.enter(app_state.ctx, slug, [NewPlayer(first=f"Rapaz{i}", birth_year=2005) for i in range(6)])
    next_round.next_round(app_state.ctx, slug)
    next_round.begin(app_state.ctx, slug, confirmed=True)
    young = app_state.ctx.open(slug).state.pods["juniors"].rounds[1]
    results.import_results(app_state.ctx, slug, [results.ResultRow("1-0", table=n) for n in young.matches], round_no=1)
    me = ScriptlessBrowser(app_state)
    said = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", me.get(f"/console/{slug}/rounds")))
    assert "All groups at once 4 of 11 tables reported" in said  # as Now counts them
    rounds.finish(app_state.ctx, slug, pod="juniors")
    rounds.pair(app_state.ctx, slug, pod="juniors")
    page = me.get(f"/console/{slug}")
    assert title(page) == "Round 2 is a draft. Only staff can see it."
    said = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))
    assert "4 tables. Tap a table to swap players." in said
    assert re.search(r"Round 2\s*</a>\s*<small>draft</small>", page)
    assert "Round 1 · playing" in said
    assert "0 of 7 tables reported" in said
    assert "Pause" in said
    table = min(app_state.ctx.open(slug).state.pods["masters"].rounds[1].matches)
    page = me.press(me.press(page, "Enter", line=f"{table} 1"), "Publish round 2")
    said = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))
    assert "1 of 7 tables reported" in said
    page = me.press(page, "Start the clock at 50:00")
    assert title(page).endswith(", playing")
    for pod in app_state.ctx.open(slug).state.pods.values():
        rows = [results.ResultRow("1-0", table=n) for n in pod.last_round.open_tables]
        results.import_results(app_state.ctx, slug, rows, round_no=pod.last_round.number)
    page = me.get(f"/console/{slug}")
    assert title(page) == "Ready for round 2 + 3"
    assert re.search(r"data-dialog autofocus>Next round", page)  # who typed the last result goes on with Enter
    page = me.press(me.get(f"/console/{slug}/next"), "Publish round 2 + 3")
    assert title(page).startswith("Round 2 + 3 is on players' phones")


def test_who_leaves_is_asked_and_the_sheet_opens_there(app_state: AppState) -> None:
    slug = create_cup(app_state, count=8, rounds="3")
    next_round.next_round(app_state.ctx, slug)
    next_round.begin(app_state.ctx, slug, confirmed=True)
    me = ScriptlessBrowser(app_state)
    assert f'href="/console/{slug}/players?leaves=1">Drop a player' in me.get(f"/console/{slug}")
    page = me.get(f"/console/{slug}/players?leaves=1")
    assert "Tap the player who drops." in page
    assert f'href="/console/{slug}/players/1?leaves=1#leaving"' in page
    assert re.search(r'id="leaving"\s+open', me.get(f"/console/{slug}/players/1?leaves=1"))
    assert not re.search(r'id="leaving"\s+open', me.get(f"/console/{slug}/players/1"))
    assert ">From the directory</a>" not in page  # who comes now is late
    assert f'href="/console/{slug}/players/late">Late player' in me.get(f"/console/{slug}/here")


def test_somebody_new_is_added_without_leaving_now(app_state: AppState) -> None:
    slug = create_cup(app_state, count=8)
    me = ScriptlessBrowser(app_state)
    page = me.press(me.get(f"/console/{slug}"), "Add", first="Noa")
    assert title(page) == "9 players entered. Check them in."
    page = me.press(page, "Check everyone in")
    page = me.press(page, "Add and check in", first="Uxia")
    assert title(page) == "10 of 10 checked in. Pair round 1 when you're ready."


def test_a_new_x_wing_event_speaks_of_points_destroyed(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="xwing-epic-duel", born=None, count=0)
    page = ScriptlessBrowser(app_state).get(f"/console/{slug}")
    assert "points destroyed, and how the game ended" in page
    assert "412 380" not in page, "the scores of Scrabble"
