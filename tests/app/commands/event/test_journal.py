"""The journal behind the app: undo, repeated requests, two desks at once, people forgotten, an event in one file."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.event import events, undo
from pareo.app.commands.people import late, leaving, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, manual_changes, rounds
from pareo.app.queries.pages import event_tables
from pareo.core.journal.codecs import ResultAt
from pareo.core.journal.round_facts import Results
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Outcome, Result
from pareo.core.text.errors import BadInput, Conflict, NotFound, OutsideRules, Refused
from pareo.formats.bundle import export_bundle, import_bundle, verify_bundle
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from pareo.store import open_store
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins, make_players

JULY = "pokemon-tcg-2019-07"
NEW = NewPlayer(first="Tadeo", last="Tarde", id="late")


def draft_round(stage: Stage) -> None:
    stage.enter(8)
    stage.open_round(to=Status.DRAFTED)


def publish_round(stage: Stage) -> None:
    stage.enter(8)
    stage.open_round(to=Status.PUBLISHED)


def start_round(stage: Stage) -> None:
    stage.enter(8)
    stage.open_round()


def full(stage: Stage) -> None:
    start_round(stage)
    stage.report_all()


def play_two_rounds(stage: Stage) -> None:
    stage.enter(8)
    stage.play(2)


def drop_player(stage: Stage) -> None:
    draft_round(stage)
    leaving.drop(stage.ctx, stage.slug, "p1")


def advance_to_cut(stage: Stage) -> None:
    play_two_rounds(stage)
    advance.advance(stage.ctx, stage.slug, to="cut", size=4, override="agreed before")


def enter_players(stage: Stage) -> None:
    stage.enter(8)


Command = Callable[..., CommandResult]

COMMANDS: dict[str, tuple[Callable[[Stage], None], Command, dict[str, Any]]] = {
    "enter": (enter_players, players.enter, {"players": [NEW]}),
    "edit": (enter_players, players.edit, {"who": "p1", "changes": {"club": "Club Faro"}}),
    "drop": (start_round, leaving.drop, {"who": "p1"}),
    "undrop": (drop_player, leaving.undrop, {"who": "p1"}),
    "late": (start_round, late.enter_late, {"player": NEW, "confirmed": True}),
    "pair": (enter_players, rounds.pair, {}),
    "pair again": (draft_round, rounds.pair, {"again": True}),
    "repair": (drop_player, manual_changes.repair, {}),
    "publish": (draft_round, rounds.publish, {}),
    "finish": (full, rounds.finish, {}),
    "report": (start_round, results.report, {"round_no": 1, "table": 1, "result": "1-0"}),
    "take back": (full, results.take_back, {"round_no": 1, "table": 1}),
    "import results": (
        start_round,
        results.import_results,
        {"rows": [results.ResultRow("1-0", table=2)], "round_no": 1},
    ),
    "import pairings": (
        draft_round,
        manual_changes.import_pairings,
        {"rows": [manual_changes.HandPairing("p1", "p2"), manual_changes.HandPairing("p3")], "round_no": 1},
    ),
    "advance": (play_two_rounds, advance.advance, {"to": "cut", "size": 4, "override": "agreed before"}),
    "advance again": (
        advance_to_cut,
        advance.advance,
        {"to": "cut", "size": 2, "again": True, "override": "agreed before"},
    ),
    "set": (enter_players, events.change_settings, {"changes": {"rounds": "4"}}),
}


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path, JULY, style="swiss+cut", rounds="2")


@pytest.mark.parametrize("name", COMMANDS)
def test_undo_of_do_is_nothing(stage: Stage, name: str) -> None:
    prepare, command, options = COMMANDS[name]
    prepare(stage)
    before = Context(stage.ctx.store).open(stage.slug).state
    people = stage.ctx.store.people(stage.slug)
    done = command(stage.ctx, stage.slug, **options)
    undo.undo(stage.ctx, stage.slug, done.seq)
    after = stage.t
    before.steps, before.seq = after.steps, after.seq
    assert after == before
    assert stage.ctx.store.people(stage.slug) == people
    assert next(s for s in after.steps if s.seq == done.seq).undone_by == done.seq + 1


@pytest.mark.parametrize("name", [*COMMANDS, "start", "undo", "swap", "forget", "remove"])
def test_a_repeated_request_gets_the_first_answer_and_writes_nothing(stage: Stage, name: str) -> None:
    more: dict[str, tuple[Callable[[Stage], None], Command, dict[str, Any]]] = {
        "start": (publish_round, rounds.start, {}),
        "undo": (draft_round, undo.undo, {}),
        "forget": (start_round, leaving.forget, {"who": "p2"}),
        "remove": (enter_players, leaving.remove, {"who": "p2"}),
        "swap": (draft_round, manual_changes.swap, {}),
    }
    prepare, command, options = (COMMANDS | more)[name]
    prepare(stage)
    if name == "swap":
        one, two = list(stage.pod().rounds[1].matches.values())[:2]
        options = {"first": f"p{one.a}", "second": f"p{two.a}"}
    first = command(stage.ctx, stage.slug, **options, client="request-1")
    head = stage.ctx.store.head(stage.slug)
    people = stage.ctx.store.people(stage.slug)
    second = command(stage.ctx, stage.slug, **options, client="request-1")
    third = command(Context(stage.ctx.store), stage.slug, **options, client="request-1")
    assert stage.ctx.store.head(stage.slug) == head
    assert stage.ctx.store.people(stage.slug) == people
    assert (second.seq, second.action, second.fact) == (third.seq, third.action, third.fact)
    assert (second.seq, second.action) == (first.seq, first.action)


def test_creating_twice_with_one_request_id_makes_one_event(tmp_path: Path) -> None:
    ctx = Context(open_store(str(tmp_path / "x.db")))
    new = events.NewEvent("Copa Río", JULY)
    slug = events.create(ctx, new, client="c1")
    assert events.create(ctx, new, client="c1") == slug == "copa-rio"
    assert events.create(ctx, new, client="c2") == "copa-rio-2"
    assert events.create(ctx, new, client="c2") == "copa-rio-2"
    assert len(events.list_events(ctx)) == 2
    with raises_code(Conflict, "slug-taken"):
        events.create(ctx, events.NewEvent("Otra", JULY, slug="copa-rio"))


def test_what_cannot_be_undone_says_why(stage: Stage) -> None:
    with raises_code(Refused, "undo-never", says="creating a tournament"):
        undo.undo(stage.ctx, stage.slug)
    publish_round(stage)
    rounds.start(stage.ctx, stage.slug)
    with raises_code(Refused, "undo-not-last"):
        undo.undo(stage.ctx, stage.slug, 2)
    with raises_code(OutsideRules, "undo-outside", says="pairings are locked"):
        undo.undo(stage.ctx, stage.slug)
    undo.undo(stage.ctx, stage.slug, override="started the wrong pod")
    assert stage.pod().rounds[1].status is Status.PUBLISHED
    assert event_tables.journal_rows(stage.ctx, stage.slug)[-1].data["override"] == "started the wrong pod"
    players.edit(stage.ctx, stage.slug, "p1", {"first": "Otra"})
    with raises_code(Refused, "undo-personal"):
        undo.undo(stage.ctx, stage.slug)
    leaving.forget(stage.ctx, stage.slug, "p2")
    with raises_code(Refused, "undo-never", says="erased for good"):
        undo.undo(stage.ctx, stage.slug)


def test_undoing_a_new_name_brings_the_old_one_back_in_the_list_too(stage: Stage) -> None:
    events.change_settings(stage.ctx, stage.slug, {"name": "Otro nombre"})
    assert events.list_events(stage.ctx)[0].name == stage.t.name == "Otro nombre"
    undo.undo(stage.ctx, stage.slug)
    assert events.list_events(stage.ctx)[0].name == stage.t.name == "Copa de Prueba"
    with raises_code(BadInput, "name-empty"):
        events.change_settings(stage.ctx, stage.slug, {"name": " "})


def test_undoing_twice_goes_back_two_commands_and_the_same_draft_comes_again(stage: Stage) -> None:
    stage.enter(8)
    rounds.pair(stage.ctx, stage.slug)
    drawn = stage.pairs(1)
    rounds.publish(stage.ctx, stage.slug)
    undo.undo(stage.ctx, stage.slug)
    undo.undo(stage.ctx, stage.slug)
    assert not stage.t.pods
    rounds.pair(stage.ctx, stage.slug)
    assert stage.pairs(1) == drawn, "nobody can fish for another pairing by undoing"


def test_a_seed_that_was_told_draws_no_other_round_after_an_undo(stage: Stage) -> None:
    """Its receipt was there to be read: whoever had it would know the new draw."""
    stage.enter(8)
    rounds.pair(stage.ctx, stage.slug)
    rounds.publish(stage.ctx, stage.slug)
    seed = stage.pod().rounds[1].seed
    undo.undo(stage.ctx, stage.slug)
    undo.undo(stage.ctx, stage.slug)
    leaving.drop(stage.ctx, stage.slug, "p1")
    rounds.pair(stage.ctx, stage.slug)
    rounds.publish(stage.ctx, stage.slug)
    again = stage.pod().rounds[1]
    assert again.draft == 2
    assert again.seed != seed
    rounds.start(stage.ctx, stage.slug)
    stage.report_all("1-0")
    rounds.finish(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug)
    drawn = stage.pairs(2)
    undo.undo(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug)
    assert (stage.pairs(2), stage.pod().rounds[2].draft) == (drawn, 1)
    undo.undo(stage.ctx, stage.slug)
    leaving.drop(stage.ctx, stage.slug, "p2")
    rounds.pair(stage.ctx, stage.slug)
    assert stage.pod().rounds[2].draft == 2


def test_a_team_mate_stays_when_the_second_is_undone(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "xwing-epic-team")
    stage.enter([NewPlayer(first="Ana", last="Ala", team="Roja")])
    stage.enter([NewPlayer(first="Eva", last="Ala", team="Roja")])
    undo.undo(stage.ctx, stage.slug)
    assert [p["first"] for p in stage.ctx.store.people(stage.slug).values()] == ["Ana"]
    assert len(stage.t.entrants[1].persons) == 1


# --- two desks ------------------------------------------------------------------------------------------------------


def test_a_desk_that_has_not_looked_gets_a_conflict_and_loses_nothing(stage: Stage) -> None:
    start_round(stage)
    other = Context(stage.ctx.store)
    stale = other.open(stage.slug)
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="1-0")
    with raises_code(Conflict, "journal-moved"):
        other.record(stale, Results((ResultAt("masters", 1, 1, Result(Outcome.LOSS, Outcome.WIN)),)))
    assert other.open(stage.slug).state == stage.t
    results.report(other, stage.slug, round_no=1, table=2, result="0-1")
    assert stage.t == other.open(stage.slug).state


def test_what_came_in_between_is_not_what_is_undone(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody takes “the last command” back while another reports: the other's result stays."""
    start_round(stage)
    mine, other = stage.ctx, Context(stage.ctx.store)
    results.report(mine, stage.slug, round_no=1, table=1, result="1-0")
    usual = Context.record

    def record(ctx: Context, *given: Any, **how: Any) -> Any:
        monkeypatch.setattr(Context, "record", usual)
        results.report(other, stage.slug, round_no=1, table=2, result="0-1")
        return usual(ctx, *given, **how)

    monkeypatch.setattr(Context, "record", record)
    with pytest.raises(Refused) as caught:
        mine.retry_on_conflict(lambda: undo.undo(mine, stage.slug))
    assert caught.value.code == "undo-not-last"
    assert [match.result is not None for match in stage.pod().rounds[1].matches.values()][:2] == [True, True]


def test_what_has_written_something_is_not_done_again(stage: Stage) -> None:
    start_round(stage)
    tried: list[int] = []

    def two_steps() -> None:
        tried.append(results.report(stage.ctx, stage.slug, round_no=1, table=1, result="1-0").seq)
        raise Conflict("journal-moved", "x")

    with pytest.raises(Conflict):
        stage.ctx.retry_on_conflict(two_steps)
    assert len(tried) == 1


def test_two_desks_racing_write_every_result_once(stage: Stage) -> None:
    stage.enter(60)
    stage.open_round()
    tables = list(stage.pod().rounds[1].matches)
    conflicts: list[Conflict] = []
    broken: list[Exception] = []
    ready = threading.Barrier(2)

    def scorekeeper(mine: list[int], result: str) -> None:
        ctx = Context(open_store(str(stage.path)))
        ready.wait()
        try:
            for table in mine:
                while True:
                    try:
                        results.report(ctx, stage.slug, round_no=1, table=table, result=result)
                        break
                    except Conflict as problem:
                        conflicts.append(problem)
        except Exception as problem:
            broken.append(problem)
        finally:
            ctx.store.close()

    threads = [threading.Thread(target=scorekeeper, args=(tables[i::2], text)) for i, text in enumerate(("1-0", "0-1"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not broken
    assert not stage.pod().rounds[1].open_tables
    entries = [row for row in event_tables.journal_rows(stage.ctx, stage.slug) if row.action == "results"]
    assert len(entries) == len(tables)
    assert stage.ctx.store.verify(stage.slug) == stage.t.seq
    for i, table in enumerate(tables):
        result = stage.pod().rounds[1].matches[table].result
        assert result is not None
        assert result.a.won is (i % 2 == 0)


def test_a_request_answered_by_another_process_meanwhile_leaves_no_gap(stage: Stage) -> None:
    """The answer of the store may be older than what this desk has folded: it must be folded anew."""
    start_round(stage)
    other = Context(stage.ctx.store)
    mine = stage.ctx.open(stage.slug)
    fact = Results((ResultAt("masters", 1, 1, Result(Outcome.WIN, Outcome.LOSS)),))
    results.report(other, stage.slug, round_no=1, table=2, result="1-0")
    other.record(other.open(stage.slug), fact, client="r")
    done = stage.ctx.record(mine, fact, client="r")
    assert done.seq == other.open(stage.slug).state.seq
    assert stage.t == other.open(stage.slug).state
    assert stage.pod().rounds[1].matches[2].result is not None


# --- people -------------------------------------------------------------------------------------------------------


def test_forgotten_people_are_gone_from_everything_and_the_chain_verifies(stage: Stage) -> None:
    stage.enter(
        [
            NewPlayer(
                first="Casilda", last="Irrepetible", id="77x", birth_year=1991, contact="c@x.example", notes="alergia"
            ),
            *make_players(5),
        ]
    )
    stage.play(1, lower_number_wins)
    before = event_tables.standing_rows(stage.ctx, stage.slug)
    leaving.forget(stage.ctx, stage.slug, "77x")
    stage.ctx.store.close()
    raw = b"".join(path.read_bytes() for path in stage.path.parent.glob("events.db*"))
    for secret in ("Casilda", "Irrepetible", "c@x.example", "alergia"):
        assert secret.encode() not in raw
    assert stage.ctx.store.verify(stage.slug) == stage.t.seq
    after = event_tables.standing_rows(stage.ctx, stage.slug)
    assert [row.rank for row in after] == [row.rank for row in before]
    shown = str(
        [
            after,
            event_tables.player_rows(stage.ctx, stage.slug),
            event_tables.pairing_rows(stage.ctx, stage.slug),
            gather("slips", stage.ctx, stage.slug, PrintOptions()).parts,
            event_tables.journal_rows(stage.ctx, stage.slug),
        ]
    )
    assert "Casilda" not in shown
    assert "#1" in {row.name for row in after}
    stage.play(1, lower_number_wins)
    with pytest.raises(NotFound):
        leaving.forget(stage.ctx, stage.slug, "77x")


def test_a_forgotten_players_number_does_not_hide_anothers_id(stage: Stage) -> None:
    stage.enter([NewPlayer(first="Uno", last="A", id="2"), NewPlayer(first="Dos", last="B", id="x")])
    leaving.forget(stage.ctx, stage.slug, "x")
    event = stage.ctx.open(stage.slug)
    assert event.find("2") == 1
    assert event.id(2) == "#2"
    assert event.find("#2") == 2
    with raises_code(BadInput, "id-taken"):
        stage.enter([NewPlayer(first="Tres", last="C", id="2")])


def test_an_event_travels_in_one_file(stage: Stage, tmp_path: Path) -> None:
    play_two_rounds(stage)
    leaving.drop(stage.ctx, stage.slug, "p3", kind="disqualified", reason="conducta")
    undo.undo(stage.ctx, stage.slug)
    advance.advance(stage.ctx, stage.slug, to="cut", size=4, override="agreed before")
    stage.open_round()
    data = export_bundle(stage.ctx.store, stage.slug)
    assert verify_bundle(data)
    far = Context(open_store(str(tmp_path / "far.db")))
    slug = import_bundle(far.store, data)
    assert far.open(slug).state == stage.t
    assert far.store.people(slug) == stage.ctx.store.people(stage.slug)
    assert event_tables.standing_rows(far, slug) == event_tables.standing_rows(stage.ctx, stage.slug)
    rounds_here, rounds_there = (export_bundle(d.store, stage.slug) for d in (stage.ctx, far))
    assert rounds_here == rounds_there
    stage.report_all()
    rounds.finish(stage.ctx, stage.slug)
    here = rounds.pair(stage.ctx, stage.slug)
    for table, m in stage.pod("masters-cut").rounds[3].matches.items():
        assert m.result is not None
        results.report(far, slug, round_no=3, table=table, result="1-0")
    rounds.finish(far, slug)
    assert rounds.pair(far, slug).fact == here.fact, "it goes on there as it would here"


def test_like_an_earlier_event_with_its_players_in_one_entry(stage: Stage) -> None:
    stage.enter(4, club="Club Faro")
    events.change_settings(stage.ctx, stage.slug, {"first_table": "7"}, pod="masters")
    stage.play(1)
    new = events.NewEvent("Segunda", "", like=stage.slug, with_players=True)
    slug = events.create(stage.ctx, new)
    state = stage.ctx.open(slug).state
    assert state.seq == 1, "one transaction"
    assert state.settings == stage.t.settings
    assert state.pod_settings == {"masters": {"first_table": 7}}
    assert [e.club for e in state.entrants.values()] == ["Club Faro"] * 4
    assert not set(stage.ctx.store.people(slug)) & set(stage.ctx.store.people(stage.slug)), "other random ids"
    rounds.pair(stage.ctx, slug)


@pytest.mark.req("P-REC-1")
def test_nothing_is_deleted_unless_on_purpose(stage: Stage) -> None:
    play_two_rounds(stage)
    events.remove(stage.ctx, stage.slug)
    with pytest.raises(NotFound):
        stage.ctx.open(stage.slug)
    with pytest.raises(NotFound):
        events.remove(stage.ctx, stage.slug)
