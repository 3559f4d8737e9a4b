"""The tier of a Pokémon event: it never switches Premier off, says what it does, and is chosen on the page (B-3)."""

from __future__ import annotations

import pytest
from litestar.testing import TestClient

from pareo import rulesets
from pareo.app.accounts.permissions import Role
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.rounds import rounds
from pareo.app.commands.rounds.confirmations import start_lacks
from pareo.app.queries.event.advice import pod_advice, shapes
from pareo.app.queries.event.cuts import judge_planned_cut, planned_cuts
from pareo.app.queries.lists.deadlines import lists_mode
from pareo.core.text.errors import BadInput, NeedsConfirmation
from pareo.web.app_state import AppState
from support.command_line import CommandLine
from support.errors import raises_code
from support.events.stage import make_players, new_event
from support.web.application import create_app
from support.web.console import ConsoleClient, create_cup

CARDS = "pokemon-tcg-2019-07"
POKEMON = [info.id for info in rulesets.available() if info.id.startswith(("pokemon-tcg", "pokemon-vgc"))]


def _published(ctx: Context, **settings: str) -> str:
    slug = events.create(ctx, new_event("Copa Faro", CARDS, settings=settings, seed="s"))
    players.enter(ctx, slug, make_players(8, birth_year=1990), confirmed=True)
    rounds.pair(ctx, slug, confirmed=True)
    rounds.publish(ctx, slug, confirmed=True)
    return slug


@pytest.mark.req("B-3")
@pytest.mark.parametrize("tier", ["", "casual", "premier"])
def test_with_championship_points_every_tier_asks_for_judge_lists_and_checks(ctx: Context, tier: str) -> None:
    slug = _published(ctx, championship_points="yes", **({"tier": tier} if tier else {}))
    event = ctx.open(slug)
    assert lists_mode(event.state) == "required"
    assert [lack.code for lack in start_lacks(event, list(event.state.pods.values()))] == [
        "judge-missing",
        "lists-missing",
    ]
    with raises_code(NeedsConfirmation, "start-lacks"):
        rounds.start(ctx, slug)


@pytest.mark.req("B-3", "P-CUT-8")
@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({}, "cut-off-table"),
        ({"tier": "premier"}, "cut-above-maximum"),
        ({"tier": "casual", "championship_points": "yes"}, "cut-above-maximum"),
    ],
)
def test_the_maximum_of_the_cut_follows_the_same_answer(ctx: Context, settings: dict[str, str], code: str) -> None:
    slug = events.create(ctx, new_event("Copa Faro", CARDS, settings={"cut": "8", **settings}, seed="s"))
    players.enter(ctx, slug, make_players(12, birth_year=1990), confirmed=True)
    t = ctx.open(slug).state
    [shape] = shapes(t)
    [planned] = planned_cuts(t, shape.id, pod_advice(t, shape))
    judged = judge_planned_cut(t, planned)
    assert judged is not None
    assert judged.note.code == code


@pytest.mark.req("B-3")
def test_set_says_what_the_tier_does_and_refuses_unknown_words(pareo: CommandLine) -> None:
    pareo("new", "Copa", "--ruleset", CARDS)
    said = pareo("set", "copa", "tier=premier").out
    assert "Pareo asks for: a judge, a list from every player, checks of the lists." in said
    assert "The tier is “casual”. Pareo asks for: nothing." in pareo("set", "copa", "tier=casual").out
    said = " ".join(pareo("set", "copa", "championship_points=yes").out.split())
    assert "stays a Premier event. Pareo asks for: a judge, a list from every player, checks of the lists." in said
    code, message = pareo.refusal("set", "copa", "tier=cup")
    assert (code, message) == ("tier-unknown", "tier=cup: choose one of: casual, premier.")
    assert pareo.json("show", "copa")["settings"]["tier"] == "casual"


@pytest.mark.req("B-3")
@pytest.mark.parametrize("ruleset", POKEMON)
def test_every_edition_with_premier_events_knows_the_same_tiers(ruleset: str) -> None:
    assert list(rulesets.load(ruleset).tier_names) == ["casual", "premier"]


@pytest.mark.req("B-3")
def test_rules_without_tiers_refuse_one(ctx: Context) -> None:
    with raises_code(BadInput, "tier-none"):
        events.create(ctx, new_event("Copa", "pokemon-2009", settings={"tier": "premier"}))


@pytest.mark.req("B-3")
def test_an_event_stored_before_its_rules_named_tiers_knows_premier(ctx: Context) -> None:
    before, _, after = rulesets.load("pokemon-tcg-2019-04").text.partition("[tiers]")
    own = before + "[staff.premier]" + after.partition("[staff.premier]")[2]
    slug = events.create(ctx, events.NewEvent("Copa", "", ruleset_text=own, settings={"tier": "premier"}))
    assert lists_mode(ctx.open(slug).state) == "required"


@pytest.mark.req("B-3")
def test_the_page_offers_the_tiers_and_says_what_they_do(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset=CARDS, championship_points="yes")
    browser = ConsoleClient(app_state)
    page = browser.get(f"/console/{slug}/settings")
    assert 'name="tier"' in page
    assert "Casual: events without Championship Points" in page
    answer = browser.post(f"/console/{slug}/settings", tier="casual")
    assert "stays a Premier event" in answer


@pytest.mark.req("B-3")
def test_the_api_refuses_an_unknown_tier_and_says_what_one_does(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset=CARDS, championship_points="yes")
    token = app_state.accounts.make_token("test", Role.OWNER)
    with TestClient(create_app(app_state)) as client:
        path, headers = f"/api/v1/events/{slug}/settings", {"authorization": f"Bearer {token}"}
        refused = client.patch(path, json={"changes": {"tier": "cup"}}, headers=headers)
        taken = client.patch(path, json={"changes": {"tier": "casual"}}, headers=headers)
    assert (refused.status_code, refused.json()["error"]) == (422, "tier-unknown")
    assert any("stays a Premier event" in note for note in taken.json()["notes"])
