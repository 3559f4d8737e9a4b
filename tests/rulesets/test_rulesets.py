"""The rulesets that come with Pareo against their documents: every number here was typed from the document."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from pareo import rulesets
from pareo.app.wording.ruleset_text import describe
from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Priority
from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.advice import advise
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.text.errors import NotFound

E19 = ("pokemon-tcg-2019-04", "pokemon-vgc-2019-04", "pokemon-tcg-2019-07", "pokemon-vgc-2019-07")
SEASONS = tuple(f"pokemon-{game}-{season}" for game in ("tcg", "vgc") for season in (2025, 2026, 2027))
POKEMON = ("pokemon-2009", *E19, "pokemon-tom", *SEASONS, "pokemon-go")
NATIONAL = (
    "scrabble-spain",
    "scrabble-spain-total",
    "scrabble-argentina",
    "scrabble-uruguay",
    "scrabble-venezuela",
    "scrabble-north-america",
    "scrabble-britain",
    "scrabble-australia",
)
CHESS = ("chess-fide", "chess-uscf", "chess-round-robin")
ALL = (*POKEMON, "scrabble-fise", *NATIONAL, "xwing-epic-duel", "xwing-epic-team", *CHESS, "swiss")

# Play! Pokémon 2019, 3.3.5. The last column is the document's own total of rounds.
VGC = [
    (9, 16, 4, 4, 6),
    (17, 32, 5, 8, 8),
    (33, 64, 6, 8, 9),
    (65, 128, 7, 8, 10),
    (129, 226, 8, 8, 11),
    (227, 256, 8, 16, 12),
    (257, 409, 9, 16, 13),
    (410, 512, 9, 32, 14),
    (513, None, 10, 32, 15),
]
TCG = [
    (9, 12, 4, 4, 6),
    (13, 20, 5, 4, 7),
    (21, 32, 5, 8, 8),
    (33, 64, 6, 8, 9),
    (65, 128, 7, 8, 10),
    (129, 226, 8, 8, 11),
    (227, 409, 9, 8, 12),
    (410, None, 10, 8, 13),
]
TWO_DAYS = [
    (9, 12, 4, 0, 4, 6),
    (13, 20, 5, 0, 4, 7),
    (21, 32, 5, 0, 8, 8),
    (33, 64, 6, 0, 8, 9),
    (65, 128, 7, 0, 8, 10),
    (129, 226, 8, 0, 8, 11),
    (227, 799, 9, 5, 8, 17),
    (800, None, 9, 6, 8, 18),
]
FIRST = {"04": 8, "07": 4}  # the first row: 8 players in April, 4 to 8 in July


def table(ruleset: Ruleset, table_id: str) -> list[tuple[object, ...]]:
    found = next(one for one in ruleset.advice.tables if one.id == table_id)
    return [(row.low, row.high, row.rounds, row.cuts, row.day2_rounds) for row in found.rows]


def test_the_list_of_rulesets_and_the_files_agree() -> None:
    infos = {info.id: info for info in rulesets.available()}
    assert set(infos) == set(ALL)
    assert infos["pokemon-2009"].edition == "2009-09-01"
    assert infos["pokemon-tcg-2019-04"].edition == "2019-04-17"
    assert infos["pokemon-vgc-2019-07"].edition == "2019-07-17"
    assert all(info.title and info.document for info in infos.values())
    assert len({info.title for info in infos.values()}) == len(infos)


def test_an_unknown_ruleset_is_answered_with_the_known_ones() -> None:
    with pytest.raises(NotFound) as caught:
        rulesets.load("pokemon-tcg-2020")
    assert all(ruleset_id in str(caught.value) for ruleset_id in ALL)


def test_a_ruleset_is_read_once() -> None:
    assert rulesets.load("swiss") is rulesets.load("swiss")


def test_importing_the_rulesets_reads_nothing() -> None:
    code = "import sys, pareo.rulesets; "
    code += "print([m for m in ('tomllib', 'pareo.core.rules.ruleset_file') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("ruleset_id", ALL)
def test_the_stored_text_is_the_whole_ruleset(ruleset_id: str) -> None:
    ruleset = rulesets.load(ruleset_id)
    assert "extends" not in ruleset.text
    assert parse_ruleset(ruleset.text, name="stored") == ruleset


@pytest.mark.parametrize("ruleset_id", ALL)
def test_every_block_cites_its_section(ruleset_id: str) -> None:
    r = rulesets.load(ruleset_id)
    blocks: list[Any] = [r.results, r.swiss, r.late, *r.tiebreaks, *r.advice.tables]
    blocks += [block for block in (r.divisions, r.second_day, r.sections, r.rating) if block is not None]
    if {"elimination", "swiss+cut"} & set(r.styles):
        blocks.append(r.elimination)
    if "round-robin" in r.styles:
        blocks.append(r.robin)
    if r.round.minutes:
        blocks.append(r.round)
    assert all(block.cite for block in blocks)


@pytest.mark.req("P-SRC-1")
def test_the_page_of_a_2019_ruleset_says_that_the_english_version_prevails() -> None:
    for ruleset_id in E19:
        assert "the English version prevails" in describe(rulesets.load(ruleset_id))
    assert "English" not in describe(rulesets.load("pokemon-2009"))


@pytest.mark.parametrize("ruleset_id", ALL)
def test_the_page_fits_and_cites(ruleset_id: str) -> None:
    ruleset = rulesets.load(ruleset_id)
    page = describe(ruleset)
    assert max(len(line) for line in page.splitlines()) <= 100
    assert ruleset.document.edition in page
    assert all(use.id in page for use in ruleset.tiebreaks)
    assert all(" ".join(note.split()) in " ".join(page.split()) for note in ruleset.notes)


def test_the_page_shows_tables_choices_and_which_rule_gives_way() -> None:
    april, july = (describe(rulesets.load(f"pokemon-tcg-2019-{month}")) for month in ("04", "07"))
    assert "the division is kept and the record gives way" in april
    assert "the record is kept and the division gives way" in july
    assert "  227–799   9        5       top 8" in july
    assert "  4–8       3        none" in july.split("one day")[1]
    assert "- Choice:" in july
    assert "Juniors   born 2008 or later" in july


@pytest.mark.req("P-STY-1")
def test_three_styles_can_be_sanctioned() -> None:
    for ruleset_id in POKEMON:
        more = {"double-elimination"} if ruleset_id == "pokemon-go" else set()
        assert set(rulesets.load(ruleset_id).styles) == {"swiss", "elimination", "swiss+cut"} | more


@pytest.mark.req("P-SW-2")
def test_match_points_of_the_editions() -> None:
    old = rulesets.load("pokemon-2009")
    assert (old.points[Outcome.WIN], old.points[Outcome.LOSS], old.points[Outcome.BYE]) == (1, 0, 1)
    assert not old.results.draws
    for ruleset_id in (*E19, "pokemon-tom"):
        points = rulesets.load(ruleset_id).points
        assert (points[Outcome.WIN], points[Outcome.DRAW], points[Outcome.LOSS]) == (3, 1, 0)
        assert points[Outcome.BYE] == points[Outcome.WIN]
        assert rulesets.load(ruleset_id).results.draws


def test_what_differs_between_the_editions() -> None:
    old, april, july = (rulesets.load(i) for i in ("pokemon-2009", "pokemon-tcg-2019-04", "pokemon-tcg-2019-07"))
    assert old.swiss.order == april.swiss.order == (Priority.MIXED, Priority.GAPS)
    assert july.swiss.order == rulesets.load("pokemon-vgc-2019-07").swiss.order == (Priority.GAPS, Priority.MIXED)
    assert [use.id for use in old.tiebreaks] == ["on-time", "owp", "oowp", "head-to-head", "last-opponent", "lot"]
    for ruleset_id in E19:
        uses = rulesets.load(ruleset_id).tiebreaks
        assert [use.id for use in uses] == ["on-time", "owp", "oowp", "head-to-head", "lot"]
        assert uses[1].options == {"floor": "25%", "cap": "75%", "late": "left-out"}
    assert (april.late.points_last_round, april.late.points_refusal) == (2, "override")
    assert (july.late.points_last_round, july.late.points_refusal) == (2, "refused")
    assert old.late.points_last_round is None
    assert old.correction_rounds == april.correction_rounds == july.correction_rounds == 2
    assert (old.undefeated, old.standings_first, old.slips) == (True, True, False)
    assert (july.undefeated, july.standings_first, july.slips) == (False, False, True)


@pytest.mark.req("PN-RS-1", "PN-TB-1")
def test_tom_ranks_in_its_own_way_and_is_the_newest_edition_otherwise() -> None:
    tom, newest = rulesets.load("pokemon-tom"), rulesets.load("pokemon-tcg-2027")
    assert [use.id for use in tom.tiebreaks] == ["on-time", "tom-owp", "tom-oowp", "head-to-head", "list-order"]
    assert (tom.points, tom.divisions, tom.advice) == (newest.points, newest.divisions, newest.advice)
    assert tom.swiss == replace(newest.swiss, numbering="shuffled"), "and it shuffles the player list (A-26)"
    assert tom.late.rank_below
    assert not newest.late.rank_below, "lateness is not in the newer text"


@pytest.mark.req("P-AGE-1")
def test_birth_years_of_the_editions() -> None:
    def years(ruleset_id: str) -> list[tuple[str, int | None, int | None]]:
        rules = rulesets.load(ruleset_id).divisions
        assert rules is not None
        return [(d.id, d.born_from, d.born_to) for d in rules.divisions]

    assert years("pokemon-2009") == [("junior", 1997, None), ("senior", 1993, 1996), ("master", None, 1992)]
    for ruleset_id in E19:
        assert years(ruleset_id) == [("junior", 2008, None), ("senior", 2004, 2007), ("master", None, 2003)]


@pytest.mark.req("P-CUT-6")
@pytest.mark.parametrize("month", ["04", "07"])
def test_2019_tables_row_by_row(month: str) -> None:
    low = FIRST[month]
    tcg, vgc = rulesets.load(f"pokemon-tcg-2019-{month}"), rulesets.load(f"pokemon-vgc-2019-{month}")
    first: tuple[object, ...] = (low, 8, (3,), (0,), 0)
    assert table(tcg, "one-day") == [first] + [(a, b, (r,), (c,), 0) for a, b, r, c, _ in TCG]
    assert table(vgc, "one-day") == [(low, 8, (3,), (2,), 0)] + [(a, b, (r,), (c,), 0) for a, b, r, c, _ in VGC]
    days = [first] + [(a, b, (r,), (c,), d) for a, b, r, d, c, _ in TWO_DAYS]
    assert table(tcg, "two-day") == table(vgc, "international") == days
    assert [one.id for one in vgc.advice.tables] == ["one-day", "international"]
    assert [one.id for one in tcg.advice.tables] == ["one-day", "two-day"]


@pytest.mark.req("P-CUT-7")
@pytest.mark.parametrize("month", ["04", "07"])
def test_2019_totals_of_rounds_row_by_row(month: str) -> None:
    tcg, vgc = rulesets.load(f"pokemon-tcg-2019-{month}"), rulesets.load(f"pokemon-vgc-2019-{month}")
    days = [(low, high, total) for low, high, *_, total in TWO_DAYS]
    tables = [
        (tcg, "one-day", [(8, 8, 3), *((low, high, total) for low, high, *_, total in TCG)]),
        (vgc, "one-day", [(8, 8, 4), *((low, high, total) for low, high, *_, total in VGC)]),
        (tcg, "two-day", [(8, 8, 3), *days]),
        (vgc, "international", [(8, 8, 3), *days]),
    ]
    for ruleset, table_id, rows in tables:
        for low, high, total in rows:
            for players in (low, high or low + 1000):
                sizes = {"master": players}
                advice = advise(ruleset, sizes=sizes, pod=("master",), style="swiss+cut", table=table_id)
                assert (players, advice.total_rounds) == (players, total)


@pytest.mark.req("P-SE-7", "P-CUT-6")
def test_2009_tables_row_by_row() -> None:
    old = rulesets.load("pokemon-2009")
    swiss = [(6, 8, 3), (9, 16, 4), (17, 32, 5), (33, 64, 6), (65, 128, 7), (129, 256, 8)]
    borrowed = (257, 512, (9, 8), (0,), 0)  # B-17
    assert table(old, "swiss") == [*((a, b, (r,), (0,), 0) for a, b, r in swiss), borrowed]
    bracket = [(8, 8, 3), *swiss[1:]]
    assert table(old, "elimination") == [(a, b, (r,), (0,), 0) for a, b, r in bracket]
    both: list[tuple[int, int, set[int], int]] = [
        (6, 7, {2, 3}, 0),
        (8, 8, {2, 3}, 2),
        (9, 15, {3, 4}, 2),
        (16, 16, {3, 4}, 4),
        (17, 31, {4, 5}, 4),
        (32, 32, {4, 5}, 8),
        (33, 63, {5, 6}, 8),
        (64, 64, {5, 6}, 16),
        (65, 127, {6, 7}, 16),
        (128, 128, {6, 7}, 32),
        (129, 255, {7, 8}, 32),
        (256, 256, {7, 8}, 32),
        (257, 511, {8, 9}, 32),
        (512, 512, {8, 9}, 64),
    ]
    found = next(one for one in old.advice.tables if one.id == "swiss+cut")
    assert len(found.rows) == len(both)
    for row, (low, high, rounds, largest) in zip(found.rows, both, strict=True):
        assert (row.low, row.high, set(row.rounds)) == (low, high, rounds)
        smaller = [2**n for n in range(6, 0, -1) if 2**n <= largest]
        assert list(row.cuts) == (smaller or [0])


def test_second_day_and_sections_of_2019() -> None:
    for ruleset_id in E19:
        ruleset = rulesets.load(ruleset_id)
        assert ruleset.second_day is not None
        assert (ruleset.second_day.points, ruleset.second_day.top) == (19, 32)
    for ruleset_id in POKEMON:
        sections = rulesets.load(ruleset_id).sections
        assert sections is not None
        assert (sections.min_division, sections.min_section, sections.counts) == (64, 32, (2, 4, 8, 16))
        assert sections.min_qualifiers == 2
    assert rulesets.load("pokemon-2009").second_day is None


def test_scrabble() -> None:
    fise = rulesets.load("scrabble-fise")
    assert [fise.show_points(fise.points[o]) for o in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)] == [1, 0.5, 0]
    assert [fise.show_points(fise.points[o]) for o in (Outcome.BYE, Outcome.FORFEIT_WIN)] == [1, 1]
    assert [(use.id, use.options) for use in fise.tiebreaks] == [
        ("sonneborn-berger", {"draws": "none"}),
        ("secondary", {}),
    ]
    assert fise.shared_places
    assert (fise.swiss.system, fise.swiss.starts, fise.swiss.numbering) == ("fise", True, "local")
    assert fise.rating is not None
    assert (fise.rating.method, fise.rating.k, fise.rating.rate_forfeits) == ("fide-average", 10, False)


@pytest.mark.req("X-9")
@pytest.mark.parametrize(
    ("ruleset_id", "available", "bye"), [("xwing-epic-duel", 300, 450), ("xwing-epic-team", 400, 600)]
)
def test_xwing_points(ruleset_id: str, available: int, bye: int) -> None:
    xwing = rulesets.load(ruleset_id)
    outcomes = (Outcome.WIN, Outcome.MODIFIED_WIN, Outcome.DRAW, Outcome.LOSS, Outcome.BYE)
    assert [xwing.points[o] for o in outcomes] == [5, 3, 1, 0, 5]
    assert (xwing.results.available, xwing.results.modified_below, xwing.results.bye_margin) == (available, 12, bye)
    assert [use.id for use in xwing.tiebreaks][:2] == ["margin", "strength-of-schedule"]
    assert (xwing.swiss.avoid, xwing.swiss.avoid_rounds) == (("together",), (1, 1))
    assert xwing.results.drawn_elimination == "initiative"
    assert (xwing.entrant, xwing.team_size) == (("team", 2) if ruleset_id.endswith("team") else ("player", 1))


@pytest.mark.req("X-30")
def test_xwing_tiers_and_their_hints() -> None:
    page = describe(rulesets.load("xwing-epic-team"))
    tiers = rulesets.load("xwing-epic-duel").tiers
    assert list(tiers) == ["casual", "competitive", "premier"]
    assert "leagues" in tiers["casual"]
    assert "store championships" in tiers["competitive"]
    assert all(word in tiers["premier"] for word in ("regional", "national", "world"))
    assert all(f"{tier.capitalize()}: {hint}" in " ".join(page.split()) for tier, hint in tiers.items())


def test_plain_swiss() -> None:
    swiss = rulesets.load("swiss")
    assert [use.id for use in swiss.tiebreaks] == ["buchholz", "median-buchholz", "wins", "lot"]
    assert swiss.divisions is None
    assert not swiss.shared_places
    assert [swiss.show_points(swiss.points[o]) for o in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)] == [1, 0.5, 0]
