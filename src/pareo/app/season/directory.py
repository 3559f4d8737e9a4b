"""The directory of people across tournaments: finding, adding, changing, correcting, forgetting. Clubs too.

One directory per database. It has no journal: each write is one transaction of its own, and a rating changes only by a
line of its history. `directory_events` says who of an event is who, `directory_ratings` applies ratings,
`directory_lists` reads and writes whole lists.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from pareo.app.backups import still_holding
from pareo.app.desk import Desk, DoneBeside
from pareo.app.people.personal import read_person_sex, read_title
from pareo.app.season.book import Book, book
from pareo.app.season.rows import DirectoryPerson, PersonHistory, RatingStep
from pareo.core.season.directory import LISTS, Club, Kind, Person, Step, name_key, proposals
from pareo.core.state.fields import RATING_MOST
from pareo.core.words.alphabet import plain_letters
from pareo.core.words.errors import BadInput, Conflict, NeedsConfirmation, NotFound, Refused
from pareo.core.words.line import clean_line
from pareo.core.words.notes import phrase, row_place
from pareo.core.words.numbers import whole_or_refuse
from pareo.store.directory_protocol import DirectoryStore, no_such_person

PAGE = 100
TEXTS = ("first", "last", "sex", "title", "club", "federation", "local_id", "intl_id", "note")
NUMBERS = ("birth_year", "rating", "games", "rating2", "games2")
_BOUNDS = {"birth_year": (1900, 2100), "rating": (0, RATING_MOST), "rating2": (0, RATING_MOST), "games": (0, 100_000),
           "games2": (0, 100_000)}
EDITABLE = (*TEXTS, "birth_year")
ALIASES = 20


# --- finding ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found:
    """One page of the directory."""

    people: tuple[Person, ...]
    total: int
    page: int
    pages: int


def search(seen: Book, text: str = "", *, sort: str = "name", club: str = "", page: int = 1, size: int = PAGE) -> Found:
    """Whose name, spellings, club or numbers hold every word typed; accents and capitals do not matter."""
    ids = seen.holding(plain_letters(text).split(), club, sort)
    pages = max(1, -(-len(ids) // size))
    here = min(max(1, page), pages)
    return Found(tuple(seen.people[pid] for pid in ids[(here - 1) * size : here * size]), len(ids), here, pages)


def find(seen: Book, text: str) -> Person:
    """Somebody by id, official number, or exactly his name or a confirmed spelling, if only one has it."""
    wanted = text.strip()
    if wanted in seen.people:
        return seen.people[wanted]
    found = seen.index.numbers.get(wanted) or seen.index.named(wanted)
    if len(found) == 1:
        return seen.people[found[0]]
    if found:
        raise NotFound(
            "directory-several",
            "“{text}” is the name or number of {count} people in the directory; use the id: {ids}.",
            text=wanted[:80], count=len(found), ids=", ".join(found[:8]),
        )
    raise unknown(seen, wanted)


def unknown(seen: Book, text: str) -> NotFound:
    """Nobody has this name; who might be meant is proposed, never taken."""
    like = [seen.people[pid] for pid in proposals(text, seen.index)]
    if not like:
        return no_such_person(text)
    return NotFound(
        "directory-perhaps", "Nobody in the directory is “{text}”. Perhaps: {names}.",
        text=text[:80], names=", ".join(f"{p.name} ({p.id})" for p in like),
    )


def row_of(seen: Book, p: Person) -> DirectoryPerson:
    """A person as he is shown."""
    return DirectoryPerson(
        id=p.id, name=p.name, first=p.first, last=p.last, sex=p.sex, title=p.title, club=seen.club(p),
        federation=p.federation, birth_year=p.birth_year, local_id=p.local_id, intl_id=p.intl_id, rating=p.rating,
        games=p.games, rating2=p.rating2, games2=p.games2, aliases=list(p.aliases), note=p.note, version=p.version,
    )


def step_row(step: Step) -> RatingStep:
    """A line of a rating history."""
    return RatingStep(
        date=step.date, list=step.list_no, kind=step.kind.value, event=step.event, reason=step.reason,
        before=step.before, change=step.change, after=step.after, games=step.games, actor=step.actor,
    )


def with_history(desk: Desk, who: str) -> PersonHistory:
    """Somebody with all his ratings."""
    seen = book(desk)
    row = row_of(seen, find(seen, who))
    steps = [step_row(step) for step in history(desk, row.id)]
    return PersonHistory(**structs.asdict(row), history=steps)


def history(desk: Desk, person: str) -> list[Step]:
    """Somebody's ratings, oldest first."""
    return desk.store.directory().history(person)


# --- adding and changing ----------------------------------------------------------------------------------------------


def keeper(desk: Desk) -> DirectoryStore:
    return desk.store.directory()


def done(action: str, *notes: str, **data: Any) -> DoneBeside:
    """What was done. The directory has no journal, so the number of the entry is 0."""
    return DoneBeside(0, action, notes, data=data)


def today(desk: Desk) -> str:
    return desk.now()[:10]


def fresh_id(desk: Desk, *taken: Container[str]) -> str:
    """A random id, short enough to be typed."""
    made = desk.new_id()[:8]
    while any(made in some for some in taken):
        made = desk.new_id()[:8]
    return made


def read_fields(fields: Mapping[str, object], where: str = "") -> dict[str, Any]:
    """Details as typed or read, cleaned; the club is still its name."""
    at = row_place(where)
    read: dict[str, Any] = {}
    for key, value in fields.items():
        if key in NUMBERS:
            read[key] = _read_number(key, value, at)
        elif key == "sex":
            read[key] = read_person_sex(str(value), at)
        elif key == "title":
            read[key] = read_title(str(value))
        elif key in TEXTS:
            read[key] = clean_line(str(value), phrase(key), 2000 if key == "note" else 200)
        else:
            raise BadInput("field-unknown", "There is no field “{key}” (fields: {known}).",
                           key=key[:40], known=", ".join((*TEXTS, *NUMBERS)))
    return read


def _read_number(key: str, value: object, at: str) -> int | None:
    text = str(value if value is not None else "").strip()
    if not text:
        return 0 if key.startswith("games") else None
    number = whole_or_refuse(
        text, 8, BadInput("field-number", "{key}={value}: this must be a number.", key=phrase(key), value=text[:40]))
    low, high = _BOUNDS[key]
    if not low <= number <= high:
        raise BadInput("number-out-of-range", "{where}{key} {value} is not between {low} and {high}.",
                       where=at, key=phrase(key), value=number, low=low, high=high)
    return number


class Clubs:
    """The clubs while people are being written: a name that is not known becomes a new club."""

    def __init__(self, desk: Desk, seen: Book) -> None:
        self._desk = desk
        self._known = dict(seen.clubs)
        self._names = {key: c.id for c in seen.clubs.values() for key in club_keys(c)}
        self.new: list[Club] = []

    def id_of(self, name: str) -> str:
        if not name:
            return ""
        key = name_key(name)
        if key not in self._names:
            club = Club(fresh_id(self._desk, self._known), name)
            self._known[club.id] = club
            self._names[key] = club.id
            self.new.append(club)
        return self._names[key]


def club_keys(club: Club) -> set[str]:
    """Under what a club is known."""
    return {name_key(text) for text in (club.name, club.short, *club.aliases) if text}


def add(desk: Desk, fields: Mapping[str, object], *, confirmed: bool = False) -> Person:
    """Somebody new. A name that is there already must be confirmed: there are namesakes."""
    seen = book(desk)
    read = read_fields(fields)
    clubs = Clubs(desk, seen)
    person = Person(fresh_id(desk, seen.people), **{**read, "club": clubs.id_of(read.get("club", ""))})
    check_person(seen, person)
    if not confirmed and (same := seen.index.named(person.name)):
        raise NeedsConfirmation(
            "directory-namesake", "{name} is in the directory already ({ids}): is this another one?",
            name=person.name, ids=", ".join(same[:5]),
        )
    keeper(desk).save([person], clubs.new)
    return replace(person, version=1)


def check_person(seen: Book, person: Person, where: str = "") -> None:
    """A name that can be seen, and official numbers that nobody else has."""
    if not any(c.isprintable() and not c.isspace() for c in person.name):
        raise BadInput("name-missing", "{where}a player needs a name.", where=row_place(where))
    for number in {person.local_id, person.intl_id} - {""}:
        for other in seen.index.numbers.get(number, ()):
            if other != person.id:
                raise BadInput("directory-number", "{where}the number {number} belongs to {name}.",
                               where=row_place(where), number=number, name=seen.people[other].name)


def edit(desk: Desk, who: str, changes: Mapping[str, object], *, version: int | None = None) -> Person:
    """Changes details. Ratings are corrected with a reason (`correct`), not edited."""
    seen = book(desk)
    person = _seen_as(find(seen, who), version)
    if wrong := [key for key in changes if key in NUMBERS and key != "birth_year"]:
        raise Refused("directory-rating-edit", "{key} is not edited: correct it with a reason.", key=wrong[0])
    if not changes:
        raise BadInput("edit-nothing", "Say what to change: {known}.", known=", ".join(EDITABLE))
    read = read_fields(changes)
    clubs = Clubs(desk, seen)
    if "club" in read:
        read["club"] = clubs.id_of(read["club"])
    changed = replace(person, **read)
    check_person(seen, changed)
    if changed == person:
        return person
    keeper(desk).save([changed], clubs.new)
    return replace(changed, version=person.version + 1)


def _seen_as(person: Person, version: int | None) -> Person:
    if person.forgotten:
        raise Refused("directory-forgotten", "{id} was forgotten: there is nothing left to change.", id=person.id)
    if version is not None and version != person.version:
        raise Conflict("directory-moved", "Somebody else changed the directory in between: look again and repeat.")
    return person


def read_spelling(seen: Book, person: str, name: str) -> str:
    """A spelling as it is kept: a name, and nobody else's."""
    spelling = clean_line(name, phrase("The name"))
    if not spelling:
        raise BadInput("name-missing", "{where}a player needs a name.", where="")
    others = [pid for pid in seen.index.named(spelling) if pid != person]
    if others:
        raise Refused("directory-alias-taken", "“{name}” is already how {other} is written.",
                      name=spelling, other=f"{seen.people[others[0]].name} ({others[0]})")
    return spelling


def add_alias(desk: Desk, who: str, name: str) -> Person:
    """Another spelling that is this person too, from now on in every event. Somebody has to say so."""
    seen = book(desk)
    person = _seen_as(find(seen, who), None)
    spelling = read_spelling(seen, person.id, name)
    if name_key(spelling) in {name_key(text) for text in (person.name, *person.aliases)}:
        return person
    if len(person.aliases) >= ALIASES:
        raise Refused("directory-aliases", "{name} has {count} spellings already: take one out first.",
                      name=person.name, count=len(person.aliases))
    changed = replace(person, aliases=(*person.aliases, spelling))
    keeper(desk).save([changed])
    return replace(changed, version=person.version + 1)


def remove_alias(desk: Desk, who: str, name: str) -> Person:
    """This spelling is not this person after all."""
    person = _seen_as(find(book(desk), who), None)
    kept = tuple(a for a in person.aliases if name_key(a) != name_key(name))
    if kept == person.aliases:
        raise NotFound("directory-no-alias", "{name} has no spelling “{text}”.", name=person.name, text=name[:80])
    keeper(desk).save([replace(person, aliases=kept)])
    return replace(person, aliases=kept, version=person.version + 1)


def forget(desk: Desk, who: str, *, confirmed: bool = False) -> DoneBeside:
    """Erases a person's name and details for good; ratings and histories stay as numbers. Backups that still hold him
    are named."""
    person = find(book(desk), who)
    if not confirmed and not person.forgotten:
        raise NeedsConfirmation("forget-confirm", "All data of {name} would be erased for good.", name=person.name)
    keeper(desk).forget(person.id)
    return done("directory-forgotten", *still_holding(desk, [person.id], directory=True), person=person.id)


def merge(desk: Desk, keep: str, other: str, *, confirmed: bool = False) -> Person:
    """Two entries of one person become one; the other's name becomes a confirmed spelling.

    The other one must have no rating history: two histories cannot be told as one.
    """
    seen = book(desk)
    a, b = _seen_as(find(seen, keep), None), _seen_as(find(seen, other), None)
    if a.id == b.id:
        raise BadInput("merge-same", "Choose two different entries to merge.")
    if keeper(desk).history(b.id):
        raise Refused(
            "directory-merge-history", "{name} ({id}) has a rating history: keep that entry, or take it back.",
            name=b.name, id=b.id,
        )
    if not confirmed:
        raise NeedsConfirmation("merge-confirm", "{a} stays and takes over what only {b} has; {b} goes.",
                                a=f"{a.name} ({a.id})", b=f"{b.name} ({b.id})")
    known = {name_key(text) for text in (a.name, *a.aliases)}
    aliases = [name for name in (b.name, *b.aliases) if name_key(name) not in known]
    lacking = {key: getattr(b, key) for key in EDITABLE if not getattr(a, key)}
    kept = replace(a, **lacking, aliases=(*a.aliases, *aliases)[:ALIASES])
    steps = [
        Step(a.id, list_no, Kind.CORRECTION, None, None, b.rated(list_no)[0], b.rated(list_no)[1] - a.rated(list_no)[1],
             b.rated(list_no)[1], today(desk), b.name, desk.actor, desk.now())
        for list_no in LISTS if a.rated(list_no)[0] is None and b.rated(list_no)[0] is not None
    ]
    keeper(desk).remove_person(b, kept, steps)
    return replace(kept, version=a.version + 1)


# --- ratings by hand --------------------------------------------------------------------------------------------------


def check_list(list_no: int) -> int:
    if list_no not in LISTS:
        raise NotFound("no-rating-list", "There is no rating list {number}: there are 1 and 2.", number=list_no)
    return list_no


def correct(
    desk: Desk, who: str, rating: int | None, *, reason: str, list_no: int = 1, games: int | None = None
) -> Step:
    """A rating set by hand, with the reason; it becomes a line of the history."""
    person = _seen_as(find(book(desk), who), None)
    check_list(list_no)
    why = clean_line(reason, phrase("The reason"), 500)
    if not any(c.isalnum() for c in why):
        raise BadInput("directory-reason", "A correction needs a reason in words.")
    before, played = person.rated(list_no)
    value = _read_number("rating", rating, "")
    count = played if games is None else _read_number("games", games, "") or 0
    change = value - before if value is not None and before is not None else None
    step = Step(person.id, list_no, Kind.CORRECTION, before, change, value, count - played, count, today(desk), why,
                desk.actor, desk.now())
    keeper(desk).save(steps=[step])
    return step


def take_back_correction(desk: Desk, who: str, *, list_no: int = 1) -> Step:
    """Undoes the last line of somebody's history on a list, if it was written by hand or read from a list."""
    person = find(book(desk), who)
    check_list(list_no)
    steps = [s for s in keeper(desk).history(person.id) if s.list_no == list_no]
    if not steps or steps[-1].kind is Kind.EVENT:
        raise Refused("directory-no-correction", "The last line of {name}'s history is no correction.",
                      name=person.name or person.id)
    keeper(desk).take_back_step(steps[-1])
    return steps[-1]


def listed(seen: Book, people: Sequence[Person]) -> list[DirectoryPerson]:
    return [row_of(seen, p) for p in people]
