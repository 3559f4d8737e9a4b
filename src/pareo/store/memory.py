"""The store in memory: for the library, for dry runs and for tests. Nothing outlives the process.

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
    MOST_ANSWERS,
    Attachment,
    NewEntry,
    PersonChange,
    RawEvent,
    Store,
    StoredAnswer,
    Summary,
    TournamentDump,
    check_dump,
    check_slug,
    first_answer,
    journal_moved,
    no_person,
    no_tournament,
    slug_taken,
    upgrade_answer,
)
from pareo.store.upgrade import upgrade_entries


@dataclass(slots=True)
class _StoredTournament:
    """One tournament with its journal, people and attachments."""

    id: str
    name: str
    ruleset: str
    created: str
    secret: str
    entries: list[Entry] = field(default_factory=list)
    answers: dict[str, StoredAnswer] = field(default_factory=dict)  # by client's id
    people: dict[str, bytes] = field(default_factory=dict)  # encoded: every reader gets a copy
    attachments: dict[str, Attachment] = field(default_factory=dict)
    labels: frozenset[str] | None = None  # None: not known to be right

    def add(self, entry: Entry, asked: str = "", notes: bytes = b"") -> None:
        self.entries.append(entry)
        if entry.client is not None:
            self.answers[entry.client] = StoredAnswer(entry, asked, notes)

    def take(self, people: Iterable[PersonChange], attachments: Iterable[Attachment] = ()) -> None:
        for change in people:
            if change.data is None:
                self.erase(change.person)
            else:
                self.people[change.person] = canonical(change.data)
        self.attachments |= {attachment.id: attachment for attachment in attachments}

    def erase(self, person: str) -> None:
        self.people.pop(person, None)
        self.answers = {client: msgspec.structs.replace(one, notes=b"") for client, one in self.answers.items()}
        self.attachments = {a.id: a for a in self.attachments.values() if a.person != person}


class MemoryStore(Store):
    """See `pareo.store.protocol.Store`. One lock: of two writers who saw the same head exactly one wins."""

    def __init__(self) -> None:
        self._tournaments: dict[str, _StoredTournament] = {}
        self._lock = threading.Lock()

    def create(self, slug: str, new: NewEntry, *, name: str, ruleset: str, secret: str) -> Entry:
        check_slug(slug)
        stored = _StoredTournament(secrets.token_hex(16), name, ruleset, new.time, secret)
        entry = new.to_entry(slug, stored.id, START, 1)
        stored.take(new.people)
        stored.add(entry, new.asked, new.kept_notes)
        with self._lock:
            if slug in self._tournaments:
                first = self._tournaments[slug].entries[0]
                if new.is_first(first):
                    return _with_slug(slug, first)
                raise slug_taken(slug)
            self._tournaments[slug] = stored
        return entry

    def append(self, slug: str, new: NewEntry, *, expected: int, before: str | None = None) -> Entry:
        with self._lock:
            stored = self._find(slug)
            answer = stored.answers.get(new.client) if new.client is not None else None
            head = stored.entries[-1]
            if answer is not None and answer.entry.hash:
                return first_answer(_answer_with_slug(slug, answer), new)
            if answer is not None or head.seq != expected or before not in {None, head.hash}:
                raise journal_moved(slug, expected, head.seq)
            entry = new.to_entry(slug, stored.id, head.hash, head.seq + 1)
            for attachment in new.replaced:
                stored.attachments.pop(attachment, None)
            stored.take(new.people, new.attachments)
            stored.add(entry, new.asked, new.kept_notes)
            if new.relabel:
                stored.labels = None
            if new.rename is not None:
                stored.name = new.rename
        return entry

    def find_answer(self, slug: str, client: str) -> StoredAnswer | None:
        answer = self._find(slug).answers.get(client)
        return None if answer is None else upgrade_answer(_answer_with_slug(slug, answer))

    def remember_answer(self, slug: str, new: NewEntry, *, seq: int) -> None:
        with self._lock:
            answers = self._find(slug).answers
            if new.client is not None and new.client not in answers:
                answers[new.client] = StoredAnswer(new.unwritten(slug, seq), new.asked, new.kept_notes)
                unwritten = [client for client, answer in answers.items() if not answer.entry.hash]
                for client in unwritten[:-MOST_ANSWERS]:
                    del answers[client]

    def created_by(self, client: str) -> str | None:
        first = ((slug, stored.entries[0]) for slug, stored in tuple(self._tournaments.items()))
        return next((slug for slug, entry in first if entry.client == client), None)

    def tournaments(self) -> list[Summary]:
        return [self.summary(slug) for slug in tuple(self._tournaments)]

    def summary(self, slug: str) -> Summary:
        stored = self._find(slug)
        head = stored.entries[-1]
        return Summary(slug, stored.id, stored.name, stored.ruleset, stored.created, head.seq, head.hash)

    def newest(self, count: int) -> list[Summary]:
        return self.tournaments()[::-1][:count]

    def ping(self) -> None:
        """Nothing to check: memory is there as long as we are."""

    def summaries(self, slugs: Sequence[str]) -> list[Summary]:
        return [self.summary(slug) for slug in tuple(self._tournaments) if slug in set(slugs)]

    def with_ids(self, ids: Sequence[str]) -> list[Summary]:
        return list(
            {summary.id: summary for summary in self.newest(len(self._tournaments)) if summary.id in set(ids)}.values()
        )[::-1]

    def copies(self, *, tournament_id: str | None = None, secret: str | None = None) -> list[Summary]:
        return [
            self.summary(slug)
            for slug, stored in tuple(self._tournaments.items())
            if tournament_id == stored.id or secret == stored.secret
        ]

    def with_label(self, label: str) -> list[tuple[Summary, bool]]:
        labels = [(slug, stored.labels) for slug, stored in tuple(self._tournaments.items())]
        return [(self.summary(slug), known is not None) for slug, known in labels if known is None or label in known]

    def set_labels(self, slug: str, head: str, labels: Sequence[str]) -> None:
        with self._lock:
            stored = self._find(slug)
            if stored.entries[-1].hash == head:
                stored.labels = frozenset(labels)

    def sharing(self, slug: str, label: str) -> list[Summary]:
        mine = self._identity_keys(slug)
        return [
            summary
            for summary, sure in self.with_label(label)
            if sure and summary.slug != slug and self._identity_keys(summary.slug) & mine
        ]

    def _identity_keys(self, slug: str) -> set[tuple[int, str]]:
        keys = [keys_in_data(data) for data in self._find(slug).people.values()]
        return {(at, sign) for signs in keys for at, sign in enumerate(signs) if sign is not None}

    def head(self, slug: str) -> int:
        return self._find(slug).entries[-1].seq

    def read(self, slug: str, after: int = 0) -> list[Entry]:
        return upgrade_entries([_with_slug(slug, entry) for entry in self._find(slug).entries[max(after, 0) :]])

    def people(self, slug: str) -> dict[str, dict[str, Any]]:
        return {person: decode_data(data) for person, data in sorted(self._find(slug).people.items())}

    def person(self, slug: str, person: str) -> dict[str, Any]:
        data = self._find(slug).people.get(person)
        if data is None:
            raise no_person(slug, person)
        return decode_data(data)

    def attachment_bytes(self, slug: str) -> int:
        return sum(len(one.data) for one in self._find(slug).attachments.values())

    def attachment(self, slug: str, attachment: str) -> Attachment | None:
        return self._find(slug).attachments.get(attachment)

    def forget(self, slug: str, person: str) -> None:
        with self._lock:
            self._find(slug).erase(person)

    def secret(self, slug: str) -> str:
        return self._find(slug).secret

    def rename(self, slug: str, to: str) -> None:
        check_slug(to)
        with self._lock:
            self._find(slug)
            if to != slug and to in self._tournaments:
                raise slug_taken(to)
            self._tournaments = {to if known == slug else known: stored for known, stored in self._tournaments.items()}

    def delete(self, slug: str) -> None:
        with self._lock:
            self._find(slug)
            del self._tournaments[slug]

    def dump(self, slug: str) -> TournamentDump:
        with self._lock:
            stored = self._find(slug)
            entries = [_with_slug(slug, entry) for entry in stored.entries]
            attachments = [stored.attachments[a] for a in sorted(stored.attachments)]
            return TournamentDump(self.summary(slug), stored.secret, entries, self.people(slug), attachments)

    def unreadable(self) -> set[str]:
        return set()  # nothing damages what is in memory

    def raw(self, slug: str) -> RawEvent:
        stored, summary = self._find(slug), self.summary(slug)
        tournament = msgspec.structs.asdict(summary) | {"secret": stored.secret}
        return RawEvent(
            {
                "tournament": [tournament],
                "entry": [msgspec.structs.asdict(entry) for entry in stored.entries],
                "person": [{"id": person, "data": data} for person, data in sorted(stored.people.items())],
                "attachment": [msgspec.structs.asdict(one) for one in stored.attachments.values()],
            },
            [],
        )

    def restore(self, dump: TournamentDump) -> None:
        summary, slug = dump.summary, check_dump(dump)
        stored = _StoredTournament(summary.id, summary.name, summary.ruleset, summary.created, dump.secret)
        stored.take((PersonChange(person, data) for person, data in dump.people.items()), dump.attachments)
        for entry in dump.entries:
            stored.add(entry)
        with self._lock:
            if slug in self._tournaments:
                raise slug_taken(slug)
            self._tournaments[slug] = stored

    def verify(self, slug: str) -> int:
        stored = self._find(slug)
        verify_chain(stored.id, stored.entries)
        return len(stored.entries)

    def corrupt_people(self, slug: str) -> list[str]:
        self._find(slug)
        return []

    def close(self) -> None:
        """Nothing to let go of: what is kept stays while the store is used."""

    def _find(self, slug: str) -> _StoredTournament:
        stored = self._tournaments.get(slug)
        if stored is None:
            raise no_tournament(slug)
        return stored


def _answer_with_slug(slug: str, answer: StoredAnswer) -> StoredAnswer:
    return msgspec.structs.replace(answer, entry=_with_slug(slug, answer.entry))


def _with_slug(slug: str, entry: Entry) -> Entry:
    """The entry with the slug that its tournament has today."""
    return entry if entry.tournament == slug else msgspec.structs.replace(entry, tournament=slug)
