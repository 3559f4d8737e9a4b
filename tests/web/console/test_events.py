"""The console's events: list, new event with advice, overview, settings, staff; as a browser sends the forms."""

from __future__ import annotations

import html
import re

from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import rounds
from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.rounds import ROUNDS
from pareo.web.app_state import AppState
from support.web.application import create_app
from support.web.console import ConsoleClient, create_cup

HOSTILE = "<script>alert(1)</script>\u202e🎲" + "x" * 150


def test_the_list_shows_each_event_with_its_state(app_state: AppState) -> None:
    slug = create_cup(app_state, date="2026-11-15")
    rounds.pair(app_state.ctx, slug)
    page = ConsoleClient(app_state).get("/console")
    for text in ("Copa Faro", "15 November 2026", "Pokémon card game, July 2019", "8 players", "draft", "Round 1"):
        assert text in page


def test_who_works_at_one_event_sees_that_one_only(app_state: AppState) -> None:
    mine, other = create_cup(app_state, "Mía"), create_cup(app_state, "Ajena")
    browser = ConsoleClient(app_state, Role.SCOREKEEPER, mine)
    page = browser.get("/console")
    assert browser.status == 200
    assert "Mía" in page
    assert "Ajena" not in page
    browser.get(f"/console/{other}")
    assert browser.status == 403
    browser.get("/console/new")
    assert browser.status == 403
    browser.get(f"/console/{mine}/settings")
    assert browser.status == 403


def test_nobody_is_sent_to_the_login(app_state: AppState) -> None:
    client = TestClient(create_app(app_state))
    assert client.get("/console", follow_redirects=False).headers["location"] == "/login"


def test_new_event_shows_the_documents_row_and_keeps_what_was_typed(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    page = browser.get("/console/new?ruleset=pokemon-tcg-2019-07&expected=40&name=Copa")
    assert re.search(r'class="mine"[^>]*>\s*<td>33–64</td>\s*<td>6</td>\s*<td>8</td>', page)
    assert 'value="Copa"' in page
    page = browser.get("/console/new?ruleset=pokemon-tcg-2019-07&expected=20")
    assert re.search(r'class="mine"[^>]*>\s*<td>13–20</td>\s*<td>5</td>\s*<td>4</td>', page)
    page = browser.post("/console/new", ruleset="swiss", name="", expected="12", organiser="Iris <Luz>")
    assert browser.status == 422
    assert "A tournament needs a name." in page
    assert 'aria-invalid="true"' in page
    assert 'value="Iris &lt;Luz&gt;"' in page


def test_a_new_event_has_the_settings_of_the_form_and_the_players_of_the_earlier_one(app_state: AppState) -> None:
    earlier = create_cup(app_state, judge="Marta")
    browser = ConsoleClient(app_state)
    page = browser.post("/console/new", name="Otra Copa", ruleset="swiss", like=earlier, with_players="yes")
    assert "Check them" in page  # the earlier event's rules and settings are seen before anything is made
    assert ">Marta</dd>" in page
    assert re.search(r'value="pokemon-tcg-2019-07" selected', page)
    assert len(app_state.store.tournaments()) == 1
    browser.post(
        "/console/new",
        name="Otra Copa",
        ruleset="pokemon-tcg-2019-07",
        date="2026-12-01",
        cut="4",
        like=earlier,
        seen_like=earlier,
        with_players="yes",
    )
    assert browser.status == 200
    assert browser.path == "/console/otra-copa"
    state = app_state.ctx.open("otra-copa").state
    assert (state.settings["date"], state.settings["cut"], state.settings["judge"]) == ("2026-12-01", 4, "Marta")
    assert len(state.entrants) == 8


def test_now_names_the_next_thing_to_do(app_state: AppState) -> None:
    slug = create_cup(app_state, count=0)
    browser = ConsoleClient(app_state)
    assert "Enter the players" in browser.get(f"/console/{slug}")
    players.enter(app_state.ctx, slug, [NewPlayer(first=f"B{i}", birth_year=1990) for i in range(9)])
    page = browser.get(f"/console/{slug}")
    assert "Pair round 1" in page
    assert "Masters" in page
    rounds.pair(app_state.ctx, slug)
    assert "Publish round 1" in browser.get(f"/console/{slug}")
    rounds.publish(app_state.ctx, slug, confirmed=True)
    page = browser.get(f"/console/{slug}")
    assert "Start the clock at " in page
    assert "Round 1 is published." in page  # with one step back
    rounds.start(app_state.ctx, slug)
    page = browser.get(f"/console/{slug}")
    assert "Table and result" in page
    assert "still playing: 1, 2, 3, 4" in page
    sheets = browser.get(f"/console/{slug}/announcement")
    for words in ("Tournament: ", "Torneo: "):
        assert words in sheets


def test_small_divisions_show_as_one_pod_with_their_sizes(app_state: AppState) -> None:
    slug = create_cup(app_state, count=8)
    players.enter(app_state.ctx, slug, [NewPlayer(first=f"J{i}", birth_year=2012) for i in range(3)])
    page = " ".join(ConsoleClient(app_state).get(f"/console/{slug}").split())
    assert "(Juniors 3, Masters 8)" in page


def test_settings_write_only_what_changed_and_say_what_is_wrong_beside_the_field(app_state: AppState) -> None:
    slug = create_cup(app_state, cut="8")
    browser = ConsoleClient(app_state)
    page = browser.post(f"/console/{slug}/settings", pod="", name="Copa Faro", cut="7", rounds="5", judge="Pau")
    assert browser.status == 422
    assert 'id="wrong-cut"' in page
    assert 'value="Pau"' in page
    assert app_state.ctx.open(slug).state.settings["cut"] == 8
    browser.post(f"/console/{slug}/settings", pod="", name="Copa Faro", cut="", rounds="5", judge="Pau")
    state = app_state.ctx.open(slug).state
    assert dict(state.settings) == {"rounds": 5, "judge": "Pau"}
    before = state.seq
    browser.post(f"/console/{slug}/settings", pod="", name="Copa Faro", cut="", rounds="5", judge="Pau")
    assert app_state.ctx.open(slug).state.seq == before
    browser.post(f"/console/{slug}/settings", pod="masters", rounds="6")
    assert app_state.ctx.open(slug).state.setting(ROUNDS, "masters") == 6


def test_every_setting_has_a_label_and_help() -> None:
    assert len(SETTINGS) > 50
    assert all(s.title and s.help and s.meaning and s.takes for s in SETTINGS.values())


def test_deleting_needs_the_short_name(app_state: AppState) -> None:
    slug = create_cup(app_state)
    organiser, owner = ConsoleClient(app_state, Role.ORGANISER), ConsoleClient(app_state)
    organiser.post(f"/console/{slug}/delete", slug=slug)
    assert organiser.status == 403
    owner.post(f"/console/{slug}/delete", slug="other")
    assert owner.status == 422
    owner.post(f"/console/{slug}/delete", slug=slug)
    assert slug not in {s.slug for s in app_state.store.tournaments()}


def test_accounts_are_the_owners_and_tokens_the_organisers(app_state: AppState) -> None:
    slug = create_cup(app_state)
    organiser, owner = ConsoleClient(app_state, Role.ORGANISER, slug), ConsoleClient(app_state)
    organiser.post(f"/console/{slug}/staff/account", name="Nadia", role="judge", password="long enough")
    assert organiser.status == 403
    page = owner.post(f"/console/{slug}/staff/account", name="Nadia", role="scorekeeper", tables="1-x")
    assert owner.status == 422
    assert 'value="Nadia"' in page
    owner.post(
        f"/console/{slug}/staff/account", name="Nadia", role="scorekeeper", tables="1-20", password="long enough"
    )
    nadia = next(u for u in app_state.accounts.users() if u.name == "Nadia")
    assert nadia.has_password
    assert nadia.grants[0].tables == (1, 20)
    assert "tables 1–20" in owner.get(f"/console/{slug}/staff")
    owner.post(f"/console/{slug}/staff/change", user=nadia.id, what="revoke", role="scorekeeper")
    assert app_state.accounts.user(nadia.id).grants == ()


def test_a_token_is_shown_once_and_works_until_revoked(app_state: AppState) -> None:
    slug = create_cup(app_state)
    organiser = ConsoleClient(app_state, Role.ORGANISER, slug)
    page = organiser.post(f"/console/{slug}/staff/token", label="Wall <b>", token_role="screen")
    match = re.search(r"/screen/[a-z0-9-]+/auto\?screen=(pareo_[\w-]+)", page)
    assert match
    assert app_state.accounts.token_identity(match[1])
    again = organiser.get(f"/console/{slug}/staff")
    assert match[1] not in again
    assert "Wall &lt;b&gt;" in again
    organiser.post(f"/console/{slug}/staff/token/revoke", token=app_state.accounts.tokens(slug)[0].id)
    assert app_state.accounts.token_identity(match[1]) is None


def test_the_link_sheet_leads_to_the_players_own_page(app_state: AppState) -> None:
    slug = create_cup(app_state)
    browser = ConsoleClient(app_state)
    assert "Ana1 Brasa" in browser.get(f"/console/{slug}/staff/links?q=ana1")
    picture = browser.client.get(f"/console/{slug}/staff/links/1/qr.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in picture.text
    gone = browser.client.get(f"/console/{slug}/staff/links/1", follow_redirects=False)
    link = gone.headers["location"].rsplit("/", 1)[1]
    identity = app_state.accounts.player_identity(slug, link)
    assert identity is not None
    assert identity.player_of(slug) == 1


def test_hostile_names_are_text_on_every_page(app_state: AppState) -> None:
    slug = create_cup(app_state, HOSTILE, place=HOSTILE, organiser=HOSTILE, date="2026-11-15")
    browser = ConsoleClient(app_state)
    for path in (
        "/console",
        "/console/new",
        f"/console/{slug}",
        f"/console/{slug}/settings",
        f"/console/{slug}/staff",
        f"/console/{slug}/staff/links",
    ):
        page = browser.get(path)
        assert browser.status == 200
        assert "<script>alert" not in page
        assert html.escape("<script>alert(1)</script>") in page
        assert " style=" not in page
