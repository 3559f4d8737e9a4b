"""Bad input of every kind: one clear sentence, exit code 1, nothing changed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pareo.formats.bundle import SIZE_LIMIT


@pytest.fixture
def running(pareo, field):
    """Round 1 of a small Swiss is being played."""
    slug = field("swiss", 6, "--rounds", "3")
    pareo.open_round(slug)
    return slug


PLAYER_FILES = {
    "empty": b"",
    "only a header": b"first,last\n",
    "no name column": b"shoe,hat\n42,7\n",
    "duplicate ids": b"id,first\n9001,Ana\n9002,Lia\n9001,Teo\n",
    "an id already used": b"id,first\n1,Ana\n",
    "duplicate column": b"first,first\nAna,Lia\n",
    "NUL bytes": b"first,last\nAna\0,Ruiz\n",
    "a 10 MB line": b"first,last\n" + b"x" * (10 * 1024 * 1024) + b",y\n",
    "an open quote": b'first,last\n"Ana,Ruiz\nTeo,Lamas\n',
    "too many cells": b"first,last\nAna,Ruiz,Soto,1990\n",
    "undecodable": b"first,last\nAna\x81,Ruiz\n",
    "half UTF-16": "first,last\nAna,Ruiz\n".encode("utf-16")[:-1],
    "a number that is none": b"first,rating\nAna,strong\n",
    "a huge number": b"first,rating\nAna,99999999999999999999\n",
    "a year that is none": b"first,birth_year\nAna,young\n",
    "a row without a name": b"id,first,last\n7001,,\n",
    "control characters": b"first\nAn\x1b[31ma\n",
    "a bundle's beginning": b"PK\x03\x04\x00\x00\x00\x00",
    "an endless name": b"first\n" + b"A" * 500 + b"\n",
}


@pytest.mark.parametrize("kind", list(PLAYER_FILES))
def test_player_files(pareo, field, kind):
    slug = field("swiss", 4)
    head, before = pareo.head(slug), pareo.json("players", "list", slug)
    pareo.refusal("players", "import", slug, pareo.file("bad.csv", PLAYER_FILES[kind]))
    assert pareo.head(slug) == head
    assert pareo.json("players", "list", slug) == before


RESULT_FILES = {
    "unknown table": b"table,result\n99,1-0\n",
    "table twice": b"table,result\n1,1-0\n1,0-1\n",
    "impossible result": b"table,result\n1,1-0\n2,9-9\n",
    "unknown player": b"a,b,result\nnobody,2,1-0\n",
    "not a table": b"table,result\nfirst,1-0\n",
    "missing column": b"table,points\n1,3\n",
    "no rows": b"table,result\n",
    "empty": b"",
    "binary": bytes(range(256)),
}


@pytest.mark.parametrize("kind", list(RESULT_FILES))
def test_result_files(pareo, running, kind):
    head = pareo.head(running)
    pareo.refusal("results", "import", running, pareo.file("bad.csv", RESULT_FILES[kind]), "--round", "1")
    assert pareo.head(running) == head
    assert all(r["result"] is None for r in pareo.pairings(running))  # also the good rows before the bad one


def test_the_line_of_a_bad_row_is_named(pareo, running):
    path = pareo.file("bad.csv", "table,result\n1,1-0\n2,9-9\n")
    assert "line 3" in pareo.refusal("results", "import", running, path, "--round", "1")[1]
    path = pareo.file("ids.csv", PLAYER_FILES["duplicate ids"])
    slug = pareo("new", "Another", "--ruleset", "swiss").out.strip()
    message = pareo.refusal("players", "import", slug, path)[1]
    assert "line 4" in message
    assert "line 2" in message


PAIRING_FILES = {
    "paired twice": b"table,a,b\n1,1,2\n2,1,3\n",
    "table twice": b"table,a,b\n1,1,2\n1,3,4\n",
    "unknown player": b"table,a,b\n1,1,nobody\n",
    "against himself": b"table,a,b\n1,1,1\n",
    "nobody": b"table,a,b\n1,,2\n",
    "table zero": b"table,a,b\n0,1,2\n",
    "no columns": b"x,y\n1,2\n",
}


@pytest.mark.parametrize("kind", list(PAIRING_FILES))
def test_pairing_files(pareo, field, kind):
    slug = field("swiss", 4, "--rounds", "2")
    pareo("pair", slug)
    head = pareo.head(slug)
    pareo.refusal("pairings", "import", slug, pareo.file("bad.csv", PAIRING_FILES[kind]), "--round", "1")
    assert pareo.head(slug) == head


COMMANDS = {
    "unknown table": ("report", "SLUG", "--round", "1", "--table", "77", "1-0"),
    "unknown round": ("report", "SLUG", "--round", "44", "--table", "1", "1-0"),
    "impossible result": ("report", "SLUG", "--round", "1", "--table", "1", "7-5"),
    "no result at all": ("report", "SLUG", "--round", "1", "--table", "1", ""),
    "nothing to take back": ("report", "SLUG", "--round", "1", "--table", "1", "--clear"),
    "unknown player": ("drop", "SLUG", "nobody"),
    "unknown setting": ("set", "SLUG", "colour=blue"),
    "impossible setting": ("set", "SLUG", "rounds=many"),
    "odd cut": ("set", "SLUG", "cut=7"),
    "unknown pod": ("pair", "SLUG", "--pod", "moon"),
    "unknown field": ("players", "edit", "SLUG", "1", "shoe=42"),
    "no name": ("players", "edit", "SLUG", "1", "first=", "last="),
    "round not over": ("finish", "SLUG"),
    "cut not announced": ("advance", "SLUG", "--to", "cut", "--size", "4"),
    "no second day": ("advance", "SLUG", "--to", "day2"),
    "missing file": ("players", "import", "SLUG", "/nowhere/players.csv"),
    "a folder": ("results", "import", "SLUG", "/", "--round", "1"),
    "unfinished standings": ("standings", "SLUG", "--after", "1"),
    "No bracket": ("bracket", "SLUG"),
    "no ratings": ("ratings", "SLUG"),
    "unknown division": ("standings", "SLUG", "--division", "giants"),
    "nowhere to write": ("export", "SLUG", "pareo", "-o", "/nowhere/x.pareo"),
    "unknown tournament": ("show", "no-such"),
    "unknown ruleset": ("new", "X", "--ruleset", "checkers-1850"),
    "no ruleset": ("new", "X"),
    "no name for the event": ("new", " ", "--ruleset", "swiss"),
    "a slug that is none": ("new", "X", "--ruleset", "swiss", "--slug", "../x"),
    "unknown ruleset shown": ("rulesets", "show", "checkers-1850"),
    "a bundle that is missing": ("verify", "/nowhere/x.pareo"),
    "an enormous number": ("report", "SLUG", "--round", "9" * 30, "--table", "9" * 30, "1-0"),
}


@pytest.mark.parametrize("kind", list(COMMANDS))
def test_commands(pareo, running, kind):
    head = pareo.head(running)
    pareo.refusal(*(running if word == "SLUG" else word for word in COMMANDS[kind]))
    assert pareo.head(running) == head
    assert [t["slug"] for t in pareo.json("list")] == [running]


def test_elimination_needs_a_winner(pareo, field):
    slug = field("pokemon-tcg-2019-07", 4, "--style", "elimination")
    pareo.open_round(slug)
    assert pareo.refusal("report", slug, "--round", "1", "--table", "1", "=")[0] == "result-needs-winner"


# --- databases ------------------------------------------------------------------------------------------------------


def test_a_damaged_database(pareo, running):
    content = pareo.db.read_bytes()
    for damaged in (b"this is a letter to my aunt" * 50, content[:100] + b"\xff" * 4000 + content[4100:]):
        pareo.db.write_bytes(damaged)
        for leftover in pareo.folder.glob("test.db-*"):
            leftover.unlink()
        pareo.refusal("list")
        assert pareo.db.read_bytes() == damaged


def test_a_newer_database(pareo, running):
    with sqlite3.connect(pareo.db) as db:
        db.execute("PRAGMA user_version = 999")
    db.close()
    assert "newer" in pareo.refusal("show", running)[1]


def test_somebody_elses_database(pareo):
    with sqlite3.connect(pareo.db) as db:
        db.execute("CREATE TABLE aunt (letter TEXT)")
    db.close()
    before = pareo.db.read_bytes()
    pareo.refusal("list")
    assert pareo.db.read_bytes() == before


def test_a_place_where_nothing_can_be_written(pareo):
    pareo.db = Path("/proc/nowhere/test.db")  # not even the superuser may
    pareo.refusal("new", "X", "--ruleset", "swiss")


def test_a_full_disk_leaves_the_old_export(pareo, running, monkeypatch):
    path = Path(pareo.file("old.csv", "old"))

    def full(*_arguments, **_options):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("pareo.cli.commands.files.Path.replace", full)
    assert "No space left" in pareo.refusal("export", running, "csv-players", "-o", str(path))[1]
    assert path.read_text() == "old"
    assert [p.name for p in pareo.folder.glob(".old*")] == []


def test_addresses_we_do_not_know(pareo, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # an empty address is the user's own data folder
    for where in ("postgresql://somewhere/cup", "mysql://x/y", ""):
        answer = pareo("--db", where, "list", code=1 if where else 0)
        assert len(answer.err.strip().splitlines()) == (1 if where else 0)


def test_the_limits_are_told_before_memory_is_gone(pareo, running):
    assert SIZE_LIMIT < 600 * 1024 * 1024
    big = pareo.file("big.csv", b"first\n" + b"Ana\n" * 6_000_000)
    assert "20 MB" in pareo.refusal("players", "import", running, big)[1]
