"""A few events played through the command line alone; everything that was typed and answered is kept.

Every command is typed with `--json`, whether it writes or shows; the main showing commands also without.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from support.command_line import CommandLine, Row, lower_wins, players_csv
from support.files.tom import Played, simple_save

Told = dict[str, Any]

WITHOUT_LISTS = ("epic-day", "flota")  # X-Wing events that start though squad lists are missing


class Placeholders:
    """Puts a word in the place of what no two runs share, and touches nothing else."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._words: dict[str, dict[str, str]] = {}
        self._begun = _today()

    def __call__(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            return [self(one) for one in value]
        if isinstance(value, dict):
            return {self(key): self._of(key, one) for key, one in value.items()}
        return value

    def _of(self, key: str, value: Any) -> Any:
        if key == "hash":  # of a journal's entry: over its time and its persons
            return self._known("hash", value)
        if key == "persons":  # of an entrant, drawn by lot
            return [self._known("person", one) for one in value]
        if key == "code" and isinstance(value, str):  # for a player's phone, drawn by lot
            return self._known("code", value)
        if key == "attachment":  # the stored file of a list, drawn by lot
            return self._known("attachment", value)
        if key == "sizes":  # of categories: their order hangs on the ids of a series
            return dict(sorted(value.items()))
        return self(value)

    def _known(self, word: str, value: str) -> str:
        same = self._words.setdefault(word, {})
        return same.setdefault(value, f"<{word} {len(same) + 1}>")

    def _text(self, text: str) -> str:
        text = text.replace(self._folder, "<folder>")
        # the name of a backup
        text = re.sub(r"pareo-\d{6}-\d{8}-\d{6}(?=\.db)", "pareo-<time>", text)
        # results are kept for three months from now
        text = re.sub(r"(?<=liga until )\d{4}-\d\d-\d\d", "<today + 3 months>", text)
        text = re.sub(r"(?<=TOM saved it on )\d{4}-\d\d-\d\d", "<today>", text)
        # now
        for day in {self._begun, _today()}:
            text = re.sub(day + r"[ T]\d\d:\d\d(:\d\d(\.\d+)?)?Z?", "<time>", text)
        # people and clubs of the directory (8), people of a series (18): drawn by lot
        return re.sub(r"\b([0-9a-f]{8}|[0-9a-f]{18})\b", lambda found: self._known("id", found[0]), text)


def _today() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d")


def _sized(name: str, typed: Sequence[str], out: Any) -> Any:
    """Sizes of what is compressed or laid out in pages change with the ids and times inside."""
    if name == "print" or (name == "export" and "pareo" in typed):
        return {**out, "bytes": "<bytes>"} if out else out
    if name == "backup":
        return [{**row, "size": "<bytes>"} for row in out]
    return out


@dataclass
class Story:
    """Types commands and keeps what they answered, by command and in the order typed."""

    ctx: CommandLine
    commands: Sequence[str]  # every command, in full: "players add"
    answers: dict[str, list[Told]] = field(default_factory=dict)  # with --json
    texts: dict[str, list[Told]] = field(default_factory=dict)  # without
    placed: Placeholders = field(init=False)

    def __post_init__(self) -> None:
        self.placed = Placeholders(str(self.ctx.folder))

    def do(self, *typed: str, code: int | None = 0, stdin: str = "") -> Any:
        """Types a command with --json; what it answered."""
        answer = self.ctx(*typed, "--json", code=code, stdin=stdin.encode())
        out = json.loads(answer.out) if answer.out else None
        assert answer.out == _as_printed(out), f"not the way JSON is printed: {typed}"
        sized = _sized(self._command(typed), typed, out)
        self._keep(self.answers, typed, answer.code, out=sized, err=_errors(answer.err))
        return out

    def no(self, *typed: str, code: int = 1) -> None:
        """Types a command that is refused."""
        self.do(*typed, code=code)
        self.say(*typed, code=code)

    def say(self, *typed: str, code: int | None = 0) -> None:
        """Types a command without --json."""
        answer = self.ctx(*typed, code=code)
        # The list of tournaments ends with the day they were made; other days are said by the program itself.
        out = re.sub(r"\d{4}-\d\d-\d\d$", "<today>", answer.out, flags=re.M) if typed == ("list",) else answer.out
        self._keep(self.texts, typed, answer.code, out=out, err=answer.err)

    def both(self, *typed: str) -> None:
        """With and without --json, whatever comes of it."""
        self.do(*typed, code=None)
        self.say(*typed, code=None)

    def file(self, name: str, content: str | bytes) -> str:
        return self.ctx.file(name, content)

    def path(self, name: str) -> str:
        return str(self.ctx.folder / name)

    def _keep(self, kept: dict[str, list[Told]], typed: Sequence[str], code: int, *, out: Any, err: Any) -> None:
        name = self._command(typed)
        told = {"typed": list(typed), "code": code, "out": out, "err": err}
        kept.setdefault(name, []).append(self.placed(told))

    def _command(self, typed: Sequence[str]) -> str:
        for words in (typed[:2], typed[:1]):
            if " ".join(words) in self.commands:
                return " ".join(words)
        return typed[0]  # a group that stands for its usual command, or none of ours

    # --- steps of a round ---------------------------------------------------------------------------------------------

    def open_round(self, slug: str, *more: str) -> list[Told]:
        """Pairs, publishes and starts the next round; its rows."""
        self.do("pair", slug, *more)
        self.do("publish", slug, "--yes")
        self.do("start", slug, *["--yes"] * (slug in WITHOUT_LISTS))
        return self.rows(slug)

    def rows(self, slug: str) -> list[Told]:
        rows: list[Told] = self.ctx.pairings(slug)
        return rows

    def results(self, slug: str, result: Callable[[Row], str]) -> None:
        """Reports every open table from one file and finishes the round."""
        rows = [r for r in self.rows(slug) if r["kind"] == "match" and r["status"] == "started"]
        lines = [f"{r['table']},{result(r)}\n" for r in rows if r["result"] is None]
        file = self.file(f"{slug}-results.csv", "table,result\n" + "".join(lines))
        self.do("results", "import", slug, file, "--round", str(rows[0]["round"]))
        self.do("finish", slug)

    def round(self, slug: str, result: Callable[[Row], str]) -> None:
        self.open_round(slug)
        self.results(slug, result)


def _as_printed(value: object) -> str:
    """One value on one line; a list has a line for each row."""
    if value is None:
        return ""
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in value) + "\n]\n"
    return json.dumps(value, ensure_ascii=False) + "\n"


def _errors(text: str) -> Any:
    """What stands on stderr: an error in JSON, or lines beside the answer."""
    if text.startswith("{"):
        return json.loads(text)
    return text.splitlines()


def play_everything(story: Story) -> None:
    """All events, one after the other, in one database."""
    before_any_event(story)
    cup(story)
    cup_of_2009(story)
    duel(story)
    team_event(story)
    locked_teams(story)
    club_evenings(story)
    leagues(story)
    dutch_event(story)
    fide_event(story)
    round_robin(story)
    elimination(story)
    registration(story)
    duplicate_afternoon(story)
    refusals(story)
    follow_tom(story)
    files(story)
    end(story)


def look(story: Story, slug: str, *, rounds: int, player: str) -> None:
    """Everything that shows something of an event."""
    for typed in (
        ("show", slug),
        ("players", "list", slug),
        ("standings", slug),
        ("standings", slug, "--after", "1"),
        ("cross-table", slug),
        ("pairing-information", slug),
        ("card", slug, player),
        ("explain-place", slug, player),
        ("undefeated", slug),
        ("ratings", slug),
        ("clubs", slug),
        ("lists", "list", slug),
        ("checks", "list", slug),
        ("journal", slug),
        ("outlook", slug),
        ("verify", slug),
    ):
        story.both(*typed)
    for number in range(1, rounds + 1):
        story.both("pairings", "show", slug, "--round", str(number))
    story.say("pairings", slug, "--why")
    story.say("pairings", slug, "--columns", "points,rating,club")
    for paper in ("announce", "slips", "seating", "cards", "score-sheets", "bracket"):
        story.do(paper, slug, code=None)  # their text for the terminal is not fixed


# --- events -----------------------------------------------------------------------------------------------------------


def before_any_event(story: Story) -> None:
    for typed in (
        ("list",),
        ("rulesets", "list"),
        ("settings",),
        ("tiebreaks",),
        ("series", "presets"),
        ("series", "list"),
        ("duplicate", "list"),
        ("directory", "list"),
        ("directory", "clubs"),
        ("backup", "--list"),
    ):
        story.both(*typed)
    for ruleset in [row["id"] for row in story.do("rulesets", "list")]:
        story.say("rulesets", "show", ruleset)
    story.do("rulesets", "show", "swiss")
    story.do("rulesets", "show", "pokemon-tcg-2019-07")
    for ruleset, players in (
        ("pokemon-tcg-2019-07", "40"),
        ("pokemon-2009", "130"),
        ("xwing-epic-duel", "20"),
        ("chess-round-robin", "9"),
        ("swiss", "12"),
    ):
        story.both("advise", ruleset, "--players", players)


def birth_year(i: int) -> int:
    return 2010 if i < 7 else 2005 if i < 14 else 1991


def cup(story: Story) -> None:
    """Three divisions, everything that goes wrong on the day, and a top cut."""
    slug = story.do("new", "Copa Julio", "--ruleset", "pokemon-tcg-2019-07", "--seed", "fixed")["slug"]
    story.do("set", slug, "date=2019-07-20", "organiser=Rosa Prado", "judge=Iván Soto", "language=es")
    story.do("players", "import", slug, story.file("cup.csv", players_csv(23, born=birth_year)))
    entry = ("players", "add", slug, "--name", "Elba Coira", "--birth-year", "1990", "--club", "Norte", "--byes", "1")
    story.do(*entry, "--client", "desk-1")
    story.do(*entry, "--client", "desk-1")  # the same request again is answered, not done again
    story.do(*entry[:-2], "--client", "desk-1", code=1)  # another one with its key is refused
    story.do("players", "add", slug, "--first", "UXÍO", "--last", "DE LA PEÑA", "--birth-year", "1988", "--tidy")
    story.do("players", "edit", slug, "20", "club=Torre Norte", "absent=2")
    story.do("players", "add", slug, "--name", "Error Tal", "--birth-year", "1990", "--id", "99")
    story.do("players", "remove", slug, "99")
    story.both("show", slug)
    story.both("sections", slug, "--time-for", "3")
    story.both("pairings", "show", slug)
    story.no("finish", slug)
    story.do("pair", slug)
    story.no("pair", slug)
    first = [r for r in story.rows(slug) if r["pod"] == "masters" and r["kind"] == "match"]
    story.do("swap", slug, first[0]["a"], first[1]["a"])
    story.do("pair-players", slug, first[0]["a"], first[0]["b"], "--table", str(first[0]["table"]))
    story.do("pair-players", slug, first[1]["a"], first[1]["b"])
    story.no("start", slug)
    story.do("publish", slug)
    story.no("pair", slug, "--again")
    story.do("pair", slug, "--again", "--yes")
    story.do("publish", slug)
    story.do("start", slug)
    table = next(str(r["table"]) for r in story.rows(slug) if r["pod"] == "masters" and r["kind"] == "match")
    report = ("report", slug, "--round", "1", "--table", table)
    story.do(*report, "1-0")
    story.do(*report, "0-1")
    story.do(*report, "--clear")
    story.no("finish", slug)
    story.do(*report, "½-½")
    story.do("undo", slug)
    story.no("report", slug, "--round", "1", "--table", "77", "1-0")
    story.no(*report, "7-0")
    story.do("checks", "draw", slug, "--round", "1", "--count", "2")
    drawn = story.do("checks", "draw", slug, "--count", "1", "--tables")["checks"]
    story.do("checks", "record", slug, drawn[0]["player"], "--outcome", "match-loss", "--notes", "59 cards")
    story.do("checks", "record", slug, drawn[1]["player"], "--outcome", "clean")
    story.both("checks", "list", slug, "--open")
    story.do("judge", slug, "--round", "1", "--table", table)
    story.both("todo", slug)
    story.both("names", slug)
    story.do("names", slug, "--release-all", "--off")
    story.do("names", slug, "--on")
    story.do("code", slug, drawn[0]["player"])
    story.do("judge", slug, "--round", "1", "--table", table, "--came")
    story.no("judge", slug, "--round", "1", "--table", table, "--came")
    story.no("checks", "draw", slug, "--count", "50")
    story.both("show", slug)
    story.results(slug, lower_wins)

    late = ("late", slug, "--id", "900", "--first", "Ciro", "--last", "Blanco", "--birth-year", "1996")
    story.do("pair", slug)
    story.no(*late)
    story.do(*late, "--this-round", "--yes")
    story.no("repair", slug, "--pod", "masters")
    done = next(r for r in story.ctx.pairings(slug, "--round", "1") if r["pod"] == "masters" and r["result"])
    other = "0-1" if done["result"] == "1-0" else "1-0"
    story.do("report", slug, "--round", "1", "--table", str(done["table"]), other)
    story.do("drop", slug, "14")
    story.do("repair", slug)
    story.do("publish", slug)
    story.do("start", slug)
    story.do("drop", slug, "7", "--disqualify", "--reason", "conduct")
    story.do("undo", slug, str(story.ctx.head(slug)))
    story.do("drop", slug, "8", "--kind", "no-show")
    story.results(slug, lower_wins)
    story.no("report", slug, "--round", "1", "--table", "1", "nonsense")
    story.do("undo-drop", slug, "14")
    story.round(slug, lower_wins)
    story.round(slug, lower_wins)
    story.both("standings", slug, "--pod", "masters")
    story.both("standings", slug, "--division", "senior")
    story.no("pair", slug)
    story.do("advance", slug, "--pod", "masters", "--to", "cut", "--size", "4", "--override", "agreed before the event")
    story.do("undo", slug)
    story.do("advance", slug, "--pod", "masters", "--to", "cut")
    story.round(slug, lower_wins)
    story.do("bracket", slug, "--pod", "masters-cut")
    story.round(slug, lower_wins)
    story.both("compare", slug)
    story.both("compare", slug, "--all")
    look(story, slug, rounds=6, player="15")
    story.no("erase", slug, "3")
    story.do("erase", slug, "3", "--yes")


def cup_of_2009(story: Story) -> None:
    """The older document, and a division so large that it may be split into sections."""
    slug = story.do("new", "Copa 2009", "--ruleset", "pokemon-2009", "--rounds", "3", "--seed", "old")["slug"]
    story.do("set", slug, "date=2009-10-03")
    story.do("players", "import", slug, story.file("old.csv", players_csv(8, born=lambda _: 1985)))
    story.round(slug, lower_wins)
    story.round(slug, lower_wins)
    look(story, slug, rounds=2, player="2")
    slug = story.do("new", "Grande", "--ruleset", "pokemon-2009", "--style", "swiss+cut", "--seed", "old")["slug"]
    story.do("set", slug, "date=2009-10-04")
    story.do("players", "import", slug, story.file("large.csv", players_csv(64, born=lambda _: 1985)))
    story.both("sections", slug, "--time-for", "5")
    story.do("set", slug, "sections=2")
    story.open_round(slug)
    story.both("show", slug)
    story.say("pairings", slug)


SQUAD = "Faction: Rebel\nLuke Skywalker (X-wing) 28\n2 x Rookie Pilot (X-wing) 81\n"
OVER = {
    "faction": "imperial",
    "points": 240,
    "pilots": [
        {"name": "howlrunner", "ship": "tiefighter", "points": 18},
        {"name": "howlrunner", "ship": "tiefighter", "points": 18},
        {"name": "vast", "ship": "tiebomber", "points": 300},
    ],
}


def duel(story: Story) -> None:
    """Lists, checks and a top four."""
    slug = story.do(
        "new", "Epic Day", "--ruleset", "xwing-epic-duel", "--rounds", "2", "--cut", "4", "--seed", "ships"
    )["slug"]
    story.do("set", slug, "date=2025-03-07")
    story.do("players", "import", slug, story.file("duel.csv", players_csv(9)))
    squad, over = story.file("squad.txt", SQUAD), story.file("over.json", json.dumps(OVER))
    story.do("lists", "hand-in", slug, "1", squad)
    story.do("lists", "hand-in", slug, "1", "-", stdin=SQUAD.replace("2 x", "3 x"))
    story.no("lists", "hand-in", slug, "2", over)
    story.do("lists", "hand-in", slug, "2", over, "--override", "the judge has seen it")
    story.do("lists", "hand-in", slug, "3", squad)
    story.do("lists", "withdraw", slug, "3")
    story.both("lists", "missing", slug)
    story.both("lists", "show", slug, "1")
    story.both("lists", "show", slug, "1", "--version", "1")
    story.both("lists", "show", slug, "2")
    story.both("lists", "versions", slug, "1")
    story.both("lists", "versions", slug, "3")
    story.both("lists", "check-file", squad, "--ruleset", "xwing-epic-duel")
    story.both("lists", "check-file", over, "--ruleset", "xwing-epic-duel")
    story.open_round(slug)
    story.no("lists", "hand-in", slug, "4", squad)
    story.no("report", slug, "--round", "1", "--table", "1", "100-100")
    story.do("report", slug, "--round", "1", "--table", "1", "153-124", "destroyed")
    story.do("report", slug, "--round", "1", "--table", "2", "130-124 time")
    story.do("report", slug, "--round", "1", "--table", "3", "120-80 conceded-b")
    story.do("report", slug, "--round", "1", "--table", "4", "100-100 time")
    story.do("checks", "draw", slug, "--count", "2")
    story.do("finish", slug)
    story.round(slug, lambda row: "153-124 destroyed" if int(row["a"]) < int(row["b"]) else "124-153 destroyed")
    story.do("advance", slug, "--to", "cut")
    semi = story.open_round(slug)
    report = ("report", slug, "--round", "3", "--table")
    story.no(*report, str(semi[0]["table"]), "100-100 time")
    story.do(*report, str(semi[0]["table"]), "100-100 time init-b")
    story.do(*report, str(semi[1]["table"]), "200-90 destroyed")
    story.do("finish", slug)
    look(story, slug, rounds=3, player="1")


TEAMS = """team,captain,first,last
Alba,,Iria,Mora
Alba,yes,Teo,Zea
Bruma,yes,Lia,Abad
Bruma,,Noa,Cid
Cierzo,yes,Saul,Rey
Cierzo,,Vera,Luz
"""


def team_event(story: Story) -> None:
    slug = story.do("new", "Flota", "--ruleset", "xwing-epic-team", "--rounds", "1", "--seed", "t")["slug"]
    story.do("players", "import", slug, story.file("teams.csv", TEAMS))
    story.do("players", "add", slug, "--team", "Dorna", "--first", "Rita", "--last", "Moya", "--captain")
    story.no("pair", slug)
    story.do("players", "add", slug, "--team", "Dorna", "--first", "Hugo", "--last", "Pons")
    story.round(slug, lambda _: "210-180 destroyed")
    look(story, slug, rounds=1, player="Alba")


def _old_save(*rounds: Sequence[Played]) -> bytes:
    """A save of an event that was long ago by TOM's date."""
    return simple_save(*rounds).replace(b"02/14/2026", b"02/14/2006")


def follow_tom(story: Story) -> None:
    """TOM runs an event, and we stand beside it."""
    first = [(0, 1, 2, 1), (0, 3, 4, 2), (0, 5, 6, 3), (0, 7, 8, 4)]
    slug = story.do("import", story.file("tom.tdf", _old_save()), "--slug", "tom-cup")["slug"]
    story.do("import", story.file("tom1.tdf", _old_save(first)), "--update", slug)
    story.both("tom", "show", slug)
    story.do("tom", "publish", slug, "--hold")
    story.do("tom", "publish", slug)
    story.do("report", slug, "--round", "1", "--table", "2", "0-1")
    story.do("report", slug, "--round", "1", "--table", "4", "1-0")
    story.both("tom", "list", slug)
    story.no("drop", slug, "3")
    story.do("tom", "note", slug, "Nora3 Brasa drops")
    story.do("import", story.file("tom2.tdf", _old_save([*first[:3], (2, 7, 8, 4)])), "--update", slug)
    story.both("import", story.file("tom3.tdf", _old_save()), "--update", slug)
    story.both("tom", "show", slug)
    story.do("tom", "settle", slug, "--round", "1", "--table", "4", "--ours")
    story.both("tom", "list", slug, "--newest")
    story.do("tom", "saves", slug)


def locked_teams(story: Story) -> None:
    """Codes of teams."""
    slug = story.do("new", "Video Cup", "--ruleset", "pokemon-vgc-2019-07", "--seed", "v")["slug"]
    story.do("players", "import", slug, story.file("video.csv", players_csv(2)))
    story.do("set", slug, "qr_locked=yes", "lists=required")
    story.do("lists", "lock", slug, "1", story.file("code.txt", "PKM:abc\n"))
    story.do("lists", "compare", slug, "1", story.file("same.txt", "PKM:abc"))
    story.both("lists", "compare", slug, "1", story.file("other.txt", "PKM:abd"))
    story.both("lists", "show", slug, "1", "--lock")
    story.both("lists", "missing", slug)
    story.both("lists", "list", slug)
    story.do("next", slug, "--yes")
    story.no("next", slug)
    story.do("undo", slug)


# Nobody is like two others: who is proposed for a name must not hang on chance.
NAMES = (
    "Ana Cedro",
    "Bruno Faro",
    "Celia Hiedra",
    "Dario Junco",
    "Elsa Lago",
    "Fabio Musgo",
    "Gala Nardo",
    "Hugo Olmo",
    "Iris Prado",
    "Joel Roble",
    "Kira Salvia",
    "Lino Tilo",
)
PEOPLE = "name,rating,games,club,sex,title,local_id\n" + "".join(
    f"{name},{1300 + 20 * i},{3 * i},{'FARO' if i % 2 else 'TORRE NORTE'},,{'GM' if i == 9 else ''},L{i}\n"
    for i, name in enumerate(NAMES, 1)
)


def points(row: Row) -> str:
    return f"{400 + row['table']}-350" if row["name_a"] < row["name_b"] else f"350-{410 - row['table']}"


def club_evenings(story: Story) -> None:
    """The directory, two evenings, ratings and a series that the second one goes to by itself."""
    file = story.file("people.csv", PEOPLE)
    story.both("directory", "import", file, "--look")
    story.do("directory", "import", file, "--tidy")
    story.do("directory", "import", file)
    for typed in (("directory", "list"), ("directory", "list", "ro", "--sort", "rating"), ("directory", "clubs")):
        story.both(*typed)
    story.do("directory", "add", "Leo Paz", "rating=1540", "club=Torre Norte")
    story.do("directory", "add", "Leo Pas", "--yes")
    story.no("directory", "merge", "Leo Paz", "Leo Pas")
    story.do("directory", "merge", "Leo Paz", "Leo Pas", "--yes")
    story.do("directory", "edit", "Leo Paz", "birth_year=1980", "title=FM")
    story.do("directory", "alias", "Leo Paz", "Leo Paz Gil")
    story.do("directory", "alias", "Leo Paz", "Leo Pas", "--remove")
    story.no("directory", "correct", "Leo Paz", "1600")
    story.do("directory", "correct", "Leo Paz", "1600", "--reason", "first rating", "--games", "12")
    story.do("directory", "correct", "Leo Paz", "--take-back")
    story.do("directory", "add-club", "Club Ría", "--short", "CR", "--city", "Noia")
    story.do("directory", "add-club", "Ria Noia")
    story.do("directory", "edit-club", "Club Ría", "city=Muros")
    story.do("directory", "merge-clubs", "Club Ría", "Ria Noia", "--yes")
    story.both("directory", "show", "Leo Paz")
    story.no("directory", "show", "nobody at all")

    week = ("new", "Noche 1", "--ruleset", "scrabble-fise", "--rounds", "3", "--seed", "a")
    slug = story.do(*week)["slug"]
    story.do("set", slug, "date=2025-01-10", "tiebreaks=buchholz; spread; performance", "acceleration=1-4:2:1")
    story.do("enter", slug, *NAMES[:8])
    story.no("enter", slug, "Ánna Cedro")
    story.do("enter", slug, "Nora Nueva", "--new")
    person = next(row["id"] for row in story.do("directory", "list", "Leo") if row["name"] == "Leo Paz")
    story.do("directory", "enter", slug, person)
    story.do("players", "add", slug, "--name", "Iriss Prado", "--rating", "1400", "--id", "50")
    story.do("players", "add", slug, "--name", "Wenda Ultra", "--id", "51")
    story.both("directory", "links", slug)
    story.do("directory", "link", slug, "50", "Iris Prado", "--alias")
    story.do("directory", "unlink", slug, "50")
    story.do("directory", "link", slug, "50", "Iris Prado")
    story.do("directory", "add-players", slug)
    story.do("players", "edit", slug, "51", "absent=1:½")
    story.both("players", "list", slug, "--sort", "-club,rating")
    story.say("players", "list", slug, "--csv")
    story.round(slug, points)
    story.no("close", slug)
    story.both("directory", "status", slug)
    story.open_round(slug)
    story.both("pairing-information", slug)
    story.do("report", slug, "--round", "2", "--table", "1", "412-380")
    story.results(slug, points)
    story.round(slug, points)
    look(story, slug, rounds=3, player="50")
    story.both("clubs", slug, "--best", "2", "--min", "2")
    story.say("clubs", slug, "--csv")
    story.both("ratings", slug, "--after", "1")
    story.say("ratings", slug, "--csv")
    story.say("standings", slug, "--csv")
    story.say("cross-table", slug, "--csv")
    story.both("cross-table", slug, "--form", "round-robin")
    story.say("card", slug, "50", "--csv")
    story.say("pairing-information", slug, "--csv")
    story.say("pairings", "show", slug, "--csv")
    story.both("directory", "changes", slug)
    story.do("directory", "apply", slug)
    story.no("directory", "apply", slug)
    story.do("directory", "revert", slug)
    story.do("directory", "apply", slug)
    story.both("directory", "status", slug)
    story.both("directory", "show", "Ana Cedro")

    league = story.do("series", "new", "Liga de los viernes", "--preset", "formula-one-2010")["slug"]
    story.do("series", "add", league, slug)
    second = story.do("new", "Noche 2", "--like", slug, "--with-players", "--seed", "b")["slug"]
    story.do("set", second, "date=2025-01-17")
    story.round(second, points)
    for _ in range(2):
        story.round(second, lambda row: "401-377")
    story.both("close", second, "--look")
    story.do("close", second)
    story.both("close", second)
    story.both("series", "standings", league)
    story.say("series", "standings", league, "--csv")
    story.both("series", "show", league)
    story.do("series", "link", league, "Nora Nueva", "Wenda Ultra", code=None)
    story.do("series", "unlink", league, "Nora Nueva", code=None)
    story.no("directory", "erase", "Lino Tilo")
    story.do("directory", "erase", "Lino Tilo", "--yes")
    story.do("directory", "export", "-o", story.path("people-out.csv"))
    story.do("directory", "export")
    story.say("directory", "export")
    story.both("directory", "list", "--club", "Faro")


RULES = 'title = "Casa"\ncount = "places"\n[points]\ntable = [3, 2, 1]\n'
LEAGUE = "first,last,club,rating\nAda,Ríos,Norte,2100\nBea,Sol,Norte,2050\nCai,Mar,Sur,1990\nDov,Rey,Sur,1800\n"


def leagues(story: Story) -> None:
    """Two small cups in a Grand Prix; categories."""
    slugs = []
    for i in (1, 2):
        slug = story.do("new", f"Copa {i}", "--ruleset", "scrabble-venezuela", "--rounds", "1", "--seed", "s")["slug"]
        story.do("set", slug, f"date=2025-0{i}-10")
        story.do("players", "import", slug, story.file("league.csv", LEAGUE if i == 1 else LEAGUE.replace("Bea", "Bé")))
        story.round(slug, lambda row: f"{410 - row['table']}-{310 - row['table']}")
        slugs.append(slug)
    prix = story.do("series", "new", "Liga 2025", "--preset", "formula-one-2010", "--set", "best=2")["slug"]
    for slug in slugs:
        story.do("series", "add", prix, slug)
    story.do("series", "add", prix, slugs[1], "--weight", "2", "--position", "1")
    story.both("series", "standings", prix)
    story.do("series", "link", prix, "Bea Sol", "Bé Sol")
    story.say("series", "standings", prix)  # which of the two ids stays is chance
    story.do("series", "unlink", prix, "Bea Sol")
    story.both("series", "show", prix)
    story.both("series", "rules", prix)
    story.do("series", "remove", prix, slugs[1])
    home = story.do("series", "new", "Uruguay", "--preset", "uruguay", "--set", "exchange.size=2")["slug"]
    story.do("series", "add", home, slugs[0])
    story.both("series", "categories", home)
    story.do("series", "categories", home, "--apply")
    story.no("series", "categories", home, "--apply")
    story.do("series", "categories", home, "--take-back")
    story.do("series", "categories", home, "--put", "A", "Dov Rey")
    story.both("series", "categories", home)
    story.say("series", "categories", home, "--csv")
    story.do("series", "rules", home, "--file", story.file("casa.toml", RULES))
    story.both("series", "list")
    story.no("series", "delete", home)
    story.do("series", "delete", home, "--yes")


METHODS = """name,rating,club,absent,late_from,until,bonus
Ana Ruiz,2100,Norte,,,,
Leo Paz,2050,Norte,"2:1",,,
Iria Bouza,1980,Sur,,,,
Teo Lima,1900,Sur,,,,
Mar Vega,1850,Este,"1,3:0",,,
Sol Gil,1800,Este,,,4,
Uxía Rey,1700,,,2,,0.5
"""


def dutch_event(story: Story) -> None:
    """The Dutch system, other methods by round, a round by hand and one from a file."""
    slug = story.do("new", "Abierto", "--ruleset", "chess-fide", "--seed", "x")["slug"]
    story.do("leave-fide-mode", slug, "--reason", "a club evening", "--yes", "--confirm", "LEAVE")
    story.do("set", slug, "rounds=5", "date=2025-04-04")
    story.do("players", "import", slug, story.file("open.csv", METHODS))
    story.open_round(slug, "--first-move", "bottom")
    story.results(slug, lower_wins)
    story.open_round(slug)
    story.results(slug, lambda row: "=" if row["table"] == 1 else lower_wins(row))
    story.open_round(slug, "--method", "uscf")
    story.results(slug, lower_wins)
    story.no("pair", slug, "--method", "dice")
    story.do("pair", slug, "--method", "manual")
    story.no("publish", slug)
    story.both("show", slug)
    rows = story.file("by-hand.csv", "table,a,b,result\n1,1,7,1-0\n2,2,6,=\n3,3,5,0-1\n,4,,\n")
    story.do("pairings", "import", slug, rows, "--round", "4", code=None)
    story.both("show", slug)
    look(story, slug, rounds=4, player="1")
    story.both("pairing-input", slug, "--round", "2")
    story.both("pairing-input", slug, "--round", "2", "-o", story.path("round2.json"))
    story.both("pairing-input", "--replay", story.path("round2.json"))
    story.both("pairing-input", slug, "--round", "9")
    story.both("second-opinion", slug)
    story.both("random", "--players", "6", "--rounds", "3")
    story.both("random", "3", "--players", "6-9", "--check")
    story.no("undo", slug, "3")


def fide_event(story: Story) -> None:
    """FIDE mode: what is told, asked, asked twice, refused; and out of it."""
    slug = story.do("new", "Festival", "--ruleset", "chess-fide", "--rounds", "4", "--seed", "x")["slug"]
    six = "\n".join(line.split(",")[0] + "," + line.split(",")[1] for line in METHODS.splitlines()[:7])
    story.do("players", "import", slug, story.file("festival.csv", six))
    story.do("forbid", slug, "1", "3", "--rounds", "1-2")
    story.no("set", slug, "method=random")
    story.do("pair", slug)
    story.do("pairings", "edit", slug)
    story.do("swap", slug, "1", "2", "--yes")
    story.both("pairings", "compare", slug)
    story.no("pairings", "done", slug)
    story.no("pairings", "done", slug, "--yes")
    story.do("pairings", "done", slug, "--yes", "--confirm", "HAND")
    story.do("publish", slug)
    story.do("start", slug)
    story.results(slug, lower_wins)
    story.round(slug, lower_wins)
    story.no("report", slug, "=", "--round", "1", "--table", "1")
    story.do("rating-correction", slug, "=", "--round", "1", "--table", "1", "--yes")
    story.no("renumber", slug, "--swap", "1", "2", "--yes")
    story.do("renumber", slug, "--swap", "1", "2", "--yes", "--confirm", "RENUMBER")
    story.no("leave-fide-mode", slug, "--reason", "blitz at the end", "--yes")
    story.do("leave-fide-mode", slug, "--reason", "blitz at the end", "--yes", "--confirm", "LEAVE")
    story.both("show", slug)


def round_robin(story: Story) -> None:
    slug = story.do("new", "Liga", "--ruleset", "chess-round-robin", "--seed", "x")["slug"]
    story.do("set", slug, "cycles=2")
    three = "\n".join(METHODS.splitlines()[:4]).replace('"2:1"', "")
    story.do("players", "import", slug, story.file("robin.csv", three))
    for number in range(6):
        story.round(slug, lambda row, n=number: "=" if n == 3 else lower_wins(row))
    story.no("pair", slug)
    story.no("late", slug, "--name", "Zoe Mora", "--yes")
    look(story, slug, rounds=6, player="1")


def elimination(story: Story) -> None:
    """A bracket from the start, with byes and a match for third place."""
    slug = story.do("new", "Eliminatoria", "--ruleset", "pokemon-tcg-2019-07", "--style", "elimination", "--seed", "k")[
        "slug"
    ]
    story.do("set", slug, "third_place=yes", "date=2019-08-01")
    story.do("players", "import", slug, story.file("bracket.csv", players_csv(6)))
    story.round(slug, lower_wins)
    semi = story.open_round(slug)
    story.do("drop", slug, semi[0]["a"])
    story.results(slug, lower_wins)
    story.round(slug, lower_wins)
    look(story, slug, rounds=3, player="2")


def registration(story: Story) -> None:
    """Players register themselves, and some wait."""
    slug = story.do("new", "Abierto", "--ruleset", "pokemon-tcg-2019-07", "--seed", "k")["slug"]
    story.no("registration", "add", slug, "first=Ada", "last=Prado", "birth_year=1999")
    story.do("set", slug, "registration=yes", "registration_limit=1", "registration_guardian=yes")
    story.no("registration", "add", slug, "first=Ada", "last=Prado", "birth_year=1999")
    for name in ("Ada", "Bel", "Ciro"):
        story.do("registration", "add", slug, f"first={name}", "last=Prado", "birth_year=1999", "--guardian")
    story.both("registration", "list", slug)
    story.both("todo", slug)
    story.do("registration", "admit", slug, "2")
    story.do("registration", "decline", slug, "3")
    story.no("registration", "decline", slug, "3")


def duplicate_afternoon(story: Story) -> None:
    slug = story.do("duplicate", "new", "Tarde", "--date", "2025-02-02")["slug"]
    story.both("duplicate", "ranking", slug)
    sheets = story.file("sheets.csv", "BEST,30,40\nAda Ríos,30,20\n=Bea,30,40\n")
    story.do("duplicate", "enter", slug, sheets)
    story.do("duplicate", "enter", slug, "--sheet", "Cai=10,-")
    story.do("duplicate", "enter", slug, "--game", "2", "--best", "50,20", "--sheet", "Ada Ríos=50,20")
    story.both("duplicate", "ranking", slug)
    story.say("duplicate", "ranking", slug, "--csv")
    story.do("duplicate", "enter", slug, "--remove", "Cai")
    story.both("duplicate", "list")
    story.no("duplicate", "delete", slug)
    story.do("duplicate", "delete", slug, "--yes")


def refusals(story: Story) -> None:
    """What is not there, not readable or not a command."""
    for typed in (
        ("show", "nowhere"),
        ("standings", "nowhere"),
        ("pair", "nowhere"),
        ("verify", "nowhere"),
        ("series", "show", "nowhere"),
        ("duplicate", "ranking", "nowhere"),
        ("rulesets", "show", "nothing"),
        ("card", "copa-julio", "zz"),
        ("explain-place", "copa-julio", "zz"),
        ("players", "list", "liga", "--sort", "height"),
        ("standings", "liga", "--after", "77"),
        ("pairing-information", "liga", "--round", "77"),
        ("ratings", "copa-2009"),
        ("set", "liga", "barred=town:1"),
        ("set", "liga", "colour=red"),
        ("set", "liga", "cycles=1"),
        ("new", "Liga", "--ruleset", "swiss", "--slug", "liga"),
        ("new", "X", "--ruleset", "moon"),
        ("delete", "liga"),
        ("players", "import", "liga", story.file("bad.csv", "rating\n3\n")),
        ("results", "import", "liga", story.file("bad.csv", "rating\n3\n"), "--round", "1"),
        ("import", story.file("bad.txt", "a,b\n")),
        ("import", story.path("no-such-file")),
        ("advance", "liga", "--to", "cut"),
        ("checks", "record", "liga", "77", "--outcome", "clean"),
        ("lists", "show", "epic-day", "8"),
        ("drop", "liga", "zz"),
    ):
        story.no(*typed)
    for typed in (
        ("nonsense",),
        ("show",),
        ("pair", "x", "--bad"),
        ("players",),
        ("set", "x", "rounds"),
        ("advance", "x", "--to", "moon"),
        ("report", "x", "--round", "1", "--table", "1"),
        ("series", "new", "X"),
        ("drop", "liga", "1", "--override", "x"),
        ("late", "liga", "--first", "A", "--name", "B", "--yes"),
        ("export", "liga", "paper"),
        ("print", "poster", "liga"),
        ("new", "X", "--with-players"),
    ):
        story.no(*typed, code=2)


def files(story: Story) -> None:
    """Files in and out, papers, backups."""
    for kind in ("pareo", "json", "event-json", "tdf", "csv-players", "csv-journal"):
        story.do("export", "copa-2009", kind, "-o", story.path(f"copa.{kind}"))
    for slug, kind in (("abierto", "trf"), ("abierto", "trf16"), ("epic-day", "list-juggler"), ("noche-1", "tsh")):
        story.do("export", slug, kind, "-o", story.path(f"{slug}.{kind}"), code=None)
    for kind in ("csv-players", "csv-pairings", "csv-standings", "csv-cross-table", "json"):
        story.say("export", "abierto", kind)
    story.both("verify", story.path("copa.pareo"))
    story.both("plan", "swiss", "--players", "8", "--events", "20")
    story.both("receipt", "liga", "--round", "1", "-o", story.path("receipt.json"))
    story.both("compare", "copa-julio", "--with", "pokemon-tom")
    story.do("import", story.path("copa.pareo"), "--slug", "copia")
    story.do("import", story.path("copa.event-json"))
    story.do("import", story.path("copa.tdf"), "--slug", "de-tom")
    story.do("import", story.path("abierto.trf"), "--slug", "de-fide", "--ruleset", "chess-fide")
    story.both("show", "de-fide")
    story.do("print", "standings", "liga", "-o", story.path("standings.pdf"))
    made = story.do("backup", "--folder", story.path("kept"))
    story.both("backup", "--folder", story.path("kept"), "--list")
    story.do("restore", made[0]["path"], story.path("restored.db"))
    story.no("restore", made[0]["path"], story.path("restored.db"))
    story.no("move", "liga", "--to", story.path("moved.db"))
    story.do("move", "liga", "--to", story.path("moved.db"), "--keep")


def end(story: Story) -> None:
    story.do("delete", "copia", "--yes")
    story.both("list")
