"""The context of every command and query: one open store, the tournaments' states, and the one way to write.

Every function of the app takes a `Context`, looks at the state, checks what the rules allow, and records one fact. Any
process may write: the cached state is compared with the journal's head before each use, and new entries are applied.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

import msgspec

from pareo.app.base.actors import is_player
from pareo.app.base.lru_cache import Caches
from pareo.app.base.request_key import asked_of, plain_id
from pareo.app.base.tom_ownership import check_tom_ownership
from pareo.app.base.tournament_cache import TournamentCache, TournamentLock
from pareo.core.journal.fact import Fact, encode
from pareo.core.journal.facts import (
    SCHEMA,
    JournalEntry,
    decode,
    unreadable_entry,
)
from pareo.core.model.entities import Entrant, Match
from pareo.core.model.random_source import SeededRandom
from pareo.core.replay.replay import affects_only_open_results, apply, replay
from pareo.core.text.errors import BadInput, Conflict, LimitReached, NotFound
from pareo.core.text.messages import notes_from_json, notes_to_json
from pareo.core.tournament.tournament import Tournament
from pareo.store.chain import UNREADABLE, Entry
from pareo.store.protocol import Attachment, NewEntry, PersonChange, Store, Summary, client_id_reused

if TYPE_CHECKING:
    from pareo.app.forecast.qualification_cache import OutlookCache

PLAYER_LIMIT = 40  # entries of one player until the next round is published: reports, calls, lists
_RACES = 100  # each one lost is somebody else's entry written: more in a row than a hall has people
_text = msgspec.json.Encoder(order="sorted").encode
_data = msgspec.json.Decoder().decode


def _utc_now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def encode_fact(fact: Fact) -> bytes:
    """The fact as the journal keeps it: canonical JSON."""
    return _text(encode(fact))


def decode_fact(entry: Entry) -> Fact:
    """The fact of a stored entry; BadInput `journal-unreadable` if its bytes are damaged."""
    try:
        data = _data(entry.data)
    except UNREADABLE as problem:
        raise unreadable_entry(entry.seq, entry.action, problem) from problem
    return decode(entry.seq, entry.action, data)


def decode_entries(entries: Iterable[Entry]) -> list[JournalEntry]:
    """The entries of a journal, ready to be replayed."""
    return [decode_entry(entry) for entry in entries]


def decode_entry(entry: Entry) -> JournalEntry:
    """One stored entry, ready to be replayed."""
    return JournalEntry(entry.seq, decode_fact(entry), entry.actor, entry.time)


T = TypeVar("T")
Person: TypeAlias = Mapping[str, Any]
"""Somebody's personal data, stored outside the journal: the fields that are known, by name; empty once forgotten."""
F = TypeVar("F", bound=Fact)
F_co = TypeVar("F_co", bound=Fact, covariant=True)


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What a command did, by its name and the number of its entry, and what the organiser should know."""

    seq: int
    action: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JournalResult(CommandResult, Generic[F_co]):
    """A command that wrote into a journal, with the fact it wrote."""

    fact: F_co = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class SideResult(CommandResult):
    """A command that changed something without a journal: the directory, a series, score sheets."""

    data: Mapping[str, Any] = field(default_factory=dict, kw_only=True)


@dataclass(slots=True)
class LoadedTournament:
    """A tournament as this process sees it: its state, and its people's data (read when needed)."""

    state: Tournament
    store: Store
    hash: str = ""  # of the last entry applied
    caches: Caches = field(default_factory=Caches, compare=False)  # its context's
    standings_version: str = field(
        default="", init=False
    )  # of the last one that told more than results of rounds in play
    _people: dict[str, dict[str, Any]] | None = None
    _ids: dict[str, int] | None = None
    _shown: dict[int, str] | None = None
    _secret: str | None = None
    _public: tuple[str, int, dict[int, str]] = ("", 0, {})
    hidden_results: Mapping[tuple[int, int], Match] = field(
        default_factory=dict
    )  # as everybody sees it: tables whose result
    # TOM does not have, by round and table, as they are
    public_view: tuple[str, LoadedTournament | None] = (
        "",
        None,
    )  # a head, and the event as everybody sees it, where that is another
    _lots: dict[str, Mapping[int, int]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.standings_version = self.hash

    def apply_entry(self, entry: JournalEntry, head: str) -> None:
        """Brings the state up to date with the next entry of the journal, whose hash is `head`."""
        version = self.standings_version if affects_only_open_results(self.state, entry.fact) else head
        apply(self.state, entry)
        self.hash, self.standings_version = head, version

    @property
    def people(self) -> dict[str, dict[str, Any]]:
        if self._people is None:
            self._people = self.store.people(self.state.slug)
        return self._people

    @property
    def secret(self) -> str:
        if self._secret is None:
            self._secret = self.store.secret(self.state.slug)
        return self._secret

    def reload_people(self) -> None:
        self._people = None
        self._ids = None
        self._shown = None
        self._public = ("", 0, {})

    def trial_copy(self, state: Tournament, version: str) -> LoadedTournament:
        """The event in a state that is only tried, under a version and with caches of its own."""
        return replace(self, state=state, hash=version, caches=Caches(), public_view=("", None))

    def change_people(self, changes: Sequence[PersonChange]) -> None:
        """Lets a trial copy know these people as they would be, and everybody by the ids they would have."""
        people = {**self.people, **{change.person: dict(change.data or {}) for change in changes}}
        self.reload_people()
        self._people = {person: data for person, data in people.items() if data}

    # --- names and ids --------------------------------------------------------------------------------------------

    def person(self, entrant: Entrant) -> Person:
        return self.people.get(entrant.persons[entrant.captain], {})

    def name(self, no: int) -> str:
        """The name shown for an entrant; a forgotten person is shown by number."""
        entrant = self.state.entrants[no]
        if entrant.team:
            return entrant.team
        return person_name(self.person(entrant)) or f"#{no}"

    def shown_names(self, how: str, make: Callable[[LoadedTournament, str], dict[int, str]]) -> dict[int, str]:
        """Names made for the public by `make`, cached as long as the people stay the same."""
        key, size, names = self._public
        if key != how or size != len(self.state.entrants):
            names = make(self, how)
            self._public = (how, len(self.state.entrants), names)
        return names

    def id(self, no: int) -> str:
        """The id shown and typed for an entrant: a team's name, the id given at entry, or the number."""
        if self._shown is None:
            self._shown = self._named_ids()
        return self._shown[no]

    def _named_ids(self) -> dict[int, str]:
        """Ids by entrant number. Who has no id gets the number, with a # where that number is somebody else's id."""
        ids = {no: e.team or str(self.person(e).get("id") or "") for no, e in self.state.entrants.items()}
        taken = set(ids.values())
        return {no: text or (f"#{no}" if str(no) in taken else str(no)) for no, text in ids.items()}

    @property
    def ids(self) -> dict[str, int]:
        """Entrant numbers by id."""
        if self._ids is None:
            self._ids = {self.id(no): no for no in self.state.entrants}
        return self._ids

    def find(self, text: str) -> int:
        """The entrant with this id, or with exactly this name if only one has it."""
        query = text.strip()
        if query in self.ids:
            return self.ids[query]
        named = [no for no in self.state.entrants if self.name(no).casefold() == query.casefold()]
        if len(named) == 1:
            return named[0]
        if named:
            raise NotFound(
                "entrant-ambiguous",
                "“{text}” matches {count} players; use the ID: {ids}.",
                text=query,
                count=len(named),
                ids=", ".join(self.id(no) for no in named),
            )
        raise NotFound(
            "no-such-entrant", "No one in {event} has the ID or name “{text}”.", text=query, event=self.state.slug
        )

    def lots(self, label: str = "lots") -> Mapping[int, int]:
        """The random order that settles what nothing else settles (P-TB-7).

        Drawn once from the secret seed, per player: a reprint is the same, a late player changes nobody's lot. 53 bits,
        so that every reader of JSON sees the same number.
        """
        drawn = self._lots.get(label)
        if drawn is None or drawn.keys() != self.state.entrants.keys():
            drawn = {no: SeededRandom(self.secret, f"{label}/{no}").words(1)[0] >> 11 for no in self.state.entrants}
            self._lots[label] = drawn
        return drawn


def person_name(person: Person) -> str:
    return " ".join(filter(None, (str(person.get("first") or ""), str(person.get("last") or ""))))


@dataclass(slots=True)
class Context:
    """An open store, who is acting, and the clock and entropy that the core must not have.

    A context serves one thread at a time: its states are changed in place. Threads share the store and, where they say
    so (`shared`), the cached states: then each tournament that a context opens is locked until its `release`.
    """

    store: Store
    actor: str = "organiser"
    now: Callable[[], str] = _utc_now
    new_id: Callable[[], str] = field(default=lambda: secrets.token_hex(8))
    tournaments: TournamentCache = field(default_factory=TournamentCache)
    caches: Caches = field(default_factory=Caches)  # of what is computed from the tournaments
    shared: bool = False
    outlooks: OutlookCache | None = None  # where what takes long is computed; None: here and now
    changed_heads: dict[str, str | None] = field(
        default_factory=dict
    )  # slug → hash of its head now; None: made or deleted
    last_written: dict[str, int] = field(default_factory=dict)  # slug → number of the last entry of ours
    _locks: dict[str, TournamentLock] = field(default_factory=dict)

    def open(self, slug: str) -> LoadedTournament:
        """The tournament, up to the journal's head."""
        owned = self._owns_lock(slug)
        return self._load(slug, self.store.summary(slug), owned=owned)

    def open_listed(self, summary: Summary) -> LoadedTournament:
        """The tournament of a list that was just read: one that is cached and has not changed needs no look-up."""
        return self._load(summary.slug, summary, owned=self._owns_lock(summary.slug))

    def release(self) -> None:
        """Unlocks the tournaments that this context opened."""
        while self._locks:
            self.tournaments.release(self._locks.popitem()[1])

    def _owns_lock(self, slug: str) -> bool:
        """May this context use and change the cached state? Locks it where it can."""
        if not self.shared or slug in self._locks:
            return True
        lock = self.tournaments.acquire(slug)
        if lock is not None:
            self._locks[slug] = lock
        return lock is not None

    def _load(self, slug: str, summary: Summary, *, owned: bool) -> LoadedTournament:
        event = self.tournaments.get(slug) if owned else None
        if event is not None and event.hash == summary.hash:
            return event
        if event is not None and self._apply_tail(event):
            self.tournaments.put(slug, event)
            return event
        try:
            entries = self.store.read(slug)
            state = replay(decode_entries(entries))
        except BadInput:
            self.tournaments.damaged[slug] = summary.hash
            raise
        state.slug = slug  # a bundle may have been imported under another slug
        event = LoadedTournament(state, self.store, entries[-1].hash, self.caches)
        if owned:
            self.tournaments.put(slug, event)
        return event

    def _apply_tail(self, event: LoadedTournament) -> bool:
        """Applies what others have written since; False if the journal must be replayed (an undo, another journal)."""
        seen = event.state.seq
        tail = self.store.read(event.state.slug, after=seen - 1)
        if not tail or tail[0].hash != event.hash:
            return False
        new = [(decode_entry(entry), entry.hash) for entry in tail[1:]]
        if any(entry.fact.traits.undoes for entry, _ in new):
            return False
        for entry, head in new:
            event.apply_entry(entry, head)
            if entry.fact.traits.personal:
                event.reload_people()
        return True

    def find_repeat(self, slug: str, client: str | None) -> JournalResult[Any] | None:
        """What an earlier request with the same client-made id was answered; Refused if it asked for something else."""
        answer = self.store.find_answer(slug, str(client)) if client else None
        if answer is None or client is None:
            return None
        entry, asked = answer.entry, asked_of(client)
        if answer.asked and asked and answer.asked != asked:
            raise client_id_reused(slug, client, entry.seq)
        return JournalResult(entry.seq, entry.action, notes_from_json(answer.notes), fact=decode_fact(entry))

    def answer_unchanged(
        self, event: LoadedTournament, fact: F, *, client: str | None = None, notes: Sequence[str] = ()
    ) -> JournalResult[F]:
        """Answers a request that changes nothing. With a client's id the answer is remembered like any other (B-39)."""
        if client:
            new = self._new_entry(fact, client=client, notes=notes)
            self.store.remember_answer(event.state.slug, new, seq=event.state.seq)
        return JournalResult(event.state.seq, fact.action, tuple(notes), fact=fact)

    def _new_entry(self, fact: Fact, *, client: str | None, notes: Sequence[str], **attached: Any) -> NewEntry:
        kept_notes = notes_to_json(notes) if client and notes else b""
        return NewEntry(
            self.now(),
            self.actor,
            fact.action,
            encode_fact(fact),
            plain_id(client),
            SCHEMA,
            asked_of(client),
            kept_notes,
            **attached,
        )

    def record(
        self,
        event: LoadedTournament,
        fact: F,
        *,
        people: Sequence[PersonChange] = (),
        client: str | None = None,
        override: str | None = None,
        name: str | None = None,
        notes: Sequence[str] = (),
        attachments: Sequence[Attachment] = (),
        replaced: Sequence[str] = (),
    ) -> JournalResult[F]:
        """Appends one fact and applies it. Conflict if somebody else wrote since `event` was opened."""
        if override:
            fact = replace(fact, override=override)
        if event.state.follows_tom:
            check_tom_ownership(event.state, fact)
        if is_player(self.actor):
            self._check_limit(event)
        new = self._new_entry(
            fact,
            client=client,
            notes=notes,
            people=people,
            attachments=attachments,
            replaced=replaced,
            rename=name,
            relabel=fact.traits.relabels,
        )
        return self.write(event, fact, new, tuple(notes))

    def _check_limit(self, event: LoadedTournament) -> None:
        """A player's phone writes no more in a round than anybody needs (R-22)."""
        if event.state.entries_by.get(self.actor, 0) >= PLAYER_LIMIT:
            raise LimitReached(
                "player-limit",
                "You have already sent {limit} reports and calls this round. This one was not sent: go to the desk.",
                limit=PLAYER_LIMIT,
            )

    def write(self, event: LoadedTournament, fact: F, new: NewEntry, notes: tuple[str, ...]) -> JournalResult[F]:
        """Appends the entry and brings `event` up to date: the one place that writes."""
        slug = event.state.slug
        entry = self.store.append(slug, new, expected=event.state.seq, before=event.hash or None)
        self.last_written[slug] = entry.seq
        self.changed_heads[slug] = entry.hash if entry.seq == event.state.seq + 1 else None
        if fact.traits.undoes or entry.seq != event.state.seq + 1:
            # An undo needs a replay; so does a repeated request that another process has answered meanwhile.
            self._drop_cached(slug)
        else:
            self._drop_cached(slug)  # should the fact not fit, the half-changed state is not used again
            event.apply_entry(JournalEntry(entry.seq, fact, entry.actor, entry.time), entry.hash)
            if not self.shared or slug in self._locks:
                self.tournaments.put(slug, event)
        if new.people or fact.traits.personal:
            event.reload_people()
        return JournalResult(entry.seq, fact.action, notes, fact=fact)

    def retry_on_conflict(self, work: Callable[[], T]) -> T:
        """Does something that reads, checks and appends; does it again if somebody else's entry came in between. Its
        checks run anew each time, so what no longer fits is refused in their own words (R-11). Work that has written
        something already is not repeated."""
        before = dict(self.last_written)
        for _ in range(_RACES):
            try:
                return work()
            except Conflict as lost:
                if lost.code != "journal-moved" or self.last_written != before:
                    raise
        return work()

    def is_damaged(self, summary: Summary) -> bool:
        """Is the tournament known to be damaged: by the store, or because it could not be replayed here?"""
        return summary.damaged or self.tournaments.damaged.get(summary.slug) == summary.hash

    def invalidate(self, slug: str) -> None:
        """Marks a tournament that was created, restored or deleted: it is read anew at the next use."""
        self.changed_heads[slug] = None
        self.tournaments.drop(slug)

    def adopt(self, state: Tournament, head: str) -> None:
        """Takes the state of a tournament that was just stored whole: `head` is the hash of its last entry."""
        self.invalidate(state.slug)
        if self._owns_lock(state.slug):
            self.tournaments.put(state.slug, LoadedTournament(state, self.store, head, self.caches))

    def _drop_cached(self, slug: str) -> None:
        if not self.shared or slug in self._locks:
            self.tournaments.drop(slug)
