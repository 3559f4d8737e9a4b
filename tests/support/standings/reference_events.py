"""Real events whose standings are printed."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import ResultRules
from pareo.core.results.result_text import parse_result
from pareo.core.standings.player_records import Ledger, PlayerRecord, RoundRecord
from support.paths import DATA


def reference(*parts: str) -> Path:
    path = DATA.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"reference data not there: {path}")
    return path


def rows_of(*parts: str) -> list[dict[str, str]]:
    with reference(*parts).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


FISE_POINTS = {**dict.fromkeys(Outcome, 0), Outcome.WIN: 2, Outcome.FORFEIT_WIN: 2, Outcome.BYE: 2, Outcome.DRAW: 1}


def fise_after_round_1() -> tuple[Ledger, dict[str, int], dict[int, int | None]]:
    players = rows_of("fise", "ratings_after_round1.csv")
    number = {row["name"]: int(row["no"]) for row in players}
    ratings = {int(row["no"]): int(row["local_rating"]) if row["local_rating"] else None for row in players}
    lines = {no: RoundRecord(1, Outcome.ABSENT, None, 0) for no in number.values()}
    for game in rows_of("fise", "round1_results.csv"):
        first, second = number[game["first_start"]], number[game["second"]]
        result = parse_result(f"{game['score_first']}-{game['score_second']}", ResultRules("scores"), elimination=False)
        lines[first] = RoundRecord(1, result.a, second, FISE_POINTS[result.a])
        lines[second] = RoundRecord(1, result.b, first, FISE_POINTS[result.b])
    return Ledger({no: PlayerRecord(no, (line,)) for no, line in lines.items()}, (1,), 5), number, ratings
