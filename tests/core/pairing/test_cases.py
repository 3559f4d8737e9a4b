"""Rounds captured with `pareo pairing-input`: each file of `tests/cases` is paired again and gives the round beside it.

To add one: `pareo pairing-input SLUG --round N -o tests/cases/NAME.json`, then
`pareo pairing-input --replay tests/cases/NAME.json --json > tests/cases/NAME.round.json`.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pareo.app.queries.rounds.pairing_inputs import draw_from_json
from pareo.core.model.pairing_contract import PairingInput, Priority
from pareo.core.text.errors import BadInput
from pareo.core.verify.dutch import verify_dutch
from pareo.core.verify.round import seating, verify_round
from support.errors import raises_code
from support.paths import ROOT

FOLDER = ROOT / "tests" / "cases"
CASES = sorted(path for path in FOLDER.glob("*.json") if not path.name.endswith(".round.json"))


def case(path: Path) -> tuple[PairingInput, dict[str, Any]]:
    expected = json.loads(path.with_suffix(".round.json").read_text(encoding="utf-8"))
    return PairingInput.from_json(path.read_text(encoding="utf-8")), expected


def test_the_cases_are_of_all_systems() -> None:
    assert {case(path)[0].system for path in CASES} == {"random", "fise", "dutch", "uscf", "king", "berger"}
    rounds = {path.with_suffix(".round.json").name for path in CASES}
    assert rounds == {path.name for path in FOLDER.glob("*.round.json")}


@pytest.mark.req("A-73")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_captured_round_is_drawn_again(path: Path) -> None:
    given, expected = case(path)
    assert draw_from_json(path.read_bytes()) == expected
    pairs = [(m["a"], m["b"]) for m in expected["matches"]]
    if given.system == "dutch":
        assert verify_dutch(given, pairs, expected["bye"]).ok
    elif given.system == "berger":
        assert not list(seating(given, pairs, expected["bye"]))
    else:
        assert verify_round(given, pairs, expected["bye"]).ok


@pytest.mark.req("A-73")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_an_input_is_written_and_read_exactly(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    round_input = PairingInput.from_json(text)
    assert round_input.to_json() == text
    assert PairingInput.from_json(json.dumps(json.loads(text))) == round_input, "however it is laid out"


@pytest.mark.req("A-73")
def test_an_empty_input_and_letters_of_any_kind_are_written_and_read() -> None:
    empty = PairingInput((), {}, "s", order=(Priority.MIXED, Priority.GAPS), forbidden=frozenset({(1, 2)}))
    assert PairingInput.from_json(empty.to_json()) == empty
    round_input = case(CASES[0])[0]
    first = round_input.candidates[0]._replace(tags=('club=Peña "Ñ"\n',), division="júnior")
    odd = PairingInput((first,), {}, "ß")
    assert PairingInput.from_json(odd.to_json()) == odd
    kept = replace(odd, reversed_end=False)
    assert PairingInput.from_json(kept.to_json()) == kept


def with_values(**values: object) -> str:
    data = json.loads(CASES[0].read_text(encoding="utf-8"))
    return json.dumps({key: value for key, value in (data | values).items() if value != "gone"})


@pytest.mark.req("A-73")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "it is not JSON"),
        ("[]", "“format” is not"),
        (with_values(version=2), "“version” is not 1"),
        (with_values(seed="gone"), "“seed” is missing"),
        (with_values(planned="3"), "“planned” has a value of another kind"),
        (with_values(win=True), "“win” has a value of another kind"),
        (with_values(order=["gaps", "gaps"]), "“order” must name"),
        (with_values(order=["gaps", "luck"]), "“luck” is not a valid “order”"),
        (with_values(met={"x": []}), "“x” in “met” is not a player's number"),
        (with_values(met={"1": ["2"]}), "“met” has a value of another kind"),
        (with_values(forbidden=[[2, 1]]), "the lower one first"),
        (with_values(forbidden=[[1]]), "the lower one first"),
        (with_values(candidates=[{"no": 1}]), "“points” is missing in “candidates”"),
        (with_values(candidates=json.loads(CASES[0].read_text(encoding="utf-8"))["candidates"] * 2), "stands twice"),
        (with_values(past={"1": [{"round_no": 1, "outcome": "glory"}]}), "“glory” is not a valid “outcome”"),
    ],
)
def test_what_is_no_input_is_refused_in_words(text: str, says: str) -> None:
    with raises_code(BadInput, "pairing-input-unreadable") as caught:
        PairingInput.from_json(text)
    assert says in str(caught.value)


@pytest.mark.req("A-73")
@pytest.mark.parametrize("text", [with_values(numbers={}).encode(), b"\xff"])
def test_what_cannot_be_paired_is_refused_in_words(text: bytes) -> None:
    with raises_code(BadInput, "pairing-input-unreadable"):
        draw_from_json(text)
