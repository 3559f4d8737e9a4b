"""FIDE's tournament report: read as other programs write it, written and read again without loss."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.app.commands.people import leaving, players
from pareo.app.commands.people.late import enter_late
from pareo.app.queries.pages.event_tables import standing_rows
from pareo.core.model.entities import Drop, Status
from pareo.core.model.outcome import Outcome, Result
from pareo.core.text.errors import BadInput, PareoError, Refused
from pareo.formats.exchange.event import (
    ForeignSitting,
)
from pareo.formats.exchange.rebuild import describe_event, rebuild
from pareo.formats.trf.read import read, recognise
from pareo.formats.trf.write import VERSIONS, export, write
from support.events.played import PlayedEvent, lower_number_wins
from support.files.foreign_events import REPORT, foreign_events, player


@pytest.mark.req("SP-2", "SP-3", "SP-5", "F-74", "F-75")
def test_a_report_of_another_program():
    assert recognise(REPORT)
    reading = read(REPORT)
    event = reading.event
    assert (event.name, event.settings["place"], event.settings["date"], event.settings["judge"]) == (
        "Torneo de la Villa",
        "Villa Clara",
        "2026-05-01",
        "Rita Roble",
    )
    ana, bruno, cedro, _, elsa = event.players
    assert (ana.first, ana.last, ana.rating, ana.federation, ana.id, ana.birth_year) == (
        "Ana",
        "Abril",
        2100,
        "ESP",
        "",
        2001,
    )
    assert ana.extra == {"sex": "m", "title": "IM", "intl_id": "4123456", "birth_date": "2001-03-04"}
    assert bruno.extra == {"sex": "f", "trf": {"born": "1999/00/00"}}
    assert (bruno.birth_year, cedro.first, cedro.last, cedro.rating) == (1999, "", "Cedro", None)
    assert elsa.drop == Drop(1)
    first, second = event.pods[0].rounds
    assert {(m.a, m.b): m.result for m in first.matches} == {
        ("1", "4"): Result(Outcome.WIN, Outcome.LOSS),
        ("3", "2"): Result(Outcome.LOSS, Outcome.WIN),
    }
    assert [(m.a, m.b) for m in second.matches] == [("2", "1")]
    assert {s.key: s.outcome for s in second.sittings} == {"3": Outcome.REQUESTED_BYE, "4": Outcome.BYE}
    assert first.sittings == (ForeignSitting("5", Outcome.ABSENT),)
    assert event.pods[0].planned == event.settings["rounds"] == 5
    assert event.settings["acceleration"] == "1-2:1.0:2"
    assert event.settings["forbidden"] == [[3, 5]]
    assert (event.settings["end_date"], event.settings["deputies"]) == ("2026-05-03", "Sara Sauce")
    assert event.beside == {}
    assert event.settings["first_move"] == "top"
    assert reading.took == ("5 players", "2 rounds")
    assert not [note for note in reading.notes if "The points in the file differ" in note]  # H is worth a draw here


def test_a_report_becomes_an_event_with_its_points(tmp_path):
    ctx = PlayedEvent(tmp_path, "swiss", 2).ctx
    slug = rebuild(ctx, read(REPORT).event)
    rows = {row.name: row.points for row in standing_rows(ctx, slug)}
    assert rows == {"Ana Abril": 2, "Bruno Brasa": 1, "Cedro": 0.5, "Dario Duna": 1, "Elsa Estero": 0}


def test_points_of_the_file_make_their_own_ruleset():
    for scoring in (b"XXS W=3.0 D=1.0", b"BBW  3.0\rBBD  1.0", b"162  W 3.0    D 1.0"):
        event = read(REPORT + b"\r" + scoring).event
        assert event.ruleset == "chess-fide-report"
        assert "win = 3" in event.ruleset_text
    assert read(REPORT + b"\r162  W 1.0    D 0.5", ruleset="swiss").event.ruleset == "swiss-report"  # H makes it so
    plain = REPORT.replace(b"0000 - H", b"0000 - Z")
    assert read(plain + b"\r162  W 1.0    D 0.5").event.ruleset == "chess-fide"
    assert [n for n in read(plain).notes if "The points in the file differ" in n] == [
        "The points in the file differ from its results: players 3."
    ]


def test_records_of_2026():
    data = (
        REPORT
        + "\r".join(
            [
                "",
                "142 7",
                "250      02.0 001 003    1    3",
                "250      01.0 004 006    1    3",
                "260 001 007    1    3    5",
                "260 002 003    2    4",
                "240 Z 003    4",
                "240 H 004    2    4",
                f"ESP    2{'':40}1700",
                "XXZ 5",
            ]
        ).encode()
    )
    reading = read(data.replace(b"XXA    1  1.0  1.0\rXXA    2  1.0  1.0\r", b""))
    event = reading.event
    assert event.settings["acceleration"] == "1-3:2.0:3 1-3:1.0:4-6"
    assert event.settings["forbidden"] == [[1, 3], [1, 5], [2, 4, 2, 3], [3, 5]]
    assert [sorted(p.absent) for p in event.players] == [[], [4], [], [3, 4], [3]]
    assert [p.rating2 for p in event.players] == [None, 1700, None, None, None]


def test_a_round_in_progress_and_forfeits():
    data = "\n".join(
        [
            player(1, "A, Ana", "   2 w +", "   3 b  "),
            player(2, "B, Bea", "   1 b -", "   4 w 1"),
            player(3, "C, Cai", "   4 w -", "   1 w"),
            player(4, "D, Dea", "   3 b -", "   2 b 0"),
        ]
    ).encode()
    first, second = read(data).event.pods[0].rounds
    assert {(m.a, m.b): m.result for m in first.matches} == {
        ("1", "2"): Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
        ("3", "4"): Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    }
    assert (first.status, second.status) == (Status.FINISHED, Status.STARTED)
    assert {(m.a, m.b): m.result for m in second.matches}[("3", "1")] is None


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["012 Nothing"], "trf-empty"),
        ([player(1, "A"), player(1, "B")], "trf-number"),
        ([player(1, "A", "   2 w 1"), player(2, "B", "   3 b 0"), player(3, "C")], "trf-mismatch"),
        ([player(1, "A", "   2 w 1"), player(2, "B", "   1 b 1")], "trf-mismatch"),
        ([player(1, "A", "   2 w 1"), player(2, "B", "   1 w 0")], "trf-mismatch"),
        ([player(1, "A", "   1 w 1")], "trf-mismatch"),
        ([player(1, "A", "   2 x 1")], "trf-cell"),
        ([player(1, "A", "   x w 1")], "trf-whole"),
        ([player(1, "A"), "XXR many"], "trf-whole"),
        ([player(1, "A"), "XXS nothing"], "trf-scoring"),
        ([player(1, "A"), "250      02.0 003 001    1    3"], "trf-acceleration"),
        ([player(1, "A"), "240 Q 1 1"], "trf-byes"),
        ([player(1, "A"), "XXZ " + "1 " * 1500], "trf-lines"),
        ([player(1, "A"), *(["XXZ 1"] * 501)], "trf-byes-many"),
        ([player(1, "A"), "XXA    1  1.0", "XXA    1  1.0"], "trf-acceleration"),
        ([player(1, "A"), player(9999, "B"), *(["250      02.0 001 100    1 9999"] * 3)], "trf-acceleration-many"),
        ([player(1, "A"), "### pareo sat 1 1 flew"], "trf-ours"),
        ([player(1, "A"), "### pareo ruleset chess-960"], "ruleset-unknown"),
        ([player(1, "A") + "\0"], "import-not-text"),
    ],
)
def test_refusals(lines, code):
    with pytest.raises(PareoError) as caught:
        read("\n".join(lines).encode())
    assert caught.value.code == code


# --- written and read again -------------------------------------------------------------------------------------------


@given(foreign_events(), st.sampled_from(VERSIONS))
@settings(max_examples=120, deadline=None)
def test_what_is_written_is_read_again(event, version):
    if version == "trf16":  # it holds absences of the next round only
        nearest = {len(event.pods[0].rounds) + 1 if event.pods else 1}
        event = dataclasses.replace(
            event, players=tuple(dataclasses.replace(p, absent=p.absent & nearest) for p in event.players)
        )
    event = dataclasses.replace(
        event,
        players=tuple(dataclasses.replace(p, id="", extra={"intl_id": p.id} if p.id else {}) for p in event.players),
    )
    written = write(event, version=version)
    assert recognise(written.data)
    again = read(written.data).event
    assert dataclasses.replace(again, ruleset_text=None) == event
    assert write(again, version=version).data == written.data


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("ruleset", "says"), [("swiss", lower_number_wins), ("pokemon-tom", lower_number_wins)])
def test_a_played_event_survives(tmp_path, version, ruleset, says):
    played = PlayedEvent(tmp_path, ruleset, 7, rounds="4", fields=lambda i: {"rating": 1500 + i, "federation": "ESP"})
    played.play(2, says)
    leaving.drop(played.ctx, played.slug, "p3")
    enter_late(played.ctx, played.slug, players.NewPlayer(first="Nora", last="Olmo"), confirmed=True)
    played.play(1, says)
    written = export(played.ctx, played.slug, version=version)
    slug = rebuild(played.ctx, read(written.data).event)
    old, new = (describe_event(played.ctx, s) for s in (played.slug, slug))
    names = [{p.key: (p.first, p.last) for p in event.players} for event in (old, new)]
    for before, after in zip(old.pods, new.pods, strict=True):
        for r, s in zip(before.rounds, after.rounds, strict=True):
            sides = [
                [(name[m.a], name[m.b], m.table, m.result) for m in x.matches]
                for x, name in zip((r, s), names, strict=True)
            ]
            assert sides[0] == sides[1]
            resting = [
                {(name[x.key], x.outcome) for x in one.sittings} for one, name in zip((r, s), names, strict=True)
            ]
            assert resting[0] == resting[1]
    standings = [
        [(row.rank, row.name, row.points) for row in standing_rows(played.ctx, s)] for s in (played.slug, slug)
    ]
    assert [row[2] for row in standings[0]] == [row[2] for row in standings[1]]
    assert {row[1:] for row in standings[0]} == {row[1:] for row in standings[1]}
    assert [p.drop.after for p in new.players if p.drop] == [2]
    assert [p.late_from for p in new.players if p.late_from] == [3]


def test_unknown_lines_come_back_and_losses_are_listed():
    event = read(REPORT).event
    written = write(event)
    assert b"112 Sara Sauce\r\n" in written.data
    assert b"2001/03/04" in written.data
    long_name = dataclasses.replace(
        event.players[0], last="x" * 40, extra={"intl_id": "1" * 12}, rating2=5, federation="Villa"
    )
    lost = write(dataclasses.replace(event, players=(long_name, *event.players[1:]))).left_out
    assert {
        "names longer than 33 letters",
        "ids longer than 11 letters",
        "federations longer than 3 letters",
        "second ratings of players without a federation's three letters",
    } <= set(lost)
    team = dataclasses.replace(event.players[0], team="Alba")
    with pytest.raises(Refused):
        write(dataclasses.replace(event, players=(team, *event.players[1:])))
    with pytest.raises(BadInput):
        write(event, version="trf99")


@given(
    st.one_of(
        st.binary(max_size=300),
        st.lists(
            st.sampled_from(
                [
                    *REPORT.decode().split("\r"),
                    "001    6",
                    "XXS",
                    "250",
                    "260 1",
                    "240",
                    "162  W",
                    "XXA    x",
                    "### pareo tables 1 2",
                    player(7, "X", "   1 w 1", points="9.9"),
                    "BBW x",
                    "ESP    1",
                ]
            ),
            max_size=12,
        ).map(lambda lines: "\n".join(lines).encode()),
        st.tuples(st.integers(0, len(REPORT)), st.binary(max_size=6)).map(
            lambda x: REPORT[: x[0]] + x[1] + REPORT[x[0] + len(x[1]) :]
        ),
    )
)
@settings(max_examples=200, deadline=None)
def test_any_bytes_give_an_event_or_a_refusal(data):
    recognise(data)
    try:
        reading = read(data)
    except PareoError:
        return
    assert reading.event.players
