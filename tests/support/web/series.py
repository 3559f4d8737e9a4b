"""A series with events that were played."""

from __future__ import annotations

from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.web.app_state import AppState

NAMES = ("Ada Ríos", "Bea Sol", "Cai Mar", "Dov Rey")


def played(hall: AppState, name: str, people: tuple[str, ...] = NAMES, **settings: str) -> str:
    ctx = hall.ctx
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
