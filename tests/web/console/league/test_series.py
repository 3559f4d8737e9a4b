"""Pages of series, clubs and duplicate events: the console's forms, and what everybody may see."""

from __future__ import annotations

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.league import duplicate, series
from pareo.web.app_state import AppState
from support.events.series import play_scrabble_event
from support.web.application import create_app
from support.web.console import ConsoleClient
from support.web.public import HOSTILE, check_escaped


def public_client(app_state: AppState) -> TestClient:  # type: ignore[type-arg]
    made = TestClient(create_app(app_state), raise_server_exceptions=True)
    made.headers["accept-language"] = "en"
    return made


@pytest.mark.req("SP-16")
def test_a_series_from_the_console(app_state: AppState) -> None:
    one, two = (
        play_scrabble_event(app_state.ctx, "Uno", date="2026-01-10"),
        play_scrabble_event(app_state.ctx, "Dos", date="2026-02-10"),
    )
    b = ConsoleClient(app_state)
    assert "No series yet" in b.get("/console/series")
    assert "table = [10, 6, 4, 3, 2, 1]" in b.post("/console/series/new", preset="formula-one-2002", look="1")
    page = b.post("/console/series/new", name="Liga", preset="uruguay", seen="formula-one-2010", rules="x = 1")
    assert "[exchange]" in page
    assert series.list_series(app_state.ctx) == []
    page = b.post(
        "/console/series/new",
        name="Liga",
        preset="formula-one-2002",
        seen="formula-one-2002",
        rules=series.rules_text("formula-one-2002"),
    )
    assert b.path == "/console/series/liga"
    for slug, weight in ((one, "1"), (two, "2")):
        page = b.post("/console/series/liga/add", event=slug, weight=weight, table="")
        assert b.status == 200
    assert "× 2" in page
    assert "Ada Ríos" in page
    assert "<strong>30</strong>" in page
    page = b.post("/console/series/liga/add", event=two, weight="nonsense")
    assert b.status == 422
    assert "is not a weight" in page
    b.post("/console/series/liga/add", event=two, weight="2", position="1")
    assert [e.slug for e in series.show_series(app_state.ctx, "liga").events] == ["dos", "uno"]
    page = b.post("/console/series/liga/same", what="same", a="Ada Ríos", b="Bea Sol")
    assert "both played" in page
    assert b.client.get("/console/series/liga/table.csv").text.startswith("place,name,points")
    b.post("/console/series/liga/remove", event=two)
    assert len(series.show_series(app_state.ctx, "liga").events) == 1
    assert "Are you sure?" in b.post("/console/series/liga/delete")
    b.post("/console/series/liga/delete", yes="1")
    assert series.list_series(app_state.ctx) == []


def test_rules_are_changed_and_mistakes_keep_what_was_typed(app_state: AppState) -> None:
    b = ConsoleClient(app_state)
    b.post("/console/series/new", name="Liga", rules=series.rules_text("uruguay"))
    page = b.post("/console/series/liga/rules", name="Liga", rules='title = "x"\ncount = "luck"')
    assert b.status == 422
    assert "count: &#34;luck&#34; is not one of" in page
    assert "count = &#34;luck&#34;" in page
    b.post("/console/series/liga/rules", name="Liga grande", rules=series.rules_text("britain"))
    assert b.path == "/console/series/liga"
    kept = series.load_series(app_state.ctx, "liga")
    assert kept.name == "Liga grande"
    assert 'count = "performance"' in kept.data.rules
    assert b.post("/console/series/new", name=" ", rules=series.rules_text("uruguay")).count("A series needs a name.")


@pytest.mark.req("S-NAT-3")
def test_categories_on_the_console(app_state: AppState) -> None:
    b = ConsoleClient(app_state)
    series.create(app_state.ctx, "Liga", series.rules_text("uruguay", {"exchange.size": "2"}))
    series.add_event(app_state.ctx, "liga", play_scrabble_event(app_state.ctx, "Uno", date="2026-01-10"))
    assert "/console/series/liga/categories" in b.get("/console/series/liga")
    page = b.get("/console/series/liga/categories")
    assert "1 won, 449 points" in page
    page = b.post("/console/series/liga/categories", what="apply", period="2026-01")
    assert "The moves of this period are recorded." in page
    page = b.post("/console/series/liga/categories", what="take-back")
    assert "Nothing has been recorded yet." in page
    page = b.post("/console/series/liga/categories", what="put", category="A", name="Zoe")
    assert "No one called “Zoe”" in page
    assert b.client.get("/console/series/liga/categories.csv").text.startswith("name,category")


def test_everybody_sees_the_table_and_nothing_personal(app_state: AppState) -> None:
    series.create(app_state.ctx, "Liga <b>", series.rules_text("formula-one-2002"))
    series.add_event(
        app_state.ctx,
        "liga-b",
        play_scrabble_event(app_state.ctx, "Uno", (*HOSTILE, "Ada Ríos", "Bea Sol"), names="initial"),
    )
    visitor = public_client(app_state)
    answer = visitor.get("/series/liga-b")
    assert answer.status_code == 200
    assert "Ada R." in answer.text
    for secret in ("Ríos", "MEMBER", "1999", "allergy"):
        assert secret not in answer.text
    check_escaped(answer.text)
    again = visitor.get("/series/liga-b", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert "Liga &lt;b&gt;" in visitor.get("/series").text
    assert visitor.get("/series/nowhere").status_code == 404
    assert visitor.get("/series/liga-b?period=2020").status_code == 404
    assert visitor.get("/console/series", follow_redirects=False).status_code in (303, 401)
    series.rename(app_state.ctx, "liga-b", "Otra")
    assert "Otra" in visitor.get("/series/liga-b").text


def test_a_name_to_be_settled_is_not_told_to_everybody(app_state: AppState) -> None:
    series.create(app_state.ctx, "Liga", series.rules_text("formula-one-2002"))
    series.add_event(
        app_state.ctx, "liga", play_scrabble_event(app_state.ctx, "Uno", ("Ada Ríos", "Ada Ríos"), names="initial")
    )
    text = public_client(app_state).get("/series/liga").text
    assert "needs to clear up a name first" in text
    assert "Ríos" not in text
    assert "count as one person: “Ada Ríos”" in ConsoleClient(app_state).get("/console/series/liga")


@pytest.mark.req("SP-16")
def test_clubs_for_staff_and_for_everybody(app_state: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pareo.web.response_cache.AT_MOST_EVERY", 0.0)
    slug = play_scrabble_event(app_state.ctx, "Uno", names="initial")
    b = ConsoleClient(app_state)
    page = b.get(f"/console/{slug}/clubs")
    assert "Club 0" in page
    assert "Ada Ríos" in page
    assert "is not a number" in b.get(f"/console/{slug}/clubs?best=x")
    assert f"/console/{slug}/clubs" in b.get(f"/console/{slug}/standings")
    assert b.client.get(f"/console/{slug}/clubs.csv?best=1").text.startswith("place,club")
    visitor = public_client(app_state)
    text = visitor.get(f"/e/{slug}/clubs").text
    assert "Ada R." in text
    assert "Ríos" not in text
    assert "/clubs" not in visitor.get(f"/e/{slug}").text
    events.change_settings(app_state.ctx, slug, {"club_best": "1"})
    app_state.refresh()
    assert f"/e/{slug}/clubs" in public_client(app_state).get(f"/e/{slug}").text
    assert visitor.get("/e/nowhere/clubs").status_code == 404


@pytest.mark.req("S-NAT-6")
def test_a_duplicate_event_from_the_console_and_for_everybody(app_state: AppState) -> None:
    b = ConsoleClient(app_state)
    b.post("/console/duplicate", name="Tarde", date="2026-11-15", names="initial")
    assert b.path == "/console/duplicate/tarde"
    csrf = str(b.client.cookies.get("pareo_csrf"))
    sheets = "BEST,30,40\nAda Ríos,30,20\n<script>alert(1)</script>,30,40"
    answer = b.client.post(
        "/console/duplicate/tarde/enter",
        data={"_csrf_token": csrf, "game": "1", "text": sheets},
        files={"file": ("", b"", "application/octet-stream")},
    )
    assert "Game 1: 2 sheets entered." in answer.text
    answer = b.client.post(
        "/console/duplicate/tarde/enter",
        data={"_csrf_token": csrf, "game": "1", "text": ""},
        files={"file": ("a.csv", sheets.encode(), "text/csv")},
    )
    assert "Game 1: 2 sheets entered." in answer.text
    check_escaped(answer.text)
    answer = b.client.post(
        "/console/duplicate/tarde/enter",
        data={"_csrf_token": csrf, "game": "2", "text": ""},
        files={"file": ("a.csv", b"Ada,x", "text/csv")},
    )
    assert answer.status_code == 422
    text = public_client(app_state).get("/duplicate/tarde").text
    assert "Ada R." in text
    assert "71.43" in text
    check_escaped(text)
    assert b.client.get("/console/duplicate/tarde/ranking.csv").text.startswith("place,name,points")
    b.post("/console/duplicate/tarde/remove", name="Ada Ríos")
    assert len(duplicate.show_duplicate(app_state.ctx, "tarde").rows) == 1
    b.post("/console/duplicate/tarde/remove", yes="1")
    assert duplicate.list_duplicates(app_state.ctx) == []
    assert public_client(app_state).get("/duplicate/tarde").status_code == 404


def test_who_works_at_one_event_only_changes_no_series(app_state: AppState) -> None:
    slug = play_scrabble_event(app_state.ctx, "Uno")
    series.create(app_state.ctx, "Liga", series.rules_text("uruguay"))
    b = ConsoleClient(app_state, Role.ORGANISER, slug)
    b.get("/console/series")
    assert b.status == 403
    b.post("/console/series/liga/add", event=slug)
    assert b.status == 403
    assert series.show_series(app_state.ctx, "liga").events == []
