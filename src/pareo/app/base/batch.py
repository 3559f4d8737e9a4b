"""Several commands as one entry of the journal: all of them or none, and one step back for all of them.

A `BatchContext` works on a trial copy of one event: commands do there what they always do, and nothing is written until
`commit`. The copy has a version of its own, so nothing computed from it is ever taken for the real event's. It carries
facts, personal data, attachments and the event's new name; what it cannot carry, it refuses.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from hashlib import sha256

from pareo.app.base.context import Context, F, JournalResult, LoadedTournament
from pareo.core.journal.fact import Fact
from pareo.core.journal.facts import Batch, JournalEntry, Undone, parts_of
from pareo.core.replay.replay import apply
from pareo.core.tournament.tournament import Tournament
from pareo.store.protocol import Attachment, NewEntry, PersonChange, Summary, journal_moved

_TRIAL = "/trial"  # after the hash of the journal's head: the version of a trial copy


@dataclass(slots=True)
class BatchContext(Context):
    """A context that collects the facts of its commands instead of writing them."""

    outer: Context = field(kw_only=True)
    event: LoadedTournament = field(kw_only=True)  # as it is
    base_seq: int = field(kw_only=True)  # the entry it is copied from
    draft: LoadedTournament = field(kw_only=True)  # as it would be
    facts: list[Fact] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    _people: dict[str, PersonChange] = field(default_factory=dict)
    _attachments: list[Attachment] = field(default_factory=list)
    _replaced: list[str] = field(default_factory=list)
    _name: str | None = None

    def open(self, slug: str) -> LoadedTournament:
        """The trial copy of its own event; another event as the outer context sees it, to be read only."""
        return self.draft if slug == self.draft.state.slug else self.outer.open(slug)

    def open_listed(self, summary: Summary) -> LoadedTournament:
        return self.draft if summary.slug == self.draft.state.slug else self.outer.open_listed(summary)

    def write(self, event: LoadedTournament, fact: F, new: NewEntry, notes: tuple[str, ...]) -> JournalResult[F]:
        """Collects the fact, with what belongs to it, and applies it to the copy.

        ValueError for what a batch cannot carry: an entry of another event, an undo.
        """
        if event is not self.draft or isinstance(fact, Undone):
            raise ValueError(f"“{fact.action}” of {event.state.slug} cannot be part of a batch.")
        apply(event.state, JournalEntry(self.base_seq + 1, fact, new.actor, new.time))
        event.state.seq = self.base_seq  # whatever is collected becomes the next entry
        event.hash = event.standings_version = _next_version(event.hash, new)
        event.change_people(new.people)
        self.facts.extend(parts_of(fact))
        self.notes.extend(notes)
        self._people |= {change.person: change for change in new.people}
        self._attachments.extend(new.attachments)
        self._replaced.extend(new.replaced)
        self._name = self._name if new.rename is None else new.rename
        return JournalResult(self.base_seq + 1, fact.action, notes, fact=fact)

    def commit(self, *, client: str | None = None) -> JournalResult[Batch]:
        """Writes all collected facts as one entry."""
        return self._record(Batch(tuple(self.facts)), client)

    def commit_plainly(self, *, client: str | None = None) -> JournalResult[Fact]:
        """Writes all collected facts as one entry; one that is alone as itself."""
        return self._record(self.facts[0] if len(self.facts) == 1 else Batch(tuple(self.facts)), client)

    def _record(self, fact: F, client: str | None) -> JournalResult[F]:
        if self.event.state.seq != self.base_seq:
            raise journal_moved(self.event.state.slug, self.base_seq, self.event.state.seq)
        return self.outer.record(
            self.event,
            fact,
            people=list(self._people.values()),
            client=client,
            name=self._name,
            notes=self.notes,
            attachments=self._attachments,
            replaced=self._replaced,
        )


def begin_batch(ctx: Context, slug: str) -> BatchContext:
    """A context for several commands that shall be written as one entry."""
    event = ctx.open(slug)
    return BatchContext(
        ctx.store,
        ctx.actor,
        ctx.now,
        ctx.new_id,
        caches=ctx.caches,
        outer=ctx,
        event=event,
        base_seq=event.state.seq,
        draft=event.trial_copy(_copy_state(event.state), event.hash + _TRIAL),
    )


def _next_version(version: str, new: NewEntry) -> str:
    """The version of a trial copy after one more entry: it follows from the head and from everything tried since."""
    tried = "\0".join((version, new.time, new.actor, new.action)).encode() + new.data
    return f"{version.partition('/')[0]}{_TRIAL}/{sha256(tried).hexdigest()}"


def _copy_state(t: Tournament) -> Tournament:
    """A copy to try things on. Values that are never changed but replaced are shared: rules, people, matches."""
    shared: list[object] = [t.ruleset, *t.entrants.values(), *t.steps]
    copies: dict[int, object] = {id(one): one for one in shared}
    for r in (r for p in t.pods.values() for r in p.rounds.values()):
        copies[id(r)] = replace(r, matches=dict(r.matches))
    copies[id(t.lists)] = replace(t.lists, versions=dict(t.lists.versions), locks=dict(t.lists.locks))
    copies[id(t.floor.reported)] = dict(t.floor.reported)  # of every table so far
    return copy.deepcopy(t, copies)
