"""Random tournaments: the same seed gives the same bytes, what is asked for is there, and every file is right."""

from __future__ import annotations

from random import Random

import pytest

from endorse import tournament
from pareo.core.standings.ratings.fide import expected_share
from pareo.core.text.errors import BadInput
from pareo.formats.random_reports.amounts import Amount, AmountShare, read_amount, read_span
from pareo.formats.random_reports.games import chances
from pareo.formats.random_reports.generator import Job, generate_many, generate_report
from pareo.formats.random_reports.options import RandomSettings, read_config, read_scoring
from pareo.formats.second_opinion.opinion import OpinionRequest, second_opinion
from pareo.formats.trf.lines import parse
from support.errors import raises_code

SMALL = RandomSettings(players=(8, 24), rounds=(4, 7))


@pytest.mark.req("F-105", "F-108")
def test_a_seed_gives_the_same_complete_file() -> None:
    job = Job(SMALL, "s", "--players=8-24")
    name, text, rounds, planned = generate_report(job, 3)
    assert generate_report(job, 3)[1] == text
    assert generate_report(job, 4)[1] != text
    assert name == "T00003.trf"
    assert rounds <= planned
    lines = text.decode().split("\r\n")
    assert lines[0].startswith("### pareo-random ")
    assert lines[0].endswith("seed=s/3 --players=8-24")
    assert {"142", "152", "162", "192", "202", "222"} <= {line[:3] for line in lines}
    assert parse(text).comments == [lines[0][4:]]


@pytest.mark.req("F-106")
def test_what_is_asked_for_is_there() -> None:
    told = ("hpb 1:2", "zpb 2:1", "fpb 3:1", "forfeit_wins 2:1", "forfeit_losses 3:1", "double_forfeits 4:1",
            "unusual 1:1", "unrated_games 2:1", "withdraw 3:1", "late 2:1")  # fmt: skip
    mishaps = dict(one.split() for one in told)
    settings = RandomSettings(
        players=(20, 20),
        rounds=(5, 5),
        mishaps={k: read_amount(v) for k, v in mishaps.items()},
        baku=True,
        scoring=read_scoring("3-1-0"),
        pab=15,
        unrated=read_amount("4"),
    )
    _, text, rounds, _ = generate_report(Job(settings, "all", ""), 1)
    file = parse(text)
    columns = [[p.cells[r] for p in file.players.values()] for r in range(rounds)]

    def count(round_no: int, result: str) -> int:
        return sum(cell.result == result for cell in columns[round_no - 1])

    assert (count(1, "H"), count(3, "F"), count(2, "+"), count(3, "+")) == (2, 1, 1, 1)
    assert [cell.colour for cell in columns[1] if cell.result == "+"] == ["w"]
    assert [cell.colour for cell in columns[2] if cell.result == "+"] == ["b"]
    assert count(4, "-") >= 2
    assert sum(cell.result in "WDL" and bool(cell.result) for cell in columns[1]) == 2
    assert sum(p.cells[0].result == "Z" for p in file.players.values()) == 1  # one comes late
    assert sum(p.rating is None for p in file.players.values()) == 4
    assert (file.points["W"], file.points["P"], len(file.accelerated)) == (30, 15, 2)
    assert b"192 FIDE_DUTCH_BAKU\r\n" in text


@pytest.mark.req("F-110", "F-104")
def test_every_file_is_right_for_us_and_for_gacrux() -> None:
    settings = (
        SMALL,
        RandomSettings(players=(9, 15), rounds=(5, 6), baku=True),
        RandomSettings(players=(9, 15), scoring=(30, 10, 0)),
    )
    for i, one in enumerate(settings):
        for number in (1, 2):
            name, text, _, _ = generate_report(Job(one, f"right {i}", ""), number)
            for engine in ("pareo", "gacrux"):
                opinion = second_opinion(name, text, OpinionRequest(engine=engine))
                assert opinion.consistent, (i, number, engine, opinion)


@pytest.mark.req("F-110")
def test_gacrux_reads_the_files_itself() -> None:
    from gacrux.trf2json import trf2json  # noqa: PLC0415 (slow to import)

    reader = trf2json()
    reader.parse_file(generate_report(Job(SMALL, "read", ""), 1)[1].decode(), 0)
    assert reader.get_status() == 0, reader.chessjson["status"]


@pytest.mark.req("F-109")
def test_results_follow_fides_table() -> None:
    """Over both colours, whatever the strength: the mean score is p(D) within one hundredth."""
    for mean in (1400, 2000, 2600):
        for difference in range(0, 700, 20):
            strong, weak = mean + difference // 2, mean - difference // 2
            win, draw, loss = chances(strong, weak)
            win_2, draw_2, loss_2 = chances(weak, strong)
            assert min(win, draw, loss, win_2, draw_2, loss_2) >= 0
            score = (win + draw / 2 + loss_2 + draw_2 / 2) / 2
            assert abs(score - float(expected_share(difference))) <= 0.0101
    assert chances(2600, 2600)[1] > chances(1200, 1200)[1]
    assert chances(2000, 2000)[0] > chances(2000, 2000)[2]


@pytest.mark.req("F-106")
def test_amounts() -> None:
    assert read_amount("3") == Amount(AmountShare(3))
    assert read_amount("5%") == Amount(AmountShare(percent=5.0))
    assert read_amount("1:2,4:10%") == Amount(by_round=((1, AmountShare(2)), (4, AmountShare(percent=10.0))))
    assert sum(read_amount("7").per_round(Random(1), range(1, 5), 20).values()) == 7
    for wrong in ("", "x", "-1", "101%", "1:", "a:3", "1.5"):
        with pytest.raises(BadInput):
            read_amount(wrong)
    assert read_span("20-120", 2, 200) == (20, 120)
    with pytest.raises(BadInput):
        read_span("5-3", 1, 10)
    for wrong in ("1-1-0", "0-0-0", "3-1"):
        with pytest.raises(BadInput):
            read_scoring(wrong)


@pytest.mark.req("F-111")
def test_configuration_files_of_other_programs() -> None:
    text = """# a comment
PlayersNumber=30\nRoundsNumber=9\nDrawPercentage=30\nForfeitRate=20\nRetiredRate=100\nHalfPointByeRate=50
HighestRating=2500\nLowestRating=1500\nPointsForWin=3\nPointsForDraw=1\nPointsForLoss=0\nPointsForZPB=0
PointsForForfeitLoss=0\nPointsForPAB=1.5
"""
    settings = read_config(text, RandomSettings())
    assert (settings.players, settings.rounds, settings.draws, settings.ratings) == (
        (30, 30),
        (9, 9),
        30.0,
        (2500, 1500),
    )
    assert (settings.scoring, settings.pab) == ((30, 10, 0), 15)
    assert settings.mishaps["forfeit_wins"].overall.percent == 2.5
    assert settings.mishaps["hpb"].overall.percent == 2.0
    with raises_code(BadInput, "random-config-key", line=1):
        read_config("Players=3", RandomSettings())


@pytest.mark.req("F-107", "F-112")
def test_many_are_checked_and_vary() -> None:
    made = list(generate_many(Job(SMALL, "many", "", check=True), range(1, 13), 1))
    assert all(one.opinion is not None and one.opinion.consistent for one in made)
    assert len({one.opinion.players for one in made if one.opinion}) > 4


@pytest.mark.req("F-110")
@pytest.mark.parametrize("number", [0, 235])  # 235: whoever would float for another plays in the group below
def test_a_tournament_of_the_large_test_is_right_and_proved(number: int) -> None:
    rounds, wrong = tournament("endorse", number)
    assert rounds >= 4
    assert not wrong
