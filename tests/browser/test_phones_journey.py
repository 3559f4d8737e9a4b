"""With real browsers: one touch a round, registration with a waiting list, a judge, a screen by its digits, phones let
in and out."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from typing import Any

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.event.undo import undo
from pareo.app.commands.floor import floor
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import rounds
from support.browser.server import Server
from support.web.server_events import NAMES, ServerStage

expect: Any = pytest.importorskip("playwright.sync_api").expect

PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}


def test_one_touch_a_round_and_a_judge(shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]) -> None:
    slug = stage.event("toque")
    stage.open(slug)
    a, b = stage.at_table(slug, 1)
    phone, other = new_page(**PHONE), new_page(**PHONE)
    phone.goto(shared_server.url + stage.own_page(slug, a))
    phone.get_by_role("button", name="Call a judge").click()
    expect(phone.get_by_role("main")).to_contain_text("A judge has been called to your table.")
    phone.get_by_role("button", name="Cancel the judge call").click()
    expect(phone.get_by_role("button", name="Call a judge")).to_be_visible()
    other.goto(shared_server.url + stage.own_page(slug, b))
    phone.get_by_role("button", name="I won").click()  # the one touch
    expect(phone.get_by_role("heading", name="You reported: I won")).to_be_visible()
    other.get_by_role("button", name="I lost").click()
    expect(other.get_by_role("main")).to_contain_text("Confirmed")
    expect(phone.get_by_role("main")).to_contain_text("Confirmed: you won")  # nobody reloads


def test_it_is_me_once_then_one_touch_a_round(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]
) -> None:
    slug = stage.event("son-eu")
    phone = new_page(**PHONE)
    phone.goto(f"{shared_server.url}/e/{slug}")
    phone.get_by_label("Your name").fill("Celia")
    phone.get_by_label("Your name").press("Enter")
    phone.get_by_role("button", name="It's me").click()  # once
    expect(phone.get_by_role("main")).to_contain_text("Your table appears here as soon as round 1 is paired.")
    event = stage.ctx.open(slug)
    celia = next(no for no in event.state.entrants if event.name(no) == "Celia Cano")
    for number in (1, 2):
        stage.open(slug)
        other = _opposite(stage, slug, celia, number)
        expect(phone.get_by_role("heading", name="How did it end?")).to_be_visible()  # nobody reloads
        phone.get_by_role("button", name="I won").click()  # the one touch of this round
        expect(phone.get_by_role("heading", name="You reported: I won")).to_be_visible()
        floor.claim(stage.ctx, slug, round_no=number, no=other, result="0-1")
        expect(phone.get_by_role("main")).to_contain_text("Confirmed: you won")
        stage.report(slug)
        rounds.finish(stage.ctx, slug)


def test_a_page_left_open_says_which_round_it_shows(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]
) -> None:
    slug = stage.event("aberta")
    tables, gone = new_page(**PHONE), new_page(**PHONE)
    tables.goto(f"{shared_server.url}/e/{slug}/tables")
    stage.play(slug)
    expect(tables.get_by_role("heading", level=1)).to_have_text("Round 1")  # nobody reloads
    rounds.pair(stage.ctx, slug)
    rounds.publish(stage.ctx, slug)
    expect(tables.get_by_role("heading", level=1)).to_have_text("Round 2")
    gone.goto(f"{shared_server.url}/e/{slug}/tables?round=2")
    undo(stage.ctx, slug, override="wrong")
    expect(tables.get_by_role("heading", level=1)).to_have_text("Round 1")
    expect(gone.get_by_role("main")).to_contain_text("Round 2 has not been published.")


def _opposite(stage: ServerStage, slug: str, no: int, number: int) -> int:
    """Who sits opposite."""
    pods = stage.ctx.open(slug).state.pods.values()
    return next(m.opponent_of(no) for p in pods for m in p.rounds[number].matches.values() if no in (m.a, m.b))


def test_phones_let_in_and_out(server: Server, chromium: object, new_page: Callable[..., Any]) -> None:
    stage = ServerStage(server.db)
    slug = stage.event("porta")
    stage.close()
    console = new_page()
    server.log_in(console)
    console.goto(f"{server.url}/console/{slug}")
    expect(console.locator("#phones-card")).to_contain_text("off")
    console.get_by_role("link", name="Let phones in").click()
    console.get_by_label("Owner's password").fill("unha clave longa")
    console.get_by_role("button", name="Let phones in").click()
    expect(console.get_by_role("heading", name="Phones can connect")).to_be_visible()
    assert "127.0.0.1" not in console.locator(".address").inner_text()
    expect(console.get_by_role("img", name="QR code of the public page")).to_be_visible()
    console.get_by_role("link", name="Done").click()
    expect(console.locator("#phones-card .badge.good")).to_contain_text("on")
    screen = new_page(width=1280, height=720)
    server.log_in(screen)
    screen.goto(f"{server.url}/screen/{slug}/welcome")
    expect(screen.locator(".s-qr")).to_be_visible()
    inside = screen.evaluate("""() => {
      const main = document.querySelector("main").getBoundingClientRect();
      const all = [...document.querySelectorAll("main > *")].map((one) => one.getBoundingClientRect());
      return all.map((one) => one.top >= main.top && one.bottom <= main.bottom);
    }""")
    assert inside == [True] * 4, inside  # the large code leaves the heading and the players their room
    console.get_by_role("link", name="Enlarge or print").click()
    console.get_by_role("button", name="Turn off").click()
    expect(console.get_by_role("heading", name="Let phones in")).to_be_visible()


def test_registering_and_waiting(shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]) -> None:
    slug = stage.event("inscricion")
    taken = len(stage.ctx.open(slug).state.entrants)
    events.change_settings(
        stage.ctx, slug, {"registration": "yes", "registration_fields": "none", "registration_limit": str(taken + 1)}
    )
    phones = [new_page(**PHONE) for _ in range(2)]
    for phone, name in zip(phones, ("Xiana", "Zeltia"), strict=True):
        phone.goto(f"{shared_server.url}/e/{slug}/register")
        phone.get_by_label("First name").fill(name)
        phone.get_by_label("Last name").fill("Novoa")
        phone.get_by_role("main").get_by_role("button").click()
    expect(phones[0].get_by_role("button", name="Check in")).to_be_visible()
    expect(phones[1].get_by_role("main")).to_contain_text("You are on the waiting list")
    phones[0].get_by_text("Not playing after all?").click()
    phones[0].get_by_role("button", name="Cancel my registration").click()
    expect(phones[1].get_by_role("button", name="Check in")).to_be_visible()  # nobody reloads
    expect(phones[1].get_by_role("button", name="Sign out on this phone")).to_be_visible()  # and it is the whole page


def test_a_screen_by_its_digits(shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]) -> None:
    slug = stage.event("pantalla")
    stage.open(slug)
    projector, console = new_page(width=1920, height=1080), new_page()
    projector.goto(f"{shared_server.url}/screen")
    digits = projector.locator(".s-code").inner_text()
    expect(projector.locator("#sound")).to_contain_text("Press any key here once")
    projector.keyboard.press("a")
    expect(projector.locator("#sound")).to_contain_text("the clock will sound")
    projector.evaluate("window.kept = true")
    shared_server.log_in(console)
    console.goto(f"{shared_server.url}/console/{slug}/phones")
    console.get_by_label("Add a screen").fill(digits)
    console.get_by_role("button", name="Add").click()
    expect(projector.locator("body[data-kind=clock]")).to_have_count(1)
    expect(projector).to_have_url(f"{shared_server.url}/screen/{slug}/auto")
    assert projector.evaluate("window.kept")  # the same page: the key that was pressed counts
    expect(projector.locator("#sound")).to_have_text("sounds at 5:00 and 0:00")


_BELL = """
  window.tones = 0;
  window.AudioContext = class {
    state = "running"; currentTime = 0; destination = {};
    createOscillator() {
      return { frequency: {}, connect: (to) => to, start: () => { window.tones += 1; }, stop() {} };
    }
    createGain() {
      return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} };
    }
  };
"""


def test_the_clock_sounds_at_five_minutes_and_at_the_end(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]
) -> None:
    slug = stage.event("campana", round_minutes="30")
    stage.open(slug, clock=True)
    screen = new_page(width=1280, height=720)
    screen.add_init_script(f"(() => {{ {_BELL} }})();")
    shared_server.log_in(screen)
    screen.route("**/now", lambda way: way.abort())  # the server's clock does not jump
    screen.clock.install()
    screen.goto(f"{shared_server.url}/screen/{slug}/clock")
    screen.keyboard.press("a")  # browsers want one key first
    screen.clock.run_for(1_000)
    screen.clock.fast_forward("20:00")
    screen.clock.run_for(1_000)
    assert screen.evaluate("window.tones") == 0
    for left, tones in (("06:00", 1), ("02:00", 1), ("04:00", 4)):  # once at 5:00, three times at 0:00
        screen.clock.fast_forward(left)
        screen.clock.run_for(1_000)
        assert screen.evaluate("window.tones") == tones, left


def test_the_line_below_who_goes_on_leaves_the_table_a_table(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]
) -> None:
    slug = stage.event("raia", style="swiss+cut", rounds="2", cut="4")
    stage.play(slug)
    phone = new_page(**PHONE)
    phone.goto(f"{shared_server.url}/e/{slug}/standings")
    expect(phone.locator("tr.line")).to_have_count(1)
    left = phone.locator(".standings td:nth-child(2)").evaluate_all(
        "cells => [...new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().left)))]"
    )
    assert len(left) == 1, left  # every name begins at the same place


def test_a_touch_while_the_server_is_away_is_said_and_sent_once_it_is_back(
    server: Server, chromium: object, new_page: Callable[..., Any]
) -> None:
    stage = ServerStage(server.db)
    slug = stage.event("apagon")
    stage.open(slug)
    a, b = stage.at_table(slug, 1)
    phone = new_page(**PHONE)
    phone.goto(server.url + stage.own_page(slug, a))
    server.stop(signal.SIGKILL)
    phone.get_by_role("button", name="I won").click()
    expect(phone.get_by_role("alert")).to_contain_text("Not sent yet: the server isn't answering.")
    expect(phone.get_by_role("button", name="I won")).to_have_class(re.compile("picked"))
    phone.get_by_role("button", name="I lost").click()  # put right meanwhile: the last touch counts
    server.start()
    expect(phone.get_by_role("heading", name="You reported: I lost")).to_be_visible()  # nobody reloads, nobody touches
    expect(phone.get_by_role("alert")).to_have_count(0)
    assert list(stage.ctx.open(slug).state.floor.claims[1, 1]) == [a]
    floor.claim(stage.ctx, slug, round_no=1, no=b, result="1-0")
    expect(phone.get_by_role("main")).to_contain_text("Confirmed: you lost")
    stage.close()


_SILENT = """
  const Stream = window.EventSource;
  window.streams = 0;
  window.EventSource = function (address) {
    window.streams += 1;
    return window.streams > 1 ? new Stream(address) : Object.assign(new EventTarget(), { readyState: 1, close() {} });
  };
  window.EventSource.CLOSED = 2;
"""


@pytest.mark.parametrize("where", ["phone", "tables", "console", "screen"])
def test_a_stream_that_is_open_and_silent_is_left_for_a_new_one(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any], where: str
) -> None:
    """The Wi-Fi changed, or the laptop slept: the browser holds a connection on which nothing ever comes."""
    slug = stage.event(f"mudo-{where}")
    stage.open(slug)
    a, _ = stage.at_table(slug, 1)
    page = new_page()
    page.add_init_script(f"(() => {{ {_SILENT} }})();")
    page.clock.install()
    at = {
        "phone": stage.own_page(slug, a),
        "tables": f"/e/{slug}/tables",
        "console": f"/console/{slug}",
        "screen": f"/screen/{slug}/pairings",
    }
    if where in ("console", "screen"):
        shared_server.log_in(page)
    page.goto(shared_server.url + at[where])
    expect(page.locator("body")).to_contain_text("Round 1")
    stage.report(slug)
    rounds.finish(stage.ctx, slug)
    stage.open(slug)
    page.clock.run_for(66_000)
    expect(page.locator("body")).to_contain_text("Round 2")
    assert page.evaluate("window.streams") == 2


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_long_names_stay_in_their_rows(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any], size: tuple[int, int]
) -> None:
    names = [
        "Maximiliana Esperanza-Bartholomew Featherstonehaugh da Conceição",
        "Wilhelmina-Gwendolyn Montgomery Winterbottom-Wolverhampton",
        *NAMES,
    ]
    slug = stage.event(f"longos-{size[0]}", names, style="swiss", rounds="1")
    events.change_settings(stage.ctx, slug, {"names": "full"})
    screen = new_page(width=size[0], height=size[1])
    shared_server.log_in(screen)
    stage.open(slug)
    for what in ("pairings", "names", "standings", "podium"):
        if what == "standings":
            stage.report(slug)
            rounds.finish(stage.ctx, slug)
        screen.goto(f"{shared_server.url}/screen/{slug}/{what}")
        expect(screen.locator("main")).to_contain_text("Wilhelmina")
        out = screen.evaluate("""() => [...document.querySelectorAll("main li")].flatMap((row) => {
          const room = row.getBoundingClientRect();
          return [...row.querySelectorAll(":scope > :not(.n)")].filter((one) => {
            const box = one.getBoundingClientRect();
            return box.top < room.top - 1 || box.bottom > room.bottom + 1;
          }).map((one) => one.textContent.trim());
        })""")
        assert out == [], what


@pytest.fixture(scope="module")
def three_divisions(stage: ServerStage) -> tuple[str, str]:
    """A round with a bye, and an event that was played to its end."""
    slugs = []
    for slug, count in (("bye", 25), ("fin", 24)):
        slugs.append(stage.event(f"tres-{slug}", (), style="swiss+cut", rounds="2", cut="4"))
        folk = [
            NewPlayer(first=f"Ana{chr(97 + i)}", last="Rei", division=("junior", "senior", "master")[i % 3])
            for i in range(count)
        ]
        players.enter(stage.ctx, slugs[-1], folk, confirmed=True)
    stage.open(slugs[0])
    stage.play(slugs[1], 2)
    stage.cut(slugs[1], 4)
    stage.play(slugs[1], 2)
    return slugs[0], slugs[1]


@pytest.mark.parametrize("lang", ["en-GB", "es-ES", "pt-BR", "it-IT"])
def test_who_has_a_bye_and_who_came_third_is_readable_in_every_language(
    shared_server: Server, new_page: Callable[..., Any], three_divisions: tuple[str, str], lang: str
) -> None:
    screen = new_page(width=1280, height=720, lang=lang)
    shared_server.log_in(screen)
    for slug, what in zip(three_divisions, ("names", "podium"), strict=True):
        screen.goto(f"{shared_server.url}/screen/{slug}/{what}")
        expect(screen.locator("main li small").first).to_be_visible()
        out = screen.evaluate("""() => [...document.querySelectorAll("main li small")].filter((word) => {
          const [box, room] = [word, word.closest("li")].map((one) => one.getBoundingClientRect());
          const cut = [word, word.closest(".n") ?? word].some((one) => one.scrollWidth > one.clientWidth + 1);
          return cut || box.left < room.left - 1 || box.right > room.right + 1;
        }).map((word) => word.textContent.trim())""")
        assert out == [], what


def test_a_page_that_hears_nothing_says_that_it_may_be_old(
    server: Server, chromium: object, new_page: Callable[..., Any]
) -> None:
    stage = ServerStage(server.db)
    slug = stage.event("lonxe")
    stage.open(slug)
    pages = [new_page(**PHONE), new_page(**PHONE), new_page(width=1280, height=720)]
    server.log_in(pages[2])
    for page, at in zip(pages, (stage.own_page(slug, 1), f"/e/{slug}/tables", f"/screen/{slug}/auto"), strict=True):
        page.clock.install()
        page.goto(server.url + at)
        expect(page.get_by_text("No connection")).to_have_count(0)
    server.stop(signal.SIGKILL)
    for page in pages:
        page.clock.run_for(66_000)
        expect(page.get_by_text("No connection: this page may be out of date.")).to_be_visible()
    server.start()
    pages[2].clock.run_for(31_000)  # a screen asks twice a minute
    for page in pages:
        expect(page.get_by_text("No connection")).to_have_count(0)
    stage.close()


def test_the_touch_of_an_old_phone_counts(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any]
) -> None:
    """Browsers of 2021 know no FormData with the button that was pressed, and no AbortSignal.timeout."""
    slug = stage.event("vello")
    stage.open(slug)
    page = new_page(**PHONE)
    page.add_init_script("""
        delete AbortSignal.timeout;
        const Known = FormData;
        window.FormData = class extends Known { constructor(form) { super(form); } };
    """)
    page.goto(shared_server.url + stage.own_page(slug, 1))
    page.get_by_role("button", name="I won").click()
    expect(page.get_by_role("heading", name="You reported: I won")).to_be_visible()
