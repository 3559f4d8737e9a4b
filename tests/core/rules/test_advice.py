"""Rounds and cuts proposed from the documents' tables, and what is said off them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pareo import rulesets
from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.actions import ActionVerdict
from pareo.core.rules.advice import (
    PodAdvice,
    advise,
    bracket_rounds,
    cut_limits,
    review,
    round_length_notes,
    second_day_size,
    style_notes,
)
from pareo.core.rules.cuts import check_maximum, check_playable, judge_cut, share_notes
from pareo.core.text.errors import NotFound, OutsideRules, Refused
from pareo.core.text.messages import Note
from support.errors import raises_code

OLD = "pokemon-2009"


def masters(ruleset_id: str, players: int, *, style: str = "swiss+cut", table: str | None = None) -> PodAdvice:
    ruleset = rulesets.load(ruleset_id)
    return advise(ruleset, sizes={"master": players}, pod=("master",), style=style, table=table)


def short(advice: PodAdvice) -> tuple[int, int, int, int]:
    return advice.rounds, advice.day2_rounds, advice.cut, advice.total_rounds


def codes(notes: tuple[Note, ...]) -> list[str]:
    assert all("{" not in str(note) for note in notes)
    return [note.code for note in notes]


@pytest.mark.req("P-CUT-6", "P-CUT-7")
@pytest.mark.parametrize(
    ("ruleset_id", "table", "players", "expected"),
    [
        ("pokemon-tcg-2019-07", None, 4, (3, 0, 0, 3)),
        ("pokemon-tcg-2019-07", None, 12, (4, 0, 4, 6)),
        ("pokemon-tcg-2019-07", None, 20, (5, 0, 4, 7)),
        ("pokemon-tcg-2019-07", None, 21, (5, 0, 8, 8)),
        ("pokemon-tcg-2019-04", None, 409, (9, 0, 8, 12)),
        ("pokemon-tcg-2019-04", None, 5000, (10, 0, 8, 13)),
        ("pokemon-tcg-2019-04", "two-day", 226, (8, 0, 8, 11)),
        ("pokemon-tcg-2019-04", "two-day", 227, (9, 5, 8, 17)),
        ("pokemon-tcg-2019-07", "two-day", 799, (9, 5, 8, 17)),
        ("pokemon-tcg-2019-07", "two-day", 800, (9, 6, 8, 18)),
        ("pokemon-vgc-2019-07", "international", 800, (9, 6, 8, 18)),
        ("pokemon-vgc-2019-07", None, 4, (3, 0, 2, 4)),
        ("pokemon-vgc-2019-07", None, 256, (8, 0, 16, 12)),
        ("pokemon-vgc-2019-07", None, 410, (9, 0, 32, 14)),
        ("pokemon-vgc-2019-04", None, 513, (10, 0, 32, 15)),
        (OLD, None, 31, (5, 0, 4, 7)),
        (OLD, None, 512, (9, 0, 64, 15)),
    ],
)
def test_proposals(ruleset_id: str, table: str | None, players: int, expected: tuple[int, int, int, int]) -> None:
    advice = masters(ruleset_id, players, table=table)
    assert short(advice) == expected
    assert advice.notes == ()
    assert advice.row is not None
    assert advice.row.low <= players


@pytest.mark.req("P-CUT-6")
def test_where_the_table_has_no_row_we_say_so_and_propose_the_nearest() -> None:
    below = masters("pokemon-tcg-2019-04", 7)
    assert (codes(below.notes), short(below)) == (["below-table"], (3, 0, 0, 3))
    assert codes(masters("pokemon-tcg-2019-07", 7).notes) == []
    assert codes(masters("pokemon-tcg-2019-07", 3).notes) == ["below-table"]
    above = masters(OLD, 513)
    assert codes(above.notes) == ["above-table"]
    assert "512" in str(above.notes[0])
    assert "513" in str(above.notes[0])
    assert masters("pokemon-vgc-2019-04", 1).cut == 0


@pytest.mark.req("B-17")
@pytest.mark.parametrize(("players", "cut"), [(511, 32), (512, 64), (513, 32), (600, 32)])
def test_2009_proposes_64_in_the_cut_for_exactly_512_players(players: int, cut: int) -> None:
    rules = rulesets.load(OLD)
    assert masters(OLD, players).cut == cut
    limits = cut_limits(rules, players)
    assert limits.allowed[0] == cut
    if cut == 64:
        check_maximum(rules, 64, limits)
    else:
        with raises_code(OutsideRules, "cut-maximum"):
            check_maximum(rules, 64, limits)


@pytest.mark.req("B-17")
@pytest.mark.parametrize("players", [257, 300, 512, 513])
def test_2009_says_that_the_swiss_table_ends_at_256_and_proposes_the_larger_number_of_the_other(players: int) -> None:
    advice = masters(OLD, players, style="swiss")
    assert (codes(advice.notes), advice.rounds) == (["no-table-row"], 9)
    assert str(advice.notes[0]) == (
        f"The table “Swiss” has no row for {players} players; we propose 9 rounds, after section 3.3.5."
    )
    assert review(rulesets.load(OLD), advice, rounds=8) == (), "3.3.5 has both numbers"
    assert (codes(masters(OLD, 256, style="swiss").notes), masters(OLD, 256, style="swiss").rounds) == ([], 8)


@pytest.mark.req("B-17")
@pytest.mark.parametrize("ruleset_id", [one.id for one in rulesets.available()])
def test_no_ruleset_proposes_more_rounds_than_can_be_played_without_a_rematch(ruleset_id: str) -> None:
    ruleset = rulesets.load(ruleset_id)
    most = {2: 1, 3: 3, 4: 3, 5: 5, 6: 5, 7: 7}
    for table in [None, *(one.id for one in ruleset.advice.tables if one.style in ("swiss", "swiss+cut"))]:
        for style in ("swiss", "swiss+cut"):
            for players, rounds in most.items():
                advice = advise(ruleset, sizes={"": players}, pod=("",), style=style, table=table)
                assert advice.rounds == advice.allowed_rounds[0]
                assert max(advice.allowed_rounds) <= rounds, (table, style, players)
                assert advice.total_rounds == advice.rounds + (bracket_rounds(advice.cut) if advice.cut else 0)


@pytest.mark.req("B-17")
def test_a_shared_pod_counts_all_its_players_for_rematches() -> None:
    ruleset = rulesets.load("pokemon-tcg-2019-07")
    alone = advise(ruleset, sizes={"senior": 2}, pod=("senior",), style="swiss")
    assert (alone.rounds, codes(alone.notes)[-1]) == (1, "rounds-rematch")
    shared = advise(ruleset, sizes={"junior": 2, "senior": 2}, pod=("junior", "senior"), style="swiss")
    assert (shared.rounds, "rounds-rematch" in codes(shared.notes)) == (3, False)


def advice_notes(
    ruleset: Ruleset, advice: PodAdvice, *, cut: int, premier: bool = False, exception: bool = False, **asked: int
) -> tuple[Note, ...]:
    """What the document says of the rounds, and of the cut."""
    limits = cut_limits(ruleset, advice.size, advice.table or None)
    judged = judge_cut(ruleset, cut, limits, premier=premier, exception=exception) if advice.style != "swiss" else None
    return (*review(ruleset, advice, **asked), *([judged.note] if judged else []))


@pytest.mark.req("P-CUT-6")
def test_leaving_the_table_gives_a_warning() -> None:
    ruleset = rulesets.load("pokemon-tcg-2019-07")
    advice = masters("pokemon-tcg-2019-07", 40)

    def said(rounds: int, cut: int) -> list[str]:
        return codes(advice_notes(ruleset, advice, rounds=rounds, cut=cut))

    assert said(6, 8) == []
    assert said(7, 8) == ["rounds-off-table"]
    assert said(6, 4) == ["cut-off-table"]
    assert said(4, 16) == ["rounds-off-table", "cut-off-table"]
    note = advice_notes(ruleset, advice, rounds=8, cut=8)[0]
    assert str(note) == "8 rounds; the document gives 6 or 5 for 40 players."


@pytest.mark.req("P-AGE-8")
def test_one_swiss_round_fewer_without_a_warning_in_2019() -> None:
    july = rulesets.load("pokemon-tcg-2019-07")
    advice = masters("pokemon-tcg-2019-07", 40)
    assert advice.allowed_rounds == (6, 5)
    assert advice_notes(july, advice, rounds=5, cut=8) == ()
    assert codes(advice_notes(july, advice, rounds=4, cut=8)) == ["rounds-off-table"]
    days = masters("pokemon-tcg-2019-07", 500, table="two-day")
    assert advice_notes(july, days, rounds=8, day2_rounds=5, cut=8) == ()
    assert advice_notes(july, days, rounds=9, day2_rounds=4, cut=8) == ()
    assert codes(advice_notes(july, days, rounds=8, day2_rounds=4, cut=8)) == ["day2-off-table"]
    swiss_only = masters("pokemon-tcg-2019-07", 40, style="swiss")
    assert codes(advice_notes(july, swiss_only, rounds=5, cut=0)) == ["rounds-off-table"]
    old = masters(OLD, 300)
    assert codes(advice_notes(rulesets.load(OLD), old, rounds=7, cut=32)) == ["rounds-off-table"]


def test_sections_save_rounds_without_a_warning() -> None:
    july = rulesets.load("pokemon-tcg-2019-07")
    advice = masters("pokemon-tcg-2019-07", 143)
    assert advice_notes(july, advice, rounds=6, cut=8, sections=4) == ()
    assert codes(advice_notes(july, advice, rounds=6, cut=8)) == ["rounds-off-table"]


@pytest.mark.req("P-CUT-8")
def test_the_cut_of_the_table_is_the_maximum_in_premier_events() -> None:
    july = rulesets.load("pokemon-tcg-2019-07")
    advice = masters("pokemon-tcg-2019-07", 40)
    assert codes(advice_notes(july, advice, rounds=6, cut=16, premier=True)) == ["cut-above-maximum"]
    assert codes(advice_notes(july, advice, rounds=6, cut=16, premier=True, exception=True)) == ["cut-exception"]
    assert codes(advice_notes(july, advice, rounds=6, cut=16)) == ["cut-off-table"]
    assert advice_notes(july, advice, rounds=6, cut=8, premier=True) == ()


@pytest.mark.req("P-AGE-6")
def test_rounds_of_a_shared_pod_come_from_its_largest_division() -> None:
    old = rulesets.load(OLD)
    pod = ("junior", "senior", "master")
    sizes = {"junior": 5, "senior": 11, "master": 16}
    assert advise(old, sizes=sizes, pod=pod, style="swiss").rounds == 4
    assert old.divisions is not None
    whole = replace(old, divisions=replace(old.divisions, rounds_from="pod"))
    assert advise(whole, sizes=sizes, pod=pod, style="swiss").rounds == 5


@pytest.mark.req("P-AGE-7")
def test_the_cut_is_sized_per_division() -> None:
    july = rulesets.load("pokemon-tcg-2019-07")
    shared = advise(july, sizes={"junior": 5, "senior": 30}, pod=("junior", "senior"), style="swiss+cut")
    assert (shared.rounds, shared.cut) == (5, 8)
    assert dict(shared.division_cuts) == {"junior": 0, "senior": 8}
    assert advice_notes(july, shared, rounds=5, cut=8) == ()
    against = judge_cut(july, 4, cut_limits(july, dict(shared.division_sizes)["junior"]))
    assert against is not None
    assert (against.note.code, against.verdict) == ("cut-off-table", ActionVerdict.CONFIRM)


@pytest.mark.req("P-AGE-7")
def test_2009_never_more_than_a_quarter_of_a_division() -> None:
    old = rulesets.load(OLD)

    def said(players: int, cut: int) -> list[str]:
        return codes(advice_notes(old, masters(OLD, players), rounds=masters(OLD, players).rounds, cut=cut))

    assert said(33, 16) == ["cut-above-share"]
    assert said(31, 8) == ["cut-above-share"]
    assert said(32, 8) == []
    assert said(63, 2) == []  # the smaller cuts of the table are always allowed, also below 6 %
    assert said(129, 1) == ["cut-off-table"]
    shared = advise(old, sizes={"junior": 5, "master": 32}, pod=("junior", "master"), style="swiss+cut")
    assert dict(shared.division_cuts) == {"junior": 0, "master": 8}
    against = judge_cut(old, 2, cut_limits(old, 5))
    assert against is not None
    assert against.verdict is ActionVerdict.OUTSIDE
    assert str(against.note) == "A play-off of 2 is more than 25% of the 5 players of the division."
    for row in next(table for table in old.advice.tables if table.id == "swiss+cut").rows:
        assert max(row.cuts) * 4 <= row.low


@pytest.mark.req("P-AGE-7")
def test_elimination_ignores_ages() -> None:
    july = rulesets.load("pokemon-tcg-2019-07")
    advice = advise(july, sizes={"junior": 9, "senior": 20, "master": 24}, pod=(), style="elimination")
    assert (advice.size, advice.rounds, advice.cut) == (53, 6, 0)


@pytest.mark.req("P-AGE-7")
def test_about_the_same_share_of_each_division() -> None:
    sizes = {"junior": 40, "senior": 40, "master": 40}
    assert share_notes(sizes, {"junior": 8, "senior": 8, "master": 8}) == ()
    assert share_notes(sizes, {"junior": 4, "senior": 8, "master": 8}) == ()
    (note,) = share_notes(sizes, {"junior": 2, "senior": 4, "master": 8})
    assert str(note).startswith("The play-off takes 20% of master but 5% of junior")


@pytest.mark.req("P-SE-7")
@pytest.mark.parametrize(
    ("players", "rounds"),
    [(8, 3), (9, 4), (16, 4), (17, 5), (32, 5), (33, 6), (64, 6), (65, 7), (128, 7), (129, 8), (256, 8)],
)
def test_rounds_of_an_elimination(players: int, rounds: int) -> None:
    advice = masters(OLD, players, style="elimination")
    assert advice.rounds == rounds == bracket_rounds(players)
    assert advice.row is not None
    assert advice.row.rounds == (rounds,)
    assert advice.notes == ()


@pytest.mark.req("A-11")
def test_an_elimination_outside_the_table_has_the_rounds_of_its_bracket() -> None:
    for players, rounds in ((4, 2), (300, 9)):
        advice = masters(OLD, players, style="elimination")
        assert (advice.rounds, codes(advice.notes)) == (rounds, ["bracket-off-table"])
        assert f"no row for {players} players; a bracket of that size has {rounds} rounds" in str(advice.notes[0])


@pytest.mark.req("P-CUT-1")
def test_a_cut_is_a_power_of_two() -> None:
    for cut in (0, 2, 4, 8, 16, 32, 64):
        check_playable(cut, 700)
    for cut in (1, 3, 6, 12, 24):
        with raises_code(OutsideRules, "cut-power"):
            check_playable(cut, 700)
        check_playable(cut, 700, asymmetrical=True)
    with raises_code(Refused, "cut-players", players=7):
        check_playable(8, 7)


@pytest.mark.req("P-CUT-1")
def test_2009_cuts_to_32_at_most_and_to_64_in_the_row_of_512() -> None:
    old = rulesets.load(OLD)
    check_maximum(old, 32, cut_limits(old, 511))
    check_maximum(old, 64, cut_limits(old, 512))
    for players in (511, 513):
        with raises_code(OutsideRules, "cut-maximum", most=32):
            check_maximum(old, 64, cut_limits(old, players))
    with raises_code(OutsideRules, "cut-maximum", most=32):
        check_maximum(old, 128, cut_limits(old, 512))


@pytest.mark.req("P-DAY2-1")
def test_into_day_two_go_nineteen_points_or_the_top_32() -> None:
    rules = rulesets.load("pokemon-tcg-2019-07").second_day
    assert rules is not None
    assert second_day_size(rules, [27] * 10 + [19] * 30 + [18] * 100) == 40
    assert second_day_size(rules, [27] * 10 + [19] * 22 + [18] * 100) == 32
    assert second_day_size(rules, [27] * 10 + [18] * 200) == 32
    assert second_day_size(rules, [19] * 33) == 33
    assert second_day_size(rules, [9] * 20) == 20


@pytest.mark.req("P-STY-1")
def test_other_styles_are_marked_unsanctioned() -> None:
    july, fise = rulesets.load("pokemon-tcg-2019-07"), rulesets.load("scrabble-fise")
    for style in ("swiss", "elimination", "swiss+cut"):
        assert style_notes(july, style) == ()
    assert codes(style_notes(july, "round-robin")) == ["unsanctioned"]
    assert codes(style_notes(fise, "swiss+cut")) == ["unsanctioned"]


def test_a_document_without_a_table_gets_the_typical_number() -> None:
    fise = rulesets.load("scrabble-fise")
    advice = advise(fise, sizes={"": 26}, pod=("",), style="swiss")
    assert (advice.size, advice.rounds, advice.cut, codes(advice.notes)) == (26, 5, 0, ["no-advice-table"])
    assert advise(fise, sizes={"": 32}, style="swiss").rounds == 5
    assert advise(fise, sizes={"": 33}, style="swiss").rounds == 6
    assert advice_notes(fise, advice, rounds=11, cut=0) == ()


def test_a_swiss_without_a_table_of_its_own_takes_the_rounds_of_the_other() -> None:
    advice = masters("pokemon-vgc-2019-07", 20, style="swiss")
    assert (short(advice), codes(advice.notes)) == ((5, 0, 0, 5), ["other-style"])


def test_an_unknown_table_is_answered_with_the_known_ones() -> None:
    with pytest.raises(NotFound) as caught:
        masters("pokemon-vgc-2019-07", 20, table="two-day")
    assert "one-day, international" in str(caught.value)


@pytest.mark.req("X-1")
@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (180, []),
        (150, ["round-length-changed"]),
        (210, ["round-length-changed"]),
        (149, ["round-length-changed", "round-length-range"]),
        (211, ["round-length-changed", "round-length-range"]),
        (90, ["round-length-changed", "round-length-range"]),
    ],
)
@pytest.mark.parametrize("ruleset_id", ["xwing-epic-duel", "xwing-epic-team"])
def test_round_length(ruleset_id: str, minutes: int, said: list[str]) -> None:
    ruleset: Ruleset = rulesets.load(ruleset_id)
    assert ruleset.round.minutes == 180
    assert codes(round_length_notes(ruleset, minutes)) == said


def test_a_document_without_a_round_length_has_nothing_to_say() -> None:
    assert round_length_notes(rulesets.load("scrabble-fise"), 50) == ()
