"""TOM's save files: read, written back the same, written anew, and every code in them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.people import leaving, players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.core.model.entities import Drop, Phase, Status
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput, NotFound
from pareo.core.tournament.tables import tables
from pareo.formats.registry import import_file
from pareo.formats.tdf.compare import differences
from pareo.formats.tdf.schema import unknown
from pareo.formats.tdf.tom import export_losses, export_tdf, is_tdf
from pareo.formats.tdf.xml import XmlNode, parse, write
from pareo.formats.trf.write import export as export_report
from support.events.stage import Stage
from support.files.imports import import_tdf
from support.files.tdf import (
    NOON,
    event,
    everything,
    match,
    person,
    pod,
    reference,
    round_,
    two_brackets,
    unusual,
    violations,
)

CUP = "tom180-cup-2025-11.anon"
FILES = (CUP, "tom180-challenge-midround.anon", "tom180-challenge-setup.anon")
TIMES = ("timestamp", "pairtime", "starttime", "creationdate", "lastmodifieddate", "timeleft", "timeelapsed")
NOT_OURS = (*TIMES, "city", "country", "finalsroundtime", "organizer", "overflowtablestart", "autotablenumber",
            "startingtable")  # fmt: skip


# --- files of our own -------------------------------------------------------------------------------------------------


# --- reading ----------------------------------------------------------------------------------------------------------


@pytest.mark.req("P-LATE-1", "P-TB-1", "P-SW-2", "P-TB-5")
def test_every_outcome_code_and_every_way_to_leave(ctx: Context) -> None:
    report = import_tdf(ctx, write(everything()))
    t = ctx.open(report.slug).state
    p = t.pods["masters"]
    one, two = p.rounds[1], p.rounds[2]
    assert {s.no: s.outcome for s in one.sitting} == {
        1: Outcome.EARNED_BYE, 2: Outcome.BYE, 9: Outcome.LATE_LOSS,
    }  # fmt: skip
    told = {m.table: (m.a, m.b, m.result and (m.result.a, m.result.b)) for m in one.matches.values()}
    assert told == {
        1: (3, 4, (Outcome.WIN, Outcome.LOSS)), 2: (5, 6, (Outcome.LOSS, Outcome.LOSS)),
        3: (7, 8, (Outcome.DRAW, Outcome.DRAW)),
    }  # fmt: skip
    assert two.matches[1].result is not None
    assert two.matches[1].result.b is Outcome.WIN
    assert two.matches[3].result is None
    assert (one.status, two.status) == (Status.FINISHED, Status.STARTED)
    assert t.entrants[3].drop == Drop(1, "disqualified")
    assert t.entrants[4].drop == Drop(1, "drop")
    assert t.entrants[5].drop is None
    assert (t.entrants[1].byes, t.entrants[7].fixed_table, t.entrants[9].late_from) == (1, 3, 2)
    assert report.skipped == ("Round 1: a deleted match (kept in the file's copy).",)
    assert "9 players" in report.took
    order = [row.no for row in tables(t)[0].rows if row.points == 0 and not row.disqualified]
    assert order[-1] == 9, "late players rank below (P-TB-1)"


@pytest.mark.req("P-SEC-3")
def test_subgroups_are_sections(ctx: Context) -> None:
    people = [person(i) for i in range(1, 9)]
    played = round_(1, 3, 6, match(1, 1, 2, table=1), match(2, 5, 6, table=2), match(1, 3, 4, table=3),
                    match(5, 7), match(5, 8))  # fmt: skip
    data = write(event(people, pod(2, [[1, 2, 3, 4], [5, 6, 7, 8]], played), kind=3, cuts={2: 4}))
    report = import_tdf(ctx, data)
    t = ctx.open(report.slug).state
    assert {p.id: (p.section, p.members, sorted(p.rounds[1].matches)) for p in t.pods.values()} == {
        "masters-1": (1, (1, 2, 3, 4), [1, 3]), "masters-2": (2, (5, 6, 7, 8), [2]),
    }  # fmt: skip
    assert t.pod_settings == {"masters": {"cut": 4}}
    assert export_tdf(ctx, report.slug) == data


@pytest.mark.req("P-AGE-7", "P-CUT-4", "P-CUT-5")
def test_two_brackets_in_one_pod_and_a_match_for_third_place(ctx: Context) -> None:
    report = import_tdf(ctx, write(two_brackets()))
    assert report.skipped == ()
    t = ctx.open(report.slug).state
    assert {p.id: (p.phase, p.sources, p.third_place) for p in t.pods.values() if p.sources} == {
        "junior-cut": (Phase.CUT, ("juniors+masters",), True), "master-cut": (Phase.CUT, ("juniors+masters",), True),
    }  # fmt: skip
    ranked = {x.division: [row.no for row in x.rows] for x in tables(t)}
    assert ranked == {"junior": [1, 3, 2, 4], "master": [7, 8, 6, 5]}


@pytest.mark.req("P-SE-2", "P-SE-5")
def test_single_elimination_with_byes(ctx: Context) -> None:
    people = [person(i) for i in range(1, 7)]
    one = round_(1, 1, 6, match(5, 5), match(5, 2), match(1, 4, 1, table=1), match(2, 3, 6, table=2))
    two = round_(2, 1, 6, match(1, 5, 4, table=1), match(2, 2, 6, table=2))
    three = round_(3, 1, 4, match(0, 5, 6, table=1))
    data = write(event(people, pod(10, [[5, 2, 3, 4, 1, 6]], one, two, three), kind=1))
    report = import_tdf(ctx, data)
    p = ctx.open(report.slug).state.pods["main"]
    assert p.phase is Phase.ELIMINATION
    assert p.members[0] == 5
    assert p.rounds[3].status is Status.STARTED
    results.report(ctx, report.slug, round_no=3, table=1, result="0-1")
    rounds.finish(ctx, report.slug)
    assert tables(ctx.open(report.slug).state)[0].rows[0].no == 6
    assert export_tdf(ctx, report.slug).count(b'outcome="2"') == data.count(b'outcome="2"') + 1


def test_finals_that_are_no_bracket_are_left_out_and_told(ctx: Context) -> None:
    people = [person(i) for i in range(1, 5)]
    swiss = round_(1, 3, 8, match(1, 1, 2, table=1), match(1, 3, 4, table=2))
    one = round_(2, 1, 6, match(1, 1, 2, table=1), match(1, 3, 4, table=2))
    two = round_(3, 1, 6, match(1, 1, 2, table=1))
    report = import_tdf(ctx, write(event(people, pod(2, [[1, 2, 3, 4]], swiss, one, two), kind=3)))
    assert [line for line in report.skipped if "finals" in line]
    assert list(ctx.open(report.slug).state.pods) == ["masters"]


def test_a_table_that_two_matches_have(ctx: Context) -> None:
    file = event([person(i) for i in range(1, 5)],
                 pod(2, [[1, 2, 3, 4]], round_(1, 2, 4, match(1, 1, 2, table=5), match(0, 3, 4, table=5))))  # fmt: skip
    report = import_tdf(ctx, write(file))
    assert report.notes == ("1 match had the table of another match and was moved.",)
    assert sorted(ctx.open(report.slug).state.pods["masters"].rounds[1].matches) == [1, 5]
    assert export_tdf(ctx, report.slug) == write(file)


def test_who_is_in_no_pod_did_not_come(ctx: Context) -> None:
    people = [person(1), person(2), person(3)]
    file = event(people, pod(2, [[1, 2]], round_(1, 2, 2, match(0, 1, 2, table=1))))
    report = import_tdf(ctx, write(file))
    t = ctx.open(report.slug).state
    assert t.entrants[3].drop == Drop(0, "no-show")
    assert t.pods["masters"].rounds[1].status is Status.DRAFTED
    assert export_tdf(ctx, report.slug) == write(file)


@pytest.mark.req("P-AGE-1")
def test_divisions_follow_the_season_of_the_event(ctx: Context) -> None:
    people = [person(1, 2014), person(2, 2013), person(3, 2010), person(4, 2009)]
    slug = import_tdf(ctx, write(event(people, stage=1))).slug
    assert [e.division for e in ctx.open(slug).state.entrants.values()] == ["junior", "senior", "senior", "master"]
    players.enter(ctx, slug, [players.NewPlayer(first="Nueva", birth_year=2014)])
    assert ctx.open(slug).state.entrants[5].division == "junior"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda root: root.children.pop(2), "tdf-foreign"),
        (lambda root: root.children[2].children.append(person(1)), "tdf-player-id"),
        (lambda root: root.children[2].children.pop(), "tdf-unknown-player"),
        (lambda root: root.find("pods", "pod", "rounds").children.pop(0), "import-pod"),
        (lambda root: root.find("pods", "pod", "rounds", "round", "matches").children.append(match(1, 1, 2)),
         "import-pod"),
    ],
)  # fmt: skip
def test_a_file_that_does_not_fit_changes_nothing(ctx: Context, change: object, code: str) -> None:
    root = everything()
    change(root)  # type: ignore[operator]
    with pytest.raises(BadInput) as caught:
        import_tdf(ctx, write(root))
    assert caught.value.code == code
    assert ctx.store.tournaments() == []


# --- the reference files ----------------------------------------------------------------------------------------------


@pytest.mark.req("P-REC-1")
@pytest.mark.parametrize("name", FILES)
def test_in_and_out_is_the_same_bytes(ctx: Context, name: str) -> None:
    data = reference(f"{name}.tdf")
    assert is_tdf(data)
    assert violations(parse(data)) == []
    report = import_tdf(ctx, data)
    assert report.skipped == report.notes == ()
    assert export_tdf(ctx, report.slug) == data


@pytest.mark.parametrize("name", FILES)
def test_what_we_know_is_written_the_same_without_the_kept_file(ctx: Context, name: str) -> None:
    """The export from the state alone: every element that the journal holds is the one in TOM's file."""
    data = reference(f"{name}.tdf")
    fresh = parse(export_tdf(ctx, import_tdf(ctx, data).slug, use_retained=False))
    assert violations(fresh) == []
    assert comparable_tree(fresh) == comparable_tree(parse(data))


def comparable_tree(node: XmlNode) -> object:
    """A tree without what a journal does not hold: times, and the order in which TOM lists a pod's players."""
    attrs = {key: value for key, value in node.attrs.items() if key != "mode"}
    children = [comparable_tree(child) for child in node.children if child.tag not in NOT_OURS]
    if node.tag == "players" and all(not child.children for child in node.children):
        children.sort(key=str)
    return (node.tag, attrs, node.text.strip(), children)


@pytest.mark.req("P-AGE-5", "P-TB-10", "P-CUT-2", "P-CUT-4")
def test_the_cup_has_toms_own_places(ctx: Context) -> None:
    expected = json.loads(reference(f"{CUP}.expected.json"))
    slug = import_tdf(ctx, reference(f"{CUP}.tdf")).slug
    theirs = {row["userid"]: row["tom_place"] for pod in expected["pods"] for row in pod["swiss"]}
    ours = {row.player: row.tom_place for row in differences(ctx, slug)}
    assert ours == theirs
    assert len(ours) == 29


@pytest.mark.req("P-TB-3", "P-TB-7")
def test_the_document_ranks_some_of_them_otherwise(ctx: Context) -> None:
    slug = import_tdf(ctx, reference(f"{CUP}.tdf")).slug
    rows = differences(ctx, slug)
    seniors = [row for row in rows if row.division == "senior" and row.differs]
    moved = [(row.player, row.tom_place, row.document_place) for row in seniors]
    assert moved == [("1000012", 5, 6), ("1000009", 6, 5)]
    by_document = import_tdf(ctx, reference(f"{CUP}.tdf"), ruleset="pokemon-tcg-2019-07")
    again = differences(ctx, by_document.slug)
    told = f"{sum(row.differs for row in again)} places differ from the file: `compare` lists them."
    assert by_document.notes == (told,)
    assert [row.tom_place for row in again] == [row.tom_place for row in rows]


# --- writing back -----------------------------------------------------------------------------------------------------


def test_what_is_not_known_survives(ctx: Context) -> None:
    data = write(unusual())
    report = import_tdf(ctx, data)
    assert [note for note in report.notes if "tournament/stream" in note]
    assert "tournament/players/player/pronoun" in unknown(parse(data))
    assert export_tdf(ctx, report.slug) == data


def test_what_changes_here_changes_there_and_nothing_else(ctx: Context) -> None:
    root = unusual()
    slug = import_tdf(ctx, write(root)).slug
    players.edit(ctx, slug, "2", {"last": "Marisma"})
    results.report(ctx, slug, round_no=2, table=3, result="0-1")
    rounds.finish(ctx, slug)
    leaving.drop(ctx, slug, "6")
    written = parse(export_tdf(ctx, slug))
    assert violations_of_ours(written) == []
    second = next(n for n in written.all("players", "player") if n.attrs["userid"] == "2")
    assert (second.value("lastname"), second.value("creationdate")) == ("Marisma", NOON)
    sixth = next(n for n in written.all("players", "player") if n.attrs["userid"] == "6")
    assert sixth.value("dropped", "status") == "1"
    two = list(written.all("pods", "pod"))[0].find("rounds").children[1]  # type: ignore[union-attr]  # noqa: RUF015
    codes = [m.attrs["outcome"] for m in two.all("matches", "match")]
    assert codes == ["2", "10", "2", "5"]
    assert two.attrs["stage"] == "6"
    assert written.value("stream", "on") == "yes"
    assert written.attrs["flavour"] == "new"
    assert written.find("pods", "pod", "rounds", "round") == root.find("pods", "pod", "rounds", "round")


def violations_of_ours(root: XmlNode) -> list[str]:
    strange_ones = ("flavour", "stream", "pronoun", "arena", "video", "categorycut", "deleted")
    return [line for line in violations(root) if not any(word in line for word in strange_ones)]


def test_a_round_paired_here_is_added(ctx: Context) -> None:
    slug = import_tdf(ctx, write(everything())).slug
    results.report(ctx, slug, round_no=2, table=3, result="1-0")
    rounds.finish(ctx, slug)
    rounds.pair(ctx, slug)
    rounds.publish(ctx, slug, confirmed=True)
    rounds.start(ctx, slug)
    written = parse(export_tdf(ctx, slug))
    assert violations(written) == []
    three = written.find("pods", "pod", "rounds").children[-1]  # type: ignore[union-attr]
    assert three.attrs == {"number": "3", "type": "2", "stage": "4"}
    assert len(list(three.all("matches", "match"))) == 4  # seven left, one of them with the bye
    assert {m.attrs["outcome"] for m in three.all("matches", "match")} == {"0", "5"}


def test_who_is_forgotten_is_gone_from_the_file(ctx: Context) -> None:
    slug = import_tdf(ctx, write(unusual())).slug
    leaving.forget(ctx, slug, "1")
    data = export_tdf(ctx, slug)
    assert b"Nora1<" not in data
    assert b"ella" not in data
    assert b"Nora2<" in data
    assert [line for line in violations_of_ours(parse(data)) if "userid" in line] == []


def test_the_journal_holds_no_personal_data_of_the_file(ctx: Context) -> None:
    slug = import_tdf(ctx, write(unusual())).slug
    entries = b"".join(entry.data for entry in ctx.store.read(slug) if entry.action != "created")
    for secret in (rb"Nora", rb"Brasa", rb"02/27", rb"\b1990\b", rb"ella"):  # a random id may hold 1990 inside
        assert not re.search(secret, entries)


def test_players_without_a_number_get_one(ctx: Context) -> None:
    slug = import_tdf(ctx, write(event([person(1), person(2)], stage=1))).slug
    players.enter(ctx, slug, [players.NewPlayer(first="Sin", last="Carnet"), players.NewPlayer(first="Con", id="A-7")])
    written = parse(export_tdf(ctx, slug))
    assert violations(written) == []
    assert [n.attrs["userid"] for n in written.all("players", "player")] == ["1", "2", "9000000000", "9000000001"]
    assert [line for line in export_losses(ctx, slug) if "ids" in line]


def test_other_games_have_no_tom(ctx: Context) -> None:
    slug = import_tdf(ctx, write(everything()), ruleset="swiss").slug
    assert ctx.open(slug).state.ruleset.id == "swiss"
    with pytest.raises(NotFound):
        differences(ctx, slug)
    assert export_losses(ctx, slug)


@pytest.mark.req("B-38")
@pytest.mark.parametrize("ruleset", ["pokemon-tom", "pokemon-tcg-2019-07", "pokemon-2009", "pokemon-tcg-2027"])
def test_an_event_that_went_out_as_a_report_and_came_back_can_go_to_tom(tmp_path: Path, ruleset: str) -> None:
    stage = Stage(tmp_path, ruleset)
    stage.enter(8, birth_year=1990)
    stage.play(1)
    slug = import_file(stage.ctx, export_report(stage.ctx, stage.slug).data, confirmed=True).slug
    written = export_tdf(stage.ctx, slug)
    again = import_file(stage.ctx, written).slug
    assert len(stage.ctx.open(again).state.entrants) == 8
    assert [len(p.rounds) for p in stage.ctx.open(again).state.pods.values()] == [1]
