"""What a store can do, whichever database is behind it.

A store keeps tournaments: the journal of each (append only, chained by hash), its people and their files, which are
outside the journal and can be erased, its secret seed, and the labels it is found by. The same database keeps accounts,
the directory of people and series, each with a protocol of its own. A store never interprets an entry's data. Every
write is one transaction: it happens whole, durably, or not at all. All failures a user can meet are PareoErrors:

NotFound: `no-such-tournament`, `no-such-person`.
Conflict: `slug-taken`, `journal-moved`.
BadInput: `bad-slug`, `not-text`, `chain-broken`, `journal-cut`, `entry-newer`, `store-damaged`, `store-newer`,
`store-not-a-database`.
Refused: `client-id-reused`, `store-readonly`, `store-locked`, `store-full`, `store-unreadable`, `store-traces`,
`store-log-alone`, `upgrade-copy`; on PostgreSQL `store-away`, `store-unconfirmed`, `store-busy`, `store-not-made`,
`store-not-let-in`, `store-rights`; where the database is none or only in memory `move-memory`, `serve-store`,
`directory-elsewhere`, `series-store`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from pareo.core.text.errors import BadInput, Conflict, NotFound, Refused
from pareo.store.chain import Entry, seal, verify_chain
from pareo.store.upgrade import ENTRY_VERSION, upgrade_entries

if TYPE_CHECKING:  # accounts, directory and series are imported where they are used: the start-up is felt
    from pareo.core.league.documents import DuplicateDocument, SeriesDocument
    from pareo.store.accounts_protocol import AccountStore
    from pareo.store.directory_protocol import DirectoryStore
    from pareo.store.series_protocol import SeriesStore
    from pareo.store.sql.database import Database

MOST_ANSWERS = 10_000  # that are remembered of a tournament without an entry of its journal
_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")


class Summary(msgspec.Struct, frozen=True):
    """A tournament in a list. State kept from an earlier reading is current exactly if `hash` is still the same."""

    slug: str
    id: str  # random, the same in every copy of the tournament
    name: str
    ruleset: str
    created: str
    head: int  # number of the last entry
    hash: str  # of the last entry
    damaged: bool = False  # parts of it cannot be read; `head` is then 0 or what is left


class PersonChange(msgspec.Struct, frozen=True):
    """Personal data written together with an entry: the whole new record, or None to erase it."""

    person: str  # random id
    data: Mapping[str, Any] | None


class Attachment(msgspec.Struct, frozen=True):
    """A list or a photo that somebody handed in, stored outside the journal. It goes when that person is forgotten."""

    id: str  # random; entries hold only this
    person: str  # random id of whose it is
    media: str  # "text/plain", "image/jpeg" …
    data: bytes


class NewEntry(msgspec.Struct, frozen=True):
    """An entry to be written, and what is written with it in the same transaction."""

    time: str
    actor: str
    action: str
    data: bytes
    client: str | None = None
    version: int = ENTRY_VERSION
    asked: str = ""  # what the request with the client's id said, as a digest; empty: not known
    notes: bytes = b""  # what it is answered with, besides the entry; it may name people
    people: Sequence[PersonChange] = ()
    attachments: Sequence[Attachment] = ()
    replaced: Sequence[str] = ()  # attachments that go
    rename: str | None = None  # what lists call the tournament from now on
    relabel: bool = False  # the tournament's labels may no longer be right

    def to_entry(self, slug: str, tournament_id: str, before: str, seq: int) -> Entry:
        """The entry with number `seq`, chained to the one with hash `before`."""
        return seal(
            slug, tournament_id, before, (seq, self.version, self.time, self.actor, self.action, self.data, self.client)
        )

    def is_first(self, entry: Entry) -> bool:
        """Is it the entry that an earlier request with the same id made a tournament with?"""
        return self.client is not None and (
            (entry.client, entry.action, entry.data) == (self.client, self.action, self.data)
        )

    def unwritten(self, slug: str, seq: int) -> Entry:
        """The entry as the answer to a request that changed nothing: without a hash, in no journal."""
        return Entry(slug, seq, self.version, self.time, self.actor, self.action, self.data, self.client, "")

    @property
    def kept_notes(self) -> bytes:
        """The notes, unless somebody is erased with this entry."""
        return b"" if any(change.data is None for change in self.people) else self.notes


class StoredAnswer(msgspec.Struct, frozen=True):
    """What a request with a client-made id asked and got."""

    entry: Entry  # that it wrote; of one that changed nothing, what was answered, without a hash
    asked: str = ""  # empty: not known
    notes: bytes = b""  # empty once somebody of the tournament was erased


class TournamentDump(msgspec.Struct, frozen=True):
    """Everything there is about one tournament, read at one moment: what a bundle holds."""

    summary: Summary
    secret: str
    entries: list[Entry]  # exactly as stored, not upgraded
    people: dict[str, dict[str, Any]]
    attachments: list[Attachment] = []


class RawEvent(msgspec.Struct, frozen=True):
    """What can still be read of a tournament that is damaged: rows as they are stored, by table."""

    tables: dict[str, list[dict[str, Any]]]
    unread: list[str]  # what could not be read, and why


class Notices(Protocol):
    """What processes tell each other about changes. Losing a notice is harmless: everybody looks now and then."""

    @property
    def is_listening(self) -> bool: ...

    def notify(self, slugs: Sequence[str]) -> None:
        """Sends that these tournaments have changed; returns at once."""

    def close(self) -> None: ...


class Store(Protocol):
    """Where tournaments are kept. Safe to use from several threads and several processes at once."""

    def create(self, slug: str, new: NewEntry, *, name: str, ruleset: str, secret: str) -> Entry:
        """A new tournament with its first entry."""

    def append(self, slug: str, new: NewEntry, *, expected: int, before: str | None = None) -> Entry:
        """One more entry, if the last one is still number `expected`; else Conflict and nothing is written.

        Where its hash `before` is given, that must be the same too: an event deleted and put back is another one.

        A client's id that was used before gets the entry stored then, Refused `client-id-reused` if something else was
        asked. Who must be sure that the bytes of an erased person are gone calls `forget` afterwards: it says so if
        they are not.
        """

    def find_answer(self, slug: str, client: str) -> StoredAnswer | None:
        """What was answered to a client-made id (its entry upgraded): ask before computing what chance or time would
        change."""

    def remember_answer(self, slug: str, new: NewEntry, *, seq: int) -> None:
        """Remembers that a request with a client's id changed nothing, and what it was answered: an entry `new` that is
        not written, when the last one was number `seq`. Of each tournament the newest `MOST_ANSWERS` of these stay."""

    def created_by(self, client: str) -> str | None:
        """The slug of the tournament that a request with this id created."""

    def tournaments(self) -> list[Summary]:
        """All tournaments, oldest first. One that is damaged is there too, and says so."""

    def newest(self, count: int) -> list[Summary]:
        """The tournaments made last, the newest first."""

    def summary(self, slug: str) -> Summary:
        """One tournament; a single look-up."""

    def head(self, slug: str) -> int:
        """The number of the last entry; a single look-up."""

    def read(self, slug: str, after: int = 0) -> list[Entry]:
        """The entries after number `after`, in order, upgraded to today's schema."""

    def people(self, slug: str) -> dict[str, dict[str, Any]]:
        """The personal data of everybody in the tournament, by random id."""

    def person(self, slug: str, person: str) -> dict[str, Any]:
        """The personal data of one person, by random id."""

    def attachment_bytes(self, slug: str) -> int:
        """How large the attachments of the tournament are together."""

    def attachment(self, slug: str, attachment: str) -> Attachment | None:
        """One attachment; None once it was erased with its person."""

    def forget(self, slug: str, person: str) -> None:
        """Erase a person's data, attachments too, so that the bytes are gone from the store; the chain is not touched.

        Forgetting somebody who is not there is not an error: it can be repeated after `store-traces`.
        """

    def secret(self, slug: str) -> str:
        """The secret seed of the tournament."""

    def rename(self, slug: str, to: str) -> None:
        """Give the tournament another slug."""

    def delete(self, slug: str) -> None:
        """Erase the tournament, its journal and its people, on purpose and for good."""

    def dump(self, slug: str) -> TournamentDump:
        """Everything about the tournament, read at one moment."""

    def unreadable(self) -> set[str]:
        """The slugs of those that hold bytes nobody can have written. It looks at every row."""

    def raw(self, slug: str) -> RawEvent:
        """Whatever can be read of the tournament, however damaged it is."""

    def restore(self, dump: TournamentDump) -> None:
        """Put in a tournament copied from elsewhere, under `dump.summary.slug`; its chain is checked first."""

    def verify(self, slug: str) -> int:
        """Check the chain of the whole journal, and that no acknowledged entry is missing; how many entries it has."""

    def corrupt_people(self, slug: str) -> list[str]:
        """Whose personal data are not what was written, by random id: the chain does not cover them."""

    def ping(self) -> None:
        """Raises if the store cannot be read and written now."""

    def backup_days(self) -> int | None:
        """For how many days the database's own backups and logs hold what was erased; 0 where it has none (those of a
        file are Pareo's), None where its operators have not said."""
        return 0

    def metrics(self) -> Mapping[str, float]:
        """Counts of what happened between this process and the database, for operators; none where it is a file."""
        return {}

    def notices(self, on_change: Callable[[Sequence[str] | None], None]) -> Notices | None:
        """Begins to listen to what other processes write: `on_change` gets slugs, or None for “anything”, in a thread
        of its own. None where the database sends no notices: then one looks."""
        del on_change
        return None

    def close(self) -> None:
        """Let go of files and connections. The store opens again when it is next used."""

    def summaries(self, slugs: Sequence[str]) -> list[Summary]:
        """Those of these tournaments that are there, oldest first; one look-up for all of them."""

    def with_ids(self, ids: Sequence[str]) -> list[Summary]:
        """The tournaments with these random ids, of copies the oldest; one look-up for all of them."""

    def copies(self, *, tournament_id: str | None = None, secret: str | None = None) -> list[Summary]:
        """All tournaments with this random id, or with this secret seed, oldest first; one question."""

    # --- found without reading journals ------------------------------------------------------------------------------

    def with_label(self, label: str) -> list[tuple[Summary, bool]]:
        """Tournaments that were given this label (True), and those whose labels are not known to be right (False): new
        ones, and those with an entry that may have changed them."""

    def set_labels(self, slug: str, head: str, labels: Sequence[str]) -> None:
        """These are all labels of the tournament as long as its last entry has this hash; nothing if it has not."""

    def sharing(self, slug: str, label: str) -> list[Summary]:
        """Other tournaments known to have this label in which one of this one's people is too, by the signs of
        `pareo.store.identity_keys`; one question, however many tournaments there are."""

    # --- outside the journals: refused by a store that does not keep them ---------------------------------------------

    def tables(self) -> Database:
        """The tables of accounts, directory and series, row by row."""
        raise Refused("move-memory", "Only events in a database can be moved.")

    def accounts(self) -> AccountStore:
        """Accounts, tokens and sessions: who can log in."""
        raise Refused("serve-store", "In this version the web application needs a database that is a file.")

    def directory(self) -> DirectoryStore:
        """The directory of people."""
        raise Refused("directory-elsewhere", "This database keeps no directory of people: use a file.")

    def series(self) -> SeriesStore[SeriesDocument]:
        """Series of tournaments."""
        raise Refused("series-store", "Series are kept only in a database that is a file.")

    def duplicates(self) -> SeriesStore[DuplicateDocument]:
        """Duplicate events."""
        raise Refused("series-store", "Series are kept only in a database that is a file.")


def check_slug(slug: str) -> str:
    """A slug is part of addresses and file names: nothing but plain characters."""
    if not _SLUG.fullmatch(slug):
        raise BadInput(
            "bad-slug",
            "“{slug}” can't be a short name: use up to 80 lowercase letters a–z, digits, - and _, starting with a "
            "letter or digit.",
            slug=slug[:80],
        )
    return slug


def check_dump(dump: TournamentDump) -> str:
    """The slug of a tournament copied from elsewhere; BadInput if it cannot be kept as it is."""
    summary, slug = dump.summary, check_slug(dump.summary.slug)
    if verify_chain(summary.id, dump.entries) != summary.hash or len(dump.entries) != summary.head:
        raise BadInput("chain-end-wrong", "The journal does not end with entry {seq}.", seq=summary.head)
    upgrade_entries(dump.entries)  # refuses what a newer release wrote
    return slug


def no_tournament(slug: str) -> NotFound:
    return NotFound("no-such-tournament", "There is no event “{slug}”.", slug=slug)


def no_person(slug: str, person: str) -> NotFound:
    return NotFound("no-such-person", "There is no person {person} in {slug}.", slug=slug, person=person)


def slug_taken(slug: str) -> Conflict:
    return Conflict("slug-taken", "A tournament “{slug}” already exists: choose another short name.", slug=slug)


def journal_moved(slug: str, expected: int, head: int) -> Conflict:
    return Conflict(
        "journal-moved",
        "Someone else changed {slug} in the meantime (the last entry is {head}, not {expected}). Check and try again.",
        slug=slug,
        expected=expected,
        head=head,
    )


def journal_cut(slug: str, head: int, last: int) -> BadInput:
    return BadInput(
        "journal-cut",
        "Entry {last} of {slug} was confirmed, but the journal ends at entry {head}: the database log was lost or "
        "cut, or an older copy was put in its place. The newest backup may have more.",
        slug=slug,
        head=head,
        last=last,
    )


def upgrade_answer(answer: StoredAnswer) -> StoredAnswer:
    """The answer with its entry in today's schema."""
    return msgspec.structs.replace(answer, entry=upgrade_entries([answer.entry])[0])


def first_answer(answer: StoredAnswer, new: NewEntry) -> Entry:
    """The entry that was stored for the same client's id; Refused if that asked for something else.

    Where it is not known what was asked, the entries are compared."""
    first = answer.entry
    same = answer.asked == new.asked if answer.asked else (first.action, first.data) == (new.action, new.data)
    if same:
        return first
    raise client_id_reused(first.tournament, str(new.client), first.seq)


def client_id_reused(slug: str, client: str, seq: int) -> Refused:
    return Refused(
        "client-id-reused",
        "The request id {client} was already used in {slug} for something else (entry {seq}).",
        slug=slug,
        client=client,
        seq=seq,
    )
