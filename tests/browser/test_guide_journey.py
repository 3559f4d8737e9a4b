"""What each page of the guide says is done, by the words that stand there: a label that the program does not have stops
the journey, and a label that the journey does not use fails it (`guide_walk`).

In the suite each page in one language, and every language on some page; with PAREO_LONGER (`make soak`) every page in
every language. That the labels are the same ones in the other languages, tests/web/guide/test_guide.py holds.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import rounds
from pareo.app.league import directory
from pareo.app.operations import backups
from pareo.cli.main import main
from pareo.core.text.languages import DOCUMENT_LANGUAGES
from pareo.formats.bundle import export_bundle, verify_bundle
from pareo.web.guide.pages import PAGES
from pareo.web.lan_listener import own_addresses
from support.browser.guide_reader import PHONE, GuideReader
from support.browser.server import Server, require
from support.files.tom import TomEvent
from support.web.server_events import NAMES, ServerStage

pytestmark = pytest.mark.slow

EVERY = [(name, lang) for name in PAGES for lang in DOCUMENT_LANGUAGES]
CHOICE = list(zip(PAGES, cycle(DOCUMENT_LANGUAGES), strict=False))
"""Each page once, and every language on some of them."""


@pytest.mark.parametrize(("name", "lang"), EVERY if "PAREO_LONGER" in os.environ else CHOICE)
def test_by_the_guide(
    shared_server: Server, stage: ServerStage, new_page: Callable[..., Any], tmp_path: Path, name: str, lang: str
) -> None:
    walk = GuideReader(shared_server, stage, new_page, lang, name)
    {
        "pokemon-cup": pokemon_cup,
        "scrabble-evening": scrabble_evening,
        "xwing-day": xwing_day,
        "chess-open": chess_open,
        "swiss-perfect": swiss_perfect,
        "phones-and-projector": lambda walk: phones_and_projector(walk, tmp_path),
        "looking-ahead": lambda walk: looking_ahead(walk, tmp_path),
        "for-players": for_players,
        "something-wrong": lambda walk: something_wrong(walk, tmp_path),
    }[name](walk)
    walk.done()


def test_every_page_and_every_language_is_chosen() -> None:
    assert ({name for name, _ in CHOICE}, {lang for _, lang in CHOICE}) == (set(PAGES), set(DOCUMENT_LANGUAGES))


# --- four games -------------------------------------------------------------------------------------------------------


def chess_open(walk: GuideReader) -> None:
    walk.sit()
    page = walk.page
    page.locator("main").get_by_role("link", name=walk.label(), exact=True).click()
    page.locator("label.game", has_text=walk.label()).click()
    page.get_by_label(walk.label()).fill(walk.slug)
    walk.create()
    walk.paste(
        [
            walk.example(),
            "Bruno Salas, 2040",
            "Carla Prado, 1980",
            "Davi Moura, 1900",
            "Eva Lima, 1850",
            "Fred Luz, 1800",
        ]
    )
    walk.first_round()
    line = page.get_by_label(walk.label(), exact=True)
    for text in (walk.typed(), walk.typed(), walk.typed()):
        expect(line).to_be_editable()
        line.fill(text)
        line.press("Enter")
    page.get_by_role("link", name=walk.label(), exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    walk.tab()  # every pair says why it was made
    page.goto(f"{walk.server.url}/console/{walk.slug}/rounds/1")
    expect(page.get_by_role("main")).to_contain_text("Ricci")
    walk.tab()  # standings
    expect(page.get_by_role("main")).to_contain_text("Ricci")
    walk.tab()  # share: slips, and the report for FIDE
    expect(page.locator('a[href*="papers/slips.pdf"]')).to_have_count(1)
    expect(page.locator('a[href*="/export/trf"]').first).to_be_attached()
    walk.to_the_last_result("1-0")
    walk.go()
    _closed(walk)
    walk.tab()  # players, then the name
    page.locator("main").get_by_role("link", name="Ricci").first.click()
    expect(page.locator('[name="late_from"]')).to_be_attached()
    expect(page.locator('[name^="absent"]').first).to_be_attached()
    walk.tab()
    walk.section()  # the arbiter's
    expect(page.locator('form[action$="/arbiter/renumber"]').first).to_be_attached()
    walk.go("/../")
    walk.press()  # second opinion
    expect(page.locator('main input[type="file"]')).to_be_visible()


def swiss_perfect(walk: GuideReader) -> None:
    """Every place that a Swiss Perfect user is sent to has the words that stand in the guide."""
    ctx = walk.stage.ctx
    events.create(ctx, events.NewEvent("Noche", "scrabble-fise", slug=walk.slug, settings={"rounds": "3"}))
    players.enter(ctx, walk.slug, [NewPlayer(first=name, last="Uno") for name in NAMES[:4]], confirmed=True)
    walk.sit()
    page = walk.page
    main = page.locator("main")
    for _ in ("New event", "Open a file"):
        expect(main.get_by_role("link", name=walk.label(), exact=True)).to_be_visible()
    walk.go()
    walk.tab()  # settings: games per round, tie-breaks, starting list, method
    for _ in range(4):
        expect(main.get_by_text(walk.label(), exact=True).first).to_be_attached()
    for method in ("fise", "dutch"):
        option = page.locator(f'#f-method option[value="{method}"]')
        expect(option).to_have_text(walk.label())
    expect(main.get_by_text(walk.label(), exact=True).first).to_be_attached()  # acceleration
    walk.tab()
    walk.section()  # barred pairings
    expect(page.locator(f'form[action="/console/{walk.slug}/barred"]')).to_be_visible()
    walk.go("/../")
    expect(page.locator("nav.tabs").get_by_role("link", name=walk.label(), exact=True)).to_be_visible()  # series
    walk.go()
    walk.tab()
    walk.section()  # clubs
    walk.tab()
    main.get_by_role("link", name=NAMES[0]).first.click()
    expect(main.get_by_text(walk.label()).first).to_be_attached()  # the bonus
    walk.stage.open(walk.slug)
    walk.go()
    table, points, theirs = walk.typed().split()
    assert table.isdigit()
    page.locator("#line").fill(f"1 {points} {theirs}")
    page.locator("#line").press("Enter")
    expect(page.locator("#said li").first).to_contain_text(points)
    walk.go("/settings")
    expect(main.get_by_text(walk.label(), exact=True).first).to_be_attached()  # the tie-break
    walk.tab()
    walk.section()  # more views
    expect(main.get_by_text(walk.label(), exact=True).first).to_be_visible()


def _closed(walk: GuideReader) -> None:
    """“Close the event”."""
    walk.press()
    expect(walk.page.locator('form[action$="/close"] [name="again"]')).to_be_attached()


def pokemon_cup(walk: GuideReader) -> None:
    walk.sit()
    page = walk.page
    walk.make(walk.example())
    expect(page.locator("#f-date")).not_to_have_value("")  # the day: today
    page.locator("details > summary").get_by_text(walk.label(), exact=True).click()
    page.locator("#f-players").fill("8")
    page.locator("#play-day").click()
    expect(page.locator("#day-found svg")).to_be_visible()  # when it would end
    walk.create()
    child = walk.example()  # a Junior of the season
    walk.paste([child, *(f"{name}, 2016" for name in NAMES[:8])])
    walk.tab()
    walk.section()  # registration
    expect(page.get_by_role("main").locator("form").first).to_be_visible()
    walk.tab()
    walk.section()  # lists
    expect(page.get_by_role("main")).to_contain_text(child.partition(",")[0])

    walk.go()
    here, name = walk.label(), child.partition(",")[0]
    page.get_by_role("button", name=f"{here} {name}").click()
    expect(page.get_by_role("button", name=f"{here} {name}")).to_have_attribute("aria-pressed", "true")
    walk.press()  # everyone
    walk.press()  # pair: nobody is missing, somebody has the bye
    expect(page.get_by_role("dialog").locator(".soft").first).to_be_visible()
    walk.press(page.get_by_role("dialog"))
    walk.start()  # it waits for a person
    first, second, draw = (walk.typed().split()[1] for _ in range(3))
    walk.results([first, second, draw])
    walk.press()  # next round
    page.get_by_role("dialog").locator("button.primary").click()
    expect(page.locator("section.next button.primary")).to_be_visible()
    rounds.start(walk.stage.ctx, walk.slug, confirmed=True)
    walk.to_the_last_result("1-0")
    walk.go()
    for _ in ("top 4", "final"):
        page.locator('form[action$="/next"] button.primary').click()
        walk.start()
        walk.results([first])
    _closed(walk)
    expect(page.locator(".podium .first b")).to_have_count(1)
    walk.tab()  # share: the report
    expect(page.locator('a[href*="/papers/report.pdf"]')).to_have_count(1)
    walk.tab()  # and a file for TOM
    expect(page.locator('a[href*="/export/tdf"]').first).to_be_attached()
    _with_tom(walk)


def _with_tom(walk: GuideReader) -> None:
    """“Open a file” takes TOM's own; “Follow TOM” stays beside it, and has what is to be typed."""
    page, tom = walk.page, TomEvent.with_players((8, 1990), number=f"26-10-{walk.lang}")
    save = {"name": "copa.tdf", "mimeType": "text/xml", "buffer": tom.pair()}
    walk.go("/../")
    walk.press()
    expect(page.locator("#f-file")).to_be_visible()
    walk.go("/../")
    walk.press()
    page.locator("#tdf").set_input_files(save)
    page.locator("form:has(#tdf) button").click()
    expect(page).to_have_url(re.compile("/beside$"))
    walk.tab()
    walk.section()
    expect(page.locator("#beside")).to_be_visible()


def scrabble_evening(walk: GuideReader) -> None:
    regular = f"Regina {walk.lang.upper()}"
    directory.add(walk.stage.ctx, {"first": "Regina", "last": walk.lang.upper(), "rating": "1700"})
    walk.sit()
    page = walk.page
    walk.make(walk.example(), rules="scrabble-fise")
    walk.create()
    walk.tab()
    walk.section()  # who is here
    page.locator("label.pick", has_text=regular).click()
    expect(page.locator("#pick-count")).to_have_text("1")
    walk.go()
    walk.paste([f"{name}, {1900 - 50 * i}" for i, name in enumerate(NAMES[:4])])
    walk.first_round()
    table, points, theirs = walk.typed().split()
    assert table.isdigit()
    page.locator("#line").fill(f"1 {points} {theirs}")
    expect(page.locator("#echo bdi, #echo b").first).to_be_visible()  # the line repeats the names
    walk.results([f"{points} {theirs}"])
    expect(page.get_by_role("link", name=walk.label(), exact=True)).to_be_visible()  # next round
    _late_and_leaving(walk)
    walk.to_the_last_result(f"{points}-{theirs}")
    walk.go()
    _closed(walk)
    walk.press()  # same again
    expect(page).to_have_url(re.compile(f"/console/new\\?like={walk.slug}"))


def _late_and_leaving(walk: GuideReader) -> None:
    """“A late player” opens a form, “Somebody leaves” the list of players, who can leave on their own pages."""
    walk.press()
    expect(walk.page.locator('form [name="first"]')).to_be_visible()
    walk.go()
    walk.press()
    walk.page.locator("main").get_by_role("link", name=NAMES[0]).first.click()
    expect(walk.page.locator('form[action$="/drop"]').first).to_be_attached()


def xwing_day(walk: GuideReader) -> None:
    walk.sit()
    page = walk.page
    walk.make(walk.example(), rules="xwing-epic-team")
    walk.create()
    captain, other = walk.example(), walk.example()
    team = captain.split(", ")[1]
    assert f", {team}" in other
    more = [
        line.replace(team, name).replace("Uno", name).replace("Dos", name)
        for name in ("Norte", "Cometa", "Sur")
        for line in (captain, other)
    ]
    walk.paste([captain, other, *more])
    walk.tab()
    walk.section()  # squads
    expect(page.get_by_role("main")).to_contain_text(team)
    walk.go()
    walk.first_round()
    table, scores = walk.typed().split(" ", 1)
    assert table.isdigit()
    points, ends = scores.rsplit(" ", 1)
    endings = [ends, walk.typed(), walk.typed(), walk.typed()]
    walk.results([f"{points} {how}" for how in endings[:2]])
    walk.press()  # extra minutes
    expect(page.locator('form[action$="/floor/penalise"]')).to_be_visible()
    walk.go()
    walk.press()  # next round
    page.get_by_role("dialog").locator("button.primary").click()
    walk.start()
    walk.results([f"{points} {how}" for how in endings[2:]])
    walk.to_the_last_result("153-124 destroyed")
    walk.go()
    _closed(walk)


# --- phones, trouble, players -----------------------------------------------------------------------------------------


def phones_and_projector(walk: GuideReader, folder: Path) -> None:
    require(own_addresses(), "this computer is on no network")
    slug = walk.stage.event(walk.slug, player_reports="yes")
    walk.sit(f"/console/{slug}/phones")
    page = walk.page
    if page.locator("#password").count():  # the first time
        page.locator("#password").fill("a password of my own")
    walk.press()
    expect(page.locator(".qr").first).to_be_visible()
    address = page.locator("dd.address").inner_text()
    with urllib.request.urlopen(f"http://{address}", timeout=30) as answer:
        assert answer.status == 200, "a phone finds the event there"

    phone = walk.new_page(lang=walk.lang, **PHONE)
    _find_oneself(walk, phone, NAMES[0])
    walk.go("/settings")
    name = walk.label()
    expect(page.locator("main").get_by_text(name, exact=True).first).to_be_attached()

    projector = walk.new_page(lang=walk.lang, width=1920, height=1080)
    walk.tab()
    walk.section()
    projector.goto(walk.server.url + str(page.locator("#screens-card a.mono").get_attribute("href")))
    page.locator("#screen-code").fill(projector.locator(".s-code").inner_text())
    walk.press(page.locator("#screens-card"))
    expect(projector.locator("body[data-kind]")).to_have_count(1)
    walk.stage.open(slug)
    expect(projector.locator("body[data-kind=clock], body[data-kind=pairings]")).to_have_count(1)  # by itself
    walk.press()  # in the evening
    expect(page.locator(".qr")).to_have_count(0)
    _messages(walk, folder)


def _messages(walk: GuideReader, folder: Path) -> None:
    """Without https the page says what messages need; at a server with it the owner turns them on, and players can."""
    walk.tab()
    walk.section()
    card = walk.page.locator("#push-card")
    expect(card).to_contain_text("https")
    expect(card.get_by_role("button")).to_have_count(0)
    behind = Server(folder / "told.db", options=("--name", "https://cup.example.org"))
    behind.start()
    try:
        told = ServerStage(behind.db)
        slug = told.event("told")
        ctx, phone = walk.new_page(lang=walk.lang), walk.new_page(lang=walk.lang, **PHONE)
        behind.log_in(ctx)
        ctx.goto(f"{behind.url}/console/{slug}/phones")
        ctx.locator("#push-card button[value=yes]").click()
        expect(ctx.locator("#push-card button.danger")).to_be_visible()
        phone.goto(behind.url + told.own_page(slug, 1))
        expect(phone.get_by_role("button", name=walk.label(), exact=True)).to_be_visible()
        for page in (ctx, phone):  # before their server goes
            page.close()
        told.close()
    finally:
        behind.stop()


def _find_oneself(walk: GuideReader, phone: Any, name: str, *, me: str = "") -> str:
    """The public page, one's own name, “It's me”."""
    phone.goto(f"{walk.server.url}/e/{walk.slug}/me")
    phone.locator("main input[name=q]").fill(name)
    phone.locator("main input[name=q]").press("Enter")
    me = me or walk.label()
    phone.locator("ul.found").get_by_role("button", name=me, exact=True).click()
    expect(phone.locator("#own")).to_contain_text(name.partition(" ")[0])
    return me


def for_players(walk: GuideReader) -> None:
    """In a game without words of its own: Pokémon's draw is a tie, chess has arbiters."""
    ctx = walk.stage.ctx
    slug = events.create(
        ctx,
        events.NewEvent(
            walk.slug, "swiss", slug=walk.slug, seed="s", settings={"player_reports": "yes", "player_check_in": "yes"}
        ),
    )
    players.enter(ctx, slug, [NewPlayer(first=first, last=last) for first, last in map(str.split, NAMES[:2])])
    phone, other = walk.new_page(lang=walk.lang, **PHONE), walk.new_page(lang=walk.lang, **PHONE)
    phone.goto(f"{walk.server.url}/e/{slug}")
    walk.read(str(phone.locator("a.ask").get_attribute("href")))
    main = phone.get_by_role("main")
    me = _find_oneself(walk, phone, NAMES[0])
    _find_oneself(walk, other, NAMES[1], me=me)
    here = walk.label()
    for no, hand in enumerate((phone, other), 1):
        hand.goto(f"{walk.server.url}{walk.stage.own_page(slug, no)}")  # one's own QR code
        hand.get_by_role("main").get_by_role("button", name=here, exact=True).click()
        expect(hand.locator("p.note.good")).to_be_visible()
    walk.stage.open(slug)
    expect(phone.locator("#own")).to_contain_text(NAMES[1].split()[0])  # its table comes by itself
    won, lost, draw = walk.label(), walk.label(), walk.label()
    expect(main.get_by_role("button", name=draw, exact=True)).to_be_visible()
    judge = walk.label()
    main.get_by_role("button", name=judge, exact=True).click()
    expect(main.get_by_role("button", name=judge, exact=True)).to_have_count(0)
    main.get_by_role("button", name=won, exact=True).click()
    expect(phone.locator("#report")).to_contain_text(won)
    other.get_by_role("main").get_by_role("button", name=lost, exact=True).click()
    expect(other.locator("#report")).to_have_count(0)  # it counts
    expect(phone.locator("#report")).to_have_count(0)
    rounds.finish(ctx, slug)
    phone.locator("nav.phone-tabs").get_by_role("link", name=walk.label(), exact=True).click()
    expect(main.locator("table.standings")).to_contain_text(NAMES[1].partition(" ")[0])
    main.locator("summary", has_text=walk.label()).click()
    phone.locator("nav.phone-tabs").get_by_role("link", name=walk.label(), exact=True).click()
    phone.locator("#place summary").click()  # why it is that place
    expect(phone.locator("#place[open]")).to_be_visible()
    need_, table = walk.label(), walk.label()
    ahead = _before_the_last_round(walk, clock=False)
    phone.goto(walk.server.url + walk.stage.own_page(ahead, 1))
    expect(phone.locator("nav.phone-tabs [aria-current=page]")).to_have_text(table)
    expect(main.get_by_role("heading", name=need_)).to_be_visible()
    _receipt(walk, phone, walk.label)


def _before_the_last_round(walk: GuideReader, *, clock: bool) -> str:
    """An event of eight with a play-off of four, whose last round is being played."""
    made = events.create(
        walk.stage.ctx,
        events.NewEvent(
            f"{walk.slug}-ahead",
            "swiss",
            slug=f"{walk.slug}-ahead",
            seed="s",
            settings={"rounds": "3", "style": "swiss+cut", "cut": "4", "round_minutes": "30"},
        ),
    )
    people = [NewPlayer(first=first, last=last) for first, last in map(str.split, NAMES[:8])]
    players.enter(walk.stage.ctx, made, people)
    walk.stage.play(made, 2)
    walk.stage.open(made, clock=clock)
    return made


def _receipt(walk: GuideReader, hand: Any, event: Callable[[], str]) -> None:
    """From the event's page to its rounds, the number to photograph, a receipt, and the two files to save."""
    hand.locator("nav.phone-tabs").get_by_role("link", name=event(), exact=True).click()
    main = hand.get_by_role("main")
    main.get_by_role("link", name=walk.label(), exact=True).click()
    words = [walk.label(), walk.label()]
    receipt, fairly = words if walk.name == "looking-ahead" else words[::-1]
    expect(main.get_by_role("heading", name=fairly, exact=True)).to_be_visible()
    main.get_by_role("link", name=receipt, exact=True).first.click()
    for _ in ("receipt", "script"):
        with hand.expect_download():
            main.get_by_role("link", name=walk.label(), exact=True).click()


def looking_ahead(walk: GuideReader, folder: Path) -> None:
    """In a game without words of its own: Italian rounds of Pokémon are called otherwise."""
    walk.sit("/console/plan")
    page = walk.page
    page.get_by_role("link", name=walk.label()).click()
    page.locator("details > summary").get_by_text(walk.label(), exact=True).click()
    page.locator("#f-players").fill("8")
    walk.press()
    expect(page.locator("#day-found svg")).to_be_visible()
    expect(page.locator("#day-found").get_by_role("heading", name=walk.label())).to_be_visible()
    walk.press()  # tables, minutes, who leaves
    expect(page.locator("#f-drops")).to_be_visible()

    walk.slug = _before_the_last_round(walk, clock=True)
    walk.go("/rounds")
    walk.tab()  # now: when the round will end, and the day
    expect(page.locator("#day-ahead")).to_be_visible()
    walk.tab()
    page.locator(f'main a[href="/console/{walk.slug}/outlook"]').first.click()
    expect(page.get_by_role("heading", name=walk.label())).to_be_visible()
    phone = walk.new_page(lang=walk.lang, **PHONE)
    phone.goto(walk.server.url + walk.stage.own_page(walk.slug, 1))
    expect(phone.get_by_role("heading", name=walk.label())).to_be_visible()
    walk.tab()
    expect(page.locator("main").get_by_text(walk.label(), exact=True).first).to_be_attached()
    walk.tab()
    walk.press()  # other rules
    page.locator("main select").first.select_option("pokemon-tcg-2019-07")
    walk.press()
    expect(page).to_have_url(re.compile("with=pokemon-tcg-2019-07"))

    event = phone.locator("nav.phone-tabs a").last.inner_text()
    _receipt(walk, phone, lambda: event)
    python, script, file = walk.typed().split()
    assert python == "python3"
    (folder / script).write_bytes(phone.context.request.get(f"{walk.server.url}/{script}").body())
    (folder / file).write_bytes(export_bundle(walk.stage.store, walk.slug))
    done = subprocess.run([sys.executable, "-I", script, file], cwd=folder, capture_output=True, text=True, check=True)
    assert "Every byte is as it was written." in done.stdout


def something_wrong(walk: GuideReader, folder: Path) -> None:
    slug = walk.stage.event(walk.slug, NAMES[:4], style="swiss", rounds="2")
    walk.stage.open(slug)
    walk.sit(f"/console/{slug}/journal")
    page = walk.page
    walk.go()
    walk.results(["1"])
    page.locator("a.tile").first.click()  # a wrong result: touch the table, enter the right one
    page.locator('button[name=result][value="0-1"]').first.click()
    expect(page.locator(".versus > :last-child .win")).to_have_count(1)
    walk.go()
    page.locator("section.next a.primary").click()
    page.get_by_role("dialog").locator("button.primary").click()
    walk.press(page.locator(".toast"))  # undo: round 2 is not published
    expect(page.locator("section.next a.primary")).to_be_visible()
    walk.tab()
    walk.section()
    expect(page.locator("table.journal tbody tr").first).to_be_visible()
    walk.go()
    _late_and_leaving(walk)

    rounds.finish(walk.stage.ctx, slug)
    walk.stage.open(slug)
    for no in walk.stage.at_table(slug, walk.open_tables()[0], 2):
        floor.claim(walk.stage.ctx, slug, round_no=2, no=no, result="1-0")  # both say they won
    walk.tab()  # now: two reports differ
    page.locator("#now-needs ul.said button").first.click()
    expect(page.locator("#now-needs ul.said")).to_have_count(0)

    _the_laptop_died(walk, folder)
    walk.tab()
    walk.section()
    with page.expect_download() as saved:
        walk.press()
    bundle = Path(saved.value.path()).read_bytes()
    assert verify_bundle(bundle).slug == "anonymous"


def _the_laptop_died(walk: GuideReader, folder: Path) -> None:
    """The commands that the page says, typed as it says them; only the names of the files are ours."""
    again, option, restore, serve = (shlex.split(walk.typed()) for _ in range(4))
    made = backups.back_up(walk.server.db, folder / "stick")
    database = str(folder / restore[-1])
    assert restore[-1] == serve[2]
    assert main([*restore[1:2], str(made.path), database]) == 0
    assert main(["--db", database, "verify", walk.slug]) == 0
    for words in (again, ["pareo", "serve", *option, str(folder)], serve):
        assert main([*words[1:], "--help"]) == 0, words
