"""From the state to what a round is drawn from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pareo import rulesets
from pareo.core.model.entities import Drop, Entrant, Match, Phase, Pod, Round, Sitting, Status
from pareo.core.model.outcome import Outcome, Result
from pareo.core.tournament.drafting import draft, drafted_round, pairing_input, sitting_out, taken_tables
from pareo.core.tournament.progress import counted_rounds, next_number
from pareo.core.tournament.records import had_bye, ledger_of, opponents_met, points_of, start_balance
from pareo.core.tournament.tournament import Tournament

WIN = Result(Outcome.WIN, Outcome.LOSS)
FORFEIT = Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


def event(ruleset: str = "pokemon-tcg-2019-07", size: int = 5) -> Tournament:
    """Round 1: 1 beats 2, 3 wins against 4 by forfeit, 5 has the bye."""
    played = Round(
        1, Status.FINISHED, 1, {1: Match(1, 1, 2, WIN), 2: Match(2, 3, 4, FORFEIT)}, (Sitting(5, Outcome.BYE),)
    )
    entrants = {n: Entrant(n, (f"id{n}",), division="master") for n in range(1, size + 1)}
    pod = Pod("main", Phase.SWISS, tuple(entrants), ("master",), planned=4, rounds={1: played})
    return Tournament(
        "copa",
        "Copa",
        rulesets.load(ruleset),
        entrants=entrants,
        pods={"main": pod},
        pod_of=dict.fromkeys(entrants, "main"),
    )


@pytest.mark.req("P-SW-3", "S-10")
def test_points_opponents_and_byes_come_from_finished_rounds() -> None:
    t = event()
    given = pairing_input(t, t.pods["main"], 2, "seed")
    assert {c.no: (c.points, c.bye_ok) for c in given.candidates} == {
        1: (3, True),
        2: (0, True),
        3: (3, True),
        4: (0, True),
        5: (3, False),
    }
    assert given.met[1] == {2}
    assert given.met[3] == {4}, "a forfeit was a pairing"
    assert next_number(t.pods["main"]) == 2


def test_who_forfeited_may_meet_again_where_the_ruleset_says_so() -> None:
    t = event()
    rounds = counted_rounds(t, t.pods["main"])
    assert opponents_met(t, rounds, forfeits_meet=False)[3] == set()
    assert had_bye(rounds) == {5}
    assert points_of(t, rounds)[5] == 3
    assert start_balance(rounds) == {1: 1, 2: -1}, "a game nobody played moves nobody first"


@pytest.mark.req("P-SW-8", "P-LATE-1")
def test_who_sits_out_and_why() -> None:
    t = event(size=8)
    t.entrants[1] = replace(t.entrants[1], byes=2)
    t.entrants[2] = replace(t.entrants[2], absent=frozenset({2}))
    t.entrants[3] = replace(t.entrants[3], late_from=3)
    t.entrants[4] = replace(t.entrants[4], byes=5, drop=Drop(1))
    out = {no: s.outcome for no, s in sitting_out(t, t.pods["main"], 2).items()}
    assert out == {1: Outcome.EARNED_BYE, 2: Outcome.REQUESTED_BYE, 3: Outcome.LATE_LOSS}
    given = pairing_input(t, t.pods["main"], 2, "seed")
    assert [c.no for c in given.candidates] == [5, 6, 7, 8], "who has left is nowhere"


@pytest.mark.req("X-3")
def test_tags_count_only_in_their_rounds() -> None:
    t = event("xwing-epic-duel")
    for no in (1, 3):
        t.entrants[no] = replace(t.entrants[no], together="coche")
    assert pairing_input(t, t.pods["main"], 1, "s").candidates[0].tags == ("together=coche",)
    assert all(c.tags == () for c in pairing_input(t, t.pods["main"], 2, "s").candidates)


@pytest.mark.req("X-6")
def test_factions_are_not_even_in_the_input() -> None:
    t = event("xwing-epic-duel")
    plain = pairing_input(t, t.pods["main"], 2, "s")
    for no in t.entrants:
        t.entrants[no] = replace(t.entrants[no], faction="Imperio")
    assert pairing_input(t, t.pods["main"], 2, "s") == plain


def test_bonus_and_virtual_points_pair_but_do_not_count() -> None:
    t = event("scrabble-fise")
    t.settings["acceleration"] = "1-2:1:2"
    t.entrants[4] = replace(t.entrants[4], bonus=1)
    points = {c.no: c.points for c in pairing_input(t, t.pods["main"], 2, "s").candidates}
    assert points == {1: 4, 2: 2, 3: 2, 4: 1, 5: 2}
    assert points_of(t, counted_rounds(t, t.pods["main"]))[4] == 0
    assert pairing_input(t, t.pods["main"], 3, "s").candidates[0].points == 2, "over after round 2"


def test_forbidden_pairs_are_read_from_the_settings() -> None:
    t = event()
    t.settings["forbidden"] = [[4, 1]]
    assert pairing_input(t, t.pods["main"], 2, "s").forbidden == {(1, 4)}


def test_a_draft_takes_no_table_of_another_pod() -> None:
    t = event()
    t.pods["other"] = Pod("other", Phase.SWISS, (), rounds={2: Round(2, Status.DRAFTED, 1, {1: Match(1, 8, 9)})})
    assert taken_tables(t, "main", 2) == {1}
    assert taken_tables(t, {"main", "other"}, 2) == set()
    main = t.pods["main"]
    made = drafted_round(t, draft(t, main, 2, "s"), main, draft_no=1, taken=taken_tables(t, "main", 2))
    assert [m.table for m in made.matches] == [2, 3]


@pytest.mark.req("P-TB-1", "P-LATE-3")
def test_the_ledger_knows_late_dropped_and_sent_away() -> None:
    t = event()
    t.entrants[2] = replace(t.entrants[2], late_from=2)
    t.entrants[3] = replace(t.entrants[3], drop=Drop(1, "disqualified"))
    t.entrants[4] = replace(t.entrants[4], late_from=9)
    accounts = ledger_of(t, t.pods["main"]).accounts
    assert [no for no, a in accounts.items() if a.late] == [2], "not yet late for a round that is not reached"
    assert accounts[3].dropped_after == 1
    assert accounts[3].disqualified
    assert ledger_of(t, t.pods["main"], after=0).accounts[1].lines == ()
