"""Names in public: “Ana F.” where the ruleset or the organiser says so, and no two alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people.players import NewPlayer
from pareo.app.queries.pages.find_player import find_players
from pareo.app.queries.pages.public_names import _longer, public_name
from support.execution import count_calls
from support.web.public import PublicStage

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

PEOPLE = [
    ("Ana", "Ferreira"),
    ("Ana", "Fuentes"),
    ("Bel", "Ruiz"),
    ("Bel", "Ruiz"),
    ("Caio", ""),
    ("Dora", "Paz"),
    ("Ana", "Fe"),
]


@pytest.fixture
def stage(tmp_path: Path) -> PublicStage:
    made = PublicStage(tmp_path)
    made.enter([NewPlayer(first=first, last=last) for first, last in PEOPLE])
    return made


def names(stage: PublicStage) -> list[str]:
    event = stage.ctx.open("copa")
    return [public_name(event, no) for no in event.state.entrants]


def test_pokemon_shows_first_names_unless_the_organiser_says_otherwise(stage: PublicStage) -> None:
    assert names(stage) == ["Ana Fer.", "Ana Fu.", "Bel R. (3)", "Bel R. (4)", "Caio", "Dora P.", "Ana F. (7)"]
    stage.enter([NewPlayer(first="Dora", last="Prado")])
    assert names(stage)[5] == "Dora Pa."
    assert names(stage)[7] == "Dora Pr."
    events.change_settings(stage.ctx, "copa", {"names": "full"})
    assert names(stage)[:2] == ["Ana Ferreira", "Ana Fuentes"]


def test_other_games_show_whole_names(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "scrabble-fise")
    stage.enter([NewPlayer(first="Ana", last="Ferreira")])
    assert names(stage) == ["Ana Ferreira"]


def test_nobody_spells_out_a_name_that_is_not_shown(stage: PublicStage) -> None:
    event = stage.ctx.open("copa")

    def who(typed: str) -> list[int]:
        return [one.no for one in find_players(event, typed)]

    assert who("dor") == [6]
    assert who("Dora Paz") == [6]  # a whole word will do
    assert who("Dora Pa") == []
    assert who("ana fer") == [1]  # those letters are shown
    assert who("") == []


def test_four_thousand_of_one_initial_are_told_apart_by_their_neighbours() -> None:
    """Work that grows with the names, not with their square."""
    alike = {no: ("Ana", f"F{no:05d}") for no in range(1, 4001)}
    counts = [count_calls(lambda part=part: _longer(part)) for part in (dict(list(alike.items())[:400]), alike)]
    assert counts[1] < 12 * counts[0]
    made = _longer(alike)
    assert len(set(made.values())) == 4000
    assert made[1] == "Ana F. (1)"


def test_telling_two_apart_spells_out_no_family_name() -> None:
    alike = {
        1: ("Ana", "Ferreira"),
        2: ("Ana", "Ferreiro"),
        3: ("Ana", "Fuentes"),
        4: ("Ana", "García López"),
        5: ("Ana", "García Ruiz"),
        6: ("Ana", "Gil"),
        7: ("Ana", "Li"),
        8: ("Ana", "Lo"),
    }
    assert list(_longer(alike).values()) == [
        "Ana F. (1)",
        "Ana F. (2)",
        "Ana Fu.",
        "Ana G. (4)",
        "Ana G. (5)",
        "Ana Gi.",
        "Ana L. (7)",
        "Ana L. (8)",
    ]
