"""A tournament from elsewhere becomes a journal like any other, and a journal becomes plain values again.

`rebuild(ctx, event)` writes the same facts that the app writes when people run an event (created, entered, paired,
published, started, results, finished, late, dropped, advanced), in the order in which they happened. The journal is
made and replayed in memory and stored in one transaction: a file that does not fit leaves no trace.

`describe_event(ctx, slug)` is the reverse. Rebuilding what it describes gives the same entrants, pods, rounds, results
and standings; the history of drafts, undone entries, clocks, claims and penalties is not part of it. Rounds are marked
as made by hand: they were not drawn here.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import count
from typing import Any

from pareo import rulesets
from pareo.app.base.context import Context, LoadedTournament, decode_fact, encode_fact
from pareo.app.base.fide_warnings import Warnings
from pareo.app.commands.event.events import SlugIndex, slug_for
from pareo.app.commands.event.fide_copies import broken_rules, left_by_copy
from pareo.app.queries.event.fide_remarks import remark_rows
from pareo.core.journal.fact import Fact, SeenWarning
from pareo.core.journal.facts import SCHEMA, JournalEntry, LeftFideMode, Noted, SettingsSet, TournamentCreated
from pareo.core.model.entities import Entrant, Pod, Round
from pareo.core.model.ruleset import Ruleset
from pareo.core.replay.replay import apply, begin
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import Conflict
from pareo.core.tournament.tables import check_brackets
from pareo.core.tournament.tournament import Tournament
from pareo.formats.exchange.check import Members, checked_people, checked_pods
from pareo.formats.exchange.event import (
    ForeignEvent,
    ForeignMatch,
    ForeignPerson,
    ForeignPlayer,
    ForeignPod,
    ForeignRound,
    ForeignSitting,
)
from pareo.formats.exchange.facts import history
from pareo.formats.exchange.reading import collector_paused
from pareo.store import Entry, Summary, TournamentDump
from pareo.store.chain import START, link
from pareo.store.protocol import check_slug

_PERSON = tuple(f.name for f in fields(ForeignPerson) if f.name != "extra")
_ENTRANT = tuple(f.name for f in fields(Entrant) if f.name not in ("no", "persons"))


# --- into the store ---------------------------------------------------------------------------------------------------


@collector_paused()
def rebuild(
    ctx: Context, event: ForeignEvent, *, slug: str | None = None, differs: str = "", confirmed: bool = False
) -> str:
    """Stores the tournament; its slug. All of it or nothing. A `slug` asked for must be free.

    `differs`: what a second opinion finds of it; in FIDE mode that must be `confirmed` (F-87).
    """
    ruleset = _ruleset(event)
    name = clean_line(event.name, "The name") or "Tournament"
    entrants, people = checked_people(event, ruleset, ctx.new_id)
    pods = checked_pods(event)
    secret = event.seed if event.seed is not None else secrets.token_hex(32)
    extra_records = {ctx.new_id(): (key, dict(record)) for key, record in event.beside.items()}
    journal = Journal(ctx, ruleset)
    settings = dict(event.settings)
    cut = settings.get("cut")
    if event.announced is not None and event.announced != bool(cut):
        settings = {**settings, "cut": 2} if event.announced else {k: v for k, v in settings.items() if k != "cut"}
    journal.write(
        TournamentCreated(
            slug or slug_for(name, set()),
            name,
            ruleset.text,
            ruleset.id,
            event.zone,
            settings,
            hashlib.sha256(secret.encode()).hexdigest(),
            {pod: dict(values) for pod, values in event.pod_settings.items()},
            tiebreaks_announced=event.tiebreaks_announced,
        )
    )
    if event.left_fide and journal.state.ruleset.fide_mode:
        journal.write(LeftFideMode(0, event.left_fide))
    if event.announced is True and not cut:  # announced, and taken back later
        journal.write(SettingsSet({"cut": None}))
    warnings = Warnings(journal.state, confirmed)
    if differs:
        warnings.add("import-differs", what=differs)
    warnings.check_confirmed()
    for fact in with_seen_warnings(list(history(entrants, pods)), event, warnings):
        journal.write(fact)
    t = journal.state
    if t.fide_mode and (why := (event.seed and left_by_copy(ctx, event.seed)) or broken_rules(t)):
        journal.write(LeftFideMode(t.latest_round, why))
    if event.announced is False and cut:  # set when the event was running
        journal.write(SettingsSet({"cut": cut}))
    for person, (key, _) in extra_records.items():
        journal.write(Noted(key, person))
    check_brackets(journal.state)  # before anything is stored
    whole = journal.dump(
        slug or slug_for(name, SlugIndex(ctx)), name, ruleset.id, secret,
        {**people, **{person: record for person, (_, record) in extra_records.items()}},
    )  # fmt: skip
    return store_tournament(ctx, whole, journal.state, fixed=slug is not None)


def with_seen_warnings(facts: list[Fact], event: ForeignEvent, warnings: Warnings) -> list[Fact]:
    """The facts; the last one says which warnings of FIDE mode were seen, there and now."""
    if facts:
        seen = tuple(SeenWarning(rule, level, remark) for rule, level, remark in event.remarks)
        facts[-1] = warnings.attach_to(replace(facts[-1], seen=seen) if seen else facts[-1])
    return facts


def preview(event: ForeignEvent) -> Tournament:
    """The tournament as it would be, checked in the same way; nothing is stored."""
    ruleset = _ruleset(event)
    numbers = count(1)
    entrants, _ = checked_people(event, ruleset, lambda: str(next(numbers)))
    return as_tournament(event, ruleset, entrants, checked_pods(event))


def as_tournament(
    event: ForeignEvent, ruleset: Ruleset, entrants: Sequence[Entrant], pods: Sequence[Members]
) -> Tournament:
    """The tournament of entrants and pods that were checked already; nothing is stored."""
    created = TournamentCreated("", event.name, ruleset.text, ruleset.id, event.zone, event.settings,
                      pod_settings=event.pod_settings)  # fmt: skip
    t = begin(JournalEntry(1, created), ruleset)
    for seq, fact in enumerate(history(entrants, pods), 2):
        apply(t, JournalEntry(seq, fact))
    return t


def _ruleset(event: ForeignEvent) -> Ruleset:
    if event.ruleset_text is not None:
        return parse_ruleset(event.ruleset_text, name=event.ruleset or "ruleset")
    return rulesets.load(event.ruleset)


class Journal:
    """Entries chained and applied as they are written, in memory; `ruleset` is that of the first."""

    def __init__(self, ctx: Context, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._id = secrets.token_hex(16)
        self._actor = ctx.actor
        self._time = ctx.now()
        self._entries: list[Entry] = []
        self._state: Tournament | None = None

    @property
    def state(self) -> Tournament:
        if self._state is None:
            raise AssertionError("a journal begins with the creation of a tournament")
        return self._state

    def write(self, fact: Fact, actor: str = "") -> None:
        seq, by = len(self._entries) + 1, actor or self._actor
        if self._state is None:
            self._state = begin(JournalEntry(seq, fact, by, self._time), self._ruleset)
        else:
            apply(self._state, JournalEntry(seq, fact, by, self._time))
        text = encode_fact(fact)
        before = self._entries[-1].hash if self._entries else START
        entry_hash = link(before, self._id, seq=seq, version=SCHEMA, time=self._time, actor=by, action=fact.action,
                      data=text, client=None)  # fmt: skip
        self._entries.append(Entry("", seq, SCHEMA, self._time, by, fact.action, text, None, entry_hash))

    def dump(
        self, slug: str, name: str, ruleset: str, secret: str, people: dict[str, dict[str, Any]]
    ) -> TournamentDump:
        last = self._entries[-1]
        summary = Summary(check_slug(slug), self._id, name, ruleset, self._time, last.seq, last.hash)
        return TournamentDump(summary, secret, self._entries, people)


def store_tournament(ctx: Context, whole: TournamentDump, state: Tournament, *, fixed: bool) -> str:
    """The slug under which it was stored: another process may have taken the first one meanwhile.

    `state` is what its journal gives: the context goes on with it and need not read what was just written.
    """
    base = whole.summary.slug
    for number in count(2):
        try:
            ctx.store.restore(whole)
        except Conflict as conflict:
            if fixed or conflict.code != "slug-taken":
                raise
            whole = replace(whole, summary=replace(whole.summary, slug=f"{base[:70]}-{number}"))
        else:
            state.slug = whole.summary.slug
            ctx.adopt(state, whole.summary.hash)
            return state.slug
    raise AssertionError("the numbers do not end")


# --- out of the store -------------------------------------------------------------------------------------------------


def describe_event(ctx: Context, slug: str) -> ForeignEvent:
    """The tournament as plain values; keys are entrant numbers. It holds the secret seed and personal data."""
    event = ctx.open(slug)
    t = event.state
    return ForeignEvent(
        name=t.name,
        ruleset=t.ruleset.id,
        players=tuple(_player(event, e) for _, e in sorted(t.entrants.items())),
        pods=tuple(_pod(p) for p in t.pods.values()),
        settings=dict(t.settings),
        pod_settings={pod: dict(values) for pod, values in t.pod_settings.items()},
        seed=event.secret,
        zone=t.zone,
        ruleset_text=t.ruleset.text,
        left_fide=t.left_fide.reason if t.left_fide is not None else "",
        remarks=tuple(remark_rows(t)),
        announced=t.announced,
        tiebreaks_announced=t.tiebreaks_announced,
        beside={key: record for key, (record, _) in _retained_records(ctx, slug).items()},
    )


def _player(event: LoadedTournament, e: Entrant) -> ForeignPlayer:
    first, *mates = (_person(event.people.get(person, {})) for person in e.persons)
    personal = {key: getattr(first, key) for key in (*_PERSON, "extra")}
    return ForeignPlayer(
        key=str(e.no), no=e.no, mates=tuple(mates), **personal, **{key: getattr(e, key) for key in _ENTRANT}
    )


def _person(record: Mapping[str, Any]) -> ForeignPerson:
    known = {key: record[key] for key in _PERSON if key in record}
    return ForeignPerson(**known, extra={key: value for key, value in record.items() if key not in _PERSON})


def _pod(p: Pod) -> ForeignPod:
    return ForeignPod(
        id=p.id,
        members=_keys(p.members),
        phase=p.phase,
        divisions=p.divisions,
        section=p.section,
        planned=p.planned,
        first_round=p.first_round,
        sources=p.sources,
        third_place=p.third_place,
        first_table=p.first_table,
        double=p.double,
        rounds=tuple(_round(r) for _, r in sorted(p.rounds.items())),
    )


def _keys(numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(str, numbers))


def _round(r: Round) -> ForeignRound:
    return ForeignRound(
        r.number,
        tuple(ForeignMatch(str(m.a), str(m.b), m.result, m.table, m.reasons) for m in r.matches.values()),
        tuple(ForeignSitting(str(s.no), s.outcome, s.reasons, s.points) for s in r.sitting),
        r.status,
        r.system,
        r.top_starts,
    )


# --- kept outside the journal -----------------------------------------------------------------------------------------


def read_retained(ctx: Context, slug: str, key: str) -> tuple[Mapping[str, Any], int] | None:
    """What a format kept when the tournament was imported, and the entry that says so; None if nothing is there."""
    return _retained_records(ctx, slug).get(key)


def _retained_records(ctx: Context, slug: str) -> dict[str, tuple[Mapping[str, Any], int]]:
    event = ctx.open(slug)
    records: dict[str, tuple[Mapping[str, Any], int]] = {}
    undone = {s.seq for s in event.state.steps if s.undone_by is not None}
    for entry in ctx.store.read(slug):
        fact = decode_fact(entry) if entry.action == Noted.action and entry.seq not in undone else None
        if isinstance(fact, Noted) and fact.beside is not None and fact.person is not None:
            record = event.people.get(fact.person)
            if record is not None:
                records[fact.beside] = (record, entry.seq)
    return records
