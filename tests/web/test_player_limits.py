"""A phone that does not stop: the journal stays the hall's, and the desk undoes what the desk did (R-22)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pareo.app.base.context import PLAYER_LIMIT
from support.web.server import SLUG, EventServer, serve_event

EVENT = f"/api/v1/events/{SLUG}"


def journal(server: EventServer) -> list[dict[str, Any]]:
    status, text = server.ask("GET", f"{EVENT}/journal?limit=1000")
    assert status == 200, text
    rows: list[dict[str, Any]] = json.loads(text)
    return rows


def desk(server: EventServer, method: str, path: str, body: Any = None) -> dict[str, Any]:
    """A command of the staff."""
    status, text = server.ask(method, f"{EVENT}/{path}", body)
    assert status < 300, text
    answer: dict[str, Any] = json.loads(text)
    return answer


def player_at(server: EventServer, table: int) -> int:
    """The number of who sits first at a table."""
    rows = json.loads(server.ask("GET", f"{EVENT}/pairings")[1])
    return next(int(row["a"].removeprefix("p")) for row in rows if row["table"] == table)


@pytest.mark.req("R-22")
def test_one_phone_cannot_fill_the_journal_or_stand_before_an_undo(tmp_path: Path) -> None:
    db = tmp_path / "hall.db"
    with serve_event(db, count=8) as server:
        links = {no: server.player_link(db, no) for no in range(1, 9)}

        def phone(no: int, what: str, body: dict[str, Any]) -> tuple[int, str]:
            return server.ask("POST", f"{EVENT}/own/{links[no]}/{what}", body, staff=False)

        reported = desk(server, "PUT", "rounds/1/tables/1/result", {"result": "1-0"})
        before = journal(server)
        flooder = player_at(server, 2)
        reports = [*("1-0", "0-1") * (PLAYER_LIMIT // 2), *["1-0"] * 10]
        answers = [phone(flooder, "claim", {"round": 1, "result": result}) for result in reports]
        assert [status for status, _ in answers] == [200] * PLAYER_LIMIT + [429] * 10
        assert "player-limit" in answers[-1][1]
        assert "go to the desk" in answers[-1][1]
        assert [phone(flooder, "judge", {"round": 1})[0] for _ in range(3)] == [429] * 3
        written = [row for row in journal(server)[len(before) :] if row["actor"] == f"player:{flooder}"]
        assert len(written) == PLAYER_LIMIT, "as many entries as a player has in a round"
        undone = desk(server, "POST", "undo", {})
        assert journal(server)[-1]["seq"] == undone["seq"]
        assert 1 not in server.results(), "the desk's own result is undone"
        assert reported["seq"] in {row["seq"] for row in journal(server) if row["undone_by"] == undone["seq"]}
        # The next round: calls do not stand before the undo of the publishing.
        for table in range(1, 5):
            desk(server, "PUT", f"rounds/1/tables/{table}/result", {"result": "1-0"})
        desk(server, "POST", "finish", {})
        desk(server, "POST", "pair", {})
        published = desk(server, "POST", "publish", {"confirm": True})
        assert [phone(no, "judge", {"round": 2})[0] for no in links] == [200] * 8
        undone = desk(server, "POST", "undo", {"seq": published["seq"]})
        assert {row["seq"] for row in journal(server) if row["undone_by"] == undone["seq"]} == {published["seq"]}
