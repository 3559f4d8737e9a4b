"""The console's page of views, lists in any order, help on the settings; and the same calls of the API."""

from __future__ import annotations

import re

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.core.settings.registry import SETTINGS
from pareo.web.app_state import AppState
from support.web.application import create_app
from support.web.console import ConsoleClient

PEOPLE = [
    NewPlayer(
        first="Ana",
        last="Duna",
        id="X-1",
        rating=1800,
        club="Norte",
        title="GM",
        birth_date="2001-04-30",
        sex="f",
        intl_id="F-77",
    ),
    NewPlayer(first="Leo", last="Faro", id="X-2", rating=1500, club="Sur"),
    NewPlayer(first="Eva", last="<b>Isla", id="X-3", rating=1500, club="Norte"),
    NewPlayer(first="Hal", last="Zeta", id="X-4", club="Sur"),
]


@pytest.fixture
def slug(app_state: AppState) -> str:
    made = events.create(app_state.ctx, events.NewEvent("Noche", "scrabble-fise", seed="x", settings={"rounds": "3"}))
    players.enter(app_state.ctx, made, PEOPLE)
    return made


def play(app_state: AppState, slug: str) -> None:
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug, confirmed=True)
    rounds.start(app_state.ctx, slug)
    last = next(iter(app_state.ctx.open(slug).state.pods.values())).last_round
    rows = [results.ResultRow("400-350", table=table) for table in last.matches]
    results.import_results(app_state.ctx, slug, rows, round_no=last.number)
    rounds.finish(app_state.ctx, slug)


def names(page: str) -> list[str]:
    return re.findall(r'<a class="plain-link name"[^>]*>([^<]+)</a>', page)


@pytest.mark.req("SP-6")
def test_the_list_is_sorted_by_selects(app_state: AppState, slug: str) -> None:
    staff = ConsoleClient(app_state)
    assert names(staff.get(f"/console/{slug}/players?view=details"))[0] == "Eva &lt;b&gt;Isla"
    page = staff.get(f"/console/{slug}/players?view=details&sort1=rating&sort2=-last&sort3=")
    assert names(page) == ["Ana Duna", "Leo Faro", "Eva &lt;b&gt;Isla", "Hal Zeta"]
    assert re.search(r'<option value="-last" selected>', page)
    page = staff.get(f"/console/{slug}/players?view=details&sort1=-club&sort2=random")
    assert "Redraw lots" in page
    assert names(page) == names(staff.get(f"/console/{slug}/players?view=details&sort1=-club&sort2=random"))
    assert 'value="2">Redraw lots' in page
    for odd in ("sort1=height", "sort1=rating&sort2=rating", "sort=%3Cscript%3E", "sort=random:!!", "sort=-,-"):
        assert len(names(staff.get(f"/console/{slug}/players?view=details&{odd}"))) == 4
        assert staff.status == 200


@pytest.mark.req("SP-7")
def test_the_form_of_a_player_has_every_field(app_state: AppState, slug: str) -> None:
    staff = ConsoleClient(app_state)
    page = staff.get(f"/console/{slug}/players/1")
    for key in ("birth_date", "title", "sex", "intl_id", "local_id", "late_from", "until", "bonus", "rating2", "byes"):
        assert f'name="{key}"' in page, key
    staff.post(
        f"/console/{slug}/players/2",
        sex="computer",
        title="fm",
        local_id="L-9",
        birth_date="1999-12-31",
        until="2",
        bonus="0.5",
    )
    event = app_state.ctx.open(slug)
    person, entrant = event.person(event.state.entrants[2]), event.state.entrants[2]
    assert (person["sex"], person["title"], person["local_id"], person["birth_year"]) == ("computer", "FM", "L-9", 1999)
    assert (entrant.until, event.state.ruleset.show_points(entrant.bonus)) == (2, 0.5)
    staff.post(f"/console/{slug}/players/2", birth_date="soon")
    assert staff.status == 422
    unchanged = app_state.ctx.open(slug).state.seq
    staff.post(f"/console/{slug}/players/2", sex="computer", title="FM", bonus="0.5", until="2")
    assert app_state.ctx.open(slug).state.seq == unchanged  # nothing was changed, so nothing is written


@pytest.mark.req("SP-13")
def test_every_view_opens_and_downloads(app_state: AppState, slug: str) -> None:
    staff = ConsoleClient(app_state)
    assert "Nothing to see yet." in staff.get(f"/console/{slug}/views")
    play(app_state, slug)
    rounds.pair(app_state.ctx, slug)
    page = staff.get(f"/console/{slug}/views")
    inside = re.search(r"<main.*</main>", page, re.S)
    assert inside is not None
    links = [link for link in re.findall(r'href="(/console/[^"]+)"', inside[0]) if not link.endswith(".pdf")]
    assert sum("/views/csv/" in link for link in links) >= 7
    for link in links:
        if "/ratings" in link:  # has tests of its own
            continue
        answer = staff.client.get(link)
        assert answer.status_code == 200, link
    for path in ("views/information", "views/information?round=1", "views/grid", "views/cards/1", "views/cards/4"):
        shown = staff.get(f"/console/{slug}/{path}")
        assert staff.status == 200, path
        assert "<b>Isla" not in shown
    assert "draft" in staff.get(f"/console/{slug}/views/cards/1")
    met = re.findall(r'<td class="small">([0-9, ]*)</td>', staff.get(f"/console/{slug}/views/information"))
    assert sorted(met) == ["1", "2", "3", "4"]  # numbers of the list, not ids
    for path in ("views/information?round=9", "views/cards/99", "views/csv/nothing", "views/grid?pod=zz"):
        staff.get(f"/console/{slug}/{path}")
        assert staff.status == 404, path
    first = staff.client.get(f"/console/{slug}/views/csv/players?sort=rating").text.splitlines()[1]
    assert first.startswith("X-1,Ana")


@pytest.mark.req("SP-13")
def test_views_are_for_staff_and_files_for_organisers(app_state: AppState, slug: str) -> None:
    play(app_state, slug)
    judge, nobody = ConsoleClient(app_state, Role.JUDGE), TestClient(create_app(app_state))
    assert "CSV" not in judge.get(f"/console/{slug}/views/information")
    assert judge.client.get(f"/console/{slug}/views/csv/players").status_code == 403
    for path in ("views", "views/information", "views/cards/1", "views/grid", "settings/help", "views/csv/cards"):
        assert nobody.get(f"/console/{slug}/{path}", follow_redirects=False).status_code in (303, 302, 401, 403), path


@pytest.mark.req("SP-20")
def test_every_setting_is_explained_with_an_example(app_state: AppState, slug: str) -> None:
    staff = ConsoleClient(app_state)
    settings = staff.get(f"/console/{slug}/settings")
    assert f'href="/console/{slug}/settings/help"' in settings
    page = staff.get(f"/console/{slug}/settings/help")
    shown = re.findall(r'<article class="explained" id="(\w+)">', page)
    assert {"name", "organiser", "judge", "style", "rounds"} <= set(shown)  # the tournament's own data
    for key in ("barred", "acceleration", "tiebreaks", "prize_table"):  # where a text can be typed
        assert f'/settings/help#{key}"' in settings, key
        assert key in shown
    for key, setting in SETTINGS.items():
        if key not in ("table", "tier"):  # what these take, each ruleset says for itself
            assert setting.example, f"the setting {key} has no example"
            setting.kind.read(setting.example, 2)  # an example can be typed as it is


@pytest.mark.req("SP-23")
def test_columns_on_public_pages_and_screens(app_state: AppState, slug: str) -> None:
    staff = ConsoleClient(app_state)
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug, confirmed=True)
    assert "<i>(0)</i>" in staff.get(f"/e/{slug}/tables")
    assert "1800" not in staff.get(f"/screen/{slug}/pairings")
    events.change_settings(app_state.ctx, slug, {"pairing_columns": "rating,club"})
    app_state.refresh()
    assert "<small>1800 · Norte</small>" in staff.get(f"/screen/{slug}/pairings")


@pytest.mark.req("SP-6", "SP-13")
def test_the_api_sorts_lists_and_tells_views(app_state: AppState, slug: str) -> None:
    play(app_state, slug)
    client = TestClient(create_app(app_state))
    staff = {"authorization": f"Bearer {app_state.accounts.make_token('t', Role.OWNER)}"}
    at = f"/api/v1/events/{slug}"
    listed = client.get(f"{at}/players?sort=rating,-last", headers=staff).json()
    assert [row["id"] for row in listed] == ["X-1", "X-2", "X-3", "X-4"]
    assert (listed[0]["title"], listed[0]["birth_date"], listed[0]["intl_id"]) == ("GM", "2001-04-30", "F-77")
    assert client.get(f"{at}/players?sort=height", headers=staff).json()["error"] == "order-unknown"
    told = client.get(f"{at}/information", headers=staff).json()
    assert {row["kind"] for row in told} == {"match"}
    assert client.get(f"{at}/players/X-1/card", headers=staff).json()["rounds"][0]["round"] == 1
    for path in ("information", "players/X-1/card", "players"):
        assert client.get(f"{at}/{path}").status_code in (401, 403), path
    public = f"/api/v1/public/events/{slug}"
    shown = client.get(f"{public}/players?sort=-rating").text + client.get(f"{public}/cross-table").text
    for private in ("2001", "X-1", "GM", "F-77"):
        assert private not in shown
    assert [row["player"] for row in client.get(f"{public}/players?sort=rating,last").json()][:2] == ["1", "3"]
    assert client.get(f"{public}/players?sort=birth_year").json()["error"] == "order-unknown"
    assert [row["rank"] for row in client.get(f"{public}/cross-table").json()] == sorted(
        row["rank"] for row in client.get(f"{public}/cross-table").json()
    )
    assert client.get(f"{public}/cross-table?pod=zz").status_code == 404
