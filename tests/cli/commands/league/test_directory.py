"""The directory by command line, and a whole club evening: how many commands it takes, and how long."""

from __future__ import annotations

import pytest

PEOPLE = "name,rating,games,club\n" + "".join(f"Ana Cedro{i:02d},{1300 + 20 * i},{i},FARO\n" for i in range(1, 25))


def points(row) -> str:
    return "400-350" if int(row["a"]) < int(row["b"]) else "350-400"


@pytest.fixture
def last_week(pareo):
    """A directory of 24 and an evening of last week, rated and closed."""
    pareo("directory", "import", pareo.file("people.csv", PEOPLE), "--tidy")
    slug = pareo("new", "Last week", "--ruleset", "scrabble-fise", "--rounds", "3", "--seed", "a").out.strip()
    pareo("enter", slug, *[f"Ana Cedro{i:02d}" for i in range(1, 17)])
    for _ in range(3):
        pareo.play_round(slug, points)
    pareo("directory", "apply", slug)
    return slug


@pytest.mark.req("SP-8", "SP-12")
def test_an_evening_takes_three_commands_beside_the_rounds(pareo, last_week):
    names = [f"Ana Cedro{i:02d}" for i in range(3, 19)]
    before = {row["name"]: row["rating"] for row in pareo.json("directory")}
    commands = 0

    def run(*arguments: str) -> str:
        nonlocal commands
        commands += 1
        return pareo(*arguments).out.strip()

    slug = run("new", "This week", "--like", last_week)
    run("enter", slug, *names)
    for number in (1, 2, 3):
        for step in ("pair", "publish", "start"):
            run(step, slug)
        rows = [row for row in pareo.pairings(slug) if row["kind"] == "match"]
        lines = "".join(f"{row['table']},{points(row)}\n" for row in rows)
        run("results", "import", slug, pareo.file("r.csv", "table,result\n" + lines), "--round", str(number))
        run("finish", slug)
    preview = {row["name"]: row for row in pareo.json("directory", "changes", slug)}
    run("directory", "apply", slug)
    assert commands == 3 + 3 * 5, "new, here, apply; and five for each round"
    after = {row["name"]: row["rating"] for row in pareo.json("directory")}
    assert {name: after[name] - before[name] for name in names} == {n: preview[n]["change"] for n in names}
    entered = {row["name"]: row["rating"] for row in pareo.json("players", "list", slug)}
    assert entered == {name: before[name] for name in names}, "played with the ratings of today, not of last week"
    history = pareo.json("directory", "show", names[0])["history"]
    assert [row["event"] for row in history] == ["Last week", "This week"]


@pytest.mark.req("SP-8", "SP-16")
def test_close_is_one_command_for_ratings_and_series(pareo, last_week):
    league = pareo("series", "new", "Liga", "--preset", "formula-one-2010").out.strip()
    pareo("series", "add", league, last_week)
    made = pareo.json("new", "This week", "--like", last_week, "--with-players")
    assert made["notes"][0] == "16 players have new ratings from the directory."
    slug = made["slug"]
    code, message = pareo.refusal("close", slug)
    assert (code, "This week" in message) == ("close-not-begun", True)
    for _ in range(3):
        pareo.play_round(slug, points)
    looked = pareo.json("close", slug, "--look")
    assert (looked["lists"][0]["changed"], looked["series"][0]["slug"]) == (16, league)
    assert not pareo.json("directory", "status", slug)["lists"][0]["applied"], "looking writes nothing"
    told = pareo("close", slug).out
    assert "16 ratings changed" in told
    assert "Liga:" in told
    assert pareo.json("directory", "status", slug)["lists"][0]["applied"]
    assert [event["slug"] for event in pareo.json("series", "show", league)["events"]] == [last_week, slug]
    assert "already been applied" in pareo("close", slug).out
    assert pareo.refusal("close", slug, "--series", "nowhere")[0] == "no-such-series"


def test_refusals(pareo, last_week):
    assert pareo.refusal("directory", "apply", last_week)[0] == "ratings-applied"
    code, message = pareo.refusal("enter", last_week, "Ánna Cedro01")
    assert (code, "Ana Cedro01" in message) == ("directory-who", True)
    assert pareo.refusal("enter", last_week, "Ana Cedro20")[0] != "directory-who"  # the event has started
    assert pareo.refusal("directory", "show", "nobody at all")[0] == "no-such-directory-person"
    assert pareo.refusal("directory", "correct", "Ana Cedro01", "1500")[0] == "directory-reason"
    assert pareo.refusal("directory", "erase", "Ana Cedro01")[0] == "forget-confirm"
    assert pareo.refusal("directory", "import", pareo.file("x.csv", "rating\n3\n"))[0] == "csv-no-name"
    assert pareo.refusal("directory", "apply", "nowhere")[0] == "no-such-tournament"
    pareo("directory", "revert", last_week)
    assert pareo.refusal("directory", "revert", last_week)[0] == "not-applied"


def test_shapes_and_files(pareo, last_week):
    rows = pareo.json("directory", "list", "cedro03")
    assert [(row["name"], row["club"], isinstance(row["id"], str)) for row in rows] == [("Ana Cedro03", "FARO", True)]
    status = pareo.json("directory", "status", last_week)
    assert [(row["list"], row["applied"]) for row in status["lists"]] == [(1, True), (2, False)]
    assert {row["how"] for row in pareo.json("directory", "links", last_week)} == {"chosen"}
    pareo("directory", "edit-club", "faro", "name=Club Faro", "city=Lugo")
    assert pareo.json("directory", "clubs")[0]["aliases"] == ["FARO"]
    path = str(pareo.folder / "out.csv")
    pareo("directory", "export", "-o", path)
    data = pareo.json("directory", "import", path)
    assert (data["new"], data["changed"], data["known"]) == (0, 0, 24)
    pareo("directory", "erase", "Ana Cedro24", "--yes")
    assert len(pareo.json("directory")) == 23


@pytest.mark.req("SP-17")
def test_tidy_is_asked_for(pareo):
    slug = pareo("new", "Cup", "--ruleset", "swiss", "--rounds", "3").out.strip()
    pareo("players", "add", slug, "--first", "ANA", "--last", "DE LA CRUZ", "--club", "TORRE NORTE", "--tidy")
    pareo("players", "add", slug, "--first", "BEA", "--last", "DE LA CRUZ")
    pareo(
        "players",
        "import",
        slug,
        pareo.file("p.csv", "name,club\no'neill leo,FC FARO\n"),
        "--tidy",
        "--names",
        "first-last",
    )
    rows = [(row["name"], row["club"]) for row in pareo.json("players", "list", slug)]
    assert sorted(rows) == [("Ana de la Cruz", "Torre Norte"), ("BEA DE LA CRUZ", ""), ("O'Neill Leo", "FC Faro")]
