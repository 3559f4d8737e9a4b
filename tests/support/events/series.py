"""Small finished tournaments with known places, for tests of series, categories and clubs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.core.model.entities import Status
from pareo.store import open_store

Score = Callable[[str, str], str]


def context_in(folder: Path) -> Context:
    return Context(open_store(str(folder / "events.db")))


def new_player(name: str, **fields: Any) -> NewPlayer:
    first, _, last = name.partition(" ")
    return NewPlayer(first=first, last=last, **fields)


class League:
    """Tournaments in one database, played to the end or left running."""

    def __init__(self, folder: Path) -> None:
        self.ctx = context_in(folder)

    def open(self, name: str, people: Sequence[NewPlayer | str], *, ruleset: str = "swiss", **settings: str) -> str:
        slug = events.create(self.ctx, events.NewEvent(name, ruleset, seed="s", settings=settings))
        players.enter(self.ctx, slug, [new_player(p) if isinstance(p, str) else p for p in people], confirmed=True)
        return slug

    def round(self, slug: str, score: Score, *, finish: bool = True) -> None:
        rounds.pair(self.ctx, slug)
        rounds.publish(self.ctx, slug, confirmed=True)
        rounds.start(self.ctx, slug, confirmed=True)
        event = self.ctx.open(slug)
        for pod in list(event.state.pods.values()):
            last = pod.last_round
            if last is not None and last.status is Status.STARTED and last.matches:
                rows = [
                    results.ResultRow(score(event.name(m.a), event.name(m.b)), table=m.table)
                    for m in last.matches.values()
                ]
                results.import_results(self.ctx, slug, rows, round_no=last.number)
        if finish:
            rounds.finish(self.ctx, slug)

    def played(self, name: str, order: Sequence[NewPlayer | str], *, ruleset: str = "swiss", **settings: str) -> str:
        """Everybody meets everybody; who stands earlier in `order` wins: the places are that order."""
        slug = self.open(name, order, ruleset=ruleset, rounds=str(len(order) - 1), **settings)
        event = self.ctx.open(slug)
        strength = {event.name(no): no for no in event.state.entrants}
        for _ in range(len(order) - 1):
            self.round(slug, lambda a, b: "1-0" if strength[a] < strength[b] else "0-1")
        return slug


NAMES = ("Ada Ríos", "Bea Sol", "Cai Mar", "Dov Rey")


def play_scrabble_event(ctx: Context, name: str, people: tuple[str, ...] = NAMES, **settings: str) -> str:
    slug = events.create(ctx, events.NewEvent(name, "scrabble-fise", seed="s", settings={"rounds": "1", **settings}))
    new = [
        NewPlayer(
            first=p.split()[0],
            last=" ".join(p.split()[1:]),
            club=f"Club {i % 2}",
            id=f"MEMBER{i}",
            birth_year=1999,
            notes="allergy",
        )
        for i, p in enumerate(people)
    ]
    players.enter(ctx, slug, new, confirmed=True)
    rounds.pair(ctx, slug)
    rounds.publish(ctx, slug, confirmed=True)
    rounds.start(ctx, slug)
    pod = next(iter(ctx.open(slug).state.pods.values()))
    assert pod.last_round is not None
    rows = [results.ResultRow(f"{450 - t}-{300 - t}", table=t) for t in pod.last_round.matches]
    results.import_results(ctx, slug, rows, round_no=1)
    rounds.finish(ctx, slug)
    return slug
