"""What several front ends say of an event comes from one place: the podium, what needs attention, the coming round
(B-42)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from litestar.testing import TestClient

from pareo import Tournament
from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Role
from pareo.app.commands.floor import floor, judge_calls
from pareo.app.commands.results.enter_result import report
from pareo.app.commands.rounds import rounds
from pareo.app.commands.rounds.advance import advance
from pareo.app.queries.pages.podium import podiums
from pareo.app.queries.pages.public_view import cached_tables, public_tables
from pareo.app.queries.rounds.coming_rounds import coming_round_of, coming_rounds
from pareo.app.screens.now_page import now_items, staff_podiums
from pareo.core.model.entities import Status
from pareo.pages.exports import exporter
from pareo.pages.site import site
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from pareo.store import SqliteStore
from pareo.web.app_state import AppState
from support.command_line import CommandLine
from support.events.stage import Stage, lower_number_wins, make_players
from support.web.application import create_app
from support.web.public import visible_text


@pytest.mark.req("B-42")
def test_what_needs_attention_is_the_same_on_the_page_the_command_line_and_the_api(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", lists="required", rounds="3")
    stage.enter(6)  # nobody's birth year is known, and nobody has handed in a list
    answers = [_kinds(stage)]
    stage.open_round()
    match = stage.pod().rounds[1].matches[1]
    floor.claim(stage.ctx, stage.slug, no=match.a, round_no=1, result="1-0")
    floor.claim(stage.ctx, stage.slug, no=match.b, round_no=1, result="1-0")
    judge_calls.call_judge_to(stage.ctx, stage.slug, round_no=1, table=2)
    answers.append(_kinds(stage))
    for page, command_line, api in answers:
        assert page == command_line == api
    assert answers[0][0] == [("lists", 0, 6), ("age", 0, 6)]
    assert answers[1][0] == [("judge", 2, 1), ("dispute", 1, 1)]


def _kinds(stage: Stage) -> tuple[list[tuple[str, int, int]], ...]:
    """(kind, table, number) of what the three say."""
    page = [(one.kind, one.table, one.number) for one in now_items(stage.ctx.open(stage.slug))]
    command_line = CommandLine(stage.path.parent)
    command_line.db = stage.path
    lines = [(one["kind"], one["table"], one["number"]) for one in command_line.json("needs", stage.slug)]
    store = SqliteStore(stage.path)
    app_state = AppState(store, Accounts(store.accounts()))
    token = app_state.accounts.make_token("test", Role.OWNER)
    with TestClient(create_app(app_state)) as client:
        answer = client.get(f"/api/v1/events/{stage.slug}/needs", headers={"authorization": f"Bearer {token}"})
    store.close()
    return page, lines, [(one["kind"], one["table"], one["number"]) for one in answer.json()]


@pytest.mark.req("B-42")
def test_the_podium_is_the_same_for_staff_and_everybody(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss", rounds="2")
    stage.enter(6)
    stage.play(1, lower_number_wins)
    stage.open_round()
    stage.report_all(lower_number_wins)
    [mine], [theirs] = staff_podiums(stage.ctx, stage.slug), podiums(stage.ctx.open(stage.slug))
    assert [(row.rank, row.no, row.points, row.by) for row in mine.rows] == [
        (row.rank, row.no, row.points, row.by) for row in theirs.rows
    ]
    store = SqliteStore(stage.path)
    app_state = AppState(store, Accounts(store.accounts()))
    with TestClient(create_app(app_state)) as client:
        page = client.get(f"/e/{stage.slug}").text
    store.close()
    shown = re.findall(r'<ol class="podium">.*?</ol>', page, re.DOTALL)
    assert shown
    for row in theirs.rows:
        assert row.name in shown[0]


def _lower_number_scores(a: int, b: int) -> str:
    return "410-380" if a < b else "300-460"


def _lower_number_destroys(a: int, b: int) -> str:
    return "150-80 destroyed init-a" if a < b else "80-150 destroyed init-a"


_RESULTS = {"scrabble-fise": _lower_number_scores, "xwing-epic-duel": _lower_number_destroys}


@pytest.mark.req("U-1")
@pytest.mark.parametrize(
    ("ruleset", "settings"),
    [
        ("chess-fide", {"rounds": "2"}),
        ("scrabble-fise", {"rounds": "2"}),
        ("pokemon-tcg-2019-07", {"rounds": "1", "style": "swiss+cut", "cut": "2"}),
        ("xwing-epic-duel", {"style": "elimination"}),
    ],
)
def test_the_last_result_makes_everything_final(tmp_path: Path, ruleset: str, settings: dict[str, str]) -> None:
    """Whether somebody presses *Podium* or *Finish* afterwards changes no answer of any front end."""
    stage = Stage(tmp_path, ruleset, **settings)
    stage.enter(replace(p, rating=1900 - 50 * i, birth_year=1990) for i, p in enumerate(make_players(4)))
    results = _RESULTS.get(ruleset, lower_number_wins)
    stage.play(1, results)
    if settings.get("cut"):
        advance(stage.ctx, stage.slug, to="cut", size=2, confirmed=True)
    stage.open_round()
    before = _final_answers(stage)
    stage.report_all(results)
    all_in = _final_answers(stage)
    rounds.finish(stage.ctx, stage.slug)
    finished = _final_answers(stage)
    assert [name for name in finished if all_in[name] != finished[name]] == []
    assert [name for name in finished if before[name] == finished[name]] == []  # each of them tells of the last round


def _final_answers(stage: Stage) -> dict[str, object]:
    """What the front ends say of the places, by front end."""
    ctx, slug = stage.ctx, stage.slug
    command_line = CommandLine(stage.path.parent)
    command_line.db = stage.path
    answers: dict[str, object] = {
        "library": Tournament.open(stage.path, slug).standings(),
        "command line": command_line.json("standings", slug),
        "cross table": command_line("cross-table", slug, code=None).out,
        "status": [pod["status"] for pod in command_line.json("show", slug)["pods"]],
        "podium": podiums(ctx.open(slug)),
        "site": {name: page for name, page in site(ctx, slug, lang="en").items() if name.startswith("standings")},
        **{kind: exporter(kind).export(ctx, slug, "en", None).data for kind in ("csv-standings", "csv-cross-table")},
        **{kind: gather(kind, ctx, slug, PrintOptions()).parts for kind in ("standings", "crosstable", "report")},
    }
    if stage.t.ruleset.id == "chess-fide":
        answers["ratings"] = command_line.json("ratings", slug)
    store = SqliteStore(stage.path)
    app_state = AppState(store, Accounts(store.accounts()))
    owner = app_state.accounts.make_token("test", Role.OWNER)
    with TestClient(create_app(app_state)) as client:
        for address in (f"/api/v1/public/events/{slug}/standings", f"/e/{slug}/standings"):
            answers[address] = visible_text(client.get(address).text)
        staff = client.get(f"/api/v1/events/{slug}/standings", headers={"authorization": f"Bearer {owner}"})
        answers["API"] = staff.json()
    store.close()
    return answers


@pytest.mark.req("B-42")
def test_one_round_comes_next_whoever_asks(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss", rounds="3")
    stage.enter(4)
    assert (coming_rounds(stage.t), set(coming_round_of(stage.t).values())) == ([1], {1})
    for number in (1, 2, 3):
        stage.open_round(to=Status.PUBLISHED)
        assert (coming_rounds(stage.t), set(coming_round_of(stage.t).values())) == ([number], {number})

        rounds.start(stage.ctx, stage.slug, confirmed=True)
        assert (coming_rounds(stage.t), set(coming_round_of(stage.t).values())) == ([number + 1], {number + 1})
        for table in (1, 2):
            report(stage.ctx, stage.slug, round_no=number, table=table, result="1-0")
        rounds.finish(stage.ctx, stage.slug)


def _published_cut(folder: Path, status: Status) -> Stage:
    """Juniors and Masters in one pod; after a round each has a cut of its own, drafted or published."""
    stage = Stage(folder, "pokemon-tcg-2019-07", rounds="1", style="swiss+cut", cut="2")
    born = (2012, 1990)
    stage.enter(replace(p, birth_year=born[i % 2]) for i, p in enumerate(make_players(8)))
    stage.play(1, lower_number_wins)
    advance(stage.ctx, stage.slug, to="cut", confirmed=True)
    stage.open_round(to=status)
    return stage


@pytest.mark.req("U-1")
@pytest.mark.parametrize("status", [Status.DRAFTED, Status.PUBLISHED])
def test_who_is_in_a_published_cut_is_above_the_others_for_everybody(tmp_path: Path, status: Status) -> None:
    """Staff see a cut once it is set up, everybody once it is published, in every place that shows places."""
    stage = _published_cut(tmp_path, status)
    tables = [table.id for table in public_tables(stage.ctx.open(stage.slug))]
    staff = [table.id for table in cached_tables(stage.ctx.open(stage.slug), None)]
    assert (tables == staff) == (status is Status.PUBLISHED)
    pages = site(stage.ctx, stage.slug, lang="en")
    assert {"standings-1.html", "cross-table.html"} <= pages.keys()
    store = SqliteStore(stage.path)
    with TestClient(create_app(AppState(store, Accounts(store.accounts())))) as client:
        rows = client.get(f"/api/v1/public/events/{stage.slug}/cross-table").json()
    store.close()
    assert list(dict.fromkeys(row["table"] for row in rows)) == tables


@pytest.mark.req("U-1")
def test_a_pod_that_is_over_is_over_for_everybody(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss", rounds="1", style="swiss")
    stage.enter(4)
    stage.open_round()
    stage.report_all(lower_number_wins)
    command_line = CommandLine(stage.path.parent)
    command_line.db = stage.path
    [staff] = command_line.json("show", stage.slug)["pods"]
    store = SqliteStore(stage.path)
    with TestClient(create_app(AppState(store, Accounts(store.accounts())))) as client:
        [public] = client.get(f"/api/v1/public/events/{stage.slug}").json()["pods"]
    store.close()
    assert public["status"] == staff["status"] == "over"
