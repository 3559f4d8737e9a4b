"""A state machine: an organiser who does anything at any time."""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.event import undo as undoing
from pareo.app.commands.people import late, leaving, players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance as advancing
from pareo.app.commands.rounds import manual_changes, rounds
from pareo.app.queries.pages import event_tables
from pareo.app.queries.pages.announcement import announce
from pareo.app.queries.pages.public_view import cached_tables
from pareo.app.queries.rounds import verify as verifying
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Outcome
from pareo.core.rules.actions import PodStage, stage_of
from pareo.core.text.errors import PareoError
from pareo.core.tournament.tournament import ELIMINATION
from pareo.store import open_store

LONGER = int(os.environ.get("PAREO_LONGER", "1"))  # times as long as in the suite: `make soak`

RULESETS = (
    "pokemon-tcg-2019-07",
    "pokemon-2009",
    "scrabble-fise",
    "xwing-epic-duel",
    "swiss",
    "pokemon-tcg-2019-04",
    "pokemon-tom",
    "xwing-epic-team",
)

RESULTS = {
    "outcome": ("1-0", "0-1", "=", "0-0", "1-0F", "2-1"),
    "scores": ("412-380", "300-301", "0-1", "0-0F", "400-400"),
    "squads": ("153-124 destroyed", "10-20 time", "120-80 conceded-b", "50-50 time init-a", "0-1F", "0-0"),
}

SETTINGS = (
    ("rounds", "2"),
    ("rounds", "3"),
    ("rounds", "6"),
    ("cut", "2"),
    ("cut", "4"),
    ("cut", "none"),
    ("third_place", "yes"),
    ("third_place", "no"),
    ("style", "swiss+cut"),
    ("style", "swiss"),
    ("style", "elimination"),
    ("first_table", "5"),
    ("blocked_tables", "2-3,7"),
    ("acceleration", "1-3:1:2"),
    ("birth_years", "junior=2012"),
    ("championship_points", "yes"),
    ("name", "Otro nombre"),
    ("name", ""),
    ("zone", "Europe/Lisbon"),
    ("sections", "2"),
    ("rounds", "x"),
    ("unrated", "lot"),
    ("day2_rounds", "2"),
    ("table", ""),
    ("round_minutes", "100"),
)

EDITS = (
    ("absent", "2,3"),
    ("absent", ""),
    ("byes", "1"),
    ("division", "senior"),
    ("division", "jr"),
    ("birth_year", "2009"),
    ("rating", "1700"),
    ("rating", "-3"),
    ("fixed_table", "2"),
    ("club", "Club Faro"),
    ("id", "zz"),
    ("bonus", "1"),
    ("first", "Nuria"),
    ("nonsense", "1"),
    ("together", "coche"),
)

_DECIDED = {"outcome": "1-0", "scores": "0-1", "squads": "153-124 destroyed init-b"}

small = st.integers(0, 40)


def when(*stages: PodStage) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Most of the time things are done when they can be; `out_of_turn` does them when they cannot."""
    return precondition(lambda self: bool(self.stages() & set(stages)))


class Organiser(RuleBasedStateMachine):
    """One event, one desk; a second desk looks on."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="pareo-stateful-"))
        self.store = open_store(str(self.folder / "x.db"))
        self.ctx = Context(self.store)
        self.other = Context(self.store)
        self.slug = ""
        self.count = 0
        self.checked = 0
        self.changed = False

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder)

    def attempt(self, do: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Succeeds, or says in one sentence why not and changes nothing. Anything else is a bug."""
        head = self.store.head(self.slug)
        self.changed = True
        refusal = ""
        try:
            return do(self.ctx, self.slug, *args, **options)
        except PareoError as problem:
            refusal = str(problem)
        assert refusal
        assert self.store.head(self.slug) == head
        return None

    def stages(self) -> set[PodStage]:
        pods = self.ctx.open(self.slug).state.pods.values() if self.slug else []
        return {stage_of(p) for p in pods if not p.closed} or {PodStage.REGISTRATION}

    def person(self, pick: int) -> str:
        ids = list(self.ctx.open(self.slug).ids)
        return ids[pick % len(ids)] if ids else "nobody"

    def new(self, pick: int, **fields: Any) -> players.NewPlayer:
        self.count += 1
        year = (None, 2009, 2005, 1990, 1985, 1996)[pick % 6]
        team = f"Equipo {(self.count + 1) // 2}" if "team" in self.ctx.open(self.slug).state.ruleset.id else ""
        return players.NewPlayer(
            first=f"Nombre{self.count}",
            last="Prueba",
            birth_year=year,
            id=f"k{self.count}" if pick % 2 else "",
            club=("", "Uno", "Dos")[pick % 3],
            together=("", "coche")[pick % 2],
            team=team,
            captain=bool(team) and self.count % 2 == 1,
            rating=None if pick % 4 == 0 else 1000 + 37 * (pick % 50),
            byes=1 if pick % 29 == 13 else 0,
            **fields,
        )

    def pod(self, pick: int) -> str | None:
        pods = list(self.ctx.open(self.slug).state.pods)
        return pods[pick % len(pods)] if pods and pick % 3 else None

    def result(self, pick: int) -> str:
        rules = self.ctx.open(self.slug).state.ruleset.results
        choices = [c for c in RESULTS[rules.kind] if rules.draws or c != "="]
        return choices[pick % len(choices)]

    @initialize(
        ruleset=st.sampled_from(RULESETS),
        style=st.sampled_from(["", "", "swiss+cut", "elimination"]),
        size=st.sampled_from([8, 9, 12, 14, 17, 6, 5, 10, 4, 3, 2, 1, 0]),
        rounds_=st.sampled_from([4, 3, 5, 2, 1, 0]),
        played=st.integers(0, 3),
    )
    def begin(self, ruleset: str, style: str, size: int, rounds_: int, played: int) -> None:
        values = {"style": style} if style else {}
        if rounds_:
            values["rounds"] = str(rounds_)
        self.slug = events.create(self.ctx, events.NewEvent("Copa", ruleset, seed="s", settings=values))
        if size:
            self.attempt(players.enter, [self.new(i * 7 + rounds_) for i in range(size)])
        for _ in range(played):
            self.whole_round(0)

    @rule(picks=st.lists(small, min_size=1, max_size=4), sure=st.booleans())
    def enter(self, picks: list[int], sure: bool) -> None:
        self.attempt(players.enter, [self.new(p) for p in picks], confirmed=sure)

    @rule(pick=small, change=st.sampled_from(EDITS))
    def edit(self, pick: int, change: tuple[str, str]) -> None:
        self.attempt(players.edit, self.person(pick), {change[0]: change[1]})

    @when(PodStage.DRAFTED, PodStage.PUBLISHED, PodStage.STARTED, PodStage.FINISHED)
    @rule(
        pick=small,
        this_round=st.booleans(),
        section=st.sampled_from([None, None, 1, 2]),
        sure=st.sampled_from([1, 1, 0]),
        override=st.sampled_from([None, "el juez lo permite"]),
    )
    def late(self, pick: int, this_round: bool, section: int | None, sure: int, override: str | None) -> None:
        self.attempt(
            late.enter_late,
            self.new(pick),
            this_round=this_round,
            section=section,
            confirmed=bool(sure),
            override=override,
        )

    @rule(pick=small, kind=st.sampled_from(["drop", "drop", "disqualified", "expelled", "no-show", "vanished"]))
    def drop(self, pick: int, kind: str) -> None:
        self.attempt(leaving.drop, self.person(pick), kind=kind, reason="se fue")

    @precondition(lambda self: bool(self.gone()))
    @rule(pick=small)
    def undrop(self, pick: int) -> None:
        gone = self.gone()
        self.attempt(leaving.undrop, gone[pick % len(gone)])

    def gone(self) -> list[str]:
        event = self.ctx.open(self.slug) if self.slug else None
        return [event.id(no) for no, e in event.state.entrants.items() if e.drop is not None] if event else []

    @rule(what=st.integers(0, 10), pick=small)
    def out_of_turn(self, what: int, pick: int) -> None:
        """Anything at all, whatever the stage."""
        number, table = self.table(pick, pick % 3)
        someone = self.person(pick)
        doings: list[Callable[[], Any]] = [
            lambda: self.attempt(rounds.publish),
            lambda: self.attempt(rounds.start),
            lambda: self.attempt(rounds.finish),
            lambda: self.attempt(rounds.pair),
            lambda: self.attempt(manual_changes.repair),
            lambda: self.attempt(manual_changes.swap, someone, self.person(pick + 1)),
            lambda: self.attempt(leaving.undrop, someone),
            lambda: self.attempt(leaving.remove, someone),
            lambda: self.attempt(results.take_back, round_no=number, table=table),
            lambda: self.attempt(results.report, round_no=number, table=table, result=self.result(pick)),
            lambda: self.attempt(advancing.advance, to="cut"),
        ]
        doings[what]()

    @when(PodStage.REGISTRATION)
    @rule(pick=small)
    def remove(self, pick: int) -> None:
        self.attempt(leaving.remove, self.person(pick))

    @rule(pick=small, sure=st.sampled_from([False, False, False, True]))
    def forget(self, pick: int, sure: bool) -> None:
        if sure:
            self.attempt(leaving.forget, self.person(pick))

    @rule(pick=small, again=st.booleans(), sure=st.booleans())
    def pair(self, pick: int, again: bool, sure: bool) -> None:
        self.attempt(rounds.pair, pod=self.pod(pick), again=again, confirmed=sure)

    @when(PodStage.DRAFTED, PodStage.PUBLISHED)
    @rule(pick=small)
    def repair(self, pick: int) -> None:
        self.attempt(manual_changes.repair, pod=self.pod(pick))

    @when(PodStage.DRAFTED, PodStage.PUBLISHED, PodStage.FINISHED, PodStage.REGISTRATION)
    @rule(one=small, two=small, sure=st.booleans(), anew=st.booleans())
    def swap(self, one: int, two: int, sure: bool, anew: bool) -> None:
        if anew:
            self.attempt(rounds.pair)
        event = self.ctx.open(self.slug)
        pods = [p for p in event.state.pods.values() if not p.closed]
        here = [event.id(no) for no in pods[one % len(pods)].members] if pods else ["nobody"]
        self.attempt(manual_changes.swap, here[one % len(here)], here[two % len(here)], confirmed=sure)

    @when(PodStage.DRAFTED, PodStage.PUBLISHED, PodStage.FINISHED)
    @rule(
        order=st.randoms(use_true_random=False),
        ahead=st.sampled_from([1, 1, 1, 0, 2]),
        reported=st.sampled_from([0, 0, 1, 2]),
    )
    def import_pairings(self, order: Any, ahead: int, reported: int) -> None:
        event = self.ctx.open(self.slug)
        number = ahead
        rows: list[manual_changes.HandPairing] = []
        for pod in event.state.pods.values():
            here = [event.id(no) for no in pod.members if event.state.is_active(no)]
            order.shuffle(here)
            for i in range(0, len(here), 2):
                pair = here[i : i + 2]
                text = self.result(i) if reported == 1 or (reported == 2 and i == 0) else ""
                rows.append(manual_changes.HandPairing(pair[0], pair[1] if len(pair) == 2 else "", result=text))
            if not pod.closed:
                number = ahead + sum(r.status is Status.FINISHED for r in pod.rounds.values()) + pod.first_round - 1
                break
        self.attempt(manual_changes.import_pairings, rows, round_no=number)

    @when(PodStage.DRAFTED)
    @rule(pick=small, sure=st.booleans())
    def publish(self, pick: int, sure: bool) -> None:
        self.attempt(rounds.publish, pod=self.pod(pick), confirmed=sure)

    @when(PodStage.PUBLISHED)
    @rule(pick=small)
    def start(self, pick: int) -> None:
        self.attempt(rounds.start, pod=self.pod(pick), confirmed=True)

    def table(self, pick: int, back: int) -> tuple[int, int]:
        """A table of the last round, or of one before."""
        rounds_ = [r for p in self.ctx.open(self.slug).state.pods.values() for r in p.rounds.values() if r.matches]
        if not rounds_:
            return 1, 1
        r = rounds_[max(len(rounds_) - 1 - back, 0)]
        return r.number, list(r.matches)[pick % len(r.matches)]

    @when(PodStage.STARTED, PodStage.FINISHED, PodStage.DRAFTED, PodStage.PUBLISHED)
    @rule(pick=small, back=st.sampled_from([0, 0, 0, 1, 2, 3]))
    def report(self, pick: int, back: int) -> None:
        number, table = self.table(pick, back)
        self.attempt(results.report, round_no=number, table=table, result=self.result(pick))

    @when(PodStage.STARTED)
    @rule(pick=small)
    def take_back(self, pick: int) -> None:
        number, table = self.table(pick, 0)
        self.attempt(results.take_back, round_no=number, table=table)

    @when(PodStage.STARTED)
    @rule(pick=small)
    def import_results(self, pick: int) -> None:
        self.report_all(pick)

    def report_all(self, pick: int) -> None:
        for pod in list(self.ctx.open(self.slug).state.pods.values()):
            last = pod.last_round
            if last is not None and last.status is Status.STARTED:
                kind = self.ctx.open(self.slug).state.ruleset.results.kind
                rows = [
                    results.ResultRow(
                        _DECIDED[kind] if pod.phase in ELIMINATION else self.result(pick + table), table=table
                    )
                    for table in last.open_tables
                ]
                self.attempt(results.import_results, rows, round_no=last.number)

    @when(PodStage.STARTED)
    @rule(pick=small)
    def finish(self, pick: int) -> None:
        self.attempt(rounds.finish, pod=self.pod(pick))

    @when(PodStage.REGISTRATION, PodStage.FINISHED)
    @rule(pick=small)
    def begin_round(self, pick: int) -> None:
        self.attempt(rounds.pair)
        self.attempt(rounds.publish, confirmed=True)
        if pick % 2:
            self.attempt(rounds.start, confirmed=True)

    @rule(pick=small, count=st.integers(1, 4))
    def whole_rounds(self, pick: int, count: int) -> None:
        for _ in range(count):
            self.whole_round(pick)

    def whole_round(self, pick: int) -> None:
        self.attempt(rounds.pair)
        self.attempt(rounds.publish, confirmed=True)
        self.attempt(rounds.start, confirmed=True)
        self.report_all(pick)
        self.report_all(0)
        self.attempt(rounds.finish)

    @when(PodStage.FINISHED)
    @rule(
        to=st.sampled_from(["cut", "day2"]),
        size=st.sampled_from([None, 2, 4]),
        again=st.sampled_from([False, False, True]),
        override=st.sampled_from([None, "anunciado en voz alta"]),
    )
    def advance(self, to: str, size: int | None, again: bool, override: str | None) -> None:
        if override:
            for _ in range(3):
                self.whole_round(0)
        self.attempt(advancing.advance, to=to, size=size, again=again, override=override)

    @rule(change=st.sampled_from(SETTINGS), pick=small)
    def change_setting(self, change: tuple[str, str], pick: int) -> None:
        self.attempt(events.change_settings, dict([change]), pod=self.pod(pick) if pick < 8 else None)

    @rule(override=st.sampled_from([None, "error de mesa"]))
    def undo(self, override: str | None) -> None:
        self.attempt(undoing.undo, override=override)

    # --- what must always hold ------------------------------------------------------------------------------------

    @invariant()
    @precondition(lambda self: self.changed)
    def replay_equals_state(self) -> None:
        if not self.slug:
            return
        self.changed = False
        state = self.ctx.open(self.slug).state
        assert Context(self.store).open(self.slug).state == state
        assert self.other.open(self.slug).state == state
        assert self.store.verify(self.slug) == state.seq
        assert self.store.summary(self.slug).name == state.name
        self._rounds_are_sound()
        self._shown()
        if len(state.drafts) and state.seq % 4 == 0:
            self._verified()

    def _rounds_are_sound(self) -> None:
        t = self.ctx.open(self.slug).state
        seats: set[tuple[int, int]] = set()
        byes: dict[int, int] = {}
        for pod in t.pods.values():
            assert len(set(pod.members)) == len(pod.members)
            assert sorted(pod.rounds) == list(range(pod.first_round, pod.first_round + len(pod.rounds)))
            for number, r in sorted(pod.rounds.items()):
                inside = [no for m in r.matches.values() for no in (m.a, m.b)] + [s.no for s in r.sitting]
                assert len(set(inside)) == len(inside), "somebody is twice in a round"
                assert set(inside) <= set(pod.members)
                for table in r.matches:
                    assert (number, table) not in seats, "a table twice in a round"
                    seats.add((number, table))
                if r.status is Status.FINISHED:
                    assert not r.open_tables
                if r.status is not Status.FINISHED:
                    assert r is pod.last_round
                if pod.phase not in ELIMINATION:
                    for s in r.sitting:
                        if s.outcome is Outcome.BYE:
                            assert s.no not in byes or r.cost.get("repeat_bye"), "a second bye nobody was told of"
                            byes[s.no] = number

    def _shown(self) -> None:
        t = self.ctx.open(self.slug).state
        played = [r for p in t.pods.values() for r in p.rounds.values() if r.status is Status.FINISHED]
        done = max((r.number for r in played), default=0)
        for after in {None, done, 0} - ({0} if not t.pods else set()):
            tables = event_tables.standing_tables(self.ctx, self.slug, after=after)
            assert cached_tables(self.ctx.open(self.slug), after) == tables, "what is kept is what would be made now"
            ranked = [row.no for table in tables for row in table.rows]
            members = {no for p in t.root_pods() for no in p.members}
            assert sorted(ranked) == sorted(members), "everybody is ranked exactly once"
            for table in tables:
                ranks = [row.rank for row in table.rows]
                assert ranks == sorted(ranks)
                assert not ranks or ranks[0] == 1
        events.show_event(self.ctx, self.slug)
        event_tables.player_rows(self.ctx, self.slug)
        event_tables.pairing_rows(self.ctx, self.slug)
        event_tables.standing_rows(self.ctx, self.slug)
        announce(self.ctx, self.slug)

    def _verified(self) -> None:
        for row in verifying.verify(self.ctx, self.slug):
            hand = self.ctx.open(self.slug).state.round(row.pod, row.round).proof in ("by hand", "repaired")
            assert row.ok or hand, row


WEIGHTS = {
    "enter": 2,
    "edit": 4,
    "late": 4,
    "drop": 5,
    "undrop": 3,
    "remove": 1,
    "forget": 1,
    "pair": 5,
    "repair": 4,
    "swap": 4,
    "import_pairings": 2,
    "publish": 2,
    "start": 2,
    "report": 6,
    "take_back": 1,
    "import_results": 3,
    "finish": 2,
    "begin_round": 6,
    "whole_rounds": 3,
    "advance": 4,
    "change_setting": 4,
    "undo": 3,
    "out_of_turn": 2,
}


def options(name: str, chance: random.Random) -> dict[str, Any]:
    """Arguments for a rule."""
    pick = chance.randrange(41)
    either = chance.random() < 0.5
    reason = chance.choice([None, "lo permite el juez"])
    special: dict[str, dict[str, Any]] = {
        "enter": {"picks": [chance.randrange(41) for _ in range(chance.randint(1, 4))], "sure": either},
        "edit": {"pick": pick, "change": chance.choice(EDITS)},
        "late": {
            "pick": pick,
            "this_round": either,
            "section": chance.choice([None, None, 1]),
            "sure": chance.choice([1, 1, 0]),
            "override": reason,
        },
        "drop": {"pick": pick, "kind": chance.choice(["drop", "drop", "disqualified", "expelled", "no-show"])},
        "forget": {"pick": pick, "sure": chance.random() < 0.3},
        "pair": {"pick": pick, "again": either, "sure": chance.random() < 0.5},
        "swap": {"one": pick, "two": chance.randrange(41), "sure": either, "anew": chance.random() < 0.5},
        "import_pairings": {
            "order": chance,
            "ahead": chance.choice([1, 1, 1, 0, 2]),
            "reported": chance.choice([0, 0, 1, 2]),
        },
        "publish": {"pick": pick, "sure": either},
        "report": {"pick": pick, "back": chance.choice([0, 0, 0, 1, 2, 3])},
        "whole_rounds": {"pick": pick, "count": chance.choice([1, 1, 1, 2, 4])},
        "advance": {
            "to": chance.choice(["cut", "cut", "day2"]),
            "size": chance.choice([None, 2, 4]),
            "again": chance.random() < 0.3,
            "override": reason,
        },
        "change_setting": {"change": chance.choice(SETTINGS), "pick": pick},
        "undo": {"override": reason},
        "out_of_turn": {"what": chance.randrange(11), "pick": pick},
    }
    return special.get(name, {"pick": pick})
