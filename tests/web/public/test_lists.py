"""Lists on a player's own page and, after the event, for everybody; nothing of checks is public; the table's page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.lists import list_checks
from pareo.app.commands.lists import submit as lists
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.pages.public_pages import PAGES
from pareo.web.app import UPLOAD_LIMIT
from support.files.photos import PNG
from support.web.public import PublicClient, PublicStage, check_escaped, make_players, visible_text

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

DECK = "".join(f"4 Card {letter}\n" for letter in "ABCDEFGHIJ") + "20 Fire Energy\n"
EMPIRE = "Faction: Imperial\nDarth Vader (TIE Advanced) 29\n10x Academy Pilot (TIE Fighter) 12\n"
REBELS = "Faction: Rebel\nBiggs Darklighter (X-wing) 25\n8x Rookie Pilot (X-wing) 21\n"


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[PublicStage]:
    made = PublicStage(tmp_path, championship_points="yes", judge="Otto Rey", rounds="2", style="swiss")
    made.enter(make_players(8))
    yield made
    made.store.close()


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[PublicStage]:
    made = PublicStage(tmp_path, "xwing-epic-duel", rounds="1")
    made.enter(make_players(2))
    yield made
    made.store.close()


def upload(visit: PublicClient, path: str, name: str, data: bytes) -> int:
    visit.client.get("/")
    form = {"_csrf_token": str(visit.client.cookies.get("pareo_csrf"))}
    return int(visit.client.post(path, data=form, files={"photo": (name, data)}, follow_redirects=False).status_code)


# --- the phone --------------------------------------------------------------------------------------------------------


@pytest.mark.req("P-PREM-1")
def test_a_player_hands_in_and_again_until_round_1_starts(cup: PublicStage) -> None:
    me, visit = cup.own_address(1), cup.visitor()
    assert "Your list is missing" in visit.get(me)
    refused = visit.post(f"{me}/list", 422, text="59 Fire Energy")
    assert "The list is refused" in refused
    assert "59" in refused
    assert "59 Fire Energy" in refused, "what was typed stays"
    visit.post(f"{me}/list", 303, text=DECK)
    page = visible_text(visit.get(me))
    assert "Handed in: version 1" in page
    assert "60 cards" in page
    visit.post(f"{me}/list", 303, text=DECK.replace("Card A", "Card Z"))
    page = visible_text(visit.get(me))
    assert "2 versions handed in" in page
    assert "Card Z" in page
    assert cup.ctx.open("copa").state.lists.history(1)[0].by_player
    cup.open()
    page = visit.get(me)
    assert "your list is locked" in page
    assert f"{me}/list" not in page
    assert "lists are locked" in visit.post(f"{me}/list", 422, text=DECK)


@pytest.mark.req("P-PREM-1")
def test_after_the_deadline_the_desk_must_be_asked(cup: PublicStage) -> None:
    events.change_settings(cup.ctx, "copa", {"lists_deadline": "2020-01-01 09:00"})
    me, visit = cup.own_address(1), cup.visitor()
    assert "Lists were due by 2020-01-01 09:00" in visit.get(me)
    assert "talk to the desk" in visit.post(f"{me}/list", 422, text=DECK)


def test_a_photo_is_the_owners_and_the_staffs_only(cup: PublicStage) -> None:
    me, visit = cup.own_address(1), cup.visitor()
    assert upload(visit, f"{me}/list", "list.png", PNG) == 303
    assert visit.client.get(f"{me}/photo").content == PNG
    assert visit.client.get(f"{cup.own_address(2)}/photo").status_code == 404
    assert visit.client.get("/console/copa/lists/1/photo", follow_redirects=False).status_code != 200
    assert upload(visit, f"{me}/list", "list.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 6_000_000) == 422


def test_nothing_can_be_handed_in_for_somebody_else(cup: PublicStage) -> None:
    visit = cup.visitor()
    visit.post(f"{cup.own_address(2)}/list", 303, text=DECK, person="0", who="1", no="1")
    t = cup.ctx.open("copa").state
    assert t.lists.current(1) is None
    assert t.lists.current(2) is not None
    forged = cup.own_address(1)[:-2] + "zz"
    answer = visit.client.post(f"{forged}/list", data={"text": DECK}, follow_redirects=False)
    assert answer.status_code in (401, 403, 404)


@pytest.mark.req("X-18")
@pytest.mark.req("X-31")
@pytest.mark.req("X-19")
def test_the_squad_on_the_phone_its_reminder_and_who_chooses(duel: PublicStage) -> None:
    visit = duel.visitor()
    assert "from the date of their release" in visit.get(duel.own_address(1))
    visit.post(f"{duel.own_address(1)}/list", 303, text=REBELS)
    visit.post(f"{duel.own_address(2)}/list", 303, text=EMPIRE)
    page = visible_text(visit.get(duel.own_address(1)))
    assert "193 squad points" in page
    assert "Biggs Darklighter protects only small and large ships" in page
    duel.open()
    mine, theirs = (visible_text(visit.get(duel.own_address(no))) for no in (1, 2))
    assert "Squad points: you 193, your opponent 149. Your opponent chooses who has initiative" in mine
    assert "You choose who has initiative" in theirs
    table = visit.get("/e/copa/tables")
    assert "149 squad points <b" in table
    assert "193 squad points</span>" in table


@pytest.mark.req("X-14")
@pytest.mark.req("X-20")
def test_the_squad_ship_by_ship_on_the_phone(duel: PublicStage) -> None:
    me, visit = duel.own_address(1), duel.visitor()
    assert 'name="pilot-7"' not in visit.get(me)
    assert 'name="pilot-12"' in visit.get(f"{me}?rows=12")
    ships = {
        "form": "squad",
        "faction": "rebel",
        "rows": "6",
        "pilot-1": "Rookie Pilot",
        "ship-1": "Ala-X",
        "count-1": "12",
        "cost-1": "26",
        "pilot-2": "",
        "count-2": "1",
    }
    refused = visit.post(f"{me}/list", 422, **ships)
    assert "312 squad points, 300 are allowed" in refused
    assert 'value="Rookie Pilot"' in refused, "what was typed stays"
    visit.post(f"{me}/list", 303, **{**ships, "cost-1": "25"})
    assert "300 squad points" in visible_text(visit.get(me))
    duel.open()
    assert "squad-form" not in visit.get(me), "locked"


def test_an_upload_larger_than_anything_is_answered_with_a_sentence(cup: PublicStage) -> None:
    me, visit = cup.own_address(1), cup.visitor()
    visit.client.get("/")
    form = {"_csrf_token": str(visit.client.cookies.get("pareo_csrf"))}
    answer = visit.client.post(f"{me}/list", data=form, files={"photo": ("a.jpg", bytes(UPLOAD_LIMIT + 1))})
    assert answer.status_code == 413
    assert "too large" in visible_text(answer.text)


@pytest.mark.req("X-14")
def test_a_captain_hands_in_both_squads(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "xwing-epic-team")
    stage.enter(
        [
            NewPlayer(first="Iria", last="Bouza", team="Alba", captain=True),
            NewPlayer(first="Teo", last="Lamas", team="Alba"),
        ]
    )
    both = (
        "Player: Teo Lamas\nFaction: Imperial\nAcademy Pilot (TIE Fighter) 12\n"
        "Player: Iria Bouza\nFaction: Imperial\nDarth Vader (TIE Advanced) 29\n"
    )
    visit = stage.visitor()
    visit.post(f"{stage.own_address(1)}/list", 303, text=both, person="")
    page = visible_text(visit.get(stage.own_address(1)))
    assert "29 squad points" in page
    assert "12 squad points" in page
    current = stage.ctx.open("copa").state.lists.current
    assert [v.points if (v := current(1, i)) else None for i in (0, 1)] == [29, 12]
    stage.store.close()


# --- for everybody ----------------------------------------------------------------------------------------------------


@pytest.mark.req("P-PREM-1")
def test_lists_become_public_only_after_the_event_and_only_if_wanted(duel: PublicStage) -> None:
    visit = duel.visitor()
    lists.hand_in(duel.ctx, "copa", 1, "Player: Iria Secret\n" + REBELS)
    lists.hand_in(duel.ctx, "copa", 2, PNG)
    events.change_settings(duel.ctx, "copa", {"lists_public": "yes", "names": "initial"})
    visit.get("/e/copa/lists", 404)
    duel.open()
    duel.app_state.refresh()
    duel.visitor().get("/e/copa/lists", 404)
    results.report(duel.ctx, "copa", round_no=1, table=1, result="100-0 destroyed")
    rounds.finish(duel.ctx, "copa")
    duel.app_state.refresh()
    page = duel.visitor().get("/e/copa/lists")
    assert "Biggs Darklighter" in page
    assert "Secret" not in page
    assert "Bouza" not in page, "names as the event shows them"
    assert "photo, which is not shown" in page
    assert "/photo" not in page
    check_escaped(page)
    assert 'href="/e/copa/lists"' in duel.visitor().get("/e/copa")
    reader = duel.visitor()
    reader.client.headers["accept-language"] = "es"
    assert "Rebelde" in reader.get("/e/copa/lists")
    events.change_settings(duel.ctx, "copa", {"lists_public": "no"})
    duel.app_state.refresh()
    duel.visitor().get("/e/copa/lists", 404)


@pytest.mark.req("P-PREM-1")
def test_a_public_deck_is_its_cards_without_its_writers_remarks(cup: PublicStage) -> None:
    lists.hand_in(cup.ctx, "copa", 1, "// 600 000 000\n" + DECK)
    events.change_settings(cup.ctx, "copa", {"lists_public": "yes"})
    cup.play(2)
    cup.app_state.refresh()
    for path in ("/e/copa/lists", "/api/v1/public/events/copa/lists"):
        page = cup.visitor().get(path)
        assert "4 Card A" in page
        assert "600 000" not in page


@pytest.mark.req("P-PREM-2")
def test_no_public_page_or_call_tells_of_a_check(cup: PublicStage) -> None:
    """A draw and a clean check change no byte of the public page: nobody can learn who is next."""
    cup.open()
    visit = cup.visitor()

    def everything() -> dict[str, str]:
        paths = [f"/e/copa/{name}" if name else "/e/copa" for name in PAGES if name not in ("lists", "help")]
        paths += [cup.own_address(no) for no in range(1, 9)]
        paths += [f"/api/v1/public/events/copa{part}" for part in ("/pairings", "/standings", "/announcements")]
        return {path: re.sub(r'name="_csrf_token" value="[^"]*"', "", visit.client.get(path).text) for path in paths}

    before = everything()
    list_checks.draw_checks(cup.ctx, "copa", count=2, tables=True)
    list_checks.record_check(cup.ctx, "copa", 1, outcome="clean", notes="tidy")
    list_checks.record_check(cup.ctx, "copa", 2, outcome="warning", notes="untidy")
    cup.app_state.refresh()
    assert everything() == before
    visit.get("/console/copa/checks", 303)
    assert visit.client.get("/api/v1/events/copa/checks").status_code == 401


# --- at the table -----------------------------------------------------------------------------------------------------


@pytest.mark.req("X-23")
@pytest.mark.req("X-29")
def test_the_help_page_of_the_table(duel: PublicStage) -> None:
    visit = duel.visitor()
    assert 'href="/e/copa/help"' in visit.get("/e/copa")
    page = visible_text(visit.get("/e/copa/help"))
    for part in ("180 × 90 cm", "12 in all", "Score pile:", "180 minutes", "from 300", "before the clock"):
        assert part in page, part
    assert 'href="/e/copa/help"' in duel.staff().get("/console/copa/lists")
    events.change_settings(duel.ctx, "copa", {"tables_note": "<b>kitchen tables</b>"})
    duel.app_state.refresh()
    page = duel.visitor().get("/e/copa/help")
    assert "&lt;b&gt;kitchen tables" in page
    check_escaped(page)


@pytest.mark.req("A-54", "X-23")
@pytest.mark.parametrize(
    ("lang", "parts"),
    [
        (
            "en",
            (
                "Margin of error:",
                "Missed opportunities:",
                "paint them as you like",
                "damage deck all alike",
                "beyond range 3",
                "any opponent may look through it",
                "Etiquette",
                "Mats:",
                "Official components only:",
            ),
        ),
        (
            "es",
            (
                "Margen de error:",
                "Oportunidades desperdiciadas:",
                "píntalas",
                "mazo de Daño todas iguales",
                "alcance superior a 3",
                "cualquier rival puede examinarlo",
                "Etiqueta",
                "Tapetes:",
            ),
        ),
    ],
)
def test_the_help_page_has_the_rules_of_etiquette_and_components(
    duel: PublicStage, lang: str, parts: tuple[str, ...]
) -> None:
    visit = duel.visitor()
    visit.client.headers["accept-language"] = lang
    page = visible_text(visit.get("/e/copa/help"))
    assert [part for part in parts if part not in page] == []


@pytest.mark.req("X-23")
def test_other_games_have_no_such_page(cup: PublicStage) -> None:
    assert "/e/copa/help" not in cup.visitor().get("/e/copa")
    cup.visitor().get("/e/copa/help", 404)
