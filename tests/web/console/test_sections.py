"""A division is split into sections only where every division plays separately (B-4)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import leaving, players
from pareo.app.commands.rounds import rounds
from pareo.core.rules.pods import is_age_separated
from pareo.core.text.errors import Refused
from pareo.rulesets import load
from pareo.web.app_state import AppState
from support.command_line import CommandLine, players_csv
from support.errors import raises_code
from support.events.stage import new_event, players_of_ages
from support.web.application import create_app
from support.web.console import ConsoleClient

APRIL = "pokemon-tcg-2019-04"


def _event(ctx: Context, juniors: int, seniors: int, masters: int, **settings: str) -> str:
    slug = events.create(ctx, new_event("Copa", APRIL, settings=settings, seed="s"))
    players.enter(ctx, slug, players_of_ages(juniors, seniors, masters), confirmed=True)
    return slug


@pytest.mark.req("B-4")
@pytest.mark.parametrize(
    ("counts", "pods", "separate"),
    [
        ((4, 10, 100), (), False),
        ((0, 10, 100), (), True),
        ((6, 6, 100), (), True),
        ((5, 6, 100), (), False),
        ((6, 6, 100), (("junior", "senior"),), False),  # put together by the organiser
        ((4, 10, 100), (("junior",), ("senior",), ("master",)), False),  # kept apart by the organiser: still too few
        ((0, 0, 100), (), True),
    ],
)
def test_every_division_with_players_must_play_separately(
    counts: tuple[int, ...], pods: tuple[tuple[str, ...], ...], separate: bool
) -> None:
    rules = load(APRIL).divisions
    assert rules is not None
    sizes = dict(zip(("junior", "senior", "master"), counts, strict=True))
    assert is_age_separated(replace(rules, together=pods), sizes) is separate


@pytest.mark.req("B-4")
def test_the_command_line_refuses_and_proposes_none(pareo: CommandLine) -> None:
    slug = pareo("new", "Copa", "--ruleset", APRIL, "--seed", "s").out.strip()
    born = [2010] * 4 + [2005] * 10 + [1990] * 100
    pareo("players", "import", slug, pareo.file("people.csv", players_csv(114, born=lambda i: born[i - 1])))
    before = pareo.head(slug)
    code, message = pareo.refusal("set", slug, "sections=2", "--pod", "masters")
    assert code == "sections-age"
    assert "every division plays separately and has enough players" in message
    assert pareo.refusal("set", slug, "sections=2")[0] == "sections-age"
    assert pareo.refusal("sections", slug, "--time-for", "6")[0] == "sections-age"
    assert pareo.head(slug) == before


@pytest.mark.req("B-4")
def test_page_and_api_refuse_too(app_state: AppState) -> None:
    slug = _event(app_state.ctx, 4, 6, 64)
    page = ConsoleClient(app_state).post(f"/console/{slug}/settings?pod=masters", pod="masters", sections="2")
    assert "every division plays separately" in page
    token = app_state.accounts.make_token("test", Role.OWNER)
    with TestClient(create_app(app_state)) as client:
        answer = client.patch(
            f"/api/v1/events/{slug}/settings",
            json={"changes": {"sections": "2"}, "pod": "masters"},
            headers={"authorization": f"Bearer {token}"},
        )
    assert (answer.status_code, answer.json()["error"]) == (422, "sections-age")
    assert app_state.ctx.open(slug).state.pod_settings == {}


@pytest.mark.req("B-4")
def test_it_is_checked_again_when_divisions_are_put_together_and_at_pairing(ctx: Context) -> None:
    slug = _event(ctx, 6, 6, 64)
    events.change_settings(ctx, slug, {"sections": "2"}, pod="masters")
    with raises_code(Refused, "sections-age"):
        events.change_settings(ctx, slug, {"pods": "juniors+seniors"})
    leaving.drop(ctx, slug, "p1")  # five Juniors are left
    with raises_code(Refused, "sections-age"):
        rounds.pair(ctx, slug)
    assert not ctx.open(slug).state.pods
