"""The JSON API: a whole event through it, privacy of what is public, errors, confirmation, repeated requests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Role
from pareo.formats.bundle import verify_bundle
from pareo.store import SqliteStore
from pareo.web.access import SESSION_COOKIE
from pareo.web.app_state import AppState
from support.web.application import create_app

HOSTILE = "<script>alert(1)</script>"
NAMES = ("Ana", "Bea", "Caio", "Dora", "Elio", "Fina", "Gil", HOSTILE)


class Api:
    """Calls with a token; `at` is the event."""

    def __init__(self, client: TestClient[Any], app_state: AppState, token: str) -> None:
        self.client = client
        self.app_state = app_state
        self.token = token

    def __call__(self, method: str, path: str, body: Any = None, *, status: int = 200, **head: str) -> Any:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {key.replace("_", "-"): value for key, value in head.items()}
        more = {} if body is None else {"json": body}
        answer = self.client.request(method, f"/api/v1{path}", headers=headers, **more)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text[:300]}"
        return answer.json() if answer.content and "json" in answer.headers["content-type"] else answer

    def as_role(self, role: Role | None, **grant: Any) -> Api:
        token = "" if role is None else self.app_state.accounts.make_token(role.id, role, **grant)
        return Api(self.client, self.app_state, token)


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    store = SqliteStore(tmp_path / "hall.db")
    app_state = AppState(store, Accounts(store.accounts()))
    with TestClient(create_app(app_state), raise_server_exceptions=True) as client:
        yield Api(client, app_state, app_state.accounts.make_token("test", Role.OWNER))
    store.close()


def cup(api: Api, **settings: str) -> str:
    made = api(
        "POST",
        "/events",
        {
            "name": "Copa",
            "ruleset": "pokemon-tcg-2019-07",
            "settings": {"rounds": "3", "cut": "4", **settings},
        },
    )
    people = [
        {"first": n, "last": "Prado", "birth_year": 1990, "id": f"POP{i}", "contact": "x@example.org", "notes": "shy"}
        for i, n in enumerate(NAMES)
    ]
    api("POST", f"/events/{made['slug']}/players", {"players": people})
    return f"/events/{made['slug']}"


def begin(api: Api, at: str) -> list[Any]:
    for step in ("pair", "publish", "start"):
        api("POST", f"{at}/{step}", {})
    return [row for row in api("GET", f"{at}/pairings") if row["kind"] == "match"]


def play(api: Api, at: str) -> None:
    rows = begin(api, at)
    results = [{"table": row["table"], "result": "1-0"} for row in rows]
    api("POST", f"{at}/rounds/{rows[0]['round']}/results", {"results": results})
    api("POST", f"{at}/finish", {})


def test_a_whole_event_from_entry_to_champion(api: Api) -> None:
    at = cup(api)
    for _ in range(3):
        play(api, at)
    assert len(api("GET", f"{at}/standings")) == 8
    api("POST", f"{at}/advance", {"to": "cut", "size": 4, "override": "the hall is open until late"})
    for _ in range(2):
        play(api, at)
    bracket = api("GET", f"/public{at}/bracket")[0]
    final = bracket["rounds"][-1][0]
    assert bracket["champion"] == final["winner"] in (final["a"], final["b"])
    assert final["result"] in ("1-0", "0-1")
    assert all(row["ok"] for row in api("GET", f"{at}/verify"))
    assert api("GET", f"{at}/journal?limit=1")[0]["action"] == "created"
    exported = api("GET", f"{at}/export")
    assert verify_bundle(exported.content).people == 8
    copy = api.client.post(
        "/api/v1/events/import",
        content=exported.content,
        headers={"authorization": f"Bearer {api.token}", "content-type": "application/octet-stream"},
    )
    assert copy.json() == {"slug": "copa-2"}


def test_the_public_sees_no_draft_and_no_personal_data(api: Api) -> None:
    at = cup(api, names="initial")
    public = api.as_role(None)
    play(api, at)
    api("POST", f"{at}/pair", {})
    assert {row["round"] for row in public("GET", f"/public{at}/pairings")} == {1}
    assert public("GET", f"/public{at}/pairings?round=2", status=404)["error"] == "no-published-round"
    assert public("GET", f"/public{at}")["pods"][0]["round"] == 1
    assert {row["round"] for row in api("GET", f"{at}/pairings")} == {2}, "staff see the draft"
    everything = "".join(
        public.client.get(f"/api/v1/public{at}{part}").text
        for part in ("", "/pairings", "/standings", "/bracket", "/clock", "/announcements")
    )
    for secret in (r"\b1990\b", "POP", "example.org", "shy", "Prado", "birth"):  # there are hashes with any four digits
        assert not re.search(secret, everything), secret
    assert "Ana P." in everything
    for path in (at, f"{at}/players", f"{at}/pairings", f"{at}/journal", f"{at}/export"):
        assert public("GET", path, status=401)["error"] == "http-401"
    assert public("GET", "/events") == []


def test_public_answers_are_kept_until_something_changes(api: Api) -> None:
    at = cup(api)
    begin(api, at)
    path = f"/api/v1/public{at}/pairings"
    first = api.client.get(path)
    again = api.client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    table = first.json()[0]["table"]
    api("PUT", f"{at}/rounds/1/tables/{table}/result", {"result": "0-1"})
    changed = api.client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert changed.status_code == 200
    assert changed.json()[0]["result"] == "0-1"
    assert changed.headers["access-control-allow-origin"] == "*"


def test_what_must_be_confirmed_comes_back_as_a_question(api: Api) -> None:
    at = cup(api)
    begin(api, at)
    late = {"player": {"first": "Zoe", "birth_year": 1991}}
    terms = api("POST", f"{at}/late/terms", late)
    assert (terms["losses"], terms["first_round"]) == ([1], 2)
    asked = api("POST", f"{at}/late", late, status=409)
    assert asked["confirm"] is True
    assert "--yes" not in asked["message"]
    assert len(api("GET", f"{at}/players")) == 8
    api("POST", f"{at}/late", {**late, "confirm": True})
    assert len(api("GET", f"{at}/players")) == 9
    outside = api("POST", f"{at}/undo", {"override": " "}, status=422)
    assert outside["error"] == "override-empty"
    api("POST", f"{at}/undo", {})
    assert len(api("GET", f"{at}/players")) == 8
    refused = api("POST", f"{at}/undo", {}, status=409)
    assert (refused["error"], refused["override"]) == ("undo-outside", True)
    api("POST", f"{at}/undo", {"override": "started too early"})
    assert api("GET", f"{at}/pairings")[0]["status"] == "published"
    assert api("DELETE", at, status=409)["confirm"] is True
    assert api("POST", f"{at}/players/POP1/forget", {}, status=409)["confirm"] is True
    assert api("DELETE", f"{at}?confirm=true") == {"deleted": "copa"}
    api("GET", at, status=404)


def test_a_repeated_request_is_done_once(api: Api) -> None:
    at = cup(api)
    body = {"players": [{"first": "Zoe", "birth_year": 1990}]}
    first = api("POST", f"{at}/players", body, idempotency_key="entry-1")
    assert api("POST", f"{at}/players", body, idempotency_key="entry-1") == first
    assert len(api("GET", f"{at}/players")) == 9
    made = api("POST", "/events", {"name": "Liga", "ruleset": "swiss"}, idempotency_key="n1")
    assert api("POST", "/events", {"name": "Liga", "ruleset": "swiss"}, idempotency_key="n1") == made
    api("POST", f"{at}/players", body, status=400, idempotency_key="no spaces")


@pytest.mark.req("B-39")
def test_the_retry_of_an_answer_that_changed_nothing_changes_nothing(api: Api) -> None:
    at = cup(api)
    for step in ("pair", "publish", "start"):
        api("POST", f"{at}/{step}", {"confirm": True})
    where = f"{at}/rounds/1/tables/1/result"
    api("PUT", where, {"result": "1-0"})
    same = api("PUT", where, {"result": "1-0"}, idempotency_key="k1")
    assert "already has this result" in same["notes"][0]
    newer = api("PUT", where, {"result": "0-1"})
    assert api("PUT", where, {"result": "1-0"}, idempotency_key="k1") == same
    assert api("GET", f"{at}/pairings")[0]["result"] == "0-1"
    assert api("PUT", where, {"result": "0-1"}, idempotency_key="k2")["seq"] == newer["seq"]
    assert api("PUT", where, {"result": "1-0"}, status=422, idempotency_key="k2")["error"] == "client-id-reused"


@pytest.mark.req("B-39")
@pytest.mark.parametrize("first", ["players", "pair", "settings", "register"])
def test_a_key_is_for_one_request(api: Api, first: str) -> None:
    """The same key with another body, or at another command, is refused, whatever the two commands are."""
    at = cup(api, registration="yes")
    requests: dict[str, tuple[str, str, dict[str, Any]]] = {
        "players": ("POST", f"{at}/players", {"players": [{"first": "Zoe", "birth_year": 1990}]}),
        "settings": ("PATCH", f"{at}/settings", {"changes": {"rounds": "4"}}),
        "register": ("POST", f"{at}/registrations", {"fields": {"first": "Ada", "last": "Z", "birth_year": "1990"}}),
        "pair": ("POST", f"{at}/pair", {"confirm": True}),
        "undo": ("POST", f"{at}/undo", {}),
        "check-in": ("POST", f"{at}/check-in", {"players": ["POP1"]}),
    }
    method, path, body = requests[first]
    answer = api(method, path, body, idempotency_key="k1")
    seq = api("GET", f"{at}/journal")[-1]["seq"]
    assert api(method, path, body, idempotency_key="k1") == answer
    bodies: dict[str, dict[str, Any]] = {
        "players": {"players": [{"first": "Zoe", "birth_year": 1991}]},
        "settings": {"changes": {"rounds": "5"}},
        "register": {"fields": {"first": "Ada", "last": "Y", "birth_year": "1990"}},
        "pair": {"confirm": False},
    }
    others = [request for name, request in requests.items() if name != first]
    for other_method, other, wanted in [*others, (method, path, bodies[first])]:
        refused = api(other_method, other, wanted, status=422, idempotency_key="k1")
        assert refused["error"] == "client-id-reused"
    assert api("GET", f"{at}/journal")[-1]["seq"] == seq


@pytest.mark.req("B-39")
def test_one_key_creates_one_event(api: Api) -> None:
    body = {"name": "Liga", "ruleset": "swiss"}
    made = api("POST", "/events", body, idempotency_key="n1")
    for other in (body | {"name": "Copa"}, body | {"ruleset": "fide-swiss"}, body | {"slug": "liga-x"}):
        refused = api("POST", "/events", other, status=422, idempotency_key="n1")
        assert refused["error"] == "client-id-reused"
    assert [one["slug"] for one in api("GET", "/events")] == [made["slug"]]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "error"),
    [
        ("GET", "/events/nothing", None, 404, "no-such-tournament"),
        ("GET", "/public/events/nothing/standings", None, 404, "no-such-tournament"),
        ("GET", "/events/No Such", None, 404, "http-404"),
        ("POST", "/events", {"name": "X", "ruleset": "chess960"}, 404, "ruleset-unknown"),
        ("POST", "/events", {"nam": "X"}, 400, "http-400"),
        ("POST", "/events", {"name": "", "ruleset": "swiss"}, 422, "name-empty"),
        ("POST", "/events", {"name": "Copa", "ruleset": "swiss", "slug": "copa"}, 409, "slug-taken"),
        ("PATCH", "/events/copa/settings", {"changes": {"rounds": "many"}}, 422, "setting-unreadable"),
        ("PUT", "/events/copa/rounds/7/tables/1/result", {"result": "1-0"}, 404, "no-round-anywhere"),
        ("POST", "/events/copa/start", {}, 422, "action-impossible"),
        ("POST", "/events/copa/players/nobody/drop", {}, 404, "no-such-entrant"),
        ("POST", "/events/copa/tokens", {"label": "x", "role": "king"}, 422, "bad-role"),
        ("GET", "/nowhere", None, 404, "http-404"),
    ],
)
def test_errors_have_a_code_and_a_sentence(
    api: Api, method: str, path: str, body: Any, status: int, error: str
) -> None:
    cup(api)
    api("POST", "/events/copa/pair", {})
    told = api(method, path, body, status=status)
    assert told["error"] == error
    assert told["message"]


def test_a_scorekeeper_stays_at_his_tables(api: Api) -> None:
    at = cup(api)
    rows = begin(api, at)
    tables = sorted(row["table"] for row in rows)
    keeper = api.as_role(Role.SCOREKEEPER, slug="copa", tables=(tables[0], tables[1]))
    keeper("PUT", f"{at}/rounds/1/tables/{tables[0]}/result", {"result": "1-0"})
    path = f"{at}/rounds/1/tables/{tables[2]}/result"
    assert keeper("PUT", path, {"result": "1-0"}, status=422)["error"] == "table-not-yours"
    assert keeper("DELETE", path, status=422)["error"] == "table-not-yours"
    row = next(row for row in rows if row["table"] == tables[2])
    for line in ({"table": tables[2], "result": "1-0"}, {"a": row["a"], "b": row["b"], "result": "1-0"}):
        keeper("POST", f"{at}/rounds/1/results", {"results": [line]}, status=422)
    assert api("GET", f"{at}/pairings")[2]["result"] is None
    assert api("GET", f"{at}/journal?after=5")[0]["actor"] == "token:scorekeeper"


def test_a_cookie_reads_but_changes_nothing(api: Api) -> None:
    at = cup(api)
    accounts = api.app_state.accounts
    session = accounts.enter(accounts.one_time_link(accounts.ensure_owner().id))
    browser = {"cookie": f"{SESSION_COOKIE}={session}"}
    assert api.client.get(f"/api/v1{at}", headers=browser).status_code == 200
    for more in ({}, {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}):
        answer = api.client.post(f"/api/v1{at}/pair", json={}, headers=browser | more)
        assert answer.status_code == 403
    assert api("GET", at)["pods"] == []


def test_players_report_with_their_own_links(api: Api) -> None:
    at = cup(api)
    row = begin(api, at)[0]
    public = api.as_role(None)
    links = [api("GET", f"{at}/players/{row[side]}/link")["link"] for side in ("a", "b")]
    own = public("GET", f"{at}/own/{links[0]}")
    assert [m["table"] for m in own["matches"]] == [row["table"]]
    public("POST", f"{at}/own/{links[0]}/claim", {"round": 1, "result": "1-0"})
    assert api("GET", f"{at}/claims")[0]["disputed"] is False
    public("POST", f"{at}/own/{links[1]}/claim", {"round": 1, "result": "1-0"})
    assert api("GET", f"{at}/claims")[0]["disputed"] is True
    public("POST", f"{at}/own/{links[1]}/claim", {"round": 1, "result": "0-1"})
    assert api("GET", f"{at}/pairings")[0]["result"] == "1-0"
    public("GET", f"{at}/own/{links[0][:-1]}{'y' if links[0].endswith('x') else 'x'}", status=401)


def test_floor_players_and_tokens(api: Api) -> None:
    at = cup(api)
    api("POST", f"{at}/check-in", {"players": ["POP0", "POP1"]})
    assert sum(p["checked_in"] for p in api("GET", f"{at}/players")) == 2
    assert [p["id"] for p in api("GET", f"{at}/players?q=bea")] == ["POP1"]
    api("PATCH", f"{at}/players/POP1", {"changes": {"club": "Torre Norte"}})
    api("POST", f"{at}/players", {"players": [{"first": "Bea", "last": "Prado", "rating": 1500}]})
    twice = {"a": "POP1", "b": "9"}
    assert api("POST", f"{at}/merge", twice, status=409)["confirm"] is True
    api("POST", f"{at}/merge", {**twice, "confirm": True})
    assert next(p for p in api("GET", f"{at}/players") if p["id"] == "POP1")["rating"] == 1500
    api("POST", f"{at}/pair", {"not_here": "pair"})
    for step in ("publish", "start"):
        api("POST", f"{at}/{step}", {})
    row = api("GET", f"{at}/pairings")[0]
    api("POST", f"{at}/penalties", {"player": row["a"], "round": 1, "kind": "warning", "reason": "slow"})
    assert api("GET", f"{at}/penalties")[0]["by"] == "token:test"
    api("POST", f"{at}/extensions", {"round": 1, "table": row["table"], "minutes": 3})
    assert api("GET", f"{at}/extensions")[0]["minutes"] == 3
    seq = api("POST", f"{at}/announcements", {"text": "Lunch"})["seq"]
    assert api("GET", f"/public{at}/announcements")[0]["text"] == "Lunch"
    api("DELETE", f"{at}/announcements/{seq}")
    assert api("GET", f"/public{at}/announcements") == []
    api("POST", f"{at}/clock", {"minutes": 30})
    api("POST", f"{at}/clock/pause")
    clock = api("GET", f"/public{at}/clock")[0]
    assert (clock["paused"], clock["minutes"]) == (True, 30)
    assert 1790 < clock["seconds_left"] <= 1800
    api("POST", f"{at}/players/{row['b']}/disqualify", {"reason": "outside help"})
    api("POST", f"{at}/players/{row['b']}/undrop")
    token = api("POST", f"{at}/tokens", {"label": "overlay", "role": "screen"})["token"]
    assert token.startswith("pareo_")
    listed = api("GET", f"{at}/tokens")[0]
    assert token not in str(listed)
    organiser = api.as_role(Role.ORGANISER, slug="copa")
    assert organiser("POST", f"{at}/tokens", {"label": "x", "role": "owner"}, status=422)["error"] == "may-not-give"
    api("DELETE", f"{at}/tokens/{listed['id']}")
    assert next(t for t in api("GET", f"{at}/tokens") if t["id"] == listed["id"])["revoked"] is True


def test_copying_an_event_needs_a_role_there(api: Api) -> None:
    cup(api)
    other = api("POST", "/events", {"name": "Liga", "ruleset": "swiss"})["slug"]
    stranger = api.as_role(Role.ORGANISER, slug=other)
    stranger("POST", "/events", {"name": "Copy", "like": "copa", "with_players": True}, status=403)
    everywhere = api.as_role(Role.ORGANISER)
    made = everywhere("POST", "/events", {"name": "Copy", "like": "copa", "with_players": True})
    assert len(everywhere("GET", f"/events/{made['slug']}/players")) == 8


def test_the_description_names_every_call_and_loads_nothing(api: Api) -> None:
    told = api.as_role(None)("GET", "/openapi.json")
    assert len(told["paths"]) > 45
    for path, calls in told["paths"].items():
        assert path.startswith("/api/v1/"), path
        for call in calls.values():
            assert call["summary"], path
            assert "right" in call["description"]
    fields = told["components"]["schemas"]["PlayerBody"]["properties"]
    assert fields["first"]["examples"] == ["Iria"]
    assert "http://" not in str(told).replace("http://localhost", "")
    assert "https://" not in str(told)


def test_hostile_names_stay_data(api: Api) -> None:
    at = cup(api)
    begin(api, at)
    answer = api.client.get(f"/api/v1/public{at}/pairings")
    assert HOSTILE in answer.text
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_arithmetic_of_a_place_agrees_with_the_standings(api: Api) -> None:
    at = cup(api)
    play(api, at)
    play(api, at)
    numbers = {row["id"]: row["no"] for row in api("GET", f"{at}/players")}
    for row in api("GET", f"{at}/standings"):
        told = api("GET", f"{at}/standings/{numbers[row['player']]}")
        assert (told["rank"], told["points"], told["decided_by"]) == (row["rank"], row["points"], row["decided_by"])
        owp = next(step for step in told["steps"] if step["tiebreak"] == "owp")
        assert owp["total"] == row["tiebreaks"]["owp"]["exact"]
        values = [Fraction(term["value"]) for term in owp["terms"]]
        assert sum(values) / len(values) == Fraction(owp["total"])
    assert api("GET", f"{at}/standings/99", status=404)["error"] == "no-entrant"


def test_staff_is_given_and_taken_by_the_owner_only(api: Api) -> None:
    at = cup(api)
    made = api("POST", f"{at}/staff", {"name": "Elsa", "role": "scorekeeper", "first_table": 1, "last_table": 9})
    assert made["link"].startswith("/enter/")
    (row,) = [r for r in api("GET", f"{at}/staff") if r["name"] == "Elsa"]
    assert (row["role"], row["tables"], row["everywhere"]) == ("scorekeeper", [1, 9], False)
    organiser = api.as_role(Role.ORGANISER, slug="copa")
    organiser("POST", f"{at}/staff", {"name": "Rui", "role": "judge"}, status=403)
    assert api("POST", f"{at}/staff", {"name": "Rui", "role": "king"}, status=422)["error"] == "bad-role-choice"
    api("DELETE", f"{at}/staff/{made['id']}")
    assert not [r for r in api("GET", f"{at}/staff") if r["name"] == "Elsa"]
    assert api("DELETE", f"{at}/staff/{made['id']}", status=404)["error"] == "no-staff"


@pytest.mark.req("R-8")
@pytest.mark.parametrize("half", [{"first_table": 1}, {"last_table": 9}, {"first_table": 9, "last_table": 1}])
@pytest.mark.parametrize(("call", "who"), [("tokens", {"label": "desk"}), ("staff", {"name": "Elsa"})])
def test_half_a_range_of_tables_is_refused(api: Api, call: str, who: dict[str, str], half: dict[str, int]) -> None:
    at = cup(api)
    before = api("GET", f"{at}/{call}")
    assert api("POST", f"{at}/{call}", {**who, "role": "scorekeeper", **half}, status=422)["error"] == "bad-tables"
    assert api("GET", f"{at}/{call}") == before
    api("POST", f"{at}/{call}", {**who, "role": "scorekeeper", "first_table": 1, "last_table": 9})
    (row,) = [r for r in api("GET", f"{at}/{call}") if r not in before]
    assert row["tables"] == [1, 9]


@pytest.mark.req("A-14", "A-10")
def test_questions_with_several_answers_name_them(api: Api) -> None:
    at = cup(api, championship_points="yes")
    api("POST", f"{at}/check-in", {"players": [f"POP{i}" for i in range(6)]})
    asked = api("POST", f"{at}/pair", {}, status=409)
    assert (asked["error"], asked["confirm"]) == ("not-checked-in", True)
    assert [(c["field"], c["value"]) for c in asked["choices"]] == [
        ("not_here", "drop"),
        ("not_here", "out"),
        ("not_here", "pair"),
    ]
    assert asked["choices"][1]["meaning"] == "Leave them out of this round"
    api("POST", f"{at}/pair", {"not_here": "out"})
    assert len([row for row in api("GET", f"{at}/pairings") if row["kind"] == "match"]) == 3
    api("POST", f"{at}/publish", {})
    asked = api("POST", f"{at}/start", {}, status=409)
    assert (asked["error"], asked["confirm"], "choices" in asked) == ("start-lacks", True, False)
    api("POST", f"{at}/start", {"confirm": True})
