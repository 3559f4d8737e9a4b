"""One small reader per front end: what it says of an event, as an `EventAnswer`."""

from __future__ import annotations

import csv
import html
import io
import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from pareo import Tournament
from pareo.app.accounts.permissions import Role
from pareo.app.base.context import LoadedTournament
from pareo.app.queries.pages.announcement import announce
from pareo.app.queries.pages.podium import is_over, podiums
from pareo.app.queries.pages.public_names import listed_name, public_name
from pareo.app.queries.pages.public_view import cached_tables, cut_size, finished_numbers
from pareo.core.model.entities import Phase, Status
from pareo.core.tournament.progress import counted_rounds, is_played
from pareo.core.tournament.tables import StandingTable, per_division
from pareo.pages.exports import exporter
from pareo.pages.site import site
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from pareo.web.access import SESSION_COOKIE
from support.agreement.answers import EventAnswer
from support.agreement.events import RandomEvent
from support.command_line import CommandLine
from support.files.workbooks import sheets
from support.web.application import create_app, send_request

Row = Mapping[str, Any]


class FrontEnds:
    """The front ends of one event. Each method reads one of them."""

    def __init__(self, event: RandomEvent) -> None:
        self.event = event
        self.slug = event.slug
        self.now = event.ctx.open(event.slug)
        self.t = self.now.state
        self.app = create_app(event.app_state)

    # --- asking -------------------------------------------------------------------------------------------------------

    @cached_property
    def _session(self) -> str:
        accounts = self.event.app_state.accounts
        owner = accounts.ensure_owner()
        return f"{SESSION_COOKIE}={accounts.enter(accounts.one_time_link(owner.id))}"

    @cached_property
    def _token(self) -> str:
        return f"Bearer {self.event.app_state.accounts.make_token('test', Role.OWNER)}"

    @cached_property
    def _command_line(self) -> CommandLine:
        command_line = CommandLine(self.event.path.parent)
        command_line.db = self.event.path
        return command_line

    def _page(self, path: str, **headers: str) -> str:
        status, text, _ = send_request(self.app, path, accept_language="en", **headers)
        assert status == 200, f"{self.event}: {path} answers {status}: {text[-300:]}"
        return text

    def _staff(self, path: str) -> str:
        return self._page(path, cookie=self._session)

    def _api(self, path: str, **headers: str) -> Any:
        return json.loads(self._page(f"/api/v1{path}", **headers))

    # --- who is who ---------------------------------------------------------------------------------------------------

    @cached_property
    def _numbers(self) -> dict[str, int]:
        event = self.now
        kinds: tuple[Callable[[LoadedTournament, int], str], ...] = (
            LoadedTournament.name, public_name, listed_name, LoadedTournament.id,
        )  # fmt: skip
        return {kind(event, no): no for kind in kinds for no in self.t.entrants}

    @cached_property
    def _any_name(self) -> re.Pattern[str]:
        names = sorted((name for name in self._numbers if not name.isdecimal()), key=len, reverse=True)
        return re.compile("|".join(re.escape(name) for name in names) or "(?!)")

    def _who(self, text: str) -> list[int]:
        """Who is named in a text, in order."""
        plain = html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)))
        return [self._numbers[name] for name in self._any_name.findall(plain)]

    # --- programs -----------------------------------------------------------------------------------------------------

    def library(self) -> Iterator[EventAnswer]:
        with Tournament.open(self.event.path, self.slug) as tournament:
            yield self._of_standings([_plain(row) for row in tournament.standings()])
            yield self._of_pairings([_plain(row) for row in tournament.pairings()])
            yield self._of_earlier(lambda n: self._of_standings([_plain(row) for row in tournament.standings(n)]))
            event = tournament.ctx.open(self.slug)
            yield EventAnswer(
                plan=_plan(p.planned for p in self.t.root_pods()) if self.t.pods else None,
                rounds={p.id: p.first_round + p.planned - 1 for p in self.t.pods.values()},
                over=is_over(event.state),
                winners={row.no: row.rank for podium in podiums(event) for row in podium.rows},
                cuts={x.rows[0].no: cut_size(event.state, x) for x in self._tables if x.rows}
                if self._is_shown
                else None,
            )

    def command_line(self) -> Iterator[EventAnswer]:
        yield self._of_standings(self._command_line.json("standings", self.slug))
        yield self._of_pairings(self._command_line.json("pairings", self.slug))
        yield self._of_state(self._command_line.json("show", self.slug))
        ask = self._command_line.json
        yield self._of_earlier(lambda n: self._of_standings(ask("standings", self.slug, "--after", str(n))))

    def api(self) -> Iterator[EventAnswer]:
        base = f"/events/{self.slug}"
        yield self._of_standings(self._api(f"{base}/standings", authorization=self._token))
        yield self._of_pairings(self._api(f"{base}/pairings", authorization=self._token))
        yield self._of_state(self._api(base, authorization=self._token))
        at, token = f"{base}/standings?after=", self._token
        yield self._of_earlier(lambda n: self._of_standings(self._api(f"{at}{n}", authorization=token)))

    def public_api(self) -> Iterator[EventAnswer]:
        base = f"/public/events/{self.slug}"
        if self._is_shown:
            yield self._of_standings(self._api(f"{base}/standings"), number=int)
            at = f"{base}/standings?after="
            yield self._of_earlier(lambda n: self._of_standings(self._api(f"{at}{n}"), number=int))
        yield self._of_pairings(self._api(f"{base}/pairings"), number=int, live=self._is_published)
        if not self._has_drafts:
            yield self._of_state(self._api(base))

    def _of_earlier(self, places_after: Callable[[int], EventAnswer]) -> EventAnswer:
        """Places after rounds that are no longer the last, where staff and everyone see the same tables."""
        if not self._is_shown:
            return EventAnswer()
        return EventAnswer(
            earlier={
                (n, no): place for n in self._done[:-1][-2:] for no, place in (places_after(n).places or {}).items()
            }
        )

    @cached_property
    def _done(self) -> list[int]:
        return finished_numbers(self.t)

    @cached_property
    def _tables(self) -> list[StandingTable]:
        return per_division(self.t, cached_tables(self.now, None)) if self._done else []

    def _of_state(self, answer: Row) -> EventAnswer:
        pods = answer["pods"]
        return EventAnswer(
            rounds={pod["pod"]: pod["rounds"] for pod in pods},
            status={pod["pod"]: pod["status"] for pod in pods if not pod["closed"]},
            missing=frozenset(table for pod in pods for table in pod["open_tables"]),
        )

    def _of_standings(self, rows: Iterable[Row], number: Callable[[str], int] | None = None) -> EventAnswer:
        of = number or self._numbers.__getitem__
        told = {of(row["player"]): row for row in rows}
        return EventAnswer(
            places={no: row["rank"] for no, row in told.items()},
            points={no: float(row["points"]) for no, row in told.items()},
            records={no: tuple(row["record"][key] for key in ("wins", "losses", "ties")) for no, row in told.items()},
        )

    def _of_pairings(
        self, rows: Iterable[Row], number: Callable[[str], int] | None = None, *, live: bool = True
    ) -> EventAnswer:
        of = number or self._numbers.__getitem__
        going_on = [row for row in rows if row["pod"] in self._live_pods]
        matches = [row for row in going_on if row["kind"] == "match"]
        return EventAnswer(
            pairs=frozenset((row["table"], frozenset((of(row["a"]), of(row["b"])))) for row in matches)
            if live
            else None,
            sitting=frozenset(of(row["a"]) for row in going_on if row["kind"] != "match") if live else None,
            missing=frozenset(row["table"] for row in matches if row["status"] == "started" and row["result"] is None),
        )

    # --- where it is --------------------------------------------------------------------------------------------------

    @cached_property
    def _live_pods(self) -> frozenset[str]:
        """Pods with a round that is published or played, and not their last one with every result."""
        return frozenset(
            p.id
            for p in self.t.pods.values()
            if p.last_round is not None
            and p.last_round.status in (Status.DRAFTED, Status.PUBLISHED, Status.STARTED)
            and not is_played(self.t, p)
        )

    @cached_property
    def _has_drafts(self) -> bool:
        return any(r.status is Status.DRAFTED for p in self.t.pods.values() for r in p.rounds.values())

    @property
    def _is_published(self) -> bool:
        """Is there a round that goes on, and no draft that only staff see?"""
        return bool(self._live_pods) and not self._has_drafts

    @cached_property
    def _is_shown(self) -> bool:
        """Has every pod that players entered a round that counts, and is every cut published, so that staff and public
        see the same places?"""
        roots = list(self.t.root_pods())
        cuts = [p for p in self.t.pods.values() if p.phase is Phase.CUT]
        published = all(any(r.status is not Status.DRAFTED for r in p.rounds.values()) for p in cuts)
        return bool(roots) and published and all(counted_rounds(self.t, p) for p in roots)

    # --- pages --------------------------------------------------------------------------------------------------------

    def console(self) -> Iterator[EventAnswer]:
        at = f"/console/{self.slug}"
        now = self._staff(at)
        yield EventAnswer(winners=self._of_podium(now), partial=_MORE in now)
        first = self._staff(f"{at}/standings")
        chosen = dict.fromkeys(re.findall(r'href="\?pod=([^"&]+)"', first))
        pages = [self._staff(f"{at}/standings?pod={pod}") for pod in chosen] or [first]
        yield self._of_places([_rows(page, r'<tr[^>]*>\s*<td class="place">') for page in pages], first=True)
        yield self._of_cuts(pages, r'<tr[^>]*>\s*<td class="place">')
        if self._is_published:
            yield self._of_rounds([self._staff(f"{at}/rounds/{n}") for n in self._live_numbers], r'<tr id="t-', "<td>–")

    @cached_property
    def _live_numbers(self) -> list[int]:
        return sorted({r.number for p in self.t.pods.values() if p.id in self._live_pods and (r := p.last_round)})

    def public_page(self) -> Iterator[EventAnswer]:
        at = f"/e/{self.slug}"
        home = self._page(at)
        day = re.search(r"<h2>The day</h2>.*?</section>", home, re.DOTALL)
        yield EventAnswer(
            partial=_MORE in home,
            winners=self._of_podium(home),
            over="The event is over" in home,
            plan=_plan(re.findall(r"<dd>\s*(\d+) rounds?\b", day[0])) if day else None,
        )
        if self._is_shown:
            page = self._page(f"{at}/standings?pod=")
            yield self._of_places([_rows(page, r"<tr data-row")])
            yield self._of_cuts(page.split("<section")[1:], r"<tr data-row")
            yield self._of_earlier(
                lambda n: self._of_places([_rows(self._page(f"{at}/standings?after={n}"), r"<tr data-row")])
            )
        if self._is_published:
            yield self._of_list(self._page(f"{at}/tables"), r"<li data-row>")

    def screen(self) -> Iterator[EventAnswer]:
        at = f"/screen/{self.slug}"
        if self._is_published and sum(len(p.rounds) for p in self.t.pods.values()):
            yield self._of_list(self._staff(f"{at}/pairings"), r"<li(?: class=\"(?:bye|changed)\")?>")
        if self._is_shown:
            picture = self._staff(f"{at}/standings")
            told = self._of_places([_rows(picture, r"<li class=\"(?:up)?(?: line)?\">")])
            yield EventAnswer(partial=True, places=told.places)
        if is_over(self.t):
            yield EventAnswer(winners=self._of_podium(self._staff(f"{at}/podium")), partial=True)

    def phone(self) -> Iterator[EventAnswer]:
        """The own pages of some players: place, record, table and opponent."""
        places, pairs = {}, set()
        link = self.event.app_state.accounts.player_link
        for no in sorted(self.t.entrants)[:3]:
            page = self._page(f"/e/{self.slug}/me/{link(self.slug, no)}")
            if place := re.search(r"<b>(\d+)</b>\s*<span>of \d+", page):
                places[no] = int(place[1])
            seat = re.search(r'<span class="table-no">.*?(\d+)\s*</span>(.*?)</section>', page, re.DOTALL)
            if seat and (other := self._who(seat[2])):
                pairs.add((int(seat[1]), frozenset((no, other[0]))))
        yield EventAnswer(partial=True, places=places, pairs=frozenset(pairs) if self._is_published else None)

    def exported_site(self) -> Iterator[EventAnswer]:
        pages = site(self.event.ctx, self.slug, lang="en")
        text = {
            name: page.decode() if isinstance(page, bytes) else page
            for name, page in pages.items()
            if name.endswith("html")
        }
        numbers = [int(found[1]) for name in text if (found := re.fullmatch(r"standings-(\d+)\.html", name))]
        if numbers and self._is_shown:
            page = text[f"standings-{max(numbers)}.html"]
            yield self._of_places([_rows(page, r"<tr data-row")], first=True)
            yield self._of_earlier(
                lambda n: self._of_places([_rows(text[f"standings-{n}.html"], r"<tr data-row")], first=True)
            )
        rounds = [text[f"round-{n}.html"] for n in self._live_numbers if f"round-{n}.html" in text]
        if self._is_published:
            yield self._of_list("".join(rounds), r"<li data-row>", others=True)

    # --- files and paper ----------------------------------------------------------------------------------------------

    def csv_file(self) -> Iterator[EventAnswer]:
        yield self._of_table(self._lines("csv-standings"))
        yield self._of_pairing_table(self._lines("csv-pairings"))

    def workbook(self) -> Iterator[EventAnswer]:
        book = sheets(self._export("xlsx"))
        yield self._of_table([[str(cell) for cell in row] for row in book["standings"]])
        yield self._of_pairing_table(book["pairings"])

    def _lines(self, kind: str) -> list[list[str]]:
        return list(csv.reader(io.StringIO(self._export(kind).decode("utf-8-sig"))))

    def _of_pairing_table(self, lines: list[Any]) -> EventAnswer:
        """A table with the pairings of every round, or of the last one of each pod."""
        heads, *rows = lines or [[]]
        told = [dict(zip(heads, row, strict=False)) for row in rows]
        last = {p.id: p.last_round.number for p in self.t.pods.values() if p.last_round is not None}
        return self._of_pairings(
            {
                **row,
                "table": int(row["table"] or 0),
                "a": str(row["a"]),
                "b": str(row["b"]),
                "result": row["result"] or None,
            }
            for row in told
            if int(row["round"]) == last.get(row["pod"])
        )

    def _export(self, kind: str) -> bytes:
        return exporter(kind).export(self.event.ctx, self.slug, "en", None).data

    def _of_table(self, lines: list[Any]) -> EventAnswer:
        heads, *rows = lines or [[]]
        told = [dict(zip(heads, row, strict=False)) for row in rows]
        by_no = {self._numbers[row["player"]]: row for row in told}
        return EventAnswer(
            places={no: int(row["rank"]) for no, row in by_no.items()},
            points={no: float(row["points"]) for no, row in by_no.items()},
            records={no: (int(row["wins"]), int(row["losses"]), int(row["ties"])) for no, row in by_no.items()},
        )

    def printouts(self) -> Iterator[EventAnswer]:
        report = gather("report", self.event.ctx, self.slug, PrintOptions())
        front = report.parts[0]
        yield EventAnswer(
            winners={self._numbers[row[1]]: int(row[0]) for podium in front["podiums"] for row in podium["rows"]}
        )
        if self._is_shown:
            parts = gather("standings", self.event.ctx, self.slug, PrintOptions()).parts
            yield self._of_places([self._printed(part) for part in parts], first=True)
            yield self._of_earlier(self._printed_after)
        if self._is_published:
            parts = gather("pairings-tables", self.event.ctx, self.slug, PrintOptions()).parts
            rows = [[cell for cell in row if cell] for part in parts for row in part["rows"]]
            yield self._of_seats([(row[0], self._who(" · ".join(row[1:]))) for row in rows])

    def _printed_after(self, number: int) -> EventAnswer:
        parts = gather("standings", self.event.ctx, self.slug, PrintOptions(after=number)).parts
        return self._of_places([self._printed(part) for part in parts], first=True)

    def _printed(self, part: Row) -> list[str]:
        heads = [column["title"] for column in part["columns"]]
        keep = [i for i, head in enumerate(heads) if head in ("Place", "Name", "Points") or head.startswith("W-L")]
        return ["|".join(str(row[i]) for i in keep) for row in part["rows"]]

    def announcement(self) -> Iterator[EventAnswer]:
        text = announce(self.event.ctx, self.slug, "en")
        yield EventAnswer(
            plan=_plan(re.findall(r"\(\d+ (?:players?|teams?)\): (?:at most )?(\d+) ", text, re.MULTILINE))
        )

    # --- parts of pages -----------------------------------------------------------------------------------------------

    def _of_podium(self, page: str) -> dict[int, int]:
        winners: dict[int, int] = {}
        for podium in re.findall(r'<ol class="podium">(.*?)</ol>', page, re.DOTALL):
            for step in podium.split("<li")[1:]:
                place = re.search(r'<span class="step">(\d+)</span>', step)
                for no in self._who(step):
                    winners[no] = int(place[1]) if place else 0
        return winners

    def _of_places(self, tables: Iterable[list[str]], *, first: bool = False) -> EventAnswer:
        """Rows with place, name, points and record. `first`: of tables that name somebody again the first counts."""
        places: dict[int, int] = {}
        points: dict[int, float] = {}
        records: dict[int, tuple[int, int, int]] = {}
        for row in itertools.chain.from_iterable(tables):
            plain, who = _text(row), self._who(row)
            place = re.match(r"\D*(\d+)", plain)
            if not who or place is None or (first and who[0] in places):
                continue
            places[who[0]] = int(place[1])
            if figures := _FIGURES.search(plain[place.end() :]):
                points[who[0]] = float(figures[1].replace("½", ".5"))
                records[who[0]] = (int(figures[2]), int(figures[3]), int(figures[4] or 0))
        return EventAnswer(places=places, points=points or None, records=records or None)

    def _of_cuts(self, pages: Iterable[str], row: str) -> EventAnswer:
        """How many advance, by who leads the table that says so."""
        cuts = {}
        for page in pages:
            rows = _rows(page, row)
            said = re.search(r"The top (\d+) advance", page)
            if rows and (who := self._who(rows[0])):
                cuts.setdefault(who[0], int(said[1]) if said else 0)
        return EventAnswer(cuts=cuts if self._is_shown else None)

    def _of_list(self, page: str, row: str, *, others: bool = False) -> EventAnswer:
        """Tables with their two names, and those who sit out. `others`: also of pods that do not go on."""
        seats = []
        for item in _rows(page, row):
            found = re.search(r'class="n">\s*([\d–]+)', item)
            seats.append((found[1] if found else "", self._who(item.split('<span class="small soft">')[0])))
        if others:
            live = {no for p in self.t.pods.values() if p.id in self._live_pods for no in p.members}
            seats = [(table, who) for table, who in seats if set(who) <= live]
        return self._of_seats(seats)

    def _of_rounds(self, pages: Iterable[str], row: str, _sitting: str) -> EventAnswer:
        pairs = set()
        missing = set()
        for page in pages:
            for item in _rows(page, row):
                table = int(re.match(r"(\d+)", item.removeprefix('<tr id="t-'))[1])  # type: ignore[index]
                who = self._who(item.split('class="result-cell"')[0])
                pairs.add((table, frozenset(who[:2])))
                if 'data-result=""' in item:
                    missing.add(table)
        live = {no for p in self.t.pods.values() if p.id in self._live_pods for no in p.members}
        started = any(p.last_round.status is Status.STARTED for p in self.t.pods.values() if p.last_round)
        return EventAnswer(
            pairs=frozenset((table, who) for table, who in pairs if who <= live),
            missing=frozenset(missing) if started else None,
        )

    def _of_seats(self, seats: Iterable[tuple[str, list[int]]]) -> EventAnswer:
        seats = list(seats)
        return EventAnswer(
            pairs=frozenset((int(table), frozenset(who[:2])) for table, who in seats if table.isdecimal()),
            sitting=frozenset(who[0] for table, who in seats if not table.isdecimal() and who),
        )


_MORE = "<b>+"  # on a podium: more share the place than it has room for

_FIGURES = re.compile(r"(?<![\w.])(\d*½|\d+(?:\.\d+)?)[ |](\d+)[–-](\d+)(?:[–-](\d+))?(?![\w–.-])")
"""Points, and won, lost and tied, next to each other."""


def _plan(numbers: Iterable[int | str]) -> tuple[int, ...]:
    return tuple(sorted(map(int, numbers)))


def _plain(row: Any) -> Row:
    return json.loads(json.dumps(row.plain(), default=lambda inner: inner.plain()))  # type: ignore[no-any-return]


def _rows(page: str, start: str) -> list[str]:
    """The parts of a page that begin with a mark, each up to the next one or the end of its table or list."""
    starts = [found.start() for found in re.finditer(start, page)]
    ends = [*starts[1:], len(page)][: len(starts)]
    return [re.split(r"</tbody>|</ul>|</ol>", page[a:b])[0] for a, b in zip(starts, ends, strict=True)]


def _text(part: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", part))).strip()


READERS: Mapping[str, Callable[[FrontEnds], Iterator[EventAnswer]]] = {
    "library": FrontEnds.library,
    "command line": FrontEnds.command_line,
    "API": FrontEnds.api,
    "public API": FrontEnds.public_api,
    "console": FrontEnds.console,
    "public page": FrontEnds.public_page,
    "screen": FrontEnds.screen,
    "phone": FrontEnds.phone,
    "exported site": FrontEnds.exported_site,
    "CSV": FrontEnds.csv_file,
    "XLSX": FrontEnds.workbook,
    "printouts": FrontEnds.printouts,
    "announcement": FrontEnds.announcement,
}


def ask_all(event: RandomEvent) -> dict[str, list[EventAnswer]]:
    """What every front end says of an event."""
    front_ends = FrontEnds(event)
    return {name: list(read(front_ends)) for name, read in READERS.items()}
