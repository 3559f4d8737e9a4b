"""CSV as spreadsheets really write it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pareo.app.commands.results.enter_result import ResultRow
from pareo.app.commands.rounds.manual_changes import HandPairing
from pareo.app.rows.people import PlayerRow, TeamMemberRow
from pareo.app.rows.tables import MatchRecordRow, PairingRow, StandingRow, TiebreakRow
from pareo.core.text.errors import BadInput
from pareo.core.text.name_order import split_name
from pareo.formats.tables.csv_files import read_pairings, read_players, read_results
from pareo.formats.tables.csv_writer import write_pairings, write_players, write_standings
from pareo.formats.tables.mapping import ListKind, as_csv, read_sheet
from support.files.workbooks import workbook

TEXT = "Apellido;Nombre;Club;Elo;Año de nacimiento\nMuñoz;Iñaki;Peña;1500;2001\nRuiz;Ana;;;\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_spanish_headers_in_every_encoding(encoding):
    first, second = read_players(TEXT.encode(encoding))
    assert (first.first, first.last, first.club) == ("Iñaki", "Muñoz", "Peña")
    assert (first.rating, first.birth_year) == (1500, 2001)
    assert (second.first, second.rating, second.birth_year, second.where) == ("Ana", None, None, "line 3")


def test_every_column_of_the_contract():
    head = "fixed_table,absent,byes,captain,team,rating2,rating,federation,club,division,birth_year,last,first,id"
    data = f'{head}\n7,"1,4",2,yes,Alba,1400,1500,ESP,Norte,senior,2005-03-09,Ruiz,Ana,X1\n'
    (player,) = read_players(data.encode())
    assert (player.fixed_table, player.absent, player.byes, player.captain) == (7, frozenset({1, 4}), 2, True)
    assert (player.team, player.rating2, player.rating, player.federation) == ("Alba", 1400, 1500, "ESP")
    assert (player.club, player.division, player.birth_year) == ("Norte", "senior", 2005)
    assert (player.last, player.first, player.id, player.where) == ("Ruiz", "Ana", "X1", "line 2")


@pytest.mark.parametrize(
    "head", ["First Name,LAST_NAME", "nome;cognome", "nome\tsobrenome", '"first","last"', "NOMBRE;apellidos"]
)
def test_headers_by_name_in_four_languages(head):
    separator = next(s for s in ("\t", ";", ",") if s in head)
    (player,) = read_players(f"{head}\r\nAna{separator}Ruiz\r\n\r\n".encode())
    assert (player.first, player.last) == ("Ana", "Ruiz")


@pytest.mark.parametrize(
    ("head", "ratings"),
    [
        ("name,local_rating", (1700, None)),
        ("nombre completo,Elo local", (1700, None)),
        ("name,rating2", (None, 1700)),
        ("name,local rating,elo", (1800, 1700)),
    ],
)
@pytest.mark.req("S-7")
def test_a_local_rating_alone_is_the_rating(head, ratings):
    """The FISE list has only a local rating: it numbers the players, as in Swiss Perfect."""
    player = read_players(
        f"{head}\nAna Abril,1700,1800\n".encode() if "elo" in head.split(",") else f"{head}\nAna Abril,1700\n".encode()
    )[0]
    assert (player.rating, player.rating2) == ratings


def test_whole_names():
    assert split_name("Ruiz Soto, Ana") == ("Ana", "Ruiz Soto")
    assert split_name("Ana Ruiz Soto") == ("Ana", "Ruiz Soto")
    assert split_name("Ana") == ("Ana", "")
    rows = read_players(b'name\n"Ruiz, Ana"\nLia Mora\n')
    assert [(p.first, p.last) for p in rows] == [("Ana", "Ruiz"), ("Lia", "Mora")]


def test_unknown_columns_are_reported_and_left_out():
    notes: list[str] = []
    (player,) = read_players(b"first,shoe size,hat\nAna,42,7\n", notes=notes)
    assert player.first == "Ana"
    assert notes == ["Unknown columns were left out: shoe size, hat."]


def test_trailing_separators_and_short_rows_are_fine():
    rows = read_players(b"first,last,club\nAna,Ruiz,Norte,,,\nLia\n")
    assert [(p.first, p.last, p.club) for p in rows] == [("Ana", "Ruiz", "Norte"), ("Lia", "", "")]


def test_lines_are_counted_through_quoted_line_ends():
    with pytest.raises(BadInput) as caught:
        read_players(b'first,notes,rating\nAna,"two\nlines",1500\nLia,x,many\n')
    assert str(caught.value).startswith("line 4: rating")


@pytest.mark.parametrize(
    ("data", "code", "says"),
    [
        (b"", "csv-empty", "empty"),
        (b"\n\n ,\n", "csv-empty", "empty"),
        (b"first\n", "csv-no-rows", "no players"),
        (b"hat,shoe\n1,2\n", "csv-no-name", "hat, shoe"),
        (b"id,first\nx,Ana\ny,Lia\nx,Teo\n", "csv-id-twice", "line 4: the ID “x” is already used in line 2"),
        (b"Name,full name\nAna,Ana\n", "csv-column-twice", "column name appears twice"),
        (b"first\nA\0na\n", "csv-nul", "line 2"),
        (b"first\n" + b"x" * 100_001, "csv-long-line", "line 2"),
        (b'first,last\n"Ana,Ruiz\n', "csv-quote", "line 2"),
        (b'first\n"Ana"x\n', "csv-broken", "line 2"),
        (b"first\nAna,Ruiz\n", "csv-too-many-cells", "line 2 has 2 cells"),
        (b"first\nAn\x81\n", "csv-encoding", "line 2"),
        (b"\xff\xfea", "csv-not-utf-16", "UTF-16"),
        (b"first,captain\nAna,perhaps\n", "csv-yes-no", "line 2"),
        (b"first,absent\nAna,first\n", "csv-rounds", "1,4"),
        (b"first,rating\nAna,12_0\n", "csv-number", "12_0"),
        (b"first" + b" " * (20 * 1024 * 1024), "csv-too-large", "20 MB"),
    ],
)
def test_refusals_name_the_line(data, code, says):
    with pytest.raises(BadInput) as caught:
        read_players(data)
    assert caught.value.code == code
    assert says in str(caught.value)


def test_a_file_that_cannot_be_utf8_is_windows_text_only_then():
    assert read_players("first\nMuñoz\n".encode())[0].first == "Muñoz"
    assert read_players("first\nMuñoz\n".encode("cp1252"))[0].first == "Muñoz"


def test_results_by_table_or_players_with_or_without_a_header():
    assert read_results(b"table,result\n3,1-0\n4,\n") == [ResultRow("1-0", table=3, where="line 2")]
    assert read_results("risultato;tavolo\n½-½;7\n".encode()) == [ResultRow("½-½", table=7, where="line 2")]
    assert read_results(b"3,1-0\n4,0-1\n")[1] == ResultRow("0-1", table=4, where="line 2")
    assert read_results(b"a,b,result\nx,y,412-380\n") == [ResultRow("412-380", a="x", b="y", where="line 2")]
    assert read_results(b"x,y,153-124 time\n") == [ResultRow("153-124 time", a="x", b="y", where="line 1")]
    assert read_results(b"table,a,b,result\n9,x,y,1-0\n") == [ResultRow("1-0", a="x", b="y", where="line 2")]


@pytest.mark.parametrize(
    "data",
    [
        b"table,points\n1,2\n",
        b"who,what\nx,won\n",
        b"table,result\nx,1-0\n",
        b"table,result\n-4,1-0\n",
        b"a,b,result\nx,,1-0\n",
    ],
)
def test_results_refused(data):
    with pytest.raises(BadInput):
        read_results(data)


def test_pairings():
    assert read_pairings(b"table,a,b,result\n1,x,y,1-0\n,z,,\n") == [
        HandPairing("x", "y", 1, "1-0", "line 2"),
        HandPairing("z", "", None, "", "line 3"),
    ]
    assert read_pairings(b"1,x,y\n2,z,\n") == [
        HandPairing("x", "y", 1, "", "line 1"),
        HandPairing("z", "", 2, "", "line 2"),
    ]
    with pytest.raises(BadInput):
        read_pairings(b"table,a\n1,x\n")


PLAYER = PlayerRow(
    id="1",
    no=1,
    name="=cmd() Ruiz",
    first="=cmd()",
    last="Ruiz",
    birth_year=2001,
    division="",
    club="@home",
    federation="",
    rating=1500,
    byes=0,
    absent=[1, 4],
    absent_points={},
    status="active",
)


def test_exports_are_harmless_and_come_back():
    data = write_players([PLAYER, replace(PLAYER, id="2", first="-Lia", club="+1", absent=[])])
    assert b"'=cmd()" in data
    assert b"'@home" in data
    first, second = read_players(data)
    assert (first.first, first.club, first.absent, first.rating) == ("=cmd()", "@home", frozenset({1, 4}), 1500)
    assert (second.first, second.club, second.absent) == ("-Lia", "+1", frozenset())


def test_teams_are_one_row_per_member():
    members = [TeamMemberRow("Ana Ruiz", None, captain=False), TeamMemberRow("Lia Mora", "x", captain=True)]
    team = replace(PLAYER, id="Alba", members=members)
    rows = read_players(write_players([team]))
    assert [(p.first, p.last, p.team, p.captain) for p in rows] == [
        ("Ana", "Ruiz", "Alba", False),
        ("Lia", "Mora", "Alba", True),
    ]


def test_standings_and_pairings_as_csv():
    row = StandingRow(
        table="main",
        rank=1,
        player="7",
        name="Ana",
        pod="main",
        division="",
        points=4.5,
        record=MatchRecordRow(4, 0, 1),
        tiebreaks={"owp": TiebreakRow(0.5, "1/2")},
        status="active",
    )
    lines = write_standings([row]).decode().splitlines()
    assert lines == [
        "table,rank,player,name,pod,division,points,wins,losses,ties,owp,decided_by,status",
        "main,1,7,Ana,main,,4.5,4,0,1,0.5,,active",
    ]
    match = PairingRow(
        phase="swiss",
        pod="main",
        round=1,
        table=3,
        kind="match",
        a="7",
        name_a="Ana",
        b="8",
        name_b="Lia",
        result="1-0",
        points_a=1,
        points_b=0,
        status="finished",
    )
    assert read_pairings(write_pairings([match])) == [HandPairing("7", "8", 3, "1-0", "line 2")]
    assert read_results(write_pairings([match])) == [ResultRow("1-0", a="7", b="8", where="line 2")]


@pytest.mark.req("A-40", "SP-7")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Apellidos;Nombre;Escalafón\nSol;Ana;2100", {"first": "Ana", "last": "Sol", "rating": 2100}),
        ('Nombre;Escalafón Local\n"Sol, Ana";2100', {"first": "Ana", "last": "Sol", "rating": 2100}),
        ("Name\tEscalafón (Internacional)\tEscalafón (Local)\nSol, Ana\t1900\t2100", {"rating": 1900, "rating2": 2100}),
        ("No\tName\tLoc\n1.\tSol, Ana\t2100", {"first": "Ana", "rating": 2100, "rating2": None}),
        ("Name\tFeder\tRtg\tLoc\nSol, Ana\tVEN\t\t2100", {"federation": "VEN", "rating": 2100, "rating2": None}),
        ("Name\tRtg\tLoc\nSol, Ana\t1950\t2100", {"rating": 1950, "rating2": 2100}),
        ("Surname,First Name,Intl Rtg,Loc Rtg\nSol,Ana,1950,2100", {"last": "Sol", "rating": 1950, "rating2": 2100}),
        (
            'Name,Ronda tardía,Retiro,Bono,Descansos\nAna Sol,2,5,1.5,"3,4"',
            {"late_from": 2, "until": 4, "bonus": "1.5", "absent": frozenset({3, 4})},
        ),
        ('Name,Loc Rtg,Byes\nAna Sol,2100,"2,3"', {"absent": frozenset({2, 3}), "byes": 0}),
        ("name,rating,byes\nAna Sol,2100,2", {"absent": frozenset(), "byes": 2}),
        ("Name,Loc Id,Intl Id\nAna Sol,V-7,88", {"local_id": "V-7", "intl_id": "88"}),
    ],
)
def test_headings_of_the_fise_document_and_of_swiss_perfect(text, wanted):
    (player,) = read_players(text.encode())
    assert {key: getattr(player, key) for key in wanted} == wanted
    book = workbook(*(row.cells for row in read_sheet(text.encode()).rows))
    (mapped,) = read_players(as_csv(book, ListKind.PLAYERS))
    assert {key: getattr(mapped, key) for key in wanted} == wanted, "a workbook, and the page of its columns"


def test_a_rating_that_some_have_stays_the_first():
    players = read_players(b"Name,Rtg,Loc\nAna Sol,,2100\nLeo Paz,1950,2000")
    assert [(p.rating, p.rating2) for p in players] == [(None, 2100), (1950, 2000)]
