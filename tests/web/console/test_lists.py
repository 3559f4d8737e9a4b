"""Lists and checks in the console: who is missing, handing in, versions, the code, drawing and recording checks."""

from __future__ import annotations

import json
import re

import pytest

from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events, undo
from pareo.app.commands.lists import list_checks
from pareo.app.commands.lists import submit as lists
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result
from pareo.app.commands.rounds import rounds
from pareo.web.app_state import AppState
from support.files.photos import PNG
from support.web.console import ConsoleClient, create_cup
from support.web.public import visible_text

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

DECK = "".join(f"4 Card {letter}\n" for letter in "ABCDEFGHIJ") + "20 Fire Energy\n"
EMPIRE = "Faction: Imperial\nDarth Vader (TIE Advanced) 29\n10x Academy Pilot (TIE Fighter) 12\n"
REBELS = "Faction: Rebel\nBiggs Darklighter (X-wing) 25\n8x Rookie Pilot (X-wing) 21\n"


def start(app_state: AppState, slug: str) -> None:
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug, confirmed=True)
    rounds.start(app_state.ctx, slug, confirmed=True)


# --- lists ------------------------------------------------------------------------------------------------------------


@pytest.mark.req("P-PREM-1")
def test_who_is_missing_is_one_glance_on_every_page_that_prepares_a_round(app_state: AppState) -> None:
    slug = create_cup(app_state, championship_points="yes", count=6)
    for who in ("p1", "p2", "p3", "p4"):
        lists.hand_in(app_state.ctx, slug, who, DECK)
    owner = ConsoleClient(app_state)
    page = visible_text(owner.get(f"/console/{slug}/lists"))
    assert "4 / 6" in page
    assert "2 deck lists are missing" in page
    assert visible_text(owner.get(f"/console/{slug}/lists?only=missing")).count("Ana5 Brasa") == 2
    assert "Ana1 Brasa" not in owner.get(f"/console/{slug}/lists?only=missing")
    for path in ("rounds", "players"):
        assert "2 deck lists are missing : Ana5 Brasa, Ana6 Brasa" in visible_text(
            owner.get(f"/console/{slug}/{path}")
        ), path
    rounds.pair(app_state.ctx, slug)
    assert "2 deck lists are missing" in owner.get(f"/console/{slug}/rounds/1")
    for who in ("p5", "p6"):
        lists.hand_in(app_state.ctx, slug, who, DECK)
    assert "missing" not in visible_text(owner.get(f"/console/{slug}/rounds"))
    assert "Everyone has handed in a list" in owner.get(f"/console/{slug}/lists")


def test_a_game_without_lists_is_not_asked_about_them(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="scrabble-fise", born=None)
    owner = ConsoleClient(app_state)
    assert f'href="/console/{slug}/lists"' not in owner.get(f"/console/{slug}")
    assert "missing" not in visible_text(owner.get(f"/console/{slug}/rounds"))


@pytest.mark.req("P-PREM-1")
def test_the_desk_hands_in_by_paste_and_sees_what_is_wrong(app_state: AppState) -> None:
    slug = create_cup(app_state, championship_points="yes")
    ctx = ConsoleClient(app_state, Role.REGISTRATION, slug)
    assert "Nothing handed in yet" in ctx.get(f"/console/{slug}/lists/1")
    ctx.post(f"/console/{slug}/lists/1/hand-in", text=DECK, person="0")
    page = visible_text(ctx.get(f"/console/{slug}/lists/1"))
    assert "60 cards" in page
    assert "inside the limits" in page
    asked = ctx.post(f"/console/{slug}/lists/2/hand-in", text="59 Fire Energy", person="0")
    assert ctx.status == 409
    assert "59" in asked
    assert "Reason" in asked
    ctx.post(f"/console/{slug}/lists/2/hand-in", text="59 Fire Energy", person="0", override="came by bus", yes="1")
    assert "over a limit" in ctx.get(f"/console/{slug}/lists")
    assert "came by bus" in ctx.get(f"/console/{slug}/lists/2")


def test_locked_lists_are_a_judges_with_a_reason(app_state: AppState) -> None:
    slug = create_cup(app_state, championship_points="yes")
    lists.hand_in(app_state.ctx, slug, "p1", DECK)
    start(app_state, slug)
    ctx, judge = ConsoleClient(app_state, Role.REGISTRATION, slug), ConsoleClient(app_state, Role.JUDGE, slug)
    refused = ctx.post(f"/console/{slug}/lists/1/hand-in", text=DECK, person="0")
    assert ctx.status == 422
    assert "only a judge can change" in refused
    ctx.post(f"/console/{slug}/lists/1/change", text=DECK, person="0")
    assert ctx.status == 403
    judge.post(f"/console/{slug}/lists/1/change", text=DECK, person="0")
    assert judge.status == 409
    judge.post(f"/console/{slug}/lists/1/change", text=DECK, person="0", override="a card was misread", yes="1")
    page = visible_text(judge.get(f"/console/{slug}/lists/1"))
    assert "Version 2" in page
    assert "Version 1" in visible_text(judge.get(f"/console/{slug}/lists/1?version=1"))


@pytest.mark.req("X-14")
@pytest.mark.req("X-18")
@pytest.mark.req("X-31")
def test_a_squad_by_the_form_with_its_reminder_and_the_note_on_products(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="xwing-epic-duel", born=None)
    owner = ConsoleClient(app_state)
    form = {
        "form": "squad",
        "rows": "6",
        "faction": "rebel",
        "person": "0",
        "pilot-1": "Biggs Darklighter",
        "ship-1": "X-wing",
        "count-1": "1",
        "cost-1": "25",
        "pilot-2": "Rookie Pilot",
        "ship-2": "X-wing",
        "count-2": "3",
        "cost-2": "21",
        "upgrades-2": "R2 Astromech 1",
        "count-3": "1",
    }
    owner.post(f"/console/{slug}/lists/1/change", **form)
    page = visible_text(owner.get(f"/console/{slug}/lists/1"))
    assert "91 points" in page
    assert "Rebel" in page
    assert "Biggs Darklighter protects only small and large ships" in page
    assert "from the date of their release" in page
    assert "from the date of their release" in visible_text(owner.get(f"/console/{slug}/lists"))
    half = owner.post(f"/console/{slug}/lists/2/change", **{**form, "ship-2": ""})
    assert "Ship 2: enter the pilot, type and cost" in half
    assert 'value="Rookie Pilot"' in half, "what was typed stays"


@pytest.mark.req("X-20")
def test_a_squad_over_limits_names_each(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="xwing-epic-duel", born=None)
    owner = ConsoleClient(app_state)
    text = "Faction: Imperial\n13x Academy Pilot (TIE Fighter) 30\n"
    asked = visible_text(owner.post(f"/console/{slug}/lists/1/change", text=text, person="0"))
    assert owner.status == 409
    assert "390" in asked
    assert "13" in asked
    assert app_state.ctx.open(slug).state.lists.versions == {}


def test_files_and_photos(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="xwing-epic-duel", born=None)
    owner = ConsoleClient(app_state)
    xws = json.dumps(
        {"faction": "imperial", "points": 12, "pilots": [{"name": "academypilot", "ship": "tiefighter", "points": 12}]}
    )

    def upload(path: str, name: str, data: bytes) -> str:
        form = {"_csrf_token": str(owner.client.cookies.get("pareo_csrf")), "person": "0"}
        answer = owner.client.post(path, data=form, files={"file": (name, data)})
        owner.status = answer.status_code
        return visible_text(answer.text)

    assert "12 points" in upload(f"/console/{slug}/lists/1/change", "squad.xws", xws.encode())
    assert "not counted" in upload(f"/console/{slug}/lists/2/change", "list.png", PNG)
    shown = owner.client.get(f"/console/{slug}/lists/2/photo")
    assert (shown.headers["content-type"], shown.content) == ("image/png", PNG)
    for hostile in (b"\xff\xd8\xff" + b"x" * 6_000_000, b"\x00" * 500, b"[" * 50_000):
        said = upload(f"/console/{slug}/lists/3/change", "x.jpg", hostile)
        assert owner.status == 422, said[:300]
    assert app_state.ctx.open(slug).state.lists.current(3) is None


def test_settings_of_lists(app_state: AppState) -> None:
    slug = create_cup(app_state)
    owner = ConsoleClient(app_state)
    owner.post(
        f"/console/{slug}/lists/settings", lists="required", lists_deadline="2026-11-20T09:30", lists_public="yes"
    )
    settings = app_state.ctx.open(slug).state.settings
    assert settings["lists"] == "required"
    assert settings["lists_deadline"] == "2026-11-20 09:30"
    assert settings["lists_public"] is True
    assert "lists_deadline" in owner.post(f"/console/{slug}/lists/settings", lists_deadline="tomorrow")
    owner.post(f"/console/{slug}/lists/settings", lists="off")
    assert "does not collect lists" in owner.get(f"/console/{slug}/lists")
    assert "does not collect lists" in owner.get(f"/console/{slug}/lists/1")


@pytest.mark.req("P-PREM-3")
def test_the_code_is_stored_shown_again_and_compared(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="pokemon-vgc-2019-07", championship_points="yes")
    owner = ConsoleClient(app_state)
    assert "must be locked by QR code" in owner.get(f"/console/{slug}/lists")
    events.change_settings(app_state.ctx, slug, {"qr_locked": "yes"})
    assert "8 codes are missing" in owner.get(f"/console/{slug}/lists")
    owner.post(f"/console/{slug}/lists/1/change", what="lock", person="0", text="LOCK:77AB")
    page = visible_text(owner.get(f"/console/{slug}/checks/1"))
    assert "LOCK:77AB" in page
    assert "SHA-256" in page
    same = owner.post(f"/console/{slug}/lists/1/compare", person="0", scanned="LOCK:77AB", back="check")
    assert "Same code" in same
    assert owner.path == f"/console/{slug}/checks/1"
    assert "DIFFERENT code" in owner.post(f"/console/{slug}/lists/1/compare", person="0", scanned="LOCK:77AC")


def test_hostile_names_and_lists_are_data(app_state: AppState) -> None:
    slug = create_cup(app_state, count=2)
    bad = "<script>alert(1)</script>"
    players.enter(app_state.ctx, slug, [NewPlayer(first=bad, last="Zz", id="p/9")])
    lists.hand_in(app_state.ctx, slug, "p/9", f"4 {bad}\n", kind="text")
    list_checks.record_check(app_state.ctx, slug, "p/9", outcome="warning", notes=bad)
    owner = ConsoleClient(app_state)
    for path in ("lists", "lists/3", "checks", "checks/3", "journal", "floor"):
        page = owner.get(f"/console/{slug}/{path}")
        assert owner.status == 200, path
        assert bad not in page, path


# --- checks -----------------------------------------------------------------------------------------------------------


@pytest.mark.req("P-PREM-2")
def test_a_judge_draws_looks_and_records(app_state: AppState) -> None:
    slug = create_cup(app_state)
    lists.hand_in(app_state.ctx, slug, "p1", DECK)
    judge = ConsoleClient(app_state, Role.JUDGE, slug)
    assert "while a Swiss round is published" in judge.get(f"/console/{slug}/checks")
    start(app_state, slug)
    page = judge.post(f"/console/{slug}/checks/draw", count="2", what="tables")
    assert page.count("check-name") == 4
    assert "as a whole number" in judge.post(f"/console/{slug}/checks/draw", count="many")
    assert "Only" in judge.post(f"/console/{slug}/checks/draw", count="9", what="tables")
    assert "4 Card A" in judge.get(f"/console/{slug}/checks/1")
    judge.post(f"/console/{slug}/checks/1/record", outcome="clean", notes="tidy")
    page = visible_text(judge.get(f"/console/{slug}/checks"))
    assert "Clean" in page
    assert "tidy" in page
    assert judge.get(f"/console/{slug}/checks?who=Ana2+Brasa")
    assert judge.path == f"/console/{slug}/checks/2"
    judge.get(f"/console/{slug}/checks?who=nobody")
    assert judge.status == 404


@pytest.mark.req("P-PREM-2")
def test_a_match_loss_is_asked_once_more_and_reaches_the_table(app_state: AppState) -> None:
    slug = create_cup(app_state)
    start(app_state, slug)
    judge = ConsoleClient(app_state, Role.JUDGE, slug)
    asked = judge.post(f"/console/{slug}/checks/1/record", outcome="match-loss", notes="59 cards")
    assert "Ana1 Brasa loses the match" in asked
    assert app_state.ctx.open(slug).state.floor.checks.items == []
    judge.post(f"/console/{slug}/checks/1/record", outcome="match-loss", notes="59 cards", yes="1")
    match = next(
        m for m in app_state.ctx.open(slug).state.pods["masters"].rounds[1].matches.values() if 1 in (m.a, m.b)
    )
    assert match.result is not None
    assert "Match loss" in judge.get(f"/console/{slug}/rounds/1/table/{match.table}")
    assert "list check" in judge.get(f"/console/{slug}/floor")
    journal = visible_text(ConsoleClient(app_state).get(f"/console/{slug}/journal"))
    assert "Ana1 Brasa was checked in round 1: Match loss." in journal
    assert "59 cards" not in journal
    undo.undo(app_state.ctx, slug)
    assert "59 cards" not in judge.get(f"/console/{slug}/checks/1")


def test_checks_are_for_judges(app_state: AppState) -> None:
    slug = create_cup(app_state)
    for role in (Role.SCOREKEEPER, Role.REGISTRATION):
        browser = ConsoleClient(app_state, role, slug)
        browser.get(f"/console/{slug}/checks")
        assert browser.status == 403, role


@pytest.mark.req("X-19")
def test_totals_and_who_chooses_on_the_table_page(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="xwing-epic-duel", born=None, count=2)
    lists.hand_in(app_state.ctx, slug, "p1", EMPIRE)
    lists.hand_in(app_state.ctx, slug, "p2", REBELS)
    start(app_state, slug)
    page = visible_text(ConsoleClient(app_state).get(f"/console/{slug}/rounds/1/table/1"))
    assert "149" in page
    assert "193" in page
    assert "Ana1 Brasa chooses who has initiative (lower squad total)" in page


@pytest.mark.parametrize(
    ("ruleset", "words"),
    [
        ("pokemon-tcg-2019-07", ("Deck lists", "Listas de la baraja", "Listas de baralho", "Liste dei mazzi")),
        ("pokemon-vgc-2019-07", ("Team lists", "Listas de equipo", "Listas de equipe", "Liste delle squadre")),
        ("xwing-epic-duel", ("Squad lists", "Listas de escuadrón", "Listas de esquadrão", "Liste di squadriglia")),
    ],
)
def test_lists_are_called_as_the_game_calls_them(app_state: AppState, ruleset: str, words: tuple[str, ...]) -> None:
    """Title, heading, tab and link, on the console and for everybody."""
    slug = create_cup(app_state, ruleset=ruleset, lists="required", lists_public="yes", rounds="1", style="swiss")
    start(app_state, slug)
    ending = " time" if ruleset.startswith("xwing") else ""
    for pod in list(app_state.ctx.open(slug).state.pods.values()):
        for table in pod.rounds[1].matches:
            enter_result.report(
                app_state.ctx, slug, round_no=1, table=table, result=f"100-50{ending}" if ending else "1-0"
            )
    rounds.finish(app_state.ctx, slug)
    owner = ConsoleClient(app_state)
    for lang, word in zip(("en", "es", "pt", "it"), words, strict=True):
        owner.get(f"/language/{lang}?back=/")
        page = visible_text(owner.get(f"/console/{slug}/lists"))
        assert re.search(rf"^ ?{word} · ", page), "the title"
        assert f"{word} 0 / 8" in page, "the heading"
        assert re.search(rf">\s*{word}\s*</a>", owner.get(f"/console/{slug}/players")), "the tab"
        assert re.search(rf">\s*{word}\s*</a>", owner.get(f"/e/{slug}")), "the link for everybody"
        public = owner.get(f"/e/{slug}/lists")
        assert f"<h1>{word}</h1>" in public
        assert re.search(rf"<title>\s*{word}", public)
