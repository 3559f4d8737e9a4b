"""Who is who across the events of a series. Never by likeness.

Two players of different events are one person if the directory says so (a link, an official number, the exact name or a
confirmed spelling of one person there), else if their names are the same letter for letter (spaces and capitals aside),
or if the organiser has confirmed that two names are one. Everywhere else they are two.

A series stores no names: it knows people by a hash keyed with its own secret, so what is stored says nothing once the
people are forgotten in the events.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pareo.app.base.context import Context, LoadedTournament, person_name
from pareo.app.league.directory_events import links
from pareo.app.league.directory_snapshot import load_directory
from pareo.app.queries.pages.public_names import names_shown, public_name
from pareo.core.league.directory import MatchReason, PersonMatch, name_key
from pareo.core.text.alphabet import alphabetical
from pareo.core.text.errors import NotFound, Refused
from pareo.core.text.messages import Note, note
from pareo.store.series_protocol import StoredSeries

_PRIVACY = ("full", "initial", "nickname")  # as `names` of an event says, the most private last


@dataclass(frozen=True, slots=True)
class Appearance:
    """One entrant of one event of the series."""

    event: int  # its place in the series
    no: int
    name: str
    key: str  # hash of the name
    known: str  # hash of the person in the directory; "" for nobody there
    apart: bool = False  # the directory knows the name, but cannot say that the entrant is that person


@dataclass(frozen=True, slots=True)
class SeriesPerson:
    """Somebody of the series: the keys that stand for them, and their name for staff and for the public."""

    id: str
    keys: frozenset[str]
    name: str  # as in the latest event
    public: str  # as the most private of their events shows them
    at: Mapping[int, int]  # event of the series → number of the entrant


@dataclass(frozen=True, slots=True)
class SeriesPeople:
    """The people of a series, and notes for the organiser on who may be who."""

    everybody: tuple[SeriesPerson, ...]
    of: Mapping[tuple[int, int], SeriesPerson]
    notes: tuple[Note, ...]

    def with_name(self, text: str) -> list[SeriesPerson]:
        """Everybody who was entered under exactly this name, or has this id."""
        key = name_key(text)
        return [p for p in self.everybody if p.id == text.strip() or name_key(p.name) == key]


def key_of(stored: StoredSeries, text: str) -> str:
    """The hash that the series stores instead of a name or an id of the directory."""
    return hashlib.blake2b(text.encode(), key=stored.secret.encode(), digest_size=9).hexdigest()


def join_people(
    ctx: Context, stored: StoredSeries, events: Sequence[tuple[str, LoadedTournament, Iterable[int]]]
) -> SeriesPeople:
    """The people of these events, given as (random id of the tournament, the event, the entrants that count)."""
    anybody = bool(load_directory(ctx).index.people)
    appearances: list[Appearance] = []
    for at, (tournament, event, numbers) in enumerate(events):
        matches = {linked.no: linked.match for linked in links(ctx, event.state.slug)} if anybody else {}
        appearances += [_appearance(stored, (at, tournament), event, no, matches.get(no)) for no in numbers]
    return _join_appearances(stored, events, appearances)


def _appearance(
    stored: StoredSeries, where: tuple[int, str], event: LoadedTournament, no: int, match: PersonMatch | None
) -> Appearance:
    at, tournament = where
    entrant = event.state.entrants[no]
    name = entrant.team or person_name(event.person(entrant))
    if not name:  # forgotten: the name is gone, and the entrant is nobody else
        return Appearance(at, no, event.name(no), key_of(stored, f"nobody:{tournament}:{no}"), "")
    known = key_of(stored, f"directory:{match.person}") if match is not None and match.person else ""
    apart = match is not None and match.how in (MatchReason.SEVERAL, MatchReason.CONTRADICTED)
    return Appearance(at, no, event.name(no), key_of(stored, f"name:{name_key(name)}"), known, apart=apart)


def _join_appearances(
    stored: StoredSeries,
    events: Sequence[tuple[str, LoadedTournament, Iterable[int]]],
    appearances: Sequence[Appearance],
) -> SeriesPeople:
    bearers: dict[str, set[str]] = {}
    for a in appearances:
        if a.known:
            bearers.setdefault(a.key, set()).add(a.known)
    notes = []
    doubtful = {a.key for a in appearances if a.apart}
    node: dict[tuple[int, int], str] = {}
    for a in appearances:
        own = bearers.get(a.key, set())
        if a.known:
            node[a.event, a.no] = a.known
        elif len(own) == 1 and a.key not in doubtful:
            node[a.event, a.no] = next(iter(own))
        else:
            node[a.event, a.no] = a.key
            if own or a.apart:
                notes.append(
                    note(
                        "series-several",
                        "“{name}” of {event} matches several people in the directory: choose the right one in the "
                        "event.",
                        name=a.name,
                        event=events[a.event][1].state.name,
                    )
                )
    alone = {key: next(iter(known)) for key, known in bearers.items() if len(known) == 1 and key not in doubtful}
    root = _JoinedKeys()
    for one, other in stored.data.same:
        root.join(alone.get(one, one), alone.get(other, other))
    members: dict[str, list[Appearance]] = {}
    for a in appearances:
        members.setdefault(root.of(node[a.event, a.no]), []).append(a)
    people = [_person(events, rows, alone) for rows in members.values()]
    of = {(at, no): p for p in people for at, no in p.at.items()}
    return SeriesPeople(
        tuple(sorted(people, key=lambda p: (alphabetical(p.name), p.id))), of, tuple(dict.fromkeys(notes))
    )


def _person(
    events: Sequence[tuple[str, LoadedTournament, Iterable[int]]], rows: Sequence[Appearance], alone: Mapping[str, str]
) -> SeriesPerson:
    at: dict[int, int] = {}
    for a in rows:
        if a.event in at:
            raise Refused(
                "series-name-twice",
                "{event} has 2 players who count as one person: “{name}”. Give them different names there, or "
                "identify them in the directory.",
                event=events[a.event][1].state.name,
                name=a.name,
            )
        at[a.event] = a.no
    keys = {a.known for a in rows if a.known} | {a.key for a in rows if not a.known or a.key in alone}
    last = max(rows, key=lambda a: a.event)
    most_private = max(rows, key=lambda a: (_PRIVACY.index(names_shown(events[a.event][1].state)), a.event))
    return SeriesPerson(
        min(keys), frozenset(keys), last.name, public_name(events[most_private.event][1], most_private.no), at
    )


class _JoinedKeys:
    """Keys that are one person, joined as they are confirmed."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def of(self, key: str) -> str:
        while (above := self._above.get(key)) is not None:
            key = above
        return key

    def join(self, one: str, other: str) -> None:
        a, b = self.of(one), self.of(other)
        if a != b:
            self._above[max(a, b)] = min(a, b)


def find_person(people: SeriesPeople, text: str) -> SeriesPerson:
    """Somebody of the series by exact name or by the id the table shows."""
    matches = people.with_name(text)
    if not matches:
        raise NotFound("series-nobody", "No one called “{text}” is in the series.", text=text.strip()[:200])
    if len(matches) > 1:
        raise NotFound(
            "series-ambiguous",
            "“{text}” matches {count} people in the series; use the ID: {ids}.",
            text=text.strip()[:200],
            count=len(matches),
            ids=", ".join(p.id for p in matches),
        )
    return matches[0]
