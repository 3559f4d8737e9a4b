"""Names of the two at a table, typed instead of first and second."""

from __future__ import annotations

import pytest

from pareo.app.commands.results.typed_results import full_result


@pytest.mark.parametrize(
    ("typed", "names", "read"),
    [
        ("bruno", ("Ana Sol", "Bruno Brasa"), "second"),
        ("sol no-show", ("Ana Sol", "Bruno Brasa"), "first no-show"),
        ("120 80 conceded Brasa", ("Ana Sol", "Bruno Brasa"), "120-80 conceded second"),
        ("ruiz", ("Ana Ruiz", "Eva Ruiz"), "ruiz"),  # which of them?
        ("2 1", ("Team 1", "Team 2"), "2-1"),
        ("1", ("Team 2", "Team 1"), "1-0"),
        ("white wins", ("Nora Vale", "Alan White"), "white wins"),
        ("150 120 t", ("T Prado", "Lara Luz"), "150-120 t"),
    ],
)
def test_a_name_stands_for_a_side_and_never_for_a_number_or_a_word(
    typed: str, names: tuple[str, str], read: str
) -> None:
    assert full_result(typed, names) == read
