"""Settings of what byes are worth, of wins at time, and of meeting again: in force, proved, taken back."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.app.queries.rounds.verify import verify
from pareo.app.screens.now_page import open_tables
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput
from pareo.core.tournament.records import points_of
from support.events.stage import new_event

pytestmark = pytest.mark.req("A-47")


def event(ctx: Context, ruleset: str, count: int, **settings: str) -> str:
    slug = events.create(ctx, new_event("Torneo", ruleset, slug="torneo", seed="s", settings=settings))
    players.enter(ctx, slug, [NewPlayer(first=f"N{i}", last="Prado", id=f"p{i}") for i in range(1, count + 1)])
    return slug


def play(ctx: Context, slug: str, number: int) -> None:
    rounds.pair(ctx, slug, confirmed=True)
    rounds.publish(ctx, slug, confirmed=True)
    rounds.start(ctx, slug, confirmed=True)
    for table in open_tables(ctx.open(slug).state):
        results.report(ctx, slug, round_no=number, table=table, result="1-0")
    rounds.finish(ctx, slug)


def test_the_bye_is_worth_what_is_set_and_the_rounds_are_proved(ctx: Context) -> None:
    slug = event(ctx, "scrabble-fise", 7, rounds="4", bye_points="loss", method="random")
    play(ctx, slug, 1)
    t = ctx.open(slug).state
    (pod,) = t.pods.values()
    (rested,) = [s.no for s in pod.rounds[1].sitting]
    assert points_of(t, [pod.rounds[1]])[rested] == 0
    for number in (2, 3, 4):
        play(ctx, slug, number)
    assert all(verdict.ok for verdict in verify(ctx, slug))
    events.change_settings(ctx, slug, {"bye_points": ""})
    assert points_of(ctx.open(slug).state, [pod.rounds[1]])[rested] == 2


def test_games_per_round_and_the_bye_go_together_in_either_order(ctx: Context) -> None:
    slug = event(ctx, "chess-club", 3)
    for first, then in (({"games": "2"}, {"requested_bye": "win"}), ({"requested_bye": "win"}, {"games": "2"})):
        events.change_settings(ctx, slug, {"games": "", "requested_bye": ""})
        events.change_settings(ctx, slug, first)
        events.change_settings(ctx, slug, then)
        points = ctx.open(slug).state.ruleset.points
        assert points[Outcome.REQUESTED_BYE] == points[Outcome.WIN] == 4
    events.change_settings(ctx, slug, {"requested_bye": ""})
    assert ctx.open(slug).state.ruleset.points[Outcome.REQUESTED_BYE] == 2


def test_who_met_long_ago_may_meet_again(ctx: Context) -> None:
    """Four players, six rounds: with three rounds between them nobody meets sooner, and that is proved."""
    slug = event(ctx, "scrabble-fise", 4, rounds="6", rematch_after="2", method="random")
    for number in range(1, 7):
        play(ctx, slug, number)
    (pod,) = ctx.open(slug).state.pods.values()
    met: dict[frozenset[int], list[int]] = {}
    for number, r in pod.rounds.items():
        for m in r.matches.values():
            met.setdefault(frozenset((m.a, m.b)), []).append(number)
    assert all(b - a > 2 for found in met.values() for a, b in pairwise(found))
    assert all(verdict.ok for verdict in verify(ctx, slug))


def test_modified_wins_are_a_setting_of_squads(ctx: Context) -> None:
    slug = event(ctx, "xwing-epic-duel", 2, modified_below="0")
    assert ctx.open(slug).state.ruleset.results.modified_below == 0
    events.change_settings(ctx, slug, {"modified_below": ""})
    assert ctx.open(slug).state.ruleset.results.modified_below == 12
    with pytest.raises(BadInput):
        events.change_settings(ctx, slug, {"bye_points": "much"})
