"""Rulesets of one's own from the terminal: each of ours can be taken, changed and played."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo import rulesets
from support.command_line import CommandLine
from support.paths import ROOT

FILES = sorted((ROOT / "src" / "pareo" / "rulesets").glob("*.toml"))
SHIPPED = [path for path in FILES if path.stem in {info.id for info in rulesets.available()}]


@pytest.mark.req("A-71")
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_ruleset_of_ours_can_be_given_as_a_file(pareo: CommandLine, path: Path) -> None:
    slug = pareo("new", "Casa", "--ruleset-file", str(path)).out.strip()
    assert pareo.json("show", slug)["ruleset"] == path.stem
    whole = pareo("rulesets", "show", path.stem, "--toml").out
    assert "\nextends" not in f"\n{whole}"  # the whole of it: it can be copied and loaded alone
    again = pareo("new", "Copia", "--ruleset-file", pareo.file("copy.toml", whole)).out.strip()
    assert whole.rstrip("\n") == rulesets.load(path.stem).text.rstrip("\n")
    assert pareo.json("show", again)["ruleset"] == path.stem


def test_all_rulesets_are_tried() -> None:
    assert len(SHIPPED) == len(rulesets.available()) == 28
    assert sum("\nextends" in path.read_text(encoding="utf-8") for path in SHIPPED) == 21


@pytest.mark.req("A-71")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('extends = "nowhere"\nid = "x"\n', "extends"),
        ('extends = "swiss"\ncolour = "red"\n', "colour"),
        ("extends = 3\n", "extends"),
        ('extends = "swiss"\nwithout = ["nothing"]\n', "without"),
        ("id = \n", "TOML"),
    ],
)
def test_an_error_names_the_file_and_the_key(pareo: CommandLine, text: str, key: str) -> None:
    file = pareo.file("house.toml", text)
    error, sentence = pareo.refusal("new", "Casa", "--ruleset-file", file)
    assert error == "ruleset-invalid"
    assert sentence.startswith(f"{file}: {key}: ")
