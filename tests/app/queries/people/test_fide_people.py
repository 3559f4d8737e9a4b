"""Players of chess events: byes asked for beside the table of FIDE mode, who has withdrawn, what looks wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.floor.floor import check_in
from pareo.app.commands.people import late, players
from pareo.app.commands.people.import_rows import doubtful, preview
from pareo.app.commands.people.leaving import drop, undrop
from pareo.app.commands.people.renumber import renumber
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import next_round, rounds
from pareo.app.queries.event.fide_remarks import remarks
from pareo.app.queries.pages.event_tables import standing_rows
from pareo.app.queries.people.player_order import player_list
from pareo.app.queries.rounds.verify import verify
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput, NeedsConfirmation, Refused
from pareo.formats.event_json import export as export_json
from pareo.formats.registry import EXPORTERS
from pareo.formats.tables.player_lists import players_of, read_list
from pareo.formats.trf.read import read
from pareo.formats.trf.write import export
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from support.errors import raises_code
from support.events.stage import Stage, chess_event, lower_number_wins

SAID = "you can't return"


def ask_rounds_off(stage: Stage, who: str, rounds_off: str, **more: bool) -> list[str]:
    return list(players.edit(stage.ctx, stage.slug, who, {"absent": rounds_off}, **more).notes)


def trf(stage: Stage) -> list[str]:
    return export(stage.ctx, stage.slug).data.decode().splitlines()


# --- numbers by lot ---------------------------------------------------------------------------------------------------


@pytest.mark.req("F-27")
def test_numbers_of_equals_are_drawn_by_a_lot_that_stays(tmp_path: Path) -> None:
    def drawn(folder: str, seed: str, numbering: str) -> list[str]:
        (tmp_path / folder).mkdir()
        stage = Stage(tmp_path / folder, "chess-fide", seed=seed, rounds="3", numbering=numbering)
        stage.enter(
            [
                players.NewPlayer(first="X", last=f"{chr(65 + i)}", id=f"p{i}", rating=2000 + 100 * (i == 5))
                for i in range(9)
            ]
        )
        rounds.pair(stage.ctx, stage.slug)
        first = (
            {event.id(no): e.start_no for no, e in stage.t.entrants.items()}
            if (event := stage.ctx.open(stage.slug))
            else {}
        )
        rounds.pair(stage.ctx, stage.slug, again=True)
        event = stage.ctx.open(stage.slug)
        assert first == {event.id(no): e.start_no for no, e in stage.t.entrants.items()}, "the lot is drawn once"
        return sorted(first, key=first.__getitem__)

    by_name = drawn("a", "one", "rating,last")
    one, again, other = (
        drawn("b", "one", "rating,random"),
        drawn("c", "one", "rating,random"),
        drawn("d", "two", "rating,random"),
    )
    assert by_name == ["p5", "p0", "p1", "p2", "p3", "p4", "p6", "p7", "p8"]
    assert one == again, "the same seed, the same lot"
    assert one != by_name
    assert one != other
    assert one[0] == other[0] == "p5", "the rating goes first"


# --- byes asked for ---------------------------------------------------------------------------------------------------


@pytest.mark.req("F-58")
def test_byes_of_every_kind_for_rounds_to_come(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 8)
    ask_rounds_off(stage, "p1", "2:½")
    ask_rounds_off(stage, "p2", "2:0")
    ask_rounds_off(stage, "p3", "2:1")
    ask_rounds_off(stage, "p4", "2")
    stage.play(1, lower_number_wins)
    ask_rounds_off(stage, "p5", "3:½,4:0")
    before = {row.player: row.points for row in standing_rows(stage.ctx, stage.slug)}
    stage.play(1, lower_number_wins)
    after = {row.player: row.points for row in standing_rows(stage.ctx, stage.slug)}
    assert [after[f"p{i}"] - before[f"p{i}"] for i in (1, 2, 3, 4)] == [0.5, 0, 1, 0.5]
    assert {s.no: s.outcome for s in stage.pod().rounds[2].sitting} == dict.fromkeys(
        (1, 2, 3, 4), Outcome.REQUESTED_BYE
    )
    cells = {line[4:8].strip(): line[101:109] for line in trf(stage) if line.startswith("001")}
    assert [cells[str(no)] for no in (1, 2, 3, 4)] == ["0000 - H", "0000 - Z", "0000 - F", "0000 - H"]
    assert [line for line in trf(stage) if line.startswith("240")] == ["240 H 003    5", "240 Z 004    5"]
    stage.play(2, lower_number_wins)
    later = {row.player: row.points for row in standing_rows(stage.ctx, stage.slug)}
    assert later["p5"] - after["p5"] == 0.5, "half a point, then none"
    assert {row.verdict for row in verify(stage.ctx, stage.slug)} == {"as the engine pairs"}


@pytest.mark.req("F-59")
def test_a_further_half_point_bye_and_one_in_the_last_round_are_asked_about(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    ask_rounds_off(stage, "p1", "2:½")
    with raises_code(NeedsConfirmation, "fide-confirm", says="2 half-point byes; the regulations give 1"):
        ask_rounds_off(stage, "p1", "2:½,3")
    ask_rounds_off(stage, "p1", "2:½,3:0")
    ask_rounds_off(stage, "p1", "2:½,3", confirmed=True)
    assert [(one.rule, one.level) for one in stage.t.warned] == [("half-bye-again", 3)]
    with raises_code(NeedsConfirmation, "fide-confirm", says=r"in the last round \(5\)"):
        ask_rounds_off(stage, "p2", "5:½")
    events.change_settings(stage.ctx, stage.slug, {"half_byes": "2"})
    ask_rounds_off(stage, "p3", "1:½,2:½")
    events.change_settings(stage.ctx, stage.slug, {"half_byes": "0"})
    with raises_code(NeedsConfirmation, "fide-confirm", says="1 half-point byes; the regulations give 0"):
        ask_rounds_off(stage, "p4", "1:½")
    events.change_settings(stage.ctx, stage.slug, {"norms": "yes"})
    with raises_code(Refused, "fide-refused", says=SAID):
        ask_rounds_off(stage, "p2", "5:½", confirmed=True)
    ask_rounds_off(stage, "p2", "5:0")


@pytest.mark.req("F-59")
def test_byes_are_weighed_however_somebody_is_entered(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    new = players.NewPlayer(first="Nil", last="Tarde", id="n", absent=frozenset((4, 5)))
    with raises_code(NeedsConfirmation, "fide-confirm", says="half-point byes"):
        players.enter(stage.ctx, stage.slug, [new])
    stage.play(1, lower_number_wins)
    with raises_code(
        NeedsConfirmation, "late-confirm", says=r"zero-point bye.* half-point byes; the regulations give 1\..*last"
    ):
        late.enter_late(stage.ctx, stage.slug, new)
    late.enter_late(stage.ctx, stage.slug, new, confirmed=True)
    assert [one.rule for one in stage.t.warned if one.rule.startswith("half")] == ["half-bye-again", "half-bye-last"]


@pytest.mark.req("F-59", "F-63")
def test_who_is_simply_not_here_has_no_half_point(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.play(1, lower_number_wins)
    check_in(stage.ctx, stage.slug, ["p1", "p2", "p3", "p4", "p5"])
    rounds.pair(stage.ctx, stage.slug, not_here="out")
    points = {s.no: s.points for s in stage.pod().rounds[2].sitting}
    assert points[6] == 0


@pytest.mark.req("F-60")
def test_who_has_no_right_to_a_half_point_bye_is_refused_one(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    players.edit(stage.ctx, stage.slug, "p1", {"no_half_bye": "yes"})
    for asked in ("3:½", "3"):
        with raises_code(Refused, "fide-refused", says=SAID):
            ask_rounds_off(stage, "p1", asked, confirmed=True)
    ask_rounds_off(stage, "p1", "3:0")
    ask_rounds_off(stage, "p2", "3:½")
    with raises_code(Refused, "fide-refused", says=SAID):
        players.edit(stage.ctx, stage.slug, "p2", {"no_half_bye": "yes"}, confirmed=True)
    players.edit(stage.ctx, stage.slug, "p2", {"no_half_bye": "yes", "absent": "3:0"})
    players.edit(stage.ctx, stage.slug, "p2", {"club": "Faro"})
    (row,) = players_of(
        read_list(b"first,last,no_half_bye,absent\nLia,Mar,yes,2\n", stage.t.ruleset, [], previewed=False)
    )
    with raises_code(Refused, "fide-refused", says=SAID):
        players.enter(stage.ctx, stage.slug, [row], confirmed=True)


@pytest.mark.req("F-61")
def test_a_full_point_bye_is_told_and_stands_in_the_report_with_the_pairing_number(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 6)
    stage.enter([players.NewPlayer(first="Zoe", last="Alta", id="z", rating=2400)])
    told = "Zoe Alta: a full-point bye (round 3) is deprecated by FIDE."
    assert told in ask_rounds_off(stage, "z", "3:1")
    assert "full-point bye" in "".join(players.edit(stage.ctx, stage.slug, "p6", {"byes": "1"}).notes)
    players.edit(stage.ctx, stage.slug, "p6", {"byes": "0"})
    ask_rounds_off(stage, "p5", "4:1")
    ask_rounds_off(stage, "p5", "4:½")
    rounds.pair(stage.ctx, stage.slug)
    line = "### Full-point bye @ Round 3: 1"
    assert remarks(stage.t) == [line], "entered seventh, number 1; the others were taken back"
    assert line in trf(stage)
    ask_rounds_off(stage, "z", "3:0")
    ask_rounds_off(stage, "z", "3:1")
    assert remarks(stage.t) == [line], "once"
    renumber(stage.ctx, stage.slug, swap=("z", "p1"), confirmed=True)
    assert [text for text in remarks(stage.t) if "bye" in text] == ["### Full-point bye @ Round 3: 2"]
    assert "Full-point bye @ Round 3: 2" in export_json(stage.ctx, stage.slug).decode()


# --- withdrawn --------------------------------------------------------------------------------------------------------


@pytest.mark.req("F-64")
def test_who_has_withdrawn_is_marked_everywhere_and_may_return(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.play(1, lower_number_wins)
    drop(stage.ctx, stage.slug, "p3", reason="ill")
    assert {r.player: r.status for r in standing_rows(stage.ctx, stage.slug)}["p3"] == "dropped"
    assert {r.id: r.status for r in player_list(stage.ctx, stage.slug)}["p3"] == "dropped"
    for paper in ("standings", "roster", "crosstable"):
        said = str(gather(paper, stage.ctx, stage.slug, PrintOptions(lang="en")).parts)
        assert said.count("withdrawn") == 1, paper
    stage.play(1, lower_number_wins)
    assert all(3 not in (m.a, m.b) for m in stage.pod().rounds[2].matches.values())
    undrop(stage.ctx, stage.slug, "p3")
    assert {r.player: r.status for r in standing_rows(stage.ctx, stage.slug)}["p3"] == "active"
    stage.play(1, lower_number_wins)
    third = stage.pod().rounds[3]
    assert any(3 in (m.a, m.b) for m in third.matches.values()) or any(s.no == 3 for s in third.sitting)
    cells = next(line for line in trf(stage) if line.startswith("001    3"))
    assert cells[101:109] in ("0000 - Z", "        "), "the missed round gives nothing"


@pytest.mark.req("F-66")
def test_after_a_forfeit_it_is_asked_whether_somebody_has_withdrawn(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.open_round()
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="0-1F")
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    gone = stage.pod().rounds[1].matches[1].a
    with raises_code(NeedsConfirmation, "forfeited", says=r"forfeited the last round: .*Withdrawn\?") as caught:
        rounds.pair(stage.ctx, stage.slug)
    assert [(choice.field, choice.value) for choice in caught.value.choices] == [
        ("withdrawn", "drop"),
        ("withdrawn", "stay"),
    ]
    with raises_code(NeedsConfirmation, "forfeited", says="Withdrawn"):
        next_round.next_round(stage.ctx, stage.slug)
    assert next_round.look(stage.ctx, stage.slug).forfeited == (gone,)
    for bad in (rounds.pair, next_round.next_round):
        with raises_code(BadInput, "withdrawn"):
            bad(stage.ctx, stage.slug, withdrawn="perhaps")
    check_in(stage.ctx, stage.slug, [f"p{no}" for no in range(1, 6)])
    with raises_code(NeedsConfirmation, "forfeited", says="Withdrawn"):  # before anybody is dropped for not being here
        rounds.pair(stage.ctx, stage.slug, not_here="drop")
    assert all(e.drop is None for e in stage.t.entrants.values())
    check_in(stage.ctx, stage.slug, ["p6"])
    next_round.next_round(stage.ctx, stage.slug, withdrawn="drop")
    assert stage.t.entrants[gone].drop is not None
    assert len(stage.pod().rounds[2].matches) == 2


@pytest.mark.req("F-66")
def test_who_stays_is_paired_and_other_games_do_not_ask(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.open_round()
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="1-0F")
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    done = rounds.pair(stage.ctx, stage.slug, withdrawn="stay")
    assert len(done.fact.rounds[0].matches) == 3
    (tmp_path / "o").mkdir()
    other = chess_event(tmp_path / "o", ruleset="chess-club")
    other.open_round()
    results.report(other.ctx, other.slug, round_no=1, table=1, result="1-0F")
    other.report_all(lower_number_wins)
    rounds.finish(other.ctx, other.slug)
    rounds.pair(other.ctx, other.slug)


# --- what looks wrong -------------------------------------------------------------------------------------------------

LIST = (
    b"first,last,birth_year,fide_id,title,rating,shoe\n"
    b"Ana,Abril,1990,2200001,GM,2400,39\n"
    b"Bruno,Brasa,1991,2200001,,2300,\n"
    b"Ana,Abril,1990,,,2200,\n"
    b"Celia,Cedro,1992,,Master,2100,\n"
    b"Dario,Duna,1993,,WH,0,\n"
)
DOUBTS = [
    "line 3: Bruno Brasa: Ana Abril already has the FIDE ID 2200001.",
    "line 4: Ana Abril: a player with this name and birth year is already entered.",
    "line 5: Celia Cedro: “MASTER” is not a FIDE title.",
    "line 6: Dario Duna: a rating of 0 means unrated; leave it empty instead.",
]


@pytest.mark.req("F-71")
def test_what_looks_wrong_in_a_list_is_told_line_by_line(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "chess-fide", rounds="5")
    notes: list[str] = []
    rows = read_list(LIST, stage.t.ruleset, notes, previewed=False)
    assert notes == ["Unknown columns were left out: shoe."]
    done = players.enter(stage.ctx, stage.slug, players_of(rows))
    assert [note for note in done.notes if note.startswith("line")] == DOUBTS
    assert len(stage.t.entrants) == 5, "told, not refused"
    one = players.enter(stage.ctx, stage.slug, [players.NewPlayer(first="Elsa", intl_id="2200001", title="XM")])
    assert list(one.notes) == ["Elsa: Ana Abril already has the FIDE ID 2200001.", "Elsa: “XM” is not a FIDE title."]
    edited = players.edit(stage.ctx, stage.slug, "Elsa", {"intl_id": "77", "title": "WFM", "rating": "0"})
    assert list(edited.notes) == ["Elsa: a rating of 0 means unrated; leave it empty instead."]


@pytest.mark.req("F-71")
def test_the_preview_tells_the_same_before_anything_is_entered(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "chess-fide", rounds="5")
    event = stage.ctx.open(stage.slug)
    planned = preview(stage.ctx, event, read_list(LIST, stage.t.ruleset, [], previewed=True))
    assert doubtful(event, planned) == [DOUBTS[0], *DOUBTS[2:]], "the third row is left out as known"
    (tmp_path / "o").mkdir()
    other = Stage(tmp_path / "o", "swiss")
    planned = preview(other.ctx, other.ctx.open(other.slug), read_list(LIST, other.t.ruleset, [], previewed=True))
    assert doubtful(other.ctx.open(other.slug), planned) == []


@pytest.mark.req("F-71")
def test_a_report_is_told_of_in_the_same_way(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 4)
    for who, changes in {
        "p1": {"intl_id": "2200001", "title": "GM"},
        "p2": {"intl_id": "2200001"},
        "p3": {"title": "XM"},
    }.items():
        players.edit(stage.ctx, stage.slug, who, changes)
    stage.play(1, lower_number_wins)
    assert [note for note in read(export(stage.ctx, stage.slug).data).notes if note.startswith("player ")] == [
        "player 2: Bruno Abril: Ana Abril already has the FIDE ID 2200001.",
        "player 3: Celia Abril: “XM” is not a FIDE title.",
    ]


# --- no final standings -----------------------------------------------------------------------------------------------


@pytest.mark.req("F-43")
def test_an_adjourned_game_is_no_result_of_a_rating_report(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 4, rounds="1")
    stage.open_round()
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="adjourned")
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    with raises_code(Refused, "trf-rating", says="results of round 1"):
        EXPORTERS["trf-rating"].export(stage.ctx, stage.slug, "en", None)
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="½-½", confirmed=True)
    with pytest.raises(Refused) as left:
        EXPORTERS["trf-rating"].export(stage.ctx, stage.slug, "en", None)
    assert "results of" not in str(left.value)
