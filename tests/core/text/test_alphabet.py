"""Names in the order of the alphabet, in every list that people read."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import pareo
from pareo.app.commands.people import roster
from pareo.app.commands.people.players import NewPlayer
from pareo.app.queries.pages.public_view import by_letter, seats
from pareo.app.queries.people.player_order import player_list
from pareo.app.queries.people.start_numbers import start_numbers
from pareo.core.text.alphabet import alphabetical, initial
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from support.events.stage import Stage


@pytest.mark.req("A-44")
def test_n_with_tilde_is_a_letter_after_n_and_accents_do_not_matter() -> None:
    order = ["Álava", "Nadal", "Núñez", "Nuño", "Nuz", "ñame", "Ñíguez", "Oca", "Penzo", "Peña", "Pez"]
    assert sorted(set(order), key=alphabetical) == order
    assert alphabetical("N\u0303i\u0301guez") == alphabetical("Ñíguez"), "however the letter is stored"
    assert [initial(name) for name in ("Ñíguez", "nuez", "Ávila", "'t Hooft", "7 y medio", "")] == list("ÑNAT##")


@pytest.mark.req("A-44")
def test_words_and_second_surnames() -> None:
    order = ["de la Cruz", "Delgado", "Gil, Zoe", "Gil Soto, Ana", "Gil-Tena, Ana", "Gila, Ana", "O'Dea", "Odena"]
    assert sorted(set(order), key=alphabetical) == order


@pytest.mark.req("A-44", "S-7")
def test_every_list_of_players_has_that_order(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="3")
    names = ["Nuz", "Ñame", "Oca", "Núñez", "Nadal", "Nuño"]
    stage.enter([NewPlayer(first="Ana", last=name, id=name) for name in names])
    right = ["Nadal", "Núñez", "Nuño", "Nuz", "Ñame", "Oca"]
    event = stage.ctx.open(stage.slug)
    assert [event.id(no) for no, _ in start_numbers(event)] == right, "the starting list, ties by surname"
    assert [event.id(no) for no in roster.search(event, roster.Filter()).nos] == right, "the players' page"
    assert [row.id for row in player_list(stage.ctx, stage.slug, sort="last")] == right
    assert [row.id for row in player_list(stage.ctx, stage.slug, sort="-last")] == right[::-1]
    stage.open_round()
    event = stage.ctx.open(stage.slug)
    seated = seats(event, [(p, r) for p in stage.t.pods.values() for r in p.rounds.values()])
    assert [event.id(seat.no) for seat in seated] == right, "pairings by name"
    assert list(by_letter(seated)) == ["N", "Ñ", "O"]
    (paper,) = gather("roster", stage.ctx, stage.slug, PrintOptions()).parts
    names = [next(cell for cell in row if "Ana" in cell) for row in paper["rows"]]
    assert names == [f"{name}, Ana" for name in right]


@pytest.mark.req("A-44")
def test_no_other_module_has_an_order_of_names_of_its_own() -> None:
    """A sort by casefolded or accent-free letters is this module's business."""
    found = []
    for path in Path(pareo.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", ""))
            if named in ("sorted", "sort"):
                keys = [ast.unparse(k.value) for k in call.keywords if k.arg == "key"]
                found += [
                    f"{path.name}: {key}"
                    for key in keys
                    if any(word in key for word in ("casefold", "lower()", "plain_letters", "name_key"))
                ]
    assert not found
