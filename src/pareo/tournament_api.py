"""A tournament as one object: the library's front door. Its methods are the app's functions on one event.

In memory unless a database is named. What a method refuses, it refuses with a `PareoError` that says why; what must be
seen first takes `confirmed=True`, what is outside the rules `override="the reason"`, as on the command line.

>>> from pareo import Tournament
>>> t = Tournament("Spring Cup", ruleset="swiss", rounds=2, seed="2026")
>>> t.enter("Ana Ferrer", "Bruno Salas", "Carla Prado", "Davi Moura", "Elena Ricci")
5
>>> drawn = t.pair()
>>> [(m.table, m.name_a, m.name_b) for m in drawn.matches]
[(1, 'Davi Moura', 'Carla Prado'), (2, 'Elena Ricci', 'Bruno Salas')]
>>> [(s.name_a, s.kind) for s in drawn.sitting]
[('Ana Ferrer', 'bye')]
>>> t.publish(), t.start()
((), ())
>>> t.report(table=1, result="1-0"), t.report(table=2, result="0-1")
((), ())
>>> t.finish()
()
>>> [(row.rank, row.name, row.points) for row in t.standings()][:3]
[(1, 'Ana Ferrer', 1), (2, 'Davi Moura', 1), (3, 'Bruno Salas', 1)]
>>> [(check.round, check.ok, check.proved) for check in t.verify()]
[(1, True, True)]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from pareo.app.base.context import CommandResult, Context, LoadedTournament
from pareo.app.commands.event import events
from pareo.app.commands.event import undo as undoing
from pareo.app.commands.people import late as late_players
from pareo.app.commands.people import leaving, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance as phases
from pareo.app.commands.rounds import rounds
from pareo.app.forecast.compare import compare_rules
from pareo.app.forecast.qualification_rows import outlook_rows
from pareo.app.forecast.round_times import DayAhead, day_ahead
from pareo.app.queries.pages import event_tables
from pareo.app.queries.rounds import verify as verifying
from pareo.app.receipts.receipt import receipt
from pareo.app.rows.events import RoundCheckRow
from pareo.app.rows.forecast import Compared, OutlookRow
from pareo.app.rows.people import PlayerRow
from pareo.app.rows.receipts import Receipt
from pareo.app.rows.tables import JournalRow, PairingRow, StandingRow
from pareo.app.wording.event_words import event_words
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.tournament.tournament import Tournament as State
from pareo.formats.bundle import export_bundle
from pareo.formats.registry import import_file
from pareo.formats.tdf.compare import comparison_with_tom
from pareo.pages.exports import exporter
from pareo.store import Store, open_store
from pareo.store.memory import MemoryStore

Notes = tuple[str, ...]
"""What the organiser should know of what was done, as sentences that `Tournament.say` says in other languages too;
empty where all is well."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round as it was drafted, over all its pods: its matches with their reasons, and who has none."""

    matches: tuple[PairingRow, ...]
    sitting: tuple[PairingRow, ...] = ()
    notes: Notes = ()


class Tournament:
    """One event, from the first name to the last place."""

    __slots__ = ("ctx", "slug")

    def __init__(
        self,
        name: str,
        *,
        ruleset: str | Path = "swiss",
        seed: str | None = None,
        slug: str | None = None,
        db: str | Path | None = None,
        **settings: object,
    ) -> None:
        """A new event by one of our rulesets (its id) or a ruleset file (its path). `settings` as for `pareo set`."""
        ctx = _open_context(db)
        values = {key: _setting_text(value) for key, value in settings.items()}
        text = Path(ruleset).read_text(encoding="utf-8") if is_file(ruleset) else None
        new = events.NewEvent(name, str(ruleset), slug=slug, seed=seed, settings=values, ruleset_text=text)
        self.ctx = ctx
        self.slug = events.create(ctx, new)

    @classmethod
    def open(cls, db: str | Path, slug: str) -> Self:
        """An event of a database."""
        ctx = _open_context(db)
        ctx.open(slug)
        return cls._at(ctx, slug)

    @classmethod
    def read(
        cls, file: str | Path, *, ruleset: str | None = None, db: str | Path | None = None, confirm: bool = False
    ) -> Self:
        """An event from a file: .pareo, TOM's .tdf, FIDE's TRF, Swiss Perfect, tsh, List Juggler or event JSON.

        `confirm`: also a report that a second opinion does not agree with.
        """
        path = Path(file)
        ctx = _open_context(db)
        report = import_file(ctx, path.read_bytes(), name=path.name, ruleset=ruleset, confirmed=confirm)
        return cls._at(ctx, report.slug)

    @classmethod
    def _at(cls, ctx: Context, slug: str) -> Self:
        tournament = object.__new__(cls)
        tournament.ctx = ctx
        tournament.slug = slug
        return tournament

    def __repr__(self) -> str:
        return f"<Tournament {self.slug}: {self.name}, {len(self.state.entrants)} entrants, round {self.round}>"

    def close(self) -> None:
        """Lets go of the database's file."""
        self.ctx.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- people -----------------------------------------------------------------------------------------------------

    def enter(self, *people: str | NewPlayer, confirmed: bool = False, override: str | None = None) -> int:
        """Enters people, all or none: “Ana Ferrer”, or a `NewPlayer` with everything known. How many there are now."""
        new = [_player(person) for person in people]
        players.enter(self.ctx, self.slug, new, confirmed=confirmed, override=override)
        return len(self.state.entrants)

    def late(
        self,
        person: str | NewPlayer,
        *,
        this_round: bool = False,
        confirmed: bool = True,
        override: str | None = None,
    ) -> Notes:
        """Somebody who comes after round 1 was paired; the notes say what it costs."""
        new = _player(person)
        return _notes(
            late_players.enter_late(
                self.ctx, self.slug, new, this_round=this_round, confirmed=confirmed, override=override
            )
        )

    def edit(self, who: str, **changes: object) -> Notes:
        """Changes a player's data; `who` is an id, or a name that only one has."""
        values = {key: _setting_text(value) for key, value in changes.items()}
        return _notes(players.edit(self.ctx, self.slug, who, values))

    def drop(self, who: str) -> Notes:
        """A player leaves."""
        return _notes(leaving.drop(self.ctx, self.slug, who))

    def undrop(self, who: str, *, override: str | None = None) -> Notes:
        """A player who left comes back. `override`: the reason, where it is too late for it (P-LATE-5)."""
        return _notes(leaving.undrop(self.ctx, self.slug, who, override=override))

    # --- rounds -----------------------------------------------------------------------------------------------------

    def pair(
        self,
        *,
        pod: str | None = None,
        again: bool = False,
        method: str | None = None,
        not_here: str | None = None,
        arrivals: str | None = None,
        confirmed: bool = False,
        override: str | None = None,
    ) -> Drawn:
        """Drafts the next round of every pod that is ready, or of one; `again` makes a draft anew.

        `arrivals`: registered players who are here for the first time in a later round are “late”, or had it “off”.
        """
        done = rounds.pair(
            self.ctx,
            self.slug,
            pod=pod,
            again=again,
            method=method,
            not_here=not_here,
            arrivals=arrivals,
            confirmed=confirmed,
            override=override,
        )
        rows = [row for row in self.pairings() if row.status == "drafted" and pod in (None, row.pod)]
        matches = tuple(row for row in rows if row.kind == "match")
        return Drawn(matches, tuple(row for row in rows if row.kind != "match"), _notes(done))

    def publish(self, *, pod: str | None = None, confirmed: bool = False) -> Notes:
        """Shows the draft to everybody."""
        return _notes(rounds.publish(self.ctx, self.slug, pod=pod, confirmed=confirmed))

    def start(self, *, pod: str | None = None, confirmed: bool = False) -> Notes:
        """Locks the pairings: results come in."""
        return _notes(rounds.start(self.ctx, self.slug, pod=pod, confirmed=confirmed))

    def report(
        self,
        *,
        table: int,
        result: str,
        round: int | None = None,  # noqa: A002 (the players' word)
        confirmed: bool = False,
    ) -> Notes:
        """The result of a table, of the round being played unless another is named. Reporting again corrects. What
        looks like a slip is asked first (`NeedsConfirmation`)."""
        number = round if round is not None else self.round
        return _notes(
            results.report(self.ctx, self.slug, round_no=number, table=table, result=result, confirmed=confirmed)
        )

    def finish(self, *, pod: str | None = None) -> Notes:
        """Ends the round once all results are in."""
        return _notes(rounds.finish(self.ctx, self.slug, pod=pod))

    def advance(
        self,
        to: str,
        *,
        pod: str | None = None,
        size: int | None = None,
        confirmed: bool = False,
        override: str | None = None,
    ) -> Notes:
        """Goes on to the second day (“day2”) or to the elimination (“cut”). `pod` may be a division of a shared pod."""
        return _notes(
            phases.advance(self.ctx, self.slug, to=to, pod=pod, size=size, confirmed=confirmed, override=override)
        )

    def set(self, *, pod: str | None = None, override: str | None = None, **settings: object) -> Notes:
        """Changes settings of the event, or of one pod: `t.set(rounds=5, cut=8)`."""
        values = {key: _setting_text(value) for key, value in settings.items()}
        return _notes(events.change_settings(self.ctx, self.slug, values, pod=pod, override=override))

    def undo(self, *, override: str | None = None) -> Notes:
        """Takes the last command back, by another entry of the journal."""
        return _notes(undoing.undo(self.ctx, self.slug, override=override))

    # --- what there is ----------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state as the core keeps it: entrants, pods, rounds, settings. To look at, not to change."""
        return self._event.state

    @property
    def _event(self) -> LoadedTournament:
        return self.ctx.open(self.slug)

    @property
    def name(self) -> str:
        return self.state.name

    @property
    def round(self) -> int:
        """The number of the latest round; 0 before the first."""
        return max((number for pod in self.state.pods.values() for number in pod.rounds), default=0)

    def players(self) -> list[PlayerRow]:
        return event_tables.player_rows(self.ctx, self.slug)

    def pairings(self, round: int | None = None) -> list[PairingRow]:  # noqa: A002 (the players' word)
        """The pairings of a round; of the latest round of each pod unless one is named."""
        return list(event_tables.pairing_rows(self.ctx, self.slug, round_no=round))

    def standings(
        self, after: int | None = None, *, pod: str | None = None, division: str | None = None
    ) -> list[StandingRow]:
        """The places after a round; after the last finished one unless one is named."""
        return event_tables.standing_rows(self.ctx, self.slug, after=after, pod=pod, division=division)

    def verify(self, round: int | None = None) -> list[RoundCheckRow]:  # noqa: A002 (the players' word)
        """Every round (or one) checked by code that the pairing does not share, and the journal's chain."""
        return verifying.verify(self.ctx, self.slug, round_no=round)

    # --- what is ahead, and why to trust it ---------------------------------------------------------------------------

    def outlook(self, player: str | None = None, *, after: int | None = None) -> list[OutlookRow]:
        """Who is in for sure, who is out, and what the others need; of everybody, or of one by id or name."""
        return outlook_rows(self.ctx, self.slug, player, after=after)

    def day(self) -> DayAhead | None:
        """When the round being played ends, and the day; None where no clock runs."""
        return day_ahead(self._event, self.ctx.now())

    def receipt(self, round: int, *, pod: str | None = None) -> Receipt:  # noqa: A002 (the players' word)
        """How a published round was drawn, for strangers. `pareo.write_receipt` makes the bytes that they check."""
        return receipt(self.ctx, self.slug, round_no=round, pod=pod)

    def compare(self, ruleset: str | None = None) -> Compared:
        """Every place and every drawn pair that other rules would have made otherwise; without a ruleset the places
        that are not TOM's."""
        return (
            comparison_with_tom(self.ctx, self.slug) if ruleset is None else compare_rules(self.ctx, self.slug, ruleset)
        )

    def journal(self) -> list[JournalRow]:
        """Who did what when."""
        return event_tables.journal_rows(self.ctx, self.slug)

    def say(self, what: str | PareoError, lang: str) -> str:
        """A sentence about this event, or an error, in en, es, pt or it and in the words of its game."""
        return event_words(self.state, lang).note(what.note if isinstance(what, PareoError) else what)

    # --- files ------------------------------------------------------------------------------------------------------

    def save(self, file: str | Path) -> Path:
        """The whole event as one `.pareo` file, for another machine."""
        path = Path(file)
        path.write_bytes(export_bundle(self.ctx.store, self.slug))
        return path

    def export(self, format_id: str, *, lang: str = "en", pod: str | None = None) -> bytes:
        """The event in another program's format, or one view of it: an id that `pareo export --help` lists."""
        return exporter(format_id).export(self.ctx, self.slug, lang, pod).data


def is_file(ruleset: str | Path) -> bool:
    """Whether a ruleset is named by its file, not by its id."""
    return isinstance(ruleset, Path) or ruleset.endswith(".toml")


def _open_context(db: str | Path | None) -> Context:
    store: Store = MemoryStore() if db is None else open_store(str(db))
    return Context(store)


def _player(person: str | NewPlayer) -> NewPlayer:
    if isinstance(person, NewPlayer):
        return person
    first, _, last = person.strip().partition(" ")
    if not first:
        raise BadInput("players-none", "There is no one to enter.")
    return NewPlayer(first=first, last=last.strip())


def _setting_text(value: object) -> str:
    """A value as the settings' own readers take it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping | list | tuple):
        raise TypeError(f"a text, a number or yes/no is wanted, not {value!r}")
    return "" if value is None else str(value)


def _notes(done: CommandResult) -> Notes:
    return tuple(done.notes)
