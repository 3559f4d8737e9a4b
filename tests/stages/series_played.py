"""A series with events that were played."""

from __future__ import annotations

from pareo.app.event import events
from pareo.app.people import players
from pareo.app.people.players import NewPlayer
from pareo.app.results import report as results
from pareo.app.rounds import rounds
from pareo.web.shared import Hall

NAMES = ("Ada Ríos", "Bea Sol", "Cai Mar", "Dov Rey")


def played(hall: Hall, name: str, people: tuple[str, ...] = NAMES, **settings: str) -> str:
    desk = hall.desk
    slug = events.create(desk, events.NewEvent(name, "scrabble-fise", seed="s", settings={"rounds": "1", **settings}))
    new = [NewPlayer(first=p.split()[0], last=" ".join(p.split()[1:]), club=f"Club {i % 2}", id=f"MEMBER{i}",
                     birth_year=1999, notes="allergy") for i, p in enumerate(people)]
    players.enter(desk, slug, new, confirmed=True)
    rounds.pair(desk, slug)
    rounds.publish(desk, slug, confirmed=True)
    rounds.start(desk, slug)
    pod = next(iter(desk.open(slug).state.pods.values()))
    assert pod.last_round is not None
    rows = [results.ResultRow(f"{450 - t}-{300 - t}", table=t) for t in pod.last_round.matches]
    results.import_results(desk, slug, rows, round_no=1)
    rounds.finish(desk, slug)
    return slug
