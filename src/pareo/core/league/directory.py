"""The directory of people: who they are, which player of an event is which person, and what is added to a rating.

Pure: people in, answers out. A player is a person of the directory by an official number, by exactly the same name, or
by a spelling that somebody confirmed; never because a name looks alike. Likeness only proposes.

Choices: "exactly the same" is the same letters after trimming and case folding; an accent more or less is another
spelling and needs a confirmed alias. Several people of one name are nobody until a person says which, and so are two
players of one event who would be the same person. A birth year that differs contradicts a name.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

LISTS = (1, 2)
"""The two rating lists of a person (SP-12)."""

_LEAST_LIKENESS = 60  # of 100: from here on somebody is proposed
_MOST_PROPOSALS = 3
_TOO_COMMON = 200  # people who share a word before that word says nothing
_MOST_COMPARED = 2000  # of them looked at where nothing else is known


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the directory. A forgotten person has numbers and no name."""

    id: str
    first: str = ""
    last: str = ""
    sex: str = ""
    title: str = ""
    club: str = ""  # id of a club
    federation: str = ""
    birth_year: int | None = None
    local_id: str = ""
    intl_id: str = ""
    rating: int | None = None
    games: int = 0
    rating2: int | None = None
    games2: int = 0
    aliases: tuple[str, ...] = ()  # other spellings, each confirmed by somebody
    note: str = ""
    forgotten: bool = False
    version: int = 0  # counted up by each change; 0: not kept yet

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.first, self.last)))

    def rating_in_list(self, list_no: int) -> tuple[int | None, int]:
        """The person's rating and number of rated games in one of the two lists."""
        return (self.rating, self.games) if list_no == 1 else (self.rating2, self.games2)


@dataclass(frozen=True, slots=True)
class Club:
    """A club, with the spellings under which it is known."""

    id: str
    name: str
    short: str = ""
    city: str = ""
    aliases: tuple[str, ...] = ()
    version: int = 0


def name_key(text: str) -> str:
    """What must be the same for two names to be the same."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


# --- who is who -------------------------------------------------------------------------------------------------------


class MatchReason(Enum):
    """Why a player is matched to a person, or to nobody yet."""

    CHOSEN = "chosen"  # somebody said so
    NUMBER = "number"  # the same official number
    NAME = "name"
    ALIAS = "alias"
    SEVERAL = "several"  # more than one could be meant
    CONTRADICTED = "contradicted"  # the same name, another birth year
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PlayerQuery:
    """A player of an event as they were entered."""

    ref: str
    name: str
    numbers: tuple[str, ...] = ()  # official ones
    id: str = ""  # by which the event knows the player: tells namesakes apart, no more
    birth_year: int | None = None


@dataclass(frozen=True, slots=True)
class PersonMatch:
    """Who a player is; `candidates` where that is not decided."""

    how: MatchReason
    person: str | None = None
    candidates: tuple[str, ...] = ()


class PersonIndex:
    """The people of the directory, by name, confirmed spelling and official number."""

    def __init__(self, people: Iterable[Person]) -> None:
        self.people = {p.id: p for p in people if not p.forgotten}
        self.names: dict[str, list[str]] = defaultdict(list)
        self.aliases: dict[str, list[str]] = defaultdict(list)
        self.numbers: dict[str, list[str]] = defaultdict(list)
        self._words: dict[str, list[str]] | None = None
        self.plain: dict[str, tuple[tuple[str, ...], ...]] = {}  # the words of each spelling, made with `words`
        for p in self.people.values():
            for table, key in self._keys(p):
                table[key].append(p.id)

    def _keys(self, p: Person) -> list[tuple[dict[str, list[str]], str]]:
        """The tables a person stands in, each with its key."""
        name = name_key(p.name)
        return [
            (self.names, name),
            *((self.aliases, alias) for alias in {name_key(a) for a in p.aliases} - {name}),
            *((self.numbers, number) for number in {p.local_id, p.intl_id} - {""}),
        ]

    def with_changes(self, changes: Mapping[str, Person | None]) -> PersonIndex:
        """The index after some people were changed, added or taken out (None). This one stays as it is."""
        new = PersonIndex(())
        new.people = {**self.people, **{pid: p for pid, p in changes.items() if p is not None}}
        new.names, new.aliases, new.numbers = self.names.copy(), self.aliases.copy(), self.numbers.copy()
        for pid, p in changes.items():
            if (old := self.people.get(pid)) is not None:
                for table, key in new._keys(old):
                    table[key] = [other for other in table[key] if other != pid]
            if p is None:
                new.people.pop(pid, None)
                continue
            for table, key in new._keys(p):
                table[key] = [*table[key], pid]
        return new

    def find_by_name(self, text: str) -> list[str]:
        """Everybody with exactly this name or confirmed spelling."""
        key = name_key(text)
        return list(dict.fromkeys((*self.names.get(key, ()), *self.aliases.get(key, ()))))

    @property
    def words(self) -> Mapping[str, list[str]]:
        """People by the plain words of their names; made when somebody is first looked for by likeness."""
        if self._words is None:
            self._words = defaultdict(list)
            for p in self.people.values():
                self.plain[p.id] = tuple(plain_words(name) for name in (p.name, *p.aliases))
                for word in _hints({w for words in self.plain[p.id] for w in words}):
                    self._words[word].append(p.id)
        return self._words


def match_player(query: PlayerQuery, index: PersonIndex, chosen: str | None = None) -> PersonMatch:
    """Who this player is. Numbers first, then names; nothing is guessed."""
    if chosen is not None and chosen in index.people:
        return PersonMatch(MatchReason.CHOSEN, chosen)
    by_number = list(dict.fromkeys(pid for n in query.numbers if n for pid in index.numbers.get(n, ())))
    if len(by_number) == 1:
        return PersonMatch(MatchReason.NUMBER, by_number[0])
    if by_number:
        return PersonMatch(MatchReason.SEVERAL, candidates=tuple(by_number))
    same_name = index.find_by_name(query.name)
    if len(same_name) > 1 and query.id:
        same = [pid for pid in same_name if query.id in (index.people[pid].local_id, index.people[pid].intl_id)]
        same_name = same if len(same) == 1 else same_name
    if len(same_name) > 1:
        return PersonMatch(MatchReason.SEVERAL, candidates=tuple(same_name))
    if not same_name:
        return PersonMatch(MatchReason.UNKNOWN)
    person = index.people[same_name[0]]
    if query.birth_year and person.birth_year and query.birth_year != person.birth_year:
        return PersonMatch(MatchReason.CONTRADICTED, candidates=(person.id,))
    return PersonMatch(
        MatchReason.NAME if name_key(person.name) == name_key(query.name) else MatchReason.ALIAS, person.id
    )


def match_players(
    players: Sequence[PlayerQuery], index: PersonIndex, chosen: Mapping[str, str]
) -> dict[str, PersonMatch]:
    """Who the players of an event are. Two players cannot be one person: a chosen match stays, others must be asked."""
    matches = {query.ref: match_player(query, index, chosen.get(query.ref)) for query in players}
    taken = Counter(m.person for m in matches.values() if m.person is not None)
    chosen_counts = Counter(m.person for m in matches.values() if m.how is MatchReason.CHOSEN)
    for ref, m in matches.items():
        if (
            m.person is not None
            and taken[m.person] > 1
            and (m.how is not MatchReason.CHOSEN or chosen_counts[m.person] > 1)
        ):
            matches[ref] = PersonMatch(MatchReason.SEVERAL, candidates=(m.person,))
    return matches


# --- likeness, which only proposes ------------------------------------------------------------------------------------


def plain_words(text: str) -> tuple[str, ...]:
    """The words of a name without accents, capitals and marks."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c if c.isalnum() else "" if unicodedata.combining(c) or c in "'’" else " " for c in letters)
    return tuple(plain.split())


def _hints(words: Iterable[str]) -> set[str]:
    """A word, and its beginning: a slip of the pen further on still finds the person."""
    return {hint for word in words for hint in ((word, f"{word[:3]}*") if len(word) > 3 else (word,))}


def _likeness(a: tuple[str, ...], b: tuple[str, ...]) -> int:
    """How alike two names are, 0 to 100."""
    if not a or not b:
        return 0
    if sorted(a) == sorted(b):
        return 100
    short, long = sorted((set(a), set(b)), key=len)
    if len(short) > 1 and short < long:
        return 80
    if len(a) == len(b) and all(x == y or (x[0] == y[0] and 1 in (len(x), len(y))) for x, y in zip(a, b, strict=True)):
        return 70
    joined = " ".join(sorted(a)), " ".join(sorted(b))
    most = min(2, min(map(len, joined)) // 4)
    if abs(len(joined[0]) - len(joined[1])) > most or len({*joined[0]} ^ {*joined[1]}) > 2 * most:
        return 0
    far = _distance(*joined, most=most)
    return 0 if far > most else 80 - 10 * far


def _distance(a: str, b: str, *, most: int) -> int:
    """Letters to change, add or leave out; any number above `most` means too many."""
    far = most + 1
    row = [j if j <= most else far for j in range(len(b) + 1)]
    for i, x in enumerate(a, 1):
        new = [far] * (len(b) + 1)
        new[0] = min(i, far)
        for j in range(max(1, i - most), min(len(b), i + most) + 1):  # further from the diagonal it is too far anyway
            new[j] = min(row[j] + 1, new[j - 1] + 1, row[j - 1] + (x != b[j - 1]), far)
        row = new
    return row[-1]


def proposals(name: str, index: PersonIndex) -> tuple[str, ...]:
    """Who might be meant, the likeliest first."""
    words = plain_words(name)
    hints = sorted(_hints(words), key=lambda h: (len(index.words.get(h, ())), h))
    pool: dict[str, None] = {}
    for hint in hints:
        with_hint = index.words.get(hint, ())
        if len(with_hint) <= _TOO_COMMON or not pool:
            pool.update(dict.fromkeys(with_hint[:_MOST_COMPARED]))
    scored = [(max(_likeness(words, other) for other in index.plain[pid]), pid) for pid in pool]
    likely = sorted((-score, pid) for score, pid in scored if score >= _LEAST_LIKENESS)
    return tuple(pid for _, pid in likely[:_MOST_PROPOSALS])


# --- the ledger of ratings --------------------------------------------------------------------------------------------


class RatingSource(Enum):
    """Where a line of somebody's rating history comes from."""

    EVENT = "event"
    CORRECTION = "correction"  # by hand, with a reason
    IMPORTED = "imported"  # from a list


@dataclass(frozen=True, slots=True)
class RatingHistoryStep:
    """One line of a rating history."""

    person: str
    list_no: int
    kind: RatingSource
    before: int | None
    change: int | None
    after: int | None
    games: int  # rated games played in it
    games_after: int
    date: str
    reason: str = ""
    actor: str = ""
    time: str = ""
    application: int | None = None  # key of the event's application
    event: str = ""  # its name
    key: int = 0  # order of writing

    @property
    def games_before(self) -> int:
        return self.games_after - self.games


class SkipReason(Enum):
    """Why a player's rating is left alone."""

    NOT_LINKED = "not-linked"
    NO_GAMES = "no-games"  # none that counts
    UNRATED = "unrated"  # the method gives no first rating
    UNKNOWN_THERE = "unknown-there"  # rated here, but the event was played as if unrated


@dataclass(frozen=True, slots=True)
class RatingResult:
    """A player's line of an event's rating view."""

    rating: int | None
    games: int
    change: int | None
    new: int | None


def new_rating(rating: int | None, row: RatingResult) -> tuple[int | None, int | None] | SkipReason:
    """Change and new rating of somebody who has `rating` in the directory.

    The change is the event's, made with the ratings it was played with; it is added to what the directory says now, so
    two events that overlapped both count. Somebody without a rating takes the event's new one.
    """
    if row.games == 0:
        return SkipReason.NO_GAMES
    if rating is None:
        return SkipReason.UNRATED if row.new is None else (row.change, row.new)
    if row.change is None:
        return SkipReason.UNKNOWN_THERE if row.rating is None else SkipReason.UNRATED
    return row.change, max(0, rating + row.change)
