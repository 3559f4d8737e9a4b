"""Play! Pokémon by season: the tables at both ends of every row, where they come from, and which edition a day has."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pareo import rulesets
from pareo.app.wording.ruleset_text import describe
from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import Ruleset, SecondDayRules
from pareo.core.rules.advice import PodAdvice, advise, second_day_size
from pareo.core.rules.birth_years import divisions_in_force, season_of
from pareo.core.settings.registry import SETTINGS
from pareo.core.text.errors import BadInput
from support.errors import raises_code

SEASONS = tuple(f"pokemon-{game}-{season}" for game in ("tcg", "vgc") for season in (2025, 2026, 2027))
NEW = (*SEASONS, "pokemon-go")
LAST = 20_000

CHALLENGE = [
    (4, 8, 3),
    (9, 16, 4),
    (17, 32, 5),
    (33, 64, 6),
    (65, 128, 7),
    (129, 256, 8),
    (257, 512, 9),
    (513, LAST, 10),
]
CUP = [
    (4, 8, 3, 0),
    (9, 12, 4, 4),
    (13, 20, 5, 4),
    (21, 32, 5, 8),
    (33, 64, 6, 8),
    (65, 128, 7, 8),
    (129, 226, 8, 8),
    (227, 409, 9, 8),
    (410, LAST, 10, 8),
]
VGC_DAY = [
    (4, 8, 3, 2),
    (9, 16, 4, 4),
    (17, 32, 5, 8),
    (33, 64, 6, 8),
    (65, 128, 7, 8),
    (129, 226, 8, 8),
    (227, 256, 8, 16),
    (257, 409, 9, 16),
    (410, 512, 9, 32),
    (513, LAST, 10, 32),
]
# players, rounds of both phases, points of cards and video game, base of the cut
SMALL = [(4, 8, 3, 0, 0, 0, 0), (9, 16, 4, 0, 0, 0, 2), (17, 32, 6, 0, 0, 0, 4), (33, 64, 7, 0, 0, 0, 6)]
S25 = [
    *SMALL,
    (65, 128, 6, 2, 10, 12, 8),
    (129, 256, 7, 2, 13, 15, 8),
    (257, 512, 8, 2, 16, 18, 8),
    (513, 1024, 8, 3, 16, 18, 8),
    (1025, 2048, 8, 4, 16, 18, 8),
    (2049, 4096, 9, 4, 19, 21, 8),
    (4097, LAST, 9, 5, 19, 21, 8),
]
S26 = [
    *SMALL,
    (65, 128, 7, 2, 13, 15, 8),
    (129, 256, 8, 2, 16, 18, 8),
    (257, 512, 8, 3, 16, 18, 8),
    (513, 1024, 8, 4, 16, 18, 8),
    (1025, 2048, 8, 5, 16, 18, 8),
    (2049, 4096, 8, 6, 16, 18, 8),
    (4097, LAST, 9, 6, 19, 21, 8),
]


def propose(ruleset: str, players: int, table: str | None = None, style: str = "swiss+cut") -> PodAdvice:
    return advise(rulesets.load(ruleset), sizes={"master": players}, pod=("master",), style=style, table=table)


@pytest.mark.req("PN-TAB-2")
@pytest.mark.parametrize("ruleset", SEASONS)
def test_a_challenge_is_swiss_only(ruleset: str) -> None:
    for low, high, rounds in CHALLENGE:
        for players in (low, high):
            advice = propose(ruleset, players, style="swiss")
            assert (advice.table, advice.rounds, advice.cut, advice.day2_rounds) == ("challenge", rounds, 0, 0)
            assert "other-style" not in [told.code for told in advice.notes]


@pytest.mark.req("PN-TAB-3", "PN-TAB-4")
@pytest.mark.parametrize("ruleset", SEASONS)
def test_a_cup_by_its_table(ruleset: str) -> None:
    for low, high, rounds, cut in CUP if "tcg" in ruleset else VGC_DAY:
        for players in (low, high):
            advice = propose(ruleset, players)
            assert (advice.table, advice.rounds, advice.cut, advice.points) == ("one-day", rounds, cut, 0)
    unconfirmed = [told.code for told in propose(ruleset, 40).notes]
    assert unconfirmed == ([] if "tcg" in ruleset else ["table-unconfirmed"]), "the video game's is of July 2019"


@pytest.mark.req("PN-TAB-5", "PN-RS-3", "PN-AGE-1")
@pytest.mark.parametrize("ruleset", SEASONS)
def test_two_phases_row_by_row(ruleset: str) -> None:
    for low, high, rounds, day2, cards, video, cut in S25 if ruleset.endswith("2025") else S26:
        for players in (low, high):
            advice = propose(ruleset, players, "two-phase")
            points = cards if "tcg" in ruleset else video
            assert (advice.rounds, advice.day2_rounds, advice.points, advice.cut) == (rounds, day2, points, cut)
            assert advice.row is not None
            assert advice.row.asymmetrical == bool(cut)


@pytest.mark.req("PN-RS-3", "PN-TAB-5")
def test_what_is_not_confirmed_says_so() -> None:
    assert [n.code for n in propose("pokemon-tcg-2027", 300, "two-phase").notes] == ["table-unconfirmed"]
    assert [n.code for n in propose("pokemon-tcg-2026", 300, "two-phase").notes] == ["points-unconfirmed"]
    assert [n.code for n in propose("pokemon-vgc-2025", 300, "two-phase").notes] == ["points-unconfirmed"]
    assert not propose("pokemon-tcg-2025", 300, "two-phase").notes
    assert "check your handbook" in str(propose("pokemon-tcg-2026", 300, "two-phase").notes[0])


@pytest.mark.req("PN-RS-1")
@pytest.mark.parametrize(("before", "after"), [*pairwise(SEASONS[:3]), *pairwise(SEASONS[3:])])
def test_each_season_extends_the_one_before_and_is_shorter(before: str, after: str) -> None:
    text = rulesets.find_text(after)
    assert f'extends = "{before}"' in text
    assert len(text) < len(rulesets.find_text("pokemon-tcg-2025"))
    assert 'extends = "pokemon-tcg-2027"' in rulesets.find_text("pokemon-tom")


@pytest.mark.req("PN-RS-4")
@pytest.mark.parametrize("ruleset", NEW)
def test_source_and_confidence_stand_beside_every_table_and_every_choice(ruleset: str) -> None:
    rules = rulesets.load(ruleset)
    page = " ".join(describe(rules).split())
    for table in rules.advice.tables:
        assert table.source
        assert f"Source [{table.confidence}], " in page
        assert table.source in page
    for choice in rules.choices:
        told = page[page.index(choice.says) :][: len(choice.says) + 80]
        assert f"[{choice.confidence}, " in told
        assert ("not confirmed, check your handbook" in told) == (choice.confidence == 1)
        assert " ".join(choice.source.split()) in page
        assert not choice.setting or choice.setting in SETTINGS
        assert choice.source
    assert all(c.setting for c in rules.choices if c.confidence == 1), "what is not confirmed is a setting"


@pytest.mark.req("PN-RS-2")
@pytest.mark.parametrize(
    ("game", "day", "ruleset"),
    [
        ("tcg", "2026-11-15", "pokemon-tcg-2027"),
        ("tcg", "2026-08-31", "pokemon-tcg-2026"),
        ("vgc", "2025-06-30", "pokemon-vgc-2025"),
        ("vgc", "2025-07-05", "pokemon-vgc-2026"),
        ("go", "2026-11-15", "pokemon-go"),
        ("tcg", "2020-02-01", "pokemon-tcg-2019-07"),
        ("tcg", "2019-05-01", "pokemon-tcg-2019-04"),
        ("tcg", "2010-05-01", "pokemon-2009"),
        ("tcg", "2031-01-01", "pokemon-tcg-2027"),
    ],
)
def test_the_edition_of_a_day(game: str, day: str, ruleset: str) -> None:
    assert rulesets.of_season(game, season_of(day) or 0) == ruleset


def test_an_unknown_game_is_answered_with_the_known_ones() -> None:
    with raises_code(BadInput, "game-unknown", valid="tcg, vgc, go"):
        rulesets.of_season("unite", 2027)


@pytest.mark.req("PN-SEA-1", "PN-SEA-2", "PN-SEA-3")
@pytest.mark.parametrize(
    ("day", "season", "junior", "senior", "master"),
    [
        ("2026-11-15", 2027, 2015, (2011, 2014), 2010),
        ("2026-08-31", 2026, 2014, (2010, 2013), 2009),
        ("2025-07-05", 2026, 2014, (2010, 2013), 2009),
        ("2025-06-30", 2025, 2013, (2009, 2012), 2008),
        ("2020-02-01", 2020, 2009, (2005, 2008), 2004),
    ],
)
@pytest.mark.parametrize("ruleset", [*SEASONS, "pokemon-tom"])
def test_the_divisions_of_a_day(
    ruleset: str, day: str, season: int, junior: int, senior: tuple[int, int], master: int
) -> None:
    rules = rulesets.load(ruleset)
    assert season_of(day) == season
    assert years(rules, date=day) == (junior, senior, master)
    assert years(rules, season=season) == (junior, senior, master), "a World Championship says its season itself"
    assert years(rules, date=day, text="junior=2001;senior=1999") == (2001, (1999, 2000), 1998)


def years(rules: Ruleset, *, date: str = "", season: int | None = None, text: str | None = None) -> tuple[object, ...]:
    assert rules.divisions is not None
    found = divisions_in_force(rules.divisions, date=date, season=season, text=text, usual=rules.season)
    junior, senior, master = found.divisions
    return junior.born_from, (senior.born_from, senior.born_to), master.born_to


@pytest.mark.req("PN-MAT-1", "PN-TB-1", "PN-TB-2")
@pytest.mark.parametrize("ruleset", SEASONS)
def test_points_and_order(ruleset: str) -> None:
    rules = rulesets.load(ruleset)
    assert [rules.points[o] for o in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)] == [3, 1, 0]
    assert [use.id for use in rules.tiebreaks] == ["owp", "oowp", "head-to-head", "lot"]
    assert rules.tiebreaks[0].options == {"floor": "25%", "cap": "75%", "late": "left-out"}


@pytest.mark.req("PN-ASY-2")
def test_what_the_seasons_differ_in() -> None:
    def of(name: str) -> tuple[int, int, int, str]:
        rules = rulesets.load(f"pokemon-{name}")
        return (rules.elimination.max_cut, rules.round.extra_turns, rules.round.overtime_minutes, rules.lists.open)

    assert [of(f"tcg-{season}") for season in (2025, 2026, 2027)] == [
        (32, 3, 0, "cut"),
        (16, 1, 10, "cut"),
        (16, 3, 15, "cut"),
    ]
    assert [of(f"vgc-{season}")[0] for season in (2025, 2026, 2027)] == [32, 16, 16]
    assert of("vgc-2027")[3] == "always"


@pytest.mark.req("PN-PH2-1")
def test_points_alone_decide_unless_a_top_is_set() -> None:
    points = [21, 18, 16, 16, 15, 12, 9]
    rules = rulesets.load("pokemon-tcg-2026").second_day
    assert rules is not None
    assert second_day_size(rules, points, 16) == 4
    assert second_day_size(rules, points, 22) == 0
    assert second_day_size(SecondDayRules(top=6), points, 16) == 6
    assert second_day_size(SecondDayRules(points=19, top=2), points) == 2, "as in 2019"
