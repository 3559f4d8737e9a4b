"""A Pokémon round starts when a person starts it; what stops a start that is due, and who sees it coming (B-5)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from pareo.app.base.context import Context
from pareo.app.commands.event import events, undo
from pareo.app.commands.floor import floor
from pareo.app.commands.lists import submit
from pareo.app.commands.people import players
from pareo.app.commands.results.enter_result import report
from pareo.app.commands.rounds import autostart, next_round, rounds
from pareo.core.model.entities import Status
from pareo.rulesets import available
from pareo.store import open_store
from pareo.web.app_state import AppState
from support.command_line import CommandLine, players_csv
from support.events.stage import make_players, new_event
from support.web.application import create_app
from support.web.console import ConsoleClient

JULY = "pokemon-tcg-2019-07"
AT_TEN = "2026-11-15T10:00:00.000000Z"
LATER = "2026-11-15T10:05:00.000000Z"
POKEMON = [info.id for info in available() if info.id.startswith("pokemon-")]


def _event(ctx: Context, ruleset: str = JULY, **settings: str) -> str:
    ctx.now = lambda: AT_TEN
    options = {"date": "2026-11-15", "zone": "UTC", "round_minutes": "50", "rounds": "3", **settings}
    slug = events.create(ctx, new_event("Copa", ruleset, settings=options, seed="s"))
    players.enter(ctx, slug, make_players(8, birth_year=1990), confirmed=True)
    return slug


def _two_divisions(ctx: Context, **settings: str) -> str:
    ctx.now = lambda: AT_TEN
    options = {"date": "2026-11-15", "zone": "UTC", "rounds": "2", **settings}
    slug = events.create(ctx, new_event("Copa", JULY, settings=options, seed="s"))
    aged = [replace(p, birth_year=2018 if i < 6 else 1990) for i, p in enumerate(make_players(12))]
    players.enter(ctx, slug, aged, confirmed=True)
    return slug


def _publish(ctx: Context, slug: str, start_in: int = 0) -> None:
    next_round.next_round(ctx, slug, confirmed=True, start_in=start_in)


def _status(ctx: Context, slug: str) -> Status:
    [pod] = ctx.open(slug).state.pods.values()
    assert pod.last_round is not None
    return pod.last_round.status


@pytest.mark.req("B-5", "P-RUN-1")
@pytest.mark.parametrize("ruleset", POKEMON)
def test_no_pokemon_round_starts_by_itself_unless_it_is_set(ctx: Context, ruleset: str) -> None:
    slug = _event(ctx, ruleset, style="swiss")
    _publish(ctx, slug)
    assert autostart.due_at(ctx.open(slug), AT_TEN) is None
    events.change_settings(ctx, slug, {"autostart": "4"})
    assert autostart.countdown(ctx, slug) == 240


@pytest.mark.req("B-5")
def test_other_games_keep_their_default(ctx: Context) -> None:
    slug = _event(ctx, "swiss")
    _publish(ctx, slug)
    assert autostart.countdown(ctx, slug) == 60 * autostart.USUAL


@pytest.mark.req("B-5")
def test_publishing_with_a_start_counts_as_starting_that_round_only(ctx: Context) -> None:
    slug = _event(ctx)
    _publish(ctx, slug, start_in=4)
    ctx.now = lambda: LATER
    assert autostart.start_due(ctx, slug) is not None
    assert _status(ctx, slug) is Status.STARTED
    for table in range(1, 5):
        report(ctx, slug, round_no=1, table=table, result="1-0")
    _publish(ctx, slug)
    assert autostart.countdown(ctx, slug) is None


@pytest.mark.req("B-5")
@pytest.mark.parametrize("before", [{}, {"autostart": "0"}])
def test_a_start_that_was_chosen_can_be_stopped(ctx: Context, before: dict[str, str]) -> None:
    slug = _event(ctx, **before)
    _publish(ctx, slug, start_in=4)
    assert autostart.countdown(ctx, slug) == 240
    stopped = autostart.off(ctx, slug)
    assert autostart.countdown(ctx, slug) is None
    undo.undo(ctx, slug, stopped.seq)
    assert autostart.countdown(ctx, slug) == 240


@pytest.mark.req("B-5")
def test_only_the_pod_starts_for_which_a_start_was_chosen(ctx: Context) -> None:
    slug = _two_divisions(ctx)
    rounds.pair(ctx, slug, confirmed=True)
    rounds.publish(ctx, slug, pod="juniors", confirmed=True)
    rounds.publish(ctx, slug, pod="masters", confirmed=True, start_in=4)
    ctx.now = lambda: LATER
    autostart.start_due(ctx, slug)
    pods = ctx.open(slug).state.pods
    assert {name: p.rounds[1].status for name, p in pods.items()} == {
        "juniors": Status.PUBLISHED,
        "masters": Status.STARTED,
    }


def _correct(ctx: Context, slug: str) -> None:
    report(ctx, slug, round_no=1, table=1, result="0-1")


def _excuse(ctx: Context, slug: str) -> None:
    players.edit(ctx, slug, "p1", {"absent": "2"})


def _require_lists(ctx: Context, slug: str) -> None:
    events.change_settings(ctx, slug, {"lists": "required"})


@pytest.mark.req("B-5")
@pytest.mark.parametrize(
    ("happens", "says"),
    [
        (_correct, "a result was corrected afterwards"),
        (_excuse, "the round must be repaired"),
        (_require_lists, "8 required lists are missing"),
    ],
)
def test_what_a_person_must_see_stops_the_start(ctx: Context, happens: object, says: str) -> None:
    slug = _event(ctx, autostart="4")
    _publish(ctx, slug)
    rounds.start(ctx, slug, confirmed=True)
    for table in range(1, 5):
        report(ctx, slug, round_no=1, table=table, result="1-0")
    _publish(ctx, slug)
    assert autostart.countdown(ctx, slug) == 240
    happens(ctx, slug)  # type: ignore[operator]
    assert [str(note) for note in autostart.stops(ctx, slug)] == [says]
    ctx.now = lambda: LATER
    assert autostart.start_due(ctx, slug) is None
    assert _status(ctx, slug) is Status.PUBLISHED


@pytest.mark.req("B-5")
def test_lists_that_come_free_it(ctx: Context) -> None:
    slug = _event(ctx, autostart="4", lists="required")
    _publish(ctx, slug)
    assert autostart.countdown(ctx, slug) is None
    for no in ctx.open(slug).state.entrants:
        submit.hand_in(ctx, slug, ctx.open(slug).id(no), "4 Pikachu\n", kind="text")
    assert autostart.countdown(ctx, slug) == 240


@pytest.mark.req("B-5")
def test_reports_that_differ_stop_it(ctx: Context) -> None:
    slug = _two_divisions(ctx, autostart="4")
    next_round.next_round(ctx, slug, pod=None, confirmed=True)
    rounds.start(ctx, slug, pod="masters", confirmed=True)
    assert autostart.countdown(ctx, slug) == 240
    match = next(iter(ctx.open(slug).state.pods["masters"].rounds[1].matches.values()))
    for no in (match.a, match.b):
        floor.claim(ctx, slug, no=no, round_no=1, result="1-0")
    assert [str(note) for note in autostart.stops(ctx, slug)] == ["reports from phones differ"]
    assert autostart.countdown(ctx, slug) is None


@pytest.mark.req("B-5")
def test_the_dialog_offers_a_start_that_is_not_chosen_and_every_page_counts_down(app_state: AppState) -> None:
    ctx = app_state.ctx
    slug = _event(ctx)
    browser = ConsoleClient(app_state)
    page = browser.get(f"/console/{slug}/next")
    assert "Publish, and start at" in page
    [offered] = re.findall(r'<input type="checkbox" name="start_at" value="(\d+)">', page)  # not checked
    browser.post(f"/console/{slug}/next", yes="1", start_at=offered)
    [pod] = ctx.open(slug).state.pods.values()
    assert pod.rounds[1].start_in == autostart.USUAL
    for part in ("", "/players", "/rounds", "/standings", "/settings", "/papers", "/journal"):
        assert 'data-clock="runs|' in browser.get(f"/console/{slug}{part}"), part
    assert slug in app_state.waiting


@pytest.mark.req("B-5")
@pytest.mark.parametrize(("waited", "start_in"), [(0, 4), (60, 3), (230, 1), (3600, 1)])
def test_the_round_starts_at_the_time_that_the_dialog_named(app_state: AppState, waited: int, start_in: int) -> None:
    ctx = app_state.ctx
    slug = _event(ctx)
    browser = ConsoleClient(app_state)
    page = browser.get(f"/console/{slug}/next")
    assert "Publish, and start at 10:04" in page
    [offered] = re.findall(r'name="start_at" value="(\d+)"', page)
    browser.post(f"/console/{slug}/next", yes="1", start_at=str(int(offered) - waited))
    [pod] = ctx.open(slug).state.pods.values()
    assert pod.rounds[1].start_in == start_in


@pytest.mark.req("B-5")
def test_command_line_and_api_take_the_start_too(pareo: CommandLine, app_state: AppState) -> None:
    slug = pareo("new", "Copa", "--ruleset", JULY, "--seed", "s").out.strip()
    pareo("players", "import", slug, pareo.file("people.csv", players_csv(8)))
    pareo("next", slug, "--start-in", "4", "--yes")
    store = open_store(str(pareo.db))
    [pod] = Context(store).open(slug).state.pods.values()
    assert [r.start_in for r in pod.rounds.values()] == [4]
    store.close()
    other = _event(app_state.ctx)
    token = app_state.accounts.make_token("test", Role.OWNER)
    with TestClient(create_app(app_state)) as client:
        client.post(
            f"/api/v1/events/{other}/next",
            json={"confirm": True, "start_in": 4},
            headers={"authorization": f"Bearer {token}"},
        )
    assert app_state.look(lambda ctx: autostart.countdown(ctx, other)) == 240
