"""A snapshot of the directory: everybody in it at one moment, indexed for searching.

It is read whole once; after that only what somebody has written since is read (R-13: a directory may have 100,000
people, and a search must not wait for all of them because one was edited). A snapshot is never changed: the next one
shares what has stayed the same, so other threads go on reading theirs.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pareo.app.base.context import Context
from pareo.app.base.lru_cache import CacheSlot
from pareo.core.league.directory import Club, Person, PersonIndex
from pareo.core.text.alphabet import alphabetical, plain_letters

_AT_ONCE = 2000  # more changes than this are put in order by sorting everybody

Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class DirectorySnapshot:
    """The directory at one moment."""

    generation: int
    people: Mapping[str, Person]  # the forgotten too
    clubs: Mapping[str, Club]
    index: PersonIndex  # of those with a name
    order: tuple[str, ...]  # by name, as a telephone book sorts
    lines: tuple[str, ...]  # what is searched of each, in that order, with the id at the end
    _ready: dict[str, Any] = field(default_factory=dict)  # sorted ids and the search text, made when first needed

    def club(self, person: Person) -> str:
        """The name of somebody's club."""
        club = self.clubs.get(person.club)
        return club.name if club is not None else ""

    def search(self, words: Iterable[str], club: str, sort: str) -> Sequence[str]:
        """Ids of the people whose line holds every word, in an order of `SORTS`, else by name."""
        ids: Sequence[str] = self.order
        if rarest_first := sorted(set(words), key=self._search_text.count):
            ids = self._containing(rarest_first[0], rarest_first[1:])
        if club:
            people = self.people
            ids = [pid for pid in ids if people[pid].club == club]
        return self._in_order(ids, sort)

    def _containing(self, word: str, others: Sequence[str]) -> list[str]:
        """Ids of the people whose line holds the word and the others. One expression searches all lines: fast."""
        text = self._search_text
        if not others:
            return re.findall(f"{re.escape(word)}[^\n]*{_END}([^\n]*)", text)
        ids = []
        for match in re.finditer(f"{re.escape(word)}[^\n]*{_END}([^\n]*)", text):
            line = text[text.rfind("\n", 0, match.start()) + 1 : match.end()]
            if all(other in line for other in others):
                ids.append(match[1])
        return ids

    @property
    def _search_text(self) -> str:
        if "page" not in self._ready:
            self._ready["page"] = "".join(self.lines)
        return str(self._ready["page"])

    def _in_order(self, ids: Sequence[str], sort: str) -> Sequence[str]:
        if sort not in SORTS or sort == "name":
            return ids
        if ids is not self.order:
            return self._sort(sort, ids)
        if sort not in self._ready:
            self._ready[sort] = self._sort(sort, ids)
        return tuple(self._ready[sort])

    def _sort(self, sort: str, ids: Sequence[str]) -> list[str]:
        people = self.people
        if sort == "club":
            clubs = {c.id: (False, alphabetical(c.name)) for c in self.clubs.values()}
            return sorted(ids, key=lambda pid: clubs.get(people[pid].club, (True, "")))
        return sorted(ids, key=lambda pid: -(getattr(people[pid], sort) or -1))


SORTS = ("name", "rating", "rating2", "games", "club")
_END = "\x1f"  # before the id; no word that is typed holds it
_SNAPSHOT: CacheSlot[str, DirectorySnapshot] = CacheSlot(1)  # under ""


def load_directory(ctx: Context) -> DirectorySnapshot:
    """The directory as it is now. Cached until this or another process writes; then only changes are read."""
    store, cached = ctx.store.directory(), ctx.caches[_SNAPSHOT].get("")
    if cached is None:
        snapshot = _build_snapshot(*store.everybody())
    elif cached.generation == store.generation():
        return cached
    else:
        snapshot = _update_snapshot(cached, *store.changes(cached.generation))
    return ctx.caches[_SNAPSHOT].put("", snapshot)


def _build_snapshot(generation: int, people: Iterable[Person], clubs: Iterable[Club]) -> DirectorySnapshot:
    """A snapshot of all people and clubs."""
    everybody, club_by_id = {p.id: p for p in people}, {c.id: c for c in clubs}
    return _with_lines(generation, everybody, club_by_id, PersonIndex(everybody.values()))


def _with_lines(
    generation: int, people: Mapping[str, Person], clubs: Mapping[str, Club], index: PersonIndex
) -> DirectorySnapshot:
    listed_people = sorted((p for p in people.values() if not p.forgotten), key=_sort_key)
    return DirectorySnapshot(
        generation,
        people,
        clubs,
        index,
        tuple(p.id for p in listed_people),
        tuple(_search_line(p, clubs) for p in listed_people),
    )


def _update_snapshot(
    old: DirectorySnapshot, generation: int, people: Sequence[Person], clubs: Sequence[Club], gone: Sequence[str]
) -> DirectorySnapshot:
    """The snapshot that follows `old` after some changes."""
    everybody = {**old.people, **{p.id: p for p in people}}
    club_by_id = {**old.clubs, **{c.id: c for c in clubs}}
    for other in gone:
        everybody.pop(other, None)
        club_by_id.pop(other, None)
    changed: dict[str, Person | None] = {p.id: None if p.forgotten else p for p in people}
    changed |= dict.fromkeys(other for other in gone if other in old.people)
    index = old.index.with_changes(changed)
    renamed = any(c.id in old.clubs and c.name != old.clubs[c.id].name for c in clubs)
    if renamed or len(changed) > _AT_ONCE:
        return _with_lines(generation, everybody, club_by_id, index)
    order, lines = list(old.order), list(old.lines)
    now = dict(old.index.people)  # as far as `order` has come
    for pid, p in changed.items():
        if (was := old.index.people.get(pid)) is not None:
            at = bisect_left(order, _sort_key(was), key=lambda other: _sort_key(now[other]))
            del order[at], lines[at]
        if p is not None:
            at = bisect_left(order, _sort_key(p), key=lambda other: _sort_key(now[other]))
            order.insert(at, pid)
            lines.insert(at, _search_line(p, club_by_id))
            now[pid] = p
    return DirectorySnapshot(generation, everybody, club_by_id, index, tuple(order), tuple(lines))


def _sort_key(p: Person) -> Key:
    return alphabetical(p.last or p.first), alphabetical(p.first), p.id


def _search_line(p: Person, clubs: Mapping[str, Club]) -> str:
    club = clubs[p.club].name if p.club in clubs else ""
    text = " ".join((p.name, *p.aliases, club, p.federation, p.local_id, p.intl_id, p.id))
    return f"{' '.join(plain_letters(text).split())}{_END}{p.id}\n"
