"""The rulesets of `examples/rulesets`: data alone, and the worked tables of their sources to the last digit (A-70)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.event.events import NewEvent
from pareo.app.commands.people import leaving, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import manual_changes, rounds
from pareo.app.commands.rounds.manual_changes import HandPairing
from pareo.app.queries.pages.event_tables import standing_rows
from pareo.app.queries.pages.explain_place import arithmetic_rows
from pareo.app.queries.rounds.verify import verify
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.standings.tiebreaks.context import build_context
from pareo.core.standings.tiebreaks.score_shares import game_share, match_share, shares
from pareo.core.tournament.records import ledger_of
from pareo.store.memory import MemoryStore
from support.paths import ROOT

EXAMPLES = sorted((ROOT / "examples" / "rulesets").glob("*.toml"))
Round = Sequence[tuple[str, str, str]]  # (a, b, result); b empty: a bye


def text_of(name: str, *switches: tuple[str, str]) -> str:
    """An example, with some of its words changed."""
    text = (ROOT / "examples" / "rulesets" / f"{name}.toml").read_text(encoding="utf-8")
    for old, new in switches:
        assert old in text
        text = text.replace(old, new)
    return text


def play_event(
    text: str,
    games: Sequence[Round],
    *,
    ratings: Mapping[str, int] | None = None,
    drops: Mapping[int, str] | None = None,
    absent: Mapping[str, int] | None = None,
) -> Context:
    """The event, every round entered by hand."""
    ctx = Context(MemoryStore())
    events.create(ctx, NewEvent("Copa", "", slug="copa", ruleset_text=text, settings={"rounds": str(len(games))}))
    for name in sorted({name for rows in games for row in rows for name in row[:2] if name}):
        players.enter(
            ctx,
            "copa",
            [
                NewPlayer(
                    first=name,
                    last="Prado",
                    id=name,
                    rating=(ratings or {}).get(name),
                    absent=frozenset({(absent or {}).get(name, 0)} - {0}),
                )
            ],
        )
    rounds.pair(ctx, "copa", method="manual")
    for number, rows in enumerate(games, 1):
        manual_changes.import_pairings(ctx, "copa", [HandPairing(a, b, result=r) for a, b, r in rows], round_no=number)
        if who := (drops or {}).get(number):
            leaving.drop(ctx, "copa", who)
    assert all(verdict.ok for verdict in verify(ctx, "copa"))
    return ctx


def table(ctx: Context, *tiebreaks: str) -> dict[str, tuple[object, ...]]:
    """By player, best first: points and tie-breaks as they are shown."""
    rows, ids = standing_rows(ctx, "copa"), ctx.open("copa").ids
    for row in rows:  # the arithmetic of a place says the same
        for step in arithmetic_rows(ctx, "copa", ids[row.player]).steps:
            exact = row.tiebreaks[step.tiebreak].exact
            assert step.total is None or exact is None or step.total == exact
    return {row.player: (row.points, *(row.tiebreak_value(name) for name in tiebreaks)) for row in rows}


@pytest.mark.req("A-70")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_a_ruleset_that_says_where_it_comes_from(path: object) -> None:
    text = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    rules = parse_ruleset(text, name="example")
    assert rules.id == path.stem  # type: ignore[attr-defined]
    assert "Sources:" in text
    assert "nconfirmed" in text


def test_there_are_four() -> None:
    assert {path.stem for path in EXAMPLES} >= {"bridge-swiss-teams", "go-mcmahon", "magic-swiss", "yugioh-swiss"}


# --- Magic ------------------------------------------------------------------------------------------------------------

MAGIC = (
    [("A", "B", "2-1"), ("C", "D", "2-0"), ("E", "F", "2-0")],
    [("A", "C", "2-0"), ("E", "B", "2-1"), ("D", "F", "2-0")],
    [("A", "D", "2-0"), ("E", "C", "1-1-1"), ("B", "", "")],
)
_FLOOR = ('floor = "33%"', 'floor = "1/3"')
_BYE = ('byes = "counted"', 'byes = "left-out"')


@pytest.mark.req("A-70")
@pytest.mark.parametrize(
    ("switches", "other"),
    [
        ((), {}),
        (
            (_FLOOR,),
            {"E": (7, 0.3704, 0.6667, 0.4365), "D": (3, 0.5926, 0.3333, 0.5556), "F": (0, 0.5556, 0.3333, 0.5)},
        ),
        ((_BYE,), {"A": (9, 0.3693, 0.8571, 0.4365), "E": (7, 0.3681, 0.6667, 0.4354)}),
        (
            (('floor = "33%"', 'floor = "33.33%"'),),
            {"E": (7, 0.3704, 0.6667, 0.4365), "D": (3, 0.5926, 0.3333, 0.5555), "F": (0, 0.5556, 0.3333, 0.5)},
        ),
    ],
    ids=["rules", "floor-a-third", "bye-left-out", "floor-33.33"],
)
def test_magic(switches: tuple[tuple[str, str], ...], other: dict[str, tuple[object, ...]]) -> None:
    ctx = play_event(text_of("magic-swiss", *switches), MAGIC, drops={2: "F"})
    expected: dict[str, tuple[object, ...]] = {
        "A": (9, 0.3704, 0.8571, 0.4365),
        "E": (7, 0.3693, 0.6667, 0.4354),
        "C": (4, 0.7037, 0.4762, 0.619),
        "B": (3, 0.8889, 0.5, 0.7619),
        "D": (3, 0.5915, 0.3333, 0.5544),
        "F": (0, 0.5556, 0.33, 0.5),
    }
    found = table(ctx, "omw", "gw", "ogw")
    assert found == expected | other
    assert list(found) == ["A", "E", "C", "B", "D", "F"]


@pytest.mark.req("A-70")
@pytest.mark.parametrize(
    ("switches", "b", "f"), [((), "0.3333", "0.3300"), ((_FLOOR,), "0.3333", "0.3333"), ((_BYE,), "0.3300", "0.3300")]
)
def test_magic_s_own_match_and_game_percentages(switches: tuple[tuple[str, str], ...], b: str, f: str) -> None:
    ctx = play_event(text_of("magic-swiss", *switches), MAGIC, drops={2: "F"})
    t = ctx.open("copa").state
    (pod,) = t.pods.values()
    book = build_context(ledger_of(t, pod), t.ruleset)
    number = {ctx.open("copa").id(no): no for no in t.entrants}
    use = {use.id: use.options for use in t.ruleset.tiebreaks}
    own = shares(book, use["omw"], match_share)
    shown = {who: f"{own.keys[number[who]] / own.unit:.4f}" for who in "ABCDEF"}
    assert shown == {"A": "1.0000", "E": "0.7778", "C": "0.4444", "B": b, "D": "0.3333", "F": f}
    games = shares(book, use["gw"], game_share)
    assert f"{games.keys[number['B']] / games.unit:.4f}" == "0.5000", "a bye is 2-0"


# --- Yu-Gi-Oh! --------------------------------------------------------------------------------------------------------


@pytest.mark.req("A-70")
@pytest.mark.parametrize(
    ("third", "expected"),
    [
        ("=", {"A": "06333444009", "C": "04444407004", "B": "04444407001", "D": "03444407005"}),
        ("0-0", {"A": "06333444009", "C": "03444407013", "B": "03444407010", "D": "03444407005"}),
    ],
    ids=["draw", "double loss"],
)
@pytest.mark.parametrize("floor", ["", 'floor = "1/3"\n'], ids=["no floor", "a third"])
def test_yugioh(third: str, expected: dict[str, str], floor: str) -> None:
    games = (
        [("A", "B", "2-0"), ("C", "D", "2-1")],
        [("A", "C", "2-1"), ("B", "D", "2-0")],
        [("D", "A", "2-1"), ("B", "C", third)],
    )
    ctx = play_event(text_of("yugioh-swiss", ('by = "wins"\n', f'by = "wins"\n{floor}')), games)
    found = table(ctx, "omw", "oomw", "rounds-lost")
    numbers = {
        who: f"{points:02d}{round(float(omw) * 1000):03d}{round(float(oomw) * 1000):03d}{lost:03d}"
        for who, (points, omw, oomw, lost) in found.items()
    }
    assert numbers == expected
    assert list(found) == ["A", "C", "B", "D"]


# --- bridge -----------------------------------------------------------------------------------------------------------

BRIDGE = (
    [("N", "S", "12-3"), ("E", "W", "20-20")],
    [("N", "E", "8-31"), ("W", "S", "15-14")],
    [("E", "S", "0-50"), ("N", "W", "22-17")],
)


@pytest.mark.req("A-70")
def test_bridge() -> None:
    ctx = play_event(text_of("bridge-swiss-teams"), BRIDGE)
    found = table(ctx, "spread", "buchholz")
    assert found == {
        "S": (36.11, 40, 83.89),
        "N": (28.39, -9, 91.61),
        "W": (28.39, -4, 91.61),
        "E": (27.11, -27, 92.89),
    }
    assert list(found) == ["S", "N", "W", "E"], "head to head puts N before W"
    by_net = play_event(text_of("bridge-swiss-teams", ('[[tiebreaks]]\nid = "head-to-head"\n', "")), BRIDGE)
    assert list(table(by_net)) == ["S", "W", "N", "E"]
    rounds_of_n = [line.points for line in _lines(ctx, "N")]
    assert rounds_of_n == [1345, 289, 1205], "hundredths"


@pytest.mark.req("A-70")
def test_bridge_by_the_discrete_scale() -> None:
    ctx = play_event(text_of("bridge-swiss-teams", ('scale = "continuous"', 'scale = "discrete"')), BRIDGE)
    assert {who: points for who, (points,) in table(ctx).items()} == {"S": 35, "N": 29, "W": 28, "E": 28}


@pytest.mark.req("A-70")
def test_the_continuous_scale_is_the_formula_with_the_one_step_that_moves() -> None:
    scale = parse_ruleset(text_of("bridge-swiss-teams"), name="bridge").scale
    ratio, blitz = ((5**0.5 - 1) / 2) ** 3, 15 * 8**0.5
    points = [10 + 10 * (1 - ratio ** (imps / blitz)) / (1 - ratio) for imps in range(len(scale))]
    formula = [round(100 * min(20, vp)) for vp in points]
    moved = [step.margin for step, value in zip(scale, formula, strict=True) if step.winner != value]
    assert (moved, scale[40].winner) == ([40], 1974)
    assert [scale[i].winner for i in (1, 5, 10, 20, 30)] == [1044, 1205, 1378, 1646, 1837]
    gains = [b.winner - a.winner for a, b in pairwise(scale)]
    assert gains == sorted(gains, reverse=True)
    assert all(step.winner + step.loser == 2000 for step in scale)


def _lines(ctx: Context, who: str) -> Sequence[object]:
    t = ctx.open("copa").state
    (pod,) = t.pods.values()
    (no,) = [no for no in t.entrants if ctx.open("copa").id(no) == who]
    return ledger_of(t, pod).accounts[no].lines


# --- Go ---------------------------------------------------------------------------------------------------------------

GO = (
    [("A", "B", "1-0"), ("C", "D", "1-0"), ("E", "F", "1-0")],
    [("A", "C", "1-0"), ("B", "F", "1-0"), ("E", "D", "1-0")],
    [("A", "D", "1-0"), ("B", "C", "="), ("E", "", "")],
)
GRADES = {"A": 2500, "B": 2300, "C": 2300, "D": 2200, "E": 2000, "F": 1700}


@pytest.mark.req("A-70")
@pytest.mark.parametrize(
    ("switches", "other"),
    [
        ((), {}),
        (
            (('unplayed = "start"', 'unplayed = "nothing"'),),
            {"E": (5, 4, 31, 4), "D": (4, 19.5, 39.5, 0), "F": (0, 11.5, 18.5, 0)},
        ),
    ],
    ids=["start", "nothing"],
)
def test_go(switches: tuple[tuple[str, str], ...], other: dict[str, tuple[object, ...]]) -> None:
    ctx = play_event(text_of("go-mcmahon", *switches), GO, ratings=GRADES, absent={"F": 3})
    expected: dict[str, tuple[object, ...]] = {
        "A": (8, 17, 52.5, 17),
        "C": (6.5, 18.5, 51, 7.25),
        "B": (6.5, 14.5, 47, 3.25),
        "E": (5, 6, 37, 4),
        "D": (4, 19.5, 41.5, 0),
        "F": (0, 11.5, 20.5, 0),
    }
    found = table(ctx, "buchholz", "sosos", "sonneborn-berger")
    assert found == expected | other
    assert list(found) == ["A", "C", "B", "E", "D", "F"]


@pytest.mark.req("A-70")
def test_the_points_to_begin_with_pair_the_first_round() -> None:
    ctx = Context(MemoryStore())
    events.create(ctx, NewEvent("Copa", "", slug="copa", ruleset_text=text_of("go-mcmahon"), settings={"rounds": "3"}))
    for n, rating in enumerate((2500, 2300, 2300, 2250, 1900, 1950, 1500, 1801), 1):
        players.enter(ctx, "copa", [NewPlayer(first=f"J{n}", last="Prado", id=str(n), rating=rating)])
    rounds.pair(ctx, "copa")
    event = ctx.open("copa")
    (pod,) = event.state.pods.values()
    pairs = {frozenset((event.id(m.a), event.id(m.b))) for m in pod.rounds[1].matches.values()}
    # 5, 5, 5, 4, 1, 1, 0, 0 points: the third of the bar meets the one below it.
    assert frozenset(("5", "6")) in pairs
    assert frozenset(("7", "8")) in pairs
    assert any("4" in pair and pair & {"1", "2", "3"} for pair in pairs)
    assert all(verdict.ok for verdict in verify(ctx, "copa"))
