"""The script in the hall's Wi-Fi (R-17, U-3): it says “It's me” for everybody, reads and replaces lists, and reports
both sides of every table; all of it from the one address that the honest players share."""

from __future__ import annotations

import http.client
import json
import re
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from pareo.app.accounts.accounts import Accounts
from pareo.app.base.context import Context
from pareo.app.commands.lists.submit import hand_in
from pareo.core.model.outcome import Result
from pareo.store import open_store
from support.web.public import PublicStage, make_players, visible_text
from support.web.server import SLUG, EventServer, serve_database, start_event

EVENT = f"/api/v1/events/{SLUG}"
SECRET = "4 Pikachu four seven eleven"
# However slow the machine is, the script is quick.
_LONG_WINDOWS = "from pareo.app.accounts import accounts\naccounts.CLAIM_WINDOWS = (3600.0, 3600.0, 3600.0)\n"


class Phone:
    """A browser with its cookies; one page of the event's was opened."""

    def __init__(self, server: EventServer) -> None:
        self.port = server.port
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, **form: str) -> tuple[int, str]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        head = {
            "cookie": "; ".join(f"{key}={value}" for key, value in self.cookies.items()),
            "content-type": "application/x-www-form-urlencoded",
            "accept-language": "en",
        }
        body = urlencode({**form, "_csrf_token": self.cookies.get("pareo_csrf", "")}) if method == "POST" else None
        try:
            line.request(method, path, body, head)
            answer = line.getresponse()
            text = answer.read().decode()
            for cookie in answer.headers.get_all("set-cookie") or ():
                self.cookies |= {key: kept.value for key, kept in SimpleCookie(cookie).items()}
            return answer.status, text
        finally:
            line.close()

    def claim(self, no: int) -> int:
        assert self.ask("GET", f"/e/{SLUG}/me?q=x")[0] == 200
        return self.ask("POST", f"/e/{SLUG}/me", no=str(no))[0]

    def report(self, result: str) -> int:
        return self.ask("POST", f"/e/{SLUG}/me/report", round="1", result=result)[0]


def staff(server: EventServer, method: str, path: str, body: Any = None) -> Any:
    status, text = server.ask(method, f"{EVENT}/{path}", body)
    assert status == 200, text
    return json.loads(text)


@pytest.mark.req("R-17")
def test_a_script_gets_nowhere_and_the_honest_are_let_in(where: str) -> None:
    token, session = start_event(where, 32)
    store = open_store(where)
    hand_in(Context(store), SLUG, "p3", SECRET, kind="text", override="test")
    accounts = Accounts(store.accounts())
    link = accounts.player_link(SLUG, 20)
    accounts.close()
    store.close()
    with serve_database(where, token, session, prelude=_LONG_WINDOWS) as server:
        pairs = [(int(row["a"][1:]), int(row["b"][1:])) for row in staff(server, "GET", "pairings")]
        # All names, a new browser for each, the players of each table one after the other.
        crowd = {no: Phone(server) for pair in pairs for no in pair}
        took = [no for no, phone in crowd.items() if phone.claim(no) == 303]
        assert len(took) == 8
        pages = [crowd[no].ask("GET", f"/e/{SLUG}/me") for no in took]
        assert not any(SECRET in text for _, text in pages)
        reports = [crowd[a].report("1-0") for a, _ in pairs] + [crowd[b].report("0-1") for _, b in pairs]
        assert set(reports) == {303}, "sent to “Who are you?”"
        assert server.results() == {}
        assert all(not row["by"] for row in staff(server, "GET", "claims"))
        told = [need for need in staff(server, "GET", "needs") if need["kind"] == "claims"]
        assert [need["number"] for need in told] == [8]
        assert staff(server, "GET", "phones") == {"on": False, "off_because": "burst", "phones": 0, "wanted": []}
        # The honest, from the same address: by the QR code of the badge, and by a code from the desk.
        badge, told_at_desk = Phone(server), Phone(server)
        assert badge.ask("GET", f"/e/{SLUG}/me/{link}")[0] == 200
        assert badge.report("1-0") == 303
        code = staff(server, "POST", "players/p3/code")["code"]
        assert told_at_desk.ask("GET", f"/e/{SLUG}/me")[0] == 200
        assert told_at_desk.ask("POST", f"/e/{SLUG}/me/code", code=code)[0] == 303
        assert SECRET in told_at_desk.ask("GET", f"/e/{SLUG}/me")[1]
        rows = {row["table"]: row["by"] for row in staff(server, "GET", "claims")}
        assert [list(said) for said in rows.values()] == [["p20"]]
        assert "Traceback" not in server.process.text


@pytest.mark.req("R-17")
def test_a_claimed_name_sees_its_table_and_reports_and_nothing_else(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, lists="required")
    stage.enter(make_players(4))
    stage.open()
    match = next(iter(stage.ctx.open("copa").state.pods["masters"].rounds[1].matches.values()))
    hand_in(stage.ctx, "copa", match.a, SECRET, kind="text", override="test")
    one, other = stage.visitor(), stage.visitor()
    for phone, no in ((one, match.a), (other, match.b)):
        phone.get("/e/copa/me")
        phone.post("/e/copa/me", 303, no=str(no))
    page = one.get("/e/copa/me")
    assert f"Table {match.table}" in visible_text(page)
    assert SECRET not in page
    assert "scan your own QR code" in page
    for path in ("list", "leave", "here", "drop"):
        one.post(f"/e/copa/me/{path}", 403, text="4 Mew", person="0")
    one.get("/e/copa/me/photo", 403)
    one.post("/e/copa/me/report", 303, round="1", result="1-0")
    assert result_at(stage, match.table) is None, "one phone alone is no result"
    other.post("/e/copa/me/report", 303, round="1", result="0-1")
    assert result_at(stage, match.table) is not None, "the opponent's other phone makes it one"
    assert SECRET in stage.visitor().get(stage.own_address(match.a))
    stage.store.close()


def result_at(stage: PublicStage, table: int) -> Result | None:
    return stage.ctx.open("copa").state.pods["masters"].rounds[1].matches[table].result


@pytest.mark.req("U-3")
@pytest.mark.req("R-17")
def test_two_reports_from_one_device_are_not_two_players(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path)
    stage.enter(make_players(4))
    stage.open()
    match = next(iter(stage.ctx.open("copa").state.pods["masters"].rounds[1].matches.values()))
    phone = stage.visitor()
    for no, result in ((match.a, "1-0"), (match.b, "0-1")):  # with both personal links even
        phone.get(stage.own_address(no))
        phone.post("/e/copa/me/report", 303, round="1", result=result)
    assert result_at(stage, match.table) is None
    assert len(stage.ctx.open("copa").state.floor.claims[1, match.table]) == 2
    assert "Both reports came from the same phone" in phone.get("/e/copa/me")
    now = visible_text(stage.staff().get("/console/copa"))
    assert f"Both reports of table {match.table} came from one phone." in now
    second = stage.visitor()  # the opponent's own phone
    second.get(stage.own_address(match.b))
    second.post("/e/copa/me/report", 303, round="1", result="0-1")
    assert result_at(stage, match.table) is not None
    stage.store.close()


@pytest.mark.req("R-17")
def test_the_desk_releases_all_and_switches_with_one_press(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path)
    stage.enter(make_players(4))
    stage.open()
    phone, desk = stage.visitor(), stage.staff()
    phone.get("/e/copa/me")
    phone.post("/e/copa/me", 303, no="1")
    assert "Iria" in desk.get("/console/copa/claims")
    desk.post("/console/copa/claims/release", 303)
    assert "Who are you?" in phone.get("/e/copa/me")
    assert "released this name from this phone" in phone.post("/e/copa/me", 422, no="1")
    desk.post("/console/copa/claims/off", 303)
    assert "It&#39;s me</button>" not in stage.visitor().get("/e/copa/me?q=teo")
    assert "is off at this event" in stage.visitor().post("/e/copa/me", 422, no="2")
    desk.post("/console/copa/claims/on", 303)
    stage.visitor().post("/e/copa/me", 303, no="2")
    told = desk.post("/console/copa/players/1/code", 303)
    assert told == ""
    code = re.search(r"Code: (\w{4} \w{4})\.", visible_text(desk.get("/console/copa/players/1")))
    assert code is not None
    phone.post("/e/copa/me/code", 303, code=code[1])
    assert "Iria" in phone.get("/e/copa/me")
    stage.store.close()


@pytest.mark.req("R-17")
def test_an_event_can_ask_for_the_personal_link_only(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, its_me="no")
    stage.enter(make_players(4))
    stage.open()
    phone = stage.visitor()
    page = phone.get("/e/copa/me?q=iria")
    assert "It&#39;s me</button>" not in page
    assert "scan your own QR code" in page
    assert "is off at this event" in phone.post("/e/copa/me", 422, no="1")
    assert "Iria" in phone.get(stage.own_address(1))
    stage.store.close()
