"""Series over real tournaments: places, weights, best of, who is who, and what stands in the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.event.events import NewEvent
from pareo.app.commands.people import leaving
from pareo.app.commands.people.leaving import forget
from pareo.app.commands.people.players import enter
from pareo.app.league import directory, directory_events, series
from pareo.core.text.errors import BadInput, Conflict, NeedsConfirmation, NotFound, Refused
from pareo.store import open_store
from support.errors import raises_code
from support.events.series import League, context_in, new_player
from support.execution import count_calls

FOUR = ("Ada Ríos", "Bea Sol", "Cai Mar", "Dov Rey")


def table(ctx: Context, slug: str, **more: object) -> list[tuple[int | None, str, object]]:
    return [(r.place, r.name, r.points) for r in series.show_series(ctx, slug, **more).rows]  # type: ignore[arg-type]


@pytest.fixture
def season(tmp_path: Path) -> League:
    return League(tmp_path)


@pytest.mark.req("SP-16")
def test_places_become_points_with_weights_and_the_best_of(season: League) -> None:
    """25 18 15 12; the second event counts twice; the best two of three count."""
    ctx = season.ctx
    one = season.played("Uno", FOUR)
    two = season.played("Dos", ("Bea Sol", "Ada Ríos", "Dov Rey", "Cai Mar"))
    three = season.played("Tres", ("Ada Ríos", "Cai Mar", "Eva Luz", "Bea Sol"))
    liga = series.create(ctx, "Liga", series.rules_text("formula-one-2010", {"best": "2"}))
    for slug, weight in ((one, "1"), (two, "2"), (three, "1")):
        series.add_event(ctx, liga, slug, weight=weight)
    assert table(ctx, liga) == [
        (1, "Bea Sol", 68),
        (2, "Ada Ríos", 61),
        (3, "Dov Rey", 42),
        (4, "Cai Mar", 42),
        (5, "Eva Luz", 15),
    ]
    bea = series.show_series(ctx, liga).rows[0]
    assert [(p.event, p.place, p.points, p.counts) for p in bea.parts] == [
        ("uno", 2, 18, True),
        ("dos", 1, 50, True),
        ("tres", 4, 12, False),
    ]
    assert [r.decided_by for r in series.show_series(ctx, liga).rows] == [
        None,
        "points",
        "points",
        "best-results",
        "points",
    ]


@pytest.mark.req("SP-16")
def test_events_that_are_not_finished_are_named_and_not_counted(season: League) -> None:
    ctx = season.ctx
    done, running = season.played("Uno", FOUR), season.open("Abierto", FOUR, rounds="3")
    liga = series.create(ctx, "Liga", series.rules_text("formula-one-2002"))
    series.add_event(ctx, liga, done)
    series.add_event(ctx, liga, running)
    told = series.show_series(ctx, liga)
    assert told.notes == ["Not finished, and not counted yet: Abierto."]
    assert [e.status for e in told.events] == ["counted", "running"]
    assert len(told.rows) == 4
    season.round(running, lambda a, b: "1-0")
    assert [e.status for e in series.show_series(ctx, liga).events] == ["counted", "running"]


def test_a_corrected_renamed_or_deleted_tournament_changes_the_table(season: League) -> None:
    ctx = season.ctx
    slug = season.played("Uno", FOUR)
    liga = series.create(ctx, "Liga", series.rules_text("formula-one-2002"))
    series.add_event(ctx, liga, slug)
    assert table(ctx, liga)[0] == (1, "Ada Ríos", 10)
    leaving.drop(ctx, slug, "Ada Ríos", kind="disqualified", reason="x")
    assert table(ctx, liga)[0] == (1, "Bea Sol", 10)
    ctx.store.rename(slug, "otro")
    ctx.invalidate(slug)
    assert series.show_series(ctx, liga).events[0].slug == "otro"
    events.remove(ctx, "otro")
    told = series.show_series(ctx, liga)
    assert told.rows == []
    assert told.notes == ["No longer in this database, and not counted: Uno."]
    series.remove_event(ctx, liga, "uno")
    assert series.show_series(ctx, liga).events == []


def test_who_never_played_has_no_place(season: League) -> None:
    ctx = season.ctx
    slug = season.open("Uno", (*FOUR, "Eva Luz"), rounds="1")
    leaving.drop(ctx, slug, "Eva Luz")
    season.round(slug, lambda a, b: "1-0")
    liga = series.create(ctx, "Liga", series.rules_text("club-grand-prix"))
    series.add_event(ctx, liga, slug)
    assert {name for _, name, _ in table(ctx, liga)} == set(FOUR)
    assert max(points for _, _, points in table(ctx, liga)) == 4  # one point per player left behind, of four


# --- who is who -------------------------------------------------------------------------------------------------------


def two_events(season: League, first: str, second: str) -> str:
    one = season.played("Uno", (first, "Bea Sol"))
    two = season.played("Dos", (second, "Bea Sol"))
    liga = series.create(season.ctx, "Liga", series.rules_text("formula-one-2002"))
    series.add_event(season.ctx, liga, one)
    series.add_event(season.ctx, liga, two)
    return liga


def test_people_are_joined_by_exact_name_and_never_by_likeness(season: League) -> None:
    liga = two_events(season, "Ana Díaz", "ana  DÍAZ")
    assert table(season.ctx, liga)[0] == (1, "ana DÍAZ", 20)
    other = League(season.ctx.store.path.parent / "other")  # type: ignore[attr-defined]
    assert len(table(other.ctx, two_events(other, "Ana Díaz", "Ana Diaz"))) == 3


def test_a_confirmed_alias_joins_and_can_be_taken_back(season: League) -> None:
    ctx = season.ctx
    liga = two_events(season, "Ana Díaz", "Anita Díaz")
    series.confirm_same_person(ctx, liga, "Ana Díaz", "anita díaz")
    assert table(ctx, liga)[0] == (1, "Anita Díaz", 20)
    with raises_code(Refused, "series-already-one"):
        series.confirm_same_person(ctx, liga, "Anita Díaz", "Anita Díaz")
    with raises_code(Refused, "series-met", event="Uno"):
        series.confirm_same_person(ctx, liga, "Anita Díaz", "Bea Sol")
    with raises_code(NotFound, "series-nobody"):
        series.confirm_same_person(ctx, liga, "Anita Díaz", "Zoe")
    series.withdraw_same_person(ctx, liga, "Ana Díaz")
    assert len(table(ctx, liga)) == 3
    with raises_code(Refused, "series-not-joined"):
        series.withdraw_same_person(ctx, liga, "Ana Díaz")


def test_two_people_of_one_name_in_one_event_are_an_error_until_the_directory_tells_them_apart(season: League) -> None:
    ctx = season.ctx
    slug = season.played(
        "Uno", (new_player("Ana Díaz", id="1"), new_player("Ana Díaz", id="2"), new_player("Bea Sol", id="3"))
    )
    liga = series.create(ctx, "Liga", series.rules_text("formula-one-2002"))
    series.add_event(ctx, liga, slug)
    with raises_code(Refused, "series-name-twice", event="Uno", name="Ana Díaz"):
        series.show_series(ctx, liga)
    older = directory.add(ctx, {"first": "Ana", "last": "Díaz", "birth_year": 1960}, confirmed=True)
    younger = directory.add(ctx, {"first": "Ana", "last": "Díaz", "birth_year": 2001}, confirmed=True)
    directory_events.link(ctx, slug, "1", older.id)
    directory_events.link(ctx, slug, "2", younger.id)
    assert [name for _, name, _ in table(ctx, liga)] == ["Ana Díaz", "Ana Díaz", "Bea Sol"]


def test_the_directory_joins_other_spellings(season: League) -> None:
    ctx = season.ctx
    liga = two_events(season, "Ana Díaz", "A. Díaz")
    assert len(table(ctx, liga)) == 3
    ana = directory.add(ctx, {"first": "Ana", "last": "Díaz"})
    directory.add_alias(ctx, ana.id, "A. Díaz")
    assert table(ctx, liga)[0] == (1, "A. Díaz", 20)


def test_a_wrong_confirmation_can_be_taken_back_though_the_table_fails_on_it(season: League) -> None:
    ctx = season.ctx
    liga = two_events(season, "Ana Díaz", "Anita Díaz")
    series.confirm_same_person(ctx, liga, "Ana Díaz", "Anita Díaz")
    series.add_event(ctx, liga, season.played("Tres", ("Ana Díaz", "Anita Díaz")))
    with raises_code(Refused, "series-name-twice"):
        series.show_series(ctx, liga)
    series.withdraw_same_person(ctx, liga, "Anita Díaz")
    assert len(table(ctx, liga)) == 3


def test_a_series_keeps_no_names_and_the_forgotten_are_nobody(season: League) -> None:
    ctx = season.ctx
    liga = two_events(season, "Ana Díaz", "Anita Díaz")
    series.confirm_same_person(ctx, liga, "Ana Díaz", "Anita Díaz")
    raw = str(series.load_series(ctx, liga).data.same) + str(series.changes(ctx, liga))
    assert "Ana" not in raw
    assert "Díaz" not in raw
    for slug in ("uno", "dos"):
        forget(ctx, slug, ctx.open(slug).id(1))
    names = [name for _, name, _ in table(ctx, liga)]
    assert names.count("#1") == 2, "two forgotten people of two events are not one because both lost their name"


# --- public names -----------------------------------------------------------------------------------------------------


def test_everybody_sees_a_name_as_the_most_private_of_his_events_shows_it(season: League) -> None:
    ctx = season.ctx
    liga = two_events(season, "Ana Díaz", "Ana Díaz")
    events.change_settings(ctx, "uno", {"names": "initial"})
    rows = series.show_series(ctx, liga, public=True).rows
    assert [r.name for r in rows] == ["Ana D.", "Bea S."]
    assert all(r.person is None for r in rows)
    assert series.show_series(ctx, liga).rows[0].name == "Ana Díaz"


# --- tables, limits, mistakes -----------------------------------------------------------------------------------------


def test_an_event_with_several_tables_needs_a_choice(season: League) -> None:
    ctx = season.ctx
    people = [new_player(f"Niño{i} Luz", division="junior") for i in range(4)] + [
        new_player(f"Mayor{i} Mar", division="master") for i in range(4)
    ]
    slug = events.create(ctx, NewEvent("Copa", "pokemon-2009", seed="s", settings={"rounds": "1", "style": "swiss"}))
    enter(ctx, slug, people, confirmed=True)
    liga = series.create(ctx, "Liga", series.rules_text("formula-one-2002"))
    season.round(slug, lambda a, b: "1-0")
    pods = list(ctx.open(slug).state.pods)
    if len(pods) == 1:  # a shared pod: its divisions are tables of their own
        series.add_event(ctx, liga, slug, table=f"{pods[0]}/junior")
        assert {name[:4] for _, name, _ in table(ctx, liga)} == {"Niño"}
    else:
        with raises_code(BadInput, "series-tables"):
            series.add_event(ctx, liga, slug)
        series.add_event(ctx, liga, slug, table=pods[0])
        assert len(table(ctx, liga)) == 4
    with raises_code(NotFound, "series-table", table="x"):
        series.add_event(ctx, liga, slug, table="x")


@pytest.mark.req("S-NAT-4")
def test_the_championship_of_venezuela_has_seven_tournaments(season: League) -> None:
    ctx = season.ctx
    liga = series.create(ctx, "Campeonato", series.rules_text("venezuela"))
    for i in range(7):
        series.add_event(ctx, liga, season.played(f"T{i}", ("Ada Ríos", "Bea Sol") if i % 2 else FOUR[::-1][:2]))
    told = series.show_series(ctx, liga)
    assert told.notes[0] == "7 of 7 events have been played."
    assert all(note.startswith("Choice: ") for note in told.notes[1:]), "what the rules say of themselves"
    assert told.rows[0].points == 4 * 10  # four of the seven won; second place is worth 6
    with raises_code(Refused, "series-full", count=7):
        series.add_event(ctx, liga, season.played("Ocho", FOUR[:2]))


def test_mistakes_change_nothing(season: League) -> None:
    ctx = season.ctx
    with raises_code(BadInput, "ruleset-invalid", file="rules", key="count"):
        series.create(ctx, "Liga", 'title = "x"')
    with raises_code(BadInput, "series-unnamed"):
        series.create(ctx, "  ", series.rules_text("uruguay"))
    with raises_code(BadInput, "series-reserved"):
        series.create(ctx, "Liga", series.rules_text("uruguay"), slug="new")
    assert series.list_series(ctx) == []
    liga = series.create(ctx, "Liga", series.rules_text("uruguay"))
    with pytest.raises(Conflict):
        series.create(ctx, "Otra", series.rules_text("uruguay"), slug="liga")
    with pytest.raises(NotFound):
        series.add_event(ctx, liga, "nowhere")
    slug = season.open("Uno", FOUR)
    with raises_code(BadInput, "series-weight"):
        series.add_event(ctx, liga, slug, weight="1e999999")
    with raises_code(NotFound, "series-no-event"):
        series.remove_event(ctx, liga, slug)
    series.add_event(ctx, liga, slug)
    with raises_code(BadInput, "series-position", count=1):
        series.move_event(ctx, liga, slug, 2)
    with pytest.raises(NeedsConfirmation):
        series.remove(ctx, liga)
    with raises_code(NotFound, "series-period", period="2025"):
        series.show_series(ctx, liga, "2025")
    assert series.load_series(ctx, liga).version == 2
    with pytest.raises(NotFound):
        series.show_series(ctx, "\udcff")


def test_rules_are_changed_by_key_and_limits_by_category() -> None:
    text = series.rules_text("argentina", {"best": "2"}, {"A1": "2200", "A2": "2000", "B": "1800"})
    assert "best = 2" in text
    assert "rating_from = 2200" in text
    with raises_code(BadInput, "series-category", category="Z"):
        series.rules_text("argentina", {}, {"Z": "1"})
    with raises_code(BadInput, "ruleset-invalid", says="must fall"):
        series.rules_text("argentina", {}, {"A1": "1", "A2": "2"})
    with raises_code(BadInput, "ruleset-invalid", says="unknown key"):
        series.rules_text("argentina", {"nonsense": "2"})


def test_of_two_writers_who_saw_the_same_series_one_wins(tmp_path: Path) -> None:
    first = context_in(tmp_path)
    liga = series.create(first, "Liga", series.rules_text("uruguay"))
    second = Context(open_store(str(tmp_path / "events.db")))
    seen = series.load_series(second, liga)
    series.rename(first, liga, "Liga grande")
    with raises_code(Conflict, "series-moved", slug="liga"):
        series.write(second, seen, "renamed", {}, name="Liga chica")
    assert series.load_series(second, liga).name == "Liga grande"
    assert [c.action for c in second.store.series().changes(liga)] == ["created", "renamed"]


@pytest.mark.slow
@pytest.mark.req("SP-16")
def test_twenty_events_of_five_hundred_players(season: League) -> None:
    ctx = season.ctx
    liga = series.create(ctx, "Liga", series.rules_text("formula-one-2010", {"best": "10"}))
    people = [new_player(f"Ana{i} Brasa") for i in range(500)]
    for i in range(20):
        slug = season.open(f"T{i}", people, rounds="2")
        for _ in range(2):
            season.round(slug, lambda a, b: "1-0")
        series.add_event(ctx, liga, slug)
    ctx.store.tournaments()
    first = count_calls(lambda: series.show_series(ctx, liga))
    again = count_calls(lambda: series.show_series(ctx, liga))
    assert len(series.show_series(ctx, liga).rows) == 500
    assert first < 20 * 500 * 400
    assert again < first / 10, "a table is kept while nothing changes"


@pytest.mark.req("A-43", "S-12")
@pytest.mark.parametrize(
    ("ties", "points"), [(None, [8, 8, 3.5, 3.5]), ("best", [10, 10, 4, 4]), ("tie-break", [10, 6, 4, 3])]
)
def test_who_shares_a_place_shares_its_points_unless_it_is_set_otherwise(
    season: League, ties: str | None, points: list[float]
) -> None:
    """Two winners with the same score, and two losers: formal ties (FISE, rule 6)."""
    ctx = season.ctx
    slug = season.open("Uno", FOUR, ruleset="scrabble-venezuela", rounds="1")
    season.round(slug, lambda _a, _b: "400-350")
    liga = series.create(ctx, "Liga", series.rules_text("venezuela", {"sharing.ties": ties} if ties else None))
    series.add_event(ctx, liga, slug)
    assert [row.points for row in series.show_series(ctx, liga).rows] == points
