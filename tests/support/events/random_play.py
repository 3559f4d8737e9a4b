"""Events played at random, to be exported and rebuilt; and a small event of another program."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import late, leaving, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, rounds
from pareo.core.model.entities import Drop, Status
from pareo.core.model.outcome import Outcome, Result
from pareo.core.text.errors import PareoError
from pareo.core.tournament.tournament import ELIMINATION, Tournament
from pareo.formats.exchange.event import (
    ForeignEvent,
    ForeignMatch,
    ForeignPlayer,
    ForeignPod,
    ForeignRound,
    ForeignSitting,
)

WIN_A = Result(Outcome.WIN, Outcome.LOSS)

FIRST = ("Alba", "Bela", "Cira", "Dino", "Enzo", "Fara", "Gil", "Hada", "Ivo", "Jana", "Kai", "Luz")


def create_event(ctx: Context, ruleset: str, **settings: str) -> str:
    return events.create(ctx, events.NewEvent("Copa del Faro", ruleset, seed="faro", settings=settings))


def random_players(chance: random.Random, count: int, *, teams: bool = False) -> list[NewPlayer]:
    """Invented players of every age."""
    made = []
    for i in range(count * (2 if teams else 1)):
        born = chance.choice((1990, 2000, 2005, 2006, 2010))
        made.append(NewPlayer(
            first=FIRST[i % 12], last=f"Duna{i}", id=str(1000 + i), birth_year=born, club=chance.choice(("", "Norte")),
            rating=chance.choice((None, 1400 + i)), team=f"Equipo {i // 2}" if teams else "", captain=i % 2 == 1,
            byes=0 if chance.random() < 0.95 else 1,
        ))  # fmt: skip
    return made


def result_for(t: Tournament, chance: random.Random, *, elimination: bool) -> str:
    if t.ruleset.results.kind == "squads":
        a = chance.randrange(0, 150)
        return f"{a}-{a + chance.randrange(1, 50)} destroyed init-a" if elimination else f"{a}-{a + 30} time"
    if t.ruleset.results.kind == "scores" and not elimination:
        return f"{chance.randrange(200, 500)}-{chance.randrange(200, 500)}"
    return chance.choice(("1-0", "0-1") if elimination else ("1-0", "0-1", "0-1F", "=", "0-0"))


def report_open(ctx: Context, slug: str, chance: random.Random, share: float = 1.0) -> None:
    t = ctx.open(slug).state
    for p in list(t.pods.values()):
        last = p.last_round
        if last is None or last.status is not Status.STARTED:
            continue
        for table in sorted(last.open_tables):
            if chance.random() <= share:
                text = result_for(t, chance, elimination=p.phase in ELIMINATION)
                results.report(ctx, slug, round_no=last.number, table=table, result=text)


def tolerant(action: Callable[[], object]) -> None:
    """What the rules do not allow just now is simply not done."""
    with contextlib.suppress(PareoError):
        action()


def play_at_random(ctx: Context, slug: str, seed: int, *, count: int, steps: int) -> None:
    """Some rounds with everything that happens: late players, drops, a cut, unfinished rounds."""
    chance = random.Random(seed)
    teams = ctx.open(slug).state.ruleset.entrant == "team"
    players.enter(ctx, slug, random_players(chance, count, teams=teams), confirmed=True)
    for step in range(steps):
        if step and chance.random() < 0.5:
            newcomer = NewPlayer(first="Tarda", last=f"Ola{step}", id=str(5000 + step), birth_year=2000)
            tolerant(lambda came=newcomer: late.enter_late(ctx, slug, came, confirmed=True))
        if chance.random() < 0.5:
            who = chance.choice(sorted(ctx.open(slug).ids))
            kind = chance.choice(("drop", "drop", "disqualified"))
            tolerant(lambda who=who, kind=kind: leaving.drop(ctx, slug, who, kind=kind, reason="se fue"))
            if chance.random() < 0.3:
                tolerant(lambda who=who: leaving.undrop(ctx, slug, who))
        if step >= 2:
            tolerant(lambda: advance.advance(ctx, slug, to="cut", size=4, override="prueba"))
        tolerant(lambda: rounds.pair(ctx, slug, arrivals="late"))
        if step == steps - 1 and chance.random() < 0.3:
            return
        tolerant(lambda: rounds.publish(ctx, slug, confirmed=True))
        tolerant(lambda: rounds.start(ctx, slug, confirmed=True))
        report_open(ctx, slug, chance, 0.6 if step == steps - 1 else 1.0)
        if step < steps - 1 or chance.random() < 0.5:
            tolerant(lambda: rounds.finish(ctx, slug))


def comparable(t: Tournament) -> dict[str, Any]:
    """What must be equal in two tournaments that tell the same story."""
    return {
        "pods": {
            p.id: (
                p.phase, p.members if p.phase in ELIMINATION else set(p.members), p.divisions, p.section, p.planned,
                p.first_round, p.sources, p.third_place, p.closed, p.first_table, p.start_size,
                {n: (r.status, {k: replace(m, reasons=()) for k, m in r.matches.items()},
                     {(s.no, s.outcome) for s in r.sitting}) for n, r in p.rounds.items()},
            )
            for p in t.pods.values()
        },
        "entrants": {no: replace(e, persons=()) for no, e in t.entrants.items()},
        "settings": (t.settings, t.pod_settings, t.style, t.announced, t.zone, t.name),
        "pod_of": t.pod_of,
    }  # fmt: skip


def foreign_event(**changes: Any) -> ForeignEvent:
    """Four players, one finished round, one of them late for it, one gone after it."""
    four = (
        ForeignPlayer("a", first="Alba", birth_year=1990), ForeignPlayer("b", first="Bela", id="7"),
        ForeignPlayer("c", first="Cira", late_from=2), ForeignPlayer("d", last="Dino", drop=Drop(1, "drop", "tren")),
    )  # fmt: skip
    first = ForeignRound(
        1, (ForeignMatch("a", "b", WIN_A),),
        (ForeignSitting("d", Outcome.BYE), ForeignSitting("c", Outcome.LATE_LOSS)),
    )  # fmt: skip
    pod = ForeignPod("masters", ("a", "b", "d", "c"), divisions=("master",), planned=3, rounds=(first,))
    return replace(ForeignEvent("Copa", "pokemon-tom", four, (pod,), {"style": "swiss"}), **changes)
