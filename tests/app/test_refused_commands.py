"""A refused command changes nothing, whichever of its checks refuses it, and what a command does is one entry (B-40).

Every function of the app that writes into a journal is here with a recipe by which it succeeds. It is made to refuse at
each check that it passes, and once at the store; then journal, people, attachments, side tables and cached states are
as they were. A new command without a recipe fails the test.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pareo.app.base import fide_warnings
from pareo.app.base.context import Context, LoadedTournament
from pareo.app.commands.event import events, fide_copies, forbidden
from pareo.app.commands.event import undo as undoing
from pareo.app.commands.floor import floor, judge_calls, no_show
from pareo.app.commands.lists import list_checks, submit
from pareo.app.commands.people import late, leaving, members, players, registration, renumber, roster
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result, fide_results, typed_results
from pareo.app.commands.results.enter_result import ResultRow
from pareo.app.commands.rounds import advance, autostart, hand_phase, manual_changes, next_round, rounds
from pareo.app.commands.rounds.manual_changes import HandPairing
from pareo.app.league import closing as league_closing
from pareo.app.league import directory, directory_events, event_closing, series
from pareo.app.queries.pages.public_view import cached_tables
from pareo.app.tom import running
from pareo.core.model.entities import Status
from pareo.core.text.errors import BadInput
from pareo.formats.bundle import export_bundle, import_bundle
from pareo.formats.tdf.follow import take_save
from pareo.store import open_store
from pareo.store.memory import MemoryStore
from support.errors import raises_code
from support.events.stage import CHESS_CLUB, Stage, make_players
from support.files.tom import TomEvent, follow_saves, read_next
from support.refusals import refuse_everywhere

NOON = "2026-03-14T12:00:00.000000Z"
_PACKAGES = ("pareo.app.commands", "pareo.app.league", "pareo.app.tom", "pareo.app.base")
_WRITES = ("ctx.record(", ".commit(", ".commit_plainly(", "ctx.store.create(", "ctx.store.delete(")
_PARTS = {  # what commands are made of: they are asked inside another one
    enter_result.record_results,
    submit.carry_over,
    fide_results.adjourn,
}
Command = Callable[..., Any]


class Desk(Stage):
    """An event in memory, or on a file where the command needs the directory, with a clock that stands still."""

    def __init__(self, ruleset: str = "swiss", *, at: Path | None = None, **settings: str) -> None:
        ids = count()
        store = MemoryStore() if at is None else open_store(str(at))
        self.clock = NOON
        self.path = at or Path()
        self.ctx = Context(store, now=lambda: self.clock, new_id=lambda: f"{next(ids):08x}" * 2)
        text = CHESS_CLUB if ruleset == "chess-club" else None
        new = events.NewEvent("Copa", "" if text else ruleset, seed="seed", settings=settings, ruleset_text=text)
        self.slug = events.create(self.ctx, new)

    def do(self, command: Command, *args: Any, **options: Any) -> Any:
        return command(self.ctx, self.slug, *args, **options)

    def everything(self) -> object:
        """All that is stored."""
        if isinstance(self.ctx.store, MemoryStore):
            return [self.ctx.store.dump(one.slug) for one in self.ctx.store.tournaments()]
        with closing(sqlite3.connect(self.path)) as db:
            return [line for line in db.iterdump() if "event_label" not in line]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a command succeeds: the event that it is given to, and how it is asked."""

    prepare: Callable[[Path], Desk]
    ask: Callable[[Desk], object]
    entries: int = 1  # that it writes


RECIPES: dict[Command, list[Recipe]] = {}


def recipe(command: Command, *, entries: int = 1) -> Callable[[Callable[[Path], tuple[Desk, Any]]], None]:
    """Says how `command` succeeds: the function prepares an event and gives what is asked."""

    def add(make: Callable[[Path], tuple[Desk, Callable[[], object]]]) -> None:
        made: dict[int, Callable[[], object]] = {}

        def prepare(folder: Path) -> Desk:
            desk, ask = make(folder)
            made[id(desk)] = ask
            return desk

        RECIPES.setdefault(command, []).append(Recipe(prepare, lambda desk: made[id(desk)](), entries))

    return add


def asks(command: Command, prepare: Callable[[], Desk], *args: Any, entries: int = 1, **options: Any) -> None:
    """A recipe that needs nothing but an event and values."""
    RECIPES.setdefault(command, []).append(
        Recipe(lambda _: prepare(), lambda desk: desk.do(command, *args, **options), entries)
    )


# --- events -----------------------------------------------------------------------------------------------------------


def entered(ruleset: str = "swiss", number: int = 6, **settings: str) -> Desk:
    desk = Desk(ruleset, **settings)
    desk.enter(number)
    return desk


def drafted(**settings: str) -> Desk:
    desk = entered(**settings)
    desk.open_round(to=Status.DRAFTED)
    return desk


def published(**settings: str) -> Desk:
    desk = entered(**settings)
    desk.open_round(to=Status.PUBLISHED)
    return desk


def started(ruleset: str = "swiss", **settings: str) -> Desk:
    desk = entered(ruleset, **settings)
    desk.open_round()
    return desk


def all_in(**settings: str) -> Desk:
    desk = started(**settings)
    desk.report_all()
    return desk


def played(number: int = 1, **settings: str) -> Desk:
    desk = entered(**settings)
    desk.play(number)
    return desk


def two_away() -> Desk:
    """Two of six have not checked in."""
    desk = entered()
    desk.do(floor.check_in, ["p1", "p2", "p3", "p4"])
    return desk


def registering(*names: str, **settings: str) -> Desk:
    desk = Desk("pokemon-tcg-2019-07", registration="yes", registration_fields="contact,list", **settings)
    for name in names:
        desk.do(registration.register, form(name))
    return desk


def form(name: str) -> dict[str, str]:
    return {"first": name, "last": "Prado", "contact": "a@example.org"}


def chess(**settings: str) -> Desk:
    desk = Desk("chess-fide", rounds="5", **settings)
    desk.enter([replace(p, rating=2200 - 40 * i) for i, p in enumerate(make_players(6))])
    return desk


def chess_drafted() -> Desk:
    desk = chess()
    desk.open_round(to=Status.DRAFTED)
    return desk


def clocked(*, minutes: int) -> Desk:
    desk = started("pokemon-tcg-2026")
    desk.do(floor.start_clock, minutes=50)
    desk.clock = f"2026-03-14T12:{minutes}:00.000000Z"
    return desk


class TomDesk(Desk):
    """An event that TOM runs, its first round published here or not; `conflict`: TOM has another result of table 1."""

    def __init__(self, *, publish: bool = True, conflict: bool = False) -> None:
        tom = TomEvent.with_players((8, 1990))
        tom.pair()
        self.ctx, self.slug = follow_saves(tom.saves)
        self.clock, self.path = "", Path()
        if publish:
            self.do(running.publish_now)
        if conflict:
            self.do(enter_result.report, round_no=1, table=1, result="0-1")
            take_save(self.ctx, self.slug, read_next(tom.report(1, "1-0")))


# --- recipes ----------------------------------------------------------------------------------------------------------

asks(events.change_settings, entered, {"rounds": "4", "name": "Liga"})
asks(forbidden.forbid, entered, "p1", "p2")
asks(undoing.undo, started, override="too early")
asks(floor.check_in, entered, ["p1", "p2"])
asks(floor.claim, started, no=1, round_no=1, result="1-0")
asks(floor.penalise, started, "p1", round_no=1, kind="warning", reason="late")
asks(floor.extend, started, round_no=1, table=1, minutes=3)
asks(floor.announce, entered, "Lunch at one")
asks(floor.start_clock, started, minutes=50)
asks(floor.lengthen_clock, lambda: clocked(minutes=10), 5)
asks(floor.pause_clock, lambda: clocked(minutes=10))
asks(judge_calls.call_judge, started, no=1, round_no=1)
asks(judge_calls.call_judge_to, started, round_no=1, table=1)
asks(no_show.not_at_the_table, lambda: clocked(minutes=30), "p1", round_no=1)
asks(list_checks.draw_checks, lambda: started("pokemon-tcg-2019-07"), count=2)
asks(
    list_checks.record_check, lambda: started("pokemon-tcg-2019-07"), "p1", outcome="disqualification", notes="no list"
)
asks(list_checks.record_check, lambda: started("pokemon-tcg-2019-07"), "p1", outcome="match-loss")
asks(submit.hand_in, lambda: entered("pokemon-tcg-2019-07"), "p1", "my cards", by_player=True)
asks(late.enter_late, started, NewPlayer(first="Zoe", last="Lago", id="p9"), confirmed=True)
asks(leaving.drop, started, "p1", reason="ill")
asks(leaving.remove, entered, "p1")
asks(leaving.forget, entered, "p1")
asks(players.enter, entered, [NewPlayer(first="Zoe", id="p8"), NewPlayer(first="Yago", id="p9")], confirmed=True)
asks(players.enter_on_time, entered, [NewPlayer(first="Zoe", id="p8")], confirmed=True)
asks(players.edit, entered, "p1", {"first": "Zoe", "club": "Faro", "id": "p77"})
asks(registration.register, lambda: registering(registration_limit="1"), {**form("Ana"), "list": "my cards"})
asks(registration.admit, lambda: registering("Ana", registration_confirm="yes"), 1)
asks(registration.admit_all, lambda: registering("Ana", "Bel", "Ciro", registration_confirm="yes"))
asks(registration.decline, lambda: registering("Ana", registration_confirm="yes"), 1)
asks(registration.withdraw, lambda: registering("Ana", "Bel", "Ciro", registration_limit="1"), 1)
asks(registration.withdraw, lambda: registering("Ana", "Bel", registration_limit="1"), 2)
asks(registration.check_in_alone, lambda: registering("Ana"), 1)
asks(renumber.renumber, chess_drafted, swap=("p1", "p2"), confirmed=True, word="HAND")
asks(roster.describe, entered, "p1", pronouns="they", staff=True)
asks(roster.drop_missing, two_away, confirmed=True)
asks(enter_result.report, started, round_no=1, table=1, result="1-0")
asks(enter_result.take_back, all_in, round_no=1, table=1)
asks(enter_result.import_results, started, [ResultRow("1-0", 1), ResultRow("0-1", 2)], round_no=1)
asks(typed_results.enter, started, round_no=1, table=1, typed="1-0", may=lambda _: True)
asks(typed_results.enter_many, started, [ResultRow("1-0", 1), ResultRow("0-1", 2)], round_no=1, may=lambda _: True)
asks(advance.advance, lambda: played(3, rounds="3", cut="4"), to="cut", confirmed=True)
asks(autostart.off, entered)
asks(hand_phase.begin, chess_drafted)
asks(manual_changes.swap, drafted, "p1", "p2", confirmed=True, reason="table")
asks(manual_changes.put_together, drafted, "p1", "p2", confirmed=True, reason="table")
asks(next_round.next_round, entered, confirmed=True)
asks(next_round.next_round, two_away, not_here="drop", confirmed=True)
asks(next_round.draft, all_in, confirmed=True)
asks(next_round.begin, lambda: published(round_minutes="50"), confirmed=True)
asks(rounds.pair, entered)
asks(rounds.pair, two_away, not_here="drop")
asks(rounds.pair, two_away, not_here="out")
asks(rounds.pair, drafted, again=True, confirmed=True)
asks(rounds.publish, drafted, confirmed=True)
asks(rounds.start, published, confirmed=True)
asks(rounds.finish, all_in)
asks(fide_warnings.leave, chess, reason="a club evening", confirmed=True, word="LEAVE")
asks(event_closing.close_event, lambda: all_in(rounds="1"), season=False)
asks(running.publish_now, lambda: TomDesk(publish=False))
asks(running.hold, lambda: TomDesk(publish=False))
asks(running.settle, lambda: TomDesk(conflict=True), round_no=1, table=1, ours=True)
asks(running.leave_note, TomDesk, "Nora drops")
asks(running.note_drop_request, TomDesk, 1)
asks(running.stop, TomDesk)


@recipe(events.remove, entries=-2)  # all of another event
def _(_: Path) -> tuple[Desk, Any]:
    desk = entered()
    other = events.create(desk.ctx, events.NewEvent("Otra", "swiss"))
    players.enter(desk.ctx, other, [NewPlayer(first="Zoe")])
    return desk, lambda: events.remove(desk.ctx, other)


@recipe(events.create)
def _(_: Path) -> tuple[Desk, Any]:
    desk = entered()
    new = events.NewEvent("Otra", "", like=desk.slug, with_players=True, settings={"rounds": "3"})
    return desk, lambda: events.create(desk.ctx, new)


@recipe(fide_copies.leave_like_copies)
def _(_: Path) -> tuple[Desk, Any]:
    desk = chess()
    copied = export_bundle(desk.ctx.store, desk.slug)
    desk.do(fide_warnings.leave, reason="a club evening", confirmed=True, word="LEAVE")
    desk.slug = import_bundle(desk.ctx.store, copied, slug="copia")
    return desk, lambda: desk.do(fide_copies.leave_like_copies)


@recipe(floor.withdraw_announcement)
def _(_: Path) -> tuple[Desk, Any]:
    desk = entered()
    seq = desk.do(floor.announce, "Lunch").seq
    return desk, lambda: desk.do(floor.withdraw_announcement, seq)


@recipe(judge_calls.take_call_back)
def _(_: Path) -> tuple[Desk, Any]:
    desk = started()
    desk.do(judge_calls.call_judge, no=1, round_no=1)
    return desk, lambda: desk.do(judge_calls.take_call_back, no=1, round_no=1)


@recipe(judge_calls.judge_came)
def _(_: Path) -> tuple[Desk, Any]:
    desk = started()
    desk.do(judge_calls.call_judge_to, round_no=1, table=1)
    return desk, lambda: desk.do(judge_calls.judge_came, round_no=1, table=1)


@recipe(submit.withdraw)
def _(_: Path) -> tuple[Desk, Any]:
    desk = entered("pokemon-tcg-2019-07")
    desk.do(submit.hand_in, "p1", "my cards")
    return desk, lambda: desk.do(submit.withdraw, "p1")


@recipe(leaving.undrop)
def _(_: Path) -> tuple[Desk, Any]:
    desk = played()
    desk.do(leaving.drop, "p1")
    return desk, lambda: desk.do(leaving.undrop, "p1")


@recipe(members.edit_member)
def _(_: Path) -> tuple[Desk, Any]:
    desk = Desk("xwing-epic-team")
    pair = [NewPlayer(first=name, last="Faro", team="Faro", captain=name == "Ana") for name in ("Ana", "Bel")]
    desk.enter(pair)
    return desk, lambda: desk.do(members.edit_member, "Faro", 0, {"first": "Zoe"})


@recipe(registration.erase_expired)
def _(_: Path) -> tuple[Desk, Any]:
    desk = registering("Ana", "Bel", "Ciro", registration_limit="1")
    desk.clock = "2036-03-14T12:00:00.000000Z"
    return desk, lambda: desk.do(registration.erase_expired)


@recipe(roster.merge)
def _(_: Path) -> tuple[Desk, Any]:
    desk = entered("pokemon-tcg-2019-07")
    desk.enter([NewPlayer(first="Ana", last="Abril", club="Faro", nickname="Lu", id="twice")])
    desk.do(submit.hand_in, "twice", "my cards")
    return desk, lambda: desk.do(roster.merge, "p1", "twice")


@recipe(roster.merge)
def _(_: Path) -> tuple[Desk, Any]:
    desk = entered(number=7)
    desk.do(players.edit, "p7", {"club": "Faro", "byes": "1"})
    desk.play()
    return desk, lambda: desk.do(roster.merge, "p1", "p7")


@recipe(fide_results.correct_rating)
def _(_: Path) -> tuple[Desk, Any]:
    desk = chess()
    desk.play(2)
    return desk, lambda: desk.do(fide_results.correct_rating, round_no=1, table=1, result="0-1", confirmed=True)


@recipe(rounds.pair)
def _(_: Path) -> tuple[Desk, Any]:
    desk = chess()
    desk.open_round()
    desk.do(enter_result.report, round_no=1, table=1, result="1-0F")
    desk.do(enter_result.report, round_no=1, table=2, result="1-0F")
    return desk, lambda: desk.do(rounds.pair, withdrawn="drop")  # table 3 is adjourned


@recipe(autostart.start_due)
def _(_: Path) -> tuple[Desk, Any]:
    desk = published(autostart="4", round_minutes="50")
    desk.clock = "2026-03-14T12:05:00.000000Z"
    return desk, lambda: desk.do(autostart.start_due)


@recipe(hand_phase.end)
def _(_: Path) -> tuple[Desk, Any]:
    desk = chess_drafted()
    desk.do(hand_phase.begin)
    return desk, lambda: desk.do(hand_phase.end, confirmed=True, word="HAND")


@recipe(manual_changes.repair)
def _(_: Path) -> tuple[Desk, Any]:
    desk = drafted()
    desk.do(leaving.drop, "p1")
    return desk, lambda: desk.do(manual_changes.repair)


@recipe(manual_changes.import_pairings)
def _(_: Path) -> tuple[Desk, Any]:
    desk = drafted()
    rows = [HandPairing("p1", "p2"), HandPairing("p3", "p4"), HandPairing("p5", "p6")]
    return desk, lambda: desk.do(manual_changes.import_pairings, rows, round_no=1, confirmed=True, reason="table")


@recipe(event_closing.reopen_event)
def _(_: Path) -> tuple[Desk, Any]:
    desk = all_in(rounds="1")
    desk.do(event_closing.close_event, season=False)
    return desk, lambda: desk.do(event_closing.reopen_event)


@recipe(running.publish_due)
def _(_: Path) -> tuple[Desk, Any]:
    desk = TomDesk(publish=False)
    desk.ctx.now = lambda: "2026-10-04T20:00:00.000000Z"
    return desk, lambda: desk.do(running.publish_due)


@recipe(running.clock_due)
def _(_: Path) -> tuple[Desk, Any]:
    desk = TomDesk()
    desk.do(events.change_settings, {"tom_clock": "tom"})
    return desk, lambda: desk.do(running.clock_due, [(desk.pod().id, 1)])


@recipe(running.tick_note)
def _(_: Path) -> tuple[Desk, Any]:
    desk = TomDesk()
    seq = desk.do(running.leave_note, "Nora drops").seq
    return desk, lambda: desk.do(running.tick_note, seq)


def with_directory(folder: Path, **settings: str) -> Desk:
    """An event on a file, for the directory of people."""
    desk = Desk("chess-club", at=folder / f"{len(list(folder.iterdir()))}.db", rounds="1", **settings)
    directory.add(desk.ctx, {"first": "Ana", "last": "Abril", "rating": 1800})
    desk.enter([replace(p, rating=1700 + 10 * i) for i, p in enumerate(make_players(4))])
    return desk


@recipe(directory_events.enter_present_players)
def _(folder: Path) -> tuple[Desk, Any]:
    desk = with_directory(folder)
    return desk, lambda: desk.do(directory_events.enter_present_players, ["Nora Sal", "Zoe Mar"], new=True)


@recipe(directory_events.enter_people)
def _(folder: Path) -> tuple[Desk, Any]:
    desk = with_directory(folder)
    person = directory.add(desk.ctx, {"first": "Nora", "last": "Sal"})
    return desk, lambda: desk.do(directory_events.enter_people, [person.id])


@recipe(league_closing.create_event)
def _(folder: Path) -> tuple[Desk, Any]:
    desk = with_directory(folder)
    new = events.NewEvent("Otra", "", like=desk.slug, with_players=True)
    return desk, lambda: league_closing.create_event(desk.ctx, new)


@recipe(event_closing.close_event)
def _(folder: Path) -> tuple[Desk, Any]:
    desk = with_directory(folder)
    desk.open_round()
    desk.report_all()
    to = series.create(desk.ctx, "Liga", series.rules_text("formula-one-2010"))
    return desk, lambda: desk.do(event_closing.close_event, to=to, take=True, confirmed=True)


# --- the test ---------------------------------------------------------------------------------------------------------


def commands() -> Iterator[Command]:
    """Every public function of the app that writes into a journal: it takes a client's id, returns what was written, or
    writes itself."""
    for package in _PACKAGES:
        for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            for name, value in vars(importlib.import_module(found.name)).items():
                if inspect.isfunction(value) and value.__module__ == found.name and not name.startswith("_"):
                    signature = inspect.signature(value)
                    if next(iter(signature.parameters), "") == "ctx" and (
                        "client" in signature.parameters
                        or "JournalResult" in str(signature.return_annotation)
                        or any(text in inspect.getsource(value) for text in _WRITES)
                    ):
                        yield value


def _name(command: Command) -> str:
    return f"{command.__module__.removeprefix('pareo.app.')}.{command.__qualname__}"


@pytest.mark.req("B-40")
def test_every_command_has_a_recipe() -> None:
    missing = [_name(command) for command in commands() if command not in RECIPES and command not in _PARTS]
    assert not missing, f"say in this file how they succeed: {missing}"


CASES = [
    pytest.param(one, id=f"{_name(command)}{'' if i == 1 else f'-{i}'}")
    for command, recipes in RECIPES.items()
    for i, one in enumerate(recipes, 1)
]


@pytest.mark.req("B-40")
@pytest.mark.parametrize("one", CASES)
def test_a_refused_command_changes_nothing_and_one_that_is_not_writes_one_entry(one: Recipe, tmp_path: Path) -> None:
    desk: Desk
    before: object
    fresh: LoadedTournament  # as another process has it

    def begin() -> None:
        nonlocal desk, before, fresh
        desk = one.prepare(tmp_path)
        before, fresh = desk.everything(), Context(desk.ctx.store).open(desk.slug)

    def unchanged() -> None:
        assert desk.everything() == before
        cached = desk.ctx.open(desk.slug)
        assert (cached.hash, cached.state, cached.people) == (fresh.hash, fresh.state, fresh.people)
        assert cached.ids == fresh.ids
        assert cached_tables(cached, None) == cached_tables(fresh, None)

    def entries() -> int:
        return sum(summary.head for summary in desk.ctx.store.tournaments())

    begin()
    first = entries()
    refuse_everywhere(lambda: one.ask(desk), unchanged, begin)
    assert entries() - first == one.entries
    cached, fresh = (ctx.open(desk.slug) for ctx in (desk.ctx, Context(desk.ctx.store)))
    assert (cached.hash, cached.state, cached.people) == (fresh.hash, fresh.state, fresh.people)


# --- one entry, one step back ----------------------------------------------------------------------------------------


@pytest.mark.req("B-40")
@pytest.mark.parametrize(("choice", "gone"), [("drop", {5, 6}), ("out", set())])
def test_pairing_settles_who_is_away_in_the_same_entry(choice: str, gone: set[int]) -> None:
    desk = two_away()
    seq = desk.t.seq
    with raises_code(BadInput, "method-unknown"):
        desk.do(rounds.pair, not_here=choice, method="no such method")
    assert desk.t.seq == seq
    done = desk.do(rounds.pair, not_here=choice)
    assert (done.seq, desk.t.seq, len(done.fact.rounds)) == (seq + 1, seq + 1, 1)
    assert {no for no, e in desk.t.entrants.items() if e.drop is not None} == gone
    assert len(desk.pod().rounds[1].matches) == 2
    desk.do(undoing.undo)
    assert not desk.t.pods
    assert all(e.drop is None and not e.absent for e in desk.t.entrants.values())


@pytest.mark.req("B-40")
def test_a_registration_is_one_entry_with_its_list_and_is_undone_as_one() -> None:
    desk = registering()
    seq = desk.t.seq
    done = desk.do(registration.register, {**form("Ana"), "list": "my cards"})
    assert (done.entered, done.notes, desk.t.seq) == (True, (), seq + 1)
    [kept] = desk.ctx.store.dump(desk.slug).attachments
    assert kept.data == b"my cards\n"
    desk.do(undoing.undo)
    left = desk.ctx.store.dump(desk.slug)
    assert (desk.t.entrants, desk.t.applicants, left.people, left.attachments) == ({}, {}, {}, [])
