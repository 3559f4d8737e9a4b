"""Capital letters of names and clubs, repaired where that is safe."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.core.text.names import tidy_club, tidy_name


@pytest.mark.req("SP-17")
@pytest.mark.parametrize(
    ("typed", "tidy"),
    [
        ("GARCÍA lopez", "García Lopez"),
        ("GARCÍA LÓPEZ", "García López"),
        ("o'neill", "O'Neill"),
        ("D’ANGELO", "D’Angelo"),
        ("ruiz-gil", "Ruiz-Gil"),
        ("VAN DER BERG", "van der Berg"),
        ("DE LA CRUZ", "de la Cruz"),
        ("DOS SANTOS", "dos Santos"),
        ("peña Y vila", "Peña y Vila"),
        ("ÁVILA III", "Ávila III"),
        ("McKay", "McKay"),  # somebody meant it
        ("diVito", "diVito"),
        ("mcdonald", "mcdonald"),  # only its owner knows
        ("de", "De"),  # a whole name is no particle
        ("  roca   vidal ", "Roca Vidal"),
        ("henry iii", "Henry III"),
        ("GIL-DE LA TORRE", "Gil-de la Torre"),  # a particle after a hyphen, with a name to come
        ("JI-DO", "Ji-Do"),
        ("AL-ASSAD", "Al-Assad"),
        ("'T HOOFT", "'t Hooft"),
        ("STRAßE", "Straße"),  # no capital on the keyboard
        ("weiß", "Weiß"),
        ("İBRAHİM", "İbrahim"),
        ("İDİL IRMAK", "İdil Irmak"),
        ("ışık", "Işık"),
        ("ΣΩΚΡΆΤΗΣ", "Σωκράτης"),
        ("D’ALMEIDA", "D’Almeida"),
        ("DELL'ACQUA", "Dell'Acqua"),
        ("ORTEGA Y GASSET", "Ortega y Gasset"),
        ("DA SILVA E COSTA", "da Silva e Costa"),
        ("XI", "Xi"),
        ("SÁNCHEZ JR.", "Sánchez Jr."),
        ("王", "王"),
        ("", ""),
    ],
)
def test_last_names(typed: str, tidy: str) -> None:
    assert tidy_name(typed) == tidy


@pytest.mark.req("SP-17")
def test_first_names_and_italian_surnames() -> None:
    assert tidy_name("MARÍA DE LOS ÁNGELES", first=True) == "María de los Ángeles"
    assert tidy_name("JUAN E", first=True) == "Juan E"
    assert tidy_name("j.m.", first=True) == "J.M."
    assert tidy_name("DE LUCA", language="it") == "De Luca"
    assert tidy_name("de luca", language="es") == "de Luca"


@pytest.mark.req("SP-17")
@pytest.mark.parametrize(
    ("typed", "tidy"),
    [
        ("CLUB DE SCRABBLE ÁVILA", "Club de Scrabble Ávila"),
        ("c.s. torre norte", "C.S. Torre Norte"),
        ("C.S. ÁVILA", "C.S. Ávila"),
        ("CD FARO", "CD Faro"),
        ("UD LAS PALMAS", "UD Las Palmas"),
        ("A.D. LA PEÑA", "A.D. La Peña"),
        ("AMIGOS DE LA TORRE", "Amigos de la Torre"),
        ("FISE", "FISE"),
        ("Club FISE norte", "Club FISE norte"),  # a mixture is left alone
    ],
)
def test_clubs(typed: str, tidy: str) -> None:
    assert tidy_club(typed) == tidy


@pytest.mark.req("SP-17")
@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="aábcdeéñABCDEÑÁ '-.yvnrl", max_size=24))
def test_tidying_twice_is_tidying_once_and_changes_capitals_only(text: str) -> None:
    once = tidy_name(text)
    assert tidy_name(once) == once
    assert once.casefold() == " ".join(text.split()).casefold()
