"""Ready bytes: bounded, made once per change, never for what does not exist, and without holding up the desk."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pareo.app.league import series
from pareo.core.text.errors import NotFound
from pareo.pages import public_pages as pages
from pareo.rulesets.series_presets import preset_text
from pareo.web import response_cache
from pareo.web import view as console
from pareo.web.public import screen
from pareo.web.response_cache import ResponseCache
from support.execution import run_coroutine
from support.web.public import PublicStage, make_players

WAIT = 20.0  # seconds after which a thread that should have been let through gives up


def page(text: str, status: int = 200) -> Callable[[], tuple[int, bytes]]:
    return lambda: (status, text.encode())


# --- bounds -----------------------------------------------------------------------------------------------------------


@pytest.mark.req("R-5")
def test_the_least_recently_asked_for_goes_first() -> None:
    kept = ResponseCache(most=3)
    for name in "abc":
        kept.get((name,), "1", page(name))
    kept.get(("a",), "1", page("not made"))
    kept.get(("d",), "1", page("d"))
    assert len(kept) == 3
    assert [kept.get((name,), "1", page("again")).body for name in "acd"] == [b"a", b"c", b"d"]
    assert kept.get(("b",), "1", page("again")).body == b"again"


@pytest.mark.req("R-5")
def test_the_bytes_are_bounded_too() -> None:
    one = ResponseCache().get(("x",), "1", page("x" * 500)).size
    kept = ResponseCache(most_bytes=3 * one)
    for name in range(20):
        kept.get((name,), "1", page("x" * 500))
        kept.get((name,), "2", page("y" * 500))
    assert (len(kept), kept.size <= 3 * one) == (3, True)
    kept.clear()
    assert (len(kept), kept.size) == (0, 0)


@pytest.mark.req("R-5")
def test_what_cannot_be_made_is_not_kept() -> None:
    kept = ResponseCache()

    def missing() -> tuple[int, bytes]:
        raise NotFound("none", "None.")

    for name in range(5):
        with pytest.raises(NotFound):
            kept.get((name,), "1", missing)
        with pytest.raises(NotFound):
            run_coroutine(kept.aget((name,), "1", missing))
    kept.get(("unknown event",), "", page("made each time"))
    assert (len(kept), kept.size, kept.being_made) == (0, 0, 0)


def test_a_page_is_made_once_per_version_and_at_most_so_often() -> None:
    kept = ResponseCache()
    first = kept.get(("a",), "1", page("one"))
    assert kept.get(("a",), "1", page("not made")) is first
    assert kept.get(("a",), "2", page("not made"), every=1e9) is first
    assert kept.get(("a",), "2", page("two")).body == b"two"
    kept.get(("b",), "1", page("a bug", 500))
    assert kept.get(("b",), "1", page("not made"), every=1e9).status == 500
    assert kept.get(("b",), "1", page("mended")).status == 200


def test_whole_packed_or_not_modified() -> None:
    made = ResponseCache().get(("a",), "1", page("text"))
    status, head, body = made.answer({b"accept-encoding": b"br, gzip"}, b"text/plain", vary=b"Cookie")
    assert (status, gzip.decompress(body), dict(head)[b"content-encoding"]) == (200, b"text", b"gzip")
    assert made.answer({}, b"text/plain", vary=b"Cookie")[2] == b"text"
    status, head, body = made.answer({b"if-none-match": made.etag}, b"text/plain", vary=b"Cookie")
    assert (status, body, dict(head)[b"vary"]) == (304, b"", b"Cookie")


@pytest.mark.req("R-5")
def test_one_renderer_and_everybody_gets_his_page() -> None:
    kept, begun, go_on, made = ResponseCache(), threading.Event(), threading.Event(), []

    def make() -> tuple[int, bytes]:
        made.append(1)
        begun.set()
        go_on.wait(WAIT)
        return 200, b"page"

    found: list[bytes] = []
    threads = [threading.Thread(target=lambda: found.append(kept.get(("a",), "1", make).body)) for _ in range(6)]
    threads.append(threading.Thread(target=lambda: found.append(asyncio.run(kept.aget(("a",), "1", make)).body)))
    for thread in threads:
        thread.start()
    begun.wait(WAIT)
    assert kept.being_made == 1
    go_on.set()
    for thread in threads:
        thread.join()
    assert (found, made, kept.being_made) == ([b"page"] * 7, [1], 0)


def test_whoever_waits_for_an_older_version_asks_again() -> None:
    kept, begun, go_on = ResponseCache(), threading.Event(), threading.Event()

    def old() -> tuple[int, bytes]:
        begun.set()
        go_on.wait(WAIT)
        return 200, b"old"

    found: list[bytes] = []
    first = threading.Thread(target=lambda: kept.get(("a",), "1", old))
    first.start()
    begun.wait(WAIT)
    second = threading.Thread(target=lambda: found.append(kept.get(("a",), "2", page("new")).body))
    second.start()
    go_on.set()
    first.join()
    second.join()
    assert found == [b"new"]


@pytest.mark.req("R-5")
def test_a_phone_that_goes_away_leaves_nothing_behind() -> None:
    kept, begun, go_on = ResponseCache(), threading.Event(), threading.Event()

    def make() -> tuple[int, bytes]:
        begun.set()
        go_on.wait(WAIT)
        return 200, b"page"

    async def two_phones() -> bytes:
        gone = asyncio.ensure_future(kept.aget(("a",), "1", make))
        await asyncio.to_thread(begun.wait, WAIT)
        also_gone = asyncio.ensure_future(kept.aget(("a",), "1", make))
        stays = asyncio.ensure_future(kept.aget(("a",), "1", make))
        await asyncio.sleep(0)
        gone.cancel()
        also_gone.cancel()
        await asyncio.sleep(0)
        go_on.set()
        return (await stays).body

    assert run_coroutine(two_phones()) == b"page"
    assert (len(kept), kept.being_made) == (1, 0)


# --- addresses --------------------------------------------------------------------------------------------------------


@pytest.fixture
def stage(tmp_path: Path) -> PublicStage:
    made = PublicStage(tmp_path)
    made.enter(make_players(8))
    made.play()
    made.open()
    series.create(made.ctx, "Liga", preset_text("formula-one-2010"), slug="liga")
    series.add_event(made.ctx, "liga", "copa")
    made.app_state.refresh()
    return made


_UNKNOWN = (
    "/e/copa/tables?round={}",
    "/e/copa/names?round=9{}",
    "/e/copa/standings?after=1{}",
    "/e/copa/standings?pod=p{}",
    "/e/copa/tables?round=x{}",
    "/e/copa/standings?after=x{}",
    "/e/none{}",
    "/series/liga?period=19{}",
    "/api/v1/public/events/copa/pairings?round={}",
    "/api/v1/public/events/copa/pairings?pod=p{}",
    "/api/v1/public/events/copa/standings?pod=p{}",
    "/api/v1/public/events/copa/standings?division=d{}",
    "/api/v1/public/events/copa/cross-table?pod=p{}",
)


@pytest.mark.req("R-5")
@pytest.mark.parametrize("address", _UNKNOWN)
def test_unknown_values_are_404_never_rendered_and_never_kept(
    stage: PublicStage, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    visitor = stage.visitor()
    for known in ("/e/copa/tables", "/e/copa/standings", "/series/liga", "/api/v1/public/events/copa/pairings"):
        visitor.get(known)
    kept = stage.app_state.response_cache
    before = (len(kept), kept.size, kept.being_made)
    assert before[0] == 4
    rendered: list[str] = []
    real = pages.render

    def counted(template: str, lang: str, **values: Any) -> str:
        rendered.append(template)
        return real(template, lang, **values)

    monkeypatch.setattr(pages, "render", counted)
    for i in range(40, 80):
        visitor.get(address.format(i), 404)
    assert (len(kept), kept.size, kept.being_made) == before
    assert set(rendered) <= {"public/problem.html"}


@pytest.mark.req("R-5")
def test_what_a_page_does_not_ask_for_makes_no_other_page(stage: PublicStage) -> None:
    visitor = stage.visitor()
    pages_seen = {visitor.get(f"/e/copa/tables?division={i}&page={i}&utm={i}") for i in range(20)}
    pages_seen.add(visitor.get("/e/copa/tables?" + "&".join(f"x{i}={i}" for i in range(50))))
    assert (len(pages_seen), len(stage.app_state.response_cache)) == (1, 1)
    again = {visitor.get(f"/e/copa/tables?round={zeros}1") for zeros in ("", "0", "00")}
    assert (len(again), len(stage.app_state.response_cache)) == (1, 2)


# --- the desk stays free ----------------------------------------------------------------------------------------------


@pytest.mark.req("R-5")
@pytest.mark.parametrize(
    ("module", "address"),
    [
        (pages, "/e/copa"),
        (pages, "/e/copa/tables"),
        (pages, "/e/copa/names"),
        (pages, "/e/copa/standings"),
        (pages, "/e/copa/clubs"),
        (console, "/console/copa/rounds/2"),
        (screen, "/screen/copa/pairings"),
    ],
)
def test_a_result_is_entered_while_a_page_is_rendered(
    stage: PublicStage, monkeypatch: pytest.MonkeyPatch, module: Any, address: str
) -> None:
    keeper, visitor = stage.staff(), stage.staff()
    keeper.get("/console")
    told: list[str] = []
    begun, entered = threading.Event(), threading.Event()
    real = module.render

    def slow(template: str, lang: str, **values: Any) -> str:
        begun.set()
        entered.wait(WAIT)
        told.append("rendered")
        return str(real(template, lang, **values))

    monkeypatch.setattr(module, "render", slow)
    looking = threading.Thread(target=visitor.get, args=(address,))
    looking.start()
    assert begun.wait(WAIT)
    keeper.post("/console/copa/rounds/2/report", 303, table="1", result="1-0")
    told.append("entered")
    entered.set()
    looking.join()
    assert told == ["entered", "rendered"]
    assert stage.ctx.open("copa").state.find_table(2, 1)[2].result is not None


def test_the_page_after_a_change_is_the_new_one(stage: PublicStage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_cache, "AT_MOST_EVERY", 0.0)
    keeper, visitor = stage.staff(), stage.visitor()
    before = visitor.client.get("/e/copa/tables").headers["etag"]
    assert visitor.client.get("/e/copa/tables", headers={"if-none-match": before}).status_code == 304
    keeper.post("/console/copa/rounds/2/report", 303, table="1", result="1-0")
    after = visitor.client.get("/e/copa/tables", headers={"if-none-match": before})
    assert (after.status_code, after.headers["etag"] != before) == (200, True)
