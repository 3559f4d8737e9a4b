"""Real events, recomputed: the FISE document's example, a TOM save file, two X-Wing events."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import RatingRules, ResultRules
from pareo.core.results.result_text import margins, parse_result
from pareo.core.standings.player_records import Ledger, PlayerRecord, RoundRecord
from pareo.core.standings.ratings.changes import rating_row, rating_view
from pareo.core.standings.standings import Standing, StandingsTable, rank_division, standings
from support.standings.ledgers import make_rules
from support.standings.reference_events import FISE_POINTS, fise_after_round_1, reference, rows_of

# --- FISE ---------------------------------------------------------------------------------------------------------


@pytest.mark.req("S-16", "S-17", "S-3")
def test_fise_standings_after_round_1_share_places_1_and_13() -> None:
    ledger, number, _ = fise_after_round_1()
    rules = make_rules("berger", points=FISE_POINTS, unit=2, shared_places=True)
    table = standings(ledger, rules)
    expected = {
        (int(row["place"]), number[row["name"]], Fraction(row["score"]), Fraction(row["berger"]))
        for row in rows_of("fise", "standings_after_round1.csv")
    }
    assert {(row.rank, row.no, Fraction(row.points, 2), row.values[0].exact) for row in table} == expected
    assert [row.rank for row in table] == [1] * 12 + [13] * 14


@pytest.mark.req("S-12", "S-16", "S-17")
def test_fise_final_places_from_its_scores_and_berger() -> None:
    final = rows_of("fise", "standings_final.csv")
    number = {row["name"]: no for no, row in enumerate(final, 1)}
    table = StandingsTable(sorted(number.values(), reverse=True))
    table.split("points", {number[row["name"]]: Fraction(row["score"]) for row in final}, higher_first=True)
    table.split("berger", {number[row["name"]]: Fraction(row["berger"]) for row in final}, higher_first=True)
    ranks, numbers, _ = table.places()
    assert dict(zip(numbers, ranks, strict=True)) == {number[row["name"]]: int(row["place"]) for row in final}


def optional(text: str) -> int | None:
    return int(text) if text else None


@pytest.mark.req("S-15", "S-16", "S-18")
def test_fise_ratings_after_round_1() -> None:
    ledger, _, ratings = fise_after_round_1()
    printed = rows_of("fise", "ratings_after_round1.csv")
    computed = rating_view(ledger, ratings, RatingRules("fide-average"))
    for row, line in zip(printed, computed, strict=True):
        assert (line.no, line.rating) == (int(row["no"]), optional(row["local_rating"]))
        assert (line.games or None) == optional(row["games_vs_rated"])
        assert line.games == 0 or line.score == Fraction(row["score_vs_rated"])
        assert line.expected == (Fraction(row["expected"]) if row["expected"] else None)
        assert line.change == optional(row["change_times_k"])
        assert line.average == optional(row["avg_opp_rating"])
        assert line.performance == optional(row["performance"])


@pytest.mark.req("S-15", "S-16", "S-18")
def test_fise_final_ratings_follow_from_score_games_and_average() -> None:
    printed = rows_of("fise", "ratings_final.csv")
    assert len(printed) == 26
    for row in printed:
        line = rating_row(
            int(row["no"]),
            optional(row["local_rating"]),
            Fraction(row["score_vs_rated"]),
            int(row["games_vs_rated"]),
            int(row["avg_opp_rating"]),
            k=10,
        )
        assert line.expected == (Fraction(row["expected"]) if row["expected"] else None)
        assert (line.change, line.performance) == (optional(row["change_times_k"]), int(row["performance"]))


# --- TOM ----------------------------------------------------------------------------------------------------------

TOM_POINTS = {**dict.fromkeys(Outcome, 0), Outcome.WIN: 3, Outcome.DRAW: 1, Outcome.BYE: 3}
TOM_OUTCOMES = {
    "1": (Outcome.WIN, Outcome.LOSS),
    "2": (Outcome.LOSS, Outcome.WIN),
    "3": (Outcome.DRAW, Outcome.DRAW),
}
TOM = make_rules("on-time", "tom-owp", "tom-oowp", "head-to-head", "list-order", points=TOM_POINTS)


def tom_tables() -> dict[str, tuple[Standing, ...]]:
    """Our Swiss table of every pod of the cup; numbers are the user ids."""
    tree = ET.parse(reference("tdf", "tom180-cup-2025-11.anon.tdf")).getroot()
    players = tree.findall("players/player")
    seat = {int(player.attrib["userid"]): place for place, player in enumerate(players, 1)}
    dropped = {
        int(player.attrib["userid"]): int(player.findtext("dropped/round", ""))
        for player in players
        if player.findtext("dropped/status") == "1"
    }
    tables = {}
    for pod in tree.findall("pods/pod"):
        lines: dict[int, list[RoundRecord]] = defaultdict(list)
        rounds = [r for r in pod.findall("rounds/round") if r.attrib["type"] != "1"]
        for swiss in rounds:
            for match in swiss.findall("matches/match"):
                number = int(swiss.attrib["number"])
                ids = [int(player.attrib["userid"]) for player in match.findall("*[@userid]")]
                if match.attrib["outcome"] == "5":
                    lines[ids[0]].append(RoundRecord(number, Outcome.BYE, None, 3))
                    continue
                outcomes = TOM_OUTCOMES[match.attrib["outcome"]]
                for no, other, outcome in zip(ids, ids[::-1], outcomes, strict=True):
                    lines[no].append(RoundRecord(number, outcome, other, TOM_POINTS[outcome]))
        numbers = tuple(int(r.attrib["number"]) for r in rounds)
        accounts = {
            no: PlayerRecord(no, tuple(own), dropped_after=dropped.get(no), seat=seat[no]) for no, own in lines.items()
        }
        tables[pod.attrib["category"]] = standings(Ledger(accounts, numbers, len(numbers)), TOM)
    return tables


def tom_expected() -> dict[str, list[dict[str, object]]]:
    text = reference("tdf", "tom180-cup-2025-11.anon.expected.json").read_text(encoding="utf-8")
    return {pod["category"]: pod["swiss"] for pod in json.loads(text)["pods"]}


@pytest.mark.req("P-TB-2", "P-TB-6")
def test_tom_cup_records_percentages_and_order() -> None:
    expected = tom_expected()
    tables = tom_tables()
    assert tables.keys() == expected.keys()
    for category, table in tables.items():
        ours = [
            (str(r.no), f"{r.wins}-{r.losses}-{r.ties}", r.points, r.values[1].shown, r.values[2].shown) for r in table
        ]
        theirs = [(r["userid"], r["record"], r["points"], r["owp"], r["oowp"]) for r in expected[category]]
        assert ours == theirs


@pytest.mark.req("P-AGE-5", "P-TB-10")
def test_tom_cup_places_per_division() -> None:
    """The cut was played after the Swiss; who was not in it keeps the place of the Swiss table."""
    compared = 0
    tables = tom_tables()
    for category, rows in tom_expected().items():
        for division in {row["tom_division"] for row in rows}:
            place = {int(str(row["userid"])): row["tom_place"] for row in rows if row["tom_division"] == division}
            cut = 4 if division in ("1", "2") else 0
            ours = {row.no: row.rank for row in rank_division(tables[category], place.keys())}
            assert {no for no, rank in ours.items() if rank <= cut} == {no for no, at in place.items() if at <= cut}
            for no, rank in ours.items():
                if rank > cut:
                    assert rank == place[no]
                    compared += 1
    assert compared == 21


# --- X-Wing -------------------------------------------------------------------------------------------------------

DOGFIGHT = ResultRules("squads", available=100, modified_below=12, bye_margin=150)
X_POINTS = {
    **dict.fromkeys(Outcome, 0), Outcome.WIN: 5, Outcome.MODIFIED_WIN: 3, Outcome.DRAW: 1, Outcome.BYE: 5,
}  # fmt: skip


def x_wing_lines(event: dict[str, Any]) -> dict[str, list[RoundRecord]]:
    lines: dict[str, list[RoundRecord]] = defaultdict(list)
    number = {name: no for no, name in enumerate(sorted(row["player"] for row in event["expected_swiss"]), 1)}
    for swiss in event["rounds"]:
        if swiss["type"] != "swiss":
            continue
        for match in swiss["matches"]:
            a = match["p1"]
            if match.get("bye"):
                lines[a].append(RoundRecord(swiss["number"], Outcome.BYE, None, 5, margin=DOGFIGHT.bye_margin))
                continue
            b = match["p2"]
            # How the game ended is not printed. A modified win exists only at time; else "destroyed", and the file
            # names the winner where it is not the side that destroyed more.
            ended = "time" if match["kind"] == "modified_win" else "destroyed"
            if ended == "destroyed" and match.get("winner") is not None:
                ended += " win-a" if match["winner"] == a else " win-b"
            result = parse_result(f"{match['pts1']}-{match['pts2']} {ended}", DOGFIGHT, elimination=False)
            gained = margins(result, DOGFIGHT)
            for name, other, outcome, margin in ((a, b, result.a, gained[0]), (b, a, result.b, gained[1])):
                lines[name].append(
                    RoundRecord(swiss["number"], outcome, number[other], X_POINTS[outcome], margin=margin)
                )
    return lines


@pytest.mark.req("X-9", "X-10", "X-11", "X-12")
@pytest.mark.parametrize("name", ["cryodex-09p-4r-byes", "cryodex-14p-4r-top4"])
def test_x_wing_event(name: str) -> None:
    event = json.loads(reference("xwing", f"{name}.json").read_text(encoding="utf-8"))
    lines = x_wing_lines(event)
    names = dict(enumerate(sorted(lines), 1))
    ledger = Ledger({no: PlayerRecord(no, tuple(lines[who])) for no, who in names.items()}, (1, 2, 3, 4), 4)
    table = standings(ledger, make_rules("margin", "strength-of-schedule", points=X_POINTS))
    ours = [(r.rank, names[r.no], r.points, r.values[0].exact, r.values[1].exact) for r in table]
    assert ours == [(r["rank"], r["player"], r["score"], r["mov"], r["sos"]) for r in event["expected_swiss"]]


@pytest.mark.req("X-12")
def test_strength_of_schedule_may_go_first() -> None:
    event = json.loads(reference("xwing", "cryodex-09p-4r-byes.json").read_text(encoding="utf-8"))
    lines = x_wing_lines(event)
    names = dict(enumerate(sorted(lines), 1))
    ledger = Ledger({no: PlayerRecord(no, tuple(lines[who])) for no, who in names.items()}, (1, 2, 3, 4), 4)
    table = standings(ledger, make_rules("strength-of-schedule", "margin", points=X_POINTS))
    ten = [names[row.no] for row in table if row.points == 10]
    assert ten == ["P05", "P09", "P08", "P07"]  # 53, 45, 40, 33
