"""Small events played on a real SQLite file, for tests of formats."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, rounds
from pareo.core.model.entities import Status
from pareo.store import open_store

NAMES = (
    "Ana Abril",
    "Bruno Brasa",
    "Celia Cedro",
    "Dario Duna",
    "Elsa Estero",
    "Fabio Faro",
    "Gala Granito",
    "Hugo Hiedra",
    "Iris Isla",
    "Joel Junco",
    "Kira Lago",
    "Lino Musgo",
    "Mara Nardo",
)

Says = Callable[[int, int], str]


def lower_number_wins(a: int, b: int) -> str:
    """The lower number wins."""
    return "1-0" if a < b else "0-1"


class PlayedEvent:
    """One event in one database."""

    def __init__(
        self, folder: Path, ruleset: str, count: int, *, seed: str = "seed", fields: Any = None, **settings: str
    ) -> None:
        self.ctx = Context(open_store(str(folder / "events.db")))
        new = events.NewEvent("Copa de Prueba", ruleset, seed=seed, settings=settings)
        self.slug = events.create(self.ctx, new)
        people = []
        for i in range(count):
            first, last = NAMES[i % len(NAMES)].split()
            extra = fields(i + 1) if fields else {}
            last = last if i < len(NAMES) else f"{last}{i}"
            people.append(players.NewPlayer(**{"first": first, "last": last, "id": f"p{i + 1}", **extra}))
        players.enter(self.ctx, self.slug, people, confirmed=True)

    @property
    def state(self):
        return self.ctx.open(self.slug).state

    def open_round(self) -> None:
        rounds.pair(self.ctx, self.slug)
        rounds.publish(self.ctx, self.slug, confirmed=True)
        rounds.start(self.ctx, self.slug, confirmed=True)

    def report(self, says: Says = lower_number_wins) -> None:
        for pod in list(self.state.pods.values()):
            last = pod.last_round
            if last is not None and last.status is Status.STARTED:
                rows = [results.ResultRow(says(m.a, m.b), table=m.table) for m in last.matches.values() if not m.result]
                if rows:
                    results.import_results(self.ctx, self.slug, rows, round_no=last.number)

    def play(self, count: int = 1, says: Says = lower_number_wins) -> None:
        for _ in range(count):
            self.open_round()
            self.report(says)
            rounds.finish(self.ctx, self.slug)

    def cut(self, size: int) -> None:
        advance.advance(self.ctx, self.slug, to="cut", size=size, override="acordado")

    def no(self, who: str) -> int:
        return self.ctx.open(self.slug).find(who)
