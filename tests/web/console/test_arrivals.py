"""Registered players who first come in a later round: what console and API ask and record."""

from __future__ import annotations

from typing import Any

import pytest

from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.results.enter_result import report
from pareo.app.commands.rounds import next_round
from pareo.core.model.outcome import Outcome
from pareo.web.app_state import AppState
from support.events.stage import new_event, players_of_ages
from support.web.console import ConsoleClient

COMES_LATE = 9
ASKS = "here for the first time. Late players lose {}"


def _played(app_state: AppState, count: int = 1, ruleset: str = "pokemon-tcg-2019-07", **settings: str) -> str:
    """Nine players; the last one is away in the rounds that are played here."""
    ctx = app_state.ctx
    slug = events.create(ctx, new_event("Copa", ruleset, settings={"rounds": "5", **settings}, seed="s"))
    players.enter(ctx, slug, players_of_ages(0, 0, 9), confirmed=True)
    who = ctx.open(slug).id(COMES_LATE)
    players.edit(ctx, slug, who, {"absent": ",".join(str(number) for number in range(1, count + 1))})
    for number in range(1, count + 1):
        next_round.next_round(ctx, slug, confirmed=True)
        next_round.begin(ctx, slug, confirmed=True)
        (pod,) = ctx.open(slug).state.pods.values()
        for table in pod.rounds[number].matches:
            report(ctx, slug, round_no=number, table=table, result="1-0")
    return slug


def _missed(app_state: AppState, slug: str, number: int = 1) -> Outcome:
    (pod,) = app_state.ctx.open(slug).state.pods.values()
    return next(s.outcome for s in pod.rounds[number].sitting if s.no == COMES_LATE)


def _late_from(app_state: AppState, slug: str) -> int:
    return app_state.ctx.open(slug).state.entrants[COMES_LATE].late_from


def _post(app_state: AppState, browser: ConsoleClient, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    token = app_state.accounts.make_token("test", Role.OWNER)
    answer = browser.client.post(f"/api/v1/events/{path}", json=body, headers={"authorization": f"Bearer {token}"})
    return answer.status_code, answer.json()


@pytest.mark.req("B-2", "P-LATE-4")
@pytest.mark.parametrize(("answer", "missed"), [("late", Outcome.LATE_LOSS), ("off", Outcome.REQUESTED_BYE)])
def test_the_dialog_asks_whether_they_are_late(app_state: AppState, answer: str, missed: Outcome) -> None:
    slug = _played(app_state)
    browser = ConsoleClient(app_state)
    page = browser.get(f"/console/{slug}/next")
    assert ASKS.format("1 round already started") in page
    assert 'name="arrivals" value="late" required' in page
    before = app_state.ctx.open(slug).state.seq
    browser.post(f"/console/{slug}/next", yes="1", arrivals=answer)
    assert app_state.ctx.open(slug).state.seq == before + 1, "one entry"
    assert (_missed(app_state, slug), _late_from(app_state, slug)) == (missed, 2 * (answer == "late"))


@pytest.mark.req("B-2", "P-RUN-4")
def test_pairing_alone_asks_too_and_the_desk_corrects_the_answer_on_the_player_s_sheet(app_state: AppState) -> None:
    slug = _played(app_state)
    browser = ConsoleClient(app_state)
    browser.post(f"/console/{slug}/rounds/finish")
    asked = browser.post(f"/console/{slug}/rounds/pair")
    assert (browser.status, ASKS.format("1 round") in asked) == (409, True)
    browser.post(f"/console/{slug}/rounds/pair", arrivals="off")
    assert _missed(app_state, slug) is Outcome.REQUESTED_BYE
    browser.post(f"/console/{slug}/players/{COMES_LATE}", only="late_from", late_from="2")
    assert _missed(app_state, slug) is Outcome.LATE_LOSS
    assert "joined late, from round 2" in browser.get(f"/console/{slug}/players/{COMES_LATE}")


@pytest.mark.req("B-2", "P-LATE-4")
def test_the_api_names_the_answers(app_state: AppState) -> None:
    slug = _played(app_state)
    browser = ConsoleClient(app_state)
    status, asked = _post(app_state, browser, f"{slug}/next", {})
    assert (status, asked["error"]) == (409, "arrivals-below")
    assert [(c["field"], c["value"]) for c in asked["choices"]] == [("arrivals", "late"), ("arrivals", "off")]
    status, wrong = _post(app_state, browser, f"{slug}/next", {"arrivals": "early"})
    assert (status, wrong["error"]) == (422, "arrivals")
    assert _post(app_state, browser, f"{slug}/next", {"arrivals": "late"})[0] == 200
    assert (_missed(app_state, slug), _late_from(app_state, slug)) == (Outcome.LATE_LOSS, 2)
    rows = browser.client.get(f"/api/v1/public/events/{slug}/pairings", params={"round": 1}).json()
    assert [row["kind"] for row in rows if row["kind"] not in ("match", "bye")] == ["late-loss"], "the public sees it"


@pytest.mark.req("B-10")
@pytest.mark.parametrize("answer", ["late", "off"])
def test_after_round_2_the_dialog_wants_a_reason_whatever_is_answered(app_state: AppState, answer: str) -> None:
    slug = _played(app_state, 2, championship_points="yes")
    browser = ConsoleClient(app_state)
    page = browser.get(f"/console/{slug}/next")
    assert (browser.status, 'name="override" required' in page) == (200, True)
    assert "a registered player comes for the first time only now" in page
    before = app_state.ctx.open(slug).state.seq
    assert "Outside the rules" in browser.post(f"/console/{slug}/next", yes="1", arrivals=answer)
    status, asked = _post(app_state, browser, f"{slug}/next", {"confirm": True, "arrivals": answer})
    assert (status, asked["error"]) == (409, "late-registered-points")
    assert app_state.ctx.open(slug).state.seq == before
    reason = {"arrivals": answer, "override": "the train stood still"}
    browser.post(f"/console/{slug}/next", yes="1", **reason)
    assert app_state.ctx.open(slug).state.seq == before + 1
    assert _late_from(app_state, slug) == (3 if answer == "late" else 0)


@pytest.mark.req("B-10", "P-LATE-5")
@pytest.mark.parametrize(
    ("ruleset", "error", "forgiven"),
    [("pokemon-tcg-2019-07", "late-planned-too-late", 422), ("pokemon-tcg-2019-04", "late-planned-should-not", 200)],
)
def test_a_first_round_that_is_too_late_is_refused_everywhere(
    app_state: AppState, ruleset: str, error: str, forgiven: int
) -> None:
    ctx = app_state.ctx
    settings = {"rounds": "5", "championship_points": "yes"}
    slug = events.create(ctx, new_event("Copa", ruleset, settings=settings, seed="s"))
    players.enter(ctx, slug, players_of_ages(0, 0, 8), confirmed=True)
    browser = ConsoleClient(app_state)
    new = {"first": "Tadeo", "last": "Tarde", "birth_year": "1980", "late_from": "4"}
    sentence = "no one is added after round 2, so no one can begin in round 4"
    assert sentence in browser.post(f"/console/{slug}/players/add", **new)
    file = "first,last,birth_year,late_from\nTadeo,Tarde,1980,4\n"
    assert sentence in browser.post(f"/console/{slug}/players/import/enter", text=file)
    assert sentence in browser.post(f"/console/{slug}/players/1", only="late_from", late_from="4")
    assert len(ctx.open(slug).state.entrants) == 8
    body = {"players": [{**new, "birth_year": 1980, "late_from": 4}]}
    status, refused = _post(app_state, browser, f"{slug}/players", body)
    assert (status, refused["error"]) == (422 if forgiven == 422 else 409, error)
    assert _post(app_state, browser, f"{slug}/players", {**body, "override": "a guest"})[0] == forgiven
