"""Bytes that are no UTF-8 on the command line."""

from __future__ import annotations

import json
import os

import pytest

BAD = os.fsdecode(b"caf\xe9")


@pytest.mark.req("B-38")
@pytest.mark.parametrize(
    "words",
    [
        ("new", BAD),
        ("show", BAD),
        ("import", BAD),
        ("second-opinion", BAD),
        ("players", "add", "copa", BAD),
        ("set", "copa", f"place={BAD}"),
        (BAD,),
        ("export", "copa", "pareo", "-o", BAD),
    ],
    ids=str,
)
def test_bytes_that_are_no_letters_get_a_sentence(pareo, words: tuple[str, ...]) -> None:
    pareo("new", "Copa", "--ruleset", "swiss")
    said = pareo(*words, code=1)
    assert said.err.strip() == "“caf\ufffd” is not valid UTF-8. Type it again, or rename the file.".replace(
        "caf\ufffd", next(word for word in words if BAD in word).replace(BAD, "caf\ufffd")
    )


@pytest.mark.req("B-38")
def test_the_sentence_is_json_too(pareo) -> None:
    assert json.loads(pareo("new", BAD, "--json", code=1).err)["error"] == "argument-bytes"
