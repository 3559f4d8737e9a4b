"""The order of the tie-breaks as a setting of the event: any of them, in any order, at any time; and its arithmetic."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from pareo.app.commands.event import events, undo
from pareo.app.commands.event.events import NewEvent
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import manual_changes, rounds
from pareo.app.queries.pages.event_tables import standing_rows, standing_tables
from pareo.app.queries.pages.explain_place import arithmetic, arithmetic_rows
from pareo.app.rows.tables import TiebreakStepRow, TiebreakTermRow
from pareo.core.standings.tiebreaks.order import option_choices, read_tiebreaks, tiebreaks_text
from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from pareo.core.text.errors import BadInput
from support.events.stage import Stage

EXAMPLE_T = (
    (("1", "6", "1-0"), ("2", "5", "1-0"), ("3", "4", "1-0")),
    (("1", "3", "1-0"), ("2", "4", "1-0"), ("5", "6", "½-½")),
    (("1", "5", "1-0"), ("2", "3", "1-0"), ("4", "6", "1-0")),
)
RATINGS = (2600, 2700, None, 1500, 1700, 2300)
SP_11 = ("buchholz", "median-buchholz", "berger", "progressive", "opponents-rating-sum", "rating-sum", "wins",
         "secondary", "brightwell")  # fmt: skip


def example_t(folder: Path, ruleset: str = "swiss", **settings: str) -> Stage:
    """The worked example of the definitions, played; the second list has the ratings in reverse."""
    stage = Stage(folder, ruleset, rounds="3", **settings)
    stage.enter(
        NewPlayer(first=f"J{n}", last="T", id=str(n), rating=RATINGS[n - 1], rating2=1000 + n) for n in range(1, 7)
    )
    rounds.pair(stage.ctx, stage.slug)
    for number, games in enumerate(EXAMPLE_T, 1):
        rows = [manual_changes.HandPairing(a, b, result=result) for a, b, result in games]
        manual_changes.import_pairings(stage.ctx, stage.slug, rows, round_no=number)
    return stage


def column(stage: Stage, tiebreak: str) -> list[Fraction | None]:
    """A tie-break's exact values, players 1 to 6."""
    values = {row.player: row.tiebreaks[tiebreak].exact for row in standing_rows(stage.ctx, stage.slug)}
    return [None if values[key] is None else Fraction(values[key]) for key in sorted(values)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    return example_t(tmp_path_factory.mktemp("t"))


@pytest.mark.req("SP-11")
@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("buchholz", "2 2.5 7 4.5 6.5 4.5"),
        ("buchholz unplayed=draws", "2 2.5 7 4.5 6.5 4.5"),
        ("buchholz unplayed=fide-2026", "2 2.5 7 4.5 6.5 4.5"),
        ("median-buchholz", "0.5 1 3 1 3 1"),
        ("median-buchholz high=0 low=1", "1.5 2 6 4 6 4"),
        ("berger", "2 2.5 1 0.5 0.25 0.25"),
        ("progressive", "6 6 3 1 1 1"),
        ("opponents-rating-sum", "4000 3200 6800 5000 7600 5800"),
        ("opponents-rating-average unrated=zero", "4000/3 3200/3 6800/3 5000/3 7600/3 5800/3"),
        ("rating-sum", "3014 3012 3007 3011 3009 3010"),
        ("wins", "3 3 1 1 0 0"),
        ("wins count=played", "3 3 1 1 0 0"),
        ("koya limit=30%", "1 2 1 0 0 0"),
        ("buchholz-cut-1", "1.5 2 6 4 6 4"),
        ("aro unrated=left-out", "2000 1600 2267 2500 2533 1933"),
        ("performance unrated=left-out", "2800 2400 2142 2500 2260 1660"),
        ("games-black", "0 0 2 2 2 3"),
        ("brightwell c=2", "4 5 14 9 13 9"),
    ],
)
def test_example_t_through_the_setting(played: Stage, use: str, expected: str) -> None:
    events.change_settings(played.ctx, played.slug, {"tiebreaks": use})
    assert column(played, use.split(maxsplit=1)[0]) == [Fraction(word) for word in expected.split()]


@pytest.mark.req("SP-11")
def test_the_list_of_swiss_perfect_in_any_order(played: Stage) -> None:
    tried = [*list(permutations(SP_11[:6], 3))[::7], tuple(reversed(SP_11)), SP_11]
    for order in tried:
        events.change_settings(played.ctx, played.slug, {"tiebreaks": "; ".join(order)})
        (table,) = standing_tables(played.ctx, played.slug)
        assert tuple(value.id for value in table.rows[0].values) == order
        ranked = [(row.points, *(value.exact or 0 for value in row.values)) for row in table.rows]
        assert ranked == sorted(ranked, reverse=True)


@pytest.mark.req("SP-11")
def test_every_tie_break_with_every_option_shows_its_arithmetic(played: Stage) -> None:
    words = {
        "a whole number": "1",
        "a percentage such as 25%": "40%",
        "drop, left-out, zero, estimate or a whole number": "zero",
    }
    for tiebreak in TIEBREAKS:
        options = option_choices(tiebreak)
        spoken = [f"{name}={words.get(str(takes), str(takes).split(' or ')[-1])}" for name, takes in options]
        events.change_settings(played.ctx, played.slug, {"tiebreaks": " ".join([tiebreak, *spoken])})
        (table,) = standing_tables(played.ctx, played.slug)
        for row in table.rows:
            (step,) = arithmetic(played.ctx, played.slug, row.no).steps
            assert (step.id, step.options, step.total) == (tiebreak, " ".join(spoken), row.values[0].exact)
            counted = [term.value for term in step.terms if term.counted]
            if step.kind == "sum":
                assert sum(term.value for term in step.terms) == step.total
            if step.kind == "mean" and counted:
                assert sum(counted) / len(counted) == step.total


def test_the_arithmetic_as_plain_data(played: Stage) -> None:
    order = "median-buchholz high=1 low=1; performance unrated=left-out"
    events.change_settings(played.ctx, played.slug, {"tiebreaks": order})
    told = arithmetic_rows(played.ctx, played.slug, played.no("3"))
    assert (told.rank, told.points) == (3, 1)
    median, performance = told.steps
    assert median == TiebreakStepRow(
        tiebreak="median-buchholz",
        options="high=1 low=1",
        kind="sum",
        plus=0,
        total="3",
        decided=median.decided,
        terms=[
            TiebreakTermRow(1, played.no("4"), "0", "left-out", counted=False),
            TiebreakTermRow(2, played.no("1"), "3", "", counted=True),
            TiebreakTermRow(3, played.no("2"), "0", "left-out", counted=False),
        ],
    )
    assert (performance.kind, performance.plus, performance.total) == ("performance", -125, "2142")


@pytest.mark.req("SP-11")
def test_the_order_can_be_set_and_taken_back_at_any_time(tmp_path: Path) -> None:
    stage = example_t(tmp_path)
    written = [use.id for use in stage.t.ruleset.tiebreaks]
    done = events.change_settings(stage.ctx, stage.slug, {"tiebreaks": "berger;lot"})
    assert (done.action, done.fact.changes) == ("set", {"tiebreaks": "berger; lot"})
    assert [use.id for use in stage.t.ruleset.tiebreaks] == ["berger", "lot"]
    assert standing_rows(stage.ctx, stage.slug)[0].player == "2"
    stage.ctx.invalidate(stage.slug)  # folded anew, it is the same
    assert [use.id for use in stage.t.ruleset.tiebreaks] == ["berger", "lot"]
    like = events.create(stage.ctx, NewEvent("Otra", "", like=stage.slug))
    assert [use.id for use in stage.ctx.open(like).state.ruleset.tiebreaks] == ["berger", "lot"]
    undo.undo(stage.ctx, stage.slug)
    assert [use.id for use in stage.t.ruleset.tiebreaks] == written
    events.change_settings(stage.ctx, stage.slug, {"tiebreaks": "none"})
    assert stage.t.ruleset.tiebreaks == ()
    assert standing_rows(stage.ctx, stage.slug)[0].tiebreaks == {}
    events.change_settings(stage.ctx, stage.slug, {"tiebreaks": ""})
    assert [use.id for use in stage.t.ruleset.tiebreaks] == written


@pytest.mark.req("SP-11")
@pytest.mark.parametrize("policy", ["nothing", "draws", "fide-2009", "fide-2024", "fide-2026"])
def test_policies_for_unplayed_rounds_from_a_ruleset_and_from_the_setting(tmp_path: Path, policy: str) -> None:
    expected = {
        "nothing": "3.5 3.5 2 3 2.5", "draws": "3.5 4 2.5 3.5 2", "fide-2009": "5 4 5 4.5 5.5",
        "fide-2024": "6 4 3.5 3 5.5", "fide-2026": "4.5 4 3.5 3 5.5",
    }  # fmt: skip
    text = Stage(tmp_path, "swiss").t.ruleset.text
    own = text.replace('id = "buchholz"', f'id = "buchholz"\nunplayed = "{policy}"', 1)
    for ruleset, setting in ((own, ""), (text, f"buchholz unplayed={policy}")):
        folder = tmp_path / (setting or "own").split("=")[0]
        folder.mkdir()
        stage = Stage(folder, "swiss")
        settings = {"rounds": "3", **({"tiebreaks": setting} if setting else {})}
        stage.slug = events.create(stage.ctx, NewEvent("Casa", "", ruleset_text=ruleset, settings=settings))
        # A bye, a forfeit, a round asked off in the middle, an absence at the end (hand-computed: 2½, 2, 1, 0, 1½).
        absent = {4: frozenset({3}), 5: frozenset({2})}
        stage.enter(NewPlayer(first=f"J{n}", id=str(n), absent=absent.get(n, frozenset())) for n in range(1, 6))
        rounds.pair(stage.ctx, stage.slug)
        play = [
            [("1", "2", "1-0"), ("3", "4", "1-0"), ("5", "", "")],
            [("1", "3", "1-0F"), ("2", "4", "1-0")],
            [("1", "5", "½-½"), ("2", "3", "1-0")],
        ]
        for number, games in enumerate(play, 1):
            rows = [manual_changes.HandPairing(a, b, result=result) for a, b, result in games]
            manual_changes.import_pairings(stage.ctx, stage.slug, rows, round_no=number)
        points = {row.player: row.points for row in standing_rows(stage.ctx, stage.slug)}
        assert points == {"1": 2.5, "2": 2, "3": 1, "4": 0, "5": 1.5}
        assert column(stage, "buchholz") == [Fraction(word) for word in expected[policy].split()]


@pytest.mark.req("SP-11")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("buchholtz", "There is no tie-break “buchholtz”"),
        ("buchholz; wins; buchholz", "“buchholz” is listed twice"),
        ("buchholz high=1", "has no option “high=1”"),
        ("berger low", "options: none"),
        ("median-buchholz high=many", "a whole number"),
        ("koya limit=200%", "a percentage such as 25%"),
        ("buchholz unplayed=maybe", "nothing, draws, fide-2009, fide-2024, fide-2026 or start"),
        ("median-buchholz high=1 high=2", "“high=2”"),
        (";", "at least 1 tie-break"),
    ],
)
def test_an_order_that_cannot_be_read_changes_nothing(played: Stage, text: str, says: str) -> None:
    before = played.t.seq
    with pytest.raises(BadInput) as caught:
        events.change_settings(played.ctx, played.slug, {"tiebreaks": text})
    assert says in str(caught.value)
    assert played.t.seq == before


def test_an_order_is_written_as_it_is_read() -> None:
    text = "buchholz unplayed=fide-2026; median-buchholz high=1 low=1; owp floor=25%; wins count=played"
    assert tiebreaks_text(read_tiebreaks(text)) == text
    loose = "buchholz  unplayed=fide-2026,median-buchholz high=1, low=1\nowp floor=25;wins count=played;"
    assert tiebreaks_text(read_tiebreaks(loose)) == text
    assert tiebreaks_text(read_tiebreaks("none")) == "none"


@pytest.mark.req("SP-20")
def test_every_tie_break_has_a_meaning_and_a_short_heading() -> None:
    assert all(one.meaning.endswith(".") and len(one.meaning) < 120 for one in TIEBREAKS.values())
    assert all(0 < len(one.short) <= 15 for one in TIEBREAKS.values())
