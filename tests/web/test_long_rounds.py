"""A round that may take seconds: nobody else waits for it, and the page says that it is at work."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.rounds import rounds
from pareo.core.pairing.registry import METHODS
from pareo.web.app_state import AppState
from support.web.console import ConsoleClient, create_cup


@pytest.mark.req("SP-19")
def test_nobody_waits_for_the_desk_while_a_large_dutch_round_is_paired(
    app_state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(METHODS, "dutch", replace(METHODS["dutch"], slow_from=5))
    slug = create_cup(app_state, ruleset="chess-fide", rounds="4")
    free: list[bool] = []
    real = rounds.pair

    def watched(ctx: Context, *given: object, **more: object) -> CommandResult:
        ctx.open(slug)

        def other() -> None:  # somebody else wants the event meanwhile
            seat = app_state.ctx.tournaments._locks.get(slug)
            if seat is None or seat.lock.acquire(timeout=0.2):
                free.append(True)

        looking = threading.Thread(target=other)
        looking.start()
        looking.join()
        return real(ctx, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(rounds, "pair", watched)
    browser = ConsoleClient(app_state)
    browser.post(f"/console/{slug}/rounds/pair")
    assert (browser.status, free) == (200, [True])
    entry = app_state.store.read(slug)[-1]
    assert (entry.action, entry.actor) == ("paired", "owner of *")
    assert slug in app_state.versions
    assert app_state.versions[slug] == entry.hash, "listeners are told"
    monkeypatch.setitem(METHODS, "dutch", replace(METHODS["dutch"], slow_from=200))
    browser.post(f"/console/{slug}/rounds/pair", again="1", yes="1")
    assert free == [True], "a quick command has the event to itself"


@pytest.mark.req("SP-23")
def test_the_round_page_has_the_chosen_columns_and_says_when_it_works(app_state: AppState) -> None:
    slug = events.create(app_state.ctx, events.NewEvent("Copa", "chess-fide", seed="s", settings={"rounds": "3"}))
    new = [
        players.NewPlayer(first=f"Ana{i}", last="Brasa", id=f"p{i}", club="Faro <b>", rating=1500 + i)
        for i in range(1, 5)
    ]
    players.enter(app_state.ctx, slug, new)
    browser = ConsoleClient(app_state)
    assert 'data-working="Working …"' in browser.get(f"/console/{slug}/rounds")
    page = browser.post(f"/console/{slug}/rounds/pair")
    assert page.count("(0)") == 4
    assert "1504 ·" not in page
    events.change_settings(app_state.ctx, slug, {"pairing_columns": "rating,club"})
    page = browser.get(f"/console/{slug}/rounds/1")
    assert "1504 · Faro &lt;b&gt;" in page
    assert "(0)" not in page
