"""TRF26 complete: the head from settings, people's own fields, systems, tie-breaks, remarks, the rating report."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.app.commands.event.events import change_settings
from pareo.app.commands.results import enter_result as results
from pareo.app.queries.pages.event_tables import player_rows, standing_rows
from pareo.core.model.entities import Phase
from pareo.core.model.outcome import Mark, Outcome
from pareo.core.text.errors import BadInput, Refused
from pareo.formats.exchange.event import ForeignEvent
from pareo.formats.exchange.rebuild import describe_event, rebuild
from pareo.formats.random_reports.amounts import read_amount
from pareo.formats.random_reports.generator import Job, generate_report
from pareo.formats.random_reports.options import MISHAPS, RandomSettings
from pareo.formats.registry import EXPORTERS, IMPORTERS
from pareo.formats.second_opinion.opinion import OpinionRequest, second_opinion
from pareo.formats.trf.read import read
from pareo.formats.trf.write import export, write
from support.events.played import PlayedEvent, lower_number_wins
from support.files.foreign_events import foreign_events, player
from support.standings.gacrux_tiebreaks import gacrux_tiebreaks

HEAD = {
    "place": "Villa Clara",
    "federation": "ESP",
    "date": "2026-11-14",
    "end_date": "2026-11-15",
    "judge": "Rita Roble",
    "deputies": "Iván Soto; Nora Olmo",
    "time_control": "90 minutes + 30 s",
    "time_control_code": "5400+30",
    "round_dates": "2026-11-14,2026-11-14,2026-11-15",
}
WRITTEN = (
    "022 Villa Clara", "032 ESP", "042 2026/11/14", "052 2026/11/15", "062 4", "072 4",
    "092 Individual: Swiss-System (Dutch)", "102 Rita Roble", "112 Iván Soto; Nora Olmo", "122 90 minutes + 30 s",
    f"{'132':91}26/11/14  26/11/14  26/11/15", "142 3", "192 FIDE_DUTCH", "202 PTS,BH/C1,BH,SB,DE,WON,BPG",
    "222 5400+30",
)  # fmt: skip


def a_chess_event(tmp_path: Path, *, numbers: bool = True, ruleset: str = "chess-fide") -> PlayedEvent:
    def fields(i: int) -> dict[str, object]:
        told: dict[str, object] = {
            "rating": 2000 - i,
            "federation": "ESP",
            "sex": "fm"[i % 2],
            "title": ("WGM", "IM")[i % 2],
            "birth_date": f"199{i}-05-0{i}",
        }
        return told | ({"intl_id": f"220000{i}"} if numbers else {})

    played = PlayedEvent(tmp_path, ruleset, 4, fields=fields, rounds="3")
    change_settings(played.ctx, played.slug, HEAD)
    return played


def lines_of(data: bytes, *codes: str) -> list[str]:
    return [line for line in data.decode().split("\r\n") if not codes or line.startswith(codes)]


def report(*lines: str) -> bytes:
    """Four players after one round, and more lines."""
    return "\r\n".join(
        [
            player(1, "Abril, Ana", "   3 w 1", points="1.0", rank=1),
            player(2, "Brasa, Bruno", "   4 b 1", points="1.0"),
            player(3, "Cedro, Celia", "   1 b 0", points="0.0"),
            player(4, "Duna, Dario", "   2 w 0", points="0.0"),
            *lines,
            "",
        ]
    ).encode()


@pytest.mark.req("F-72", "F-73")
def test_head_and_players_are_written_from_the_events_own_fields(tmp_path: Path) -> None:
    played = a_chess_event(tmp_path)
    played.play(1, lower_number_wins)
    data = export(played.ctx, played.slug).data
    assert not set(WRITTEN) - set(lines_of(data))
    assert [line[:10] for line in lines_of(data, "182")] == ["182 Pareo "]
    assert len(lines_of(data, "152 ")) == 1
    ana, bruno, *_ = lines_of(data, "001")
    assert (ana[9:13], ana[57:68], ana[69:79]) == ("m IM", "    2200001", "1991/05/01")
    assert (bruno[9:13], bruno[57:68], bruno[69:79]) == ("wWGM", "    2200002", "1992/05/02")
    again = read(data).event
    assert {key: again.settings[key] for key in HEAD} == HEAD
    old = export(played.ctx, played.slug, version="trf16").data
    assert not lines_of(old, "142", "152", "182", "192", "202", "222")
    assert "XXR 3" in lines_of(old)


@pytest.mark.req("F-72")
@pytest.mark.parametrize(
    ("key", "wrong"),
    [("end_date", "15.11.2026"), ("round_dates", "today"), ("round_dates", ","), ("time_control_code", "90 min")],
)
def test_a_setting_of_the_head_that_cannot_be_is_refused(tmp_path: Path, key: str, wrong: str) -> None:
    played = PlayedEvent(tmp_path, "chess-fide", 2)
    with pytest.raises(BadInput) as caught:
        change_settings(played.ctx, played.slug, {key: wrong})
    assert caught.value.code == "setting-unreadable"


@pytest.mark.req("F-72", "F-86")
def test_a_head_line_that_fits_no_setting_is_kept_and_told() -> None:
    reading = read(report(f"{'132':91}tomorrow", "222 90 min", "112 Sara Sauce", "112 Otto Olmo", "192 FIDE_DUTCH"))
    assert reading.event.settings["deputies"] == "Sara Sauce; Otto Olmo"
    assert not {"round_dates", "time_control_code"} & reading.event.settings.keys()
    assert sum("only kept" in text for text in reading.skipped) == 2
    assert {"222 90 min", f"{'132':91}tomorrow"} <= set(lines_of(write(reading.event).data))


@pytest.mark.req("F-74", "F-75")
def test_people_that_are_read_have_their_fields_and_are_seen_by_them(tmp_path: Path) -> None:
    data = "\n".join(
        [
            player(1, "Abril, Ana", "   2 w 1", sex="w", title="WIM", fide="4123456", born="2001/03/04", fed="ESP"),
            player(2, "Brasa, Bruno", "   1 b 0", sex="m", title="g", fide="0"),
            "192 FIDE_DUTCH",
        ]
    ).encode()
    reading = read(data)
    assert "Title of player 2: “g” was read as GM." in reading.skipped  # as files had it before 2006 (F-88)
    ctx = PlayedEvent(tmp_path, "swiss", 2).ctx
    ana, bruno = player_rows(ctx, rebuild(ctx, reading.event))
    assert (ana.sex, ana.title, ana.intl_id, ana.birth_date) == ("f", "WIM", "4123456", "2001-03-04")
    assert (bruno.title, bruno.intl_id, bruno.id) == ("GM", "", "2")


@pytest.mark.req("F-88")
def test_files_of_2006_and_2016_are_read_and_every_adjustment_is_listed() -> None:
    """TRF06: titles by letters, no 142, sex unknown; TRF16 with XXR."""
    old = report("XXR 5").replace(b"001    3      ", b"001    3 x wm ")
    reading = read(old)
    assert reading.event.settings["rounds"] == 5
    assert "Title of player 3: “wm” was read as WIM." in reading.skipped
    assert "Sex of player 3: “x” is neither m nor w." in reading.skipped


@pytest.mark.req("F-77")
@pytest.mark.parametrize(
    ("lines", "ruleset", "cycles", "told"),
    [
        (("192 FIDE_DUTCH",), "chess-fide", None, ""),
        (("192 FIDE_DUTCH_2026_BAKU",), "chess-fide", None, ""),
        (("192 FIDE_ROUNDROBIN",), "chess-round-robin", 1, ""),
        (("192 FIDE_DOUBLEROUNDROBIN",), "chess-round-robin", 2, ""),
        (("192 CUSTOM_KEIZER",), "chess-fide", None, "Line 192 says CUSTOM_KEIZER"),
        (("092 Individual: Round-Robin",), "chess-round-robin", 1, ""),
        (("092 Swiss",), "chess-fide", None, ""),
        ((), "chess-fide", None, ""),
    ],
)
def test_the_system_chooses_the_rules(lines: tuple[str, ...], ruleset: str, cycles: int | None, told: str) -> None:
    reading = read(report(*lines))
    event = reading.event
    assert event.ruleset == ruleset
    assert (event.pods[0].phase is Phase.ROUND_ROBIN) == (cycles is not None)
    assert event.settings.get("cycles", 1) == (cycles or 1)
    assert (event.settings.get("style") == "round-robin") == (cycles is not None)
    assert any(told in text for text in reading.notes) or not told
    assert read(report(*lines), ruleset="swiss").event.ruleset == "swiss"


@pytest.mark.req("F-77")
def test_who_all_met_played_a_round_robin_and_stays_one(tmp_path: Path) -> None:
    """Three players, each rests once: no 192 and no 092, but the shape. Nobody came late or left."""
    data = "\n".join(
        [
            player(1, "A", "", "   3 w 1", "   2 b ="),
            player(2, "B", "   3 w 1", "", "   1 w ="),
            player(3, "C", "   2 b 0", "   1 b 0", ""),
        ]
    ).encode()
    event = read(data).event
    assert (event.ruleset, event.pods[0].phase) == ("chess-round-robin", Phase.ROUND_ROBIN)
    assert [(p.drop, p.late_from) for p in event.players] == [(None, 0)] * 3
    ctx = PlayedEvent(tmp_path, "swiss", 2).ctx
    slug = rebuild(ctx, event)
    assert [row.points for row in standing_rows(ctx, slug)] == [1.5, 1.5, 0]
    written = export(ctx, slug).data
    assert "192 FIDE_ROUNDROBIN" in lines_of(written)
    assert read(written).event.pods[0].phase is Phase.ROUND_ROBIN


@pytest.mark.req("F-78", "F-121")
def test_tie_breaks_of_the_file_become_the_events_and_are_written_as_codes(tmp_path: Path) -> None:
    for line, text in (
        ("202 PTS,bh,SB,DE", "BH,SB,DE"),
        ("212 WON PTS BH/M1", "WON,PTS,BH/M1"),
        ("202 PTS,BH/C1,BH,SB,DE,WON,BPG", None),
    ):
        event = read(report("192 FIDE_DUTCH", line)).event
        assert event.settings.get("tiebreaks") == text
        (written,) = lines_of(write(event).data, "202", "212")
        assert written.replace(",", " ").upper() == line.replace(",", " ").upper()
    unknown = read(report("192 FIDE_DUTCH", "202 PTS,XYZ,BH"))
    assert "tiebreaks" not in unknown.event.settings
    assert any("names unknown tie-breaks" in text for text in unknown.skipped)
    ctx = PlayedEvent(tmp_path, "swiss", 2).ctx
    slug = rebuild(ctx, read(report("192 FIDE_DUTCH", "202 PTS,TPN/R")).event)
    assert [row.name.split()[-1] for row in standing_rows(ctx, slug)] == ["Brasa", "Abril", "Duna", "Cedro"]
    assert [line[85:89].strip() for line in lines_of(export(ctx, slug).data, "001")] == ["2", "1", "4", "3"]


@pytest.mark.req("F-81")
def test_points_given_or_taken_count_for_places_and_come_back(tmp_path: Path) -> None:
    """Ana loses a point and a half, Dario has one more: as gacrux ranks them; tie-breaks of others do not see it."""
    given = ("299     0.0  -1.5    1    1", "299     0.0   1.0  999    4")
    data = report("142 5", "192 FIDE_DUTCH", "202 PTS,BH,TPN", *given)
    event = read(data).event
    assert event.settings["adjusted"] == "1:-1½@1; 4:+1@999"
    ctx = PlayedEvent(tmp_path, "swiss", 2).ctx
    slug = rebuild(ctx, event)
    told = [(row.name.split()[0], row.points) for row in standing_rows(ctx, slug)]
    assert told == [("Dario", 1), ("Bruno", 1), ("Celia", 0), ("Ana", -0.5)]
    assert [row.tiebreaks["BH"].value for row in standing_rows(ctx, slug)] == [1, 0, 1, 0]
    written = export(ctx, slug).data
    assert set(given) <= set(lines_of(written))
    ranks = {no: rank for no, (rank, _) in gacrux_tiebreaks(data, ["PTS", "BH", "TPN"], after=1).items()}
    assert {int(line[4:8]): int(line[85:89]) for line in lines_of(written, "001")} == ranks
    assert [line[80:84] for line in lines_of(written, "001")] == ["-0.5", " 1.0", " 0.0", " 1.0"]
    assert export(ctx, rebuild(ctx, read(written).event)).data == written
    with pytest.raises(BadInput):
        change_settings(ctx, slug, {"adjusted": "Ana:1"})
    early = standing_rows(ctx, slug, after=0)
    assert [row.points for row in early if row.name.startswith("Ana")] in ([0], [])


@pytest.mark.req("F-82")
def test_national_lines_keep_all_they_say() -> None:
    line = f"ITA    2 w 1N {'Brasa, Bruno (naz.)':33} 1777 TOS {'123456':>11} 1990/01/02"
    event = read(report(line)).event
    assert (event.players[1].rating2, event.players[1].extra["local_id"]) == (1777, "123456")
    assert line in lines_of(write(event).data)
    better = dataclasses.replace(event.players[1], rating2=1800)
    after = write(dataclasses.replace(event, players=(event.players[0], better, *event.players[2:])))
    assert line.replace("1777", "1800") in lines_of(after.data)


@pytest.mark.req("F-83")
def test_remarks_of_others_come_back_in_order(tmp_path: Path) -> None:
    remarks = ["### MPA @ Round 1: 1-3 2-4", "### by Another Program 7", "###", "### MPA @ Round 1: 1-3 2-4"]
    data = report("192 FIDE_DUTCH", *remarks[:2], "XXY kept too", *remarks[2:])
    ctx = PlayedEvent(tmp_path, "swiss", 2).ctx
    slug = rebuild(ctx, read(data).event)
    written = export(ctx, slug).data
    assert [line for line in lines_of(written, "###") if not line.startswith("### pareo ")] == remarks
    assert "XXY kept too" in lines_of(written)
    assert read(written).event.beside == read(data).event.beside


@pytest.mark.req("F-87")
def test_what_comes_in_is_checked_and_what_differs_is_told_and_stays(tmp_path: Path) -> None:
    ctx = PlayedEvent(tmp_path, "swiss", 2).ctx
    right = report("142 5", "152 W", "192 FIDE_DUTCH").replace(b"   1", b"   1")
    reader = IMPORTERS["trf"].read
    assert reader is not None
    assert not [text for text in reader(right, name="a", ruleset=None).notes if "second opinion" in text]
    wrong = right.replace(b" 1.0", b" 0.5", 1)
    reading = reader(wrong, name="a", ruleset=None)
    assert "The second opinion found differences: points: 1." in reading.notes
    slug = rebuild(ctx, reading.event)
    once = export(ctx, slug).data
    assert "### Import @ Round 1: points: 1" in lines_of(once)
    again = export(ctx, rebuild(ctx, reader(once, name="a", ruleset=None).event)).data
    assert lines_of(again, "### Import") == ["### Import @ Round 1: points: 1"]


@pytest.mark.req("F-90", "F-101")
def test_the_report_to_fide_is_refused_with_everything_that_is_missing(tmp_path: Path) -> None:
    played = PlayedEvent(tmp_path, "chess-fide", 4, rounds="3")
    played.open_round()
    with pytest.raises(Refused) as caught:
        EXPORTERS["trf-rating"].export(played.ctx, played.slug, "en", None)
    said = str(caught.value)
    for missing in (
        "place, federation, date, end_date, judge, round_dates, time_control_code",
        "FIDE numbers of players 1, 2, 3, 4",
        "results of round 1",
    ):
        assert missing in said
    assert EXPORTERS["trf"].export(played.ctx, played.slug, "en", None).data
    played.ctx.store.close()
    (tmp_path / "b").mkdir()
    whole = a_chess_event(tmp_path / "b")
    whole.play(3, lower_number_wins)
    made = EXPORTERS["trf-rating"].export(whole.ctx, whole.slug, "en", None)
    assert made.notes == ()
    assert second_opinion("x", made.data, OpinionRequest()).consistent
    slug = rebuild(whole.ctx, _with_swapped_board(describe_event(whole.ctx, whole.slug)))
    told = EXPORTERS["trf-rating"].export(whole.ctx, slug, "en", None).notes
    assert [text for text in told if text.startswith("The second opinion found differences: pairings: round")]


@pytest.mark.req("F-78", "F-101")
def test_places_in_the_middle_of_a_round_follow_the_results_of_the_file(tmp_path: Path) -> None:
    played = PlayedEvent(tmp_path, "chess-fide", 9, rounds="5")
    played.play(1, lower_number_wins)
    played.open_round()
    for table, result in ((1, "0-1"), (3, "½-½")):
        results.report(played.ctx, played.slug, round_no=2, table=table, result=result)
        told = second_opinion("x", export(played.ctx, played.slug).data, OpinionRequest())
        assert (told.consistent, told.standings, told.points) == (True, (), ())


def _with_swapped_board(event: ForeignEvent) -> ForeignEvent:
    """Round 1 paired otherwise than the engine does: first and second half changed places in one board."""
    pod = event.pods[0]
    first, *rest = pod.rounds
    one, two = first.matches
    swapped = dataclasses.replace(first, matches=(dataclasses.replace(one, a=one.b, b=one.a), two))
    return dataclasses.replace(event, pods=(dataclasses.replace(pod, rounds=(swapped, *rest)),))


# --- there and back ---------------------------------------------------------------------------------------------------

TITLES = st.sampled_from(["", "GM", "WFM", "CM"])
DAYS = st.sampled_from(["", "2001-02-03", "1988-12-31"])
HEADS = st.fixed_dictionaries(
    {},
    optional={
        **{key: st.just(value) for key, value in HEAD.items()},
        "event_type": st.just("Team event of one"),
        "tiebreaks": st.sampled_from(["BH,SB", "WON,PTS,DE", "ARO/M1"]),
        "adjusted": st.sampled_from(["1:-½@2", "1:+1"]),
    },
)


@st.composite
def chess_events(draw: st.DrawFn) -> ForeignEvent:
    """Events with everything a report holds."""
    event = draw(foreign_events())
    people = []
    for p in event.players:
        day = draw(DAYS)
        extra = {
            "title": draw(TITLES),
            "sex": draw(st.sampled_from(["", "f", "m"])),
            "intl_id": p.id,
            "birth_date": day,
        }
        people.append(
            dataclasses.replace(
                p,
                id="",
                extra={key: value for key, value in extra.items() if value},
                birth_year=int(day[:4]) if day else p.birth_year,
            )
        )
    comments = draw(st.lists(st.sampled_from(["### MPA @ Round 2: 1-2", "### by hand", "###"]), max_size=3))
    return dataclasses.replace(
        event,
        ruleset="chess-fide",
        players=tuple(people),
        settings={**event.settings, **draw(HEADS)},
        beside={"trf": {"comments": comments}} if comments else {},
    )


@pytest.mark.req("F-89")
@given(chess_events())
@settings(max_examples=100, deadline=None)
def test_an_event_is_the_same_after_the_file_and_the_file_after_the_event(event: ForeignEvent) -> None:
    written = write(event).data
    again = read(written).event
    assert dataclasses.replace(again, ruleset_text=None) == event
    assert write(again).data == written


@pytest.mark.req("F-89", "F-79")
@pytest.mark.parametrize("number", range(8))
def test_a_foreign_file_comes_back_with_every_record(number: int) -> None:
    """Random tournaments with byes, forfeits, late entries, withdrawals and Baku: order of records aside."""
    system = ("dutch", "dutch", "dutch", "round-robin")[number % 4]
    mishaps = {name: read_amount("4%") for name in MISHAPS if name not in ("unusual", "unrated_games")}
    wishes = RandomSettings(players=(6, 14), rounds=(4, 6), system=system, baku=number % 2 == 1, mishaps=mishaps)
    text = generate_report(Job(wishes, "back", ""), number)[1]
    event = read(text).event
    told = [line.rstrip() for line in lines_of(text) if line and not line.startswith("162")]
    back = lines_of(
        write(event, ranks={str(int(line[4:8])): int(line[85:89]) for line in told if line.startswith("001")}).data
    )
    lost = [line for line in told if line not in {one.rstrip() for one in back}]
    assert lost == []


# --- what FIDE mode knows ---------------------------------------------------------------------------------------------


@pytest.mark.req("F-80", "F-44")
def test_pairs_kept_apart_have_their_rounds() -> None:
    lines = ["260 001 999    1    2", "260 002 003    1    4", "260 002 003    2    3"]
    event = read(report("142 5", "192 FIDE_DUTCH", *lines)).event
    assert event.settings["forbidden"] == [[1, 2], [1, 4, 2, 3], [2, 3, 2, 3]]
    written = write(event)
    assert lines_of(written.data, "260") == lines
    assert "pairs kept apart in some rounds only" in write(event, version="trf16").left_out


@pytest.mark.req("F-83", "F-5", "F-77")
def test_remarks_of_the_journal_are_written_once_and_what_has_left_stays_out(tmp_path: Path) -> None:
    ctx = PlayedEvent(tmp_path, "swiss", 2).ctx
    slug = rebuild(ctx, read(report("142 5", "192 CUSTOM_KEIZER", "### by hand")).event)
    assert not ctx.open(slug).state.fide_mode
    once = export(ctx, slug).data
    left = "### Left FIDE mode @ Round 0: 192 CUSTOM_KEIZER"
    assert [line for line in lines_of(once, "###") if not line.startswith("### pareo ")] == ["### by hand", left]
    again = rebuild(ctx, read(once).event)
    assert not ctx.open(again).state.fide_mode
    assert export(ctx, again).data == once
    inside = rebuild(ctx, read(report("142 5", "192 FIDE_DUTCH")).event)
    assert ctx.open(inside).state.fide_mode


@pytest.mark.req("F-85", "F-41")
def test_a_result_that_nobody_knows_is_adjourned_and_written_so() -> None:
    data = report("142 5", "192 FIDE_DUTCH").replace(b"   3 w 1", b"   3 w ?").replace(b"   1 b 0", b"   1 b ?")
    event = read(data).event
    (adjourned,) = [m.result for m in event.pods[0].rounds[0].matches if m.a == "1"]
    assert adjourned is not None
    assert (adjourned.a, adjourned.b, adjourned.mark) == (Outcome.DRAW, Outcome.DRAW, Mark.ADJOURNED)
    written = write(event).data
    assert lines_of(written, "001")[0].endswith("   3 w ?")
    (scoring,) = lines_of(written, "162")
    assert "X 0.5" in scoring
    assert read(written).event.pods == event.pods


@pytest.mark.req("F-84", "F-67")
def test_a_half_point_against_nothing_is_read_and_written() -> None:
    data = report("142 5", "192 FIDE_DUTCH").replace(b"   3 w 1", b"   3 w =")
    event = read(data).event
    (unusual,) = [m.result for m in event.pods[0].rounds[0].matches if m.a == "1"]
    assert unusual is not None
    assert (unusual.a, unusual.b) == (Outcome.DRAW, Outcome.LOSS)
    assert [line[91:99] for line in lines_of(write(event).data, "001")][:3:2] == ["   3 w =", "   1 b 0"]


@pytest.mark.req("F-54", "F-72")
def test_baku_by_name_is_written_with_its_lines(tmp_path: Path) -> None:
    played = PlayedEvent(tmp_path, "chess-fide", 8, rounds="5", acceleration="baku", tournament_rating="FIDE")
    played.play(1, lower_number_wins)
    written = export(played.ctx, played.slug).data
    assert {"192 FIDE_DUTCH_BAKU", "172 FIDE"} <= set(lines_of(written))
    assert lines_of(written, "250") == ["250      01.0 001 002    1    4", "250      00.5 003 003    1    4"]
    assert second_opinion("x", written, OpinionRequest()).consistent
    assert "192 FIDE_DUTCH_BAKU" in lines_of(write(read(written).event).data)


@pytest.mark.req("F-91")
def test_every_line_end_and_encoding_is_read_and_utf_8_is_written() -> None:
    text = report("142 5", "192 FIDE_DUTCH").decode().replace("Cedro, Celia", "Cedró, Ñuño ")
    event = read(text.encode()).event
    for end in ("\r", "\n", "\r\n"):
        for data in (text.encode(), text.encode("utf-8-sig"), text.encode("latin-1")):
            assert read(data.replace(b"\r\n", end.encode())).event == event
    assert "Cedró, Ñuño".encode() in write(event).data
