"""The tournament that the FISE document plays step by step in Swiss Perfect: “Pareo tipo FIDE” is its own procedure."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo import rulesets
from pareo.app.commands.people.players import NewPlayer
from pareo.core.model.entities import Status
from pareo.core.settings.pairing import METHOD
from support.events.stage import Stage

# The document's list of players with their local ratings; the last four have none and go by surname.
RATED = (
    "Olaizola, Benjamin 2307; Gonzalez, Carlos 2244; Contreras, Augusto 2238; Martinez, Carlos 2209; "
    "Olaizola, Carlos 2141; Casano, Guillermo 2137; Urdaneta, Johnny 2119; SalvatiV, Marianela 2100; "
    "Noronha, Agustin 2078; Arias, Itala 2069; Salvati, Manolo 2049; Revilla De, Angela 2047; "
    "Barroso, Jose Luis 2019; Trajkovic, Aurora 2012; Klie, Hector 2005; Rivas, Maria 2001; Azuaje, Myrna 1957; "
    "De Los Santos, Carlos 1954; Castellanos de, Olivia 1901; Macor, Gabriela 1898; Castellanos, Jose Vicente 1738; "
    "Tejeira, Dulce 1715"
)
UNRATED = ("Klie, Manuel", "Maurera, Jaimar", "Millan, Jorge", "Valenzuela, Carol")
NOT_IN_ROUND_1 = ("Salvati, Manolo", "Klie, Manuel")
# “la primera ventana mostrando los enfrentamientos de la primera ronda”, by the numbers of that list
ROUND_1 = {
    *((1, 5), (2, 6), (3, 7), (4, 8), (9, 16), (10, 17), (12, 18), (13, 19), (14, 20), (15, 21), (22, 25), (24, 26)),
}


def _player(name: str, rating: int | None) -> NewPlayer:
    last, first = name.split(", ")
    absent = (1,) if name in NOT_IN_ROUND_1 else ()
    return NewPlayer(first=first, last=last, rating=rating, absent=absent)


def draw(folder: Path, **settings: str) -> set[tuple[int, int]]:
    """Round 1 with the document's groups, by start numbers."""
    folder.mkdir(parents=True)
    stage = Stage(folder, "scrabble-fise", rounds="6", acceleration="1-7:4:6 8-21:2:6", **settings)
    rated = (line.rsplit(" ", 1) for line in RATED.split("; "))
    stage.enter([*(_player(name, int(rating)) for name, rating in rated), *(_player(name, None) for name in UNRATED)])
    stage.open_round(to=Status.DRAFTED)
    number = {no: e.start_no for no, e in stage.t.entrants.items()}
    low_first = (sorted((number[a], number[b])) for a, b in stage.pairs(1))
    return {(low, high) for low, high in low_first}


@pytest.mark.req("B-28")
def test_the_documents_round_1_is_the_documents_procedure_and_not_the_dutch_system(tmp_path: Path) -> None:
    assert draw(tmp_path / "fise") == ROUND_1
    assert len(draw(tmp_path / "dutch", method="dutch") & ROUND_1) == 8


@pytest.mark.req("B-28")
@pytest.mark.parametrize(
    ("ruleset", "fise", "dutch"),
    [
        ("scrabble-fise", "FIDE pairing (FISE document)", "Dutch system (chess)"),
        ("scrabble-venezuela", "FIDE pairing (FISE document)", "Dutch system (chess)"),
        ("chess-uscf", "FISE (halves)", "Dutch system (FIDE)"),
        ("swiss", "FISE (halves)", "Dutch system (FIDE)"),
        ("pokemon-tcg-2026", "FISE (halves)", "Dutch system"),
    ],
)
def test_methods_are_called_as_the_players_of_the_game_know_them(ruleset: str, fise: str, dutch: str) -> None:
    rules = rulesets.load(ruleset)
    assert METHOD.kind.choices is not None
    names = METHOD.kind.choices(rules)
    assert (names["fise"], names["dutch"]) == (fise, dutch)
    assert METHOD.kind.read(" FISE ", 1) == "fise"  # what is typed and stored stays
    assert sum("FIDE" in name for name in names.values()) <= 1
