"""One small event from entry to standings with each national ruleset (FISE, «Situación actual»)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.queries.pages.event_tables import standing_rows
from pareo.app.queries.rounds import verify as verifying
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.text.errors import BadInput
from pareo.rulesets import find_text, load
from support.errors import raises_code
from support.events.series import League, new_player

FOUR = [
    new_player("Ada Ríos", rating=2100),
    new_player("Bea Sol", rating=2000),
    new_player("Cai Mar", rating=1900),
    new_player("Dov Rey", rating=1800),
]


@pytest.fixture
def season(tmp_path: Path) -> League:
    return League(tmp_path)


def places(season: League, slug: str) -> list[tuple[int, str]]:
    return [(r.rank, r.name) for r in standing_rows(season.ctx, slug)]


def round_of(season: League, ruleset: str, points: dict[str, int], rounds: int = 1) -> str:
    slug = season.open("Copa", FOUR, ruleset=ruleset, rounds=str(rounds))
    for _ in range(rounds):
        season.round(slug, lambda a, b: f"{points[a]}-{points[b]}")
    return slug


# Round 1 of the FISE system: Ada–Cai, Bea–Dov.


@pytest.mark.req("S-NAT-1")
def test_spain_wins_then_average_points(season: League) -> None:
    points = {"Ada Ríos": 350, "Cai Mar": 340, "Bea Sol": 500, "Dov Rey": 490}
    slug = round_of(season, "scrabble-spain", points)
    assert places(season, slug) == [(1, "Bea Sol"), (2, "Ada Ríos"), (3, "Dov Rey"), (4, "Cai Mar")]
    rows = standing_rows(season.ctx, slug)
    assert [r.decided_by for r in rows] == [None, "average-secondary", "points", "average-secondary"]
    assert rows[0].tiebreaks["average-secondary"].value == 500


@pytest.mark.req("S-NAT-1")
def test_spain_total_points_alone(season: League) -> None:
    """A lost game of 490 stands above a won one of 350; equal totals share the place."""
    points = {"Ada Ríos": 350, "Cai Mar": 340, "Bea Sol": 500, "Dov Rey": 490}
    slug = round_of(season, "scrabble-spain-total", points)
    assert places(season, slug) == [(1, "Bea Sol"), (2, "Dov Rey"), (3, "Ada Ríos"), (4, "Cai Mar")]
    assert {r.decided_by for r in standing_rows(season.ctx, slug)} == {None, "secondary"}
    level = round_of(season, "scrabble-spain-total", {**points, "Ada Ríos": 490})
    assert places(season, level)[1:3] == [(2, "Ada Ríos"), (2, "Dov Rey")]


@pytest.mark.req("S-NAT-1")
def test_without_match_points_a_tie_break_must_decide() -> None:
    text = find_text("scrabble-spain-total")
    without = text[: text.index("[[tiebreaks]]")] + "\ntiebreaks = []\n"
    lines = [line for line in without.splitlines() if line != "tiebreaks = []"]
    at = next(i for i, line in enumerate(lines) if line.startswith("points_first"))
    lines.insert(at, "tiebreaks = []")
    with raises_code(BadInput, "ruleset-invalid", says="points_first: without match points something else must decide"):
        parse_ruleset("\n".join(lines), name="mine", find=find_text)


@pytest.mark.req("S-NAT-2")
@pytest.mark.parametrize(
    ("ruleset", "games"), [("scrabble-argentina", 3), ("scrabble-uruguay", 3), ("scrabble-venezuela", 6)]
)
def test_the_number_of_games_is_the_documents(season: League, ruleset: str, games: int) -> None:
    slug = season.open("Copa", [new_player(f"J{i} Luz") for i in range(8)], ruleset=ruleset)
    season.round(slug, lambda a, b: "400-300")
    assert next(iter(season.ctx.open(slug).state.pods.values())).planned == games


@pytest.mark.req("S-NAT-3")
def test_uruguay_draws_opponents_whatever_anybody_has_scored(season: League) -> None:
    """In round 2 winners meet losers: in a Swiss of eight they never would; nobody meets twice; the round verifies."""
    crossed = 0
    for number in range(4):
        slug = season.open(f"Copa {number}", [new_player(f"J{i} Luz") for i in range(8)], ruleset="scrabble-uruguay")
        for _ in range(3):
            season.round(slug, lambda a, b: "400-300" if a < b else "300-400")
        pod = next(iter(season.ctx.open(slug).state.pods.values()))
        won = {m.a if m.result is not None and m.result.a.won else m.b for m in pod.rounds[1].matches.values()}
        crossed += sum((m.a in won) != (m.b in won) for m in pod.rounds[2].matches.values())
        pairs = [frozenset((m.a, m.b)) for r in pod.rounds.values() for m in r.matches.values()]
        assert len(set(pairs)) == 12
        assert all(row.ok for row in verifying.verify(season.ctx, slug))
    assert crossed > 0
    assert [use.id for use in load("scrabble-uruguay").tiebreaks] == ["secondary"]


@pytest.mark.req("S-NAT-4")
def test_venezuela_sonneborn_berger_then_total_points(season: League) -> None:
    points = {"Ada Ríos": 400, "Cai Mar": 300, "Bea Sol": 410, "Dov Rey": 300}
    slug = round_of(season, "scrabble-venezuela", points, 2)
    assert [use.id for use in load("scrabble-venezuela").tiebreaks] == ["sonneborn-berger", "secondary"]
    rows = standing_rows(season.ctx, slug)
    # Round 2: Bea beats Ada, Cai and Dov draw.
    assert [r.name for r in rows][:2] == ["Bea Sol", "Ada Ríos"]
    assert rows[0].tiebreaks["sonneborn-berger"].value == 1.5


@pytest.mark.req("S-NAT-5")
@pytest.mark.parametrize("ruleset", ["scrabble-north-america", "scrabble-britain"])
def test_usa_canada_and_britain_break_ties_by_spread(season: League, ruleset: str) -> None:
    points = {"Ada Ríos": 400, "Cai Mar": 390, "Bea Sol": 350, "Dov Rey": 250}
    slug = round_of(season, ruleset, points)
    rows = standing_rows(season.ctx, slug)
    assert [(r.name, r.tiebreaks["spread"].value) for r in rows] == [
        ("Bea Sol", 100),
        ("Ada Ríos", 10),
        ("Cai Mar", -10),
        ("Dov Rey", -100),
    ]


@pytest.mark.req("S-NAT-5", "S-NAT-7")
@pytest.mark.parametrize("ruleset", ["scrabble-australia", "scrabble-britain"])
def test_australia_and_britain_have_an_elo_of_their_own(season: League, ruleset: str) -> None:
    rules = load(ruleset).rating
    assert rules is not None
    assert (rules.method, rules.k) == ("fide", 20)
    assert load("scrabble-fise").rating != rules
    slug = round_of(season, ruleset, {"Ada Ríos": 400, "Cai Mar": 390, "Bea Sol": 350, "Dov Rey": 250})
    assert places(season, slug)[-1][0] == 4 or places(season, slug)[-1][0] == 3
