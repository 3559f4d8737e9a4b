"""Events as they are in the middle of a day, written straight into the server's database: quicker than clicking."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pareo.app.accounts.accounts import Accounts
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, rounds
from pareo.core.model.entities import Status
from pareo.store.sqlite.store import SqliteStore

NAMES = (
    "Ada Abril",
    "Bruno Brasa",
    "Celia Cano",
    "Diego Dorna",
    "Eva Estévez",
    "Fran Freire",
    "Gema Gil",
    "Hugo Hierro",
    "Inés Iborra",
    "Jon Jara",
    "Kira Koa",
    "Leo Luar",
    "Mara Mes",
    "Noa Nava",
    "Olga Ons",
    "Pío Pena",
)
LONG = "Maximilian" * 15 + " " + "Bolivarense" * 13  # about 300 letters with one space
HOSTILE = (
    "<script>alert(1)</script>",
    "\u202eevil\u202c rtl",
    LONG,
    "😀👨‍👩‍👧 & \"q\" 'n' {{ 7*7 }}",
    "<img src=x onerror=alert(2)>",
    "שלום עולם",
)


class ServerStage:
    """Writes events into one database, as an organiser would."""

    def __init__(self, db: Path) -> None:
        self.store = SqliteStore(db)
        self.ctx = Context(self.store, actor="Elsa Prado")
        self.accounts = Accounts(self.store.accounts())

    def close(self) -> None:
        self.store.close()

    def event(self, slug: str, names: Iterable[str] = NAMES[:8], *, name: str = "", **settings: str) -> str:
        new = events.NewEvent(name or slug.title(), "pokemon-tcg-2019-07", slug=slug, seed="s", settings=settings)
        made = events.create(self.ctx, new)
        people = []
        for i, full in enumerate(names, 1):
            first, _, last = (full, "", "") if full in HOSTILE and full != LONG else full.partition(" ")
            people.append(NewPlayer(first=first, last=last, id=f"p{i}", birth_year=1990, nickname=full[:200]))
        if people:
            players.enter(self.ctx, made, people, confirmed=True)
        return made

    def open(self, slug: str, *, clock: bool = False) -> None:
        """The next round, up to its start."""
        rounds.pair(self.ctx, slug)
        rounds.publish(self.ctx, slug, confirmed=True)
        rounds.start(self.ctx, slug, confirmed=True)
        if clock:
            floor.start_clock(self.ctx, slug)

    def report(self, slug: str) -> None:
        """All results: the lower number wins."""
        for pod in list(self.ctx.open(slug).state.pods.values()):
            last = pod.last_round
            if last is not None and last.status is Status.STARTED:
                rows = [
                    results.ResultRow("1-0" if m.a < m.b else "0-1", table=m.table)
                    for m in last.matches.values()
                    if m.result is None
                ]
                results.import_results(self.ctx, slug, rows, round_no=last.number)

    def play(self, slug: str, count: int = 1) -> None:
        for _ in range(count):
            self.open(slug)
            self.report(slug)
            rounds.finish(self.ctx, slug)

    def cut(self, slug: str, size: int) -> None:
        advance.advance(self.ctx, slug, to="cut", size=size, override="acordado")

    def announce(self, slug: str, text: str) -> None:
        floor.announce(self.ctx, slug, text)

    def own_page(self, slug: str, no: int) -> str:
        return f"/e/{slug}/me/{self.accounts.player_link(slug, no)}"

    def at_table(self, slug: str, table: int, number: int = 1) -> tuple[int, int]:
        """The entry numbers of the two at a table."""
        for pod in self.ctx.open(slug).state.pods.values():
            if number in pod.rounds and table in pod.rounds[number].matches:
                match = pod.rounds[number].matches[table]
                assert match.b is not None
                return match.a, match.b
        raise AssertionError(f"no table {table}")
