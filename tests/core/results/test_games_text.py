"""Matches of several games: what is typed, what it means, and that it comes back (A-42, A-70)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pareo.core.journal.codecs import read_result, result_row
from pareo.core.model.outcome import Game, GameTally, Outcome, Result
from pareo.core.model.ruleset import ResultRules
from pareo.core.results.games_text import (
    ALL,
    BEST_OF,
    SUM,
    match_format_of,
    match_scores,
    result_of_games,
    tally_of,
    wins_needed,
)
from pareo.core.results.result_text import flip_result, format_result, parse_result
from pareo.core.text.errors import BadInput
from support.errors import raises_code

W, L, D = Outcome.WIN, Outcome.LOSS, Outcome.DRAW
CARDS = ResultRules("outcome", games=3, decide=BEST_OF)
SCRABBLE = ResultRules("scores", games=2, decide=ALL)
FIRST_TO_TWO = ResultRules("scores", games=3, decide=BEST_OF)
TOGETHER = ResultRules("scores", games=2, decide=SUM)


def parse(text: str, rules: ResultRules, *, elimination: bool = False) -> Result:
    return parse_result(text, rules, elimination=elimination)


@pytest.mark.req("A-70")
@pytest.mark.parametrize(
    ("text", "outcomes", "tally"),
    [
        ("2-1", (W, L), GameTally(2, 1)),
        ("0 – 2", (L, W), GameTally(0, 2)),
        ("1-0", (W, L), GameTally(1, 0)),
        ("1-1", (D, D), GameTally(1, 1)),
        ("1-1-1", (D, D), GameTally(1, 1, 1)),
        ("2-1-1", (W, L), GameTally(2, 1, 1)),
        ("=", (D, D), GameTally(0, 0, 3)),
        ("0-0-3", (D, D), GameTally(0, 0, 3)),
        ("0-0", (L, L), None),
        ("1-0F", (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS), None),
    ],
)
def test_a_best_of_three(text: str, outcomes: tuple[Outcome, Outcome], tally: GameTally | None) -> None:
    result = parse(text, CARDS)
    assert ((result.a, result.b), result.tally, result.score_a) == (outcomes, tally, None)


@pytest.mark.req("A-70")
@pytest.mark.parametrize("text", ["3-0", "2-2", "1½-½", "2-1 412-380", "1-0 1-0 1-0", "1-0 0-1 1-0 0-1", "", "5"])
def test_no_best_of_three(text: str) -> None:
    with raises_code(BadInput, "result-unreadable", says="the games each player won, such as 2-1"):
        parse(text, CARDS)


@pytest.mark.req("A-70")
def test_every_game_of_a_best_of_three() -> None:
    result = parse("1-0 0-1b = 1-0", CARDS)
    assert result.games == (Game("a"), Game("b", first="b"), Game(""), Game("a"))
    assert (result.a, result.tally, format_result(result, CARDS)) == (W, GameTally(2, 1, 1), "1-0 0-1b = 1-0")


@pytest.mark.req("A-42")
def test_two_games_of_scrabble_keep_each_with_its_points() -> None:
    result = parse("412-380 350-401", SCRABBLE)
    assert result.games == (Game("a", 412, 380), Game("b", 350, 401))
    assert (result.a, result.b, result.score_a, result.score_b) == (D, D, 762, 781)
    assert (result.halves_a, result.halves_b, result.tally) == (2, 2, GameTally(1, 1))
    assert format_result(result, SCRABBLE) == "412-380 350-401"
    assert parse("1-1 812-700", SCRABBLE) == Result(D, D, 812, 700, None, None, 2, 2), "as it has always been typed"
    with raises_code(BadInput, "result-unreadable", says="2 together"):
        parse("412-380", SCRABBLE)


@pytest.mark.req("A-70")
def test_points_of_all_games_together() -> None:
    assert parse("812-700", TOGETHER) == Result(W, L, 812, 700)
    result = parse("412-300 400-410", TOGETHER)
    assert (result.a, result.score_a, result.score_b, result.tally) == (W, 812, 710, GameTally(1, 1))
    with raises_code(BadInput, "result-unreadable", says="of all 2 games together"):
        parse("812", TOGETHER)


@pytest.mark.req("A-70")
def test_a_match_that_must_have_a_winner() -> None:
    for text in ("1-1", "=", "1-1-1", "0-0"):
        with raises_code(BadInput, "result-needs-winner"):
            parse(text, CARDS, elimination=True)
    with raises_code(BadInput, "result-no-draws"):
        parse("1-1", ResultRules("outcome", games=3, decide=BEST_OF, draws=False))


@pytest.mark.req("PN-MAT-2")
def test_one_game_in_the_swiss_and_three_in_the_cut() -> None:
    rules = ResultRules("outcome", best_of_cut=3)
    assert parse("1-0", rules) == Result(W, L)
    assert parse("2-1", rules, elimination=True).tally == GameTally(2, 1)
    assert match_format_of(ResultRules("outcome", best_of=3, best_of_cut=1), elimination=True).games == 1
    assert match_format_of(ResultRules("outcome", games=3, decide=BEST_OF, cut_games=5), elimination=True).games == 5


@pytest.mark.parametrize(
    ("rules", "offered"),
    [
        (CARDS, ("2-0", "2-1", "1-1", "1-2", "0-2")),
        (SCRABBLE, ("2-0", "1½-½", "1-1", "½-1½", "0-2")),
        (TOGETHER, ()),
        (ResultRules("outcome"), ()),
        (ResultRules("outcome", games=5, decide=BEST_OF, draws=False), ("3-0", "3-1", "3-2", "2-3", "1-3", "0-3")),
    ],
)
def test_what_there_is_to_choose_from_can_be_entered(rules: ResultRules, offered: tuple[str, ...]) -> None:
    assert match_scores(match_format_of(rules)) == offered
    values = [(r.halves_a or 0) - (r.halves_b or 0) for r in (parse(text, rules) for text in offered)]
    assert all(more > less for more, less in pairwise(values))
    cut = match_scores(match_format_of(rules, elimination=True))
    assert "1-1" not in cut or rules.decide == ALL


# --- properties -------------------------------------------------------------------------------------------------------

Drawn = tuple[ResultRules, tuple[Game, ...]]
_side = st.sampled_from(["a", "b", ""])
_first = st.sampled_from(["", "", "a", "b"])
_points = st.tuples(st.integers(10, 600), st.integers(10, 600))


@st.composite
def matches(draw: st.DrawFn) -> Drawn:
    """Games in some order, as many as such a match has."""
    kind = draw(st.sampled_from(["outcome", "scores"]))
    decide = draw(st.sampled_from([BEST_OF, ALL, SUM] if kind == "scores" else [BEST_OF, ALL]))
    count = draw(st.sampled_from([3, 5] if decide == BEST_OF else [2, 3, 4]))
    rules = ResultRules(kind, games=count, decide=decide)
    games: list[Game] = []
    while len(games) < (2 * count if decide == BEST_OF else count):
        if kind == "scores":
            a, b = draw(_points)
            games.append(Game("a" if a > b else "b" if b > a else "", a, b, draw(_first)))
        else:
            games.append(Game(draw(_side), first=draw(_first)))
        tally = tally_of(tuple(games))
        if decide == BEST_OF and (
            max(tally.a, tally.b) == wins_needed(count) or (len(games) > 1 and draw(st.booleans()))
        ):
            break
    return rules, tuple(games)


@pytest.mark.req("A-42", "A-70")
@given(matches())
def test_any_games_make_one_match_that_is_written_read_stored_and_turned(drawn: Drawn) -> None:
    rules, games = drawn
    result = result_of_games(games, rules_form := match_format_of(rules))
    won, lost = sum(g.won == "a" for g in games), sum(g.won == "b" for g in games)
    ahead = won - lost
    if rules.decide == SUM:
        ahead = sum((g.score_a or 0) - (g.score_b or 0) for g in games)
    assert (result.a, result.b) == ((W, L) if ahead > 0 else (L, W) if ahead < 0 else (D, D))
    assert result.tally == (won, lost, len(games) - won - lost)
    assert (result.halves_a or 0) + (result.halves_b or 0) == 2 * len(games)
    if rules.kind == "scores":
        assert result.score_a == sum(g.score_a or 0 for g in games)
    text = format_result(result, rules)
    again = parse_result(text, rules, elimination=False)
    single = len(games) == 1 and rules_form.kind == "outcome"
    assert again == result or single
    assert read_result(result_row(result)) == result
    assert flip_result(flip_result(result)) == result
    assert parse_result(format_result(flip_result(result), rules), rules, elimination=False) == flip_result(again)


@pytest.mark.req("A-70")
@given(st.text(alphabet="0123456789-½=.fab ", max_size=24), st.sampled_from([CARDS, SCRABBLE, FIRST_TO_TWO, TOGETHER]))
@example("=", TOGETHER)
@example("= 1-1", SCRABBLE)
def test_whatever_is_read_is_written_so_that_it_is_read_again(text: str, rules: ResultRules) -> None:
    try:
        result = parse_result(text, rules, elimination=False)
    except BadInput:
        return
    assert parse_result(format_result(result, rules), rules, elimination=False) == result
    assert read_result(result_row(result)) == result
