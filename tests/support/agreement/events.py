"""Random events of every ruleset in every state, by their seeds."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.passwords import Passwords
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import late, leaving, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, rounds
from pareo.app.league import event_closing
from pareo.app.queries.event.overview import is_all_played, next_phases
from pareo.core.model.entities import Pod, Status
from pareo.core.rules.actions import PodStage, stage_of
from pareo.core.tournament.progress import is_over
from pareo.core.tournament.tournament import ELIMINATION
from pareo.rulesets import available
from pareo.store.sqlite.store import SqliteStore
from pareo.web.app_state import AppState
from support.events.random_play import result_for, tolerant

STATES = ("before", "drafted", "published", "playing", "all in", "finished", "over, not finished", "over", "closed")
_RULESETS = [info.id for info in available()]
_SYLLABLES = ("Ba", "Ce", "Di", "Fo", "Gu", "La", "Me", "Ni", "Po", "Ru"), ("ra", "lo", "mi", "te", "nu", "xo")
_STYLES = ("", "", "swiss", "swiss+cut", "swiss+cut", "elimination")
_AGES = (1990, 1990, 2000, 2008, 2012, 2018)  # born: of every division in every season


class RandomEvent:
    """One event, played at random until it is in a state."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.ruleset, self.state = self.ruleset_of(seed), self.state_of(seed)
        self.path = folder / f"event-{seed}.db"
        store = SqliteStore(self.path)
        cheap = Passwords(time_cost=1, memory_cost=8, parallelism=1)
        self.app_state = AppState(store, Accounts(store.accounts(), passwords=cheap, later=lambda work: work()))
        self.app_state.ctx.now = lambda: "2026-11-18T09:00:00.000000Z"  # ages are those of that day
        self.slug = self._create()
        self._enter()
        self._play()

    @staticmethod
    def ruleset_of(seed: int) -> str:
        return _RULESETS[seed % len(_RULESETS)]

    @staticmethod
    def state_of(seed: int) -> str:
        return STATES[(seed // len(_RULESETS) + seed) % len(STATES)]

    @property
    def ctx(self) -> Context:
        return self.app_state.ctx

    def close(self) -> None:
        self.app_state.accounts.close()
        self.app_state.store.close()

    def __str__(self) -> str:
        return f"seed {self.seed}, {self.ruleset}, {self.state}"

    def _create(self) -> str:
        settings = {"rounds": str(self.chance.choice((1, 2, 3)))}
        style = self.chance.choice(_STYLES)
        if style:
            settings["style"] = style
        if style == "swiss+cut":
            settings["cut"] = str(self.chance.choice((2, 4)))
        if self.chance.random() < 0.2:
            settings |= self.chance.choice(({"day2_rounds": "1", "day2_points": "3"}, {"sections": "2"}))
        new = events.NewEvent("Copa", self.ruleset, slug="copa", seed=str(self.seed))
        slug = events.create(self.ctx, new)
        for key, value in settings.items():
            tolerant(lambda key=key, value=value: events.change_settings(self.ctx, slug, {key: value}))
        return slug

    def _enter(self) -> None:
        count = self.chance.choice((4, 5, 6, 7, 8, 9, 11, 13, 20, 24))
        rules = self.ctx.open(self.slug).state.ruleset
        ages = self.chance.choice((_AGES[:1], _AGES)) if rules.divisions is not None else _AGES[:1]
        teams = rules.entrant == "team"
        firsts = ["".join(parts) for parts in itertools.product(*_SYLLABLES)]
        new = [
            NewPlayer(
                first=firsts[i],
                last=f"Prado{i}",
                id=str(101 + i),
                birth_year=self.chance.choice(ages),
                rating=self.chance.choice((None, 1400 + 10 * i)),
                team=f"{firsts[i // 2]} Uno" if teams else "",
                captain=i % 2 == 0,
            )
            for i in range(count * (2 if teams else 1))
        ]
        players.enter(self.ctx, self.slug, new, confirmed=True)
        self.firsts = iter(firsts[len(new) :])

    def _play(self) -> None:
        if self.state == "before":
            return
        whole = self.state in ("over, not finished", "over", "closed")
        last = 40 if whole else self.chance.choice((1, 2, 3, 4))
        for step in range(1, last + 1):
            if not self._open(draft=self.state == "drafted" and step == last):
                break
            if step == last and self.state in ("drafted", "published"):
                return
            self._start()
            if step == last and self.state == "playing":
                self._report(0.5)
                return
            self._report(1)
            if (step == last and self.state == "all in") or (self.state == "over, not finished" and self._is_last()):
                return
            for pod in self._out_of_step(step == last):
                tolerant(lambda pod=pod: rounds.finish(self.ctx, self.slug, pod=pod))
            self._happens()
        if self.state == "closed":
            tolerant(lambda: event_closing.close_event(self.ctx, self.slug, season=False))

    def _out_of_step(self, last: bool) -> Iterator[str]:
        """The pods that are finished now; at the end not always all."""
        for p in list(self.ctx.open(self.slug).state.pods.values()):
            if not last or self.state != "finished" or self.chance.random() < 0.7:
                yield p.id

    def _open(self, *, draft: bool) -> bool:
        """Goes on to the next round, phase by phase; False where there is none."""
        t = self.ctx.open(self.slug).state
        for p in list(t.pods.values()):
            if not p.closed and stage_of(p) is PodStage.FINISHED and is_over(p):
                for to in next_phases(t, p)[:1]:
                    tolerant(lambda p=p, to=to: advance.advance(self.ctx, self.slug, to=to, pod=p.id, confirmed=True))
        tolerant(lambda: rounds.pair(self.ctx, self.slug, confirmed=True))
        paired = any(stage_of(p) is PodStage.DRAFTED for p in self.ctx.open(self.slug).state.pods.values())
        if paired and not draft:
            tolerant(lambda: rounds.publish(self.ctx, self.slug, confirmed=True))
        return paired

    def _start(self) -> None:
        tolerant(lambda: rounds.start(self.ctx, self.slug, confirmed=True))

    def _report(self, share: float) -> None:
        """Results of so many of the open tables; one that the rules refuse is replaced by a plain one."""
        t = self.ctx.open(self.slug).state
        for p in list(t.pods.values()):
            r = p.last_round
            for table in sorted(r.open_tables) if r is not None and r.status is Status.STARTED else ():
                if self.chance.random() < share:
                    drawn = result_for(t, self.chance, elimination=p.phase in ELIMINATION)
                    for text in (drawn, "1-0", "30-20"):
                        tolerant(lambda r=r, table=table, text=text: self._enter_result(r.number, table, text))

    def _enter_result(self, number: int, table: int, text: str) -> None:
        r = next(p.rounds[number] for p in self.ctx.open(self.slug).state.pods.values() if _plays(p, number, table))
        if r.matches[table].result is None:
            results.report(self.ctx, self.slug, round_no=number, table=table, result=text)

    def _is_last(self) -> bool:
        return is_all_played(self.ctx.open(self.slug).state)

    def _happens(self) -> None:
        """Somebody leaves, or comes late."""
        if self.chance.random() < 0.4:
            who = self.chance.choice(sorted(self.ctx.open(self.slug).ids))
            kind = self.chance.choice(("drop", "drop", "disqualified"))
            tolerant(lambda: leaving.drop(self.ctx, self.slug, who, kind=kind, reason="se fue"))
        if self.chance.random() < 0.2:
            first = next(self.firsts)
            came = NewPlayer(first=first, last="Tarde", id=first, birth_year=1990)
            tolerant(lambda: late.enter_late(self.ctx, self.slug, came, confirmed=True))


def _plays(p: Pod, number: int, table: int) -> bool:
    return number in p.rounds and table in p.rounds[number].matches
