"""A tournament without its people, for a report about a fault: the same rounds, results and rules, nobody's name.

Contract: what comes out is a bundle like any other (`bundle`): it verifies, can be imported next to the original, and
pairs and ranks as the original did. People are “Player 7”; staff, clubs, teams and whatever else is written about an
entrant are numbered, the same word always alike; whatever somebody typed in their own words is “…”; lists and photos
are left out, and so is what somebody's number at TOM could be guessed from. As words in entries change, every entry is
sealed anew: the chain is whole, but it is another one, under another id. Times, ratings and rules stay: they are what
is looked into.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from pareo.app.base.context import decode_entries
from pareo.core.journal.facts import ACTIONS, TournamentCreated
from pareo.core.journal.round_facts import INTENTIONAL
from pareo.core.model.player_fields import FIELDS, FieldStorage, FieldType
from pareo.core.replay.replay import replay
from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.setting import TEXT
from pareo.core.tournament.tournament import Tournament
from pareo.formats.bundle import pack_bundle
from pareo.store import Entry, Store, TournamentDump, canonical
from pareo.store.chain import START, decode_data, seal
from pareo.store.upgrade import upgrade_entries

SLUG, NAME = "anonymous", "Anonymous"
_REMARK = 2  # where it stands in a row of `seen`
WORDS = "…"
_PROGRAM = ("clock", "public", "organiser", "owner", "demonstration")  # actors that are nobody
_NUMBERED = {
    f.name: f.name.capitalize()
    for f in FIELDS
    if f.home is FieldStorage.ENTRANT and f.kind in (FieldType.LINE, FieldType.TEXT)
} | {"divisions": "Division"}  # of a pod, or of several entrants
_RULES = frozenset({"ruleset", "ruleset_id"})  # a public document, or the house's


def own_words() -> frozenset[str]:
    """The keys of what somebody wrote in their own words, in any entry."""
    settings = {setting.key for setting in SETTINGS.values() if setting.kind is TEXT and setting.key != "zone"}
    return frozenset({"override", *settings, *(key for kind in ACTIONS.values() for key in kind.own_words)})


def anonymous_bundle(store: Store, slug: str) -> bytes:
    """The tournament as one file, without its people."""
    return pack_bundle(anonymise(store.dump(slug)))


def anonymise(whole: TournamentDump) -> TournamentDump:
    """The tournament with its people, and what they typed, replaced by numbers; its entries are sealed anew."""
    id_ = sha256(f"anonymous {whole.summary.id}".encode()).hexdigest()[:32]
    mask, entries, before = _Mask.of(whole), [], START
    for entry in whole.entries:
        data = mask.entry(entry)
        facts = (entry.seq, entry.version, entry.time, mask.actor(entry.actor), entry.action, data, None)
        entries.append(seal(SLUG, id_, before, facts))
        before = entries[-1].hash
    summary = type(whole.summary)(
        slug=SLUG,
        id=id_,
        name=NAME,
        ruleset=whole.summary.ruleset,
        created=whole.summary.created,
        head=whole.summary.head,
        hash=before,
    )
    return TournamentDump(summary, whole.secret, entries, mask.people(whole))


def _numbers(t: Tournament) -> dict[str, str]:
    """The number of each person, by id: 7, or 7a and 7b of a team."""
    return {
        person: f"{e.no}{'abcdefgh'[i % 8] if len(e.persons) > 1 else ''}"
        for e in t.entrants.values()
        for i, person in enumerate(e.persons)
    }


@dataclass(slots=True)
class _Mask:
    """What stands for whom: the same name gets the same mask."""

    names: re.Pattern[str]  # full names, as somebody may have typed them into any field
    numbers: dict[str, str]  # of each person, as the event numbers them
    divisions: frozenset[str]  # those of the rules: they say nothing about anybody
    own_words: frozenset[str]
    masks: dict[tuple[str, str], str] = field(default_factory=dict)

    @classmethod
    def of(cls, whole: TournamentDump) -> _Mask:
        names: set[str] = set()
        for person in whole.people.values():
            first, last = str(person.get("first", "")).strip(), str(person.get("last", "")).strip()
            if first and last:
                names |= {f"{first} {last}", f"{last} {first}", f"{last}, {first}"}
        names |= {entry.actor for entry in whole.entries if entry.actor not in _PROGRAM}
        longest_first = sorted(map(re.escape, names), key=len, reverse=True)
        t = replay(decode_entries(upgrade_entries(whole.entries)))
        rules = t.ruleset.divisions
        return cls(
            re.compile("|".join(longest_first) or "(?!)", re.IGNORECASE),
            _numbers(t),
            frozenset(d.id for d in rules.divisions) if rules is not None else frozenset(),
            own_words(),
        )

    def number(self, kind: str, name: str) -> str:
        """The mask of a name: “Club 3”."""
        if (kind, name) not in self.masks:
            self.masks[kind, name] = f"{kind} {1 + sum(known == kind for known, _ in self.masks)}"
        return self.masks[kind, name]

    def actor(self, name: str) -> str:
        return name if name in _PROGRAM else self.number("Staff", name)

    def entry(self, entry: Entry) -> bytes:
        data = {key: self.value(key, value) for key, value in decode_data(entry.data).items()}
        if entry.action == TournamentCreated.action:
            data |= {"slug": SLUG, "name": NAME}
        return canonical(data)

    def value(self, key: str, value: Any) -> Any:
        if key == "digests":  # of user ids, by the event's secret, which is in the bundle: a few million tries
            return [[sha256(f"anonymous {no}".encode()).hexdigest()[:16], no] for _, no in value]
        if key == "seen":  # rule by rule; the third is somebody's remark
            return [[WORDS if i == _REMARK and one else one for i, one in enumerate(row)] for row in value]
        if isinstance(value, dict):
            return {inner: self.value(inner, one) for inner, one in value.items()}
        if isinstance(value, list):
            return [self.value(key, one) for one in value]
        if not isinstance(value, str) or not value or key in _RULES or value in self.divisions:
            return value
        if key in _NUMBERED:
            return self.number(_NUMBERED[key], value)
        if (key in self.own_words and value != INTENTIONAL) or self.names.search(value):
            return WORDS
        return value

    def people(self, whole: TournamentDump) -> dict[str, dict[str, Any]]:
        """The people by id, as “Player 7”, and nothing else about them."""
        return {
            person: {"first": "Player", "last": self.numbers.get(person, "?"), "id": self.numbers.get(person, "?")}
            for person in whole.people
        }
