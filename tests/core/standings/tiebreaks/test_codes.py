"""FIDE's tie-breaks by their codes: against gacrux on random events, and worked by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import TiebreakUse
from pareo.core.standings.player_records import Ledger
from pareo.core.standings.standings import standings
from pareo.core.standings.tiebreaks.codes import CODES, code_of, parse_code
from pareo.core.standings.tiebreaks.context import build_context
from pareo.core.standings.tiebreaks.order import check_style, read_tiebreaks, tiebreaks_text
from pareo.core.standings.tiebreaks.registry import TIEBREAKS, explain
from pareo.core.text.errors import BadInput
from pareo.formats.random_reports.amounts import read_amount
from pareo.formats.random_reports.generator import Job, generate_report
from pareo.formats.random_reports.options import RandomSettings
from pareo.formats.second_opinion.ranks import standings_by
from pareo.formats.second_opinion.replay import Replay
from pareo.formats.trf.lines import parse
from support.standings.gacrux_tiebreaks import gacrux_tiebreaks
from support.standings.ledgers import chess, column, make_ledger, with_changes

SWISS = tuple(code for code in CODES if code != "PTS")
ROBIN = tuple(code for code in SWISS if not CODES[code].swiss_only)
BETWEEN = ("DE", "DE/P")
TROUBLE = {
    name: read_amount(amount)
    for name, amount in {
        "hpb": "6%",
        "zpb": "5%",
        "fpb": "2%",
        "forfeit_wins": "6%",
        "forfeit_losses": "6%",
        "double_forfeits": "2%",
        "unusual": "2%",
        "withdraw": "3%",
        "late": "2%",
        "unrated_games": "3%",
    }.items()
}


def a_report(number: int, system: str = "dutch", *, unrated: int = 0) -> bytes:
    """A small event in which much goes wrong, by several scorings."""
    scoring = ((10, 5, 0), (10, 5, 0), (30, 10, 0))[number % 3]
    wishes = RandomSettings(
        players=(8, 20) if system == "dutch" else (4, 8),
        rounds=(4, 8),
        system=system,
        mishaps=TROUBLE,
        scoring=scoring,
        pab=None if number % 2 else scoring[1],
        unrated=read_amount(str(unrated)),
    )
    return generate_report(Job(wishes, "codes", ""), number)[1]


def differences(text: bytes, codes: tuple[str, ...], *, robin: bool = False, after: int | None = None) -> list[object]:
    """Values, and places by direct encounter, that gacrux has otherwise."""
    file = parse(text)
    if after is not None:
        file.players |= {no: replace(p, cells=p.cells[:after]) for no, p in file.players.items()}
    replay = Replay(file)
    found: list[object] = []
    # Fore Buchholz last: what gacrux notes for it changes the Buchholz it counts afterwards.
    told = sorted((code for code in codes if code not in BETWEEN), key=lambda code: code.startswith(("FB", "AOB/F")))
    theirs = gacrux_tiebreaks(text, told, robin=robin, after=after or -1)
    for row in standings_by(replay, told, robin=robin):
        ours = [value.exact for value in row.values]
        found += [(row.no, *one) for one in zip(told, ours, theirs[row.no][1], strict=True) if one[1] != one[2]]
    for code in (code for code in codes if code in BETWEEN):
        theirs = gacrux_tiebreaks(text, ["PTS", code], robin=robin, after=after or -1)
        rows = standings_by(replay, [code], robin=robin)
        found += [(row.no, code, row.rank, theirs[row.no][0]) for row in rows if row.rank != theirs[row.no][0]]
    return found


@pytest.mark.req("F-113")
@pytest.mark.parametrize("number", range(12))
def test_every_code_of_a_swiss_is_gacruxs(number: int) -> None:
    assert differences(a_report(number), SWISS) == []


@pytest.mark.req("F-113", "F-116")
@pytest.mark.parametrize(("number", "system"), [*((n, "round-robin") for n in range(9)), (3, "double-round-robin")])
def test_every_code_of_a_round_robin_is_gacruxs(number: int, system: str) -> None:
    """Games that were not played count as those of the table for DE, SB and KS, and for nothing else."""
    assert differences(a_report(number, system), ROBIN, robin=True) == []


@pytest.mark.req("F-118")
@pytest.mark.parametrize("number", range(6))
def test_before_the_end_values_are_of_the_rounds_so_far(number: int) -> None:
    """A bye is worth at most draws of the rounds so far; Fore Buchholz is Buchholz until the last round announced."""
    assert differences(a_report(number), SWISS, after=3) == []


@pytest.mark.req("F-117")
def test_by_rating_with_unrated_players_as_gacrux_drops_them_or_counts_them() -> None:
    text = a_report(3, unrated=2)
    by_rating = ("ARO", "ARO/M1", "TPR", "PTP", "APRO", "APPO", "RTNG")
    replay = Replay(parse(text))
    for row in standings_by(replay, by_rating):
        assert (
            [value.exact for value in row.values]
            == [None] * len(by_rating)
            == gacrux_tiebreaks(text, by_rating)[row.no][1]
        )
    ruled = [TiebreakUse(code, {"unrated": 1400}) for code in by_rating]
    theirs = gacrux_tiebreaks(text, by_rating, unrated=1400)
    for row in standings_by(replay, ruled):
        assert [value.exact for value in row.values] == theirs[row.no][1]
    zero = [TiebreakUse("RTNG", {"unrated": "zero"})]
    assert sorted(row.values[0].exact for row in standings_by(replay, zero))[:3] == [
        0,
        0,
        min(p.rating for p in replay.file.players.values() if p.rating),
    ]


# --- by hand ----------------------------------------------------------------------------------------------------------

# 1 has 2½, 2 and 3 have 2, 4 and 5 have 1. 3 stayed away in round 2, 5 asked for half a point.
BY_HAND = ["1-4 1-0, 2-5 ½-½, 3 bye", "1-3 1-0F, 2-4 1-0, 5 requested-bye", "2-1 ½-½, 3-5 1-0, 4 bye"]
WORKED = {
    # 1: opponent 4, a dummy with 3's 2 points, 2. 3: dummies with 1½ (half a point a round) and 2 (3's own, below 1's).
    "BH": "5 4.5 4.5 5.5 5",
    # 3 loses the round of the absence (2), 5 the one asked off (1), the others their lowest.
    "BH/C1": "4 3.5 2.5 4.5 4", "BH/C2": "2 2.5 1.5 2.5 2", "BH/M1": "2 1 1 2 2", "BH/M2": "0 0 0 0 0",
    # As if 1-2 and 3-5 had been drawn: 3 has 1½, 5 has 1½.
    "FB": "4.5 5 4.5 5.5 5", "FB/C1": "3.5 4 3 4.5 3.5", "FB/C2": "2 2.5 1.5 2.5 2", "FB/M1": "1.5 1.5 1.5 2 1.5",
    "FB/M2": "0 0 0 0 0",
    # 3 was paired with 1, who has 2½; nothing was refused then.
    "BH/P": "5 4.5 5 5.5 5", "BH/C1/P": "4 3.5 4 4.5 4", "BH/C2/P": "2 2.5 2.5 2.5 2", "BH/M1/P": "2 1 1.5 2 2",
    "BH/M2/P": "0 0 0 0 0", "FB/P": "4.5 5 5.5 5.5 5", "FB/C1/P": "3.5 4 4 4.5 3.5", "FB/C2/P": "2 2.5 2.5 2.5 2",
    "FB/M1/P": "1.5 1.5 1.5 2 1.5", "FB/M2/P": "0 0 0 0 0",
    # 2 met 5, 4 and 1: (5 + 5.5 + 5) / 3 is 5.1666…; 1 met 4 and 2.
    "AOB": "5 5.17 5 4.75 4.5", "AOB/F": "5.25 5 5 4.75 4.75",
    # 1: 4's 1, the dummy's 2, half of 2's 2. 5: half of 2's 2, half of the dummy's 1.
    "SB": "4 2.75 2.5 1 1.5", "SB/C1": "3 2.25 1.5 0 1", "SB/C2": "2 1.25 0 0 1",
    "SB/P": "4 2.75 2.5 1 1.5", "SB/C1/P": "3 2.25 1.5 0 1", "SB/C2/P": "2 1.25 0 0 1",
    "PS": "5.5 4 4 1 2.5", "PS/C1": "4.5 3.5 3 1 2", "PS/C2": "2.5 2 2 1 1",
    # Half of three points is 1½: 1, 2 and 3 have it, with 2½ only 1, with 1 everybody.
    "KS": "1.5 0.5 0 0 0.5", "KS/L1": "1.5 0.5 0 0 0.5", "KS/L2": "0 0.5 0 0 0", "KS/L-1": "2.5 2 1 0 0.5",
    "KS/L-2": "2.5 2 1 0 0.5",
    "WIN": "2 1 2 1 0", "WON": "1 1 1 0 0", "BPG": "1 0 0 2 2", "BWG": "0 0 0 0 0", "REP": "3 3 2 3 2",
    "ARO": "1800 1767 1600 1950 1850", "ARO/C1": "1900 1850 - 2000 1900", "ARO/C2": "- 2000 - - -",
    "ARO/M1": "- 1700 - - -", "ARO/M2": "- - - - -",
    # 1 made 1½ of 2 against 1800: 75 % is 193 more. 3 made all against 1600: 800 more; 4 nothing: 800 fewer.
    "TPR": "1993 1892 2400 1150 1657", "APRO": "1521 1600 1657 1943 2146",
    "PTP": "2003 1907 2336 1100 1655", "APPO": "1504 1586 1655 1955 2122",
    "STD": "2.5 2 2 1 1", "RTNG": "2000 1900 1800 1700 1600", "RTNG/R": "2000 1900 1800 1700 1600",
    "TPN": "1 2 3 4 5", "TPN/R": "1 2 3 4 5", "PTS": "2.5 2 2 1 1",
}  # fmt: skip


def by_hand(use: TiebreakUse | str) -> tuple[Ledger, object]:
    rules = chess(use)
    rules = replace(rules, points={**rules.points, Outcome.REQUESTED_BYE: 1})
    ledger = make_ledger(rules, BY_HAND)
    for no, rating in enumerate((2000, 1900, 1800, 1700, 1600), 1):
        ledger = with_changes(ledger, no, rating=rating, seat=no)
    return ledger, rules


@pytest.mark.req("F-113")
@pytest.mark.parametrize("code", WORKED)
def test_every_code_worked_by_hand(code: str) -> None:
    ledger, rules = by_hand(code)
    worked = [None if word == "-" else Fraction(word) for word in WORKED[code].split()]
    assert column(ledger, rules) == worked
    book = build_context(ledger, rules)
    for no, value in enumerate(worked, 1):
        told = explain(rules.tiebreaks[0], book, no)
        assert told.total == value
        if told.kind == "sum":
            assert sum(part.value for part in told.parts if part.counted) == value


@pytest.mark.req("F-113")
def test_all_codes_are_worked_or_between_tied_players() -> None:
    assert set(CODES) == set(WORKED) | set(BETWEEN)


@pytest.mark.req("F-113", "F-116")
def test_direct_encounter_by_hand_without_and_with_forfeits() -> None:
    """2 and 3 have a point each; 2 beat 3 by forfeit, which is a game for DE/P only."""
    ledger = make_ledger(chess("DE"), ["1-4 1-0, 2-3 1-0F", "1-2 1-0, 3-4 1-0"])
    for code, ranks in (("DE", [1, 2, 2, 4]), ("DE/P", [1, 2, 3, 4])):
        assert [row.rank for row in sorted(standings(ledger, chess(code)), key=lambda row: row.no)] == ranks
    # Three with 2 points: 1 beat 2 and 3, who did not meet: 1 is first whatever they had done.
    three = make_ledger(chess("DE"), ["1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0", "4-1 1-0, 2-5 1-0, 3-6 1-0"])
    rows = standings(three, chess("DE"))
    assert [(row.rank, row.no) for row in rows[:3]] == [(1, 1), (2, 2), (2, 3)]


@pytest.mark.req("F-113")
def test_the_order_of_numbers_and_ratings_and_its_reverse() -> None:
    for code, first in (("TPN", 1), ("TPN/R", 4), ("RTNG", 4), ("RTNG/R", 1)):
        ledger = make_ledger(chess(code), ["1-2 ½-½, 3-4 ½-½"])
        for no in range(1, 5):
            ledger = with_changes(ledger, no, seat=no, rating=1500 + no)
        assert standings(ledger, chess(code))[0].no == first


# --- codes as they are typed ------------------------------------------------------------------------------------------


@pytest.mark.req("F-114")
def test_codes_are_read_in_any_case_and_shown_as_fide_writes_them() -> None:
    assert tiebreaks_text(read_tiebreaks("bh/c1, BH;Sb\nde")) == "BH/C1,BH,SB,DE"
    assert tiebreaks_text(read_tiebreaks("PTS,GE,bh/p/c1,KS/L+1,KS/L-2")) == "REP,BH/C1/P,KS/L1,KS/L-2"
    both = read_tiebreaks("BH/M1,BH/M2,SB,SB/C1,SB/C2,ARO,ARO/C1")
    assert len(standings(by_hand("BH")[0], chess(*both))[0].values) == 7
    assert tiebreaks_text(read_tiebreaks("ARO unrated=1400; buchholz unplayed=draws")) == (
        "ARO unrated=1400; buchholz unplayed=draws"
    )
    for wrong, code in (("BH/C9", "tiebreak-unknown"), ("BH,bh", "tiebreak-twice"), ("BH low=1", "tiebreak-no-option")):
        with pytest.raises(BadInput) as caught:
            read_tiebreaks(wrong)
        assert caught.value.code == code


@pytest.mark.req("F-114")
def test_our_words_that_are_a_code() -> None:
    text = (
        "buchholz-cut-1 unplayed=fide-2026; median-buchholz high=2 low=2 unplayed=fide-2026; sonneborn-berger "
        "draws=half unplayed=fide-2026 low=1; aro low=1 unrated=1400; games-won; performance perfect=800"
    )
    assert [code_of(use) for use in read_tiebreaks(text)] == ["BH/C1", "BH/M2", "SB/C1", "ARO/C1", "WON", "TPR"]
    assert [code_of(use) for use in read_tiebreaks("buchholz; koya limit=60%; owp; lot")] == [None] * 4
    assert parse_code("coin") is None


@pytest.mark.req("F-115")
def test_buchholz_cannot_be_chosen_in_a_round_robin() -> None:
    for wrong in ("BH/C1", "FB", "AOB/F", "buchholz", "median-buchholz"):
        with pytest.raises(BadInput) as caught:
            check_style(read_tiebreaks(f"SB;{wrong}"), "round-robin")
        assert caught.value.code == "tiebreak-swiss-only"
        check_style(read_tiebreaks(wrong), "swiss")
    check_style([TiebreakUse(code) for code in ROBIN], "round-robin")


@pytest.mark.req("F-121")
def test_a_tie_break_may_go_before_the_points() -> None:
    """212: 4 has one point of a bye, and the fewest games won; 1 and 2 won one each, and 1 has more points."""
    ledger, _ = by_hand("BH")
    rows = standings(ledger, chess(*read_tiebreaks("BH/C1,PTS,WON")))
    assert [row.no for row in rows] == [4, 1, 5, 2, 3]
    assert [row.decided_by for row in rows] == [None, "BH/C1", "PTS", "BH/C1", "BH/C1"]
    assert [row.values[1].exact for row in rows][:2] == [1, Fraction(5, 2)]
    assert {TIEBREAKS["PTS"].decided} == {"points"}
