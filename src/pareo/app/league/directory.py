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

from pareo.app.base.context import Context, SideResult
from pareo.app.commands.people.leaving import forget_question
from pareo.app.league.directory_snapshot import DirectorySnapshot, load_directory
from pareo.app.operations.backups import notes_on_forgotten
from pareo.app.queries.people.personal import read_person_sex, read_title
from pareo.app.rows.league import DirectoryPerson, PersonHistory, RatingStep
from pareo.core.league.directory import LISTS, Club, Person, RatingHistoryStep, RatingSource, name_key, proposals
from pareo.core.model.player_fields import RATING_MOST, RATINGS, rated
from pareo.core.text.alphabet import plain_letters
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, Conflict, NeedsConfirmation, NotFound, Refused
from pareo.core.text.messages import row_place, text_note
from pareo.core.text.numbers import whole_or_refuse
from pareo.store.directory_protocol import DirectoryStore, no_such_person

PAGE = 100
TEXTS = ("first", "last", "sex", "title", "club", "federation", "local_id", "intl_id", "note")
NUMBERS = ("birth_year", "rating", "games", "rating2", "games2")
_BOUNDS = {
    "birth_year": (1900, 2100),
    "rating": (0, RATING_MOST),
    "rating2": (0, RATING_MOST),
    "games": (0, 100_000),
    "games2": (0, 100_000),
}
EDITABLE = (*TEXTS, "birth_year")
ALIASES = 20


# --- finding ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DirectoryPage:
    """One page of the directory."""

    people: tuple[Person, ...]
    total: int
    page: int
    pages: int


def search(
    directory: DirectorySnapshot, text: str = "", *, sort: str = "name", club: str = "", page: int = 1, size: int = PAGE
) -> DirectoryPage:
    """The people whose name, spellings, club or numbers hold every word; accents and capitals do not matter."""
    ids = directory.search(plain_letters(text).split(), club, sort)
    pages = max(1, -(-len(ids) // size))
    here = min(max(1, page), pages)
    return DirectoryPage(
        tuple(directory.people[pid] for pid in ids[(here - 1) * size : here * size]), len(ids), here, pages
    )


def find(directory: DirectorySnapshot, text: str) -> Person:
    """A person of the directory by id, official number, exact name or confirmed spelling, if only one has it."""
    query = text.strip()
    if query in directory.people:
        return directory.people[query]
    ids = directory.index.numbers.get(query) or directory.index.find_by_name(query)
    if len(ids) == 1:
        return directory.people[ids[0]]
    if ids:
        raise NotFound(
            "directory-several",
            "“{text}” matches {count} people in the directory; use the ID: {ids}.",
            text=query[:80],
            count=len(ids),
            ids=", ".join(ids[:8]),
        )
    raise unknown_person_error(directory, query)


def unknown_person_error(directory: DirectorySnapshot, text: str) -> NotFound:
    """The error that nobody has this name; who might be meant is proposed, never chosen."""
    like = [directory.people[pid] for pid in proposals(text, directory.index)]
    if not like:
        return no_such_person(text)
    return NotFound(
        "directory-perhaps",
        "“{text}” is not in the directory. Did you mean: {names}?",
        text=text[:80],
        names=", ".join(f"{p.name} ({p.id})" for p in like),
    )


def row_of(directory: DirectorySnapshot, p: Person) -> DirectoryPerson:
    """A person as a row."""
    return DirectoryPerson(
        id=p.id,
        name=p.name,
        first=p.first,
        last=p.last,
        sex=p.sex,
        title=p.title,
        club=directory.club(p),
        federation=p.federation,
        birth_year=p.birth_year,
        local_id=p.local_id,
        intl_id=p.intl_id,
        rating=p.rating,
        games=p.games,
        rating2=p.rating2,
        games2=p.games2,
        aliases=list(p.aliases),
        note=p.note,
        version=p.version,
    )


def step_row(step: RatingHistoryStep) -> RatingStep:
    """A step of a rating history as a row."""
    return RatingStep(
        date=step.date,
        list=step.list_no,
        kind=step.kind.value,
        event=step.event,
        reason=step.reason,
        before=step.before,
        change=step.change,
        after=step.after,
        games=step.games,
        actor=step.actor,
    )


def with_history(ctx: Context, who: str) -> PersonHistory:
    """A person of the directory with all their ratings."""
    directory = load_directory(ctx)
    row = row_of(directory, find(directory, who))
    steps = [step_row(step) for step in history(ctx, row.id)]
    return PersonHistory(**structs.asdict(row), history=steps)


def history(ctx: Context, person: str) -> list[RatingHistoryStep]:
    """Somebody's ratings, oldest first."""
    return ctx.store.directory().history(person)


# --- adding and changing ----------------------------------------------------------------------------------------------


def directory_store(ctx: Context) -> DirectoryStore:
    return ctx.store.directory()


def directory_result(action: str, *notes: str, **data: Any) -> SideResult:
    """The result of a change. The directory has no journal, so the number of the entry is 0."""
    return SideResult(0, action, notes, data=data)


def today(ctx: Context) -> str:
    return ctx.now()[:10]


def fresh_id(ctx: Context, *taken: Container[str]) -> str:
    """A random id, short enough to be typed."""
    new = ctx.new_id()[:8]
    while any(new in some for some in taken):
        new = ctx.new_id()[:8]
    return new


def read_fields(fields: Mapping[str, object], where: str = "") -> dict[str, Any]:
    """Details of a person as typed or read from a file, cleaned; the club is still its name."""
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
            read[key] = clean_line(str(value), text_note(key), 2000 if key == "note" else 200)
        else:
            raise BadInput(
                "field-unknown",
                "There is no field “{key}” (fields: {known}).",
                key=key[:40],
                known=", ".join((*TEXTS, *NUMBERS)),
            )
    return read


def _read_number(key: str, value: object, at: str) -> int | None:
    text = str(value if value is not None else "").strip()
    if not text:
        return 0 if key.startswith("games") else None
    number = whole_or_refuse(
        text, 8, BadInput("field-number", "{key}={value}: this must be a number.", key=text_note(key), value=text[:40])
    )
    low, high = _BOUNDS[key]
    if not low <= number <= high:
        raise BadInput(
            "number-out-of-range",
            "{where}{key} {value} is not between {low} and {high}.",
            where=at,
            key=text_note(key),
            value=number,
            low=low,
            high=high,
        )
    return rated(number) if key in RATINGS else number


class Clubs:
    """The clubs while people are being written: a name that is not known becomes a new club."""

    def __init__(self, ctx: Context, directory: DirectorySnapshot) -> None:
        self._ctx = ctx
        self._known = dict(directory.clubs)
        self._names = {key: c.id for c in directory.clubs.values() for key in club_keys(c)}
        self.new: list[Club] = []

    def id_of(self, name: str) -> str:
        if not name:
            return ""
        key = name_key(name)
        if key not in self._names:
            club = Club(fresh_id(self._ctx, self._known), name)
            self._known[club.id] = club
            self._names[key] = club.id
            self.new.append(club)
        return self._names[key]


def club_keys(club: Club) -> set[str]:
    """All names and spellings of a club, in the form in which names are compared."""
    return {name_key(text) for text in (club.name, club.short, *club.aliases) if text}


def add(ctx: Context, fields: Mapping[str, object], *, confirmed: bool = False) -> Person:
    """Adds a person to the directory. A name that is there already must be confirmed: there are namesakes."""
    directory = load_directory(ctx)
    read = read_fields(fields)
    clubs = Clubs(ctx, directory)
    person = Person(fresh_id(ctx, directory.people), **{**read, "club": clubs.id_of(read.get("club", ""))})
    check_person(directory, person)
    if not confirmed and (same := directory.index.find_by_name(person.name)):
        raise NeedsConfirmation(
            "directory-namesake",
            "{name} is already in the directory ({ids}). Is this someone else?",
            name=person.name,
            ids=", ".join(same[:5]),
        )
    directory_store(ctx).save([person], clubs.new)
    return replace(person, version=1)


def check_person(directory: DirectorySnapshot, person: Person, where: str = "") -> None:
    """Refuses a person without a visible name, or with an official number that somebody else has."""
    if not any(c.isprintable() and not c.isspace() for c in person.name):
        raise BadInput("name-missing", "{where}a player needs a name.", where=row_place(where))
    for number in {person.local_id, person.intl_id} - {""}:
        for other in directory.index.numbers.get(number, ()):
            if other != person.id:
                raise BadInput(
                    "directory-number",
                    "{where}the number {number} belongs to {name}.",
                    where=row_place(where),
                    number=number,
                    name=directory.people[other].name,
                )


def edit(ctx: Context, who: str, changes: Mapping[str, object], *, version: int | None = None) -> Person:
    """Changes details of a person. Ratings are corrected with a reason (`correct`), not edited."""
    directory = load_directory(ctx)
    person = _check_editable(find(directory, who), version)
    if wrong := [key for key in changes if key in NUMBERS and key != "birth_year"]:
        raise Refused("directory-rating-edit", "{key} can't be edited: correct it, with a reason.", key=wrong[0])
    if not changes:
        raise BadInput("edit-nothing", "Choose what to change: {known}.", known=", ".join(EDITABLE))
    read = read_fields(changes)
    clubs = Clubs(ctx, directory)
    if "club" in read:
        read["club"] = clubs.id_of(read["club"])
    changed = replace(person, **read)
    check_person(directory, changed)
    if changed == person:
        return person
    directory_store(ctx).save([changed], clubs.new)
    return replace(changed, version=person.version + 1)


def _check_editable(person: Person, version: int | None) -> Person:
    if person.forgotten:
        raise Refused("directory-forgotten", "{id} was erased: there is nothing left to change.", id=person.id)
    if version is not None and version != person.version:
        raise Conflict("directory-moved", "Someone else changed the directory in the meantime. Check and try again.")
    return person


def read_spelling(directory: DirectorySnapshot, person: str, name: str) -> str:
    """A spelling as it is stored: a name, and nobody else's."""
    spelling = clean_line(name, text_note("The name"))
    if not spelling:
        raise BadInput("name-missing", "{where}a player needs a name.", where="")
    others = [pid for pid in directory.index.find_by_name(spelling) if pid != person]
    if others:
        raise Refused(
            "directory-alias-taken",
            "“{name}” is already a spelling of {other}.",
            name=spelling,
            other=f"{directory.people[others[0]].name} ({others[0]})",
        )
    return spelling


def add_alias(ctx: Context, who: str, name: str) -> Person:
    """Adds a spelling that means this person in every event from now on."""
    directory = load_directory(ctx)
    person = _check_editable(find(directory, who), None)
    spelling = read_spelling(directory, person.id, name)
    if name_key(spelling) in {name_key(text) for text in (person.name, *person.aliases)}:
        return person
    if len(person.aliases) >= ALIASES:
        raise Refused(
            "directory-aliases",
            "{name} already has {count} spellings: remove one first.",
            name=person.name,
            count=len(person.aliases),
        )
    changed = replace(person, aliases=(*person.aliases, spelling))
    directory_store(ctx).save([changed])
    return replace(changed, version=person.version + 1)


def remove_alias(ctx: Context, who: str, name: str) -> Person:
    """Removes a spelling of a person."""
    person = _check_editable(find(load_directory(ctx), who), None)
    remaining = tuple(a for a in person.aliases if name_key(a) != name_key(name))
    if remaining == person.aliases:
        raise NotFound("directory-no-alias", "{name} has no spelling “{text}”.", name=person.name, text=name[:80])
    directory_store(ctx).save([replace(person, aliases=remaining)])
    return replace(person, aliases=remaining, version=person.version + 1)


def forget(ctx: Context, who: str, *, confirmed: bool = False) -> SideResult:
    """Erases a person's name and details for good; ratings and histories stay as numbers. Backups that still hold
    the person are named."""
    person = find(load_directory(ctx), who)
    if not confirmed and not person.forgotten:
        raise forget_question(person.name)
    directory_store(ctx).forget(person.id)
    return directory_result(
        "directory-forgotten", *notes_on_forgotten(ctx, [person.id], directory=True), person=person.id
    )


def merge(ctx: Context, keep: str, other: str, *, confirmed: bool = False) -> Person:
    """Merges two entries of one person; the other's name becomes a confirmed spelling.

    The other one must have no rating history: two histories cannot become one.
    """
    directory = load_directory(ctx)
    a, b = _check_editable(find(directory, keep), None), _check_editable(find(directory, other), None)
    if a.id == b.id:
        raise BadInput("merge-same", "Choose 2 different entries to merge.")
    if directory_store(ctx).history(b.id):
        raise Refused(
            "directory-merge-history",
            "{name} ({id}) has a rating history: keep that entry, or revert the history first.",
            name=b.name,
            id=b.id,
        )
    if not confirmed:
        raise NeedsConfirmation(
            "merge-confirm",
            "{a} stays and gets the data that only {b} has; {b} is deleted.",
            a=f"{a.name} ({a.id})",
            b=f"{b.name} ({b.id})",
        )
    known = {name_key(text) for text in (a.name, *a.aliases)}
    aliases = [name for name in (b.name, *b.aliases) if name_key(name) not in known]
    lacking = {key: getattr(b, key) for key in EDITABLE if not getattr(a, key)}
    merged = replace(a, **lacking, aliases=(*a.aliases, *aliases)[:ALIASES])
    steps = [
        RatingHistoryStep(
            a.id,
            list_no,
            RatingSource.CORRECTION,
            None,
            None,
            b.rating_in_list(list_no)[0],
            b.rating_in_list(list_no)[1] - a.rating_in_list(list_no)[1],
            b.rating_in_list(list_no)[1],
            today(ctx),
            b.name,
            ctx.actor,
            ctx.now(),
        )
        for list_no in LISTS
        if a.rating_in_list(list_no)[0] is None and b.rating_in_list(list_no)[0] is not None
    ]
    directory_store(ctx).remove_person(b, merged, steps)
    return replace(merged, version=a.version + 1)


# --- ratings by hand --------------------------------------------------------------------------------------------------


def check_list(list_no: int) -> int:
    if list_no not in LISTS:
        raise NotFound("no-rating-list", "There is no rating list {number}: choose 1 or 2.", number=list_no)
    return list_no


def correct(
    ctx: Context, who: str, rating: int | None, *, reason: str, list_no: int = 1, games: int | None = None
) -> RatingHistoryStep:
    """Sets a rating by hand, with the reason; it becomes a line of the history."""
    person = _check_editable(find(load_directory(ctx), who), None)
    check_list(list_no)
    why = clean_line(reason, text_note("The reason"), 500)
    if not any(c.isalnum() for c in why):
        raise BadInput("directory-reason", "Give a reason for the correction.")
    before, played = person.rating_in_list(list_no)
    value = _read_number("rating", rating, "")
    count = played if games is None else _read_number("games", games, "") or 0
    change = value - before if value is not None and before is not None else None
    step = RatingHistoryStep(
        person.id,
        list_no,
        RatingSource.CORRECTION,
        before,
        change,
        value,
        count - played,
        count,
        today(ctx),
        why,
        ctx.actor,
        ctx.now(),
    )
    directory_store(ctx).save(steps=[step])
    return step


def take_back_correction(ctx: Context, who: str, *, list_no: int = 1) -> RatingHistoryStep:
    """Undoes the last line of somebody's history on a list, if it was written by hand or read from a list."""
    person = find(load_directory(ctx), who)
    check_list(list_no)
    steps = [s for s in directory_store(ctx).history(person.id) if s.list_no == list_no]
    if not steps or steps[-1].kind is RatingSource.EVENT:
        raise Refused(
            "directory-no-correction",
            "The last line of {name}'s history is not a correction.",
            name=person.name or person.id,
        )
    directory_store(ctx).take_back_step(steps[-1])
    return steps[-1]


def person_rows(directory: DirectorySnapshot, people: Sequence[Person]) -> list[DirectoryPerson]:
    return [row_of(directory, p) for p in people]
