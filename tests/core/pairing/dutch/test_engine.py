"""Dutch rounds behind our contract: boards, colours, byes, pairs kept apart, points systems, what is refused."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from pareo.core.model.pairing_contract import Candidate, PairingResult
from pareo.core.pairing.dutch.engine import pair_dutch
from pareo.core.pairing.dutch.exact import TooLarge
from pareo.core.pairing.dutch.feed import build_feed
from pareo.core.pairing.dutch.record import REASONS
from pareo.core.text.errors import BadInput, Refused
from support.errors import raises_code
from support.pairing.dutch_events import A, D, F, L, W, field_after


def pairs(result: PairingResult) -> list[tuple[int, int]]:
    return [(m.a, m.b) for m in result.matches]


FIRST = [(1, 4, W, L), (5, 2, L, W), (3, 6, W, L)]  # of six: the three top seeds won


@pytest.mark.req("SP-2", "SP-21")
def test_round_one_is_upper_half_against_lower_half_with_alternating_colours() -> None:
    round_input = field_after(6)
    assert pairs(pair_dutch(round_input)) == [(1, 4), (5, 2), (3, 6)]
    assert pairs(pair_dutch(replace(round_input, top_starts=False))) == [(4, 1), (2, 5), (6, 3)]


@pytest.mark.req("SP-2")
def test_neither_the_seed_nor_the_order_of_the_input_matters() -> None:
    round_input = field_after(6, FIRST)
    turned = replace(
        round_input,
        seed="another",
        candidates=round_input.candidates[::-1],
        past=dict(reversed(round_input.past.items())),
    )
    assert pair_dutch(turned).matches == pair_dutch(round_input).matches


@pytest.mark.req("SP-2")
def test_boards_are_in_the_order_of_the_handbook() -> None:
    """By the higher score, then the lower, then the number of the higher ranked; not by the engine's order."""
    round_input = field_after(8, [(1, 5, D, D), (6, 2, L, W), (3, 7, W, L), (8, 4, D, D)])
    points = {c.no: c.points for c in round_input.candidates}
    result = pair_dutch(round_input)
    keys = []
    for a, b in pairs(result):
        higher, lower = sorted((a, b), key=lambda no: (-points[no], no))
        keys.append((-points[higher], -points[lower], higher))
    assert keys == sorted(keys)
    assert set(pairs(result)[0]) == {2, 3}


@pytest.mark.req("SP-2", "SP-13")
def test_every_pair_says_why() -> None:
    result = pair_dutch(field_after(6, FIRST))
    why = {frozenset((m.a, m.b)): m.reasons for m in result.matches}
    assert any("same-points" in reasons for reasons in why.values())
    assert sum("floats" in reasons for reasons in why.values()) == 1  # three and three: one from each group
    assert all(any(code.startswith("colour-") for code in reasons) for reasons in why.values())
    assert {code for reasons in why.values() for code in reasons} <= set(REASONS)


@pytest.mark.req("SP-2")
def test_the_reason_of_a_colour_is_the_paragraph_that_gave_it() -> None:
    """1 and 3 had white, 2 had black: against 1 or 3 player 2 has the colour due; 1 against 3 goes to the higher."""
    round_input = field_after(4, [(1, 3, W, L), (4, 2, L, W)])
    result = pair_dutch(round_input)
    assert [(m.a, m.b, m.reasons) for m in result.matches] == [
        (2, 1, ("same-points", "colour-both-due")),
        (3, 4, ("same-points", "colour-both-due")),
    ]
    same = field_after(4, [(1, 3, W, L), (2, 4, W, L)])
    top = pair_dutch(same).matches[0]
    assert (top.a, top.b, top.reasons) == (2, 1, ("same-points", "colour-of-the-higher"))  # 1 is due black, and has it


@pytest.mark.req("SP-2", "SP-5")
def test_the_bye_goes_to_the_lowest_score_and_never_twice() -> None:
    first = pair_dutch(field_after(5))
    assert (first.bye, first.bye_reasons) == (5, ("bye-lowest-score",))
    second = pair_dutch(field_after(5, [(1, 3, W, L), (4, 2, W, L)], byes=[5]))
    assert second.bye in (2, 3)
    nobody_else = field_after(5, [(1, 3, D, D), (4, 2, D, D)], byes=[5])
    last_choice = replace(nobody_else, candidates=tuple(c._replace(bye_ok=c.no == 1) for c in nobody_else.candidates))
    assert pair_dutch(last_choice).bye == 1


@pytest.mark.req("SP-5")
def test_a_win_without_playing_bars_from_the_bye() -> None:
    """C2: 1 has had the bye and 3 won without playing, so 2 has the bye although 2 leads."""
    round_input = field_after(3, [(3, 2, F, A)], byes=[1])
    leading = replace(
        round_input, candidates=tuple(c._replace(points=4) if c.no == 2 else c for c in round_input.candidates)
    )
    result = pair_dutch(leading)
    assert (result.bye, result.bye_reasons) == (2, ("bye-higher-score",))


@pytest.mark.req("SP-4")
def test_after_a_forfeit_two_may_meet_again_unless_the_ruleset_counts_it_as_met() -> None:
    round_input = field_after(2, [(1, 2, F, A)])
    assert pairs(pair_dutch(round_input)) == [(1, 2)]  # no game, no colour: the top seed has white again
    with pytest.raises(Refused):
        pair_dutch(replace(round_input, met={1: frozenset({2}), 2: frozenset({1})}))


@pytest.mark.req("SP-2")
def test_colours_of_a_forfeited_game_do_not_count() -> None:
    """1 sat with white and nobody came: 1 is due nothing; 2 had white and has black now."""
    top = pair_dutch(field_after(4, [(1, 3, F, A), (2, 4, W, L)])).matches[0]
    assert (top.a, top.b, top.reasons) == (1, 2, ("same-points", "colour-both-due"))


@pytest.mark.req("SP-4")
def test_forbidden_pairs_are_kept_apart_and_never_given_up() -> None:
    round_input = field_after(6)
    result = pair_dutch(replace(round_input, forbidden=frozenset({(1, 4), (2, 5)})))
    assert not {frozenset(p) for p in pairs(result)} & {frozenset((1, 4)), frozenset((2, 5))}
    two = field_after(2)
    with raises_code(Refused, "no-legal-round-forbidden") as caught:
        pair_dutch(replace(two, forbidden=frozenset({(1, 2)})))
    assert caught.value.code == "no-legal-round-forbidden"


@pytest.mark.req("SP-4")
def test_the_same_club_is_kept_apart_where_a_round_allows_it() -> None:
    round_input = field_after(6)
    clubs = {1: "a", 4: "a", 2: "b", 5: "b", 3: "c", 6: "c"}
    apart = replace(round_input, candidates=tuple(c._replace(tags=(clubs[c.no],)) for c in round_input.candidates))
    assert all(clubs[a] != clubs[b] for a, b in pairs(pair_dutch(apart)))
    together = replace(round_input, candidates=tuple(c._replace(tags=("one",)) for c in round_input.candidates))
    result = pair_dutch(together)
    assert pairs(result) == [(1, 4), (5, 2), (3, 6)]
    assert all("avoided" in m.reasons for m in result.matches)


@pytest.mark.req("SP-2")
def test_where_no_round_exists_one_sentence_says_so_and_nothing_is_paired() -> None:
    met = field_after(4, [(1, 3, W, L), (4, 2, L, W)], [(2, 1, W, L), (3, 4, W, L)], [(1, 4, W, L), (3, 2, L, W)])
    with raises_code(Refused, "no-legal-round", round=4) as caught:
        pair_dutch(met)
    assert caught.value.code == "no-legal-round"
    assert "--" not in str(caught.value)


@pytest.mark.req("SP-2")
def test_a_field_of_nobody_or_one() -> None:
    assert pair_dutch(field_after(0)).matches == ()
    assert pair_dutch(field_after(1)).bye == 1
    with pytest.raises(Refused):
        pair_dutch(replace(field_after(1), candidates=(Candidate(1, 0, bye_ok=False),)))


@pytest.mark.req("SP-3")
def test_virtual_points_count_for_pairing() -> None:
    """Round 1 accelerated: the upper half plays among itself."""
    round_input = field_after(8)
    lifted = tuple(c._replace(points=2, virtual=2) if c.no <= 4 else c for c in round_input.candidates)
    assert pairs(pair_dutch(replace(round_input, candidates=lifted))) == [(1, 3), (4, 2), (5, 7), (8, 6)]


@pytest.mark.req("SP-3")
def test_topscorers_of_the_last_round_are_known_by_their_real_points() -> None:
    """Virtual points do not make a topscorer: they are told apart from the score."""
    round_input = field_after(4, [(1, 3, D, D), (4, 2, D, D)], planned=2)
    told = build_feed(
        replace(
            round_input, candidates=tuple(c._replace(points=c.points + 2, virtual=2) for c in round_input.candidates)
        )
    )
    assert "accelerated" not in told.event
    assert [c["adjust"][0]["points"] for c in told.event["competitors"]] == [2, 2, 2, 2]
    assert told.event["numRounds"] == 2


@pytest.mark.req("SP-2")
def test_points_that_no_game_explains_count_all_the_same() -> None:
    """A penalty, or points brought along: the score of the table is what the round is paired by."""
    round_input = field_after(4)
    lifted = tuple(c._replace(points=2) if c.no in (1, 4) else c for c in round_input.candidates)
    assert {frozenset(p) for p in pairs(pair_dutch(replace(round_input, candidates=lifted)))} == {
        frozenset((1, 4)),
        frozenset((2, 3)),
    }


@pytest.mark.req("SP-2")
def test_other_points_systems_pair_alike_where_the_groups_are_the_same() -> None:
    plain = field_after(6, FIRST)
    threefold = replace(
        plain,
        candidates=tuple(c._replace(points=3 * c.points // 2) for c in plain.candidates),
        past={no: tuple(p._replace(points=3 * p.points // 2) for p in rows) for no, rows in plain.past.items()},
        win=3,
        draw=1,
    )
    assert pair_dutch(threefold).matches == pair_dutch(plain).matches
    with raises_code(BadInput, "dutch-points"):
        pair_dutch(replace(plain, win=0, draw=0))


@pytest.mark.req("SP-22")
def test_colours_can_be_ignored() -> None:
    """Four who all had white twice and have met nobody of the four can play each other only so."""
    first = [(1, 5, W, L), (2, 6, W, L), (3, 7, W, L), (4, 8, W, L)]
    second = [(1, 6, W, L), (2, 5, W, L), (3, 8, W, L), (4, 7, W, L)]
    round_input = field_after(8, first, second)
    top = replace(round_input, candidates=round_input.candidates[:4])
    with pytest.raises(Refused):
        pair_dutch(top)
    result = pair_dutch(replace(top, balance_starts=False))
    assert {frozenset(p) for p in pairs(result)} == {frozenset((1, 3)), frozenset((2, 4))}
    assert all(m.reasons == ("same-points",) for m in result.matches)


@pytest.mark.req("SP-5")
def test_who_has_left_keeps_his_number_and_is_not_paired() -> None:
    round_input = field_after(6, FIRST)
    stayed = replace(round_input, candidates=tuple(c for c in round_input.candidates if c.no not in (2, 6)))
    result = pair_dutch(stayed)
    assert sorted(no for pair in pairs(result) for no in pair) == [1, 3, 4, 5]
    assert len(build_feed(stayed).event["competitors"]) == 6


@pytest.mark.req("SP-2")
def test_rounds_of_an_earlier_phase_are_counted_without_gaps() -> None:
    """A pod whose rounds begin with 4: its second round is the second for the engine."""
    round_input = field_after(6, FIRST)
    later = replace(
        round_input,
        round_no=5,
        planned=5,
        past={no: tuple(p._replace(round_no=4) for p in rows) for no, rows in round_input.past.items()},
    )
    told = build_feed(later)
    assert (told.round_no, told.event["numRounds"]) == (2, 2)
    assert pairs(pair_dutch(replace(later, planned=0))) == pairs(pair_dutch(round_input))


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many players hang together for our engine."""

    def too_large(*_: object) -> None:
        raise TooLarge(top=2, bottom=1, players=6)

    monkeypatch.setattr("pareo.core.pairing.dutch.engine.pair_brackets", too_large)


@pytest.mark.req("SP-2")
def test_where_too_many_hang_together_gacrux_pairs_the_round(hanging: None, monkeypatch: pytest.MonkeyPatch) -> None:
    round_input = field_after(6, FIRST)
    by_gacrux = pair_dutch(round_input)
    monkeypatch.undo()
    own = pair_dutch(round_input)
    assert pairs(by_gacrux) == pairs(own)
    assert [m.reasons[-1] for m in by_gacrux.matches] == [m.reasons[-1] for m in own.matches]
    assert (by_gacrux.proof, own.proof) == ("rule", "bound")


@pytest.mark.req("SP-2")
def test_without_gacrux_a_sentence_names_the_score_groups(hanging: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pareo.core.pairing.dutch.gacrux_round.find_spec", lambda _: None)
    with raises_code(Refused, "dutch-region", first=1, last=2, players=6) as caught:
        pair_dutch(field_after(6, FIRST))
    assert caught.value.code == "dutch-region"


@pytest.mark.req("SP-2")
def test_an_engine_that_breaks_or_forgets_somebody_gives_a_sentence(
    hanging: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair_dutch(field_after(4))  # imported now
    monkeypatch.setattr("gacrux.pairingdutch.pairing_dutch.compute_pairing", lambda *_, **__: 1 // 0)
    with raises_code(Refused, "dutch-engine-failed", says="ZeroDivisionError") as caught:
        pair_dutch(field_after(4))
    assert caught.value.code == "dutch-engine-failed"
    one_board = [{"pairs": [{"w": 1, "b": 3, "colorrule": "E.5"}]}]
    monkeypatch.setattr("gacrux.pairingdutch.pairing_dutch.compute_pairing", lambda *_, **__: one_board)
    with raises_code(Refused, "dutch-engine-failed", detail="not every player has one place"):
        pair_dutch(field_after(4))


@pytest.mark.req("SP-2")
def test_the_engine_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    pair_dutch(field_after(7))
    assert capfd.readouterr() == ("", "")


@pytest.mark.req("SP-2")
def test_gacrux_is_not_imported_by_a_round_that_does_not_need_it() -> None:
    code = (
        "import sys, pareo.cli.commands.rounds, pareo.web.console.rounds, pareo.app.queries.rounds.verify;"
        "from pareo.core.pairing.dutch.engine import pair_dutch;"
        "from pareo.core.model.pairing_contract import Candidate, PairingInput;"
        "pair_dutch(PairingInput((Candidate(1, 0), Candidate(2, 0)), {}, seed=''));"
        "print('gacrux' in sys.modules, 'networkx' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
