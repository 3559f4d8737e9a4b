"""The command line about registered players who first come in a later round."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.command_line import CommandLine, lower_wins


@pytest.mark.req("B-2", "P-LATE-4")
def test_pair_and_next_name_both_answers(pareo: CommandLine, field: Callable[..., str]) -> None:
    slug = field("pokemon-tcg-2019-07", 9, "--rounds", "4")
    pareo("players", "edit", slug, "9", "absent=1")
    pareo.play_round(slug, lower_wins)
    for command in ("pair", "next"):
        code, message = pareo.refusal(command, slug)
        assert code == "arrivals-below"
        assert "here for the first time. Late players lose 1 round already started" in message
        assert "--arrivals late: They're late. --arrivals off: They had the rounds off." in message
    pareo("next", slug, "--arrivals", "late")
    missed = [row["kind"] for row in pareo.pairings(slug, "--round", "1") if row["a"] == "9"]
    pareo("players", "edit", slug, "9", "late_from=0")
    corrected = [row["kind"] for row in pareo.pairings(slug, "--round", "1") if row["a"] == "9"]
    assert (missed, corrected) == (["late-loss"], ["requested-bye"])


@pytest.mark.req("B-10", "P-LATE-5")
def test_championship_points_and_a_player_who_comes_too_late(pareo: CommandLine, field: Callable[..., str]) -> None:
    slug = field("pokemon-tcg-2019-07", 9, "--rounds", "4")
    pareo("set", slug, "championship_points=yes")
    new = ("players", "add", slug, "--first", "Tadeo", "--last", "Tarde", "--birth-year", "1990")
    assert pareo.refusal(*new, "--late-from", "4", "--override", "a guest")[0] == "late-planned-too-late"
    file = pareo.file("more.csv", "first,last,birth_year,late_from\nTadeo,Tarde,1990,4\n")
    assert pareo.refusal("players", "import", slug, file)[0] == "late-planned-too-late"
    assert pareo.refusal("players", "edit", slug, "8", "late_from=4")[0] == "late-planned-too-late"
    pareo("players", "edit", slug, "9", "absent=1,2")
    pareo.play_round(slug, lower_wins)
    pareo.play_round(slug, lower_wins)
    assert pareo.refusal("late", slug, *new[3:], "--override", "a guest")[0] == "late-too-late"
    for command in ("pair", "next"):
        code, message = pareo.refusal(command, slug, "--yes")
        assert code == "late-registered-points"
        assert "--override" in message
    pareo("next", slug, "--yes", "--override", "the train stood still")
