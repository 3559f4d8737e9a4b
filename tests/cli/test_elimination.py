"""Pure single elimination by command line only: 11 players and a match for third place."""

from __future__ import annotations

import pytest


@pytest.fixture
def slug(pareo, field):
    made = field("pokemon-tcg-2019-07", 11, "--style", "elimination")
    pareo("set", made, "third_place=yes")
    return made


@pytest.mark.req("P-SE-2", "P-SE-6")
def test_eleven_players_to_the_third_place_match(pareo, slug, favourite):
    first = pareo.play_round(slug, favourite)
    rows = pareo.pairings(slug, "--round", "1")
    assert len(first) == 3
    assert sum(r["kind"] == "bye" for r in rows) == 5  # 16 − 11
    assert len(pareo.play_round(slug, favourite)) == 4
    semi = pareo.play_round(slug, favourite)
    assert len(semi) == 2
    losers = {r["b"] if favourite(r) == "1-0" else r["a"] for r in semi}
    last = pareo.play_round(slug, favourite)
    assert losers in [{r["a"], r["b"]} for r in last]
    assert len(last) == 2
    assert pareo.refusal("set", slug, "third_place=no")[0] == "setting-too-late"
    table = pareo.json("standings", slug)
    assert [r["rank"] for r in table] == list(range(1, 12))
    assert table[0]["player"] == "1"
    assert {r["player"] for r in table[2:4]} == losers
    assert pareo.refusal("pair", slug)[0] == "elimination-over"


@pytest.mark.req("P-SE-3")
def test_nobody_drops_from_a_bracket(pareo, slug, favourite):
    pareo.open_round(slug)
    open_row, played = pareo.pairings(slug)[:2]
    pareo("report", slug, "--round", "1", "--table", str(played["table"]), "1-0")
    pareo("drop", slug, open_row["a"])
    pareo("drop", slug, played["a"], "--disqualify", "--reason", "conduct")  # had won: the match is lost all the same
    results = {r["table"]: r["result"] for r in pareo.pairings(slug)}
    assert results[open_row["table"]] == "0-1F"
    assert results[played["table"]] == "0-1F"
    pareo.play(slug, favourite)
    pareo("pair", slug)
    going_on = {p for r in pareo.pairings(slug) for p in (r["a"], r["b"])}
    assert {open_row["b"], played["b"]} <= going_on
    assert not {open_row["a"], played["a"]} & going_on
    assert pareo.refusal("undo-drop", slug, played["a"])[0] == "bracket-no-return"


@pytest.mark.req("P-SE-4")
def test_late_only_before_round_one_starts_and_then_everything_is_made_again(pareo, slug):
    pareo("pair", slug)
    pareo("publish", slug)
    before = pareo.pairings(slug)
    assert pareo.refusal("late", slug, "--first", "Ciro", "--yes")[0] == "late-bracket-again"
    assert pareo.refusal("players", "add", slug, "--first", "Ciro")[0] == "action-confirm"
    pareo("players", "add", slug, "--id", "900", "--first", "Ciro", "--yes")
    assert pareo.refusal("start", slug)[0] == "draft-stale"
    pareo("pair", slug, "--again", "--yes")
    rows = pareo.pairings(slug)
    assert "900" in {p for r in rows for p in (r["a"], r["b"])}
    assert len([r for r in rows if r["kind"] == "match"]) == 4
    assert {(r["a"], r["b"]) for r in rows} != {(r["a"], r["b"]) for r in before}
    pareo("publish", slug)
    pareo("start", slug)
    head = pareo.head(slug)
    assert pareo.refusal("late", slug, "--first", "Elsa", "--yes")[0] == "late-bracket"
    assert pareo.refusal("players", "add", slug, "--first", "Elsa", "--yes")[0] == "action-impossible"
    assert pareo.head(slug) == head
