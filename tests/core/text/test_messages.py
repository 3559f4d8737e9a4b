"""Notes: English as they stand, and everything that is needed to say them in another language."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from pareo.core.text.errors import Refused
from pareo.core.text.messages import (
    Note,
    either_note,
    join_notes,
    line_no,
    list_note,
    note,
    plural,
    row_place,
    text_note,
)
from pareo.locale.texts import Texts


def test_a_note_is_its_english_sentence() -> None:
    told = note("x", "{name} wins at table {table}.", name="Iria", table=3)
    assert told == "Iria wins at table 3."
    assert json.dumps([told]) == '["Iria wins at table 3."]'
    assert (told.code, told.sentence, told.params["table"]) == ("x", "{name} wins at table {table}.", 3)


@pytest.mark.parametrize(("count", "said"), [(0, "0 losses"), (1, "1 loss"), (2, "2 losses")])
def test_a_number_chooses_the_wording(count: int, said: str) -> None:
    assert plural("l", "{count} loss", "{count} losses", count=count) == said


def test_lists() -> None:
    assert [either_note([8]), either_note([4, 8]), either_note([0, 4, 8])] == ["8", "4 or 8", "0, 4 or 8"]
    assert [list_note([]), list_note(["a", "b"])] == ["none", "a, b"]
    assert [row_place(""), row_place(line_no(7))] == ["", "line 7: "]


def test_braces_in_a_name_are_no_places() -> None:
    assert join_notes(": ", ("{0}", note("n", "{name} left", name="{x}"))) == "{0}: {x} left"


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda n: pickle.loads(pickle.dumps(n))])
def test_a_copy_is_still_a_note(again: object) -> None:
    told = plural("l", "{count} loss", "{count} losses", count=2)
    same = again(told)  # type: ignore[operator]
    assert isinstance(same, Note)
    assert (same, same.many, same.params) == (told, told.many, told.params)


class SpanishTexts(Texts):
    """A few words, without a catalogue."""

    def __init__(self) -> None:
        super().__init__("en")
        self._one = {
            "Round {number} of {pod}": "Ronda {number} de {pod}",
            "{what}: {reason}.": "{what}: {reason}.",
            "it is over": "ha terminado",
            "Nobody has {what}.": "Nadie tiene {what}.",
        }
        self._many = {"{count} loss": ("{count} derrota", "{count} derrotas")}


def test_notes_inside_notes_are_translated() -> None:
    spanish = SpanishTexts()
    where = note("r", "Round {number} of {pod}", number=3, pod="{masters}")
    refused = Refused("no", "{what}: {reason}.", what=where, reason=text_note("it is over"))
    assert str(refused) == "Round 3 of {masters}: it is over."
    assert spanish.sentence(refused) == "Ronda 3 de {masters}: ha terminado."
    assert spanish.note(refused.note) == "Ronda 3 de {masters}: ha terminado."
    assert spanish.note(join_notes(" · ", (where, plural("l", "{count} loss", "{count} losses", count=2)))) == (
        "Ronda 3 de {masters} · 2 derrotas"
    )
    nested = Refused("outer", "Nobody has {what}.", what=refused)
    assert spanish.sentence(nested) == "Nadie tiene Ronda 3 de {masters}: ha terminado.."
    assert spanish.note("as typed {x}") == "as typed {x}"
