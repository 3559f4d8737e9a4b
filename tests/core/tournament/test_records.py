"""What a pod's history says of its players: who has had the bye, and who had left by when."""

from __future__ import annotations

import pytest

from pareo import rulesets
from pareo.core.model.entities import Drop, Entrant, Match, Phase, Pod, Round, Sitting, Status
from pareo.core.model.outcome import GameTally, Outcome, Result
from pareo.core.tournament.pairing_history import forbidden_pairs
from pareo.core.tournament.records import had_bye, ledger_of, match_games
from pareo.core.tournament.tournament import Tournament

WON = Result(Outcome.WIN, Outcome.LOSS)


@pytest.mark.req("R-16")
@pytest.mark.parametrize("outcome", [o for o in Outcome if not o.played and o is not Outcome.BYE])
def test_only_the_bye_of_an_odd_field_bars_from_the_next_one(outcome: Outcome) -> None:
    rounds = [Round(1, Status.FINISHED, 1, {}, (Sitting(5, Outcome.BYE), Sitting(6, outcome)))]
    assert had_bye(rounds) == {5}


def four_rounds(drop: Drop | None = None, until: int = 0) -> Tournament:
    """Two players, four rounds of six finished."""
    t = Tournament("copa", "Copa", rulesets.load("swiss"))
    t.entrants = {1: Entrant(1, ("a",), drop=drop, until=until), 2: Entrant(2, ("b",))}
    t.pods["all"] = Pod("all", Phase.SWISS, members=(1, 2), planned=6)
    for number in range(1, 5):
        t.pods["all"].rounds[number] = Round(number, Status.FINISHED, 1, {1: Match(1, 1, 2, WON)})
    return t


@pytest.mark.req("R-16")
@pytest.mark.parametrize(("after", "seen"), [(1, None), (2, None), (3, 3), (4, 3), (None, 3)])
def test_a_drop_is_seen_from_the_round_after_which_it_was(after: int | None, seen: int | None) -> None:
    t = four_rounds(Drop(3))
    assert ledger_of(t, t.pods["all"], after=after).accounts[1].dropped_after == seen


@pytest.mark.req("R-16", "SP-5")
@pytest.mark.parametrize(("after", "seen"), [(1, None), (2, None), (3, 2), (None, 2)])
def test_who_plays_up_to_a_round_has_left_once_a_later_one_is_finished(after: int | None, seen: int | None) -> None:
    t = four_rounds(until=2)
    assert ledger_of(t, t.pods["all"], after=after).accounts[1].dropped_after == seen


@pytest.mark.req("R-16")
@pytest.mark.parametrize(("after", "seen"), [(5, 5), (6, None)])
def test_who_leaves_after_the_last_round_has_played_every_one(after: int, seen: int | None) -> None:
    t = four_rounds(Drop(after))
    assert ledger_of(t, t.pods["all"]).accounts[1].dropped_after == seen


def test_who_stays_has_not_left() -> None:
    t = four_rounds()
    assert [a.dropped_after for a in ledger_of(t, t.pods["all"]).accounts.values()] == [None, None]


@pytest.mark.req("A-70")
def test_the_games_of_a_match_as_far_as_they_are_known() -> None:
    bye, win, loss, draw = GameTally(2, 0), Outcome.WIN, Outcome.LOSS, Outcome.DRAW
    assert match_games(Result(win, loss, tally=GameTally(2, 1)), bye) == GameTally(2, 1)
    assert match_games(Result(win, loss, halves_a=3, halves_b=1), bye) == GameTally(1, 0, 1)
    assert match_games(Result(win, loss), bye) == GameTally(2, 0)
    assert match_games(Result(loss, win), bye) == GameTally(0, 2)
    assert match_games(Result(draw, draw), bye) is None


@pytest.mark.req("SP-4")
def test_who_may_not_meet_in_a_round() -> None:
    """Those the organiser forbade, and by club those of the rounds that are named."""
    t = Tournament("copa", "Copa", rulesets.load("swiss"))
    t.entrants = {no: Entrant(no, (f"id{no}",), club=club) for no, club in ((1, "Faro"), (2, "Faro"), (3, "Ría"))}
    t.settings = {"forbidden": [[3, 1]], "barred": "club:1-2"}
    pod = t.pods["all"] = Pod("all", Phase.SWISS, members=(1, 2, 3), planned=6)
    assert forbidden_pairs(t, pod, 2, (1, 2, 3)) == {(1, 2), (1, 3)}
    assert forbidden_pairs(t, pod, 3, (1, 2, 3)) == {(1, 3)}
