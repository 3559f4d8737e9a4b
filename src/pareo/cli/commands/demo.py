"""A demonstration: a small card-game cup from entry to champion, as an organiser would type it and see it.

It runs the real commands, in a database of its own unless one is named, and with a fixed seed: every run is the same.
"""

from __future__ import annotations

import contextlib
import io
import shlex
import tempfile
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pareo.app.views.event_rows import pairing_rows, standing_rows
from pareo.cli.context import Place
from pareo.cli.options import command
from pareo.cli.output import say
from pareo.core.words.errors import PareoError

# Invented people: first name, last name, year of birth.
_JUNIORS = "Iria Bouza 2010, Teo Lamas 2009, Gala Fonte 2011, Nuno Peral 2008, Bel Ardit 2010, Oto Quiroga 2009"
_SENIORS = (
    "Vera Montiel 2006, Dario Pons 2005, Lia Ferran 2004, Saul Ibarra 2007, Mina Olmo 2006, Hugo Reis 2005, "
    "Nadia Cobo 2004"
)
_MASTERS = (
    "Clara Vidal 1991, Bruno Salas 1988, Irene Luz 1999, Pau Roca 1995, Marta Cid 2001, Tomas Rey 1979, "
    "Aida Nadal 1997, Leo Marin 2002, Rita Moya 1985, Ivo Serra 1993"
)
_LINES = 7  # of a long table, enough to see what it looks like


@command("demo")
@click.pass_obj
def demo_command(place: Place) -> None:
    """Nothing of yours is touched: it works in a temporary database, or in the one given with --db."""
    with tempfile.TemporaryDirectory(prefix="pareo-demo-") as folder:
        own = Place(place.db or str(Path(folder) / "demo.db"), place.actor or "organiser")
        try:
            _Demonstration(own, Path(folder)).play()
        finally:
            own.close()


class _Demonstration:
    """The story, command by command."""

    def __init__(self, place: Place, folder: Path) -> None:
        self._place = place
        self._folder = folder
        self._slug = ""

    def play(self) -> None:
        say("A card-game cup under the rules of July 2019: 23 players in three divisions.")
        self._enter()
        self._first_round()
        self._second_round()
        self._to_the_end()
        self._cut()
        say("\nThat was a whole event. Every step is in the journal: `pareo undo`, `pareo journal`, `pareo export`.")

    # --- the story --------------------------------------------------------------------------------------------------

    def _enter(self) -> None:
        (self._folder / "players.csv").write_text(_players(), encoding="utf-8")
        made = self._type("new", "Spring Cup", "--ruleset", "pokemon-tcg-2019-07", "--seed", "demonstration")
        self._slug = made.strip()
        self._type("players", "import", self._slug, "players.csv")
        self._type("set", self._slug, "judge=Elsa Prado", "prizes=8", "third_place=no")
        self._type("announce", self._slug, lines=9)

    def _first_round(self) -> None:
        say("\nRound 1 is drafted, published, and started; one result is typed, the others come from a file.")
        self._type("pair", self._slug)
        self._quietly("publish", self._slug)
        self._type("pairings", self._slug, "--pod", "masters", lines=_LINES)
        self._quietly("start", self._slug)
        table = self._open_tables()[0]["table"]
        self._type("report", self._slug, "--round", "1", "--table", str(table), "1-0")
        self._results(1, show=True)
        self._quietly("finish", self._slug)

    def _second_round(self) -> None:
        say("\nSomebody comes late; somebody leaves; a result was wrong.")
        late = ("late", self._slug, "--first", "Ciro", "--last", "Blanco", "--birth-year", "1996")
        self._type(*late)
        self._quietly(*late, "--yes")
        self._type("drop", self._slug, "Tomas Rey")
        self._type("pair", self._slug)
        wrong = next(r for r in pairing_rows(self._place.desk, self._slug, round_no=1, pod="masters") if r["table"])
        other = "0-1" if wrong["result"] == "1-0" else "1-0"
        self._type("report", self._slug, "--round", "1", "--table", str(wrong["table"]), other)
        self._type("repair", self._slug)
        self._type("pairings", self._slug, "--pod", "masters", "--why", lines=20)
        self._round(2)

    def _to_the_end(self) -> None:
        say("\nThe other Swiss rounds go the same way; the Masters play one more than the younger divisions.")
        for number in (3, 4):
            self._quietly("pair", self._slug)
            self._round(number)
        self._type("report", self._slug, "--round", "1", "--table", "1", "0-0")
        self._type("standings", self._slug, "--pod", "masters", lines=_LINES)

    def _cut(self) -> None:
        say("\nThe best four Masters go on to the elimination.")
        self._type("advance", self._slug, "--pod", "masters", "--to", "cut", "--size", "4")
        for number in (5, 6):
            self._quietly("pair", self._slug, "--pod", "masters-cut")
            self._round(number)
        self._type("bracket", self._slug, lines=10)
        self._type("show", self._slug, lines=6)
        self._type("verify", self._slug, lines=4)
        for pod in ("juniors", "seniors", "masters"):
            champion = standing_rows(self._place.desk, self._slug, pod=pod)[0]
            say(f"Champion of the {pod}: {champion['name']}")

    # --- typing -----------------------------------------------------------------------------------------------------

    def _type(self, *arguments: str, lines: int = 40) -> str:
        """Prints what an organiser types, runs it, prints what he sees (the first lines of it)."""
        say(f"$ pareo {shlex.join(arguments)}")
        answer = self._quietly(*arguments)
        shown = answer.rstrip("\n").split("\n")
        for line in shown[:lines]:
            wrapped = textwrap.wrap(line, 98, initial_indent="  ", subsequent_indent="    ")
            say(wrapped if len(line) > 100 else f"  {line}".rstrip())
        if len(shown) > lines:
            say(f"  … ({len(shown) - lines} more lines)")
        return answer

    def _quietly(self, *arguments: str) -> str:
        """Runs a command on the demonstration's database; its answer, or the sentence of its refusal."""
        from pareo.cli.program import program  # noqa: PLC0415  (the program finds this module by itself)

        typed = [self._path(argument) for argument in arguments]
        answer = io.StringIO()
        with contextlib.redirect_stdout(answer):
            try:
                top = click.Context(program, obj=self._place)
                name, found, rest = program.resolve_command(top, typed)
                if found is not None:
                    with found.make_context(name, rest, parent=top) as ctx:
                        found.invoke(ctx)
            except PareoError as refusal:
                answer.write(f"{refusal}\n")
        return answer.getvalue()

    def _path(self, argument: str) -> str:
        return str(self._folder / argument) if argument.endswith(".csv") else argument

    # --- playing ----------------------------------------------------------------------------------------------------

    def _open_tables(self) -> list[dict[str, Any]]:
        rows = pairing_rows(self._place.desk, self._slug)
        return [r for r in rows if r["kind"] == "match" and r["result"] is None and r["status"] != "finished"]

    def _results(self, number: int, *, show: bool = False) -> None:
        name = f"round{number}.csv"
        rows = [f"{r['table']},{_played(r)}" for r in self._open_tables()]
        (self._folder / name).write_text("\n".join(["table,result", *rows]) + "\n", encoding="utf-8")
        run = self._type if show else self._quietly
        run("results", "import", self._slug, name, "--round", str(number))

    def _round(self, number: int) -> None:
        self._quietly("publish", self._slug)
        self._quietly("start", self._slug)
        self._results(number)
        self._quietly("finish", self._slug)


def _played(row: Mapping[str, Any]) -> str:
    """Who wins a demonstration match: whoever's name has more letters; equal names draw in the Swiss rounds."""
    a, b = len(row["name_a"]), len(row["name_b"])
    if a == b and row["phase"] == "swiss":
        return "="
    return "1-0" if a >= b else "0-1"


def _players() -> str:
    people = f"{_JUNIORS}, {_SENIORS}, {_MASTERS}".split(", ")
    return "\n".join(["first,last,birth_year", *(",".join(person.split()) for person in people)]) + "\n"
