"""A cut that is not a power of 2 in files and on paper, and GO as TOM saves it (PN-ASY-10, PN-GO-2)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.rounds import advance, rounds
from pareo.app.queries.pages.event_tables import standing_rows
from pareo.app.queries.pages.public_view import shown_brackets
from pareo.app.queries.rounds.verify import verify
from pareo.core.model.entities import Phase
from pareo.formats.registry import EXPORTERS, import_file
from pareo.formats.tdf.xml import XmlNode, parse, write
from pareo.print.papers import render
from pareo.store.memory import MemoryStore
from support.events.papers import pdf_text
from support.events.stage import Stage, lower_number_wins
from support.files.imports import import_tdf
from support.files.tdf import event as saved
from support.files.tdf import match, person, pod, round_, violations


@pytest.fixture
def ten(tmp_path: Path) -> Iterator[Stage]:
    """A cut of ten of thirteen: six byes, two matches; the first round is played."""
    stage = Stage(
        tmp_path,
        "pokemon-tcg-2026",
        style="swiss+cut",
        table="two-phase",
        rounds="3",
        cut="4",
        date="2026-01-10",
        names="full",
    )
    stage.enter(13, birth_year=1990)
    stage.play(3, lower_number_wins)
    advance.advance(stage.ctx, stage.slug, to="cut", size=10, override="agreed before")
    stage.open_round()
    stage.report_all(lambda a, b: "2-1" if a < b else "1-2")
    rounds.finish(stage.ctx, stage.slug)
    yield stage
    stage.ctx.store.close()


def bracket(ctx: Context, slug: str) -> list[object]:
    """Who sits in which slot, by name, as the public sees it."""
    event = ctx.open(slug)
    (shown,) = shown_brackets(event)
    return [
        shown.view.size,
        *map(str, shown.titles),
        [
            [tuple(event.name(s.no) if s.no else "" for s in (pair.top, pair.bottom)) for pair in column]
            for column in shown.view.rounds
        ],
    ]


@pytest.mark.req("PN-ASY-10")
def test_a_cut_of_ten_comes_back_from_a_bundle_and_from_json(ten: Stage) -> None:
    before = bracket(ten.ctx, ten.slug)
    for held in ("pareo", "event-json"):
        made = EXPORTERS[held].export(ten.ctx, ten.slug, "en", None)
        import_file(ten.ctx, made.data, slug=f"otra-{held}")
        assert bracket(ten.ctx, f"otra-{held}") == before
        state = ten.ctx.open(f"otra-{held}").state
        cut = next(p for p in state.pods.values() if p.phase is Phase.CUT)
        assert (len(cut.members), cut.planned) == (10, 4)
        assert len(cut.rounds[4].sitting) == 6
        assert all(verdict.ok for verdict in verify(ten.ctx, f"otra-{held}"))


@pytest.mark.req("PN-ASY-10")
def test_it_is_printed_and_named(ten: Stage) -> None:
    text = pdf_text(render("bracket", ten.ctx, ten.slug))
    event = ten.ctx.open(ten.slug)
    assert all(event.name(no) in text for no in ten.pod("masters-cut").members)
    assert pdf_text(render("slips", ten.ctx, ten.slug, round_no=4)).count("(higher seed)") == 2
    shown = bracket(ten.ctx, ten.slug)
    assert shown[:5] == [16, "Top cut", "Top 8", "Top 4", "Final"]


@pytest.mark.req("PN-ASY-10")
def test_tom_s_file_holds_the_matches_and_says_what_was_never_seen(ten: Stage) -> None:
    made = EXPORTERS["tdf"].export(ten.ctx, ten.slug, "en", None)
    assert any("a play-off has byes" in line for line in made.left_out)
    root = parse(made.data)
    assert not violations(root)
    played = [
        m
        for r in root.all("pods", "pod", "rounds", "round")
        if r.attrs["type"] == "1"
        for m in r.all("matches", "match")
    ]
    assert sum(m.find("player1") is not None for m in played) == 2
    again = import_tdf(Context(MemoryStore()), made.data)
    assert again.slug


# --- GO ---------------------------------------------------------------------------------------------------------------


def go_save() -> bytes:
    """Four players of any age in one pod 10, two rounds, places of pod 10 only."""
    one = round_(1, 3, 6, match(1, 1, 2, table=1), match(1, 3, 4, table=2))
    two = round_(2, 3, 8, match(1, 1, 3, table=1), match(1, 2, 4, table=2))
    people = [person(1, 1990), person(2, 2009), person(3, 2005), person(4, 1980)]
    root = saved(people, pod(10, [[1, 2, 3, 4]], one, two), stage=5)
    root.attrs["gametype"] = "POKEMON_GO"
    rows = [XmlNode("player", {"id": str(no), "place": str(place)}) for place, no in enumerate((1, 3, 2, 4), 1)]
    root.children.insert(
        -1, XmlNode("standings", None, "", [XmlNode("pod", {"category": "10", "type": "finished"}, "", rows)])
    )
    return write(root)


@pytest.mark.req("PN-GO-2")
def test_a_go_event_of_tom_is_imported_and_run_as_swiss_in_one_pod() -> None:
    ctx = Context(MemoryStore())
    told = import_tdf(ctx, go_save())
    t = ctx.open(told.slug).state
    assert t.ruleset.id == "pokemon-go"
    assert t.style == "swiss"
    assert [(p.divisions, len(p.members), p.phase) for p in t.pods.values()] == [((), 4, Phase.SWISS)]
    assert len({e.division for e in t.entrants.values()}) == 1
    rows = standing_rows(ctx, told.slug)
    assert [row.points for row in rows] == [6, 3, 3, 0]
    assert (rows[0].name, rows[3].name) == ("Nora1 Brasa", "Nora4 Brasa")
    assert len({row.table for row in rows}) == 1, "one table for everybody"


@pytest.mark.req("PN-GO-2")
def test_any_other_file_is_ranked_as_tom_ranks() -> None:
    ctx = Context(MemoryStore())
    told = import_tdf(ctx, go_save().replace(b"POKEMON_GO", b"TRADING_CARD_GAME"))
    assert ctx.open(told.slug).state.ruleset.id == "pokemon-tom"


# --- double elimination for any game ----------------------------------------------------------------------------------


@pytest.mark.req("PN-GO-1")
@pytest.mark.parametrize(
    ("ruleset", "size", "result"),
    [
        ("pokemon-tcg-2027", 6, "2-0"),
        ("swiss", 5, "1-0"),
        ("scrabble-fise", 7, "400-300"),
        ("xwing-epic-duel", 4, "200-100 time"),
    ],
)
def test_double_elimination_of_another_game(tmp_path: Path, ruleset: str, size: int, result: str) -> None:
    stage = Stage(tmp_path, ruleset, date="2026-11-15")
    events.change_settings(stage.ctx, stage.slug, {"style": "double-elimination"})
    stage.enter(size, birth_year=1990)
    lost: dict[int, int] = {}
    played = 0
    while True:
        stage.open_round()
        last = stage.pod().last_round
        assert last is not None
        for m in last.matches.values():
            assert lost.get(m.a, 0) < 2
            assert lost.get(m.b, 0) < 2
            lost[m.b] = lost.get(m.b, 0) + 1
            played += 1
        stage.report_all(result)
        rounds.finish(stage.ctx, stage.slug)
        if sum(lost.get(no, 0) < 2 for no in stage.t.entrants) == 1:
            break
    assert played in (2 * size - 2, 2 * size - 1), "everybody but the winner has lost twice"
    assert all(verdict.ok for verdict in verify(stage.ctx, stage.slug))
    stage.ctx.store.close()
