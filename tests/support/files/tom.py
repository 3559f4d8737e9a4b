"""TOM without TOM: events with invented people, played here and saved by our own writer after every step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import late, leaving, players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, rounds
from pareo.core.journal.tom_facts import Saved
from pareo.core.journal.tom_sync import TomSync
from pareo.core.model.entities import Status
from pareo.core.tournament.tables import tables
from pareo.core.tournament.tournament import Tournament
from pareo.formats.exchange.rebuild import preview
from pareo.formats.tdf.follow import SaveFile, begin, read_save, take_save
from pareo.formats.tdf.tom import export_tdf, read
from pareo.formats.tdf.xml import XmlNode, leaf, write
from pareo.store.memory import MemoryStore
from support.events.stage import make_players
from support.files import tdf


def context_with_clock() -> Context:
    """A context whose clock moves on by a second at every look."""
    ticks = count()

    def now() -> str:
        minutes, seconds = divmod(next(ticks), 60)
        hours, minutes = divmod(minutes, 60)
        return f"2026-10-04T{9 + hours:02}:{minutes:02}:{seconds:02}.000000Z"

    return Context(MemoryStore(), now=now)


@dataclass(slots=True)
class TomEvent:
    """An event in TOM, and every save of it so far."""

    ctx: Context = field(default_factory=context_with_clock)
    slug: str = ""
    saves: list[bytes] = field(default_factory=list)

    @classmethod
    def with_players(cls, *groups: tuple[int, int], **settings: str) -> TomEvent:
        """So many players of a birth year each."""
        tom = cls()
        new = events.NewEvent(
            "Copa del Faro",
            "pokemon-tom",
            seed="tom",
            settings={"date": "2026-10-04", "number": "26-10-000077", "organiser": "Olga Estero", **settings},
        )
        tom.slug = events.create(tom.ctx, new)
        tom.save()
        years = [year for number, year in groups for _ in range(number)]
        tom.enter(
            [
                replace(p, id=str(5000 + i), birth_year=year)
                for i, (p, year) in enumerate(zip(make_players(len(years)), years, strict=True), 1)
            ]
        )
        return tom

    @property
    def t(self) -> Tournament:
        return self.ctx.open(self.slug).state

    def save(self) -> bytes:
        self.saves.append(export_tdf(self.ctx, self.slug))
        return self.saves[-1]

    def enter(self, new: Iterable[players.NewPlayer]) -> bytes:
        players.enter(self.ctx, self.slug, list(new), confirmed=True)
        return self.save()

    def pair(self, pod: str | None = None, *, start: bool = True) -> bytes:
        """The next round, of every pod or of one: saved when it is paired, and when it is started."""
        rounds.pair(self.ctx, self.slug, pod=pod, not_here="pair")
        saved = self.save()
        rounds.publish(self.ctx, self.slug, pod=pod, confirmed=True)
        if start:
            rounds.start(self.ctx, self.slug, pod=pod, confirmed=True)
        return saved

    def open(self, pod: str | None = None) -> list[tuple[int, int]]:
        return sorted(
            (r.number, table)
            for p in self.t.pods.values()
            for r in p.rounds.values()
            if not p.closed and r.status is Status.STARTED and pod in (None, p.id)
            for table in r.open_tables
        )

    def report(self, table: int, result: str = "1-0", *, round_no: int = 0) -> bytes:
        number = round_no or max(n for n, _ in self.open())
        results.report(self.ctx, self.slug, round_no=number, table=table, result=result)
        return self.save()

    def play(self, pod: str | None = None, *, every: int = 1, results_: Mapping[int, str] | None = None) -> bytes:
        """The rest of the round, a save after every so many results, and its end."""
        for i, (number, table) in enumerate(self.open(pod), 1):
            result = (results_ or {}).get(table, ("1-0", "0-1", "1-0")[(number + table) % 3])
            results.report(self.ctx, self.slug, round_no=number, table=table, result=result)
            if i % every == 0:
                self.save()
        rounds.finish(self.ctx, self.slug, pod=pod)
        return self.save()

    def drop(self, who: str, kind: str = "drop") -> bytes:
        leaving.drop(self.ctx, self.slug, who, kind=kind)
        return self.save()

    def undrop(self, who: str) -> bytes:
        leaving.undrop(self.ctx, self.slug, who)
        return self.save()

    def late(self, player: players.NewPlayer) -> bytes:
        late.enter_late(self.ctx, self.slug, player, confirmed=True)
        return self.save()

    def cut(self, size: int | None = None, pod: str | None = None) -> bytes:
        advance.advance(self.ctx, self.slug, to="cut", size=size, pod=pod, override="acordado")
        return self.save()


_BEFORE: list[SaveFile | None] = [None]


def read_next(data: bytes) -> SaveFile:
    """A save read with the last one at hand, whatever event that was of: what is remembered of it must not matter."""
    save = _BEFORE[0] = read_save(data, _BEFORE[0])
    return save


def follow_saves(saves: Iterable[bytes], ctx: Context | None = None) -> tuple[Context, str]:
    """Follows these saves from the first to the last; the event."""
    ctx = ctx or context_with_clock()
    slug = ""
    for data in saves:
        save = read_next(data)
        if slug:
            take_save(ctx, slug, save)
        else:
            slug = begin(ctx, save)
    return ctx, slug


def comparable(t: Tournament, ids: Mapping[int, str]) -> dict[str, object]:
    """Pods, rounds, results and standings of an event by user ids, to compare (BT-DIFF-1)."""
    parts: dict[str, object] = {}
    for p in t.pods.values():
        parts[p.id] = (
            p.phase,
            tuple(ids[no] for no in p.members),
            p.divisions,
            p.section,
            p.planned,
            p.first_round,
            p.sources,
            p.third_place,
            p.first_table,
            p.closed,
        )
        for number, r in p.rounds.items():
            matches = {table: (ids[m.a], ids[m.b], m.result) for table, m in r.matches.items()}
            alone = sorted((ids[s.no], s.outcome.value) for s in r.sitting)
            parts[f"{p.id} {number}"] = (matches, alone, r.status is Status.FINISHED)
    parts["standings"] = [[(ids[row.no], row.rank) for row in table.rows] for table in tables(t)]
    parts["left"] = {ids[no]: (e.drop.after, e.drop.kind) for no, e in t.entrants.items() if e.drop is not None}
    parts["settings"] = {key: t.settings.get(key) for key in ("style", "number", "place", "date", "round_minutes")}
    return parts


def check_same_as_fresh(ctx: Context, slug: str, data: bytes) -> None:
    """Following all saves gives what importing the last one alone gives."""
    event = read(data).event
    fresh = preview(event)
    mine = ctx.open(slug)
    theirs = {no: player.key for no, player in enumerate(event.players, 1)}
    assert comparable(mine.state, {no: mine.id(no) for no in mine.state.entrants}) == comparable(fresh, theirs)


# --- saves made by hand -----------------------------------------------------------------------------------------------

Played = tuple[int, int, int, int]
"""Outcome, first and second player, table. A player 0: alone (outcome 4, 5 or 8)."""


def simple_save(
    *rounds_: Sequence[Played],
    players_: int = 8,
    stages: Mapping[int, int] | None = None,
    more: Mapping[int, Sequence[XmlNode]] | None = None,
    order: Sequence[int] = (),
    number: str | None = None,
    name: str = "",
    kind: int = 2,
    gone: Sequence[int] = (),
    started: bool = False,
) -> bytes:
    """A save of one pod of Masters. Rounds before the last are finished; the last is if it has every result."""
    listed = [no for no in order or range(1, players_ + 1) if no not in gone]
    made = []
    for i, played in enumerate(rounds_, 1):
        over = i < len(rounds_) or all(code for code, *_ in played)
        stage = (stages or {}).get(i, 6 if over else 2)
        nodes = [tdf.match(code, *([a, b] if b else [a]), table=table) for code, a, b, table in played]
        r = tdf.round_(i, 2, stage, *nodes)
        if not over and not started:
            r.children[2] = leaf("starttime", "")
        made.append(r)
    people = [tdf.person(no, 1990, *(more or {}).get(no, ())) for no in listed]
    pods = [tdf.pod(2, [sorted(listed)], *made)] if made else []
    root = tdf.event(people, *pods, stage=4 if made else 1, kind=kind)
    for child in root.children[0].children:
        if child.tag == "id" and number is not None:
            child.text = number
        if child.tag == "name" and name:
            child.text = name
    return write(root)


def tom_sync(ctx: Context, slug: str) -> TomSync:
    sync = ctx.open(slug).state.tom
    assert sync is not None
    return sync


def follow_save(ctx: Context, slug: str, data: bytes, *, confirmed: bool = False) -> Saved:
    """One more save that tells something."""
    done = take_save(ctx, slug, read_next(data), confirmed=confirmed)
    assert done is not None
    return done.fact
