"""Fields of a player (SP-7), lists in any order (SP-6), start numbers by a chain (S-7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import leaving, players, roster
from pareo.app.commands.people.players import NewPlayer
from pareo.app.queries.people.player_order import player_list, read_order
from pareo.app.rows.people import PlayerRow
from pareo.core.settings.player_order import PUBLIC_CRITERIA
from pareo.core.text.errors import BadInput, Refused
from pareo.formats.tables.csv_files import read_players
from pareo.formats.tables.csv_writer import write_players
from support.errors import raises_code
from support.events.stage import Stage, make_players

ANA = NewPlayer(
    first="Ana",
    last="Duna",
    id="a",
    birth_date="30.4.2001",
    title="gm",
    sex="mujer",
    intl_id="77",
    local_id="L-1",
    rating=1800,
    rating2=1750,
    federation="ESP",
    club="Norte",
    byes=1,
    late_from=2,
    until=4,
    bonus="0.5",
)


def inside(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    return folder / name


def row(stage: Stage, who: str) -> PlayerRow:
    return next(r for r in player_list(stage.ctx, stage.slug) if r.id == who)


@pytest.mark.req("SP-7")
def test_every_field_is_entered_listed_and_kept_beside_the_journal(tmp_path):
    stage = Stage(tmp_path, "scrabble-fise")
    stage.enter([ANA, *make_players(3)])
    found = row(stage, "a")
    keys = (
        "birth_year",
        "birth_date",
        "title",
        "sex",
        "intl_id",
        "local_id",
        "rating",
        "rating2",
        "federation",
        "club",
        "byes",
        "late_from",
        "until",
        "bonus",
    )
    assert {key: getattr(found, key) for key in keys} == {
        "birth_year": 2001,
        "birth_date": "2001-04-30",
        "title": "GM",
        "sex": "f",
        "intl_id": "77",
        "local_id": "L-1",
        "rating": 1800,
        "rating2": 1750,
        "federation": "ESP",
        "club": "Norte",
        "byes": 1,
        "late_from": 2,
        "until": 4,
        "bonus": 0.5,
    }
    journal = b"".join(entry.data for entry in stage.ctx.store.read(stage.slug))
    for private in (b"2001", b"GM", b"L-1", b"Duna"):
        assert private not in journal
    leaving.forget(stage.ctx, stage.slug, "a")
    found = next(r for r in player_list(stage.ctx, stage.slug) if r.no == 1)
    assert [getattr(found, key) for key in ("birth_date", "title", "sex", "intl_id", "local_id")] == [""] * 5


@pytest.mark.req("SP-7", "SP-8")
def test_the_list_goes_out_and_comes_in_again(tmp_path):
    stage = Stage(tmp_path, "scrabble-fise")
    stage.enter([ANA, *make_players(2)])
    written = write_players(player_list(stage.ctx, stage.slug))
    again = Stage(inside(tmp_path, "2"), "scrabble-fise")
    again.enter(read_players(written))
    keys = (
        "id",
        "first",
        "last",
        "birth_date",
        "birth_year",
        "title",
        "sex",
        "intl_id",
        "local_id",
        "rating",
        "rating2",
        "byes",
        "late_from",
        "until",
        "bonus",
        "club",
        "federation",
    )
    assert [[getattr(r, k) for k in keys] for r in player_list(again.ctx, again.slug)] == [
        [getattr(r, k) for k in keys] for r in player_list(stage.ctx, stage.slug)
    ]


@pytest.mark.req("SP-7")
@pytest.mark.parametrize(
    "heads",
    [
        "Name,Date of birth,Title,Sex,FIDE ID,Local ID,Late entry,Last round",
        "Nombre completo;Fecha de nacimiento;Título;Sexo;ID FIDE;ID local;Entra en la ronda;Última ronda",
        "Nome completo;Data de nascimento;Título;Gênero;ID internacional;ID nacional;Entra na ronda;Última ronda",
        "Giocatore;Data di nascita;Titolo;Sesso;ID FIDE;ID locale;Entra al turno;Ultimo turno",
    ],
)
def test_headers_in_four_languages(heads):
    separator = ";" if ";" in heads else ","
    line = separator.join(("Ana Duna", "2001-04-30", "FM", "f", "77", "L-1", "2", "5"))
    (player,) = read_players(f"{heads}\n{line}\n".encode())
    assert (
        player.birth_date,
        player.title,
        player.sex,
        player.intl_id,
        player.local_id,
        player.late_from,
        player.until,
    ) == ("2001-04-30", "FM", "f", "77", "L-1", 2, 5)


def test_dates_that_can_be_read_in_two_ways_give_the_year_and_a_note(tmp_path):
    notes: list[str] = []
    found = read_players(b"name,birthdate\nAna Duna,03/04/2001\nLeo Faro,2002-01-02\n", notes=notes)
    assert notes == ["1 birth date can be read in 2 ways: only its year was kept."]
    stage = Stage(tmp_path, "swiss")
    stage.enter(found)
    assert [(r.birth_year, r.birth_date) for r in player_list(stage.ctx, stage.slug)] == [
        (2001, ""),
        (2002, "2002-01-02"),
    ]


@pytest.mark.req("SP-7")
def test_editing_keeps_date_and_year_together(tmp_path):
    stage = Stage(tmp_path, "pokemon-tcg-2019-07")
    stage.enter([NewPlayer(first="Ana", id="a", birth_year=1990)])
    players.edit(stage.ctx, stage.slug, "a", {"birth_date": "2009-05-01"})
    found = row(stage, "a")
    assert (found.birth_year, found.birth_date) == (2009, "2009-05-01")
    assert found.division != "master"  # the division follows the date
    players.edit(stage.ctx, stage.slug, "a", {"birth_year": "2008"})
    assert row(stage, "a").birth_date == ""
    players.edit(stage.ctx, stage.slug, "a", {"sex": "", "title": "Expert"})
    assert (row(stage, "a").sex, row(stage, "a").title) == ("", "Expert")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"birth_date": "30 February"}, "born-unreadable"),
        ({"sex": "x"}, "sex-unknown"),
        ({"title": "G" * 31}, "text-long"),
        ({"birth_date": "2001-01-01", "birth_year": 1999}, "born-twice"),
        ({"until": 2, "late_from": 3}, "until-before-late"),
        ({"bonus": "much"}, "bonus-unreadable"),
        ({"intl_id": "a\x00b"}, "text-control"),
        ({"late_from": 1000}, "number-out-of-range"),
    ],
)
def test_bad_values_are_one_sentence_and_nothing_is_entered(tmp_path, fields, code):
    stage = Stage(tmp_path, "swiss")
    with pytest.raises(BadInput) as problem:
        stage.enter([NewPlayer(first="Ana"), NewPlayer(first="Leo", where="line 3", **fields)])
    assert problem.value.code == code
    assert not stage.t.entrants


@pytest.mark.req("SP-5", "SP-7")
def test_rounds_from_and_until_after_the_start(tmp_path):
    stage = Stage(tmp_path, "swiss", rounds="3")
    stage.enter(6)
    stage.play(2)
    with raises_code(Refused, "until-paired"):
        players.edit(stage.ctx, stage.slug, "p1", {"until": "1"})
    with raises_code(Refused, "late-planned"):
        players.edit(stage.ctx, stage.slug, "p1", {"late_from": "3"})
    players.edit(stage.ctx, stage.slug, "p1", {"until": "2"})
    stage.play(1)
    last = stage.pod().rounds[3]
    assert 1 not in {no for m in last.matches.values() for no in (m.a, m.b)} | {s.no for s in last.sitting}


@pytest.mark.req("SP-6")
def test_lots_are_the_same_again_and_others_with_another_word(tmp_path):
    stage = Stage(tmp_path, "swiss", seed="one")
    stage.enter(30, club="Sur")
    orders = {
        sort: [r.no for r in player_list(stage.ctx, stage.slug, sort=sort)]
        for sort in ("", "club", "random", "club,random", "random:2")
    }
    assert orders["club"] == orders[""] == list(range(1, 31))  # unsorted groups are not randomised
    assert orders["random"] == orders["club,random"] != orders[""]
    assert orders["random:2"] != orders["random"]
    assert orders["random"] == [r.no for r in player_list(stage.ctx, stage.slug, sort="random")]
    other = Stage(inside(tmp_path, "2"), "swiss", seed="two")
    other.enter(30)
    assert [r.no for r in player_list(other.ctx, other.slug, sort="random")] != orders["random"]
    with raises_code(BadInput, "order-unknown", part="rting"):
        player_list(stage.ctx, stage.slug, sort="rting")
    with raises_code(BadInput, "order-unknown", part="birth_year"):
        read_order("birth_year", public=True)
    assert not {"birth_year", "sex", "title"} & set(PUBLIC_CRITERIA)


@pytest.mark.req("S-7", "SP-6")
def test_the_starting_list_by_the_document_and_by_a_chain(tmp_path):
    people = [
        NewPlayer(first="Ana", last="Zar", id="a", rating=1500, club="B"),
        NewPlayer(first="Leo", last="Abad", id="b", rating=1500, club="A"),
        NewPlayer(first="Eva", last="Mar", id="c", rating=1900, club="C"),
        NewPlayer(first="Iker", last="Bas", id="d", club="A"),
    ]

    def numbers(name, **settings):
        stage = Stage(inside(tmp_path, name), "scrabble-fise", **settings)
        stage.enter(people)
        stage.open_round()
        return [row(stage, who).start_no for who in "abcd"]

    assert numbers("1") == [3, 2, 1, 4]  # rating, then surname, unrated last
    assert numbers("2", numbering="club,-rating,last") == [3, 1, 4, 2]
    assert numbers("3", numbering="no") == [1, 2, 3, 4]
    assert sorted(numbers("4", numbering="random")) == [1, 2, 3, 4]
    stage = Stage(inside(tmp_path, "5"), "scrabble-fise")
    with raises_code(BadInput, "setting-unreadable", says="criteria in order"):
        events.change_settings(stage.ctx, stage.slug, {"numbering": "height"})


def test_a_double_entry_takes_over_what_only_the_other_knows(tmp_path):
    stage = Stage(tmp_path, "swiss")
    stage.enter(
        [
            NewPlayer(first="Ana", last="Duna", id="a"),
            NewPlayer(first="Ana", last="Duna", id="b", title="FM", sex="f", intl_id="9", birth_date="2001-04-30"),
        ]
    )
    roster.merge(stage.ctx, stage.slug, "a", "b")
    assert (row(stage, "a").title, row(stage, "a").intl_id, row(stage, "a").birth_date) == ("FM", "9", "2001-04-30")
