"""Ruleset files: what is read, what is refused and how the refusal names the place."""

from __future__ import annotations

import tomllib
from decimal import Decimal

import pytest

from pareo.app.wording.ruleset_text import describe
from pareo.core.model.outcome import Outcome
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.standings.tiebreaks.registry import check_use
from pareo.core.text.errors import BadInput
from pareo.core.text.toml_writer import lay_over, read_toml, without_key, write_toml
from support.errors import raises_code

HOUSE = """
id = "house"
title = "House rules"
game = "Go"
styles = ["swiss"]

[document]
title = "Our club"
edition = "1"
language = "en"

[points]
unit = 2
win = 1
draw = 0.5
loss = 0

[results]
kind = "outcome"

[swiss]
system = "random"

[[tiebreaks]]
id = "owp"
floor = "25%"

[advice]
default = "a"

[advice.tables.a]
title = "A"
style = "swiss"
rows = [{ players = "4-8", rounds = 3 }, { players = "9+", rounds = 4 }]
"""


def test_points_are_kept_in_the_smallest_unit() -> None:
    rules = parse_ruleset(HOUSE, name="house.toml")
    assert rules.points[Outcome.WIN] == 2
    assert rules.points[Outcome.DRAW] == 1
    assert rules.show_points(rules.points[Outcome.DRAW]) == 0.5
    assert rules.points[Outcome.BYE] == rules.points[Outcome.FORFEIT_WIN] == rules.points[Outcome.EARNED_BYE] == 2
    assert rules.points[Outcome.LATE_LOSS] == rules.points[Outcome.REQUESTED_BYE] == rules.points[Outcome.ABSENT] == 0
    assert set(rules.points) == set(Outcome)
    assert rules.text == HOUSE


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('game = "Go"', 'game = "Go"\ncolour = "red"', "colour", "unknown key"),
        ('kind = "outcome"', 'kind = "outcome"\nkindd = 1', "results.kindd", "unknown key"),
        ('title = "House rules"', "title = 7", "title", "7 is not a text"),
        ('title = "House rules"', "", "title", "missing"),
        ('id = "house"', 'id = "House Rules"', "id", "small letters"),
        ('styles = ["swiss"]', 'styles = ["knockout"]', "styles", '"knockout" is not one of'),
        ('styles = ["swiss"]', "styles = []", "styles", "at least one"),
        ('system = "random"', 'system = "monrad"', "swiss.system", '"monrad" is not one of dutch, fise, king'),
        ('id = "owp"', 'id = "opw"', "tiebreaks[1].id", '"opw" is not one of'),
        ('floor = "25%"', "floor = 25", "tiebreaks[1].floor", "not a text"),
        ('floor = "25%"', 'floor = "quarter"', "tiebreaks[1].floor", "not a percentage"),
        ('floor = "25%"', 'draws = "half"', "tiebreaks[1].draws", "unknown key"),
        ("[advice]", '[[tiebreaks]]\nid = "owp"\n\n[advice]', "tiebreaks", "twice"),
        ("draw = 0.5", "draw = 0.3", "points.draw", "not a whole number of 1/2 points"),
        ("draw = 0.5", "draw = 2", "points.draw", "more than a win"),
        ("draw = 0.5", "", "points.draw", "missing"),
        ("draw = 0.5", "draw = true", "points.draw", "not a number of points"),
        ("draw = 0.5", "draw = nan", "points.draw", "not a number of points"),
        ("loss = 0", "loss = 0\nmodified = 1", "points.modified", "unknown key"),
        ('"9+"', '"10+"', "advice.tables.a.rows", "no row for 9 to 9 players"),
        ('"9+"', '"8+"', "advice.tables.a.rows", "overlaps"),
        ('"4-8"', '"8-4"', "advice.tables.a.rows[1].players", "none of"),
        ('"4-8"', '"few"', "advice.tables.a.rows[1].players", "none of"),
        ("rounds = 4", "rounds = 4, cut = 8", "advice.tables.a.rows[2].cut", "has no cut"),
        ("rounds = 4", "rounds = 0", "advice.tables.a.rows[2].rounds", "less than 1"),
        ("rounds = 4", "rounds = [4, 4]", "advice.tables.a.rows[2].rounds", "twice"),
        ("rounds = 4", "rounds = 4, day2 = 3", "second_day", "missing"),
        ('default = "a"', 'default = "b"', "advice.default", "not the id of a table"),
        ("[advice]", "[elimination]\nmax_cut = 12\n[advice]", "elimination.max_cut", "not a power of 2"),
        ("[advice]", "[sections]\ncounts = [2, 3]\n[advice]", "sections.counts", "powers of two"),
        ("[advice]", "[swiss.x]\na = 1\n[advice]", "swiss.x", "unknown key"),
        ("[advice]", "[round]\nminutes = 60\nshortest = 90\nlongest = 99\n[advice]", "round.minutes", "not between"),
        ("[advice]", '[rating]\nmethod = "glicko"\n[advice]', "rating.method", "not one of"),
        ('id = "house"', 'id = "house"\nentrant = "team"', "team_size", "two players or more"),
        ('id = "house"', 'id = "house"\nannounce = ["weather"]', "announce", '"weather" is not one of'),
        ('id = "house"', 'id = "house"\nextends = "swiss"', "extends", "no ruleset can be found"),
        ('id = "house"', 'id = "house"\nwithout = ["late"]', "without", "extends another"),
        ('id = "house"', 'id = "house', "TOML", "line"),
    ],
)
def test_a_mistake_is_refused_with_file_key_and_reason(old: str, new: str, key: str, reason: str) -> None:
    assert old in HOUSE
    with pytest.raises(BadInput) as caught:
        parse_ruleset(HOUSE.replace(old, new, 1), name="house.toml")
    assert caught.value.code == "ruleset-invalid"
    assert caught.value.params["file"] == "house.toml"
    assert caught.value.params["key"] == key
    assert reason in str(caught.value.params["reason"])
    assert str(caught.value).startswith(f"house.toml: {key}: ")


CUT = '[advice.tables.b]\ntitle = "B"\nstyle = "swiss+cut"\nrows = [{ players = "8", rounds = 3, cut = %s }]\n'


@pytest.mark.req("P-CUT-1")
@pytest.mark.parametrize("cut", ["3", "1", "[8, 6]"])
def test_a_table_with_a_cut_that_is_no_power_of_two_is_refused(cut: str) -> None:
    assert parse_ruleset(HOUSE + CUT % "[8, 2]", name="h").advice.tables[1].rows[0].cuts == (8, 2)
    with raises_code(BadInput, "ruleset-invalid", says="power of 2") as caught:
        parse_ruleset(HOUSE + CUT % cut, name="h")
    assert caught.value.params["key"] == "advice.tables.b.rows[1].cut"


DIVISIONS = "[divisions]\nlist = [{ id = 'y', title = 'Young', %s }, { id = 'o', title = 'Old', %s }]\n"


@pytest.mark.parametrize(
    ("young", "old", "reason"),
    [
        ("born_from = 2000", "born_to = 2000", "overlap"),
        ("born_from = 2000", "born_from = 1990", "overlap"),
        ("born_to = 1999", "born_from = 2000", "youngest first"),
        ("born_from = 2000", "born_to = 1998", "no division covers"),
        ("born_from = 2005, born_to = 2001", "born_to = 2004", "later than"),
    ],
)
def test_divisions_share_no_birth_year_and_leave_none_out(young: str, old: str, reason: str) -> None:
    assert parse_ruleset(HOUSE + DIVISIONS % ("born_from = 2000", "born_to = 1999"), name="h").divisions
    with pytest.raises(BadInput) as caught:
        parse_ruleset(HOUSE + DIVISIONS % (young, old), name="h")
    assert reason in str(caught.value)


def test_a_file_that_extends_another_is_kept_as_one_whole_text() -> None:
    upper = 'extends = "house"\nid = "ours"\nwithout = ["advice.tables.a", "advice.default"]\n[points]\nwin = 1.5\n'
    rules = parse_ruleset(upper, name="ours.toml", find={"house": HOUSE}.__getitem__)
    assert rules.id == "ours"
    assert rules.title == "House rules"
    assert rules.points[Outcome.WIN] == 3
    assert rules.points[Outcome.DRAW] == 1
    assert rules.advice.tables == ()
    assert "extends" not in rules.text
    assert parse_ruleset(rules.text, name="stored") == rules


def test_files_that_extend_each_other_in_a_circle_are_refused() -> None:
    circle = {"a": 'extends = "b"', "b": 'extends = "a"'}
    with pytest.raises(BadInput) as caught:
        parse_ruleset(circle["a"], name="a", find=circle.__getitem__)
    assert caught.value.params["key"] == "extends"


def test_leaving_out_a_key_that_is_not_there_is_refused() -> None:
    with raises_code(BadInput, "ruleset-invalid", says="is not in house") as caught:
        parse_ruleset('extends = "house"\nwithout = ["tiers"]', name="x", find={"house": HOUSE}.__getitem__)
    assert caught.value.params["key"] == "without"


def test_toml_is_written_so_that_it_reads_back_the_same() -> None:
    table = {
        "name": 'a "quoted" \\ text\n\x7f é',
        "half": Decimal("0.5"),
        "yes": True,
        "list": [1, 2],
        "rows": [{"players": "4-8", "cut": [4, 2], "odd key": 1}] * 5,
        "block": {"x": 1, "deep": {"swiss+cut": {"y": "z"}}, "empty": {}},
    }
    text = write_toml(table)
    assert tomllib.loads(text, parse_float=Decimal) == table
    assert write_toml(read_toml(text)) == text


def test_laying_over_merges_tables_and_replaces_the_rest() -> None:
    base = {"a": {"x": 1, "y": [1, 2]}, "b": 1}
    assert lay_over(base, {"a": {"y": [3]}, "c": 2}) == {"a": {"x": 1, "y": [3]}, "b": 1, "c": 2}
    assert base == {"a": {"x": 1, "y": [1, 2]}, "b": 1}
    assert without_key(base, "a.x") == {"a": {"y": [1, 2]}, "b": 1}
    assert without_key(base, "b.x") is None


def test_options_of_tie_breaks() -> None:
    median = 'id = "median-buchholz"\nhigh = 0\nlow = 2\nunplayed = "draws"'
    (use,) = parse_ruleset(HOUSE.replace('id = "owp"\nfloor = "25%"', median), name="h").tiebreaks
    assert use.options == {"high": 0, "low": 2, "unplayed": "draws"}
    check_use(use)
    with raises_code(BadInput, "ruleset-invalid", says="whole number"):
        parse_ruleset(HOUSE.replace('id = "owp"\nfloor = "25%"', 'id = "median-buchholz"\nhigh = "1"'), name="h")


def test_a_page_of_house_rules_says_what_the_file_says() -> None:
    page = describe(parse_ruleset(HOUSE, name="h"))
    assert "House rules (house)" in page
    assert "1. Opponents' win percentage (owp): at least 25 %" in page
    assert "  4–8       3\n  9+        4\n" in page
