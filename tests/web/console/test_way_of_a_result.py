"""The way of a result: from the line that is typed at the desk to the disk it visits what its event uses, and no more.

Work is counted, by no clock: the modules of ours in which a function runs, and how often the event is opened.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from pareo.app.commands.rounds import rounds
from pareo.app.tom import running
from pareo.web.app_state import AppState
from support.execution import calls_of_ours
from support.files.tom import follow_saves, simple_save
from support.web.console import ConsoleClient, create_cup

TYPED, ON_DISK, ANSWERED = "web.console.now:enter", "store.sqlite.journal:SqliteJournal.append", "web.console.now:enter"
FEATURES = {"fide", "tom", "list", "lists", "squad", "squads"}  # words in the names of their modules
MOST = 23


@dataclass(frozen=True)
class Desk:
    """The page “Now” of an event that plays round 1, asked once already: the server is warm."""

    client: ConsoleClient
    slug: str

    def enter(self, line: str) -> None:
        self.client.client.headers["hx-request"] = "true"
        self.client.post(f"/console/{self.slug}/enter", line=line, client=f"key {line}")
        assert self.client.status == 200

    def way_of(self, line: str, last: str) -> Counter[tuple[str, str]]:
        return calls_of_ours(lambda: self.enter(line), first=TYPED, last=last)


def open_desk(app_state: AppState, ruleset: str, first: str) -> Desk:
    slug = create_cup(app_state, "Evening", ruleset)
    rounds.pair(app_state.ctx, slug, not_here="pair", confirmed=True)
    rounds.publish(app_state.ctx, slug, confirmed=True)
    rounds.start(app_state.ctx, slug, confirmed=True)
    return warm_desk(app_state, slug, first)


def warm_desk(app_state: AppState, slug: str, first: str) -> Desk:
    desk = Desk(ConsoleClient(app_state), slug)
    desk.enter(first)
    return desk


def modules(calls: Counter[tuple[str, str]]) -> set[str]:
    return {module for module, _ in calls}


def features(calls: Counter[tuple[str, str]]) -> set[str]:
    """The modules of features that not every event has."""
    return {module for module in modules(calls) if FEATURES & set(re.split(r"[._]", module))}


def test_of_a_scrabble_evening_it_visits_at_most_23_modules_and_opens_the_event_once(app_state: AppState) -> None:
    calls = open_desk(app_state, "scrabble-fise", "1 412-380").way_of("2 401-399", ON_DISK)
    assert len(modules(calls)) <= MOST, sorted(modules(calls))
    assert calls["app.base.context", "Context.open"] == 1
    assert calls["store.sqlite.journal", "SqliteJournal.append"] == 1


def test_of_a_scrabble_evening_it_asks_nothing_of_fide_mode_tom_or_lists_the_answer_included(
    app_state: AppState,
) -> None:
    calls = open_desk(app_state, "scrabble-fise", "1 412-380").way_of("2 401-399", ANSWERED)
    assert ("web.view", "View.page") in calls  # it has been answered
    assert features(calls) == set()


def test_fide_mode_is_asked_where_the_event_is_played_in_it(app_state: AppState) -> None:
    calls = open_desk(app_state, "chess-fide", "1 1").way_of("2 1", ON_DISK)
    assert "app.commands.results.fide_results" in features(calls)


def test_lists_are_asked_where_results_are_points_of_squads(app_state: AppState) -> None:
    calls = open_desk(app_state, "xwing-epic-duel", "1 153-124 time").way_of("2 153-124 time", ON_DISK)
    assert features(calls) == {"core.model.lists"}


def test_whether_it_is_toms_is_asked_where_tom_runs_the_event(app_state: AppState) -> None:
    _, slug = follow_saves([simple_save([(0, 1, 2, 1), (0, 3, 4, 2), (0, 5, 6, 3), (0, 7, 8, 4)])], app_state.ctx)
    running.publish_now(app_state.ctx, slug)
    calls = warm_desk(app_state, slug, "1 1").way_of("2 1", ON_DISK)
    assert features(calls) == {"app.base.tom_ownership"}
