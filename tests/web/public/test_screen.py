"""Projector screens: who may look, what turns, that everybody is on a page, and nothing but public names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import rounds
from pareo.app.queries.pages import public_view as public_views
from pareo.core.model.entities import Status
from pareo.pages import screen_pages
from pareo.pages.screen_pages import (
    BY_TABLE,
    KINDS,
    NAME_COLUMNS,
    NAME_ROWS,
    STANDING_ROWS,
    ScreenOptions,
    automatic_kinds,
    build_pages,
)
from pareo.web.access import SCREEN_COOKIE
from pareo.web.public import screen
from support.web.public import PublicClient, PublicStage, check_escaped, hostile_players, make_players

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[PublicStage]:
    made = PublicStage(tmp_path, names="initial")
    made.enter([*hostile_players(), *make_players(5)])
    yield made
    made.store.close()


def pages(visit: PublicClient, address: str) -> list[str]:
    """Every page of a screen."""
    first = visit.get(address)
    count = re.search(r'data-pages="(\d+)"', first)
    assert count is not None
    join = "&" if "?" in address else "?"
    return [visit.get(f"{address}{join}page={n}") for n in range(int(count[1]))]


def test_a_screen_needs_its_token(stage: PublicStage) -> None:
    stage.open(Status.PUBLISHED)
    token = stage.accounts.make_token("beamer", Role.SCREEN, "copa")
    other = stage.accounts.make_token("other hall", Role.SCREEN, "*")
    visitor = stage.visitor()
    visitor.get("/screen/copa/pairings", 303)
    visitor.get("/screen/copa/pairings?screen=pareo_wrong", 303)
    text = visitor.get(f"/screen/copa/pairings?screen={token}")
    assert f"screen={token}" in text  # the next turn is asked for with the same token
    visitor.get(f"/screen/copa/auto?screen={other}")
    visitor.get(f"/console/copa/standings?screen={token}", 403)
    stage.accounts.revoke_token(stage.accounts.tokens("copa")[0].id)
    visitor.get(f"/screen/copa/pairings?screen={token}", 303)


def test_every_screen_in_every_state(stage: PublicStage) -> None:
    staff = stage.staff()
    for kind in (*KINDS, "auto"):
        staff.get(f"/screen/copa/{kind}")
    stage.play(2)
    stage.open()
    floor.start_clock(stage.ctx, "copa", minutes=50)
    floor.announce(stage.ctx, "copa", "<b>Lunch</b>")
    floor.extend(stage.ctx, "copa", round_no=3, table=1, minutes=5)
    stage.app_state.refresh()
    for kind in (*KINDS, "auto"):
        text = staff.get(f"/screen/copa/{kind}")
        check_escaped(text)
        assert "MEMBER" not in text
        assert "Bouza0" not in text
        assert "<b>Lunch" not in text
    assert "Table 1: +5 min" in " ".join(staff.get("/screen/copa/clock").split())
    staff.get("/screen/copa/nothing", 404)


def test_all_rows_are_on_the_page(stage: PublicStage) -> None:
    stage.open(Status.PUBLISHED)
    staff = stage.staff()

    def rows(asked: str = "") -> int:
        return staff.get(f"/screen/copa/pairings{asked}").count('<span class="n">')

    assert rows() == 5  # four tables and the bye
    assert rows("?tables=2-3") == 2
    assert rows("?tables=nonsense") == 5
    assert staff.get("/screen/copa/names").count('<span class="n">') == 9


def test_what_turns_follows_the_round(stage: PublicStage) -> None:
    def turn() -> list[str]:
        return automatic_kinds(stage.ctx.open("copa").state)

    assert turn() == ["welcome"]
    floor.announce(stage.ctx, "copa", "Doors open at ten")
    assert turn() == ["announcements"]
    rounds.pair(stage.ctx, "copa")
    assert turn() == ["announcements"]  # a draft changes nothing
    rounds.publish(stage.ctx, "copa", confirmed=True)
    assert turn() == ["pairings"]
    rounds.start(stage.ctx, "copa")
    assert turn() == ["clock", "pairings"]
    stage.report()
    rounds.finish(stage.ctx, "copa")
    assert turn() == ["standings"]


def test_the_end_is_the_podium(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, style="swiss", rounds="1")
    stage.enter(make_players(6))
    stage.play(1)
    assert automatic_kinds(stage.ctx.open("copa").state) == ["podium", "standings"]
    text = stage.staff().get("/screen/copa/auto")
    assert 'data-kind="podium"' in text
    assert [text.count(f'<li class="{step}">') for step in ("first", "second", "third")] == [1, 1, 1]
    assert text.count('class="step"') >= 1
    assert "3 points" in text
    stage.store.close()


def test_by_table_while_they_fit_then_by_name(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, style="swiss", rounds="3")
    stage.enter(make_players(2 * BY_TABLE))
    stage.open(Status.PUBLISHED)
    staff = stage.staff()
    assert 'data-kind="pairings"' in staff.get("/screen/copa/auto")
    assert len(pages(staff, "/screen/copa/auto")) == 1
    stage.store.close()
    (tmp_path / "more").mkdir()
    stage = PublicStage(tmp_path / "more", style="swiss", rounds="3")
    stage.enter([NewPlayer(first=f"N{i:03}", last=f"{chr(65 + i % 26)}x") for i in range(120)])
    stage.open(Status.PUBLISHED)
    found = pages(stage.staff(), "/screen/copa/auto")
    assert all('data-kind="names"' in text for text in found)
    assert len(found) == -(-120 // (NAME_ROWS * NAME_COLUMNS))
    names = [name for text in found for name in re.findall(r"<li[^>]*>\s*<span>([^<]*)</span>", text)]
    assert len(names) == len(set(names)) == 120
    late = pages(stage.staff(), "/screen/copa/names?part=O-Z")
    early = pages(stage.staff(), "/screen/copa/names?part=A-N")
    parts = [re.findall(r"<li[^>]*>\s*<span>([^<]*)</span>", "".join(texts)) for texts in (early, late)]
    assert sorted(parts[0] + parts[1]) == sorted(names)
    stage.store.close()


def test_letters_are_as_large_as_the_names_allow(tmp_path: Path) -> None:
    """Three divisions side by side: the two names of a table one above the other, and so twice as large."""
    stage = PublicStage(tmp_path, style="swiss", rounds="3")
    stage.enter(
        [
            NewPlayer(first="Maria-Xosé", last=f"{chr(65 + i)}x", division=("junior", "senior", "master")[i % 3])
            for i in range(24)
        ]
    )
    stage.open(Status.PUBLISHED)
    (shown,) = build_pages(stage.ctx.open("copa"), ScreenOptions("pairings", "en"))
    assert shown.values["stacked"]
    assert shown.values["fit"] <= 10  # 23 / 10 hundredths of the screen's width; beside each other they were 1.4
    text = stage.staff().get("/screen/copa/pairings")
    assert re.search(r'class="s-body fit-\d+ stacked"', text)
    stage.store.close()


@pytest.mark.parametrize(
    ("players", "laid_out"),
    [
        (30, (3, 10, 10)),  # ten rows in large letters, not fourteen and two names beside them
        (48, (4, 12, 12)),
        (60, (3, 10, 10)),  # two pages, evenly filled
        (400, (4, 13, 13)),
    ],
)
def test_names_fill_the_screen(players: int, laid_out: tuple[int, int, int]) -> None:
    assert screen_pages._layout([5.5] * players) == laid_out


def test_a_few_long_names_do_not_make_all_others_small(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, style="swiss", rounds="3", names="full")
    folk = [NewPlayer(first=f"Ana{i}", last="Rei") for i in range(38)]
    stage.enter(
        [
            *folk,
            NewPlayer(first="Maximiliano", last="Hernández"),
            NewPlayer(first="Bartholomew-Christopher", last="Featherstonehaugh"),
        ]
    )
    stage.open(Status.PUBLISHED)
    event = stage.ctx.open("copa")
    names = build_pages(event, ScreenOptions("names", "en"))
    assert len(names) == 1  # four columns
    assert {s.listed: how for s, _, how in names[0].values["seats"] if how} == {
        "Hernández, Maximiliano": "two",
        "Featherstonehaugh, Bartholomew-Christopher": "three",
    }
    rounds.start(stage.ctx, "copa")
    stage.report()
    rounds.finish(stage.ctx, "copa")
    pages = build_pages(stage.ctx.open("copa"), ScreenOptions("standings", "en"))
    assert {page.values["fit"] for page in pages} == {STANDING_ROWS}  # the rows decide, not the names
    assert [row.name for page in pages for column in page.values["columns"] for row, how in column if how == "two"] == [
        "Bartholomew-Christopher Featherstonehaugh"
    ]
    stage.store.close()


LONG = ("Maximiliana Esperanza", "Bartholomew-Featherstonehaugh da Conceição")


@pytest.mark.parametrize(("players", "divisions"), [(24, 3), (12, 1), (8, 1), (4, 1)])
def test_a_long_name_does_not_make_all_pairings_small(tmp_path: Path, players: int, divisions: int) -> None:
    found = []
    for names in ([], [LONG]):
        folder = tmp_path / str(len(names))
        folder.mkdir()
        stage = PublicStage(folder, style="swiss", rounds="3", names="full")
        folk = [*names, *((f"Ana{i}", "Rei") for i in range(players - len(names)))]
        stage.enter(
            [
                NewPlayer(first=first, last=last, division=("junior", "senior", "master")[-1 - i % divisions])
                for i, (first, last) in enumerate(folk)
            ]
        )
        stage.open(Status.PUBLISHED)
        (shown,) = build_pages(stage.ctx.open("copa"), ScreenOptions("pairings", "en"))
        found.append((shown.values["fit"], [name for name, how in shown.values["sets"].items() if how]))
        stage.store.close()
    assert found == [(found[0][0], []), (found[0][0], [" ".join(LONG)])]


def test_names_that_differ_a_little_all_stand_whole(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, style="swiss", rounds="3", names="full")
    stage.enter([NewPlayer(first="Teo" if i else "Amara", last="Estévez") for i in range(24)])
    stage.open(Status.PUBLISHED)
    (shown,) = build_pages(stage.ctx.open("copa"), ScreenOptions("pairings", "en"))
    assert set(shown.values["sets"].values()) == {""}
    stage.store.close()


def test_one_group_has_no_title_of_its_own(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "chess-fide", style="swiss", rounds="1")
    stage.enter(make_players(6))
    stage.play(1)
    staff = stage.staff()
    assert "<h1>Standings</h1>" in " ".join(staff.get("/screen/copa/standings").split())
    assert "Everybody" not in staff.get("/screen/copa/standings") + staff.get("/screen/copa/podium")
    stage.store.close()


def test_pages_are_gathered_once_per_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = PublicStage(tmp_path, style="swiss", rounds="3")
    stage.enter(make_players(400))
    stage.open(Status.PUBLISHED)
    stage.app_state.refresh()
    asked: list[int] = []
    seats = public_views.seats
    monkeypatch.setattr(screen_pages.public_views, "seats", lambda *a, **k: (asked.append(1), seats(*a, **k))[1])
    visit = stage.staff()
    first = pages(visit, "/screen/copa/names")
    assert len(first) > 5
    assert asked == [1]
    pages(visit, "/screen/copa/names")
    assert asked == [1]
    rounds.start(stage.ctx, "copa")
    stage.app_state.refresh()
    pages(visit, "/screen/copa/names")
    assert asked == [1, 1]
    stage.store.close()


def test_ten_screens_cost_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page is gathered and rendered once, however many projectors turn it; a result makes it once more."""
    stage = PublicStage(tmp_path, style="swiss", rounds="3")
    stage.enter(make_players(120))
    stage.open()
    stage.app_state.refresh()
    rendered: list[str] = []
    really = screen.render
    monkeypatch.setattr(screen, "render", lambda name, *a, **k: (rendered.append(name), really(name, *a, **k))[1])
    screens = []
    for n in range(10):
        projector = stage.visitor()
        projector.client.cookies.set(SCREEN_COOKIE, stage.accounts.make_token(f"screen {n}", Role.SCREEN, "copa"))
        screens.append(projector)
    all_pages = [pages(projector, "/screen/copa/auto") for projector in screens]
    assert all(shown == all_pages[0] for shown in all_pages)
    assert len(rendered) == len(all_pages[0]) == 4  # the clock, and three pages of names
    stage.report()
    stage.app_state.refresh()
    for projector in screens:
        projector.get("/screen/copa/auto?page=0")
    assert len(rendered) == 5
    stage.store.close()


@pytest.mark.slow
def test_four_thousand_players_are_light_pages(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, style="swiss", rounds="3")
    stage.enter(make_players(4000))
    stage.open(Status.PUBLISHED)
    event = stage.ctx.open("copa")
    found = build_pages(event, ScreenOptions("auto", "en"))
    assert sum(len(page.values["seats"]) for page in found) == 4000
    assert build_pages(event, ScreenOptions("auto", "en")) is found
    assert len(stage.staff().get("/screen/copa/auto?page=7").encode()) < 40_000
    stage.store.close()


def test_the_clock_counts_down_from_the_journal(stage: PublicStage) -> None:
    stage.open()
    floor.start_clock(stage.ctx, "copa", minutes=30)
    stage.app_state.refresh()
    text = stage.staff().get("/screen/copa/clock")
    clock = next(iter(floor.running_clocks(stage.ctx.open("copa")).values()))
    assert clock.minutes == 30
    assert re.search(r'data-ends="\d{13}"', text)
    assert "Still playing: 4 tables" in " ".join(text.split())
    assert re.findall(r"<li>(\d+)</li>", text) == ["1", "2", "3", "4"]


# --- added by its digits ----------------------------------------------------------------------------------------------


def digits(text: str) -> str:
    match = re.search(r'class="s-code"[^>]*>(\d{4})<', text)
    assert match is not None
    return match[1]


def test_a_screen_is_added_by_its_digits(stage: PublicStage) -> None:
    stage.open(Status.PUBLISHED)
    projector, staff = stage.visitor(), stage.staff()
    code = digits(projector.get("/screen"))
    assert digits(projector.get("/screen")) == code  # the same while it waits
    assert digits(stage.visitor().get("/screen")) != code  # another screen has its own
    staff.post("/console/copa/screens/add", 404, code="0000" if code != "0000" else "0001")
    staff.post("/console/copa/screens/add", 303, code=code)
    assert "1 on" in staff.get("/console/copa/phones")  # at once: it shows its digits
    assert projector.client.get("/screen", follow_redirects=False).headers["location"] == "/screen/copa/auto"
    assert 'data-kind="pairings"' in projector.get("/screen/copa/auto")
    projector.get("/console/copa", 403)  # it is a screen and nothing else
    stage.visitor().get("/screen/copa/auto", 303)
    page = staff.get("/console/copa/phones")
    assert "1 on" in page
    row = re.search(r'name="screen" value="([^"]+)"', page)
    assert row is not None
    staff.post("/console/copa/screens/shows", 303, screen=row[1], kind="standings", part="")
    stage.app_state.response_cache.clear()
    assert 'data-kind="pairings"' not in projector.get("/screen/copa/auto")
    staff.post("/console/copa/screens/remove", 303, screen=row[1])
    projector.get("/screen/copa/auto", 303)
    digits(projector.get("/screen"))


def test_the_projector_of_an_event_that_is_gone_shows_digits_again(stage: PublicStage) -> None:
    projector, staff = stage.visitor(), stage.staff()
    staff.post("/console/copa/screens/add", 303, code=digits(projector.get("/screen")))
    projector.get("/screen", 303)
    projector.get("/screen", 303)  # as long as the event goes on
    events.remove(stage.ctx, "copa")
    digits(projector.get("/screen"))


def test_five_wrong_digits_and_one_waits(stage: PublicStage) -> None:
    now = [1000.0]
    stage.app_state.screens.now = lambda: now[0]
    stage.app_state.screens.draw = iter(["4827", "4827", "1111", "2222", "3333"]).__next__
    projector, staff = stage.visitor(), stage.staff()
    assert digits(projector.get("/screen")) == "4827"
    for _ in range(5):
        staff.post("/console/copa/screens/add", 404, code="9999")
    assert "Too many wrong codes" in staff.post("/console/copa/screens/add", 422, code="4827")
    now[0] += 601
    staff.post("/console/copa/screens/add", 404, code="4827")  # its ten minutes are over too
    fresh = digits(projector.get("/screen"))
    assert fresh != ""
    staff.post("/console/copa/screens/add", 303, code=fresh)


def test_only_who_organises_adds_screens(stage: PublicStage) -> None:
    code = digits(stage.visitor().get("/screen"))
    stage.visitor().post("/console/copa/screens/add", 303, code=code)  # to the login
    assert not stage.accounts.tokens("copa")


def test_a_screen_counts_down_to_a_round_that_starts_by_itself(stage: PublicStage) -> None:
    """Before the clock runs: “starts in”, with the moment for the script and the time of day without one."""
    staff = stage.staff()
    events.change_settings(stage.ctx, "copa", {"autostart": "4"})
    stage.open(Status.PUBLISHED)
    step = stage.ctx.open("copa").state.steps[-1]
    due = datetime.fromisoformat(step.time.replace("Z", "+00:00")) + timedelta(minutes=4)
    text = staff.get("/screen/copa/pairings")
    assert f'data-starts="{int(due.timestamp() * 1000)}" data-word="starts in"' in text
    assert "starts at" in text
    rounds.start(stage.ctx, "copa")
    stage.app_state.refresh()
    assert "data-starts" not in staff.get("/screen/copa/pairings")
