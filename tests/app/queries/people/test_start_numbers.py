"""The starting list: numbers by hand, by one of two ratings, and the groups that speak of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.people.late import enter_late
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import rounds
from pareo.app.queries.event.advice import review_settings
from pareo.app.queries.people.start_numbers import start_numbers
from pareo.app.queries.rounds.pairing_methods import plan
from pareo.core.model.entities import Status
from pareo.core.text.errors import BadInput, Refused
from support.errors import raises_code
from support.events.stage import Stage


def numbers(stage: Stage) -> dict[str, int]:
    event = stage.ctx.open(stage.slug)
    return {event.id(no): e.start_no for no, e in event.state.entrants.items()}


def rated(*ratings: tuple[int | None, int | None]) -> list[NewPlayer]:
    return [
        NewPlayer(first="P", last=f"L{i}", id=f"p{i}", rating=one, rating2=two)
        for i, (one, two) in enumerate(ratings, 1)
    ]


# --- by hand ----------------------------------------------------------------------------------------------------------


@pytest.mark.req("A-46", "SP-7", "S-7")
@pytest.mark.parametrize("ruleset", ["scrabble-fise", "swiss"])
def test_a_number_set_by_hand_is_kept_and_the_others_take_the_free_ones(tmp_path: Path, ruleset: str) -> None:
    stage = Stage(tmp_path, ruleset, rounds="3")
    stage.enter(rated((2000, None), (1900, None), (1800, None), (1700, None)))
    players.edit(stage.ctx, stage.slug, "p4", {"own_no": "2"})
    stage.open_round(to=Status.DRAFTED)
    assert numbers(stage) == {"p1": 1, "p4": 2, "p2": 3, "p3": 4}
    players.edit(stage.ctx, stage.slug, "p1", {"own_no": "9"})
    with raises_code(Refused, "draft-stale", says="has another start number now"):
        rounds.publish(stage.ctx, stage.slug, confirmed=True)
    rounds.pair(stage.ctx, stage.slug, again=True, confirmed=True)
    assert numbers(stage) == {"p1": 9, "p4": 2, "p2": 1, "p3": 3}
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    rounds.start(stage.ctx, stage.slug)
    with raises_code(Refused, "number-stays"):
        players.edit(stage.ctx, stage.slug, "p3", {"own_no": "4"})


@pytest.mark.req("A-46")
def test_a_number_is_one_players_own(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="3")
    stage.enter([NewPlayer(first="Ana", own_no=5), NewPlayer(first="Bel"), NewPlayer(first="Leo")])
    with raises_code(BadInput, "number-taken", number=5, name="Ana"):
        players.edit(stage.ctx, stage.slug, "Bel", {"own_no": "5"})
    with raises_code(BadInput, "number-taken", says="line 2: start number 5 is Ana's"):
        stage.enter([NewPlayer(first="Zoe", own_no=5, where="line 2")])
    with raises_code(BadInput, "number-twice", number=7):
        stage.enter([NewPlayer(first="Zoe", own_no=7), NewPlayer(first="Uma", own_no=7)])
    assert len(stage.t.entrants) == 3
    players.edit(stage.ctx, stage.slug, "Ana", {"own_no": "5"})  # the player's own number is no clash
    stage.play(1)
    enter_late(stage.ctx, stage.slug, NewPlayer(first="Tea", own_no=40), confirmed=True)
    assert stage.t.entrants[stage.no("Tea")].start_no == 40
    with raises_code(BadInput, "number-taken", number=1):
        enter_late(stage.ctx, stage.slug, NewPlayer(first="Sol", own_no=1), confirmed=True)


@pytest.mark.req("A-46", "SP-1")
def test_a_round_robin_is_one_of_scrabbles_styles(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", style="round-robin")
    stage.enter(4)
    assert events.show_event(stage.ctx, stage.slug).sanctioned
    assert not [n for n in review_settings(stage.ctx.open(stage.slug)) if "sanctioned" in str(n)]


# --- by which rating --------------------------------------------------------------------------------------------------

BOTH = ((2000, 1500), (1900, 1700), (1800, 1600))


@pytest.mark.req("A-48", "S-7")
@pytest.mark.parametrize(
    ("ruleset", "chosen", "order", "said"),
    [
        ("scrabble-fise", {}, [2, 3, 1], "second (local)"),
        ("scrabble-fise", {"numbered_by": "rating"}, [1, 2, 3], "first (international)"),
        ("chess-fide", {}, [1, 2, 3], "first (international)"),
        ("chess-fide", {"numbered_by": "rating2"}, [2, 3, 1], "second (local)"),
    ],
)
def test_which_of_two_ratings_numbers_is_said_and_chosen(
    tmp_path: Path, ruleset: str, chosen: dict[str, str], order: list[int], said: str
) -> None:
    stage = Stage(tmp_path, ruleset, rounds="2", **chosen)
    stage.enter(rated(*BOTH))
    assert [no for no, _ in start_numbers(stage.ctx.open(stage.slug))] == order
    done = rounds.pair(stage.ctx, stage.slug)
    assert [str(n) for n in done.notes if f"starting list goes by the {said} rating" in str(n)]
    assert ("numbered_by", "rating2" if "second" in said else "rating") in plan(stage.ctx.open(stage.slug)).options


@pytest.mark.req("A-48")
def test_one_list_alone_numbers_without_a_word(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="2")
    stage.enter(rated((2000, None), (1900, None), (2100, None)))
    assert [no for no, _ in start_numbers(stage.ctx.open(stage.slug))] == [3, 1, 2]
    assert not [n for n in rounds.pair(stage.ctx, stage.slug).notes if "starting list" in str(n)]


def test_a_local_rating_that_few_have_does_not_put_everybody_else_last(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="2")
    stage.enter(rated((2000, None), (1900, 1400), (2100, None)))
    assert [no for no, _ in start_numbers(stage.ctx.open(stage.slug))] == [3, 1, 2]


# --- groups of acceleration -------------------------------------------------------------------------------------------


@pytest.mark.req("A-47", "SP-3", "SP-10")
def test_groups_speak_of_the_numbers_in_use_and_tell_when_they_match_nobody(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="3", first_number="101", acceleration="1-2:2:1")
    stage.enter(rated((2000, None), (1900, None), (1800, None), (1700, None)))
    sentence = "The acceleration of numbers 1–2 matches no player: the numbers in use are 101 to 104."
    assert sentence in map(str, review_settings(stage.ctx.open(stage.slug)))
    assert sentence in map(str, rounds.pair(stage.ctx, stage.slug).notes)
    done = events.change_settings(stage.ctx, stage.slug, {"acceleration": "101-102:2:1"})
    assert not [n for n in done.notes if "acceleration" in str(n)]
    rounds.pair(stage.ctx, stage.slug, again=True, confirmed=True)
    (pod,) = stage.t.pods.values()
    assert {frozenset((m.a, m.b)) for m in pod.rounds[1].matches.values()} == {frozenset((1, 2)), frozenset((3, 4))}


@pytest.mark.req("A-47", "SP-3")
def test_groups_of_numbers_set_by_hand(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss", rounds="3", acceleration="50-60:1:2")
    stage.enter([NewPlayer(first="Ana", own_no=55), NewPlayer(first="Bel")])
    assert not [n for n in review_settings(stage.ctx.open(stage.slug)) if "acceleration" in str(n)]


@pytest.mark.req("A-47", "SP-3")
@pytest.mark.parametrize("text", ["1-7:4:6 7-9:2:6", "1-3:1:3 1-3:1:6", "1-9:1:2;2-3:1:1", "1-7:4:1-3 5-6:1:3-4"])
def test_groups_that_overlap_are_refused(tmp_path: Path, text: str) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="3")
    with raises_code(BadInput, "acceleration-overlap"):
        events.change_settings(stage.ctx, stage.slug, {"acceleration": text})
    assert "acceleration" not in stage.t.settings
    events.change_settings(stage.ctx, stage.slug, {"acceleration": "1-7:4:1-3 5-6:1:4-5 8-9:1:6"})
