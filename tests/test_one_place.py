"""To add a setting or a role is to write one record: everything else finds it there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from command_desk import Desk
from console_browser import Browser, cup, open_hall
from pareo.app.rights import ROLES, Right, Role
from pareo.core.state.setting import Group, Setting, one_of
from pareo.core.state.settings.registry import SETTINGS
from pareo.web.app import create
from pareo.web.shared import Hall

MUSIC = Setting(
    "music", "Music in the hall", Group.HALL, one_of({"loud": "loud all day", "off": "no music"}),
    meaning="what is heard in the hall", takes="loud or off", help="Players like it, or they do not.", example="off",
    more="Nothing is heard.", per_pod=True, before_start=True,
)
BARD = Role("bard", "bard of the hall", frozenset({Right.PUBLIC, Right.STAFF}), does="sings between rounds")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = open_hall(tmp_path)
    yield hall
    hall.store.close()


def test_a_setting_is_one_record(hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SETTINGS, MUSIC.key, MUSIC)
    slug = cup(hall)
    pareo, browser = Desk(tmp_path), Browser(hall)
    # the command line
    assert "music=off" in pareo("set", slug, "music=OFF").out
    assert pareo.refused("set", slug, "music=jazz") == (
        "setting-unreadable", "music=jazz: this must be loud or off (what is heard in the hall).")
    row = {"key": "music", "meaning": "what is heard in the hall", "takes": "loud or off", "per_pod": True,
           "before_start": True}
    assert row in pareo.json("settings")
    # the API
    token = {"authorization": f"Bearer {hall.accounts.make_token('t', Role.OWNER)}"}
    client = TestClient(create(hall))
    assert row in client.get("/api/v1/settings", headers=token).json()
    # the state, for the event and for a pod
    browser.post(f"/console/{slug}/settings", pod="masters", music="loud")
    state = hall.desk.open(slug).state
    assert (state.setting(MUSIC), state.setting(MUSIC, "masters")) == ("off", "loud")
    # its page and the page of help
    page, help_ = browser.get(f"/console/{slug}/settings"), browser.get(f"/console/{slug}/settings/help")
    assert '<option value="off" selected>no music</option>' in page
    assert "Players like it, or they do not." in page
    assert '<article class="explained" id="music">' in help_
    assert "Nothing is heard." in help_


def test_a_role_is_one_record(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROLES, BARD.id, BARD)
    slug = cup(hall)
    owner = Browser(hall)
    assert '<option value="bard">bard of the hall: sings between rounds</option>' in owner.get(f"/console/{slug}/staff")
    owner.post(f"/console/{slug}/staff/account", name="Alan", role="bard", password="a long pass phrase")
    token = {"authorization": f"Bearer {hall.accounts.make_token('t', Role.OWNER)}"}
    rows = TestClient(create(hall)).get(f"/api/v1/events/{slug}/staff", headers=token).json()
    assert ("Alan", "bard") in {(row["name"], row["role"]) for row in rows}
    assert "bard of the hall" in owner.get(f"/console/{slug}/staff")
    bard = next(user for user in hall.accounts.users() if user.name == "Alan")
    assert bard.grants[0].role.rights == BARD.rights
