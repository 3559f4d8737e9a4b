"""Series, clubs and duplicate events from the command line: what is printed, what is JSON, what is refused."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest

from support.command_line import CommandLine

PEOPLE = "first,last,club,rating\nAda,Ríos,Norte,2100\nBea,Sol,Norte,2050\nCai,Mar,Sur,1990\nDov,Rey,Sur,1800\n"
RULES = 'title = "Casa"\ncount = "places"\n[points]\ntable = [3, 2, 1]\n'


def play_event(pareo: CommandLine, name: str, date: str) -> str:
    slug = pareo("new", name, "--ruleset", "scrabble-venezuela", "--rounds", "1", "--seed", "s").out.strip()
    pareo("set", slug, f"date={date}")
    pareo("players", "import", slug, pareo.file("people.csv", PEOPLE))
    pareo.play_round(slug, lambda row: f"{410 - row['table']}-{310 - row['table']}")
    return slug


@pytest.mark.req("SP-16")
def test_a_grand_prix_from_the_command_line(pareo: CommandLine) -> None:
    slugs = [play_event(pareo, f"Copa {i}", f"2026-0{i}-10") for i in (1, 2)]
    assert pareo("series", "new", "Liga 2026", "--preset", "formula-one-2010").out == "liga-2026\n"
    for slug in slugs:
        pareo("series", "add", "liga-2026", slug)
    pareo("series", "add", "liga-2026", slugs[1], "--weight", "2", "--position", "1")
    rows: list[dict[str, Any]] = pareo.json("series", "standings", "liga-2026")
    assert [(r["place"], r["points"]) for r in rows] == [(1, 75), (2, 54), (3, 45), (4, 36)]
    assert [p["event"] for p in rows[0]["parts"]] == ["copa-2", "copa-1"]
    text = pareo("series", "standings", "liga-2026").out
    assert "copa-2  copa-1" in text
    table = list(csv.reader(io.StringIO(pareo("series", "standings", "liga-2026", "--csv").out)))
    assert table[0] == ["place", "name", "points", "second", "copa-2", "copa-1", "decided_by"]
    assert table[1][4:6] == ["50", "25"]
    page = pareo("series", "standings", "liga-2026", "--html", "--lang", "es").out
    assert '<html lang="es">' in page
    assert "Puntos" in page
    assert "<style>" in page  # it stands alone: nothing is fetched, and no link leads to a server
    assert not re.search(r"<(link|script|form|img)|href=\"/", page)
    assert pareo.json("series", "list")[0]["events"] == 2
    shown = pareo.json("series", "show", "liga-2026")
    assert [c["action"] for c in shown["changes"]] == ["created", "event", "event", "event", "event-moved"]
    assert "copa-1" in pareo("series", "show", "liga-2026").out
    pareo("series", "remove", "liga-2026", "copa-2")
    assert len(pareo.json("series", "show", "liga-2026")["events"]) == 1
    pareo("series", "delete", "liga-2026", "--yes")
    assert pareo.json("series", "list") == []


def test_rules_of_your_own(pareo: CommandLine) -> None:
    file = pareo.file("casa.toml", RULES)
    assert pareo("series", "new", "Casa", "--rules", file).out == "casa\n"
    assert pareo.json("series", "rules", "casa")["rules"] == RULES
    assert pareo("series", "rules", "casa").out == RULES
    changed = pareo.file("casa.toml", RULES.replace("[3, 2, 1]", "[5]"))
    pareo("series", "rules", "casa", "--file", changed)
    assert "table = [5]" in pareo("series", "rules", "casa").out
    assert {p["id"] for p in pareo.json("series", "presets")} >= {"uruguay", "venezuela", "argentina", "britain"}
    assert "formula-one-2010" in pareo("series", "presets").out


@pytest.mark.req("S-NAT-3")
def test_categories_are_shown_recorded_and_taken_back(pareo: CommandLine) -> None:
    slug = play_event(pareo, "Enero", "2026-01-10")
    pareo("series", "new", "Liga", "--preset", "uruguay", "--set", "exchange.size=2")
    pareo("series", "add", "liga", slug)
    rows = pareo.json("series", "categories", "liga")
    assert sorted(r["category"] for r in rows) == ["A", "A", "B", "B"]
    assert "reason" in pareo("series", "categories", "liga").out
    done = pareo.json("series", "categories", "liga", "--apply")
    assert done["categories"][0]["sizes"] == {"A": 2, "B": 2}
    assert "already recorded" in pareo("series", "categories", "liga", "--apply", code=1).err
    pareo("series", "categories", "liga", "--take-back")
    pareo("series", "categories", "liga", "--put", "A", "Dov Rey")
    assert [r["name"] for r in pareo.json("series", "categories", "liga") if r["before"] == "A"] == ["Dov Rey"]
    assert pareo("series", "categories", "liga", "--csv").out.startswith("name,category,before")


@pytest.mark.req("SP-16")
def test_club_standings(pareo: CommandLine) -> None:
    slug = play_event(pareo, "Copa", "2026-01-10")
    rows = pareo.json("clubs", slug, "--best", "1")
    assert {r["club"] for r in rows} == {"Norte", "Sur"}
    assert all(len(r["counting"]) == 1 and len(r["others"]) == 1 for r in rows)
    assert "Norte" in pareo("clubs", slug).out
    assert pareo("clubs", slug, "--csv").out.startswith("place,club,points")
    assert "No player has a club" in pareo("clubs", slug, "--by", "federation").out


@pytest.mark.req("S-NAT-6")
def test_a_duplicate_afternoon(pareo: CommandLine) -> None:
    assert pareo("duplicate", "new", "Tarde").out == "tarde\n"
    assert "No sheet" in pareo("duplicate", "ranking", "tarde").out
    pareo("duplicate", "enter", "tarde", pareo.file("sheets.csv", "BEST,30,40\nAda Ríos,30,20\n=Bea,30,40\n"))
    done = pareo.json("duplicate", "enter", "tarde", "--sheet", "Cai=10,-")
    assert done["sheets"] == 1
    rows = pareo.json("duplicate", "ranking", "tarde")
    assert [(r["place"], r["name"], r["percent"]) for r in rows] == [
        (1, "=Bea", "100.00"),
        (2, "Ada Ríos", "71.43"),
        (3, "Cai", "14.29"),
    ]
    assert "'=Bea" in pareo("duplicate", "ranking", "tarde", "--csv").out
    assert "Ada Ríos" in pareo("duplicate", "ranking", "tarde", "--html").out
    assert "100.00" in pareo("duplicate", "ranking", "tarde").out
    pareo("duplicate", "enter", "tarde", "--remove", "Cai")
    assert len(pareo.json("duplicate", "ranking", "tarde")) == 2
    assert pareo.json("duplicate", "list")[0]["slug"] == "tarde"
    pareo("duplicate", "delete", "tarde", "--yes")


@pytest.mark.parametrize(
    ("arguments", "told", "code"),
    [
        (("series", "new", "X"), "give the rules: --preset ID or --rules FILE", 2),
        (("series", "new", "X", "--preset", "moon"), "There are no series rules “moon”", 1),
        (("series", "new", "X", "--preset", "uruguay", "--set", "exchange.size=x"), "exchange.size: 'x' is not", 1),
        (("series", "standings", "nowhere"), "There is no series “nowhere”.", 1),
        (
            ("series", "delete", "liga"),
            "will be deleted for good; its tournaments stay. Repeat with --yes to do it.",
            1,
        ),
        (("series", "add", "liga", "nowhere"), "There is no event “nowhere”.", 1),
        (("series", "categories", "liga", "--apply", "--take-back"), "one of --apply, --take-back and --put", 2),
        (("duplicate", "enter", "nowhere", "--best", "3"), "There is no duplicate event “nowhere”.", 1),
        (("duplicate", "enter", "nowhere"), "give a FILE, --best or --sheet", 2),
        (("clubs", "nowhere"), "There is no event “nowhere”.", 1),
    ],
)
def test_what_is_wrong_is_one_sentence(pareo: CommandLine, arguments: tuple[str, ...], told: str, code: int) -> None:
    pareo("series", "new", "Liga", "--preset", "uruguay")
    answer = pareo(*arguments, code=code)
    assert told in answer.err
    assert answer.err.count("\n") == 1
