"""Settings of what byes are worth, of wins at time, and of meeting again: in force, proved, taken back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from pareo.app.desk import Desk
from pareo.app.event import events
from pareo.app.people import players
from pareo.app.people.players import NewPlayer
from pareo.app.results import report as results
from pareo.app.rounds import rounds
from pareo.app.rounds.verify import verify
from pareo.app.views.now_rows import open_tables
from pareo.core.standings.records import points_of
from pareo.core.state.outcome import Outcome
from pareo.core.words.errors import BadInput
from pareo.store import open_store
from stage import new_event

pytestmark = pytest.mark.req("A-47")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(open_store(str(tmp_path / "x.db")))
    yield made
    made.store.close()


def event(desk: Desk, ruleset: str, count: int, **settings: str) -> str:
    slug = events.create(desk, new_event("Torneo", ruleset, slug="torneo", seed="s", settings=settings))
    players.enter(desk, slug, [NewPlayer(first=f"N{i}", last="Prado", id=f"p{i}") for i in range(1, count + 1)])
    return slug


def play(desk: Desk, slug: str, number: int) -> None:
    rounds.pair(desk, slug, confirmed=True)
    rounds.publish(desk, slug, confirmed=True)
    rounds.start(desk, slug, confirmed=True)
    for table in open_tables(desk.open(slug).state):
        results.report(desk, slug, round_no=number, table=table, result="1-0")
    rounds.finish(desk, slug)


def test_the_bye_is_worth_what_is_set_and_the_rounds_are_proved(desk: Desk) -> None:
    slug = event(desk, "scrabble-fise", 7, rounds="4", bye_points="loss", method="random")
    play(desk, slug, 1)
    t = desk.open(slug).state
    (pod,) = t.pods.values()
    (rested,) = [s.no for s in pod.rounds[1].sitting]
    assert points_of(t, [pod.rounds[1]])[rested] == 0
    for number in (2, 3, 4):
        play(desk, slug, number)
    assert all(verdict.ok for verdict in verify(desk, slug))
    events.change_settings(desk, slug, {"bye_points": ""})
    assert points_of(desk.open(slug).state, [pod.rounds[1]])[rested] == 2


def test_games_per_round_and_the_bye_go_together_in_either_order(desk: Desk) -> None:
    slug = event(desk, "chess-club", 3)
    for first, then in (({"games": "2"}, {"requested_bye": "win"}), ({"requested_bye": "win"}, {"games": "2"})):
        events.change_settings(desk, slug, {"games": "", "requested_bye": ""})
        events.change_settings(desk, slug, first)
        events.change_settings(desk, slug, then)
        points = desk.open(slug).state.ruleset.points
        assert points[Outcome.REQUESTED_BYE] == points[Outcome.WIN] == 4
    events.change_settings(desk, slug, {"requested_bye": ""})
    assert desk.open(slug).state.ruleset.points[Outcome.REQUESTED_BYE] == 2


def test_who_met_long_ago_may_meet_again(desk: Desk) -> None:
    """Four players, six rounds: with three rounds between them nobody meets sooner, and that is proved."""
    slug = event(desk, "scrabble-fise", 4, rounds="6", rematch_after="2", method="random")
    for number in range(1, 7):
        play(desk, slug, number)
    (pod,) = desk.open(slug).state.pods.values()
    met: dict[frozenset[int], list[int]] = {}
    for number, r in pod.rounds.items():
        for m in r.matches.values():
            met.setdefault(frozenset((m.a, m.b)), []).append(number)
    assert all(b - a > 2 for found in met.values() for a, b in pairwise(found))
    assert all(verdict.ok for verdict in verify(desk, slug))


def test_modified_wins_are_a_setting_of_squads(desk: Desk) -> None:
    slug = event(desk, "xwing-epic-duel", 2, modified_below="0")
    assert desk.open(slug).state.ruleset.results.modified_below == 0
    events.change_settings(desk, slug, {"modified_below": ""})
    assert desk.open(slug).state.ruleset.results.modified_below == 12
    with pytest.raises(BadInput):
        events.change_settings(desk, slug, {"bye_points": "much"})
