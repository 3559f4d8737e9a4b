"""The API of series, categories, clubs and duplicate events."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from pareo.app.league import series
from pareo.web.app_state import AppState
from support.events.series import play_scrabble_event
from support.web.application import create_app
from support.web.console import open_app_state

AT = "/api/v1"


class Api:
    """Calls with the owner's token."""

    def __init__(self, app_state: AppState) -> None:
        self.app_state = app_state
        self.client = TestClient(create_app(app_state), raise_server_exceptions=True)
        self.token = app_state.accounts.make_token("owner", Role.OWNER)

    def __call__(self, method: str, path: str, body: object = None, code: int = 200, token: str | None = None) -> Any:
        head = {"authorization": f"Bearer {self.token if token is None else token}"} if token != "" else {}
        more: dict[str, Any] = {} if body is None else {"json": body}
        answer = self.client.request(method, AT + path, headers=head, **more)
        assert answer.status_code == code, answer.text
        return answer.json()


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    app_state = open_app_state(tmp_path)
    yield Api(app_state)
    app_state.store.close()


@pytest.mark.req("SP-16")
def test_a_series_by_calls(api: Api) -> None:
    slug = play_scrabble_event(api.app_state.ctx, "Uno", date="2026-01-10", names="initial")
    assert api("POST", "/series", {"name": "Liga", "preset": "uruguay", "changes": {"exchange.size": "2"}}) == {
        "slug": "liga"
    }
    api("PUT", f"/series/liga/events/{slug}", {"weight": "2"})
    told = api("GET", "/series/liga")
    assert {row["name"] for row in told["rows"]} == {"Ada Ríos", "Bea Sol", "Cai Mar", "Dov Rey"}
    assert told["events"][0]["weight"] == 2
    public = api("GET", "/public/series/liga", token="")
    assert {row["name"] for row in public["rows"]} == {"Ada R.", "Bea S.", "Cai M.", "Dov R."}
    assert all("person" not in row for row in public["rows"])
    assert api("GET", "/public/series", token="")[0]["slug"] == "liga"
    rows = api("GET", "/series/liga/categories")
    assert sorted(row["category"] for row in rows) == ["A", "A", "B", "B"]
    assert api("POST", "/series/liga/categories", {"what": "apply"})["action"] == "categories"
    assert api("POST", "/series/liga/categories", {"what": "apply"}, 422)["error"] == "category-twice"
    assert api("POST", "/series/liga/categories", {"what": "guess"}, 422)["error"] == "category-what"
    assert api("POST", "/series/liga/same", {"a": "Ada Ríos", "b": "Bea Sol"}, 422)["error"] == "series-met"
    assert api("PATCH", "/series/liga", {"name": "Otra"})["action"] == "renamed"
    assert api("PATCH", "/series/liga", {}, 422)["error"] == "series-nothing"
    api("DELETE", f"/series/liga/events/{slug}")
    assert api("DELETE", "/series/liga", code=409)["confirm"] is True
    api("DELETE", "/series/liga?confirm=true")
    assert api("GET", "/series/liga", code=404)["error"] == "no-such-series"


def test_only_a_token_of_the_server_changes_a_series(api: Api) -> None:
    """An organiser of one event must not get in through an address that names that event."""
    slug = play_scrabble_event(api.app_state.ctx, "Uno")
    series.create(api.app_state.ctx, "Liga", series.rules_text("uruguay"))
    mine = api.app_state.accounts.make_token("mine", Role.ORGANISER, slug)
    api("PUT", f"/series/liga/events/{slug}", {}, 403, mine)
    api("POST", "/series", {"name": "x", "preset": "uruguay"}, 403, mine)
    api("GET", f"/events/{slug}/clubs", token=mine)
    assert series.show_series(api.app_state.ctx, "liga").events == []


def test_clubs_and_duplicate_by_calls(api: Api) -> None:
    slug = play_scrabble_event(api.app_state.ctx, "Uno", names="initial")
    assert {row["club"] for row in api("GET", f"/events/{slug}/clubs?best=1")} == {"Club 0", "Club 1"}
    public = api("GET", f"/public/events/{slug}/clubs", token="")
    assert {p["name"] for row in public for p in row["counting"]} == {"Ada R.", "Bea S.", "Cai M.", "Dov R."}
    assert api("POST", "/duplicates", {"name": "Tarde", "names": "initial"}) == {"slug": "tarde"}
    sheets = [{"name": "Ada Ríos", "turns": [30, None]}, {"name": "Bea", "turns": [30, 40]}]
    api("PUT", "/duplicates/tarde/games/1", {"best": [30, 40], "sheets": sheets})
    assert [r["percent"] for r in api("GET", "/duplicates/tarde")["rows"]] == ["100.00", "42.86"]
    assert api("GET", "/public/duplicates/tarde", token="")["rows"][1]["name"] == "Ada R."
    assert api("GET", "/public/duplicates", token="")[0]["games"] == 1
    bad = api("PUT", "/duplicates/tarde/games/1", {"sheets": [{"name": " ", "turns": [1, 2]}]}, 422)
    assert bad["message"] == "the name is missing."
    api("PUT", "/duplicates/tarde/games/1", {"sheets": [{"name": "x", "turns": [9999]}]}, 400)
    api("DELETE", "/duplicates/tarde?confirm=true")
