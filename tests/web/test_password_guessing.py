"""Wrong passwords, however many at once, stop nobody's work and lock nobody out (R-4)."""

from __future__ import annotations

import http.client
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import pytest

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.passwords import QUEUE
from pareo.store import SqliteStore
from support.execution import wait_until
from support.web.server import EventServer, serve_database, start_event

PASSWORD = "correct horse"
# While the file is there the check of a wrong password does not end.
_SLOW = """
import time
from pathlib import Path
from pareo.app.accounts.passwords import Passwords
flag, real = Path({flag!r}), Passwords.fits
def fits(self, stored, text):
    while text == "wrong" and flag.exists():
        time.sleep(0.01)
    return real(self, stored, text)
Passwords.fits = fits
"""


class Browser:
    """Cookies, and the login page."""

    def __init__(self, hosted: EventServer) -> None:
        self.port = hosted.port
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, **form: str) -> int:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        head = {
            "cookie": "; ".join(f"{key}={value}" for key, value in self.cookies.items()),
            "content-type": "application/x-www-form-urlencoded",
        }
        body = urlencode({**form, "_csrf_token": self.cookies.get("pareo_csrf", "")}) if form else None
        try:
            line.request(method, path, body, head)
            answer = line.getresponse()
            answer.read()
            for text in answer.headers.get_all("set-cookie") or ():
                self.cookies |= {key: kept.value for key, kept in SimpleCookie(text).items()}
            return answer.status
        finally:
            line.close()

    def login(self, password: str, name: str = "owner") -> int:
        if "pareo_csrf" not in self.cookies:
            assert self.ask("GET", "/login") == 200
        return self.ask("POST", "/login", name=name, password=password)


@pytest.mark.slow
@pytest.mark.req("R-4")
def test_forty_guesses_at_once_leave_everybody_else_alone(tmp_path: Path) -> None:
    db, flag = tmp_path / "hall.db", tmp_path / "slow"
    token, session = start_event(db)
    store = SqliteStore(db)
    accounts = Accounts(store.accounts())
    accounts.set_password(accounts.ensure_owner().id, PASSWORD, keep=session)
    accounts.close()
    store.close()
    with serve_database(db, token, session, prelude=_SLOW.format(flag=str(flag))) as hosted:
        mine = Browser(hosted)
        assert mine.login(PASSWORD) == 303
        guessers = [Browser(hosted) for _ in range(40)]
        for one in guessers:
            assert one.ask("GET", "/login") == 200
        flag.touch()
        with ThreadPoolExecutor(40) as pool:
            asked = [pool.submit(one.login, "wrong") for one in guessers]
            refused = 40 - 1 - QUEUE
            wait_until(lambda: sum(one.done() for one in asked) == refused, "who is too many is told at once")
            assert [one.result() for one in asked if one.done()] == [503] * refused
            assert hosted.report(1)[0] == 200
            assert hosted.ask("GET", "/console")[0] == 200
            del mine.cookies["pareo_session"]
            assert mine.login(PASSWORD) == 303, "the browser that has logged in before"
            assert Browser(hosted).login(PASSWORD) == 503
            assert sum(one.done() for one in asked) == refused, "all that while they waited"
            flag.unlink()
            told = Counter(one.result() for one in asked)
        assert told == {503: refused, 422: 5, 429: QUEUE + 1 - 5}
        assert Browser(hosted).login(PASSWORD) == 429, "that name has to wait"
        assert mine.login(PASSWORD) == 303, "but not in one's own browser"
        before = hosted.process.text.count("/enter/")
        hosted.process.type_line()
        wait_until(lambda: hosted.process.text.count("/enter/") == before + 1)
        link = hosted.process.text.rsplit("/enter/", 1)[1].split()[0]
        fresh = Browser(hosted)
        assert fresh.ask("GET", f"/enter/{link}") == 303
        assert fresh.ask("GET", "/console") == 200
        assert {"pareo_session", "pareo_browser"} <= set(fresh.cookies)
        assert "Traceback" not in hosted.process.text
