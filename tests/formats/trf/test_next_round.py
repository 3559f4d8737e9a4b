"""FIDE's tournament report: byes asked for, first colours and acceleration by round, as other engines read them."""

from __future__ import annotations

import pytest
from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json

from pareo.app.commands.rounds import rounds
from pareo.core.model.entities import Drop
from pareo.core.tournament.drafting import draft
from pareo.core.tournament.pairing_history import accelerations_of
from pareo.formats.exchange.rebuild import describe_event, preview, rebuild
from pareo.formats.trf.read import read
from pareo.formats.trf.write import write
from support.events.played import PlayedEvent
from support.files.foreign_events import player


def _ask(*lines):
    """Four players after round 1, and more lines."""
    return "\n".join(
        [
            "142 5",
            player(1, "A", "   3 w 1"),
            player(2, "B", "   4 b ="),
            player(3, "C", "   1 b 0"),
            player(4, "D", "   2 w ="),
            *lines,
        ]
    ).encode()


@pytest.mark.req("A-30", "F-76")
@pytest.mark.parametrize(("sign", "worth"), [("H", None), ("Z", 0), ("F", 2), ("=", None), ("-", 0)])
def test_a_bye_in_the_next_column_is_asked_for_and_nobody_has_dropped(sign, worth):
    data = _ask().replace(b"   3 w 1", f"   3 w 1  0000 - {sign}".encode())
    reading = read(data, ruleset="chess-fide")
    assert reading.took == ("4 players", "1 round")
    assert [p.drop for p in reading.event.players] == [None] * 4
    assert [sorted(p.absent) for p in reading.event.players] == [[2], [], [], []]
    assert reading.event.players[0].bye_points == (() if worth is None else ((2, worth),))
    assert not reading.notes


@pytest.mark.req("A-30", "F-76")
def test_when_a_last_column_is_a_round():
    def played(*cells):
        lines = [player(no, f"P{no}", "0000 - Z", cell) for no, cell in enumerate(cells, 1)]
        return len(read("\n".join(lines).encode()).event.pods[0].rounds)

    assert played("0000 - H", "", "0000 - Z") == 1
    assert played("0000 - H", "0000 - Z", "0000 - Z") == 2  # an entry for the whole field
    assert played("0000 - U", "", "") == 2  # somebody has the round's bye
    assert played("   2 w  ", "   1 b  ", "") == 2  # a pairing without a result yet


@pytest.mark.req("A-30", "F-76")
def test_blanks_to_the_end_are_a_drop_unless_the_file_says_who_is_away_next():
    lines = [
        player(1, "A", "   2 w 1", "   3 b 1"),
        player(2, "B", "   1 b 0"),
        player(3, "C", "0000 - U", "   1 w 0"),
        player(4, "D"),
    ]
    silent = read("\n".join(lines).encode())
    assert [p.drop for p in silent.event.players] == [None, Drop(1), None, Drop(0)]
    assert "Treated as dropped because their last rounds are blank: players 2." in silent.notes
    for told in ("240 H 003    1", "XXZ 1"):
        spoken = read("\n".join([*lines, told]).encode()).event
        assert [(p.drop, p.late_from) for p in spoken.players] == [(None, 0), (None, 0), (None, 0), (None, 3)]


@pytest.mark.req("A-31", "F-75")
@pytest.mark.parametrize("number", ["0", "", "00000000"])
def test_number_0_of_fide_is_none(number, tmp_path):
    data = "\n".join([player(1, "A", fide=number), player(2, "B", fide=number)]).encode()
    assert [p.id for p in read(data).event.players] == ["", ""]
    rebuild(PlayedEvent(tmp_path, "swiss", 2).ctx, read(data).event)  # two of them are no two with one id


@pytest.mark.req("A-31", "F-31")
@pytest.mark.parametrize(
    ("told", "first"), [("152 W", "top"), ("152 B", "bottom"), ("XXC white1", "top"), ("XXC rank black1", "bottom")]
)
def test_the_first_colour_is_read_and_written(told, first):
    before = read("\n".join([player(1, "A"), player(2, "B"), told]).encode(), ruleset="chess-fide").event
    assert before.settings["first_move"] == first
    after = read(_ask(told), ruleset="chess-fide").event
    assert after.pods[0].rounds[0].top_starts is (first == "top")
    letter = "W" if first == "top" else "B"
    for event in (before, after):
        assert f"152 {letter}\r\n".encode() in write(event).data
        assert f"XXC {'white' if letter == 'W' else 'black'}1\r\n".encode() in write(event, version="trf16").data
        assert (b"XXC rank\r\n" in write(event).data) == ("rank" in told)


@pytest.mark.req("A-31", "F-31")
@pytest.mark.parametrize(
    ("cells", "top"),
    [
        (("   3 w 1", "   4 b 0"), True),
        (("   3 b 1", "   4 w 0"), False),
        (("0000 - H", "   4 b 0"), True),
        (("0000 - H", "   4 w 0"), False),
    ],
)
def test_without_the_record_round_1_shows_the_first_colour(cells, top):
    other = {"w": "b", "b": "w"}
    lines = [player(no, f"P{no}", cell) for no, cell in enumerate(cells, 1)]
    for no, cell in enumerate(cells, 1):
        free = cell.startswith("0000")
        lines.append(player(no + 2, f"P{no + 2}", cell if free else f"{no:4d} {other[cell[5]]} {'01'[cell[7] == '0']}"))
    assert read("\n".join(lines).encode(), ruleset="chess-fide").event.pods[0].rounds[0].top_starts is top


@pytest.mark.req("A-31")
def test_the_colour_set_is_the_one_paired_with(tmp_path):
    for letter, white in (("W", 1), ("B", 3)):
        data = "\n".join(["142 3", f"152 {letter}", *(player(no, f"P{no}", rating=2000 - no) for no in range(1, 5))])
        ctx = PlayedEvent(tmp_path / letter, "swiss", 2).ctx
        slug = rebuild(ctx, read(data.encode(), ruleset="chess-fide").event)
        rounds.pair(ctx, slug)
        matches = describe_event(ctx, slug).pods[0].rounds[0].matches
        assert (matches[0].a, matches[0].b) == (str(white), str(4 - white))


@pytest.mark.req("A-31", "F-55", "F-54")
def test_points_that_rise_and_fall_are_taken_and_written_without_overlap():
    told = ["XXA    1  0.5  1.0  1.0  0.0  0.3", "XXA    2  0.5  1.0  1.0  0.0  0.3"]
    event = read(_ask(*told)).event
    assert event.settings["acceleration"] == "1-2:0.5:1 1-2:1.0:2-3 1-2:0.3:5-5"
    written = write(event).data.decode()
    assert [line for line in written.split("\r\n") if line.startswith("250")] == [
        "250      00.5 001 001    1    2",
        "250      01.0 002 003    1    2",
        "250      00.3 005 005    1    2",
    ]
    assert read(written.encode()).event.settings["acceleration"] == event.settings["acceleration"]
    t = preview(event)
    groups = accelerations_of(t, t.pods["main"])
    assert [sum(g.points_for(2, number) for g in groups) for number in range(1, 7)] == [10, 20, 20, 0, 6, 0]
    # Of lines that overlap other engines take the last; ours of version 0.1.0 were sums.
    twice = ["250      00.5 001 003    1    2", "250      00.5 001 005    1    2"]
    assert read(_ask(*twice)).event.settings["acceleration"] == "1-2:0.5:5"
    ours = read(_ask(*twice, "### pareo ruleset swiss")).event
    assert ours.settings["acceleration"] == "1-2:1.0:3 1-2:0.5:4-5"


@pytest.mark.req("A-30", "A-31")
@pytest.mark.parametrize("first", ["W", "B"])
def test_byes_acceleration_and_first_colour_are_paired_as_gacrux_does(first):
    """Round 2 of ten with Baku acceleration, a half-point bye and an absence; pairs by gacrux's own reader."""
    colours = "wb" if first == "W" else "bw"
    cells = {}
    for top, low, result in ((1, 4, "10"), (2, 5, "=="), (3, 6, "01"), (7, 9, "10"), (8, 10, "==")):
        white = colours[0] if top % 2 else colours[1]
        cells[top] = f"{low:4d} {white} {result[0]}"
        cells[low] = f"{top:4d} {'b' if white == 'w' else 'w'} {result[1]}"
    head = ["012 Open", "142 7"]
    names = {no: f"P{no}, X" for no in cells}
    old = [
        player(
            no, names[no], cells[no], *(["0000 - H"] if no == 1 else ["0000 - Z"] if no == 10 else []), rating=2000 - no
        )
        for no in sorted(cells)
    ]
    old += [f"XXA {no:4d}  1.0  1.0  0.5  0.5" for no in range(1, 7)]
    new = [player(no, names[no], cells[no], rating=2000 - no) for no in sorted(cells)]
    new += [
        f"152 {first}",
        "240 H 002    1",
        "240 Z 002   10",
        "250      01.0 001 002    1    6",
        "250      00.5 003 004    1    6",
    ]
    expected = by_gacrux("\n".join([*head, "092 FIDE_DUTCH", "192 FIDE_DUTCH", *new]) + "\n", 2)
    assert len(expected) == 4
    for lines in (old, new):
        t = preview(read("\n".join([*head, *lines]).encode(), ruleset="chess-fide").event)
        drawn = draft(t, t.pods["main"], 2, "seed", method="dutch")
        assert {(a, b) for a, b, _ in drawn.pairs} == expected
        assert {s.no for s in drawn.sitting} == {1, 10}


def by_gacrux(text, number):
    """The pairs of a round, white first, as gacrux reads and pairs the report."""
    file = trf2json()
    file.parse_file(text, False)
    engine = pairing_dutch(file.get_tournament(1), number, {"experimental": [], "verbose": 0, "top_color": "w"})
    brackets = engine.compute_pairing(checkonly=False)
    return {(pair["w"], pair["b"]) for bracket in brackets for pair in bracket["pairs"]}
