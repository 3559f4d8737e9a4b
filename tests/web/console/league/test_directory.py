"""The directory in the console and in the API: who may look, what is shown, what a click does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.people.players import NewPlayer, enter
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.app.league import directory, directory_events, directory_ratings, series
from pareo.app.league.directory_snapshot import load_directory
from pareo.core.league.directory import RatingHistoryStep, RatingSource
from pareo.web.app_state import AppState
from pareo.web.console.league.rating_line import rating_line
from support.web.application import create_app
from support.web.console import ConsoleClient, open_app_state

NAMES = ("Ana Abril", "Bruno Brasa", "Celia Cedro", "Darío Duna")


@pytest.fixture
def app_state(tmp_path: Path) -> Iterator[AppState]:
    found = open_app_state(tmp_path)
    for i, name in enumerate(NAMES):
        first, last = name.split()
        directory.add(
            found.ctx,
            {
                "first": first,
                "last": last,
                "rating": str(1500 + 50 * i),
                "games": "9",
                "club": "Club Faro",
                "birth_year": "1987",
                "note": "plays left-handed",
            },
        )
    yield found
    found.store.close()


def evening(app_state: AppState, name: str = "Jueves", like: str | None = None) -> str:
    return events.create(
        app_state.ctx,
        events.NewEvent(
            name, "" if like else "scrabble-fise", settings={} if like else {"rounds": "1"}, seed="s", like=like
        ),
    )


def play(app_state: AppState, slug: str) -> None:
    ctx = app_state.ctx
    if not ctx.open(slug).state.pods:
        rounds.pair(ctx, slug)
    rounds.publish(ctx, slug, confirmed=True)
    rounds.start(ctx, slug)
    for pod in ctx.open(slug).state.pods.values():
        for table in list(pod.rounds[1].matches):
            results.report(ctx, slug, round_no=1, table=table, result="400-300")
    rounds.finish(ctx, slug)


def pid(app_state: AppState, name: str) -> str:
    return directory.find(load_directory(app_state.ctx), name).id


def test_the_list_searches_sorts_and_adds(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    text = browser.get("/console/directory?q=dario")
    assert "Darío Duna" in text
    assert "Ana Abril" not in text
    order = re.findall(r'class="plain-link"[^>]*>([^<]+)<', browser.get("/console/directory?sort=rating"))
    assert order == list(reversed(NAMES))
    text = browser.post("/console/directory/add", first="ELSA", last="ESTERO", club="TORRE NORTE", tidy="yes")
    assert "Elsa Estero is in the directory" in text
    text = browser.post("/console/directory/add", first="Dario", last="Duna")
    assert "Perhaps the same person: Darío Duna" in text
    browser.post("/console/directory/add", first="Ana", last="Abril")
    assert browser.status == 409, "a namesake is asked about"
    browser.post("/console/directory/add", first="x", rating="many")
    assert browser.status == 422
    assert "<script>" not in browser.post("/console/directory/add", first="<script>alert(1)</script>", last="x")
    assert browser.status == 200


def test_a_person_has_a_page(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    ana = pid(app_state, "Ana Abril")
    at = f"/console/directory/people/{ana}"
    browser.post(f"{at}/correct", rating="1600", reason="typed wrong", list="1")
    text = browser.get(at)
    assert "typed wrong" in text
    assert '<svg class="rating-line"' in text
    assert "+100" in text
    browser.post(f"{at}/edit", version="1", first="Ana", last="Abril Roca", club="Club Norte")
    assert "Abril Roca" in browser.get(at)
    browser.post(f"{at}/edit", version="1", first="Ana", last="Late")
    assert browser.status == 409, "somebody else was faster"
    browser.post(f"{at}/alias", name="Ana Abril")
    assert pid(app_state, "ana abril") == ana
    browser.post(f"{at}/forget")
    assert browser.status == 409
    browser.post(f"{at}/forget", yes="yes")
    text = browser.get(at)
    assert "Abril" not in text
    assert "1600" in text
    browser.get("/console/directory/people/nobody")
    assert browser.status == 404


def test_lists_are_looked_at_before_they_are_taken_in(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    text = "name,rating\nANA ABRIL,1520\nelsa estero,1400\nHugo Hiedra,9x\n"
    client = browser.client
    form = {"_csrf_token": str(client.cookies.get("pareo_csrf")), "text": text, "tidy": "yes"}
    shown = client.post("/console/directory/import", data=form, files={"file": ("", b"")}).text
    assert "Elsa Estero" in shown
    assert "Import the list" not in shown, "a wrong row must be corrected first"
    browser.post("/console/directory/import/enter", text=text, tidy="yes")
    assert browser.status == 422
    browser.post("/console/directory/import/enter", text=text.replace("9x", "1450"), tidy="yes")
    assert directory.find(load_directory(app_state.ctx), "Ana Abril").rating == 1520
    csv = client.get("/console/directory/people.csv")
    assert "Elsa,Estero" in csv.text
    assert "attachment" in csv.headers["content-disposition"]


def test_clubs(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    browser.post("/console/directory/clubs", name="Faro", short="F", city="Lugo")
    text = browser.post("/console/directory/clubs", club="Club Faro", merge="Faro")
    assert browser.status == 409
    browser.post("/console/directory/clubs", club="Club Faro", merge="Faro", yes="yes")
    text = browser.get("/console/directory/clubs")
    assert "4 people" in text
    assert "Lugo" in text


@pytest.mark.req("SP-8")
def test_an_evening_by_clicks(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    last = evening(app_state)
    directory_events.enter_present_players(app_state.ctx, last, [*NAMES[:3], "Hugo Hiedra"], new=True)
    slug = evening(app_state, "Jueves 2", like=last)
    text = browser.get(f"/console/{slug}/here")
    assert text.count("data-lately") == 4
    keys = re.findall(r'name="(p-[0-9a-f]+)"', text)
    assert len(keys) == 5
    asked = browser.post(f"/console/{slug}/here", names="Dario Duna", **{keys[0]: "1"})
    assert browser.status == 409, "a name that is only alike is proposed, and a new one asked about"
    assert re.search(r'name="new" value="yes">\s*Enter them as new players', asked)
    assert not app_state.ctx.open(slug).state.entrants
    browser.post(f"/console/{slug}/here", names="Elsa Estero", new="yes", then="pair", **dict.fromkeys(keys[:4], "1"))
    assert (browser.status, browser.path) == (200, f"/console/{slug}/rounds")
    state = app_state.ctx.open(slug).state
    assert len(state.entrants) == 5
    assert state.pods, "round 1 is drafted"
    play(app_state, slug)
    at = f"/console/{slug}/directory"
    text = browser.get(at)
    assert "Apply the ratings" in text
    assert "/console/series/new" in text
    text = browser.post(f"{at}/apply", list="1")
    assert "Applied changes" in text
    browser.post(f"{at}/apply", list="1")
    assert browser.status == 422
    results.report(app_state.ctx, slug, round_no=1, table=1, result="300-400")
    assert "corrected afterwards" in browser.get(at)
    text = browser.post(f"{at}/take-back", list="1")
    assert "Apply the ratings" in text


@pytest.mark.req("SP-8", "SP-16")
def test_one_button_closes_the_evening(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    league = series.create(app_state.ctx, "<b>Liga</b>", series.rules_text("formula-one-2010"))
    first = evening(app_state)
    directory_events.enter_present_players(app_state.ctx, first, NAMES)
    browser.post(f"/console/{first}/directory/close", series=league)
    assert browser.status == 422
    assert not series.show_series(app_state.ctx, league).events, "the rounds are missing"
    play(app_state, first)
    text = browser.post(f"/console/{first}/directory/close", series=league)
    assert "Applied changes" in text
    assert "&lt;b&gt;Liga" in text
    assert "<b>Liga" not in text
    slug = evening(app_state, "Jueves 2", like=first)
    directory_events.enter_present_players(app_state.ctx, slug, NAMES)
    play(app_state, slug)
    assert f'<option value="{league}" selected>' in browser.get(f"/console/{slug}/directory")
    browser.post(f"/console/{slug}/directory/close", series=league)
    assert [e.slug for e in series.show_series(app_state.ctx, league).events] == [first, slug]


def test_close_the_event_counts_it_all(app_state: AppState) -> None:
    """The button of Now: what it will do is said before; report, file and “same again” are there before and after."""
    browser = ConsoleClient(app_state)
    league = series.create(app_state.ctx, "Liga", series.rules_text("formula-one-2010"))
    first = evening(app_state)
    directory_events.enter_present_players(app_state.ctx, first, NAMES)
    play(app_state, first)
    browser.post(f"/console/{first}/directory/close", series=league)
    slug = evening(app_state, "Jueves 2", like=first)
    directory_events.enter_present_players(app_state.ctx, slug, NAMES)
    play(app_state, slug)
    before = directory.find(load_directory(app_state.ctx), "Ana Abril").rating
    page = browser.get(f"/console/{slug}")
    for said in (
        "Close the event",
        "4 ratings will change.",
        "Counts towards Liga.",
        f"/console/{slug}/papers",
        f"/console/{slug}/papers#files",
        f"/console/new?like={slug}",
    ):
        assert said in page, said
    page = browser.post(f"/console/{slug}/close", take="yes")
    assert app_state.ctx.open(slug).state.closed
    assert [e.slug for e in series.show_series(app_state.ctx, league).events] == [first, slug]
    assert directory.find(load_directory(app_state.ctx), "Ana Abril").rating != before
    for said in ("Results are online", f"/console/{slug}/papers#files", f"/console/new?like={slug}"):
        assert said in page, said


def test_a_new_event_with_players_tells_of_new_ratings(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    first = evening(app_state)
    directory_events.enter_present_players(app_state.ctx, first, NAMES)
    directory.correct(app_state.ctx, "Ana Abril", 1777, reason="list of May")
    text = browser.post("/console/new", name="Jueves 2", like=first, seen_like=first, with_players="yes")
    assert browser.path == "/console/jueves-2"
    assert "1 player has a new rating" in text


def test_who_is_who_is_confirmed_on_the_page_of_the_event(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    slug = evening(app_state)
    enter(app_state.ctx, slug, [NewPlayer(first="Dario", last="Duna"), NewPlayer(first="Nuria", last="Nube")])
    at = f"/console/{slug}/directory"
    text = browser.get(at)
    assert "is Darío Duna" in text
    browser.post(f"{at}/link", player="1", person=pid(app_state, "Darío Duna"), alias="yes")
    assert pid(app_state, "Dario Duna") == pid(app_state, "Darío Duna")
    browser.post(f"{at}/link", player="2", person="new")
    assert pid(app_state, "Nuria Nube")
    assert "2 of 2 players" in browser.get(at)
    browser.post(f"{at}/link", player="1", unlink="yes")
    assert directory_events.link_rows(app_state.ctx, slug)[0].how == "alias"


def test_only_owners_and_organisers_of_everything_see_it(app_state: AppState) -> None:
    slug = evening(app_state)
    organiser = ConsoleClient(app_state, Role.ORGANISER, "*")
    assert "Ana Abril" in organiser.get("/console/directory")
    other_slug = evening(app_state, "Viernes")
    for role, at in (
        (Role.ORGANISER, slug),
        (Role.ORGANISER, other_slug),
        (Role.SCOREKEEPER, slug),
        (Role.JUDGE, "*"),
        (Role.REGISTRATION, "*"),
    ):
        other = ConsoleClient(app_state, role, at)
        for path in ("/console/directory", f"/console/{slug}/here", f"/console/{slug}/directory"):
            assert "Ana Abril" not in other.get(path), "a role at one event does not open the people of all"
            assert other.status == 403
        other.post(f"/console/{slug}/directory/close", series="")
        assert other.status == 403


def test_public_pages_show_nothing_of_it(app_state: AppState) -> None:
    slug = evening(app_state)
    directory_events.enter_present_players(app_state.ctx, slug, NAMES)
    play(app_state, slug)
    directory_ratings.apply(app_state.ctx, slug)
    client = TestClient(create_app(app_state))
    told = "".join(client.get(path).text for path in ("/", f"/e/{slug}", f"/e/{slug}/standings"))
    assert "Ana Abril" in told
    for word in ("left-handed", "1987", pid(app_state, "Ana Abril")):
        assert word not in told


# --- the API ----------------------------------------------------------------------------------------------------------


def call(client: TestClient[Any], token: str, method: str, path: str, body: Any = None) -> Any:
    return client.request(method, f"/api/v1{path}", headers={"authorization": f"Bearer {token}"}, json=body)


def test_the_api_does_what_the_console_does(app_state: AppState) -> None:
    client = TestClient(create_app(app_state))
    token = app_state.accounts.make_token("all", Role.OWNER, "*")
    slug = evening(app_state)
    people = call(client, token, "GET", "/directory/people?q=ana").json()
    assert [p["name"] for p in people] == ["Ana Abril"]
    ana = people[0]["id"]
    twin = {"fields": {"first": "Ana", "last": "Abril"}}
    assert call(client, token, "POST", "/directory/people", twin).status_code == 409
    made = call(client, token, "POST", "/directory/people", {"fields": {"first": "Elsa", "rating": "1400"}}).json()
    assert (
        call(
            client, token, "PATCH", f"/directory/people/{made['person']}", {"changes": {"title": "fm"}, "version": 9}
        ).status_code
        == 409
    )
    body = {"rating": 1600, "reason": "typed wrong"}
    assert call(client, token, "POST", f"/directory/people/{ana}/correct", body).status_code == 200
    assert call(client, token, "GET", f"/directory/people/{ana}/ratings").json()[0]["after"] == 1600
    assert call(client, token, "POST", f"/events/{slug}/here", {"who": ["Dario Duna"]}).status_code == 404
    done = call(client, token, "POST", f"/events/{slug}/here", {"who": list(NAMES)}).json()
    assert done["action"] == "entered"
    play(app_state, slug)
    changes = call(client, token, "GET", f"/events/{slug}/directory/changes?list=1").json()
    told = call(client, token, "POST", f"/events/{slug}/directory/apply", {}).json()
    assert told["notes"] == ["4 ratings changed."]
    assert call(client, token, "POST", f"/events/{slug}/directory/apply", {}).status_code == 422
    assert call(client, token, "GET", f"/directory/people/{ana}").json()["rating"] == changes[0]["after"]
    assert call(client, token, "GET", f"/events/{slug}/directory").json()[0]["applied"] is True
    assert call(client, token, "POST", f"/events/{slug}/directory/take-back", {}).status_code == 200
    assert call(client, "wrong", "GET", "/directory/people").status_code == 401
    here = app_state.accounts.make_token("one", Role.ORGANISER, slug)
    assert call(client, here, "GET", "/directory/people").status_code == 403


def test_the_api_closes_merges_and_takes_lists_in(app_state: AppState) -> None:
    client = TestClient(create_app(app_state))
    token = app_state.accounts.make_token("all", Role.OWNER, "*")
    slug = evening(app_state)
    league = series.create(app_state.ctx, "Liga", series.rules_text("formula-one-2010"))
    directory_events.enter_present_players(app_state.ctx, slug, NAMES)
    assert call(client, token, "POST", f"/events/{slug}/close", {}).status_code == 422
    play(app_state, slug)
    assert call(client, token, "GET", f"/events/{slug}/close?series={league}").json()["series"][0]["inside"] is False
    told = call(client, token, "POST", f"/events/{slug}/close", {"series": league}).json()
    assert [row["changed"] for row in told["lists"]] == [4]
    assert [row["slug"] for row in told["series"]] == [league]

    def send(path: str, body: bytes) -> Any:
        head = {"authorization": f"Bearer {token}", "content-type": "application/octet-stream"}
        return client.post(f"/api/v1/directory/import{path}", headers=head, content=body)

    people = b"name,rating,club\nANA ABRIL GIL,1300,CLUB NORTE\n"
    looked = send("?look=true&tidy=true", people).json()
    assert (looked["new"], looked["rows"][0]["name"]) == (1, "Ana Abril Gil")
    assert send("?tidy=true", people).json()["new"] == 1
    for wrong in (b"", b"\x00\xff\xfe", b"rating\n3\n", b'name\n"unclosed', b"PK\x03\x04junk"):
        assert send("", wrong).status_code in (400, 422), wrong
    twin, ana = pid(app_state, "Ana Abril Gil"), pid(app_state, "Ana Abril")
    assert call(client, token, "POST", f"/directory/people/{ana}/merge", {"other": twin}).status_code == 409
    body = {"other": twin, "confirm": True}
    assert call(client, token, "POST", f"/directory/people/{ana}/merge", body).json()["person"] == ana
    assert pid(app_state, "Ana Abril Gil") == ana
    made = call(client, token, "POST", "/directory/clubs", {"name": "C. Norte"}).json()["club"]
    body = {"changes": {"city": "Lugo"}, "version": 1}
    assert call(client, token, "PATCH", f"/directory/clubs/{made}", body).status_code == 200
    assert call(client, token, "PATCH", f"/directory/clubs/{made}", body).status_code == 409
    norte = next(c["id"] for c in call(client, token, "GET", "/directory/clubs").json() if c["name"] == "Club Norte")
    done = call(client, token, "POST", f"/directory/clubs/{norte}/merge", {"other": made, "confirm": True}).json()
    assert done["name"] == "Club Norte"
    here = app_state.accounts.make_token("one", Role.ORGANISER, slug)
    for path in (f"/events/{slug}/close", "/directory/clubs", f"/directory/people/{ana}/merge"):
        assert call(client, here, "POST", path, {}).status_code == 403


def test_the_line_of_ratings_stays_in_its_picture() -> None:
    def step(before: int | None, after: int | None) -> RatingHistoryStep:
        return RatingHistoryStep("a", 1, RatingSource.CORRECTION, before, None, after, 0, 0, "2026-01-01")

    assert rating_line([], 1) is None
    assert rating_line([step(None, 1500)], 1) is None
    assert rating_line([step(1500, 1510)], 2) is None
    for steps in ([step(1500, 1500)], [step(1500, 1501), step(1501, 2800), step(2800, 0), step(0, 5000)]):
        line = rating_line(steps, 1)
        assert line is not None
        assert all(0 <= dot.x <= 640 and 0 <= dot.y <= 150 for dot in line.dots)
