"""Events by fixed seeds through pairing systems, with drops, late players, byes, forfeits and changes by hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from pareo.app.commands.people import late, leaving, players
from pareo.app.commands.rounds import manual_changes, rounds
from pareo.core.text.errors import Refused
from support.events.stage import FIRST, LAST, Stage

SWISS = ("random", "fise", "dutch", "uscf", "king", "manual")


def random_player(chance: random.Random, no: int, last: int) -> players.NewPlayer:
    off = {n: chance.choice(["", "0", "½", "1"]) for n in range(1, last + 1) if chance.random() < 0.05}
    return players.NewPlayer(
        first=chance.choice(FIRST),
        last=chance.choice(LAST),
        id=f"w{no}",
        club=chance.choice("abc"),
        rating=chance.choice([None, chance.randrange(1000, 2500)]),
        absent=frozenset(off),
        absent_values=tuple((n, worth) for n, worth in sorted(off.items()) if worth),
        late_from=chance.choice([0] * 8 + [2]),
        until=chance.choice([0] * 12 + [last - 1]),
    )


def results_of(chance: random.Random, *, forfeits: bool = True) -> Callable[[int, int], str]:
    pool = ["1-0", "1-0", "0-1", "0-1", "=", "=", *(["1-0F", "0-1F"] if forfeits else [])]
    return lambda _a, _b: chance.choice(pool)


def raise_unless(problem: Refused, *codes: str) -> None:
    """Goes on if the refusal is one of these."""
    if not problem.code.startswith(codes):
        raise problem


def draft_next_round(stage: Stage, chance: random.Random, method: str) -> bool:
    """The next round drafted by the method, or by hand where its rules leave none; False if it is over."""
    try:
        rounds.pair(stage.ctx, stage.slug, method=method)
    except Refused as problem:
        if problem.code in (
            "too-few-left",
            "too-few-left-to-go-on",
            "rounds-over",
            "robin-over",
            "elimination-over",
            "too-few",
        ):
            return False
        raise_unless(problem, "no-legal-round")
        rounds.pair(stage.ctx, stage.slug, method="random")
    if method == "manual":
        try:
            manual_changes.repair(stage.ctx, stage.slug)
        except Refused as problem:  # the usual method has no round within its rules
            raise_unless(problem, "no-legal-round")
            rounds.pair(stage.ctx, stage.slug, again=True, method="random")
    if chance.random() < 0.2:
        tables = list(stage.pod().last_round.matches.values())  # type: ignore[union-attr]
        if len(tables) > 1:
            one, two = chance.sample(tables, 2)
            event = stage.ctx.open(stage.slug)
            manual_changes.swap(stage.ctx, stage.slug, event.id(one.a), event.id(two.b), confirmed=True)
    return True


def walk(folder: Path, seed: int, *, methods: tuple[str, ...], ruleset: str = "chess-club", count: int = 5) -> Stage:
    chance = random.Random(seed)
    stage = Stage(
        folder,
        ruleset,
        seed=str(seed),
        rounds=str(count),
        **({"barred": "club:1-2"} if seed % 3 == 0 else {"acceleration": "1-4:1:2"} if seed % 3 == 1 else {}),
    )
    stage.enter([random_player(chance, no, count) for no in range(1, chance.randrange(5, 14))])
    for _ in range(count):
        if not draft_next_round(stage, chance, chance.choice(methods)):
            break
        rounds.publish(stage.ctx, stage.slug, confirmed=True)
        rounds.start(stage.ctx, stage.slug)
        stage.report_all(results_of(chance))
        rounds.finish(stage.ctx, stage.slug)
        event = stage.ctx.open(stage.slug)
        active = [no for no in stage.t.entrants if stage.t.is_active(no)]
        if chance.random() < 0.3 and len(active) > 4:
            leaving.drop(stage.ctx, stage.slug, event.id(chance.choice(active)))
        if chance.random() < 0.3:
            newcomer = players.NewPlayer(first="Noa", last=f"Tarde{stage.t.seq}", rating=chance.randrange(1000, 2500))
            try:
                late.enter_late(stage.ctx, stage.slug, newcomer, confirmed=True)
            except Refused as problem:
                raise_unless(problem, "late-nothing-left")
    return stage
