"""Several commands as one entry of the journal: all of them or none, and one step back for all of them.

A `BatchContext` works on a copy of the event: commands do there what they always do, and nothing is written until
`commit`. Only commands without attachments fit.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

from pareo.app.base.context import Context, F, JournalResult, LoadedTournament
from pareo.core.journal.fact import Fact
from pareo.core.journal.facts import Batch, JournalEntry
from pareo.core.model.entities import Status
from pareo.core.replay.replay import apply
from pareo.core.tournament.tournament import Tournament
from pareo.store.protocol import NewEntry, PersonChange, journal_moved


@dataclass(slots=True)
class BatchContext(Context):
    """A context that collects the facts of its commands instead of writing them."""

    outer: Context = field(kw_only=True)
    event: LoadedTournament = field(kw_only=True)  # as it is
    base_seq: int = field(kw_only=True)  # the entry it is copied from
    draft: LoadedTournament = field(kw_only=True)  # as it would be
    facts: list[Fact] = field(default_factory=list)
    people: list[PersonChange] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def open(self, slug: str) -> LoadedTournament:
        del slug
        return self.draft

    def write(self, event: LoadedTournament, fact: F, new: NewEntry, notes: tuple[str, ...]) -> JournalResult[F]:
        """Collects the fact and applies it to the copy."""
        apply(event.state, JournalEntry(self.base_seq + 1, fact, new.actor, new.time))
        self.facts.append(fact)
        self.people.extend(new.people)
        self.notes.extend(notes)
        return JournalResult(self.base_seq + 1, fact.action, notes, fact=fact)

    def commit(self, *, client: str | None = None) -> JournalResult[Batch]:
        """Writes all collected facts as one entry."""
        if self.event.state.seq != self.base_seq:
            raise journal_moved(self.event.state.slug, self.base_seq, self.event.state.seq)
        return self.outer.record(
            self.event, Batch(tuple(self.facts)), people=self.people, client=client, notes=self.notes
        )


def begin_batch(ctx: Context, slug: str) -> BatchContext:
    """A context for several commands that shall be written as one entry."""
    event = ctx.open(slug)
    # The copy has caches of its own: it changes, and its hash stays.
    copied = LoadedTournament(_copy_state(event.state), event.store, event.hash)
    return BatchContext(
        ctx.store,
        ctx.actor,
        ctx.now,
        ctx.new_id,
        caches=ctx.caches,
        outer=ctx,
        event=event,
        base_seq=event.state.seq,
        draft=copied,
    )


def _copy_state(t: Tournament) -> Tournament:
    """A copy to try things on. What no round to come can change is shared: rules, people, finished rounds."""
    shared: list[object] = [t.ruleset, t.lists, *t.entrants.values(), *t.steps]
    for r in (r for p in t.pods.values() for r in p.rounds.values()):
        shared += [r] if r.status is Status.FINISHED else r.matches.values()  # a match is never changed, but replaced
    reported = t.floor.reported  # of every table so far
    return copy.deepcopy(t, {id(one): one for one in shared} | {id(reported): dict(reported)})
