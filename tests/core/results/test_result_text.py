"""Results: what is accepted, what follows from it, what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pareo.core.model.outcome import Ended, Outcome, Result
from pareo.core.model.ruleset import ResultRules
from pareo.core.results.result_text import flip_result, format_result, margins, parse_result
from pareo.core.text.errors import BadInput
from support.errors import raises_code
from support.standings.ledgers import make_rules

W, M, D, L = Outcome.WIN, Outcome.MODIFIED_WIN, Outcome.DRAW, Outcome.LOSS
FW, FL = Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS

MATCHES = ResultRules("outcome")
SCRABBLE = ResultRules("scores")
DUEL = ResultRules("squads", available=300, modified_below=12, bye_margin=450, drawn_elimination="initiative")


def swiss(text: str, rules: ResultRules = MATCHES) -> Result:
    return parse_result(text, rules, elimination=False)


def refusal_code(text: str, rules: ResultRules, *, elimination: bool = False, **squads: int) -> str:
    with pytest.raises(BadInput) as caught:
        parse_result(text, rules, elimination=elimination, **squads)
    assert text in str(caught.value)
    return caught.value.code


@pytest.mark.parametrize(
    ("text", "a", "b"),
    [
        ("1-0", W, L),
        ("0-1", L, W),
        (" 0 - 1 ", L, W),
        ("1:0", W, L),
        ("1−0", W, L),
        ("1–0", W, L),
        ("½-½", D, D),
        ("1/2-1/2", D, D),
        ("½ : ½", D, D),
        ("0.5-0.5", D, D),
        ("=", D, D),
        ("0-0", L, L),
        ("1-0F", FW, FL),
        ("1-0 f", FW, FL),
        ("0-1F", FL, FW),
        ("0-0F", FL, FL),
    ],
)
@pytest.mark.parametrize("rules", [MATCHES, SCRABBLE, DUEL], ids=lambda rules: rules.kind)
def test_outcomes_and_forfeits_in_every_game(text: str, a: Outcome, b: Outcome, rules: ResultRules) -> None:
    assert swiss(text, rules) == Result(a, b)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("2-0", Result(W, L, 2, 0)),
        ("2-1", Result(W, L, 2, 1)),
        ("1-2", Result(L, W, 1, 2)),
        ("0-2", Result(L, W, 0, 2)),
        ("1-1", Result(D, D, 1, 1)),
    ],
)
def test_games_of_a_best_of_three(text: str, result: Result) -> None:
    assert swiss(text) == result


@pytest.mark.req("S-1", "S-13")
def test_scrabble_points_decide_and_an_outcome_alone_is_enough() -> None:
    assert swiss("412-380", SCRABBLE) == Result(W, L, 412, 380)
    assert swiss("380:412", SCRABBLE) == Result(L, W, 380, 412)
    assert swiss("400-400", SCRABBLE) == Result(D, D, 400, 400)
    assert swiss("1-0", SCRABBLE) == Result(W, L)
    rules = make_rules(points={W: 2, D: 1, L: 0, FW: 2, FL: 0, Outcome.BYE: 2}, unit=2)
    half_points = [rules.points[outcome] for outcome in (W, D, L, FW, FL, Outcome.BYE)]
    assert [rules.show_points(points) for points in half_points] == [1, 0.5, 0, 1, 0, 1]


@pytest.mark.parametrize(
    "text", ["", "-", "1-", "win", "1-0-0", "3-1", "1-0 time", "1-0FF", "2-1F", "a-b", "-1-0", "½-0", "{text}"]
)
def test_unreadable_says_what_is_accepted(text: str) -> None:
    with raises_code(BadInput, "result-unreadable", says="1-0, 0-1, ½-½") as caught:
        swiss(text)
    assert caught.value.code == "result-unreadable"


def test_a_drawn_match_is_refused_where_there_are_none() -> None:
    no_draws = replace(MATCHES, draws=False)
    assert refusal_code("½-½", no_draws) == "result-no-draws"
    assert refusal_code("1-1", no_draws) == "result-no-draws"
    assert swiss("1-0", no_draws) == Result(W, L)


@pytest.mark.parametrize("text", ["½-½", "0-0", "0-0F"])
@pytest.mark.parametrize("rules", [MATCHES, SCRABBLE], ids=lambda rules: rules.kind)
def test_elimination_needs_a_winner(text: str, rules: ResultRules) -> None:
    assert refusal_code(text, rules, elimination=True) == "result-needs-winner"
    assert parse_result("1-0F", rules, elimination=True) == Result(FW, FL)


@pytest.mark.req("X-7", "X-11")
@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("300-124 destroyed", Result(W, L, 300, 124, Ended.DESTROYED)),
        ("295-300 destroyed", Result(L, W, 295, 300, Ended.DESTROYED)),  # never a modified win when destroyed
        ("76-24 destroyed win-b", Result(L, W, 76, 24, Ended.DESTROYED)),  # b had ships left
        ("300-300 destroyed", Result(D, D, 300, 300, Ended.DESTROYED)),
        ("300-290 destroyed draw", Result(D, D, 300, 290, Ended.DESTROYED)),  # nobody had
        ("120-80 conceded-b", Result(W, L, 300, 80, Ended.CONCEDED_B)),
        ("120-80 conceded-a", Result(L, W, 120, 300, Ended.CONCEDED_A)),
    ],
)
def test_how_an_x_wing_game_ended_gives_its_outcome(text: str, result: Result) -> None:
    assert swiss(text, DUEL) == result


@pytest.mark.req("X-7")
def test_a_concession_counts_up_to_the_squad_that_was_brought() -> None:
    result = parse_result("120-80 conceded-b", DUEL, elimination=False, squad_a=300, squad_b=287)
    assert (result.score_a, result.score_b) == (287, 80)
    assert refusal_code("290-80 destroyed", DUEL, squad_b=287) == "result-too-many-points"


@pytest.mark.req("X-8")
@pytest.mark.parametrize(
    ("text", "a", "b"),
    [
        ("136-124 time", W, L),
        ("135-124 time", M, L),
        ("125-124 time", M, L),
        ("124-135 time", L, M),
        ("124-136 time", L, W),
        ("124-124 time", D, D),
        ("0-0 time", D, D),
        ("1-0 time", M, L),
        ("135-124 destroyed", W, L),
        ("124-135 conceded-b", W, L),
    ],
)
def test_at_time_twelve_points_make_a_full_win(text: str, a: Outcome, b: Outcome) -> None:
    result = swiss(text, DUEL)
    assert (result.a, result.b) == (a, b)


@pytest.mark.req("X-9")
def test_x_wing_tournament_points() -> None:
    rules = make_rules(points={W: 5, M: 3, D: 1, L: 0})
    assert [rules.points[outcome] for outcome in (W, M, D, L)] == [5, 3, 1, 0]


@pytest.mark.req("X-10")
def test_margin_of_victory() -> None:
    assert margins(swiss("153-124 time", DUEL), DUEL) == (329, 271)
    assert margins(swiss("76-24 destroyed win-b", DUEL), DUEL) == (352, 248)  # whoever won
    assert margins(swiss("90-90 time", DUEL), DUEL) == (300, 300)
    assert margins(swiss("153-124 time", replace(DUEL, available=400)), replace(DUEL, available=400)) == (429, 371)
    assert margins(swiss("120-80 conceded-a", DUEL), DUEL) == (120, 480)
    assert margins(swiss("1-0F", DUEL), DUEL) == (450, 150)
    assert margins(swiss("0-0F", DUEL), DUEL) == (150, 150)
    assert margins(swiss("1-0", DUEL), DUEL) == (300, 300)
    assert margins(swiss("412-380", SCRABBLE), SCRABBLE) == (0, 0)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("153-124", "result-needs-ended"),
        ("301-0 destroyed", "result-too-many-points"),
        ("0-301 time", "result-too-many-points"),
        ("153-124 time win-b", "result-winner-known"),
        ("153-124 conceded-a win-b", "result-winner-known"),
        ("153-124 time destroyed", "result-unreadable"),
        ("½-½ time", "result-unreadable"),
        ("1-0F time", "result-unreadable"),
        ("1-0 win-a", "result-unreadable"),
        ("153-124 time init-a", "result-initiative"),
    ],
)
def test_impossible_x_wing_results(text: str, code: str) -> None:
    assert refusal_code(text, DUEL) == code


@pytest.mark.req("X-13")
def test_initiative_wins_a_drawn_elimination_game() -> None:
    assert parse_result("150-150 time init-a", DUEL, elimination=True) == Result(W, L, 150, 150, Ended.TIME, "a")
    assert parse_result("150-150 time init-b", DUEL, elimination=True) == Result(L, W, 150, 150, Ended.TIME, "b")
    assert parse_result("= init-b", DUEL, elimination=True) == Result(L, W, initiative="b")
    assert parse_result("160-150 time init-b", DUEL, elimination=True) == Result(M, L, 160, 150, Ended.TIME, "b")
    assert refusal_code("150-150 time", DUEL, elimination=True) == "result-needs-initiative"
    assert refusal_code("150-150 time init-a", replace(DUEL, drawn_elimination="refused"), elimination=True) == (
        "result-needs-winner"
    )


texts = st.one_of(
    st.tuples(st.sampled_from(["1-0", "0-1", "½-½", "0-0", "1-0F", "0-1F", "0-0F"]), st.just(MATCHES), st.just("")),
    st.tuples(st.sampled_from(["2-0", "2-1", "1-2", "0-2", "1-1"]), st.just(MATCHES), st.just("")),
    st.builds(
        lambda a, b: (f"{a}-{b}", SCRABBLE, ""),
        st.integers(2, 900),
        st.integers(0, 900),
    ),
    st.builds(
        lambda a, b, ended, who, init: (f"{a}-{b} {ended} {who if ended == 'destroyed' else ''}", DUEL, init),
        st.integers(0, 300),
        st.integers(0, 300),
        st.sampled_from([ended.value for ended in Ended]),
        st.sampled_from(["", "win-a", "win-b", "draw"]),
        st.sampled_from(["init-a", "init-b"]),
    ),
)


@given(texts, st.booleans())
def test_reading_what_was_written_gives_the_same(case: tuple[str, ResultRules, str], elimination: bool) -> None:
    text, rules, initiative = case
    if elimination:
        text = f"{text} {initiative}"
    try:
        result = parse_result(text, rules, elimination=elimination)
    except BadInput:
        assert elimination  # only "needs a winner" is left to refuse
        return
    assert parse_result(format_result(result, rules), rules, elimination=elimination) == result
    mirrored = flip_result(result)
    assert flip_result(mirrored) == result
    assert parse_result(format_result(mirrored, rules), rules, elimination=elimination) == mirrored
    assert margins(mirrored, rules) == margins(result, rules)[::-1]


def test_flip_turns_everything() -> None:
    assert flip_result(Result(W, L, 300, 80, Ended.CONCEDED_B, "a")) == Result(L, W, 80, 300, Ended.CONCEDED_A, "b")
