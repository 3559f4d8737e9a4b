"""Players of an event and people of the directory: who is who, taking people in, and who is here tonight.

A player is linked by an official number, by the exact name, by a confirmed spelling, or because somebody chose so
(`core.league.directory`). Teams are not linked: ratings are people's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pareo.app.base.batch import begin_batch
from pareo.app.base.context import Context, JournalResult, LoadedTournament, SideResult, decode_fact
from pareo.app.commands.people.import_rows import tidy_capitals
from pareo.app.commands.people.players import NewPlayer, enter_on_time
from pareo.app.league.directory import (
    Clubs,
    add_alias,
    check_person,
    directory_result,
    directory_store,
    find,
    fresh_id,
    read_fields,
)
from pareo.app.league.directory_snapshot import DirectorySnapshot, load_directory
from pareo.app.rows.league import Named, PlayerLinkRow
from pareo.core.journal.facts import TournamentCreated
from pareo.core.journal.people_facts import Entered
from pareo.core.league.directory import (
    MatchReason,
    Person,
    PersonMatch,
    PlayerQuery,
    match_players,
    name_key,
    proposals,
)
from pareo.core.model.entities import Entrant
from pareo.core.model.player_fields import FIELDS, PERSONAL, CopyPolicy, FieldStorage
from pareo.core.text.errors import BadInput, NotFound, PareoError, Refused
from pareo.core.text.messages import Note, join_notes, note, plural
from pareo.core.text.name_order import split_name

_MOST_NAMES = 5  # unknown names listed in one sentence
_DETAILS = ("first", "last", "sex", "title", "birth_year", "local_id", "intl_id")


# --- who is who -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LinkedPlayer:
    """A player of an event, and which person of the directory they are."""

    no: int
    player: str  # the id in the event
    ref: str  # random id of the person in the event
    name: str
    match: PersonMatch


def links(ctx: Context, slug: str) -> list[LinkedPlayer]:
    """All single players of the event with their person of the directory, in the order of entry."""
    event = ctx.open(slug)
    directory = load_directory(ctx)
    chosen = directory_store(ctx).links(tournament_id(ctx, slug))
    singles = [e for _, e in sorted(event.state.entrants.items()) if not e.team]
    queries = [_player_query(event, e) for e in singles]
    matches = match_players(queries, directory.index, chosen)
    return [
        LinkedPlayer(e.no, event.id(e.no), q.ref, q.name, matches[q.ref]) for e, q in zip(singles, queries, strict=True)
    ]


def tournament_id(ctx: Context, slug: str) -> str:
    """The random id of a tournament, the same in every copy of it and under every short name."""
    return ctx.store.summary(slug).id


def _player_query(event: LoadedTournament, e: Entrant) -> PlayerQuery:
    person = event.person(e)
    numbers = tuple(str(person.get(key) or "") for key in ("local_id", "intl_id"))
    return PlayerQuery(
        e.persons[e.captain], event.name(e.no), numbers, str(person.get("id") or ""), person.get("birth_year")
    )


def possible_people(directory: DirectorySnapshot, linked: LinkedPlayer) -> tuple[Person, ...]:
    """The people of the directory who a player without a link might be, for somebody to confirm."""
    if linked.match.person is not None:
        return ()
    ids = linked.match.candidates or proposals(linked.name, directory.index)
    return tuple(directory.people[pid] for pid in ids)


def link_rows(ctx: Context, slug: str) -> list[PlayerLinkRow]:
    """The players of an event with their people of the directory, as rows."""
    directory = load_directory(ctx)
    rows = []
    for linked in links(ctx, slug):
        person = directory.people.get(linked.match.person or "")
        rows.append(
            PlayerLinkRow(
                player=linked.player,
                name=linked.name,
                person=person.id if person else None,
                person_name=person.name if person else None,
                how=linked.match.how.value,
                perhaps=[Named(p.id, p.name) for p in possible_people(directory, linked)],
            )
        )
    return rows


def link(ctx: Context, slug: str, who: str, person: str, *, alias: bool = False) -> SideResult:
    """Links a player to a person of the directory: for this event, or (`alias`) wherever this name stands."""
    event = ctx.open(slug)
    e = _single(event, who)
    chosen = find(load_directory(ctx), person)
    if chosen.forgotten:
        raise Refused("directory-forgotten", "{id} was erased: there is nothing left to change.", id=chosen.id)
    linked = [row for row in links(ctx, slug) if row.match.how is MatchReason.CHOSEN and row.match.person == chosen.id]
    if linked and linked[0].no != e.no:
        raise Refused(
            "directory-linked", "{name} is already {other} in this event.", name=chosen.name, other=linked[0].name
        )
    if alias and name_key(event.name(e.no)) != name_key(chosen.name):
        add_alias(ctx, chosen.id, event.name(e.no))
    directory_store(ctx).link(tournament_id(ctx, slug), {e.persons[e.captain]: chosen.id})
    return directory_result(
        "directory-linked",
        note("directory-link-made", "{player} is {name} in the directory.", player=event.name(e.no), name=chosen.name),
        person=chosen.id,
    )


def unlink(ctx: Context, slug: str, who: str) -> SideResult:
    """Takes back a link that somebody chose; an exact name still counts."""
    event = ctx.open(slug)
    e = _single(event, who)
    ref = e.persons[e.captain]
    if ref not in directory_store(ctx).links(tournament_id(ctx, slug)):
        raise NotFound(
            "directory-not-linked", "{name} has not been identified in the directory.", name=event.name(e.no)
        )
    directory_store(ctx).link(tournament_id(ctx, slug), {ref: None})
    return directory_result("directory-unlinked", player=who)


def _single(event: LoadedTournament, who: str) -> Entrant:
    e = event.state.entrants[event.find(who)]
    if e.team:
        raise Refused("directory-team", "Teams are not in the directory: ratings belong to people.")
    return e


# --- from an event into the directory ---------------------------------------------------------------------------------


def add_to_directory(ctx: Context, slug: str, who: Sequence[str] = ()) -> SideResult:
    """Adds players whom the directory does not know to it, with what the event knows of them.

    Without `who`: everybody who is unknown and like nobody. Who could be somebody known is left to a person.
    """
    new = plan_new_people(ctx, slug, who)
    left = [row for row in links(ctx, slug) if row.match.person is None and row.no not in new.by_no]
    new.save(tournament_id(ctx, slug))
    notes = [new.note]
    if left:
        names = ", ".join(row.name for row in left[:_MOST_NAMES]) + (" …" if len(left) > _MOST_NAMES else "")
        notes.append(note("directory-left", "Skipped because it is not clear who they are: {names}.", names=names))
    return directory_result("directory-taken", *notes, people=list(new.people), left=[row.player for row in left])


def plan_new_people(ctx: Context, slug: str, who: Sequence[str] = ()) -> NewPeople:
    """Those whom `add_to_directory` would add, checked; nothing is written."""
    event = ctx.open(slug)
    chosen = [_single(event, text).no for text in who]
    known = {row.no for row in links(ctx, slug) if row.match.person is not None} if chosen else set()
    if there := [no for no in chosen if no in known]:
        raise Refused("directory-there", "{name} is already in the directory.", name=event.name(there[0]))
    new = NewPeople(ctx, event)
    for no in chosen or players_to_add(ctx, slug):
        new.add(event.state.entrants[no])
    return new


def players_to_add(ctx: Context, slug: str) -> list[int]:
    """The players whom the directory does not know and who are like nobody there."""
    directory = load_directory(ctx)
    return [
        row.no
        for row in links(ctx, slug)
        if row.match.how is MatchReason.UNKNOWN and not possible_people(directory, row)
    ]


class NewPeople:
    """Players of one event who become people of the directory, and their links; saved in one transaction."""

    def __init__(self, ctx: Context, event: LoadedTournament) -> None:
        self._ctx = ctx
        self._event = event
        self._directory = load_directory(ctx)
        self._clubs = Clubs(ctx, self._directory)
        self.people: dict[str, Person] = {}
        self.by_no: dict[int, Person] = {}  # the same, by entrant
        self.links: dict[str, str | None] = {}

    def add(self, e: Entrant) -> None:
        person_data = self._event.person(e)
        read = read_fields({key: person_data[key] for key in _DETAILS if person_data.get(key)})
        person = Person(
            fresh_id(self._ctx, self._directory.people, self.people),
            club=self._clubs.id_of(e.club),
            federation=e.federation,
            rating=e.rating,
            rating2=e.rating2,
            games=e.games or 0,
            games2=e.games2 or 0,
            **read,
        )
        check_person(self._directory, person)
        self.people[person.id] = self.by_no[e.no] = person
        self.links[e.persons[e.captain]] = person.id

    def choose(self, e: Entrant, person: Person | None, *, new: bool) -> None:
        """Links an entrant to a person of the directory, or adds them as a new one."""
        if new:
            self.add(e)
        elif person is not None:
            self.links[e.persons[e.captain]] = person.id

    @property
    def note(self) -> Note:
        """How many of them are new."""
        return plural(
            "directory-taken",
            "{count} person is new in the directory.",
            "{count} people are new in the directory.",
            count=len(self.people),
        )

    def save(self, tournament: str) -> None:
        if self.links:
            directory_store(self._ctx).save(list(self.people.values()), self._clubs.new, links={tournament: self.links})


# --- from the directory into an event ---------------------------------------------------------------------------------


def new_player(directory: DirectorySnapshot, p: Person) -> NewPlayer:
    """A person of the directory as a new player, with today's ratings, club and games."""
    values: dict[str, Any] = {
        "first": p.first,
        "last": p.last,
        "id": p.local_id or p.intl_id,
        "birth_year": p.birth_year,
        "club": directory.club(p),
        "federation": p.federation,
        "rating": p.rating,
        "rating2": p.rating2,
        "sex": p.sex,
        "title": p.title,
        "local_id": p.local_id,
        "intl_id": p.intl_id,
        "games": p.games or None,
        "games2": p.games2 or None,
    }
    return NewPlayer(**values)


def earlier_event(ctx: Context, slug: str) -> str | None:
    """The event this one was made like, if it is still there."""
    first = decode_fact(ctx.store.read(slug)[0])
    like = first.like if isinstance(first, TournamentCreated) else None
    summary = next(iter(ctx.store.with_ids([like])), None) if like else None
    return summary.slug if summary is not None else None


@dataclass(frozen=True, slots=True)
class _Picked:
    player: NewPlayer
    person: Person | None = None
    new: bool = False


def enter_present_players(
    ctx: Context,
    slug: str,
    who: Sequence[str],
    *,
    again: Sequence[int] = (),
    new: bool = False,
    source: str | None = None,
    tidy: bool = False,
    confirmed: bool = False,
    client: str | None = None,
) -> JournalResult[Entered]:
    """Enters those who are here: people of the directory by id, number or exact name, or players of an earlier event.

    `again`: entrants of the earlier event, by number. A name nobody has is refused with proposals, unless `new`: then
    it is entered and added to the directory. Who is in the event already stays as they are. All or none.
    """
    if answered := ctx.find_repeat(slug, client):
        return answered
    event, directory = ctx.open(slug), load_directory(ctx)
    if event.state.ruleset.entrant == "team":
        raise Refused("directory-team", "Teams are not in the directory: ratings belong to people.")
    source = source if source is not None else earlier_event(ctx, slug)
    before = ctx.open(source) if source else None
    there = {row.match.person for row in links(ctx, slug)}
    names = {name_key(event.name(no)) for no in event.state.entrants}
    picked: list[_Picked] = []
    known: list[str] = []
    resolved = [(text, _resolve(directory, before, text, new=new, tidy=tidy)) for text in who]
    if unknown := [text for text, one in resolved if one is None]:
        raise _unknown_names_error(directory, unknown)
    same = (
        [_Picked(_copy_player(before, no)) for no in again if no in before.state.entrants] if before is not None else []
    )
    for pick in (*(one for _, one in resolved if one is not None), *same):
        name = f"{pick.player.first} {pick.player.last}"
        inside = pick.person.id in there if pick.person is not None else name_key(name) in names
        if inside:
            known.append(name.strip())
            continue
        there |= {pick.person.id} if pick.person is not None else set()
        names.add(name_key(name))
        picked.append(pick)
    already = note("directory-here-already", "Already in the event: {names}.", names=", ".join(known[:20]))
    notes = [already] if known else []
    if not picked:
        if not known:
            raise BadInput("players-none", "There is no one to enter.")
        return ctx.answer_unchanged(event, Entered(()), client=client, notes=notes)
    steps = begin_batch(ctx, slug)
    entered = enter_on_time(steps, slug, [p.player for p in picked], confirmed=confirmed)
    new_people = NewPeople(ctx, steps.draft)
    for entrant, pick in zip(entered.fact.entrants, picked, strict=True):
        new_people.choose(entrant, pick.person, new=pick.new)
    if new_people.people:
        notes += [new_people.note, *_alike_notes(directory, [p.player for p in picked if p.new])]
    steps.notes.extend(notes)
    done = steps.commit_plainly(client=client)
    new_people.save(tournament_id(ctx, slug))
    return replace(entered, seq=done.seq, notes=done.notes)


def _alike_notes(directory: DirectorySnapshot, new: Sequence[NewPlayer]) -> list[Note]:
    """Notes about new players who might be in the directory already, for somebody to decide."""
    notes = []
    for player in new[:_MOST_NAMES]:
        name = f"{player.first} {player.last}".strip()
        like = ", ".join(directory.people[pid].name for pid in proposals(name, directory.index))
        if like:
            notes.append(
                note("directory-alike-new", "{name} is new; perhaps the same person: {names}.", name=name, names=like)
            )
    return notes


def _resolve(
    directory: DirectorySnapshot, before: LoadedTournament | None, text: str, *, new: bool, tidy: bool
) -> _Picked | None:
    try:
        person = find(directory, text)
        if not person.forgotten:
            return _Picked(new_player(directory, person), person)
    except NotFound as problem:
        if problem.code == "directory-several":
            raise
    if before is not None:
        try:
            return _Picked(_copy_player(before, before.find(text)))
        except PareoError as problem:
            if problem.code == "entrant-ambiguous":
                raise
    if not new:
        return None
    first, last = split_name(text)
    player = NewPlayer(first=first, last=last)
    return _Picked(tidy_capitals(player) if tidy else player, new=True)


def _copy_player(event: LoadedTournament, no: int) -> NewPlayer:
    """A player of an earlier event, as entered there."""
    e = event.state.entrants[no]
    person_data = event.person(e)
    values = {key: person_data[key] for key in PERSONAL if key in person_data}
    values |= {
        f.name: value
        for f in FIELDS
        if f.home is FieldStorage.ENTRANT and f.follows is CopyPolicy.ALWAYS and (value := getattr(e, f.name))
    }
    return NewPlayer(**values)


def _unknown_names_error(directory: DirectorySnapshot, texts: Sequence[str]) -> NotFound:
    """The error that names nobody in the directory has, each with who might be meant."""
    parts: list[object] = []
    for text in texts[:_MOST_NAMES]:
        like = ", ".join(f"{directory.people[pid].name} {pid}" for pid in proposals(text, directory.index))
        parts.append(
            note("directory-perhaps-one", "“{text}” (did you mean: {names}?)", text=text[:80], names=like)
            if like
            else f"“{text[:80]}”"
        )
    names = join_notes(", ", [*parts, *(["…"] if len(texts) > _MOST_NAMES else [])])
    return NotFound("directory-who", "Not in the directory: {names}.", names=names)


def enter_people(
    ctx: Context, slug: str, ids: Sequence[str], *, confirmed: bool = False, client: str | None = None
) -> JournalResult[Entered]:
    """Enters people of the directory; nobody else is looked for."""
    directory = load_directory(ctx)
    people = [find(directory, text).id for text in ids]
    return enter_present_players(ctx, slug, people, source="", confirmed=confirmed, client=client)
