"""Lists through the API: staff, the player's own link, and the public only after the event."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Role
from pareo.store import SqliteStore
from pareo.web.app_state import AppState
from support.files.photos import JPEG
from support.web.application import create_app

DECK = "4 Pikachu\n56 Fire Energy\n"
AT = "/events/copa"


class ApiClient:
    """Calls with the token of a role."""

    def __init__(self, client: TestClient[Any], app_state: AppState) -> None:
        self.client = client
        self.app_state = app_state
        self.tokens: dict[Role, str] = {}

    def __call__(
        self, method: str, path: str, body: Any = None, *, status: int = 200, role: Role | None = Role.OWNER
    ) -> Any:
        if role is not None and role not in self.tokens:
            self.tokens[role] = self.app_state.accounts.make_token(role.id, role)
        headers = {"authorization": f"Bearer {self.tokens[role]}"} if role is not None else {}
        more = {} if body is None else {"json": body}
        answer = self.client.request(method, f"/api/v1{path}", headers=headers, **more)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text[:300]}"
        return answer.json() if "json" in answer.headers["content-type"] else answer


@pytest.fixture
def call(tmp_path: Path) -> Iterator[ApiClient]:
    store = SqliteStore(tmp_path / "hall.db")
    app_state = AppState(store, Accounts(store.accounts()))
    with TestClient(create_app(app_state), raise_server_exceptions=True) as client:
        caller = ApiClient(client, app_state)
        caller(
            "POST",
            "/events",
            {
                "name": "Copa",
                "ruleset": "pokemon-tcg-2019-07",
                "settings": {"rounds": "1", "style": "swiss", "lists": "required", "names": "initial"},
            },
        )
        people = [{"first": n, "last": "Prado", "id": f"P{i}"} for i, n in enumerate(("Ana", "Bea"), 1)]
        caller("POST", f"{AT}/players", {"players": people})
        yield caller
    store.close()


@pytest.mark.req("P-PREM-1")
def test_staff_hand_in_and_look(call: ApiClient) -> None:
    assert len(call("GET", f"{AT}/lists?missing=true")) == 2
    told = call("POST", f"{AT}/players/P1/list", {"text": DECK}, role=Role.REGISTRATION)
    assert told["action"] == "list"
    assert [row["player"] for row in call("GET", f"{AT}/lists?missing=true")] == ["P2"]
    assert call("GET", f"{AT}/players/P1/list")["text"] == DECK
    over = call("POST", f"{AT}/players/P2/list", {"text": "5 Pikachu\n"}, status=409)
    assert over["override"] is True
    assert "5 cards" in over["message"]
    assert "5 of Pikachu" in over["message"]
    checked = call("POST", f"{AT}/lists/check", {"text": "5 Pikachu\n"})
    assert len(checked["problems"]) == 2
    call("POST", f"{AT}/players/P2/list", {"text": "5 Pikachu\n", "override": "a joke"})
    call("POST", f"{AT}/players/P2/list", {"photo": base64.b64encode(JPEG).decode()})
    photo = call("GET", f"{AT}/players/P2/list/photo")
    assert (photo.content, photo.headers["content-type"]) == (JPEG, "image/jpeg")
    assert "no-store" in photo.headers["cache-control"]
    assert [v["kind"] for v in call("GET", f"{AT}/players/P2/list/versions")] == ["deck", "photo"]
    call("POST", f"{AT}/players/P2/list/withdraw", {})
    call("GET", f"{AT}/players/P2/list", status=404)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": DECK, "photo": "AAAA"},
        {"text": 7},
        {"photo": "***"},
        {"txt": "x"},
        {"text": ""},
        {"text": "a\u202eb"},
        {"text": "x" * 150_000},
        {"photo": "AAAA"},
        {"text": DECK, "kind": "poem"},
    ],
)
def test_what_cannot_be_read(call: ApiClient, body: dict[str, Any]) -> None:
    answer = call.client.post(
        f"/api/v1{AT}/players/P1/list",
        json=body,
        headers={"authorization": f"Bearer {call.app_state.accounts.make_token('t', Role.OWNER)}"},
    )
    assert answer.status_code in (400, 422), answer.text[:200]
    assert set(answer.json()) == {"error", "message"}


def test_only_staff_see_lists(call: ApiClient) -> None:
    call("POST", f"{AT}/players/P1/list", {"text": DECK})
    one = f"{AT}/players/P1/list"
    for path in (f"{AT}/lists", one, f"{one}/versions", f"{one}/photo"):
        call("GET", path, status=401, role=None)
        call("GET", path, status=403, role=Role.SCREEN)
    call("POST", f"{AT}/players/P1/list", {"text": DECK}, status=403, role=Role.JUDGE)
    call("POST", f"{AT}/players/P1/list/change", {"text": DECK}, status=403, role=Role.REGISTRATION)
    call("POST", f"{AT}/players/P1/lock/compare", {"text": "x"}, status=403, role=Role.REGISTRATION)


def test_a_judge_changes_a_locked_list_with_a_reason(call: ApiClient) -> None:
    call("POST", f"{AT}/players/P1/list", {"text": DECK})
    for step in ("pair", "publish", "start"):
        call("POST", f"{AT}/{step}", {})
    call("POST", f"{AT}/players/P1/list", {"text": DECK, "override": "x"}, status=422, role=Role.REGISTRATION)
    call("POST", f"{AT}/players/P1/list/change", {"text": DECK}, status=409, role=Role.JUDGE)
    call("POST", f"{AT}/players/P1/list/change", {"text": DECK, "override": "wrong paper"}, role=Role.JUDGE)
    assert call("GET", f"{AT}/players/P1/list")["version"]["override"] == "wrong paper"


def test_a_player_hands_in_his_own_and_sees_no_other(call: ApiClient) -> None:
    link = call("GET", f"{AT}/players/P1/link")["link"]
    own = f"{AT}/own/{link}/list"
    assert call("GET", own, role=None)["open"] is True
    call("POST", own, {"text": DECK}, role=None)
    told = call("GET", own, role=None)
    assert [(row["player"], row["name"]) for row in told["lists"]] == [("1", "Ana P.")]
    assert told["lists"][0]["by_player"] is True
    assert call("POST", own, {"text": "5 Pikachu\n"}, status=422, role=None)["error"] == "list-over"
    call("POST", own, {"text": DECK, "override": "please"}, status=400, role=None)
    call("POST", f"{AT}/own/{link[:-2]}xx/list", {"text": DECK}, status=401, role=None)
    call("GET", f"{AT}/players/P1/list", status=401, role=None)


def test_public_after_the_event_only(call: ApiClient) -> None:
    public = "/public/events/copa/lists"
    call("PATCH", f"{AT}/settings", {"changes": {"lists_public": "yes"}})
    call("POST", f"{AT}/players/P1/list", {"text": DECK})
    call("POST", f"{AT}/players/P2/list", {"photo": base64.b64encode(JPEG).decode()})
    call("GET", public, status=404, role=None)
    for step in ("pair", "publish", "start"):
        call("POST", f"{AT}/{step}", {})
    call("GET", public, status=404, role=None)
    call("PUT", f"{AT}/rounds/1/tables/1/result", {"result": "1-0"})  # the last result: the event is over
    deck, photo = call("GET", public, role=None)
    assert deck == {"player": "1", "name": "Ana P.", "kind": "deck", "text": DECK, "points": None, "faction": ""}
    assert photo["text"] == ""
    call("PATCH", f"{AT}/settings", {"changes": {"lists_public": "no"}})
    call("GET", public, status=404, role=None)


@pytest.mark.req("P-PREM-3")
def test_the_code_of_a_team(call: ApiClient) -> None:
    call("POST", f"{AT}/players/P1/list", {"text": "PKM:abc", "lock": True})
    assert call("POST", f"{AT}/players/P1/lock/compare", {"text": "PKM:abc\n"}, role=Role.JUDGE)["same"] is True
    assert call("POST", f"{AT}/players/P1/lock/compare", {"text": "PKM:abd"}, role=Role.JUDGE)["same"] is False
    assert call("GET", f"{AT}/players/P1/list?lock=true")["text"] == "PKM:abc\n"
    assert call("GET", f"{AT}/lists")[0]["handed_in"] is False
