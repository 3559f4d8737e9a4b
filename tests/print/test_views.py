"""Views that can be printed (A-45): ratings, pairing information; who starts, ratings in standings, full pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.core.text.errors import Refused
from pareo.print.document import Part, PrintOptions
from pareo.print.papers import KINDS, gather
from support.errors import raises_code
from support.web.server_events import NAMES, ServerStage

pytestmark = pytest.mark.req("A-45")


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[ServerStage]:
    made = ServerStage(tmp_path / "test.db")
    events.create(
        made.ctx, events.NewEvent("Letras", "scrabble-fise", slug="letras", seed="s", settings={"rounds": "4"})
    )
    people = [NewPlayer(first=name, id=f"p{i}", rating=1500 + i) for i, name in enumerate(NAMES[:8], 1)]
    players.enter(made.ctx, "letras", people, confirmed=True)
    made.play("letras", 2)
    made.open("letras")
    yield made
    made.close()


def parts(stage: ServerStage, kind: str, *, slug: str = "letras", paper: str = "a4", lang: str = "es") -> list[Part]:
    return list(gather(kind, stage.ctx, slug, PrintOptions(lang=lang, paper=paper)).parts)


def titles(part: Part) -> list[str]:
    return [column["title"] for column in part["columns"]]


def test_ratings_are_a_paper(stage: ServerStage) -> None:
    (part,) = parts(stage, "ratings")
    assert len(part["rows"]) == 8
    assert "1501" in {cell for row in part["rows"] for cell in row}
    assert any(row[5].startswith(("+", "−")) for row in part["rows"])
    events.create(stage.ctx, events.NewEvent("Cartas", "pokemon-tcg-2019-07", slug="cartas"))
    with raises_code(Refused, "no-ratings"):
        parts(stage, "ratings", slug="cartas", lang="en")


def test_pairing_information_is_a_paper(stage: ServerStage) -> None:
    part, why = parts(stage, "information")
    assert part["heading"] == "Ronda 3"
    assert {"Salida", "Le toca"} <= set(titles(part))
    first = part["rows"][0]
    assert first[3].strip("+−·") == ""
    assert len(first[3]) == 2  # two rounds before this one
    assert len(why["rows"]) == 4
    assert all(" " in row[-1] for row in why["rows"])  # why: a sentence, no code


def test_both_are_offered_with_words_in_every_language(stage: ServerStage) -> None:
    for lang, title in (("en", "Ratings"), ("es", "Escalafón")):
        assert gather("ratings", stage.ctx, "letras", PrintOptions(lang=lang)).title == title
    assert {"ratings", "information"} <= set(KINDS)


def test_posted_pairings_say_who_starts(stage: ServerStage) -> None:
    (tables,) = parts(stage, "pairings-tables")
    assert titles(tables)[1] == "Jugador (sale)"
    (names,) = parts(stage, "pairings-names")
    assert names["heading"] == "Ronda 3 · + sale"
    rows = [row for page in names["pages"] for column in page for row in column if len(row) == 3]
    starting = {row[0] for row in rows if row[2].startswith("+ ")}
    assert len(starting) == 4
    assert {stage.ctx.open("letras").name(stage.at_table("letras", table, 3)[0]) for table in range(1, 5)} == starting
    cards = stage.event("cartas")
    stage.open(cards)
    (plain,) = parts(stage, "pairings-tables", slug=cards, lang="en")
    assert titles(plain)[1] == "Player"


def test_standings_show_the_rating_where_the_event_rates(stage: ServerStage) -> None:
    (table,) = parts(stage, "standings")
    at = titles(table).index("Esc.")
    assert {row[at] for row in table["rows"]} == {str(1500 + i) for i in range(1, 9)}
    cards = stage.event("cartas")
    stage.play(cards)
    (plain,) = parts(stage, "standings", slug=cards, lang="en")
    assert "Rating" not in titles(plain)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_as_many_cards_as_the_page_holds(stage: ServerStage, paper: str) -> None:
    (cards,) = parts(stage, "cards", paper=paper)
    assert cards["per_page"] == 4
    events.change_settings(stage.ctx, "letras", {"rounds": "15"}, override="lluvia")
    (long,) = parts(stage, "cards", paper=paper)
    assert long["per_page"] == 2
