"""The arbiter's calls of the API: by hand, numbers, pairs kept apart, what is rated; FIDE mode's levels, and rights."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import manual_changes, rounds
from pareo.core.tournament.tournament import Tournament
from pareo.store import SqliteStore
from pareo.web.app import create
from pareo.web.app_state import AppState

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
SLUG = "abierto"
Call = Callable[..., tuple[int, Any]]


@pytest.fixture
def app_state(tmp_path: Path) -> Iterator[AppState]:
    store = SqliteStore(tmp_path / "hall.db")
    made = AppState(store, Accounts(store.accounts()))
    events.create(made.ctx, events.NewEvent("Abierto", "chess-fide", slug=SLUG, seed="s", settings={"rounds": "4"}))
    players.enter(
        made.ctx,
        SLUG,
        [NewPlayer(first=f"Ana{i}", last="Brasa", id=f"p{i}", rating=2400 - 50 * i) for i in range(1, 7)],
    )
    yield made
    store.close()


@pytest.fixture
def call(app_state: AppState) -> Call:
    client = TestClient(create(app_state))

    def ask(path: str, body: Any = None, *, method: str = "POST", role: Role = Role.ORGANISER) -> tuple[int, Any]:
        token = app_state.accounts.make_token(role.id, role)
        answer = client.request(
            method,
            f"/api/v1/events/{SLUG}{path}",
            json={} if body is None else body,
            headers={"authorization": f"Bearer {token}"},
        )
        return answer.status_code, answer.json()

    return ask


def state(app_state: AppState) -> Tournament:
    return app_state.ctx.open(SLUG).state


def play(app_state: AppState, number: int) -> None:
    rounds.pair(app_state.ctx, SLUG)
    rounds.publish(app_state.ctx, SLUG)
    rounds.start(app_state.ctx, SLUG)
    tables = state(app_state).pods["main"].rounds[number].matches
    results.import_results(app_state.ctx, SLUG, [results.ResultRow("1-0", table=t) for t in tables], round_no=number)
    rounds.finish(app_state.ctx, SLUG)


@pytest.mark.req("F-35", "F-36", "F-2")
def test_a_round_by_hand(app_state: AppState, call: Call) -> None:
    assert call("/pairings/edit")[0] == 422, "there is no round yet"
    rounds.pair(app_state.ctx, SLUG)
    assert call("/pairings/done")[0] == 422, "nobody has begun"
    assert call("/pairings/edit")[1]["action"] == "hand"
    assert state(app_state).by_hand == {("main", 1): True}
    manual_changes.swap(app_state.ctx, SLUG, "p1", "p2")
    _, boards = call("/pairings/compare", method="GET")
    assert [board["same"] for board in boards] == [False, False, True]
    assert boards[0]["played_names"].count("Brasa") == 2
    status, answer = call("/pairings/done")
    assert (status, answer["confirm"]) == (409, True)
    status, answer = call("/pairings/done", {"confirm": True})
    assert (status, answer["word"]) == (409, "HAND")
    assert call("/pairings/done", {"confirm": True, "word": "HAND"})[0] == 200
    assert state(app_state).by_hand == {("main", 1): False}


@pytest.mark.req("F-30", "F-2")
def test_new_numbers(app_state: AppState, call: Call) -> None:
    assert call("/renumber")[0] == 422
    play(app_state, 1)
    assert call("/renumber", {"swap": ["p1"]})[1]["error"] == "renumber-two"
    assert call("/renumber", {"swap": ["p1", "p2"]})[0] == 409
    assert call("/renumber", {"swap": ["p1", "p2"], "confirm": True})[1]["word"] == "RENUMBER"
    assert call("/renumber", {"swap": ["p1", "p2"], "confirm": True, "word": "RENUMBER"})[0] == 200
    assert [state(app_state).entrants[no].start_no for no in (1, 2)] == [2, 1]


@pytest.mark.req("F-44", "F-14")
def test_pairs_kept_apart(app_state: AppState, call: Call) -> None:
    assert call("/forbidden", {"a": "p1", "b": "p4", "rounds": "1-3"})[0] == 200
    assert state(app_state).settings["forbidden"] == [[1, 4, 1, 3]]
    assert call("/forbidden", {"a": "p1", "b": "p1"})[0] == 422
    assert call("/forbidden", {"a": "p1", "b": "p4", "rounds": "soon"})[0] == 422
    assert call("/forbidden/p4/p1", method="DELETE")[0] == 200
    assert call("/forbidden/p4/p1", method="DELETE")[0] == 422
    rounds.pair(app_state.ctx, SLUG)
    status, answer = call("/forbidden", {"a": "p1", "b": "p4"})
    assert (status, answer["error"]) == (422, "fide-refused")


@pytest.mark.req("F-20")
def test_what_is_rated_of_an_older_round(app_state: AppState, call: Call) -> None:
    play(app_state, 1)
    play(app_state, 2)
    there = "/rounds/1/tables/1/rating-correction"
    assert call(there, {"result": "0-1"})[0] == 409
    assert call(there, {"result": "0-1", "confirm": True})[0] == 200
    assert call(there, {"result": "0-1", "confirm": True})[1]["error"] == "rating-correction-same"
    assert call(there, {"result": "5-0", "confirm": True})[0] == 422
    assert list(state(app_state).rating_corrections) == [("main", 1, 1)]


@pytest.mark.req("F-59", "F-61", "F-2")
def test_byes_asked_for(app_state: AppState, call: Call) -> None:
    there = "/players/p1"
    assert call(there, {"changes": {"absent": "2:½"}}, method="PATCH")[0] == 200
    status, answer = call(there, {"changes": {"absent": "2:½,3:½"}}, method="PATCH")
    assert (status, answer["confirm"]) == (409, True)
    assert call(there, {"changes": {"absent": "2:½,3:½"}, "confirm": True}, method="PATCH")[0] == 200
    _, answer = call(there, {"changes": {"absent": "2:1"}}, method="PATCH")
    assert any("deprecated by FIDE" in note for note in answer["notes"])
    call(there, {"changes": {"absent": "", "no_half_bye": "yes"}}, method="PATCH")
    status, answer = call(there, {"changes": {"absent": "2"}, "confirm": True}, method="PATCH")
    assert (status, answer["error"]) == (422, "fide-refused")


@pytest.mark.req("F-66", "F-43")
def test_who_has_withdrawn_and_what_is_missing(app_state: AppState, call: Call) -> None:
    rounds.pair(app_state.ctx, SLUG)
    rounds.publish(app_state.ctx, SLUG)
    rounds.start(app_state.ctx, SLUG)
    assert "3 results are missing or adjourned." in call("", method="GET")[1]["warnings"]
    rows = [results.ResultRow(said, table=t) for t, said in ((1, "1-0F"), (2, "1-0"), (3, "1-0"))]
    results.import_results(app_state.ctx, SLUG, rows, round_no=1)
    assert not [told for told in call("", method="GET")[1]["warnings"] if "missing" in told]
    status, told = call("/next")
    assert (status, told["error"]) == (409, "forfeited")
    assert {choice["value"] for choice in told["choices"]} == {"drop", "stay"}
    assert call("/next", {"withdrawn": "drop"})[0] == 200
    assert [e.drop is not None for e in state(app_state).entrants.values()].count(True) == 1


def test_nobody_else_may(app_state: AppState, call: Call) -> None:
    rounds.pair(app_state.ctx, SLUG)
    for role in (Role.SCOREKEEPER, Role.JUDGE, Role.REGISTRATION, Role.SCREEN):
        for path, body in (
            ("/pairings/edit", {}),
            ("/pairings/done", {}),
            ("/renumber", {}),
            ("/forbidden", {"a": "p1", "b": "p2"}),
            ("/rounds/1/tables/1/rating-correction", {"result": "1-0"}),
        ):
            assert call(path, body, role=role)[0] == 403, (role, path)
        assert call("/forbidden/p1/p2", method="DELETE", role=role)[0] == 403
    assert call("/pairings/compare", method="GET", role=Role.SCREEN)[0] == 403
    assert state(app_state).by_hand == {}
