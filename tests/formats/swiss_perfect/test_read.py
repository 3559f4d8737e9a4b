"""Files of Swiss Perfect 98: read, written as its text export, imported; hostile until parsed."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.queries.pages.event_tables import standing_rows
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput, PareoError
from pareo.formats.swiss_perfect.dbase import read_table
from pareo.formats.swiss_perfect.event import ImportedAcceleration, ScoreRowKind, format_name
from pareo.formats.swiss_perfect.files import read_swiss_perfect
from pareo.formats.tables.csv_files import read_players
from support.errors import raises_code
from support.execution import count_calls
from support.files.imports import import_swiss_perfect
from support.files.swiss_perfect import INI, SCRABBLE, Row, field, large, sco, text_export, trn
from support.paths import DATA

SAMPLES = DATA / "swissperfect98"


def sample() -> dict[str, bytes]:
    if not SAMPLES.is_dir():
        pytest.skip("the Swiss Perfect sample of ../shared/data is not here")
    return {p.name: p.read_bytes() for p in SAMPLES.iterdir() if p.suffix in (".trn", ".sco", ".ini")}


def printed_table() -> str:
    return (SAMPLES / "gonzaga_challengers_2010.txt").read_bytes().decode("cp1252")


# --- the real tournament ----------------------------------------------------------------------------------------------


@pytest.mark.req("SP-18")
def test_every_cell_of_the_program_s_text_export_is_reproduced() -> None:
    event = read_swiss_perfect(sample())
    assert text_export(event) == printed_table()
    assert (event.planned, event.system, event.organiser) == (6, "swiss", "Cormac O'Brien")
    assert event.tiebreaks == ("buchholz", "median-buchholz", "progressive")


@pytest.mark.req("SP-18")
def test_the_imported_standing_has_the_printed_totals_and_tie_breaks(ctx: Context) -> None:
    slug, report = import_swiss_perfect(ctx, sample())
    assert (report.players, report.rounds, report.games) == (56, 6, 148)
    cards: dict[int, list[tuple[int, str]]] = {}
    total: dict[int, Fraction] = {}
    for line in printed_table().splitlines()[2:]:
        number, _, _, points, *cells = (cell.strip() for cell in line.split("\t"))
        total[int(number)] = Fraction(points)
        parts = [cell.split(":") for cell in cells]
        cards[int(number)] = [(int(opponent.strip() or 0), letter.strip()) for opponent, letter in parts]
    worth = {"W": 1, "+": 1, "D": Fraction(1, 2), "=": Fraction(1, 2), "L": 0, "-": 0, "": 0}
    expected = {}
    for number, card in cards.items():
        met = sorted(total[opponent] for opponent, letter in card if letter in ("W", "D", "L"))
        running, progressive = Fraction(0), Fraction(0)
        for _, letter in card:
            running += worth[letter]
            progressive += running
        expected[number] = (total[number], sum(met), sum(met[1:-1]), progressive)
    numbers = {e.name: n for n, e in ((no, _Named(ctx, slug, no)) for no in cards)}
    rows = standing_rows(ctx, slug)
    got = {
        numbers[row.name]: (
            Fraction(row.points),
            *(Fraction(row.tiebreaks[t].exact) for t in ("buchholz", "median-buchholz", "progressive")),
        )
        for row in rows
    }
    assert got == expected
    order = [got[numbers[row.name]] for row in rows]
    assert order == sorted(order, reverse=True)
    state = ctx.open(slug).state
    assert sorted(no for no, e in state.entrants.items() if e.drop is not None) == [3, 19, 30, 33, 55, 56]
    assert all(r.status is Status.FINISHED for pod in state.pods.values() for r in pod.rounds.values())


@pytest.mark.req("B-24", "SP-5")
def test_who_came_in_round_4_and_withdrew_in_round_5_played_round_4_only(ctx: Context) -> None:
    """Number 55: a late entry names the first round played, a withdrawal the first one not played. A table of players
    with the same two numbers plans the same."""
    event = read_swiss_perfect(sample())
    (given,) = (p for p in event.players if p.start_no == 55)
    assert (given.late_entry, given.withdrawal) == (4, 5)
    slug, _ = import_swiss_perfect(ctx, sample())
    state = ctx.open(slug).state
    (pod,) = state.pods.values()
    rounds = [n for n, r in pod.rounds.items() if any(55 in (m.a, m.b) for m in r.matches.values())]
    drop = state.entrants[55].drop
    assert (rounds, drop and drop.after) == ([4], 4)
    (planned,) = read_players(b"first,last,Ronda tard\xc3\xada,Retiro\nAna,Sol,4,5\n")
    assert (planned.late_from, planned.until) == (4, 4)


class _Named:
    def __init__(self, ctx: Context, slug: str, no: int) -> None:
        self.name = ctx.open(slug).name(no)


# --- what the tables say ----------------------------------------------------------------------------------------------


@pytest.mark.req("SP-18")
def test_all_fields_of_a_player() -> None:
    row: Row = {
        "ORDER": 4,
        "ID": b"17\x00\x003",
        "START_NO": b"2\x00rub",
        "SURNAME": b"Nu\xf1ez",
        "FIRSTNAME": "Lola",
        "FEDER": "ESP",
        "CLUB": "Cedro",
        "INTL_RTG": 2105,
        "LOC_RTG": 1990,
        "LOC_RTG2": 1980,
        "INTL_ID": "220",
        "LOC_ID": "33",
        "TITLE": 4,
        "SEX": 2,
        "BIRTH_DATE": "19870312",
        "LATE_ENTRY": 2,
        "WITHDRAWAL": 5,
        "ABSENT": "0000000000000009",
        "BONUS": "1.5",
        "MEMO": "vegan",
        "TECH_SCORE": "x",
    }
    gone: Row = {"ID": 99, "SURNAME": "Borrado"}
    event = read_swiss_perfect({"a.TRN": trn(row, {"ID": 3, "START_NO": 9}, deleted=[gone])})
    (p,) = event.players
    assert (p.key, p.start_no, p.surname, p.first_name) == (17, 2, "Nuñez", "Lola")
    assert (p.federation, p.club) == ("ESP", "Cedro")
    assert (p.intl_rating, p.local_rating, p.local_rating2, p.intl_id, p.local_id) == (2105, 1990, 1980, "220", "33")
    assert (p.title, p.sex, p.born, p.late_entry, p.withdrawal) == ("WIM", "female", (1987, 3, 12), 2, 5)
    assert (p.absent, p.bonus_halves, p.memo, p.other) == (frozenset({1, 4}), 3, "vegan", (("TECH_SCORE", "x"),))
    assert any("TECH_SCORE (1 players) is not understood" in note for note in event.notes)
    assert any("no .SCO file" in note for note in event.notes)


@pytest.mark.req("SP-18")
@pytest.mark.parametrize(
    ("row", "sort", "white", "black"),
    [
        ((1, 10, 20, 2, 0, 1, 1), ScoreRowKind.PLAYED, Outcome.WIN, Outcome.LOSS),
        ((1, 10, 20, 1, 1, 1, 1), ScoreRowKind.PLAYED, Outcome.DRAW, Outcome.DRAW),
        ((1, 10, 20, 0, 2, 34, 34), ScoreRowKind.FORFEIT, Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
        ((1, 10, 20, 2, 0, 35, 35), ScoreRowKind.FORFEIT, Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
        ((1, 10, 20, 0, 0, 36, 36), ScoreRowKind.FORFEIT, Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
        ((1, 10, 20, 0, 2, 1, 0), ScoreRowKind.FORFEIT, Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
        ((1, 10, 20, 0, 0, 0, 0), ScoreRowKind.OPEN, None, None),
        ((1, 10, 0, 2, 0, 1, 0), ScoreRowKind.BYE, Outcome.BYE, None),
        ((1, 0, 10, 0, 2, 0, 1), ScoreRowKind.BYE, Outcome.BYE, None),
        ((1, 10, 0, 1, 0, 1, 0), ScoreRowKind.HALF_BYE, Outcome.REQUESTED_BYE, None),
        ((1, 10, 0, 0, 0, 1, 0), ScoreRowKind.ABSENT, Outcome.ABSENT, None),
    ],
)
def test_what_the_rows_of_the_games_mean(
    row: tuple[int, ...], sort: ScoreRowKind, white: Outcome | None, black: Outcome | None
) -> None:
    event = read_swiss_perfect({"a.trn": field(2), "a.sco": sco(row), "a.ini": INI})
    (game,) = event.rounds[1]
    assert (game.white, game.kind, game.white_outcome, game.black_outcome) == (10, sort, white, black)
    assert event.notes == ()


@pytest.mark.req("SP-18")
def test_what_is_not_understood_is_listed() -> None:
    games = sco(
        (1, 10, 20, 2, 0, 7, 9),
        (1, 30, 99, 2, 0, 1, 1),
        (1, 30, 30, 2, 0, 1, 1),
        (1, 20, 40, 2, 0, 1, 1),
        (0, 30, 40, 2, 0, 1, 1),
        (1, 0, 0, 0, 0, 1, 1),
        (2, 10, 20, 0, 0, 1, 1),
        (2, 30, 0, 9, 0, 1, 0),
    )
    ini = INI + (
        b"[Pairing]\r\nBarCriteria=2\r\nFoo=1\r\n[Grand Prix]\r\nGroups=1,1000,0,1,\r\nnonsense\r\n"
        b"[Standings]\r\nTie Breaks=1300\r\n"
    )
    event = read_swiss_perfect({"a.trn": field(4), "a.sco": games, "a.ini": ini})
    told = "\n".join(event.notes)
    for said in (
        "types 7/9 are not understood",
        "row 2 was left out: there is no player 99",
        "row 3 was left out: player 30 would",
        "row 4 was left out: player 20 is in round 1 twice",
        "row 5 was left out: there is no round 0",
        ".SCO: rows without players were skipped: 1",
        "read as a double loss",
        "a bye of 4.5 points",
        "criterion 2 is unknown",
        "[pairing] foo=1",
        "[grand prix] groups=1,1000,0,1,",
        "“nonsense” is not a setting",
        "tie-break 1300",
    ):
        assert said in told, said
    assert event.settings["grand prix"] == {"groups": "1,1000,0,1,"}


@pytest.mark.req("SP-18")
def test_settings_of_the_ini_file() -> None:
    ini = INI + (
        b"[TieBreakAdvanced]\nMB-HighestOut=0\nMB-LowestOut=2\nBuchholzAdjust=1\n[Accelerated]\nGroups=1,7,4,8,21,2,\n"
        b"EndRound=6\n[Pairing]\nUseAccelerated=1\nSwissSystem=1\nUnplayedAgain=0\nIgnoreColours=1\nNoBarBeforeRound=2\n"
        b"NoBarAfterRound=4\n[ClubStandings]\nTopScoresCount=3\n[Desktop]\nRound=6\n"
    )
    event = read_swiss_perfect({"a.trn": field(2), "a.sco": sco(), "a.ini": ini})
    assert (event.name, event.arbiter, event.organiser, event.planned) == ("Copa Cañada", "Inma", "Olga", 3)
    assert event.tiebreaks == ("secondary", "buchholz")
    assert event.tiebreak_options == {"mb-highestout": 0, "mb-lowestout": 2, "buchholzadjust": 1}
    assert event.acceleration == (ImportedAcceleration(1, 7, 4, 6), ImportedAcceleration(8, 21, 2, 6))
    assert (event.accelerated, event.pairing, event.meet_again_after_forfeit) == (True, "uscf", False)
    assert (event.ignore_colours, event.barred_rounds, event.club_best) == (True, (2, 4), 3)
    assert event.notes == ()


# --- into the app -----------------------------------------------------------------------------------------------------


@pytest.mark.req("SP-18")
def test_secondary_points_byes_forfeits_and_withdrawals_are_imported(ctx: Context) -> None:
    slug, report = import_swiss_perfect(ctx, SCRABBLE, slug="copa")
    assert slug == "copa"
    t = ctx.open(slug).state
    (pod,) = t.pods.values()
    assert [use.id for use in t.ruleset.tiebreaks] == ["secondary", "buchholz"]
    assert (t.name, t.settings["judge"], t.settings["organiser"], pod.planned) == ("Copa Cañada", "Inma", "Olga", 3)
    assert [r.status for r in pod.rounds.values()] == [Status.FINISHED, Status.FINISHED, Status.STARTED]
    first, second, third = (pod.rounds[n] for n in (1, 2, 3))
    result = first.matches[5].result
    assert result is not None
    assert (result.a, result.score_a, result.score_b) == (Outcome.WIN, 412, 380)
    assert [(s.no, s.outcome) for s in first.sitting] == [(5, Outcome.BYE)]
    assert [(s.no, s.outcome) for s in second.sitting] == [(5, Outcome.REQUESTED_BYE)]
    assert any("400.5-450 were left out; 0-1 is kept" in note for note in report.notes)
    assert third.open_tables == [5]
    assert t.entrants[5].drop is not None
    assert (t.entrants[5].club, t.entrants[5].rating, t.entrants[5].bonus) == ("Cedro", 1800, 0)
    points = {row.player: row.points for row in standing_rows(ctx, slug)}
    assert points == {"1": 2, "2": 0, "3": 1.5, "4": 0.5, "5": 1.5}


@pytest.mark.req("SP-18")
def test_a_given_ruleset_is_used_and_what_differs_is_told(ctx: Context) -> None:
    slug, report = import_swiss_perfect(ctx, SCRABBLE, ruleset="scrabble-fise")
    t = ctx.open(slug).state
    assert t.ruleset.id == "scrabble-fise"
    told = "\n".join(report.notes)
    assert "Tie-breaks were secondary, buchholz; scrabble-fise has" in told
    assert "Half-point byes give 0 under scrabble-fise" in told


@pytest.mark.req("SP-18")
def test_ids_that_two_could_have_are_left_out(ctx: Context) -> None:
    ids: dict[str, Row] = {"p2": {"LOC_ID": 1}, "p3": {"LOC_ID": 777}, "p4": {"LOC_ID": 777}, "p5": {"INTL_ID": "A-9"}}
    slug, report = import_swiss_perfect(ctx, {"a.trn": field(5, **ids)})
    assert ctx.open(slug).ids == {"1": 1, "2": 2, "3": 3, "4": 4, "A-9": 5}
    assert sum("may belong to another person" in note for note in report.notes) == 3


@pytest.mark.req("SP-18")
def test_a_zip_is_as_good_as_the_files() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in SCRABBLE.items():
            archive.writestr(f"copa/{name.upper()}", data)
        archive.writestr("copa/readme.txt", b"hello")
    assert read_swiss_perfect(packed.getvalue()) == read_swiss_perfect(SCRABBLE)
    assert read_swiss_perfect({"copa.zip": packed.getvalue()}) == read_swiss_perfect(SCRABBLE)


@pytest.mark.req("SP-18")
def test_a_failed_import_leaves_nothing_behind(ctx: Context) -> None:
    with raises_code(BadInput, "sp-import") as caught:
        import_swiss_perfect(ctx, SCRABBLE, ruleset="xwing-epic-team")
    assert "team" in str(caught.value)
    assert ctx.store.tournaments() == []
    import_swiss_perfect(ctx, SCRABBLE, slug="copa")
    with pytest.raises(PareoError):
        import_swiss_perfect(ctx, SCRABBLE, slug="copa")
    assert [s.slug for s in ctx.store.tournaments()] == ["copa"]


@pytest.mark.req("SP-18")
def test_missing_rounds_and_open_games_are_told(ctx: Context) -> None:
    games = sco((1, 10, 20, 0, 0, 0, 0), (2, 10, 0, 2, 0, 1, 0), (4, 10, 20, 2, 0, 1, 1))
    slug, report = import_swiss_perfect(ctx, {"a.trn": field(2, p2={"BONUS": "1"}), "a.sco": games, "a.ini": INI})
    told = "\n".join(report.notes)
    assert "read as a double no-show" in told
    assert "No one plays in round 3" in told
    assert "a bonus of 1 points matches no requested bye" in told
    t = ctx.open(slug).state
    (pod,) = t.pods.values()
    assert [r.status for r in pod.rounds.values()] == [Status.FINISHED, Status.FINISHED]
    assert t.entrants[2].bonus == 2
    assert report.rounds == 2


@pytest.mark.req("SP-17")
def test_names_are_cleaned_up() -> None:
    written = {"PÉREZ": "Pérez", "ana m": "Ana M.", "O'NEILL-DÍAZ": "O'Neill-Díaz", "de la Cruz": "de la Cruz", "": ""}
    assert {name: format_name(name) for name in written} == written


# --- hostile files ----------------------------------------------------------------------------------------------------

GOOD_TRN, GOOD_SCO = SCRABBLE["a.trn"], SCRABBLE["a.sco"]


def with_bytes(data: bytes, at: int, raw: bytes) -> bytes:
    return data[:at] + raw + data[at + len(raw) :]


@pytest.mark.req("SP-18")
@pytest.mark.parametrize(
    ("files", "code", "params"),
    [
        ({}, "sp-no-players", {}),
        ({"a.trn": b""}, "dbase-unreadable", {}),
        ({"a.trn": b"\x89PNG" + GOOD_TRN}, "dbase-unreadable", {}),
        ({"a.trn": GOOD_TRN[:40]}, "dbase-unreadable", {}),
        ({"a.trn": with_bytes(GOOD_TRN, 8, b"\xff\xff")}, "dbase-unreadable", {}),
        ({"a.trn": with_bytes(GOOD_TRN, 10, b"\x00\x00")}, "dbase-unreadable", {}),
        ({"a.trn": with_bytes(GOOD_TRN, 32, b"\x00" * 11)}, "dbase-unreadable", {}),
        ({"a.trn": GOOD_SCO}, "sp-trn", {}),
        ({"a.trn": GOOD_TRN, "a.sco": GOOD_TRN}, "sp-sco", {"column": "ROUND"}),
        ({"a.trn": trn()}, "sp-nobody", {}),
        ({"a.trn": GOOD_TRN, "b.TRN": GOOD_TRN}, "sp-several", {"ending": ".TRN"}),
        ({"a.trn": GOOD_TRN, "a.ini": b"x" * 300_000}, "sp-ini", {"limit": 256}),
        ({"a.trn": b"\x03" * 17_000_000}, "dbase-large", {"limit": 16}),
        ({"a.zip": b"PK\x03\x04 no zip"}, "sp-zip", {}),
        (b"", "sp-zip", {}),
    ],
)
def test_broken_files_are_refused_in_one_sentence(
    files: Mapping[str, bytes] | bytes, code: str, params: dict[str, object]
) -> None:
    with raises_code(BadInput, code, says="", **params) as caught:
        read_swiss_perfect(files)
    assert "\n" not in str(caught.value)


@pytest.mark.req("SP-18")
def test_a_short_table_gives_its_whole_rows_and_says_so() -> None:
    claims_more = with_bytes(GOOD_SCO, 4, struct.pack("<I", 0xFFFFFFFF))
    event = read_swiss_perfect({"a.trn": GOOD_TRN, "a.sco": claims_more})
    assert any("ends too early: it has 8 of 4294967295 rows" in note for note in event.notes)
    assert sum(map(len, event.rounds.values())) == 8
    cut = read_swiss_perfect({"a.trn": GOOD_TRN, "a.sco": GOOD_SCO[:-40]})
    assert any("ends too early: it has 6 of 8 rows" in note for note in cut.notes)


@pytest.mark.req("SP-18")
def test_a_bomb_is_not_unpacked() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.trn", b"\x03" * 60_000_000)
    with raises_code(BadInput, "dbase-large", limit=16):
        read_swiss_perfect(packed.getvalue())


@pytest.mark.req("SP-18")
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(["a.trn", "a.sco", "a.ini"]),
    st.lists(st.tuples(st.integers(0, 3000), st.binary(min_size=1, max_size=6)), max_size=12),
    st.integers(0, 3000),
)
def test_damaged_files_give_a_sentence_or_what_is_left(name: str, damage: list[tuple[int, bytes]], lost: int) -> None:
    data = SCRABBLE[name]
    for at, raw in damage:
        data = with_bytes(data, at % len(data), raw)
    files = {**SCRABBLE, name: data[: len(data) - lost % 60]}
    try:
        event = read_swiss_perfect(files)
    except BadInput as problem:
        told = str(problem)
    else:
        told = "."
        assert text_export(event).count("\r\n") == len(event.players) + 2
        assert len(event.notes) <= 201
    assert told.endswith(".")
    assert "\n" not in told


@pytest.mark.req("SP-18")
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.integers(0, 3000), st.sampled_from(b"0123456789 \x00*Az")), min_size=1, max_size=15))
def test_damaged_files_are_imported_whole_or_not_at_all(ctx: Context, damage: list[tuple[int, int]]) -> None:
    files = dict(SCRABBLE)
    for at, byte in damage:
        name = "a.sco" if at % 2 else "a.trn"
        header = struct.unpack_from("<H", files[name], 8)[0]
        files[name] = with_bytes(files[name], header + at % (len(files[name]) - header), bytes([byte]))
    try:
        slug, _ = import_swiss_perfect(ctx, files)
    except PareoError:
        assert ctx.store.tournaments() == []
    else:
        assert ctx.open(slug).state.entrants
        events.remove(ctx, slug)


@pytest.mark.req("SP-18")
@given(st.binary(max_size=600))
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_a_table_or_a_sentence(data: bytes) -> None:
    told, rows = "", 0
    try:
        rows = len(read_table(b"\x03" + data, "The file").rows)
    except BadInput as problem:
        told = str(problem)
    assert told in ("", "The file is not a dBase III table.")
    assert rows * 2 <= len(data)


# --- speed ------------------------------------------------------------------------------------------------------------


@pytest.mark.req("SP-18", "SP-19")
def test_twice_the_players_are_twice_the_work(ctx: Context) -> None:
    slug, report = import_swiss_perfect(ctx, large(500, 9))
    assert (report.players, report.rounds, report.games) == (500, 9, 2250)
    half, whole = large(250, 9), large(500, 9)
    assert count_calls(lambda: import_swiss_perfect(ctx, whole)) < 2.3 * count_calls(
        lambda: import_swiss_perfect(ctx, half)
    )
    assert sum(row.points for row in standing_rows(ctx, slug)) == 2250
