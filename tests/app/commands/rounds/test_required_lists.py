"""X-Wing: a round without its required squad lists starts only after the question, in every tier and front end."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from pareo.app.base.context import Context
from pareo.app.commands.lists import submit as lists
from pareo.app.commands.rounds import autostart, rounds
from pareo.core.model.entities import Status
from pareo.core.text.errors import NeedsConfirmation
from pareo.web.app_state import AppState
from support.command_line import CommandLine, players_csv
from support.errors import raises_code
from support.events.stage import Stage
from support.web.application import create_app
from support.web.console import ConsoleClient, create_cup
from support.web.public import visible_text

SQUAD = "Faction: Rebel\nRookie Pilot (X-wing) 20\n"


def duel(folder: Path, **settings: str) -> Stage:
    stage = Stage(folder, "xwing-epic-duel", rounds="2", **settings)
    stage.enter(4)
    return stage


@pytest.mark.req("B-25", "X-14")
@pytest.mark.parametrize("tier", ["casual", "competitive", "premier"])
def test_every_tier_asks(tmp_path: Path, tier: str) -> None:
    stage = duel(tmp_path, tier=tier)
    for who in ("p1", "p2", "p3"):
        lists.hand_in(stage.ctx, stage.slug, who, SQUAD)
    stage.open_round(to=Status.PUBLISHED)
    name = stage.ctx.open(stage.slug).name(stage.no("p4"))
    with raises_code(NeedsConfirmation, "start-lacks", says=f"1 .*list.* missing: {name}"):
        rounds.start(stage.ctx, stage.slug)
    assert stage.pod().rounds[1].status is Status.PUBLISHED
    rounds.start(stage.ctx, stage.slug, confirmed=True)
    stage.report_all("10-5 time")
    rounds.finish(stage.ctx, stage.slug)
    stage.open_round(to=Status.PUBLISHED)
    with raises_code(NeedsConfirmation, "start-lacks"):  # the list is still missing in round 2
        rounds.start(stage.ctx, stage.slug)


@pytest.mark.req("B-25")
def test_with_all_lists_or_where_they_are_optional_nothing_is_asked(tmp_path: Path) -> None:
    stage = duel(tmp_path)
    for who in stage.ids():
        lists.hand_in(stage.ctx, stage.slug, who, SQUAD)
    stage.open_round(to=Status.PUBLISHED)
    rounds.start(stage.ctx, stage.slug)
    (tmp_path / "other").mkdir()
    other = duel(tmp_path / "other", lists="optional")
    other.open_round(to=Status.PUBLISHED)
    rounds.start(other.ctx, other.slug)


@pytest.mark.req("B-25")
def test_no_round_starts_by_itself_without_its_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = duel(tmp_path, autostart="4")
    stage.open_round(to=Status.PUBLISHED)
    monkeypatch.setattr(autostart, "seconds_until", lambda *_: 0)
    assert autostart.start_due(stage.ctx, stage.slug) is None
    for who in stage.ids():
        lists.hand_in(stage.ctx, stage.slug, who, SQUAD)
    assert autostart.start_due(stage.ctx, stage.slug) is not None


def publish(ctx: Context, slug: str) -> None:
    rounds.pair(ctx, slug, not_here="pair", confirmed=True)
    rounds.publish(ctx, slug, confirmed=True)


@pytest.mark.req("B-25")
def test_api_and_console_ask(app_state: AppState) -> None:
    slug = create_cup(app_state, "Duelo", "xwing-epic-duel", count=4)
    publish(app_state.ctx, slug)
    token = app_state.accounts.make_token("test", Role.OWNER)
    with TestClient(create_app(app_state)) as client:
        asked = client.post(f"/api/v1/events/{slug}/start", json={}, headers={"authorization": f"Bearer {token}"})
        assert (asked.status_code, asked.json()["error"]) == (409, "start-lacks")
    desk = ConsoleClient(app_state)
    asked_page = desk.post(f"/console/{slug}/rounds/start")
    assert "required lists are missing" in visible_text(asked_page)
    assert app_state.ctx.open(slug).state.pods["main"].rounds[1].status is Status.PUBLISHED


@pytest.mark.req("B-25")
def test_the_command_line_asks(pareo: CommandLine) -> None:
    slug = pareo.json("new", "Duelo", "--ruleset", "xwing-epic-duel", "--rounds", "2")["slug"]
    pareo("players", "import", slug, pareo.file("p.csv", players_csv(4)))
    pareo("pair", slug)
    pareo("publish", slug)
    code, told = pareo.refusal("start", slug)
    assert code == "start-lacks"
    assert "4 required lists are missing" in told
    pareo("start", slug, "--yes")
