"""What the web application of version 0.1.0 gave: its OpenAPI description, its public pages, and its JSON answers.

The hall is the database of version 0.1.0 in `tests/fixtures/v0_1_0`, so nothing but the application can change what is
compared. Pages are compared as tags and texts, one per line: spaces and line ends of a template do not matter.
`PAREO_WRITE_SNAPSHOT=1 pytest tests/snapshot/test_web.py` writes the files anew.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from pareo.app.accounts.accounts import Accounts
from pareo.store import SqliteStore
from pareo.web.access import PHONE_COOKIE
from pareo.web.app import create
from pareo.web.app_state import AppState
from pareo.web.public.player_page import NUMBER_COOKIE

HERE = Path(__file__).parent / "web"
DATABASE = Path(__file__).parents[1] / "fixtures" / "v0_1_0" / "hall.db"
WRITING = os.environ.get("PAREO_WRITE_SNAPSHOT") == "1"
LANGUAGES = ("en", "es", "pt", "it")
EVENTS = ("spring-cup", "cup", "floor", "squads", "teams", "chess", "league", "letters")

# --- what is asked ----------------------------------------------------------------------------------------------------

PAGES = ("", "/tables", "/names", "/standings", "/bracket", "/rounds", "/lists", "/help", "/pulse", "/clubs")
"""Below /e/SLUG. All but the clubs are answered in front of the routes."""
SCREENS = ("pairings", "names", "standings", "clock", "announcements", "bracket", "auto")
OF_THE_HALL = (
    "/",
    "/console",
    "/login",
    "/tiebreaks",
    "/rulesets",
    "/rulesets/pokemon-vgc-2019-07",
    "/rulesets/scrabble-fise",
    "/series",
    "/series/grand-prix",
    "/series/categories",
    "/series/nowhere",
    "/duplicate/duplicate",
    "/enter/unknown",
    "/language/es",
    "/healthz",
    "/e/nowhere",
)
BY_EVENT = {
    "spring-cup": ("/e/spring-cup/standings?after=1", "/e/spring-cup/tables?round=1", "/e/spring-cup/now"),
    "cup": ("/e/cup/tables?round=4", "/e/cup/standings?after=3"),
}
IN_ALL_LANGUAGES = ("hall", "spring-cup", "cup", "squads", "letters")
"""The other events are asked for in English alone; they differ in rules, not in words."""

PUBLIC_API = (
    "",
    "/pairings",
    "/standings",
    "/bracket",
    "/announcements",
    "/clock",
    "/lists",
    "/cross-table",
    "/players",
    "/clubs",
)
"""Below /api/v1/public/events/SLUG."""
API = (
    "/api/v1/rulesets",
    "/api/v1/settings",
    "/api/v1/tiebreaks",
    "/api/v1/events",
    "/api/v1/public/events",
    "/api/v1/public/series",
    "/api/v1/public/series/grand-prix",
    "/api/v1/public/series/categories",
    "/api/v1/public/duplicates",
    "/api/v1/public/duplicates/duplicate",
    "/api/v1/public/events/nowhere",
)
OWNERS_API = (
    "/api/v1/events",
    "/api/v1/series/grand-prix",
    "/api/v1/series/categories",
    "/api/v1/series/categories/categories",
    "/api/v1/duplicates/duplicate",
    "/api/v1/directory/people",
    "/api/v1/directory/people/{person}",
    "/api/v1/directory/people/{person}/ratings",
    "/api/v1/directory/clubs",
    "/api/v1/events/nowhere",
    "/api/v1/plan?ruleset=swiss&players=8",
)
OF_AN_EVENT = (
    "",
    "/export",
    "/players",
    "/players/{who}/link",
    "/pairings",
    "/pairings?round=1",
    "/standings",
    "/standings/1",
    "/bracket",
    "/claims",
    "/own/{link}",
    "/own/{link}/list",
    "/penalties",
    "/extensions",
    "/checks",
    "/outlook",
    "/compare?with=swiss",
    "/lists",
    "/players/{who}/list",
    "/players/{who}/list/versions",
    "/players/{who}/list/photo",
    "/journal",
    "/verify",
    "/tokens",
    "/papers/standings.pdf",
    "/ratings",
    "/staff",
    "/information",
    "/players/{who}/card",
    "/clubs",
    "/directory/links",
    "/directory",
    "/directory/changes",
    "/close",
    "/registrations",
    "/needs",
    "/phones",
)
"""Below /api/v1/events/SLUG, as the owner."""

NOT_ASKED = {
    "/static/{file_path:path}",  # the files themselves
    "/screen",  # shows digits drawn by lot
    "/readyz",  # what a balancer asks: test_several_servers
    "/e/{slug:str}/me/photo",  # the same as by a link
    "/e/{slug:str}/me/push.js",  # a script: test_push
    "/guide",
    "/guide/{name:str}",
    "/guide/pictures/{lang:str}/{file:str}",  # held against its source: test_guide
    "/check_receipt.py",  # held against its source: test_receipt_pages
    "/api/v1/openapi.json",  # has its own file
    "/api/v1/public/events/{slug:str}/receipt",  # holds hashes over times
    "/api/v1/events/{slug:str}/day",  # goes by the clock
}
NOT_OURS = "/api/schema"  # Litestar's own pages about the description


@dataclass
class Visitor:
    """A browser; the owner's has a session."""

    client: TestClient[Any]

    def speak(self, lang: str) -> None:
        self.client.get(f"/language/{lang}", follow_redirects=False)

    def forget(self) -> None:
        """The phone is nobody's any more: what an earlier test has opened changes no page."""
        jar = self.client.cookies.jar
        for cookie in [one for one in jar if one.name in (PHONE_COOKIE, NUMBER_COOKIE)]:
            jar.clear(cookie.domain, cookie.path, cookie.name)

    def ask(self, path: str) -> str:
        """The answer as the snapshot keeps it: status, what it is, and its content."""
        answer = self.client.get(path, follow_redirects=False)
        kind = answer.headers.get("content-type", "").partition(";")[0]
        lines = [f"{answer.status_code} {kind}".rstrip()]
        if "location" in answer.headers:
            lines.append(f"to {answer.headers['location']}")
        if kind == "text/html" and answer.text:
            lines += page_lines(answer.text)
        elif kind == "application/json":
            lines.append(json_text(answer.json()))
        elif answer.headers.get("content-disposition"):
            lines.append(answer.headers["content-disposition"])
        csrf = self.client.cookies.get("pareo_csrf")
        text = "\n".join(lines)
        return stable(text.replace(csrf, "[csrf]") if csrf else text)


@dataclass
class OpenedSite:
    """The hall of version 0.1.0, open to everybody and to its owner."""

    app: Litestar
    public: Visitor
    owner: Visitor

    def json(self, path: str) -> Any:
        return self.owner.client.get(path).json()

    def link(self, slug: str, who: str) -> str:
        """The secret part of the address of a player's own page."""
        return str(self.json(f"/api/v1/events/{slug}/players/{who}/link")["link"])

    def first(self, slug: str) -> str:
        return str(self.json(f"/api/v1/events/{slug}/players")[0]["id"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenedSite]:
    file = tmp_path_factory.mktemp("hall") / "hall.db"
    shutil.copy(DATABASE, file)
    store = SqliteStore(file)
    accounts = Accounts(store.accounts(), later=lambda work: work())
    front: Any = create(AppState(store, accounts))
    app = next(part for part in vars(front).values() if isinstance(part, Litestar))

    def visitor() -> Visitor:
        client: TestClient[Any] = TestClient(front)
        client.headers["accept-language"] = "en"
        return Visitor(client)

    owner = visitor()
    owner.client.get(f"/enter/{accounts.one_time_link(accounts.ensure_owner().id)}")
    yield OpenedSite(app, visitor(), owner)
    accounts.close()
    store.close()


# --- in one form ------------------------------------------------------------------------------------------------------


class _Lines(HTMLParser):
    """One line per tag and per text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._text = ""

    def _end_text(self) -> None:
        if text := " ".join(self._text.split()):
            self.lines.append(text)
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end_text()
        said = sorted((name, " ".join((value or "").split())) for name, value in attrs)
        self.lines.append(f"<{' '.join([tag, *(f'{name}={value!r}' if value else name for name, value in said)])}>")

    def handle_endtag(self, tag: str) -> None:
        self._end_text()
        self.lines.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_decl(self, decl: str) -> None:
        self.lines.append(f"<!{decl}>")


def page_lines(text: str) -> list[str]:
    reader = _Lines()
    reader.feed(text)
    reader.close()
    reader._end_text()
    return reader.lines


def json_text(data: Any, edge: str = "") -> str:
    """Keys sorted; what is short on one line, everything else with its parts one below the other."""
    flat = json.dumps(data, ensure_ascii=False, sort_keys=True)
    if len(flat) < 140 or not isinstance(data, (dict, list)):
        return flat
    inner = edge + " "
    if isinstance(data, dict):
        rows = [f"{json.dumps(key, ensure_ascii=False)}: {json_text(data[key], inner)}" for key in sorted(data)]
    else:
        rows = [json_text(part, inner) for part in data]
    first, last = "{}" if isinstance(data, dict) else "[]"
    return first + "".join(f"\n{inner}{row}" for row in rows) + f"\n{edge}{last}"


# What the clock and the application's own files say. Everything else comes from the database and stays.
_RULES = (
    (re.compile(r"\?v=[0-9a-f]{12}"), "?v=[asset]"),
    (re.compile(r"(data-(?:server-)?now=)'\d{13}'"), r"\1'[now]'"),
    (re.compile(r'("mark":)"[0-9a-f]{16}"'), r"\1[mark]"),
    (re.compile(r'("now": )(\d{13}|"[^"]*")'), r"\1[now]"),
)


def stable(text: str) -> str:
    for rule, instead in _RULES:
        text = rule.sub(instead, text)
    return text


# --- compared ---------------------------------------------------------------------------------------------------------


def compare(name: str, answers: dict[str, str]) -> None:
    """The answers, by address, with those in the file."""
    file = HERE / name
    text = "".join(f"=== {path}\n{said}\n" for path, said in answers.items())
    if WRITING:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    kept = file.read_text(encoding="utf-8")
    if text != kept:
        changed = difflib.unified_diff(kept.splitlines(), text.splitlines(), "version 0.1.0", "now", lineterm="", n=2)
        pytest.fail(f"{name} is no longer what it was:\n" + "\n".join(list(changed)[:60]))


def requested_pages(site: OpenedSite, scene: str) -> dict[str, Visitor]:
    """Addresses of a scene, and who asks."""
    if scene == "hall":
        return dict.fromkeys(OF_THE_HALL, site.public)
    asked = dict.fromkeys((f"/e/{scene}{page}" for page in PAGES), site.public)
    asked |= dict.fromkeys(BY_EVENT.get(scene, ()), site.public)
    asked |= dict.fromkeys((f"/e/{scene}/me?q=a", f"/e/{scene}/register"), site.public)
    asked[f"/e/{scene}/me/{site.link(scene, site.first(scene))}"] = site.public
    asked[f"/e/{scene}/me/unknown"] = site.public
    if scene == "floor":
        asked[f"/e/{scene}/me/{site.link(scene, 'p4')}"] = site.public  # who handed in a photo
        asked[f"/e/{scene}/me/{site.link(scene, 'p4')}/photo"] = site.public
    asked |= dict.fromkeys((f"/screen/{scene}/{what}" for what in SCREENS), site.owner)
    asked[f"/screen/{scene}/clock?nobody"] = site.public
    return asked


def requested_calls(site: OpenedSite, scene: str) -> dict[str, Visitor]:
    if scene == "hall":
        person = site.json("/api/v1/directory/people?q=Ada")[0]["id"]
        owners = (path.format(person=person) for path in OWNERS_API)
        return {**dict.fromkeys(API, site.public), **{f"{path}#owner": site.owner for path in owners}}
    who = site.first(scene)
    link = site.link(scene, who)
    asked = dict.fromkeys((f"/api/v1/public/events/{scene}{path}" for path in PUBLIC_API), site.public)
    asked |= dict.fromkeys(
        (f"/api/v1/events/{scene}{path.format(who=who, link=link)}" for path in OF_AN_EVENT), site.owner
    )
    asked[f"/api/v1/events/{scene}#public"] = site.public
    if scene == "chess":
        asked[f"/api/v1/events/{scene}/pairings/compare"] = site.owner
    if scene == "floor":
        asked[f"/api/v1/events/{scene}/beside"] = site.owner
        asked |= dict.fromkeys((f"/api/v1/events/{scene}/players/p4/list{part}" for part in ("", "/photo")), site.owner)
    return asked


SCENES = ("hall", *EVENTS)


@pytest.mark.parametrize(
    ("scene", "lang"), [(s, la) for s in SCENES for la in LANGUAGES if la == "en" or s in IN_ALL_LANGUAGES]
)
def test_pages(site: OpenedSite, scene: str, lang: str) -> None:
    asked = requested_pages(site, scene)
    for visitor in (site.public, site.owner):
        visitor.forget()
        visitor.speak(lang)
    answers = {}
    for path, visitor in asked.items():
        answers[path] = visitor.ask(path)
        visitor.speak(lang)  # one of the addresses changes the language
    compare(f"pages/{scene}.{lang}.txt", answers)


@pytest.mark.parametrize("scene", SCENES)
def test_api(site: OpenedSite, scene: str) -> None:
    for visitor in (site.public, site.owner):
        visitor.speak("en")
    compare(
        f"api/{scene}.txt", {path: v.ask(path.partition("#")[0]) for path, v in requested_calls(site, scene).items()}
    )


def test_openapi(site: OpenedSite) -> None:
    compare("openapi.txt", {path: site.public.ask(path) for path in ("/api/v1/openapi.json",)})


# --- nothing is left out ----------------------------------------------------------------------------------------------


def routes(app: Litestar, wanted: Callable[[str, str], bool]) -> set[str]:
    """Templates of the GET routes, by address and name of their right."""
    return {
        route.path
        for route in app.routes
        for handler in getattr(route, "route_handlers", ())
        if "GET" in handler.http_methods and wanted(route.path, getattr(handler.opt.get("right"), "name", ""))
    }


def fits(template: str, path: str) -> bool:
    parts, asked = template.split("/"), re.split(r"[?#]", path)[0].split("/")
    return len(parts) == len(asked) and all(
        p == a or (p.startswith("{") and a != "" and (":int" not in p or a.isdigit()))
        for p, a in zip(parts, asked, strict=True)
    )


def templates_of(templates: set[str], paths: set[str]) -> set[str]:
    """The template that answers each of these addresses: the one with the fewest variables."""
    found = [[t for t in templates if fits(t, path)] for path in paths]
    return {min(ts, key=lambda t: t.count("{")) for ts in found if ts}


def test_every_public_page_is_asked_for(site: OpenedSite) -> None:
    public = routes(
        site.app, lambda path, right: right in ("PUBLIC", "OWN", "PERSONAL", "SCREEN") and not path.startswith("/api")
    )
    asked = {path for scene in SCENES for path in requested_pages(site, scene)}
    assert public - templates_of(public, asked) == {path for path in NOT_ASKED if not path.startswith("/api")}


def test_every_answer_of_the_api_is_asked_for(site: OpenedSite) -> None:
    api = routes(site.app, lambda path, _: path.startswith("/api/") and not path.startswith(NOT_OURS))
    asked = {path for scene in SCENES for path in requested_calls(site, scene)}
    assert api - templates_of(api, asked) == {path for path in NOT_ASKED if path.startswith("/api")}


def test_a_page_reads_the_same_however_its_lines_are_broken() -> None:
    one = "<p class='a b' id=x>Ada  &amp;\n Bruno<br><b> 7 </b></p>"
    other = "<p\n id='x'\n class='a b'>Ada &amp; Bruno\n  <br>\n<b>7</b>\n</p>\n"
    assert page_lines(one) == page_lines(other)
    assert page_lines(one) != page_lines(one.replace("a b", "a"))
