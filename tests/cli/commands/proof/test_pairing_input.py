"""`pareo pairing-input`: what a round is drawn from, written down and replayed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


def pairs(rows):
    return {(int(r["a"]), int(r["b"])) for r in rows if r["kind"] == "match"}


@pytest.mark.req("A-73")
@pytest.mark.parametrize("ruleset", ["swiss", "chess-fide"])
def test_a_round_is_written_and_drawn_again(pareo, field, favourite, ruleset):
    slug = field(ruleset, 7, "--rounds", "3")
    pareo.play_round(slug, favourite)
    before = pareo.json("pairing-input", slug, "--round", "2")
    pareo.open_round(slug)
    path = str(pareo.folder / "round2.json")
    assert pareo("pairing-input", slug, "-o", path).out == f"{path}: round 2, 7 players.\n"
    assert json.loads(Path(path).read_text(encoding="utf-8")) == before, "what it would be drawn from"
    assert pareo("pairing-input", slug).out == Path(path).read_bytes().decode()
    data = pareo.json("pairing-input", slug, "--round", "1", "-o", path + "1")
    assert data == {"written": path + "1", "round": 1, "players": 7}
    again = pareo.json("pairing-input", "--replay", path)
    assert {(m["a"], m["b"]) for m in again["matches"]} == pairs(pareo.pairings(slug, "--round", "2"))
    shown = pareo("pairing-input", "--replay", path).out
    assert shown.startswith(f"Round 2, {again['system']} (")
    assert f"{again['bye']}  bye" in shown


@pytest.mark.req("A-73")
def test_before_round_1_it_is_what_round_1_will_be_drawn_from(pareo, field):
    slug = field("scrabble-fise", 6, "--rounds", "3")
    before = pareo.json("pairing-input", slug)
    pareo.open_round(slug)
    assert pareo.json("pairing-input", slug) == before


@pytest.mark.req("A-73")
def test_what_cannot_be_written_or_replayed_is_said(pareo, field):
    slug = field("swiss", 4, "--rounds", "2")
    pareo.open_round(slug)
    assert pareo.refusal("pairing-input", slug, "--round", "2")[0] == "no-round"  # round 1 is being played
    assert pareo.refusal("pairing-input", slug, "--pod", "x")[0] == "no-pod"
    assert pareo.refusal("pairing-input", "--replay", pareo.file("x.json", "{}"))[0] == "pairing-input-unreadable"
    assert pareo.refusal("pairing-input", "--replay", pareo.file("y.json", b"\xff"))[0] == "pairing-input-unreadable"
    text = (
        pareo("pairing-input", slug)
        .out.replace('"random"', '"tarot"')
        .replace('"numbers": {}', '"numbers": ' + (json.dumps({str(no): no for no in range(1, 5)})))
    )
    assert pareo.refusal("pairing-input", "--replay", pareo.file("z.json", text))[0] == "no-system"
    assert pareo("pairing-input", code=2).code == 2
    assert pareo("pairing-input", slug, "--replay", "x.json", code=2).code == 2
    cup = field("pokemon-tcg-2019-07", 4, "--style", "elimination")
    assert pareo.refusal("pairing-input", cup)[0] == "input-bracket"
