"""Lists on the command line: handed in, shown, missing, checked without storing, locked and compared."""

from __future__ import annotations

import json

import pytest

from support.command_line import CommandLine
from support.files.photos import JPEG

SQUAD = "Faction: Rebel\nLuke Skywalker (X-wing) 28\n2 x Rookie Pilot (X-wing) 21\n"
OVER = {
    "faction": "imperial",
    "points": 240,
    "pilots": [
        {"name": "howlrunner", "ship": "tiefighter", "points": 18},
        {"name": "howlrunner", "ship": "tiefighter", "points": 18},
        {"name": "vast", "ship": "tiebomber", "points": 300},
    ],
}


@pytest.fixture
def day(pareo: CommandLine) -> CommandLine:
    pareo("new", "Epic Day", "--ruleset", "xwing-epic-duel")
    pareo("players", "import", "epic-day", pareo.file("p.csv", "id,first,last\n1,Ana,Ruiz\n2,Bruno,Paz\n"))
    return pareo


@pytest.mark.req("X-14")
def test_hand_in_show_and_missing(day: CommandLine) -> None:
    told = day.json("lists", "hand-in", "epic-day", "1", day.file("s.txt", SQUAD))
    assert told["action"] == "list"
    assert told["lists"][0]["points"] == 70
    assert told["lists"][0]["version"] == 1
    assert "70 squad points, 0 epic points." in told["notes"]
    rows = day.json("lists", "list", "epic-day")
    assert [(r["player"], r["handed_in"], r["missing"]) for r in rows] == [("1", True, False), ("2", False, True)]
    assert [r["player"] for r in day.json("lists", "missing", "epic-day")] == ["2"]
    text = day("lists", "show", "epic-day", "1").out
    assert "•Luke Skywalker (X-wing) 28" in text
    shown = day.json("lists", "show", "epic-day", "1")
    assert (shown["version"], shown["kind"], shown["sound"]) == (1, "squad", True)
    assert "MISSING" in day("lists", "list", "epic-day").out
    assert day("lists", "hand-in", "epic-day", "2", "-", stdin=SQUAD.encode()).out.startswith("Handed in for Bruno Paz")
    assert "No list is missing." in day("lists", "missing", "epic-day").out
    assert "release" in day("lists", "list", "epic-day").out
    day("lists", "withdraw", "epic-day", "2")
    assert [v["withdrawn"] for v in day.json("lists", "versions", "epic-day", "2")] == [True]


@pytest.mark.req("X-20")
def test_over_a_limit(day: CommandLine) -> None:
    file = day.file("over.json", json.dumps(OVER))
    before = day.head("epic-day")
    error, message = day.refusal("lists", "hand-in", "epic-day", "1", file)
    assert error == "list-over"
    for part in ("336 squad points", "the list says 240", "howlrunner is a unique name", "--override"):
        assert part in message
    assert day.head("epic-day") == before
    day("lists", "hand-in", "epic-day", "1", file, "--override", "no", "--client", "c1")
    assert day("lists", "check-file", file, "--ruleset", "xwing-epic-duel", code=1).out.count("Over a limit:") == 3
    data = json.loads(day("lists", "check-file", file, "--ruleset", "xwing-epic-duel", "--json", code=1).out)
    assert (data["points"], len(data["problems"])) == (336, 3)
    fine = day.json("lists", "check-file", day.file("s.txt", SQUAD), "--ruleset", "xwing-epic-duel")
    assert fine["problems"] == []
    assert "60" in day("lists", "check-file", day.file("d.txt", "60 Fire Energy\n"), "--ruleset", "pokemon-2009").out


def test_a_photo_is_written_to_a_file(day: CommandLine) -> None:
    day("lists", "hand-in", "epic-day", "1", day.file("photo.txt", JPEG))  # by its bytes, not by its name
    assert "photo" in day("lists", "show", "epic-day", "1").out
    out = day.folder / "out.jpg"
    day("lists", "show", "epic-day", "1", "-o", str(out))
    assert out.read_bytes() == JPEG


def test_locked_after_the_start(day: CommandLine) -> None:
    day.open_round("epic-day")
    error, message = day.refusal("lists", "hand-in", "epic-day", "1", day.file("s.txt", SQUAD))
    assert (error, "--override REASON" in message) == ("list-locked-outside", True)
    day("lists", "hand-in", "epic-day", "1", day.file("s.txt", SQUAD), "--override", "wrong paper")
    assert day.json("journal", "epic-day")[-1]["data"]["override"] == "wrong paper"


@pytest.mark.parametrize(
    "content", [b"x" * 2_000_000, b"[" * 90_000, b"\0\1\2", b"", b'{"a": NaN}', "a\u202eb".encode()]
)
def test_hostile_files_are_one_sentence(day: CommandLine, content: bytes) -> None:
    file = day.file("hostile", content)
    day.refusal("lists", "hand-in", "epic-day", "1", file)
    day.refusal("lists", "check-file", file, "--ruleset", "xwing-epic-duel")


@pytest.mark.req("P-PREM-3")
def test_the_code_of_a_team(pareo: CommandLine) -> None:
    pareo("new", "Cup", "--ruleset", "pokemon-vgc-2019-07")
    pareo("players", "add", "cup", "--first", "Ana", "--id", "1")
    pareo("set", "cup", "qr_locked=yes", "lists=required")
    assert pareo.json("lists", "missing", "cup")[0]["lock_missing"]
    pareo("lists", "lock", "cup", "1", pareo.file("code.txt", "PKM:abc\n"))
    assert not pareo.json("lists", "missing", "cup")[0]["lock_missing"]
    assert pareo.json("lists", "compare", "cup", "1", pareo.file("same.txt", "PKM:abc"))["same"]
    assert "NOT" in pareo("lists", "compare", "cup", "1", pareo.file("other.txt", "PKM:abd"), code=1).out
    assert "PKM:abc" in pareo("lists", "show", "cup", "1", "--lock").out
