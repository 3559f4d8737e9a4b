"""Events at every stage of a day, of every game, for the list of all pages: up to their end and after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import cycle

from pareo.app.base.context import Context
from pareo.app.base.timestamps import moment
from pareo.app.commands.event import events
from pareo.app.commands.lists import submit as lists
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import next_round
from pareo.app.league import event_closing
from pareo.app.screens.now_page import open_tables
from support.files.tom import TomEvent, follow_saves
from support.web.server_events import HOSTILE, NAMES, ServerStage


def create_events(stage: ServerStage) -> None:
    """One event for each stage, and for each end."""
    _cup(stage)
    _tom(stage)
    for slug in ("aberto", "aberto-pechado"):
        _event(
            stage,
            slug,
            "chess-fide",
            [NewPlayer(first=n[:190], rating=2000 - 20 * i) for i, n in enumerate((*HOSTILE, *NAMES[:3]))],
            rounds="2",
        )
        _play(stage, slug, "1-0", "½-½", rounds=2)
    event_closing.close_event(stage.ctx, "aberto-pechado", take=True, confirmed=True)
    for slug in ("duelo", "duelo-pechado"):
        _event(
            stage, slug, "xwing-epic-duel", [NewPlayer(first=n[:190]) for n in HOSTILE], rounds="2", lists_public="yes"
        )
        for i in range(1, 4):
            lists.hand_in(stage.ctx, slug, f"p{i}", "Faction: Rebel\nBiggs Darklighter (X-wing) 40\n")
        _play(stage, slug, "25-10 time", "25-24 time", rounds=2)
    event_closing.close_event(stage.ctx, "duelo-pechado", confirmed=True)
    wings = [NewPlayer(first=n[:190], team=HOSTILE[i // 2][:190], captain=i % 2 == 0) for i, n in enumerate(NAMES[:8])]
    _event(stage, "equipos", "xwing-epic-team", wings, rounds="1")
    _play(stage, "equipos", "153-124 destroyed")
    _event(stage, "dous-mil-nove", "pokemon-2009", [NewPlayer(first=n, birth_year=1990) for n in NAMES], rounds="2")
    _play(stage, "dous-mil-nove", "1-0")
    _event(stage, "empatados", "chess-round-robin", [NewPlayer(first=n[:190]) for n in HOSTILE[:4]])
    _play(stage, "empatados", "½-½", rounds=3)


def _event(stage: ServerStage, slug: str, ruleset: str, people: Sequence[NewPlayer], **settings: str) -> None:
    events.create(stage.ctx, events.NewEvent(slug.title(), ruleset, slug=slug, seed="s", settings=settings))
    players.enter(stage.ctx, slug, [replace(p, id=f"p{i}") for i, p in enumerate(people, 1)], confirmed=True)


def _open(stage: ServerStage, slug: str) -> None:
    next_round.next_round(stage.ctx, slug, confirmed=True)
    next_round.begin(stage.ctx, slug, confirmed=True)


def _play(stage: ServerStage, slug: str, *typed: str, rounds: int = 1) -> None:
    """Whole rounds, up to the last result: nobody has said yet that they are done."""
    for _ in range(rounds):
        _open(stage, slug)
        _report(stage, slug, cycle(typed).__next__)


def _report(stage: ServerStage, slug: str, result: Callable[[], str]) -> None:
    t = stage.ctx.open(slug).state
    for table in open_tables(t):
        row = results.ResultRow(result(), table=table)
        results.import_results(stage.ctx, slug, [row], round_no=t.playing_round(table))


def _cup(stage: ServerStage) -> None:
    """Three divisions with a play-off: all in, time up, who goes on, and over."""
    years = cycle((2016, 2012, 1990))
    people = [NewPlayer(first=n[:190], birth_year=next(years)) for n in (*HOSTILE, *NAMES, *NAMES)]
    for slug in ("todo-dentro", "sen-tempo", "quen-pasa"):
        _event(
            stage,
            slug,
            "pokemon-tcg-2027",
            people,
            style="swiss+cut",
            rounds="1" if slug == "quen-pasa" else "2",
            cut="2",
            date="2026-11-15",
        )
    _play(stage, "todo-dentro", "1-0", "½-½")
    _play(stage, "quen-pasa", "1-0")
    next_round.next_round(stage.ctx, "sen-tempo", confirmed=True)
    began = (moment(stage.ctx.now()) - timedelta(minutes=60)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    next_round.begin(Context(stage.store, actor="Elsa Prado", now=lambda: began), "sen-tempo", confirmed=True)
    stage.event("pasan", NAMES, name="Pasan", style="swiss+cut", rounds="1", cut="4")
    stage.play("pasan")


def _tom(stage: ServerStage) -> None:
    """An event that TOM runs, in its first round, with a result that TOM has not got yet."""
    tom = TomEvent.with_players((8, 1990))
    tom.pair()
    tom.report(1)
    _, slug = follow_saves(tom.saves, Context(stage.store, actor="Elsa Prado"))
    events.change_settings(stage.ctx, slug, {"tom_scan": "yes"}, confirmed=True)
    results.report(stage.ctx, slug, round_no=1, table=2, result="1-0")


def console_pages() -> tuple[str, ...]:
    """Now at each of them, and what belongs to its end."""
    now = (
        "todo-dentro",
        "sen-tempo",
        "quen-pasa",
        "aberto",
        "aberto-pechado",
        "duelo",
        "duelo-pechado",
        "equipos",
        "dous-mil-nove",
        "empatados",
        "copa-del-faro",
    )
    return (
        *(f"/console/{slug}" for slug in now),
        "/console/todo-dentro/next",
        "/console/todo-dentro/rounds/1",
        "/console/dous-mil-nove/standings",
        "/console/pasan/rounds/advance",
        "/console/quen-pasa/next",
        *(
            f"/console/aberto-pechado{page}"
            for page in ("/settings", "/directory", "/players/1", "/papers", "/standings", "/second-opinion")
        ),
        "/console/new?like=aberto-pechado",
        *(f"/console/equipos{page}" for page in ("/players", "/players/1", "/lists", "/settings", "/standings")),
        *(f"/console/duelo-pechado{page}" for page in ("/settings", "/rounds/2", "/standings")),
        *(f"/console/copa-del-faro{page}" for page in ("/beside", "/beside/list", "/beside/scan")),
    )


def public_pages() -> tuple[str, ...]:
    return (
        "/e/en-xogo/me",
        "/e/duelo-pechado/lists",
        "/e/aberto-pechado",
        "/e/duelo-pechado",
        "/e/equipos",
        "/e/empatados",
        "/screen/empatados/podium",
        "/screen/sen-tempo/auto",
    )


def touched_pages() -> tuple[str, ...]:
    """What comes after a touch: dialogs, and questions before something is done. An address, and what is touched. And
    the receipt, which holds words for programs."""
    return (
        "/e/en-xogo/receipt?round=1&pod=masters",
        "/console/na-porta > a[data-dialog]",
        "/console/todo-dentro > a[data-dialog]",
        "/console/en-xogo/players/3 > form[action$='/forget'] button",
        "/console/aberto/settings > form[action$='/leave-fide-mode'] button",
    )
