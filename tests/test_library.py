"""The library's front door: its examples run, it is typed, and it opens quickly."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pareo
from pareo import NewPlayer, PareoError, Tournament
from pareo.app.commands.floor import floor
from pareo.core.text.errors import NeedsConfirmation
from support.errors import raises_code
from support.paths import ROOT


def test_the_examples_on_the_page() -> None:
    tried = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False)
    assert (tried.failed, tried.attempted > 10) == (0, True)


def test_the_readme_s_five_lines(tmp_path: Path) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    assert len(block.splitlines()) == 5
    done = subprocess.run([sys.executable, "-c", block], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "first-round" in done.stdout
    assert list(tmp_path.iterdir()) == [], "in memory"


def test_every_name_of_the_front_door_is_there_and_nothing_else() -> None:
    for name in pareo.__all__:
        assert getattr(pareo, name) is not None
    assert set(dir(pareo)) == set(pareo.__all__)
    with pytest.raises(AttributeError, match="no attribute 'tournament'"):
        _ = pareo.tournament


def test_importing_it_imports_nothing_of_it() -> None:
    code = "import sys, pareo; print([m for m in sys.modules if m.startswith('pareo.')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.req("B-44")
@pytest.mark.parametrize(("names", "most"), [("pair", 40), ("pair, verify, standings", 60)])
def test_the_pure_functions_load_the_core_s_modules_they_need_and_no_more(names: str, most: int) -> None:
    code = f"import sys; from pareo import {names}; print(*(m for m in sys.modules if m.split('.')[0] == 'pareo'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert len(loaded) <= most, f"{len(loaded)} modules: {loaded}"


def test_a_whole_event_with_all_that_can_happen(tmp_path: Path) -> None:
    t = Tournament("Cup", ruleset="pokemon-tcg-2019-07", db=tmp_path / "club.db", rounds=2, seed="s", cut=2)
    assert t.enter(*(f"Ana Cedro{i}" for i in range(1, 9))) == 8
    assert t.enter(NewPlayer(first="Bel", last="Ardit", club="La Ribera")) == 9
    t.edit("Bel Ardit", club="Sotavento")
    t.pair()
    t.publish()
    t.start()
    for row in t.pairings():
        if row.kind == "match":
            t.report(table=row.table or 0, result="1-0")
    t.finish()
    with pytest.raises(NeedsConfirmation):
        t.late("Ciro Blanco", confirmed=False)
    t.late("Ciro Blanco")
    t.drop("Ana Cedro1")
    t.undrop("Ana Cedro1")
    second = t.pair()
    assert (len(second.matches), second.sitting) == (5, ())
    t.undo()
    assert t.round == 1
    t.pair()
    t.publish()
    t.start()
    for row in t.pairings():
        t.report(table=row.table or 0, result="1-0")
    t.report(table=1, result="0-1")
    t.finish()
    t.advance("cut", size=2)
    assert all(check.ok for check in t.verify())
    assert [row.round for row in t.pairings(1)] == [1] * 6, "four tables, the bye, the late loss"
    assert {row.points for row in t.standings(1)} == {3, 0}
    t.close()
    with Tournament.open(tmp_path / "club.db", "cup") as again:
        assert [row.name for row in again.standings()] == [row.name for row in t.standings()]
        assert len(again.players()) == 10
        copy = pareo.read(again.save(tmp_path / "cup.pareo"))
    assert copy.journal() == again.journal()
    assert b"Ciro" in copy.export("csv-players")
    with pytest.raises(PareoError):
        Tournament.open(tmp_path / "club.db", "none")


def test_a_ruleset_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(pareo.rulesets.find_text("swiss"), encoding="utf-8")
    assert pareo.load_ruleset(path).text == pareo.load_ruleset("swiss").text
    assert Tournament("House", ruleset=path).state.ruleset.points == pareo.load_ruleset("swiss").points
    with pytest.raises(PareoError):
        Tournament("House", ruleset="nothing")
    with raises_code(PareoError, "players-none"):
        Tournament("House").enter("  ")


def test_what_is_told_can_be_said_in_other_languages() -> None:
    """What a step tells, when the day ends, a receipt's claim, an error: in the words of the game, pods by name."""
    t = Tournament("Cup", ruleset="pokemon-tcg-2019-07", rounds=4, seed="s")
    t.enter(*(f"Ana Cedro{i}" for i in range(1, 5)))
    for _ in range(3):
        t.pair()
        t.publish(confirmed=True)
        t.start()
        for row in t.pairings():
            t.report(table=row.table, result="1-0")
        t.finish()
    (told,) = t.late("Bel Ardit")
    assert "masters" in told
    assert t.say(told, "en") == told
    assert "máster" in t.say(told, "es").lower()
    assert "masters" not in t.say(told, "es")
    assert t.say(t.receipt(1).claim, "it") == "Nessun girone sarebbe stato migliore: il certificato lo dimostra."
    with pytest.raises(PareoError) as wrong:
        t.receipt(9)
    assert t.say(wrong.value, "pt") == "A rodada 9 não foi publicada."
    assert t.say("Ana", "es") == "Ana"
    with raises_code(PareoError, "language-unknown", lang="fr"):
        t.say(told, "fr")


def test_the_day_says_when_it_ends() -> None:
    t = Tournament("Cup", ruleset="swiss", rounds=2, seed="s")
    t.enter(*(f"Ana Cedro{i}" for i in range(1, 5)))
    t.pair()
    t.publish()
    t.start()
    assert t.day() is None
    floor.start_clock(t.ctx, t.slug)
    day = t.day()
    assert day is not None
    assert day.says.startswith("Round 1 ends in about ")
    assert t.say(day.says, "es").startswith("La ronda 1 acaba en unos ")


@pytest.mark.req("B-2", "B-10")
def test_a_registered_player_who_first_comes_later() -> None:
    t = Tournament("Cup", ruleset="pokemon-tcg-2019-07", rounds=4, seed="s", championship_points="yes")
    t.enter(*(f"Ana Cedro{i}" for i in range(1, 10)))
    t.edit("Ana Cedro9", absent="1,2")
    for _ in range(2):
        t.pair()
        t.publish()
        t.start(confirmed=True)
        for row in t.pairings():
            if row.kind == "match":
                t.report(table=row.table or 0, result="1-0")
        t.finish()
    with raises_code(PareoError, "late-registered-points"):
        t.pair(arrivals="late")
    with raises_code(NeedsConfirmation, "arrivals-below"):
        t.pair(override="the train stood still")
    t.pair(arrivals="late", override="the train stood still")
    assert [row.kind for number in (1, 2) for row in t.pairings(number)].count("late-loss") == 2
