"""Files written by version 0.1.0 open today and say what they said then. A row may say more: keys that came later.

`tests/fixtures/v0_1_0` holds a database with every journal action of 0.1.0, the bundle and the journal of each of its
events, and what the commands of 0.1.0 answered (`made_by.py` tells how).
"""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pareo.cli.main import main

FILES = Path(__file__).parents[1] / "fixtures" / "v0_1_0"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FILES / "expected.json").read_text(encoding="utf-8"))
SLUGS = sorted(filter(None, EXPECTED))
ACTIONS = {
    "advanced",
    "announced",
    "checked",
    "claimed",
    "clock",
    "created",
    "drawn",
    "dropped",
    "edited",
    "entered",
    "extended",
    "finished",
    "forgotten",
    "inspected",
    "late",
    "list",
    "list-withdrawn",
    "noted",
    "paired",
    "penalised",
    "published",
    "redrawn",
    "removed",
    "results",
    "set",
    "started",
    "swapped",
    "undone",
    "undropped",
}


def typed(db: Path, *arguments: str) -> tuple[int, str]:
    """A command's exit code and what it said."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = main(["--db", str(db), "--actor", "Elsa Prado", *arguments])
    return code, said.getvalue()


def answers(db: Path, commands: dict[str, Any], slug: str) -> dict[str, Any]:
    """Each command's answer now. SLUG stands for the event; the last words of a command are one name."""
    found = {}
    for command in commands:
        head, _, name = command.partition(" SLUG")
        words = [*head.split(), slug, *_rest(name)] if "SLUG" in command else _hall(command)
        code, said = typed(db, *words, "--json")
        found[command] = {"code": code, "said": json.loads(said)}
    return found


# What is told in other words today.
REWORDED = {
    "The player with more points has no opponent on equal points and floats down.": (
        "No opponent with equal points was to be had for the player with more: he floats down."
    ),
    "Both get the colour they are due.": ("Both have the colour they are due."),
    "Bye: in the lowest score group, the player with the fewest unplayed games.": (
        "The bye: in the lowest score group, somebody with the fewest games missed."
    ),
    "The first player is paired down.": ("The first player meets somebody with fewer match points."),
    "Starts because they have started less often.": ("Starts because he has started less often."),
    "A higher opponent in the list was skipped: another player needs them.": (
        "An opponent before in the list was passed over: somebody else needs him."
    ),
    "Leste is a team: choose whose list it is (Ana Lesteino, Bea Lesteino).": (
        "Leste is a team: say whose list it is (Ana Lesteino, Bea Lesteino)."
    ),
    "Norte is a team: choose whose list it is (Ana Norteino, Bea Norteino).": (
        "Norte is a team: say whose list it is (Ana Norteino, Bea Norteino)."
    ),
    "Oeste is a team: choose whose list it is (Ana Oesteino, Bea Oesteino).": (
        "Oeste is a team: say whose list it is (Ana Oesteino, Bea Oesteino)."
    ),
    "Sur is a team: choose whose list it is (Ana Surino, Bea Surino).": (
        "Sur is a team: say whose list it is (Ana Surino, Bea Surino)."
    ),
    "An odd number of players was left in the group with this record.": (
        "An odd number of players was left in the record group, so one of them is paired down."
    ),
    "Any other pairing of the group would be a rematch.": (
        "Paired down because another pairing of the group would repeat a match."
    ),
    **{
        f"main: The document has no table; {typical} players (1 more round each time the number doubles).": (
            f"main: The document has no table; {typical} players (twice the players, one round more)."
        )
        for typical in (
            "2 rounds are typical for 4",
            "3 rounds are typical for 5",
            "3 rounds are typical for 8",
            "4 rounds are typical for 9",
        )
    },
    "The first round is paired at random.": "The first round is drawn at random.",
    "juniors: A play-off of 4; the document gives none for 6 players.": "juniors: A cut of 4; the document "
    "gives none for 6 players.",
    "seniors: A play-off of 4; the document gives none for 7 players.": "seniors: A cut of 4; the document "
    "gives none for 7 players.",
}


def as_far_as(then: Any, now: Any) -> Any:
    """What is said now without the keys that nobody knew then."""
    if isinstance(then, dict) and isinstance(now, dict):
        if then.get("method") == "rule" and then.get("proved") is False and now.get("proved") is True:
            now = {**now, "method": "rule", "proved": False}  # a Dutch round is proved best today
        return {key: as_far_as(then.get(key), value) for key, value in now.items() if key in then}
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [as_far_as(before, after) for before, after in zip(then, now, strict=True)]
    return REWORDED.get(now, now) if isinstance(now, str) else now


def _rest(text: str) -> list[str]:
    text = text.strip()
    return text.split() if text.startswith("--") else [text] if text else []


def _hall(command: str) -> list[str]:
    return command.split(" ", 2)


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    return Path(shutil.copy(FILES / "hall.db", tmp_path / "hall.db"))


def test_the_database_holds_every_action(hall: Path) -> None:
    with contextlib.closing(sqlite3.connect(hall)) as db:
        assert {action for (action,) in db.execute("SELECT DISTINCT action FROM entry")} == ACTIONS
        for table in (
            "account",
            "account_grant",
            "token",
            "directory_person",
            "directory_club",
            "directory_rating",
            "series",
            "score_sheet",
            "attachment",
        ):
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] > 0, table


@pytest.mark.parametrize("slug", EXPECTED)
def test_the_database_says_what_it_said(hall: Path, slug: str) -> None:
    now = answers(hall, EXPECTED[slug], slug)
    for command, answer in EXPECTED[slug].items():
        assert as_far_as(answer, now[command]) == answer, command


@pytest.mark.parametrize("slug", SLUGS)
def test_a_bundle_says_what_the_event_said(tmp_path: Path, slug: str) -> None:
    db, bundle = tmp_path / "new.db", FILES / "bundles" / f"{slug}.pareo"
    code, said = typed(db, "verify", str(bundle), "--json")
    then = EXPECTED[slug]["verify SLUG"]["said"]
    assert (code, as_far_as(then, json.loads(said))) == (0, then)
    code, said = typed(db, "import", str(bundle))
    assert code == 0, said
    now = answers(db, EXPECTED[slug], slug)
    for command, answer in EXPECTED[slug].items():
        assert as_far_as(answer, now[command]) == answer, command


@pytest.mark.parametrize("slug", SLUGS)
def test_the_journal_reads_as_it_did(hall: Path, tmp_path: Path, slug: str) -> None:
    file = tmp_path / "journal.csv"
    code, said = typed(hall, "export", slug, "csv-journal", "-o", str(file))
    assert code == 0, said
    assert file.read_bytes() == (FILES / "journals" / f"{slug}.csv").read_bytes()


def test_the_people_of_the_hall_are_still_let_in(hall: Path) -> None:
    """The accounts are read by their store; here it is enough that none was lost by opening the file."""
    typed(hall, "list")
    with contextlib.closing(sqlite3.connect(hall)) as db:
        names = {name for (name,) in db.execute("SELECT name FROM account")}
    assert names == {"owner", "Marc Oller", "Gema Scores"}
