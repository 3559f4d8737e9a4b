"""One event on a real SQLite file, and short ways to play it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.core.model.entities import Pod, Status
from pareo.core.tournament.tournament import ELIMINATION, Tournament
from pareo.store import open_store

FIRST = ("Ana", "Bruno", "Celia", "Dario", "Elsa", "Fabio", "Gala", "Hugo", "Iris", "Joel", "Kira", "Lino", "Mara")
LAST = ("Abril", "Brasa", "Cedro", "Duna", "Estero", "Faro", "Granito", "Hiedra", "Isla", "Junco", "Lago")


def make_players(count: int, **fields: Any) -> list[players.NewPlayer]:
    """So many invented players, ids p1, p2 …"""
    names = itertools.islice(itertools.cycle(itertools.product(LAST, FIRST)), count)
    return [players.NewPlayer(first=f, last=last, id=f"p{i}", **fields) for i, (last, f) in enumerate(names, 1)]


def players_of_ages(
    juniors: int, seniors: int, masters: int = 0, *, born: tuple[int, int, int] = (2010, 2005, 1990)
) -> list[players.NewPlayer]:
    """So many of each division, by birth years that make them so in 2019."""
    years = [born[0]] * juniors + [born[1]] * seniors + [born[2]] * masters
    return [replace(p, birth_year=year) for p, year in zip(make_players(len(years)), years, strict=True)]


CHESS_CLUB = 'extends = "chess-fide"\nid = "chess-club"\ntitle = "Chess, outside FIDE mode"\nfide_mode = false\n'
"""Chess where everything can be chosen: other methods, accelerations, games; as a club plays it."""


def new_event(name: str, ruleset: str, **more: Any) -> events.NewEvent:
    """By a ruleset of ours, or by that of the chess club."""
    return events.NewEvent(
        name,
        ruleset if ruleset != "chess-club" else "",
        **more,
        ruleset_text=CHESS_CLUB if ruleset == "chess-club" else None,
    )


class Stage:
    """One event on one desk."""

    def __init__(self, folder: Path, ruleset: str, *, seed: str = "seed", **settings: str) -> None:
        self.path = folder / "events.db"
        self.ctx = Context(open_store(str(self.path)))
        new = new_event("Copa de Prueba", ruleset, seed=seed, settings=settings)
        self.slug = events.create(self.ctx, new)

    @property
    def t(self) -> Tournament:
        return self.ctx.open(self.slug).state

    def enter(self, new: Iterable[players.NewPlayer] | int, **fields: Any) -> None:
        people = make_players(new, **fields) if isinstance(new, int) else list(new)
        players.enter(self.ctx, self.slug, people, confirmed=True)

    def ids(self) -> list[str]:
        return list(self.ctx.open(self.slug).ids)

    def no(self, who: str) -> int:
        return self.ctx.open(self.slug).find(who)

    def open_round(self, *, to: Status = Status.STARTED, pod: str | None = None, withdrawn: str | None = None) -> None:
        """Pairs and goes on as far as asked."""
        rounds.pair(self.ctx, self.slug, pod=pod, withdrawn=withdrawn)
        if to is not Status.DRAFTED:
            rounds.publish(self.ctx, self.slug, pod=pod, confirmed=True)
        if to is Status.STARTED:
            rounds.start(self.ctx, self.slug, pod=pod, confirmed=True)

    def report_all(self, result: str | Callable[[int, int], str] = "1-0", *, pod: str | None = None) -> None:
        """A result for every open table of the started rounds, one import per pod."""
        for p in list(self.t.pods.values()):
            last = p.last_round
            if last is None or last.status is not Status.STARTED or (pod is not None and p.id != pod):
                continue
            rows = [
                results.ResultRow(result if isinstance(result, str) else result(m.a, m.b), table=m.table)
                for m in last.matches.values()
                if m.result is None
            ]
            if rows:
                results.import_results(self.ctx, self.slug, rows, round_no=last.number)

    def play(self, count: int = 1, result: str | Callable[[int, int], str] = "1-0") -> None:
        """Whole rounds."""
        for _ in range(count):
            self.open_round()
            self.report_all(result)
            rounds.finish(self.ctx, self.slug)

    def pod(self, pod_id: str | None = None) -> Pod:
        pods = self.t.pods
        return pods[pod_id] if pod_id else next(iter(pods.values()))

    def pairs(self, number: int, pod_id: str | None = None) -> set[frozenset[int]]:
        return {frozenset((m.a, m.b)) for m in self.pod(pod_id).rounds[number].matches.values()}


def lower_number_wins(a: int, b: int) -> str:
    """The lower number wins."""
    return "1-0" if a < b else "0-1"


def is_bracket(pod: Pod) -> bool:
    return pod.phase in ELIMINATION


def chess_event(folder: Path, count: int = 6, ruleset: str = "chess-fide", **settings: str) -> Stage:
    """An event of five rounds with rated players, not yet paired."""
    stage = Stage(folder, ruleset, **{"rounds": "5", **settings})
    stage.enter([replace(p, rating=2200 - 40 * i) for i, p in enumerate(make_players(count))])
    return stage
