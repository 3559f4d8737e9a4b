"""An import that updates: a later save of the same event, taken into the event that is there (BT-ID-1 … BT-DIFF-7).

`take` reads the bytes of a save and appends one entry, or nothing where nothing but clocks is different. Whatever TOM
did meanwhile, also going back, is taken; only a save of another event, and one that has lost every round, is not
(without somebody's word). `begin` makes the event from the first save.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pareo import rulesets
from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.commands.event.events import SlugIndex, slug_for
from pareo.app.queries.event.labels import BESIDE_TOM, events_with_label
from pareo.core.journal.codecs import RoundKey
from pareo.core.journal.facts import TournamentCreated
from pareo.core.journal.tom_facts import Saved
from pareo.core.journal.tom_sync import TomSync
from pareo.core.model.entities import Entrant
from pareo.core.settings.event import DATE, TOURNAMENT_NUMBER
from pareo.core.settings.phases import CUT_MINUTES
from pareo.core.text.errors import BadInput, NeedsConfirmation, Refused
from pareo.core.tom.diff import SaveFacts, difference, is_empty_save
from pareo.core.tournament.tournament import Tournament
from pareo.formats.exchange.check import checked_people, checked_pods
from pareo.formats.exchange.event import ForeignEvent, ForeignPlayer
from pareo.formats.exchange.rebuild import Journal, as_tournament, store_tournament
from pareo.formats.tdf.codes import int_in, iso_date
from pareo.formats.tdf.compare import TOM_RULESET, file_places
from pareo.formats.tdf.parts import parse_parts
from pareo.formats.tdf.read import read_event
from pareo.formats.tdf.retained import retained_text
from pareo.formats.tdf.saves import EARLIER, ELEMENT, last_text, pack_save
from pareo.formats.tdf.xml import XmlDocument
from pareo.store.protocol import Attachment, PersonChange

ACTOR = "TOM"
_RECORD = ("first", "last", "id", "birth_year", "nickname", ELEMENT)
_WORDS = ("first", "last", "birth_year", "nickname")


@dataclass(frozen=True, slots=True)
class FileIdentity:
    """Which event a file is of (BT-ID-1)."""

    number: str
    name: str
    date: str
    organiser: str

    def same(self, other: FileIdentity) -> bool:
        """Is it the same event: by number; where one has none, by name, date and organiser?"""
        if self.number and other.number:
            return self.number == other.number
        return (self.name, self.date, self.organiser) == (other.name, other.date, other.organiser)


@dataclass(frozen=True, slots=True)
class SaveFile:
    """The bytes of a save, read."""

    data: bytes
    document: XmlDocument
    identity: FileIdentity
    stage: int
    rounds: int  # paired in any pod

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def read_save(data: bytes, before: SaveFile | None = None) -> SaveFile:
    """A whole save; BadInput for anything else, also for half a file (BT-WATCH-1). One that is much like the save
    `before` it is read the quicker."""
    if not data.rstrip().endswith(b"</tournament>"):
        raise BadInput("tom-half", "The file is incomplete: it doesn't end as TOM's files do.")
    document = parse_parts(data, before.document if before is not None else None)
    root = document.root
    if root.tag != "tournament" or root.find("players") is None:
        raise BadInput("tdf-foreign", "The file is XML, but not a TOM tournament.")
    organizer = root.find("data", "organizer")
    identity = FileIdentity(
        root.value("data", "id"),
        root.value("data", "name"),
        iso_date(root.value("data", "startdate")),
        organizer.attrs.get("popid", "") if organizer is not None else "",
    )
    rounds = sum(1 for pod in root.all("pods", "pod") for _ in pod.all("rounds", "round"))
    stage = root.attrs.get("stage", "")
    return SaveFile(data, document, identity, int(stage) if stage.isdecimal() else 0, rounds)


def identity_of(event: LoadedTournament) -> FileIdentity:
    """Which event of TOM this is, as far as it is known."""
    t = event.state
    record = event.people.get(t.tom.person, {}) if t.tom is not None else {}
    name = str(record.get("name") or t.name)
    return FileIdentity(
        t.setting(TOURNAMENT_NUMBER) or "", name, t.setting(DATE) or "", str(record.get("organiser") or "")
    )


def find_event(ctx: Context, identity: FileIdentity) -> str | None:
    """The event here that a file is of: one that was followed, the newest first."""
    for summary in reversed(events_with_label(ctx, BESIDE_TOM)):
        event = ctx.open(summary.slug)
        if event.state.tom is not None and identity_of(event).same(identity):
            return summary.slug
    return None


# --- in ---------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _SaveChanges:
    """What a save becomes, before it is written."""

    fact: Saved
    people: list[PersonChange] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)


def begin(ctx: Context, save: SaveFile, *, path: str = "", slug: str | None = None, ruleset: str | None = None) -> str:
    """A new event from the first save that is seen of it: its creation, and the save as one entry. Its slug."""
    event = read_event(save.document.root, ruleset or TOM_RULESET)[0]
    rules = rulesets.load(event.ruleset)
    secret = secrets.token_hex(32)
    journal = Journal(ctx, rules)
    base = slug or slug_for(event.name, set())
    journal.write(
        TournamentCreated(
            base, event.name, rules.text, rules.id, "UTC", {}, hashlib.sha256(secret.encode()).hexdigest()
        )
    )
    empty = LoadedTournament(journal.state, ctx.store, _people={}, _secret=secret)
    changes = _save_changes(ctx, empty, save, path)
    journal.write(changes.fact, ACTOR)
    whole = journal.dump(
        slug or slug_for(event.name, SlugIndex(ctx)),
        event.name,
        rules.id,
        secret,
        {c.person: dict(c.data) for c in changes.people if c.data is not None},
    )
    for one in changes.attachments:
        whole.attachments.append(one)
    return store_tournament(ctx, whole, journal.state, fixed=slug is not None)


def take_save(
    ctx: Context, slug: str, save: SaveFile, *, path: str = "", confirmed: bool = False, client: str | None = None
) -> JournalResult[Saved] | None:
    """Takes one save into the event: its entry, or None where nothing is new."""

    def work() -> JournalResult[Saved] | None:
        event = ctx.open(slug)
        check_save(event, save, confirmed=confirmed)
        tom = event.state.tom
        last = tom.last if tom is not None and tom.following else None
        if last is not None and last.sha256 == save.sha256:
            return None
        changes = _save_changes(ctx, event, save, path)
        if last is not None and is_empty_save(changes.fact) and save.stage < 5:
            return None
        actor, ctx.actor = ctx.actor, ACTOR
        try:
            return ctx.record(
                event,
                changes.fact,
                people=changes.people,
                attachments=changes.attachments,
                client=client,
                name=changes.fact.name,
            )
        finally:
            ctx.actor = actor

    return ctx.retry_on_conflict(work)


def check_save(event: LoadedTournament, save: SaveFile, *, confirmed: bool = False) -> None:
    """Whether the save may be taken into the event: of the same event, and not one that has lost all its rounds."""
    t = event.state
    identity = identity_of(event)
    if not identity.same(save.identity) and not _same_name_and_date(identity, save.identity):
        raise Refused(
            "tom-other-event",
            "The file belongs to another event ({theirs}), not {ours}, so it is not followed.",
            theirs=save.identity.name or save.identity.number,
            ours=t.name,
        )
    if confirmed:
        return
    if not save.rounds and any(p.rounds for p in t.pods.values()):
        raise NeedsConfirmation(
            "tom-emptied",
            "TOM's file no longer has any rounds, although {count} were played here. Nothing changes until you "
            "confirm.",
            count=_round_count(t),
        )
    if t.tom is not None and not t.tom.following and _has_more_rounds(t, save):
        raise NeedsConfirmation(
            "tom-again",
            "TOM's file is behind this event, which continued here. If you follow it again, the event goes back to "
            "TOM's state and results entered here are set aside.",
        )


def _same_name_and_date(known: FileIdentity, incoming: FileIdentity) -> bool:
    """An event that was imported before anybody knew of its organiser: the name and the date are enough."""
    return (
        not (known.number and incoming.number)
        and (known.name, known.date) == (incoming.name, incoming.date)
        and not (known.organiser and incoming.organiser)
    )


def _round_count(t: Tournament) -> int:
    return len({number for p in t.pods.values() for number in p.rounds})


def _has_more_rounds(t: Tournament, save: SaveFile) -> bool:
    return sum(len(p.rounds) for p in t.pods.values()) > save.rounds


def _save_changes(ctx: Context, event: LoadedTournament, save: SaveFile, path: str) -> _SaveChanges:
    t = event.state
    incoming, _, categories = read_event(save.document.root, t.ruleset.id)
    players = _Players(event, incoming)
    if minutes := int_in(save.document.root.value("data", "finalsroundtime"), high=600):
        incoming = replace(incoming, settings={**incoming.settings, CUT_MINUTES.key: minutes})
    foreign = replace(
        incoming,
        players=tuple(replace(p, no=players.number[p.key]) for p in incoming.players),
        ruleset_text=t.ruleset.text,
    )
    entrants, people = checked_people(foreign, t.ruleset, _person_ids(ctx, t, foreign))
    target = as_tournament(foreign, t.ruleset, _with_list_places(entrants, foreign), checked_pods(foreign))
    changes, edited = _person_changes(event, entrants, people, len(t.tom.saves) if t.tom is not None else 0)
    linked = bool(t.tom and t.tom.saves and save.identity.number and not t.setting(TOURNAMENT_NUMBER))
    save_facts = SaveFacts(
        foreign.settings,
        foreign.pod_settings,
        file_places(save.document.root, players.number),
        frozenset(edited),
        frozenset(players.renumbered),
        linked,
    )
    fact = difference(t, target, save_facts, sha256=save.sha256)
    person = t.tom.person if t.tom is not None and t.tom.person else ctx.new_id()
    attachment_id = ctx.new_id()
    saves = t.tom.saves if t.tom is not None else []
    before = last_text(ctx, t.slug, saves) if saves else None
    attachment = pack_save(
        retained_text(save.document, foreign),
        {"pods": categories, "codec": save.document.codec},
        name=attachment_id,
        person=person,
        before=before,
    )
    note = _file_note(event.people.get(person, {}), save, path)
    if note != event.people.get(person):
        changes.append(PersonChange(person, note))
    new = tuple(
        sorted(
            (_digest(event, key), no)
            for key, no in players.number.items()
            if t.tom is None or t.tom.digests.get(_digest(event, key)) != no
        )
    )
    known = t.tom or TomSync()
    fact = replace(
        fact,
        kept=attachment_id,
        person=person if not saves else "",
        digests=new,
        categories={pod: code for pod, code in categories.items() if known.categories.get(pod) != code},
        timed=tuple(key for key in _started_rounds(save, categories, target) if key not in known.timed),
    )
    return _SaveChanges(fact, changes, [attachment])


def _started_rounds(save: SaveFile, categories: Mapping[str, str], target: Tournament) -> list[RoundKey]:
    """The rounds for which TOM has a start time."""
    rounds = []
    for pod in save.document.root.all("pods", "pod"):
        own_pods = [p for p, category in categories.items() if category == pod.attrs.get("category", "")]
        begun = {int_in(r.attrs.get("number", "")) for r in pod.all("rounds", "round") if r.value("starttime")}
        rounds += [
            RoundKey(p.id, number)
            for p in target.pods.values()
            for number in p.rounds
            if number in begun and (p.id in own_pods or set(p.sources) & set(own_pods))
        ]
    return rounds


def _file_note(record: Mapping[str, Any], save: SaveFile, path: str) -> dict[str, Any]:
    """What is kept of the file itself: where it is, and what says which event it is of."""
    known = {"name": save.identity.name, "organiser": save.identity.organiser}
    return {**record, **known, **({"path": path} if path else {})}


def _digest(event: LoadedTournament, userid: str) -> str:
    """A user id that only this event can recognise: who was forgotten is not brought back by the next save."""
    return hmac.new(event.secret.encode(), userid.encode(), "sha256").hexdigest()[:16]


def _person_ids(ctx: Context, t: Tournament, foreign: ForeignEvent) -> Any:
    ids = iter([t.entrants[p.no].persons[0] if p.no in t.entrants else ctx.new_id() for p in foreign.players])
    return lambda: next(ids)


def _with_list_places(entrants: list[Entrant], foreign: ForeignEvent) -> list[Entrant]:
    """The entrants with their places in TOM's list, its last tie-break, where those are not their numbers."""
    order = [player.no for player in foreign.players]
    if order == sorted(order):
        return entrants
    place = {no: i for i, no in enumerate(order, 1)}
    return [replace(e, start_no=place[e.no]) for e in entrants]


class _Players:
    """Which entrant each player of the file is (BT-ID-3)."""

    def __init__(self, event: LoadedTournament, foreign: ForeignEvent) -> None:
        t = event.state
        known = dict(t.tom.digests) if t.tom is not None else {}
        ids = {} if known else event.ids
        self.number: dict[str, int] = {}
        for player in foreign.players:
            no = known.get(_digest(event, player.key)) or ids.get(player.id)
            if no is not None and no in t.entrants:
                self.number[player.key] = no
        self.renumbered: set[int] = set()
        taken = set(self.number.values())
        missing = [no for no in t.entrants if no not in taken]
        new_players = [player for player in foreign.players if player.key not in self.number]
        self._renumber(event, foreign, missing, new_players)
        following = t.next_no
        for player in new_players:
            if player.key not in self.number:
                self.number[player.key] = following
                following += 1

    def _renumber(
        self, event: LoadedTournament, foreign: ForeignEvent, missing: list[int], new_players: list[ForeignPlayer]
    ) -> None:
        """Finds players with another id, but the same name and the same matches: they are the same."""
        names: dict[tuple[str, str], list[int]] = {}
        for no in missing:
            record = event.person(event.state.entrants[no])
            names.setdefault((str(record.get("first", "")), str(record.get("last", ""))), []).append(no)
        for player in new_players:
            same = names.get((player.first, player.last), [])
            if len(same) == 1 and self._same_matches(event, foreign, same[0], player.key):
                self.number[player.key] = same[0]
                self.renumbered.add(same[0])
                names.pop((player.first, player.last))

    def _same_matches(self, event: LoadedTournament, foreign: ForeignEvent, no: int, key: str) -> bool:
        played_here = {
            (number, m.opponent_of(no))
            for p in event.state.pods.values()
            for number, r in p.rounds.items()
            for m in r.matches.values()
            if no in (m.a, m.b)
        }
        in_file = {
            (r.number, self.number.get(m.b if m.a == key else m.a))
            for p in foreign.pods
            for r in p.rounds
            for m in r.matches
            if key in (m.a, m.b)
        }
        common = {number for number, _ in played_here} & {number for number, _ in in_file}
        return all((number, other) in in_file for number, other in played_here if number in common)


def _person_changes(
    event: LoadedTournament, entrants: list[Entrant], people: Mapping[str, dict[str, Any]], number: int
) -> tuple[list[PersonChange], set[int]]:
    """Personal data that are new or others, and whose. Who was forgotten stays so."""
    changes: list[PersonChange] = []
    edited: set[int] = set()
    for e in entrants:
        person = e.persons[0]
        new, old = people[person], event.people.get(person)
        if old is None:
            if e.no not in event.state.entrants:
                changes.append(PersonChange(person, new))
            continue
        if all(old.get(key) == new.get(key) for key in _RECORD):
            continue
        record = {key: value for key, value in old.items() if key not in _RECORD}
        if old.get(ELEMENT) and old.get(ELEMENT) != new.get(ELEMENT) and number:
            record[EARLIER] = [*old.get(EARLIER, ()), [number, old[ELEMENT]]]
        changes.append(PersonChange(person, {**record, **new}))
        if any(old.get(key) != new.get(key) for key in _WORDS):
            edited.add(e.no)
    return changes, edited
