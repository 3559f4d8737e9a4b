"""The book: everybody in the directory at one moment, kept ready for searching.

It is read whole once; after that only what somebody has written since is read (R-13: a directory may have 100,000
people, and a search must not wait for all of them because one was edited). A book is never changed: the next one shares
what has stayed the same, so other threads go on reading theirs.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pareo.app.base.context import Context
from pareo.app.base.lru_cache import CacheSlot
from pareo.core.league.directory import Club, Index, Person
from pareo.core.text.alphabet import alphabetical, plain_letters

_AT_ONCE = 2000  # more changes than this are put in order by sorting everybody

Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class DirectorySnapshot:
    """The directory at one moment."""

    generation: int
    people: Mapping[str, Person]  # the forgotten too
    clubs: Mapping[str, Club]
    index: Index  # of those with a name
    order: tuple[str, ...]  # by name, as a telephone book sorts
    lines: tuple[str, ...]  # what is searched of each, in that order, with the id at the end
    _ready: dict[str, Any] = field(default_factory=dict)  # made when first asked for

    def club(self, person: Person) -> str:
        """The name of somebody's club."""
        found = self.clubs.get(person.club)
        return found.name if found is not None else ""

    def holding(self, words: Iterable[str], club: str, sort: str) -> Sequence[str]:
        """Who holds every word, in an order of `SORTS`, else by name."""
        found: Sequence[str] = self.order
        if wanted := sorted(set(words), key=self._page.count):
            found = self._with(wanted[0], wanted[1:])  # the rarest first
        if club:
            people = self.people
            found = [pid for pid in found if people[pid].club == club]
        return self._sorted(found, sort)

    def _with(self, word: str, others: Sequence[str]) -> list[str]:
        """Everybody is one text: whoever has the word is found by one expression, at the speed of C."""
        page = self._page
        if not others:
            return re.findall(f"{re.escape(word)}[^\n]*{_END}([^\n]*)", page)
        found = []
        for match in re.finditer(f"{re.escape(word)}[^\n]*{_END}([^\n]*)", page):
            line = page[page.rfind("\n", 0, match.start()) + 1 : match.end()]
            if all(other in line for other in others):
                found.append(match[1])
        return found

    @property
    def _page(self) -> str:
        if "page" not in self._ready:
            self._ready["page"] = "".join(self.lines)
        return str(self._ready["page"])

    def _sorted(self, found: Sequence[str], sort: str) -> Sequence[str]:
        if sort not in SORTS or sort == "name":
            return found
        if found is not self.order:
            return self._by(sort, found)
        if sort not in self._ready:
            self._ready[sort] = self._by(sort, found)
        return tuple(self._ready[sort])

    def _by(self, sort: str, found: Sequence[str]) -> list[str]:
        people = self.people
        if sort == "club":
            clubs = {c.id: (False, alphabetical(c.name)) for c in self.clubs.values()}
            return sorted(found, key=lambda pid: clubs.get(people[pid].club, (True, "")))
        return sorted(found, key=lambda pid: -(getattr(people[pid], sort) or -1))


SORTS = ("name", "rating", "rating2", "games", "club")
_END = "\x1f"  # before the id; no word that is typed holds it
_SNAPSHOT: CacheSlot[str, DirectorySnapshot] = CacheSlot(1)  # under ""


def book(ctx: Context) -> DirectorySnapshot:
    """Everybody. Kept until somebody, here or in another process, writes; then what was written is read."""
    store, cached = ctx.store.directory(), ctx.caches[_SNAPSHOT].get("")
    if cached is None:
        made = _bound(*store.everybody())
    elif cached.generation == store.generation():
        return cached
    else:
        made = _rebound(cached, *store.changes(cached.generation))
    return ctx.caches[_SNAPSHOT].put("", made)


def _bound(generation: int, people: Iterable[Person], clubs: Iterable[Club]) -> DirectorySnapshot:
    """A new book."""
    everybody, known = {p.id: p for p in people}, {c.id: c for c in clubs}
    return _with_lines(generation, everybody, known, Index(everybody.values()))


def _with_lines(
    generation: int, people: Mapping[str, Person], clubs: Mapping[str, Club], index: Index
) -> DirectorySnapshot:
    named = sorted((p for p in people.values() if not p.forgotten), key=_name)
    return DirectorySnapshot(
        generation, people, clubs, index, tuple(p.id for p in named), tuple(_line(p, clubs) for p in named)
    )


def _rebound(
    old: DirectorySnapshot, generation: int, people: Sequence[Person], clubs: Sequence[Club], gone: Sequence[str]
) -> DirectorySnapshot:
    """The book after some changes."""
    everybody = {**old.people, **{p.id: p for p in people}}
    known = {**old.clubs, **{c.id: c for c in clubs}}
    for other in gone:
        everybody.pop(other, None)
        known.pop(other, None)
    changed: dict[str, Person | None] = {p.id: None if p.forgotten else p for p in people}
    changed |= dict.fromkeys(other for other in gone if other in old.people)
    index = old.index.changed(changed)
    renamed = any(c.id in old.clubs and c.name != old.clubs[c.id].name for c in clubs)
    if renamed or len(changed) > _AT_ONCE:
        return _with_lines(generation, everybody, known, index)
    order, lines = list(old.order), list(old.lines)
    now = dict(old.index.people)  # as far as `order` has come
    for pid, p in changed.items():
        if (was := old.index.people.get(pid)) is not None:
            at = bisect_left(order, _name(was), key=lambda other: _name(now[other]))
            del order[at], lines[at]
        if p is not None:
            at = bisect_left(order, _name(p), key=lambda other: _name(now[other]))
            order.insert(at, pid)
            lines.insert(at, _line(p, known))
            now[pid] = p
    return DirectorySnapshot(generation, everybody, known, index, tuple(order), tuple(lines))


def _name(p: Person) -> Key:
    return alphabetical(p.last or p.first), alphabetical(p.first), p.id


def _line(p: Person, clubs: Mapping[str, Club]) -> str:
    club = clubs[p.club].name if p.club in clubs else ""
    text = " ".join((p.name, *p.aliases, club, p.federation, p.local_id, p.intl_id, p.id))
    return f"{' '.join(plain_letters(text).split())}{_END}{p.id}\n"
