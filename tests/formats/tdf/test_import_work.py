"""What importing a file of TOM costs, counted: each ruleset is read once, the standings are made once."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest

from pareo import rulesets
from pareo.app.base.context import Context
from pareo.formats.tdf.tom import read
from pareo.formats.tdf.xml import write
from support.execution import calls_of_ours
from support.files.imports import import_tdf
from support.files.tdf import reference, two_brackets
from support.files.tom import TomEvent, simple_save

PODS = 2  # of the Swiss


@cache
def finished_cup() -> bytes:
    """Masters and Seniors, three rounds and a top 4 each, with seeds and final places."""
    tom = TomEvent.with_players((12, 1990), (10, 2011), rounds="3")
    for _ in range(3):
        tom.pair()
        tom.play(every=99)
    tom.cut(4)
    for _ in range(2):
        tom.pair()
        tom.play(every=99)
    assert re.search(rb'<pod category="\d+" type="finished">', tom.saves[-1])
    return tom.saves[-1]


def test_importing_a_finished_cup_reads_its_ruleset_once_and_makes_the_standings_once(ctx: Context) -> None:
    data = finished_cup()
    rulesets.load.cache_clear()
    calls = calls_of_ours(lambda: import_tdf(ctx, data))
    assert calls["core.rules.ruleset_file", "read_ruleset"] == 1
    assert calls["core.tournament.tables", "tables"] == 1
    assert calls["core.standings.standings", "standings"] == PODS


def test_what_was_just_written_is_not_read_again(ctx: Context) -> None:
    data = finished_cup()
    calls = calls_of_ours(lambda: import_tdf(ctx, data))
    assert calls["core.replay.replay", "replay"] == calls["store.sqlite.journal", "SqliteJournal.read"] == 0


@pytest.mark.parametrize(
    "save",
    [
        finished_cup,
        lambda: write(two_brackets()),
        lambda: simple_save([(0, 1, 2, 1), (0, 3, 4, 2), (1, 5, 6, 3)]),
    ],
    ids=["finished", "shared", "playing"],
)
def test_the_state_the_context_goes_on_with_is_what_the_stored_journal_gives(
    ctx: Context, save: Callable[[], bytes]
) -> None:
    slug = import_tdf(ctx, save()).slug
    mine, fresh = ctx.open(slug), Context(ctx.store).open(slug)
    assert mine.state == fresh.state
    assert (mine.hash, mine.standings_version) == (fresh.hash, fresh.standings_version)
    assert [mine.name(no) for no in mine.state.entrants] == [fresh.name(no) for no in fresh.state.entrants]


def check_seeds_by_standings(data: bytes) -> None:
    """Without its seeds the file gives the same brackets: those of the standings."""
    seedless = re.sub(rb"<seed>\d+</seed>", b"<seed>0</seed>", data)
    assert seedless != data
    assert calls_of_ours(lambda: read(data))["core.tournament.tables", "tables"] == 0
    assert calls_of_ours(lambda: read(seedless))["core.tournament.tables", "tables"] == 1
    assert read(seedless).event.pods == read(data).event.pods


def test_finals_without_seeds_in_the_file_are_seeded_by_the_standings() -> None:
    check_seeds_by_standings(finished_cup())


def test_the_seeds_of_the_reference_cup_are_those_of_its_standings() -> None:
    check_seeds_by_standings(reference("tom180-cup-2025-11.anon.tdf"))
