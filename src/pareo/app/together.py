"""Several commands as one entry of the journal: all of them or none, and one step back for all of them.

A `Joint` is a desk on a copy of the event: commands do there what they always do, and nothing is written until
`commit`. Only commands without attachments fit.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

from pareo.app.desk import Desk, Event, F, Recorded
from pareo.core.journal.fact import Fact
from pareo.core.journal.facts import Together, Told
from pareo.core.journal.fold import apply
from pareo.core.state.model import Status
from pareo.core.state.tournament import Tournament
from pareo.store.protocol import NewEntry, PersonChange, journal_moved


@dataclass(slots=True)
class Joint(Desk):
    """A desk that collects what is done at it."""

    real: Desk = field(kw_only=True)
    event: Event = field(kw_only=True)  # as it is
    at: int = field(kw_only=True)  # the entry it is copied from
    copied: Event = field(kw_only=True)  # as it would be
    facts: list[Fact] = field(default_factory=list)
    people: list[PersonChange] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def open(self, slug: str) -> Event:
        del slug
        return self.copied

    def write(self, event: Event, fact: F, new: NewEntry, notes: tuple[str, ...]) -> Recorded[F]:
        """Notes the fact and folds it into the copy."""
        apply(event.state, Told(self.at + 1, fact, new.actor, new.time))
        self.facts.append(fact)
        self.people.extend(new.people)
        self.notes.extend(notes)
        return Recorded(self.at + 1, fact.action, notes, fact=fact)

    def commit(self, *, client: str | None = None) -> Recorded[Together]:
        """Writes all of it."""
        if self.event.state.seq != self.at:
            raise journal_moved(self.event.state.slug, self.at, self.event.state.seq)
        return self.real.record(self.event, Together(tuple(self.facts)), people=self.people, client=client,
                                notes=self.notes)


def joint(desk: Desk, slug: str) -> Joint:
    """A desk for several commands that belong together."""
    event = desk.open(slug)
    copied = Event(_copied(event.state), event.store, event.hash)
    return Joint(desk.store, desk.actor, desk.now, desk.new_id, real=desk, event=event, at=event.state.seq,
                 copied=copied)


def _copied(t: Tournament) -> Tournament:
    """A copy to try things on. What no round to come can change is shared: rules, people, finished rounds."""
    shared: list[object] = [t.ruleset, t.lists, *t.entrants.values(), *t.steps]
    for r in (r for p in t.pods.values() for r in p.rounds.values()):
        shared += [r] if r.status is Status.FINISHED else r.matches.values()  # a match is never changed, but replaced
    reported = t.floor.reported  # of every table so far
    return copy.deepcopy(t, {id(one): one for one in shared} | {id(reported): dict(reported)})
