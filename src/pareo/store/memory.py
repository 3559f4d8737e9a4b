"""The store in memory: for the library, for rehearsals and for tests. Nothing outlives the process.

It keeps what the journal's part of `Store` keeps, chained and checked in the same way. Accounts, the directory and
series need a database.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from pareo.store.chain import START, Entry, canonical, decode_data, verify_chain
from pareo.store.identity_keys import keys_in_data
from pareo.store.protocol import (
    Attachment,
    NewEntry,
    PersonChange,
    RawEvent,
    Store,
    Summary,
    TournamentDump,
    check_slug,
    check_whole,
    first_answer,
    journal_moved,
    no_person,
    no_tournament,
    slug_taken,
)
from pareo.store.upgrade import upgraded


@dataclass(slots=True)
class _Kept:
    """One tournament."""

    id: str
    name: str
    ruleset: str
    created: str
    secret: str
    entries: list[Entry] = field(default_factory=list)
    by_client: dict[str, Entry] = field(default_factory=dict)
    people: dict[str, bytes] = field(default_factory=dict)  # encoded: who reads them gets a copy of his own
    attachments: dict[str, Attachment] = field(default_factory=dict)
    labels: frozenset[str] | None = None  # None: not known to be right

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)
        if entry.client is not None:
            self.by_client[entry.client] = entry

    def take(self, people: Iterable[PersonChange], attachments: Iterable[Attachment] = ()) -> None:
        for change in people:
            if change.data is None:
                self.erase(change.person)
            else:
                self.people[change.person] = canonical(change.data)
        self.attachments |= {attachment.id: attachment for attachment in attachments}

    def erase(self, person: str) -> None:
        self.people.pop(person, None)
        self.attachments = {a.id: a for a in self.attachments.values() if a.person != person}


class MemoryStore(Store):
    """See `pareo.store.protocol.Store`. One lock: of two writers who saw the same head exactly one wins."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._lock = threading.Lock()

    def create(self, slug: str, new: NewEntry, *, name: str, ruleset: str, secret: str) -> Entry:
        check_slug(slug)
        kept = _Kept(secrets.token_hex(16), name, ruleset, new.time, secret)
        entry = new.sealed(slug, kept.id, START, 1)
        kept.take(new.people)
        kept.add(entry)
        with self._lock:
            if slug in self._kept:
                first = self._kept[slug].entries[0]
                if new.is_first(first):
                    return _named(slug, first)
                raise slug_taken(slug)
            self._kept[slug] = kept
        return entry

    def append(self, slug: str, new: NewEntry, *, expected: int, before: str | None = None) -> Entry:
        with self._lock:
            kept = self._one(slug)
            first = kept.by_client.get(new.client) if new.client is not None else None
            if first is not None:
                return first_answer(_named(slug, first), new)
            head = kept.entries[-1]
            if head.seq != expected or before not in {None, head.hash}:
                raise journal_moved(slug, expected, head.seq)
            entry = new.sealed(slug, kept.id, head.hash, head.seq + 1)
            for attachment in new.replaced:
                kept.attachments.pop(attachment, None)
            kept.take(new.people, new.attachments)
            kept.add(entry)
            if new.relabel:
                kept.labels = None
            if new.rename is not None:
                kept.name = new.rename
        return entry

    def answered(self, slug: str, client: str) -> Entry | None:
        found = self._one(slug).by_client.get(client)
        return None if found is None else upgraded([_named(slug, found)])[0]

    def tournaments(self) -> list[Summary]:
        return [self.summary(slug) for slug in tuple(self._kept)]

    def summary(self, slug: str) -> Summary:
        kept = self._one(slug)
        head = kept.entries[-1]
        return Summary(slug, kept.id, kept.name, kept.ruleset, kept.created, head.seq, head.hash)

    def newest(self, count: int) -> list[Summary]:
        return self.tournaments()[::-1][:count]

    def ping(self) -> None:
        """It is there as long as we are."""

    def summaries(self, slugs: Sequence[str]) -> list[Summary]:
        return [self.summary(slug) for slug in tuple(self._kept) if slug in set(slugs)]

    def with_ids(self, ids: Sequence[str]) -> list[Summary]:
        return list({told.id: told for told in self.newest(len(self._kept)) if told.id in set(ids)}.values())[::-1]

    def copies(self, *, tournament_id: str | None = None, secret: str | None = None) -> list[Summary]:
        return [
            self.summary(slug)
            for slug, kept in tuple(self._kept.items())
            if tournament_id == kept.id or secret == kept.secret
        ]

    def labelled(self, label: str) -> list[tuple[Summary, bool]]:
        found = [(slug, kept.labels) for slug, kept in tuple(self._kept.items())]
        return [(self.summary(slug), known is not None) for slug, known in found if known is None or label in known]

    def label(self, slug: str, head: str, labels: Sequence[str]) -> None:
        with self._lock:
            kept = self._one(slug)
            if kept.entries[-1].hash == head:
                kept.labels = frozenset(labels)

    def sharing(self, slug: str, label: str) -> list[Summary]:
        mine = self._signs(slug)
        return [
            told for told, sure in self.labelled(label) if sure and told.slug != slug and self._signs(told.slug) & mine
        ]

    def _signs(self, slug: str) -> set[tuple[int, str]]:
        found = [keys_in_data(data) for data in self._one(slug).people.values()]
        return {(at, sign) for signs in found for at, sign in enumerate(signs) if sign is not None}

    def head(self, slug: str) -> int:
        return self._one(slug).entries[-1].seq

    def read(self, slug: str, after: int = 0) -> list[Entry]:
        return upgraded([_named(slug, entry) for entry in self._one(slug).entries[max(after, 0) :]])

    def people(self, slug: str) -> dict[str, dict[str, Any]]:
        return {person: decode_data(data) for person, data in sorted(self._one(slug).people.items())}

    def person(self, slug: str, person: str) -> dict[str, Any]:
        data = self._one(slug).people.get(person)
        if data is None:
            raise no_person(slug, person)
        return decode_data(data)

    def attachment_bytes(self, slug: str) -> int:
        return sum(len(one.data) for one in self._one(slug).attachments.values())

    def attachment(self, slug: str, attachment: str) -> Attachment | None:
        return self._one(slug).attachments.get(attachment)

    def forget(self, slug: str, person: str) -> None:
        with self._lock:
            self._one(slug).erase(person)

    def secret(self, slug: str) -> str:
        return self._one(slug).secret

    def rename(self, slug: str, to: str) -> None:
        check_slug(to)
        with self._lock:
            self._one(slug)
            if to != slug and to in self._kept:
                raise slug_taken(to)
            self._kept = {to if known == slug else known: kept for known, kept in self._kept.items()}

    def delete(self, slug: str) -> None:
        with self._lock:
            self._one(slug)
            del self._kept[slug]

    def whole(self, slug: str) -> TournamentDump:
        with self._lock:
            kept = self._one(slug)
            entries = [_named(slug, entry) for entry in kept.entries]
            attachments = [kept.attachments[a] for a in sorted(kept.attachments)]
            return TournamentDump(self.summary(slug), kept.secret, entries, self.people(slug), attachments)

    def unreadable(self) -> set[str]:
        return set()  # nothing damages what is in memory

    def raw(self, slug: str) -> RawEvent:
        kept, told = self._one(slug), self.summary(slug)
        tournament = msgspec.structs.asdict(told) | {"secret": kept.secret}
        return RawEvent(
            {
                "tournament": [tournament],
                "entry": [msgspec.structs.asdict(entry) for entry in kept.entries],
                "person": [{"id": person, "data": data} for person, data in sorted(kept.people.items())],
                "attachment": [msgspec.structs.asdict(one) for one in kept.attachments.values()],
            },
            [],
        )

    def restore(self, whole: TournamentDump) -> None:
        told, slug = whole.summary, check_whole(whole)
        kept = _Kept(told.id, told.name, told.ruleset, told.created, whole.secret)
        kept.take((PersonChange(person, data) for person, data in whole.people.items()), whole.attachments)
        for entry in whole.entries:
            kept.add(entry)
        with self._lock:
            if slug in self._kept:
                raise slug_taken(slug)
            self._kept[slug] = kept

    def verify(self, slug: str) -> int:
        kept = self._one(slug)
        verify_chain(kept.id, kept.entries)
        return len(kept.entries)

    def corrupt_people(self, slug: str) -> list[str]:
        self._one(slug)
        return []

    def close(self) -> None:
        """Nothing to let go of: what is kept stays while the store is used."""

    def _one(self, slug: str) -> _Kept:
        kept = self._kept.get(slug)
        if kept is None:
            raise no_tournament(slug)
        return kept


def _named(slug: str, entry: Entry) -> Entry:
    """The entry under the tournament's slug of today."""
    return entry if entry.tournament == slug else msgspec.structs.replace(entry, tournament=slug)
